"""The laws of draughts: the international game on 100 squares, the Russian and the Brazilian on 64."""

from rules.draughts.game import DRAUGHTS_100, DRAUGHTS_BRAZILIAN, DRAUGHTS_RUSSIAN, Draughts
from rules.draughts.position import DraughtsPosition

__all__ = [
    "DRAUGHTS_100",
    "DRAUGHTS_BRAZILIAN",
    "DRAUGHTS_RUSSIAN",
    "Draughts",
    "DraughtsPosition",
]
