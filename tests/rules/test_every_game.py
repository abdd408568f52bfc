"""What every game promises to the rest of the program, on random lines of all of them."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.footprint import Act
from rules.game import Game
from rules.position import Move, Position
from rules.registry import GAMES
from rules.rulebook import Outcome
from rules.terms import PointSet, RulesError

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
PLIES = 60


def lines(game: Game, games: int, seed: int = 1) -> list[list[Position]]:
    """Games of random moves, captures preferred so that all kinds of them come."""
    dice, found = Random(seed), []
    for _ in range(games):
        line = [game.start()]
        while len(line) <= PLIES and line[-1].moves():
            moves = line[-1].moves()
            taking = [move for move in moves if move.captured]
            line.append(
                line[-1].play(dice.choice(taking if taking and dice.random() < 0.5 else moves))
            )
        found.append(line)
    return found


def mask(points: tuple[int, ...]) -> PointSet:
    return sum(1 << point for point in points)


@every_game
def test_the_board_is_a_picture_and_can_be_turned(game: Game) -> None:
    places = {game.place(point) for point in range(len(game.points))}
    assert len(places) == len(game.points)
    for point in range(len(game.points)):
        column, row = game.place(point)
        assert 0 <= column < game.columns
        assert 0 <= row < game.rows
        turned = game.turned(point)
        assert game.turned(turned) == point
        assert game.place(turned) == (game.columns - 1 - column, game.rows - 1 - row)
    near = [game.neighbours(point) for point in range(len(game.points))]
    for point, around in enumerate(near):
        assert not around >> point & 1
        assert all(near[other] >> point & 1 for other in range(len(near)) if around >> other & 1)


@every_game
def test_positions_are_values_that_their_text_brings_back(game: Game) -> None:
    for line in lines(game, 4):
        for position in line:
            again = game.start(position.text)
            assert again == position
            assert hash(again) == hash(position)
            assert again.text == position.text
            assert again.side_to_move == position.side_to_move
            men = [again.piece_at(point) for point in range(len(game.points))]
            assert men == [position.piece_at(point) for point in range(len(game.points))]
            assert again.occupied == mask(tuple(n for n, man in enumerate(men) if man is not None))
            assert all(man is None or man.letter in game.men for man in men)
        for before, after in pairwise(line):
            assert before != after
            assert before.side_to_move != after.side_to_move


@every_game
def test_moves_say_what_happens_to_the_men(game: Game) -> None:
    for line in lines(game, 4, seed=2):
        for position in line[::3]:
            moves = position.moves()
            assert len({move.text for move in moves}) == len(moves)
            # Most plays of Go are alike.
            for move in [
                m for n, m in enumerate(moves) if m.captured or n % (len(moves) // 20 + 1) == 0
            ]:
                check_move(game, position, move)


def check_move(game: Game, position: Position, move: Move) -> None:
    """A move's fields, its footprint and the position after it tell the same story."""
    after = position.play(move)
    assert move.side == position.side_to_move
    assert position.by_text(move.text) == move
    men = {point: position.piece_at(point) for point in range(len(game.points))}
    for step in move.footprint.steps:
        if step.act is Act.LIFT:
            assert men[step.point] == step.man
            men[step.point] = None
        elif step.point not in move.captured:
            men[step.point] = step.man
    # An exchange on one point may be listed in either order.
    places = {s.point: s.man for s in move.footprint.steps if s.act is Act.PLACE}
    men |= places
    assert men == {point: after.piece_at(point) for point in range(len(game.points))}
    for point in move.captured:
        man = position.piece_at(point)
        assert man is not None
        assert man.side != move.side
    if move.origin is not None:
        assert position.piece_at(move.origin) == move.mover
    if move.path:
        assert move.path[-1] == move.target
    for way in move.ways:
        assert sorted(way.captured) == sorted(move.captured)
        assert len(way.landings) == len(way.captured)
        assert move.target is not None
        assert way.landings[-1] == 1 << move.target
    notation = game.notation(position, move)
    assert notation
    assert all(isinstance(text, str) for text in notation.values())


@every_game
def test_moves_of_another_position_are_refused_and_change_nothing(game: Game) -> None:
    for line in lines(game, 2, seed=3):
        known = {move.text: move for position in line for move in position.moves()}
        for position in line[::5]:
            text, legal = position.text, {move.text for move in position.moves()}
            for move in [known[name] for name in sorted(known)[::7] if name not in legal]:
                with pytest.raises(RulesError):
                    position.play(move)
                with pytest.raises(RulesError):
                    game.notation(position, move)
            assert position.text == text


@every_game
def test_lines_are_counted_as_they_are_played(game: Game) -> None:
    for line in lines(game, 1, seed=4):
        for position in line[::20]:
            moves = position.moves()
            assert game.perft(position, 0) == 1
            assert game.perft(position, 1) == len(moves)
            assert game.perft(position, 1, paths=True) == sum(len(m.ways) or 1 for m in moves)
            if len(moves) < 60:
                played = sum(len(position.play(move).moves()) for move in moves)
                assert game.perft(position, 2) == played


@every_game
def test_results_mean_what_they_say(game: Game) -> None:
    for outcome in Outcome:
        text = game.result_text(outcome)
        assert text
        # Records have no other sign for a game that was void, or that both lost, everywhere.
        if outcome in {Outcome.FIRST_WINS, Outcome.SECOND_WINS, Outcome.DRAW, Outcome.OPEN}:
            assert game.outcome(text) is outcome
    with pytest.raises(RulesError, match="is not a result"):
        game.outcome("3-2")


@every_game
def test_every_rulebook_follows_a_whole_game(game: Game) -> None:
    for book in game.rulebooks.values():
        for line in lines(game, 1, seed=5):
            for ply in range(1, len(line) + 1, 9):
                ending = game.ending(line[:ply], book)
                if ending is not None:
                    assert ending.winner in {None, *game.sides}
                    assert ending.law
                for verdict in game.verdicts(line[:ply], book):
                    assert 0 <= verdict.plies[0] <= verdict.plies[1] < ply
                    assert all(verdict.evidence)


@every_game
@given(text=st.text(max_size=60))
def test_any_text_is_a_position_or_refused(game: Game, text: str) -> None:
    try:
        position = game.start(text)
    except RulesError:
        return
    assert game.start(position.text) == position


@every_game
@given(
    seed=st.integers(0, 10**6),
    cut=st.integers(0, 200),
    put=st.text('0123456789abchkKwWbB/:-,{}[]" ', max_size=4),
)
def test_a_spoilt_position_is_read_or_refused(game: Game, seed: int, cut: int, put: str) -> None:
    dice, position = Random(seed), game.start()
    for _ in range(dice.randrange(12)):
        position = position.play(dice.choice(position.moves()))
    at = cut % (len(position.text) + 1)
    spoilt = position.text[:at] + put + position.text[at + dice.randrange(3) :]
    try:
        found = game.start(spoilt)
    except RulesError:
        return
    assert game.start(found.text) == found


@every_game
@pytest.mark.parametrize("options", [{"colour": 1}, {"size": "x"}, {"komi": []}])
def test_options_that_a_game_does_not_have_are_refused(
    game: Game, options: dict[str, object]
) -> None:
    assert game.with_options({}) is game
    with pytest.raises(RulesError):
        game.with_options(options)
