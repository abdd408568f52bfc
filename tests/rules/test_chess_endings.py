"""When a game of chess ends by itself."""

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.chess import CHESS, ChessPosition
from rules.chess.dead import bare_material, dead, locked
from rules.chess.laws import CLASSIC, ENDING_LAWS, FIDE_2023
from rules.position import Position
from rules.rulebook import Rulebook, Termination
from tests.rules.chess_lines import lines

BOOKS = (FIDE_2023, CLASSIC)
ZIGZAG = "4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/4K3 w - - 0 1"


def ending(fen: str, book: Rulebook) -> tuple[str, str, str] | None:
    found = CHESS.ending([CHESS.start(fen)], book)
    return None if found is None else (found.result, found.termination.value, found.law)


@pytest.mark.law("CH-17")
@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
@pytest.mark.parametrize(
    ("fen", "expected"),
    [
        pytest.param(
            "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", ("1-0", "checkmate", "CH-10.1"),
            marks=pytest.mark.law("CH-10.1", "CH-9.2"), id="mate by White",
        ),
        pytest.param(
            "4k3/8/8/8/8/8/5PPP/r5K1 w - - 0 1", ("0-1", "checkmate", "CH-10.1"),
            marks=pytest.mark.law("CH-10.1", "CH-9.2"), id="mate by Black",
        ),
        pytest.param(
            "R5k1/5ppp/8/8/8/8/8/4K3 b - - 150 90", ("1-0", "checkmate", "CH-10.1"),
            marks=pytest.mark.law("FIDE-9.6"), id="mate goes before the move limit",
        ),
        pytest.param(
            "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", ("1/2-1/2", "stalemate", "CH-10.3"),
            marks=pytest.mark.law("CH-10.3"), id="stalemate",
        ),
        pytest.param("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", None, id="goes on"),
    ],
)  # fmt: skip
def test_mate_and_stalemate(
    book: Rulebook, fen: str, expected: tuple[str, str, str] | None
) -> None:
    assert ending(fen, book) == expected


FIDE_DEAD = ("1/2-1/2", "dead-position", "FIDE-5.2.2")
CLASSIC_DRAWN = ("1/2-1/2", "dead-position", "CH-10.4")
MATERIAL = [
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", True, True),
    ("4k3/8/8/8/8/8/8/3BK3 w - - 0 1", True, True),
    ("3nk3/8/8/8/8/8/8/4K3 w - - 0 1", True, True),
    ("2b1k3/8/8/8/8/8/8/3BK3 w - - 0 1", True, True),  # c8 and d1: both light
    ("3bk3/8/8/8/8/8/8/3BK3 w - - 0 1", False, False),  # d8 dark, d1 light: mate can happen
    ("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", False, False),
    ("4k3/8/8/8/8/8/8/3BKB2 w - - 0 1", True, False),  # two bishops, both on light squares
    ("4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", False, False),
    ("3nk3/8/8/8/8/8/8/3NK3 w - - 0 1", False, False),
    ("3bk3/8/8/8/8/8/8/3NK3 w - - 0 1", False, False),
    ("3bk3/8/8/8/8/8/8/2N1K3 w - - 0 1", False, False),
    ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", False, False),
    ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", False, False),
]


@pytest.mark.law("CH-10.4", "FIDE-5.2.2")
@pytest.mark.parametrize(("fen", "fide", "classic"), MATERIAL)
def test_material_that_cannot_mate(fen: str, fide: bool, classic: bool) -> None:  # noqa: FBT001
    assert ending(fen, FIDE_2023) == (FIDE_DEAD if fide else None)
    assert ending(fen, CLASSIC) == (CLASSIC_DRAWN if classic else None)
    assert bare_material(CHESS.start(fen).board) is classic


@pytest.mark.law("FIDE-5.2.2")
@pytest.mark.parametrize(
    ("fen", "proved"),
    [
        pytest.param(ZIGZAG, True, id="a wall across the board"),
        pytest.param(ZIGZAG.replace(" w ", " b "), True, id="the same, Black to move"),
        pytest.param(ZIGZAG.replace("w - -", "b - c3"), False, id="en passant opens it"),
        pytest.param(
            "4k3/8/8/p1p1p3/PpPpPp2/1P1P1P2/8/4K3 w - - 0 1", False, id="a way round the wall"
        ),
        pytest.param(
            "4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/4KN2 w - - 0 1", False, id="a knight can jump"
        ),
        pytest.param(
            "4k3/8/8/p1p1p1p1/PpPpPpP1/1P1P1P1P/8/4K3 w - - 0 1", False, id="a pawn can move"
        ),
        pytest.param("4k3/8/8/pppppppp/PPPPPPPP/8/8/4K3 w - - 0 1", False, id="a pawn can capture"),
        pytest.param(
            "8/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/k7/4K3 b - - 0 1", False, id="a king behind the wall"
        ),
    ],
)
def test_locked_walls(fen: str, proved: bool) -> None:  # noqa: FBT001
    assert dead(CHESS.start(fen).board) is proved
    assert ending(fen, FIDE_2023) == (FIDE_DEAD if proved else None)
    assert ending(fen, CLASSIC) is None


