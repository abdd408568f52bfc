"""A hub believes nothing that no board says, and no board reaches what is shown of another."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.core.sensing.marks import Sensor
from controller.shell.evening.ledger import BOARD, MemoryJournal
from controller.shell.evening.playing import play
from controller.shell.feeds.delay import DelayLine
from controller.shell.feeds.onegame import why_not_one
from controller.shell.hub.hub import Hub
from controller.shell.hub.inbox import BYTES_MAX, WAITING_MAX, Inbox
from controller.shell.hub.said import EVENTS, RECORD_MAX, RETAINED
from controller.shell.hub.tables import KINDS_MAX, STRANGE_US, Table, Tables
from controller.shell.hub.web import make_hub_app
from controller.shell.simulate import Asked, plan_of
from controller.shell.topics import ROOT
from controller.shell.web.security import Tokens
from rules.formats import format_of_game
from rules.record import GameRecord
from rules.registry import GAMES
from tests.browser.hall import board_of
from tests.shell.fake_desk import whole
from tests.shell.speaking import script
from tests.shell.strange import KINDS, examples, malformed, valid
from tests.shell.web_client import Client

if TYPE_CHECKING:
    from collections.abc import Iterator

    from controller.core.messages import Json

EXAMPLES = examples()
VALUES: tuple[Any, ...] = (None, True, -1, 1.5, "x", "z99", [], {}, [None], {"x": 1}, 2**70)
FEW = 30 * len(KINDS)


def encoded(body: object) -> bytes:
    return json.dumps(body).encode()


def seen(table: Table) -> tuple[Json, object, object]:
    """All that anybody can see of a board, but for what is said of it here."""
    summary = json.loads(table.summary())
    for name in ("alerts", "clock"):  # the clock's moment is that of the hub
        del summary[name]
    return summary, table.events, table.record


def mutants(body: Any) -> Iterator[Any]:  # noqa: ANN401
    """The body with one value, anywhere in it, replaced or left out."""
    for key in list(body) if isinstance(body, dict) else range(len(body)):
        for value in VALUES:
            yield (
                {**body, key: value}
                if isinstance(body, dict)
                else [*body[:key], value, *body[key + 1 :]]
            )
        if isinstance(body, dict):
            yield {name: value for name, value in body.items() if name != key}
        if isinstance(body[key], dict | list):
            for inner in mutants(body[key]):
                yield (
                    {**body, key: inner}
                    if isinstance(body, dict)
                    else [*body[:key], inner, *body[key + 1 :]]
                )


def heard_all() -> Table:
    """A board that has said every message there is."""
    table = Table("hall-7", 1)
    for topic in (*RETAINED, *sorted(EVENTS & EXAMPLES.keys())):
        table.heard(topic, encoded({**EXAMPLES[topic], "board": "hall-7", "epoch": "e"}))
    return table


def test_every_message_of_the_protocol_is_read() -> None:
    assert {*RETAINED, *EVENTS} == EXAMPLES.keys()
    assert len(heard_all().events) >= len(EVENTS) - 2


@pytest.mark.parametrize("topic", sorted(EXAMPLES))
def test_each_field_is_read_strictly(topic: str) -> None:
    tables = Tables(["hall-7"])
    table = tables.by_board["hall-7"] = heard_all()
    taken = refused = 0
    for body in mutants({**EXAMPLES[topic], "board": "hall-7"}):
        payload, before, counted = encoded(body), seen(table), table.strange.total()
        tables.heard(f"{ROOT}/hall-7/{topic}", payload)
        if table.strange.total() > counted:
            refused += 1
            assert seen(table) == before
        else:
            taken += 1
            assert valid(topic, payload, "hall-7"), body
    assert refused > taken / 4
    assert 0 < len(table.strange) <= KINDS_MAX + 1


@pytest.mark.parametrize("game", sorted(GAMES))
def test_all_that_real_boards_say_is_read(game: str) -> None:
    journal = MemoryJournal()
    plan = plan_of(Asked(game=game, mix="messy", plies=10), 3)
    play(plan, sensor=Sensor.PRESENCE, journal=journal)
    tables = Tables([BOARD])
    for body in journal.bodies(0):
        tables.heard(f"{ROOT}/{BOARD}/event/{body['type']}", encoded(body))
    table = tables.by_board[BOARD]
    assert (table.strange, len(table.events)) == ({}, journal.newest_seq)


async def said(hub: Hub, lines: int) -> None:
    """What two boards say that play."""
    begun, played = script(8)
    for seq, line in enumerate([*begun, *played[:lines]], 1):
        for board in ("table-1", "table-2"):
            await hub.hear(f"{ROOT}/{board}/{line.topic}", line.payload(board, seq))


@pytest.mark.parametrize("seed", range(2))
def test_what_one_board_says_changes_nothing_of_another(seed: int) -> None:
    async def run() -> None:
        boards = ["table-1", "table-2", "table-3"]
        hub, alone = Hub(boards, DelayLine(900)), Hub(boards, DelayLine(900))
        await said(alone, 60)
        for _, board, topic, payload in malformed(seed, FEW, ["table-3"]):
            await hub.hear(f"{ROOT}/{board}/{topic}", payload)
        await said(hub, 60)
        for board in boards[:2]:
            own, other = (each.tables.by_board[board] for each in (hub, alone))
            assert seen(own) == seen(other)
            assert not own.strange
        assert hub.tables.by_board["table-3"].strange.total() > FEW / 2

    asyncio.run(run())


def test_only_what_is_known_goes_on() -> None:
    """A message may say more, in ways that would end it where it is passed on."""
    hub = Hub(["board-1"], DelayLine(0))
    extra = "\n\nevent: table\ndata: {}\n\n"
    for topic, body in (
        ("event/move", whole("move", more=extra)),
        ("clock", whole("clock", flag="x", more=extra)),
    ):
        payload = encoded(body).replace(b"\\n", b"\n") + b"\n\n"
        asyncio.run(hub.hear(f"{ROOT}/board-1/{topic}", payload.replace(b"\n", b" ")))
    found = hub.news(0, 9)
    assert found is not None
    assert found[0] == 2
    assert b"more" not in found[1]
    assert found[1].count(b"\n\n") == 2


def test_a_board_that_is_not_understood_is_named_and_the_log_says_so_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def run() -> Hub:
        hub = Hub(["board-1", "board-2"], DelayLine(0))
        for n in range(12):
            await hub.hear(
                f"{ROOT}/board-2/event/move",
                encoded(whole("move", board="board-2", ply="x" * (n % 2))),
            )
        table = hub.tables.by_board["board-2"]
        (alert,) = table.alerts
        assert alert.kind == "fault"
        assert alert.text.startswith(
            "8 messages of this board could not be read: event: Expected `int`"
        )
        assert len(caplog.records) == 1
        return hub

    hub = asyncio.run(run())
    app = make_hub_app(hub, tokens=Tokens(), hosts=["localhost"])
    browser = Client(board_of(1), app=app)
    assert browser.get("/healthz").json()["unread"] == 12
    assert 'unread_total{board="board-2"} 12' in browser.get("/metrics").text
    assert not hub.tables.by_board["board-1"].alerts


def test_a_board_that_speaks_well_again_is_no_longer_named() -> None:
    table = Table("board-1", 1)
    table.miss("clock", "it is none", 0)
    assert [alert.kind for alert in table.alerts] == ["fault"]
    table.heard("clock", encoded(whole("clock")), STRANGE_US)
    assert list(table.alerts) == []


def test_kinds_are_counted_apart_up_to_a_limit() -> None:
    table = Table("board-1", 1)
    for n in range(100):
        table.miss(f"x{n}/y", "it is none", 0)
    assert len(table.strange) == KINDS_MAX + 1
    assert table.strange["other"] == 100 - KINDS_MAX


@given(st.lists(st.tuples(st.sampled_from("abc"), st.binary(max_size=3))))
def test_boards_are_read_in_turn_and_each_in_its_order(put: list[tuple[str, bytes]]) -> None:
    inbox = Inbox()
    for n, (board, payload) in enumerate(put):
        assert inbox.put(board, f"{board} {n}", payload)
    taken = []
    while inbox:
        taken.append(inbox.take()[0])
    for board in "abc":
        own = [topic for topic in taken if topic[0] == board]
        assert own == [f"{b} {n}" for n, (b, _) in enumerate(put) if b == board]
        # Before its k-th message at most k of each other board are read.
        for k, topic in enumerate(own, 1):
            assert taken.index(topic) < 3 * k


def test_who_says_too_much_loses_messages_of_his_own() -> None:
    async def run() -> None:
        hub = Hub(["board-1", "board-2"], DelayLine(0))
        line = encoded(whole("lifted"))
        for _ in range(WAITING_MAX + 50):
            hub.take(f"{ROOT}/board-1/event/lifted", line)
        hub.take(f"{ROOT}/board-2/event/lifted", encoded(whole("lifted", board="board-2")))
        reading = asyncio.create_task(hub.read())
        await hub.wait(hub.newest + 1)
        reading.cancel()
        one, two = (hub.tables.by_board[each] for each in ("board-1", "board-2"))
        assert (one.strange.total(), two.strange.total(), len(two.events)) == (50, 0, 1)

    asyncio.run(run())
    inbox = Inbox()
    assert inbox.put("a", "t", bytes(BYTES_MAX))
    assert not inbox.put("a", "t", b"x")
    assert inbox.put("b", "t", b"x")


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_record_is_one_game(game: str) -> None:
    form = format_of_game(game)
    one = form.write(
        GameRecord(game=game, headers={"Event": 'Club [Event "x"]', "Site": "(;"}), form.styles[0]
    )
    assert why_not_one(form.name, one) is None
    for two in (
        one + one,
        one + "\n" + one,
        one.replace("*\n", "*\n\n*\n") if form.name != "sgf" else one + "(;)",
        one + "\r[",
        "x" + one,
    ):
        assert why_not_one(form.name, two) is not None


@pytest.mark.parametrize("unit", ["[", "(;", "[a", "\\", '[a "', "\n ", "x\n", '[a "b"]\n', "[]"])
def test_a_long_text_is_looked_through_once(unit: str) -> None:
    """Were it looked through from every place of it anew, this would not end today."""
    text = unit * (RECORD_MAX // len(unit))
    begins = ("", "(;", '[Event "a"]\n\n', "(;C[")
    assert "`text` is not one game" in {why_not_one("sgf", begin + text) for begin in begins}
    assert "`text` does not begin with headers" in {
        why_not_one("pgn", begin + text) for begin in begins
    }


def test_nobody_s_record_stands_under_another_board() -> None:
    async def run() -> None:
        hub = Hub(["board-1", "board-2"], DelayLine(0))
        good = '[Event "a"]\n\n1. e4 *\n'
        for text in (good, good + "\n" + good, good + "\n1. d4 *\n", "\u2028".join([good] * 2)):
            for board in ("board-1", "board-2"):
                body = whole(
                    "record", board=board, format="pgn", text=text if board == "board-2" else good
                )
                await hub.hear(f"{ROOT}/{board}/record", encoded(body))
        assert [each.text for each in hub.games()] == [good, good]
        assert hub.tables.by_board["board-2"].strange.total() == 3

    asyncio.run(run())
