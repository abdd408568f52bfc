"""What the board does by articles that no field of the rulebooks' data names: one row for each."""

from __future__ import annotations

from collections.abc import Mapping

from controller.shell.bilingual import Words
from controller.shell.lawpages.fields import (
    CLAIMS,
    CLOCK,
    ONLY_ARBITER,
    SENSORS,
    Says,
    Way,
)
from controller.shell.lawpages.words import ARBITER, BY_LAW, OPPONENT, PLAYERS, SENSED

_RECORD, _PEOPLE = SENSED["record"], SENSED["human"]
_SET = (Way("set-clock", only=ONLY_ARBITER),)
_STOP = (Way("pause", only=ONLY_ARBITER), Way("resume", only=ONLY_ARBITER))
_TABLE = Words(
    "counts it in the table of the event (`touchmove standings`, the hub)",
    "计入比赛积分表（`touchmove standings` 和中心）",
)
_SHEET = Words(
    "has every move and prints the sheet: nothing needs to be completed from memory",
    "记有每一着并可打印记录纸，不必凭记忆补记",
)
_CONDUCT = Says(
    Words("writes down and counts what the arbiter gives for it", "记录并计算裁判所给的处罚"),
    _PEOPLE,
    ARBITER,
    tuple(Way("penalty", kind) for kind in ("foul", "warning", "loss", "exclusion")),
)

