"""What writers of records with tags have in common: headers, numbered moves, comments, lines."""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rules.game import Game
from rules.position import Move, Position
from rules.record import GameRecord
from rules.records.growing import Body, Growing, Layout
from rules.records.times import write_time
from rules.records.tokens import TAG_NAME
from rules.terms import RulesError, Side, quoted, shortened

COLUMNS = 80
"""The longest line of moves; longer only where one word is."""
# At the start of a line these would begin a remark or the next game.
_KEEP_FROM_LINE_START = re.compile(r"%|\[[A-Z]")


def checked_headers(record: GameRecord, own: Iterable[str]) -> dict[str, str]:
    """The headers of a record, in its order.

    Args:
        own: names of headers that the writer makes itself from the record's fields.

    Raises:
        RulesError: a header cannot be written.
    """
    for name, value in record.headers.items():
        if name in own:
            raise RulesError(f"the header {name} is a field of the record, not one of its headers")
        if not TAG_NAME.fullmatch(name) or not all(map(_writable, value)):
            raise RulesError(
                f"the header {quoted(name)} with the value {quoted(value)} cannot be written"
            )
    return dict(record.headers)


def _writable(character: str) -> bool:
    return unicodedata.category(character) not in {"Cc", "Cs", "Zl", "Zp"}


def header_lines(headers: Mapping[str, str]) -> Iterator[str]:
    """A line for each header."""
    for name, value in headers.items():
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        yield f'[{name} "{escaped}"]'


def steps(record: GameRecord, game: Game) -> Iterator[tuple[Position, Move | None]]:
    """Each position that the record leads to and the move made in it; the last without a move.

    Where the record sets a position up, that is the position.

    Raises:
        RulesError: a position is none of this game, or a move is not legal; names the ply.
    """
    position = game.start(record.start)
    for ply, text in enumerate((*record.moves, None)):
        if ply in record.set_ups:
            position = game.start(record.set_ups[ply])
        if text is None:
            yield position, None
            return
        move = _made(record, ply, position)
        yield position, move
        position = position.play(move)


@dataclass(frozen=True, slots=True, kw_only=True)
class Timed:
    """The times of one move.

    Attributes:
        other_ms: what the opponent had left then, as far as the record says it.
    """

    mover: Side
    clock_ms: int | None
    elapsed_ms: int | None
    other_ms: int | None


