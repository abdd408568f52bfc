"""A board is set up in a real browser: from nothing to a configuration, with a wiring that nobody has told."""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from controller.shell.config import load_config
from controller.shell.roles import hash_token
from controller.shell.setup.holding import BoardService
from controller.shell.setup.serving import Setup, make_setup_app
from controller.shell.web.security import LOOPBACK_HOSTS
from controller.shell.web.server import serve
from tests.browser.table import picture
from tests.browser.test_access import checked

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.browser.webdriver import Page

pytestmark = pytest.mark.needs("chromium", "chromedriver")
TOKEN = "the-operator-s-token"
FIVE_MINUTES_S = 300
SIZES = [(320, 640), (800, 480), (1280, 800)]


class Program:
    """The program behind the page, in a thread."""

    def __init__(
        self, file: Path, odd: int | None = 7, service: BoardService | None = None
    ) -> None:
        self.url = ""
        self._service = service
        self._odd = odd
        self._file = file
        self._loop = asyncio.new_event_loop()
        self._stop = asyncio.Event()
        self._up = threading.Event()

    def run(self) -> None:
        try:
            self._loop.run_until_complete(self._serve())
        finally:
            self._loop.close()

    async def _serve(self) -> None:
        setup = Setup(self._file, simulated=True, odd=self._odd, service=self._service)
        app = make_setup_app(setup, hash_token(TOKEN), LOOPBACK_HOSTS)
        async with serve(app, "127.0.0.1", 0) as port:
            self.url = f"http://127.0.0.1:{port}/setup"
            self._up.set()
            await setup.scan(self._stop)
        setup.close()

    @contextlib.contextmanager
    def running(self) -> Iterator[Program]:
        thread = threading.Thread(target=self.run)
        thread.start()
        try:
            assert self._up.wait(20)
            yield self
        finally:
            self._loop.call_soon_threadsafe(self._stop.set)
            thread.join(10)


def look(page: Page, name: str) -> None:
    if folder := os.environ.get("TOUCHMOVE_LOOK"):
        page.screenshot(Path(folder) / f"setup-{name}.png")


def opened(page: Page, url: str) -> None:
    page.resize(1280, 800)
    page.open(url)
    page.wait("document.body.dataset.ready === 'yes'")


@pytest.mark.needs("axe-core")
def test_from_nothing_to_a_board_with_an_odd_wiring(page: Page, tmp_path: Path) -> None:
    file, began = tmp_path / "board.toml", time.monotonic()
    with Program(file).running() as program:
        opened(page, f"{program.url}#token={TOKEN}")
        page.run("document.getElementById('profile').value = 'chess-reed-14'")
        page.click("#choose")
        page.wait("document.querySelectorAll('#cells .cell').length === 64")
        page.click("#cells [data-point=e2]")
        page.wait("document.querySelector('#cells .cell.on')")
        assert page.attribute("#cells .cell.on", "data-point") != "e2"
        page.click("#cells [data-point=e2]")
        page.wait("!document.querySelector('#cells .cell.on')")
        page.click("#learn")
        page.wait("document.querySelector('.cell.wanted')")
        look(page, "walk")
        while page.count(".cell.wanted"):
            before = page.attribute(".cell.wanted", "data-point")
            page.run("document.querySelector('.cell.wanted').click()")
            page.wait(
                "document.querySelector('.cell.wanted')?.dataset.point !== arguments[0]", before
            )
        assert page.text("#wanted").startswith("The order is learnt")
        page.click("#cells [data-point=e2]")
        page.wait("!document.querySelector('#cells [data-point=e2].on')")
        page.run("document.getElementById('id').value = 'table-7'")
        page.click("#network-field [value=yes]")
        page.click("#tokens [value=arbiter]")
        for size in SIZES:
            page.resize(*size)
            look(page, str(size[0]))
            assert page.run("return document.documentElement.scrollWidth <= innerWidth"), size
        page.resize(1280, 800)
        page.click("#save")
        page.wait("!document.getElementById('part-done').hidden")
        look(page, "done")
        assert checked(page) == {}
        token = page.text("#part-done dd")
    config = load_config(file)
    assert (config.board.id, config.kiosk.host) == ("table-7", "0.0.0.0")
    assert config.tokens == {"arbiter": hash_token(token)}
    points = list(config.sensors.wiring.points)
    assert points != sorted(points, key=str)
    assert time.monotonic() - began < FIVE_MINUTES_S


