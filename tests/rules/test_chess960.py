"""Chess960 (FIDE Laws, Guidelines II): arrays, castling, castling rights in three spellings, and records."""

from __future__ import annotations

import io
import re
from random import Random

import chess
import chess.pgn
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.chess import CHESS, ChessPosition
from rules.chess.pgn import read_games, write_game
from rules.footprint import Act
from rules.position import Move
from rules.record import GameRecord
from rules.terms import RulesError
from rules.touch import Touches, castle_with_touched, first_own_moves, obligation

ANY = CHESS.with_options({"chess960": True})
ARRAYS = range(960)


def start_of(number: int) -> ChessPosition:
    return CHESS.with_options({"chess960": number}).start()


def place(king: int, rook: int, *, black: bool = False) -> str:
    """A king and one rook that may castle, on files 0 to 7, as Shredder-FEN."""
    rank = "".join("K" if n == king else "R" if n == rook else "1" for n in range(8))
    rank = re.sub("1+", lambda gap: str(len(gap[0])), rank)
    right = "ABCDEFGH"[rook]
    if black:
        return f"{rank.lower()}/pppppppp/8/8/8/8/PPPPPPPP/4K3 b {right.lower()} - 0 1"
    return f"4k3/pppppppp/8/8/8/8/PPPPPPPP/{rank} w {right} - 0 1"


PLACES = [(king, rook) for king in range(1, 7) for rook in range(8) if rook != king]
"""Every pair of files on which a king and its rook may begin."""


def castling(king: int, rook: int, *, black: bool = False) -> tuple[ChessPosition, Move]:
    position = ANY.start(place(king, rook, black=black))
    (move,) = (each for each in position.moves() if each.partner is not None)
    return position, move


@pytest.mark.law("FIDE-960.1")
def test_the_arrays_are_960_and_each_is_one() -> None:
    seen = set()
    for number in ARRAYS:
        white, pawns, *empty, black_pawns, black = (start_of(number).text.split()[0].split("/"))[
            ::-1
        ]
        assert (pawns, black_pawns, set(empty)) == ("PPPPPPPP", "pppppppp", {"8"})
        assert black == white.lower()
        assert sorted(white) == sorted("RNBQKBNR")
        first, second = (n for n, letter in enumerate(white) if letter == "B")
        assert (first + second) % 2 == 1, "bishops on squares of both colours"
        assert [each for each in white if each in "KR"] == ["R", "K", "R"]
        seen.add(white)
    assert len(seen) == len(ARRAYS)


@pytest.mark.law("FIDE-960.1")
def test_numbers_are_those_that_everybody_uses() -> None:
    assert start_of(518).text == chess.STARTING_FEN
    assert start_of(0).text.startswith("bbqnnrkr/")
    assert start_of(959).text.startswith("rkrnnqbb/")
    assert [start_of(n).text for n in ARRAYS] == [
        chess.Board.from_chess960_pos(n).fen() for n in ARRAYS
    ]


@pytest.mark.law("FIDE-960.1")
@pytest.mark.parametrize("value", [-1, 960, "518", 5.5, None, [518]])
def test_what_is_no_number_is_refused(value: object) -> None:
    with pytest.raises(RulesError, match="number of an array, 0 to 959"):
        CHESS.with_options({"chess960": value})


@pytest.mark.law("FIDE-960.1")
def test_without_a_number_it_is_the_array_of_chess_or_a_position() -> None:
    assert ANY.start() == start_of(518)
    assert CHESS.with_options({"chess960": False}) is CHESS
    assert ANY.start(start_of(7).text) == start_of(7)


@pytest.mark.law("FIDE-960.1")
@pytest.mark.parametrize("number", [0, 1, 356, 518, 959])
def test_three_spellings_of_the_rights_are_one_position(number: int) -> None:
    board = chess.Board.from_chess960_pos(number)
    shredder, x_fen = board.fen(shredder=True), board.fen()
    assert ANY.start(shredder) == ANY.start(x_fen) == start_of(number)
    # The files of the rooks say themselves that this is Chess960.
    assert CHESS.start(shredder) == start_of(number)


