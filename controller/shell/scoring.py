"""How well a board's messages tell what was played: one evening against its truth, and sums over evenings.

A ply is judged by its number and its text: ply n is told rightly where the move that stands as ply n is the nth that was
made. So one stone too many in the record makes all plies behind it wrong, as it does for whoever reads the record.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from controller.shell.truth import TruePly

EARLY_US = 50_000
"""A move told less than this before it was made is not early: a scan and the debounce are as long."""
CONFIDENCE = 0.95
"""Of the upper bounds of rates, one-sided: none in n gives 3 in n."""


@dataclass(frozen=True, slots=True)
class TrueDeed:
    """Something that was done beside lawful moves. An irregularity told in its time has a cause.

    Attributes:
        kind: what it was, as the hands call it.
        from_us, until_us: the times in which a board may name it.
    """

    kind: str
    from_us: int
    until_us: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """Counts of evenings. Each ply of the truth has one fate: right, corrected, entered, wrong, lost or unfinished.

    Attributes:
        evenings, whole: of them those whose record is right at the end, an unfinished ply aside.
        plies: made by the hands.
        right: stand at the end, and nothing else was ever told in their place.
        corrected: something else was told first, and the board has corrected itself.
        entered: stand at the end because the arbiter has entered them, and nothing else was told before.
        wrong: something else was told, and the board has never told what was made, or people had to correct it.
        beyond: of the wrong and the corrected those behind the last ply that was made.
        lost: nothing stands in their place at the end.
        unfinished: last plies of games that nothing followed and that do not stand, all others being right.
        slips: how often a record that was right became wrong.
        asked: questions, but for those about the last ply.
        asked_last: questions about the last ply, which nothing follows.
        by_evidence, by_people: questions that play has answered, and people.
        early: told more than `EARLY_US` before they were made.
        irregularities, false: told; of them those that nothing has caused.
        penalties: told and not withdrawn.
        restores: how often pieces were asked back.
        late_us: from each ply's making, or its press if earlier, to its telling; only what the board has found itself.
        late_plies: how many more plies had been made by then.
    """

    evenings: int = 0
    whole: int = 0
    plies: int = 0
    right: int = 0
    corrected: int = 0
    entered: int = 0
    wrong: int = 0
    beyond: int = 0
    lost: int = 0
    unfinished: int = 0
    slips: int = 0
    asked: int = 0
    asked_last: int = 0
    by_evidence: int = 0
    by_people: int = 0
    early: int = 0
    irregularities: int = 0
    false: int = 0
    penalties: int = 0
    restores: int = 0
    late_us: tuple[int, ...] = ()
    late_plies: tuple[int, ...] = ()

    def __add__(self, other: Score) -> Score:
        return Score(
            **{f.name: getattr(self, f.name) + getattr(other, f.name) for f in fields(self)}
        )

    @property
    def counts(self) -> dict[str, int]:
        """All counts by name; times are no counts."""
        names = (f.name for f in fields(self) if not f.name.startswith("late_"))
        return {name: getattr(self, name) for name in names}

    def late_ms(self, share: float) -> float | None:
        """The lateness that this share of the plies does not exceed, in milliseconds; None without any."""
        if not self.late_us:
            return None
        ordered = sorted(self.late_us)
        return ordered[max(0, math.ceil(share * len(ordered)) - 1)] / 1000


def total(scores: Iterable[Score]) -> Score:
    """The sum of many scores; quicker than adding them one by one."""
    sums: dict[str, Any] = dict.fromkeys(Score().counts, 0)
    late_us: list[int] = []
    late_plies: list[int] = []
    for score in scores:
        for name, count in score.counts.items():
            sums[name] += count
        late_us += score.late_us
        late_plies += score.late_plies
    return Score(**sums, late_us=tuple(late_us), late_plies=tuple(late_plies))


def score(
    truth: Sequence[TruePly],
    messages: Iterable[Mapping[str, Any]],
    deeds: Sequence[TrueDeed] = (),
) -> Score:
    """Judges the messages of one evening.

    Args:
        truth: the plies in the order in which they were made.
        messages: whole messages (docs/protocol.md) of one game in order, their `at_us` on the clock of the truth.
        deeds: what was done beside lawful moves.
    """
    record = _Record(truth, deeds)
    for message in messages:
        record.take(message)
    return record.judged()


@dataclass(slots=True)
class _Found:
    """How a ply was first told rightly.

    Attributes:
        at_us: when.
        by_arbiter: he has entered it.
    """

    at_us: int
    by_arbiter: bool


class _Record:
    """The record as it is told, beside the truth.

    Attributes:
        line: what stands, by the number of the ply.
    """

    def __init__(self, truth: Sequence[TruePly], deeds: Sequence[TrueDeed]) -> None:
        self._truth = truth
        self._deeds = deeds
        self.line: dict[int, str] = {}
        self._found: dict[int, _Found] = {}
        self._wrong: set[int] = set()
        self._by_people: set[int] = set()
        self._slipped = False
        self._counts = dict.fromkeys(Score().counts, 0)

    def take(self, message: Mapping[str, Any]) -> None:
        """Takes the next message."""
        match message["type"]:
            case "move":
                self._move(message)
            case "correction":
                self._correction(message)
            case "question":
                last = len(self.line) >= len(self._truth) - 1
                self._count("asked_last" if last else "asked")
            case "answered":
                self._count("by_evidence" if message["by"] == "evidence" else "by_people")
            case "irregularity":
                self._irregularity(message["at_us"])
            case "penalty":
                self._count("penalties", -1 if message.get("withdrawn") else 1)
            case "restore":
                self._count("restores", int(not message["done"] and message["why"] != "start"))
            case _:
                pass

    def _count(self, name: str, times: int = 1) -> None:
        self._counts[name] += times

    def _true(self, ply: int) -> str | None:
        """What was made as this ply; None where nothing was."""
        return self._truth[ply - 1].move if ply <= len(self._truth) else None

    def _move(self, message: Mapping[str, Any]) -> None:
        ply, move = message["ply"], message["move"]
        self.line[ply] = move
        if move != self._true(ply):
            self._wrong.add(ply)
            self._count("slips", int(not self._slipped))
            self._slipped = True
        elif ply not in self._found:
            by_arbiter = message["completed_by"] == "arbiter"
            self._found[ply] = _Found(message["at_us"], by_arbiter)

    def _correction(self, message: Mapping[str, Any]) -> None:
        """All plies from the first that is retracted on are out of the record."""
        if message.get("cause") == "set-position":
            return
        if message.get("cause") == "correct":
            self._by_people |= {n for n, move in self.line.items() if move != self._true(n)}
        self.line = {ply: move for ply, move in self.line.items() if ply < message["from_ply"]}
        self._slipped = any(move != self._true(ply) for ply, move in self.line.items())

    def _irregularity(self, at_us: int) -> None:
        self._count("irregularities")
        caused = any(deed.from_us <= at_us <= deed.until_us for deed in self._deeds)
        self._count("false", int(not caused))

    def judged(self) -> Score:
        """The score, once all messages have been taken."""
        plies = len(self._truth)
        beyond = {ply for ply in self._wrong if ply > plies}
        for ply in [*range(1, plies + 1), *beyond]:
            self._count(self._fate(ply))
        missing = self._counts["wrong"] + self._counts["lost"]
        counts = {**self._counts, "evenings": 1, "whole": int(not missing)}
        late_us, late_plies = self._lateness()
        early = self._early()
        return Score(
            **{**counts, "plies": plies, "beyond": len(beyond), "early": early},
            late_us=late_us,
            late_plies=late_plies,
        )

    def _fate(self, ply: int) -> str:
        stands = self.line.get(ply) == self._true(ply)
        if ply in self._wrong:
            return "corrected" if stands and ply not in self._by_people else "wrong"
        if stands:
            return "entered" if self._found[ply].by_arbiter else "right"
        return "unfinished" if self._only_the_last_is_missing(ply) else "lost"

    def _only_the_last_is_missing(self, ply: int) -> bool:
        before = range(1, ply)
        return ply == len(self._truth) and all(self.line.get(n) == self._true(n) for n in before)

    def _by_board(self) -> Iterator[tuple[int, int, int]]:
        """The number, the due time and the time of each ply that the board has found."""
        for ply, found in sorted(self._found.items()):
            if not found.by_arbiter:
                yield ply, due(self._truth[ply - 1]), found.at_us

    def _early(self) -> int:
        return sum(at_us < due_us - EARLY_US for _, due_us, at_us in self._by_board())

    def _lateness(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        made_us = sorted(true.made_us for true in self._truth)
        late_us, late_plies = [], []
        for ply, due_us, at_us in self._by_board():
            late_us.append(max(0, at_us - due_us))
            late_plies.append(max(0, bisect_right(made_us, at_us) - ply))
        return tuple(late_us), tuple(late_plies)


def due(true: TruePly) -> int:
    """When a ply may be told: once it is made, or pressed upon (microseconds)."""
    return true.made_us if true.pressed_us is None else min(true.made_us, true.pressed_us)


def upper_bound(count: int, number: int) -> float:
    """The rate that is not exceeded with `CONFIDENCE`, where `count` of `number` were found: exact for rare events.

    The mean of the Poisson distribution at which so few are found in one case of twenty (Garwood 1936).
    """
    if not number:
        return 1.0
    low, high = float(count), 2.0 * count + 10.0
    while high - low > 1e-6 * high:
        middle = (low + high) / 2
        if _at_most(count, middle) > 1 - CONFIDENCE:
            low = middle
        else:
            high = middle
    return min(1.0, high / number)


def _at_most(count: int, mean: float) -> float:
    """The chance of at most so many rare events."""
    term = math.exp(count * math.log(mean) - mean - math.lgamma(count + 1)) if mean else 1.0
    found = 0.0
    for n in range(count, -1, -1):
        found += term
        term *= n / mean if mean else 0.0
        if term < 1e-15 * found:
            break
    return found
