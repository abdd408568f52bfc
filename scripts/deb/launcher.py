#!/usr/bin/python3 -sP
"""Starts a program of the package with its libraries for this Python and this machine: /usr/bin/touchmove."""

import os
import sys

NAME = os.path.basename(sys.argv[0])
HERE = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
"""The version's own folder, not the link to it: a link that is switched must not change what runs already."""
MACHINE = getattr(sys.implementation, "_multiarch", "an unknown machine")
PYTHON = "cp" + "".join(map(str, sys.version_info[:2]))


def use_libraries() -> None:
    """Puts the folders of the package in front of the system's, which has lgpio and spidev."""
    fitting = [f"{HERE}/lib/{python}-{MACHINE}" for python in (PYTHON, "abi3")]
    if not all(map(os.path.isdir, fitting)):
        there = sorted(name for name in os.listdir(f"{HERE}/lib") if name.startswith("cp"))
        sys.exit(
            f"touchmove: this package has no libraries for {PYTHON}-{MACHINE}; it has those for "
            f"{', '.join(there)}. Install a version of Touchmove that is made for this system"
        )
    sys.path[:0] = [f"{HERE}/application", *fitting, f"{HERE}/lib/any"]


use_libraries()
if NAME == "touchmove-i2c-recover":
    from drivers.i2c_recover import main
else:
    from controller.shell.cli import main
sys.exit(main())
