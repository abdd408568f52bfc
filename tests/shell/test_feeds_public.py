"""The delayed copy at the broker: nothing before its time, everything after it, through a real Mosquitto."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.shell.broker_link import MqttSettings
from controller.shell.feeds.delay import DelayLine, Entered
from controller.shell.feeds.public import PublicRecords, run_public
from controller.shell.feeds.relay import Relayed
from rules.formats import format_of_game
from rules.record import GameRecord
from tests.end_to_end.programs import free_port
from tests.shell.mqtt_peer import HOST, Mosquitto, Peer

if TYPE_CHECKING:
    from pathlib import Path

LINE = ("e2e4", "c7c5", "g1f3", "d7d6", "d2d4", "c5d4", "f3d4", "g8f6")
BOARDS = {1: "table-1", 2: "table-2"}


def written(plies: int) -> str:
    none = (None,) * plies
    record = GameRecord(moves=LINE[:plies], clocks_ms=none, elapsed_ms=none)
    return format_of_game("chess").write(record, "pgn")


def relayed(board: int, plies: int) -> Relayed:
    return Relayed(board=board, text=written(plies), live=True)


@given(
    st.lists(st.tuples(st.sampled_from([1, 2]), st.integers(0, 100)), max_size=12),
    st.integers(0, 60),
    st.lists(st.integers(0, 200), max_size=12),
)
def test_the_copy_is_what_may_be_seen(
    moves: list[tuple[int, int]], delay_s: int, looks_s: list[int]
) -> None:
    line, now_s = DelayLine(delay_s), 0
    plies = {1: 0, 2: 0}
    retained: dict[str, dict[str, Any]] = {}

    def games() -> list[Relayed]:
        seen = line.visible(now_s)
        return [Relayed(board=each.board, text=each.text, live=each.live) for each in seen]

    records, made = PublicRecords(games, BOARDS, delay_s), list[tuple[int, int, str]]()
    for now_s, board in sorted(
        [*((at_s, b) for b, at_s in moves), *((at_s, 0) for at_s in looks_s)]
    ):
        if board:
            plies[board] = min(plies[board] + 1, len(LINE))
            made.append((now_s, board, written(plies[board])))
            line.put(Entered(board=board, at_s=now_s, text=written(plies[board]), live=True))
        for packet in records.changed():
            assert (packet.qos, packet.retain) == (1, True)
            retained[packet.topic] = json.loads(packet.payload)
        truth = {b: text for at_s, b, text in made if at_s + delay_s <= now_s}
        assert {body["number"]: body["text"] for body in retained.values()} == truth


def test_a_body_says_no_more_than_the_files_of_relays() -> None:
    (packet,) = PublicRecords(lambda: [relayed(2, 3)], BOARDS, 900).changed()
    assert packet.topic == "touchmove/v1/table-2/public/record"
    assert json.loads(packet.payload) == {
        "v": 1,
        "type": "public-record",
        "board": "table-2",
        "number": 2,
        "live": True,
        "delay_s": 900,
        "format": "pgn",
        "text": written(3),
    }


@pytest.mark.needs("mosquitto")
def test_it_is_retained_at_a_real_broker_and_comes_back_after_an_outage(tmp_path: Path) -> None:
    port = free_port()
    records = PublicRecords(lambda: [relayed(1, 2)], BOARDS, 0)

    async def heard() -> dict[str, Any]:
        """What a broker that starts empty has retained, once the copy is there."""
        async with Mosquitto(tmp_path, port), Peer.connected(port) as peer:
            await peer.subscribe("touchmove/v1/+/public/record")
            await peer.until(len)
            return peer.heard[0].body

    async def run() -> list[dict[str, Any]]:
        settings = MqttSettings(host=HOST, port=port)
        task = asyncio.create_task(run_public(records, settings, "public"))
        try:
            async with asyncio.timeout(60):
                return [await heard(), await heard()]
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    assert [body["text"] for body in asyncio.run(run())] == [written(2)] * 2
