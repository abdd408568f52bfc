"""Twelve boards of a real round, and a reader that polls their hub as live relays do."""

from __future__ import annotations

import asyncio
import io
import ipaddress
from functools import lru_cache
from pathlib import Path
from typing import Any

import chess.pgn
import httpx
import pytest

from controller.shell.hub.web import make_hub_app
from controller.shell.recordfiles import joined
from controller.shell.web.relaying import Hall
from controller.shell.web.security import Tokens
from tests.end_to_end.live_round import BOARDS, GAMES, INCREMENT_S, ROUND, LiveRound

DELAY_S = 900
POLL_S = 200.0
STRANGER = ("203.0.113.9", 1)
HALL = Hall(networks=(ipaddress.ip_network("192.0.2.0/24"),))


class Relay:
    """Asks again and again, with the tags of what it has."""

    def __init__(self, live: LiveRound) -> None:
        app = make_hub_app(live.hub, tokens=Tokens(), hosts={"localhost"}, hall=HALL)
        transport = httpx.ASGITransport(app, client=STRANGER)
        self._client = httpx.AsyncClient(transport=transport, base_url="http://localhost")
        self._known: dict[str, httpx.Response] = {}
        self.unchanged = 0

    async def get(self, path: str) -> httpx.Response:
        """The answer, or the one before where nothing has changed."""
        before = self._known.get(path)
        headers = {} if before is None else {"if-none-match": before.headers["etag"]}
        answer = await self._client.get(path, headers=headers)
        if answer.status_code == 304:
            assert before is not None
            self.unchanged += 1
            return before
        if answer.status_code == 200:
            self._known[path] = answer
        return answer


def games_in(text: str) -> list[chess.pgn.Game]:
    stream, found = io.StringIO(text), []
    while (game := chess.pgn.read_game(stream)) is not None:
        assert game.errors == []
        found.append(game)
    return found


async def look(relay: Relay, seen: dict[int, str]) -> None:
    """One poll of everything: it shows these records, and no other."""
    whole = (await relay.get("/games.pgn")).text
    assert whole == joined(list(seen.values()))
    pairings = (await relay.get("/index.json")).json()["pairings"]
    assert len(pairings) == max(seen, default=0)
    for board in BOARDS:
        pgn, told = await relay.get(f"/game-{board}.pgn"), await relay.get(f"/game-{board}.json")
        if board not in seen:
            assert (pgn.status_code, told.status_code) == (404, 404)
            continue
        assert pgn.text == seen[board]
        (game,) = games_in(pgn.text)
        assert [move.split()[0] for move in told.json()["moves"]] == sans(game)
        assert pairings[board - 1]["white"]["lname"] == game.headers["White"].partition(",")[0]


def sans(game: chess.pgn.Game) -> list[str]:
    return [node.san() for node in game.mainline()]


@lru_cache(maxsize=1)
def polled(folder: Path) -> tuple[LiveRound, str, list[dict[str, Any]], int]:
    """The whole round, polled all the time: what a relay has at the end, and how often nothing was new."""

    async def run() -> tuple[LiveRound, str, list[dict[str, Any]], int]:
        live = LiveRound(folder, DELAY_S)
        relay, next_s = Relay(live), 0.0
        async for at_s in live.play():
            if at_s >= next_s:
                await look(relay, live.truth.at(at_s - DELAY_S))
                next_s = at_s + POLL_S
        live.passed.now_s += DELAY_S - 1
        before = (await relay.get("/games.pgn")).text
        live.passed.now_s += 1
        await look(relay, live.truth.at(live.passed.now_s - DELAY_S))
        await look(relay, live.truth.at(live.passed.now_s - DELAY_S))
        whole = (await relay.get("/games.pgn")).text
        assert len(before) <= len(whole)
        told = [(await relay.get(f"/game-{board}.json")).json() for board in BOARDS]
        return live, whole, told, relay.unchanged

    return asyncio.run(run())


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("round")


def originals() -> list[chess.pgn.Game]:
    return games_in(ROUND.read_text(encoding="utf-8"))


def result(original: chess.pgn.Game) -> str:
    """What the source says; the ninth board's ends in mate, and is called drawn there."""
    last = original.end().board()
    return last.result() if last.is_checkmate() else original.headers["Result"]


def test_a_relay_has_the_moves_and_results_of_the_round_in_the_order_of_the_boards(
    folder: Path,
) -> None:
    _, whole, told, unchanged = polled(folder)
    found = games_in(whole)
    assert [sans(game) for game in found] == [sans(game) for game in originals()]
    assert [game.headers["Result"] for game in found] == [result(game) for game in originals()]
    assert [game.headers["Board"] for game in found] == [str(board) for board in BOARDS]
    assert [game["live"] for game in told] == [False] * len(BOARDS)
    assert unchanged > len(BOARDS)


def test_a_relay_has_the_clocks_of_the_round(folder: Path) -> None:
    _, whole, told, _ = polled(folder)
    for game, original, json_game in zip(games_in(whole), originals(), told, strict=True):
        nodes = list(game.mainline())
        assert None not in [node.clock() for node in nodes]
        assert None not in [node.emt() for node in nodes]
        for node, its in zip(nodes, original.mainline(), strict=True):
            if its.clock():  # the source has none, or 0:00:00, for some
                assert node.clock() == its.clock()
        words = [f"{node.san()} {node.clock():.0f}+{node.emt():.0f}" for node in nodes]
        assert json_game["moves"] == words


def test_the_time_of_a_move_is_what_the_clock_says_of_it(folder: Path) -> None:
    """The source's own `%emt` are up to two seconds off its clocks; ours are not more than one off theirs."""
    _, whole, _, _ = polled(folder)
    compared = 0
    for game, record in zip(games_in(whole), GAMES, strict=True):
        nodes = list(game.mainline())
        for before, after, its in zip(nodes, nodes[2:], record.clocks_ms[2:], strict=False):
            started_s, left_s, took_s = before.clock(), after.clock(), after.emt()
            assert started_s is not None
            assert left_s is not None
            assert took_s is not None
            if its and left_s <= started_s + INCREMENT_S:
                compared += abs(took_s - (started_s + INCREMENT_S - left_s)) <= 1
    assert compared > 800


def test_a_relay_has_the_headers_of_the_round_and_of_the_pairing_file(folder: Path) -> None:
    _, whole, _, _ = polled(folder)
    for board, game, original in zip(BOARDS, games_in(whole), originals(), strict=True):
        own, its = game.headers, original.headers
        for name in ("Event", "Site", "White", "Black", "WhiteElo", "BlackElo"):
            assert own.get(name) == its.get(name), name
        assert f"{own['Round']}.{own['Board']}" == its["Round"]
        assert own["TimeControl"] == "900+10"  # the source says it in words of its own
        assert own["WhiteFideId"] == str(1500000 + board)
        assert own.get("BlackFideId") == (None if board == 5 else str(1600000 + board))
        assert (own.get("BlackTitle") == "GM") == (board % 4 == 0)
        assert (own["WhiteFed"], own["BlackFed"]) == ("NOR", "ENG" if board % 2 else "NOR")
