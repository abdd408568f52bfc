"""Men are asked back; hands put them right and play on at once, before anybody could see that they stand: nothing of it is lost."""

from __future__ import annotations

import pytest

from controller.core.messages import Restore
from controller.core.sensing.marks import Sensor
from rules.registry import game_by_name
from tests.core.clocks import running
from tests.core.policies import NAMED, SETTLED
from tests.core.rig import BLACK, BOOKS, Rig
from tests.core.sensed import SensedRig

OPENED = ["e2e4", "e7e5", "g1f3", "b8c6"]
OPENING = "1000 e2- 180 e4+ 2400 e7- 215 e5+ 1570 g1- 310 f3+ 645 b8- 160 c6+ 2500"  # at rest
WITH_PRESSES = "1000 e2- 180 e4+ 300 w! 1400 e7- 215 e5+ 300 b! 1570 g1- 310 f3+ 300 w! 645 b8- 160 c6+ 300 b! 2000"
ILLEGAL = "f1- 500 d4+ 2500"
REPLY = "g8- 150 f6+ 2000"
NEXT = "d2- 690 d3+ 1500"


def follows(rig: Rig, moves: list[str], laws: list[str]) -> None:
    """The game has gone on with these moves, the men are right, and nothing else was found."""
    assert rig.line == OPENED + moves, rig.story()
    assert ([law for law, _ in rig.odd], rig.questions, rig.stage) == (laws, [], "play")
    assert rig.of(Restore)[-1].done


@pytest.mark.law("FIDE-7.5.1")
@pytest.mark.parametrize("rest", [100, 300, 500, 700, 760])
def test_the_man_goes_on_to_where_he_may_and_is_replied_to(rest: int) -> None:
    rig = Rig().hands(f"{OPENING} {ILLEGAL} d4- 700 c4+ {rest} {REPLY} {NEXT}")
    follows(rig, ["f1c4", "g8f6", "d2d3"], ["FIDE-7.5.1"])


@pytest.mark.law("FIDE-7.5.1")
@pytest.mark.parametrize("rest", [60, 150, 250, 290, 310])
@pytest.mark.parametrize("reply", [120, 400, 2000])
def test_the_man_is_hardly_back_when_he_is_lifted_again(rest: int, reply: int) -> None:
    rig = Rig().hands(f"{OPENING} {ILLEGAL} d4- 700 f1+ {rest} f1- 400 c4+ {reply} {REPLY} {NEXT}")
    follows(rig, ["f1c4", "g8f6", "d2d3"], ["FIDE-7.5.1"])


@pytest.mark.law("FIDE-7.5.1")
@pytest.mark.parametrize("hands", ["d4- 700 c4+", "d4- 700 f1+ 250 f1- 400 c4+"])
@pytest.mark.parametrize("reply", [150, 250, 500])
def test_the_right_move_is_pressed_and_replied_to(hands: str, reply: int) -> None:
    rig = Rig(time_control="5:00+0:03").hands(f"{WITH_PRESSES} f1- 500 d4+ 300 w! 2500")
    rig.hands(f"{hands} 300 w! {reply} g8- 150 f6+ 300 b! 2000 d2- 690 d3+ 300 w! 1500")
    follows(rig, ["f1c4", "g8f6", "d2d3"], ["FIDE-7.5.1"])


@pytest.mark.law("FIDE-6.2.1")
@pytest.mark.parametrize("hands", ["d4- 700 c4+", "d4- 700 f1+ 250 f1- 400 c4+"])
@pytest.mark.parametrize("press", [100, 500])
def test_a_press_before_the_man_is_seen_to_stand_right_starts_the_other_clock(
    hands: str, press: int
) -> None:
    rig = Rig(time_control="5:00+0:03").hands(f"{WITH_PRESSES} f1- 500 d4+ 300 w! 2500")
    rig.hands(f"{hands} {press} w! 3000")
    follows(rig, ["f1c4"], ["FIDE-7.5.1"])
    assert (rig.by[4], running(rig)) == ("pressed", "black")


@pytest.mark.law("FIDE-7.5.1")
def test_the_right_move_is_a_capture() -> None:
    rig = Rig().hands(f"{OPENING} f3- 500 b5+ 2500 b5- 500 f3+ 270 f3- 600 e5- 500 e5+ 400 {REPLY}")
    follows(rig, ["f3e5", "g8f6"], ["FIDE-7.5.1"])


