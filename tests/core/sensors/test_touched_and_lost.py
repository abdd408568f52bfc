"""Who seems touched and never comes back may have been lost by his sensor: another man's move is no sure breach."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity
from rules.registry import game_by_name
from tests.core.fair import assert_told_by_people
from tests.core.rig import Rig

RUSSIAN = game_by_name("draughts-russian")
START = "B:Wa1,a3,b2,b4,c1,c3,e1,e3,f2,g1,g3,h2:Ba7,b6,b8,c7,d6,d8,e5,e7,f8,g7,h6,h8"


def doubts(line: str, answer: str = "") -> list[tuple[str, str | None]]:
    rig = Rig(START, game=RUSSIAN, rulebook=RUSSIAN.rulebook.name).hands(line)
    assert rig.questions == ([[answer]] if answer else []), rig.story()
    assert not answer or rig.command("arbiter", "answer", move=answer)
    assert rig.moves == ["e7-f6", "g3-h4", "d8-e7", "e3-f4"], rig.story()
    return [(found.law, found.doubt) for found in rig.of(Irregularity)]


@pytest.mark.law("DR-7.4.3")
@pytest.mark.parametrize("pause_ms", [500, 1000, 2500])
def test_who_never_comes_back_was_lost_and_not_touched(pause_ms: int) -> None:
    """Nobody holds a man while both sides play on."""
    line = f"1000 e7- 400 f6+ 500 c3- {pause_ms} g3- 400 h4+ 800 d8- 600 e7+ 600 e3- 300 f4+ 3000"
    rig = Rig(START, game=RUSSIAN, rulebook=RUSSIAN.rulebook.name).hands(line)
    assert rig.odd == [], rig.story()


@pytest.mark.law("DR-7.4.3")
@pytest.mark.parametrize("touched", ["c3- 700 c3+ 400 g3- 400 h4+"])
def test_who_was_put_back_has_been_touched(touched: str) -> None:
    line = f"1000 e7- 400 f6+ 500 {touched} 800 d8- 600 e7+ 600 e3- 300 f4+ 3000"
    assert doubts(line) == [("DR-7.4.3", None)]


@pytest.mark.law("DR-7.4.3")
@pytest.mark.parametrize("back", ["d8- 300 c3+ 300 e7+ 600", "d8- 600 e7+ 600 c3+ 300"])
def test_who_comes_back_only_as_the_opponent_answers_may_have_been_lost(back: str) -> None:
    line = f"1000 e7- 400 f6+ 500 c3- 700 g3- 400 h4+ 600 {back} e3- 300 f4+ 3000"
    rig = Rig(START, game=RUSSIAN, rulebook=RUSSIAN.rulebook.name).hands(line)
    assert_told_by_people(rig, ["e7-f6", "g3-h4", "d8-e7", "e3-f4"])
