"""A game that rests: a move is sealed, the pieces are put away, and the game goes on another day.

The sealed move comes as a closed box, which the shell closes and opens. So no message, journal or
feed tells it before it is opened. What the envelope must say besides stands in the ruling that
adjourns (CH-13.2, DR-11).
"""

from __future__ import annotations

from collections.abc import Sequence

from controller.core.messages import Claim, Correction, Envelope, Ruling
from controller.core.stages import Event
from controller.core.state import AskBack, Landed, State, Steps
from controller.core.table import ending, following, record
from controller.core.table.claims.claims import Kind
from controller.core.table.clock import flags, timekeeping
from controller.core.table.clock import timer as timers
from controller.core.table.clock.timekeeping import ADJOURNED, OPENED
from controller.core.table.clock.timer import begun
from controller.core.table.record import SEALED, SET_UP_AGAIN
from rules.adjournment import INTERRUPTIONS, InterruptionLaw, interruption_law
from rules.deed import Named
from rules.entered import entered_move
from rules.position import Move, Position
from rules.rulebook import Outcome, Termination
from rules.terms import RulesError, Side

WHY = "adjournment"
"""Why the pieces of an adjourned game are set up."""
UNCONFIRMED = "position-unconfirmed"
"""Kind of a ruling: both are to confirm the position before the game rests."""


def made(state: State, side: Side) -> Move | None:
    """The move of this side that stands on the board and may still be sealed.

    It is the one that must be, while the side has not pressed its clock (CH-13.1.1).
    """
    timer, last = begun(state), state.game.last
    if timer is None or not _may_stand(state) or last is None or last.side != side:
        return None
    return last if timer.clock.turn == side and timer.unpressed.get(side) else None


def landed(state: State, side: Side) -> Move | None:
    """The same, of a move that has been set down and is not told yet."""
    found = state.belief.under_way(state.now_ns)
    if found is None or found.done_ns is None or found.move.side != side:
        return None
    return found.move if _may_stand(state) else None


def _may_stand(state: State) -> bool:
    """Whether a move is sealed that stands on the board: it is made until the clock is pressed."""
    timer, law = begun(state), INTERRUPTIONS.get(state.game.rulebook.name)
    return law is not None and law.stands and timer is not None and timer.mode == "pressed"


def sealed_ply(state: State, side: Side) -> int:
    """The number that a move will have which this side seals now."""
    return state.game.ply + (made(state, side) is None)


def another(state: State, side: Side, text: str) -> str | None:
    """Why a move may not be sealed: another one stands on the board. None where it may be."""
    positions, move = state.game.positions, made(state, side)
    before = positions[-1] if move is None else positions[-2]
    move = move or landed(state, side)
    if move is None or _is(state, before, text, move.text):
        return None
    return "the move that stands on the board is the one to be sealed (CH-13.1.1)"


def _is(state: State, position: Position, text: str, wanted: str) -> bool:
    """Whether what is written is this move."""
    try:
        return entered_move(state.game.game, position, text).text == wanted
    except RulesError:
        return False


def seal(
    state: State, law: InterruptionLaw, side: Side, box: str, left_of_session_ms: int
) -> Steps[None]:
    """The player on move has sealed a move: the clocks stop and the game rests.

    A move that stands on the board already is no part of the record before it is opened. Where
    both are to confirm the position, they are asked for it.

    Args:
        left_of_session_ms: of the planned session; it is the player's own time (CH-13.1.2).
    """
    line = state.game
    yield from timekeeping.stop(state, ADJOURNED, side)
    if left_of_session_ms and law.early is not None:
        yield from flags.charge(state, side, left_of_session_ms, why=law.early, by=side)
        if state.game.result is not None:
            return  # the flag has fallen with it
    if made(state, side) is not None:
        before = line.positions[-2].value
        yield Correction(from_ply=line.ply, to_ply=line.ply, why=SEALED, by=side, position=before)
    if waiting := unconfirmed(state):
        yield Ruling(
            kind=UNCONFIRMED,
            side=side,
            law=law.confirmed,
            evidence=[f"{each} has not confirmed the position" for each in waiting],
        )
    yield Ruling(
        kind=ADJOURNED, side=side, law=law.seals, by=side, envelope=_envelope(state, side, box)
    )  # fmt: skip
    yield Event.SEALED


def _envelope(state: State, side: Side, box: str) -> Envelope:
    line, sides = state.game, state.game.game.sides
    return Envelope(
        players={each: state.settings.players.get(each) for each in sides},
        position=line.position.value,
        remaining_ms={each: timers.remaining_ms(state, each) for each in sides},
        sealed_by=side,
        move_number=line.ply // 2 + 1,
        ply=line.ply + 1,
        box=box,
    )


def seal_reply(state: State, law: InterruptionLaw, side: Side, box: str) -> Steps[None]:
    """Who has to reply seals the reply, as the other is away, whose clock runs (CH-14.4)."""
    away = state.game.game.other(side)
    yield Ruling(
        kind=ADJOURNED, side=side, law=law.reply, by=side,
        envelope=_envelope(state, side, box), absent=[away],
    )  # fmt: skip
    yield Event.SEALED
    yield from timekeeping.turn_over(state, side)
    yield from timekeeping.go_on(state, by=side, why=ADJOURNED)


