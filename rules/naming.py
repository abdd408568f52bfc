"""Names for what is no legal move, in games whose men are moved (chess, xiangqi)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rules.deed import Deed, Doubt, Named
from rules.rulebook import Remedy

if TYPE_CHECKING:
    from rules.position import Move, Position
    from rules.rulebook import Rulebook
    from rules.terms import LawId, Point, Side

MOVES_TAKEN_BACK = "moves-taken-back"
"""The kind of two plies or more that were taken back on the board."""
ILLEGAL_MOVE = "illegal-move"
"""The kind of a move to an empty point that no law allows."""
UNFINISHED = "unfinished-move"
"""The kind of a move that was begun and not done when the clock was pressed, or when the opponent replied."""
ILLEGAL_CAPTURE = "illegal-capture"
"""The kind of a capture that no law allows: the man who was taken has been touched."""


def name_deed(deed: Deed, rulebook: Rulebook) -> Named | None:
    """The law that a deed went against; None when the rulebook has none for it."""
    side = deed.position.side_to_move
    law = rulebook.completion
    if deed.nothing:
        return _unfinished(deed, rulebook)
    gone, came, exchanged = deed.gone, deed.came, deed.exchanged
    points = tuple(sorted({*gone, *came, *exchanged}))
    if deed.under_way is not None:
        return _left_unfinished(rulebook, deed.under_way, gone, came, points)
    last = deed.last
    if last is not None and last.choice and points == exchanged == (last.target,):
        return Named(
            law=law.choice or completing(rulebook, last),
            kind="choice-changed",
            side=last.side,
            points=points,
        )
    if len(gone) == 1 and len(exchanged) == 1 and not came:
        return _illegal_capture(deed, rulebook, points)
    if (replied := _replied_to(deed, rulebook)) is not None:
        return replied
    if len(came) == 1 and len(gone) in (1, 2):
        return _displaced_man(deed, rulebook)
    if law.castling is not None and (king := _castled(deed)) is not None:
        return _king_finding(rulebook, side, points, king, came)
    return _left_or_taken(deed, rulebook, points)


def _left_or_taken(deed: Deed, rulebook: Rulebook, points: tuple[Point, ...]) -> Named:
    """Men stand elsewhere, or are gone. One alone may have captured out of turn, or been lost by his sensor."""
    law, side, gone = rulebook.completion.displaced, deed.position.side_to_move, deed.gone
    lost = Doubt.LOST_MAN if len(gone) == 1 and not (deed.came or deed.exchanged) else None
    if lost and (taken := _taken_out_of_turn(deed)) is not None:
        captured = replace(deed, exchanged=(taken,))
        return replace(_illegal_capture(captured, rulebook, (*gone, taken)), doubt=lost)
    return Named(law=law, kind="displaced", side=side, points=points, removed=gone, doubt=lost)


def _replied_to(deed: Deed, rulebook: Rulebook) -> Named | None:
    """An illegal move, or capture, and a reply to it, which is none of it; None where there are no such two."""
    side, came, exchanged = deed.position.side_to_move, deed.came, deed.exchanged
    own = tuple(p for p in deed.gone if deed.side_of(p) == side)
    if len(deed.gone) != 2 or len(own) != 1:
        return None
    if len(came) == 1 and len(exchanged) == 1:
        if not _captured_in_reply(deed, came[0], exchanged[0]):
            return _illegal_capture(replace(deed, gone=own), rulebook, (*own, *exchanged))
    elif len(came) != 2 or deed.told(came[0]) not in (None, side):
        return None
    return Named(
        law=rulebook.completion.illegal, kind=ILLEGAL_MOVE, side=side, points=(*own, came[0]),
        origin=own[0], target=came[0],
    )  # fmt: skip


def _captured_in_reply(deed: Deed, came: Point, exchanged: Point) -> bool:
    """Whether the reply was the capture: nobody takes his own man, and whoever is set down first was on move."""
    if deed.side_of(exchanged) == deed.position.side_to_move:
        return True
    landed = {step.point: step.at_ms for step in deed.steps if step.placed}
    return landed.get(came, 0) < landed.get(exchanged, 0)


def name_upset(deed: Deed, rulebook: Rulebook) -> Named:
    """Men all over the board stand elsewhere: it was lifted, tilted, cleared or knocked against.

    Whose hand it was nobody can tell; the side on move is named, and nothing is counted against it.
    """
    law = rulebook.completion.scattered or rulebook.completion.displaced
    row = rulebook.irregularities.get(law)
    gone = deed.in_air if deed.nothing else deed.gone  # all of them may only seem to be in a hand
    return Named(
        law=law,
        kind="displaced" if row is None else row.kind,
        side=deed.position.side_to_move,
        points=tuple(sorted({*gone, *deed.came, *deed.exchanged})),
        removed=gone,
    )


def name_taken_back(last: Move, plies: int, rulebook: Rulebook) -> Named:
    """The last move, or the last few, are taken back on the board.

    Args:
        last: the last move; his side has begun with it.
        plies: how many.
    """
    law = rulebook.completion.taken_back or rulebook.completion.released
    kind = "move-taken-back" if plies == 1 else MOVES_TAKEN_BACK
    if plies == 1 and last.origin is not None and rulebook.completion.taken_back is None:
        law, kind = completing(rulebook, last), "released-man-moved"
    row = rulebook.irregularities.get(law)
    changed = (step.point for step in last.footprint.steps)
    points = (p for p in (last.target, last.origin, *last.captured, *changed) if p is not None)
    return Named(
        law=law,
        kind=kind,
        side=last.side,
        points=tuple(dict.fromkeys(points)),
        origin=last.target if plies == 1 else None,
        target=last.origin if plies == 1 else None,
        remedy=Remedy.RESTORE if row is None or plies > 1 else row.remedy,
    )


def completing(rulebook: Rulebook, move: Move) -> LawId:
    """The law that says when such a move is made, and that its men may then go nowhere else."""
    law = rulebook.completion
    if move.partner is not None:
        return law.castling or law.released
    if move.choice:
        return law.promotion or law.released
    return law.capture if move.captured else law.released


def _left_unfinished(
    rulebook: Rulebook,
    move: Move,
    gone: Sequence[Point],
    came: Sequence[Point],
    points: tuple[Point, ...],
) -> Named:
    """A move of several men was begun; then its man went elsewhere, or the opponent replied."""
    elsewhere = move.target not in came
    return Named(
        law=completing(rulebook, move),
        kind="released-man-moved" if elsewhere else UNFINISHED,
        side=move.side,
        points=points,
        origin=move.origin,
        target=came[0] if elsewhere and len(came) == 1 else move.target,
        removed=tuple(p for p in gone if p in move.captured),
    )


def _king_finding(
    rulebook: Rulebook, side: Side, points: tuple[Point, ...], king: Point, came: Sequence[Point]
) -> Named:
    """Castling that the laws do not allow here."""
    target = max(came, key=lambda p: abs(p - king))
    return Named(
        law=rulebook.completion.illegal,
        kind="illegal-castling",
        side=side,
        points=points,
        origin=king,
        target=target,
    )


def _unfinished(deed: Deed, rulebook: Rulebook) -> Named | None:
    """The clock was pressed although no move was made, or not to its end."""
    law = rulebook.completion
    move = deed.under_way
    back = bool(deed.in_air) and _put_back(deed) and law.press_without_move is not None
    if move is None and (back or not deed.in_air):
        if law.press_without_move is None:
            return None
        return Named(
            law=law.press_without_move,
            kind="press-without-move",
            side=deed.position.side_to_move,
            points=(),
            restore=False,
        )
    side = deed.position.side_to_move
    own = [point for point in deed.in_air if deed.side_of(point) == side]
    return Named(
        law=law.released if move is None else completing(rulebook, move),
        kind=UNFINISHED,
        side=side,
        points=tuple(sorted({*deed.waiting, *deed.in_air})),
        origin=next(iter(own or deed.in_air), None) if move is None else move.origin,
        target=None if move is None else move.target,
        restore=False,
    )


def _put_back(deed: Deed) -> bool:
    """Whether all who were in the hand at the press have been put back where they stood."""
    last = {step.point: step.placed for step in deed.steps}
    return all(last.get(point, False) for point in deed.in_air)


def _illegal_capture(deed: Deed, rulebook: Rulebook, points: tuple[Point, ...]) -> Named:
    """One man stands where another did; whose man has gone there says whose deed it was."""
    side, origin, target = deed.position.side_to_move, deed.gone[0], deed.exchanged[0]
    if _put_back_first(deed, target, origin):
        origin, target = target, origin
    mover = _mover(deed, origin)
    kind, broken = ILLEGAL_CAPTURE, rulebook.completion.illegal
    if mover != side:
        kind, broken = _after_own_move(deed, rulebook, origin, target)
    return Named(
        law=broken, kind=kind, side=mover, points=points,
        origin=origin, target=target, removed=(target,),
    )  # fmt: skip


def _put_back_first(deed: Deed, captor: Point, victim: Point) -> bool:
    """Whether the man who stands again was lifted first and stood in the other's place, and was put back from there."""
    own = [step.at_ms for step in deed.steps if step.point == captor]
    other = [step for step in deed.steps if step.point == victim]
    if len(own) != 2 or len(other) != 3 or other[0].placed:
        return False
    back = other[1].at_ms - other[0].at_ms
    return own[0] < other[0].at_ms and other[2].at_ms < own[1] and back >= deed.bump_ms


