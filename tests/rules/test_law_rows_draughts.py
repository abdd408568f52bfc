"""The laws of draughts seen from outside: boards, texts and moves, compared with plain geometry."""

from collections.abc import Iterator

import pytest

from rules.draughts.game import DRAUGHTS_100, DRAUGHTS_BRAZILIAN, DRAUGHTS_RUSSIAN, Draughts
from rules.terms import Point, RulesError

GAMES = (DRAUGHTS_100, DRAUGHTS_RUSSIAN, DRAUGHTS_BRAZILIAN)
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
Square = tuple[int, int]
"""Column and row from White's lower left corner."""
AHEAD = {"white": 1, "black": -1}
ASLANT = [(-1, -1), (-1, 1), (1, -1), (1, 1)]


def point(game: Draughts, square: Square) -> Point | None:
    return next((p for p in range(len(game.points)) if game.place(p) == square), None)


def fen(game: Draughts, turn: str, white: dict[Square, bool], black: dict[Square, bool]) -> str:
    """A position as text; True is a king."""

    def listed(men: dict[Square, bool]) -> str:
        names = {game.place(p): name for p, name in enumerate(game.points)}
        return ",".join(f"{'K' * king}{names[square]}" for square, king in men.items())

    return f"{turn}:W{listed(white)}:B{listed(black)}"


def found(game: Draughts, text: str) -> set[tuple[Square, Square, int]]:
    """Origin, target and number of men taken of each legal move."""
    moves = game.start(text).moves()
    assert all(move.origin is not None and move.target is not None for move in moves)
    return {(game.place(m.origin or 0), game.place(m.target or 0), len(m.captured)) for m in moves}


def squares(game: Draughts) -> list[Square]:
    return [game.place(p) for p in range(len(game.points))]


def line(game: Draughts, start: Square, step: tuple[int, int]) -> Iterator[Square]:
    """The squares from one on in a direction, itself left out."""
    column, row = start[0] + step[0], start[1] + step[1]
    while 0 <= column < game.columns and 0 <= row < game.rows:
        yield column, row
        column, row = column + step[0], row + step[1]


@pytest.mark.law("DR-1.1", "DR-1.2", "DR-1.3", "DR-1.4")
@each_game
def test_the_points_are_the_dark_squares(game: Draughts) -> None:
    size = 10 if game is DRAUGHTS_100 else 8
    assert (game.columns, game.rows) == (size, size)
    dark = {(c, r) for c in range(size) for r in range(size) if (c + r) % 2 == 0}
    assert set(squares(game)) == dark
    assert len(game.points) == len(dark)
    # The long diagonal begins in the lower left corner of each player.
    assert all(point(game, (n, n)) is not None for n in range(size))
    for p in range(len(game.points)):
        column, row = game.place(p)
        assert game.place(game.turned(p)) == (size - 1 - column, size - 1 - row)


@pytest.mark.law("DR-1.6")
@each_game
def test_how_squares_are_called(game: Draughts) -> None:
    for p, name in enumerate(game.points):
        column, row = game.place(p)
        if game is DRAUGHTS_100:
            # From Black's side, row by row, White's left first.
            assert int(name) == (9 - row) * 5 + column // 2 + 1
        else:
            assert name == f"{'abcdefgh'[column]}{row + 1}"


@pytest.mark.law("DR-2", "DR-5.3", "DR-1.5")
@each_game
def test_the_array(game: Draughts) -> None:
    start = game.start()
    rows = 4 if game is DRAUGHTS_100 else 3
    for p in range(len(game.points)):
        _, row = game.place(p)
        man = start.piece_at(p)
        letter = None if man is None else man.letter
        wanted = "w" if row < rows else "b" if row >= game.rows - rows else None
        assert letter == wanted
    assert start.side_to_move == "white"
    after = start.play(start.moves()[0])
    assert after.side_to_move == "black"
    assert after.play(after.moves()[0]).side_to_move == "white"


@pytest.mark.law("DR-5.4", "DR-5.5")
@each_game
@pytest.mark.parametrize("side", ["white", "black"])
def test_a_man_steps_forward_and_is_crowned_on_the_far_row(game: Draughts, side: str) -> None:
    far = game.rows - 1 if side == "white" else 0
    for column, row in squares(game):
        if row == far:
            continue
        men = {(column, row): False}
        text = fen(game, side[0].upper(), *((men, {}) if side == "white" else ({}, men)))
        ahead = row + AHEAD[side]
        wanted = {
            ((column, row), (c, ahead), 0)
            for c in (column - 1, column + 1)
            if 0 <= c < game.columns
        }
        assert found(game, text) == wanted
        position = game.start(text)
        for move in position.moves():
            man = position.play(move).piece_at(move.target or 0)
            assert man is not None
            assert man.letter.isupper() is (ahead == far)


