"""A hall of boards of plain values, and the arbiter's desk over them in a thread."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import threading
import time
from typing import TYPE_CHECKING, Any

import msgspec

from controller.core.showing import men_of
from controller.core.view import View
from controller.shell.feeds.delay import DelayLine
from controller.shell.hub.hub import Hub
from controller.shell.hub.web import make_hub_app
from controller.shell.topics import Retained, event
from controller.shell.web.security import LOOPBACK_HOSTS, Tokens, hash_token
from controller.shell.web.server import serve
from rules.formats import format_of_game
from rules.record import GameRecord
from rules.registry import game_by_name
from tests.browser.scenes import clock_of
from tests.shell.fake_desk import FakeDesk, view_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from controller.core.messages import Json

TOKEN = "the-arbiter-s-token"
NAMES = (
    "Menchik, Vera", "Graf, Sonja", "Bronstein, Rona", "Rudenko, Ludmila", "Bykova, Elisaveta",
    "Rubtsova, Olga", "Gaprindashvili, Nona", "Chiburdanidze, Maia", "谢军", "Polgár, Zsuzsa",
)  # fmt: skip
LINES = (
    "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Na5 Bc2 c5 d4 Qc7",
    "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2 e5 O-O Nc6 d5 Ne7 Ne1 Nd7 f3 f5 Be3 f4",
    "c4 e5 Nc3 Nf6 g3 d5 cxd5 Nxd5 Bg2 Nb6 Nf3 Nc6 O-O Be7 d3 O-O a3 Be6 b4 f6",
)
OTHERS: Mapping[str, tuple[Json | str, Json]] = {
    "draughts-100": ("B:W27,28,31-36,38-40,43-50:B1-10,12-14,16,18-20,24", {}),
    "draughts-russian": ("W:Wa1,c1,e1,g1,b2,d2,f2,c3,Kf6:Bb8,d8,h8,a7,c7,g7,b6,h6", {}),
    "xiangqi": ("r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R w - - 0 5", {}),
    "go": (
        {
            "size": 19,
            "black": ["d4", "q16", "r4", "c14", "f3", "k10", "q10"],
            "white": ["d16", "q3", "f17", "c6", "o17", "r6"],
            "to_move": "white",
        },
        {"size": 19},
    ),
}


def board_of(number: int, game: str = "chess", plies: int | None = None) -> FakeDesk:
    """A board in the middle of a game."""
    line = LINES[number % len(LINES)].split()
    played = line[: (4 + number) % len(line) if plies is None else plies]
    view = view_of(played)
    first, second = NAMES[number % len(NAMES)], NAMES[(number * 3 + 4) % len(NAMES)]
    if game != "chess":
        view = _other(game, view)
    names = dict(zip(view.players, (first, second), strict=True))
    clock = clock_of()
    faces = list(clock["sides"].values())
    clock = {
        **clock,
        "sides": dict(zip(view.players, faces, strict=True)),
        "running": view.side_to_move,
    }
    desk = FakeDesk(msgspec.structs.replace(view, players=names, clock=clock, time_control="90:00"))
    desk.board, desk.game_id = f"table-{number}", f"g{number}"
    form = format_of_game(game)
    desk.pgn = form.write(GameRecord(game=game, headers={"Event": "Club evening"}), form.styles[0])
    note(
        desk, "game-started", game=view.game, rulebook=view.rulebook, players=names,
        position=view.start, time_control="90:00", game_options=view.game_options, headers={},
    )  # fmt: skip
    note(desk, "clock", **{key: clock[key] for key in ("sides", "running", "flag", "stopped")})
    return desk


def _other(name: str, view: View) -> View:
    position, options = OTHERS[name]
    game = game_by_name(name, options)
    text = position if isinstance(position, str) else msgspec.json.encode(position).decode()
    begun = game.start(text)
    sides = {str(side): None for side in game.sides}
    return msgspec.structs.replace(
        view, game=name, rulebook=next(iter(game.rulebooks)), game_options=options, position=position,
        start=position, men=dict(men_of(game, begun)), players=sides, side_to_move=str(begun.side_to_move),
        moves=[], lamps={}, ply=0,
    )  # fmt: skip


def note(desk: FakeDesk, kind: str, /, **body: Any) -> None:  # noqa: ANN401
    """Adds a message with the whole head to a board's journal."""
    seq = len(desk.journal) + 1
    wall = f"2026-03-14T17:{seq // 60 % 60:02}:{seq % 60:02}Z"
    desk.note(
        kind, game_id=desk.game_id, epoch=desk.epoch, at_us=1_000_000 + seq * 700_000, wall=wall, **body
    )  # fmt: skip


