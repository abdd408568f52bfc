"""The laws of xiangqi: positions, moves, notations, endings and rulebooks."""

from rules.xiangqi.game import XIANGQI, Xiangqi
from rules.xiangqi.position import XiangqiPosition

__all__ = ["XIANGQI", "Xiangqi", "XiangqiPosition"]
