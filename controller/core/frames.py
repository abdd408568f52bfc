"""From scans to evidence: the owner of `Sensing`.

Edges are told to the belief, lifts and placings are published.
"""

from __future__ import annotations

from dataclasses import replace

from controller.core.belief.world import Symptom as Wrong
from controller.core.inputs import Frame, Gap, Tick
from controller.core.messages import TRUSTED, Correction, Health, Json, Lifted, Move, Placed, Ruling
from controller.core.sensing.debounce import FIRST_SCAN_NS, Edge, debounced
from controller.core.sensing.flash import Flash
from controller.core.sensing.health import SensorHealth, Symptom
from controller.core.sensing.marks import Mark, Marks, Tone, fits, letter_of, seems_turned, tone_of
from controller.core.settings import Settings
from controller.core.slices import Sensing
from controller.core.stages import Stage
from controller.core.state import AskBack, PutRight, Seen, State, Step, Steps, TouchedAfter
from controller.core.table import promoting
from controller.core.table.claims import counting
from rules.game import Game
from rules.terms import Piece, Point, PointSet, points_of

TRACKED = frozenset({Stage.SETUP, Stage.PLAY, Stage.QUESTION, Stage.RESTORE, Stage.CHOICE})
"""Stages in which what the hands do is evidence."""
AT_PLAY = frozenset({Stage.PLAY, Stage.QUESTION, Stage.CHOICE})
"""Stages in which hands change few points in one scan; while pieces are set up, many may change."""
SETTING_UP = frozenset({"start", "recovery"})
"""Why pieces are set up when nobody knows yet how the board stands."""

SYMPTOMS = {Wrong.SILENT: Symptom.STUCK_OFF, Wrong.GHOST: Symptom.STUCK_ON}
"""What a `health` message calls a sensor that does not show what stands."""


def note(sensing: Sensing, step: Step, state: State) -> None:
    """Reduces a step."""
    match step:
        case Seen():
            _seen(sensing, step, state)
        case Lifted():
            point = state.game.game.index[step.point]
            piece = None if step.man is None else state.game.position.piece_at(point)
            sensing.in_air[point] = piece
            sensing.lifted[point] = step.man
            sensing.changed |= 1 << point
        case Placed() if "confirmed_by" not in step.evidence:
            _placed(sensing, state.game.game.index[step.point])
        case Move():
            sensing.changed = 0
            for name in (*step.captured, *step.path[:1]):
                sensing.in_air.pop(state.game.game.index[name], None)
        case Correction() if step.orientation not in (None, sensing.orientation):
            game = state.game.game
            sensing.standing = turned(game, sensing.standing)
            sensing.unknown = turned(game, sensing.unknown)
            sensing.marks = {game.turned(point): mark for point, mark in sensing.marks.items()}
            sensing.orientation, sensing.oriented = step.orientation, True
        case Correction() if step.cause != "players":
            sensing.in_air.clear()
        case PutRight() | AskBack():
            sensing.in_air.clear()
            sensing.changed = 0
            sensing.oriented = sensing.oriented or isinstance(step, PutRight)
        case _:
            pass


def _seen(sensing: Sensing, seen: Seen, state: State) -> None:
    changed = seen.standing ^ sensing.standing if sensing.framed else 0
    if changed:
        sensing.rest_ns = state.now_ns
    sensing.framed = True
    sensing.standing, sensing.unknown = seen.standing, seen.unknown
    sensing.marks, sensing.strengths = seen.marks, seen.strengths
    sensing.orientation, sensing.oriented = seen.orientation, seen.oriented


def _placed(sensing: Sensing, point: Point) -> None:
    origin, _ = held_before(sensing, point, sensing.marks.get(point))
    sensing.in_air.pop(origin, None)
    home = origin == point and sensing.changed >> point & 1
    sensing.changed = sensing.changed & ~(1 << point) if home else sensing.changed | 1 << point


def held_before(sensing: Sensing, point: Point, mark: Mark | None) -> tuple[Point, Piece | None]:
    """Where the piece that is set down stood before, and which it is.

    Unless exactly one of the lifted pieces can be it: the point itself, and None.
    """
    held = {p: piece for p, piece in sensing.in_air.items() if piece is None or fits(mark, piece)}
    if len(held) != 1:
        return point, None
    return next(iter(held.items()))


def turned(game: Game, points: PointSet) -> PointSet:
    """The points on a board that stands the other way round."""
    return sum(1 << game.turned(point) for point in points_of(points))


