"""Legal moves by pydraughts. See client.py.

Asked and answering as py_draughts_moves.py, without a line: {"game", "fen"} and {"moves": [those of the
position]}. On the small board this library counts its squares from
the lower left, row by row.
"""

import json
import re
import sys

from draughts import Board

VARIANTS = {
    "draughts-100": "standard",
    "draughts-russian": "russian",
    "draughts-brazilian": "brazilian",
}


def turned_over(number: int) -> int:
    """A number counted from the top as one counted from the bottom, and back."""
    row, place = divmod(number - 1, 4)
    return (7 - row) * 4 + place + 1


for request in sys.stdin:
    asked = json.loads(request)
    fen = asked["fen"]
    small = asked["game"] != "draughts-100"
    if small:
        fen = re.sub(r"\d+", lambda found: str(turned_over(int(found[0]))), fen)
    board = Board(variant=VARIANTS[asked["game"]], fen=fen)
    moves = set()
    for move in board.legal_moves():
        squares = [move.steps_move[0], move.steps_move[-1]]
        victims = [victim for victim in move.captures if victim is not None]
        if small:
            squares, victims = [[turned_over(n) for n in each] for each in (squares, victims)]
        moves.add((*squares, tuple(sorted(victims))))
    sys.stdout.write(json.dumps({"moves": [sorted(moves)]}) + "\n")
    sys.stdout.flush()
