"""A board, its people and the model beside it: one step of a program after another.

A step is plain data, so that a program can be shortened and printed: what is done, and a number that
chooses among what can be done then. `World.did` says in words what came of each.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from controller.core.board import Board
from controller.core.inputs import Frame, Tick
from controller.core.settings import Settings
from controller.core.stages import Stage
from controller.shell.cores import new_board
from controller.shell.pump import Pump
from rules.registry import GAMES
from rules.terms import points_of
from tests.core.policies import ASKED
from tests.core.rig import Rig, recovered
from tests.model.compare import agree, same
from tests.model.ledger import Ledger

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.core.inputs import Effects, Input
    from controller.core.messages import Message
    from rules.game import Game
    from rules.position import Move

BOOT = "b1"
REST_MS = 900
PRESS_MS = 4000
"""At Go a stone may be doubted so long, after another that was held elsewhere, or put back."""
NINE = GAMES["go"].with_options({"size": 9})
CONTROLS: dict[str, tuple[str | None, ...]] = {
    "chess": (None, "90:00+0:30", "40/90:00,15:00", "3:00+0:02", "5:00d0:03", "4:00b0:05", "~2:00"),
    "draughts": (None, "60:00", "80:00+1:00", "2:00,1:00+0:05", "5/1:00*"),
    "xiangqi": (None, "10:00", "30/5:00*", "20:00+0:10"),
    "go": (None, "60:00,3x0:30", "0:30,3x0:20", "1:00,5/0:40*", "30:00+0:20"),
}
"""In Go by the club's rulebook, where taking stones off costs time."""


