"""Every legal move, done in every order that hands can do it: it comes out as itself or is asked about.

Positions come from seeded games that like captures, castling, en passant and promotion.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import TYPE_CHECKING

import pytest

from rules.footprint import Act, Step
from rules.position import Move, Position
from rules.terms import points_of
from tests.core.rig import CHESS, Rig
from tests.samples import sample

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

FAST_MS = (60, 61)
SLOW_MS = (150, 900)
REST_MS = 4600
"""Long enough for a question."""
POSITIONS = sample(80, 1000)
SHARDS = 10
SAMPLED = 24
"""Positions of the quick test."""


def weight(move: Move) -> int:
    """How much a game likes a move."""
    en_passant = bool(move.captured) and move.captured[0] != move.target
    return (
        1
        + 5 * bool(move.captured)
        + 8 * bool(move.partner)
        + 12 * en_passant
        + 8 * bool(move.choice)
        + (3 if move.mover is not None and move.mover.letter in "Pp" else 0)
    )


def special(move: Move) -> bool:
    """Castling, en passant, promotion."""
    en_passant = bool(move.captured) and move.captured[0] != move.target
    return move.partner is not None or bool(move.choice) or en_passant


@cache
def position_of(seed: int) -> Position:
    """A position of a seeded game: one with special moves rather than others."""
    dice = Random(seed)
    position: Position = CHESS.start()
    seen = []
    for _ in range(dice.randrange(20, 70)):
        moves = position.moves()
        if not moves or CHESS.ending([position], CHESS.rulebook) is not None:
            break
        seen.append((position, 1 + 60 * sum(map(special, moves))))
        position = position.play(dice.choices(moves, [weight(m) for m in moves])[0])
    return dice.choices([p for p, _ in seen], [score for _, score in seen])[0]


def passed(move: Move, occupied: int) -> list[int]:
    """Free points that the mover slides over."""
    assert move.origin is not None
    assert move.target is not None
    (a, b), (c, d) = CHESS.place(move.origin), CHESS.place(move.target)
    across, up = c - a, d - b
    if across and up and abs(across) != abs(up):
        return []
    steps = max(abs(across), abs(up))
    places = {(a + across * n // steps, b + up * n // steps) for n in range(1, steps)}
    return [p for p in points_of(~occupied & (1 << 64) - 1) if CHESS.place(p) in places]


@dataclass(frozen=True)
class Doing:
    """One way of making a move."""

    move: Move
    order: tuple[Step, ...]
    fast: bool
    slide: bool

    def do(self, position: Position, dice: Random) -> Rig:
        """Makes the move and waits."""
        rig = Rig(position.text)
        rig.wait(500)
        pause = FAST_MS if self.fast else SLOW_MS
        for step in self.order:
            if self.slide and step.act is Act.PLACE and step.man == self.move.mover:
                self._slide(rig, dice)
            rig.levels ^= 1 << step.point
            rig._frame()
            rig.wait(dice.randrange(*pause))
        rig.wait(REST_MS)
        return rig

    def _slide(self, rig: Rig, dice: Random) -> None:
        for point in passed(self.move, rig.levels):
            rig.levels ^= 1 << point
            rig._frame()
            rig.wait(dice.randrange(15, 80))
            rig.levels ^= 1 << point
            rig._frame()
            rig.wait(dice.randrange(5, 60))

    def __str__(self) -> str:
        steps = " ".join(
            f"{CHESS.points[s.point]}{'-' if s.act is Act.LIFT else '+'}" for s in self.order
        )
        return f"{self.move.text}: {steps}{' fast' if self.fast else ''}{' sliding' if self.slide else ''}"


def ways(position: Position) -> Iterator[Doing]:
    """Every move of a position in every order, with and without slides, fast and slow."""
    for move in position.moves():
        if move.choice not in ("", "q"):
            continue  # the same for hands
        slides = (False, True) if passed(move, position.occupied) else (False,)
        for order in move.footprint.orders():
            for slide in slides:
                for fast in (True, False):
                    yield Doing(move, order, fast, slide)


def judge(position: Position, doing: Doing, dice: Random) -> str:
    """ "itself", "asked", "jolt?" (asked whether it was one), or what went wrong."""
    rig = doing.do(position, dice)
    where = f"{position.text} {doing}: {rig.moves} {rig.odd}"
    if rig.moves == [doing.move.text] and not rig.odd:
        return "itself"
    if not rig.moves and rig.questions and doing.move.text in rig.questions[0]:
        return "jolt?" if doing.fast and doing.move.captured else "asked"
    return f"wrong: {where}" if rig.moves else f"lost: {where}"


def tally(cases: Sequence[tuple[Position, Doing]], seed: int) -> Counter[str]:
    dice = Random(seed)
    return Counter(judge(position, doing, dice) for position, doing in cases)


def report(found: Counter[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Prints the number of questions; fails when anything else than itself or a question came."""
    itself, jolts, asked = (found.pop(name, 0) for name in ("itself", "jolt?", "asked"))
    with capsys.disabled():
        print(  # noqa: T201 - the number is wanted
            f"\n  {itself} moves came out as themselves; asked about: {asked},"
            f" and {jolts} captures quicker than a bump",
            end=" ",
        )
    assert not found, "\n".join(list(found)[:20])
    assert asked <= itself // 200
    assert jolts <= itself // 10


def test_the_positions_have_every_kind_of_move() -> None:
    kinds: Counter[str] = Counter()
    for position in map(position_of, range(POSITIONS)):
        for move in position.moves():
            kinds["capture"] += bool(move.captured)
            kinds["en passant"] += bool(move.captured) and move.captured[0] != move.target
            kinds["castling"] += move.partner is not None
            kinds["promotion"] += bool(move.choice)
            kinds["capture and promotion"] += bool(move.choice and move.captured)
    assert min(kinds.values()) >= POSITIONS // 6, kinds
    assert len(kinds) == 5


def test_moves_in_any_order(capsys: pytest.CaptureFixture[str]) -> None:
    """All ways of the special moves, one way of each other, in a few positions."""
    dice = Random(1)
    cases = []
    for position in map(position_of, range(SAMPLED)):
        by_move: dict[str, list[Doing]] = {}
        for doing in ways(position):
            by_move.setdefault(doing.move.text, []).append(doing)
        for each in by_move.values():
            move = each[0].move
            cases += [(position, d) for d in (each if special(move) else [dice.choice(each)])]
    report(tally(cases, 2), capsys)


@pytest.mark.slow
@pytest.mark.parametrize("shard", range(SHARDS))
def test_positions_of_many_games(shard: int, capsys: pytest.CaptureFixture[str]) -> None:
    """Every legal move of each position in every order, with and without slides, at a speed drawn by lot."""
    dice = Random(shard)
    cases = []
    for position in map(position_of, range(shard, POSITIONS, SHARDS)):
        by_way: dict[tuple[str, tuple[Step, ...], bool], list[Doing]] = {}
        for doing in ways(position):
            by_way.setdefault((doing.move.text, doing.order, doing.slide), []).append(doing)
        cases += [(position, dice.choice(each)) for each in by_way.values()]
    report(tally(cases, shard), capsys)
