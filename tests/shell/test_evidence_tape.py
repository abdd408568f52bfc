"""What the service records of a game, replayed, is what the game was fed with."""

from __future__ import annotations

import io
from dataclasses import dataclass, field, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.core.board import Board
from controller.core.inputs import Command, Effects, Frame, Gap, Input, Press, Tick
from controller.core.messages import Message
from controller.core.sensing.marks import LevelReader, Sensor, levels_of
from controller.core.settings import Settings, Timings
from controller.shell.cores import new_board
from controller.shell.evidence_note import Recorded, note_of, read_note, recorded_of
from controller.shell.evidence_tape import InOrder, Tape, header_of
from controller.shell.framing import frame_of, nothing_of
from controller.shell.pump import Pump
from controller.shell.replay import effects_of
from controller.shell.replay import settings as settings_of
from controller.shell.trace import read_trace
from rules.registry import game_by_name
from rules.terms import Side
from tests.samples import sample

CHESS = game_by_name("chess")
MS = 1_000_000
ARRAY = CHESS.start().occupied
START_NS = 7_000_000_123
POINTS = [CHESS.index[name] for name in ("e2", "e4", "e7", "e5", "a1")]


def settings_for(*, turned: bool = False, timings: Timings | None = None) -> Settings:
    return Settings(
        game=CHESS,
        rulebook=CHESS.rulebook,
        orientation="turned" if turned else "normal",
        time_control="40/90:00",
        claims="automatic",
        players={"white": "Ann", "black": None},
        headers={"Event": "Club"},
        timings=timings or Timings(settle_ms=300),
    )


def tape_for(
    settings: Settings | None = None, sensor: Sensor = Sensor.PRESENCE, note: str = ""
) -> Tape:
    settings = settings or settings_for()
    return Tape(settings, header_of(settings, sensor=sensor, scan_hz=200, note=note))


@dataclass
class Noted:
    """A session that remembers what it was fed with, ticks and all."""

    session: Board
    fed: list[Input] = field(default_factory=list)

    def feed(self, item: Input) -> Effects:
        self.fed.append(item)
        return self.session.feed(item)

    def next_deadline(self) -> int | None:
        return self.session.next_deadline()


def live(
    items: list[Input],
    settings: Settings,
    *,
    taken_often: bool,
    sensor: Sensor = Sensor.PRESENCE,
) -> tuple[Noted, list[Message], str]:
    """Inputs as the service feeds and records them."""
    noted = Noted(new_board(settings))
    recorded = recorded_of(settings, board="b", game_id="g1", epoch="e", continues=None)
    tape = tape_for(settings, sensor, note_of(recorded))
    # The session was there before the first scan, so that this one keeps its microsecond.
    in_order, pump, at_ns = InOrder(), Pump(noted, START_NS - 1000), START_NS - 1000
    messages: list[Message] = []
    text = ""
    for item in items:
        exact = in_order(item, at_ns)
        tape.take(exact)
        for _, effects in pump.advance(exact):
            messages += effects.messages
        at_ns = exact.at_ns
        if taken_often:
            text += tape.take_text()
    return noted, messages, text + tape.finish()


def replayed(text: str) -> tuple[Noted, list[Message]]:
    header, lines = read_trace(io.BytesIO(text.encode()), "tape")
    noted = Noted(new_board(settings_of(header)))
    messages: list[Message] = []
    for _, _, effects in effects_of(header, lines, noted):
        messages += effects.messages
    return noted, messages


def shifted(fed: list[Input]) -> list[Input]:
    """Inputs on the clock of the first one, without what a trace does not keep."""
    origin_ns = fed[0].at_ns
    found: list[Input] = []
    for item in fed:
        moved = replace(item, at_ns=item.at_ns - origin_ns)
        match moved:
            case Gap():
                moved = replace(moved, from_ns=0)
            case Frame():
                moved = replace(moved, levels=moved.levels & ~moved.unknown)
            case _:
                pass
        found.append(moved)
    return found


def scans(levels: int, unknown: int) -> Input:
    return Frame(at_ns=0, levels=levels, unknown=unknown)


