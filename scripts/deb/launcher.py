#!/usr/bin/python3 -sP
"""Starts a program of the package with its libraries for this Python and this machine: /usr/bin/touchmove."""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]
"""The version's own folder, not the link to it: a link that is switched must not change what runs already."""
MACHINE = getattr(sys.implementation, "_multiarch", "an unknown machine")
PYTHON = "cp" + "".join(map(str, sys.version_info[:2]))


def use_libraries() -> None:
    """Puts the folders of the package in front of the system's, which has lgpio and spidev."""
    fitting = [HERE / f"lib/{python}-{MACHINE}" for python in (PYTHON, "abi3")]
    if not all(folder.is_dir() for folder in fitting):
        there = sorted(folder.name for folder in HERE.glob("lib/cp*"))
        sys.exit(
            f"touchmove: this package has no libraries for {PYTHON}-{MACHINE}; it has those for "
            f"{', '.join(there)}. Install a version of Touchmove that is made for this system"
        )
    sys.path[:0] = map(str, (HERE / "application", *fitting, HERE / "lib/any"))


use_libraries()
if Path(sys.argv[0]).name == "touchmove-i2c-recover":
    from drivers.i2c_recover import main
else:
    from controller.shell.cli import main
sys.exit(main())
