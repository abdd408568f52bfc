"""What waits for a word, and losses that are due: in the state, in the topics, and among the hub's alerts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.shell.hub.tables import Tables
from controller.shell.topics import Retained
from tests.shell.table import Table
from tests.shell.test_hub_log import shown

ILLEGAL = "h0- 500 h1+ 4000"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path / "journal").play("xiangqi")
    yield made
    assert made.journal is not None
    made.journal.close()


def position(table: Table) -> dict[str, Any]:
    packets = Retained(table.service).changed()
    found: dict[str, Any] = next(
        json.loads(p.payload) for p in packets if p.topic.endswith("/position")
    )
    return found


def alerts(table: Table) -> list[str]:
    packet = next(p for p in Retained(table.service).changed() if p.topic.endswith("/position"))
    tables = Tables(["b1"])
    tables.heard(packet.topic, packet.payload)
    return [alert["kind"] for alert in shown(tables.by_board["b1"])["alerts"]]


@pytest.mark.law("XQ-4.1.6")
@pytest.mark.parametrize("killed", [False, True])
def test_a_loss_that_is_offered_waits_for_the_arbiter(table: Table, *, killed: bool) -> None:
    table.hands(f"{ILLEGAL} h1- 500 h0+ 2000")
    if killed:
        table.kill()
    (charge,) = table.service.view().charges
    assert (charge.law, charge.charge, charge.who) == ("XQ-4.1.6", "loss", ["arbiter"])
    assert [each["id"] for each in position(table)["charges"]] == [charge.id]
    assert alerts(table) == ["claim"]
    assert not table.order("demand-correction", role="black", id=charge.id).accepted
    assert table.order("accept-irregularity", id=charge.id).accepted
    assert (position(table)["charges"], alerts(table)) == ([], [])


@pytest.mark.law("XQ-9.2")
def test_a_loss_that_is_due_is_told_the_arbiter_until_it_is_given(table: Table) -> None:
    for _ in range(3):
        assert table.order("penalty", side="red", kind="disturbing").accepted
    (due,) = position(table)["losses_due"]
    assert (due["side"], due["law"], due["count"]) == ("red", "XQ-9.2", 3)
    assert alerts(table) == ["claim"]
    assert table.order("penalty", side="red", kind="loss").accepted
    assert (position(table)["losses_due"], alerts(table)) == ([], [])
