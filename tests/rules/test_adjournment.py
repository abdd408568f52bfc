"""Interrupted games: what is noted, what is missing, what sealing early costs."""

from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.adjournment import (
    INTERRUPTIONS,
    Adjournment,
    Entry,
    charged_for_sealing,
    interrupted,
    interruption_law,
    missing,
)
from rules.game import Game
from rules.record import GameRecord
from rules.registry import GAMES
from rules.rulebook import Outcome
from rules.sheet_form import Facts
from rules.terms import RulesError, Side

WHITE, BLACK, RED = Side("white"), Side("black"), Side("red")
KNOWN = [
    (game, book) for game in GAMES.values() for book in game.rulebooks if book in INTERRUPTIONS
]
every_book = pytest.mark.parametrize(("game", "book"), KNOWN, ids=lambda x: getattr(x, "name", x))


def record_of(game: Game, plies: int, seed: int = 1) -> GameRecord:
    dice, position = Random(seed), game.start()
    moves: list[str] = []
    for _ in range(plies):
        moves.append(dice.choice(position.moves()).text)
        position = position.play(next(m for m in position.moves() if m.text == moves[-1]))
    return GameRecord(
        game=game.name,
        moves=tuple(moves),
        clocks_ms=(None,) * plies,
        elapsed_ms=(1000,) * plies,
        headers={side.capitalize(): f"player {side}" for side in game.sides},
        result=game.result_text(Outcome.OPEN),
    )


def whole(game: Game, book: str, plies: int = 5) -> Adjournment:
    begun = interrupted(record_of(game, plies), Facts(rulebook=book))
    return replace(begun, sealed=True, confirmed=frozenset(game.sides))


EMPTY: dict[Entry, dict[str, Any]] = {
    Entry.NAMES: {"players": {}},
    Entry.POSITION: {"position": None},
    Entry.TIMES: {"used_ms": {}},
    Entry.SEALED_BY: {"sealed_by": None},
    Entry.MOVE_NUMBER: {"move_number": None},
    Entry.SEALED_MOVE: {"sealed": False},
    Entry.CONFIRMED: {"confirmed": frozenset[Side]()},
}
BOTH = {Entry.NAMES, Entry.TIMES, Entry.CONFIRMED}


@pytest.mark.law("CH-13.1", "CH-13.3", "DR-11", "GO-22.sealed")
@every_book
def test_exactly_what_the_law_lists_is_missed(game: Game, book: str) -> None:
    wanted = INTERRUPTIONS[book].entries
    assert missing(whole(game, book)) == ()
    for number in range(4):
        for taken in combinations(Entry, number):
            changes = {key: value for entry in taken for key, value in EMPTY[entry].items()}
            found = missing(replace(whole(game, book), **changes))
            due = [
                entry
                for entry in wanted
                if entry in taken
                for _ in range(2 if entry in BOTH else 1)
            ]
            assert [each.entry for each in found] == due
            assert {each.law for each in found} <= {INTERRUPTIONS[book].law}
            assert all(each.text for each in found)


@pytest.mark.law("CH-13.3")
@pytest.mark.parametrize("book", ["chess-fide-2023", "chess-classic"])
def test_the_envelope_of_chess(book: str) -> None:
    law = interruption_law(book)
    assert law.law == "CH-13.3"
    assert law.entries == (
        Entry.NAMES,
        Entry.POSITION,
        Entry.TIMES,
        Entry.SEALED_BY,
        Entry.MOVE_NUMBER,
        Entry.SEALED_MOVE,
    )


@pytest.mark.law("DR-11")
@every_book
def test_draughts_has_its_position_confirmed_by_both(game: Game, book: str) -> None:
    confirmed = Entry.CONFIRMED in INTERRUPTIONS[book].entries
    assert confirmed is (game.name.startswith("draughts") or book == "go-china-club")
    one = replace(whole(game, book), confirmed=frozenset(game.sides[:1]))
    other = game.sides[1]
    assert [(each.side, each.text) for each in missing(one)] == (
        [(other, f"{other} has not confirmed the position")] if confirmed else []
    )


