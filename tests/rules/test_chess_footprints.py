"""Footprints: what hands do in a move agrees with what the move does to the board."""

from itertools import combinations

import chess
import pytest
from hypothesis import given

from rules.chess import CHESS, ChessPosition
from rules.footprint import Act, Step
from rules.position import Move
from tests.rules.chess_lines import lines, positions


def move(fen: str, text: str) -> Move:
    found = CHESS.start(fen).by_text(text)
    assert found is not None
    return found


def acts(steps: tuple[Step, ...]) -> str:
    return " ".join(f"{s.act.value[0]}{CHESS.points[s.point]}" for s in steps)


@given(positions)
def test_occupancy_after_is_before_minus_empties_plus_fills(position: ChessPosition) -> None:
    for m in position.moves():
        foot = m.footprint
        after = position.play(m)
        assert after.occupied == (position.occupied & ~foot.empties) | foot.fills
        assert foot.lifts & ~position.occupied == 0
        assert foot.exchanges & ~(position.occupied & after.occupied) == 0


@given(positions)
def test_steps_name_the_men_that_stand_there(position: ChessPosition) -> None:
    for m in position.moves():
        after = position.play(m)
        for step in m.footprint.steps:
            if step.act is Act.LIFT:
                assert position.piece_at(step.point) == step.man
            elif not m.choice:
                assert after.piece_at(step.point) == step.man
            else:  # the pawn lands; the chosen man stands there afterwards
                landed = after.piece_at(step.point)
                assert step.man == m.mover
                assert landed is not None
                assert landed.letter.lower() == m.choice
        assert m.mover == position.piece_at(m.origin or 0)
        assert m.side == position.side_to_move


@given(positions)
def test_every_order_keeps_what_physics_and_law_ask(position: ChessPosition) -> None:
    for m in position.moves():
        foot = m.footprint
        for lawful, before in ((False, foot.physical), (True, foot.physical + foot.lawful)):
            orders = list(foot.orders(lawful=lawful))
            assert len(set(orders)) == len(orders) > 0
            for order in orders:
                assert sorted(order, key=foot.steps.index) == list(foot.steps)
                for first, second in before:
                    assert order.index(foot.steps[first]) < order.index(foot.steps[second])


@given(positions)
def test_no_order_puts_a_man_on_an_occupied_square(position: ChessPosition) -> None:
    for m in position.moves():
        for order in m.footprint.orders(lawful=False):
            occupied = position.occupied
            for step in order:
                bit = 1 << step.point
                assert bool(occupied & bit) is (step.act is Act.LIFT)
                occupied ^= bit


@given(positions)
def test_only_promotions_of_one_pawn_share_a_footprint(position: ChessPosition) -> None:
    for a, b in combinations(position.moves(), 2):
        same_pawn_move = (a.origin, a.target) == (b.origin, b.target)
        assert (a.footprint == b.footprint) is same_pawn_move
        if same_pawn_move:
            assert {a.choice, b.choice} <= set("qrbn")
            assert a.choice != b.choice


@given(lines)
def test_moves_are_those_of_python_chess(line: list[ChessPosition]) -> None:
    for position in line:
        expected = sorted(m.uci() for m in chess.Board(position.text).legal_moves)
        assert [m.text for m in position.moves()] == expected
        assert position.moves() is position.moves()


@pytest.mark.parametrize(
    ("fen", "text", "steps", "physical", "lawful"),
    [
        pytest.param(chess.STARTING_FEN, "e2e4", "le2 pe4", 1, 1, id="quiet"),
        pytest.param(
            "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "le4 ld5 pd5", 2, 2, id="capture",
            marks=[pytest.mark.law("CH-4.3")],
        ),
        pytest.param(
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "le5 pd6 ld5", 3, 3, id="en passant",
            marks=[pytest.mark.law("CH-5.6.3")],
        ),
        pytest.param(
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "le1 pg1 lh1 pf1", 6, 3, id="castling short",
            marks=[pytest.mark.law("CH-5.1.2", "CH-5.1.3", "FIDE-4.4.2")],
        ),
        pytest.param(
            "r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "e8c8", "le8 pc8 la8 pd8", 6, 3, id="castling long",
            marks=[pytest.mark.law("CH-5.1.2")],
        ),
        pytest.param(
            "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", "la7 pa8", 1, 1, id="promotion",
            marks=[pytest.mark.law("CH-5.6.4", "FIDE-4.6")],
        ),
        pytest.param(
            "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", "la7 lb8 pb8", 2, 2, id="promotion by capture",
            marks=[pytest.mark.law("CH-5.6.4")],
        ),
    ],
)  # fmt: skip
def test_kinds_of_moves(fen: str, text: str, steps: str, physical: int, lawful: int) -> None:
    foot = move(fen, text).footprint
    assert acts(foot.steps) == steps
    assert len(list(foot.orders(lawful=False))) == physical
    assert len(list(foot.orders())) == lawful


def test_castling_is_a_move_of_the_king_that_carries_the_rook() -> None:
    castling = move("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1")
    assert castling.mover is not None
    assert castling.mover.letter == "K"
    assert castling.partner == chess.A1
    assert castling.path == (chess.E1, chess.C1)
    assert castling.captured == ()


def test_the_promotion_square_may_be_used_in_passing() -> None:
    choices = {
        m.choice: m for m in CHESS.start("8/P3k3/8/8/8/8/8/4K3 w - - 0 1").moves() if m.choice
    }
    assert set(choices) == set("qrbn")
    assert all(m.footprint.resting == 1 << chess.A8 for m in choices.values())
