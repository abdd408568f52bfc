"""The arbiter's desk under load: `python -m benchmarks.bench_desk [--seconds 60]`.

Boards of plain values play through a real broker; `touchmove hub` follows them; Chromium shows its page. Counted
is what was played and what the page showed, move for move; measured are the hub's processor time, how old a
move is when the page shows it, and both again beside viewers who open the stream and never read. Needs
mosquitto, chromium and chromedriver.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from controller.shell.broker_link import MqttSettings, client_of, connected
from controller.shell.topics import Packet, Retained, event
from controller.shell.web.security import hash_token
from tests.browser.hall import LINES, TOKEN, board_of, note, now
from tests.browser.webdriver import browser
from tests.end_to_end.programs import free_port
from tests.shell.fake_desk import view_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from controller.shell.broker_link import Client
    from tests.browser.webdriver import Page
    from tests.shell.fake_desk import FakeDesk

HOST = "127.0.0.1"
ANSWER_S = 5.0
COMES_BACK_S = 15.0
"""Longer than a server waits for a viewer who does not read."""
WATCH = """
window.seen = []; window.heard = 0;
new MutationObserver((records) => {
  const at = Date.now(), last = new Map();
  for (const record of [...records].reverse()) {
    const {board} = record.target.dataset;
    const ply = last.has(board) ? last.get(board) : record.target.dataset.ply;
    if (record.oldValue !== ply) window.seen.push([board, Number(ply), at]);
    last.set(board, record.oldValue);
  }
}).observe(document.getElementById('tables'), {attributes: true, subtree: true, attributeFilter: ['data-ply'], attributeOldValue: true});
new MutationObserver((records) => { window.heard += records.length; })
  .observe(document.getElementById('hall'), {attributes: true, attributeFilter: ['data-newest']});
"""


class Player:
    """One board that plays the same line over and over; its plies count on.

    Args:
        number: of the board.
    """

    def __init__(self, number: int) -> None:
        self.desk: FakeDesk = board_of(number)
        line = LINES[number % len(LINES)].split()
        self._views = [
            view_of(line[:n], players=self.desk.now.players) for n in range(1, len(line))
        ]
        self._retained = Retained(self.desk)
        self._said = 0
        self.ply = self.desk.now.ply

    def packets(self) -> list[Packet]:
        """What the board has to say that it has not said."""
        entries = self.desk.entries(self._said, 1000)
        self._said += len(entries)
        return [*(event(self.desk.board, each) for each in entries), *self._retained.changed()]

    def move(self) -> list[Packet]:
        """One more move, as a board tells it: hand, touch, move, clock, and the retained topics."""
        self.ply += 1
        desk, view = self.desk, self._views[self.ply % len(self._views)]
        last, clock = view.moves[-1], desk.now.clock or {}
        home, target = last.move[:2], last.move[2:4]
        note(desk, "lifted", point=home, man=None, side=last.side, evidence={})
        note(desk, "touched", points=[home], side=last.side, obligation=None, doubtful=[])
        note(desk, "placed", point=target, man=None, side=last.side, evidence={})
        note(
            desk, "move", ply=self.ply, side=last.side, move=last.move, notation=last.notation,
            captured=[], path=[home, target], position=view.position, completed_by="settled",
            assumed=[], clocks=None, legal=True, breach=None, accepted=None, imposed=False,
        )  # fmt: skip
        note(
            desk, "clock", sides=clock.get("sides"), running=view.side_to_move, flag=None,
            stopped=None, ply=self.ply,
        )  # fmt: skip
        now(desk, **{name: getattr(view, name) for name in ("position", "men", "standing", "lamps", "moves", "side_to_move")}, ply=self.ply)  # fmt: skip
        desk.pgn = f'[Event "Club evening"]\n\n{self.ply} *\n'
        return self.packets()


async def say(client: Client, packets: Sequence[Packet]) -> None:
    for packet in packets:
        await client.publish(packet.topic, packet.payload, qos=packet.qos, retain=packet.retain)


async def play(
    client: Client, players: Sequence[Player], per_s: float, seconds: float
) -> dict[str, list[tuple[int, float]]]:
    """Plays at this rate, board after board; gives each board's plies and when they were said."""
    played: dict[str, list[tuple[int, float]]] = defaultdict(list)
    begun = time.monotonic()
    for n in range(int(per_s * seconds)):
        await asyncio.sleep(max(0.0, begun + n / per_s - time.monotonic()))
        player = players[n % len(players)]
        packets = player.move()
        played[player.desk.board].append((player.ply, time.time()))
        await say(client, packets)
    return played


