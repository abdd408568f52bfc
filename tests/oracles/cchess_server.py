"""Answers about xiangqi by cchess (walker8088).

{"ask": "moves", "fen": FEN}    the legal moves ("h2e2")
{"ask": "chinese", "fen": FEN}  the same as {move: Chinese notation}
"""

import json
import sys

import cchess  # type: ignore[import-not-found, unused-ignore]  # in its own environment


def answer(request: dict[str, str]) -> object:
    board = cchess.ChessBoard(request["fen"])
    # Its list leaves the general's safety to the caller.
    legal = [move for move in board.create_moves() if not board.is_checked_move(*move)]
    names = [cchess.pos2iccs(*move) for move in legal]
    if request["ask"] == "moves":
        return names
    return {
        name: board.copy().move(*move).to_text() for name, move in zip(names, legal, strict=True)
    }


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line)), ensure_ascii=False), flush=True)
