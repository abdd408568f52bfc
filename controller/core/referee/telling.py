"""What the belief has decided becomes messages: moves, corrections, questions, irregularities."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple, assert_never

from controller.core.belief.begun import begun
from controller.core.belief.decision import Decision as Decided
from controller.core.belief.decision import Doubt, How, Made, Undone, Unlawful
from controller.core.belief.line import Kind, Node
from controller.core.belief.world import Hypothesis, Log
from controller.core.messages import Answered, Question
from controller.core.referee import (
    accepting,
    castling,
    duty,
    fouling,
    naming,
    posterior,
    promoting,
    remedies,
    touches,
    undoing,
    worlds,
)
from controller.core.settings import MS
from controller.core.stages import Event, Stage
from controller.core.state import AskBack, HandsOff, Landed, State, Steps
from controller.core.table import record
from controller.core.table.claims import claiming, confirming
from controller.core.table.clock import timekeeping
from rules.deed import Named
from rules.position import Move
from rules.terms import Side

CONFIRMED = "confirmed"
PLAYED = frozenset({Stage.SETUP, Stage.PLAY, Stage.QUESTION, Stage.RESTORE})
"""Stages in which a ply from the position of the record is play."""


def conclude(state: State, decision: Decided) -> Steps[None]:
    """See `Referee.conclude`."""
    match decision:
        case Made():
            yield from made(state, decision)
        case Undone():
            yield from undoing.undone(state, decision)
        case Doubt():
            yield from doubt(state, decision)
        case Unlawful():
            yield from unlawful(state, decision)
        case _:
            assert_never(decision)


# A ply was made.


def made(state: State, found: Made) -> Steps[None]:
    """A ply is beyond doubt; what was open before it is closed by it."""
    if found.node.move is None:
        if state.remedy.offered and found.how is How.REPLY:
            assert state.remedy.irregularity is not None
            yield from accepting.accept(state, state.remedy.irregularity, "reply")
        return
    if state.stage not in {*PLAYED, Stage.ENDED} and not _open(state):
        return
    if state.game.question is not None:
        yield from _answer(state, found.node)
    if state.stage is Stage.CHOICE:
        yield from _over_an_offer(state, found)
    elif state.stage in (Stage.SETUP, Stage.RESTORE):
        yield from remedies.played_on(state)
    move, before = found.node.move, found.node.parent
    if state.stage in (Stage.PLAY, Stage.ENDED) and move in state.game.position.moves():
        assert before is not None
        seen = Seen(found.hypothesis, before, found.log)
        unseen = found.node.kind is Kind.UNSEEN
        yield from commit(state, move, None if unseen else seen, found.how.value)


def _open(state: State) -> bool:
    """Whether a ply is waited for: over an offer, or to answer a question of an ended game."""
    return state.stage is Stage.CHOICE or state.game.question is not None


def _answer(state: State, node: Node) -> Steps[None]:
    """Evidence has answered the open question."""
    question = state.game.question
    assert question is not None
    text = None if node.move is None else node.move.text
    yield Answered(
        id=question.id, move=text if text in question.candidates else None, by=remedies.EVIDENCE
    )


def _over_an_offer(state: State, found: Made) -> Steps[None]:
    """Play while an irregularity is offered: the opponent's accepts it (DR-7.7), other denies it.

    Its own player may have corrected it by setting the piece on to where the law lets it go.
    """
    offered, move = state.remedy.irregularity, found.node.move
    assert offered is not None
    assert move is not None
    after = remedies.if_it_stands(state, offered)
    before = found.node.parent
    if before is not None and after is not None and before.position.text == after.text:
        if move.side != offered.side:
            yield from accepting.accept(state, offered, "reply")
        return
    since = [deed for deed in found.log if deed.at_ns > state.duty.named_ns]
    if not since or move.side != offered.side:
        yield from remedies.withdrawn(state, offered, remedies.A_SENSOR)
    elif all(deed.placed is False and deed.point in move.captured for deed in since):
        yield from remedies.withdrawn(state, offered, remedies.TAKEN_OFF)
    else:
        yield from remedies.corrected(state, offered)


class Seen(NamedTuple):
    """How a ply was made.

    Attributes:
        hyp: the likeliest hypothesis; before: the ply before; log: what was done after that.
    """

    hyp: Hypothesis
    before: Node
    log: Log


def commit(state: State, move: Move, seen: Seen | None, by: str) -> Steps[None]:
    """A legal move becomes part of the game, with the breach that it is, if it is one.

    Args:
        seen: None where nobody saw how it was made.
    """
    due, log = state.duty.due, () if seen is None else seen.log
    fresh = () if seen is None else duty.in_ply(state, seen.hyp, seen.before)
    known = duty.known(state, fresh, move.captured)
    sure = known if seen is None else duty.sure(state, known, seen.before)
    yield from duty.tell(state, known)
    if seen is not None:
        yield from _pressed_amid(state, seen)
    fouls = fouling.fouls(state, sure)
    finding = None if seen is None else _breach(state, move, sure, log)
    if known != sure and finding is not None:  # a touch in doubt may have freed the player
        finding = _breach(state, move, known, log) and finding
    claimed = finding is not None and finding.doubt is None and _claimed_at_once(state, finding, by)
    if finding is not None:
        word = ("restore", None) if claimed else remedies.claimable(state, finding)
        yield record.irregularity(state, finding, *word)
    breach = None if finding is None else f"i{state.game.ids}"
    yield _landed(state, move, seen)
    yield from record.play(
        state,
        _as_shown(state, move, log),
        by,
        assumed=promoting.assumed(state, move),
        breach=breach,
        crown_felt=promoting.crown_felt(state, move, log),
    )
    yield from remedies.charge_fouls(state, fouls)
    if claimed:
        yield from remedies.take_back(state, remedies.REFEREE)
        return
    yield from duty.settle(due, move.side, met=finding is None)
    if by == How.PRESSED.value:
        yield from promoting.pawn_left(state)


def _pressed_amid(state: State, seen: Seen) -> Steps[None]:
    """Names a press that came before the move was finished, or begun."""
    named = naming.pressed_amid(state, seen.before, seen.log)
    if named is not None and not named.restore:
        yield from _in_vain(state, named)


def _breach(state: State, move: Move, known: tuple[touches.Touch, ...], log: Log) -> Named | None:
    """What went against the law in a legal move: an announcement, a touch, how it was made."""
    if (found := claiming.broken(state, move)) is not None:
        return found
    if claiming.bound(state) is None:  # what was announced goes before what was touched
        found = castling.broken(state, move) or touches.breach(
            state.game.position,
            move,
            known,
            begun_ns=touches.begun_ns(log, move),
            rulebook=state.game.rulebook,
            together_ms=state.settings.timings.together_ms,
        )
    return found or naming.flaw(state, move, log, promoting.moved_without(state, move))


def _claimed_at_once(state: State, finding: Named, by: str) -> bool:
    """The referee claims a breach for an opponent who has not touched a piece (FIDE-4.8)."""
    return by != "reply" and remedies.claimed_unasked(state, finding)


def _as_shown(state: State, move: Move, log: Log) -> Move:
    """The move with the path that the hands took."""
    placed = [deed.point for deed in log if deed.placed]
    removed = [d.point for d in log if d.placed is False and d.point in move.captured]
    return state.game.game.as_shown(move, placed, removed)


def _landed(state: State, move: Move, seen: Seen | None) -> Landed:
    """When the piece of a move was set down, and when all of it was done."""
    log = () if seen is None else seen.log
    down = [deed.at_ns for deed in log if deed.placed and deed.point == move.target]
    last = [d.at_ns for d in log if d.placed is not None and move.footprint.changes >> d.point & 1]
    last += [d.at_ns for d in _behind(seen) if d.placed is False and d.point in move.captured]
    landed_ns = max(down, default=state.now_ns if seen is None else seen.hyp.landed_ns)
    return Landed(landed_ns=landed_ns, made_ns=max([*last, landed_ns]))


def _behind(seen: Seen | None) -> Log:
    """What was done behind a ply: captured stones may be taken off then (Go)."""
    line = None if seen is None else seen.hyp.node.line_after(seen.before)
    if seen is None or not line:
        return ()
    return posterior.log_after(seen.hyp, line[0]) or ()


# Doubt.


def doubt(state: State, found: Doubt) -> Steps[None]:
    """Asks, unless the kings show a result, which is no move."""
    if state.stage not in (Stage.PLAY, Stage.ENDED) or state.game.question is not None:
        return
    if not found.candidates:  # nobody knows what was done: the record stands
        if state.stage is Stage.PLAY and not (yield from confirming.shown(state)):
            yield AskBack(event=Event.IRREGULAR, why="question")
        return
    people = any(node.kind is Kind.UNSEEN for node in found.candidates)
    yield Question(
        id=state.next_id("q"),
        reason=_reason(found),
        candidates=[node.move.text for node in found.candidates if node.move is not None],
        answers=["answer"] if people else ["answer", "play-on"],
        odds=[*found.odds],
    )


def _reason(found: Doubt) -> str:
    """What the board cannot tell; see docs/protocol.md."""
    moves = [node.move for node in found.candidates if node.move is not None]
    unseen = any(node.kind is Kind.UNSEEN for node in found.candidates)
    if unseen or len(moves) < 2:
        return "sensor-silent"
    captures = {bool(move.captured) for move in moves}
    same = len({move.origin for move in moves}) == 1
    return "capture-or-bump" if len(captures) == 2 and same else "two-moves-fit"


def answered(state: State, move: Move | None) -> Steps[None]:
    """See `Referee.answered`."""
    if move is None:
        if state.stage is Stage.PLAY:
            yield AskBack(event=Event.IRREGULAR, why="question")
        return
    yield from commit(state, move, _how(state, move), CONFIRMED)
    if state.stage is Stage.ENDED:
        yield from _played_behind(state)


def _played_behind(state: State) -> Steps[None]:
    """The plies that were made behind the one asked about, before the game ended."""
    yield HandsOff()
    while _made_before_the_end(state):
        decision = state.belief.decide(state.now_ns)
        if not isinstance(decision, Made):
            return
        yield from made(state, decision)


def _made_before_the_end(state: State) -> bool:
    hyp = posterior.likeliest(state)
    node = None if hyp is None else next(iter(hyp.node.line_after(state.belief.told) or ()), None)
    if hyp is None or node is None or node.move is None:
        return False
    return all(deed.at_ns <= state.game.ended_ns for deed in hyp.done_in(node))


def _how(state: State, move: Move) -> Seen | None:
    """How the likeliest hypothesis has it that a move was made; None where nobody saw it."""
    told = state.belief.told
    before = told.parent if told.move == move and told.parent is not None else told
    for _, hyp in posterior.alive(state):
        line = hyp.node.line_after(before)
        if line and line[0].move == move and line[0].kind is not Kind.UNSEEN:
            return Seen(hyp, before, posterior.log_after(hyp, before) or ())
    return None


# What no legal move leads to.


def unlawful(state: State, found: Unlawful) -> Steps[None]:
    """Names what stands, and does what the law does about it."""
    hyp = found.hypothesis
    if state.stage is Stage.CHOICE:
        yield from _beside_an_offer(state, hyp)
        return
    if state.stage is not Stage.PLAY or (yield from confirming.shown(state)):
        return
    before = state.belief.told.parent
    if before is not None and hyp.node.line_after(state.belief.told) is None:
        yield from undoing.after_release(state, hyp, before, 1)
        return
    node = next(iter(hyp.node.line_after(state.belief.told) or ()), None)
    if node is not None and node.kind is Kind.TAKEN_BACK and not hyp.lying:
        named = naming.taken_back(state, remedies.plies_since(state, node.position))
    else:
        if node is not None and node.kind is Kind.AGAINST:
            log = posterior.log_after(hyp, state.belief.told) or ()
            hyp = worlds.world_of(node, log, hyp.landed_ns)
        named = naming.unlawful(state, hyp, pressed=found.pressed)
        named = named and naming.or_taken_back(state, named)
    if named is not None:
        upon = node is not None and (found.hypothesis.busy or found.hypothesis.node is not node)
        yield from remedies.name(state, hyp, replace(named, restore=named.restore or upon))


def _beside_an_offer(state: State, hyp: Hypothesis) -> Steps[None]:
    """Something else stands irregularly while an irregularity is offered: all is to be put back."""
    found = state.remedy.irregularity
    if found is None or not hyp.busy:
        return
    yield AskBack(event=Event.IRREGULAR, why="irregularity")


# What the hands have done by now.


def as_it_stands(state: State) -> Steps[None]:
    """See `Referee.as_it_stands`."""
    yield HandsOff()
    while (decision := state.belief.decide(state.now_ns)) is not None:
        yield from conclude(state, decision)  # type: ignore[arg-type]


def completes(state: State, side: Side, *, own: bool = False) -> Steps[bool]:
    """See `Referee.completes`."""
    found = state.belief.under_way(state.now_ns)
    if found is None or found.done_ns is None or (found.move.side == side) is not own:
        return False
    told, move = state.belief.told, found.move
    rested_ns = state.now_ns + state.settings.timings.ask_ms * MS  # who speaks says it is made
    if not posterior.beyond_doubt(state, lambda hyp: _begins_with(hyp, told, move), rested_ns):
        return False  # nothing is asked for the sake of a word
    before = state.game.ply
    yield from as_it_stands(state)
    return state.game.ply > before and (own or state.game.to_move == side)


def _begins_with(hyp: Hypothesis, told: Node, move: Move) -> bool:
    line = hyp.node.line_after(told) or []
    if not line and hyp.node is told:
        change = hyp.node.book.made(hyp.key)
        return change is not None and move in change.moves
    return len(line) == 1 and line[0].move == move and not hyp.busy


def no_move(state: State) -> Steps[None]:
    """A clock was pressed upon no move, beyond doubt (FIDE-7.5.3, GO-17.clock)."""
    told, settle_ms = state.belief.told, state.settings.timings.settle_ms
    hyp = posterior.likeliest(state)
    if state.stage is not Stage.PLAY or state.clock is None or hyp is None:
        return
    press = naming.press_in(state, posterior.log_after(hyp, told) or ())
    if press is None or state.now_ns - max(press.at_ns, state.sensing.rest_ns) < settle_ms * MS:
        return
    if posterior.beyond_doubt(state, lambda hyp: hyp.node is told and _stands(hyp)):
        yield from _in_vain(state, naming.pressed_amid(state, told, hyp.log))


def _stands(hyp: Hypothesis) -> bool:
    """Whether all that was done is felt: no piece seems to be in a hand and may stand unfelt."""
    return not hyp.busy or (begun(hyp) is not None and not hyp.air)


def _in_vain(state: State, named: Named | None) -> Steps[None]:
    """A press was upon no move, or upon one that was not finished, by this name."""
    if named is not None:
        yield from remedies.apply(state, named)
    if named is None or named.kind == naming.NO_MOVE:
        yield from timekeeping.pressed_in_vain(state, state.game.to_move)
