"""What writers of records with tags have in common: headers, numbered moves, comments, lines."""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from rules.game import Game, Move, Position
from rules.record import GameRecord
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
        move = position.by_text(text)
        if move is None:
            raise RulesError(
                f"ply {ply + 1}: {shortened(text)} is not a legal move in {position.text}"
            )
        yield position, move
        position = position.play(move)


def clock_commands(record: GameRecord, ply: int) -> Iterator[str]:
    """The times of the move before this number of plies, as commands of a comment."""
    if ply:
        clock, elapsed = record.clocks_ms[ply - 1], record.elapsed_ms[ply - 1]
        if clock is not None:
            yield f"[%clk {write_time(clock)}]"
        if elapsed is not None:
            yield f"[%emt {write_time(elapsed)}]"


def move_words(
    record: GameRecord,
    game: Game,
    write: Callable[[Position, Move], str],
    *,
    first_number: int = 1,
    commands: Callable[[GameRecord, int], Iterable[str]] = clock_commands,
    set_up: Callable[[int], Iterable[str]] = lambda _ply: (),
) -> Iterator[str]:
    """The words of the moves, with numbers, times and notes.

    Args:
        write: one move in the notation wanted.
        commands: the times of the move before a number of plies.
        set_up: the words of a position set up at a number of plies.

    Raises:
        RulesError: as `steps`.
    """
    number, first = first_number, game.sides[0]
    due: Side | None = None
    for ply, (position, move) in enumerate(steps(record, game)):
        times, note = tuple(commands(record, ply)), record.notes.get(ply, "")
        stands = tuple(set_up(ply))
        if stands:
            # The times belong to the move before, the note to what stands now.
            yield from (*_comment(times, ""), *stands, *_comment((), note))
        else:
            yield from _comment(times, note)
        # A position set up may take the place of the second side's move of this number.
        if due == game.sides[1] and position.side_to_move == first:
            number += 1
        if move is None:
            return
        if move.side == first:
            yield f"{number}."
        elif due is None or times or note or stands:
            yield f"{number}..."
        yield write(position, move)
        due = game.other(move.side)
        number += due == first


def _comment(commands: Sequence[str], note: str) -> Iterator[str]:
    if "}" in note:
        # Only comments that end with their lines can hold this. A line feed asks for a line.
        yield from _comment(commands, "")
        parts = textwrap.wrap(note, COLUMNS - 2, break_long_words=False, break_on_hyphens=False)
        yield from (f"\n; {part}" for part in parts)
    elif commands or note.strip():
        yield from ("{", *commands, *note.split(), "}")


def lines(words: Iterable[str]) -> Iterator[str]:
    """The words in lines of at most `COLUMNS` characters, as far as the words allow."""
    line = ""
    for word in _inseparable(words):
        if word.startswith("\n"):
            if line:
                yield line
            yield word[1:]
            line = ""
        elif not line:
            line = word
        elif len(line) + 1 + len(word) > COLUMNS:
            yield line
            line = word
        else:
            line = f"{line} {word}"
    if line:
        yield line


def _inseparable(words: Iterable[str]) -> Iterator[str]:
    """The words, those that may not begin a line together with the ones before them."""
    held: str | None = None
    for word in words:
        if held is not None and _KEEP_FROM_LINE_START.match(word):
            held = f"{held} {word}"
            continue
        if held is not None:
            yield held
        held = word
    if held is not None:
        yield held
