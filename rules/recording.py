"""Who must write the moves down, and when a player need not.

A board that keeps the score itself knows all of it anyway; the players' own sheets are what these laws
are about (CH-11.1 to CH-11.9, FIDE-8.1 to FIDE-8.7). Where a score is incomplete or lost, the board's sheet completes it.
Data by rulebook, and functions that read it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from rules.record import GameRecord
from rules.terms import LawId, RulesError, Side
from rules.time_control import Bonus, ByoYomi, Period, Stage, TimeControl


@dataclass(frozen=True, slots=True, kw_only=True)
class Relief:
    """When a player in time trouble need not write, until the period ends.

    Attributes:
        under_ms: with less than this left on the clock.
        bonus_under_s: only where less than this comes with each move; None where it does not matter.
        sudden_death: only in the last period, when it is for all moves left and nothing is added.
    """

    law: LawId
    under_ms: int
    bonus_under_s: int | None = None
    sudden_death: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Recording:
    """How the laws of one rulebook want the moves written down.

    Attributes:
        law: that the players keep the score, both of them, move by move.
        copies: of each player's sheet.
        relief: None where the laws name none.
    """

    law: LawId
    copies: int = 1
    relief: Relief | None = None


_DRAUGHTS = Recording(
    law=LawId("DR-4"),
    copies=2,
    relief=Relief(law=LawId("DR-10"), under_ms=5 * 60_000, sudden_death=True),
)
_XIANGQI = Recording(law=LawId("XQ-7.1"), relief=Relief(law=LawId("XQ-7.2"), under_ms=3 * 60_000))
RECORDING: Mapping[str, Recording] = {
    "chess-fide-2023": Recording(
        law=LawId("FIDE-8.1"),
        relief=Relief(law=LawId("FIDE-8.4"), under_ms=5 * 60_000, bonus_under_s=30),
    ),
    # The older laws know no time that comes with a move.
    "chess-classic": Recording(
        law=LawId("CH-11.1"), relief=Relief(law=LawId("CH-11.2"), under_ms=5 * 60_000)
    ),
    "draughts-100": _DRAUGHTS,
    "draughts-russian": _DRAUGHTS,
    "draughts-russian-national": _DRAUGHTS,
    "draughts-brazilian": _DRAUGHTS,
    "draughts-brazilian-cbd": _DRAUGHTS,
    "xiangqi-cxa": _XIANGQI,
    "xiangqi-wxf": _XIANGQI,
}
"""By rulebook. The rules of Go lay no such duty on the players."""


def excused_plies(
    record: GameRecord,
    movers: Collection[Side],
    side: Side,
    control: TimeControl,
    relief: Relief | None,
) -> frozenset[int]:
    """The plies that a player need not have written when they were made, from 1.

    They are the plies of both sides from the player's first move in a period that left less time than
    the law names, to the last move of that period. Only what the record's clocks show is excused; in
    the last move of a period the time for the next one may have come already, and then only what the
    move took shows that time was short.

    Args:
        movers: who made each move of the record.
        side: the player.

    Raises:
        RulesError: there are more or fewer movers than moves.
    """
    if len(movers) != len(record.moves):
        raise RulesError(f"{len(record.moves)} moves need as many movers, not {len(movers)}")
    if relief is None:
        return frozenset()
    clock = _Clock(control, relief)
    found = set()
    times = zip(movers, record.clocks_ms, record.elapsed_ms, strict=True)
    for ply, (mover, left_ms, elapsed_ms) in enumerate(times, 1):
        ends = mover == side and clock.move(left_ms, elapsed_ms)
        if clock.in_trouble:
            found.add(ply)
        if ends:
            clock.next_period()
    return frozenset(found)


class _Clock:
    """One player's clock as the moves of a record show it: which period, and whether time is short.

    Attributes:
        in_trouble: so little time was left in this period that the player need not write.
    """

    def __init__(self, control: TimeControl, relief: Relief) -> None:
        self._stages = control.stages
        self._relief = relief
        self._at = 0
        self._made = 0
        self._before_ms: int | None = None
        first = control.stages[0]
        if not isinstance(first, ByoYomi):
            self._before_ms = first.time_s * 1000
        self.in_trouble = False

    def move(self, left_ms: int | None, elapsed_ms: int | None) -> bool:
        """Takes a move: the time left after it, the time that it took. Whether it ends a period."""
        stage = self._stages[self._at]
        if self._has_run_out(stage, left_ms, elapsed_ms):
            self.next_period()
            stage = self._stages[self._at]
        self._made += 1
        ends = isinstance(stage, Period) and stage.moves == self._made
        lowest = _lowest_ms(stage, self._before_ms, left_ms, elapsed_ms)
        if lowest is not None and lowest < self._relief.under_ms and self._gives(stage):
            self.in_trouble = True
        self._before_ms = left_ms
        return ends

    def next_period(self) -> None:
        """Goes on to the period after this one; the last of a control that repeats comes again."""
        self._at = min(self._at + 1, len(self._stages) - 1)
        self._made = 0
        # Whether the time for this period has come yet, the clock does not say.
        self._before_ms = None
        self.in_trouble = False

    def _has_run_out(self, stage: Stage, left_ms: int | None, elapsed_ms: int | None) -> bool:
        """Whether a period for all moves left has given way to the next.

        Then the clock went up, or the move took more than was left.
        """
        if not isinstance(stage, Period) or stage.moves is not None or self._before_ms is None:
            return False
        if self._at + 1 == len(self._stages):
            return False
        waits_ms = stage.bonus_s * 1000 if stage.bonus is Bonus.DELAY else 0
        up = left_ms is not None and left_ms > self._before_ms + stage.bonus_s * 1000
        return up or (elapsed_ms or 0) - waits_ms > self._before_ms

    def _gives(self, stage: Stage) -> bool:
        """Whether the law gives relief in this stage."""
        limit = self._relief.bonus_under_s
        if limit is not None and _for_each_move_s(stage) >= limit:
            return False
        last = self._at + 1 == len(self._stages)
        ends_all = isinstance(stage, Period) and stage.moves is None and not stage.bonus_s
        return not self._relief.sudden_death or (last and ends_all)


def _for_each_move_s(stage: Stage) -> int:
    match stage:
        case Period():
            return stage.bonus_s
        case ByoYomi():
            return stage.time_s
        case _:
            return 0


def _lowest_ms(
    stage: Stage, before_ms: int | None, left_ms: int | None, elapsed_ms: int | None
) -> int | None:
    """The least time that was on a clock during one move, as far as the record shows it.

    Args:
        before_ms: left before the move.
        left_ms: left after it. The time of the next period may be in it; the least was no more than this.
    """
    added_ms = waits_ms = 0
    taken_ms = elapsed_ms or 0
    if isinstance(stage, Period):
        match stage.bonus:
            case Bonus.INCREMENT:
                added_ms = stage.bonus_s * 1000
            case Bonus.BRONSTEIN:
                added_ms = min(stage.bonus_s * 1000, taken_ms)
            case Bonus.DELAY:
                waits_ms = stage.bonus_s * 1000
    known = []
    if before_ms is not None:
        known.append(before_ms - max(taken_ms - waits_ms, 0))
    if left_ms is not None:
        known.append(left_ms - added_ms)
    return min(known, default=None)
