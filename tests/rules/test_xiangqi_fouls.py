"""Fouls of touching in xiangqi, and what is named of deeds that are no legal moves."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.deed import Deed, HandStep
from rules.rulebook import Remedy, Rulebook
from rules.terms import RulesError
from rules.xiangqi import XIANGQI, XiangqiPosition
from rules.xiangqi.laws import CXA, WXF
from tests.rules.xiangqi_lines import lines, positions

AT = XIANGQI.index
# Red's chariot d4 takes the horse d7, the horse f4 the cannon g6. The advisor d0 has no move, for its own
# stands on e1, and that one keeps the generals apart. Nothing attacks the soldier i6.
MEN = "4k4/9/3n5/6c1p/9/3R1N3/P8/9/4A4/3AK4 w - - 0 1"
every_book = pytest.mark.parametrize("book", [CXA, WXF], ids=lambda book: book.name)
OWN, ENEMY = "XQ-9.1.5", "XQ-9.1.6"


def fouls(fen: str, *names: str, book: Rulebook = CXA) -> list[tuple[str, str]]:
    found = XIANGQI.touch_fouls(XIANGQI.start(fen), [AT[name] for name in names], book)
    return [(each.law, " ".join(XIANGQI.points[p] for p in each.points)) for each in found]


@every_book
@pytest.mark.parametrize(
    ("touched", "found"),
    [
        pytest.param((), [], id="nothing"),
        pytest.param(("d4",), [], id="an own man that can move"),
        pytest.param(("d0",), [(OWN, "d0")], id="one that cannot",
                     marks=pytest.mark.law("XQ-9.1.5")),
        pytest.param(("e1",), [(OWN, "e1")], id="one that may not, for the generals would face",
                     marks=pytest.mark.law("XQ-9.1.5")),
        pytest.param(("d7",), [], id="an enemy man that can be captured"),
        pytest.param(("i6",), [(ENEMY, "i6")], id="one that cannot",
                     marks=pytest.mark.law("XQ-9.1.6")),
        pytest.param(("e9",), [(ENEMY, "e9")], id="the general",
                     marks=pytest.mark.law("XQ-9.1.6")),
        pytest.param(("i6", "d4", "d0"), [(ENEMY, "i6"), (OWN, "d0")], id="two, in turn",
                     marks=pytest.mark.law("XQ-9.1.5", "XQ-9.1.6")),
        pytest.param(("d0", "d0"), [(OWN, "d0")], id="one man twice"),
        pytest.param(("a0",), [], id="an empty point"),
    ],
)  # fmt: skip
def test_touching_a_man_in_vain_is_a_foul(
    book: Rulebook, touched: tuple[str, ...], found: list[tuple[str, str]]
) -> None:
    assert fouls(MEN, *touched, book=book) == found


@pytest.mark.law("XQ-9.1.5", "XQ-9.1.6", "XQ-9.2")
@every_book
def test_what_a_foul_of_touching_says(book: Rulebook) -> None:
    for name in ("d0", "i6"):
        (found,) = XIANGQI.touch_fouls(XIANGQI.start(MEN), [AT[name]], book)
        row = book.irregularities[found.law]
        assert (found.kind, found.side) == (row.kind, "red")
        assert (found.penalty, found.remedy, found.restore) == ("foul", Remedy.FOUL, False)
        assert (found.origin, found.target, found.removed) == (None, None, ())


def free(position: XiangqiPosition) -> set[int]:
    """Points of men that can move or be captured: every man tried on every point."""
    side = position.side_to_move
    own = [p for p in range(90) if (man := position.piece_at(p)) is not None and man.side == side]
    found = set()
    for origin in own:
        for target in range(90):
            if target not in own and _goes(position, origin, target):
                found |= {origin, target}
    return found


def _goes(position: XiangqiPosition, origin: int, target: int) -> bool:
    """Whether the man may go there: as it moves, without leaving its general to be captured."""
    board, letter = position.board, position.board[origin].upper()
    if board[target].upper() == "K" or not _moves_so(board, origin, target, letter):
        return False
    try:
        after = position.play_irregular(origin, target, ())
    except RulesError:
        return False  # outside the palace, or across the river
    return not _attacked(after.board, red=position.red_to_move)


def _attacked(board: str, *, red: bool) -> bool:
    """Whether the general of a side can be taken, or the generals face each other."""
    general, other = (board.index(k) for k in ("Kk" if red else "kK"))
    facing = _between(_place(general), _place(other)) if general % 9 == other % 9 else None
    if facing is not None and all(board[9 * row + file] == "." for file, row in facing):
        return True
    return any(
        board[p].isalpha()
        and board[p].isupper() != red
        and _moves_so(board, p, general, board[p].upper())
        for p in range(90)
    )


def _moves_so(board: str, origin: int, target: int, letter: str) -> bool:
    (x, y), (to_x, to_y) = _place(origin), _place(target)
    across, up = abs(to_x - x), abs(to_y - y)
    ahead = (to_y - y) * (1 if board[origin].isupper() else -1)
    between = _between((x, y), (to_x, to_y))
    crowd = sum(board[9 * row + file] != "." for file, row in between)
    match letter:
        case "K":
            return across + up == 1
        case "A":
            return across == up == 1
        case "B":
            return across == up == 2 and crowd == 0
        case "N":
            leg = (x + (to_x - x) // 2, y) if across == 2 else (x, y + (to_y - y) // 2)
            return {across, up} == {1, 2} and board[9 * leg[1] + leg[0]] == "."
        case "R":
            return (across == 0) != (up == 0) and crowd == 0
        case "C":
            return (across == 0) != (up == 0) and crowd == (board[target] != ".")
        case _:
            crossed = y > 4 if board[origin].isupper() else y < 5
            return across + up == 1 and (ahead == 1 or (crossed and up == 0))


def _place(point: int) -> tuple[int, int]:
    return point % 9, point // 9


def _between(start: tuple[int, int], end: tuple[int, int]) -> list[tuple[int, int]]:
    """The points of a straight or diagonal line between two points; none for other pairs."""
    across, up = end[0] - start[0], end[1] - start[1]
    length = max(abs(across), abs(up))
    if across and up and abs(across) != abs(up):
        return []
    return [
        (start[0] + n * across // length, start[1] + n * up // length) for n in range(1, length)
    ]


def check(position: XiangqiPosition, order: list[int]) -> None:
    """Touching each man by itself, and all of them in turn."""
    can = free(position)
    side = position.side_to_move
    expected = [
        (OWN if man.side == side else ENEMY, (p,))
        for p in order
        if (man := position.piece_at(p)) is not None and p not in can
    ]
    found = XIANGQI.touch_fouls(position, order, CXA)
    assert [(each.law, each.points) for each in found] == expected
    for point in order:
        alone = XIANGQI.touch_fouls(position, [point], CXA)
        assert [each.points for each in alone] == [pts for _, pts in expected if pts == (point,)]


@pytest.mark.law("XQ-9.1.5", "XQ-9.1.6")
@given(lines, st.randoms(use_true_random=False))
def test_fouls_of_touching_in_games(line: list[XiangqiPosition], random: Random) -> None:
    order = list(range(90))
    random.shuffle(order)
    check(line[-1], order)


@pytest.mark.law("XQ-9.1.5", "XQ-9.1.6")
@given(positions, st.permutations(range(90)))
def test_fouls_of_touching_in_positions_by_chance(
    position: XiangqiPosition, order: list[int]
) -> None:
    check(position, order)


def named(fen: str, gone: str = "", came: str = "", exchanged: str = "") -> tuple[str, ...]:
    """Law, kind and side of a deed."""
    points = [tuple(AT[name] for name in names.split()) for names in (gone, came, exchanged)]
    steps = [HandStep(p, False, 300 * n) for n, p in enumerate((*points[0], *points[2]))]
    steps += [HandStep(p, True, 3000 + 300 * n) for n, p in enumerate((*points[1], *points[2]))]
    found = XIANGQI.named(
        Deed(
            position=XIANGQI.start(fen), gone=points[0], came=points[1], exchanged=points[2],
            steps=tuple(steps),
        ),
        CXA,
    )  # fmt: skip
    assert found is not None
    assert found.remedy is Remedy.RESTORE
    assert found.restore
    assert found.penalty == ("loss" if found.law == "XQ-4.1.6" else "")
    return found.law, found.kind, found.side


@pytest.mark.law("XQ-5.8", "XQ-4.1.6")
@pytest.mark.parametrize(
    ("men", "expected"),
    [
        (("d4", "e5", ""), ("XQ-4.1.6", "illegal-move", "red")),
        (("d4", "", "i6"), ("XQ-4.1.6", "illegal-capture", "red")),
        (("i6", "i5", ""), ("XQ-5.8", "out-of-turn", "black")),
        (("d4 f4 a3", "b8 c8", ""), ("XQ-5.8", "displaced", "red")),
    ],
)
def test_what_is_no_legal_move_is_corrected_at_once(
    men: tuple[str, str, str], expected: tuple[str, str, str]
) -> None:
    assert named(MEN, *men) == expected
