"""Records of the games in a journal, as files that other programs read."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from msgspec import structs

from controller.core.messages import (
    Claim,
    Correction,
    GameStarted,
    Irregularity,
    Message,
    Move,
    Result,
    position_text,
)
from controller.core.table.claims.claims import Kind
from controller.shell.asked import start_of
from controller.shell.calm import calm_trace
from controller.shell.clock_times import times_of
from controller.shell.recordfiles import Target, fitting, target_of_game
from rules.record import GameRecord
from rules.registry import game_by_name
from rules.rulebook import Outcome
from rules.terms import RulesError
from rules.time_control import read_time_control, to_pgn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.core.messages import Text
    from controller.journal.store import GameSpan

HOLD_SET_UPS = frozenset({"pdn", "sgf"})
"""Formats that can set men up in the middle of a game."""


class NoSuchGame(ValueError):  # noqa: N818 - reads as what it says
    """The journal holds no such game, or nothing to export of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A game to be written.

    Attributes:
        remark: what the record cannot hold, in words; "" where it holds everything.
        rulebook: its name, which only a trace keeps; "" for the game's usual one.
    """

    record: GameRecord
    remark: str = ""
    rulebook: str = ""

    @property
    def warning(self) -> str:
        """What people who look at no comments should know of the record; "" where nothing."""
        if not self.remark:
            return ""
        return f"the record ends after ply {len(self.record.moves)}. {self.remark}"


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


def record_text(messages: Sequence[Message], wanted: Target | None = None) -> str:
    """The game that its messages tell, in a file format; as `told` and then `text_of`."""
    return text_of(told(messages, wanted), wanted)


def told(messages: Sequence[Message], wanted: Target | None = None) -> Told:
    """The game that its messages tell, as far as a file format holds it.

    A move that was not legal and was let stand, and a position that the arbiter has set up, is a set-up where
    the format has that. Else the record stops before it, and a remark names it and what followed; a format
    with comments has it as one, with the position that stands now as a command (`[%fen ...]`). A position set up before the first move is where the game began.

    Args:
        messages: of one game, from the journal or a replay.
        wanted: the format; None for the game's own. A trace is made from the record, with calm hands.

    Raises:
        NoSuchGame: there is no `game-started` among them.
        RulesError: the format does not keep records of this game.
    """
    started = _started(messages)
    target = fitting(wanted or target_of_game(started.game), started.game)
    held = target.format is not None and target.format.name in HOLD_SET_UPS
    found = replace(record_of(messages, set_ups=held), rulebook=started.rulebook)
    if target.format is None or not found.remark:
        return found
    record = found.record
    note = f"{found.remark} [%fen {_stands(messages)}]"
    return replace(found, record=_noted(record, len(record.moves), note))


def _stands(messages: Sequence[Message]) -> str:
    """The position after the last move that stands, or as the arbiter has set it up since."""
    made, arranged = moves_of(messages), set_ups_of(messages)
    last = arranged[len(made)] if len(made) in arranged else made[-1]
    return position_text(last.position)


def text_of(game: Told, wanted: Target | None = None) -> str:
    """A game in a file format.

    Args:
        wanted: the format; None for the game's own.

    Raises:
        RulesError: the format does not keep records of this game, or cannot hold this one.
    """
    target = fitting(wanted or target_of_game(game.record.game), game.record.game)
    if target.format is None:
        return calm_trace(game.record, rulebook=game.rulebook, remark=game.remark)
    return target.format.write(game.record, target.style)


def record_of(messages: Sequence[Message], *, set_ups: bool = False) -> Told:
    """The record of the game that its messages tell.

    Args:
        set_ups: whether what was not legal may stand in the record as a set-up; else the record ends
            before it, and the remark says so.

    Raises:
        NoSuchGame: there is no `game-started` among them.
    """
    started = _started(messages)
    ended = result_of(messages)
    game = game_by_name(started.game, started.game_options)
    whole = GameRecord(
        game=started.game,
        headers=_headers(started),
        options=started.game_options,
        start=start_of(game, started.position),
        result=game.result_text(Outcome.OPEN) if ended is None else ended.result,
    )
    kept: list[Move] = []
    made = moves_of(messages)
    arranged = set_ups_of(messages)
    for n, move in enumerate([*made, None]):
        if n in arranged:
            if n and not set_ups:
                remark = _arranged(n) + _played_on(made[n:])
                return Told(record=_with_moves(whole, messages, kept), remark=remark)
            whole = _set_up(whole, len(kept), arranged[n], n)
        if move is None:
            break
        if move.imposed:
            whole = _noted(whole, len(kept) + 1, _imposed(messages, move))
        if move.legal or move.imposed:  # of which older journals say that it is not legal
            kept.append(move)
        elif set_ups:
            men = {**whole.set_ups, len(kept): position_text(move.position)}
            whole = _noted(
                replace(whole, set_ups=men),
                len(kept),
                f"{_not_legal(messages, move)} Played: {move.move}.",
            )
        else:
            remark = _not_legal(messages, move) + _played_on(made[n:])
            return Told(record=_with_moves(whole, messages, kept), remark=remark)
    return Told(record=_with_moves(whole, messages, kept))


def set_ups_of(messages: Sequence[Message]) -> dict[int, Correction]:
    """The positions that the arbiter has set up and that stand, by the number of plies made."""
    found: dict[int, Correction] = {}
    at: dict[int, Text] = {}
    for message in messages:
        match message:
            case GameStarted(amended_by=None):
                at[0] = message.position
            case Move():
                at[message.ply] = message.position
            case Correction(cause="set-position"):
                if at.get(message.to_ply) != message.position:  # else only the board was turned
                    found[message.to_ply] = message
                    at[message.to_ply] = message.position
            case Correction():
                found = {ply: each for ply, each in found.items() if ply < message.from_ply}
            case _:
                pass
    return found


def _set_up(record: GameRecord, kept: int, by: Correction, plies: int) -> GameRecord:
    """The record with the position that the arbiter has set up after so many of its moves."""
    text = position_text(by.position)
    if not plies:
        return replace(record, start=text)
    men = {**record.set_ups, kept: text}
    return _noted(replace(record, set_ups=men), kept, _arranged(plies))


def _arranged(plies: int) -> str:
    return f"The arbiter set another position up after ply {plies}."


def result_of(messages: Sequence[Message]) -> Result | None:
    """The result that stands: a later one replaces it, and a correction takes it back; None while the game is open."""
    stands: Result | None = None
    for message in messages:
        if isinstance(message, Result):
            stands = message
        elif isinstance(message, Correction):
            stands = None
    return stands


def moves_of(messages: Sequence[Message]) -> list[Move]:
    """The moves that stand: those taken back by a correction are gone."""
    moves: dict[int, Move] = {}
    for message in messages:
        if isinstance(message, Move):
            moves[message.ply] = message
        elif isinstance(message, Correction):
            for ply in range(message.from_ply, message.to_ply + 1):
                moves.pop(ply, None)
    return [moves[ply] for ply in sorted(moves)]


def beginning_of(messages: Sequence[Message]) -> GameStarted | None:
    """How the game began, with the names and headers as they have been mended since; None for no game.

    The date of the beginning stays, unless somebody has named another.
    """
    told = [each for each in messages if isinstance(each, GameStarted)]
    if not told:
        return None
    first, last = told[0], told[-1]
    dated = {name: text for name, text in first.headers.items() if name == "Date"}
    return structs.replace(last, position=first.position, headers={**dated, **last.headers})


def _started(messages: Sequence[Message]) -> GameStarted:
    started = beginning_of(messages)
    if started is None:
        raise NoSuchGame("this game has not begun: its men have not stood in the array yet")
    return started


def _headers(started: GameStarted) -> dict[str, str]:
    headers = dict(started.headers)
    for side, name in started.players.items():
        if name:
            headers.setdefault(side.capitalize(), name)
    if started.time_control:
        # SGF says more than PGN; its writer reads our own way of writing.
        text = started.time_control
        headers.setdefault("TimeControl", text if started.game == "go" else pgn_time_control(text))
    return headers


def pgn_time_control(text: str) -> str:
    """A time control as PGN writes it ("40/5400+30:900"); "?" where PGN has no such form."""
    try:
        return to_pgn(read_time_control(text)) or "?"
    except RulesError:
        return "?"  # a journal of an older version may hold what this one would refuse


def _with_moves(
    record: GameRecord, messages: Sequence[Message], moves: Sequence[Move]
) -> GameRecord:
    times = times_of(messages, moves)
    overtime = {n: time.overtime for n, time in enumerate(times, 1) if time.overtime is not None}
    return replace(
        record,
        moves=tuple(move.move for move in moves),
        clocks_ms=tuple(time.clock_ms for time in times),
        elapsed_ms=tuple(time.elapsed_ms for time in times),
        overtime=overtime if record.game == "go" else {},
    )


def _noted(record: GameRecord, plies: int, note: str) -> GameRecord:
    """The record with a note more after a number of plies."""
    before = record.notes.get(plies)
    return replace(record, notes={**record.notes, plies: f"{before} {note}" if before else note})


def _not_legal(messages: Sequence[Message], move: Move) -> str:
    """Which law a move that stands went against."""
    found = {each.id: each for each in messages if isinstance(each, Irregularity)}
    reason = found.get(move.accepted or "")
    law = f" ({reason.law}, {reason.kind})" if reason else ""
    return f"Not legal at ply {move.ply}{law}, but it stands."


def imposed_by(messages: Sequence[Message], move: Move) -> Irregularity | Claim | None:
    """What a pass was imposed for: a turn that was lost, or a dispute in which the other side plays first."""
    found: Irregularity | Claim | None = None
    for each in messages:
        match each:
            case Irregularity(remedy="turn-lost" | "none") if each.side == move.side:
                found = each
            case Claim(kind=Kind.DISPUTE):
                found = each
            case Move() if each is move:
                break
            case _:
                pass
    return found


def _imposed(messages: Sequence[Message], move: Move) -> str:
    found = imposed_by(messages, move)
    if isinstance(found, Claim):
        return f"{found.side.capitalize()} plays first in the dispute ({found.law})."
    law = f" ({found.law}, {found.kind})" if found else ""
    return f"The turn was lost{law}; this pass was imposed."


def _played_on(rest: Sequence[Move]) -> str:
    if not rest:
        return ""
    return " Played on: " + " ".join(move.move for move in rest)
