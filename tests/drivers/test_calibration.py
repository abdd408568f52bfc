"""What is learned of Hall sensors, how it is kept, and what it says in words."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.calibration import (
    Calibration,
    CalibrationError,
    PointCalibration,
    learn_empty,
    learn_men,
)
from drivers.hall_cross import from_places
from drivers.hall_findings import Found, Trouble, exchanged, findings
from drivers.sim.board import grid
from drivers.sim.hall import DRV5055A1, FieldCircuit

numbers = st.floats(-5000, 5000).filter(lambda number: number != 0)
points = st.builds(
    PointCalibration,
    baseline=numbers,
    man=numbers,
    noise=st.floats(0, 100),
    enter=st.integers(200, 499),
    leave=st.integers(1, 199),
    measured=st.booleans(),
)
calibrations = st.builds(
    Calibration, bits=st.integers(8, 16), points=st.lists(points, min_size=1, max_size=5).map(tuple)
)


@given(calibrations)
def test_what_is_kept_is_what_was_learned(
    tmp_path_factory: pytest.TempPathFactory, calibration: Calibration
) -> None:
    path = tmp_path_factory.mktemp("kept") / "calibration.json"
    calibration.save(path)
    assert Calibration.load(path) == calibration
    assert [each.name for each in path.parent.iterdir()] == [path.name]


POINT = {"baseline": 2048, "man": 280, "noise": 2, "enter": 250, "leave": 180, "measured": True}


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ([], "key calibration"),
        ({"calibration": 2, "bits": 12, "points": [POINT]}, "key calibration: must be 1"),
        ({"calibration": 1, "bits": True, "points": [POINT]}, "key bits"),
        ({"calibration": 1, "bits": 12, "points": []}, "key points"),
        ({"calibration": 1, "bits": 12, "points": [POINT], "more": 1}, "key more: is unknown"),
        ({"calibration": 1, "bits": 12, "points": [POINT, 1]}, r"points\[1\]: must be an object"),
        ({"calibration": 1, "bits": 12, "points": [POINT | {"man": "1"}]}, r"points\[0\]: key man"),
        ({"calibration": 1, "bits": 12, "points": [POINT | {"man": 0}]}, "must not be 0"),
        ({"calibration": 1, "bits": 12, "points": [POINT | {"x": 0}]}, "key x: is unknown"),
        ({"calibration": 1, "bits": 12, "points": [POINT | {"leave": 250}]}, "leave must be"),
        ({"calibration": 1, "bits": 12, "points": [POINT | {"measured": 1}]}, "key measured"),
        ({"calibration": 1, "bits": 12, "points": [POINT | {"noise": float("inf")}]}, "key noise"),
    ],
)
def test_files_that_are_no_calibration_say_where(tmp_path: Path, body: Any, words: str) -> None:  # noqa: ANN401
    path = tmp_path / "calibration.json"
    path.write_text(json.dumps(body))
    with pytest.raises(CalibrationError, match=words) as caught:
        Calibration.load(path)
    assert str(caught.value).startswith(str(path))
    assert "touchmove calibrate" in str(caught.value)


def test_a_file_that_was_cut_names_the_line(tmp_path: Path) -> None:
    path = tmp_path / "calibration.json"
    Calibration.nominal(3, 12).save(path)
    path.write_text(path.read_text()[:-90])
    with pytest.raises(CalibrationError, match=f"{path}:4:"):
        Calibration.load(path)


def test_what_cannot_be_written_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "calibration.json"
    old = Calibration.nominal(2, 12)
    old.save(path)
    path.with_name("calibration.json.new").mkdir()
    with pytest.raises(OSError, match="directory"):
        Calibration.nominal(3, 12).save(path)
    assert Calibration.load(path) == old


PLACES = grid(8, 8, 50.0)
CROSS = from_places(PLACES, DRV5055A1.depth * 50, 50)
ARRAY = dict.fromkeys(range(16), 1) | dict.fromkeys(range(48, 64), -1)


def samples(field: FieldCircuit, scans: int = 40, bits: int = 12) -> list[list[int]]:
    sources = [field.source(n) for n in range(64)]
    return [[int(source() * (1 << bits)) for source in sources] for _ in range(scans)]


def learned(field: FieldCircuit) -> Calibration:
    known = learn_empty(samples(field), 12)
    for n, pole in ARRAY.items():
        field.put(n, *PLACES[n], weight=pole)
    return learn_men(known, samples(field), ARRAY, CROSS)


def test_what_is_learned_is_what_the_board_is_made_of() -> None:
    field = FieldCircuit(PLACES, seed=8, temperature=lambda _: 22.0)
    field.advance(0)
    found, true = learned(field), field.calibration(12)
    for n, (mine, real) in enumerate(zip(found.points, true.points, strict=True)):
        assert mine.baseline == pytest.approx(real.baseline, abs=2)
        assert mine.man == pytest.approx(real.man, rel=0.02 if n in ARRAY else 0.12)
        assert mine.measured is (n in ARRAY)
        assert 0.6 * real.noise < mine.noise < 1.7 * real.noise
    assert findings(found) == []


def test_a_man_off_the_middle_takes_nothing_from_what_was_learned() -> None:
    field = FieldCircuit(PLACES, seed=8)
    known = learned(field)
    for n, (x, y) in enumerate(PLACES[:16]):
        field.put(n, x + 12, y)
    again = learn_men(known, samples(field), ARRAY, CROSS)
    assert all(a.man >= b.man for a, b in zip(again.points[:16], known.points[:16], strict=True))


@pytest.mark.parametrize(
    ("change", "trouble"),
    [
        ({"man": 20.0, "measured": True}, Trouble.DEAD),
        ({"man": 140.0, "measured": True}, Trouble.WEAK),
        ({"man": 500.0, "measured": True}, Trouble.STRONG),
        ({"man": -280.0, "measured": True}, Trouble.INVERTED),
        ({"noise": 20.0}, Trouble.NOISY),
        ({"baseline": 900.0}, Trouble.OFF_MIDDLE),
    ],
)
def test_findings_name_the_sensor(change: dict[str, Any], trouble: Trouble) -> None:
    sound = PointCalibration(baseline=2048, man=280, noise=2, measured=True)
    for n in range(5):
        every = [sound] * 5
        every[n] = replace(sound, **change)
        found = findings(Calibration(bits=12, points=tuple(every)))
        assert found == [Found(channel=n, trouble=trouble)]
        assert found[0].words(["a1", "b1", "c1", "d1", "e1"]).startswith("abcde"[n] + "1: ")


def test_exchanged_wires_are_named_where_only_one_pair_fits() -> None:
    strengths = [480.0 if n < 8 else 0.0 for n in range(64)]
    strengths[3], strengths[20] = 0.0, 470.0
    men = dict.fromkeys(range(8), 1)
    (found,) = exchanged(strengths, men)
    assert (found.channel, found.other) == (3, 20)
    assert found.words([f"p{n}" for n in range(64)]).startswith("p3: its man is felt at p20")
    strengths[5], strengths[30] = 0.0, 470.0
    assert exchanged(strengths, men) == []


@pytest.mark.parametrize(
    ("scans", "men", "words"),
    [(3, ARRAY, "3 scans are too few"), (9, {}, "no man stands anywhere")],
)
def test_nothing_is_learned_from_nothing(scans: int, men: dict[int, int], words: str) -> None:
    with pytest.raises(CalibrationError, match=words):
        learn_men(Calibration.nominal(64, 12), [[2000] * 64] * scans, men)
    with pytest.raises(CalibrationError, match="too few"):
        learn_empty([[2000] * 64] * 7, 12)


def test_a_channel_that_could_not_be_read_is_reported() -> None:
    known = learn_empty([[2000, None]] * 9, 12)
    assert [found.trouble for found in findings(known)] == [Trouble.NOISY]
