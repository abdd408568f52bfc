"""Positions of xiangqi: how each man moves, FEN, footprints, endings, and moves that are not legal."""

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.footprint import Act
from rules.rulebook import Termination
from rules.terms import Piece, RulesError, Side
from rules.xiangqi import XIANGQI, XiangqiPosition
from rules.xiangqi.fen import ARRAY
from rules.xiangqi.moves import NAMES, attackers, in_check, legal, play, targets
from tests.rules.xiangqi_lines import fen_of, lines, positions, turned

CXA = XIANGQI.rulebooks["xiangqi-cxa"]
GENERALS = {"d0": "K", "f9": "k"}


def board_of(**men: str) -> str:
    """A board of men by points; a pair of generals out of the way unless they are given."""
    chosen = men if "K" in men.values() else GENERALS | men
    return "".join(chosen.get(name, ".") for name in NAMES)


def reached(board: str, origin: str) -> set[str]:
    return {NAMES[p] for p in targets(board, NAMES.index(origin))}


HOW_MEN_MOVE = [
    pytest.param(board_of(e1="K", e9="k"), "e1", "d1 f1 e0 e2", id="general"),
    pytest.param(board_of(d2="K", f9="k"), "d2", "e2 d1", id="general stays in its palace"),
    pytest.param(board_of(e1="A"), "e1", "f0 d2 f2", id="advisor; own general on d0"),
    pytest.param(board_of(f2="A"), "f2", "e1", id="advisor in a corner"),
    pytest.param(board_of(e2="B"), "e2", "c0 g0 c4 g4", id="elephant"),
    pytest.param(board_of(e2="B", d3="p", f1="P"), "e2", "c0 g4", id="eyes blocked by either side"),
    pytest.param(board_of(c4="B"), "c4", "a2 e2", id="elephant does not cross the river"),
    pytest.param(board_of(c5="b"), "c5", "a7 e7", id="nor does Black's"),
    pytest.param(board_of(e4="N"), "e4", "d6 f6 g5 g3 f2 d2 c3 c5", id="horse"),
    pytest.param(board_of(e4="N", e5="p", d4="P"), "e4", "g5 g3 f2 d2", id="legs blocked by either side"),
    pytest.param(board_of(a0="N", a1="P"), "a0", "c1", id="horse in a corner"),
    pytest.param(
        board_of(e4="R", e7="p", c4="P"), "e4",
        "e5 e6 e7 d4 f4 g4 h4 i4 e3 e2 e1 e0", id="chariot",
    ),
    pytest.param(
        board_of(e4="C", e6="P", e8="p", e9="r", c4="p", a4="P"), "e4",
        "e5 e8 d4 f4 g4 h4 i4 e3 e2 e1 e0", id="cannon: over one screen only, and never its own",
    ),
    pytest.param(board_of(e3="P"), "e3", "e4", id="soldier at home"),
    pytest.param(board_of(e4="P"), "e4", "e5", id="soldier before the river"),
    pytest.param(board_of(e5="P"), "e5", "e6 d5 f5", id="soldier across"),
    pytest.param(board_of(e9="P", d9="k", f0="K"), "e9", "d9 f9", id="soldier on the last rank"),
    pytest.param(board_of(e5="p"), "e5", "e4", id="Black's before the river"),
    pytest.param(board_of(a4="p"), "a4", "a3 b4", id="Black's across"),
]  # fmt: skip


@pytest.mark.law("XQ-2")
@pytest.mark.parametrize(("board", "origin", "expected"), HOW_MEN_MOVE)
def test_how_a_man_moves(board: str, origin: str, expected: str) -> None:
    assert reached(board, origin) == set(expected.split())


def test_nobody_moves_from_an_empty_point() -> None:
    assert targets("." * 90, 44) == ()


@pytest.mark.law("XQ-2")
@pytest.mark.parametrize(
    ("men", "checked"),
    [
        pytest.param({"e0": "K", "e9": "k"}, True, id="generals face"),
        pytest.param({"e0": "K", "e9": "k", "e5": "P"}, False, id="a man between them"),
        pytest.param({"e0": "K", "d9": "k", "e5": "r"}, True, id="chariot"),
        pytest.param({"e0": "K", "d9": "k", "e5": "c", "e3": "P"}, True, id="cannon with a screen"),
        pytest.param({"e0": "K", "d9": "k", "e5": "c"}, False, id="cannon without"),
        pytest.param(
            {"e0": "K", "d9": "k", "e5": "c", "e3": "P", "e2": "B"}, False, id="two screens"
        ),
        pytest.param({"e0": "K", "d9": "k", "d2": "n"}, True, id="horse"),
        pytest.param({"e0": "K", "d9": "k", "d2": "n", "d1": "A"}, False, id="horse, leg blocked"),
        pytest.param({"e0": "K", "d9": "k", "e1": "p"}, True, id="soldier in front"),
        pytest.param({"e0": "K", "d9": "k", "d0": "p"}, True, id="soldier beside"),
        pytest.param({"e1": "K", "d9": "k", "e0": "p"}, False, id="soldier behind"),
    ],
)
def test_what_is_check(men: dict[str, str], checked: bool) -> None:  # noqa: FBT001
    board = board_of(**men)
    assert in_check(board, True) is checked
    assert in_check(board[::-1].swapcase(), False) is checked
    assert not in_check(board.replace("K", "."), True)


