"""Hands in a hurry and sensors that stutter: moments too short to mean anything, replies too soon."""

from __future__ import annotations

import pytest

from controller.core.messages import Obligation, Touched
from rules.registry import game_by_name
from tests.core.rig import played

XIANGQI = game_by_name("xiangqi")
RUSSIAN = game_by_name("draughts-russian")
PAWNS = "1r5r/2qkpp2/1p4p1/Ppp2N2/2P1P3/3P1P2/2R4P/2BQK2R w - - 3 24"
ROOKS = "2kr4/pR3p1p/p6B/2p5/2p1K3/qP4P1/6PP/2RQ4 b - - 1 22"


@pytest.mark.parametrize("rest_ms", [120, 280, 600])
@pytest.mark.parametrize("blink_ms", [15, 25, 35])
def test_a_captured_man_is_not_back_for_a_moment(rest_ms: int, blink_ms: int) -> None:
    """b6 shows a man while a5 passes over a6: no man has been set down and lifted again there."""
    hands = f"a5- 145 b6- 560 a6+ 5 b6+ {blink_ms} b6- {rest_ms} a6- 250 b6+"
    rig = played(hands, PAWNS)
    assert (rig.moves, rig.odd, rig.questions) == (["a5b6"], [], [])


@pytest.mark.law("FIDE-4.3.3")
@pytest.mark.parametrize("stood_ms", [45, 60, 71, 85, 98, 110, 200])
@pytest.mark.parametrize("reply_ms", [60, 160, 280])
def test_taking_at_once_what_has_just_landed_is_no_touch_of_the_mover(
    stood_ms: int, reply_ms: int
) -> None:
    """Black takes the rook away as it lands on d7 and lifts his own rook after that."""
    hands = f"f7- 200 f6+ 150 d1- 230 d7+ {stood_ms} d7- {reply_ms} d8- 150 d7+ 1300 h6- 160 g7+"
    rig = played(hands, ROOKS)
    assert (rig.moves, rig.odd) == (["f7f6", "d1d7", "d8d7", "h6g7"], [])
    assert all("d8" not in told.points for told in rig.of(Touched) if told.side == "white")


@pytest.mark.law("XQ-9.1.6")
@pytest.mark.parametrize("stood_ms", [45, 60, 85, 98])
def test_taking_at_once_is_no_foul_of_the_mover(stood_ms: int) -> None:
    hands = f"h0- 145 h5+ {stood_ms} h5- 280 h9- 135 h5+ 1300 d0- 200 e1+"
    start = "r1bakabr1/9/n3c4/p3p1p1p/2p6/9/P1P1P1P1P/N8/6C2/R1BAKABR1 w - - 0 11"
    rig = played(hands, start, game=XIANGQI, rulebook="xiangqi-cxa")
    assert (rig.moves, rig.odd) == (["h0h5", "h9h5", "d0e1"], [])


@pytest.mark.parametrize("bump_ms", [30, 34, 60])
@pytest.mark.parametrize("rest_ms", [200, 300])
def test_three_moves_are_not_made_in_one_moment(rest_ms: int, bump_ms: int) -> None:
    """The man passes over f4 and e5, where it jolts d6 and f6: Black has done nothing."""
    hands = f"e3-,f4+ 45 f4- 560 d6-,e5+,f4+ 45 f4- 30 d6+ {rest_ms} e5-,f6- {bump_ms} f6+ 235 f4+"
    rig = played(hands, "W:Wb2,e3,g3:Bd6,f6,f8,h6,h8", game=RUSSIAN, rulebook="draughts-russian")
    assert (rig.moves, rig.odd, rig.questions) == (["e3-f4"], [], [])