def _mover(deed: Deed, origin: Point) -> Side:
    """Who has moved a man: its own player, unless the side on move has pressed its clock upon it."""
    side = deed.position.side_to_move
    return side if deed.pressed else deed.side_of(origin) or side


def _taken_out_of_turn(deed: Deed) -> Point | None:
    """Where the one man who is gone seems to have captured, though it was not his turn: a man stands there who was off meanwhile."""
    origin = deed.gone[0]
    if deed.side_of(origin) in (None, deed.position.side_to_move):
        return None
    gone_ms = max((s.at_ms for s in deed.steps if s.point == origin), default=0)
    back = {s.point for s in deed.steps if s.placed and s.at_ms > gone_ms}
    moves = deed.position.play_irregular(None, None, ()).moves()
    found = {m.target for m in moves if m.origin == origin and m.target in m.captured} & back
    return found.pop() if len(found) == 1 and len(back) == 1 else None


def _displaced_man(deed: Deed, rulebook: Rulebook) -> Named:
    """One man stands elsewhere (and perhaps another is gone).

    Where the sensors tell that he is none of those who are gone, nobody has moved so.
    """
    law = rulebook.completion
    side, target = deed.position.side_to_move, deed.came[0]
    gone = [p for p in deed.gone if deed.told(target) in (None, deed.side_of(p))]
    own = [p for p in gone if deed.side_of(p) == side]
    origin = next(iter(own or gone), None)
    mover = side if origin is None else _mover(deed, origin)
    kind, broken = ILLEGAL_MOVE, law.illegal
    points = (*deed.gone, target)
    if _promoted_wrongly(deed):
        (origin,) = deed.gone
        return Named(law=broken, kind=kind, side=side, points=points, origin=origin, target=target)
    # Only not how it was done, or by whom.
    if origin is None or any(_is_legal(deed, p, target) for p in gone):
        return Named(
            law=law.displaced, kind="displaced", side=mover, points=points, removed=deed.gone
        )
    if mover == side and _castles(deed.own_before, deed.own_last, origin, target):
        kind, broken = "rook-first-castling", law.rook_first or law.illegal
    if mover != side:
        kind, broken = _after_own_move(deed, rulebook, origin, target)
    return Named(
        law=broken,
        kind=kind,
        side=mover,
        points=points,
        origin=origin,
        target=target,
        removed=tuple(p for p in deed.gone if p != origin),
    )


