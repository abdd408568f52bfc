"""What each scene looks like on every kind of lamps, and when."""

from __future__ import annotations

import pytest

from controller.core.inputs import LampKind
from controller.shell.hardware import bench_hardware
from controller.shell.profile import Wiring
from drivers.sim.noise import CLEAN
from rules.registry import game_by_name


@pytest.mark.parametrize("name", ["chess", "draughts-russian", "xiangqi", "go"])
def test_every_kind_can_be_shown_on_the_bench(name: str) -> None:
    """Dead stones once had no colour: the first one that was marked stopped the board."""
    game = game_by_name(name)
    hardware = bench_hardware(game, Wiring(tuple(range(len(game.points)))), CLEAN, seed=0)
    assert hardware.lamps is not None
    assert hardware.bench is not None
    for kind in LampKind:
        hardware.lamps.show(hardware.colours({3: kind, 7: kind}))
        assert set(hardware.bench.lit()) == {3, 7}
    hardware.close()
