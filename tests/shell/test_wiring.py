"""Drawings, parts and currents of every profile, and the command that tells them."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from controller.core.sensing.marks import Sensor
from controller.shell.cli import main
from controller.shell.config import Config, load_config, read_config
from controller.shell.electronics.hall import HallSensors
from controller.shell.wiring.budget import LIMITS_MA, Supply, budget_of
from controller.shell.wiring.drawing import drawing
from controller.shell.wiring.header import name_of, pin_of
from controller.shell.wiring.parts import cautions_of, parts_of
from controller.shell.wiring.pinouts import PINOUTS
from controller.shell.wiring.plan import Plan
from controller.shell.wiring.planning import plan_of
from controller.shell.wiring.report import places_of

ROOT = Path(__file__).parents[2]
FOLDER, IMAGES = ROOT / "hardware", ROOT / "docs/images"
PROFILES = sorted(path.stem for path in FOLDER.glob("*.toml"))


@cache
def config_of(profile: str) -> Config:
    return load_config(FOLDER / f"{profile}.toml")


def contacts(plan: Plan) -> Counter[str]:
    """How often each point stands at a leg of the sensors or at a crossing."""
    found: Counter[str] = Counter()
    for group in plan.groups:
        if group.title.startswith(("Sensors", "Converter")):
            found.update(leg.to.split(" ")[0] for box in group.boxes for leg in box.legs)
        if group.crossings is not None:
            found.update(point for row in group.crossings.points for point in row)
    return found


@pytest.mark.parametrize("profile", PROFILES)
def test_the_pictures_of_the_documents_are_those_of_the_profiles(profile: str) -> None:
    """Made anew by `touchmove wiring hardware/NAME.toml --svg docs/images/wiring-NAME.svg`."""
    wanted = drawing(plan_of(config_of(profile)))
    assert (IMAGES / f"wiring-{profile}.svg").read_text(encoding="utf-8") == wanted


def test_no_picture_is_left_of_a_profile_that_is_gone() -> None:
    assert sorted(path.stem for path in IMAGES.glob("wiring-*.svg")) == [
        f"wiring-{profile}" for profile in PROFILES
    ]


@pytest.mark.parametrize("profile", PROFILES)
def test_each_point_stands_at_as_many_legs_as_it_has_sensors(profile: str) -> None:
    config = config_of(profile)
    if config.sensors.driver == "serial":
        assert not plan_of(config).header
        return
    pairs = config.sensors.kind is Sensor.POLARITY
    found = contacts(plan_of(config))
    assert {found[name] for name in config.board.game.points} == {2 if pairs else 1}


@pytest.mark.parametrize("profile", PROFILES)
def test_each_line_that_is_taken_stands_at_its_pin(profile: str) -> None:
    config = config_of(profile)
    header = plan_of(config).header
    own = {
        int(what.split()[1])
        for what, owner in config.uses().items()
        if what.startswith("GPIO ") and not owner.startswith("the bus ")
    }
    assert {pin_of(gpio) for gpio in own} <= header.keys()
    drawn = {name_of(pin) for pin in header if name_of(pin).startswith("GPIO ")}
    assert drawn <= {what for what in config.uses() if what.startswith("GPIO ")} | {
        "GPIO 23",
        "GPIO 24",
    }


@pytest.mark.parametrize("profile", PROFILES)
def test_drawings_are_whole_and_nothing_sticks_out(profile: str) -> None:
    root = ET.fromstring(drawing(plan_of(config_of(profile))))
    width, height = (float(root.attrib[key]) for key in ("width", "height"))
    assert height >= 790
    for each in root:
        for axis, most in (("x", width), ("y", height)):
            assert 0 <= float(each.attrib.get(axis, 0)) <= most
        for place in each.attrib.get("points", "").split():
            x, y = map(float, place.split(","))
            assert 0 <= x <= width
            assert 0 <= y <= height


@pytest.mark.parametrize("chip", PINOUTS)
def test_no_leg_of_a_chip_has_the_number_of_another(chip: str) -> None:
    pinout = PINOUTS[chip]
    numbers = list(pinout.legs.values())
    assert len(set(numbers)) == len(numbers)
    size = re.search(r"\d+", pinout.package)
    assert size is not None
    assert max(numbers) <= int(size[0])


def test_the_header_has_every_line_once() -> None:
    assert sorted(pin_of(gpio) for gpio in range(28)) == sorted(
        pin for pin in range(1, 41) if name_of(pin).startswith("GPIO ")
    )
    assert (name_of(1), name_of(2), name_of(6), pin_of(2), pin_of(21)) == (
        "3.3 V", "5 V", "GND", 3, 40,
    )  # fmt: skip


@pytest.mark.parametrize("profile", PROFILES)
def test_parts_and_currents(profile: str) -> None:
    config = config_of(profile)
    parts, budget = parts_of(config), budget_of(config)
    assert all(part.count > 0 and part.why for part in parts)
    assert len({(part.name, part.why) for part in parts}) == len(parts)
    assert all(draw.each_ma > 0 and draw.basis for draw in budget.draws)
    assert cautions_of(config)
    told = budget.verdicts()
    own = any("regulator of its own" in verdict for verdict in told)
    assert own == (budget.total_ma(Supply.V33) > LIMITS_MA[Supply.V33])
    assert own == any("regulator" in part.name for part in parts)
    if config.lamps.electronics is not None:
        assert budget.total_ma(Supply.LAMPS) >= config.lamps.current_ma_max


COUNTS = {
    "chess-reed-14": {"reed switch": 64, "MCP23017-E/SP": 5, "WS2812B lamp": 64},
    "chess-hall-14": {"unipolar Hall switch, open collector, for 3.3 V (DRV5023)": 128},
    "chess-diodes-gpio": {"BAT54 diode": 80, "reed switch": 64},
    "chess-field": {"DRV5055A1": 64, "CD74HC4067": 4, "ADS7828": 1},
    "draughts-100-chain": {"74HC165": 13, "10 kΩ resistor": 100, "MAX7219": 1},
    "go-19-chain": {"74HC165": 46, "10 kΩ resistor": 361, "HT16K33, 28 legs": 3},
    "go-13-multiplexer": {"TCA9555PWR on an adapter board": 11, "TCA9548A": 1},
    "xiangqi-reed": {"TCA9555PWR on an adapter board": 6, "WS2812B lamp": 19, "push button": 2},
}


@pytest.mark.parametrize("profile", COUNTS)
def test_the_numbers_of_parts(profile: str) -> None:
    found = {part.name: part.count for part in parts_of(config_of(profile))}
    assert {name: found[name] for name in COUNTS[profile]} == COUNTS[profile]


def test_the_command_tells_all_of_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(FOLDER / "chess-hall-14.toml")
    out = tmp_path / "board.svg"
    assert main(["wiring", file, "--svg", str(out)]) == 0
    text = capsys.readouterr().out
    assert out.read_text(encoding="utf-8") == (IMAGES / "wiring-chess-hall-14.svg").read_text(
        encoding="utf-8"
    )
    for words in (
        "Pins of the header",
        "Parts",
        "Currents, at most",
        "Beware",
        "16  GPIO 23: SDA of /dev/i2c-3",
    ):
        assert words in text
    assert main(["wiring", file, "--points"]) == 0
    first = capsys.readouterr().out.splitlines()[0]
    assert first == "a1  /dev/i2c-1 chip 0x20 pin GPA0 and /dev/i2c-1 chip 0x20 pin GPA1"
    assert main(["wiring", file, "--json"]) == 0
    body = json.loads(capsys.readouterr().out)
    assert len(body["points"]) == 64
    assert {"board", "header", "points", "parts", "currents", "supplies", "cautions"} == body.keys()


def test_a_simulated_board_has_nothing_to_wire() -> None:
    config = read_config(b'[board]\nid = "a"\n[sensors]\ndriver = "bench"\n', Path("bench.toml"))
    assert places_of(config) == {}
    assert parts_of(config) == []
    assert "nothing to wire" in drawing(plan_of(config))


OTHERS = {
    "mpr121": 'driver = "mpr121"\ncalibration = "t"\nbus = ["/dev/i2c-1", "/dev/i2c-3"]\n',
    "pcf8575": 'driver = "pcf8575"\nactive_low = false\n',
    "one chip": 'driver = "mcp23017-matrix"\ninputs_per_chip = 16\ndiodes = false\n',
    "mcp3008": 'driver = "hall"\nconverter = "mcp3008"\nkind = "polarity"\n',
    "chip select": 'driver = "74hc165"\nserial_input = "low"\n',
    "display": 'driver = "mcp23017"\n[display]\ndriver = "max7219"\n[keys]\nwhite = 5\nblack = 6\n',
}


@pytest.mark.parametrize("name", OTHERS)
def test_boards_without_a_profile(name: str) -> None:
    game = "chess" if name == "one chip" else "draughts-100"
    text = f'[board]\nid = "a"\ngame = "{game}"\n[sensors]\n' + OTHERS[name]
    if name == "chip select":
        text += 'ties = { 55 = "high" }\n'
    config = read_config(text.encode(), Path("board.toml"))
    plan = plan_of(config)
    assert drawing(plan).endswith("</svg>\n")
    assert contacts(plan).keys() >= set(config.board.game.points)
    assert budget_of(config).draws
    if isinstance(config.sensors.electronics, HallSensors):
        assert pin_of(8) in plan.header
