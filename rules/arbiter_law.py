"""What the arbiter may do by each rulebook, as data: penalties, and games that are void.

Penalties that are counted lead on by themselves (`Rulebook.penalties`); what they lead to is in
`consequence`. Everything here answers what the law says; who may ask, and when, is the board's business.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from rules.go.laws import CHINA, CHINA_CLUB, COLOURS_UNTIL_PLY
from rules.registry import GAMES
from rules.rulebook import LOSS, PenaltyLaw, Rulebook, SeenBy, Termination
from rules.terms import LawId, RulesError, quoted
from rules.time_control import Period, TimeControl

FIDE_2023, CLASSIC = "chess-fide-2023", "chess-classic"
"""Rulebooks of chess by name: the laws of chess are not loaded for a board of another game."""
QUICK_BELOW_S = 60 * 60
"""A game in which sixty moves are given less than this is rapid or blitz (FIDE-A, FIDE-B)."""
QUICK_MOVES = 60


class Effect(StrEnum):
    """What a penalty does beyond being written down."""

    RECORDED = "recorded"
    COUNTED = "counted"
    """It joins the count of its kind, which may cost time, stones or the game."""
    TIME = "time"
    """Time for the opponent, or off the offender's clock."""
    POINTS = "points"
    """Points of the event: the table of the event takes them in, the game does not."""
    LOSS = "loss"
    BOTH_LOSE = "both-lose"
    EXCLUSION = "exclusion"
    """The game is lost, and the player leaves the event."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sanction:
    """One penalty that the arbiter may give.

    Attributes:
        kind: as the command and the message name it.
        counted: the kind of the count that it joins ("foul" for "disturbing"); "" for none.
        ends_by: how a game ends that it loses.
        english, chinese: what players and arbiters read, without a full stop.
        offers: the penalty that is due with it and that the arbiter may give; "" for none.
    """

    kind: str
    law: LawId
    effect: Effect
    english: str
    chinese: str
    counted: str = ""
    offers: str = ""
    ends_by: Termination = Termination.PENALTIES


def _given(kind: str, law: str, effect: Effect, english: str, chinese: str) -> Sanction:
    return Sanction(kind=kind, law=LawId(law), effect=effect, english=english, chinese=chinese)


LOSS_FOR_REFUSAL = "loss-for-refusal"
"""The penalty of a player who will not correct what was done (DR-14.4)."""
_BOTH_LOSE = ("both players lose", "双方判负")
_LOSS = ("the game is lost", "判负")
_EXCLUDED = ("excluded from the event", "取消比赛资格")
_TO_OPPONENT = ("time for the opponent", "给对方加时")
_OFF = ("time off the clock", "扣减用时")


def _times(law: str) -> tuple[Sanction, ...]:
    return (
        _given("time-to-opponent", law, Effect.TIME, *_TO_OPPONENT),
        _given("time-off", law, Effect.TIME, *_OFF),
    )


_CONDUCT = (
    _given("refuses-recording", "CH-11.4", Effect.LOSS, "refuses to record", "拒绝记录"),
    _given("notes-or-analysis", "CH-15.1", Effect.RECORDED, "notes or analysis", "使用笔记或分析"),
    _given("disturbing", "CH-15.1", Effect.RECORDED, "the opponent was disturbed", "干扰对方"),
    _given(
        "loss-for-conduct", "CH-15.2", Effect.LOSS, "the game is lost by conduct", "因行为不端判负"
    ),
)
"""What people see at a game of chess, and what it may cost."""
_FIDE = (
    *_times("FIDE-12.9"),
    _given(
        "points-to-opponent", "FIDE-12.9", Effect.POINTS, "points for the opponent", "给对方加分"
    ),
    _given("points-off", "FIDE-12.9", Effect.POINTS, "points off the score", "扣分"),
    _given("loss", "FIDE-12.9", Effect.LOSS, *_LOSS),
    _given("exclusion", "FIDE-12.9", Effect.EXCLUSION, *_EXCLUDED),
    _given(
        "refuses-the-laws", "CH-10.17", Effect.LOSS, "refuses to follow the laws", "拒不遵守规则"
    ),
    _given("both-lose", "CH-10.17", Effect.BOTH_LOSE, *_BOTH_LOSE),
    *_CONDUCT,
)
_CLASSIC = (
    *_times("CH-16.5"),
    _given("loss", "CH-16.5", Effect.LOSS, *_LOSS),
    _given(
        "refuses-the-laws", "CH-10.17", Effect.LOSS, "refuses to follow the laws", "拒不遵守规则"
    ),
    _given("both-lose", "CH-10.17", Effect.BOTH_LOSE, *_BOTH_LOSE),
    *_CONDUCT,
)
# Refusing is written down, and the loss that is due for it is offered (DR-14.4).
_DRAUGHTS = (
    Sanction(
        kind="refuses-correction",
        law=LawId("DR-7.8"),
        effect=Effect.RECORDED,
        english="refuses to correct an irregularity",
        chinese="拒绝纠正违例",
        offers=LOSS_FOR_REFUSAL,
    ),
    Sanction(
        kind="corrects-in-part",
        law=LawId("DR-7.8"),
        effect=Effect.COUNTED,
        english="corrects an irregularity in part only",
        chinese="仅部分纠正违例",
        counted="severe-warning",
    ),
    _given(
        LOSS_FOR_REFUSAL,
        "DR-14.4",
        Effect.LOSS,
        "the game is lost by refusing to correct",
        "因拒绝纠正违例判负",
    ),
    _given("loss", "DR-14", Effect.LOSS, *_LOSS),
    _given("both-lose", "DR-14", Effect.BOTH_LOSE, *_BOTH_LOSE),
    _given("exclusion", "DR-14", Effect.EXCLUSION, *_EXCLUDED),
)
# What people alone see (XQ-8.1–8.4, XQ-8.7) is answered by these.
_XIANGQI = (
    _given("refuses-recording", "XQ-7.4", Effect.LOSS, "refuses to record", "拒绝记录"),
    _given("loss", "XQ-8.8", Effect.LOSS, *_LOSS),
    _given("exclusion", "XQ-8.8", Effect.EXCLUSION, *_EXCLUDED),
)
_GO = (
    _given("loss", "GO-23", Effect.LOSS, *_LOSS),
    _given(
        "shifted-on-purpose",
        "GO-17.shift",
        Effect.LOSS,
        "shifted stones on purpose",
        "故意移动棋子",
    ),
    _given(
        "scattered-on-purpose",
        "GO-17.scatter",
        Effect.LOSS,
        "scattered the position on purpose",
        "故意弄乱棋局",
    ),
)
_CHINA = (*_GO, _given("advice", "GO-23", Effect.RECORDED, "advice", "劝告"))
_CLUB = (
    *_GO,
    _given("both-lose", "GO-23", Effect.BOTH_LOSE, *_BOTH_LOSE),
    _given("exclusion", "GO-23", Effect.EXCLUSION, *_EXCLUDED),
    _given(
        "shifted-both-lose",
        "GO-17.shift",
        Effect.BOTH_LOSE,
        "stones have moved, and both players lose",
        "棋子移位，双方判负",
    ),
)
_BY_GAME: Mapping[str, tuple[Sanction, ...]] = {"xiangqi": _XIANGQI}
_BY_BOOK: Mapping[str, tuple[Sanction, ...]] = {
    FIDE_2023: _FIDE,
    CLASSIC: _CLASSIC,
    CHINA.name: _CHINA,
    CHINA_CLUB.name: _CLUB,
}


@cache
def _sanctions(name: str) -> Mapping[str, Sanction]:
    game = next(game for game in GAMES.values() if name in game.rulebooks)
    rulebook = game.rulebooks[name]
    found = {
        law.kind: Sanction(
            kind=law.kind,
            law=law.law,
            effect=Effect.COUNTED,
            english=law.kind.replace("-", " "),
            chinese=_COUNTED[law.kind],
            counted=law.kind,
        )
        for law in rulebook.penalties
    }
    for row in rulebook.irregularities.values():
        if row.penalty or row.seen_by is SeenBy.PEOPLE:
            lost = row.penalty == LOSS
            found[row.kind] = Sanction(
                kind=row.kind,
                law=row.law,
                effect=_EFFECTS.get(row.penalty, Effect.COUNTED),
                english=row.english,
                chinese=row.chinese,
                counted="" if lost else row.penalty,
                ends_by=row.loses_by or Termination.PENALTIES,
            )
    own = _BY_BOOK.get(name, _BY_GAME.get(game.name, _DRAUGHTS))
    return {**found, **{each.kind: each for each in own}}


_EFFECTS: Mapping[str, Effect] = {"": Effect.RECORDED, LOSS: Effect.LOSS}
"""What a row's penalty does; every other is counted."""
_COUNTED: Mapping[str, str] = {
    "illegal-move": "违例着法",
    "warning": "警告",
    "severe-warning": "严重警告",
    "foul": "犯规",
}


