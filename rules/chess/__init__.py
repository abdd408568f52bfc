"""The laws of chess: positions, moves, endings and rulebooks."""

from rules.chess.game import CHESS, Chess
from rules.chess.position import ChessPosition

__all__ = ["CHESS", "Chess", "ChessPosition"]
