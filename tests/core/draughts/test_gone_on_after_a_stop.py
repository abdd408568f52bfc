"""A capture in which a man was let go on the way is named, and his player goes on with it (DR-7.4.9)."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity, Move, Ruling
from tests.core.draughts.test_recaptured_at_once import draughts
from tests.core.policies import NAMED
from tests.core.rig import Rig, recovered

CHAIN = "W:W37,48:B11,21,31,1"
"""37x6 goes by 26 and 17, and takes 31, 21 and 11."""
STOPPED = "1000 37- 400 26+"
GOES_ON = "26- 400 17+ 250 17- 400 6+ 300"
REMOVED = "31- 400 21- 400 11-"
PLAY = "1- 500 7+ 3000 48- 500 42+ 3000"


def breaches(rig: Rig) -> list[str | None]:
    found = {message.id: message.law for message in rig.of(Irregularity)}
    return [move.breach and found[move.breach] for move in rig.of(Move)]


@pytest.mark.law("DR-7.4.9", "DR-6.10")
@pytest.mark.parametrize("pause_ms", [1100, 1300, 2500, 12_000])
@pytest.mark.parametrize("reply_ms", [300, 700, 4000])
def test_who_goes_on_after_a_stop_has_made_the_capture_against_the_law(
    pause_ms: int, reply_ms: int
) -> None:
    rig = draughts(CHAIN).hands(f"{STOPPED} {pause_ms} {GOES_ON} {REMOVED} {reply_ms} {PLAY}")
    assert rig.moves == ["37x6", "1-7", "48-42"], rig.story()
    assert breaches(rig) == ["DR-7.4.9", None, None]
    assert [r.found for r in rig.of(Ruling)] == ["right"] * (pause_ms > NAMED.within_ms)
    read = recovered(rig.settings, rig.said)
    assert read.line.position.text == rig.session.line.position.text


@pytest.mark.law("DR-7.4.9", "DR-7.4.13")
def test_slow_hands_lose_nothing_by_it() -> None:
    rig = draughts(CHAIN).hands(f"{STOPPED} 2000 26- 2000 17+ 200 17- 2000 6+ 1300")
    rig.hands(f"31- 1500 21- 1400 11- 4000 {PLAY}")
    assert rig.moves == ["37x6", "1-7", "48-42"], rig.story()


@pytest.mark.xfail(
    strict=True, reason="what is offered is not named anew when hands go on and stop again"
)
@pytest.mark.law("DR-7.4.9", "DR-7.7")
def test_who_goes_on_and_stops_again_has_stopped_there() -> None:
    """Black, who should take now, accepts it by playing on."""
    rig = draughts("W:W37,48:B11,21,31,4")
    rig.hands(f"{STOPPED} {NAMED.within_ms} 26- 400 17+ {NAMED.within_ms} 4- 500 9+ 3000")
    stops = [(m.law, m.observed.to) for m in rig.of(Irregularity)]
    assert stops[:2] == [("DR-7.4.9", "26"), ("DR-7.4.9", "17")], rig.story()
    assert [(m.move, m.legal) for m in rig.of(Move)] == [("37-17", False)]


@pytest.mark.law("DR-7.4.9", "DR-7.7")
def test_who_replies_to_a_stop_accepts_it_still() -> None:
    rig = draughts(CHAIN).hands(f"{STOPPED} 2000 1- 500 7+ 3000")
    assert [(m.move, m.legal) for m in rig.of(Move)] == [("37-26", False), ("1-7", True)]
