"""The scan thread: reads the sensors at a steady rate, and is the only one that touches the hardware.

What it sees goes into a bounded mailbox. When the mailbox is full, what is lost is told as a gap.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from controller.core.inputs import Frame, Gap, Input, Press, Tick
from controller.shell.dial import Dial, DialHand, dial_of
from controller.shell.framing import Framer
from controller.shell.lamphand import LampHand
from controller.shell.sounding import Bell
from controller.shell.tallying import Tally
from rules.terms import Side

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from controller.core.board import Board
    from controller.core.inputs import Lamps as Picture
    from controller.core.messages import Message
    from controller.shell.boardclock import BoardClock
    from controller.shell.hardware import Hardware
    from drivers.ports import Fault

MAILBOX_MAX = 2000
"""Ten seconds in which every scan differs; the loop is late by less unless the disk has failed."""
GAP_MS = 60
"""Scans farther apart than this may have missed a man that was lifted and set back."""
TICK_AGAIN_NS = 50_000_000
"""A moment that the session still waits for, so long after it was told, is told again: the tick was lost."""
RATE_WINDOW = 200
"""Scans over which the rate is measured."""


class Mailbox:
    """What the scan thread has seen and the loop has not yet taken."""

    def __init__(self, wake: Callable[[], None], limit: int = MAILBOX_MAX) -> None:
        self._items: deque[Input] = deque()
        self._lock = threading.Lock()
        self._wake = wake
        self._limit = limit
        self._lost_from_ns: int | None = None
        self._newest: Frame | None = None

    def put(self, item: Input) -> None:
        """Adds an item; when there is no room it is lost, and that is told when there is."""
        with self._lock:
            if isinstance(item, Frame):
                self._newest = item
            if len(self._items) >= self._limit:
                if self._lost_from_ns is None:
                    self._lost_from_ns = item.at_ns
            elif self._lost_from_ns is not None:
                self._items.append(Gap(at_ns=item.at_ns, from_ns=self._lost_from_ns))
                self._lost_from_ns = None
                if self._newest is not None:
                    self._items.append(replace(self._newest, at_ns=item.at_ns))
                if isinstance(item, Press):
                    self._items.append(item)
            else:
                self._items.append(item)
        self._wake()

    def take(self) -> Input | None:
        """The oldest item, if any."""
        with self._lock:
            return self._items.popleft() if self._items else None


@dataclass(slots=True)
class Scans:
    """What is known about the scanning; read by the loop, written by the scanner.

    Attributes:
        scan_hz: reached rate.
        faults: faults of the last scan.
        lamp_fault: why the lamps could not be written.
        display_faults: what is wrong with the clock's display.
        panel_faults: what is wrong with the buttons and the buzzer.
        gaps: how often scans were missing.
        tally: what each channel has done.
    """

    scan_hz: float | None = None
    faults: tuple[Fault, ...] = ()
    lamp_fault: str | None = None
    display_faults: tuple[Fault, ...] = ()
    panel_faults: tuple[Fault, ...] = ()
    gaps: int = 0
    starts: deque[int] = field(default_factory=lambda: deque(maxlen=RATE_WINDOW))
    tally: Tally = field(default_factory=Tally)

    @property
    def met(self) -> tuple[Fault, ...]:
        """Every fault but those of the lamps, the sensors' first."""
        return (*self.faults, *self.display_faults, *self.panel_faults)


