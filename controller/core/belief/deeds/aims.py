"""What hands do instead of the next ply.

They set up the pieces for the next game, take plies back or show the result with the kings. Or they
put down the board the other way round. Meanwhile pieces lie where the game does not have them, as
in `many`, and no ply is made.
"""

from __future__ import annotations

from collections.abc import Iterator

from controller.core.belief.costs import Cost, ln
from controller.core.belief.deeds import many
from controller.core.belief.line import Kind, Node
from controller.core.belief.setting import Intent, Setting, deed
from controller.core.belief.world import Aim, Hypothesis, Mess
from controller.core.sensing.debounce import Edge
from rules.game import Game
from rules.terms import PointSet, point_set, points_of

KINGS = ("K", "k")
CENTRES = {"chess": ("d4", "e4", "d5", "e5")}
"""Where the kings show the result, by game: players do so only in chess."""


def set_up(hyp: Hypothesis, edge: Edge, setting: Setting) -> Iterator[Hypothesis]:
    """The first piece is taken or set down for the next game; `many` has those after it."""
    if hyp.aim is not Aim.PLAY or hyp.busy or hyp.node.move is None:
        return
    costs, told = setting.costs, Intent.OVER in setting.intents
    array = setting.game.start()
    if (array.occupied ^ hyp.node.position.occupied).bit_count() < costs.set_up_points:
        return
    new = hyp.copy()
    new.aim = Aim.ARRAY
    new.node = hyp.node.beyond(array, Kind.OVER)
    new.felt = {}
    new.lie(setting.stable, setting.blind, edge.at_ns)
    new.log, new.touched = (), 0
    new.last_ns = max(hyp.last_ns, edge.at_ns)
    new.altered()
    cost = costs.set_up_over if told else costs.set_up
    cost += costs.set_up_pause(edge.at_ns - hyp.landed_ns) + ln(setting.points)
    new.pay(deed("set_up", edge, cost, hand=False))
    yield new


def take_back(hyp: Hypothesis, edge: Edge, setting: Setting) -> Iterator[Hypothesis]:
    """The first piece is taken to where it stood some plies ago; `many` has those after it."""
    if hyp.aim is not Aim.PLAY or hyp.busy or hyp.lying:
        return
    if hyp.node.kind is Kind.TAKEN_BACK:
        yield from _take_back_more(hyp, edge, setting)
        return
    node: Node | None = hyp.node
    cost = setting.costs.taken_back + setting.costs.reply(edge.at_ns - hyp.landed_ns)
    for _ in range(setting.costs.plies_back):
        assert node is not None
        before = node.parent
        if before is None or node.kind in (Kind.TAKEN_BACK, Kind.AGAINST):
            return
        if setting.stones and before is hyp.node.parent and len(hyp.node.changed) == 1:
            node, cost = before, cost + setting.costs.taken_back_more
            continue  # the stone alone is taken up: see `hands.lift`
        if _leads_back(hyp, before, edge):
            new = _back_to(hyp, hyp.node, before, edge)
            new.logs, new.log, new.touched = (*hyp.logs, (hyp.node.depth, hyp.log)), (), 0
            yield from _first_back(new, edge, cost, setting)
        node, cost = before, cost + setting.costs.taken_back_more


def _take_back_more(hyp: Hypothesis, edge: Edge, setting: Setting) -> Iterator[Hypothesis]:
    """One more ply is taken back after those that are."""
    last = hyp.node.parent
    node = last
    while node is not None and node.position.text != hyp.node.position.text:
        node = node.parent
    before = None if node is None else node.parent
    if last is not None and before is not None and _leads_back(hyp, before, edge):
        new = _back_to(hyp, last, before, edge)
        yield from _first_back(new, edge, setting.costs.taken_back_more, setting)


def _leads_back(hyp: Hypothesis, before: Node, edge: Edge) -> bool:
    """Whether an edge brings the board nearer to an earlier ply."""
    here, wanted = hyp.node.book.tokens[edge.point], before.book.tokens[edge.point]
    return here != wanted and bool(wanted if edge.placed else here)


def _first_back(new: Hypothesis, edge: Edge, cost: Cost, setting: Setting) -> Iterator[Hypothesis]:
    new.cost += cost + (setting.costs.other_order if edge.placed and setting.stones else 0)
    yield from (many.put_right if edge.placed else many.cleared)(new, edge, setting)


def _back_to(hyp: Hypothesis, last: Node, before: Node, edge: Edge) -> Hypothesis:
    """The pieces stand as now, and are to be put as they stood after an earlier ply.

    Args:
        last: the last ply that is taken back.
        before: the ply before the first of those.
    """
    new = hyp.copy()
    new.aim, new.node = Aim.BACK, last.beyond(before.position, Kind.TAKEN_BACK)
    wanted = new.node.book.tokens
    odd = [(p, token) for p, token in enumerate(hyp.node.book.tokens) if token != wanted[p]]
    new.off = point_set(p for p, _ in odd if wanted[p])
    new.stray = point_set(p for p, token in odd if token)
    new.mess = Mess(0, edge.at_ns)
    new.altered()
    return new


