"""Chips behind a multiplexer that are in another channel than the configuration says, or before it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.shell.config import load_config
from controller.shell.doctor.examination import Examination, Wanted
from controller.shell.doctor.findings import Finding, Level
from controller.shell.doctor.simulating import simulated_rig
from drivers.sim.machine import SimMachine
from drivers.sim.tca9548a import Tca9548a, put
from tests.oracles.client import ROOT
from tests.shell.doctor_boards import BEHIND, board

if TYPE_CHECKING:
    from controller.shell.config_types import Config

BUS, MUX = "/dev/i2c-1", 0x70


def found_when(config: Config, *moves: tuple[int, int, int | None]) -> list[Finding]:
    """What is found when chips, named by channel and address, are in other channels; None is before the multiplexer."""
    rig, person, _ = simulated_rig(config)
    assert isinstance(rig.machine, SimMachine)
    wire = rig.machine.wire(BUS)
    mux = wire.chips[MUX]
    assert isinstance(mux, Tca9548a)
    for channel, address, to in moves:
        chip = mux.channels[channel].pop(address)
        put(wire, address, chip, None if to is None else (MUX, to))
    found = Examination(rig, Wanted(watch_s=0.5), person).findings()
    return [finding for finding in found if finding.level is not Level.OK]


def place(channel: int, address: int) -> str:
    return f"{BUS} multiplexer {MUX:#04x} channel {channel} chip {address:#04x}"


def test_chips_in_a_channel_that_is_not_named() -> None:
    """The two wires of a channel are on another one."""
    chips = (0x20, 0x21, 0x22)
    found = found_when(board(BEHIND), *((4, address, 5) for address in chips))
    assert [(f.kind, f.where) for f in found] == [("wrong-channel", place(4, a)) for a in chips]
    assert "so j9 cannot be seen; a chip answers at this address in channel 5" in found[2].text
    assert found[2].remedy == (
        "Connect it to SD4 and SC4 of multiplexer 0x70; or write 5 for 4 into multiplexer_channels."
    )


def test_a_chip_in_a_channel_where_others_are() -> None:
    config = load_config(ROOT / "hardware" / "go-13-multiplexer.toml")
    [finding] = found_when(config, (0, 0x25, 1))
    assert (finding.kind, finding.where) == ("wrong-channel", place(0, 0x25))
    assert finding.remedy == "Connect it to SD0 and SC0 of multiplexer 0x70."


def test_two_chips_of_one_address_are_each_named_where_they_are() -> None:
    found = found_when(board(BEHIND), (1, 0x21, 6), (4, 0x21, 7))
    assert [finding.where for finding in found] == [place(1, 0x21), place(4, 0x21)]
    assert "in channel 6" in found[0].text
    assert "in channel 7" in found[1].text


def test_a_chip_before_the_multiplexer_is_in_every_channel() -> None:
    """The others with its address cannot be told from it, so nothing is said of them."""
    [finding] = found_when(board(BEHIND), (4, 0x22, None))
    assert (finding.kind, finding.where) == ("wrong-channel", f"{BUS} chip 0x22")
    assert "multiplexer 0x70 channel 1 and multiplexer 0x70 channel 4" in finding.text
    assert " j9 cannot be seen" in finding.text


def test_a_multiplexer_at_another_address_is_one_finding() -> None:
    rig, person, _ = simulated_rig(board(BEHIND))
    assert isinstance(rig.machine, SimMachine)
    chips = rig.machine.wire(BUS).chips
    chips[0x71] = chips.pop(MUX)
    found = Examination(rig, Wanted(watch_s=0.5), person).findings()
    [finding] = [finding for finding in found if finding.level is Level.FAULT]
    assert (finding.kind, finding.where) == ("wrong-address", f"{BUS} chip 0x70")
    assert "write 0x71 into the configuration" in finding.remedy
