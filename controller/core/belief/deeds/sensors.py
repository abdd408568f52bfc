"""What sensors do that no hand does: silent, made up, stuck, late."""

from __future__ import annotations

from collections.abc import Iterator

from controller.core.belief.costs import MILLI, Cost, ln
from controller.core.belief.setting import Setting, deed
from controller.core.belief.world import Felt, Hypothesis, Stand, Symptom
from controller.core.sensing.debounce import Edge
from controller.core.sensing.marks import Tone
from controller.core.settings import MS
from rules.terms import Point, PointSet, points_of

RIGHTED = ("put_right", "cleared")
"""Deeds of hands that put pieces where they belong, or back where they stood."""


def _landed_beside(hyp: Hypothesis, point: Point, at_ns: int, setting: Setting) -> bool:
    """Whether a piece was set down on a neighbouring point about then."""
    landed = [(p, s.since_ns) for p, s in hyp.diff.items() if s.token]
    return _beside(hyp, point, at_ns, landed, setting)


def _hand_beside(hyp: Hypothesis, point: Point, at_ns: int, setting: Setting) -> bool:
    """Whether a hand was at work on a neighbouring point about then."""
    done = [(p, s.since_ns) for p, s in hyp.diff.items()]
    return _beside(hyp, point, at_ns, done, setting)


def _beside(
    hyp: Hypothesis, point: Point, at_ns: int, done: list[tuple[Point, int]], setting: Setting
) -> bool:
    near, window_ns = setting.game.neighbours(point), setting.costs.coupled_ms * MS
    if hyp.node.landed is not None:
        done.append((hyp.node.landed, hyp.landed_ns))
    done += [(each.point, each.at_ns) for each in hyp.log if each.name in RIGHTED]
    return any(near >> p & 1 and abs(since_ns - at_ns) <= window_ns for p, since_ns in done)


def fell_silent(hyp: Hypothesis, edge: Edge, setting: Setting) -> Iterator[Hypothesis]:
    """The piece stands, and its sensor no longer feels it."""
    if not hyp.at(edge.point):
        return
    new = hyp.copy()
    jarred, silent = setting.jarred(hyp), _silent(hyp, edge.point, setting)
    waiting = sum(felt.paid > 0 and felt.symptom is Symptom.SILENT for felt in hyp.felt.values())
    few = waiting < setting.costs.in_hand
    if jarred < silent and few and not setting.stones:  # the hand shows later
        new.feel(edge.point, Felt(Symptom.SILENT, edge.at_ns, jarred))
        new.pay(deed("jarred", edge, jarred, token=hyp.at(edge.point), hand=False))
    else:
        new.feel(edge.point, Felt(Symptom.SILENT, edge.at_ns))
        setting.blame(new, edge.point)
        new.pay(deed("falls_silent", edge, silent, token=hyp.at(edge.point), hand=False))
    yield new


def _silent(hyp: Hypothesis, point: Point, setting: Setting) -> Cost:
    """The cost that this one of the sensors loses its piece."""
    among = ln(hyp.node.position.occupied.bit_count())
    return setting.fault(hyp, setting.costs.falls_silent + among, point)


def let_go(hyp: Hypothesis, edge: Edge, setting: Setting) -> Iterator[Hypothesis]:
    """A sensor that felt a piece where none was no longer does."""
    if hyp.at(edge.point):
        return
    costs, felt = setting.costs, hyp.felt.get(edge.point)
    if hyp.lying >> edge.point & 1:
        return
    new = hyp.copy()
    new.feel(edge.point, None)
    if felt is None:
        name, cost = ("read", 0) if edge.blind else ("unexplained", costs.unexplained)
    elif felt.symptom is Symptom.LATE:
        name, cost = "overlap", costs.overlap(edge.at_ns - felt.since_ns)
        new.last_ns = max(hyp.last_ns, edge.at_ns)
    else:
        name = "ghost_gone"
        cost = _over(hyp, edge, costs.ghost_gone + costs.deviates(edge.at_ns - felt.since_ns))
    new.pay(deed(name, edge, cost, hand=False))
    yield new