def king_taken(hyp: Hypothesis, edge: Edge, setting: Setting) -> Iterator[Hypothesis]:
    """A king is taken to the centre, or a piece that stands there makes way."""
    centre, token = centre_of(setting.game), hyp.at(edge.point)
    if not centre or hyp.busy or hyp.aim is Aim.ARRAY or hyp.off >> edge.point & 1:
        return
    if token in KINGS:
        yield _shown(hyp, edge, ln(len(KINGS)), setting)
    elif token and centre >> edge.point & 1:
        cost = setting.costs.kings_way + ln(centre.bit_count())
        yield _shown(hyp, edge, cost, setting)


def king_set(hyp: Hypothesis, edge: Edge, setting: Setting) -> Iterator[Hypothesis]:
    """A king that was taken is set down in the centre, or on its way there."""
    centre = centre_of(setting.game)
    if hyp.aim is not Aim.KINGS or hyp.stray >> edge.point & 1:
        return
    tokens, near = hyp.node.book.tokens, setting.game.neighbours(edge.point)
    taken = [p for p in points_of(hyp.off) if tokens[p] in KINGS]
    if len(taken) <= hyp.stray.bit_count():
        return
    if centre >> edge.point & 1:
        yield _shown(hyp, edge, ln(centre.bit_count()), setting)
    elif any(near >> point & 1 for point in taken):
        yield _shown(hyp, edge, setting.costs.way, setting)


def _shown(hyp: Hypothesis, edge: Edge, cost: Cost, setting: Setting) -> Hypothesis:
    costs, told = setting.costs, Intent.OVER in setting.intents
    if hyp.aim is not Aim.KINGS:
        cost += costs.kings_over if told else costs.kings
        cost += costs.reply(edge.at_ns - hyp.landed_ns)
    new = hyp.copy()
    new.aim = Aim.KINGS
    bit, stands = 1 << edge.point, bool(hyp.at(edge.point))
    new.off = hyp.off | bit if stands and not edge.placed else hyp.off & ~bit
    new.stray = hyp.stray | bit if not stands and edge.placed else hyp.stray & ~bit
    new.mess = Mess(0, edge.at_ns)
    new.last_ns = max(hyp.last_ns, edge.at_ns)
    new.pay(deed("kings", edge, cost, token=hyp.at(edge.point), hand=False))
    return new


def turned(hyp: Hypothesis, edge: Edge, setting: Setting) -> Iterator[Hypothesis]:
    """The board was lifted and is put down the other way round.

    Each piece comes to the point where it stands as seen from the other side.
    """
    stands, bit = hyp.occupied(), 1 << edge.point
    several = hyp.off & (hyp.off - 1)
    lifted = hyp.aim is Aim.PLAY and several and not stands & ~hyp.off & ~setting.blind
    further = hyp.aim is Aim.TURNED and not stands & bit
    if not (lifted or further) or not stands >> setting.game.turned(edge.point) & 1:
        return
    new = hyp.copy()
    new.aim = Aim.TURNED
    new.off, new.stray = hyp.off & ~bit, hyp.stray | bit & ~stands
    new.mess = Mess(hyp.mess.points if hyp.mess else 0, edge.at_ns)
    new.last_ns = max(hyp.last_ns, edge.at_ns)
    cost = setting.costs.put_right + (setting.costs.turned if lifted else 0)
    new.pay(deed("turned", edge, cost, hand=False))
    yield new


def reached(hyp: Hypothesis) -> Hypothesis:
    """The next ply may begin again once all stands as the game has it."""
    if hyp.aim not in (Aim.KINGS, Aim.TURNED) or hyp.lying:
        return hyp
    new = hyp.copy()
    new.aim = Aim.PLAY
    return new


def explained(hyp: Hypothesis) -> bool:
    """Whether pieces may lie so for long: the board is turned, or both kings show the result."""
    if hyp.aim is Aim.TURNED:
        stands, opposite = hyp.occupied(), hyp.node.game.turned
        return point_set(opposite(point) for point in points_of(stands)) == stands ^ hyp.lying
    if hyp.aim is not Aim.KINGS:
        return False
    homes, centre = _homes(hyp), centre_of(hyp.node.game)
    return not (homes & ~(hyp.off | centre) or beside_kings(hyp))


def beside_kings(hyp: Hypothesis) -> PointSet:
    """Points where something lies wrong that is no part of showing the kings."""
    return hyp.lying & ~(_homes(hyp) | centre_of(hyp.node.game))


def _homes(hyp: Hypothesis) -> PointSet:
    return point_set(p for p, token in enumerate(hyp.node.book.tokens) if token in KINGS)


def unaimed(hyp: Hypothesis) -> PointSet:
    """Points where pieces lie wrong, unless what hands are doing explains it."""
    if hyp.aim is Aim.PLAY:
        return hyp.lying
    return beside_kings(hyp) if hyp.aim is Aim.KINGS else 0


def centre_of(game: Game) -> PointSet:
    """The points on which kings show the result."""
    return point_set(game.index[name] for name in CENTRES.get(game.name, ()))
