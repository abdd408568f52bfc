"""A page of another site that reads the board on port 1982, in a real browser."""

from __future__ import annotations

import asyncio
import contextlib
import http.server
import json
import threading
from typing import TYPE_CHECKING, Any

import pytest

from controller.shell.config_types import LiveChessConfig
from controller.shell.livechess.pages import EBOARDS, PATH
from controller.shell.livechess.serving import livechess
from tests.shell.fake_desk import FakeDesk, view_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.browser.webdriver import Page

pytestmark = pytest.mark.needs("chromium", "chromedriver")
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
SPEAK = """
const [address] = arguments;
window.heard = [];
window.ended = false;
const line = new WebSocket(address);
const say = (frame) => line.send(JSON.stringify(frame));
line.onclose = () => { window.ended = true; };
line.onopen = () => say({ id: 1, call: "eboards" });
line.onmessage = ({ data }) => {
  const frame = JSON.parse(data);
  window.heard.push(frame);
  if (frame.response === "call" && frame.id === 1) {
    const { serialnr } = frame.param[0];
    say({ id: 2, call: "subscribe", param: { feed: "eboardevent", id: 1, param: { serialnr } } });
  }
  if (frame.response === "call" && frame.id === 2) {
    say({ id: 3, call: "call", param: { id: 1, method: "setup", param: { fen: "%s" } } });
  }
};
""".replace("%s", START)
FETCH = """
const [address] = arguments;
window.found = null;
fetch(address).then((answer) => answer.json())
  .then((boards) => { window.found = boards; }, (error) => { window.found = error.name; });
"""


class _Blank(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>site</title>")

    def log_message(self, *_: object) -> None:
        pass


@contextlib.contextmanager
def site() -> Iterator[str]:
    """Another site, with a page that has nothing on it; gives its origin."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Blank) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


class Line:
    """The dialogue of a desk in a thread."""

    def __init__(self, desk: FakeDesk, origins: tuple[str, ...]) -> None:
        self.desk = desk
        self._settings = LiveChessConfig(port=0, origins=origins)
        self._loop = asyncio.new_event_loop()
        self._stop = asyncio.Event()
        self._up = threading.Event()
        self.url = ""

    def _run(self) -> None:
        async def serve() -> None:
            async with livechess(self.desk, self._settings) as port:
                self.url = f"ws://localhost:{port}{PATH}"
                self._up.set()
                await self._stop.wait()

        self._loop.run_until_complete(serve())
        self._loop.close()

    def play(self, *sans: str) -> None:
        async def change() -> None:
            self.desk.now = view_of(sans)
            await self.desk.change()

        asyncio.run_coroutine_threadsafe(change(), self._loop).result(10)

    @contextlib.contextmanager
    def running(self) -> Iterator[Line]:
        thread = threading.Thread(target=self._run)
        thread.start()
        try:
            assert self._up.wait(10)
            yield self
        finally:
            self._loop.call_soon_threadsafe(self._stop.set)
            thread.join(10)


def test_a_page_follows_the_game_as_browser_servers_do(page: Page) -> None:
    with site() as origin, Line(FakeDesk(view_of()), (origin,)).running() as line:
        page.open(origin)
        page.run(SPEAK, line.url)
        page.wait("window.heard.some((frame) => frame.param?.start)")
        line.play("e4")
        page.wait("window.heard.at(-1).param.san?.length === 1")
        line.play("e4", "e5", "Nf3")
        page.wait("window.heard.at(-1).param.san?.length === 3")
        heard: list[dict[str, Any]] = page.run("return window.heard")
    assert [frame["response"] for frame in heard] == ["call", "call", "feed", "call", *["feed"] * 3]
    assert heard[-1]["param"]["san"] == ["e4", "e5", "Nf3"]
    assert heard[-1]["param"]["board"].startswith("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2")
    assert "clock" in heard[2]["param"], json.dumps(heard[2])


def test_a_page_of_a_site_that_is_not_listed_hears_nothing(page: Page) -> None:
    with site() as origin, Line(FakeDesk(), ("https://lichess.org",)).running() as line:
        page.open(origin)
        page.run(SPEAK, line.url)
        page.wait("window.ended")
        assert page.run("return window.heard") == []


def test_a_page_fetches_the_list_of_boards_where_its_site_is_listed(page: Page) -> None:
    with site() as origin:
        for listed in (origin, "https://lichess.org"):
            with Line(FakeDesk(view_of(["e4"])), (listed,)).running() as line:
                page.open(origin)
                page.run(FETCH, line.url.replace("ws:", "http:").replace(PATH, EBOARDS))
                page.wait("window.found !== null")
                found = page.run("return window.found")
            if listed == origin:
                assert [board["serialnr"] for board in found] == [line.desk.board]
            else:
                assert found == "TypeError"
