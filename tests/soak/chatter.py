"""Chatter does not matter: the same motions with and without noise shorter than the debounce give the same facts.

Each seed is an evening of one of the six games, recorded. Into its trace two kinds of noise are put, each at most once
in some seconds a point, for a sensor that chatters more is suspected, and is to be:

glitches: a point at rest shows the other level for less than `lift_ms` (a man that stands) or `place_ms` (an empty
    point), at any moment that is not within `APART_US` of a change of its own. All messages are the same, byte for
    byte, their times too.
bounces: where a point changes, the old level shows once more, some scans later, for less than it would take to count.
    The change counts from its first moment, and is certain some milliseconds later. So all messages but for times
    are the same, in the same order; and each point's lifts and placings are. Of two that are certain within those
    milliseconds the first is told first, and a piece that is set down before it is known to be up has no name yet.

COUNT pairs; each seed makes ten of them.
"""

from __future__ import annotations

import io
from collections import Counter
from functools import cache
from random import Random
from typing import TYPE_CHECKING

import msgspec

from controller.core.settings import Timings
from controller.journal.codec import canonical
from controller.shell.cores import new_board
from controller.shell.evening.playing import play
from controller.shell.replay import effects_of
from controller.shell.replay import settings as settings_in
from controller.shell.simulate import Asked, plan_of, tape_for
from controller.shell.trace import SetLine, read_trace
from tests.soak import _running

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from controller.core.messages import Json
    from controller.shell.trace import Line
    from controller.shell.trace_header import Header
    from rules.terms import Point

COUNT = 5000
PAIRS = 10
"""Of a seed: five of each kind."""
PLIES = 8
MIXES = ("clean", "club", "blitz")
GLITCHES = 30
"""In an evening of about half a minute."""
APART_US = 60_000
"""More than the pause that ends a burst of bounces."""
OFTEN_US = 3_000_000
"""Noise of one point comes no oftener."""
SCAN_US = 5000

Recording = tuple["Header", list["Line"]]


@cache
def holds_us() -> tuple[int, int]:
    """How long an empty point and one that is occupied must show the other level."""
    timings = Timings()
    return timings.place_ms * 1000, timings.lift_ms * 1000


def recorded(seed: int) -> Recording:
    """The trace of an evening."""
    games = _running.games()
    number, place = divmod(seed, len(games))
    plan = plan_of(Asked(game=games[place], mix=MIXES[number % len(MIXES)], plies=PLIES), seed)
    tape = tape_for(plan)
    play(plan, tape=tape)
    header, lines = read_trace(io.BytesIO(tape.finish().encode()), f"seed {seed}")
    return header, list(lines)


def said(recording: Recording) -> list[tuple[int, Json]]:
    """Every message that a trace leads to, with its time."""
    header, lines = recording
    session = new_board(settings_in(header))
    return [
        (at_us, msgspec.to_builtins(message))
        for _, at_us, effects in effects_of(header, lines, session)
        for message in effects.messages
    ]


class Levels:
    """What each point of a trace shows, and when it changes."""

    def __init__(self, header: Header, lines: Iterable[Line]) -> None:
        self.changes: dict[Point, list[tuple[int, int]]] = {}
        self.until_us = 0
        for line in lines:
            self.until_us = line.at_us
            if isinstance(line, SetLine):
                for point, level in line.levels.items():
                    assert isinstance(level, int)
                    self.changes.setdefault(point, []).append((line.at_us, level))
        start = header.game.start(header.start).occupied
        self._first = {point: start >> point & 1 for point in range(len(header.game.points))}

    def level(self, point: Point, at_us: int) -> int:
        """What a point shows at a time."""
        shown = [level for us, level in self.changes.get(point, ()) if us <= at_us]
        return shown[-1] if shown else self._first[point]

    def quiet(self, point: Point, from_us: int, until_us: int) -> bool:
        """Whether a point does not change in a time."""
        return not any(from_us <= us <= until_us for us, _ in self.changes.get(point, ()))

    def add(self, point: Point, changes: Sequence[tuple[int, int]]) -> list[Line]:
        """Lets a point change, and tells so in lines."""
        self.changes[point] = sorted([*self.changes.get(point, ()), *changes])
        return [SetLine(line=0, at_us=us, levels={point: level}) for us, level in changes]


