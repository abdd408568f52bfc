"""Secrets from systemd: `credential:NAME` in the configuration."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.shell.config import read_config
from controller.shell.toml_section import ConfigError
from tests.shell.authority import write_authority

HASH = "sha256:" + "0f" * 32
TOKENS = '[roles.tokens]\narbiter = "credential:token-arbiter"\n'
PASSWORD = '[mqtt]\nusername = "b1"\npassword_file = "credential:mqtt-password"\n'


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CREDENTIALS_DIRECTORY", raising=False)


@pytest.fixture
def handed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(tmp_path))
    return tmp_path


def board(text: str) -> bytes:
    return f'[board]\nid = "b1"\n[sensors]\ndriver = "bench"\n{text}'.encode()


def mistakes(text: str) -> list[str]:
    with pytest.raises(ConfigError) as caught:
        read_config(board(text), Path("board.toml"))
    return [str(each) for each in caught.value.mistakes]


def test_the_service_is_handed_password_and_token(handed: Path) -> None:
    (handed / "mqtt-password").write_text("so geheim\nnot this\n")
    (handed / "token-arbiter").write_text(HASH + "\n")
    config = read_config(board(PASSWORD + TOKENS), Path("board.toml"))
    assert config.mqtt.password() == "so geheim"
    assert config.tokens == {"arbiter": HASH}


def test_who_checks_a_file_needs_no_credentials() -> None:
    config = read_config(board(PASSWORD + TOKENS), Path("board.toml"))
    assert config.mqtt.password_file == Path("/run/credentials/touchmove.service/mqtt-password")
    assert config.tokens == {}, "a role without a hash can be used by nobody"


def test_missing_credentials_are_all_named(handed: Path) -> None:
    password, token = mistakes(PASSWORD + TOKENS)
    lacks = "systemd has given no credential {0}; put LoadCredential={0}:FILE in the unit"
    assert password.endswith("mqtt.password_file: " + lacks.format("mqtt-password"))
    assert token.endswith("roles.tokens.arbiter: " + lacks.format("token-arbiter"))


@pytest.mark.parametrize("content", [b"", b"secret\n", HASH[:-1].encode(), b"\xff\xfe"])
def test_a_token_that_is_no_hash_is_refused(content: bytes, handed: Path) -> None:
    (handed / "token-arbiter").write_bytes(content)
    found = mistakes(TOKENS)
    assert len(found) == 1
    assert "roles.tokens.arbiter: credential:token-arbiter" in found[0]
    assert "secret" not in found[0]


@pytest.mark.parametrize("name", ["", "..", "a/b", "../../etc/passwd", "A", " x"])
@pytest.mark.parametrize("given", [False, True])
def test_a_credential_is_a_name_and_no_path(
    name: str, *, given: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if given:
        monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(tmp_path))
    password = f'[mqtt]\nusername = "b1"\npassword_file = "credential:{name}"\n'
    token = f'[roles.tokens]\nwhite = "credential:{name}"\n'
    assert "give credential: and a name" in mistakes(password)[0]
    assert "give credential: and a name" in mistakes(token)[0]


def test_a_certificate_of_an_authority_must_be_there_and_be_of_use(tmp_path: Path) -> None:
    ours = tmp_path / "ca.crt"
    write_authority(ours)
    tls = f'[mqtt]\nhost = "hall"\ntls = true\nca_file = "{ours}"\n'
    assert read_config(board(tls), Path("board.toml")).mqtt.ca_file == ours
    assert "there is no file" in mistakes(tls.replace("ca.crt", "gone.crt"))[0]
    assert "is for TLS only" in mistakes(tls.replace("tls = true\n", ""))[0]
