"""The publisher on real brokers: the embedded one and Mosquitto, cut and killed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import AbstractAsyncContextManager
from typing import TYPE_CHECKING, Any

import pytest

from controller.core.messages import Status
from tests.journal.samples import lifted, move, result, started
from tests.shell.fake_desk import view_of
from tests.shell.mqtt_kit import JournalDesk, open_broker, publishing
from tests.shell.mqtt_peer import HOST, Heard, Link, Mosquitto, Peer, free_port

if TYPE_CHECKING:
    from pathlib import Path


BASE = "touchmove/v1/board-1"
Serve = Callable[[int], AbstractAsyncContextManager[object]]
BROKERS = [
    pytest.param("embedded", id="embedded"),
    pytest.param("mosquitto", id="mosquitto", marks=pytest.mark.needs("mosquitto")),
]


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[JournalDesk]:
    with JournalDesk.open(tmp_path / "journal") as desk:
        yield desk


@pytest.fixture
def serve(request: pytest.FixtureRequest, tmp_path: Path) -> Serve:
    if request.param == "embedded":
        return open_broker
    return lambda port: Mosquitto(tmp_path / "mosquitto", port)


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(test)


def seqs(heard: Sequence[Heard]) -> list[int]:
    """Numbers of the events in the order in which they first came."""
    return list(dict.fromkeys(h.body["seq"] for h in heard if "/event/" in h.topic))


def reached(before: Sequence[Heard], count: int) -> Callable[[Sequence[Heard]], bool]:
    """Whether so many different events have come, with those of earlier connections."""
    return lambda now: len(set(seqs([*before, *now]))) >= count


@pytest.mark.parametrize("serve", BROKERS, indirect=True)
def test_events_and_state_arrive_and_a_late_viewer_catches_up(
    serve: Serve, desk: JournalDesk
) -> None:
    async def test() -> None:
        port = free_port()
        await desk.happen(started(), lifted(), move(), result())
        async with serve(port), Peer.connected(port, "early") as early:
            await early.subscribe(f"{BASE}/#")
            async with publishing(desk, port):
                await early.until(lambda heard: len(seqs(heard)) == 4 and early.on("/health"))
                events = {h.topic: h for h in early.heard if "/event/" in h.topic}
                assert set(events) == {
                    f"{BASE}/event/{name}" for name in ("game-started", "lifted", "move", "result")
                }
                written = {entry.type: entry.body for entry in desk.log.entries()}
                for topic, heard in events.items():
                    assert heard.body == written[topic.rpartition("/")[2]]
                    assert not heard.retain
                desk.now = view_of(["e4"])
                await desk.change()
                await early.until(lambda _: early.on("/position")[-1].body["ply"] == 1)
                async with Peer.connected(port, "late") as late:
                    await late.subscribe(f"{BASE}/#")
                    await late.until(lambda heard: len({h.topic for h in heard}) == 6)
                    assert {h.topic.rpartition("/")[2] for h in late.heard} == {
                        "status", "game", "position", "lamps", "record", "health",
                    }  # fmt: skip
                    assert any(h.retain for h in late.on("/position"))
                    assert late.on("/status")[0].body["state"] == "online"
                    assert late.on("/position")[0].body["ply"] == 1
            await early.until(lambda _: early.on("/status")[-1].body["state"] == "offline")
            assert early.on("/status")[-1].body["cause"] == "the service was stopped"
            assert "Start it again" in early.on("/status")[-1].body["next_step"]

    run(test())


@pytest.mark.needs("mosquitto")
def test_a_command_retained_while_the_board_listens_is_refused(
    tmp_path: Path, desk: JournalDesk
) -> None:
    async def test() -> None:
        port = free_port()
        async with (
            Mosquitto(tmp_path / "mosquitto", port),
            Peer.connected(port) as peer,
            publishing(desk, port) as publisher,
        ):
            await peer.subscribe(f"{BASE}/reply/+")
            await publisher.until(lambda link: link.connected)
            await peer.publish(f"{BASE}/command/white/resign", {"id": "kept"}, retain=True)
            await peer.until(lambda heard: len(heard) == 1)
            assert not peer.heard[0].body["accepted"]
            assert desk.retained == [("white", "resign")]
            assert desk.commands == []

    run(test())


@pytest.mark.needs("mosquitto")
def test_a_retained_command_is_refused_when_the_next_has_taken_its_place(
    tmp_path: Path, desk: JournalDesk
) -> None:
    async def test() -> None:
        port = free_port()
        async with (
            Mosquitto(tmp_path / "mosquitto", port),
            Peer.connected(port) as peer,
            publishing(desk, port),
            Peer.connected(port, "viewer") as viewer,
        ):
            await viewer.subscribe(f"{BASE}/status")
            await viewer.until(lambda heard: heard)
            await peer.subscribe(f"{BASE}/reply/+")
            orders = [{"id": f"kept-{number}"} for number in range(8)]
            await asyncio.gather(
                *(
                    peer.publish(f"{BASE}/command/white/resign", each, retain=True)
                    for each in orders
                )
            )
            await peer.until(lambda heard: len(heard) == len(orders))
            assert not any(said.body["accepted"] for said in peer.heard)
            assert desk.commands == []

    run(test())


@pytest.mark.needs("mosquitto")
def test_a_command_retained_before_the_board_came_is_refused(
    tmp_path: Path, desk: JournalDesk
) -> None:
    async def test() -> None:
        port = free_port()
        async with Mosquitto(tmp_path / "mosquitto", port), Peer.connected(port) as peer:
            await peer.subscribe(f"{BASE}/reply/+")
            old = f"{BASE}/command/black/resign"
            await peer.publish(old, {"id": "old"}, retain=True)
            async with publishing(desk, port):
                await peer.until(lambda heard: len(heard) == 1)
                said = peer.heard[0]
                assert (said.topic, said.body["accepted"]) == (f"{BASE}/reply/black", False)
                assert "retained" in said.body["reason"]
                await peer.publish(old, b"", retain=True)
                await peer.publish(f"{BASE}/command/black/pause", {"id": "new"})
                await peer.until(lambda heard: len(heard) == 2)
            assert desk.retained == [("black", "resign")]
            assert [name for _, name, _, _ in desk.commands] == ["pause"]

    run(test())


@pytest.mark.parametrize("serve", BROKERS, indirect=True)
def test_commands_are_obeyed_or_refused_and_always_answered(
    serve: Serve, desk: JournalDesk
) -> None:
    async def test() -> None:
        port = free_port()
        async with serve(port), Peer.connected(port) as peer:
            await peer.subscribe(f"{BASE}/reply/+")
            async with publishing(desk, port), Peer.connected(port, "viewer") as viewer:
                # It asks for commands before it tells its state.
                await viewer.subscribe(f"{BASE}/status")
                await viewer.until(lambda heard: heard)

                async def order(role: str, name: str, body: bytes | dict[str, Any]) -> Heard:
                    count = len(peer.heard)
                    await peer.publish(f"{BASE}/command/{role}/{name}", body)
                    await peer.until(lambda heard: len(heard) > count)
                    return peer.heard[-1]

                said = await order("white", "promote", {"id": "c1", "args": {"to": "n"}})
                assert (said.topic, said.body["id"]) == (f"{BASE}/reply/white", "c1")
                assert said.body["accepted"]
                body = {"id": "c1", "args": {"to": "n"}}
                assert desk.commands == [("white", "promote", body, "mqtt")]
                await order("white", "promote", {"id": "c1", "args": {"to": "n"}})
                assert len(desk.commands) == 2, "the desk knows its ids"
                desk.answer = False
                said = await order("arbiter", "pause", {"id": "c2"})
                assert (said.body["accepted"], said.body["reason"]) == (False, "not your turn")
                for bad in (b"{", b"x" * 5000, b'{"id":7}'):
                    said = await order("operator", "void", bad)
                    assert not said.body["accepted"]
                    assert said.body["reason"]
                await order("arbiter", "resume", {"id": "c3"})
                assert [name for _, name, _, _ in desk.commands][2:] == ["pause", "resume"]

    run(test())


@pytest.mark.parametrize("serve", BROKERS, indirect=True)
def test_a_cut_link_is_seen_by_all_and_heals_without_loss(serve: Serve, desk: JournalDesk) -> None:
    async def test() -> None:
        port = free_port()
        async with serve(port), Link(port) as wire, Peer.connected(port) as peer:
            await peer.subscribe(f"{BASE}/#")
            async with publishing(desk, wire.port) as publisher:
                await desk.happen(started())
                await peer.until(lambda heard: seqs(heard) == [1])
                await peer.until(lambda _: peer.on("/status"))
                publisher.go_on.clear()
                wire.cut()
                await peer.until(lambda _: peer.on("/status")[-1].body["state"] == "offline")
                assert "lost" in peer.on("/status")[-1].body["cause"]
                await publisher.until(lambda link: not link.connected)
                assert publisher.link.words().startswith("away: ")
                await desk.happen(*[lifted()] * 30, move())
                wire.up = True
                publisher.go_on.set()
                await peer.until(lambda heard: len(seqs(heard)) == 32)
                assert seqs(peer.heard) == list(range(1, 33))
                await peer.until(lambda _: peer.on("/status")[-1].body["state"] == "online")
                assert publisher.link.words() == "connected"

    run(test())


@pytest.mark.parametrize("serve", BROKERS, indirect=True)
def test_a_broker_that_forgets_everything_is_filled_again(serve: Serve, desk: JournalDesk) -> None:
    async def test() -> None:
        port = free_port()
        await desk.happen(started())
        async with publishing(desk, port) as publisher:
            await publisher.until(lambda link: link.attempts > 0)
            for _ in range(3):
                async with serve(port):
                    publisher.go_on.set()
                    await publisher.until(lambda link: link.connected)
                    async with Peer.connected(port) as peer:
                        await peer.subscribe(f"{BASE}/+")
                        await peer.until(lambda heard: len(heard) >= 6)
                        states = {h.topic: h.body for h in peer.heard}
                        assert states[f"{BASE}/position"]["epoch"] == desk.log.epoch
                    publisher.go_on.clear()
                await publisher.until(lambda link: not link.connected)
            assert publisher.link.connections == 3

    run(test())


@pytest.mark.needs("mosquitto")
def test_nothing_is_lost_when_mosquitto_is_killed_in_mid_stream(
    tmp_path: Path, desk: JournalDesk
) -> None:
    async def test() -> None:
        port = free_port()
        broker = Mosquitto(tmp_path / "mosquitto", port)
        heard: list[Heard] = []
        async with broker:
            async with Peer.connected(port, "kiosk", clean=False) as kiosk:
                saves = broker.logged("Saving in-memory")
                await kiosk.subscribe(f"{BASE}/event/+")
                await broker.until_logged("Saving in-memory", saves + 1)
            async with publishing(desk, port):
                for part in range(5):
                    async with Peer.connected(port, "kiosk", clean=False) as kiosk:
                        for ply in range(25):
                            await desk.happen(
                                lifted(), lifted("d2"), move(part * 25 + ply), lifted()
                            )
                        await kiosk.until(reached(heard, part * 100 + 50))
                        await broker.kill()
                        await kiosk.until_closed()
                        heard += kiosk.heard
                    await broker.start()
                async with Peer.connected(port, "kiosk", clean=False) as kiosk:
                    await kiosk.until(reached(heard, 500))
                    heard += kiosk.heard
        assert sorted(seqs(heard)) == list(range(1, 501))
        binding = [h for h in heard if h.topic.endswith("/move")]
        assert seqs(binding) == [entry.seq for entry in desk.log.entries() if entry.type == "move"]
        assert len({(h.body["epoch"], h.body["seq"]) for h in heard}) == 500

    run(test())


@pytest.mark.needs("mosquitto", "mosquitto_sub")
def test_a_foreign_client_reads_everything(tmp_path: Path, desk: JournalDesk) -> None:
    async def test() -> None:
        port = free_port()
        await desk.happen(started(), lifted(), move())
        async with Mosquitto(tmp_path / "mosquitto", port) as broker:
            viewer = await asyncio.create_subprocess_exec(
                "mosquitto_sub", "-p", str(port), "-h", HOST, "-V", "311", "-q", "1",
                "-t", "touchmove/#", "-C", "9", "-F", "%t %p", stdout=asyncio.subprocess.PIPE,
            )  # fmt: skip
            await broker.until_logged("Received SUBSCRIBE")
            async with publishing(desk, port):
                async with asyncio.timeout(10):
                    text, _ = await viewer.communicate()
        lines = [line.split(" ", 1) for line in text.decode().splitlines()]
        assert {topic for topic, _ in lines} <= {
            f"{BASE}/{name}"
            for name in (
                "status", "position", "lamps", "record", "game", "health",
                "event/game-started", "event/lifted", "event/move",
            )
        }  # fmt: skip
        assert all(json.loads(payload)["board"] == "board-1" for _, payload in lines)

    run(test())


def test_a_status_that_changes_while_away_is_the_one_that_arrives(desk: JournalDesk) -> None:
    async def test() -> None:
        port = free_port()
        async with publishing(desk, port) as publisher:
            await publisher.until(lambda link: link.attempts >= 3)
            publisher.go_on.clear()
            desk.condition = Status(state="degraded", cause="bus", next_step="look at the cable")
            await desk.change()
            async with open_broker(port), Peer.connected(port) as peer:
                await peer.subscribe(f"{BASE}/status")
                publisher.go_on.set()
                await peer.until(lambda heard: heard)
                assert peer.heard[0].body["state"] == "degraded"

    run(test())
