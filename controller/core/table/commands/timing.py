"""The clock by command: pressing, pausing, going on, setting it."""

from __future__ import annotations

from collections.abc import Mapping

from controller.core.inputs import Command, Press, Refusal
from controller.core.messages import Ruling
from controller.core.stages import Stage
from controller.core.state import State
from controller.core.table import ending, presses
from controller.core.table.claims import offers
from controller.core.table.clock import flags, timekeeping
from controller.core.table.clock import timer as timers
from controller.core.table.commands import sealing
from controller.core.table.commands.common import (
    ARBITER,
    EVER,
    GOING_ON,
    OPERATOR,
    PLAYED,
    PLAYER,
    Handler,
    Obeying,
    Row,
    Rows,
    answered,
    number_of,
    player,
    side_of,
    text_of,
)
from rules.adjournment import INTERRUPTIONS
from rules.clock_law import (
    clock_law,
    lateness,
    least_ms,
    must_be_replaced,
    shared_out,
    true_used_ms,
)
from rules.records.times import write_time
from rules.rulebook import Outcome, Termination
from rules.terms import LawId, Side

TIME_MAX_MS = 1000 * 3600 * 1000
COUNTDOWN, COUNTDOWN_MAX_S = "countdown", 600
NO_CLOCK = Refusal(reason="this game is played without a clock")


def _press(state: State, command: Command) -> Obeying:
    yield from presses.pressed(state, Press(at_ns=command.at_ns, side=player(state, command)))
    return None


def _pause(state: State, command: Command) -> Obeying:
    """Stops both clocks (CH-12.5, CH-5.6.5).

    In xiangqi no player may (XQ-9.1.2); in draughts who asks for it calls the arbiter (DR-9.1).
    """
    if state.clock is None:
        return NO_CLOCK
    if timers.stands(state):
        return Refusal(reason="the clocks stand already")
    side, law = side_of(state, command), clock_law(state.game.rulebook)
    if side is not None and law.without_leave is not None:
        yield from offers.report(state, law.without_leave, side)
        return None
    why = text_of(command, "why")
    if side is not None and law.pause_calls is not None:
        yield Ruling(kind=f"{flags.ASKED}:pause", side=side, law=law.pause_calls, why=why)
        return None
    yield from timekeeping.stop(state, "pause" if not why else f"pause:{why}", command.role)
    return None


def _resume(state: State, command: Command) -> Obeying:
    """The pieces stand right, whatever the sensors say; or stopped clocks go on."""
    if state.remedy.target is not None and state.sensing.framed:
        return (yield from answered(state.referee.stand_right(state, command.role)))
    if state.stage is Stage.ADJOURNED:
        return (yield from sealing.set_up_again(state, command))
    if state.stage not in (Stage.PLAY, Stage.QUESTION, Stage.CHOICE):
        return Refusal(reason="nothing waits to be set right")
    if not timers.stands(state):
        return Refusal(reason="nothing waits to be set right, and no clock was stopped")
    why, ago_ms = text_of(command, "why") or "resume", sealing.appointed_ms_ago(command)
    if ago_ms is None:
        return Refusal(reason=sealing.NO_TIME)
    if ago_ms and timers.halted(state) != timers.NOT_STARTED:
        return Refusal(reason="the game has begun already")
    yield from timekeeping.go_on(state, by=command.role, why=why)
    if ago_ms:
        yield from timekeeping.appoint(state, state.game.game.sides, ago_ms)
    return None


def _set(state: State, command: Command) -> Obeying:
    """The arbiter sets the clock, says who came late, or what somebody's clock shows."""
    given = [name for name in SETTINGS if name in command.args]
    if command.role == OPERATOR and given != ["times"]:
        return Refusal(reason='the operator sets "times"; all else is for the arbiter')
    if len(given) != 1:
        return Refusal(reason=f"give one of {', '.join(SETTINGS)}")
    if state.clock is None and given != [COUNTDOWN]:
        return NO_CLOCK
    return (yield from SETTINGS[given[0]](state, command))


def _times(state: State, command: Command, key: str) -> dict[Side, int] | Refusal:
    """Milliseconds by side."""
    value, sides = command.args[key], state.game.game.sides
    sound = isinstance(value, dict) and value and all(side in sides for side in value)
    if not sound or not all(_is_time(ms) for ms in value.values()):
        return Refusal(
            reason=f'"{key}" is an object of milliseconds, 0 to {TIME_MAX_MS}, by side '
            f"({', '.join(sides)})"
        )
    return {Side(side): ms for side, ms in value.items()}


