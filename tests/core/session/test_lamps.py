"""What the lamps show, by the labels that are printed on the board."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.core.inputs import LampKind
from controller.core.lamps import Scene, home_row, paint
from rules.registry import GAMES, game_by_name
from tests.core.clocks import clocked
from tests.core.rig import BLACK, CHESS, WHITE, Rig

FIRST, SECOND = "a1 b1 c1 d1 e1 f1 g1 h1", "a8 b8 c8 d8 e8 f8 g8 h8"


def lit(rig: Rig) -> dict[str, str]:
    """What each kind lights."""
    found: dict[str, list[str]] = {}
    for point, kind in sorted(rig.lamps.items()):
        found.setdefault(kind.value, []).append(rig.game.points[point])
    return {kind: " ".join(sorted(points)) for kind, points in found.items()}


def test_the_last_move() -> None:
    assert lit(Rig().hands("e2- 300 e4+ 1500")) == {"last-move": "e2 e4"}


def test_on_a_board_that_stands_turned_lamps_go_by_its_printed_labels() -> None:
    rig = Rig(orientation="turned").hands("d7- 300 d5+ 1500")
    assert rig.line == ["e2e4"]
    assert lit(rig) == {"last-move": "d5 d7"}
    assert rig.session.view().lamps == {"e2": "last-move", "e4": "last-move"}


def test_the_winners_home_row_is_lit_at_the_end() -> None:
    rig = Rig().hands("e2- 300 e4+ 1500")
    rig.command("black", "resign")
    assert lit(rig) == {"last-move": "e2 e4", "end": FIRST}
    turned = Rig(orientation="turned").hands("d7- 300 d5+ 1500")
    turned.command("black", "resign")
    assert lit(turned) == {"last-move": "d5 d7", "end": SECOND}


def test_both_home_rows_are_lit_after_a_draw() -> None:
    rig = Rig().hands("e2- 300 e4+ 1500")
    rig.command("white", "offer-draw")
    rig.command("black", "accept-draw")
    assert sorted(lit(rig)["end"].split()) == sorted(f"{FIRST} {SECOND}".split())


@pytest.mark.law("FIDE-6.8", "FIDE-6.9")
def test_a_fallen_flag_is_at_the_home_row_of_its_side() -> None:
    rig = clocked("0:10").hands("1000 e2- 300 e4+ 400 w! 11000")
    assert lit(rig) == {"last-move": "e2 e4", "end": FIRST, "flag": SECOND}


def test_an_observer_is_not_told_of_flags() -> None:
    rig = clocked("0:10", mode="observer").hands("15000")
    assert lit(rig) == {}


@pytest.mark.parametrize("name", GAMES)
def test_home_rows_are_the_two_edges_where_the_sides_sit(name: str) -> None:
    game = game_by_name(name)
    first, second = (home_row(game, side) for side in game.sides)
    assert not first & second
    assert first.bit_count() == second.bit_count() >= game.columns // 2
    points = [p for p in range(len(game.points)) if first >> p & 1]
    assert {game.place(p)[1] for p in points} == {0}
    assert sum(1 << game.turned(p) for p in points) == second


sets = st.integers(0, 2**64 - 1)
scenes = st.builds(
    Scene,
    flag=st.sampled_from([0, home_row(CHESS, WHITE), home_row(CHESS, BLACK)]),
    end=st.sampled_from([0, home_row(CHESS, WHITE), home_row(CHESS, BLACK)]),
    missing=sets,
    extra=sets,
    candidates=sets,
    dead=sets,
    waiting=sets,
    waiting_filled=sets,
    partner=st.none() | st.integers(0, 63),
    promotion=st.none() | st.integers(0, 63),
    crowning=st.lists(st.integers(0, 63)).map(tuple),
    must_move=st.lists(st.integers(0, 63)).map(tuple),
    must_capture=st.lists(st.integers(0, 63)).map(tuple),
)


@given(scenes)
def test_the_more_urgent_scene_wins_a_point(scene: Scene) -> None:
    """The order of `LampKind` says which; the picture never shows less than was asked for."""
    shown = paint(scene)
    asked = {
        LampKind.FLAG: scene.flag,
        LampKind.END: scene.end,
        LampKind.MISSING: scene.missing,
        LampKind.EXTRA: scene.extra,
        LampKind.QUESTION: scene.candidates,
        LampKind.DEAD: scene.dead,
    }
    order = list(LampKind)
    for kind, points in asked.items():
        for point in range(64):
            if points >> point & 1:
                assert order.index(shown[point]) >= order.index(kind)
