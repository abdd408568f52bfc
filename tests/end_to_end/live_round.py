"""A round of twelve boards, played by simulated hands on a time of its own, and followed by a hub."""

from __future__ import annotations

import heapq
import io
import math
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from controller.core.messages import Head, Message, Move, Result
from controller.journal.entry import Entry
from controller.shell.config_types import PairingsConfig
from controller.shell.cores import new_board
from controller.shell.export import record_text
from controller.shell.feeds.delay import DelayLine
from controller.shell.feeds.steady import SteadyTime
from controller.shell.hub.hub import Hub
from controller.shell.pairings import resolved
from controller.shell.replay import effects_of, settings
from controller.shell.starting import started_settings
from controller.shell.topics import Retained
from controller.shell.trace import read_trace
from rules.chess.pgn import read_games
from tests.shell.clock_traces import Script
from tests.shell.fake_desk import FakeDesk

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator, Sequence

ROUND = Path(__file__).parents[1] / "data" / "games" / "chess-live-round.pgn"
GAMES = read_games(ROUND.read_text(encoding="utf-8"))
BOARDS = range(1, len(GAMES) + 1)
CONTROL, INCREMENT_S = "15:00+0:10", 10
EVENT_COLUMNS = (
    "round,board,white,black,event,site,time control,"
    "white rating,black rating,white title,black title,white id,black id,white fed,black fed"
)
FRACTION_S = 0.9
"""A clock that shows 15:19 has anything up to a second more."""
SAID_US = 5_000_000
"""After the last move the arbiter enters the result."""
BETWEEN_S = 7
"""One board begins after the other."""


def pairing_file(folder: Path) -> Path:
    """What an organiser gives out before the round, with titles, ids and federations that we made up."""
    rows = [EVENT_COLUMNS]
    for board, game in zip(BOARDS, GAMES, strict=True):
        own = game.headers
        rows.append(
            f'1,{board},"{own["White"]}","{own["Black"]}",{own["Event"]},"{own["Site"]}",'
            f"{CONTROL},{own.get('WhiteElo', '')},{own.get('BlackElo', '')},"
            f"{'WFM' if board % 3 == 0 else ''},{'GM' if board % 4 == 0 else ''},"
            f"{1500000 + board},{'' if board == 5 else 1600000 + board},NOR,{'ENG' if board % 2 else 'NOR'}"
        )
    file = folder / "round.csv"
    file.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return file


@lru_cache(maxsize=len(GAMES))
def trace_of(board: int) -> bytes:
    """The hands at a board. Where the arbiter had set a clock he does so again, and he enters the result."""
    record = GAMES[board - 1]
    script = Script("chess", CONTROL)
    for n, (text, clock_ms) in enumerate(zip(record.moves, record.clocks_ms, strict=True)):
        if not clock_ms:  # the source has no time, or one that no press leaves
            script.move(text, 1_000_000)
            continue
        face = script.clock.at(script.at_us * 1000).faces[script.position.side_to_move]
        if face.left_ns / 1e9 + INCREMENT_S < clock_ms / 1000 + 0.3:
            script.set_clock({"black" if n % 2 else "white": clock_ms - INCREMENT_S * 1000 + 2000})
        script.move(text, script.until(clock_ms / 1000 + FRACTION_S))
    if not script.game.ending([script.position], script.game.rulebook):
        told_us = script.at_us + SAID_US
        script.writer.command(told_us, "result", "arbiter", {"result": record.result})
    script.writer.end(script.at_us + 2 * SAID_US)
    return script.text.getvalue().encode()


class PlayedDesk(FakeDesk):
    """A board on which a trace is played. Implements `Desk`."""

    def __init__(self, board: int, pairings: Path) -> None:
        header, lines = read_trace(io.BytesIO(trace_of(board)), f"board {board}")
        plain = settings(header)
        where = PairingsConfig(file=pairings, board=board)
        args = resolved({}, plain.game, where, list)
        self.session = new_board(started_settings(plain, args))
        super().__init__(self.session.view())
        self.board = f"table-{board}"
        self.pgn = ""
        self._steps = effects_of(header, lines, self.session)
        self._messages: list[Message] = []
        self._at_us = 0

    def played(self) -> Iterator[int]:
        """Plays on; gives the time whenever there is a move, or the end, for others to see."""
        for _, at_us, effects in self._steps:
            self._at_us = at_us
            for message in effects.messages:
                self._note(message, at_us)
            if any(isinstance(message, Move | Result) for message in effects.messages):
                self.now = self.session.view()
                self.pgn = record_text(self._messages)
                yield at_us

    def at_us(self) -> int:
        return self._at_us

    def _note(self, message: Message, at_us: int) -> None:
        self._messages.append(message)
        seq = len(self.journal) + 1
        head = Head(board=self.board, game_id="g1", epoch=self.epoch, seq=seq, at_us=at_us)
        body = head.wrap(message)
        self.journal.append(Entry(seq=seq, game_id="g1", type=body["type"], body=body))


@dataclass
class Passed:
    """Seconds that are set."""

    now_s: float = 0.0

    def __call__(self) -> float:
        return self.now_s


@dataclass
class Truth:
    """What was true in the hall, and when: records by board, the oldest first."""

    told: dict[int, list[tuple[float, str]]] = field(default_factory=dict)

    def put(self, board: int, at_s: float, text: str) -> None:
        self.told.setdefault(board, []).append((at_s, text))

    def at(self, at_s: float) -> dict[int, str]:
        """The newest record of each board that has one by then."""
        found = {}
        for board, told in sorted(self.told.items()):
            if old := [text for then_s, text in told if then_s <= at_s]:
                found[board] = old[-1]
        return found


class LiveRound:
    """The boards, the hub, and the truth about them.

    Args:
        boards: which of the twelve are played.
    """

    def __init__(self, folder: Path, delay_s: int, boards: Sequence[int] = BOARDS) -> None:
        pairings = pairing_file(folder)
        self.passed = Passed()
        self.desks = {board: PlayedDesk(board, pairings) for board in boards}
        self.time = SteadyTime(wall=lambda: 1e9, passed=self.passed, boot="b")
        ids = [f"table-{board}" for board in BOARDS]
        self.hub = Hub(ids, DelayLine(delay_s), self.time)
        self.truth = Truth()

    async def play(self) -> AsyncIterator[float]:
        """Plays all boards side by side; gives each moment at which something was published."""
        games = [self._moments(board) for board in self.desks]
        retained = {board: Retained(desk) for board, desk in self.desks.items()}
        for at_s, board in heapq.merge(*games):
            self.passed.now_s = at_s
            for packet in retained[board].changed():
                await self.hub.hear(packet.topic, packet.payload)
            self.truth.put(board, at_s, self.desks[board].pgn)
            yield at_s
        self.passed.now_s = math.ceil(at_s)

    def _moments(self, board: int) -> Iterator[tuple[float, int]]:
        for at_us in self.desks[board].played():
            # Binary fractions of a second add up exactly, so that a delay has an exact end.
            yield board * BETWEEN_S + math.ceil(at_us / 1e6 * 1024) / 1024, board
