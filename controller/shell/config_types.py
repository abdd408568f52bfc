"""What a configuration holds, once it is read and checked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from controller.core.sensing.marks import Sensor
from controller.core.settings import Settings, Timings
from controller.shell.credentials import first_line
from controller.shell.electronics.base import SELECTED, i2c_uses, spi_uses

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from ipaddress import IPv4Network, IPv6Network
    from pathlib import Path

    from controller.shell.electronics.base import Electronics, Uses
    from controller.shell.electronics.lights import Lights
    from controller.shell.profile import Wiring
    from drivers.keys import Key
    from drivers.serial_codec import Codes
    from rules.game import Game
    from rules.rulebook import Rulebook

ARCHIVE_AFTER = 50_000
"""Records that stay in the journal's file: some 100 games of chess, proved in a fifth of a second."""
SIMULATED = (Sensor.PRESENCE, Sensor.POLARITY, Sensor.FIELD)
"""The sensors that there are a driver and a bench of."""
SERIAL_GAMES: Final[Mapping[str, tuple[int, Codes]]] = {
    "chess": (64, "chess"),
    "draughts-100": (100, "draughts"),
    "draughts-russian": (64, "draughts"),
    "draughts-brazilian": (64, "draughts"),
}
"""The games that serial boards know: their fields, and whose men they have."""
SWEPT: Final = Timings(slide_point_ms=300, bump_ms=350, together_ms=350, sweep_ms=300)
"""How hands are judged at such a board. It samples each field every 200 to 250 ms, and what it tells is believed a little later,
so a man who is off for an instant, or passes, is so for as long."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardConfig:
    """The board.

    Attributes:
        game: as its options make it.
        orientation: None where the file leaves it out.
        default_time: minutes after which a player who has not come is reported; None for the rulebook's.
    """

    id: str
    game: Game
    rulebook: Rulebook
    mode: Literal["referee", "observer"]
    claims: Literal["players", "automatic"]
    orientation: Literal["normal", "turned"] | None
    time_control: str | None
    clock: Literal["pressed", "moves"]
    clock_starts: Literal["at-once", "arbiter"]
    default_time: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceConfig:
    """The service's own traces.

    Attributes:
        megabytes_max: all of them together, in millions of bytes.
    """

    enabled: bool
    folder: Path
    megabytes_max: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PairingsConfig:
    """The event's pairing file.

    Attributes:
        board: this board's number at the event.
    """

    file: Path
    board: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SensorsConfig:
    """The sensors.

    Attributes:
        kind: what they tell. Of switches, polarity takes two a point.
        electronics: what they are wired to; None for the simulated board, which has its own.
    """

    driver: str
    kind: Sensor
    electronics: Electronics | None
    scan_hz: int
    wiring: Wiring


@dataclass(frozen=True, slots=True, kw_only=True)
class EdgesConfig:
    """Lamps along two edges of the board instead of one at every point.

    Attributes:
        columns, rows: the lamp of each, counted from the lower left corner as the first side sees it.
    """

    columns: tuple[int, ...]
    rows: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LampsConfig:
    """The lamps.

    Attributes:
        electronics: what they are; None for no lamps.
        wiring: the point of each lamp; of lamps along the edges, that of each point.
        edges: None where each point has a lamp.
        brightness: 0 to 1, of full.
        current_ma_max: all lamps together, in milliamperes.
    """

    driver: str
    electronics: Lights | None
    wiring: Wiring
    edges: EdgesConfig | None
    brightness: float
    current_ma_max: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DisplayConfig:
    """The clock's display.

    Attributes:
        driver: the chips of its modules.
        bus: of HT16K33.
        addresses: of the module of the side that begins, and of the other's; of HT16K33.
        device: of MAX7219.
        brightness: 0 to 1, of full.
    """

    bus: str
    addresses: tuple[int, int]
    brightness: float
    driver: Literal["ht16k33", "max7219"] = "ht16k33"
    device: str = ""

    def uses(self) -> Uses:
        """Every pin, chip and device that it takes."""
        if self.driver == "max7219":
            return spi_uses(self.device, "the display", lines={"MOSI": SELECTED})
        return i2c_uses(self.bus, self.addresses, "the display")


LEVER: Final = "lever"
"""The key of a lever in [keys]."""


def parts(
    sensors: SensorsConfig,
    lamps: LampsConfig,
    display: DisplayConfig | None,
    keys: Sequence[Key],
    buzzer: int | None,
    *,
    emulator: EmulatorConfig | None,
) -> list[tuple[str, str, Uses]]:
    """What the parts of a board take, each with the section and the key of a configuration that say so."""
    found: list[tuple[str, str, Uses]] = []
    if sensors.electronics is not None:
        found.append(("sensors", "driver", sensors.electronics.uses()))
    if lamps.electronics is not None:
        on_i2c = lamps.driver == "ht16k33"
        found.append(("lamps", "addresses" if on_i2c else "device", lamps.electronics.uses()))
    if display is not None:
        on_i2c = display.driver == "ht16k33"
        found.append(("display", "addresses" if on_i2c else "device", display.uses()))
    for key in keys:
        name = LEVER if key.up_name is not None else key.name
        found.append(("keys", name, {f"GPIO {key.pin}": f"the key {name}"}))
    if buzzer is not None:
        found.append(("buzzer", "pin", {f"GPIO {buzzer}": "the buzzer"}))
    if emulator is not None:
        found.append(("emulator", "device", emulator.uses()))
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class MqttConfig:
    """The broker. `embedded` runs one inside the service, on loopback.

    Attributes:
        ca_file: who signs the broker's certificate; None for the system's authorities.
        discovery: the prefix under which Home Assistant looks for devices; None tells it nothing.
    """

    embedded: bool
    host: str
    port: int
    username: str | None
    password_file: Path | None
    tls: bool
    ca_file: Path | None
    discovery: str | None

    def password(self) -> str | None:
        """The first line of the password file.

        Raises:
            OSError: the file cannot be read.
        """
        if self.password_file is None:
            return None
        return first_line(self.password_file)


@dataclass(frozen=True, slots=True, kw_only=True)
class KioskConfig:
    """The web page.

    Attributes:
        open_roles: roles that anyone at this machine's own screen holds without a token.
        open_to_network: whether `open_roles` are open to other machines too.
        hosts: names by which browsers may call it, beside loopback and `host`.
        language: of its pages ("en", "zh") until a viewer chooses; None for the browser's.
        theme: "light" or "dark" until a viewer chooses; None for the system's.
        keyboard: whether the pages have a keyboard on the screen.
    """

    enabled: bool
    host: str
    port: int
    open_roles: tuple[str, ...]
    open_to_network: bool
    hosts: tuple[str, ...]
    language: str | None = None
    theme: str | None = None
    keyboard: bool = False

    def looks(self) -> dict[str, str]:
        """What the pages begin with, as attributes of their root."""
        found = {"language": self.language, "theme": self.theme}
        found["keyboard"] = "on" if self.keyboard else None
        return {name: value for name, value in found.items() if value is not None}


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedConfig:
    """What the public sees.

    Attributes:
        delay_s: how long it waits.
        hall: who sees the board itself meanwhile, beside this machine.
        lichess_round: id of a round of a lichess broadcast that the game is pushed to; None for none.
        lichess_token_file: its first line is the token.
        mqtt: a delayed copy of the record goes to the broker too.
    """

    delay_s: int
    hall: tuple[IPv4Network | IPv6Network, ...]
    lichess_round: str | None
    lichess_token_file: Path | None
    lichess_server: str
    mqtt: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveChessConfig:
    """The dialogue with browser servers.

    Attributes:
        origins: sites whose pages may read the board.
        starts_games: a page that sets up another position begins a game where none is being played.
    """

    host: str = "127.0.0.1"
    port: int = 1982
    origins: tuple[str, ...] = ("https://lichess.org", "https://www.chess.com")
    starts_games: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class EmulatorConfig:
    """The serial line at which other programs find the game as on an electronic board.

    Attributes:
        link: where they find a pseudo-terminal; None where `device` is the line.
        device: a USB gadget's, or another line of this machine's; "" for a pseudo-terminal.
        serial: the number that the board gives as its own, five digits.
    """

    link: Path | None = None
    device: str = ""
    serial: str = "00001"

    def uses(self) -> Uses:
        """The device that it takes."""
        return {self.device: "the line for other programs"} if self.device else {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Everything that `touchmove run` needs.

    Attributes:
        journal: the folder of the journal.
        archive_after: records that stay in its file; older ones go to its archive.
        pairings: None where this board plays no event.
        tokens: role to the hash of its token ("sha256:" and 64 hexadecimal digits).
        emulator: None where no program reads the game on a serial line.
        display: None where the clock has none.
        keys: clock buttons, and the lever, whose names are sides.
        buzzer: its GPIO line; None where there is none.
    """

    file: Path
    board: BoardConfig
    journal: Path
    archive_after: int
    evidence: EvidenceConfig
    pairings: PairingsConfig | None
    sensors: SensorsConfig
    lamps: LampsConfig
    display: DisplayConfig | None
    timings: Timings
    mqtt: MqttConfig
    kiosk: KioskConfig
    feed: FeedConfig
    livechess: LiveChessConfig | None
    emulator: EmulatorConfig | None
    tokens: Mapping[str, str]
    keys: tuple[Key, ...]
    buzzer: int | None

    def uses(self) -> Uses:
        """Every pin, chip and device that is taken, and whose it is."""
        found: Uses = {}
        for _, _, uses in parts(
            self.sensors, self.lamps, self.display, self.keys, self.buzzer, emulator=self.emulator
        ):
            found |= uses
        return found

    def settings(self) -> Settings:
        """What a session is told for a new game on this board.

        Sensors that tell the sides apart find the orientation out where it is left out.
        """
        board = self.board
        telling = self.sensors.kind is not Sensor.PRESENCE
        return Settings(
            game=board.game,
            rulebook=board.rulebook,
            mode=board.mode,
            claims=board.claims,
            orientation=board.orientation or (None if telling else "normal"),
            time_control=board.time_control,
            clock=board.clock,
            clock_starts=board.clock_starts,
            default_time_ms=None if board.default_time is None else board.default_time * 60_000,
            game_options=dict(board.game.options),
            timings=self.timings,
            scan_hz=float(self.sensors.scan_hz),
        )
