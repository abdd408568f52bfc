"""What is irregular at draughts, seen by sound sensors, and the opponent plays on (DR-7.7)."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity, Move, Question, Ruling
from controller.core.settings import Settings
from rules.draughts import DRAUGHTS_100
from tests.core.policies import NAMED
from tests.core.rig import Rig, recovered

TWO = "W:W32,46,50:B28,18,5,26"
TAKES_TWO = "1000 32- 300 23+ 200 23- 300 12+"
"""32x12, whose captured men 28 and 18 stand on."""
ONE = "1000 32- 300 28+ {w} 1500 19- 300 23+ {b} 1500 28- 300 19+"
"""28x19, whose captured man 23 stands on."""


def board(start: str | None = None, time_control: str | None = "5:00") -> Rig:
    return Rig(
        settings=Settings(
            game=DRAUGHTS_100,
            rulebook=DRAUGHTS_100.rulebook,
            start=start,
            time_control=time_control,
        )
    )


def legal(rig: Rig) -> list[tuple[str, bool]]:
    return [(move.move, move.legal) for move in rig.of(Move)]


def plain(rig: Rig) -> list[str]:
    """The moves, whether their captures were completed or not."""
    return [move.replace("x", "-") for move in rig.moves]


@pytest.mark.law("DR-7.4.11", "DR-7.7")
@pytest.mark.parametrize(
    "hands", ["13- 300 24+ 300 19-", "13- 300 19- 300 24+", "19- 300 13- 300 24+"]
)
@pytest.mark.parametrize("after_ms", [500, 1500, 3000, 9000])
def test_a_reply_that_takes_the_man_accepts_that_another_was_left_on(
    hands: str, after_ms: int
) -> None:
    rig = board().hands(ONE.format(w="300 w!", b="300 b!"))
    rig.hands(f"300 w! {after_ms} {hands} 300 b! 1500 33- 300 28+ 300 w! 1000")
    (found,) = rig.of(Irregularity)
    assert (found.law, rig.of(Ruling), rig.of(Question)) == ("DR-7.4.11", [], []), rig.story()
    assert legal(rig)[2:] == [("28-19", False), ("13x24", True), ("33-28", True)]
    assert rig.of(Move)[2].accepted == found.id
    read = recovered(rig.settings, rig.said)
    assert read.line.position.text == rig.session.line.position.text


@pytest.mark.xfail(
    strict=True,
    reason="whether a captured man was left on, or its sensor sticks, no reply tells that he forbids",
)
@pytest.mark.law("DR-7.4.11", "DR-7.4.6", "DR-7.7")
@pytest.mark.parametrize("after_ms", [2000])
def test_a_reply_that_the_man_left_on_forbids_accepts_him_too(after_ms: int) -> None:
    """18 should have taken 12 now."""
    rig = board(TWO).hands(f"{TAKES_TWO} 300 28- 300 w! {after_ms} 5- 300 10+ 300 b! 1000")
    rig.wait(NAMED.within_ms)
    assert {law for law, _ in rig.odd} <= {"DR-7.4.11", "DR-7.4.6"}, rig.story()
    assert (legal(rig)[:1], rig.of(Ruling)) == ([("32x12", False)], [])


@pytest.mark.law("DR-7.4.11")
@pytest.mark.parametrize("after_ms", [700, 1500, 5000])
def test_without_a_press_a_reply_that_takes_the_man_tells_not_whether_another_was_left_on(
    after_ms: int,
) -> None:
    """His sensor may stick as well: nobody else is accused, and all that is played is followed."""
    rig = board(time_control=None).hands(ONE.format(w="", b=""))
    rig.hands(f"{after_ms} 13- 300 24+ 300 19- 1500 33- 300 28+ 2000")
    rig.answer_truly(["32-28", "19-23", "28x19", "13x24", "33-28"], within_ms=NAMED.within_ms)
    assert plain(rig)[2:] == ["28-19", "13-24", "33-28"], rig.story()
    assert set(rig.accused) <= {("DR-7.4.11", "white")}


@pytest.mark.law("DR-7.4.11")
def test_a_man_left_on_who_is_taken_off_after_the_reply_answers() -> None:
    rig = board(time_control=None).hands(ONE.format(w="", b=""))
    rig.hands("1500 13- 300 24+ 300 19- 3000 23- 2000 33- 300 28+ 1500")
    rig.answer_truly(["32-28", "19-23", "28x19", "13x24", "33-28"], within_ms=NAMED.within_ms)
    assert plain(rig)[2:4] == ["28-19", "13-24"], rig.story()
    assert set(rig.accused) <= {("DR-7.4.11", "white")}


@pytest.mark.law("DR-7.4.11", "DR-7.7")
@pytest.mark.parametrize("after_ms", [600, 1500, 3000, 12000])
@pytest.mark.parametrize("press", ["", "b!"])
def test_a_man_left_on_who_replies_was_left_on(after_ms: int, press: str) -> None:
    """18 was captured by 32x12, and takes 12: also where it has been asked whether he was removed."""
    rig = board(TWO, None)
    rig.hands(f"{TAKES_TWO} 300 28- {after_ms} 18- 300 7+ 300 12- 300 {press} 2000")
    assert legal(rig) == [("32x12", False), ("18x7", True)], rig.story()
    assert rig.odd == [("DR-7.4.11", "too-few-removed")]
    assert (rig.of(Move)[0].accepted, rig.stage) == (rig.of(Irregularity)[0].id, "play")
    rig.hands("46- 300 41+ 1500")
    assert rig.moves[2:] == ["46-41"]
    read = recovered(rig.settings, rig.said)
    assert read.line.position.text == rig.session.line.position.text


OWN_TOO = f"{TAKES_TWO} 300 28- 300 18- 300 46- 300"
"""The capture done as it should be, and a man of White's own is taken off as well."""


