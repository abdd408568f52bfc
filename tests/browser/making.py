"""States of the kiosk's page, each made out of a game under way; None where the game knows no such state."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from controller.core.messages import Duty, Irregularity, Spot
from controller.core.view import (
    Adjourned,
    AreaCount,
    Charge,
    LossDue,
    OpenClaims,
    PenaltyCount,
    Pending,
    Restoring,
)
from rules.registry import game_by_name
from rules.rulebook import Termination
from tests.browser.games import game_view
from tests.shell.fake_desk import irregularity, question

if TYPE_CHECKING:
    from controller.core.messages import Json
    from controller.core.view import View

put = msgspec.structs.replace
DRAUGHTS = ("draughts-100", "draughts-russian", "draughts-brazilian")
LAWS = {
    "chess": ("FIDE-4.3.1", "FIDE-7.5.1"),
    **dict.fromkeys(DRAUGHTS, ("DR-5.11", "DR-7.2")),
    "xiangqi": ("XQ-5.1", "XQ-23.1"),
    "go": ("GO-8", "GO-6"),
}
"""Of each game, the law of a touch and that of a move that is not legal."""
COUNTED = {
    "chess": "illegal-move",
    **dict.fromkeys(DRAUGHTS, "severe-warning"),
    "xiangqi": "foul",
    "go": "warning",
}
"""Of each game, a penalty that is counted."""


def _moves(view: View, count: int) -> list[str]:
    """Legal moves, the longest words first."""
    if view.game == "go":
        return [point for point in game_by_name("go").points if point not in view.men][:count]
    position = game_by_name(view.game).start(str(view.position))
    legal = [move.text for move in position.moves() if move.target is not None]
    return sorted(legal, key=len, reverse=True)[:count]


def _origins(view: View) -> list[str]:
    """Where pieces of the side on move stand that may go."""
    game = game_by_name(view.game)
    moves = game.start(str(view.position)).moves()
    return list(dict.fromkeys(game.points[m.origin] for m in moves if m.origin is not None))


def _other(view: View) -> str:
    return next(side for side in view.players if side != view.side_to_move)


def _stopped(view: View, why: str) -> Json:
    return {**(view.clock or {}), "running": None, "stopped": why}


def setting_up(view: View) -> View:
    """Every piece is missing, and nobody is known by name."""
    away = [Spot(point=p, man=letter) for p, letter in view.men.items()]
    back = Restoring(missing=away, extra=[], why="start")
    lamps = dict.fromkeys(view.men, "missing")
    nobody: dict[str, str | None] = dict.fromkeys(view.players)
    return put(
        view, stage="setup", restore=back, standing=[], lamps=lamps, players=nobody, headers={}
    )


def not_started(view: View) -> View:
    return put(view, clock=_stopped(view, "not-started"))


def low(view: View) -> View:
    """Both are in the last seconds of byo-yomi, and have been penalised."""
    clock = dict(view.clock or {})
    left = {"remaining_ms": 9_200, "period": 4, "byo_yomi_left": 3, "seconds": True}
    clock["sides"] = {s: {**face, **left} for s, face in clock["sides"].items()}
    warned = [
        PenaltyCount(side=side, kind="illegal-move", count=2, english="illegal move", chinese="违例着法")
        for side in view.players
    ]  # fmt: skip
    return put(view, clock=clock, penalties=warned)


def hours(view: View) -> View:
    """The longest time that a clock shows."""
    clock = dict(view.clock or {})
    clock["sides"] = {s: {**f, "remaining_ms": 35_999_000} for s, f in clock["sides"].items()}
    return put(view, clock=clock)


def in_hand(view: View) -> View | None:
    """A piece was touched and has to be played."""
    if view.game == "go":
        return None
    point, law = _origins(view)[0], LAWS[view.game][0]
    duty = Duty(law=law, must_move=[point], must_capture=[], alternatives=_moves(view, 2))
    stands = [each for each in view.standing if each != point]
    return put(view, touched=[point], obligation=duty, lamps={point: "must-move"}, standing=stands)


def to_capture(view: View) -> View | None:
    """One's own piece was touched, and one of the opponent's."""
    if view.game == "go":
        return None
    own = _origins(view)[0]
    theirs = next(p for p in view.men if p != own and p not in _origins(view))
    law = LAWS[view.game][0]
    duty = Duty(law=law, must_move=[own], must_capture=[theirs], alternatives=_moves(view, 1))
    lamps = {own: "must-move", theirs: "must-capture"}
    return put(view, touched=[own, theirs], obligation=duty, lamps=lamps)


def choosing_piece(view: View) -> View | None:
    """A pawn is to be promoted, or a man crowned."""
    if view.game in ("xiangqi", "go"):
        return None
    point, side = next(iter(view.men)), view.side_to_move
    kind, choices = (
        ("promotion", list("qrbn")) if view.game == "chess" else ("crowning", [side[0].upper()])
    )
    pending = Pending(kind=kind, point=point, side=side, choices=choices)  # type: ignore[arg-type]  # fmt: skip
    return put(view, pending=pending, lamps={point: kind})


def _asked(
    view: View, count: int, reason: str, answers: tuple[str, ...] = ("answer", "play-on")
) -> View:
    found = question(reason=reason, candidates=_moves(view, count), answers=list(answers))
    return put(view, stage="question", question=found)


def asking_of_many(view: View) -> View:
    """Core runs of all frozen evenings have asked of two at most."""
    return _asked(view, 6, "two-moves-fit")


def asking_of_one(view: View) -> View:
    """Only people can answer."""
    return _asked(view, 1, "out-of-turn" if view.game == "go" else "sensor-silent", ("answer",))


def asking_of_three(view: View) -> View:
    return _asked(view, 3, "capture-or-bump")


def _back(view: View, missing: int, extra: int, why: str) -> Restoring:
    free = [p for p in game_by_name(view.game).points if p not in view.men][:extra]
    return Restoring(
        missing=[Spot(point=p, man=view.men[p]) for p in list(view.men)[:missing]],
        extra=[Spot(point=p, man=None) for p in free],
        why=why,
    )


def _lit(view: View, back: Restoring) -> View:
    lamps = {s.point: "missing" for s in back.missing} | {s.point: "extra" for s in back.extra}
    return put(view, stage="restore", restore=back, lamps=lamps)


def _illegal(view: View, kind: str = "illegal-move", **more: object) -> Irregularity:
    first, free = next(iter(view.men)), _back(view, 0, 1, "").extra[0].point
    return irregularity(
        law=LAWS[view.game][1], kind=kind, side=_other(view), points=[first, free],
        observed={"from": first, "to": free, "removed": []}, **more,
    )  # fmt: skip


def illegal_move(view: View) -> View:
    """With three pieces to put right."""
    back = _back(view, 2, 1, "irregularity")
    return put(_lit(view, back), irregularity=_illegal(view), clock=_stopped(view, "restore"))


def doubtful(view: View) -> View:
    """It may be no fault of anybody; the words are the longest."""
    kind, doubt = (
        ("two-stones-in-a-row", "unfelt-play") if view.game == "go" else ("illegal-move", "two-men")
    )
    found = _illegal(view, kind, doubt=doubt)
    return put(_lit(view, _back(view, 2, 1, "irregularity")), irregularity=found)


def not_corrected(view: View) -> View:
    """The opponent has demanded it, and the player may refuse."""
    kind = "other-man-moved" if view.game in DRAUGHTS else "move-taken-back"
    found = _illegal(view, kind, remedy="accept-or-correct", claimable_until="opponent-move")
    return put(_lit(view, _back(view, 2, 1, "irregularity")), irregularity=found)


def restoring_many(view: View) -> View:
    """Eleven pieces after the board was started again."""
    clock = _stopped(view, "board-restarted")
    return put(_lit(view, _back(view, 8, 3, "recovery")), clock=clock)


def claimable(view: View) -> View:
    """A breach of touch-move stands unless the opponent claims it."""
    found = _illegal(view, "touch-move", remedy="claim-or-accept", claimable_until="opponent-touch")
    breached = put(view.moves[-1], breach="i1")
    return put(view, irregularity=found, moves=[*view.moves[:-1], breached])


def choosing(view: View) -> View:
    """The opponent lets it stand or has it corrected."""
    found = _illegal(
        view, "out-of-turn", remedy="accept-or-correct", claimable_until="opponent-move"
    )
    return put(view, stage="choice", irregularity=found)


def charged(view: View) -> View:
    """The opponent or the arbiter is to say whether it was an accident."""
    charge = Charge(
        id="i1", side=view.side_to_move, law=LAWS[view.game][1], kind="out-of-turn", charge="warning",
        english="moved out of turn", chinese="未轮到而走棋", costs_english="warning",
        costs_chinese="警告", who=[_other(view), "arbiter"],
    )  # fmt: skip
    return put(view, charges=[charge])


def loss_due(view: View) -> View:
    law = LAWS[view.game][1]
    due = [LossDue(side=view.side_to_move, law=law, kind=COUNTED[view.game], count=2)]
    return put(view, losses_due=due)


def offered(view: View) -> View:
    """A draw; where there are none, a player says what the result is."""
    side = _other(view)
    if view.game == "go":
        return put(view, claims=OpenClaims(proposed="B+3.5", results={side: "B+3.5"}))
    return put(view, claims=OpenClaims(draw=side))


def adjusting_asked(view: View) -> View | None:
    return None if view.game == "go" else put(view, claims=OpenClaims(adjust=_other(view)))


def adjusting(view: View) -> View:
    return put(view, adjusting=True)


def claimed(view: View) -> View | None:
    """A draw by repetition, with the move that would bring it about."""
    if view.game == "go":
        return None
    claim = {"kind": "repetition", "side": view.side_to_move, "move": _moves(view, 1)[0]}
    return put(view, claims=OpenClaims(claim=claim), clock=_stopped(view, "claim"))


def disputed(view: View) -> View:
    """Each has said another result."""
    first, second = view.players
    won, lost = ("B+R", "W+R") if view.game == "go" else ("1-0", "0-1")
    return put(view, claims=OpenClaims(proposed=won, results={first: won, second: lost}))


def paused(view: View) -> View:
    clock = _stopped(view, "pause:the light went out in the hall")
    return put(view, clock=clock)


def flag_fell(view: View) -> View:
    """Time is up and the arbiter has to look."""
    clock = _stopped(view, "flag-while-away")
    side = view.side_to_move
    faces = {**clock["sides"], side: {**clock["sides"][side], "remaining_ms": 0, "fell": True}}
    return put(view, clock={**clock, "sides": faces, "flag": side})


def _ended(view: View, result: str, termination: str, winner: str | None) -> View:
    said = {"result": result, "termination": termination, "law": None, "winner": winner}
    return put(view, stage="ended", result=said, clock=_stopped(view, "result"), lamps={})


LONGEST = "seventyfive-moves"


def ended_drawn(view: View) -> View | None:
    """With the longest reason, still to be confirmed by all three."""
    if view.game == "go":
        return None
    assert LONGEST in {str(each) for each in Termination}
    return _ended(view, "1/2-1/2", LONGEST, None)


def ended_won(view: View) -> View:
    """One has confirmed it; a breach was left open."""
    first = next(iter(view.players))
    score, why = ("B+3.5", "score") if view.game == "go" else ("1-0", "time-forfeit")
    over = _ended(view, score, why, first)
    return put(over, claims=OpenClaims(results={first: score}))


def ended_asking(view: View) -> View:
    """What was not known of the last move completes the record."""
    asked = question(reason="two-moves-fit", candidates=_moves(view, 3))
    first = next(iter(view.players))
    score = "B+R" if view.game == "go" else "1-0"
    return put(_ended(view, score, "resignation", first), question=asked)


def ended_charged(view: View) -> View:
    return put(ended_won(view), charges=charged(view).charges)


def _count(view: View, *agreed: str) -> View | None:
    if view.game != "go":
        return None
    after = put(game_view("go", 120), stage="count", clock=_stopped(view, "count"))
    dead = sorted(after.men)[:3]
    count = AreaCount(
        black=184.5, white=176.5, result="B+0.75", english="Black is 0.75 ahead.",
        chinese="黑胜四分之三子", dead=dead, shared=[], agreed=list(agreed),
    )  # fmt: skip
    return put(after, count=count, lamps=dict.fromkeys(dead, "dead"))


def counting(view: View) -> View | None:
    return _count(view)


def counted(view: View) -> View | None:
    """All but one agree."""
    return _count(view, "black", "arbiter")


def _rests(view: View, *unconfirmed: str, stands: bool) -> View | None:
    if view.game == "xiangqi":
        return None
    sealed = Adjourned(
        sealed_by=view.side_to_move, move_number=21, stands=stands, unconfirmed=[*unconfirmed]
    )
    return put(view, stage="adjourned", adjourned=sealed, clock=_stopped(view, "adjourned"))


def adjourned(view: View) -> View | None:
    return _rests(view, *view.players, stands=False)


def adjourned_again(view: View) -> View | None:
    """The pieces are being set up to go on."""
    found = _rests(view, stands=True)
    return found and put(found, restore=_back(view, 3, 0, "adjournment"))


def unsaid(view: View) -> View | None:
    """A broadcast that players may see shows no moves."""
    return put(view, unsaid="FIDE-12.9", moves=[], ply=0) if view.game == "chess" else None


def at_once(view: View) -> View:
    """All that may be asked at the same time."""
    both = put(offered(view), charges=charged(view).charges, losses_due=loss_due(view).losses_due)
    return put(both, penalties=low(view).penalties)
