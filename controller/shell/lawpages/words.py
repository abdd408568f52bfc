"""Words in both languages for the values that the laws are written in."""

from __future__ import annotations

from collections.abc import Mapping

from controller.shell import bilingual
from controller.shell.bilingual import Words
from rules.arbiter_law import Effect, VoidCause
from rules.claim_law import GroundLaw
from rules.rulebook import LOSS, Ends, PenaltyLaw, Remedy, SeenBy, Termination, Word

DASH = Words("—", "—")
NOTHING = Words("", "")
NO_WIN = Words(", or draws if the opponent could not win", "，对方无法取胜时为和棋")
MINUTE_MS = 60_000

KINDS: Mapping[str, Words] = {
    "rule": Words("rule", "规则"),
    "board": Words("board", "棋盘"),
    "clock": Words("clock", "棋钟"),
    "claim": Words("claim", "要求"),
    "arbiter": Words("arbiter", "裁判"),
    "record": Words("record", "记录"),
    "human": Words("people", "人"),
}
"""Who acts, as the list of laws has it."""

SENSED: Mapping[str, Words] = {
    "rule": Words("the moves themselves", "着法本身"),
    "board": Words("by the sensors", "传感器感知"),
    "clock": Words("by the clock", "棋钟"),
    "claim": Words("what players ask for at the board", "棋手在棋盘上提出"),
    "arbiter": Words("what the arbiter enters", "裁判输入"),
    "record": Words("the record of the game", "对局记录"),
    "human": Words("by people only: no sensor can tell", "只能由人发现，传感器无法感知"),
}
"""How the board comes to know, where the referee's data say no more."""

SEEN_BY: Mapping[SeenBy, Words] = {
    SeenBy.SENSORS: SENSED["board"],
    SeenBy.CLOCK: SENSED["clock"],
    SeenBy.CLAIMS: SENSED["claim"],
    SeenBy.PEOPLE: SENSED["human"],
}

DONE: Mapping[str, Words] = {
    "rule": Words("judges moves and results by it", "据此判断着法和结果"),
    "board": Words("follows the play by it", "据此跟踪对局"),
    "clock": Words("keeps the times by it", "据此计时"),
    "claim": Words("answers players by it", "据此答复棋手"),
    "arbiter": Words("does and records what the arbiter says", "执行并记录裁判的决定"),
    "record": Words("keeps the record by it", "据此记录"),
    "human": Words("nothing by itself", "不自行处理"),
}
"""What the board does, where the referee's data say no more."""

BY_LAW = Words("nobody needs to: it follows from the law", "不须裁定，依规则即定")
ARBITER = Words("the arbiter", "裁判")
OPPONENT = Words("the opponent", "对方")
PLAYERS = Words("the players", "棋手")
DECIDES: Mapping[str, Words] = {
    "rule": BY_LAW,
    "board": BY_LAW,
    "clock": BY_LAW,
    "claim": PLAYERS,
    "arbiter": ARBITER,
    "record": DASH,
    "human": ARBITER,
}
"""Who decides, where the referee's data say no more."""

REMEDIES: Mapping[Remedy, Words] = {
    Remedy.RESTORE: Words(
        "names it and has everything put back; play goes on as the law obliges",
        "指出违例，恢复原局面，按规则继续对局",
    ),
    Remedy.OPPONENT_CHOOSES: Words(
        "names it; it stands or is corrected as the opponent says, and playing on accepts it",
        "指出违例，由对方选择有效或更正，继续走棋即为接受",
    ),
    Remedy.TURN_LOST: Words(
        "has it undone, and the turn is gone (a pass is recorded): at once where its sensors tell"
        " whose stone it is, else once somebody says so",
        "着手取消，记停一手：能感知是哪方棋子时立即执行，否则须经认定",
    ),
    Remedy.SET_RIGHT: Words("has it set right, and play goes on", "当时更正，对局继续"),
    Remedy.FOUL: Words(
        "names it and records what it costs; the position stays", "指出违例并记录，局面不变"
    ),
    Remedy.LOSES: Words("names it and has everything put back", "指出违例，恢复原局面"),
    Remedy.ARBITER: Words("tells the arbiter", "报告裁判"),
}

ENTERED = Words("writes it down when the arbiter enters it", "裁判输入后记录在案")

