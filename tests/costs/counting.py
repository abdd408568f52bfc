"""What each number of the table is counted from: the cases of a deed over its opportunities. The cost is -ln of the share.

What was never seen is taken for half a case. A number with fewer than `FEWEST` opportunities stays as it is.

Curves are counted at the corners of `CORNERS`, others where the table has them. What a cost over a duration means is one of three things.

* A *share* (reply, relift, stone_on, back, replaced, enemy_back, skip): of the deeds that came after so long, and could have been this one or
  its rivals, how many were it. So the costs of rivals add up to certainty at each duration, and common durations
  of all rivals say nothing.
* A *survival* (rest, hold, enemy_off, going_on, late, unlawful): of the states of this kind, how many have lasted so long. This is
  what silence says against such a state. `rest` is the share among all boards that stood as a legal move
  leaves them: how many were still to be changed by the same player.
* A *density against chance* (overlap, dwell): how much rarer the deed is at this duration than deeds that come by
  chance, once in a mean pause between plies; nothing where it is more frequent.

The rest is judged. Sensor faults, messes, words, under-promotions and what breaks a law come in simulated evenings as
often as their author has chosen, and new pieces are too rare. The null hypothesis, losses and limits are choices.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from itertools import pairwise
from math import log
from typing import TYPE_CHECKING

from controller.core.belief.costs import MS
from tests.costs.paid import Part

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from controller.core.belief.line import Node
    from tests.costs.forced import Path, Step

_SCENES = "scenes of messes and of pieces set up for the next game are then followed wrongly or too slowly"
HARMFUL: Mapping[str, str] = {
    "aside": "a victim pushed aside takes other points, so its rivals are no deeds at this one",
    "enemy_back": "a share at one point forgets how seldom a victim's point is reached so soon",
    "reply": "the same of replies within 50 ms: a flash of light is then taken for play",
    "skip": "too few slides skip a point; then a gap is taken for a slide",
    "unlawful": "hands that keep the laws put right soon what stands wrong; those that break them do not",
    **dict.fromkeys(
        (
            "immobile", "enemy", "victim", "victim_first", "unseen_exchange", "reply_early", "exchange_piece", "way", "way_on", "push_next",
            "push_far", "astray", "relift", "rest", "back", "late", "overlap", "dwell", "stone_on", "replaced", "press_late",
        ),
        _SCENES,
    ),
}  # fmt: skip
"""Numbers that are counted and not taken, and why. `count` prints them all the same."""
HALF = 0.5
"""A case that was never seen."""
FEWEST = 40
"""Opportunities without which nothing is counted."""
DIGITS = 1
"""Of nats that are written: a tenth is a tenth of the likelihood, finer than the hands are like life."""

OPPORTUNITIES: Mapping[str, str] = {
    "immobile": "pieces taken up by their side",
    "enemy": "plies",
    "victim_first": "captured pieces",
    "victim": "captured pieces",
    "reply_early": "plies",
    "way": "first landings",
    "way_on": "further landings",
    "astray": "landings",
    "aside": "enemies taken up",
    "push_next": "arrivals next",
    "push_far": "arrivals far",
    "exchange_piece": "exchanges",
    "unseen_exchange": "captured pieces",
    "press_late": "presses",
}
"""What could have been so, for each plain number that is counted."""
SHARES = ("reply", "relift", "stone_on", "back", "replaced", "enemy_back", "skip")
GOING_ON = ("relift", "stone_on")
"""Shares of the player who goes on with a ply that could have been made."""
SURVIVALS = ("rest", "hold", "enemy_off", "going_on", "late", "unlawful")
DENSITIES = ("overlap", "dwell")
CORNERS: Mapping[str, Sequence[int]] = {
    "reply": (0, 30, 55, 75, 110, 200, 500),
    "relift": (0, 60, 110, 200, 400, 700, 1200, 3000),
    "rest": (0, 60, 110, 200, 400, 700, 1200, 4000),
    "hold": (0, 200, 400, 700, 1000, 2000, 4000, 20_000),
    "enemy_off": (0, 300, 700, 1000, 2000, 3000, 10_000),
    "going_on": (0, 300, 700, 1000, 2000, 3000, 5000),
}
"""Milliseconds. Denser where likelihoods bend: a line between far corners charges silence too soon."""
ORDERED: Mapping[str, bool] = {
    "reply": False, "relift": True, "stone_on": True, "skip": True, "rest": True, "overlap": True, "dwell": True,
}  # fmt: skip
"""Curves that rise (or fall) with the duration, whatever few cases say."""

_LANDINGS = ("set_down", "way", "astray", "back")
_DEEDS: Mapping[str, Sequence[str]] = {
    "pieces taken up by their side": ("lift", "immobile", "push_next", "push_far"),
    "enemies taken up": ("victim", "victim_first", "enemy", "reply_early"),
    "landings": _LANDINGS,
}
"""Opportunities that are deeds themselves."""
_ARRIVALS = ("set_down", "way")


@dataclass(slots=True)
class Tally:
    """What was done on true paths.

    Attributes:
        cases: by the name of a number, how often it was paid; by the name of an opportunity, how often there was one.
        times: by the name of a curve, the durations at which what it says has happened (nanoseconds).
        rivals: the same of what else could have happened then, of shares; of the states that did not end, of survivals.
    """

    cases: Counter[str] = field(default_factory=Counter)
    times: defaultdict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    rivals: defaultdict[str, list[int]] = field(default_factory=lambda: defaultdict(list))

    def add(self, paths: Iterable[Path], presses: int = 0) -> None:
        """Counts what was done in one evening."""
        self.cases["presses"] += presses
        for path in paths:
            for ply in path.plies:
                self._ply(ply)
            steps = [part for part in path.parts if not isinstance(part, Part)]
            named = Counter(step.name for step in steps)
            paid = Counter(part.name for part in path.parts if isinstance(part, Part))
            self.cases.update({name: paid[name] for name in OPPORTUNITIES})
            for group, members in _DEEDS.items():
                self.cases[group] += sum(max(named[name], paid[name]) for name in members)
            for step in steps:
                self._step(step)
            stones = any(not ply.game.pieces_move for ply in path.plies)
            self._curves(path, stones=stones)

    def _ply(self, node: Node) -> None:
        move = node.move
        assert move is not None
        exchanged = move.target is not None and move.footprint.resting >> move.target & 1
        self.cases["plies"] += 1
        self.cases["captured pieces"] += len(move.captured)
        self.cases["captures"] += bool(move.captured)
        self.cases["promotions"] += bool(move.choice)
        self.cases["exchanges"] += bool(exchanged)

    def _step(self, step: Step) -> None:
        if step.name in _ARRIVALS or step.name in ("push_next", "push_far"):
            self.cases["arrivals next" if step.near else "arrivals far"] += 1
        if step.name in _LANDINGS and step.mine:
            self.cases["further landings" if step.again else "first landings"] += 1
        for part in step.silences:
            if part.ns is not None and part.name not in ("rest", "late"):
                self.times[part.name].append(part.ns)
        if step.off_ns is not None and step.mine and step.name != "back":
            self.rivals["back"].append(step.off_ns)
        if step.off_ns is not None and step.again and step.name != "replaced":
            self.rivals["replaced"].append(step.off_ns)
        if step.captured_ns is not None:
            back = step.name == "enemy_back"
            (self.times if back else self.rivals)["enemy_back"].append(step.captured_ns)

    def _curves(self, path: Path, *, stones: bool) -> None:
        """Of what was paid for a duration; the step that it belongs to is noted right behind it."""
        paid: dict[str, int] = {}
        for part in path.parts:
            if not isinstance(part, Part):
                for name, ns in paid.items():
                    self._paid(name, ns, part, stones=stones)
                paid = {}
            elif part.ns is not None:
                paid[part.name] = part.ns

    def _paid(self, name: str, ns: int, step: Step, *, stones: bool) -> None:
        if name == "reply":
            self.times["reply"].append(ns)
            self.rivals["stone_on" if stones else "relift"].append(ns)
            self.rivals["rest"].append(ns)
        elif name in GOING_ON:
            if step.made:
                self.times[name].append(ns)
                self.times["rest"].append(ns)
                self.rivals["reply"].append(ns)
            if step.name == "slide":
                self.rivals["skip"].append(ns)
        elif name == "skip":
            self.times["skip"].append(ns)
            self.rivals["skip"].remove(ns)
        elif name == "overlap":
            self.times["overlap"].append(ns)
            self.times["late"].append(ns)
        elif name in ("back", "replaced", "dwell"):
            self.times[name].append(ns)


@dataclass(frozen=True, slots=True)
class Counted:
    """One number, or one corner of a curve, as it was counted.

    Attributes:
        nats: None where there were too few opportunities.
        ms: the duration of the corner; None for a plain number.
    """

    name: str
    nats: float | None
    cases: int
    opportunities: int
    what: str
    ms: int | None = None


def counted(tally: Tally, corners: Mapping[str, Sequence[int]]) -> list[Counted]:
    """All numbers that can be counted.

    Args:
        corners: of the curves, in milliseconds.
    """
    found = [_number(tally, name, what) for name, what in OPPORTUNITIES.items()]
    kinds: list[tuple[Sequence[str], Callable[[Tally, str, Sequence[int]], list[Counted]]]] = [
        (SHARES, _share),
        (SURVIVALS, _survival),
        (DENSITIES, _density),
    ]
    for names, count in kinds:
        for name in names:
            found += count(tally, name, corners[name])
    return found


def cost(cases: float, opportunities: float) -> float:
    """In nats: -ln of the share, never below nothing."""
    return max(0.0, round(-log(max(cases, HALF) / opportunities), DIGITS))


def _number(tally: Tally, name: str, what: str) -> Counted:
    cases, number = tally.cases[name], tally.cases[what]
    nats = cost(cases, number) if number >= FEWEST else None
    return Counted(name, nats, cases, number, what)


def _bins(corners: Sequence[int]) -> list[tuple[int, float, float]]:
    """Each corner with the durations that are nearer to it than to others (milliseconds)."""
    halves = [(low + high) / 2 for low, high in pairwise(corners)]
    lows, highs = [float("-inf"), *halves], [*halves, float("inf")]
    return list(zip(corners, lows, highs, strict=True))


def in_order(counts: Sequence[tuple[float, float]], *, rising: bool) -> list[tuple[float, float]]:
    """Cases and opportunities with neighbours pooled until the costs rise, or fall, throughout (isotonic regression)."""
    pools: list[list[tuple[float, float]]] = []
    for each in counts if rising else reversed(counts):
        pools.append([each])
        while len(pools) > 1 and _of_pool(pools[-2]) < _of_pool(pools[-1]):
            last = pools.pop()
            pools[-1] += last
    sums = [(sum(k for k, _ in pool), sum(n for _, n in pool)) for pool in pools for _ in pool]
    return sums if rising else sums[::-1]


def _of_pool(pool: Sequence[tuple[float, float]]) -> float:
    """The share of its cases; half a case where there is none, nothing where there was no opportunity."""
    cases, number = (sum(each) for each in zip(*pool, strict=True))
    return max(cases, HALF) / number if number else float("inf")


def _within(times: Iterable[int], low: float, high: float) -> int:
    return sum(low <= ns / MS < high for ns in times)


def _share(tally: Tally, name: str, corners: Sequence[int]) -> list[Counted]:
    counts: list[tuple[int, int]] = []
    for _, low, high in _bins(corners):
        cases = _within(tally.times[name], low, high)
        counts.append((cases, cases + _within(tally.rivals[name], low, high)))
    return _curve(name, corners, counts, "deeds after so long")


def _curve(
    name: str, corners: Sequence[int], counts: Sequence[tuple[int, int]], what: str
) -> list[Counted]:
    ordered: Sequence[tuple[float, float]] = counts
    if name in ORDERED:
        ordered = in_order(counts, rising=ORDERED[name])
    return [
        Counted(name, cost(*pool) if pool[1] else None, cases, number, what, ms)
        for ms, (cases, number), pool in zip(corners, counts, ordered, strict=True)
    ]


def _survival(tally: Tally, name: str, corners: Sequence[int]) -> list[Counted]:
    times, rivals = tally.times[name], tally.rivals[name]
    if len(times) < FEWEST:
        return [Counted(name, None, len(times), 0, "states", ms) for ms in corners]
    counts = []
    for ms in corners:
        cases = sum(ns >= ms * MS for ns in times)
        standing = cases + sum(ns >= ms * MS for ns in rivals)
        counts.append((cases, standing if name == "rest" else len(times)))
    return _curve(name, corners, counts, "states")


def _density(tally: Tally, name: str, corners: Sequence[int]) -> list[Counted]:
    times = tally.times[name]
    pauses = [ns / MS for ns in tally.times["reply"]]
    if len(times) < FEWEST or not pauses:
        return [Counted(name, None, len(times), 0, "deeds by chance", ms) for ms in corners]
    pause_ms = sum(pauses) / len(pauses)
    counts = []
    for _, low, high in _bins(corners):
        width_ms = min(high, 2.0 * corners[-1]) - max(low, 0.0)
        by_chance = max(1, round(len(times) * width_ms / pause_ms))
        counts.append((_within(times, low, high), by_chance))
    return _curve(name, corners, counts, "deeds by chance")
