"""Legal plays of random games of Go, spoilt in every way: each is named by what spoilt it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from rules.deed import Deed
from rules.go.game import game_of
from rules.go.position import GoPosition, Superko
from rules.position import Move
from rules.rulebook import Rulebook
from rules.terms import Point
from tests.rules.go_boards import random_line
from tests.rules.go_hands import BOOKS, Hands

Spoilt = tuple[Deed, str, str, set[Point]]
"""A deed, with the law, the side and the points that it must be named by."""
Spoiler = Callable[[Random, GoPosition, GoPosition, Move], Spoilt | None]


def plain(position: GoPosition) -> list[Point]:
    """Points where a play takes nothing."""
    return [m.target for m in position.moves() if m.target is not None and not m.captured]


def stones_of(position: GoPosition, *, of_side: str | None = None) -> list[Point]:
    sides = {p: position.piece_at(p) for p in position.board.points(position.occupied)}
    return [p for p, man in sides.items() if man is not None and of_side in (None, man.side)]


def two(dice: Random, position: GoPosition, before: GoPosition, last: Move) -> Spoilt | None:
    points = position.board.points(position.empty)
    if last.target is None or not points:
        return None
    point = dice.choice(points)
    deed = Hands(position, before, last).place(point).deed()
    return replace(deed, came_sides=(last.side,)), "GO-17.two", last.side, {point}


def released(dice: Random, position: GoPosition, before: GoPosition, last: Move) -> Spoilt | None:
    points = [p for p in position.board.points(position.empty) if p != position.ko]
    if last.target is None or not points:
        return None
    point = dice.choice(points)
    if position.superko is not Superko.SIMPLE and position.forbidden(point) == "GO-20.super":
        return None  # a retaking, as in a ko
    reply = position.by_text(position.board.names[point])
    if reply is not None and last.target in reply.captured:
        return None  # as well the opponent's capture, under way
    hands = Hands(position, before, last).lift(last.target).place(point)
    return hands.deed(), "GO-17.release", last.side, {last.target, point}


def shifted(dice: Random, position: GoPosition, before: GoPosition, last: Move) -> Spoilt | None:
    points = [p for p in position.board.points(position.empty) if position.forbidden(p) is None]
    moved = [p for p in stones_of(position) if p != last.target]
    if not points or not moved:
        return None
    origin, point = dice.choice(moved), dice.choice(points)
    play = position.by_text(position.board.names[point])
    if play is not None and origin in play.captured:
        return None  # as well a capture, its stone lifted first
    hands = Hands(position, before, last).lift(origin).place(point)
    if play is not None and play.captured:
        return None  # as well a capture, one stone too many lifted before
    return hands.deed(), "GO-17.shift", position.side_to_move, {origin, point}


def scattered(dice: Random, position: GoPosition, before: GoPosition, last: Move) -> Spoilt | None:
    standing = stones_of(position)
    count = dice.randrange(3, 9)
    if len(standing) < count:
        return None
    off = dice.sample(standing, count)
    hands = Hands(position, before, last).lift(*off, pause_ms=dice.randrange(0, 50))
    return hands.deed(), "GO-17.scatter", position.side_to_move, set(off)


def living(dice: Random, position: GoPosition, before: GoPosition, last: Move) -> Spoilt | None:
    """Stones of the opponent are taken off after a play that takes nothing, or without one."""
    enemy = [p for p in stones_of(position, of_side=last.side) if p != last.target]
    free = plain(position)
    if not enemy or not free:
        return None
    hands = Hands(position, before, last)
    if dice.random() < 0.5:
        hands.place(dice.choice(free))
    off = dice.sample(enemy, dice.randrange(1, min(len(enemy), 5) + 1))
    hands.lift(*off)
    return hands.deed(), "GO-18.alive", position.side_to_move, set(off)


def too_many(dice: Random, position: GoPosition, before: GoPosition, last: Move) -> Spoilt | None:
    """A capture, all of its stones, and living ones with them."""
    captures = [m for m in position.moves() if m.captured and m.target is not None]
    if not captures:
        return None
    played = dice.choice(captures)
    enemy = [p for p in stones_of(position, of_side=last.side) if p not in played.captured]
    if not enemy or played.target is None:
        return None
    off = dice.sample(enemy, dice.randrange(1, min(len(enemy), 2) + 1))
    lifts = [*played.captured, *off]
    dice.shuffle(lifts)
    hands = Hands(position, before, last).place(played.target).lift(*lifts)
    known = dice.choice([None, played])
    return hands.deed(known), "GO-18.alive", position.side_to_move, set(off)


def left_on(dice: Random, position: GoPosition, before: GoPosition, last: Move) -> Spoilt | None:
    """A capture with stones left on; then the opponent plays, or the clock is pressed."""
    captures = [m for m in position.moves() if m.captured and m.target is not None]
    if not captures:
        return None
    played = dice.choice(captures)
    assert played.target is not None
    taken = dice.sample(played.captured, dice.randrange(len(played.captured)))
    left = set(played.captured) - set(taken)
    hands = Hands(position, before, last)
    early = dice.randrange(len(taken) + 1)
    hands.lift(*taken[:early]).place(played.target).lift(*taken[early:])
    if dice.random() < 0.3:
        deed = hands.deed(played, pressed=True)
        return replace(deed, came=(), gone=()), "GO-17.clock", position.side_to_move, left
    replies = [p for p in plain(position.play(played)) if p not in played.captured]
    if not replies:
        return None
    hands.place(dice.choice(replies))
    known = dice.choice([None, played])
    return hands.deed(known), "GO-18.dead", position.side_to_move, left


def forbidden(dice: Random, position: GoPosition, before: GoPosition, last: Move) -> Spoilt | None:
    laws = {p: law for p in position.board.points(position.empty) if (law := position.forbidden(p))}
    if not laws:
        return None
    law = max(laws.values())  # GO-19 is everywhere, the others are not
    point = dice.choice([p for p in laws if laws[p] == law])
    hands = Hands(position, before, last).place(point)
    gone = position.occupied & ~position.force(point).occupied
    off: list[Point] = []
    if dice.random() < 0.5:  # what it would take, or itself
        off = position.board.points(gone)
        hands.now_ms += 1000
        hands.lift(*off)
    return hands.deed(), law, position.side_to_move, {point, *off}


def replied(dice: Random, position: GoPosition, before: GoPosition, last: Move) -> Spoilt | None:
    """A lawful play, and then the opponent's on a forbidden point, before anything was settled."""
    plays = plain(position)
    if not plays:
        return None
    first = position.by_text(position.board.names[dice.choice(plays)])
    assert first is not None
    after = position.play(first)
    points = [p for p in after.board.points(after.empty) if after.forbidden(p) is not None]
    if not points or first.target is None:
        return None
    point = dice.choice(points)
    law = after.forbidden(point)
    assert law is not None
    deed = Hands(position, before, last).place(first.target, point).deed()
    return deed, law, after.side_to_move, {point}