@pytest.mark.law("CH-3.1")
@pytest.mark.parametrize("back", ["400 g8+ 110 f1-", "400 f1- 80 g8+"], ids=["after", "before"])
@pytest.mark.parametrize("reply", [600, 2000])
def test_whoever_is_on_move_lifts_his_man_at_once(back: str, reply: int) -> None:
    """Black has moved twice; White does not wait until he has put the second man back, nor Black long with the reply."""
    rig = Rig().hands(f"{OPENING} g8- 500 f6+ 2500 f6- {back} 500 c4+ {reply} {REPLY}")
    follows(rig, ["f1c4", "g8f6"], ["CH-3.1"])


@pytest.mark.law("FIDE-4.3.1")
@pytest.mark.parametrize("rest", [100, 200, 250, 320])
def test_the_obliged_man_is_lifted_as_soon_as_the_other_is_back(rest: int) -> None:
    rig = Rig().hands(f"{OPENING} b1- 600 b1+ 1000 f1- 500 c4+ 1500")
    assert rig.command(BLACK, "demand-correction")
    rig.hands(f"1500 c4- 500 f1+ {rest} b1- 150 c3+ 2000 {REPLY} {NEXT}")
    follows(rig, ["b1c3", "g8f6", "d2d3"], ["FIDE-4.3.1"])


def test_who_is_still_being_put_right_has_not_moved() -> None:
    """A man who was knocked over stands on his point for a moment, and then beside it: he is asked back."""
    rig = Rig().hands(
        f"{OPENING} d2-,e4-,f2- 60 c2- 2500 c2+ 500 f2+ 500 e4+ 500 d2+ 150 d2- 200 d3+ 3000"
    )
    assert rig.line in (OPENED, [*OPENED, "d2d3"]), rig.story()
    assert rig.odd == []


def test_the_same_again_is_not_played() -> None:
    rig = Rig().hands(f"{OPENING} {ILLEGAL} d4- 700 f1+ 200 f1- 400 d4+ 4000")
    assert (rig.line, rig.stage) == (OPENED, "restore"), rig.story()
    rig.hands(f"d4- 400 f1+ 200 f1- 300 c4+ 300 {REPLY}")
    assert (rig.line, rig.stage) == ([*OPENED, "f1c4", "g8f6"], "play"), rig.story()


def test_nothing_is_played_before_the_men_are_right() -> None:
    rig = Rig().hands(f"{OPENING} {ILLEGAL} b1- 300 c3+ 300 {REPLY}")
    assert (rig.line, rig.stage) == (OPENED, "restore"), rig.story()


@pytest.mark.law("FIDE-7.4")
@pytest.mark.parametrize("replied", ["", "1500 g8- 690 f6+"])
def test_a_move_is_made_before_the_last_of_the_fallen_men_is_set_up(replied: str) -> None:
    rig = Rig().hands(f"{OPENING} h1- 30 g2- 30 h2- 2100 g2+ 600 h2+ 1000 f1- 150 c4+ {replied}")
    rig.wait(NAMED.within_ms)
    rig.hands("h1+ 3000")
    made = ["f1c4", "g8f6"] if replied else ["f1c4"]
    follows(rig, made, ["FIDE-7.4"])


DRAUGHTS = game_by_name("draughts-100")


@pytest.mark.law("DR-7.4.2")
@pytest.mark.parametrize("hands", ["29+", "34+ 150 34- 400 29+"])
@pytest.mark.parametrize("reply", [300, 2000])
def test_what_the_opponent_does_not_accept_is_played_right_at_once(hands: str, reply: int) -> None:
    rig = Rig(game=DRAUGHTS, rulebook=DRAUGHTS.rulebook.name)
    rig.hands("1000 32- 210 28+ 1300 20- 530 25+ 1300 34- 500 23+ 2500")
    assert rig.command(BLACK, "demand-correction"), rig.refusals
    rig.hands(f"800 23- 600 {hands} {reply} 14- 500 20+ 1500")
    assert rig.line == ["32-28", "20-25", "34-29", "14-20"], rig.story()
    assert ([law for law, _ in rig.odd], rig.stage) == (["DR-7.4.2"], "play")


@pytest.mark.law("XQ-4.1.6")
@pytest.mark.parametrize("hands", ["g2+", "h0+ 150 h0- 275 g2+"])
def test_an_illegal_move_of_xiangqi_is_played_right_at_once(hands: str) -> None:
    game = game_by_name("xiangqi")
    rig = Rig(game=game, rulebook=game.rulebook.name)
    rig.hands("1000 h2- 700 e2+ 1300 h9- 400 g7+ 1300 h0- 600 h3+ 2500")
    rig.hands(f"h3- 600 {hands} 300 i9- 485 h9+ 1500")
    assert rig.line == ["h2e2", "h9g7", "h0g2", "i9h9"], rig.story()
    assert ([law for law, _ in rig.odd], rig.stage) == (["XQ-4.1.6"], "play")