def sanctions(rulebook: Rulebook) -> Mapping[str, Sanction]:
    """Every penalty that the arbiter may give by a rulebook, by kind.

    What the board counts by itself is among them, for what it did not see, and so is every breach that only
    people see (XQ-9.1.1, FIDE-7.5.4).
    """
    return _sanctions(rulebook.name)


def sanction(rulebook: Rulebook, kind: str) -> Sanction:
    """The penalty of a kind.

    Raises:
        RulesError: the rulebook knows none; names those it knows.
    """
    known = sanctions(rulebook)
    if kind not in known:
        raise RulesError(
            f"{rulebook.name} has no penalty {quoted(kind)}; known: {', '.join(sorted(known))}"
        )
    return known[kind]


def counted(rulebook: Rulebook, kind: str) -> PenaltyLaw | None:
    """What a count of penalties leads to; None for a kind that is not counted."""
    return next((law for law in rulebook.penalties if law.kind == kind), None)


def loss_is_due(law: PenaltyLaw, count: int) -> bool:
    """Whether so many penalties lose the game by the law, whoever has to give the loss."""
    return law.loses_at is not None and count >= law.loses_at


def quick(control: TimeControl) -> bool:
    """Whether a game is rapid or blitz: less than an hour for sixty moves of a player (FIDE-A, FIDE-B).

    Periods count with their time and what each of their moves adds; a control of anything else
    (byo-yomi, hourglass) counts with the time that stands on the clock.
    """
    left, total_s = QUICK_MOVES, 0
    for stage in control.stages:
        if not isinstance(stage, Period):
            return total_s + stage.time_s < QUICK_BELOW_S
        rounds = -(-left // stage.moves) if stage.repeats and stage.moves else 1
        moves = left if stage.moves is None else min(left, stage.moves * rounds)
        total_s += rounds * stage.time_s + moves * stage.bonus_s
        left -= moves
        if left <= 0:
            break
    return total_s < QUICK_BELOW_S


def time_given_ms(law: PenaltyLaw, control: TimeControl | None) -> int:
    """The time that the opponent gets for one counted penalty, in milliseconds (FIDE-7.5.5, FIDE-A)."""
    if control is None:
        return 0
    return law.gives_quick_ms if quick(control) else law.gives_ms


class VoidCause(StrEnum):
    """Why a game is void or begun anew."""

    COLOURS_REVERSED = "colours-reversed"
    WRONG_ARRAY = "wrong-array"
    BOARD_TURNED = "board-turned"
    CANNOT_RESTORE = "cannot-restore"
    """The position before an illegal move or an accident cannot be set up again."""
    REPETITION = "repetition"


_VOID_LAWS: Mapping[str, Mapping[VoidCause, str]] = {
    FIDE_2023: {
        VoidCause.COLOURS_REVERSED: "FIDE-7.3",
        VoidCause.WRONG_ARRAY: "FIDE-7.2.1",
        VoidCause.CANNOT_RESTORE: "CH-8.1",
    },
    CLASSIC: {
        VoidCause.COLOURS_REVERSED: "CH-8.6",
        VoidCause.WRONG_ARRAY: "CH-8.5",
        VoidCause.CANNOT_RESTORE: "CH-8.1",
    },
    CHINA.name: {VoidCause.CANNOT_RESTORE: "GO-17.scatter", VoidCause.REPETITION: "GO-20.super"},
    CHINA_CLUB.name: {
        VoidCause.COLOURS_REVERSED: "GO-17.colour",
        VoidCause.CANNOT_RESTORE: "GO-17.scatter",
        VoidCause.REPETITION: "GO-20.super",
    },
}
_DRAUGHTS_VOID = {VoidCause.BOARD_TURNED: "DR-7.1"}
FIDE_MOVES = 10
"""With fewer moves made by both, a game with the colours reversed is begun anew (FIDE-7.3)."""
CLASSIC_SHARE = 4
"""With more than one part in four of the first control's time gone, it is played on (CH-8.6)."""


def void_law(rulebook: Rulebook, cause: VoidCause) -> LawId:
    """The law by which a game is void for a reason.

    Raises:
        RulesError: the rulebook does not make a game void for it.
    """
    draughts = rulebook.name.startswith("draughts")
    laws = _DRAUGHTS_VOID if draughts else _VOID_LAWS.get(rulebook.name, {})
    if cause in laws:
        return LawId(laws[cause])
    if cause is VoidCause.COLOURS_REVERSED and draughts:
        raise RulesError("with the colours reversed the game goes on (DR-9.3)")
    known = ", ".join(laws) or "none"
    raise RulesError(f"{rulebook.name} makes no game void for {cause.value}; known causes: {known}")


def colours_stand(rulebook: Rulebook, plies: int, used_share: float | None) -> str | None:
    """Why a game that was begun with the colours reversed goes on as it is; None where it is begun anew.

    Args:
        plies: made so far.
        used_share: the part of the first control's time that is gone, 0 to 1, of the side that has used
            more; None without a clock.
    """
    if rulebook.name == FIDE_2023 and plies >= 2 * FIDE_MOVES:
        return f"ten moves have been made by both: the game goes on (FIDE-7.3, ply {plies})"
    if rulebook.name == CLASSIC and used_share is not None and used_share * CLASSIC_SHARE > 1:
        return "more than a quarter of the first control's time has gone: the game goes on (CH-8.6)"
    if rulebook.name == CHINA_CLUB.name and plies > COLOURS_UNTIL_PLY:
        return f"move {COLOURS_UNTIL_PLY} has been made: the colours stand (GO-17.colour)"
    return None
