"""The rulebooks of draughts, as data: touched men, irregularities, penalties, time controls, points.

The irregularities and the touch law are those of the 100-square game in every rulebook: the text that
docs/laws.md follows breaks off where the 64-square game would have its own.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.draughts.profiles import PROFILES
from rules.rulebook import (
    CompletionLaw,
    IrregularityLaw,
    Outcome,
    PenaltyLaw,
    Remedy,
    Rulebook,
    SeenBy,
    TimePreset,
)
from rules.terms import LawId
from rules.touch import Alternative, Pattern, TouchLaw, first_own_moves

_TOUCH_MOVE = LawId("DR-5.11")
_OWN_MUST_MOVE = (Alternative(_TOUCH_MOVE, first_own_moves),)
TOUCH = TouchLaw(
    alternatives={
        Pattern.OWN: _OWN_MUST_MOVE,
        Pattern.ENEMY: (),
        Pattern.OWN_THEN_ENEMY: _OWN_MUST_MOVE,
        Pattern.ENEMY_THEN_OWN: _OWN_MUST_MOVE,
        Pattern.AT_ONCE: _OWN_MUST_MOVE,
    },
    free=_TOUCH_MOVE,
    bump=LawId("DR-7.5"),
    breach=LawId("DR-7.4.3"),
)
"""The first own man touched that can move legally must move; the opponent's men oblige to nothing.

