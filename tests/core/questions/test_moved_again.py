"""Whoever takes his move back and makes another leaves the board as a capture past one silent sensor does: people are asked."""

from __future__ import annotations

import pytest

from controller.core.sensing.marks import Sensor
from rules.go.board import BLACK_STONE, WHITE_STONE
from rules.registry import game_by_name
from tests.core.go.test_go_tracking import NINE as GO
from tests.core.go.test_go_tracking import position
from tests.core.policies import ASKED, NAMED
from tests.core.rig import Rig
from tests.core.sensed import Board

BRAZILIAN = game_by_name("draughts-brazilian")
RUSSIAN = game_by_name("draughts-russian")
HUNDRED = game_by_name("draughts-100")
SMALL = "B:Wf4,a1,c1:Bh6,d6,b8"
BACK = {
    "Brazilian": (BRAZILIAN, SMALL, "h6 g5", "g5 h6", "d6 c5", "f4xh6", "a1 b2"),
    "Russian": (RUSSIAN, SMALL, "h6 g5", "g5 h6", "d6 c5", "f4:h6", "a1 b2"),
    "100 squares": (HUNDRED, "B:W28,46:B19,4", "19 23", "23 19", "4 9", "28x19", "46 41"),
}
games = pytest.mark.parametrize("name", BACK)


def man(points: str, act_ms: int = 400) -> str:
    origin, target = points.split()
    return f"{origin}- {act_ms} {target}+"


def draughts(name: str, *, control: bool) -> Rig:
    game, start = BACK[name][:2]
    book = next(key for key, value in game.rulebooks.items() if value == game.rulebook)
    return Rig(start, game=game, rulebook=book, time_control="60:00" if control else None)


@pytest.mark.law("DR-7.4.4")
@games
@pytest.mark.parametrize("press", ["", "300 b!"])
@pytest.mark.parametrize("pause", [300, 700, 3500])
@pytest.mark.parametrize("act_ms", [200, 800])
def test_a_move_taken_back_is_no_capture(name: str, press: str, pause: int, act_ms: int) -> None:
    _, _, first, back, other, capture, reply = BACK[name]
    rig = draughts(name, control=bool(press))
    rig.hands(f"1000 {man(first)} {press} 2500 {man(back, act_ms)} {pause}")
    rig.hands(f"{man(other)} {press} 4000")
    assert len(rig.line) == 1, rig.story()
    rig.wait(NAMED.within_ms)
    assert rig.stage == "restore" or rig.odd or rig.questions[-1] == [capture]
    rig.hands(f"{man(reply)} {press.replace('b', 'w')} 30000")
    assert capture not in rig.line, rig.story()


@pytest.mark.law("DR-7.4.4")
@games
@pytest.mark.parametrize("pause", [300, 800])
@pytest.mark.parametrize("rest", [1200, 2500])
def test_nor_is_it_one_once_the_man_who_went_back_moves_again(
    name: str, pause: int, rest: int
) -> None:
    """In the line of the capture he would be the opponent's: nothing that is played tells that he is."""
    _, _, first, back, other, capture, reply = BACK[name]
    rig = draughts(name, control=False)
    rig.hands(f"1000 {man(first)} 2500 {man(back)} {pause} {man(other)} {rest}")
    rig.hands(f"{man(reply)} 2500 {man(first, 300)} 9000")
    assert capture not in rig.line, rig.story()
    assert "DR-7.4.5" not in [law for law, _ in rig.odd]


@pytest.mark.law("GO-17.release")
@pytest.mark.parametrize("sensor", [Sensor.PRESENCE, Sensor.POLARITY])
@pytest.mark.parametrize("off_ms", [500, 900])
def test_a_stone_taken_up_before_another_is_played_was_not_captured(
    sensor: Sensor, off_ms: int
) -> None:
    board = Board(GO, sensor, position("g7", "b1", "black")).wait(1000)
    board.put("a1", BLACK_STONE).wait(2500).lift("a1").wait(off_ms)
    board.put("e5", BLACK_STONE).wait(4000).put("c7", WHITE_STONE).wait(9000)
    assert board.moves == ["a1"]
    assert board.of("Question") or board.of("Irregularity")


@pytest.mark.law("DR-7.4.4")
@games
@pytest.mark.parametrize("answer", ["capture", "none"])
def test_people_tell_which_it_was(name: str, answer: str) -> None:
    _, _, first, back, other, capture, _ = BACK[name]
    rig = draughts(name, control=True)
    rig.hands(f"1000 {man(first)} 300 b! 2500 {man(back)} 3500 {man(other)} 300 b! 4000")
    given = capture if answer == "capture" else "none"
    rig.wait(ASKED.within_ms)
    if rig.session.question is not None:
        assert rig.command("arbiter", "answer", move=given), rig.story()
        rig.hands("3000")
    if answer == "none" or len(rig.line) == 1:
        assert (len(rig.line), rig.stage) == (1, "restore")
    else:
        assert rig.line[1:] == [capture, other.replace(" ", "-")]


@pytest.mark.law("DR-7.4.4")
@games
def test_where_the_man_stood_before_the_other_was_off_he_was_no_taken_back(name: str) -> None:
    _, _, first, back, other, capture, _ = BACK[name]
    gone, came = back.split()
    rig = draughts(name, control=True)
    rig.hands(f"1000 {man(first)} 300 b! 2500 {came}+ 700 {gone}- 2500 {man(other)} 300 b! 4000")
    rig.wait(ASKED.within_ms)
    assert rig.line[1:] in ([], [capture, other.replace(" ", "-")]), rig.story()
    assert rig.line[1:] or rig.stage in ("question", "restore")


def test_where_colours_are_felt_a_capture_past_a_silent_point_is_told_by_the_reply() -> None:
    board = Board(BRAZILIAN, Sensor.POLARITY, SMALL).wait(1000)
    board.make("h6-g5")
    white, black = (board.session.line.position.piece_at(BRAZILIAN.index[p]) for p in ("f4", "d6"))
    assert white is not None
    assert black is not None
    board.lift("g5").wait(400).put("h6", white).wait(2500)
    board.make_reply("d6", "c5", black)
    board.wait(5000)
    assert board.moves == ["h6-g5", "f4xh6", "d6-c5"]
