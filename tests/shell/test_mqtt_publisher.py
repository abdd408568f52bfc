"""The publisher on brokers that misbehave: silent, refusing, forgetful of acknowledgements."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import islice, pairwise
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.core.messages import Json
from controller.shell.broker_link import (
    BrokerLink,
    MqttSettings,
    Patience,
    back_off,
    client_of,
    closed_meanwhile,
)
from controller.shell.desk import Reply
from controller.shell.mqtt import BACKLOG_MAX
from controller.shell.supervising import Supervisor
from tests.journal.samples import lifted, move
from tests.shell.mqtt_kit import JournalDesk, publishing
from tests.shell.mqtt_peer import HOST, Signal, read_packet


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[JournalDesk]:
    with JournalDesk.open(tmp_path / "journal") as desk:
        yield desk


@dataclass
class Scripted:
    """A broker that does as it is told.

    Attributes:
        connack: the code it answers CONNECT with; None for silence.
        suback: the code it answers SUBSCRIBE with.
        acknowledges: whether it answers PUBLISH at QoS 1.
        flood: commands that it sends at once.
        late_s: so late it acknowledges.
        hangs_up: whether it does when a client has said what it wants.
        received: how many of them the board has received.
    """

    connack: int | None = 0
    suback: int = 1
    acknowledges: bool = True
    flood: int = 0
    hangs_up: bool = False
    late_s: float = 0.0
    received: int = 0
    connects: list[bytes] = field(default_factory=list)
    published: list[tuple[str, int]] = field(default_factory=list)
    payloads: list[bytes] = field(default_factory=list)
    signal: Signal = field(default_factory=Signal)
    port: int = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            with suppress(OSError, asyncio.IncompleteReadError):
                while True:
                    first, body = await read_packet(reader)
                    self.answer(writer, first, body)
                    self.signal.ring()
        finally:
            writer.close()

    def answer(self, writer: asyncio.StreamWriter, first: int, body: bytes) -> None:
        if first == 0x10:
            self.connects.append(body)
            if self.connack is not None:
                writer.write(bytes([0x20, 2, 0, self.connack]))
        elif first == 0x82:
            writer.write(bytes([0x90, 3]) + body[:2] + bytes([self.suback]))
            if self.hangs_up:
                writer.close()
            flood, self.flood = self.flood, 0
            for number in range(1, flood + 1):
                topic, order = b"touchmove/v1/board-1/command/white/resign", b'{"id":"%d"}' % number
                rest = len(topic).to_bytes(2) + topic + number.to_bytes(2) + order
                writer.write(bytes([0x32, len(rest)]) + rest)
        elif first == 0xA2:
            writer.write(bytes([0xB0, 2]) + body[:2])
        elif first == 0x40:
            self.received += 1
        elif first & 0xF0 == 0x30:
            end = 2 + int.from_bytes(body[:2])
            self.published.append((body[2:end].decode(), (first >> 1) & 3))
            self.payloads.append(body[end + 2 * bool(first & 6) :])
            if first & 6 and self.acknowledges:
                answer = bytes([0x40, 2]) + body[end : end + 2]
                asyncio.get_running_loop().call_later(self.late_s, writer.write, answer)


@asynccontextmanager
async def scripted(**script: float | None) -> AsyncIterator[Scripted]:
    broker = Scripted(**script)  # type: ignore[arg-type]
    server = await asyncio.start_server(broker.serve, HOST, 0)
    broker.port = server.sockets[0].getsockname()[1]
    try:
        yield broker
    finally:
        server.close()
        await server.wait_closed()


def test_a_silent_broker_is_given_up_and_tried_again(desk: JournalDesk) -> None:
    async def test() -> None:
        async with scripted(connack=None) as broker:
            async with publishing(desk, broker.port, timeout_s=0.05) as publisher:
                await publisher.until(lambda link: link.attempts >= 3)
                assert publisher.link.words() == "away: Operation timed out"
                assert publisher.link.connections == 0
            await broker.signal.until(lambda: len(broker.connects) >= 3)

    asyncio.run(test())


@pytest.mark.parametrize(("code", "says"), [(4, "user name"), (5, "authorized")])
def test_a_refusal_is_told_in_words(desk: JournalDesk, code: int, says: str) -> None:
    async def test() -> None:
        async with scripted(connack=code) as broker, publishing(desk, broker.port) as publisher:
            await publisher.until(lambda link: link.attempts >= 2)
            assert says in publisher.link.words()

    asyncio.run(test())


def test_the_place_moves_only_when_the_broker_has_acknowledged(desk: JournalDesk) -> None:
    async def test() -> None:
        await desk.happen(move(), move(2))
        async with scripted(acknowledges=False) as broker:
            name = f"mqtt://{HOST}:{broker.port}"
            async with publishing(desk, broker.port, timeout_s=0.05) as publisher:
                await publisher.until(lambda link: link.connections >= 3)
                assert desk.log.cursor(name) == 0
                assert broker.published.count(("touchmove/v1/board-1/event/move", 1)) >= 4
                broker.acknowledges = True
                await broker.signal.until(lambda: desk.log.cursor(name) == 2)

    asyncio.run(test())


def test_touches_go_without_acknowledgement_and_in_order(desk: JournalDesk) -> None:
    async def test() -> None:
        await desk.happen(*[lifted(), move()] * 10)
        async with scripted() as broker, publishing(desk, broker.port):
            await broker.signal.until(lambda: len(events(broker)) == 20)
            assert events(broker) == [("lifted", 0), ("move", 1)] * 10

    asyncio.run(test())


def events(broker: Scripted) -> list[tuple[str, int]]:
    return [
        (topic.rpartition("/")[2], qos) for topic, qos in broker.published if "/event/" in topic
    ]


def test_a_broker_that_keeps_commands_back_is_told(desk: JournalDesk) -> None:
    async def test() -> None:
        await desk.happen(move())
        async with scripted(suback=0x80) as broker, publishing(desk, broker.port) as publisher:
            await publisher.until(lambda link: link.last_error)
            said = publisher.link.words()
            assert said == "connected; the broker does not let the board read its commands"
            await broker.signal.until(lambda: events(broker))

    asyncio.run(test())


def test_a_flood_of_commands_is_cut_off(
    desk: JournalDesk, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        gate = asyncio.Event()
        obey = desk.command

        async def slowly(
            role: str, name: str, body: Json, source: Literal["mqtt", "http"]
        ) -> Reply:
            await gate.wait()
            return await obey(role, name, body, source)

        monkeypatch.setattr(desk, "command", slowly)
        monkeypatch.setattr("controller.shell.mqtt.RETAINED_S", 0.001)
        async with scripted(flood=150) as broker, publishing(desk, broker.port):
            await broker.signal.until(lambda: broker.received == 150)
            gate.set()
            await broker.signal.until(
                lambda: len(desk.commands) + caplog.text.count("too many commands") == 150
            )
        assert desk.commands[0][2] == {"id": "1"}
        assert BACKLOG_MAX <= len(desk.commands) < 150
        assert caplog.text.count("too many commands") == 150 - len(desk.commands)

    asyncio.run(test())


def test_the_connection_is_3_1_1_with_a_retained_will(desk: JournalDesk) -> None:
    async def test() -> None:
        async with scripted() as broker, publishing(desk, broker.port):
            await broker.signal.until(lambda: broker.connects)
        connect = broker.connects[0]
        assert connect[:7] == b"\0\4MQTT\4"
        will, will_qos_1, will_retain, clean, name, password = 4, 8, 32, 2, 128, 64
        assert connect[7] == will | will_qos_1 | will_retain | clean | name | password
        assert b"touchmove/v1/board-1/status" in connect
        assert b'"state":"offline"' in connect

    asyncio.run(test())


@given(st.floats(0, 1))
def test_pauses_grow_to_a_limit_and_are_spread(chance: float) -> None:
    pauses = list(islice(back_off(lambda: chance), 12))
    assert pauses == sorted(pauses)
    assert 0.1 <= pauses[0] <= 0.2
    assert 2.5 <= pauses[-1] <= 5
    assert all(later <= 2 * sooner for sooner, later in pairwise(pauses))


@pytest.mark.parametrize("steady_s", [0.0, 30.0])
def test_only_after_a_connection_that_has_lasted_the_pauses_start_small_again(
    desk: JournalDesk, steady_s: float
) -> None:
    async def test() -> list[float]:
        patience = Patience(chance=lambda: 1.0, steady_s=steady_s)
        async with (
            scripted(hangs_up=True) as broker,
            publishing(desk, broker.port, patience=patience) as publisher,
        ):
            await publisher.until(lambda link: link.connections >= 8)
        return publisher.pauses[:7]

    grow = [0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0]
    assert asyncio.run(test()) == (grow if steady_s else [0.2] * 7)


def test_the_state_of_the_connection_in_words() -> None:
    link = BrokerLink()
    assert link.words() == "connecting"
    link.last_error = "[Errno 111] Connection refused"
    assert link.words() == "away: [Errno 111] Connection refused"
    link.connected, link.last_error = True, None
    assert link.words() == "connected"


def test_a_password_is_not_shown() -> None:
    settings = MqttSettings(host="hall", port=8883, username="b1", password="hush", tls=True)
    assert "hush" not in repr(settings)
    assert settings.broker == "mqtts://hall:8883"


def test_a_socket_closed_before_it_was_written_to_is_no_fault_of_the_program(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """So aiomqtt asks the loop from its thread, while the broker goes away; any other fault is logged."""

    async def run() -> None:
        loop = asyncio.get_running_loop()
        one, other = socket.socketpair()
        gone = one.fileno()
        one.close()
        other.close()

        async with Supervisor() as supervisor:
            supervisor.expect(closed_meanwhile)
            loop.call_soon(loop.add_writer, gone, lambda: None)
            loop.call_soon(loop.add_writer, -1, lambda: None)
            await asyncio.sleep(0)
            assert caplog.records == []
            loop.call_soon(int, "no number")
            await asyncio.sleep(0)
            assert supervisor.unhandled == 1

    asyncio.run(run())
    assert [record.name for record in caplog.records] == ["asyncio"]
    assert "no number" in caplog.text


def test_an_answer_that_comes_when_nobody_waits_for_it_any_more_is_no_fault(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The program was stopped for longer than an answer is waited for, and the broker had answered."""

    async def run() -> None:
        client = client_of(MqttSettings(host=HOST), "b1", None)
        client._on_subscribe(client._client, None, 7, [])

    asyncio.run(run())
    assert caplog.records == []
