"""Malformed messages of some boards, in 22 kinds: what a hub shows of the other boards is complete and on time.

A real Mosquitto and `touchmove hub` as a process of its own. Sixty boards play, five others say `count` messages that
are wrong in some way: real messages of every type, mutated, and wild bytes. At the end the hub's log and state of each
board that played is compared with what it said; each message that came must have come in order and soon. Every
message that is none by the types of the program must have been refused and counted.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import statistics
import sys
import tempfile
import time
from collections import Counter, defaultdict
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import httpx
import msgspec

from controller.core.messages import Clock as ClockMessage
from controller.core.messages import GameStarted, Head, Health, Status, read_message
from controller.shell.hub.tables import EVENTS_MAX
from controller.shell.topics import Lamps, Position, Record
from controller.shell.web.security import hash_token
from tests.browser.hall import TOKEN
from tests.end_to_end.programs import free_port
from tests.shell.mqtt_peer import HOST, Mosquitto
from tests.shell.speaking import Speaker

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from controller.core.messages import Json

COUNT = 100_000
PLAYING: Final = 60
STRANGE: Final = 5
"""Boards that play, and boards that say what is malformed."""
PER_S: Final = 2_500
"""Malformed messages a second."""
LATE_MS: Final = 2_000
"""A message that is shown later than this after it was said is not on time. Twice a second is nobody's blink; the
bound is for machines that do other work as well, the figures are printed."""
_PAGE: Final = Path("docs/protocol.md")
_STATES: Final[Mapping[str, Any]] = {
    "status": Status, "game": GameStarted, "position": Position, "clock": ClockMessage, "lamps": Lamps,
    "record": Record, "health": Health,
}  # fmt: skip
_DEEP: Final = 20_000
_LONG: Final = 70_000


def examples() -> dict[str, Json]:
    """A real message for each topic of a board, from the page that describes them."""
    found: dict[str, Json] = {}
    for text in re.findall(r"```json\n(.*?)\n```", _PAGE.read_text(encoding="utf-8"), re.DOTALL):
        body = json.loads(text)
        kind = body.get("type", "")
        if kind in _STATES:
            found[kind] = body
        if kind == "game-started":
            found["game"] = body
        if kind not in {"", "reply", "position", "lamps", "record"}:
            found[f"event/{kind}"] = body
    return found


def valid(topic: str, payload: bytes, board: str) -> bool:
    """Whether a payload is a message of a board by the types that boards write, its head included."""
    try:
        body = msgspec.json.decode(payload)
        head = msgspec.convert(body, Head)
        if topic in _STATES:
            msgspec.convert(body, _STATES[topic])
        else:
            kind = f"event/{msgspec.to_builtins(read_message(body))['type']}"
            if kind != topic:
                return False
    except (ValueError, TypeError, RecursionError):
        return False
    return (head.board, body.get("v"), type(body.get("v"))) == (board, 1, int)


def _text(body: object) -> bytes:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()


def _field(dice: random.Random, body: Json) -> str:
    return dice.choice(sorted(body))


def _wild(dice: random.Random, _: Json) -> bytes:
    return dice.randbytes(dice.randrange(1, 200))


def _no_utf8(dice: random.Random, body: Json) -> bytes:
    return _text(body).replace(b'"', dice.choice([b'"\xff', b'"\xc3', b'"\xed\xa0\x80']), 7)


def _cut(dice: random.Random, body: Json) -> bytes:
    text = _text(body)
    return text[: dice.randrange(len(text))]


def _bare(dice: random.Random, body: Json) -> bytes:
    return _text(dice.choice([None, 1, "a", True, [], [body], {}, ""]))


def _replaced(body: Json, field: str, text: str) -> bytes:
    return _text({**body, field: "@@"}).replace(b'"@@"', text.encode())


def _other_type(dice: random.Random, body: Json) -> bytes:
    strange = [None, 1, -1, 1.5, "x", True, [], {}, ["x"], {"x": 1}, [[]]]
    return _text({**body, _field(dice, body): dice.choice(strange)})


def _without(dice: random.Random, body: Json) -> bytes:
    field = _field(dice, body)
    return _text({name: value for name, value in body.items() if name != field})


def _inside(dice: random.Random, body: Json) -> bytes:
    """Something deep within is of another type."""
    new = json.loads(_text(body))
    place: Any = new
    while True:
        keys = sorted(place) if isinstance(place, dict) else list(range(len(place)))
        key = dice.choice(keys)
        inner = place[key]
        if not isinstance(inner, dict | list) or not inner:
            place[key] = dice.choice([None, 7, "?", [], {}, -0.5, "z99"])
            return _text(new)
        place = inner


def _head(dice: random.Random, body: Json) -> bytes:
    field = dice.choice(["epoch", "seq", "at_us", "game_id", "wall"])
    strange = ["-1", "0.5", '"4"', "18446744073709551616", "[1]", "true", f'"{"e" * 300}"', "{}"]
    return _replaced(body, field, dice.choice(strange))


def _huge(dice: random.Random, body: Json) -> bytes:
    return _replaced(
        body, _field(dice, body), dice.choice(["1" * 400, "1e999", "-" + "9" * 30, "1" * 5000])
    )


def _not_finite(dice: random.Random, body: Json) -> bytes:
    return _replaced(body, _field(dice, body), dice.choice(["NaN", "Infinity", "-Infinity"]))


def _deep(dice: random.Random, body: Json) -> bytes:
    ends = dice.choice([("[", "]"), ('{"a":', "}")])
    return _replaced(body, _field(dice, body), ends[0] * _DEEP + "1" + ends[1] * _DEEP)


def _long(dice: random.Random, body: Json) -> bytes:
    return _replaced(
        body, _field(dice, body), '"' + "w" * _LONG * (16 if "format" in body else 1) + '"'
    )


def _points(dice: random.Random, body: Json) -> bytes:
    """Points of no board of this game."""
    text = re.sub(
        rb'"[a-h][1-8]"',
        _text(dice.choice(["z99", "0", "a9", "", "50", "e2\n", "t19"])),
        _text(body),
    )
    return (
        text
        if text != _text(body)
        else _text({**body, "points": ["z99"], "lamps": {"z9": 1}, "seq": None})
    )


def _other_game(dice: random.Random, body: Json) -> bytes:
    game = dice.choice(["go", "halma", "", "draughts-100", "xiangqi"])
    position = dice.choice(["8/8", "", "x" * 99, {"size": 10**9}, {"size": 19, "black": 3}, None])
    return _text({**body, "game": game, "position": position, "game_options": {"size": "x"}})


def _sides(dice: random.Random, body: Json) -> bytes:
    sides: Json = {
        "green": {"remaining_ms": 1},
        "white": dice.choice([None, 4, [], {"remaining_ms": "long"}]),
    }
    return _text(
        {
            **body,
            "sides": sides,
            "players": {"green": 1},
            "side_to_move": 3,
            "running": ["white"],
            "side": [],
        }
    )


def _two_games(dice: random.Random, body: Json) -> bytes:
    more = dice.choice(
        [
            '\n[Event "Another"]\n\n1. d4 *\n',
            "\n\n1. e4 *\n",
            '\r[Event "x"]\r\r*',
            '\u2028[Event "x"]',
        ]
    )
    text = '[Event "x"]\n\n1. e4 *\n' + more
    return _text(
        {
            **body,
            "format": dice.choice(["pgn", "sgf", "pdn", "html"]),
            "text": text,
            "type": body["type"] if "format" in body else 5,
        }
    )


KINDS: Final[Mapping[str, Callable[[random.Random, Json], bytes]]] = {
    "wild bytes": _wild,
    "no UTF-8": _no_utf8,
    "cut off": _cut,
    "twice in one": lambda _, body: _text(body) * 2,
    "nothing": lambda _, __: b"",
    "no object": _bare,
    "a field of another type": _other_type,
    "a field less": _without,
    "another type within": _inside,
    "a strange head": _head,
    "another version": lambda dice, body: _text(
        {**body, "v": dice.choice([2, 0, "1", None, 1.5, True])}
    ),
    "another board": lambda dice, body: _text(
        {**body, "board": f"table-{dice.randint(1, PLAYING)}"}
    ),
    "no board": lambda dice, body: _text(
        {**body, "board": dice.choice(["", "#", "../x", None, 4])}
    ),
    "another type": lambda dice, body: _text(
        {**body, "type": dice.choice(["reply", "sold", "", "View", 3])}
    ),
    "a huge number": _huge,
    "no number": _not_finite,
    "nested deeply": _deep,
    "too long": _long,
    "points of no board": _points,
    "another game": _other_game,
    "other sides": _sides,
    "two games in one record": _two_games,
}


def malformed(seed: int, count: int, boards: list[str]) -> Iterator[tuple[str, str, str, bytes]]:
    """Messages that are wrong in some way: kind, board, topic below it, payload."""
    dice, bodies = random.Random(seed), examples()
    topics, kinds = sorted(bodies), list(KINDS)
    for n in range(count):
        board, topic = dice.choice(boards), dice.choice(topics)
        kind = kinds[n % len(kinds)]
        yield kind, board, topic, KINDS[kind](dice, {**bodies[topic], "board": board})


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
        retain = topic in _STATES and n % 50 == 0
        speaker.publish(f"touchmove/v1/{board}/{topic}", payload, retain=retain)
        if n % 25 == 0:
            await speaker.drain()
            await asyncio.sleep(max(0.0, begun + n / PER_S - time.monotonic()))
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
        with ExitStack() as stack:
            stack.enter_context(_hub(toml))
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


def _hub(toml: Path) -> Any:  # noqa: ANN401 - a context manager
    import contextlib
    import subprocess

    @contextlib.contextmanager
    def running() -> Iterator[None]:
        command = [sys.executable, "-m", "controller.shell.cli", "hub", "--config", str(toml)]
        with subprocess.Popen(command, stderr=subprocess.DEVNULL) as program:
            try:
                yield
            finally:
                program.terminate()

    return running()


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
        await asyncio.sleep(0.1)
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
        await asyncio.sleep(0.5)


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
