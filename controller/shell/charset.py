"""The characters of a record file: which of the older character sets its bytes are in."""

from __future__ import annotations

import codecs
import contextlib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rules.terms import RulesError

if TYPE_CHECKING:
    from collections.abc import Mapping

_BYTES_MAX = 1 << 28
"""A quarter of a gigabyte: tens of thousands of games. More is a slip of the pen."""
_SGF = re.compile(rb"\(\s*+;")
_HEADER = re.compile(rb'^\[\w++ "', re.MULTILINE)
_NAMED = re.compile(rb"(?<![A-Za-z])CA\s*+\[\s*+([^\]\[\\]{0,40}?)\s*+\]")
_PLAIN = b"(;CA[x]FF[4]:\n"
"""What every character set of a record must read as ASCII does, or its signs could not be found."""
_NO_SETS = frozenset({"idna", "punycode", "unicode-escape", "raw-unicode-escape"})
"""Names of Python's that are no character sets."""
_WIDER: Mapping[str, tuple[str, ...]] = {
    # What programs call by the left name is often the right, which has all its characters and more.
    "gb2312": ("gb18030",),
    "gbk": ("gb18030",),
    "big5": ("big5", "cp950", "big5hkscs"),
    "shift_jis": ("shift_jis", "cp932"),
    "euc_kr": ("euc_kr", "cp949"),
    "iso8859-1": ("cp1252", "latin-1"),
}
_SAVE = "if names look wrong, save the file as UTF-8"


@dataclass(frozen=True, slots=True, kw_only=True)
class Decoded:
    """The text of a file.

    Attributes:
        warnings: what people should know about its characters, a sentence each.
    """

    text: str
    warnings: tuple[str, ...] = ()


def decoded(data: bytes, *, lenient: bool = False) -> Decoded:
    """The text of a record file.

    An SGF names its character set (CA), others are UTF-8 or one of the older sets that records are
    found in; then a warning says which was taken.

    Args:
        lenient: where the set that is named is none, or the bytes are not of it, warn instead of
            raising; what cannot be read becomes U+FFFD.

    Raises:
        RulesError: it is no text, or far too long; bytes are not of the set that is named.
    """
    if len(data) > _BYTES_MAX:
        raise RulesError(f"the file is larger than {_BYTES_MAX >> 20} MB; split it")
    begin = _SGF.search(data)
    # Words may stand before the first game of an SGF, but no headers of another format.
    named = "" if begin is None or _HEADER.search(data, 0, begin.start()) else _named(data)
    if named:
        return _as_named(data, named, lenient=lenient)
    return _guessed(data)


def _guessed(data: bytes) -> Decoded:
    with contextlib.suppress(UnicodeDecodeError):
        return Decoded(text=data.decode("utf-8-sig"))
    if b"\0" in data:
        raise RulesError("this is no text file, and so no record")
    # Chinese programs write GB 18030; PGN, PDN and SGF were Latin-1 by their standards.
    if b"[Red " in data or b"Chinese Chess" in data:
        with contextlib.suppress(UnicodeDecodeError):
            return Decoded(text=data.decode("gb18030"))
    if not any(0x80 <= byte < 0xA0 for byte in data):
        return Decoded(text=data.decode("latin-1"), warnings=(f"read as Latin-1; {_SAVE}",))
    with contextlib.suppress(UnicodeDecodeError):
        return Decoded(text=data.decode("cp1252"), warnings=(f"read as Windows-1252; {_SAVE}",))
    return Decoded(text=data.decode("latin-1"), warnings=(f"read as Latin-1; {_SAVE}",))


def _named(data: bytes) -> str:
    """The character set that an SGF names; "" where it names none.

    Raises:
        RulesError: its games name different ones.
    """
    names = dict.fromkeys(name.decode("latin-1") for name in _NAMED.findall(data))
    sets = {_codec(name) or name for name in names if name}
    if len(sets) > 1:
        listed = ", ".join(f"CA[{name}]" for name in names if name)
        raise RulesError(
            f"games in different character sets ({listed}); give each a file of its own"
        )
    return next((name for name in names if name), "")


def _codec(name: str) -> str | None:
    """Python's name of a character set that SGF can be written in; None where there is none."""
    try:
        found = codecs.lookup(name.lower().removeprefix("x-")).name
        if found in _NO_SETS or _PLAIN.decode(found) != _PLAIN.decode("ascii"):
            return None
    except (LookupError, ValueError):  # UnicodeError is a ValueError
        return None
    return found


def _as_named(data: bytes, name: str, *, lenient: bool) -> Decoded:
    if data.startswith(codecs.BOM_UTF8):
        name = "UTF-8"
    codec = _codec(name)
    if codec is None:
        wrong = f'CA[{name}] names no character set known here; write its usual name, as in "UTF-8"'
        if not lenient:
            raise RulesError(wrong)
        found = _guessed(data)
        return Decoded(text=found.text, warnings=(wrong, *found.warnings))
    tried = ("utf-8-sig",) if codec == "utf-8" else _WIDER.get(codec, (codec,))
    for each in tried:
        with contextlib.suppress(UnicodeDecodeError):
            return Decoded(text=data.decode(each))
    line = _first_bad_line(data, tried[-1])
    wrong = f"line {line}: the file says that it is CA[{name}], but bytes there are not"
    if not lenient:
        raise RulesError(f"{wrong}; correct CA, or save the file as UTF-8 with CA[UTF-8]")
    text = data.decode(tried[-1], errors="replace")
    return Decoded(text=text, warnings=(f"{wrong}; \ufffd stands for what could not be read",))


def _first_bad_line(data: bytes, codec: str) -> int:
    try:
        data.decode(codec)
    except UnicodeDecodeError as error:
        return data.count(b"\n", 0, error.start) + 1
    return 1
