"""A service that is stopped says so, and what to do."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from controller.shell.faces import Faces, serving
from tests.shell.test_commands import Hall, hall

if TYPE_CHECKING:
    from controller.journal.entry import Entry

__all__ = ["hall"]


def test_the_last_status_has_a_cause_and_a_next_step(hall: Hall) -> None:
    hall.stand()

    async def test() -> None:
        faces = Faces(mqtt=None, embedded_port=None, kiosk=None, tokens={})
        async with serving(hall.service, faces):
            pass

    asyncio.run(test())
    assert hall.journal is not None
    newest: Entry = hall.journal.entries(hall.journal.newest_seq - 1)[0]
    assert (newest.type, newest.body["state"]) == ("status", "stopped")
    assert newest.body["cause"] == "the service was stopped"
    assert "Start it again" in newest.body["next_step"]
