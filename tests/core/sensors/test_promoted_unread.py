"""A pawn becomes a man whose letter nobody reads, on a board that tells letters: not only a queen is thought of."""

from __future__ import annotations

import json

import pytest

from tests.core.sensed import moves_in, replayed

STUCK = "8/P3k2p/8/8/8/8/5K1p/r5N1 b - - 0 1"
"""h2xg1 becomes a knight, and g1 goes on telling of White's: a queen there would give check."""


@pytest.mark.law("CH-5.6.4", "FIDE-4.4.4")
@pytest.mark.parametrize("press", [True, False])
def test_the_new_man_may_be_any(press: bool) -> None:  # noqa: FBT001
    acts: list[tuple[float, dict[str, object]]] = [
        (1.0, {"set": {"h2": ""}}), (3.0, {"press": "black"}),
        (4.2, {"set": {"f2": ""}}), (4.8, {"set": {"g3": "K"}}), (5.2, {"press": "white"}),
        (6.5, {"set": {"e7": ""}}), (7.0, {"set": {"e6": "k"}}), (7.4, {"press": "black"}),
    ]  # fmt: skip
    header: dict[str, object] = {
        "trace": 1, "game": "chess", "sensor": "identity", "orientation": "normal", "start": STUCK,
    }  # fmt: skip
    if press:
        header["time_control"] = "20:00+0:05"
    lines = [header, *({"us": int(at * 1e6), **act} for at, act in acts if press or "set" in act)]
    said = replayed(
        "\n".join(json.dumps(each) for each in [*lines, {"us": 20_000_000, "end": True}]) + "\n"
    )
    assert moves_in(said) == []
    (question,) = (each for each in said if each["type"] == "question")
    assert {"h2g1n", "h2h1q", "h2h1r"} <= set(question["candidates"])
    assert not [each for each in said if each["type"] == "irregularity"]
