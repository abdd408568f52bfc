"""Captured men that come off near the press of the clock, or soon after it (draughts)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.core.inputs import Gap
from controller.core.messages import (
    Clock,
    Correction,
    Irregularity,
    Move,
    Penalty,
    Restore,
    Ruling,
)
from controller.core.settings import Settings
from rules.draughts import DRAUGHTS_100
from tests.core.policies import NAMED
from tests.core.rig import MS, WHITE, Rig, recovered

VICTIMS = {
    1: ("W:W28,40:B3,5,10,23", "28- 350 19+", "23", "28x19"),
    2: ("W:W37,40,48:B3,5,10,21,31", "37- 350 26+ 200 26- 200 17+", "31 21", "37x17"),
    3: ("W:W37,40,48:B3,5,10,11,21,31", "37- 350 26+ 200 26- 200 17+ 200 17- 200 6+", "31 21 11", "37x6"),
}  # fmt: skip


def board(start: str, scan_hz: float = 200.0, *, automatic: bool = False) -> Rig:
    """A board of draughts on which clocks are pressed."""
    settings = Settings(
        game=DRAUGHTS_100,
        rulebook=DRAUGHTS_100.rulebook,
        start=start,
        time_control="60:00",
        claims="automatic" if automatic else "players",
    )
    return Rig(settings=replace(settings, scan_hz=scan_hz))


def captured(
    count: int,
    since_press_ms: int,
    scan_hz: float = 200.0,
    off: int = 1,
    *,
    automatic: bool = False,
) -> Rig:
    """A capture of some men, of whom the last ones come off this long after the press."""
    start, hands, victims, _ = VICTIMS[count]
    early, late = victims.split()[: count - off], victims.split()[count - off :]
    line = "".join(f" 300 {point}-" for point in early)
    last = " 150 ".join(f"{point}-" for point in late)
    rig = board(start, scan_hz, automatic=automatic)
    return rig.hands(f"1000 {hands}{line} 300 w! {since_press_ms} {last}")


@pytest.mark.law("DR-6.4", "DR-5.10")
@pytest.mark.parametrize("count", VICTIMS)
@pytest.mark.parametrize(("scan_hz", "ms"), [(1000, 1), (200, 2), (200, 5), (50, 5)])
def test_what_the_next_scan_shows_was_done_before_the_press(
    count: int, scan_hz: float, ms: int
) -> None:
    rig = captured(count, ms, scan_hz).hands("60")
    move = VICTIMS[count][-1]
    assert (rig.moves, rig.by, rig.odd) == ([move], ["pressed"], [])


def test_a_man_set_down_just_before_the_press() -> None:
    rig = board("W:W32,38:B20,12", 50).hands("1000 32- 366 w! 14 28+ 100")
    assert (rig.moves, rig.by, rig.odd) == (["32-28"], ["pressed"], [])


@pytest.mark.law("DR-7.4.11", "DR-6.4")
@pytest.mark.parametrize("count", VICTIMS)
@pytest.mark.parametrize("scan_hz", [50, 200, 1000])
@pytest.mark.parametrize("ms", [20, 60, 120, 250, 400])
@pytest.mark.parametrize("reply", ["600 10- 350 15+ 300 b!", "1800 10- 350 15+ 300 b!", "3000"])
def test_men_who_come_off_soon_after_the_press_are_not_left_on(
    count: int, scan_hz: float, ms: int, reply: str
) -> None:
    """What was named at the press is withdrawn; nothing that is no lawful move is published."""
    rig = captured(count, ms, scan_hz).hands(f"{reply} 1000")
    moves = [VICTIMS[count][-1], *(["10-15"] if "15" in reply else [])]
    assert (rig.moves, rig.stage) == (moves, "play"), rig.story()
    assert [ruling.found for ruling in rig.of(Ruling)] == ["wrong"] * len(rig.of(Irregularity))
    assert {law for law, _ in rig.odd} <= {"DR-7.4.11"}
    rig.hands("1000 40- 350 35+ 300 w! 500" if len(moves) == 2 else "10- 350 15+ 300 b! 500")
    assert (len(rig.moves), rig.by[-1]) == (len(moves) + 1, "pressed")
    read = recovered(rig.settings, rig.said)
    assert read.line.position == rig.session.line.position


SPENT = {1: 1650, 2: 2350, 3: 3050}
"""White's time until he presses, in milliseconds."""


