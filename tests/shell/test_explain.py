"""`touchmove explain` tells what was believed at a moment of a trace."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any

import pytest

from controller.shell import cli
from controller.shell.explain_text import json_of
from controller.shell.explain_text import lines_of as told
from controller.shell.explaining import Believed, NoSuchMoment, explain, read_moment
from controller.shell.trace import read_trace

if TYPE_CHECKING:
    from pathlib import Path

UNSEEN = """
{"trace":1,"game":"chess","start":"4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1"}
{"us":1000000,"set":{"e4":0}}
{"us":1800000,"press":"white"}
{"us":9000000,"command":"answer","role":"arbiter","args":{"move":"e4d5"}}
{"us":12000000,"end":true}
"""
GAME = """
{"trace":1,"game":"chess"}
{"us":1000000,"set":{"e2":0}}
{"us":1400000,"set":{"e3":1}}
{"us":1470000,"set":{"e3":0}}
{"us":1650000,"set":{"e4":1}}
{"us":3000000,"set":{"d7":0}}
{"us":3030000,"set":{"c7":0}}
{"us":3100000,"set":{"c7":1}}
{"us":3400000,"set":{"d5":1}}
{"us":3500000,"press":"black"}
{"us":5000000,"set":{"e4":0}}
{"us":5400000,"set":{"d5":0}}
{"us":6000000,"set":{"d5":1}}
{"us":6200000,"set":{"d8":0}}
{"us":6600000,"set":{"d5":0}}
{"us":7000000,"set":{"d5":1}}
{"us":9000000,"set":{"a2":0}}
{"us":9500000,"set":{"a5":1}}
{"us":14000000,"end":true}
"""
LONG = """
{"trace":1,"game":"draughts-100","start":"W:W32,50:B28,19,1"}
{"us":1000000,"set":{"32":0}}
{"us":1600000,"set":{"14":1}}
{"us":2400000,"set":{"28":0}}
{"us":3000000,"set":{"19":0}}
{"us":9000000,"end":true}
"""
TRACES = {"unseen": UNSEEN, "game": GAME, "long": LONG}


def explained(trace: str, at: str) -> Believed:
    header, lines = read_trace(io.BytesIO(trace.strip().encode()), "t")
    return explain(header, lines, read_moment(at))


def lines_of(trace: str, at: str) -> list[str]:
    return told(explained(trace, at))


def data_of(trace: str, at: str) -> dict[str, Any]:
    return json_of(explained(trace, at))


@pytest.mark.parametrize("trace", TRACES.values(), ids=TRACES)
def test_all_along_what_is_believed_is_certain_and_can_be_written(trace: str) -> None:
    for second in (0.5, 1.2, 1.8, 2.5, 4, 7, 8.5):
        found = data_of(trace, f"{second}")
        total = found["unknown"] + sum(each["probability"] for each in found["hypotheses"])
        assert total == pytest.approx(1, abs=0.005)
        assert json.loads(json.dumps(found)) == found


def test_a_ply_is_told_with_how_it_was_completed() -> None:
    assert lines_of(GAME, "ply:1")[0].endswith("s, ply 0: e2e4 (settled)")
    assert lines_of(GAME, "ply:2")[0].endswith("s, ply 1: d7d5 (pressed)")
    assert data_of(GAME, "ply:1")["message"]["move"] == "e2e4"


def test_a_question_is_told_with_what_is_possible() -> None:
    head, *rows = lines_of(UNSEEN, "q1")
    assert "ply 0: q1, " in head
    assert "e4d5" in head
    assert any(row.startswith(("e4d5", "e4f5")) for row in rows)


def test_an_irregularity_is_told_with_its_law() -> None:
    assert lines_of(GAME, "i1")[0].endswith(": i1, illegal-move by white (FIDE-7.5.1) at a2 a5")


def test_between_moves_what_is_under_way_is_likeliest() -> None:
    assert data_of(GAME, "1.2")["hypotheses"][0]["under_way"]
    assert data_of(GAME, "1.2")["message"] is None
    assert "under way" in lines_of(LONG, "2.0")[1]
    assert "no further move" in lines_of(GAME, "2.9")[1]


@pytest.mark.parametrize(
    ("at", "at_us"),
    [
        ("2.9", 2_900_000),
        ("2.9s", 2_900_000),
        ("2900ms", 2_900_000),
        ("2900000us", 2_900_000),
        ("0:02.9", 2_900_000),
        ("1:00:02", 3_602_000_000),
    ],
)
def test_ways_to_write_a_time(at: str, at_us: int) -> None:
    assert read_moment(at).at_us == at_us


@pytest.mark.parametrize("at", ["ply:9", "q7", "i9", "99"])
def test_moments_that_are_not_there(at: str) -> None:
    with pytest.raises(NoSuchMoment):
        explained(GAME, at)


def test_what_there_is_instead() -> None:
    with pytest.raises(NoSuchMoment, match="no q7 in this trace; it has i1"):
        explained(GAME, "q7")
    with pytest.raises(NoSuchMoment, match="it has no question and no irregularity"):
        explained(LONG, "q1")
    with pytest.raises(NoSuchMoment, match="no ply 5 in this trace; its game has 1"):
        explained(LONG, "ply:5")


@pytest.mark.parametrize(
    "at", ["", "-1", "ply:0", "x3", "q", "1e3", "ply:", "nan", "1:", ":5", "1:2:3:4", "5min"]
)
def test_what_is_no_moment(at: str) -> None:
    with pytest.raises(ValueError, match="must be seconds"):
        read_moment(at)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "t.jsonl"
    file.write_text(GAME.strip() + "\n")
    assert cli.main(["explain", str(file), "--at", "ply:1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["message"]["move"] == "e2e4"
    assert found["hypotheses"][0]["line"] == ["e2e4"]
    assert cli.main(["explain", str(file), "--at", "ply:1", "--language", "chinese"]) == 0
    assert "e2e4" in capsys.readouterr().out
    assert cli.main(["explain", str(file), "--at", "ply:77"]) == 2
    assert "no ply 77 in this trace; its game has 4" in capsys.readouterr().err
    assert cli.main(["explain", str(file), "--at", "soon"]) == 2
    assert "must be seconds" in capsys.readouterr().err
    assert cli.main(["explain", str(tmp_path / "none"), "--at", "1"]) == 2
