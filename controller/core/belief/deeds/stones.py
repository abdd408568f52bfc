"""What hands do with stones that come from a bowl (Go)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from controller.core.belief.book import EMPTY
from controller.core.belief.costs import Cost, ln
from controller.core.belief.line import Kind, Node
from controller.core.belief.setting import Setting, deed
from controller.core.belief.world import Felt, Hypothesis, Stand, Symptom
from controller.core.sensing.debounce import Edge
from controller.core.settings import MS, NEVER_NS
from rules.terms import Point, points_of


def stone(hyp: Hypothesis, edge: Edge, setting: Setting) -> Iterator[Hypothesis]:
    """A stone comes from the bowl."""
    if not setting.stones or hyp.at(edge.point):
        return
    costs, book = setting.costs, hyp.node.book
    stones = sum(1 for stand in hyp.diff.values() if stand.token and stand.origin < 0)
    in_hand = bool(setting.in_hand(hyp))
    for letter in "bw":
        if book.tokens[edge.point] == letter:
            continue  # the stone that stood here is back
        new = hyp.copy()
        new.stand(edge.point, Stand(letter, edge.at_ns, -1))
        new.last_ns = max(hyp.last_ns, edge.at_ns)
        cost = setting.started(hyp, edge) + setting.lingered(hyp, edge)
        name = "stone"
        if not setting.mine(hyp, letter):
            name, cost = "wrong_colour", cost + costs.wrong_colour + ln(book.count)
        elif stones or in_hand:
            name, cost = "second_stone", cost + costs.second_stone + ln(book.count)
        else:
            choice = setting.narrowed(hyp, new)
            cost += _amiss(hyp, new, edge, setting) if choice is None else choice
        new.pay(deed(name, edge, cost, token=letter))
        yield new


def before_others(hyp: Hypothesis, edge: Edge, setting: Setting) -> Iterator[Hypothesis]:
    """A stone was set down before those of the last plies, though it is felt after them.

    They came in one moment, or its point could not be read when they came.
    """
    if not setting.stones or edge.mark is not None or hyp.busy or hyp.at(edge.point):
        return
    costs, later, landed_ns = setting.costs, hyp.node, hyp.landed_ns
    came_ns = edge.at_ns if edge.unread_ns is None else edge.unread_ns  # at the soonest
    for plies in range(1, costs.stones_before + 1):
        before, apart_ns = later.parent, max(0, came_ns - landed_ns)
        if before is None or later.kind is not Kind.PLY or apart_ns > costs.at_once_ms * MS:
            return
        node = _with_before(hyp, before, setting.game.points[edge.point])
        if node is not None:
            cost = setting.started(hyp, edge) + ln(hyp.node.book.count)
            yield _came_before(hyp, edge, node, plies, cost + costs.other_first(apart_ns))
        later = before
        landed_ns = max((each.at_ns for each in hyp.done_in(later)), default=NEVER_NS)


def _with_before(hyp: Hypothesis, before: Node, point: str) -> Node | None:
    """The same line with a stone played first; None where that is illegal or stones are taken."""
    node = before
    for text in (
        point,
        *(each.move.text for each in hyp.node.line_after(before) or () if each.move),
    ):
        move = node.position.by_text(text)
        if move is None or move.captured or move.target is None:
            return None
        node = node.child(move)
    return node


def _came_before(hyp: Hypothesis, edge: Edge, node: Node, plies: int, cost: Cost) -> Hypothesis:
    """The same with that line, whose last ply may not be over yet."""
    new, last, first = hyp.copy(), hyp.node.landed, node.depth - plies - 1
    assert node.parent is not None
    assert last is not None
    new.node, token = node.parent, node.book.tokens[last]
    found = deed("stone", edge, cost, token=node.book.tokens[edge.point])
    logs = {depth + (depth >= first): log for depth, log in hyp.logs} | {first: (found,)}
    new.log = tuple(replace(each, token=token) for each in logs.pop(node.depth - 1, ()))
    new.logs, new.touched = tuple(sorted(logs.items())), 0
    new.diff = {last: Stand(token, hyp.landed_ns, -1)}
    new.altered()
    new.cost += cost
    new.last_ns = max(hyp.last_ns, edge.at_ns)
    return new


def _amiss(hyp: Hypothesis, new: Hypothesis, edge: Edge, setting: Setting) -> Cost:
    """The cost of a stone where the law allows none, or with stones off that it does not take."""
    costs, position = setting.costs, hyp.node.position
    legal = len(position.moves()) - 1  # one is the pass
    if hyp.gone and not hyp.gone & ~hyp.node.book.forced(new.key):
        return costs.other_order  # what is forbidden was begun with the stones that it takes
    if position.by_text(setting.game.points[edge.point]) is None:
        return costs.forbidden + ln(hyp.node.book.count - legal)
    return costs.astray + ln(hyp.node.book.count)


def pushed(hyp: Hypothesis, edge: Edge, setting: Setting) -> Iterator[Hypothesis]:
    """A stone is pushed to the next point, and felt there before its own point lets it go."""
    if not setting.stones or hyp.at(edge.point) or edge.blind:
        return
    book, costs = hyp.node.book, setting.costs
    cost = setting.started(hyp, edge) + setting.lingered(hyp, edge) + costs.push_next + ln(4)
    some = costs.immobile + ln((book.mine | book.theirs).bit_count())
    for origin in points_of(setting.game.neighbours(edge.point) & setting.stable & ~hyp.gone):
        token = book.tokens[origin]
        if not token or origin in hyp.felt or hyp.lying >> origin & 1:
            continue
        new = hyp.copy()
        new.stand(origin, Stand(EMPTY, edge.at_ns, -1))
        new.stand(edge.point, Stand(token, edge.at_ns, origin))
        new.feel(origin, Felt(Symptom.LATE, edge.at_ns, costs.push_next))
        new.touched |= 1 << origin
        new.last_ns = max(hyp.last_ns, edge.at_ns)
        left = replace(edge, point=origin, placed=False)
        new.pay(deed("push_next", left, 0, token=token, origin=origin))
        last = costs.resumed(edge.at_ns - hyp.landed_ns)
        choice = last if origin == hyp.node.landed else some
        new.pay(deed("push_next", edge, cost + choice, token=token, origin=origin))
        yield new


def after_unfelt(hyp: Hypothesis, edge: Edge, setting: Setting) -> Iterator[Hypothesis]:
    """The stone before was not felt: this one is the reply."""
    if hyp.at(edge.point):
        return
    started = setting.started(hyp, edge)
    for new in unfelt(hyp, edge.at_ns, setting, _stuck(hyp)):
        book = new.node.book
        if not new.at(edge.point):
            letter = book.stone
            new.stand(edge.point, Stand(letter, edge.at_ns, -1))
            new.pay(deed("stone", edge, started + ln(book.count), token=letter))
            yield new


def unfelt(
    hyp: Hypothesis, at_ns: int, setting: Setting, points: list[Point]
) -> Iterator[Hypothesis]:
    """A stone was set down that no sensor felt: on one of these points, or nobody knows where."""
    position = hyp.node.position
    passed = position.by_text("pass") if setting.stones and not hyp.busy else None
    if passed is None:
        return
    yield _turn_passed(hyp, hyp.node.child(passed, Kind.UNSEEN), at_ns, setting.costs.silent)
    for point in points if len(points) <= setting.costs.unfelt_points else ():
        move = position.by_text(setting.game.points[point])
        if move is not None and not move.captured and not hyp.at(point):
            node = hyp.node.child(move, Kind.UNSEEN)
            new = _turn_passed(hyp, node, at_ns, ln(hyp.node.book.count))
            new.feel(point, None)
            yield new


def _stuck(hyp: Hypothesis) -> list[Point]:
    """Points whose sensors feel a stone that is not there: they do not tell of one that comes."""
    return [point for point, felt in hyp.felt.items() if felt.symptom is Symptom.GHOST]


def pressed_upon(hyp: Hypothesis, at_ns: int, setting: Setting) -> Iterator[Hypothesis]:
    """The clock is pressed upon a stone that no sensor felt."""
    yield from unfelt(hyp, at_ns, setting, [*_stuck(hyp), *points_of(setting.blind)])


def _turn_passed(hyp: Hypothesis, node: Node, at_ns: int, cost: Cost) -> Hypothesis:
    new = hyp.copy()
    new.node = node
    new.cost += cost
    new.logs, new.log, new.touched = (*hyp.logs, (hyp.node.depth, hyp.log)), (), 0
    new.landed_ns = new.last_ns = at_ns
    new.altered()
    return new


def played_beside(hyp: Hypothesis, came: Iterable[Point], setting: Setting) -> Iterator[Hypothesis]:
    """Takes stones that lie where none belongs for plies, played before all was put right.

    Args:
        came: where stones have come, in their order.
    """
    if not setting.stones:
        return
    told, stray = hyp.node, setting.costs.stray
    for point in came:
        move = hyp.node.position.by_text(setting.game.points[point])
        if not hyp.stray >> point & 1 or move is None or move.captured:
            return
        if hyp.node is told:
            hyp.cost += stray
        played = hyp.copy()
        mark = setting.marks.get(point)
        letter = hyp.node.book.stone
        played.cost += setting.mark(hyp, point, mark, letter)[1] if mark else 0
        played.cost -= stray
        played.node, played.stray = hyp.node.child(move), hyp.stray & ~(1 << point)
        played.altered()
        yield played
        hyp = played
