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


def test_drivers_and_service_on_a_real_kernel(tmp_path: Path) -> None:
    tests = ["tests/kernel/guest", "tests/conformance/test_i2c_bus.py"]
    check_passed(boot(pytest_command(*tests), timeout_s=TIMEOUT_S, into=tmp_path))