@pytest.mark.law("FIDE-960.1")
def test_an_inner_rook_keeps_its_right_in_x_fen() -> None:
    inner = ANY.start("4k3/8/8/8/8/8/8/RR2K2R w HB - 0 1")
    assert inner.text == "4k3/8/8/8/8/8/8/RR2K2R w KB - 0 1"
    assert ANY.start(inner.text) == inner
    assert {m.text for m in inner.moves() if m.partner is not None} == {"e1h1", "e1b1"}


def test_ordinary_chess_says_how_to_ask_for_the_other() -> None:
    with pytest.raises(RulesError, match="Chess960 is the option chess960"):
        CHESS.start(chess.Board.from_chess960_pos(0).fen())


PERFT = [
    # Published with many engines as "fischer.epd": position, nodes at depths 1 to 3.
    ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", (21, 528, 12189)),
    ("2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", (21, 807, 18002)),
    ("b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", (20, 479, 10471)),
    ("qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9", (22, 593, 13440)),
]


@pytest.mark.law("FIDE-960.2")
@pytest.mark.parametrize(("fen", "nodes"), PERFT)
def test_perft_of_published_positions(fen: str, nodes: tuple[int, ...]) -> None:
    assert tuple(ANY.perft(ANY.start(fen), depth) for depth in (1, 2, 3)) == nodes


@pytest.mark.law("FIDE-960.2")
@pytest.mark.parametrize("seed", range(20))
def test_games_by_chance_are_those_of_python_chess(seed: int) -> None:
    dice = Random(seed)
    board = chess.Board.from_chess960_pos(dice.randrange(960))
    position = ANY.start(board.fen())
    for _ in range(80):
        moves = list(board.legal_moves)
        assert [m.text for m in position.moves()] == sorted(m.uci() for m in moves)
        if not moves:
            break
        castles = [m for m in moves if board.is_castling(m)]
        move = dice.choice(castles or moves)
        assert ANY.notation(position, position.by_text(move.uci()) or position.moves()[0]) == {
            "san": board.san(move)
        }
        board.push(move)
        played = position.by_text(move.uci())
        assert played is not None
        position = position.play(played)
        assert position.text == board.fen()
        assert ANY.start(board.fen(shredder=True)) == position


@pytest.mark.law("FIDE-960.3")
@pytest.mark.parametrize("black", [False, True])
@pytest.mark.parametrize(("king", "rook"), PLACES)
def test_king_and_rook_stand_where_they_do_in_chess(king: int, rook: int, *, black: bool) -> None:
    position, move = castling(king, rook, black=black)
    rank = "8" if black else "1"
    squares = ("g", "f") if rook > king else ("c", "d")
    assert move.text == f"{'abcdefgh'[king]}{rank}{'abcdefgh'[rook]}{rank}"
    assert ANY.notation(position, move) == {"san": "O-O" if rook > king else "O-O-O"}
    after = position.play(move)
    letters = [after.piece_at(ANY.index[file + rank]) for file in squares]
    assert [man.letter.upper() for man in letters if man is not None] == ["K", "R"]


@pytest.mark.law("FIDE-960.3")
@pytest.mark.parametrize(("king", "rook"), PLACES)
def test_hands_may_do_it_in_any_order_that_leaves_no_two_on_a_square(king: int, rook: int) -> None:
    position, move = castling(king, rook)
    after = position.play(move)
    orders = list(move.footprint.orders())
    assert orders == list(move.footprint.orders(lawful=False))
    firsts = {order[0].man.letter for order in orders}
    moved = {step.man.letter for step in move.footprint.steps}
    assert firsts == moved, "king first and rook first"
    assert moved == {
        letter
        for letter, start, end in (
            ("K", king, 6 if rook > king else 2),
            ("R", rook, 5 if rook > king else 3),
        )
        if start != end
    }, "who stays is not lifted"
    for order in orders:
        occupied = position.occupied
        for step in order:
            assert bool(occupied >> step.point & 1) is (step.act is Act.LIFT)
            occupied ^= 1 << step.point
        assert occupied == after.occupied


