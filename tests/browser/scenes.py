"""Moments of a game as the kiosk must show them."""

from __future__ import annotations

import msgspec

from controller.core.messages import Duty, Json, Spot
from controller.core.view import Adjourned, OpenClaims, PenaltyCount, Pending, Restoring
from tests.shell.fake_desk import FakeBench, FakeDesk, irregularity, question, view_of

GIUOCO = ["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "c3", "Nf6", "d4", "exd4", "cxd4", "Bb4+"]
"""An opening that every club knows."""
CASTLES = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6"]


def mid_game() -> FakeDesk:
    line = (
        "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d4 exd4 cxd4 Bb4+ Nc3 Nxe4 O-O Bxc3 d5 Bf6 Re1 Ne7 Rxe4 d6 "
        "Bg5 Bxg5 Nxg5 h6 Qe2 hxg5 Re1 Be6 dxe6 f6"
    )
    return FakeDesk(view_of(line.split()))


def touched() -> FakeDesk:
    """A knight was touched and set back: it must be played."""
    view = view_of(GIUOCO)
    duty = Duty(law="FIDE-4.3.1", must_move=["b1"], must_capture=[], alternatives=["b1c3", "b1d2"])
    lamps = {**view.lamps, "b1": "must-move"}
    return FakeDesk(msgspec.structs.replace(view, touched=["b1"], obligation=duty, lamps=lamps))


def asking() -> FakeDesk:
    """A man stands on f1 and one on g1, and nobody knows how they came there."""
    view = view_of(CASTLES)
    lamps = dict.fromkeys(["e1", "f1", "g1", "h1"], "question")
    return FakeDesk(
        msgspec.structs.replace(
            view,
            stage="question",
            question=question(reason="two-moves-fit", candidates=["e1g1", "h1f1", "e1f1"]),
            lamps=lamps,
            standing=[p for p in view.standing if p not in ("e1", "h1")] + ["f1", "g1"],
        )
    )


def restoring() -> FakeDesk:
    """A bishop went where no bishop goes, and a pawn fell off."""
    view = view_of(["e4", "e5", "Bc4", "Nc6"])
    return FakeDesk(
        msgspec.structs.replace(
            view,
            stage="restore",
            irregularity=irregularity(observed={"from": "c4", "to": "c6", "removed": ["c6"]}),
            restore=Restoring(
                missing=[Spot(point="c4", man="B"), Spot(point="h2", man="P")],
                extra=[Spot(point="h4", man=None)],
                why="irregularity",
            ),
            lamps={"c4": "missing", "h2": "missing", "h4": "extra"},
            standing=[p for p in view.standing if p not in ("c4", "h2")] + ["h4"],
        )
    )


def claimable() -> FakeDesk:
    """White touched the knight and moved the bishop; Black may claim it."""
    view = view_of([*GIUOCO, "Bd2"])
    found = irregularity(
        law="FIDE-4.3.1",
        kind="touch-move",
        points=["b1", "c1"],
        observed={"from": "c1", "to": "d2", "removed": []},
        remedy="claim-or-accept",
        claimable_until="opponent-touch",
    )
    lines = [*view.moves[:-1], msgspec.structs.replace(view.moves[-1], breach="i1")]
    return FakeDesk(msgspec.structs.replace(view, irregularity=found, moves=lines))


def promoting() -> FakeDesk:
    """The pawn on h7 has taken the rook on g8."""
    view = view_of(["h4", "g5", "hxg5", "h6", "gxh6", "Nf6", "h7", "Rg8"])
    pending = Pending(kind="promotion", point="g8", side="white", choices=["q", "r", "b", "n"])
    return FakeDesk(
        msgspec.structs.replace(
            view,
            pending=pending,
            lamps={"g8": "promotion"},
            standing=[p for p in view.standing if p != "h7"],
        )
    )


def setting_up() -> FakeDesk:
    view = view_of()
    away = ["a1", "d1", "e7"]
    return FakeDesk(
        msgspec.structs.replace(
            view,
            stage="setup",
            players={"white": None, "black": None},
            headers={},
            restore=Restoring(
                missing=[Spot(point=p, man=view.men[p]) for p in away], extra=[], why="start"
            ),
            lamps=dict.fromkeys(away, "missing"),
            standing=[p for p in view.standing if p not in away],
        )
    )


def over() -> FakeDesk:
    view = view_of(["e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7#"])
    result = {"result": "1-0", "termination": "checkmate", "law": "FIDE-5.1.1", "winner": "white"}
    lamps = dict.fromkeys((f"{file}1" for file in "abcdefgh"), "end") | view.lamps
    return FakeDesk(msgspec.structs.replace(view, stage="ended", result=result, lamps=lamps))


def asking_afterwards() -> FakeDesk:
    """White has resigned while it was asked whether he had castled."""
    result = {"result": "0-1", "termination": "resignation", "law": "CH-10.2", "winner": "black"}
    desk = asking()
    desk.now = msgspec.structs.replace(desk.now, stage="ended", result=result, lamps={})
    return desk


def bench() -> FakeDesk:
    desk = FakeDesk(view_of(["e4", "e5"]))
    desk.bench = FakeBench(dict(desk.now.men))
    return desk


def clock_of(running: str | None = "white", **changes: object) -> Json:
    """The picture of a clock, right at the moment at which the fake desk was made."""
    white = {
        "remaining_ms": 5_025_400,
        "period": 1,
        "moves_to_go": 18,
        "used_ms": 0,
        "seconds": False,
    }
    black = {**white, "remaining_ms": 65_300, "period": 2, "moves_to_go": None, "seconds": True}
    sides = {"white": white, "black": black}
    plain = {"sides": sides, "running": running, "flag": None, "stopped": None, "mode": "pressed"}
    return {**plain, "at_us": 1_000_000, **changes}


def timed() -> FakeDesk:
    """Both play with a clock; Black is short of time and has a penalty."""
    penalty = PenaltyCount(
        side="black", kind="illegal-move", count=1, english="illegal move", chinese="违例着法"
    )
    return FakeDesk(
        msgspec.structs.replace(
            mid_game().now,
            clock=clock_of(),
            penalties=[penalty],
            time_control="40/90:00,30:00",
        )
    )


def offering() -> FakeDesk:
    """White offers a draw, Black's clock runs."""
    view = msgspec.structs.replace(view_of([*GIUOCO, "Nc3"]), clock=clock_of("black"))
    desk = FakeDesk(msgspec.structs.replace(view, claims=OpenClaims(draw="white")))
    desk.note("claim", game_id="g1", kind="draw-offer", side="white", wall="2026-03-14T17:00:02Z")
    return desk


def resting() -> FakeDesk:
    """White has sealed a move, and the men are being put away."""
    view = view_of(GIUOCO)
    return FakeDesk(
        msgspec.structs.replace(
            view,
            stage="adjourned",
            clock=clock_of(None, stopped="adjourned"),
            adjourned=Adjourned(sealed_by="white", move_number=7, stands=False),
            standing=[point for point in view.standing if point[0] in "abcd"],
        )
    )


def confirming() -> FakeDesk:
    """The game is over, and White has confirmed its result."""
    view = over().now
    claims = OpenClaims(results={"white": "1-0"})
    clock = clock_of(None, stopped="result")
    return FakeDesk(msgspec.structs.replace(view, claims=claims, clock=clock))


SCENES = {
    "mid-game": mid_game,
    "touched": touched,
    "asking": asking,
    "restoring": restoring,
    "claimable": claimable,
    "promoting": promoting,
    "setting-up": setting_up,
    "over": over,
    "asking-afterwards": asking_afterwards,
    "bench": bench,
    "timed": timed,
    "offering": offering,
    "resting": resting,
    "confirming": confirming,
}
