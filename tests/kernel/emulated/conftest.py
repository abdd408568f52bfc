"""The tests here run on the emulated machine only: scripts/emulated.sh starts them there."""

import os
from collections.abc import Iterator

import pytest

from tests.kernel.emulated.lines import Lines

collect_ignore_glob = [] if "TOUCHMOVE_EMULATED" in os.environ else ["test_*"]


@pytest.fixture(scope="session")
def chip() -> Iterator[Lines]:
    made = Lines()
    yield made
    made.remove()


@pytest.fixture
def lines(chip: Lines) -> Lines:
    """The lines of gpiochip0, all let go of from outside."""
    chip.let_go()
    return chip