@pytest.mark.law("FIDE-960.3", "FIDE-4.4.1")
@pytest.mark.parametrize(("king", "rook"), PLACES)
def test_either_may_be_touched_first(king: int, rook: int) -> None:
    position, move = castling(king, rook)
    law = CHESS.rulebook.touch
    for own in ((king, rook), (rook, king)):
        touches = Touches(own=own, order=own)
        assert castle_with_touched(position.moves(), touches) == [move]
        found = obligation(position, touches, law)
        assert found is not None
        assert found.moves == (move,)
    alone = Touches(own=(rook,), order=(rook,))
    assert move in first_own_moves(position.moves(), alone), "castling moves the rook"


@pytest.mark.law("FIDE-4.4.2")
def test_in_chess_a_rook_that_is_touched_first_still_cannot_castle() -> None:
    position = CHESS.start("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    own = (CHESS.index["h1"], CHESS.index["e1"])
    assert not castle_with_touched(position.moves(), Touches(own=own, order=own))
    assert all(
        m.partner is None
        for m in first_own_moves(position.moves(), Touches(own=own[:1], order=own[:1]))
    )


@pytest.mark.law("FIDE-960.3", "FIDE-4.4.3")
def test_castling_that_is_not_legal_binds_the_king() -> None:
    # The king stands on f1, the rook on h1, and a black rook looks at g1.
    position = ANY.start("4k1r1/8/8/8/8/8/8/5K1R w H - 0 1")
    own = (ANY.index["f1"], ANY.index["h1"])
    found = obligation(position, Touches(own=own, order=own), CHESS.rulebook.touch)
    assert found is not None
    assert found.law == "FIDE-4.4.3"
    assert {m.origin for m in found.moves} == {own[0]}


@given(st.integers(0, 959), st.integers(0, 1000), st.integers(0, 40))
def test_a_record_is_read_as_it_was_written(number: int, seed: int, plies: int) -> None:
    dice, moves = Random(seed), []
    position = start_of(number)
    for _ in range(plies):
        legal = position.moves()
        if not legal:
            break
        move = dice.choice([m for m in legal if m.partner is not None] or legal)
        moves.append(move.text)
        position = position.play(move)
    nothing = (None,) * len(moves)
    record = GameRecord(
        options={"chess960": number}, moves=tuple(moves), clocks_ms=nothing, elapsed_ms=nothing
    )
    text = write_game(record)
    (again,) = read_games(text)
    assert (again.options, again.start, again.moves) == (record.options, None, record.moves)
    theirs = chess.pgn.read_game(io.StringIO(text))
    assert theirs is not None
    assert not theirs.errors
    assert theirs.board().chess960
    assert theirs.headers["Variant"] == "Chess960"
    assert theirs.headers["SetUp"] == "1"
    assert theirs.end().board().fen() == position.text


@pytest.mark.parametrize("variant", ["Chess960", "chess 960", "Fischerandom", "Freestyle"])
@pytest.mark.parametrize("rights", ["HEhe", "KQkq"])
def test_records_of_other_programs(variant: str, rights: str) -> None:
    text = (
        f'[Variant "{variant}"]\n[SetUp "1"]\n'
        f'[FEN "bbqnrknr/pppppppp/8/8/8/8/PPPPPPPP/BBQNRKNR w {rights} - 0 1"]\n\n1. Nf3 Nf6 2. O-O f8h8 *\n'
    )
    (record,) = read_games(text)
    assert record.options == {"chess960": 192}
    assert record.moves == ("g1f3", "g8f6", "f1h1", "f8h8")
    assert "Variant" not in record.headers


def test_a_record_from_a_position_that_is_no_array() -> None:
    text = '[Variant "Chess960"]\n[FEN "4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1"]\n\n1. O-O-O *\n'
    (record,) = read_games(text)
    assert (record.options, record.moves) == ({"chess960": True}, ("f1b1",))
    (again,) = read_games(write_game(record))
    assert (again.options, again.start, again.moves) == (record.options, record.start, record.moves)
