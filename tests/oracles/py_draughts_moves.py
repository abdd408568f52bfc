"""Legal moves by py-draughts. See client.py.

Asked {"game": "draughts-100", "fen": "W:W31,K32:B1", "line": [MOVE, ...]} with squares numbered from the
top left and each move as [from, to, [captured, ...]]; answers {"moves": [the legal moves before each move of
the line, and after the last, each move once], "men": {number: letter} after the last} in the same numbers.
"""

import json
import sys

from draughts import BrazilianBoard, RussianBoard, StandardBoard

BOARDS = {
    "draughts-100": StandardBoard,
    "draughts-russian": RussianBoard,
    "draughts-brazilian": BrazilianBoard,
}

LETTERS = {-1: "w", -2: "W", 1: "b", 2: "B"}

for request in sys.stdin:
    asked = json.loads(request)
    board = BOARDS[asked["game"]].from_fen(asked["fen"])
    found = []
    for wanted in [*asked["line"], None]:
        moves = {
            (
                move.square_list[0] + 1,
                move.square_list[-1] + 1,
                tuple(sorted(square + 1 for square in move.captured_list)),
            ): move
            for move in board.legal_moves
        }
        found.append(sorted(moves))
        if wanted is None:
            break
        origin, target, victims = wanted
        if (origin, target, tuple(victims)) not in moves:
            break  # the lists differ already
        board.push(moves[origin, target, tuple(victims)])
    men = {number: LETTERS[int(man)] for number, man in enumerate(board.position, 1) if int(man)}
    sys.stdout.write(json.dumps({"moves": found, "men": men}) + "\n")
    sys.stdout.flush()
