"""What a game must be after each input, kept plainly: its record, its clock, what each side may still ask for.

The model is told every input and every message. It takes from messages what only the board can know (which
move the hands made, that something was irregular); all that follows from that it works out itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import chess

from controller.core.inputs import Command, Press
from controller.core.messages import (
    Claim,
    Clock,
    Correction,
    GameStarted,
    Irregularity,
    Move,
    Penalty,
    Result,
    Ruling,
    Touched,
    position_text,
)
from controller.core.table.claims.claims import Kind
from tests.model.clock import PlainClock
from tests.model.timing import Timing

if TYPE_CHECKING:
    from controller.core.inputs import Input
    from controller.core.messages import Message
    from controller.core.settings import Settings
    from rules.position import Position

LOSES_AT = {
    ("chess-fide-2023", "illegal-move"): 2,
    ("draughts", "severe-warning"): 2,
    ("go", "warning"): 2,
}
"""FIDE-7.5.5, DR-14, GO-25.warn and GO-24.warn; XQ-9.2 ends no game by itself."""
BY_ITSELF = "illegal-move"
"""The one count that ends a game whoever has found it; else the arbiter's word does."""


class Ledger(Timing):
    """The model of one game.

    Attributes:
        positions: one more than `moves`.
        expected: moves that hands have made and that are still to be published.
        calm: the hands of late have been calm, so that no other move than those expected may come.
    """

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self.game = settings.game
        self.moves: list[str] = []
        self.calm = True
        self.begun = False
        self.offer: str | None = None
        self.in_a_row: dict[str, int] = {}
        self.penalties: dict[tuple[str, str], int] = {}
        self.result: Result | None = None
        self.adjourned = False

    # What may be asked for.

    def may_offer(self, side: str) -> bool:
        """Whether this side may offer a draw now, the men at rest."""
        book = self.settings.rulebook.name
        if book.startswith("go") or self.offer is not None:
            return False
        on_turn = self.clock is None or self.settings.clock == "moves" or self.clock.turn == side
        if book.startswith("xiangqi"):
            return on_turn  # XQ-8.5; too often is a foul, XQ-9.1.3
        if book.startswith("draughts"):  # DR-12.4
            moved = bool(self.moves) and self.position.side_to_move != side
            again = self.in_a_row.get(side, 0) >= 1
            return moved and on_turn and self.movers.count(side) >= 40 and not again
        return True

    def repeated(self, text: str | None) -> int:
        """How often the position has occurred, an announced move played."""
        position = self.position
        if text is not None:
            move = position.by_text(text)
            assert move is not None
            position = position.play(move)
        before = self.positions if text is not None else self.positions[:-1]
        return 1 + sum(
            _key(each, self.game.name) == _key(position, self.game.name) for each in before
        )

    # What happens.

    def take(self, item: Input, messages: tuple[Message, ...], stage_before: str) -> None:
        """One input and what the board has said to it."""
        self.stage = stage_before
        self.heard, self.wrong_claim = item.at_ns, False
        side = _presser(item, self.sides)
        # What a press claims it does not complete; that it ends adjusting is told as a claim too.
        if side is not None and not any(
            isinstance(m, Claim) and m.kind != Kind.ADJUSTED for m in messages
        ):
            self._press(side, item.at_ns)
        results = sum(isinstance(message, Result) for message in messages)
        by_arbiter = isinstance(item, Command) and item.role == "arbiter"
        claimed = isinstance(item, Command) and item.name == "demand-correction"
        if self.result is not None and not by_arbiter and not claimed:
            assert not results, "a result has changed and no arbiter has said so"
            assert not any(isinstance(m, Correction | Move) for m in messages), "played on after it"
        assert results <= 1, messages
        for n, message in enumerate(messages):
            self._note(message, item, messages[n + 1 :])

    def _note(self, message: Message, item: Input, rest: tuple[Message, ...]) -> None:
        match message:
            case GameStarted(amended_by=None):
                self._begin(item)
            case Move():
                self._move(message)
            case Correction():
                self._correction(message)
            case Touched() if self.settings.rulebook.name == "chess-fide-2023":
                if set(message.points) - set(message.doubtful):
                    self._answer(message.side)  # FIDE-9.1: touching a man declines
            case Claim():
                self._claim(message)
            case Penalty():
                self._penalty(message, rest)
            case Ruling():
                self._ruling(message)
            case Irregularity():
                self.irregular_side = message.side
            case Clock():
                self._clock(message, item)
            case Result():
                self.result = message
                self.offer = None
                self.expected.clear()
            case _:
                pass

    def _ruling(self, message: Ruling) -> None:
        match message.kind:
            case "adjourned":
                self.adjourned = True
            case "set-up-again":
                self._set_up_again(message)
            case "sealed-move":
                self.adjourned, self.opened = False, True
            case _:
                self.wrong_claim = self.wrong_claim or message.found == "wrong"

    def _begin(self, item: Input) -> None:
        assert not self.begun, "a game begins once"
        self.begun = True
        if self.settings.time_control is not None:
            self.clock = PlainClock(self.settings.time_control, (self.sides[0], self.sides[1]))
            self.origin = item.at_ns
            self.halted = None if self.settings.clock_starts == "at-once" else "not-started"
            self.clock.runs = None if self.halted else self.sides[0]

    def _move(self, message: Move) -> None:
        assert message.ply == len(self.moves) + 1
        played = message.legal and not message.imposed
        assert message.side == self.position.side_to_move or not played
        assert not self.adjourned
        position = self.position
        if played:
            move = position.by_text(message.move)
            assert move is not None, f"{message.move} is not legal in {position.text}"
            self._was_made(message)
            after = position.play(move)
            assert after.value == message.position
            said = message.completed_by in ("confirmed", "arbiter")
            if (said or not self.calm) and message.move != self.by_hands:
                self.done = self.set_down.get(move.target, self.heard)
            self.by_hands = None
        else:
            after = self.game.start(position_text(message.position))
            if message.imposed:
                after = position.play_irregular(None, None, ())
        self.positions.append(after)
        self.moves.append(message.move)
        self.movers.append(message.side)
        self.moved = self.heard
        if message.completed_by != "arbiter" or not played:
            self._answer(message.side)
        self._book(message)

    def _was_made(self, message: Move) -> None:
        """A move comes from hands, from a player's word, or from the arbiter."""
        if message.completed_by in ("arbiter", "confirmed") or not self.calm:
            return
        assert self.expected, f"nobody has made {message.move}"
        made = self.expected.pop(0)
        assert _same(made, message.move), f"{made} was made, {message.move} was published"

    def _answer(self, side: str) -> None:
        """What this side does declines the other's offer."""
        if self.offer == self.other(side):
            self.offer = None

    def _correction(self, message: Correction) -> None:
        while len(self.moves) >= message.from_ply:
            self.moves.pop()
            self.positions.pop()
            self.movers.pop()
        assert message.cause == "set-position" or message.from_ply <= message.to_ply + 1
        if message.cause == "set-position":
            self.positions[-1] = self.game.start(position_text(message.position))
        assert self.position.value == message.position
        if message.cause != "players":
            self.offer, self.adjourned = None, False
            self.arranged = True
            self.expected.clear()
        self.result = None

    def _claim(self, message: Claim) -> None:
        if message.kind in ("repetition", "move-limit"):
            self.claimant = message.side
        if message.kind == "draw-offer":
            assert self.offer is None
            self.offer = message.side
            self.in_a_row = {message.side: self.in_a_row.get(message.side, 0) + 1}
        elif message.kind == "draw-accepted":
            assert self.offer == self.other(message.side), "nobody has offered"
            self.offer = None
        elif message.kind == "draw-declined":
            if message.by is None:
                assert self.offer == self.other(message.side), "nobody has offered"
            self.offer = None
        elif message.kind == "resignation":
            self.offer = None

    def _penalty(self, message: Penalty, rest: tuple[Message, ...]) -> None:
        key = (message.side, message.kind)
        count = self.penalties.get(key, 0) + (-1 if message.withdrawn else 1)
        assert message.count == count >= 0, (message, self.penalties)
        self.penalties[key] = count
        book = self.settings.rulebook.name
        limit = LOSES_AT.get((book, message.kind))
        limit = LOSES_AT.get((book.split("-")[0], message.kind)) if limit is None else limit
        lost = limit is not None and count >= limit and not message.withdrawn
        ends = message.kind == BY_ITSELF or message.by == "arbiter"
        assert message.loss_due is (lost and not ends and self.result is None) or limit is None
        if lost and ends and self.result is None:
            assert any(isinstance(each, Result) for each in rest), f"{key} loses at {limit}"
        if message.gives_ms:
            assert self._told(rest, f"penalty:{message.kind}") or self.clock is None

    @staticmethod
    def _told(rest: tuple[Message, ...], why: str) -> bool:
        return any(isinstance(each, Clock) and each.why == why for each in rest)


def _key(position: Position, game: str) -> object:
    """What makes two positions the same: in chess with the rights to castle and to capture in passing."""
    if game == "chess":
        return chess.Board(position.text)._transposition_key()
    return position.text.split(" ")[:2]


def _presser(item: Input, sides: tuple[str, ...]) -> str | None:
    if isinstance(item, Press):
        return str(item.side)
    if isinstance(item, Command) and item.name == "press-clock" and item.role in sides:
        return item.role
    return None


def _same(made: str, published: str) -> bool:
    """Moves are equal but for the man that a pawn becomes, which hands do not show."""
    return made == published or (len(made) == 5 and made[:4] == published[:4])
