"""The broker's configuration as delivered, on a real Mosquitto: each role can do what it may, and no more."""

from __future__ import annotations

import asyncio
import contextlib
import json
import shutil
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from tests.conftest import SEARCHED
from tests.end_to_end.programs import ROOT, free_port

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

pytestmark = pytest.mark.needs("mosquitto", "mosquitto_sub", "mosquitto_pub", "openssl")

DELIVERED = ROOT / "systemd" / "mosquitto"
BASE = "touchmove/v1/board-1/"
PASSWORD = "word"
TOLD = {"status", "game", "position", "clock", "lamps", "health", "record", "event/move"}
ASKED = {f"command/{role}/resign" for role in ("white", "black", "arbiter", "operator")}
REPLIES = {f"reply/{role}" for role in ("white", "black", "arbiter", "operator")}
PUBLIC = "public/record"
TOPICS = sorted({PUBLIC} | TOLD | ASKED | REPLIES | {"other", "event/move/deeper", "command/white"})
PLAYERS = TOLD - {"position", "health", "event/move"}


@dataclass(frozen=True)
class May:
    reads: frozenset[str]
    writes: frozenset[str]


def may(reads: set[str], writes: set[str]) -> May:
    return May(frozenset(reads), frozenset(writes))


ROLES = {
    "board-1": may(ASKED | {"status"}, {PUBLIC} | TOLD | REPLIES),
    "board-1-white": may(PLAYERS | {"reply/white"}, {"command/white/resign"}),
    "board-1-black": may(PLAYERS | {"reply/black"}, {"command/black/resign"}),
    "arbiter": may(TOLD | {"reply/arbiter"}, {"command/arbiter/resign"}),
    "operator": may(
        TOLD - {"position", "event/move"} | {"reply/operator"}, {"command/operator/resign"}
    ),
    "display": may(TOLD - {"position", "event/move", "health", "lamps"}, set()),
    "broadcast": may(TOLD, {PUBLIC}),
    "public": may({PUBLIC}, set()),
}
WITNESS = "witness"
"""Of the test's own: may read and write everything, and sees what got through."""
HALL = "hall-1"
"""The bridge's account at the club's broker."""


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("certificates")
    subprocess.run(
        ["sh", DELIVERED / "certificates.sh", folder, "localhost", "127.0.0.1"], check=True
    )
    return folder


@dataclass
class Broker:
    port: int
    authority: Path

    def client(self, program: str, user: str, *more: str) -> list[str]:
        where = ["-h", "127.0.0.1", "-p", str(self.port), "--cafile", str(self.authority)]
        return [program, *where, "-u", user, "-P", PASSWORD, "-i", f"{program}-{user}", *more]

    async def publish(self, user: str, lines: dict[str, str]) -> None:
        """One message for each topic."""
        for topic, text in lines.items():
            process = await asyncio.create_subprocess_exec(
                *self.client("mosquitto_pub", user, "-q", "1", "-t", BASE + topic, "-m", text)
            )
            assert await process.wait() == 0

    @contextlib.asynccontextmanager
    async def hearing(self, user: str) -> AsyncIterator[asyncio.StreamReader]:
        """What a user hears who asks for everything."""
        process = await asyncio.create_subprocess_exec(
            *("stdbuf", "-oL"),  # or it keeps what it says of its subscription to itself
            *self.client("mosquitto_sub", user, "-q", "1", "-t", "touchmove/#", "-d"),
            *("-F", '{"topic":"%t","text":"%p"}'),
            stdout=asyncio.subprocess.PIPE,
        )
        assert process.stdout is not None
        try:
            async with asyncio.timeout(60):
                while b"Subscribed" not in await process.stdout.readline():
                    assert process.returncode is None
            yield process.stdout
        finally:
            process.kill()
            await process.wait()


async def heard(stream: asyncio.StreamReader, last: str) -> set[tuple[str, str]]:
    """Topic and text of what comes, up to a text."""
    found: set[tuple[str, str]] = set()
    async with asyncio.timeout(60):
        while not any(text == last for _, text in found):
            line = await stream.readline()
            assert line, "the client has ended"
            if line.startswith(b"{"):
                said = json.loads(line)
                found.add((said["topic"].removeprefix(BASE), said["text"]))
    return {each for each in found if each[1] != last}


