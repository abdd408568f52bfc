"""Positions of chess: reading, equality, playing, and what stands although it is illegal."""

from itertools import pairwise

import chess
import pytest
from hypothesis import given

from rules.chess import CHESS, ChessPosition
from rules.position import Position
from rules.terms import RulesError
from tests.rules.chess_lines import lines, positions

KINGS = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"


def at(*names: str) -> list[int]:
    return [CHESS.index[name] for name in names]


def after(text: str, *moves: str) -> ChessPosition:
    position = CHESS.start(text)
    for name in moves:
        move = position.by_text(name)
        assert move is not None, name
        position = position.play(move)
    return position


@pytest.mark.law("CH-2.2")
def test_points_are_numbered_from_a1_along_the_ranks() -> None:
    assert CHESS.points[:9] == ("a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "a2")
    assert CHESS.points[-1] == "h8"
    assert CHESS.start().occupied == 0xFFFF_0000_0000_FFFF
    assert CHESS.place(CHESS.index["c7"]) == (2, 6)


def test_turning_the_board() -> None:
    for name, other in (("a1", "h8"), ("e2", "d7"), ("h1", "a8")):
        assert CHESS.turned(CHESS.index[name]) == CHESS.index[other]
    assert all(CHESS.turned(CHESS.turned(point)) == point for point in range(64))


def test_neighbours_are_the_squares_around() -> None:
    assert CHESS.neighbours(CHESS.index["a1"]) == sum(1 << p for p in at("a2", "b1", "b2"))
    assert CHESS.neighbours(CHESS.index["e4"]).bit_count() == 8


@pytest.mark.law("CH-3.1")
@given(lines)
def test_the_players_alternate(line: list[ChessPosition]) -> None:
    for before, now in pairwise(line):
        assert CHESS.other(before.side_to_move) == now.side_to_move


@given(positions)
def test_text_round_trip(position: ChessPosition) -> None:
    again = CHESS.start(position.text)
    assert again == position
    assert again.text == position.text
    assert hash(again) == hash(position)
    assert [m.text for m in again.moves()] == [m.text for m in position.moves()]


@given(positions)
def test_playing_leaves_the_position_as_it_is(position: ChessPosition) -> None:
    text, board = position.text, position.board
    for move in position.moves():
        position.play(move)
    board.clear()
    assert position.text == text


@pytest.mark.parametrize(
    ("fen", "reasons"),
    [
        ("", ["1 fields"]),
        (KINGS.rsplit(" ", 2)[0], ["4 fields"]),
        (KINGS + " 1", ["7 fields"]),
        ("4k3/8/8/8/8/8/8/4K2 w - - 0 1", ["not a FEN"]),
        ("4k3/8/8/8/8/8/8/4K3 x KX e4 -1 0", ['"x"', '"KX"', '"e4"', '"-1"', '"0"']),
        ("4k3/8/8/8/8/8/8/4K2Q~ w - - 0 1", ["the men"]),
        ("8/8/8/8/8/8/8/8 w - - 0 1", ["no men", "no white king", "no black king"]),
        ("4k3/8/8/8/8/8/8/3KK3 w - - 0 1", ["more than one king"]),
        ("P3k3/8/8/8/8/8/8/4K3 w K - 0 1", ["first or the eighth rank", "castling right"]),
        ("4k3/8/8/8/8/8/8/4R1K1 w - - 0 1", ["not to move stands in check"]),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", ["en passant"]),
        ("4k3/8/8/8/8/PPPPPPPP/PPPPPPPP/QQ2K3 w - - 0 1", ["eight pawns", "sixteen men"]),
        ("4k3/pppppppp/pppppppp/qq6/8/8/8/4K3 b - - 0 1", ["eight pawns", "sixteen men"]),
        ("4k3/8/3N1N2/8/4R3/8/8/4K3 b - - 0 1", ["more than two men"]),
    ],
)
def test_a_bad_fen_names_every_reason(fen: str, reasons: list[str]) -> None:
    with pytest.raises(RulesError) as caught:
        CHESS.start(fen)
    for reason in reasons:
        assert reason in str(caught.value)


@pytest.mark.law("CH-10.10", "FIDE-9.2")
@pytest.mark.parametrize(
    ("fen", "other", "same"),
    [
        pytest.param(KINGS, KINGS.replace("0 1", "7 30"), True, id="counters"),
        pytest.param(KINGS, KINGS.replace("w", "b"), False, id="side to move"),
        pytest.param(
            "r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "r3k3/8/8/8/8/8/8/4K3 b - - 0 1", False, id="castling"
        ),
        pytest.param(
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", False,
            id="en passant possible",
        ),
        pytest.param(
            "4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3p4/8/8/8/4K3 w - - 0 1", True,
            id="en passant by nobody",
        ),
        pytest.param(
            "4k3/8/8/r2pP2K/8/8/8/8 w - d6 0 1", "4k3/8/8/r2pP2K/8/8/8/8 w - - 0 1", True,
            id="en passant would give check to oneself",
        ),
    ],
)  # fmt: skip
def test_equal_for_repetition(fen: str, other: str, same: bool) -> None:  # noqa: FBT001
    a, b = CHESS.start(fen), CHESS.start(other)
    assert (a == b) is same
    assert not same or hash(a) == hash(b)


def test_a_position_equals_nothing_else() -> None:
    assert CHESS.start() != CHESS.start().text


@pytest.mark.law("CH-4.2")
def test_a_move_of_another_position_is_refused() -> None:
    rook = CHESS.start("7k/8/8/8/8/8/4R3/4K3 w - - 0 1").by_text("e2e4")
    assert rook is not None
    array = CHESS.start()
    with pytest.raises(RulesError, match="e2e4 is not a legal move"):
        array.play(rook)
    with pytest.raises(RulesError, match="e2e4 is not a legal move"):
        CHESS.notation(array, rook)
    assert array == CHESS.start()


@pytest.mark.law("CH-11.1", "FIDE-8.1")
@pytest.mark.parametrize(
    ("fen", "uci", "san"),
    [
        (chess.STARTING_FEN, "g1f3", "Nf3"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "a8=Q+"),
        ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "h1f1", "Rf1"),
        ("4k3/8/8/8/4K3/8/8/R6R w - - 0 1", "h1f1", "Rhf1"),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8#"),
    ],
)
def test_notation(fen: str, uci: str, san: str) -> None:
    position = CHESS.start(fen)
    move = position.by_text(uci)
    assert move is not None
    assert CHESS.notation(position, move) == {"san": san}


