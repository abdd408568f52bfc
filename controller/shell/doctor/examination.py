"""The whole examination, part by part, each finding as it is found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from controller.shell.benchhands import men_of
from controller.shell.doctor import system
from controller.shell.doctor.broker import examine_broker
from controller.shell.doctor.chips import (
    as_multiplexer,
    devices,
    examine_chips,
    examine_devices,
    spots,
    spots_of_places,
)
from controller.shell.doctor.dialogue import Dialogue, Wish, converse
from controller.shell.doctor.fields import (
    Spread,
    analogue,
    examine_men,
    examine_noise,
    examine_reference,
)
from controller.shell.doctor.findings import Finding, Level, fine, of_fault
from controller.shell.doctor.grouping import grouped
from controller.shell.doctor.panel import KEY_HZ, DisplayTest, KeyTest
from controller.shell.doctor.places import Places
from controller.shell.doctor.points import (
    PART,
    Watch,
    examine_faults,
    examine_points,
    guessed,
    stuck,
)
from controller.shell.doctor.rig import SECOND
from controller.shell.doctor.setting import GhostTest, Standing, lifts
from controller.shell.doctor.walk import LampTest, Walk
from drivers.ports import WorldFault

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from controller.shell.config_types import DisplayConfig
    from controller.shell.doctor.dialogue import Person
    from controller.shell.doctor.rig import Rig
    from drivers.keys import Key

WATCH_S = 4.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which parts with a person are wanted.

    Attributes:
        men: how the men stand, where no walk finds it out: "array", "empty", or None for nobody knows.
        watch_s: how long the points are looked at.
    """

    walk: bool = False
    lamps: bool = False
    keys: bool = False
    men: str | None = None
    watch_s: float = WATCH_S


