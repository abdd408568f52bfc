"""Men of draughts who are off, lifted by one of two hands, and nothing that is felt tells by which."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity, Ruling, Touched
from rules.draughts import DRAUGHTS_100, DRAUGHTS_BRAZILIAN
from tests.core.rig import Rig

ARRAY = "W:W27,31,32,33,37,38,42,43,47,48:B3,4,8,9,12,13,14,18,19,20"
ALONG = "B:W28,31,34,37,40-50:B1-6,8-10,12,13,15,16,18,23,35"


def named(start: str, hands: str, clocks: str | None = None) -> list[tuple[str, str, str | None]]:
    rig = Rig(start, game=DRAUGHTS_100, rulebook="draughts-100", time_control=clocks)
    rig.hands(f"1000 {hands}")
    return [(found.law, found.side, found.doubt) for found in rig.of(Irregularity)]


@pytest.mark.law("DR-7.4.7")
@pytest.mark.parametrize(
    ("hands", "side", "doubt"),
    [
        ("33- 450 29+ 150 48- 25 43- 1500 48+ 300 43+ 600", "white", "whose-hand"),
        ("33- 450 29+ 400 48- 200 43- 2500 48+ 300 43+ 600", "white", "whose-hand"),
        ("33- 450 29+ 300 w! 500 48- 200 43- 2500 48+ 300 43+ 600", "black", None),
        ("33- 450 29+ 300 48- 300 w! 300 43- 2500 48+ 300 43+ 600", "black", None),
    ],
)
def test_men_of_the_movers_who_leave_before_his_press(
    hands: str, side: str, doubt: str | None
) -> None:
    assert named(ARRAY, hands, "30:00")[:1] == [("DR-7.4.7", side, doubt)]


@pytest.mark.law("DR-7.4.7", "DR-5.14")
@pytest.mark.parametrize("pressed", [50, 300, 2000])
@pytest.mark.parametrize("after", [120, 300, 1500])
def test_one_man_whom_the_mover_lifts_before_his_press_is_his_doing(
    after: int, pressed: int
) -> None:
    rig = Rig(ARRAY, game=DRAUGHTS_100, rulebook="draughts-100", time_control="30:00")
    rig.hands(f"1000 33- 450 29+ {after} 48- {pressed} w! 4000 48+ 1500")
    (found,) = rig.of(Irregularity)
    assert (found.law, found.side, found.doubt) == ("DR-7.4.7", "white", "lost-man")
    assert [(told.side, told.found) for told in rig.of(Ruling)] == [("white", "right")]
    assert [told for told in rig.of(Touched) if told.side == "black"] == []
    rig.hands("20- 400 24+ 300 b! 1500")
    assert rig.moves == ["33-29", "20-24"], rig.story()


@pytest.mark.law("DR-7.4.14", "DR-7.4.12")
@pytest.mark.parametrize("off", ["37", "40", "50"])
@pytest.mark.parametrize(
    ("apart_ms", "reply", "doubt"),
    [
        (280, "3000 31- 380 26+", "whose-hand"),
        (1200, "900 31- 380 26+", "whose-hand"),
        (3500, "900 31- 380 26+", None),
    ],
)
def test_a_man_who_leaves_just_after_the_captured_one(
    off: str, apart_ms: int, reply: str, doubt: str | None
) -> None:
    """The reply is lawful without him alone, or not at all: he may be in either hand."""
    hands = f"23- 700 32+ 450 28- {apart_ms} {off}- {reply} 2500"
    assert named(ALONG, hands)[:1] == [("DR-7.4.14", "white", doubt)]


AMID = "B:W23,27,42,48:B18,21,3,1"
"""Black takes 23 with 18; White may take 21 in reply."""


@pytest.mark.law("DR-7.4.14")
@pytest.mark.parametrize("ms", [300, 900])
@pytest.mark.parametrize(("press", "clocks"), [("", None), ("300 b!", "30:00")])
def test_who_is_taking_men_off_has_taken_off_his_own(ms: int, press: str, clocks: str) -> None:
    """The opponent, who could capture 21, waits until the man who is captured is off."""
    rig = Rig(AMID, game=DRAUGHTS_100, rulebook="draughts-100", time_control=clocks)
    rig.hands(f"1000 18- 400 29+ {ms} 21- {ms} 23- {press} 5000")
    assert [(i.law, i.side) for i in rig.of(Irregularity)] == [("DR-7.4.14", "black")]
    assert (rig.moves, rig.questions) == (["18x29"], []), rig.story()
    assert rig.command("white", "demand-correction"), rig.refusals
    rig.hands("1000 21+ 1500 27- 300 21- 300 16+ 2000")
    assert (rig.moves, rig.stage) == (["18x29", "27x16"], "play")


@pytest.mark.law("DR-7.4.14")
@pytest.mark.parametrize(
    ("hands", "doubt"),
    [("400 a5- 300 w! 1100", "whose-hand"), ("300 w! 900 a5- 1100", None)],
)
def test_a_man_who_was_off_before_the_press_may_have_been_taken_by_who_presses(
    hands: str, doubt: str | None
) -> None:
    """Black a5 ought to take b4, and is off; another one moves."""
    start, game = "W:Wb4,Kc3,d2,e1,Kh8:Ba5,h2,h4", DRAUGHTS_BRAZILIAN
    rig = Rig(start, game=game, rulebook=game.name, time_control="30:00")
    rig.hands(f"1000 c3- 400 b2+ {hands} h4- 400 g3+ 300 b! 2500")
    found = [(i.law, i.side, i.doubt) for i in rig.of(Irregularity)]
    assert found[:1] == [("DR-7.4.14", "black", doubt)], rig.story()
