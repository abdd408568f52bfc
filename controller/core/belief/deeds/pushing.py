"""A piece that is felt on its new point before its old point has let it go."""

from __future__ import annotations

from collections.abc import Iterator

from controller.core.belief.book import EMPTY, Change, Token
from controller.core.belief.costs import Cost, ln
from controller.core.belief.deeds.hands import onward, shown_by
from controller.core.belief.setting import Setting, deed
from controller.core.belief.world import Felt, HandDeed, Held, Hypothesis, Stand, Symptom
from controller.core.sensing.debounce import Edge
from rules.terms import Point, points_of


def push(hyp: Hypothesis, edge: Edge, setting: Setting) -> Iterator[Hypothesis]:
    """A piece is felt here before its own point has let it go."""
    point, book = edge.point, hyp.node.book
    if hyp.at(point):
        return
    seen: set[tuple[Point, Token]] = set()
    for token in dict.fromkeys(
        token for place, token in book.live(hyp.play).places if place == point
    ):
        for change in book.changes_to(point, token):
            origin = change.sources.get(point)
            if origin is None or origin in hyp.diff or (origin, token) in seen:
                continue
            seen.add((origin, token))
            yield from _pushed_from(hyp, edge, origin, token, setting)
            if len(change.moves) > 1:
                yield from _new_piece(hyp, edge, change, setting)
    for origin, stand in hyp.diff.items():
        if edge.blind:
            break  # both points were read at once, and both hold a piece
        if hyp.left >> origin & 1:
            continue
        if stand.token and origin not in hyp.felt and setting.mine(hyp, stand.token):
            yield from _slid_on(hyp, edge, origin, stand, setting)


def dragged_off(hyp: Hypothesis, edge: Edge, setting: Setting) -> Iterator[Hypothesis]:
    """A captured piece is felt beside its point, which has not let it go, as it is taken off."""
    book, costs = hyp.node.book, setting.costs
    if hyp.at(edge.point) or setting.stones or edge.blind:
        return
    lifts = book.live(hyp.play).lifts & book.theirs & ~hyp.gone
    for origin in points_of(lifts & setting.game.neighbours(edge.point)):
        if origin in hyp.felt or not any(stand.token for stand in hyp.diff.values()):
            continue  # it is taken off once the capturing piece stands
        token = book.tokens[origin]
        new = _dragged(hyp, edge, origin, Stand(token, edge.at_ns, origin), costs.push_next)
        new.touched |= 1 << origin
        cost = costs.victim + costs.aside + ln(8) + costs.push_next
        _log_push(new, edge, origin, ("aside", cost, token, origin))
        yield new


def pushed_out(hyp: Hypothesis, edge: Edge, setting: Setting) -> Iterator[Hypothesis]:
    """A captured piece is felt beside its point; the capturing one came there between two scans."""
    book = hyp.node.book
    if hyp.at(edge.point) or setting.stones:
        return
    near = setting.game.neighbours(edge.point) & book.theirs & ~hyp.gone
    held = {each.origin: each for each in hyp.air if setting.mine(hyp, each.token)}
    for change in book.live(hyp.play).changes if near and held else ():
        for point, origin in change.sources.items():
            if near >> point & 1 and origin in held:
                yield from _exchanged_aside(hyp, edge, point, held[origin], setting)


def _exchanged_aside(
    hyp: Hypothesis, edge: Edge, point: Point, captor: Held, setting: Setting
) -> Iterator[Hypothesis]:
    costs, victim = setting.costs, hyp.at(point)
    new = hyp.copy()
    new.air = tuple(each for each in hyp.air if each is not captor)
    new.stand(point, Stand(captor.token, edge.at_ns, captor.origin))
    new.stand(edge.point, Stand(victim, edge.at_ns, point))
    choice = setting.narrowed(hyp, new)
    if choice is None:
        return
    new.last_ns = max(hyp.last_ns, edge.at_ns)
    cost = costs.unseen_exchange + choice + costs.aside + ln(8)
    new.pay(deed("pushed_out", edge, cost, token=victim, origin=point))
    yield new


