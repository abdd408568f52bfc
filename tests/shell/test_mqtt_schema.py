"""docs/protocol.md and docs/schema say what the program does."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from controller.core.messages import Head, read_message
from controller.shell import topics
from controller.shell.desk import Reply
from controller.shell.envelope import read_command
from controller.shell.roles import COMMAND_NAMES
from controller.shell.schema import files, schemas
from tests.journal.samples import any_message
from tests.shell.fake_desk import FakeDesk, irregularity, question, view_of
from tests.shell.schema_check import mistakes

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "protocol.md").read_text(encoding="utf-8")
EXAMPLES: list[dict[str, Any]] = [
    json.loads(text) for text in re.findall(r"```json\n(.*?)\n```", PAGE, re.DOTALL)
]
SCHEMAS = schemas()
STATES = {"position", "lamps", "record", "reply"}


def check(body: dict[str, Any]) -> None:
    schema = SCHEMAS[body.get("type", "command")]
    assert mistakes(body, schema, schema) == []


def test_the_schema_files_are_those_that_the_program_makes() -> None:
    there = {path.name: path.read_text(encoding="utf-8") for path in (DOCS / "schema").iterdir()}
    assert there == files(), "run: python -m controller.shell.schema docs/schema"


@pytest.mark.parametrize("body", EXAMPLES, ids=lambda body: str(body.get("type", "command")))
def test_every_example_is_valid(body: dict[str, Any]) -> None:
    check(body)
    kind = body.get("type")
    if kind is None:
        assert read_command(json.dumps(body).encode()) == body
    elif kind not in STATES:
        head = Head(**{key: body[key] for key in Head.__struct_fields__})
        assert head.wrap(read_message(body)) == body


def test_every_type_has_an_example_and_every_command_is_named() -> None:
    assert {body.get("type", "command") for body in EXAMPLES} == SCHEMAS.keys()
    assert [name for name in COMMAND_NAMES if f"`{name}`" not in PAGE] == []


@given(any_message)
def test_what_is_journalled_is_valid(message: Any) -> None:  # noqa: ANN401
    head = Head(board="b1", game_id=None, epoch="00", seq=1, at_us=0)
    check(json.loads(json.dumps(head.wrap(message))))


@pytest.mark.parametrize(
    "view",
    [view_of(), view_of(["e4"]), view_of(["e4"], question=question(), irregularity=irregularity())],
    ids=["start", "play", "trouble"],
)
def test_what_is_retained_is_valid(view: Any) -> None:  # noqa: ANN401
    desk = FakeDesk(view)
    packets = topics.Retained(desk).changed()
    command = topics.CommandTopic(role="white", name="promote")
    packets.append(topics.reply(desk, command, Reply(id="1", accepted=True)))
    for packet in packets:
        check(json.loads(packet.payload))
    assert {packet.topic.split("/")[3] for packet in packets} == {
        "status", "position", "lamps", "record", "health", "reply",
    }  # fmt: skip


WRONG = [
    ({"id": ""}, "out of bounds"),
    ({"id": "1", "x": 1}, "not known"),
    ({"id": "1", "v": 2}, "not one of"),
    ({"id": "1", "args": []}, "no object"),
    ({}, "missing"),
]


@pytest.mark.parametrize(("body", "says"), WRONG)
def test_the_checker_finds_mistakes(body: dict[str, Any], says: str) -> None:
    schema = SCHEMAS["command"]
    assert says in str(mistakes(body, schema, schema))