def felt_again(hyp: Hypothesis, edge: Edge, setting: Setting) -> Iterator[Hypothesis]:
    """A sensor feels again the piece that has stood there all the time."""
    if not hyp.at(edge.point):
        return
    costs, felt = setting.costs, hyp.felt.get(edge.point)
    if hyp.lying >> edge.point & 1:
        return
    new = hyp.copy()
    new.feel(edge.point, None)
    name, cost = ("read", 0) if edge.blind else ("unexplained", costs.unexplained)
    if felt is not None and felt.symptom is Symptom.SILENT:
        name, cost = "silent_back", _back(hyp, new, edge, setting)
    new.pay(deed(name, edge, cost, token=hyp.at(edge.point), hand=False))
    yield new


def _back(hyp: Hypothesis, new: Hypothesis, edge: Edge, setting: Setting) -> Cost:
    """The cost that a sensor feels its piece again; it is less where a hand beside jarred it."""
    felt, costs = hyp.felt[edge.point], setting.costs
    lasted = costs.dropout(edge.at_ns - felt.since_ns)
    if felt.paid and _hand_beside(hyp, edge.point, felt.since_ns, setting):
        new.jars += 1
        return lasted
    if felt.paid:
        _not_jarred(new, edge.point, felt, setting)
    return _over(hyp, edge, costs.silent_back + lasted)


def _over(hyp: Hypothesis, edge: Edge, cost: Cost) -> Cost:
    """The cost that a fault is over by now; less for a sensor whose faults are known to pass."""
    known = hyp.faults.get(edge.point)
    often = known.times - 1 if known is not None else 0
    return max(0, cost - often * MILLI)


def beats(hyp: Hypothesis, edge: Edge, setting: Setting) -> Iterator[Hypothesis]:
    """A piece that seemed taken up again and again stood: its sensor comes and goes by itself."""
    point, costs = edge.point, setting.costs
    lifts = [d for d in hyp.log if d.placed is False and d.point == d.origin == point]
    if len(lifts) < setting.costs.beats or hyp.at(point):
        return
    new = hyp.copy()
    supposed = [done for done in hyp.log if done.point == point]
    new.log = tuple(done for done in hyp.log if done.point != point)
    new.cost -= sum(done.cost for done in supposed)
    new.stand(point, Stand(hyp.node.book.tokens[point], edge.at_ns, point))
    new.air = tuple(held for held in hyp.air if held.origin != point)
    new.touched &= ~(1 << point)
    new.last_ns = max([hyp.landed_ns, *(done.at_ns for done in new.log)])
    cost = _silent(hyp, point, setting) + costs.beat * len(lifts)
    for _ in lifts:
        setting.blame(new, point)
    new.pay(deed("beats", edge, cost, hand=False))
    yield new


def made_up(hyp: Hypothesis, edge: Edge, setting: Setting) -> Iterator[Hypothesis]:
    """A sensor feels a piece where none stands."""
    if hyp.at(edge.point):
        return
    beside = _lands_beside(hyp, edge, setting)
    name, cost = ("coupled", setting.jarred(hyp)) if beside else ("ghost", setting.costs.ghost)
    cost = setting.fault(hyp, cost, edge.point)
    paid = cost if beside and edge.point not in hyp.faults else 0
    new = hyp.copy()
    new.feel(edge.point, Felt(Symptom.GHOST, edge.at_ns, paid))
    setting.blame(new, edge.point)
    new.pay(deed(name, edge, cost, hand=False))
    yield new


def _lands_beside(hyp: Hypothesis, edge: Edge, setting: Setting) -> bool:
    """Whether a piece has just been set down on a neighbouring point, or is about to be."""
    if setting.stones:
        return False  # a stone may come anywhere
    if _landed_beside(hyp, edge.point, edge.at_ns, setting):
        return True
    near, held = setting.game.neighbours(edge.point), setting.in_hand(hyp)
    if any(edge.point in (each.origin, each.left) for each in held):
        return False  # it is felt where it left
    places = hyp.node.book.live(hyp.play).places if held else ()
    return any(near >> point & 1 for point, _ in places)


