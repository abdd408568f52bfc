"""What a new start of the program must not forget: which sensors are wrong, and whether a promotion may still be corrected."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from controller.core.messages import Health, Restore, Touched
from tests.core.clock.test_clock_recovery import restarted
from tests.core.go.test_go_tracking import NINE, position
from tests.core.rig import Rig
from tests.core.sensors.test_behind_blind_points import board, known_wrong

if TYPE_CHECKING:
    from controller.core.messages import Json

ALL_STAND = "4k3/8/8/1p6/2P5/8/8/4K3 w - - 0 1"
PAWN = "4k3/P6p/8/8/8/8/8/4K3 w - - 0 1"


def told(rig: Rig) -> list[Json]:
    return rig.session.health.told(rig.at_ns)


def again(rig: Rig) -> Rig:
    """The same board after a new start, as the journal knows it: with its newest health."""
    rig.said.append(
        Health(
            suspects=told(rig), bus="ok", broker="none", disk="ok", scan_hz=None, latency_ms=None
        )
    )
    return restarted(rig)


def test_that_one_was_in_the_hand_then_is_forgotten_with_his_move() -> None:
    rig = Rig("4k3/P6p/8/8/8/8/6p1/4K3 w - - 0 1").hands("1000 a7- 300 a8+ 2000 h7- 60")
    new = again(rig).hands("500 h7+ 1000 e8- 300 d7+ 2000 e1- 300 d2+ 2000 g2- 300 g1+ 2000")
    assert not new.session.touched_after
    assert new.command("black", "promote", to="n")


@pytest.mark.parametrize("turned", [False, True])
def test_a_sensor_that_people_have_declared_wrong_stays_so(*, turned: bool) -> None:
    rig = Rig(ALL_STAND, orientation="turned" if turned else "normal").hands("1000")
    known_wrong(rig, "g4-" if turned else "b5-")
    before = told(rig)
    assert [each.get("lasting") for each in before] == [True]
    new = again(rig).hands("3000")
    assert (new.stage, told(new)) == ("play", before)
    assert new.session.judge.blind == rig.session.judge.blind != 0
    assert [restore for restore in new.of(Restore) if not restore.done] == []
    new.hands("g4+ 3000" if turned else "b5+ 3000")  # it works for a moment, and is not believed
    assert told(new) == before


def test_a_sensor_found_by_play_is_believed_again_when_it_changes() -> None:
    rig = board("chess", ALL_STAND)
    rig.session.health.recall(
        rig.at_ns,
        [{"point": "a8", "symptom": "stuck-on"}, {"point": "a7", "symptom": "chattering"}],
    )
    rig.hands("a8+ 100")
    assert told(rig) == []
    rig.session.health.recall(rig.at_ns, [{"point": "a8", "symptom": "stuck-on"}])
    new = again(rig).hands("3000")
    assert told(new) == [{"point": "a8", "symptom": "stuck-on"}]
    new.hands("a8- 3000")
    assert (told(new), new.stage) == ([], "play")


def test_an_older_health_counts_no_more() -> None:
    rig = board("chess", ALL_STAND)
    known_wrong(rig, "b5-")
    new = again(again(rig))
    new.session.health.recall(new.at_ns, [])
    assert told(new) == []


@pytest.mark.law("FIDE-4.4.4")
@pytest.mark.parametrize(
    ("hands", "obeyed"),
    [("1000", True), ("h7- 60", False), ("h7- 500 h7+ 2000", False), ("h7- 50 h7+ 2000", True)],
)
def test_a_promotion_is_corrected_until_the_opponent_has_touched_a_man(
    hands: str, *, obeyed: bool
) -> None:
    rig = Rig(PAWN).hands("1000 a7- 300 a8+ 2000")
    assert rig.line == ["a7a8q"]
    rig.hands(hands)
    new = again(rig)
    assert new.command("white", "promote", to="r") is obeyed
    assert rig.command("white", "promote", to="r") is obeyed
    if "h7+" not in hands and "h7-" in hands:
        new.hands("500 h7+ 1000")
        assert not new.command("white", "promote", to="r")


@pytest.mark.law("GO-18.alive")
def test_touches_that_bind_nobody_are_known_though_one_of_them_was_another_hand() -> None:
    rig = Rig(position("c3 d3 g6", "c4 d4 f8"), game=NINE, rulebook="go-china")
    rig.hands("1000 c3- 500 c3+ 1500 g6- 300 d3- 500 d3+ 4000")
    assert rig.of(Touched)[-1].points == ["c3", "d3"]
    assert restarted(rig).session.told == rig.session.told != []
