"""The three games of draughts: board, start, notation and endings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.claim_law import Claimant
from rules.deed import Deed, Made, Named
from rules.draughts import captures, draws, irregular
from rules.draughts.laws import RULEBOOKS_100, RULEBOOKS_BRAZILIAN, RULEBOOKS_RUSSIAN
from rules.draughts.notation import notations
from rules.draughts.position import DraughtsPosition
from rules.draughts.shown import as_shown
from rules.draughts.stopping import may_take_more
from rules.draughts.theory import drawn_by_advantage, drawn_by_theory
from rules.draughts.variants import (
    BLACK,
    BRAZILIAN,
    HUNDRED,
    RUSSIAN,
    WHITE,
    Variant,
)
from rules.game import Game
from rules.position import Move, Position
from rules.rulebook import Ending, Outcome, Rulebook, Termination, Verdict
from rules.terms import LawId, Point, PointSet


class Draughts(Game):
    """One game of draughts. Points are the dark squares; see `rules.draughts.board`."""

    sides = (WHITE, BLACK)
    men = "wbWB"
    captured_last = True
    results: Mapping[Outcome, str] = {
        Outcome.FIRST_WINS: "2-0",
        Outcome.SECOND_WINS: "0-2",
        Outcome.DRAW: "1-1",
        Outcome.BOTH_LOSE: "0-0",
        Outcome.VOID: "*",
        Outcome.OPEN: "*",
    }

    def __init__(self, variant: Variant, rulebooks: Mapping[str, Rulebook]) -> None:
        self.variant = variant
        self.name = variant.name
        self.points = variant.names
        self.columns = self.rows = variant.board.size
        self.rulebooks = rulebooks

    def place(self, point: Point) -> tuple[int, int]:
        return self.variant.board.place(point)

    def turned(self, point: Point) -> Point:
        return len(self.points) - 1 - point

    def neighbours(self, point: Point) -> PointSet:
        return self.variant.board.next_to[point]

    def start(self, text: str | None = None) -> DraughtsPosition:
        """The array, or the position of a PDN FEN; see `rules.draughts.fen.read_fen`.

        Raises:
            RulesError: `text` is no FEN, or no position of the game; names every reason.
        """
        if text is None:
            return DraughtsPosition(self.variant, self.variant.array)
        return DraughtsPosition.from_fen(self.variant, text)

    def notation(self, position: Position, move: Move) -> Mapping[str, str]:
        """The move as {"pdn": "19x30", "full": …}; see `rules.draughts.notation.notations`.

        Raises:
            RulesError: the move is not legal in the position.
        """
        return notations(_draughts(position), move)

    def ending(self, positions: Sequence[Position], rulebook: Rulebook) -> Ending | None:
        """Whether a side has nothing to move (DR-12.2), or a draw without a claim has come."""
        return draws.ending(positions, rulebook, self)

    def ending_laws(self, rulebook: Rulebook) -> Mapping[Termination, LawId]:
        return draws.ending_laws(rulebook)

    def verdicts(self, positions: Sequence[Position], rulebook: Rulebook) -> tuple[Verdict, ...]:
        return draws.verdicts(positions, rulebook, self)

    def claims(
        self, positions: Sequence[Position], rulebook: Rulebook, claimant: Claimant
    ) -> tuple[Verdict, ...]:
        """As `verdicts`, and in fixed time the draws by theory and for want of time (DR-8.1.3.1A, B)."""
        position, fixed = _draughts(positions[-1]), claimant.fixed_time
        left_ms = claimant.remaining_ms
        asked = [drawn_by_theory(position, self, fixed_time=fixed)]
        if left_ms is not None:
            asked.append(
                drawn_by_advantage(
                    position, self, claimant.side, fixed_time=fixed, remaining_ms=left_ms
                )
            )
        found = (verdict for verdict in asked if verdict is not None)
        return (*self.verdicts(positions, rulebook), *found)

    def named(self, deed: Deed, rulebook: Rulebook) -> Named | None:
        """As `Game.named`; see `rules.draughts.irregular`."""
        return irregular.named(deed, rulebook)

    def as_shown(self, move: Move, touched: Sequence[Point], removed: Sequence[Point]) -> Move:
        """As `Game.as_shown`; see `rules.draughts.shown`."""
        return as_shown(self.variant, move, touched, removed)

    def may_take_more(
        self, position: Position, origin: Point, target: Point, removed: Sequence[Point]
    ) -> bool:
        """As `Game.may_take_more`; a man who has stepped has captured nobody."""
        return may_take_more(_draughts(position), origin, target, removed)

    def deed_text(self, origin: str, target: str, *, capture: bool) -> str:
        """As `Game.deed_text`: "32-23", "32x23"."""
        return f"{origin}{self.variant.separator if capture else '-'}{target}"

    def flaw(self, made: Made, rulebook: Rulebook) -> Named | None:
        """As `Game.flaw`; see `rules.draughts.irregular`."""
        return irregular.flaw(made, rulebook)

    def perft(self, position: Position, depth: int, *, paths: bool = False) -> int:
        """As `Game.perft`, without making moves that nobody sees."""
        if depth == 0:
            return 1
        placement = _draughts(position).placement
        return captures.perft(self.variant, placement, depth, paths=paths)


def _draughts(position: Position) -> DraughtsPosition:
    assert isinstance(position, DraughtsPosition), "a position of another game"
    return position


DRAUGHTS_100 = Draughts(HUNDRED, RULEBOOKS_100)
DRAUGHTS_RUSSIAN = Draughts(RUSSIAN, RULEBOOKS_RUSSIAN)
DRAUGHTS_BRAZILIAN = Draughts(BRAZILIAN, RULEBOOKS_BRAZILIAN)