def mark_told(new: Hypothesis, edge: Edge, setting: Setting) -> None:
    """Adds the cost of the edge's mark, by the piece that the deed just added supposes."""
    if edge.mark is None:
        return
    token = new.log[-1].token
    if not token:  # what comes is of no piece that is known: its mark is left to chance
        count = len(Tone) if edge.mark.letter is None else len(setting.game.men)
        new.cost += ln(count) if edge.placed else 0
        return
    name, cost = setting.mark(new, edge.point, edge.mark, token)
    if not name:
        return
    if name == "wrong_mark":
        setting.blame(new, edge.point)
    new.pay(deed(name, edge, cost, token=token, hand=False))


def trembled(hyp: Hypothesis, edge: Edge, setting: Setting) -> Iterator[Hypothesis]:
    """The field of a piece changes though nobody touches it.

    Such edges come in pairs, and the first one pays.
    """
    new = hyp.copy()
    cost = 0
    if not edge.placed:
        cost = setting.fault(hyp, setting.costs.drift, edge.point)
        setting.blame(new, edge.point)
    new.pay(deed("drift", edge, cost, token=hyp.at(edge.point), hand=False))
    yield new


def read_again(hyp: Hypothesis, points: PointSet, now_ns: int, setting: Setting) -> Hypothesis:
    """The hypothesis once these points are read: it pays for each sensor that contradicts it."""
    odd = (hyp.levels() ^ setting.stable) & points
    if not odd:
        return hyp
    new = hyp.copy()
    for point in points_of(odd):
        costs, there = setting.costs, bool(hyp.at(point))
        new.feel(point, Felt(Symptom.SILENT if there else Symptom.GHOST, now_ns))
        new.cost += setting.fault(hyp, costs.silent if there else costs.ghost, point)
        setting.blame(new, point)
    return new


def alone(hyp: Hypothesis, now_ns: int, setting: Setting) -> Hypothesis:
    """Charges faults in full that were put down to a hand beside them, where none came."""
    costs = setting.costs
    limits = {Symptom.GHOST: costs.coupled_ms, Symptom.SILENT: costs.jarred_ms}
    due = [
        point for point, felt in hyp.felt.items()
        if felt.paid and felt.symptom in limits
        and felt.since_ns <= now_ns - limits[felt.symptom] * MS
    ]  # fmt: skip
    if not due:
        return hyp
    new = hyp.copy()
    for point in due:
        felt = hyp.felt[point]
        if felt.symptom is Symptom.SILENT:
            _not_jarred(new, point, felt, setting)
        elif _landed_beside(hyp, point, felt.since_ns, setting):
            new.jars += 1
        else:
            new.cost += max(0, costs.ghost - felt.paid)
        new.feel(point, felt._replace(paid=0))
    return new


def _not_jarred(new: Hypothesis, point: Point, felt: Felt, setting: Setting) -> None:
    """Charges a sensor for losing its piece: no hand has jarred it."""
    new.cost += max(0, _silent(new, point, setting) - felt.paid)
    setting.blame(new, point)


def outworn(hyp: Hypothesis, now_ns: int, setting: Setting, limit_ns: int) -> Hypothesis:
    """The hypothesis with sensors stuck that still feel a piece which left long ago."""
    hyp = alone(hyp, now_ns, setting)
    old = [
        point for point, felt in hyp.felt.items()
        if felt.symptom is Symptom.LATE and now_ns - felt.since_ns >= limit_ns
    ]  # fmt: skip
    if not old:
        return hyp
    new = hyp.copy()
    for point in old:
        felt = hyp.felt[point]
        new.cost += setting.stuck(hyp, point)
        new.feel(point, Felt(Symptom.GHOST, felt.since_ns))
        setting.blame(new, point)
    return new


def contradicted(hyp: Hypothesis, now_ns: int, setting: Setting) -> None:
    """Notes which sensors are wrong, once people have said what stands where."""
    occupied = hyp.occupied()
    for point in points_of((occupied ^ setting.stable) & ~setting.blind):
        symptom = Symptom.SILENT if occupied >> point & 1 else Symptom.GHOST
        hyp.feel(point, Felt(symptom, now_ns))
        setting.blame(hyp, point)
