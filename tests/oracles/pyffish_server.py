"""Answers about xiangqi by pyffish (Fairy-Stockfish). Its ranks run from 1 to 10.

{"ask": "moves", "fen": FEN}        the legal moves ("h3e3"), or null for a FEN that it calls wrong
{"ask": "wxf", "fen": FEN}          the same as {move: WXF notation}
{"ask": "end", "fen": FEN, "line": [MOVE, ...]}
                                    [whether the game may end after these moves, value for the side to
                                    move: 32000 and more when the other side loses by repetition]
"""

import json
import sys

import pyffish  # type: ignore[import-not-found, unused-ignore]  # in its own environment

XIANGQI = "xiangqi"


def answer(request: dict[str, object]) -> object:
    fen = request["fen"]
    # Anything it calls wrong may give an empty list or end the process.
    if pyffish.validate_fen(fen, XIANGQI) != pyffish.FEN_OK:
        return None
    if request["ask"] == "end":
        return list(pyffish.is_optional_game_end(XIANGQI, fen, request["line"]))
    moves = pyffish.legal_moves(XIANGQI, fen, [])
    if request["ask"] == "moves":
        return moves
    style = pyffish.NOTATION_XIANGQI_WXF
    return {move: pyffish.get_san(XIANGQI, fen, move, False, style) for move in moves}


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
