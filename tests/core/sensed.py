"""Boards whose sensors tell men apart: a rig that sets down men, and traces of games on any sensor."""

from __future__ import annotations

import io
import json
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, Literal

from controller.core.inputs import Command, Frame, Press, Tick
from controller.core.sensing.marks import LevelReader, Sensor, level_of, levels_of
from controller.core.settings import Settings, Timings
from controller.shell.cores import new_board
from controller.shell.pump import Pump
from controller.shell.replay import replay
from controller.shell.trace import TraceWriter, read_trace
from rules.footprint import Act
from rules.terms import points_of
from tests.core.rig import Rig
from tests.core.watched import Watched

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from controller.core.messages import Message
    from rules.game import Game
    from rules.position import Move, Position
    from rules.rulebook import Rulebook
    from rules.terms import Piece, Point

MS = 1_000_000
TELLING = (Sensor.POLARITY, Sensor.FIELD, Sensor.IDENTITY)


def men_of(position: Position) -> dict[Point, Piece]:
    """What stands where."""
    found = {p: position.piece_at(p) for p in points_of(position.occupied)}
    return {p: man for p, man in found.items() if man is not None}


def frame(reader: LevelReader, at_ns: int) -> Frame:
    """What all sensors tell together."""
    return Frame(
        at_ns=at_ns,
        levels=reader.levels,
        marks=reader.marks,
        strengths=reader.strengths,
        wobbling=reader.wobbling,
    )


@dataclass
class Board:
    """A board of one kind of sensors, by printed labels, with a session behind it.

    Attributes:
        silent: points whose levels do not change any more, whatever hands do (faulty sensors).
    """

    game: Game
    sensor: Sensor
    start: str | None = None
    turned: bool = False
    orientation: Literal["normal", "turned"] | None = "normal"
    silent: set[Point] = field(default_factory=set)
    standing: dict[Point, Piece] | None = None
    mode: Literal["referee", "observer"] = "referee"
    rulebook: Rulebook | None = None

    def __post_init__(self) -> None:
        settings = Settings(
            game=self.game,
            rulebook=self.rulebook or self.game.rulebook,
            start=self.start,
            orientation=self.orientation,
            timings=Timings(),
            mode=self.mode,
        )
        self.session = Watched(new_board(settings))
        self.said: list[Message] = []
        self.at_ns = 0
        self._pump = Pump(self.session)
        self.reader = LevelReader(self.game, self.sensor)
        men = men_of(self.session.line.position) if self.standing is None else self.standing
        self.reader.take(
            0, levels_of(((self.printed(p), man) for p, man in men.items()), self.sensor)
        )
        self.show()

    def printed(self, point: Point) -> Point:
        return self.game.turned(point) if self.turned else point

    def show(self) -> None:
        """A scan."""
        self.feed(frame(self.reader, self.at_ns))

    def set(self, levels: dict[str, int | str]) -> Board:
        """Raw levels change at a scan."""
        changes = {self.printed(self.game.index[name]): level for name, level in levels.items()}
        self.reader.take(
            self.at_ns, {p: level for p, level in changes.items() if p not in self.silent}
        )
        self.show()
        return self

    def lift(self, name: str) -> Board:
        return self.set({name: "" if self.sensor is Sensor.IDENTITY else 0})

    def put(self, name: str, man: Piece) -> Board:
        return self.set({name: level_of(man, self.sensor)})

    def wait(self, ms: int) -> Board:
        self.at_ns += ms * MS
        self.feed(Tick(at_ns=self.at_ns))
        return self

    def command(self, role: str, name: str, **args: str) -> None:
        self.feed(Command(at_ns=self.at_ns, role=role, name=name, args=args))

    def feed(self, item: Frame | Tick | Press | Command) -> None:
        for _, effects in self._pump.advance(item):
            assert effects.refusal is None, effects.refusal
            self.said += effects.messages

    def of(self, kind: str) -> list[Any]:
        """The messages of one type, by class name."""
        return [message for message in self.said if type(message).__name__ == kind]

    @property
    def moves(self) -> list[str]:
        """The moves that stand."""
        return [line.move for line in self.session.line.lines]

    def make(self, text: str, *, act_ms: int = 300, after_ms: int = 1500) -> None:
        """Calm hands make a move."""
        move = self.session.line.position.by_text(text)
        assert move is not None, text
        for step in next(move.footprint.orders()):
            if step.act is Act.LIFT:
                self.lift(self.game.points[step.point])
            else:
                self.put(self.game.points[step.point], step.man)
            self.wait(act_ms)
        self.wait(after_ms)

    def make_reply(self, origin: str, target: str, man: Piece) -> None:
        """A man goes from one point to another, whatever the board thinks of it."""
        self.lift(origin).wait(300).put(target, man).wait(3000)

    def settle_questions(self, truth: Sequence[str]) -> None:
        """Answers what is asked as people do who know what was played."""
        while self.session.question is not None:
            self.command("arbiter", "answer", move=truth[self.session.line.ply])
            self.wait(3000)


