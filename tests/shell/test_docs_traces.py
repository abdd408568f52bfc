"""Every trace in the documents is one, and what it shows is lawful: it replays without a refusal."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest

from controller.shell.explain_text import lines_of
from controller.shell.explaining import explain, read_moment
from controller.shell.replay import replay
from controller.shell.trace import read_trace

DOCS = Path(__file__).parents[2] / "docs"
BLOCKS = {
    f"{page.name} {number}": block
    for page in sorted(DOCS.glob("*.md"))
    for number, block in enumerate(
        re.findall(r"```json\n(\{\"trace\":.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    )
}
FILES = {
    page.name: page.read_text(encoding="utf-8") for page in (DOCS / "examples").glob("*.jsonl")
}
TRACES = {**BLOCKS, **FILES}


def test_there_are_traces() -> None:
    assert len(BLOCKS) >= 2
    assert FILES


def messages_of(text: str) -> tuple[list[dict[str, object]], list[str]]:
    out = io.StringIO()
    refused: list[str] = []
    header, lines = read_trace(io.BytesIO(text.encode()), "doc")
    replay(header, lines, out, note=refused.append)
    return [json.loads(line) for line in out.getvalue().splitlines()], refused


@pytest.mark.parametrize("text", TRACES.values(), ids=TRACES)
def test_every_trace_replays_as_a_lawful_game(text: str) -> None:
    messages, refused = messages_of(text)
    assert not refused
    assert messages[0]["type"] == "game-started"
    assert not [each for each in messages if each["type"] == "irregularity"]
    assert [each for each in messages if each["type"] == "move"]


@pytest.mark.parametrize("text", TRACES.values(), ids=TRACES)
def test_every_ply_of_it_is_explained(text: str) -> None:
    plies = [each["ply"] for each in messages_of(text)[0] if each["type"] == "move"]
    for ply in plies:
        header, lines = read_trace(io.BytesIO(text.encode()), "doc")
        told = lines_of(explain(header, lines, read_moment(f"ply:{ply}")))
        assert f"ply {int(str(ply)) - 1}" in told[0]
