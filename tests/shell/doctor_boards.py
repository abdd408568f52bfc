"""Boards for the doctor: configurations as users write them, and what is found on them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from controller.shell.config import read_config
from controller.shell.doctor.examination import Examination, Wanted
from controller.shell.doctor.findings import Finding, Level
from controller.shell.doctor.simulating import simulated_rig

if TYPE_CHECKING:
    from collections.abc import Collection

    from controller.shell.config_types import Config
    from controller.shell.doctor.planting import Plant, Planted

EVERYTHING = """
[board]
id = "board-1"
game = "chess"

[sensors]
driver = "mcp23017"
addresses = [0x20, 0x21, 0x22, 0x23, 0x24]

[lamps]
driver = "ws2812"
order = "serpentine"

[display]
driver = "ht16k33"

[keys]
white = 22
black = 23
"""
"""A chess board with all that can be examined."""
HALL = """
[board]
id = "hall"
game = "chess"

[sensors]
driver = "bench"
kind = "field"
scan_hz = 50
"""
"""A chess board of linear Hall sensors, scanned slowly so that tests are quick."""
ALL = Wanted(walk=True, lamps=True, keys=True, watch_s=2.0)


def board(text: str = EVERYTHING) -> Config:
    """A configuration."""
    return read_config(text.encode(), Path("board.toml"))


def examined(
    config: Config, faults: Collection[Plant] = (), wanted: Wanted = ALL
) -> tuple[list[Finding], Planted]:
    """What is found on a simulated board with these faults, ok lines left out; and where they were planted."""
    rig, person, planted = simulated_rig(config, faults)
    found = list(Examination(rig, wanted, person).findings())
    return [finding for finding in found if finding.level is not Level.OK], planted
