"""The game so far: positions, moves, and what was touched in each ply."""

from __future__ import annotations

from dataclasses import dataclass, field

from controller.core.inference.decisions import Touch
from controller.core.view import MoveLine
from rules.game import Game, Move, Position


@dataclass(slots=True)
class Line:
    """Every ply from the start; `positions` is one longer than the rest.

    Attributes:
        moves: None where something that is no legal move was let stand.
        touches: what each ply's mover had touched, for a correction.
        answered: the last move was told of by its reply, which had been begun.
        confirmed: people have said that the last move was made.
    """

    game: Game
    positions: list[Position]
    moves: list[Move | None] = field(default_factory=list)
    lines: list[MoveLine] = field(default_factory=list)
    touches: list[tuple[Touch, ...]] = field(default_factory=list)
    answered: bool = False
    confirmed: bool = False

    @property
    def position(self) -> Position:
        return self.positions[-1]

    @property
    def ply(self) -> int:
        """The number of plies made."""
        return len(self.moves)

    @property
    def last(self) -> Move | None:
        return self.moves[-1] if self.moves else None

    def made(self) -> tuple[Position, Move] | None:
        """The last move, and where it was made."""
        return None if self.last is None else (self.positions[-2], self.last)

    def push(
        self, move: Move | None, after: Position, line: MoveLine, touches: tuple[Touch, ...]
    ) -> None:
        """Adds a ply."""
        self.moves.append(move)
        self.positions.append(after)
        self.lines.append(line)
        self.touches.append(touches)

    def pop(self) -> tuple[Touch, ...]:
        """Takes the last ply back; returns what had been touched in it."""
        self.moves.pop()
        self.positions.pop()
        self.lines.pop()
        return self.touches.pop()

    def history(self) -> list[tuple[Position, Move | None]]:
        """Each position with the move made in it; the last has none yet."""
        return [*zip(self.positions, self.moves, strict=False), (self.position, None)]
