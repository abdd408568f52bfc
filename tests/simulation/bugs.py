"""Known bugs, to be switched on one at a time: small changes to core, driver, journal or edge.

Each is of a kind that has been or could easily be made. Evenings that find none of them would prove
nothing by being good.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from controller.core import stages
from controller.core.belief.recorded import RecordedBelief
from controller.core.belief.tracker import Belief
from controller.core.board import Board
from controller.core.messages import Head, Obligation, Result
from controller.core.sensing.debounce import Debounce
from controller.core.table import commands
from controller.shell.evening.ledger import BOARD, EPOCH, GAME_ID, Ledger, MemoryJournal
from drivers.expanders import ExpanderMatrix, Seen
from drivers.mcp23017 import Registers, _Chip
from rules.chess.position import ChessPosition
from rules.draughts.position import DraughtsPosition
from rules.footprint import Footprint

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import chess
    import pytest

    from controller.core.inputs import Command, Effects, Input
    from controller.core.messages import Message
    from controller.core.sensing.debounce import Edge
    from controller.core.settings import Settings
    from controller.core.state import State, Steps
    from controller.shell.evening.ledger import Kept
    from drivers.expanders import _Known
    from rules.position import Move


@dataclass(frozen=True, kw_only=True)
class Bug:
    """One bug and the evenings that must find it.

    Attributes:
        switch_on: makes the change.
        seed: of the first evening, chosen so that what the bug needs comes up soon.
    """

    switch_on: Callable[[pytest.MonkeyPatch], None]
    game: str = "chess"
    mix: str = "club"
    seed: int = 1


def _timings(patch: pytest.MonkeyPatch, **changes: int) -> None:
    """Boards judge hands by other times."""
    board, belief = Board.__init__, RecordedBelief.__init__

    def hurried(settings: Settings) -> Settings:
        return replace(settings, timings=replace(settings.timings, **changes))

    patch.setattr(
        Board, "__init__", lambda self, settings, *parts: board(self, hurried(settings), *parts)
    )
    patch.setattr(
        RecordedBelief, "__init__", lambda self, settings: belief(self, hurried(settings))
    )


def bounces_back_unnoticed(patch: pytest.MonkeyPatch) -> None:
    """A contact that is back before its time still counts as changed."""

    class Sticky(dict[int, int]):
        def pop(self, *_: object) -> int:
            return 0

    init = Debounce.__init__

    def changed(self: Debounce, **times: int) -> None:
        init(self, **times)
        self._since = Sticky()

    patch.setattr(Debounce, "__init__", changed)


def lifts_need_ten_times_as_long(patch: pytest.MonkeyPatch) -> None:
    _timings(patch, lift_ms=150)


def unknown_is_empty(patch: pytest.MonkeyPatch) -> None:
    frame = Debounce.frame

    def changed(
        self: Debounce,
        at_ns: int,
        levels: int,
        unknown: int = 0,
        *told: Any,  # noqa: ANN401 - as frame takes them
    ) -> list[Edge]:
        return frame(self, at_ns, levels & ~unknown, 0, *told)

    patch.setattr(Debounce, "frame", changed)


def edges_in_wrong_order(patch: pytest.MonkeyPatch) -> None:
    """Of two changes within half a second the later is heard first."""
    edge = Belief.edge

    def changed(self: Belief, found: Edge) -> None:
        held: Edge | None = self.__dict__.pop("held", None)
        if held is None:
            self.__dict__["held"] = found
        elif found.at_ns - held.at_ns < 500_000_000:
            edge(self, found)
            edge(self, held)
        else:
            edge(self, held)
            self.__dict__["held"] = found

    patch.setattr(Belief, "edge", changed)


def _footprints(patch: pytest.MonkeyPatch, change: Callable[[Move], Footprint]) -> None:
    """Moves of chess ask something else of the hands."""
    describe = ChessPosition._describe

    def changed(self: ChessPosition, move: chess.Move) -> Move:
        found = describe(self, move)
        return replace(found, footprint=change(found))

    patch.setattr(ChessPosition, "_describe", changed)


def rook_may_stay_in_castling(patch: pytest.MonkeyPatch) -> None:
    def change(move: Move) -> Footprint:
        if move.partner is None:
            return move.footprint
        steps = tuple(step for step in move.footprint.steps if step.man == move.mover)
        return Footprint(steps, ((0, 1),))

    _footprints(patch, change)


def draughts_victims_are_ignored(patch: pytest.MonkeyPatch) -> None:
    """Captured men stay: neither hands nor the record take them off."""
    moves = DraughtsPosition.moves

    def changed(self: DraughtsPosition) -> Sequence[Move]:
        return [
            replace(move, captured=(), footprint=_without(move, move.captured))
            if move.captured
            else move
            for move in moves(self)
        ]

    patch.setattr(DraughtsPosition, "moves", changed)


def _without(move: Move, points: Sequence[int]) -> Footprint:
    """The footprint of a move without these points."""
    steps = tuple(step for step in move.footprint.steps if step.point not in points)
    return Footprint(steps, ((0, 1),), resting=move.footprint.resting)


def moves_settle_at_once(patch: pytest.MonkeyPatch) -> None:
    _timings(patch, settle_ms=30)


def every_bump_is_a_touch(patch: pytest.MonkeyPatch) -> None:
    _timings(patch, bump_ms=5)


def promotion_choice_is_forgotten(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Belief, "promote", lambda self, side, letter, now_ns: None)


def adjusting_is_not_heeded(patch: pytest.MonkeyPatch) -> None:
    def obey(_state: State, _command: Command) -> Steps[None]:
        yield from ()

    row = replace(commands.COMMANDS["adjust"], obey=obey)
    patch.setitem(commands.COMMANDS, "adjust", row)


def play_goes_on_after_the_end(patch: pytest.MonkeyPatch) -> None:
    """The stage does not change, and what hands do is still taken for play."""
    patch.setattr(Belief, "over", lambda self, *, on: None)
    for stage in (stages.Stage.PLAY, stages.Stage.QUESTION):
        patch.setitem(stages.TRANSITIONS, (stage, stages.Event.ENDED), stages.Stage.PLAY)


def lamps_wait_for_a_quiet_moment(patch: pytest.MonkeyPatch) -> None:
    """The picture is not given out together with messages, and not afterwards either."""
    feed = Board.feed

    def changed(self: Board, item: Input) -> Effects:
        found = feed(self, item)
        return replace(found, lamps=None) if found.messages else found

    patch.setattr(Board, "feed", changed)


def nobody_waits_for_time_to_pass(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Board, "next_deadline", lambda self: None)


def _forgotten(patch: pytest.MonkeyPatch, kind: type[Message]) -> None:
    """Recovery passes over messages of a kind."""
    read = Board.read

    def changed(self: Board, messages: Sequence[Message], at_us: Sequence[int] = ()) -> None:
        read(self, [message for message in messages if not isinstance(message, kind)], at_us)

    patch.setattr(Board, "read", changed)


def recovery_forgets_the_result(patch: pytest.MonkeyPatch) -> None:
    _forgotten(patch, Result)


def recovery_forgets_the_obligation(patch: pytest.MonkeyPatch) -> None:
    _forgotten(patch, Obligation)


def recovery_loses_the_last_message(patch: pytest.MonkeyPatch) -> None:
    messages = Ledger.messages
    patch.setattr(Ledger, "messages", lambda self: messages(self)[:-1])


def journal_keeps_one_message_of_a_batch(patch: pytest.MonkeyPatch) -> None:
    append = MemoryJournal.append

    def changed(self: MemoryJournal, messages: Sequence[Message], at_us: int) -> None:
        append(self, messages[-1:], at_us)

    patch.setattr(MemoryJournal, "append", changed)


def told_before_it_is_recorded(patch: pytest.MonkeyPatch) -> None:
    init = Ledger.__init__

    def tell(self: Ledger, messages: Sequence[Message], at_us: int) -> None:
        for message in messages:
            head = Head(
                board=BOARD, game_id=GAME_ID, epoch=EPOCH, seq=len(self.told) + 1, at_us=at_us
            )
            self.told.append(head.wrap(message))

    def changed(self: Ledger, journal: Kept) -> None:
        init(self, journal)
        self._steps = (lambda messages, at_us: tell(self, messages, at_us), self._record)

    patch.setattr(Ledger, "__init__", changed)


def brown_out_is_not_noticed(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Registers, "stand", lambda self, *, full: True)


def one_read_is_believed(patch: pytest.MonkeyPatch) -> None:
    """A quick read that differs is taken as it is."""

    def changed(self: ExpanderMatrix, known: _Known, at_ns: int) -> None:
        if known.raw is None:
            again(self, known, at_ns)
            return
        known.raw = known.quick()
        known.seen = known.group.decode(known.raw)
        known.check_ns = at_ns + 1_000_000_000
        self._stale = True

    again = ExpanderMatrix._read_again
    patch.setattr(ExpanderMatrix, "_read_again", changed)


def two_inputs_are_swapped(patch: pytest.MonkeyPatch) -> None:
    decode = _Chip.decode

    def changed(self: _Chip, raw: bytes) -> Seen:
        levels = decode(self, raw).levels
        low, high = levels >> 3 & 1, levels >> 4 & 1
        return Seen(levels & ~0b11000 | high << 3 | low << 4)

    patch.setattr(_Chip, "decode", changed)


BUGS = {
    "bounces back unnoticed": Bug(switch_on=bounces_back_unnoticed, mix="messy"),
    "lifts need ten times as long": Bug(
        switch_on=lifts_need_ten_times_as_long, mix="blitz", seed=1
    ),
    "unknown is empty": Bug(switch_on=unknown_is_empty, game="go", mix="bus", seed=4),
    "edges in wrong order": Bug(switch_on=edges_in_wrong_order, seed=22),
    "rook may stay in castling": Bug(switch_on=rook_may_stay_in_castling, mix="clean", seed=4),
    "draughts victims are ignored": Bug(
        switch_on=draughts_victims_are_ignored, game="draughts-100", mix="clean"
    ),
    "moves settle at once": Bug(switch_on=moves_settle_at_once, mix="messy", seed=6),
    "every bump is a touch": Bug(switch_on=every_bump_is_a_touch, mix="messy"),
    "promotion choice is forgotten": Bug(switch_on=promotion_choice_is_forgotten, mix="clean"),
    "adjusting is not heeded": Bug(switch_on=adjusting_is_not_heeded, mix="messy"),
    "play goes on after the end": Bug(switch_on=play_goes_on_after_the_end, game="xiangqi", seed=7),
    "lamps wait for a quiet moment": Bug(switch_on=lamps_wait_for_a_quiet_moment),
    "nobody waits for time to pass": Bug(switch_on=nobody_waits_for_time_to_pass),
    "recovery forgets the result": Bug(switch_on=recovery_forgets_the_result),
    "recovery forgets the obligation": Bug(switch_on=recovery_forgets_the_obligation, mix="messy"),
    "recovery loses the last message": Bug(switch_on=recovery_loses_the_last_message, mix="bus"),
    "journal keeps one message of a batch": Bug(switch_on=journal_keeps_one_message_of_a_batch),
    "told before it is recorded": Bug(switch_on=told_before_it_is_recorded, mix="bus"),
    "brown-out is not noticed": Bug(switch_on=brown_out_is_not_noticed, mix="bus"),
    "one read is believed": Bug(switch_on=one_read_is_believed, mix="bus"),
    "two inputs are swapped": Bug(switch_on=two_inputs_are_swapped, mix="clean"),
}
