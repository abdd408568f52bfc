"""The page about lamps and its pictures say what is so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from controller.core.inputs import LampKind
from controller.shell.lamps_pictures import EXAMPLES, KINDS, files, frames
from controller.shell.scenes import APPEARANCES, TURN_SLOTS, Pattern
from drivers.ht16k33_lamps import LAMPS_PER_CHIP, STEPS_MA
from drivers.max7219 import PEAK_MA, steps_ma

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = (DOCS / "lamps.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| `([\w-]+)` \| (.+) \| (.+) \| (.+) \| (.+) \|$", PAGE, re.MULTILINE)


def test_the_pictures_are_current() -> None:
    there = {name: (DOCS / "images" / name).read_text(encoding="utf-8") for name in files()}
    assert there == files(), "run: python -m controller.shell.lamps_pictures docs/images"


def test_the_page_shows_every_picture() -> None:
    for kind in KINDS:
        assert f"](images/{kind}.svg)" in PAGE


def test_the_table_has_every_scene_in_the_order_of_urgency() -> None:
    assert [row[0] for row in ROWS] == [kind.value for kind in LampKind]
    for name, english, chinese, colour, alone in ROWS:
        look = APPEARANCES[LampKind(name)]
        assert colour.endswith(f", {look.pattern.name.lower()}")
        assert alone == look.alone.name.lower()
        assert english.isascii()
        assert re.search(r"[\u4e00-\u9fff]", chinese)


def test_every_scene_is_in_the_pictures() -> None:
    assert {kind for example in EXAMPLES for kind in example.lit} == set(LampKind)


@pytest.mark.parametrize("kind", KINDS)
def test_every_scene_of_the_pictures_is_lit_at_some_time(kind: str) -> None:
    for example in EXAMPLES:
        shown = frames(example, kind)
        assert len(shown) % TURN_SLOTS == 0
        assert any(shown)


def test_the_patterns_are_as_the_page_says() -> None:
    lit = {pattern: pattern.value.count("#") / 10 for pattern in Pattern}
    assert len(Pattern.WINK.value) / 10 - lit[Pattern.WINK] == pytest.approx(0.2)
    assert (lit[Pattern.SLOW], lit[Pattern.FAST]) == (1.0, 0.2)
    assert TURN_SLOTS / len(Pattern.FAST.value) == 4


def test_the_currents_are_as_the_page_says() -> None:
    assert f"| {STEPS_MA[-1]:.1f} mA: 25 mA" in PAGE
    assert f"| {steps_ma(PEAK_MA)[-1]:.1f} mA at the smallest" in PAGE
    assert f"at least {LAMPS_PER_CHIP * STEPS_MA[0]:.0f} mA a chip" in PAGE
    assert f"or {64 * steps_ma(PEAK_MA)[0]:.0f} mA (MAX7219)" in PAGE
