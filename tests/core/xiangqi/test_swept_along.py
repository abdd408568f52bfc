"""Two men of the opponent who leave in one moment were swept along by a sleeve: no hand touches two of them so."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity, Penalty
from rules.registry import game_by_name
from tests.core.policies import ASKED
from tests.core.rig import Rig

XIANGQI = game_by_name("xiangqi")
OPENING = "1000 h2- 400 e2+ 320 {red}1480 h9- 400 g7+ 310 {black}3000 "


@pytest.mark.law("XQ-9.1.6")
@pytest.mark.parametrize("clock", [None, "10:00"])
@pytest.mark.parametrize("apart_ms", [0, 30, 60])
@pytest.mark.parametrize("off_ms", [200, 500, 900])
def test_they_are_no_fouls_when_they_are_put_back(
    apart_ms: int, off_ms: int, clock: str | None
) -> None:
    press = {"red": "w! " if clock else "", "black": "b! " if clock else ""}
    rig = Rig(game=XIANGQI, rulebook="xiangqi-cxa", time_control=clock)
    rig.hands(OPENING.format(**press)).hands(f"e9- {apart_ms} d9- {off_ms} e9+ 200 d9+ 4000")
    rig.hands(f"h0- 400 g2+ 320 {press['red']}1000")
    rig.answer_truly(["h2e2", "h9g7", "h0g2"], within_ms=ASKED.within_ms)
    assert (rig.of(Irregularity), rig.of(Penalty)) == ([], []), rig.story()
    assert rig.line == ["h2e2", "h9g7", "h0g2"]
