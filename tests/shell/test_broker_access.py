"""Who may do what at the embedded broker: the table, and the running broker against it."""

from __future__ import annotations

import asyncio
import itertools
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.shell.broker.policy import ACCOUNTS, ANYBODY, BOARD, ROLES, Access, overlap
from controller.shell.broker.serving import embedded_broker
from controller.shell.roles import COMMAND_NAMES, hash_token
from tests.shell.mqtt_kit import SECRET, JournalDesk, publishing
from tests.shell.mqtt_peer import Cut, Heard, Peer, Refused, free_port

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

BASE = "touchmove/v1/board-1"
WORDS = {role: f"the word of {role}" for role in ("white", "arbiter")} | {BOARD: SECRET}
"""Of the accounts that can prove themselves: the players' black has no token and is closed, the operator's role is open."""
ACCESS = Access(
    "board-1",
    secret=WORDS[BOARD],
    tokens={role: hash_token(WORDS[role]) for role in ("white", "arbiter")},
    open_roles=("white", "operator"),
    discovery="homes",
)
THERE = (BOARD, ANYBODY, "white", "arbiter")
"""The accounts that somebody can have with this configuration."""


def topics() -> list[str]:
    """One of each rule, and some of none."""
    inside = [
        rule.topics.replace("+", "resign").replace("#", "a/b/config") for rule in ACCESS.table
    ]
    outside = [
        "other", "touchmove/v1/board-2/status", f"{BASE}/command/white", f"{BASE}/command/king/pause",
        f"{BASE}/event", f"{BASE}/event/move/deeper", f"{BASE}/secret", "touchmove/v2/board-1/status",
        f"{BASE}/reply/king", f"/{BASE}/status", f"{BASE}/status/",
    ]  # fmt: skip
    return [*inside, *outside]


def row_of(topic: str) -> tuple[frozenset[str], frozenset[str], bool]:
    """Who reads and writes a topic, and whether it may be retained, by its place in the table."""
    if (place := topics().index(topic)) < len(ACCESS.table):
        rule = ACCESS.table[place]
        return rule.readers, rule.writers, rule.retained
    return frozenset(), frozenset(), False


def test_the_table_says_what_the_documentation_says() -> None:
    reads, writes, keeps = ({account: set[str]() for account in ACCOUNTS} for _ in range(3))
    for topic in topics():
        readers, writers, retained = row_of(topic)
        for account in readers:
            reads[account].add(topic.removeprefix(f"{BASE}/"))
        for account in writers:
            writes[account].add(topic.removeprefix(f"{BASE}/"))
            if retained:
                keeps[account].add(topic.removeprefix(f"{BASE}/"))
    state = {"status", "game", "position", "clock", "lamps", "health", "record", "public/record"}
    told = state | {"event/resign", "homes/a/b/config"}
    commands = {f"command/{role}/resign" for role in ROLES}
    replies = {f"reply/{role}" for role in ROLES}
    assert writes[BOARD] == told | replies
    assert keeps[BOARD] == told - {"event/resign"}
    assert reads[BOARD] == told | commands | replies
    # The operator's role is open; the players' white has a token, so it is not, on this machine either.
    assert writes[ANYBODY] == {"command/operator/resign"}
    assert reads[ANYBODY] == told | {"reply/operator"}
    for role in ("white", "arbiter"):
        assert writes[role] == {f"command/{role}/resign", "command/operator/resign"}
        assert reads[role] == told | {f"reply/{role}", "reply/operator"}
    assert all(not keeps[account] for account in ACCOUNTS if account != BOARD)


@pytest.mark.parametrize(
    ("tokens", "open_roles", "may"),
    [
        ((), (), ()),
        ((), ("white", "black"), ("white", "black")),
        (("arbiter",), ("white", "arbiter"), ("white",)),
        (ROLES, ROLES, ()),
        ((), ROLES, ROLES),
    ],
)
def test_anybody_may_ask_for_open_roles_without_a_token_and_no_others(
    tokens: tuple[str, ...], open_roles: tuple[str, ...], may: tuple[str, ...]
) -> None:
    access = Access(
        "b", secret="s", tokens={role: hash_token(role) for role in tokens}, open_roles=open_roles
    )
    for role, name in itertools.product(ROLES, COMMAND_NAMES):
        topic = f"touchmove/v1/b/command/{role}/{name}"
        assert access.may_publish(ANYBODY, topic, retained=False) == (role in may)
        assert access.may_publish(role, topic, retained=False) == (role in (*may, *tokens))
        for account in ACCOUNTS:
            assert not access.may_publish(account, topic, retained=True)
            assert access.may_receive(account, topic) == (account == BOARD)