LATER_US = st.sampled_from(
    [0, 1, 5_000, 10_000, 15_000, 20_000, 100_000, 300_000, 1_000_000, 1_000_001]
)
SOME = st.lists(st.sampled_from(POINTS), unique=True, max_size=3).map(
    lambda ps: sum(1 << p for p in ps)
)
ITEMS = st.one_of(
    st.builds(lambda p, u: scans(ARRAY ^ p, u), SOME, SOME),
    st.builds(lambda p: scans(ARRAY ^ p, 0), SOME),
    st.just(scans(ARRAY, (1 << 64) - 1)),
    st.just(Tick(at_ns=0)),
    st.builds(lambda side: Press(at_ns=0, side=Side(side)), st.sampled_from(["white", "black"])),
    st.just(Command(at_ns=0, role="white", name="adjust")),
    st.just(Command(at_ns=0, role="white", name="promote", args={"to": "n"})),
    st.just(Command(at_ns=0, role="black", name="no-such-command")),
    st.builds(lambda us: Gap(at_ns=0, from_ns=us), st.integers(0, 400_000)),
)


def timed(drawn: list[tuple[int, Input]]) -> list[Input]:
    at_ns = START_NS
    items: list[Input] = [Frame(at_ns=at_ns, levels=ARRAY)]
    for later_us, item in drawn:
        at_ns += later_us * 1000
        exact = replace(item, at_ns=at_ns)
        if isinstance(exact, Gap):
            exact = replace(exact, from_ns=at_ns - exact.from_ns * 1000)
        items.append(exact)
    return items


@given(st.lists(st.tuples(LATER_US, ITEMS), max_size=25), st.booleans())
@settings(max_examples=sample(60, 500), deadline=None)
def test_a_replay_feeds_what_was_fed(drawn: list[tuple[int, Input]], often: bool) -> None:  # noqa: FBT001
    noted, messages, text = live(timed(drawn), settings_for(), taken_often=often)
    again, found = replayed(text)
    assert found == messages
    told = [each for each in noted.fed if getattr(each, "name", "") != "no-such-command"]
    assert shifted(again.fed) == shifted(told)


TELLING = [Sensor.POLARITY, Sensor.FIELD, Sensor.IDENTITY]
LEVELS: dict[Sensor, list[int | str]] = {
    Sensor.POLARITY: [0, 1, -1],
    Sensor.FIELD: [0, 120, 500, 505, 850, -500, -630],
    Sensor.IDENTITY: ["", "P", "p", "Q", "z"],
}


