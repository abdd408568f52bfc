"""The hypotheses as data for people: what may have been played, how likely, and by what deeds.

The words stand in one table, by the names of the deeds, in English and Chinese.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from controller.core.belief.book import EMPTY, Token
from controller.core.belief.costs import Cost
from controller.core.belief.line import Node
from controller.core.belief.world import HandDeed, Hypothesis, Symptom
from rules.terms import Point, points_of

PERMILLE = 1000


class Words(NamedTuple):
    """What a deed is called.

    Attributes:
        plain: every move has it; it is not worth telling.
    """

    english: str
    chinese: str
    plain: bool = False


DEEDS: Mapping[str, Words] = {
    # What hands do.
    "lift": Words("taken up", "提起", plain=True),
    "victim": Words("captured piece taken off", "取走被吃的子", plain=True),
    "victim_first": Words("captured piece taken off first", "先取走被吃的子", plain=True),
    "set_down": Words("set down", "落下", plain=True),
    "stone": Words("stone set down", "落子", plain=True),
    "overlap": Words("let go after the push", "推动后离开", plain=True),
    "way": Words("set down on the way", "途中落下"),
    "back": Words("put back", "放回原处"),
    "enemy_back": Words("opponent's piece put back", "对方的子放回原处"),
    "replaced": Words("put back where it had been set down", "放回刚才落下之处"),
    "dwell": Words("taken up again on the way", "途中再提起"),
    "relift": Words("taken on from where it stood", "落下后又移走"),
    "stone_on": Words("stone moved on", "棋子又移动"),
    "slide": Words("slid on", "滑向下一点"),
    "push_next": Words("pushed to the next point", "推到相邻的点"),
    "push_far": Words("pushed to a point further on", "推到更远的点"),
    "pushed_out": Words("captured piece pushed aside", "被吃的子被推开"),
    "aside": Words("captured piece laid aside", "被吃的子放在旁边"),
    "unseen_exchange": Words("exchange between two scans", "两次扫描之间换子"),
    "exchange_piece": Words("makes way for the new piece", "让位给新的子"),
    "new_piece_first": Words("new piece set down first", "先放上新的子"),
    "late_removal": Words("captured piece taken off late", "被吃的子迟后取走"),
    "immobile": Words("another piece taken up", "提起别的子"),
    "one_more": Words("one more stone taken off that lives", "又提起一颗活子"),
    "enemy": Words("opponent's piece taken up", "提起对方的子"),
    "reply_early": Words("answered before the move was over", "对方提前应着"),
    "enemy_held": Words("opponent's piece taken up, a piece in the hand", "手中持子时提起对方的子"),
    "jumped": Words("a piece that was jumped taken off", "取走被跳过的子"),
    "resumed": Words("the piece of the last move goes on", "刚走过的子又被移动"),
    "captures_astray": Words("set down where no move captures", "落在没有合法吃子之处"),
    "astray": Words("set down where no move goes", "落在没有合法走法之处"),
    "mistake": Words("moved as no law allows here", "走了此时不允许的着法"),
    "out_of_turn": Words("taken up out of turn", "未轮到而提子"),
    "enemy_astray": Words("opponent's piece set down elsewhere", "对方的子放到别处"),
    "second_stone": Words("second stone of the same side", "同一方的第二颗子"),
    "wrong_colour": Words("stone of the other side", "另一方的子"),
    "stone_back": Words("captured stone put back", "被提的子放回"),
    "slips": Words("captured stone slips from the hand", "被提的子从手中滑落"),
    "touch": Words("touched", "碰到"),
    # What presses were upon.
    "press_unmade": Words("clock pressed without a move", "未走子就按钟"),
    "press_in_hand": Words("clock pressed with the piece in the hand", "子还在手中就按钟"),
    "press_illegal": Words("clock pressed upon no legal move", "走法不合法就按钟"),
    # What happens to many points.
    "displaced": Words("knocked off its point", "被碰离原位"),
    "stray": Words("lies where it does not belong", "落在不该在的地方"),
    "put_right": Words("put right", "摆回"),
    "cleared": Words("taken away", "拿走"),
    "turned": Words("board put down the other way round", "棋盘掉转放下"),
    # What sensors do.
    "silent": Words("sensor does not feel the piece", "传感器没有感到棋子"),
    "falls_silent": Words("sensor feels the piece no more", "传感器不再感到棋子"),
    "beats": Words("the sensor comes and goes by itself", "传感器自行时断时续"),
    "silent_back": Words("sensor feels the piece again", "传感器又感到棋子"),
    "ghost": Words("sensor feels a piece that is not there", "传感器误报有子"),
    "jarred": Words(
        "sensor loses its piece while a hand is beside it", "旁边有手时传感器短暂失去棋子"
    ),
    "coupled": Words("sensor feels the piece beside it", "传感器感应到邻点的棋子"),
    "ghost_gone": Words("sensor no more feels what is not there", "传感器停止误报"),
    "stuck": Words("sensor still feels a piece that has left", "棋子已离开，传感器仍报有子"),
    "wrong_mark": Words("sensor tells another piece", "传感器认成别的棋子"),
    "other_piece": Words("piece before or after its change", "升变或加冕前后的子"),
    "drift": Words("field changes though nothing is touched", "无人碰触而磁场变化"),
    "kings": Words("kings set on the centre squares", "双王置于中心"),
    "set_up": Words("set up for the next game", "为下一局摆子"),
    "unread": Words("could not be read", "当时无法读取"),
    "read": Words("can be read again", "又能读取"),
    "unexplained": Words("nothing explains it", "无法解释"),
}

SYMPTOMS: Mapping[Symptom, Words] = {
    Symptom.SILENT: Words("silent", "无感应"),
    Symptom.GHOST: Words("makes up a piece", "误报有子"),
    Symptom.LATE: Words("late", "迟缓"),
}
"""How a sensor is wrong about what stands."""
OFF = Words("piece is off its point", "棋子不在原位")
STRAY = Words("a piece lies there", "有子落在此处")


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """One thing that was done.

    Attributes:
        name: as in `DEEDS`.
        cost: millinats.
    """

    name: str
    point: Point
    at_ns: int
    cost: Cost
    token: Token = EMPTY


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """One line that may have been played.

    Attributes:
        line: the moves after the ply that was told, or asked for. An unseen one that nobody knows
            is "?".
        other: it denies what was told; the line then begins where they part.
        permille: the probability of all hypotheses of this line.
        deeds: what was done by the likeliest of them, in order.
        sensors: the sensors that are wrong, by this.
        off: points whose pieces left by no deed of a player.
        stray: points where such pieces lie.
        under_way: a ply has been begun and is not made.
    """

    line: tuple[str, ...]
    other: bool
    permille: int
    deeds: tuple[Deed, ...]
    sensors: tuple[tuple[Point, Symptom], ...]
    under_way: bool
    off: tuple[Point, ...] = ()
    stray: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Accounts:
    """All that is believed at a moment.

    Attributes:
        told: the lines, the likeliest first.
        unknown: the probability that something happened that the model does not know, in
            thousandths.
    """

    told: tuple[Account, ...]
    unknown: int


def accounts(weighed: Sequence[tuple[float, Hypothesis]], told: Node) -> Accounts:
    """The lines that are believed in after a ply.

    Args:
        weighed: the hypotheses with their probabilities; the rest is that of the unknown.
        told: the last ply that was told, or an earlier one.
    """
    masses: dict[object, float] = {}
    best: dict[object, Hypothesis] = {}
    for mass, hyp in weighed:
        key = hyp.node, hyp.busy
        masses[key] = masses.get(key, 0.0) + mass
        best.setdefault(key, hyp)
    order = sorted(masses, key=lambda key: -masses[key])
    found = [_account(best[key], told, round(masses[key] * PERMILLE)) for key in order]
    return Accounts(
        told=tuple(each for each in found if each.permille),
        unknown=max(0, round((1 - sum(masses.values())) * PERMILLE)),
    )


def _account(hyp: Hypothesis, told: Node, permille: int) -> Account:
    parted = told.common(hyp.node)
    line = hyp.node.line_after(parted) or []
    logs = [log for depth, log in hyp.logs if depth >= parted.depth]
    return Account(
        line=tuple(_move(node) for node in line),
        other=parted is not told,
        permille=permille,
        deeds=tuple(_deed(deed) for log in [*logs, hyp.log] for deed in log),
        sensors=tuple((point, felt.symptom) for point, felt in sorted(hyp.felt.items())),
        off=tuple(points_of(hyp.off)),
        stray=tuple(points_of(hyp.stray)),
        under_way=hyp.busy,
    )


def _move(node: Node) -> str:
    return "?" if node.move is None or node.hole else node.move.text


def _deed(deed: HandDeed) -> Deed:
    return Deed(
        name=deed.name, point=deed.point, at_ns=deed.at_ns, cost=deed.cost, token=deed.token
    )
