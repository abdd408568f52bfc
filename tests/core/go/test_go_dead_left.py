"""A captured stone that was forgotten is asked off (GO-18.dead): what is played meanwhile counts, and nobody has taken back."""

from __future__ import annotations

import pytest

from tests.core.go.test_go_tracking import NINE, position
from tests.core.rig import Rig

SNAPBACK = position("d4 e4 f5 g4 f3", "c4 d5 e5 d3 e3", "white")
"""White f4 takes d4 and e4; Black e4 takes f4 back."""
TWO_CORNERS = position("a2 b2 j8", "a1 b1 j9 e5 e6", "black")
"""Black c1 takes a1 and b1, and h9 takes j9."""


def left(rig: Rig) -> list[tuple[str, str]]:
    """What was named, but for what the press of the clock was told."""
    return [(law, kind) for law, kind in rig.odd if law != "GO-17.clock"]


@pytest.mark.law("GO-18.dead", "GO-17.release", "GO-17.two")
@pytest.mark.parametrize("rulebook", ["go-china", "go-china-club"])
@pytest.mark.parametrize("pressed", [False, True])
@pytest.mark.parametrize("off_ms", [600, 2500])
def test_a_snapback_over_a_forgotten_stone_is_no_take_back(
    rulebook: str, off_ms: int, *, pressed: bool
) -> None:
    """The board looks as before both plays only because the forgotten stone stands."""
    press = ("w! ", "b! ") if pressed else ("", "")
    rig = Rig(SNAPBACK, game=NINE, rulebook=rulebook, time_control="60:00" if pressed else None)
    rig.hands(f"1000 f4+ 600 e4- 600 {press[0]}2400 e4+ 500 f4- 500 {press[1]}2400")
    assert rig.line == ["f4", "e4"], rig.story()
    rig.hands(f"h7+ {off_ms} d4- 2000")
    assert left(rig) == [("GO-18.dead", "dead-stones-left")], rig.story()
    assert (rig.line, rig.stage) == (["f4", "e4", "h7"], "play")


@pytest.mark.law("GO-18.dead")
@pytest.mark.parametrize(
    "hands", ["h9+ 500 j9- 3000 b1-", "h9+ 3000 b1- 500 j9-", "h9+ 300 b1- 200 j9-"]
)
def test_a_play_that_captures_counts_once_the_forgotten_stone_is_off(hands: str) -> None:
    rig = Rig(TWO_CORNERS, game=NINE, rulebook="go-china", time_control="60:00")
    rig.hands(f"1000 c1+ 600 a1- 600 b! 2400 e4+ 500 w! 2500 {hands} 2000 b! 500")
    assert left(rig) == [("GO-18.dead", "dead-stones-left")], rig.story()
    rig.hands("e3+ 2000")
    assert (rig.line, rig.stage) == (["c1", "e4", "h9", "e3"], "play"), rig.story()
