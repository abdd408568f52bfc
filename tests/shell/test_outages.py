"""The short form of `scripts/soak broker-outages`."""

import pytest

from tests.soak.broker_outages import soak


@pytest.mark.needs("mosquitto")
def test_a_consumers_record_is_the_journal_however_the_broker_fares() -> None:
    figures = soak(seed=1, count=3)
    assert figures["lost"] == 0
    assert figures["wiped"]
    assert figures["acknowledgements_lost"]
    assert figures["slow"]
