"""A service that is stopped says so, and what to do; whatever hangs then, it ends within ten seconds."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from typing import TYPE_CHECKING

import pytest

from controller.core.messages import Status
from controller.journal.faults import DiskFault
from controller.shell.broker_link import MqttSettings
from controller.shell.faces import Faces, serving
from controller.shell.newest import Newest
from controller.shell.running import JOIN_S, STOP_S, Deadline
from controller.shell.service import FAREWELL_S
from controller.shell.supervising import END_S
from tests.journal.test_faults import Disk
from tests.shell.mqtt_peer import HOST
from tests.shell.supervised_kit import whole_service
from tests.shell.test_commands import Hall, hall
from tests.shell.test_mqtt_publisher import scripted

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from controller.journal.entry import Entry

__all__ = ["hall"]
STOPS_S = 10.0
"""So long a stop may take, as systemd and people see it."""
BARE = {
    "mqtt": None,
    "embedded_port": None,
    "kiosk": None,
    "feed": None,
    "broadcast": None,
    "livechess": None,
    "emulator": None,
}


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


@pytest.mark.parametrize("code", [sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_FSYNC])
def test_a_disk_that_takes_nothing_holds_up_no_stop(
    code: int, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    disk = Disk()
    disk.code, disk.for_ever = code, True

    async def test() -> float:
        async with whole_service(tmp_path, disk.connect, BARE) as (service, whole):
            disk.countdown = 0
            telling = asyncio.create_task(service.say(Status(state="degraded", cause="lost")))
            await whole.until(lambda: service.status().state == "stopped")
            began = time.monotonic()
        telling.cancel()
        await asyncio.wait([telling])
        return time.monotonic() - began

    assert asyncio.run(test()) < STOPS_S / 2
    assert "not written, for the disk takes nothing: status" in caplog.text
    assert "the last status was not written" in caplog.text


def test_a_disk_that_hangs_holds_up_no_stop(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The thread that waits for it cannot be ended; all that can be is, and the deadline does the rest."""
    monkeypatch.setattr("controller.shell.service.FAREWELL_S", 0.05)
    free = threading.Event()

    async def test() -> float:
        async with whole_service(tmp_path, changes=BARE) as (service, whole):
            append = service.journal.append

            def hangs(*args: object, **more: object) -> object:
                free.wait(60)
                return append(*args, **more)  # type: ignore[arg-type]

            monkeypatch.setattr(service.journal, "append", hangs)
            telling = asyncio.create_task(service.say(Status(state="online")))
            await asyncio.sleep(0)
            await whole.until(service._lock.locked)
            began = time.monotonic()
        telling.cancel()
        free.set()
        return time.monotonic() - began

    assert asyncio.run(test()) < STOPS_S / 2
    assert "the last status was not written: TimeoutError" in caplog.text


def test_a_viewer_and_a_broker_that_hang_hold_up_no_stop(tmp_path: Path) -> None:
    async def test() -> float:
        async with scripted(acknowledges=False) as broker:
            silent = MqttSettings(host=HOST, port=broker.port)
            changes = {"mqtt": silent, "embedded_port": None}
            async with whole_service(tmp_path, changes=changes) as (_, whole):
                host, port = whole.address.removeprefix("http://").split(":")
                reader, writer = await asyncio.open_connection(host, int(port), limit=1)
                writer.write(b"GET /api/events?after=0 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
                await reader.readexactly(1)
                await broker.signal.until(lambda: broker.published)
                began = time.monotonic()
            took_s = time.monotonic() - began
            writer.close()
        return took_s

    assert asyncio.run(test()) < STOPS_S / 2


def test_what_hangs_for_ever_is_left_as_at_a_power_cut(caplog: pytest.LogCaptureFixture) -> None:
    left: list[int] = []
    over = threading.Event()

    def leave(code: int) -> None:
        left.append(code)
        over.set()

    deadline = Deadline(leave)
    deadline.begin(0.001)
    assert over.wait(20)
    assert left == [1]
    assert "something hangs" in caplog.text
    in_time = Deadline(leave)
    in_time.begin(60)
    in_time.begin(0.001)
    in_time.met()
    assert left == [1]


def test_the_limits_of_a_stop_fit_into_ten_seconds() -> None:
    assert STOP_S < STOPS_S
    assert JOIN_S < END_S
    # The scan, the last status, the farewell at the broker, and all else at once.
    assert (END_S + 1) + FAREWELL_S + 2 * (END_S + 1) < STOPS_S + END_S


def test_what_cannot_be_read_once_is_read_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The journal has read twice in vain while publishing: that is seen, and all goes on by itself."""
    monkeypatch.setattr(Newest, "after", lambda *_: None)  # so that the journal is read

    async def test() -> tuple[str, str]:
        async with whole_service(tmp_path) as (service, whole):
            journal = service.journal
            entries = journal.entries

            def fails(*_: int) -> Sequence[Entry]:
                monkeypatch.setattr(journal, "entries", entries)
                raise DiskFault(journal.path, "the disk does not read or write", "Look at it.")

            monkeypatch.setattr(journal, "entries", fails)
            await service.say(Status(state="online"))
            await whole.until(lambda: whole.restarts("mqtt"))
            status = service.status()
            place = f"mqtt://{HOST}:{whole.broker_port}"
            await whole.until(lambda: journal.cursor(place) == service.newest_seq())
            return status.state, str(status.cause)

    state, cause = asyncio.run(test())
    assert state == "degraded"
    assert "publishing over MQTT: " in cause
    assert "the disk does not read or write" in cause
    assert caplog.text.count("the disk does not read or write") == 1
