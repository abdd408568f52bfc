"""The laws of draughts: the international game on 100 squares, the Russian and the Brazilian on 64."""

from typing import TYPE_CHECKING

from rules import on_demand

if TYPE_CHECKING:
    from rules.draughts.game import DRAUGHTS_100, DRAUGHTS_BRAZILIAN, DRAUGHTS_RUSSIAN, Draughts
    from rules.draughts.position import DraughtsPosition

__all__ = [
    "DRAUGHTS_100",
    "DRAUGHTS_BRAZILIAN",
    "DRAUGHTS_RUSSIAN",
    "Draughts",
    "DraughtsPosition",
]

__getattr__ = on_demand(
    __name__,
    {
        "DRAUGHTS_100": "rules.draughts.game",
        "DRAUGHTS_BRAZILIAN": "rules.draughts.game",
        "DRAUGHTS_RUSSIAN": "rules.draughts.game",
        "Draughts": "rules.draughts.game",
        "DraughtsPosition": "rules.draughts.position",
    },
)
