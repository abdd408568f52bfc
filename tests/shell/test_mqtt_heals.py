"""What people get wrong about the broker: the board plays on, its status names it, and it heals by itself."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from controller.shell.broker_link import MqttSettings
from tests.shell.authority import write_authority
from tests.shell.mqtt_peer import HOST
from tests.shell.supervised_kit import whole_service
from tests.shell.test_stopping import BARE

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("settings", "cause"),
    [
        (MqttSettings(host="x" * 64), "UnicodeError: encoding with 'idna' codec failed"),
        (MqttSettings(host="a..b"), "UnicodeError: encoding with 'idna' codec failed"),
        (MqttSettings(host=HOST, tls=True, ca_file="/nowhere/ca.pem"), "/nowhere/ca.pem"),
    ],
)
def test_a_broker_that_cannot_be_tried_is_a_degraded_status_and_no_more(
    settings: MqttSettings, cause: str, tmp_path: Path
) -> None:
    async def test() -> None:
        changes = BARE | {"mqtt": settings}
        async with whole_service(tmp_path, changes=changes, connected=False) as (service, whole):
            await whole.until(lambda: whole.restarts("mqtt") >= 3)
            status = service.status()
            assert status.state == "degraded"
            assert cause in str(status.cause)
            assert "[mqtt]" in str(status.next_step)
            scanner = service.scanner
            assert scanner is not None
            scans = scanner.scans.starts[-1]
            await whole.until(lambda: scanner.scans.starts[-1] > scans)
            assert service.supervisor.stopped_by is None

    asyncio.run(test())


def test_a_file_of_authorities_that_is_mended_is_taken_up(tmp_path: Path) -> None:
    file = tmp_path / "ca.pem"
    file.write_text("no certificate\n", encoding="ascii")
    # Nobody listens there: that is said once the file is one.
    settings = MqttSettings(host=HOST, port=9, tls=True, ca_file=str(file))

    async def test() -> None:
        changes = BARE | {"mqtt": settings}
        async with whole_service(tmp_path, changes=changes, connected=False) as (service, whole):
            await whole.until(lambda: whole.restarts("mqtt"))
            assert "ca.pem is no file of certificates" in str(service.status().cause)
            write_authority(file)
            link = service.link
            assert link is not None
            await whole.until(lambda: "refused" in link.words())

    asyncio.run(test())
