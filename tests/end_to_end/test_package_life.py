"""The package under apt and a real systemd, in a clean root of Debian, with a game under way all the time."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.end_to_end.packages import (
    APT_S,
    CONFIG,
    HOME,
    PREPARE,
    SERVICE,
    VERSION,
    Pi,
    installed,
    machine,
)
from tests.end_to_end.systemd_rig import UNITS

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = [pytest.mark.slow, pytest.mark.needs("dpkg-deb", "dpkg-scanpackages")]

HUB = "touchmove-hub.service"
HUB_CONFIG = f"""\
[hub]
boards = ["board-1"]
folder = "/var/lib/touchmove/hub"
[kiosk]
port = 8090
[roles.tokens]
arbiter = "sha256:{"0" * 64}"
"""


@pytest.fixture(scope="module")
def pi() -> Iterator[Pi]:
    """A machine for tests that leave it as they found it, but for moves that were made."""
    with installed() as found:
        yield found


def is_well(pi: Pi, version: str, ply: int) -> None:
    """A version is installed, runs, and has the game where it was."""
    assert pi.status() == f"ii {version}"
    assert pi.show(SERVICE, "ActiveState") == "active"
    assert pi.version == version
    assert pi.ply == ply


def other(pi: Pi) -> str:
    """The sound version that does not run."""
    return "2" if pi.version == VERSION else VERSION


def test_a_game_survives_upgrade_and_downgrade(pi: Pi) -> None:
    for _ in range(2):
        pi.play()
        version, ply = other(pi), pi.ply
        pi.apt("install", f"touchmove={version}")
        is_well(pi, version, ply)
        (kept,) = pi.at(f"{HOME}/versions").iterdir()
        assert kept.name == pi.at(f"{HOME}/current").readlink().name


def test_the_same_version_again_disturbs_nobody(pi: Pi) -> None:
    pid, ply, version = pi.main_pid, pi.ply, pi.version
    pi.apt("install", "--reinstall", f"touchmove={version}")
    is_well(pi, version, ply)
    assert pi.main_pid == pid


@pytest.mark.parametrize("bad", ["3", "4"])
def test_a_version_that_cannot_go_on_is_taken_back(pi: Pi, bad: str) -> None:
    """Its service does not start (3), or it is no program at all (4)."""
    ply, pid, version = pi.ply, pi.main_pid, pi.version
    said = pi.apt("install", f"touchmove={bad}", check=False)
    assert f"sudo apt install --allow-downgrades touchmove={version}" in said
    assert pi.status() == f"iF {bad}"
    assert (pi.version, pi.ply) == (version, ply)
    if bad == "4":
        assert pi.main_pid == pid, "what does not start was not tried on the board"
    # The machine starts with the version of before, whose files are whole.
    pi.run("systemctl", "restart", SERVICE)
    assert (pi.version, pi.ply) == (version, ply)
    pi.apt("install", f"touchmove={version}")
    is_well(pi, version, ply)


def test_what_dpkg_cannot_unpack_disturbs_nobody(pi: Pi) -> None:
    """It calls the scripts that take an upgrade back (Debian Policy, 6.6)."""
    ply, pid, version = pi.ply, pi.main_pid, pi.version
    assert "pre-installation script subprocess returned error" in pi.apt(
        "install", "touchmove=5", check=False
    )
    is_well(pi, version, ply)
    assert pi.main_pid == pid


def test_a_version_that_cannot_read_the_journal_is_not_started(pi: Pi) -> None:
    """A version whose journals have another format has written it."""
    ply, pid, version, wanted = pi.ply, pi.main_pid, pi.version, other(pi)
    change = "import sqlite3; sqlite3.connect('/var/lib/touchmove/journal.db').execute('PRAGMA user_version = {}')"
    pi.run("python3", "-c", change.format(3))
    said = pi.apt("install", f"touchmove={wanted}", check=False)
    assert "its format is 3; this program reads formats 1 and 2" in said
    assert (pi.version, pi.main_pid, pi.ply) == (version, pid, ply)
    pi.run("python3", "-c", change.format(1))
    pi.run("dpkg", "--configure", "touchmove", patience_s=APT_S)
    is_well(pi, wanted, ply)


def test_an_upgrade_waits_for_the_end_of_a_move(pi: Pi) -> None:
    ply, version, wanted = pi.ply, pi.version, other(pi)
    # What takes long is done before a hand is on the board.
    pi.run(
        "dpkg", "--unpack", f"/srv/packages/variants/touchmove_{wanted}_all.deb", patience_s=APT_S
    )
    _, target = pi.lift()
    with pi.beside("dpkg", "--configure", "touchmove") as dpkg:
        dpkg.until("until the move is made")
        assert pi.version == version
        pi.place(target)
        dpkg.ended()
    is_well(pi, wanted, ply + 1)


def test_removed_games_and_configuration_stay_and_go_on_with_the_next(pi: Pi) -> None:
    ply, wanted = pi.ply, other(pi)
    pi.apt("remove", "touchmove")
    assert pi.status().startswith("rc")
    assert pi.show(SERVICE, "ActiveState") == "inactive"
    assert not pi.at(HOME).exists()
    assert pi.at("/etc/touchmove/board.toml").read_text() == CONFIG
    pi.apt("install", f"touchmove={wanted}")
    is_well(pi, wanted, ply)


def test_power_that_fails_after_unpacking_leaves_the_version_that_ran(pi: Pi) -> None:
    ply, version, wanted = pi.ply, pi.version, other(pi)
    pi.run(
        "dpkg", "--unpack", f"/srv/packages/variants/touchmove_{wanted}_all.deb", patience_s=APT_S
    )
    restarts = int(pi.show(SERVICE, "NRestarts"))
    pi.signal("KILL")
    pi.until(SERVICE, "NRestarts", str(restarts + 1))
    pi.until(SERVICE, "ActiveState", "active")
    assert (pi.version, pi.ply) == (version, ply)
    pi.run("dpkg", "--configure", "-a", patience_s=APT_S)
    is_well(pi, wanted, ply)


def test_the_hub_comes_with_the_same_package(pi: Pi) -> None:
    pi.at("/etc/touchmove/hub.toml").write_text(HUB_CONFIG)
    pi.run("systemctl", "enable", "--now", HUB)
    ply, wanted = pi.ply, other(pi)
    pi.apt("install", f"touchmove={wanted}")
    is_well(pi, wanted, ply)
    assert pi.show(HUB, "ActiveState") == "active"
    assert pi.version_of(HUB) == wanted
    # What keeps the hub from going on keeps the whole version out.
    pi.at("/etc/touchmove/hub.toml").write_text(HUB_CONFIG.replace("boards", "bords"))
    said = pi.apt("install", f"touchmove={other(pi)}", check=False)
    assert "hub.bords" in said
    assert {pi.version, pi.version_of(HUB)} == {wanted}
    pi.run("systemctl", "disable", "--now", HUB)
    pi.apt("install", f"touchmove={wanted}")


def test_purged_nothing_is_left_but_the_games() -> None:
    with installed() as pi:
        pi.play()
        said = pi.apt("purge", "touchmove")
        assert "the games stay in /var/lib/touchmove" in said
        assert pi.at("/var/lib/touchmove/journal.db").exists()
        for path in ("/etc/touchmove", HOME, "/usr/bin/touchmove", "/usr/share/doc/touchmove"):
            assert not pi.at(path).exists(), path
        left = {path.name for path in pi.at(UNITS).rglob("*") if "touchmove" in str(path)}
        assert left == {
            "touchmove-test.target", f"{SERVICE}.d", "99-test.conf", "touchmove-i2c-recover.service.d",
        }  # fmt: skip
        assert pi.show(SERVICE, "LoadState") in {"not-found", "loaded"}
        # Who thinks better of it has the games again.
        pi.apt("install", f"touchmove={VERSION}")
        assert pi.status() == f"ii {VERSION}"


BEFORE = f"""
dpkg-deb -x /srv/packages/variants/touchmove_{VERSION}_all.deb /tmp/x
mkdir -p /opt/touchmove/0.0.9/.venv/bin /usr/local/bin
mv /tmp/x/usr/lib/touchmove/package /opt/touchmove/0.0.9/all
ln -s 0.0.9 /opt/touchmove/current
printf '#!/bin/sh\\nexec /opt/touchmove/0.0.9/all/bin/touchmove "$@"\\n' >/opt/touchmove/0.0.9/.venv/bin/touchmove
chmod +x /opt/touchmove/0.0.9/.venv/bin/touchmove
ln -s /opt/touchmove/current/.venv/bin/touchmove /usr/local/bin/touchmove
for unit in {SERVICE} touchmove-i2c-recover.path touchmove-i2c-recover.service touchmove-kiosk.service; do
    sed 's#/usr/lib/touchmove/current/bin#/opt/touchmove/current/.venv/bin#; s#/usr/lib/touchmove/#/opt/touchmove/#;
        s#/usr/share/doc/touchmove#/opt/touchmove/current#' /tmp/x/usr/lib/systemd/system/$unit >{UNITS}/$unit