@pytest.mark.law("FIDE-4.3.1")
@pytest.mark.parametrize("gap_ms", [0, 5, 12])
@pytest.mark.parametrize(
    ("back", "odd"),
    [
        ("900 e2+ 300 d2+ 300 f2+", []),
        ("90 d2+ 300 e2+ 200 f2+", []),
        ("60 f2+ 800 e2+ 200 d2+", []),
        ("60 f2+ 4000 e2+ 200 d2+", []),
        ("50 d2+ 20 f2+ 1000 e2+", []),
    ],
)
def test_men_knocked_in_one_moment_are_not_touched(
    gap_ms: int, back: str, odd: list[tuple[str, str]]
) -> None:
    """However soon some of them stand again, and however long others lie."""
    rig = played(f"e2- {gap_ms} d2- {gap_ms} f2- {back} 2000")
    assert (rig.of(Touched), rig.of(Obligation), rig.moves) == ([], [], [])
    assert (rig.odd, rig.stage) == (odd, "play")


@pytest.mark.law("FIDE-4.3.1")
def test_a_man_whose_lift_jolts_one_neighbour_is_touched() -> None:
    rig = played("e2- 5 d2- 60 d2+ 500 e2+")
    assert "e2" in rig.of(Touched)[-1].points
    assert (rig.moves, rig.odd) == ([], [])


@pytest.mark.parametrize("ms", [5, 8, 10, 15])
def test_a_man_sliding_fast_knocks_nothing_over(ms: int) -> None:
    """The squares that it leaves one after the other are no men that are knocked over."""
    slide = f"d2- {ms} d3+ {ms} d3- {ms} d4+ {ms} d4- {ms} d5+"
    rig = played(f"d5- 180 {slide}", "r4rqk/p5pp/1p2bn2/1p1p1p1P/1P3P2/6PR/3RPKB1/2B3N1 w - - 0 23")
    assert (rig.moves, rig.odd) == (["d2d5"], [])


@pytest.mark.parametrize("stay_ms", [20, 43, 60, 85])
def test_a_captured_man_does_not_stand_again_while_its_point_is_crossed(stay_ms: int) -> None:
    """The knight rests on e6 and is drawn over f5 before it is set down there."""
    hands = f"g7- 370 f5- 80 e6+ 360 e6- 325 f5+ {stay_ms} f5- 210 f5+"
    rig = played(hands, "2k2b1R/1p1b2n1/2NP4/5Q2/8/P1P2p1N/1P2P1P1/2R1KB2 b - - 0 25")
    assert (rig.moves, rig.odd, rig.questions) == (["g7f5"], [], [])


@pytest.mark.parametrize("stood_ms", [65, 80, 95, 120])
@pytest.mark.parametrize("away_ms", [60, 110, 225])
@pytest.mark.parametrize("way", ["slid", "lifted"])
def test_taking_back_at_once_is_seen_though_nobody_rests(
    stood_ms: int, away_ms: int, way: str
) -> None:
    """The pawn is taken as it lands, and play goes on so fast that the board never settles."""
    taken = f"d5- {away_ms} d8-,d5+" if way == "slid" else f"d8- 40 d5- {away_ms} d5+"
    moves = ["b1c3", "g8f6", "g1f3", "b8c6", "f1e2"]
    quick = " ".join(f"{move[:2]}- 150 {move[2:]}+ 90" for move in moves)
    rig = played(
        f"e4- 100 d5- 280 d5+ {stood_ms} {taken} 150 {quick}",
        "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
    )
    line = ["e4d5", "d8d5", *moves]
    assert (rig.moves, rig.odd, rig.questions) == (line[: len(rig.moves)], [], [])
    assert len(rig.moves) >= len(line) - 1  # the last one is still to be answered


def test_a_man_jolted_at_the_landing_is_no_reply_however_long_he_is_off() -> None:
    """A cannon touches b7 on its way to b6; the soldier beside it is off for just as long as no bump is any more."""
    start = "rnbakabnr/9/9/p1p1p1pcp/9/9/P1P1P1P1P/1C5C1/4A4/1RB1KABNR w - - 1 3"
    hands = "b2- 245 b7+,a6- 50 b7- 85 a6+ 260 b6+ 2000"
    rig = played(hands, start, game=XIANGQI, rulebook=XIANGQI.rulebook.name)
    assert rig.moves == ["b2b6"]
