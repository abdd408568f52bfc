"""The table of the model: what each deed costs, and how long things take.

The numbers stand in `costs.toml` only. A cost is -ln of a likelihood, in millinats (thousandths of
a nat). It is an integer, so that sums are the same on every machine.
"""

from __future__ import annotations

import tomllib
from bisect import bisect_right
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from math import exp, log, log1p
from typing import Any

Cost = int
"""Millinats."""
MILLI = 1000
MS = 1_000_000
_FAR = 12 * MILLI
"""Beyond this difference, adding the smaller likelihood changes less than a thousandth of a nat."""


class Curve:
    """A cost over a duration, linear between its corners, flat beyond them."""

    __slots__ = ("_costs", "_ms")

    def __init__(self, corners: list[tuple[int, float]]) -> None:
        self._ms = [ms for ms, _ in corners]
        self._costs = [round(nats * MILLI) for _, nats in corners]

    def __call__(self, ns: int) -> Cost:
        """The cost at a duration in nanoseconds."""
        ms = ns // MS
        n = bisect_right(self._ms, ms)
        if n == 0:
            return self._costs[0]
        if n == len(self._ms):
            return self._costs[-1]
        x, y = self._ms[n - 1], self._costs[n - 1]
        return y + (self._costs[n] - y) * (ms - x) // (self._ms[n] - x)

    def scaled(self, factor: float) -> Curve:
        """The same curve with all its costs multiplied."""
        return Curve(
            [(ms, cost * factor / MILLI) for ms, cost in zip(self._ms, self._costs, strict=True)]
        )


class Costs:
    """All numbers of the model by name. See `costs.toml` for what each one says."""

    immobile: Cost
    one_more: Cost
    enemy: Cost
    enemy_held: Cost
    resumed: Curve
    jumped: Cost
    victim_first: Cost
    victim: Cost
    reply_early: Cost
    way: Cost
    way_on: Cost
    astray: Cost
    captures_astray: Cost
    mistaken: Cost
    out_of_turn: Cost
    enemy_astray: Cost
    aside: Cost
    forbidden: Cost
    second_stone: Cost
    stone_back: Cost
    slips: Curve
    thought_again: Cost
    wrong_colour: Cost
    push_next: Cost
    push_far: Cost
    new_piece_first: Cost
    exchange_piece: Cost
    unseen_exchange: Cost
    unfinished: Cost
    late_removal: Cost
    jolted: Cost
    touch: Cost
    unexchanged: Cost
    underpromotion: Cost
    against_word: Cost
    unseen_ply: Cost
    taken_back: Cost
    taken_back_more: Cost
    other_order: Cost
    fetched: Curve
    let_go: Curve
    left_illegal: Cost
    left_shifted: Cost
    taken_beside: Cost
    abandoned: Cost
    press_unmade: Cost
    press_in_hand: Cost
    press_illegal: Cost
    press_again: Cost
    press_late: Cost
    press_back: Cost
    denied: Cost
    silent: Cost
    falls_silent: Cost
    beat: Cost
    silent_back: Cost
    ghost: Cost
    jarred: Cost
    ghost_gone: Cost
    stuck: Cost
    wrong_mark: Cost
    other_piece: Cost
    drift: Cost
    unexplained: Cost
    again: Cost
    again_least: Cost
    again_right: Cost
    unread: Cost
    unread_ply: Cost
    mess: Cost
    mess_edge: Cost
    mess_far: Cost
    brushed: Cost
    mess_next: Curve
    upset: Cost
    upset_edge: Cost
    upset_next: Curve
    stray: Cost
    fallen: Cost
    falls: Curve
    set_up_again: Curve
    put_right: Cost
    lying: Curve
    amid: Cost
    amid_removal: Curve
    turned: Cost
    set_right: Cost
    set_wrong: Cost
    against_adjusting: Cost
    against_righting: Cost
    against_waiting: Cost
    against_over: Cost
    set_up: Cost
    set_up_over: Cost
    set_up_pause: Curve
    kings: Cost
    kings_over: Cost
    kings_way: Cost
    at_once: Curve
    two_taken: Curve
    unknown_most: Cost
    unknown_edge: Cost
    unknown_press: Cost
    margin: Cost
    margin_told: Cost
    margin_faults: Cost
    reply: Curve
    stone_on: Curve
    other_first: Curve
    replaced: Curve
    relift: Curve
    rest: Curve
    dwell: Curve
    back: Curve
    enemy_back: Curve
    overlap: Curve
    deviates: Curve
    dropout: Curve
    late: Curve
    skip: Curve
    hold: Curve
    enemy_off: Curve
    going_on: Curve
    unlawful: Curve
    loss_wrong: int
    loss_corrected: int
    loss_silence_ms: int
    loss_silence_most: int
    loss_accused: int
    beam: int
    plies_back: int
    in_hand: int
    set_up_points: int
    beats: int
    stones_before: int
    unfelt_points: int
    unseen_plies: int
    unseen_steps: int
    sensors_declared: int
    beside: int
    unseen_positions: int
    open_plies: int
    open_ms: int
    open_permille: int
    suspect_permille: int
    touched_permille: int
    whose_permille: int
    at_once_ms: int
    brushed_ms: int
    quiet_ms: int
    stuck_ms: int
    mess_over_ms: int
    coupled_ms: int
    jarred_ms: int
    jarred_edges: int
    mess_reach: int
    lying_ms: int
    let_go_ms: int
    grace_ms: int
    reply_stood_ms: int
    denied_ms: int
    unseen_landing_ms: int
    looks_ms: tuple[int, ...]

    def __init__(
        self,
        table: Mapping[str, Mapping[str, Mapping[str, Any]]],
        factor: Mapping[str, float] | None = None,
    ) -> None:
        """Reads the table.

        Args:
            table: as in `costs.toml`.
            factor: by name, what a cost is multiplied by (to see what errors of the numbers do).

        Raises:
            KeyError: a number is missing, or there is one that the model does not know.
        """
        found: dict[str, object] = {}
        for section, rows in table.items():
            for name, row in rows.items():
                full = {"unknown": "unknown_", "losses": "loss_"}.get(section, "") + name
                found[full] = _value(row, (factor or {}).get(full, 1.0))
        known = set(Costs.__annotations__)
        if known != set(found):
            raise KeyError(f"costs.toml and the model differ in {sorted(known ^ set(found))}")
        self.__dict__.update(found)

    def against(self, intent: str) -> Cost:
        """What a ply costs while hands are said to be about something else."""
        cost: Cost = getattr(self, "against_" + intent)
        return cost


