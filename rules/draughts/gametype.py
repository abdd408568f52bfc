"""The GameType of PDN: which game of draughts a record is of, and how its squares are called.

Source: the GameType section of PDN 3.0 (wiegerw.github.io/pdn).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from rules.draughts.board import BOARD_64
from rules.draughts.game import DRAUGHTS_100, DRAUGHTS_BRAZILIAN, DRAUGHTS_RUSSIAN, Draughts
from rules.terms import RulesError, quoted

GAMES: Mapping[int, Draughts] = {20: DRAUGHTS_100, 25: DRAUGHTS_RUSSIAN, 26: DRAUGHTS_BRAZILIAN}
"""The games by their numbers in PDN."""
_OTHERS: Mapping[int, str] = {
    0: "chess",
    1: "xiangqi",
    21: "English draughts",
    22: "Italian draughts",
    23: "pool checkers",
    24: "Spanish draughts",
    27: "Canadian draughts",
    28: "Portuguese draughts",
    29: "Czech draughts",
    30: "Turkish draughts",
    31: "Thai draughts",
    40: "Frisian draughts",
    41: "Spantsiretti",
}
_PLAIN_VARIANTS = ("", "standard", "from position", "normal")
_VARIANTS: Mapping[int, tuple[str, ...]] = {
    20: ("international", "international 100"),
    25: ("russian",),
    26: ("brazilian",),
}
_SHAPE = re.compile(
    r"(?P<number>[0-9]{1,3})"
    r"(?:,[WB],(?P<size>[0-9]{1,2},[0-9]{1,2}),(?P<notation>[ANS][0-3])(?:,(?P<invert>[01]))?)?"
)
# What has another letter before it, or is no whole item of a list, is a name already ("c1").
_FEN_NUMBERS = re.compile(
    r"(:\s*+[WB]\s*+|,\s*+)(K?)([0-9]{1,4}+)(?:-([0-9]{1,4}+))?(?![a-z0-9])", re.IGNORECASE
)
_MOVE_NUMBER = re.compile(r"()()(?<![a-h])([0-9]{1,2})()", re.IGNORECASE)
_ONLY_BIG = re.compile(r"(?<![0-9])(?:[0-9]{2})*?(?:3[3-9]|4[0-9]|50)")
_SQUARE = re.compile(r"[a-h][1-8]", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameType:
    """A game of draughts, and where its numbers begin.

    Attributes:
        corner: where square 1 is, as PDN numbers the corners: 0 lower left, 1 lower right, 2 upper
            left, 3 upper right, as White sees them. None where it is not said, which is 2 here.
    """

    game: Draughts
    corner: int | None = None

    def fen(self, text: str) -> str:
        """A FEN whose numbers count from another corner, with names instead."""
        return text if self.corner in {None, 2} else _FEN_NUMBERS.sub(self._named, text)

    def move(self, text: str) -> str:
        """A move whose numbers count from another corner, with names instead."""
        return text if self.corner in {None, 2} else _MOVE_NUMBER.sub(self._named, text)

    def _named(self, match: re.Match[str]) -> str:
        assert self.corner is not None, "nothing to change"
        before, king, first, last = match[1], match[2], int(match[3]), int(match[4] or match[3])
        if not 1 <= first <= last <= 32:
            raise RulesError(
                f"{match[0].removeprefix(before)} is not on the board, whose squares are 1-32"
            )
        points = (_point(number, self.corner) for number in range(first, last + 1))
        return before + ",".join(king + BOARD_64.squares[point] for point in points)


def game_named(name: str) -> Draughts:
    """The game with a name ("draughts-russian").

    Raises:
        RulesError: PDN does not keep this game.
    """
    for game in GAMES.values():
        if game.name == name:
            return game
    known = ", ".join(game.name for game in GAMES.values())
    raise RulesError(f"PDN keeps the games {known}, but not {name}")


def read_game_type(text: str) -> GameType:
    """What a GameType header says ("25", "25,W,8,8,A0,0").

    Raises:
        RulesError: it is no GameType, of a game that is not played here, or with a board or squares
            that the game does not have.
    """
    shape = _SHAPE.fullmatch("".join(text.split()))
    if shape is None:
        raise RulesError(f"{quoted(text)} is not a GameType; write it as 20 or 20,W,10,10,N2,0")
    number = int(shape["number"])
    game = GAMES.get(number)
    if game is None:
        name = f" ({_OTHERS[number]})" if number in _OTHERS else ""
        raise RulesError(f"cannot read games of type {number}{name}; only 20, 25 and 26")
    if shape["notation"] is None:
        return GameType(game=game)
    size = game.variant.board.size
    # Servers write N1 for the big board too, and number it as everybody does.
    notations = ("N1", "N2") if size == 10 else ("A0", "N0", "N1", "N2", "N3")
    if (
        shape["size"] != f"{size},{size}"
        or shape["notation"] not in notations
        or shape["invert"] == "1"
    ):
        usual = game_type_text(game, numeric=size == 10)
        raise RulesError(
            f"cannot read the GameType {quoted(text)}; {game.name} is played as {usual}"
        )
    counted = size == 8 and shape["notation"] != "A0"
    return GameType(game=game, corner=int(shape["notation"][1]) if counted else None)


def read_variant(text: str) -> GameType | None:
    """What a header Variant says, as servers write it; None where it says nothing of its own.

    Raises:
        RulesError: it names a game that is not played here.
    """
    name = " ".join(text.lower().replace("draughts", "").split())
    if name in _PLAIN_VARIANTS:
        return None
    for number, names in _VARIANTS.items():
        if name in names:
            return GameType(game=GAMES[number])
    raise RulesError(
        f"cannot read the variant {quoted(text)}; only international, Russian and Brazilian draughts"
    )


def game_type_text(game: Draughts, *, numeric: bool) -> str:
    """The GameType of a game in full."""
    number = next(number for number, each in GAMES.items() if each is game)
    size = game.variant.board.size
    return f"{number},W,{size},{size},{'N2' if numeric else 'A0'},0"


def likely_types(
    said: GameType | None, fen: str | None, moves: Iterable[str]
) -> Iterator[GameType]:
    """What a record may be, the likeliest first.

    Without a GameType, letters mean the small board, ":" the Russian game, and "x" either of its two.
    Numbers mean the big board; but where a position has none above 32, it may be one of games that are
    not played here, and nothing is likely. Where the small board has numbers, but it is not said from
    where, programs differ: they count from the upper left, or from a1. From the array only one of
    these can be followed.
    """
    listed = list(moves)
    letters = any(map(_SQUARE.search, [*_lists(fen or ""), *listed]))
    if said is not None:
        yield said
        if said.game.variant.algebraic and said.corner is None and fen is None and not letters:
            yield GameType(game=said.game, corner=0)
    elif letters:
        yield GameType(game=DRAUGHTS_RUSSIAN)
        if not any(":" in text for text in listed):
            yield GameType(game=DRAUGHTS_BRAZILIAN)
    elif fen is None or any(map(_ONLY_BIG.search, [fen, *listed])):
        yield GameType(game=DRAUGHTS_100)


def _lists(fen: str) -> list[str]:
    """The squares of a FEN, without the colours before them ("B7" is no square there)."""
    return [part.strip()[1:] for part in fen.split(":")[1:]]


def _point(number: int, corner: int) -> int:
    """The point of a number that counts along the rows from a corner."""
    row, place = divmod(number - 1, 4)
    from_top = row if corner >= 2 else 7 - row
    return 4 * from_top + (place if corner in {0, 2} else 3 - place)