def cpu_s(pid: int) -> float:
    """Processor seconds of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def never_read(port: int, count: int) -> None:
    """Viewers who open the stream and never read; each goes and comes back after a while."""
    loop = asyncio.get_running_loop()
    ask = f"GET /api/tables/events?after=0 HTTP/1.1\r\nhost: {HOST}\r\nauthorization: Bearer {TOKEN}\r\n\r\n"

    async def one() -> None:
        for _ in itertools.count():
            with socket.socket() as line:
                line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                line.setblocking(False)
                await loop.sock_connect(line, (HOST, port))
                await loop.sock_sendall(line, ask.encode())
                await asyncio.sleep(COMES_BACK_S)

    await asyncio.gather(*(one() for _ in range(count)))


async def asked_again(port: int, answers_ms: list[float]) -> None:
    """Asks the hub for its health again and again, and notes how long each answer took."""
    ask = f"GET /healthz HTTP/1.1\r\nhost: {HOST}\r\nconnection: close\r\n\r\n".encode()
    for _ in itertools.count():
        begun = time.monotonic()
        reader, writer = await asyncio.open_connection(HOST, port)
        writer.write(ask)
        await reader.read()
        writer.close()
        answers_ms.append((time.monotonic() - begun) * 1000)
        await asyncio.sleep(0.2)


def spread(values: Sequence[float]) -> str:
    """Median, 99th percentile and greatest."""
    last = sorted(values)
    return f"median {statistics.median(last):.0f}, p99 {last[int(0.99 * (len(last) - 1))]:.0f}, worst {last[-1]:.0f} ms"


def size_mb(pid: int) -> float:
    """Memory of a process."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def compare(
    played: dict[str, list[tuple[int, float]]], seen: list[tuple[str, int, int]]
) -> tuple[Counter[str], list[float]]:
    """Moves played, shown, missed, and how old each was in milliseconds."""
    shown = {(board, ply): at for board, ply, at in reversed(seen)}
    ages, total = [], Counter[str]()
    for board, plies in played.items():
        for ply, at_s in plies:
            total["played"] += 1
            if (board, ply) in shown:
                total["shown"] += 1
                ages.append(shown[board, ply] - at_s * 1000)
            else:
                total["missed"] += 1
    return total, ages


@dataclass(frozen=True, slots=True, kw_only=True)
class Hall:
    """What is measured: the hub's process, its page, and who plays."""

    hub: int
    web: int
    page: Page
    client: Client
    players: Sequence[Player]


async def measured(what: str, hall: Hall, asked: argparse.Namespace) -> None:
    """One run; prints its line."""
    page, hub, client, players = hall.page, hall.hub, hall.client, hall.players
    await asyncio.to_thread(_catch_up, hall)
    await asyncio.to_thread(page.run, "window.seen = []; window.heard = 0")
    busy = await asyncio.to_thread(_busy_s, page)
    before, begun = cpu_s(hub), time.monotonic()
    first = await asyncio.to_thread(_newest, page)
    answers_ms: list[float] = []
    asking = asyncio.create_task(asked_again(hall.web, answers_ms))
    played = await play(client, players, asked.per_s, asked.seconds)
    asking.cancel()
    passed, used = time.monotonic() - begun, cpu_s(hub) - before
    await asyncio.sleep(1)
    await asyncio.to_thread(_catch_up, hall)
    last = await asyncio.to_thread(_newest, page)
    heard = int(await asyncio.to_thread(page.run, "return window.heard"))
    seen: list[Any] = await asyncio.to_thread(page.run, "return window.seen")
    total, ages = compare(played, [tuple(each) for each in seen])
    page_busy = (await asyncio.to_thread(_busy_s, page) - busy) / passed
    print(
        f"{what}: {dict(total)} in {passed:.0f} s; news {last - first}, heard {heard}; "
        f"hub {100 * used / passed:.1f} % of a core, {size_mb(hub):.0f} MB; page {100 * page_busy:.0f} % of its thread; "
        f"age of a move on the page: {spread(ages)}; answers of the hub: {spread(answers_ms)}",
        flush=True,
    )