def settings(seed: int) -> Settings:
    """A game for a program: the six kinds in turn, the rest by lot."""
    dice = Random(f"settings {seed}")
    name = list(GAMES)[seed % len(GAMES)]
    game = NINE if name == "go" else GAMES[name]
    book = "go-china-club" if name == "go" else dice.choice(list(game.rulebooks))
    return Settings(
        game=game,
        rulebook=game.rulebooks[book],
        game_options={"size": 9} if name == "go" else {},
        mode=dice.choice(("referee", "referee", "referee", "observer")),
        time_control=dice.choice(CONTROLS[name.split("-")[0]]),
        clock=dice.choice(("pressed", "pressed", "pressed", "moves")),
        clock_starts=dice.choice(("at-once", "at-once", "at-once", "arbiter")),
        boot=BOOT,
    )


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that is done: its kind, and what decides everything else about it."""

    kind: str
    lot: int

    def __str__(self) -> str:
        return f"{self.kind}:{self.lot}"


class Watched:
    """A session whose every input the model hears of too."""

    def __init__(self, world: Table) -> None:
        self.world = world

    def feed(self, item: Input) -> Effects:
        world = self.world
        session, before = world.rig.session, world.rig.session.stage.value
        effects = session.feed(item)
        if effects.refusal is None:
            world.model.take(item, effects.messages, before)
            world.hear(effects.messages)
        return effects

    def next_deadline(self) -> int | None:
        return self.world.rig.session.next_deadline()


class Table:
    """One program's board.

    Attributes:
        did: what has been done, in words.
        shadow: a session that hears messages alone, as one that reads the journal back.
    """

    def __init__(self, options: Settings) -> None:
        self.settings = options
        self.game: Game = options.game
        self.model = Ledger(options)
        self.shadow = new_board(options)
        self.rig = Rig(settings=options, feed_first=False)
        self.rig._pump = Pump(Watched(self))
        self.did: list[str] = []
        self.dice = Random(0)
        self.rig.feed(Frame(at_ns=0, levels=self.rig.levels))
        self.rig.wait(1000)

    def hear(self, messages: Sequence[Message]) -> None:
        """The session that knows messages alone hears more of them."""
        self.shadow.read(messages, [self.session.state.now_ns // 1000] * len(messages))

    # One step.

    def step(self, step: Step) -> None:
        """Does it, and compares the board with the model."""
        self.dice = Random(step.lot)
        self.did.append(f"{step}")
        getattr(self, step.kind.replace("-", "_"))()
        agree(self.session, self.model)
        same(self.session, self.shadow)

    def say(self, text: str) -> None:
        self.did[-1] += f" · {text}"

    # Hands.

    @property
    def session(self) -> Board:
        return self.rig.board

    @property
    def settled(self) -> bool:
        """The board stands as the record has it and takes a move."""
        session = self.session
        clear = session.state.sensing.standing == session.line.position.occupied
        clear = clear and not session.state.belief.busy(session.state.now_ns)
        return session.stage is Stage.PLAY and clear and session.state.claims.adjusting is None

    def flip(self, points: int) -> None:
        self.rig.levels ^= points
        down = points_of(points & self.rig.levels)
        self.model.set_down.update(dict.fromkeys(down, self.rig.at_ns))
        self.rig._frame()

    def pick(self) -> Move | None:
        """A legal move; men that shuffle to and fro, and those that are obliged to, more often."""
        session = self.session
        moves = [m for m in session.line.position.moves() if m.target is not None]
        if not moves:
            return None
        due = session.state.duty.due or session.state.duty.now
        if due is not None and due.alternatives:
            return next(m for m in moves if m.text == due.alternatives[0])
        lines = session.line.moves
        last = lines[-2] if len(lines) > 1 else None
        if last is not None and self.dice.random() < 0.5:
            back = [m for m in moves if (m.origin, m.target) == (last.target, last.origin)]
            if back:
                return back[0]
        return self.dice.choice(moves)

    def move(self) -> None:
        """A legal move by calm hands, pressed or not."""
        move = self.pick() if self.settled else None
        if move is None:
            self.restore()
            return
        if self.session.state.sensing.unknown:  # a sensor that is not trusted may hide the move
            self.model.calm = False
        pressing = self.dice.random() < 0.8
        self.say(f"{move.side} {move.text}{' and presses' if pressing else ''}")
        self.model.expected.append(move.text)
        self.model.by_hands = move.text
        self.hands(move)
        if self.dice.random() < 0.5:
            self.rig.wait(REST_MS)
        if pressing:
            self.rig.press(move.side)
            self.rig.wait(self.dice.choice((20, 400)))
        self.rig.wait(REST_MS)
        if self.model.expected and not self.game.pieces_move:
            self.rig.wait(PRESS_MS)
        if self.model.expected and self.model.calm:  # what stays in doubt is asked about by then
            self.rig.wait(ASKED.within_ms)
        if self.session.stage is Stage.PLAY and self.model.calm:
            assert not self.model.expected, f"{move.text} was made and is not published"
        if self.session.stage is not Stage.QUESTION:  # else what comes next may answer it
            self.model.expected.clear()

    def hands(self, move: Move, only: int | None = None) -> None:
        for step in move.footprint.steps[:only]:
            self.flip(1 << step.point)
            self.model.done = self.rig.at_ns
            self.rig.wait(130)

    def press(self) -> None:
        side = self.dice.choice(self.game.sides)
        self.say(f"{side} presses")
        self.rig.press(side)
        self.rig.wait(self.dice.choice((0, 300, 2000)))

    def touch(self) -> None:
        """A man is lifted and set back."""
        men = [p for p in range(len(self.game.points)) if self.rig.levels >> p & 1]
        if not men or not self.settled:
            return
        point = self.dice.choice(men)
        self.say(f"{self.game.points[point]} is touched")
        self.flip(1 << point)
        self.rig.wait(400)
        self.flip(1 << point)
        self.rig.wait(REST_MS)

    def wrong(self) -> None:
        """A man goes where none may, and stays there."""
        position = self.session.line.position
        men = [p for p in range(len(self.game.points)) if position.occupied >> p & 1]
        free = [p for p in range(len(self.game.points)) if not self.rig.levels >> p & 1]
        if not men or not free or not self.settled:
            return
        origin, target = self.dice.choice(men), self.dice.choice(free)
        if any((m.origin, m.target) == (origin, target) for m in position.moves()):
            return
        self.say(f"{self.game.points[origin]} goes wrongly to {self.game.points[target]}")
        self.model.calm = False
        self.flip(1 << origin)
        self.rig.wait(300)
        self.flip(1 << target)
        self.model.done = self.rig.at_ns
        self.rig.wait(2500)
        if self.dice.random() < 0.6:
            self.restore()

    def restore(self) -> None:
        """The men are put as the board asks, or as the record has them."""
        session = self.session
        target = session.state.remedy.target or session.line.position
        different = self.rig.session.turn(self.rig.levels) ^ target.occupied
        if different:
            self.say("the men are put right")
            self.model.calm = False
            self.model.expected.clear()
            self.flip(self.rig.session.turn(different))
        self.rig.wait(1500)
        if self.settled and not self.session.state.sensing.unknown:
            self.model.calm = True

    def wait(self) -> None:
        ms = self.dice.choice((500, 3000, 10_000, 40_000))
        self.say(f"{ms} ms")
        self.rig.wait(ms)

    def gap(self) -> None:
        ms = self.dice.choice((50, 700, 5000))
        self.say(f"{ms} ms")
        self.rig.gap(ms)
        self.rig.wait(500)

    def restart(self) -> None:
        """The program is killed and started again, between moves or in the middle of one."""
        move = self.pick() if self.settled and self.dice.random() < 0.3 else None
        if move is not None:
            self.say(f"in the middle of {move.text}")
            self.model.calm = False
            self.hands(move, self.dice.randrange(1, len(move.footprint.steps) + 1))
        same_boot = self.dice.random() < 0.7
        after_ms = self.dice.choice((1, 800, 10_000))
        self.say(f"{after_ms} ms, {'same' if same_boot else 'another'} boot")
        if not same_boot:
            self.settings = replace(self.settings, boot=f"{self.settings.boot}+")
        self.shadow = new_board(self.settings)
        self.hear(self.rig.said)
        self.model.restart(same_boot=same_boot)
        self.rig.session = recovered(self.settings, self.rig.said, self.rig.said_us)
        self.rig.at_ns += after_ms * 1_000_000
        self.rig._pump = Pump(Watched(self), self.rig.at_ns)
        self.rig.feed(Frame(at_ns=self.rig.at_ns, levels=self.rig.levels))
        self.rig.feed(Tick(at_ns=self.rig.at_ns + 2))
        self.rig.at_ns += 2
        self.rig.wait(REST_MS)
        self.restore()

    # Words.

    def order(self, role: str, name: str, **args: Any) -> bool:  # noqa: ANN401 - as in commands
        """Gives a command; one that is refused must leave no trace."""
        self.rig.wait(0)
        before = _still(self.session)
        said = len(self.rig.said)
        obeyed = self.rig.command(role, name, **args)
        shown = ", ".join(f"{key}={value}" for key, value in args.items())
        self.say(
            f"{role}: {name} {shown}{'' if obeyed else f' (refused: {self.rig.refusals[-1]})'}"
        )
        if not obeyed:
            assert len(self.rig.said) == said, f"{name} was refused and something was said"
            assert _still(self.session) == before, f"{name} was refused and has changed something"
        self.rig.wait(0)
        return obeyed


def _still(session: Board) -> object:
    """Everything about a board but the time that has gone on."""
    timer = session.state.clock
    view = msgspec.structs.replace(session.view(), clock=None)
    kept = (
        None if timer is None else (timer.clock.state(), timer.halted, timer.early, timer.unpressed)
    )
    return msgspec.json.encode((view, kept))
