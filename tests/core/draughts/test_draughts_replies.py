"""What becomes of an irregularity of draughts when the opponent plays on (DR-7.7), however he does."""

from __future__ import annotations

from typing import Literal

import pytest

from controller.core.messages import Irregularity, Move
from rules.draughts import DRAUGHTS_100
from rules.registry import game_by_name
from tests.core.policies import NAMED
from tests.core.rig import Rig, recovered

RUSSIAN = game_by_name("draughts-russian")
MODES = pytest.mark.parametrize("mode", ["referee", "observer"])
Mode = Literal["referee", "observer"]


def hundred(hands: str, mode: Mode = "referee") -> Rig:
    rig = Rig(game=DRAUGHTS_100, rulebook="draughts-100", mode=mode)
    return rig.hands(f"1000 {hands} 2500")


@pytest.mark.law("DR-7.7", "DR-7.4.2")
@MODES
def test_playing_on_irregularly_accepts_too(mode: Mode) -> None:
    rig = hundred("32- 400 22+ 2500 20- 400 25+", mode)  # 17x28 or 18x27 was due
    assert [(i.law, i.side, i.remedy) for i in rig.of(Irregularity)] == [
        ("DR-7.4.2", "white", "accept-or-correct"),
        ("DR-7.4.2", "black", "accept-or-correct"),
    ]
    assert [(m.move, m.legal, m.completed_by) for m in rig.of(Move)] == [("32-22", False, "reply")]
    assert rig.stage == "choice"
    rig.hands("37- 400 32+ 1500")
    assert [(m.move, m.legal) for m in rig.of(Move)][1:] == [("20-25", False), ("37-32", True)]
    assert rig.session.standing == rig.session.line.position.occupied


@pytest.mark.law("DR-7.7", "DR-7.4.2")
@MODES
def test_playing_on_is_followed(mode: Mode) -> None:
    rig = hundred("33- 400 29+ 1500 20- 400 30+ 2500 35- 400 24+ 300 30- 400 29-", mode)
    moves = [(m.side, m.move, m.legal) for m in rig.of(Move)]
    assert moves[:2] == [("white", "33-29", True), ("black", "20-30", False)]


@pytest.mark.law("DR-7.7")
def test_a_man_that_is_moved_on_accepts_nothing_and_the_board_does_not_fall_silent() -> None:
    """Who may not go where he is moved on to is asked back; who may has been put right, see test_corrected."""
    rig = hundred("32- 400 22+ 2500 22- 400 29+")
    assert rig.of(Move) == []
    assert rig.stage in ("choice", "restore")
    rig.hands("29- 400 32+ 1500 32- 400 28+ 1500 19- 400 23+ 1500")
    assert rig.moves == ["32-28", "19-23"]


@pytest.mark.law("DR-7.7")
def test_two_men_lifted_and_one_set_down_in_reply_are_asked_back() -> None:
    start = "W:W38,43,47:B8,12,13,20"
    rig = Rig(start, game=DRAUGHTS_100, rulebook="draughts-100")
    rig.hands("1000 38- 400 28+ 2500 12- 300 13- 300 18+ 6000")
    assert not [move for move in rig.of(Move) if move.legal], rig.story()
    assert {law for law, _ in rig.odd} <= {"DR-7.4.2", "DR-7.5"}
    assert rig.stage in ("question", "restore")


CHAIN = "W:W38,48,50:B32,22,4,5"
TAKEN = "1000 38- 400 27+ 200 27- 400 18+ 400 32- 400 {} 400 22-"


@pytest.mark.law("DR-7.4.12")
@pytest.mark.parametrize("removed", ["5-", "4-"])
def test_a_man_taken_off_among_the_captured_is_not_in_the_hand_of_his_player(removed: str) -> None:
    rig = Rig(CHAIN, game=DRAUGHTS_100, rulebook="draughts-100")
    rig.hands(f"{TAKEN.format(removed)} {NAMED.within_ms}")
    assert rig.moves == ["38x18"]
    (found,) = rig.of(Irregularity)
    assert found.law in ("DR-7.4.12", "DR-7.5")
    assert found.observed.removed == [removed[:-1]]
    assert rig.stage == "restore" or rig.command("black", "demand-correction")
    rig.hands(f"{removed[:-1]}+ 1500 {'4' if removed == '5-' else '5'}- 400 10+ 1500")
    assert len(rig.moves) == 2
    assert len(rig.of(Irregularity)) == 1


