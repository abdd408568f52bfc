"""Moves of draughts as people and PDN write them, in numbers and in letters, short and full (DR-10)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from rules.draughts.board import BOARD_64, BOARD_100, Board
from rules.draughts.captures import plain_moves, unequal_captures
from rules.draughts.moves import passes
from rules.draughts.position import DraughtsPosition
from rules.position import Move
from rules.terms import Point, RulesError, quoted, shortened

Style = Literal["short", "full"]
AD_LIBITUM = "a.l."
"""Written after a capture that can be made in more than one way."""

_LONGEST = 200
"""Characters; a capture of nineteen men with every square needs less than half."""
_LISTED = 8
"""Moves that a message lists; more do not help a reader."""
_SEPARATOR = re.compile(r"\s*[-x:×]\s*|\s+")
_LETTERED = re.compile(r"[a-j](?:10|[1-9])")
_PART = re.compile(rf"(?:{_LETTERED.pattern})+|[0-9]+")
# Each character matches in one way, or a long text could take for ever.
_MARKS = re.compile(r"(?:a\.\s?l\.|[!?*+=#]|\s)+$")

_POINTS: Mapping[Board, Mapping[str, Point]] = {
    board: {
        **{name: point for point, name in enumerate(board.numbers)},
        **{name: point for point, name in enumerate(board.squares)},
    }
    for board in (BOARD_100, BOARD_64)
}


def write_move(
    position: DraughtsPosition,
    move: Move,
    *,
    style: Style = "short",
    algebraic: bool | None = None,
) -> str:
    """A legal move as text.

    Args:
        style: "short", as `Move.text`: with squares on the way only where they are needed; "full":
            with every square where the capturer is set down, as `Move.path`.
        algebraic: letters or numbers; None for what the game uses.

    Raises:
        RulesError: the move is not legal in the position.
    """
    if position.by_text(move.text) != move:
        raise RulesError(f"{move.text} is not a legal move in {position.text}")
    board = position.variant.board
    names = position.variant.names
    if algebraic is not None:
        names = board.squares if algebraic else board.numbers
    if style == "full":
        squares: Iterable[Point] = move.path
    else:
        squares = (_POINTS[board][name] for name in re.split("[-x:]", move.text))
    separator = position.variant.separator if move.captured else "-"
    return separator.join(names[square] for square in squares)


def notations(position: DraughtsPosition, move: Move) -> Mapping[str, str]:
    """A legal move in each notation, the one of PDN first.

    "pdn" is short; "full" names every square where the capturer is set down; "numeric" or "algebraic"
    is the short form in the notation that the game does not use by itself; "sheet" is what a score
    sheet says, with "a.l." after a capture that can be made in more than one way.

    Raises:
        RulesError: the move is not legal in the position.
    """
    algebraic = position.variant.algebraic
    short = write_move(position, move)
    return {
        "pdn": short,
        "full": write_move(position, move, style="full"),
        "numeric" if algebraic else "algebraic": write_move(
            position, move, algebraic=not algebraic
        ),
        "sheet": f"{short} {AD_LIBITUM}" if len(move.ways) > 1 else short,
    }


def parse_move(position: DraughtsPosition, text: str) -> Move:
    """The legal move that a text means.

    Read leniently: numbers or letters on every board, leading zeros, any separator or none ("3228"),
    any of the squares on the way of a capture in their order, marks of strength and "a.l." at the end.
    A capture with every square on its way means that capture, although another may pass the same
    squares and more.

    Raises:
        RulesError: it is no move, or not a legal one (with the reason), or it can mean several, which
            are listed.
    """
    squares = _squares(position, text)
    moves = _meant(position.moves(), squares)
    if len(moves) == 1:
        return moves[0]
    if moves:
        full = _listed(write_move(position, move, style="full") for move in moves)
        raise RulesError(f"{quoted(text)} can mean several moves: {full}")
    raise RulesError(f"{quoted(text)} is not legal: {_why_not(position, squares)}")


def _squares(position: DraughtsPosition, text: str) -> list[Point]:
    """The squares that a text names, at least two."""
    bare = _MARKS.sub("", text.strip().lower()) if len(text) <= _LONGEST else ""
    parts = _SEPARATOR.split(bare)
    if not all(map(_PART.fullmatch, parts)):
        raise RulesError(f"{quoted(text)} is not a move of {position.variant.name}")
    if len(parts) == 1 and bare.isdigit() and len(bare) >= 4 and len(bare) % 2 == 0:
        names = [bare[n : n + 2] for n in range(0, len(bare), 2)]
    else:
        names = [name for part in parts for name in _LETTERED.findall(part) or [part]]
    known = _POINTS[position.variant.board]
    found = [known.get(name.lstrip("0")) for name in names]
    wrong = [name for name, point in zip(names, found, strict=True) if point is None]
    if wrong:
        raise RulesError(
            f"{quoted(text)} is not a move: {shortened(wrong[0])} is not a dark square of the board"
        )
    if len(found) < 2:
        raise RulesError(f"{quoted(text)} is not a move: it names one square and needs two")
    return [point for point in found if point is not None]


def _meant(moves: Sequence[Move], squares: Sequence[Point]) -> list[Move]:
    """The moves that squares can mean; one that they say in full goes before the others."""
    first, *between, last = squares
    fitting = [
        move
        for move in moves
        if move.origin == first and move.target == last and _passes(move, between)
    ]
    in_full = [move for move in fitting if len(move.captured) == len(between) + 1]
    return in_full or fitting


def _passes(move: Move, between: Sequence[Point]) -> bool:
    if not move.ways:
        return not between
    return any(passes(way.landings[:-1], between) for way in move.ways)


def _why_not(position: DraughtsPosition, squares: Sequence[Point]) -> str:
    """Why squares are no legal move, in words that help to write what was meant."""
    variant, placement = position.variant, position.placement
    names = variant.names
    first, *between, last = squares
    man = position.piece_at(first)
    if man is None:
        return f"no man stands on {names[first]}"
    if man.side != position.side_to_move:
        return f"{names[first]} is {man.side}'s, and {position.side_to_move} is to move"
    legal = position.moves()
    if not legal or not legal[0].captured:
        own = _listed(move.text for move in legal if move.origin == first)
        return (
            f"the man on {names[first]} can move so: {own}"
            if own
            else (f"the man on {names[first]} cannot move")
        )
    listed = _listed(move.text for move in legal)
    if not between and (first, last) in plain_moves(variant, placement):
        return f"a capture is compulsory: {listed}"
    taken = len(legal[0].captured)
    fewer = [
        len(capture.order)
        for capture in unequal_captures(variant, placement)
        if (capture.origin, capture.target) == (first, last)
        and passes(capture.landings[:-1], between)
        and len(capture.order) < taken
    ]
    if variant.majority and fewer:
        return f"it takes {max(fewer)}, and {taken} must be taken: {listed}"
    if any(_goes_on(move, squares) for move in legal):
        return f"the capture goes on from {names[last]}: {listed}"
    return f"the captures are {listed}"


def _goes_on(move: Move, squares: Sequence[Point]) -> bool:
    """Whether squares are the beginning of a capture."""
    if move.origin != squares[0]:
        return False
    return any(passes(way.landings[:-1], squares[1:]) for way in move.ways)


def _listed(texts: Iterable[str]) -> str:
    found = list(texts)
    more = ["…"] if len(found) > _LISTED else []
    return ", ".join(found[:_LISTED] + more)
