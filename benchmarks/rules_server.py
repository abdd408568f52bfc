"""Measures a library of others inside its own environment; asked by bench_rules.py over pipes."""

import importlib
import json
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

VARIANTS = {"draughts-100": "standard", "draughts-russian": "russian"}


def reader(library: str, game: str) -> tuple[Callable[[str], Any], Callable[[Any], list[Any]]]:
    """How the library reads a position, and how it lists the moves of what it has read."""
    if library == "chess":
        chess = importlib.import_module("chess")
        return chess.Board, lambda board: list(board.legal_moves)
    if library == "pyffish":
        pyffish = importlib.import_module("pyffish")
        return str, lambda fen: pyffish.legal_moves(game, fen, [])
    if library == "cchess":
        cchess = importlib.import_module("cchess")
        # Its own list leaves generals in check.
        return cchess.ChessBoard, lambda board: [
            move for move in board.create_moves() if not board.is_checked_move(*move)
        ]
    draughts = importlib.import_module("draughts")
    if library == "pydraughts":
        variant = VARIANTS.get(game, "brazilian")
        return (
            lambda fen: draughts.Board(variant, fen),
            lambda board: list(board.legal_moves()),
        )
    kind = {
        "draughts-100": "StandardBoard",
        "draughts-russian": "RussianBoard",
        "draughts-brazilian": "BrazilianBoard",
    }[game]
    return getattr(draughts, kind).from_fen, lambda board: list(board.legal_moves)


def lists(request: dict[str, Any]) -> dict[str, float]:
    read, listed = reader(request["library"], request["game"])
    times, found = [], 0
    for _ in range(request["rounds"]):
        for position in [read(text) for text in request["positions"]]:
            start = time.perf_counter_ns()
            moves = listed(position)
            times.append(time.perf_counter_ns() - start)
            found += len(moves)
    return {"micros": statistics.median(times) / 1000, "moves": found // request["rounds"]}


def plays(request: dict[str, Any]) -> dict[str, float]:
    boards = importlib.import_module("sgfmill.boards")
    times = []
    for _ in range(request["rounds"]):
        for game in request["games"]:
            board = boards.Board(request["size"])
            for n, (row, column) in enumerate(game):
                start = time.perf_counter_ns()
                board.play(row, column, "bw"[n % 2])
                times.append(time.perf_counter_ns() - start)
    moves = sum(map(len, request["games"]))
    return {"micros": statistics.median(times) / 1000, "moves": moves}


for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps({"lists": lists, "plays": plays}[asked["ask"]](asked)), flush=True)