@given(positions)
def test_attackers_are_those_who_may_capture(position: XiangqiPosition) -> None:
    board = position.board
    for point, man in enumerate(board):
        if man == ".":
            continue
        red = man.islower()
        by_moves = tuple(
            o
            for o, other in enumerate(board)
            if other != "." and other.isupper() == red and point in targets(board, o)
        )
        facing = tuple(o for o in attackers(board, point, red) if board[o] in "Kk")
        assert tuple(o for o in attackers(board, point, red) if o in by_moves) == by_moves
        assert set(attackers(board, point, red)) - set(by_moves) <= (
            set(facing) if man in "Kk" else set()
        )


@given(positions)
def test_check_is_an_attack_on_the_general(position: XiangqiPosition) -> None:
    for red in (True, False):
        general = position.board.index("K" if red else "k")
        assert in_check(position.board, red) is bool(attackers(position.board, general, not red))


@given(positions)
def test_legal_moves_are_all_that_leave_no_check(position: XiangqiPosition) -> None:
    board, red = position.board, position.red_to_move
    slowly = [
        (origin, target)
        for origin, man in enumerate(board)
        if man != "." and man.isupper() == red
        for target in targets(board, origin)
        if not in_check(play(board, origin, target), red)
    ]
    assert sorted(legal(board, red)) == sorted(slowly)


@given(positions)
def test_both_sides_move_alike(position: XiangqiPosition) -> None:
    """The board turned by half and the colours exchanged."""
    other = XiangqiPosition(position.board[::-1].swapcase(), red_to_move=not position.red_to_move)
    assert {turned(m.text[:2]) + turned(m.text[2:]) for m in position.moves()} == {
        m.text for m in other.moves()
    }
    assert position.in_check is other.in_check


@given(positions)
def test_a_position_is_read_as_it_is_written(position: XiangqiPosition) -> None:
    again = XIANGQI.start(position.text)
    assert (again, again.text) == (position, position.text)
    assert (again.quiet_plies, again.number) == (position.quiet_plies, position.number)
    assert hash(again) == hash(position)
    letters = position.text.split(" ")[0].translate(str.maketrans("NBnb", "HEhe"))
    side = "r" if position.red_to_move else "b"
    assert XIANGQI.start(f"{letters} {side}") == position
    assert repr(position) == f"XiangqiPosition.from_fen('{position.text}')"


@given(lines)
def test_counters_are_those_of_the_game(line: list[XiangqiPosition]) -> None:
    for before, after in pairwise(line):
        captured = before.board.count(".") != after.board.count(".")
        assert after.quiet_plies == (0 if captured else before.quiet_plies + 1)
        assert after.number == before.number + (not before.red_to_move)
        assert after.red_to_move is not before.red_to_move


@given(positions)
def test_a_footprint_leads_from_the_position_to_the_next(position: XiangqiPosition) -> None:
    for move in position.moves():
        after = position.play(move)
        for order in move.footprint.orders():
            stands = {p: position.piece_at(p) for p in range(90)}
            for step in order:
                if step.act is Act.LIFT:
                    assert stands[step.point] == step.man
                    stands[step.point] = None
                else:
                    assert stands[step.point] is None
                    stands[step.point] = step.man
            assert stands == {p: after.piece_at(p) for p in range(90)}
        assert len(list(move.footprint.orders())) == (2 if move.captured else 1)
        assert position.by_text(move.text) is move


def test_moves_are_sorted_and_stand_in_the_position_once() -> None:
    moves = XIANGQI.start().moves()
    assert [m.text for m in moves] == sorted({m.text for m in moves})
    assert len(moves) == 44
    assert moves is not XIANGQI.start().moves()


