"""A desk made of plain values, for tests of the network faces."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

import chess
import msgspec

from controller.core.messages import Health, Irregularity, Json, Outlet, Question, Status
from controller.core.view import MoveLine, View
from controller.shell.desk import Acquaintances, Entry, GameSpan, Reply

if TYPE_CHECKING:
    from collections.abc import Sequence


def view_of(game: Sequence[str] = (), **changes: object) -> View:
    """The view after some moves in SAN from the initial position."""
    board = chess.Board()
    moves: list[MoveLine] = []
    for ply, san in enumerate(game, 1):
        side = "white" if board.turn else "black"
        move = board.push_san(san)
        line = MoveLine(ply=ply, side=side, move=move.uci(), notation={"san": san}, at_us=ply)
        moves.append(line)
    men = {chess.square_name(s): p.symbol() for s, p in board.piece_map().items()}
    lamps = {}
    if moves:
        lamps = {moves[-1].move[:2]: "last-move", moves[-1].move[2:4]: "last-move"}
    plain = View(
        game="chess",
        rulebook="chess-fide-2023",
        mode="referee",
        orientation="normal",
        players={"white": "Vera Menchik", "black": "Sonja Graf"},
        headers={"Event": "Club evening", "Round": "3"},
        time_control=None,
        stage="play",
        position=board.fen(),
        start=chess.STARTING_FEN,
        ply=len(moves),
        side_to_move="white" if board.turn else "black",
        men=men,
        standing=sorted(men),
        unknown=[],
        touched=[],
        obligation=None,
        question=None,
        irregularity=None,
        restore=None,
        pending=None,
        moves=moves,
        lamps=lamps,
    )
    return msgspec.structs.replace(plain, **changes)


def whole(kind: str, /, **body: object) -> Json:
    """A message with its head, its fields as they mostly are."""
    usual = {
        "clock": {"sides": {}, "running": None, "flag": None, "stopped": None},
        "move": moved(1),
        "ruling": {"kind": "paused", "side": "white"},
        "lifted": {"point": "e2", "man": "P", "side": "white", "evidence": {}},
        "health": msgspec.to_builtins(FakeDesk().body_health),
    }
    head = {"board": "board-1", "game_id": "g1", "epoch": "e", "seq": 1, "at_us": 1, "wall": None}
    return {"v": 1, **head, **usual.get(kind, {}), **body, "type": kind}


def moved(ply: int) -> Json:
    """A move as messages tell it; always the same."""
    after = chess.Board()
    after.push_san("e4")
    return {
        "game_id": "g1", "epoch": "epoch-1", "at_us": ply, "wall": None, "ply": ply, "side": "white",
        "move": "e2e4", "notation": {"san": "e4"}, "captured": [], "path": ["e2", "e4"],
        "position": after.fen(), "completed_by": "settled",
    }  # fmt: skip


def question(**changes: object) -> Question:
    """An open question."""
    plain = Question(
        id="q1",
        reason="two-moves-fit",
        candidates=["e1g1", "h1f1"],
        answers=["answer", "play-on"],
    )
    return msgspec.structs.replace(plain, **changes)


def irregularity(**changes: object) -> Irregularity:
    """An irregularity as the referee may find it."""
    body = {
        "type": "irregularity",
        "id": "i1",
        "law": "FIDE-7.5.1",
        "kind": "illegal-move",
        "side": "white",
        "points": ["c4", "c6"],
        "observed": {"from": "c4", "to": "c6", "removed": []},
        "remedy": "restore",
        "claimable_until": None,
        **changes,
    }
    return msgspec.convert(body, Irregularity)


@dataclass
class FakeBench:
    """A simulated board with no board behind it."""

    standing: dict[str, str]
    hands: dict[int, str | None] = field(default_factory=lambda: {1: None, 2: None})
    lying: dict[str, str] = field(default_factory=dict)
    playing: bool = True
    log: list[tuple[str, ...]] = field(default_factory=list)

    def lift(self, point: str, hand: int = 1) -> None:
        if self.hands[hand] is not None or point not in self.standing:
            raise ValueError(f"no man can be taken at {point}")
        self.hands[hand] = self.standing.pop(point)
        self.log.append(("lift", point, *_second(hand)))

    def place(self, point: str, hand: int = 1, *, on_top: bool = False) -> None:
        man = self.hands[hand]
        if man is None:
            raise ValueError("the hand is empty")
        self.standing[point] = (self.standing.get(point, "") if on_top else "") + man
        self.hands[hand] = None
        self.log.append(("place", point, *_second(hand), *(["on top"] if on_top else [])))

    def put_away(self, hand: int = 1) -> None:
        if self.hands[hand] is None:
            raise ValueError("the hand is empty")
        self.hands[hand] = None
        self.log.append(("put away", *_second(hand)))

    def remove(self, point: str) -> None:
        if point not in self.standing:
            raise ValueError(f"no man on {point}")
        del self.standing[point]
        self.log.append(("remove", point))

    def add(self, point: str, letter: str, *, on_top: bool = False) -> None:
        if point in self.standing and not on_top:
            raise ValueError(f"{point} is occupied")
        self.standing[point] = self.standing.get(point, "") + letter
        self.log.append(("add", point, letter, *(["on top"] if on_top else [])))

    def slide(self, path: Sequence[str], leg_ms: int) -> None:
        assert 20 <= leg_ms <= 1000
        self.standing[path[-1]] = self.standing.pop(path[0])
        self.log.append(("slide", *path))

    def knock(self, point: str) -> None:
        self.lying[point] = self.standing.pop(point)
        self.log.append(("knock", point))

    def set_right(self, point: str) -> None:
        self.standing[point] = self.lying.pop(point)
        self.log.append(("set right", point))

    def men(self) -> dict[str, str]:
        return dict(self.standing)

    def in_hand(self, hand: int = 1) -> str | None:
        return self.hands[hand]

    def state(self) -> Json:
        return {"men": self.men(), "in_hand": self.hands[1], "auto": self.playing}

    def auto(self, on: bool) -> None:  # noqa: FBT001
        self.playing = on


def _second(hand: int) -> list[str]:
    """How the log names a hand that is not the first."""
    return [] if hand == 1 else [f"hand {hand}"]


class FakeDesk:
    """Implements `Desk`. Change its fields and call `change` to let viewers see it."""

    def __init__(self, view: View | None = None) -> None:
        self.board = "board-1"
        self.epoch = "epoch-1"
        self.game_id: str | None = "g1"
        self.bench: FakeBench | None = None
        self.now = view or view_of()
        self.journal: list[Entry] = []
        self.pgn = '[Event "Club evening"]\n\n*\n'
        self.earlier: dict[str, str] = {}
        self.answer = True
        self.known = Acquaintances()
        self.commands: list[tuple[str, str, Json, str]] = []
        self.retained: list[tuple[str, str]] = []
        self.condition = Status(state="online")
        self.body_health = Health(
            suspects=[],
            bus="ok",
            broker="connected",
            disk="ok",
            scan_hz=200.0,
            latency_ms={"p50": 4.5, "p99": 21.0},
            broadcast=[Outlet(name="mqtt", state="connected")],
        )
        self._version = 0
        self._changed = asyncio.Condition()

    def note(self, kind: str, /, **body: object) -> Entry:
        """Adds a message to the journal."""
        seq = len(self.journal) + 1
        whole = {"v": 1, "type": kind, "board": self.board, "seq": seq, **body}
        entry = Entry(seq=seq, game_id=self.game_id, type=kind, body=whole)
        self.journal.append(entry)
        return entry

    async def change(self) -> None:
        """Wakes everybody who waits for a change."""
        async with self._changed:
            self._version += 1
            self._changed.notify_all()

    def view(self) -> View:
        return self.now

    def at_us(self) -> int:
        return 1_000_000 + self._version

    def newest_seq(self) -> int:
        return len(self.journal)

    def entries(self, after_seq: int, limit: int) -> Sequence[Entry]:
        return self.journal[after_seq : after_seq + limit]

    def game_entries(self, game_id: str) -> Sequence[Entry]:
        return [entry for entry in self.journal if entry.game_id == game_id]

    def health(self) -> Health:
        return self.body_health

    def status(self) -> Status:
        return self.condition

    def acquaintances(self) -> Acquaintances:
        return self.known

    def games(self) -> Sequence[GameSpan]:
        names = [*self.earlier, *([] if self.game_id is None else [self.game_id])]
        seqs = {name: [e.seq for e in self.game_entries(name)] or [0] for name in names}
        return [GameSpan(name, found[0], found[-1], finished=False) for name, found in seqs.items()]

    def record(self, game_id: str | None = None) -> str:
        return self.pgn if game_id in (None, self.game_id) else self.earlier.get(str(game_id), "")

    async def wait_change(self, version: int) -> int:
        async with self._changed:
            await self._changed.wait_for(lambda: self._version > version)
            return self._version

    async def command(
        self, role: str, name: str, body: Json, source: Literal["mqtt", "http"]
    ) -> Reply:
        self.commands.append((role, name, body, source))
        reason = None if self.answer else "not your turn"
        return Reply(id=body["id"], accepted=self.answer, reason=reason, seq=self.newest_seq())

    def refuse_retained(self, role: str, name: str) -> None:
        self.retained.append((role, name))
