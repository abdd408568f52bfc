"""The board cleared man by man in the middle of a game, and put back: nobody has touched a man in order to move him."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity, Penalty
from rules.registry import game_by_name
from rules.terms import points_of
from tests.core.rig import Rig

CALM = pytest.param(
    900,
    marks=pytest.mark.xfail(
        strict=True, reason="pieces that are cleared away one by one, calmly, look like touches"
    ),
)
MOVES = {"chess": ("e2- 400 e4+", "g8- 400 f6+"), "xiangqi": ("h2- 400 e2+", "h9- 400 g7+")}


@pytest.mark.law("FIDE-7.4", "FIDE-4.3.1", "XQ-5.8", "XQ-5.1", "XQ-9.1.6")
@pytest.mark.parametrize("name", MOVES)
@pytest.mark.parametrize("first_ms", [90])
@pytest.mark.parametrize("pause_ms", [90, CALM])
def test_who_left_first_binds_nobody(name: str, first_ms: int, pause_ms: int) -> None:
    game = game_by_name(name)
    rig = Rig(game=game, rulebook={"chess": "chess-fide-2023", "xiangqi": "xiangqi-cxa"}[name])
    first, reply = MOVES[name]
    rig.hands(f"1000 {first} 2000")
    men = [rig.game.points[point] for point in points_of(rig.session.line.position.occupied)]
    rig.hands(f"{men[-1]}- {first_ms}")
    for man in men[:-1]:
        rig.hands(f"{man}- {pause_ms}")
    for man in men:
        rig.hands(f"400 {man}+")
    rig.hands(f"4000 {reply} 3000")
    assert rig.line == [move.replace("- 400 ", "").rstrip("+") for move in MOVES[name]], rig.story()
    assert {found.kind for found in rig.of(Irregularity)} <= {"displaced"}
    assert rig.of(Penalty) == []
    assert rig.session.breach is None


def test_no_sensor_has_lost_the_men_who_were_cleared_and_set_up_again() -> None:
    rig = Rig().hands("1000")
    for move in ("e2- 400 e4+", "e7- 400 e5+", "g1- 400 f3+"):
        men = [rig.game.points[point] for point in points_of(rig.session.line.position.occupied)]
        for man in men:
            rig.hands(f"{man}- 90")
        for man in men:
            rig.hands(f"110 {man}+")
        rig.hands(f"3000 {move} 2000")
        assert rig.session.health.told(rig.at_ns) == []
    assert rig.line == ["e2e4", "e7e5", "g1f3"], rig.story()