def with_glitches(recording: Recording, dice: Random) -> Recording:
    """The trace with points that show the other level for a moment."""
    header, lines = recording
    levels = Levels(header, lines)
    added: list[Line] = []
    for _ in range(GLITCHES):
        point = dice.randrange(len(header.game.points))
        at_us = dice.randrange(APART_US, max(levels.until_us - APART_US, APART_US + 1))
        level = levels.level(point, at_us)
        end_us = at_us + dice.randrange(1, holds_us()[level])
        noisy = any(
            abs(line.at_us - at_us) < OFTEN_US for line in added if point in _points_of(line)
        )
        if not noisy and levels.quiet(point, at_us - APART_US, end_us + APART_US):
            added += levels.add(point, [(at_us, 1 - level), (end_us, level)])
    return header, _in_order(lines, added)


def with_bounces(recording: Recording, dice: Random) -> Recording:
    """The trace with points that fall back once more when they change."""
    header, lines = recording
    levels = Levels(header, lines)
    added: list[Line] = []
    for point, changes in list(levels.changes.items()):
        last_us = -OFTEN_US
        for at_us, level in list(changes):
            back_us = at_us + dice.choice((1, 2)) * SCAN_US // 2
            again_us = back_us + dice.choice((1, 2)) * SCAN_US // 2
            alone = levels.quiet(point, at_us - APART_US, at_us - 1) and levels.quiet(
                point, at_us + 1, again_us + APART_US
            )
            if alone and at_us - last_us > OFTEN_US and again_us < levels.until_us:
                added += levels.add(point, [(back_us, 1 - level), (again_us, level)])
                last_us = at_us
    return header, _in_order(lines, added)


def _points_of(line: Line) -> Iterable[Point]:
    return line.levels if isinstance(line, SetLine) else ()


def _in_order(lines: list[Line], added: list[Line]) -> list[Line]:
    """Lines and what was added, by their times. The last line ends the trace and stays the last."""
    return sorted(lines[:-1] + added, key=lambda line: line.at_us) + lines[-1:]


TIMES = ("at_us", "evidence", "clocks", "until_us", "claimable_until", "completed_by")
"""What messages say of times. Rest and a reply may complete a move within the same milliseconds: who comes first is one."""


def facts(messages: Iterable[tuple[int, Json]]) -> dict[str, list[bytes]]:
    """Messages without their times, in order: each point's lifts and placings, and all others."""
    found: dict[str, list[bytes]] = {}
    for _, body in messages:
        if body["type"] in ("lifted", "placed"):
            found.setdefault(body["point"], []).append(body["type"].encode())
        else:
            told = canonical({key: value for key, value in body.items() if key not in TIMES})
            found.setdefault("", []).append(told)
    return found


def pairs(seed: int, most: int = PAIRS) -> Counter[str]:
    """Compares the pairs of a seed, at most so many of them.

    Raises:
        AssertionError: noise made a difference; names the seed and the first message that differs.
    """
    recording = recorded(seed)
    plain = said(recording)
    found = Counter(messages=len(plain))
    for number in range(most):
        dice = Random(f"noise {seed} {number}")
        glitches = number % 2 == 0
        noisy = (with_glitches if glitches else with_bounces)(recording, dice)
        found["pairs"] += 1
        found["glitches" if glitches else "bounces"] += (len(noisy[1]) - len(recording[1])) // 2
        after = said(noisy)
        same = plain == after if glitches else facts(plain) == facts(after)
        assert same, f"seed {seed}, noise {number}: {_first(plain, after)}"
    return found


def _first(plain: list[tuple[int, Json]], noisy: list[tuple[int, Json]]) -> object:
    """The first messages that differ, times left out."""
    bare = [[{**body, **dict.fromkeys(TIMES)} for _, body in each] for each in (plain, noisy)]
    return next(
        (pair for pair in zip(*bare, strict=False) if pair[0] != pair[1]), "more or fewer of them"
    )


def soak(*, seed: int, count: int) -> dict[str, object]:
    """Compares so many pairs.

    Raises:
        AssertionError: as `pairs`.
    """
    found: Counter[str] = Counter()
    for each in _running.dealt(pairs, range(seed, seed - (-count // PAIRS))):
        found += each
    return dict(found)
