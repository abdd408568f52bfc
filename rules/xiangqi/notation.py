"""Notations of xiangqi: writing (see `rules.xiangqi.writing`) and reading, in any mixture of characters.

Read are Chinese in full and short, WXF, ICCS and UCCI; simplified and traditional characters; full-width
and ASCII letters, digits and signs; H or N for the horse and E or B for the elephant; "." or "=" for
sideways; the sign of the front or rear man before or after its letter. Of soldiers that share files are
read: 前 中 后 alone or with the file (前兵九平八, 前九平八), numbers (一兵, 2卒, Pa to Pe), the federation's signs
(P+, ++, 3+, 33) and index with file (16+1). A text that fits several legal moves is refused.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.position import Move
from rules.terms import RulesError, quoted
from rules.xiangqi.moves import NAMES, in_check, play, targets
from rules.xiangqi.position import XiangqiPosition
from rules.xiangqi.writing import (
    OVER,
    STYLES,
    UNDER,
    Called,
    called,
    candidates,
    describe,
    write_move,
)

__all__ = ["STYLES", "parse_move", "write_move"]

LONGEST = 12
"""Characters that a move can have; longer texts are no moves and are not looked at."""

_SAME: Mapping[str, str] = {
    "K": "帅将帥將", "A": "仕士", "B": "相象", "N": "马馬傌", "R": "车車俥", "C": "炮砲包", "P": "兵卒",
    "+": "进進", "-": "退−–—", "=": "平.", "f": "前", "m": "中", "b": "后後",
    UNDER: "\u0331_", OVER: "\u0304",
}  # fmt: skip
_PLAIN = {ord(letter): to for to, letters in _SAME.items() for letter in letters}
_PLAIN |= {ord(number): str(n) for n, number in enumerate("一二三四五六七八九", 1)}
_WIDE = {n + 0xFEE0: chr(n) for n in range(0x21, 0x7F)}

_POINTS = re.compile(r"([A-I][0-9])-?([A-I][0-9])", re.IGNORECASE | re.ASCII)
_MAN, _WAY, _LAST = "(?P<kind>[KABNRCP])", "(?P<way>[-+=])", "(?P<number>[1-9])"
_FILE, _MARK = "(?P<file>[1-9])", f"(?P<mark>[{UNDER}{OVER}]?)"
_FORMS = tuple(
    re.compile(form, re.ASCII)
    for form in (
        f"{_MAN}{_FILE}{_WAY}{_LAST}",  # 炮二平五, C2=5
        f"(?P<first>[-+=fmb1-5]){_MAN}{_FILE}?{_WAY}{_LAST}",  # 前车平四, +R=4, 一兵, 前兵九平八
        f"(?P<first>[fmb]){_FILE}{_WAY}{_LAST}",  # 前七进一: a soldier, as none else needs the file
        f"{_MAN}(?P<second>[-+=fmb]){_WAY}{_LAST}",  # R+=4, 车前平四
        f"(?P<kind>P)(?P<letter>[A-E]){_WAY}{_LAST}",  # Pa+1
        f"(?P<outer>[-+])(?P=outer){_WAY}{_LAST}",  # ++=4
        f"{_FILE}(?P<second>[-+]){_WAY}{_LAST}",  # 3+=4
        f"(?P<index>[1-9]){_FILE}{_WAY}{_LAST}",  # 33=4, and 16+1
        f"{_MAN}{_FILE}{_LAST}{_MARK}",  # 炮25
        f"(?P<first>[-+=fmb1-5]){_MAN}{_FILE}?{_LAST}{_MARK}",  # 前炮5
    )
)


def parse_move(position: XiangqiPosition, text: str) -> Move:
    """The legal move that a text means, in any notation.

    Raises:
        RulesError: it is no move, it is not legal here, or it fits several moves; says which.
    """
    tight = "".join(text.split()).translate(_WIDE) if len(text) <= LONGEST else ""
    points = _POINTS.fullmatch(tight)
    if points:
        return _by_points(position, text, (points[1] + points[2]).lower())
    plain = _upper(tight).translate(_PLAIN)
    found = next((match for form in _FORMS if (match := form.fullmatch(plain))), None)
    if found is None:
        raise RulesError(
            f"{quoted(text)} is not a move of xiangqi; write it as 炮二平五, 炮25, C2=5, H2-E2 or h2e2"
        )
    said = _Said.of(found, latin=tight.isascii())
    fitting = said.choose(candidates(position))
    if not fitting:
        raise RulesError(f"{quoted(text)} is not legal here{_why_not(position, said)}")
    if len(fitting) > 1:
        meanings = " or ".join(
            f"{write_move(position, move)} ({describe(move)})" for move in fitting
        )
        raise RulesError(f"{quoted(text)} may mean {meanings}; write which")
    return fitting[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Said:
    """What a text says about a move; None and "" where it says nothing.

    Attributes:
        ways: "+", "-", "=", or several where a short text leaves it open.
        place: which of several men on a file: "first", "last", "middle", "inner first",
            "inner last", "outer first", "outer last", or a number.
        latin: written in letters, so that the federation's sheet holds.
    """

    kind: str
    file: int | None
    ways: str
    number: int
    place: str
    latin: bool

    @classmethod
    def of(cls, found: re.Match[str], *, latin: bool) -> _Said:
        says = {key: value for key, value in found.groupdict().items() if value}
        mark = says.get("mark")
        short = {None: "+-=", UNDER: "+", OVER: "-"}[mark]
        return cls(
            kind=says.get("kind", "P"),
            file=int(says["file"]) if "file" in says else None,
            ways=says.get("way", short),
            number=int(says["number"]),
            place=_place(says),
            latin=latin,
        )

    def choose(self, among: Sequence[tuple[Move, Called]]) -> list[Move]:
        """The moves that fit."""
        named = [(move, name) for move, name in among if self.names(name)]
        if len(self.ways) > 1:
            # By hand, nothing over or under the digit means sideways.
            sideways = [(move, name) for move, name in named if name.way == "="]
            named = sideways or named
        if self.latin and self.kind == "P" and not self.place:
            # On the sheet the middle one of three or five has no sign of its own, the others have.
            named = [(m, name) for m, name in named if name.middle or name.among in {1, 2, 4}]
        return [move for move, _name in named]

    def names(self, name: Called) -> bool:
        """Whether it fits a move that is called so, its way perhaps left open."""
        return (
            name.kind == self.kind
            and name.number == self.number
            and name.way in self.ways
            and self.file in {None, name.file}
            and self._stands(name)
        )

    def _stands(self, name: Called) -> bool:
        """Whether this is the one of several men on a file."""
        if self.place and name.among == 1:
            return False
        if self.place.isdigit():
            index = int(self.place)
            if self.latin and index == self.file and name.running and name.among == 3:
                return name.middle  # 33=4: the sheet goes before index and file
            return index == (name.running if name.running and self.file is None else name.rank)
        if not self.place:
            return True
        last = name.among
        # On the sheet P+ and P- of four or five are the second and the last but one.
        inner = 1 if last > 3 else 0
        ranks = {
            "first": 1,
            "last": last,
            "middle": (last + 1) / 2,
            "inner first": 1 + inner,
            "inner last": last - inner,
            "outer first": 1 if last > 3 else 0,
            "outer last": last if last > 3 else 0,
        }
        return name.rank == ranks[self.place]


def _place(says: Mapping[str, str]) -> str:
    if "letter" in says:
        return str("ABCDE".index(says["letter"]) + 1)
    if "index" in says:
        return says["index"]
    if "outer" in says:
        return "outer first" if says["outer"] == "+" else "outer last"
    words = {"f": "first", "b": "last", "m": "middle", "=": "middle"}
    if "first" in says:
        sign = says["first"]
        return {**words, "+": "first", "-": "last"}.get(sign, sign)
    if "second" in says:
        return {**words, "+": "inner first", "-": "inner last"}[says["second"]]
    return ""


def _upper(text: str) -> str:
    """Upper case, with one letter each for horse and elephant; Pe is the fifth soldier."""
    return re.sub(r"(?<!P)E", "B", text.upper().replace("H", "N"))


def _by_points(position: XiangqiPosition, text: str, ucci: str) -> Move:
    move = position.by_text(ucci)
    if move is not None:
        return move
    origin, target = NAMES.index(ucci[:2]), NAMES.index(ucci[2:])
    man = position.piece_at(origin)
    if man is None:
        raise RulesError(f"{quoted(text)} is not legal here: no man stands on {ucci[:2]}")
    if man.side != position.side_to_move:
        raise RulesError(f"{quoted(text)} is not legal here: it is {position.side_to_move} to move")
    if target not in targets(position.board, origin):
        raise RulesError(
            f"{quoted(text)} is not legal here: the man on {ucci[:2]} does not move so"
        )
    raise RulesError(f"{quoted(text)} is not legal here: it leaves the general in check")


def _why_not(position: XiangqiPosition, said: _Said) -> str:
    """More about a move that is not legal, with its colon, or ""."""
    board, red = position.board, position.red_to_move
    for origin, man in enumerate(board):
        if man == "." or man.isupper() != red:
            continue
        for target in targets(board, origin):
            name = called(board, origin, target)
            if said.names(name) and in_check(play(board, origin, target), red):
                return f": {NAMES[origin]}-{NAMES[target]} leaves the general in check"
    return ""
