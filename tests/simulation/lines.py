"""Lines of moves for simulated evenings: recorded games, and games made by chance."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from rules.chess.pgn import read_games
from rules.formats import detect, format_of_game
from rules.registry import game_by_name

if TYPE_CHECKING:
    from rules.record import GameRecord

CHESS = game_by_name("chess")
GAMES = Path(__file__).resolve().parent.parent / "data" / "games"


@cache
def recorded() -> dict[str, GameRecord]:
    """Every recorded game of chess, by file and number; a game with a null move up to there."""
    found = {}
    for file in sorted(GAMES.glob("chess-*.pgn")):
        games = read_games(file.read_text(encoding="utf-8"), lenient=True)
        for number, game in enumerate(games, 1):
            found[f"{file.stem.removeprefix('chess-')}-{number}"] = game
    return found


@cache
def masters(name: str) -> tuple[GameRecord, ...]:
    """The recorded games of one game that begin with the array and can be followed to their end."""
    format_ = format_of_game(name)
    found: list[GameRecord] = []
    for file in sorted(GAMES.iterdir()):
        text = file.read_text(encoding="utf-8")
        if file.suffix == format_.suffix and detect(text) is format_:
            found += format_.read(text, lenient=True)
    return tuple(
        record
        for record in found
        if record.game == name
        and record.start is None
        and not (record.problems or record.set_ups or record.options.get("handicap"))
    )


def by_chance(seed: int, plies: int) -> list[str]:
    """A legal line rich in what is hard to follow: captures, castling, en passant, promotion."""
    dice = Random(seed)
    position = CHESS.start()
    line: list[str] = []
    while len(line) < plies:
        moves = position.moves()
        if not moves or CHESS.ending([position], CHESS.rulebook) is not None:
            break
        weights = [
            1 + 6 * bool(m.captured) + 6 * bool(m.choice) + 6 * bool(m.partner) for m in moves
        ]
        move = dice.choices(moves, weights)[0]
        line.append(move.text)
        position = position.play(move)
    return line
