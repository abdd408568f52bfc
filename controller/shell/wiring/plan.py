"""What a wiring drawing shows, before anything is placed on paper."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from controller.shell.wiring.header import V33, pin_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@dataclass(frozen=True, slots=True, kw_only=True)
class Leg:
    """One leg of a chip.

    Attributes:
        pin: its number; empty on modules.
        name: as the data sheet has it.
        to: what it is connected to: a point, a pin of another chip; empty for nothing.
    """

    name: str
    to: str
    pin: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """A chip or a module.

    Attributes:
        title: what it is, and its address or number.
        note: how its address is set, or the like.
        legs: those that are told one by one.
        columns: of legs, side by side.
        tone: the colour of its points on the map; None where it has none.
    """

    title: str
    note: str = ""
    legs: tuple[Leg, ...] = ()
    columns: int = 2
    tone: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rail:
    """A line that all boxes of a group share.

    Attributes:
        net: what it carries: "SDA", "3.3 V".
        source: where it comes from: "pin 3".
        legs: what it goes to: "SDA (13)".
    """

    net: str
    source: str
    legs: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Crossings:
    """Rows and columns, with a switch where they cross.

    Attributes:
        rows, columns: what each is connected to.
        points: of each row, from the first column on.
        diodes: whether each switch has one.
        guards: the last row and column have diodes only.
    """

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    points: tuple[tuple[str, ...], ...]
    diodes: bool
    guards: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Boxes that share lines.

    Attributes:
        chained: each box hands data on to the next: from which leg to which.
        crossings: rows and columns in place of boxes, or beside them.
        notes: what else to know of them.
    """

    title: str
    rails: tuple[Rail, ...] = ()
    boxes: tuple[Box, ...] = ()
    chained: str = ""
    crossings: Crossings | None = None
    notes: tuple[str, ...] = ()


@dataclass(slots=True, kw_only=True)
class Plan:
    """Everything on one sheet.

    Attributes:
        header: by pin of the Pi's header, what is connected.
        tones: of each point's place, the chip that watches it.
        regulator: 3.3 V comes from a regulator of its own instead of the Pi's pins.
        path: places in the order of the lamps, where they are a chain; empty for none.
    """

    title: str
    subtitle: str
    regulator: bool = False
    header: dict[int, str] = field(default_factory=dict)
    groups: list[Group] = field(default_factory=list)
    tones: Mapping[tuple[int, int], int] = field(default_factory=dict)
    path: Sequence[tuple[int, int]] = ()

    def use(self, gpio: int, what: str) -> str:
        """Notes what a GPIO line is connected to; its pin in words."""
        pin = pin_of(gpio)
        before = self.header.get(pin)
        if before is None:
            self.header[pin] = what
        elif what not in before.split(", "):
            self.header[pin] = f"{before}, {what}"
        return f"pin {pin}"

    def v33(self) -> str:
        """Where the chips' 3.3 V come from."""
        return "own regulator" if self.regulator else self.power(1, V33)

    def power(self, pin: int, what: str) -> str:
        """Notes what a supply pin is connected to; the pin in words."""
        self.header.setdefault(pin, what)
        return f"pin {pin}"
