"""What players say while they play: promotion, adjusting, passing, answering."""

from __future__ import annotations

from controller.core.inputs import Command, Refusal
from controller.core.messages import Answered, Claim
from controller.core.stages import Stage
from controller.core.state import Landed, State, Steps
from controller.core.table import adjusting, crowning, following, promoting, record
from controller.core.table.claims.claims import Kind
from controller.core.table.commands import timing
from controller.core.table.commands.common import (
    ARBITER,
    OPERATOR,
    PLAYED,
    PLAYER,
    Obeying,
    Row,
    Rows,
    answered,
    player,
    side_of,
    text_of,
    touched,
)
from rules.claim_law import claim_law
from rules.terms import Side

NONE = "none"
"""The answer to a question whose moves are not what was done."""


def _promote(state: State, command: Command) -> Obeying:
    letter, side = (text_of(command, "to") or "").lower(), player(state, command)
    if not letter:
        return Refusal(reason='"to" is the letter of the new man: q, r, b or n')
    if promoting.assumed(state, side):
        reason = yield from promoting.choose_again(state, side, letter)
        if reason is None:
            return None  # whatever pawn may come next
    if state.stage is not Stage.ENDED and promoting.may_come(state, side, letter):
        yield Claim(kind=Kind.PROMOTION, side=side, choice=letter)
        return None
    return (yield from answered(promoting.choose_again(state, side, letter)))


def _answer(state: State, command: Command) -> Obeying:
    question = state.game.question
    if question is None:
        return Refusal(reason="no question is open")
    if command.args.get("id") not in (None, question.id):
        return Refusal(reason=f"the open question is {question.id}")
    text = text_of(command, "move")
    if text != NONE and text not in question.candidates:
        named = ", ".join(question.candidates)
        return Refusal(reason=f"the question is about {named}; {NONE} if it was another move")
    move = None if text is None or text == NONE else state.game.position.by_text(text)
    yield Answered(id=question.id, move=None if move is None else text, by=command.role)
    yield from state.referee.answered(state, move)
    return None


def _adjust(state: State, command: Command) -> Obeying:
    on = command.args.get("on", True)
    if not isinstance(on, bool):
        return Refusal(reason='"on" is true or false')
    if on:
        return (yield from _begin_adjusting(state, command))
    who = state.claims.adjusting
    if who is not None and command.role not in (who, ARBITER):
        return Refusal(reason=f"{who} is adjusting")
    yield from adjusting.end(state)
    return None


def _begin_adjusting(state: State, command: Command) -> Obeying:
    adjusts = claim_law(state.game.rulebook)
    if state.claims.adjusting is None and state.belief.gone_on(state.now_ns):
        return Refusal(reason="a man has been touched already")  # nothing has been said yet
    if not (yield from _in_turn(state, side_of(state, command))):
        return Refusal(reason=f"only the player on move may adjust men ({adjusts.adjusts})")
    if state.stage is not Stage.PLAY:
        return None  # what the opponent has just played has ended the game, or is claimed
    if state.claims.adjusting is None and touched(state):
        return Refusal(reason="a man has been touched already")
    if side_of(state, command) is not None and adjusts.adjust_consent:
        if state.claims.adjusting is not None or state.claims.adjust == command.role:
            return Refusal(reason="you have asked already")
        yield Claim(kind=Kind.ADJUST, side=command.role, law=adjusts.adjusts)
    else:
        yield Claim(kind=Kind.ADJUSTING, side=command.role, law=adjusts.adjusts)
    return None


def _in_turn(state: State, side: Side | None) -> Steps[bool]:
    """Whether it is this side's turn, or is from now on.

    By speaking it takes what the other has played for complete.
    """
    if side is None or side == state.game.to_move:
        return True
    if not (yield from state.referee.completes(state, side)):
        return False
    yield from following.follow(state)
    return True


def _confirm_crowning(state: State, command: Command) -> Obeying:
    """Either player, or anybody at the board, has put the second piece on (DR-5.6)."""
    name, index = text_of(command, "point"), state.game.game.index
    if name is not None and name not in index:
        return Refusal(reason=f"there is no point {name[:20]!r}")
    point = None if name is None else index[name]
    return (yield from answered(crowning.confirm(state, point, command.role)))


def _pass(state: State, command: Command) -> Obeying:
    """A move that nothing on the board shows (Go)."""
    side = player(state, command)
    if command.args.get("at_flag") is True:
        return (yield from timing.pass_at_flag(state, side))
    if state.game.position.by_text("pass") is None:
        return Refusal(reason=f"nobody may pass in {state.game.game.name}")
    if not state.belief.at_rest(state.now_ns):
        if side == state.game.to_move or not (yield from _in_turn(state, side)):
            return Refusal(
                reason="something has been done on the board already; let it settle first"
            )
    elif side != state.game.to_move:
        return Refusal(reason=f"{state.game.to_move} is to move")
    move = state.game.position.by_text("pass")
    assert move is not None
    yield Landed(landed_ns=state.now_ns, made_ns=state.now_ns)
    yield from record.play(state, move, "confirmed")
    return None


_BOTH = frozenset({PLAYER, ARBITER})
_ANYBODY = frozenset({PLAYER, ARBITER, OPERATOR})
_PLAY = frozenset({Stage.PLAY})
ROWS: Rows = {
    "promote": Row(
        obey=_promote,
        roles=frozenset({PLAYER}),
        stages=frozenset({Stage.PLAY, Stage.QUESTION, Stage.ENDED}),
    ),
    "answer": Row(
        obey=_answer,
        roles=_ANYBODY,
        stages=frozenset({Stage.QUESTION, Stage.RESTORE, Stage.ENDED}),
    ),
    "adjust": Row(obey=_adjust, roles=_BOTH, stages=_PLAY),
    "confirm-crowning": Row(obey=_confirm_crowning, roles=_ANYBODY, stages=PLAYED),
    "pass": Row(obey=_pass, roles=frozenset({PLAYER}), stages=_PLAY),
}
