"""The units as delivered: systemd finds no fault in them, and the service is shut in."""

from __future__ import annotations

import re
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from controller.shell.install_files import (
    DROP_IN,
    ENABLED,
    SERVICES,
    Needs,
    drop_in,
)
from controller.shell.notify import STUCK_FILE
from scripts.deb import build
from tests.end_to_end.programs import ROOT

if TYPE_CHECKING:
    from pathlib import Path

SYSTEMD = ROOT / "systemd"
NOTHING = Needs(i2c=(), spi=(), strip=False, gpio=False, serial=(), secrets=())
EVERYTHING = Needs(
    i2c=("/dev/i2c-1",),
    spi=("/dev/spidev0.0",),
    strip=True,
    gpio=True,
    serial=("/dev/ttyUSB0", "/dev/ttyACM1", "/dev/serial/by-id/board"),
    secrets=("mqtt-password", "token-arbiter"),
)
EXPOSURE_MAX = {
    "touchmove-hub.service": 1.5,
    "touchmove.service": 1.5,
    "touchmove-i2c-recover.service": 2.0,  # root, to take a device from its driver
}


@pytest.fixture(params=[NOTHING, EVERYTHING], ids=["no-device", "every-device"])
def units(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The units in a folder, with programs that are there, and the drop-in of a board."""
    folder = tmp_path / "units"
    folder.mkdir()
    for name in SERVICES:
        text = (SYSTEMD / name).read_text(encoding="utf-8")
        # What they start is not installed on the machine of the tests.
        text = re.sub(r"/usr/lib/touchmove/current/bin/[\w-]+", "/bin/true", text)
        (folder / name).write_text(text)
    part = folder / f"{SERVICES[0]}.d"
    part.mkdir()
    (part / DROP_IN.rpartition("/")[2]).write_text(drop_in(request.param))
    return folder


@pytest.mark.needs("systemd-analyze")
def test_systemd_finds_no_fault_in_the_units(units: Path) -> None:
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *(units / name for name in SERVICES)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    ours = [line for line in done.stderr.splitlines() if "touchmove" in line]
    assert (done.returncode, ours) == (0, [])


@pytest.mark.needs("systemd-analyze")
@pytest.mark.parametrize("name", EXPOSURE_MAX)
def test_what_a_service_could_reach_is_little(name: str, units: Path) -> None:
    done = subprocess.run(
        [
            *("systemd-analyze", "security", "--offline=true", "--no-pager"),
            f"--threshold={int(EXPOSURE_MAX[name] * 10)}",
            units / name,
        ],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    overall = re.search(r"Overall exposure level for \S+: ([\d.]+)", done.stdout)
    assert overall is not None, done.stderr
    assert float(overall[1]) <= EXPOSURE_MAX[name], done.stdout
    assert done.returncode == 0


@pytest.mark.needs("systemd-analyze")
def test_a_fault_would_be_found(units: Path) -> None:
    """The test above is no blind eye."""
    unit = units / SERVICES[0]
    unit.write_text(unit.read_text().replace("Type=notify", "Type=notfy"))
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", unit],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "notfy" in done.stderr


@pytest.mark.needs("systemd-sysusers", "systemd-tmpfiles")
def test_users_and_folders_are_made_on_an_empty_machine(tmp_path: Path) -> None:
    """In a root folder of its own; making folders for other users needs root."""
    (tmp_path / "etc").mkdir()
    for name, command in {
        "sysusers.conf": ["systemd-sysusers"],
        "tmpfiles.conf": ["systemd-tmpfiles", "--create"],
    }.items():
        target = tmp_path / build.PLACES[f"systemd/{name}"]
        target.parent.mkdir(parents=True)
        shutil.copy(SYSTEMD / name, target)
        done = subprocess.run(
            [*command, f"--root={tmp_path}", target.name],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        denied = "Operation not permitted" in done.stderr or "Permission denied" in done.stderr
        assert done.returncode == 0 or denied, done.stderr
    users = (tmp_path / "etc/passwd").read_text()
    groups = (tmp_path / "etc/group").read_text()
    assert re.search(r"^touchmove:.*:/var/lib/touchmove:/usr/sbin/nologin$", users, re.MULTILINE)
    assert {"i2c", "spi", "gpio", "touchmove"} <= set(re.findall(r"^(\w+):", groups, re.MULTILINE))


def test_the_file_that_asks_for_help_is_the_one_that_is_waited_for() -> None:
    path = (SYSTEMD / "touchmove-i2c-recover.path").read_text(encoding="utf-8")
    recover = (SYSTEMD / "touchmove-i2c-recover.service").read_text(encoding="utf-8")
    service = (SYSTEMD / "touchmove.service").read_text(encoding="utf-8")
    assert "RuntimeDirectory=touchmove\n" in service
    assert f"PathExists=/run/touchmove/{STUCK_FILE}\n" in path
    assert f"rm -f /run/touchmove/{STUCK_FILE}\n" in recover


@pytest.mark.parametrize("name", ENABLED)
def test_what_is_enabled_says_where(name: str) -> None:
    text = (SYSTEMD / name).read_text(encoding="utf-8")
    assert "[Install]\nWantedBy=multi-user.target\n" in text


@pytest.mark.parametrize("name", ["kiosk.sh", "mosquitto/certificates.sh"])
def test_scripts_are_shell(name: str) -> None:
    assert subprocess.run(["sh", "-n", SYSTEMD / name], check=False).returncode == 0


@pytest.mark.parametrize("browser", ["chromium", "chromium-browser"])
def test_the_kiosk_starts_whichever_browser_there_is(browser: str, tmp_path: Path) -> None:
    for name in ("cage", browser):
        (tmp_path / name).write_text('#!/bin/sh\necho "$0 $*"\n')
        (tmp_path / name).chmod(0o755)
    done = kiosk(tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"{tmp_path}/cage -s -- {browser} --kiosk --app=http://page/ ")
    assert f" --user-data-dir={tmp_path}/browser " in done.stdout


def test_the_kiosk_says_what_is_missing(tmp_path: Path) -> None:
    done = kiosk(tmp_path)
    assert done.returncode == 1
    assert "sudo apt-get install cage chromium" in done.stderr


def kiosk(folder: Path) -> subprocess.CompletedProcess[str]:
    """The kiosk's script where nothing but the programs in a folder can be found."""
    return subprocess.run(
        ["/bin/sh", SYSTEMD / "kiosk.sh"],
        env={"PATH": str(folder), "HOME": str(folder), "TOUCHMOVE_PAGE": "http://page/"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
