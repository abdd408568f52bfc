"""Draughts for tests: positions, and the laws once more, told square by square without any cleverness."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from hypothesis import strategies as st

from rules.draughts import DRAUGHTS_100, DRAUGHTS_BRAZILIAN, DRAUGHTS_RUSSIAN, Draughts
from rules.draughts.position import DraughtsPosition
from rules.position import Move
from rules.terms import points_of

GAMES = (DRAUGHTS_100, DRAUGHTS_RUSSIAN, DRAUGHTS_BRAZILIAN)

Square = tuple[int, int]
Men = Mapping[Square, str]
Jump = tuple[Square, Square]
"""The man taken, and where the capturer lands."""
Line = tuple[Square, tuple[Jump, ...]]
"""Where a capture begins, and its jumps."""


def fen(game: Draughts, men: Mapping[int, str], side: str) -> str:
    """Numeric FEN of men by their points."""
    lists = {
        colour: ",".join(
            f"{'K' * letter.isupper()}{point + 1}"
            for point, letter in men.items()
            if letter.lower() == colour
        )
        for colour in "wb"
    }
    return f"{side}:W{lists['w']}:B{lists['b']}"


def allowed(game: Draughts, men: Mapping[int, str]) -> bool:
    """Whether men may stand so: some there, not too many, none uncrowned on its crown row."""
    each = [sum(letter.lower() == colour for letter in men.values()) for colour in "wb"]
    uncrowned = {(letter, game.place(point)[1]) for point, letter in men.items()} & {
        ("w", game.rows - 1),
        ("b", 0),
    }
    return bool(men) and max(each) <= game.variant.men_each and not uncrowned


@st.composite
def positions(draw: st.DrawFn, game: Draughts) -> DraughtsPosition:
    """Any position; those with few men have long captures by kings."""
    points = st.integers(0, len(game.points) - 1)
    placed = st.dictionaries(points, st.sampled_from("wbbWBb"), min_size=1, max_size=30)
    men = draw(placed.filter(lambda men: allowed(game, men)))
    return game.start(fen(game, men, draw(st.sampled_from("WB"))))


def scattered(game: Draughts, seed: int) -> str:
    """The numeric FEN of men at random, with more kings and more to take than games have."""
    rng = random.Random(seed)
    while True:
        white, black = (rng.randint(1, game.variant.men_each) for _ in "wb")
        points = rng.sample(range(len(game.points)), min(white + black, len(game.points) - 2))
        kings = rng.choice((0.1, 0.3, 0.7))
        letters = ["w"] * white + ["b"] * black
        men = {
            point: letter.upper() if rng.random() < kings else letter
            for point, letter in zip(points, letters, strict=False)
        }
        if allowed(game, men):
            return fen(game, men, rng.choice("WB"))


def played(game: Draughts, seed: int, plies: int = 120) -> Iterator[DraughtsPosition]:
    """The positions of a game in which both sides move at random."""
    rng = random.Random(seed)
    position = game.start()
    for _ in range(plies):
        yield position
        if not position.moves():
            return
        position = position.play(rng.choice(position.moves()))


def men_on(game: Draughts, position: DraughtsPosition) -> dict[Square, str]:
    """The men's letters by column and row."""
    men = {}
    for point in range(len(game.points)):
        man = position.piece_at(point)
        if man is not None:
            men[game.place(point)] = man.letter
    return men


def numbers(position: DraughtsPosition) -> str:
    """The position as a FEN of single numbers, White first, as every library reads it."""
    men = {
        point: man.letter
        for point in range(len(position.variant.names))
        if (man := position.piece_at(point)) is not None
    }
    game = next(each for each in GAMES if each.variant is position.variant)
    return fen(game, men, "W" if position.side_to_move == "white" else "B")


