"""The files that live relays poll, made of the records of a round's games. Pure.

The layout is that of LiveChess: `index.json` lists the pairings by board, `game-N.json` and `game-N.pgn` hold the
game on board N, `games.pgn` holds all of them. In `game-N.json` a move is its notation, the seconds left to its mover,
and the seconds it took: "Nc2 34+2".
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from controller.shell.feeds.reading import format_in, records_in
from controller.shell.recordfiles import joined
from rules.formats import FORMATS
from rules.records.writer import steps
from rules.registry import game_by_name

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from controller.core.messages import Json
    from controller.shell.feeds.rounds import Place
    from rules.record import GameRecord

STANDARD_ARRAY: Final = 518
"""The number of chess's usual array among those of Chess960."""
_RESULTS: Final[Mapping[str, str]] = {
    "1-0": "WHITEWIN",
    "2-0": "WHITEWIN",
    "0-1": "BLACKWIN",
    "0-2": "BLACKWIN",
    "1/2-1/2": "DRAW",
    "1-1": "DRAW",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Relayed:
    """A game of the round, as it may be seen.

    Attributes:
        board: its board's number, which orders the games and names their files.
        text: the record in the game's own format; "" before anything may be seen.
        live: it is being played.
        game: tells the games of a board apart.
        place: one game of a board is its game now; others stand beside it.
    """

    board: int
    text: str
    live: bool
    game: str = ""
    place: Place = "now"


def games_text(games: Iterable[Relayed], form: str | None = None) -> str:
    """All records one after the other, in the order of the boards, and on each in the order of play.

    Args:
        form: only those in this format ("pgn", "pdn", "sgf", "xqpgn"); None for all.
    """
    ordered = sorted(games, key=lambda game: game.board)
    return joined(
        [game.text for game in ordered if game.text and format_in(game.text) in _wanted(form)]
    )


def _wanted(form: str | None) -> Collection[str]:
    return FORMATS if form is None else {form}


def index(games: Iterable[Relayed]) -> Json:
    """`index.json`: one pairing a board, from the first number to the last; empty where there is none."""
    games = tuple(games)
    by_board = {game.board: game for game in games if game.place == "now"}
    pairings = [_pairing(by_board.get(n)) for n in range(1, max(by_board, default=0) + 1)]
    dates = {record.headers.get("Date", "") for game in games for record in records_in(game.text)}
    return {"date": min(filter(None, dates), default="").replace(".", "-"), "pairings": pairings}


def game_on(games: Iterable[Relayed], board: int) -> Relayed | None:
    """The game that a board has now."""
    return next((each for each in games if each.board == board and each.place == "now"), None)


def game(relayed: Relayed) -> Json:
    """`game-N.json`."""
    empty: Json = {
        "live": relayed.live,
        "serialNr": str(relayed.board),
        "firstMove": None,
        "chess960": STANDARD_ARRAY,
        "result": "*",
        "comment": None,
        "clock": None,
        "moves": [],
    }
    for record in records_in(relayed.text):
        array = record.options.get("chess960", STANDARD_ARRAY)
        return empty | {
            "chess960": array if isinstance(array, int) and array is not True else None,
            "result": _RESULTS.get(record.result, "*"),
            "comment": record.notes.get(len(record.moves)),
            "moves": list(_moves(record)),
        }
    return empty


def _pairing(relayed: Relayed | None) -> Json:
    records = records_in(relayed.text) if relayed is not None else ()
    if relayed is None or not records:
        return {"white": None, "black": None, "result": "*", "live": False}
    headers = records[0].headers
    return {
        "white": _player(headers, "Red" if "Red" in headers else "White"),
        "black": _player(headers, "Black"),
        "result": records[0].result,
        "live": relayed.live,
    }


def _player(headers: Mapping[str, str], side: str) -> Json | None:
    name = headers.get(side, "?")
    if name in {"", "?"}:
        return None
    last, _, first = name.partition(",")
    return {
        "fname": first.strip() or None,
        "mname": None,
        "lname": last.strip(),
        "title": headers.get(f"{side}Title") or None,
        "federation": headers.get(f"{side}Fed") or None,
        "gender": None,
        "fideid": _number(headers.get(f"{side}FideId", "")),
    }


def _number(text: str) -> int | None:
    return int(text) if re.fullmatch("[0-9]{1,12}", text) else None


def _moves(record: GameRecord) -> Iterable[str]:
    found = game_by_name(record.game, record.options)
    for ply, (position, move) in enumerate(steps(record, found)):
        if move is None:
            return
        words = [next(iter(found.notation(position, move).values()))]
        clock, elapsed = record.clocks_ms[ply], record.elapsed_ms[ply]
        if clock is not None:
            words.append(
                f"{clock // 1000}" + (f"+{elapsed // 1000}" if elapsed is not None else "")
            )
        yield " ".join(words)
