"""Sensor traces of games played by other hands than the simulator's: a second opinion, made from the laws alone.

It shares nothing with `drivers.sim` and `controller.shell.evening`. Points feel the men that stand on them or are
carried over them; contacts bounce; sensors may fail. The result is a trace as an outside program would
write it, and the moves that were truly made.
"""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

from controller.shell.replay import replay
from controller.shell.trace import read_trace
from controller.shell.truth import TruePly
from rules.footprint import Act
from rules.terms import points_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rules.game import Game
    from rules.position import Move, Position
    from rules.terms import Point

MS = 1000
"""Microseconds: times are those of a trace."""
STYLES = ("lift", "slide", "slow", "fast", "two hands")
FAULTS = ("off", "on", "hold", "late", "chatter", "couple", "dip", "ghost", "blind")
"""A sensor that feels nothing from now on, or always; keeps its level; tells it late; comes and goes; feels its neighbour's
men; loses its man once; makes one up once; cannot be read for a while."""


@dataclass
class Evening:
    """What was played, and what the sensors gave.

    Attributes:
        changes: when a man came to a point (1) or left it (-1), as magnets and hands have it.
        ready_us: when the next move may begin.
        plies: the same moves as `truth`, with their times.
    """

    game: Game
    seed: int
    style: str
    replies: str
    scan_hz: int
    presses: bool = False
    truth: list[str] = field(default_factory=list)
    changes: list[tuple[int, Point, int]] = field(default_factory=list)
    extra: list[tuple[int, dict[str, object]]] = field(default_factory=list)
    ready_us: int = 1_000_000
    plies: list[TruePly] = field(default_factory=list)


Before = Callable[[Evening, "Position", "Move", Random], None]
"""What happens before a move."""


def evening(
    game: Game,
    seed: int,
    plies: int,
    before: Before | None = None,
    line: Sequence[str] | None = None,
) -> Evening:
    """An evening drawn from a seed: moves by chance, captures preferred, or those of a recorded line."""
    dice = Random(f"{game.name} {seed}")
    made = Evening(
        game, seed,
        style=dice.choice(STYLES),
        replies=dice.choice(("calm", "quick", "blitz")),
        scan_hz=dice.choice((50, 100, 200, 200, 400, 1000)),
        presses=game.pieces_move and dice.random() < 0.25,
    )  # fmt: skip
    position = game.start()
    for n in range(plies):
        move = _chosen(made, position, dice) if line is None else _next(position, line[n:])
        if move is None:
            break
        if before is not None:
            before(made, position, move, dice)
        _play(made, position, move, dice)
        made.truth.append(move.text)
        position = position.play(move)
    return made


def _chosen(made: Evening, position: Position, dice: Random) -> Move | None:
    legal = [m for m in position.moves() if m.footprint.steps and m.choice in ("", "q")]
    if not legal or made.game.ending([position], made.game.rulebook):
        return None
    captures = [m for m in legal if m.captured]
    return dice.choice(captures if captures and dice.random() < 0.5 else legal)


def _next(position: Position, line: Sequence[str]) -> Move | None:
    """The next move of a line, up to one that needs words: a pass, a promotion to another piece than a queen."""
    move = position.by_text(line[0]) if line else None
    plain = move is not None and move.footprint.steps and move.choice in ("", "q")
    return move if plain else None


def _play(made: Evening, position: Position, move: Move, dice: Random) -> None:
    at_us = made.ready_us
    acts = _in_order(move, dice)
    pause = {"lift": (150, 600), "slide": (80, 350), "slow": (400, 900), "fast": (60, 160)}
    low, high = pause.get(made.style, (120, 500))
    last: Point | None = None
    for n, (point, placed) in enumerate(acts):
        if n:
            together = made.style == "two hands" and not placed and dice.random() < 0.5
            at_us += int((dice.uniform(0, 60) if together else dice.uniform(low, high)) * MS)
        if placed and last is not None and move.origin is not None:
            at_us = _carry(made, position, move, at_us, dice)
        contact(made, point, at_us, dice, placed=placed)
        if not placed:
            last = point
            if near := points_of(
                position.occupied & made.game.neighbours(point) & ~move.footprint.changes
            ):
                _jolt(made, dice.choice(near), at_us, dice)
    made_us, pressed_us = at_us, None
    if made.presses:
        at_us = pressed_us = at_us + dice.randrange(150, 900) * MS
        made.extra.append((at_us, {"press": move.side}))
    made.plies.append(TruePly(move.text, move.side, made.ready_us, made_us, pressed_us))
    rest = {"calm": (900, 5000), "quick": (260, 1200), "blitz": (110, 320)}
    low, high = rest[made.replies]
    made.ready_us = at_us + int(dice.uniform(low, high) * MS)


