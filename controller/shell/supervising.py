"""The supervisor: every task that lives long runs under it, and none ends unseen.

A task that ends or raises, for whatever reason, is logged once with its cause. Its row in `tasks.DUTIES` says whether
it is started again, with pauses that grow, or whether the process stops. Until it has run well for a while its cause
and a next step stand in the status, in `/healthz`, in `/metrics` and in what systemd is told.
"""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Self, TypeVar

from controller.shell.causes import StoppedError, trace, words
from controller.shell.signs import heard
from controller.shell.tasks import OnEnd, TaskState

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence

    from controller.shell.tasks import Duty

BACK_OFF_S: Final = (0.5, 30.0)
"""The first and the longest pause before a task is started again."""
STEADY_S: Final = 30.0
"""A task that has run for so long is well again."""
LOOK_S: Final = 1.0
"""How often the tasks are looked at."""
LATE_S: Final = 5.0
"""Looked at so late, the whole process was held up: no task is blamed for its silence."""
END_S: Final = 2.0
"""How long a task may take to end when it is told to."""
CANCEL_AGAIN_S: Final = 1.5
"""Tidying up may take so long before it is disturbed."""
CALLBACKS: Final = "callbacks"
"""The name under which failures are told that belong to no task."""
_log = logging.getLogger("touchmove")
_T = TypeVar("_T")


@dataclass(slots=True, kw_only=True, eq=False)
class _Run:
    """A task and what became of it."""

    duty: Duty
    work: Callable[[], Awaitable[None]]
    clock: Callable[[], float]
    keeper: asyncio.Task[None] | None = None
    task: asyncio.Task[None] | None = None
    began_s: float = 0.0
    heard_s: float = 0.0
    restarts: int = 0
    cause: str | None = None
    hangs: bool = False
    opening: asyncio.Future[int] | None = None
    """What its first run opens, where somebody waits for that."""

    def hear(self) -> None:
        """It has given a sign of life."""
        self.heard_s = self.clock()


