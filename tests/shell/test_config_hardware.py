"""What a configuration may say of sensors, lamps, display and buzzer, driver by driver: mistakes, and what is taken twice."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.core.sensing.marks import Sensor
from controller.core.settings import Timings
from controller.shell.config import Config, ConfigError, load_config, read_config
from controller.shell.config_types import SWEPT
from controller.shell.electronics.base import Uncalibrated
from controller.shell.electronics.chains import Chain
from controller.shell.electronics.expanders import Expanders
from controller.shell.electronics.hall import HallSensors
from controller.shell.electronics.lights import Max7219s
from controller.shell.electronics.rows import ExpanderRows, GpioRows
from controller.shell.electronics.serial_boards import SerialBoard
from controller.shell.hardware import open_hardware, simulated_hardware
from controller.shell.toml_section import Mistake
from drivers.calibration import Calibration
from drivers.edge_lamps import EdgeLamps
from drivers.max7219_clock import Max7219Clock
from drivers.ports import WorldFault
from drivers.serial_emulator import ClockFace
from drivers.sim.lamps import wire_max7219
from drivers.sim.machine import SimMachine
from drivers.sim.noise import CLEAN
from drivers.sim.serial_board import SimSerialBoard
from rules.registry import GAMES

HARDWARE = sorted((Path(__file__).parents[2] / "hardware").glob("*.toml"))
ROWS = "rows = [4, 17, 27, 22, 5, 6, 13, 19]\n"
COLUMNS = "columns = [18, 23, 24, 25, 12, 16, 20, 21]\n"


def read(lines: str, game: str = "chess") -> Config:
    return read_config(
        f'[board]\nid = "b"\ngame = "{game}"\n[sensors]\n{lines}'.encode(), Path("/boards/b.toml")
    )


def mistakes(lines: str, game: str = "chess") -> list[Mistake]:
    with pytest.raises(ConfigError) as caught:
        read(lines, game)
    return list(caught.value.mistakes)


def outcome(data: bytes) -> list[Mistake]:
    try:
        read_config(data, Path("b.toml"))
    except ConfigError as error:
        return list(error.mistakes)
    return []


def test_each_driver_has_its_electronics() -> None:
    chips = read('driver = "pcf8575"\nmultiplexer = 0x71\nmultiplexer_channels = [5, 2]\n')
    assert isinstance(chips.sensors.electronics, Expanders)
    assert chips.sensors.electronics.groups() == {
        ("/dev/i2c-1", 5): [0x20, 0x21],
        ("/dev/i2c-1", 2): [0x20, 0x21],
    }
    assert chips.sensors.electronics.place(33) == (
        "/dev/i2c-1 multiplexer 0x71 channel 2 chip 0x20 pin P01"
    )
    lines = read('driver = "gpio-matrix"\n' + ROWS + COLUMNS).sensors.electronics
    assert isinstance(lines, GpioRows)
    assert lines.place(9) == "row 2 (GPIO 17), column 2 (GPIO 23)"
    matrix = read('driver = "mcp23017-matrix"\naddresses = [0x20, 0x21]\n').sensors.electronics
    assert isinstance(matrix, ExpanderRows)
    assert matrix.place(63) == "/dev/i2c-1 row chip 0x20 pin GPA7, column chip 0x21 pin GPB0"
    chain = read('driver = "74hc165"\nkind = "polarity"\n', "draughts-100").sensors.electronics
    assert isinstance(chain, Chain)
    assert (chain.channels, chain.chips, chain.place(99)) == (
        100,
        13,
        "/dev/spidev0.0 chip 13 input D3",
    )
    hall = read('driver = "hall"\n').sensors
    assert isinstance(hall.electronics, HallSensors)
    assert hall.kind is Sensor.FIELD
    assert hall.electronics.place(17) == "/dev/i2c-1 chip 0x48 input 1 multiplexer input I1"
    board = read('driver = "serial"\n', "draughts-100").sensors.electronics
    assert isinstance(board, SerialBoard)
    assert (board.fields, board.channels) == (100, 50)
    assert read('driver = "serial"\n').timings == SWEPT
    assert read('driver = "74hc165"\n').timings == Timings()


@pytest.mark.parametrize(
    ("lines", "key", "says"),
    [
        ('driver = "tca9555"\naddresses = [0x20]', "addresses", "4 are needed"),
        ('driver = "tca9555"\nmultiplexer = 0x6f', "multiplexer", "112 to 119"),
        ('driver = "tca9555"\nmultiplexer_channels = [1]', "multiplexer_channels", "address of the multi"),
        ('driver = "tca9555"\nmultiplexer = 0x70\nmultiplexer_channels = []', "multiplexer_channels", "no channel"),
        ('driver = "tca9555"\nmultiplexer = 0x70\nmultiplexer_channels = [8]', "multiplexer_channels[0]", "0 to 7"),
        (
            'driver = "tca9555"\nmultiplexer = 0x70\nbus = ["/dev/i2c-1", "/dev/i2c-3"]',
            "multiplexer",
            "one bus only",
        ),
        ('driver = "tca9555"\nkind = "field"', "kind", '"presence" or "polarity"'),
        ('driver = "mpr121"\ncalibration = "t"\nbus = ["/dev/i2c-1", "/dev/i2c-3"]\ntouch = 5\nrelease = 5', "release", "below touch"),
        ('driver = "mpr121"\ncalibration = "t"', "addresses", "6 are needed, more than one bus"),
        ('driver = "gpio-matrix"\n' + ROWS, "rows", "give the lines"),
        ('driver = "gpio-matrix"\ncolumns = [4]\nrows = [5]', "rows", "too few for 64 switches"),
        ('driver = "gpio-matrix"\n' + ROWS + "columns = [18, 23, 24, 25, 12, 16, 20, 4]", "columns", "GPIO 4 is a row"),
        ('driver = "gpio-matrix"\n' + ROWS + "columns = [18, 23, 24, 25, 12, 16, 20, 28]", "columns[7]", "0 to 27"),
        ('driver = "gpio-matrix"\nguards = true\ndiodes = false\n' + ROWS + COLUMNS, "guards", "need diodes"),
        ('driver = "gpio-matrix"\nguards = true\n' + ROWS + COLUMNS, "rows", "7 rows and 7 columns have 49"),
        ('driver = "mcp23017-matrix"', "addresses", "8 rows and 7 columns"),
        ('driver = "mcp23017-matrix"\naddresses = [0x20, 0x21]\nrows = 7', "rows", "56 contacts, too few"),
        ('driver = "74hc165"\nserial_input = "low"', "serial_input", "tied high"),
        ('driver = "74hc165"\nties = { 64 = "low" }', "ties.64", "of the last chip are none"),
        ('driver = "74hc165"\nties = { x = "low" }', "ties.x", "no input without a sensor"),
        ('driver = "74hc165"\ndevice = "/dev/i2c-1"', "device", "an SPI device"),
        ('driver = "hall"\nconverter = "ads1115"', "converter", '"ads7828" or'),
        ('driver = "hall"\nselect_pins = [5, 6, 13]', "select_pins", "S0 to S3"),
        ('driver = "hall"\nselect_pins = []\naddresses = [0x48]', "addresses", "8 are needed"),
        ('driver = "hall"\nconverter = "mcp3008"\nselect_pins = []', "device", "8 are needed"),
        ('driver = "hall"\nkind = "presence"', "kind", '"field" or "polarity"'),
        ('driver = "hall"\ndepth_mm = 0', "depth_mm", "1 to 200"),
        ('driver = "serial"\ndevice = "COM1"', "device", "a serial line"),
        ('driver = "serial"\npoints = "serpentine"', "points", "leave it out"),
        ('driver = "serial"\nkind = "presence"', "kind", '"identity"'),
        ('driver = "serial"\naddresses = [0x20]', "addresses", "unknown key"),
    ],
)  # fmt: skip
def test_a_mistake_of_the_sensors(lines: str, key: str, says: str) -> None:
    found = mistakes(lines + "\n")
    assert [each.text for each in found if each.key == f"sensors.{key}" and says in each.text], (
        found
    )


def test_hall_sensors_have_no_free_inputs_between_them() -> None:
    names = ["", *GAMES["chess"].points]
    found = mistakes(f'driver = "hall"\npoints = {names}\n')
    assert [each.key for each in found] == ["sensors.points"]
    assert "name no empty ones" in found[0].text


def test_there_are_no_serial_boards_for_go() -> None:
    assert "no serial boards for go" in mistakes('driver = "serial"\n', "go")[0].text


@pytest.mark.parametrize(
    ("lines", "key", "says"),
    [
        ('driver = "ht16k33"\ncurrent_ma_max = 10', "current_ma_max", "at least 50|50 to 20000"),
        ('driver = "max7219"\nchips = 1\norder = ' + str([""] * 8), "order", "missing"),
        ('driver = "max7219"\nlayout = "edges"\nrows = [0, 1]', "rows", "the board has 8 rows"),
        ('driver = "max7219"\nlayout = "edges"\nrows = [7, 8, 9, 10, 11, 12, 13, 14]', "rows", "lamp 7 is a column's"),
        ('driver = "ht16k33"\naddresses = []', "addresses", "0 are too few for 64 lamps"),
        ('driver = "ht16k33"\ndevice = "/dev/spidev0.0"', "device", "unknown key"),
        ('driver = "apa102"\nlayout = "edges"\norder = "serpentine"', "order", "unknown key"),
        ('driver = "ws2812"\nlayout = "round"', "layout", '"points" or "edges"'),
    ],
)  # fmt: skip
def test_a_mistake_of_the_lamps(lines: str, key: str, says: str) -> None:
    found = mistakes('driver = "mcp23017"\n[lamps]\n' + lines + "\n")
    assert any(
        each.key == f"lamps.{key}" and any(word in each.text for word in says.split("|"))
        for each in found
    ), found


@pytest.mark.parametrize(
    ("lines", "key", "what"),
    [
        # Lamps that listen to all that goes over a bus.
        ('driver = "74hc165"\n[lamps]\ndriver = "ws2812"\ndevice = "/dev/spidev0.1"', "lamps.device", "MOSI of"),
        ('driver = "74hc165"\n[lamps]\ndriver = "apa102"\ndevice = "/dev/spidev0.1"', "lamps.device", "MOSI of"),
        (
            'driver = "hall"\nconverter = "mcp3008"\n[lamps]\ndriver = "ws2812"\ndevice = "/dev/spidev0.1"',
            "lamps.device",
            "MOSI of",
        ),
        ('driver = "mcp23017"\n[lamps]\ndriver = "ws2812"\n[display]\ndriver = "max7219"', "display.device", "MOSI of"),
        # Devices, addresses and pins.
        ('driver = "74hc165"\n[lamps]\ndriver = "max7219"', "lamps.device", "/dev/spidev0.0"),
        ('driver = "74hc165"\nlatch_pin = 7', "", ""),
        (
            'driver = "tca9555"\nmultiplexer = 0x70\n[lamps]\ndriver = "ht16k33"',
            "lamps.addresses",
            "/dev/i2c-1 chip 0x70",
        ),
        ('driver = "mcp23017"\n[lamps]\ndriver = "ht16k33"\n[display]\ndriver = "ht16k33"', "display.addresses", "0x70"),
        ('driver = "hall"\n[keys]\nwhite = 13', "keys.white", "select line S2"),
        ('driver = "74hc165"\nlatch_pin = 25\n[buzzer]\npin = 25', "buzzer.pin", "the latch"),
        ('driver = "mcp23017"\n[keys]\nlever = 4\n[buzzer]\npin = 4', "buzzer.pin", "the key lever"),
        ('driver = "gpio-matrix"\n' + ROWS + COLUMNS + "[buzzer]\npin = 27", "buzzer.pin", "row 3"),
    ],
)  # fmt: skip
def test_what_is_taken_twice(lines: str, key: str, what: str) -> None:
    if not key:
        key, what = "sensors.driver", "GPIO 7"
        lines = lines.replace("latch_pin = 7", "latch_pin = 25\n[keys]\nwhite = 7")
        key = "keys.white"
    found = mistakes(lines + "\n")
    assert [each.text for each in found if each.key == key and what in each.text], found


@pytest.mark.parametrize(
    "lines",
    [
        'driver = "74hc165"\n[lamps]\ndriver = "max7219"\ndevice = "/dev/spidev0.1"',
        'driver = "74hc165"\n[lamps]\ndriver = "ws2812"\ndevice = "/dev/spidev1.0"',
        'driver = "hall"\nconverter = "mcp3008"\n[lamps]\ndriver = "max7219"\ndevice = "/dev/spidev0.1"',
        'driver = "mcp23017"\n[lamps]\ndriver = "max7219"\n[display]\ndriver = "max7219"',
        (
            'driver = "tca9555"\nmultiplexer = 0x77\n[lamps]\ndriver = "ht16k33"\n[display]\naddresses = [0x71, 0x72]\n'
            'driver = "ht16k33"'
        ),
    ],
)
def test_what_goes_together(lines: str) -> None:
    assert read(lines + "\n").uses()


@given(
    st.sampled_from(HARDWARE),
    st.integers(0, 27),
    st.sampled_from(["keys.white", "keys.black", "buzzer.pin"]),
)
def test_a_line_of_a_profile_is_never_given_twice(file: Path, pin: int, key: str) -> None:
    """A pin for one thing more is taken exactly where nothing has it."""
    config = load_config(file)
    section, name = key.split(".")
    text = file.read_text(encoding="utf-8")
    for each in ("keys", "buzzer"):
        text = text.split(f"[{each}]")[0]
    if section == "keys":
        name = str(config.board.game.sides[name == "black"])
    base = read_config(text.encode(), file)
    more = f"{text}\n[{section}]\n{name} = {pin}\n".encode()
    if f"GPIO {pin}" in base.uses():
        with pytest.raises(ConfigError, match=f"GPIO {pin} belongs to"):
            read_config(more, file)
    else:
        assert f"GPIO {pin}" in read_config(more, file).uses()


def test_edge_lamps_are_lit_by_column_and_row() -> None:
    config = read('driver = "mcp23017"\n[lamps]\ndriver = "max7219"\nlayout = "edges"\n')
    assert isinstance(config.lamps.electronics, Max7219s)
    hardware = simulated_hardware(config, CLEAN, seed=1)
    assert hardware.bench is not None
    assert isinstance(hardware.lamps, EdgeLamps)
    assert not hardware.abilities.colours
    e4 = config.board.game.index["e4"]
    hardware.lamps.show({e4: (9, 9, 9)})
    assert set(hardware.bench.lit()) == {e4}


def test_a_display_on_max7219_is_opened() -> None:
    config = read('driver = "bench"\n[display]\ndriver = "max7219"\n')
    assert config.display is not None
    assert config.display.uses()["/dev/spidev0.1"] == "the display"
    machine = SimMachine()
    chips = read('driver = "mcp23017"\n[display]\ndriver = "max7219"\n')
    assert chips.sensors.electronics is not None
    chips.sensors.electronics.simulate(machine)
    wire_max7219(machine, "/dev/spidev0.1", 2)
    hardware = open_hardware(chips, machine)
    assert isinstance(hardware.display, Max7219Clock)
    hardware.close()


@pytest.mark.parametrize(("left", "other"), [("white", "black"), ("black", "white")])
def test_the_clock_at_a_serial_board_presses(left: str, other: str) -> None:
    config = read(f'driver = "serial"\nclock_left = "{left}"\n')
    machine = SimMachine()
    line = machine.serials["/dev/ttyUSB0"] = SimSerialBoard()
    hardware = open_hardware(config, machine)
    assert hardware.keys is not None
    pressed: list[str] = []
    for at_ms in range(0, 4000, 5):
        if at_ms % 1000 == 0:
            face = ClockFace(
                left_s=5400 - at_ms // 1000, right_s=5400, running=True, right_high=at_ms >= 2000
            )
            line.set_clock(face)
        line.advance(at_ms * 1_000_000)
        hardware.matrix.scan(at_ms * 1_000_000)
        pressed += hardware.keys.pressed(at_ms * 1_000_000)
    assert pressed == [left]
    assert hardware.keys.names == (left, other)
    assert open_hardware(read('driver = "serial"\n'), machine).keys is None


def test_a_calibration_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    text = 'driver = "hall"\ncalibration = "field.json"\n'
    file = tmp_path / "b.toml"
    file.write_text(f'[board]\nid = "b"\n[sensors]\n{text}', encoding="utf-8")
    electronics = load_config(file).sensors.electronics
    assert isinstance(electronics, HallSensors)
    assert electronics.calibration == tmp_path / "field.json"
    machine = SimMachine()
    electronics.simulate(machine)
    machine.learnt = None
    electronics.open(machine).close()  # without a file: what the data sheets promise
    (tmp_path / "field.json").write_text("[", encoding="utf-8")
    with pytest.raises(Uncalibrated, match=r"field\.json:1"):
        electronics.open(machine)
    Calibration.nominal(3, 12).save(tmp_path / "field.json")
    with pytest.raises(Uncalibrated, match="calibration is of 3 sensors and the board has 64"):
        electronics.open(machine)


def test_what_is_missing_is_a_fault_of_the_world() -> None:
    for file in HARDWARE:
        with pytest.raises(WorldFault):
            open_hardware(load_config(file), SimMachine())


def test_hostile_profiles_give_only_our_error() -> None:
    dice = random.Random(6)
    texts = [file.read_bytes() for file in HARDWARE]
    right = 0
    for _ in range(400):
        data = bytearray(dice.choice(texts))
        start = data.index(b"[sensors]")
        for _ in range(dice.randint(1, 4)):
            at = dice.randrange(start, len(data))
            if dice.random() < 0.7:
                data[at] = dice.choice(b'"[]{}=.,#\n0123456789abx')
            else:
                del data[at : at + dice.randint(1, 12)]
        found = outcome(bytes(data))
        assert all(each.line >= 1 and each.text for each in found)
        right += not found
    assert 0 < right < 300
