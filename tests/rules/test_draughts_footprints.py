"""Footprints of draughts as hands make them: whatever the ways allow can be done on the board."""

from itertools import islice, permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.draughts import DRAUGHTS_100, DRAUGHTS_BRAZILIAN, DRAUGHTS_RUSSIAN, Draughts
from rules.draughts.position import DraughtsPosition
from rules.footprint import Act, Step
from rules.position import Move, Position
from rules.terms import Point, points_of
from tests.rules.draughts_lines import GAMES, positions

ORDERS_MAX = 200
"""Of one footprint or one move; a capture of seven men alone has thousands."""
by_name = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def after_steps(position: Position, steps: tuple[Step, ...]) -> dict[Point, str]:
    """The letters on the board when hands have done the steps; each must be possible."""
    board = letters(position)
    in_hand: list[str] = []
    for step in steps:
        if step.act is Act.LIFT:
            assert board.pop(step.point) == step.man.letter
            in_hand.append(step.man.letter)
        else:
            assert step.point not in board
            # What is set down was lifted; only crowning changes its letter.
            assert step.man.letter.lower() in map(str.lower, in_hand)
            board[step.point] = step.man.letter
    return board


def letters(position: Position) -> dict[Point, str]:
    return {
        point: man.letter
        for point in points_of(position.occupied)
        if (man := position.piece_at(point)) is not None
    }


@pytest.mark.law("DR-6.4", "DR-6.11", "DR-5.6")
@by_name
@given(data=st.data())
@settings(max_examples=60)
def test_every_order_of_a_footprint_leads_to_the_next_position(
    game: Draughts, data: st.DataObject
) -> None:
    position = data.draw(positions(game))
    for move in islice(position.moves(), 20):
        after = letters(position.play(move))
        for lawful in (True, False):
            for steps in islice(move.footprint.orders(lawful=lawful), ORDERS_MAX):
                assert after_steps(position, steps) == after


@by_name
@given(data=st.data())
@settings(max_examples=60)
def test_occupation_after_a_move_is_what_the_footprint_says(
    game: Draughts, data: st.DataObject
) -> None:
    position = data.draw(positions(game))
    for move in position.moves():
        footprint = move.footprint
        left = position.occupied & ~footprint.empties
        assert not left & footprint.fills
        assert left | footprint.fills == position.play(move).occupied
        circular = move.origin == move.target
        assert bool(footprint.exchanges) is circular


@pytest.mark.law("DR-6.9", "DR-6.11")
@by_name
@given(data=st.data())
@settings(max_examples=60)
def test_a_capture_can_be_shown_by_setting_down_on_the_way(
    game: Draughts, data: st.DataObject
) -> None:
    """The capturer stands on every square of a sequence while all victims are still on the board."""
    position = data.draw(positions(game))
    for move in islice((m for m in position.moves() if m.captured), 8):
        occupied = position.occupied & ~(1 << origin_of(move))
        for way in move.ways:
            assert all(occupied >> victim & 1 for victim in way.captured)
            for squares in islice(product(*map(points_of, way.landings)), ORDERS_MAX):
                assert not any(occupied >> square & 1 for square in squares)
                assert squares[-1] == move.target
                for square in squares[:-1]:
                    assert move.footprint.resting >> square & 1
                check_jumps(game, position, move, way.captured, squares)


def check_jumps(
    game: Draughts,
    position: Position,
    move: Move,
    victims: tuple[Point, ...],
    squares: tuple[Point, ...],
) -> None:
    """Each jump passes its victim and nothing else, in one line."""
    here = game.place(origin_of(move))
    standing = {game.place(point) for point in points_of(position.occupied)} - {here}
    for victim, square in zip(victims, squares, strict=True):
        there = game.place(square)
        distance = abs(there[0] - here[0])
        assert distance == abs(there[1] - here[1]) >= 2
        step = ((there[0] - here[0]) // distance, (there[1] - here[1]) // distance)
        between = {(here[0] + n * step[0], here[1] + n * step[1]) for n in range(1, distance)}
        assert between & standing == {game.place(victim)}
        here = there


def origin_of(move: Move) -> Point:
    assert move.origin is not None
    return move.origin


def orders_of(game: Draughts, fen: str, text: str) -> set[str]:
    """The lawful orders of a footprint: "+28 -23" sets down on 28 and lifts from 23."""
    move = game.start(fen).by_text(text)
    assert move is not None
    return {
        " ".join(f"{'-' if s.act is Act.LIFT else '+'}{game.points[s.point]}" for s in steps)
        for steps in move.footprint.orders()
    }


@pytest.mark.law("DR-6.4")
def test_a_single_victim_may_come_off_first() -> None:
    assert orders_of(DRAUGHTS_100, "W:W28:B23", "28x19") == {
        "-28 +19 -23",
        "-28 -23 +19",
        "-23 -28 +19",
    }


@pytest.mark.law("DR-6.4", "DR-6.11")
def test_several_victims_come_off_when_the_capturer_stands() -> None:
    orders = orders_of(DRAUGHTS_100, "W:W43:B38,28,19", "43x14")
    victims = ["-38", "-28", "-19"]
    assert orders == {" ".join(["-43", "+14", *rest]) for rest in permutations(victims)}


@pytest.mark.law("DR-6.8", "DR-6.9")
def test_a_capture_may_end_where_it_began() -> None:
    position: DraughtsPosition = DRAUGHTS_BRAZILIAN.start("W:Wc1:Bd2,d4,b4,b2")
    (move,) = position.moves()
    assert move.origin == move.target == DRAUGHTS_BRAZILIAN.index["c1"]
    assert len(move.captured) == 4
    assert move.footprint.exchanges == 1 << origin_of(move)
    assert len(move.ways) == 2  # one round each way
    names = {DRAUGHTS_BRAZILIAN.points[p] for p in points_of(move.footprint.resting)}
    assert names == {"e3", "c5", "a3"}


@pytest.mark.law("DR-5.6", "DR-6.14")
def test_only_a_man_that_is_crowned_may_rest_where_it_ends() -> None:
    """The second man is put on there, which looks like lifting and setting down again."""
    # f6 takes e7 to d8 and goes on over b6: as a king in the Russian game, as a man not.
    fen = "W:Wf6:Be7,b6"
    russian = next(iter(DRAUGHTS_RUSSIAN.start(fen).moves()))
    assert [s.man.letter for s in russian.footprint.steps[:2]] == ["w", "W"]
    assert russian.target is not None
    assert russian.footprint.resting >> russian.target & 1
    through = next(iter(DRAUGHTS_BRAZILIAN.start("W:Wf6:Be7,c7").moves()))
    assert [s.man.letter for s in through.footprint.steps[:2]] == ["w", "w"]
    assert through.target is not None
    assert not through.footprint.resting >> through.target & 1
