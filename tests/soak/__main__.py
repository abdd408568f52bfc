"""Runs one long test by its name: `scripts/soak NAME [--seed S] [--count N]`. Without a name, lists them.

Each module of this package is one test. Its docstring says what is promised; its `soak` does the work and returns
the figures, which are printed as one line of JSON. What breaks a promise ends it with exit code 1.
"""

from __future__ import annotations

import argparse
import json
import pkgutil
import sys
import time
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

from tests import soak

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType


class Soak(Protocol):
    """What a module of this package has.

    Attributes:
        COUNT: how many are run where nothing else is said; the figure that is demanded.
    """

    COUNT: int

    def soak(self, *, seed: int, count: int) -> dict[str, object]:
        """Runs the test and returns its figures.

        Raises:
            AssertionError: a promise was broken; says which, and by which seed.
        """
        ...


def names() -> list[str]:
    """The tests by name, dashes for underscores."""
    found = (module.name for module in pkgutil.iter_modules(soak.__path__))
    return sorted(name.replace("_", "-") for name in found if not name.startswith("_"))


def module_of(name: str) -> ModuleType:
    """The module of a test."""
    return import_module(f"tests.soak.{name.replace('-', '_')}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs what the command line asks for."""
    parser = argparse.ArgumentParser(prog="scripts/soak", description="A long test of reliability.")
    parser.add_argument("name", nargs="?", choices=names(), help="which; without it, a list")
    parser.add_argument("--seed", type=int, default=1, help="the first seed (1)")
    parser.add_argument("--count", type=int, help="how many; default: the figure demanded")
    given = parser.parse_args(arguments)
    if given.name is None:
        for name in names():
            doc = module_of(name).__doc__ or ""
            sys.stdout.write(f"{name:20} {doc.splitlines()[0]}\n")
        return 0
    test = cast("Soak", module_of(given.name))
    count = test.COUNT if given.count is None else given.count
    began = time.monotonic()
    try:
        figures, code = test.soak(seed=given.seed, count=count), 0
    except AssertionError as broken:
        figures, code = {"broken": str(broken)}, 1
    seconds = round(time.monotonic() - began, 1)
    line = {"soak": given.name, "seed": given.seed, "count": count, **figures, "seconds": seconds}
    sys.stdout.write(json.dumps(line, ensure_ascii=False) + "\n")
    return code


if __name__ == "__main__":
    sys.exit(main())