@pytest.mark.law("CH-5.1.5")
@pytest.mark.parametrize("loses", ["e1e2", "h1g1"])
def test_castling_is_lost_for_good_when_king_or_rook_has_moved(loses: str) -> None:
    back = loses[2:] + loses[:2]
    start = "r3k3/p7/8/8/8/8/8/4K2R w K - 0 1"
    assert CHESS.start(start).by_text("e1g1") is not None
    position = after(start, loses, "a7a6", back, "a6a5")
    assert position.by_text("e1g1") is None


@pytest.mark.law("CH-5.1.6")
@pytest.mark.parametrize(
    ("fen", "castles"),
    [
        ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", True),
        ("3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1", False),
        ("2r1k3/8/8/8/8/8/8/R3K3 w Q - 0 1", False),
        ("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", True),  # only the rook passes b1
        ("4r2k/8/8/8/8/8/8/R3K3 w Q - 0 1", False),
        ("4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", False),
    ],
)
def test_what_hinders_castling(fen: str, castles: bool) -> None:  # noqa: FBT001
    assert (CHESS.start(fen).by_text("e1c1") is not None) is castles


@pytest.mark.law("CH-5.6.3")
def test_en_passant_only_at_once() -> None:
    start = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1"
    assert after(start, "d7d5").by_text("e5d6") is not None
    assert after(start, "d7d5", "e1e2", "e8e7").by_text("e5d6") is None


