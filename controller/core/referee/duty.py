"""What touches oblige to, and the messages about it; `noting` folds them into the slice `Duty`."""

from __future__ import annotations

from collections.abc import Sequence

from controller.core.belief.costs import costs
from controller.core.belief.deeds.aims import KINGS
from controller.core.belief.line import Kind, Node
from controller.core.belief.world import Hypothesis
from controller.core.messages import Duty as Obliged
from controller.core.messages import (
    Obligation,
    Touched,
)
from controller.core.referee import castling, posterior
from controller.core.referee.touches import Reach, Touch, by_hand, by_law, merged, touched, weighed
from controller.core.settings import MS
from controller.core.stages import Stage
from controller.core.state import (
    State,
    Steps,
)
from controller.core.table.claims import claiming
from rules.terms import Point, Side
from rules.touch import Obligation as ByLaw
from rules.touch import obligation

AGREED = "take-back"
"""Why plies are retracted that were taken back by agreement: their touches bind nobody."""
EVIDENCE = "evidence"
"""Why plies are retracted that were never made; also what answers a question that play answers."""
FOREVER_NS = 1 << 62
"""A press that has not come."""


# What is asked.


def frees(found: Obliged | Obligation) -> bool:
    """Whether no legal move does what the touches ask for: the player may play any (CH-7.3)."""
    return not found.must_move and not found.must_capture


def reach(state: State, taken: tuple[Point, ...] = ()) -> Reach:
    """What clocks and sensors tell of whose hand it was."""
    mover = state.game.game.other(state.game.to_move)
    pressed_ns = state.duty.pressed_ns.get(mover, -1)
    handed = pressed_ns >= state.game.landed_ns and state.game.ply > 0
    owes = state.clock is not None and mover in state.duty.owed
    from_ns = pressed_ns if handed else FOREVER_NS if owes else 0
    return Reach(
        from_ns=from_ns if state.game.ply else 0,
        presses=state.clock is not None or handed,
        standing=state.sensing.standing,
        taken=taken,
    )


def known(state: State, log: Sequence[Touch], taken: tuple[Point, ...] = ()) -> tuple[Touch, ...]:
    """All touches of this ply: those that were published, and these."""
    duty, together_ms = state.duty, state.settings.timings.together_ms
    crowns = dict.fromkeys(duty.uncrowned, FOREVER_NS) | duty.crowned
    # Who crowns a king has not touched it (DR-5.6).
    fresh = [touch for touch in log if touch.at_ns > crowns.get(touch.point, -1)]
    every = merged(duty.touched, duty.doubtful, fresh)
    if not state.game.ply:
        return every
    said = {*duty.touched}
    return tuple(
        touch._replace(doubtful=touch.point in duty.doubtful) if touch.point in said else touch
        for touch in weighed(every, state.game.position, reach(state, taken), together_ms)
    )


def in_ply(state: State, hyp: Hypothesis, before: Node) -> tuple[Touch, ...]:
    """What was touched in the ply after a node, by a hypothesis."""
    timings, line = state.settings.timings, hyp.node.line_after(before)
    if line and line[0].kind is Kind.AGAINST and line[0].side != before.position.side_to_move:
        return ()  # that was the other player's doing
    log = posterior.log_after(hyp, before) or ()
    found = touched(log, before.position, bump_ms=timings.bump_ms, now_ns=state.now_ns)
    return by_hand(found, log, timings.together_ms)


def _probable(state: State, before: Node) -> dict[Point, float]:
    """For each piece, how probable it is that it was touched in the ply after a node."""
    found: dict[Point, float] = {}
    for share, hyp in posterior.alive(state):
        for touch in in_ply(state, hyp, before):
            found[touch.point] = found.get(touch.point, 0.0) + share
    return found


def live(state: State, hyp: Hypothesis) -> tuple[Touch, ...]:
    """What has been touched by now in the ply that is not told yet, and is hardly doubted.

    Args:
        hyp: the likeliest hypothesis.
    """
    told = state.belief.told
    found = in_ply(state, hyp, told)
    if all(touch.point in state.duty.touched for touch in found):
        return found
    probable = _probable(state, told)
    least = costs().touched_permille
    return tuple(touch for touch in found if probable[touch.point] * 1000 > least)


def sure(state: State, touches: Sequence[Touch], before: Node) -> tuple[Touch, ...]:
    """Those touches of the ply after a node of which somebody may be accused.

    Touches that were published before the present evidence begins were beyond doubt then.
    """
    if not touches:
        return ()
    probable = _probable(state, before)
    said = state.duty.kept
    return tuple(
        t for t in touches if t.point in said or posterior.accuses(probable.get(t.point, 0))
    )


def obliged(state: State, touches: Sequence[Touch]) -> Obliged | None:
    """What these touches oblige to."""
    position, names = state.game.position, state.game.game.points
    law_touches = by_law(position, touches, state.settings.timings.together_ms)
    found: ByLaw | None = obligation(position, law_touches, state.game.rulebook.touch)
    if found is None:
        return None
    return Obliged(
        law=found.law,
        must_move=[names[point] for point in found.must_move],
        must_capture=[names[point] for point in found.must_capture],
        alternatives=[move.text for move in found.moves],
    )


# What is said.


def tell(state: State, touches: Sequence[Touch]) -> Steps[None]:
    """Publishes touches that have not been published."""
    position = state.game.position
    found = [touch for touch in touches if position.piece_at(touch.point) is not None]
    if not all(touch.point in state.duty.touched for touch in found):
        yield _touched_now(state, touches)


