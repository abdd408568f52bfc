"""Boards of Go for tests: pictures, an independent flood fill, random games."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

from rules.go.board import LETTERS
from rules.go.game import Go
from rules.go.position import GoPosition, Superko
from rules.go.text import read_position

Stones = dict[tuple[int, int], str]
"""By column and row from the lower left corner: "b" or "w"."""


def picture(text: str, to_move: str = "black", superko: Superko = Superko.SIMPLE) -> GoPosition:
    """The position that a picture shows: X black, O white, the top row first."""
    rows = [line.split() for line in text.strip().splitlines()]
    size = len(rows)
    found: dict[str, list[str]] = {"X": [], "O": [], ".": []}
    for down, row in enumerate(rows):
        for column, sign in enumerate(row):
            found[sign].append(f"{LETTERS[column]}{size - down}")
    value = {"size": size, "black": found["X"], "white": found["O"], "to_move": to_move}
    return read_position(json.dumps(value), size, superko)


def stones(position: GoPosition) -> Stones:
    """What stands where, read man by man."""
    n = position.size
    men = {p: position.piece_at(p) for p in range(n * n)}
    return {(p % n, p // n): man.letter for p, man in men.items() if man is not None}


def next_to(size: int, place: tuple[int, int]) -> Iterator[tuple[int, int]]:
    column, row = place
    for c, r in ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)):
        if 0 <= c < size and 0 <= r < size:
            yield c, r


def group_and_liberties(
    men: Stones, size: int, place: tuple[int, int]
) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
    """A group and its liberties, by a flood fill over places one by one."""
    group, liberties, todo = {place}, set(), [place]
    while todo:
        for beside in next_to(size, todo.pop()):
            if beside not in men:
                liberties.add(beside)
            elif men[beside] == men[place] and beside not in group:
                group.add(beside)
                todo.append(beside)
    return group, liberties


def after_play(men: Stones, size: int, place: tuple[int, int], colour: str) -> tuple[Stones, bool]:
    """What stands after a stone is set down and captures are made; whether it has a liberty then."""
    after = {**men, place: colour}
    for beside in next_to(size, place):
        if after.get(beside, colour) != colour:
            group, liberties = group_and_liberties(after, size, beside)
            if not liberties:
                after = {where: man for where, man in after.items() if where not in group}
    return after, bool(group_and_liberties(after, size, place)[1])


def random_line(game: Go, seed: int, plies: int) -> list[GoPosition]:
    """A game of random plays; it passes only where nothing else is legal."""
    chance = random.Random(seed)
    line = [game.start()]
    for _ in range(plies):
        moves = line[-1].moves()
        line.append(line[-1].play(chance.choice(moves[:-1] or moves)))
    return line


def play(position: GoPosition, *moves: str) -> GoPosition:
    """The position after these moves, each of which must be legal."""
    for text in moves:
        move = position.by_text(text)
        assert move is not None, f"{text} in {position.text}"
        position = position.play(move)
    return position
