"""Every kind of move of the six games, with a position in which hands can make it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from rules.go.game import game_of
from rules.registry import game_by_name
from tests.core import boards
from tests.core.go.test_go_tracking import position

if TYPE_CHECKING:
    from rules.game import Game
    from rules.position import Move, Position

NINE = game_of({"size": 9})


@dataclass(frozen=True)
class Kind:
    """One kind of move.

    Attributes:
        start: the position; None for the game's array.
        text: the move.
        reply: the opponent's, where another than any quiet one is of interest.
        instead: moves that the law makes of an order that it forbids (the rook touched first moves).
    """

    game: Game
    name: str
    start: str | None
    text: str
    reply: str = ""
    instead: tuple[str, ...] = ()

    @cached_property
    def position(self) -> Position:
        return self.game.start(self.start)

    @cached_property
    def move(self) -> Move:
        move = self.position.by_text(self.text)
        assert move is not None, f"{self}: {[m.text for m in self.position.moves()]}"
        return move

    @cached_property
    def answer(self) -> Move:
        """The reply: a quiet move away from the men of the move, if there is one."""
        after = self.position.play(self.move)
        if self.reply:
            chosen = after.by_text(self.reply)
            assert chosen is not None, f"{self}: {[m.text for m in after.moves()]}"
            return chosen
        ours = self.move.footprint
        points = ours.lifts | ours.places | ours.resting
        near = points
        for point in range(len(self.game.points)):
            if points >> point & 1:
                near |= self.game.neighbours(point)

        def beside(move: Move) -> tuple[bool, bool]:
            theirs = move.footprint.lifts | move.footprint.places
            return bool(theirs & points), bool(theirs & near)

        quiet = [m for m in after.moves() if not m.captured and not m.choice and m.target]
        assert quiet, f"{self}: no quiet reply"
        return min(quiet, key=beside)

    def __str__(self) -> str:
        return f"{self.game.name}: {self.name}"


def _of(game_name: str, *rows: tuple[str, ...]) -> tuple[Kind, ...]:
    game = game_by_name(game_name)
    return tuple(
        Kind(game, name, start or None, text, "".join(more[:1]), more[1:])
        for name, start, text, *rest in rows
        for more in [tuple(rest)]
    )


CASTLING_BLACK = boards.CASTLING.replace(" w ", " b ")
KING_TAKES = "4k3/p7/8/8/8/8/4q3/4K3 w - - 0 1"
PROMOTION = "4k3/P6p/8/8/8/8/8/4K3 w - - 0 1"
PROMOTION_TAKING = "1r2k3/P6p/8/8/8/8/8/4K3 w - - 0 1"
RECAPTURE = "4k3/8/4p3/3p4/4P3/8/8/4K3 w - - 0 1"
CHESS = _of(
    "chess",
    ("a knight's move", "", "b1c3"),
    ("a pawn's step", "", "e2e3"),
    ("a pawn's double step", "", "e2e4"),
    ("a pawn captures", boards.CAPTURE, "e4d5"),
    ("one of two captures", boards.TWO_CAPTURES, "e4f5"),
    ("a capture and its recapture", RECAPTURE, "e4d5", "e6d5"),
    ("a rook captures from afar", "4k3/8/r7/8/8/8/8/R3K3 w - - 0 1", "a1a6"),
    ("a king's step", boards.ROOK, "e1d1"),
    ("a king captures", KING_TAKES, "e1e2"),
    ("en passant", boards.EN_PASSANT, "e5d6"),
    ("castling on the king's side", boards.CASTLING, "e1g1", "", "h1f1"),
    ("castling on the queen's side", boards.CASTLING, "e1c1", "", "a1d1"),
    ("Black castles", CASTLING_BLACK, "e8c8", "", "a8d8"),
    *((f"promotion to {c}", PROMOTION, f"a7a8{c}") for c in "qrbn"),
    *((f"a capture and promotion to {c}", PROMOTION_TAKING, f"a7b8{c}") for c in "qrbn"),
)

DRAUGHTS = (
    *_of(
        "draughts-100",
        ("a step", "", "32-28"),
        ("a crowning step", "W:W7,38:B20,45", "7-2"),
        ("a king's move", "W:WK46,50:B5,20", "46-28"),
        ("a man is captured", "W:W32,50:B28,5", "32x23"),
        ("a man is captured backwards", "W:W23,50:B28,5", "23x32"),
        ("one of several captures", "W:W27,50:B22,12,13,23,5", "27x9"),
        ("two men are captured", "W:W37,50:B32,23,5", "37x19"),
        ("three men are captured", "W:W37,50:B32,23,13,5", "37x8"),
        ("a king captures and turns", "W:WK46,50:B37,18,5", "46x7"),
        ("a king lands where it will", "W:WK46,50:B37,18,5", "46x1"),
        ("a king goes round one way", "W:WK4,50:B13,20,32,37,5", "4x27x15"),
        ("a king goes round the other way", "W:WK4,50:B13,20,32,37,5", "4x31x15"),
        ("a round trip", "W:W28,50:B22,12,13,23,5", "28x28"),
        ("a square is stood on twice", "W:W39,50:B33,22,12,13,23,5", "39x28"),
        ("a man is crowned by a capture", "W:W13,50:B9,20", "13x4"),
        ("the crown row in passing", "W:W13,50:B9,10,36", "13x15"),
        ("a king is captured", "B:W7,50:BK2,45,20", "2x11"),
    ),
    *_of(
        "draughts-russian",
        ("a step", "", "c3-d4"),
        ("a man is captured", "W:Wc3,g1:Bd4,h8", "c3:e5"),
        ("two men are captured", "W:Wa5,g1:Bb6,d6,e7,h4", "a5:e5"),
        ("promotion in passing", "W:Wb6,g1:Bc7,f6,a3", "b6:h4"),
        ("promotion in passing, stopping short", "W:Wb6,g1:Bc7,e7,a3", "b6:f6"),
        ("a king captures", "W:WKa1,h2:Bd4,f2,b8", "a1:f6"),
        ("a king captures and turns", "W:WKa1,h2:Bd4,d6,h8", "a1:c7"),
    ),
    *_of(
        "draughts-brazilian",
        ("a step", "", "c3-d4"),
        ("two men are captured", "W:Wc3,g1:Bd4,d6,h8", "c3xc7"),
        ("the crown row in passing", "W:Wb6,g1:Bc7,e7,a3", "b6xf6"),
        ("a king captures in three lines", "W:WKb8,h2:Bb4,d6,e3,g5,h8", "b8xa5"),
    ),
)

PALACE = "5k3/9/9/4p4/4P4/6p2/9/4Bn3/4A4/3K5 w - - 0 1"
MEN = "4k4/9/3n5/6c1p/9/3R1N3/P8/9/4A4/3AK4 w - - 0 1"
XIANGQI = _of(
    "xiangqi",
    ("a cannon's move", "", "b2e2"),
    ("a cannon captures over a screen", "", "b2b9"),
    ("a horse's move", "", "b0c2"),
    ("an elephant's move", "", "c0e2"),
    ("an advisor's move", "", "d0e1"),
    ("a general's move", "", "e0e1"),
    ("a chariot's move", "", "a0a1"),
    ("a soldier's step", "", "a3a4"),
    ("a soldier's step sideways", PALACE, "e5d5"),
    ("a soldier captures", PALACE, "e5e6"),
    ("an elephant captures", PALACE, "e2g4"),
    ("an advisor captures", PALACE, "e1f2"),
    ("a chariot captures", MEN, "d4d7"),
    ("a horse captures", MEN, "f4g6"),
    ("a general captures", "5k3/9/9/p8/9/9/P8/9/3p5/3K5 w - - 0 1", "d0d1"),
)

GO = tuple(
    Kind(NINE, *row)
    for row in (
        ("a play", None, "e5"),
        ("a stone is captured", position("c4 c2 b3", "c3 j9"), "d3"),
        ("two are captured", position("c4 d4 c2 d2 b3", "c3 d3 j9"), "e3"),
        (
            "four are captured",
            position("c4 d4 e4 f4 c2 d2 e2 f2 b3", "c3 d3 e3 f3 j9"),
            "g3",
        ),
        ("a ko is taken", position("c5 b4 c3 d4", "d5 d3 e4", "white"), "c4"),
        ("a snapback", position("a1 a3 b3 c2 c1", "b1 b2 j9", "white"), "a2", "a1"),
        ("a pass", position("c4", "c3 j9"), "pass"),
    )
)

KINDS = (*CHESS, *DRAUGHTS, *XIANGQI, *GO)
