"""FEN of xiangqi: a board and what goes with it as one line of text.

Men are read in both sets of letters (N and B, or H and E for horse and elephant) and written as N and
B; Red to move is read as "w" or "r" and written "w". The third and fourth field are always "-"; all
fields after the second may be left out together. What is refused is what no game can lead to.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from rules.terms import RulesError, quoted
from rules.xiangqi.moves import BLACK_MEN, FILES, NAMES, POINTS, RANKS, RED_MEN, in_check

ARRAY = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
"""The initial array."""

_FIELDS = (
    ("the men", re.compile(r"[rnbakcphe1-9/]+", re.IGNORECASE | re.ASCII)),
    ("the side to move (w or b)", re.compile(r"[wrb]")),
    ("nothing (-)", re.compile(r"-")),
    ("nothing (-)", re.compile(r"-")),
    ("the plies since the last capture", re.compile(r"[0-9]{1,4}")),
    ("the number of the next move", re.compile(r"[1-9][0-9]{0,3}")),
)
_ONE_SET = str.maketrans("HEhe", "NBnb")
_MOST: Mapping[str, int] = {"K": 1, "A": 2, "B": 2, "N": 2, "R": 2, "C": 2, "P": 5}
_SIDES = {"Red": RED_MEN, "Black": BLACK_MEN}
WORDS: Mapping[str, str] = {
    "K": "general",
    "A": "advisor",
    "B": "elephant",
    "N": "horse",
    "R": "chariot",
    "C": "cannon",
    "P": "soldier",
}
"""What the men are called, by Red's letters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fen:
    """What one FEN says.

    Attributes:
        board: as in `rules.xiangqi.moves`.
        quiet_plies: plies since the last capture.
        number: of the next move of both sides, from 1.
    """

    board: str
    red_to_move: bool
    quiet_plies: int = 0
    number: int = 1


def read(text: str) -> Fen:
    """Reads a FEN of two or six fields.

    Raises:
        RulesError: it is not FEN, or no position of xiangqi; names every reason.
    """
    fields = text.split(" ")
    if len(fields) not in {2, len(_FIELDS)}:
        raise RulesError(
            f"{quoted(text)} is not a FEN: it has {len(fields)} fields where two or six are needed"
            " (men, side to move, -, -, plies since the last capture, move number)"
        )
    wrong = [
        f"{quoted(field)} does not say {meaning}"
        for field, (meaning, pattern) in zip(fields, _FIELDS, strict=False)
        if not pattern.fullmatch(field)
    ]
    if wrong:
        raise RulesError(f"{quoted(text)} is not a FEN: {'; '.join(wrong)}")
    board = _board(fields[0], text)
    found = Fen(
        board=board,
        red_to_move=fields[1] != "b",
        quiet_plies=int(fields[4]) if len(fields) > 2 else 0,
        number=int(fields[5]) if len(fields) > 2 else 1,
    )
    wrong = flaws(board) or unsafe(board, red_to_move=found.red_to_move)
    if wrong:
        raise RulesError(f"{quoted(text)} is not a position of xiangqi: {'; '.join(wrong)}")
    return found


def write(fen: Fen) -> str:
    """The FEN with its six fields."""
    rows = [fen.board[n : n + FILES] for n in range(0, POINTS, FILES)]
    men = "/".join(re.sub(r"\.+", lambda gap: str(len(gap[0])), row) for row in reversed(rows))
    return f"{men} {'w' if fen.red_to_move else 'b'} - - {fen.quiet_plies} {fen.number}"


def flaws(board: str) -> list[str]:
    """Why no game can lead to these men on these points; empty where one can.

    It looks at each man and at pairs of soldiers that have not crossed, so a few impossible boards
    pass.
    """
    found = []
    for side, letters in _SIDES.items():
        counts = Counter(man for man in board if man in letters)
        for letter in letters:
            kind, count = letter.upper(), counts[letter]
            if kind == "K" and count == 0:
                found.append(f"{side} has no general")
            if count > _MOST[kind]:
                most = "one" if kind == "K" else str(_MOST[kind])
                word = WORDS[kind] + ("" if kind == "K" else "s")
                found.append(f"{side} has more than {most} {word}")
    found += [
        f"{'Red' if man in RED_MEN else 'Black'}'s {WORDS[man.upper()]} can never stand on {NAMES[point]}"
        for point, man in enumerate(board)
        if man != "." and not _may_stand(man, point)
    ]
    found += [
        f"two of {'Red' if man == 'P' else 'Black'}'s soldiers stand on file {file} short of the river"
        for man, near, far in (("P", 3, 4), ("p", 6, 5))
        for n, file in enumerate("abcdefghi")
        if board[near * FILES + n] == board[far * FILES + n] == man
    ]
    return found


def unsafe(board: str, *, red_to_move: bool) -> list[str]:
    """Why the last move cannot have been legal; empty where it can."""
    red, black = board.index("K"), board.index("k")
    between = set(board[red:black:FILES][1:])
    if red % FILES == black % FILES and between <= {"."}:
        return ["the generals face each other"]
    if in_check(board, not red_to_move):
        return ["the side that is not to move stands in check"]
    return []


def _board(men: str, text: str) -> str:
    """The board, from the first field."""
    rows = [
        re.sub(r"[1-9]", lambda gap: "." * int(gap[0]), row).translate(_ONE_SET)
        for row in men.split("/")
    ]
    wrong = [
        f"row {number} from the top has {len(row)} points"
        for number, row in enumerate(rows, 1)
        if len(row) != FILES
    ]
    if len(rows) != RANKS:
        wrong.insert(0, f"it has {len(rows)} rows where ten are needed")
    if wrong:
        raise RulesError(f"{quoted(text)} is not a FEN: {'; '.join(wrong)}")
    return "".join(reversed(rows))


def _may_stand(man: str, point: int) -> bool:
    """Whether such a man can ever come to this point."""
    if man in BLACK_MEN:
        point = POINTS - 1 - point
    file, rank = point % FILES, point // FILES
    match man.upper():
        case "K":
            return rank <= 2 and 3 <= file <= 5
        case "A":
            return (file, rank) in {(3, 0), (5, 0), (4, 1), (3, 2), (5, 2)}
        case "B":
            return (file, rank) in {(2, 0), (6, 0), (0, 2), (4, 2), (8, 2), (2, 4), (6, 4)}
        case "P":
            return rank >= 5 or (rank >= 3 and file % 2 == 0)
    return True
