"""The clock by command: pressing, pausing, going on, setting it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.claims import ending, offers
from controller.core.clock import timekeeping
from controller.core.commands import sealing
from controller.core.commands.common import (
    ARBITER,
    EVER,
    GOING_ON,
    OPERATOR,
    PLAYED,
    PLAYER,
    Row,
    Rows,
    side_of,
    text_of,
)
from controller.core.inference import distrust
from controller.core.inputs import Command, Press, Refusal
from controller.core.messages import Ruling
from controller.core.restoring import withdrawing
from controller.core.stages import Stage
from rules.clock_law import clock_law, lateness, least_ms, shared_out
from rules.records.times import write_time
from rules.rulebook import Outcome, Termination
from rules.terms import Side

if TYPE_CHECKING:
    from controller.core.session import Session

TIME_MAX_MS = 1000 * 3600 * 1000
NO_CLOCK = Refusal(reason="this game is played without a clock")
SETTINGS = ("times", "late", "flag", "share")


def _press(session: Session, command: Command) -> Refusal | None:
    side = side_of(session, command)
    assert side is not None
    session.press(Press(at_ns=command.at_ns, side=side))
    return None


def _pause(session: Session, command: Command) -> Refusal | None:
    """Stops both clocks (CH-12.5, CH-5.6.5); in xiangqi no player may (XQ-9.1.2)."""
    if session.timer is None:
        return NO_CLOCK
    if timekeeping.stopped(session):
        return Refusal(reason="the clocks stand already")
    side, law = side_of(session, command), clock_law(session.rulebook)
    if side is not None and law.without_leave is not None:
        offers.report(session, law.without_leave, side)
        return None
    why = text_of(command, "why")
    timekeeping.stop(session, "pause" if not why else f"pause:{why}", command.role)
    return None


def _resume(session: Session, command: Command) -> Refusal | None:
    """The men stand right, whatever the sensors say; or stopped clocks go on."""
    guide = session.guide
    if guide is not None and session.framed:
        known = ~session.unknown
        guide.excused, guide.strangers = guide.instead, guide.strangers & ~guide.instead
        missing = guide.missing(session.standing) & known
        extra = guide.extra(session.standing) & known
        guide.read &= known  # whatever was read of the others before
        reason = distrust.declare(session, missing, extra)
        if reason is not None:
            return Refusal(reason=reason)
        withdrawing.said_to_stand(session, missing)
        return None
    if session.stage is Stage.ADJOURNED:
        return sealing.set_up_again(session, command)
    if session.stage not in (Stage.PLAY, Stage.QUESTION, Stage.CHOICE):
        return Refusal(reason="nothing waits to be set right")
    if not timekeeping.stopped(session):
        return Refusal(reason="nothing waits to be set right, and no clock was stopped")
    timekeeping.go_on(session, by=command.role, why=text_of(command, "why") or "resume")
    return None


def _set(session: Session, command: Command) -> Refusal | None:
    """The arbiter sets the clock, says who came late, or what somebody's clock shows."""
    if session.timer is None:
        return NO_CLOCK
    given = [name for name in SETTINGS if name in command.args]
    if len(given) != 1:
        return Refusal(reason=f"give one of {', '.join(SETTINGS)}")
    match given[0]:
        case "times":
            return _set_times(session, command)
        case "late":
            return _set_late(session, command)
        case "flag":
            return _set_flag(session, command)
        case _:
            return _share(session, command)


def _times(session: Session, command: Command, key: str) -> dict[Side, int] | Refusal:
    """Milliseconds by side."""
    value = command.args[key]
    sides = session.game.sides
    sound = isinstance(value, dict) and value and all(side in sides for side in value)
    if not sound or not all(_is_time(ms) for ms in value.values()):
        return Refusal(
            reason=f'"{key}" is an object of milliseconds, 0 to {TIME_MAX_MS}, by side '
            f"({', '.join(sides)})"
        )
    return {Side(side): ms for side, ms in value.items()}


