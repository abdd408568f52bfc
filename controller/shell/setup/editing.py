"""Changes keys of a TOML document and leaves everything else, comments too, as it stands. Pure."""

from __future__ import annotations

import json
import re
import tomllib
from typing import TYPE_CHECKING

from rules.terms import RulesError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Value = str | int | bool | Sequence[str] | None

A_LINE = 8
"""Names of points that stand on one line."""


def edited(text: str, changes: Mapping[tuple[str, str], Value]) -> str:
    """The document with these keys set, by section and key; None takes a key out.

    Raises:
        RulesError: the document is written in a way that this cannot change; says which key.
    """
    for (section, key), value in changes.items():
        text = _with(text, section, key, value)
        found: object = tomllib.loads(text)
        for name in (*section.split("."), key):
            found = found.get(name) if isinstance(found, dict) else None
        wanted = list(value) if isinstance(value, list | tuple) else value
        if found != wanted:
            raise RulesError(f"[{section}] {key} is written in a way that the page cannot change")
    return text


def _with(text: str, section: str, key: str, value: Value) -> str:
    head = re.search(rf"(?m)^[ \t]*\[[ \t]*{re.escape(section)}[ \t]*\][^\n]*\n?", text)
    if head is None:
        if value is None:
            return text
        return f"{text.rstrip()}\n\n[{section}]\n{key} = {_written(value)}\n"
    start = head.end()
    following = re.search(r"(?m)^[ \t]*\[", text[start:])
    end = start + following.start() if following else len(text)
    body = text[start:end]
    there = re.search(rf"(?m)^[ \t]*{re.escape(key)}[ \t]*=[ \t]*(?:{_LIST}|[^\n]*)\n?", body)
    line = "" if value is None else f"{key} = {_written(value)}\n"
    first, last = there.span() if there is not None else (0, 0)
    body = body[:first] + line + body[last:]
    before = text[:start] if text[:start].endswith("\n") else text[:start] + "\n"
    return before + body + text[end:]


_LIST = r"\[[^\]]*\][^\n]*"


def _written(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | str):
        return _quoted(value)
    words = [_quoted(each) for each in value or ()]
    if len(words) <= A_LINE:
        return f"[{', '.join(words)}]"
    lines = [", ".join(words[n : n + A_LINE]) for n in range(0, len(words), A_LINE)]
    return "[\n" + "".join(f"  {line},\n" for line in lines) + "]"


def _quoted(value: int | str) -> str:
    """As JSON has it; but a TOML string holds no DEL."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
