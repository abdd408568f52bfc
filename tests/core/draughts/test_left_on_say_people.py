"""A captured man is felt still, and the opponent plays on; no clock is pressed, so that only people know whether he stands."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity, Move
from rules.draughts import DRAUGHTS_100
from tests.core.draughts.test_recaptured_at_once import draughts
from tests.core.policies import SETTLED
from tests.core.rig import Rig, recovered

CHAIN = "W:W37,48:B11,21,31,1"
FORGOTTEN = "1000 37- 400 26+ 250 26- 400 17+ 250 17- 400 6+ 500 31- 400 11-"
"""37x6, whose captured man 21 stands on."""
ONE = "W:W37,48:B31,1,2"
NONE_REMOVED = "1000 37- 400 26+"
"""37x26, whose captured man 31 stands on."""
PLAYS = "1- 500 7+ 2000 48- 500 42+ 3000"


def legal(rig: Rig) -> list[tuple[str, bool]]:
    return [(move.move, move.legal) for move in rig.of(Move)]


@pytest.mark.law("DR-7.4.11", "DR-7.7")
@pytest.mark.parametrize("after_ms", [1500, 3000, 7000])
@pytest.mark.parametrize("plays", ["1- 500 7+ 5000", PLAYS])
def test_that_he_was_left_on_is_said_by_none_of_these(after_ms: int, plays: str) -> None:
    rig = draughts(CHAIN).hands(f"{FORGOTTEN} {after_ms} {plays}")
    if rig.stage == "question":
        assert rig.command("arbiter", "answer", move="none")
    rig.wait(SETTLED.within_ms)
    (found,) = rig.of(Irregularity)
    assert (found.law, found.observed.removed) == ("DR-7.4.11", ["31", "11"])
    moves = [("37x6", False), ("1-7", True), ("48-42", True)]
    assert legal(rig) == moves[: 3 if "48" in plays else 2], rig.story()
    assert (rig.of(Move)[0].accepted, rig.stage) == (found.id, "play")
    read = recovered(rig.settings, rig.said)
    assert read.line.position.text == rig.session.line.position.text


@pytest.mark.law("DR-7.4.11", "DR-7.7")
@pytest.mark.parametrize("after_ms", [3000, 7000])
def test_so_it_is_where_none_was_removed(after_ms: int) -> None:
    """White should have taken 31 now."""
    rig = draughts(ONE).hands(f"{NONE_REMOVED} {after_ms} {PLAYS}")
    if rig.stage == "question":
        assert rig.command("white", "answer", move="none")
    rig.wait(SETTLED.within_ms)
    assert {law for law, _ in rig.odd} <= {"DR-7.4.11", "DR-7.4.6"}, rig.story()
    assert legal(rig)[:2] == [("37-26", False), ("1-7", True)], rig.story()


@pytest.mark.law("DR-7.4.11")
def test_before_anybody_has_replied_the_men_are_asked_back() -> None:
    rig = Rig(CHAIN, game=DRAUGHTS_100, rulebook="draughts-100").hands(f"{FORGOTTEN} 6000")
    assert [law for law, _ in rig.odd] == ["DR-7.4.11"]
    assert rig.command("black", "demand-correction")
    assert (rig.stage, rig.line) == ("restore", [])
