"""Contacts of a board on the pins of modelled chips."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from drivers.sim.machine import ContactCircuit

PINS: Final = {14: (*range(7), *range(8, 15)), 16: tuple(range(16))}
"""Pins of a chip by how many of them are inputs: without the eighth of each port, or all."""


class Tied(Protocol):
    """A model whose pins can be tied to something."""

    def tie(self, low: int, high: int) -> None: ...


class PinCircuit:
    """Contacts that each tie one pin. Implements `ContactCircuit`.

    Args:
        chips: in the order of their contacts.
        pins: of each chip that have contacts, in their order.
        active_low: a closed contact ties its pin to ground, and an open one lets go of it. Otherwise
            sensors drive their pins high when closed and low when open.
    """

    def __init__(self, chips: Sequence[Tied], pins: Sequence[int], *, active_low: bool) -> None:
        self._chips = chips
        self._pins = pins
        self._active_low = active_low
        self._all = sum(1 << pin for pin in pins)
        self.close_contacts(0)

    def close_contacts(self, closed: int) -> None:
        for chip in self._chips:
            tied = sum((closed >> n & 1) << pin for n, pin in enumerate(self._pins))
            closed >>= len(self._pins)
            if self._active_low:
                chip.tie(tied, 0)
            else:
                chip.tie(self._all & ~tied, tied)


class JoinedCircuits:
    """The contacts of several circuits, one after the other. Implements `ContactCircuit`.

    Args:
        parts: each with how many contacts it has.
    """

    def __init__(self, parts: Sequence[tuple[ContactCircuit, int]]) -> None:
        self._parts = parts

    def close_contacts(self, closed: int) -> None:
        for part, contacts in self._parts:
            part.close_contacts(closed & (1 << contacts) - 1)
            closed >>= contacts
