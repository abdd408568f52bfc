"""Malformed messages of some boards, in 22 kinds: what a hub shows of the other boards is complete and on time.

A real Mosquitto and `touchmove hub` as a process of its own. Sixty boards play, five others say `count` messages that
are wrong in some way: real messages of every type, mutated, and wild bytes. At the end the hub's log and state of each
board that played is compared with what it said; each message that came must have come in order and soon. Every
message that is none by the types of the program must have been refused and counted.
"""

from __future__ import annotations

import asyncio
import json
import re
import statistics
import sys
import tempfile
import time
from collections import Counter, defaultdict
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import httpx

from controller.shell.hub.tables import EVENTS_MAX
from controller.shell.web.security import hash_token
from tests.browser.hall import TOKEN
from tests.end_to_end.programs import free_port
from tests.shell.mqtt_peer import HOST, Mosquitto
from tests.shell.speaking import Speaker, until
from tests.shell.strange import KINDS, STATES, malformed, valid

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from controller.core.messages import Json

COUNT = 100_000
PLAYING: Final = 60
STRANGE: Final = 5
"""Boards that play, and boards that say what is malformed."""
PER_S: Final = 1_500
"""Malformed messages a second."""
LATE_MS: Final = 2_000
"""A message that is shown later than this after it was said is not on time. Twice a second is nobody's blink; the
bound is for machines that do other work as well, the figures are printed."""


class Played:
    """What the boards have said, and when it was heard."""

    def __init__(self) -> None:
        self.events: dict[str, list[Json]] = defaultdict(list)
        self.states: dict[str, dict[str, Json]] = defaultdict(dict)
        self.said_s: dict[tuple[str, int], float] = {}
        self.ages_ms: list[float] = []
        self.order: dict[str, list[int]] = defaultdict(list)

    def begin(self) -> None:
        """What was said by now the hub has not heard: it comes now."""
        self.events.clear()
        self.said_s.clear()

    def said(self, board: str, topic: str, payload: bytes) -> None:
        body = json.loads(payload)
        if topic.startswith("event/"):
            self.events[board].append(body)
            self.said_s[board, body["seq"]] = time.monotonic()
        else:
            self.states[board][topic] = body

    def heard(self, board: str, event: Json) -> None:
        seq = event["seq"]
        self.order[board].append(seq)
        if (said_s := self.said_s.get((board, seq))) is not None:
            self.ages_ms.append((time.monotonic() - said_s) * 1000)


def differences(table: Json, log: list[Json], board: str, played: Played) -> list[str]:
    """What a hub shows of a board that it has not said, or the other way round."""
    said, found = played.states[board], []
    head = {"v", "board", "game_id", "epoch", "seq", "at_us", "wall"}
    wanted = {
        "position": {name: value for name, value in said["position"].items() if name not in head},
        "lamps": said["lamps"]["lamps"],
        "clock": {name: said["clock"][name] for name in ("sides", "running", "flag", "stopped")},
        "alerts": [],
    }
    shown = {**table, "clock": {name: table["clock"][name] for name in wanted["clock"]}}
    found += [f"{board}: {name}" for name, value in wanted.items() if not _same(shown[name], value)]
    if len(table["men"]) < 2:
        found.append(f"{board}: men")
    events = played.events[board]
    if len(log) != min(len(events), EVENTS_MAX):
        found.append(f"{board}: {len(log)} events of {len(events)}")
    pairs = zip(reversed(events), reversed(log), strict=False)
    found += [f"{board}: event {own['seq']}" for own, its in pairs if not _same(its, own)]
    if played.order[board] != [each["seq"] for each in events]:
        found.append(f"{board}: order of the news")
    return found


def _same(shown: Any, said: Any) -> bool:  # noqa: ANN401
    """Whether all that was said is shown; fields that have their default may be left out or be added."""
    if isinstance(said, dict) and isinstance(shown, dict):
        left = {
            name: value for name, value in said.items() if value not in (None, [], {}, 0, False)
        }
        return all(_same(shown.get(name), value) for name, value in left.items())
    return bool(shown == said)


async def _watch(web: httpx.AsyncClient, newest: int, played: Played) -> None:
    async with web.stream("GET", "/api/tables/events", params={"after": newest}) as answer:
        kind = ""
        async for line in answer.aiter_lines():
            if line.startswith("event: "):
                kind = line.removeprefix("event: ")
                assert kind != "stale", "the viewer fell behind"
            elif line.startswith("data: ") and kind == "event":
                body = json.loads(line.removeprefix("data: "))
                played.heard(body["board"], body["event"])


