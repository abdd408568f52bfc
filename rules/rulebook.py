"""One edition of one game's laws, as data: completion, irregularities, endings, time controls."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from rules.terms import LawId, Side

if TYPE_CHECKING:
    from rules.touch import TouchLaw


class Outcome(StrEnum):
    """How a game stands or ended; `Game.result_text` says how its records write it."""

    FIRST_WINS = "first-wins"
    """The side that began won."""
    SECOND_WINS = "second-wins"
    DRAW = "draw"
    BOTH_LOSE = "both-lose"
    VOID = "void"
    OPEN = "open"


class Termination(StrEnum):
    """Why a game ended."""

    # Chess
    CHECKMATE = "checkmate"
    STALEMATE = "stalemate"
    DEAD_POSITION = "dead-position"
    FIVEFOLD_REPETITION = "fivefold-repetition"
    SEVENTYFIVE_MOVES = "seventyfive-moves"
    FIFTY_MOVES = "fifty-moves"
    # Chess and draughts
    THREEFOLD_REPETITION = "threefold-repetition"
    # Draughts
    NO_MEN = "no-men"
    BLOCKED = "blocked"
    KING_MOVES = "king-moves"
    """So many moves of kings only, nothing captured."""
    THREE_V_KING = "three-men-v-king"
    TWO_V_KING = "two-men-v-king"
    MAIN_ROAD = "main-road"
    """Three men against a king that holds the long diagonal."""
    UNCHANGED_BALANCE = "unchanged-balance"
    NO_PROGRESS = "no-progress"
    """Sudden death: a draw by theory, or the stronger side makes no progress."""
    # Xiangqi
    PERPETUAL_CHECK = "perpetual-check"
    PERPETUAL_CHASE = "perpetual-chase"
    PERPETUAL_THREAT = "perpetual-threat"
    """Threats of mate, or checks and threats in turn, without end."""
    REPETITION = "repetition"
    """The position came back and neither side, or both, did what is forbidden."""
    NATURAL_LIMIT = "natural-limit"
    """So many moves without a capture."""
    # Go
    SCORE = "score"
    BOARD_REPETITION = "board-repetition"
    TWO_IN_A_ROW = "two-in-a-row"
    # Every game
    RESIGNATION = "resignation"
    """The side that resigned has lost (CH-10.2)."""
    AGREEMENT = "agreement"
    TIME_FORFEIT = "time-forfeit"
    DEFAULT = "default"
    ILLEGAL_MOVES = "illegal-moves"
    PENALTIES = "penalties"
    ARBITER = "arbiter"
    VOID = "void"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """A game that has ended by its laws.

    Attributes:
        winner: the side that won, or None for a draw.
        result: as the game's records write it ("1-0", "1/2-1/2").
        law: the law that ended it.
    """

    winner: Side | None
    result: str
    termination: Termination
    law: LawId


class Standing(StrEnum):
    """What a law's finding about the game so far leads to."""

    WARNING = "warning"
    """Once more, and the law decides."""
    CLAIMABLE = "claimable"
    """A player may claim it."""
    DECIDED = "decided"
    """The game has ended without a claim."""
    NEEDS_ARBITER = "needs-arbiter"
    """The law may decide, but only a person can see whether its conditions hold."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What a law finds about the game so far: a repetition, a limit of moves, a draw by theory.

    Attributes:
        winner: who wins if it decides; None for a draw.
        offender: who must do otherwise or loses; None where nobody must.
        plies: the first and the last ply (counted from 1) that it rests on.
        evidence: why, in words for the arbiter, one fact each.
    """

    law: LawId
    termination: Termination
    standing: Standing
    winner: Side | None = None
    offender: Side | None = None
    plies: tuple[int, int] = (0, 0)
    evidence: tuple[str, ...] = ()


class Remedy(StrEnum):
    """What the law does about an irregularity."""

    RESTORE = "restore"
    """The men go back and the game goes on as the law obliges."""
    OPPONENT_CHOOSES = "opponent-chooses"
    """The opponent accepts or demands correction; playing on accepts (DR-7.7)."""
    TURN_LOST = "turn-lost"
    """What was done is undone and the turn is gone."""
    SET_RIGHT = "set-right"
    """It is completed as it should have been, and play goes on."""
    FOUL = "foul"
    """A foul is counted; the position stays."""
    LOSES = "loses"
    ARBITER = "arbiter"
    """The arbiter decides among what the law lists."""


class SeenBy(StrEnum):
    """Who finds an irregularity."""

    SENSORS = "sensors"
    CLOCK = "clock"
    CLAIMS = "claims"
    """It shows in what players ask for through the board."""
    PEOPLE = "people"
    """It cannot be sensed: a person enters it."""


class Word(StrEnum):
    """Whose word a penalty waits for, where the board cannot know that it is due."""

    NONE = "none"
    """Nobody's: the deed itself shows it, and the board counts it."""
    SAID = "said"
    """The opponent's or the arbiter's: it may have been an accident."""
    BEFORE_REPLY = "before-reply"
    """The same, and the opponent speaks before the next own move or never."""
    ARBITER = "arbiter"
    """The arbiter's alone: it is the loss of the game."""


