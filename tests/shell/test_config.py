"""The configuration: a small file is enough, and every mistake is named with its place."""

from __future__ import annotations

import random
from dataclasses import fields
from pathlib import Path

import pytest

from controller.core.sensing.marks import Sensor
from controller.core.settings import Timings
from controller.shell.config import TIMING_BOUNDS, Config, load_config, read_config
from controller.shell.config_types import DisplayConfig
from controller.shell.electronics.expanders import Expanders
from controller.shell.toml_section import ConfigError, Mistake
from drivers.keys import Key
from rules.registry import GAMES

MINIMAL = '[board]\nid = "board-1"\n\n[sensors]\naddresses = [0x20, 0x21, 0x22, 0x23, 0x24]\n'
HARDWARE = sorted((Path(__file__).parents[2] / "hardware").glob("*.toml"))

FULL = """\
[board]
id = "hall-1_board-7"
game = "chess"
rulebook = "chess-classic"
mode = "observer"
claims = "automatic"
orientation = "turned"
time_control = "40/90:00+0:30,15:00"

[journal]
folder = "journal"

[sensors]
driver = "mcp23017"
bus = "/dev/i2c-1"
addresses = [0x24, 0x20, 0x21, 0x22]
inputs_per_chip = 16
active_low = false
scan_hz = 500
points = "serpentine"

[lamps]
driver = "ws2812"
device = "/dev/spidev0.0"
order = "serpentine"
brightness = 0.5
current_ma_max = 2000

[display]
driver = "ht16k33"
bus = "/dev/i2c-3"
addresses = [0x72, 0x70]
brightness = 0.2

[timings]
settle_ms = 700

[mqtt]
host = "broker.club.example"
port = 8884
username = "board-7"
tls = true

[kiosk]
enabled = true
host = "0.0.0.0"
port = 8000
open_roles = ["white", "black"]
open_to_network = true
hosts = ["board-7.local"]

[roles.tokens]
arbiter = "sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

[keys]
white = 5
black = 6
"""

TEN_MISTAKES = """\
[board]
id = "Board 1"
rulebook = "chess-1850"
colour = "brown"

[sensors]
addresses = [0x20, 0x21,
  0x21, 0x99]
scan_hz = 5000

[lamp]
brightness = 1

[timings]
settle_ms = "long"

[mqtt]
tls = true

[keys]
white = 3
black = 99
"""


def read(text: str) -> Config:
    return read_config(text.encode(), Path("board.toml"))


def mistakes(text: str | bytes) -> list[Mistake]:
    data = text if isinstance(text, bytes) else text.encode()
    with pytest.raises(ConfigError) as caught:
        read_config(data, Path("board.toml"))
    return caught.value.mistakes


def test_a_few_lines_are_enough() -> None:
    config = read(MINIMAL)
    assert config.board.id == "board-1"
    assert config.board.game.name == "chess"
    assert config.board.rulebook is config.board.game.rulebook
    assert config.sensors.scan_hz == 200
    assert config.timings == Timings()
    assert config.mqtt.embedded
    assert config.settings().game is config.board.game


def test_two_switches_a_point_take_two_buses() -> None:
    text = MINIMAL + 'kind = "polarity"\nbus = ["/dev/i2c-1", "/dev/i2c-3"]\n'
    config = read(text)
    assert config.sensors.kind is Sensor.POLARITY
    assert isinstance(config.sensors.electronics, Expanders)
    assert config.sensors.electronics.buses == ("/dev/i2c-1", "/dev/i2c-3")
    assert len(config.sensors.wiring.points) == 64
    found = mistakes(text.replace(', "/dev/i2c-3"', ""))
    assert "5 chips of 14 inputs are too few for 128 switches; 10 are needed" in found[0].text
    assert "more than one bus has addresses for" in found[0].text


