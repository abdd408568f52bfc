"""What clients of the embedded broker cannot do to it."""

from __future__ import annotations

import asyncio
import random
import tracemalloc
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

import pytest

from controller.shell.broker import gate, packets
from tests.shell.mqtt_kit import SECRET, open_broker
from tests.shell.mqtt_peer import HOST, PATIENCE_S, Cut, Peer, Refused, free_port, read_packet

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from contextlib import AbstractAsyncContextManager

BASE = "touchmove/v1/board-1"
COMMAND = f"{BASE}/command/white/resign"
HELLO = packets.packet(0x10, b"\0\4MQTT\4\2\0\0\0\5other")


def own(port: int) -> AbstractAsyncContextManager[Peer]:
    return Peer.connected(port, "touchmove-board-1", user="board", password=SECRET)


def with_broker(test: Callable[[int], Coroutine[None, None, None]]) -> None:
    async def run() -> None:
        port = free_port()
        async with open_broker(port):
            await test(port)
            # Whatever was done to it, it serves.
            async with own(port) as board, Peer.connected(port, "viewer") as viewer:
                await viewer.subscribe(f"{BASE}/game")
                await board.publish(f"{BASE}/game", b"still here")
                await viewer.until(lambda heard: heard)

    asyncio.run(run())


async def answer_to(port: int, raw: bytes, *, ends: bool = False) -> bytes:
    """All that comes back before the broker hangs up.

    Args:
        ends: nothing more is sent, and the broker sees that.
    """
    reader, writer = await asyncio.open_connection(HOST, port)
    writer.write(raw)
    if ends:
        writer.write_eof()
    async with asyncio.timeout(PATIENCE_S):
        try:
            return await reader.read()
        except ConnectionResetError:
            return b""
        finally:
            writer.close()


def test_a_message_of_256_kilobytes_is_taken_and_a_longer_one_ends_the_connection(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def test(port: int) -> None:
        async with own(port) as board, Peer.connected(port) as peer:
            await peer.publish(COMMAND, bytes(packets.PAYLOAD_MAX))
            await board.publish(f"{BASE}/record", bytes(packets.PAYLOAD_MAX), retain=True)
            with pytest.raises(Cut):
                await board.publish(f"{BASE}/record", bytes(packets.PAYLOAD_MAX + 1))
            with pytest.raises(Cut):
                await peer.publish(COMMAND, bytes(packets.PAYLOAD_MAX + 1))

    with_broker(test)
    assert "too long" in caplog.text


def test_a_length_is_refused_before_anything_behind_it_is_read() -> None:
    async def test(port: int) -> None:
        async with Peer.connected(port) as peer:
            tracemalloc.start()
            peer.send(b"\x30\xff\xff\xff\x7f")  # 268,435,455 bytes to come, and none do
            await peer.until_closed()
            assert tracemalloc.get_traced_memory()[1] < 1_000_000
            tracemalloc.stop()
        assert await answer_to(port, b"\x10\xff\x7f\0\4MQTT\4\2\0") == b""

    with_broker(test)


@pytest.mark.parametrize(
    "raw",
    [
        b"\x00\x00", b"\xf0\x00", b"\x20\x02\x00\x00", b"\x31", HELLO, b"\x32\x05\0\1a\0\0",
        b"\x82\x02\0\1", b"\x80\x06\0\1\0\1a\0", b"\x82\x07\0\1\0\2a#\0", b"\xc0\x01x", b"\x30\x02\0\5",
        b"\x30\x80\x80\x80\x80\x01", b"\x30\x03\0\1+", b"\x62\x02\0\0", b"\x40\x00", b"GET / HTTP/1.1\r\n\r\n",
        b"\x36\x05\0\1a\0\1", b"\x30\x04\0\2\xff\xfe", b"\x30\x02\0\0",
    ],
    ids=lambda raw: raw.hex(),
)  # fmt: skip
def test_what_is_no_mqtt_ends_the_connection_without_a_traceback(
    raw: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    async def test(port: int) -> None:
        async with Peer.connected(port) as peer:
            peer.send(raw)
            if len(raw) == 1:
                peer.hang_up()
            await peer.until_closed()
        assert await answer_to(port, raw, ends=True) in (b"", b"\x20\x02\0\0")

    with_broker(test)
    assert all(record.exc_info is None for record in caplog.records)


def test_any_bytes_at_all_leave_it_as_it_was(caplog: pytest.LogCaptureFixture) -> None:
    async def test(port: int) -> None:
        chance = random.Random(7)
        async with own(port) as board:
            for _ in range(150):
                raw = HELLO + chance.randbytes(chance.randint(1, 60))
                reader, writer = await asyncio.open_connection(HOST, port)
                writer.write(raw)
                assert await read_packet(reader) == (0x20, b"\0\0")
                writer.close()
            await board.publish(f"{BASE}/status", b"x")
            assert not board.closed

    with_broker(test)
    assert all(record.exc_info is None for record in caplog.records)
    assert len(caplog.records) <= len(packets.Offence)


@pytest.mark.parametrize(
    ("head", "answer"),
    [
        (b"\0\4MQTT\5\2\0\0\0\0\1x", b"\x20\3\0\x84\0"),
        (b"\0\4MQTT\5\2\0\0\x08\x11\0\0\0<!\0\5\0\1x", b"\x20\3\0\x84\0"),
        (b"\0\6MQIsdp\3\2\0\0\0\1x", b"\x20\2\0\1"),
        (b"\0\4MQTT\4\0\0\0\0\0", b"\x20\2\0\2"),
    ],
)
def test_what_the_standard_refuses_is_refused_at_once(head: bytes, answer: bytes) -> None:
    async def test(port: int) -> None:
        assert await answer_to(port, packets.packet(0x10, head)) == answer

    with_broker(test)


def test_whoever_begins_otherwise_is_not_listened_to() -> None:
    async def test(port: int) -> None:
        for raw in (b"\xc0\0", b"\x82\6\0\1\0\1#\0", b"\x30\3\0\1a"):
            assert await answer_to(port, raw) == b""

    with_broker(test)


def test_who_does_not_say_who_it_is_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "CONNECT_S", 0.05)

    async def test(port: int) -> None:
        for raw in (b"", b"\x10", HELLO[:-2]):
            assert await answer_to(port, raw) == b""
        monkeypatch.undo()

    with_broker(test)


def test_who_is_silent_for_longer_than_its_keepalive_is_gone_and_its_will_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(gate, "GRACE", 0.05)

    async def test(port: int) -> None:
        will = b"\0\4MQTT\4\6\0\1\0\1x" + len(COMMAND).to_bytes(2) + COMMAND.encode() + b"\0\2{}"
        async with own(port) as board:
            await board.subscribe(f"{BASE}/command/+/+")
            assert await answer_to(port, packets.packet(0x10, will)) == b"\x20\2\0\0"
            await board.until(lambda heard: heard)
            assert board.heard[0].payload == b"{}"

    with_broker(test)


def test_strangers_do_not_keep_anybody_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "CONNECTIONS_MAX", 3)

    async def test(port: int) -> None:
        async with AsyncExitStack() as stack:
            for _ in range(40):
                _, writer = await asyncio.open_connection(HOST, port)
                stack.callback(writer.close)
            for name in "abc":
                await stack.enter_async_context(Peer.connected(port, name))
            with pytest.raises(Refused, match="CONNACK 3"):
                async with Peer.connected(port, "d"):
                    pass
            async with own(port) as board:
                await board.publish(f"{BASE}/status", b"x")
            async with Peer.connected(port, "c"):
                pass

    with_broker(test)


