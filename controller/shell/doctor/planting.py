"""Faults planted in a simulated board, each as it happens to real ones: for tests, and for people who learn.

Which point or chip it strikes is fixed, so that several can be planted together.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from controller.core.sensing.marks import Sensor
from controller.shell.benchhands import men_of
from controller.shell.doctor.chips import spots_of_places
from controller.shell.doctor.listening import Spot
from controller.shell.doctor.rig import MS, SECOND
from controller.shell.doctor.system import UNDER_VOLTAGE_NOW, UNDER_VOLTAGE_SEEN, SimSystem
from controller.shell.profile import Wiring
from drivers.sim.bus import BrownOut
from drivers.sim.gpio_matrix import GpioContacts
from drivers.sim.pcf8575 import Pcf8575
from drivers.sim.tca9548a import Tca9548a, put
from rules.terms import RulesError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from controller.shell.config_types import Config
    from controller.shell.doctor.rig import VirtualTime
    from controller.shell.electronics.base import Electronics, Uses
    from drivers.keys import Key
    from drivers.ports import Machine, SensorMatrix
    from drivers.sim.bench import SimBench
    from drivers.sim.bus import Chip
    from drivers.sim.machine import ContactCircuit, SimMachine
    from rules.terms import Point


NOISE_TIMES = 8.0
"""A sensor whose capacitor at the supply is missing, beside a cable for lamps."""


class Plant(StrEnum):
    """What can be planted."""

    SWAPPED_WIRES = "swapped-wires"
    STUCK_POINT = "stuck-point"
    DEAF_POINT = "deaf-point"
    CHATTER = "chatter"
    MISSING_CHIP = "missing-chip"
    WRONG_ADDRESS = "wrong-address"
    WRONG_PROFILE = "wrong-profile"
    DEAD_LAMP = "dead-lamp"
    LOW_SUPPLY = "low-supply"
    BOUNCING_BUTTON = "bouncing-button"
    GHOST = "ghost"
    NOISY_HALL = "noisy-hall"
    WRONG_POLE = "wrong-pole"


CONTACTS = frozenset({Plant.STUCK_POINT, Plant.DEAF_POINT, Plant.CHATTER})
"""Faults of one sensor: a board that is bought looks after its own."""


def named(names: Iterable[str]) -> list[Plant]:
    """The faults of these names.

    Raises:
        RulesError: there is no such fault; says which there are.
    """
    known = {plant.value: plant for plant in Plant}
    for name in names:
        if name not in known:
            raise RulesError(f"no fault {name[:30]!r} can be planted; there are {', '.join(known)}")
    return [known[name] for name in names]


@dataclass(slots=True, kw_only=True)
class Planted:
    """What was planted where.

    Attributes:
        points: of swapped wires both, of other faults the one.
        chips: where a chip was taken, moved or changed.
        key: the button that bounces.
    """

    faults: frozenset[Plant]
    points: dict[Plant, tuple[Point, ...]] = field(default_factory=dict)
    chips: dict[Plant, Spot] = field(default_factory=dict)
    key: str | None = None


class PlantedElectronics:
    """A board's electronics with faults in their models. Implements `Electronics`.

    Attributes:
        machine: that the models are on.
        matrix: the driver that was opened.
    """

    def __init__(self, inner: Electronics, planted: Planted) -> None:
        self._inner = inner
        self._planted = planted
        self.machine: SimMachine | None = None
        self.matrix: SensorMatrix | None = None

    @property
    def channels(self) -> int:
        return self._inner.channels

    def open(self, machine: Machine) -> SensorMatrix:
        self.matrix = self._inner.open(machine)
        return self.matrix

    def simulate(self, machine: SimMachine) -> ContactCircuit:
        self.machine = machine
        circuit = self._inner.simulate(machine)
        planted = self._planted
        chips = chips_of(self._inner)
        for turn, fault in enumerate(
            (Plant.MISSING_CHIP, Plant.WRONG_PROFILE, Plant.WRONG_ADDRESS, Plant.LOW_SUPPLY)
        ):
            if fault in planted.faults and chips:
                spot = planted.chips[fault] = chips[-1 - turn % len(chips)]
                _strike(fault, spot, machine)
        if Plant.GHOST in planted.faults:
            _short_diodes(circuit)
        return circuit

    def uses(self) -> Uses:
        return self._inner.uses()

    def place(self, channel: int) -> str:
        return self._inner.place(channel)


def chips_of(electronics: Electronics) -> list[Spot]:
    """The chips that sensors are connected to, behind multiplexers too."""
    return sorted(spots_of_places(map(electronics.place, range(electronics.channels))))


def _strike(fault: Plant, spot: Spot, machine: SimMachine) -> None:
    wire = machine.wire(spot.bus)
    chips, mux = wire.chips, None
    if spot.behind:
        mux = (spot.behind[0], spot.behind[1])
        multiplexer = wire.chips[mux[0]]
        assert isinstance(multiplexer, Tca9548a)
        chips = multiplexer.channels[mux[1]]
    match fault:
        case Plant.MISSING_CHIP:
            del chips[spot.address]
        case Plant.WRONG_PROFILE:
            chips[spot.address] = Pcf8575()
        case Plant.WRONG_ADDRESS:
            put(wire, _free(spot.address, chips), chips.pop(spot.address), mux)
        case _:  # the supply dips while the board is looked at
            wire.inject(BrownOut(address=spot.address, at_ns=2 * SECOND))


def _free(address: int, chips: Mapping[int, Chip]) -> int:
    """An address of which one pin is another."""
    for pin in (4, 2, 1):
        if address ^ pin not in chips:
            return address ^ pin
    raise RulesError("wrong-address cannot be planted: every address is taken")


def _short_diodes(circuit: ContactCircuit) -> None:
    """The diode of the first contact conducts both ways."""
    if not isinstance(circuit, GpioContacts):
        raise RulesError("ghost can be planted in a matrix on GPIO lines with diodes only")
    circuit.shorted_diodes.add(0)


def plan(config: Config, faults: Collection[Plant]) -> Planted:
    """What strikes where on this board.

    Raises:
        RulesError: a fault cannot be planted on it.
    """
    game = config.board.game
    array = men_of(game, game.start())
    free = [point for point in range(len(game.points)) if point not in array]
    men = sorted(array) or free
    planted = Planted(faults=frozenset(faults))
    at: dict[Plant, tuple[Point, ...]] = {
        Plant.SWAPPED_WIRES: (men[3], men[-1 if len(men) < 11 else 10]),
        Plant.STUCK_POINT: (free[2 % len(free)],),
        Plant.DEAF_POINT: (men[5],),
        Plant.CHATTER: (free[5 % len(free)],),
        Plant.DEAD_LAMP: (free[9 % len(free)],),
        Plant.GHOST: (men[0],),
        Plant.NOISY_HALL: (free[7 % len(free)],),
        Plant.WRONG_POLE: (men[2],),
    }
    planted.points = {fault: points for fault, points in at.items() if fault in planted.faults}
    if Plant.BOUNCING_BUTTON in planted.faults:
        if not config.keys:
            raise RulesError("bouncing-button cannot be planted: the board has no keys")
        planted.key = config.keys[0].name
    if Plant.DEAD_LAMP in faults and config.lamps.electronics is None:
        raise RulesError("dead-lamp cannot be planted: the board has no lamps")
    if Plant.SWAPPED_WIRES in faults and config.sensors.electronics is None:
        raise RulesError("swapped-wires cannot be planted: the board has no wires")
    if config.sensors.kind is Sensor.IDENTITY and (told := planted.faults & CONTACTS):
        names = ", ".join(sorted(told))
        raise RulesError(f"{names} cannot be planted: the board has no contacts of ours")
    chips = {Plant.MISSING_CHIP, Plant.WRONG_ADDRESS, Plant.WRONG_PROFILE}
    electronics, kind = config.sensors.electronics, config.sensors.kind
    if Plant.NOISY_HALL in faults and kind is not Sensor.FIELD:
        raise RulesError("noisy-hall cannot be planted: the board has no sensors of a field")
    if Plant.WRONG_POLE in faults and kind not in (Sensor.POLARITY, Sensor.FIELD):
        raise RulesError("wrong-pole cannot be planted: the board does not feel poles")
    if chips & planted.faults and (electronics is None or not chips_of(electronics)):
        wanted = ", ".join(sorted(chips & planted.faults))
        raise RulesError(f"{wanted} cannot be planted: the board has no chips on I2C")
    return planted


def with_faults(config: Config, planted: Planted) -> tuple[Config, PlantedElectronics | None]:
    """The board as it was built: its electronics made faulty, its wires where they are."""
    sensors = config.sensors
    if sensors.electronics is None:
        return config, None
    faulty = PlantedElectronics(sensors.electronics, planted)
    points = list(sensors.wiring.points)
    if pair := planted.points.get(Plant.SWAPPED_WIRES):
        one, other = (sensors.wiring.channel_of[point] for point in pair)
        points[one], points[other] = points[other], points[one]
    built = replace(sensors, electronics=faulty, wiring=Wiring(tuple(points)))
    return replace(config, sensors=built), faulty


def strike_board(bench: SimBench, planted: Planted, channel_of: Mapping[Point, int]) -> None:
    """Faults of sensors that the board's contacts show."""
    for point in planted.points.get(Plant.STUCK_POINT, ()):
        bench.board.stick(point, level=True)
    for point in planted.points.get(Plant.DEAF_POINT, ()):
        bench.board.stick(point, level=False)
    if bench.field is not None:
        for point in planted.points.get(Plant.NOISY_HALL, ()):
            bench.field.noisy[channel_of[point]] = NOISE_TIMES
    for point in planted.points.get(Plant.CHATTER, ()):
        for turn in range(600):
            bench.board.flicker(point, turn * 100 * MS, 30 * MS)


