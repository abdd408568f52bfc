"""The game of Go: board, options, start, notation, results and what the laws find."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from rules.deed import Deed, Made, Named
from rules.game import Game
from rules.go.board import BLACK, PASSING, SIZE_MAX, WHITE, Board, board_of
from rules.go.irregular import go_flaw, name_go_deed
from rules.go.laws import CHINA, CHINA_CLUB, END, SUPERKO
from rules.go.position import GoPosition, Superko
from rules.go.repetition import WORDS, find_repetition
from rules.go.score import play_over
from rules.go.text import read_position
from rules.position import Move, Position
from rules.rulebook import Ending, Outcome, Rulebook, Standing, Termination, Verdict
from rules.terms import Point, PointSet, RulesError, quoted, shortened

KOMI = 7.5
"""Points for White in an even game; with handicap stones there is none unless it is said."""
COMPENSATIONS = ("none", "stones")
"""What White gets at the count for handicap stones: nothing, or a point for each stone."""
_RESULT = re.compile(r"([BW])\+(?:R(?:esign)?|T(?:ime)?|F(?:orfeit)?|[0-9]{1,4}(?:\.[0-9]{1,2})?)?")
_HOW: Mapping[str, str] = {
    Termination.RESIGNATION: "R",
    Termination.TIME_FORFEIT: "T",
    Termination.DEFAULT: "F",
    Termination.PENALTIES: "F",
    Termination.TWO_IN_A_ROW: "F",
    Termination.ILLEGAL_MOVES: "F",
}
"""What SGF writes behind the winner, by how he won without a count."""
_PLAIN_RESULTS: Mapping[str, Outcome] = {
    "0": Outcome.DRAW,
    "Draw": Outcome.DRAW,
    "Jigo": Outcome.DRAW,
    "0-0": Outcome.BOTH_LOSE,
    "Void": Outcome.VOID,
    "?": Outcome.OPEN,
    "*": Outcome.OPEN,
    "": Outcome.OPEN,
}


class Go(Game):
    """Go on one size of board, with one komi and handicap; `with_options` makes the others.

    Options:
        size: points of a side, an odd number from 1 to 25 (19).
        komi: points for White, in halves or quarters (7.5; 0 with handicap stones).
        handicap: the points where handicap stones stand at the start; White then moves first ([]).
        superko: which repetitions of the whole board are not legal. "simple" (the default): only the
            ko retaken at once; other repetitions are found by `verdicts` for the arbiter, as the state
            rules have it at the board (go-china: triple ko and its like are a draw or a replay). The
            club rules (go-china-club) forbid whole-board repetition in principle; taken to the letter,
            that an opponent must not face a position again, it is "situational" (same stones, same
            side to move). "positional" (same stones, whoever is to move) is how many servers read it.
        compensation: what White gets for handicap stones at the count, "none" or "stones" ("none").
    """

    name = "go"
    sides = (BLACK, WHITE)
    rulebooks: Mapping[str, Rulebook] = {book.name: book for book in (CHINA, CHINA_CLUB)}
    men = "bw"
    pieces_move = False
    results: Mapping[Outcome, str] = {
        Outcome.FIRST_WINS: "B+",
        Outcome.SECOND_WINS: "W+",
        Outcome.DRAW: "0",
        Outcome.BOTH_LOSE: "0-0",
        Outcome.VOID: "Void",
        Outcome.OPEN: "?",
    }

    def __init__(
        self,
        size: int = 19,
        *,
        komi: float = KOMI,
        handicap: tuple[str, ...] = (),
        superko: Superko = Superko.SIMPLE,
        compensation: str = "none",
    ) -> None:
        self.board: Board = board_of(size)
        self.points = self.board.names
        self.columns = self.rows = size
        self.komi = komi
        self.superko = superko
        self._handicap = self.board.mask(handicap)
        options: dict[str, object] = {"size": size, "komi": komi}
        options["handicap"] = self.board.named(self._handicap)
        if superko is not Superko.SIMPLE:
            options["superko"] = superko.value
        if compensation != "none":
            options["compensation"] = compensation
        self.options = options
        self.compensation = len(handicap) if compensation == "stones" else 0
        """Points for White at the count in return for handicap stones."""

    def place(self, point: Point) -> tuple[int, int]:
        row, column = divmod(point, self.columns)
        return column, row

    def turned(self, point: Point) -> Point:
        return len(self.points) - 1 - point

    def neighbours(self, point: Point) -> PointSet:
        return self.board.next_to[point]

    def start(self, text: str | None = None) -> GoPosition:
        """The empty board, the handicap stones with White to move, or the position in `text`.

        Raises:
            RulesError: `text` is not a position of Go on this size of board; names every reason.
        """
        if text is not None:
            return read_position(text, self.columns, self.superko)
        side = WHITE if self._handicap else BLACK
        return GoPosition(self.board, self._handicap, 0, side, superko=self.superko)

    def notation(self, position: Position, move: Move) -> Mapping[str, str]:
        """The move as {"gtp": "D4", "sgf": "dp"}; a pass as {"gtp": "pass", "sgf": ""}.

        Raises:
            RulesError: the move is not legal in the position.
        """
        if position.by_text(move.text) != move:
            raise RulesError(f"{move.text} is not a legal move in {position.text}")
        if move.target is None:
            return {"gtp": PASSING, "sgf": ""}
        return {"gtp": move.text.upper(), "sgf": sgf_point(self.board, move.target)}

    def ending(self, positions: Sequence[Position], rulebook: Rulebook) -> Ending | None:
        """None: nothing on the board ends a game of Go.

        Two passes in a row end play (see `verdicts`); the result then comes from the count that both
        sides agree to, by `rules.go.score`.
        """
        del positions, rulebook
        return None

    def verdicts(self, positions: Sequence[Position], rulebook: Rulebook) -> tuple[Verdict, ...]:
        """Whether play is over and to be counted, and whether the whole board was repeated.

        A repetition is for the arbiter in both rulebooks, who is told which side has brought the board back
        (GO-20.super); the evidence says what the
        cycle looks like and what the rulebook says of it. The state rules are about cycles, so the
        same side must be to move again; the club rules are about the board alone.
        """
        found: list[Verdict] = []
        line = [position for position in positions if isinstance(position, GoPosition)]
        if line and play_over(line[-1]):
            found.append(
                Verdict(
                    law=END,
                    termination=Termination.SCORE,
                    standing=Standing.NEEDS_ARBITER,
                    plies=(len(line) - 2, len(line) - 1),
                    evidence=("both sides passed; agree on the dead stones and count",),
                )
            )
        in_club = rulebook.name == CHINA_CLUB.name
        again = find_repetition(line) if line else None
        if again is None and line and in_club:
            again = find_repetition(line, turn_too=False)
        if again is not None:
            found.append(
                Verdict(
                    law=SUPERKO,
                    termination=Termination.BOARD_REPETITION,
                    standing=Standing.NEEDS_ARBITER,
                    offender=line[-2].side_to_move,
                    plies=(again.first, again.last),
                    evidence=(
                        WORDS[again.kind],
                        f"{line[-2].side_to_move} has brought it back",
                        (
                            f"{again.last - again.first + 1} plies brought the same stones back,"
                            f" {'the same' if again.turn_too else 'the other'} side to move"
                        ),
                        "stones taken by each ply: " + ", ".join(map(str, again.captures)),
                        "forbidden in principle; the event's supplement decides"
                        if in_club
                        else "a draw or a replay; false life does not live",
                    ),
                )
            )
        return tuple(found)

    def named(self, deed: Deed, rulebook: Rulebook) -> Named | None:
        return name_go_deed(deed, rulebook)

    def flaw(self, made: Made, rulebook: Rulebook) -> Named | None:
        return go_flaw(made, rulebook)

    def with_options(self, options: Mapping[str, object]) -> Go:
        """The game with these options, the others as they are by default; see the class.

        Raises:
            RulesError: there is no such option, or not with such a value; names every reason.
        """
        return game_of(options) if options else self

    def result_text(self, outcome: Outcome, termination: str | None = None) -> str:
        """How SGF writes an outcome: "B+R", "W+T", "B+F" where the loser resigned or was out of time."""
        text = super().result_text(outcome)
        return text + _HOW.get(termination or "", "") if text.endswith("+") else text

    def outcome(self, result: str) -> Outcome:
        """What a result means: "B+R", "W+7.5", "B+T", "B+F", "B+", "0", "Draw", "0-0", "Void", "?".

        Raises:
            RulesError: records of Go write no such result.
        """
        if result in _PLAIN_RESULTS:
            return _PLAIN_RESULTS[result]
        match = _RESULT.fullmatch(result)
        if match is None:
            raise RulesError(
                f"{quoted(result)} is not a result of Go; known: B+7.5, B+R, B+T, B+F, B+ (and with W),"
                " 0, Draw, 0-0, Void, ?"
            )
        return Outcome.FIRST_WINS if match[1] == "B" else Outcome.SECOND_WINS


def sgf_point(board: Board, point: Point) -> str:
    """A point as SGF writes it: column and row from the upper left corner, "aa"."""
    row, column = divmod(point, board.size)
    return f"{chr(97 + column)}{chr(96 + board.size - row)}"


def game_of(options: Mapping[str, object]) -> Go:
    """The game that these options make; the same object for the same options.

    Raises:
        RulesError: as `Go.with_options`.
    """
    known = ("size", "komi", "handicap", "superko", "compensation")
    flaws = [
        f"{quoted(key)} is no option (known: {', '.join(known)})"
        for key in options
        if key not in known
    ]
    size = _size(options.get("size", 19), flaws)
    handicap = _handicap(options.get("handicap", []), size, flaws)
    komi = _komi(options.get("komi", 0.0 if handicap else KOMI), size, flaws)
    superko = options.get("superko", Superko.SIMPLE.value)
    if superko not in list(Superko):
        flaws.append(
            f'superko must be "simple", "positional" or "situational", not {quoted(superko)}'
        )
    compensation = options.get("compensation", "none")
    if compensation not in COMPENSATIONS:
        flaws.append(f'compensation must be "none" or "stones", not {quoted(compensation)}')
    if flaws:
        raise RulesError(f"the options of this game of Go cannot be: {'; '.join(flaws)}")
    return _made(size, komi, handicap, str(superko), str(compensation))


def _size(size: object, flaws: list[str]) -> int:
    if type(size) is int and 1 <= size <= SIZE_MAX and size % 2:
        return size
    flaws.append(
        f"size must be an odd number from 1 to {SIZE_MAX}, because a board has a middle, not {quoted(size)}"
    )
    return 19


def _komi(komi: object, size: int, flaws: list[str]) -> float:
    most = max(size * size, KOMI)
    if (
        isinstance(komi, int | float)
        and not isinstance(komi, bool)
        and abs(komi) <= most  # no infinity, and no NaN
        and komi * 4 % 1 == 0
    ):
        return float(komi)
    if isinstance(komi, int | float) and not isinstance(komi, bool) and abs(komi) > most:
        flaws.append(
            f"komi {komi:g} is more than the {size * size} points of the board; "
            "write it in points, such as 7.5"
        )
    else:
        flaws.append(f"komi must be points in halves or quarters, such as 7.5, not {quoted(komi)}")
    return KOMI


def _handicap(points: object, size: int, flaws: list[str]) -> tuple[str, ...]:
    if not isinstance(points, list | tuple) or not all(isinstance(p, str) for p in points):
        flaws.append(
            f'handicap must be a list of points, such as ["d4","q16"], not {quoted(points)}'
        )
        return ()
    if not points:
        return ()
    board = board_of(size)
    if wrong := [point for point in points if point not in board.index]:
        flaws.append(
            f"handicap stones on no points of {size} by {size}: {shortened(', '.join(wrong))}"
        )
        return ()
    if len(set(points)) < len(points):
        flaws.append("two handicap stones stand on one point")
    elif len(points) == 1:
        flaws.append("one handicap stone is no handicap; Black plays it as the first move")
    elif board.without_liberties(board.mask(points), 0):
        flaws.append("the handicap stones have no liberties")
    return tuple(sorted(points, key=board.point))


@lru_cache(maxsize=64)  # an event has a few; a game that falls out is made again
def _made(size: int, komi: float, handicap: tuple[str, ...], superko: str, compensation: str) -> Go:
    return Go(
        size,
        komi=komi,
        handicap=handicap,
        superko=Superko(superko),
        compensation=compensation,
    )


GO = game_of({"size": 19})
