"""Answers about Go by sgfmill. Its boards capture, but know neither ko nor forbidden points.

{"ask": "game", "size": N, "plays": [[colour, [row, column] or null], ...], "every": K}
        after each K-th play: {"stones": "bw." for each point, "ko": [row, column] or null,
        "legal": [[row, column], ...], "score": Black's area less White's with all stones alive}; legal
        are the empty points where the next colour's stone would stay on the board
{"ask": "sgf", "text": SGF}     what it reads: {"size", "komi", "handicap", "setup", "plays",
        "comments", "result", "names"}
{"ask": "write", "text": SGF}   the same, read and written again by its own hand
Rows count from the bottom, columns from the left, both from 0.
"""

import json
import sys
from typing import Any

# In its own environment:
from sgfmill import boards, sgf, sgf_moves  # type: ignore[import-not-found, unused-ignore]


def stays(board: "boards.Board", row: int, column: int, colour: str) -> bool:
    if board.get(row, column) is not None:
        return False
    beside = ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1))
    inside = [(r, c) for r, c in beside if 0 <= r < board.side and 0 <= c < board.side]
    if any(board.get(r, c) is None for r, c in inside):
        return True  # it has a liberty whatever it takes; the copy below takes time
    tried = board.copy()
    tried.play(row, column, colour)
    return tried.get(row, column) is not None


def game(request: dict[str, Any]) -> object:
    size = request["size"]
    board, found = boards.Board(size), []
    points = [(row, column) for row in range(size) for column in range(size)]
    for ply, (colour, point) in enumerate(request["plays"]):
        ko = None if point is None else board.play(*point, colour)
        if (ply + 1) % request["every"]:
            continue
        other = "w" if colour == "b" else "b"
        found.append(
            {
                "stones": "".join(board.get(*point) or "." for point in points),
                "ko": ko,
                "legal": [point for point in points if stays(board, *point, other)],
                "score": board.area_score(),
            }
        )
    return found


def read(text: str) -> object:
    read = sgf.Sgf_game.from_bytes(text.encode("utf-8"))
    board, plays = sgf_moves.get_setup_and_moves(read)
    root = read.get_root()
    return {
        "size": read.get_size(),
        "komi": read.get_komi(),
        "handicap": read.get_handicap(),
        "setup": sorted([colour, *point] for colour, point in board.list_occupied_points()),
        "plays": plays,
        "comments": [
            node.get("C") if node.has_property("C") else "" for node in read.get_main_sequence()
        ],
        "result": root.get("RE"),
        "names": [read.get_player_name("b"), read.get_player_name("w")],
    }


def answer(request: dict[str, Any]) -> object:
    if request["ask"] == "game":
        return game(request)
    if request["ask"] == "write":
        return sgf.Sgf_game.from_bytes(request["text"].encode("utf-8")).serialise().decode("utf-8")
    return read(request["text"])


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
