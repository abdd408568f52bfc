"""The sensor trace: what is read, what is refused, and that writing and reading agree."""

from __future__ import annotations

import contextlib
import gzip
import io
import json
import random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.core.sensing.marks import LevelReader, Sensor
from controller.shell.trace import (
    BlindLine,
    CommandLine,
    EndLine,
    GapLine,
    Line,
    PressLine,
    SetLine,
    TraceWriter,
    open_trace,
    read_trace,
)
from controller.shell.trace_fields import MAX_LINE, BadTrace, level_fault
from controller.shell.trace_header import Header
from rules.registry import GAMES

if TYPE_CHECKING:
    from pathlib import Path

CHESS = GAMES["chess"]
HEAD = '{"trace":1,"game":"chess"}\n'
WHOLE = HEAD + "".join(
    line + "\n"
    for line in (
        '{"us":1204500,"set":{"e2":0}}',
        '{"us":1655000,"set":{"e4":1}}',
        '{"us":1655000,"press":"white"}',
        '{"us":1700000,"command":"promote","role":"white","args":{"to":"q"}}',
        '{"us":1800000,"blind":["a1","h8"],"for_us":50000}',
        '{"us":1900000,"gap_us":80000}',
        '{"us":2500000,"end":true}',
    )
)


def read(text: str | bytes) -> tuple[Header, list[Line]]:
    data = text if isinstance(text, bytes) else text.encode()
    header, lines = read_trace(io.BytesIO(data), "t.jsonl")
    return header, list(lines)


def refused(text: str | bytes) -> BadTrace:
    with pytest.raises(BadTrace) as caught:
        read(text)
    return caught.value


def test_defaults_of_the_header() -> None:
    header, lines = read(HEAD)
    assert header == Header(game=CHESS, rulebook=CHESS.rulebook)
    assert lines == []


def test_every_field_of_the_header() -> None:
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    header, _ = read(
        json.dumps(
            {
                "trace": 1,
                "game": "chess",
                "rulebook": "chess-classic",
                "sensor": "field",
                "scan_hz": 500,
                "start": fen,
                "orientation": "turned",
                "time_control": "40/90:00+0:30",
                "mode": "observer",
                "claims": "automatic",
                "game_options": {},
                "note": "frei",
            }
        )
    )
    assert header == Header(
        game=CHESS,
        rulebook=CHESS.rulebooks["chess-classic"],
        sensor=Sensor.FIELD,
        scan_hz=500,
        start=fen,
        orientation="turned",
        time_control="40/90:00+0:30",
        mode="observer",
        claims="automatic",
        note="frei",
    )


@pytest.mark.parametrize(
    ("sensor", "orientation"),
    [("presence", "normal"), ("field", "normal"), ("polarity", None), ("identity", None)],
)
def test_orientation_left_out(sensor: str, orientation: str | None) -> None:
    header, _ = read(json.dumps({"trace": 1, "game": "chess", "sensor": sensor}))
    assert header.orientation == orientation


def test_every_kind_of_line() -> None:
    _, lines = read(WHOLE)
    point = CHESS.index
    assert lines == [
        SetLine(line=2, at_us=1204500, levels={point["e2"]: 0}),
        SetLine(line=3, at_us=1655000, levels={point["e4"]: 1}),
        PressLine(line=4, at_us=1655000, side=CHESS.sides[0]),
        CommandLine(line=5, at_us=1700000, role="white", name="promote", args={"to": "q"}),
        BlindLine(line=6, at_us=1800000, points=1 | 1 << 63, for_us=50000),
        GapLine(line=7, at_us=1900000, gap_us=80000),
        EndLine(line=8, at_us=2500000),
    ]


