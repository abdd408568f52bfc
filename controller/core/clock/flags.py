"""What time alone brings about: flags and what they mean, the last two minutes, time found again after a stop."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.claims import ending
from controller.core.clock import timekeeping
from controller.core.clock.timer import SECONDS_NS
from controller.core.messages import Ruling
from controller.core.refereeing import judging
from controller.core.settings import MS
from controller.core.stages import Stage
from rules.clock_law import overstepped
from rules.rulebook import Termination

if TYPE_CHECKING:
    from controller.core.clock.timer import Timer
    from controller.core.session import Session
    from rules.game import Move
    from rules.terms import Side

GRACE_MS = 100
"""What a move that rests may need beyond `settle_ms` until it is published."""
REBOOTED = "board-restarted"
"""Why the clocks stand after a stretch of which nobody knows how long it was."""
ASKED = "needs-arbiter"
"""Kind of a ruling that leaves something to the arbiter, with a colon and what it is."""


def now_ns(session: Session, timer: Timer) -> int:
    """The game's time; a moment before the flag, while a move made in time may yet come to light."""
    now = session.now_ns - timer.origin_ns
    due = timer.clock.due_ns()
    if timer.adrift:
        return timer.clock.since_ns
    return due - 1 if due is not None and due <= now and _held(session, timer, due, now) else now


def deadlines(session: Session, timer: Timer) -> list[int]:
    """When the running side's time ends, and when it comes to its last two minutes; game's time."""
    due, low = timer.clock.due_ns(), timer.clock.reaches_ns(SECONDS_NS)
    found = [] if low is None else [low, low + _seen_ns(session), low + _settled_ns(session)]
    if due is not None:
        found += [due + _seen_ns(session), due + _settled_ns(session)]
    if (late := _absent_ns(session, timer)) is not None:
        found.append(late)
    return found


def watch(session: Session, timer: Timer) -> None:
    """Publishes the flags and the periods that have run out, and ends the game where the law does."""
    clock = timer.clock
    now = session.now_ns - timer.origin_ns
    due, low = clock.due_ns(), clock.reaches_ns(SECONDS_NS)
    if due is not None and due <= now:
        if _held(session, timer, due, now):
            return
        clock.advance(now)
        timekeeping.tell(session, timer, why=None if clock.fallen() else "period")
    elif low is not None and low <= now and not _switching(session, timer, low, now):
        clock.advance(now)
        timekeeping.tell(session, timer, why="last-minutes")
    for side in clock.fallen():
        if side not in timer.flags and session.stage is not Stage.ENDED:
            timer.flags.append(side)
            _fell(session, timer, side)
    late = _absent_ns(session, timer)
    if late is not None and late <= now:
        _report_absent(session, timer)


def _fell(session: Session, timer: Timer, side: Side) -> None:
    """A flag is down: the game ends as the law says; in observer mode the arbiter sees it."""
    if session.settings.mode == "observer" or len(timer.flags) == 2:
        return
    if timer.pass_at_flag == side and _passes(session, timer, side):
        return
    position = session.line.position
    outcome, law = overstepped(session.game, session.rulebook, position, side)
    ending.decide(session, outcome, Termination.TIME_FORFEIT.value, law)


def _passes(session: Session, timer: Timer, side: Side) -> bool:
    """Overstepping in the last minute becomes a pass, as the player has asked (GO-22.time)."""
    timer.pass_at_flag = None
    move = session.line.position.by_text("pass")
    if move is None or side != session.line.position.side_to_move:
        return False
    face = timer.clock.faces[side]
    face.fell_ns = None
    timer.flags.remove(side)
    timer.clock.turn_over(side, session.now_ns - timer.origin_ns, 1)
    timer.early.append((side, timer.faces(timer.clock.since_ns)))
    judging.commit_confirmed(session, move)
    session.tracker.reset(session.line.position)
    timekeeping.tell(session, timer, why="pass-at-flag")
    return True


def both_down(session: Session, timer: Timer, by: str) -> None:
    """Both flags are down and nobody knows which fell first: the game goes on (CH-12.8)."""
    timer.flags = timer.clock.fallen()
    law = timer.law.both_flags
    session.say(
        Ruling(kind="both-flags", side=timer.flags[0], law=law or timer.law.overstepped, by=by)
    )


# What is still held back.


def _seen_ns(session: Session) -> int:
    """How long it takes until what the hands do is believed."""
    return session.judge.grace_ns + 1


def _settled_ns(session: Session) -> int:
    """How long it takes until a move that rests is published."""
    return (session.settings.timings.settle_ms + GRACE_MS) * MS


def _held(session: Session, timer: Timer, due_ns: int, now: int) -> bool:
    """Whether a move that was made before the flag may not be known yet.

    It may be the move that ends the game (mate before the flag), or on a board without buttons a move made
    in time; in Go stones are being taken off, where that does not count.
    """
    if session.stage not in (Stage.PLAY, Stage.QUESTION, Stage.CHOICE):
        return False
    if now < due_ns + _seen_ns(session) or _removing(session, timer, due_ns):
        return True
    if now >= due_ns + _settled_ns(session) or not session.tracker.branch.edges:
        return False
    best = session.tracker.branch.readings(session.now_ns)[0]
    return bool(best.plies) and best.plies[0].done_ns - timer.origin_ns <= due_ns


