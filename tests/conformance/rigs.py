"""Every rig of the modules rigs_*.py beside this one: new electronics bring a module with `RIGS`.

A module's `RIGS` says how to make each rig, by its name. Those that are `WireRig` go through the suite for I2C too.
"""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from tests.conformance.rig import Rig, WireRig

RIGS: dict[str, Callable[[], Rig]] = {}
WIRE_RIGS: dict[str, Callable[[], WireRig]] = {}

for path in sorted(Path(__file__).parent.glob("rigs_*.py")):
    found: dict[str, Callable[[], Rig]] = import_module(f"tests.conformance.{path.stem}").RIGS
    assert not RIGS.keys() & found.keys(), f"{path.name}: a name of a rig is taken already"
    RIGS |= found


def _on_wires(make: Callable[[], Rig]) -> Callable[[], WireRig] | None:
    if not isinstance(make(), WireRig):
        return None

    def typed() -> WireRig:
        rig = make()
        assert isinstance(rig, WireRig)
        return rig

    return typed


WIRE_RIGS |= {name: typed for name, make in RIGS.items() if (typed := _on_wires(make))}
