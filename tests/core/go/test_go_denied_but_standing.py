"""A stone on a bad contact that people deny: it may stand in reply to one that nobody felt, and what follows is asked about."""

from __future__ import annotations

import pytest

from rules.go.game import game_of
from tests.core.policies import ASKED
from tests.core.rig import Rig

NINE = game_of({"size": 9})
CHATTER = " 300 h8- 20 h8+" * 8


def denied(first: str, played: str) -> Rig:
    """h8 is set down, and its contact chatters; two plies follow, and people say that h8 was not the next play."""
    rig = Rig(None, game=NINE, rulebook="go-china").hands(
        f"1000 {first} h8+{CHATTER} {ASKED.within_ms}"
    )
    assert rig.questions == [["h8"]], rig.story()
    rig.hands(f"{played} 1500")
    assert rig.command("arbiter", "answer", move="none")
    rig.wait(1500)
    return rig


FIRST = ["c3+ 2000 g7+ 2000"]


@pytest.mark.parametrize("first", FIRST)
@pytest.mark.parametrize("pause", [500, 2500])
def test_what_was_played_behind_it_is_asked_about(first: str, pause: int) -> None:
    """A stone set down at a dead point before h8 makes e7 and g4 two plies later than they seem."""
    rig = denied(first, f"e7+ {pause} g4+")
    assert len(rig.line) == first.count("+"), rig.story()
    assert rig.questions[1:] == [["e7", "g4"]], rig.story()


@pytest.mark.parametrize("first", FIRST)
def test_people_say_that_it_was_so_played(first: str) -> None:
    rig = denied(first, "e7+ 900 g4+")
    while rig.stage == "question":
        text = ["e7", "g4"][len(rig.line) - first.count("+")]
        assert text in rig.questions[-1], rig.story()
        assert rig.command("arbiter", "answer", move=text)
        rig.wait(1500)
    assert (rig.line[first.count("+") :], rig.odd, rig.stage) == (["e7", "g4"], [], "play")


@pytest.mark.parametrize("first", FIRST)
def test_what_is_played_after_the_answer_is_not(first: str) -> None:
    rig = Rig(None, game=NINE, rulebook="go-china").hands(
        f"1000 {first} h8+{CHATTER} {ASKED.within_ms}"
    )
    assert rig.command("arbiter", "answer", move="none")
    rig.hands("1500 e7+ 2000 g4+ 2000")
    assert (rig.line[first.count("+") :], len(rig.questions)) == (["e7", "g4"], 1), rig.story()