@pytest.mark.law("DR-1.5", "DR-5.5")
@each_game
def test_no_man_stands_uncrowned_on_its_far_row(game: Draughts) -> None:
    for column, row in squares(game):
        if row == game.rows - 1:
            with pytest.raises(RulesError, match="king"):
                game.start(fen(game, "W", {(column, row): False}, {(0, 0): True}))
            game.start(fen(game, "W", {(column, row): True}, {(0, 0): True}))


@pytest.mark.law("DR-5.8")
@each_game
def test_a_new_king_waits_for_the_opponent(game: Draughts) -> None:
    far = game.rows - 1
    # From its new square a king could capture; the man that comes there may not go on.
    origin, target, victim = (4, far - 1), (5, far), (2, far - 3)
    text = fen(game, "W", {origin: False, (0, 0): False}, {victim: False, (0, far - 1): False})
    position = game.start(text)
    quiet = [m for m in position.moves() if m.target == point(game, target)]
    assert len(quiet) == 1
    after = position.play(quiet[0])
    assert after.side_to_move == "black"
    assert all(move.side == "black" for move in after.moves())


@pytest.mark.law("DR-5.9")
@each_game
def test_a_king_goes_any_distance(game: Draughts) -> None:
    for square in squares(game):
        wanted = {(square, to, 0) for step in ASLANT for to in line(game, square, step)}
        assert found(game, fen(game, "W", {square: True}, {})) == wanted


def alone_against_one(
    game: Draughts, mover: Square, other: Square, *, king: bool, own: bool
) -> set[tuple[Square, Square, int]]:
    """The moves of a white man beside one other man, by plain geometry."""
    plain, taking = set(), set()
    for step in ASLANT:
        way = list(line(game, mover, step))
        reach = way if king else way[:1]
        if other in reach:
            n = way.index(other)
            behind = way[n + 1 :] if king else way[n + 1 : n + 2]
            if not own:
                taking |= {(mover, to, 1) for to in behind}
            reach = way[:n]
        if king or step[1] == 1:
            plain |= {(mover, to, 0) for to in reach}
    return taking or plain


@pytest.mark.law("DR-6.1", "DR-6.2", "DR-6.3")
@each_game
@pytest.mark.parametrize("king", [False, True], ids=["man", "king"])
def test_one_against_one_everywhere(game: Draughts, king: bool) -> None:  # noqa: FBT001
    for mover in squares(game):
        if mover[1] == game.rows - 1 and not king:
            continue
        for other in squares(game):
            if other == mover:
                continue
            # A king, because a black man may not stand on its far row.
            text = fen(game, "W", {mover: king}, {other: True})
            wanted = alone_against_one(game, mover, other, king=king, own=False)
            assert found(game, text) == wanted, text


@pytest.mark.law("DR-6.7")
@each_game
def test_own_men_are_never_jumped(game: Draughts) -> None:
    for mover in squares(game):
        for other in squares(game):
            if other == mover or other[1] == game.rows - 1:
                continue
            text = fen(game, "W", {mover: True, other: False}, {})
            its = {move for move in found(game, text) if move[0] == mover}
            assert its == alone_against_one(game, mover, other, king=True, own=True), text
            assert all(taken == 0 for *_, taken in found(game, text))


@pytest.mark.law("DR-6.1")
@each_game
def test_where_a_capture_is_possible_nothing_else_is(game: Draughts) -> None:
    text = fen(game, "W", {(2, 2): False, (6, 0): False}, {(3, 3): False})
    assert found(game, text) == {((2, 2), (4, 4), 1)}


@pytest.mark.law("DR-6.5")
@each_game
def test_a_man_goes_on_capturing_forward_and_backward(game: Draughts) -> None:
    text = fen(game, "W", {(0, 2): False}, {(1, 3): False, (3, 3): False, (5, 3): False})
    # Up, down, up: 0,2 - 2,4 - 4,2 - 6,4.
    assert found(game, text) == {((0, 2), (6, 4), 3)}


@pytest.mark.law("DR-6.6")
@each_game
def test_a_king_turns_at_right_angles_within_a_capture(game: Draughts) -> None:
    # It takes on the diagonal of the corner, must stop on 5,5 and turns there to take 6,4.
    text = fen(game, "W", {(0, 0): True}, {(3, 3): False, (6, 4): False})
    assert found(game, text) == {((0, 0), (7, 3), 2)} | (
        {((0, 0), (8, 2), 2), ((0, 0), (9, 1), 2)} if game.columns == 10 else set()
    )
    for move in game.start(text).moves():
        (way,) = move.ways
        assert way.landings[0] == 1 << (point(game, (5, 5)) or 0)


