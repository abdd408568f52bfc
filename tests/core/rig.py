"""A session with hands: men lifted and set down at given moments, and what the board says of it.

`Rig.hands` reads a line such as "e2- 300 e4+ 1500 w!": tokens separated by blanks, done in order.

    e2-        a man is lifted from e2        e2-,d5-    in the same scan
    e4+        a man is set down on e4        e2~40      a man is off e2 for 40 ms (in between others)
    300        milliseconds pass              w! b!      a clock is pressed
    e4?80      e4 cannot be read for 80 ms    gap:80     no scans are made for 80 ms
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeVar

from controller.core.inputs import Command, Frame, Gap, Input, Lamps, Press, Tick
from controller.core.messages import (
    Answered,
    Claim,
    Correction,
    Irregularity,
    Message,
    Move,
    Obligation,
    Question,
    Restore,
    Result,
    Ruling,
    Touched,
)
from controller.core.settings import Settings, Timings
from controller.core.table.penalties import turn_waits
from controller.shell.cores import new_board, recovered_board
from controller.shell.pump import Pump
from rules.game import Game
from rules.registry import game_by_name
from rules.terms import Side
from tests.core.fair import line_of
from tests.core.watched import Watched

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from controller.core.board import Board

MS = 1_000_000
CHESS = game_by_name("chess")
FIDE = "chess-fide-2023"
CLASSIC = "chess-classic"
BOOKS = (FIDE, CLASSIC)
WHITE, BLACK = Side("white"), Side("black")

_M = TypeVar("_M", bound=Message)


def recovered(
    settings: Settings, messages: Sequence[Message], at_us: Sequence[int] = ()
) -> Watched:
    """A board that goes on after these messages."""
    return Watched(recovered_board(settings, messages, at_us))


class Rig:
    """One board, from its printed labels to its messages.

    Attributes:
        said: every message so far.
        said_us: when each of them was said.
        refusals: reasons of the commands that were refused.
        fed: every input so far, without the ticks that the session asked for.
        lamps: the newest picture, by printed labels.
    """

    def __init__(
        self,
        start: str | None = None,
        *,
        game: Game = CHESS,
        rulebook: str = FIDE,
        mode: Literal["referee", "observer"] = "referee",
        claims: Literal["players", "automatic"] = "players",
        orientation: Literal["normal", "turned"] = "normal",
        time_control: str | None = None,
        timings: Timings | None = None,
        standing: Iterable[str] | None = None,
        settings: Settings | None = None,
        feed_first: bool = True,
    ) -> None:
        self.game = game if settings is None else settings.game
        self.settings = settings or Settings(
            game=game,
            rulebook=game.rulebooks[rulebook],
            start=start,
            mode=mode,
            claims=claims,
            orientation=orientation,
            time_control=time_control,
            timings=timings or Timings(),
        )
        self.session = Watched(new_board(self.settings))
        self.said: list[Message] = []
        self.said_us: list[int] = []
        self.refusals: list[str] = []
        self.fed: list[Input] = []
        self.lamps: Lamps = {}
        self.at_ns = 0
        self.unknown = 0
        if standing is None:
            self.levels = self.session.turn(self.session.line.position.occupied)
        else:
            self.levels = self._set(standing)
        self._later: list[tuple[int, Callable[[], None]]] = []
        self._pump = Pump(self.session)
        if feed_first:
            self.feed(Frame(at_ns=0, levels=self.levels))

    @property
    def board(self) -> Board:
        """The board itself."""
        return self.session.board

    # Hands.

    def hands(self, line: str) -> Rig:
        """Does what the line says, see above; returns itself."""
        for token in line.split():
            if token.isdigit():
                self.wait(int(token))
            elif token in ("w!", "b!"):
                self.press(WHITE if token == "w!" else BLACK)
            elif token.startswith("gap:"):
                self.gap(int(token[4:]))
            elif "~" in token:
                self._dip(*token.split("~"))
            elif "?" in token:
                self._blind(*token.split("?"))
            else:
                self._acts(token)
        return self

    def wait(self, ms: float) -> None:
        """Lets time pass."""
        until_ns = self.at_ns + int(ms * MS)
        while self._later and self._later[0][0] <= until_ns:
            at_ns, act = self._later.pop(0)
            self.at_ns = max(self.at_ns, at_ns)
            act()
        self.at_ns = until_ns
        self.feed(Tick(at_ns=until_ns))

    def press(self, side: Side) -> None:
        """A clock is pressed."""
        self.feed(Press(at_ns=self.at_ns, side=side))

    def gap(self, ms: int) -> None:
        """No scans for a while; the next frame comes with the next act, or now if something changed."""
        start_ns = self.at_ns
        self.at_ns += ms * MS
        self.feed(Gap(at_ns=self.at_ns, from_ns=start_ns))
        self._frame()

    def command(self, role: str, name: str, **args: object) -> bool:
        """Gives a command; whether it was obeyed."""
        before = len(self.refusals)
        self.feed(Command(at_ns=self.at_ns, role=role, name=name, args=args))
        return len(self.refusals) == before

    def say_turn_lost(self, *, within_ms: int = 0) -> Rig:
        """The arbiter says that a turn is lost, where that waits for a word (GO-19, GO-20.ko); returns itself."""
        if turn_waits(self.session.state) is not None:
            assert self.command("arbiter", "demand-correction"), self.refusals
            self.wait(within_ms)
        return self

    def answer_truly(self, line: Sequence[str], *, within_ms: int = 0) -> Rig:
        """People who know that these plies were played answer whatever is asked about them; returns itself."""
        self.wait(within_ms)
        while self.stage == "question":
            asked = self.of(Question)[-1].candidates
            true = next(move for move in line[len(self.line) :] if move in asked)
            assert self.command("arbiter", "answer", move=true), self.refusals
            self.wait(within_ms)
        return self

    def feed(self, item: Input) -> None:
        """Gives the session an input, after the ticks that are due before it."""
        self.fed.append(item)
        for at_ns, effects in self._pump.advance(item):
            self.said += effects.messages
            self.said_us += [at_ns // 1000] * len(effects.messages)
            if effects.lamps is not None:
                self.lamps = effects.lamps
            if effects.refusal is not None:
                assert not effects.messages
                assert effects.lamps is None
                self.refusals.append(effects.refusal.reason)

    # What was said.

    def of(self, kind: type[_M]) -> list[_M]:
        """The messages of one type."""
        return [message for message in self.said if isinstance(message, kind)]

    @property
    def moves(self) -> list[str]:
        """Texts of the moves, in the order of publishing."""
        return [message.move for message in self.of(Move)]

    @property
    def by(self) -> list[str]:
        """How the moves were completed."""
        return [message.completed_by for message in self.of(Move)]

    @property
    def line(self) -> list[str]:
        """Texts of the moves that stand, corrections applied."""
        return line_of(self.said)

    @property
    def odd(self) -> list[tuple[str, str]]:
        """Law and kind of each irregularity."""
        return [(message.law, message.kind) for message in self.of(Irregularity)]

    @property
    def accused(self) -> list[tuple[str, str]]:
        """Law and side of each irregularity that was not withdrawn."""
        found: list[Irregularity] = []
        for message in self.said:
            if isinstance(message, Irregularity):
                found.append(message)
            elif isinstance(message, Ruling) and message.found == "wrong":
                same = [
                    each for each in found if (each.kind, each.side) == (message.kind, message.side)
                ]
                found = [each for each in found if each not in same[-1:]]
        return [(message.law, message.side) for message in found]

    @property
    def questions(self) -> list[list[str]]:
        """The candidates of each question."""
        return [sorted(message.candidates) for message in self.of(Question)]

    @property
    def stage(self) -> str:
        return str(self.session.stage.value)

    def duty(self) -> Obligation:
        """The newest obligation."""
        return self.of(Obligation)[-1]

    def story(self) -> list[str]:
        """The messages without lifts and placings, a line each: for failures."""
        kinds = (
            Move | Question | Answered | Irregularity | Obligation | Touched | Correction | Restore
            | Result | Claim
        )  # fmt: skip
        return [repr(message) for message in self.said if isinstance(message, kinds)]

    # Inside.

    def _acts(self, token: str) -> None:
        for act in token.split(","):
            bit = 1 << self.game.index[act[:-1]]
            assert act[-1] in "+-", token
            assert bool(self.levels & bit) is (act[-1] == "-"), f"{act} in {token}: so it is"
            self.levels ^= bit
        self._frame()

    def _dip(self, name: str, ms: str) -> None:
        """The point shows the opposite for a while, whatever else happens."""
        bit = 1 << self.game.index[name]

        def flip() -> None:
            self.levels ^= bit
            self._frame()

        flip()
        self._after(int(ms), flip)

    def _blind(self, names: str, ms: str) -> None:
        """The points cannot be read for a while."""
        bits = self._set(names.split(","))

        def see() -> None:
            self.unknown &= ~bits
            self._frame()

        self.unknown |= bits
        self._frame()
        self._after(int(ms), see)

    def _after(self, ms: int, act: Callable[[], None]) -> None:
        self._later.append((self.at_ns + ms * MS, act))
        self._later.sort(key=lambda due: due[0])

    def _frame(self) -> None:
        levels = self.levels & ~self.unknown
        self.feed(Frame(at_ns=self.at_ns, levels=levels, unknown=self.unknown))

    def _set(self, names: Iterable[str]) -> int:
        return sum(1 << self.game.index[name] for name in names)


def played(line: str, start: str | None = None, **options: Any) -> Rig:  # noqa: ANN401 - as Rig takes them
    """A board on which hands have done something, and then rested for a second and a half."""
    return Rig(start, **options).hands(f"1000 {line} 1500")
