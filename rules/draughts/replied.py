"""What the opponent has done already, where something irregular has still to be named: his reply is no part of it."""

from __future__ import annotations

from dataclasses import replace

from rules.draughts.scene import LAWFUL, Scene, back_at_origin, went
from rules.terms import LawId, Point


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


def captured_in_reply(scene: Scene) -> tuple[LawId, Point, Point] | None:
    """What a man did whom the opponent has captured, or is about to take off: the law, and where it went from and to.

    Where the opponent stands now on the point of the illegal move's man, he landed there before that one was taken off; else
    the offender may have put his own back, and the opponent hold his.
    """
    if len(scene.enemy) != 1 or len(scene.came) > 1:
        return None
    (reply,), position = scene.enemy, scene.position
    last = {(step.point, step.placed): step.at_ms for step in scene.steps}
    for origin in scene.own or back_at_origin(scene):
        to = next(iter(scene.came), origin) if scene.own else origin
        landed = last.get((to, True), 0)
        for (target, placed), at_ms in last.items():
            if not placed or target == to or position.man_at(target) is not None:
                continue
            stands, lifted = target in scene.came, last.get((reply, False), 0)
            if not at_ms + scene.together_ms < lifted < landed:
                continue
            if to == origin and not stands and last[target, False] <= landed:
                continue
            own = tuple(step for step in scene.steps if step.at_ms < lifted)
            law = went(replace(scene, steps=own), origin, target, frozenset())
            after = position.play_irregular(origin, target, ())
            taken = {target, *scene.own} - {origin}
            if law != LAWFUL and any(
                (move.origin, move.target) == (reply, to) and set(move.captured) == taken
                for move in after.moves()
            ):
                return law, origin, target
    return None
