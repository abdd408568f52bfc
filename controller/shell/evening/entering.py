"""People enter what they have seen and the board has not: stones on points whose sensors fail, men moved between two such.

Nothing else could show such a play: the stone comes from the bowl, and the reply looks like it. They do so where the
board has announced the sensor as broken, and where it has asked the men back again and again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from controller.core.stages import Stage
from controller.core.table.commands.play import NONE
from controller.core.table.penalties import turn_waits
from rules.terms import Side, point_set

if TYPE_CHECKING:
    from collections.abc import Mapping

    from controller.core.board import Board
    from controller.core.inputs import Refusal
    from controller.shell.evening.outcome import Outcome
    from controller.shell.evening.plan import Order, Plan
    from rules.game import Game
    from rules.position import Move
    from rules.terms import PointSet


TRIES = 3
"""Times that players put the men right before the arbiter enters the move."""


class Attended(Protocol):
    """What people at a table know and do, see `playing.Evening`."""

    session: Board
    game: Game
    plan: Plan
    outcome: Outcome
    begun: int
    at_ns: int
    late_ns: int

    def command(self, role: str, name: str, args: Mapping[str, object]) -> Refusal | None: ...

    def settle(self) -> None: ...

    def rest(self, ms: int = ...) -> None: ...


def is_unfelt(session: Board, text: str) -> bool:
    """Whether this move of the side on move is a play that the board is known not to feel."""
    move = session.line.position.by_text(text)
    return move is not None and move.mover is None and _is_known_not_to_be_felt(session, move)


def is_waiting(session: Board, text: str) -> bool:
    """Whether the board cannot find this move at the end: it is not felt, or a captured stone seems to be left on."""
    begun = session.state.belief.under_way(session.state.now_ns)
    left_on = begun is not None and begun.left != 0 and begun.move.mover is None
    move = session.line.position.by_text(text)
    return left_on or (move is not None and _is_known_not_to_be_felt(session, move))


def _is_known_not_to_be_felt(session: Board, move: Move) -> bool:
    places = move.footprint.places
    changed = places if move.mover is None else places | move.footprint.lifts
    return bool(changed) and not changed & ~_blamed(session)


def _blamed(session: Board) -> PointSet:
    """Points whose sensors are believed to show what is not so."""
    return point_set(session.state.belief.symptoms(session.state.now_ns))


def answer(evening: Attended) -> None:
    """Somebody who knows what was played answers the open question."""
    session = evening.session
    if session.line.question is None:
        return
    ply = session.line.ply
    made = evening.plan.line[ply] if ply < evening.begun else NONE
    known = made in session.line.question.candidates
    refusal = evening.command("arbiter", "answer", {"move": made if known else NONE})
    if refusal is not None and session.stage is not Stage.QUESTION:
        return  # what was played has answered it in that moment
    assert refusal is None, refusal.reason
    evening.outcome.answered += 1
    evening.outcome.none_of_these += not known


def enter(evening: Attended, *, tried: bool = False) -> None:
    """The arbiter enters the last move where the board has not found it, and play waits for that.

    Args:
        tried: players have put the men right for it again and again.
    """
    before_ns = evening.at_ns
    evening.settle()
    _enter(evening, tried=tried)
    evening.late_ns += evening.at_ns - before_ns


def _enter(evening: Attended, *, tried: bool) -> None:
    session = evening.session
    ply = session.line.ply
    text = evening.plan.line[ply] if ply < evening.begun else ""
    if session.line.position.by_text(text) is None:  # found by now; or the record stands otherwise
        return
    enters = tried or not evening.game.pieces_move or is_waiting(session, text)
    if session.stage is Stage.PLAY and enters:
        args = {"ply": ply + 1, "moves": [text], "why": "not felt"}
        refusal = evening.command("arbiter", "correct", args)
        assert refusal is None, refusal.reason
        evening.rest(2000)


def object_to(evening: Attended) -> None:
    """A turn is to be lost for a stone that was lawfully played, or that a sensor made up: people say so.

    The arbiter enters what was not felt before it.
    """
    session, ply = evening.session, evening.session.line.ply
    waits = turn_waits(session.state)
    if waits is None:
        return
    if ply == evening.begun:
        refusal = evening.command("arbiter", "accept-irregularity", {"id": waits.id})
    else:
        line = evening.plan.line[ply : evening.begun]
        args = {"ply": ply + 1, "moves": list(line), "why": "not felt"}
        refusal = evening.command("arbiter", "correct", args)
    assert refusal is None, refusal.reason


def speaker(evening: Attended, order: Order) -> str:
    """Who gives an order: an irregularity of draughts is let stand by the opponent alone (DR-15.1.3)."""
    state = evening.session.state
    found, alone = state.remedy.irregularity, state.game.rulebook.opponents_alone
    if found is None or alone is None or order.name != "accept-irregularity":
        return order.role
    return evening.game.other(Side(found.side))
