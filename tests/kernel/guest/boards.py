"""A board as it is sold: a profile of hardware/, its models, the service, and hands that play on it."""

import random
from collections.abc import Sequence
from pathlib import Path

from controller.core.messages import Irregularity, Move, Question
from controller.journal.store import Journal
from controller.shell.benchhands import Bench
from controller.shell.boardclock import BoardClock
from controller.shell.config import load_config
from controller.shell.hardware import simulated_hardware
from controller.shell.moving import motions
from controller.shell.service import Service
from drivers.sim.hands import CALM, Hands
from drivers.sim.noise import NORMAL

MS = 1_000_000
PROFILE = Path(__file__).parents[3] / "hardware/chess-reed-14.toml"
BUS = "/dev/i2c-1"
SCRIPT = ("e2e4", "d7d5", "e4d5", "d8d5")


class Board:
    """The board with the men of a new game on it; whoever has it lets scans go on.

    Attributes:
        sim: men and models.
        wire: the models' bus.
    """

    def __init__(self, journal: Journal, clock: BoardClock) -> None:
        config = load_config(PROFILE)
        self.clock = clock
        self.scan_hz = config.sensors.scan_hz
        self.hardware = simulated_hardware(config, NORMAL, seed=1)
        assert self.hardware.bench is not None
        self.sim = self.hardware.bench
        self.wire = self.sim.wires[0]
        self.service = Service(journal, config.settings(), clock)
        self._game = config.board.game
        self._hands = Hands(1, CALM)
        self._dice = random.Random(1)
        Bench(self._game, self.sim, clock).set_up(self.service.session.line.position)

    def begin_move(self, text: str) -> int:
        """Hands begin to make a move; when they will be done, in ns."""
        position = self.service.session.line.position
        move = position.by_text(text)
        assert move is not None
        acts = motions(self._game, position, move, self._dice)
        return self._hands.schedule(self.sim.board, acts, self.clock.now_ns())

    def moves(self) -> list[str]:
        return [message.move for message in self._messages() if isinstance(message, Move)]

    def asked(self) -> list[object]:
        """Where the board was not sure."""
        return [m for m in self._messages() if isinstance(m, Question | Irregularity)]

    def faults(self) -> str:
        """What `health` says is wrong."""
        return " | ".join(self.service.health().faults)

    def _messages(self) -> Sequence[object]:
        assert self.service.game_id is not None
        return self.service.journal.messages_of(self.service.game_id)