@pytest.mark.parametrize("sensor", TELLING)
@given(st.data())
@settings(max_examples=30, deadline=None)
def test_what_sensors_tell_of_men_is_kept(sensor: Sensor, data: st.DataObject) -> None:
    """Levels of every kind come back as the frames that they were, and so do the messages."""
    reader = LevelReader(CHESS, sensor)
    start = CHESS.start()
    men = [(p, start.piece_at(p)) for p in range(64)]
    levels = levels_of(((p, man) for p, man in men if man is not None), sensor)
    reader.take(0, levels)
    at_ns = START_NS
    items: list[Input] = [frame_of(reader, at_ns, 0)]
    changes = st.dictionaries(st.sampled_from(POINTS), st.sampled_from(LEVELS[sensor]), max_size=2)
    unknown = 0
    for _ in range(data.draw(st.integers(0, 15))):
        at_ns += 1000 * data.draw(LATER_US.filter(bool))
        change = data.draw(changes)
        unknown = data.draw(SOME)
        # What cannot be read does not change for who reads, nor does what stays as it was.
        readable = {p: level for p, level in change.items() if not unknown >> p & 1}
        read = {p: v for p, v in readable.items() if levels.get(p, nothing_of(sensor)) != v}
        levels |= read
        reader.take(at_ns // 1000 * 1000 - START_NS // 1000 * 1000, read)
        items.append(frame_of(reader, at_ns, unknown))
    noted, messages, text = live(items, settings_for(), taken_often=False, sensor=sensor)
    again, found = replayed(text)
    assert found == messages
    assert shifted(again.fed) == shifted(noted.fed)


@given(st.lists(st.tuples(LATER_US, ITEMS), max_size=25))
@settings(max_examples=20, deadline=None)
def test_it_does_not_matter_when_a_clock_began(drawn: list[tuple[int, Input]]) -> None:
    """A trace begins at 0, a board's clock when it was switched on: no moment means "never"."""
    items = timed(drawn)
    began_ns = items[0].at_ns

    def ticks_of(origin_ns: int) -> list[int]:
        board = new_board(settings_for())
        found: list[int] = []
        for item in items:
            at_ns = item.at_ns - began_ns + origin_ns
            while (due_ns := board.next_deadline()) is not None and due_ns <= at_ns:
                board.feed(Tick(at_ns=due_ns))
                found.append(due_ns - origin_ns)
            moved = replace(item, at_ns=at_ns)
            if isinstance(moved, Gap):
                moved = replace(moved, from_ns=moved.from_ns - began_ns + origin_ns)
            board.feed(moved)
        return found

    assert ticks_of(0) == ticks_of(began_ns)


@given(st.lists(st.tuples(LATER_US, ITEMS), max_size=25))
@settings(max_examples=50, deadline=None)
def test_it_does_not_matter_how_often_lines_are_taken(drawn: list[tuple[int, Input]]) -> None:
    items = timed(drawn)
    often = live(items, settings_for(), taken_often=True)[2]
    assert often == live(items, settings_for(), taken_often=False)[2]


def test_a_chip_that_is_gone_for_long_is_told_in_pieces() -> None:
    gone = 0xFFFF
    items: list[Input] = [Frame(at_ns=START_NS, levels=ARRAY)]
    for n in range(1, 100):
        levels = ARRAY if n % 2 else ARRAY ^ 1 << 52
        items.append(Frame(at_ns=START_NS + n * 100 * MS, levels=levels, unknown=gone))
    noted, messages, text = live(items, settings_for(), taken_often=False)
    again, found = replayed(text)
    assert text.count('"blind"') > 5
    assert found == messages
    assert shifted(again.fed)[-1] == shifted(noted.fed)[-1]


def test_lines_do_not_wait_for_a_blindness_that_does_not_end() -> None:
    tape = tape_for()
    tape.take(Frame(at_ns=START_NS, levels=ARRAY, unknown=1))
    for n in range(1, 400):
        tape.take(Frame(at_ns=START_NS + n * 10 * MS, levels=ARRAY ^ (n % 2) << 52, unknown=1))
    assert len(tape.take_text().splitlines()) > 250


@pytest.mark.parametrize("turned", [False, True])
def test_what_stands_at_the_start_is_told(turned: bool) -> None:  # noqa: FBT001
    levels = ARRAY ^ 1 << CHESS.index["e2"]
    items: list[Input] = [Frame(at_ns=START_NS, levels=levels, unknown=1 << 63)]
    _, messages, text = live(items, settings_for(turned=turned), taken_often=False)
    assert '{"us":0,"set":{"e2":0}}' in text
    assert replayed(text)[1] == messages


def test_what_comes_before_the_first_scan_follows_it() -> None:
    tape = tape_for()
    tape.take(Press(at_ns=START_NS, side=Side("white")))
    assert tape.take_text() == ""
    tape.take(Frame(at_ns=START_NS + MS, levels=ARRAY))
    tape.take(Tick(at_ns=START_NS + 5 * MS))
    lines = tape.finish().splitlines()
    assert lines[1:] == ['{"us":1,"press":"white"}', '{"us":4000,"end":true}']


def test_a_game_that_was_never_scanned_leaves_nothing() -> None:
    assert tape_for().finish() == ""


def test_the_replay_is_told_what_the_game_was_told() -> None:
    told = settings_for(timings=Timings(settle_ms=444, ask_ms=1234))
    text = live([Frame(at_ns=START_NS, levels=ARRAY)], told, taken_often=False)[2]
    header, _ = read_trace(io.BytesIO(text.encode()), "tape")
    assert replace(settings_of(header), game=told.game) == told


@pytest.mark.parametrize(
    "note",
    [
        '{"touchmove":',
        '{"touchmove":1,"timings":{"settle_ms":"soon"}}',
        '{"touchmove":1,"timings":{"qqq":5}}',
        '{"touchmove":1,"timings":{"settle_ms":1}}',
    ],
)
def test_a_spoilt_note_is_named(note: str) -> None:
    with pytest.raises(ValueError, match=r"note of the recorder|no timing|must be from"):
        read_note(note)


def test_notes_of_others_are_free_text() -> None:
    assert read_note("board 7, round 3") == read_note("{}") == Recorded()
    known = Recorded(board="b", game_id="g1", epoch="e", continues=3)
    assert read_note(note_of(known)) == known
