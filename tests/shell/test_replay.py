"""Traces through the core: what is fed, and what comes out."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.core.inputs import Command, Frame, Gap, Input, Press, Tick
from controller.core.messages import read_message
from controller.core.sensing.marks import Mark, Tone
from controller.shell.pace import Pace
from controller.shell.replay import inputs, replay
from controller.shell.trace import Line, TraceWriter, read_trace
from controller.shell.trace_header import Header
from rules.chess.pgn import read_games
from rules.footprint import Act
from rules.registry import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterator

CHESS = GAMES["chess"]
ARRAY = CHESS.start().occupied
A1, A2, E2, E4 = (1 << CHESS.index[name] for name in ("a1", "a2", "e2", "e4"))
KING_AND_PAWN = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"


def opened(lines: list[str], **header: object) -> tuple[Header, Iterator[Line]]:
    first = json.dumps({"trace": 1, "game": "chess", **header})
    return read_trace(io.BytesIO("\n".join([first, *lines]).encode()), "t.jsonl")


def fed(lines: list[str], **header: object) -> list[Input]:
    return [item for _, item in inputs(*opened(lines, **header))]


def run(lines: list[str], **header: object) -> tuple[list[dict[str, Any]], list[str]]:
    out, notes = io.StringIO(), list[str]()
    replay(*opened(lines, **header), out, note=notes.append)
    return [json.loads(line) for line in out.getvalue().splitlines()], notes


def hand(at_us: int, *moves: str) -> list[str]:
    """The lines of quiet moves, one every two seconds."""
    lines = []
    for move in moves:
        lines.append(f'{{"us":{at_us},"set":{{"{move[:2]}":0}}}}')
        lines.append(f'{{"us":{at_us + 400_000},"set":{{"{move[2:]}":1}}}}')
        at_us += 2_000_000
    return lines


def frame(at_us: int, levels: int, unknown: int = 0) -> Frame:
    return Frame(at_ns=at_us * 1000, levels=levels, unknown=unknown)


def test_the_board_stands_as_the_start_at_0() -> None:
    assert fed([]) == [frame(0, ARRAY)]
    assert fed(['{"us":7,"end":true}']) == [frame(0, ARRAY), Tick(at_ns=7000)]


def test_a_first_line_at_0_says_what_stands() -> None:
    lines = ['{"us":0,"set":{"e2":0}}', '{"us":9,"set":{"e4":1}}']
    assert fed(lines) == [frame(0, ARRAY & ~E2), frame(9, ARRAY & ~E2 | E4)]
    assert fed(lines[:1]) == [frame(0, ARRAY & ~E2)]


def test_a_turned_board_is_told_by_its_printed_labels() -> None:
    expected = sum(1 << CHESS.index[name] for name in ("d1", "d7", "d8"))
    assert fed([], start=KING_AND_PAWN, orientation="turned") == [frame(0, expected)]


def test_presses_and_commands_pass_through() -> None:
    items = fed(
        [
            '{"us":0,"press":"white"}',
            '{"us":3,"command":"promote","role":"black","args":{"to":"n"}}',
        ]
    )
    assert items == [
        frame(0, ARRAY),
        Press(at_ns=0, side=CHESS.sides[0]),
        Command(at_ns=3000, role="black", name="promote", args={"to": "n"}),
    ]


def test_blind_points_are_unknown_and_not_empty() -> None:
    items = fed(
        [
            '{"us":10,"blind":["a1"],"for_us":30}',
            '{"us":20,"blind":["a1","a2"],"for_us":10}',
            '{"us":25,"set":{"a1":0}}',
            '{"us":90,"end":true}',
        ]
    )
    assert items == [
        frame(0, ARRAY),
        frame(10, ARRAY & ~A1, A1),
        frame(20, ARRAY & ~A1 & ~A2, A1 | A2),
        Tick(at_ns=25000),
        frame(30, ARRAY & ~A1, A1),
        frame(40, ARRAY & ~A1),
        Tick(at_ns=90000),
    ]


@pytest.mark.parametrize(("seen_us", "read_us"), [(7_520, 7_520), (9_000, 2_000)])
def test_what_changed_while_blind_shows_at_the_next_scan(seen_us: int, read_us: int) -> None:
    """The blindness of a recording need not end at a scan: until the next one nobody has read these points."""
    lines = [
        '{"us":10,"blind":["a1"],"for_us":1990}',
        f'{{"us":{seen_us},"set":{{"a1":0}}}}',
        '{"us":90000,"end":true}',
    ]
    read = [frame(2_000, ARRAY)] if read_us == 2_000 else []
    assert fed(lines, scan_hz=240) == [
        frame(0, ARRAY),
        frame(10, ARRAY & ~A1, A1),
        *read,
        frame(seen_us, ARRAY & ~A1),
        Tick(at_ns=90_000_000),
    ]


def test_who_moved_where_nothing_could_be_read_is_not_accused_before_it_is_read() -> None:
    """At 20 scans a second the next comes up to 50 ms after the blindness: White was said to have made two moves in a row."""
    start = "W:W28,31,33-35,37,40-43,45,46,48-50:B1,5-9,12,15-17,25"
    lines = [
        '{"us":2798665,"set":{"43":0}}', '{"us":2995018,"set":{"38":1}}',
        '{"us":3077239,"blind":["9","13"],"for_us":5000000}',
        '{"us":4603664,"set":{"31":0}}', '{"us":5052722,"set":{"26":1}}',
        '{"us":8104887,"set":{"9":0,"13":1}}', '{"us":12000000,"end":true}',
    ]  # fmt: skip
    said, _ = run(lines, game="draughts-100", scan_hz=20, start=start)
    assert [m["move"] for m in said if m["type"] == "move"][:2] == ["43-38", "9-13"]
    assert not [m for m in said if m["type"] == "irregularity"]


def test_changes_in_a_gap_show_at_the_next_scan() -> None:
    items = fed(
        [
            '{"us":10,"gap_us":30}',
            '{"us":20,"set":{"e2":0}}',
            '{"us":25,"press":"white"}',
            '{"us":90,"set":{"e4":1}}',
        ]
    )
    assert items == [
        frame(0, ARRAY),
        Gap(at_ns=25000, from_ns=10000),  # nobody has looked until then
        Press(at_ns=25000, side=CHESS.sides[0]),
        Gap(at_ns=40000, from_ns=10000),
        frame(40, ARRAY & ~E2),
        frame(90, ARRAY & ~E2 | E4),
    ]


@pytest.mark.parametrize(
    ("sensor", "empty", "man", "mark"),
    [
        ("polarity", 0, -1, Mark(tone=Tone.DARK)),
        ("field", 90, -480, Mark(tone=Tone.DARK, stacked=False)),
        ("field", 90, 850, Mark(tone=Tone.LIGHT, stacked=False)),  # no men are stacked at chess
        ("identity", '""', '"P"', Mark(tone=Tone.LIGHT, letter="P")),
        ("identity", '""', '"x"', None),
    ],
)
def test_other_sensors_tell_of_the_men(
    sensor: str, empty: object, man: object, mark: Mark | None
) -> None:
    lines = [f'{{"us":5,"set":{{"e2":{empty}}}}}', f'{{"us":9,"set":{{"e4":{man}}}}}']
    frames = [item for item in fed(lines, sensor=sensor) if isinstance(item, Frame)]
    assert [f.levels for f in frames] == [ARRAY, ARRAY & ~E2, ARRAY & ~E2 | E4]
    first, last = frames[0].marks or {}, frames[-1].marks or {}
    assert len(first) == 32
    assert all(value.tone is (Tone.LIGHT if p < 32 else Tone.DARK) for p, value in first.items())
    assert last.get(CHESS.index["e4"]) == mark


EVENT = st.one_of(
    st.builds(
        lambda p, v: f'"set":{{"{p}":{v}}}', st.sampled_from(CHESS.points), st.integers(0, 1)
    ),
    st.builds(
        lambda p, t: f'"blind":["{p}"],"for_us":{t}',
        st.sampled_from(CHESS.points),
        st.integers(1, 99),
    ),
    st.builds(lambda t: f'"gap_us":{t}', st.integers(1, 99)),
    st.just('"press":"white"'),
)


@given(st.lists(st.tuples(st.integers(0, 40), EVENT), max_size=30))
def test_inputs_come_in_order_and_end_with_what_stands(events: list[tuple[int, str]]) -> None:
    at_us, lines, standing = 0, [], ARRAY
    for pause_us, event in events:
        at_us += pause_us
        lines.append(f'{{"us":{at_us},{event}}}')
        if event.startswith('"set"'):
            ((name, level),) = json.loads("{" + event + "}")["set"].items()
            bit = 1 << CHESS.index[name]
            standing = standing | bit if level else standing & ~bit
    items = fed([*lines, f'{{"us":{at_us + 100},"end":true}}'])
    times = [item.at_ns for item in items]
    frames = [item for item in items if isinstance(item, Frame)]
    assert times == sorted(times)
    assert times[0] == 0
    assert isinstance(items[0], Frame)
    assert all(not each.levels & each.unknown for each in frames)
    assert (frames[-1].levels, frames[-1].unknown) == (standing, 0)


def test_a_game_comes_out_as_moves() -> None:
    messages, notes = run([*hand(1_000_000, "e2e4", "e7e5", "g1f3"), '{"us":9000000,"end":true}'])
    moves = [message["move"] for message in messages if message["type"] == "move"]
    assert moves == ["e2e4", "e7e5", "g1f3"]
    assert [message["seq"] for message in messages] == list(range(1, len(messages) + 1))
    assert messages[0]["type"] == "game-started"
    times = [message["at_us"] for message in messages]
    assert times == sorted(times)
    for message in messages:
        head = {key: message[key] for key in ("v", "board", "game_id", "epoch", "wall")}
        assert head == {"v": 1, "board": "replay", "game_id": "g1", "epoch": "replay", "wall": None}
        read_message(message)
    assert notes == []


def test_time_runs_on_after_the_last_line_unless_the_trace_ends() -> None:
    lines = hand(1_000_000, "e2e4")
    assert "move" in [message["type"] for message in run(lines)[0]]
    ended = [*lines, '{"us":1500000,"end":true}']
    assert "move" not in [message["type"] for message in run(ended)[0]]


def test_time_runs_on_after_a_last_line_that_tells_nothing_new() -> None:
    lines = hand(1_000_000, "e2e4")
    again = '{"us":9000000,"set":{"e4":1}}'
    assert run([*lines, again])[0] == run([*lines, '{"us":12000000,"end":true}'])[0]
    soon = run([*lines, '{"us":1500000,"set":{"e4":1}}'])[0]
    assert "move" in [message["type"] for message in soon]


def test_the_same_trace_gives_the_same_bytes() -> None:
    lines = [*hand(1_000_000, "d2d4", "d7d5"), '{"us":9000000,"end":true}']
    assert run(lines) == run(lines)


def test_a_game_on_a_turned_board() -> None:
    messages, _ = run([*hand(1_000_000, "d7d5"), '{"us":9000000,"end":true}'], orientation="turned")
    assert [message["move"] for message in messages if message["type"] == "move"] == ["e2e4"]


def test_a_command_that_the_role_may_not_give_is_noted() -> None:
    messages, notes = run(['{"us":5,"command":"void","role":"white"}'])
    assert "result" not in [message["type"] for message in messages]
    assert len(notes) == 1
    assert notes[0].startswith("line 2: command refused: ")


@pytest.mark.parametrize(("speed", "expected"), [(1.0, [1.0, 1.5]), (10.0, [0.1, 0.15])])
def test_a_paced_replay_waits(speed: float, expected: list[float]) -> None:
    now, slept = 100.0, []

    def sleep(seconds: float) -> None:
        nonlocal now
        now += seconds
        slept.append(now - 100)

    pace = Pace(speed, clock=lambda: now, sleep=sleep)
    for at_us in (0, 1_000_000, 1_000_000, 1_500_000):
        pace.wait(at_us)
    assert slept == pytest.approx(expected)


def test_a_whole_recorded_game() -> None:
    file = Path(__file__).parents[2] / "controller" / "shell" / "data" / "demo-chess.pgn"
    (game,) = read_games(file.read_text(encoding="utf-8"))
    out, position, at_us = io.StringIO(), CHESS.start(), 1_000_000
    writer = TraceWriter(out, {"game": "chess"})
    for text in game.moves:
        move = position.by_text(text)
        assert move is not None
        for step in next(move.footprint.orders()):
            writer.set(at_us, {CHESS.points[step.point]: int(step.act is Act.PLACE)})
            at_us += 300_000
        position = position.play(move)
        at_us += 1_500_000
    writer.end(at_us)
    messages, _ = run(out.getvalue().splitlines()[1:])
    moves = [message["move"] for message in messages if message["type"] == "move"]
    assert tuple(moves) == game.moves
    assert not [m for m in messages if m["type"] in ("irregularity", "question")]
