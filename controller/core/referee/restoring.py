"""Pieces put right: a target, and what differs from it in the likeliest world.

A correction is whole or none: play goes on when every piece stands right (DR-7.8).
"""

from __future__ import annotations

from collections.abc import Iterable

from controller.core.belief.world import Aim, Hypothesis
from controller.core.messages import Answered, Restore, Spot
from controller.core.referee import posterior
from controller.core.sensing.marks import Tone, contradictions, letter_of, tone_of_letter
from controller.core.settings import MS
from controller.core.stages import Stage
from controller.core.state import PutRight, State, Steps
from rules.position import Position
from rules.terms import PointSet, point_set, points_of

Difference = tuple[PointSet, PointSet]
"""Points whose pieces are missing, and points with one too much; with another piece, both."""
NOTHING: Difference = (0, 0)
START = "start"


def target(state: State) -> Position:
    """What should stand."""
    return state.remedy.target or state.game.position


def between(
    wanted: Position, standing: PointSet, others: PointSet, unread: PointSet = 0
) -> Difference:
    """What differs from a position.

    Args:
        standing: where something stands.
        others: where another piece stands than the position has there.
        unread: points of which nothing is known, so that nothing is said.
    """
    others &= standing & wanted.occupied
    missing = wanted.occupied & ~standing | others
    extra = standing & ~wanted.occupied | others
    return missing & ~unread, extra & ~unread


def difference(state: State, wanted: Position | None = None) -> Difference:
    """What differs now, by the likeliest world, from what should stand or from another position.

    What was to be put right at a point that cannot be read is not right before it is read again.
    """
    wanted, sensing = wanted or target(state), state.sensing
    standing, others = _stands(state, wanted)
    if wanted is state.game.position:
        wanted = _played_since(state) or wanted
    told = NOTHING if state.remedy.shown is None else state.remedy.shown
    return between(wanted, standing, others, sensing.unknown & ~(told[0] | told[1]))


def _played_since(state: State) -> Position | None:
    """The position after lawful plies that were made while something else is to be put right.

    They count once that is done. Where the opponent may choose nothing is asked back, so such
    plies were not put there instead.
    """
    asked_back = state.stage not in (Stage.SETUP, Stage.CHOICE)
    hyp = posterior.likeliest(state) if asked_back else None
    line = [] if hyp is None else hyp.node.line_after(state.belief.told) or []
    if hyp is None or not line or any(node.move is None for node in line[line[0].turn_lost :]):
        return None
    sure = posterior.beyond_doubt(state, lambda other: _same_board(other, hyp))
    return hyp.node.position if sure else None


def _same_board(hyp: Hypothesis, other: Hypothesis) -> bool:
    """Whether the same pieces stand by two hypotheses, whichever plies they hold for completed."""
    points = {*hyp.diff, *other.diff, *hyp.node.changed, *other.node.changed}
    return all(hyp.at(point) == other.at(point) for point in points)


def _stands(state: State, wanted: Position) -> tuple[PointSet, PointSet]:
    """Where something stands, and where it is another piece than the one wanted there.

    Where the likeliest world does not account for what a sensor shows, the sensor is believed.
    """
    sensing = state.sensing
    others = contradictions(wanted, sensing.marks)
    hyp = None if state.stage is Stage.SETUP else posterior.likeliest(state)
    if hyp is None or state.game.position is not wanted:
        return sensing.standing, others
    asked = 0 if state.remedy.shown is None else state.remedy.shown[0] & ~sensing.standing
    unaccounted = (hyp.levels() ^ sensing.standing | hyp.lying | asked) & ~sensing.unknown
    believed = hyp.occupied() & ~hyp.off | hyp.stray
    standing = (believed & ~unaccounted) | (sensing.standing & unaccounted)
    exchanged = hyp.off & hyp.stray if hyp.aim is Aim.PLAY else 0
    return standing, others | exchanged | _strangers(hyp, wanted) & ~unaccounted


def _strangers(hyp: Hypothesis, wanted: Position) -> PointSet:
    """Where the likeliest world has another piece than is wanted; a crown makes no difference."""
    game = hyp.node.game

    def kind(letter: str) -> tuple[str, Tone]:
        return letter.lower(), tone_of_letter(letter, game)

    found = []
    for point in points_of(wanted.occupied):
        token, man = hyp.at(point), wanted.piece_at(point)
        if token and man is not None and kind(token) != kind(man.letter):
            found.append(point)
    return point_set(found)


def wrong_sensors(state: State) -> int:
    """How many sensors are wrong, if all stands as it should."""
    missing, extra = difference(state)
    return ((missing | extra) & ~state.sensing.unknown).bit_count()


def restore(state: State, found: Difference, *, done: bool) -> Restore:
    """The message: which pieces are missing by the target, and which too many by the sensors."""
    game, sensing, wanted = state.game.game, state.sensing, target(state)
    missing, extra = NOTHING if done else found
    return Restore(
        missing=[
            Spot(point=game.points[p], man=None if (m := wanted.piece_at(p)) is None else m.letter)
            for p in points_of(missing)
        ],
        extra=[
            Spot(point=game.points[p], man=letter_of(sensing.marks.get(p), game))
            for p in points_of(extra)
        ],
        done=done,
        why=state.remedy.why or START,
    )


def watch(state: State) -> Steps[bool]:
    """Guides to the target while the pieces are to be put right; whether all stands now."""
    rests = state.stage is Stage.ADJOURNED and state.remedy.why is not None
    if not state.sensing.framed or not (rests or state.stage in (Stage.SETUP, Stage.RESTORE)):
        return False
    found, shown = difference(state), state.remedy.shown
    if found != NOTHING:
        if found != shown:
            yield restore(state, found, done=False)
        return False
    if shown is not None and state.now_ns < _right_ns(state):
        return False
    if shown is None and state.game.question is not None:
        return False  # it stood so when that was asked: people are to answer
    if rests:  # the game rests until the envelope is opened
        yield restore(state, NOTHING, done=True)
        yield PutRight(event=None)
        return False
    yield from over(state, said=shown is not None or state.stage is not Stage.SETUP)
    return True


def over(state: State, *, said: bool = True, word: bool = False) -> Steps[None]:
    """The pieces stand right, or need not any more.

    Args:
        said: it is published; an array that stood at the first look is not.
        word: people say so, whatever the sensors show.
    """
    if said:
        yield restore(state, NOTHING, done=True)
    if state.game.question is not None:  # of before a new start: the pieces were put back instead
        yield Answered(id=state.game.question.id, move=None, by="evidence")
    yield PutRight(word=word)


def _right_ns(state: State) -> int:
    """When pieces that stand right by now have been let go."""
    return state.sensing.rest_ns + state.settings.timings.release_ms * MS


def deadline(state: State) -> int | None:
    """When the pieces may have stood right for long enough by time alone."""
    if state.stage not in (Stage.SETUP, Stage.RESTORE, Stage.CHOICE, Stage.ADJOURNED):
        return None
    due = _right_ns(state)
    return due if due > state.now_ns else None


def stands_as(state: State, wanted: Position, seen: Iterable[str]) -> bool:
    """Whether all stands as in a position and is let go; at these points it must be seen."""
    if any(state.sensing.unknown >> state.game.game.index[point] & 1 for point in seen):
        return False
    return difference(state, wanted) == NOTHING and state.now_ns >= _right_ns(state)
