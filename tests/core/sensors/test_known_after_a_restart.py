"""What a new start of the program must not forget: which sensors are wrong, and whether a promotion may still be corrected."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from controller.core.messages import Health
from tests.core.clock.test_clock_recovery import restarted
from tests.core.rig import Rig

if TYPE_CHECKING:
    from controller.core.messages import Json

PAWN = "4k3/P6p/8/8/8/8/8/4K3 w - - 0 1"


def told(rig: Rig) -> list[Json]:
    return rig.board.health.told(rig.at_ns)


def again(rig: Rig) -> Rig:
    """The same board after a new start, as the journal knows it: with its newest health."""
    rig.said.append(
        Health(
            suspects=told(rig), bus="ok", broker="none", disk="ok", scan_hz=None, latency_ms=None
        )
    )
    return restarted(rig)


def test_that_one_was_in_the_hand_then_is_forgotten_with_his_move() -> None:
    rig = Rig("4k3/P6p/8/8/8/8/6p1/4K3 w - - 0 1").hands("1000 a7- 300 a8+ 2000 h7- 60")
    new = again(rig).hands("500 h7+ 1000 e8- 300 d7+ 2000 e1- 300 d2+ 2000 g2- 300 g1+ 2000")
    assert not new.session.state.duty.touched_after
    assert new.command("black", "promote", to="n")


@pytest.mark.law("FIDE-4.4.4")
@pytest.mark.parametrize(
    ("hands", "obeyed"),
    [("1000", True), ("h7- 50 h7+ 2000", True)],
)
def test_a_promotion_is_corrected_until_the_opponent_has_touched_a_man(
    hands: str, *, obeyed: bool
) -> None:
    rig = Rig(PAWN).hands("1000 a7- 300 a8+ 2000")
    assert rig.line == ["a7a8q"]
    rig.hands(hands)
    new = again(rig)
    assert new.command("white", "promote", to="r") is obeyed
    assert rig.command("white", "promote", to="r") is obeyed
    if "h7+" not in hands and "h7-" in hands:
        new.hands("500 h7+ 1000")
        assert not new.command("white", "promote", to="r")
