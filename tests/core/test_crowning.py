"""A new king is to be crowned: asked for, seen, confirmed, and no condition of play."""

from __future__ import annotations

import pytest

from controller.core.inputs import LampKind
from controller.core.messages import CrowningPending
from controller.core.session import Session
from rules.registry import game_by_name
from tests.core.rig import Rig

HUNDRED = game_by_name("draughts-100")
START = "W:W7,38:B20,45"
TO_KING = "1000 7- 300 2+"


def rig(hands: str) -> Rig:
    return Rig(START, game=HUNDRED, rulebook="draughts-100").hands(hands)


def lamps(board: Rig) -> list[str]:
    wanted = LampKind.CROWNING.value
    return [point for point, kind in board.session.view().lamps.items() if kind == wanted]


def waiting(board: Rig) -> list[tuple[str, str, list[str]]]:
    return [(m.point, m.side, m.choices) for m in board.of(CrowningPending)]


@pytest.mark.law("DR-5.6")
def test_the_crown_square_asks_until_the_king_is_crowned() -> None:
    board = rig(f"{TO_KING} 1500")
    assert board.line == ["7-2"]
    assert waiting(board) == [("2", "white", ["W"])]
    assert lamps(board) == ["2"]
    pending = board.session.view().pending
    assert pending is not None
    assert (pending.kind, pending.point) == ("crowning", "2")
    board.hands("2- 400 2+ 1500")
    assert lamps(board) == []
    assert board.odd == []
    assert board.line == ["7-2"]


@pytest.mark.law("DR-5.6")
def test_a_king_crowned_within_the_move_asks_for_nothing() -> None:
    board = rig(f"{TO_KING} 300 2- 300 2+ 1500")
    assert board.line == ["7-2"]
    assert waiting(board) == []
    assert lamps(board) == []


@pytest.mark.law("DR-5.6")
@pytest.mark.parametrize("role", ["white", "black", "arbiter", "operator"])
def test_either_player_confirms_the_crown(role: str) -> None:
    board = rig(f"{TO_KING} 1500")
    assert not board.command(role, "confirm-crowning", point="45")
    assert board.command(role, "confirm-crowning", point="2")
    assert lamps(board) == []
    assert not board.command(role, "confirm-crowning")


@pytest.mark.law("DR-5.7")
def test_an_uncrowned_king_is_a_king_and_play_goes_on() -> None:
    board = rig(f"{TO_KING} 1500 20- 300 25+ 1500 2- 300 30+ 1500")
    assert board.line == ["7-2", "20-25", "2-30"]
    assert board.odd == []
    assert lamps(board) == []


@pytest.mark.law("DR-5.6")
def test_a_new_start_of_the_program_still_asks() -> None:
    board = rig(f"{TO_KING} 1500")
    again = Session.recover(board.settings, board.said)
    assert again.uncrowned == board.session.uncrowned == {HUNDRED.index["2"]: "W"}