def test_sensors_that_tell_the_sides_find_out_how_the_board_stands() -> None:
    bench = '[board]\nid = "a"\n{}\n[sensors]\ndriver = "bench"\nkind = "{}"\n'
    turned = 'orientation = "turned"'
    found = {
        (kind, said): read(bench.format(said, kind)).settings().orientation
        for kind in ("presence", "polarity")
        for said in ("", turned)
    }
    assert found == {
        ("presence", ""): "normal",
        ("presence", turned): "turned",
        ("polarity", ""): None,
        ("polarity", turned): "turned",
    }


def test_every_key_arrives() -> None:
    config = read(FULL)
    board = config.board
    assert (board.mode, board.claims, board.orientation) == ("observer", "automatic", "turned")
    assert board.time_control == "40/90:00+0:30,15:00"
    assert config.journal == Path("journal")
    chips = config.sensors.electronics
    assert isinstance(chips, Expanders)
    assert chips.addresses == (0x24, 0x20, 0x21, 0x22)
    assert not chips.active_low
    h2 = board.game.index["h2"]
    assert config.sensors.wiring.points[8] == h2
    assert config.sensors.wiring.to_points(1 << 8) == 1 << h2
    assert config.lamps.wiring.channel_of[h2] == 8
    assert (config.lamps.brightness, config.lamps.current_ma_max) == (0.5, 2000)
    assert config.timings.settle_ms == 700
    assert (config.mqtt.embedded, config.mqtt.port, config.mqtt.tls) == (False, 8884, True)
    assert config.kiosk.open_roles == ("white", "black")
    assert config.tokens["arbiter"].startswith("sha256:0123")
    assert config.keys == (Key(name="white", pin=5), Key(name="black", pin=6))
    assert config.display == DisplayConfig(bus="/dev/i2c-3", addresses=(0x72, 0x70), brightness=0.2)


def test_all_mistakes_are_named_at_once_with_line_and_key() -> None:
    found = mistakes(TEN_MISTAKES)
    assert [(each.line, each.key) for each in found] == [
        (2, "board.id"),
        (3, "board.rulebook"),
        (4, "board.colour"),
        (8, "sensors.addresses[3]"),
        (8, "sensors.addresses[2]"),
        (9, "sensors.scan_hz"),
        (11, "lamp"),
        (15, "timings.settle_ms"),
        (18, "mqtt.tls"),
        (21, "keys.white"),
        (22, "keys.black"),
    ]
    text = str(ConfigError(found))
    assert "board.toml: line 9: sensors.scan_hz: 5000 is not allowed; give a whole number" in text
    assert "did you mean [lamps]?" in text


