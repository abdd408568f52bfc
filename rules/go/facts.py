"""What hands did at a board of Go, as the rows of `irregular` ask about it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rules.go.position import GoPosition

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rules.deed import Deed, HandStep
    from rules.position import Move, Position
    from rules.terms import Point, Side

AT_ONCE_MS = 150
"""Stones that leave the board together within this were knocked; a hand lifts them one by one."""
MANY = 3
"""So many stones knocked, or displaced, are a scattered position; fewer have been shifted."""
DRAGGED_MS = 400
"""A stone that is dragged to the next point is felt there so long before the old one lets go, at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """A deed as the rows ask about it.

    Attributes:
        position: what should stand.
        play: the play under way, its stone set down and captured stones perhaps still on.
        left: stones of its capture that are still on the board.
        lifted: the stone of `play` itself has been taken up again.
        new: stones that came, but for the stone of `play`, in the order of time.
        off: stones that left, but for the capture of `play`.
    """

    deed: Deed
    position: GoPosition
    play: Move | None
    left: tuple[Point, ...]
    lifted: bool
    new: tuple[Point, ...]
    off: tuple[Point, ...]

    @property
    def side(self) -> Side:
        return self.position.side_to_move

    @property
    def only(self) -> Point | None:
        """The new stone, where there is exactly one."""
        return self.new[0] if len(self.new) == 1 else None

    @property
    def colour(self) -> Side | None:
        """Whose all the stones are that left; None where they are of both, or none left."""
        sides = {self.deed.side_of(point) for point in self.off}
        return sides.pop() if len(sides) == 1 else None

    def time(self, point: Point, *, placed: bool) -> int | None:
        """When a stone was last set down on, or lifted from, a point; None where it was not seen."""
        times = [s.at_ms for s in self.deed.steps if s.point == point and s.placed is placed]
        return times[-1] if times else None

    def carried(self, point: Point, target: Point) -> bool:
        """Whether the stone of `point` can be the one that was set down on `target`."""
        stone, told = self.position.piece_at(point), self.deed.told(target)
        if stone is not None and told not in (None, stone.side):
            return False
        up, down = self.time(point, placed=False), self.time(target, placed=True)
        if up is None or down is None or up <= down:
            return True
        beside = self.position.board.beside[point] >> target & 1
        return bool(beside) and up <= down + DRAGGED_MS

    def touches(self, play: Point, stones: Iterable[Point]) -> bool:
        """Whether a stone on `play` is next to one of these, or to one that lines join to it: it may seem to take them."""
        board, black = self.position.board, self.position.black
        beside = board.around(1 << play)
        for stone in stones:
            bit = 1 << stone
            same = black if black & bit else self.position.white
            if board.group(bit, same) & beside:
                return True
        return False

    def in_atari(self, stone: Point) -> bool:
        """Whether the group of this stone has only one liberty."""
        position, bit = self.position, 1 << stone
        same = position.black if position.black & bit else position.white
        liberties = position.board.around(position.board.group(bit, same)) & position.empty
        return liberties.bit_count() < 2

    def at_once(self) -> bool:
        """Whether a stone that is off left together with others, some of which may be back."""
        left = [(s.at_ms, s.point) for s in self.deed.steps if self._went(s)]
        runs = zip(*(left[n:] for n in range(MANY)), strict=False)
        quick = (run for run in runs if run[-1][0] - run[0][0] <= AT_ONCE_MS)
        return any(point in self.off for run in quick for _, point in run)

    def with_both(self) -> bool:
        """Whether a stone that is off left together with one of the other colour, which may be back: no hand takes both."""
        left = [s for s in self.deed.steps if self._went(s)]
        return any(
            abs(a.at_ms - b.at_ms) <= AT_ONCE_MS
            and self.deed.side_of(a.point) != self.deed.side_of(b.point)
            for a in left
            if a.point in self.off
            for b in left
        )

    def _went(self, step: HandStep) -> bool:
        """Whether a stone left here, and for longer than a jolt takes."""
        later = (s for s in self.deed.steps if s.point == step.point and s.at_ms > step.at_ms)
        quick = any(s.at_ms - step.at_ms < AT_ONCE_MS for s in later)
        return not (step.placed or quick) and self.deed.side_of(step.point) is not None


