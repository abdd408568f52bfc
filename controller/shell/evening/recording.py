"""Takes down what a simulated board showed, and writes it as a trace."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from controller.shell.trace import TraceWriter

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import TextIO

    from rules.game import Game

_US = 1000


class Recording:
    """Levels, blindness, gaps and commands of one evening.

    A trace says at the start of a blindness how long it lasts, so lines are written at the end.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._levels: int | None = None
        self._unknown = 0
        self._blind: dict[int, int] = {}
        self._lines: list[tuple[int, int, Callable[[TraceWriter], None]]] = []

    def scan(self, at_ns: int, levels: int, unknown: int) -> None:
        """A scan that differs from the one before. Levels of unknown points mean nothing."""
        before = self._levels
        if before is None:
            self._levels = levels | unknown
            return
        levels = levels & ~unknown | before & unknown
        seen = {self._game.points[p]: levels >> p & 1 for p in self._numbers(levels ^ before)}
        at_us = at_ns // _US
        if seen:
            self._add(at_us, lambda out: out.set(at_us, seen))
        for point in self._numbers(unknown & ~self._unknown):
            self._blind[point] = at_ns
        for point in self._numbers(self._unknown & ~unknown):
            self._sees(point, at_ns)
        self._levels, self._unknown = levels, unknown

    def gap(self, from_ns: int, for_ns: int) -> None:
        """No scans were made."""
        from_us, for_us = from_ns // _US, for_ns // _US
        self._add(from_us, lambda out: out.gap(from_us, for_us))

    def command(self, at_ns: int, name: str, role: str, args: Mapping[str, Any]) -> None:
        at_us = at_ns // _US
        self._add(at_us, lambda out: out.command(at_us, name, role, args))

    def write(self, out: TextIO, header: Mapping[str, Any], until_ns: int) -> None:
        """Writes the trace.

        Args:
            header: its first line, without the version.
            until_ns: when the evening was over.
        """
        for point in list(self._blind):
            self._sees(point, until_ns + _US)
        writer = TraceWriter(out, header)
        for _, _, line in sorted(self._lines, key=lambda line: line[:2]):
            line(writer)
        writer.end(max(until_ns // _US, max((line[0] for line in self._lines), default=0)))

    def _sees(self, point: int, at_ns: int) -> None:
        from_ns = self._blind.pop(point)
        from_us, for_us = from_ns // _US, (at_ns - from_ns) // _US
        name = self._game.points[point]
        # Before the levels of the same scan: what changed unseen shows when the blindness ends.
        self._lines.append((from_us, -1, lambda out: out.blind(from_us, [name], for_us)))

    def _add(self, at_us: int, line: Callable[[TraceWriter], None]) -> None:
        self._lines.append((at_us, len(self._lines), line))

    @staticmethod
    def _numbers(points: int) -> list[int]:
        return [p for p in range(points.bit_length()) if points >> p & 1]
