"""What the computer says of itself, and the broker at the door."""

from __future__ import annotations

import contextlib
import socket
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.journal.store import Journal
from controller.shell.config_types import MqttConfig
from controller.shell.doctor import system
from controller.shell.doctor.broker import REFUSALS, Login, connect_packet, examine_broker
from controller.shell.doctor.findings import Level
from controller.shell.doctor.system import PiSystem, SimSystem

if TYPE_CHECKING:
    from collections.abc import Callable


def put(root: Path, name: str, text: str) -> None:
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_text(text)


@pytest.mark.parametrize(
    ("number", "alarm", "level", "text"),
    [
        ("0x0\n", "0", Level.OK, "never too low"),
        ("50005\n", "0", Level.FAULT, "too low now"),
        ("50000\n", None, Level.WARNING, "has been too low"),
        ("0\n", "1", Level.FAULT, "too low now"),
        (None, "1", Level.FAULT, "too low now"),
        (None, "0", Level.OK, "never too low"),
        (None, None, Level.OK, "does not say"),
        ("what\n", None, Level.OK, "does not say"),
    ],
)
def test_supply(
    tmp_path: Path, number: str | None, alarm: str | None, level: Level, text: str
) -> None:
    if number is not None:
        put(tmp_path, system.THROTTLED, number)
    if alarm is not None:
        put(tmp_path, f"{system.ALARMS}/hwmon1/in0_lcrit_alarm", alarm)
    [finding] = system.supply(PiSystem(tmp_path))
    assert finding.level is level
    assert text in finding.text


@given(st.floats(-20, 110))
def test_warmth(now_c: float) -> None:
    [finding] = system.temperature(SimSystem(warmth_c=now_c))
    wanted = Level.FAULT if now_c >= 80 else Level.WARNING if now_c >= 70 else Level.OK
    assert finding.level is wanted


def test_the_computers_own_words(tmp_path: Path) -> None:
    ours = PiSystem(tmp_path)
    assert ours.temperature_c() is None
    assert not ours.synchronised()
    put(tmp_path, system.ZONE, "48312\n")
    put(tmp_path, system.SYNCHRONISED, "")
    assert ours.temperature_c() == pytest.approx(48.312)
    assert ours.synchronised()
    [set_] = system.wall_clock(ours)
    assert set_.level is Level.OK


class Disk(SimSystem):
    """A disk with so much room and so slow."""

    def __init__(self, free_mb: float, fsync_ms: float) -> None:
        super().__init__()
        self._free_mb = free_mb
        self._fsync_ms = fsync_ms

    def free_mb(self, folder: Path) -> float:
        return self._free_mb

    def fsync_ms(self, folder: Path) -> float:
        return self._fsync_ms


@pytest.mark.parametrize(
    ("free_mb", "fsync_ms", "found"),
    [
        (5000, 10, [("ok", Level.OK)]),
        (100, 10, [("disk-full", Level.WARNING)]),
        (10, 10, [("disk-full", Level.FAULT)]),
        (5000, 300, [("disk-slow", Level.WARNING)]),
        (10, 3000, [("disk-full", Level.FAULT), ("disk-slow", Level.FAULT)]),
    ],
)
def test_disk(free_mb: float, fsync_ms: float, found: list[tuple[str, Level]]) -> None:
    findings = system.disk(Disk(free_mb, fsync_ms), Path("journal"))
    assert [(finding.kind, finding.level) for finding in findings] == found


def test_a_real_disk(tmp_path: Path) -> None:
    assert all("folder" not in f.where for f in system.disk(PiSystem(), tmp_path))
    [missing] = system.disk(PiSystem(), tmp_path / "nowhere")
    assert (missing.kind, missing.level) == ("disk-not-writable", Level.WARNING)
    assert "when it starts for the first time" in missing.remedy
    (tmp_path / "file").touch()
    [shut] = system.disk(PiSystem(), tmp_path / "file")
    assert (shut.kind, shut.level) == ("disk-not-writable", Level.FAULT)
    assert "sudo" in shut.remedy
    (tmp_path / "file").unlink()
    assert not list(tmp_path.iterdir())


def test_a_service_that_runs_is_told(tmp_path: Path) -> None:
    assert not list(system.service(tmp_path))
    with contextlib.closing(Journal.open(tmp_path, "board-1")):
        [finding] = system.service(tmp_path)
        assert (finding.kind, finding.level) == ("service-runs", Level.WARNING)
    assert not list(system.service(tmp_path))


# The broker


def config(port: int, **changes: object) -> MqttConfig:
    plain: dict[str, object] = {
        "embedded": False,
        "host": "127.0.0.1",
        "port": port,
        "username": None,
        "password_file": None,
        "tls": False,
        "ca_file": None,
        "discovery": None,
    }
    return MqttConfig(**{**plain, **changes})  # type: ignore[arg-type]


def knocked(answer: Callable[[socket.socket], None], **changes: object) -> str:
    """The kind of finding at a listener that answers so."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(10)
        wanted = config(listener.getsockname()[1], **changes)

        def serve() -> None:
            line, _ = listener.accept()
            with line:
                line.settimeout(10)
                line.recv(1000)
                answer(line)

        thread = threading.Thread(target=serve)
        thread.start()
        [finding] = examine_broker(wanted, timeout_s=5)
        thread.join()
    assert finding.level is (Level.OK if finding.kind == "ok" else Level.FAULT)
    return finding.kind


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (b"\x20\x02\x00\x00", "ok"),
        *((bytes([0x20, 2, 0, code]), "broker-refuses") for code in (*REFUSALS, 77)),
        (b"HTTP/1.1 400 Bad Request", "no-broker"),
        (b"", "broker-refuses"),
    ],
)
def test_what_the_broker_answers(answer: bytes, kind: str) -> None:
    assert knocked(lambda line: line.sendall(answer)) == kind


def test_a_broker_that_speaks_no_tls() -> None:
    assert knocked(lambda line: line.sendall(b"\x20\x02\x00\x00"), tls=True) == "broker-tls"


def test_nobody_listens() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    [finding] = examine_broker(config(port))
    assert finding.kind == "broker-away"
    assert "Connection refused" in finding.text


def test_the_embedded_broker_is_the_services_own() -> None:
    [finding] = examine_broker(config(1883, embedded=True))
    assert finding.level is Level.OK


def test_a_password_that_cannot_be_read(tmp_path: Path) -> None:
    wanted = config(1883, username="board", password_file=tmp_path / "gone")
    [finding] = examine_broker(wanted)
    assert finding.kind == "no-password"


@given(st.text(max_size=200), st.none() | st.text(max_size=200))
def test_the_packet_holds_what_it_says(username: str, password: str | None) -> None:
    login = Login(host="h", port=1, tls=False, username=username, password=password)
    packet = connect_packet(login)
    assert packet[0] == 0x10
    length, at = 0, 1
    while True:
        length |= (packet[at] & 0x7F) << 7 * (at - 1)
        at += 1
        if not packet[at - 1] & 0x80:
            break
    assert len(packet) - at == length
    assert packet[at : at + 7] == b"\x00\x04MQTT\x04"
    assert username.encode() in packet
    assert password is None or packet.endswith(password.encode())
