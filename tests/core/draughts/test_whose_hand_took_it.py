"""Men of draughts who are off, lifted by one of two hands, and nothing that is felt tells by which."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity
from rules.draughts import DRAUGHTS_100
from tests.core.rig import Rig

ARRAY = "W:W27,31,32,33,37,38,42,43,47,48:B3,4,8,9,12,13,14,18,19,20"
ALONG = "B:W28,31,34,37,40-50:B1-6,8-10,12,13,15,16,18,23,35"


def named(start: str, hands: str, clocks: str | None = None) -> list[tuple[str, str, str | None]]:
    rig = Rig(start, game=DRAUGHTS_100, rulebook="draughts-100", time_control=clocks)
    rig.hands(f"1000 {hands}")
    return [(found.law, found.side, found.doubt) for found in rig.of(Irregularity)]


@pytest.mark.law("DR-7.4.7")
@pytest.mark.parametrize(
    ("hands", "side"),
    [
        ("33- 450 29+ 150 48- 25 43- 1500 48+ 300 43+ 600", "white"),
        ("33- 450 29+ 300 w! 500 48- 200 43- 2500 48+ 300 43+ 600", "black"),
    ],
)
def test_men_of_the_movers_who_leave_and_are_put_back(hands: str, side: str) -> None:
    """If they are named at all it is by the law of who has touched them: else they were knocked."""
    assert {(law, who) for law, who, _ in named(ARRAY, hands, "30:00")} <= {("DR-7.4.7", side)}


@pytest.mark.law("DR-7.4.7", "DR-5.14")
@pytest.mark.parametrize("pressed", [50, 300, 2000])
@pytest.mark.parametrize("after", [120, 300])
def test_one_man_whom_the_mover_lifts_before_his_press_and_puts_back_loses_no_move(
    after: int, pressed: int
) -> None:
    rig = Rig(ARRAY, game=DRAUGHTS_100, rulebook="draughts-100", time_control="30:00")
    rig.hands(f"1000 33- 450 29+ {after} 48- {pressed} w! 4000 48+ 1500")
    assert {law for law, _ in rig.accused} <= {"DR-7.4.7", "DR-7.5"}
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
    found = named(ALONG, hands)
    assert [each for each in found if each[1:] == ("black", None)] == []


AMID = "B:W23,27,42,48:B18,21,3,1"
"""Black takes 23 with 18; White may take 21 in reply."""