@pytest.mark.law("DR-7.4.11", "DR-6.4", "DR-8.2")
@pytest.mark.parametrize("count", VICTIMS)
@pytest.mark.parametrize(("ms", "since"), [(60, "3000"), (400, "600 10- 350 15+ 1500")])
def test_the_referee_claims_nothing_and_withdraws_what_it_has_named(
    count: int, ms: int, since: str
) -> None:
    """What was named is over when they are off; the press has ended the turn."""
    rig = captured(count, ms, automatic=True)
    named = {(found.law, found.remedy) for found in rig.of(Irregularity)}
    assert named <= {
        ("DR-7.4.11", "accept-or-correct")
    }  # off soon enough they may not be named at all
    assert rig.stage == ("choice" if named else "play")
    rig.hands(since)
    moves = [VICTIMS[count][-1], *(["10-15"] if "15" in since else [])]
    assert (rig.moves, rig.stage) == (moves, "play"), rig.story()
    assert {(r.side, r.found) for r in rig.of(Ruling)} <= {("white", "wrong")}
    assert all(message.done for message in rig.of(Restore)[-1:])
    assert (rig.of(Penalty), rig.of(Correction)) == ([], [])
    assert rig.of(Clock)[-1].sides["white"]["used_ms"] == SPENT[count]
    read = recovered(rig.settings, rig.said)
    assert (read.line.position, read.irregularity) == (rig.session.line.position, None)
    rig.hands("10- 350 15+ 300 b! 500" if len(moves) == 1 else "b! 500")
    assert len(rig.moves) == 2
    assert rig.of(Clock)[-1].running == "white"


@pytest.mark.law("DR-7.4.11", "DR-7.8")
@pytest.mark.parametrize(
    "back", ["21+ 400 17- 400 37+", "17- 400 37+ 400 21+", "17- 1600 37+ 1600 21+"]
)
def test_men_put_back_after_the_opponents_claim_leave_it_standing(back: str) -> None:
    rig = board(VICTIMS[2][0])
    rig.hands("1000 37- 350 26+ 200 26- 200 17+ 300 21- 300 w! 1500")
    assert rig.command("black", "demand-correction")
    rig.hands(back + " 1500")
    assert (rig.moves, rig.stage) == ([], "play"), rig.story()
    assert [law for law, _ in rig.odd] == ["DR-7.4.11"]
    assert [ruling.found for ruling in rig.of(Ruling)] == ["right"]
    assert rig.of(Clock)[-1].running == "white"
    rig.hands("37- 350 26+ 200 26- 200 17+ 300 31- 300 21- 300 w! 500")
    assert (rig.moves, rig.by) == (["37x17"], ["pressed"])


@pytest.mark.law("DR-7.4.11")
@pytest.mark.parametrize("count", [2, 3])
def test_two_men_who_come_off_after_the_press(count: int) -> None:
    rig = captured(count, 700, off=2).hands("3000")
    assert (rig.moves, [law for law, _ in rig.odd]) == ([VICTIMS[count][-1]], ["DR-7.4.11"])
    assert rig.stage == "play"


