"""The laws of xiangqi: positions, moves, notations, endings and rulebooks."""

from typing import TYPE_CHECKING

from rules import on_demand

if TYPE_CHECKING:
    from rules.xiangqi.game import XIANGQI, Xiangqi
    from rules.xiangqi.position import XiangqiPosition

__all__ = ["XIANGQI", "Xiangqi", "XiangqiPosition"]

__getattr__ = on_demand(
    __name__,
    {
        "XIANGQI": "rules.xiangqi.game",
        "Xiangqi": "rules.xiangqi.game",
        "XiangqiPosition": "rules.xiangqi.position",
    },
)
