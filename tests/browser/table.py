"""A table in a club: the service with a simulated board, and a browser at its kiosk."""

from __future__ import annotations

import contextlib
import json
import os
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PIL import Image

from tests.end_to_end.programs import free_port, running

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable, Iterator

    from tests.browser.webdriver import Page

WAIT_S = 40.0
COLOURS = 256
PLAYERS = {"white": "Vera Menchik", "black": "Sonja Graf"}
PICTURES = os.environ.get("TOUCHMOVE_PICTURES")
"""The folder that receives the pictures of docs/; without it none is made."""


def picture(page: Page, name: str) -> None:
    """A picture of the page for docs/, if they are being made; in 256 colours, a third of the size."""
    if PICTURES:
        file = Path(PICTURES) / f"{name}.png"
        page.screenshot(file)
        with Image.open(file) as taken:
            small = taken.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
        small.save(file, optimize=True)


class Table:
    """The board by its HTTP face, and the page in the browser. All roles are open on this machine."""

    def __init__(self, page: Page, url: str, program: subprocess.Popen[str] | None = None) -> None:
        self.page = page
        self.url = url
        self.program = program
        self._given = 0

    def state(self) -> dict[str, Any]:
        with urllib.request.urlopen(f"{self.url}api/state", timeout=20) as answer:
            found: dict[str, Any] = json.load(answer)
        return found

    def view(self) -> dict[str, Any]:
        found: dict[str, Any] = self.state()["view"]
        return found

    def until(self, condition: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """Waits until the view is so."""
        end_s = time.monotonic() + WAIT_S
        view = self.view()
        while not condition(view):
            assert time.monotonic() < end_s, view
            time.sleep(0.05)
            view = self.view()
        return view

    def command(self, role: str, name: str, **args: object) -> None:
        """Gives a command from elsewhere, which must be obeyed."""
        self._given += 1
        answer = self._post(f"commands/{role}/{name}", {"id": f"t{self._given}", "args": args})
        assert answer["accepted"], answer

    def take(self, point: str) -> None:
        """Takes a man and waits until the board has seen it."""
        self._post("bench", {"act": "lift", "point": point})
        self.until(lambda view: point not in view["standing"])

    def put(self, point: str) -> None:
        self._post("bench", {"act": "place", "point": point})

    def move(self, origin: str, target: str) -> None:
        """Makes a move and waits until it is complete."""
        ply = self.view()["ply"]
        self.take(origin)
        self.put(target)
        self.until(lambda view: view["ply"] == ply + 1)
        self.page.wait(f"document.querySelector('#moves [data-ply=\"{ply + 1}\"]')")

    def press(self, side: str) -> None:
        """Presses a side's clock on the page."""
        self.page.wait(f"document.querySelector('.player.{side} button.face')")
        self.page.click(f".player.{side} button.face")
        self.until(lambda view: view["clock"]["running"] != side)
        self.page.wait(f"!document.querySelector('.player.{side} .face.running')")

    def desk(self, role: str) -> None:
        """Opens a role's desk on the page."""
        self.page.wait(f"document.querySelector('#desks [data-desk={role}]')")
        self.page.click(f"#desks [data-desk={role}]")

    def say(self, name: str, role: str, within: str = "#desk") -> None:
        """Presses the button of a command, once the page shows what the board knows."""
        seq = self.state()["seq"]
        self.page.wait("Number(document.getElementById('kiosk').dataset.seq) >= arguments[0]", seq)
        css = f"{within} [data-command={name}][data-role={role}]"
        self.page.wait("document.querySelector(arguments[0])", css)
        self.page.click(css)

    def told(self, words: str) -> None:
        """Waits until the log on the page says so."""
        self.page.wait("document.getElementById('log').textContent.includes(arguments[0])", words)

    def picture(self, name: str) -> None:
        picture(self.page, name)

    def look(
        self, *, language: str = "en", size: tuple[int, int] = (800, 480), dark: bool = False
    ) -> None:
        """Opens the page anew in a language, on a screen."""
        self.page.resize(*size)
        self.page.dark(on=dark)
        self.page.open(f"{self.url}static/icon.svg")
        self.page.run("localStorage.setItem('language', arguments[0])", language)
        self.page.open(self.url)
        self.page.wait("document.querySelector('[data-point=e1]')?.dataset.key")
        self.page.wait("document.querySelector('#desks button')")
        self.page.log()

    def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        headers = {"content-type": "application/json"}
        request = urllib.request.Request(
            f"{self.url}api/{path}", json.dumps(body).encode(), headers
        )
        with urllib.request.urlopen(request, timeout=20) as answer:
            found: dict[str, Any] = json.load(answer)
        return found


@contextlib.contextmanager
def table(
    page: Page, folder: Path, time_control: str = "90:00+0:30", more: str = ""
) -> Iterator[Table]:
    """A game of chess between two players whose clocks run, stopped at the end.

    Args:
        more: of the configuration; it begins in the section [mqtt].
    """
    kiosk_port, mqtt_port = free_port(), free_port()
    config = folder / "board.toml"
    config.write_text(
        '[board]\nid = "table-7"\n'
        '[journal]\nfolder = "journal"\n'
        '[sensors]\ndriver = "bench"\n'
        f'[kiosk]\nport = {kiosk_port}\nopen_roles = ["white", "black", "arbiter", "operator"]\n'
        f"[mqtt]\n{more or f'port = {mqtt_port}'}\n"
    )
    with running("run", "--config", config) as program:
        found = Table(page, f"http://127.0.0.1:{kiosk_port}/", program)
        end_s = time.monotonic() + WAIT_S
        up = False
        while not up:
            assert time.monotonic() < end_s, "the service has not started"
            with contextlib.suppress(urllib.error.URLError, ConnectionError):
                up = found.view()["stage"] == "play"
            time.sleep(0.05)
        headers = {"Event": "Club evening", "Round": "3"}
        found.command(
            "operator", "start", players=PLAYERS, headers=headers, time_control=time_control
        )
        found.until(lambda view: view["stage"] == "play" and view["clock"])
        yield found
