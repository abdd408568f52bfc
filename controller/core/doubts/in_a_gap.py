"""What may have been done while nobody looked: several plies, of which only what they have left is seen."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from controller.core.inference import replies
from controller.core.inference.completing import unseen_points
from controller.core.inference.decisions import DOUBT, Ask, Complete, Irregular, jumbled, oddness
from controller.core.inference.evidence import by_point
from controller.core.inference.plies import Ply
from controller.core.inference.prices import HASTE_MS, IDLE_MS, UNSEEN_BLIND
from controller.core.inference.supposing import STRANGE, hidden_steps, invisible, lawful_lines
from controller.core.sensing.marks import fits
from controller.core.settings import MS
from rules.terms import point_set

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from controller.core.inference.match import Cursors
    from controller.core.inference.reading import Reading
    from controller.core.sensing.debounce import Edge
    from controller.core.tracking.branch import Branch
    from rules.game import Move, Position
    from rules.terms import Point, PointSet

PLIES_MAX = 3
"""Plies that are sought; of more nobody could say from what they have left."""
LINES_MAX = 8
"""Lines that are asked about; where there are more, the men are set right."""
CHANGED_MAX = 2
"""Points that a ply changes as a rule, where it does not take several men."""


def unlooked(branch: Branch, found: Complete | Irregular, now_ns: int) -> list[Complete]:
    """Other moves than was found, or before what no law allows, that may have been made where nobody looked."""
    if isinstance(found, Complete) and (hidden := _made_unread(branch, found, now_ns)):
        return hidden
    lines = _made_in_a_gap(branch, found, now_ns)
    if not lines and isinstance(found, Complete) and _replied_too_soon(branch, found, now_ns):
        return [found]
    return lines


def lines_unread(branch: Branch, found: Complete | Irregular, now_ns: int) -> list[Reading]:
    """Ordinary play that makes lawful all that was seen, but for points that cannot be read just now, where another move was found or none."""
    unread = branch.judge.silence.points & ~branch.judge.blind
    if not unread or not branch.judge.game.men_move:
        return []
    known = found.ply.move if isinstance(found, Complete) else None
    return [
        line
        for line in lawful_lines(branch, unread, now_ns)
        if line.plies and line.first != known and not jumbled(line)
        if oddness(line, UNSEEN_BLIND * hidden_steps(branch, line, unread)) < STRANGE
    ]


def out_of_sight(branch: Branch, found: Complete | Irregular, now_ns: int) -> Ask | None:
    """The question which move was made, where points cannot be read for long and both have played on over it in turn."""
    pressed = isinstance(found, Irregular) and found.pressed
    if pressed or branch.judge.awaited(now_ns):
        return None
    moves = [
        Complete(ply=line.plies[0], unseen=unseen_points(branch, line.plies[0]))
        for line in lines_unread(branch, found, now_ns)
        if len(line.plies) >= PLIES_MAX and line.plies[0].move.text not in branch.asked
    ]
    known = (found,) if isinstance(found, Complete) else ()
    few = 0 < len(moves) <= LINES_MAX
    return Ask(moves=(*known, *moves), reason=DOUBT, people=True) if few else None


def asked_with(branch: Branch, ask: Ask, now_ns: int) -> Ask:
    """The question, with the moves that were perhaps made in a gap: before any that a wrong sensor would have to explain."""
    sound = {m.ply.move.text for m in ask.moves if not (m.wrong or m.unseen or m.ply.unseen)}
    unseen = [m for m in _made_in_a_gap(branch, ask, now_ns) if m.ply.move.text not in sound]
    others = {m.ply.move.text for m in unseen} - {m.ply.move.text for m in ask.moves[:1]}
    if not (others or any(m.more for m in unseen)):
        return ask  # nothing else is in question
    return replace(ask, moves=(*unseen, *ask.moves), reason=DOUBT, people=True)


def _made_unread(branch: Branch, found: Complete, now_ns: int) -> list[Complete]:
    """Moves at points that cannot be read, where a man of the opponent has been off since before the one that was found.

    He may have answered one of them, and stand where nothing can be read either.
    """
    unread = branch.judge.silence.points & ~branch.judge.blind
    if not unread or not branch.judge.game.men_move:
        return []
    best, side = branch.readings(now_ns)[0], found.ply.move.side
    men = {branch.position.man_at(p): ns for p, ns in best.in_air.items()}
    if not any(man and man.side != side and ns < found.ply.first_ns for man, ns in men.items()):
        return []
    with branch.judge.blind_at(unread):
        made = [made for made, _ in invisible(branch, now_ns)]
    return [each for each in made if each.ply.move != found.ply.move]


def _made_in_a_gap(
    branch: Branch, found: Complete | Ask | Irregular, now_ns: int
) -> list[Complete]:
    """Moves with what followed them while nobody looked, as after which everything stands.

    They are sought where what was found leaves men off the board who went while nobody looked, or where no law allows it.
    """
    blind, silence = [edge for edge in branch.edges if edge.blind], branch.judge.silence
    over_ns = max((edge.at_ns for edge in blind), default=branch.blinded_ns)
    edges = [edge for edge in branch.edges if edge.at_ns <= over_ns]
    long = blind or silence.lasted_ms >= IDLE_MS  # else nothing has changed there
    if not (edges and long and branch.judge.game.men_move) or silence.points:
        return []
    if isinstance(found, Complete) and not _left_off(branch, found, edges, now_ns):
        return []
    unread = branch.blinded | point_set(edge.point for edge in blind)
    seen = Unlooked(by_point(edges), unread, branch.judge.game.captured_last)
    lines: list[tuple[tuple[Move, ...], Cursors]] = []
    begun: list[tuple[tuple[Move, ...], Cursors]] = []
    for line, cursors in seen.lines(branch, branch.position):
        if line[0].text in branch.asked or not _stand(branch, line, seen.at, cursors):
            continue
        if len(edges) == sum(cursors.values()):
            lines.append((line, cursors))
        elif len(begun) <= LINES_MAX and _goes_on(branch, line, cursors, now_ns):
            begun.append((line, cursors))
        if len(lines) > LINES_MAX:
            return []
    if not lines and len(begun) <= LINES_MAX:  # else what was seen besides was begun meanwhile
        lines = begun
    if isinstance(found, Complete):
        lines = [each for each in lines if each[0][0] != found.ply.move]
    made: dict[str, Complete] = {}
    for line, cursors in lines:
        first, *behind = _plies(line, cursors, edges[0].at_ns, over_ns)
        known = made.get(line[0].text)
        # Of two ways to go on, what people say of the first move tells none; nor where as many plies leave room for more,
        # or where a man stands on his victim's point: he may as well be in the hand.
        exchanged = any(move.footprint.exchanges for move in line[1:])
        sure = known is None and len(line) < PLIES_MAX and not exchanged
        if sure:
            made[line[0].text] = replace(first, behind=tuple(behind))
            continue
        steps = Counter(step.point for step in line[0].footprint.steps)
        used = {p: min(n, len(seen.at[p])) for p, n in steps.items() if p in seen.at}
        ply = replace(first.ply, cursors=used, unseen=line[0].target not in used)
        made[line[0].text] = replace(first, ply=ply, more=True)
    return list(made.values())


def _left_off(branch: Branch, found: Complete, edges: Sequence[Edge], now_ns: int) -> bool:
    """Whether men are off besides this move who went while nobody looked, or of the opponent before it was begun."""
    in_air, side, gone = branch.readings(now_ns)[0].in_air, found.ply.move.side, 0
    for edge in edges:
        man = branch.position.man_at(edge.point)
        his = man is not None and man.side != side and edge.at_ns < found.ply.first_ns
        gone |= 1 << edge.point if not edge.placed and (edge.blind or his) else 0
    return bool(gone & point_set(in_air) & ~found.ply.move.footprint.changes)


def _plies(line: Sequence[Move], cursors: Cursors, first_ns: int, over_ns: int) -> list[Complete]:
    """A line, the first move of which uses up all that was seen of it."""
    plies = [replace(Ply.at(move, over_ns), cursors={}) for move in line]
    plies[0] = replace(plies[0], first_ns=first_ns, cursors=cursors)
    return [Complete(ply=ply) for ply in plies]


def _goes_on(branch: Branch, line: Sequence[Move], cursors: Cursors, now_ns: int) -> bool:
    """Whether what was seen besides a line is what lawful hands do after it."""
    after = branch
    for each in _plies(line, cursors, 0, 0):
        after = after.fork(each.ply)
    best = after.readings(now_ns)[0] if after.edges else None
    return best is None or not (best.irregular or oddness(best) >= STRANGE)


def _replied_too_soon(branch: Branch, found: Complete, now_ns: int) -> bool:
    """Whether a man of the opponent's went while nobody looked for long, or to reply, before the man of this move was set down.

    Nobody answers then: more may have been played than can be told from what it has left, and only people say what was.
    """
    if not branch.judge.game.men_move or found.ply.move.text in branch.asked:
        return False
    best, changes = branch.readings(now_ns)[0], found.ply.move.footprint.changes
    if found.ply.unseen and found.ply.move.target is not None:
        hid_ns = branch.judge.silence.hid_ns(found.ply.move.target, found.ply.landed_ns) or 0
        if any(ply.first_ns < hid_ns - HASTE_MS * MS for ply in best.plies[1:]):
            return True
    long_ns = branch.judge.timings.settle_ms * MS
    for edge in branch.edges:
        man = branch.position.man_at(edge.point)
        if edge.placed or edge.point not in best.in_air or changes >> edge.point & 1:
            continue
        his = man is not None and man.side != found.ply.move.side
        unlooked_ns = edge.at_ns - edge.unread_ns if edge.blind else 0
        if his and unlooked_ns >= long_ns and edge.at_ns < found.ply.landed_ns:
            return True
    return False


@dataclass(frozen=True, slots=True)
class Unlooked:
    """What was seen until all could be read again.

    Attributes:
        at: the edges of each point.
        unread: points that could not be read at some time.
        several: a capture may take more than one man.
    """

    at: Mapping[Point, Sequence[Edge]]
    unread: PointSet
    several: bool

    def lines(
        self, branch: Branch, position: Position, so_far: tuple[Move, ...] = ()
    ) -> Iterator[tuple[tuple[Move, ...], Cursors]]:
        """The lines of two plies or three after which men stand where they were found, and how many edges of each point belong to them."""
        left = PLIES_MAX - len(so_far) - 1
        seen, changed = self.unread | point_set(self.at), 0
        for point, felt in self.at.items():
            changed |= 1 << point if len(felt) % 2 else 0
        standing = (branch.position.occupied ^ changed) & self.unread
        for move in position.moves():
            if move.choice not in ("", "q") or move.footprint.changes & ~seen:
                continue
            occupied = position.occupied ^ move.footprint.empties ^ move.footprint.fills
            line, wrong = (*so_far, move), occupied & self.unread ^ standing
            if so_far and (cursors := self._used(line, wrong)) is not None:
                yield line, cursors
            far = wrong.bit_count() > CHANGED_MAX * left + 1
            if left and (self.several or not far):
                yield from self.lines(branch, branch.play(position, move), line)

    def _used(self, line: Sequence[Move], wrong: PointSet) -> Cursors | None:
        """How many edges of each point a line takes; None where it takes more than were seen where all was.

        Args:
            wrong: where men would stand otherwise than they were found: one may have been lifted since, for the next move.
        """
        steps = Counter(step.point for move in line for step in move.footprint.steps)
        held = wrong & point_set(p for p, felt in self.at.items() if not felt[-1].placed)
        if wrong != held or held & (held - 1):
            return None
        used = {}
        for point, felt in self.at.items():
            hidden = self.unread >> point & 1
            if not hidden and steps[point] > len(felt):
                return None
            whole = hidden or (len(felt) - steps[point]) % 2 == 0
            used[point] = (len(felt) if whole else steps[point]) - (held >> point & 1)
        return used


def _stand(
    branch: Branch, line: Sequence[Move], at: Mapping[Point, Sequence[Edge]], cursors: Cursors
) -> bool:
    """Whether those who stand after this line are those whom the sensors tell of."""
    position = branch.position
    for move in line:
        position = branch.play(position, move)
    last = (at[point][n - 1] for point, n in cursors.items() if n)
    men = ((edge, position.man_at(edge.point)) for edge in last if edge.placed)
    return all(man is not None and fits(edge.mark, man) for edge, man in men)


def empty_since(branch: Branch, found: Complete, now_ns: int) -> PointSet:
    """Points that could be read again before this man could be felt there, or before the opponent replied.

    He would have been felt there, or taken off.
    """
    readable_ns = branch.blinded_ns + branch.judge.grace_ns
    footprint = found.ply.move.footprint
    if replies.lifted_ns(branch, found.ply) > readable_ns:
        return footprint.fills | footprint.exchanges
    best = branch.readings(now_ns)[0]
    if best.first != found.ply.move or len(best.plies) < 2:
        return 0
    reply = best.plies[1]
    if reply.first_ns <= readable_ns:
        return 0
    taken = reply.move.footprint.exchanges if reply.unseen else 0
    return footprint.fills | taken
