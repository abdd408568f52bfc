"""Installing: told, done, done again without harm, undone; and a failure at any step leaves what was there."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import pytest

from controller.shell import cli
from controller.shell.install import SERVICE, install, uninstall
from controller.shell.install_files import BEGIN, with_block
from controller.shell.install_steps import InstallError
from controller.shell.install_update import rollback, update
from controller.shell.toml_section import ConfigError
from tests.shell.install_kit import (
    BOOT,
    CONFIG,
    ROOT,
    Bookkept,
    PowerCut,
    machine,
    no_pause,
    snapshot,
    sources,
    unchanged,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture
def one(tmp_path: Path) -> Path:
    return sources(tmp_path / "one", "1")


@pytest.fixture
def two(tmp_path: Path) -> Path:
    return sources(tmp_path / "two", "2")


@pytest.fixture
def config(tmp_path: Path) -> Path:
    file = tmp_path / "given.toml"
    file.write_text(CONFIG)
    return file


def ready(root: Path) -> None:
    """Buses on already, as after the first restart of the machine."""
    boot = root / "boot/firmware/config.txt"
    boot.parent.mkdir(parents=True)
    boot.write_text(with_block(BOOT, ["dtparam=i2c_arm=on,i2c_arm_baudrate=400000"]))


def installed(root: Path, one: Path, config: Path) -> Bookkept:
    """A machine on which version 1 runs."""
    ready(root)
    pi = machine(root)
    install(pi, one, config)
    assert pi.books.running == "1"
    pi.books.count = 0
    return pi


def test_everything_lies_where_it_belongs(tmp_path: Path, one: Path, config: Path) -> None:
    root = tmp_path / "pi"
    pi = machine(root)
    install(pi, one, config)
    assert (root / "opt/touchmove/current/controller/program.py").is_file()
    assert (root / "usr/local/bin/touchmove").readlink().parts[:3] == ("/", "opt", "touchmove")
    assert (root / "etc/touchmove/board.toml").read_text() == CONFIG
    assert (root / "etc/touchmove/credentials").stat().st_mode & 0o777 == 0o700
    units = root / "etc/systemd/system"
    assert {"touchmove.service", "touchmove-kiosk.service"} <= {p.name for p in units.iterdir()}
    assert (units / "multi-user.target.wants" / SERVICE).is_symlink()
    boot = root / "boot/firmware"
    assert (boot / "config.txt.before-touchmove").read_text() == BOOT
    assert "dtparam=i2c_arm=on" in (boot / "config.txt").read_text()
    assert pi.books.running is None, "the buses are there only after a restart of the machine"
    assert "Buses were switched on: restart the machine" in pi.books.said[-1]


def test_a_dry_run_tells_the_same_steps_and_does_none(
    tmp_path: Path, one: Path, config: Path
) -> None:
    root = tmp_path / "pi"
    dry, wet = machine(root, dry_run=True), machine(root)
    before = snapshot(root)
    install(dry, one, config)
    assert snapshot(root) == before
    install(wet, one, config)
    told = [line.split(maxsplit=1)[1] for line in dry.books.said if line.startswith("  would")]
    done = [line.split(maxsplit=1)[1] for line in wet.books.said if line.startswith("  now")]
    assert set(done) <= set(told)
    assert set(told) - set(done) <= {line for line in told if line.startswith("make the folder")}


def test_installing_again_changes_nothing(tmp_path: Path, one: Path, config: Path) -> None:
    pi = installed(tmp_path / "pi", one, config)
    before = snapshot(pi.root)
    install(pi, one, None)
    assert snapshot(pi.root) == before
    assert pi.books.commands.count(("systemctl", "restart", SERVICE)) == 1


def test_a_changed_configuration_is_installed_and_the_service_started_anew(
    tmp_path: Path, one: Path, config: Path
) -> None:
    pi = installed(tmp_path / "pi", one, config)
    config.write_text(CONFIG + "\n# changed\n")
    install(pi, one, config)
    folder = pi.root / "etc/touchmove"
    assert (folder / "board.toml").read_text().endswith("# changed\n")
    assert (folder / "board.toml.before-touchmove").read_text() == CONFIG
    assert pi.books.commands.count(("systemctl", "restart", SERVICE)) == 2


@pytest.mark.parametrize("purge", [False, True])
def test_uninstalling_leaves_games_unless_they_are_purged(
    purge: bool,  # noqa: FBT001
    tmp_path: Path,
    one: Path,
    config: Path,
) -> None:
    pi = machine(tmp_path / "pi")
    install(pi, one, config)
    games = pi.root / "var/lib/touchmove/journal.db"
    games.parent.mkdir(parents=True)
    games.write_bytes(b"games")
    uninstall(pi, purge=purge)
    files = {name for name, each in snapshot(pi.root).items() if not isinstance(each, int)}
    kept = set() if purge else {"var/lib/touchmove/journal.db", "etc/touchmove/board.toml"}
    assert files == kept | {"boot/firmware/config.txt"}
    assert (pi.root / "boot/firmware/config.txt").read_text() == BOOT
    uninstall(pi, purge=purge)
    assert pi.books.running is None


ACTS: dict[str, Callable[[Bookkept, Path, Path, Path], None]] = {
    "install": lambda pi, one, _, config: install(pi, one, config),
    "update": lambda pi, _, two, __: update(pi, two, now=True),
    "uninstall": lambda pi, *_: uninstall(pi, purge=True),
    "rollback": lambda pi, *_: rollback(pi, now=True),
}


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("name", ACTS)
def test_a_failure_at_any_step_leaves_what_was_there(  # noqa: PLR0917 - fixtures
    name: str,
    after: bool,  # noqa: FBT001
    tmp_path: Path,
    one: Path,
    two: Path,
    config: Path,
) -> None:
    def prepared(root: Path) -> Bookkept:
        if name == "install":
            ready(root)
            return machine(root)
        pi = installed(root, one, config)
        if name == "rollback":
            update(pi, two, now=True)
            pi.books.count = 0
        return pi

    whole = prepared(tmp_path / "whole")
    ACTS[name](whole, one, two, config)
    steps = whole.books.count
    assert steps >= 8
    for number in range(steps):
        pi = prepared(tmp_path / f"pi{number}")
        running = pi.books.running
        pi.books.fails_at, pi.books.after = number, after
        assert unchanged(pi.root, partial(ACTS[name], pi, one, two, config)), pi.books.said
        assert pi.books.running == running, pi.books.said
        # And once the cause is gone it is done.
        pi.books.fails_at = None
        ACTS[name](pi, one, two, config)
        assert pi.books.running == whole.books.running


@pytest.mark.parametrize("name", ["install", "uninstall"])
def test_what_was_cut_off_in_the_middle_is_finished_the_next_time(
    name: str, tmp_path: Path, one: Path, config: Path
) -> None:
    """The power fails: nothing is undone."""

    def prepared(root: Path) -> Bookkept:
        if name == "uninstall":
            return installed(root, one, config)
        ready(root)
        return machine(root)

    whole = prepared(tmp_path / "whole")
    ACTS[name](whole, one, one, config)
    for number in range(whole.books.count):
        pi = prepared(tmp_path / f"pi{number}")
        pi.books.cut_at = number
        with pytest.raises(PowerCut):
            ACTS[name](pi, one, one, config)
        pi.books.cut_at = None
        ACTS[name](pi, one, one, config)
        assert snapshot(pi.root) == snapshot(whole.root)
        assert pi.books.running == whole.books.running


def test_another_version_takes_over_and_back(
    tmp_path: Path, one: Path, two: Path, config: Path
) -> None:
    pi = installed(tmp_path / "pi", one, config)
    update(pi, two, pause=no_pause)
    assert (pi.books.running, pi.current()) == ("2", "2")
    rollback(pi, pause=no_pause)
    assert (pi.books.running, pi.current()) == ("1", "1")
    rollback(pi, pause=no_pause)
    assert (pi.books.running, pi.current()) == ("2", "2")
    rollback(pi, "1", pause=no_pause)
    assert pi.books.running == "1"


def test_a_version_that_is_never_ready_is_taken_back(
    tmp_path: Path, one: Path, two: Path, config: Path
) -> None:
    pi = installed(tmp_path / "pi", one, config)
    pi.books.broken.add("2")
    assert unchanged(pi.root, lambda: update(pi, two, now=True))
    assert pi.books.running == "1"


@pytest.mark.parametrize("back", [False, True])
def test_a_version_that_cannot_read_the_journal_is_not_started(
    back: bool,  # noqa: FBT001
    tmp_path: Path,
    one: Path,
    two: Path,
    config: Path,
) -> None:
    pi = installed(tmp_path / "pi", one, config)
    if back:
        update(pi, two, now=True)
    running = pi.books.running
    pi.books.refuses.add("1" if back else "2")
    starts = pi.books.commands.count(("systemctl", "restart", SERVICE))
    act = (lambda: rollback(pi, now=True)) if back else (lambda: update(pi, two, now=True))
    assert unchanged(pi.root, act)
    assert pi.books.running == running
    assert pi.books.commands.count(("systemctl", "restart", SERVICE)) == starts


@pytest.mark.parametrize(
    ("act", "text"),
    [
        (lambda pi, one, two, config: update(pi, two), "touchmove install"),
        (lambda pi, one, two, config: rollback(pi), "no version is installed"),
        (lambda pi, one, two, config: install(pi, one, None), "--config FILE"),
        (lambda pi, one, two, config: install(pi, config.parent, config), "no sources of Touch"),
    ],
)
def test_what_cannot_be_is_said(  # noqa: PLR0917 - fixtures
    act: Callable[[Bookkept, Path, Path, Path], None],
    text: str,
    tmp_path: Path,
    one: Path,
    two: Path,
    config: Path,
) -> None:
    with pytest.raises(InstallError, match=text):
        act(machine(tmp_path / "pi"), one, two, config)


def test_versions_that_are_there(tmp_path: Path, one: Path, two: Path, config: Path) -> None:
    pi = installed(tmp_path / "pi", one, config)
    with pytest.raises(InstallError, match="touchmove update"):
        install(pi, two, config)
    with pytest.raises(InstallError, match=r"\.\./x is no version"):
        rollback(pi, "../x")
    (one / "controller/program.py").write_text("other\n")
    with pytest.raises(InstallError, match=r"another 1 \(controller/program.py differs\)"):
        install(pi, one, config)


def test_a_configuration_with_mistakes_installs_nothing(
    tmp_path: Path, one: Path, config: Path
) -> None:
    config.write_text('[board]\nid = "UPPER"\n')
    pi = machine(tmp_path / "pi")
    before = snapshot(pi.root)
    with pytest.raises(ConfigError):
        install(pi, one, config)
    assert snapshot(pi.root) == before


def test_a_secret_that_is_named_is_asked_for_and_handed_over(
    tmp_path: Path, one: Path, config: Path
) -> None:
    secret = (
        '\n[mqtt]\nembedded = false\nusername = "b"\npassword_file = "credential:mqtt-password"\n'
    )
    config.write_text(CONFIG + secret)
    ready(tmp_path / "pi")
    pi = machine(tmp_path / "pi")
    install(pi, one, config)
    starts = ("systemctl", "restart", SERVICE)
    assert starts not in pi.books.commands, "systemd starts nothing whose credential is missing"
    assert pi.books.said[-1] == "Then start the board: sudo systemctl restart touchmove"
    (pi.root / "etc/touchmove/credentials/mqtt-password").write_text("word")
    install(pi, one, None)
    assert pi.books.running == "1"
    drop_in = pi.root / "etc/systemd/system/touchmove.service.d/10-board.conf"
    line = "LoadCredential=mqtt-password:/etc/touchmove/credentials/mqtt-password"
    assert line in drop_in.read_text().splitlines()
    assert any("Write the secret mqtt-password" in line for line in pi.books.said)


def test_an_image_is_installed_on_without_running_anything(tmp_path: Path, config: Path) -> None:
    (tmp_path / "image/boot").mkdir(parents=True)
    (tmp_path / "image/boot/config.txt").write_text(BOOT)
    root = ["--root", str(tmp_path / "image")]
    before = snapshot(tmp_path / "image")
    assert cli.main(["install", "--config", str(config), *root, "--dry-run"]) == 0
    assert snapshot(tmp_path / "image") == before
    assert cli.main(["install", "--config", str(config), *root]) == 0
    assert BEGIN in (tmp_path / "image/boot/config.txt").read_text()
    assert (tmp_path / "image/opt/touchmove/current/controller/shell/cli.py").is_file()
    assert cli.main(["uninstall", "--purge", *root]) == 0
    left = {n for n, each in snapshot(tmp_path / "image").items() if not isinstance(each, int)}
    assert left == {"boot/config.txt"}


def test_a_failure_is_said_in_words(
    tmp_path: Path, config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "image").mkdir()
    (tmp_path / "image/opt").write_text("in the way")
    code = cli.main(["install", "--config", str(config), "--root", str(tmp_path / "image")])
    assert code == 1
    said = capsys.readouterr().err
    assert "Not a directory" in said
    assert "All is as it was before" in said


def test_every_profile_gets_the_devices_it_needs_and_no_more(tmp_path: Path, one: Path) -> None:
    for profile in sorted((ROOT / "hardware").glob("*.toml")):
        pi = machine(tmp_path / profile.stem)
        install(replace(pi), one, profile)
        drop_in = pi.root / "etc/systemd/system/touchmove.service.d/10-board.conf"
        lines = drop_in.read_text().splitlines()
        text = profile.read_text(encoding="utf-8")
        i2c = "mcp23017" in text or "ht16k33" in text
        if "[sensors]" in text and 'driver = "mcp23017"' in text:
            assert ("DeviceAllow=char-i2c rw" in lines) is i2c
            assert ("DeviceAllow=char-spi rw" in lines) is ("ws2812" in text)
            assert ("DeviceAllow=char-gpiochip rw" in lines) is ("[keys]" in text)
        assert all(line.startswith(("#", "[S", "DeviceAllow=char-", "Suppl")) for line in lines)
