"""The irregularities of draughts on a board: named, and then accepted, corrected or played on.

Squares are named by file and rank, a1 in the lower left corner, and written as each game names them.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest

from controller.core.messages import Correction, Move, Restore, Ruling
from rules.draughts import DRAUGHTS_100, Draughts
from rules.draughts.laws import IRREGULARITIES
from rules.terms import LawId
from tests.core.draughts_hands import CHAIN, KING, QUIET, Board, every_game
from tests.core.rig import Rig
from tests.rules.draughts_deeds import at


class Row(NamedTuple):
    """An irregularity that may stand: the men, what is done, its law, whose it is, a lawful reply."""

    men: str
    line: str
    law: str
    side: str
    reply: str


OFFERED = [
    pytest.param(Row(QUIET, "b6- a5+", "DR-7.4.1", "black", "g1- h2+"), id="1",
                 marks=pytest.mark.law("DR-7.4.1")),
    pytest.param(Row(QUIET, "c3- b2+", "DR-7.4.2", "white", "h8- g7+"), id="2",
                 marks=pytest.mark.law("DR-7.4.2")),
    pytest.param(Row(QUIET, "b6- d6+", "DR-7.4.5", "white", "h8- g7+"), id="5",
                 marks=pytest.mark.law("DR-7.4.5", "DR-5.14")),
    pytest.param(Row(CHAIN, "g1- h2+", "DR-7.4.2", "white", "d4- b2+ c3-"), id="2, a capture was due",
                 marks=pytest.mark.law("DR-7.4.2")),
    pytest.param(Row(CHAIN, "c3- b4+", "DR-7.4.6", "white", "d4- e3+"), id="6",
                 marks=pytest.mark.law("DR-7.4.6")),
    pytest.param(Row(KING, "a1- f6+ d4-", "DR-7.4.8", "white", "d6- c5+"), id="8",
                 marks=pytest.mark.law("DR-7.4.8")),
    pytest.param(Row(CHAIN, "c3- e5+ d4-", "DR-7.4.9", "white", "d6- f4+ e5-"), id="9",
                 marks=pytest.mark.law("DR-7.4.9", "DR-6.10")),
    pytest.param(Row(CHAIN, "c3- e5+", "DR-7.4.9", "white", "d6- f4+ e5-"), id="9, no victim off",
                 marks=pytest.mark.law("DR-7.4.9", "DR-6.10")),
    pytest.param(Row(CHAIN, "c3- e5+ 200 e5- c7+ d4- 600 w!", "DR-7.4.11", "white", "d6- b8+ c7-"),
                 id="11", marks=pytest.mark.law("DR-7.4.11")),
    pytest.param(Row(CHAIN, "c3- e5+ d4- h8-", "DR-7.4.12", "white", "d6- f4+ e5-"), id="12",
                 marks=pytest.mark.law("DR-7.4.12")),
]  # fmt: skip
offered = pytest.mark.parametrize("row", OFFERED)


@every_game
@offered
def test_the_opponent_is_asked(game: Draughts, row: Row) -> None:
    board = Board(game, row.men)
    rig = board.hands(row.line)
    assert rig.odd == [(row.law, IRREGULARITIES[LawId(row.law)].kind)]
    assert rig.line == []
    assert rig.stage == "choice"
    found = board.found()
    assert (found.side, found.remedy) == (row.side, "accept-or-correct")
    assert found.claimable_until == "opponent-move"
    assert found.observed.origin == game.points[at(game, row.line[:2])]


@every_game
@offered
def test_the_opponent_accepts(game: Draughts, row: Row) -> None:
    board = Board(game, row.men)
    rig = board.hands(row.line)
    found = board.found()
    assert not rig.command(row.side, "accept-irregularity", id=found.id)
    assert rig.command(board.other(row.side), "accept-irregularity", id=found.id)
    assert rig.stage == "play"
    (move,) = rig.of(Move)
    assert (move.legal, move.accepted, move.side) == (False, found.id, row.side)
    assert rig.session.line.position.occupied == rig.session.standing
    assert rig.session.line.position.side_to_move == board.other(row.side)
    board.hands(row.reply)
    assert len(rig.line) == 2
    assert rig.of(Move)[-1].legal
    assert [law for law, _ in rig.odd] == [row.law]


@every_game
@pytest.mark.parametrize(
    "row",
    [
        param
        if param.id != "5"
        else pytest.param(
            *param.values,
            id="5",
            marks=[
                *param.marks,
                pytest.mark.xfail(
                    strict=True,
                    reason="a piece of the opponent moved by the side on move is taken for the opponent's ply",
                ),
            ],
        )
        for param in OFFERED
    ],
)
@pytest.mark.law("DR-7.7")
def test_playing_on_accepts(game: Draughts, row: Row) -> None:
    board = Board(game, row.men)
    board.hands(row.line)
    rig = board.hands(row.reply)
    first, second = rig.of(Move)
    assert (first.legal, first.completed_by, first.side) == (False, "reply", row.side)
    assert first.accepted == board.found().id
    assert (second.legal, second.side) == (True, board.other(row.side))
    assert [law for law, _ in rig.odd] == [row.law]
    assert rig.session.line.position.occupied == rig.session.standing


@every_game
@offered
@pytest.mark.parametrize("automatic", [False, True], ids=["demanded", "automatic"])
def test_the_opponent_has_it_corrected(game: Draughts, row: Row, *, automatic: bool) -> None:
    board = Board(game, row.men, automatic=automatic)
    rig = board.hands(row.line)
    found = board.found()
    assert not rig.command(row.side, "demand-correction", id=found.id)
    assert rig.command(board.other(row.side), "demand-correction", id=found.id)
    assert rig.of(Ruling)[-1].found == "right"
    assert rig.stage == "restore"
    assert rig.of(Restore)[-1].missing
    board.back(row.line)
    assert rig.of(Restore)[-1].done
    assert rig.stage == "play"
    assert rig.line == []
    assert [law for law, _ in rig.odd] == [row.law]


@every_game
@offered
@pytest.mark.law("DR-7.7")
def test_the_offender_puts_it_right_himself(game: Draughts, row: Row) -> None:
    board = Board(game, row.men)
    board.hands(row.line)
    rig = board.back(row.line)
    assert rig.stage == "play"
    assert rig.line == []
    assert [law for law, _ in rig.odd] == [row.law]


@pytest.mark.law("DR-7.4.7")
@every_game
@pytest.mark.parametrize("answer", ["accept-irregularity", "demand-correction"])
def test_men_lifted_for_no_reason(game: Draughts, answer: str) -> None:
    board = Board(game, QUIET)
    rig = board.hands("h8- 600 w!")
    if rig.stage == "restore":  # its sensor may have lost it
        assert (rig.line, rig.odd) == ([], [])
        return
    assert rig.odd == [("DR-7.4.7", "man-lifted")]
    found = board.found()
    assert (found.side, found.observed.removed) == ("white", board.names("h8"))
    assert not rig.command("white", answer)
    assert rig.command("black", answer)
    if answer == "accept-irregularity":
        assert [move.legal for move in rig.of(Move)] == [False]
        board.hands("b6- a5+")
        assert [move.legal for move in rig.of(Move)] == [False, True]
        return
    assert rig.stage == "restore"
    board.hands("h8+")
    assert (rig.line, rig.stage) == ([], "play")


AFTER_A_MOVE = [
    pytest.param("d4- c3+", "DR-7.4.4", "white", id="4", marks=pytest.mark.law("DR-7.4.4")),
    pytest.param("e3- f4+", "DR-7.4.1", "white", id="1", marks=pytest.mark.law("DR-7.4.1")),
    pytest.param("d4- e5+", "DR-7.4.1", "white", id="1, the same man",
                 marks=pytest.mark.law("DR-7.4.1", "DR-5.10")),
]  # fmt: skip


@every_game
def test_a_man_that_the_opponent_sets_far_away_is_asked_back(game: Draughts) -> None:
    board = Board(game, QUIET)
    board.hands("c3- d4+")
    rig = board.hands("e3- a3+")
    assert (rig.stage, rig.line) == ("restore", board.rig.line)
    board.back("e3- a3+")
    assert (rig.stage, len(rig.line)) == ("play", 1)


@every_game
@pytest.mark.parametrize(("line", "law", "side"), AFTER_A_MOVE)
def test_what_is_done_to_men_after_a_move(game: Draughts, line: str, law: str, side: str) -> None:
    board = Board(game, QUIET)
    board.hands("c3- d4+")
    rig = board.hands(line)
    assert [odd for odd, _ in rig.odd] == [law]
    found = board.found()
    assert (found.side, rig.stage) == (side, "choice")
    assert rig.command(board.other(side), "demand-correction")
    board.back(line)
    assert rig.stage == "play"
    assert len(rig.line) == 1


@pytest.mark.law("DR-7.4.4")
@every_game
def test_a_capture_taken_back_with_its_victims(game: Draughts) -> None:
    board = Board(game, CHAIN)
    board.hands("c3- c7+ d4- d6-")
    rig = board.hands("c7- c3+ d4+ d6+")
    assert [odd for odd, _ in rig.odd] == ["DR-7.4.4"]
    assert rig.stage == "choice"
    assert rig.command("black", "demand-correction")
    board.back("c7- c3+ d4+ d6+")
    assert rig.stage == "play"
    assert len(rig.line) == 1


@pytest.mark.law("DR-7.4.4")
@every_game
def test_a_move_taken_back_and_accepted_has_not_been_made(game: Draughts) -> None:
    board = Board(game, QUIET)
    board.hands("c3- d4+")
    rig = board.hands("d4- c3+")
    assert rig.stage == "choice"
    assert rig.command("black", "accept-irregularity")
    assert rig.stage == "play"
    assert rig.line == []
    assert len(rig.of(Correction)) == 1
    assert rig.session.line.position.side_to_move == "white"
    board.hands("c3- d4+")
    assert len(rig.line) == 1


@pytest.mark.law("DR-7.5")
@every_game
def test_men_knocked_over_are_set_right(game: Draughts) -> None:
    board = Board(game, QUIET)
    rig = board.hands("c3- 40 e3- 40 g1-", 6000)
    assert rig.odd == [("DR-7.5", "displaced")]
    assert rig.stage == "restore"
    board.hands("c3+ e3+ g1+")
    assert rig.stage == "play"
    board.hands("c3- d4+")
    assert len(rig.line) == 1
    assert len(rig.odd) == 1


@pytest.mark.law("DR-5.12")
@every_game
@pytest.mark.parametrize("line", ["c3- d4+ 60 d4- b4+", "c3- 2500 b4+"])
def test_a_man_may_go_elsewhere_before_it_is_released(game: Draughts, line: str) -> None:
    rig = Board(game, QUIET).hands(line)
    assert rig.odd == []
    assert [m.path[-1] for m in rig.of(Move)] == [game.points[at(game, "b4")]]


@pytest.mark.law("DR-5.11")
@every_game
def test_a_man_set_back_is_no_irregularity(game: Draughts) -> None:
    board = Board(game, QUIET)
    rig = board.hands("c3- c3+")
    assert rig.odd == []
    assert rig.duty().law == "DR-5.11"
    assert rig.duty().must_move == board.names("c3")
    board.hands("c3- d4+")
    assert rig.odd == []
    assert len(rig.line) == 1


@pytest.mark.law("DR-1.1", "DR-7.1")
def test_a_board_turned_by_a_half_starts() -> None:
    rig = Rig(game=DRAUGHTS_100, rulebook="draughts-100", orientation="turned").hands("500")
    assert rig.stage == "play"
    assert rig.odd == []


@pytest.mark.law("DR-2", "DR-7.2")
@every_game
def test_the_wrong_array_is_set_right(game: Draughts) -> None:
    array = game.start().occupied
    standing = [name for n, name in enumerate(game.points) if array >> n & 1]
    rig = Rig(game=game, rulebook=game.rulebook.name, standing=standing[1:])
    rig.hands("1000")
    assert rig.stage == "setup"
    assert [spot.point for spot in rig.of(Restore)[-1].missing] == standing[:1]
    rig.hands(f"{standing[0]}+ 1000")
    assert rig.stage == "play"
