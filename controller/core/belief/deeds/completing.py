"""The end of a ply: where the board differs from the position by exactly what a legal move changes.

Nothing is seen to happen then. The hypothesis that the ply is made is added; the one that it is
not over yet stays.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from controller.core.belief.book import EMPTY, Change
from controller.core.belief.costs import Cost, ln
from controller.core.belief.line import Kind, Node
from controller.core.belief.setting import Setting
from controller.core.belief.world import HandDeed, Held, Hypothesis, Stand
from controller.core.settings import NEVER_NS
from rules.position import Move
from rules.terms import Point, point_set, points_of

AS_CAPTURED = ("victim", "victim_first")
"""Deeds that take a piece off as captured."""
PAWN = "p"
QUEEN = "q"
"""What a pawn becomes when nobody says (see `assumed` in docs/protocol.md)."""


def completed(hyp: Hypothesis, setting: Setting) -> Iterator[Hypothesis]:
    """The same board with the ply made."""
    if not hyp.diff:
        return
    change = hyp.node.book.made(hyp.key)
    if change is not None and _undoing(hyp, change):
        return
    if change is not None:
        yield from made(hyp, change, standing(hyp, change), setting)
    else:
        yield from _answered_early(hyp, setting)


def _undoing(hyp: Hypothesis, change: Change) -> bool:
    """Whether a captured piece was taken off and stands again: the play is being undone."""
    captured = [point for point, token in change.delta.items() if not token]
    return any(hyp.touched >> point & 1 and point not in hyp.diff for point in captured)


def standing(hyp: Hypothesis, change: Change) -> dict[Point, Stand]:
    """Captured pieces that still stand, by point."""
    tokens = hyp.node.book.tokens
    found = {point: hyp.diff[point] for point in points_of(hyp.left)}
    for point, token in change.delta.items():
        if not token and point not in hyp.diff:
            found[point] = Stand(tokens[point], NEVER_NS, point)
    return found


def made(
    hyp: Hypothesis,
    change: Change,
    rest: Mapping[Point, Stand],
    setting: Setting,
    *,
    kind: Kind = Kind.PLY,
    cost: Cost = 0,
) -> Iterator[Hypothesis]:
    """The hypotheses that this change is made, one for each choice of a new piece.

    Args:
        rest: what else differs, as the next ply finds it.
        cost: of the part of it that nobody saw.
    """
    for move in change.moves:
        node = hyp.node.child(move, kind)
        if _again(node):
            continue
        new = _played(hyp, node, rest)
        new.cost += cost + _choice(hyp, move, setting)
        yield new


def _again(node: Node) -> bool:
    """Whether this ply plays again what was taken back: then nothing was taken back."""
    back = node.parent
    if back is None or back.kind is not Kind.TAKEN_BACK or back.parent is None:
        return False
    return node.position.text == back.parent.position.text


def _played(hyp: Hypothesis, node: Node, rest: Mapping[Point, Stand]) -> Hypothesis:
    new = hyp.copy()
    new.node = node
    new.diff = {p: s for p, s in rest.items() if s.token != node.book.tokens[p]}
    new.air = tuple(held for held in hyp.air if held.origin in rest or _in_hand(hyp, new, held))
    new.landed_ns = max(
        (stand.since_ns for point, stand in hyp.diff.items() if point not in rest),
        default=hyp.last_ns,
    )
    done = (*hyp.logs, (hyp.node.depth, _of(hyp.log, rest, inside=False)))
    new.logs = tuple(each for each in done if each[0] < node.depth)
    new.log = _of(hyp.log, rest, inside=True)
    new.touched = 0
    for point in rest:
        new.touched |= 1 << point if node.book.tokens[point] else 0
    new.altered()
    if hyp.lying:
        stands = new.occupied()
        new.off, new.stray = new.off & stands, new.stray & ~stands
    return new


def _in_hand(hyp: Hypothesis, new: Hypothesis, held: Held) -> bool:
    """Whether a captured stone has just been taken off: it may fall from the hand (Go)."""
    stones = not hyp.node.game.pieces_move
    return stones and new.taken(held.origin) and not hyp.taken(held.origin)


def _of(
    log: tuple[HandDeed, ...], rest: Mapping[Point, Stand], *, inside: bool
) -> tuple[HandDeed, ...]:
    if not rest:
        return () if inside else log
    return tuple(deed for deed in log if (deed.point in rest) is inside)


def _choice(hyp: Hypothesis, move: Move, setting: Setting) -> Cost:
    """The cost that the pawn became this piece."""
    if not move.choice or move.target is None:
        return 0
    costs, stand = setting.costs, hyp.diff.get(move.target)
    shown = EMPTY if stand is None else stand.shown.lower()
    if shown and shown != PAWN:
        return 0 if shown == move.choice else setting.fault(hyp, costs.wrong_mark, move.target)
    said = setting.said.get(move.side)
    if said:
        return 0 if said == move.choice else costs.against_word
    if shown:
        return costs.unexchanged + (0 if move.choice == QUEEN else costs.underpromotion)
    return 0 if move.choice == QUEEN else costs.underpromotion


def _answered_early(hyp: Hypothesis, setting: Setting) -> Iterator[Hypothesis]:
    """The move is made, and the opponent had begun to answer before."""
    book = hyp.node.book
    for point, stand in hyp.diff.items():
        if hyp.left >> point & 1 or not stand.token or not setting.mine(hyp, stand.token):
            continue
        for change in book.changes_to(point, stand.token):
            rest = _beside(hyp, change, setting)
            if rest:
                yield from made(
                    hyp, change, rest, setting, cost=_other_than_paid(hyp, rest, setting)
                )


def _other_than_paid(hyp: Hypothesis, rest: Mapping[Point, Stand], setting: Setting) -> Cost:
    """The cost of a begun reply that was taken for a part of the move before."""
    paid = {deed.point for deed in hyp.log if deed.name in AS_CAPTURED}
    return setting.costs.reply_early * sum(point in paid for point in rest)


def _beside(hyp: Hypothesis, change: Change, setting: Setting) -> dict[Point, Stand]:
    """What differs besides a change, if all of that is the opponent's doing; else nothing."""
    for point, token in change.delta.items():
        stand = hyp.diff.get(point)
        if stand is None or stand.token != token:
            return {}
    rest = {point: stand for point, stand in hyp.diff.items() if point not in change.delta}
    tokens = hyp.node.book.tokens
    for point, stand in rest.items():
        token = stand.token or tokens[point]
        if setting.mine(hyp, token) and not hyp.left >> point & 1:
            return {}
    return rest if hyp.left != point_set(rest) else {}


def unfinished(hyp: Hypothesis, setting: Setting) -> Iterator[Hypothesis]:
    """The move is made but for captured pieces, which are left standing."""
    found = left_standing(hyp)
    cost = setting.costs.unfinished + ln(hyp.node.book.live(hyp.play).count)
    for change, left in found:
        rest = {p: Stand(hyp.node.book.tokens[p], hyp.last_ns, p) for p in left}
        yield from made(hyp, change, rest, setting, cost=cost)


def left_standing(hyp: Hypothesis) -> list[tuple[Change, list[Point]]]:
    """Moves that are made but for captured pieces, each with the points of these pieces."""
    book, found = hyp.node.book, []
    if not any(stand.token for stand in hyp.diff.values()):
        return []
    for change in book.live(hyp.play).changes:
        left = [p for p in change.delta if change.delta[p] != hyp.at(p)]
        if not left or any(change.delta[p] or not book.theirs >> p & 1 for p in left):
            continue
        if all(point in change.delta for point in hyp.diff):
            found.append((change, left))
    return found
