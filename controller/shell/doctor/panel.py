"""Keys and the clock's display."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.shell.doctor.dialogue import NO, STOP, Ask, Plain, Seen, Wish
from controller.shell.doctor.findings import Finding, Level, fine
from controller.shell.doctor.rig import MS
from drivers.segments import DARK, Face

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

KEY_HZ = 1000
"""Keys are sampled faster than in play, to see them bounce."""
BOUNCES_MAX = 6
"""A good button bounces for a few milliseconds; one that bounces for longer presses twice some day."""
RELEASED_NS = 300 * MS
FACES = (Face(ms=754_000, mark=True), Face(ms=3_369_000, mark=True))
FIGURES = ("12:34", "56:09")
"""What `FACES` look like: every segment burns in one of the digits."""


class KeyTest(Plain):
    """Each key is pressed once. Implements `Dialogue`.

    Args:
        keys: names that the keys report, and where each is connected, in the order in which they are
            pressed; of one that is pressed twice the second press counts.
        bounces: how often each has bounced at worst until now.
    """

    def __init__(
        self, keys: Sequence[tuple[str, str]], bounces: Callable[[], Mapping[str, int]]
    ) -> None:
        self._names = [name for name, _ in keys]
        self._keys = dict(keys)
        self._bounces = bounces
        self._next = -1
        self._heard_ns: int | None = None
        self._stopped = False
        self._extra: list[str] = []
        self.answers: dict[str, tuple[str, ...]] = {}
        """What was reported when a key was pressed."""

    @property
    def done(self) -> bool:
        return self._stopped or self._next >= len(self._names)

    def step(self, seen: Seen, said: str | None) -> Ask | None:
        if self._next >= 0:
            self._extra += seen.pressed
            if seen.pressed and self._heard_ns is None:
                self._heard_ns = seen.at_ns
            if said == STOP:
                self._stopped = True
                return None
            waited = self._heard_ns is not None and seen.at_ns - self._heard_ns >= RELEASED_NS
            if not waited and said is None:
                return None
            self.answers[self._names[self._next]] = tuple(self._extra)
        self._extra, self._heard_ns = [], None
        self._next += 1
        if self.done:
            return None
        name = self._names[self._next]
        return Ask(
            wish=Wish.PRESS,
            text=f"Press {name}'s key once, or the lever on {name}'s side (Enter if nothing happens).",
            key=name,
        )

    def findings(self) -> Sequence[Finding]:
        return list(self._found())

    def _found(self) -> Iterator[Finding]:
        part, bounces = "keys", self._bounces()
        for name, heard in self.answers.items():
            where, worst = f"the key {name} ({self._keys[name]})", bounces.get(name, 0)
            if not heard:
                yield Finding(
                    part=part,
                    level=Level.FAULT,
                    kind="dead-key",
                    where=where,
                    text="nothing was seen when it was pressed.",
                    remedy="Check its two wires and its pin in [keys].",
                )
            elif heard[0] != name:
                yield Finding(
                    part=part,
                    level=Level.FAULT,
                    kind="swapped-keys",
                    where=where,
                    text=f"{heard[0]} was reported.",
                    remedy="Exchange the wires or the pins in [keys]; of a lever, lever_closed.",
                )
            elif len(heard) > 1 or worst > BOUNCES_MAX:
                yield Finding(
                    part=part,
                    level=Level.FAULT if len(heard) > 1 else Level.WARNING,
                    kind="bouncing-key",
                    where=where,
                    text=f"it bounced {worst} times and counted as {len(heard)} at one press.",
                    remedy="Change the button, or put 100 nF across it.",
                )
            else:
                yield fine(part, where, f"works, bounced {worst} times.")


class DisplayTest(Plain):
    """Both modules of the clock's display show figures, and the person reads them. Implements `Dialogue`.

    Args:
        modules: where each is connected.
    """

    def __init__(self, modules: tuple[str, str]) -> None:
        self._modules = modules
        self._next = -1
        self._stopped = False
        self.answers: dict[str, bool] = {}

    @property
    def done(self) -> bool:
        return self._stopped or self._next >= len(self._modules)

    @property
    def faces(self) -> tuple[Face, Face]:
        return DARK if self.done or self._next < 0 else FACES

    def step(self, seen: Seen, said: str | None) -> Ask | None:  # noqa: ARG002 - only eyes see figures
        if self._next >= 0:
            if said is None:
                return None
            if said == STOP:
                self._stopped = True
                return None
            self.answers[self._modules[self._next]] = said != NO
        self._next += 1
        if self.done:
            return None
        figures = FIGURES[self._next]
        return Ask(
            wish=Wish.READ,
            text=f"Does {self._modules[self._next]} show {figures}? (Enter: yes; n: no)",
            point=self._next,
            key=figures,
        )

    def findings(self) -> Sequence[Finding]:
        part = "display"
        return [
            fine(part, where, "shows its figures.")
            if well
            else Finding(
                part=part,
                level=Level.FAULT,
                kind="dead-display",
                where=where,
                text="its figures cannot be read.",
                remedy="Check its supply and the level shifter; swap the two modules to see which fails.",
            )
            for where, well in self.answers.items()
        ]
