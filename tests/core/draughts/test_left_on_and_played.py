"""A captured man is left on the board, and plays the reply, lawfully or not (DR-7.4.11, DR-7.7)."""

from __future__ import annotations

import pytest

from controller.core.messages import Ruling
from controller.core.sensing.marks import Sensor
from rules.draughts import DRAUGHTS_100, DRAUGHTS_BRAZILIAN, DRAUGHTS_RUSSIAN
from tests.core.draughts.test_replies_withdraw_nothing import board, legal
from tests.core.policies import NAMED
from tests.core.rig import Rig
from tests.core.sensed import TELLING

TWO = "W:W33,46:B29,20,5"
ONE = "W:W33,45,46:B29,4,5,3"
"""33x24; 29 ought to take 24, and goes to 33 instead."""
LEFT = [("33-24", False), ("29-33", False), ("46-41", True)]
LAWS = ["DR-7.4.11", "DR-7.4.6"]


@pytest.mark.law("DR-7.4.11", "DR-7.7")
@pytest.mark.parametrize("wait_ms", [800, 1500, 3000])
@pytest.mark.parametrize("reply_ms", [250, 450, 700])
@pytest.mark.parametrize("on", ["", " 3000 5- 400 10=b 3000"])
def test_what_follows_the_reply_answers_once_for_all(wait_ms: int, reply_ms: int, on: str) -> None:
    """Of the two only 20 is taken off; 29 goes where the capture began, and White plays on."""
    rig = board(TWO)
    rig.hands(f"1000 33- 300 15=w 350 20- {wait_ms} 29- {reply_ms} 33=b 2500")
    rig.hands(f"46- 450 41=w 3000{on}")
    moves = [("33x15", False), ("29-33", True), ("46-41", True), ("5-10", True)]
    assert legal(rig) == moves[: 4 if on else 3], rig.story()
    assert (len(rig.questions) <= 1, rig.stage) == (True, "play")
    assert [law for law, _ in rig.odd] == ["DR-7.4.11"]


@pytest.mark.law("DR-7.4.11", "DR-7.4.6")
@pytest.mark.parametrize("sensor", TELLING)
@pytest.mark.parametrize("wait_ms", [500, 1500, 3000])
@pytest.mark.parametrize("reply_ms", [200, 450])
def test_colours_tell_that_he_has_played(sensor: Sensor, wait_ms: int, reply_ms: int) -> None:
    rig = board(ONE, sensor)
    rig.hands(f"1000 33- 400 24=w {wait_ms} 29- {reply_ms} 33=b 2500 46- 400 41=w 3000")
    assert legal(rig) == LEFT, rig.story()
    assert ([law for law, _ in rig.odd], rig.questions) == (LAWS, [])


@pytest.mark.law("DR-7.4.11")
@pytest.mark.parametrize("sensor", TELLING)
def test_a_colour_that_shows_far_off_is_no_reply_of_his(sensor: Sensor) -> None:
    """A sensor that copies its neighbour shows a black man on 47, where 29 cannot go: people know what was done."""
    rig = board(ONE, sensor).hands(f"1000 33- 400 24=w 500 29- 210 47=b {NAMED.within_ms}")
    assert (rig.moves, rig.accused) == ([], []), rig.story()
    assert rig.stage in ("question", "restore")


@pytest.mark.law("DR-7.4.11")
@pytest.mark.parametrize("reply_ms", [200, 450])
def test_without_colours_people_know_who_stands_there(reply_ms: int) -> None:
    rig = board(ONE).hands(f"1000 33- 400 24=w 1500 29- {reply_ms} 33=b {NAMED.within_ms}")
    assert "33x24" not in rig.moves, rig.story()


@pytest.mark.law("DR-7.4.11", "DR-7.7")
@pytest.mark.parametrize("sensor", Sensor)
@pytest.mark.parametrize("wait_ms", [1500, 3000])
def test_so_does_a_press(sensor: Sensor, wait_ms: int) -> None:
    rig = board(ONE, sensor, clock="5:00")
    rig.hands(
        f"1000 33- 400 24=w 400 w! {wait_ms} 29- 450 33=b 400 b! 2500 46- 400 41=w 300 w! 3000"
    )
    assert (legal(rig), [law for law, _ in rig.odd]) == (LEFT, LAWS), rig.story()


FIVE = "B:Wb2,e3,g3,g5,h2:Ba7,b6,c7,d6,d8,h6"
TAKES = "1000 h6- 480 f4=b 230 f4- 310 d2=b 790 g5- 430 b!"
"""h6xd2, of whose men e3 is left on; he takes d2 in his turn."""


