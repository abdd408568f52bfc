"""The simulated board in the service: a visitor's hands (`benchhands`), and the simulated players."""

from __future__ import annotations

import asyncio
from random import Random
from typing import TYPE_CHECKING

from controller.core.stages import Stage
from controller.core.table.clock.flags import REBOOTED
from controller.shell.benchhands import Bench, men_of
from controller.shell.moving import motions
from drivers.sim.hands import CALM, Act, HandAct, Hands, Tempo
from rules.rulebook import Outcome

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from controller.core.board import Board
    from controller.shell.service import Service
    from rules.position import Move, Position
    from rules.terms import Point, Side

MS = 1_000_000
THINK_MS = (700, 3500)
QUICK_MS = (150, 500)
QUICK_CHANCE = 0.15
"""Replies made at once."""
PRESS_MS = 250
"""From the last act of a move to the press of the clock."""
ANSWER_MS = 2500
"""Simulated players answer a question after looking at it for so long."""


class Players:
    """Two simulated players with one pair of hands: they play a script, then as they like.

    Args:
        script: the moves to play while the game follows them; None to play as they like.
        result: what the players agree on when the script ends before the game does; where it is open
            they stop there.

    Attributes:
        done: the script has been played and its game is open: nothing more will be played.
    """

    def __init__(
        self,
        bench: Bench,
        script: Sequence[str] | None,
        result: str,
        *,
        seed: int,
        tempo: Tempo = CALM,
    ) -> None:
        self.bench = bench
        self.script = None if script is None else list(script)
        self.result = result
        self.dice = Random(seed)  # noqa: S311 - a simulation
        self.hands = Hands(seed, tempo)
        self.position: Position | None = None
        self._free_ns = 0
        self._asked_ns: int | None = None
        self._line: list[Position] = []
        self._said = 0
        self._chosen: tuple[str, str] | None = None
        self._decided: Move | None = None
        self._pressing: Side | None = None
        self.done = asyncio.Event()

    @property
    def due_ns(self) -> int:
        """When the hands are free, or the next move begins."""
        return self._free_ns

    def forget(self) -> None:
        """The board has been set up anew, or a visitor has moved men."""
        self.position = None
        self._decided = None
        self._pressing = None

    async def step(self, service: Service, now_ns: int) -> None:
        """Does what is to be done now. Call it a few dozen times a second."""
        bench = self.bench
        await self._mind_the_clock(service)
        if not bench.playing:
            self.forget()
            self._free_ns = now_ns + 1000 * MS
            return
        if now_ns < self._free_ns or bench.held:
            return
        bench.sim.board.levels(now_ns)  # the hands look at the board before they begin
        if self._chosen is not None:
            (side, letter), self._chosen = self._chosen, None
            await self._say(service, side, "promote", {"to": letter})
        if self._pressing is not None:
            side, self._pressing = self._pressing, None
            await self._say(service, side, "press-clock", {})
        session = service.session
        if self._decided is not None and session.stage in {Stage.PLAY, Stage.QUESTION}:
            await self._make(service, self._decided, now_ns)
            return
        match session.stage:
            case Stage.ENDED:
                return
            case Stage.SETUP | Stage.RESTORE:
                self._put_right(session.line.position, now_ns)
            case Stage.QUESTION:
                await self._answer(service, now_ns)
            case Stage.COUNT:
                await self._end(service, now_ns)
            case Stage.PLAY:
                self._asked_ns = None
                await self._play(service, now_ns)

    async def _mind_the_clock(self, service: Service) -> None:
        """Presses for a visitor, and sets the clock going that a new start has stopped."""
        session = service.session
        timer = session.state.clock
        if timer is None or session.stage is not Stage.PLAY:
            return
        if timer.halted is not None and timer.halted[0] == REBOOTED:
            await self._say(service, "operator", "resume", {})
        side = timer.clock.running
        if not self.bench.playing and side is not None and timer.unpressed.get(side):
            await self._say(service, side, "press-clock", {})

    def _put_right(self, target: Position, now_ns: int) -> None:
        """Puts the men as the lamps ask."""
        self.forget()
        acts = put_right(self.bench.sim.board.standing(), men_of(self.bench.game, target))
        end_ns = self.hands.schedule(self.bench.sim.board, acts, now_ns + 500 * MS)
        self._free_ns = end_ns + 1000 * MS

    async def _answer(self, service: Service, now_ns: int) -> None:
        """Says which move was made; the players know."""
        if self._asked_ns is None:
            self._asked_ns = now_ns
        question = service.session.line.question
        if question is None or now_ns - self._asked_ns < ANSWER_MS * MS:
            return
        made = self._move_made(service.session.line.position)
        if made not in question.candidates:
            made = question.candidates[0]
        await self._say(service, "operator", "answer", {"id": question.id, "move": made})
        self._asked_ns = None

    def _move_made(self, before: Position) -> str | None:
        """The move that was played from a position, as the players remember it."""
        for position, after in zip(self._line, self._line[1:], strict=False):
            if position == before:
                return next((m.text for m in position.moves() if position.play(m) == after), None)
        return None

    async def _play(self, service: Service, now_ns: int) -> None:
        session = service.session
        if self.position is None:
            if _busy(session):
                return
            self.position = session.line.position
            self._line = [self.position]
            standing = self.bench.sim.board.standing()
            if standing != men_of(self.bench.game, self.position):
                self._put_right(self.position, now_ns)
                return
        ply = session.line.ply + self._ahead(session.line.position)
        move = self._choose(ply)
        if move is None:
            if session.line.position == self.position and not _busy(session):
                await self._end(service, now_ns)
            return
        quick = self.dice.random() < QUICK_CHANCE
        self._free_ns = now_ns + self.dice.randint(*(QUICK_MS if quick else THINK_MS)) * MS
        self._decided = move

    async def _end(self, service: Service, now_ns: int) -> None:
        """The script is over: its result is said, or the game stays open."""
        if self.bench.game.outcome(self.result) is Outcome.OPEN:
            self.done.set()
        else:
            args = {"result": self.result, "termination": "agreement"}
            await self._say(service, "operator", "result", args)
        self._free_ns = now_ns + 2000 * MS

    def _ahead(self, recorded: Position) -> int:
        """How many plies the hands are ahead of the record."""
        back = [n for n, position in enumerate(reversed(self._line)) if position == recorded]
        return back[0] if back else 0

    def _choose(self, ply: int) -> Move | None:
        """The next move of the script; beside the script, any move, captures first."""
        assert self.position is not None
        moves = self.position.moves()
        if self.script is not None:
            if ply >= len(self.script):
                return None
            scripted = self.position.by_text(self.script[ply])
            if scripted is not None:
                return scripted
        weights = [1 + 4 * len(m.captured) for m in moves]
        return self.dice.choices(moves, weights)[0] if moves else None

    async def _make(self, service: Service, move: Move, now_ns: int) -> None:
        """Begins a move. From here on the hands finish it, whoever takes a man meanwhile."""
        assert self.position is not None
        if move.target is None:
            if service.session.line.position != self.position:
                return  # a pass waits until the board has seen the move before it
            await self._say(service, move.side, "pass", {})
        self._decided = None
        acts = motions(self.bench.game, self.position, move, self.dice)
        end_ns = self.hands.schedule(self.bench.sim.board, acts, now_ns)
        if move.choice and move.choice != "q":
            self._chosen = (move.side, move.choice)
        self.position = self.position.play(move)
        self._line.append(self.position)
        self._free_ns = end_ns
        if service.session.state.clock is not None:
            self._pressing = move.side
            self._free_ns += PRESS_MS * MS

    async def _say(self, service: Service, role: str, name: str, args: Mapping[str, str]) -> None:
        self._said += 1
        # Ids are remembered over new starts of the program; the journal has grown since.
        body = {"id": f"players-{service.newest_seq()}-{self._said}", "args": dict(args)}
        await service.command(role, name, body, "http")


def put_right(standing: Mapping[Point, str], wanted: Mapping[Point, str]) -> list[HandAct]:
    """Acts that bring the men from one arrangement to another, with few steps."""
    acts: list[HandAct] = []
    wrong = {p: label for p, label in standing.items() if wanted.get(p) != label}
    missing = {p: label for p, label in wanted.items() if standing.get(p) != label}
    for point, label in list(missing.items()):
        source = next((p for p, found in wrong.items() if found == label), None)
        if source is None:
            continue
        if point in wrong:
            acts.append(HandAct(act=Act.REMOVE, point=point))
            del wrong[point]
        acts += [HandAct(act=Act.LIFT, point=source), HandAct(act=Act.PLACE, point=point)]
        wrong.pop(source, None)
        del missing[point]
    acts += [HandAct(act=Act.REMOVE, point=point) for point in wrong]
    acts += [HandAct(act=Act.ADD, point=p, label=label) for p, label in missing.items()]
    return acts


def _busy(board: Board) -> bool:
    """Whether something has been done on a board since the last move that is told."""
    return board.state.belief.busy(board.state.now_ns)
