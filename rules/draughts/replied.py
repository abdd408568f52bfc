"""What the opponent has done already, where something irregular has still to be named: his reply is no part of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rules.draughts.scene import LAWFUL, Scene, back_at_origin, went
from rules.terms import LawId, Point

if TYPE_CHECKING:
    from collections.abc import Mapping


def taken_up(scene: Scene, origin: Point, target: Point) -> frozenset[Point]:
    """The opponent's only man who is off, where he was lifted once this man had stepped so, and may be about to reply."""
    last = {(step.point, step.placed): step.at_ms for step in scene.steps}
    landed, lifted = last.get((target, True), 0), [last.get((p, False), 0) for p in scene.enemy]
    if scene.pressed or (len(scene.own), len(lifted)) != (1, 1):
        return frozenset()
    after = scene.position.play_irregular(origin, target, ())
    replies = any(move.origin == scene.enemy[0] for move in after.moves())
    seen = landed + scene.together_ms < lifted[0]
    return frozenset(scene.enemy if replies and seen else ())


def captured_in_reply(
    scene: Scene,
) -> tuple[LawId, Point, Point, tuple[Point, ...]] | None:
    """What a man did whom, or beside whom, the opponent has captured, or is about to: the law, from where, to where, and whom it took.

    Where the opponent stands now on the point of the illegal move's man, he landed there before that one was taken off; else
    the offender may have put his own back, and the opponent hold his.
    """
    last = {(step.point, step.placed): step.at_ms for step in scene.steps}
    for reply in scene.enemy:
        lifted = last.get((reply, False), 0)
        removed = tuple(point for point in scene.enemy if point != reply)
        if any(last.get((point, False), 0) >= lifted for point in removed):
            continue
        for origin in scene.own or back_at_origin(scene):
            for (target, placed), at_ms in last.items():
                if not placed or scene.position.piece_at(target) is not None:
                    continue
                if not at_ms + scene.together_ms < lifted:
                    continue
                law = _law_of(scene, (origin, target, removed), reply, last)
                if law is not None:
                    return law, origin, target, removed
    return None


def _law_of(
    scene: Scene,
    deed: tuple[Point, Point, tuple[Point, ...]],
    reply: Point,
    last: Mapping[tuple[Point, bool], int],
) -> LawId | None:
    """What a deed went against to which a man has replied with a capture; None where he has not, or it was lawful."""
    origin, target, removed = deed
    others = [point for point in scene.came if point != target]
    to = others[0] if others and scene.own else origin
    lifted, landed = last.get((reply, False), 0), last.get((to, True), 0)
    if len(others) > 1 or to == target or not lifted < landed or not _may_be(scene, to, reply):
        return None
    stands = target in scene.came
    if to == origin and not stands and last.get((target, False), 0) <= landed:
        return None
    taken = {*scene.own} - {origin}
    taken |= set() if stands and scene.own else {target}
    if not taken:
        return None
    own = tuple(step for step in scene.steps if step.at_ms < lifted)
    law = went(replace(scene, steps=own), origin, target, frozenset(removed))
    after = scene.position.play_irregular(origin, target, removed)
    captures = any(
        (move.origin, move.target) == (reply, to) and set(move.captured) == taken
        for move in after.moves()
    )
    return law if captures and law != LAWFUL else None


def _may_be(scene: Scene, to: Point, reply: Point) -> bool:
    """Whether the man who came to a point may be he who has replied, by what the sensors tell."""
    man = scene.position.piece_at(reply)
    told = dict(zip(scene.came, scene.came_sides, strict=False)).get(to)
    return told is None or (man is not None and told == man.side)
