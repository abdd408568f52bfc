"""Which moves are played: a recorded line, or a legal one by chance, rich in what is hard to follow."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from rules.game import Game
    from rules.position import Move, Position

CAPTURES, RARE, OTHERS = 4.0, 6.0, 0.03
"""Weights of captures, of castling and promotion, and of promotions to anything but a queen; other moves have 1."""


def legal_line(
    game: Game, plies: int, dice: Random, line: Sequence[str] | None = None
) -> Iterator[tuple[Position, Move]]:
    """Positions and the moves made in them, until the game is over by itself.

    Args:
        line: the texts of a recorded game's moves; by chance where left out.
    """
    positions = [game.start()]
    while len(positions) <= plies and game.ending(positions, game.rulebook) is None:
        position = positions[-1]
        if line is None:
            move = _by_chance(position, dice)
        else:
            done = len(positions) - 1
            move = position.by_text(line[done]) if done < len(line) else None
        if move is None:
            return
        yield position, move
        positions.append(position.play(move))


def _by_chance(position: Position, dice: Random) -> Move | None:
    """A move that hands make; None where there is none. Passing is a word and no move of hands."""
    legal = [move for move in position.moves() if move.footprint.steps]
    return dice.choices(legal, [_weight(move) for move in legal])[0] if legal else None


def _weight(move: Move) -> float:
    rare = RARE if move.partner is not None or move.choice else 1.0
    other = OTHERS if move.choice not in ("", "q") else 1.0
    return rare * other * (CAPTURES if move.captured else 1.0)
