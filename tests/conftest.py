"""What all tests share: reproducible Hypothesis runs, and programs that some tests need."""

import gc
import os
import shutil

import pytest
from hypothesis import settings

from tests.oracles import client
from tests.samples import FULL, thinned

# The same examples on every run and every machine: a red test is a bug, never bad luck. No deadline
# for one example, because a busy machine is not a bug either.
settings.register_profile("touchmove", derandomize=True, deadline=None, database=None)
settings.load_profile("touchmove")

# Looking for cycles after every 700 objects takes an eighth of the time of a run.
gc.set_threshold(100_000)

# Debian keeps mosquitto where only root looks, and fairy-stockfish among the games.
SEARCHED = os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/sbin", "/usr/games"])

AXE = "axe-core"
"""scripts/browser.sh fetches it."""


def is_there(need: str) -> bool:
    """Whether a program ("mosquitto"), a library to compare with ("oracle:pyffish") or axe-core is there."""
    if need == AXE:
        return (client.ROOT / ".browser" / "axe.min.js").is_file()
    kind, _, name = need.rpartition(":")
    if kind == "oracle":
        # The stamp is written last, so an environment that is half made does not count.
        return (client.ROOT / ".oracles" / name / "touchmove-oracle").is_file()
    return shutil.which(need, path=SEARCHED) is not None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Takes a sample of each long table of combinations, but for a full run."""
    if not FULL:
        items[:], left_out = thinned(items)
        config.hook.pytest_deselected(items=left_out)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skips tests marked `needs("program")` where it is not installed; in CI that is a failure."""
    for marker in item.iter_markers("needs"):
        missing = [need for need in marker.args if not is_there(need)]
        if missing and os.environ.get("CI") == "true":
            pytest.fail(f"{', '.join(missing)} must be installed in CI", pytrace=False)
        if missing:
            oracles = any(need.startswith("oracle:") for need in missing)
            advice = ": scripts/oracles.sh makes it" if oracles else ""
            advice = ": scripts/browser.sh fetches it" if AXE in missing else advice
            pytest.skip(f"{', '.join(missing)} not installed{advice}")