@pytest.mark.law("DR-7.4.11", "DR-7.7")
@pytest.mark.parametrize("sensor", Sensor)
@pytest.mark.parametrize("wait_ms", [350, 500, 800])
def test_who_captures_in_reply_was_not_taken_off(sensor: Sensor, wait_ms: int) -> None:
    rig = board(FIVE, sensor, DRAUGHTS_BRAZILIAN, "30:00")
    rig.hands(f"{TAKES} {wait_ms} e3- 250 d2- 400 c1=w 180 w! 3000")
    assert legal(rig) == [("h6xd2", False), ("e3xc1", True)], rig.story()
    assert rig.of(Ruling) == []


@pytest.mark.law("DR-6.4", "DR-7.4.11")
@pytest.mark.parametrize("sensor", Sensor)
@pytest.mark.parametrize("wait_ms", [200, 350])
def test_who_comes_off_just_after_the_press_and_stays_off_was_taken_off(
    sensor: Sensor, wait_ms: int
) -> None:
    rig = board(FIVE, sensor, DRAUGHTS_BRAZILIAN, "30:00")
    rig.hands(f"{TAKES} {wait_ms} e3- 3000 g3- 400 f4=w 300 w! 3000")
    assert legal(rig) == [("h6xd2", True), ("g3-f4", True)], rig.story()
    assert [ruling.why for ruling in rig.of(Ruling)] == ["taken-off"]


@pytest.mark.law("DR-7.4.11", "DR-7.7")
@pytest.mark.parametrize("sensor", TELLING)
@pytest.mark.parametrize("reply_ms", [450])
def test_he_is_not_taken_off_late_because_he_is_in_the_hand_when_it_is_asked(
    sensor: Sensor, reply_ms: int
) -> None:
    rig = board("W:W19,32,48:B28,5,4", sensor)
    rig.hands(f"1000 32- 400 23=w 5000 28- {reply_ms} 33=b 2500 48- 450 42=w 3000")
    assert legal(rig) == [("32-23", False), ("28-33", True), ("48-42", True)], rig.story()
    assert [law for law, _ in rig.odd] == ["DR-7.4.11"]


@pytest.mark.law("DR-6.4")
@pytest.mark.parametrize("sensor", Sensor)
@pytest.mark.parametrize("ms", [900, 3000])
def test_one_who_comes_off_then_has_been_captured_once_another_replies(
    sensor: Sensor, ms: int
) -> None:
    rig = board("W:W32,48:B28,5,4", sensor)
    rig.hands(f"1000 32- 400 23=w 5000 28- {ms} 5- 450 10=b 2500 48- 450 42=w 3000")
    assert legal(rig) == [("32x23", True), ("5-10", True), ("48-42", True)], rig.story()
    assert rig.accused == []


@pytest.mark.law("DR-6.4")
def test_and_when_he_has_been_off_for_longer_than_anybody_holds_a_man() -> None:
    rig = board("W:W32,48:B28,5,4").hands("1000 32- 400 23=w 5000 28- 21000")
    assert legal(rig) == [("32x23", True)], rig.story()


@pytest.mark.law("DR-7.4.11", "DR-7.7")
@pytest.mark.parametrize("sensor", Sensor)
@pytest.mark.parametrize("ask_ms", [1500, 5000])
@pytest.mark.parametrize("ms", [250, 500])
def test_what_is_lawful_only_with_him_tells_that_he_was_left_on(
    sensor: Sensor, ask_ms: int, ms: int
) -> None:
    """33x24 leaves 29 on; Black steps, and 24 goes back over him."""
    rig = board("W:W20,33,46:B29,4,5", sensor)
    rig.hands(f"1000 33- 400 24=w {ask_ms} 5- {ms} 10=b 1500 24- {ms} 33=w {ms} 29- 3000")
    moves = [("33-24", False), ("5-10", True), ("24x33", True)]
    assert legal(rig) == moves, rig.story()
    assert ([law for law, _ in rig.odd], rig.stage) == (["DR-7.4.11"], "play")
    rig.hands("4- 400 9=b 2500 46- 400 41=w 2500")
    assert legal(rig)[3:] == [("4-9", True), ("46-41", True)]


@pytest.mark.law("DR-7.4.11", "DR-7.7")
@pytest.mark.parametrize("sensor", Sensor)
@pytest.mark.parametrize("ms", [250, 700])
def test_so_does_a_capture_by_the_man_himself(sensor: Sensor, ms: int) -> None:
    rig = board("W:W32,48:B28,4,5", sensor)
    rig.hands(f"1000 32- 400 23=w 5000 28- {ms} 19=b {ms} 23- 2500 48- 400 43=w 2500")
    moves = [("32-23", False), ("28x19", True), ("48-43", True)]
    assert legal(rig) == moves, rig.story()
    assert [law for law, _ in rig.odd] == ["DR-7.4.11"]


