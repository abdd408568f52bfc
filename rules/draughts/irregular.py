"""The irregularities of draughts by their laws (DR-7.4.1 to DR-7.4.16, DR-6.11, DR-7.5).

`named` tells apart what stands on the board and is no legal move, `flaw` how a legal move was made.
Both see where men stand, and colours only where sensors tell them. What they cannot see: which hand did
it (DR-7.4.16 is entered by people), and whether a king has its second man. A presence sensor cannot tell
one man from two, and a crowning may have been done in any earlier move; so a king counts as uncrowned
(DR-7.4.15) only where the caller says so (`Made.uncrowned`). That one man was touched and another moved
(DR-7.4.3) is found by the law of touched men.

A man that is released within a capture has finished its move there (DR-6.10); the irregularity is that
it stopped (DR-7.4.9).

Of what fits, the most special is named. Where hands may have done one of two things and the board looks
the same, the likelier is meant:

* A man of the side not on move stands elsewhere: that side has made two moves in a row (DR-7.4.1) if a
  man moves so, or if it is the man that has just moved; else the side on move has moved it (DR-7.4.5). So it has
  where it presses its clock upon it; and where nobody has moved yet nobody moves twice, whoever's hand it was.
* The man that has just moved stands where it might have gone at first and cannot have gone from where
  it stood: its move was taken back (DR-7.4.4).
* A man stands where both a step and jumps lead, and nobody is off the board: it has stepped
  (DR-7.4.6), unless a man was set down on the way. A man that could not have captured has moved irregularly (DR-7.4.2).
* A man who came is none of the other colour than the sensors tell. Where so nothing above can have been done, men were
  displaced (DR-7.5): the sensor of another point is wrong.
* A man of each side is gone, and jumps of the side not on move explain it, but none of the side on
  move: the second of two moves in a row.
* Nothing but men gone: just after a capture, the side that made it has taken too many off (DR-7.4.12,
  DR-7.4.14), unless they are men that the side on move can capture and left later than that; else the side on move has lifted
  them for no reason (DR-7.4.7). Three or more that leave at once were knocked (DR-7.5).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from rules.deed import Deed, Doubt, Made, Named
from rules.draughts import manner
from rules.draughts.replied import captured_in_reply, taken_up
from rules.draughts.scene import (
    DISPLACED,
    ENEMY_MOVED,
    IRREGULAR,
    LAWFUL,
    LIFTED,
    NOT_CAPTURED,
    OWN_REMOVED,
    TAKEN_BACK,
    TWO_MOVES,
    UNCROWNED,
    UNJUMPED,
    Scene,
    back_at_origin,
    by_jumps,
    captures_out_of_turn,
    in_manner,
    knocked,
    might_have_gone,
    moves_out_of_turn,
    scene_of,
    went,
)
from rules.draughts.stopping import reached, steps_to
from rules.naming import name_deed
from rules.rulebook import Rulebook
from rules.terms import LawId, Point, Side


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    """A finding before its row of the rulebook is looked up.

    Attributes:
        origin, target, removed: what `Position.play_irregular` takes to make what stands, as in
            `Named`; all empty where that cannot make it.
        others: further points that it is about.
        doubt: see `Named`.
    """

    law: LawId
    side: Side
    origin: Point | None = None
    target: Point | None = None
    removed: tuple[Point, ...] = ()
    others: tuple[Point, ...] = ()
    doubt: Doubt | None = None


def named(deed: Deed, rulebook: Rulebook) -> Named | None:
    """The law that a deed went against; see `Game.named`.

    None for what is a legal move made as it should be, and for a press of the clock that no law
    forbids.
    """
    if deed.nothing and deed.under_way is None:
        lifted = _lifted_and_pressed(deed)
        return name_deed(deed, rulebook) if lifted is None else _named(lifted, rulebook)
    scene = scene_of(deed)
    for look in _LOOKS:
        found = look(scene)
        if found is not None:
            return None if found.law == LAWFUL else _named(_by_its_man(scene, found), rulebook)
    points = (*scene.gone, *scene.came, *scene.stood)
    return _named(_Found(law=DISPLACED, side=scene.side, others=points), rulebook)


def flaw(made: Made, rulebook: Rulebook) -> Named | None:
    """What was irregular in how a legal move was made; see `Game.flaw`.

    Of several the first of: a king moved that was not crowned, a wrong man lifted, a stop on the way, a
    wrong order of removal, a pause in it.
    """
    move, steps = made.move, made.steps
    finding = (
        _uncrowned(made)
        or manner.wrong_man(made.position, move, steps)
        or manner.stopped(move, steps, made.release_ms)
        or manner.order(move, steps, made.together_ms)
        or manner.paused(move, steps, made.removal_pause_ms)
    )
    row = None if finding is None else rulebook.irregularities.get(finding.law)
    if finding is None or row is None:
        return None
    return Named(
        law=row.law,
        kind=row.kind,
        side=move.side,
        points=finding.points,
        origin=move.origin,
        target=move.target,
        removed=move.captured,
        remedy=row.remedy,
        restore=False,
        penalty=row.penalty,
    )


def _lifted_and_pressed(deed: Deed) -> _Found | None:
    """The clock was pressed with men off the board that belong to no move under way.

    One own man in the hand, or a man and its victims, are a move that is not finished. Men who are off may have been captured
    by one who stands where he began; or he has captured, and all were left on.
    """
    scene = scene_of(replace(deed, gone=deed.in_air))
    round_trip = _went_round(scene) if deed.in_air or _jumped_round(scene) else None
    if round_trip is not None:
        return round_trip
    lifted, side = set(deed.in_air), deed.position.side_to_move
    begun = any(
        m.origin in lifted and lifted <= {m.origin, *m.captured} for m in deed.position.moves()
    )
    in_hand = len(lifted) <= 1 and all(deed.side_of(point) == side for point in lifted)
    if begun or in_hand:
        return None
    return _Found(law=LIFTED, side=side, removed=tuple(sorted(lifted)))


def _by_its_man(scene: Scene, found: _Found) -> _Found:
    """A capture was due and not made: DR-7.4.6 is of a man that could capture, another has moved irregularly (DR-7.4.2)."""
    if found.law != NOT_CAPTURED or found.origin is None:
        return found
    points = range(len(scene.position.variant.board.squares))
    able = any(reached(scene.position, found.origin, point) for point in points)
    return found if able else replace(found, law=IRREGULAR)


def _uncrowned(made: Made) -> manner.Finding | None:
    """A king is moved that has no second man, nor was given one before it went (DR-5.7, DR-7.4.15)."""
    origin = made.move.origin
    if origin is None or origin not in made.uncrowned:
        return None
    if any(step.placed and step.point == origin for step in made.steps):
        return None  # either player may crown it late: lifted, set down again as two, then moved
    return manner.Finding(UNCROWNED, (origin,))


def _named(found: _Found, rulebook: Rulebook) -> Named | None:
    row = rulebook.irregularities.get(found.law)
    if row is None:
        return None
    points = (found.origin, *found.removed, *found.others, found.target)
    return Named(
        law=row.law,
        kind=row.kind,
        side=found.side,
        points=tuple(dict.fromkeys(point for point in points if point is not None)),
        origin=found.origin,
        target=found.target,
        removed=found.removed,
        remedy=row.remedy,
        penalty=row.penalty,
        doubt=found.doubt,
    )


def _taken_back(scene: Scene) -> _Found | None:
    """The man that has just moved is back where it came from; its victims may be back too."""
    last = scene.last
    if last is None or last.origin is None or scene.own:
        return None
    if last.origin == last.target:
        back = bool(scene.came) and not scene.gone and set(scene.came) <= set(last.captured)
    else:
        back = last.target in scene.enemy and last.origin in scene.came
        back = back and scene.may_be(last.origin, scene.other)
    if not back:
        return None
    if len(scene.came) == len(scene.enemy) == 1:
        return _Found(law=TAKEN_BACK, side=scene.other, origin=last.target, target=last.origin)
    return _Found(law=TAKEN_BACK, side=scene.other, others=(*scene.enemy, *scene.came))


def _only_gone(scene: Scene) -> _Found | None:
    """Men are off the board and nothing came."""
    if scene.came or not scene.gone:
        return None
    if (round_trip := _went_round(scene)) is not None:
        return round_trip
    if scene.stood:
        return _put_on_a_man(scene)
    if knocked(scene):
        return None
    law, side = LIFTED, scene.side
    if scene.last is not None and scene.last.captured:
        can_go = {point for move in scene.position.moves() for point in move.captured}
        if not scene.enemy:
            law, side = UNJUMPED, scene.other
        elif not scene.own and (scene.amid or not can_go & set(scene.enemy)):
            law, side = OWN_REMOVED, scene.other
    doubt = Doubt.LOST_MAN if len(scene.gone) == 1 else None
    return _Found(law=law, side=side, removed=scene.gone, doubt=doubt)


def _went_round(scene: Scene) -> _Found | None:
    """A man was lifted and stands on his point again, where jumps end that have captured the men who are gone."""
    for origin in () if scene.own else back_at_origin(scene):
        law = by_jumps(scene.position, origin, origin, frozenset(scene.enemy))
        if law is not None:
            law = in_manner(scene, origin, origin) if law == LAWFUL else law
            return _Found(
                law=law, side=scene.side, origin=origin, target=origin, removed=scene.enemy
            )
    return None


def _jumped_round(scene: Scene) -> bool:
    """Whether a man was set down on every point of a capture that ends where it began."""
    placed = {step.point for step in scene.steps if step.placed}
    moves = scene.position.moves()
    return any(move.origin == move.target and placed >= set(move.path) for move in moves)


def _put_on_a_man(scene: Scene) -> _Found | None:
    """A man was set on a point that another one had to leave, as men of chess capture; or the opponent touched that one."""
    if len(scene.own) != 1 or len(scene.stood) != 1:
        return None
    origin, target = scene.own[0], scene.stood[0]
    removed = (*scene.enemy, target)
    return _Found(
        law=IRREGULAR, side=scene.side, origin=origin, target=target, removed=removed,
        doubt=Doubt.WHOSE_HAND,
    )  # fmt: skip


def _one_came(scene: Scene) -> _Found | None:
    """One man stands elsewhere; others may be gone."""
    if len(scene.came) != 1 or not scene.gone:
        return None
    target = scene.came[0]
    if not scene.own or _is_second_capture(scene, target):
        return _enemy_man(scene, target) if scene.may_be(target, scene.other) else None
    if not scene.may_be(target, scene.side):
        return None
    enemy = frozenset(scene.enemy)
    judged = {origin: went(scene, origin, target, enemy) for origin in scene.own}
    origin = min(scene.own, key=lambda o: _RANKS.get(judged[o], 1))
    if went(scene, origin, target, frozenset()) == NOT_CAPTURED:
        enemy -= taken_up(scene, origin, target)
        judged[origin] = went(scene, origin, target, enemy)
    removed = tuple(p for p in scene.gone if p != origin and p in {*scene.own, *enemy})
    law = judged[origin] if len(scene.own) == 1 else OWN_REMOVED
    # With no captured man in his hand nobody removes his own.
    lost = law == OWN_REMOVED and judged[origin] == LAWFUL and not enemy
    doubt = Doubt.LOST_MAN if lost else None
    if law == LAWFUL:
        law = in_manner(scene, origin, target)
    elif _astray(scene, law, origin, target, removed):
        doubt = Doubt.TWO_MEN
    return _Found(
        law=law, side=scene.side, origin=origin, target=target, removed=removed, doubt=doubt
    )


def _astray(
    scene: Scene, law: LawId, origin: Point, target: Point, removed: Sequence[Point]
) -> bool:
    """Whether no man goes so, however people err: neither from where he stood nor from whom he has captured."""
    return law == IRREGULAR and not (
        scene.pressed
        or any(_in_reach(scene, origin, point, target) for point in (origin, *removed))
    )


def _in_reach(scene: Scene, origin: Point, point: Point, target: Point) -> bool:
    """Whether two points lie on one diagonal, row or column, as where people err; for the man of `origin` no further than he jumps."""
    place = scene.position.variant.board.place
    (column, row), (other_column, other_row) = place(point), place(target)
    wide, high = abs(column - other_column), abs(row - other_row)
    man = scene.position.piece_at(origin)
    far = max(wide, high) > JUMP and man is not None and not man.letter.isupper()
    return not far and (wide == high or 0 in (wide, high))


JUMP = 2
"""How far a man goes at most at a time, in points."""
_RANKS = {LAWFUL: 0, IRREGULAR: 2}
"""Of several own men that are gone, the one that is taken to have moved: the lowest rank, else 1."""


def _is_second_capture(scene: Scene, target: Point) -> bool:
    """Whether the side not on move has captured, rather than a man of the side on move gone there."""
    if len(scene.enemy) != 1:
        return False
    if scene.came_sides:
        return scene.came_sides[0] == scene.other
    if not captures_out_of_turn(scene, scene.enemy[0], target):
        return False
    enemy = frozenset(scene.enemy)
    return all(by_jumps(scene.position, o, target, enemy) is None for o in scene.own)


def _enemy_man(scene: Scene, target: Point) -> _Found:
    """A man of the side not on move stands elsewhere."""
    last = scene.last
    origin = next((p for p in scene.enemy if moves_out_of_turn(scene, p, target)), None)
    law, side, doubt = TWO_MOVES, scene.other, None
    if scene.pressed or scene.position.placement == scene.position.variant.array:
        origin, law, side = origin or scene.enemy[0], ENEMY_MOVED, scene.side
        doubt = None if scene.pressed else Doubt.WHOSE_HAND
    elif origin is None:
        origin = scene.enemy[0]
        if last is not None and last.target in scene.enemy:
            origin = last.target
            if might_have_gone(scene, target):
                law = TAKEN_BACK
        else:
            law, side = ENEMY_MOVED, scene.side
    removed = tuple(p for p in scene.gone if p != origin)
    return _Found(law=law, side=side, origin=origin, target=target, removed=removed, doubt=doubt)


def _answered(scene: Scene) -> _Found | None:
    """Something irregular to which the opponent has replied; the reply is not part of it."""
    if len(scene.came) != 2 or len(scene.own) != 1 or not scene.enemy:
        return None
    first, second = scene.came
    if not (scene.may_be(first, scene.side) and scene.may_be(second, scene.other)):
        return None
    replies = [p for p in scene.enemy if moves_out_of_turn(scene, p, second)]
    reply = (replies or scene.enemy)[-1]
    removed = tuple(p for p in scene.enemy if p != reply)
    origin = scene.own[0]
    law = went(scene, origin, first, frozenset(removed))
    if law == LAWFUL:
        return None
    astray = _astray(scene, law, origin, first, removed)
    return _Found(
        law=law, side=scene.side, origin=origin, target=first, removed=removed,
        doubt=Doubt.TWO_MEN if astray else None,
    )  # fmt: skip


def _captured(scene: Scene) -> _Found | None:
    """Something irregular whose man the opponent has captured; the reply is no part of it."""
    found = captured_in_reply(scene)
    if found is None:
        return None
    law, origin, target, removed = found
    return _Found(law=law, side=scene.side, origin=origin, target=target, removed=removed)


def _two_own(scene: Scene) -> _Found | None:
    """Two men of the side on move have moved."""
    if len(scene.came) != 2 or len(scene.own) != 2 or scene.enemy:
        return None
    if not all(scene.may_be(point, scene.side) for point in scene.came):
        return None
    (a, b), (c, d), position = scene.own, scene.came, scene.position
    straight = steps_to(position, a, c) and steps_to(position, b, d)
    crossed = steps_to(position, a, d) and steps_to(position, b, c)
    if not (straight or crossed):
        return None
    return _Found(law=TWO_MOVES, side=scene.side, others=(a, b, c, d))


_LOOKS: Sequence[Callable[[Scene], _Found | None]] = (
    _taken_back, _captured, _only_gone, _one_came, _answered, _two_own,
)  # fmt: skip
"""What may have happened, in the order in which it is looked for; men displaced by accident else."""