@pytest.mark.law("DR-7.4.14")
@pytest.mark.parametrize(("clocks", "w", "b"), [("5:00", "w!", "b!"), (None, "", "")])
def test_a_man_of_ones_own_taken_off_holds_up_no_reply(clocks: str | None, w: str, b: str) -> None:
    """Whether he was taken off or his sensor has lost him: Black's move is seen whole. When White plays on without him, people say."""
    rig = board(TWO, clocks).hands(f"{OWN_TOO} {w} 2000 5- 300 10+ 300 {b} 1500")
    rig.hands(f"50- 300 44+ 300 {w} 1500 10- 300 14+ 300 {b} 1500")
    line = ["32x12", "5-10", "50-44", "10-14"]
    rig.answer_truly(line, within_ms=NAMED.within_ms)
    assert (rig.line, [side for _, side in rig.accused if side == "black"]) == (line, [])


@pytest.mark.law("DR-7.4.14", "DR-7.7")
@pytest.mark.parametrize("back_ms", [600, 3000])
def test_a_reply_accepts_no_lost_man_and_withdraws_nothing(back_ms: int) -> None:
    """It is published; the man is asked back, and play goes on once he stands again."""
    rig = board(TWO).hands(f"{OWN_TOO} w! 6000 5- 300 10+ 300 b! 500")
    (found,) = rig.of(Irregularity)
    assert found.law in ("DR-7.4.14", "DR-7.5")
    assert (rig.line[:1], rig.stage) == (["32x12"], "restore"), rig.story()
    rig.hands(f"{back_ms} 46+ 2500 50- 300 44+ 300 w! 1000")
    assert rig.line == ["32x12", "5-10", "50-44"], rig.story()