async def _said_strangely(
    speaker: Speaker, seed: int, count: int, boards: list[str]
) -> Counter[str]:
    """Says them, and gives how many by what they are."""
    found: Counter[str] = Counter()
    begun = time.monotonic()
    for n, (_, board, topic, payload) in enumerate(malformed(seed, count, boards)):
        found["valid" if valid(topic, payload, board) else "invalid"] += 1
        retain = topic in STATES and n % 50 == 0
        speaker.publish(f"touchmove/v1/{board}/{topic}", payload, retain=retain)
        if n % 25 == 0:
            await speaker.drain()
            await until(begun + n / PER_S)
    return found


async def _run(seed: int, count: int, folder: Path) -> dict[str, object]:
    port, kiosk = free_port(), free_port()
    strange = [f"table-{PLAYING + n}" for n in range(1, STRANGE + 1)]
    boards = [f"table-{n}" for n in range(1, PLAYING + STRANGE + 1)]
    toml = folder / "hub.toml"
    toml.write_text(
        f'[hub]\nboards = {json.dumps(boards)}\nfolder = "state"\n[mqtt]\nhost = "{HOST}"\nport = {port}\n'
        f'embedded = false\n[kiosk]\nport = {kiosk}\n[feed]\ndelay_s = 900\n[roles.tokens]\narbiter = "{hash_token(TOKEN)}"\n'
    )
    played = Played()
    speaker, rogue = Speaker(PLAYING, 60, played.said), Speaker(0, 1)
    address = f"http://{HOST}:{kiosk}"
    headers = {"authorization": f"Bearer {TOKEN}"}
    async with (
        Mosquitto(folder / "broker", port),
        httpx.AsyncClient(base_url=address, headers=headers, timeout=60) as web,
    ):
        await speaker.connect(port)
        await rogue.connect(port)
        # Some of it is there before the hub comes, retained.
        before = await _said_strangely(rogue, seed + 1, min(count, 1000), strange)
        await speaker.begin()
        async with _hub(toml):
            newest = await _up(web)
            played.begin()
            watching = asyncio.create_task(_watch(web, newest, played))
            playing = asyncio.create_task(speaker.play(10_000))
            said = await _said_strangely(rogue, seed, count, strange)
            playing.cancel()
            await _quiet(web, played)
            found = await _compared(web, played, speaker.boards)
            figures = (await web.get("/metrics")).text
            watching.cancel()
        speaker.close()
        rogue.close()
    refused = sum(int(n) for n in re.findall(r"unread_total\{[^}]*\} (\d+)", figures))
    assert not found, f"seed {seed}: {found[:5]}"
    assert refused >= said["invalid"], f"seed {seed}: {refused} refused of {said['invalid']}"
    ages = sorted(played.ages_ms)
    assert ages[-1] <= LATE_MS, f"seed {seed}: {ages[-1]:.0f} ms late"
    return {
        "kinds": len(KINDS), "boards": PLAYING, "before_the_start": before.total(), **said, "refused": refused,
        "events": len(ages), "lost": 0, "median_ms": round(statistics.median(ages)),
        "p99_ms": round(ages[int(0.99 * (len(ages) - 1))]), "max_ms": round(ages[-1]),
    }  # fmt: skip


@asynccontextmanager
async def _hub(toml: Path) -> AsyncIterator[None]:
    command = [sys.executable, "-m", "controller.shell.cli", "hub", "--config", str(toml)]
    program = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.DEVNULL)
    try:
        yield
    finally:
        program.terminate()
        await program.wait()


async def _up(web: httpx.AsyncClient) -> int:
    """Waits until the hub has heard of every board that plays; the number of its newest news."""
    for _ in range(600):
        try:
            hall = (await web.get("/api/tables")).json()
        except httpx.TransportError:
            hall = {"tables": []}
        tables = hall["tables"][:PLAYING]
        if tables and all(table["position"] and table["clock"] for table in tables):
            return int(hall["newest"])
        await until(time.monotonic() + 0.1)
    raise AssertionError("the hub does not start, or misses boards")


async def _quiet(web: httpx.AsyncClient, played: Played) -> None:
    """Waits until nothing more is read."""
    known = -1.0
    for _ in range(600):
        text = (await web.get("/metrics")).text
        unread = sum(float(n) for n in re.findall(r"unread_total\{[^}]*\} (\d+)", text))
        heard = float(re.findall(r"messages_total (\S+)", text)[-1]) + unread + len(played.ages_ms)
        if heard == known:
            return
        known = heard
        await until(time.monotonic() + 0.5)


async def _compared(web: httpx.AsyncClient, played: Played, boards: list[str]) -> list[str]:
    tables = {each["board"]: each for each in (await web.get("/api/tables")).json()["tables"]}
    found = []
    for board in boards:
        log = (await web.get(f"/api/tables/{board}/log")).json()["events"]
        found += differences(tables[board], log, board, played)
    return found


def soak(*, seed: int, count: int) -> dict[str, object]:
    """See the module.

    Raises:
        AssertionError: a board that played is not shown as it was, or late; or something malformed was taken in.
    """
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_run(seed, count, Path(folder)))
