"""The short form of `scripts/soak hostile-input`."""

import pytest

from tests.soak.hostile_input import soak


@pytest.mark.needs("mosquitto")
def test_hostile_input_changes_nothing_that_it_may_not() -> None:
    figures = soak(seed=1, count=4000)
    assert (figures["uncaught"], figures["unauthorised"], figures["retained_obeyed"]) == (0, 0, 0)
    for kind in ("envelope", "packet", "session", "service", "configuration", "trace"):
        assert figures[f"{kind}_taken"], kind
        assert figures[f"{kind}_refused"], kind
