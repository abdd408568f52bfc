"""Answers about xiangqi, and of lines about chess too, by pyffish (Fairy-Stockfish). Its ranks run from 1 to 10.

{"ask": "moves", "fen": FEN}        the legal moves ("h3e3"), or null for a FEN that it calls wrong
{"ask": "wxf", "fen": FEN}          the same as {move: WXF notation}
{"ask": "line", "variant": "chess", "fen": FEN, "line": [MOVE, ...]}
                                    {"moves": [the legal moves before each move, and after the last],
                                    "men": the men after the last, as in a FEN}
{"ask": "end", "fen": FEN, "line": [MOVE, ...]}
                                    [whether the game may end after these moves, value for the side to
                                    move: 32000 and more when the other side loses by repetition]
"""

import json
import sys
from typing import Any

import pyffish  # type: ignore[import-not-found, unused-ignore]  # in its own environment

XIANGQI = "xiangqi"


def along(variant: str, fen: str, line: list[str]) -> object:
    moves = [sorted(pyffish.legal_moves(variant, fen, line[:n])) for n in range(len(line) + 1)]
    return {"moves": moves, "men": pyffish.get_fen(variant, fen, line).split()[0]}


def answer(request: dict[str, Any]) -> object:
    fen = request["fen"]
    if request["ask"] == "line":
        return along(request["variant"], fen, request["line"])
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
