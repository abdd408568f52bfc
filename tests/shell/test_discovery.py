"""What Home Assistant is told of a board, read as it reads it: JSON, and templates in Jinja's sandbox."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from jinja2 import StrictUndefined
from jinja2.sandbox import ImmutableSandboxedEnvironment

from controller.shell.discovery import PREFIX, discovery
from controller.shell.topics import Retained, base
from rules.registry import GAMES
from tests.shell.fake_desk import FakeDesk, question, view_of

CLOCKS = {"white": {"remaining_ms": 1_500_400}, "black": {"remaining_ms": 59_700}}


def configs(game: str = "chess") -> dict[str, dict[str, Any]]:
    packets = discovery("board-1", GAMES[game].sides, "1.2", PREFIX)
    assert all(packet.retain for packet in packets)
    return {packet.topic: json.loads(packet.payload) for packet in packets}


def values(desk: FakeDesk) -> dict[str, str]:
    """Every entity's value, from the retained topics of a desk."""
    topics = {packet.topic: json.loads(packet.payload) for packet in Retained(desk).changed()}
    topics[f"{base(desk.board)}/clock"] = {"sides": CLOCKS, "running": "white"}
    jinja = ImmutableSandboxedEnvironment(undefined=StrictUndefined)
    found = {}
    for topic, config in configs().items():
        told = topics[config["state_topic"]]
        value = jinja.from_string(config["value_template"]).render(value_json=told)
        found[topic.split("/")[-2]] = value
    return found


def test_every_entity_has_a_value_from_the_first_moment() -> None:
    assert values(FakeDesk()) == {
        "playing": "ON",
        "stage": "play",
        "turn": "white",
        "ply": "0",
        "last_move": "-",
        "result": "*",
        "attention": "OFF",
        "clock_white": "1500",
        "clock_black": "60",
        "running": "white",
        "trouble": "OFF",
        "scan_rate": "200",
    }


def test_values_follow_the_game() -> None:
    result = {"result": "1-0", "termination": "resignation"}
    found = values(FakeDesk(view_of(["e4", "e5", "Nf3"], stage="ended", result=result)))
    assert (found["last_move"], found["turn"], found["playing"], found["result"]) == (
        "Nf3",
        "black",
        "OFF",
        "1-0",
    )
    assert values(FakeDesk(view_of(stage="question", question=question())))["attention"] == "ON"


@pytest.mark.parametrize("game", GAMES)
def test_topics_and_ids_are_what_home_assistant_allows(game: str) -> None:
    found = configs(game)
    assert len({config["unique_id"] for config in found.values()}) == len(found)
    assert len({json.dumps(config["device"]) for config in found.values()}) == 1
    for topic in found:
        prefix, component, node, name, last = topic.split("/")
        assert (prefix, last) == (PREFIX, "config")
        assert component in {"sensor", "binary_sensor"}
        assert all(re.fullmatch(r"[a-zA-Z0-9_-]+", level) for level in (node, name))


def test_a_board_that_is_away_is_not_available() -> None:
    (template,) = {config["availability_template"] for config in configs().values()}
    jinja = ImmutableSandboxedEnvironment().from_string(template)
    said = {
        state: jinja.render(value_json={"state": state})
        for state in ("online", "degraded", "stopped", "offline")
    }
    assert said == {
        "online": "online",
        "degraded": "online",
        "stopped": "offline",
        "offline": "offline",
    }
