"""The cost of silence: what it tells of a hypothesis that nothing has happened for a while.

These costs do not add up along a path. They are worked out anew each time and end with the next
edge.
"""

from __future__ import annotations

from controller.core.belief.book import Change
from controller.core.belief.costs import Cost, either, share
from controller.core.belief.deeds.aims import explained
from controller.core.belief.deeds.completing import PAWN
from controller.core.belief.setting import Setting
from controller.core.belief.world import NOWHERE, Aim, Hypothesis, Symptom
from controller.core.settings import MS, NEVER_NS, Timings
from rules.terms import points_of


def waiting(hyp: Hypothesis, now_ns: int, setting: Setting) -> Cost:
    """The cost of silence until now."""
    cost = 0
    for point, felt in hyp.felt.items():
        if felt.symptom is Symptom.LATE:
            cost += min(
                setting.costs.late(now_ns - felt.since_ns),
                setting.stuck(hyp, point),
            )
    if hyp.lying:
        cost += _otherwise(hyp, now_ns, setting)
    if hyp.left:
        cost += _fallen_back(hyp, now_ns, setting)
    if hyp.busy:
        cost += _ply_under_way(hyp, now_ns, setting)
    return cost


def _otherwise(hyp: Hypothesis, now_ns: int, setting: Setting) -> Cost:
    """The cost that nobody puts pieces right that lie wrong, or goes on taking plies back."""
    costs = setting.costs
    if hyp.aim is Aim.BACK:
        return either(costs.going_on(now_ns - hyp.last_ns), costs.abandoned)
    if hyp.mess is None or explained(hyp):
        return 0
    return costs.lying(now_ns - hyp.mess.last_ns)


def _fallen_back(hyp: Hypothesis, now_ns: int, setting: Setting) -> Cost:
    """The cost that nobody goes on taking off captured pieces.

    One fell back on the board, or only some of them are off (Go).
    """
    costs = setting.costs
    if lain_ns := _lain_ns(hyp, now_ns):
        return costs.going_on(lain_ns)
    if not setting.stones or hyp.busy or hyp.node.pressed_ns is not None:
        return 0
    if not (any(deed.placed is False for deed in hyp.log) or _taken_before(hyp)):
        return 0
    return either(costs.going_on(now_ns - hyp.last_ns), costs.abandoned)


def _taken_before(hyp: Hypothesis) -> bool:
    """Whether some captured stones were off before the one that takes them was set down (Go)."""
    move = hyp.node.move
    log = () if move is None else hyp.done_in(hyp.node)
    hands = [
        d for d in log if d.placed or (move and d.placed is False and d.point in move.captured)
    ]
    return bool(hands) and not hands[0].placed


def _lain_ns(hyp: Hypothesis, now_ns: int) -> int:
    """How long a captured piece has lain that was taken off and came back; 0 where none has."""
    last_ns = max(hyp.diff[point].since_ns for point in points_of(hyp.left))
    return now_ns - max(last_ns, hyp.last_ns) if last_ns != NEVER_NS else 0


def _ply_under_way(hyp: Hypothesis, now_ns: int, setting: Setting) -> Cost:
    costs, book = setting.costs, hyp.node.book
    if (change := book.made(hyp.key)) is not None:
        if _to_be_exchanged(hyp, change, setting):
            return 0
        return costs.rest(setting.seen_until(hyp.diff, now_ns) - hyp.last_ns)
    own = setting.in_hand(hyp)
    held = costs.hold(now_ns - own[-1].since_ns) if own else 0
    if not book.live(hyp.play).count:
        astray = 0 if own else costs.unlawful(now_ns - hyp.last_ns)
        return max(held, _taken_off(hyp, now_ns, setting), astray)
    if own:
        return held
    if hyp.air and len(hyp.diff) == len(hyp.air):
        return costs.enemy_off(now_ns - hyp.air[-1].since_ns)
    if _pressed_upon(hyp, costs.grace_ms * MS):
        return 0  # whoever presses has done all it wanted
    return either(costs.going_on(now_ns - hyp.last_ns), costs.abandoned)


def _to_be_exchanged(hyp: Hypothesis, change: Change, setting: Setting) -> bool:
    """Whether a sensor tells the pawn itself on the last row: the new piece may take long."""
    if hyp.node.book.side in setting.said:
        return False
    shown = (
        hyp.diff[move.target].shown
        for move in change.moves
        if move.choice and move.target in hyp.diff
    )
    return any(letter.lower() == PAWN for letter in shown)


def _taken_off(hyp: Hypothesis, now_ns: int, setting: Setting) -> Cost:
    """The cost that pieces of the opponent are off that no legal move takes.

    Nothing in Go: stones that were taken for dead stay off.
    """
    mine = hyp.node.book.mine
    off = [h for h in hyp.air if h.origin >= 0 and not (hyp.at(h.origin) or mine >> h.origin & 1)]
    return setting.costs.enemy_off(now_ns - off[-1].since_ns) if off and not setting.stones else 0


def left(hyp: Hypothesis, now_ns: int, setting: Setting, timings: Timings) -> float:
    """How likely it is that hands have left what stands though it is no legal move."""
    if not hyp.busy:
        return _given_up(_lain_ns(hyp, now_ns), setting) if hyp.left else 0.0
    book = hyp.node.book
    if book.made(hyp.key) is not None or setting.in_hand(hyp):
        return 0.0
    if _pressed_upon(hyp, setting.costs.grace_ms * MS):
        return 1.0
    rested_ns = now_ns - hyp.last_ns
    if not setting.under_way(hyp):
        return 1.0 if rested_ns >= timings.irregular_ms * MS else 0.0
    return _given_up(rested_ns, setting)


def _given_up(rested_ns: int, setting: Setting) -> float:
    """How likely hands are not to go on with what they have begun, after so long a rest."""
    at_work = share(setting.costs.going_on(rested_ns), 0)
    gone = share(setting.costs.abandoned, 0)
    return gone / (gone + at_work)


def _pressed_upon(hyp: Hypothesis, grace_ns: int) -> bool:
    """Whether the clock was pressed once hands had done all that stands."""
    presses = [deed.at_ns for deed in hyp.log if deed.point == NOWHERE]
    return bool(presses) and hyp.last_ns <= presses[-1] + grace_ns
