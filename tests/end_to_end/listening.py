"""Debian's own MQTT clients, and a board whose men are moved over HTTP."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import urllib.request
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.end_to_end.programs import ROOT, command, free_port
from tests.shell.mqtt_peer import HOST, Signal

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping
    from pathlib import Path

BOARD = "table-7"
BASE = f"touchmove/v1/{BOARD}/"
_FORMAT = '{"topic":"%t","retain":%r,"qos":%q,"body":%p}'


@dataclass(frozen=True, slots=True)
class Heard:
    """One message; `topic` without the board's base."""

    topic: str
    retain: bool
    qos: int
    body: dict[str, Any]


@dataclass
class Watcher:
    """All that mosquitto_sub writes."""

    process: asyncio.subprocess.Process
    heard: list[Heard] = field(default_factory=list)
    signal: Signal = field(default_factory=Signal)

    async def read(self, stream: asyncio.StreamReader) -> None:
        while line := await stream.readline():
            found = json.loads(line)
            topic = found["topic"].removeprefix(BASE)
            self.heard.append(Heard(topic, bool(found["retain"]), found["qos"], found["body"]))
            self.signal.ring()

    async def until(self, condition: Callable[[], object]) -> None:
        await self.signal.until(condition)

    def on(self, topic: str) -> list[dict[str, Any]]:
        return [heard.body for heard in self.heard if heard.topic == topic]

    def newest(self, topic: str) -> dict[str, Any]:
        return self.on(topic)[-1] if self.on(topic) else {}

    @property
    def events(self) -> dict[int, dict[str, Any]]:
        """Every event by its sequence number."""
        found: dict[int, dict[str, Any]] = {}
        for heard in self.heard:
            if heard.topic.startswith("event/"):
                body = found.setdefault(heard.body["seq"], heard.body)
                assert body == heard.body, "two messages share a sequence number"
        return found

    async def until_ply(self, ply: int) -> None:
        await self.until(lambda: any(body["ply"] == ply for body in self.on("event/move")))


@asynccontextmanager
async def watching(port: int, *, name: str, stays: bool = False) -> AsyncIterator[Watcher]:
    """mosquitto_sub on everything of the board.

    Args:
        name: its client id.
        stays: the broker keeps messages for it while it is away.
    """
    process = await asyncio.create_subprocess_exec(
        "mosquitto_sub", "-h", HOST, "-p", str(port), "-t", f"{BASE}#", "-q", "1",
        "-i", name, *(["-c"] if stays else []), "-F", _FORMAT,
        stdout=asyncio.subprocess.PIPE, limit=1 << 22,
    )  # fmt: skip
    assert process.stdout is not None
    watcher = Watcher(process)
    reading = asyncio.create_task(watcher.read(process.stdout))
    try:
        yield watcher
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        await reading


async def publish(port: int, topic: str, body: dict[str, Any]) -> None:
    """mosquitto_pub, once."""
    process = await asyncio.create_subprocess_exec(
        "mosquitto_pub", "-h", HOST, "-p", str(port), "-q", "1",
        "-t", BASE + topic, "-m", json.dumps(body),
    )  # fmt: skip
    assert await process.wait() == 0


@dataclass
class Board:
    """A running service with a simulated board."""

    process: asyncio.subprocess.Process
    kiosk: str
    given: int = 0

    async def move(self, origin: str, target: str) -> None:
        """A visitor's hand takes a man and sets it down."""
        await self._bench({"act": "lift", "point": origin})
        # The sensors must have time to see that the point is empty.
        await self.until(lambda state: origin not in state["view"]["standing"])
        await self._bench({"act": "place", "point": target})

    async def until(self, condition: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """Polls the state until it is so."""
        state = await self.state()
        async with asyncio.timeout(60):
            while not condition(state):
                await asyncio.sleep(0.02)
                state = await self.state()
        return state

    async def command(self, role: str, name: str, **args: object) -> dict[str, Any]:
        """Gives a command and returns the reply."""
        self.given += 1
        body = {"id": f"c{self.given}", "args": args}
        url = f"{self.kiosk}/api/commands/{role}/{name}"
        return await asyncio.to_thread(_request, url, body)

    async def until_ply(self, ply: int) -> None:
        await self.until(lambda state: state["view"]["ply"] == ply)

    async def state(self) -> dict[str, Any]:
        found: dict[str, Any] = await asyncio.to_thread(_request, f"{self.kiosk}/api/state")
        return found

    async def _bench(self, order: dict[str, str]) -> None:
        await asyncio.to_thread(_request, f"{self.kiosk}/api/bench", order)


@asynccontextmanager
async def service(
    folder: Path,
    mqtt_port: int,
    *,
    embedded: bool,
    keys: str = "",
    roles: tuple[str, ...] = ("operator",),
    environment: Mapping[str, str] | None = None,
) -> AsyncIterator[Board]:
    """`touchmove run` with a simulated board, killed at the end.

    Args:
        keys: further lines of the section [board].
        roles: open to whoever calls.
        environment: of the process, beside ours.
    """
    kiosk_port = free_port()
    config = folder / "board.toml"
    config.write_text(
        f'[board]\nid = "{BOARD}"\n{keys}\n'
        f'[journal]\nfolder = "journal"\n'
        f'[sensors]\ndriver = "bench"\n'
        f"[mqtt]\nport = {mqtt_port}\nembedded = {str(embedded).lower()}\n"
        f"[kiosk]\nport = {kiosk_port}\nopen_roles = {json.dumps(roles)}\n"
    )
    process = await asyncio.create_subprocess_exec(
        *command("run", "--config", config),
        cwd=ROOT,
        env={**os.environ, **(environment or {})},
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stderr is not None
    saying = asyncio.create_task(process.stderr.read())
    board = Board(process, f"http://{HOST}:{kiosk_port}")
    try:
        async with asyncio.timeout(60):
            up = False
            while not up:
                assert process.returncode is None, (await saying).decode()
                with contextlib.suppress(OSError):
                    up = (await board.state())["view"]["stage"] == "play"
                await asyncio.sleep(0.02)
        yield board
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        said = (await saying).decode()
        assert "Traceback" not in said, said


def _request(url: str, body: Mapping[str, object] | None = None) -> dict[str, Any]:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, headers={"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=20) as answer:
        found: dict[str, Any] = json.load(answer)
    return found
