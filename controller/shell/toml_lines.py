"""Where in a TOML file each key stands, which `tomllib` does not tell."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

Path = tuple[str | int, ...]
"""Keys from the top down; numbers are positions in arrays, from 0."""

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_STRING = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}|' + r"'''.*?'{3,5}|" + r'"(?:[^"\\\n]|\\.)*"|' + r"'[^'\n]*'",
    re.DOTALL,
)
_COMMENT_OR_STRING = re.compile(f"#[^\\n]*|{_STRING.pattern}", re.DOTALL)
_LEVELS = re.compile(r"(?P<dots>(?:[\w-]+[ \t]*\.[ \t]*)+)|[\[\]{}\n]")
_SCALAR = re.compile(r"[^,\]}\n#]*")
_BLANK = re.compile(r"(?:[ \t\n]|#[^\n]*)*")
_SPACE = re.compile(r"[ \t]*")


DEPTH_MAX = 16
"""Levels of keys and brackets; ours have four. Readers of TOML take a second for a thousand, and fall over ten thousand."""


def too_deep(text: str) -> int | None:
    """The 1-based line on which a document goes deeper than `DEPTH_MAX`; None where it does not.

    Takes time in proportion to the text, whatever is in it.
    """
    depth, line = 0, 1
    bare = _COMMENT_OR_STRING.sub(lambda found: "s" + "\n" * found[0].count("\n"), text)
    for found in _LEVELS.finditer(bare):
        match found[0]:
            case "\n":
                line += 1
            case "[" | "{":
                depth += 1
            case "]" | "}":
                depth -= 1
            case dots:
                if depth + dots.count(".") > DEPTH_MAX:
                    return line
        if depth > DEPTH_MAX:
            return line
    return None


def key_lines(text: str) -> Mapping[Path, int]:
    """The 1-based line of every key and array element.

    Args:
        text: a document that `tomllib` has accepted; other texts give lines without meaning.

    Raises:
        ValueError: the text is not TOML.
    """
    scanner = _Scanner(text.replace("\r\n", "\n"))
    scanner.document()
    return scanner.lines


def path_name(path: Path) -> str:
    """A path as people write it: `sensors.addresses[2]`."""
    name = ""
    for part in path:
        if isinstance(part, int):
            name += f"[{part}]"
        else:
            name += ("." if name else "") + (
                part if _BARE.fullmatch(part) else json.dumps(part, ensure_ascii=False)
            )
    return name


class _Scanner:
    """Walks through the text once."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._line = 1
        self._counted = 0
        self._tables: dict[Path, int] = {}
        self.lines: dict[Path, int] = {}

    def document(self) -> None:
        table: Path = ()
        self._skip(_BLANK)
        while self._at < len(self._text):
            if self._text[self._at] == "[":
                table = self._header()
            else:
                self._pair(table)
            self._skip(_BLANK)

    def _header(self) -> Path:
        array = self._text.startswith("[[", self._at)
        self._at += 2 if array else 1
        keys = self._keys()
        self._expect("]]" if array else "]")
        path: Path = ()
        for key in keys[:-1]:
            path = self._newest((*path, key))
        path = (*path, keys[-1])
        if array:
            number = self._tables.get(path, -1) + 1
            self._tables[path] = number
            self._note(path)
            path = (*path, number)
        self._note(path)
        return path

    def _newest(self, path: Path) -> Path:
        """The table a header means: in an array of tables, the newest one."""
        self._note(path)
        return (*path, self._tables[path]) if path in self._tables else path

    def _pair(self, table: Path) -> None:
        path = table
        for key in self._keys():
            path = (*path, key)
            self._note(path)
        self._expect("=")
        self._value(path)

    def _value(self, path: Path) -> None:
        self._skip(_SPACE)
        opening = self._text[self._at : self._at + 1]
        if opening == "[":
            self._array(path)
        elif opening == "{":
            self._inline(path)
        elif string := _STRING.match(self._text, self._at):
            self._at = string.end()
        else:
            self._skip(_SCALAR)

    def _array(self, path: Path) -> None:
        self._at += 1
        self._skip(_BLANK)
        number = 0
        while not self._taken("]"):
            self._note((*path, number))
            self._value((*path, number))
            self._skip(_BLANK)
            if not self._taken(","):
                self._expect("]")
                return
            self._skip(_BLANK)
            number += 1

    def _inline(self, path: Path) -> None:
        self._at += 1
        self._skip(_BLANK)
        while not self._taken("}"):
            self._pair(path)
            self._skip(_BLANK)
            if not self._taken(","):
                self._expect("}")
                return
            self._skip(_BLANK)

    def _keys(self) -> list[str]:
        keys = []
        while True:
            self._skip(_SPACE)
            if string := _STRING.match(self._text, self._at):
                raw = string.group()
                keys.append(_unquoted(raw))
                self._at = string.end()
            elif bare := _BARE.match(self._text, self._at):
                keys.append(bare.group())
                self._at = bare.end()
            else:
                raise ValueError(f"line {self._here()}: a key is missing")
            self._skip(_SPACE)
            if not self._taken("."):
                return keys

    def _taken(self, sign: str) -> bool:
        if self._text.startswith(sign, self._at):
            self._at += len(sign)
            return True
        return False

    def _expect(self, sign: str) -> None:
        self._skip(_SPACE)
        if not self._taken(sign):
            raise ValueError(f"line {self._here()}: {sign!r} is missing")

    def _skip(self, pattern: re.Pattern[str]) -> None:
        found = pattern.match(self._text, self._at)
        assert found is not None, "these patterns match the empty text"
        self._at = found.end()

    def _note(self, path: Path) -> None:
        self.lines.setdefault(path, self._here())

    def _here(self) -> int:
        self._line += self._text.count("\n", self._counted, self._at)
        self._counted = self._at
        return self._line


def _unquoted(raw: str) -> str:
    if raw.startswith("'"):
        return raw[1:-1]
    unicode = re.sub(r"\\U([0-9a-fA-F]{8})", lambda m: chr(int(m[1], 16)), raw)
    return str(json.loads(unicode, strict=False))
