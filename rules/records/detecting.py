"""What a text says about its file format: which the headers name, and which its moves look like."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice, pairwise

from rules.records.texts import plain_result, tidy
from rules.records.tokens import Kind, grammar, tokens

_SGF = re.compile(r"\(\s*+;\s*+[A-Za-z]*+\s*+[\[;(]")
_ANY = grammar(skip=r"[0-9]++\s?[.…．、]++ | [.…]++", result=r"(?!)", move=r"[^\s{}()\[\];$]++")
_PIECES = 20_000
"""As many pieces of a text as are looked at; whether all of it can be played is for the readers."""

_LONGEST = 100
"""Characters of a move; the longest capture of draughts needs some sixty."""
_RESULTS = ("1-0", "0-1", "1/2-1/2", "0-0", "*")
_PLAIN = str.maketrans("–—−‐‑‒×", "------x")
_TAIL = re.compile(r"(?:[!?+#=±†‡]|e\.p\.)++$")
_DRAUGHTS = re.compile(r"2-0|0-2|1-1|[0-9]{1,2}[-x:][0-9]{1,2}(?:[x:][0-9]{1,2})*+|[0-9]{4}")
_SQUARES = re.compile(r"[a-h][1-8](?:[-x:]?[a-h][1-8])++")
_POINTS = re.compile(r"[a-i][0-9]-?[a-i][0-9]", re.IGNORECASE)
_WXF = re.compile(
    r"[+-]?[KABEHNRCP][1-9+-]?[+=.-][1-9]|[1-9]{1,2}[+=][1-9]|[+-]{2}[+=.-][1-9]", re.IGNORECASE
)
_CHESS = re.compile(
    r"(?:[O0o]-?[O0o](?:-?[O0o])?|[KQRBNP♔-♟]?[a-h]?[1-8]?[-x:]?[a-h][1-8]"
    r"(?:[=/(]{0,2}[QRBNqrbn]\)?)?|[A-H][1-8][-x:]?[A-H][1-8]=?[QRBNqrbn]?)"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What speaks for each format ("pgn", "pdn", "xqpgn", "sgf").

    Attributes:
        named: the formats that headers of the games name outright.
        hinted: those that headers make likely.
        fitting: by format, how many words look like its moves.
        words: how many words stand where moves stand.
        begins: its first line with something on it.
        games: whether there is a header or a result, so that it may be a record without moves.
    """

    named: frozenset[str]
    hinted: frozenset[str]
    fitting: Mapping[str, int]
    words: int
    games: bool
    begins: str = ""

    def fits(self, name: str) -> int:
        """How many words look like moves of a format."""
        return self.fitting.get(name, 0)


def evidence(text: str) -> Evidence:
    """What all headers and moves of a text say, as far as one looks."""
    text = tidy(text)
    if _is_sgf(text):
        return Evidence(
            named=frozenset({"sgf"}), hinted=frozenset(), fitting={}, words=0, games=True
        )
    headers: set[str] = set()
    named: set[str] = set()
    hinted: set[str] = set()
    fitting: Counter[str] = Counter()
    words, games = 0, False
    for token in islice(tokens(text, _ANY), _PIECES):
        if token.kind is Kind.HEADER:
            games = True
            headers.add(token.tag)
            named |= _named(token.tag, token.value)
            if token.tag == "Result" and token.value in {"2-0", "0-2", "1-1"}:
                hinted.add("pdn")
        elif token.kind is Kind.MOVE:
            if plain_result(token.text) in _RESULTS:
                games = True
                continue
            words += 1
            fitting.update(_formats_of(token.text))
    if "Red" in headers:
        (hinted if "White" in headers else named).add("xqpgn")
    return Evidence(
        named=frozenset(named),
        hinted=frozenset(hinted),
        fitting=fitting,
        words=words,
        games=games,
        begins=text.strip().partition("\n")[0],
    )


def _is_sgf(text: str) -> bool:
    """Whether a game of SGF begins somewhere, and no header of another format before it."""
    start = text.lstrip()
    if re.match(r"\(\s*+;", start):
        return True
    found = _SGF.search(text)
    return (
        found is not None
        and re.search(r'^\[\w++\s++"', text[: found.start()], re.MULTILINE) is None
    )


def _named(tag: str, value: str) -> set[str]:
    if tag == "GameType":
        return {"pdn"}
    if tag in {"Game", "Variant"} and value.strip().lower() in {"chinese chess", "xiangqi"}:
        return {"xqpgn"}
    if tag == "FEN":
        if ":" in value:
            return {"pdn"}
        return {{7: "pgn", 9: "xqpgn"}.get(value.count("/"), "")} - {""}
    return set()


def _formats_of(word: str) -> Iterable[str]:
    """The formats in which a word can be a move."""
    if len(word) > _LONGEST:
        return
    plain = _TAIL.sub("", word.translate(_PLAIN))
    if any(ord(letter) >= 0x2E80 for letter in plain):  # Chinese characters, full-width letters
        yield "xqpgn"
        return
    if _CHESS.fullmatch(plain):
        yield "pgn"
    if _POINTS.fullmatch(plain) or _WXF.fullmatch(plain):
        yield "xqpgn"
    if _DRAUGHTS.fullmatch(plain.rstrip("*")) or _on_diagonals(plain):
        yield "pdn"


def _on_diagonals(word: str) -> bool:
    """Whether a word names squares as draughts does: neighbours on a diagonal, or dark ones and a capture."""
    if not _SQUARES.fullmatch(word):
        return False
    squares = re.findall(r"[a-h][1-8]", word)
    steps = [(abs(ord(a[0]) - ord(b[0])), abs(int(a[1]) - int(b[1]))) for a, b in pairwise(squares)]
    takes = "x" in word or ":" in word
    if takes:
        dark = all((ord(square[0]) + int(square[1])) % 2 == 0 for square in squares)
        return dark and all(across + up > 2 for across, up in steps)
    return all(across == up for across, up in steps)