@pytest.mark.law("DR-7.4.11", "DR-7.7")
@pytest.mark.parametrize("sensor", Sensor)
@pytest.mark.parametrize("reply_ms", [1500, 2500])
@pytest.mark.parametrize("ms", [250, 600])
def test_a_man_left_on_who_takes_the_captor_was_left_on(
    sensor: Sensor, reply_ms: int, ms: int
) -> None:
    """23, whom 29x18 has jumped, stands, and takes 18 himself."""
    rig = board("W:W29,48:B21,23,3,5,28", sensor)
    rig.hands(f"1000 29- 400 18=w {reply_ms} 23- {ms} 12=b {ms} 18- 1600 48- {ms} 42=w 2500")
    assert legal(rig) == [("29-18", False), ("23x12", True), ("48-42", True)], rig.story()
    assert [law for law, _ in rig.odd] == ["DR-7.4.11"]
    rig.hands("3- 400 8=b 2500")
    assert (legal(rig)[3:], rig.stage) == ([("3-8", True)], "play")


LONG = "B:Wa1,a3,a5,b2,c3,c5,e1,f2,g1,h2:Ba7,b6,b8,c7,d8,e7,g7,h4,h6"
"""Black b6:d4 leaves c5 on, who is captured three moves later by d8:f6."""


@pytest.mark.law("DR-7.4.11", "DR-7.7")
@pytest.mark.parametrize("sensor", Sensor)
@pytest.mark.parametrize("ms", [250, 400])
def test_however_long_it_takes_until_play_tells(sensor: Sensor, ms: int) -> None:
    rig = board(LONG, sensor, DRAUGHTS_RUSSIAN)
    plays = (
        "b6- {0} d4=b 5000 c3- {0} e5=w {0} d4- 1500 h4- {0} g3=b 1500 h2- {0} f4=w {0} g3- 1500",
        "c7- {0} b6=b 1500 a5- {0} c7=w {0} b6- 1500 d8- {0} f6=b {0} c7- {0} c5- {0} e5- 3000",
    )
    rig.hands("1000 " + " ".join(plays).format(ms))
    played = ("c3:e5", "h4-g3", "h2:f4", "c7-b6", "a5:c7", "d8:f6")
    assert legal(rig) == [("b6-d4", False), *((text, True) for text in played)], rig.story()
    assert ([law for law, _ in rig.odd], rig.stage) == (["DR-7.4.11"], "play")


@pytest.mark.parametrize("dip_ms", [60, 130, 300])
def test_a_captor_who_is_set_better_has_not_gone_on(dip_ms: int) -> None:
    """f4:h6, and c3-b4 at once: the captured man comes off after h6 has been empty for a moment."""
    start = "B:Wb2,c3,g1,g3,g5,h2:Ba5,b6,b8,d8,e5,Ke7,f4,f6,g7,h8"
    rig = board(start, Sensor.PRESENCE, DRAUGHTS_RUSSIAN)
    rig.hands(f"1000 f4- 300 h6=b 35 h6- {dip_ms} h6=b 165 g5- 125 c3- 300 b4=w 600 a5- 400")
    assert [text for text, _ in legal(rig)] == ["f4:h6", "c3-b4"], rig.story()


@pytest.mark.law("DR-7.4.11", "DR-7.7")
@pytest.mark.parametrize("pace", [900, 1500, 4500])
def test_who_comes_off_as_another_captures_him_completes_no_capture(pace: int) -> None:
    """24x35 leaves 30 standing; 41-37; then 25x34 takes him. Nobody else is accused, and no move is given out that was not made."""
    start = "B:W30,32,33,38,40,41,43-47:B2,4-6,9,10,12,15,23-25"
    rig = Rig(start, game=DRAUGHTS_100, rulebook="draughts-100")
    rig.hands(f"1000 24- 250 35+ {pace} 41- 230 37+ 1500 25- 475 34+ 515 30- 3000")
    assert set(rig.accused) <= {("DR-7.4.11", "black")}, rig.story()
    assert "25-34" not in rig.moves


@pytest.mark.law("DR-7.4.11", "DR-7.5")
@pytest.mark.parametrize("think", [400, 800, 1500, 2500])
def test_a_captor_who_goes_on_at_once_displaces_nobody(think: int) -> None:
    """g3 is off, and its sensor feels him still; the reply goes to where the captor came from."""
    start = "B:Wa1,b2,c1,d2,e1,e3,g1,g3:Ba5,a7,d8,e7,f8,g5,g7,h2,h6,h8"
    rig = Rig(start, game=DRAUGHTS_RUSSIAN, rulebook=DRAUGHTS_RUSSIAN.rulebook.name)
    rig.hands(f"1000 h2- 900 f4+ 2900 g1- 1500 h2+ {think} f4- 3000")
    assert rig.odd == [], rig.story()
    assert {text for text, _ in legal(rig)} <= {"h2:f4", "g1-h2", "f4-g3"}
