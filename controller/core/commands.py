"""Commands: who may give them, and what they do. A refused command changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from controller.core import crowning, irregular, judging, remedies, suspicion
from controller.core.inputs import Command, Press, Refusal
from controller.core.messages import Answered, Correction, Irregularity, Result, Ruling
from controller.core.stages import Event, Stage
from rules.game import Move, Position
from rules.rulebook import Outcome
from rules.terms import RulesError, Side

if TYPE_CHECKING:
    from controller.core.session import Session

ARBITER = "arbiter"
OPERATOR = "operator"
PLAYER = "player"
"""Stands for the roles of the two sides."""

Handler = Callable[["Session", Command], Refusal | None]


def obey(session: Session, command: Command) -> Refusal | None:
    """Obeys a command, or says why not; then nothing has changed."""
    if command.name not in COMMANDS:
        return Refusal(reason=f"there is no command {command.name!r} in this version")
    handler, roles = COMMANDS[command.name]
    role = PLAYER if command.role in session.game.sides else command.role
    if role not in roles:
        return Refusal(reason=f"{command.role} may not give the command {command.name}")
    return handler(session, command)


def end_adjusting(session: Session) -> None:
    """The men are back, or the adjusting player has had enough."""
    session.adjusting = False
    session.adjust_lifted = False
    session.in_air.clear()
    session.tracker.reset(session.line.position)
    if session.standing != session.line.position.occupied:
        # What is not back is taken for the beginning of a move.
        judging.missing_as_evidence(session, session.line.position)


def _side(session: Session, command: Command) -> Side | None:
    return Side(command.role) if command.role in session.game.sides else None


def _text(command: Command, key: str) -> str | None:
    value = command.args.get(key)
    return value if isinstance(value, str) else None


def _promote(session: Session, command: Command) -> Refusal | None:
    letter = (_text(command, "to") or "").lower()
    side = _side(session, command)
    if not letter:
        return Refusal(reason='"to" is the letter of the new man: q, r, b or n')
    if side is not None and any(
        m.side == side and m.choice == letter for m in _coming(session, session.line.position)
    ):
        session.promotion = (side, letter)
        session.tracker.want(letter)
        return None
    last = session.line.last
    if last is None or not last.choice or last.side != side:
        return Refusal(reason=f"no pawn of yours can become {letter!r} now")
    if _opponent_touched(session):
        return Refusal(reason="the opponent has touched a man: the choice stands")
    before = session.line.positions[-2]
    chosen = before.by_text(last.text[: -len(last.choice)] + letter)
    if chosen is None:
        return Refusal(reason=f"a pawn cannot become {letter!r}")
    if chosen == last:
        return None
    if session.stage is Stage.ENDED:
        return Refusal(reason="the game has ended")
    ply = session.line.ply
    touched = session.line.pop()
    session.say(
        Correction(
            from_ply=ply, to_ply=ply, why="promotion", by=command.role, position=before.value
        )
    )
    judging.publish_move(session, chosen, "confirmed", touched, [])
    session.tracker.rebase(session.line.position)
    judging.end_if_over(session)
    return None


def _coming(session: Session, position: Position) -> list[Move]:
    """The legal moves of the side on move, and of the opponent once the move under way is made."""
    moves = list(position.moves())
    branch = session.tracker.branch
    if session.stage is Stage.PLAY and branch.edges:
        firsts = (reading.first for reading in branch.readings(session.now_ns))
        first = next((move for move in firsts if move is not None), None)
        if first is not None:
            moves += position.play(first).moves()
    return moves


def _opponent_touched(session: Session) -> bool:
    if session.told or session.touched:
        return True
    position = session.line.position
    for edge in session.tracker.branch.edges:
        man = position.man_at(edge.point)
        if man is not None and man.side == position.side_to_move and not edge.placed:
            return True
    return False


def _answer(session: Session, command: Command) -> Refusal | None:
    question = session.question
    if question is None:
        return Refusal(reason="no question is open")
    if command.args.get("id") not in (None, question.id):
        return Refusal(reason=f"the open question is {question.id}")
    text = _text(command, "move")
    if text not in question.candidates:
        return Refusal(reason=f"the question is about {', '.join(question.candidates)}")
    move = session.line.position.by_text(text)
    assert move is not None
    session.say(Answered(id=question.id, move=text, by=command.role))
    session.question = None
    tracked = session.tracker.answer(move)
    session.go(Event.ANSWERED)
    if not tracked:
        judging.commit_confirmed(session, move)
    return None


def _adjust(session: Session, command: Command) -> Refusal | None:
    on = command.args.get("on", True)
    if not isinstance(on, bool):
        return Refusal(reason='"on" is true or false')
    if not on:
        if session.adjusting and command.role not in (session.adjusting_by, ARBITER):
            return Refusal(reason=f"{session.adjusting_by} is adjusting")
        if session.adjusting:
            end_adjusting(session)
        return None
    if session.stage is not Stage.PLAY:
        return Refusal(reason="men are adjusted while a game is being played")
    side = _side(session, command)
    if side is not None and side != session.line.position.side_to_move:
        return Refusal(reason="only the player on move may adjust men (CH-7.1, FIDE-4.2.1)")
    if session.tracker.branch.edges:
        return Refusal(reason="a man has been touched already")
    session.adjusting = True
    session.adjusting_by = command.role
    return None


def _accept(session: Session, command: Command) -> Refusal | None:
    found = session.breach or session.irregularity
    if session.offer is not None:
        return _choose(session, command)
    wanted = command.args.get("id")
    if found is None or wanted not in (None, found.id):
        return Refusal(reason="there is no such open irregularity")
    if session.breach is not None:
        return _accept_breach(session, session.breach, command)
    if (reason := _cannot_stand(session, found, command)) is not None:
        return Refusal(reason=reason)
    try:
        irregular.push_irregular(session, found, command.role)
    except RulesError as error:
        return Refusal(reason=f"it cannot stand: {error}")
    session.irregularity = None
    session.guide = None
    session.correctable = None
    session.go(Event.ACCEPTED)
    session.tracker.reset(session.line.position)
    judging.end_if_over(session)
    return None


def _cannot_stand(session: Session, found: Irregularity, command: Command) -> str | None:
    """Why an irregularity that is to be restored may not be let stand by this command."""
    if found.kind == "touch-move":
        return "the move has been taken back: set the men right"
    if command.role != ARBITER:
        return "only the arbiter lets an illegal move stand"
    if session.stage is not Stage.RESTORE:
        return "nothing waits to be restored"
    if found.observed.origin is None or found.observed.to is None:
        return "more than one man was moved; set the men right"
    return None


def _accept_breach(session: Session, breach: Irregularity, command: Command) -> Refusal | None:
    if command.role == breach.side:
        return Refusal(reason="the opponent accepts, not the offender")
    session.say(Ruling(kind=breach.kind, side=breach.side))
    session.breach = None
    return None


def _choose(session: Session, command: Command) -> Refusal | None:
    """The opponent's choice about an irregularity: it stands, or it is put right (DR-7.4)."""
    offer = session.offer
    assert offer is not None
    if command.args.get("id") not in (None, offer.found.id):
        return Refusal(reason=f"the open irregularity is {offer.found.id}")
    if command.role == offer.found.side:
        return Refusal(reason="the opponent chooses, not the offender")
    if command.name == "demand-correction":
        remedies.demand(session)
        return None
    remedies.accept(session, command.role)
    judging.end_if_over(session)
    return None


