"""The laws of the games, as pure values and functions.

Nothing here knows of sensors, networks or time; nothing here imports another package of ours.
`rules.game` and `rules.position` are what every game satisfies, `rules.touch` the law of touched men,
`rules.registry` finds a game by name.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def on_demand(package: str, names: Mapping[str, str]) -> Callable[[str], object]:
    """A package's `__getattr__`: its names come from these modules, loaded when a name is asked for.

    So a board has in memory the laws of the game that is played on it, and of no other.

    Args:
        names: the module of each name.
    """

    def find(name: str) -> object:
        if name not in names:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found: object = getattr(import_module(names[name]), name)
        return found

    return find