@pytest.mark.parametrize(
    ("text", "line", "key"),
    [
        ("", 1, ""),
        ("\n", 1, ""),
        ("[]", 1, ""),
        ('{"game":"chess"}', 1, "trace"),
        ('{"trace":2,"game":"chess"}', 1, "trace"),
        ('{"trace":true,"game":"chess"}', 1, "trace"),
        ('{"trace":1}', 1, "game"),
        ('{"trace":1,"game":"ludo"}', 1, "game"),
        ('{"trace":1,"game":"chess","colour":1}', 1, "colour"),
        ('{"trace":1,"game":"chess","rulebook":"chess-1850"}', 1, "rulebook"),
        ('{"trace":1,"game":"chess","sensor":"smell"}', 1, "sensor"),
        ('{"trace":1,"game":"chess","scan_hz":0}', 1, "scan_hz"),
        ('{"trace":1,"game":"chess","scan_hz":1e999}', 1, ""),
        ('{"trace":1,"game":"chess","start":"8/8/8/8/8/8/8/8 w - - 0 1"}', 1, "start"),
        ('{"trace":1,"game":"chess","orientation":"left"}', 1, "orientation"),
        ('{"trace":1,"game":"chess","time_control":"soon"}', 1, "time_control"),
        ('{"trace":1,"game":"chess","mode":1}', 1, "mode"),
        ('{"trace":1,"game":"chess","game_options":[]}', 1, "game_options"),
        ('{"trace":1,"game":"chess","note":"\\ud800"}', 1, ""),
        ('{"trace":1,"trace":1,"game":"chess"}', 1, "trace"),
        (HEAD + '{"us":1,"set":{"e9":0}}', 2, "set.e9"),
        (HEAD + '{"us":1,"set":{"e2":2}}', 2, "set.e2"),
        (HEAD + '{"us":1,"set":{"e2":true}}', 2, "set.e2"),
        (HEAD + '{"us":1,"set":{"e2":0,"e2":1}}', 2, "e2"),
        (HEAD + '{"us":1,"set":{}}', 2, "set"),
        (HEAD + '{"us":1,"set":[]}', 2, "set"),
        (HEAD + '{"set":{"e2":0}}', 2, "us"),
        (HEAD + '{"us":-1,"end":true}', 2, "us"),
        (HEAD + '{"us":1.5,"end":true}', 2, "us"),
        (HEAD + '{"us":NaN,"end":true}', 2, ""),
        (HEAD + '{"us":1' + "0" * 20 + ',"end":true}', 2, "us"),
        (HEAD + '{"us":' + "1" * 5000 + ',"end":true}', 2, ""),
        (HEAD + '{"us":1,"end":false}', 2, "end"),
        (HEAD + '{"us":1,"end":true,"why":1}', 2, "why"),
        (HEAD + '{"us":1}', 2, ""),
        (HEAD + '{"us":1,"sett":{"e2":0}}', 2, "sett"),
        (HEAD + '{"us":1,"set":{"e2":0},"press":"white"}', 2, ""),
        (HEAD + '{"us":1,"press":"red"}', 2, "press"),
        (HEAD + '{"us":1,"press":["white"]}', 2, "press"),
        (HEAD + '{"us":1,"command":"promot","role":"white"}', 2, "command"),
        (HEAD + '{"us":1,"command":"promote"}', 2, "role"),
        (HEAD + '{"us":1,"command":"promote","role":"king"}', 2, "role"),
        (HEAD + '{"us":1,"command":"promote","role":"white","args":"q"}', 2, "args"),
        (HEAD + '{"us":1,"blind":"a1","for_us":1}', 2, "blind"),
        (HEAD + '{"us":1,"blind":[["a1"]],"for_us":1}', 2, "blind"),
        (HEAD + '{"us":1,"blind":["a1"]}', 2, "for_us"),
        (HEAD + '{"us":1,"blind":["a1"],"for_us":0}', 2, "for_us"),
        (HEAD + '{"us":1,"gap_us":0}', 2, "gap_us"),
        (HEAD + '{"us":2,"press":"white"}\n{"us":1,"press":"white"}', 3, "us"),
        (HEAD + '{"us":1,"end":true}\n{"us":2,"press":"white"}', 3, ""),
        (HEAD + '{"us":1,"end":tr', 2, ""),
        (HEAD + "\n", 2, ""),
        (HEAD + "[" * 5000, 2, ""),
        (HEAD.encode() + b'{"us":1,"press":"\xff"}', 2, ""),
        (HEAD + " " * MAX_LINE + "{}", 2, ""),
    ],
)
def test_what_is_refused(text: str | bytes, line: int, key: str) -> None:
    error = refused(text)
    assert (error.line, error.key) == (line, key)
    assert str(error).startswith(f"t.jsonl: line {line}: {key}")
    assert len(str(error)) < 600