@st.composite
def walls(draw: st.DrawFn) -> chess.Board:
    """Pawns that block each other in pairs, two kings, and whose turn it is.

    Mostly walls that lock the board, zigzag or with a gap on every other file, some with one file
    changed; among chance ones few are locked.
    """
    ranks = st.sampled_from([None, 1, 2, 3, 4, 5])
    high, shift = draw(st.integers(2, 4)), draw(st.integers(0, 1))
    between = draw(st.sampled_from([None, high - 1]))
    wall = [between if (n + shift) % 2 else high for n in range(8)]
    if draw(st.booleans()):
        wall[draw(st.integers(0, 7))] = draw(ranks)
    board = chess.Board(None)
    for column, rank in enumerate(
        draw(st.one_of(st.just(wall), st.lists(ranks, min_size=8, max_size=8)))
    ):
        if rank is not None:
            board.set_piece_at(chess.square(column, rank), chess.Piece.from_symbol("P"))
            board.set_piece_at(chess.square(column, rank + 1), chess.Piece.from_symbol("p"))
    empty = [square for square in chess.SQUARES if board.piece_at(square) is None]
    kings = draw(st.lists(st.sampled_from(empty), min_size=2, max_size=2, unique=True))
    board.set_piece_at(kings[0], chess.Piece.from_symbol("K"))
    board.set_piece_at(kings[1], chess.Piece.from_symbol("k"))
    board.turn = draw(st.booleans())
    return board


def everything_after(board: chess.Board) -> list[chess.Board]:
    """Every position that can be reached; in all of them only kings can move and nobody captures."""
    todo, seen = [board], {board.board_fen() + str(board.turn): board}
    while todo:
        now = todo.pop()
        for move in now.legal_moves:
            assert not now.is_zeroing(move), f"{move} in {now.fen()}"
            then = now.copy(stack=False)
            then.push(move)
            if seen.setdefault(then.board_fen() + str(then.turn), then) is then:
                todo.append(then)
    return list(seen.values())


@pytest.mark.slow
@pytest.mark.law("FIDE-5.2.2")
@given(walls())
def test_what_is_called_locked_can_never_be_mated(board: chess.Board) -> None:
    if board.is_valid() and locked(board):
        assert not any(position.is_checkmate() for position in everything_after(board))


@given(lines)
def test_nothing_alive_is_called_dead(line: list[ChessPosition]) -> None:
    """A position before a mate was not dead."""
    if line[-1].board.is_checkmate():
        assert not any(dead(p.board) or bare_material(p.board) for p in line)


def shuffle(times: int) -> list[Position]:
    """Knights go out and home; the array stands `times` + 1 times."""
    positions: list[Position] = [CHESS.start()]
    for text in ["g1f3", "g8f6", "f3g1", "f6g8"] * times:
        move = positions[-1].by_text(text)
        assert move is not None
        positions.append(positions[-1].play(move))
    return positions


@pytest.mark.law("FIDE-9.6")
def test_fivefold_repetition() -> None:
    game = shuffle(4)
    found = CHESS.ending(game, FIDE_2023)
    assert found is not None
    assert (found.termination, found.law) == (Termination.FIVEFOLD_REPETITION, "FIDE-9.6")
    assert CHESS.ending(game[:-1], FIDE_2023) is None
    assert CHESS.ending(game, CLASSIC) is None


@pytest.mark.law("FIDE-9.6")
@pytest.mark.parametrize(("plies", "drawn"), [(149, False), (150, True)])
def test_seventy_five_moves(plies: int, drawn: bool) -> None:  # noqa: FBT001
    fen = f"4k3/8/8/8/8/8/8/R3K3 w - - {plies} 100"
    assert (ending(fen, FIDE_2023) == ("1/2-1/2", "seventyfive-moves", "FIDE-9.6")) is drawn
    assert ending(fen, CLASSIC) is None


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
def test_every_automatic_ending_has_its_law(book: Rulebook) -> None:
    assert set(ENDING_LAWS[book.name]) == book.automatic_draws | {Termination.CHECKMATE}
