"""What the scan thread tells a session that waits for a moment."""

from __future__ import annotations

from controller.core.inputs import Input, Tick
from controller.shell.scanner import TICK_AGAIN_NS, Scanner
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
