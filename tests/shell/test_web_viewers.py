"""Many viewers of one board's events share what is sent to them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from controller.shell.web.events import EventStream, Viewers
from tests.shell.fake_desk import FakeDesk
from tests.shell.test_web_events import never, run

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine


@pytest.mark.parametrize("deaf", [0, 10])
def test_every_viewer_is_told_everything_once_and_in_order_whoever_does_not_read(deaf: int) -> None:
    """A hundred viewers share what is sent; a deaf one is one whose connection takes nothing more."""
    told: dict[int, list[int]] = {number: [] for number in range(100)}

    async def scenario() -> None:
        desk, viewers = FakeDesk(), Viewers()
        done = {number: asyncio.Event() for number in range(deaf, 100)}

        def sender(number: int) -> Callable[[Any], Coroutine[Any, Any, None]]:
            async def send(message: Any) -> None:  # noqa: ANN401
                if number < deaf:
                    await asyncio.Event().wait()
                ids = [
                    line for line in message.get("body", b"").splitlines() if line[:4] == b"id: "
                ]
                told[number] += [int(line[4:]) for line in ids]
                if told[number] and told[number][-1] == 60:
                    done[number].set()

            return send

        streams = [EventStream(desk, viewers, 0) for _ in range(100)]
        tasks = [
            asyncio.create_task(stream({"type": "http"}, never, sender(number)))
            for number, stream in enumerate(streams)
        ]
        for ply in range(60):
            desk.note("move", ply=ply)
            await desk.change()
            await asyncio.sleep(0)
        for event in done.values():
            await event.wait()
        assert viewers.count == 100
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert viewers.count == 0
        await desk.change()

    run(scenario)
    assert all(told[number] == list(range(1, 61)) for number in range(deaf, 100))