class Scanner:
    """Turns scans into inputs. `step` is one scan; `Thread` repeats it in time.

    Attributes:
        gap_ms: scans farther apart are told as a gap; None when scans are left out on purpose.
        deadline_ns: when the session wants to hear that nothing has changed.
        dial: what the clock's display shows; None leaves it dark.
    """

    def __init__(
        self,
        hardware: Hardware,
        deliver: Callable[[Input], None],
        *,
        gap_ms: int | None = GAP_MS,
    ) -> None:
        self._gap_ms = gap_ms
        self._hardware = hardware
        self._deliver = deliver
        self._framer = Framer(hardware)
        self._look_again = False
        self._last_ns: int | None = None
        self._rests_ns = 0
        self._ticked_ns = -1
        self._tick_again_ns = 0
        self._picture: Picture = {}
        self._lamps = None if hardware.lamps is None else LampHand(hardware)
        self._hand = None if hardware.display is None else DialHand(hardware.display)
        self._bell = None if hardware.buzzer is None else Bell(hardware.buzzer)
        self.deadline_ns: int | None = None
        self.dial: Dial | None = None
        self.scans = Scans()

    def show(self, picture: Picture) -> None:
        """Asks for this picture on the lamps, by printed labels. It is written after the next scan."""
        self._picture = picture

    def hear(self, messages: Sequence[Message]) -> None:
        """Sounds the buzzer for what is published."""
        if self._bell is not None:
            self._bell.hear(messages)

    def follow(self, session: Board) -> None:
        """Takes over from a session what to wait for and what its clock shows. Call it after each input."""
        self.deadline_ns = session.next_deadline()
        if self._hand is not None:
            self.dial = dial_of(session)

    def look_again(self) -> None:
        """Delivers the next scan whatever it shows: a new session has seen none."""
        self._look_again = True

    def rest(self, until_ns: int) -> None:
        """Scans nothing until then, as if the program were held up; the next scan tells of the gap."""
        self._rests_ns = until_ns

    def step(self, at_ns: int) -> None:
        """Scans once, delivers what is new, and keeps lamps, display and buzzer up to date."""
        if at_ns < self._rests_ns:
            return
        hardware, scans = self._hardware, self.scans
        self._pace(at_ns)
        scan = hardware.matrix.scan(at_ns)
        scans.faults = scan.faults
        if scan is not scans.tally.scan:
            scans.tally.take(at_ns, scan)
        if self._look_again:
            self._look_again = False
            self._framer.forget()
        frame = self._framer.frame(at_ns, scan)
        deadline_ns = self.deadline_ns
        if frame is not None:
            self._deliver(frame)
        elif (
            deadline_ns is not None
            and deadline_ns <= at_ns
            and (deadline_ns != self._ticked_ns or at_ns >= self._tick_again_ns)
        ):
            self._ticked_ns, self._tick_again_ns = deadline_ns, at_ns + TICK_AGAIN_NS
            self._deliver(Tick(at_ns=at_ns))
        panel_faults = self._press(at_ns)
        if self._lamps is not None:
            scans.lamp_fault = self._lamps.step(self._picture, at_ns)
        if self._hand is not None:
            scans.display_faults = self._hand.step(self.dial, at_ns)
        if self._bell is not None:
            faulty = bool(scan.faults or panel_faults or scans.lamp_fault)
            panel_faults += (*self._bell.step(at_ns, faulty=faulty),)
        scans.panel_faults = panel_faults

    def _press(self, at_ns: int) -> tuple[Fault, ...]:
        """Delivers the keys that were pressed; why keys could not be read."""
        keys = self._hardware.keys
        if keys is None:
            return ()
        for name in keys.pressed(at_ns):
            if self._bell is not None:
                self._bell.pressed()
            self._deliver(Press(at_ns=at_ns, side=Side(name)))
        return tuple(keys.faults)

    def _pace(self, at_ns: int) -> None:
        scans, last_ns = self.scans, self._last_ns
        self._last_ns = at_ns
        scans.starts.append(at_ns)
        if len(scans.starts) > 1 and scans.starts[-1] > scans.starts[0]:
            scans.scan_hz = (len(scans.starts) - 1) * 1e9 / (scans.starts[-1] - scans.starts[0])
        if self._gap_ms is None or last_ns is None:
            return
        if at_ns - last_ns > self._gap_ms * 1_000_000:
            scans.gaps += 1
            self._deliver(Gap(at_ns=at_ns, from_ns=last_ns))


class ScanThread:
    """Scans at a steady rate until it is stopped, and besides when the session waits for what a scan shows.

    A crash of the thread is kept and told.
    """

    def __init__(self, scanner: Scanner, clock: BoardClock, scan_hz: int) -> None:
        self._scanner = scanner
        self._clock = clock
        self._period_ns = 1_000_000_000 // scan_hz
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="scan", daemon=True)
        self.crash: BaseException | None = None

    def start(self) -> None:
        self._thread.start()

    def stop(self, within_s: float | None = None) -> bool:
        """Stops scanning; whether the hardware is no longer touched, for which it waits so long (None: for ever)."""
        self._stop.set()
        self._thread.join(within_s)
        return not self._thread.is_alive()

    def _run(self) -> None:
        due_ns, scanned_ns = self._clock.now_ns(), 0
        try:
            while not self._stop.is_set():
                now_ns, asked_ns = self._clock.now_ns(), self._scanner.deadline_ns or 0
                between = scanned_ns < asked_ns < due_ns
                next_ns = asked_ns if between else due_ns
                if now_ns < next_ns:
                    time.sleep(self._clock.real_s(next_ns - now_ns))
                    continue
                self._scanner.step(now_ns)
                scanned_ns = now_ns
                if not between:
                    due_ns = max(due_ns + self._period_ns, now_ns)
        except BaseException as crash:
            self.crash = crash
            raise