def test_an_unknown_key_is_told_each_known_one_once() -> None:
    known = str(refused('{"trace":1,"game":"chess","sonsor":"x"}')).split("known here are ")[1]
    names = known.split(", ")
    assert len(names) == len(set(names))
    header = {"trace", "game", "rulebook", "sensor", "scan_hz", "start", "orientation", "mode"}
    assert set(names) == header | {"time_control", "claims", "game_options", "note"}


@pytest.mark.parametrize(
    ("sensor", "good", "bad"),
    [
        (Sensor.PRESENCE, {0: False, 1: True}, (-1, 2, True, "1", None, 0.5)),
        (Sensor.POLARITY, {0: False, 1: True, -1: True}, (2, -2, False, "")),
        (Sensor.FIELD, {0: False, 500: True, -850: True, 100: False}, (1001, -1001, 1.0, True)),
        (Sensor.IDENTITY, {"": False, "N": True, "p": True}, ("NN", "1", 0, None)),
    ],
)
def test_levels(sensor: Sensor, good: dict[Any, bool], bad: tuple[Any, ...]) -> None:
    for level, standing in good.items():
        assert level_fault(sensor, level) is None
        reader = LevelReader(CHESS, sensor)
        reader.take(0, {0: level})
        assert bool(reader.levels) is standing
    for level in bad:
        assert level_fault(sensor, level) is not None


def test_compressed_and_plain_read_alike(tmp_path: Path) -> None:
    plain, packed = tmp_path / "t.jsonl", tmp_path / "t.jsonl.gz"
    plain.write_text(WHOLE, encoding="utf-8")
    packed.write_bytes(gzip.compress(WHOLE.encode()))
    with open_trace(plain) as (head, lines), open_trace(packed) as (other_head, other_lines):
        assert head == other_head
        assert list(lines) == list(other_lines)


def test_compressed_and_cut_off_is_refused_at_every_length(tmp_path: Path) -> None:
    whole = gzip.compress(WHOLE.encode(), mtime=0)
    file = tmp_path / "t.gz"
    for length in range(2, len(whole)):
        file.write_bytes(whole[:length])
        with pytest.raises(BadTrace, match=r"t\.gz: line \d"), open_trace(file) as (_, lines):
            list(lines)


def test_no_file(tmp_path: Path) -> None:
    for path in (tmp_path / "none", tmp_path):
        with pytest.raises(BadTrace, match="cannot be read"), open_trace(path):
            pass


POINTS = st.sampled_from(CHESS.points)
STEP = st.one_of(
    st.tuples(st.just("set"), st.dictionaries(POINTS, st.integers(0, 1), min_size=1)),
    st.tuples(st.just("press"), st.sampled_from(CHESS.sides)),
    st.tuples(st.just("blind"), st.lists(POINTS, min_size=1, unique=True)),
    st.tuples(st.just("gap"), st.integers(1, 10**6)),
)


@given(st.lists(st.tuples(st.integers(0, 10**7), STEP)))
def test_what_is_written_is_read(steps: list[tuple[int, tuple[str, Any]]]) -> None:
    out = io.StringIO()
    writer = TraceWriter(out, {"game": "chess", "note": "ä"})
    at_us = 0
    for pause_us, (kind, value) in steps:
        at_us += pause_us
        match kind:
            case "set":
                writer.set(at_us, value)
            case "press":
                writer.press(at_us, value)
            case "blind":
                writer.blind(at_us, value, 7)
            case _:
                writer.gap(at_us, value)
    writer.command(at_us, "promote", "white", {"to": "n"})
    writer.end(at_us)
    header, lines = read(out.getvalue())
    assert header == writer.header
    assert len(lines) == len(steps) + 2
    assert [line.at_us for line in lines] == sorted(line.at_us for line in lines)
    assert '": ' not in out.getvalue()


