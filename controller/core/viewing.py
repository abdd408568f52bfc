"""Pictures of a session: the view for the kiosk and the retained topics, and the lamps' scene."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from controller.core.claims import adjourning, claiming, counting
from controller.core.clock import timekeeping
from controller.core.lamps import Scene, home_row, paint
from controller.core.messages import Irregularity, Json, Spot
from controller.core.refereeing import penalties, promoting
from controller.core.sensing.marks import letter_of
from controller.core.stages import Stage
from controller.core.view import Adjourned, OpenClaims, Pending, Restoring, View
from rules.game import Game, Position
from rules.terms import Point, PointSet, Side, points_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from controller.core.inputs import Lamps
    from controller.core.restoring.guide import Guide
    from controller.core.session import Session


def spots(game: Game, position: Position, points: PointSet) -> list[Spot]:
    """Points with the men that stand there in a position."""
    found = []
    for point in points_of(points):
        man = position.man_at(point)
        found.append(Spot(point=game.points[point], man=None if man is None else man.letter))
    return found


def differences(session: Session, guide: Guide) -> tuple[list[Spot], list[Spot]]:
    """Who is missing where men are put right, and who is too much, with the men as record and sensors know them."""
    known, names = ~session.unknown, session.game.points
    marks = session.marks
    return spots(session.game, guide.goal, guide.missing(session.standing) & known), [
        Spot(point=names[p], man=letter_of(marks.get(p), session.game))
        for p in points_of(guide.extra(session.standing) & known)
    ]


def scene(session: Session) -> Scene:
    """What the lamps may show now. In observer mode nothing that the laws forbid to show."""
    line, guide = session.line, session.guide
    if not session.framed:
        return Scene()  # nothing is known of the board yet
    if session.stage is Stage.COUNT:
        return Scene(last=line.last, dead=session.claims.dead & session.standing)
    if session.settings.mode == "observer" and session.stage is not Stage.SETUP:
        return Scene(last=line.last)
    index = session.game.index
    if guide is not None:
        known = ~session.unknown
        return Scene(
            missing=guide.missing(session.standing) & known,
            extra=guide.extra(session.standing) & known,
        )
    candidates: PointSet = 0
    if session.question is not None and session.result is None:
        for text in session.question.candidates:
            move = line.position.by_text(text)
            if move is not None and move.target is not None:
                candidates |= 1 << move.target
    waiting: PointSet = 0
    partner: Point | None = None
    branch = session.tracker.branch
    if session.stage is Stage.PLAY and branch.edges:
        best = branch.readings(session.now_ns)[0]
        if best.under_way is not None:
            waiting, partner = best.pending, best.under_way.partner
        elif best.plies:
            waiting = best.plies[-1].left
    waiting |= branch.uncleared.points
    due = session.due
    return Scene(
        last=line.last,
        flag=_home_rows(session, [] if session.timer is None else session.timer.flags),
        end=_end(session),
        candidates=candidates,
        waiting=waiting,
        waiting_filled=waiting & session.standing,
        partner=partner,
        promotion=None if session.pending is None else index[session.pending.point],
        crowning=tuple(sorted(session.uncrowned)),
        must_move=() if due is None else tuple(index[p] for p in due.must_move),
        must_capture=() if due is None else tuple(index[p] for p in due.must_capture),
    )


class Picture:
    """What the lamps show, by printed labels. Painted anew only where the scene is another."""

    def __init__(self) -> None:
        self._of: tuple[Scene, str] | None = None
        self._lamps: Lamps = {}

    def changed(self, session: Session) -> Lamps | None:
        """The picture if it is another than the last time."""
        of = scene(session), session.orientation
        if of == self._of:
            return None
        self._of, before = of, self._lamps
        self._lamps = paint(of[0])
        if session.orientation == "turned":
            turned = session.game.turned
            self._lamps = {turned(point): kind for point, kind in self._lamps.items()}
        return self._lamps if self._lamps != before else None


def _end(session: Session) -> PointSet:
    """Home rows: of the winner, of both sides where nobody has won, of none while the game is on."""
    result, sides = session.result, session.game.sides
    if result is None:
        return 0
    return _home_rows(session, [side for side in sides if result.winner in (side, None)])


def _home_rows(session: Session, sides: Iterable[Side]) -> PointSet:
    rows: PointSet = 0
    for side in sides:
        rows |= home_row(session.game, side)
    return rows


def view(session: Session) -> View:
    """The whole state as viewers see it."""
    settings, line, game = session.settings, session.line, session.game
    position = line.position
    guide = session.guide
    restoring = None
    if guide is not None and session.framed:
        missing, extra = differences(session, guide)
        restoring = Restoring(missing=missing, extra=extra, why=guide.why)
    return View(
        game=game.name,
        rulebook=session.rulebook.name,
        mode=settings.mode,
        orientation=session.orientation,
        players={side: settings.players.get(side) for side in game.sides},
        headers=settings.headers,
        time_control=settings.time_control,
        game_options=settings.game_options,
        stage=session.stage.value,
        position=position.value,
        start=line.positions[0].value,
        ply=line.ply,
        side_to_move=position.side_to_move,
        men=men_of(game, position),
        standing=[game.points[p] for p in points_of(session.standing)],
        unknown=[game.points[p] for p in points_of(session.unknown)],
        touched=[game.points[p] for p in session.told],
        obligation=session.due or session.duty,
        question=session.question,
        irregularity=session.irregularity or _claimable(session),
        restore=restoring,
        pending=_pending(session),
        moves=list(line.lines),
        lamps={game.points[p]: kind.value for p, kind in sorted(paint(scene(session)).items())},
        adjusting=session.adjusting,
        claims=_claims(session),
        count=counting.counted(session),
        adjourned=_adjourned(session),
        penalties=penalties.counts(session),
        clock=timekeeping.picture(session),
        result=None if session.result is None else _result(session),
    )


def _claimable(session: Session) -> Irregularity | None:
    """The breach that the opponent may still claim; in chess not once he has touched a man."""
    ends = session.rulebook.touch.claim_ends is not None  # CH-7.4, FIDE-4.8
    return None if ends and session.told else session.breach


def _claims(session: Session) -> OpenClaims:
    found = session.claims
    due = claiming.bound(session)
    return OpenClaims(
        draw=found.offer,
        adjust=found.adjust,
        claim=None if found.open is None else msgspec.to_builtins(found.open),
        announced=None if due is None else due.alternatives[0],
        proposed=found.proposed,
        results=dict(sorted(found.results.items())),
    )


def _adjourned(session: Session) -> Adjourned | None:
    envelope = session.envelope
    if envelope is None or session.stage is not Stage.ADJOURNED:
        return None
    return Adjourned(
        sealed_by=envelope.sealed_by,
        move_number=envelope.move_number,
        stands=not adjourning.differs(session),
    )


def _pending(session: Session) -> Pending | None:
    """The promotion that is to be chosen or may still be changed, or the king to be crowned."""
    found, line = session.pending, session.line
    if found is not None:
        return Pending(kind="promotion", point=found.point, side=found.side, choices=found.choices)
    last = line.last
    if session.uncrowned and session.result is None:
        return _crowning(session)
    if last is None or last.target is None or session.told:
        return None
    if not line.lines[-1].assumed or not promoting.may_choose_again(session):
        return None
    return Pending(
        kind="promotion",
        point=session.name(last.target),
        side=last.side,
        choices=promoting.choices_of(line.positions[-2], last),
    )


def _crowning(session: Session) -> Pending | None:
    """The king that has waited for its crown for longest."""
    point, letter = next(iter(session.uncrowned.items()))
    man = session.line.position.man_at(point)
    if man is None:
        return None
    return Pending(kind="crowning", point=session.name(point), side=man.side, choices=[letter])


def men_of(game: Game, position: Position) -> dict[str, str]:
    """The letter of each man, by the name of the point where it stands."""
    return {spot.point: spot.man or "" for spot in spots(game, position, position.occupied)}


def _result(session: Session) -> Json:
    body: Json = msgspec.to_builtins(session.result)
    body.pop("type")
    return body