LOSS = "loss"
"""The penalty of a row that costs the game; it always waits for the arbiter's word."""
TURN = "turn"
"""What a charge costs whose row costs the turn, and nothing besides (`Remedy.TURN_LOST`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IrregularityLaw:
    """One thing that the law forbids, and what follows.

    Attributes:
        kind: as messages name it ("stopped-in-chain").
        english, chinese: what players and arbiters read, without a full stop.
        penalty: what it costs the offender ("warning", "foul", `LOSS`), or "" for nothing.
        word: whose word that waits for.
        loses_by: how the game ends where the penalty is its loss; None for `Termination.PENALTIES`.
        keeps_turn: it is no move: if it is let stand, whoever was to move is to move still.
    """

    law: LawId
    kind: str
    english: str
    chinese: str
    remedy: Remedy
    seen_by: SeenBy = SeenBy.SENSORS
    penalty: str = ""
    word: Word = Word.NONE
    loses_by: Termination | None = None
    keeps_turn: bool = False


class Ends(StrEnum):
    """How a count of penalties ends a game."""

    COUNT = "count"
    """By itself: each was found beyond doubt, or entered by the arbiter."""
    ARBITER = "arbiter"
    """When the arbiter enters the last of them; else the arbiter is told that the loss is due."""
    OFFERED = "offered"
    """The arbiter is told that the loss is due, and gives it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyLaw:
    """What counted penalties lead to.

    Attributes:
        kind: what is counted, as in `IrregularityLaw.penalty`.
        loses_at: the count at which the game is lost; None where it never is.
        ends: how it is lost then.
        costs: stones at the count for each (Go).
        gives_ms: time for the opponent, each time that the game is not lost by it.
        gives_quick_ms: the same in rapid and blitz games.
        drawn_if_unwinnable: it is drawn, not lost, where the opponent could not win in any way.
    """

    law: LawId
    kind: str
    loses_at: int | None
    ends: Ends = Ends.ARBITER
    costs: int = 0
    gives_ms: int = 0
    gives_quick_ms: int = 0
    drawn_if_unwinnable: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TimePreset:
    """A time control that the laws name.

    Attributes:
        text: in the grammar of docs/trace.md ("40/90:00,10/15:00*").
    """

    name: str
    law: LawId
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CompletionLaw:
    """Which law says when a move is made, for naming what went against it.

    Attributes:
        released: a man set down and released may not go elsewhere.
        capture, castling, promotion: the special cases.
        turn: the players alternate.
        illegal: an illegal move, and what is done about it.
        rook_first: castling with a rook that was touched before the king.
        choice: what a pawn becomes is final; None where `promotion` says that too.
        press_without_move: pressing the clock without having moved; None where no law forbids it.
        pawn_left: a pawn is left where it should have been exchanged; None where no law says more of it.
        displaced: men displaced are set right.
        scattered: the same for many of them, where the law has an article of its own.
        taken_back: a completed move is taken back; None where it is one man released and moved again.
        wrong_array, wrong_turned: the wrong initial position; the board standing wrongly.
        corner: how the board stands before a game has begun; None where `wrong_turned` says that too.
    """

    released: LawId
    capture: LawId
    turn: LawId
    illegal: LawId
    displaced: LawId
    wrong_array: LawId
    wrong_turned: LawId
    castling: LawId | None = None
    promotion: LawId | None = None
    choice: LawId | None = None
    press_without_move: LawId | None = None
    pawn_left: LawId | None = None
    rook_first: LawId | None = None
    scattered: LawId | None = None
    taken_back: LawId | None = None
    corner: LawId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rulebook:
    """One edition of one game's laws.

    Attributes:
        name: "chess-fide-2023".
        automatic_draws: terminations that end the game without a claim.
        illegal_at_press: an illegal move is made only when the clock is pressed (where there is one).
        irregularities: by law, what is forbidden beyond what `touch` and `completion` name.
        penalties: what counted penalties lead to.
        times: the time controls that the laws name.
        unsaid: the law by which nobody tells the players that the opponent has moved, or how many moves
            were made; None where no law forbids it.
        opponents_alone: the law by which nobody but the opponent has an irregularity corrected that
            is the opponent's to accept; None where the arbiter may, or the referee unasked.
        refused: the law of an opponent who calls for the correction that is not made; None for none.
        refusal: the law by which refusing to correct loses, on the arbiter's word.
    """

    name: str
    title: str
    touch: TouchLaw
    completion: CompletionLaw
    automatic_draws: frozenset[Termination]
    illegal_at_press: bool
    irregularities: Mapping[LawId, IrregularityLaw] = field(default_factory=dict)
    penalties: tuple[PenaltyLaw, ...] = ()
    times: tuple[TimePreset, ...] = ()
    unsaid: LawId | None = None
    opponents_alone: LawId | None = None
    refused: LawId | None = None
    refusal: LawId | None = None
