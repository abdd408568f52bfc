"""The end of a game of Go: dead stones are marked, the count is agreed, a dispute is played out (GO-21).

Both sides look at one marking; whoever changes it takes both agreements back. Stones that are taken off the
board now are no moves: the first stone of a group that is lifted marks the group, and lifting one again and
putting it back when the group stands whole takes the mark back. Stones that are off keep their group dead. One that is
back at once was only jolted, and marks nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from controller.core.claims import claims, ending
from controller.core.claims.claims import BOTH, Kind
from controller.core.messages import Claim
from controller.core.refereeing import irregular
from controller.core.restoring import guiding
from controller.core.settings import MS
from controller.core.stages import Event, Stage
from controller.core.view import AreaCount
from rules.go import score
from rules.go.laws import DISPUTE, END, SCORE
from rules.go.position import GoPosition
from rules.terms import PointSet, RulesError, Side

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.core.sensing.debounce import Edge
    from controller.core.session import Session
    from rules.go.game import Go

POINTS_MAX = 400
"""Marks in one command; the largest usual board has 361 points."""


def begin_if_over(session: Session) -> None:
    """Two passes in a row: play is over, and the score is to be agreed (GO-21.end)."""
    if session.stage is Stage.PLAY and score.play_over(session.line.position):
        session.go(Event.PASSED)


def lifted(session: Session, edges: Sequence[Edge]) -> None:
    """Stones are taken off or put back while the score is being agreed."""
    claims = session.claims
    for edge in edges:
        if edge.soft or session.line.position.man_at(edge.point) is None:
            continue
        group, bit = score.group_of(_position(session), edge.point), 1 << edge.point
        if _jolted(session, edge, group):
            continue
        others_off = group & ~session.standing & ~bit
        again = edge.placed and bool(claims.taken_up & bit) and bool(group & claims.dead)
        if not (edge.placed or group & claims.dead):
            _say_marks(session, BOTH, claims.dead | group, claims.shared, by="touch")
        elif again and not others_off:
            _say_marks(session, BOTH, claims.dead & ~group, claims.shared, by="touch")
        elif not (edge.placed or others_off):
            claims.taken_up |= bit
            continue
        claims.taken_up &= ~(bit if edge.placed else group)


def _jolted(session: Session, edge: Edge, group: PointSet) -> bool:
    """Whether the stone is back at once; then the mark that its group was given is taken back."""
    claims, bump_ns = session.claims, session.settings.timings.bump_ms * MS
    if not edge.placed:
        claims.up[edge.point] = edge.at_ns, bool(group & claims.dead)
        return False
    up_ns, dead = claims.up.pop(edge.point, (-bump_ns, True))
    if edge.at_ns - up_ns >= bump_ns:
        return False
    claims.taken_up &= ~(1 << edge.point)
    if not dead:
        _say_marks(session, BOTH, claims.dead & ~group, claims.shared, by="touch")
    return True


def mark(session: Session, who: str, points: object, shared: object) -> str | None:
    """Somebody marks what is dead, all of it at once; why not, if that cannot be.

    Args:
        points: names of stones, one of each group or more.
        shared: names of empty points that were left open and count as shared.
    """
    index, position = session.game.index, _position(session)
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
    _say_marks(session, who, dead, open_points)
    return None


def _say_marks(
    session: Session, who: str, dead: PointSet, shared: PointSet, by: str | None = None
) -> None:
    named = _game(session).board.named
    claims.say(
        session,
        Claim(
            kind=Kind.DEAD_STONES,
            side=who,
            law=END,
            points=list(named(dead)),
            shared=list(named(shared)),
            by=by,
        ),
    )


def agree(session: Session, who: str, result: str | None) -> str | None:
    """Somebody agrees to the count as marked; both sides, or the arbiter, make it the result.

    Args:
        result: what he takes the result to be; refused if the marks count something else.
    """
    text = score.points_text(_count(session))
    if result not in (None, text):
        return f"the stones as they are marked count {text}"
    if who in session.claims.agreed:
        return "you have agreed to this count already"
    claims.say(session, Claim(kind=Kind.SCORE, side=who, law=SCORE, result=text))
    if who not in session.game.sides or session.claims.agreed >= set(session.game.sides):
        ending.by_law(session, score.result_of(_count(session)))
    return None


def dispute(session: Session, side: Side) -> str | None:
    """This side's stones are not dead as the other says: play goes on, and the other moves first.

    Why not, if none of its stones is marked (GO-21.dispute).
    """
    position = _position(session)
    own = sum(
        1 << point
        for point in position.board.points(session.claims.dead)
        if (man := position.man_at(point)) is not None and man.side == side
    )
    if not own:
        return "none of your stones is marked as dead; mark those that you say are dead"
    claimant = session.game.other(side)
    claims.say(
        session,
        Claim(
            kind=Kind.DISPUTE, side=claimant, law=DISPUTE, points=list(position.board.named(own))
        ),
    )
    if session.line.position.side_to_move != claimant:
        irregular.impose_pass(session, session.line.position.side_to_move)
    session.go(Event.DISPUTED)
    guiding.start(session, "dispute")
    return None


def counted(session: Session) -> AreaCount | None:
    """The count so far, for viewers; None at every other time."""
    if session.stage is not Stage.COUNT:
        return None
    found, named = _count(session), _game(session).board.named
    return AreaCount(
        dead=list(named(session.claims.dead)),
        shared=list(named(session.claims.shared)),
        agreed=sorted(session.claims.agreed),
        black=found.black,
        white=found.white,
        result=score.points_text(found),
        english=score.zi_text(found),
        chinese=score.zi_text(found, chinese=True),
    )


def _count(session: Session) -> score.Count:
    game = _game(session)
    warnings = {side: session.penalties.get((side, "warning"), 0) for side in session.game.sides}
    return score.count(
        _position(session),
        session.claims.dead,
        komi=game.komi,
        compensation=game.compensation,
        shared=session.claims.shared,
        penalties=score.taken_for_warnings(session.rulebook.penalties, warnings),
    )


def _game(session: Session) -> Go:
    assert session.game.name == "go", "only Go is counted"
    return cast("Go", session.game)


def _position(session: Session) -> GoPosition:
    position = session.line.position
    assert isinstance(position, GoPosition), "only Go is counted"
    return position
