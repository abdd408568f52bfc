"""The frozen evenings: the index is complete, each can be read and is true, and cores are scored on them."""

from __future__ import annotations

import io
import json
from collections import defaultdict
from typing import Any
from zipfile import ZipFile

import pytest

from controller.core.sensing.marks import Sensor
from controller.shell.evening.mixes import MIXES
from controller.shell.evening.table import SCAN_NS
from controller.shell.judging import TrueEvening
from controller.shell.people import changed_by
from controller.shell.physical.faults import KINDS
from controller.shell.physical.styles import STYLES
from controller.shell.scoring import Score
from controller.shell.trace import read_trace
from rules.registry import GAMES
from tests.corpora import frozen, scored
from tests.corpora.__main__ import chosen, main
from tests.corpora.evenings import Source, made
from tests.simulation.other_hands import FAULTS
from tests.soak import corpora as soak

SOURCES = frozen.sources()
SHORT = [source for n, source in enumerate(SOURCES) if n % 101 == 0]
"""A handful of all kinds."""
BYTES_MAX = 6_000_000


def archives() -> dict[str, list[Source]]:
    """The evenings of each archive."""
    found: dict[str, list[Source]] = defaultdict(list)
    for source in SOURCES:
        found[frozen.archive_of(source).name].append(source)
    return dict(found)


def test_the_archives_hold_what_the_index_names_and_nothing_else() -> None:
    assert {path.name for path in frozen.FOLDER.glob("*.zip")} == set(archives())
    for name, sources in archives().items():
        with ZipFile(frozen.FOLDER / name) as archive:
            told = sorted(archive.namelist())
        assert told == sorted(
            f"{each.name}{end}" for each in sources for end in (".json", ".jsonl")
        )


def test_names_are_given_once_and_all_is_small() -> None:
    assert len({source.name for source in SOURCES}) == len(SOURCES)
    assert sum(path.stat().st_size for path in frozen.FOLDER.iterdir()) < BYTES_MAX


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_there_with_all_hands_sensors_and_faults(game: str) -> None:
    ours = [source for source in SOURCES if source.game == game]
    assert {(s.style, s.sensor) for s in ours if s.hands == "simulate"} == {
        (mix, sensor.value) for mix in MIXES for sensor in Sensor
    }
    assert {s.fault for s in ours if s.hands == "other"} == {"", *FAULTS}
    assert {s.fault for s in ours if s.hands == "physical"} == {"", *KINDS}
    assert {s.style for s in ours if s.hands == "physical"} >= set(STYLES)
    assert {s.sensor for s in ours if s.hands == "physical"} == {each.value for each in Sensor}


@pytest.mark.parametrize("name", archives())
def test_every_evening_can_be_read_and_its_truth_is_a_game(name: str) -> None:
    """Of each archive a few; `scripts/soak corpora` feeds all of them to a core."""
    for source in archives()[name][::25]:
        evening = frozen.read(source)
        header, lines = read_trace(io.BytesIO(evening.trace), source.name)
        last_us = max(line.at_us for line in lines)
        assert (header.game.name, header.sensor.value) == (source.game, source.sensor)
        assert len(changed_by(header.game, header.start, evening.truth)) == len(evening.truth)
        assert all(0 < true.began_us <= true.made_us <= last_us for true in evening.truth)
        assert 0 < len(evening.truth) <= source.plies


def of_chess(hands: str) -> Source:
    return next(each for each in SOURCES if each.hands == hands and each.game == "chess")


@pytest.mark.parametrize("hands", ["other", "physical"])
def test_an_evening_made_again_is_the_same(hands: str) -> None:
    source = of_chess(hands)
    assert made(source) == frozen.read(source)


def test_a_simulated_evening_made_again_is_the_same_within_a_scan() -> None:
    """The simulator looks at the board when its core wants to, too: an edge is seen a moment sooner by one core."""
    again, before = made(of_chess("simulate")), frozen.read(of_chess("simulate"))
    assert (again.name, again.truth, again.deeds) == (before.name, before.truth, before.deeds)
    header, changes = traced(again)
    assert (header, [sets for _, sets in changes]) == (
        traced(before)[0],
        [sets for _, sets in traced(before)[1]],
    )
    for (one, _), (other, _) in zip(changes, traced(before)[1], strict=True):
        assert abs(one - other) * 1000 < SCAN_NS


def traced(evening: TrueEvening) -> tuple[dict[str, Any], list[tuple[int, dict[str, Any]]]]:
    """The header of a trace, and what it tells and when; it ends when the core has no more to say."""
    header, *lines, _ = (json.loads(line) for line in evening.trace.splitlines())
    return header, [(line.pop("us"), line) for line in lines]


@pytest.mark.parametrize("source", SHORT[:6], ids=lambda source: source.name)
def test_the_board_is_nowhere_worse_than_the_frozen_answers(source: Source) -> None:
    before = frozen.answers(answering=False)[source.name]
    found = scored.scored(source, answering=False)
    assert found is not None
    assert scored.worse(Score(**before["counts"]), found.score) == []


def test_answers_are_frozen_with_nobody_answering_and_beside_faults_with_people() -> None:
    assert set(frozen.answers(answering=False)) == {source.name for source in SOURCES}
    faulty = {source.name for source in SOURCES if source.fault}
    assert set(frozen.answers(answering=True)) == faulty


def test_with_people_answering_less_is_lost() -> None:
    silent, helped = (frozen.answers(answering=answering) for answering in (False, True))
    before, after = (
        sum(found[name]["counts"].get("lost", 0) for name in helped) for found in (silent, helped)
    )
    assert after < before


def test_evenings_are_compared_and_scored(capsys: pytest.CaptureFixture[str]) -> None:
    filters = [f"seed={SHORT[0].seed}", "game=go", "style=clean", "sensor=presence"]
    assert len(chosen(SOURCES, filters)) == 1
    assert main(["compare", *filters]) == 0
    assert capsys.readouterr().out.endswith("worse than the frozen answers in 0 evenings\n")
    assert main(["score", "--by", "game", *filters]) == 0
    assert "| go | 1 | 1 |" in capsys.readouterr().out


def test_a_trace_is_printed_for_a_replay(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trace", SHORT[0].name]) == 0
    assert capsys.readouterr().out.encode() == frozen.read(SHORT[0]).trace


def test_the_first_difference_names_what_was_made() -> None:
    evening = frozen.read(SHORT[0])
    one = {"same": len(evening.truth), "then": []}
    assert scored.first_difference(evening, one, one) == ""
    true = evening.truth[3].move
    told = scored.first_difference(evening, one, {"same": 3, "then": []})
    assert told == f"ply 4: {true} | nothing, and {true} was made"


def test_less_of_what_is_bad_is_not_worse() -> None:
    assert scored.worse(Score(wrong=1, asked=2), Score(wrong=1, asked=1, early=1)) == ["early"]


def test_the_soak_sums_by_hands_and_fault() -> None:
    assert soak.soak(seed=1, count=2)["simulate, sound"] is not None
