"""What the kiosk costs: the board with many viewers, and the browser on a slow screen.

    python -m benchmarks.bench_kiosk [--seconds 20] [--viewers 500] [--browser]

Viewers: the service runs as users start it, a simulated board in it; a man moves once a second. Processor time
is the kernel's account of that process: with nobody watching, with viewers who read, and with some of them who
stop reading. The latency is from the order to lift a man until `/api/state`, asked every 20 ms, has him lifted.

Browser: Debian's Chromium with its processor throttled six times, as slow as the screen of a small board, and nothing
in its cache.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import statistics
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.browser.benches import bench
from tests.browser.conftest import Kiosk
from tests.browser.games import game_view
from tests.browser.pages import BOARD, OF_A_BOARD, Face, loads
from tests.browser.webdriver import browser
from tests.end_to_end.listening import service
from tests.end_to_end.programs import free_port
from tests.shell.fake_desk import FakeDesk, view_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tests.browser.webdriver import Page
    from tests.end_to_end.listening import Board

TICKS = os.sysconf("SC_CLK_TCK")
THROTTLE = 6
WHITE = [("g1", "f3"), ("f3", "h4"), ("h4", "f3"), ("f3", "g1")]
BLACK = [("g8", "f6"), ("f6", "h5"), ("h5", "f6"), ("f6", "g8"), ("g8", "h6"), ("h6", "g8")]
"""Knights on their ways; the position does not come five times within the first 50 plies, which would end the game."""
UPDATES = 40
LOADS = 9
LINE = ("Nf3 Nf6 Ng1 Ng8 " * 40).split()


def spent_s(pid: int) -> float:
    """Processor time of a process, by the kernel."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


async def watch(port: int, viewers: int, deaf: int) -> None:
    """So many viewers of the events, of whom some read nothing; a line once a second with all that was read."""
    read = [0] * viewers
    request = b"GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n"

    async def look(number: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 12)
        writer.write(request)
        await writer.drain()
        if number < deaf:
            await asyncio.Event().wait()
        while data := await reader.read(1 << 16):
            read[number] += len(data)

    tasks = [asyncio.create_task(look(number)) for number in range(viewers)]
    while tasks:
        await asyncio.sleep(1)
        there = sum(1 for each in read if each > len(request) * 20)
        sys.stdout.write(f"{there} {sum(read)}\n")
        sys.stdout.flush()


@contextlib.asynccontextmanager
async def watched(port: int, viewers: int, deaf: int) -> AsyncIterator[list[str]]:
    """The same in a process of its own; gives the lines that it has written."""
    lines = ["0 0"]
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "benchmarks.bench_kiosk", "--watch", f"{port},{viewers},{deaf}"),
        stdout=asyncio.subprocess.PIPE,
    )

    async def listen() -> None:
        assert process.stdout is not None
        while line := await process.stdout.readline():
            lines.append(line.decode())

    listening = asyncio.create_task(listen())
    try:
        yield lines
    finally:
        with contextlib.suppress(ProcessLookupError):  # where nobody watches
            process.kill()
        await process.wait()
        await listening


async def order(board: Board, what: dict[str, str]) -> None:
    """An order to the simulated board."""
    request = urllib.request.Request(
        f"{board.kiosk}/api/bench", json.dumps(what).encode(), {"content-type": "application/json"}
    )
    await asyncio.to_thread(lambda: urllib.request.urlopen(request, timeout=20).close())


async def play(board: Board, seconds: float) -> tuple[float, list[float]]:
    """A knight goes out or home once a second; the share of one core that it took, and the latencies in ms."""
    latencies: list[float] = []
    await board.command("operator", "start")
    await order(board, {"act": "set-up"})
    await board.until(lambda state: state["view"]["stage"] == "play")
    ways = [way for pair in zip(WHITE * 9, BLACK * 6, strict=True) for way in pair]
    begun, before = time.monotonic(), spent_s(board.process.pid)
    for number in range(int(seconds)):
        origin, target = ways[number]
        await asyncio.sleep(max(0.0, begun + number - time.monotonic()))
        lifted = time.monotonic()
        await order(board, {"act": "lift", "point": origin})
        await board.until(lambda state, origin=origin: origin not in state["view"]["standing"])  # type: ignore[misc]
        latencies.append((time.monotonic() - lifted) * 1000)
        await order(board, {"act": "place", "point": target})
    await asyncio.sleep(max(0.0, begun + int(seconds) - time.monotonic()))
    share = (spent_s(board.process.pid) - before) / (time.monotonic() - begun)
    return share, latencies


