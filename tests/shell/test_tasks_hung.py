"""Each task of the service and of the hub hangs on purpose: that is noticed, and it is started again."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from controller.shell import supervising, tasks
from controller.shell.causes import StoppedError
from controller.shell.tasks import DUTIES, OnEnd
from tests.shell.supervised_kit import (
    HUB_ONLY,
    Killed,
    Supervised,
    viewer,
    whole_hub,
    whole_service,
)

if TYPE_CHECKING:
    from pathlib import Path

    from controller.shell.service import Service

BOUNDED = {
    tasks.BROKER.name: "waits for nothing but its end; who talks to it has limits of his own",
    tasks.MQTT.name: "keepalive and a limit for each answer",
    tasks.BOARDS.name: "keepalive and a limit for each answer",
    tasks.KIOSK.name: "the server's loop waits for connections only, each with its limits",
    tasks.LIVECHESS.name: "the server's loop waits for connections only",
}
"""Tasks that give no sign of life, and why they cannot hang by themselves."""


def test_each_task_gives_signs_of_life_or_has_a_reason() -> None:
    assert {name for name, duty in DUTIES.items() if duty.silent_s is None} == set(BOUNDED)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody looks but the test."""
    monkeypatch.setattr(supervising, "LOOK_S", 1000)


async def hung(whole: Supervised, name: str, clock: list[float]) -> None:
    """Lets a task hang until that is noticed."""
    supervisor = whole.supervisor
    run = supervisor._runs[name]
    work, silent_s = run.work, run.duty.silent_s
    assert silent_s is not None
    hanging = asyncio.Event()

    async def hang() -> None:
        hanging.set()
        await asyncio.Event().wait()

    run.work = hang
    await whole.strike(name, Killed("to begin with"))
    if run.duty.on_end is OnEnd.RESTART:
        async with asyncio.timeout(20):
            await hanging.wait()
    run.work = work
    before = run.restarts
    for _ in range(int(silent_s) + 2):
        clock[0] += 1
        for (
            other
        ) in supervisor._runs.values():  # they run, only the test's clock is too quick for them
            if other is not run:
                other.heard_s = clock[0]
        supervisor.look()
    await whole.until(lambda: run.restarts > before)
    assert run.cause == f"no sign of life for {silent_s:g} seconds"


def test_each_task_of_the_service_that_hangs_is_noticed_and_started_again(tmp_path: Path) -> None:
    async def test() -> set[str]:
        clock = [0.0]
        async with (
            whole_service(tmp_path, clock=lambda: clock[0]) as (service, whole),
            viewer(whole.address),
        ):
            await whole.until(lambda: tasks.VIEWERS.name in whole.names())
            await alive(whole, service, clock)
            names = {n for n in whole.names() if DUTIES[n].silent_s is not None}
            for name in sorted(names - {tasks.SCAN.name}):
                await hung(whole, name, clock)
            return names

    names = asyncio.run(test())
    assert names == set(DUTIES) - set(BOUNDED) - HUB_ONLY


async def alive(whole: Supervised, service: Service, clock: list[float]) -> None:
    """As they are, the tasks give their signs by themselves."""
    clock[0] = 1.0
    runs = whole.supervisor._runs

    def all_have() -> bool:
        return all(r.heard_s == 1.0 for n, r in runs.items() if DUTIES[n].silent_s is not None)

    telling = asyncio.create_task(service._notify())  # and with news, those that wait for news
    await whole.until(all_have)
    await telling


def test_a_scan_that_hangs_ends_the_process(tmp_path: Path) -> None:
    async def test() -> None:
        clock = [0.0]
        async with whole_service(tmp_path, clock=lambda: clock[0]) as (service, whole):
            async with service._lock:  # a bug of ours: somebody never lets go
                before = clock[0]
                while whole.supervisor.stopped_by is None:
                    clock[0] += 1
                    whole.supervisor.look()
                    await asyncio.sleep(0)
                    if clock[0] - before > 30:
                        break
            with pytest.raises(StoppedError, match="following the board: no sign of life for 10"):
                await whole.supervisor.stopped()

    asyncio.run(test())


def test_each_task_of_the_hub_that_hangs_is_noticed_and_started_again(tmp_path: Path) -> None:
    async def test() -> set[str]:
        clock = [0.0]
        async with whole_hub(tmp_path, clock=lambda: clock[0]) as whole:
            names = {n for n in whole.names() if DUTIES[n].silent_s is not None}
            for name in sorted(names):
                await hung(whole, name, clock)
            return names

    assert asyncio.run(test()) == {tasks.FEED.name, tasks.PUSH.name, tasks.PUBLIC.name}
