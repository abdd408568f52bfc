"""Plays a planned evening and judges it step by step."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec

from controller.core.messages import Health, Irregularity, Question
from controller.core.sensing.marks import Sensor
from controller.core.stages import Stage
from controller.shell.benchhands import men_of
from controller.shell.cores import recovered_board
from controller.shell.evening import entering, oracles
from controller.shell.evening.breaking import strike
from controller.shell.evening.ledger import Kept, Ledger, MemoryJournal
from controller.shell.evening.mixes import MIXES
from controller.shell.evening.oracles import Failing, WentWrong
from controller.shell.evening.outcome import Outcome
from controller.shell.evening.plan import TOUCHING, Ill, Mess
from controller.shell.evening.table import MS, SCAN_NS, Table, settings_of
from controller.shell.pump import Pump
from drivers.sim.hands import TimedAct, carry_out

if TYPE_CHECKING:
    from controller.core.inputs import Effects, Lamps
    from controller.shell.evening.plan import Order, Plan, Turn
    from controller.shell.evidence_tape import Tape

HELD_MS = 20_000
"""Nobody holds the last piece of a move in the air for so long."""
ANSWER_NS = 5000 * MS
"""After this long somebody has seen that the board asks, and answers."""
RESTORES_MAX = 10
"""Boards that ask for more to be put right on one evening are out of use."""
HALTED = (Stage.RESTORE, Stage.CHOICE)
"""Stages in which players see that they must not go on."""
TRIES = 4
"""Times that people give a command that is refused."""
PICTURES_READ = 20
"""Every so many pictures are read back from the pulses of the lamps' line: it takes milliseconds."""


class PowerCut(Exception):  # noqa: N818 - no error of ours
    """The program died."""


def play(
    plan: Plan,
    *,
    sensor: Sensor = Sensor.PRESENCE,
    journal: Kept | None = None,
    tape: Tape | None = None,
) -> Outcome:
    """Plays an evening to its end, or until it fails.

    Args:
        sensor: what the board's sensors tell.
        journal: where messages are recorded; in memory where left out.
        tape: takes down what the sensors show.
    """
    outcome = Outcome(seed=plan.seed)
    evening = None
    try:
        evening = Evening(plan, sensor, journal or MemoryJournal(), outcome, tape)
        evening.run()
    except WentWrong as failed:
        outcome.failing, outcome.what = failed.failing, str(failed)
    except oracles.CRASHES as crash:
        outcome.failing, outcome.what = Failing.CRASHED, f"{type(crash).__name__}: {crash}"
    if evening is not None:
        if outcome.failing is not None:
            outcome.turn = evening.number
        outcome.seconds = evening.at_ns / 1e9
        outcome.digest = evening.digest.hexdigest()
    return outcome