def _value(row: Mapping[str, Any], factor: float) -> Cost | Curve | tuple[int, ...]:
    if "curve" in row:
        return Curve([(ms, nats) for ms, nats in row["curve"]]).scaled(factor)
    if "nats" in row:
        return round(float(row["nats"]) * factor * MILLI)
    value = row["value"]
    return tuple(map(int, value)) if isinstance(value, list) else int(value)


@lru_cache(maxsize=1)
def table() -> Mapping[str, Mapping[str, Mapping[str, Any]]]:
    """The numbers as they stand in `costs.toml`."""
    found: Mapping[str, Mapping[str, Mapping[str, Any]]] = tomllib.loads(
        files(__package__).joinpath("costs.toml").read_text("utf-8")
    )
    return found


@lru_cache(maxsize=1)
def costs() -> Costs:
    """The numbers of the model."""
    return Costs(table())


_LN = [0, 0, *(round(log(n) * MILLI) for n in range(2, 1024))]
_ADDED = [round(log1p(exp(-n / MILLI)) * MILLI) for n in range(_FAR)]


def ln(count: int) -> Cost:
    """What a free choice of one among so many costs."""
    return _LN[min(count, len(_LN) - 1)] if count > 1 else 0


def either(cost: Cost, other: Cost) -> Cost:
    """The cost of either of two exclusive things: likelihoods add up."""
    low, apart = (cost, other - cost) if cost <= other else (other, cost - other)
    return low - _ADDED[apart] if apart < _FAR else low


def share(cost: Cost, low: Cost) -> float:
    """A likelihood relative to one of the cost `low`."""
    return exp((low - cost) / MILLI)