def _catch_up(hall: Hall) -> None:
    """Waits until the page has all that the hub has."""
    hall.page.wait(
        "Number(document.getElementById('hall').dataset.newest) >= arguments[0]",
        _hub_newest(hall.web),
    )


def _hub_newest(port: int) -> int:
    """The number of the newest news that the hub has."""
    ask = urllib.request.Request(
        f"http://{HOST}:{port}/api/tables", headers={"authorization": f"Bearer {TOKEN}"}
    )
    with urllib.request.urlopen(ask, timeout=20) as answer:
        return int(json.load(answer)["newest"])


def _newest(page: Page) -> int:
    return int(page.run("return document.getElementById('hall').dataset.newest"))


def _busy_s(page: Page) -> float:
    metrics = page.devtools("Performance.getMetrics", {})["metrics"]
    return float(next(each["value"] for each in metrics if each["name"] == "TaskDuration"))


@contextlib.contextmanager
def started(*command: str) -> Iterator[int]:
    """A program while the block runs; gives its process id."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as program:
        try:
            yield program.pid
        finally:
            program.terminate()


async def answers(port: int) -> None:
    """Waits until somebody serves there."""
    for _ in range(600):
        with contextlib.suppress(OSError), socket.create_connection((HOST, port), timeout=1):
            return
        await asyncio.sleep(0.05)
    raise TimeoutError(f"nothing answers on port {port}")


async def run(asked: argparse.Namespace, folder: Path) -> None:
    broker, web = free_port(), free_port()
    conf, toml = folder / "broker.conf", folder / "hub.toml"
    conf.write_text(
        f"listener {broker} {HOST}\nallow_anonymous true\nset_tcp_nodelay true\nmax_queued_messages 100000\n"
    )
    players = [Player(n) for n in range(1, asked.boards + 1)]
    ids = ", ".join(f'"{each.desk.board}"' for each in players)
    toml.write_text(
        f'[hub]\nboards = [{ids}]\nfolder = "state"\n[mqtt]\nhost = "{HOST}"\nport = {broker}\nembedded = false\n'
        f'[kiosk]\nport = {web}\n[roles.tokens]\narbiter = "{hash_token(TOKEN)}"\n'
    )
    with contextlib.ExitStack() as stack:
        stack.enter_context(started("/usr/sbin/mosquitto", "-c", str(conf)))
        await answers(broker)
        hub = stack.enter_context(
            started(sys.executable, "-m", "controller.shell.cli", "hub", "--config", str(toml))
        )
        await answers(web)
        page = stack.enter_context(browser())
        async with connected(
            client_of(MqttSettings(host=HOST, port=broker), "hall", None), ANSWER_S
        ) as client:
            for each in players:
                await say(client, each.packets())
            url = f"http://{HOST}:{web}/"
            await asyncio.to_thread(_open, page, url, asked.boards)
            await play(client, players, asked.per_s, 3)  # warm
            hall = Hall(hub=hub, web=web, page=page, client=client, players=players)
            for _ in range(asked.rounds):  # in turns, so that what else the machine does hits both
                await measured("one page", hall, asked)
                beside = asyncio.create_task(never_read(web, asked.stopped))
                await measured(f"and {asked.stopped} who never read", hall, asked)
                beside.cancel()
                await asyncio.gather(beside, return_exceptions=True)
            before = cpu_s(hub)
            await asyncio.sleep(10)
            print(f"no moves: hub {10 * (cpu_s(hub) - before):.1f} % of a core")


def _open(page: Page, url: str, boards: int) -> None:
    page.resize(1920, 1080)
    page.devtools("Performance.enable", {})
    page.open(f"{url}static/icon.svg")
    page.run("sessionStorage.setItem('token', arguments[0])", TOKEN)
    page.open(f"{url}arbiter")
    page.wait(f"document.querySelectorAll('#tables .mini').length === {boards}")
    page.run(WATCH)


def main(argv: Sequence[str] | None = None) -> None:
    """Runs with these arguments."""
    parser = argparse.ArgumentParser(description="The arbiter's desk under load")
    parser.add_argument("--boards", type=int, default=60)
    parser.add_argument(
        "--per-s", type=float, default=20, help="moves a second, all boards together"
    )
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--stopped", type=int, default=20, help="viewers who never read")
    asked = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(run(asked, Path(folder)))


if __name__ == "__main__":
    main()
