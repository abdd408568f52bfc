"""`touchmove calibrate`: a person guides men over the board, and the board learns what its sensors give.

Sensors that measure a field are learnt: first empty, then with men in the array, then, if wanted, with one
man on every point. Switches have nothing to learn; of those each point is checked, and that is said.
"""

from __future__ import annotations

import shutil
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from controller.core.sensing.marks import Tone, tone_of_letter
from controller.shell.benchhands import men_of
from controller.shell.doctor.dialogue import Wish, converse
from controller.shell.doctor.findings import Finding, Level, fine
from controller.shell.doctor.places import Places
from controller.shell.doctor.points import examine_faults, examine_points
from controller.shell.doctor.rig import SECOND
from controller.shell.doctor.setting import Standing
from controller.shell.doctor.walk import Walk
from controller.shell.heatmap import heat_map
from drivers.calibration import learn_empty, learn_men
from drivers.hall import HallMatrix
from drivers.hall_findings import Trouble, findings
from drivers.touch_tuning import TouchTuning, touch_parts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from controller.shell.config_types import Config
    from controller.shell.doctor.dialogue import Dialogue, Person
    from controller.shell.doctor.rig import Rig
    from drivers.calibration import Calibration
    from drivers.ports import Scan
    from rules.terms import Point, PointSet

PART = "calibration"


@runtime_checkable
class Calibrated(Protocol):
    """Electronics whose sensors are learnt."""

    @property
    def calibration(self) -> Path | None:
        """The file that the configuration names."""
        ...


