"""Moves of draughts as text: written shortest, read leniently, refused with reasons (DR-10)."""

from __future__ import annotations

from itertools import chain, combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.draughts import DRAUGHTS_100, DRAUGHTS_BRAZILIAN, DRAUGHTS_RUSSIAN, Draughts
from rules.draughts.notation import notations, parse_move, write_move
from rules.draughts.position import DraughtsPosition
from rules.position import Move
from rules.terms import RulesError, points_of
from tests.rules.draughts_lines import GAMES, played, positions, scattered

by_name = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
pytestmark = pytest.mark.law("DR-10")

# Two captures with the same ends take different men (python library issue "ambiguous captures").
FORKED = "W:WK4:B13,20,32,37"
ROUND = "W:W43:B38,28,29,39"


@pytest.mark.parametrize(
    ("game", "text", "move", "expected"),
    [
        (
            DRAUGHTS_100,
            "W:W31-50:B1-20",
            "32-28",
            {"pdn": "32-28", "full": "32-28", "algebraic": "d4-e5"},
        ),
        (
            DRAUGHTS_100,
            ROUND,
            "43x43",
            {"pdn": "43x43", "full": "43x32x23x34x43", "sheet": "43x43 a.l."},
        ),
        (DRAUGHTS_100, FORKED, "4x27x15", {"pdn": "4x27x15", "sheet": "4x27x15"}),
        (DRAUGHTS_RUSSIAN, "W:Wf6:Be7,b6", "f6:a5", {"full": "f6:d8:a5", "numeric": "11:13"}),
        (DRAUGHTS_BRAZILIAN, "W:Wa3,c3:Bb8", "c3-d4", {"pdn": "c3-d4", "numeric": "22-18"}),
    ],
)
def test_writing(game: Draughts, text: str, move: str, expected: dict[str, str]) -> None:
    position = game.start(text)
    made = position.by_text(move)
    assert made is not None
    written = game.notation(position, made)
    assert next(iter(written)) == "pdn"
    assert {kind: written[kind] for kind in expected} == expected


@pytest.mark.parametrize(
    ("game", "text", "read", "move"),
    [
        (DRAUGHTS_100, "W:W31-50:B1-20", "32-28", "32-28"),
        (DRAUGHTS_100, "W:W31-50:B1-20", " 3228! ", "32-28"),
        (DRAUGHTS_100, "W:W31-50:B1-20", "32 - 28 ?!", "32-28"),
        (DRAUGHTS_100, "W:W31-50:B1-20", "32x28", "32-28"),
        (DRAUGHTS_100, "W:W31-50:B1-20", "D4-E5", "32-28"),
        (DRAUGHTS_100, "W:W7:B20", "7-1*", "7-1"),
        (DRAUGHTS_100, "W:W7:B20", "07-01", "7-1"),
        (DRAUGHTS_100, "W:W7:B20", "0701", "7-1"),
        (DRAUGHTS_100, ROUND, "43x43 a.l.", "43x43"),
        (DRAUGHTS_100, ROUND, "43x34x43 A.L. !", "43x43"),
        (DRAUGHTS_100, ROUND, "43:32:23:34:43", "43x43"),
        (DRAUGHTS_100, ROUND, "4332233443", "43x43"),
        (DRAUGHTS_100, FORKED, "4x27x15!", "4x27x15"),
        (DRAUGHTS_RUSSIAN, "W:Wf6:Be7,b6", "f6xa5", "f6:a5"),
        (DRAUGHTS_RUSSIAN, "W:Wf6:Be7,b6", "f6d8a5", "f6:a5"),
        (DRAUGHTS_RUSSIAN, "W:Wf6:Be7,b6", "11:2:13", "f6:a5"),
        (DRAUGHTS_BRAZILIAN, "W:Wa3,c3:Bb8", "c3d4", "c3-d4"),
    ],
)
def test_reading(game: Draughts, text: str, read: str, move: str) -> None:
    assert parse_move(game.start(text), read).text == move


