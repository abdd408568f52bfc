"""The clock of the service: new starts of the program and of the machine, wall clocks that jump."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from controller.core.inputs import Frame, Input, Press, Tick
from controller.core.messages import Clock
from controller.core.settings import Settings
from controller.core.table.clock.timer import faces_at
from controller.journal.store import Journal
from controller.shell import writing as module
from controller.shell.boardclock import BoardClock, SteppedClock
from controller.shell.service import Service
from rules.registry import game_by_name
from tests.core.rig import MS, WHITE

CHESS = game_by_name("chess")
ARRAY = CHESS.start().occupied
E2, E4 = (1 << CHESS.index[name] for name in ("e2", "e4"))
WHOLE_MS = 90 * 60_000


def run(coroutine: Coroutine[Any, Any, Any]) -> Any:  # noqa: ANN401
    return asyncio.run(coroutine)


class Machine:
    """A machine with a board on it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.clock = SteppedClock()
        self.clock.boot = "boot-1"
        self.levels = ARRAY
        self.journal = Journal.open(folder, "b1")
        self.service = self._service()

    def _service(self) -> Service:
        settings = Settings(game=CHESS, rulebook=CHESS.rulebook, time_control="90:00")
        service = Service(self.journal, replace(settings), self.clock)
        self._feed(service, Frame(at_ns=self.clock.at_ns, levels=self.levels))
        return service

    def again(self, *, boot: str = "boot-1") -> None:
        """The program is killed and started again, on a machine that may have been switched off."""
        self.journal.close()
        self.clock.boot = boot
        if boot != "boot-1":
            self.clock.at_ns = 7_000 * MS
        self.journal = Journal.open(self.folder, "b1")
        self.service = self._service()

    def wait(self, ms: int) -> None:
        self.clock.at_ns += ms * MS
        self._feed(self.service, Tick(at_ns=self.clock.at_ns))

    def set(self, levels: int) -> None:
        self.levels = levels
        self._feed(self.service, Frame(at_ns=self.clock.at_ns, levels=levels))

    def press(self) -> None:
        self._feed(self.service, Press(at_ns=self.clock.at_ns, side=WHITE))

    def left_ms(self, side: str) -> int:
        """What a side has now, to the millisecond."""
        timer = self.service.session.state.clock
        assert timer is not None
        faces = faces_at(timer, self.clock.at_ns - timer.origin_ns)
        left: int = faces[side]["remaining_ms"]
        return left

    def clocks(self) -> list[Clock]:
        return [m for m in self.journal.messages_of("g1") if isinstance(m, Clock)]

    def play(self) -> None:
        """White thinks for a minute, moves and presses."""
        self.wait(60_000)
        self.set(ARRAY & ~E2)
        self.wait(300)
        self.set(ARRAY & ~E2 | E4)
        self.wait(200)
        self.press()
        self.wait(1500)

    @staticmethod
    def _feed(service: Service, item: Input) -> None:
        run(service.take(item))


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    made = Machine(tmp_path / "journal")
    made.wait(0)
    yield made
    made.journal.close()


def test_a_new_start_of_the_program_loses_no_time(machine: Machine) -> None:
    machine.play()
    before = machine.left_ms("white"), machine.left_ms("black")
    machine.wait(20_000)
    machine.clock.at_ns += 3000 * MS
    machine.again()
    machine.wait(1000)
    assert machine.left_ms("white") == before[0]
    assert abs(machine.left_ms("black") - (before[1] - 24_000)) <= 1
    told = machine.clocks()[-1]
    assert (told.why, told.running) == ("program-restarted", "black")
    assert told.gap_ms is not None
    assert told.gap_ms >= 3000


@pytest.mark.xfail(
    strict=True, reason="a sensor said to be wrong is not taken so after a new start"
)
def test_a_new_start_of_the_program_knows_which_sensors_are_wrong(machine: Machine) -> None:
    machine.play()
    a1 = 1 << CHESS.index["a1"]
    machine.set(machine.levels & ~a1)
    machine.wait(10_000)
    assert run(machine.service.command("arbiter", "resume", {"id": "r1"}, "http")).accepted
    machine.wait(100)
    run(machine.service.say(machine.service.health()))
    machine.again()
    machine.wait(1000)
    assert machine.service.session.stage == "play"
    told = machine.service.health().suspects
    assert told == [{"point": "a1", "symptom": "stuck-off", "lasting": True}]


def test_after_a_new_start_of_the_machine_the_clock_stands_and_says_why(machine: Machine) -> None:
    machine.play()
    known = machine.clocks()[-1].sides["black"]["remaining_ms"]
    machine.wait(20_000)
    machine.again(boot="boot-2")
    machine.wait(3_600_000)
    assert machine.left_ms("black") == known
    told = machine.clocks()[-1]
    assert (told.why, told.stopped, told.running) == ("board-restarted", "board-restarted", None)
    reply = run(machine.service.command("arbiter", "resume", {"id": "r1"}, "http"))
    assert reply.accepted, reply.reason
    machine.wait(5000)
    assert abs(machine.left_ms("black") - (known - 5000)) <= 1


@pytest.mark.parametrize("days", [-1, 1])
def test_a_wall_clock_that_jumps_by_a_day_changes_nothing(
    machine: Machine, days: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    wall = iter(f"2026-03-{14 + n * days:02}T10:00:00.000Z" for n in (0, 0, *[1] * 50))
    monkeypatch.setattr(module, "wall", lambda: next(wall))
    machine.play()
    machine.wait(30_000)
    machine.again()
    machine.wait(30_000)
    assert abs(machine.left_ms("white") - (WHOLE_MS - 60_500)) <= 1
    assert abs(machine.left_ms("black") - (WHOLE_MS - 61_500)) <= 1
    walls = {entry.body["wall"][:10] for entry in machine.journal.entries() if entry.body["wall"]}
    assert len(walls) == 2


def test_the_machine_names_its_boot_and_a_demo_in_its_own_time_has_none() -> None:
    assert BoardClock().boot == BoardClock().boot
    assert BoardClock(10.0).boot is None
    assert SteppedClock().boot is None


def test_a_clock_that_runs_is_told_every_half_minute(machine: Machine) -> None:
    machine.wait(100_000)
    told = [clock.sides["white"]["remaining_ms"] for clock in machine.clocks()]
    assert told == [WHOLE_MS, WHOLE_MS - 30_000, WHOLE_MS - 60_000, WHOLE_MS - 90_000]
