"""A table in virtual time: simulated hands, magnets and chips, the real drivers, the core."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from controller.core.inputs import Command, Effects, Frame, Gap, Refusal, Tick
from controller.core.messages import Correction, Irregularity, Message, Question
from controller.core.messages import Move as MoveMessage
from controller.core.sensing.marks import Sensor
from controller.core.settings import Settings
from controller.shell.benchhands import men_of
from controller.shell.cores import new_board
from controller.shell.evening.boards import board_of, timings_of
from controller.shell.evidence_tape import InOrder, Tape
from controller.shell.framing import Framer
from controller.shell.moving import motions
from controller.shell.pump import Pump
from drivers.sim.hands import CLUB, HandAct, Hands, Tempo
from drivers.sim.noise import NORMAL, Noise

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from controller.core.inputs import Input
    from controller.shell.evening.plan import Plan
    from rules.game import Game
    from rules.position import Position

MS = 1_000_000
SCAN_NS = 5 * MS
"""200 scans a second."""


class Table:
    """One board being played on. Scans that could show nothing new are left out.

    Args:
        seed: of everything drawn by chance.
        sensor: what the board's sensors tell.
        tape: takes down the levels and the commands.

    Attributes:
        position: the position that the hands have made.
        said: every message so far.
        said_at_ns: when each was said.
        at_ns: virtual time.
        watch: is given every frame.
    """

    watch: Callable[[Frame], None] | None = None

    def __init__(
        self,
        game: Game,
        seed: int,
        noise: Noise = NORMAL,
        tempo: Tempo = CLUB,
        *,
        settings: Settings | None = None,
        sensor: Sensor = Sensor.PRESENCE,
        tape: Tape | None = None,
    ) -> None:
        self.game = game
        self.settings = settings or Settings(game=game, rulebook=game.rulebook)
        self.tape = tape
        self.said: list[Message] = []
        self.said_at_ns: list[int] = []
        self.at_ns = 0
        self.session = new_board(self.settings)
        self.pump = Pump(self.session)
        self.dice = Random(seed)  # noqa: S311 - a simulation
        self.hardware = board_of(game, noise, seed, sensor)
        assert self.hardware.bench is not None
        self.bench = self.hardware.bench
        self.hands = Hands(seed, tempo)
        self.position: Position = self.session.line.position
        self.bench.board.setup(men_of(game, self.position))
        self._framer = Framer(self.hardware)
        self.look_again()
        self._fed_ns = -1  # the first scan is at 0
        self.run_until(1000 * MS)

    # What people do

    def play(self, text: str, *, think_ms: tuple[int, int] = (250, 2500)) -> None:
        """Lets the hands make a legal move, after a pause for thought."""
        move = self.position.by_text(text)
        assert move is not None, f"{text} is not legal in {self.position.text}"
        start_ns = self.at_ns + self.dice.randint(*think_ms) * MS
        if move.target is None:
            self.rest()
            self.ordered(move.side, "pass", {})
        self.act(motions(self.game, self.position, move, self.dice), start_ns)
        if move.choice and move.choice != "q":
            self.ordered(move.side, "promote", {"to": move.choice})
        self.position = self.position.play(move)

    def answer(self, truth: Sequence[str]) -> None:
        """Answers the questions that are open, as players do who know what was played."""
        while self.session.line.question is not None:
            made = truth[self.session.line.ply]
            self.ordered("arbiter", "answer", {"move": made})
            self.rest()

    def act(self, acts: Sequence[HandAct], start_ns: int) -> None:
        """Lets the hands do something, until it is done."""
        self.run_until(start_ns)  # the hands look at the board before they begin
        self.bench.board.levels(self.at_ns)
        self.run_until(self.hands.schedule(self.bench.board, acts, self.at_ns))

    def ordered(self, role: str, name: str, args: Mapping[str, object]) -> None:
        """Gives a command that must be obeyed."""
        refusal = self.command(role, name, args)
        assert refusal is None, refusal

    def command(self, role: str, name: str, args: Mapping[str, object]) -> Refusal | None:
        """Gives a command; why it was refused, if it was."""
        return self.feed(Command(at_ns=self.at_ns, role=role, name=name, args=args))

    # Time

    def rest(self, ms: int = 5000) -> None:
        """Lets time pass."""
        self.run_until(self.at_ns + ms * MS)

    def run_until(self, until_ns: int) -> None:
        """Scans up to a time."""
        while self.at_ns < until_ns:
            quiet = self._scan()
            change_ns = self.bench.next_change_ns(self.at_ns)
            deadline_ns = self.session.next_deadline()
            due = [at for at in (change_ns, deadline_ns) if at is not None]
            next_ns = max(min(due, default=until_ns), self.at_ns + 1)
            if not quiet:
                next_ns = self.at_ns + 1
            self.at_ns = min(-(-next_ns // SCAN_NS) * SCAN_NS, max(until_ns, self.at_ns + SCAN_NS))

    def pause_scanning(self, for_ns: int) -> None:
        """Makes no scans for a time, and says so as the scan thread does."""
        from_ns = self.at_ns
        self.at_ns += for_ns
        self.feed(Gap(at_ns=self.at_ns, from_ns=from_ns))

    def feed(self, item: Input) -> Refusal | None:
        """Feeds the session and takes what follows; why a command was refused, if it was."""
        refusal: Refusal | None = None
        item = self._in_order(item, self._fed_ns)
        self._fed_ns = item.at_ns
        if self.tape is not None:
            self.tape.take(item)
        if self.watch is not None and isinstance(item, Frame):
            self.watch(item)
        for at_ns, effects in self.pump.advance(item):
            self.take(at_ns, effects)
            refusal = effects.refusal
        return refusal

    def take(self, at_ns: int, effects: Effects) -> None:
        """Takes what follows from an input."""
        self.said += effects.messages
        self.said_at_ns += [at_ns] * len(effects.messages)

    def look_again(self) -> None:
        """Feeds the next scan whatever it shows: a new session has seen none."""
        self._framer.forget()
        self._in_order = InOrder()

    def _scan(self) -> bool:
        """One scan; whether the next one can only show what contacts and hands change."""
        healthy = (
            self.bench.healthy
        )  # a chip that has answered wrongly once answers rightly next time
        scan = self.bench.matrix.scan(self.at_ns)
        self.feed(self._framer.frame(self.at_ns, scan) or Tick(at_ns=self.at_ns))
        return not scan.unknown and healthy and self.bench.healthy

    # What was said

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


def settings_of(plan: Plan, sensor: Sensor) -> Settings:
    """What the session of an evening is told."""
    game = plan.game
    return Settings(
        game=game,
        rulebook=game.rulebook,
        start=plan.start,
        game_options=dict(game.options),
        timings=timings_of(game, sensor),
    )
