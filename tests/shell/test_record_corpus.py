"""Files as they are: each of our corpus reads as its table says, and goes through every format that holds it.

The table is tests/data/records/table.toml: what a file must read as, or the sentence that refuses it.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from controller.shell.calm import calm_trace
from controller.shell.demo_record import record_to_play
from controller.shell.recordfiles import Found, read_records
from rules.formats import FORMATS
from rules.record import GameRecord
from rules.registry import game_by_name
from rules.terms import RulesError

FOLDER = Path(__file__).parents[1] / "data" / "records"
TABLE: dict[str, Any] = tomllib.loads((FOLDER / "table.toml").read_text(encoding="utf-8"))
PLACED = r"line \d+, column \d+: "
NO_PLACE = (
    "this looks like no record",
    "every move could be",
    "there are no moves",
    "the headers of",
)
"""What is wrong with a whole file has no place in it."""


def read(file: str, *, lenient: bool = False) -> Found:
    data = (FOLDER / file).read_bytes()
    return read_records(data, file, lenient=lenient, source=TABLE[file].get("from"))


def row(record: GameRecord) -> dict[str, object]:
    """A record as the table has it."""
    told: dict[str, object] = {
        "start": record.start,
        "set_ups": {str(ply): text for ply, text in record.set_ups.items()},
        "notes": {str(ply): text for ply, text in record.notes.items()},
        "headers": dict(record.headers),
        "komi": record.options.get("komi"),
        "warnings": list(record.warnings),
        "problems": list(record.problems),
    }
    if any(record.clocks_ms):
        told["clocks_s"] = [-1 if ms is None else ms / 1000 for ms in record.clocks_ms]
    found = {name: value for name, value in told.items() if value or name == "komi"}
    if found["komi"] is None:
        del found["komi"]
    return {
        "game": record.game,
        "moves": " ".join(record.moves),
        "result": record.result,
        **{name: record.options[name] for name in ("chess960",) if name in record.options},
        **found,
    }


def test_every_file_stands_in_the_table() -> None:
    files = {file.name for file in FOLDER.iterdir()} - {"README.md", "table.toml"}
    assert files == set(TABLE)
    assert len(files) > 100


@pytest.mark.parametrize("file", TABLE)
def test_a_file_reads_as_the_table_says(file: str) -> None:
    wanted = TABLE[file]
    if "refused" in wanted:
        with pytest.raises(RulesError) as caught:
            read(file)
        assert str(caught.value) == wanted["refused"]
        placed = caught.value.line is not None and caught.value.column is not None
        assert placed or str(caught.value).startswith(NO_PLACE)
        return
    found = read(file)
    assert [row(record) for record in found.records] == wanted["games"]
    assert list(found.warnings) == wanted.get("warnings", [])
    assert not any(record.problems for record in found.records)


@pytest.mark.parametrize("file", [file for file in TABLE if "games" in TABLE[file]])
def test_lenient_reading_changes_nothing_that_strict_reading_takes(file: str) -> None:
    strict, lenient = read(file), read(file, lenient=True)
    assert (lenient.records, lenient.warnings) == (strict.records, strict.warnings)


@pytest.mark.parametrize("file", [file for file in TABLE if "refused" in TABLE[file]])
def test_lenient_reading_keeps_what_it_can_and_names_the_rest(file: str) -> None:
    wanted = TABLE[file]
    if "lenient" not in wanted:
        with pytest.raises(RulesError):
            read(file, lenient=True)
        return
    found = read(file, lenient=True)
    assert [row(record) for record in found.records] == wanted["lenient"]
    assert list(found.warnings) == wanted.get("left_out", [])
    named = [*found.warnings, *(each for record in found.records for each in record.problems)]
    place = re.match(PLACED, wanted["refused"])
    assert place is not None
    assert any(each.startswith(place[0]) for each in named)


@pytest.mark.parametrize("file", [file for file in TABLE if "games" in TABLE[file]])
def test_a_record_goes_through_every_format_that_holds_it(file: str) -> None:
    for record in read(file).records:
        went = 0
        for each in FORMATS.values():
            for style in each.styles if record.game in each.games else ():
                (again,) = each.read(each.write(record, style))
                assert kept(again) == kept(record)
                went += 1
        assert went


@pytest.mark.parametrize("file", [file for file in TABLE if "games" in TABLE[file]])
def test_hands_play_a_record_or_it_is_refused_for_what_is_set_up(file: str) -> None:
    record = read(file).records[0]
    game = game_by_name(record.game)
    late = [ply for ply in record.set_ups if ply]
    if late:
        with pytest.raises(RulesError, match=f"after ply {late[0]} a position is set up"):
            record_to_play(game, str(FOLDER / file), TABLE[file].get("from"))
        with pytest.raises(RulesError, match=f"after ply {late[0]} a position is set up"):
            calm_trace(record)
        return
    played = record_to_play(game, str(FOLDER / file), TABLE[file].get("from"))
    assert (played.moves, played.result) == (record.moves, record.result)
    assert played.start == record.set_ups.get(0, record.start)
    assert calm_trace(record) == calm_trace(played)


def kept(record: GameRecord) -> GameRecord:
    """What every format of its game holds: without the headers that writers add, and in whole seconds."""
    known = {name: value for name, value in record.headers.items() if value.strip("?.")}
    clocks = tuple(None if ms is None else ms // 1000 * 1000 for ms in record.clocks_ms)
    return replace(record, headers=known, clocks_ms=clocks)
