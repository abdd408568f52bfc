"""The board that is being set up: its sensors read, its lamps lit, and a walk over it that learns the wiring."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

from controller.shell.benchhands import Bench, men_of
from controller.shell.boardclock import BoardClock
from controller.shell.doctor.dialogue import LIT
from controller.shell.hardware import open_hardware, simulated_hardware
from controller.shell.profile import Wiring
from controller.shell.setup.draft import learns
from controller.shell.setup.learning import Learning
from controller.shell.setup.measuring import ARRAY, Measuring
from drivers.ports import WorldFault
from drivers.sim.noise import NORMAL

if TYPE_CHECKING:
    from collections.abc import Mapping

    from controller.core.messages import Json
    from controller.shell.config_types import Config
    from drivers.ports import Fault

SCAN_S = 0.01
"""Between two readings: a piece is seen at once, and a Pi Zero keeps time for the page."""


def fault_told(fault: Fault | WorldFault) -> Json:
    """What is wrong with the electronics, for the page, which has words for each symptom."""
    return {"symptom": fault.symptom.value, "where": fault.where, "remedy": fault.remedy}


class LiveBoard:
    """One board, open.

    Args:
        config: how it is said to be wired.
        simulated: models stand in the place of its chips; pieces are moved on the page.
        odd: with a seed, the simulated board is wired in an order that nobody has told.

    Raises:
        WorldFault: a device is not there or may not be opened.
    """

    def __init__(self, config: Config, *, simulated: bool, odd: int | None = None) -> None:
        self.config = config
        self._clock = BoardClock()
        wired = config
        if odd is not None and simulated and learns(config):
            wired = _shuffled(config, odd)
        opens = open_hardware if not simulated else lambda one: simulated_hardware(one, NORMAL, 0)
        self._hardware = opens(wired)
        self._hardware.sensor_points = config.sensors.wiring
        game = config.board.game
        sim = self._hardware.bench
        self.bench = None if sim is None else Bench(game, sim, self._clock)
        self.learning: Learning | None = None
        self.learnt: list[str] | None = None
        self._levels = self._unknown = 0
        self._faults: tuple[Json, ...] = ()
        self._lit: int | None = None
        self.measuring = Measuring(self._hardware)

    @property
    def wiring(self) -> Wiring:
        """What each channel is connected to, as far as it is known: as learnt, or as the profile says."""
        if self.learnt is None:
            return self.config.sensors.wiring
        index = self.config.board.game.index
        return Wiring(tuple(index[name] if name else None for name in self.learnt))

    def measure(self, what: str) -> None:
        """The board is looked at, empty or with the pieces in the array; a simulated one is set so first.

        Raises:
            ValueError: see `Measuring.begin`.
        """
        self.measuring.begin(what, self._clock.now_ns())
        if self.bench is not None:
            men = self._all_set() if what == ARRAY else {}
            self.bench.sim.board.setup(men)

    def _all_set(self) -> Mapping[int, str]:
        """The array; in Go, which has none, a white stone on every point."""
        game = self.config.board.game
        return men_of(game, game.start()) or dict.fromkeys(range(len(game.points)), "w")

    def scan(self) -> None:
        """Reads the sensors once, and lights the lamp of the point that is asked for."""
        at_ns = self._clock.now_ns()
        seen = self._hardware.matrix.scan(at_ns)
        self._levels, self._unknown = seen.levels, seen.unknown
        self._faults = tuple(map(fault_told, seen.faults))
        self.measuring.see(at_ns, self.wiring)
        if self.learning is not None:
            self.learning.see(seen.levels, at_ns)
            self.learnt = self.learning.points() or self.learnt
        self._light()

    def _light(self) -> None:
        lamps, point = self._hardware.lamps, None if self.learning is None else self.learning.next
        index = None if point is None else self.config.board.game.index[point]
        channel = None if index is None else self._hardware.lamp_points.channel_of.get(index)
        if lamps is None or channel == self._lit:
            return
        try:
            lamps.show({} if channel is None else {channel: LIT})
        except WorldFault as fault:
            self._faults = (*self._faults, fault_told(fault))
            return
        self._lit = channel

    def learn(self) -> None:
        """Begins a walk from the first point; the board must be empty."""
        game = self.config.board.game
        order = sorted(range(len(game.points)), key=lambda n: tuple(reversed(game.place(n))))
        names = [game.points[n] for n in order]
        self.learning = Learning(names, self._hardware.matrix.channels)
        self.learnt = None
        self.measuring = Measuring(self._hardware)  # whose levels those were nobody knows now

    def stop_learning(self) -> None:
        """Ends the walk; what it has found is forgotten, unless it has found all."""
        self.learning = None

    def put(self, point: str) -> None:
        """A hand sets a piece down on a point of the simulated board, or takes the one that stands there.

        Raises:
            ValueError: there is no such point, or no simulated board.
        """
        if self.bench is None:
            raise ValueError("this is a real board: put the piece there by hand")
        if point in self.bench.men():
            self.bench.remove(point)
        else:
            self.bench.add(point, self.config.board.game.men[0])

    def told(self) -> Json:
        """How it is now, for the page."""
        game, wiring = self.config.board.game, self.wiring
        on = wiring.to_points(self._levels)
        unknown = wiring.to_points(self._unknown)
        walk = self.learning
        return {
            "game": game.name,
            "options": dict(game.options),
            "on": [name for n, name in enumerate(game.points) if on >> n & 1],
            "unknown": [name for n, name in enumerate(game.points) if unknown >> n & 1],
            "channels": [n for n in range(self._levels.bit_length()) if self._levels >> n & 1],
            "faults": list(self._faults),
            "men": None if self.bench is None else self.bench.men(),
            "learnt": self.learnt is not None,
            "calibration": self.measuring.told(wiring),
            "learning": None
            if walk is None
            else {
                "next": walk.next,
                "done": len(walk.found),
                "all": len(walk.order),
                "trouble": walk.trouble,
                "known": walk.known,
                "stuck": walk.stuck.bit_count(),
            },
        }

    def close(self) -> None:
        """Darkens the lamps and lets the hardware go."""
        self._hardware.close()


def _shuffled(config: Config, seed: int) -> Config:
    """The same board, its sensors connected in an order of its own."""
    points = list(config.sensors.wiring.points)
    random.Random(seed).shuffle(points)  # noqa: S311 - a simulated board
    return replace(config, sensors=replace(config.sensors, wiring=Wiring(tuple(points))))