def unconfirmed(state: State) -> list[Side]:
    """The sides that have still to confirm the position before the game rests (DR-11)."""
    law = INTERRUPTIONS.get(state.game.rulebook.name)
    if law is None or law.confirmed is None or state.game.set_up_again:
        return []
    return [side for side in state.game.game.sides if side not in state.claims.confirmed]


def _vouched_for(state: State) -> list[str]:
    """Who has not confirmed the position, where the arbiter lets the game go on all the same."""
    return [f"{side} has not confirmed the position" for side in unconfirmed(state)]


def confirm(state: State, side: Side) -> Steps[str | None]:
    """A player confirms the position of a game that is to rest; why not, if that is refused."""
    law = INTERRUPTIONS.get(state.game.rulebook.name)
    if law is None or law.confirmed is None:
        return "nobody need confirm the position by the laws of this game"
    if side not in unconfirmed(state):
        return "you have confirmed the position already"
    if differs(state):
        return "first set up the position in which the move was sealed"
    yield Claim(kind=Kind.POSITION_CONFIRMED, side=side, law=law.confirmed)
    return None


def set_up_again(
    state: State, by: str, absent: Sequence[Side], appointed_ms_ago: int = 0
) -> Steps[None]:
    """The game is to go on: the board is guided to the position (CH-14.1, CH-8.4).

    The clock of a player who has to reply and is absent starts now, and the envelope stays closed
    until that player comes (CH-14.3). The law does not wait so for the sealer, whose clock runs
    once the reply is made, or sealed (CH-14.4).

    Args:
        appointed_ms_ago: how long ago the game was to go on by the clock on the wall; coming late
            counts from then (CH-14.7).
    """
    sealer, law = _sealer(state), interruption_law(state.game.rulebook)
    replier_away = state.game.game.other(sealer) in absent
    yield Ruling(
        kind=SET_UP_AGAIN,
        side=sealer,
        law=(law.away if replier_away else None) or law.again,
        by=by,
        evidence=[
            *(f"{side} is absent" for side in absent),
            *_vouched_for(state),
        ],
        absent=list(absent),
    )
    if replier_away:
        yield from timekeeping.turn_over(state, sealer)
    yield from timekeeping.appoint(state, absent, appointed_ms_ago)
    if replier_away:
        yield from timekeeping.go_on(state, by=by, why=SET_UP_AGAIN)
    yield AskBack(event=None, why=WHY)


def _sealer(state: State) -> Side:
    assert state.game.envelope is not None
    return Side(state.game.envelope.sealed_by)


def differs(state: State) -> bool:
    """Whether the pieces do not stand as they did when the move was sealed."""
    sensing = state.sensing
    return bool((sensing.standing ^ state.game.position.occupied) & ~sensing.unknown)


def open_envelope(state: State, text: str | None, by: str, present: Sequence[str]) -> Steps[None]:
    """The envelope is opened in the opponent's presence, and the sealed move is made (CH-14.2).

    Args:
        text: what is written in it. None where it is lost: then the player makes the move on
            the board (CH-14.5).
        present: who is there.
    """
    sealer, law, sealed = _sealer(state), interruption_law(state.game.rulebook), state.game.sealed
    if sealed is not None and not (text and _is(state, state.game.position, text, sealed)):
        text = sealed  # everybody has seen it, and no other could be sealed (CH-13.1.1)
    yield Ruling(
        kind=OPENED,
        side=sealer,
        law=law.lost if text is None else law.opened,
        by=by,
        move=text,
        why="the envelope is lost" if text is None else None,
        evidence=_vouched_for(state),
        absent=[side for side in state.game.absent if side not in present],
    )
    if text is None:
        yield from _go_on(state, by)
        return
    try:
        move = entered_move(state.game.game, state.game.position, text)
    except RulesError as error:
        yield from _wrong(state, sealer, str(error), by)
        return
    yield Landed(landed_ns=state.now_ns, made_ns=state.now_ns)
    yield from record.play(state, move, "arbiter")
    yield from following.follow(state)
    if state.game.result is None:
        yield from _go_on(state, by)


def _wrong(state: State, sealer: Side, why: str, by: str) -> Steps[None]:
    """What is written is no legal move, or may be several (CH-10.16); at Go a pass.

    See GO-22.sealed.
    """
    law, game = interruption_law(state.game.rulebook), state.game.game
    if law.wrong is None and law.passes is None:
        yield from _go_on(state, by)
    elif law.wrong is None and law.passes is not None:
        named = Named(law=law.passes, kind="sealed-move-impossible", side=sealer, points=())
        yield record.irregularity(state, named, "none", None)
        yield from record.impose_pass(state, sealer)
        yield from timekeeping.turn_over(state, sealer)
        yield from _go_on(state, by)
    elif law.drawn is None or game.may_win(state.game.position, game.other(sealer)):
        yield from ending.lose(state, sealer, Termination.ILLEGAL_MOVES, law.wrong, by=by, why=why)
    else:
        yield from ending.decide(
            state, Outcome.DRAW, Termination.ILLEGAL_MOVES.value, law.drawn, by=by, why=why
        )


def _go_on(state: State, by: str) -> Steps[None]:
    """The board is guided to the position.

    The clock of the side to move runs once the pieces stand.
    """
    if timers.stands(state):
        yield from timekeeping.stop(state, OPENED, by)
    yield AskBack(event=Event.OPENED, why=OPENED)
