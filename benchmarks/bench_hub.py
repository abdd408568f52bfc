"""What a hub costs: `python -m benchmarks.bench_hub [--boards 60 500 2000] [--seconds 30]`.

A real Mosquitto, and `touchmove hub` as a process of its own. Boards say one message a second each, as real boards say
them: hands, moves, clocks, and the retained topics that change with them. Printed are the hub's processor time for
each hundred boards, the longest time in which its event loop did nothing else, its memory, and what it writes for
the delayed feed; once with nobody looking and once with a desk open. Needs mosquitto.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import re
import sys
import tempfile
import time
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.bench_desk import HOST, answers, size_mb, started
from controller.shell.web.security import hash_token
from tests.browser.hall import TOKEN
from tests.end_to_end.programs import free_port
from tests.shell.speaking import Speaker

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence


@dataclass(frozen=True, slots=True, kw_only=True)
class Hall:
    """What is measured: the hub's process and port, and who speaks to it."""

    hub: int
    web: int
    speaker: Speaker
    boards: int


async def watched(port: int) -> None:
    """A desk: reads all tables, and then the news, for ever."""
    reader, writer = await asyncio.open_connection(HOST, port)
    head = f"HTTP/1.1\r\nhost: {HOST}\r\nauthorization: Bearer {TOKEN}\r\n"
    writer.write(f"GET /api/tables {head}connection: close\r\n\r\n".encode())
    text = await reader.read()
    while piece := await reader.read(1 << 20):
        text += piece
    writer.close()
    found = re.search(rb'"newest": ?(\d+)', text)
    assert found is not None, text[:200]
    reader, writer = await asyncio.open_connection(HOST, port)
    writer.write(f"GET /api/tables/events?after={int(found[1])} {head}\r\n".encode())
    while await reader.read(1 << 20):
        pass


async def asked(port: int, answers_ms: list[float]) -> None:
    """Asks the hub for its health again and again: how long each answer takes."""
    ask = f"GET /healthz HTTP/1.1\r\nhost: {HOST}\r\n\r\n".encode()
    reader, writer = await asyncio.open_connection(HOST, port)
    with contextlib.suppress(OSError):
        while True:
            begun = time.monotonic()
            writer.write(ask)
            await reader.readuntil(b"}")
            answers_ms.append((time.monotonic() - begun) * 1000)
            await asyncio.sleep(1)


def figures(port: int) -> dict[str, float]:
    """The hub's own figures."""
    with (
        contextlib.suppress(OSError),
        urllib.request.urlopen(f"http://{HOST}:{port}/metrics", timeout=20) as answer,
    ):
        lines = [line.split() for line in answer.read().decode().splitlines() if line[0] != "#"]
        return {name.removeprefix("touchmove_hub_"): float(value) for name, value in lines}
    return {}


async def measured(what: str, hall: Hall, seconds: float) -> None:
    """One run; prints its line."""
    hub, web, speaker, boards = hall.hub, hall.web, hall.speaker, hall.boards
    await asyncio.to_thread(figures, web)  # the longest turn counts from here
    before, begun, written = used_s(hub), time.monotonic(), written_kib(hub)
    answers_ms: list[float] = []
    asking = asyncio.create_task(asked(web, answers_ms))
    said = await speaker.play(seconds)
    asking.cancel()
    passed, used = time.monotonic() - begun, used_s(hub) - before
    own = await asyncio.to_thread(figures, web)
    sys.stdout.write(
        f"{boards} boards, {what}: {said / passed:.0f} messages/s, hub {100 * used / passed:.1f} % of a core, "
        f"{100 * used / passed * 100 / boards:.2f} % for 100 boards; loop held at most "
        f"{own.get('loop_busy_ms_max', float('nan')):.0f} ms by its own work, "
        f"{own.get('loop_held_ms_max', float('nan')):.0f} ms by the clock, slowest answer {max(answers_ms):.0f} ms; {size_mb(hub):.0f} MB, "
        f"writes {(written_kib(hub) - written) / passed:.1f} KiB/s\n"
    )
    sys.stdout.flush()


def used_s(pid: int) -> float:
    """Processor seconds of a process so far, to the nanosecond."""
    tasks = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(each.read_text().split()[0]) for each in tasks) / 1e9


def written_kib(pid: int) -> float:
    """What a process has written to files so far."""
    lines = dict(line.split(": ") for line in Path(f"/proc/{pid}/io").read_text().splitlines())
    return int(lines["write_bytes"]) / 1024


@contextlib.asynccontextmanager
async def hall_of(boards: int, args: argparse.Namespace, folder: Path) -> AsyncIterator[Hall]:
    """A broker, boards and a hub."""
    broker, web = free_port(), free_port()
    conf, toml = folder / "broker.conf", folder / "hub.toml"
    conf.write_text(
        f"listener {broker} {HOST}\nallow_anonymous true\nset_tcp_nodelay true\nmax_queued_messages 100000\n"
    )
    ids = ", ".join(f'"table-{n}"' for n in range(1, boards + 1))
    toml.write_text(
        f'[hub]\nboards = [{ids}]\nfolder = "state"\n[mqtt]\nhost = "{HOST}"\nport = {broker}\nembedded = false\n'
        f'[kiosk]\nport = {web}\n[feed]\ndelay_s = {args.delay}\n[roles.tokens]\narbiter = "{hash_token(TOKEN)}"\n'
    )
    speaker = Speaker(boards, args.plies)
    with contextlib.ExitStack() as stack:
        stack.enter_context(started("/usr/sbin/mosquitto", "-c", str(conf)))
        await answers(broker)
        await speaker.connect(broker)
        await speaker.begin()
        hub = stack.enter_context(
            started(sys.executable, "-m", "controller.shell.cli", "hub", "--config", str(toml))
        )
        await answers(web)
        yield Hall(hub=hub, web=web, speaker=speaker, boards=boards)
        speaker.close()


async def run(args: argparse.Namespace) -> None:
    for boards in args.boards:
        with tempfile.TemporaryDirectory() as folder:
            async with hall_of(boards, args, Path(folder)) as hall:
                await hall.speaker.play(5)  # warm; who had come late is there
                await measured("nobody looks", hall, args.seconds)
                desk = asyncio.create_task(watched(hall.web))
                await hall.speaker.play(2)
                await measured("one desk", hall, args.seconds)
                desk.cancel()


def main(argv: Sequence[str] | None = None) -> None:
    """Runs with these arguments."""
    parser = argparse.ArgumentParser(prog="bench_hub", description="What a hub costs")
    parser.add_argument("--boards", type=int, nargs="+", default=[60, 500, 2000])
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--delay", type=int, default=900, help="of the feed, in seconds")
    parser.add_argument("--plies", type=int, default=120, help="of the game that all play")
    asyncio.run(run(parser.parse_args(argv)))


if __name__ == "__main__":
    main()