def _demand(session: Session, command: Command) -> Refusal | None:
    found = session.breach
    if session.offer is not None:
        return _choose(session, command)
    if found is None or command.args.get("id") not in (None, found.id):
        return Refusal(reason="no breach of the touch law is open")
    if command.role == found.side:
        return Refusal(reason="the opponent claims, not the offender")
    law = session.rulebook.touch.claim_ends
    if law is not None and _opponent_touched(session) and command.role != ARBITER:
        return Refusal(reason=f"touching a man has ended the right to claim ({law})")
    if session.stage not in (Stage.PLAY, Stage.ENDED):
        return Refusal(reason=f"the board is in stage {session.stage.value}")
    judging.take_back(session, command.role)
    return None


def _press(session: Session, command: Command) -> Refusal | None:
    side = _side(session, command)
    if side is None:
        return Refusal(reason="a clock is pressed by a player")
    session.press(Press(at_ns=command.at_ns, side=side))
    return None


def _confirm_crowning(session: Session, command: Command) -> Refusal | None:
    """Either player, or anybody at the board, has put the second man on (DR-5.6)."""
    name = _text(command, "point")
    if name is not None and name not in session.game.index:
        return Refusal(reason=f"there is no point {name[:20]!r}")
    point = None if name is None else session.game.index[name]
    reason = crowning.confirm(session, point)
    return None if reason is None else Refusal(reason=reason)


