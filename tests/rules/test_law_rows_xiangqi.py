"""The moves of xiangqi seen from outside: every pair of points judged by the words of the law."""

from itertools import product
from random import Random

import pytest

from rules.position import Position
from rules.terms import RulesError
from rules.xiangqi.game import XIANGQI

Place = tuple[int, int]
"""File from Red's left and rank from Red's side, both from 0."""
Men = dict[Place, str]
PLACES = list(product(range(9), range(10)))
NAMES = {XIANGQI.place(point): name for point, name in enumerate(XIANGQI.points)}


def men_of(position: Position) -> Men:
    men = {XIANGQI.place(p): position.piece_at(p) for p in range(len(XIANGQI.points))}
    return {place: man.letter for place, man in men.items() if man is not None}


def between(men: Men, a: Place, b: Place) -> int:
    """How many men stand between two points of one line."""
    (c, r), (to_c, to_r) = a, b
    step = ((to_c > c) - (to_c < c), (to_r > r) - (to_r < r))
    count, place = 0, (c + step[0], r + step[1])
    while place != b:
        count += place in men
        place = (place[0] + step[0], place[1] + step[1])
    return count


def in_palace(place: Place, *, red: bool) -> bool:
    return 3 <= place[0] <= 5 and (place[1] <= 2 if red else place[1] >= 7)


def may_go(men: Men, a: Place, b: Place) -> bool:
    """Whether the man on one point goes to the other, check left aside."""
    man = men[a]
    red = man.isupper()
    if b in men and men[b].isupper() == red:
        return False
    across, ahead = b[0] - a[0], (b[1] - a[1]) * (1 if red else -1)
    straight = (across == 0) != (ahead == 0)
    match man.upper():
        case "K" | "A" as kind:
            step = [0, 1] if kind == "K" else [1, 1]
            return in_palace(b, red=red) and sorted((abs(across), abs(ahead))) == step
        case "B":
            home = b[1] <= 4 if red else b[1] >= 5
            eye = ((a[0] + b[0]) // 2, (a[1] + b[1]) // 2)
            return home and abs(across) == abs(ahead) == 2 and eye not in men
        case "N":
            if sorted((abs(across), abs(ahead))) != [1, 2]:
                return False
            far = abs(across) == 2
            leg = ((a[0] + b[0]) // 2, a[1]) if far else (a[0], (a[1] + b[1]) // 2)
            return leg not in men
        case "R":
            return straight and not between(men, a, b)
        case "C":
            return straight and between(men, a, b) == (b in men)
    over_the_river = a[1] >= 5 if red else a[1] <= 4
    return (across, ahead) == (0, 1) or (over_the_river and abs(across) == 1 and ahead == 0)


def lost(men: Men, *, red: bool) -> bool:
    """Whether a side's general may be taken, or the generals face each other."""
    own = next(place for place, man in men.items() if man == ("K" if red else "k"))
    other = next(place for place, man in men.items() if man == ("k" if red else "K"))
    if own[0] == other[0] and not between(men, own, other):
        return True
    theirs = [place for place, man in men.items() if man.isupper() != red]
    return any(may_go(men, place, own) for place in theirs)


def legal(men: Men, *, red: bool) -> set[str]:
    own = [place for place, man in men.items() if man.isupper() == red]
    return {
        NAMES[a] + NAMES[b]
        for a in own
        for b in PLACES
        if a != b
        and may_go(men, a, b)
        and not lost({p: m for p, m in men.items() if p != a} | {b: men[a]}, red=red)
    }


def check(position: Position) -> None:
    """The legal moves are those that the words of the law allow."""
    red = position.side_to_move == "red"
    assert {m.text for m in position.moves()} == legal(men_of(position), red=red), position.text


@pytest.mark.law("XQ-2")
def test_random_games_keep_to_the_words_of_the_law() -> None:
    for seed in range(6):
        dice, position = Random(seed), XIANGQI.start()
        for ply in range(120):
            if not position.moves():
                break
            if ply % 8 == 0:
                check(position)
            position = position.play(dice.choice(position.moves()))


def text_of(men: Men, turn: str) -> str:
    rows = []
    for rank in reversed(range(10)):
        row = "".join(men.get((file, rank), ".") for file in range(9))
        for empty in range(9, 0, -1):
            row = row.replace("." * empty, str(empty))
        rows.append(row)
    return f"{'/'.join(rows)} {turn} - - 0 1"


@pytest.mark.law("XQ-2")
@pytest.mark.parametrize("letter", ["R", "N", "C", "P", "r", "n", "c", "p"])
def test_a_man_among_others_everywhere(letter: str) -> None:
    dice, seen = Random(letter), 0
    for place in PLACES:
        men = {(4, 0): "K", (3, 9): "k"}
        if place in men:
            continue
        # Screens, blocked legs and things to take, around and far.
        for other in dice.sample(PLACES, 14):
            men.setdefault(other, dice.choice("RNCrnc"))
        men |= {(4, 0): "K", (3, 9): "k", place: letter}
        for side in "RNCrnc":
            for extra in [p for p, man in men.items() if man == side and p != place][1:]:
                del men[extra]
        try:
            position = XIANGQI.start(text_of(men, "w" if letter.isupper() else "b"))
        except RulesError:
            continue  # the general of the side not on move stands in check, or a soldier too far back
        assert men_of(position) == men
        check(position)
        seen += 1
    assert seen > 20


@pytest.mark.law("XQ-2")
@pytest.mark.parametrize(
    ("text", "termination"),
    [
        ("4k4/9/9/4R4/5R3/9/9/9/9/3K5 b - - 0 1", "checkmate"),
        ("4k4/3P5/9/9/9/9/9/9/5R3/3K5 b - - 0 1", "stalemate"),
    ],
)
def test_who_has_no_legal_move_loses_in_check_or_not(text: str, termination: str) -> None:
    position = XIANGQI.start(text)
    assert legal(men_of(position), red=False) == set()
    assert lost(men_of(position), red=False) is (termination == "checkmate")
    for book in XIANGQI.rulebooks.values():
        ending = XIANGQI.ending([position], book)
        assert ending is not None
        assert (ending.winner, ending.law, ending.termination) == ("red", "XQ-2", termination)
