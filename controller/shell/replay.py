"""A recorded trace through the same core as the live board, on the trace's own clock."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TextIO

from controller.core.inputs import Command, Effects, Frame, Gap, Input, Press, Tick
from controller.core.messages import Head, Health, Json, Message
from controller.core.sensing.marks import LevelReader, levels_of
from controller.core.settings import Settings
from controller.journal.codec import canonical
from controller.shell.cores import new_board
from controller.shell.framing import frame_of
from controller.shell.pump import Fed, Pump
from controller.shell.sealing import in_replay
from controller.shell.trace import (
    BlindLine,
    CommandLine,
    EndLine,
    GapLine,
    Line,
    PressLine,
    SetLine,
)
from controller.shell.trace_header import Header
from rules.terms import points_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from rules.terms import Point, PointSet

GAME_ID = "g1"
RUN_ON_US = 3_000_000
"""How long scanning is taken to have gone on after the last line of a trace without an `end`: long
enough for a move to settle, and for a question."""
LATE_SCANS = 1.5
"""The first scan after points could not be read comes within so many of its usual intervals, jitter included."""
REPLAY = "replay"
"""Board and epoch of replayed messages."""


def replay(
    header: Header,
    lines: Iterable[Line],
    out: TextIO,
    *,
    wait: Callable[[int], None] | None = None,
    note: Callable[[str], None] | None = None,
) -> int:
    """Writes the messages that follow from a trace, one JSON object a line.

    Args:
        header: of the trace.
        lines: of the trace; without an `end` line time runs on for a little.
        out: takes the messages.
        wait: called with the time of each input (microseconds), to pace a replay.
        note: called with a line of words for each command that was refused.

    Returns:
        How many messages were written.

    Raises:
        BadTrace: from `lines`.
    """
    session = new_board(settings(header))
    printer = _Printer(out)
    for line, at_us, effects in effects_of(header, lines, session):
        if wait is not None:
            wait(at_us)
        printer.put(at_us, effects.messages)
        printer.put_suspects(at_us, session.health.told(at_us * 1000))
        if effects.refusal is not None and note is not None:
            note(f"line {line}: command refused: {effects.refusal.reason}")
    return printer.count


def settings(header: Header) -> Settings:
    """What the session is told of the trace's game."""
    return Settings(
        game=header.game,
        rulebook=header.rulebook,
        start=header.start,
        mode=header.mode,
        claims=header.claims,
        orientation=header.orientation,
        time_control=header.time_control,
        clock=header.recorded.clock,
        clock_starts=header.recorded.clock_starts,
        game_options=dict(header.game_options),
        players=dict(header.recorded.players),
        headers=dict(header.recorded.headers),
        timings=header.recorded.judged_by,
        scan_hz=header.scan_hz,
    )


def effects_of(
    header: Header, lines: Iterable[Line], session: Fed
) -> Iterator[tuple[int, int, Effects]]:
    """Feeds a trace to a new session.

    Yields:
        The number of the line that was the cause, the time in microseconds, and the effects.
    """
    pump = Pump(session)
    number, at_ns = 1, 0
    last: list[Line] = []
    for number, item in in_replay(inputs(header, _keeping_the_last(lines, last))):
        at_ns = item.at_ns
        for fed_ns, effects in pump.advance(item):
            yield number, fed_ns // 1000, effects
    if not last or not isinstance(last[0], EndLine):
        # Scanning went on after the last change, or the trace would say where it ended.
        for ran_ns, effects in pump.advance(Tick(at_ns=at_ns + RUN_ON_US * 1000)):
            yield number, ran_ns // 1000, effects


def _keeping_the_last(lines: Iterable[Line], last: list[Line]) -> Iterator[Line]:
    for line in lines:
        last[:] = [line]
        yield line


def levels_at_start(header: Header) -> Mapping[Point, int | str]:
    """What stands on a trace's board at 0 unless its lines say otherwise, by printed labels."""
    game = header.game
    position = game.start(header.start)
    men = ((p, position.piece_at(p)) for p in points_of(position.occupied))
    turned = header.orientation == "turned"
    return levels_of(
        ((game.turned(p) if turned else p, man) for p, man in men if man is not None),
        header.sensor,
    )


def inputs(header: Header, lines: Iterable[Line]) -> Iterator[tuple[int, Input]]:
    """The inputs that a trace stands for, each with the number of the line that causes it."""
    board = _Board(header)
    for line in lines:
        yield from board.take(line)
    yield from board.finish()


