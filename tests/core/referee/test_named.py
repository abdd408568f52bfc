"""Each irregularity that the laws name: a world and the log of what hands did, and what the board says of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from controller.core.messages import Irregularity, Move, Penalty, Restore
from controller.core.stages import Stage
from rules.draughts import DRAUGHTS_100
from rules.registry import GAMES
from tests.core.referee.desk import Desk
from tests.rules.draughts_deeds import at, position_of

if TYPE_CHECKING:
    from collections.abc import Iterable

RESTORE, CHOICE, LOST, NONE = "restore", "accept-or-correct", "turn-lost", "none"


class Row(NamedTuple):
    """What is done in a position, and its name.

    Attributes:
        played: moves before it.
        pressed: the clock was pressed upon it.
        penalty: what is counted.
        colours: the sensors tell them.
    """

    law: str
    kind: str
    side: str
    hands: str
    start: str | None = None
    played: str = ""
    remedy: str = RESTORE
    pressed: bool = False
    penalty: str = ""
    game: str = "chess"
    book: str | None = None
    size: int = 0
    colours: bool = False


CASTLING = "r3k2r/pppppppp/8/8/4r3/8/PPPP1PPP/R3K2R w KQkq - 0 1"
EN_PRISE = "4k3/8/8/3p1n2/4P3/2N5/8/4K3 w - - 0 1"
CHESS = [
    Row("FIDE-7.5.1", "illegal-move", "white", "e2- 300 e5+"),
    Row("FIDE-7.5.1", "illegal-move", "white", "e2- 300 e5+", pressed=True, penalty="illegal-move"),
    Row("FIDE-7.5.1", "illegal-capture", "white", "a7- 300 a1- 300 a7+a1"),
    Row("FIDE-7.5.1", "illegal-capture", "white", "a1- 300 a2- 300 a2+a1"),
    Row("FIDE-7.5.1", "illegal-castling", "white", "e1- 300 g1+ 300 h1- 300 f1+", CASTLING),
    Row("CH-3.1", "out-of-turn", "black", "e7- 300 e5+"),
    Row("CH-3.1", "out-of-turn", "white", "d2- 300 d4+", played="e2e4"),
    Row("FIDE-4.7", "released-man-moved", "white", "e4- 300 e3+", played="e2e4"),
    Row("FIDE-4.4.2", "rook-first-castling", "white", "e1- 300 g1+",
        "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1", played="h1f1"),
    Row("FIDE-4.7", "unfinished-move", "white", "e1- 300 g1+",
        "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1", remedy=NONE, pressed=True),
    Row("FIDE-4.7", "unfinished-move", "white", "e2-", remedy=NONE, pressed=True),
    Row("FIDE-7.4", "displaced", "white", "b1- 100 c1- 100 d1-"),
    Row("FIDE-7.2.1", "wrong-array", "white", "c1- 300 d3+"),
    *(row._replace(book="chess-classic") for row in (
        Row("CH-8.1", "illegal-move", "white", "e2- 300 e5+"),
        Row("CH-8.1", "illegal-capture", "white", "a7- 300 a1- 300 a7+a1"),
        Row("CH-3.1", "out-of-turn", "black", "e7- 300 e5+"),
        Row("CH-6.1", "released-man-moved", "white", "e4- 300 e3+", played="e2e4"),
        Row("CH-6.2", "released-man-moved", "white", "d5- 300 d6+", EN_PRISE, played="e4d5"),
        Row("CH-6.3", "unfinished-move", "white", "e1- 300 g1+",
            "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1", remedy=NONE, pressed=True),
        Row("CH-5.1.3", "rook-first-castling", "white", "e1- 300 g1+",
            "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1", played="h1f1"),
        Row("CH-8.2", "displaced", "white", "b1- 100 c1- 100 d1-"),
        Row("CH-8.5", "wrong-array", "white", "c1- 300 d3+"),
    )),
]  # fmt: skip
MEN = "4k4/9/3n5/6c1p/9/3R1N3/P8/9/4A4/3AK4 w - - 0 1"
XIANGQI = [
    row._replace(game="xiangqi", start=MEN)
    for row in (
        Row("XQ-4.1.6", "illegal-move", "red", "a3- 300 a5+"),
        Row("XQ-4.1.6", "illegal-capture", "red", "d7- 300 f4- 300 d7+f4"),
        Row("XQ-5.8", "out-of-turn", "black", "g6- 300 g4+"),
        Row("XQ-5.7", "released-man-moved", "red", "d3- 300 d2+", played="d4d3"),
        Row("XQ-5.8", "displaced", "red", "a3- 100 d4- 100 f4-"),
    )
]
QUIET, CHAIN = "w c3 e3 g1 / b6 h8", "w c3 g1 / d4 d6 h8"
KING = "w Ka1 h2 / d4 d6"


def draughts(law: str, kind: str, side: str, men: str, hands: str, **rest: Any) -> Row:  # noqa: ANN401 - as Settings takes them
    """A row of draughts, on squares named by file and rank."""
    game = DRAUGHTS_100
    tokens = [
        token if token.isdigit() else game.points[at(game, token[:-1])] + token[-1]
        for token in hands.split()
    ]
    played = rest.pop("played", "")
    return Row(
        law, kind, side, " ".join(tokens), position_of(game, men).text, played,
        rest.pop("remedy", CHOICE), game=game.name, **rest,
    )  # fmt: skip


DRAUGHTS = [
    draughts("DR-7.4.1", "two-moves", "black", QUIET, "b6- 400 a5+"),
    draughts("DR-7.4.1", "two-moves", "white", QUIET, "c3- 300 b4+ 300 e3- 300 f4+", remedy=RESTORE),
    draughts("DR-7.4.2", "irregular-move", "white", QUIET, "c3- 400 b2+"),
    draughts("DR-7.4.5", "enemy-man-moved", "white", QUIET, "b6- 400 d6+"),
    draughts("DR-7.4.6", "capture-not-made", "white", CHAIN, "c3- 400 b4+"),
    draughts("DR-7.4.2", "irregular-move", "white", CHAIN, "g1- 400 h2+"),
    draughts("DR-7.4.7", "man-lifted", "white", QUIET, "b6- 400 h8-"),
    draughts("DR-7.4.8", "wrong-number-taken", "white", KING, "a1- 400 f6+ 400 d4-"),
    draughts("DR-7.4.9", "stopped-in-chain", "white", CHAIN, "c3- 400 e5+ 400 d4-"),
    draughts("DR-7.4.11", "too-few-removed", "white", CHAIN,
             "c3- 400 e5+ 200 e5- 300 c7+ 400 d4-"),
    draughts("DR-7.4.12", "unjumped-removed", "white", CHAIN,
             "c3- 400 e5+ 200 e5- 300 c7+ 400 d4- 300 d6- 300 h8-"),
    draughts("DR-7.4.14", "own-man-removed", "white", CHAIN,
             "c3- 400 e5+ 200 e5- 300 c7+ 400 d4- 300 d6- 300 g1-"),
    draughts("DR-7.5", "displaced", "white", QUIET, "c3- 20 e3- 20 g1-", remedy=RESTORE),
]  # fmt: skip


def stones(black: str, white: str, mover: str) -> str:
    """A position on nine lines."""
    found = {name: "[" + ",".join(f'"{p}"' for p in names.split()) + "]"
             for name, names in (("black", black), ("white", white))}  # fmt: skip
    sides = ",".join(f'"{side}":{points}' for side, points in found.items())
    return f'{{"size":9,{sides},"to_move":"{mover}"}}'


TAKES = stones("c4 d4 e4 c2 d2 e2 b3 j9", "c3 d3 e3 g7 h7", "black")
CORNER = stones("a2 b1 b2", "e5 e6", "white")
KO = stones("c5 b4 c3 d4", "d5 d3 e4", "white")
GO = [
    row._replace(game="go", size=9)
    for row in (
        Row("GO-17.release", "stone-moved-after-release", "black", "e5- 400 e6+", played="e5"),
        Row("GO-17.shift", "stone-shifted", "black", "j9- 300 j8+", TAKES),
        Row("GO-17.scatter", "position-scattered", "black", "c4- 10 d4- 10 e4-", TAKES),
        Row("GO-18.alive", "living-stones-removed", "white", "j9-", TAKES),
        Row("GO-17.clock", "captures-not-off-at-press", "black", "f3+b 300 c3-", TAKES, remedy=NONE,
            pressed=True),
        Row("GO-19", "forbidden-point", "white", "a1+w", CORNER, colours=True, remedy=LOST),
        Row("GO-20.ko", "ko-retaken-at-once", "black", "d4+b 300 c4-", KO, "c4", colours=True, remedy=LOST),
        Row("GO-17.two", "two-stones-in-a-row", "black", "g3+b", played="e5", colours=True, remedy="loses"),
        Row("GO-17.colour", "colours-exchanged", "white", "g3+w", book="go-china-club", colours=True),
        Row("GO-18.dead", "dead-stones-left", "black", "f3+b 800 g9+w", TAKES),
    )
]  # fmt: skip
ROWS = [*CHESS, *XIANGQI, *DRAUGHTS, *GO]


def each(rows: Iterable[Row]) -> pytest.MarkDecorator:
    """One test a row."""
    return pytest.mark.parametrize("row", [*rows], ids=lambda row: f"{row.law} {row.hands}")


laws = pytest.mark.law(
    "CH-3.1", "CH-5.1.3", "CH-6.1", "CH-6.2", "CH-6.3", "CH-8.1", "CH-8.2", "CH-8.5", "DR-7.4.1",
    "DR-7.4.2", "DR-7.4.5", "DR-7.4.6", "DR-7.4.7", "DR-7.4.8", "DR-7.4.9", "DR-7.4.11",
    "DR-7.4.12", "DR-7.4.14", "DR-7.5", "FIDE-4.4.2", "FIDE-4.7", "FIDE-7.2.1", "FIDE-7.4",
    "FIDE-7.5.1", "GO-17.clock", "GO-17.colour", "GO-17.release", "GO-17.scatter", "GO-17.shift",
    "GO-17.two", "GO-18.alive", "GO-18.dead", "GO-19", "GO-20.ko", "XQ-4.1.6", "XQ-5.7", "XQ-5.8",
)  # fmt: skip
"""Of all rows."""


def desk(row: Row, **options: Any) -> Desk:  # noqa: ANN401 - as Settings takes them
    """A board at which that is done."""
    options |= {"size": row.size} if row.size else {}
    control = "90:00" if row.pressed else None
    found = Desk(row.game, row.start, row.book, time_control=control, **options)
    found.colours = row.colours
    for text in row.played.split():
        found.plays(text)
        found.wait(1500)
    return found


@laws
@each(ROWS)
def test_it_is_named_and_remedied(row: Row) -> None:
    at_work = desk(row)
    at_work.does(row.hands, pressed=row.pressed)
    (found,) = at_work.of(Irregularity)
    assert (found.law, found.kind, found.side) == (row.law, row.kind, row.side)
    assert found.remedy == row.remedy
    counted = [penalty.kind for penalty in at_work.of(Penalty)]
    assert counted == ([row.penalty] if row.penalty else [])
    stages = {
        RESTORE: Stage.RESTORE,
        "loses": Stage.RESTORE,
        CHOICE: Stage.CHOICE,
        LOST: Stage.RESTORE,
        NONE: Stage.PLAY,
    }
    assert at_work.state.stage is stages[row.remedy]


@each(row for row in ROWS if row.remedy != NONE)
def test_pieces_put_back_end_it(row: Row) -> None:
    at_work = desk(row)
    at_work.does(row.hands, pressed=row.pressed)
    at_work.deeds("")
    at_work.state.now_ns += 1
    at_work.wait(1500)
    assert at_work.state.stage is Stage.PLAY
    assert at_work.state.remedy.irregularity is None
    assert len(at_work.of(Move)) == len(row.played.split()) + (row.remedy == LOST)


@each(ROWS)
def test_in_observer_mode_nothing_is_decided(row: Row) -> None:
    at_work = desk(row, mode="observer")
    at_work.does(row.hands, pressed=row.pressed)
    (found,) = at_work.of(Irregularity)
    assert found.law == row.law
    assert found.remedy in (RESTORE, CHOICE, NONE)
    assert not at_work.of(Penalty)
    assert len(at_work.of(Move)) == len(row.played.split())


@each(row for row in ROWS if row.remedy == CHOICE)
@pytest.mark.law("DR-7.7")
def test_the_opponent_accepts_or_demands(row: Row) -> None:
    for name in ("accept", "demand"):
        at_work = desk(row)
        at_work.does(row.hands)
        opponent = at_work.game.other(at_work.of(Irregularity)[0].side)
        assert at_work.command(name, opponent) is None
        if name == "accept":
            (move,) = at_work.of(Move)
            assert (move.legal, move.side, move.accepted) == (False, row.side, "i1")
            assert at_work.state.stage is Stage.PLAY
        else:
            assert at_work.of(Restore)[-1].missing or at_work.of(Restore)[-1].extra
            assert at_work.state.stage is Stage.RESTORE
            assert at_work.state.remedy.irregularity is not None


def test_each_row_is_marked() -> None:
    assert {*laws.mark.args} == {row.law for row in ROWS}


def test_every_kind_of_the_completion_laws_is_in_the_table() -> None:
    """What a legal move may break beside touching, by rulebook; what only some sensors tell is tested beside it."""
    named = {row.law for row in ROWS}
    for game in GAMES.values():
        for book in game.rulebooks.values():
            law = book.completion
            assert {law.released, law.turn, law.displaced} & named or not game.pieces_move, (
                book.name
            )