class Frames:
    """The scans of one board.

    Attributes:
        health: which sensors (by printed labels) chatter, or cannot be read.
        sighted_ns: by then it is known what was done in the last gap.
    """

    def __init__(self, settings: Settings) -> None:
        self.health = SensorHealth(settings.game)
        self.sighted_ns = 0
        self._debounce = debounced(settings)
        self._flash = Flash(settings.game)
        self._game = settings.game
        self._strengths: dict[Point, int] = {}
        self._blind: PointSet = 0

    def take(self, state: State, item: Frame | Tick | Gap) -> Steps[None]:
        """A scan, a stretch without a change, or one without scans."""
        match item:
            case Frame():
                yield from self._frame(state, item)
            case Tick():
                yield from self._lasted(state, item.at_ns)
                yield from self._edges(state, self._debounce.tick(item.at_ns))
            case Gap():
                everywhere = (1 << len(self._game.points)) - 1
                self._debounce.gap(everywhere, item.from_ns, item.at_ns)
                self._flash.gap(item.at_ns)
                self._tell_blind(state)
                self.sighted_ns = item.at_ns + max(state.settings.grace_ns, FIRST_SCAN_NS)

    def blame(self, state: State) -> None:
        """Blames sensors that show what the belief holds to be wrong; forgives others in time."""
        self.health.forgive(state.now_ns)
        wrong = state.belief.symptoms(state.now_ns).items()
        self.health.blamed = {
            self._printed(state, p): SYMPTOMS[found] for p, found in wrong if found in SYMPTOMS
        }

    def recall(self, state: State, told: Health) -> None:
        """This was said of the sensors before a new start."""
        points = (self._game.index[each["point"]] for each in told.suspects if each.get("lasting"))
        state.belief.recall(self._printed(state, point) for point in points)

    def trust(self, state: State, told: Ruling) -> None:
        """People have said that these sensors are to be believed again."""
        if told.kind == TRUSTED:
            points = [self._game.index[name] for name in told.evidence]
            state.belief.trust(points)
            self.health.trust(self._printed(state, point) for point in points)

    @property
    def pending(self) -> bool:
        """Whether something is felt that will be beyond doubt, or gone, in a few milliseconds."""
        return self._debounce.pending

    def deadlines(self) -> list[int | None]:
        """When a `Tick` may show something; past ones count for nothing."""
        flash_ns = self._flash.until_ns if self._flash.held else None
        return [self._debounce.deadline(), self.sighted_ns, flash_ns]

    def _frame(self, state: State, frame: Frame) -> Steps[None]:
        self.health.frame(frame.at_ns, frame.levels, frame.unknown, frame.strengths, frame.marks)
        self._strengths = dict(frame.strengths)
        if not state.sensing.framed:
            self._flash.first(frame)
            self._debounce.reset(frame.levels, frame.unknown, frame.marks)
            yield self._shown(state)
            self._tell_blind(state)
            return
        yield from self._lasted(state, frame.at_ns)
        if state.stage in AT_PLAY:
            recorded = self._of_game(state, state.game.position.occupied)
            yield from self._scan(state, self._passing(state, frame, recorded))
        else:
            self._flash.first(frame)
            yield from self._scan(state, frame)

    def _passing(self, state: State, frame: Frame, recorded: PointSet) -> Frame:
        """The scan with the points of a flash unread; that one begins is evidence."""
        held = self._flash.held
        shown = self._flash.shown(frame, recorded)
        if self._flash.held and not held:
            state.belief.flash(self._of_game(state, self._flash.held), frame.at_ns)
        return shown

    def _lasted(self, state: State, at_ns: int) -> Steps[None]:
        """What seemed a flash has not passed: it was done on the board."""
        flash = self._flash
        if flash.held and (at_ns >= flash.until_ns or state.stage not in AT_PLAY):
            self._debounce.believe(flash.lasted())
            self._tell_blind(state)
            yield from self._scan(state, flash.newest(at_ns))

    def _scan(self, state: State, frame: Frame) -> Steps[None]:
        edges = self._debounce.frame(
            frame.at_ns, frame.levels, frame.unknown, frame.marks, frame.wobbling
        )
        yield from self._edges(state, edges)

    def _edges(self, state: State, edges: list[Edge]) -> Steps[None]:
        if not state.sensing.framed:
            return
        if edges or state.sensing.unknown != self._of_game(state, self._debounce.unknown):
            yield self._shown(state)
        for edge in self.health.shaky(edges):
            yield from _felt(state, self._turn_edge(state, edge))
        self._tell_blind(state)
        self._debounce.take_blinded()

    def _shown(self, state: State) -> Seen:
        """What stands by now, and how the board stands, by the colours of the pieces."""
        sensing, debounce, game = state.sensing, self._debounce, self._game
        orientation, oriented = sensing.orientation, sensing.oriented
        setting_up = state.remedy.why in SETTING_UP or not sensing.framed
        free = state.settings.orientation is None and (setting_up or not oriented)
        if free and debounce.marks:
            target = state.remedy.target or state.game.position
            is_turned = seems_turned(game, target, debounce.marks)
            orientation = "turned" if is_turned else "normal"
            oriented = state.remedy.target is None
        marks: Marks = dict(debounce.marks)
        standing, unknown = debounce.stable, debounce.unknown
        if orientation == "turned":
            standing, unknown = turned(game, standing), turned(game, unknown)
            marks = {game.turned(point): mark for point, mark in marks.items()}
        return Seen(
            standing=standing,
            unknown=unknown,
            marks=marks,
            strengths=self._strengths,
            orientation=orientation,
            oriented=oriented,
        )

    def _of_game(self, state: State, points: PointSet) -> PointSet:
        return points if state.sensing.orientation == "normal" else turned(self._game, points)

    def _printed(self, state: State, point: Point) -> Point:
        """A point of the game as it is printed on the board, or the other way round."""
        normal = state.sensing.orientation == "normal"
        return point if normal else self._game.turned(point)

    def _turn_edge(self, state: State, edge: Edge) -> Edge:
        if state.sensing.orientation == "normal":
            return edge
        return replace(edge, point=self._game.turned(edge.point))

    def _tell_blind(self, state: State) -> None:
        points = self._of_game(state, self._debounce.unread)
        if points != self._blind:
            self._blind = points
            state.belief.blind(points, state.now_ns)