Where a capture is compulsory, a man that cannot make it cannot move legally.
"""

COMPLETION = CompletionLaw(
    released=LawId("DR-5.10"),
    capture=LawId("DR-6.4"),
    turn=LawId("DR-7.4.1"),
    illegal=LawId("DR-7.4.2"),
    displaced=LawId("DR-7.5"),
    wrong_array=LawId("DR-7.2"),
    wrong_turned=LawId("DR-7.1"),
    taken_back=LawId("DR-7.4.4"),
)
"""Until it is released a man may be put on any other square that it can reach (DR-5.12); the player who is
not on move touches nothing (DR-5.14): what he moves is one of DR-7.4."""


def _of_7_4(
    number: int, kind: str, english: str, chinese: str, seen_by: SeenBy = SeenBy.SENSORS
) -> IrregularityLaw:
    """One of the irregularities after which the opponent chooses (DR-7.4.1 to DR-7.4.16)."""
    return IrregularityLaw(
        law=LawId(f"DR-7.4.{number}"),
        kind=kind,
        english=english,
        chinese=chinese,
        remedy=Remedy.OPPONENT_CHOOSES,
        seen_by=seen_by,
    )


_IRREGULARITIES = (
    _of_7_4(1, "two-moves", "two moves in a row", "连走两步"),
    _of_7_4(2, "irregular-move", "a man moved against the rules", "走法不合规则"),
    _of_7_4(3, "other-man-moved", "one man touched, another moved", "触摸一子却走另一子"),
    _of_7_4(4, "move-taken-back", "a completed move taken back", "悔棋"),
    _of_7_4(5, "enemy-man-moved", "a man of the opponent moved", "移动对方的棋子"),
    _of_7_4(
        6, "capture-not-made", "a man that could capture moved without capturing", "应吃子而未吃"
    ),
    _of_7_4(7, "man-lifted", "a man taken off the board for no reason", "无故拿掉棋子"),
    _of_7_4(
        8, "wrong-number-taken", "more or fewer men taken than due", "吃子数目多于或少于应吃之数"
    ),
    _of_7_4(9, "stopped-in-chain", "a capture stopped half-way", "连吃中途停止"),
    _of_7_4(10, "wrong-man-in-chain", "a wrong man lifted during a capture", "连吃途中拿错棋子"),
    _of_7_4(
        11, "too-few-removed", "fewer men removed than were captured", "提走的棋子少于被吃的棋子"
    ),
    _of_7_4(12, "unjumped-removed", "a man removed that was not jumped", "提走未被跳过的棋子"),
    _of_7_4(13, "removal-paused", "a pause in removing the captured men", "提子中途停顿"),
    _of_7_4(14, "own-man-removed", "an own man removed with the captured ones", "误提己方棋子"),
    _of_7_4(15, "uncrowned-king-moved", "a king moved that was not crowned", "移动尚未加冕的王棋"),
    _of_7_4(16, "two-hands", "both hands used for a capture", "双手吃子", SeenBy.PEOPLE),
    IrregularityLaw(
        law=LawId("DR-6.11"),
        kind="wrong-removal-order",
        english="captured men removed neither in the order of the jumps nor in reverse",
        chinese="未按吃子顺序或其逆序提子",
        remedy=Remedy.OPPONENT_CHOOSES,
    ),
    IrregularityLaw(
        law=LawId("DR-7.1"),
        kind="board-turned",
        english="the board stands wrongly turned, the game is void",
        chinese="棋盘方向摆错，对局无效",
        remedy=Remedy.ARBITER,
    ),
    IrregularityLaw(
        law=LawId("DR-7.2"),
        kind="wrong-array",
        english="the men do not stand as at the start of a game",
        chinese="开局摆子有误",
        remedy=Remedy.SET_RIGHT,
    ),
    IrregularityLaw(
        law=LawId("DR-7.3"),
        kind="man-on-light-square",
        english="a man stands on a light square",
        chinese="棋子放在浅色格上",
        remedy=Remedy.SET_RIGHT,
        # Only the dark squares are points, so that no sensor can tell.
        seen_by=SeenBy.PEOPLE,
    ),
    IrregularityLaw(
        law=LawId("DR-7.5"),
        kind="displaced",
        english="men displaced by accident",
        chinese="无意碰动棋子",
        remedy=Remedy.SET_RIGHT,
    ),
)
IRREGULARITIES: Mapping[LawId, IrregularityLaw] = {each.law: each for each in _IRREGULARITIES}

PENALTIES = (
    PenaltyLaw(law=LawId("DR-14"), kind="warning", loses_at=None),
    PenaltyLaw(law=LawId("DR-14"), kind="severe-warning", loses_at=2),
)

TIMES = (
    TimePreset(name="sudden-death", law=LawId("DR-8.1.1"), text="60:00"),
    TimePreset(name="fischer", law=LawId("DR-8.1.2"), text="80:00+1:00"),
    TimePreset(name="fixed-then-fischer", law=LawId("DR-8.1.3"), text="60:00,10:00+0:30"),
)
"""The kinds of time control that DR-8.1 names. It names no figures: these are usual ones."""

POINTS: Mapping[Outcome, tuple[int, int]] = {
    Outcome.FIRST_WINS: (2, 0),
    Outcome.DRAW: (1, 1),
    Outcome.SECOND_WINS: (0, 2),
    Outcome.BOTH_LOSE: (0, 0),
}
"""Points of the side that began and of the other, by outcome (DR-12.6)."""


def _book(name: str, title: str) -> Rulebook:
    return Rulebook(
        name=name,
        title=title,
        touch=TOUCH,
        completion=COMPLETION,
        automatic_draws=PROFILES[name].terminations,  # DR-12.5
        illegal_at_press=False,
        irregularities=IRREGULARITIES,
        penalties=PENALTIES,
        times=TIMES,
        opponents_alone=LawId("DR-15.1.3"),
        refused=LawId("DR-7.6"),
        refusal=LawId("DR-14.4"),
    )


def _named(*books: Rulebook) -> Mapping[str, Rulebook]:
    return {book.name: book for book in books}


RULEBOOKS_100 = _named(_book("draughts-100", "International draughts"))
RULEBOOKS_RUSSIAN = _named(
    _book("draughts-russian", "Russian draughts"),
    _book("draughts-russian-national", "Russian draughts, national code (unverified)"),
)
RULEBOOKS_BRAZILIAN = _named(
    _book("draughts-brazilian", "Brazilian draughts"),
    _book("draughts-brazilian-cbd", "Brazilian draughts, confederation of Brazil"),
)
