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

import chess.pgn

from benchmarks.bench_desk import HOST, answers, size_mb, started
from controller.shell.topics import Packet, Retained, event
from controller.shell.web.security import hash_token
from tests.browser.hall import TOKEN, board_of, note, now
from tests.end_to_end.programs import free_port
from tests.shell.fake_desk import view_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

GAME = Path("tests/data/games/chess-live-round.pgn")
TICKS = 20
"""Portions that a second's messages are said in."""
_FIELDS = re.compile(rb'"(at_us|seq)":\d+|"board":"table-1"|"epoch":"[^"]*"|"(?:ply)":\d+')


@dataclass(frozen=True, slots=True)
class Said:
    """A message that any board may say: its topic below the board, and its text with places to fill."""

    topic: bytes
    text: bytes
    qos: int
    retain: bool

    def packet(self, board: bytes, seq: int, number: int) -> bytes:
        """As it goes to the broker, in MQTT 3.1.1."""
        topic = b"touchmove/v1/%b/%b" % (board, self.topic)
        payload = self.text % {b"board": board, b"seq": seq, b"at": seq * 1_000_000}
        mid = number.to_bytes(2, "big") if self.qos else b""
        body = len(topic).to_bytes(2, "big") + topic + mid + payload
        return bytes((0x30 | self.qos << 1 | self.retain,)) + _length(len(body)) + body


def _length(size: int) -> bytes:
    found = bytearray()
    while True:
        size, seven = divmod(size, 128)
        found.append(seven | (128 if size else 0))
        if not size:
            return bytes(found)


def _said(packet: Packet) -> Said:
    text = packet.payload.replace(b"%", b"%%")
    text = text.replace(b'"board":"table-1"', b'"board":"%(board)b"')
    text = re.sub(rb'"seq":\d+', b'"seq":%(seq)d', text, count=1)
    text = re.sub(rb'^\{"at_us":\d+', b'{"at_us":%(at)d', text)
    topic = packet.topic.removeprefix("touchmove/v1/table-1/").encode()
    return Said(topic, text, packet.qos, packet.retain)


def longest_game() -> list[str]:
    """The moves of the longest game of a round."""
    found: list[str] = []
    with GAME.open() as stream:
        while (game := chess.pgn.read_game(stream)) is not None:
            board, moves = game.board(), []
            for move in game.mainline_moves():
                moves.append(board.san(move))
                board.push(move)
            found = max(found, moves, key=len)
    return found


def script(plies: int) -> tuple[list[Said], list[Said]]:
    """What a board says when it comes, and in a game, message after message."""
    desk, line = board_of(1, plies=0), longest_game()[:plies]
    retained, heard = Retained(desk), 0

    def news() -> list[Said]:
        nonlocal heard
        entries = desk.entries(heard, 1000)
        heard += len(entries)
        return [
            _said(each) for each in (*(event(desk.board, e) for e in entries), *retained.changed())
        ]

    begun, played = news(), list[Said]()
    record = (
        '[Event "Club evening"]\n[White "Menchik, Vera"]\n[Black "Graf, Sonja"]\n[Result "*"]\n\n'
    )
    for ply in range(1, len(line) + 1):
        view = view_of(line[:ply], players=desk.now.players)
        last, clock = view.moves[-1], desk.now.clock or {}
        home, target = last.move[:2], last.move[2:4]
        note(desk, "lifted", point=home, man=None, side=last.side, evidence={})
        note(desk, "touched", points=[home], side=last.side, obligation=None, doubtful=[])
        now(desk, touched=[home])
        played += news()
        note(desk, "placed", point=target, man=None, side=last.side, evidence={})
        played += news()
        note(
            desk, "move", ply=ply, side=last.side, move=last.move, notation=last.notation,
            captured=[], path=[home, target], position=view.position, completed_by="settled",
            assumed=[], clocks={"sides": clock.get("sides")}, legal=True, breach=None,
            accepted=None, imposed=False,
        )  # fmt: skip
        number = f"{ply // 2 + 1}. " if ply % 2 else ""
        record += f"{number}{line[ply - 1]} {{[%clk 1:15:19]}} {{[%emt 0:00:12]}} "
        desk.pgn = f"{record}*\n"
        names = ("position", "men", "standing", "lamps", "moves", "side_to_move")
        now(desk, **{name: getattr(view, name) for name in names}, ply=ply, touched=[])
        played += news()
        note(
            desk, "clock", sides=clock.get("sides"), running=view.side_to_move, flag=None,
            stopped=None, ply=ply,
        )  # fmt: skip
        played += news()
    return begun, played


class Speaker:
    """One connection over which all boards speak."""

    def __init__(self, boards: int, plies: int) -> None:
        self._begun, self._played = script(plies)
        self._boards = [b"table-%d" % n for n in range(1, boards + 1)]
        self._seq = [1] * boards
        # Boards stand at different places of their games.
        self._at = [n * 7919 % len(self._played) for n in range(boards)]
        self._number = 0

    async def connect(self, port: int) -> None:
        self._reader, self._writer = await asyncio.open_connection(HOST, port)
        hello = b"\x00\x04MQTT\x04\x02\x00\x00\x00\x05bench"
        self._writer.write(b"\x10" + _length(len(hello)) + hello)
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        while await self._reader.read(1 << 16):  # acknowledgements
            pass

    def close(self) -> None:
        self._reading.cancel()
        self._writer.close()

    def _say(self, board: int, said: Said) -> None:
        self._number = self._number % 60_000 + 1
        self._seq[board] += said.topic.startswith(b"event/")
        self._writer.write(said.packet(self._boards[board], self._seq[board], self._number))

    async def begin(self) -> None:
        """Every board comes."""
        for board in range(len(self._boards)):
            for said in self._begun:
                self._say(board, said)
            await self._writer.drain()

    async def play(self, seconds: float) -> int:
        """One message a second of each board; gives how many were said."""
        begun, said = time.monotonic(), 0
        for tick in range(int(seconds * TICKS)):
            await asyncio.sleep(max(0.0, begun + tick / TICKS - time.monotonic()))
            for board in range(tick % TICKS, len(self._boards), TICKS):
                self._say(board, self._played[self._at[board]])
                self._at[board] = (self._at[board] + 1) % len(self._played)
                said += 1
            await self._writer.drain()
        return said


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
