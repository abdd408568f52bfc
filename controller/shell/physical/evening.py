"""One game by physical hands: what they do, what the sensors tell of it, and what is true."""

from __future__ import annotations

import json
from dataclasses import dataclass
from math import exp
from random import Random
from typing import TYPE_CHECKING, Any

from controller.core.sensing.marks import Sensor, levels_of
from controller.shell.physical import men, pieces, stones
from controller.shell.physical.boards import board_for
from controller.shell.physical.bodies import Knot, Table, fields
from controller.shell.physical.faults import KINDS, Fault, draw_fault, spoil
from controller.shell.physical.lines import legal_line
from controller.shell.physical.players import Player
from controller.shell.physical.scanning import Scanner, scanner_for
from controller.shell.physical.sensors import gauge_for
from controller.shell.physical.styles import MIXED, STYLES
from controller.shell.truth import TruePly
from rules.terms import points_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rules.game import Game
    from rules.position import Move, Position
    from rules.terms import Point

BEGIN_MS = (1500.0, 4000.0)
"""How long the array stands before the first move."""
REACTION_MS = 130.0
"""Nobody replies sooner to what has ended, at the usual pace; who replies ahead has foreseen it."""
AFTER_MS = 12_000.0
"""How long the board is scanned after the last move."""
OVERTAKING_MS = 40.0
"""So long after something has come to rest another hand takes it."""
ANY = "any"
"""A fault of a kind drawn by chance."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A game as it was recorded, and as it was.

    Attributes:
        header: the first line of the trace.
        lines: the others, in the order of time.
        truth: the plies, in the order in which they were begun.
        fault: of the one sensor that failed; None where all were sound.
    """

    game: Game
    header: dict[str, Any]
    lines: tuple[dict[str, Any], ...]
    truth: tuple[TruePly, ...]
    fault: Fault | None
    styles: tuple[str, ...]

    def text(self) -> str:
        """The trace as JSON Lines."""
        rows = (self.header, *self.lines)
        return "".join(json.dumps(row, separators=(",", ":")) + "\n" for row in rows)


def play(
    game: Game,
    *,
    seed: int,
    plies: int,
    style: str = MIXED,
    sensor: Sensor = Sensor.PRESENCE,
    fault: str | None = None,
    presses: bool = False,
    line: Sequence[str] | None = None,
) -> Recorded:
    """Plays one game. The same arguments give the same bytes; hands do the same before every kind of sensor.

    Args:
        style: of both players, or `mixed`.
        fault: of one sensor, one of `KINDS` or `any`.
        line: the texts of the moves; legal ones by chance where left out.

    Raises:
        ValueError: there is no such style or fault.
    """
    _known(style, (*STYLES, MIXED), "style")
    if fault is not None:
        _known(fault, (*KINDS, ANY), "fault")
    dice = Random(f"hands {game.name} {seed} {style} {plies}")  # noqa: S311 - a simulation
    evening = _Evening(game, dice, style, presses=presses)
    evening.set_up()
    for position, move in legal_line(game, plies, dice, line):
        evening.make(position, move)
    given = dict(fields(evening.table.felt))
    chance = Random(f"sensors {game.name} {seed}")  # noqa: S311 - a simulation
    broken = _break(given, fault, evening, chance)
    scanner = scanner_for(game, chance)
    lines = _lines(evening, given, scanner, sensor, chance)
    note = f"physical hands: {'/'.join(evening.styles)}, seed {seed}"
    return Recorded(
        game=game,
        header=_header(game, sensor, scanner, note),
        lines=lines,
        truth=tuple(evening.truth),
        fault=broken,
        styles=evening.styles,
    )


def _known(word: str, words: Sequence[str], what: str) -> None:
    if word not in words:
        raise ValueError(f"{word[:40]!r} is no {what}; known: {', '.join(words)}")


def _break(
    given: dict[Point, list[Knot]], kind: str | None, evening: _Evening, dice: Random
) -> Fault | None:
    """Lets one sensor fail, where one is to."""
    if kind is None or not evening.truth:
        return None
    name = dice.choice(KINDS) if kind == ANY else kind
    broken = draw_fault(name, given, evening.table.board, dice)
    spoil(given, broken, dice)
    return broken


def _header(game: Game, sensor: Sensor, scanner: Scanner, note: str) -> dict[str, Any]:
    options = {"game_options": dict(game.options)} if game.options else {}
    return {
        "trace": 1,
        "game": game.name,
        **options,
        "sensor": sensor.value,
        "scan_hz": scanner.hz,
        "orientation": "normal",
        "note": note,
    }


