"""The other ends of MQTT for tests: a plain client, a flaky link, a real Mosquitto.

The client speaks MQTT 3.1.1 by hand, so that it shares no code with what it tests.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import socket
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

from tests.conftest import SEARCHED

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

HOST = "127.0.0.1"
PATIENCE_S = 20.0
"""A test that waits longer has failed."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


async def read_packet(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    """The first byte of an MQTT packet, and all after its length."""
    first = (await reader.readexactly(1))[0]
    length = shift = 0
    while True:
        byte = (await reader.readexactly(1))[0]
        length |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            break
    return first, await reader.readexactly(length)


@dataclass(frozen=True, slots=True)
class Heard:
    """One message that came in."""

    topic: str
    payload: bytes
    qos: int
    retain: bool

    @property
    def body(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.payload)
        return found


@dataclass
class Signal:
    """Lets one task wait until another has made a condition true."""

    _change: asyncio.Condition = field(default_factory=asyncio.Condition)

    def ring(self) -> None:
        async def notify() -> None:
            async with self._change:
                self._change.notify_all()

        self._ringing = asyncio.ensure_future(notify())

    async def until(self, condition: Callable[[], object]) -> None:
        async with asyncio.timeout(PATIENCE_S), self._change:
            await self._change.wait_for(lambda: bool(condition()))


class Refused(Exception):  # noqa: N818 - a refusal is no error of the test's own
    """The broker has refused a connection.

    Attributes:
        code: why, see MQTT 3.1.1, 3.2.2.3.
    """

    def __init__(self, code: int) -> None:
        super().__init__(f"CONNACK {code}")
        self.code = code


class Cut(Exception):  # noqa: N818 - as above
    """The broker has hung up in place of an answer."""


class Peer:
    """A client that keeps all it hears. Use `async with Peer.connected(...)`.

    Attributes:
        acknowledges: answers messages of QoS 1 and 2, as every client should.
    """

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.heard: list[Heard] = []
        self.acknowledges = True
        self._reader, self._writer = reader, writer
        self._signal = Signal()
        self._acknowledged: dict[int, bytes] = {}
        self._next_id = 0
        self._closed = False

    @classmethod
    @asynccontextmanager
    async def connected(
        cls,
        port: int,
        name: str = "peer",
        *,
        clean: bool = True,
        user: str | None = None,
        password: str = "",
        will: tuple[str, bytes, bool] | None = None,
    ) -> AsyncIterator[Self]:
        """A connection while the block runs. `Refused`, with the broker's code, where it gets none."""
        reader, writer = await asyncio.open_connection(HOST, port)
        peer = cls(reader, writer)
        flags, texts = (2 if clean else 0), [name.encode()]
        if will is not None:
            topic, payload, retain = will
            flags |= 0x04 | (0x20 if retain else 0)
            texts += [topic.encode(), payload]
        if user is not None:
            flags |= 0xC0
            texts += [user.encode(), password.encode()]
        raw = b"".join(len(each).to_bytes(2) + each for each in texts)
        peer._write(0x10, b"\0\4MQTT\4" + bytes([flags, 0, 0]) + raw)
        async with asyncio.timeout(PATIENCE_S):
            kind, body = await read_packet(reader)
        if (kind, body[1]) != (0x20, 0):
            writer.close()
            raise Refused(body[1])
        listening = asyncio.create_task(peer._listen())
        try:
            yield peer
        finally:
            listening.cancel()
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()
            await asyncio.wait([listening])

    async def subscribe(self, pattern: str, qos: int = 1) -> int:
        """Returns what the broker has granted: the QoS, or 128 for nothing."""
        text = pattern.encode()
        return (await self._request(0x82, len(text).to_bytes(2) + text + bytes([qos])))[0]

    async def publish(
        self, topic: str, payload: bytes | dict[str, Any], *, retain: bool = False, qos: int = 1
    ) -> None:
        """At QoS 1 returns when the broker has acknowledged. `Cut` where it has hung up instead."""
        raw = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
        name = topic.encode()
        if not qos:
            self._write(0x30 | retain, len(name).to_bytes(2) + name + raw)
            return
        await self._request(0x30 | qos << 1 | retain, raw, len(name).to_bytes(2) + name)

    async def until(self, condition: Callable[[list[Heard]], object]) -> None:
        await self._signal.until(lambda: self._closed or condition(self.heard))
        assert condition(self.heard), "the connection ended before it came"

    def on(self, ending: str) -> list[Heard]:
        return [heard for heard in self.heard if heard.topic.endswith(ending)]

    async def until_closed(self) -> None:
        await self._signal.until(lambda: self._closed)

    async def _request(self, first: int, body: bytes, before: bytes = b"") -> bytes:
        self._next_id += 1
        number = self._next_id
        self._write(first, before + number.to_bytes(2) + body)
        await self._signal.until(lambda: self._closed or number in self._acknowledged)
        if number not in self._acknowledged:
            raise Cut
        return self._acknowledged[number]

    def send(self, raw: bytes) -> None:
        """Bytes as they are."""
        self._writer.write(raw)

    def hang_up(self) -> None:
        """Sends nothing any more."""
        self._writer.write_eof()

    @property
    def closed(self) -> bool:
        """Whether the broker has hung up."""
        return self._closed

    def _write(self, first: int, body: bytes) -> None:
        length, rest = b"", len(body)
        while True:
            rest, low = rest >> 7, rest & 0x7F
            length += bytes([low | (0x80 if rest else 0)])
            if not rest:
                break
        self._writer.write(bytes([first]) + length + body)

    async def _listen(self) -> None:
        with suppress(OSError, asyncio.IncompleteReadError):
            while True:
                first, body = await read_packet(self._reader)
                if first & 0xF0 == 0x30:
                    self._take(first, body)
                elif first & 0xF0 == 0x50:
                    if self.acknowledges:
                        self._write(0x62, body)
                elif first & 0xF0 in (0x40, 0x70, 0x90):
                    self._acknowledged[int.from_bytes(body[:2])] = body[2:]
                self._signal.ring()
        self._closed = True
        self._signal.ring()

    def _take(self, first: int, body: bytes) -> None:
        end = 2 + int.from_bytes(body[:2])
        topic, rest, qos = body[2:end].decode(), body[end:], (first >> 1) & 3
        if qos:
            if self.acknowledges:
                self._write(0x40, rest[:2])
            rest = rest[2:]
        self.heard.append(Heard(topic, rest, qos, bool(first & 1)))


class Mosquitto:
    """A real broker, which can be killed and started again."""

    def __init__(self, folder: Path, port: int) -> None:
        self.port = port
        self.folder = folder
        self._process: asyncio.subprocess.Process | None = None
        self._log: list[str] = []
        self._signal = Signal()
        folder.mkdir(parents=True, exist_ok=True)
        self._file = folder / "mosquitto.conf"
        self._file.write_text(
            f"listener {port} {HOST}\nallow_anonymous true\nset_tcp_nodelay true\n"
            f"persistence true\npersistence_location {folder}/\n"
            "autosave_on_changes true\nautosave_interval 1\n"
            "max_queued_messages 100000\nqueue_qos0_messages true\n"
            "user root\nlog_dest stderr\nlog_type all\n"
        )

    async def start(self) -> None:
        program = shutil.which("mosquitto", path=SEARCHED)
        assert program is not None
        self._process = await asyncio.create_subprocess_exec(
            program, "-c", str(self._file), stderr=asyncio.subprocess.PIPE
        )
        self._log.clear()
        self._reading = asyncio.create_task(self._read_log())
        await self.until_logged(" running")

    async def until_logged(self, text: str, times: int = 1) -> None:
        """Waits until so many lines of its log, since it was last started, have the text in them."""
        await self._signal.until(lambda: sum(text in line for line in self._log) >= times)

    def logged(self, text: str) -> int:
        """How many lines of its log have the text in them."""
        return sum(text in line for line in self._log)

    async def kill(self) -> None:
        assert self._process is not None
        self._process.kill()
        await self._reading
        await self._process.wait()
        self._process = None

    async def _read_log(self) -> None:
        assert self._process is not None
        assert self._process.stderr is not None
        while line := await self._process.stderr.readline():
            self._log.append(line.decode())
            self._signal.ring()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._process is not None:
            await self.kill()


class Link:
    """A TCP link to a broker that can be cut, and refuse to come back."""

    def __init__(self, target: int) -> None:
        self.port = free_port()
        self.up = True
        self._target = target
        self._pairs: set[tuple[asyncio.StreamWriter, asyncio.StreamWriter]] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    def cut(self) -> None:
        """Both sides see a reset, as when a cable is pulled and a router notices."""
        self.up = False
        for pair in self._pairs:
            for writer in pair:
                writer.transport.abort()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not self.up:
            writer.transport.abort()
            return
        far_reader, far_writer = await asyncio.open_connection(HOST, self._target)
        pair = (writer, far_writer)
        self._pairs.add(pair)
        await asyncio.gather(_pump(reader, far_writer), _pump(far_reader, writer))
        self._pairs.discard(pair)

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._accept, HOST, self.port)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.cut()
        self._server.close()
        await self._server.wait_closed()


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
    writer.close()
    with suppress(OSError):
        await writer.wait_closed()
