"""Pictures of a board's state.

The view for the kiosk and the retained topics, and the lamps' scene.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from controller.core.inputs import Lamps
from controller.core.lamps import Scene, home_row, paint
from controller.core.messages import Irregularity, Json, Spot
from controller.core.sensing.marks import contradictions, letter_of
from controller.core.stages import Stage
from controller.core.state import State
from controller.core.table import penalties, promoting
from controller.core.table.claims import adjourning, claiming, counting
from controller.core.table.clock import timer as timers
from controller.core.view import Adjourned, OpenClaims, Pending, Restoring, View
from rules.game import Game
from rules.position import Move, Position
from rules.terms import PointSet, Side, points_of

LETTERS = "qrbn"
"""In this order new pieces are offered."""


def differences(state: State) -> tuple[PointSet, PointSet]:
    """Where pieces are missing and where one is too much, while they are to be put right.

    A point where another piece stands than belongs there is in both.
    """
    target, sensing = state.remedy.target, state.sensing
    if target is None:
        return 0, 0
    known = ~sensing.unknown
    strangers = contradictions(target, sensing.marks)
    missing = target.occupied & ~sensing.standing | strangers
    extra = sensing.standing & ~target.occupied | strangers
    return missing & known, extra & known


def spots(game: Game, position: Position, points: PointSet) -> list[Spot]:
    """Points with the pieces that stand there in a position."""
    found = []
    for point in points_of(points):
        piece = position.piece_at(point)
        found.append(Spot(point=game.points[point], man=None if piece is None else piece.letter))
    return found


def men_of(game: Game, position: Position) -> dict[str, str]:
    """The letter of each piece, by the name of the point where it stands."""
    return {spot.point: spot.man or "" for spot in spots(game, position, position.occupied)}


def restoring(state: State) -> Restoring | None:
    """What is to be put right, with the pieces as record and sensors know them.

    None where nothing is.
    """
    target, game = state.remedy.target, state.game.game
    if target is None or not state.sensing.framed:
        return None
    missing, extra = differences(state)
    marks = state.sensing.marks
    return Restoring(
        missing=spots(game, target, missing),
        extra=[
            Spot(point=game.points[p], man=letter_of(marks.get(p), game)) for p in points_of(extra)
        ],
        why=state.remedy.why or "",
    )


# Lamps.


def scene(state: State) -> Scene:
    """What the lamps may show now. In observer mode nothing that the laws forbid to show."""
    last = None if unsaid(state) else state.game.last
    if not state.sensing.framed:
        return Scene()  # nothing is known of the board yet
    if state.stage is Stage.COUNT:
        return Scene(last=last, dead=state.claims.dead & state.sensing.standing)
    if state.settings.mode == "observer" and state.stage is not Stage.SETUP:
        return Scene(last=last)
    if state.remedy.target is not None:
        missing, extra = differences(state)
        return Scene(missing=missing, extra=extra)
    return _in_play(state)


def unsaid(state: State) -> str | None:
    """The law by which players are not shown that somebody has moved; None for none (CH-12.9)."""
    law = state.game.rulebook.unsaid
    return None if state.stage in (Stage.SETUP, Stage.ENDED) else law


def _in_play(state: State) -> Scene:
    line, duty, index = state.game, state.duty, state.game.game.index
    under_way = state.belief.under_way(state.now_ns) if state.stage is Stage.PLAY else None
    waiting = 0 if under_way is None else under_way.left
    due = duty.due
    return Scene(
        last=None if unsaid(state) else line.last,
        flag=_home_rows(line.game, () if state.clock is None else state.clock.flags),
        end=_end(state),
        candidates=_candidates(state),
        waiting=waiting,
        waiting_filled=waiting & state.sensing.standing,
        partner=None if under_way is None else under_way.partner,
        promotion=None if duty.pending is None else index[duty.pending.point],
        crowning=tuple(sorted(duty.uncrowned)),
        must_move=() if due is None else tuple(index[name] for name in due.must_move),
        must_capture=() if due is None else tuple(index[name] for name in due.must_capture),
    )


def _candidates(state: State) -> PointSet:
    question, found = state.game.question, 0
    if question is None or state.game.result is not None:
        return 0
    for move in map(state.game.position.by_text, question.candidates):
        if move is not None and move.target is not None:
            found |= 1 << move.target
    return found


def _end(state: State) -> PointSet:
    """Home rows.

    Of the winner, of both sides where nobody has won, of none while the game is on.
    """
    result, game = state.game.result, state.game.game
    if result is None:
        return 0
    return _home_rows(game, [side for side in game.sides if result.winner in (side, None)])


def _home_rows(game: Game, sides: Iterable[Side]) -> PointSet:
    rows: PointSet = 0
    for side in sides:
        rows |= home_row(game, side)
    return rows


class Picture:
    """What the lamps show, by printed labels. Painted anew only where the scene is another."""

    def __init__(self) -> None:
        self._of: tuple[Scene, str] | None = None
        self._lamps: Lamps = {}

    def changed(self, state: State) -> Lamps | None:
        """The picture if it is another than the last time."""
        of = scene(state), state.sensing.orientation
        if of == self._of:
            return None
        self._of, before = of, self._lamps
        self._lamps = paint(of[0])
        if state.sensing.orientation == "turned":
            turned = state.game.game.turned
            self._lamps = {turned(point): kind for point, kind in self._lamps.items()}
        return self._lamps if self._lamps != before else None


# The view.


def view(state: State) -> View:
    """The whole state as viewers see it."""
    settings, line, game = state.settings, state.game, state.game.game
    position, names = line.position, game.points
    return View(
        game=game.name,
        rulebook=line.rulebook.name,
        mode=settings.mode,
        orientation=state.sensing.orientation,
        players={side: settings.players.get(side) for side in game.sides},
        headers=settings.headers,
        time_control=settings.time_control,
        game_options=settings.game_options,
        stage=state.stage.value,
        position=position.value,
        start=line.positions[0].value,
        ply=line.ply,
        side_to_move=position.side_to_move,
        men=men_of(game, position),
        standing=[names[p] for p in points_of(state.sensing.standing)],
        unknown=[names[p] for p in points_of(state.sensing.unknown)],
        touched=[names[p] for p in state.duty.touched],
        obligation=state.duty.due or state.duty.now,
        question=line.question,
        irregularity=state.remedy.irregularity or _claimable(state),
        restore=restoring(state),
        pending=_pending(state),
        moves=list(line.lines),
        lamps={names[p]: kind.value for p, kind in sorted(paint(scene(state)).items())},
        unsaid=unsaid(state),
        adjusting=state.claims.adjusting is not None,
        claims=_claims(state),
        count=counting.counted(state),
        adjourned=_adjourned(state),
        penalties=penalties.counts(state),
        charges=penalties.charges(state),
        losses_due=penalties.losses_due(state),
        clock=timers.picture(state),
        result=_result(state),
    )


def _claimable(state: State) -> Irregularity | None:
    """The breach that the opponent may still claim; touching a piece ends that in chess."""
    ends = state.game.rulebook.touch.claim_ends is not None  # CH-7.4, FIDE-4.8
    return None if ends and state.duty.touched else state.remedy.breach


def _claims(state: State) -> OpenClaims:
    found, due = state.claims, claiming.bound(state)
    return OpenClaims(
        draw=found.offer,
        adjust=found.adjust,
        claim=None if found.open is None else msgspec.to_builtins(found.open),
        announced=None if due is None else due.alternatives[0],
        proposed=found.proposed,
        results=dict(sorted(found.results.items())),
    )


def _adjourned(state: State) -> Adjourned | None:
    envelope = state.game.envelope
    if envelope is None or state.stage is not Stage.ADJOURNED:
        return None
    return Adjourned(
        sealed_by=envelope.sealed_by,
        move_number=envelope.move_number,
        stands=not adjourning.differs(state),
        unconfirmed=list(adjourning.unconfirmed(state)),
    )


def _pending(state: State) -> Pending | None:
    """The promotion that is to be chosen or may still be changed, or the king to be crowned."""
    found, line = state.duty.pending, state.game
    if found is not None:
        return Pending(kind="promotion", point=found.point, side=found.side, choices=found.choices)
    if state.duty.uncrowned and line.result is None:
        return _crowning(state)
    last = line.last
    if last is None or last.target is None or state.duty.touched:
        return None
    if not line.lines[-1].assumed or not promoting.may_choose_again(state):
        return None
    return Pending(
        kind="promotion",
        point=line.game.points[last.target],
        side=last.side,
        choices=choices_of(line.positions[-2], last),
    )


def choices_of(position: Position, move: Move) -> list[str]:
    """What a pawn that makes this move may become, the queen first."""
    found = [
        m.choice for m in position.moves() if (m.origin, m.target) == (move.origin, move.target)
    ]
    return sorted(found, key=LETTERS.find)


def _crowning(state: State) -> Pending | None:
    """The king that has waited for its crown for longest."""
    point, letter = next(iter(state.duty.uncrowned.items()))
    piece = state.game.position.piece_at(point)
    if piece is None:
        return None
    name = state.game.game.points[point]
    return Pending(kind="crowning", point=name, side=piece.side, choices=[letter])


def _result(state: State) -> Json | None:
    if state.game.result is None:
        return None
    body: Json = msgspec.to_builtins(state.game.result)
    body.pop("type")
    return body