def test_the_writer_refuses_what_the_reader_would() -> None:
    out = io.StringIO()
    with pytest.raises(BadTrace, match="game"):
        TraceWriter(out, {})
    assert out.getvalue() == ""
    writer = TraceWriter(out, {"game": "chess"})
    writer.set(5, {"a1": 0})
    before = out.getvalue()
    with pytest.raises(BadTrace, match="time goes back"):
        writer.set(4, {"a1": 1})
    with pytest.raises(BadTrace, match="a9"):
        writer.set(6, {"a9": 1})
    with pytest.raises(BadTrace, match="press"):
        writer.press(6, "red")
    assert out.getvalue() == before


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_game_has_traces(name: str) -> None:
    game = GAMES[name]
    first, point = game.sides[0], game.points[0]
    out = io.StringIO()
    other = game.start().play(game.start().moves()[0])
    for start in (other.value, other.text):
        out = io.StringIO()
        writer = TraceWriter(out, {"game": name, "start": start})
        writer.set(5, {point: 1})
        writer.press(6, first)
        writer.command(7, "resign", first, {})
        header, lines = read(out.getvalue())
        assert len(lines) == 3
        assert header.rulebook is game.rulebook
        assert header.start is not None
        assert game.start(header.start) == other


@pytest.mark.parametrize(
    ("header", "key"),
    [
        ('"game":"go","game_options":{"size":8}', "game_options"),
        ('"game":"go","game_options":{"colour":1}', "game_options"),
        ('"game":"chess","game_options":{"size":9}', "game_options"),
        ('"game":"go","start":{"size":9}', "start"),
        ('"game":"go","start":9', "start"),
        ('"game":"chess","start":{"size":9}', "start"),
        ('"game":"go","rulebook":"chess-fide-2023"', "rulebook"),
        ('"game":"xiangqi","time_control":"5:00*"', "time_control"),
    ],
)
def test_headers_of_games_that_are_refused(header: str, key: str) -> None:
    error = refused('{"trace":1,' + header + "}")
    assert (error.line, error.key) == (1, key)


def test_the_side_that_presses_is_one_of_the_game() -> None:
    head = '{"trace":1,"game":"xiangqi"}\n'
    assert read(head + '{"us":1,"press":"red"}')[1] != []
    assert refused(head + '{"us":1,"press":"white"}').key == "press"
    assert refused(head + '{"us":1,"command":"resign","role":"white"}').key == "role"


def outcome(data: bytes) -> BadTrace | None:
    try:
        read(data)
    except BadTrace as error:
        return error
    return None


def test_hostile_traces_give_only_our_error() -> None:
    rng = random.Random(30)
    good = 0
    for _ in range(4000):
        data = bytearray(WHOLE.encode())
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(data))
            if rng.random() < 0.6:
                data[at] = rng.choice(b'"[]{}:,\\\n\x00\xff019-eE.')
            else:
                del data[at : at + rng.randint(1, 12)]
        error = outcome(bytes(data))
        good += error is None
        assert error is None or (1 <= error.line <= 20 and error.text)
    assert good < 2000


def test_hostile_compressed_traces_give_only_our_error(tmp_path: Path) -> None:
    rng = random.Random(31)
    whole = gzip.compress(WHOLE.encode(), mtime=0)
    file = tmp_path / "t.gz"
    for _ in range(500):
        data = bytearray(whole)
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        file.write_bytes(bytes(data))
        with contextlib.suppress(BadTrace), open_trace(file) as (header, lines):
            assert header.game is CHESS
            list(lines)