@pytest.mark.law("DR-7.4.12")
def test_a_hasty_reply_is_no_man_taken_off() -> None:
    rig = Rig(CHAIN, game=DRAUGHTS_100, rulebook="draughts-100")
    rig.hands(f"{TAKEN.format('5-')} 900 10+ 1500")
    assert (rig.moves, rig.odd) == (["38x18", "5-10"], [])


@pytest.mark.law("DR-7.7", "DR-7.4.2")
def test_what_explains_half_of_what_stands_cannot_be_accepted() -> None:
    """Two men went where neither may: nothing that is one irregularity and a reply."""
    rig = Rig("W:W32,38,47:B8,12,19", game=DRAUGHTS_100, rulebook="draughts-100")
    rig.hands("1000 32- 400 22+ 100 19- 300 41+ 6000")
    assert not [move for move in rig.of(Move) if move.legal], rig.story()
    assert rig.stage in ("choice", "restore")


@pytest.mark.law("DR-7.7")
@pytest.mark.parametrize(
    ("hands", "law"),
    [
        ("41- 800 33- 2400 28+", "DR-7.4.7"),  # 41 loses its man; 33 is in the hand
        pytest.param(
            "32- 300 26+ 3000 28+",
            "DR-7.4.2",
            id="26 makes a man up",
            marks=pytest.mark.xfail(
                strict=True,
                reason="a sensor that makes a piece up in the moment of a move is too dear",
            ),
        ),
        ("32- 900 19- 900 19+ 1700 28+", "DR-7.4.2"),  # 19 loses its man for a moment
    ],
)
@MODES
def test_what_turns_out_to_be_lawful_is_no_irregularity(hands: str, law: str, mode: Mode) -> None:
    """The mover takes his time, and a sensor is wrong meanwhile: who plays on accepts nothing."""
    rig = hundred(hands, mode)
    assert {i.law for i in rig.of(Irregularity)} <= {law}, rig.story()
    rig.wait(NAMED.within_ms)
    assert rig.accused == []
    moved = "33-28" if hands.startswith("41") else "32-28"
    assert (rig.moves, rig.stage) == ([moved], "play")
    rig.hands("20- 400 24+ 2500")
    assert rig.moves == [moved, "20-24"]
    assert all(move.legal for move in rig.of(Move))
    read = recovered(rig.settings, rig.said)
    assert (read.line.position, read.irregularity) == (rig.session.line.position, None)


MUST_TAKE = "B:Wa3,f4,g1:Bd6,c7"


def test_who_may_not_move_does_not_complete_the_move_before_by_being_lifted() -> None:
    """After d6-e5 White must take with f4: a3 is touched, and answers nothing."""
    rig = Rig(MUST_TAKE, game=RUSSIAN, rulebook="draughts-russian")
    rig.hands("1000 d6- 210 e5+ 300 a3- 3000")
    assert (rig.moves, rig.odd) == (["d6-e5"], []), rig.story()


@pytest.mark.law("DR-7.7", "DR-7.4.2")
@pytest.mark.parametrize(
    ("start", "hands", "points"),
    [
        ("W:Wc7,a1:Bg5,h8", "c7- 1400 h4+ 1200 g5- 350 f4+ 2000", ["c7", "h4"]),
        ("W:Wc3,b2:Bd4,h8,a7", "c3- 600 d4- 900 h2+ 700 a7- 300 b6+ 2000", ["c3", "d4", "h2"]),
    ],
)
def test_quick_play_accepts_nothing_that_no_man_does(
    start: str, hands: str, points: list[str]
) -> None:
    """Its man may have landed where nobody is felt, and another point have closed by itself."""
    rig = Rig(start, game=RUSSIAN, rulebook="draughts-russian").hands(f"1000 {hands}")
    assert {i.law for i in rig.of(Irregularity)} <= {"DR-7.4.2"}, rig.story()
    assert not [move for move in rig.of(Move) if move.legal and move.side == "white"]


@pytest.mark.law("DR-7.7", "DR-7.4.2")
def test_who_plays_on_once_he_was_told_accepts_that_too() -> None:
    rig = Rig("W:Wc7,a1:Bg5,h8", game=RUSSIAN, rulebook="draughts-russian")
    rig.hands("1000 c7- 1400 h4+ 2500 g5- 350 f4+ 2000")
    assert rig.moves == ["c7-h4", "g5-f4"], rig.story()