def test_subscriptions_have_a_number() -> None:
    async def test(port: int) -> None:
        async with Peer.connected(port) as peer:
            for _ in range(3):
                for number in range(packets.FILTERS_MAX):
                    assert await peer.subscribe(f"{BASE}/event/{number}") == 1
            with pytest.raises(Cut):
                await peer.subscribe(f"{BASE}/event/one-more")

    with_broker(test)


def test_who_does_not_read_is_dropped_and_costs_no_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(gate, "OWED_MAX", 200_000)

    async def test(port: int) -> None:
        reader, writer = await asyncio.open_connection(HOST, port, limit=1000)
        writer.write(HELLO + packets.packet(0x82, b"\0\1\0\1#\0"))
        async with own(port) as board, Peer.connected(port, "viewer") as viewer:
            await viewer.subscribe(f"{BASE}/record", qos=0)
            tracemalloc.start()
            for _ in range(150):
                await board.publish(f"{BASE}/record", bytes(100_000))
            await viewer.until(lambda heard: len(heard) == 150)
            viewer.heard.clear()
            await asyncio.wait_for(_read_all(reader), PATIENCE_S)
            assert tracemalloc.get_traced_memory()[0] < 5_000_000
            tracemalloc.stop()
        writer.close()

    with_broker(test)


async def _read_all(reader: asyncio.StreamReader) -> None:
    try:
        while await reader.read(65536):
            pass
    except ConnectionResetError:
        pass


def test_who_does_not_acknowledge_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "ANSWER_S", 0.05)

    async def test(port: int) -> None:
        async with own(port) as board, Peer.connected(port, "mute") as mute:
            mute.acknowledges = False
            await mute.subscribe(f"{BASE}/#")
            await board.publish(f"{BASE}/game", b"x")
            await mute.until_closed()
            assert mute.closed
        monkeypatch.undo()

    with_broker(test)


def test_messages_of_quality_two_are_finished_or_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "ANSWER_S", 0.05)

    async def test(port: int) -> None:
        begun = len(COMMAND).to_bytes(2) + COMMAND.encode()
        async with Peer.connected(port, "one") as one:
            one.acknowledges = False
            one.send(packets.packet(0x34, begun + b"\0\1{}"))
            await one.until_closed()
        async with Peer.connected(port, "many") as many:
            many.acknowledges = False
            for number in range(1, gate.UNFINISHED_MAX + 2):
                many.send(packets.packet(0x34, begun + number.to_bytes(2) + b"{}"))
            await many.until_closed()
        monkeypatch.undo()
        async with own(port) as board, Peer.connected(port, "good") as good:
            await board.subscribe(f"{BASE}/command/+/+")
            for _ in range(gate.UNFINISHED_MAX + 2):
                await good.publish(COMMAND, b"{}", qos=2)
            good.send(b"\x62\2\0\1")  # said again, as after a lost answer
            assert await good.subscribe(f"{BASE}/#") == 1
            await board.until(lambda heard: len(heard) >= gate.UNFINISHED_MAX + 2)

    with_broker(test)


def test_who_sends_too_fast_is_read_more_slowly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "BURST", 100_000)
    monkeypatch.setattr(gate, "PER_S", 10_000_000)

    async def test(port: int) -> None:
        clock = asyncio.get_running_loop().time
        async with Peer.connected(port) as peer:
            began = clock()
            for _ in range(6):
                await peer.publish(COMMAND, bytes(packets.PAYLOAD_MAX))
            assert clock() - began > 5 * packets.PAYLOAD_MAX / 10_000_000 - 0.01

    with_broker(test)
