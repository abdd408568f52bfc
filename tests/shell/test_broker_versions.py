"""Clients of other versions of MQTT at the embedded broker: let in, or refused at once and in words they understand."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

import pytest
from paho.mqtt import client as paho
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

from controller.shell.broker import packets
from tests.shell.mqtt_kit import open_broker
from tests.shell.mqtt_peer import HOST, PATIENCE_S, free_port

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

IN_TIME_S = 1.0
"""A client that waits longer for its answer takes the board for dead."""
ACCEPTED, REFUSED, REFUSED_5 = b"\x20\2\0\0", b"\x20\2\0\1", b"\x20\3\0\x84\0"


def with_broker(test: Callable[[int], Coroutine[None, None, None]]) -> None:
    async def run() -> None:
        port = free_port()
        async with open_broker(port):
            await test(port)

    asyncio.run(run())


async def answer_to(port: int, *sent: bytes) -> bytes:
    """All that comes back until the broker hangs up."""
    reader, writer = await asyncio.open_connection(HOST, port)
    try:
        for raw in sent:
            writer.write(raw)
        async with asyncio.timeout(IN_TIME_S):
            return await reader.read()
    finally:
        writer.close()


def test_every_level_of_both_names_is_answered_in_time(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "touchmove.broker")

    async def test(port: int) -> None:
        for level in range(256):
            for name in (b"MQTT", b"MQIsdp"):
                if (name, level) == (b"MQTT", 4):
                    continue
                version = len(name).to_bytes(2) + name + bytes([level])
                later = name == b"MQTT" and level & 0x7F >= 5
                for after in (b"\2\0\0\0\1x", b"\2\0\0\x08\x11\0\0\0<!\0\5\0\1x"):
                    answer = await answer_to(port, packets.packet(0x10, version + after))
                    assert answer == (REFUSED_5 if later else REFUSED), (name, level)

    with_broker(test)
    assert not caplog.records


@pytest.mark.parametrize(
    "sent",
    [
        pytest.param(b"\x10\xff\xff\xff\x7f\0\4MQTT\5\2\0", id="as long as a packet can be"),
        pytest.param(
            packets.packet(0x10, b"\0\4MQTT\5\2" + bytes(200_000)), id="long, and all sent"
        ),
        pytest.param(
            packets.packet(0x10, b"\0\4MQTT\5\2\0\0\0\0\1x") + b"\xc0\0" * 50_000,
            id="more sent than asked for",
        ),
    ],
)
def test_a_version_is_refused_whatever_follows_it(sent: bytes) -> None:
    async def test(port: int) -> None:
        for _ in range(20):  # the answer must not be lost with a connection that is reset
            assert await answer_to(port, sent) == REFUSED_5

    with_broker(test)


@pytest.mark.parametrize(
    ("version", "said"),
    [
        (MQTTProtocolVersion.MQTTv31, "Unsupported protocol version"),
        (MQTTProtocolVersion.MQTTv311, "Success"),
        (MQTTProtocolVersion.MQTTv5, "Unsupported protocol version"),
    ],
)
def test_paho_is_let_in_or_understands_why_not(version: MQTTProtocolVersion, said: str) -> None:
    def ask(port: int) -> str:
        heard: list[str] = []
        client = paho.Client(CallbackAPIVersion.VERSION2, protocol=version, client_id="a-paho")
        client.on_connect = lambda *told: heard.append(str(told[3]))
        client.connect(HOST, port)
        for _ in range(10):
            client.loop(IN_TIME_S / 10)
            if heard:
                break
        client.disconnect()
        return ", ".join(heard)

    async def test(port: int) -> None:
        assert await asyncio.to_thread(ask, port) == said

    with_broker(test)


@pytest.mark.needs("mosquitto_pub", "mosquitto_sub")
@pytest.mark.parametrize(
    ("version", "code", "said"),
    [
        ("mqttv31", 1, "unacceptable protocol version"),
        ("mqttv311", 0, ""),
        ("mqttv5", 132, "Unsupported Protocol Version"),
    ],
)
def test_mosquittos_clients_are_let_in_or_understand_why_not(
    version: str, code: int, said: str
) -> None:
    wishes = ["session-expiry-interval", "60"], ["receive-maximum", "5"]
    options = [part for wish in wishes for part in ("-D", "connect", *wish)]

    async def run(*command: str) -> tuple[int | None, str]:
        process = await asyncio.create_subprocess_exec(
            *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
        )
        async with asyncio.timeout(PATIENCE_S):
            told, _ = await process.communicate()
        return process.returncode, told.decode()

    async def test(port: int) -> None:
        where = ["-V", version, "-h", HOST, "-p", str(port)]
        if version == "mqttv5":
            where += options
        topic = "touchmove/v1/board-1/command/white/resign"
        found = await run("mosquitto_pub", *where, "-t", topic, "-m", "{}")
        assert found[0] == code, found
        assert said in found[1]
        if code:
            found = await run("mosquitto_sub", *where, "-t", "touchmove/#")
            assert found[0] == code, found

    with_broker(test)
