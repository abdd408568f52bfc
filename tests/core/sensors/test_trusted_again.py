"""Sensors that are ignored by a person's word are believed again by another; the pieces are asked back then."""

from __future__ import annotations

import pytest

from controller.core.messages import Restore, Ruling
from tests.core.rig import Rig, recovered


def _declared() -> Rig:
    """The piece of b1 is off, and somebody has said that all stand right."""
    rig = Rig().hands("1000 b1-,c1-,d1- 6000 c1+ 300 d1+ 6000")
    assert rig.stage == "restore"
    assert rig.command("operator", "resume"), rig.refusals
    rig.wait(2000)
    assert (rig.stage, _ignored(rig)) == ("play", {"b1"})
    return rig


def _ignored(rig: Rig) -> set[str]:
    now_ns = rig.board.state.now_ns
    return {each["point"] for each in rig.board.health.told(now_ns) if each.get("lasting")}


@pytest.mark.parametrize("role", ["arbiter", "operator"])
def test_the_word_that_the_pieces_stand_right_can_be_taken_back(role: str) -> None:
    rig = _declared()
    assert rig.command(role, "trust", points=["b1"]), rig.refusals
    assert rig.of(Ruling)[-1].evidence == ["b1"]
    assert (rig.stage, _ignored(rig)) == ("restore", set())
    rig.wait(1000)
    back = rig.of(Restore)[-1]
    assert ([spot.point for spot in back.missing], back.done) == (["b1"], False)
    rig.hands("b1+ 3000")
    assert (rig.stage, rig.of(Restore)[-1].done) == ("play", True)
    rig.hands("b1- 300 c3+ 1500")
    assert rig.moves[-1] == "b1c3"


def test_it_can_be_taken_back_moves_later() -> None:
    rig = _declared().hands("e2- 300 e4+ 1500 e7- 300 e5+ 1500")
    assert rig.moves[-2:] == ["e2e4", "e7e5"]
    assert rig.command("arbiter", "trust", points=["b1"]), rig.refusals
    rig.wait(1000)
    assert rig.stage == "restore"
    rig.hands("b1+ 3000")
    assert (rig.stage, rig.moves[-2:]) == ("play", ["e2e4", "e7e5"])


def test_a_new_start_knows_that_they_are_believed_again() -> None:
    rig = _declared()
    rig.command("arbiter", "trust", points=["b1"])
    rig.hands("b1+ 3000")
    board = recovered(rig.settings, rig.said, rig.said_us).board
    told = board.health.told(board.state.now_ns)
    assert not [each for each in told if each.get("lasting")]


def test_who_names_no_point_of_the_board_is_refused() -> None:
    rig = _declared()
    assert not rig.command("operator", "trust", points=["z9"])
    assert not rig.command("operator", "trust")
    assert not rig.command("white", "trust", points=["b1"])
    assert rig.refusals[0] == "there is no point z9"
