"""The inputs of one game, live or simulated, turned into the lines of a sensor trace (docs/trace.md).

The trace says at the start of a blindness how long it lasts. So lines are held back while a point cannot be
read, for a little; a longer blindness is told in pieces that overlap by a microsecond.
"""

from __future__ import annotations

import contextlib
import io
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from controller.core.inputs import Command, Frame, Gap, Press, Tick
from controller.shell.framing import levels_of_frame, nothing_of
from controller.shell.replay import levels_at_start
from controller.shell.trace import TraceWriter
from controller.shell.trace_fields import BadTrace
from rules.terms import point_set, points_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from controller.core.inputs import Input
    from controller.core.sensing.marks import Sensor
    from controller.core.settings import Settings
    from rules.terms import Point, PointSet

HELD_US = 1_000_000
"""How long lines wait for a blindness to end."""
_US = 1000


class InOrder:
    """The inputs of one session as a trace can tell them."""

    def __init__(self) -> None:
        self._seen: Frame | None = None

    def __call__(self, item: Input, after_ns: int) -> Input:
        """The input in whole microseconds, and later than the moment that the session has reached.

        So nothing comes at the same moment as something else, and a replay has all in the same order. A
        frame that shows nothing new only says that time has passed.
        """
        at_ns = max(item.at_ns // _US, after_ns // _US + 1) * _US
        if isinstance(item, Frame):
            seen = replace(item, at_ns=0, levels=item.levels & ~item.unknown)
            if seen == self._seen:
                return Tick(at_ns=at_ns)
            self._seen = seen
        return replace(item, at_ns=at_ns)


class Tape:
    """One game. Times count from its first scan; inputs come as `InOrder` makes them.

    Args:
        settings: of the game.
        header: the first line of the trace, from `header_of`.
    """

    def __init__(self, settings: Settings, header: Mapping[str, Any]) -> None:
        self._settings = settings
        self._text = io.StringIO()
        self._writer = TraceWriter(self._text, header)
        self._sensor = self._writer.header.sensor
        self._origin_ns: int | None = None
        self._early: list[Input] = []
        self._levels: Mapping[Point, int | str] = {}
        self._unknown: PointSet = 0
        self._last_us = 0
        self._count = 0
        self._held: list[tuple[int, int, Callable[[TraceWriter], None]]] = []
        self._blind: list[tuple[int, int, PointSet]] = []

    def take(self, item: Input) -> None:
        """Records an input. What comes before the first scan is told right behind it."""
        if self._origin_ns is None:
            if not isinstance(item, Frame):
                self._early.append(item)
                return
            self._begin(item)
            return
        at_us = (item.at_ns - self._origin_ns) // _US
        self._cut(at_us)
        match item:
            case Frame():
                self._frame(at_us, item)
            case Gap():
                lost_us = (item.from_ns - self._origin_ns) // _US
                from_us = min(max(lost_us, self._last_us), at_us - 1)
                self._add(from_us, lambda out: out.gap(from_us, at_us - from_us))
            case Press() | Command():
                self._act(at_us, item)
        self._last_us = at_us
        if not self._blind:
            self._release(at_us + 1)

    def take_text(self) -> str:
        """The lines that are certain and have not been taken yet; none before the first scan."""
        if self._origin_ns is None:
            return ""
        text = self._text.getvalue()
        self._text.seek(0)
        self._text.truncate()
        return text

    def finish(self) -> str:
        """The rest of the trace, with its end."""
        if self._origin_ns is not None:
            end_us = self._last_us
            for start_us, number, points in self._blind:
                self._tell_blind(start_us, number, points, end_us + 1)
            self._blind.clear()
            self._release(end_us + 1)
            self._writer.end(end_us)
        return self.take_text()

    def ended(self) -> str:
        """What `finish` would give now. The tape goes on as if nobody had asked."""
        kept = self._text, self._held.copy(), self._blind.copy()
        self._text = io.StringIO()
        self._text.write(kept[0].getvalue())
        try:
            with self._writer.aside(self._text):
                return self.finish()
        finally:
            self._text, self._held, self._blind = kept

    def _begin(self, frame: Frame) -> None:
        self._origin_ns = frame.at_ns
        self._levels = levels_at_start(self._writer.header)
        self._frame(0, frame)
        early, self._early = self._early, []
        for item in early:
            if isinstance(item, Press | Command):
                self._last_us += 1
                self._act(self._last_us, item)
        if not self._blind:
            self._release(self._last_us + 1)

    def _act(self, at_us: int, item: Press | Command) -> None:
        if isinstance(item, Press):
            self._add(at_us, lambda out: out.press(at_us, item.side))
            return

        def tell(out: TraceWriter) -> None:
            # A command that no trace can hold is none that the core obeys.
            with contextlib.suppress(BadTrace):
                out.command(at_us, item.name, item.role, item.args)

        self._add(at_us, tell)

    def _frame(self, at_us: int, frame: Frame) -> None:
        before, unknown = self._levels, frame.unknown
        levels = levels_of_frame(frame, self._sensor, self._settings.game)
        levels |= {point: level for point, level in before.items() if unknown >> point & 1}
        changed = point_set(p for p in {*levels, *before} if levels.get(p) != before.get(p))
        again = self._unknown & ~unknown
        # What changed unseen must show in the very scan that ends the blindness, which the replay makes
        # by itself: so it is told just before.
        for at, points in ((at_us - 1, changed & again), (at_us, changed & ~again)):
            if points:
                self._set(at, points, levels)
        still = []
        for start_us, number, points in self._blind:
            if points & again:
                self._tell_blind(start_us, number, points & again, at_us)
            if points & ~again:
                still.append((start_us, number, points & ~again))
        self._blind = still
        if new := unknown & ~self._unknown:
            self._count += 1
            self._blind.append((at_us, self._count, new))
        self._levels, self._unknown = levels, unknown

    def _set(self, at_us: int, points: PointSet, levels: Mapping[Point, int | str]) -> None:
        names, nothing = self._settings.game.points, nothing_of(self._sensor)
        seen = {names[p]: levels.get(p, nothing) for p in points_of(points)}
        self._add(at_us, lambda out: out.set(at_us, seen))

    def _cut(self, now_us: int) -> None:
        """Tells the blindness so far, when it has lasted for long, and goes on in another piece."""
        last_us = self._last_us
        old = [each for each in self._blind if each[0] < last_us]
        if not old or last_us - old[0][0] < HELD_US or now_us <= last_us + 1:
            return
        points = 0
        for start_us, number, blind in old:
            self._tell_blind(start_us, number, blind, last_us + 1)
            points |= blind
        # Before all else of that moment: what is told behind the cut comes later.
        self._blind = [(last_us, -1, points), *(e for e in self._blind if e[0] >= last_us)]
        self._release(last_us)

    def _tell_blind(self, start_us: int, number: int, points: PointSet, end_us: int) -> None:
        names = [self._settings.game.points[p] for p in points_of(points)]
        self._held.append(
            (start_us, number, lambda out: out.blind(start_us, names, end_us - start_us))
        )

    def _add(self, at_us: int, write: Callable[[TraceWriter], None]) -> None:
        self._count += 1
        self._held.append((at_us, self._count, write))

    def _release(self, before_us: int) -> None:
        """Writes the lines of all earlier moments."""
        self._held.sort(key=lambda line: line[:2])
        ready = [line for line in self._held if line[0] < before_us]
        self._held = self._held[len(ready) :]
        for _, _, write in ready:
            write(self._writer)


def header_of(
    settings: Settings, *, sensor: Sensor, scan_hz: float, note: str
) -> Mapping[str, Any]:
    """The first line of the trace of a game that is played, without the version."""
    given: dict[str, Any] = {
        "game": settings.game.name,
        "rulebook": settings.rulebook.name,
        "sensor": sensor.value,
        "scan_hz": scan_hz,
        "start": settings.start,
        "orientation": settings.orientation,
        "time_control": settings.time_control,
        "mode": settings.mode,
        "claims": settings.claims,
        "game_options": dict(settings.game.options) or None,
        "note": note,
    }
    return {key: value for key, value in given.items() if value is not None}