class Examination:
    """One board's examination.

    Args:
        person: who answers; needed where a part with a person is wanted.
    """

    def __init__(self, rig: Rig, wanted: Wanted, person: Person | None = None) -> None:
        self._rig = rig
        self._wanted = wanted
        self._person = person
        self._places = Places(rig.config)
        self._told: set[str] = set()
        self._met = Watch(rig.config.sensors.wiring)
        game = rig.config.board.game
        self._men = men_of(game, game.start())
        self._array = sum(1 << point for point in self._men)

    def findings(self) -> Iterator[Finding]:
        """Everything that is found, in order."""
        config = self._rig.config
        board = config.board
        yield fine(
            "configuration", str(config.file), f"no mistakes (board {board.id}, {board.game.name})."
        )
        if not self._rig.simulated:
            yield from system.service(config.journal)
        for finding in self._chips():
            if finding.level is not Level.OK:
                self._told |= {finding.where, as_multiplexer(finding.where)}
            yield finding
        trouble = self._rig.trouble
        if isinstance(trouble, WorldFault) and trouble.where not in self._told:
            yield of_fault("devices", trouble)
        elif trouble is not None and not isinstance(trouble, WorldFault):
            yield uncalibrated(trouble)
        if self._rig.hardware is not None:
            yield from self._points()
            yield from self._panel()
            yield from examine_faults(self._met, self._told)
        yield from self._surroundings()

    def _surroundings(self) -> Iterator[Finding]:
        """Supply, broker, disk, time of day, warmth."""
        rig = self._rig
        yield from system.supply(rig.system)
        if rig.simulated:
            return  # of the computer only the supply is simulated
        yield from examine_broker(rig.config.mqtt)
        yield from system.disk(rig.system, rig.config.journal)
        yield from system.wall_clock(rig.system)
        yield from system.temperature(rig.system)

    def _chips(self) -> Iterator[Finding]:
        rig = self._rig
        yield from examine_devices(devices(rig.uses), rig.machine)
        electronics = rig.config.sensors.electronics
        wanted = spots(rig.uses)
        if electronics is not None:
            wanted |= spots_of_places(map(electronics.place, range(electronics.channels)))
        if wanted:
            yield from examine_chips(wanted, rig.machine, self._places, rig.config.sensors.driver)

    def _points(self) -> Iterator[Finding]:
        if self._wanted.walk:
            yield from self._walked()
            return
        rig, hz = self._rig, self._rig.config.sensors.scan_hz
        assert rig.hardware is not None
        watch, spread = Watch(rig.hardware.sensor_points), Spread()
        driver = analogue(rig.hardware.matrix)
        for at_ns in rig.time.ticks(hz):
            watch.take(at_ns, rig.hardware.matrix.scan(at_ns))
            if driver is not None:
                spread.take(driver.counts)
            if at_ns - watch.first_ns >= self._wanted.watch_s * SECOND:
                break
        yield from examine_noise(spread, rig.hardware.sensor_points, self._places)
        standing = {"array": self._array, "empty": 0}.get(self._wanted.men or "")
        if standing is None:
            standing = guessed(watch, self._array)
        self._met = watch
        yield from grouped(examine_points(watch, self._places, standing, hz=hz))

    def _walked(self) -> Iterator[Finding]:
        """With a person: the men in the array, some of them lifted, the empty board, a man on every point."""
        rig, places, hz = self._rig, self._places, self._rig.config.sensors.scan_hz
        assert rig.hardware is not None
        wiring, look_ns = rig.hardware.sensor_points, int(self._wanted.watch_s * SECOND)
        driver = analogue(rig.hardware.matrix)
        clear = Standing(Wish.CLEAR, wiring, look_ns, driver)
        yield from self._talk(clear)
        if clear.stopped:
            return
        yield from examine_noise(clear.spread, wiring, places)
        if driver is not None:
            yield from examine_reference(clear.spread, driver.calibration.bits)
        welded = clear.watch.always & clear.watch.readable & ~clear.watch.unknown
        yield from grouped(examine_points(clear.watch, places, 0, hz=hz))
        restless = sum(1 << point for point in clear.watch.changes)
        walk = Walk(
            self._way(clear.watch),
            places,
            lamps=rig.hardware.lamps is not None,
            restless=restless,
        )
        yield from self._talk(walk)
        if self._array:
            array = Standing(Wish.ARRAY, wiring, look_ns)
            yield from self._talk(array)
            if array.stopped:
                return
            deaf = sum(1 << point for point, felt in walk.answers.items() if felt != 1 << point)
            felt = self._array & ~deaf | welded | array.watch.always & deaf
            yield from grouped(stuck(array.watch, places, felt))
            scan = rig.hardware.matrix.scan(array.watch.last_ns)
            yield from examine_men(scan, rig.hardware.matrix.kind, self._men, wiring, places)
            if places.matrix is not None and places.matrix.diodes:
                men = self._array & ~welded & ~array.watch.unknown & array.watch.always
                yield from self._talk(GhostTest(lifts(places, men), men, places))

    def _way(self, watch: Watch) -> list[int]:
        """The points of the walk: row by row, those left out that cannot be read."""
        place = self._places.game.place
        points = [p for p in range(len(self._places.names)) if not watch.unknown >> p & 1]
        return sorted(points, key=lambda p: place(p)[::-1])

    def _panel(self) -> Iterator[Finding]:
        rig = self._rig
        hardware, display, keys = rig.hardware, rig.config.display, rig.config.keys
        assert hardware is not None
        if self._wanted.lamps and hardware.lamps is not None:
            lit = [point for point in hardware.lamp_points.points if point is not None]
            yield from self._talk(LampTest(lit, self._places))
        if self._wanted.lamps and display is not None:
            yield from self._talk(DisplayTest(_modules(display)))
        if self._wanted.keys and hardware.keys is not None and keys:
            pressing = hardware.keys
            test = KeyTest(_lines(keys), lambda: getattr(pressing, "bounces", {}))
            yield from self._talk(test, hz=KEY_HZ)
        if hardware.keys is not None:
            yield from (of_fault("keys", fault) for fault in getattr(hardware.keys, "faults", ()))

    def _talk(self, dialogue: Dialogue, *, hz: int | None = None) -> Iterator[Finding]:
        assert self._person is not None
        trouble = converse(dialogue, self._rig, self._person, note=self._met.take, hz=hz)
        if trouble is not None:
            yield of_fault("lamps", trouble)
        yield from grouped(dialogue.findings())


def uncalibrated(fault: OSError) -> Finding:
    """What the sensors give is not known."""
    return Finding(
        part=PART,
        level=Level.FAULT,
        kind="not-calibrated",
        where="the calibration",
        text=f"it cannot be used: {fault}",
        remedy="Run touchmove calibrate.",
    )


def _modules(display: DisplayConfig) -> tuple[str, str]:
    """Where the display's two modules are."""
    if display.driver == "max7219":
        device = f"the display at {display.device}"
        return f"{device}, first module", f"{device}, second module"
    first, second = (f"the display at {display.bus} chip {at:#04x}" for at in display.addresses)
    return first, second


def _lines(keys: Sequence[Key]) -> list[tuple[str, str]]:
    """What keys report, and their lines. A lever lies on one side already, so it is pressed once more."""
    return [
        (name, f"GPIO {key.pin}")
        for key in keys
        for name in ((key.name,) if key.up_name is None else (key.up_name, key.name, key.up_name))
    ]
