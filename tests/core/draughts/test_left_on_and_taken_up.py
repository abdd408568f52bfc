"""A captured man who was left on is taken up to capture in reply: he seems to be taken off, until he is set down (DR-7.4.11)."""

from __future__ import annotations

import pytest

from controller.core.messages import Move, Question, Ruling
from controller.core.sensing.marks import Sensor
from rules.draughts import DRAUGHTS_100, DRAUGHTS_RUSSIAN
from rules.game import Game
from tests.core.draughts.test_replies_withdraw_nothing import board
from tests.core.rig import Rig, recovered

Case = tuple[Game, str, str, str, str, str, list[str]]
"""Game, start; the capture, the man who is left on, where he goes, whom he takes; the moves of the record."""
CASES: list[Case] = [
    (DRAUGHTS_RUSSIAN, "W:Wa1,b2,c1,c7,Kd2,e1,g1,g3:Ba7,d4,f4",
     "d2- 200 g5=W 200", "f4", "h2=b 500", "g3- 200", ["d2:g5", "f4:h2"]),
    (DRAUGHTS_RUSSIAN, "B:Wb2,b4,c1,c3,c5,e1,e3,g1,h2,h4:Ba7,b6,b8,d6,d8,e5,f6,g5,g7",
     "b6- 200 f2=b 350 e3- 350", "c5", "e7=w 500", "d6- 500", ["b6:f2", "c5:e7"]),
    (DRAUGHTS_100, "B:W7,27,30,31,33,34,36,37,39,41-43,45-50:B1-6,8-10,15,17,19,20,26",
     "2- 200 11=b 500", "7", "16=w 200", "11- 400", ["2-11", "7x16"]),
]  # fmt: skip


def capture(case: Case, wait_ms: int, held_ms: int, sensor: Sensor = Sensor.PRESENCE) -> Rig:
    game, start, deed, left, landing, taken, _ = case
    rig = board(start, sensor, game)
    return rig.hands(f"1000 {deed} {wait_ms} {left}- {held_ms} {landing} {taken} 5000")


@pytest.mark.law("DR-7.4.11", "DR-7.7")
@pytest.mark.parametrize("case", CASES, ids=["king", "two", "captor"])
@pytest.mark.parametrize("wait_ms", [800, 1500, 3000])
@pytest.mark.parametrize("held_ms", [400, 800, 900, 1500, 3000])
@pytest.mark.parametrize("sensor", Sensor)
def test_the_capture_is_named_and_nobody_else(
    case: Case, wait_ms: int, held_ms: int, sensor: Sensor
) -> None:
    rig = capture(case, wait_ms, held_ms, sensor)
    assert not {law for law, _ in rig.odd} - {"DR-7.4.11", "DR-7.4.13"}, rig.story()
    if rig.of(Question):
        assert (rig.line, rig.stage) in (([], "question"), (case[6][:1], "question")), rig.story()
        return
    assert [move.replace("x", "-").replace(":", "-") for move in rig.line] == [
        move.replace("x", "-").replace(":", "-") for move in case[6]
    ], rig.story()
    assert [rig.of(Move)[-1].legal, rig.stage] == [True, "play"]
    read = recovered(rig.settings, rig.said)
    assert (read.line.position, read.touched, read.breach) == (
        rig.session.line.position, rig.session.touched, rig.session.breach,
    )  # fmt: skip


@pytest.mark.law("DR-7.4.1")
def test_the_captor_who_goes_on_by_himself_moves_twice() -> None:
    """Nobody was set down while all others stood: the captured man is off, and not in a hand."""
    game, start, deed, left = CASES[2][:4]
    rig = board(start, game=game).hands(f"1000 {deed} 1500 {left}- 900 11- 300 16=b 5000")
    assert {law for law, _ in rig.odd} <= {"DR-7.4.1", "DR-7.4.11"}, rig.story()
    assert rig.line in ([], ["2x11"], ["2-11"])


@pytest.mark.law("DR-7.4.11", "DR-7.7")
@pytest.mark.parametrize(
    ("held_ms", "on"),
    [
        (400, ""),
        pytest.param(
            900,
            "e7- 350 c5=b 350 d6- 4000",
            marks=pytest.mark.xfail(
                strict=True,
                reason="that a captured piece which is off for long was taken up to reply is too dear",
            ),
        ),
    ],
)
def test_who_has_moved_in_reply_is_not_taken_off_late(held_ms: int, on: str) -> None:
    """Of two only b2 is taken off; b4 captures c5, and may be captured himself."""
    start = "B:Wb2,b4,e1,f2,g1,h4:Ba5,a7,c5,d8,e7,f6,f8,g5,h2,h6,h8"
    rig = board(start, game=DRAUGHTS_RUSSIAN)
    rig.hands(f"1000 a5- 500 a1=b 200 b2- 1150 b4- {held_ms} d6=w 900 c5- 4350 {on}")
    moves = [("a5:a1", False), ("b4:d6", True), ("e7:c5", True)]
    record = [(line.move, line.legal) for line in rig.session.line.lines]
    assert record == moves[: 3 if on else len(record)], rig.story()
    assert {law for law, _ in rig.odd} <= {"DR-7.4.11"}
    assert rig.of(Ruling) == []
