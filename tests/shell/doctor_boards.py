"""Boards for the doctor: configurations as users write them, and what is found on them."""

from __future__ import annotations

from dataclasses import replace
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
scan_hz = 50

[lamps]
driver = "ws2812"
order = "serpentine"

[display]
driver = "ht16k33"

[keys]
white = 22
black = 23
"""
"""A chess board with all that can be examined, scanned slowly so that tests are quick."""
HALL = """
[board]
id = "hall"
game = "chess"

[sensors]
driver = "hall"
scan_hz = 50
"""
"""A chess board of linear Hall sensors."""
MATRIX = """
[board]
id = "matrix"
game = "chess"

[sensors]
driver = "gpio-matrix"
rows = [4, 5, 6, 7, 8, 9, 10, 11]
columns = [12, 13, 16, 17, 18, 19, 20, 21]
scan_hz = 50
"""
BEHIND = """
[board]
id = "behind"
game = "go"
size = 9

[sensors]
driver = "tca9555"
multiplexer = 0x70
multiplexer_channels = [1, 4]
addresses = [0x20, 0x21, 0x22]
scan_hz = 50
"""
"""Six chips, three in each of two channels."""
ALL = Wanted(walk=True, lamps=True, keys=True, watch_s=2.0)


def board(text: str = EVERYTHING) -> Config:
    """A configuration."""
    return read_config(text.encode(), Path("board.toml"))


def slowly(config: Config, scan_hz: int = 20) -> Config:
    """The same board, scanned less often: a whole walk costs so many scans."""
    return replace(config, sensors=replace(config.sensors, scan_hz=scan_hz))


def examined(
    config: Config, faults: Collection[Plant] = (), wanted: Wanted = ALL
) -> tuple[list[Finding], Planted]:
    """What is found on a simulated board with these faults, ok lines left out; and where they were planted."""
    rig, person, planted = simulated_rig(config, faults)
    found = list(Examination(rig, wanted, person).findings())
    return [finding for finding in found if finding.level is not Level.OK], planted
