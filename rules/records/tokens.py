"""The pieces of a record with tags: headers, comments, side lines, results, moves, and their places.

Every kind of game writes moves and results in its own way, so `grammar` takes patterns for these. All
patterns are built so that no text takes more than linear time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from rules.terms import RulesError

TAG_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_+#=:-]*")


class Kind(StrEnum):
    """What a piece of a record is."""

    HEADER = "header"
    BAD_HEADER = "bad_header"
    COMMENT = "comment"
    UNCLOSED = "unclosed"
    """A comment without an end; runs to the headers of the next game."""
    SET_UP = "set_up"
    OPEN = "open"
    CLOSE = "close"
    RESULT = "result"
    MOVE = "move"
    WRONG = "wrong"
    SKIP = "skip"


@dataclass(frozen=True, slots=True)
class Token:
    """One piece of a record.

    Attributes:
        line, column: where it begins, from 1.
        tag, value: of a header; `value` is also the text of a comment, without its brackets.
    """

    kind: Kind
    text: str
    line: int
    column: int
    tag: str = ""
    value: str = ""

    @property
    def last_line(self) -> int:
        """Where it ends."""
        return self.line + self.text.count("\n")

    def error(self, text: str) -> RulesError:
        """The error that names the place of this token."""
        return RulesError(text, line=self.line, column=self.column)


# A backslash before the last quotation mark of a line is one, as in "C:\\games\\".
_LAST = r'"[ \t]*+\][ \t]*+$'
_VALUE = rf'(?:[^"\\\n]|\\(?={_LAST})|\\(?!{_LAST}).)*+'
_HEADER = rf'\[\s*+(?P<tag>[A-Za-z0-9][A-Za-z0-9_+\#=:-]*+)\s++"(?P<value>{_VALUE})"\s*+\]'
# A comment that runs into the headers of the next game was never closed.
_COMMENT_TEXT = r'[^}\n]*+(?:\n(?!\[[A-Z]\w*+[ ]")[^}\n]*+)*+'


def grammar(*, move: str, result: str, skip: str, set_up: str = r"(?!)") -> re.Pattern[str]:
    """The pattern of the tokens of a file format.

    Args:
        move, result, set_up: verbose patterns of what these look like.
        skip: what is passed over besides white space, lines that begin with "%" and "$" with a number.
    """
    return re.compile(
        rf"""
          (?P<skip>\s++ | ^%[^\n]*+ | \$[0-9]++ | {skip})
        | (?P<header>{_HEADER})
        | (?P<bad_header>\[[^\n]*+)
        | (?P<comment>\{{{_COMMENT_TEXT}\}} | ;[^\n]*+)
        | (?P<unclosed>\{{{_COMMENT_TEXT})
        | (?P<open>\()
        | (?P<close>\))
        | (?P<set_up>{set_up})
        | (?P<result>(?:{result})(?=[\s\[{{;(]|$))
        | (?P<move>{move})
        | (?P<wrong>.)
        """,
        re.VERBOSE | re.MULTILINE,
    )


def tokens(text: str, pattern: re.Pattern[str]) -> Iterator[Token]:
    """The pieces of a text, in order, without what is passed over."""
    line, line_start = 1, 0
    for match in pattern.finditer(text):
        kind = Kind(match.lastgroup or "")
        if kind is not Kind.SKIP:
            yield _token(kind, match, line, match.start() - line_start + 1)
        if breaks := match[0].count("\n"):
            line += breaks
            line_start = match.start() + match[0].rindex("\n") + 1


def _token(kind: Kind, match: re.Match[str], line: int, column: int) -> Token:
    if kind is Kind.HEADER:
        value = re.sub(r'\\(["\\])', r"\1", match["value"]).replace("\t", " ")
        return Token(kind, match[0], line, column, match["tag"], value)
    if kind is Kind.COMMENT:
        value = match[0][1:] if match[0].startswith(";") else match[0][1:-1]
        return Token(kind, match[0], line, column, value=value)
    return Token(kind, match[0], line, column)
