r"""What people read is text and nothing else: what commands a terminal is shown, not obeyed.

Names of players, headers, paths and lines that are quoted in an error come from files and networks. One of them may hold
an escape sequence that clears the screen, types for the user, or turns the direction of what follows. Each such character
is written as \\u and its number, which is also what JSON has for it.
"""

from __future__ import annotations

import contextlib
import sys
from typing import IO, TYPE_CHECKING, TextIO, cast

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_LINES = frozenset("\t\n")
_DIRECTIONS = (*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F, 0x061C)
_CODES = (*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x2029, *_DIRECTIONS, *range(0xD800, 0xE000))
_SHOWN = {code: f"\\u{code:04x}" for code in _CODES if chr(code) not in _LINES}
"""C0 but for line feed and tab, DEL, C1, separators, what changes the direction of text, and halves of surrogate pairs
(bytes in a path that are no UTF-8)."""


def visible(text: str) -> str:
    """The text with every character in it that a terminal obeys made visible."""
    return text if text.isprintable() else text.translate(_SHOWN)


class _Visible:
    """A stream that writes visible text; all else is the stream's own."""

    def __init__(self, stream: TextIO) -> None:
        self.as_is = stream

    def write(self, text: str) -> int:
        self.as_is.write(visible(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> object:
        return getattr(self.as_is, name)


@contextlib.contextmanager
def nothing_obeyed() -> Iterator[None]:
    """Standard error, and standard output where it is a terminal, write visible text while the block runs.

    A file or another program is given what is asked for, character by character.
    """
    out, err = sys.stdout, sys.stderr
    if out.isatty():
        sys.stdout = cast("TextIO", _Visible(out))
    sys.stderr = cast("TextIO", _Visible(err))
    try:
        yield
    finally:
        sys.stdout, sys.stderr = out, err


def as_is(stream: IO[str]) -> IO[str]:
    """Where our own colours are written."""
    return stream.as_is if isinstance(stream, _Visible) else stream
