"""The supervisor: whatever ends a task is logged once and shown, and the task is started again or the process stops."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from controller.journal.faults import DiskFault
from controller.shell import supervising, tasks
from controller.shell.causes import StoppedError
from controller.shell.signs import alive, awaited
from controller.shell.supervising import (
    BACK_OFF_S,
    CALLBACKS,
    LATE_S,
    STEADY_S,
    Supervisor,
)
from controller.shell.tasks import Duty, OnEnd
from tests.shell.held import Held

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

DUTY = Duty(name="carry", does="carrying water", next_step="Look at the well.")
STOPPING = replace(DUTY, on_end=OnEnd.STOP)


async def returns() -> None:
    pass


async def cancels_itself() -> None:
    task = asyncio.current_task()
    assert task is not None
    task.cancel()
    await asyncio.sleep(0)


def raises(error: BaseException) -> Callable[[], Awaitable[None]]:
    async def work() -> None:
        raise error

    return work


ENDS: dict[str, tuple[Callable[[], Awaitable[None]], str]] = {
    "returns": (returns, "it returned, which it never should"),
    "is cancelled": (cancels_itself, "it was cancelled, and nobody had asked for that"),
    "disk": (raises(OSError(5, "Input/output error")), "[Errno 5] Input/output error"),
    "bug": (raises(AssertionError("ply")), "AssertionError: ply"),
    "name": (raises(UnicodeError("label too long")), "UnicodeError: label too long"),
    "bare": (raises(TimeoutError()), "TimeoutError"),
    "group": (raises(ExceptionGroup("g", [KeyError("a"), OSError("b")])), "KeyError: 'a'"),
}


@pytest.mark.parametrize("how", ENDS)
def test_whatever_ends_a_task_is_logged_once_and_shown_until_it_runs_well(
    how: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    end, cause = ENDS[how]

    async def test() -> None:
        held = Held()
        async with held.supervisor as supervisor:
            supervisor.start(DUTY, held.works(end, end))
            await held.paused(1)
            [state] = supervisor.troubles()
            assert (state.up, state.restarts) == (False, 0)
            assert state.cause == f"carrying water: {cause}"
            assert state.next_step == "Look at the well."
            held.gate.release()
            await held.paused(2)
            held.gate.release()
            await held.started(3)
            [state] = supervisor.troubles()
            assert (state.up, state.restarts) == (False, 2)
            held.later(STEADY_S)
            [state] = supervisor.states()
            assert (state.up, state.restarts, state.cause) == (True, 2, None)
            assert not supervisor.troubles()

    asyncio.run(test())
    said = [record.getMessage() for record in caplog.records]
    assert [cause in text for text in said] == [True, False], said
    assert said[1] == "carrying water goes on well again"


def test_pauses_grow_to_a_limit_and_start_anew_after_a_good_while() -> None:
    async def test() -> list[float]:
        held = Held()
        async with held.supervisor as supervisor:

            async def ends_late() -> None:
                held.at_s += STEADY_S

            supervisor.start(DUTY, held.works(*[returns] * 9, ends_late))
            for count in range(1, 11):
                await held.paused(count)
                held.gate.release()
        return held.pauses

    *growing, anew = asyncio.run(test())
    first, longest = BACK_OFF_S
    assert (growing[0], growing[-1], anew) == (first, longest, first)
    assert all(later == min(longest, 2 * sooner) for sooner, later in pairwise(growing))


@pytest.mark.parametrize("how", ENDS)
def test_where_a_restart_does_not_help_the_process_stops_with_the_cause(
    how: str, caplog: pytest.LogCaptureFixture
) -> None:
    end, cause = ENDS[how]

    async def test() -> None:
        async with Held().supervisor as supervisor:
            supervisor.start(STOPPING, end)
            await supervisor.stopped()

    with pytest.raises(StoppedError) as caught:
        asyncio.run(test())
    assert str(caught.value) == f"carrying water: {cause}"
    assert [record.levelname for record in caplog.records] == ["CRITICAL"]


def test_a_task_may_end_rightly() -> None:
    async def test() -> None:
        held = Held()
        async with held.supervisor as supervisor:
            duty = replace(DUTY, may_finish=True)
            supervisor.start(duty, held.works(raises(OSError("dry")), returns))
            await held.paused(1)
            assert len(supervisor.troubles()) == 1
            held.gate.release()
            await held.started(2)
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            assert supervisor.states() == []

    asyncio.run(test())


def test_who_gives_no_sign_of_life_is_started_again(caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        held = Held()
        duty = replace(DUTY, silent_s=10)
        lively = replace(duty, name="lively")

        async def work() -> None:
            while True:
                alive()
                await asyncio.sleep(0)

        async with held.supervisor as supervisor:
            supervisor.start(duty, held.works(asyncio.Event().wait))  # type: ignore[arg-type]
            supervisor.start(lively, work)
            await held.started(1)
            for _ in range(11):
                await asyncio.sleep(0)
                await asyncio.sleep(0)
                held.later(1)
            await held.paused(1)
            [state] = supervisor.troubles()
            assert state.cause == "carrying water: no sign of life for 10 seconds"
            held.gate.release()
            await held.started(2)

    asyncio.run(test())
    assert caplog.text.count("no sign of life") == 1


def test_nobody_is_blamed_where_the_whole_process_was_held_up() -> None:
    async def test() -> None:
        held = Held()
        async with held.supervisor as supervisor:
            supervisor.start(replace(DUTY, silent_s=10), held.works())
            await held.started(1)
            held.at_s += 1000
            supervisor.look()
            held.later(9)
            await asyncio.sleep(0)
            assert not supervisor.troubles()
            assert held.pauses == []

    asyncio.run(test())


def test_waiting_for_news_is_a_sign_of_life(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> int:
        held = Held()
        news = asyncio.Event()
        looks = 0

        async def wait() -> int:
            nonlocal looks
            looks += 1
            if looks == 3:
                news.set()
            await news.wait()
            return looks

        found = []

        async def work() -> None:
            held.at_s += 3
            found.append(await awaited(wait, 0.001))
            held.signal.ring()
            await asyncio.Event().wait()

        async with held.supervisor as supervisor:
            supervisor.start(DUTY, work)
            await held.signal.until(lambda: found)
        return found[0]

    assert asyncio.run(test()) == 3
    assert LATE_S <= 5


@pytest.mark.parametrize("duty", [DUTY, STOPPING])
def test_what_a_task_cannot_open_is_raised_at_the_start(
    duty: Duty, caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> None:
        async with Held().supervisor as supervisor:

            async def work(opened: Callable[[int], None]) -> None:
                opened(8080)
                await asyncio.Event().wait()

            assert await supervisor.open(duty, work) == 8080
            other = replace(duty, name="other")
            with pytest.raises(OSError, match="taken"):
                await supervisor.open(other, lambda _: raises(OSError("taken"))())
            with pytest.raises(StoppedError, match="it returned"):
                await supervisor.open(other, lambda _: returns())
            assert [state.name for state in supervisor.states()] == [duty.name]
            assert supervisor.stopped_by is None

    asyncio.run(test())
    assert caplog.records == []


def test_a_failing_callback_is_counted_told_and_forgotten(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def test() -> None:
        held = Held()
        async with held.supervisor as supervisor:
            supervisor.expect(lambda context: isinstance(context.get("exception"), OSError))
            loop = asyncio.get_running_loop()
            for _ in range(3):
                loop.call_soon(int, "no number")
            loop.call_soon(raise_os_error)
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            [state] = supervisor.troubles()
            assert state.name == CALLBACKS
            assert "no number" in str(state.cause)
            assert supervisor.unhandled == 3
            held.later(STEADY_S)
            assert not supervisor.troubles()

    def raise_os_error() -> None:
        raise OSError

    asyncio.run(test())
    assert [record.name for record in caplog.records] == ["asyncio"]


def test_the_keeper_of_a_task_and_the_looker_are_missed_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def test(kill: Callable[[Supervisor], None]) -> None:
        held = Held()
        async with held.supervisor as supervisor:
            supervisor.start(DUTY, held.works())
            await held.started(1)
            kill(supervisor)
            await supervisor.stopped()

    def break_looking(_: Supervisor) -> None:
        monkeypatch.setattr(Supervisor, "look", lambda _: 1 / 0)
        monkeypatch.setattr(supervising, "LOOK_S", 0)

    def cancel_keeper(_: Supervisor) -> None:
        [keeper] = [t for t in asyncio.all_tasks() if t.get_name() == "keeps carry"]
        keeper.cancel()

    with pytest.raises(StoppedError, match="keeps carry: CancelledError"):
        asyncio.run(test(cancel_keeper))
    monkeypatch.setattr(supervising, "LOOK_S", 0)
    with pytest.raises(StoppedError, match="supervisor: ZeroDivisionError"):
        asyncio.run(test(break_looking))


def test_a_task_that_does_not_end_is_left_behind_and_named(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(supervising, "END_S", 0.01)

    async def test() -> None:
        held = Held()
        stubborn = True

        async def work() -> None:
            held.starts += 1
            held.signal.ring()
            while stubborn:
                try:
                    await asyncio.Event().wait()
                except asyncio.CancelledError:
                    continue

        async with held.supervisor as supervisor:
            supervisor.start(DUTY, work)
            await held.started(1)
            await supervisor.end()
            stubborn = False

    asyncio.run(test())
    assert "carrying water does not end when it is told to" in caplog.text


def test_what_an_ending_task_raises_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        held = Held()

        async def work() -> None:
            held.starts += 1
            held.signal.ring()
            try:
                await asyncio.Event().wait()
            finally:
                raise OSError("the door was locked")

        async with held.supervisor as supervisor:
            supervisor.start(DUTY, work)
            await held.started(1)

    asyncio.run(test())
    assert "carrying water: the door was locked" in caplog.text


def test_faults_of_the_world_need_no_trace(
    caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    async def test(error: Exception) -> None:
        held = Held()
        async with held.supervisor as supervisor:
            supervisor.start(DUTY, held.works(raises(error)))
            await held.paused(1)

    for error in (DiskFault(tmp_path, "the disk is full", "Make room."), ZeroDivisionError()):
        asyncio.run(test(error))
    assert [bool(record.exc_info) for record in caplog.records] == [False, True]


def test_each_row_of_the_table_helps_people() -> None:
    for name, duty in tasks.DUTIES.items():
        assert duty.name == name
        assert duty.next_step.endswith(".")
        assert duty.does


def test_the_table_stands_in_the_documents() -> None:
    """docs/architecture.md: one row a task, as the program has it."""
    text = (Path(__file__).parents[2] / "docs/architecture.md").read_text(encoding="utf-8")
    lines = text.splitlines()
    wanted = []
    for duty in tasks.DUTIES.values():
        silent = "has limits of its own" if duty.silent_s is None else f"{duty.silent_s:g} s"
        wanted.append(f"| `{duty.name}` | {duty.does} | {duty.on_end.value} | {silent} |")
    first = lines.index(wanted[0])
    assert lines[first : first + len(wanted) + 1] == [*wanted, ""]