class Evening(Table):
    """A table at which a plan is carried out.

    Attributes:
        late_ns: how much later than planned things happen, because the board had to be put right.
        begun: moves that the hands have begun.
        number: of the turn that is being carried out.
    """

    def __init__(
        self, plan: Plan, sensor: Sensor, journal: Kept, outcome: Outcome, tape: Tape | None
    ) -> None:
        mix, settings = MIXES[plan.mix], settings_of(plan, sensor)
        self.plan = plan
        self.outcome = outcome
        self.ledger = Ledger(journal)
        self.record = oracles.Record(plan.line, plan.game, plan.game.start(plan.start))
        self.twin = oracles.Twin(settings, self.ledger)
        self.watch = self.record.seen.take
        self.picture: Lamps = {}
        self.late_ns = 0
        self.begun = self.number = 0
        self.digest = hashlib.sha256()
        self._troubles = list(plan.troubles)
        self._cut: Ill | None = None
        self._excused = 0
        self._asked_ns: int | None = None
        self._carried_out = 0
        self._stopped = False
        self._taken_back: set[int] = set()
        self._restored: Counter[int] = Counter()
        self._pictures = 0
        super().__init__(
            plan.game,
            plan.seed,
            mix.noise,
            mix.tempo,
            settings=settings,
            sensor=sensor,
            tape=tape,
        )

    def run(self) -> None:
        """Carries out the plan; WentWrong where an oracle says no."""
        number: int | None = 0
        while number is not None:
            self.number = number
            try:
                number = self._step(number)
            except PowerCut:
                self._restart()
                self._stopped = True
        self._close()

    def _step(self, number: int) -> int | None:
        """Carries out a turn, or puts the board right; the number of the next turn, None at the end."""
        if self._stopped:
            number = self._put_right()
            self._stopped = False
            return number
        if oracles.is_lost_by_penalties(self.session) and not self.outcome.false_irregularities:
            return None
        if number in self._taken_back:
            return number + 1
        over = number == len(self.plan.turns)
        if not over and self._turn(self.plan.turns[number]):
            return self._following(number)
        self._wait()
        if over and self.begun > len(self.record.line):  # nobody holds a man for so long
            self.rest(HELD_MS)
            self.settle()
        self._stopped = self.session.stage in HALTED
        return number if self._stopped or not over else None

    # Turns

    def _following(self, number: int) -> int:
        """The number of the turn after this one. Moves that were retracted by agreement are made again."""
        if self.plan.turns[number].mess is not Mess.TAKE_BACK:
            return number + 1
        self._taken_back.add(number)
        if self.session.line.question is not None:
            self._wait()
        if self.session.stage is Stage.PLAY:  # where the board did not agree, men go back
            self.bench.board.setup(men_of(self.game, self.session.line.position))
        if self.session.stage is not Stage.PLAY or self.session.line.ply >= self.begun:
            return number + 1
        return self._next()

    def _next(self) -> int:
        """The number of the turn that makes the next move of the record; it begins a second from now."""
        ply = self.begun = self.session.line.ply
        moves = self.plan.turns_of_moves
        if ply >= len(moves):
            return len(self.plan.turns)
        self.late_ns = self.at_ns + 1000 * MS - self.plan.turns[moves[ply]].from_ns
        return moves[ply]

    def _turn(self, turn: Turn) -> bool:
        """Carries out one turn; False when the board stopped the players before it."""
        self.run_until(turn.from_ns + self.late_ns)
        asked = self.session.line.question is not None
        if turn.mess is Mess.ANALYSIS or (turn.mess is Mess.TAKE_BACK and asked):
            self._wait()  # nobody takes back what the board asks about just then
        elif self._asked_ns is not None and self.at_ns - self._asked_ns > ANSWER_NS:
            entering.answer(self)
        if self.session.stage in HALTED:
            return False
        if turn.move:
            if self.session.line.result is not None:
                raise WentWrong(Failing.WRONG, f"the game ended before {turn.move}")
            self.begun += 1
            self.outcome.moves = max(self.outcome.moves, self.begun)
        elif turn.mess in TOUCHING:
            self._excused = self.begun + 1
        unfelt = entering.is_unfelt(self.session, turn.move)
        acts = list(turn.acts)
        for order in turn.orders:
            self._do([entry for entry in acts if entry.at_ns < order.at_ns])
            acts = [entry for entry in acts if entry.at_ns >= order.at_ns]
            self.run_until(order.at_ns + self.late_ns)
            self._order(order)
        self._do(acts)
        self.run_until(turn.until_ns + self.late_ns)
        if unfelt:
            entering.enter(self)
        return True

    def _do(self, acts: list[TimedAct]) -> None:
        late_ns = self.late_ns
        moved = (
            replace(entry, at_ns=entry.at_ns + late_ns, until_ns=entry.until_ns + late_ns)
            for entry in acts
        )
        carry_out(self.bench.board, moved)

    def _order(self, order: Order) -> None:
        """Gives a command; where it is refused people look, answer what is asked, and try again."""
        if order.name == "adjust":
            self.record.seen.adjusting()
        for _ in range(TRIES):
            if self.command(entering.speaker(self, order), order.name, order.args) is None:
                return
            self.outcome.refused += 1
            if order.name == "adjust":
                self._excused = self.begun + 1  # the men are lifted without being announced
                return
            self._wait()

    def _wait(self) -> None:
        """As `settle`; all that is still to be done is done so much later."""
        before_ns = self.at_ns
        self.settle()
        self.late_ns += self.at_ns - before_ns

    def settle(self) -> None:
        """People wait until nothing more is to be expected, and answer what is asked."""
        for _ in range(TRIES):
            ply, asked = self.session.line.ply, self.session.line.question
            self.rest(5000)
            if ply == self.session.line.ply and asked is self.session.line.question is None:
                return
            entering.answer(self)

    def _put_right(self) -> int:
        """The men are set as the record has them; the number of the turn to go on with."""
        self._restored[self.session.line.ply] += 1
        if self._restored.total() > RESTORES_MAX:
            raise WentWrong(Failing.BLOCKED, f"was to be put right {RESTORES_MAX + 1} times")
        self.rest(1000)
        entering.object_to(self)
        for again in range(TRIES):
            entering.answer(self)
            if self.session.stage is Stage.CHOICE:  # nobody accepts what was not done
                self.command("arbiter", "demand-correction", {})
            # Once the men stand right and a sensor still says otherwise, somebody tells the board.
            if again:
                self.command("arbiter", "resume", {})
            self.bench.board.setup(men_of(self.game, self.session.line.position))
            self.rest(1000 if again else 6000)
            if self.session.stage in (Stage.PLAY, Stage.ENDED):
                break
        if self.session.stage not in (Stage.PLAY, Stage.ENDED):
            state = self.session.state
            target = state.remedy.target
            differ = 0 if target is None else state.sensing.standing ^ target.occupied
            names = [name for p, name in enumerate(self.game.points) if differ >> p & 1]
            raise WentWrong(
                Failing.BLOCKED, f"stays in stage {self.session.stage.value}, differing at {names}"
            )
        if self._restored[self.session.line.ply] >= entering.TRIES:
            entering.enter(self, tried=True)
        return self._next()

    def _close(self) -> None:
        self.record.close()
        if self.begun and entering.is_waiting(self.session, self.plan.line[self.begun - 1]):
            entering.enter(self)
        self.outcome.lost = self.begun - len(self.record.line)
        if self.outcome.lost:
            stage, found = self.session.stage.value, len(self.record.line)
            self.number = self.plan.turns_of_moves[found]
            if self.record.seen.is_nothing():
                self.outcome.lost = 0
                raise WentWrong(Failing.INDISTINGUISHABLE, "the last moves were not shown")
            raise WentWrong(Failing.LOST, f"{self.begun} moves made, {found} found; stage {stage}")
        assert self._restored or not self.bench.board.misses, (
            "hands found no man where one should be"
        )

    # What follows from inputs

    def take(self, at_ns: int, effects: Effects) -> None:
        super().take(at_ns, effects)
        if effects.lamps is not None:
            self.picture = effects.lamps
            assert self.hardware.lamps is not None
            self.hardware.lamps.show(self.hardware.colours(effects.lamps))
            self._pictures += 1
            if self._pictures % PICTURES_READ == 0:
                oracles.lamps_are_lit(self.picture, self.bench)
        if effects.messages:
            self._publish(at_ns, effects)
        if effects.messages or effects.lamps is not None:
            oracles.lamps_agree(self.session, self.picture)

    def _publish(self, at_ns: int, effects: Effects) -> None:
        at_us = at_ns // 1000
        if self._cut is not None:
            steps_done = 0 if self._cut is Ill.CUT_BEFORE else 1
            self._cut = None
            self.ledger.carry_out(effects.messages, at_us, steps_done=steps_done)
            raise PowerCut
        self.ledger.carry_out(effects.messages, at_us)
        self._carried_out += len(effects.messages)
        for message in effects.messages:
            self.digest.update(msgspec.json.encode((at_us, message)))
            self._count(message)
            self.record.take(message, at_ns, self.begun)
        oracles.told_is_recorded(self.ledger, self._carried_out)
        self.twin.follow()
        self.twin.compare(self.session)
        if self.session.line.question is None:
            self._asked_ns = None
        elif self._asked_ns is None:
            self._asked_ns = at_ns

    def _count(self, message: object) -> None:
        if isinstance(message, Question):
            self.outcome.asked += 1
        elif isinstance(message, Irregularity):
            self.outcome.irregularities += 1
            if len(self.record.line) >= self._excused:
                self.outcome.false_irregularities += 1
                if not self.outcome.what:
                    self.outcome.what = f"{message.kind} ({message.law})"
                    self.outcome.turn = self.number

    def _restart(self) -> None:
        """The program starts anew and knows what its journal knows."""
        messages = self.ledger.messages()
        oracles.told_is_recorded(self.ledger, self._carried_out)
        self._carried_out = len(messages)
        told = Health(
            suspects=self.session.health.told(self.at_ns), bus="ok", broker="none", disk="ok", scan_hz=None, latency_ms=None
        )  # fmt: skip
        self.session = recovered_board(self.settings, [*messages, told], self.ledger.times_us())
        self.pump = Pump(self.session, self.at_ns)
        self.look_again()
        self._asked_ns = None
        self.picture = {}
        assert self.hardware.lamps is not None
        self.hardware.lamps.show({})
        unheard = len(self.ledger.told)
        self.ledger.catch_up()
        for message in messages[unheard:]:
            self._count(message)
            self.record.take(message, self.at_ns, self.begun)
        self.twin.follow()
        self.twin.compare(self.session)

    # Electronics

    def run_until(self, until_ns: int) -> None:
        while self._troubles and self._troubles[0].at_ns <= until_ns:
            trouble = self._troubles.pop(0)
            super().run_until(trouble.at_ns)
            if trouble.ill is Ill.GAP:
                self.pause_scanning(-(-trouble.for_ns // SCAN_NS) * SCAN_NS)
            elif trouble.ill in (Ill.CUT_BEFORE, Ill.CUT_AFTER):
                self._cut = trouble.ill
            else:
                strike(self.bench, trouble, self.at_ns, self.plan.seed)
        super().run_until(until_ns)
