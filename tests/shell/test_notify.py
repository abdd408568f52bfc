"""What systemd hears: the watchdog is fed only while the sensors are scanned and what they see is taken."""

from __future__ import annotations

import os
import socket
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.shell.notify import (
    ASK_AGAIN_NS,
    STATUS_CHARACTERS_MAX,
    STUCK_FILE,
    STUCK_NS,
    BusHelp,
    Notifier,
    Pulse,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class Heard(Notifier):
    """Keeps what systemd would hear."""

    def __init__(self) -> None:
        super().__init__("nobody")
        self.told: list[str] = []

    def _tell(self, text: str) -> None:
        self.told.append(text)


# What may happen between two looks.
EVENTS = st.lists(
    st.sets(st.sampled_from(["scan", "take", "disk fails", "disk is well"])), max_size=40
)


@given(EVENTS)
def test_each_feeding_needs_a_newer_scan_that_was_taken(looks: list[set[str]]) -> None:
    heard = Heard()
    scans, failed = 0, False
    pulse = Pulse(heard, lambda: scans - 1, lambda: failed)
    scanned = taken = False
    for happened in looks:
        if "scan" in happened:
            scans += 1
            scanned = True
        if "take" in happened:
            pulse.taken()
            taken = True
        failed = ("disk fails" in happened or failed) and "disk is well" not in happened
        before = heard.told.count("WATCHDOG=1")
        pulse.look("")
        fed = heard.told.count("WATCHDOG=1") - before
        assert fed == int(scanned and (taken or failed))
        if fed:
            scanned = taken = False
    assert heard.told.count("READY=1") == min(1, heard.told.count("WATCHDOG=1"))
    if "READY=1" in heard.told:
        assert heard.told[0] == "READY=1", "the watchdog is fed before the service is ready"


def test_the_status_is_told_when_it_changes() -> None:
    heard = Heard()
    pulse = Pulse(heard, lambda: -1, lambda: False)
    for status in ("online", "online", "degraded: /dev/i2c-1\nno-answer", "x" * 999):
        pulse.look(status)
    assert heard.told == [
        "STATUS=online",
        "STATUS=degraded: /dev/i2c-1 no-answer",
        "STATUS=" + "x" * STATUS_CHARACTERS_MAX,
    ]


@pytest.fixture(params=["path", "abstract"])
def listener(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[socket.socket, str]]:
    name = str(tmp_path / "s") if request.param == "path" else f"@touchmove-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(name.replace("@", "\0"))
        ear.setblocking(False)
        yield ear, name


def test_a_real_socket_hears(listener: tuple[socket.socket, str]) -> None:
    ear, name = listener
    notifier = Notifier.of_environment({"NOTIFY_SOCKET": name, "WATCHDOG_USEC": "3000000"})
    assert notifier.watchdog_s == 3
    notifier.ready()
    notifier.alive()
    notifier.status("online")
    notifier.stopping()
    said = [ear.recv(4096) for _ in range(4)]
    assert said == [b"READY=1", b"WATCHDOG=1", b"STATUS=online", b"STOPPING=1"]


@pytest.mark.parametrize(
    ("environment", "watchdog_s"),
    [
        ({}, None),
        ({"WATCHDOG_USEC": "3000000"}, None),  # nobody would hear
        ({"NOTIFY_SOCKET": "/x"}, None),
        ({"NOTIFY_SOCKET": "/x", "WATCHDOG_USEC": "0"}, None),
        ({"NOTIFY_SOCKET": "/x", "WATCHDOG_USEC": "soon"}, None),
        ({"NOTIFY_SOCKET": "/x", "WATCHDOG_USEC": "5", "WATCHDOG_PID": "1"}, None),
        ({"NOTIFY_SOCKET": "/x", "WATCHDOG_USEC": "500000"}, 0.5),
    ],
)
def test_what_systemd_asks_for(environment: dict[str, str], watchdog_s: float | None) -> None:
    assert Notifier.of_environment(environment).watchdog_s == watchdog_s


def test_a_socket_that_is_gone_stops_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    Notifier(str(tmp_path / "nobody")).ready()
    assert "systemd does not hear" in caplog.text
    Notifier(None).ready()
    assert len(caplog.records) == 1


@given(st.lists(st.tuples(st.integers(1, STUCK_NS), st.booleans()), max_size=30))
def test_help_is_asked_for_after_seconds_of_a_stuck_bus_and_not_too_often(
    looks: list[tuple[int, bool]],
) -> None:
    asked: list[int] = []
    at_ns = 0

    class Counted(BusHelp):
        def _ask(self) -> None:
            asked.append(at_ns)

    help_ = Counted(None)
    since: int | None = None
    for passed_ns, stuck in looks:
        at_ns += passed_ns
        since = (at_ns if since is None else since) if stuck else None
        before = len(asked)
        help_.look(at_ns, stuck=stuck)
        if len(asked) > before:
            assert since is not None
            assert at_ns - since >= STUCK_NS
    assert all(b - a >= ASK_AGAIN_NS for a, b in pairwise(asked))


def test_asking_makes_the_file_that_the_unit_waits_for(tmp_path: Path) -> None:
    help_ = BusHelp.of_environment({"RUNTIME_DIRECTORY": str(tmp_path)})
    help_.look(0, stuck=True)
    assert not (tmp_path / STUCK_FILE).exists()
    help_.look(STUCK_NS, stuck=True)
    assert (tmp_path / STUCK_FILE).exists()


def test_where_nobody_can_be_asked_the_board_goes_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for help_ in (BusHelp.of_environment({}), BusHelp(tmp_path / "gone")):
        help_.look(0, stuck=True)
        help_.look(STUCK_NS, stuck=True)
    assert len(caplog.records) == 1