def _lines(
    evening: _Evening,
    given: dict[Point, list[Knot]],
    scanner: Scanner,
    sensor: Sensor,
    dice: Random,
) -> tuple[dict[str, Any], ...]:
    """The lines of the trace."""
    game = evening.game
    alike, bounces = dice.random() < 0.5, sensor is Sensor.PRESENCE and dice.random() < 0.7
    gauges = [gauge_for(dice, alike=alike, bounces=bounces) for _ in game.points]
    start = game.start()
    men_there = ((point, start.piece_at(point)) for point in points_of(start.occupied))
    levels = levels_of(((point, man) for point, man in men_there if man is not None), sensor)
    seen = scanner.lines(sensor, given, gauges, levels, dice)
    lines: list[dict[str, Any]] = [{"us": at_us, "set": found} for at_us, found in seen]
    lines += evening.words(sensor)
    lines.sort(key=lambda line: line["us"])
    end_us = max(lines[-1]["us"] if lines else 0, round((evening.at + AFTER_MS) * 1000))
    return (*lines, {"us": end_us, "end": True})


class _Evening:
    """The game as it goes on."""

    def __init__(self, game: Game, dice: Random, style: str, *, presses: bool) -> None:
        self.game = game
        self.table = Table(board_for(game, dice), dice)
        self.truth: list[TruePly] = []
        self.styles = tuple(dice.choice([*STYLES]) if style == MIXED else style for _ in game.sides)
        self.at = dice.uniform(*BEGIN_MS)
        self._dice = dice
        self._presses = presses
        self._players = {
            side: Player(self.table, side, STYLES[name], dice)
            for side, name in zip(game.sides, self.styles, strict=True)
        }
        self._said: list[tuple[float, str, str]] = []
        self._earliest = self._landed = self._pressed = 0.0
        self._crown: Move | None = None

    def set_up(self) -> None:
        """Every piece of the array stands."""
        start = self.game.start()
        for point in points_of(start.occupied):
            man = start.piece_at(point)
            assert man is not None
            player = self._players[man.side]
            body = self.table.new(man.letter, player.sign, self.table.board.places[point])
            x, y = player.right.spot(point)
            px, py = self.table.board.places[point]
            self.table.stand(body, point, (x - px, y - py))

    def make(self, position: Position, move: Move) -> None:
        """One ply."""
        player = self._players[move.side]
        self._crown_by(player)
        player.begin(self._when(player, move))
        if self.game.captured_last:
            men.make(player, position, move)
        elif self.game.pieces_move:
            pieces.make(player, position, move)
        else:
            stones.make(player, position, move)
        self._tell(player, move)
        if self.game.captured_last and men.crowned(move):
            self._crown = move
            if self._dice.random() < 0.6:
                player.right.at = player.free
                self._crown_by(player)
        elif self._dice.random() < player.style.tidy and not self.game.pieces_move:
            stones.tidy(player, self.at + 100.0)

    def _crown_by(self, player: Player) -> None:
        """A man that has come through is crowned, by its player or by the opponent before he moves."""
        if self._crown is not None:
            player.right.at = max(player.right.at, self.at)
            player.right.rest()
            men.crown(player, self._crown)
            self.at = max(self.at, player.right.at)
            self._crown = None

    def _when(self, player: Player, move: Move) -> float:
        """When a ply begins: after some thought, sometimes before the one before has ended."""
        style, dice = player.style, self._dice
        think = style.think_ms * exp(dice.gauss(0.0, style.spread))
        at = self.at + max(REACTION_MS * style.pace, think)
        if self.truth and dice.random() < style.ahead:
            at = self.at - dice.uniform(0, style.ahead_ms)
        touched = [*points_of(move.footprint.changes), *move.path]
        resting = max((self.table.busy.get(point, 0.0) for point in touched), default=0.0)
        return max(at, player.free, self._earliest, resting + OVERTAKING_MS)

    def _tell(self, player: Player, move: Move) -> None:
        """Notes what was made, and when."""
        made = player.made
        self._earliest, self.at = player.began + 60.0, max(self.at, made)
        pressed: float | None = None
        if player.said is not None:
            self._said.append((player.said[0], move.side, player.said[1]))
        if self._presses and not player.right.chance(player.style.forget):
            player.right.at = max(player.free, made, self._pressed)
            pressed = self._pressed = player.right.press()
        self.truth.append(
            TruePly(
                move=move.text,
                side=move.side,
                began_us=round(player.began * 1000),
                made_us=round(made * 1000),
                pressed_us=None if pressed is None else round(pressed * 1000),
            )
        )

    def words(self, sensor: Sensor) -> list[dict[str, Any]]:
        """Presses, and choices that these sensors cannot tell, as lines of a trace."""
        presses: list[dict[str, Any]] = [
            {"us": ply.pressed_us, "press": ply.side}
            for ply in self.truth
            if ply.pressed_us is not None
        ]
        if sensor is Sensor.IDENTITY:
            return presses
        return presses + [
            {"us": round(at * 1000), "command": "promote", "role": side, "args": {"to": choice}}
            for at, side, choice in self._said
        ]
