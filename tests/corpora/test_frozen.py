"""The frozen evenings can be read, and every core can be fed them."""

from __future__ import annotations

import io

import pytest

from controller.shell.cores import CORES
from controller.shell.judging import judge
from controller.shell.trace import read_trace
from tests.corpora import frozen
from tests.corpora.evenings import Source

EACH = 97
"""Every so many evenings one is fed to every core here; all of them are fed by `python -m tests.corpora.compare`."""


def test_every_evening_of_the_index_is_there() -> None:
    names = [source.name for source in frozen.sources()]
    assert len(names) == len(set(names)) > 900
    assert {source.game for source in frozen.sources()} == {
        "chess", "xiangqi", "draughts-100", "draughts-russian", "draughts-brazilian", "go",
    }  # fmt: skip


@pytest.mark.parametrize("source", frozen.sources()[::EACH], ids=lambda source: source.name)
def test_a_frozen_evening_is_read_and_judged(source: Source) -> None:
    evening = frozen.read(source)
    header, _ = read_trace(io.BytesIO(evening.trace), evening.name)
    assert header.game.name == source.game
    assert len(evening.truth) >= 1
    for core in CORES:
        judged = judge(evening, core, answering=False)
        score = judged.score
        assert judged.crash == "", core
        fates = score.right + score.corrected + score.entered + score.wrong + score.lost
        assert fates + score.unfinished - score.beyond == len(evening.truth), core
