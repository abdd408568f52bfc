"""Draws what hands do beside moving: adjusting, knocking men over, sweeping across the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.shell.evening import field
from controller.shell.evening.plan import Mess, Order, Turn
from drivers.sim.hands import Act, HandAct, TimedAct
from rules.claim_law import claim_law

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from controller.shell.evening.mixes import Mix
    from drivers.sim.hands import Span
    from rules.game import Game
    from rules.position import Move, Position
    from rules.terms import Side

_MS = 1_000_000
_CALM_NS = 3000 * _MS
_KNOCKED = (3, 5)
"""Men that go over at once; one or two are a bump."""


class MessDrawer:
    """Draws messes for one evening.

    Attributes:
        near: the points around each point.
    """

    def __init__(self, game: Game, mix: Mix, dice: Random) -> None:
        self.game = game
        self.mix = mix
        self.dice = dice
        self._took_back = False
        points = range(len(game.points))
        self.near = [[q for q in points if game.neighbours(p) >> q & 1] for p in points]

    def draw(
        self, position: Position, now_ns: int, before: Sequence[tuple[Position, Move]]
    ) -> Turn | None:
        """What happens before the next move, most often nothing.

        Args:
            before: the last plies, each with the position before it.
        """
        mix = self.mix
        kinds: list[tuple[float, Callable[[Position, int], Turn | None]]] = [
            (mix.adjust_chance, self._adjust),
            (mix.nudge_chance, self._nudge),
            (mix.finger_chance, self._finger),
            (mix.knock_chance, self._knock),
            (mix.sweep_chance, self._sweep),
            (mix.lifted_board_chance, self._lifted_board),
            (mix.take_back_chance, lambda _, at_ns: self._take_back(before, at_ns)),
        ]
        drawn = self.dice.random()
        for chance, kind in kinds:
            if drawn < chance:
                return kind(position, now_ns + _CALM_NS)
            drawn -= chance
        return None

    def analysis(self, position: Position, at_ns: int) -> tuple[TimedAct, ...]:
        """Men are taken from where they stand and set down elsewhere, as no law would have it."""
        men = self._men(position)
        free = [p for p in range(len(self.game.points)) if p not in men]
        acts: list[TimedAct] = []
        for origin, target in zip(
            self.dice.sample(men, min(4, len(men))),
            self.dice.sample(free, min(4, len(free))),
            strict=False,
        ):
            at_ns += self._ns((300, 900))
            acts.append(_at(Act.LIFT, origin, at_ns))
            at_ns += self._ns((300, 900))
            acts.append(_at(Act.PLACE, target, at_ns))
        return tuple(acts)

    def _adjust(self, position: Position, at_ns: int) -> Turn | None:
        men = self._men(position)
        if not men:
            return None
        chosen = self.dice.sample(men, min(len(men), self.dice.randint(1, 3)))
        acts = self._picked_up(chosen, at_ns)
        # The first man back ends it, since then all stand right; each man is announced.
        side = position.side_to_move
        orders = self._announced(side, at_ns)
        for entry in acts[2::2]:
            orders += self._announced(side, entry.at_ns - 100 * _MS)
        return Turn(
            mess=Mess.ADJUST,
            acts=acts,
            orders=tuple(orders),
            until_ns=acts[-1].until_ns + 1500 * _MS,
        )

    def _announced(self, side: Side, at_ns: int) -> list[Order]:
        """A player says that he adjusts; where the law wants it the opponent consents (XQ-5.6)."""
        orders = [Order(at_ns=at_ns, role=side, name="adjust")]
        if claim_law(self.game.rulebook).adjust_consent:
            other = self.game.other(side)
            orders.append(Order(at_ns=at_ns + 50 * _MS, role=other, name="consent-adjust"))
        return orders

    def _finger(self, position: Position, at_ns: int) -> Turn | None:
        # Fouls end a game sooner or later, and the line that was drawn would not be played out.
        men = [
            p
            for p in self._men(position, own=True)
            if not self.game.touch_fouls(position, [p], self.game.rulebook)
        ]
        if not men:
            return None
        acts = self._picked_up([self.dice.choice(men)], at_ns)
        return Turn(mess=Mess.FINGER, acts=acts, until_ns=acts[-1].until_ns + 2000 * _MS)

    def _picked_up(self, points: list[int], at_ns: int) -> tuple[TimedAct, ...]:
        acts = []
        for point in points:
            at_ns += self._ns((400, 1200))
            acts.append(_at(Act.LIFT, point, at_ns))
            at_ns += self._ns((250, 1200))
            acts.append(_at(Act.PLACE, point, at_ns))
        return tuple(acts)

    def _nudge(self, position: Position, at_ns: int) -> Turn | None:
        men = self._men(position)
        if not men:
            return None
        bump = _bump(self.dice.choice(men), at_ns, self._ns((20, 105)))
        return Turn(mess=Mess.NUDGE, acts=(bump,), until_ns=bump.until_ns + 1500 * _MS)

    def _knock(self, position: Position, at_ns: int) -> Turn | None:
        men = self._men(position)
        if not men:
            return None
        middle = self.dice.choice(men)
        around = [middle, *(p for p in self.near[middle] if p in men)]
        number = self.dice.randint(*_KNOCKED)
        if len(around) < _KNOCKED[0]:
            return None
        acts = [_bump(p, at_ns + self._ns((0, 40)), self._ns((700, 3000))) for p in around[:number]]
        end_ns = max(entry.until_ns for entry in acts)
        return Turn(mess=Mess.KNOCK, acts=tuple(acts), until_ns=end_ns + 2500 * _MS)

    def _sweep(self, position: Position, at_ns: int) -> Turn | None:
        row = self.dice.randrange(self.game.rows)
        men = [p for p in self._men(position) if self.game.place(p)[1] == row]
        if not men:
            return None
        acts = []
        for point in men:
            at_ns += self._ns((25, 60))
            acts.append(_bump(point, at_ns, self._ns((20, 90))))
        return Turn(mess=Mess.SWEEP, acts=tuple(acts), until_ns=at_ns + 1500 * _MS)

    def _lifted_board(self, position: Position, at_ns: int) -> Turn:
        return field.lifted_board(self._men(position), self.dice, at_ns)

    def _take_back(self, before: Sequence[tuple[Position, Move]], at_ns: int) -> Turn | None:
        """Once an evening: some laws warn for it, and a second warning loses the game."""
        if self._took_back:
            return None
        turn = field.taken_back(before, self.dice, at_ns)
        self._took_back = turn is not None
        return turn

    def _men(self, position: Position, *, own: bool = False) -> list[int]:
        found = []
        for point in range(len(self.game.points)):
            man = position.piece_at(point)
            if man is not None and (not own or man.side == position.side_to_move):
                found.append(point)
        return found

    def _ns(self, span_ms: Span) -> int:
        return int(self.dice.uniform(*span_ms) * _MS)


def _at(act: Act, point: int, at_ns: int) -> TimedAct:
    return TimedAct(act=HandAct(act=act, point=point), at_ns=at_ns, until_ns=at_ns)


def _bump(point: int, at_ns: int, for_ns: int) -> TimedAct:
    act = HandAct(act=Act.BUMP, point=point, ms=for_ns / _MS)
    return TimedAct(act=act, at_ns=at_ns, until_ns=at_ns + for_ns)