def _promoted_wrongly(deed: Deed) -> bool:
    """Whether a pawn was exchanged, where he may be, for what he may not become, as the sensors tell, and the clock pressed."""
    went = (deed.gone, deed.came)
    moves = deed.position.moves() if deed.pressed else ()
    return any(move.choice and ((move.origin,), (move.target,)) == went for move in moves)


def _is_legal(deed: Deed, origin: Point, target: Point) -> bool:
    """Whether a man may go so: nobody is accused of that, whatever other men of his side are off."""
    side = deed.side_of(origin)
    return any(
        (move.origin, move.target) == (origin, target)
        and all(
            move.footprint.empties >> point & 1 or (deed.side_of(point) == side and point != target)
            for point in deed.gone
        )
        for move in deed.position.moves()
    )


def _after_own_move(
    deed: Deed, rulebook: Rulebook, origin: Point, target: Point
) -> tuple[str, LawId]:
    """A side moves a man although it is not its turn: mostly again, after it has just moved."""
    law, last = rulebook.completion, deed.last
    if last is not None and origin == last.target:
        return "released-man-moved", completing(rulebook, last)
    if _castles(deed.before, last, origin, target):
        return "rook-first-castling", law.rook_first or law.turn
    return "out-of-turn", law.turn


def _castles(before: Position | None, rook: Move | None, origin: Point, target: Point) -> bool:
    """Whether a man that goes so would castle, had the rook not been moved before it as a move."""
    if before is None or rook is None or rook.target is None:
        return False
    filled = 1 << target | 1 << rook.target
    return any(
        (move.origin, move.target, move.partner) == (origin, target, rook.origin)
        and move.footprint.fills == filled
        for move in before.moves()
        if move.partner is not None
    )


def _castled(deed: Deed) -> Point | None:
    """The king's point, when king and rook were moved as in castling."""
    if len(deed.gone) != 2 or len(deed.came) != 2:
        return None
    men = {p: deed.position.piece_at(p) for p in deed.gone}
    letters = {man.letter.upper(): p for p, man in men.items() if man is not None}
    if set(letters) == {"K", "R"} and len({deed.side_of(p) for p in deed.gone}) == 1:
        return letters["K"]
    return None
