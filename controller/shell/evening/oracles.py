"""What must be true of a board after every step, whatever hands and sensors have done."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from controller.core import showing
from controller.core.inputs import LampKind
from controller.core.messages import (
    Answered,
    Correction,
    GameStarted,
    Message,
    Restore,
    Result,
    read_message,
)
from controller.core.messages import Move as MoveMessage
from controller.core.stages import Stage
from controller.shell.cores import new_board
from controller.shell.evening.appearances import Appearance
from rules.rulebook import Termination
from rules.terms import points_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.core.board import Board
    from controller.core.inputs import Lamps
    from controller.core.settings import Settings
    from controller.shell.evening.ledger import Ledger
    from drivers.sim.bench import SimBench
    from rules.game import Game
    from rules.position import Position


class Failing(StrEnum):
    """In what way an evening went wrong."""

    WRONG = "wrong"
    """A move was published that was not made."""
    INDISTINGUISHABLE = "indistinguishable"
    """The same, but broken sensors showed change for change what its making shows (`Appearance`)."""
    LOST = "lost"
    """A move was made and never published, and nobody was asked."""
    BLOCKED = "blocked"
    """The board did not let play go on, though all was put right."""
    UNTRUE = "untrue"
    """Journal, state and lamps tell different stories."""
    CRASHED = "crashed"
    """The program ended with a fault of its own."""


CRASHES = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    RuntimeError,
    TypeError,
    ValueError,
)
"""What a fault of ours may raise; each ends the evening, and its seed is reported."""


class WentWrong(Exception):  # noqa: N818 - it is what the evening did
    """An evening failed.

    Attributes:
        failing: in what way.
    """

    def __init__(self, failing: Failing, what: str) -> None:
        super().__init__(what)
        self.failing = failing


class Record:
    """The published moves against the truth.

    Attributes:
        line: published and not corrected.
        seen: what the sensors have shown.
    """

    def __init__(self, truth: Sequence[str], game: Game, start: Position) -> None:
        self._truth = truth
        self.seen = Appearance(game, start)
        self._tentative = False
        self._over = False
        self._answered = False
        self.line: list[str] = []

    def take(self, message: Message, at_ns: int, begun: int) -> None:
        """Takes a message.

        Args:
            at_ns: when it was given out.
            begun: moves that the hands have begun so far.

        Raises:
            WentWrong: it is not the truth.
        """
        self.seen.reach(at_ns)
        match message:
            case Correction():
                del self.line[message.from_ply - 1 :]
                self.seen.retracted(message.from_ply)
                self._tentative = self._over = False
            case Answered():
                self._answered = True
            case Result():
                self._over, self._answered = True, False
                self.seen.over()
            case Restore(done=True):
                self.seen.put_right()
            case MoveMessage():
                try:
                    self._move(message, begun)
                except WentWrong as wrong:
                    if self.seen.is_just(message.move):
                        raise WentWrong(Failing.INDISTINGUISHABLE, str(wrong)) from None
                    raise
                self.seen.published(message.move)
            case _:
                pass

    def _move(self, message: MoveMessage, begun: int) -> None:
        ply = len(self.line) + 1
        if self._over and not self._answered:
            raise WentWrong(Failing.WRONG, f"{message.move} was published after the end, unasked")
        if message.ply != ply:
            raise WentWrong(Failing.WRONG, f"ply {message.ply} was published as the {ply}th")
        if ply > begun:
            raise WentWrong(Failing.WRONG, f"{message.move} was published as ply {ply} unmade")
        if self._tentative:
            raise WentWrong(Failing.WRONG, f"ply {ply - 1} was assumed to be {self.line[-1]}")
        made = self._truth[ply - 1]
        if message.move != made:
            # The choice of a promotion may be assumed until the player says another.
            self._tentative = bool(message.assumed) and message.move[:-1] == made[:-1]
            if not self._tentative:
                raise WentWrong(Failing.WRONG, f"ply {ply} is {made}, published was {message.move}")
        self.line.append(message.move)

    def close(self) -> None:
        """The evening is over.

        Raises:
            WentWrong: the choice of the last promotion was assumed wrongly.
        """
        if self._tentative:
            raise WentWrong(Failing.WRONG, f"the last ply was assumed to be {self.line[-1]}")


class Twin:
    """A session that knows the journal only, and must know what the live one knows."""

    def __init__(self, settings: Settings, ledger: Ledger) -> None:
        self._settings = settings
        self._ledger = ledger
        self._started: Message | None = None
        self._seq = 0
        self._session = new_board(settings)

    def follow(self) -> None:
        """Reads what is new in the journal."""
        bodies = self._ledger.journal.bodies(self._seq)
        self._seq += len(bodies)
        fresh = [read_message(body) for body in bodies]
        if self._started is None:
            self._started = next((m for m in fresh if isinstance(m, GameStarted)), None)
        if self._started is not None:
            self._session.read(fresh)

    def compare(self, live: Board) -> None:
        """Raises `WentWrong` where the live session knows what a recovered one would not."""
        if self._started is None:
            return
        for name in ("position", "question", "breach", "due", "result"):
            mine, recovered = _known(live, name), _known(self._session, name)
            if mine != recovered:
                raise WentWrong(
                    Failing.UNTRUE,
                    f"the {name} is {mine!r}, and read back from the journal {recovered!r}",
                )


def _known(session: Board, name: str) -> object:
    if name == "position":
        return (session.line.position.text, [line.move for line in session.line.lines])
    found: dict[str, object] = {
        "question": session.line.question,
        "breach": session.state.remedy.breach,
        "due": session.state.duty.due,
        "result": session.line.result,
    }
    return found[name]


def is_lost_by_penalties(session: Board) -> bool:
    """Whether what hands did against the law has been counted so often that the game is over."""
    return (
        session.line.result is not None and session.line.result.termination == Termination.PENALTIES
    )


def told_is_recorded(ledger: Ledger, carried_out: int) -> None:
    """Raises `WentWrong` where the journal lacks what listeners know, or what was carried out.

    Args:
        carried_out: messages of which the program knows that they are recorded.
    """
    recorded = ledger.journal.newest_seq
    if recorded < carried_out:
        raise WentWrong(Failing.UNTRUE, f"{recorded} of {carried_out} messages are in the journal")
    if len(ledger.told) > recorded:
        raise WentWrong(
            Failing.UNTRUE, f"{len(ledger.told)} messages were told and {recorded} recorded"
        )
    last = ledger.told[-1:]
    if last != ledger.journal.bodies(len(ledger.told) - 1)[: len(last)]:
        raise WentWrong(Failing.UNTRUE, f"told was {last}, recorded something else")


def lamps_are_lit(picture: Lamps, bench: SimBench) -> None:
    """Raises `WentWrong` where real lamps would not show the picture. Reads every pulse of the line."""
    lit = set(bench.lit())
    if lit != set(picture):
        raise WentWrong(Failing.UNTRUE, f"lit are {sorted(lit)}, wanted {sorted(picture)}")


def lamps_agree(session: Board, picture: Lamps) -> None:
    """Raises `WentWrong` where the picture does not say what the board waits for.

    Args:
        picture: the newest that the session gave out.
    """
    shown: dict[LampKind, set[int]] = {}
    line, sensing, target = session.line, session.state.sensing, session.state.remedy.target
    turned = sensing.orientation == "turned"
    for point, kind in picture.items():
        shown.setdefault(kind, set()).add(line.game.turned(point) if turned else point)
    expected: dict[LampKind, set[int]] = {}
    if session.stage is Stage.RESTORE and target is not None:
        missing, extra = showing.differences(session.state)
        expected = {
            LampKind.MISSING: set(points_of(missing & ~extra)),  # the stranger is taken off first
            LampKind.EXTRA: set(points_of(extra)),
        }
    elif session.stage is Stage.QUESTION and line.question is not None:
        moves = map(line.position.by_text, line.question.candidates)
        targets = {m.target for m in moves if m is not None and m.target is not None}
        expected = {LampKind.QUESTION: targets, LampKind.MISSING: set(), LampKind.EXTRA: set()}
    elif session.stage in (Stage.PLAY, Stage.ENDED):
        expected = {kind: set() for kind in (LampKind.QUESTION, LampKind.MISSING, LampKind.EXTRA)}
    last = line.last
    if session.stage in (Stage.PLAY, Stage.QUESTION, Stage.ENDED) and target is None:
        ends = {last.origin, last.target} - {None} if last is not None else set()
        if not shown.get(LampKind.LAST_MOVE, set()) <= ends <= set(picture):
            raise WentWrong(Failing.UNTRUE, f"the lamps do not show the last move, {last}")
    for kind, points in expected.items():
        if shown.get(kind, set()) != points:
            raise WentWrong(
                Failing.UNTRUE,
                f"in stage {session.stage.value} {kind.value} is lit at "
                f"{sorted(shown.get(kind, set()))}, and should be at {sorted(points)}",
            )
