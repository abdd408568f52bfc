"""Which evenings there are: what each is made from, and how it is made again."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from itertools import product
from random import Random
from typing import TYPE_CHECKING, Any

from controller.core.sensing.marks import Sensor
from controller.shell.evening.mixes import MIXES
from controller.shell.judging import TrueEvening
from controller.shell.physical.evening import play
from controller.shell.physical.faults import KINDS
from controller.shell.physical.styles import MIXED, STYLES
from controller.shell.scoring import TrueDeed
from controller.shell.simulate import Asked, game_of
from rules.registry import GAMES, game_by_name
from tests.corpora.simulated import Drawn, Unplayable, simulated
from tests.simulation.lines import masters
from tests.simulation.other_hands import FAULTS, a_fault, trace_of
from tests.simulation.other_hands import evening as played
from tests.simulation.other_messes import messes

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rules.game import Game
    from rules.position import Move, Position
    from tests.simulation.other_hands import Evening

SEED = 7_529_000_000
"""The first seed of the frozen corpora; nobody had looked at it before."""
SIMULATED = 3
"""Evenings of each game, mix and kind of sensor."""
OTHERS = 4
"""Evenings of each game by other hands, and of recorded games; each has a faulty twin of every kind or of one."""
PHYSICAL = 2
"""Evenings of each game, style and fault by physical hands."""
NAMED_US = 6_000_000
"""After the next ply something irregular may still be named so long."""
SIMULATED_FAULTS = {"worn": "one sensor", "faulty": "sensors and bus", "bus": "bus"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """What an evening is made from.

    Attributes:
        hands: "simulate", "other", "records" (recorded games by the other hands) or "physical".
        style: the mix, or how the hands play.
        fault: of the sensors; "" where they are sound.
        plies: at most so many are played.
    """

    hands: str
    game: str
    sensor: str
    style: str
    fault: str = ""
    seed: int
    plies: int

    @property
    def name(self) -> str:
        """Names the evening, and its trace."""
        parts = (self.hands, self.game, self.style, self.sensor, self.fault, str(self.seed))
        return "-".join(part.replace(" ", "-") for part in parts if part)

    @property
    def row(self) -> dict[str, Any]:
        """As the index has it."""
        return {"name": self.name, **asdict(self)}


def source_of(row: Mapping[str, Any]) -> Source:
    """What a row of the index tells."""
    return Source(**{key: value for key, value in row.items() if key != "name"})


def plies_of(seed: int) -> int:
    """From 30 to 60."""
    return 30 + seed % 31


def sources() -> Iterator[Source]:
    """All that is frozen."""
    for number in range(SIMULATED):
        for game, mix, sensor in product(GAMES, MIXES, Sensor):
            yield _simulated(game, mix, sensor, SEED + number)
    for game, number in product(GAMES, range(OTHERS)):
        seed = SEED + 1000 + number
        yield from _others("other", game, seed, "plain", FAULTS)
        yield from _others("other", game, seed, "messy", FAULTS[number % len(FAULTS)])
        if masters(game):
            yield from _others("records", game, seed, "plain", FAULTS)
    for game in GAMES:
        yield from _physical(game)


def _simulated(game: str, mix: str, sensor: Sensor, seed: int) -> Source:
    return Source(
        hands="simulate",
        game=game,
        sensor=sensor.value,
        style=mix,
        fault=SIMULATED_FAULTS.get(mix, ""),
        seed=seed,
        plies=plies_of(seed),
    )


def _others(
    hands: str, game: str, seed: int, style: str, faults: tuple[str, ...] | str
) -> Iterator[Source]:
    """An evening before sound sensors, and its faulty twins."""
    kinds = (faults,) if isinstance(faults, str) else faults
    for fault in ("", *kinds):
        yield Source(
            hands=hands,
            game=game,
            sensor="presence",
            style=style,
            fault=fault,
            seed=seed,
            plies=plies_of(seed),
        )


def _physical(game: str) -> Iterator[Source]:
    """Every style, every kind of sensor, and every fault before presence sensors."""
    presence = Sensor.PRESENCE
    kinds = [(style, presence, "") for style in STYLES for _ in range(PHYSICAL)]
    kinds += [(MIXED, sensor, "") for sensor in Sensor]
    kinds += [(MIXED, presence, fault) for fault in KINDS for _ in range(PHYSICAL)]
    for number, (style, sensor, fault) in enumerate(kinds):
        seed = SEED + 2000 + number
        yield Source(
            hands="physical",
            game=game,
            sensor=sensor.value,
            style=style,
            fault=fault,
            seed=seed,
            plies=plies_of(seed),
        )


def made(source: Source) -> TrueEvening:
    """Makes an evening anew; the same source always makes the same.

    Raises:
        Unplayable: hands that heed nothing cannot carry out what was drawn.
    """
    if source.hands == "simulate":
        drawn = Drawn(game=source.game, mix=source.style, seed=source.seed, plies=source.plies)
        evening = simulated(drawn, Sensor(source.sensor))
        return TrueEvening(
            name=source.name, trace=evening.trace, truth=evening.truth, deeds=evening.deeds
        )
    if source.hands == "physical":
        return _by_physical_hands(source)
    return _by_other_hands(source)


def _by_physical_hands(source: Source) -> TrueEvening:
    played = play(
        game_of(Asked(game=source.game)),
        seed=source.seed,
        plies=source.plies,
        style=source.style,
        sensor=Sensor(source.sensor),
        fault=source.fault or None,
    )
    return TrueEvening(name=source.name, trace=played.text().encode(), truth=played.truth)


def _by_other_hands(source: Source) -> TrueEvening:
    game, line = _game_and_line(source)
    deeds = _Deeds()
    before = deeds.messes if source.style == "messy" else None
    evening = played(game, source.seed, source.plies, before, line)
    if not evening.plies:
        raise Unplayable(source.name)
    dice = Random(source.seed * 7 + 1)
    faults = [a_fault(evening, dice, [source.fault])] if source.fault else []
    return TrueEvening(
        name=source.name,
        trace=trace_of(evening, faults),
        truth=tuple(evening.plies),
        deeds=tuple(deeds.named(evening)),
    )


def _game_and_line(source: Source) -> tuple[Game, tuple[str, ...] | None]:
    if source.hands == "records":
        records = masters(source.game)
        record = records[source.seed % len(records)]
        return game_by_name(source.game, record.options or {}), tuple(record.moves)
    return game_of(Asked(game=source.game)), None


class _Deeds:
    """When other hands did something beside moving."""

    def __init__(self) -> None:
        self._began: list[tuple[int, int]] = []

    def messes(self, made: Evening, position: Position, move: Move, dice: Random) -> None:
        ready_us = made.ready_us
        messes(made, position, move, dice)
        if made.ready_us != ready_us:
            self._began.append((ready_us, len(made.plies)))

    def named(self, made: Evening) -> Iterator[TrueDeed]:
        """A deed may be named until a while after the ply behind it."""
        for began_us, ply in self._began:
            yield TrueDeed("mess", began_us, made.plies[ply].made_us + NAMED_US)
