"""Ko, superko and what comes back without end."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.go import GO, GoPosition, Superko
from rules.go.board import BLACK, LETTERS, WHITE
from rules.go.game import game_of
from rules.go.laws import CHINA, CHINA_CLUB
from rules.go.repetition import WORDS, Cycle, find_repetition
from rules.rulebook import Standing, Termination
from tests.rules.go_boards import picture, play, random_line

KO = """
. . . . .
. X O . .
X O . O .
. X O . .
. . . . .
"""
# Black sends a second stone to a1, White takes both at c1, Black retakes one at b1.
SEND_TWO = """
. . . . .
. . . . .
. . . . .
O O X . .
. X . X .
"""
# The same in two corners, once for each side.
SEND_TWO_BOTH = """
. . . . . O . O .
. . . . . . O X X
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
O O X . . . . . .
. X . X . . . . .
"""
# Black sends a second stone to e5, White takes both at c5; Black takes two back at d5.
ETERNAL_LIFE = """
X O . X .
X X X O O
. . X O .
X X X O O
. . X O .
"""


def law_at(position: GoPosition, name: str) -> str | None:
    return position.forbidden(position.board.point(name))


@pytest.mark.law("GO-20.ko")
@pytest.mark.parametrize("superko", list(Superko))
def test_a_ko_is_not_retaken_at_once(superko: Superko) -> None:
    position = play(picture(KO, superko=superko), "c3")
    assert position.ko == position.board.point("b3")
    assert law_at(position, "b3") == "GO-20.ko"
    assert position.by_text("b3") is None
    assert "b3" not in [move.text for move in position.moves()]
    # After a play elsewhere and its answer it may be retaken.
    later = play(position, "e5", "e1")
    assert law_at(later, "b3") is None
    again = play(later, "b3")
    assert law_at(again, "c3") == "GO-20.ko"


@pytest.mark.law("GO-20.ko")
def test_two_stones_taken_by_one_are_no_ko() -> None:
    position = play(picture(". O O X .\nX X X . .\n. . . . .\n. . . . .\n. . . . ."), "a5")
    assert position.board.named(position.occupied) == ["a4", "b4", "c4", "a5", "d5"]
    assert position.ko is None


@pytest.mark.law("GO-20.ko")
def test_a_stone_that_is_joined_or_has_more_liberties_makes_no_ko() -> None:
    joined = play(picture(". X O X .\n. X . X .\n. . . . .\n. . . . .\n. . . . ."), "c4")
    assert joined.ko is None
    assert joined.piece_at(joined.board.point("c5")) is None
    loose = play(picture("O . . . .\nX . . . .\n. . . . .\n. . . . .\n. . . . ."), "b5")
    assert loose.piece_at(loose.board.point("a5")) is None
    assert loose.ko is None


@pytest.mark.law("GO-20.ko")
@settings(max_examples=60, deadline=None)
@given(st.sampled_from([3, 5, 7]), st.integers(0, 2**32), st.integers(2, 150))
def test_the_ko_point_is_where_a_play_would_undo_the_last(size: int, seed: int, plies: int) -> None:
    line = random_line(game_of({"size": size}), seed, plies)
    before, position = line[-3], line[-1]
    for point in position.board.points(position.empty):
        if point == position.ko:
            after = position.force(point)
            assert (after.black, after.white) == (line[-2].black, line[-2].white)
        elif position.forbidden(point) is None:
            after = position.force(point)
            assert (after.black, after.white) != (line[-2].black, line[-2].white)
    assert before.side_to_move == position.side_to_move


def stood(line: list[GoPosition], after: GoPosition, superko: Superko) -> bool:
    """Whether a position stood in a line, as the option compares them."""
    if superko is Superko.SITUATIONAL:
        return after in line
    return any((after.black, after.white) == (p.black, p.white) for p in line)


@pytest.mark.law("GO-20.super")
@settings(max_examples=80, deadline=None)
@given(
    st.sampled_from([1, 3, 5]),
    st.sampled_from([Superko.POSITIONAL, Superko.SITUATIONAL]),
    st.integers(0, 2**32),
    st.integers(0, 90),
)
def test_superko_forbids_exactly_what_stood_before(
    size: int, superko: Superko, seed: int, plies: int
) -> None:
    line = random_line(game_of({"size": size, "superko": superko.value}), seed, plies)
    position = line[-1]
    # The same stones without a memory know the other laws.
    fresh = GoPosition(
        position.board,
        position.black,
        position.white,
        position.side_to_move,
        ko=0 if position.ko is None else 1 << position.ko,
    )
    legal = {move.text for move in position.moves()}
    for move in fresh.moves():
        if move.target is None:
            continue
        repeats = stood(line, fresh.play(move), superko)
        assert (move.text in legal) is not repeats, move.text
        law = position.forbidden(move.target)
        assert law == ("GO-20.super" if repeats else None)
        assert (position.by_text(move.text) is None) is repeats


@pytest.mark.law("GO-20.super")
def test_send_two_return_one_by_each_option() -> None:
    simple, positional, situational = (
        play(picture(SEND_TWO, superko=each), "a1", "c1")
        for each in (Superko.SIMPLE, Superko.POSITIONAL, Superko.SITUATIONAL)
    )
    assert [law_at(each, "b1") for each in (simple, positional, situational)] == [
        None,
        "GO-20.super",
        None,
    ]
    # After a pass the same stones would stand with the same side to move.
    simple, situational = (play(each, "b1", "pass") for each in (simple, situational))
    assert law_at(simple, "a1") is None
    assert law_at(situational, "a1") == "GO-20.super"
    assert "a1" not in [move.text for move in situational.moves()]


def round_of(start: GoPosition, *moves: str) -> list[GoPosition]:
    """A line of play, each move legal."""
    line = [start]
    for move in moves:
        line.append(play(line[-1], move))
    return line


@pytest.mark.law("GO-20.super")
@pytest.mark.parametrize(
    ("board", "moves", "kind", "captures"),
    [
        (SEND_TWO, "a1 c1 b1 pass", Cycle.FALSE_LIFE, (0, 2, 1, 0)),
        (SEND_TWO, "a1 c1 b1", Cycle.FALSE_LIFE, (0, 2, 1)),
        (SEND_TWO_BOTH, "a1 c1 b1 j9 g9 h9", Cycle.DOUBLE_TWO, (0, 2, 1, 0, 2, 1)),
        (ETERNAL_LIFE, "e5 c5 d5 b5", Cycle.ETERNAL_LIFE, (0, 2, 2, 0)),
    ],
)
def test_cycles_that_take_two_stones(
    board: str, moves: str, kind: Cycle, captures: tuple[int, ...]
) -> None:
    line = round_of(picture(board), *moves.split())
    assert (line[-1].black, line[-1].white) == (line[0].black, line[0].white)
    turn_too = len(captures) % 2 == 0
    found = find_repetition(line, turn_too=turn_too)
    assert found is not None
    assert (found.kind, found.captures, found.turn_too) == (kind, captures, turn_too)
    assert (found.passes, found.first) == (moves.count("pass"), 1)
    # The state rules look for cycles; the board alone matters to the club rules.
    assert [v.evidence[0] for v in GO.verdicts(line, CHINA)] == [WORDS[kind]] * turn_too
    assert [v.evidence[0] for v in GO.verdicts(line, CHINA_CLUB)] == [WORDS[kind]]


def kos(number: int) -> GoPosition:
    """So many kos side by side, taken by Black and by White in turn; White to move."""
    black, white = [], []
    for n in range(number):
        row, column = 2 + 4 * (n % 4), 1 + 8 * (n // 4)
        at = {(x, y): f"{LETTERS[column + x]}{row + y}" for x in range(-1, 3) for y in (-1, 0, 1)}
        black += [at[0, 1], at[-1, 0], at[0, -1]]
        white += [at[1, 1], at[2, 0], at[1, -1]]
        if n % 2:
            white.append(at[0, 0])
        else:
            black.append(at[1, 0])
    return GoPosition(GO.board, GO.board.mask(black), GO.board.mask(white), WHITE)


CYCLES = {3: "012012", 4: "01231032", 5: "0123401234"}
"""Which ko each ply takes, White first; no ko is retaken at once."""


def cycle_of_kos(number: int) -> list[GoPosition]:
    """Takes the kos in turn until the board comes back."""
    moves = []
    for ply, which in enumerate(map(int, CYCLES[number])):
        row, column = 2 + 4 * (which % 4), 1 + 8 * (which // 4)
        moves.append(f"{LETTERS[column + ply % 2]}{row}")
    return round_of(kos(number), *moves)


@pytest.mark.law("GO-20.super")
@pytest.mark.parametrize(
    ("number", "kind"),
    [(3, Cycle.TRIPLE_KO), (4, Cycle.QUADRUPLE_KO), (5, Cycle.MANY_KO)],
)
def test_kos_taken_in_turn(number: int, kind: Cycle) -> None:
    line = cycle_of_kos(number)
    assert line[-1] == line[0]
    found = find_repetition(line)
    assert found is not None
    assert (found.kind, found.first, found.last) == (kind, 1, 2 * number)
    assert (found.captures, found.turn_too) == ((1,) * (2 * number), True)
    assert find_repetition(line[:-1]) is None
    for book in (CHINA, CHINA_CLUB):
        (verdict,) = GO.verdicts(line, book)
        assert verdict.law == "GO-20.super"
        assert verdict.termination is Termination.BOARD_REPETITION
        assert verdict.standing is Standing.NEEDS_ARBITER
        assert verdict.winner is None
        assert verdict.plies == (1, 2 * number)
        assert verdict.evidence[0] == WORDS[kind]
    assert "supplement" in GO.verdicts(line, CHINA_CLUB)[0].evidence[-1]
    assert "replay" in GO.verdicts(line, CHINA)[0].evidence[-1]


@pytest.mark.law("GO-20.super")
@pytest.mark.parametrize("superko", [Superko.POSITIONAL, Superko.SITUATIONAL])
def test_superko_ends_a_triple_ko(superko: Superko) -> None:
    line = cycle_of_kos(3)
    first = line[0]
    position = GoPosition(
        first.board, first.black, first.white, first.side_to_move, superko=superko
    )
    for before, after in pairwise(line[:6]):
        new = after.occupied & ~before.occupied
        position = play(position, GO.points[new.bit_length() - 1])
    last = line[6].occupied & ~line[5].occupied
    assert position.forbidden(last.bit_length() - 1) == "GO-20.super"
    assert position.side_to_move == BLACK


def test_passes_alone_repeat_nothing() -> None:
    line = round_of(play(GO.start(), "d4"), "pass", "pass", "pass", "pass")
    assert find_repetition(line) is None
