"""The tests in guest/ and the conformance suites, in user-mode Linux: smbus2 on a real kernel."""

from pathlib import Path

import pytest

from tests.kernel.uml import Booted, boot, needs, pytest_command

TIMEOUT_S = 300
"""Several times what it takes on a busy machine."""

pytestmark = [pytest.mark.needs(*needs()), pytest.mark.slow]


def check_passed(booted: Booted) -> None:
    """Shows what the guest has said where something is wrong."""
    assert booted.status == 0, f"{booted.console}\n{booted.output}"


def test_the_exit_status_and_what_was_said_come_out(tmp_path: Path) -> None:
    booted = boot(["sh", "-c", "uname -s; exit 3"], timeout_s=TIMEOUT_S, into=tmp_path)
    assert (booted.status, booted.output) == (3, "Linux\n")


def test_a_guest_that_hangs_is_killed(tmp_path: Path) -> None:
    booted = boot(["sleep", "1000"], timeout_s=0.5, into=tmp_path)
    assert booted.status is None
    assert booted.console.endswith("killed after 0.5 s")


def test_drivers_and_service_on_a_real_kernel(tmp_path: Path) -> None:
    tests = ["tests/kernel/guest", "tests/conformance/test_i2c_bus.py"]
    check_passed(boot(pytest_command(*tests), timeout_s=TIMEOUT_S, into=tmp_path))
