"""Reads PDN by pydraughts and makes the moves on its own board. See client.py.

Asked {"pdn": TEXT}, it answers a list with an object for each game: "tags", "variant", "moves" as the
text has them, and "men" after the last of them, as [[square, letter], …] with squares counted from the
upper left. On the small board this library counts them from the lower left.
"""

import json
import re
import sys

from draughts import Board
from draughts.PDN import PDNReader, _PDNGame


def turned_over(number: int) -> int:
    """A number counted from the top as one counted from the bottom, and back."""
    row, place = divmod(number - 1, 4)
    return (7 - row) * 4 + place + 1


def number_of(square: str, *, small: bool) -> int:
    """A square of a move as this library counts: "32", or "c3", or on the small board "1" for b8."""
    if square[0].isalpha():
        return (int(square[1]) - 1) * 4 + (ord(square[0]) - ord("a")) // 2 + 1
    return turned_over(int(square)) if small else int(square)


def fen_of(game: _PDNGame, *, small: bool) -> str:
    """The start of a game as this library counts."""
    fen: str = game.tags.get("FEN", "startpos")
    if fen == "startpos" or not small:
        return fen
    named = re.sub(r"[a-h][1-8]", lambda at: str(number_of(at[0], small=True)), fen)
    if named != fen:
        return named
    return re.sub(r"\d+", lambda at: str(turned_over(int(at[0]))), fen)


def played(game: _PDNGame) -> list[list[int | str]]:
    """The men after all moves of a game."""
    small = game.variant != "standard"
    board = Board(variant=game.variant, fen=fen_of(game, small=small))
    for text in game.moves:
        squares = [number_of(each, small=small) for each in re.split("[-x:]", text)]
        ends = squares[0], squares[-1]
        fitting = [
            move
            for move in board.legal_moves()
            if (move.steps_move[0], move.steps_move[-1]) == ends
            and (len(squares) == 2 or list(move.steps_move) == squares)
        ]
        if not fitting:
            raise ValueError(f"{text} is not legal in {board.fen}")
        board.push(fitting[0])
    men = []
    for side in board.fen.removesuffix(".").split(":")[1:]:
        for item in filter(None, side[1:].split(",")):
            letter = side[0] if item.startswith("K") else side[0].lower()
            square = item.removeprefix("K")
            number = number_of(square, small=False)
            men.append([turned_over(number) if small else number, letter])
    return sorted(men)


for line in sys.stdin:
    answer = [
        {"tags": each.tags, "variant": each.variant, "moves": each.moves, "men": played(each)}
        for each in PDNReader(pdn_text=json.loads(line)["pdn"]).games
    ]
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()
