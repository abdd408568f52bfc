"""A record as text while the game goes on: what stands is kept, and only what is new is written.

A format says what it writes at each ply (`Body`), how that is put into lines (`Layout`), and what stands around
it. `Growing` compares each record with the one before and writes on from the last ply up to which they agree.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Generic, TypeVar

from rules.record import GameRecord

Place = TypeVar("Place")
NEAR, APART = 8, 64
"""Places are kept of the last few plies, for a move that is taken back or a clock that is pressed, and then one in so many."""


class Layout(ABC):
    """Words in lines. Can go back to where it was."""

    @abstractmethod
    def add(self, word: str) -> None:
        """Takes the next word."""

    @abstractmethod
    def place(self) -> object:
        """Where it is now, for `back`."""

    @abstractmethod
    def back(self, place: object) -> None:
        """Goes back; later places are no places any more."""

    @abstractmethod
    def lines(self) -> list[str]:
        """All lines, the last one as it would end here."""


class Body(ABC, Generic[Place]):
    """How a format writes the plies of a record."""

    @abstractmethod
    def begin(self, record: GameRecord) -> Place:
        """Before the first ply.

        Raises:
            RulesError: the start is no position.
        """

    @abstractmethod
    def step(self, record: GameRecord, ply: int, place: Place) -> tuple[Iterable[str], Place]:
        """The words that are due after so many plies, and the place after them.

        They may depend on the moves up to the next one, and on whatever else the record holds up to this ply.

        Raises:
            RulesError: the next move is not legal, or something cannot be written.
        """


@dataclass(frozen=True, slots=True)
class _Mark(Generic[Place]):
    """Where the writing stood after so many plies."""

    ply: int
    place: Place
    layout: object


class Growing(Generic[Place]):
    """Writes records of one game as it grows; any other record is written from its beginning.

    Args:
        head: what stands before the moves, as lines.
        begin: a new layout for a record. Where this text changes nothing is kept.
        key: a record that differs in this is written from its beginning.
        end: the words after the last ply.
        close: what the lines end with.
    """

    def __init__(
        self,
        body: Body[Place],
        layout: Callable[[GameRecord], Layout],
        *,
        key: Callable[[GameRecord], object],
        head: Callable[[GameRecord], Sequence[str]],
        end: Callable[[GameRecord], Iterable[str]],
        close: str = "\n",
    ) -> None:
        self._body = body
        self._new_layout = layout
        self._key, self._head, self._end, self._close = key, head, end, close
        self._marks: list[_Mark[Place]] = []
        self._record: GameRecord | None = None
        self._of: object = None

    def text(self, record: GameRecord) -> str:
        """The whole record.

        Raises:
            RulesError: it cannot be written.
        """
        head, key = self._head(record), self._key(record)
        same = -1 if self._record is None or key != self._of else agreeing(self._record, record)
        self._record = None  # where it cannot be written, the next one is written anew
        ply, place = self._back(record, same)
        for n in range(ply, len(record.moves)):
            place = self._write(record, n, place)
            self._marks.append(_Mark(n + 1, place, self._layout.place()))
            if len(self._marks) > NEAR and self._marks[-NEAR].ply % APART:
                del self._marks[-NEAR]
        self._write(record, len(record.moves), place)
        for word in self._end(record):
            self._layout.add(word)
        self._record, self._of = record, key
        return "\n".join([*head, *self._layout.lines()]) + self._close

    def _write(self, record: GameRecord, ply: int, place: Place) -> Place:
        words, place = self._body.step(record, ply, place)
        for word in words:
            self._layout.add(word)
        return place

    def _back(self, record: GameRecord, same: int) -> tuple[int, Place]:
        """Goes back to the last place that this record shares with the one before."""
        while self._marks and self._marks[-1].ply > same:
            self._marks.pop()
        if not self._marks:
            self._layout = self._new_layout(record)
            first = _Mark(0, self._body.begin(record), self._layout.place())
            self._marks.append(first)
        mark = self._marks[-1]
        self._layout.back(mark.layout)
        return mark.ply, mark.place


def agreeing(one: GameRecord, other: GameRecord) -> int:
    """Up to how many plies two records of one game are written alike."""
    found = [
        _alike(one.moves, other.moves),
        _alike(one.clocks_ms, other.clocks_ms) + 1,
        _alike(one.elapsed_ms, other.elapsed_ms) + 1,
        *chain(
            _differing(one.set_ups, other.set_ups),
            _differing(one.forced, other.forced),
            _differing(one.overtime, other.overtime),
            _differing(one.notes, other.notes),
        ),
    ]
    return min(found)


def _alike(one: Sequence[object], other: Sequence[object]) -> int:
    """How many items two sequences begin with alike."""
    low, high = 0, min(len(one), len(other))
    if one[:high] == other[:high]:
        return high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if one[low:middle] == other[low:middle] else (low, middle)
    return low


def _differing(one: Mapping[int, object], other: Mapping[int, object]) -> list[int]:
    """The first ply of which two notes are not the same."""
    if one == other:
        return []
    return [min(ply for ply in {*one, *other} if one.get(ply) != other.get(ply))]
