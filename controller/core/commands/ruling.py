"""What the arbiter decides: penalties, corrections, positions, results, void games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from controller.core.claims import confirming, ending
from controller.core.clock import timekeeping
from controller.core.commands import claims
from controller.core.commands.common import (
    ARBITER,
    EVER,
    GOING_ON,
    OPERATOR,
    PLAYER,
    Row,
    Rows,
    side_of,
    text_of,
)
from controller.core.inputs import Command, Refusal
from controller.core.messages import Penalty, position_text
from controller.core.refereeing import penalties, ruling
from controller.core.stages import Stage
from rules.arbiter_law import (
    Effect,
    Sanction,
    VoidCause,
    colours_stand,
    sanction,
    void_law,
)
from rules.rulebook import Outcome, Termination
from rules.terms import RulesError, Side, quoted
from rules.time_control import Period, read_time_control

if TYPE_CHECKING:
    from controller.core.session import Session

TIME_MAX_MS = 24 * 3600 * 1000
MOVES_MAX = 1000
"""Moves in one correction; a command has at most some thousand characters anyway."""
CHANGEABLE = GOING_ON - {Stage.ADJOURNED} | {Stage.ENDED}
"""Stages in which the record may be changed: the game has begun and does not rest with a sealed move."""

CLAIM_OPEN = Refusal(reason="a claim is open: rule on it with accept-draw or decline-draw first")
"""What was claimed is about the record as it is."""


def _why(command: Command) -> str | None:
    return text_of(command, "why") or None


def _number(command: Command, key: str) -> int | None:
    value = command.args.get(key)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _penalty(session: Session, command: Command) -> Refusal | None:
    side = text_of(command, "side")
    if side not in session.game.sides:
        return Refusal(reason=f'"side" is {" or ".join(session.game.sides)}')
    try:
        found = sanction(session.rulebook, text_of(command, "kind") or "")
    except RulesError as error:
        return Refusal(reason=str(error))
    offender = Side(side)
    if command.args.get("withdraw"):
        return _withdraw(session, command, offender, found)
    match found.effect:
        case Effect.COUNTED:
            _count(session, command, offender, found)
        case Effect.TIME:
            return _time(session, command, offender, found)
        case Effect.POINTS:
            return _points(session, command, offender, found)
        case Effect.LOSS | Effect.BOTH_LOSE if session.stage is Stage.ENDED:
            return Refusal(reason="the game has ended; change its result with the command result")
        case _:
            if found.effect is Effect.RECORDED:
                penalties.announce(session, offender, found)
            _recorded(session, command, offender, found)
    return None


def _withdraw(session: Session, command: Command, side: Side, found: Sanction) -> Refusal | None:
    """One of what is counted is taken back; a result that it has brought about stands until corrected."""
    kind = found.counted or found.kind
    if not session.penalties.get((side, kind), 0):
        return Refusal(reason=f"nothing of the kind {kind} is counted against {side}")
    penalties.withdraw(session, side, kind, found.law, by=command.role, why=_why(command))
    return None


def _count(session: Session, command: Command, side: Side, found: Sanction) -> None:
    """A breach that people have seen is announced with its law, then counted (XQ-9.2)."""
    if found.kind != found.counted:
        penalties.announce(session, side, found)
    penalties.count(session, side, found.counted, found.law, by=command.role, why=_why(command))


def _time(session: Session, command: Command, side: Side, found: Sanction) -> Refusal | None:
    ms = _number(command, "ms")
    if ms is None or not 1 <= ms <= TIME_MAX_MS:
        return Refusal(reason='"ms" is the time in milliseconds, from 1 to a day')
    if session.settings.time_control is None:
        return Refusal(reason="this game has no clock")
    if session.stage is Stage.ENDED:
        return Refusal(reason="the game has ended")
    gives = found.kind == "time-to-opponent"
    why = f"penalty:{found.kind}"
    _recorded(session, command, side, found, gives_ms=ms * gives, takes_ms=ms * (not gives))
    if gives:
        timekeeping.add_time(session, session.game.other(side), ms, why=why, by=command.role)
    else:
        timekeeping.charge(session, side, ms, why=why, by=command.role)
    return None


def _points(session: Session, command: Command, side: Side, found: Sanction) -> Refusal | None:
    points = command.args.get("points")
    if not isinstance(points, int | float) or isinstance(points, bool) or not 0 < points <= 100:
        return Refusal(reason='"points" is a number above 0, 100 at most')
    gives = found.kind == "points-to-opponent"
    _recorded(
        session,
        command,
        side,
        found,
        gives_points=float(points * gives),
        takes_points=float(points * (not gives)),
    )
    return None


def _recorded(
    session: Session,
    command: Command,
    side: Side,
    found: Sanction,
    *,
    gives_ms: int = 0,
    takes_ms: int = 0,
    gives_points: float = 0.0,
    takes_points: float = 0.0,
) -> None:
    """Publishes the penalty, and ends the game where it does that."""
    why = _why(command)
    penalties.say(
        session,
        Penalty(
            side=side,
            kind=found.kind,
            law=found.law,
            count=session.penalties.get((side, found.kind), 0) + 1,
            by=command.role,
            why=why,
            gives_ms=gives_ms,
            takes_ms=takes_ms,
            gives_points=gives_points,
            takes_points=takes_points,
        ),
    )
    if session.stage is Stage.ENDED:
        return
    if found.effect in (Effect.LOSS, Effect.EXCLUSION):
        ending.lose(session, side, Termination.PENALTIES, found.law, by=command.role, why=why)
    elif found.effect is Effect.BOTH_LOSE:
        ending.decide(
            session,
            Outcome.BOTH_LOSE,
            Termination.PENALTIES.value,
            found.law,
            by=command.role,
            why=why,
        )


def _correct(session: Session, command: Command) -> Refusal | None:
    """Plies are retracted (`to_ply`), or put right from a ply on (`ply` with `move` or `moves`)."""
    if session.claims.open is not None:
        return CLAIM_OPEN
    played = session.line.ply
    to_ply, first = _number(command, "to_ply"), _number(command, "ply")
    move, moves = text_of(command, "move"), command.args.get("moves")
    if not played and (move is not None or to_ply is not None) and session.stage is not Stage.ENDED:
        return Refusal(reason="no ply has been made that could be corrected")
    if to_ply is not None:
        least = played - (session.stage is not Stage.ENDED)
        if not 0 <= to_ply <= least:
            return Refusal(reason=f"the record has {played} plies; to_ply is from 0 to {least}")
        first, plies = to_ply + 1, []
    else:
        texts = _texts(moves if move is None else [move])
        if texts is None:
            return Refusal(reason='give "to_ply", or "ply" with "move" or a list of "moves"')
        last = played + (move is None)
        if first is None or not 1 <= first <= last:
            return Refusal(reason=f'"ply" is from 1 to {last}')
        try:
            plies = ruling.planned(session, first, texts, keep=move is not None)
        except RulesError as error:
            return Refusal(reason=str(error))
    ruling.correct(session, first, plies, command.role, _why(command) or command.role)
    return None


def _set_position(session: Session, command: Command) -> Refusal | None:
    if session.claims.open is not None:
        return CLAIM_OPEN
    orientation = command.args.get("orientation")
    if orientation not in (None, "normal", "turned"):
        return Refusal(reason='"orientation" is normal or turned')
    wanted = command.args.get("position")
    if not isinstance(wanted, str | dict | None):
        return Refusal(reason='"position" is a text, or in Go an object')
    if wanted is None and orientation is None:
        return Refusal(reason='give "position", or how the board stands now: "orientation"')
    try:
        position = (
            session.line.position if wanted is None else session.game.start(position_text(wanted))
        )
    except RulesError as error:
        return Refusal(reason=str(error))
    turned: Literal["normal", "turned"] | None = orientation
    ruling.set_position(session, position, turned, command.role, _why(command) or command.role)
    return None


def _start(session: Session, command: Command) -> None:
    """Another game is begun, by the shell; this one is left as it stands."""
    del command
    ending.leave(session)


def _result(session: Session, command: Command) -> Refusal | None:
    if side_of(session, command) is not None:
        return claims.say_result(session, command)
    text = text_of(command, "result") or ""
    ended = session.result if session.stage is Stage.ENDED else None
    same = ended is not None and text in ("", ended.result) and "termination" not in command.args
    if same and command.role == ARBITER:
        reason = confirming.confirm(session, ARBITER, None)
        return None if reason is None else Refusal(reason=reason)
    try:
        outcome = session.game.outcome(text)
    except RulesError as error:
        return Refusal(reason=str(error))
    if outcome is Outcome.OPEN:
        return Refusal(reason=f'"{text}" leaves the game open')
    name = command.args.get("termination") or Termination.ARBITER.value
    if not isinstance(name, str) or name not in set(Termination):
        return Refusal(reason=f"there is no termination {quoted(name)}")
    if (reason := _changed(session, command)) is not None:
        return Refusal(reason=reason)
    ending.decide(
        session,
        outcome,
        name,
        text=text,
        by=command.role,
        why=_why(command),
    )
    return None


def _changed(session: Session, command: Command) -> str | None:
    """Why the result of a game that has ended may not be changed by this command."""
    if session.stage is not Stage.ENDED:
        return None
    if command.role != ARBITER or _why(command) is None:
        return 'the game has ended; the arbiter may change its result and says "why"'
    return None


def _void(session: Session, command: Command) -> Refusal | None:
    """The game counts for nothing. With `again` the shell begins another with the same players."""
    name, law = text_of(command, "cause"), None
    if not isinstance(command.args.get("again", False), bool):
        return Refusal(reason='"again" is true or false')
    if (reason := _changed(session, command)) is not None:
        return Refusal(reason=reason)
    if name is not None:
        try:
            cause = VoidCause(name)
            law = void_law(session.rulebook, cause)
        except RulesError as error:
            return Refusal(reason=str(error))
        except ValueError:
            return Refusal(reason=f"{quoted(name)} is no cause; known: {', '.join(VoidCause)}")
        if cause is VoidCause.COLOURS_REVERSED:
            stand = colours_stand(session.rulebook, session.line.ply, _used_share(session))
            if stand is not None:
                return Refusal(reason=stand)
    ending.decide(
        session, Outcome.VOID, Termination.VOID.value, law, by=command.role, why=_why(command)
    )
    return None


def _used_share(session: Session) -> float | None:
    """The part of the first control's time that is gone, of the side that has used more (CH-8.6)."""
    text, faces = session.settings.time_control, timekeeping.faces(session)
    if text is None or faces is None:
        return None
    first = read_time_control(text).stages[0]
    if not isinstance(first, Period):
        return None
    if any(face["period"] > 1 for face in faces.values()):
        return 1.0
    whole_ms = first.time_s * 1000
    return float(max(1 - face["remaining_ms"] / whole_ms for face in faces.values()))


def _texts(value: object) -> list[str] | None:
    """A list of moves, or None where it is none."""
    if not isinstance(value, list) or not 0 < len(value) <= MOVES_MAX:
        return None
    return value if all(isinstance(each, str) for each in value) else None


_ARBITER = frozenset({ARBITER})
ROWS: Rows = {
    "start": Row(obey=_start, roles=frozenset({ARBITER, OPERATOR}), stages=EVER),
    "penalty": Row(obey=_penalty, roles=_ARBITER, stages=EVER - {Stage.SETUP}),
    "correct": Row(obey=_correct, roles=_ARBITER, stages=CHANGEABLE),
    "set-position": Row(obey=_set_position, roles=_ARBITER, stages=CHANGEABLE),
    "result": Row(
        obey=_result,
        roles=frozenset({PLAYER, ARBITER, OPERATOR}),
        stages=EVER,
        less={
            PLAYER: frozenset({Stage.SETUP, Stage.COUNT, Stage.ADJOURNED}),
            OPERATOR: frozenset({Stage.ENDED}),
        },
    ),
    "void": Row(obey=_void, roles=_ARBITER, stages=EVER - {Stage.SETUP}),
}
