"""Hands that are clumsy in small ways, time and again within one move: lawful all the while, and tiresome to follow.

A man slips from the fingers before he is lifted, is taken up and set back, is held over other points, bounces as he is let
go, is set better; neighbours are jolted. It shares nothing with `drivers.sim` and `controller.shell.evening`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import groupby
from random import Random
from typing import TYPE_CHECKING

from controller.core.inputs import Frame
from rules.footprint import Act, Step
from rules.registry import game_by_name
from rules.terms import points_of
from tests.core.rig import MS, Rig

if TYPE_CHECKING:
    from rules.game import Game
    from rules.position import Move, Position
    from rules.terms import Point, Side

CHANCES = {"slips": 0.15, "set back": 0.08, "hovers": 0.15, "bounces": 0.1, "better": 0.08, "jolts": 0.1}  # fmt: skip
"""How often each happens: where a man is lifted, carried or set down."""


@dataclass
class Hands:
    """What two players do from a position on, in milliseconds.

    Attributes:
        changes: when a point was left (False) or taken (True).
        presses: when each side pressed its clock.
    """

    game: Game
    dice: Random
    quick: bool
    at_ms: float = 1500.0
    changes: list[tuple[float, Point, bool]] = field(default_factory=list)
    presses: list[tuple[float, Side]] = field(default_factory=list)

    def play(self, position: Position, move: Move) -> None:
        """Makes a move, its steps in an order that the law allows, captured men as they were jumped."""
        own = {step.point for step in move.footprint.steps}
        held = False
        for n, step in enumerate(_in_order(move)):
            self._wait(n, (60, 250) if self.quick else (130, 600))
            lift = step.act is Act.LIFT
            if lift and self._happens("slips"):
                self._for_a_while(step.point, (15, 115), False)
                self._wait(1, (60, 500))
            elif step.point == move.origin and lift and self._happens("set back"):
                self._for_a_while(step.point, (150, 600), False)
                self._wait(1, (200, 600))
            if held and not lift and self._happens("hovers"):
                free = [p for p in range(len(self.game.points)) if not (position.occupied >> p & 1 or p in own)]  # fmt: skip
                for over in self.dice.sample(free, min(2, len(free))):
                    self._for_a_while(over, (25, 400), True)
                    self._wait(1, (60, 300))
            self.changes.append((self.at_ms, step.point, not lift))
            self._jolt(position, step.point, own)
            held = lift and (held or step.point == move.origin)
            if not lift:
                self._let_go(step.point)

    def press(self, side: Side) -> None:
        """The player presses his clock."""
        self._wait(1, (40, 900))
        self.presses.append((self.at_ms, side))

    def pause(self) -> None:
        """The opponent begins, sometimes at once."""
        self._wait(1, self.dice.choice([(60, 250) if self.quick else (120, 300), (400, 2500)]))

    def _let_go(self, point: Point) -> None:
        if self._happens("bounces"):
            self._wait(1, (20, 150))
            self._for_a_while(point, (15, 115), False)
        elif self._happens("better"):
            self._wait(1, (60, 300))
            self._for_a_while(point, (130, 400), False)

    def _jolt(self, position: Position, point: Point, own: set[Point]) -> None:
        near = points_of(self.game.neighbours(point) & position.occupied)
        others = [p for p in near if p not in own]
        if others and self._happens("jolts"):
            jolted, from_ms = self.dice.choice(others), self.at_ms + self.dice.uniform(0, 30)
            self.changes.append((from_ms, jolted, False))
            self.changes.append((from_ms + self.dice.uniform(10, 110), jolted, True))

    def _for_a_while(self, point: Point, span_ms: tuple[int, int], felt: bool) -> None:  # noqa: FBT001
        self.changes.append((self.at_ms, point, felt))
        self._wait(1, span_ms)
        self.changes.append((self.at_ms, point, not felt))

    def _happens(self, what: str) -> bool:
        return self.dice.random() < CHANCES[what]

    def _wait(self, times: int, span_ms: tuple[int, int]) -> None:
        self.at_ms += self.dice.uniform(*span_ms) if times else 0


def followed(name: str, seed: int, *, presses: bool, quick: bool) -> tuple[Rig, list[str]]:
    """A board before which a few moves are made from some position, and the moves."""
    dice = Random(f"{name} {seed}")
    game = game_by_name(name, {"size": 9} if name == "go" else {})
    position = game.start()
    for _ in range(dice.randint(0, 60)):
        after = position.play(dice.choice(_moves(position)))
        if not _moves(after):
            break
        position = after
    book = next(iter(game.rulebooks))
    clock = "90:00" if presses else None
    rig = Rig(position.text, game=game, rulebook=book, time_control=clock)
    hands, truth = Hands(game, dice, quick), list[str]()
    while len(truth) < 5 and (moves := _moves(position)):
        special = [m for m in moves if m.captured or m.partner is not None]
        move = dice.choice(special if special and dice.random() < 0.5 else moves)
        hands.play(position, move)
        if presses:
            hands.press(position.side_to_move)
        truth.append(move.text)
        position = position.play(move)
        hands.pause()
    _show(rig, hands)
    return rig, truth


def _show(rig: Rig, hands: Hands) -> None:
    """Lets the board see it all, and some seconds of rest."""
    seen: list[tuple[int, Point, bool, Side | None]] = [
        (round(ms), point, felt, None) for ms, point, felt in hands.changes
    ]
    seen += [(round(ms), -1, False, side) for ms, side in hands.presses]
    for at_ms, together in groupby(sorted(seen, key=lambda e: e[0]), key=lambda e: e[0]):
        rig.wait(at_ms - rig.at_ns / MS)
        events = list(together)
        for _, point, felt, side in events:
            if side is None:
                rig.levels = rig.levels | 1 << point if felt else rig.levels & ~(1 << point)
        rig.feed(Frame(at_ns=rig.at_ns, levels=rig.levels))
        for *_, side in events:
            if side is not None:
                rig.press(side)
    rig.wait(5000)


def _moves(position: Position) -> list[Move]:
    """The moves that hands make, promotions left out: those are also said."""
    return [m for m in position.moves() if m.footprint.steps and not m.choice]


def _in_order(move: Move) -> list[Step]:
    steps = move.footprint.steps
    late = {point: n for n, point in enumerate(move.captured)}
    order: list[int] = []
    while len(order) < len(steps):
        before = {*move.footprint.physical, *move.footprint.lawful}
        ready = [
            n
            for n in range(len(steps))
            if n not in order and all(a in order for a, b in before if b == n)
        ]
        order.append(min(ready, key=lambda n: late.get(steps[n].point, -1)))
    return [steps[n] for n in order]
