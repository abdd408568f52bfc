"""Draws by py-draughts. See client.py.

Asked {"game": "draughts-100", "fen": "W:WK31:BK1", "moves": [[from, to, [captured, ...]], ...]} with
squares numbered from the top left; answers for the position after each move, the names of the draws
that the library finds.
"""

import json
import sys

from draughts import BrazilianBoard, RussianBoard, StandardBoard

BOARDS = {
    "draughts-100": StandardBoard,
    "draughts-russian": RussianBoard,
    "draughts-brazilian": BrazilianBoard,
}
NAMES = {
    "is_threefold_repetition": "threefold-repetition",
    "is_25_moves_rule": "king-moves",
    "is_16_moves_rule": "three-men-v-king",
    "is_5_moves_rule": "two-men-v-king",
    "is_15_moves_rule": "king-moves",
}

for line in sys.stdin:
    asked = json.loads(line)
    board = BOARDS[asked["game"]].from_fen(asked["fen"])
    found = []
    for origin, target, victims in asked["moves"]:
        board.push(
            next(
                move
                for move in board.legal_moves
                if (move.square_list[0] + 1, move.square_list[-1] + 1) == (origin, target)
                and sorted(square + 1 for square in move.captured_list) == sorted(victims)
            )
        )
        found.append(sorted({NAMES[name] for name in NAMES if getattr(board, name, False)}))
    sys.stdout.write(json.dumps(found) + "\n")
    sys.stdout.flush()
