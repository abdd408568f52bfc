"""Examples of every command: the end of its `--help`."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

EXAMPLES: Mapping[str, tuple[str, ...]] = {
    "demo": ("demo", "demo --game xiangqi --speed 5", "demo --record game.pgn --until-end"),
    "run": ("run --config /etc/touchmove/board.toml",),
    "check-config": ("check-config board.toml",),
    "token": ("token arbiter",),
    "replay": ("replay evening.jsonl.gz", "replay evening.jsonl --speed 1"),
    "explain": ("explain evening.jsonl --at 1:02.5", "explain evening.jsonl --at ply:12 --json"),
    "export": (
        "export last --journal /var/lib/touchmove",
        "export 3 --journal /var/lib/touchmove --format trace",
        "export all --journal /var/lib/touchmove --out games.zip",
    ),
    "convert": ("convert game.pgn game.jsonl", "convert games.pdn - --to pdn-full"),
    "sheet": ("sheet last --journal /var/lib/touchmove --out sheet.pdf",),
    "simulate": ("simulate --game chess --games 10 --seed 1",),
    "standings": ("standings round-*.pgn", "standings event.trf round-3.pgn --trf event.trf"),
    "pair": ("pair players.csv --rounds 5 --out round-1.csv --trf event.trf",),
    "transfer": ("transfer last --journal /var/lib/touchmove --config other.toml",),
    "hub": ("hub --config hub.toml",),
    "setup": (
        "setup",
        "setup --config /etc/touchmove/board.toml",
        "setup --simulated --odd-wiring 7",
    ),
    "install": ("install --config board.toml --dry-run",),
    "take-over": ("take-over 0.2.0-3f2a9c1b --dry-run",),
    "check-journal": ("check-journal --config /etc/touchmove/board.toml",),
    "doctor": ("doctor --config board.toml", "doctor --config board.toml --walk"),
    "calibrate": ("calibrate --config board.toml",),
    "wiring": ("wiring hardware/chess-reed-14.toml", "wiring board.toml --svg board.svg"),
    "rules": ("rules perft --depth 3", "rules moves --game go --size 9"),
    "rules perft": ("rules perft --depth 3", "rules perft --game xiangqi --depth 2"),
    "rules moves": ("rules moves --game draughts-100", "rules moves --notation"),
    "laws": ("laws", "laws chess-fide-2023 --id FIDE-7.5.5", "laws go-china --language chinese"),
}
"""By the words of the command."""


def add_examples(parser: argparse.ArgumentParser, words: str = "") -> None:
    """Gives every command below a parser its examples."""
    for action in parser._actions:  # noqa: SLF001 - argparse has no other way to what was added
        if not isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            continue
        for name, command in action.choices.items():
            full = f"{words} {name}".strip()
            lines = "\n".join(f"  touchmove {each}" for each in EXAMPLES.get(full, ()))
            command.epilog = f"examples:\n{lines}"
            command.formatter_class = argparse.RawDescriptionHelpFormatter
            add_examples(command, full)
