"""What the buzzer of a board sounds, and faults of buttons and buzzer in the board's health."""

from __future__ import annotations

import pytest

from controller.core.messages import (
    Clock,
    Irregularity,
    Message,
    Observed,
    Question,
    Result,
)
from controller.shell.hardware import bench_hardware
from controller.shell.profile import Wiring
from controller.shell.scanner import Scanner
from controller.shell.sounding import Bell
from controller.shell.supervising import Supervisor
from controller.shell.wellbeing import Parts, health, status
from drivers.buzzer import Buzzer, Sound
from drivers.keys import GpioKeys, Key
from drivers.ports import Symptom, WorldFault
from drivers.sim.machine import SimMachine
from drivers.sim.noise import CLEAN
from rules.registry import game_by_name

MS = 1_000_000
CHESS = game_by_name("chess")
RUNS = Clock(sides={}, running="black")
QUESTION = Question(id="q1", reason="r", candidates=[], answers=[])
IRREGULAR = Irregularity(
    id="i1", law="CH-7.5.1", kind="k", side="white", points=[], observed=Observed(), remedy="r"
)
RESULT = Result(result="1-0", termination="mate", law=None)


class Lines:
    """One line that may break."""

    count = 1

    def __init__(self) -> None:
        self.levels: list[int] = []
        self.broken = False

    def set(self, levels: int) -> None:
        if self.broken:
            raise WorldFault(Symptom.IO, "GPIO 21", "Look at it.")
        self.levels.append(levels)

    def read(self) -> int:
        if self.broken:
            raise WorldFault(Symptom.IO, "GPIO 5", "Look at it.")
        return 1

    def close(self) -> None:
        """Nothing to release."""


def heard(*messages: Message, press: bool = False, faulty: bool = False) -> Sound | None:
    buzzer = Buzzer(Lines())
    bell = Bell(buzzer)
    if press:
        bell.pressed()
    bell.hear(messages)
    assert bell.step(MS, faulty=faulty) == ()
    return buzzer.sounding


@pytest.mark.parametrize(
    ("messages", "sound"),
    [
        ((), None),
        ((RUNS,), None),
        ((QUESTION,), Sound.QUESTION),
        ((IRREGULAR, QUESTION), Sound.IRREGULARITY),
        ((RESULT, QUESTION), Sound.END),
        ((Clock(sides={}, flag="white"), RESULT), Sound.FLAG),
        ((Clock(sides={}),), None),
    ],
)
def test_the_most_important_message_is_heard(
    messages: tuple[Message, ...], sound: Sound | None
) -> None:
    assert heard(*messages) is sound


def test_a_press_is_heard_when_it_counts() -> None:
    assert heard(RUNS, press=True) is Sound.PRESS
    assert heard(press=True) is None
    assert heard(Clock(sides={}, running="black", why="resumed"), press=True) is None


def test_a_fault_sounds_once_when_it_begins() -> None:
    buzzer = Buzzer(Lines())
    bell = Bell(buzzer)
    sounded = []
    for at_ms in range(0, 8000, 5):
        bell.step(at_ms * MS, faulty=1000 <= at_ms < 5000 or at_ms >= 7000)
        sounded.append(buzzer.sounding is Sound.FAULT)
    begins = [n * 5 for n in range(1, len(sounded)) if sounded[n] and not sounded[n - 1]]
    assert begins == [1000, 7000]


def test_buttons_and_a_buzzer_that_fail_are_in_the_health() -> None:
    hardware = bench_hardware(CHESS, Wiring(tuple(range(64))), CLEAN, seed=0)
    lines, line = Lines(), Lines()

    class Machine(SimMachine):
        def inputs(self, *_: object) -> Lines:
            return line

    hardware.keys = GpioKeys([Key(name="white", pin=5)], Machine())
    hardware.buzzer = Buzzer(lines)
    scanner = Scanner(hardware, lambda _: None)
    parts = Parts(scans=scanner.scans, link=None, disk="ok", evidence=None, supervisor=Supervisor())
    scanner.step(5 * MS)
    assert health(parts, [], [], []).faults == []
    lines.broken = line.broken = True
    scanner.hear([QUESTION])
    scanner.step(10 * MS)
    faults = health(parts, [], [], []).faults
    assert faults == [
        "key white on pin 5: io-error. Look at it.",
        "the buzzer, GPIO 21: io-error. Look at it.",
    ]
    assert status(parts).state == "degraded"
    lines.broken = line.broken = False
    for at_ms in range(15, 2000, 5):
        scanner.step(at_ms * MS)
    assert (status(parts).state, lines.levels[-1]) == ("online", 0)
    assert 1 in lines.levels
