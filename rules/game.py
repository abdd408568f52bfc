"""What every game offers to the rest of the program."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property

from rules.claim_law import Claimant
from rules.deed import Deed, Made, Named
from rules.naming import name_deed
from rules.position import Move, Position
from rules.rulebook import Ending, Outcome, Rulebook, Termination, Verdict
from rules.terms import LawId, Point, PointSet, RulesError, Side, quoted


class Game(ABC):
    """One game: its board, its positions and its records.

    Attributes:
        name: as contracts write it ("chess").
        points: names of the points; a `Point` is an index into it.
        sides: the two players, the one who begins first.
        rulebooks: by name; the first is the default for new games.
        columns, rows: the board as a picture; `place` says where a point is.
        men: every letter that a man may have, as messages write them.
        pieces_move: whether men go from point to point; a stone of Go stays where it was set down.
        captured_last: captured men are taken off once the man that captures stands (draughts).
        results: how records write each outcome; Go writes some results in more than one way.
        options: what this game was made with (Go: size, komi, handicap).
    """

    name: str
    points: tuple[str, ...]
    sides: tuple[Side, Side]
    rulebooks: Mapping[str, Rulebook]
    columns: int
    rows: int
    men: str
    pieces_move: bool = True
    captured_last: bool = False
    results: Mapping[Outcome, str] = {
        Outcome.FIRST_WINS: "1-0",
        Outcome.SECOND_WINS: "0-1",
        Outcome.DRAW: "1/2-1/2",
        Outcome.BOTH_LOSE: "0-0",
        Outcome.VOID: "*",
        Outcome.OPEN: "*",
    }
    options: Mapping[str, object] = {}

    @cached_property
    def index(self) -> Mapping[str, Point]:
        """Point by name."""
        return {name: n for n, name in enumerate(self.points)}

    @property
    def rulebook(self) -> Rulebook:
        """The current rulebook, used when nobody names one."""
        return next(iter(self.rulebooks.values()))

    def other(self, side: Side) -> Side:
        """The opponent of a side."""
        return self.sides[1] if side == self.sides[0] else self.sides[0]

    @abstractmethod
    def place(self, point: Point) -> tuple[int, int]:
        """Column and row of a point, counted from the lower left corner as the first side sees it."""

    @abstractmethod
    def turned(self, point: Point) -> Point:
        """The point at the same place for somebody on the other side of the board (180 degrees)."""

    @abstractmethod
    def neighbours(self, point: Point) -> PointSet:
        """The points whose sensors a hand or a magnet at this point may disturb."""

    @abstractmethod
    def start(self, text: str | None = None) -> Position:
        """The initial array, or the position written in `text` (see `Position.text`).

        Raises:
            RulesError: `text` is not a position of this game; names every reason.
        """

    @abstractmethod
    def notation(self, position: Position, move: Move) -> Mapping[str, str]:
        """The move in each notation of the game ({"san": "Nf3"}), the usual one first.

        Raises:
            RulesError: the move is not legal in the position.
        """

    @abstractmethod
    def ending(self, positions: Sequence[Position], rulebook: Rulebook) -> Ending | None:
        """Whether the game has ended by itself.

        Args:
            positions: the game from its start, one position a ply.
        """

    def ending_laws(self, rulebook: Rulebook) -> Mapping[Termination, LawId]:
        """The laws by which `ending` ends a game, by how."""
        del rulebook
        return {}

    def verdicts(self, positions: Sequence[Position], rulebook: Rulebook) -> tuple[Verdict, ...]:
        """What the laws find about the game so far, short of and including its end.

        Args:
            positions: the game from its start, one position a ply.
        """
        del positions, rulebook
        return ()

    def claims(
        self, positions: Sequence[Position], rulebook: Rulebook, claimant: Claimant
    ) -> tuple[Verdict, ...]:
        """What would make a claim of this player right now. Unlike `verdicts` it is told nobody unasked.

        Args:
            positions: the game from its start, one position a ply.
        """
        del claimant
        return self.verdicts(positions, rulebook)

    def named(self, deed: Deed, rulebook: Rulebook) -> Named | None:
        """What a deed that is no legal move is by the laws; None when they have no name for it."""
        return name_deed(deed, rulebook)

    def completed(self, found: Named) -> Named:
        """What such a deed is once the player has pressed his clock upon it."""
        return found

    def as_shown(self, move: Move, touched: Sequence[Point], removed: Sequence[Point]) -> Move:
        """The move with the path and the order of captures that hands showed (draughts).

        Args:
            touched: points where men were set down on the way, in order of time.
            removed: the captured men in the order in which they were taken off.
        """
        del touched, removed
        return move

    def may_take_more(
        self, position: Position, origin: Point, target: Point, removed: Sequence[Point]
    ) -> bool:
        """Whether a man who went so has captured, lawfully or not, and more men than these are to come off (draughts)."""
        del position, origin, target, removed
        return False

    def deed_text(self, origin: str, target: str, *, capture: bool) -> str:
        """How records write something that was no legal move and stands, by the names of its points."""
        del capture
        return f"{origin}{target}"

    def flaw(self, made: Made, rulebook: Rulebook) -> Named | None:
        """What was irregular in how a legal move was made; the move itself stands until corrected."""
        del made, rulebook
        return None

    def may_win(self, position: Position, side: Side) -> bool:
        """Whether a side could still win by some series of legal moves; False only where that is proved."""
        del position, side
        return True

    def touch_fouls(
        self, position: Position, points: Sequence[Point], rulebook: Rulebook
    ) -> tuple[Named, ...]:
        """Fouls that lie in having touched these men in turn, by the player on move (xiangqi)."""
        del position, points, rulebook
        return ()

    def with_options(self, options: Mapping[str, object]) -> Game:
        """The game as its options make it (Go: size, komi, handicap); this one where there are none.

        Raises:
            RulesError: the game has no such option, or not with such a value.
        """
        if options:
            named = quoted(", ".join(map(str, options)))
            raise RulesError(f"{self.name} has no options, but got {named}")
        return self

    def result_text(self, outcome: Outcome, termination: str | None = None) -> str:
        """How records of this game write an outcome; some also say how it came about (Go: "B+R")."""
        del termination
        return self.results[outcome]

    def outcome(self, result: str) -> Outcome:
        """What a result means.

        Raises:
            RulesError: records of this game write no such result.
        """
        # One sign may stand for two outcomes; "*" is a game that goes on before it is a void one.
        for outcome in (Outcome.OPEN, *self.results):
            if self.results[outcome] == result:
                return outcome
        known = ", ".join(dict.fromkeys(self.results.values()))
        raise RulesError(f"{quoted(result)} is not a result of {self.name}; known: {known}")

    def perft(self, position: Position, depth: int, *, paths: bool = False) -> int:
        """The number of lines of `depth` legal plies.

        Args:
            paths: count the ways of making a long capture one by one.
        """
        if depth == 0:
            return 1
        moves = position.moves()
        if depth == 1:
            return sum(len(move.ways) or 1 for move in moves) if paths else len(moves)
        return sum(
            self.perft(position.play(move), depth - 1, paths=paths)
            * (len(move.ways) or 1 if paths else 1)
            for move in moves
        )