WORDS: Mapping[Word, Words] = {
    Word.NONE: Words(
        "nobody needs to: the board counts it; the opponent or the arbiter where it is in doubt",
        "不须裁定，由棋盘计数；存疑时由对方或裁判认定",
    ),
    Word.SAID: Words(
        "the opponent or the arbiter: it may have been an accident", "对方或裁判认定（可能是意外）"
    ),
    Word.BEFORE_REPLY: Words(
        "the opponent, before the next own move, or the arbiter: it may have been an accident",
        "对方（须在下一手之前）或裁判认定（可能是意外）",
    ),
    Word.ARBITER: ARBITER,
}
"""Whose word a penalty waits for."""
TURN = Words(
    "nobody needs to; the opponent or the arbiter where the sensors do not tell whose stone it is",
    "不须裁定；不能感知是哪方棋子时由对方或裁判认定",
)
"""Who decides that a turn is lost."""

COUNTED: Mapping[str, Words] = {
    "illegal-move": Words("counted as an illegal move", "记一次违例着法"),
    "warning": Words("a warning", "警告"),
    "severe-warning": Words("a severe warning", "严重警告"),
    "foul": Words("a foul", "犯规"),
    LOSS: Words("the loss of the game", "判负"),
    "": DASH,
}
"""What a breach costs."""

ENDS: Mapping[Ends, Words] = {
    Ends.COUNT: Words("loses", "即判负"),
    Ends.ARBITER: Words("loses once the arbiter says so", "经裁判认定判负"),
    Ends.OFFERED: Words("has the loss due, which the arbiter gives", "应判负，由裁判宣布"),
}
"""How a count that has come to its limit ends the game."""

EFFECTS: Mapping[Effect, Words] = {
    Effect.RECORDED: Words("is written down", "记录在案"),
    Effect.COUNTED: Words("is counted", "计数"),
    Effect.TIME: Words("time of the amount that is given", "按所给数额加减用时"),
    Effect.POINTS: Words("points for the table of the event", "比赛积分加减"),
    Effect.LOSS: Words("the loss of the game", "判负"),
    Effect.BOTH_LOSE: Words("both lose", "双方判负"),
    Effect.EXCLUSION: Words("the loss of the game and exclusion", "判负并取消比赛资格"),
}

CAUSES: Mapping[VoidCause, Words] = {
    VoidCause.COLOURS_REVERSED: Words("the colours are reversed", "双方颜色相反"),
    VoidCause.WRONG_ARRAY: Words("the array was wrong", "开局摆子错误"),
    VoidCause.BOARD_TURNED: Words("the board is turned", "棋盘方向摆错"),
    VoidCause.CANNOT_RESTORE: Words("the position cannot be restored", "局面不能恢复"),
    VoidCause.REPETITION: Words("repetition without end", "循环反复"),
}

TERMINATIONS: Mapping[Termination, Words] = {
    Termination.CHECKMATE: Words("checkmate", "将死"),
    Termination.STALEMATE: Words("no legal move, and no check", "无子可动"),
    Termination.NO_MEN: Words("no men left", "棋子全失"),
    Termination.BLOCKED: Words("no man can move", "棋子全部被困"),
    Termination.DEAD_POSITION: Words("a dead position", "死局"),
    Termination.FIVEFOLD_REPETITION: Words("fivefold repetition", "五次重复局面"),
    Termination.SEVENTYFIVE_MOVES: Words("seventy-five moves", "七十五回合"),
    Termination.FIFTY_MOVES: Words("fifty moves", "五十回合"),
    Termination.THREEFOLD_REPETITION: Words("threefold repetition", "三次重复局面"),
    Termination.KING_MOVES: Words("moves of kings only", "只动王而未吃子"),
    Termination.THREE_V_KING: Words("three against a king", "三子对单王"),
    Termination.TWO_V_KING: Words("two against a king", "两子对单王"),
    Termination.MAIN_ROAD: Words("a king on the long diagonal", "单王占最长对角线"),
    Termination.UNCHANGED_BALANCE: Words("no change of forces", "子力不变"),
    Termination.NO_PROGRESS: Words("no progress", "无进展"),
    Termination.PERPETUAL_CHECK: Words("perpetual check", "长将"),
    Termination.PERPETUAL_CHASE: Words("perpetual chase", "长捉"),
    Termination.PERPETUAL_THREAT: Words("perpetual threats", "长杀或一将一杀"),
    Termination.REPETITION: Words("repetition", "循环反复"),
    Termination.NATURAL_LIMIT: Words("the natural limit of moves", "自然限着"),
}
"""What ends a game without anybody's asking, or when it is asked for."""

