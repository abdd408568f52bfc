"""The service opens the devices that its drop-in allows and whose group it has, and no other."""

from __future__ import annotations

import re

import pytest

from tests.end_to_end.programs import ROOT
from tests.end_to_end.systemd_rig import UNITS, guest, why_not

UNIT = (ROOT / "systemd/touchmove.service").read_text(encoding="utf-8")
USERS = (ROOT / "systemd/sysusers.conf").read_text(encoding="utf-8")
ALLOWED = "DeviceAllow=char-misc rw\n"
GROUP = "SupplementaryGroups=i2c\n"
CASES = {"nothing": "", "group": GROUP, "allowed": ALLOWED, "both": GROUP + ALLOWED}


def unit(name: str, more: str) -> str:
    """The service's own unit, with a program that only tries to open a device."""
    tries = (
        f"/bin/sh -c 'if (: </run/fake-i2c) 2>/dev/null; then echo {name} opens it; else true; fi'"
    )
    text = re.sub(r"(?m)^ExecStart=.*$", f"ExecStart={tries}", UNIT)
    text = re.sub(r"(?m)^(Restart|NotifyAccess|WatchdogSec)=.*\n", "", text)
    text = text.replace("Type=notify", "Type=oneshot\nStandardOutput=append:/run/said")
    return text.replace("[Install]", f"{more}[Install]")


def test_a_device_needs_both_its_group_and_the_permission() -> None:
    """Under PrivateUsers= too, where the groups of devices have no names."""
    reason = why_not()
    if reason is not None:
        pytest.skip(reason)
    files = "".join(
        f"cat >{UNITS}/try-{name}.service <<'END'\n{unit(name, more)}END\n"
        for name, more in CASES.items()
    )
    users = f"mkdir -p /etc/sysusers.d\ncat >/etc/sysusers.d/touchmove.conf <<'END'\n{USERS}END\n"
    # A device of a kind that every kernel has (fuse, 10:229), in the place of a bus.
    device = "mknod -m 660 /run/fake-i2c c 10 229\nchgrp i2c /run/fake-i2c\n"
    with guest(f"{users}systemd-sysusers\n{device}{files}") as machine:
        for name in CASES:
            machine.run("systemctl", "start", f"try-{name}.service")
        assert machine.at("/run/said").read_text() == "both opens it\n"