def test_points_and_men() -> None:
    start = XIANGQI.start()
    assert (XIANGQI.points[0], XIANGQI.points[8], XIANGQI.points[-1]) == ("a0", "i0", "i9")
    assert XIANGQI.place(XIANGQI.index["h2"]) == (7, 2)
    assert XIANGQI.points[XIANGQI.turned(XIANGQI.index["h2"])] == turned("h2") == "b7"
    assert start.piece_at(XIANGQI.index["h2"]) == Piece(Side("red"), "C")
    assert start.piece_at(XIANGQI.index["e5"]) is None
    assert start.occupied.bit_count() == 32
    assert XIANGQI.neighbours(XIANGQI.index["a0"]).bit_count() == 3
    assert XIANGQI.neighbours(XIANGQI.index["e4"]).bit_count() == 8


BAD_FENS = [
    ("", "1 fields where two or six"),
    ("4k4/9/9/9/9/9/9/9/9/3K5 w -", "3 fields"),
    ("4k4/9/9/9/9/9/9/9/9/3K5 x", '"x" does not say the side'),
    (
        "4k4/9/9/9/9/9/9/9/9/3K5 w - - x 0",
        '"x" does not say the plies.*"0" does not say the number',
    ),
    ("4k4/9/9/9/9/9/9/9/9/3K5 w KQ - 0 1", '"KQ" does not say nothing'),
    ("4k4/9/9/9/9/9/9/9/3K5 w", "9 rows where ten"),
    ("4k4/9/9/9/9/9/9/9/9/3K4 w", "row 10 from the top has 8 points"),
    ("4k4/9/9/9/9/9/9/9/9/3K51 w", "row 10 from the top has 10 points"),
    ("4k4/9/9/9/9/9/9/9/9/3Q5 w", "does not say the men"),
    ("9/9/9/9/9/9/9/9/9/9 w", "Red has no general; Black has no general"),
    ("4k4/9/9/9/9/9/9/9/3K5/3K5 w", "Red has more than one general"),
    ("3kk4/9/9/9/9/9/9/9/9/5K3 w", "Black has more than one general"),
    ("4k4/9/9/9/9/9/9/9/9/2K6 w", "Red's general can never stand on c0"),
    ("4k4/9/9/9/9/9/3K5/9/9/9 w", "Red's general can never stand on d3"),
    ("4k4/9/9/9/9/9/9/9/4K4/4A4 w", "Red's advisor can never stand on e0"),
    ("3k5/9/9/9/9/9/9/9/3BK4/9 w", "Red's elephant can never stand on d1"),
    ("3k5/9/9/9/9/2b6/9/9/4K4/9 w", "Black's elephant can never stand on c4"),
    ("3k5/9/9/9/9/9/9/9/4K4/P8 w", "Red's soldier can never stand on a0"),
    ("3k5/9/9/9/9/9/1P7/9/4K4/9 w", "Red's soldier can never stand on b3"),
    ("3k5/9/9/9/1p7/9/9/9/4K4/9 w", "Black's soldier can never stand on b5"),
    ("3k5/9/9/9/9/P8/P8/9/4K4/9 w", "two of Red's soldiers stand on file a"),
    ("3k5/9/9/p8/p8/9/9/9/4K4/9 w", "two of Black's soldiers stand on file a"),
    ("3k5/PPPPPP3/9/9/9/9/9/9/4K4/9 w", "Red has more than 5 soldiers"),
    ("3k5/RRR6/9/9/9/9/9/9/4K4/9 w", "Red has more than 2 chariots"),
    ("4k4/9/9/9/9/9/9/9/9/4K4 w", "the generals face each other"),
    ("3k5/9/9/9/9/9/9/9/4K4/3R5 w", "the side that is not to move stands in check"),
    ("3k5/9/9/9/9/9/9/9/4K4/３R5 w", "does not say the men"),
]


@pytest.mark.parametrize(("text", "reason"), BAD_FENS)
def test_a_bad_fen_is_refused_with_its_reasons(text: str, reason: str) -> None:
    with pytest.raises(RulesError, match=reason):
        XIANGQI.start(text)


@given(st.text(alphabet="rnbakcpRNBAKCPhe0123456789/ wb-", max_size=80))
def test_nothing_but_positions_is_read(text: str) -> None:
    try:
        position = XIANGQI.start(text)
    except RulesError:
        return
    assert XIANGQI.start(position.text) == position


@given(st.integers(0, len(ARRAY) - 1), st.sampled_from("KkAaBbNnRrCcPp19/ w-"))
def test_a_fen_with_one_wrong_letter_is_refused_or_whole(at: int, letter: str) -> None:
    text = ARRAY[:at] + letter + ARRAY[at + 1 :]
    try:
        board = XIANGQI.start(text).board
    except RulesError:
        return
    assert board.count("K") == board.count("k") == 1
    assert len(board) == 90


