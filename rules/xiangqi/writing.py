"""Notations of xiangqi: Chinese in full and short, WXF, ICCS and UCCI.

Sources: XQ-7.5 for the Chinese notations; the Asian and World federations' notation sheet for WXF
(www.wxf.org/xq/computer/wxf_notation.html). Files count from each player's own right.

Styles that `write_move` writes:

* "chinese": 炮二平五, 马８进７; Red's numbers in Chinese, Black's as full-width digits. Of two men on a
  file 前 or 后 stands first, of three soldiers also 中. Four or five on one file are numbered 一 to 五
  from the front; where two files hold several, the numbers run on over both from the right.
* "chinese-short": 炮25, 马87. By hand an advance has a line under the last digit and a retreat one above
  it; here these are combining characters, written only where more than one legal move fits without.
* "wxf": C2=5, H8+7, R+=4; soldiers by the sheet (P+=4, ++=4, 3+=4, 33=4).
* "iccs": H2-E2. "ucci": h2e2, as `Move.text`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.position import Move
from rules.terms import RulesError, quoted
from rules.xiangqi.fen import WORDS
from rules.xiangqi.moves import FILES, RED_MEN
from rules.xiangqi.position import XiangqiPosition

STYLES = ("chinese", "chinese-short", "wxf", "iccs", "ucci")
"""Names of the notations."""
UNDER, OVER = "\u0332", "\u0305"
"""In the short notation: the line under an advance, the line over a retreat."""

_CHINESE_MEN = dict(zip("KABNRCPkabnrcp", "帅仕相马车炮兵将士象马车炮卒", strict=True))
_WXF_MEN = dict(zip("KABNRCP", "KAEHRCP", strict=True))
_CHINESE_NUMBERS = "一二三四五六七八九"
_WIDE_DIGITS = "１２３４５６７８９"
_CHINESE_WAYS: Mapping[str, str] = {"+": "进", "-": "退", "=": "平"}
_MARKS: Mapping[str, str] = {"+": UNDER, "-": OVER, "=": ""}


@dataclass(frozen=True, slots=True, kw_only=True)
class Called:
    """What a move is called, from the mover's side of the board.

    Attributes:
        kind: letter of the man, upper case.
        file: of the mover, 1 to 9 from its own right.
        way: "+" forward, "-" back, "=" sideways.
        number: how far along the file, or the file that it goes to.
        rank, among: the mover is number `rank` from the front of `among` such men on its file.
        running: the number of a soldier where two files hold several; else 0.
    """

    kind: str
    file: int
    way: str
    number: int
    rank: int
    among: int
    running: int

    @property
    def middle(self) -> bool:
        """Whether it is the middle one of three or five on a file."""
        return self.among > 1 and 2 * self.rank == self.among + 1


def called(board: str, origin: int, target: int) -> Called:
    """What a move of the man at `origin` is called."""
    man = board[origin]
    red = man in RED_MEN
    ours = [_seen(found.start(), red=red) for found in re.finditer(man, board)]
    file, row = _seen(origin, red=red)
    to_file, to_row = _seen(target, red=red)
    # From the right, and on each file from the front.
    order = sorted(ours, key=lambda place: (place[0], -place[1]))
    files = [f for f, _row in order]
    own = [place for place in order if place[0] == file]
    several = [place for place in order if files.count(place[0]) > 1]
    along = to_file == file
    return Called(
        kind=man.upper(),
        file=file,
        way="=" if to_row == row else "+" if to_row > row else "-",
        number=abs(to_row - row) if along else to_file,
        rank=own.index((file, row)) + 1,
        among=len(own),
        running=several.index((file, row)) + 1
        if man in "Pp" and len(own) > 1 and len({f for f, _row in several}) > 1
        else 0,
    )


def write_move(position: XiangqiPosition, move: Move, style: str = "chinese") -> str:
    """The move in one of `STYLES`.

    Raises:
        RulesError: the move is not legal in the position, or there is no such style.
    """
    if position.by_text(move.text) != move:
        raise RulesError(f"{move.text} is not a legal move in {position.text}")
    match style:
        case "chinese":
            return _chinese(position, move)
        case "chinese-short":
            return _short(position, move)
        case "wxf":
            return _wxf(_called(position, move))
        case "iccs":
            return f"{move.text[:2]}-{move.text[2:]}".upper()
        case "ucci":
            return move.text
    raise RulesError(f"{quoted(style)} is not a notation of xiangqi; known: {', '.join(STYLES)}")


def candidates(position: XiangqiPosition) -> Sequence[tuple[Move, Called]]:
    """Every legal move with what it is called."""
    return [(move, _called(position, move)) for move in position.moves()]


def _called(position: XiangqiPosition, move: Move) -> Called:
    assert move.origin is not None
    assert move.target is not None
    return called(position.board, move.origin, move.target)


def _seen(point: int, *, red: bool) -> tuple[int, int]:
    """File from the right and row from the near edge, as the owner of a man sees it."""
    file, row = point % FILES, point // FILES
    return (FILES - file, row) if red else (file + 1, 9 - row)


def _prefix(name: Called) -> str:
    """What stands before the man in Chinese when its file alone does not tell it; else ""."""
    # Two advisors or elephants on one file never move the same way.
    if name.among == 1 or name.kind in "KAB":
        return ""
    if name.running:
        return _CHINESE_NUMBERS[name.running - 1]
    if name.among > 3:
        return _CHINESE_NUMBERS[name.rank - 1]
    if name.middle:
        return "中"
    return "前" if name.rank == 1 else "后"


def _chinese(position: XiangqiPosition, move: Move) -> str:
    name = _called(position, move)
    digits = _CHINESE_NUMBERS if position.red_to_move else _WIDE_DIGITS
    man = _man(move)
    who = f"{prefix}{man}" if (prefix := _prefix(name)) else f"{man}{digits[name.file - 1]}"
    return f"{who}{_CHINESE_WAYS[name.way]}{digits[name.number - 1]}"


def _short(position: XiangqiPosition, move: Move) -> str:
    name = _called(position, move)
    man, prefix = _man(move), _prefix(name)
    plain = f"{prefix}{man}{name.number}" if prefix else f"{man}{name.file}{name.number}"
    others = [
        other
        for _move, other in candidates(position)
        if (other.kind, _prefix(other), other.number) == (name.kind, prefix, name.number)
        and (prefix or other.file == name.file)
    ]
    return plain if len(others) == 1 else plain + _MARKS[name.way]


def _man(move: Move) -> str:
    assert move.mover is not None
    return _CHINESE_MEN[move.mover.letter]


def _wxf(name: Called) -> str:
    letter = _WXF_MEN[name.kind]
    sign = "+" if name.rank <= name.among / 2 else "-"
    if name.among == 1 or name.kind in "KAB":
        who = f"{letter}{name.file}"
    elif name.running:
        who = f"{name.file}{name.file if name.middle else sign}"
    elif name.middle:
        who = f"{letter}{name.file}"
    elif name.among > 3 and name.rank in {1, name.among}:
        who = sign * 2
    else:
        who = letter + sign
    return f"{who}{name.way}{name.number}"


def describe(move: Move) -> str:
    """The move for a message: "horse h0-g2"."""
    assert move.mover is not None
    return f"{WORDS[move.mover.letter.upper()]} {move.text[:2]}-{move.text[2:]}"