IRREGULAR = [
    pytest.param(
        chess.STARTING_FEN, "e2", "e5", (),
        "rnbqkbnr/pppppppp/8/4P3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", id="a pawn three squares",
    ),
    pytest.param(
        chess.STARTING_FEN, "d8", "d5", ("d7",),
        "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", id="the other side's man",
    ),
    pytest.param(
        "4k3/8/8/8/8/8/4r3/R3K2R w KQ - 3 9", "h1", "h8", (),
        "4k2R/8/8/8/8/8/4r3/R3K3 b Q - 4 9", id="check ignored, a rook from home",
    ),
    pytest.param(
        "4k3/8/8/8/8/8/8/R3K2R b KQ - 3 9", "e8", "e2", (),
        "8/8/8/8/8/8/4k3/R3K2R w KQ - 4 10", id="king beside king",
    ),
    pytest.param(
        "r3k3/8/8/8/8/8/8/R3K2R w KQq - 3 9", "a1", "a8", (),
        "R3k3/8/8/8/8/8/8/4K2R b K - 0 9", id="capture of a rook at home",
    ),
    pytest.param(
        "4k3/8/8/8/8/8/8/R3K2R w KQ - 3 9", "a1", "h1", (),
        "4k3/8/8/8/8/8/8/4K2R b - - 0 9", id="another rook at home is not the rook",
    ),
    pytest.param(
        "4k3/8/8/8/8/8/8/R3K2R w KQ - 3 9", "e1", "g3", (),
        "4k3/8/8/8/8/6K1/8/R6R b - - 4 9", id="the king leaves home",
    ),
    pytest.param(
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", None, None, (),
        "4k3/8/8/3pP3/8/8/8/4K3 b - - 1 1", id="nothing but the turn",
    ),
    pytest.param(
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", None, None, ("d5",),
        "4k3/8/8/4P3/8/8/8/4K3 b - - 0 1", id="a man only removed",
    ),
    pytest.param(
        "4k3/8/P7/8/8/8/8/4K3 w - - 5 1", "a6", "a8", (),
        "Q3k3/8/8/8/8/8/8/4K3 b - - 0 1", id="a pawn jumps to the last rank",
        marks=pytest.mark.law("FIDE-7.5.2"),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("fen", "origin", "target", "removed", "result"), IRREGULAR)
def test_what_stands_although_it_is_illegal(
    fen: str, origin: str | None, target: str | None, removed: tuple[str, ...], result: str
) -> None:
    before = CHESS.start(fen)
    points = [None if name is None else CHESS.index[name] for name in (origin, target)]
    position: Position = before.play_irregular(points[0], points[1], at(*removed))
    assert position.text == result
    assert before.text == CHESS.start(fen).text


@pytest.mark.parametrize(
    ("origin", "target", "removed", "reason"),
    [
        ("e4", "e5", (), "no man stands on e4"),
        ("e2", "e4", ("d5",), "no man stands on d5"),
        (None, "e4", (), "comes from"),
        ("e2", None, (), "goes to"),
        ("e2", "e4", ("e2",), "cannot both go and leave"),
        ("d1", "e8", (), "no black king"),
        (None, None, ("e1",), "no white king"),
        ("e2", "e1", (), "no white king; a pawn stands on the first"),
    ],
)
def test_what_cannot_stand(
    origin: str | None, target: str | None, removed: tuple[str, ...], reason: str
) -> None:
    points = [None if name is None else CHESS.index[name] for name in (origin, target)]
    with pytest.raises(RulesError, match=reason):
        CHESS.start().play_irregular(points[0], points[1], at(*removed))


def test_a_king_left_in_check_is_never_captured() -> None:
    # White ignored the check from e8; Black may move on, but not take the king.
    position = CHESS.start("4r2k/8/8/8/8/8/8/R3K3 w - - 0 1").play_irregular(
        CHESS.index["a1"], CHESS.index["a2"], ()
    )
    assert position.side_to_move == "black"
    assert position.by_text("e8e2") is not None
    assert position.by_text("e8e1") is None


STRANGE = ["", "0000", "e2", "e2e9", "E2E4", "e7e8k", "P@e4", "e1h1", "e1a1", "e8h8", "a7a8"]


@given(positions)
def test_one_move_by_its_text_is_the_one_in_the_list(position: ChessPosition) -> None:
    fresh = ChessPosition(position.board)
    found = {move.text: move for move in position.moves()}
    squares = [chess.square_name(point) for point in range(64)]
    nearly = [text[:2] + name for text in list(found)[:2] for name in squares]
    for text in [*found, *nearly, *STRANGE]:
        assert fresh.by_text(text) == found.get(text), text
