"""Evenings of `touchmove simulate` by hands that heed nothing the board says, recorded with their truth.

Plans are those of the simulator. Its own table stops the hands where the core asks for that, so what it records
depends on the core; here the plan is carried out to its end, whatever is asked. Deaths of the program are left out.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from controller.core.sensing.marks import Sensor
from controller.shell.benchhands import men_of
from controller.shell.evening.breaking import strike
from controller.shell.evening.drawing import draw, line_of
from controller.shell.evening.mixes import MIXES
from controller.shell.evening.plan import TOUCHING, Ill, Mess
from controller.shell.evening.table import MS, SCAN_NS, Table, settings_of
from controller.shell.judging import TrueEvening
from controller.shell.scoring import TrueDeed
from controller.shell.simulate import Asked, game_of, tape_for
from controller.shell.truth import TruePly
from drivers.sim.hands import Act, TimedAct, carry_out, end_ns

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.shell.evening.plan import Plan, Turn

US = 1000
"""Nanoseconds."""
NAMED_NS = 6000 * MS
"""After the ply behind it something irregular may still be named so long."""
REST_MS = 10_000
"""Nobody touches the board for so long at the end."""
AGAIN_NS = 1000 * MS
"""After a move was taken back its player thinks so long."""


class Unplayable(Exception):  # noqa: N818 - nothing failed: another seed is taken
    """The plan cannot be carried out by hands that heed nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """What a plan is drawn from.

    Attributes:
        recorded: the moves that are played; drawn where left out.
    """

    game: str
    mix: str
    seed: int
    plies: int
    recorded: Sequence[str] | None = None


def simulated(drawn: Drawn, sensor: Sensor) -> TrueEvening:
    """One evening.

    Raises:
        Unplayable: what was taken back cannot be made again just so.
    """
    plan = draw(game_of(Asked(game=drawn.game)), drawn.mix, drawn.seed, drawn.plies, drawn.recorded)
    table = _Heedless(plan, sensor)
    table.run()
    return TrueEvening(
        name=f"simulate {drawn.game} {drawn.mix} {sensor.value} {drawn.seed}",
        trace=table.recorded(),
        truth=tuple(table.truth[ply] for ply in sorted(table.truth)),
        deeds=tuple(table.deeds),
    )


class _Heedless(Table):
    """A table at which a plan is carried out whatever the board says.

    Attributes:
        truth: the plies made, by their numbers from 0.
        deeds: what else was done.
    """

    def __init__(self, plan: Plan, sensor: Sensor) -> None:
        self.plan = plan
        self.truth: dict[int, TruePly] = {}
        self.deeds: list[TrueDeed] = []
        self._made = tape_for(plan, sensor)
        self._troubles = [
            trouble
            for trouble in plan.troubles
            if trouble.ill not in (Ill.CUT_BEFORE, Ill.CUT_AFTER)
        ]
        self._late_ns = 0
        mix = MIXES[plan.mix]
        super().__init__(
            plan.game,
            plan.seed,
            mix.noise,
            mix.tempo,
            settings=settings_of(plan, sensor),
            sensor=sensor,
            tape=self._made,
        )

    def recorded(self) -> bytes:
        return self._made.finish().encode()

    def run(self) -> None:
        """Carries out the plan."""
        moves = self.plan.turns_of_moves
        ply = 0
        for turn in self.plan.turns:
            if turn.move:
                self._move(ply, turn)
                ply += 1
            elif turn.mess is Mess.TAKE_BACK:
                self._take_back(ply, turn, [self.plan.turns[n] for n in moves[:ply]])
            else:
                if turn.mess in (Mess.KINGS, Mess.ANALYSIS):
                    self._stands(ply)
                self._carry_out(turn)
                self._caused(turn)
        self.rest(REST_MS)
        if not self.plan.turns or self.plan.turns[-1].move:
            self._stands(ply)

    def _move(self, ply: int, turn: Turn) -> None:
        shown = [entry for entry in turn.acts if not entry.slip]
        at_ns = [entry.at_ns for entry in shown] or [turn.from_ns]
        said_ns = turn.from_ns  # a pass is made when it is said
        made = TruePly(
            move=turn.move,
            side=self.plan.game.sides[ply % 2],
            began_us=(min(at_ns) + self._late_ns) // US,
            made_us=(end_ns(turn.acts, said_ns) + self._late_ns) // US,
        )
        self.truth.setdefault(ply, made)
        self._carry_out(turn)

    def _take_back(self, ply: int, turn: Turn, moves: Sequence[Turn]) -> None:
        """One ply or two are taken back, and made again a second later."""
        back = sum(entry.act.act in (Act.LIFT, Act.REMOVE) for entry in turn.acts)
        if back not in (1, 2):
            raise Unplayable(turn)
        self._carry_out(turn)
        self._caused(turn)
        late_ns = self._late_ns
        for n in range(ply - back, ply):
            self._late_ns = self.at_ns + AGAIN_NS - moves[n].from_ns
            self._move(n, moves[n])
        self._late_ns = late_ns + max(0, self.at_ns - late_ns - turn.until_ns)
        self._stands(ply)

    def _stands(self, ply: int) -> None:
        """The board must stand as the moves have it, or the truth is none."""
        positions, _ = line_of(self.plan.game, self.plan.line[:ply])
        self.bench.board.levels(self.at_ns)
        if men_of(self.game, positions[-1]) != self.bench.board.standing():
            raise Unplayable(f"after {ply} plies")

    def _caused(self, turn: Turn) -> None:
        """Until the next ply has been told, this may be named."""
        if turn.mess not in TOUCHING:
            return
        behind = [t.until_ns for t in self.plan.turns if t.move and t.until_ns > turn.until_ns]
        until_ns = min(behind, default=turn.until_ns) + self._late_ns + NAMED_NS
        from_us = (turn.from_ns + self._late_ns) // US
        self.deeds.append(TrueDeed(str(turn.mess), from_us, until_ns // US))

    def _carry_out(self, turn: Turn) -> None:
        self.run_until(turn.from_ns + self._late_ns)
        acts = list(turn.acts)
        for order in turn.orders:
            self._do([entry for entry in acts if entry.at_ns < order.at_ns])
            acts = [entry for entry in acts if entry.at_ns >= order.at_ns]
            self.run_until(order.at_ns + self._late_ns)
            self.command(order.role, order.name, order.args)
        self._do(acts)
        self.run_until(turn.until_ns + self._late_ns)

    def _do(self, acts: Sequence[TimedAct]) -> None:
        late_ns = self._late_ns
        carry_out(
            self.bench.board,
            (replace(a, at_ns=a.at_ns + late_ns, until_ns=a.until_ns + late_ns) for a in acts),
        )

    def run_until(self, until_ns: int) -> None:
        while self._troubles and self._troubles[0].at_ns <= until_ns:
            trouble = self._troubles.pop(0)
            super().run_until(trouble.at_ns)
            if trouble.ill is Ill.GAP:
                self.pause_scanning(-(-trouble.for_ns // SCAN_NS) * SCAN_NS)
            else:
                strike(self.bench, trouble, self.at_ns, self.plan.seed)
        super().run_until(until_ns)
