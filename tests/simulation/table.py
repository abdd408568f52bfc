"""A table in virtual time: simulated hands, magnets and chips, the real drivers, the core."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

from controller.core.inputs import Command, Frame, Tick
from controller.core.messages import Irregularity, Message, Question
from controller.core.messages import Move as MoveMessage
from controller.core.session import Session
from controller.core.settings import Settings
from controller.shell.moving import motions
from controller.shell.pump import Pump
from drivers.sim.bench import SimBench
from drivers.sim.hands import CLUB, HandAct, Hands, Tempo
from drivers.sim.noise import NORMAL, Noise

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rules.game import Game, Position

MS = 1_000_000
SCAN_NS = 5 * MS
"""200 scans a second."""


@dataclass
class Table:
    """One board being played on. Scans that could show nothing new are left out.

    Attributes:
        said: every message so far.
        at_ns: virtual time.
    """

    game: Game
    seed: int
    noise: Noise = NORMAL
    tempo: Tempo = CLUB
    settings: Settings | None = None
    said: list[Message] = field(default_factory=list)
    at_ns: int = 0

    def __post_init__(self) -> None:
        settings = self.settings or Settings(game=self.game, rulebook=self.game.rulebook)
        self.session = Session(settings)
        self.pump = Pump(self.session)
        self.dice = Random(self.seed)
        self.bench = SimBench(noise=self.noise, seed=self.seed)
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
        self.act(motions(self.game, self.position, move, self.dice), start_ns)
        if move.choice and move.choice != "q":
            self.feed(
                Command(at_ns=self.at_ns, role=move.side, name="promote", args={"to": move.choice})
            )
        self.position = self.position.play(move)

    def act(self, acts: Sequence[HandAct], start_ns: int) -> None:
        """Lets the hands do something, until it is done."""
        self.run_until(self.hands.schedule(self.bench.board, acts, start_ns))

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
        for _, effects in self.pump.advance(item):
            assert effects.refusal is None, effects.refusal
            self.said += effects.messages

    def _scan(self) -> None:
        scan = self.bench.matrix.scan(self.at_ns)
        shown = (scan.levels, scan.unknown)
        if shown == self._shown:
            self.feed(Tick(at_ns=self.at_ns))
        else:
            self._shown = shown
            self.feed(Frame(at_ns=self.at_ns, levels=scan.levels, unknown=scan.unknown))

    @property
    def moves(self) -> list[str]:
        return [m.move for m in self.said if isinstance(m, MoveMessage)]

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
