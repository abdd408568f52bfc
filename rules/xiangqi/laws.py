"""The two rulebooks of xiangqi, as data.

`xiangqi-cxa` is the Chinese association's competition rules, articles 5 to 10 as docs/laws.md lists them.
`xiangqi-wxf` adjudicates repetitions by the world federation's rules of 2018 (`rules.xiangqi.repetition`)
and has the same laws otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.rulebook import (
    LOSS,
    CompletionLaw,
    Ends,
    IrregularityLaw,
    PenaltyLaw,
    Remedy,
    Rulebook,
    SeenBy,
    Termination,
    TimePreset,
    Word,
)
from rules.terms import LawId
from rules.touch import (
    Alternative,
    Pattern,
    TouchLaw,
    any_move,
    any_takes_first,
    first_enemy_captured,
    first_own_moves,
    first_takes_first,
    only_first_moves,
)

FOUL, WARNING = "foul", "warning"
"""What is counted against a player."""
FOULS_LOSE = 3
"""With so many fouls the loss is due, unless the event says otherwise: the law names no number (XQ-9.2)."""

_OWN, _ENEMY = LawId("XQ-5.1"), LawId("XQ-5.2")
_OWN_FIRST, _ENEMY_FIRST, _AT_ONCE = LawId("XQ-5.3"), LawId("XQ-5.4"), LawId("XQ-5.5")
_CORRECTED = LawId("XQ-5.8")
ILLEGAL = LawId("XQ-4.1.6")
# Men touched after the two that the law speaks of bind when those two cannot.
_FURTHER = (Alternative(_OWN, first_own_moves), Alternative(_ENEMY, first_enemy_captured))


def _enemy_first(law: LawId) -> tuple[Alternative, ...]:
    """The enemy man was touched first: that it is captured goes before that the own man moves."""
    return (
        Alternative(law, first_takes_first),
        Alternative(law, any_takes_first),
        Alternative(law, only_first_moves),
        *_FURTHER,
        Alternative(law, any_move),
    )


TOUCH = TouchLaw(
    alternatives={
        Pattern.OWN: (Alternative(_OWN, first_own_moves), Alternative(_OWN, any_move)),
        Pattern.ENEMY: (Alternative(_ENEMY, first_enemy_captured), Alternative(_ENEMY, any_move)),
        Pattern.OWN_THEN_ENEMY: (
            Alternative(_OWN_FIRST, first_takes_first),
            Alternative(_OWN_FIRST, only_first_moves),
            Alternative(_OWN_FIRST, any_takes_first),
            *_FURTHER,
            Alternative(_OWN_FIRST, any_move),
        ),
        Pattern.ENEMY_THEN_OWN: _enemy_first(_ENEMY_FIRST),
        Pattern.AT_ONCE: _enemy_first(_AT_ONCE),
    },
    free=_OWN,
    bump=LawId("XQ-5.6"),
)
"""What touches oblige to; it ends with freedom in each case, so that the law which frees is named."""


def _foul(law: str, kind: str, seen_by: SeenBy, english: str, chinese: str) -> IrregularityLaw:
    return IrregularityLaw(
        law=LawId(law),
        kind=kind,
        english=english,
        chinese=chinese,
        remedy=Remedy.FOUL,
        seen_by=seen_by,
        penalty=FOUL,
    )


FOULS: Mapping[LawId, IrregularityLaw] = {
    foul.law: foul
    for foul in (
        _foul("XQ-9.1.1", "disturbing", SeenBy.PEOPLE, "the opponent was disturbed", "干扰对方"),
        _foul(
            "XQ-9.1.2",
            "clock-without-leave",
            SeenBy.CLOCK,
            "a clock was stopped or started without leave",
            "擅自停钟或开钟",
        ),
        _foul(
            "XQ-9.1.3",
            "repeated-draw-offer",
            SeenBy.CLAIMS,
            "a draw was offered again after it had been declined",
            "提和被拒后再次提和",
        ),
        _foul(
            "XQ-9.1.4",
            "unfounded-limit-claim",
            SeenBy.CLAIMS,
            "a draw by the limit of moves was claimed without ground",
            "错误提出自然限着和棋",
        ),
        _foul(
            "XQ-9.1.5",
            "touched-own-cannot-move",
            SeenBy.SENSORS,
            "an own piece was touched that has no legal move",
            "触摸了不能走动的己方棋子",
        ),
        _foul(
            "XQ-9.1.6",
            "touched-enemy-cannot-be-captured",
            SeenBy.SENSORS,
            "a piece of the opponent's was touched that cannot be captured",
            "触摸了不能吃掉的对方棋子",
        ),
        # So many as XQ-7.1 says; no board sees the players' own sheets.
        _foul(
            "XQ-9.1.7",
            "recording-missed",
            SeenBy.PEOPLE,
            "four moves in a row were not recorded",
            "连续四着未记录",
        ),
        _foul("XQ-9.1.8", "minor-conduct", SeenBy.PEOPLE, "minor misconduct", "其他轻微违纪行为"),
    )
}
"""The technical fouls, by law."""

_ILLEGAL_MOVE = IrregularityLaw(
    law=ILLEGAL,
    kind="illegal-move",
    english="a piece was moved as it may not move: it goes back, and the arbiter may give the loss",
    chinese="走法违反行棋规则：恢复原局面，裁判可判负",
    remedy=Remedy.RESTORE,
    penalty=LOSS,
    word=Word.ARBITER,
    loses_by=Termination.ILLEGAL_MOVES,
)
"""The text of article 4.1.6 is not in the source; editions of that time have an illegal move lose."""
_ILLEGAL_RESTORED = replace(
    _ILLEGAL_MOVE,
    english="a piece was moved as it may not move: it goes back",
    chinese="走法违反行棋规则：恢复原局面",
    penalty="",
    word=Word.NONE,
)

TIMES = tuple(
    TimePreset(name=name, law=LawId(law), text=text)
    for law, name, text in (
        ("XQ-6.1", "classical", "40/90:00,10/15:00*"),
        ("XQ-6.2", "hour", "30/60:00,10/10:00*"),
        ("XQ-6.3", "rapid", "40/10:00,30/5:00*"),
        ("XQ-6.4", "blitz", "30/5:00*"),
        # The law leaves the length of sudden death to the organiser.
        ("XQ-6.5", "sudden-death", "10:00"),
    )
)

CXA = Rulebook(
    name="xiangqi-cxa",
    title="Competition rules of xiangqi, Chinese association",
    touch=TOUCH,
    completion=CompletionLaw(
        released=LawId("XQ-5.7"),
        capture=LawId("XQ-5.7"),
        turn=_CORRECTED,
        illegal=ILLEGAL,
        displaced=_CORRECTED,
        wrong_array=_CORRECTED,
        wrong_turned=_CORRECTED,
    ),
    automatic_draws=frozenset({Termination.REPETITION}),
    illegal_at_press=False,
    irregularities={ILLEGAL: _ILLEGAL_MOVE, **FOULS},
    penalties=(
        PenaltyLaw(law=LawId("XQ-9.2"), kind=FOUL, loses_at=FOULS_LOSE, ends=Ends.OFFERED),
        PenaltyLaw(law=LawId("XQ-8.8"), kind=WARNING, loses_at=None),
    ),
    times=TIMES,
)
WXF = replace(
    CXA,
    name="xiangqi-wxf",
    title="World Xiangqi Rules of 2018 on repetition; else as the Chinese association",
)


def of_event(book: Rulebook, *, fouls_lose: int | None, illegal_loses: bool) -> Rulebook:
    """The rulebook as an event has it.

    Args:
        fouls_lose: with so many fouls the loss is due (XQ-9.2); None where it never is.
        illegal_loses: an illegal move may cost the game (XQ-4.1.6); else it is only put right.
    """
    row = _ILLEGAL_MOVE if illegal_loses else _ILLEGAL_RESTORED
    return replace(
        book,
        irregularities={**book.irregularities, ILLEGAL: row},
        penalties=tuple(
            replace(law, loses_at=fouls_lose) if law.kind == FOUL else law for law in book.penalties
        ),
    )
