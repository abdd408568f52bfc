"""How people play and what breaks: the mixes that evenings are drawn from."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from drivers.sim.hands import BLITZ, CALM, CLUB, Tempo
from drivers.sim.noise import CLEAN, NORMAL, ROUGH, Noise

if TYPE_CHECKING:
    from collections.abc import Mapping

    from drivers.sim.hands import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Mix:
    """One kind of evening. Chances are for each move where nothing else is said.

    Attributes:
        reply_ms: from the end of one move to the first touch of the next,
        quick_chance: that it is within `quick_ms` instead.
        pause_chance: a man is held in the air for `pause_ms`.
        rest_chance: a man touches another point for `rest_ms` on his way, the hand still on him.
        adjust_chance, nudge_chance, finger_chance, knock_chance, sweep_chance, take_back_chance,
            lifted_board_chance: see `Mess`.
        kings_chance: that kings are set in the centre at the end (chess); for each evening.
        analysis_chance: that men are moved about after the game; for each evening.
        sensors: sensors that break in an evening, fewest and most.
        gaps, brown_outs, absences, naks, wrong_reads, cuts: how many of each at most.
    """

    noise: Noise
    tempo: Tempo
    reply_ms: Span = (400, 4000)
    quick_chance: float = 0.0
    quick_ms: Span = (60, 200)
    pause_chance: float = 0.0
    pause_ms: Span = (1000, 6000)
    rest_chance: float = 0.0
    rest_ms: Span = (100, 450)
    adjust_chance: float = 0.0
    nudge_chance: float = 0.0
    finger_chance: float = 0.0
    knock_chance: float = 0.0
    sweep_chance: float = 0.0
    take_back_chance: float = 0.0
    lifted_board_chance: float = 0.0
    kings_chance: float = 0.0
    analysis_chance: float = 0.0
    sensors: tuple[int, int] = (0, 0)
    gaps: int = 0
    brown_outs: int = 0
    absences: int = 0
    naks: int = 0
    wrong_reads: int = 0
    cuts: int = 0


_BUS = Mix(
    noise=NORMAL,
    tempo=CLUB,
    gaps=4,
    brown_outs=3,
    absences=3,
    naks=6,
    wrong_reads=6,
    cuts=2,
)

_MESSY = Mix(
    noise=ROUGH,
    tempo=replace(CLUB, hover_chance=0.08, bump_chance=0.06),
    pause_chance=0.05,
    rest_chance=0.05,
    adjust_chance=0.03,
    nudge_chance=0.04,
    finger_chance=0.01,
    knock_chance=0.01,
    sweep_chance=0.03,
    take_back_chance=0.008,
    lifted_board_chance=0.004,
    kings_chance=0.3,
    analysis_chance=0.3,
)

MIXES: Mapping[str, Mix] = {
    "clean": Mix(noise=CLEAN, tempo=CALM),
    "club": Mix(
        noise=NORMAL, tempo=CLUB, quick_chance=0.1, quick_ms=(200, 600), analysis_chance=0.3
    ),
    "blitz": Mix(noise=NORMAL, tempo=BLITZ, reply_ms=(200, 1500), quick_chance=0.6),
    "messy": _MESSY,
    "worn": replace(_MESSY, sensors=(1, 1)),
    "faulty": replace(_BUS, sensors=(1, 3)),
    "bus": _BUS,
}
"""By name. `bus` is `faulty` with sound sensors, `worn` is `messy` with one sensor that breaks."""
