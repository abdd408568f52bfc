"""What draughtsmen may do, and what hands do to the board: tables, and the laws told a second time."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.draughts import DRAUGHTS_100, DRAUGHTS_BRAZILIAN, DRAUGHTS_RUSSIAN, Draughts
from rules.draughts.position import DraughtsPosition
from rules.footprint import Act
from rules.position import Move
from rules.rulebook import Termination
from rules.terms import RulesError, points_of
from tests.rules.draughts_lines import (
    GAMES,
    allowed,
    capture_lines,
    fen,
    landing_sequences,
    men_on,
    plain_lines,
    played,
    positions,
    scattered,
    texts,
)

by_name = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
seeds = st.integers(0, 10_000)


@pytest.mark.law("DR-5.4")
@pytest.mark.parametrize(
    ("game", "text", "moves"),
    [
        (DRAUGHTS_100, "W:W28:B6", "28-22 28-23"),
        (DRAUGHTS_100, "B:W50:B23", "23-28 23-29"),
        (DRAUGHTS_100, "W:W26:B6", "26-21"),
        (DRAUGHTS_RUSSIAN, "B:Wh2:Bb8", "b8-a7 b8-c7"),
    ],
)
def test_men_go_one_step_forward(game: Draughts, text: str, moves: str) -> None:
    check_moves(game, text, moves)


@pytest.mark.law("DR-5.9", "DR-6.3", "DR-6.7")
@pytest.mark.parametrize(
    ("game", "text", "moves"),
    [
        # Any distance over empty squares; nothing is captured from the edge of the board.
        (
            DRAUGHTS_100,
            "W:W14,K28:B6",
            "14-9 14-10 28-11 28-17 28-22 28-19 28-23 28-32 28-37 28-41 28-46 28-33 28-39 28-44 28-50",
        ),
        # Any free square behind the man, but not two men at once, and no own men.
        (DRAUGHTS_100, "W:WK46:B28", "46x5 46x10 46x14 46x19 46x23"),
        (DRAUGHTS_RUSSIAN, "W:WKa1:Bc3,g7", "a1:h8"),
        (DRAUGHTS_100, "W:WK46:B28,23", "46-32 46-37 46-41"),
        (DRAUGHTS_100, "W:W41,K46:B32", "41-36 41-37"),
    ],
)
def test_kings_fly(game: Draughts, text: str, moves: str) -> None:
    check_moves(game, text, moves)


@pytest.mark.law("DR-6.1", "DR-6.2")
@pytest.mark.parametrize(
    ("game", "text", "moves"),
    [
        (DRAUGHTS_100, "W:W28,33:B22", "28x17"),
        (DRAUGHTS_RUSSIAN, "W:Wa1,e3:Bd4", "e3:c5"),
        (DRAUGHTS_100, "W:W23:B28", "23x32"),
        (DRAUGHTS_BRAZILIAN, "B:We5:Bd4", "d4xf6"),
    ],
)
def test_capturing_is_compulsory_forward_and_backward(
    game: Draughts, text: str, moves: str
) -> None:
    check_moves(game, text, moves)


@pytest.mark.law("DR-6.5", "DR-6.6", "DR-6.8")
@pytest.mark.parametrize(
    ("game", "text", "moves"),
    [
        (DRAUGHTS_100, "W:W47:B42,32,22", "47x18"),
        (DRAUGHTS_100, "W:W38:B33,22,21", "38x29"),
        (DRAUGHTS_100, "W:WK46:B28,20", "46x25"),
        # Round trips: an empty square may be crossed twice, and the origin is empty.
        (DRAUGHTS_100, "W:W43:B38,28,29,39", "43x43"),
        # The Turkish stroke: men taken stay until the end, and none is jumped a second time.
        (DRAUGHTS_100, "W:WK35:B10,20,29,30", "35x4"),
        (DRAUGHTS_BRAZILIAN, "W:WKb8:Bb4,d6,e3,g5", "b8xa5"),
    ],
)
def test_captures_go_on(game: Draughts, text: str, moves: str) -> None:
    check_moves(game, text, moves)


@pytest.mark.law("DR-6.12", "DR-6.13")
@pytest.mark.parametrize(
    ("game", "text", "moves"),
    [
        (DRAUGHTS_100, "W:W28:B22,11,K23", "28x6"),
        (DRAUGHTS_BRAZILIAN, "W:We3:Bd4,b6,Kf4", "e3xa7"),
        (DRAUGHTS_RUSSIAN, "W:We3:Bd4,b6,Kf4", "e3:a7 e3:g5"),
        # A king counts as one man, and the choice among equals is free.
        (DRAUGHTS_100, "W:W28:B22,K23", "28x17 28x19"),
    ],
)
def test_the_greatest_number_is_taken(game: Draughts, text: str, moves: str) -> None:
    check_moves(game, text, moves)


def check_moves(game: Draughts, text: str, moves: str) -> None:
    assert texts(game.start(text).moves()) == sorted(moves.split())


@pytest.mark.law("DR-5.5", "DR-6.14", "DR-5.8")
@pytest.mark.parametrize(
    ("game", "text", "move", "letter"),
    [
        (DRAUGHTS_100, "W:W6,8:B45", "8-2", "W"),
        (DRAUGHTS_100, "B:WK1:B45", "45-50", "B"),
        (DRAUGHTS_100, "W:W13:B9", "13x4", "W"),
        (DRAUGHTS_100, "W:W13:B9,10", "13x15", "w"),
        (DRAUGHTS_BRAZILIAN, "W:Wd6:Be7,g7", "d6xh6", "w"),
        (DRAUGHTS_RUSSIAN, "W:Wd6:Be7,g7", "d6:h6", "W"),
        # The new king moves only after the opponent has moved; the Russian one goes on capturing.
        (DRAUGHTS_BRAZILIAN, "W:Wf6:Be7,b6", "f6xd8", "W"),
        (DRAUGHTS_RUSSIAN, "W:Wf6:Be7,b6", "f6:a5", "W"),
        (DRAUGHTS_RUSSIAN, "B:Wb2,d2:Bf4,c3", "c3:a1", "B"),
    ],
)
def test_crowning(game: Draughts, text: str, move: str, letter: str) -> None:
    position = game.start(text)
    made = position.by_text(move)
    assert made is not None
    assert made.target is not None
    after = position.play(made)
    man = after.piece_at(made.target)
    assert man is not None
    assert man.letter == letter
    assert after.side_to_move != position.side_to_move
    crowned = letter.isupper()
    assert made.footprint.steps[1].man == man
    assert bool(made.footprint.resting >> made.target & 1) == crowned


@pytest.mark.law("DR-12.2")
@by_name
@pytest.mark.parametrize("side", ["W", "B"])
def test_who_cannot_move_has_lost(game: Draughts, side: str) -> None:
    blocked = "W:W26:B21,17" if game is DRAUGHTS_100 else "W:Wa3:Bb4,c5"
    bare = "W:W:BK1" if side == "W" else "B:WK1:B"
    for text, why in ((bare, Termination.NO_MEN), (blocked, Termination.BLOCKED)):
        position = game.start(text)
        assert not position.moves()
        ending = game.ending([position], game.rulebook)
        assert ending is not None
        assert ending.winner == game.other(position.side_to_move)
        assert ending.termination is why
        assert ending.law == "DR-12.2"


@by_name
@given(data=st.data())
@settings(max_examples=150)
def test_ways_are_the_jumps_that_the_laws_allow(game: Draughts, data: st.DataObject) -> None:
    check_against_the_laws(game, data.draw(positions(game)))


@by_name
@pytest.mark.parametrize("seed", range(12))
def test_ways_in_crowded_positions_and_games(game: Draughts, seed: int) -> None:
    check_against_the_laws(game, game.start(scattered(game, seed)))
    for position in played(game, seed, 60):
        check_against_the_laws(game, position)


def check_against_the_laws(game: Draughts, position: DraughtsPosition) -> None:
    moves = position.moves()
    told = capture_lines(game, position)
    sequences = [line for move in moves for line in landing_sequences(game, move)]
    assert len(sequences) == len(set(sequences))
    assert set(sequences) == told
    if not told:
        ends = [(game.place(m.origin), game.place(m.target)) for m in moves]  # type: ignore[arg-type]
        assert len(ends) == len(set(ends))
        assert set(ends) == plain_lines(game, position)
    for move in moves:
        check_identity(move)
    assert len({(m.origin, m.target, frozenset(m.captured)) for m in moves}) == len(moves)
    assert len({m.text for m in moves}) == len(moves)


def check_identity(move: Move) -> None:
    """Every way of a move takes the same men and ends on the same square; the first is its own."""
    assert move.target is not None
    assert bool(move.ways) == bool(move.captured)
    for way in move.ways:
        assert sorted(way.captured) == sorted(move.captured)
        assert way.landings[-1] == 1 << move.target
    if move.ways:
        assert move.ways[0].captured == move.captured
        assert (move.path[0], move.path[-1]) == (move.origin, move.target)
        for square, landing in zip(move.path[1:], move.ways[0].landings, strict=True):
            assert landing >> square & 1


@by_name
@given(data=st.data())
def test_footprints_lead_to_the_next_position(game: Draughts, data: st.DataObject) -> None:
    position = data.draw(positions(game))
    for move in position.moves():
        check_footprint(game, position, move)


def check_footprint(game: Draughts, position: DraughtsPosition, move: Move) -> None:
    footprint = move.footprint
    men = men_on(game, position)
    for step in footprint.steps:
        square = game.place(step.point)
        if step.act is Act.LIFT:
            assert men.pop(square) == step.man.letter
        else:
            assert square not in men
            men[square] = step.man.letter
    assert men == men_on(game, position.play(move))
    assert (footprint.steps[0].act, footprint.steps[1].act) == (Act.LIFT, Act.PLACE)
    assert footprint.steps[0].man == move.mover
    assert footprint.physical == ((0, 1),)
    # Several men taken come off when the capturer stands, in whichever order.
    victims = range(2, len(footprint.steps))
    late = {(1, n) for n in victims} if len(victims) > 1 else set()
    assert set(footprint.lawful) == late
    between = {
        point for way in move.ways for each in way.landings[:-1] for point in points_of(each)
    }
    crowned = footprint.steps[1].man != move.mover
    assert set(points_of(footprint.resting)) == between | ({move.target} if crowned else set())


@by_name
@given(data=st.data())
def test_both_sides_have_the_same_laws(game: Draughts, data: st.DataObject) -> None:
    position = data.draw(positions(game))
    men = {}
    for point in range(len(game.points)):
        man = position.piece_at(point)
        if man is not None:
            men[game.turned(point)] = man.letter.translate(str.maketrans("wbWB", "bwBW"))
    assert allowed(game, men)
    mirrored = game.start(fen(game, men, "B" if position.side_to_move == "white" else "W"))

    def turned(move: Move) -> object:
        assert move.origin is not None
        assert move.target is not None
        return (
            game.turned(move.origin),
            game.turned(move.target),
            {*map(game.turned, move.captured)},
        )

    there = [(m.origin, m.target, {*m.captured}) for m in mirrored.moves()]
    assert len(there) == len(position.moves())
    assert all(turned(move) in there for move in position.moves())


@by_name
@given(seed=seeds)
def test_positions_and_moves_are_values(game: Draughts, seed: int) -> None:
    for position in played(game, seed, 8):
        again = game.start(position.text)
        assert again == position
        assert hash(again) == hash(position)
        assert again.moves() == position.moves()
        for move in position.moves():
            assert position.by_text(move.text) is move
            assert again.play(move) == position.play(move)


def test_only_legal_moves_are_played() -> None:
    position = DRAUGHTS_100.start()
    move = position.moves()[0]
    for wrong in (replace(move, text="31-22"), replace(move, target=1)):
        with pytest.raises(RulesError, match="is not a legal move in W:W31-50:B1-20"):
            position.play(wrong)


def test_games_are_not_mixed_up() -> None:
    russian, brazilian = DRAUGHTS_RUSSIAN.start(), DRAUGHTS_BRAZILIAN.start()
    assert russian.text == brazilian.text
    assert russian != brazilian
    assert russian != russian.text