@pytest.mark.xfail(
    strict=True, reason="play that goes on while a piece is asked back waits until it stands"
)
@pytest.mark.law("DR-7.4.14")
@pytest.mark.parametrize(("clocks", "w", "b"), [("5:00", "w!", "b!")])
@pytest.mark.parametrize("rest_ms", [2500])
def test_both_play_on_without_a_man_who_is_asked_back(
    clocks: str | None, w: str, b: str, rest_ms: int
) -> None:
    """As everywhere: he stands, and his sensor has lost him."""
    rig = board(TWO, clocks).hands(f"{OWN_TOO} {w} 6000 5- 300 10+ 300 {b} 2000")
    rig.hands(f"50- 300 44+ 300 {w} {rest_ms} 10- 300 14+ 300 {b} {rest_ms} 44- 300 39+ 300 {w}")
    rig.hands("1500")
    assert rig.line == ["32x12", "5-10", "50-44", "10-14", "44-39"], rig.story()
    assert [(each.found, each.why) for each in rig.of(Ruling)] == [("wrong", "sensor")]
    assert [each["point"] for each in rig.session.health.told(rig.at_ns)] == ["46"]


@pytest.mark.law("DR-7.4.14", "DR-7.8")
def test_nobody_plays_on_without_a_man_whom_the_opponent_has_demanded_back() -> None:
    rig = board(TWO).hands(f"{OWN_TOO} w! 6000")
    assert rig.stage == "restore" or rig.command("black", "demand-correction")
    rig.hands("500 5- 300 10+ 300 b! 2000 50- 300 44+ 300 w! 2000 10- 300 14+ 2000")
    assert (rig.line, rig.stage) == (["32x12"], "restore"), rig.story()


@pytest.mark.law("DR-7.4.14")
def test_who_sees_a_lost_man_stand_says_so_after_the_reply() -> None:
    rig = board(TWO).hands(f"{OWN_TOO} w! 6000 5- 300 10+ 300 b! 2000")
    assert rig.command("arbiter", "resume")
    rig.hands("500 50- 300 44+ 300 w! 1000")
    assert rig.line == ["32x12", "5-10", "50-44"], rig.story()


ROUND = "W:W38,50:B32,22,23,33,6"
GOES_ROUND = "1000 38- 250 27+ 150 27- 250 18+ 150 18- 250 29+ 150 29- 250 38+"
"""38x38, which takes all but 6."""


@pytest.mark.law("DR-7.4.11")
@pytest.mark.parametrize("victims", ["32", "32 22", "32 22 23", "33 23 22"])
def test_men_left_on_by_a_capture_that_ends_where_it_began(victims: str) -> None:
    taken = "".join(f" 300 {point}-" for point in victims.split())
    rig = board(ROUND).hands(f"{GOES_ROUND}{taken} 300 w! 1000")
    (found,) = rig.of(Irregularity)
    assert (found.law, found.observed.origin, found.observed.to) == ("DR-7.4.11", "38", "38")
    assert sorted(found.observed.removed) == sorted(victims.split())


@pytest.mark.law("DR-7.4.11")
def test_the_last_man_of_such_a_capture_comes_off_late() -> None:
    rig = board(ROUND).hands(f"{GOES_ROUND} 300 32- 300 22- 300 23- 300 w! 900 33- 3000")
    rig.hands("6- 300 11+ 300 b! 1000")
    assert rig.moves == ["38x38", "6-11"], rig.story()
    assert [ruling.why for ruling in rig.of(Ruling)] == ["taken-off"]


@pytest.mark.law("DR-5.11", "DR-7.4.11")
@pytest.mark.parametrize("hands", ["38- 300 38+", "38- 300 27+ 300 27- 300 38+"])
def test_a_man_put_back_who_might_capture_all_round_has_not(hands: str) -> None:
    rig = board(ROUND).hands(f"1000 {hands} 300 w! 1000")
    assert rig.odd == [], rig.story()


@pytest.mark.law("DR-7.4.2", "DR-7.7")
@pytest.mark.parametrize("unread", ["", "26?800 "])
def test_a_reply_accepts_what_was_named_though_it_was_seen_late(unread: str) -> None:
    rig = board(time_control=None)
    rig.hands(f"1000 32- 100 {unread}200 26+ 3500 19- 300 23+ 2000")
    assert [law for law, _ in rig.odd] == ["DR-7.4.2"]
    assert (rig.line, rig.stage) == (["32-26", "19-23"], "play")
