"""Modules of others that what we use imports, and that a board hardly ever runs: they are loaded when something asks for them.

Our own imports stand where they are used (docs/decisions/0020-loaded-when-used.md). A library imports all that any
of its users may want, at its top: a command line, a reader of YAML, archives. Together these take 5 MB.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec, module_from_spec
from threading import RLock
from types import ModuleType
from typing import TYPE_CHECKING

from rules import on_demand

if TYPE_CHECKING:
    from collections.abc import Mapping

LATER = (
    "bz2",
    "calendar",
    "configparser",
    "csv",
    "difflib",
    "logging.config",
    "lzma",
    "shutil",
    "socketserver",
    "statistics",
    "urllib.request",
    "xml.etree.ElementTree",
    "yaml",
    "zipfile",
)
"""They are imported whole ("import yaml"): who imports a name from one ("from yaml import load") loads it."""
BARE: Mapping[str, Mapping[str, str]] = {
    # Its command line, and what that needs.
    "uvicorn": {"Config": "uvicorn.config", "Server": "uvicorn.server"},
}
"""Packages whose own module does nothing but import others; and where the names are that we want of them."""


class _Later(ModuleType):
    """A module that runs when a name is asked for that it does not have yet."""

    _waiting: RLock

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):
            raise AttributeError(name)
        with self._waiting:
            spec = self.__spec__
            if name not in self.__dict__ and spec is not None and spec.loader is not None:
                self.__spec__ = None  # asked again while it runs, it is not run again
                try:
                    spec.loader.exec_module(self)
                finally:
                    self.__spec__ = spec
                    self.__class__ = ModuleType  # type: ignore[assignment]
        if name not in self.__dict__:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        found: object = self.__dict__[name]
        return found


def put_off() -> None:
    """Lets the modules above wait. What is loaded already stays as it is."""
    for name in LATER:
        _stand_in(name)
    for name, names in BARE.items():
        spec = find_spec(name)
        if name not in sys.modules and spec is not None:
            module = module_from_spec(spec)
            module.__dict__["__getattr__"] = on_demand(name, names)
            sys.modules[name] = module


def _stand_in(name: str) -> None:
    if name in sys.modules:
        return
    spec = find_spec(name)  # imports the package that it is in
    if spec is None:
        return  # an optional library that is not here
    module = module_from_spec(spec)
    module.__class__ = _Later
    module.__dict__["_waiting"] = RLock()
    sys.modules[name] = module
    package, _, own = name.rpartition(".")
    if package:
        setattr(sys.modules[package], own, module)
