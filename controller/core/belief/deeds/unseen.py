"""What happened though no edge tells of it: one step of a move, or a whole ply."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from controller.core.belief.book import Change
from controller.core.belief.costs import Cost, ln
from controller.core.belief.deeds.completing import made, standing
from controller.core.belief.line import Kind, Node
from controller.core.belief.setting import Setting
from controller.core.belief.world import Felt, HandDeed, Hypothesis, Stand, Symptom
from controller.core.settings import MS
from rules.terms import Point, PointSet


def unseen_step(hyp: Hypothesis, now_ns: int, setting: Setting) -> Iterator[Hypothesis]:
    """Moves of which all steps but one are seen; points that cannot be read may hide more."""
    live = hyp.node.book.live(hyp.play)
    for change in live.changes:
        way = [point for point, _ in hyp.key if point not in change.delta]
        if way and (setting.stones or not all(_out_of_sight(hyp, p, setting) for p in way)):
            continue  # the piece stands on its way
        if any(hyp.left >> point & 1 for point in change.delta):
            continue  # a captured piece stands there
        new = _supplied(_gone_on(hyp, way, setting), change, now_ns, setting)
        if new is not None:
            cost = ln(live.count)
            if not hyp.busy and _any_unread(change.delta, setting):
                cost += setting.costs.unread_ply
            yield from made(new, change, standing(new, change), setting, cost=cost)


def _out_of_sight(hyp: Hypothesis, point: Point, setting: Setting) -> bool:
    """Whether a piece was set down on a point that could not be read since."""
    return bool(hyp.at(point)) and bool(setting.unread >> point & 1)


def _gone_on(hyp: Hypothesis, way: list[Point], setting: Setting) -> Hypothesis:
    """The hypothesis by which a piece has left points on its way while they could not be read."""
    if not way:
        return hyp
    new = hyp.copy()
    for point in way:
        stand = hyp.diff[point]
        stood_ns = setting.seen_until((point,), hyp.last_ns) - stand.since_ns
        cost = setting.costs.unread + setting.costs.relift(max(0, stood_ns))
        new.stand(point, Stand(hyp.node.book.tokens[point], hyp.last_ns, point))
        new.pay(HandDeed("unread", point, hyp.last_ns, cost, token=stand.token))
    return new


def _supplied(hyp: Hypothesis, change: Change, now_ns: int, setting: Setting) -> Hypothesis | None:
    """The hypothesis with the steps that nobody saw; None where two sensors would be wrong."""
    odd = [point for point, token in change.delta.items() if hyp.at(point) != token]
    plain = [p for p in odd if not _hidden(hyp, p, setting, stands=bool(change.delta[p]))]
    plain = [point for point in plain if not _exchanged(hyp, point, change, setting)]
    if len(plain) > 1 or not (hyp.key or _felt_by_none(odd, plain, setting)):
        return None
    new = hyp.copy()
    for point in sorted(odd, key=lambda point: bool(change.delta[point])):
        token = change.delta[point]
        step = _landed if token else _left
        found = step(new, point, now_ns, setting)
        if found is None:
            return None
        since_ns = _when(hyp, token, now_ns, setting)
        new.stand(point, Stand(token, since_ns, change.sources.get(point, -1)))
        new.last_ns = max(new.last_ns, since_ns) if token else new.last_ns
        new.pay(HandDeed(found[0], point, since_ns, found[1], token=token))
    new.air = ()
    return new


def _felt_by_none(odd: list[Point], plain: list[Point], setting: Setting) -> bool:
    """Whether a whole ply may have been made by a piece that is not felt, or at unread points."""
    return not plain if _any_unread(odd, setting) else len(plain) < len(odd)


def _any_unread(points: Iterable[Point], setting: Setting) -> bool:
    return any(setting.unread >> point & 1 for point in points)


def _exchanged(hyp: Hypothesis, point: Point, change: Change, setting: Setting) -> bool:
    """Whether a piece may have taken another's place here between two scans."""
    there = hyp.node.book.theirs & setting.stable & ~hyp.gone
    return bool(change.delta[point]) and point not in hyp.felt and bool(there >> point & 1)


def silent(hyp: Hypothesis) -> bool:
    """Whether some piece is not felt."""
    return any(felt.symptom is Symptom.SILENT for felt in hyp.felt.values())


def _hidden(hyp: Hypothesis, point: Point, setting: Setting, *, stands: bool) -> bool:
    """Whether nobody could feel this happen at a point, and what is felt now agrees."""
    return _unfelt(hyp, point) or _unread(1 << point, setting, stands=stands)