def _is_time(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= TIME_MAX_MS


def _set_times(state: State, command: Command) -> Obeying:
    """A correction, which leaves each player what the law says (CH-12.4)."""
    times = _times(state, command, "times")
    if isinstance(times, Refusal):
        return times
    if (reason := _too_late(state, command)) is not None:
        return Refusal(reason=reason)
    for side, ms in times.items():
        if (reason := _too_little(state, side, ms)) is not None:
            return Refusal(reason=reason)
    why = text_of(command, "why") or "set-clock"
    yield from timekeeping.set_times(state, times, why=why, by=command.role)
    yield from flags.run_out(state)
    return None


def _too_late(state: State, command: Command) -> str | None:
    """Why the times of a resumed game are not corrected any more (CH-14.6).

    A clock that goes wrong later is another matter, and the arbiter says so.
    """
    law, resumed = INTERRUPTIONS.get(state.game.rulebook.name), state.game.resumed
    if law is None or law.times is None or resumed is None or text_of(command, "why"):
        return None
    if state.game.ply <= resumed + 1:
        return None
    return f"the times of a resumed game are corrected before the first move ({law.times})"


def _too_little(state: State, side: Side, ms: int) -> str | None:
    assert state.clock is not None
    least = least_ms(state.game.rulebook, state.clock.clock.moves_to_go(side))
    if ms < min(least, timers.remaining_ms(state, side) or 0):
        law = clock_law(state.game.rulebook).replaced
        return f"{side} must be left {write_time(least)} ({law}), or what the clock shows"
    return None if ms else 'no time left is a flag that fell: give "flag"'


def _set_late(state: State, command: Command) -> Obeying:
    """Who came how late, where the clock was not started in time (DR-8.3, DR-9.2)."""
    times = _times(state, command, "late")
    if isinstance(times, Refusal):
        return times
    line, game, limit_ms = state.game, state.game.game, state.settings.default_time_ms
    if line.ply > (line.resumed + 2 if line.resumed is not None else 1):
        return Refusal(reason="both have moved already: lateness is settled before")
    found = lateness(state.game.rulebook, game.sides, times, limit_ms=limit_ms)
    if line.envelope is not None and line.envelope.sealed_by in found.lost:
        law = found.law  # a sealed mate or stalemate stands, and so does the other's flag
        return Refusal(reason=f"open the envelope first: the sealed move may end the game ({law})")
    if found.lost:
        won = ending.won_by(state, game.other(found.lost[0]))
        outcome = Outcome.BOTH_LOSE if len(found.lost) == 2 else won
        yield from ending.decide(
            state, outcome, Termination.DEFAULT.value, found.law,
            by=command.role, why=text_of(command, "why"),
        )  # fmt: skip
        return None
    for side, ms in found.charged_ms.items():
        if ms and state.stage is not Stage.ENDED:
            yield from flags.charge(state, side, ms, why=found.law, by=command.role)
    return None


def _set_flag(state: State, command: Command) -> Obeying:
    """A flag that was seen down on another clock.

    Of both nobody knows which fell first (CH-12.8).
    """
    value, sides = command.args["flag"], state.game.game.sides
    if value not in (*sides, "both"):
        return Refusal(reason=f'"flag" is {", ".join(sides)} or both')
    times = {side: 0 for side in sides if value in (side, "both")}
    yield from timekeeping.set_times(state, times, why="flag", by=command.role)
    yield from flags.run_out(state)
    return None


def _next_period(state: State, command: Command) -> Obeying:
    """The next move is the first of the next period (CH-11.9, CH-12.8)."""
    value, sides = command.args["next_period"], state.game.game.sides
    if value not in (*sides, "both"):
        return Refusal(reason=f'"next_period" is {", ".join(sides)} or both')
    wanted = [side for side in sides if value in (side, "both")]
    why = text_of(command, "why") or "next-period"
    if not (yield from timekeeping.next_period(state, wanted, why=why, by=command.role)):
        return Refusal(reason="there is no period after the present one")
    return None


def _share(state: State, command: Command) -> Obeying:
    """What each had used after an earlier ply, in proportion, as a proposal.

    Nothing is set (CH-12.6).
    """
    law, ply, line = clock_law(state.game.rulebook), number_of(command, "share"), state.game
    if command.args["share"] == "equally":
        return (yield from _share_equally(state, command))
    if law.shared is None:
        return Refusal(reason=f"{line.rulebook.title} says nothing of sharing times out")
    if ply is None or not 0 <= ply <= line.ply:
        return Refusal(reason=f'"share" is the ply of the irregularity, 0 to {line.ply}')
    yield Ruling(
        kind="times-proposed",
        side=line.to_move,
        law=law.shared,
        evidence=[f"{side} {_shared(state, side, ply)}" for side in line.game.sides],
        plies=[ply, line.ply],
        by=command.role,
    )
    return None


def _share_equally(state: State, command: Command) -> Obeying:
    """Half of what both have used for each, where a suspended game's times are lost (GO-22.9)."""
    law, faces = clock_law(state.game.rulebook), timers.faces(state) or {}
    if law.equally is None:
        title = state.game.rulebook.title
        return Refusal(reason=f"{title} says nothing of sharing times equally")
    used = {side: face["used_ms"] for side, face in faces.items()}
    half = sum(used.values()) // 2
    yield _proposed(state, command, law.equally, {side: used[side] - half for side in used})
    return None


def _off(state: State, command: Command) -> Obeying:
    """The clock was off by so much: whether it is replaced, and times in proportion (GO-22.8)."""
    law, found = clock_law(state.game.rulebook).off, command.args["off"]
    if law is None:
        return Refusal(reason=f"{state.game.rulebook.title} does not say when a clock is replaced")
    if not isinstance(found, dict) or not all(
        _is_span(found.get(key)) for key in ("ms", "over_ms")
    ):
        return Refusal(reason='"off" is {"ms": …, "over_ms": …}: ahead by so much over true time')
    off_ms, over_ms = found["ms"], found["over_ms"]
    if over_ms <= 0 or abs(off_ms) >= over_ms:
        return Refusal(reason='"over_ms" is a stretch of true time, longer than "ms"')
    if not must_be_replaced(off_ms, over_ms):
        return Refusal(reason=f"less than two minutes an hour: the clock stays ({law})")
    faces = timers.faces(state) or {}
    used = {side: face["used_ms"] for side, face in faces.items()}
    gains = {side: used[side] - true_used_ms(used[side], off_ms, over_ms) for side in used}
    yield _proposed(state, command, law, gains)
    return None


def _is_span(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= TIME_MAX_MS


def _proposed(state: State, command: Command, law: LawId, gains: Mapping[str, int]) -> Ruling:
    """The times that each would have with so many milliseconds more; nothing is set."""
    faces = timers.faces(state) or {}
    return Ruling(
        kind="times-proposed",
        side=state.game.to_move,
        law=law,
        evidence=[
            f"{side} {write_time(max(0, faces[side]['remaining_ms'] + gains[side]))}"
            for side in state.game.game.sides
        ],
        plies=[state.game.ply, state.game.ply],
        by=command.role,
    )


def _count_down(state: State, command: Command) -> Obeying:
    """From now on each move has so many seconds, with a clock or without one before (GO-22.4)."""
    law, seconds = clock_law(state.game.rulebook).countdown, number_of(command, COUNTDOWN)
    if law is None:
        return Refusal(reason=f"{state.game.rulebook.title} knows no countdown of seconds")
    if seconds is None or not 1 <= seconds <= COUNTDOWN_MAX_S:
        return Refusal(reason=f'"{COUNTDOWN}" is seconds for each move, 1 to {COUNTDOWN_MAX_S}')
    yield from timekeeping.count_down(state, seconds, command.role)
    return None


def _shared(state: State, side: Side, ply: int) -> str:
    plies = [line.ply for line in state.game.lines if line.side == side]
    face = (timers.faces(state) or {})[side]
    then = sum(n <= ply for n in plies)
    gain_ms = face["used_ms"] - shared_out(face["used_ms"], len(plies), then)
    least = least_ms(state.game.rulebook, face["moves_to_go"])
    return write_time(max(face["remaining_ms"] + gain_ms, least))


def pass_at_flag(state: State, side: Side) -> Obeying:
    """A player asks that overstepping in the last minute be a pass (GO-22.time)."""
    law = clock_law(state.game.rulebook).turns_to_pass
    if law is None or state.clock is None:
        title = state.game.rulebook.title
        return Refusal(reason=f"overstepping is no pass by {title}, or no clock")
    if side != state.game.to_move:
        return Refusal(reason=f"{state.game.to_move} is to move")
    timer = timers.fresh(state.clock)
    timer.pass_at_flag = side
    yield timers.message(state, timer, why="pass-at-flag-asked", by=side)
    return None


SETTINGS: dict[str, Handler] = {
    "times": _set_times, "late": _set_late, "flag": _set_flag, "share": _share, "off": _off,
    "next_period": _next_period, COUNTDOWN: _count_down,
}  # fmt: skip

ROWS: Rows = {
    "press-clock": Row(obey=_press, roles=frozenset({PLAYER}), stages=EVER),
    "pause": Row(obey=_pause, roles=frozenset({PLAYER, ARBITER, OPERATOR}), stages=PLAYED),
    "resume": Row(
        obey=_resume,
        roles=frozenset({ARBITER, OPERATOR}),
        stages=EVER - {Stage.COUNT, Stage.ENDED},
        less={OPERATOR: frozenset({Stage.ADJOURNED})},
    ),
    "set-clock": Row(obey=_set, roles=frozenset({ARBITER, OPERATOR}), stages=GOING_ON),
}