def test_without_the_token_the_page_says_where_it_is(page: Page, tmp_path: Path) -> None:
    with Program(tmp_path / "board.toml").running() as program:
        opened(page, program.url)
        assert "address that the terminal shows" in page.text("#said")
        assert page.run("return document.getElementById('part-board').hidden")


@pytest.mark.needs("axe-core")
def test_levels_are_measured_and_shown_as_a_picture(page: Page, tmp_path: Path) -> None:
    with Program(tmp_path / "board.toml", None).running() as program:
        opened(page, f"{program.url}#token={TOKEN}")
        page.run("document.getElementById('profile').value = 'chess-field'")
        page.click("#choose")
        page.wait("!document.getElementById('measure-line').hidden")
        page.click("#measure-empty")
        page.wait("!document.getElementById('measure-array').disabled")
        page.click("#measure-array")
        page.wait("document.querySelectorAll('#cells .figure').length === 64")
        page.run("document.getElementById('part-sensors').scrollIntoView()")
        look(page, "levels")
        assert checked(page) == {}
        page.resize(390, 844)
        page.dark(on=False)
        page.run(
            "document.documentElement.lang === 'en' || document.getElementById('language').click();"
            "document.getElementById('part-sensors').scrollIntoView()"
        )
        picture(page, "setup-phone")


def test_a_running_service_is_paused_with_consent_and_started_again(
    page: Page, tmp_path: Path
) -> None:
    said: list[str] = []
    active = [True]

    def systemctl(command: Sequence[str]) -> int:
        if "is-active" in command:
            return 0 if active[0] else 3
        said.append(command[-2])
        active[0] = {"stop": False, "start": True}.get(command[-2], active[0])
        return 0

    service = BoardService(systemctl, there=True)
    with Program(tmp_path / "board.toml", None, service).running() as program:
        opened(page, f"{program.url}#token={TOKEN}")
        page.run("document.getElementById('profile').value = 'chess-reed-14'")
        page.click("#choose")
        page.wait("document.querySelector('#held button')")
        assert "service is running" in page.text("#held")
        page.click("#language")
        assert "棋盘服务正在运行" in page.text("#held")
        look(page, "held")
        assert page.count("#part-sensors:not([hidden])") == 0
        page.click("#held button")
        page.wait("document.querySelectorAll('#cells .cell').length === 64")
        assert (said, page.count("#held:not([hidden])")) == (["stop"], 0)
        page.click("#save")
        page.wait("document.querySelector('#part-done [data-step=go-on]')")
        page.click("#part-done [data-step=go-on]")
        page.wait("!document.querySelector('#part-done [data-step=go-on]')")
        assert said == ["stop", "reset-failed", "start"]
        assert "棋盘页面的观看者" in page.text("#part-done"), "who reaches what, in Chinese"
        page.click("#language")
        assert "kiosk is seen by" in page.text("#part-done")
    page.run("localStorage.clear()")


def test_what_is_wrong_with_an_answer_stands_beside_it(page: Page, tmp_path: Path) -> None:
    with Program(tmp_path / "board.toml", None).running() as program:
        opened(page, f"{program.url}#token={TOKEN}")
        page.run("document.getElementById('profile').value = 'simulated-chess'")
        page.click("#choose")
        page.wait("document.querySelectorAll('#cells .cell').length === 64")
        page.keys("#time_control", "five minutes")
        page.run("document.getElementById('broker').value = 'a..b'")
        page.click("#save")
        page.wait("!document.getElementById('wrong').hidden")
        first, second = page.text("#wrong").splitlines()
        assert first.startswith('Time control, such as 5:00+0:03; empty for none: "five minutes"')
        assert second.startswith("MQTT broker")
        marked = "return [...document.querySelectorAll('[aria-invalid]')].map((each) => each.id)"
        assert page.run(marked) == ["time_control", "broker"]
        look(page, "wrong")
        page.click("#language")
        assert "填写有误" in page.text("#wrong")
        page.run(
            "for (const id of ['time_control', 'broker']) document.getElementById(id).value = ''"
        )
        page.click("#save")
        page.wait("!document.getElementById('part-done').hidden")
        assert page.run(marked) == []
        assert page.count("#wrong:not([hidden])") == 0
    page.run("localStorage.clear()")
