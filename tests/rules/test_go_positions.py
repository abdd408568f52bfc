"""Positions of Go: captures, forbidden points, texts; against an oracle that goes point by point."""

import contextlib
import itertools
import json
import statistics
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.go import GO, GoPosition, Superko
from rules.go.board import BLACK, WHITE, board_of
from rules.go.game import game_of
from rules.go.text import read_position
from rules.position import Move
from rules.terms import RulesError
from tests.rules.go_boards import (
    after_play,
    group_and_liberties,
    picture,
    play,
    random_line,
    stones,
)

SIZES = (1, 3, 5, 7, 9)
LETTER = {BLACK: "b", WHITE: "w"}


@st.composite
def lines(draw: st.DrawFn) -> list[GoPosition]:
    game = game_of({"size": draw(st.sampled_from(SIZES))})
    return random_line(game, draw(st.integers(0, 2**32)), draw(st.integers(0, 120)))


# John Tromp, Gunnar Farnebäck: Combinatorics of Go (2007), the numbers of legal positions.
@pytest.mark.law("GO-19")
@pytest.mark.parametrize(("size", "legal"), [(1, 1), (2, 57), (3, 12675)])
def test_the_numbers_of_legal_positions(size: int, legal: int) -> None:
    board = board_of(size)
    found = 0
    for men in itertools.product(".XO", repeat=size * size):
        black = sum(1 << p for p, man in enumerate(men) if man == "X")
        white = sum(1 << p for p, man in enumerate(men) if man == "O")
        found += not board.without_liberties(black, white)
    assert found == legal


@pytest.mark.law("GO-19")
def test_reading_accepts_the_legal_positions_of_two_by_two_and_no_others() -> None:
    found = 0
    for men in itertools.product(".XO", repeat=4):
        with contextlib.suppress(RulesError):
            position = picture("\n".join((" ".join(men[:2]), " ".join(men[2:]))))
            found += 1
            assert read_position(position.text) == position
    assert found == 57


def positions_reached(size: int) -> set[GoPosition]:
    """Every position that play leads to from the empty board, all superkos off."""
    todo = [GoPosition(board_of(size))]
    found = set(todo)
    while todo:
        position = todo.pop()
        for move in position.moves():
            after = position.play(move)
            if after not in found:
                found.add(after)
                todo.append(after)
    return found


@pytest.mark.law("GO-19")
@pytest.mark.parametrize(("size", "legal"), [(1, 1), (2, 57)])
def test_play_reaches_every_legal_position_of_tiny_boards(size: int, legal: int) -> None:
    assert len({(p.black, p.white) for p in positions_reached(size)}) == legal


@pytest.mark.slow
@pytest.mark.law("GO-19")
def test_play_reaches_every_legal_position_of_three_by_three() -> None:
    assert len({(p.black, p.white) for p in positions_reached(3)}) == 12675


