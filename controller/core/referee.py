"""Applies the laws, which are data of the game's rulebook, to what the hands did."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from controller.core.decisions import Touch
from controller.core.evidence import MS, point_set, points_of
from controller.core.messages import Duty, Observed
from controller.core.readings import Reading
from rules.game import Game, Move, Position
from rules.rulebook import Rulebook
from rules.terms import LawId, Point, Side
from rules.touch import Obligation, Touches, obligation


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """An irregularity, before it has an id.

    Attributes:
        restore: the men must be put back; otherwise it is only reported.
        origin: the man it is about, as a point of the position before.
    """

    law: LawId
    kind: str
    side: Side
    points: tuple[Point, ...]
    origin: Point | None = None
    target: Point | None = None
    removed: tuple[Point, ...] = ()
    restore: bool = True

    def observed(self, game: Game) -> Observed:
        """For the message."""

        def name(point: Point | None) -> str | None:
            return None if point is None else game.points[point]

        return Observed(
            origin=name(self.origin),
            to=name(self.target),
            removed=[game.points[p] for p in self.removed],
        )


def touches(position: Position, touched: Iterable[Touch], together_ms: int) -> Touches:
    """The touches of the side on move, sorted as the law of touched men wants them."""
    own: list[Touch] = []
    enemy: list[Touch] = []
    seen: set[Point] = set()
    for touch in sorted(touched, key=lambda t: t.at_ns):
        man = position.man_at(touch.point)
        if man is None or touch.point in seen:
            continue
        seen.add(touch.point)
        (own if man.side == position.side_to_move else enemy).append(touch)
    order = sorted(own + enemy, key=lambda t: t.at_ns)
    window_ns = together_ms * MS
    return Touches(
        own=tuple(t.point for t in own),
        enemy=tuple(t.point for t in enemy),
        order=tuple(t.point for t in order),
        at_once=bool(own and enemy and abs(own[0].at_ns - enemy[0].at_ns) <= window_ns),
        together=tuple(t.point for t in own if t.at_ns - own[0].at_ns <= window_ns),
    )


def duty(game: Game, found: Obligation) -> Duty:
    """An obligation as messages write it."""
    return Duty(
        law=found.law,
        must_move=[game.points[p] for p in found.must_move],
        must_capture=[game.points[p] for p in found.must_capture],
        alternatives=[move.text for move in found.moves],
    )


def breach(
    position: Position, move: Move, touched: Touches, before: Touches, rulebook: Rulebook
) -> Finding | None:
    """Whether a legal move goes against the law of touched men.

    Args:
        touched: everything the player touched, the men of the move included.
        before: what the player had touched before beginning with the move; if that alone bound, the
            law that bound then is the one that is broken.
    """
    found = obligation(position, touched, rulebook.touch)
    if found is None or any(move.text == allowed.text for allowed in found.moves):
        return None
    bound = obligation(position, before, rulebook.touch)
    if bound is not None and all(move.text != allowed.text for allowed in bound.moves):
        found = bound
    law = found.law
    if move.partner is not None and move.partner in touched.own[:1]:
        law = rulebook.completion.rook_first or law
    return Finding(
        law=law,
        kind="touch-move",
        side=position.side_to_move,
        points=touched.order,
        origin=move.origin,
        target=move.target,
        removed=move.captured,
    )


def irregularity(
    rulebook: Rulebook,
    line: Sequence[tuple[Position, Move | None]],
    reading: Reading,
    bound: Move | None = None,
) -> Finding | None:
    """What went against the laws, by its law; None when the rulebook has no such law.

    Args:
        line: the game so far: each position and the move made in it, the last one without a move.
        reading: the cheapest explanation of the evidence; one without unexplained points means that
            the clock was pressed before a move was made.
        bound: a move that was under way, its man released.
    """
    position = line[-1][0]
    side = position.side_to_move
    law = rulebook.completion
    if not reading.unexplained:
        return _unfinished(rulebook, position, reading)
    gone = tuple(
        p for p in points_of(reading.unexplained) if position.man_at(p) and p in reading.in_air
    )
    came = reading.came
    touched = tuple(
        p
        for p in points_of(reading.unexplained)
        if position.man_at(p) is not None and p not in reading.in_air
    )
    points = tuple(points_of(reading.unexplained))
    if bound is not None:
        return _left_unfinished(rulebook, bound, gone, came, points)
    if len(gone) == 1 and len(touched) == 1 and not came:
        return Finding(
            law=law.illegal, kind="illegal-capture", side=side, points=points,
            origin=gone[0], target=touched[0], removed=touched,
        )  # fmt: skip
    own = tuple(p for p in gone if _side(position, p) == side)
    if len(came) == 2 and len(gone) == 2 and len(own) == 1:  # an illegal move, and a reply to it
        return Finding(
            law=law.illegal, kind="illegal-move", side=side, points=points,
            origin=own[0], target=came[0],
        )  # fmt: skip
    if len(came) == 1 and len(gone) in (1, 2):
        return _displaced_man(rulebook, line, gone, came[0])
    if law.castling is not None and (king := _castled(line, gone, came)) is not None:
        return _king_finding(rulebook, side, points, king, came)
    return Finding(law=law.displaced, kind="displaced", side=side, points=points, removed=gone)


def _left_unfinished(
    rulebook: Rulebook,
    bound: Move,
    gone: Sequence[Point],
    came: Sequence[Point],
    points: tuple[Point, ...],
) -> Finding:
    """A move of several men was begun; then its man went elsewhere, or the opponent replied."""
    elsewhere = bound.target not in came
    return Finding(
        law=_completing(rulebook, bound),
        kind="released-man-moved" if elsewhere else "unfinished-move",
        side=bound.side,
        points=points,
        origin=bound.origin,
        target=came[0] if elsewhere and len(came) == 1 else bound.target,
        removed=tuple(p for p in gone if p in bound.captured),
    )


def _completing(rulebook: Rulebook, move: Move) -> LawId:
    """The law that says when such a move is made, and that its men may then go nowhere else."""
    law = rulebook.completion
    if move.partner is not None:
        return law.castling or law.released
    if move.choice:
        return law.promotion or law.released
    return law.capture if move.captured else law.released


def _king_finding(
    rulebook: Rulebook, side: Side, points: tuple[Point, ...], king: Point, came: Sequence[Point]
) -> Finding:
    """Castling that the laws do not allow here."""
    target = max(came, key=lambda p: abs(p - king))
    return Finding(
        law=rulebook.completion.illegal,
        kind="illegal-castling",
        side=side,
        points=points,
        origin=king,
        target=target,
    )


def _unfinished(rulebook: Rulebook, position: Position, reading: Reading) -> Finding | None:
    """The clock was pressed although no move was made, or not to its end."""
    law = rulebook.completion
    move = reading.under_way
    if move is None and not reading.in_air:
        if law.press_without_move is None:
            return None
        return Finding(
            law=law.press_without_move,
            kind="press-without-move",
            side=position.side_to_move,
            points=(),
            restore=False,
        )
    return Finding(
        law=law.released if move is None else _completing(rulebook, move),
        kind="unfinished-move",
        side=position.side_to_move,
        points=tuple(points_of(reading.pending | point_set(reading.in_air))),
        origin=next(iter(reading.in_air), None) if move is None else move.origin,
        target=None if move is None else move.target,
        restore=False,
    )


def _displaced_man(
    rulebook: Rulebook,
    line: Sequence[tuple[Position, Move | None]],
    gone: tuple[Point, ...],
    target: Point,
) -> Finding:
    """One man stands elsewhere (and perhaps another is gone)."""
    position = line[-1][0]
    law = rulebook.completion
    side = position.side_to_move
    own = [p for p in gone if _side(position, p) == side]
    origin = own[0] if own else gone[0]
    removed = tuple(p for p in gone if p != origin)
    mover = _side(position, origin) or side
    kind, broken = "illegal-move", law.illegal
    if mover != side:
        kind, broken = "out-of-turn", law.turn
        before = line[-2] if len(line) > 1 else None
        if before is not None and before[1] is not None:
            kind, broken = _after_own_move(rulebook, before[0], before[1], origin, target)
    return Finding(
        law=broken,
        kind=kind,
        side=mover,
        points=(*gone, target),
        origin=origin,
        target=target,
        removed=removed,
    )


def _after_own_move(
    rulebook: Rulebook, before: Position, last: Move, origin: Point, target: Point
) -> tuple[str, LawId]:
    """A side moves a man again after it has just moved."""
    law = rulebook.completion
    if origin == last.target:
        return "released-man-moved", _completing(rulebook, last)
    for move in before.moves():
        if move.partner == last.origin and (move.origin, move.target) == (origin, target):
            return "rook-first-castling", law.rook_first or law.turn
    return "out-of-turn", law.turn


def _castled(
    line: Sequence[tuple[Position, Move | None]], gone: Sequence[Point], came: Sequence[Point]
) -> Point | None:
    """The king's point, when king and rook were moved as in castling."""
    position = line[-1][0]
    if len(gone) != 2 or len(came) != 2:
        return None
    men = {p: position.man_at(p) for p in gone}
    letters = {man.letter.upper(): p for p, man in men.items() if man is not None}
    if set(letters) == {"K", "R"} and len({_side(position, p) for p in gone}) == 1:
        return letters["K"]
    return None


def _side(position: Position, point: Point) -> Side | None:
    man = position.man_at(point)
    return None if man is None else man.side
