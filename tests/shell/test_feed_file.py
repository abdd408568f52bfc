"""What the public waits for, on disk: appended, written anew at times, read back whole or up to where it is torn."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.shell.feeds import keeping
from controller.shell.feeds.delay import DelayLine, Entered, entered_of
from controller.shell.feeds.keeping import FeedFile
from controller.shell.feeds.public import PublicRecords
from controller.shell.feeds.relay import Relayed, games_text, index
from controller.shell.feeds.steady import Kept, SteadyTime

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

DELAY_S = 900
GOOD = '[Event "a"]\n[White "Ann"]\n\n1. e4 *\n'
said = st.lists(
    st.tuples(st.integers(1, 3), st.integers(0, 400), st.text("ab\n*é", max_size=8), st.booleans()),
    max_size=25,
)


def steady(passed_s: float = 0.0, boot: str = "b") -> SteadyTime:
    return SteadyTime(wall=lambda: 1000.0, passed=lambda: passed_s, boot=boot)


ONLY_MORE = '{"feed":1,"boot":"b","ahead_s":0}\n[1,0.0,true,3,"x"]\n'
"""It goes on from what is not there."""


def entered(said_then: Sequence[tuple[int, int, str, bool]]) -> list[Entered]:
    """What came in, in the order of time."""
    at_s, found = 0.0, []
    for board, after_s, text, live in said_then:
        at_s += after_s
        found.append(Entered(board=board, at_s=at_s, text=text, live=live))
    return found


def line_of(new: Sequence[Entered]) -> DelayLine:
    line = DelayLine(DELAY_S)
    for each in new:
        line.put(each)
    return line


@given(said)
def test_what_is_kept_by_its_differences_is_what_came_in(
    said_then: list[tuple[int, int, str, bool]],
) -> None:
    plain: dict[int, list[Entered]] = {}
    for each in entered(said_then):
        own = plain.setdefault(each.board, [])
        if not own or (own[-1].text, own[-1].live) != (each.text, each.live):
            own.append(each)
    line = line_of(entered(said_then))
    assert list(line.kept()) == [each for own in plain.values() for each in own]
    assert list(entered_of(line.unwritten())) == sorted(line.kept(), key=lambda each: each.at_s)


def test_a_long_game_waits_as_what_was_added_to_it() -> None:
    texts = ["1. e4 e5 " * n for n in range(1000)]
    line = line_of([Entered(board=1, at_s=n, text=text, live=True) for n, text in enumerate(texts)])
    assert sum(len(step.tail) for step in line.steps()) == len(texts[-1])
    assert [each.text for each in line.kept()] == texts


def written(folder: Path, new: Sequence[Entered], *, every: int = 3) -> Path:
    """A file to which these were written, some at a time."""
    file, line = FeedFile(folder / "feed.jsonl", steady()), DelayLine(DELAY_S)

    async def run() -> None:
        await file.keep(line)
        for n, each in enumerate(new):
            line.put(each)
            if n % every == 0:
                await file.keep(line)
        await file.keep(line)

    asyncio.run(run())
    return file.path


PLAYED = entered([(n % 3, 2, f"{n % 3} " + "move " * n, n % 7 > 0) for n in range(40)])


def in_time(found: Iterable[Entered]) -> list[Entered]:
    return sorted(found, key=lambda each: (each.at_s, each.board))


def test_what_was_appended_is_read_back(tmp_path: Path) -> None:
    path = written(tmp_path, PLAYED)
    assert in_time(FeedFile(path, steady()).read()) == PLAYED


@pytest.mark.parametrize("cut", range(0, 3000, 97))
def test_a_torn_file_is_read_up_to_the_tear(tmp_path: Path, cut: int) -> None:
    path = written(tmp_path, PLAYED)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) - cut] + bytes(cut % 2 * 50))
    found = in_time(FeedFile(path, steady()).read())
    assert found == PLAYED[: len(found)]
    assert len(found) >= (len(PLAYED) - 1 - cut // 30 if len(whole) > cut else 0)


def test_a_file_is_written_anew_when_more_of_it_is_over_than_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "SPARE", 2000)
    file, line = FeedFile(tmp_path / "feed.jsonl", steady()), DelayLine(10)
    sizes = []

    async def run() -> None:
        for n in range(3000):
            line.put(Entered(board=1, at_s=n, text="move " * (n % 40), live=True))
            line.visible(n)
            await file.keep(line)
            sizes.append(file.path.stat().st_size)

    asyncio.run(run())
    assert max(sizes) < 10_000
    assert in_time(FeedFile(file.path, steady()).read())[-11:] == in_time(list(line.kept()))[-11:]


def test_a_file_of_an_earlier_version_is_taken_over_once(tmp_path: Path) -> None:
    old, now = tmp_path / "feed.json", steady(50.0)
    before = Kept(boot="b", ahead_s=now.ahead_s, at_s=now(), entered=PLAYED)
    old.write_bytes(msgspec.json.encode(before))
    file = FeedFile(tmp_path / "feed.jsonl", now)
    found = list(file.read())
    assert in_time(found) == PLAYED
    asyncio.run(file.keep(DelayLine(DELAY_S, found)))
    assert not old.exists()
    assert in_time(FeedFile(file.path, now).read()) == PLAYED


def test_time_that_the_machine_was_off_does_not_count(tmp_path: Path) -> None:
    path = written(tmp_path, PLAYED)
    newest_s = max(each.at_s for each in PLAYED)
    again = FeedFile(path, steady(5.0, "another")).read()
    now_s = steady(5.0, "another")()
    assert [now_s - each.at_s for each in in_time(again)] == [
        newest_s - each.at_s for each in PLAYED
    ]


@pytest.mark.parametrize(
    "text", ["", "{", "[1]", "\n", '{"feed":1}\n', "nonsense\n[1,2]\n", ONLY_MORE]
)
def test_a_file_that_is_none_makes_the_public_wait_anew(tmp_path: Path, text: str) -> None:
    path = tmp_path / "feed.jsonl"
    path.write_text(text)
    assert list(FeedFile(path, steady()).read()) == []


def test_a_disk_that_fails_costs_nothing_but_the_wait(tmp_path: Path) -> None:
    file, line = FeedFile(tmp_path / "away" / "feed.jsonl", steady()), line_of(PLAYED[:5])
    asyncio.run(file.keep(line))
    file.path.parent.mkdir()
    line.put(PLAYED[5])
    asyncio.run(file.keep(line))
    assert in_time(FeedFile(file.path, steady()).read()) == PLAYED[:6]


@pytest.mark.parametrize("text", ["nonsense", '[Event "x"]\n\nzz9 *\n', '[FEN "x"]\n\n1. e4 *\n'])
def test_a_record_that_cannot_be_read_keeps_no_other_from_the_public(text: str) -> None:
    games = [Relayed(board=1, text=text, live=True), Relayed(board=2, text=GOOD, live=True)]
    first, second = index(games)["pairings"]
    assert (first["white"], second["white"]["lname"]) == (None, "Ann")
    assert games_text(games, "pgn").endswith(GOOD)
    public = PublicRecords(lambda: games, {1: "a", 2: "b"}, DELAY_S)
    packets = {packet.topic: json.loads(packet.payload) for packet in public.changed()}
    assert packets["touchmove/v1/b/public/record"]["text"] == GOOD
