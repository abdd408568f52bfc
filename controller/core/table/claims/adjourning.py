"""A game that rests: a move is sealed, the pieces are put away, and the game goes on another day.

The sealed move comes as a closed box, which the shell closes and opens. So no message, journal or
feed tells it before it is opened. What the envelope must say besides stands in the ruling that
adjourns (CH-13.3, DR-11).
"""

from __future__ import annotations

from collections.abc import Sequence

from controller.core.messages import Envelope, Ruling
from controller.core.stages import Event
from controller.core.state import AskBack, Landed, State, Steps
from controller.core.table import ending, following, record
from controller.core.table.clock import flags, timekeeping
from controller.core.table.clock import timer as timers
from controller.core.table.clock.timekeeping import ADJOURNED, OPENED
from controller.core.table.record import SET_UP_AGAIN
from rules.adjournment import InterruptionLaw, interruption_law
from rules.deed import Named
from rules.entered import entered_move
from rules.rulebook import Outcome, Termination
from rules.terms import RulesError, Side

WHY = "adjournment"
"""Why the pieces of an adjourned game are set up."""


def seal(
    state: State, law: InterruptionLaw, side: Side, box: str, left_of_session_ms: int
) -> Steps[None]:
    """The player on move has sealed a move: the clocks stop and the game rests.

    Args:
        left_of_session_ms: of the planned session; it is the player's own time (CH-13.2).
    """
    line, sides = state.game, state.game.game.sides
    yield from timekeeping.stop(state, ADJOURNED, side)
    if left_of_session_ms and law.early is not None:
        yield from flags.charge(state, side, left_of_session_ms, why=law.early, by=side)
        if state.game.result is not None:
            return  # the flag has fallen with it
    envelope = Envelope(
        players={each: state.settings.players.get(each) for each in sides},
        position=line.position.value,
        remaining_ms={each: timers.remaining_ms(state, each) for each in sides},
        sealed_by=side,
        move_number=line.ply // 2 + 1,
        ply=line.ply + 1,
        box=box,
    )
    yield Ruling(kind=ADJOURNED, side=side, law=law.law, by=side, envelope=envelope)
    yield Event.SEALED


def set_up_again(state: State, by: str, absent: Sequence[Side]) -> Steps[None]:
    """The game is to go on: the board is guided to the position (CH-14.1, CH-8.4).

    The clock of a player who has to reply and is absent starts now. The envelope stays closed until
    that player comes. The law does not wait so for the sealer, whose clock runs once the reply is
    made.
    """
    sealer = _sealer(state)
    yield Ruling(
        kind=SET_UP_AGAIN,
        side=sealer,
        law=interruption_law(state.game.rulebook.name).law,
        by=by,
        evidence=[f"{side} is absent" for side in absent],
    )
    if state.game.game.other(sealer) in absent:
        yield from timekeeping.turn_over(state, sealer)
        yield from timekeeping.go_on(state, by=by, why=SET_UP_AGAIN)
    yield AskBack(event=None, why=WHY)


def _sealer(state: State) -> Side:
    assert state.game.envelope is not None
    return Side(state.game.envelope.sealed_by)


def differs(state: State) -> bool:
    """Whether the pieces do not stand as they did when the move was sealed."""
    sensing = state.sensing
    return bool((sensing.standing ^ state.game.position.occupied) & ~sensing.unknown)


def open_envelope(state: State, text: str | None, by: str) -> Steps[None]:
    """The envelope is opened in the opponent's presence, and the sealed move is made (CH-14.1).

    Args:
        text: what is written in it. None where it is lost: then the player makes the move on
            the board.
    """
    sealer = _sealer(state)
    yield Ruling(
        kind=OPENED,
        side=sealer,
        law=interruption_law(state.game.rulebook.name).law,
        by=by,
        move=text,
        why="the envelope is lost" if text is None else None,
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
    law, game = interruption_law(state.game.rulebook.name), state.game.game
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