done
mkdir -p {UNITS}/multi-user.target.wants /etc/sysusers.d /etc/tmpfiles.d /etc/udev/rules.d
ln -s {UNITS}/{SERVICE} {UNITS}/multi-user.target.wants/{SERVICE}
cp /tmp/x/usr/lib/sysusers.d/touchmove.conf /etc/sysusers.d/
cp /tmp/x/usr/lib/tmpfiles.d/touchmove.conf /etc/tmpfiles.d/
cp /tmp/x/usr/lib/udev/rules.d/70-touchmove.rules /etc/udev/rules.d/
systemd-sysusers /etc/sysusers.d/touchmove.conf >/dev/null 2>&1
systemd-tmpfiles --create /etc/tmpfiles.d/touchmove.conf >/dev/null 2>&1
cp /srv/board.toml /etc/touchmove/
cat >{UNITS}/{SERVICE}.d/10-board.conf <<'END'
[Service]
LoadCredential=mqtt-password:/etc/touchmove/credentials/mqtt-password
LoadCredential=token-arbiter:/etc/touchmove/credentials/token-arbiter
END
rm -r /tmp/x
"""
"""A machine as `touchmove install` has made it before there was a package."""


def test_a_machine_from_before_the_package_goes_on_with_its_game() -> None:
    with machine(prepare=PREPARE + BEFORE) as pi:
        pi.run("systemctl", "start", SERVICE)
        pi.play()
        pi.apt("install", f"touchmove={VERSION}")
        is_well(pi, VERSION, 1)
        pi.play()
        for path in (
            "/opt/touchmove",
            "/usr/local/bin/touchmove",
            f"{UNITS}/{SERVICE}",
            "/etc/sysusers.d/touchmove.conf",
        ):
            assert not pi.at(path).exists(), path
        assert pi.run("systemctl", "is-enabled", SERVICE).strip() == "enabled"
        assert re.search(r"FragmentPath=/(usr/)?lib/", pi.run("systemctl", "show", SERVICE))


def test_on_trixie_too(request: pytest.FixtureRequest) -> None:
    """With its Python, and the whole package as it is delivered."""
    with machine("trixie") as pi:
        pi.apt("install", f"/srv/packages/touchmove_{VERSION}_all.deb")
        pi.run("touchmove", "install", "--config", "/srv/board.toml")
        pi.play()
        assert pi.ply == 1
        pi.until(SERVICE, "StatusText", "online")
        sheet = (
            "touchmove",
            "sheet",
            "last",
            "--journal",
            "/var/lib/touchmove",
            "--out",
            "/tmp/sheet.pdf",
        )
        pi.run(*sheet)
        assert pi.at("/tmp/sheet.pdf").read_bytes().startswith(b"%PDF")