@contextlib.asynccontextmanager
async def broker(
    folder: Path, certificates: Path, *, config: str = "", access: str = ""
) -> AsyncIterator[Broker]:
    """Mosquitto with the files as delivered, but for folders, port, and a witness.

    Args:
        config, access: more of both.
    """
    port = free_port()
    more = config
    config = (DELIVERED / "touchmove.conf").read_text(encoding="utf-8")
    config = config.replace("listener 8883", f"listener {port} 127.0.0.1")
    config = config.replace("/etc/mosquitto/certs", str(certificates))
    config = config.replace("/etc/mosquitto/", f"{folder}/")
    (folder / "mosquitto.conf").write_text(
        f"{config}\n{more}\nuser root\npersistence true\npersistence_location {folder}/\nlog_dest stderr\n"
    )
    access += "\n" + (DELIVERED / "touchmove.acl").read_text(encoding="utf-8")
    # A line that ends what one user may hear.
    access += "".join(f"\nuser {role}\ntopic read {BASE}end\n" for role in ROLES)
    (folder / "touchmove.acl").write_text(f"{access}\nuser {WITNESS}\ntopic readwrite #\n")
    passwords = folder / "touchmove.passwords"
    passwords.write_text("".join(f"{user}:{PASSWORD}\n" for user in [*ROLES, WITNESS, HALL]))
    for file in (passwords, folder / "touchmove.acl"):
        file.chmod(0o600)
    hashing = await asyncio.create_subprocess_exec("mosquitto_passwd", "-U", passwords)
    assert await hashing.wait() == 0
    program = shutil.which("mosquitto", path=SEARCHED)
    assert program is not None
    process = await asyncio.create_subprocess_exec(
        program, "-c", str(folder / "mosquitto.conf"), stderr=asyncio.subprocess.PIPE
    )
    assert process.stderr is not None
    try:
        said = b""
        async with asyncio.timeout(60):
            while b" running" not in said:
                line = await process.stderr.readline()
                assert line, said.decode()
                said += line
        yield Broker(port, certificates / "touchmove-ca.crt")
    finally:
        process.kill()
        await process.wait()


def test_each_role_writes_what_it_may_and_no_more(tmp_path: Path, certificates: Path) -> None:
    async def test() -> None:
        async with (
            broker(tmp_path, certificates) as hall,
            hall.hearing(WITNESS) as stream,
        ):
            await asyncio.gather(
                *(hall.publish(role, dict.fromkeys(TOPICS, role)) for role in ROLES)
            )
            await hall.publish(WITNESS, {"end": "end"})
            got_through = await heard(stream, "end")
        for role, rights in ROLES.items():
            assert {topic for topic, who in got_through if who == role} == rights.writes, role

    asyncio.run(test())


def test_each_role_reads_what_it_may_and_no_more(tmp_path: Path, certificates: Path) -> None:
    async def test() -> None:
        async with broker(tmp_path, certificates) as hall, contextlib.AsyncExitStack() as stack:
            ears = {role: await stack.enter_async_context(hall.hearing(role)) for role in ROLES}
            await hall.publish(WITNESS, dict.fromkeys(TOPICS, "told"))
            await hall.publish(WITNESS, {"end": "end"})
            for role, rights in ROLES.items():
                topics = {topic for topic, _ in await heard(ears[role], "end")}
                assert topics == rights.reads, role

    asyncio.run(test())


def test_a_bridge_tells_the_club_what_boards_tell_and_no_more(
    tmp_path: Path, certificates: Path
) -> None:
    delivered = (DELIVERED / "bridge.conf.example").read_text(encoding="utf-8")
    for name in ("club", "hall"):
        (tmp_path / name).mkdir()
    rights = f"user {HALL}\ntopic readwrite touchmove/v1/#\n"

    async def test() -> set[tuple[str, str]]:
        async with broker(tmp_path / "club", certificates, access=rights) as club:
            bridge = delivered.replace("broker.example.org:8883", f"localhost:{club.port}")
            bridge = bridge.replace("/etc/mosquitto/certs/club-ca.crt", str(club.authority))
            bridge = bridge.replace("CHANGE-ME", PASSWORD)
            bridge += f"topic {BASE}end out 1\n"
            async with (
                club.hearing(WITNESS) as stream,
                broker(tmp_path / "hall", certificates, config=bridge) as hall,
            ):
                await hall.publish(WITNESS, dict.fromkeys(TOPICS, "told"))
                await hall.publish(WITNESS, {"end": "end"})
                return await heard(stream, "end")

    assert {topic for topic, _ in asyncio.run(test())} == TOLD


@pytest.mark.parametrize(
    "wrong", [["-u", "arbiter", "-P", "other"], ["-u", "nobody", "-P", PASSWORD], []]
)
def test_nobody_comes_in_without_name_and_password(
    wrong: list[str], tmp_path: Path, certificates: Path
) -> None:
    async def test() -> int:
        async with broker(tmp_path, certificates) as hall:
            client = hall.client("mosquitto_pub", "", "-t", BASE + "status", "-m", "x")
            at = client.index("-u")
            process = await asyncio.create_subprocess_exec(
                *client[:at], *wrong, *client[at + 4 :], stderr=asyncio.subprocess.DEVNULL
            )
            return await process.wait()

    assert asyncio.run(test()) == 5, "connection refused: not authorised"


def test_nobody_comes_in_in_the_clear_or_with_another_authority(
    tmp_path: Path, certificates: Path
) -> None:
    other = tmp_path / "other"
    subprocess.run(["sh", DELIVERED / "certificates.sh", other, "localhost"], check=True)

    async def test() -> list[int]:
        codes = []
        async with broker(tmp_path, certificates) as hall:
            right = hall.client("mosquitto_pub", "arbiter", "-t", BASE + "x", "-m", "x")
            ca = right.index("--cafile")
            for client in (
                right,
                [*right[:ca], *right[ca + 2 :]],
                [*right[: ca + 1], str(other / "touchmove-ca.crt"), *right[ca + 2 :]],
            ):
                process = await asyncio.create_subprocess_exec(
                    *client, stderr=asyncio.subprocess.DEVNULL
                )
                codes.append(await process.wait())
        return codes

    right, clear, stranger = asyncio.run(test())
    assert right == 0
    assert clear != 0
    assert stranger != 0
