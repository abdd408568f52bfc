"""A table in virtual time: simulated hands, magnets and chips, the real drivers, the core."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

from controller.core.inputs import Command, Frame, Tick
from controller.core.messages import Correction, Irregularity, Message, Question
from controller.core.messages import Move as MoveMessage
from controller.core.session import Session
from controller.core.settings import Settings
from controller.shell.hardware import bench_hardware
from controller.shell.moving import motions
from controller.shell.profile import Wiring
from controller.shell.pump import Pump
from drivers.sim.hands import CLUB, HandAct, Hands, Tempo
from drivers.sim.noise import NORMAL, Noise

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from controller.shell.trace import TraceWriter
    from rules.game import Game, Position

MS = 1_000_000
SCAN_NS = 5 * MS
"""200 scans a second."""


@dataclass
class Table:
    """One board being played on. Scans that could show nothing new are left out.

    Attributes:
        trace: takes down the levels and the commands.
        said: every message so far.
        said_at_ns: when each was said.
        at_ns: virtual time.
    """

    game: Game
    seed: int
    noise: Noise = NORMAL
    tempo: Tempo = CLUB
    settings: Settings | None = None
    trace: TraceWriter | None = None
    said: list[Message] = field(default_factory=list)
    said_at_ns: list[int] = field(default_factory=list)
    at_ns: int = 0

    def __post_init__(self) -> None:
        settings = self.settings or Settings(game=self.game, rulebook=self.game.rulebook)
        self.session = Session(settings)
        self.pump = Pump(self.session)
        self.dice = Random(self.seed)
        points = Wiring(tuple(range(len(self.game.points))))
        bench = bench_hardware(self.game, points, self.noise, seed=self.seed).bench
        assert bench is not None
        self.bench = bench
        self.hands = Hands(self.seed, self.tempo)
        self.position: Position = self.session.line.position
        self.bench.board.setup(men(self.game, self.position))
        self._shown: tuple[int, int] | None = None
        self.run_until(1000 * MS)

    def play(self, text: str, *, think_ms: tuple[int, int] = (250, 2500)) -> None:
        """Lets the hands make a legal move, after a pause for thought."""
        move = self.position.by_text(text)
        assert move is not None, f"{text} is not legal in {self.position.text}"
        start_ns = self.at_ns + self.dice.randint(*think_ms) * MS
        if move.target is None:
            self.rest()
            self.command(move.side, "pass", {})
        self.act(motions(self.game, self.position, move, self.dice), start_ns)
        if move.choice and move.choice != "q":
            self.command(move.side, "promote", {"to": move.choice})
        self.position = self.position.play(move)

    def answer(self, truth: Sequence[str]) -> None:
        """Answers the questions that are open, as players do who know what was played."""
        while self.session.question is not None:
            made = truth[self.session.line.ply]
            self.command("arbiter", "answer", {"move": made})
            self.rest()

    def command(self, role: str, name: str, args: Mapping[str, str]) -> None:
        if self.trace is not None:
            self.trace.command(self.at_ns // 1000, name, role, args)
        self.feed(Command(at_ns=self.at_ns, role=role, name=name, args=args))

    def act(self, acts: Sequence[HandAct], start_ns: int) -> None:
        """Lets the hands do something, until it is done."""
        self.run_until(start_ns)  # the hands look at the board before they begin
        self.bench.board.levels(self.at_ns)
        self.run_until(self.hands.schedule(self.bench.board, acts, self.at_ns))

    def rest(self, ms: int = 3000) -> None:
        """Lets time pass."""
        self.run_until(self.at_ns + ms * MS)

    def run_until(self, until_ns: int) -> None:
        """Scans up to a time."""
        while self.at_ns < until_ns:
            self._scan()
            change_ns = self.bench.next_change_ns(self.at_ns)
            deadline_ns = self.session.next_deadline()
            due = [at for at in (change_ns, deadline_ns) if at is not None]
            next_ns = max(min(due, default=until_ns), self.at_ns + 1)
            self.at_ns = min(-(-next_ns // SCAN_NS) * SCAN_NS, max(until_ns, self.at_ns + SCAN_NS))

    def feed(self, item: Command | Frame | Tick) -> None:
        for at_ns, effects in self.pump.advance(item):
            assert effects.refusal is None, effects.refusal
            self.said += effects.messages
            self.said_at_ns += [at_ns] * len(effects.messages)

    def _scan(self) -> None:
        scan = self.bench.matrix.scan(self.at_ns)
        shown = (scan.levels, scan.unknown)
        if shown == self._shown:
            self.feed(Tick(at_ns=self.at_ns))
        else:
            self._record(scan.levels)
            self._shown = shown
            self.feed(Frame(at_ns=self.at_ns, levels=scan.levels, unknown=scan.unknown))

    def _record(self, levels: int) -> None:
        if self.trace is None or self._shown is None:
            return
        changed = levels ^ self._shown[0]
        points = (p for p in range(changed.bit_length()) if changed >> p & 1)
        names = {self.game.points[p]: levels >> p & 1 for p in points}
        self.trace.set(self.at_ns // 1000, names)

    @property
    def moves(self) -> list[str]:
        """The record: what was corrected is out of it."""
        line: list[str] = []
        for message in self.said:
            if isinstance(message, Correction):
                del line[message.from_ply - 1 :]
            elif isinstance(message, MoveMessage):
                line.append(message.move)
                assert message.ply == len(line)
        return line

    @property
    def questions(self) -> list[Question]:
        return [m for m in self.said if isinstance(m, Question)]

    @property
    def irregularities(self) -> list[Irregularity]:
        return [m for m in self.said if isinstance(m, Irregularity)]


def men(game: Game, position: Position) -> dict[int, str]:
    """What stands where, for the bench."""
    found = {}
    for point in range(len(game.points)):
        man = position.man_at(point)
        if man is not None:
            found[point] = man.letter
    return found
