"""A round of many boards, of which a polling reader, a push and a viewer each end with the same complete records.

Each board is a real service with a journal. A script starts a game, plays, enters a result, corrects it, plays on, starts the
next game of the round at once, sets a position up, and restarts board and hub in between. Nobody is told of everything: what
changes in quick succession reaches the hub as one.
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import httpx
import msgspec

from controller.core.messages import AnyMessage, GameStarted, Move, Result
from controller.journal.store import Journal
from controller.shell.export import record_text
from controller.shell.feeds.delay import DelayLine
from controller.shell.feeds.feed import Feed
from controller.shell.feeds.keeping import FeedFile
from controller.shell.feeds.public import PublicRecords
from controller.shell.feeds.push import Pusher
from controller.shell.feeds.steady import SteadyTime
from controller.shell.hub.hub import Hub
from controller.shell.hub.web import make_hub_app
from controller.shell.recordfiles import joined
from controller.shell.service import Service
from controller.shell.topics import Retained
from controller.shell.web.security import Tokens
from tests.shell.table import Table
from tests.shell.test_commands import ARRAY, CHESS, MS
from tests.shell.test_web_events import served, watching

if TYPE_CHECKING:
    from collections.abc import Iterator

    from controller.core.inputs import Frame, Tick

COUNT = 12
DELAYS_S = (0, 60, 900)
FIRST = ("e2- 300 e4+ 1500", "c7- 300 c5+ 1500", "g1- 300 f3+ 1500", "d7- 300 d6+ 1500")
SET_UP = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
RESULTS = ("1-0", "0-1", "1/2-1/2")


class Seat(Table):
    """A board of the round, and a viewer of its events."""

    def __init__(self, folder: Path, number: int, runner: asyncio.Runner, dice: Random) -> None:
        self.number, self.runner, self.dice = number, runner, dice
        self.heard: dict[str, list[AnyMessage]] = {}
        self.seen = 0
        super().__init__(folder / f"table-{number}")
        self.levels = ARRAY

    def start(self) -> Service:
        if self.journal is not None:
            self.journal.close()
        self.journal = Journal.open(self.folder, self.folder.name)
        self.service = Service(self.journal, self.settings, self.clock)
        self.retained = Retained(self.service)
        return self.service

    def _feed(self, item: Frame | Tick) -> None:
        self.runner.run(self.service.take(item))

    def say(self, name: str, **args: object) -> None:
        """Gives a command, which is obeyed."""
        self.clock.at_ns += 10 * MS
        body = {"id": f"{name}-{self.clock.at_ns}", "args": args}
        reply = self.runner.run(self.service.command("arbiter", name, body, "http"))
        assert reply.accepted, f"{self.folder.name}: {name}: {reply.reason}"

    def pair(self, white: str, black: str) -> None:
        headers = {"Event": "Open", "Round": "1", "Board": str(self.number)}
        names = {"white": f"{white} {self.number}", "black": f"{black} {self.number}"}
        self.say("start", players=names, headers=headers)

    def array(self, levels: int = ARRAY) -> None:
        """The men stand so."""
        self.levels = levels
        self.see().hands("2500")

    def deeds(self) -> Iterator[bool]:
        """What happens at the board; whether the hub may be told a little later."""
        self.pair("Ann", "Bea")
        yield False
        self.array()
        for line in FIRST:
            self.hands(line)
            yield True
        yield False
        self.kill()
        self.say("result", result=self.dice.choice(RESULTS), why="agreed")
        yield False
        self.say("correct", to_ply=2, why="a mistake")
        self.array(
            CHESS.start("rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2").occupied
        )
        yield True
        self.hands(FIRST[2])
        self.say("result", result=self.dice.choice(RESULTS), why="agreed")
        yield True
        self.pair("Bea", "Ann")
        yield False
        self.kill()
        if self.number % 4 == 0:
            return
        self.array()
        self.hands(FIRST[0])
        yield True
        self.say("set-position", position=SET_UP, why="agreed")
        self.array(CHESS.start(SET_UP).occupied)
        yield True
        self.say("result", result=self.dice.choice(RESULTS), why="agreed")
        yield False
        self.kill()

    def view_events(self) -> None:
        """A viewer comes back, and reads on from where he was."""
        newest = self.service.newest_seq()

        async def read() -> None:
            async with (
                served(self.service) as port,
                watching(port, f"/api/events?after={self.seen}") as stream,
            ):
                while self.seen < newest:
                    event = await stream.next()
                    if event["event"] not in {"state", "change"}:
                        self._hear(event)

        if self.seen < newest:
            self.runner.run(read())

    def _hear(self, event: dict[str, str]) -> None:
        self.seen = int(event["id"])
        name = msgspec.json.decode(event["data"])["game_id"]
        if name is not None:
            message: AnyMessage = msgspec.json.decode(event["data"], type=AnyMessage)
            self.heard.setdefault(name, []).append(message)

    def truth(self) -> list[str]:
        """The records of the round, as the journal has them, and the pairing that waits."""
        assert self.journal is not None
        said = [self.said(span.game_id) for span in self.journal.games()]
        began = [each for each in said if any(isinstance(one, GameStarted) for one in each)]
        waits = not any(isinstance(each, GameStarted) for each in self.said())
        return [*map(record_text, began), *([self.service.record()] if waits else [])]


class Reader:
    """The hub, and who looks at it: a reader that polls, and a push."""

    def __init__(self, folder: Path, boards: list[Seat], delay_s: int) -> None:
        self.path, self.boards, self.delay_s = folder / "feed.jsonl", boards, delay_s
        self.now_s = 1e6
        self.now = SteadyTime(wall=lambda: self.now_s, passed=lambda: self.now_s, boot="b")
        self.pusher, self.pushed, self.polled = Pusher(), dict[tuple[int, str], str](), ""
        self.public: dict[str, dict[str, Any]] = {}
        self.up()

    def up(self) -> None:
        """The hub is started."""
        self.file = FeedFile(self.path, self.now)
        self.line = DelayLine(self.delay_s, self.file.read(), kept=True)
        self.hub = Hub([seat.folder.name for seat in self.boards], self.line, self.now)
        names = {seat.number: seat.folder.name for seat in self.boards}
        self.records = PublicRecords(self.hub.games, names, self.delay_s)
        app = make_hub_app(self.hub, tokens=Tokens(), hosts={"localhost"}, hall=None)
        transport = httpx.ASGITransport(app)
        self.client = httpx.AsyncClient(transport=transport, base_url="http://localhost")

    async def hear(self, seat: Seat) -> None:
        for packet in seat.retained.changed():
            await self.hub.hear(packet.topic, packet.payload)
        await self.file.keep(self.line)

    async def look(self) -> None:
        self.polled = (await self.client.get("/games.pgn")).text
        for packet in self.records.changed():
            self.public[packet.topic] = msgspec.json.decode(packet.payload)
        self.pusher.offer(self.hub.games(), self.now_s)
        while (batch := self.pusher.next(self.now_s + 10)) is not None:
            self.pushed.update(zip(batch.games, batch.texts, strict=True))
            self.pusher.answered(200, "{}", self.now_s)

    async def pairings(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = (await self.client.get("/index.json")).json()["pairings"]
        return found

    async def board(self, number: int) -> tuple[str, dict[str, Any]]:
        """The record and the overlay of a board."""
        overlay = await self.client.get(f"/overlay/{number}.json")
        return (await self.client.get(f"/game-{number}.pgn")).text, overlay.json()


def soak(*, seed: int, count: int, delays_s: tuple[int, ...] = DELAYS_S) -> dict[str, object]:
    """Plays the round once for each delay.

    Args:
        count: boards.
        delays_s: of the feed.
    """
    games = restarts = 0
    for delay_s in delays_s:
        with tempfile.TemporaryDirectory() as folder, asyncio.Runner() as runner:
            played = _play(Path(folder), Random(seed), runner, count, delay_s)
            games, restarts = games + played[0], restarts + played[1]
    return {"delays_s": delays_s, "games": games, "restarts of the hub": restarts}


def _play(
    folder: Path, dice: Random, runner: asyncio.Runner, count: int, delay_s: int
) -> tuple[int, int]:
    seats = [Seat(folder, n, runner, dice) for n in range(1, count + 1)]
    reader, restarts = Reader(folder, seats, delay_s), 0
    deeds = {seat.number: seat.deeds() for seat in seats}
    while deeds:
        seat = seats[dice.choice([*deeds]) - 1]
        later = next(deeds[seat.number], None)
        if later is None:
            del deeds[seat.number]
        reader.now_s += dice.randrange(1, 20)
        if not later or dice.random() < 0.5:
            runner.run(reader.hear(seat))
        if dice.random() < 0.3:
            runner.run(reader.look())
            seat.view_events()
        if dice.random() < 0.05:
            restarts += 1
            reader.up()
            for each in seats:  # what the broker has retained
                each.retained.forget()
    for seat in seats:
        runner.run(reader.hear(seat))
        seat.view_events()
    reader.now_s += delay_s
    runner.run(reader.look())
    games = _compare(reader, runner)
    for seat in seats:
        assert seat.journal is not None
        seat.journal.close()
    return games, restarts


def _compare(reader: Reader, runner: asyncio.Runner) -> int:
    truth = {seat.number: seat.truth() for seat in reader.boards}
    every = [text for texts in truth.values() for text in texts]
    assert reader.polled == joined(every), "the polled file is not the round"
    assert [reader.pushed[key] for key in sorted(reader.pushed, key=_order)] == every, "the push"
    pairings = runner.run(reader.pairings())
    for seat in reader.boards:
        own = truth[seat.number]
        heard = [
            record_text(messages)
            for messages in seat.heard.values()
            if any(isinstance(each, Move | Result) for each in messages)
        ]
        assert heard == own[: len(heard)], f"{seat.folder.name}: the viewer has another record"
        assert len(heard) + (seat.number % 4 == 0) == len(own)
        again = Feed(seat.service, number=seat.number)
        assert [each.text for each in again.games()] == own, f"{seat.folder.name}: after a start"
        told = pairings[seat.number - 1]
        assert not told["live"]
        assert told["result"] in RESULTS
        text, overlay = runner.run(reader.board(seat.number))
        assert text == heard[-1], f"{seat.folder.name}: its place is not its newest game's"
        assert (overlay["live"], overlay["result"]) == (False, told["result"])
        public = reader.public[f"touchmove/v1/{seat.folder.name}/public/record"]
        assert (public["live"], public["text"]) == (False, text)
    return len(every)


def _order(key: tuple[int, str]) -> tuple[int, int]:
    board, name = key
    return board, int(name.rpartition("/g")[2])
