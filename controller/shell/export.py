"""Records of the games in a journal, as files that other programs read."""

from __future__ import annotations

import re
import textwrap
from typing import TYPE_CHECKING

from controller.core.messages import AnyMessage, Correction, GameStarted, Irregularity, Move, Result
from rules.chess.pgn import write_game
from rules.record import GameRecord
from rules.registry import game_by_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.journal.store import GameSpan


class NoSuchGame(ValueError):  # noqa: N818 - reads as what it says
    """The journal holds no such game, or nothing to export of it."""


def find_game(games: Sequence[GameSpan], wanted: str) -> str:
    """The id of the game that a person means by "3", "g3" or "last".

    Raises:
        NoSuchGame: there is none; says which there are.
    """
    ids = [game.game_id for game in games]
    if not ids:
        raise NoSuchGame("the journal holds no games yet")
    if wanted == "last":
        return ids[-1]
    for name in (wanted, f"g{wanted}"):
        if name in ids:
            return name
    known = ids[0] if len(ids) == 1 else f"{ids[0]} to {ids[-1]}"
    raise NoSuchGame(f"there is no game {wanted[:40]!r} in the journal; give {known}, or last")


def pgn_of(messages: Sequence[AnyMessage]) -> str:
    """The game that its messages tell, as PGN.

    PGN knows only legal moves, so the record stops before the first move that was not legal and was
    let stand; what followed is named in a comment.

    Raises:
        NoSuchGame: there is no `game-started` among them, or it is no game of chess.
    """
    started = next((each for each in messages if isinstance(each, GameStarted)), None)
    if started is None:
        raise NoSuchGame("the journal does not hold the beginning of this game")
    if started.game != "chess":
        raise NoSuchGame(f"PGN is the record of chess; this is a game of {started.game}")
    moves = moves_of(messages)
    legal = next((n for n, move in enumerate(moves) if not move.legal), len(moves))
    results = [each for each in messages if isinstance(each, Result)]
    record = GameRecord(
        headers=_headers(started),
        start=_start(started),
        moves=tuple(move.move for move in moves[:legal]),
        clocks_ms=tuple(_clock_ms(move) for move in moves[:legal]),
        elapsed_ms=(None,) * legal,
        result=results[-1].result if results else "*",
    )
    return _with_remark(write_game(record), _remark(messages, moves[legal:]))


def moves_of(messages: Sequence[AnyMessage]) -> list[Move]:
    """The moves that stand: those taken back by a correction are gone."""
    moves: dict[int, Move] = {}
    for message in messages:
        if isinstance(message, Move):
            moves[message.ply] = message
        elif isinstance(message, Correction):
            for ply in range(message.from_ply, message.to_ply + 1):
                moves.pop(ply, None)
    return [moves[ply] for ply in sorted(moves)]


def _headers(started: GameStarted) -> dict[str, str]:
    headers = dict(started.headers)
    for side, name in started.players.items():
        if name:
            headers.setdefault(side.capitalize(), name)
    if started.time_control:
        headers.setdefault("TimeControl", pgn_time_control(started.time_control))
    return headers


def pgn_time_control(text: str) -> str:
    """A time control as PGN writes it ("40/5400+30:900"); "?" where PGN has no such form."""
    periods = []
    for period in text.split(","):
        found = re.fullmatch(r"(\d+/)?([\d:]+)(?:\+([\d:]+))?", period)
        if found is None:
            return "?"
        moves, time, increment = found.groups()
        added = f"+{_seconds(increment)}" if increment else ""
        periods.append(f"{moves or ''}{_seconds(time)}{added}")
    return ":".join(periods)


def _seconds(time: str) -> int:
    seconds = 0
    for part in time.split(":"):
        seconds = seconds * 60 + int(part)
    return seconds


def _start(started: GameStarted) -> str | None:
    text = str(started.position)
    return None if text == game_by_name(started.game).start().text else text


def _clock_ms(move: Move) -> int | None:
    """What the mover's clock showed after the move, where there was one."""
    own = (move.clocks or {}).get(move.side)
    remaining = own.get("remaining_ms") if isinstance(own, dict) else None
    return remaining if isinstance(remaining, int) else None


def _remark(messages: Sequence[AnyMessage], rest: Sequence[Move]) -> str:
    """What the record cannot hold, in words; "" where it holds everything."""
    if not rest:
        return ""
    found = {each.id: each for each in messages if isinstance(each, Irregularity)}
    reason = found.get(rest[0].accepted or "")
    law = f" ({reason.law}, {reason.kind})" if reason else ""
    played = " ".join(move.move for move in rest)
    return f"Not legal at ply {rest[0].ply}{law}, but it stands. Played on: {played}"


def _with_remark(pgn: str, remark: str) -> str:
    """The text with a comment before the result, which ends it."""
    if not remark:
        return pgn
    moves, result = pgn.rstrip().rsplit(maxsplit=1)
    comment = textwrap.fill("{ " + remark.replace("}", ")") + " }", 80)
    return f"{moves}\n{comment}\n{result}\n"
