"""What the fields of the laws of the clock and of interruptions say: one row for each field."""

from __future__ import annotations

from collections.abc import Mapping

from controller.shell.bilingual import Words
from controller.shell.lawpages.fields import (
    CLAIMS,
    CLOCK,
    DRAW,
    ONLY_ARBITER,
    ONLY_PLAYER,
    PRESS,
    SENSORS,
    Says,
    Way,
)
from controller.shell.lawpages.words import ARBITER, BY_LAW, OPPONENT, PLAYERS

_SET = (Way("set-clock", only=ONLY_ARBITER),)
_SEAL = (Way("seal"),)
_OPEN = (Way("open-sealed"),)

CLOCK_LAW: Mapping[str, Says] = {
    "overstepped": Says(
        Words("ends the game when a flag falls", "旗落即结束对局"), CLOCK, BY_LAW, _SET
    ),
    "unwinnable": Says(
        Words(
            "looks whether the opponent could still win; if not, it is drawn",
            "判断对方是否还可能取胜；不可能则为和棋",
        ),
        CLOCK,
        BY_LAW,
    ),
    "both_flags": Says(
        Words(
            "goes on where nobody knows which flag fell first",
            "双方旗均落而先后不明时对局继续",
        ),
        CLOCK,
        ARBITER,
        _SET,
    ),
    "pressed": Says(Words("completes a move by the press", "按钟即完成着法"), CLOCK, BY_LAW, PRESS),
    "last_of_period": Says(
        Words("counts the last move of a period only when it is pressed", "时限最后一着按钟后才算"),
        CLOCK,
        BY_LAW,
        PRESS,
    ),
    "knocked": Says(
        Words("lets the clock run for whoever knocked pieces over", "碰倒棋子的一方计时恢复"),
        SENSORS,
        BY_LAW,
    ),
    "interruption": Says(
        Words("stops the clocks when asked to", "应要求停钟"),
        CLAIMS,
        ARBITER,
        (Way("pause"), Way("resume")),
    ),
    "without_leave": Says(
        Words("stops nothing for a player, and names it", "不因棋手停钟，并指出"),
        CLAIMS,
        None,
        (Way("pause", only=ONLY_PLAYER),),
    ),
    "pause_calls": Says(
        Words("stops nothing for a player, and calls the arbiter", "不因棋手停钟，并呼叫裁判"),
        CLAIMS,
        ARBITER,
        (Way("pause", only=ONLY_PLAYER),),
    ),
    "waits": Says(
        Words("lets a flag that falls before the ruling wait for it", "裁决之前旗落，待裁决后再定"),
        CLOCK,
        ARBITER,
        (Way("accept-draw"), Way("decline-draw")),
    ),
    "stands": Says(
        Words("lets a result stand against a later flag", "结果已定，其后旗落不影响"), CLOCK, BY_LAW
    ),
    "replaced": Says(
        Words("takes the times that are set", "按设定的用时计时"), None, ARBITER, _SET
    ),
    "shared": Says(
        Words("proposes unknown times in proportion", "按比例提出不明的用时"), None, ARBITER, _SET
    ),
    "off": Says(
        Words("proposes the true times of a wrong clock", "提出误差棋钟的真实用时"),
        None,
        ARBITER,
        _SET,
    ),
    "equally": Says(
        Words("proposes unknown times in equal parts", "将不明的用时均分"), None, ARBITER, _SET
    ),
    "countdown": Says(
        Words("counts each move down by seconds", "每手限秒读秒"), CLOCK, ARBITER, _SET
    ),
    "turns_to_pass": Says(
        Words(
            "makes overstepping in the last minute a pass, if asked for before",
            "最后一分钟内超时，事先申请者作停一手",
        ),
        CLOCK,
        PLAYERS,
        (Way("pass"),),
    ),
}

INTERRUPTION: Mapping[str, Says] = {
    "seals": Says(Words("keeps the sealed move closed", "封存封棋着法"), CLAIMS, PLAYERS, _SEAL),
    "again": Says(
        Words("has position and times set up again", "恢复局面和用时"),
        SENSORS,
        None,
        (Way("resume"),),
    ),
    "opened": Says(Words("opens the sealed move", "开封"), None, ARBITER, _OPEN),
    "lost": Says(
        Words("goes on from the position where the envelope is lost", "信封遗失时按局面续弈"),
        None,
        ARBITER,
        (*_OPEN, Way("void")),
    ),
    "early": Says(
        Words(
            "charges what is left of the session to who seals early", "提前封棋者承担该节剩余时间"
        ),
        CLAIMS,
        BY_LAW,
        _SEAL,
    ),
    "confirmed": Says(
        Words("waits until both have confirmed the position", "等待双方确认局面"),
        CLAIMS,
        PLAYERS,
        _SEAL,
    ),
    "offers": Says(
        Words("puts an offer after sealing to the opponent", "封棋后的提和转达对方"),
        CLAIMS,
        OPPONENT,
        DRAW,
    ),
    "away": Says(
        Words("lets the clock run of who has to reply and is away", "应走方未到时开动其钟"),
        CLOCK,
        ARBITER,
        (Way("resume"),),
    ),
    "reply": Says(
        Words("takes a sealed reply where the sealer is away", "封棋方未到时接受封写的应着"),
        CLAIMS,
        PLAYERS,
        _SEAL,
    ),
    "times": Says(
        Words("lets wrong times be corrected before the first move", "第一着之前可以更正用时"),
        None,
        ARBITER,
        _SET,
    ),
    "wrong": Says(
        Words("lets a sealed move lose that is none or not clear", "封棋着法有误或不明者判负"),
        None,
        BY_LAW,
        _OPEN,
    ),
    "passes": Says(
        Words("makes a pass of a sealed move that cannot be made", "不能成立的封手作停一手"),
        None,
        BY_LAW,
        _OPEN,
    ),
    "drawn": Says(
        Words("draws it where the opponent could not win", "对方无法取胜时为和棋"), None, BY_LAW
    ),
}
