"""Lines of keys agree with a reader that is known to be right."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.shell.toml_lines import Path, key_lines, path_name

DOCUMENT = '''\
top = 1
[a.b]   # comment ]
list = [ 1, # one
  "]", [2,
3]]
x.y = { g = 1, "h i" = {j = [2, 3]} }
[[k]]
text = """
[no]
still = "text\\\\"""
one = 1
[[k]]
x = \'\'\'
y = 2\'\'\'
[k.z]
"dotted.key" = "\\u00e4" # the end
[k.z.deep]
q = 1979-05-27 07:32:00Z
'''

LINES = {
    "top": 1,
    "a.b": 2,
    "a.b.list": 3,
    "a.b.list[0]": 3,
    "a.b.list[1]": 4,
    "a.b.list[2][1]": 5,
    "a.b.x.y": 6,
    'a.b.x.y."h i".j[1]': 6,
    "k[0]": 7,
    "k[0].text": 8,
    "k[0].one": 11,
    "k[1]": 12,
    "k[1].x": 13,
    "k[1].z": 15,
    'k[1].z."dotted.key"': 16,
    "k[1].z.deep.q": 18,
}


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_lines_of_a_rich_document(newline: str) -> None:
    lines = key_lines(DOCUMENT.replace("\n", newline))
    named = {path_name(path): line for path, line in lines.items()}
    assert {name: named[name] for name in LINES} == LINES


def test_every_value_has_a_line() -> None:
    lines = key_lines(DOCUMENT)
    assert set(_paths(tomllib.loads(DOCUMENT), ())) <= set(lines)


def _paths(value: Any, path: Path) -> list[Path]:  # noqa: ANN401
    found = [path] if path else []
    if isinstance(value, dict):
        for key, inner in value.items():
            found += _paths(inner, (*path, key))
    if isinstance(value, list):
        for n, inner in enumerate(value):
            found += _paths(inner, (*path, n))
    return found


BARE = st.text("ab-_1", min_size=1, max_size=3)
VALUE = st.sampled_from(['"x]"', "'#'", "1.5", "true", "[1,\n 2]", '"""a\nb"""', "{q=[1]}"])


@given(
    st.lists(
        st.tuples(BARE, VALUE, st.sampled_from(["\n", "\n\n", " # c\n"])), unique_by=lambda t: t[0]
    )
)
def test_plain_documents(rows: list[tuple[str, str, str]]) -> None:
    text, line, expected = "", 1, {}
    for key, value, end in rows:
        expected[(key,)] = line
        text += f"{key} = {value}{end}"
        line = text.count("\n") + 1
    tomllib.loads(text)
    lines = key_lines(text)
    assert {path: at for path, at in lines.items() if len(path) == 1} == expected


@given(st.text("ab[]{}=\"'.,\n #\\1", max_size=40))
def test_any_text_ends_or_is_refused(text: str) -> None:
    try:
        lines = key_lines(text)
    except ValueError:
        return
    assert all(1 <= line <= text.count("\n") + 1 for line in lines.values())
