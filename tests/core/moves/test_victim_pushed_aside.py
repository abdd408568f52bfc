"""A capture so quick that the victim is pushed to the next point, where the captor might have gone as well."""

from __future__ import annotations

import pytest

from tests.core.policies import ASKED, SETTLED
from tests.core.rig import Rig

# Captor, victim, where he is pushed, and the reply.
PUSHED = {
    "knight": ("4k3/8/8/8/8/2p5/4P3/1N2K3 w - - 0 1", "b1", "c3", "d2", "e8", "e7"),
    "queen": ("3k4/8/8/8/Q3p3/8/4P3/4K3 w - - 0 1", "a4", "e4", "d4", "d8", "c7"),
    "king": ("4k3/8/8/3p4/4K3/8/4P3/8 w - - 0 1", "e4", "d5", "e5", "e8", "e7"),
}
FELT = {
    "before his point is left": "{n}+ 10 {t}- {ms} {t}+",
    "as his point is left": "{n}+ {t}- {ms} {t}+",
    "between": "{t}- 5 {n}+ {ms} {t}+",
    "after his captor": "{t}- {ms} {t}+ 4 {n}+",
}
men = pytest.mark.parametrize("man", PUSHED)
felt = pytest.mark.parametrize("order", FELT.values(), ids=FELT)


@men
@felt
@pytest.mark.parametrize("ms", [16, 30])
@pytest.mark.parametrize("then_ms", [900, 3000])
def test_a_pushed_victim_who_is_taken_off_was_captured(
    man: str, order: str, ms: int, then_ms: int
) -> None:
    """So it is in the end: what was told before is corrected, or it is asked about."""
    start, origin, target, beside, his, to = PUSHED[man]
    exchange = order.format(n=beside, t=target, ms=ms)
    rig = Rig(start).hands(f"1000 {origin}- 300 {exchange} {then_ms} {beside}- 1500")
    rig.hands(f"{his}- 300 {to}+ 6000")
    line = [origin + target, his + to]
    rig.answer_truly(line, within_ms=SETTLED.within_ms)
    assert (rig.line, rig.stage) == (line, "play"), rig.story()


@men
@pytest.mark.parametrize("ms", [16, 60])
def test_who_stays_beside_a_man_that_was_jolted_has_moved(man: str, ms: int) -> None:
    start, origin, target, beside, his, to = PUSHED[man]
    rig = Rig(start).hands(f"1000 {origin}- 300 {beside}+ 10 {target}- {ms} {target}+ 1500")
    rig.hands(f"{his}- 300 {to}+ 3000")
    line = [origin + beside, his + to]
    rig.answer_truly(line, within_ms=ASKED.within_ms)
    assert (rig.moves, rig.stage) == (line, "play"), rig.story()
    rig = Rig(start).hands(f"1000 {origin}- 300 {beside}+ 10 {target}- {ms} {target}+ 6000")
    rig.answer_truly(line, within_ms=ASKED.within_ms)
    assert rig.moves == [origin + beside], rig.story()
