"""Reads a TOML document strictly and gathers every mistake in it, each with its line and key."""

from __future__ import annotations

import codecs
import difflib
import json
import math
import re
import tomllib
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar, cast

from controller.shell.file_kinds import BOARD, HUB, kind_of
from controller.shell.toml_lines import DEPTH_MAX, Path, key_lines, path_name, too_deep

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence
    from pathlib import Path as FilePath

MAX_BYTES = 1 << 20
"""A configuration is a few hundred lines; more than this is some other file."""

HINTS = {
    "Cannot overwrite a value": "the key stands twice; delete one of the two",
    "Cannot declare": "the section stands twice; make one of the two",
    "Invalid value": 'a text stands in "quotes", a number and true or false without',
    "Illegal character": 'a text ends on its line, with a "quote"',
    "Expected '=' after a key": "write key = value, and a comment after #",
    "Expected newline": 'one key on each line, and a text in "quotes"',
    "Unclosed array": "the list needs its ] at the end",
    "Unescaped": "write \\\\ for a backslash",
}
"""What to do, by how the words of `tomllib` begin."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Mistake:
    """One thing that is wrong in a configuration file.

    Attributes:
        line: 1-based; for something that is missing, where it would belong; 0 where the file itself is wrong.
        key: `section.key`, or "" where the mistake belongs to no key.
        text: what is wrong and what is allowed.
    """

    file: str
    line: int
    key: str
    text: str

    def __str__(self) -> str:
        line = f"line {self.line}: " if self.line else ""
        key = f"{self.key}: " if self.key else ""
        return f"{self.file}: {line}{key}{self.text}"


class ConfigError(ValueError):
    """A configuration that cannot be used, with all its mistakes in order of their lines."""

    def __init__(self, mistakes: Sequence[Mistake]) -> None:
        self.mistakes = sorted(mistakes, key=lambda mistake: mistake.line)
        super().__init__("\n".join(map(str, self.mistakes)))


def read_file(file: FilePath) -> bytes:
    """The bytes of a configuration file.

    Raises:
        ConfigError: it cannot be read; says what to do.
    """
    try:
        with file.open("rb") as opened:  # not whole: it may be a device without end
            return opened.read(MAX_BYTES + 1)
    except FileNotFoundError:
        what = "there is no such file; give the path of a configuration file"
    except IsADirectoryError:
        what = "is a folder; give the path of the configuration file in it"
    except PermissionError:
        what = "this user may not read the file; try it with sudo"
    except OSError as error:
        what = f"{error.strerror}; give the path of a configuration file"
    raise ConfigError([Mistake(file=str(file), line=0, key="", text=f"cannot be read: {what}")])


class Document:
    """One TOML file and the mistakes found in it so far.

    Raises:
        ConfigError: the text is no TOML; says where.
    """

    def __init__(self, data: bytes, file: str) -> None:
        self.file = file
        self.mistakes: list[Mistake] = []
        text = self._text(data)
        if (line := too_deep(text)) is not None:
            raise self._broken(line, f"keys or brackets go deeper than {DEPTH_MAX} levels")
        try:
            self.values: Mapping[str, object] = tomllib.loads(text)
            self._lines = key_lines(text)
        except ValueError as error:
            raise self._broken(*_place(str(error), text)) from None

    def section(self, name: str) -> Section:
        """A top-level table; where it is missing, an empty one."""
        value = self.values.get(name, {})
        if not isinstance(value, dict):
            self.wrong((name,), f"must be a section; write [{name}] on a line of its own")
            value = {}
        return Section(self, (name,), cast("dict[str, object]", value))

    def wrong(self, path: Path, text: str) -> None:
        """Notes a mistake at a key, or at the nearest place that stands in the file."""
        place = path
        while place and place not in self._lines:
            place = place[:-1]
        line = self._lines.get(place, 1)
        self.mistakes.append(Mistake(file=self.file, line=line, key=path_name(path), text=text))

    def refuse_unknown_sections(self, known: Collection[str]) -> None:
        """Notes every top-level name that is not known."""
        for name in self.values:
            if name not in known:
                self.wrong((name,), "unknown section" + nearest(name, known, mark="[{}]"))

    def check(self) -> None:
        """Ends the reading.

        Raises:
            ConfigError: mistakes were noted.
        """
        if self.mistakes:
            raise ConfigError(self.mistakes)

    def _text(self, data: bytes) -> str:
        if len(data) > MAX_BYTES:
            raise self._broken(1, f"the file is larger than {MAX_BYTES} bytes: not a configuration")
        if data.startswith(codecs.BOM_UTF8):
            text = "begins with an invisible mark (BOM); save the file as UTF-8 without it"
            raise self._broken(1, text)
        try:
            return data.decode()
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            raise self._broken(line, "not UTF-8 text; save the file as UTF-8") from None

    def _broken(self, line: int, text: str) -> ConfigError:
        return ConfigError([Mistake(file=self.file, line=line, key="", text=text)])


class Section:
    """One table of the file. Each getter reads one key, notes what is wrong and then gives the default."""

    def __init__(self, document: Document, path: Path, values: Mapping[str, object]) -> None:
        self._document = document
        self._path = path
        self._values = values
        self._known: set[str] = set()

    def has(self, key: str) -> bool:
        """Whether the file gives the key, rightly or not."""
        return key in self._values

    def is_list(self, key: str) -> bool:
        return isinstance(self._values.get(key), list)

    def wrong(self, key: str, text: str, index: int | None = None) -> None:
        """Notes a mistake at a key, or at one element of its list."""
        self._document.wrong(self._path + ((key,) if index is None else (key, index)), text)

    def text(self, key: str, default: str, *, pattern: str = ".+", allowed: str = "a text") -> str:
        """A text that matches `pattern` whole; `allowed` says in words what that is."""

        def valid(value: object) -> bool:
            return isinstance(value, str) and re.fullmatch(pattern, value) is not None

        return cast("str", self._get(key, default, valid, allowed))

    def required_text(self, key: str, *, pattern: str, allowed: str) -> str:
        """As `text`, but missing is a mistake; then gives ""."""
        if key not in self._values:
            self.wrong(key, f"is missing; give {allowed}")
        return self.text(key, "", pattern=pattern, allowed=allowed)

    def optional_text(
        self, key: str, *, pattern: str = ".+", allowed: str = "a text"
    ) -> str | None:
        """A text, or None where the key is missing."""
        return self.text(key, "", pattern=pattern, allowed=allowed) or None

    def choice(self, key: str, default: T, allowed: Sequence[T]) -> T:
        """One of the allowed values."""
        names = " or ".join(json.dumps(value) for value in allowed)
        value, texts = self._values.get(key), [each for each in allowed if isinstance(each, str)]
        if isinstance(value, str) and (close := difflib.get_close_matches(value[:100], texts, n=1)):
            names = f"{names}; did you mean {json.dumps(close[0])}?"
        exact = [(type(value), value) for value in allowed]
        return cast("T", self._get(key, default, lambda v: (type(v), v) in exact, names))

    def optional_choice(self, key: str, allowed: Sequence[T]) -> T | None:
        """One of the allowed values, or None where the key is missing."""
        found = self.choice(key, allowed[0], allowed)
        return found if key in self._values else None

    def flag(self, key: str, *, default: bool) -> bool:
        """A truth value."""
        return self.choice(key, default, (True, False))

    def integer(self, key: str, default: int, low: int, high: int) -> int:
        """A whole number within bounds, both included."""
        allowed = f"a whole number from {low} to {high}"
        return cast("int", self._get(key, default, lambda v: is_integer(v, low, high), allowed))

    def optional_integer(self, key: str, low: int, high: int) -> int | None:
        """A whole number within bounds, or None where the key is missing."""
        value = self.integer(key, low - 1, low, high)
        return None if value < low else value

    def number(self, key: str, default: float, low: float, high: float) -> float:
        """A number within bounds, both included."""

        def valid(value: object) -> bool:
            number = isinstance(value, int | float) and not isinstance(value, bool)
            return (
                number
                and math.isfinite(cast("float", value))
                and low <= cast("float", value) <= high
            )

        allowed = f"a number from {low:g} to {high:g}"
        return float(cast("float", self._get(key, default, valid, allowed)))

    def list_of(
        self,
        key: str,
        default: Sequence[T],
        valid: Callable[[object], bool],
        allowed: str,
        *,
        once: str = "",
    ) -> tuple[T, ...]:
        """A list; elements that are not valid are noted one by one, and then the default is given.

        Args:
            once: why no element may stand twice; empty where they may.
        """
        values = self._get(
            key, default, lambda v: isinstance(v, list | tuple), f"a list of {allowed}"
        )
        elements = cast("Sequence[object]", values)
        bad = [n for n, value in enumerate(elements) if not valid(value)]

        def name(value: object) -> str:
            return f"{value:#04x}" if type(value) is int and "0x" in allowed else shown(value)

        for n in bad:
            self.wrong(key, f"{name(elements[n])} is not {allowed}", n)
        for n, value in enumerate(elements):
            if once and n not in bad and value in elements[:n]:
                self.wrong(key, f"{name(value)} stands twice; {once}", n)
        return tuple(default) if bad else tuple(cast("Sequence[T]", elements))

    def table(self, key: str) -> tuple[Section, Sequence[str]]:
        """A table inside this one, and its keys."""
        value = self._get(key, {}, lambda v: isinstance(v, dict), "a table")
        values = cast("dict[str, object]", value)
        return Section(self._document, (*self._path, key), values), tuple(values)

    def values_of(self, key: str) -> Mapping[str, object]:
        """What a table inside this one holds, unchecked; empty where it is missing."""
        value = self._get(key, {}, lambda v: isinstance(v, dict), "a table such as { komi = 7.5 }")
        return cast("Mapping[str, object]", value)

    def done(self) -> None:
        """Notes every key that nobody asked for."""
        for key in self._values:
            if key not in self._known:
                self.wrong(key, "unknown key" + nearest(key, self._known))

    def _get(
        self, key: str, default: object, valid: Callable[[object], bool], allowed: str
    ) -> object:
        self._known.add(key)
        if key not in self._values:
            return default
        value = self._values[key]
        if valid(value):
            return value
        self.wrong(key, f"{shown(value)} is not allowed; give {allowed}")
        return default


def is_integer(value: object, low: int, high: int) -> bool:
    """Whether the value is a whole number (not a truth value) from `low` to `high`."""
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def refuse_kind(data: bytes, file: FilePath, wanted: str, advice: str) -> None:
    """Refuses a file that is something else than a configuration, or one of the other kind.

    Args:
        wanted: the kind, as `kind_of` names it.
        advice: what to do with a configuration of the other kind.

    Raises:
        ConfigError: says what the file is.
    """
    kind = kind_of(data)
    if kind in (None, wanted):
        return
    text = f"this is {kind}; {advice if kind in (BOARD, HUB) else f'give {wanted} (TOML)'}"
    raise ConfigError([Mistake(file=str(file), line=0, key="", text=text)])


def nearest(name: str, known: Collection[str], *, mark: str = "{}") -> str:
    """The end of a message about an unknown name: the likely meant one, or all there are."""
    close = difflib.get_close_matches(name[:100], known, n=1)
    if close:
        return f"; did you mean {mark.format(close[0])}?"
    return "; known are " + ", ".join(mark.format(each) for each in sorted(known))


def shown(value: object) -> str:
    """A value as it stands in the file, shortened where it is long."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):  # a date, or a number of thousands of digits
        text = "this value"
    return text if len(text) <= 60 else text[:57] + "..."


def _place(error: str, text: str) -> tuple[int, str]:
    """The line that a message of `tomllib` names, and the message in our words."""
    hint = next((f"; {do}" for words, do in HINTS.items() if error.startswith(words)), "")
    found = re.search(r" \(at line (\d+), column (\d+)\)$", error)
    if found is None:
        what = error.removesuffix(" (at end of document)")
        return text.count("\n") + 1, f"not valid TOML: {what}{hint}"
    return int(found[1]), f"not valid TOML at column {found[2]}: {error[: found.start()]}{hint}"
