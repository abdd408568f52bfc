"""Irregularities of DR-7.4 are the opponent's alone: nobody else has them corrected, and whoever refuses may lose."""

import pytest

from controller.core.messages import Claim, Irregularity, Move, Penalty, Result, Ruling
from rules.draughts import Draughts
from tests.core.draughts_hands import Board, every_game
from tests.core.rig import Rig
from tests.core.rulings import check_recovery
from tests.rules.draughts_lines import GAMES

BACKWARDS = "w c3 e3 g1 / b6 h8"
LINE = "c3- b2+"


def named(game: Draughts, **options: bool) -> tuple[Board, Rig]:
    """White has moved a man backwards."""
    board = Board(game, BACKWARDS, **options)
    rig = board.hands(LINE)
    assert board.found().law == "DR-7.4.2"
    return board, rig


@pytest.mark.law("DR-15.1.3")
@every_game
def test_the_arbiter_neither_has_it_corrected_nor_lets_it_stand(game: Draughts) -> None:
    _, rig = named(game)
    for name in ("demand-correction", "accept-irregularity"):
        assert not rig.command("arbiter", name)
        assert rig.refusals[-1].endswith("has it corrected, or lets it stand (DR-15.1.3)")
    assert rig.stage == "choice"
    assert rig.command("black", "demand-correction")
    assert rig.stage == "restore"
    assert not rig.command("arbiter", "accept-irregularity")
    assert rig.stage == "restore"


@pytest.mark.law("DR-15.1.3")
@every_game
def test_nor_does_the_referee_unasked(game: Draughts) -> None:
    board, rig = named(game, automatic=True)
    assert (rig.stage, board.found().remedy) == ("choice", "accept-or-correct")
    assert rig.command("black", "accept-irregularity")
    assert rig.of(Move)[-1].legal is False


@pytest.mark.law("DR-15.1.3")
@pytest.mark.parametrize("automatic", [False, True])
def test_nor_a_flaw_of_a_legal_move(*, automatic: bool) -> None:
    board = Board(GAMES[0], "w c3 g1 / d4 d6 h8", automatic=automatic)
    # The captured men come off in no order of the jumps, with a pause between.
    rig = board.hands("c3- e5+ e5- c7+ d6- 3000 d4-")
    assert [each.law for each in rig.of(Irregularity)] == ["DR-7.4.13"]
    assert len(rig.line) == 1
    for name in ("demand-correction", "accept-irregularity"):
        assert not rig.command("arbiter", name)
        assert "DR-15.1.3" in rig.refusals[-1]
    assert rig.command("black", "demand-correction")
    assert rig.line == []


@pytest.mark.law("DR-7.6", "DR-14.4")
@every_game
def test_the_opponent_calls_the_arbiter_to_who_will_not_correct(game: Draughts) -> None:
    board, rig = named(game)
    assert rig.command("black", "demand-correction")
    rig.hands("60000")
    assert not rig.command("white", "demand-correction")
    assert not rig.command("arbiter", "demand-correction")
    assert rig.command("black", "demand-correction")
    claim, due = rig.of(Claim)[-1], rig.of(Ruling)[-1]
    assert (claim.kind, claim.side, claim.law) == ("refuses-correction", "black", "DR-7.6")
    assert (due.kind, due.side, due.law) == ("needs-arbiter:loss-for-refusal", "white", "DR-14.4")
    assert not rig.of(Penalty)
    assert not rig.of(Result)
    assert not rig.command("black", "demand-correction")
    assert rig.refusals[-1] == "the arbiter has been called already"
    check_recovery(rig)
    # Nothing is lost yet: who corrects after all plays on.
    board.back(LINE)
    assert rig.stage == "play"


@pytest.mark.law("DR-7.6")
def test_chess_has_no_such_call() -> None:
    rig = Rig().hands("1000 e2- 300 e5+ 3000")
    assert rig.stage == "restore"
    assert not rig.command("black", "demand-correction")
