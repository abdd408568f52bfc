from __future__ import annotations

import asyncio
import logging
import socket

import pytest

from controller.shell.broker import BrokerFault, embedded_broker
from tests.shell.mqtt_peer import HOST, Peer, free_port


def test_messages_go_from_one_to_the_other_and_are_retained() -> None:
    async def run() -> None:
        port = free_port()
        async with embedded_broker(port), Peer.connected(port, "a") as a:
            await a.subscribe("t/+")
            async with Peer.connected(port, "b") as b:
                await b.publish("t/1", {"n": 1}, retain=True)
                await a.until(lambda heard: heard)
                await b.subscribe("t/#")
                await b.until(lambda heard: heard)
                assert (a.heard[0].body, a.heard[0].retain) == ({"n": 1}, False)
                assert (b.heard[0].body, b.heard[0].retain) == ({"n": 1}, True)

    asyncio.run(run())


def test_a_message_comes_at_the_lower_quality_of_both_ends() -> None:
    async def run() -> None:
        port = free_port()
        async with (
            embedded_broker(port),
            Peer.connected(port, "a") as a,
            Peer.connected(port, "b") as b,
            Peer.connected(port, "c") as c,
        ):
            await a.subscribe("t/#", qos=0)
            await b.subscribe("t/#", qos=1)
            for qos in (0, 1):
                await c.publish(f"t/{qos}", {"n": qos}, qos=qos)
            for peer in (a, b):
                await peer.until(lambda heard: len(heard) == 2)
            assert {h.topic: h.qos for h in a.heard} == {"t/0": 0, "t/1": 0}
            assert {h.topic: h.qos for h in b.heard} == {"t/0": 0, "t/1": 1}

    asyncio.run(run())


def test_it_ends_and_starts_again_on_the_same_port() -> None:
    async def run() -> None:
        port = free_port()
        for _ in range(3):
            async with embedded_broker(port), Peer.connected(port) as peer:
                await peer.subscribe("t")
                await peer.publish("t", b"x")
                await peer.until(lambda heard: len(heard) == 1)
            with pytest.raises(OSError, match="Connect call failed"):
                await asyncio.open_connection(HOST, port)

    asyncio.run(run())


def test_it_listens_on_loopback_only() -> None:
    async def run() -> None:
        port = free_port()
        async with embedded_broker(port):
            with socket.socket() as other:
                other.bind(("127.0.0.2", port))
                with pytest.raises(OSError, match=r"refused|failed"):
                    await asyncio.open_connection("127.0.0.3", port)

    asyncio.run(run())


def test_a_port_in_use_is_named_and_nothing_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        with socket.socket() as other:
            other.bind((HOST, 0))
            other.listen()
            port = other.getsockname()[1]
            with pytest.raises(BrokerFault, match="another program listens there") as fault:
                async with embedded_broker(port):
                    pass
            assert fault.value.port == port
            assert str(port) in str(fault.value)
            assert "embedded = false" in str(fault.value)

    asyncio.run(run())
    assert caplog.records == []


def test_browsers_are_served_only_when_asked() -> None:
    async def run() -> None:
        port, browsers = free_port(), free_port()
        async with embedded_broker(port, websocket_port=browsers):
            reader, writer = await asyncio.open_connection(HOST, browsers)
            writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            async with asyncio.timeout(5):
                assert (await reader.readline()).startswith(b"HTTP/1.1 4")
            writer.close()
            await writer.wait_closed()

    asyncio.run(run())


def test_it_speaks_up_only_from_warnings_on() -> None:
    async def run() -> None:
        async with embedded_broker(free_port()):
            assert logging.getLogger("amqtt.broker").getEffectiveLevel() == logging.WARNING

    asyncio.run(run())
