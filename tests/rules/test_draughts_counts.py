"""The draws of draughts against a slow count of their own words, and take-backs."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.game import Game
from rules.position import Position
from rules.rulebook import Rulebook, Standing
from tests.rules.draughts_shuffles import GAMES, lines

ENDINGS = {
    "draughts-100": (
        "W:WK48,K49,K50:BK1", "B:WK48,K50,41:BK1,6", "W:WK48,36,41:BK1,10", "W:WK49,K50:BK1,K2",
        "B:WK49,K50,31:BK1,K2,16", "W:WK49,40:BK2,8",
    ),
    "draughts-russian": (
        "W:WKa3,Ka5,Ka7:BKh4", "B:WKa3,Ka5,h2:BKh8", "W:WKa3,Ka5,Kc1:BKh4,a7", "W:WKa3,c3:BKh6",
        "W:WKa5,h2:BKh4,a7,h8", "B:WKa5,Ka3,a1,h2:BKh4,Kh6,a7,h8", "W:WKa3,Ka5,Ka7,Kb8:BKh2",
    ),
}  # fmt: skip
ENDINGS["draughts-brazilian"] = ENDINGS["draughts-russian"]
BOOKS = [
    pytest.param(game, book, id=book.name) for game in GAMES for book in game.rulebooks.values()
]
every_book = pytest.mark.parametrize(("game", "book"), BOOKS)


@dataclass(frozen=True)
class Seen:
    """A position as its text shows it.

    Attributes:
        mover: "W" or "B".
        has: by side, "K" for each king and then "m" for each man.
        men, kings: squares with the sides before them ("Wa1").
    """

    mover: str
    has: dict[str, str]
    men: frozenset[str]
    kings: frozenset[str]


def seen(text: str) -> Seen:
    mover, white, black = text.split(":")
    squares = {"men": set[str](), "kings": set[str]()}
    for part in (white, black):
        for king, low, high in re.findall(r"(K?)([a-h]?\d+)(?:-(\d+))?", part[1:]):
            names = map(str, range(int(low), int(high) + 1)) if high else [low]
            squares["kings" if king else "men"] |= {part[0] + name for name in names}
    men, kings = frozenset(squares["men"]), frozenset(squares["kings"])
    has = {
        side: "K" * sum(s[0] == side for s in kings) + "m" * sum(s[0] == side for s in men)
        for side in "WB"
    }
    return Seen(mover, has, men, kings)


def on_road(squares: frozenset[str], side: str) -> bool:
    """Whether a king of a side stands on a1, b2 … h8."""
    return any(s[0] == side and "abcdefgh".index(s[1]) + 1 == int(s[2]) for s in squares)


class Slow:
    """What has been reached, found by trying every position of the game as the beginning."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = texts
        self.line = [seen(text) for text in texts]

    def since(
        self, stands: Callable[[Seen], bool], goes_on: Callable[[Seen, Seen], bool]
    ) -> list[Seen]:
        """The positions since the earliest from which everything holds to the end."""
        for begin in range(len(self.line)):
            part = self.line[begin:]
            if all(map(stands, part)) and all(map(goes_on, part, part[1:])):
                return part
        return []

    def moves(self, part: list[Seen], side: str) -> int:
        return sum(each.mover == side for each in part[:-1])

    def each(self, number: int, part: list[Seen]) -> bool:
        return bool(part) and all(self.moves(part, side) >= number for side in "WB")

    def three_times(self) -> bool:
        return self.texts.count(self.texts[-1]) >= 3

    def kings_only(self, number: int) -> bool:
        return self.each(
            number,
            self.since(lambda _: True, lambda a, b: (a.men, a.has) == (b.men, b.has)),
        )

    def unchanged(self, pieces: set[int], number: int) -> bool:
        def stands(at: Seen) -> bool:
            both = at.has["W"] + at.has["B"]
            return len(both) in pieces and "K" in at.has["W"] and "K" in at.has["B"]

        return self.each(number, self.since(stands, lambda a, b: a.has == b.has))

    def against(self, forces: set[str], number: int) -> bool:
        """Forces written "KKm-K", of each side so many moves."""

        def stands(at: Seen) -> bool:
            return bool({f"{at.has['W']}-{at.has['B']}", f"{at.has['B']}-{at.has['W']}"} & forces)

        return self.each(number, self.since(stands, lambda _a, _b: True))

    def strong(self, number: int, right: Callable[[Seen, str, str], bool], *, same: bool) -> bool:
        """So many moves of the side for which everything was right."""

        def made(side: str, lone: str) -> int:
            part = self.since(
                lambda at: at.has[lone] == "K" and right(at, side, lone),
                lambda a, b: not same or a.has == b.has,
            )
            return self.moves(part, side)

        return max(made("W", "B"), made("B", "W")) >= number


