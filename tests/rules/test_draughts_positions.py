"""Boards, arrays and positions of draughts as text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.draughts import DRAUGHTS_100, DRAUGHTS_BRAZILIAN, DRAUGHTS_RUSSIAN, Draughts
from rules.terms import RulesError, points_of
from tests.rules.draughts_lines import GAMES, men_on, positions

by_name = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
SMALL = "W:Wa1,a3,b2,c1,c3,d2,e1,e3,f2,g1,g3,h2:Ba7,b6,b8,c7,d6,d8,e7,f6,f8,g7,h6,h8"


@pytest.mark.law("DR-1.1", "DR-1.2", "DR-1.3", "DR-1.4", "DR-1.5", "DR-1.6")
@by_name
def test_the_board(game: Draughts) -> None:
    places = [game.place(point) for point in range(len(game.points))]
    # The dark squares only, that of each player's lower left corner among them.
    assert sorted(places) == [
        (column, row)
        for column in range(game.columns)
        for row in range(game.rows)
        if (column + row) % 2 == 0
    ]
    for point, (column, row) in enumerate(places):
        assert game.place(game.turned(point)) == (game.columns - 1 - column, game.rows - 1 - row)
        near = {game.place(other) for other in points_of(game.neighbours(point))}
        assert near == {(c, r) for c, r in places if abs(c - column) == 1 and abs(r - row) == 1}
        if game is DRAUGHTS_100:
            # Numbered from Black's side, row by row.
            assert game.points[point] == str((9 - row) * 5 + column // 2 + 1)
        else:
            assert game.points[point] == f"{'abcdefgh'[column]}{row + 1}"
    assert game.index[game.points[7]] == 7


@pytest.mark.law("DR-2", "DR-5.3")
@by_name
def test_the_array(game: Draughts) -> None:
    start = game.start()
    assert start.text == ("W:W31-50:B1-20" if game is DRAUGHTS_100 else SMALL)
    assert start.side_to_move == "white"  # White begins
    rows = 4 if game is DRAUGHTS_100 else 3
    men = men_on(game, start)
    assert all(letter == ("w" if row < rows else "b") for (_, row), letter in men.items())
    assert start.count(game.sides[0]) == start.count(game.sides[1]) == (rows * game.columns // 2, 0)
    assert all(rows <= row < game.rows - rows for (_, row) in set(places(game)) - set(men))


def places(game: Draughts) -> list[tuple[int, int]]:
    return [game.place(point) for point in range(len(game.points))]


@pytest.mark.parametrize(
    ("game", "read", "written"),
    [
        (DRAUGHTS_100, "W:W31-50:B1-20", "W:W31-50:B1-20"),
        (DRAUGHTS_100, "W:B1-20:W31-50.", "W:W31-50:B1-20"),
        (DRAUGHTS_100, " b : w 31 , 32 , K1 : bK50.\n", "B:WK1,31,32:BK50"),
        (DRAUGHTS_100, "W:WK21-32:BK1-12", "W:WK21-32:BK1-12"),
        (DRAUGHTS_100, "W:W6,K7,8,K9,K10,K11:B", "W:W6,K7,8,K9-11:B"),
        (DRAUGHTS_100, "W:W6,7:B12-14,16", "W:W6,7:B12-14,16"),
        (DRAUGHTS_100, "B:WK001:BK02", "B:WK1:BK2"),
        (DRAUGHTS_100, "W:Wa1:Ba3", "W:W46:B36"),
        (DRAUGHTS_RUSSIAN, "W:W21-32:B1-12", SMALL),
        (DRAUGHTS_RUSSIAN, "W:Wa1,Kc3:Bh8", "W:Wa1,Kc3:Bh8"),
        (DRAUGHTS_RUSSIAN, "W:BH8:WKC3,A1", "W:Wa1,Kc3:Bh8"),
        (DRAUGHTS_BRAZILIAN, "B:W29,Kc1:B4", "B:Wa1,Kc1:Bh8"),
    ],
)
def test_reading_and_writing(game: Draughts, read: str, written: str) -> None:
    assert game.start(read).text == written
    assert game.start(written) == game.start(read)


@by_name
@given(data=st.data())
def test_what_is_written_is_read(game: Draughts, data: st.DataObject) -> None:
    position = data.draw(positions(game))
    assert game.start(position.text) == position
    assert game.start(position.text).text == position.text
    turn, white, black = position.text.split(":")
    assert game.start(f"{turn}:{black}:{white}.") == position


@pytest.mark.parametrize(
    ("game", "text", "flaws"),
    [
        (DRAUGHTS_100, "", ["it needs the side to move, White's men and Black's, as in"]),
        (DRAUGHTS_100, "W31-50:B1-20", ["it needs the side to move"]),
        (DRAUGHTS_100, "?:W31-50:B1-20", ["it needs the side to move"]),
        (DRAUGHTS_100, "W:W31-50:B1-20:H0", ["it needs the side to move"]),
        (DRAUGHTS_100, "W:W" + "31," * 1000 + "32:B1", ["it needs the side to move"]),
        (DRAUGHTS_100, "W:W31:W32", ["the men of White are given twice"]),
        (DRAUGHTS_100, "W:W:B", ["there are no men"]),
        (DRAUGHTS_100, "W:W31,31:B31", ["more than one man on 31; there is more than one"]),
        (DRAUGHTS_100, "W:W0:B1", ["0 is not on the board, whose squares are 1-50"]),
        (DRAUGHTS_100, "W:W51,K99:B1", ["51 is not on the board", "K99 is not on the board"]),
        (DRAUGHTS_100, "W:W49-51:B1", ["49-51 is not on the board"]),
        (DRAUGHTS_100, "W:W33-31:B1", ["33-31 begins after its end"]),
        (DRAUGHTS_100, "W:Wx1,,-:B1", ['"', "is not a square"]),
        (DRAUGHTS_100, "W:Wa2:B1", ["a2 is not a dark square of the board"]),
        (DRAUGHTS_100, "W:W5:B46", ["White's man on 5 would be a king", "Black's man on 46"]),
        (DRAUGHTS_100, "W:W30-50:B1", ["White has 21 men, and 20 are all there are"]),
        (DRAUGHTS_RUSSIAN, "W:Wh8:Bi1,a9", ["White's man on h8", "i1 is not a dark", "a9 is"]),
        (DRAUGHTS_RUSSIAN, "W:WK20-32:B33", ["White has 13 men, and 12", "33 is not on the"]),
        (DRAUGHTS_RUSSIAN, "W:W٣:B1", ["is not a square"]),
    ],
)
def test_bad_positions_are_refused_with_every_reason(
    game: Draughts, text: str, flaws: list[str]
) -> None:
    with pytest.raises(RulesError) as caught:
        game.start(text)
    for flaw in flaws:
        assert flaw in str(caught.value)


@by_name
@given(text=st.text(alphabet="WBKwbk:,-.0123456789abcdefgh ", max_size=40))
def test_any_text_is_a_position_or_refused(game: Draughts, text: str) -> None:
    check_read_or_refused(game, text)


@by_name
@given(data=st.data())
def test_mutated_positions_are_positions_or_refused(game: Draughts, data: st.DataObject) -> None:
    text = list(data.draw(positions(game)).text)
    for _ in range(data.draw(st.integers(1, 3))):
        text[data.draw(st.integers(0, len(text) - 1))] = data.draw(st.sampled_from("WBK:,-05a."))
    check_read_or_refused(game, "".join(text))


def check_read_or_refused(game: Draughts, text: str) -> None:
    refused, position = "", None
    try:
        position = game.start(text)
    except RulesError as error:
        refused = str(error)
    if position is None:
        assert "is not a position" in refused
    else:
        assert game.start(position.text) == position


@pytest.mark.parametrize(
    ("game", "text", "done", "after"),
    [
        (DRAUGHTS_100, "W:W31-50:B1-20", ("32", "27"), "B:W27,31,33-50:B1-20"),
        # A man of the opponent's is moved, two of one's own leave.
        (DRAUGHTS_100, "W:W31,32:B19", ("19", "28", "31", "32"), "B:W:B28"),
        # A capture that stops half way.
        (DRAUGHTS_100, "W:W28:B22,11", ("28", "17", "22"), "B:W17:B11"),
        # What stands on the target leaves.
        (DRAUGHTS_100, "B:W28:B22", ("22", "28"), "W:W:B28"),
        # Who ends on the crown row is a king, however he came there.
        (DRAUGHTS_RUSSIAN, "W:Wg5:BKa1,h4", ("g5", "h8"), "B:WKh8:BKa1,h4"),
        (DRAUGHTS_RUSSIAN, "B:WKg5:Bc3", ("c3", "c1"), "W:WKg5:BKc1"),
        (DRAUGHTS_RUSSIAN, "B:WKg5:Bc3", (None, None), "W:WKg5:Bc3"),
        (DRAUGHTS_RUSSIAN, "B:WKg5:Bc3", ("g5", "g5"), "W:WKg5:Bc3"),
    ],
)
def test_what_stands_though_it_is_illegal(
    game: Draughts, text: str, done: tuple[str | None, ...], after: str
) -> None:
    origin, target, *removed = (None if name is None else game.index[name] for name in done)
    gone = [point for point in removed if point is not None]
    assert game.start(text).play_irregular(origin, target, gone).text == after


@pytest.mark.parametrize(
    ("origin", "target", "removed", "why"),
    [
        (None, 1, [], "needs both a square"),
        (1, None, [], "needs both a square"),
        (1, 2, [], "no man stands on 2"),
        (30, 2, [1], "no man stands on 2"),
        (30, 2, [30], "the man on 31 cannot both go and leave"),
        (30, 40, [40], "no man stands on 41"),
        (None, None, [30, 0], "there are no men"),
    ],
)
def test_what_cannot_stand(
    origin: int | None, target: int | None, removed: list[int], why: str
) -> None:
    position = DRAUGHTS_100.start("W:W31:BK1")
    with pytest.raises(RulesError, match=why):
        position.play_irregular(origin, target, removed)
    assert position.text == "W:W31:BK1"
