"""The two rulebooks of Go, as data.

`go-china` is the state rules, `go-china-club` the club rules; docs/laws.md has the rows of both under
the same ids and says where they differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from rules.rulebook import (
    LOSS,
    CompletionLaw,
    IrregularityLaw,
    PenaltyLaw,
    Remedy,
    Rulebook,
    SeenBy,
    Termination,
    Word,
)
from rules.terms import LawId
from rules.touch import Pattern, TouchLaw

SCORE = LawId("GO-score")
END = LawId("GO-21.end")
DISPUTE = LawId("GO-21.dispute")
SUPERKO = LawId("GO-20.super")
WARNING = "warning"
"""What is counted against a player."""
COLOURS_UNTIL_PLY = 10
"""Colours taken up wrongly are set right up to and including this move (GO-17.colour)."""

# Stones are never moved, so a touch obliges to nothing: only a released stone binds.
_TOUCH = TouchLaw(
    alternatives=dict.fromkeys(Pattern, ()),
    free=LawId("GO-17.release"),
    bump=LawId("GO-17.shift"),
)
_COMPLETION = CompletionLaw(
    released=LawId("GO-17.release"),
    capture=LawId("GO-18.dead"),
    turn=LawId("GO-17.two"),
    illegal=LawId("GO-19"),
    press_without_move=LawId("GO-17.clock"),
    displaced=LawId("GO-17.shift"),
    scattered=LawId("GO-17.scatter"),
    wrong_array=LawId("GO-17.scatter"),
    wrong_turned=LawId("GO-17.scatter"),
)


def _row(
    law: str,
    kind: str,
    words: tuple[str, str],
    remedy: Remedy,
    *,
    penalty: str = "",
    word: Word = Word.NONE,
    loses_by: Termination | None = None,
    seen_by: SeenBy = SeenBy.SENSORS,
    keeps_turn: bool = False,
) -> IrregularityLaw:
    english, chinese = words
    return IrregularityLaw(
        law=LawId(law),
        kind=kind,
        english=english,
        chinese=chinese,
        remedy=remedy,
        seen_by=seen_by,
        penalty=penalty,
        word=word,
        loses_by=loses_by,
        keeps_turn=keeps_turn,
    )


_SHIFT = _row(
    "GO-17.shift",
    "stone-shifted",
    (
        (
            "a stone played earlier has moved: it goes back to its point if both agree; otherwise the"
            " arbiter lets it stay or orders a draw or a replay; whoever did it on purpose loses"
        ),
        "先前所下的棋子移位：双方同意则放回原处，否则由裁判长判其留在新位、判和或重下；故意移动者判负",
    ),
    Remedy.ARBITER,
    keeps_turn=True,
)
_SCATTER = _row(
    "GO-17.scatter",
    "position-scattered",
    (
        (
            "the position is scattered: it is set up again from the record and play goes on; where that"
            " cannot be done, a draw or a replay, a loss for whoever did it, above all on purpose"
        ),
        "棋局散乱：按记录恢复后续弈；不能恢复时判和或重下，造成散乱的一方可判负，故意者判负",
    ),
    Remedy.RESTORE,
)
_RELEASE = _row(
    "GO-17.release",
    "stone-moved-after-release",
    (
        (
            "a stone that was released was lifted and played elsewhere: it goes back, and a warning if the"
            " opponent or the arbiter says so; a stone that truly dropped may be picked up and played"
        ),
        "落子后又拿起改下他处：棋子放回原处，经对方或裁判认定则警告；确系失手掉落的棋子可以拾起再下",
    ),
    Remedy.RESTORE,
    penalty=WARNING,
    word=Word.SAID,
)
_RELEASE_CLUB = replace(
    _RELEASE,
    english=(
        "a stone that was released was lifted and played elsewhere: it goes back, and a warning if the"
        " opponent reports it before the next own stone; a dropped stone may be played with consent"
    ),
    chinese="落子后又拿起改下他处：对方须在下一手前提出，放回原处并警告；失手掉落的棋子经对方同意可以再下",
    word=Word.BEFORE_REPLY,
)
_ALIVE = _row(
    "GO-18.alive",
    "living-stones-removed",
    (
        "stones with liberties were taken off by mistake: they return and the player is warned",
        "误提有气的棋子：放回原处并警告",
    ),
    Remedy.RESTORE,
    penalty=WARNING,
)
_FORBIDDEN = _row(
    "GO-19",
    "forbidden-point",
    (
        "a stone was played where it has no liberty: the play is void and the turn is lost",
        "下在禁着点：着手无效，停一手",
    ),
    Remedy.TURN_LOST,
)

_LEFT = _row(
    "GO-22.7",
    "left-in-byo-yomi",
    (
        "the board was left in byo-yomi without leave, or more than once",
        "读秒阶段未经许可离席，或离席超过一次",
    ),
    Remedy.ARBITER,
    seen_by=SeenBy.PEOPLE,
)

_SHARED = (_SHIFT, _SCATTER, _ALIVE, _FORBIDDEN, _LEFT)
_CHINA = (
    *_SHARED,
    _RELEASE,
    _row(
        "GO-17.two",
        "two-stones-in-a-row",
        ("two stones were played in a row: the game is lost", "连下两着：判负"),
        Remedy.LOSES,
        penalty=LOSS,
        word=Word.ARBITER,
        loses_by=Termination.TWO_IN_A_ROW,
    ),
    _row(
        "GO-17.clock",
        "captures-not-off-at-press",
        (
            "the clock was pressed before the captured stones were off: advice, or a warning",
            "未提清死子即按钟：劝告或警告",
        ),
        Remedy.ARBITER,
        seen_by=SeenBy.CLOCK,
    ),
    _row(
        "GO-18.dead",
        "dead-stones-left",
        (
            "stones without liberties were left on the board: they are taken off",
            "漏提或少提无气的棋子：补提",
        ),
        Remedy.SET_RIGHT,
    ),
    _row(
        "GO-20.ko",
        "ko-retaken-at-once",
        (
            "a ko was retaken at once: the play is void and the turn is lost",
            "未找劫材即回提：着手无效，停一手",
        ),
        Remedy.TURN_LOST,
    ),
    _row(
        "GO-20.super",
        "whole-board-repeated",
        (
            (
                "the whole board repeats without end: the arbiter orders a draw or a replay; dead stones do"
                " not live by repetition"
            ),
            "全局循环反复：由裁判判和或重下；假生不能成活",
        ),
        Remedy.ARBITER,
    ),
    _row(
        "GO-22.sealed",
        "sealed-point-occupied",
        (
            "the sealed play is on a point where a stone stands: it counts as a pass",
            "封手所写的点已有棋子：作停一手论",
        ),
        Remedy.TURN_LOST,
        seen_by=SeenBy.PEOPLE,
    ),
)
_CLUB = (
    *_SHARED,
    _RELEASE_CLUB,
    _row(
        "GO-17.colour",
        "colours-exchanged",
        (
            (
                "the colours were taken up wrongly: set right up to and including move 10, afterwards the"
                " game stands"
            ),
            "错拿黑白：第十手以内（含第十手）可以更正，此后不再更正",
        ),
        Remedy.ARBITER,
        seen_by=SeenBy.PEOPLE,
    ),
    _row(
        "GO-17.two",
        "two-stones-in-a-row",
        (
            "two stones were played in a row: the second is taken back and the player is warned",
            "连下两着：第二着无效，取回并警告",
        ),
        Remedy.RESTORE,
        penalty=WARNING,
    ),
    _row(
        "GO-17.clock",
        "early-press",
        (
            "the clock was pressed before the play was finished: a warning, the times stay",
            "着手未完成即按钟：警告，用时不变",
        ),
        Remedy.SET_RIGHT,
        penalty=WARNING,
        seen_by=SeenBy.CLOCK,
    ),
    _row(
        "GO-18.dead",
        "dead-stones-left",
        (
            (
                "stones without liberties were left on the board: they are taken off and the player is"
                " warned"
            ),
            "漏提或少提无气的棋子：补提并警告",
        ),
        Remedy.SET_RIGHT,
        penalty=WARNING,
    ),
    _row(
        "GO-20.ko",
        "ko-retaken-at-once",
        (
            "a ko was retaken at once: the play is void, the turn is lost and the player is warned",
            "未找劫材即回提：着手无效，停一手并警告",
        ),
        Remedy.TURN_LOST,
        penalty=WARNING,
    ),
    _row(
        "GO-20.super",
        "whole-board-repeated",
        (
            (
                "the whole board was repeated, which is forbidden in principle: the arbiter decides by the"
                " supplement of the event (no result, a draw, an extra game)"
            ),
            "全局同形再现，原则上禁止：由裁判按比赛补充规定处理（无胜负、和棋或加赛）",
        ),
        Remedy.ARBITER,
    ),
)


def _by_law(rows: Iterable[IrregularityLaw]) -> Mapping[LawId, IrregularityLaw]:
    return {row.law: row for row in sorted(rows, key=lambda row: row.law)}


CHINA = Rulebook(
    name="go-china",
    title="Chinese rules of Go, state edition",
    touch=_TOUCH,
    completion=_COMPLETION,
    automatic_draws=frozenset(),
    illegal_at_press=False,
    irregularities=_by_law(_CHINA),
    penalties=(PenaltyLaw(law=LawId("GO-25.warn"), kind=WARNING, loses_at=2),),
)
CHINA_CLUB = Rulebook(
    name="go-china-club",
    title="Chinese rules of Go, club edition",
    touch=_TOUCH,
    completion=_COMPLETION,
    automatic_draws=frozenset(),
    illegal_at_press=False,
    irregularities=_by_law(_CLUB),
    penalties=(PenaltyLaw(law=LawId("GO-24.warn"), kind=WARNING, loses_at=2, costs=1),),
)