def _unfelt(hyp: Hypothesis, point: Point) -> bool:
    felt = hyp.felt.get(point)
    return felt is not None and felt.symptom is Symptom.SILENT


def _when(hyp: Hypothesis, token: str, now_ns: int, setting: Setting) -> int:
    """About when it happened: soon after the piece was lifted."""
    held = [each.since_ns for each in hyp.air if each.token == token]
    return min(held[-1] + setting.costs.unseen_landing_ms * MS, now_ns) if held else hyp.last_ns


Step = tuple[str, Cost]
"""What a step that nobody saw is called in the table, and its cost."""


def _landed(new: Hypothesis, point: Point, now_ns: int, setting: Setting) -> Step | None:
    """A piece in the hand has been set down here, and nobody felt it come."""
    costs, bit = setting.costs, 1 << point
    token = new.node.book.tokens[point]
    if _unread(bit, setting, stands=True):
        return "unread", costs.unread
    felt = new.felt.get(point)
    if felt is not None and felt.symptom is not Symptom.SILENT:
        cost = setting.stuck(new, point)
        new.feel(point, None)
        setting.blame(new, point)
        return "stuck", cost if felt.symptom is Symptom.LATE else 0
    if setting.stable & bit and token and point not in new.diff:
        return ("unseen_exchange", costs.unseen_exchange) if felt is None else None
    if not setting.stable & bit:
        new.feel(point, Felt(Symptom.SILENT, now_ns))
        cost = setting.fault(new, costs.silent, point)
        setting.blame(new, point)
        return "silent", cost
    return None


def _left(new: Hypothesis, point: Point, now_ns: int, setting: Setting) -> Step | None:
    """A captured piece is off, and its sensor still feels it, or has not felt it before."""
    costs, bit = setting.costs, 1 << point
    if _unread(bit, setting, stands=False):
        return "unread", costs.unread
    if _unfelt(new, point):
        new.feel(point, None)
        return "lift", 0
    if not setting.stable & bit or (new.diff and not new.node.book.theirs & bit):
        return None  # a moving piece shows where it came from, see `push`
    new.feel(point, Felt(Symptom.GHOST, now_ns))
    cost = setting.fault(new, costs.stuck, point)
    setting.blame(new, point)
    return "stuck", cost


def _unread(bit: PointSet, setting: Setting, *, stands: bool) -> bool:
    """Whether nobody could see this happen, and what is seen now agrees."""
    agrees = bool(setting.stable & bit) is stands
    return bool(setting.blind & bit) or (agrees and bool(setting.unread & bit))


def unseen_plies(base: Hypothesis, now_ns: int, setting: Setting) -> Iterator[Hypothesis]:
    """Lines of a few plies that explain all that is felt but at one point, though none was felt.

    Args:
        base: a hypothesis whose node is the last known ply; how it differs is forgotten.
    """
    trusted = ~setting.blind
    for point in base.faults:
        trusted &= ~(1 << point)
    left = setting.costs.unseen_positions
    queue: list[tuple[Node, Cost]] = [(base.node, base.cost)]
    for _ in range(setting.costs.unseen_plies):
        ahead: list[tuple[int, Node, Cost]] = []
        for node, cost in queue:
            count = len(node.position.moves())
            for move in node.position.moves():
                if not move.footprint.steps or (move.choice and move.choice != "q"):
                    continue
                left -= 1
                if left < 0:
                    return
                hidden = not move.footprint.changes & ~setting.unread
                child = node.child(move, Kind.PLY if hidden else Kind.UNSEEN)
                price = cost + ln(count)
                price += setting.costs.unread_ply if hidden else setting.costs.unseen_ply
                off = (child.position.occupied ^ setting.stable) & trusted
                if not off & (off - 1):
                    yield _arrived(base, child, price, now_ns)
                if off and off.bit_count() <= 4:
                    ahead.append((off.bit_count(), child, price))
        ahead.sort(key=_apart)
        queue = [(node, cost) for _, node, cost in ahead]


def _apart(each: tuple[int, Node, Cost]) -> int:
    """How many points differ from what is felt: the nearest is gone on from first."""
    return each[0]


def _arrived(base: Hypothesis, node: Node, cost: Cost, now_ns: int) -> Hypothesis:
    new = Hypothesis(node, cost=cost, at_ns=base.last_ns)
    new.recall(base)
    new.last_ns = now_ns
    return new
