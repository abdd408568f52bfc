"""Pushes against a stand-in for lichess that follows its published interface."""

from __future__ import annotations

import asyncio
import io
import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

import chess.pgn
import pytest

from controller.shell.feeds import push as pushing
from controller.shell.feeds import sending
from controller.shell.feeds.push import Broadcast, Pusher
from controller.shell.feeds.relay import Relayed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROUND, TOKEN = "abcd1234", "lip_secret"


class Lichess(ThreadingHTTPServer):
    """A round. Refuses what lichess refuses: a wrong token or round, two requests at once, illegal moves."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.games: dict[str, str] = {}
        self.requests = 0
        self.busy = threading.Lock()
        self.troubles: list[int] = []

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class Handler(BaseHTTPRequestHandler):
    server: Lichess

    def do_POST(self) -> None:
        text = self.rfile.read(int(self.headers["content-length"])).decode()
        self.server.requests += 1
        with self.server.busy:
            self._answer(*self._judge(text))

    def _judge(self, text: str) -> tuple[int, object]:
        if self.server.troubles:
            return self.server.troubles.pop(0), {"error": "trouble"}
        if self.headers["authorization"] != f"Bearer {TOKEN}":
            return 401, {"error": "No such token"}
        if self.path != f"/api/broadcast/round/{ROUND}/push":
            return 404, {"error": "Not found"}
        assert self.headers["content-type"].startswith("text/plain")
        return 200, {"games": [self._take(game) for game in text.split("\n\n[")]}

    def _take(self, text: str) -> dict[str, Any]:
        text = text if text.startswith("[") else f"[{text}"
        game = chess.pgn.read_game(io.StringIO(text))
        assert game is not None
        tags = dict(game.headers)
        if game.errors:
            return {"tags": tags, "error": str(game.errors[0])}
        self.server.games[tags["White"]] = text.strip()
        return {"tags": tags, "moves": game.end().ply()}

    def _answer(self, status: int, body: object) -> None:
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        """Quiet."""


@contextmanager
def lichess() -> Iterator[Lichess]:
    server = Lichess()
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "LOOK_S", 0.005)
    monkeypatch.setattr(pushing, "DEBOUNCE_S", 0.0)
    monkeypatch.setattr(pushing, "TOO_MANY_S", 0.01)
    monkeypatch.setattr(pushing, "_BACK_OFF_S", (0.005, 0.02))


def game(name: str, moves: str, board: int = 1) -> Relayed:
    text = f'[Event "Club"]\n[White "{name}"]\n[Black "B"]\n[Result "*"]\n\n{moves} *\n'
    return Relayed(board=board, text=text, live=True)


class Watched(Pusher):
    """Says when a request is over."""

    def __init__(self) -> None:
        super().__init__()
        self.over = asyncio.Event()

    def answered(self, status: int, body: str, now_s: float) -> None:
        super().answered(status, body, now_s)
        self.over.set()

    def failed(self, reason: str, now_s: float) -> None:
        super().failed(reason, now_s)
        self.over.set()


async def pushed(
    games: list[Relayed], broadcast: Broadcast, pusher: Watched, until: Callable[[], object]
) -> None:
    task = asyncio.create_task(sending.push(broadcast, lambda: games, pusher))
    async with asyncio.timeout(20):
        while not until():
            await pusher.over.wait()
            pusher.over.clear()
    task.cancel()


def test_games_arrive_through_every_trouble() -> None:
    with lichess() as server:
        server.troubles = [429, 500, 503]
        pusher = Watched()
        games = [game("A", "1. e4"), game("C", "1. d4", board=2)]
        broadcast = Broadcast(round_id=ROUND, token=TOKEN, server=server.address)
        asyncio.run(pushed(games, broadcast, pusher, lambda: pusher.pushed == 2))
        assert server.games == {
            "A": games[0].text.strip(),
            "C": games[1].text.strip(),
        }
        assert (pusher.problem, server.requests) == (None, 4)


def test_one_bad_game_does_not_hold_back_the_others() -> None:
    with lichess() as server:
        pusher = Watched()
        games = [game("A", "1. Ke5"), game("C", "1. d4", board=2)]
        broadcast = Broadcast(round_id=ROUND, token=TOKEN, server=server.address)
        asyncio.run(pushed(games, broadcast, pusher, lambda: pusher.pushed == 1))
        assert list(server.games) == ["C"]
        assert "board 1: illegal san" in str(pusher.problem)


@pytest.mark.parametrize(("token", "round_id"), [("wrong", ROUND), (TOKEN, "wrong123")])
def test_a_refusal_is_told_and_the_token_is_not(token: str, round_id: str) -> None:
    with lichess() as server:
        pusher = Watched()
        broadcast = Broadcast(round_id=round_id, token=token, server=server.address)
        assert token not in repr(broadcast)
        asyncio.run(
            pushed([game("A", "1. e4")], broadcast, pusher, lambda: pusher.problem is not None)
        )
        assert "refuses the push" in str(pusher.problem)
        assert token not in str(pusher.problem)


def test_a_server_that_is_not_there_is_told() -> None:
    with lichess() as server:
        address = server.address
    pusher = Watched()
    broadcast = Broadcast(round_id=ROUND, token=TOKEN, server=address)
    asyncio.run(pushed([game("A", "1. e4")], broadcast, pusher, lambda: pusher.problem is not None))
    assert "cannot be reached" in str(pusher.problem)
