"""What the fields of the rulebooks' data say, where they name a law: one row for each field.

A field that names no law in a rulebook has no row on its page.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from controller.shell.bilingual import Words
from controller.shell.lawpages.words import ARBITER, BY_LAW, OPPONENT, PLAYERS, SENSED
from rules.touch import (
    Pattern,
    any_move,
    any_takes_first,
    castle_with_touched,
    first_enemy_captured,
    first_own_moves,
    first_takes_first,
    first_touched,
    only_first_moves,
    own_first,
)

SENSORS, CLOCK, CLAIMS = SENSED["board"], SENSED["clock"], SENSED["claim"]


@dataclass(frozen=True, slots=True)
class Way:
    """A command.

    Attributes:
        argument: what it is given with, by the law ("two-hands"); "" for nothing of note.
        only: the roles among those that may give it which this law lets give it; empty for all.
    """

    command: str
    argument: str = ""
    only: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Says:
    """What a field says.

    Attributes:
        does: what the board does by the law.
        senses, decides: None where the kind of the law says it.
        ways: what may be given then.
        breach: it is named as a breach, and put right.
    """

    does: Words
    senses: Words | None = None
    decides: Words | None = None
    ways: tuple[Way, ...] = ()
    breach: bool = False


ONLY_ARBITER, ONLY_PLAYER = ("arbiter",), ("player",)
CHOICE = (Way("accept-irregularity"), Way("demand-correction"))
DRAW = (Way("offer-draw"), Way("accept-draw"), Way("decline-draw"))
PRESS = (Way("press-clock"),)


def _named(english: str, chinese: str) -> Says:
    """Something that is named from the sensors, and put right."""
    return Says(Words(english, chinese), SENSORS, breach=True)


COMPLETION: Mapping[str, Says] = {
    "released": _named("holds a piece that was released to its place", "手已离开的棋子不得改走"),
    "capture": _named(
        "holds a capture as made once the piece that captured is released",
        "手离开吃子的棋子，吃子即定",
    ),
    "castling": _named("holds castling as begun once the king is released", "手离开王，易位即定"),
    "promotion": _named(
        "holds a promotion once the new piece is released", "手离开新棋子，升变即定"
    ),
    "choice": _named("holds what a pawn became; it is not exchanged again", "升变的选择不得更改"),
    "turn": _named("names a move out of turn", "指出轮次错误"),
    "illegal": _named("names what no law allows", "指出不合规则的着法"),
    "press_without_move": Says(
        Words("names a press without a move", "指出未走棋即按钟"), CLOCK, None, PRESS, breach=True
    ),
    "pawn_left": _named("names a pawn that was not exchanged", "指出到底线而未升变的兵"),
    "rook_first": _named("names castling with the rook moved first", "指出先动车的易位"),
    "displaced": _named("names pieces that stand elsewhere", "指出移位的棋子"),
    "scattered": _named("names a position that is scattered", "指出散乱的局面"),
    "taken_back": _named("names a move that is taken back", "指出悔棋"),
    "wrong_array": Says(
        Words("asks for the right array before play", "要求摆好开局局面"),
        SENSORS,
        None,
        (Way("resume"),),
    ),
    "wrong_turned": _named("finds that the board is turned", "发现棋盘方向摆错"),
    "corner": Says(
        Words("looks how the board is turned before play", "开局前检查棋盘方向"), SENSORS
    ),
}

BOOK: Mapping[str, Says] = {
    "unsaid": Says(
        Words(
            "shows players no number of moves and no press forgotten", "不向棋手显示着数和忘记按钟"
        ),
    ),
    "opponents_alone": Says(
        Words("leaves the correction to the opponent alone", "是否更正只由对方决定"),
        None,
        OPPONENT,
        CHOICE,
    ),
    "refused": Says(
        Words("tells the arbiter that correcting is refused", "报告裁判：拒绝更正"),
        CLAIMS,
        OPPONENT,
        (Way("demand-correction"),),
    ),
    "refusal": Says(
        Words("tells the arbiter that the loss may be given", "提请裁判判负"),
        None,
        ARBITER,
        (Way("penalty"),),
    ),
}

TOUCH: Mapping[str, Says] = {
    "free": Says(
        Words(
            "sets free whose touched pieces can do nothing", "触摸的棋子都不能走也不能吃时可任走"
        ),
        SENSORS,
        BY_LAW,
    ),
    "bump": Says(Words("lets a jolt or a sleeve bind nobody", "无意触碰不算摸子"), SENSORS, BY_LAW),
    "claim_ends": Says(
        Words(
            "refuses the claim of a breach once a piece was touched", "触摸棋子后不再受理违例要求"
        ),
        SENSORS,
        OPPONENT,
        (Way("demand-correction"),),
    ),
    "breach": Says(
        Words("names the breach of touch-move by this law", "以此条指出违反摸子走子"),
        SENSORS,
        OPPONENT,
        CHOICE,
    ),
}
BINDS = Says(
    Words("tells the player and the lamps what is bound", "向棋手和指示灯提示义务"),
    SENSORS,
    BY_LAW,
)

PATTERNS: Mapping[Pattern, Words] = {
    Pattern.OWN: Words("own pieces touched", "触摸己方棋子"),
    Pattern.ENEMY: Words("the opponent's pieces touched", "触摸对方棋子"),
    Pattern.OWN_THEN_ENEMY: Words("own, then the opponent's", "先己方后对方"),
    Pattern.ENEMY_THEN_OWN: Words("the opponent's, then own", "先对方后己方"),
    Pattern.AT_ONCE: Words("both at once", "同时触摸双方"),
}
SELECTS: Mapping[str, Words] = {
    first_own_moves.__name__: Words(
        "the first own piece that can move, moves", "最先触摸且能走的己子须走"
    ),
    first_enemy_captured.__name__: Words(
        "the first piece that can be captured, is captured", "最先触摸且能吃的对方棋子须吃"
    ),
    first_takes_first.__name__: Words("this one captures that one", "以此吃彼"),
    any_takes_first.__name__: Words("that one is captured by another", "用他子吃"),
    only_first_moves.__name__: Words("this one moves", "走此子"),
    first_touched.__name__: Words(
        "the first touched that can move or be captured", "最先触摸且能走或能吃的棋子"
    ),
    own_first.__name__: Words(
        "the first touched that can, the own one before", "最先触摸且能走或能吃的棋子，己方在先"
    ),
    castle_with_touched.__name__: Words("castling with the two", "王与该车易位"),
    "king_moves": Words("the king moves", "走王"),
    any_move.__name__: Words("any move", "任意走棋"),
}
"""What a touch obliges to, by the name of the function that chooses the moves."""
CONDITIONS: Mapping[str, Words] = {
    "meant_to_castle": Words("where castling was meant: ", "意欲易位时："),
    "_castling_open": Words("where castling was meant and is legal: ", "意欲易位且可以易位时："),
    "always": Words("", ""),
}

OFFER: Mapping[str, Says] = {
    "law": Says(Words("puts an offer to the opponent", "将提和转达对方"), CLAIMS, OPPONENT, DRAW),
    "own_time": Says(
        Words("refuses an offer on the opponent's time", "不受理在对方时间内的提和"),
        CLAIMS,
        BY_LAW,
        DRAW,
    ),
    "punishable": Says(
        Words(
            "takes an offer on the opponent's time, and tells the arbiter",
            "在对方时间内的提和有效，并报告裁判",
        ),
        CLAIMS,
        ARBITER,
        DRAW,
    ),
    "repeated": Says(Words("counts offers in a row", "统计连续提和"), CLAIMS, None, DRAW),
}
GROUND: Mapping[str, Says] = {
    "law": Says(Words("looks a claim up in the record", "查对局记录核对要求"), CLAIMS, None, ()),
    "moved": Says(
        Words("refuses a claim after the claimant's move", "走棋后不再受理要求"),
        CLAIMS,
        BY_LAW,
    ),
    "touched": Says(
        Words("refuses a claim after a piece was touched", "触摸棋子后不再受理要求"),
        SENSORS,
        BY_LAW,
    ),
    "wrong": Says(
        Words("does what follows from a wrong claim", "对错误的要求作出处理"),
        CLAIMS,
        BY_LAW,
    ),
}
CLAIM: Mapping[str, Says] = {
    "resigns": Says(
        Words("ends the game for the opponent", "对局结束，对方胜"),
        CLAIMS,
        PLAYERS,
        (Way("resign"),),
    ),
    "adjusts": Says(
        Words("lets pieces be adjusted and binds nobody by it", "允许摆正棋子，不算摸子"),
        CLAIMS,
        PLAYERS,
        (Way("adjust"),),
    ),
    "confirms": Says(
        Words(
            "has the result confirmed by both players and the arbiter", "由双方棋手和裁判确认结果"
        ),
        CLAIMS,
        None,
        (Way("result"),),
    ),
}
CONSENT = Words("asks the opponent's consent before", "须先经对方同意")
