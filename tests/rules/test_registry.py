"""Games are found by their names."""

import pytest

from rules.registry import GAMES, game_by_name
from rules.terms import RulesError


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_the_name_it_is_found_by(name: str) -> None:
    game = game_by_name(name)
    assert game.name == name
    assert game.rulebook is game.rulebooks[next(iter(game.rulebooks))]
    assert len(set(game.points)) == len(game.points)
    assert all(book == rulebook.name for book, rulebook in game.rulebooks.items())


def test_an_unknown_game_is_refused_with_the_known_ones() -> None:
    with pytest.raises(
        RulesError, match=r'"ches" is not a game; did you mean chess\? Known games: .*go'
    ):
        game_by_name("ches")


def test_chess_is_there_with_both_rulebooks() -> None:
    assert list(game_by_name("chess").rulebooks) == ["chess-fide-2023", "chess-classic"]
