"""Boards that are bought whole, and speak the common serial protocol."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from controller.shell.config_types import SERIAL_GAMES
from controller.shell.electronics.base import Uses, Watched
from drivers.serial_board import SerialBoardMatrix
from drivers.serial_clock import SerialClock
from drivers.serial_codec import BAUD, Codes
from drivers.sim.serial_board import SimSerialBoard
from drivers.sim.serial_men import SerialMen

if TYPE_CHECKING:
    from controller.shell.toml_section import Section
    from drivers.ports import Machine, SensorMatrix
    from drivers.sim.machine import ContactCircuit, SimMachine
    from rules.game import Game

_DEVICE: Final = r"/dev/(tty|serial/|rfcomm)[\w./:+-]*"


@dataclass(frozen=True, slots=True, kw_only=True)
class SerialBoard:
    """A board on a serial line.

    Attributes:
        turned: it lies the other way round, its field 0 at the lower right.
        clock: who presses at the left and at the right of the clock at the board; None where it is not followed.
    """

    device: str
    fields: int
    codes: Codes
    turned: bool
    channels: int
    clock: tuple[str, str] | None

    def open(self, machine: Machine) -> SensorMatrix:
        clock = None
        if self.clock is not None:
            clock = SerialClock(left=self.clock[0], right=self.clock[1])
        return SerialBoardMatrix(
            machine.serial(self.device, baud=BAUD),
            fields=self.fields,
            codes=self.codes,
            turned=self.turned,
            clock=clock,
        )

    def simulate(self, machine: SimMachine) -> ContactCircuit:
        line = SimSerialBoard(self.fields, name=self.device)
        machine.serials[self.device] = line
        return SerialMen(line, self.codes, turned=self.turned)

    def uses(self) -> Uses:
        return {self.device: "the sensors"}

    def place(self, channel: int) -> str:
        return f"{self.device} field {channel + 1}"


def serial_board_of(game: Game, device: str = "/dev/ttyUSB0") -> SerialBoard | None:
    """A serial board for this game, lying as usual; None where there are none."""
    if game.name not in SERIAL_GAMES:
        return None
    fields, codes = SERIAL_GAMES[game.name]
    return SerialBoard(
        device=device,
        fields=fields,
        codes=codes,
        turned=False,
        channels=len(game.points),
        clock=None,
    )


def read_serial_board(section: Section, watched: Watched) -> SerialBoard:
    """The keys of a serial board."""
    game = watched.game.name
    if game not in SERIAL_GAMES:
        section.wrong("driver", f"there are no serial boards for {game}")
    if section.has("points"):
        section.wrong("points", "a serial board knows its own fields; leave it out")
    fields, codes = SERIAL_GAMES.get(game, (64, "chess"))
    first, second = map(str, watched.game.sides)
    left = section.optional_choice("clock_left", (first, second))
    return SerialBoard(
        device=section.text(
            "device",
            "/dev/ttyUSB0",
            pattern=_DEVICE,
            allowed="a serial line such as /dev/serial/by-id/… or /dev/ttyUSB0",
        ),
        fields=fields,
        codes=codes,
        turned=section.flag("turned", default=False),
        channels=len(watched.game.points),
        clock=None if left is None else (left, second if left == first else first),
    )
