"""A browser, and a kiosk that runs in a thread beside it."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from typing import TYPE_CHECKING

import pytest

from controller.shell.web.app import make_app
from controller.shell.web.security import Tokens
from controller.shell.web.server import serve
from tests.browser.webdriver import Page, browser

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from starlette.types import ASGIApp

    from tests.shell.fake_desk import FakeDesk

OPEN = Tokens(open_roles=frozenset({"white", "black", "operator"}))


class Kiosk:
    """A running kiosk: its address, its desk, and a way to change the desk."""

    def __init__(
        self,
        desk: FakeDesk,
        tokens: Tokens = OPEN,
        sensors: Callable[[], bytes] | None = None,
        looks: Mapping[str, str] | None = None,
        around: Callable[[ASGIApp], ASGIApp] | None = None,
    ) -> None:
        self.desk = desk
        self._around = around
        self._sensors = sensors
        self._tokens = tokens
        self._looks = looks
        self.url = ""
        self._loop = asyncio.new_event_loop()
        self._stop = asyncio.Event()
        self._up = threading.Event()

    def run(self) -> None:
        try:
            self._loop.run_until_complete(self._serve())
        finally:
            self._loop.close()

    async def _serve(self) -> None:
        app = make_app(self.desk, tokens=self._tokens, sensors=self._sensors, looks=self._looks)
        if self._around:
            app.middleware_stack = self._around(app.build_middleware_stack())
        async with serve(app, "127.0.0.1", 0) as port:
            self.url = f"http://127.0.0.1:{port}/"
            await self.desk.change()
            self._up.set()
            await self._stop.wait()

    def change(self, act: Callable[[], object] = lambda: None) -> None:
        """Changes the desk in its own thread and tells the viewers."""

        async def both() -> None:
            act()
            await self.desk.change()

        asyncio.run_coroutine_threadsafe(both(), self._loop).result(10)

    @contextlib.contextmanager
    def running(self) -> Iterator[Kiosk]:
        thread = threading.Thread(target=self.run)
        thread.start()
        try:
            assert self._up.wait(10)
            yield self
        finally:
            self._loop.call_soon_threadsafe(self._stop.set)
            thread.join(10)


@pytest.fixture(scope="session")
def window() -> Iterator[Page]:
    """One browser for all tests."""
    with browser() as opened:
        yield opened


@pytest.fixture
def page(window: Page) -> Iterator[Page]:
    """The browser; each test opens its own address, and leaves nothing to another that is given the same port."""
    yield window
    if window.run("return location.protocol").startswith("http"):
        window.run("localStorage.clear(); sessionStorage.clear()")


@pytest.fixture
def kiosk_of() -> Iterator[Callable[..., Kiosk]]:
    """Starts a kiosk for a desk, with other tokens and sensors if they are given."""
    with contextlib.ExitStack() as stack:
        yield lambda desk, *more: stack.enter_context(Kiosk(desk, *more).running())