def facts_of(deed: Deed) -> Facts | None:
    """The facts of a deed; None where the position is none of Go.

    Stones that were played lawfully, one by each side in turn, count as played: what is wrong is what
    came after them.
    """
    position = deed.position
    if not isinstance(position, GoPosition):
        return None
    while (move := _lawful_start(deed, position)) is not None:
        after = position.play(move)
        deed = replace(
            deed,
            position=after,
            before=position,
            last=move,
            came=deed.came[1:],
            came_sides=deed.came_sides[1:],
            gone=tuple(p for p in deed.gone if p not in move.captured),
        )
        position = after
    play = deed.under_way or _begun(deed, position)
    if play is not None and play.target is None:
        play = None
    taken = () if play is None else play.captured
    last = {step.point: step.placed for step in deed.steps}
    off = {p for p, placed in last.items() if not placed} | {*deed.gone, *deed.in_air}
    return Facts(
        deed=deed,
        position=position,
        play=play,
        left=tuple(p for p in taken if p not in off),
        lifted=play is not None and play.target in off,
        new=_without_set_back(
            deed, tuple(p for p in deed.came if play is None or p != play.target)
        ),
        off=tuple(p for p in deed.gone if p not in taken),
    )


def _without_set_back(deed: Deed, new: tuple[Point, ...]) -> tuple[Point, ...]:
    """The stones that came, but for those of the last capture, where all are set back, its own is off, and another came."""
    if deed.last is None or deed.before is None or deed.last.target not in deed.gone:
        return new
    back = set(deed.last.captured)
    others = tuple(point for point in new if point not in back)
    if not (back and others) or not back <= set(new):
        return new
    men = ((deed.told(point), deed.before.piece_at(point)) for point in back)
    his = all(told is None or (man is not None and man.side == told) for told, man in men)
    return others if his else new


def _lawful_start(deed: Deed, position: GoPosition) -> Move | None:
    """The play that the first of several new stones is, where nothing is wrong with it."""
    if len(deed.came) < 2 or deed.under_way is not None:
        return None
    move = _first_play(deed, position)
    if move is None or set(move.captured) != set(deed.gone):
        return None
    return move


def _begun(deed: Deed, position: GoPosition) -> Move | None:
    """A capture that the first new stone makes, though not all of its stones are off yet.

    Where only other stones are off, what they are about is something else.
    """
    move = _first_play(deed, position)
    if move is None or not move.captured:
        return None
    return move if not deed.gone or set(move.captured) & set(deed.gone) else None


def _first_play(deed: Deed, position: GoPosition) -> Move | None:
    """The legal play that the first new stone may be."""
    if not deed.came or (
        deed.came_sides and deed.came_sides[0] not in (None, position.side_to_move)
    ):
        return None
    return play_at(position, deed.came[0])


def play_at(position: Position, point: Point) -> Move | None:
    """The legal play at a point."""
    if not isinstance(position, GoPosition):
        return None
    return position.by_text(position.board.names[point])


def before_reply(deed: Deed) -> tuple[Deed, Point] | None:
    """The deed without the stone that came last, and the point of that: it may be the reply to all before it."""
    if len(deed.came) < 2 or deed.under_way is not None:
        return None
    *came, reply = deed.came
    steps = tuple(step for step in deed.steps if step.point != reply)
    set_down = [step.at_ms for step in deed.steps if step.point == reply and step.placed]
    if any(step.at_ms > max(set_down, default=0) for step in steps):
        return None
    earlier = replace(
        deed, came=tuple(came), came_sides=deed.came_sides[:-1], steps=steps, pressed=False
    )
    return earlier, reply


def may_reply(deed: Deed, offender: Side | None, point: Point) -> bool:
    """Whether the offender's opponent may lawfully have set the stone down there, taking none, once the deed is undone.

    Args:
        offender: None where the deed costs nobody the turn, so that the side on move may have played there.
    """
    position = deed.position
    if position.side_to_move == offender:  # the law takes his turn away
        position = position.play_irregular(None, None, ())
    play = play_at(position, point)
    return play is not None and not play.captured and deed.told(point) in (None, play.side)
