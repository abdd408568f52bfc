"""Many boards that speak over one connection, message after message, as real boards do."""

from __future__ import annotations

import asyncio
import re
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import chess.pgn

from controller.shell.topics import Packet, Retained, event
from tests.browser.hall import board_of, note, now
from tests.shell.fake_desk import view_of
from tests.shell.mqtt_peer import HOST

if TYPE_CHECKING:
    from collections.abc import Callable

GAME = Path("tests/data/games/chess-live-round.pgn")
TICKS = 20
"""Portions that a second's messages are said in."""


@dataclass(frozen=True, slots=True)
class Line:
    """A message that any board may say: its topic below the board, and its text with places to fill."""

    topic: str
    text: bytes
    qos: int
    retain: bool

    def payload(self, board: str, seq: int) -> bytes:
        """What a board says."""
        return self.text % {b"board": board.encode(), b"seq": seq, b"at": seq * 1_000_000}


def published(
    topic: str, payload: bytes, number: int, *, qos: int = 1, retain: bool = False
) -> bytes:
    """A message as it goes to the broker, in MQTT 3.1.1.

    Args:
        number: of the packet, 1 to 65535.
    """
    name = topic.encode()
    body = (
        len(name).to_bytes(2, "big") + name + (number.to_bytes(2, "big") if qos else b"") + payload
    )
    return bytes((0x30 | qos << 1 | retain,)) + _length(len(body)) + body


def _length(size: int) -> bytes:
    found = bytearray()
    while True:
        size, seven = divmod(size, 128)
        found.append(seven | (128 if size else 0))
        if not size:
            return bytes(found)


def _line(packet: Packet) -> Line:
    text = packet.payload.replace(b"%", b"%%")
    text = text.replace(b'"board":"table-1"', b'"board":"%(board)b"')
    text = re.sub(rb'"seq":\d+', b'"seq":%(seq)d', text, count=1)
    text = re.sub(rb'^\{"at_us":\d+', b'{"at_us":%(at)d', text)
    return Line(packet.topic.removeprefix("touchmove/v1/table-1/"), text, packet.qos, packet.retain)


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


def script(plies: int) -> tuple[list[Line], list[Line]]:
    """What a board says when it comes, and in a game, message after message."""
    desk, line = board_of(1, plies=0), longest_game()[:plies]
    retained, heard = Retained(desk), 0

    def news() -> list[Line]:
        nonlocal heard
        entries = desk.entries(heard, 1000)
        heard += len(entries)
        return [
            _line(each) for each in (*(event(desk.board, e) for e in entries), *retained.changed())
        ]

    begun, played = news(), list[Line]()
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


async def until(moment_s: float) -> None:
    """Waits for a moment of the monotonic clock: programs that run beside it are spoken to at an even pace."""
    while (left_s := moment_s - time.monotonic()) > 0:  # noqa: ASYNC110 - nobody sets an event
        await asyncio.sleep(left_s)


class Speaker:
    """One connection over which all boards speak.

    Args:
        boards: how many: `table-1` and so on.
        plies: of the game that each of them plays, over and over.
        hears: is told the board, the topic below it and the payload of whatever is said.
    """

    def __init__(
        self, boards: int, plies: int, hears: Callable[[str, str, bytes], object] | None = None
    ) -> None:
        self._begun, self._played = script(plies)
        self.boards = [f"table-{n}" for n in range(1, boards + 1)]
        self._hears = hears
        self._seq = [0] * boards
        # Boards stand at different places of their games.
        self._at = [n * 7919 % len(self._played) for n in range(boards)]
        self._number = 0

    async def connect(self, port: int) -> None:
        """Comes to a broker."""
        self._reader, self._writer = await asyncio.open_connection(HOST, port)
        name = b"speaker-%d" % id(self)
        hello = b"\x00\x04MQTT\x04\x02\x00\x00" + len(name).to_bytes(2, "big") + name
        self._writer.write(b"\x10" + _length(len(hello)) + hello)
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        while await self._reader.read(1 << 16):  # acknowledgements
            pass

    def close(self) -> None:
        """Goes."""
        self._reading.cancel()
        self._writer.close()

    def publish(self, topic: str, payload: bytes, *, qos: int = 1, retain: bool = False) -> None:
        """Says anything."""
        self._number = self._number % 60_000 + 1
        self._writer.write(published(topic, payload, self._number, qos=qos, retain=retain))

    async def drain(self) -> None:
        """Waits while the broker takes less than it is told."""
        await self._writer.drain()

    def _say(self, board: int, line: Line) -> None:
        self._seq[board] += line.topic.startswith("event/")
        name = self.boards[board]
        payload = line.payload(name, self._seq[board])
        self.publish(f"touchmove/v1/{name}/{line.topic}", payload, qos=line.qos, retain=line.retain)
        if self._hears is not None:
            self._hears(name, line.topic, payload)

    async def begin(self) -> None:
        """Every board comes."""
        for board in range(len(self.boards)):
            for line in self._begun:
                self._say(board, line)
            await self.drain()

    async def play(self, seconds: float) -> int:
        """One message a second of each board; gives how many were said."""
        begun, said = time.monotonic(), 0
        for tick in range(int(seconds * TICKS)):
            await until(begun + tick / TICKS)
            for board in range(tick % TICKS, len(self.boards), TICKS):
                self._say(board, self._played[self._at[board]])
                self._at[board] = (self._at[board] + 1) % len(self._played)
                said += 1
            await self.drain()
        return said
