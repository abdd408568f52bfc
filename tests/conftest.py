"""What all tests share: reproducible Hypothesis runs, and programs that some tests need."""

import os
import shutil

import pytest
from hypothesis import settings

# The same examples on every run and every machine: a red test is a bug, never bad luck. No deadline
# for one example, because a busy machine is not a bug either.
settings.register_profile("touchmove", derandomize=True, deadline=None, database=None)
settings.load_profile("touchmove")

# Debian keeps mosquitto where only root looks.
SEARCHED = os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/sbin"])


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skips tests marked `needs("program")` where it is not installed; in CI that is a failure."""
    for marker in item.iter_markers("needs"):
        missing = [name for name in marker.args if shutil.which(name, path=SEARCHED) is None]
        if missing and os.environ.get("CI") == "true":
            pytest.fail(f"{', '.join(missing)} must be installed in CI", pytrace=False)
        if missing:
            pytest.skip(f"{', '.join(missing)} not installed")