OWN: Mapping[str, Says] = {
    # Chess
    "CH-2.2": Says(
        Words(
            "begins the game only when the array stands; shows each piece that is missing or too many",
            "摆好开局局面才开始；逐格指出缺少或多余的棋子",
        ),
        SENSORS,
        BY_LAW,
    ),
    "CH-5.6.5": Says(
        Words(
            "stops both clocks when a player asks, and tells the arbiter",
            "棋手提出即停双方棋钟，并报告裁判",
        ),
        CLAIMS,
        PLAYERS,
        (Way("pause"), Way("resume")),
    ),
    "CH-8.4": Says(
        Words(
            "compares the board with the adjourned position, and guides to it point by point",
            "将棋盘与封棋局面核对，逐格指引恢复",
        ),
        SENSORS,
        BY_LAW,
        (Way("resume", only=ONLY_ARBITER),),
    ),
    "CH-10.7": Says(
        Words(
            "keeps an offer until it is answered or the opponent has moved",
            "提和保留至对方答复或走棋",
        ),
        CLAIMS,
        OPPONENT,
        (Way("accept-draw"), Way("decline-draw")),
    ),
    "CH-11.3": Says(
        Words(
            "keeps the score itself; shows players no number of moves where the rulebook forbids that",
            "自行记录；规则禁止时不向棋手显示着数",
        ),
        _RECORD,
        ARBITER,
    ),
    "CH-11.5": Says(_SHEET, _RECORD, ARBITER),
    "CH-11.6": Says(_SHEET, _RECORD, ARBITER, _STOP),
    "CH-11.7": Says(
        Words("stops both clocks when the arbiter says so", "裁判要求时停双方棋钟"),
        _PEOPLE,
        ARBITER,
        _STOP,
    ),
    "CH-11.8": Says(
        Words("stops both clocks when the arbiter says so", "裁判要求时停双方棋钟"),
        _PEOPLE,
        ARBITER,
        _STOP,
    ),
    "CH-11.9": Says(
        Words(
            "makes the next move the first of the next period when the arbiter says so",
            "裁判要求时，下一着作为下一时限的第一着",
        ),
        _PEOPLE,
        ARBITER,
        (Way("set-clock", "next_period", ONLY_ARBITER),),
    ),
    "CH-12.2": Says(Words("adds what was saved to the next period", "节余时间转入下一时限"), CLOCK),
    "CH-12.3": Says(
        Words(
            "starts the clock at the start of the game, and counts lateness from the appointed time",
            "开局即开钟，迟到从规定时间起计",
        ),
        CLOCK,
        ARBITER,
        (Way("resume", "appointed_ms_ago", ONLY_ARBITER), *_SET),
    ),
    "CH-13.2": Says(
        Words(
            "closes the sealed move in an envelope with these fields, encrypted",
            "按这些项目加密密封",
        ),
        CLAIMS,
    ),
    "CH-13.3": Says(
        Words(
            "keeps the envelope, and shows the code that opens it once, to who has sealed",
            "保存封棋，开封码只向封棋方显示一次",
        ),
        _PEOPLE,
        ARBITER,
        (Way("open-sealed"),),
    ),
    "CH-14.7": Says(
        Words("counts lateness at a resumption from the appointed time", "续弈迟到从规定时间起计"),
        CLOCK,
        ARBITER,
        (Way("resume", "appointed_ms_ago", ONLY_ARBITER),),
    ),
    "CH-17": Says(_TABLE, _RECORD),
    "FIDE-6.12": Says(
        Words(
            "shows position, moves and their number to everybody, and what a player thinks to nobody",
            "显示局面、着法和着数",
        ),
        _RECORD,
    ),
    "FIDE-8.5": Says(_SHEET, _RECORD, ARBITER),
    "FIDE-8.6": Says(
        Words(
            "makes the next move the first of the next period when the arbiter says so",
            "裁判要求时，下一着作为下一时限的第一着",
        ),
        _RECORD,
        ARBITER,
        (Way("set-clock", "next_period", ONLY_ARBITER),),
    ),
    "FIDE-11.12": Says(
        Words(
            "tells players nothing of repetitions before they are claimed; the arbiter is told",
            "不向棋手提示重复局面，只告知裁判",
        ),
        _RECORD,
        ARBITER,
    ),
    "FIDE-12.6": Says(
        Words("never prompts for a press that was forgotten", "不提示忘记按钟"), _PEOPLE, ARBITER
    ),
    "FIDE-960.1": Says(
        Words(
            "asks for the array of the number or FEN that was given, or draws one",
            "按编号或 FEN 摆开局局面，或由程序抽取",
        ),
        CLAIMS,
        ARBITER,
        (Way("start", "position"),),
    ),
    # Draughts
    "DR-3": Says(
        Words(
            "runs one clock at a time, shows the last two minutes in seconds and which flag fell",
            "只走一方的钟，最后两分钟显示秒数，并显示哪方旗落",
        ),
        CLOCK,
        BY_LAW,
    ),
    "DR-5.6": Says(
        Words(
            "lights the square until the king is crowned, by whichever player",
            "亮灯提示直至加冕，双方均可加冕",
        ),
        SENSORS,
        PLAYERS,
        (Way("confirm-crowning"),),
    ),
    "DR-5.7": Says(
        Words("counts it as a king, and goes on asking for its crown", "按王计，并继续提示加冕"),
        SENSORS,
        PLAYERS,
        (Way("confirm-crowning"),),
    ),
    "DR-7.7": Says(
        Words(
            "takes the opponent's next move for acceptance of what was offered",
            "对方继续走棋即视为接受",
        ),
        SENSORS,
        OPPONENT,
    ),
    "DR-9.3": Says(
        Words("plays on; the arbiter may exchange the names", "对局继续；裁判可更换棋手姓名"),
        _PEOPLE,
        ARBITER,
        (Way("amend", "players", ONLY_ARBITER),),
    ),
    "DR-12.5": Says(
        Words(
            "ends the game by these draws unasked; the arbiter may declare one that the record shows",
            "自动判定这些和棋；裁判可据记录宣布和棋",
        ),
        _RECORD,
        ARBITER,
        (Way("claim-repetition", only=ONLY_ARBITER), Way("claim-move-limit", only=ONLY_ARBITER)),
    ),
    "DR-12.6": Says(_TABLE, _RECORD),
    "DR-17": Says(_TABLE, _RECORD, ARBITER),
    "DR-18": Says(
        Words(
            "pairs rounds (Swiss, all against all) and writes the pairing file (`touchmove pair`)",
            "编排各轮对阵（瑞士制、循环制）并写出对阵文件（`touchmove pair`）",
        ),
        _RECORD,
        ARBITER,
    ),
    "DR-19": Says(_TABLE, _RECORD, ARBITER),
    # Xiangqi
    "XQ-7.3": Says(Words("prints the sheet", "打印记录纸"), _RECORD, ARBITER),
    "XQ-7.5": Says(
        Words("writes and reads both notations", "两种记谱法均可写可读"), _RECORD, BY_LAW
    ),
    **dict.fromkeys(("XQ-8.1", "XQ-8.2", "XQ-8.3", "XQ-8.4", "XQ-8.7", "XQ-8.8"), _CONDUCT),
    "XQ-8.6": Says(
        Words(
            "hears whose clock is pressed; with which hand no sensor tells",
            "感知哪方按钟，不能感知用哪只手",
        ),
        CLOCK,
        ARBITER,
    ),
    # Go
    "GO-21.end": Says(
        Words(
            "begins the count after two passes in a row; one alone changes nothing but the turn",
            "双方连续停一手即开始数子",
        ),
        CLAIMS,
        PLAYERS,
        (Way("pass"),),
    ),
    "GO-21.dispute": Says(
        Words(
            "shows what is marked dead, and counts once both agree; else it is played out",
            "显示标记的死子，双方同意后计算；有争议则实战解决",
        ),
        CLAIMS,
        PLAYERS,
        (Way("mark-dead"), Way("agree-score")),
    ),
    "GO-score": Says(
        Words("counts areas, with the komi of the event", "按子空皆地计算，贴子依比赛规定"),
        _RECORD,
        PLAYERS,
        (Way("agree-score"),),
    ),
}
"""By the id of the article."""
