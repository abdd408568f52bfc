"""The record of a game that is being played: each message adds to it, and what stands is not written again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from controller.core.messages import Clock, Correction, GameStarted, Message, Move, Result
from controller.shell.clock_times import Face, face_of, time_of
from controller.shell.export import NoSuchGame, record_of, record_text
from rules.formats import format_of_game
from rules.terms import RulesError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from rules.formats import Writer
    from rules.record import GameRecord

SET_UP = 0
"""In the place of a ply: the arbiter has set up a position."""


@dataclass(frozen=True, slots=True)
class _Ply:
    ply: int
    side: str
    face: Face


class Account:
    """The record of one game, as `record_text` writes it, from messages as they come.

    Where something stands that was no legal move, or was set up, or imposed, the whole game is read again at
    each change: this is rare, and such a record may have to end early.

    Args:
        messages: reads all messages of the game.
        awaited: how the game is to begin; until it has, its record says so.
    """

    def __init__(
        self, messages: Callable[[], Sequence[Message]], awaited: GameStarted | None = None
    ) -> None:
        self._messages = messages
        self._awaited = awaited
        self._text: str | None = None
        self._told: list[GameStarted] = []
        self._begun: GameRecord | None = None
        self._writer: Writer | None = None
        self._result: str | None = None
        self._odd: set[int] = set()
        self._plies: list[_Ply] = []
        self._moves: list[str] = []
        # Of the first plies, as far as they are known to be right.
        self._clocks_ms: list[int | None] = []
        self._elapsed_ms: list[int | None] = []
        self._overtime: dict[int, int] = {}
        self._used_ms: list[Mapping[str, int]] = [{}]
        self.take(messages())

    def take(self, messages: Iterable[Message]) -> None:
        """Adds messages, in order."""
        for message in messages:
            match message:
                case GameStarted():
                    self._begin(message)
                case Move():
                    self._move(message)
                case Clock() if message.ply is not None:
                    self._clock(message.ply, message)
                case Correction():
                    self._correct(message)
                case Result():
                    self._result = message.result
                case _:
                    continue
            self._text = None

    def text(self) -> str:
        """The record; empty where there is none or it cannot be written, for play must go on."""
        if self._text is None:
            try:
                self._text = self._written()
            except (NoSuchGame, RulesError):
                self._text = ""
        return self._text

    def _written(self) -> str:
        if self._begun is None and self._awaited is not None:
            return record_text([self._awaited])
        if self._odd or self._begun is None or self._writer is None:
            return record_text(self._messages())
        self._time()
        record = self._begun
        return self._writer.text(
            replace(
                record,
                moves=tuple(self._moves),
                clocks_ms=tuple(self._clocks_ms),
                elapsed_ms=tuple(self._elapsed_ms),
                overtime=dict(self._overtime) if record.game == "go" else {},
                result=record.result if self._result is None else self._result,
            )
        )

    def _begin(self, started: GameStarted) -> None:
        """The game has begun, or its names have been mended; its date stays."""
        self._told = [*self._told[:1], started]
        try:
            self._begun = record_of(self._told).record
            form = format_of_game(started.game)
            self._writer = form.writer(form.styles[0])
        except RulesError:
            self._writer = None

    def _move(self, move: Move) -> None:
        self._forget(move.ply, move.ply)
        at = len(self._plies)
        while at and self._plies[at - 1].ply > move.ply:
            at -= 1
        self._plies.insert(at, _Ply(move.ply, move.side, face_of(move.clocks, move.side)))
        self._moves.insert(at, move.move)
        self._time_again(at)
        if move.imposed or not move.legal:
            self._odd.add(move.ply)

    def _clock(self, ply: int, clock: Clock) -> None:
        """What the clock showed at a press that came after the move was published."""
        for n in range(len(self._plies) - 1, -1, -1):
            found = self._plies[n]
            if found.ply == ply:
                self._plies[n] = replace(found, face=face_of(clock.sides, found.side))
                self._time_again(n)
            if found.ply <= ply:
                return

    def _correct(self, correction: Correction) -> None:
        self._result = None
        if correction.cause == "set-position":
            self._odd.add(SET_UP)
        self._forget(correction.from_ply, correction.to_ply)

    def _forget(self, first: int, last: int) -> None:
        """Takes plies back."""
        for n in range(len(self._plies) - 1, -1, -1):
            ply = self._plies[n].ply
            if ply < first:
                return
            if ply <= last:
                del self._plies[n], self._moves[n]
                self._time_again(n)
                self._odd.discard(ply)

    def _time_again(self, at: int) -> None:
        """The times of the plies from this one on, counted from 0, have changed."""
        del self._clocks_ms[at:], self._elapsed_ms[at:], self._used_ms[at + 1 :]
        while self._overtime and next(reversed(self._overtime)) > at:
            self._overtime.popitem()

    def _time(self) -> None:
        """The times of the plies that are new."""
        for n, each in enumerate(self._plies[len(self._clocks_ms) :], len(self._clocks_ms) + 1):
            used_ms = self._used_ms[-1]
            time = time_of(each.face, used_ms.get(each.side, 0))
            self._clocks_ms.append(time.clock_ms)
            self._elapsed_ms.append(time.elapsed_ms)
            if time.overtime is not None:
                self._overtime[n] = time.overtime
            if each.face.used_ms is not None:
                used_ms = {**used_ms, each.side: each.face.used_ms}
            self._used_ms.append(used_ms)
