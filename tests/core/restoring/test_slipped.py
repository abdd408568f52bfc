"""Three men of one side slip to the points beside them and are set right: no touch, no ply, and nothing that is remembered."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity, Move, Question, Touched
from rules.registry import game_by_name
from tests.core.policies import ASKED
from tests.core.rig import Rig

SLIPS = "{0}- {roll} {3}+ 20 {1}- {roll} {4}+ 20 {2}- {roll} {5}+ 800 {5}- 300 {2}+ 200 {4}- 300 {1}+ 600 {3}- 300 {0}+"
GAMES = [
    pytest.param("chess", "a2 b2 c2 b3 c3 d3", ("g1", "f3", "g1f3"), marks=pytest.mark.law("FIDE-7.4")),
    pytest.param("xiangqi", "a3 c3 e3 b3 d3 f3", ("h0", "g2", "h0g2"), marks=pytest.mark.law("XQ-5.8")),
    pytest.param("draughts-100", "31 32 33 26 27 28", ("35", "30", "35-30"), marks=pytest.mark.law("DR-7.5")),
]  # fmt: skip


@pytest.mark.parametrize("roll_ms", [60])
@pytest.mark.parametrize("rest_ms", [1500, 20000])
@pytest.mark.parametrize(("name", "men", "move"), GAMES)
def test_the_next_move_is_lawful_and_binds_nobody_before(
    name: str, men: str, move: tuple[str, str, str], roll_ms: int, rest_ms: int
) -> None:
    game, (origin, target, text) = game_by_name(name), move
    rig = Rig(game=game, rulebook=game.rulebook.name)
    script = SLIPS.format(*men.split(), roll=roll_ms)
    rig.hands(f"2000 {script} {rest_ms} {origin}- 300 {target}+")
    rig.wait(ASKED.within_ms)
    if rig.of(Question):  # the first may have been set down and taken back
        rig.wait(ASKED.within_ms)
        assert rig.command("arbiter", "answer", move=text)
    assert [made.move for made in rig.of(Move)] == [text]
    assert not rig.of(Irregularity)
    assert rig.of(Touched)[-1].points == [origin]
