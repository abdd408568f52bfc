"""Another colour or letter that a sensor gives for a scan or two is a misreading: no hand exchanges men so soon and back."""

from __future__ import annotations

import json

import pytest

from tests.core.sensed import moves_in, replayed

OTHER: dict[str, list[int | str]] = {"identity": ["Q", "P", "q"], "polarity": [1]}
EMPTY: dict[str, int | str] = {"identity": "", "polarity": 0}
PAWN: dict[str, int | str] = {"identity": "P", "polarity": 1}
KNIGHT: dict[str, int | str] = {"identity": "n", "polarity": -1}


def played(
    sensor: str, hz: int, misread: int | str, *, scans: float, at_us: int
) -> list[dict[str, object]]:
    """1. e4 and a press; a black knight at rest is misread for so many scans of a board that is read `hz` times a second."""
    empty, pawn, knight = EMPTY[sensor], PAWN[sensor], KNIGHT[sensor]
    rows: list[dict[str, object]] = [
        {"us": 1_000_000, "set": {"e2": empty}},
        {"us": 1_400_000, "set": {"e4": pawn}},
        {"us": 2_000_000, "press": "white"},
        {"us": at_us, "set": {"g8": misread}},
        {"us": at_us + int(scans * 1_000_000 / hz), "set": {"g8": knight}},
        {"us": 9_000_000, "end": True},
    ]
    rows.sort(key=lambda row: int(str(row["us"])))
    header = {"trace": 1, "game": "chess", "sensor": sensor, "scan_hz": hz, "orientation": "normal"}
    return replayed("".join(json.dumps(row) + "\n" for row in [header, *rows]))


@pytest.mark.parametrize("at_us", [700_000, 1_200_000, 1_800_000])
@pytest.mark.parametrize("hz", [20, 50, 100, 200])
@pytest.mark.parametrize("sensor", ["identity", "polarity"])
def test_a_man_misread_in_two_scans_has_been_exchanged_by_nobody(
    sensor: str, hz: int, at_us: int
) -> None:
    for misread in OTHER[sensor]:
        messages = played(sensor, hz, misread, scans=2.2, at_us=at_us)
        assert moves_in(messages) == ["e2e4"]
        assert {str(m["type"]) for m in messages} == {
            "game-started", "lifted", "placed", "touched", "move",
        }  # fmt: skip
        assert [m["point"] for m in messages if m["type"] in ("lifted", "placed")] == ["e2", "e4"]


@pytest.mark.parametrize("hz", [50, 200])
def test_a_man_who_shows_otherwise_in_three_scans_is_another(hz: int) -> None:
    messages = played("identity", hz, "q", scans=3.1, at_us=3_000_000)
    assert [m["point"] for m in messages if m["type"] == "lifted"] == ["e2", "g8", "g8"]
