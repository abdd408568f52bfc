"""Simulated evenings that are watched: what the board was shown, and when the hands were done."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from controller.core.inputs import Command, Frame
from controller.core.messages import Correction, Irregularity
from controller.core.messages import Move as MoveMessage
from controller.core.referee.duty import AGREED
from controller.core.referee.remedies import TAKEN_BACK
from controller.core.sensing.marks import Sensor
from controller.core.settings import Settings, Timings
from controller.shell.evening.ledger import MemoryJournal
from controller.shell.evening.oracles import CRASHES, Failing, WentWrong
from controller.shell.evening.outcome import Outcome
from controller.shell.evening.playing import Evening
from drivers.sim.hands import end_ns

if TYPE_CHECKING:
    from controller.core.inputs import Input, Refusal
    from controller.shell.evening.plan import Plan, Turn

MS = 1_000_000


class Watched(Evening):
    """One evening, judged as `touchmove simulate` judges it. It ends at the first wrong move.

    Args:
        timings: by which the board judges hands.

    Attributes:
        inputs: frames and commands, in order.
        done_ns: when the hands had finished each ply.
        commanded: plies that also needed something said on the kiosk.
    """

    def __init__(self, plan: Plan, timings: Timings) -> None:
        self.inputs: list[Frame | Command] = []
        self.done_ns: dict[int, int] = {}
        self.commanded: set[int] = set()
        self._timings = timings
        super().__init__(plan, Sensor.PRESENCE, MemoryJournal(), Outcome(seed=plan.seed), None)

    @property
    def settings(self) -> Settings:
        return self._settings

    @settings.setter
    def settings(self, settings: Settings) -> None:
        # An evening makes its own settings, by the default timings.
        self._settings = replace(settings, timings=self._timings)

    def to_end(self) -> Watched:
        """Plays to the end, or until something goes wrong, which `outcome` then tells."""
        try:
            self.run()
        except WentWrong as wrong:
            self.outcome.failing, self.outcome.what = wrong.failing, str(wrong)
        except CRASHES as crash:
            self.outcome.failing, self.outcome.what = Failing.CRASHED, repr(crash)
        self.outcome.turn = self.number
        return self

    def feed(self, item: Input) -> Refusal | None:
        if isinstance(item, Frame | Command):
            self.inputs.append(item)
        return super().feed(item)

    def settled_after_ms(self) -> list[float]:
        """From the end of the hands' work to the message, of the moves that were completed by rest."""
        return [
            (at_ns - self.done_ns[message.ply]) / MS
            for message, at_ns in zip(self.said, self.said_at_ns, strict=True)
            if isinstance(message, MoveMessage)
            and message.completed_by == "settled"
            and message.ply in self.done_ns
            and message.ply not in self.commanded
        ]

    @property
    def taken_back(self) -> int:
        """Moves that were published and corrected by the board, not those that the players took back."""
        plies, named = 0, ""
        for message in self.said:
            if isinstance(message, Irregularity):
                named = message.kind
            elif isinstance(message, Correction) and named != TAKEN_BACK and message.why != AGREED:
                plies += message.to_ply - message.from_ply + 1
        return plies

    def _turn(self, turn: Turn) -> bool:
        late_ns = self.late_ns
        went_on = super()._turn(turn)
        if went_on and turn.move:
            self.done_ns[self.begun] = end_ns(turn.acts, turn.until_ns) + late_ns
            if turn.orders:
                self.commanded.add(self.begun)
        return went_on
