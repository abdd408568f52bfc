"""Men are put back one by one, and following the guide takes as few motions of a hand as can be."""

from __future__ import annotations

from collections import deque
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.core.inference.prices import HOLD_MS
from controller.core.messages import Restore
from controller.core.restoring.guide import Guide
from controller.core.settings import Timings
from rules.go.game import game_of
from rules.terms import PointSet, points_of
from tests.core.rig import MS, Rig

TIMINGS = Timings()

SMALL = game_of({"size": 3})
POINTS = range(6)
"""Of nine, so that stones always have liberties."""
ARRANGEMENTS = st.integers(0, (1 << len(POINTS)) - 1)


def motions(standing: PointSet) -> set[PointSet]:
    """Where men stand after each motion of a hand: one carried, taken off, or put on."""
    on = [p for p in POINTS if standing >> p & 1]
    off = [p for p in POINTS if not standing >> p & 1]
    carried = {standing ^ 1 << a ^ 1 << b for a in on for b in off}
    return carried | {standing ^ 1 << p for p in POINTS}


@cache
def fewest(standing: PointSet) -> dict[PointSet, int]:
    """How many motions lead from an arrangement to each other, by trying all of them."""
    found, todo = {standing: 0}, deque([standing])
    while todo:
        here = todo.popleft()
        for after in motions(here):
            if after not in found:
                found[after] = found[here] + 1
                todo.append(after)
    return found


def guide_to(occupied: PointSet) -> Guide:
    named = [SMALL.points[p] for p in POINTS if occupied >> p & 1]
    text = f'{{"size":3,"black":{named},"white":[],"to_move":"white"}}'.replace("'", '"')
    return Guide(SMALL.start(text), "irregularity")


@pytest.mark.law("CH-8.1", "CH-8.2", "FIDE-7.4")
@given(target=ARRANGEMENTS, standing=ARRANGEMENTS)
def test_following_the_guide_takes_the_fewest_motions(target: PointSet, standing: PointSet) -> None:
    guide, made, need = guide_to(target), 0, fewest(standing)[target]
    while not guide.stands(standing, 0, 0, TIMINGS, at_once=True):
        missing, extra = guide.missing(standing), guide.extra(standing)
        assert not missing & standing
        assert not extra & ~standing
        # One man that is too much goes where one is missing, else off the board, or one comes.
        standing ^= (extra & -extra) | (missing & -missing)
        made += 1
    assert standing == target
    assert made == need


@given(target=ARRANGEMENTS, standing=ARRANGEMENTS, blind=ARRANGEMENTS)
def test_points_that_cannot_be_read_hold_nothing_up(
    target: PointSet, standing: PointSet, blind: PointSet
) -> None:
    guide = guide_to(target)
    right = not (target ^ standing) & ~blind
    assert guide.stands(standing, blind, 0, TIMINGS, at_once=True) is right
    assert guide.stands(standing, blind, HOLD_MS * MS - 1, TIMINGS) is False
    assert guide.stands(standing, blind, HOLD_MS * MS, TIMINGS) is right


@pytest.mark.law("CH-8.1", "CH-8.2", "CH-8.3", "FIDE-7.4")
@pytest.mark.parametrize(
    ("hands", "acts"),
    [
        ("e2- 300 e5+ 3000", 1),
        ("b1-,c1-,d1- 6000", 3),
        ("a2-,b2-,c2- 400 a4+,b5+ 6000", 3),
    ],
)
def test_the_messages_alone_lead_back(hands: str, acts: int) -> None:
    rig = Rig().hands(f"1000 {hands}")
    for made in range(1, acts + 1):
        shown = rig.of(Restore)[-1]
        assert not shown.done
        if shown.extra:
            rig.hands(f"{shown.extra[0].point}-  400 {shown.missing[0].point}+ 1000")
        else:
            rig.hands(f"{shown.missing[0].point}+ 1000")
        assert rig.of(Restore)[-1].done is (made == acts)
    assert rig.stage == "play"
    assert points_of(rig.levels ^ rig.session.line.position.occupied) == ()
