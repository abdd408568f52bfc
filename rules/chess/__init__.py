"""The laws of chess: positions, moves, endings and rulebooks."""

from typing import TYPE_CHECKING

from rules import on_demand

if TYPE_CHECKING:
    from rules.chess.game import CHESS, Chess
    from rules.chess.position import ChessPosition

__all__ = ["CHESS", "Chess", "ChessPosition"]

__getattr__ = on_demand(
    __name__,
    {
        "CHESS": "rules.chess.game",
        "Chess": "rules.chess.game",
        "ChessPosition": "rules.chess.position",
    },
)
