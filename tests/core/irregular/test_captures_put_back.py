"""A capture against the law that its player notices late: his own man is put back first, the other's a while after."""

from __future__ import annotations

import pytest

from controller.core.messages import Answered, Irregularity
from controller.core.sensing.marks import Sensor
from rules.registry import game_by_name
from tests.core.policies import NAMED
from tests.core.rig import Rig
from tests.core.sensed import TELLING, SensedRig

ILLEGAL = [
    ("chess", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "g1", "g7", "d2- 300 d4=P",
     "d2d4", "FIDE-7.5.1"),
    ("xiangqi", "4k4/9/9/9/4p4/4P4/9/9/9/4KA3 w - - 0 1", "f0", "e5", "e4- 300 e5- 300 e5=P", "e4e5", "XQ-4.1.6"),
]  # fmt: skip
OUT_OF_TURN = [
    ("chess", "4k3/8/2n5/8/3N4/8/4P3/4K3 b - - 0 1", "d4", "c6", "e8- 300 e7+", "e8e7"),
    ("xiangqi", "4k4/9/9/r8/4p4/9/R8/9/9/4K4 b - - 0 1", "a3", "a6", "e9- 300 e8+", "e9e8"),
]
FOULS = ("XQ-9.1.5", "XQ-9.1.6")


def board(game: str, start: str, control: str | None = None) -> Rig:
    found = game_by_name(game)
    return Rig(start, game=found, rulebook=found.rulebook.name, time_control=control)


def taken_and_given_back(
    case: tuple[str, ...], sensor: Sensor, stood_ms: int, late_ms: int
) -> SensedRig:
    """A capture against the law stands for so long; then first its own piece is put back, and the other's so much later."""
    name, start, own, other, *_ = case
    game = game_by_name(name)
    rig = SensedRig(sensor, start, game=game, rulebook=game.rulebook.name)
    captor, victim = (
        rig.session.line.position.piece_at(game.index[point]) for point in (own, other)
    )
    assert captor is not None
    assert victim is not None
    there, back = f"{other}={captor.letter}", f"{own}={captor.letter}"
    rig.hands(f"1000 {own}- 400 {other}- 220 {there} {stood_ms} {other}- 300 {back}")
    rig.hands(f"{late_ms} {other}={victim.letter} 1500")
    return rig


@pytest.mark.law("FIDE-7.5.1", "XQ-4.1.6")
@pytest.mark.parametrize("late_ms", [1500, 4000])
@pytest.mark.parametrize("sensor", TELLING)
@pytest.mark.parametrize("case", ILLEGAL, ids=lambda case: case[0])
def test_who_has_captured_is_named_and_not_the_other(
    case: tuple[str, ...], sensor: Sensor, late_ms: int
) -> None:
    _, _, own, other, then, move, law = case
    rig = taken_and_given_back(case, sensor, NAMED.within_ms, late_ms)
    found = [each for each in rig.of(Irregularity) if each.law not in FOULS]
    assert [(each.law, each.side) for each in found] == [(law, rig.game.sides[0])], rig.story()
    assert (found[0].observed.origin, found[0].observed.to) == (own, other)
    rig.hands(f"{then} 2000")
    assert (rig.line, rig.stage) == ([move], "play"), rig.story()


@pytest.mark.law("FIDE-7.5.1", "XQ-4.1.6")
@pytest.mark.parametrize("stood_ms", [2100, NAMED.within_ms])
@pytest.mark.parametrize("late_ms", [1500, 4000])
@pytest.mark.parametrize("case", ILLEGAL, ids=lambda case: case[0])
def test_nor_is_the_other_where_it_may_have_been_held_beside_a_piece_that_was_jolted(
    case: tuple[str, ...], late_ms: int, stood_ms: int
) -> None:
    """On presence the piece may be in the hand all the time: the pieces are asked back at most."""
    *_, then, move, _ = case
    rig = taken_and_given_back(case, Sensor.PRESENCE, stood_ms, late_ms)
    assert {side for _, side in rig.accused} <= {rig.game.sides[0]}, rig.story()
    rig.hands(f"{then} 2000")
    assert (rig.line, rig.stage) == ([move], "play"), rig.story()


@pytest.mark.law("CH-3.1", "XQ-5.8")
@pytest.mark.xfail(
    strict=True,
    reason="on presence a capture out of turn that is undone looks like touches of the opponent",
)
@pytest.mark.parametrize("control", [None])
@pytest.mark.parametrize("late", [1200])
@pytest.mark.parametrize("case", OUT_OF_TURN, ids=lambda case: case[0])
def test_what_looks_like_the_others_capture_is_not_given_out(
    case: tuple[str, ...], late: int, control: str | None
) -> None:
    """It was not his turn, and the man whom he took could have taken his."""
    game, start, own, other, then, move = case
    rig = board(game, start, control)
    rig.hands(
        f"1000 {own}- 400 {other}- 300 {other}+ 2000 {other}- 350 {own}+ {late} {other}+ 1500"
    )
    assert rig.line == [], rig.story()
    assert [told.move for told in rig.of(Answered)] in ([], [None])
    rig.hands(f"{then} 2000")
    assert (rig.line, rig.odd, rig.stage) == ([move], [], "play"), rig.story()