@dataclass(slots=True)
class Supervisor:
    """Keeps tasks running while its block lasts (`async with`).

    Attributes:
        stopped_by: why the process stops; None while it does not, and where it was asked to.
        unhandled: failures of callbacks, and of tasks that nobody waited for.
        pause: waits some seconds; tests bring their own, and their own `clock`.
    """

    pause: Callable[[float], Awaitable[object]] = asyncio.sleep
    clock: Callable[[], float] = time.monotonic
    stopped_by: str | None = None
    unhandled: int = 0
    _runs: dict[str, _Run] = field(default_factory=dict)
    _expected: list[Callable[[dict[str, Any]], bool]] = field(default_factory=list)
    _whole: set[asyncio.Task[Any]] = field(default_factory=set)
    _stopping: asyncio.Event = field(default_factory=asyncio.Event)
    _callback: tuple[str, float] | None = None
    _looked_s: float = 0.0
    _looking: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        asyncio.get_running_loop().set_exception_handler(self._unhandled)
        self._looked_s = self.clock()
        self._looking = asyncio.create_task(self._look_on(), name="supervisor")
        self._looking.add_done_callback(lambda task: self._kept(task, None))
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.end()
        if self._whole:
            await asyncio.wait(self._whole, timeout=END_S)
        if self._looking is not None:
            await _ended(self._looking)
        asyncio.get_running_loop().set_exception_handler(None)

    # Tasks

    def start(self, duty: Duty, work: Callable[[], Awaitable[None]]) -> None:
        """Starts a task, and keeps it running from now on.

        Args:
            duty: its row of the table.
            work: does it, and is called again for each new start.
        """
        self._start(_Run(duty=duty, work=work, clock=self.clock))

    async def open(
        self, duty: Duty, work: Callable[[Callable[[int], None]], Awaitable[None]]
    ) -> int:
        """Starts a task that has to open something first, and waits until it has.

        Args:
            work: calls its argument with the port that it listens on (0 for none), and goes on.

        Raises:
            Exception: what its first run has raised. The task is not started again then: what is wrong at the
                start people see at once.
        """
        up: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        def opened(port: int) -> None:
            if not up.done():
                up.set_result(port)

        run = _Run(duty=duty, work=lambda: work(opened), clock=self.clock, opening=up)
        self._start(run)
        try:
            return await up
        finally:
            if up.cancelled() or up.exception() is not None:
                await self.end(duty.name)

    def _start(self, run: _Run) -> None:
        name = run.duty.name
        assert name not in self._runs, f"a task {name} runs already"
        self._runs[name] = run
        run.keeper = asyncio.create_task(self._keep(run), name=f"keeps {name}")
        run.keeper.add_done_callback(lambda task: self._kept(task, run))

    def _kept(self, task: asyncio.Task[None], run: _Run | None) -> None:
        """Whoever keeps a task has ended: where nobody wanted that, nobody would see the task end."""
        error = None if task.cancelled() else task.exception()
        ours = run is not None and self._runs.get(run.duty.name) is run
        if error is not None or (task.cancelled() and ours):
            self.fail(f"{task.get_name()}: {words(error or asyncio.CancelledError())}", error)

    async def end(self, *names: str) -> None:
        """Ends tasks, these or all, and waits for their ends, for a few seconds at most."""
        runs = [self._runs.pop(name) for name in names or list(self._runs) if name in self._runs]
        keepers = {run.keeper: run for run in runs if run.keeper is not None}
        for keeper in keepers:
            keeper.cancel()
        if keepers:
            _, late = await asyncio.wait(keepers, timeout=END_S + 1)
            for keeper in late:
                _log.error("%s does not end; it is left behind", keepers[keeper].duty.does)

    async def whole(self, work: Coroutine[Any, Any, _T]) -> _T:
        """Does a piece of work to its end, also where who waits for it is cancelled meanwhile."""
        task = asyncio.create_task(work)
        self._whole.add(task)
        task.add_done_callback(self._whole.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(self._left)
            raise

    def _left(self, task: asyncio.Task[Any]) -> None:
        """A piece of work has ended for which nobody waits any more."""
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("work that nobody waited for: %s", words(error), exc_info=trace(error))

    def forget(self, name: str) -> None:
        """Ends a task and does not wait for it."""
        if (run := self._runs.pop(name, None)) is not None and run.keeper is not None:
            run.keeper.cancel()

    def task(self, name: str) -> asyncio.Task[None] | None:
        """The task itself as it runs now; None while it does not."""
        return self._runs[name].task if name in self._runs else None

    def silence_s(self, name: str) -> float:
        """For how long a task has given no sign of life, in seconds."""
        return self.clock() - self._runs[name].heard_s if name in self._runs else 0.0

    async def _keep(self, run: _Run) -> None:
        delays = _back_off()
        while True:
            run.began_s = run.heard_s = self.clock()
            run.hangs = False
            error = await self._once(run)
            if run.opening is not None and not run.opening.done():
                run.opening.set_exception(_raised(run, error))
                return
            if error is None and run.duty.may_finish:
                self._well(run)
                return
            cause = _cause(run, error)
            if run.duty.on_end is OnEnd.STOP:
                run.cause = cause
                self.fail(f"{run.duty.does}: {cause}", error)
                return
            if self.clock() - run.began_s >= STEADY_S:
                delays = _back_off()
            if cause != run.cause:
                run.cause = cause
                told = "%s has ended (%s) and is started again. %s"
                _log.error(told, run.duty.does, cause, run.duty.next_step, exc_info=trace(error))
            await self.pause(next(delays))
            run.restarts += 1

    async def _once(self, run: _Run) -> BaseException | None:
        """Runs it once; what it raised, or None if it returned."""

        async def work() -> None:
            heard.set(run.hear)
            await run.work()

        task = run.task = asyncio.create_task(work(), name=run.duty.name)
        try:
            await asyncio.wait([task])
        except asyncio.CancelledError:
            if not await _ended(task):
                _log.error("%s does not end when it is told to", run.duty.does)
            elif not task.cancelled() and (error := task.exception()) is not None:
                self._tell_late(run, error)
            raise
        finally:
            run.task = None
        return asyncio.CancelledError() if task.cancelled() else task.exception()

    def _tell_late(self, run: _Run, error: BaseException) -> None:
        """A task has raised something when it was told to end; unless that is why everything ends."""
        said = f"{run.duty.does}: {words(error)}"
        if said != self.stopped_by:
            _log.error("%s", said, exc_info=trace(error))

    def _well(self, run: _Run) -> None:
        if run.cause is not None:
            run.cause = None
            _log.info("%s goes on well again", run.duty.does)

    # What is seen of them

    def look(self) -> None:
        """Looks at the tasks once: who hangs is ended, who has run well for a while is well."""
        now_s = self.clock()
        held_up = now_s - self._looked_s > LATE_S
        self._looked_s = now_s
        for run in list(self._runs.values()):
            if run.task is None:
                continue
            if held_up:
                run.heard_s = now_s
            silent_s = run.duty.silent_s
            if silent_s is not None and now_s - run.heard_s > silent_s:
                run.hangs = True
                run.task.cancel()
            elif now_s - run.began_s >= STEADY_S:
                self._well(run)
        if self._callback is not None and now_s - self._callback[1] >= STEADY_S:
            self._callback = None
            _log.info("no callback has failed for %g seconds", STEADY_S)

    async def _look_on(self) -> None:
        while True:
            await asyncio.sleep(LOOK_S)
            self.look()

    def states(self) -> Sequence[TaskState]:
        """All tasks, and what belongs to none where that has failed."""
        found = [
            TaskState(
                name=run.duty.name,
                up=run.task is not None and run.cause is None,
                restarts=run.restarts,
                cause=None if run.cause is None else f"{run.duty.does}: {run.cause}",
                next_step="" if run.cause is None else run.duty.next_step,
            )
            for run in self._runs.values()
            if not (run.duty.may_finish and run.task is None and run.cause is None)
        ]
        if self._callback is not None:
            found.append(
                TaskState(
                    name=CALLBACKS,
                    up=False,
                    restarts=0,
                    cause=f"a part of the program: {self._callback[0]}",
                    next_step="Send the log to those who make Touchmove. The game goes on.",
                )
            )
        return found

    def troubles(self) -> Sequence[TaskState]:
        """The tasks that have ended lately."""
        return [state for state in self.states() if state.cause is not None]

    def expect(self, harmless: Callable[[dict[str, Any]], bool]) -> None:
        """Some failures of callbacks are none: those for whose context (of the loop's handler) this is true."""
        self._expected.append(harmless)

    def _unhandled(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        if any(harmless(context) for harmless in self._expected):
            return
        error = context.get("exception")
        said = context["message"] + ("" if error is None else f" ({words(error)})")
        self.unhandled += 1
        known = self._callback is not None and self._callback[0] == said
        self._callback = (said, self.clock())
        if not known:
            loop.default_exception_handler(context)

    # The end of the process

    def ask_to_stop(self) -> None:
        """Somebody wants the process to stop."""
        self._stopping.set()

    def fail(self, cause: str, error: BaseException | None = None) -> None:
        """The process stops, for it cannot go on. The first cause counts."""
        if self.stopped_by is None:
            self.stopped_by = cause
            _log.critical("the program stops: %s", cause, exc_info=trace(error))
        self._stopping.set()

    async def stopped(self) -> None:
        """Waits until the process is to stop.

        Raises:
            StoppedError: it was not asked to, it cannot go on.
        """
        await self._stopping.wait()
        if self.stopped_by is not None:
            raise StoppedError(self.stopped_by)


def _cause(run: _Run, error: BaseException | None) -> str:
    if run.hangs:
        return f"no sign of life for {run.duty.silent_s:g} seconds"
    if error is None:
        return "it returned, which it never should"
    if isinstance(error, asyncio.CancelledError):
        return "it was cancelled, and nobody had asked for that"
    return words(error)


def _raised(run: _Run, error: BaseException | None) -> BaseException:
    """What is told to whoever waits for a task to open something."""
    return (
        error
        if isinstance(error, Exception)
        else StoppedError(f"{run.duty.does}: {_cause(run, error)}")
    )


def _back_off() -> Iterator[float]:
    delay, longest = BACK_OFF_S
    while True:
        yield delay
        delay = min(longest, delay * 2)


async def _ended(task: asyncio.Task[None]) -> bool:
    """Cancels a task until it has ended; whether it has within a few seconds.

    Once is not enough: Python 3.11's `wait_for` loses a cancellation that comes together with what it waits for.
    """
    until_s = time.monotonic() + END_S
    while not task.done() and time.monotonic() < until_s:
        task.cancel()
        await asyncio.wait([task], timeout=min(CANCEL_AGAIN_S, END_S))
    return task.done()