class FakeHub(Hub):
    """A hub whose boards are plain values; it hears them without a broker."""

    def __init__(self, desks: Sequence[FakeDesk]) -> None:
        super().__init__([desk.board for desk in desks], DelayLine(0))
        self.desks = {desk.board: desk for desk in desks}
        self._retained = {board: Retained(desk) for board, desk in self.desks.items()}
        self._said = dict.fromkeys(self.desks, 0)
        self.link.connected = True

    async def listen(self, board: str) -> None:
        """Hears what is new of a board."""
        desk = self.desks[board]
        entries = desk.entries(self._said[board], 10_000)
        self._said[board] += len(entries)
        for packet in [event(board, each) for each in entries]:
            await self.hear(packet.topic, packet.payload)
        for packet in self._retained[board].changed():
            await self.hear(packet.topic, packet.payload)

    async def command(self, board: str, role: str, name: str, body: Json) -> Json:
        return dataclasses.asdict(await self.desks[board].command(role, name, body, "mqtt"))


class HallDesk:
    """A running desk: its address, its boards, and a way to change one."""

    def __init__(self, desks: Sequence[FakeDesk]) -> None:
        self.desks = list(desks)
        self.url = ""
        self._loop = asyncio.new_event_loop()
        self._stop = asyncio.Event()
        self._up = threading.Event()
        self._hub = FakeHub(self.desks)

    def run(self) -> None:
        try:
            self._loop.run_until_complete(self._serve())
        finally:
            self._loop.close()

    async def _serve(self) -> None:
        tokens = Tokens(hashes={"arbiter": hash_token(TOKEN)})
        app = make_hub_app(self._hub, tokens=tokens, hosts=LOOPBACK_HOSTS)
        self._viewers = app.state.viewers
        async with serve(app, "127.0.0.1", 0) as port:
            self.url = f"http://127.0.0.1:{port}/"
            for board in self._hub.desks:
                await self._hub.listen(board)
            self._up.set()
            await self._stop.wait()

    def change(self, number: int, act: Callable[[FakeDesk], object]) -> None:
        """Changes a board, by its number, and lets the desk hear of it."""
        desk = self.desks[number - 1]

        async def both() -> None:
            act(desk)
            await self._hub.listen(desk.board)

        asyncio.run_coroutine_threadsafe(both(), self._loop).result(10)

    def hang_up(self) -> None:
        """Ends the streams of all viewers."""
        self._loop.call_soon_threadsafe(self._viewers.close)

    @contextlib.contextmanager
    def running(self) -> Iterator[HallDesk]:
        thread = threading.Thread(target=self.run)
        thread.start()
        try:
            assert self._up.wait(20)
            yield self
        finally:
            self._loop.call_soon_threadsafe(self._stop.set)
            thread.join(10)


def now(desk: FakeDesk, **changes: object) -> None:
    """Changes what a board shows."""
    desk.now = msgspec.structs.replace(desk.now, **changes)


def until(condition: Callable[[], object], within_s: float = 20.0) -> None:
    """Waits for something that happens in the desk's thread."""
    end = time.monotonic() + within_s
    while not condition():
        assert time.monotonic() < end, "it has not come about"
        threading.Event().wait(0.02)
