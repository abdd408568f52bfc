"""What presses, names of new pieces and answers cost the hypotheses that they contradict."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from controller.core.belief.deeds.completing import QUEEN
from controller.core.belief.line import Kind, Node
from controller.core.belief.setting import Setting
from controller.core.belief.world import NOWHERE, HandDeed, Hypothesis
from controller.core.settings import MS
from rules.terms import Side


def pressed(found: Iterable[Hypothesis], side: Side, at_ns: int, setting: Setting) -> None:
    """A clock was pressed: its owner has moved, or thinks so."""
    upon: dict[Node, None] = {}
    costs, grace_ns = setting.costs, setting.costs.grace_ms * MS
    for hyp in found:
        node = _last_of(hyp.node, side)
        again = node is not None and hyp.pressed_upon(node, grace_ns)
        if node is None or (again and node is not hyp.node):
            _in_vain(hyp, side, at_ns, setting)
        elif node is hyp.node:
            upon[node] = None
            hyp.cost += costs.press_again if again else 0
            hyp.cost += costs.press_unmade if node.kind is Kind.TAKEN_BACK else 0
        elif hyp.landed_ns < at_ns - costs.reply_stood_ms * MS:
            hyp.cost += costs.press_late
            upon[node] = None
    for node in upon:
        node.pressed_ns = at_ns


def _last_of(node: Node, side: Side) -> Node | None:
    """The last ply of this side at the end of a line, if it is the last or the last but one."""
    if node.side == side:
        return node
    before = node.parent
    return before if before is not None and before.side == side else None


def _in_vain(hyp: Hypothesis, side: Side, at_ns: int, setting: Setting) -> None:
    """The clock was pressed upon no ply: nothing, an illegal deed, or with a piece in the hand."""
    if hyp.node.book.side != side:
        answers = any(deed.point == NOWHERE for deed in hyp.log)
        hyp.cost += setting.costs.press_back if answers else setting.costs.press_unmade
        return
    name = "press_unmade"
    if setting.in_hand(hyp):
        name = "press_in_hand"
        hyp.air = tuple(held._replace(since_ns=max(held.since_ns, at_ns)) for held in hyp.air)
    elif hyp.busy and hyp.node.book.made(hyp.key) is None and not _to_be_played(hyp, setting):
        name = "press_illegal"
    hyp.pay(HandDeed(name, NOWHERE, at_ns, getattr(setting.costs, name)))


def _to_be_played(hyp: Hypothesis, setting: Setting) -> bool:
    """Whether captured stones are off, and the stone that takes them is still to come (Go)."""
    return setting.stones and bool(hyp.gone) and bool(hyp.node.book.live(hyp.play).count)


def named(found: Iterable[Hypothesis], side: Side, letter: str, setting: Setting) -> None:
    """A player has named the new piece of a pawn that may have landed already.

    Once the opponent has answered it is too late.
    """
    costs = setting.costs
    for hyp in found:
        move = hyp.node.move
        if move is not None and move.side == side and move.choice and not hyp.touched:
            paid = 0 if move.choice == QUEEN else costs.underpromotion
            hyp.cost += (0 if move.choice == letter else costs.against_word) - paid


def answered(
    found: Iterable[Hypothesis],
    told: Node,
    asked: Sequence[Node],
    chosen: Node | None,
    setting: Setting,
) -> None:
    """People have answered: this ply was played and its piece stands, or none of those asked."""
    for hyp in found:
        line = hyp.node.line_after(told)
        first = line[0] if line else None
        denied = first is not chosen if chosen is not None else first in asked
        if denied or (chosen is not None and _off(hyp, chosen)):
            hyp.cost += setting.costs.denied


def adjusted(hyp: Hypothesis) -> None:
    """Forgets what was touched while pieces were adjusted: it binds nobody."""
    if not hyp.busy:
        hyp.log, hyp.touched = (), 0
        hyp.mess = hyp.mess if hyp.lying else None


def _off(hyp: Hypothesis, node: Node) -> bool:
    """Whether the piece of a ply was taken up or fell since, and nobody has played upon the ply."""
    target = None if node.move is None else node.move.target
    back = hyp.node.kind is Kind.TAKEN_BACK and hyp.node.parent is node
    if target is None or not (hyp.node is node or back):
        return False
    return back or bool(hyp.off >> target & 1) or hyp.at(target) != node.book.tokens[target]
