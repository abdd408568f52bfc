"""The part of a configuration that says how the board is reached."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.shell.config import Config, read_config
from controller.shell.config_types import LiveChessConfig
from controller.shell.toml_section import ConfigError, Mistake


def read(text: str) -> Config:
    return read_config(text.encode(), Path("board.toml"))


def mistakes(text: str) -> list[Mistake]:
    with pytest.raises(ConfigError) as caught:
        read(text)
    return caught.value.mistakes


FACES = """\
[board]
id = "a"
[pairings]
file = "round.csv"
board = 7
[mqtt]
discovery = "homeassistant"
[feed]
delay_s = 900
hall = ["192.0.2.0/24", "2001:db8::/32"]
lichess_round = "abcd1234"
lichess_token_file = "credential:lichess"
[livechess]
enabled = true
port = 1983
"""


def test_feeds_and_dialogues_arrive() -> None:
    config = read(FACES)
    assert config.mqtt.discovery == "homeassistant"
    assert config.feed.delay_s == 900
    assert [str(network) for network in config.feed.hall] == ["192.0.2.0/24", "2001:db8::/32"]
    assert config.feed.lichess_round == "abcd1234"
    assert config.feed.lichess_token_file is not None
    assert config.livechess == LiveChessConfig(port=1983)
    assert read('[board]\nid = "a"\n').livechess is None


@pytest.mark.parametrize(
    ("was", "becomes", "key"),
    [
        ("delay_s = 900", "delay_s = -1", "feed.delay_s"),
        ("192.0.2.0/24", "192.0.2.7/24", "feed.hall[0]"),
        ('lichess_round = "abcd1234"', "", "feed.lichess_round"),
        ("abcd1234", "https://lichess.org/broadcast", "feed.lichess_round"),
        ('lichess_token_file = "credential:lichess"', "", "feed.lichess_token_file"),
        ("port = 1983", 'origins = ["*"]', "livechess.origins[0]"),
        ('id = "a"', 'id = "a"\ngame = "xiangqi"', "livechess.enabled"),
        ('"homeassistant"', '"home/#"', "mqtt.discovery"),
    ],
)
def test_mistakes_in_feeds_and_dialogues(was: str, becomes: str, key: str) -> None:
    assert [each.key for each in mistakes(FACES.replace(was, becomes))] == [key]


@pytest.mark.parametrize(
    "host", ["x" * 64, "x" * 64 + ".example", "a..b", ".a", "x" * 63 + "." + "y" * 64]
)
def test_a_name_that_no_machine_can_have_is_a_mistake(host: str) -> None:
    [found] = mistakes(f'[board]\nid = "a"\n[mqtt]\nhost = "{host}"\n')
    assert found.key == "mqtt.host"
    assert "63 characters" in found.text


@pytest.mark.parametrize("host", ["hall.local", "x" * 63, "192.0.2.1", "fe80::1", "hall.example."])
def test_names_that_machines_have(host: str) -> None:
    assert read(f'[board]\nid = "a"\n[mqtt]\nhost = "{host}"\n').mqtt.host == host


def test_a_file_of_authorities_without_any_is_a_mistake(tmp_path: Path) -> None:
    file = tmp_path / "ca.pem"
    file.write_text("no certificate\n", encoding="ascii")
    text = f'[board]\nid = "a"\n[mqtt]\nhost = "hall"\ntls = true\nca_file = "{file}"\n'
    [found] = mistakes(text)
    assert (found.key, found.text) == ("mqtt.ca_file", f"{file} holds no certificate (PEM)")
