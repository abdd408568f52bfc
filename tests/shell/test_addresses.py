"""How other machines reach this one, what is said of it, and the tokens of roles."""

from __future__ import annotations

import asyncio
import socket
from typing import TYPE_CHECKING

import httpx
import pytest

from controller.shell import addresses, cli
from controller.shell.addresses import code_lines, code_svg, machine_names, origins, told_addresses
from controller.shell.roles import hash_token
from controller.shell.web.app import make_app
from controller.shell.web.security import Tokens
from controller.shell.web.server import serve
from tests.shell.fake_desk import FakeDesk

if TYPE_CHECKING:
    from pathlib import Path

BOARD = '[board]\nid = "table-7"\n[sensors]\ndriver = "bench"\n'


@pytest.mark.parametrize(
    ("host", "code"),
    [
        ("127.0.0.2", 200),  # the address that the connection came to
        ("127.0.0.2:8080", 200),
        ("127.0.0.3", 400),  # another one
        ("evil.example", 400),
        ("127.0.0.2.evil.example", 400),
        ("localhost", 200),
    ],
)
def test_a_board_answers_to_the_address_that_was_asked(host: str, code: int) -> None:
    async def asked() -> int:
        app = make_app(FakeDesk(), tokens=Tokens())
        async with serve(app, "0.0.0.0", 0) as port, httpx.AsyncClient() as client:
            answer = await client.get(f"http://127.0.0.2:{port}/api/state", headers={"host": host})
        return answer.status_code

    assert asyncio.run(asked()) == code


def test_its_own_names_are_for_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "Board-7.club.example")
    assert machine_names("0.0.0.0") == ("board-7.club.example", "board-7", "board-7.local")
    assert machine_names("192.0.2.7") == machine_names("0.0.0.0")
    assert machine_names("127.0.0.1") == machine_names("localhost") == ()


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(addresses, "machine_addresses", lambda: ("192.0.2.7",))
    monkeypatch.setattr(addresses, "MDNS", str(tmp_path))
    monkeypatch.setattr(socket, "gethostname", lambda: "board-7")


@pytest.mark.usefixtures("network")
@pytest.mark.parametrize(
    ("host", "port", "names", "found"),
    [
        ("127.0.0.1", 8080, (), ()),
        ("0.0.0.0", 8080, (), ("http://192.0.2.7:8080", "http://board-7.local:8080")),
        (
            "0.0.0.0",
            80,
            ("a.example",),
            ("http://a.example", "http://192.0.2.7", "http://board-7.local"),
        ),
        ("192.0.2.9", 8080, (), ("http://192.0.2.9:8080",)),
        ("fd00::7", 8080, (), ("http://[fd00::7]:8080",)),
    ],
)
def test_where_others_find_it(
    host: str, port: int, names: tuple[str, ...], found: tuple[str, ...]
) -> None:
    assert origins(host, port, names) == found


@pytest.mark.usefixtures("network")
def test_the_log_names_addresses_that_work(monkeypatch: pytest.MonkeyPatch) -> None:
    assert told_addresses("it", "0.0.0.0", 8080)[:2] == [
        "it is at http://192.0.2.7:8080/",
        "it is at http://board-7.local:8080/",
    ]
    monkeypatch.setattr(addresses, "code_is_read", lambda: True)
    assert told_addresses("it", "0.0.0.0", 8080)[2:] == code_lines("http://192.0.2.7:8080/")
    monkeypatch.setattr(addresses, "machine_addresses", lambda: ())
    monkeypatch.setattr(addresses, "MDNS", "/none/such")
    assert "no network yet" in told_addresses("it", "0.0.0.0", 8080)[0]
    assert told_addresses("it", "127.0.0.1", 8080) == [
        "it is at http://127.0.0.1:8080/ (this machine only)"
    ]


def test_codes_are_pictures() -> None:
    assert len(code_lines("http://192.0.2.7/")) > 10
    assert b"<svg" in code_svg("http://192.0.2.7/games/g1?a=1&b=2")


def test_this_machine_has_no_loopback_among_its_addresses() -> None:
    assert not [each for each in addresses.machine_addresses() if each.startswith("127.")]


REACH = [
    ("", ["kiosk is seen by: this machine only", "arbiter: nobody (touchmove token arbiter"]),
    (
        '[kiosk]\nhost = "0.0.0.0"\nopen_roles = ["white"]\n',
        ["kiosk is seen by: every machine of the network", "white: this machine only, without a"],
    ),
    (
        '[kiosk]\nhost = "0.0.0.0"\nopen_roles = ["white"]\nopen_to_network = true\n',
        ["white: every machine of the network"],
    ),
    (
        '[kiosk]\nhost = "0.0.0.0"\n[feed]\ndelay_s = 900\nhall = ["192.0.2.0/24"]\n',
        ["seen by: this machine and 192.0.2.0/24; the public sees the games 900 s later"],
    ),
    (f'[roles.tokens]\nblack = "{hash_token("x")}"\n', ["black: who has the token"]),
    ("[kiosk]\nenabled = false\n", ["kiosk: switched off"]),
    ('[mqtt]\nhost = "b.example"\n', ["MQTT: the broker b.example, port 1883"]),
    ("[livechess]\nenabled = true\n", ["port 1982, this machine only"]),
]


@pytest.mark.usefixtures("network")
@pytest.mark.parametrize(("keys", "says"), REACH)
def test_check_config_says_who_reaches_what(
    keys: str, says: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "board.toml"
    file.write_text(BOARD + keys)
    assert cli.main(["check-config", str(file)]) == 0
    told = capsys.readouterr().out
    assert not [each for each in says if each not in told], told


def test_a_token_and_its_line_fit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["token", "arbiter"]) == 0
    told = capsys.readouterr().out
    token, line = told.splitlines()[0], told.partition("[roles.tokens]\n")[2]
    assert line == f'arbiter = "{hash_token(token)}"\n'
    file = tmp_path / "board.toml"
    file.write_text(BOARD + "[roles.tokens]\n" + line)
    assert cli.main(["check-config", str(file)]) == 0
    assert "arbiter: who has the token" in capsys.readouterr().out
    assert cli.main(["token", "arbiter"]) == 0
    assert capsys.readouterr().out.splitlines()[0] != token
    assert cli.main(["token", "king"]) == cli.BAD_INPUT
