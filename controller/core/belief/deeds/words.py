"""What presses, names of new pieces and answers say against hypotheses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from controller.core.belief.deeds.completing import QUEEN
from controller.core.belief.setting import Setting
from controller.core.belief.world import HandDeed, Hypothesis, Node, Stand
from controller.core.settings import MS
from rules.terms import Point, Side

UPON_NOTHING = "press_unmade"
"""In the log: the clock was pressed before anything was done."""
NOWHERE: Point = -1


def pressed(found: Iterable[Hypothesis], side: Side, at_ns: int, setting: Setting) -> None:
    """A clock was pressed: its owner has moved, or thinks so."""
    upon: dict[Node, None] = {}
    for hyp in found:
        node = _last_of(hyp.node, side)
        if node is None and not hyp.busy and side == hyp.node.book.side:
            hyp.pay(HandDeed(UPON_NOTHING, NOWHERE, at_ns, setting.costs.press_unmade))
        elif node is None:
            hyp.cost += _unmade(hyp, setting)
        elif node is hyp.node:
            upon[node] = None
            if node.pressed_ns is not None:
                hyp.cost += setting.costs.press_again
        elif node.pressed_ns is not None:
            hyp.cost += (
                setting.costs.press_unmade if hyp.node.book.side != side else _unmade(hyp, setting)
            )
        elif hyp.landed_ns < at_ns - setting.costs.reply_stood_ms * MS:
            hyp.cost += setting.costs.press_late
            upon[node] = None
    for node in upon:
        node.pressed_ns = at_ns


def _last_of(node: Node, side: Side) -> Node | None:
    """The last ply of this side at the end of a line, if it is the last or the last but one."""
    if node.move is not None and node.move.side == side:
        return node
    before = node.parent
    if before is None or before.move is None or before.move.side != side:
        return None
    return before


def _unmade(hyp: Hypothesis, setting: Setting) -> int:
    costs = setting.costs
    at_work = bool(setting.in_hand(hyp))
    unlawful = hyp.busy and not at_work and hyp.node.book.made(hyp.key) is None
    return costs.press_illegal if unlawful else costs.press_unmade


def named(found: Iterable[Hypothesis], side: Side, letter: str, setting: Setting) -> None:
    """A player has named the new piece, after the pawn may have landed."""
    costs = setting.costs
    for hyp in found:
        node: Node | None = hyp.node
        for _ in range(2):
            if node is None or node.move is None:
                break
            if node.move.side == side and node.move.choice:
                paid = 0 if node.move.choice == QUEEN else costs.underpromotion
                hyp.cost += (0 if node.move.choice == letter else costs.against_word) - paid
            node = node.parent


def answered(
    found: Iterable[Hypothesis],
    told: Node,
    asked: Sequence[Node],
    chosen: Node | None,
    setting: Setting,
) -> None:
    """People have answered: this ply was played, or none of those asked about."""
    for hyp in found:
        line = hyp.node.line_after(told)
        first = line[0] if line else None
        denied = first is not chosen if chosen is not None else first in asked
        if denied:
            hyp.cost += setting.costs.denied


def accepted(hyp: Hypothesis, node: Node) -> Hypothesis:
    """The same board on the line on which what stands was accepted as a ply."""
    new, before = hyp.copy(), hyp.node
    new.node, new.air, new.diff = node, (), {}
    new.altered()
    for point in range(len(node.book.tokens)):
        token = hyp.at(point)
        new.stand(point, hyp.diff.get(point, Stand(token, hyp.last_ns, point)))
    new.logs, new.log, new.touched = (*hyp.logs, (before.depth, hyp.log)), (), 0
    new.landed_ns = hyp.last_ns
    return new


def adjusted(hyp: Hypothesis) -> None:
    """Pieces were adjusted, and all stand: what was touched meanwhile binds nobody."""
    if not hyp.busy:
        hyp.log, hyp.touched = (), 0
