"""Moves as people write them down."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.entered import AmbiguousMoveError, entered_move
from rules.game import Game
from rules.registry import GAMES, game_by_name
from rules.terms import RulesError

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)


@every_game
@settings(max_examples=20)
@given(data=st.data())
def test_every_notation_of_a_move_means_it_or_is_ambiguous(game: Game, data: st.DataObject) -> None:
    position = game.start()
    for _ in range(data.draw(st.integers(0, 6))):
        moves = position.moves()
        if not moves:
            return
        move = data.draw(st.sampled_from(moves))
        for text in filter(None, (move.text, *game.notation(position, move).values())):
            try:
                assert entered_move(game, position, f" {text}! ") == move
            except AmbiguousMoveError:
                assert text != move.text  # a short form of draughts or xiangqi
        position = position.play(move)


@every_game
@settings(max_examples=20)
@given(text=st.text(max_size=80))
def test_anything_else_is_refused(game: Game, text: str) -> None:
    position = game.start()
    try:
        move = entered_move(game, position, text)
    except RulesError:
        return
    assert move in position.moves()


CHESS = game_by_name("chess")


@pytest.mark.parametrize(
    ("text", "move"), [("0-0", "e1g1"), ("O-O-O", "e1c1"), ("o-o+", "e1g1"), ("Rxa8+", "a1a8")]
)
def test_castling_and_signs(text: str, move: str) -> None:
    position = CHESS.start("r3k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    assert entered_move(CHESS, position, text).text == move


@pytest.mark.parametrize(
    ("fen", "text"),
    [
        ("4k3/8/8/8/8/8/8/1N1K1N2 w - - 0 1", "Nd2"),
        ("8/P3k3/8/8/8/8/8/3K4 w - - 0 1", "a7a8"),
    ],
)
def test_what_fits_several_moves_is_ambiguous_or_none(fen: str, text: str) -> None:
    with pytest.raises(RulesError):
        entered_move(CHESS, CHESS.start(fen), text)


def test_a_promotion_without_the_new_man_is_ambiguous() -> None:
    with pytest.raises(AmbiguousMoveError, match="a7a8q, a7a8r"):
        entered_move(CHESS, CHESS.start("8/P3k3/8/8/8/8/8/3K4 w - - 0 1"), "a7a8")
