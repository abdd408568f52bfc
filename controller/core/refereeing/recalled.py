"""What the hands have done since an illegal move, read back from the journal after a new start.

It waits for the arbiter as it did before: if he lets the illegal move stand, all that was played over it counts. What was done
while the program was down shows only by how the men stand: it was done in a gap of scanning.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from controller.core.messages import Irregularity, Lifted, Message, Move, Placed, Restore, Ruling
from controller.core.refereeing import replied_over
from controller.core.sensing.debounce import Edge
from controller.core.sensing.marks import Mark, tone_of
from controller.core.settings import MS
from rules.terms import Side, point_set, points_of

if TYPE_CHECKING:
    from controller.core.restoring.guide import Guide
    from controller.core.session import Session
    from rules.terms import PointSet


class Hands:
    """Follows the men by what the journal tells of them.

    Attributes:
        standing: where men stood by then.
        seen: since the last move, or since all were put right.
        found: the irregularity whose men are asked back, where men stood then, and how many of `seen` came before.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self.standing = session.line.position.occupied
        self.seen: list[Edge] = []
        self.found: tuple[Irregularity, PointSet, int] | None = None
        self._late_ns = 0
        self._now_ns = 0

    def take(self, message: Message, at_us: int) -> None:
        """One message more, which the session has taken; and when it was recorded."""
        self._now_ns = max(self._now_ns, at_us * 1000 + self._late_ns)
        self._late_ns = self._now_ns - at_us * 1000  # another boot of the machine counts anew
        match message:
            case Lifted() | Placed():
                self._edge(message)
            case Move():
                left = self.standing ^ self._session.line.position.occupied
                last = {edge.point: edge for edge in self.seen if left >> edge.point & 1}
                self.seen = sorted(last.values(), key=lambda edge: edge.seen_ns)
            case Restore(done=True):
                self.standing, self.seen = self._session.line.position.occupied, []
            case Restore(why="recovery") if self.seen:
                last_ns, shown = self.seen[-1].seen_ns, self._shown(message)
                self.seen += _unseen(self.standing ^ shown, shown, last_ns, self._now_ns)
                self.standing = shown
            case Ruling(kind="transferred"):
                self.found = None  # all that was another board
            case Irregularity() if message is self._session.irregularity:
                self.found = message, self.standing, len(self.seen)
            case _:
                pass

    def _edge(self, message: Lifted | Placed) -> None:
        point, placed = self._session.game.index[message.point], isinstance(message, Placed)
        if bool(self.standing >> point & 1) is placed:
            return  # one man was set on top of another
        self.standing ^= 1 << point
        timings, seen_ns = self._session.settings.timings, self._now_ns
        at_ns = seen_ns - (timings.place_ms if placed else timings.lift_ms) * MS
        mark = _mark(message)
        self.seen.append(Edge(at_ns=at_ns, seen_ns=seen_ns, point=point, placed=placed, mark=mark))

    def _shown(self, message: Restore) -> PointSet:
        """Where men stand by what is missing and what is too much."""
        index, position = self._session.game.index, self._session.line.position
        missing = point_set(index[spot.point] for spot in message.missing)
        extra = point_set(index[spot.point] for spot in message.extra)
        return position.occupied ^ missing ^ extra

    def wait(self, guide: Guide) -> None:
        """What is open of an irregularity is as it was: `guide` leads back from it."""
        if self.found is None or self.found[0] is not self._session.irregularity:
            return
        _, asked, count = self.found
        guide.before, guide.since = self.seen[:count], self.seen[count:]
        guide.begun = asked ^ guide.target.occupied


def _mark(message: Lifted | Placed) -> Mark | None:
    """The man whom a sensor told that can tell men apart; of another nothing is made of it (`first_seen`)."""
    if message.side is None:
        return None
    level = message.evidence.get("level")
    field = isinstance(level, int) and abs(level) > 1
    return Mark(
        tone=tone_of(Side(message.side)),
        letter=message.man if isinstance(level, str) else None,
        stacked=bool(message.evidence.get("stacked")) if field else None,
    )


def first_seen(session: Session, guide: Guide) -> None:
    """The board has been read once: what differs from what was told last was done while the program was down."""
    found = session.irregularity
    if found is None or not guide.before:
        return
    told, last_ns = [*guide.before, *guide.since], (guide.since or guide.before)[-1].seen_ns
    late_ns = max(0, last_ns - session.now_ns)
    if told[0].at_ns <= late_ns:  # another boot of the machine, which is younger than all that
        guide.before, guide.since, guide.begun = [], [], None
        return
    guide.before = [_as_felt(session, edge, late_ns) for edge in guide.before]
    guide.since = [_as_felt(session, edge, late_ns) for edge in guide.since]
    stood = guide.target.occupied ^ (guide.begun or 0)
    for edge in guide.since:
        stood ^= 1 << edge.point
    last_ns -= late_ns
    session.judge.silence.take_gap(last_ns, session.now_ns)
    changed = (stood ^ session.standing) & ~session.unknown
    unseen = _unseen(changed, session.standing, last_ns, session.now_ns)
    guide.since += [replace(edge, mark=session.marks.get(edge.point)) for edge in unseen]
    alone = replied_over.first_of(session, guide.before)
    if alone is not None and alone.since:
        session.deed = found.id, alone


def _unseen(points: PointSet, standing: PointSet, from_ns: int, until_ns: int) -> list[Edge]:
    """What was done at these points while the program was down; men stood so by the end of it."""
    return [
        Edge(
            at_ns=until_ns,
            seen_ns=until_ns,
            point=point,
            placed=bool(standing >> point & 1),
            blind=True,
            unread_ns=from_ns,
        )
        for point in points_of(points)
    ]


def _as_felt(session: Session, edge: Edge, late_ns: int) -> Edge:
    mark = edge.mark if session.judge.tells else None
    return replace(edge, at_ns=edge.at_ns - late_ns, seen_ns=edge.seen_ns - late_ns, mark=mark)