@pytest.mark.parametrize("topic", topics())
@pytest.mark.parametrize("account", ACCOUNTS)
def test_the_questions_are_answered_by_the_table(account: str, topic: str) -> None:
    readers, writers, retained = row_of(topic)
    for wants in (False, True):
        allowed = account in writers and (retained or not wants)
        assert ACCESS.may_publish(account, topic, retained=wants) == allowed
    assert ACCESS.may_receive(account, topic) == (account in readers)
    assert ACCESS.may_subscribe(account, topic) == (account in readers)


def test_who_an_account_is() -> None:
    assert ACCESS.account(None, None) == ANYBODY
    assert ACCESS.account(None, "word") == ANYBODY
    for name, word in WORDS.items():
        assert ACCESS.account(name, word) == name
        assert ACCESS.account(name, word + " ") is None
        assert ACCESS.account(name, None) is None
        assert ACCESS.account(name, hash_token(word)) is None
    for name in (ANYBODY, "black", "operator", "", "king"):
        assert ACCESS.account(name, "") is None
        assert ACCESS.account(name, "word") is None


LEVEL = st.sampled_from(["a", "b", "+", ""])
FILTER = st.builds(
    lambda levels, deeper: "/".join([*levels, *deeper]),
    st.lists(LEVEL, min_size=1, max_size=4),
    st.sampled_from([[], ["#"]]),
)
TOPIC = st.lists(st.sampled_from(["a", "b", ""]), min_size=1, max_size=5).map("/".join)


def plainly(pattern: str, topic: str) -> bool:
    """What MQTT 3.1.1, 4.7 says, level by level."""
    levels, given = pattern.split("/"), topic.split("/")
    if levels[-1] == "#":
        levels = levels[:-1]
        given = given[: len(levels)] if len(given) >= len(levels) else given
    return len(levels) == len(given) and all(
        mine in ("+", theirs) for mine, theirs in zip(levels, given, strict=True)
    )


@given(FILTER, TOPIC)
def test_a_filter_matches_as_the_standard_says(pattern: str, topic: str) -> None:
    assert overlap(pattern, topic) == plainly(pattern, topic)


@given(FILTER, FILTER, TOPIC)
def test_filters_overlap_where_a_topic_matches_both(one: str, other: str, topic: str) -> None:
    assert overlap(one, other) == overlap(other, one)
    if plainly(one, topic) and plainly(other, topic):
        assert overlap(one, other)


@pytest.mark.parametrize("pattern", ["$SYS/#", "$SYS/broker/version", "$share/g/touchmove/#", "$#"])
def test_topics_of_brokers_themselves_are_nobodys(pattern: str) -> None:
    assert not any(ACCESS.may_subscribe(account, pattern) for account in ACCOUNTS)


@asynccontextmanager
async def client(port: int, account: str, name: str = "") -> AsyncIterator[Peer]:
    user = None if account == ANYBODY else account
    name = name or f"one-{next(NUMBERS)}"
    async with Peer.connected(port, name, user=user, password=WORDS.get(account, "")) as peer:
        yield peer


NUMBERS = itertools.count()


def test_each_account_publishes_what_it_may_and_no_more() -> None:
    async def run() -> None:
        port = free_port()
        async with embedded_broker(port, ACCESS), AsyncExitStack() as stack:
            listeners = [await stack.enter_async_context(client(port, who)) for who in THERE]
            for listener in listeners:
                await listener.subscribe("#")
            for account, topic, retain, qos in itertools.product(
                THERE, topics(), (False, True), (0, 1, 2)
            ):
                _, writers, retained = row_of(topic)
                allowed = account in writers and (retained or not retain)
                async with client(port, account) as peer:
                    text = f"{account} {retain} {qos}".encode()
                    try:
                        await peer.publish(topic, text, retain=retain, qos=qos)
                        await peer.subscribe("#")
                    except Cut:
                        assert not allowed, (account, topic)
                    else:
                        assert allowed, (account, topic)
            # What got through, and to whom; the last message shows that all before it has come.
            for listener in listeners:
                async with client(port, BOARD) as board:
                    await board.publish(f"{BASE}/status", b"end")
                await listener.until(lambda heard: heard[-1].payload == b"end")
            for who, listener in zip(THERE, listeners, strict=True):
                for topic in topics():
                    readers, writers, retained = row_of(topic)
                    came = {h.payload.split()[0].decode() for h in listener.heard
                            if h.topic == topic and h.payload != b"end"}  # fmt: skip
                    assert came == (set(THERE) & writers if who in readers else set()), (who, topic)
                    kept = {
                        h.payload
                        for h in listener.heard
                        if h.topic == topic and b"True" in h.payload
                    }
                    assert bool(kept) == (who in readers and retained), (who, topic)

    asyncio.run(run())


