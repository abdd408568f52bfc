"""A broker that is late slows the board down and does not stop it; a second board of the same id is named."""

from __future__ import annotations

import asyncio
import logging
from contextlib import ExitStack, asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING

import msgspec
import pytest

from controller.core.messages import Status
from controller.shell.broker_link import (
    BRIEF_MANY,
    LATE_S,
    STEADY_S,
    BrokerLink,
    MqttSettings,
    Patience,
    tls_of,
)
from controller.shell.supervising import Supervisor
from controller.shell.wellbeing import WELL, Parts, status
from tests.journal.samples import move
from tests.shell.mqtt_kit import JournalDesk, publishing
from tests.shell.mqtt_peer import HOST, PATIENCE_S, Mosquitto, free_port
from tests.shell.test_mqtt_publisher import desk, scripted

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    from tests.shell.mqtt_kit import Publisher

__all__ = ["desk"]
SCALE = 50
"""Times as quick as the clock on the wall: 2.5 seconds are 50 ms."""
ANSWER_S = 2.5


def said(link: BrokerLink) -> Status:
    """The status of a board that has nothing but this connection."""
    return status(Parts(scans=None, link=link, disk=WELL, evidence=None, supervisor=Supervisor()))


@asynccontextmanager
async def slowly(desk: JournalDesk, port: int) -> AsyncIterator[tuple[Publisher, list[str]]]:
    """A publisher on quick time, and all that was said of its connection once it was up."""
    loop = asyncio.get_running_loop()
    settings = MqttSettings(host=HOST)
    patience = Patience(clock=lambda: loop.time() * SCALE, steady_s=STEADY_S / SCALE)
    words: list[str] = []
    timeout_s = settings.timeout_s / SCALE
    async with publishing(desk, port, timeout_s=timeout_s, patience=patience) as publisher:
        ring = publisher.link.changed

        def changed() -> None:
            words.append(f"{said(publisher.link).state}: {publisher.link.words()}")
            ring()

        publisher.link.changed = changed
        yield publisher, words


def test_an_answer_that_is_always_late_slows_down_and_does_not_stop(desk: JournalDesk) -> None:
    count = 60

    async def test() -> None:
        await desk.happen(*[move(ply) for ply in range(1, count + 1)])
        async with (
            scripted(late_s=ANSWER_S / SCALE) as broker,
            slowly(desk, broker.port) as (publisher, words),
        ):
            name = f"mqtt://{HOST}:{broker.port}"
            await until(lambda: desk.log.cursor(name) == count)
            assert publisher.link.connections == 1
            assert list(dict.fromkeys(words)) == [
                "online: connected",
                f"online: connected; it takes more than {LATE_S:g} seconds to answer",
            ]
            assert len(broker.connects) == 1
            bodies = [msgspec.json.decode(payload) for payload in broker.payloads]
            sent = [body["seq"] for body in bodies if body["type"] == "move"]
            # What a new connection repeats (outbox.REPEAT_S) aside, each comes once and in order.
            assert list(dict.fromkeys(sent)) == list(range(1, count + 1))
            broker.late_s = 0
            await desk.happen(move(count + 1))
            await until(lambda: desk.log.cursor(name) == count + 1)
            await publisher.until(lambda link: not link.late)
            assert words[-1] == "online: connected"

    asyncio.run(test())


def test_replies_to_a_late_broker_hold_up_no_command(desk: JournalDesk) -> None:
    """Ten commands at once are obeyed while the answer to the first is still on its way."""

    async def test() -> None:
        async with (
            scripted(late_s=60.0, flood=10) as broker,
            publishing(desk, broker.port, timeout_s=60),
        ):
            await broker.signal.until(lambda: len(desk.commands) >= 9)
            await broker.signal.until(lambda: [t for t, _ in broker.published if "/reply/" in t])
        assert [body["id"] for _, _, body, _ in desk.commands][:9] == [str(n) for n in range(1, 10)]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("controller.shell.mqtt.RETAINED_S", 0.001)
        asyncio.run(test())