SPOILERS: tuple[Spoiler, ...] = (
    two, released, shifted, scattered, living, too_many, left_on, forbidden, replied,
)  # fmt: skip


@pytest.mark.law(
    "GO-17.two", "GO-17.release", "GO-17.shift", "GO-17.scatter", "GO-17.clock", "GO-18.alive",
    "GO-18.dead", "GO-19", "GO-20.ko", "GO-20.super",
)  # fmt: skip
@BOOKS
def test_spoilt_plays_are_named_by_what_spoilt_them(book: Rulebook) -> None:
    seen: Counter[str] = Counter()
    for seed in range(60):
        superko = "positional" if seed % 3 == 0 else "simple"
        game = game_of({"size": (3, 5, 7, 9)[seed % 4], "superko": superko})
        dice = Random(seed)
        line = random_line(game, seed, 90)
        for before, position in pairwise(line):
            last = next(m for m in before.moves() if before.play(m) == position)
            rare = {position.forbidden(p) for p in range(game.columns**2)} - {None, "GO-19"}
            spoiler = forbidden if rare and dice.random() < 0.5 else dice.choice(SPOILERS)
            spoilt = spoiler(dice, position, before, last)
            if spoilt is None:
                continue
            deed, law, side, points = spoilt
            found = game.named(deed, book)
            what = f"{position.text} {deed}"
            assert found is not None, what
            assert (found.law, found.side, set(found.points)) == (law, side, points), what
            row = book.irregularities[found.law]
            assert (found.kind, found.remedy, found.penalty) == (row.kind, row.remedy, row.penalty)
            seen[found.law] += 1
    assert min(seen.values()) >= 20, seen
    assert len(seen) == 10, seen
