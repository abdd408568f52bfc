"""The bench page of a running service, and hands for it: mouse and fingers."""

from __future__ import annotations

import contextlib
import time
import urllib.error
from typing import TYPE_CHECKING, Any

from tests.browser.table import WAIT_S, Table
from tests.end_to_end.programs import free_port, running

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from tests.browser.webdriver import Page


class BenchTable(Table):
    """A game on the bench.

    Attributes:
        corner: a place of the window where no board is.
    """

    corner = (0, 0)

    def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """Posts an order that must be obeyed."""
        return self._post(path, body)

    def drag(self, start: str, end: str | None, *, touch: bool = False) -> None:
        """Drags a man; to None is off the board, into the box."""
        to = self.corner if end is None else at(end)
        if touch:
            self.page.finger(at(start), to)
        else:
            self.page.drag(at(start), to)

    def moved(self, ply: int, words: str) -> None:
        """Waits until the page's record has a ply, written like this."""
        self.page.wait(f"document.querySelector('#moves [data-ply=\"{ply}\"]')")
        css = f'#moves [data-ply="{ply}"]'
        self.page.wait(
            "document.querySelector(arguments[0]).textContent === arguments[1]", css, words
        )

    def agree(self, side: str) -> None:
        """Agrees to the score for a side; once more where the page was behind the board."""

        def agreed() -> bool:
            view = self.view()
            return bool(view["result"]) or side in view["count"]["agreed"]

        for _ in range(3):
            self.caught_up()
            css = f"#count [data-command=agree-score][data-role={side}]"
            self.page.run("document.querySelector(arguments[0])?.click()", css)
            end_s = time.monotonic() + 5
            while not agreed() and time.monotonic() < end_s:
                time.sleep(0.05)
            if agreed():
                return
        raise AssertionError(self.view())

    def caught_up(self) -> None:
        """Waits until the page shows what the board knows: orders about what is past are refused."""
        seq = self.state()["seq"]
        self.page.wait("Number(document.getElementById('kiosk').dataset.seq) >= arguments[0]", seq)

    def played(self) -> list[str]:
        """The moves of the record."""
        return [str(line["move"]) for line in self.view()["moves"]]

    def settled(self) -> dict[str, Any]:
        """Waits until the men stand as the record has them."""
        return self.until(
            lambda view: (
                view["stage"] in {"play", "ended"} and self.state()["bench"]["men"] == view["men"]
            )
        )

    def show(
        self, *, language: str = "en", size: tuple[int, int] = (1280, 800), dark: bool = False
    ) -> None:
        """Opens the bench page anew in a language, on a screen."""
        page = self.page
        self.corner = (size[0] - 10, size[1] - 10)
        page.resize(*size)
        page.dark(on=dark)
        page.open(f"{self.url}static/icon.svg")
        page.run("localStorage.setItem('language', arguments[0])", language)
        page.open(f"{self.url}bench")
        page.wait("document.querySelector('#bench:not(.stale) #bench-map .dot')")
        page.wait("document.querySelector('#desks button')")
        page.log()

    def wide(self) -> int:
        """By how many pixels the page is wider than the window."""
        return int(
            self.page.run(
                "const root = document.documentElement; return root.scrollWidth - root.clientWidth"
            )
        )


def at(point: str) -> str:
    """The selector of a point, or of a man in the box (``box:Q``)."""
    if point.startswith("box:"):
        return f".box-man[data-letter={point[4:]}]"
    return f'[data-point="{point}"]'


@contextlib.contextmanager
def bench(
    page: Page,
    folder: Path,
    game: str,
    position: str | Mapping[str, Any] | None = None,
    options: Sequence[str] = (),
    **start: object,
) -> Iterator[BenchTable]:
    """A game on the bench, from a position, without clocks.

    Args:
        options: lines of the configuration's section about the board.
        start: further arguments of the command that begins it.
    """
    kiosk_port, mqtt_port = free_port(), free_port()
    config = folder / "board.toml"
    sides = ("red", "black") if game == "xiangqi" else ("white", "black")
    roles = ", ".join(f'"{role}"' for role in (*sides, "arbiter", "operator"))
    config.write_text(
        "\n".join(['[board]\nid = "bench-1"', f'game = "{game}"', *options])
        + '\n[journal]\nfolder = "journal"\n[sensors]\ndriver = "bench"\n'
        f"[mqtt]\nport = {mqtt_port}\n"
        f"[kiosk]\nport = {kiosk_port}\nopen_roles = [{roles}]\n"
    )
    with running("run", "--config", config):
        found = BenchTable(page, f"http://127.0.0.1:{kiosk_port}/")
        end_s = time.monotonic() + WAIT_S
        up = False
        while not up:
            assert time.monotonic() < end_s, "the service has not started"
            with contextlib.suppress(urllib.error.URLError, ConnectionError):
                up = found.view()["stage"] == "play"
            time.sleep(0.05)
        args = {} if position is None else {"position": position}
        found.command("operator", "start", **args, **start)
        found.post("bench", {"act": "set-up"})
        found.settled()
        yield found
