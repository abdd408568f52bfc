"""The opponent answers before an offence is named, or while it is put right: that is no part of it, and all of it comes out in its order."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from controller.core.messages import Irregularity, Restore
from controller.core.sensing.marks import Sensor
from rules.draughts import DRAUGHTS_100
from rules.terms import Side
from rules.xiangqi import XIANGQI
from tests.core.clocks import running
from tests.core.go.test_go_tracking import NINE, position
from tests.core.policies import NAMED, TOLD
from tests.core.rig import CHESS, FIDE, Rig
from tests.core.sensed import SensedRig, moves_in, replayed

if TYPE_CHECKING:
    from rules.game import Game

STONES = position("e5 e6", "a2 b1 g7 g8")
BLACK_WHITE = (-1, 1)
RED, BLACK_SIDE = Side("red"), Side("black")
AFTER_KNIGHT = "r1bqkbnr/pppppppp/2n5/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
CXA = "xiangqi-cxa"


OFFENCES = [
    ("GO-17.release", "c7+ 1300 c7- 400 c6+", "c6- 400 c7+", ["c7"]),
    ("GO-17.shift", "c7+ 1300 e5- 400 f5+", "f5- 400 e5+", ["c7"]),
    ("GO-19", "a1+", "a1-", ["pass"]),
]
"""The law, what is done against it, how it is put right, and the moves so far."""
FORBIDDEN = OFFENCES[2]


def asked_off(rig: Rig) -> set[str]:
    """Every point that was ever asked to be changed."""
    return {spot.point for r in rig.of(Restore) for spot in (*r.missing, *r.extra)}


@pytest.mark.law("GO-17.release", "GO-17.shift", "GO-19")
@pytest.mark.parametrize("case", [*OFFENCES[:2], FORBIDDEN])
@pytest.mark.parametrize("ms", [700, 2000])
@pytest.mark.parametrize("plays", [["h3"], ["h2", "h3"]])
def test_stones_count_in_the_order_in_which_they_came(
    case: tuple[str, str, str, list[str]], ms: int, plays: list[str]
) -> None:
    """A stone that was moved on counts where it stands once both have played upon it."""
    law, deed, right, moves = case
    rig = Rig(STONES, game=NINE, rulebook="go-china").hands(f"1000 {deed} {ms}")
    rig.hands(f"{''.join(f'{play}+ 1500 ' for play in plays)} 1500 {right} 2500 d3+")
    rig.wait(NAMED.within_ms + TOLD.within_ms)
    if law == "GO-19":
        rig.say_turn_lost()
    on = [*plays, "d3"]
    lines = [[*moves, *on], ["c6", *on]] if law == "GO-17.release" else [[*moves, *on]]
    assert any(rig.line == line[: len(rig.line)] for line in lines), rig.story()
    assert rig.line in lines or rig.stage in ("question", "restore")
    assert {found.law for found in rig.of(Irregularity)} <= {law}


@pytest.mark.law("GO-17.release")
@pytest.mark.parametrize("sensor", [Sensor.POLARITY, Sensor.PRESENCE])
@pytest.mark.parametrize("ms", [800, 1300])
@pytest.mark.parametrize("plays", [["h8"], ["h8", "h7"]])
def test_a_stone_set_back_once_it_was_answered(sensor: Sensor, ms: int, plays: list[str]) -> None:
    """It is told where it is sure; where it may have been meant for the new point people are asked."""
    rig = SensedRig(sensor, STONES, game=NINE, rulebook="go-china")
    rig.hands(f"500 h3=b 2000 h3- 400 h4=b {ms}")
    for play, letter in zip(plays, "wb", strict=False):
        rig.hands(f"{play}={letter} 1500")
    rig.hands("h4- 400 h3=b").wait(NAMED.within_ms)
    every = ["h3", *plays]
    assert rig.line == every[: len(rig.line)], rig.story()
    assert rig.line == every or rig.stage in ("question", "restore")
    assert set(rig.accused) <= {("GO-17.release", "black"), ("GO-17.shift", "black")}


MEN = [
    (XIANGQI, CXA, "h2- 500 e2+ 1500 e2- 400 g2+", "g2- 400 e2+", ["h2e2"],
     ["h9- 500 g7+", "b0- 500 c2+", "b9- 500 c7+"], ["h9g7", "b0c2", "b9c7"], "XQ-5.7"),
    (XIANGQI, CXA, "h2- 500 e2+ 1500 h0- 400 g2+", "g2- 400 h0+", ["h2e2"],
     ["h9- 500 g7+", "b0- 500 c2+", "b9- 500 c7+"], ["h9g7", "b0c2", "b9c7"], "XQ-5.8"),
    (CHESS, FIDE, "d2- 400 d3+ 1500 d3- 400 d4+", "d4- 400 d3+", ["d2d3"],
     ["g8- 500 f6+", "b1- 500 c3+", "b8- 500 c6+"], ["g8f6", "b1c3", "b8c6"], "FIDE-4.7"),
]  # fmt: skip
"""Game, rulebook, what is done, how it is put right, the moves before; what is played meanwhile, and as what; the law."""


@pytest.mark.law("XQ-5.7", "XQ-5.8", "FIDE-4.7")
@pytest.mark.parametrize("case", MEN, ids=lambda case: case[-1])
@pytest.mark.parametrize("ms", [300, 1600])
@pytest.mark.parametrize("rest", [100, 1500])
def test_men_stay_where_they_were_lawfully_moved(
    case: tuple[Game, str, str, str, list[str], list[str], list[str], str], ms: int, rest: int
) -> None:
    """What both have played upon is not put right any more (FIDE-4.8)."""
    game, book, deed, right, before, hands, moves, law = case
    rig = Rig(game=game, rulebook=book).hands(f"1000 {deed} {ms} {hands[0]} 2000 {right} {rest}")
    rig.hands(f"{' 2500 '.join(hands[1:])} 2500")
    assert rig.line == before + moves, rig.story()
    assert ([found for found, _ in rig.odd], rig.questions, rig.stage) == ([law], [], "play")
    shown = rig.of(Restore)[-1]
    assert shown.done


@pytest.mark.law("XQ-5.7")
@pytest.mark.parametrize("ms", [300, 900, 1500])
@pytest.mark.parametrize("behind", [False, True])
def test_with_clocks_the_turn_is_whose_it_is(ms: int, *, behind: bool) -> None:
    rig = Rig(game=XIANGQI, rulebook=CXA, time_control="30:00").hands("1000 h2- 500 e2+ 300")
    plies = [
        ("h9- 500 g7+ 300", BLACK_SIDE),
        ("b0- 500 c2+ 300", RED),
        ("b9- 500 c7+ 300", BLACK_SIDE),
    ]
    rig.press(RED)
    rig.hands(f"1500 e2- 400 g2+ {ms}")
    for n, (hands, side) in enumerate(plies):
        if n == 1 + behind:
            rig.hands("g2- 400 e2+ 1500")
        rig.hands(hands).press(side)
        rig.wait(2000)
    assert rig.line == ["h2e2", "h9g7", "b0c2", "b9c7"], rig.story()
    assert ([law for law, _ in rig.odd], running(rig)) == (["XQ-5.7"], "red")


@pytest.mark.law("FIDE-7.5.1")
@pytest.mark.parametrize("ms", [300, 900, 1500])
def test_to_an_illegal_move_no_reply_is_lawful(ms: int) -> None:
    rig = Rig(rulebook=FIDE).hands(f"1000 e2- 500 e5+ {ms} g8- 500 f6+ 2000 e5- 400 e2+ 2000")
    assert (rig.line, rig.stage) == ([], "restore")
    assert {"g8", "f6"} <= asked_off(rig)
    rig.hands("f6- 400 g8+ 1000 e2- 400 e4+ 1500")
    assert (rig.line, rig.stage) == (["e2e4"], "play")


@pytest.mark.law("FIDE-4.7")
@pytest.mark.parametrize("ms", [900, 1500])
def test_a_reply_that_takes_the_man_where_he_may_not_stand_is_asked_back(ms: int) -> None:
    rig = Rig(AFTER_KNIGHT, rulebook=FIDE).hands(f"1000 e2- 400 e4+ 1500 e4- 400 e5+ {ms} c6- 300")
    rig.hands("e5- 300 e5+ 2500 e5- 400 e4+ 1500")
    assert (rig.line, rig.stage) == (["e2e4"], "restore")
    rig.hands("c6+ 1500 c6- 400 d4+ 1500")
    assert (rig.line, rig.stage) == (["e2e4", "c6d4"], "play")


@pytest.mark.law("XQ-5.7")
@pytest.mark.parametrize("ms", [300, 1500])
def test_who_takes_the_reply_back_too_may_reply_otherwise(ms: int) -> None:
    rig = Rig(game=XIANGQI, rulebook=CXA).hands(f"1000 h2- 500 e2+ 1500 e2- 400 g2+ {ms} h9- 500")
    rig.hands("g7+ 2000 g7- 400 h9+ 1000 g2- 400 e2+ 1500 b9- 500 c7+ 2000")
    assert (rig.line, rig.questions, rig.stage) == (["h2e2", "b9c7"], [], "play")


@pytest.mark.law("GO-18.alive", "GO-17.shift")
@pytest.mark.parametrize("ms", [300, 700, 1100, 1300])
@pytest.mark.parametrize(("level", "line"), [(1, ["c7", "h3", "d3"]), (-1, ["c7"])])
def test_a_stone_of_the_other_colour_is_not_the_one_that_is_off(
    ms: int, level: int, line: list[str]
) -> None:
    header = {
        "trace": 1, "game": "go", "sensor": "polarity", "game_options": {"size": 9}, "start": STONES,
    }  # fmt: skip
    acts = [
        (500, "c7", -1),
        (2500, "e5", 0),
        (2500 + ms, "h3", level),
        (6000 + ms, "e5", -1),
        (9500 + ms, "d3", -1),
    ]
    lines: list[dict[str, object]] = [
        {"us": at * 1000, "set": {point: to}} for at, point, to in acts
    ]
    said = replayed(
        "".join(json.dumps(x) + "\n" for x in [header, *lines, {"us": 13_000_000, "end": True}])
    )
    assert moves_in(said) == line


@pytest.mark.law("DR-7.4.4")
@pytest.mark.parametrize(
    "right", ["12+,33+,17-,21-,38-", "33+,38- 20 12+,17-,21-", "12+,17-,21-,33+,38-"]
)
def test_men_set_right_at_once_are_not_taken_for_a_reply(right: str) -> None:
    start = "B:W17,36,38-41,43-45,47,49,50:B1-8,10,11,15,16,20,21,23"
    rig = Rig(start, game=DRAUGHTS_100, rulebook="draughts-100")
    rig.hands("1000 21- 600 12+ 400 17- 3000 38- 600 33+ 3000")
    rig.hands(f"33- 400 38+ 700 12- 450 21+ 350 17+ 14000 {right} 3000 10- 400 14+ 2000")
    assert (rig.line, rig.stage) == (["21x12", "38-33", "10-14"], "play")
    asked = {spot.point for restore in rig.of(Restore) for spot in restore.missing}
    assert asked == {"12", "33"}, rig.story()
