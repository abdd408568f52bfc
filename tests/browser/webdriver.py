"""A small client of the W3C WebDriver protocol, enough to use the kiosk as a visitor does.

with browser() as page:
    page.open("http://127.0.0.1:8000/")
    page.drag("[data-point=e2]", "[data-point=e4]")
    assert page.text("#stage") == "Black to move"
"""

from __future__ import annotations

import base64
import contextlib
import json
import re
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

_ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
_DRAWN = "return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
WAIT_S = 20.0
POLL_S = 0.02


class BrowserError(Exception):
    """The browser could not do what was asked."""


class Page:
    """One browser window. Elements are named by CSS selectors."""

    def __init__(self, session: str) -> None:
        self._session = session

    def open(self, url: str) -> None:
        self._post("/url", {"url": url})

    def renew(self) -> None:
        """Goes on in a new tab."""
        handle = self._post("/window/new", {"type": "tab"})["handle"]
        _request("DELETE", f"{self._session}/window")
        self._post("/window", {"handle": handle})

    def resize(self, width: int, height: int) -> None:
        """Gives the page this many CSS pixels, and lets it take note of that."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.devtools("Emulation.setDeviceMetricsOverride", size)
        self.run(_DRAWN)

    def dark(self, on: bool) -> None:  # noqa: FBT001
        """Prefers dark or light colours."""
        value = "dark" if on else "light"
        feature = {"name": "prefers-color-scheme", "value": value}
        self.devtools("Emulation.setEmulatedMedia", {"features": [feature]})

    def devtools(self, command: str, params: dict[str, Any]) -> Any:  # noqa: ANN401
        return self._post("/goog/cdp/execute", {"cmd": command, "params": params})

    def run(self, script: str, *args: object) -> Any:  # noqa: ANN401
        """The value that a JavaScript function body returns."""
        return self._post("/execute/sync", {"script": script, "args": list(args)})

    def later(self, script: str, *args: object) -> Any:  # noqa: ANN401
        """What a JavaScript function body gives to the function that is its last argument."""
        return self._post("/execute/async", {"script": script, "args": list(args)})

    def count(self, css: str) -> int:
        return len(self._post("/elements", {"using": "css selector", "value": css}))

    def text(self, css: str) -> str:
        """The visible text; empty for a hidden element."""
        return str(_request("GET", f"{self._session}/element/{self._find(css)}/text"))

    def attribute(self, css: str, name: str) -> str | None:
        found = _request("GET", f"{self._session}/element/{self._find(css)}/attribute/{name}")
        return None if found is None else str(found)

    def click(self, css: str) -> None:
        self._post(f"/element/{self._find(css)}/click", {})

    def keys(self, css: str, text: str) -> None:
        """Types into an element."""
        self._post(f"/element/{self._find(css)}/value", {"text": text})

    def drag(self, start: str, end: str | tuple[int, int]) -> None:
        """Presses on one element, moves, and lets go over another or at a place of the window."""
        first = self._move({_ELEMENT: self._find(start)}, 0, 0)
        if isinstance(end, tuple):
            last = self._move("viewport", *end)
        else:
            last = self._move({_ELEMENT: self._find(end)}, 0, 0)
        press = {"type": "pointerDown", "button": 0}
        release = {"type": "pointerUp", "button": 0}
        self._pointer([first, press, last, release])

    def finger(self, start: str, end: str | tuple[int, int]) -> None:
        """As `drag`, with a finger; a tap where start and end are the same.

        A drag ends at rest: a flick would go on as a fling, and Chromium takes the next tap, up to
        two seconds later, as what stops it and not as a click.
        """
        place = self._move({_ELEMENT: self._find(start)}, 0, 0)
        down, up = {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}
        actions = [place, down, up]
        if end != start:
            target = (
                self._move("viewport", *end)
                if isinstance(end, tuple)
                else self._move({_ELEMENT: self._find(end)}, 0, 0)
            )
            actions = [place, down, target, {"type": "pause", "duration": 150}, up]
        touch = {"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}}
        self._post("/actions", {"actions": [{**touch, "actions": actions}]})

    def fingers(self, *drags: tuple[str, str]) -> None:
        """Drags with a finger for each of some pairs of elements, all at the same time.

        Call `renew` before another page is touched: headless Chromium then gives it no touches.
        """
        starts = [self._middle(start) for start, _ in drags]
        ends = [self._middle(end) for _, end in drags]
        for kind, places in (("touchStart", starts), ("touchMove", ends), ("touchEnd", [])):
            points = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(places)]
            self.devtools("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def _middle(self, css: str) -> tuple[float, float]:
        """Where the middle of an element is in the window."""
        box = self.run(
            "const box = document.querySelector(arguments[0]).getBoundingClientRect();"
            "return [box.x + box.width / 2, box.y + box.height / 2]",
            css,
        )
        return box[0], box[1]

    def sweep(self, *elements: str) -> None:
        """Presses the mouse on the first of some elements, moves over the others, and lets go."""
        moves = [self._move({_ELEMENT: self._find(css)}, 0, 0) for css in elements]
        press, release = {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}
        self._pointer([moves[0], press, *moves[1:], release])

    def press(self, css: str) -> None:
        """Presses on an element without letting go."""
        target = self._move({_ELEMENT: self._find(css)}, 0, 0)
        self._pointer([target, {"type": "pointerDown", "button": 0}])

    def screenshot(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(_request("GET", f"{self._session}/screenshot")))

    def log(self) -> list[str]:
        """Errors in the browser's console since the last call."""
        entries = self._post("/se/log", {"type": "browser"})
        return [entry["message"] for entry in entries if entry["level"] == "SEVERE"]

    def wait(self, script: str, *args: object) -> None:
        """Waits until a JavaScript expression is true.

        Raises:
            BrowserError: it did not become true in time.
        """
        end = time.monotonic() + WAIT_S
        while not self.run(f"return Boolean({script})", *args):
            if time.monotonic() > end:
                raise BrowserError(f"did not become true within {WAIT_S:g} s: {script}")
            time.sleep(POLL_S)

    def _find(self, css: str) -> str:
        found = self._post("/element", {"using": "css selector", "value": css})
        return str(found[_ELEMENT])

    def _move(self, origin: object, x: int, y: int) -> dict[str, object]:
        return {"type": "pointerMove", "duration": 30, "origin": origin, "x": x, "y": y}

    def _pointer(self, actions: Sequence[Mapping[str, object]]) -> None:
        pointer = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}}
        self._post("/actions", {"actions": [{**pointer, "actions": list(actions)}]})

    def _post(self, path: str, body: dict[str, Any]) -> Any:  # noqa: ANN401
        return _request("POST", self._session + path, body)