@pytest.mark.parametrize(
    ("text", "line", "key"),
    [
        ("", 1, "board.id"),
        ('[board]\ngame = "chess"', 1, "board.id"),
        ('board.id = "a"\nmqtt = 3', 2, "mqtt"),
        ('[board]\nid = "a"\ngame = "ludo"', 3, "board.game"),
        ('board.id = "a"\nboard.time_control = "soon"', 2, "board.time_control"),
        ('[board]\nid = "a"\nmode = true', 3, "board.mode"),
        (
            '[board]\nid = "a"\n[sensors]\naddresses = [0x20, 0x21, 0x22, 0x23, 0x24, 0x20]',
            4,
            "sensors.addresses[5]",
        ),
        ('[board]\nid = "a"\n[sensors]\naddresses = [0x20]', 4, "sensors.addresses"),
        ('[board]\nid = "a"\n[sensors]\naddresses = 0x20', 4, "sensors.addresses"),
        ('[board]\nid = "a"\n[sensors]\nkind = "field"', 4, "sensors.kind"),
        ('[board]\nid = "a"\n[sensors]\nkind = "polarity"', 3, "sensors.addresses"),
        ('[board]\nid = "a"\n[sensors]\nbus = []', 4, "sensors.bus"),
        (
            '[board]\nid = "a"\n[sensors]\nbus = ["/dev/i2c-1", "/dev/i2c-1"]',
            4,
            "sensors.bus[1]",
        ),
        ('[board]\nid = "a"\n[sensors]\nbus = ["/dev/i2c-1", "i2c-3"]', 4, "sensors.bus[1]"),
        ('[board]\nid = "a"\n[sensors]\nscan_hz = true', 4, "sensors.scan_hz"),
        ('[board]\nid = "a"\n[sensors]\nscan_hz = 200.0', 4, "sensors.scan_hz"),
        ('[board]\nid = "a"\n[sensors]\nscan_hz = 1979-05-27', 4, "sensors.scan_hz"),
        ('[board]\nid = "a"\n[lamps]\nbrightness = nan', 4, "lamps.brightness"),
        ('[board]\nid = "a"\n[lamps]\nbrightness = 1.5', 4, "lamps.brightness"),
        ('[board]\nid = "a"\n[lamps]\norder = ["a1"]', 4, "lamps.order"),
        ('[board]\nid = "a"\n[mqtt]\nhost = "x"\nembedded = true', 5, "mqtt.embedded"),
        (
            '[board]\nid = "a"\n[mqtt]\nembedded = false\nusername = "x"\npassword_file = "no"',
            6,
            "mqtt.password_file",
        ),
        (
            '[board]\nid = "a"\n[kiosk]\nopen_to_network = true\nopen_roles = ["arbiter"]',
            5,
            "kiosk.open_roles[0]",
        ),
        ('[board]\nid = "a"\n[kiosk]\nhosts = ["http://x"]', 4, "kiosk.hosts[0]"),
        ('[board]\nid = "a"\n[roles.tokens]\narbiter = "secret"', 4, "roles.tokens.arbiter"),
        ('[board]\nid = "a"\n[roles.tokens]\nqueen = "x"', 4, "roles.tokens.queen"),
        ('[board]\nid = "a"\n[keys]\nwhite = 4\nblack = 4', 5, "keys.black"),
        ('[board]\nid = "a"\n["two words"]', 3, '"two words"'),
        ('[board]\nid = "a"\nid = "b"', 3, ""),
        ('[board]\nid = "a', 2, ""),
        ("a = [" + "[" * 5000, 1, ""),
        (b'[board]\nid = "\xff"', 2, ""),
        (b"#" * (1 << 20) + b"##", 1, ""),
    ],
)
def test_one_mistake(text: str | bytes, line: int, key: str) -> None:
    found = mistakes(text)
    assert [(each.line, each.key) for each in found] == [(line, key)]
    assert found[0].text


def test_points_missing_and_doubled_are_named() -> None:
    names = [f"{file}{rank}" for rank in range(1, 9) for file in "abcdefgh"]
    names[3] = "e1"
    text = MINIMAL + "points = [\n" + "".join(f'  "{name}",\n' for name in names) + "]\n"
    found = mistakes(text)
    assert [(each.line, each.key) for each in found] == [
        (6, "sensors.points"),
        (11, "sensors.points[4]"),
    ]
    assert found[0].text.endswith("missing: d1")
    assert "'e1' stands twice; it is channel 3 already" in found[1].text


def test_channels_connected_to_nothing_are_left_out() -> None:
    names = ["", *(f"{file}{rank}" for rank in range(1, 9) for file in "abcdefgh"), "", ""]
    config = read(MINIMAL + f"points = {names}\n".replace("'", '"'))
    wiring = config.sensors.wiring
    assert wiring.to_points((1 << 70) - 1) == (1 << 64) - 1
    assert wiring.to_points(0b11) == 1
    assert wiring.channel_of[0] == 1


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(ConfigError, match=r"none\.toml.*cannot be read"):
        load_config("/no/such/place/none.toml")