def _resume(session: Session, _command: Command) -> Refusal | None:
    """The men stand right, whatever the sensors say."""
    guide = session.guide
    if guide is None or not session.framed:
        return Refusal(reason="nothing waits to be set right")
    known = ~session.unknown
    missing = guide.missing(session.standing) & known
    extra = guide.extra(session.standing) & known
    reason = suspicion.declare(session, missing, extra)
    return None if reason is None else Refusal(reason=reason)


def _pass(session: Session, command: Command) -> Refusal | None:
    """A move that nothing on the board shows (Go)."""
    side = _side(session, command)
    if session.stage is not Stage.PLAY:
        return Refusal(reason=f"the board is in stage {session.stage.value}")
    position = session.line.position
    move = position.by_text("pass")
    if move is None:
        return Refusal(reason=f"nobody may pass in {session.game.name}")
    if side != position.side_to_move:
        return Refusal(reason=f"{position.side_to_move} is to move")
    if session.tracker.branch.edges:
        return Refusal(reason="something has been done on the board already; let it settle first")
    judging.commit_confirmed(session, move)
    session.tracker.reset(session.line.position)
    return None


def _result(session: Session, command: Command) -> Refusal | None:
    text = _text(command, "result") or ""
    try:
        outcome = session.game.outcome(text)
    except RulesError as error:
        return Refusal(reason=str(error))
    if outcome is Outcome.OPEN:
        return Refusal(reason=f'"{text}" leaves the game open')
    if session.stage is Stage.ENDED:
        return Refusal(reason="the game has ended")
    first, second = session.game.sides
    winner = {Outcome.FIRST_WINS: first, Outcome.SECOND_WINS: second}.get(outcome)
    session.result = Result(
        result=text,
        termination=_text(command, "termination") or "arbiter",
        law=None,
        winner=winner,
    )
    session.say(session.result)
    session.question = None
    session.offer = None
    session.guide = None
    session.adjusting = False
    session.go(Event.ENDED)
    return None


COMMANDS: dict[str, tuple[Handler, frozenset[str]]] = {
    "promote": (_promote, frozenset({PLAYER})),
    "answer": (_answer, frozenset({PLAYER, ARBITER, OPERATOR})),
    "adjust": (_adjust, frozenset({PLAYER, ARBITER})),
    "accept-irregularity": (_accept, frozenset({PLAYER, ARBITER})),
    "demand-correction": (_demand, frozenset({PLAYER, ARBITER})),
    "press-clock": (_press, frozenset({PLAYER})),
    "confirm-crowning": (_confirm_crowning, frozenset({PLAYER, ARBITER, OPERATOR})),
    "pass": (_pass, frozenset({PLAYER})),
    "resume": (_resume, frozenset({ARBITER, OPERATOR})),
    "result": (_result, frozenset({ARBITER, OPERATOR})),
}
"""Commands that a running game obeys. `start` concerns the whole board: the shell obeys it."""