def _pushed_from(
    hyp: Hypothesis, edge: Edge, origin: Point, token: Token, setting: Setting
) -> Iterator[Hypothesis]:
    costs = setting.costs
    near = bool(setting.game.neighbours(origin) >> edge.point & 1)
    far = min(costs.push_far, setting.fault(hyp, costs.stuck, origin))
    late = costs.push_next if near else far
    new = _dragged(hyp, edge, origin, Stand(token, edge.at_ns, origin, shown_by(edge)), late)
    new.touched |= 1 << origin
    choice = setting.narrowed(hyp, new)
    if choice is None:
        return
    felt = hyp.felt.get(origin)
    cost = setting.started(hyp, edge) + choice
    off = bool(hyp.off >> origin & 1)
    if off or (felt is not None and felt.symptom is Symptom.SILENT):
        name = "lift"  # nobody could feel that it left
        new.feel(origin, None)
        new.off &= ~(1 << origin)
    elif setting.blind >> origin & 1:
        name, cost = "lift", cost + costs.unread
        new.feel(origin, None)
    elif edge.blind:
        name, cost = "lift", cost + costs.unread  # nobody saw which came first
    else:
        name, cost = "push_next" if near else "push_far", cost + late
    _log_push(new, edge, origin, (name, cost, token, origin))
    yield new


def _new_piece(
    hyp: Hypothesis, edge: Edge, change: Change, setting: Setting
) -> Iterator[Hypothesis]:
    """The new piece of a promotion stands before the pawn has been taken off."""
    new = hyp.copy()
    token = change.delta[edge.point]
    new.stand(edge.point, Stand(token, edge.at_ns, -1, shown_by(edge)))
    choice = setting.narrowed(hyp, new)
    if choice is None:
        return
    new.last_ns = max(hyp.last_ns, edge.at_ns)
    cost = setting.started(hyp, edge) + choice + setting.costs.new_piece_first
    new.pay(deed("new_piece_first", edge, cost, token=token))
    yield new


def _slid_on(
    hyp: Hypothesis, edge: Edge, origin: Point, stand: Stand, setting: Setting
) -> Iterator[Hypothesis]:
    """A piece that was set down in this ply is felt here before it has left there."""
    costs, stood_ns = setting.costs, edge.at_ns - stand.since_ns
    off = hyp.copy()
    off.stand(origin, Stand(EMPTY, edge.at_ns, -1))
    held = Held(stand.token, stand.origin, edge.at_ns, origin)
    moved = Stand(stand.token, edge.at_ns, stand.origin, shown_by(edge))
    new = _dragged(hyp, edge, origin, moved, costs.push_next)
    cost = (costs.stone_on if setting.stones else costs.relift)(stood_ns)
    choice = onward(off, new, held, setting)
    cost += costs.astray + ln(setting.points) if choice is None else choice
    if not setting.game.neighbours(origin) >> edge.point & 1:
        cost += costs.skip(stood_ns)
    _log_push(new, edge, origin, ("slide", cost, stand.token, stand.origin))
    yield new


def _dragged(hyp: Hypothesis, edge: Edge, origin: Point, stand: Stand, late: Cost) -> Hypothesis:
    """The hypothesis that the piece stands here, while its old point still feels it.

    Args:
        late: what it has cost that the old point is late.
    """
    new = hyp.copy()
    new.stand(origin, Stand(EMPTY, edge.at_ns, -1))
    new.stand(edge.point, stand)
    new.feel(origin, Felt(Symptom.LATE, edge.at_ns, late))
    new.last_ns = max(hyp.last_ns, edge.at_ns)
    return new


def _log_push(
    new: Hypothesis, edge: Edge, left: Point, told: tuple[str, Cost, Token, Point]
) -> None:
    name, cost, token, origin = told
    new.pay(
        HandDeed(
            name=name,
            point=left,
            at_ns=edge.at_ns,
            cost=0,
            placed=False,
            token=token,
            origin=origin,
        )
    )
    new.pay(deed(name, edge, cost, token=token, origin=origin))
