"""A hub: what it makes of the boards' messages, over a real broker and over HTTP."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.core.messages import Status
from controller.core.view import OpenClaims
from controller.shell.broker_link import BrokerLink, MqttSettings, Patience
from controller.shell.feeds.delay import DelayLine
from controller.shell.hub.config import read_hub_config
from controller.shell.hub.hub import Hub
from controller.shell.hub.news import NEWS_MAX
from controller.shell.hub.running import hub_serving
from controller.shell.hub.said import RETAINED
from controller.shell.hub.tables import Tables
from controller.shell.mqtt import run_publisher
from controller.shell.toml_section import ConfigError
from controller.shell.topics import ROOT, Retained, event
from controller.shell.web.security import hash_token
from tests.end_to_end.programs import free_port
from tests.shell.fake_desk import FakeDesk, irregularity, moved, question, view_of, whole
from tests.shell.mqtt_peer import HOST, Mosquitto, Peer

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping

    from controller.core.messages import Json

TOKEN = "the-arbiter-s-token"
AUTHORIZED = {"authorization": f"Bearer {TOKEN}"}


def told(tables: Tables, desk: FakeDesk) -> Json:
    """The summary of a desk whose retained topics have been heard."""
    for packet in Retained(desk).changed():
        tables.heard(packet.topic, packet.payload)
    found: Json = json.loads(tables.by_board[desk.board].summary())
    return found


def encoded(body: Json) -> bytes:
    return json.dumps(body).encode()


def kinds(desk: FakeDesk) -> list[str]:
    return [alert["kind"] for alert in told(Tables(["board-1"]), desk)["alerts"]]


def test_a_board_is_summed_up() -> None:
    found = told(Tables(["other", "board-1"]), FakeDesk(view_of(["e4", "e5"])))
    assert (found["number"], found["board"], found["game"]) == (2, "board-1", "chess")
    assert found["men"]["e4"] == "P"
    assert found["position"]["last_move"]["notation"] == {"san": "e5"}
    assert found["alerts"] == []


def test_what_asks_for_the_arbiter_most_urgent_first() -> None:
    desk = FakeDesk(
        view_of(
            stage="restore",
            irregularity=irregularity(),
            question=question(),
            claims=OpenClaims(claim={"kind": "repetition"}),
        )
    )
    desk.body_health = msgspec.structs.replace(
        desk.body_health, suspects=[{"point": "e4", "symptom": "stuck-on"}], faults=["no chip 0x21"]
    )
    desk.condition = Status(state="offline", cause="the connection was lost")
    assert kinds(desk) == ["irregularity", "claim", "question", "offline", "fault", "suspect"]


def test_a_flag_asks_until_there_is_a_result() -> None:
    tables = Tables(["board-1"])
    told(tables, FakeDesk())
    clock = whole("clock", sides={}, flag="white")
    tables.heard(f"{ROOT}/board-1/clock", json.dumps(clock).encode())
    assert [each.kind for each in tables.by_board["board-1"].alerts] == ["flag"]
    told(tables, FakeDesk(view_of(result={"result": "0-1"})))
    assert list(tables.by_board["board-1"].alerts) == []


def test_events_that_are_repeated_count_once() -> None:
    tables, desk = Tables(["board-1"]), FakeDesk()
    for n in range(3):
        desk.note("move", **moved(n))
    packets = [event("board-1", entry) for entry in desk.journal]
    heard = [tables.heard(each.topic, each.payload) is not None for each in packets * 2]
    assert heard == [True] * 3 + [False] * 3
    assert [told.body["ply"] for told in tables.by_board["board-1"].events] == [0, 1, 2]


any_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["epoch", "seq", "text", "stage", "game"]), inner)
    ),
    max_leaves=6,
)
topics = st.sampled_from(
    ["status", "record", "position", "event/move", "reply/arbiter", "nonsense", ""]
)


@given(st.lists(st.tuples(topics, any_json.map(json.dumps) | st.text(max_size=9)), max_size=6))
def test_strange_messages_change_nothing_for_others(said: list[tuple[str, str]]) -> None:
    tables = Tables(["board-1", "board-2"])
    told(tables, FakeDesk())
    before = tables.by_board["board-1"].summary()
    for topic, text in said:
        assert tables.heard(f"{ROOT}/board-3/{topic}", text.encode()) is None
        tables.heard(f"{ROOT}/board-2/{topic}", text.encode())
    assert json.loads(tables.by_board["board-2"].summary())["position"] == {}
    assert tables.by_board["board-1"].summary() == before


def test_news_that_are_no_longer_kept_are_stale() -> None:
    hub = Hub(["board-1"], DelayLine(0))
    assert hub.news(0, 9) == (0, b"")
    assert hub.news(1, 9) is None
    assert NEWS_MAX > 1000


HUB = """\
[hub]
boards = ["board-1", "board-2"]
folder = "state"
[mqtt]
host = "127.0.0.1"
port = {port}
embedded = false
[kiosk]
port = {kiosk}
[feed]
delay_s = {delay}
[roles.tokens]
arbiter = "{token}"
"""


@pytest.mark.parametrize(
    ("was", "becomes", "key"),
    [
        ('["board-1", "board-2"]', "[]", "hub.boards"),
        ('"board-2"', '"board-1"', "hub.boards[1]"),
        ('"board-2"', '"Board 2"', "hub.boards[1]"),
        ("arbiter =", "white =", "roles.tokens.white"),
        ("[feed]", "[sensors]", "sensors"),
    ],
)
def test_mistakes_in_the_configuration(was: str, becomes: str, key: str) -> None:
    text = HUB.format(port=1883, kiosk=8090, delay=0, token=hash_token(TOKEN))
    with pytest.raises(ConfigError) as caught:
        read_hub_config(text.replace(was, becomes).encode(), Path("hub.toml"))
    assert key in [each.key for each in caught.value.mistakes]


class Memory:
    """Cursors of a publisher that has no journal."""

    def __init__(self) -> None:
        self._places: dict[str, int] = {}

    def cursor(self, name: str) -> int:
        return self._places.get(name, 0)

    def advance_cursor(self, name: str, seq: int) -> None:
        self._places[name] = seq


@asynccontextmanager
async def hall(
    folder: Path, *, delay_s: int = 0, before: Mapping[str, bytes] | None = None
) -> AsyncIterator[tuple[list[FakeDesk], str]]:
    """Two boards, a broker and a hub; gives the desks and the hub's address.

    Args:
        before: what the broker has retained when boards and hub come, by topic.
    """
    port, kiosk = free_port(), free_port()
    text = HUB.format(port=port, kiosk=kiosk, delay=delay_s, token=hash_token(TOKEN))
    desks = [FakeDesk(), FakeDesk(view_of(["d4"]))]
    desks[1].board = "board-2"
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(Mosquitto(folder / "broker", port))
        async with Peer.connected(port) as peer:
            for topic, payload in (before or {}).items():
                await peer.publish(topic, payload, retain=True)
        settings = MqttSettings(host=HOST, port=port)
        boards = [
            asyncio.create_task(run_publisher(desk, Memory(), settings, BrokerLink()))
            for desk in desks
        ]
        bound = await stack.enter_async_context(
            hub_serving(read_hub_config(text.encode(), folder / "hub.toml"))
        )
        yield desks, f"http://127.0.0.1:{bound}"
        for board in boards:
            board.cancel()
            with suppress(asyncio.CancelledError):
                await board


async def first(stream: AsyncIterator[str], wanted: str) -> dict[str, Any]:
    """The data of the first event of a stream in which a text stands."""
    async for line in stream:
        if line.startswith("data: ") and wanted in line:
            found: dict[str, Any] = json.loads(line.removeprefix("data: "))
            return found
    raise AssertionError("the stream has ended")


@pytest.mark.needs("mosquitto")
def test_a_hall_on_one_desk(tmp_path: Path) -> None:
    async def run() -> None:
        async with (
            asyncio.timeout(60),
            hall(tmp_path) as (desks, address),
            httpx.AsyncClient(base_url=address, headers=AUTHORIZED, timeout=30) as client,
            client.stream("GET", "/api/tables/events", params={"after": 0}) as answer,
        ):
            stream = answer.aiter_lines()
            await first(stream, '"number":2')
            desks[0].now = view_of(["e4"])
            desks[0].note("move", **moved(1))
            await desks[0].change()
            said = [await first(stream, "e2e4"), await first(stream, "e2e4")]
            assert {each["board"] for each in said} == {"board-1"}
            reply = await client.post(
                "/api/tables/board-2/commands/arbiter/pause", json={"id": "p1", "args": {}}
            )
            assert (reply.status_code, reply.json()["accepted"]) == (200, True)
            assert desks[1].commands == [("arbiter", "pause", {"id": "p1", "args": {}}, "mqtt")]
            desks[1].answer = False
            reply = await client.post(
                "/api/tables/board-2/commands/arbiter/pause", json={"id": "p2", "args": {}}
            )
            assert (reply.status_code, reply.json()["reason"]) == (409, "not your turn")
            tables = (await client.get("/api/tables")).json()
            assert [each["number"] for each in tables["tables"]] == [1, 2]
            log = (await client.get("/api/tables/board-1/log")).json()
            assert [each["type"] for each in log["events"]] == ["move"]
            games = (await client.get("/games.pgn")).text
            assert games.count("[Event ") == 2
            assert (await client.get("/index.json")).json()["pairings"][1]["live"]

    asyncio.run(run())


@pytest.mark.needs("mosquitto")
def test_only_the_arbiter_sees_the_desk_and_only_who_may_gives_orders(tmp_path: Path) -> None:
    async def run() -> None:
        async with (
            hall(tmp_path, delay_s=900) as (_, address),
            httpx.AsyncClient(base_url=address, timeout=30) as client,
        ):
            for path in ("/api/tables", "/api/tables/events", "/api/tables/board-1/log"):
                assert (await client.get(path)).status_code == 401
                wrong = {"authorization": "Bearer wrong"}
                assert (await client.get(path, headers=wrong)).status_code == 403
            orders = {
                "/api/tables/board-1/commands/arbiter/pause": 401,
                "/api/tables/board-1/commands/operator/start": 401,
                "/api/tables/board-1/commands/white/resign": 404,
            }
            for path, code in orders.items():
                answer = await client.post(path, json={"id": "x", "args": {}})
                assert answer.status_code == code
            away = await client.post(
                "/api/tables/board-9/commands/arbiter/pause", json={"id": "x"}, headers=AUTHORIZED
            )
            assert away.status_code == 404
            assert (await client.get("/games.pgn")).text == ""  # the public waits

    asyncio.run(run())


@pytest.mark.needs("mosquitto")
def test_retained_nonsense_hinders_no_start(tmp_path: Path) -> None:
    nonsense = {
        f"{ROOT}/{board}/{topic}": payload
        for board in ("board-1", "board-2", "board-9", "x" * 60)
        for topic, payload in {
            **dict.fromkeys([*RETAINED, "event/move", "public/record", "a/b/c"], b"\xff{"),
            "clock": b'{"v":1,"sides":' + b"[" * 50_000,
            "health": encoded(whole("health", seq=-1)),
            "lamps": b"0" * 300_000,
            "command/arbiter/result": b'{"id":"old","args":{"result":"0-1"}}',
            "command/white/resign": b"\x00" * 5000,
        }.items()
    }

    async def run() -> None:
        async with (
            asyncio.timeout(60),
            hall(tmp_path, before=nonsense) as (desks, address),
            httpx.AsyncClient(base_url=address, headers=AUTHORIZED, timeout=30) as client,
            client.stream("GET", "/api/tables/events", params={"after": 0}) as answer,
        ):
            stream = answer.aiter_lines()
            desks[0].now = view_of(["e4"])
            await desks[0].change()
            await first(stream, '"e4":"P"')
            tables = (await client.get("/api/tables")).json()["tables"]
            assert tables[0]["men"]["e4"] == "P"
            assert [desk.commands for desk in desks] == [[], []]
            assert ("arbiter", "result") in desks[0].retained

    asyncio.run(run())


async def until_linked(hub: Hub, *, linked: bool) -> None:
    while hub.link.connected != linked:  # noqa: ASYNC110 - a hub tells nobody
        await asyncio.sleep(0.01)


@pytest.mark.needs("mosquitto")
def test_a_broker_that_was_away_is_heard_again(tmp_path: Path) -> None:
    async def run() -> None:
        port, hub = free_port(), Hub(["board-1"], DelayLine(0))
        patience = Patience(pause=lambda _: asyncio.sleep(0))
        async with asyncio.timeout(60), Mosquitto(tmp_path / "broker", port) as broker:
            following = asyncio.create_task(
                hub.follow(MqttSettings(host=HOST, port=port), patience)
            )
            for ply in (1, 2):
                async with Peer.connected(port) as board:
                    payload = encoded(whole("move", seq=ply, epoch="e"))
                    await until_linked(hub, linked=True)
                    await board.publish(f"{ROOT}/board-1/event/move", payload)
                    await hub.wait(ply - 1)
                await broker.kill()
                await until_linked(hub, linked=False)
                await broker.start()
            following.cancel()
            with suppress(asyncio.CancelledError):
                await following
        assert [told.seq for told in hub.tables.by_board["board-1"].events] == [1, 2]

    asyncio.run(run())
