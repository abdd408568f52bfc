"""Legal moves of draughts that hands made in an irregular way: they stand until the opponent has moved."""

from __future__ import annotations

import pytest

from controller.core.messages import Correction, Move
from rules.draughts import Draughts
from rules.draughts.laws import IRREGULARITIES
from rules.terms import LawId
from tests.core.draughts_hands import CHAIN, QUIET, THREE, Board, every_game
from tests.core.rig import recovered

# A legal move made in an irregular way: men, what is done, the law, the points it is about.
FLAWED = [
    pytest.param(QUIET, "e3- 300 e3+ c3- d4+", "DR-7.4.3", "e3 c3", id="3",
                 marks=pytest.mark.law("DR-7.4.3", "DR-5.11")),
    pytest.param(CHAIN, "c3- e5+ 600 e5- c7+ d4- d6-", "DR-7.4.9", "e5", id="9",
                 marks=pytest.mark.law("DR-7.4.9", "DR-6.10")),
    pytest.param(CHAIN, "c3- e5+ d4- 200 e5- c7+ d6-", "DR-7.4.10", "d4", id="10",
                 marks=pytest.mark.law("DR-7.4.10", "DR-6.11", "DR-6.4")),
    pytest.param(CHAIN, "c3- h8- 300 h8+ c7+ d4- d6-", "DR-7.4.10", "h8", id="10, another man",
                 marks=pytest.mark.law("DR-7.4.10")),
    pytest.param(CHAIN, "c3- c7+ d4- 2500 d6-", "DR-7.4.13", "d4 d6", id="13",
                 marks=pytest.mark.law("DR-7.4.13")),
    pytest.param(THREE, "c1- e7+ f4- d2- f6-", "DR-6.11", "f4 d2 f6", id="6.11",
                 marks=pytest.mark.law("DR-6.11")),
]  # fmt: skip
flawed = pytest.mark.parametrize(("men", "line", "law", "points"), FLAWED)


@every_game
@flawed
def test_a_move_made_irregularly_stands(
    game: Draughts, men: str, line: str, law: str, points: str
) -> None:
    board = Board(game, men)
    rig = board.hands(line)
    (move,) = rig.of(Move)
    found = board.found()
    assert rig.odd == [(law, IRREGULARITIES[LawId(law)].kind)]
    assert (move.legal, move.breach) == (True, found.id)
    assert found.points == board.names(*points.split())
    assert rig.command("black", "accept-irregularity", id=found.id)
    assert rig.stage == "play"
    assert rig.line == [move.move]


@pytest.mark.law("DR-6.11")
@every_game
def test_captured_men_taken_in_one_grab_have_no_order(game: Draughts) -> None:
    """f4 is felt to leave 36 ms before d2."""
    rig = Board(game, THREE).hands("c1- e7+ f4- 36 d2- f6-")
    assert (len(rig.line), rig.odd) == (1, []), rig.story()


@pytest.mark.law("DR-7.7")
@every_game
@flawed
def test_a_flaw_is_open_until_the_opponent_has_moved(
    game: Draughts, men: str, line: str, law: str, points: str
) -> None:
    board = Board(game, men)
    rig = board.hands(line)
    found = board.found()
    assert points
    assert (found.law, found.remedy) == (law, "accept-or-correct")
    assert found.claimable_until == "opponent-move"
    man = "h8" if "h8" in men else "a5"
    board.hands(f"{man}- {man}+")  # a touch is no move
    assert rig.session.view().irregularity == found
    again = recovered(rig.settings, rig.said)
    assert again.view().irregularity == found
    assert rig.command("black", "demand-correction", id=found.id)
    assert rig.line == []


@pytest.mark.law("DR-7.7")
@every_game
@flawed
def test_playing_on_accepts_a_flaw(
    game: Draughts, men: str, line: str, law: str, points: str
) -> None:
    board = Board(game, men)
    rig = board.hands(line)
    assert points
    board.hands("h8- g7+" if "h8" in men else "a5- b4+")
    assert len(rig.line) == 2
    assert rig.session.view().irregularity is None
    assert not rig.command("black", "demand-correction", id=board.found().id)
    assert [odd for odd, _ in rig.odd] == [law]


@every_game
@flawed
@pytest.mark.parametrize("automatic", [False, True], ids=["demanded", "automatic"])
def test_a_move_made_irregularly_is_taken_back(
    game: Draughts, men: str, line: str, law: str, points: str, *, automatic: bool
) -> None:
    board = Board(game, men, automatic=automatic)
    rig = board.hands(line)
    assert points
    assert rig.odd[0][0] == law
    assert rig.command("black", "demand-correction", id=board.found().id)
    assert [c.why for c in rig.of(Correction)] == [law]
    assert rig.line == []
    assert rig.stage == "restore"
    acts = {
        act[:-1]: act[-1] for act in line.split() if not act.isdigit()
    }  # the last at each square
    gone = [name for name, act in acts.items() if act == "-" and name in men.split()]
    came = [name for name, act in acts.items() if act == "+" and name not in men.split()]
    board.hands(" ".join([*(f"{name}-" for name in came), *(f"{name}+" for name in gone)]))
    assert rig.stage == "play"
