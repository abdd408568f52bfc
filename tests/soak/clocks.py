"""The clock over six simulated hours, with every kind of time control, beside a plain model: not a nanosecond is lost.

COUNT evenings, each with its own control: those that the documents name, then any that the grammar allows. Players press
at any nanosecond, arbiters stop and start the clocks, add and set time, moves are taken back, and the program is started
anew from what it has saved. After each of these both faces equal the model's; at the end the time that the two have spent
and that the clocks have stood is six hours, exactly. (The row of the reliability tests asks for a millisecond.)
"""

from __future__ import annotations

import json
from collections import Counter
from random import Random

from controller.core.table.clock.game_clock import GameClock, S
from rules.terms import Side
from rules.time_control import read_time_control
from tests.model.clock import PlainClock
from tests.soak import _running

COUNT = 1000
HOURS_NS = 6 * 3600 * S
SIDES = (Side("white"), Side("black"))
NAMED = (
    "90:00+0:30", "40/90:00,10/15:00*", "40/90:00+0:30,15:00", "5:00+0:03", "60:00,25/10:00*", "60:00,3x0:30",
    "5x1:00", "0:01,3x0:30", "~1:00", "1:30:00d0:05", "5:00b0:03", "2/1:00,0:30+0:05", "0:20,3/0:30*", "12:00:00",
)  # fmt: skip
ACTS = {
    "press": 80, "look": 20, "save": 8, "stop": 3, "start": 6, "take-back": 3, "add": 2, "set": 1,
}  # fmt: skip


def control_of(seed: int) -> str:
    """The time control of a seed."""
    dice = Random(f"control {seed}")
    if seed % 4 == 0:
        return NAMED[seed // 4 % len(NAMED)]
    if dice.random() < 0.1:
        return f"~{_time(dice)}"
    stages = [f"{dice.randint(1, 40)}/{_period(dice)}" for _ in range(dice.randint(0, 2))]
    last = dice.choice(("open", "open", "repeats", "byo-yomi", "both"))
    if last in ("open", "both"):
        stages.append(_period(dice))
    if last == "repeats":
        stages.append(f"{dice.randint(1, 25)}/{_period(dice)}*")
    if last in ("byo-yomi", "both"):
        stages.append(f"{dice.randint(1, 9)}x{_time(dice, 90)}")
    return ",".join(stages)


def _time(dice: Random, most_s: int = 7200) -> str:
    seconds = dice.randint(1, most_s)
    return f"{seconds // 60}:{seconds % 60:02}"


def _period(dice: Random) -> str:
    bonus = dice.choice(("", "", "+", "d", "b"))
    return _time(dice) + (bonus + _time(dice, 60) if bonus else "")


class Evening:
    """A clock and the model beside it."""

    def __init__(self, seed: int) -> None:
        self.control = control_of(seed)
        self.dice = Random(f"clock {seed}")
        self.clock = GameClock(read_time_control(self.control), SIDES)
        self.plain = PlainClock(self.control, SIDES)
        self.at_ns = self.stood_ns = self.charged_ns = 0
        self.did: Counter[str] = Counter()

    def run(self) -> Counter[str]:
        """Six hours.

        Raises:
            AssertionError: the two differ; tells the control, the moment and the act.
        """
        self._act("start")
        # Quick games and slow ones: a press in some seconds, or in some minutes.
        mean_ns = self.dice.choice((3, 20, 120)) * S
        while self.at_ns < HOURS_NS:
            wait_ns = min(int(self.dice.expovariate(1 / mean_ns)), HOURS_NS - self.at_ns)
            self.stood_ns += wait_ns if self.clock.running is None else 0
            self.at_ns += wait_ns
            act = self.dice.choices(list(ACTS), list(ACTS.values()))[0]
            self._act(act)
            self.did[act] += 1
            self._agree(act)
        self.clock.advance(HOURS_NS)
        spent_ns = sum(face.spent_ns for face in self.clock.faces.values())
        ran_ns = spent_ns - self.charged_ns
        assert ran_ns + self.stood_ns == HOURS_NS, f"{self.control}: {ran_ns}, {self.stood_ns}"
        self.did["flags"] += len(self.clock.fallen())
        return self.did

    def _act(self, act: str) -> None:
        clock, plain, at_ns, dice = self.clock, self.plain, self.at_ns, self.dice
        side = dice.choice(SIDES)
        match act:
            case "press" if clock.running is not None:
                side = clock.running
                clock.press(side, at_ns)
                plain.press(side, at_ns, moves=1)
            case "start":
                clock.start(at_ns)
                plain.until(at_ns)
                plain.runs = plain.turn
            case "stop":
                clock.stop(at_ns)
                plain.until(at_ns)
                plain.runs = None
            case "take-back":
                side = clock.other(clock.turn)
                clock.take_back(side, at_ns)
                plain.undo(side, at_ns)
            case "add":
                ns = dice.randint(-60, 300) * S
                self.charged_ns += max(0, -ns)
                clock.add(side, ns, at_ns)
                plain.add(side, ns, at_ns)
            case "set":
                for each in SIDES:
                    ns = dice.randint(1, 3600) * S
                    clock.set(each, ns, at_ns)
                    plain.set(each, ns, at_ns)
            case "save":
                saved = json.loads(json.dumps(clock.state()))
                self.clock = GameClock(clock.control, SIDES)
                self.clock.restore(saved)
            case _:
                clock.advance(at_ns)
                plain.until(at_ns)

    def _agree(self, act: str) -> None:
        self.clock.advance(self.at_ns)
        self.plain.until(self.at_ns)
        for side in SIDES:
            face, hand = self.clock.faces[side], self.plain.hands[side]
            ours = (face.left_ns, face.spent_ns, face.fell_ns, face.period)
            theirs = (hand.left, hand.spent, hand.fell, hand.period)
            assert ours == theirs, f"{self.control} at {self.at_ns}, {act}: {ours}, model {theirs}"
        assert self.clock.running == self.plain.runs, f"{self.control} at {self.at_ns}, {act}"


def evening(seed: int) -> Counter[str]:
    """Six hours with the control of a seed."""
    return Evening(seed).run()


def soak(*, seed: int, count: int) -> dict[str, object]:
    """Runs so many evenings.

    Raises:
        AssertionError: as `Evening.run`.
    """
    found: Counter[str] = Counter()
    controls = {control_of(each) for each in range(seed, seed + count)}
    for did in _running.dealt(evening, range(seed, seed + count)):
        found += did
    return {"evenings": count, "controls": len(controls), "error_ns": 0, **found}