def clock_commands(times: Timed) -> Iterator[str]:
    """The times of a move, as commands of a comment."""
    if times.clock_ms is not None:
        yield f"[%clk {write_time(times.clock_ms)}]"
    if times.elapsed_ms is not None:
        yield f"[%emt {write_time(times.elapsed_ms)}]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where the moves stand after some plies.

    Attributes:
        number: of the next move.
        due: whose turn it was after the last move; None before the first.
        left_ms: what each side had left when that was last said.
    """

    position: Position
    number: int
    due: Side | None = None
    left_ms: Mapping[Side, int] = field(default_factory=dict)


class Moves(Body[Place]):
    """The words of the moves, with numbers, times and notes.

    Args:
        write: one move in the notation wanted.
        first_number: of the first move, by the position that it is made in.
        commands: the times of a move.
        set_up: the words of a position set up at a number of plies.
        note: how a note is written.
    """

    def __init__(
        self,
        game: Game,
        write: Callable[[Position, Move], str],
        *,
        first_number: Callable[[Position], int] = lambda _position: 1,
        commands: Callable[[Timed], Iterable[str]] = clock_commands,
        set_up: Callable[[GameRecord, int], Iterable[str]] = lambda _record, _ply: (),
        note: Callable[[str], str] = str,
    ) -> None:
        self._game, self._write = game, write
        self._first_number, self._commands = first_number, commands
        self._set_up, self._note = set_up, note

    def begin(self, record: GameRecord) -> Place:
        start = self._game.with_options(record.options).start(record.start)
        return Place(position=start, number=self._first_number(start))

    def step(self, record: GameRecord, ply: int, place: Place) -> tuple[Iterable[str], Place]:
        game, position, number, due = self._game, place.position, place.number, place.due
        if ply in record.set_ups:
            position = game.start(record.set_ups[ply])
        words, left_ms = list[str](), place.left_ms
        times: tuple[str, ...] = ()
        if ply and due is not None:
            found = _timed(record, ply, game.other(due), due, left_ms)
            times = tuple(self._commands(found))
            if found.clock_ms is not None:
                left_ms = {**left_ms, found.mover: found.clock_ms}
        note, stands = self._note(record.notes.get(ply, "")), tuple(self._set_up(record, ply))
        if stands:
            # The times belong to the move before, the note to what stands now.
            words += (*_comment(times, ""), *stands, *_comment((), note))
        else:
            words += _comment(times, note)
        # A position set up may take the place of the second side's move of this number.
        if due == game.sides[1] and position.side_to_move == game.sides[0]:
            number += 1
        if ply == len(record.moves):
            return words, place
        move = _made(record, ply, position)
        if move.side == game.sides[0]:
            words.append(f"{number}.")
        elif due is None or times or note or stands:
            words.append(f"{number}...")
        words.append(self._write(position, move))
        due = game.other(move.side)
        return words, Place(
            position=position.play(move),
            number=number + (due == game.sides[0]),
            due=due,
            left_ms=left_ms,
        )


def _timed(
    record: GameRecord, ply: int, mover: Side, other: Side, left_ms: Mapping[Side, int]
) -> Timed:
    return Timed(
        mover=mover,
        clock_ms=record.clocks_ms[ply - 1],
        elapsed_ms=record.elapsed_ms[ply - 1],
        other_ms=left_ms.get(other),
    )


def _made(record: GameRecord, ply: int, position: Position) -> Move:
    """The move that the record has after so many plies."""
    text = record.moves[ply]
    move = position.by_text(text)
    if move is None:
        raise RulesError(f"ply {ply + 1}: {shortened(text)} is not a legal move in {position.text}")
    return move


def _comment(commands: Sequence[str], note: str) -> Iterator[str]:
    if "}" in note:
        # Only comments that end with their lines can hold this. A line feed asks for a line.
        yield from _comment(commands, "")
        parts = textwrap.wrap(note, COLUMNS - 2, break_long_words=False, break_on_hyphens=False)
        yield from (f"\n; {part}" for part in parts)
    elif commands or note.strip():
        yield from ("{", *commands, *note.split(), "}")


class Lines(Layout):
    """Words in lines of at most `COLUMNS` characters, as far as the words allow."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._line = ""
        self._held: str | None = None
        """The newest word, until it is known that the next may begin a line."""

    def add(self, word: str) -> None:
        if self._held is not None and _KEEP_FROM_LINE_START.match(word):
            self._held = f"{self._held} {word}"
            return
        self._let_go()
        self._held = word

    def place(self) -> tuple[int, str, str | None]:
        return len(self._lines), self._line, self._held

    def back(self, place: object) -> None:
        assert isinstance(place, tuple), "a place of another layout"
        many, self._line, self._held = place
        del self._lines[many:]

    def lines(self) -> list[str]:
        self._let_go()
        return [*self._lines, self._line] if self._line else list(self._lines)

    def _let_go(self) -> None:
        word, self._held = self._held, None
        if word is None:
            return
        if word.startswith("\n"):
            self._lines += [self._line, word[1:]] if self._line else [word[1:]]
            self._line = ""
        elif not self._line:
            self._line = word
        elif len(self._line) + 1 + len(word) > COLUMNS:
            self._lines.append(self._line)
            self._line = word
        else:
            self._line = f"{self._line} {word}"


def tagged(
    moves: Moves,
    headers: Callable[[GameRecord], Mapping[str, str]],
    end: Callable[[GameRecord], str],
) -> Growing[Place]:
    """The writer of a format with a line for each header and the moves below them.

    Args:
        headers: of a record; raises `RulesError` where it cannot be written.
        end: the word after the last move.
    """
    return Growing(
        moves,
        lambda _record: Lines(),
        key=lambda record: record.start,
        head=lambda record: [*header_lines(headers(record)), ""],
        end=lambda record: (end(record),),
    )
