"""What the doctor and the person at the board say to each other.

A dialogue is a state machine without clock or terminal: it is given what the sensors show and what the person
has said, and says what the person should do next. So a simulated person can take part in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final, Protocol

from drivers.ports import WorldFault
from drivers.segments import DARK

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from controller.shell.doctor.findings import Finding
    from controller.shell.doctor.rig import Rig
    from drivers.ports import Colour, Scan
    from drivers.segments import Face
    from rules.terms import Point, PointSet

STOP: Final = "q"
"""The person has enough."""
NO: Final = "n"
LIT: Final[Colour] = (90, 90, 90)


class Wish(StrEnum):
    """What the person is asked for. He answers by doing it, or by a line; an empty line is Enter."""

    ARRAY = "array"
    """All men as at the start of a game; Enter when done."""
    CLEAR = "clear"
    """No man on the board; Enter when done."""
    SET = "set"
    """The one man to `point`; Enter if nothing happens."""
    LIFT = "lift"
    """The man on `point` into the hand; Enter when done."""
    BACK = "back"
    """The man in the hand back to `point`; Enter when done."""
    LOOK = "look"
    """Which lamp is lit: Enter for that of `point`, n for none, or the name of another."""
    PRESS = "press"
    """The key `key`; Enter if nothing happens."""
    READ = "read"
    """Whether the display shows `key`: Enter for yes, n for no."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """What the person is asked to do."""

    wish: Wish
    text: str
    point: Point = -1
    key: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What the board shows at one moment.

    Attributes:
        occupied, unknown: points.
        pressed: keys that went down since the moment before.
    """

    at_ns: int
    occupied: PointSet
    unknown: PointSet = 0
    pressed: Sequence[str] = ()
    scan: Scan | None = None


class Dialogue(Protocol):
    """One part of an examination in which a person takes part."""

    @property
    def done(self) -> bool: ...

    @property
    def lit(self) -> Mapping[Point, Colour]:
        """The lamps that should burn now, by point."""
        ...

    @property
    def faces(self) -> tuple[Face, Face]:
        """What the clock's display should show now."""
        ...

    def step(self, seen: Seen, said: str | None) -> Ask | None:
        """Takes what the board shows and what the person has said; says what to do next, once."""
        ...

    def findings(self) -> Sequence[Finding]: ...


class Plain:
    """A dialogue that needs neither lamps nor display."""

    @property
    def lit(self) -> Mapping[Point, Colour]:
        return {}

    @property
    def faces(self) -> tuple[Face, Face]:
        return DARK


class Person(Protocol):
    """Who stands at the board."""

    def hear(self, ask: Ask) -> None: ...

    def said(self) -> str | None:
        """The line that he has said since it was asked for last, or None."""
        ...


def converse(
    dialogue: Dialogue,
    rig: Rig,
    person: Person,
    *,
    note: Callable[[int, Scan], None] = lambda _at_ns, _scan: None,
    hz: int | None = None,
) -> WorldFault | None:
    """Leads a dialogue to its end.

    Args:
        note: hears of every scan.
        hz: scans a second; None for those of the configuration.

    Returns:
        Why the lamps could not be lit, if so.
    """
    hardware = rig.hardware
    assert hardware is not None
    lit: Mapping[Point, Colour] | None = None
    trouble = None
    for at_ns in rig.time.ticks(hz or rig.config.sensors.scan_hz):
        scan = hardware.matrix.scan(at_ns)
        note(at_ns, scan)
        seen = Seen(
            at_ns=at_ns,
            occupied=hardware.sensor_points.to_points(scan.levels),
            unknown=hardware.sensor_points.to_points(scan.unknown),
            pressed=() if hardware.keys is None else hardware.keys.pressed(at_ns),
            scan=scan,
        )
        ask = dialogue.step(seen, person.said())
        if hardware.lamps is not None and dialogue.lit != lit:
            lit = dict(dialogue.lit)
            channel = hardware.lamp_points.channel_of
            try:
                hardware.lamps.show({channel[p]: c for p, c in lit.items() if p in channel})
            except WorldFault as fault:
                trouble = fault
        if hardware.display is not None:
            hardware.display.show(dialogue.faces, at_ns)
        if dialogue.done:
            return trouble
        if ask is not None:
            person.hear(ask)
    raise AssertionError("time does not end")
