"""What no law names yet is found once for each input, not over and over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.tracking.tracker import Tracker
from tests.core.sensors.test_behind_blind_points import board

if TYPE_CHECKING:
    import pytest

    from controller.core.tracking.tracker import Outcome

START = "W:Wa1,a3,b2,b4,c1,d2,e1,f2,g1,g3,h2:Ba7,b6,b8,c7,d6,d8,e7,f4,f8,h6,h8"
HANDS = (
    "135 a3- 65 g3- 40 g3+ 740 g3- 50 g3+ 321 g3- 624 e5+ 396 f4- "
    "3502 d6- 642 f4+ 276 e5- 2911 b2- 349 c3+ 521 f4-"
)


def test_what_no_law_names_is_found_once_for_each_input(monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[int] = []
    step = Tracker.step

    def stepping(tracker: Tracker, now_ns: int) -> Outcome | None:
        found.append(now_ns)
        return step(tracker, now_ns)

    monkeypatch.setattr(Tracker, "step", stepping)
    board("draughts-russian", START).hands(f"{HANDS} 3000")
    assert max(found.count(now_ns) for now_ns in set(found)) < 5
