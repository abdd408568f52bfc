"""The grammar of SGF: text in, the main line of each game out as nodes of properties.

Nothing here knows the laws of Go. Side lines are checked and passed over; however deep they nest, nothing grows
with them but a counter. Text before the first game is passed over, as the standard has it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from rules.go.sgf_names import INFO
from rules.records.texts import tidy
from rules.terms import RulesError, quoted

_SPACE = re.compile(r"\s*+")
_IDENT = re.compile(r"[A-Za-z]++")
_VALUE = re.compile(r"\s*+\[((?:[^\]\\]++|\\.)*+)\]", re.DOTALL)
CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
"""Signs that no text of a record holds: all control signs but the line feed."""
_ESCAPE = re.compile(rf"\\(\n|.)|({CONTROL.pattern})", re.DOTALL)
_LISTS = ("AB", "AW", "AE")
"""Properties whose values, given twice in a node, can only mean one list."""
_TEXTS = ("C", "GC")
"""Properties that, given twice, are read one after the other."""
_OF_PLAY = ("B", "W", "PL", "SZ", "HA", "GM", "FF", "TMO")
"""Properties that say what is played: with two values nobody knows what."""
_FACTS = ("RE", "KM", "BL", "WL", "OB", "OW", "TMT")
"""Properties of which a lenient reader takes neither value, where two are given."""
REPEATED_MAX = 10_000
"""In one file; each has to be joined with the one before."""
_BEGIN = re.compile(r"\(\s*+;")


@dataclass(frozen=True, slots=True)
class Property:
    """One property of a node.

    Attributes:
        values: as written, escapes and all.
        at: its place, counted in characters from the start of the text.
        clash: what is wrong with it, where its node has it with another value too.
    """

    ident: str
    values: tuple[str, ...]
    at: int
    clash: str = ""

    @property
    def text(self) -> str:
        """The first value as text of several lines: escapes resolved, a space for each tab and the like."""
        return _ESCAPE.sub(_unescaped, self.values[0])

    @property
    def simple(self) -> str:
        """The first value as text of one line."""
        return self.text.replace("\n", " ")


Node = Mapping[str, Property]


@dataclass(slots=True)
class Tree:
    """One game of a collection.

    Attributes:
        nodes: its main line.
        at: where it begins.
        problems: what a lenient reader passed over.
        warnings: what was passed over in any reading.
    """

    at: int
    nodes: list[dict[str, Property]] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)


class Source:
    """A text with the places in it."""

    def __init__(self, text: str) -> None:
        text = tidy(text)
        self.text = text
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def error(self, at: int, what: str) -> RulesError:
        """An error that names line and column of this place."""
        line = bisect_right(self._starts, at)
        return RulesError(what, line=line, column=at - self._starts[line - 1] + 1)


def read_trees(
    source: Source, *, lenient: bool = False, left_out: list[str] | None = None
) -> list[Tree]:
    """The main line of every game of a collection.

    Args:
        lenient: what stands between games and properties that occur twice are passed over; a text
            whose brackets go wrong ends there, with what was read before.
        left_out: takes a sentence for each text between games that a lenient reader leaves out.

    Raises:
        RulesError: it is not SGF; with line and column. Never when lenient.
    """
    reader = _Reader(source, lenient=lenient)
    try:
        reader.read()
    except RulesError as error:
        if not lenient:
            raise
        why = f"{error}; nothing after that was read"
        if reader.trees and (reader.at_end or len(reader.trees[-1].nodes) > 1):
            reader.trees[-1].problems.append(why)
        else:  # the first node says how the game begins, and part of it is missing
            reader.left_out.append(f"{why}; the game is left out")
            del reader.trees[-1:]
    if left_out is not None:
        left_out += reader.left_out
    return reader.trees


class _Reader:
    def __init__(self, source: Source, *, lenient: bool) -> None:
        self.trees: list[Tree] = []
        self.left_out: list[str] = []
        self.at_end = False
        self._source = source
        self._lenient = lenient
        self._at = 0
        self._depth = 0
        self._repeated = 0
        """How many properties stood in their node before."""
        self._main = False
        """Whether what is being read belongs to the main line, which the first ")" ends."""
        self._last = ""
        """The last sign of the grammar: "(", ")", ";", or "p" for a property."""

    def read(self) -> None:
        text = self._source.text
        begin = _BEGIN.search(text)
        if begin is not None and not text.lstrip().startswith("("):
            self._at = begin.start()
        acts: dict[str, Callable[[], None]] = {"(": self._open, ")": self._close, ";": self._node}
        while True:
            self._skip()
            if self._at == len(text):
                break
            sign = text[self._at]
            act = acts.get(sign, self._property)
            if self._depth == 0 and sign != "(":
                raise self._wrong(
                    f'a game begins with "(;", not with {text[self._at : self._at + 9]!r}'
                )
            act()
        self.at_end = True
        if self._depth:
            begun = self._source.error(self.trees[-1].at, "")
            raise self._wrong(
                f"the text ends, but {self._depth} brackets of the game that begins on"
                f" line {begun.line} are open"
            )

    def _skip(self) -> None:
        text = self._source.text
        match = _SPACE.match(text, self._at)
        assert match is not None, "no white space is white space too"
        self._at = match.end()
        if self._depth == 0 and self._lenient and text[self._at : self._at + 1] not in {"", "("}:
            begin = _BEGIN.search(text, self._at)
            end = len(text) if begin is None else begin.start()
            found = text[self._at : end].strip()
            self.left_out.append(str(self._wrong(f"{quoted(found)} is no game and is left out")))
            self._at = end

    def _wrong(self, what: str) -> RulesError:
        return self._source.error(self._at, what)

    def _open(self) -> None:
        if self._depth == 0:
            self.trees.append(Tree(self._at))
            self._main = True
        elif self._last == "(":
            raise self._wrong('a node (";") must follow "("')
        self._depth += 1
        self._last = "("
        self._at += 1

    def _close(self) -> None:
        if self._last == "(":
            raise self._wrong('there is no node between "(" and ")"')
        self._main = False
        self._depth -= 1
        self._last = ")"
        self._at += 1

    def _node(self) -> None:
        if self._last == ")":
            raise self._wrong('after a side line only "(" or ")" can follow, no node')
        if self._main:
            self.trees[-1].nodes.append({})
        self._last = ";"
        self._at += 1

    def _property(self) -> None:
        text, at = self._source.text, self._at
        ident = _IDENT.match(text, at)
        if ident is None:
            raise self._wrong(f"{text[at]!r} has no meaning here")
        if self._last not in {";", "p"}:
            raise self._wrong(f'the property {ident[0][:20]} must stand in a node, after ";"')
        values = []
        end = ident.end()
        while (value := _VALUE.match(text, end)) is not None:
            values.append(value[1])
            end = value.end()
        space = _SPACE.match(text, end)
        if space is not None and text[space.end() : space.end() + 1] == "[":
            self._at = space.end()
            raise self._wrong('this value is never closed by "]"')
        if not values:
            raise self._wrong(f"the property {ident[0][:20]} has no value in [ ]")
        self._at, self._last = end, "p"
        if self._main:
            # Older editions write small letters between, which mean nothing: "AddBlack" is AB.
            name = re.sub("[a-z]", "", ident[0])
            self._keep(Property(name, tuple(values), at))

    def _keep(self, found: Property) -> None:
        tree = self.trees[-1]
        node = tree.nodes[-1]
        before = node.setdefault(found.ident, found)
        if before is found:
            return
        self._repeated += 1
        if self._repeated > REPEATED_MAX:
            raise self._source.error(
                found.at, f"properties stand twice more than {REPEATED_MAX} times"
            )
        name, values = found.ident, before.values + found.values
        if name in _LISTS:
            node[name] = replace(before, values=values)
        elif name in _TEXTS:
            node[name] = replace(before, values=("\n".join(values),))
        elif before.values == found.values or name not in {*_OF_PLAY, *_FACTS}:
            if before.values != found.values and name in INFO:
                holds = f"{name} stands twice in its node; {quoted(before.simple)} holds"
                tree.warnings.append(str(self._source.error(found.at, holds)))
        else:
            self._clash(before, found)

    def _clash(self, before: Property, found: Property) -> None:
        """Two values for what can have one only."""
        error = self._source.error(found.at, f"the property {found.ident} stands twice in its node")
        if not self._lenient:
            raise error
        node = self.trees[-1].nodes[-1]
        if found.ident in _OF_PLAY:
            node[found.ident] = replace(before, clash=str(error))
        else:
            del node[found.ident]
            self.trees[-1].problems.append(f"{error}; neither is taken")


def _unescaped(match: re.Match[str]) -> str:
    if match[2]:
        return " "
    escaped = match[1]
    if escaped == "\n":
        return ""
    return " " if CONTROL.match(escaped) else escaped