ENDINGS = [
    pytest.param("3k5/9/1R7/9/9/9/9/9/9/4K4 b", None, None, id="goes on"),
    pytest.param("R2k5/1R7/9/9/9/9/9/9/9/4K4 b", "1-0", Termination.CHECKMATE, id="Black is mate"),
    pytest.param("4k4/9/9/9/9/9/9/9/1r7/r2K5 w", "0-1", Termination.CHECKMATE, id="Red is mate"),
    pytest.param("5k3/9/5R3/4R4/9/9/9/9/9/4K4 b", "1-0", Termination.CHECKMATE, id="on the file"),
    pytest.param("3k5/9/3P5/9/9/9/9/9/9/4K4 b", "1-0", Termination.STALEMATE, id="no move loses"),
    pytest.param(
        "4k4/9/9/9/9/9/9/3p5/9/3K5 w", "0-1", Termination.STALEMATE, id="no move loses, Red"
    ),
]


@pytest.mark.law("XQ-2")
@pytest.mark.parametrize(("text", "result", "termination"), ENDINGS)
def test_endings(text: str, result: str | None, termination: Termination | None) -> None:
    for book in XIANGQI.rulebooks.values():
        end = XIANGQI.ending([XIANGQI.start(text)], book)
        assert (end and end.result, end and end.termination) == (result, termination)
        assert end is None or (end.law, end.winner) == (
            "XQ-2",
            {"1-0": "red", "0-1": "black"}[end.result],
        )


@pytest.mark.law("XQ-4.1")
def test_a_quiet_position_that_comes_back_is_announced_and_then_drawn() -> None:
    line = [XIANGQI.start()]
    for text in ["h0g2", "h9g7", "g2h0", "g7h9"] * 2:
        move = line[-1].by_text(text)
        assert move is not None
        line.append(line[-1].play(move))
    assert XIANGQI.ending(line[:5], CXA) is None
    assert [v.termination for v in XIANGQI.verdicts(line[:5], CXA)] == [Termination.REPETITION]
    end = XIANGQI.ending(line, CXA)
    assert end is not None
    assert (end.result, end.winner, end.termination) == ("1/2-1/2", None, Termination.REPETITION)


def test_a_move_that_is_not_legal_is_refused_and_changes_nothing() -> None:
    start = XIANGQI.start()
    move = start.moves()[0]
    after = start.play(move)
    with pytest.raises(RulesError, match=f"{move.text} is not a legal move"):
        after.play(move)
    assert after == start.play(move)


def test_what_stands_though_it_was_not_legal() -> None:
    start = XIANGQI.start()
    at = XIANGQI.index
    after = start.play_irregular(
        at["h2"], at["h9"], ()
    )  # the cannon takes over a screen, legally so
    assert after == start.play(next(m for m in start.moves() if m.text == "h2h9"))
    slid = start.play_irregular(at["a0"], at["b4"], [at["a3"]])
    assert slid.text.split(" ")[1:] == ["b", "-", "-", "0", "1"]
    assert (slid.piece_at(at["a0"]), slid.piece_at(at["a3"])) == (None, None)
    assert slid.piece_at(at["b4"]) == Piece(Side("red"), "R")
    passed = start.play_irregular(None, None, ())
    assert (passed.board, passed.red_to_move, passed.quiet_plies) == (start.board, False, 1)
    assert start.play_irregular(at["a0"], at["a0"], ()) == passed


@pytest.mark.parametrize(
    ("origin", "target", "removed", "reason"),
    [
        ("e5", "e6", [], "no man stands on e5"),
        ("a0", "a1", ["e5"], "no man stands on e5"),
        ("a0", None, [], "both a point"),
        ("a0", "a1", ["a0"], "both go and leave"),
        ("a0", "e0", [], "Red has no general"),
        ("d0", "d1", [], "advisor can never stand on d1"),
        (None, None, ["e9"], "Black has no general"),
    ],
)
def test_what_cannot_stand(
    origin: str | None, target: str | None, removed: list[str], reason: str
) -> None:
    start, at = XIANGQI.start(), XIANGQI.index
    with pytest.raises(RulesError, match=re.escape(reason)):
        start.play_irregular(
            None if origin is None else at[origin],
            None if target is None else at[target],
            [at[name] for name in removed],
        )


def test_no_move_takes_a_general_that_was_left_in_check() -> None:
    start = XIANGQI.start(fen_of({"f0": "K", "e9": "k", "d9": "a", "a9": "R"}, "b"))
    passed = start.play_irregular(None, None, [XIANGQI.index["d9"]])
    assert in_check(passed.board, False)
    assert not any(m.text == "a9e9" for m in passed.moves())
    assert passed.moves()
