"""Men are lost off the board, and whoever is on move moves another man: they are missing, and his move is none of that."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity
from rules.registry import game_by_name
from tests.core.policies import NAMED
from tests.core.rig import Rig

CASES = [
    (
        "chess", ["h7", "g7"], ["e2- 300 e4+", "b8- 300 c6+"], ["e2e4", "b8c6"],
    ),
    (
        "chess", ["a2", "h7"], ["g1- 300 f3+", "d7- 300 d5+"], ["g1f3", "d7d5"],
    ),
    (
        "chess", ["a2", "b2", "h8"], ["e2- 300 e4+", "b8- 300 c6+"], ["e2e4", "b8c6"],
    ),
    (
        "xiangqi", ["i6", "g6"], ["b2- 300 e2+", "b9- 300 c7+"], ["b2e2", "b9c7"],
    ),
    (
        "draughts-100", ["5", "48"], ["32- 300 28+", "19- 300 23+", "28- 200 19+ 200 23-"],
        ["32-28", "19-23", "28x19"],
    ),
]  # fmt: skip


def board(game: str, **options: object) -> Rig:
    found = game_by_name(game)
    return Rig(game=found, rulebook=found.rulebook.name, **options)  # type: ignore[arg-type]


def only_missing(rig: Rig, lost: list[str]) -> None:
    """Nothing is said against anybody, but that these pieces are missing."""
    for found in rig.of(Irregularity):
        assert (found.kind, set(found.points) - set(lost)) == ("displaced", set()), rig.story()
        assert found.observed.origin is None


@pytest.mark.law("FIDE-7.4", "XQ-5.8", "DR-7.5")
@pytest.mark.parametrize(
    ("case", "plies"),
    [
        *((case, plies) for case in CASES[1:-1] for plies in (1, 3)),
        (CASES[0], 1),
        (CASES[0], 3),
    ],
)
def test_only_those_that_are_lost_are_named_and_the_moves_count(
    case: tuple[str, list[str], list[str], list[str]], plies: int
) -> None:
    game, lost, hands, moves = case
    rig = board(game).hands("1000 " + " 800 ".join(f"{point}-" for point in lost))
    rig.hands("300 " + " 700 ".join(hands[:plies]) + f" {NAMED.within_ms}")
    only_missing(rig, lost)
    rig.hands(" 300 ".join(f"{point}+" for point in lost) + f" {NAMED.within_ms}")
    only_missing(rig, lost)
    assert (rig.line, rig.stage) == (moves[:plies], "play"), rig.story()


@pytest.mark.law("DR-7.5")
def test_moves_of_draughts_count_too() -> None:
    test_only_those_that_are_lost_are_named_and_the_moves_count(CASES[-1], 3)


@pytest.mark.law("DR-7.5")
def test_one_move_of_draughts_counts_too() -> None:
    rig = board("draughts-100").hands("1000 5- 800 48- 300 32- 300 28+ 6000 5+ 300 48+ 6000")
    assert (rig.line, rig.stage) == (["32-28"], "play"), rig.story()


@pytest.mark.law("FIDE-7.4", "FIDE-4.7")
@pytest.mark.parametrize("lost", [["h7", "g7"], ["a2", "b2"], ["a2", "h7", "b8"]])
@pytest.mark.parametrize("pressed", [250, 1000])
def test_the_press_upon_a_move_beside_them_is_none_upon_a_man_in_the_hand(
    lost: list[str], pressed: int
) -> None:
    rig = board("chess", time_control="5:00").hands("1000 ")
    rig.hands(" 800 ".join(f"{point}-" for point in lost) + f" 300 e2- 300 e4+ {pressed} w! 2500")
    rig.hands(" 300 ".join(f"{point}+" for point in lost) + " 1500 e7- 300 e5+ 500 b! 1500")
    assert rig.line == ["e2e4", "e7e5"], rig.story()
    only_missing(rig, lost)


@pytest.mark.law("FIDE-7.4")
@pytest.mark.parametrize("back", ["h7+ 1500 b8- 300 c6+", "b8- 300 c6+ 1500 h7+"])
def test_a_move_made_while_a_man_is_asked_back_counts(back: str) -> None:
    rig = board("chess").hands(
        f"1000 h7- {NAMED.within_ms} e2- 300 e4+ 1500 {back} {2 * NAMED.within_ms}"
    )
    assert rig.odd == [("FIDE-7.4", "displaced")], rig.story()
    assert (rig.line, rig.stage) == (["e2e4", "b8c6"], "play"), rig.story()


@pytest.mark.law("FIDE-7.4")
def test_nor_does_one_that_is_taken_back() -> None:
    rig = board("chess").hands(
        f"1000 h7- {NAMED.within_ms} e2- 300 e4+ 1500 e4- 300 e2+ 300 h7+ 1500"
    )
    rig.hands("d2- 300 d3+ 1500")
    assert (rig.line, len(rig.odd)) == (["d2d3"], 1), rig.story()


@pytest.mark.law("XQ-5.8")
@pytest.mark.xfail(strict=True, reason="a piece that lies otherwise hides which ply was its own")
@pytest.mark.parametrize("held", [400])
def test_a_man_who_may_have_captured_is_not_only_lost(held: int) -> None:
    """f3g3, the reply by a man whose old point feels him still, and a9b9: the sensor of a9 had lost its man before."""
    game = game_by_name("xiangqi")
    start = "r1Rak1b2/4a4/9/p1pcp3p/P5p2/9/2P1PrP1P/B3B4/3CA4/4KA1NR b - - 4 12"
    rig = Rig(start, game=game, rulebook=game.rulebook.name)
    rig.hands(f"1000 a9- 2750 g3- {held} f3- 5 g3+ 1250 a6- 580 a6+ 2800 b9+ 4000")
    assert [set(named.points) for named in rig.of(Irregularity)] != [{"f3"}], rig.story()
    rig.hands("b9- 300 f3+ 4000")
    assert "a9b9" not in rig.line, rig.story()


TAKES = "4k3/5ppp/8/3p4/8/4N3/PPP5/4K3 w - - 0 1"
"""The knight takes d5."""


@pytest.mark.law("FIDE-7.4", "CH-8.2")
@pytest.mark.parametrize(
    "lost", [["h7", "g7"], ["a2", "h7"], ["a2", "g7", "h7"], ["a2", "b2", "h7"]]
)
@pytest.mark.parametrize("apart", [20, 700])
@pytest.mark.parametrize("clock", [None, "5:00"])
def test_a_capture_beside_them_counts(lost: list[str], apart: int, clock: str | None) -> None:
    rig = board("chess", start=TAKES, time_control=clock)
    rig.hands("1000 " + f" {apart} ".join(f"{point}-" for point in lost))
    rig.hands(f"600 e3- 300 d5- 160 d5+ {'300 w!' if clock else ''} {NAMED.within_ms}")
    only_missing(rig, lost)
    rig.hands(" 300 ".join(f"{point}+" for point in lost) + " 1500")
    assert (rig.line, rig.stage) == (["e3d5"], "play"), rig.story()


@pytest.mark.law("FIDE-7.4")
def test_a_capture_made_while_they_are_asked_back_counts() -> None:
    rig = board("chess", start=TAKES).hands(
        f"1000 h7- 20 g7- {NAMED.within_ms} e3- 300 d5- 300 d5+ 1500"
    )
    rig.hands("h7+ 300 g7+ 1500 e8- 300 d8+ 1500")
    assert (rig.line, len(rig.odd)) == (["e3d5", "e8d8"], 1), rig.story()


DRAUGHTS = [("draughts-100", "48", "5"), ("draughts-100", "5", "4"), ("draughts-100", "48", "49")]


@pytest.mark.law("DR-7.5", "DR-7.4.7", "DR-7.4.14")
@pytest.mark.parametrize(("game", "first", "second"), DRAUGHTS)
@pytest.mark.parametrize("apart", [20, 160])
@pytest.mark.parametrize("pressed", [130, 900])
def test_at_draughts_he_is_not_said_to_have_lifted_the_man_whom_he_moves(
    game: str, first: str, second: str, apart: int, pressed: int
) -> None:
    rig = board(game, time_control="5:00")
    rig.hands(f"1000 {first}- {apart} {second}- 600 34- 300 29+ {pressed} w! 5000")
    only_missing(rig, [first, second])
    rig.hands(f"{first}+ 300 {second}+ 1500 20- 300 25+ 300 b! 1500")
    assert (rig.line, rig.stage) == (["34-29", "20-25"], "play"), rig.story()


@pytest.mark.law("DR-7.4.7", "DR-7.5")
@pytest.mark.parametrize(("game", "first", "second"), DRAUGHTS)
@pytest.mark.parametrize("press", ["", "300 w!"])
def test_at_draughts_a_move_made_once_they_are_missed_counts(
    game: str, first: str, second: str, press: str
) -> None:
    rig = board(game, time_control="5:00" if press else None)
    rig.hands(f"1000 {first}- 20 {second}- 6000 34- 300 29+ {press} 3000")
    rig.hands(f"{first}+ 300 {second}+ {NAMED.within_ms}")
    only_missing(rig, [first, second])
    assert (rig.line, rig.stage) == (["34-29"], "play"), rig.story()