ROLES: Mapping[str, Words] = {
    "player": Words("player", "棋手"),
    "arbiter": bilingual.ROLES["arbiter"],
    "operator": bilingual.ROLES["operator"],
}

BOOKS: Mapping[str, Words] = {
    "chess-fide-2023": Words("FIDE Laws of Chess, 2023", "国际棋联国际象棋规则 2023"),
    "chess-classic": Words("Laws of chess, the older edition", "国际象棋规则（旧版）"),
    "draughts-100": Words("International draughts", "国际跳棋（100 格）规则"),
    "draughts-russian": Words("Russian draughts", "俄罗斯跳棋（64 格）规则"),
    "draughts-russian-national": Words(
        "Russian draughts, national code", "俄罗斯跳棋（64 格）国内规则"
    ),
    "draughts-brazilian": Words("Brazilian draughts", "巴西跳棋（64 格）规则"),
    "draughts-brazilian-cbd": Words(
        "Brazilian draughts, confederation of Brazil", "巴西跳棋（64 格）巴西联合会规则"
    ),
    "xiangqi-cxa": Words("Competition rules of xiangqi, China", "中国象棋竞赛规则"),
    "xiangqi-wxf": Words(
        "Xiangqi, World Federation on repetition", "象棋规则（循环着法按世界象棋联合会）"
    ),
    "go-china": Words("Chinese rules of Go, state edition", "中国围棋竞赛规则"),
    "go-china-club": Words("Chinese rules of Go, club edition", "中国围棋竞赛规则（俱乐部）"),
}
GAMES: Mapping[str, Words] = {
    "Chess": Words("Chess", "国际象棋"),
    "Draughts": Words("Draughts", "国际跳棋"),
    "Xiangqi": Words("Xiangqi", "象棋"),
    "Go": Words("Go", "围棋"),
}


def duration(ms: int) -> Words:
    """A time in minutes or seconds."""
    if ms % MINUTE_MS:
        return Words(f"{ms // 1000} seconds", f"{ms // 1000} 秒")
    minutes = ms // MINUTE_MS
    return Words(f"{minutes} minute{'s' * (minutes != 1)}", f"{minutes} 分钟")


def leads(law: PenaltyLaw) -> list[Words]:
    """What a count of penalties leads to; nothing where it leads to nothing."""
    found = []
    if law.gives_ms:
        long, quick = (ms // MINUTE_MS for ms in (law.gives_ms, law.gives_quick_ms))
        found.append(
            Words(
                f"{long} minutes for the opponent, {quick} in rapid and blitz",
                f"给对方加 {long} 分钟（快棋和超快棋 {quick} 分钟）",
            )
        )
    if law.costs:
        found.append(
            Words(f"each costs {law.costs} stone at the count", f"数子时每次罚 {law.costs} 子")
        )
    if law.loses_at is not None:
        how, drawn = ENDS[law.ends], NO_WIN if law.drawn_if_unwinnable else NOTHING
        found.append(
            Words(
                f"number {law.loses_at} {how.english}{drawn.english} ({law.law})",
                f"第 {law.loses_at} 次{how.chinese}{drawn.chinese}（{law.law}）",
            )
        )
    return found


def wrong_costs(law: GroundLaw) -> tuple[Words, ...]:
    """What a wrong claim costs."""
    found = []
    if law.wrong_used_ms:
        time = duration(law.wrong_used_ms)
        found.append(
            Words(
                f"a wrong claim: {time.english} more used", f"要求错误：所用时间加 {time.chinese}"
            )
        )
    if law.wrong_opponent_ms:
        time = duration(law.wrong_opponent_ms)
        found.append(
            Words(
                f"a wrong claim: {time.english} for the opponent",
                f"要求错误：给对方加 {time.chinese}",
            )
        )
    return tuple(found)
