"""What players ask for: draws, resignation, claims from the record, the count."""

from __future__ import annotations

from controller.core.inputs import Command, Refusal
from controller.core.messages import Claim
from controller.core.stages import Stage
from controller.core.state import State, Steps
from controller.core.table import ending
from controller.core.table.claims import claiming, counting, offers
from controller.core.table.claims.claims import Kind
from controller.core.table.commands.common import (
    ARBITER,
    GOING_ON,
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
from rules.claim_law import Ground, claim_law
from rules.rulebook import Termination
from rules.terms import Side


def _offer(state: State, command: Command) -> Obeying:
    return (yield from answered(offers.offer(state, player(state, command))))


def _accept(state: State, command: Command) -> Obeying:
    """A player takes the offer or concedes the claim; the arbiter finds the claim right."""
    side = side_of(state, command)
    if side is None:
        why = text_of(command, "why")
        return (yield from answered(claiming.rule(state, right=True, why=why)))
    found = state.claims.open
    if found is not None and found.side != side:
        return (yield from answered(claiming.concede(state, side)))
    return (yield from answered(_take(state, side)))


def _take(state: State, side: Side) -> Steps[str | None]:
    """Who has moved since the offer accepts none, though the move is not published yet."""
    if state.claims.offer not in {None, side} and offers.has_answered(state, side):
        return "by moving you have declined the offer"
    return (yield from offers.accept(state, side))


def _decline(state: State, command: Command) -> Obeying:
    side = side_of(state, command)
    if side is None:
        why = text_of(command, "why")
        return (yield from answered(claiming.rule(state, right=False, why=why)))
    return (yield from answered(offers.decline(state, side)))


def _resign(state: State, command: Command) -> Obeying:
    side = player(state, command)
    law = claim_law(state.game.rulebook).resigns
    yield Claim(kind=Kind.RESIGNATION, side=side, law=law)
    yield from ending.lose(state, side, Termination.RESIGNATION, law)
    return None


def _claim(state: State, command: Command) -> Obeying:
    ground = Ground(command.name.removeprefix("claim-"))
    side = side_of(state, command)
    if side is None:
        return (yield from answered(claiming.declare(state, ground, text_of(command, "why"))))
    move = command.args.get("move")
    if move is not None and not isinstance(move, str):
        return Refusal(reason='"move" is the move that would bring it about, or is left out')
    return (yield from answered(claiming.claim(state, side, ground, move)))


def _consent(state: State, command: Command) -> Obeying:
    """The opponent lets the player on move adjust pieces (XQ-5.6)."""
    law, adjusting = claim_law(state.game.rulebook), state.claims.adjusting
    bars = (
        (not law.adjust_consent, f"adjusting needs no consent in {state.game.game.name}"),
        (command.role == state.game.to_move, "the opponent of the player on move consents"),
        (adjusting is not None, f"{adjusting} is adjusting already"),
        (touched(state), "a man has been touched already"),
    )
    if reason := next((reason for barred, reason in bars if barred), None):
        return Refusal(reason=reason)
    yield Claim(kind=Kind.ADJUST_CONSENT, side=command.role, law=law.adjusts)
    return None


def _mark(state: State, command: Command) -> Obeying:
    points, shared = command.args.get("points", []), command.args.get("shared", [])
    return (yield from answered(counting.mark(state, command.role, points, shared)))


def _agree(state: State, command: Command) -> Obeying:
    side = side_of(state, command)
    if command.args.get("agreed") is False:
        if side is None:
            return Refusal(reason="a player disputes the count; the arbiter marks and decides")
        return (yield from answered(counting.dispute(state, side)))
    result = command.args.get("result")
    if result is not None and not isinstance(result, str):
        return Refusal(reason='"result" is the score as records write it, such as B+3.5')
    return (yield from answered(counting.agree(state, command.role, result)))


_SETTLED = frozenset({Stage.PLAY})
"""The record says what stands on the board, so that it can be looked up."""
_OFFERED = PLAYED | {Stage.ADJOURNED}
"""Who has sealed may offer a draw; the answer may wait until the move is seen (CH-10.9)."""
_RULED = {ARBITER: frozenset({Stage.ADJOURNED})}
"""No claim is open while a game rests, so that there is nothing to rule on."""
_COUNT = frozenset({Stage.COUNT})
_PLAYER = frozenset({PLAYER})
_BOTH = frozenset({PLAYER, ARBITER})

ROWS: Rows = {
    "offer-draw": Row(obey=_offer, roles=_PLAYER, stages=_OFFERED),
    "accept-draw": Row(obey=_accept, roles=_BOTH, stages=_OFFERED, less=_RULED),
    "decline-draw": Row(obey=_decline, roles=_BOTH, stages=_OFFERED, less=_RULED),
    "resign": Row(obey=_resign, roles=_PLAYER, stages=GOING_ON),
    "claim-repetition": Row(obey=_claim, roles=_BOTH, stages=_SETTLED),
    "claim-move-limit": Row(obey=_claim, roles=_BOTH, stages=_SETTLED),
    "consent-adjust": Row(obey=_consent, roles=_BOTH, stages=_SETTLED),
    "mark-dead": Row(obey=_mark, roles=_BOTH, stages=_COUNT),
    "agree-score": Row(obey=_agree, roles=_BOTH, stages=_COUNT),
}
