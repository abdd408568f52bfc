"""A game as a sensor trace: what presence sensors would give if calm hands played its moves."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import TYPE_CHECKING

from controller.shell.asked import game_for
from controller.shell.roles import ARBITER
from controller.shell.trace import TraceWriter
from rules.footprint import Act
from rules.rulebook import Outcome
from rules.terms import RulesError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rules.game import Game
    from rules.position import Move, Position
    from rules.record import GameRecord

BEFORE_US = 1_000_000
"""Nobody touches the board before."""
ACT_US = 400_000
"""From one act of a hand to the next."""
MOVE_US = 1_500_000
"""From the last act of a move to the first of the next: longer than a move takes to settle."""
AFTER_US = 3_000_000
"""Time runs on at the end, so that the last move settles."""
SAY_US = 100_000
"""A promotion is said so long before the hand begins."""
ASSUMED = "q"
"""The choice that needs no command."""


def calm_trace(record: GameRecord, *, rulebook: str = "", remark: str = "") -> str:
    """The record as a sensor trace, from which `touchmove replay` makes its moves.

    Men are lifted, set down and taken off one after the other, in an order that the laws allow. A
    pass and a promotion to anything but a queen are commands; so is a result that does not follow
    from the moves.

    Args:
        rulebook: its name; the game's current one where left out.
        remark: what the trace does not hold, for its note.

    Raises:
        RulesError: the record has a move that is not legal, men that were set up on the way, or
            moves after the laws have ended the game.
    """
    record = begun_where_set_up(record)
    game = game_for(record.game, record.options, record.start)
    positions, obstacle = _played(game, record)
    if obstacle:
        raise RulesError(obstacle)
    out = io.StringIO()
    hands = _Hands(game, TraceWriter(out, _header(game, record, rulebook, remark)))
    for position, text in zip(positions, record.moves, strict=False):
        move = position.by_text(text)
        assert move is not None, "it has been played"
        hands.make(move)
    hands.end(_result(game, positions, record))
    return out.getvalue()


def begun_where_set_up(record: GameRecord) -> GameRecord:
    """The same record, with what is set up before its first move as its start."""
    if 0 not in record.set_ups or 0 in record.forced:
        return record
    later = {ply: text for ply, text in record.set_ups.items() if ply}
    return replace(record, start=record.set_ups[0], set_ups=later)


def up_to_obstacle(record: GameRecord) -> tuple[GameRecord, str]:
    """The record as far as `calm_trace` takes it, and what stands in the way; "" where nothing does.

    Its result stays what it is.

    Raises:
        RulesError: the start is no position, or the options are none of the game's.
    """
    record = begun_where_set_up(record)
    game = game_for(record.game, record.options, record.start)
    positions, obstacle = _played(game, record)
    if not obstacle:
        return record, ""
    plies = len(positions) - 1
    kept = replace(
        record,
        moves=record.moves[:plies],
        clocks_ms=record.clocks_ms[:plies],
        elapsed_ms=record.elapsed_ms[:plies],
        set_ups={},
        forced={},
        overtime={n: left for n, left in record.overtime.items() if n <= plies},
    )
    return kept, obstacle


def _played(game: Game, record: GameRecord) -> tuple[list[Position], str]:
    """The positions of the record as far as a board follows it, and why it follows no further."""
    positions = [game.start(record.start)]
    for ply in range(len(record.moves) + 1):
        if ply in record.set_ups:
            return positions, (
                f"after ply {ply} a position is set up that no move leads to; hands on a board cannot "
                "play that, so end the record before it"
            )
        if ply == len(record.moves):
            break
        text = record.moves[ply]
        ending = game.ending(positions, game.rulebook)
        if ending is not None:
            return positions, (
                f"ply {ply + 1}: the game ended before {text} ({ending.termination}, "
                f"{ending.law}), so a board would take no more moves; leave them out of the record"
            )
        move = positions[-1].by_text(text)
        if move is None:
            return positions, (f"ply {ply + 1}: {text} is not a legal move in {positions[-1].text}")
        positions.append(positions[-1].play(move))
    return positions, ""


def contradiction(record: GameRecord) -> str:
    """What is to be said of a result where the laws give another; "" where nothing is.

    Raises:
        RulesError: the start is no position, or the options are none of the game's.
    """
    record = begun_where_set_up(record)
    game = game_for(record.game, record.options, record.start)
    positions, obstacle = _played(game, record)
    ending = None if obstacle else game.ending(positions, game.rulebook)
    if ending is None or game.outcome(record.result) in {Outcome.OPEN, game.outcome(ending.result)}:
        return ""
    return (
        f"the record says {record.result}, but its last move ends the game {ending.result} "
        f"({ending.termination}, {ending.law}); on a board it ends so"
    )


def _header(game: Game, record: GameRecord, rulebook: str, remark: str) -> Mapping[str, object]:
    options = {"game_options": dict(record.options)} if record.options else {}
    start = {} if record.start is None else {"start": game.start(record.start).value}
    return {
        "game": game.name,
        "rulebook": rulebook or game.rulebook.name,
        "sensor": "presence",
        "scan_hz": 200,
        **start,
        "orientation": "normal",
        **options,
        "note": f"{_note(game, record)} {remark}".strip(),
    }


def _note(game: Game, record: GameRecord) -> str:
    players = " - ".join(record.headers.get(side.capitalize(), "?") for side in game.sides)
    return f"{players}: made from the record of the game, played by calm hands."


def _result(game: Game, positions: list[Position], record: GameRecord) -> str | None:
    """The result, where it must be said because it does not follow from the moves."""
    if record.result == game.result_text(Outcome.OPEN):
        return None
    return record.result if game.ending(positions, game.rulebook) is None else None


class _Hands:
    """Hands that take their time."""

    def __init__(self, game: Game, writer: TraceWriter) -> None:
        self._game = game
        self._writer = writer
        self._at_us = BEFORE_US

    def make(self, move: Move) -> None:
        """One move from its first act to the pause after it."""
        if not move.footprint.steps:
            self._writer.command(self._at_us, move.text, move.side, {})
        if move.choice not in ("", ASSUMED):
            self._writer.command(self._at_us - SAY_US, "promote", move.side, {"to": move.choice})
        for step in next(move.footprint.orders(), ()):
            name = self._game.points[step.point]
            self._writer.set(self._at_us, {name: int(step.act is Act.PLACE)})
            self._at_us += ACT_US
        self._at_us += MOVE_US

    def end(self, result: str | None) -> None:
        """The last pause, and the result where it must be said."""
        if result is not None:
            self._writer.command(self._at_us, "result", ARBITER, {"result": result})
        self._writer.end(self._at_us + AFTER_US)
