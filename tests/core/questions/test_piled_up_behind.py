"""What has piled up past wrong sensors, behind an answer or at the end of a game: people are asked, and nothing of it is lost."""

from __future__ import annotations

import pytest

from controller.core.messages import Answered, Irregularity
from tests.core.sensors.test_behind_blind_points import board, known_wrong

KINGS = "r1b1k2r/p2p1p1p/p3P1pB/2p5/6P1/5K1N/R4n1P/1N2R3 w kq - 5 20"
CHARIOTS = "r1b1kab2/4a4/n8/Cc4p1p/2p4r1/2P2N3/4P3P/NR3C3/4A4/2BAK1B2 w - - 3 20"
LEFT = "W:Wa5:Ba7,b6,d8,Ke3,e7,f4,f6,f8,h8"
SILENT = "r1b1kb2/pp1ppp2/8/2p3K1/1nP5/3P3P/P2QP3/RN3B1R b q - 1 15"
MADE_UP = "W:Wb2:Bb4,b6,c7,Kf6,g5,g7,h2,h8"
LONG_MS = 21_000
"""Longer than anybody holds a man."""


@pytest.mark.parametrize(
    ("game", "start", "hands", "moves"),
    [
        pytest.param(
            "chess",
            KINGS,
            "f2- 690 f2+ 4000 d7- 300 e6- 60 e6+",
            {"f3f2", "a2f2", "h3f2"},
            id="f3xf2, of which f3 tells nothing, and d7xe6",
        ),
        pytest.param(
            "xiangqi",
            CHARIOTS,
            "g6- 430 g6+ 4000 b6-",
            {"f4g6", "a6g6"},
            id="f4xg6, of which f4 tells nothing, and b6 is off",
        ),
        pytest.param(
            "draughts-brazilian",
            LEFT,
            "a5- 460 c7+ 3500 c7-",
            {"a5xc7"},
            id="a5xc7 and d8xb6 past two silent points",
        ),
    ],
)
def test_men_who_are_off_for_long_are_asked_about(
    game: str, start: str, hands: str, moves: set[str]
) -> None:
    rig = board(game, start).hands(hands)
    rig.hands("15000")
    assert rig.questions == [], rig.story()
    rig.hands(f"{LONG_MS - 15_000}")
    (asked,) = rig.questions
    assert moves <= set(asked), rig.story()
    assert not rig.of(Irregularity)


def test_who_is_set_down_after_all_answers_it() -> None:
    rig = board("chess", KINGS).hands(f"d7- {LONG_MS} d7+ 2000")
    assert [(a.move, a.by) for a in rig.of(Answered)] == [(None, "evidence")], rig.story()
    assert (rig.stage, rig.moves) == ("play", [])


def test_men_who_stood_elsewhere_for_long_were_no_touches_though_all_stands_as_it_did() -> None:
    """Behind e5:c7, past a point known to be wrong: b8:d6, of which b8 tells nothing, f4-e5 and d6:f4."""
    rig = board("draughts-russian", "W:We5,f4,g1:Ba7,b8,d6,h6")
    known_wrong(rig, "c7+")
    rig.hands("e5- 680 d6- 3500 d6+ 2000")
    assert rig.questions == [["e5:c7"]], rig.story()
    rig.hands("f4- 240 e5+ 3300 d6- 480 f4+ 330 e5- 3000")
    assert rig.command("arbiter", "answer", move="e5:c7")
    rig.hands("3000")
    assert rig.moves == ["e5:c7"]
    assert "b8:d6" in rig.questions[-1], rig.story()
    assert not rig.of(Irregularity)


@pytest.mark.parametrize("known", ["", "h4+"])
def test_a_point_that_felt_another_man_after_it_was_seen_to_be_left_is_not_wrong(
    known: str,
) -> None:
    """b2-a3 is seen whole, and f6-b2 follows, of which f6 tells nothing."""
    rig = board("draughts-russian", MADE_UP)
    if known:
        known_wrong(rig, known)
    rig.hands("b2- 610 a3+ 430 b2+ 3000")
    assert rig.questions == [["b2-a3"]], rig.story()
    assert rig.command("arbiter", "answer", move="b2-a3")
    rig.hands("3000")
    assert rig.moves == ["b2-a3"]
    assert "f6-b2" in rig.questions[-1], rig.story()


@pytest.mark.parametrize("later", ["", "a8- 250 b8+ 3000"])
def test_a_man_from_the_point_that_nobody_felt_him_on_answers_nothing(later: str) -> None:
    """d7-d6 past a silent point, Qxb4, and d4 closes by itself: it looks like d7-d5 and d5-d4."""
    rig = board("chess", SILENT).hands("d7- 4500 d2- 280 b4- 320 b4+ 1100 d4+ 3000")
    assert rig.questions == [["d7d5"]], rig.story()
    rig.hands(f"{later} 1000")
    assert rig.moves == [], rig.story()


def test_a_man_from_nowhere_may_have_come_from_a_silent_point_though_more_is_strange() -> None:
    """a3-b4, of which a3 tells nothing, and somebody hesitates over f6."""
    rig = board("draughts-russian", "W:Wa3,g1:Bb8,e7,h8")
    rig.hands("b4+ 1186 f6+ 330 f6- 3000")
    assert rig.moves == []
    assert "a3-b4" in rig.questions[0], rig.story()


RELIVED = "B:Wa1,a3,a5,g1,g3,h4:Bb8,e3,e7,f6,f8,g7,h8"
PILED = "g7-h6 g3-f4 e3:g5 a1-b2 h8-g7 g1-h2 f6-e5 h4:d8 e5-f4 d8-h4 f4-g3"


def test_what_has_come_and_gone_where_a_man_was_captured_is_a_later_play() -> None:
    """g7 goes on feeling a man, and b4 is known to be bad: f4 is captured, gone to, and left again behind the answer."""
    rig = board("draughts-russian", RELIVED)
    known_wrong(rig, "b4+")
    rig.hands("1000 h6+ 570 g3- 650 f4+ 760 e3- 500 g5+ 300 f4- 2280 a1- 600 b2+ 1330 h8-")
    rig.hands("1190 g1- 30 h2+ 1000")
    assert rig.questions == [["g7-h6"]]
    assert rig.command("arbiter", "answer", move="g7-h6")
    rig.hands("10 f6- 560 e5+ 1050 h4- 590 f6+ 180 f6- 300 d8+ 220 g5- 270 e7- 390 d8- 490 d8+")
    rig.hands("860 e5- 200 f4+ 910 d8- 15 e7+ 20 e7- 20 f6+ 25 f6- 15 g5+ 20 g5- 20 h4+ 2480")
    rig.hands("f4- 310 g3+ 5000")
    for move in PILED.split()[1:5]:
        assert move in rig.questions[-1], rig.story()
        assert rig.command("arbiter", "answer", move=move)
        rig.hands("4000")
    assert (rig.line, rig.stage, rig.odd) == (PILED.split(), "play", []), rig.story()
