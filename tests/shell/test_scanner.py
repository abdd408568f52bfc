"""What the scan thread tells a session that waits for a moment."""

from __future__ import annotations

from controller.core.inputs import Input, Tick
from controller.shell.boardclock import SteppedClock
from controller.shell.scanner import TICK_AGAIN_NS, Scanner, ScanThread
from drivers.ports import Kind
from tests.shell.test_framing import hardware

MS = 1_000_000


def test_a_moment_that_is_still_waited_for_is_told_again_but_not_at_every_scan() -> None:
    """A tick may be lost in a full mailbox, or come within the microsecond of the moment and so before it."""
    seen: list[Input] = []
    scanner = Scanner(hardware(Kind.PRESENCE), seen.append)
    scanner.deadline_ns = 20 * MS
    for at_ms in range(0, 500, 5):
        scanner.step(at_ms * MS)
    ticks = [item.at_ns for item in seen if isinstance(item, Tick)]
    assert ticks == list(range(20 * MS, 500 * MS, TICK_AGAIN_NS))
    scanner.deadline_ns = None
    scanner.step(500 * MS)
    assert seen[-1].at_ns == ticks[-1]


class SleepingClock(SteppedClock):
    """Time passes only as far as somebody wants to sleep."""

    def real_s(self, board_ns: int) -> float:
        self.at_ns += board_ns
        return 0.0


def test_a_scan_is_made_at_the_moment_that_is_waited_for() -> None:
    """Else the session hears of it a whole scan late, as often as not. The others keep their time."""
    clock, scanned, asked = SleepingClock(), list[int](), (12_300_000, 12_300_001, 20_000_000)

    class Noting(Scanner):
        def step(self, at_ns: int) -> None:
            scanned.append(at_ns - began_ns)
            self.deadline_ns = next((began_ns + ns for ns in asked if ns > scanned[-1]), None)
            if len(scanned) == 10:
                thread._stop.set()

    began_ns = clock.at_ns
    thread = ScanThread(Noting(hardware(Kind.PRESENCE), lambda _: None), clock, 200)
    thread._run()
    steady = [5 * MS * number for number in range(8)]
    assert scanned == sorted({*steady, *asked})