def landing_sequences(game: Draughts, move: Move) -> Iterator[Line]:
    """Every sequence of jumps that a capture's ways allow."""
    assert move.origin is not None
    for way in move.ways:
        for squares in product(*(points_of(landing) for landing in way.landings)):
            jumps = zip(map(game.place, way.captured), map(game.place, squares), strict=True)
            yield game.place(move.origin), tuple(jumps)


def capture_lines(game: Draughts, position: DraughtsPosition) -> set[Line]:
    """Every sequence of jumps that the laws allow, found by trying everything."""
    begun = jump_lines(game, position)
    if not begun:
        return set()
    if game is DRAUGHTS_RUSSIAN:
        return {line for line in begun if not _goes_on(line, begun)}
    most = max(len(jumps) for _, jumps in begun)
    return {line for line in begun if len(line[1]) == most}


def jump_lines(game: Draughts, position: DraughtsPosition) -> dict[Line, bool]:
    """Every sequence of jumps, ended anywhere, and whether it can go on from where it ends."""
    men = men_on(game, position)
    mine = "wW" if position.side_to_move == "white" else "bB"
    begun: dict[Line, bool] = {}
    for origin, letter in men.items():
        if letter in mine:
            others = {square: man for square, man in men.items() if square != origin}
            _try(game, others, (origin, ()), letter, begun)
    return begun


def plain_lines(game: Draughts, position: DraughtsPosition) -> set[tuple[Square, Square]]:
    """Origin and target of every move without a capture, found square by square."""
    men = men_on(game, position)
    mine, ahead = ("wW", 1) if position.side_to_move == "white" else ("bB", -1)
    found = set()
    for origin, letter in men.items():
        for direction in DIAGONALS if letter in mine else ():
            for square in _squares(game, origin, direction):
                if square in men:
                    break
                if letter.isupper():
                    found.add((origin, square))
                    continue
                if direction[1] == ahead:
                    found.add((origin, square))
                break
    return found


DIAGONALS = ((1, 1), (1, -1), (-1, 1), (-1, -1))


def _try(game: Draughts, men: Men, line: Line, letter: str, begun: dict[Line, bool]) -> None:
    """Adds every line that begins so, and whether it can go on from where it stands."""
    origin, done = line
    jumps = list(_jumps(game, men, line, letter))
    if done:
        begun[line] = bool(jumps)
    for jump in jumps:
        crowned = game is DRAUGHTS_RUSSIAN and jump[1][1] == _crown_row(game, letter)
        _try(game, men, (origin, (*done, jump)), letter.upper() if crowned else letter, begun)


def _jumps(game: Draughts, men: Men, line: Line, letter: str) -> Iterator[Jump]:
    origin, done = line
    square = done[-1][1] if done else origin
    taken = [victim for victim, _ in done]
    for direction in DIAGONALS:
        path = list(_squares(game, square, direction))
        met = next((n for n, passed in enumerate(path) if passed in men), None)
        if met is None or (met > 0 and letter.islower()):
            continue
        victim = path[met]
        if men[victim].lower() == letter.lower() or victim in taken:
            continue
        for landing in path[met + 1 :] if letter.isupper() else path[met + 1 : met + 2]:
            if landing in men:
                break
            yield victim, landing


def _squares(game: Draughts, square: Square, direction: Square) -> Iterator[Square]:
    column, row = square[0] + direction[0], square[1] + direction[1]
    while 0 <= column < game.columns and 0 <= row < game.rows:
        yield column, row
        column, row = column + direction[0], row + direction[1]


def _goes_on(line: Line, begun: Mapping[Line, bool]) -> bool:
    """Whether the last jump could end on a square from which the capture goes on."""
    origin, jumps = line
    return any(
        more
        for (other, others), more in begun.items()
        if other == origin and others[:-1] == jumps[:-1] and others[-1][0] == jumps[-1][0]
    )


def _crown_row(game: Draughts, letter: str) -> int:
    return game.rows - 1 if letter in "wW" else 0


def texts(moves: Sequence[Move]) -> list[str]:
    return sorted(move.text for move in moves)