async def viewers(seconds: float, many: int) -> None:
    """The table of what viewers cost."""
    port = free_port()
    print(f"{'viewers':34}{'of a core':>11}{'ratio':>8}{'lift p50':>11}{'p99':>8}{'KB/s':>8}")
    with tempfile.TemporaryDirectory() as name:
        async with service(Path(name), port, embedded=True) as board:
            kiosk_port = int(board.kiosk.rpartition(":")[2])
            idle = 0.0
            for words, count, deaf in (
                ("nobody", 0, 0),
                ("64", 64, 0),
                (f"{many}", many, 0),
                (f"{many}, a tenth of them deaf", many, many // 10),
            ):
                async with watched(kiosk_port, count, deaf) as lines:
                    await asyncio.sleep(8)  # until all are there
                    before = int(lines[-1].split()[1])
                    share, latencies = await play(board, seconds)
                    there, after = map(int, lines[-1].split())
                    flow = (after - before) / seconds / 1000
                idle = idle or share
                told = sorted(latencies)
                print(
                    f"{words + f' ({there} read)':34}{share:10.1%} {share / idle:7.2f}"
                    f"{statistics.median(told):9.1f} ms{told[-max(1, len(told) // 100)]:5.0f} ms{flow:8.0f}"
                )


PAINT = "return performance.getEntriesByName('first-contentful-paint')[0].startTime"


def screens() -> None:
    """The table of what the page costs a browser; medians."""
    print(
        f"\n{'browser, throttled ' + str(THROTTLE) + ' times':34}{'first paint':>13}{'board':>10}{'update':>10}{'KB':>7}"
    )
    with browser() as page:
        page.resize(800, 480)
        for game in ("chess", "xiangqi", "go"):
            desk = FakeDesk(game_view(game) if game != "chess" else view_of(LINE[:100]))
            with Kiosk(desk).running() as kiosk:
                found, painted = [], []
                for _ in range(LOADS):
                    found += loads(page, kiosk.url, BOARD, times=1, slower=THROTTLE)
                    painted.append(page.run(PAINT))
                page.wait("document.querySelector('#desks button')")
                page.devtools("Emulation.setCPUThrottlingRate", {"rate": THROTTLE})
                update = updates(page, kiosk, desk, game)
                first, drawn = (
                    statistics.median(painted),
                    statistics.median(f.drawn_ms for f in found),
                )
                size = statistics.median(each.bytes for each in found)
                print(f"{game:34}{first:10.0f} ms{drawn:7.0f} ms{update:7.1f} ms{size / 1000:7.0f}")


def pages() -> None:
    """The table of what each page of a board takes over the network."""
    print(f"\n{'page, all that it fetches':34}{'KB':>7}")
    with browser() as page, tempfile.TemporaryDirectory() as name:
        page.resize(1280, 800)
        with bench(page, Path(name), "chess") as found:
            page.open(found.url)
            found.move("e2", "e4")
            game = str(found.state()["game_id"])
            for face in OF_A_BOARD:
                each = Face(face.path.replace("GAME", game), face.there)
                (load,) = loads(page, found.url, each, times=1)
                print(f"/{face.path:33}{load.bytes / 1000:7.0f}")


def updates(page: Page, kiosk: Kiosk, desk: FakeDesk, game: str) -> float:
    """Milliseconds of script, style and layout that one more move costs."""
    page.devtools("Performance.enable", {})
    before = busy_ms(page)
    for number in range(UPDATES):
        if game == "chess":
            desk.now = view_of(LINE[: 101 + number])
        else:
            desk.now = game_view(game, 20 + number)
        kiosk.change()
        page.wait("document.querySelectorAll('#moves .ply').length >= arguments[0]", desk.now.ply)
    return (busy_ms(page) - before) / UPDATES


def busy_ms(page: Page) -> float:
    """What the page's main thread has worked so far: script, style and layout."""
    found: dict[str, Any] = page.devtools("Performance.getMetrics", {})
    metrics = {each["name"]: each["value"] for each in found["metrics"]}
    names = ("ScriptDuration", "LayoutDuration", "RecalcStyleDuration")
    return 1000 * float(sum(metrics[name] for name in names))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--viewers", type=int, default=500)
    parser.add_argument("--browser", action="store_true", help="the browser alone")
    parser.add_argument("--watch", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.watch:
        port, many, deaf = map(int, given.watch.split(","))
        asyncio.run(watch(port, many, deaf))
        return
    print("python -m benchmarks.bench_kiosk\n")
    if not given.browser:
        asyncio.run(viewers(min(given.seconds, 50), given.viewers))
    screens()
    pages()


if __name__ == "__main__":
    main()