def three_kings(at: Seen, side: str, _lone: str) -> bool:
    return re.fullmatch("KKK+", at.has[side]) is not None


def three_kings_own(at: Seen, side: str, lone: str) -> bool:
    return three_kings(at, side, lone) and on_road(at.kings, side) and not on_road(at.kings, lone)


def lone_holds(at: Seen, side: str, lone: str) -> bool:
    return at.has[side] in ("KKK", "KKm", "Kmm") and on_road(at.kings, lone)


def struck(texts: Sequence[str], book: str) -> set[str]:
    """The draws that have been reached, in numbers written a second time."""
    slow = Slow(texts)
    two = {"KK-K", "Km-K", "K-K"}
    found = {"threefold-repetition": slow.three_times()}
    if book == "draughts-100":
        found["king-moves"] = slow.kings_only(25)
        found["three-men-v-king"] = slow.against({"KKK-K", "KKm-K", "Kmm-K"}, 16)
        found["two-men-v-king"] = slow.against(two, 5)
    elif book == "draughts-brazilian-cbd":
        found["king-moves"] = slow.kings_only(20)
        found["two-men-v-king"] = slow.against(two | {"KK-KK", "KK-Km"}, 5)
    else:
        national = book == "draughts-russian-national"
        found["king-moves"] = slow.kings_only(32 if national else 15)
        found["three-men-v-king"] = slow.strong(
            15, three_kings_own if national else three_kings, same=True
        )
        found["main-road"] = slow.strong(5, lone_holds, same=False)
        found["two-men-v-king"] = slow.against(two, 5)
        if not national:
            found["unchanged-balance"] = slow.unchanged({4, 5}, 30) or slow.unchanged({6, 7}, 60)
    return {name for name, reached in found.items() if reached}


def reached(game: Game, line: list[Position], book: Rulebook) -> set[str]:
    found = game.verdicts(line, book)
    return {v.termination.value for v in found if v.standing is not Standing.WARNING}


@pytest.mark.law("DR-12.3.1", "DR-12.3.2", "DR-12.3.3", "DR-12.3.4")
@every_book
@given(data=st.data())
@settings(max_examples=8)
def test_counts_agree_with_a_slow_count(game: Game, book: Rulebook, data: st.DataObject) -> None:
    line = data.draw(lines(game, *ENDINGS[game.name], plies=100))
    texts = [position.text for position in line]
    for plies in range(len(line)):
        assert reached(game, line[: plies + 1], book) == struck(texts[: plies + 1], book.name)


@pytest.mark.slow
@pytest.mark.law("DR-12.3.1", "DR-12.3.2", "DR-12.3.3", "DR-12.3.4")
@every_book
@given(data=st.data())
@settings(max_examples=40)
def test_counts_agree_in_longer_games(game: Game, book: Rulebook, data: st.DataObject) -> None:
    line = data.draw(lines(game, *ENDINGS[game.name], plies=150))
    texts = [position.text for position in line]
    for plies in range(0, len(line), 4):
        assert reached(game, line[: plies + 1], book) == struck(texts[: plies + 1], book.name)


@pytest.mark.law("DR-12.3.1", "DR-12.3.2", "DR-12.3.3", "DR-12.3.4")
@every_book
@given(data=st.data())
@settings(max_examples=15)
def test_taking_back_restores_every_count(game: Game, book: Rulebook, data: st.DataObject) -> None:
    """Other moves are tried and taken back; then the game goes on as it did before."""
    line = data.draw(lines(game, *ENDINGS[game.name], plies=50))
    before = [game.verdicts(line[: n + 1], book) for n in range(len(line))]
    keep = data.draw(st.integers(1, len(line)))
    detour = line[:keep]
    for choice in data.draw(st.lists(st.integers(0, 99), max_size=12)):
        moves = detour[-1].moves()
        if moves:
            detour.append(detour[-1].play(moves[choice % len(moves)]))
        game.verdicts(detour, book)
    again = [game.start(position.text) for position in line]
    assert again == line
    assert [game.verdicts(again[: n + 1], book) for n in range(len(line))] == before


@every_book
@given(data=st.data())
@settings(max_examples=40)
def test_the_game_ends_where_a_draw_is_decided(
    game: Game, book: Rulebook, data: st.DataObject
) -> None:
    line = data.draw(lines(game, *ENDINGS[game.name], plies=70))
    end = game.ending(line, book)
    decided = [v for v in game.verdicts(line, book) if v.standing is Standing.DECIDED]
    if not line[-1].moves():
        assert end is not None
        assert end.winner == game.other(line[-1].side_to_move)
    elif decided:
        assert end is not None
        assert (end.law, end.termination) == (decided[0].law, decided[0].termination)
    else:
        assert end is None
