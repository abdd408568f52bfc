"""The end of a game of Go: dead stones are marked, the count agreed, a dispute played out (GO-21).

Both sides look at one marking. Changing it takes both agreements back. A stone that is lifted now
is no move: it marks its group as dead. When the group stands whole again, lifting one of its stones
and putting it back takes the mark away. Stones that are off keep their group dead. A stone that is
back at once was only jolted, and marks nothing.
"""

from __future__ import annotations

from typing import cast

from controller.core.messages import Claim
from controller.core.sensing.debounce import Edge
from controller.core.settings import MS
from controller.core.stages import Event, Stage
from controller.core.state import AskBack, Handled, State, Steps
from controller.core.table import ending, record
from controller.core.table.claims.claims import BOTH, Kind
from controller.core.view import AreaCount
from rules.go import score
from rules.go.game import Go
from rules.go.laws import DISPUTE, END, SCORE
from rules.go.position import GoPosition
from rules.terms import PointSet, RulesError, Side

POINTS_MAX = 400
"""Marks in one command; the largest usual board has 361 points."""


def begin_if_over(state: State) -> Steps[None]:
    """Two passes in a row: play is over, and the score is to be agreed (GO-21.end)."""
    if state.stage is Stage.PLAY and score.play_over(state.game.position):
        yield Event.PASSED


def lifted(state: State, edge: Edge) -> Steps[None]:
    """A stone is taken off or put back while the score is being agreed."""
    if edge.soft or state.game.position.piece_at(edge.point) is None:
        return
    group = score.group_of(_position(state), edge.point)
    if edge.placed:
        yield from _put_back(state, edge, group)
    else:
        yield from _taken_off(state, edge, group)


def _taken_off(state: State, edge: Edge, group: PointSet) -> Steps[None]:
    claims, bit = state.claims, 1 << edge.point
    dead = group & claims.dead
    up = {**claims.up, edge.point: (edge.at_ns, bool(dead))}
    whole = not group & ~state.sensing.standing & ~bit
    taken_up = claims.taken_up | bit if dead and whole else claims.taken_up & ~group
    if not dead:
        yield _marks(state, BOTH, claims.dead | group, claims.shared, by="touch")
    yield Handled(taken_up=taken_up, up=up)


def _put_back(state: State, edge: Edge, group: PointSet) -> Steps[None]:
    claims, bit = state.claims, 1 << edge.point
    bump_ns = state.settings.timings.bump_ms * MS
    up = dict(claims.up)
    up_ns, was_dead = up.pop(edge.point, (-bump_ns, True))
    jolted = edge.at_ns - up_ns < bump_ns
    again = claims.taken_up & bit and group & claims.dead
    whole = not group & ~state.sensing.standing & ~bit
    if (jolted and not was_dead) or (again and whole and not jolted):
        yield _marks(state, BOTH, claims.dead & ~group, claims.shared, by="touch")
    yield Handled(taken_up=claims.taken_up & ~bit, up=up)


def mark(state: State, who: str, points: object, shared: object) -> Steps[str | None]:
    """Somebody marks what is dead, all of it at once; why not, if that cannot be.

    Args:
        points: names of stones, one of each group or more.
        shared: names of empty points that were left open and count as shared.
    """
    index, position = state.game.game.index, _position(state)
    for names in (points, shared):
        if not isinstance(names, list) or len(names) > POINTS_MAX:
            return "points is a list of the names of stones, one of each dead group"
        if wrong := [name for name in names if not isinstance(name, str) or name not in index]:
            return f"there is no point {str(wrong[0])[:20]!r}"
    assert isinstance(points, list)
    assert isinstance(shared, list)
    try:
        dead = score.marked(position, [index[name] for name in points])
        open_points = sum(1 << index[name] for name in set(shared))
        score.areas(position, dead, open_points)
    except RulesError as error:
        return str(error)
    yield _marks(state, who, dead, open_points)
    return None


def _marks(
    state: State, who: str, dead: PointSet, shared: PointSet, by: str | None = None
) -> Claim:
    named = _game(state).board.named
    return Claim(
        kind=Kind.DEAD_STONES,
        side=who,
        law=END,
        points=list(named(dead)),
        shared=list(named(shared)),
        by=by,
    )


def agree(state: State, who: str, result: str | None) -> Steps[str | None]:
    """Somebody agrees to the count as marked; both sides, or the arbiter, make it the result.

    Args:
        result: what is taken to be the result; refused if the marks count something else.
    """
    text = score.points_text(_count(state))
    if result not in (None, text):
        return f"the stones as they are marked count {text}"
    if who in state.claims.agreed:
        return "you have agreed to this count already"
    yield Claim(kind=Kind.SCORE, side=who, law=SCORE, result=text)
    sides = state.game.game.sides
    if who not in sides or state.claims.agreed >= set(sides):
        yield from ending.by_law(state, score.result_of(_count(state)))
    return None


def dispute(state: State, side: Side) -> Steps[str | None]:
    """This side's stones are not dead as the other says: play goes on, and the other moves first.

    Why not, if none of its stones is marked (GO-21.dispute).
    """
    position = _position(state)
    own = sum(
        1 << point
        for point in position.board.points(state.claims.dead)
        if (stone := position.piece_at(point)) is not None and stone.side == side
    )
    if not own:
        return "none of your stones is marked as dead; mark those that you say are dead"
    claimant = state.game.game.other(side)
    named = list(position.board.named(own))
    yield Claim(kind=Kind.DISPUTE, side=claimant, law=DISPUTE, points=named)
    if state.game.to_move != claimant:
        yield from record.impose_pass(state, state.game.to_move)
    yield AskBack(event=Event.DISPUTED, why="dispute")
    return None


def counted(state: State) -> AreaCount | None:
    """The count so far, for viewers; None at every other time."""
    if state.stage is not Stage.COUNT:
        return None
    found, named = _count(state), _game(state).board.named
    return AreaCount(
        dead=list(named(state.claims.dead)),
        shared=list(named(state.claims.shared)),
        agreed=sorted(state.claims.agreed),
        black=found.black,
        white=found.white,
        result=score.points_text(found),
        english=score.zi_text(found),
        chinese=score.zi_text(found, chinese=True),
    )


def _count(state: State) -> score.Count:
    game, counts = _game(state), state.penalties.counts
    warnings = {side: counts.get((side, "warning"), 0) for side in game.sides}
    return score.count(
        _position(state),
        state.claims.dead,
        komi=game.komi,
        compensation=game.compensation,
        shared=state.claims.shared,
        penalties=score.taken_for_warnings(state.game.rulebook.penalties, warnings),
    )


def _game(state: State) -> Go:
    assert state.game.game.name == "go", "only Go is counted"
    return cast("Go", state.game.game)


def _position(state: State) -> GoPosition:
    position = state.game.position
    assert isinstance(position, GoPosition), "only Go is counted"
    return position
