"""The men of the simulated board in the hands of a visitor."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.core.messages import Json
    from controller.shell.boardclock import BoardClock
    from drivers.sim.bench import SimBench
    from rules.game import Game
    from rules.position import Position
    from rules.terms import Point

MS = 1_000_000
VISITOR = "visitor"
HANDS = (1, 2)
CAPTURE_MS = 150
"""Even quick hands take so long from a captured man to the one that takes his place."""


class Bench:
    """The men of the simulated board, moved by a visitor with two hands. Implements `BenchHand`."""

    def __init__(self, game: Game, sim: SimBench, clock: BoardClock) -> None:
        self.game = game
        self.sim = sim
        self._clock = clock
        self._auto = True
        self._names = {hand: f"{VISITOR} {hand}" for hand in HANDS}
        self._put_away = 0
        self._fallen: set[Point] = set()

    def lift(self, point: str, hand: int = 1) -> None:
        n = self._stands(point)
        if self.in_hand(hand) is not None:
            raise ValueError("the hand holds a man already; set it down first")
        self.sim.board.lift(n, self._clock.now_ns(), self._names[hand])
        self._look()

    def place(self, point: str, hand: int = 1, *, on_top: bool = False) -> None:
        n = self._point(point)
        self._look()
        if self.in_hand(hand) is None:
            raise ValueError("the hand is empty")
        at_ns = self._clock.now_ns() if on_top else self._cleared(n)
        self.sim.board.place(n, at_ns, self._names[hand])
        self._look()

    def put_away(self, hand: int = 1) -> None:
        self._look()
        if self.in_hand(hand) is None:
            raise ValueError("the hand is empty")
        # What an old name holds is in the box: the board gives it to nobody.
        self._put_away += 1
        self._names[hand] = f"{VISITOR} {hand} {self._put_away}"

    def remove(self, point: str) -> None:
        n = self._stands(point)
        self._cleared(n)
        self._look()

    def add(self, point: str, letter: str, *, on_top: bool = False) -> None:
        n = self._point(point)
        self._look()
        if n in self.sim.board.standing() and not on_top:
            raise ValueError(f"a man stands on {point}")
        if len(letter) != 1 or letter not in self.game.men:
            raise ValueError(f"a man is one of the letters {self.game.men}")
        self.sim.board.add(n, self._clock.now_ns(), letter)
        self._look()

    def slide(self, path: Sequence[str], leg_ms: int) -> None:
        points = [self._point(name) for name in path]
        self._stands(path[0])
        if any(one == other for one, other in itertools.pairwise(points)):
            raise ValueError("a slide goes from point to point")
        now_ns = self._clock.now_ns()
        start_ns = now_ns if points[-1] == points[0] else self._cleared(points[-1])
        self.sim.board.slide(points, start_ns, leg_ms * MS)
        self._look()

    def knock(self, point: str) -> None:
        n = self._stands(point)
        self._fallen.add(n)
        self.sim.board.lift(n, self._clock.now_ns(), _lying(n))
        self._look()

    def set_right(self, point: str) -> None:
        n = self._point(point)
        self._look()
        if n not in self._lying():
            raise ValueError(f"no man lies on {point}")
        if n in self.sim.board.standing():
            raise ValueError(f"a man stands on {point}")
        self.sim.board.place(n, self._clock.now_ns(), _lying(n))
        self._look()

    def men(self) -> dict[str, str]:
        self._look()
        standing = self.sim.board.standing().items()
        return {self.game.points[p]: _shown(self.game, label) for p, label in standing}

    def in_hand(self, hand: int = 1) -> str | None:
        return self.sim.board.in_hand(self._names[hand])

    def state(self) -> Json:
        points = self.game.points
        return {
            "men": self.men(),
            "in_hand": self.in_hand(),
            "in_hands": [self.in_hand(hand) for hand in HANDS],
            "lying": {points[p]: label for p, label in self._lying().items()},
            "auto": self._auto,
        }

    def auto(self, on: bool) -> None:  # noqa: FBT001 - a switch on the page
        self._auto = on

    @property
    def playing(self) -> bool:
        """The simulated players play on by themselves."""
        return self._auto

    @property
    def held(self) -> bool:
        """A visitor has a man in a hand, or has left one lying or on its way."""
        hands = any(self.in_hand(hand) is not None for hand in HANDS)
        return hands or self.sim.board.pushing or bool(self._lying())

    def set_up(self, position: Position) -> None:
        """Sets all men at once, as before a game."""
        self.sim.board.setup(men_of(self.game, position))

    def _look(self) -> None:
        """Lets everything happen that is due."""
        self.sim.board.levels(self._clock.now_ns())

    def _point(self, name: str) -> Point:
        if name not in self.game.index:
            raise ValueError(f"there is no point {name[:20]!r}")
        return self.game.index[name]

    def _stands(self, point: str) -> Point:
        """The point of a man who stands there now."""
        n = self._point(point)
        self._look()
        if n not in self.sim.board.standing():
            raise ValueError(f"no man stands on {point}")
        return n

    def _cleared(self, n: Point) -> int:
        """When a man may be set down: another who stands there is captured, and goes first."""
        now_ns, standing = self._clock.now_ns(), self.sim.board.standing()
        if n not in standing:
            return now_ns
        for _ in standing[n]:
            self.sim.board.remove(n, now_ns)
        return now_ns + CAPTURE_MS * MS

    def _lying(self) -> dict[Point, str]:
        """The men who have been knocked over, by the points where they stood."""
        found = {p: self.sim.board.in_hand(_lying(p)) for p in sorted(self._fallen)}
        return {p: label for p, label in found.items() if label is not None}


def _shown(game: Game, label: str) -> str:
    """What a man, or a stack of men, looks like: in draughts two men are a king."""
    return label[-1].upper() if len(label) > 1 and "W" in game.men else label[-1]


def _lying(point: Point) -> str:
    """The name of the hand, of the board's, that stands for lying at a point."""
    return f"lying {point}"


def men_of(game: Game, position: Position) -> dict[Point, str]:
    """The men of a position by point, as labels."""
    found = {}
    for point in range(len(game.points)):
        man = position.piece_at(point)
        if man is not None:
            found[point] = man.letter
    return found