@pytest.mark.parametrize("account", THERE)
def test_each_account_subscribes_to_what_it_may_and_no_more(account: str) -> None:
    async def run() -> None:
        port = free_port()
        async with embedded_broker(port, ACCESS):
            for topic in topics():
                readers, _, _ = row_of(topic)
                async with client(port, account) as peer:
                    granted = await peer.subscribe(topic)
                    assert granted == (1 if account in readers else 128), topic
            async with client(port, account) as peer:
                for pattern in ("#", "touchmove/#", "+/+/+/+", f"{BASE}/#"):
                    assert await peer.subscribe(pattern) == 1
                commands = 1 if account == BOARD else 128
                assert await peer.subscribe(f"{BASE}/command/#") == commands
                assert await peer.subscribe(f"{BASE}/command/+/+") == commands
                assert await peer.subscribe("$SYS/#") == 128
                assert await peer.subscribe("elsewhere/#") == 128

    asyncio.run(run())


def answered(count: int, heard: list[Heard]) -> bool:
    return len(heard) >= count


def may_ask(account: str, role: str) -> bool:
    """Whether the table lets an account give a role's commands."""
    (rule,) = [rule for rule in ACCESS.table if rule.topics == f"{BASE}/command/{role}/+"]
    return account in rule.writers


def test_each_account_gives_the_commands_of_its_roles_and_no_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.shell.mqtt.RETAINED_S", 0.001)  # here nothing can be
    due = []

    async def run() -> None:
        port = free_port()
        with JournalDesk.open(tmp_path) as desk:
            async with (
                embedded_broker(port, ACCESS),
                publishing(desk, port),
                client(port, ANYBODY) as viewer,
            ):
                await viewer.subscribe(f"{BASE}/status")
                await viewer.until(lambda heard: heard)
                for account in THERE[1:]:
                    mine = {role for role in ROLES if may_ask(account, role)}
                    async with client(port, account) as peer:
                        await peer.subscribe(f"{BASE}/reply/+")
                        wanted = list(itertools.product(sorted(mine), COMMAND_NAMES[::4]))
                        for role, name in wanted:
                            order = f"{account}-{role}-{name}"
                            await peer.publish(f"{BASE}/command/{role}/{name}", {"id": order})
                            due.append((role, name, order))
                        await peer.until(partial(answered, len(wanted)))
                    for role, name in itertools.product(
                        set(ROLES) - mine, ("start", "resign", "void")
                    ):
                        async with client(port, account) as peer:
                            with pytest.raises(Cut):
                                await peer.publish(f"{BASE}/command/{role}/{name}", {"id": "none"})
            assert [(role, name, body["id"]) for role, name, body, _ in desk.commands] == due

    asyncio.run(run())
    assert len(due) == (1 + 2 + 2) * len(COMMAND_NAMES[::4])


def test_nobody_takes_the_boards_name() -> None:
    async def run() -> None:
        port = free_port()
        async with embedded_broker(port, ACCESS):
            for name in ("touchmove-board-1", "touchmove-board-1-public"):
                async with client(port, BOARD, name) as board:
                    for account in (ANYBODY, "white", "arbiter"):
                        with pytest.raises(Refused, match="CONNACK 2"):
                            async with client(port, account, name):
                                pass
                    await board.publish(f"{BASE}/status", b"still here")
                    assert not board.closed

    asyncio.run(run())


def test_ids_are_each_accounts_own_and_the_newer_connection_displaces_the_older() -> None:
    async def run() -> None:
        port = free_port()
        async with (
            embedded_broker(port, ACCESS),
            client(port, "arbiter", "desk") as arbiter,
            client(port, ANYBODY, "desk") as older,
            client(port, ANYBODY, "desk") as newer,
        ):
            await older.until_closed()
            assert await newer.subscribe("#") == 1
            assert await arbiter.subscribe("#") == 1

    asyncio.run(run())


@pytest.mark.parametrize(
    ("account", "word"),
    [("arbiter", "wrong"), ("arbiter", ""), ("board", ""), ("black", ""), ("king", "x"), ("", "")],
)
def test_who_proves_nothing_is_refused(account: str, word: str) -> None:
    async def run() -> None:
        port = free_port()
        async with embedded_broker(port, ACCESS):
            with pytest.raises(Refused, match="CONNACK 4"):
                async with Peer.connected(port, user=account, password=word):
                    pass

    asyncio.run(run())


def test_a_will_is_held_to_what_its_account_may_publish() -> None:
    async def run() -> None:
        port = free_port()
        async with embedded_broker(port, ACCESS):
            for account, topic, retain in itertools.product(THERE, topics(), (False, True)):
                _, writers, retained = row_of(topic)
                allowed = account in writers and (retained or not retain)
                user = None if account == ANYBODY else account
                will = (topic, b"gone", retain)
                code = 0
                try:
                    async with Peer.connected(
                        port, "x", user=user, password=WORDS.get(account, ""), will=will
                    ):
                        pass
                except Refused as refused:
                    code = refused.code
                assert code == (0 if allowed else 5), (account, topic)

    asyncio.run(run())