def test_the_password_is_the_first_line_of_its_file(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("swordfish\n", encoding="utf-8")
    file = tmp_path / "board.toml"
    file.write_text(
        MINIMAL + '[mqtt]\nembedded = false\nusername = "a"\npassword_file = "secret"\n',
        encoding="utf-8",
    )
    assert load_config(file).mqtt.password() == "swordfish"
    assert read(MINIMAL).mqtt.password() is None


def test_every_timing_has_bounds_that_allow_its_default() -> None:
    names = [field.name for field in fields(Timings)]
    assert sorted(names) == sorted(TIMING_BOUNDS)
    for name, (low, high) in TIMING_BOUNDS.items():
        assert low <= getattr(Timings(), name) <= high


@pytest.mark.parametrize("file", HARDWARE, ids=lambda file: file.name)
def test_the_board_profiles_that_ship_are_right(file: Path) -> None:
    assert load_config(file).board.id


def outcome(data: bytes) -> list[Mistake]:
    try:
        read_config(data, Path("board.toml"))
    except ConfigError as error:
        return error.mistakes
    return []


def test_hostile_files_give_only_our_error() -> None:
    rng = random.Random(20)
    texts = [FULL.encode(), TEN_MISTAKES.encode(), MINIMAL.encode()]
    good = 0
    for _ in range(2000):
        data = bytearray(rng.choice(texts))
        for _ in range(rng.randint(1, 6)):
            at = rng.randrange(len(data))
            if rng.random() < 0.5:
                data[at] = rng.choice(b'"[]{}=.,#\\\n\x00\xff0a')
            else:
                del data[at : at + rng.randint(1, 30)]
            if not data:
                data += b"x"
        found = outcome(bytes(data))
        good += not found
        assert all(each.line >= 1 and each.text for each in found)
    assert good < 1500


GO = '[board]\nid = "go-1"\ngame = "go"\n{}\n\n[sensors]\ndriver = "bench"\n'


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_game_has_its_board(name: str) -> None:
    text = f'[board]\nid = "b"\ngame = "{name}"\n\n[sensors]\ndriver = "bench"\n'
    config = read_config(text.encode(), Path("board.toml"))
    assert config.board.game is GAMES[name]
    assert config.settings().game_options == dict(GAMES[name].options)
    assert len(config.sensors.wiring.points) == len(GAMES[name].points)


def test_options_of_a_game() -> None:
    text = GO.format("size = 9\ngame_options = { komi = 5.5 }")
    settings = read_config(text.encode(), Path("go.toml")).settings()
    assert settings.game_options == {"size": 9, "komi": 5.5, "handicap": []}
    assert len(settings.game.points) == 81


def test_sides_of_xiangqi_have_keys() -> None:
    text = '[board]\nid = "x"\ngame = "xiangqi"\n[sensors]\ndriver = "bench"\n[keys]\nred = 5\n'
    assert read_config(text.encode(), Path("x.toml")).keys == (Key(name="red", pin=5),)


@pytest.mark.parametrize(
    ("line", "key", "says"),
    [
        ("size = 8", "board.size", "odd"),
        ("size = 27", "board.size", "1 to 25"),
        ("game_options = { size = 10 }", "board.game_options", "odd"),
        ("game_options = { colour = 1 }", "board.game_options", "colour"),
        ("game_options = 9", "board.game_options", "a table"),
        ("size = 9\ngame_options = { size = 13 }", "board.size", "another size"),
        ('rulebook = "go-japan"', "board.rulebook", "no rulebook of go"),
        ('time_control = "3x0:30,5:00"', "board.time_control", "never reached"),
    ],
)
def test_what_a_go_board_cannot_be(line: str, key: str, says: str) -> None:
    with pytest.raises(ConfigError) as caught:
        read_config(GO.format(line).encode(), Path("go.toml"))
    (mistake,) = caught.value.mistakes
    assert mistake.key == key
    assert says in mistake.text


def test_only_go_has_sizes() -> None:
    with pytest.raises(ConfigError) as caught:
        read_config(b'[board]\nid = "c"\nsize = 9\n[sensors]\ndriver = "bench"\n', Path("c"))
    (mistake,) = caught.value.mistakes
    assert (mistake.line, mistake.key) == (3, "board.size")
