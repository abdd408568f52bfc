"""A stone set down beside the middle of its point, and pushed there before the clock is pressed, on field sensors."""

from __future__ import annotations

import json

import pytest

from tests.core.sensed import moves_in, replayed

OFF, MIDDLE = 419, 527
"""Of a white stone; more than 100 from where it rested is a touch."""


@pytest.mark.law("GO-17.clock")
@pytest.mark.parametrize("press_ms", [*range(0, 200, 7), 400])
@pytest.mark.parametrize("pushed_ms", [250, 300, 450, 700])
def test_its_player_has_played_it_whenever_he_presses(pushed_ms: int, press_ms: int) -> None:
    lines = [
        {"trace": 1, "game": "go", "sensor": "field", "game_options": {"size": 9},
         "start": {"size": 9, "black": ["c4"], "white": [], "to_move": "white"},
         "time_control": "20:00+0:05"},
        {"us": 0, "set": {"c4": -500}},
        {"us": 1_875_000, "set": {"a3": OFF}},
        {"us": 1_875_000 + 1000 * pushed_ms, "set": {"a3": MIDDLE}},
        {"us": 1_875_000 + 1000 * (pushed_ms + press_ms), "press": "white"},
        {"us": 12_000_000, "end": True},
    ]  # fmt: skip
    said = replayed("\n".join(json.dumps(line) for line in lines) + "\n")
    assert moves_in(said) == ["a3"]
    assert not [each for each in said if each["type"] in {"irregularity", "question"}]
