"""What each scene looks like on the lamps of a board, and when (docs/lamps.md).

A scene has a colour, and a pattern in time for lamps that have one colour only. There the pattern says what hands
are to do: nothing (steady), bring a man here (slow), take it away (fast), see to this man (double).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final

from controller.core.inputs import LampKind
from drivers.edge_lamps import turns

if TYPE_CHECKING:
    from collections.abc import Mapping

    from controller.core.inputs import Lamps as Picture
    from drivers.ports import Colour
    from rules.terms import Point

SLOT_NS: Final = 100_000_000
"""How long a lamp stays as it is at least: patterns ask for ten pictures a second at most."""
TURN_SLOTS: Final = 20
"""How long edge lamps show one group of points before the next: every pattern once, or some times over."""


class Pattern(Enum):
    """When a lamp is lit: slots of `SLOT_NS`, over and over. All begin lit, at the same moment.

    No pattern flashes more than three times in any second (WCAG 2.2, success criterion 2.3.1).
    """

    STEADY = "#"
    SLOW = "##########.........."
    FAST = "##..."
    DOUBLE = "##.##..............."
    WINK = "##################.."

    def lit(self, at_ns: int) -> bool:
        """Whether a lamp is lit at a moment."""
        slots = self.value
        return slots[at_ns // SLOT_NS % len(slots)] == "#"


@dataclass(frozen=True, slots=True, kw_only=True)
class Appearance:
    """What a scene looks like.

    Attributes:
        colour: at full brightness.
        pattern: of lamps that show the colour.
        alone: the pattern where it must tell without the colour.
    """

    colour: Colour
    pattern: Pattern
    alone: Pattern


def _look(colour: Colour, pattern: Pattern, alone: Pattern) -> Appearance:
    return Appearance(colour=colour, pattern=pattern, alone=alone)


APPEARANCES: Final[Mapping[LampKind, Appearance]] = {
    LampKind.END: _look((0, 60, 30), Pattern.STEADY, Pattern.WINK),
    LampKind.FLAG: _look((255, 0, 0), Pattern.SLOW, Pattern.FAST),
    LampKind.LAST_MOVE: _look((70, 50, 0), Pattern.STEADY, Pattern.STEADY),
    LampKind.MAY_GO: _look((0, 255, 110), Pattern.STEADY, Pattern.SLOW),
    LampKind.MUST_MOVE: _look((0, 40, 255), Pattern.STEADY, Pattern.DOUBLE),
    LampKind.MUST_CAPTURE: _look((255, 60, 0), Pattern.WINK, Pattern.FAST),
    LampKind.PROMOTION: _look((255, 0, 120), Pattern.DOUBLE, Pattern.DOUBLE),
    LampKind.CROWNING: _look((255, 0, 120), Pattern.DOUBLE, Pattern.DOUBLE),
    LampKind.REMOVE: _look((255, 110, 0), Pattern.FAST, Pattern.FAST),
    LampKind.DEAD: _look((60, 60, 90), Pattern.WINK, Pattern.WINK),
    LampKind.MISSING: _look((0, 110, 255), Pattern.STEADY, Pattern.SLOW),
    LampKind.EXTRA: _look((255, 0, 0), Pattern.SLOW, Pattern.FAST),
    LampKind.QUESTION: _look((120, 0, 255), Pattern.DOUBLE, Pattern.DOUBLE),
}
"""Colours have the hues of the kiosk. Those that may stand beside each other with one pattern, and ask for different
things, are far apart for protan, deutan and tritan eyes too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Abilities:
    """What the lamps of a board can show.

    Attributes:
        colours: they have several; False also for people who tell by the pattern rather than by the colour.
        places: column and row of each point, where lamps stand along the edges only; else None.
    """

    colours: bool = True
    places: Mapping[Point, tuple[int, int]] | None = None


def picture(scenes: Picture, at_ns: int, abilities: Abilities) -> dict[Point, Colour]:
    """The colours of the points that are lit at a moment."""
    places = abilities.places
    if places is not None:
        scenes = _in_turn(scenes, at_ns, places)
    shown = {}
    for point, kind in scenes.items():
        look = APPEARANCES[kind]
        pattern = look.pattern if abilities.colours else look.alone
        if pattern.lit(at_ns):
            shown[point] = look.colour
    return shown


def _in_turn(scenes: Picture, at_ns: int, places: Mapping[Point, tuple[int, int]]) -> Picture:
    """What edge lamps can say without ambiguity: the most urgent scene, and of its points those whose turn it is.

    Two points in different rows and columns would light two columns and two rows, and so feign two more
    points. People read one place after the other with ease: the last move shows where it came from, then where
    it went.
    """
    urgent = max(scenes.values(), key=_URGENCY.__getitem__, default=None)
    points = {places[point]: point for point, kind in scenes.items() if kind is urgent}
    if urgent is None or not points:
        return {}
    groups = turns(points)
    group = groups[at_ns // (TURN_SLOTS * SLOT_NS) % len(groups)]
    return {points[place]: urgent for place in group}


_URGENCY: Final[Mapping[LampKind, int]] = {kind: rank for rank, kind in enumerate(LampKind)}
