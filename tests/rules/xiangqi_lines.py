"""Positions of xiangqi for property tests: reached by random play, and with men set down at random."""

import random
from collections.abc import Iterator

from hypothesis import strategies as st

from rules.terms import RulesError
from rules.xiangqi import XIANGQI, XiangqiPosition
from rules.xiangqi.fen import ARRAY
from rules.xiangqi.moves import NAMES

STARTS = {
    "array": ARRAY,
    "cannons and screens": "C1nNk4/9/9/9/9/9/n1pp5/B3C4/9/3A1K3 w - - 0 1",
    "soldiers across": "1rbaka2R/5r3/6n2/2p1p1p2/4P1bP1/PpC3Bc1/1nPR2P2/2N2AN2/1c2K1p2/2BAC4 w - - 0 1",
    "bare generals near": "5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 w - - 0 1",
}
# Where Red's men may stand, as the names of the points say it; Black's by a turn of the board.
PALACE = [file + rank for file in "def" for rank in "012"]
ADVISORS = ["d0", "f0", "e1", "d2", "f2"]
ELEPHANTS = ["c0", "g0", "a2", "e2", "i2", "c4", "g4"]
HOME_FILES = "acegi"


def play_choices(start: str, choices: list[int]) -> list[XiangqiPosition]:
    """The game in which the nth move is choice n (modulo the moves there are)."""
    positions = [XIANGQI.start(start)]
    for choice in choices:
        moves = positions[-1].moves()
        if not moves:
            break
        positions.append(positions[-1].play(moves[choice % len(moves)]))
    return positions


lines = st.builds(
    play_choices,
    st.sampled_from(sorted(STARTS.values())),
    st.lists(st.integers(0, 199), max_size=40),
)
"""Games from the array and from positions where much can happen."""


def turned(name: str) -> str:
    """The same point for the player on the other side."""
    return "ihgfedcba"["abcdefghi".index(name[0])] + str(9 - int(name[1]))


def fen_of(men: dict[str, str], side: str) -> str:
    """FEN of men by the names of their points."""
    rows = []
    for rank in "9876543210":
        row = "".join(men.get(file + rank, " ") for file in "abcdefghi")
        for gap in range(9, 0, -1):
            row = row.replace(" " * gap, str(gap))
        rows.append(row)
    return f"{'/'.join(rows)} {side} - - 0 1"


def places_of(letter: str) -> list[str]:
    """Where such a man of Red may stand, soldiers across the river only."""
    return {
        "K": PALACE,
        "A": ADVISORS,
        "B": ELEPHANTS,
        "P": [name for name in NAMES if name[1] >= "5"],
    }.get(letter, list(NAMES))


def set_down(chance: random.Random, *, tandem: bool = False) -> dict[str, str]:
    """Men at random on points where they may stand.

    Args:
        tandem: soldiers crowd on two files, and chariots, cannons and horses on one.
    """
    men: dict[str, str] = {}
    for side in (str.upper, str.lower):
        two = chance.sample("abcdefghi", 2)
        for letter, most in zip("KABNRCP", (1, 2, 2, 2, 2, 2, 5), strict=True):
            places = places_of(letter)
            if tandem and letter == "P":
                places = [name for name in places if name[0] in two]
            if tandem and letter in "NRC":
                places = [name for name in places if name[0] == two[0]]
            count = 1 if letter == "K" else most if tandem else chance.randint(0, most)
            for name in chance.sample(places, count):
                at = name if side("a") == "A" else turned(name)
                if at not in men or letter == "K":
                    men[at] = side(letter)
    return men


def placements(seed: int, *, tandem: bool = False) -> Iterator[XiangqiPosition]:
    """Positions with men at random, without end, the same for the same seed."""
    chance = random.Random(seed)
    while True:
        fen = fen_of(set_down(chance, tandem=tandem), chance.choice("wb"))
        try:
            yield XIANGQI.start(fen)
        except RulesError:
            continue  # a general in check on the wrong turn


def placed(seed: int, *, tandem: bool) -> XiangqiPosition:
    return next(placements(seed, tandem=tandem))


positions = st.one_of(
    lines.map(lambda line: line[-1]),
    st.builds(placed, st.integers(0, 1 << 32), tandem=st.booleans()),
)


def game_positions(seed: int) -> Iterator[XiangqiPosition]:
    """Positions of random games from the starts in turn, without end."""
    chance = random.Random(seed)
    while True:
        for start in STARTS.values():
            position = XIANGQI.start(start)
            for _ in range(chance.randint(1, 120)):
                moves = position.moves()
                if not moves:
                    break
                position = position.play(chance.choice(moves))
                yield position


def mixed_positions(seed: int) -> Iterator[XiangqiPosition]:
    """Random games, men at random and crowded files in turn, without end."""
    sources = [game_positions(seed), placements(seed), placements(seed, tandem=True)]
    while True:
        for source in sources:
            yield next(source)