@pytest.mark.xfail(
    strict=True,
    reason="that a captured piece which is off for long was taken up to reply is too dear",
)
@pytest.mark.law("DR-7.4.11", "DR-7.7")
@pytest.mark.parametrize("hold_ms", [400, 1500])
def test_a_man_left_on_who_replies_himself_has_accepted(hold_ms: int) -> None:
    """11 was left on the board, and is his player's to move: in the hand he may yet be set down."""
    rig = captured(3, 2500, off=1)
    assert [law for law, _ in rig.odd] == ["DR-7.4.11"]
    rig.hands(f"{hold_ms} 16+ 300 b! 1000")
    assert [m for m in rig.moves if m.startswith("37")] == ["37x6"]
    assert rig.moves == ["37x6", "11-16"], rig.story()
    assert rig.of(Ruling) == []


@pytest.mark.law("DR-7.4.11")
def test_a_man_taken_off_long_after_the_press_is_off_when_another_replies() -> None:
    rig = captured(3, 2500, off=1).hands("3000")
    rig.hands("10- 350 15+ 300 b! 1000")
    assert (rig.moves, rig.stage) == (["37x6", "10-15"], "play"), rig.story()
    assert rig.session.line.position.occupied == rig.session.standing


JUMPED = "1000 37- 350 26+ 200 26- 200 17+ 200 17- 200 6+"


@pytest.mark.law("DR-6.11", "DR-7.4.11", "DR-7.5")
@pytest.mark.parametrize("point", [31, 21, 11])
@pytest.mark.parametrize("jolt_ms", [60, 110, 180, 500])
@pytest.mark.parametrize("apart_ms", [400, 1000, 1500])
def test_a_victim_that_was_jolted_is_not_left_on(point: int, jolt_ms: int, apart_ms: int) -> None:
    """He stands there again, no other man does: the removal goes on in order, and nobody replies meanwhile."""
    line = f"{JUMPED} 250 {point}- {jolt_ms} {point}+ {apart_ms} 31- {apart_ms} 21- {apart_ms} 11-"
    rig = board(VICTIMS[3][0]).hands(f"{line} 1800 10- 350 15+ 1800")
    assert (rig.moves, rig.stage) == (["37x6", "10-15"], "play"), rig.story()
    if jolt_ms < 120:  # else he was lifted before his turn
        assert rig.odd == []


@pytest.mark.law("DR-7.4.11", "DR-6.11")
def test_nothing_is_named_just_after_a_victim_came_off() -> None:
    """A man was felt elsewhere long ago; what counts is when the last one was removed."""
    line = f"{JUMPED} 300 31- 300 10- 300 15+ 1100 21- 1100 11- 2500"
    rig = board(VICTIMS[3][0]).hands(line)
    rig.answer_truly(["37x6"], within_ms=NAMED.within_ms)
    assert "37x6" in rig.moves, rig.story()
    assert {side for _, side in rig.accused} <= {"white"}


@pytest.mark.law("DR-7.4.11")
def test_a_reply_that_lands_where_a_victim_stood() -> None:
    """21 was removed, 31 left on; Black's 16 goes where 21 stood."""
    rig = board("W:W37,40,48:B3,5,16,21,31").hands(
        "1000 37- 350 26+ 200 26- 200 17+ 300 21- 2500 16- 350 21+ 4000"
    )
    assert all(m.legal is False for m in rig.of(Move)[:1]), rig.story()


@pytest.mark.law("DR-7.4.5", "DR-6.11")
@pytest.mark.parametrize("apart_ms", [500, 1150])
def test_nothing_is_named_between_two_captured_men_though_a_sensor_sticks(apart_ms: int) -> None:
    """43x32x41: 43 feels a man again just after ours has landed, and so it stays."""
    rig = board("B:WK3,34,35,37,38,42,44,45:B11,K12,K19,K25,28,K36,K39,40,43,K46")
    rig.hands(f"1000 43- 880 32+ 275 32- 110 41+ 218 43+ 632 38- {apart_ms} 37- 1500")
    rig.answer_truly(["43x41"], within_ms=NAMED.within_ms)
    assert (rig.moves, rig.odd) == (["43x41"], []), rig.story()


