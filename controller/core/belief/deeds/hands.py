"""What hands do with pieces that go from point to point."""

from __future__ import annotations

from collections.abc import Iterator

from controller.core.belief.book import EMPTY, Token, between
from controller.core.belief.costs import Cost, ln
from controller.core.belief.setting import Setting, deed
from controller.core.belief.world import Held, Hypothesis, Stand, Symptom
from controller.core.sensing.debounce import Edge
from controller.core.settings import MS, NEVER_NS
from rules.terms import Point


def lift(hyp: Hypothesis, edge: Edge, setting: Setting) -> Iterator[Hypothesis]:
    """A piece is taken up."""
    point, token = edge.point, hyp.at(edge.point)
    if not token:
        return
    new = hyp.copy()
    stand = hyp.diff.get(point)
    if stand is not None and hyp.left >> point & 1:
        new.stand(point, Stand(EMPTY, edge.at_ns, -1))
        name, cost = "late_removal", setting.costs.late_removal
        if setting.stones:
            name, cost = "victim", setting.costs.victim
            new.air = (*hyp.air, Held(token, stand.origin, edge.at_ns))
    else:
        origin = point if stand is None else stand.origin
        new.stand(point, Stand(EMPTY, edge.at_ns, -1))
        left = -1 if stand is None else point
        new.air = (*hyp.air, Held(token, origin, edge.at_ns, left))
        if stand is None:
            new.touched |= 1 << point
            name, cost = _first_lift(hyp, new, edge, setting)
        else:
            name, cost = _lift_again(hyp, edge, stand, setting)
    new.last_ns = max(hyp.last_ns, edge.at_ns)
    new.pay(deed(name, edge, cost, token=token, origin=point if stand is None else stand.origin))
    yield new


def _first_lift(hyp: Hypothesis, new: Hypothesis, edge: Edge, setting: Setting) -> tuple[str, Cost]:
    """A piece leaves the point where it stands in the position."""
    costs, book = setting.costs, hyp.node.book
    started = setting.started(hyp, edge)
    own = setting.mine(hyp, hyp.at(edge.point))
    choice = setting.narrowed(hyp, new)
    if choice is None:
        choice = _beside_others(hyp, new, None, setting)
    if choice is not None:
        if hyp.air and not setting.stones:  # a hand takes up one after the other
            started += costs.two_taken(edge.at_ns - hyp.last_ns)
        if own:
            return "lift", started + choice
        first = not hyp.gone & book.mine and not setting.stones
        name, cost = ("victim_first", costs.victim_first) if first else ("victim", costs.victim)
        return name, started + choice + cost + setting.lingered(hyp, edge)
    name, cost = _unlawful_lift(hyp, new, edge, setting)
    return name, started + setting.lingered(hyp, edge) + cost


def _unlawful_lift(
    hyp: Hypothesis, new: Hypothesis, edge: Edge, setting: Setting
) -> tuple[str, Cost]:
    """A piece leaves its point of the position, and no legal move under way lifts it."""
    costs, book = setting.costs, hyp.node.book
    own = setting.mine(hyp, hyp.at(edge.point))
    if book.forced(hyp.key) >> edge.point & 1:
        return "victim", costs.victim
    mistake = setting.mistaken(hyp, new) if book.made(hyp.key) is None else None
    if mistake is not None and (own or hyp.node.landed != edge.point):
        return "mistake" if hyp.busy or own else "out_of_turn", mistake
    # One hand does not take two pieces in one moment.
    at_once = costs.two_taken(edge.at_ns - hyp.last_ns) if hyp.busy else 0
    same = book.mine if own else book.theirs
    if setting.stones and (chain := book.chains(hyp.gone & same)) >> edge.point & 1:
        return "one_more", at_once + costs.one_more + ln((chain & ~hyp.gone).bit_count())
    if own:
        return "immobile", at_once + costs.immobile + ln(book.mine.bit_count())
    name, cost = _enemy_lift(hyp, edge, setting)
    return name, at_once + cost


def _enemy_lift(hyp: Hypothesis, edge: Edge, setting: Setting) -> tuple[str, Cost]:
    """A piece of the opponent is taken up that no legal move lifts."""
    costs, book = setting.costs, hyp.node.book
    if not setting.stones and _jumped(hyp, edge.point, setting):
        return "jumped", costs.jumped
    moving = bool(setting.in_hand(hyp)) or book.made(hyp.key) is not None
    if hyp.node.landed == edge.point:
        return "resumed", costs.resumed(edge.at_ns - hyp.landed_ns)
    held = bool(setting.in_hand(hyp))
    amid = 0
    if not held and any(stand.token for stand in hyp.diff.values()):
        amid = costs.mistaken  # more likely the opponent answers what is no legal move
    usual = ("enemy_held", costs.enemy_held) if held else ("enemy", costs.enemy)
    name, cost = ("reply_early", costs.reply_early) if moving else usual
    return name, amid + cost + ln(book.theirs.bit_count())