@pytest.mark.law("DR-6.8")
@each_game
def test_a_square_is_crossed_twice_but_no_man_jumped_twice(game: Draughts) -> None:
    # Four men around: a round trip back to where it began, either way about.
    men = {(3, 3): False, (5, 3): False, (3, 5): False, (5, 5): False}
    position = game.start(fen(game, "W", {(4, 2): False}, men))
    (round_trip,) = position.moves()
    assert round_trip.origin == round_trip.target
    assert len(round_trip.captured) == 4
    assert len(set(round_trip.captured)) == 4
    assert len(round_trip.ways) == 2


@pytest.mark.law("DR-6.8")
@each_game
def test_a_man_that_was_jumped_stands_in_the_way_until_the_end(game: Draughts) -> None:
    # Once it has taken 3,3 and 6,4 and 6,2 the king could take 2,4 if 3,3 were off already.
    men = {(3, 3): False, (6, 4): False, (6, 2): False, (2, 4): False}
    position = game.start(fen(game, "W", {(1, 1): True}, men))
    behind = point(game, (2, 4))
    assert all(behind not in move.captured for move in position.moves())
    longest = {game.place(m.target or 0) for m in position.moves() if len(m.captured) == 3}
    assert longest == {(5, 1), (4, 0)}


@pytest.mark.law("DR-6.12", "DR-6.13")
@pytest.mark.parametrize(
    ("game", "moves"),
    [
        (DRAUGHTS_100, {((2, 2), (6, 2), 2)}),
        (DRAUGHTS_BRAZILIAN, {((2, 2), (6, 2), 2)}),
        (DRAUGHTS_RUSSIAN, {((2, 2), (6, 2), 2), ((2, 2), (0, 4), 1)}),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_two_men_go_before_one_king(game: Draughts, moves: set[tuple[Square, Square, int]]) -> None:
    text = fen(game, "W", {(2, 2): False}, {(3, 3): False, (5, 3): False, (1, 3): True})
    assert found(game, text) == moves


@pytest.mark.law("DR-6.13")
@each_game
def test_among_equal_captures_the_choice_is_free(game: Draughts) -> None:
    text = fen(game, "W", {(2, 2): False}, {(3, 3): False, (1, 3): True})
    assert found(game, text) == {((2, 2), (4, 4), 1), ((2, 2), (0, 4), 1)}


@pytest.mark.law("DR-6.14")
@each_game
def test_a_man_that_crosses_the_far_row(game: Draughts) -> None:
    top = game.rows - 1
    start, first, second = (1, top - 2), (2, top - 1), (4, top - 1)
    text = fen(game, "W", {start: False}, {first: False, second: False})
    position = game.start(text)
    landed = {m.target: position.play(m).piece_at(m.target or 0) for m in position.moves()}
    letters = {game.place(p or 0): man.letter for p, man in landed.items() if man is not None}
    if game is DRAUGHTS_RUSSIAN:
        # A king from the crown row on, so it may stop anywhere behind the second man.
        assert set(letters) == set(line(game, second, (1, -1)))
        assert set(letters.values()) == {"W"}
    else:
        assert letters == {(5, top - 2): "w"}
    # A third man stands where only a king reaches it.
    text = fen(game, "W", {start: False}, {first: False, second: False, (4, top - 5): False})
    taken = {number for *_, number in found(game, text)}
    assert taken == ({3} if game is DRAUGHTS_RUSSIAN else {2})


@pytest.mark.law("DR-12.2")
@each_game
def test_who_has_no_move_loses(game: Draughts) -> None:
    # White's man in the corner cannot pass the two before it.
    blocked = game.start(fen(game, "W", {(0, 0): False}, {(1, 1): False, (2, 2): False}))
    ending = game.ending([blocked], game.rulebook)
    assert ending is not None
    assert (ending.winner, ending.law, ending.termination) == ("black", "DR-12.2", "blocked")
    before = game.start(fen(game, "W", {(2, 2): False}, {(3, 3): False}))
    assert game.ending([before], game.rulebook) is None
    after = before.play(before.moves()[0])
    ending = game.ending([before, after], game.rulebook)
    assert ending is not None
    assert (ending.winner, ending.law, ending.termination) == ("white", "DR-12.2", "no-men")
    assert game.outcome(ending.result) == "first-wins"
