"""A clock pressed just before the captured man is off: once he is off, nobody says that he was left on."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity, Question
from controller.core.settings import Settings
from rules.registry import game_by_name
from tests.core.rig import Rig

RUSSIAN = game_by_name("draughts-russian")
REPLY = "400 e5- 140 c3+ 120 d4- 230 b! 2500"


def rig_of(start: str, scan_hz: float = 200) -> Rig:
    book = RUSSIAN.rulebooks["draughts-russian"]
    return Rig(
        settings=Settings(
            game=RUSSIAN, rulebook=book, start=start, time_control="60:00", scan_hz=scan_hz
        )
    )


@pytest.mark.law("DR-6.4", "DR-7.4.11")
@pytest.mark.parametrize("scan_hz", [200, 50, 25])
@pytest.mark.parametrize("off_ms", [40, 60, 75, 90])
@pytest.mark.parametrize("pressed", ["w! 20 d4+", "w!,d4+", "d4+ 20 w!"])
def test_he_was_taken_with_the_capture(pressed: str, off_ms: int, scan_hz: float) -> None:
    rig = rig_of("W:Wf2,a1:Be3,e5,f6,g7", scan_hz)
    rig.hands(f"2000 f2- 200 {pressed.replace(',', ' ')} {off_ms} e3- {REPLY}")
    assert (rig.line, rig.of(Question)) == (["f2:d4", "e5:c3"], []), rig.story()
    assert rig.moves == rig.line  # nothing else was given out meanwhile
    assert rig.session.health.suspects(rig.at_ns) == {}


@pytest.mark.law("DR-7.4.11")
def test_who_stands_as_it_is_named_is_left_on() -> None:
    rig = rig_of("W:Wf2,a1:Be3,e5,f6,g7").hands("2000 f2- 200 d4+ 300 w! 2500")
    assert [i.law for i in rig.of(Irregularity)] == ["DR-7.4.11"]
    assert rig.moves == []