def _jumped(hyp: Hypothesis, point: Point, setting: Setting) -> bool:
    """Whether a piece of the side on move has gone over a point, though no legal move does so."""
    return any(
        stand.token
        and stand.origin >= 0
        and hyp.node.book.mine >> stand.origin & 1
        and between(setting.game, stand.origin, target) >> point & 1
        for target, stand in hyp.diff.items()
    )


def _lift_again(hyp: Hypothesis, edge: Edge, stand: Stand, setting: Setting) -> tuple[str, Cost]:
    """A piece is taken up that was set down in this ply."""
    costs, book = setting.costs, hyp.node.book
    stood_ns = edge.at_ns - stand.since_ns
    if not setting.mine(hyp, stand.token):
        return "dwell", costs.dwell(stood_ns)
    if setting.stones:
        return "stone_on", costs.stone_on(stood_ns)
    made = book.made(hyp.key)
    if made is not None and made.resting >> edge.point & 1:
        return "exchange_piece", costs.exchange_piece
    live = book.live(hyp.play)
    if made is not None or (not live.way >> edge.point & 1 and live.count):
        return "relift", costs.relift(stood_ns)
    return "dwell", costs.dwell(stood_ns)


def set_down(hyp: Hypothesis, edge: Edge, setting: Setting) -> Iterator[Hypothesis]:
    """A piece that is off the board is set down."""
    if hyp.at(edge.point):
        return
    seen: set[tuple[Token, Point, Point]] = set()
    for n in range(len(hyp.air) - 1, -1, -1):
        held = hyp.air[n]
        kind = held.token, held.origin, held.left
        if hyp.taken(held.origin) and held.origin != edge.point:
            kind = held.token, -1, -1  # whichever of the captured stones
        if kind in seen:
            continue
        seen.add(kind)
        new = hyp.copy()
        new.air = hyp.air[:n] + hyp.air[n + 1 :]
        since_ns = NEVER_NS if _bounced(hyp, held, edge, setting) else edge.at_ns
        new.stand(edge.point, Stand(held.token, since_ns, held.origin, shown_by(edge)))
        new.last_ns = max(hyp.last_ns, edge.at_ns)
        name, cost = _put(hyp, new, held, edge, setting)
        cost += _after_press(hyp, held, edge, setting)
        new.pay(deed(name, edge, cost, token=held.token, origin=held.origin))
        yield new


def _bounced(hyp: Hypothesis, held: Held, edge: Edge, setting: Setting) -> bool:
    """Whether a captured stone stands again at once: the hand did not get hold of it (Go)."""
    off_ns = edge.at_ns - held.since_ns
    home = edge.point == held.origin and hyp.taken(held.origin)
    return setting.stones and home and off_ns <= setting.costs.brushed_ms * MS


def _after_press(hyp: Hypothesis, held: Held, edge: Edge, setting: Setting) -> Cost:
    """The cost that a piece lands so long after the clock was pressed with it in the hand.

    Whoever presses so is about to set it down.
    """
    if edge.point == held.origin:
        return 0  # it is put back
    in_hand = any(deed.name == "press_in_hand" for deed in hyp.log)
    return setting.costs.hold(edge.at_ns - held.since_ns) if in_hand else 0


def shown_by(edge: Edge) -> Token:
    """The letter that the sensor tells of a new piece; EMPTY where it tells none."""
    return EMPTY if edge.mark is None or edge.mark.letter is None else edge.mark.letter


def take_unfelt(hyp: Hypothesis, edge: Edge, setting: Setting) -> Iterator[Hypothesis]:
    """A piece captures another whose sensor does not feel it: nobody could feel that one leave."""
    felt = hyp.felt.get(edge.point)
    if felt is None or felt.symptom is not Symptom.SILENT or not hyp.at(edge.point):
        return
    without = hyp.copy()
    without.feel(edge.point, None)
    without.stand(edge.point, Stand(EMPTY, edge.at_ns, -1))
    without.touched |= 1 << edge.point
    choice = setting.narrowed(hyp, without)
    if choice is not None:
        without.cost += choice
        yield from set_down(without, edge, setting)


def _put(
    hyp: Hypothesis, new: Hypothesis, held: Held, edge: Edge, setting: Setting
) -> tuple[str, Cost]:
    costs, book, point = setting.costs, hyp.node.book, edge.point
    off_ns = edge.at_ns - held.since_ns
    live = book.live(hyp.play)
    taken = hyp.taken(held.origin)
    if point != held.origin if taken else not setting.mine(hyp, held.token):
        name, cost = _put_enemy(hyp, new, held, edge, setting)
        return name, cost + setting.lingered(hyp, edge)
    if point == held.origin:
        return "back", costs.back(off_ns)
    if point == held.left:
        return "replaced", costs.replaced(off_ns)
    choice = onward(hyp, new, held, setting)
    if choice is None:
        return _put_nowhere(hyp, new, held, point, setting)
    if live.takes(point, held.token):
        long = setting.stones and off_ns >= costs.lying_ms * MS  # who thinks again puts it away
        return "set_down", choice + (costs.thought_again if long else 0)
    return "way", choice + (costs.way if held.left < 0 else costs.way_on)