@pytest.mark.law("DR-7.4.2", "DR-7.7")
@pytest.mark.parametrize("soon", [200, 370, 700, 1200])
@pytest.mark.parametrize("held", [100, 500])
def test_a_man_who_was_accepted_goes_on_at_once_after_the_reply(soon: int, held: int) -> None:
    rig = Rig(game=DRAUGHTS, rulebook=DRAUGHTS.rulebook.name)
    rig.hands("1000 34- 210 29+ 1300 20- 530 25+ 1300 41- 500 27+ 2500")
    rig.hands(f"14- 300 20+ {soon} 27- {held} 22+ 1500")
    assert rig.line == ["34-29", "20-25", "41-27", "14-20", "27-22"], rig.story()
    assert ([law for law, _ in rig.odd], rig.stage) == (["DR-7.4.2"], "play")


CANNONS = "rCbakabnr/9/1c7/p1p1p1p1p/9/9/P1P1P1PCP/9/9/RNBAKABcR b - - 0 2"


@pytest.mark.law("XQ-5.7")
@pytest.mark.parametrize("pause", [300, 1000, 2000])
@pytest.mark.parametrize("presses", [0, 1])
def test_a_man_who_is_off_besides_is_asked_back_still(pause: int, presses: int) -> None:
    """h0xf0 is taken back; a9xb9 and i0-h0 are played over that."""
    game = game_by_name("xiangqi")
    rig = Rig(CANNONS, game=game, rulebook=game.rulebook.name, time_control="90:00+0:30")
    rig.hands("1000 h0- 500 f0- 480 f0+ 300")
    rig.press(BLACK)
    rig.hands(f"2300 f0- 580 h0+ 380 f0+ 4100 a9- 160 b9- 660 b9+ {pause}")
    rig.press(BLACK)
    rig.hands("1870 h0- 690 i0- 550 h0+ 366")
    for side in game.sides[:presses]:
        rig.press(side)
    rig.hands("3000")
    assert (rig.line, rig.stage) == (["h0f0"], "restore"), rig.story()
    assert not any(said.done for said in rig.of(Restore))


TAKEN = "r2qkb2/ppp1ppp1/n2p1nr1/8/3PP3/6P1/PPP1BP2/R1BQKNN1 w Qq - 1 11"
ILLEGAL_CAPTURE = "1000 d8- 300 e2- 300 d8=B 3500"
"""White's bishop takes the queen as no bishop goes."""


@pytest.mark.law("FIDE-7.5.1", "CH-8.1")
@pytest.mark.parametrize("sensor", [Sensor.POLARITY, Sensor.FIELD, Sensor.IDENTITY])
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("rest", [300, 1800, 6000])
def test_nor_has_play_gone_on_while_the_captured_man_is_off(
    sensor: Sensor, book: str, rest: int
) -> None:
    """The captor goes where he may, which makes his move; but the man he had taken is still to come back."""
    rig = SensedRig(sensor, TAKEN, rulebook=book).hands(f"{ILLEGAL_CAPTURE} d8- 400 c4=B {rest}")
    assert (rig.line, rig.stage) == ([], "restore"), rig.story()
    rig.hands("d8=q 1800")
    rig.wait(SETTLED.within_ms)
    assert (rig.line, rig.stage, len(rig.odd)) == (["e2c4"], "play", 1), rig.story()


@pytest.mark.law("FIDE-7.5.1", "CH-8.1")
@pytest.mark.parametrize("sensor", [Sensor.POLARITY, Sensor.FIELD, Sensor.IDENTITY])
@pytest.mark.parametrize("hands", ["c4- 400 e2=B 300 d8=q", "d8=q 200 c4- 400 e2=B"])
def test_and_the_captor_may_come_back_after_all(sensor: Sensor, hands: str) -> None:
    rig = SensedRig(sensor, TAKEN).hands(f"{ILLEGAL_CAPTURE} d8- 400 c4=B 1800 {hands} 1800")
    assert (rig.line, rig.stage, len(rig.odd)) == ([], "play", 1), rig.story()
    assert rig.duty().must_move == ["e2"]