@pytest.mark.law("GO-18.dead", "GO-19")
@settings(max_examples=60, deadline=None)
@given(lines())
def test_captures_are_the_groups_without_liberties(line: list[GoPosition]) -> None:
    position = line[-1]
    size, men = position.size, stones(position)
    colour = LETTER[position.side_to_move]
    legal = {move.text: move for move in position.moves()}
    assert list(legal)[-1] == "pass"
    for point, name in enumerate(position.board.names):
        place = (point % size, point // size)
        if place in men:
            assert name not in legal
            assert position.forbidden(point) == "GO-19"
            continue
        after, alive = after_play(men, size, place, colour)
        assert (name in legal) is (alive and position.ko != point), name
        assert (position.forbidden(point) is None) is (name in legal)
        assert position.by_text(name) == legal.get(name)
        if name in legal:
            move = legal[name]
            gone = {position.board.names[r * size + c] for c, r in men.keys() - after.keys()}
            assert {position.board.names[p] for p in move.captured} == gone
            assert stones(position.play(move)) == after


@pytest.mark.law("GO-18.alive")
@settings(max_examples=40, deadline=None)
@given(lines())
def test_no_group_is_ever_without_liberties(line: list[GoPosition]) -> None:
    for position in line[-8:]:
        men = stones(position)
        assert all(group_and_liberties(men, position.size, place)[1] for place in men)
        assert not position.board.without_liberties(position.black, position.white)


@pytest.mark.law("GO-18.dead")
@settings(max_examples=40, deadline=None)
@given(lines())
def test_footprints_set_the_stone_first_and_then_take_the_captured_ones(
    line: list[GoPosition],
) -> None:
    position = line[-1]
    for move in position.moves():
        steps = move.footprint.steps
        assert move.mover is None
        assert move.origin is None
        assert move.footprint.physical == ()
        if move.target is None:
            assert (move.text, steps, move.captured) == ("pass", (), ())
            continue
        after = position.play(move)
        assert move.footprint.places == 1 << move.target == after.occupied & ~position.occupied
        assert move.footprint.lifts == position.occupied & ~after.occupied
        assert [step.point for step in steps[1:]] == list(move.captured)
        assert all(position.piece_at(step.point) == step.man for step in steps[1:])
        assert set(move.footprint.lawful) == {(0, n) for n in range(1, len(steps))}


def turned(position: GoPosition, how: int) -> GoPosition:
    """The position in one of the eight symmetries of the board."""
    size, board = position.size, position.board

    def go(points: int) -> int:
        found = 0
        for point in board.points(points):
            row, column = divmod(point, size)
            if how & 1:
                column = size - 1 - column
            if how & 2:
                row = size - 1 - row
            if how & 4:
                column, row = row, column
            found |= 1 << row * size + column
        return found

    ko = position.ko
    return GoPosition(
        board,
        go(position.black),
        go(position.white),
        position.side_to_move,
        ko=0 if ko is None else go(1 << ko),
    )


@pytest.mark.law("GO-19")
@settings(max_examples=30, deadline=None)
@given(lines(), st.integers(0, 7))
def test_the_laws_are_the_same_in_the_eight_symmetries(line: list[GoPosition], how: int) -> None:
    position = line[-1]
    image = turned(position, how)
    after = {turned(position.play(move), how) for move in position.moves()}
    assert {image.play(move) for move in image.moves()} == after


@settings(max_examples=40, deadline=None)
@given(lines())
def test_a_position_is_read_back_from_its_text(line: list[GoPosition]) -> None:
    for position in line[-3:]:
        again = read_position(position.text)
        assert again == position
        assert hash(again) == hash(position)
        assert again.text == position.text
        assert list(json.loads(position.text)) == ["size", "black", "white", "to_move"]
        assert json.loads(position.text) == position.value


@pytest.mark.law("GO-19")
@pytest.mark.parametrize(
    ("board", "side", "point", "law"),
    [
        (". X .\nX . X\n. X .", "white", "b2", "GO-19"),
        (". X .\nX . X\n. X .", "black", "b2", None),
        # No liberty of its own, but it takes.
        (". X O\nX O .\n. X O", "black", "c2", None),
        # Two stones would be without a liberty together.
        (". O X\nO X X\n. X .", "white", "a3", None),
        ("O O X\n. X X\nX X .", "white", "a2", "GO-19"),
        (". X .\nX . X\n. X .", "white", "b1", "GO-19"),
    ],
)
def test_forbidden_points(board: str, side: str, point: str, law: str | None) -> None:
    position = picture(board, side)
    move = position.by_text(point)
    assert position.forbidden(position.board.point(point)) == law
    assert (move is None) is (law is not None)
    if law is not None:
        wanted = Move(**{**vars(position.by_text("pass")), "target": position.board.point(point)})
        with pytest.raises(RulesError, match="not a legal move"):
            position.play(wanted)


def test_a_move_of_another_position_is_refused() -> None:
    position = picture(". X O\nX O .\n. X O")
    taking = position.by_text("c2")
    assert taking is not None
    assert taking.captured
    elsewhere = picture(". . .\n. . .\n. . .")
    with pytest.raises(RulesError, match="c2 is not a legal move"):
        elsewhere.play(taking)
    with pytest.raises(RulesError, match="pass is not a legal move"):
        play(elsewhere, "a1").play(elsewhere.moves()[-1])


@pytest.mark.law("GO-17.shift", "GO-19")
def test_what_is_not_legal_but_stands() -> None:
    position = play(GO.start(), "d4", "q16", "d5")
    index = GO.index
    moved = position.play_irregular(index["d4"], index["e4"], ())
    assert moved.text == ('{"size":19,"black":["e4","d5"],"white":["q16"],"to_move":"black"}')
    gone = position.play_irregular(None, index["c3"], (index["d5"],))
    assert gone.board.named(gone.white) == ["c3", "q16"]
    assert gone.board.named(gone.black) == ["d4"]
    lost = position.play_irregular(None, None, ())
    assert lost == position.play(position.moves()[-1])
    assert (lost.passes, position.play(position.moves()[-1]).passes) == (0, 1)
    for origin, target, removed, why in (
        ("a1", "a2", (), "no stone stands on a1"),
        ("d4", "d5", (), "a stone stands on d5"),
        ("d4", None, (), "has to go somewhere"),
        (None, None, ("k10",), "no stone stands on k10"),
    ):
        with pytest.raises(RulesError, match=why):
            position.play_irregular(
                None if origin is None else index[origin],
                None if target is None else index[target],
                [index[name] for name in removed],
            )
    eye = picture(". X .\nX . X\n. X .", "white")
    with pytest.raises(RulesError, match="no liberties for b2"):
        eye.play_irregular(None, eye.board.point("b2"), ())


@pytest.mark.law("GO-19")
def test_a_forbidden_play_can_be_forced() -> None:
    eye = picture(". X .\nX . X\n. X .", "white")
    assert stones(eye.force(eye.board.point("b2"))) == stones(eye)
    assert eye.force(eye.board.point("b2")).side_to_move == BLACK
    with pytest.raises(RulesError, match="a stone stands on b1"):
        eye.force(eye.board.point("b1"))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "JSON object"),
        ("[]", "JSON object"),
        ("{}", "each of its four keys once"),
        ("[" * 19_000, "JSON object"),
        ("x" * 30_000, "at most 20000 characters"),
        ('{"size":19,"size":19,"black":[],"white":[],"to_move":"black"}', "keys once"),
        ('{"size":19,"black":[],"white":[],"to_move":"black","ko":"a1"}', "keys once"),
        ('{"size":true,"black":[],"white":[],"to_move":"black"}', '"size" must be a whole'),
        ('{"size":1e400,"black":[],"white":[],"to_move":"black"}', '"size" must be a whole'),
        ('{"size":26,"black":[],"white":[],"to_move":"black"}', "26 points a side cannot be"),
        ('{"size":0,"black":[],"white":[],"to_move":"black"}', "0 points a side cannot be"),
        ('{"size":9,"black":["i5"],"white":[],"to_move":"black"}', '"i5" is not a point'),
        ('{"size":9,"black":["a1","a1"],"white":[],"to_move":"black"}', "a1 is twice"),
        ('{"size":9,"black":["a1"],"white":["a1"],"to_move":"black"}', "one point: a1"),
        ('{"size":9,"black":["a1"],"white":["a2","b1"],"to_move":"red"}', "liberties: a1.*red"),
        ('{"size":9,"black":[[["a1"]]],"white":{},"to_move":[]}', "a list is not a point"),
        ('{"size":9,"black":7,"white":"a1","to_move":null}', '"black" must be a list'),
    ],
)
def test_bad_positions_are_refused(text: str, why: str) -> None:
    with pytest.raises(RulesError, match=why):
        read_position(text)


def test_a_position_on_another_board_names_both_sizes() -> None:
    text = '{"size":9,"black":[],"white":[],"to_move":"black"}'
    with pytest.raises(RulesError, match="on 9 by 9 points, but the game on 19 by 19"):
        GO.start(text)
    assert game_of({"size": 9}).start(text) == game_of({"size": 9}).start()


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet='{}[]",:019abkt"sizewhitelockto_mv ', max_size=80))
def test_junk_is_refused_with_one_kind_of_error(text: str) -> None:
    with pytest.raises(RulesError):
        read_position(text)


@pytest.mark.slow
@pytest.mark.parametrize("superko", list(Superko))
def test_a_list_of_moves_and_a_play_are_quick(superko: Superko) -> None:
    lists, plays = [], []
    for position in random_line(GO.with_options({"superko": superko.value}), 3, 400):
        fresh = read_position(position.text, superko=superko)
        began = time.perf_counter()
        moves = fresh.moves()
        listed = time.perf_counter()
        fresh.play(moves[len(moves) // 2])
        plays.append(time.perf_counter() - listed)
        lists.append(listed - began)
    assert statistics.median(lists) < 0.001
    assert statistics.median(plays) < 0.0001