LOOK_S = 3.0
NEWEST = 20
"""Scans of a man who stands still, of those in which the walk waits for him to do so."""
BAD = frozenset({Trouble.DEAD, Trouble.NOISY, Trouble.SWAPPED})
"""With these no game can be played; the others are worth a look."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """How to calibrate.

    Attributes:
        walk: with one man on every point too.
        colour: whether maps have colours.
        look_s: how long the board is looked at each time.
    """

    walk: bool = False
    colour: bool = False
    look_s: float = LOOK_S


class Calibrating:
    """One board's calibration.

    Args:
        rig: its hardware must be open.
        person: who moves the men.
        show: what is told besides findings: maps, and where things were saved.
    """

    def __init__(
        self, rig: Rig, person: Person, wanted: Wanted, show: Callable[[str], None]
    ) -> None:
        assert rig.hardware is not None
        self._rig = rig
        self._person = person
        self._wanted = wanted
        self._show = show
        self._hardware = rig.hardware
        self._places = Places(rig.config)
        driver = getattr(rig.hardware.matrix, "driver", rig.hardware.matrix)
        self._driver = driver
        self._hall = driver if isinstance(driver, HallMatrix) else None
        self._touch = bool(touch_parts(driver))
        self._game = rig.config.board.game
        self._men = men_of(self._game, self._game.start())
        self._samples: deque[Sequence[int | None]] = deque()
        self._restless: PointSet = 0
        """Points that changed while nobody touched the board."""
        self.learnt: Calibration | None = None
        """What was learnt; None for switches, and where the person stopped."""
        self.stopped = False
        """The person stopped before the end."""
        self.tuning: TouchTuning | None = None
        """What touch controllers have found on the empty board; None where there are none."""

    def run(self) -> Iterator[Finding]:
        """Everything that is found, in order. Nothing is saved."""
        if self._hall is None:
            if not self._touch:
                yield fine(
                    PART,
                    "the sensors",
                    "switches have no levels to learn; each point is checked, and nothing is saved.",
                )
            yield from self._switches()
        else:
            yield from self._fields(self._hall)

    # Switches

    def _switches(self) -> Iterator[Finding]:
        hz = self._rig.config.sensors.scan_hz
        changes: dict[Point, float] = dict.fromkeys(range(len(self._places.names)), 0.0)
        for wish, standing in ((Wish.CLEAR, 0), (Wish.ARRAY, sum(1 << p for p in self._men))):
            if wish is Wish.ARRAY and not self._men:
                continue
            stand = self._stand(wish)
            if stand.stopped:
                return
            yield from examine_faults(stand.watch, set())
            yield from examine_points(stand.watch, self._places, standing, hz=hz)
            if wish is Wish.CLEAR and self._touch:
                self.tuning = TouchTuning.of(self._driver)
            for point, count in stand.watch.changes.items():
                changes[point] += count
        if self._wanted.walk:
            yield from self._walk().findings()
        self._show("How often each point changed while nobody touched the board:\n")
        self._show(heat_map(changes, self._game, colour=self._wanted.colour))

    # Sensors of a field

    def _fields(self, hall: HallMatrix) -> Iterator[Finding]:
        empty = self._stand(Wish.CLEAR)
        if empty.stopped:
            return
        learnt = learn_empty(list(self._samples), hall.calibration.bits)
        yield from examine_faults(empty.watch, set())
        measured = False
        if self._men:
            men = self._stand(Wish.ARRAY)
            if men.stopped:
                return
            learnt = learn_men(learnt, list(self._samples), self._poles(), hall.cross)
            measured = True
        if self._wanted.walk or not measured:
            found = self._learn_walking(hall, learnt)
            if found is None:
                return
            learnt = found
        self.learnt = learnt
        yield from self._judged(learnt)
        self._maps(learnt)

    def _poles(self) -> dict[int, int]:
        """The pole of the man at each channel, in the array."""
        channel = self._hardware.sensor_points.channel_of
        dark = Tone.DARK
        return {
            channel[point]: -1 if tone_of_letter(letter, self._game) is dark else 1
            for point, letter in self._men.items()
        }

    def _learn_walking(self, hall: HallMatrix, before: Calibration) -> Calibration | None:
        """With one light man on every point; None where the person stopped before any."""
        self._stand(Wish.CLEAR, look_s=0.0)
        self._samples = deque(maxlen=NEWEST)
        channel = self._hardware.sensor_points.channel_of
        learnt = before

        def heard(point: Point) -> None:
            nonlocal learnt
            learnt = learn_men(learnt, list(self._samples), {channel[point]: 1}, hall.cross)

        walk = self._new_walk(heard)
        self._talk(walk, lambda _at_ns, _scan: self._samples.append(hall.counts))
        if not walk.answers:
            self.stopped = True
            return None
        return learnt

    def _judged(self, learnt: Calibration) -> Iterator[Finding]:
        """What the calibration shows of the sensors."""
        wiring, found = self._hardware.sensor_points, findings(learnt)
        names = [
            "" if point is None else self._places.point(point)
            for point in map(wiring.point_of, range(len(learnt.points)))
        ]
        for each in found:
            where, _, words = each.words(names).partition(": ")
            text, _, remedy = words.partition(". ")
            yield Finding(
                part=PART,
                level=Level.FAULT if each.trouble in BAD else Level.WARNING,
                kind=f"{each.trouble.value}-sensor",
                where=where,
                text=f"it {text}.",
                remedy=remedy,
            )
        gives = sorted(self._given(learnt).values())
        if not found:
            middle = gives[len(gives) // 2]
            text = f"a man gives {middle:.0f} counts in the middle, {gives[0]:.0f} at least."
            yield fine(PART, "the sensors", text)

    def _given(self, learnt: Calibration) -> dict[Point, float]:
        """What a man gives at each point, in counts."""
        wiring = self._hardware.sensor_points
        return {
            point: abs(each.man)
            for channel, each in enumerate(learnt.points)
            if (point := wiring.point_of(channel)) is not None
        }

    def _maps(self, learnt: Calibration) -> None:
        wiring = self._hardware.sensor_points
        noise = {
            point: each.noise
            for channel, each in enumerate(learnt.points)
            if (point := wiring.point_of(channel)) is not None
        }
        colour = self._wanted.colour
        self._show("What a man gives, in counts:\n")
        self._show(heat_map(self._given(learnt), self._game, colour=colour))
        self._show("Noise, in counts:\n")
        self._show(heat_map(noise, self._game, colour=colour, places=1))

    # The person

    def _stand(self, wish: Wish, look_s: float | None = None) -> Standing:
        """Has the men set, and looks at the board; its counts are the samples after."""
        seconds = self._wanted.look_s if look_s is None else look_s
        stand = Standing(wish, self._hardware.sensor_points, int(seconds * SECOND), self._hall)
        self._samples = deque()

        def note(_at_ns: int, _scan: Scan) -> None:
            if stand.looking and self._hall is not None:
                self._samples.append(self._hall.counts)

        self._talk(stand, note)
        self._restless |= sum(1 << point for point in stand.watch.changes)
        self.stopped = self.stopped or stand.stopped
        return stand

    def _walk(self) -> Walk:
        self._stand(Wish.CLEAR, look_s=0.0)
        walk = self._new_walk()
        self._talk(walk)
        return walk

    def _new_walk(self, heard: Callable[[Point], None] = lambda _point: None) -> Walk:
        place = self._game.place
        way = sorted(range(len(self._places.names)), key=lambda point: place(point)[::-1])
        return Walk(
            way,
            self._places,
            lamps=self._hardware.lamps is not None,
            restless=self._restless,
            heard=heard,
        )

    def _talk(
        self, dialogue: Dialogue, note: Callable[[int, Scan], None] = lambda _at, _scan: None
    ) -> None:
        converse(dialogue, self._rig, self._person, note=note)


def file_of(config: Config) -> Path | None:
    """Where the configuration keeps what is learnt; None where its sensors have nothing to learn."""
    electronics = config.sensors.electronics
    return electronics.calibration if isinstance(electronics, Calibrated) else None


def ready_to_save(file: Path) -> None:
    """Tries whether a file can be written, before anybody takes a man into his hand.

    Raises:
        OSError: it cannot; says what to do.
    """
    beside = file.with_name(f".{file.name}.try")
    try:
        beside.touch()
        beside.unlink()
    except FileNotFoundError:
        todo = (
            "start the board's service once, it makes its folders; or name another file with --out"
        )
        raise OSError(f"{file}: there is no folder {file.parent}; {todo}") from None
    except OSError as error:
        todo = "try it with sudo, or name another file with --out"
        raise OSError(f"{file}: cannot be written: {error.strerror}; {todo}") from None


def save(learnt: Calibration | TouchTuning, file: Path) -> Path | None:
    """Writes what was learnt, whole or not at all, and keeps what stood there before.

    Returns:
        Where the old one is kept; None where there was none.

    Raises:
        OSError: the folder cannot be written to; the old file is as it was.
    """
    kept = None
    if file.exists():
        kept = file.with_name(file.name + ".bak")
        shutil.copy2(file, kept)
    learnt.save(file)
    return kept
