"""A machine becomes a board: told, done, done again without harm; and a failure at any step leaves what was there."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import pytest

from controller.shell import cli
from controller.shell.install import SERVICE, install
from controller.shell.install_files import BEGIN, CURRENT, with_block
from controller.shell.install_steps import InstallError
from controller.shell.toml_section import ConfigError
from tests.shell.install_kit import (
    BOOT,
    CONFIG,
    ROOT,
    Bookkept,
    PowerCut,
    machine,
    packaged,
    ready,
    snapshot,
    unchanged,
)

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def config(tmp_path: Path) -> Path:
    file = tmp_path / "given.toml"
    file.write_text(CONFIG)
    return file


def installed(root: Path, config: Path) -> Bookkept:
    """A machine on which the board of a configuration runs."""
    ready(root)
    pi = packaged(root, "1")
    install(pi, config)
    assert pi.books.running == "1"
    pi.books.count = 0
    return pi


def test_everything_lies_where_it_belongs(tmp_path: Path, config: Path) -> None:
    root = tmp_path / "pi"
    pi = packaged(root, "1")
    install(pi, config)
    assert (root / "etc/touchmove/board.toml").read_text() == CONFIG
    assert (root / "etc/touchmove/credentials").stat().st_mode & 0o777 == 0o700
    units = root / "etc/systemd/system"
    wants = units / "multi-user.target.wants" / SERVICE
    assert str(wants.readlink()) == f"/usr/lib/systemd/system/{SERVICE}"
    assert (units / "touchmove.service.d/10-board.conf").is_file()
    boot = root / "boot/firmware"
    assert (boot / "config.txt.before-touchmove").read_text() == BOOT
    assert "dtparam=i2c_arm=on" in (boot / "config.txt").read_text()
    assert pi.books.running is None, "the buses are there only after a restart of the machine"
    assert "Buses were switched on: restart the machine" in pi.books.said[-1]


def test_a_dry_run_tells_the_same_steps_and_does_none(tmp_path: Path, config: Path) -> None:
    root = tmp_path / "pi"
    packaged(root, "1")
    dry, wet = machine(root, dry_run=True), machine(root)
    before = snapshot(root)
    install(dry, config)
    assert snapshot(root) == before
    install(wet, config)
    told = [line.split(maxsplit=1)[1] for line in dry.books.said if line.startswith("  would")]
    done = [line.split(maxsplit=1)[1] for line in wet.books.said if line.startswith("  now")]
    assert set(done) <= set(told)
    assert set(told) - set(done) <= {line for line in told if line.startswith("make the folder")}


def test_installing_again_changes_nothing(tmp_path: Path, config: Path) -> None:
    pi = installed(tmp_path / "pi", config)
    before = snapshot(pi.root)
    install(pi, None)
    assert snapshot(pi.root) == before
    assert pi.books.commands.count(("systemctl", "restart", SERVICE)) == 1


def test_a_changed_configuration_is_installed_and_the_service_started_anew(
    tmp_path: Path, config: Path
) -> None:
    pi = installed(tmp_path / "pi", config)
    config.write_text(CONFIG + "\n# changed\n")
    install(pi, config)
    folder = pi.root / "etc/touchmove"
    assert (folder / "board.toml").read_text().endswith("# changed\n")
    assert (folder / "board.toml.before-touchmove").read_text() == CONFIG
    assert pi.books.commands.count(("systemctl", "restart", SERVICE)) == 2


@pytest.mark.parametrize("after", [False, True])
def test_a_failure_at_any_step_leaves_what_was_there(
    after: bool,  # noqa: FBT001
    tmp_path: Path,
    config: Path,
) -> None:
    def prepared(root: Path) -> Bookkept:
        ready(root)
        return packaged(root, "1")

    whole = prepared(tmp_path / "whole")
    install(whole, config)
    steps = whole.books.count
    assert steps >= 8
    for number in range(steps):
        pi = prepared(tmp_path / f"pi{number}")
        pi.books.fails_at, pi.books.after = number, after
        assert unchanged(pi.root, partial(install, pi, config)), pi.books.said
        assert pi.books.running is None, pi.books.said
        # And once the cause is gone it is done.
        pi.books.fails_at = None
        install(pi, config)
        assert pi.books.running == whole.books.running


def test_what_was_cut_off_in_the_middle_is_finished_the_next_time(
    tmp_path: Path, config: Path
) -> None:
    """The power fails: nothing is undone."""
    whole = installed(tmp_path / "whole", config)
    for number in range(machine_steps(tmp_path / "count", config)):
        ready(tmp_path / f"pi{number}")
        pi = packaged(tmp_path / f"pi{number}", "1")
        pi.books.cut_at = number
        with pytest.raises(PowerCut):
            install(pi, config)
        pi.books.cut_at = None
        install(pi, config)
        assert snapshot(pi.root) == snapshot(whole.root)
        assert pi.books.running == whole.books.running


def machine_steps(root: Path, config: Path) -> int:
    """How many steps there are."""
    ready(root)
    pi = packaged(root, "1")
    install(pi, config)
    return pi.books.count


def test_without_a_configuration_it_is_said_where_one_goes(tmp_path: Path) -> None:
    with pytest.raises(InstallError, match="--config FILE"):
        install(packaged(tmp_path / "pi", "1"), None)


def test_a_configuration_with_mistakes_installs_nothing(tmp_path: Path, config: Path) -> None:
    config.write_text('[board]\nid = "UPPER"\n')
    pi = packaged(tmp_path / "pi", "1")
    before = snapshot(pi.root)
    with pytest.raises(ConfigError):
        install(pi, config)
    assert snapshot(pi.root) == before


def test_a_secret_that_is_named_is_asked_for_and_handed_over(tmp_path: Path, config: Path) -> None:
    secret = (
        '\n[mqtt]\nembedded = false\nusername = "b"\npassword_file = "credential:mqtt-password"\n'
    )
    config.write_text(CONFIG + secret)
    ready(tmp_path / "pi")
    pi = packaged(tmp_path / "pi", "1")
    install(pi, config)
    starts = ("systemctl", "restart", SERVICE)
    assert starts not in pi.books.commands, "systemd starts nothing whose credential is missing"
    assert pi.books.said[-1] == "Then start the board: sudo systemctl restart touchmove"
    (pi.root / "etc/touchmove/credentials/mqtt-password").write_text("word")
    install(pi, None)
    assert pi.books.running == "1"
    drop_in = pi.root / "etc/systemd/system/touchmove.service.d/10-board.conf"
    line = "LoadCredential=mqtt-password:/etc/touchmove/credentials/mqtt-password"
    assert line in drop_in.read_text().splitlines()
    assert any("Write the secret mqtt-password" in line for line in pi.books.said)


def test_a_block_in_config_txt_from_before_the_package_is_replaced() -> None:
    old = '# touchmove: begin. Written by "touchmove install"; "touchmove uninstall" takes it out.'
    text = with_block(BOOT, ["a=b"])
    assert with_block(text.replace(BEGIN, old), ["a=b"]) == text


def test_an_image_is_installed_on_without_running_anything(tmp_path: Path, config: Path) -> None:
    image = tmp_path / "image"
    (image / "boot").mkdir(parents=True)
    (image / "boot/config.txt").write_text(BOOT)
    link = image / CURRENT[1:]
    link.parent.mkdir(parents=True)
    link.symlink_to("versions/1")
    root = ["--root", str(image)]
    before = snapshot(image)
    assert cli.main(["install", "--config", str(config), *root, "--dry-run"]) == 0
    assert snapshot(image) == before
    assert cli.main(["install", "--config", str(config), *root]) == 0
    assert BEGIN in (image / "boot/config.txt").read_text()


def test_a_failure_is_said_in_words(
    tmp_path: Path, config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    packaged(tmp_path / "image", "1")
    (tmp_path / "image/etc").write_text("in the way")
    code = cli.main(["install", "--config", str(config), "--root", str(tmp_path / "image")])
    assert code == 1
    said = capsys.readouterr().err
    assert "Not a directory" in said
    assert "All is as it was before" in said


def test_every_profile_gets_the_devices_it_needs_and_no_more(tmp_path: Path) -> None:
    for profile in sorted((ROOT / "hardware").glob("*.toml")):
        pi = packaged(tmp_path / profile.stem, "1")
        install(replace(pi), profile)
        drop_in = pi.root / "etc/systemd/system/touchmove.service.d/10-board.conf"
        lines = drop_in.read_text().splitlines()
        text = profile.read_text(encoding="utf-8")
        i2c = "mcp23017" in text or "ht16k33" in text
        if "[sensors]" in text and 'driver = "mcp23017"' in text:
            assert ("DeviceAllow=char-i2c rw" in lines) is i2c
            assert ("DeviceAllow=char-spi rw" in lines) is ("ws2812" in text)
            assert ("DeviceAllow=char-gpiochip rw" in lines) is ("[keys]" in text)
        assert all(line.startswith(("#", "[S", "DeviceAllow=char-", "Suppl")) for line in lines)
