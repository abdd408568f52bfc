"""The command `touchmove convert`: records from one notation or format to another."""

from __future__ import annotations

import gzip
import io
import sys
import zlib
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from controller.shell import recordfiles
from controller.shell.calm import contradiction, up_to_obstacle
from controller.shell.export import Told, text_of, told
from controller.shell.recordfiles import Target
from rules.terms import RulesError

if TYPE_CHECKING:
    from controller.core.messages import Message

STANDARD = "-"
"""Standard input or output."""
_GZIP = b"\x1f\x8b"


@dataclass(frozen=True, slots=True, kw_only=True)
class Converted:
    """What came of a conversion.

    Attributes:
        games: how many were written.
        warnings: what a lenient reader could not follow and what the format cannot hold, a sentence
            each.
    """

    text: str
    games: int
    warnings: tuple[str, ...] = ()


def convert(
    data: bytes,
    name: str,
    *,
    out: str = STANDARD,
    to: str | None = None,
    number: int | None = None,
    lenient: bool = False,
    source: str | None = None,
) -> Converted:
    """The records in the bytes of a file, in another format.

    Args:
        data: a record file or a sensor trace, as it was read; may be compressed with gzip.
        name: of that file, for what its content does not tell, and for messages.
        out: name of the file to be written; its end says the format where `to` does not.
        to: the name of a format, of a style, or both ("pdn-full").
        number: of the one game that is wanted, from 1; None for all.
        lenient: keep what can be followed, and say what could not.
        source: the format or the game that the data is in; None to find out.

    Raises:
        RulesError: bad input; begins with the file's name.
        BadTrace: a trace that is none.
    """
    wanted = None if to is None else recordfiles.target_by_name(to)
    if wanted is None and out != STANDARD:
        wanted = recordfiles.target_by_suffix(out)
        if wanted is None:
            known = recordfiles.known_targets()
            raise RulesError(f"the name of {out} tells no format; give --to FORMAT: {known}")
    try:
        conversion = _Conversion(wanted, lenient=lenient, source=source)
        games = conversion.read(_unpacked(data), name)
        return conversion.run(_chosen(games, number))
    except RulesError as error:
        raise RulesError(f"{name}: {error}") from None


@dataclass(slots=True)
class _Conversion:
    """The reading and writing of records, with what had to be left out."""

    wanted: Target | None
    lenient: bool
    source: str | None = None
    warnings: list[str] = field(default_factory=list)

    def read(self, data: bytes, name: str) -> list[Told]:
        if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b'{"trace"'):
            return [told(messages_of_trace(data, name), self.wanted)]
        found = recordfiles.read_records(
            data, name, lenient=self.lenient, source=self.source, wanted=self.wanted
        )
        self.warnings += found.warnings
        return [Told(record=record) for record in found.records]

    def run(self, games: list[tuple[int, Told]]) -> Converted:
        texts = []
        for number, game in games:
            place = f"game {number}: " if len(games) > 1 else ""
            said = (*game.record.warnings, *game.record.problems)
            self.warnings += [f"{place}{each}" for each in said]
            if game.warning:
                self.warnings.append(f"{place}{game.warning}")
            try:
                texts.append(self._text(game, place))
            except RulesError as error:
                if not self.lenient:
                    raise RulesError(f"{place}{error}") from None
                self.warnings.append(f"{place}left out: {error}")
        if not texts:
            raise RulesError("; ".join(["no game could be converted", *self.warnings[:3]]))
        if len(texts) > 1 and self.wanted == Target(format=None):
            raise RulesError(
                f"a trace holds one game, and this file has {len(texts)}; choose one with --number N"
            )
        return Converted(
            text=recordfiles.joined(texts), games=len(texts), warnings=tuple(self.warnings)
        )

    def _text(self, game: Told, place: str) -> str:
        if self.wanted == Target(format=None):
            if self.lenient:
                record, obstacle = up_to_obstacle(game.record)
                game = replace(game, record=record)
                if obstacle:
                    self.warnings.append(f"{place}{obstacle}")
            if said := contradiction(game.record):
                self.warnings.append(f"{place}{said}")
        return text_of(game, self.wanted)


def messages_of_trace(data: bytes, name: str) -> list[Message]:
    """What the core says about a sensor trace.

    Raises:
        BadTrace: it is none.
    """
    from controller.shell.cores import new_board  # noqa: PLC0415 - records need no core
    from controller.shell.replay import effects_of, settings  # noqa: PLC0415
    from controller.shell.trace import read_trace  # noqa: PLC0415

    header, lines = read_trace(io.BytesIO(data), name)
    session = new_board(settings(header))
    return [
        message
        for _, _, effects in effects_of(header, lines, session)
        for message in effects.messages
    ]


def _chosen(games: list[Told], number: int | None) -> list[tuple[int, Told]]:
    if number is None:
        return list(enumerate(games, 1))
    if number > len(games):
        raise RulesError(f"there is no game {number}; the file has {len(games)}")
    return [(number, games[number - 1])]


def _unpacked(data: bytes) -> bytes:
    if not data.startswith(_GZIP):
        return data
    try:
        return gzip.decompress(data)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise RulesError(f"the compressed file is damaged or cut off ({error})") from None


def main(
    source: str,
    out: str,
    *,
    to: str | None,
    number: int | None,
    lenient: bool,
    kind: str | None = None,
) -> tuple[int, tuple[str, ...]]:
    """Converts a file; nothing is written before all of it is ready.

    Returns:
        How many games were written, and the warnings.

    Raises:
        RulesError, BadTrace: bad input; `out` is as it was.
        OSError: a file cannot be read or written.
    """
    data, name = _source(source)
    converted = convert(data, name, out=out, to=to, number=number, lenient=lenient, source=kind)
    if out == STANDARD:
        sys.stdout.write(converted.text)
    else:
        recordfiles.write_whole(Path(out), converted.text)
    return converted.games, tuple(f"{name}: {warning}" for warning in converted.warnings)


def _source(source: str) -> tuple[bytes, str]:
    if source == STANDARD:
        return sys.stdin.buffer.read(), "standard input"
    try:
        return Path(source).read_bytes(), source
    except (FileNotFoundError, IsADirectoryError, NotADirectoryError, PermissionError) as error:
        text = f"{source}: cannot be read: {error.strerror}; give the path of a record"
        raise RulesError(text) from None