def _in_order(move: Move, dice: Random) -> list[tuple[Point, bool]]:
    """The steps of a move in an order that hands can keep, by chance."""
    steps = move.footprint.steps
    before: dict[int, set[int]] = {n: set() for n in range(len(steps))}
    for first, then in (*move.footprint.physical, *move.footprint.lawful):
        before[then].add(first)
    left, order = list(range(len(steps))), []
    while left:
        free = [n for n in left if not before[n] & set(left)]
        n = dice.choice(free)
        left.remove(n)
        order.append((steps[n].point, steps[n].act is Act.PLACE))
    if len(move.captured) > 1 and move.ways:  # DR-6.11: in the order of the jumps, or in reverse
        taken = move.captured[:: dice.choice((1, -1))]
        order = [each for each in order if each[0] not in taken] + [(p, False) for p in taken]
    return order


def _carry(made: Evening, position: Position, move: Move, at_us: int, dice: Random) -> int:
    """The man goes low over the points between, or is set down on the way; when he is there."""
    assert move.origin is not None
    assert move.target is not None
    stops = [p for p in move.path[1:-1] if not position.occupied >> p & 1]
    between = [p for p in _line(made.game, move.origin, move.target) if p not in stops]
    low = made.style in {"slide", "fast"} and dice.random() < (
        0.7 if made.style == "slide" else 0.2
    )
    for point in stops:
        if dice.random() < (0.8 if low else 0.3):
            made.changes.append((at_us, point, 1))
            at_us += dice.randrange(60, 400) * MS
            made.changes.append((at_us, point, -1))
            at_us += dice.randrange(60, 300) * MS
    if low:
        for point in between:
            if position.occupied >> point & 1:
                continue
            made.changes.append((at_us, point, 1))
            at_us += dice.randrange(20, 70) * MS
            made.changes.append((at_us, point, -1))
            at_us += dice.randrange(5, 40) * MS
    return at_us


