"""The service on real brokers, heard with Debian's own clients."""

from __future__ import annotations

import asyncio
import signal
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any, Literal

import pytest

from controller.journal.store import Journal
from tests.end_to_end.listening import publish, service, watching
from tests.end_to_end.programs import free_port
from tests.shell.mqtt_peer import Mosquitto

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.needs("mosquitto", "mosquitto_sub", "mosquitto_pub")

RETAINED = {"status", "game", "position", "lamps", "health", "record"}
"""A board without a time control has no clock to show."""
OPENING = [("e2", "e4"), ("e7", "e5"), ("g1", "f3"), ("b8", "c6"), ("f1", "b5"), ("a7", "a6")]


def way_out(state: dict[str, Any]) -> str:
    """How the health says that the broadcast by MQTT stands."""
    (found,) = (way for way in state["health"]["broadcast"] if way["name"] == "mqtt")
    return str(found["state"])


@pytest.mark.parametrize("broker", ["embedded", "mosquitto"])
def test_every_topic_is_heard(broker: Literal["embedded", "mosquitto"], tmp_path: Path) -> None:
    async def run() -> None:
        port = free_port()
        async with AsyncExitStack() as stack:
            if broker == "mosquitto":
                await stack.enter_async_context(Mosquitto(tmp_path / "broker", port))
            board = await stack.enter_async_context(
                service(
                    tmp_path, port, embedded=broker == "embedded", roles=("operator", "arbiter")
                )
            )
            seen = await stack.enter_async_context(watching(port, name="early"))
            await seen.until(lambda: seen.newest("status").get("state") == "online")
            for ply, (origin, target) in enumerate(OPENING[:4], 1):
                await board.move(origin, target)
                await seen.until_ply(ply)
            moves = [body["move"] for body in seen.on("event/move")]
            assert moves == [origin + target for origin, target in OPENING[:4]]
            for kind in ("lifted", "placed", "touched"):
                assert len(seen.on(f"event/{kind}")) >= 4
            late = await stack.enter_async_context(watching(port, name="late"))
            await late.until(lambda: {heard.topic for heard in late.heard} >= RETAINED)
            assert {heard.topic for heard in late.heard if heard.retain} == RETAINED
            # What is retained follows the event by a moment.
            await late.until(lambda: late.newest("position")["ply"] == 4)
            await late.until(lambda: "2. Nf3 Nc6" in late.newest("record")["text"])
            last = {"b8": "last-move", "c6": "last-move"}
            await late.until(lambda: late.newest("lamps")["lamps"] == last)
            args = {"result": "1/2-1/2", "termination": "agreement"}
            await publish(port, "command/arbiter/result", {"id": "r1", "args": args})
            await late.until(lambda: late.newest("reply/arbiter").get("accepted") is True)
            await late.until(lambda: late.newest("event/result").get("result") == "1/2-1/2")
            await late.until(lambda: late.newest("position").get("stage") == "ended")
        assert not any(heard.retain for heard in seen.heard if heard.topic.startswith("event/"))

    asyncio.run(run())


@pytest.mark.parametrize("receiver", ["back first", "back late"])
def test_a_broker_killed_in_mid_game_loses_nothing(receiver: str, tmp_path: Path) -> None:
    async def run() -> None:
        port = free_port()
        async with (
            Mosquitto(tmp_path / "broker", port) as broker,
            watching(port, name="stays", stays=True) as seen,
            service(tmp_path, port, embedded=False) as board,
        ):
            await seen.until(lambda: seen.newest("status").get("state") == "online")
            for ply, (origin, target) in enumerate(OPENING, 1):
                if ply == 3:
                    await broker.kill()
                    await board.until(lambda state: state["status"]["state"] == "degraded")
                    assert way_out(await board.state()) == "lost"
                if ply == 5:
                    late = seen.process if receiver == "back late" else board.process
                    late.send_signal(signal.SIGSTOP)
                    await broker.start()
                    await broker.until_logged(
                        " as touchmove-" if late is seen.process else " as stays"
                    )
                    if late is board.process:
                        late.send_signal(signal.SIGCONT)
                await board.move(origin, target)
                await board.until_ply(ply)
            seen.process.send_signal(signal.SIGCONT)
            with Journal.read(tmp_path / "journal") as journal:
                recorded = {entry.seq: entry.body for entry in journal.entries()}
            last = max(seq for seq, body in recorded.items() if body["type"] == "move")
            await seen.until(lambda: set(range(1, last + 1)) <= set(seen.events))
            await board.until(lambda state: way_out(state) == "connected")
        assert all(seen.events[seq] == recorded[seq] for seq in range(1, last + 1))

    asyncio.run(run())


def test_a_killed_board_is_said_to_be_offline(tmp_path: Path) -> None:
    async def run() -> None:
        port = free_port()
        async with (
            Mosquitto(tmp_path / "broker", port),
            watching(port, name="early") as seen,
            service(tmp_path, port, embedded=False) as board,
        ):
            await seen.until(lambda: seen.newest("status").get("state") == "online")
            board.process.kill()
            await seen.until(lambda: seen.newest("status").get("state") == "offline")
            async with watching(port, name="late") as late:
                await late.until(lambda: late.on("status"))
                (status,) = [heard for heard in late.heard if heard.topic == "status"]
        assert status.retain
        assert status.body["state"] == "offline"
        assert status.body["cause"]
        assert status.body["next_step"]

    asyncio.run(run())
