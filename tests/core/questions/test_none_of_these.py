"""A question whose moves are not what was done has a way out: the men go back, and the record goes on."""

from __future__ import annotations

import pytest

from controller.core.messages import Answered, Question, Restore
from controller.shell.pump import Pump
from tests.core.boards import TWO_CAPTURES
from tests.core.rig import Rig, recovered
from tests.core.session.test_arbiter_correct import put, read_back

ASKED = "1000 e4- 800 e8- 300 e7+ 5000"


def test_a_question_of_before_a_new_start() -> None:
    """The men are being put back already."""
    rig = Rig(TWO_CAPTURES).hands(ASKED)
    rig.session = recovered(rig.settings, rig.said)
    rig._pump = Pump(rig.session, rig.at_ns)
    rig._frame()
    rig.hands("500")
    assert rig.command("arbiter", "answer", move="none")
    assert (rig.stage, rig.session.question) == ("restore", None)
    put(rig)
    assert (rig.stage, rig.line, len(rig.of(Question))) == ("play", [], 1)
    assert len(rig.of(Answered)) == 1


def test_nothing_else_is_an_answer() -> None:
    rig = Rig(TWO_CAPTURES).hands(ASKED)
    assert not rig.command("arbiter", "answer", move="None")
    assert rig.stage == "question"
    assert "none" in rig.refusals[-1]


@pytest.mark.parametrize("role", ["white", "black", "arbiter", "operator"])
def test_the_men_are_asked_back_and_play_goes_on(role: str) -> None:
    rig = Rig(TWO_CAPTURES).hands(ASKED)
    assert rig.command(role, "answer", move="none")
    assert (rig.stage, rig.line, rig.session.question) == ("restore", [], None)
    assert (rig.of(Answered)[-1].move, rig.of(Answered)[-1].by) == (None, role)
    asked = rig.of(Restore)[-1]
    assert asked.why == "question"
    assert "e4" in {s.point for s in asked.missing}
    put(rig)
    read_back(rig)
    rig.hands("e4- 300 d5- 300 d5+ 1500")
    assert (rig.stage, rig.line) == ("play", ["e4d5"])


def test_the_arbiter_enters_what_was_played() -> None:
    """The men stay where they are."""
    rig = Rig(TWO_CAPTURES).hands(ASKED)
    assert rig.command("arbiter", "answer", move="none")
    assert rig.command("arbiter", "correct", ply=1, moves=["e4d5", "e8e7"])
    if rig.stage == "restore":
        put(rig)
    assert (rig.stage, rig.line) == ("play", ["e4d5", "e8e7"])
    read_back(rig)
