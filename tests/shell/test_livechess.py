"""The dialogue that browser servers have with electronic boards on port 1982."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from controller.shell.config_types import LiveChessConfig
from controller.shell.livechess.dialogue import SUBSCRIPTIONS_MAX, Dialogue, Shown
from controller.shell.livechess.pages import PATH
from controller.shell.livechess.serving import livechess
from controller.shell.livechess.shown import Follower
from tests.shell.fake_desk import FakeDesk, view_of

START = chess.STARTING_FEN
PLACEMENT = START.split()[0]


def shown_of(*sans: str, start: str = START) -> Shown:
    board = chess.Board(start)
    positions = [board.fen()]
    for san in sans:
        board.push_san(san)
        positions.append(board.fen())
    return Shown(positions=positions, san=sans)


def say(dialogue: Dialogue, shown: Shown, **frame: object) -> list[dict[str, Any]]:
    return [json.loads(text) for text in dialogue.heard(json.dumps(frame), shown, 1)]


def subscribed(shown: Shown) -> Dialogue:
    dialogue = Dialogue(serial="b1")
    asked = {"feed": "eboardevent", "id": 1, "param": {"serialnr": "b1"}}
    say(dialogue, shown, id=2, call="subscribe", param=asked)
    return dialogue


def set_up(dialogue: Dialogue, shown: Shown, fen: str) -> list[dict[str, Any]]:
    asked = {"id": 1, "method": "setup", "param": {"fen": fen}}
    return say(dialogue, shown, id=3, call="call", param=asked)


def news(dialogue: Dialogue, shown: Shown) -> list[dict[str, Any]]:
    return [json.loads(text)["param"] for text in dialogue.changed(shown, 2)]


def test_the_exchange_of_a_browser_server_frame_by_frame() -> None:
    dialogue, shown = Dialogue(serial="23946"), shown_of()
    (boards,) = say(dialogue, shown, id=1, call="eboards", param=None)
    assert (boards["response"], boards["id"], boards["time"]) == ("call", 1, 1)
    (board,) = boards["param"]
    assert board == {
        "serialnr": "23946",
        "source": "touchmove",
        "state": "ACTIVE",
        "battery": "100%",
        "comment": None,
        "board": PLACEMENT,
        "flipped": False,
        "clock": None,
    }
    asked = {"feed": "eboardevent", "id": 1, "param": {"serialnr": "23946"}}
    answer, first = say(dialogue, shown, id=2, call="subscribe", param=asked)
    assert answer == {"response": "call", "id": 2, "param": None, "time": 1}
    told = {"serialnr": "23946", "flipped": False, "board": PLACEMENT}
    assert first == {"response": "feed", "id": 1, "param": told | {"clock": None}, "time": 1}
    answer, first = set_up(dialogue, shown, START)
    assert answer == {"response": "call", "id": 3, "param": None, "time": 1}
    assert first["param"] == told | {"start": START, "san": []}
    assert news(dialogue, shown_of("e4")) == [
        told | {"board": shown_of("e4").placement, "san": ["e4"]}
    ]
    assert news(dialogue, shown_of("e4")) == []
    assert [each["san"] for each in news(dialogue, shown_of("e4", "e5"))] == [["e4", "e5"]]
    assert dialogue.wanted is None


def test_before_a_position_is_set_up_only_placements_are_told() -> None:
    dialogue = subscribed(shown_of())
    assert news(dialogue, shown_of("d4")) == [
        {"serialnr": "b1", "flipped": False, "board": shown_of("d4").placement}
    ]


def test_moves_count_from_the_position_that_was_set_up() -> None:
    shown = shown_of("e4", "e5", "Nf3")
    dialogue = subscribed(shown)
    assert set_up(dialogue, shown, shown.positions[2])[1]["param"]["san"] == ["Nf3"]
    assert [each["san"] for each in news(dialogue, shown_of("e4", "e5", "Nf3", "Nc6"))] == [
        ["Nf3", "Nc6"]
    ]
    assert [each["san"] for each in news(dialogue, shown_of("e4", "e5"))] == [[]]


def test_servers_write_the_counts_and_en_passant_as_they_like() -> None:
    shown = shown_of("e4")
    dialogue = subscribed(shown)
    fen = shown.positions[1].replace(" - 0 1", " e3 0 1")
    set_up(dialogue, shown, fen)
    assert dialogue.wanted is None


def test_another_game_is_wanted_and_nothing_of_this_one_is_told() -> None:
    shown = shown_of("e4")
    dialogue = subscribed(shown)
    other = shown_of("d4", "d5")
    assert set_up(dialogue, shown, other.positions[-1])[1]["param"]["san"] == []
    assert dialogue.wanted == other.positions[-1]
    assert news(dialogue, shown_of("e4", "e5")) == []
    begun = shown_of(start=other.positions[-1])
    assert [each["san"] for each in news(dialogue, begun)] == [[]]
    after = shown_of("c4", start=other.positions[-1])
    assert [each["san"] for each in news(dialogue, after)] == [["c4"]]


def test_a_client_can_follow_any_game() -> None:
    for seed in range(1000):
        follow_a_game(random.Random(seed))


def follow_a_game(dice: random.Random) -> None:
    board = chess.Board()
    sans: list[str] = []
    dialogue, client = subscribed(shown_of()), chess.Board()
    positions = [board.fen()]
    set_up(dialogue, shown_of(), START)
    while len(sans) < 16 and not board.is_game_over():
        move = dice.choice(list(board.legal_moves))
        sans.append(board.san(move))
        board.push(move)
        positions.append(board.fen())
        if dice.random() < 0.8:
            continue  # several moves between two looks
        (told,) = news(dialogue, Shown(positions=positions, san=sans))
        client.reset()
        for san in told["san"]:
            client.push_san(san)
        assert client.board_fen() == told["board"] == board.board_fen()
        assert told["board"].count("k") == told["board"].count("K") == 1


frames = st.one_of(
    st.text(max_size=80),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=10),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["id", "call", "param", "feed", "method", "fen"]), inner
            )
        ),
        max_leaves=8,
    ).map(json.dumps),
)


@given(st.lists(frames, max_size=6))
def test_any_frame_is_answered_or_ignored(said: list[str]) -> None:
    dialogue, shown = subscribed(shown_of()), shown_of("e4")
    for text in said:
        for answer in dialogue.heard(text, shown, 1):
            assert json.loads(answer)["response"] in {"call", "feed"}
    assert len(dialogue.changed(shown, 1)) <= SUBSCRIPTIONS_MAX


def test_subscriptions_have_a_limit() -> None:
    dialogue = Dialogue(serial="b1")
    for number in range(50):
        asked = {"feed": "eboardevent", "id": number, "param": {"serialnr": "b1"}}
        say(dialogue, shown_of(), id=1, call="subscribe", param=asked)
    assert len(dialogue.changed(shown_of("e4"), 1)) == SUBSCRIPTIONS_MAX


def test_the_view_is_followed_through_moves_taken_back_and_new_games() -> None:
    follower = Follower()
    for game in (["e4"], ["e4", "e5"], ["e4"], ["d4", "d5", "c4"], []):
        found = follower.shown(view_of(game))
        assert (list(found.san), found.positions) == (game, shown_of(*game).positions)
    assert not follower.shown(view_of(stage="setup")).running


def test_what_stands_after_a_move_that_is_not_legal_is_not_told() -> None:
    view = view_of(["e4", "e5", "Nf3"])
    view.moves[1] = type(view.moves[1])(
        ply=2, side="black", move="e7e5", notation={}, legal=False, at_us=2
    )
    assert list(Follower().shown(view).san) == ["e4"]


def test_over_a_real_socket() -> None:
    async def run() -> None:
        desk = FakeDesk(view_of())
        async with (
            livechess(desk, LiveChessConfig(port=0)) as port,
            connect(f"ws://127.0.0.1:{port}{PATH}", origin=Origin("https://lichess.org")) as client,
        ):
            asked = {"feed": "eboardevent", "id": 1, "param": {"serialnr": desk.board}}
            await client.send(json.dumps({"id": 2, "call": "subscribe", "param": asked}))
            assert json.loads(await client.recv())["response"] == "call"
            assert json.loads(await client.recv())["param"]["board"] == PLACEMENT
            desk.now = view_of(["e4"])
            await desk.change()
            told = json.loads(await client.recv())
            assert told["param"]["board"] == shown_of("e4").placement
            setup = {"id": 1, "method": "setup", "param": {"fen": shown_of("d4").positions[-1]}}
            await client.send(json.dumps({"id": 3, "call": "call", "param": setup}))
            await client.recv()
            await client.recv()
            assert desk.commands == []  # a game is being played

    asyncio.run(run())


@pytest.mark.parametrize(
    ("path", "origin", "status"),
    [("/other", None, 404), (PATH, Origin("https://example.org"), 403)],
)
def test_other_sites_and_paths_are_refused(path: str, origin: Origin | None, status: int) -> None:
    async def run() -> None:
        async with livechess(FakeDesk(), LiveChessConfig(port=0)) as port:
            with pytest.raises(InvalidStatus) as caught:
                async with connect(f"ws://127.0.0.1:{port}{path}", origin=origin):
                    pass
            assert caught.value.response.status_code == status

    asyncio.run(run())