@pytest.mark.parametrize(
    ("game", "text", "read", "why"),
    [
        (DRAUGHTS_100, "W:W31-50:B1-20", "", "is not a move of draughts-100"),
        (DRAUGHTS_100, "W:W31-50:B1-20", "Nf3", "is not a move of draughts-100"),
        (DRAUGHTS_100, "W:W31-50:B1-20", "1" * 300, "is not a move of draughts-100"),
        # Long texts that nearly are moves take no time.
        (DRAUGHTS_100, "W:W31-50:B1-20", "1" * 198 + "z", "is not a move of draughts-100"),
        (DRAUGHTS_100, "W:W31-50:B1-20", "32-28" + "!" * 190 + "z", "is not a move of"),
        (DRAUGHTS_100, "W:W31-50:B1-20", "32" + " " * 190 + "z", "is not a move of"),
        (DRAUGHTS_100, "W:W31-50:B1-20", "a1" * 90 + "z", "is not a move of"),
        (DRAUGHTS_100, "W:W31-50:B1-20", "32--28", "is not a move of"),
        (DRAUGHTS_100, "W:W31-50:B1-20", "-32-28", "is not a move of"),
        (DRAUGHTS_100, "W:W31-50:B1-20", "32-28-", "is not a move of"),
        (DRAUGHTS_100, "W:W31-50:B1-20", "32", "it names one square and needs two"),
        (DRAUGHTS_100, "W:W31-50:B1-20", "51-46", "51 is not a dark square of the board"),
        (DRAUGHTS_100, "W:W31-50:B1-20", "a2-b3", "a2 is not a dark square of the board"),
        (DRAUGHTS_100, "W:W31-50:B1-20", "0-0", "0 is not a dark square"),
        (DRAUGHTS_100, "W:W31-50:B1-20", "25-20", "no man stands on 25"),
        (DRAUGHTS_100, "W:W31-50:B1-20", "20-25", "20 is black's, and white is to move"),
        (DRAUGHTS_100, "W:W31-50:B1-20", "32-23", "the man on 32 can move so: 32-27, 32-28"),
        (DRAUGHTS_100, "W:W31-50:B1-20", "50-45", "the man on 50 cannot move"),
        (DRAUGHTS_100, "W:W28,33:B22", "33-29", "a capture is compulsory: 28x17"),
        (DRAUGHTS_100, "W:W28,33:B22", "33x28", "the captures are 28x17"),
        (DRAUGHTS_100, "W:W28:B22,11,K23", "28x19", "it takes 1, and 2 must be taken: 28x6"),
        (DRAUGHTS_100, "W:W28:B22,11,K23", "28x17", "the capture goes on from 17: 28x6"),
        (DRAUGHTS_100, FORKED, "4x15", "can mean several moves: 4x"),
        (DRAUGHTS_100, FORKED, "4x50x15", "the captures are 4x"),
        (DRAUGHTS_RUSSIAN, "W:Wf6:Be7,b6", "f6:d8", "the capture goes on from d8: f6:a5"),
    ],
)
def test_refusals_say_why(game: Draughts, text: str, read: str, why: str) -> None:
    with pytest.raises(RulesError) as caught:
        parse_move(game.start(text), read)
    assert why in str(caught.value)


@by_name
@given(data=st.data())
@settings(max_examples=60)
def test_every_form_is_read_as_its_move(game: Draughts, data: st.DataObject) -> None:
    check_forms(game, data.draw(positions(game)))


@by_name
@pytest.mark.parametrize("seed", range(8))
def test_every_form_in_crowded_positions_and_games(game: Draughts, seed: int) -> None:
    check_forms(game, game.start(scattered(game, seed)))
    for position in played(game, seed, 40):
        check_forms(game, position)


def check_forms(game: Draughts, position: DraughtsPosition) -> None:
    for move in position.moves():
        for form in notations(position, move).values():
            assert parse_move(position, form) == move
        for algebraic, style in product((True, False), ("short", "full")):
            form = write_move(position, move, style=style, algebraic=algebraic)  # type: ignore[arg-type]
            assert parse_move(position, form) == move
        assert write_move(position, move) == move.text
        check_shortest(game, position, move)


def check_shortest(game: Draughts, position: DraughtsPosition, move: Move) -> None:
    """No text with fewer squares would do, told by listing all that the rivals' lines contain."""
    squares = move.text.replace("x", "-").replace(":", "-").split("-")
    between = [game.index[name] for name in squares[1:-1]]
    rivals = [
        other
        for other in position.moves()
        if other is not move and (other.origin, other.target) == (move.origin, move.target)
    ]
    if not rivals:
        assert not between
        return
    theirs = set(chain.from_iterable(map(parts, rivals)))
    mine = parts(move)
    single = mine - theirs
    if single:
        assert tuple(between) in single
        assert len(between) == min(map(len, single))
    else:  # a rival passes all of them and more: every square is needed
        assert len(between) == len(move.captured) - 1


def parts(move: Move) -> set[tuple[int, ...]]:
    """Every choice of squares between origin and target, in the order of some line."""
    found: set[tuple[int, ...]] = set()
    for way in move.ways:
        for line in product(*(points_of(landing) for landing in way.landings[:-1])):
            for length in range(min(len(line), 4) + 1):
                found.update(combinations(line, length))
    return found


@pytest.mark.parametrize(
    ("text", "full", "rival"),
    [
        # The other capture passes the same squares, and makes a round trip before.
        ("W:WKe1:Bb4,d2,d4,f2,f4,h8", "e1:c3:a5", "e1:g3:e5:c3:a5"),
        ("W:WKe3:Bd2,d4,d8,e5,e7,f2,g3,g5,g7", "e3:c1", "e3:h6:f8:c5:e3:c1"),
    ],
)
def test_a_capture_in_full_goes_before_one_that_passes_the_same_squares(
    text: str, full: str, rival: str
) -> None:
    position = DRAUGHTS_RUSSIAN.start(text)
    assert parse_move(position, full).text == full
    assert parse_move(position, rival).text != full
    assert write_move(position, parse_move(position, rival), style="full") == rival


def test_moves_of_other_positions_are_not_written() -> None:
    position = DRAUGHTS_100.start()
    other = DRAUGHTS_100.start(FORKED)
    with pytest.raises(RulesError, match="4x27x15 is not a legal move in W:W31-50:B1-20"):
        write_move(position, other.moves()[0])
    with pytest.raises(RulesError, match="is not a legal move"):
        DRAUGHTS_100.notation(position, other.moves()[0])


@by_name
@given(text=st.text(alphabet="abcdefgh0123456789x:- !?*.l", max_size=24))
def test_any_text_is_a_move_or_refused(game: Draughts, text: str) -> None:
    position = game.start()
    refused, moves = "", [*position.moves()]
    try:
        moves = [parse_move(position, text)]
    except RulesError as error:
        refused = str(error)
    assert moves[0] in position.moves()
    assert bool(refused) == (len(moves) > 1)
    assert refused == "" or refused.startswith(f'"{text}')
