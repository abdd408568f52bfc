"""The contacts of a simulated board: what closes them, how they bounce, how they break."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from drivers.sim.noise import Noise

_MS: Final = 1_000_000


@dataclass(slots=True)
class _Contact:
    """It should be closed when a man of its pole or a flicker reaches it and nothing dips it.

    Attributes:
        turn: counts changes of `closed`; bounces of an earlier turn are void.
        stuck: the level of a broken contact, or None for a sound one.
    """

    men: int = 0
    flickers: int = 0
    dips: int = 0
    closed: bool = False
    turn: int = 0
    stuck: bool | None = None


class Contacts:
    """One or two contacts a point, by number.

    Args:
        points: how many points there are.
        poles: contacts a point: those of point n are numbered from `poles` times n.
        noise: how much they bounce.
        schedule: has something done at a time: time, what, its arguments without the time.
        seed: of everything drawn by chance.

    Attributes:
        levels: the closed ones as they read now, bounces included; bit n for contact n.
        noise: how much they bounce from now on.
    """

    def __init__(
        self,
        points: int,
        poles: Literal[1, 2],
        noise: Noise,
        schedule: Callable[[int, Callable[..., None], tuple[Any, ...]], None],
        seed: int,
    ) -> None:
        self._poles = poles
        self.noise = noise
        self._schedule = schedule
        self._seed = seed
        self._all = [_Contact() for _ in range(poles * points)]
        self._coupled: dict[int, list[int]] = {}
        self.levels = 0

    def clear(self) -> None:
        """Nothing acts on any contact. Follow it with `settle`."""
        for contact in self._all:
            contact.men = contact.flickers = contact.dips = 0

    def settle(self, at_ns: int) -> None:
        """Brings every contact at once to where it should be, without a bounce."""
        for number, contact in enumerate(self._all):
            self.judge(number, at_ns, bounces=False)
            self._set(number, contact.closed)  # a bounce may have been cut short

    def add(self, number: int, men: int) -> None:
        """So many more men reach a contact (or fewer). Follow it with `judge`."""
        self._all[number].men += men

    def disturb(self, number: int, what: str, change: int, at_ns: int) -> None:
        """Something (`dips` or `flickers`) begins or ends."""
        contact = self._all[number]
        setattr(contact, what, max(0, getattr(contact, what) + change))
        self.judge(number, at_ns)

    def stick(self, number: int, level: bool | None, at_ns: int) -> None:  # noqa: FBT001 - a level
        """Breaks a contact so that it always reads this level; None mends it."""
        self._all[number].stuck = level
        self.judge(number, at_ns)

    def couple(self, source: int, target: int, at_ns: int) -> None:
        """From now on the target is also closed while the source is."""
        self._coupled.setdefault(source, []).append(target)
        self.judge(target, at_ns)

    def uncouple(self, at_ns: int) -> None:
        """No contact closes another any more."""
        targets = {target for each in self._coupled.values() for target in each}
        self._coupled.clear()
        for target in targets:
            self.judge(target, at_ns)

    def dipped(self) -> Iterator[int]:
        """The contacts that are kept from closing."""
        return (number for number, contact in enumerate(self._all) if contact.dips)

    def broken(self) -> Mapping[int, bool]:
        """The contacts that are stuck, and at which level."""
        return {n: each.stuck for n, each in enumerate(self._all) if each.stuck is not None}

    @property
    def coupled(self) -> Mapping[int, Sequence[int]]:
        """The contacts that close others, and which."""
        return self._coupled

    def judge(self, number: int, at_ns: int, *, bounces: bool = True) -> None:
        """Opens or closes a contact as what acts on it now wants."""
        contact = self._all[number]
        closed = contact.stuck
        if closed is None:
            closed = (contact.men > 0 and not contact.dips) or contact.flickers > 0
            closed = closed or any(
                self._all[source].closed
                for source, targets in self._coupled.items()
                if number in targets
            )
        if closed == contact.closed:
            return
        contact.closed = closed
        contact.turn += 1
        self._set(number, closed)
        if bounces and self.noise.bounces and contact.stuck is None:
            self._bounce(number, contact, at_ns)
        for target in self._coupled.get(number, ()):
            self.judge(target, at_ns, bounces=bounces)

    def _bounce(self, number: int, contact: _Contact, at_ns: int) -> None:
        dice = dice_of(self._seed, at_ns, number // self._poles, 2)
        flips = 2 * dice.randint(0, self.noise.bounces)
        window_ns = int(self.noise.bounce_ms * _MS)
        times = sorted(at_ns + dice.randint(1, window_ns) for _ in range(flips))
        level = contact.closed
        for when_ns in times:
            level = not level
            self._schedule(when_ns, self._rattle, (number, level, contact.turn))

    def _rattle(self, number: int, level: bool, turn: int, at_ns: int) -> None:  # noqa: ARG002, FBT001 - all acts have a time
        if self._all[number].turn == turn:
            self._set(number, level)

    def _set(self, number: int, level: bool) -> None:  # noqa: FBT001 - a level
        if level:
            self.levels |= 1 << number
        else:
            self.levels &= ~(1 << number)


def dice_of(seed: int, at_ns: int, point: int, purpose: int) -> random.Random:
    """Chance that depends on what happens where and when, and not on who looks how often.

    Args:
        purpose: 0 to 3; what is drawn for one purpose does not depend on what is drawn for another.
    """
    key = ((seed * 1_000_003 + at_ns) * 1009 + point) * 4 + purpose
    return random.Random(key)  # noqa: S311 - a simulation