@contextlib.contextmanager
def browser() -> Iterator[Page]:
    """A headless Chromium with one window, closed at the end."""
    with subprocess.Popen(
        ["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as driver:
        try:
            base = f"http://127.0.0.1:{_port(driver)}"
            options = {
                "args": [
                    "--headless=new",
                    "--no-sandbox",
                    "--disable-dev-shm-usage",
                    "--disable-gpu",
                ]
            }
            wanted = {
                "alwaysMatch": {
                    "goog:chromeOptions": options,
                    "goog:loggingPrefs": {"browser": "SEVERE"},
                }
            }
            made = _request("POST", f"{base}/session", {"capabilities": wanted})
            session = f"{base}/session/{made['sessionId']}"
            try:
                yield Page(session)
            finally:
                _request("DELETE", session)
        finally:
            driver.terminate()


def _port(driver: subprocess.Popen[str]) -> int:
    assert driver.stdout is not None
    for line in driver.stdout:
        if match := re.search(r"started successfully on port (\d+)", line):
            return int(match[1])
    raise BrowserError("chromedriver did not start")


def _request(method: str, url: str, body: dict[str, Any] | None = None) -> Any:  # noqa: ANN401
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, method=method)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)["value"]
    except urllib.error.HTTPError as error:
        with error:
            value = json.load(error)["value"]
        raise BrowserError(f"{value['error']}: {value['message'].splitlines()[0]}") from None
