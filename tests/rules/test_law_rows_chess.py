"""Laws of chess that no other test carries: check, resignation, the bare king."""

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.chess.dead import bare_king
from rules.chess.game import CHESS
from rules.chess.pgn import read_games, write_game
from rules.chess.position import BLACK, WHITE
from rules.record import GameRecord
from tests.rules.chess_lines import STARTS, play_choices


@pytest.mark.law("CH-9.3")
@given(st.sampled_from(sorted(STARTS.values())), st.lists(st.integers(0, 199), max_size=40))
def test_check_need_not_be_called(start: str, choices: list[int]) -> None:
    for position in play_choices(start, choices):
        called, silent = {}, {}
        for move in position.moves():
            text = CHESS.notation(position, move)["san"]
            called[text] = move.text
            silent[text.rstrip("+#")] = move.text
        # What is written without a sign of check is the same move, and no other.
        assert sorted(called.values()) == sorted(silent.values())
    record = "e4 e5 2. Qh5 Ke7 3. Qxe5 1-0"
    assert read_games(f"1. {record}") == read_games(f"1. {record.replace('xe5', 'xe5#')}")


@pytest.mark.law("CH-10.2")
@pytest.mark.parametrize(("result", "winner"), [("0-1", "second-wins"), ("1-0", "first-wins")])
def test_a_resigned_game_is_lost_although_moves_are_left(result: str, winner: str) -> None:
    moves = ("e2e4", "e7e5")
    line = [CHESS.start()]
    for text in moves:
        move = line[-1].by_text(text)
        assert move is not None
        line.append(line[-1].play(move))
    assert CHESS.ending(line, CHESS.rulebook) is None
    none = (None,) * len(moves)
    record = GameRecord(moves=moves, clocks_ms=none, elapsed_ms=none, result=result)
    (again,) = read_games(write_game(record))
    assert (again.moves, again.result) == (moves, result)
    assert CHESS.outcome(again.result) == winner


@pytest.mark.law("CH-10.5")
@given(st.sampled_from(sorted(STARTS.values())), st.lists(st.integers(0, 199), max_size=60))
def test_who_has_a_bare_king(start: str, choices: list[int]) -> None:
    for position in play_choices(start, choices):
        men = [position.piece_at(point) for point in range(64)]
        for side in (WHITE, BLACK):
            alone = sum(man is not None and man.side == side for man in men) == 1
            assert bare_king(position.board, side) is alone


@pytest.mark.law("CH-10.5")
def test_a_bare_king_has_one_man() -> None:
    board = chess.Board("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    assert bare_king(board, BLACK)
    assert not bare_king(board, WHITE)
