"""Lines of random plies, and what libraries of others say about every position of them.

The library makes the moves on its own board, from the start of the line; so each list of legal moves proves the
moves before it too. The men at the end are compared as well.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from rules.go import GoPosition
from rules.go.board import BLACK
from rules.go.score import count
from rules.registry import game_by_name
from tests.rules.chess_lines import STARTS as CHESS_STARTS
from tests.rules.draughts_lines import GAMES, numbers, scattered
from tests.rules.xiangqi_lines import STARTS as XIANGQI_STARTS
from tests.rules.xiangqi_lines import placements

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rules.game import Game
    from rules.position import Move, Position
    from tests.oracles.client import Oracle

PLIES = 120
"""Of a line: enough for games to become empty, and a library that makes the moves anew for each list can bear it."""
STARTS = {"chess": [*CHESS_STARTS.values()], "xiangqi": [*XIANGQI_STARTS.values()]}
SIZES = (5, 7, 9, 9, 9, 13)
"""Of boards of Go, in turn; every fortieth has 19 lines."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of legal moves, and the positions around them: one more than there are moves."""

    game: Game
    positions: Sequence[Position]
    moves: Sequence[Move]


def lines(name: str, seed: int) -> Iterator[Line]:
    """Random lines of a game without end, the same for the same seed."""
    number = 0
    while True:
        dice = Random(f"{name} {seed} {number}")
        game = game_by_name(name)
        if name == "go":
            size = 19 if number % 40 == 39 else SIZES[number % len(SIZES)]
            game = game_by_name(name, {"size": size})
            yield played(game, game.start(), dice, size * size * 3 // 2)
        else:
            yield played(game, game.start(_start(name, number, dice)), dice, PLIES)
        number += 1


def _start(name: str, number: int, dice: Random) -> str | None:
    """Where a line begins: in turn at the array, where much can happen, and with pieces at random."""
    if name == "xiangqi" and number % 5 == 4:
        return next(placements(dice.randrange(1 << 32), tandem=number % 2 == 0)).text
    if name in STARTS:
        return STARTS[name][number % len(STARTS[name])]
    if number % 2:
        return None
    game = next(each for each in GAMES if each.name == name)
    return scattered(game, dice.randrange(1 << 32))


def played(game: Game, start: Position, dice: Random, plies: int) -> Line:
    """A line in which both sides move at random; nobody passes where anything else is legal (Go)."""
    positions: list[Position] = [start]
    made: list[Move] = []
    while len(made) < plies and (moves := positions[-1].moves()):
        plays = [move for move in moves if move.target is not None]
        made.append(dice.choice(plays or moves))
        positions.append(positions[-1].play(made[-1]))
    return Line(game, positions, made)


def differences(oracle: Oracle, some: Sequence[Line]) -> list[str]:
    """Positions in which a library and ourselves differ, each with what is said.

    Args:
        oracle: pyffish or fairy-stockfish for chess and xiangqi, py-draughts, sgfmill.
        some: lines of one game.
    """
    name = some[0].game.name
    ask, compare = _WAYS.get(name, _WAYS["draughts"])
    answers: list[Any] = oracle.ask_all(ask(line) for line in some)
    return [
        difference
        for line, answer in zip(some, answers, strict=True)
        for difference in compare(line, answer)
    ]


def _told(line: Line, theirs: Sequence[object], ours: Sequence[object]) -> list[str]:
    """Where two series first differ: what is said of each position, and last what stands after the line."""
    if len(theirs) != len(ours):
        return [f"{line.positions[0].text}: {len(theirs)} positions, ours {len(ours)}"]
    last = len(line.positions) - 1
    return [
        f"{line.game.name} {line.positions[min(n, last)].text}: {each}, ours {ours[n]}"
        for n, each in enumerate(theirs)
        if each != ours[n]
    ][:1]


# Chess and xiangqi


def ranks_from_nought(move: str) -> str:
    """A move of Fairy-Stockfish in xiangqi as we write it: "h3e3" as "h2e2"."""
    return re.sub(r"\d+", lambda rank: str(int(rank[0]) - 1), move)


def ranks_from_one(move: str) -> str:
    """The way back."""
    return re.sub(r"\d", lambda rank: str(int(rank[0]) + 1), move)


def _ask_fairy(line: Line) -> object:
    texts = [move.text for move in line.moves]
    if line.game.name == "xiangqi":
        texts = [ranks_from_one(text) for text in texts]
    fen = line.positions[0].text
    return {"ask": "line", "variant": line.game.name, "fen": fen, "line": texts}


def _compare_fairy(line: Line, answer: Mapping[str, Any]) -> list[str]:
    theirs = answer["moves"]
    if line.game.name == "xiangqi":
        theirs = [[ranks_from_nought(move) for move in each] for each in theirs]
    theirs = [sorted(each) for each in theirs]
    ours = [sorted(move.text for move in position.moves()) for position in line.positions]
    return _told(line, [*theirs, answer["men"]], [*ours, line.positions[-1].text.split()[0]])


# Draughts


def draughts_moves(position: Position) -> list[object]:
    """The legal moves as py_draughts_moves.py tells them."""
    return [list(move) for move in sorted(_draughts_move(move) for move in position.moves())]


def _draughts_move(move: Move) -> tuple[int, int, list[int]]:
    assert move.origin is not None
    assert move.target is not None
    return move.origin + 1, move.target + 1, sorted(victim + 1 for victim in move.captured)


def _ask_draughts(line: Line) -> object:
    game = next(each for each in GAMES if each.name == line.game.name)
    fen = numbers(game.start(line.positions[0].text))
    return {"game": game.name, "fen": fen, "line": [_draughts_move(move) for move in line.moves]}


def _compare_draughts(line: Line, answer: Mapping[str, Any]) -> list[str]:
    ours = [draughts_moves(position) for position in line.positions]
    last = line.positions[-1]
    men = {
        str(point + 1): man.letter
        for point in range(len(line.game.points))
        if (man := last.piece_at(point)) is not None
    }
    return _told(line, [*answer["moves"], answer["men"]], [*ours, men])


# Go


def go_line(line: Line, every: int = 1) -> dict[str, Any]:
    """What sgfmill is asked about a line.

    Args:
        every: it tells what stands after each so-manieth play.
    """
    size = _go(line.positions[0]).size
    plays = [
        [
            "b" if move.side == BLACK else "w",
            None if move.target is None else divmod(move.target, size),
        ]
        for move in line.moves
    ]
    return {"ask": "game", "size": size, "plays": plays, "every": every}


def go_position(position: Position) -> dict[str, Any]:
    """A position as sgfmill tells it, with the ko point taken from what is legal."""
    board = _go(position)
    size = board.size
    men = [board.piece_at(point) for point in range(size * size)]
    return {
        "stones": "".join("." if man is None else man.letter for man in men),
        "ko": None if board.ko is None else list(divmod(board.ko, size)),
        "legal": [list(divmod(m.target, size)) for m in board.moves() if m.target is not None],
        "score": count(board, komi=0).margin,
    }


def compare_go(line: Line, answer: Sequence[Mapping[str, Any]], every: int = 1) -> list[str]:
    """Where the two differ. The library knows no ko: it only names the point."""
    theirs = [
        {**each, "legal": [point for point in each["legal"] if point != each["ko"]]}
        for each in answer
    ]
    ours = [go_position(position) for position in line.positions[every::every]]
    return _told(line, theirs, ours)


def _go(position: Position) -> GoPosition:
    assert isinstance(position, GoPosition)
    return position


_WAYS: Mapping[str, tuple[Any, Any]] = {
    "chess": (_ask_fairy, _compare_fairy),
    "xiangqi": (_ask_fairy, _compare_fairy),
    "draughts": (_ask_draughts, _compare_draughts),
    "go": (go_line, compare_go),
}
