"""From scans to evidence: what is published of lifts and placings, and what the belief is told of blind points."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from controller.core.inputs import Frame, Gap, Tick
from controller.core.messages import Lifted, Move, Placed
from controller.core.settings import MS, Settings
from controller.shell.cores import new_board
from rules.registry import GAMES
from tests.core.boards import CAPTURE
from tests.core.lines import play
from tests.core.rig import CHESS, Rig

if TYPE_CHECKING:
    from rules.terms import PointSet

EVERYWHERE = (1 << 64) - 1


@pytest.mark.parametrize("name", [name for name in GAMES if name != "go"])
def test_every_piece_of_a_quiet_game_is_named(name: str) -> None:
    """By the record alone: presence sensors tell nothing of a piece."""
    dice, board = (
        Random(f"named {name}"),
        Rig(game=GAMES[name], rulebook=name_of(name)).hands("1000"),
    )
    for _ in range(30):
        moves = [move for move in board.session.line.position.moves() if not move.choice]
        play(board, dice.choice(moves).text)
    assert len(board.of(Move)) == 30
    assert all(said.man is not None for said in board.of(Lifted))
    captures = [move for move in board.of(Move) if move.captured]
    unknown = [said for said in board.of(Placed) if said.man is None]
    assert len(unknown) <= len(captures)  # with a captured piece in the air either may have come


def name_of(game: str) -> str:
    return GAMES[game].rulebook.name


def test_after_a_capture_pieces_are_named_again() -> None:
    board = Rig(CAPTURE).hands("1000 d5- 200 e4- 200 d5+ 1500 d8- 300 d5- 200 d5+ 1500")
    assert board.line == ["e4d5", "d8d5"]
    board.hands("b1- 300 c3+ 1500")
    assert (board.of(Placed)[-1].man, board.of(Placed)[-1].side) == ("N", "white")


def test_a_turned_board_says_the_same() -> None:
    said = []
    for orientation in ("normal", "turned"):
        board = Rig(CAPTURE, orientation=orientation).hands("1000")
        board.levels = board.session.turn(board.session.line.position.occupied)
        for names, standing in (("e4", False), ("d5", False), ("d5", True)):
            board.levels ^= board.session.turn(1 << CHESS.index[names])
            board._frame()
            assert bool(board.session.turn(board.levels) >> CHESS.index[names] & 1) is standing
            board.wait(300)
        said.append(board.hands("1500").said)
    assert said[0] == said[1]
    assert [message.move for message in said[0] if isinstance(message, Move)] == ["e4d5"]


def test_the_belief_hears_where_nothing_can_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[PointSet] = []
    stand = new_board(Settings(game=CHESS, rulebook=CHESS.rulebook))
    belief = stand.state.belief
    monkeypatch.setattr(belief, "blind", lambda points, now_ns: told.append(points))
    array = CHESS.start().occupied
    e4 = 1 << CHESS.index["e4"]
    stand.feed(Frame(at_ns=0, levels=array))
    stand.feed(Frame(at_ns=100 * MS, levels=array, unknown=e4))
    stand.feed(Tick(at_ns=200 * MS))
    stand.feed(Frame(at_ns=300 * MS, levels=array))
    stand.feed(Gap(at_ns=500 * MS, from_ns=400 * MS))
    stand.feed(Frame(at_ns=510 * MS, levels=array))
    assert told == [e4, 0, EVERYWHERE, 0]