class _Board:
    """The board as the trace tells it: what stands, what is blind, whether it is being scanned.

    What changes at one moment is one scan, however many lines tell of it.
    """

    def __init__(self, header: Header) -> None:
        self._reader = LevelReader(header.game, header.sensor)
        self._reader.take(0, levels_at_start(header))
        self._shown: Frame | None = None
        self._blind: list[tuple[int, PointSet]] = []
        # Live boards write the end of blindness at the very scan that reads the points again.
        self._scan_us = 0 if header.recorded.board else round(LATE_SCANS * 1e6 / header.scan_hz)
        self._gap_us: tuple[int, int] | None = None
        self._due_us: int | None = 0
        self._line = 1

    def take(self, line: Line) -> Iterator[tuple[int, Input]]:
        """The inputs due up to a line, and its own; a scan only once nothing more can belong to it."""
        scanned = isinstance(line, SetLine | BlindLine)
        if isinstance(line, SetLine):
            self._see_at(line)
        yield from self._wake(line.at_us, before=scanned)
        self._line = line.line
        if isinstance(line, PressLine | CommandLine | EndLine):
            yield from self._unseen_until(line.at_us)
        match line:
            case SetLine():
                self._reader.take(line.at_us * 1000, line.levels)
                self._due_us = line.at_us
            case BlindLine():
                self._blind.append((line.at_us + line.for_us, line.points))
                self._due_us = line.at_us
            case GapLine():
                end_us = line.at_us + line.gap_us
                start_us, until_us = self._gap_us or (line.at_us, end_us)
                self._gap_us = (start_us, max(until_us, end_us))
            case PressLine():
                yield line.line, Press(at_ns=line.at_us * 1000, side=line.side)
            case CommandLine():
                yield (
                    line.line,
                    Command(
                        at_ns=line.at_us * 1000, role=line.role, name=line.name, args=line.args
                    ),
                )
            case EndLine():
                yield line.line, Tick(at_ns=line.at_us * 1000)

    def _see_at(self, line: SetLine) -> None:
        """Points whose blindness ended since the scan before are read by this one."""
        changed = sum(1 << point for point in line.levels)
        due_us = line.at_us - self._scan_us
        self._blind = [
            (line.at_us if due_us <= end_us < line.at_us and points & changed else end_us, points)
            for end_us, points in self._blind
        ]

    def finish(self) -> Iterator[tuple[int, Input]]:
        """The scan that no line has led past."""
        yield from self._scan_due()

    def _unseen_until(self, until_us: int) -> Iterator[tuple[int, Input]]:
        """Something comes in within a gap. Nothing is to be judged by then of what came before it: nobody has looked."""
        if self._gap_us is not None:
            yield self._line, Gap(at_ns=until_us * 1000, from_ns=self._gap_us[0] * 1000)

    def _wake(self, until_us: int, *, before: bool) -> Iterator[tuple[int, Input]]:
        """The scans due, and those at which blindness and gaps end, up to a time.

        Args:
            before: leave the scan at that very time open: a line that belongs to it follows.
        """
        ends = {end_us for end_us, _ in self._blind}
        if self._gap_us is not None:
            ends.add(self._gap_us[1])
        for end_us in sorted(end_us for end_us in ends if end_us <= until_us):
            if self._due_us is not None and self._due_us < end_us:
                yield from self._scan_due()
            if self._gap_us is not None and end_us == self._gap_us[1]:
                start_us, _ = self._gap_us
                self._gap_us = None
                yield self._line, Gap(at_ns=end_us * 1000, from_ns=start_us * 1000)
            self._blind = [each for each in self._blind if each[0] > end_us]
            self._due_us = end_us
        if self._due_us is not None and (self._due_us < until_us or not before):
            yield from self._scan_due()

    def _scan_due(self) -> Iterator[tuple[int, Input]]:
        """The frame of the scan that is due, where there is one and it differs from the last."""
        at_us, self._due_us = self._due_us, None
        if at_us is None or self._gap_us is not None:
            return
        shown = self._shown
        if shown is not None and replace(self._seen(at_us), at_ns=shown.at_ns) == shown:
            yield self._line, Tick(at_ns=at_us * 1000)
        else:
            yield self._frame(at_us)

    def _seen(self, at_us: int) -> Frame:
        unknown: PointSet = 0
        for _, points in self._blind:
            unknown |= points
        return frame_of(self._reader, at_us * 1000, unknown)

    def _frame(self, at_us: int) -> tuple[int, Input]:
        self._shown = self._seen(at_us)
        return self._line, self._shown


class _Printer:
    """Writes messages as JSON lines, counting them."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._suspects: list[Json] = []
        self.count = 0

    def put_suspects(self, at_us: int, suspects: list[Json]) -> None:
        """Which sensors are not believed, where that has changed; of the rest of a board's health a trace knows nothing."""
        if suspects != self._suspects:
            self._suspects = suspects
            health = Health(
                suspects=suspects, bus="ok", broker="none", disk="ok", scan_hz=None, latency_ms=None
            )
            self.put(at_us, (health,), game_id=None)

    def put(self, at_us: int, messages: tuple[Message, ...], game_id: str | None = GAME_ID) -> None:
        for message in messages:
            self.count += 1
            head = Head(
                board=REPLAY, game_id=game_id, epoch=REPLAY, seq=self.count, at_us=at_us, wall=None
            )
            text = canonical(head.wrap(message)).decode()
            self._out.write(text + "\n")
        if messages:
            self._out.flush()
