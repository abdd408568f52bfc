from __future__ import annotations

import asyncio
import logging
import socket
from typing import TYPE_CHECKING

import pytest

from controller.shell.broker import BrokerFault
from controller.shell.broker.policy import ANYBODY, BOARD, ROLES
from controller.shell.broker.serving import embedded_broker, own_access
from controller.shell.broker_link import MqttSettings
from controller.shell.roles import hash_token
from tests.shell.mqtt_kit import SECRET, open_broker
from tests.shell.mqtt_peer import HOST, Peer, Refused, free_port

if TYPE_CHECKING:
    from contextlib import AbstractAsyncContextManager

BASE = "touchmove/v1/board-1"


def own(port: int) -> AbstractAsyncContextManager[Peer]:
    """The board's own connection."""
    return Peer.connected(port, "touchmove-board-1", user=BOARD, password=SECRET)


def test_messages_go_from_one_to_the_other_and_are_retained() -> None:
    async def run() -> None:
        port = free_port()
        async with open_broker(port), Peer.connected(port, "a") as a:
            await a.subscribe(f"{BASE}/+")
            async with own(port) as board, Peer.connected(port, "b") as b:
                await board.publish(f"{BASE}/status", {"n": 1}, retain=True)
                await a.until(lambda heard: heard)
                await b.subscribe(f"{BASE}/#")
                await b.until(lambda heard: heard)
                assert (a.heard[0].body, a.heard[0].retain) == ({"n": 1}, False)
                assert (b.heard[0].body, b.heard[0].retain) == ({"n": 1}, True)

    asyncio.run(run())


def test_a_message_comes_at_the_lower_quality_of_both_ends() -> None:
    async def run() -> None:
        port = free_port()
        async with (
            open_broker(port),
            Peer.connected(port, "a") as a,
            Peer.connected(port, "b") as b,
            own(port) as board,
        ):
            await a.subscribe(f"{BASE}/#", qos=0)
            await b.subscribe(f"{BASE}/#", qos=1)
            for qos in (0, 1):
                await board.publish(f"{BASE}/event/{qos}", {"n": qos}, qos=qos)
            for peer in (a, b):
                await peer.until(lambda heard: len(heard) == 2)
            assert {h.topic[-1]: h.qos for h in a.heard} == {"0": 0, "1": 0}
            assert {h.topic[-1]: h.qos for h in b.heard} == {"0": 0, "1": 1}

    asyncio.run(run())


def test_a_new_client_hears_what_it_has_subscribed_to_alone() -> None:
    async def run() -> None:
        port = free_port()
        async with open_broker(port), own(port) as board, Peer.connected(port, "a") as a:
            await board.publish(f"{BASE}/status", b"1", retain=True)
            await board.publish(f"{BASE}/game", b"2", retain=True)
            await a.subscribe(f"{BASE}/#")
            async with Peer.connected(port, "b") as b:
                await b.subscribe(f"{BASE}/game")
                await b.until(lambda heard: heard)
                await b.subscribe(f"{BASE}/clock")
                assert [h.topic for h in b.heard] == [f"{BASE}/game"]

    asyncio.run(run())


def test_it_ends_and_starts_again_on_the_same_port() -> None:
    async def run() -> None:
        port = free_port()
        for _ in range(3):
            async with open_broker(port), Peer.connected(port) as peer, own(port) as board:
                await peer.subscribe(f"{BASE}/game")
                await board.publish(f"{BASE}/game", b"x")
                await peer.until(lambda heard: len(heard) == 1)
            with pytest.raises(OSError, match="Connect call failed"):
                await asyncio.open_connection(HOST, port)

    asyncio.run(run())


def test_it_listens_on_loopback_only() -> None:
    async def run() -> None:
        port = free_port()
        async with open_broker(port):
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
                async with open_broker(port):
                    pass
            assert fault.value.port == port
            assert str(port) in str(fault.value)
            assert "embedded = false" in str(fault.value)

    asyncio.run(run())
    assert caplog.records == []


def test_the_board_alone_is_told_its_password() -> None:
    async def run() -> None:
        port = free_port()
        settings = MqttSettings(host=HOST, port=port, discovery="homes")
        passwords = set()
        for _ in range(2):
            access, mine = own_access("board-1", settings, {}, ())
            assert mine is not None
            assert mine.username == BOARD
            assert mine.password
            assert mine.password not in repr(mine)
            passwords.add(mine.password)
            async with embedded_broker(port, access):
                with pytest.raises(Refused):
                    async with Peer.connected(port, user=BOARD, password="guess"):
                        pass
                async with Peer.connected(port, user=BOARD, password=mine.password) as board:
                    await board.publish("homes/sensor/board-1/x/config", b"{}", retain=True)
        assert len(passwords) == 2
        assert own_access("board-1", None, {}, ())[1] is None

    asyncio.run(run())


@pytest.mark.parametrize(
    ("tokens", "open_roles", "anybody_may"),
    [
        ({}, (), set(ROLES)),
        ({}, ("white", "black"), {"white", "black"}),
        ({"arbiter": hash_token("t")}, (), set()),
        ({"arbiter": hash_token("t")}, ("white", "arbiter"), {"white"}),
    ],
)
def test_commands_need_a_token_where_the_configuration_says_anything_of_roles(
    tokens: dict[str, str], open_roles: tuple[str, ...], anybody_may: set[str]
) -> None:
    access, _ = own_access("board-1", None, tokens, open_roles)
    topics = {role: f"touchmove/v1/board-1/command/{role}/resign" for role in ROLES}
    may = {role for role in ROLES if access.may_publish(ANYBODY, topics[role], retained=False)}
    assert may == anybody_may


def test_a_broker_whose_part_has_failed_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    failing = asyncio.Event()

    async def fails(_: object) -> None:
        await failing.wait()
        raise RuntimeError("a part is broken")

    monkeypatch.setattr("amqtt.broker.Broker._broadcast_loop", fails)

    async def run() -> None:
        port = free_port()
        access, _ = own_access("board-1", None, {}, ())
        async with embedded_broker(port, access) as failed:
            failing.set()
            with pytest.raises(RuntimeError, match="a part is broken"):
                await failed()

    asyncio.run(run())


def test_it_speaks_up_only_from_errors_on() -> None:
    async def run() -> None:
        async with open_broker(free_port()):
            assert logging.getLogger("amqtt.broker").getEffectiveLevel() == logging.ERROR

    asyncio.run(run())