def _is_time(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= TIME_MAX_MS


def _set_times(session: Session, command: Command) -> Refusal | None:
    """A correction, which leaves each player what the law says (CH-12.4)."""
    times = _times(session, command, "times")
    if isinstance(times, Refusal):
        return times
    timer = session.timer
    assert timer is not None
    for side, ms in times.items():
        least = least_ms(session.rulebook, timer.clock.moves_to_go(side))
        now_ms = timekeeping.remaining_ms(session, side) or 0
        if ms < min(least, now_ms):
            law = clock_law(session.rulebook).replaced
            return Refusal(
                reason=f"{side} must be left {write_time(least)} ({law}), or what the clock shows"
            )
        if not ms:
            return Refusal(reason='no time left is a flag that fell: give "flag"')
    why = text_of(command, "why") or "set-clock"
    timekeeping.set_times(session, times, why=why, by=command.role)
    return None


def _set_late(session: Session, command: Command) -> Refusal | None:
    """Who came how late after the appointed start, where the clock was not started then (DR-8.3, DR-9)."""
    times = _times(session, command, "late")
    if isinstance(times, Refusal):
        return times
    if session.line.ply > 1:
        return Refusal(reason="both have moved already: lateness is settled before")
    first, second = session.game.sides
    limit_ms = session.settings.default_time_ms
    found = lateness(session.rulebook, (first, second), times, limit_ms=limit_ms)
    if found.lost:
        both = len(found.lost) == 2
        outcome = Outcome.BOTH_LOSE if both else ending.won_by(session, _other(session, found.lost))
        ending.decide(
            session, outcome, Termination.DEFAULT.value, found.law,
            by=command.role, why=text_of(command, "why"),
        )  # fmt: skip
        return None
    for side, ms in found.charged_ms.items():
        if ms and session.stage is not Stage.ENDED:
            timekeeping.charge(session, side, ms, why=found.law, by=command.role)
    return None


def _other(session: Session, lost: tuple[Side, ...]) -> Side:
    return session.game.other(lost[0])


def _set_flag(session: Session, command: Command) -> Refusal | None:
    """A flag that was seen down on another clock; of both nobody knows which fell first (CH-12.8)."""
    value, sides = command.args["flag"], session.game.sides
    if value not in (*sides, "both"):
        return Refusal(reason=f'"flag" is {", ".join(sides)} or both')
    times = {side: 0 for side in sides if value in (side, "both")}
    timekeeping.set_times(session, times, why="flag", by=command.role)
    return None


def _share(session: Session, command: Command) -> Refusal | None:
    """What each had used after an earlier ply, in proportion, as a proposal; nothing is set (CH-12.6)."""
    law, ply = clock_law(session.rulebook), command.args["share"]
    if law.shared is None:
        return Refusal(reason=f"{session.rulebook.title} says nothing of sharing times out")
    if not isinstance(ply, int) or isinstance(ply, bool) or not 0 <= ply <= session.line.ply:
        return Refusal(reason=f'"share" is the ply of the irregularity, 0 to {session.line.ply}')
    faces = timekeeping.faces(session) or {}
    proposed = []
    for side in session.game.sides:
        plies = [line.ply for line in session.line.lines if line.side == side]
        then = sum(n <= ply for n in plies)
        face = faces[side]
        gain_ms = face["used_ms"] - shared_out(face["used_ms"], len(plies), then)
        least = least_ms(session.rulebook, face["moves_to_go"])
        proposed.append(f"{side} {write_time(max(face['remaining_ms'] + gain_ms, least))}")
    session.say(
        Ruling(
            kind="times-proposed",
            side=session.line.position.side_to_move,
            law=law.shared,
            evidence=proposed,
            plies=[ply, session.line.ply],
            by=command.role,
        )
    )
    return None


def pass_at_flag(session: Session, side: Side | None) -> Refusal | None:
    """A player asks that overstepping in the last minute be a pass (GO-22.time)."""
    law = clock_law(session.rulebook).turns_to_pass
    timer = session.timer
    if law is None or timer is None:
        return Refusal(reason=f"overstepping is no pass by {session.rulebook.title}, or no clock")
    if side is None or side != session.line.position.side_to_move:
        return Refusal(reason=f"{session.line.position.side_to_move} is to move")
    timer.pass_at_flag = side
    timekeeping.tell(session, timer, why="pass-at-flag-asked", by=side)
    return None


ROWS: Rows = {
    "press-clock": Row(obey=_press, roles=frozenset({PLAYER}), stages=EVER),
    "pause": Row(obey=_pause, roles=frozenset({PLAYER, ARBITER, OPERATOR}), stages=PLAYED),
    "resume": Row(
        obey=_resume,
        roles=frozenset({ARBITER, OPERATOR}),
        stages=EVER - {Stage.COUNT, Stage.ENDED},
        less={OPERATOR: frozenset({Stage.ADJOURNED})},
    ),
    "set-clock": Row(obey=_set, roles=frozenset({ARBITER}), stages=GOING_ON),
}