class SensedRig(Rig):
    """A rig whose sensors say of each man what their kind can tell; hands say who comes: "e2- 300 e4=P".

    Args:
        options: as `Rig` takes them.
    """

    def __init__(self, sensor: Sensor, start: str | None = None, **options: Any) -> None:  # noqa: ANN401
        super().__init__(start, feed_first=False, **options)
        self.sensor = sensor
        self.reader = LevelReader(self.game, sensor)
        men = men_of(self.session.line.position)
        self._men = {man.letter: man for man in men.values()}
        self.reader.take(0, levels_of(men.items(), sensor))
        self._frame()

    def _acts(self, token: str) -> None:
        for act in token.split(","):
            name, _, letter = act.removesuffix("-").partition("=")
            assert bool(letter) is not act.endswith("-"), token
            self.set(self.game.index[name], self._men[letter] if letter else None)

    def set(self, point: Point, man: Piece | None) -> None:
        """A man leaves a point (None), or comes there."""
        empty = "" if self.sensor is Sensor.IDENTITY else 0
        level = empty if man is None else level_of(man, self.sensor)
        self.reader.take(self.at_ns, {point: level})
        self._frame()

    def _frame(self) -> None:
        self.feed(frame(self.reader, self.at_ns))


def by_chance(game: Game, seed: int, plies: int) -> list[str]:
    """A legal line rich in captures and promotions, as far as the game goes."""
    dice = Random(seed)
    positions = [game.start()]
    line: list[str] = []
    while len(line) < plies and game.ending(positions, game.rulebook) is None:
        moves = positions[-1].moves()
        weights = [0.02 if m.target is None else 1 + 6 * len(m.captured) for m in moves]
        move = dice.choices(moves, weights)[0]
        line.append(move.text)
        positions.append(positions[-1].play(move))
    return line


def trace_of(
    game: Game,
    line: Iterable[str],
    sensor: Sensor,
    *,
    turned: bool = False,
    one_grip: bool = False,
    header: dict[str, object] | None = None,
) -> str:
    """A game as a sensor trace, played by calm hands.

    Args:
        turned: the board stands the other way round; the trace leaves that to be found out.
        one_grip: captured men are exchanged for the capturer so fast that no scan shows the point empty.
    """
    out = io.StringIO()
    options = {"game_options": dict(game.options)} if game.options else {}
    writer = TraceWriter(
        out, {"game": game.name, "sensor": sensor.value, **options, **(header or {})}
    )
    empty: int | str = "" if sensor is Sensor.IDENTITY else 0

    def name(point: Point) -> str:
        return game.points[game.turned(point) if turned else point]

    position = game.start()
    if turned:
        levels: dict[str, int | str] = dict.fromkeys(
            (game.points[p] for p in men_of(position)), empty
        )
        levels.update({name(p): level_of(m, sensor) for p, m in men_of(position).items()})
        writer.set(0, levels)
    at_us = 1_000_000
    for text in line:
        move = position.by_text(text)
        assert move is not None, text
        if not move.footprint.steps:
            writer.command(at_us, text, move.side, {})
        for point, level in _acts(move, sensor, empty, one_grip=one_grip):
            writer.set(at_us, {name(point): level})
            at_us += 400_000
        position = position.play(move)
        at_us += 6_000_000 if one_grip else 1_500_000  # beyond `ask_ms`, what is open is asked
    writer.end(at_us + 3_000_000)
    return out.getvalue()


def _acts(
    move: Move, sensor: Sensor, empty: int | str, *, one_grip: bool
) -> list[tuple[Point, int | str]]:
    """What the sensors show, scan by scan."""
    found: list[tuple[Point, int | str]] = []
    exchanged = move.footprint.exchanges if one_grip else 0
    for step in next(move.footprint.orders(), ()):
        if step.act is Act.LIFT:
            if not exchanged >> step.point & 1:
                found.append((step.point, empty))
            continue
        found.append((step.point, level_of(step.man, sensor)))
        if move.choice:  # the pawn makes way for the new man
            letter = move.choice.upper() if step.man.letter.isupper() else move.choice
            new = letter if sensor is Sensor.IDENTITY else level_of(step.man, sensor)
            found += [(step.point, empty), (step.point, new)]
    return found


def replayed(text: str) -> list[dict[str, Any]]:
    """What `touchmove replay` says of a trace."""
    header, lines = read_trace(io.BytesIO(text.encode()), "t.jsonl")
    out = io.StringIO()
    replay(header, lines, out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def moves_in(messages: Sequence[dict[str, Any]]) -> list[str]:
    """The moves that stand at the end."""
    found: list[str] = []
    for message in messages:
        if message["type"] == "correction":
            del found[message["from_ply"] - 1 :]
        elif message["type"] == "move":
            found.append(message["move"])
    return found