def _felt(state: State, edge: Edge) -> Steps[None]:
    """One point has changed: published, and evidence."""
    if state.stage is Stage.ENDED:
        piece = state.game.position.piece_at(edge.point)
        if not edge.placed and piece is not None and piece.side == state.game.to_move:
            yield TouchedAfter()
        return
    if (said := _told(state, edge)) is not None:
        yield said
    if state.stage is Stage.COUNT:
        yield from counting.lifted(state, edge)
    elif state.stage in TRACKED:
        state.belief.edge(edge)
        yield from promoting.seen(state, edge)


def _told(state: State, edge: Edge) -> Lifted | Placed | None:
    """A lift or a placing, with the piece if it is beyond doubt.

    A piece that was only touched has not been lifted; one set on top of another has been placed.
    """
    stacked = edge.mark is not None and bool(edge.mark.stacked)
    if edge.soft and not (edge.placed and stacked):
        return None
    sensing, game = state.sensing, state.game.game
    evidence, point = _evidence(state, edge), game.points[edge.point]
    if not edge.placed:
        moved = sensing.changed >> edge.point & 1
        piece = None if moved else state.game.position.piece_at(edge.point)
        return Lifted(point=point, evidence=evidence, **_which(game, piece, edge.mark))
    _, piece = (0, None) if edge.soft else held_before(sensing, edge.point, edge.mark)
    return Placed(point=point, evidence=evidence, **_which(game, piece, edge.mark))


def _evidence(state: State, edge: Edge) -> Json:
    """What the sensor gave: the level of the trace."""
    mark = edge.mark
    if mark is None:
        return {"level": int(edge.placed)}
    if not edge.placed:
        return {"level": "" if mark.letter else 0}
    game, is_turned = state.game.game, state.sensing.orientation == "turned"
    printed = game.turned(edge.point) if is_turned else edge.point
    if printed in state.sensing.strengths:
        found: Json = {"level": state.sensing.strengths[printed]}
        return {**found, "stacked": True} if mark.stacked else found
    return {"level": mark.letter or (1 if mark.tone is Tone.LIGHT else -1)}


def _which(game: Game, piece: Piece | None, mark: Mark | None) -> dict[str, str | None]:
    """The piece as messages name it: by the sensor where it tells, else by the record."""
    if mark is None and piece is not None:
        return {"man": piece.letter, "side": piece.side}
    if mark is None:
        return {"man": None, "side": None}
    side = next(side for side in game.sides if tone_of(side) is mark.tone)
    letter = letter_of(mark, game)
    if letter is None and piece is not None and piece.side == side:
        letter = piece.letter
    return {"man": letter, "side": side}
