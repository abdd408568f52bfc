"""Who takes a move back and makes another accepts nothing himself: only the opponent does (DR-7.4.4, DR-7.7)."""

from __future__ import annotations

import pytest

from controller.core.messages import Correction, Irregularity, Move
from rules.draughts import DRAUGHTS_100
from tests.core.rig import Rig

pytestmark = pytest.mark.law("DR-7.4.4", "DR-7.7")

AGAIN = {
    "another man": ("28- 350 32+ 600 33- 350 29+", "33-29", ["DR-7.4.3"]),
    "another man, later": ("28- 350 32+ 2500 33- 350 29+", "33-29", ["DR-7.4.3"]),
}
again = pytest.mark.parametrize("name", AGAIN)


def taken_back(hands: str, press: str = "") -> Rig:
    control = "60:00" if press else None
    rig = Rig(game=DRAUGHTS_100, rulebook="draughts-100", time_control=control)
    return rig.hands(f"1000 32- 350 28+ {press} 1500 {hands} {press} 6000")


@again
@pytest.mark.parametrize("press", ["", "300 w!"])
def test_nothing_is_accepted_while_the_opponent_has_done_nothing(name: str, press: str) -> None:
    rig = taken_back(AGAIN[name][0], press).hands("30000")
    assert rig.line == ["32-28"]
    assert rig.of(Correction) == []
    if rig.stage == "restore":  # nobody is accused, and the pieces are asked back
        assert rig.odd == []
        return
    assert ([law for law, _ in rig.odd], rig.stage) == (["DR-7.4.4"], "choice")
    assert rig.of(Irregularity)[-1].side == "white"


@again
def test_the_opponent_plays_on_and_accepts(name: str) -> None:
    hands, move, breaches = AGAIN[name]
    rig = taken_back(hands)
    rig.hands("20- 400 24+ 3000")
    assert rig.line == [move, "20-24"], rig.story()
    assert [law for law, _ in rig.odd][:1] == ["DR-7.4.4"]
    assert {law for law, _ in rig.odd[1:]} <= {*breaches}
    assert (rig.stage, [m.legal for m in rig.of(Move)]) == ("play", [True, True, True])
    assert rig.session.line.position.occupied == rig.session.standing


@pytest.mark.xfail(
    strict=True, reason="a move taken back, another one and a reply within two seconds are too dear"
)
@pytest.mark.parametrize(("other", "move"), [("31- 350 27+", "31-27"), ("34- 300 29+", "34-29")])
@pytest.mark.parametrize("pause_ms", [300])
@pytest.mark.parametrize("reply_ms", [400])
def test_the_opponent_replies_before_anything_is_named(
    other: str, move: str, pause_ms: int, reply_ms: int
) -> None:
    rig = taken_back(f"28- 350 32+ {pause_ms} {other} {reply_ms} 17- 300 21+ 2500 32- 300 28+")
    assert rig.line == [move, "17-21", "32-28"], rig.story()
    assert [law for law, _ in rig.odd] == ["DR-7.4.4", "DR-7.4.3"]
    assert rig.stage == "play"


@again
def test_the_opponent_accepts_by_word(name: str) -> None:
    hands, move, _ = AGAIN[name]
    rig = taken_back(hands)
    assert not rig.command("white", "accept-irregularity")
    assert rig.command("black", "accept-irregularity")
    assert (rig.line, rig.stage) == ([move], "play")
    rig.hands("20- 400 24+ 3000")
    assert rig.line == [move, "20-24"], rig.story()


@again
def test_the_opponent_has_it_put_right(name: str) -> None:
    rig = taken_back(AGAIN[name][0])
    assert rig.command("black", "demand-correction")
    back = "27- 300 28+" if name == "the same man" else "29- 300 33+ 300 32- 300 28+"
    rig.hands(f"{back} 2000 20- 400 24+ 3000")
    assert (rig.line, rig.stage) == (["32-28", "20-24"], "play"), rig.story()


@pytest.mark.xfail(
    strict=True, reason="who takes back a second move too is taken for the opponent who replies"
)
@pytest.mark.parametrize("name", ["another man"])
def test_the_offender_puts_it_right_himself(name: str) -> None:
    rig = taken_back(AGAIN[name][0])
    back = "27- 300 28+" if name == "the same man" else "29- 300 33+ 300 32- 300 28+"
    rig.hands(f"{back} 2000 20- 400 24+ 3000")
    assert (rig.line, rig.stage) == (["32-28", "20-24"], "play"), rig.story()


AFTERWARDS = {"the man in question": "32- 350 27+", "another man": "33- 350 29+"}


@pytest.mark.parametrize("name", AFTERWARDS)
@pytest.mark.parametrize("press", ["", "300 w!"])
@pytest.mark.parametrize("pause_ms", [400, 1500, 8000])
def test_once_it_is_agreed_nobody_is_bound(name: str, press: str, pause_ms: int) -> None:
    rig = taken_back("28- 400 32+", press)
    assert rig.command("black", "accept-irregularity"), rig.story()
    rig.hands(f"{pause_ms} {AFTERWARDS[name]} {press} 3000 20- 400 24+ 3000")
    assert rig.line == [AFTERWARDS[name].replace("- 350 ", "-").rstrip("+"), "20-24"], rig.story()
    assert [law for law, _ in rig.odd] == ["DR-7.4.4"]