def system_of(planted: Planted) -> SimSystem:
    """The computer of the board."""
    low = Plant.LOW_SUPPLY in planted.faults
    return SimSystem(number=UNDER_VOLTAGE_NOW | UNDER_VOLTAGE_SEEN if low else 0)


class KeyCircuit:
    """Buttons and a lever that a simulated person presses. Implements `Circuit`.

    Args:
        keys: as configured.
        bounces: the one of these names rattles for `RATTLE_MS` whenever it moves.
    """

    CLEAN_MS, RATTLE_MS = 2, 18
    HOLD_NS = 150 * MS

    def __init__(
        self, keys: Collection[Key], time: VirtualTime, bounces: str | None = None
    ) -> None:
        self._keys = keys
        self._time = time
        self._bounces = bounces
        self._moves: dict[str, list[tuple[int, bool]]] = {key.name: [(0, False)] for key in keys}

    def press(self, name: str, at_ns: int) -> None:
        """Presses a button, or moves the lever to a side."""
        for key in self._keys:
            if key.up_name is not None and name in (key.name, key.up_name):
                self._moves[key.name].append((at_ns, name == key.name))
            elif name == key.name:
                self._moves[key.name] += [(at_ns, True), (at_ns + self.HOLD_NS, False)]

    def levels(self, driven: Mapping[int, bool]) -> Mapping[int, bool]:  # noqa: ARG002 - drives nothing back
        return {key.pin: not key.active_low for key in self._keys if self._closed(key)}

    def _closed(self, key: Key) -> bool:
        now_ns = self._time.at_ns
        past = [move for move in self._moves[key.name] if move[0] <= now_ns]
        at_ns, down = past[-1]
        rattles_ms = self.RATTLE_MS if key.name == self._bounces else self.CLEAN_MS
        passed_ms = (now_ns - at_ns) // MS
        if len(past) > 1 and passed_ms < rattles_ms and passed_ms % 2:
            return not down
        return down
