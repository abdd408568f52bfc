"""The draws of draughts: the ply at which each strikes, and the ply before at which it does not."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest

from rules.draughts import DRAUGHTS_100, DRAUGHTS_BRAZILIAN, DRAUGHTS_RUSSIAN
from rules.game import Game
from rules.position import Position
from rules.rulebook import Rulebook, Standing, Termination, Verdict
from rules.terms import Side
from tests.rules.draughts_shuffles import shuffle, swapped

HUNDRED = DRAUGHTS_100.rulebooks["draughts-100"]
RUSSIAN = DRAUGHTS_RUSSIAN.rulebooks["draughts-russian"]
NATIONAL = DRAUGHTS_RUSSIAN.rulebooks["draughts-russian-national"]
BRAZILIAN = DRAUGHTS_BRAZILIAN.rulebooks["draughts-brazilian"]
CBD = DRAUGHTS_BRAZILIAN.rulebooks["draughts-brazilian-cbd"]
BOOKS: list[tuple[Game, Rulebook]] = [
    (DRAUGHTS_100, HUNDRED),
    (DRAUGHTS_RUSSIAN, RUSSIAN),
    (DRAUGHTS_RUSSIAN, NATIONAL),
    (DRAUGHTS_BRAZILIAN, BRAZILIAN),
    (DRAUGHTS_BRAZILIAN, CBD),
]
ROAD = {f"{column}{row}" for row, column in enumerate("abcdefgh", 1)}
Stays = Callable[[int, Position], bool]


def on_road(position: Position) -> dict[str, int]:
    """How many kings of each side stand on the long diagonal of the 64 squares."""
    index = DRAUGHTS_RUSSIAN.index
    men = [position.piece_at(index[name]) for name in ROAD]
    sides = [man.side for man in men if man is not None]
    return {side: sides.count(Side(side)) for side in ("white", "black")}


def anywhere(_ply: int, _position: Position) -> bool:
    return True


def lone_on(_ply: int, position: Position) -> bool:
    return on_road(position)["black"] > 0


def lone_off(_ply: int, position: Position) -> bool:
    return on_road(position)["black"] == 0


def owned(_ply: int, position: Position) -> bool:
    return on_road(position)["white"] > 0 and lone_off(_ply, position)


def not_owned(_ply: int, position: Position) -> bool:
    return not any(on_road(position).values())


@dataclass(frozen=True)
class Case:
    """An ending in which White is the stronger side, and the ply that draws it."""

    book: Rulebook
    fen: str
    strikes: int
    why: Termination
    law: str
    men_at: frozenset[int] = frozenset()
    capture_at: int | None = None
    stays: Stays = anywhere


def game_of(book: Rulebook) -> Game:
    return next(game for game, known in BOOKS if known is book)


# 100: kings walk between men that could move. 64: likewise.
KINGS_AND_MEN = "W:WK49,K50,36,41:BK1,K2,10,15"
KINGS_AND_MEN_64 = "W:WKa3,Ka5,a1,h2:BKh4,Kh6,a7,h8"
FIVE_64 = "W:WKa5,h2:BKh4,a7,h8"
SIX_64 = "W:WKa5,a1,h2:BKh4,a7,h8"
THREE = "W:WK48,K49,K50:BK1"
THREE_64 = "W:WKa3,Ka5,Ka7:BKh4"
ON_ROAD_64 = "W:WKa3,Ka5,Ka7:BKh8"
TWO = "W:WK49,K50:BK1"
TWO_64 = "W:WKa3,Ka5:BKh4"
L2, L3, L4 = "DR-12.3.2", "DR-12.3.3", "DR-12.3.4"
KING_MOVES, UNCHANGED = Termination.KING_MOVES, Termination.UNCHANGED_BALANCE
THREE_V_KING, TWO_V_KING = Termination.THREE_V_KING, Termination.TWO_V_KING
MAIN_ROAD = Termination.MAIN_ROAD


def at(*plies: int) -> frozenset[int]:
    return frozenset(plies)


def black_first(fen: str) -> str:
    return "B" + fen[1:]


KINGS = {
    "25 of each": Case(HUNDRED, KINGS_AND_MEN, 50, KING_MOVES, L2),
    "Black first": Case(HUNDRED, black_first(KINGS_AND_MEN), 50, KING_MOVES, L2),
    "a man moves": Case(HUNDRED, KINGS_AND_MEN, 81, KING_MOVES, L2, men_at=at(31)),
    "15 of each": Case(RUSSIAN, KINGS_AND_MEN_64, 30, KING_MOVES, L2),
    "15 of each, a man moves": Case(RUSSIAN, KINGS_AND_MEN_64, 50, KING_MOVES, L2, men_at=at(20)),
    "15 of each, Brazilian": Case(BRAZILIAN, KINGS_AND_MEN_64, 30, KING_MOVES, L2),
    "32 of each": Case(NATIONAL, KINGS_AND_MEN_64, 64, KING_MOVES, L2),
    "32 where nobody owns the road": Case(NATIONAL, THREE_64, 64, KING_MOVES, L2, stays=not_owned),
    "20 of each": Case(CBD, KINGS_AND_MEN_64, 40, KING_MOVES, L2),
    "five pieces, 30 of each": Case(RUSSIAN, FIVE_64, 60, UNCHANGED, L2, men_at=at(20, 41)),
    "six pieces, 60 of each": Case(
        RUSSIAN, SIX_64, 120, UNCHANGED, L2, men_at=at(20, 41, 62, 83, 105)
    ),
}
THREES = {
    "three kings": Case(HUNDRED, THREE, 32, THREE_V_KING, L3),
    "three kings, Black first": Case(HUNDRED, black_first(THREE), 32, THREE_V_KING, L3),
    "two kings and a man": Case(HUNDRED, "W:WK48,K49,41:BK1", 32, THREE_V_KING, L3),
    "a king and two men": Case(HUNDRED, "W:WK48,36,41:BK1", 32, THREE_V_KING, L3),
    "a man moves": Case(
        HUNDRED, "W:WK48,K49,41:BK1", 32, THREE_V_KING, L3, men_at=at(7, 19)
    ),
    "a man is crowned": Case(
        HUNDRED, "W:WK48,K49,10:BK36", 32, THREE_V_KING, L3, men_at=at(9)
    ),
    "fifteenth move of the stronger side": Case(
        RUSSIAN, THREE_64, 29, THREE_V_KING, L3, stays=lone_off
    ),
    "fifteenth move, Black first": Case(
        RUSSIAN, black_first(THREE_64), 30, THREE_V_KING, L3, stays=lone_off
    ),
    "Brazilian": Case(BRAZILIAN, THREE_64, 29, THREE_V_KING, L3, stays=lone_off),
    "four kings": Case(
        RUSSIAN, "W:WKa1,Ka3,Ka5,Ka7:BKh4", 29, THREE_V_KING, L3, stays=lone_off
    ),
    "four kings, one captured": Case(
        RUSSIAN, "W:WKa1,Ka3,Ka5,Ka7:BKh4", 37, THREE_V_KING, L3, stays=lone_off, capture_at=8
    ),
    "national, road owned": Case(NATIONAL, "W:WKa1,Ka3,Ka5:BKh4", 29, THREE_V_KING, L3, stays=owned),
    "on the main road": Case(RUSSIAN, ON_ROAD_64, 9, MAIN_ROAD, L3, stays=lone_on),
    "on the main road, Black first": Case(
        RUSSIAN, black_first(ON_ROAD_64), 10, MAIN_ROAD, L3, stays=lone_on
    ),
    "on the main road, a man moves": Case(
        BRAZILIAN, "W:WKa3,Ka5,h2:BKh8", 9, MAIN_ROAD, L3, stays=lone_on, men_at=at(3)
    ),
    "on the main road, national": Case(NATIONAL, ON_ROAD_64, 9, MAIN_ROAD, L3, stays=lone_on),
    "the main road left and entered again": Case(
        RUSSIAN, ON_ROAD_64, 17, MAIN_ROAD, L3,
        stays=lambda ply, position: (ply not in (6, 7)) is lone_on(ply, position),
    ),
}  # fmt: skip
TWOS = {
    "two kings": Case(HUNDRED, TWO, 10, TWO_V_KING, L4),
    "two kings, Black first": Case(HUNDRED, black_first(TWO), 10, TWO_V_KING, L4),
    "king and man": Case(HUNDRED, "W:WK49,41:BK1", 10, TWO_V_KING, L4),
    "a man moves": Case(HUNDRED, "W:WK49,41:BK1", 10, TWO_V_KING, L4, men_at=at(3, 7)),
    "a man is crowned": Case(HUNDRED, "W:WK49,10:BK36", 10, TWO_V_KING, L4, men_at=at(5)),
    "a king against a king": Case(HUNDRED, "W:WK49:BK1", 10, TWO_V_KING, L4),
    "a king is captured": Case(HUNDRED, TWO, 10, TWO_V_KING, L4, capture_at=6),
    "three become two": Case(HUNDRED, THREE, 34, TWO_V_KING, L4, capture_at=24),
    "Russian": Case(RUSSIAN, TWO_64, 10, TWO_V_KING, L4),
    "Russian, a king against a king": Case(RUSSIAN, "W:WKa5:BKh4", 10, TWO_V_KING, L4),
    "national": Case(NATIONAL, TWO_64, 10, TWO_V_KING, L4),
    "Brazilian": Case(BRAZILIAN, "W:WKa3,h2:BKh4", 10, TWO_V_KING, L4),
    "confederation, two against two": Case(CBD, "W:WKa3,Ka5:BKh4,Kh6", 10, TWO_V_KING, L4),
}


def verdict_of(line: list[Position], found: Case, game: Game) -> Verdict | None:
    every = game.verdicts(line, found.book)
    return next((verdict for verdict in every if verdict.termination is found.why), None)


def strikes_on_time(found: Case) -> None:
    """Nothing ends before the ply; then the draw, and its warning at the two plies before."""
    game = game_of(found.book)
    line = shuffle(
        game, found.fen, found.strikes,
        men_at=found.men_at, capture_at=found.capture_at, stays=found.stays,
    )  # fmt: skip
    for plies in range(found.strikes):
        so_far = line[: plies + 1]
        assert game.ending(so_far, found.book) is None, plies
        verdict = verdict_of(so_far, found, game)
        if plies < found.strikes - 2:
            assert verdict is None, plies
        else:
            assert verdict is not None, plies
            assert (verdict.standing, verdict.law) == (Standing.WARNING, found.law)
            assert verdict.plies[1] == plies
    end = game.ending(line, found.book)
    assert end is not None
    assert (end.winner, end.result, end.termination) == (None, "1-1", found.why)
    assert end.law == found.law
    verdict = verdict_of(line, found, game)
    assert verdict is not None
    assert verdict.standing is Standing.DECIDED
    assert verdict.plies[1] == found.strikes
    assert verdict.winner is verdict.offender is None
    assert len(verdict.evidence) == 3


def mirrored(found: Case) -> Case:
    """The same with Black as the stronger side; the main road stays where it is."""
    game = game_of(found.book)

    def stays(ply: int, position: Position) -> bool:
        return found.stays(ply, game.start(swapped(game, position.text)))

    return replace(found, fen=swapped(game, found.fen), stays=stays)


def by_name(cases: dict[str, Case]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("found", cases.values(), ids=cases)


@pytest.mark.law("DR-12.3.2", "DR-12.5")
@by_name(KINGS)
def test_moves_of_kings_only(found: Case) -> None:
    strikes_on_time(found)
    strikes_on_time(mirrored(found))


@pytest.mark.law("DR-12.3.3", "DR-12.5")
@by_name(THREES)
def test_three_against_a_king(found: Case) -> None:
    strikes_on_time(found)
    strikes_on_time(mirrored(found))


@pytest.mark.law("DR-12.3.4", "DR-12.5")
@by_name(TWOS)
def test_two_against_a_king(found: Case) -> None:
    strikes_on_time(found)
    strikes_on_time(mirrored(found))