def _switching(session: Session, timer: Timer, at_ns: int, now: int) -> bool:
    """Whether the clock may have been stopped by then, by a move that is not known yet."""
    if timer.mode != "moves" or now >= at_ns + _settled_ns(session):
        return False
    readings = session.tracker.branch.readings(session.now_ns)
    made = (r.plies[0].done_ns - timer.origin_ns for r in readings if r.plies)
    return now < at_ns + _seen_ns(session) or any(done_ns <= at_ns for done_ns in made)


def _removing(session: Session, timer: Timer, until_ns: int) -> bool:
    """Whether a stone was played in byo-yomi by then, and captured stones are still being taken off."""
    landed = _stone_landed_ns(session, timer)
    return landed is not None and landed <= until_ns


def without_removal(session: Session, timer: Timer, at_ns: int) -> int:
    """Until when the time counts that ends with a press: taking captured stones off in byo-yomi costs none.

    It costs the opponent none either (GO-23.time).
    """
    landed = _stone_landed_ns(session, timer)
    return at_ns if landed is None else min(at_ns, max(landed, timer.clock.since_ns))


def made_ns(session: Session, timer: Timer, side: Side) -> int:
    """When the last move of a side was complete, for its clock: with the rook, and with the captured men off (CH-6.2, CH-6.3, DR-6.4).

    Taking captured stones off in byo-yomi costs none (GO-23.time).
    """
    free = timer.clock.faces[side].reading and not timer.law.removal_counts
    return (session.landed_ns if free else session.made_ns) - timer.origin_ns


def _stone_landed_ns(session: Session, timer: Timer) -> int | None:
    """When the running side set down a stone that captures, in byo-yomi; None where all time counts."""
    clock = timer.clock
    side = clock.running
    if timer.law.removal_counts or side is None or not clock.faces[side].reading:
        return None
    line = session.line
    if line.lines and line.lines[-1].side == side and line.last is not None and line.last.captured:
        return session.landed_ns - timer.origin_ns
    move = _under_way(session)
    if move is None or move.side != side or not move.captured:
        return None
    landed = [e.at_ns for e in session.tracker.branch.edges if e.placed and e.point == move.target]
    return landed[-1] - timer.origin_ns if landed else None


def _under_way(session: Session) -> Move | None:
    """The move that the hands are making, or have made and not let rest."""
    branch = session.tracker.branch
    if not branch.edges:
        return None
    best = branch.readings(session.now_ns)[0]
    return best.first or best.under_way


# Nobody has come.


def _absent_ns(session: Session, timer: Timer) -> int | None:
    """When a side that has done nothing since its clock first ran is reported (FIDE-6.7, CH-10.15)."""
    clock, limit = timer.clock, session.settings.default_time_ms
    limit = timer.law.late.limit_ms if limit is None else limit
    side = clock.running
    if not limit or side is None or side in timer.absent or session.line.ply > 1:
        return None
    if side != session.line.position.side_to_move or session.tracker.branch.edges or session.told:
        return None
    face = clock.faces[side]
    return clock.since_ns + limit * MS - face.spent_ns


def _report_absent(session: Session, timer: Timer) -> None:
    """The board cannot see who sits there: the arbiter says whether the player has come."""
    side = timer.clock.running
    assert side is not None
    timer.absent.append(side)
    law = timer.law.late.law
    session.say(Ruling(kind=f"{ASKED}:default", side=side, law=law, why="no sign of the player"))
    timekeeping.tell(session, timer)


# After a new start.


def found_again(session: Session, timer: Timer) -> None:
    """The program was started again: how much time has passed since the clock was last written down?

    Within one boot of the machine the monotonic clock knows, and the clocks have gone on. Else nobody does:
    they stand as they were last known to, until the arbiter sets them going. A flag that fell while nobody
    could press is the arbiter's to judge.
    """
    clock = timer.clock
    now = session.now_ns - timer.origin_ns
    timer.adrift = False
    if timer.origin_ns < 0 or now < clock.since_ns:
        timer.origin_ns = session.now_ns - clock.since_ns
        if clock.running is not None:
            clock.stop(clock.since_ns)
            timer.halted = (REBOOTED, "referee")
        timekeeping.tell(session, timer, why=REBOOTED)
        return
    if clock.running is None:
        return
    gap_ms = (now - clock.since_ns) // MS
    running = clock.running
    clock.advance(now)
    if running in clock.fallen() and running not in timer.flags:
        timer.flags.append(running)
        clock.stop(now)
        timer.halted = ("flag-while-away", "referee")
        law = timer.law.overstepped
        session.say(Ruling(kind=f"{ASKED}:{Termination.TIME_FORFEIT.value}", side=running, law=law))
    timekeeping.tell(session, timer, why="program-restarted", gap_ms=gap_ms)