def test_how_late_is_late() -> None:
    changes: list[bool] = []
    link = BrokerLink()
    link.connected = True
    link.changed = lambda: changes.append(link.late)
    for after_s in (0.1, 1.9, 2.5, 1.5, 1.9, 2.1, 0.9, 1.5, 0.1):
        link.answered(after_s)
    assert changes == [True, False], "no flapping about the limit"


def test_connections_that_do_not_last_are_named_after_some() -> None:
    link = BrokerLink()
    told = []
    for _ in range(BRIEF_MANY + 1):
        link.up(0)
        told.append(said(link).state)
        link.brief += 1
        link.down("the connection was closed", 0)
    assert told == ["online"] * BRIEF_MANY + ["degraded"]
    found = said(link)
    assert "the connection was closed" in str(found.cause)
    assert "an id of its own" in str(found.next_step)
    link.up(0)
    link.settled()
    assert said(link).state == "online"


@pytest.mark.needs("mosquitto")
def test_two_boards_of_one_id_are_named_and_the_name_goes_with_the_other(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.shell.broker_link.BACK_OFF_S", (0.05, 0.3))
    caplog.set_level(logging.ERROR)

    async def test() -> tuple[str, str]:
        with ExitStack() as stack:
            desks = [
                stack.enter_context(JournalDesk.open(tmp_path / name)) for name in ("one", "other")
            ]
            port = free_port()
            patience = Patience(steady_s=2.0)
            async with (
                Mosquitto(tmp_path / "mosquitto", port),
                publishing(desks[0], port, patience=patience, rest=asyncio.sleep) as one,
            ):
                async with publishing(
                    desks[1], port, patience=patience, rest=asyncio.sleep
                ) as other:
                    for publisher in (one, other):
                        await publisher.until(lambda link: link.rival)
                    found = said(one.link)
                    assert said(other.link).cause == rival(desks[0])
                    assert (found.state, found.cause) == ("degraded", rival(desks[1]))
                    assert "an id of its own in [board] id" in str(found.next_step)
                await one.until(lambda link: link.connected and link.crowded is None)
                assert said(one.link).state == "online"
        return tuple(desk.log.epoch for desk in desks)  # type: ignore[return-value]

    for epoch in asyncio.run(test()):
        assert caplog.text.count(f"(epoch {epoch})") >= 1


def all_sent(desk: JournalDesk, port: int) -> bool:
    return desk.log.cursor(f"mqtt://{HOST}:{port}") == desk.log.newest_seq


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not condition():  # noqa: ASYNC110 - a cursor has no event
            await asyncio.sleep(0.005)


def rival(desk: JournalDesk) -> str:
    return f"another board with the id board-1 is on this broker (epoch {desk.log.epoch})"


@pytest.mark.needs("mosquitto")
def test_a_status_of_an_earlier_journal_is_nobody_else(tmp_path: Path) -> None:
    """The retained status of this board before its card was replaced: its own, though of another epoch."""

    async def test() -> BrokerLink:
        port = free_port()
        async with Mosquitto(tmp_path / "mosquitto", port):
            for name in ("old", "new"):
                with JournalDesk.open(tmp_path / name) as desk:
                    async with publishing(desk, port) as publisher:
                        publisher.link.brief = BRIEF_MANY
                        await desk.happen(move())
                        await publisher.until(lambda link: link.connected)
                        await until(partial(all_sent, desk, port))
        return publisher.link

    assert asyncio.run(test()).rival is None


@pytest.mark.parametrize("text", ["", "no certificate\n", None])
def test_a_file_of_authorities_that_is_none_is_named(tmp_path: Path, text: str | None) -> None:
    file = tmp_path / "ca.pem"
    if text is not None:
        file.write_text(text, encoding="ascii")
    with pytest.raises(OSError, match=r"ca\.pem is no file of certificates: \w"):
        tls_of(MqttSettings(host=HOST, tls=True, ca_file=str(file)))
    assert tls_of(MqttSettings(host=HOST)) is None
