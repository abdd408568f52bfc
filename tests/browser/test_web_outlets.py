"""What the kiosk says of the broadcast: each way out by its name, and no tick where nothing arrives."""

from __future__ import annotations

import contextlib
import shutil
import signal
import subprocess
import urllib.request
from typing import TYPE_CHECKING

import msgspec
import pytest

from controller.core.messages import Outlet
from tests.browser.conftest import Kiosk
from tests.browser.scenes import mid_game
from tests.browser.table import table
from tests.conftest import SEARCHED
from tests.end_to_end.programs import free_port
from tests.shell.test_feeds_sending import ROUND, TOKEN, lichess

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.browser.webdriver import Page

    KioskOf = Callable[..., Kiosk]

pytestmark = pytest.mark.needs("chromium", "chromedriver")
NOW_US = 1_000_000
WAYS = [
    Outlet(name="mqtt", state="connected"),
    Outlet(name="mqtt", state="connected", why="it takes more than 2 seconds to answer"),
    Outlet(name="mqtt", state="waiting"),
    Outlet(name="mqtt", state="lost", why="refused"),
    Outlet(name="public", state="connected"),
    Outlet(name="lichess", state="waiting"),
    Outlet(name="lichess", state="delivered", delivered_us=NOW_US),
    Outlet(name="lichess", state="lost", why="no route to host"),
    Outlet(name="lichess", state="refused", why="HTTP 401", delivered_us=NOW_US),
    Outlet(name="feed", state="delivered", delivered_us=NOW_US),
    Outlet(name="feed", state="waiting", delivered_us=NOW_US),
    Outlet(name="of-a-later-version", state="connected"),
]
TIME = "TIME"
SAID = {
    "en": [
        *("✓ MQTT", "! MQTT: trouble", "· MQTT: waiting", "! MQTT: connection lost"),
        "✓ Public records",
        *("· lichess: waiting", "✓ lichess TIME", "! lichess: connection lost"),
        *("! lichess: refused", "✓ Feed TIME", "· Feed: last at TIME", "✓ of-a-later-version"),
    ],
    "zh": [
        *("✓ MQTT", "! MQTT：有问题", "· MQTT：等待中", "! MQTT：连接中断"),
        "✓ 公开棋谱",
        *("· lichess：等待中", "✓ lichess：TIME 送达", "! lichess：连接中断"),
        *(
            "! lichess：被拒绝",
            "✓ 转播文件：TIME 送达",
            "· 转播文件：上次 TIME",
            "✓ of-a-later-version",
        ),
    ],
}
TOLD = """
return [...document.querySelectorAll('#status [data-part]')].map((each) =>
  `${each.firstChild.textContent} ${each.lastChild.textContent}`.replace(/[0-9]{2}:[0-9]{2}/, 'TIME'))
"""


@pytest.mark.parametrize("language", ["en", "zh"])
def test_each_way_out_is_shown_by_its_name(page: Page, kiosk_of: KioskOf, language: str) -> None:
    desk = mid_game()
    desk.body_health = msgspec.structs.replace(desk.body_health, broadcast=WAYS)
    kiosk = kiosk_of(desk)
    page.resize(1280, 800)
    page.open(kiosk.url + "static/icon.svg")
    page.run("localStorage.setItem('language', arguments[0])", language)
    page.open(kiosk.url)
    page.wait("document.querySelector('#status [data-part=journal]')")
    assert page.run(TOLD)[2:-1] == SAID[language]
    page.resize(320, 640)
    assert page.run("return document.documentElement.scrollWidth") <= 320


def ticked(page: Page, part: str, mark: str) -> None:
    """Waits until a way out has this mark."""
    page.wait(f"document.querySelector('#status [data-part={part}]')?.className === '{mark}'")


@contextlib.contextmanager
def broker(port: int) -> Iterator[None]:
    """A real broker, killed at the end."""
    program = shutil.which("mosquitto", path=SEARCHED)
    assert program is not None
    with subprocess.Popen(
        [program, "-p", str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stderr is not None
            assert any(" running" in line for line in process.stderr)
            yield
        finally:
            process.kill()


@pytest.mark.slow
@pytest.mark.needs("mosquitto")
def test_a_broker_that_stops_loses_its_tick_and_gets_it_back(page: Page, tmp_path: Path) -> None:
    port = free_port()
    with table(page, tmp_path, more=f"port = {port}\nembedded = false") as board:
        board.look(size=(1280, 800))
        for _ in range(2):
            with broker(port):
                ticked(page, "mqtt", "ok")
            ticked(page, "mqtt", "bad")
            assert "! MQTT: connection lost" in page.run(TOLD)
            assert page.attribute("#status [data-part=journal]", "class") == "ok"


@pytest.mark.slow
def test_a_push_that_is_refused_is_said_to_be(page: Page, tmp_path: Path) -> None:
    (tmp_path / "token").write_text(TOKEN)
    with lichess() as server:
        server.troubles = [401]
        feed = (
            f'port = {free_port()}\n[feed]\nlichess_round = "{ROUND}"\nlichess_token_file = "token"\n'
            f'lichess_server = "{server.address}"'
        )
        with table(page, tmp_path, more=feed) as board:
            board.look(size=(1280, 800))
            ticked(page, "lichess", "bad")
            assert "! lichess: refused" in page.run(TOLD)
            assert "HTTP 401" in str(page.attribute("#status [data-part=lichess]", "title"))
            state = board.state()
            assert state["status"]["state"] == "online", "it is no trouble of the players"
            (fault,) = state["health"]["faults"]
            assert fault.startswith("lichess refuses the push (HTTP 401)")
            assert TOKEN not in fault
            ticked(page, "mqtt", "ok")
            with urllib.request.urlopen(f"{board.url}games.pgn") as answer:
                assert answer.status == 200
            ticked(page, "feed", "ok")


@pytest.mark.slow
def test_a_board_that_falls_silent_loses_every_tick(page: Page, tmp_path: Path) -> None:
    """As with a cable that is pulled: the connection stands, and nothing comes any more."""
    with table(page, tmp_path) as board:
        board.look(size=(1280, 800))
        ticked(page, "link", "ok")
        assert board.program is not None
        board.program.send_signal(signal.SIGSTOP)
        try:
            page.wait("document.querySelector('#status [data-part=link]').className === 'bad'")
            assert page.count("#status .ok") == 0
        finally:
            board.program.send_signal(signal.SIGCONT)
        ticked(page, "link", "ok")
        ticked(page, "mqtt", "ok")
        page.log()
