"""JSON Schema of everything on the wire, generated from the message types.

`python -m controller.shell.schema FOLDER` writes one file a type.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, get_args

import msgspec

from controller.core.messages import AnyMessage, Head
from controller.shell import topics
from controller.shell.envelope import Envelope

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_REF = "#/$defs/{name}"
_BODIES: tuple[type[msgspec.Struct], ...] = (
    *get_args(AnyMessage),
    topics.Position,
    topics.Lamps,
    topics.Record,
    topics.Answer,
)


def schemas() -> dict[str, dict[str, Any]]:
    """The schema of each type by its name, and of a command by "command"."""
    found = {}
    for body in _BODIES:
        name = str(body.__struct_config__.tag)
        found[name] = _with_head(name, body)
    [command], shared = msgspec.json.schema_components([Envelope], ref_template=_REF)
    found["command"] = {"$schema": DIALECT, **_resolved(command, shared), "title": "command"}
    return found


def _with_head(name: str, body: type[msgspec.Struct]) -> dict[str, Any]:
    """Head and body as one flat object. Every key is always written, so every key is required."""
    (head, own), shared = msgspec.json.schema_components([Head, body], ref_template=_REF)
    head, own = _resolved(head, shared), _resolved(own, shared)
    properties = {
        "v": {"const": 1},
        "type": {"const": name},
        **head["properties"],
        **{key: value for key, value in own["properties"].items() if key != "type"},
    }
    extra: dict[str, Any] = {}
    if name == "game-started":
        note = "Only in the retained topic `game`: the body of the result, or null."
        extra["result"] = {"anyOf": [{"type": "object"}, {"type": "null"}], "description": note}
    whole = {
        "$schema": DIALECT,
        "title": name,
        "type": "object",
        "properties": {**properties, **extra},
        "required": list(properties),
    }
    parts = {
        key: _brief(part)
        for key, part in shared.items()
        if f'"#/$defs/{key}"' in json.dumps(shared)
    }
    return whole | ({"$defs": parts} if parts else {})


def _resolved(schema: dict[str, Any], shared: dict[str, Any]) -> dict[str, Any]:
    return _brief(shared[schema["$ref"].rpartition("/")[2]])


def _brief(schema: dict[str, Any]) -> dict[str, Any]:
    """Of a docstring, the first sentence: the rest is for programmers."""
    if "description" not in schema:
        return schema
    return schema | {"description": schema["description"].partition("\n")[0]}


def files() -> dict[str, str]:
    """The text of each schema file by its name."""
    return {
        f"{name}.json": json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
        for name, schema in schemas().items()
    }


def main() -> None:
    """Writes the files into the folder that is named."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files().items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
