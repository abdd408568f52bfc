"""Legal moves by py-draughts. See client.py.

Asked {"game": "draughts-100", "fen": "W:W31,K32:B1"} with squares numbered from the top left; answers
each move once as [from, to, [captured, ...]] in the same numbers.
"""

import json
import sys

from draughts import BrazilianBoard, RussianBoard, StandardBoard

BOARDS = {
    "draughts-100": StandardBoard,
    "draughts-russian": RussianBoard,
    "draughts-brazilian": BrazilianBoard,
}

for line in sys.stdin:
    asked = json.loads(line)
    board = BOARDS[asked["game"]].from_fen(asked["fen"])
    moves = {
        (
            move.square_list[0] + 1,
            move.square_list[-1] + 1,
            tuple(sorted(square + 1 for square in move.captured_list)),
        )
        for move in board.legal_moves
    }
    sys.stdout.write(json.dumps(sorted(moves)) + "\n")
    sys.stdout.flush()
