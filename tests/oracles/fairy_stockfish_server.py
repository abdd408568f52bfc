"""Legal moves of chess and xiangqi along whole lines, by the program fairy-stockfish, which is driven by UCI.

The same questions as pyffish_server.py answers with {"ask": "line"}, and many times quicker: pyffish sets up all
its tables for each position. Xiangqi's ranks run from 1 to 10.
"""

import json
import shutil
import subprocess
import sys
from typing import Any

NODES = "Nodes searched"
FEN = "Fen: "
PIECE = 12
"""Plies after which the engine is asked for its position: it makes the moves anew for each list."""

program = shutil.which("fairy-stockfish", path="/usr/games:/usr/local/bin:/usr/bin")
if program is None:
    raise FileNotFoundError("fairy-stockfish is not installed")
engine = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
assert engine.stdin is not None
assert engine.stdout is not None
chosen = ""


def say(*commands: str) -> None:
    assert engine.stdin is not None
    engine.stdin.writelines(f"{command}\n" for command in commands)
    engine.stdin.flush()


def until(begins: str) -> list[str]:
    """What the engine says up to a line that begins so."""
    assert engine.stdout is not None
    found = [engine.stdout.readline()]
    while not found[-1].startswith(begins):
        if not found[-1]:
            raise EOFError("fairy-stockfish ended")
        found.append(engine.stdout.readline())
    return found


def answer(request: dict[str, Any]) -> object:
    global chosen  # noqa: PLW0603 - the engine keeps its variant
    if request["variant"] != chosen:
        chosen = request["variant"]
        say(f"setoption name UCI_Variant value {chosen}")
    fen, line, found = request["fen"], request["line"], []
    for start in range(0, len(line) + 1, PIECE):
        piece = line[start : start + PIECE]
        asked = min(PIECE, len(line) + 1 - start)
        for ply in range(asked):
            say(position(fen, piece[:ply]), "go perft 1")
        # Each move has a line, "e2e4: 1"; other lines are empty or begin with "info".
        found += [
            sorted(text.split(":")[0] for text in until(NODES)[:-1] if text.endswith(": 1\n"))
            for _ in range(asked)
        ]
        say(position(fen, piece), "d")  # only now: it does not wait for what is being counted
        fen = until(FEN)[-1].removeprefix(FEN).strip()
        until("Checkers")
    return {"moves": found, "men": fen.split()[0]}


def position(fen: str, line: list[str]) -> str:
    return f"position fen {fen} moves {' '.join(line)}" if line else f"position fen {fen}"


for request in sys.stdin:
    print(json.dumps(answer(json.loads(request))), flush=True)
