"""Positions of draughts as one line: the FEN of PDN."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from rules.draughts.variants import Placement, Variant
from rules.terms import Point, PointSet, RulesError, points_of, quoted

_SHAPE = re.compile(r"([WB]):([WB])([^:]*):([WB])([^:]*)", re.IGNORECASE)
_SQUARES = re.compile(r"(K?)(?:([A-Z][0-9]+)|([0-9]+)(?:-([0-9]+))?)", re.IGNORECASE)
_LONGEST = 1000
"""Characters; twice what the fullest board needs with spaces."""


def write_fen(variant: Variant, placement: Placement) -> str:
    """A position as PDN writes it ("W:W31-50:B1-20", "W:Wa1,Kc3:Bh8"), in one way only.

    White's men come first, in the order of their numbers or names. Three or more neighbouring numbers
    are a range.
    """
    white, black, kings, white_to_move = placement
    lists = [
        side
        + ",".join(_algebraic(variant, men, kings) if variant.algebraic else _ranges(men, kings))
        for side, men in (("W", white), ("B", black))
    ]
    return ":".join(["W" if white_to_move else "B", *lists])


def read_fen(variant: Variant, text: str) -> Placement:
    """The position that a PDN FEN says.

    Either colour may come first; squares may be numbers, also on the small board (1 is b8, 32 is
    g1), names or ranges ("K21-32": all kings); spaces and a full stop at the end are allowed.

    Raises:
        RulesError: it is no FEN, or no position of the game; names every reason.
    """
    bare = "".join(text.split()).removesuffix(".")
    shape = _SHAPE.fullmatch(bare) if len(text) <= _LONGEST else None
    if shape is None:
        example = write_fen(variant, variant.array)
        raise RulesError(
            f"{quoted(text)} is not a position: it needs the side to move, White's men and"
            f' Black\'s, as in "{example}"'
        )
    turn, first, _, second, _ = (part.upper() for part in shape.groups())
    flaws: list[str] = []
    if first == second:
        flaws.append(f"the men of {'White' if first == 'W' else 'Black'} are given twice")
    sides: dict[str, PointSet] = {"W": 0, "B": 0}
    kings: PointSet = 0
    for side, listed in ((first, shape[3]), (second, shape[5])):
        for point, king in _men(variant, listed, flaws):
            if (sides["W"] | sides["B"]) >> point & 1:
                flaws.append(f"there is more than one man on {variant.names[point]}")
            sides[side] |= 1 << point
            kings |= king << point
    placement = Placement(sides["W"], sides["B"], kings, turn == "W")
    flaws += flaws_of(variant, placement)
    if flaws:
        raise RulesError(f"{quoted(text)} is not a position of {variant.name}: {'; '.join(flaws)}")
    return placement


def flaws_of(variant: Variant, placement: Placement) -> list[str]:
    """Why men that stand like this are no position of the game, in words; empty if they are one."""
    board = variant.board
    white, black, kings, _ = placement
    flaws = []
    if not white | black:
        flaws.append("there are no men")
    for name, men, row in (
        ("White", white, board.white_crown),
        ("Black", black, board.black_crown),
    ):
        if men.bit_count() > variant.men_each:
            flaws.append(
                f"{name} has {men.bit_count()} men, and {variant.men_each} are all there are"
            )
        flaws += [
            f"{name}'s man on {variant.names[point]} would be a king there"
            for point in points_of(men & row & ~kings)
        ]
    return flaws


def _men(variant: Variant, listed: str, flaws: list[str]) -> Iterator[tuple[Point, bool]]:
    """Each man of a list: its point, and whether it is a king."""
    for item in listed.split(",") if listed else ():
        found = _SQUARES.fullmatch(item)
        if found is None:
            flaws.append(f"{quoted(item)} is not a square")
            continue
        king, name, first, last = found.groups()
        if name is not None:
            known = name.lower() in variant.board.squares
            if known:
                yield variant.board.squares.index(name.lower()), bool(king)
            else:
                flaws.append(f"{name.lower()} is not a dark square of the board")
            continue
        low, high = int(first), int(last or first)
        if 1 <= low <= high <= len(variant.names):
            for number in range(low, high + 1):
                yield number - 1, bool(king)
        elif high < low:
            flaws.append(f"{item} begins after its end")
        else:
            flaws.append(f"{item} is not on the board, whose squares are 1-{len(variant.names)}")


def _algebraic(variant: Variant, men: PointSet, kings: PointSet) -> list[str]:
    named = sorted((variant.names[point], kings >> point & 1) for point in points_of(men))
    return [f"{'K' * king}{name}" for name, king in named]


def _ranges(men: PointSet, kings: PointSet) -> Iterator[str]:
    # Neighbours of one kind have the same difference between number and place in the list.
    listed = enumerate((point + 1, kings >> point & 1) for point in points_of(men))
    for (king, _), group in groupby(listed, key=lambda each: (each[1][1], each[1][0] - each[0])):
        numbers = [number for _, (number, _) in group]
        if len(numbers) >= 3:
            yield f"{'K' * king}{numbers[0]}-{numbers[-1]}"
        else:
            yield from (f"{'K' * king}{number}" for number in numbers)