@pytest.mark.law("CH-13.1", "CH-13.3", "DR-11")
@every_book
@pytest.mark.parametrize("plies", range(6))
def test_the_record_says_who_seals_and_which_move(game: Game, book: str, plies: int) -> None:
    found = interrupted(record_of(game, plies), Facts(rulebook=book, first_number=20))
    assert found.sealed_by == game.sides[plies % 2]
    assert found.move_number == 20 + (plies if game.name == "go" else plies // 2)
    assert found.players == {side: f"player {side}" for side in game.sides}
    counts = {game.sides[0]: (plies + 1) // 2, game.sides[1]: plies // 2}
    assert found.used_ms == {side: n * 1000 for side, n in counts.items() if n}
    position = game.start()
    for text in record_of(game, plies).moves:
        move = position.by_text(text)
        assert move is not None
        position = position.play(move)
    assert found.position == position.text
    left = {each.entry for each in missing(found)} - {Entry.TIMES}
    assert left == {Entry.SEALED_MOVE, Entry.CONFIRMED} & set(INTERRUPTIONS[book].entries)


def test_after_a_start_with_black_to_move_white_seals_the_next_number() -> None:
    start = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 12"
    record = GameRecord(
        start=start, moves=("e7e5",), clocks_ms=(None,), elapsed_ms=(None,), result="*"
    )
    found = interrupted(record, Facts(first_number=12))
    assert (found.sealed_by, found.move_number) == (WHITE, 13)
    found = interrupted(GameRecord(start=start), Facts(first_number=12))
    assert (found.sealed_by, found.move_number) == (BLACK, 12)


@every_book
def test_what_cannot_be_is_refused(game: Game, book: str) -> None:
    good = whole(game, book)
    second = game.sides[0]  # five plies were made, so that the other side is on move
    green = Side("green")
    wrong: dict[str, dict[str, Any]] = {
        "cannot seal": {"sealed_by": second},
        "not a side": {"sealed_by": green},
        "not a side of": {"players": {green: "An"}},
        "less than nothing": {"used_ms": {second: -1}},
        "moves count from 1": {"move_number": 0},
        "this adjournment cannot be": {"position": "nowhere"},
        "is not a rulebook of": {"rulebook": "xiangqi-cxa"},
    }
    for reason, changes in wrong.items():
        with pytest.raises(RulesError, match=reason):
            missing(replace(good, **changes))
    over = replace(record_of(game, 2), result=game.result_text(Outcome.DRAW))
    with pytest.raises(RulesError, match="has ended"):
        interrupted(over, Facts(rulebook=book))


def test_rulebooks_without_such_a_law_say_so() -> None:
    silent = {book for game in GAMES.values() for book in game.rulebooks} - set(INTERRUPTIONS)
    assert silent == {"xiangqi-cxa", "xiangqi-wxf"}
    for book in silent:
        with pytest.raises(RulesError, match="name nothing that is noted"):
            interruption_law(book)
    with pytest.raises(RulesError, match="name nothing that is noted"):
        interrupted(record_of(GAMES["xiangqi"], 1))


@pytest.mark.law("CH-13.2")
@given(st.integers(0, 10**8), st.integers(0, 10**8), st.integers(0, 10**8))
def test_sealing_early_costs_the_time_that_is_left_of_the_session(
    w: int, b: int, left: int
) -> None:
    assert charged_for_sealing({WHITE: w, BLACK: b}, WHITE, left) == {WHITE: w + left, BLACK: b}
    assert charged_for_sealing({WHITE: w, BLACK: b}, BLACK, left) == {WHITE: w, BLACK: b + left}
    for used, side, rest in (({BLACK: b}, WHITE, left), ({WHITE: w}, WHITE, -1 - left)):
        with pytest.raises(RulesError):
            charged_for_sealing(used, side, rest)


@pytest.mark.law("CH-13.2")
def test_only_chess_charges_for_sealing_early() -> None:
    early = {book: law.early for book, law in INTERRUPTIONS.items() if law.early}
    assert early == {"chess-fide-2023": "CH-13.2", "chess-classic": "CH-13.2"}