def _touched_now(state: State, touches: Sequence[Touch]) -> Touched:
    position, names = state.game.position, state.game.game.points
    found = [touch for touch in touches if position.piece_at(touch.point) is not None]
    observes = state.settings.mode == "observer"
    return Touched(
        points=[names[touch.point] for touch in found],
        side=position.side_to_move,
        obligation=None if observes else obliged(state, touches),
        doubtful=[names[touch.point] for touch in found if touch.doubtful],
    )


def owe(state: State) -> Steps[None]:
    """Says what an announced move, or touches, oblige to, where that has not been said."""
    due = state.duty.due
    if state.settings.mode == "observer" or castling.binds(state, due):
        return
    hyp = posterior.likeliest(state)
    fresh = () if hyp is None else in_ply(state, hyp, state.belief.told)
    sound = _not_in_doubt(state)
    said_before = [touch for touch in known(state, fresh) if touch.point in sound]
    found = claiming.bound(state) or obliged(state, said_before)
    if found is not None and found != due:
        yield said(found, state.game.to_move, released=frees(found))


def sure_points(state: State) -> set[Point]:
    """The published touches that are beyond reasonable doubt now."""
    probable = _probable(state, state.belief.told)
    return {p for p in state.duty.touched if posterior.accuses(probable.get(p, 0.0))}


def _not_in_doubt(state: State) -> set[Point]:
    """The published touches that have not come into doubt since."""
    kept, least = state.duty.kept, costs().touched_permille
    fresh = {*state.duty.touched} - kept
    probable = _probable(state, state.belief.told) if fresh else {}
    return {p for p in state.duty.touched if p in kept or probable.get(p, 0.0) * 1000 > least}


def said(found: Obliged, side: str, *, met: bool = False, released: bool = False) -> Obligation:
    """The message of an obligation."""
    return Obligation(
        side=side,
        law=found.law,
        must_move=found.must_move,
        must_capture=found.must_capture,
        alternatives=found.alternatives,
        met=met,
        released=released,
    )


def watch(state: State) -> Steps[None]:
    """Publishes touches as they are made, and what they oblige to once all stand again."""
    if state.claims.shown:
        yield from _kings_shown(state)
    if state.stage is not Stage.PLAY or state.claims.adjusting is not None:
        return
    hyp = posterior.likeliest(state)
    if hyp is None:
        return
    yield from withdraw(state, hyp)
    if hyp.lying or hyp.node is not state.belief.told:
        return
    fresh = live(state, hyp)
    side, position = state.game.to_move, state.game.position
    if fresh and (not hyp.busy or _own_off_long(state, fresh)):
        every = known(state, fresh)
        pieces = [piece for t in every if (piece := position.piece_at(t.point)) is not None]
        if not hyp.busy or any(piece.side == side for piece in pieces):
            yield from tell(state, every)
    rested_ns = state.now_ns - state.sensing.rest_ns
    settled = rested_ns >= state.settings.timings.settle_ms * MS
    if state.duty.touched and settled and not hyp.busy:
        yield from owe(state)
    if (found := castling.released(state, hyp)) is not None:
        yield said(found, side)


def withdraw(state: State, hyp: Hypothesis) -> Steps[None]:
    """Takes back touches that were none, by what was seen since.

    Args:
        hyp: the likeliest hypothesis.
    """
    duty, told = state.duty, state.belief.told
    said = {*duty.touched} - duty.kept
    if said <= {touch.point for touch in in_ply(state, hyp, told)}:
        return
    probable = _probable(state, told)
    least = 1000 - costs().touched_permille
    none = {point for point in said if probable.get(point, 0.0) * 1000 < least}
    if none:
        every = merged([p for p in duty.touched if p not in none], duty.doubtful, ())
        yield _touched_now(state, every)


def _kings_shown(state: State) -> Steps[None]:
    """A king taken up to show the result has not been touched to be moved."""
    position, standing, duty = state.game.position, state.sensing.standing, state.duty
    pieces = [(p, position.piece_at(p)) for p in duty.touched]
    shown = {p for p, piece in pieces if piece and piece.letter in KINGS and not standing >> p & 1}
    if not shown:
        return
    left = merged([p for p in duty.touched if p not in shown], duty.doubtful, ())
    names = state.game.game.points
    yield Touched(
        points=[names[touch.point] for touch in left],
        side=position.side_to_move,
        obligation=obliged(state, left) if left else None,
        doubtful=[names[touch.point] for touch in left if touch.doubtful],
    )


def _own_off_long(state: State, touches: Sequence[Touch]) -> bool:
    """Whether the touches are too old for another piece to have left in the same moment.

    Pieces that leave together are knocked, not touched.
    """
    last_ns = max(touch.at_ns for touch in touches)
    return state.now_ns - last_ns >= state.settings.timings.together_ms * MS


def settle(due: Obliged | None, side: Side, *, met: bool) -> Steps[None]:
    """A move of the side has been made: what was due is met, or binds no more."""
    if due is not None and not frees(due):
        yield said(due, side, met=met, released=not met)


def has_touched(state: State, *, early: bool = False) -> bool:
    """See `Referee.has_touched`."""
    if state.stage is Stage.ENDED and state.duty.touched_after:
        return True
    position, side = state.game.position, state.game.to_move
    early = early and state.game.answered
    hyp = posterior.likeliest(state)
    for touch in known(state, () if hyp is None else live(state, hyp)):
        piece = position.piece_at(touch.point)
        if piece is not None and (not touch.doubtful or piece.side != side or early):
            return True
    return False