def _put_nowhere(
    hyp: Hypothesis, new: Hypothesis, held: Held, point: Point, setting: Setting
) -> tuple[str, Cost]:
    """A piece is set down where no move under way sets it down."""
    costs = setting.costs
    if not setting.stones and _captures(hyp, held, point):
        return "captures_astray", costs.captures_astray
    if (choice := _beside_others(hyp, new, held, setting)) is not None:
        return "set_down", choice
    if setting.stones and _near(held, point, setting):
        return "aside", costs.aside + ln(8)
    mistake = setting.mistaken(hyp, new)
    astray = "astray", costs.astray + ln(setting.points)
    return astray if mistake is None else ("mistake", mistake)


def _captures(hyp: Hypothesis, held: Held, point: Point) -> bool:
    """Whether a piece is set down where the one other piece that is off was taken."""
    others = [taken for taken in hyp.air if taken is not held]
    return [(taken.origin, taken.left) for taken in others] == [(point, -1)]


def onward(hyp: Hypothesis, new: Hypothesis, held: Held, setting: Setting) -> Cost | None:
    """The cost of the choice where a piece is set down; None where no move sets it down there.

    A piece that goes on chooses among the moves that pass where it was set down before.
    """
    if held.left < 0 or not hyp.node.book.live(new.play).way >> held.left & 1:
        return setting.narrowed(hyp, new)
    before = hyp.copy()
    before.stand(held.left, Stand(held.token, held.since_ns, held.origin))
    return setting.narrowed(before, new)


def _beside_others(
    hyp: Hypothesis, new: Hypothesis, held: Held | None, setting: Setting
) -> Cost | None:
    """The cost of a choice where pieces of the opponent are off for another reason.

    They were taken up for a reply, which is paid for, or were jolted, though a move might capture
    them. So a path costs the same whichever edge comes first.
    """
    to_capture = {deed.point for deed in hyp.log if deed.name == "victim_first"}
    others = {
        each.origin for each in hyp.air
        if not setting.mine(hyp, each.token) and not new.at(each.origin)
    } - to_capture  # fmt: skip
    if not others or setting.stones:
        return None
    before, after = _with(hyp, others), _with(new, others)
    if held is None:
        choice = setting.narrowed(before, after)
    else:
        choice = onward(before, after, held, setting)
    jolted = sum(deed.name == "victim" and deed.point in others for deed in hyp.log)
    return None if choice is None else choice + setting.costs.jolted * jolted


def _with(hyp: Hypothesis, points: set[Point]) -> Hypothesis:
    """The same hypothesis with the pieces at these points in place."""
    new = hyp.copy()
    new.diff = {point: stand for point, stand in hyp.diff.items() if point not in points}
    return new


def _put_enemy(
    hyp: Hypothesis, new: Hypothesis, held: Held, edge: Edge, setting: Setting
) -> tuple[str, Cost]:
    costs, book, point = setting.costs, hyp.node.book, edge.point
    off_ns = edge.at_ns - held.since_ns
    if setting.stones:
        if point == held.origin:
            taken = hyp.taken(point)
            quick = not taken or _bounced(hyp, held, edge, setting)
            return ("back", costs.back(off_ns)) if quick else ("stone_back", costs.stone_back)
        if _near(held, point, setting):
            return "aside", costs.aside + ln(8)
        return "slips", costs.slips(off_ns) + ln(setting.points)
    if point == held.origin:
        return "enemy_back", costs.enemy_back(off_ns)
    mistake = setting.mistaken(hyp, new)
    beside = _near(held, point, setting) and book.live(hyp.play).count
    aside = costs.aside + ln(8)
    if mistake is not None:
        # The capture pushes it there at once; a hand that means to move it there takes its time.
        pushed = aside + costs.overlap(off_ns)
        return ("aside", pushed) if beside and pushed < mistake else ("mistake", mistake)
    if _captures(hyp, held, point):
        return "captures_astray", costs.captures_astray
    if beside:
        return "aside", aside
    return "enemy_astray", costs.enemy_astray + ln(setting.points)


def _near(held: Held, point: Point, setting: Setting) -> bool:
    """Whether a piece is set down beside the point where it stood in the position."""
    return held.origin >= 0 and bool(setting.game.neighbours(held.origin) >> point & 1)


def touch(hyp: Hypothesis, edge: Edge, setting: Setting) -> Iterator[Hypothesis]:
    """A piece is touched and does not leave. Soft edges come in pairs, and the first one pays."""
    token = hyp.at(edge.point)
    if not edge.soft or not token:
        return
    new = hyp.copy()
    home = edge.point not in hyp.diff
    if not edge.placed and home:
        new.touched |= 1 << edge.point
    cost = 0 if edge.placed else setting.costs.touch
    new.pay(deed("touch", edge, cost, token=token, origin=edge.point))
    yield new