def _line(game: Game, origin: Point, target: Point) -> list[Point]:
    """The points between two on a row, column or diagonal."""
    (x, y), (to_x, to_y) = game.place(origin), game.place(target)
    far = max(abs(to_x - x), abs(to_y - y))
    if (to_x - x) % max(far, 1) or (to_y - y) % max(far, 1):
        return []
    at = {game.place(p): p for p in range(len(game.points))}
    step_x, step_y = ((to_x - x) // far, (to_y - y) // far) if far else (0, 0)
    found = [at.get((x + n * step_x, y + n * step_y)) for n in range(1, far)]
    return [p for p in found if p is not None]


def contact(made: Evening, point: Point, at_us: int, dice: Random, *, placed: bool) -> None:
    """A man comes or goes, and the contact bounces."""
    sign = 1 if placed else -1
    made.changes.append((at_us, point, sign))
    for _ in range(dice.choice((0, 0, 1, 2, 3))):
        at_us += dice.randrange(200, 1500)
        made.changes.append((at_us, point, -sign))
        at_us += dice.randrange(200, 1500)
        made.changes.append((at_us, point, sign))


def _jolt(made: Evening, point: Point, at_us: int, dice: Random) -> None:
    """Now and then a hand shakes the man beside it."""
    if dice.random() < 0.06:
        start_us = at_us + dice.randrange(-20, 40) * MS
        made.changes.append((start_us, point, -1))
        made.changes.append((start_us + dice.randrange(12, 80) * MS, point, 1))


@dataclass(frozen=True, kw_only=True)
class Fault:
    """One failing sensor."""

    kind: str
    point: Point
    other: Point
    from_us: int
    for_us: int


def a_fault(made: Evening, dice: Random, kinds: Sequence[str] = FAULTS) -> Fault:
    """A fault at a point that is used, somewhere in the evening."""
    used = [point for _, point, _ in made.changes]
    point = dice.choice(used)
    near = points_of(made.game.neighbours(point))
    return Fault(
        kind=dice.choice(kinds),
        point=point,
        other=dice.choice(near),
        from_us=dice.randrange(made.ready_us),
        for_us=dice.randrange(30, 3000) * MS,
    )


def trace_of(made: Evening, faults: Sequence[Fault] = ()) -> bytes:
    """The trace, scan by scan."""
    names, dice = made.game.points, Random(made.seed)
    head: dict[str, object] = {"trace": 1, "game": made.game.name, "scan_hz": made.scan_hz}
    if not made.game.pieces_move:
        head["game_options"] = dict(made.game.options)
    if made.presses:
        head["time_control"] = "600:00"
    end_us = made.ready_us + 26_000_000
    lines = [(at_us, line) for at_us, line in made.extra]
    for fault in faults:
        if fault.kind == "blind":
            blind = {"blind": [names[fault.point]], "for_us": fault.for_us}
            lines.append((fault.from_us, blind))
    start = made.game.start().occupied
    felt = Counter(points_of(start))
    told = {point: felt[point] > 0 for point in range(len(names))}
    changes = sorted(made.changes)
    step_us = 1_000_000 // made.scan_hz
    for at_us in _scans(made, faults, end_us, step_us):
        while changes and changes[0][0] <= at_us:
            _, point, sign = changes.pop(0)
            felt[point] += sign
        levels = {point: felt[point] > 0 for point in told}
        for fault in faults:
            if at_us >= fault.from_us:
                levels[fault.point] = _spoilt(fault, at_us, told, felt, dice)
        new = {names[p]: int(level) for p, level in levels.items() if level is not told[p]}
        if new:
            lines.append((at_us, {"set": new}))
        told = levels
    lines = [line for line in lines if line[0] < end_us]
    lines.append((end_us, {"end": True}))
    lines.sort(key=lambda line: line[0])
    return "\n".join(
        [json.dumps(head), *(json.dumps({"us": at_us, **line}) for at_us, line in lines), ""]
    ).encode()


def _scans(made: Evening, faults: Sequence[Fault], end_us: int, step_us: int) -> Iterator[int]:
    """The scans at which something may have changed: between them nothing does."""
    times = {at_us for at_us, _, _ in made.changes}
    for fault in faults:
        if fault.kind == "blind":
            continue
        times |= {fault.from_us, fault.from_us + fault.for_us}
        if fault.kind == "late":
            times |= {
                at_us + fault.for_us for at_us, point, _ in made.changes if point == fault.point
            }
        if fault.kind == "chatter":
            times |= set(range(fault.from_us, end_us, 60 * MS))
    yield from sorted({-(-at_us // step_us) * step_us for at_us in times if at_us < end_us})


def _spoilt(
    fault: Fault, at_us: int, told: Mapping[Point, bool], felt: Counter[Point], dice: Random
) -> bool:
    """What a failing sensor tells instead."""
    soon, level = at_us < fault.from_us + fault.for_us, felt[fault.point] > 0
    return {
        "off": False,
        "on": True,
        "hold": told[fault.point],
        "late": told[fault.point] if soon else level,
        "chatter": level and dice.random() < 0.6,
        "couple": level or felt[fault.other] > 0,
        "dip": level and not soon,
        "ghost": level or soon,
        "blind": level,
    }[fault.kind]


@dataclass(frozen=True, kw_only=True)
class Found:
    """What the board made of a trace.

    Attributes:
        moves: that stand published in the end.
        asked, named: questions and irregularities; `asks`: a question is open at the end, or men are asked back.
    """

    moves: list[str]
    asked: int
    named: list[str]
    asks: bool


def found_in(trace: bytes) -> Found:
    """Replays a trace."""
    header, lines = read_trace(io.BytesIO(trace), "other hands")
    out = io.StringIO()
    replay(header, lines, out)
    moves: list[str] = []
    named, asked, open_ids = [], 0, set()
    for line in out.getvalue().splitlines():
        message = json.loads(line)
        match message["type"]:
            case "move":
                moves.append(message["move"])
            case "correction":
                del moves[message["from_ply"] - 1 :]
            case "question":
                asked += 1
                open_ids.add(message["id"])
            case "answered":
                open_ids.discard(message["id"])
            case "irregularity":
                named.append(message["kind"])
            case "restore":
                (open_ids.discard if message["done"] else open_ids.add)("restore")
            case _:
                pass
    return Found(moves=moves, asked=asked, named=named, asks=bool(open_ids))


def first_wrong(found: Found, truth: Sequence[str]) -> int | None:
    """The first ply at which something else was published than was played; None for none."""
    for n, move in enumerate(found.moves):
        if n >= len(truth) or truth[n] != move:
            return n + 1
    return None
