"""Each task of the service and of the hub is killed in turn: nothing of it is silent, and all of it heals."""

from __future__ import annotations

import asyncio
import gc
import logging
from typing import TYPE_CHECKING

import pytest

from controller.journal.store import Journal
from controller.shell import tasks
from controller.shell.causes import StoppedError
from controller.shell.tasks import DUTIES, OnEnd
from tests.shell.supervised_kit import (
    HUB_ONLY,
    Killed,
    Supervised,
    ours,
    raise_inside,
    viewer,
    waiting,
    whole_hub,
    whole_service,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


# What is killed in the middle of a library's work may leave it a socket that nobody closes.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")


@pytest.fixture(autouse=True)
def swept() -> Iterator[None]:
    """What was left behind is collected here, and troubles no other test."""
    yield
    gc.collect()


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Connections that were killed are made again at once."""
    monkeypatch.setattr("controller.shell.broker_link.BACK_OFF_S", (0.001, 0.001))
    monkeypatch.setattr("controller.shell.broker.STOP_S", 0.1, raising=False)


KEPT = {"Supervisor._once.<locals>.work", "until_stopped"}
"""Tasks that the supervisor keeps, also while they end, and the test's own."""
CAUSES: dict[str, Exception] = {
    "a bug": Killed("a bug"),
    "the world": OSError(5, "Input/output error"),
    "a name": UnicodeError("label too long"),
}


async def killed(whole: Supervised, name: str, caplog: pytest.LogCaptureFixture) -> None:
    """Kills a task for several reasons; each is logged once, and shown until it has run well for a while."""
    duty = DUTIES[name]
    for count, error in enumerate(CAUSES.values(), 1):
        await whole.kill(name, error)
        [state] = [each for each in whole.supervisor.troubles() if each.name == name]
        said = str(
            error.args[-1]
        )  # where it is struck while it opens a port, that is said in other words
        assert said in str(state.cause)
        assert state.next_step == duty.next_step
        told = [r.getMessage() for r in caplog.records if r.getMessage().startswith(duty.does)]
        assert len(told) == count, told
        assert said in told[-1]
        assert state.restarts == count


async def seen_outside(whole: Supervised, name: str) -> None:
    """The page for monitors tells what has happened to a task."""
    health = (await whole.get("/healthz")).json()
    assert health["tasks"][name].startswith(DUTIES[name].does)
    figures = (await whole.get("/metrics")).text
    assert f'touchmove_task_up{{task="{name}"}} 0' in figures
    assert f'touchmove_task_restarts_total{{task="{name}"}} {len(CAUSES)}' in figures


def test_each_task_of_the_service_that_is_killed_is_seen_and_comes_back(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> list[str]:
        async with whole_service(tmp_path) as (service, whole):
            async with viewer(whole.address):
                await whole.until(lambda: tasks.VIEWERS.name in whole.names())
                names = [n for n in whole.names() if DUTIES[n].on_end is OnEnd.RESTART]
                # Who serves the pages comes last, for with it the viewer goes; and before it the broker.
                for name in sorted(names, key=lambda n: n == tasks.KIOSK.name):
                    await killed(whole, name, caplog)
                    assert service.status().state == "degraded"
                    said = "; ".join(service.health().faults)
                    assert DUTIES[name].next_step in said
                    if name == tasks.VIEWERS.name:
                        await seen_outside(whole, name)
            for name in names:
                if name != tasks.VIEWERS.name:
                    await seen_outside(whole, name)
            return names

    names = asyncio.run(test())
    stopping = {duty.name for duty in DUTIES.values() if duty.on_end is OnEnd.STOP}
    assert set(names) == set(DUTIES) - HUB_ONLY - stopping


@pytest.mark.parametrize("name", [d.name for d in DUTIES.values() if d.on_end is OnEnd.STOP])
def test_a_task_that_cannot_be_started_again_ends_the_process_with_its_cause(
    name: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> None:
        async with whole_service(tmp_path) as (service, whole):
            await whole.strike(name, Killed("a bug"))
            with pytest.raises(StoppedError, match="Killed: a bug"):
                await whole.supervisor.stopped()
            status = service.status()
            assert (status.state, status.cause) == (
                "stopped",
                f"{DUTIES[name].does}: Killed: a bug",
            )
            assert (await whole.get("/healthz")).status_code == 503

    asyncio.run(test())
    assert [r.levelno for r in caplog.records if "Killed" in r.getMessage()] == [logging.CRITICAL]
    assert _last_words(tmp_path) == ("stopped", f"{DUTIES[name].does}: Killed: a bug")


def _last_words(folder: Path) -> tuple[str, str]:
    with Journal.read(folder / "journal") as journal:
        body = journal.entries(journal.newest_seq - 1)[0].body
    return body["state"], body["cause"]


def test_each_task_of_the_hub_that_is_killed_is_seen_and_comes_back(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> list[str]:
        async with whole_hub(tmp_path) as whole:
            names = list(whole.names())
            for name in sorted(names, key=lambda n: n == tasks.KIOSK.name):
                await killed(whole, name, caplog)
            for name in names:
                await seen_outside(whole, name)
            assert (await whole.get("/healthz")).status_code == 503
            return names

    assert {tasks.BOARDS.name, tasks.FEED.name, tasks.PUSH.name, tasks.PUBLIC.name} < set(
        asyncio.run(test())
    )


@pytest.mark.parametrize("kind", ["service", "hub"])
def test_the_parts_of_tasks_that_are_killed_are_seen_too(
    kind: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Whatever runs in our name at this moment, known to the supervisor or not."""

    wanted = {"_tell", "_listen"}
    if kind == "service":
        wanted |= {"_disconnected", "_serve", "_follow"} | {
            f"_Publisher._{name}" for name in ("listen", "obey", "reply", "send_events")
        }

    async def test() -> set[str]:
        if kind == "hub":
            async with whole_hub(tmp_path) as whole:
                return await each_part(whole, caplog, wanted)
        async with whole_service(tmp_path) as (_, whole), viewer(whole.address):
            return await each_part(whole, caplog, wanted)

    assert wanted <= asyncio.run(test())


async def each_part(
    whole: Supervised, caplog: pytest.LogCaptureFixture, wanted: set[str]
) -> set[str]:
    """Kills the parts of tasks in turn: these, which come back with their tasks, and whatever else there is."""
    killed: set[str] = set()
    while True:
        await whole.until(lambda: _parts(whole, killed) or wanted <= killed)
        if not (parts := _parts(whole, killed)):
            return killed
        name, part = parts.popitem()
        killed.add(name)
        raise_inside(part, Killed(name))
        del part, parts

        def seen(name: str = name) -> bool:
            return any(f"Killed: {name}" in logging.Formatter().format(r) for r in caplog.records)

        try:
            await whole.until(seen)
        except TimeoutError:
            pytest.fail(f"{name} is dead, and nobody knows")


def _parts(whole: Supervised, killed: set[str]) -> dict[str, asyncio.Task[None]]:
    """The tasks of ours that the supervisor does not keep itself, but for those that were killed."""
    known = {whole.supervisor.task(name) for name in whole.names()} | {asyncio.current_task()}
    return {
        task.get_coro().__qualname__: task  # type: ignore[union-attr]
        for task in ours()
        if task not in known
        and not task.get_name().startswith(("keeps ", "supervisor"))
        and task.get_coro().__qualname__ not in {*killed, *KEPT}  # type: ignore[union-attr]
        and waiting(task) is not None
    }