@pytest.mark.law("DR-7.4.11")
def test_a_victim_that_comes_off_after_the_naming_beside_a_stuck_target() -> None:
    """The new point felt a man before ours was lifted; the captured one is off long after: nothing is named."""
    rig = board("W:W28,40:B3,5,10,23").hands("1000 19+ 300 28- 1270 23- 3000")
    assert (rig.odd, rig.moves, rig.stage) == ([], ["28x19"], "play"), rig.story()
    rig.hands("10- 350 15+ 2000")
    assert rig.moves == ["28x19", "10-15"]


@pytest.mark.law("DR-7.4.11", "DR-7.7")
@pytest.mark.parametrize("reply", ["", "10- 350 15+ 2500 40- 350 35+ 2500"])
def test_whether_a_man_was_left_on_or_his_sensor_sticks_no_reply_tells(reply: str) -> None:
    """It is named once it has been left for long, or asked about; all that is played is followed."""
    rig = board(VICTIMS[1][0]).hands(f"1000 28- 350 19+ 2500 {reply} 8000")
    assert {law for law, _ in rig.odd} <= {"DR-7.4.11"}
    rig.answer_truly(["28x19", "10-15", "40-35"], within_ms=NAMED.within_ms)
    made = ["28-19", "10-15", "40-35"] if reply else []
    assert [move.replace("x", "-") for move in rig.moves] == made, rig.story()


@pytest.mark.law("DR-7.4.11", "DR-6.4")
def test_a_man_left_on_who_comes_off_later_answers_the_question() -> None:
    rig = board(VICTIMS[1][0]).hands("1000 28- 350 19+ 6000")
    rig.hands("23- 2000 10- 350 15+ 2500")
    assert (rig.moves, rig.stage) == (["28x19", "10-15"], "play"), rig.story()
    assert rig.accused == []


@pytest.mark.law("DR-6.11")
@pytest.mark.parametrize("stands_ms", [60, 200])
@pytest.mark.parametrize("apart_ms", [250, 400])
def test_a_reply_that_steps_over_a_captured_man_is_no_removal(
    stands_ms: int, apart_ms: int
) -> None:
    """33, 34, 24 and 10 come off in order; White's 23 steps over 34 before the last one is off."""
    rig = board("B:W7,10,15,18,23,24,33,34,35,37,41,47,49:B2,22,K26,27,K28,29,36,K40,K48")
    rig.hands("1000 28- 250 39+ 200 39- 150 30+ 200 30- 150 19+ 200 19- 150 5+")
    rig.hands(f"{apart_ms} 33- {apart_ms} 34- 250 23- 400 24- 400 34+ {stands_ms} 34- 150 45+")
    rig.hands("460 10- 250 29- 250 40- 4000")
    assert (rig.moves, rig.odd) == (["28x5", "23x45"], []), rig.story()


@pytest.mark.law("DR-7.4.11")
@pytest.mark.parametrize(("scan_hz", "first_ms"), [(50, 3), (50, 19), (200, 4), (1000, 1)])
def test_nothing_is_named_before_the_first_scan_after_a_gap_counts(
    scan_hz: float, first_ms: int
) -> None:
    """28x19x10: the last man comes off, and the clock is pressed, while no scans are made."""
    rig = board("W:W28,32,35,37,38,40,41:B1,2,3,5,9,14,15,23", scan_hz)
    rig.hands("1000 28- 480 19+ 60 19- 20 10+ 240 23- 83")
    from_ns = rig.at_ns
    rig.at_ns += 551 * MS
    rig.press(WHITE)
    rig.at_ns = from_ns + 900 * MS
    rig.feed(Gap(at_ns=rig.at_ns, from_ns=from_ns))
    rig.hands(f"{first_ms} 14- 580 15- 160 4+ 80 10- 315 b! 2000")
    assert rig.odd == []
    assert rig.moves == ["28x10", "15x4"], rig.story()
