"""The evenings that numbers are counted on: both kinds of hands evenly, sound and one failing sensor, seeds of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.sensing.marks import Sensor
from controller.shell.judging import TrueEvening
from controller.shell.physical.evening import ANY, play
from controller.shell.physical.styles import MIXED
from controller.shell.simulate import Asked, game_of
from rules.registry import GAMES
from tests.corpora import simulated

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SEED = 8_100_000_000
"""No corpus, soak or test counts from here, so that nothing is measured by what it was counted on."""
HANDS = ("simulate", "physical")
ROUNDS: Sequence[tuple[str, Sensor, bool]] = (
    ("clean", Sensor.PRESENCE, False),
    ("club", Sensor.PRESENCE, False),
    ("messy", Sensor.PRESENCE, False),
    ("blitz", Sensor.FIELD, False),
    ("worn", Sensor.PRESENCE, True),
)
"""What one evening after another of a game is like: the mix of `simulate`, the sensors, and whether one of them fails.
Physical hands have styles drawn by chance instead of mixes, and press a clock in every other evening."""


def evenings(
    seed: int, plies: int, games: Sequence[str] = (), hands: Sequence[str] = HANDS
) -> Iterator[tuple[str, TrueEvening]]:
    """Kinds of hands and evenings, until about so many plies have been played by all together.

    Args:
        seed: from 0 on; another seed shares no evening with it.
    """
    names = games or tuple(GAMES)
    share = plies / (len(names) * len(hands))
    for game in names:
        for kind in hands:
            number = played = 0
            while played < share:
                found = _evening(kind, game, SEED + seed * 100_000 + number, number)
                number += 1
                if found is not None and found.truth:
                    played += len(found.truth)
                    yield kind, found


def _evening(kind: str, game: str, seed: int, number: int) -> TrueEvening | None:
    mix, sensor, faulty = ROUNDS[number % len(ROUNDS)]
    if kind == "simulate":
        drawn = simulated.Drawn(game=game, mix=mix, seed=seed, plies=40)
        try:
            return simulated.simulated(drawn, sensor)
        except simulated.Unplayable:
            return None
    made = play(
        game_of(Asked(game=game)),
        seed=seed,
        plies=40,
        style=MIXED,
        sensor=sensor,
        fault=ANY if faulty else None,
        presses=bool(number % 2),
    )
    return TrueEvening(name=f"physical {game} {seed}", trace=made.text().encode(), truth=made.truth)
