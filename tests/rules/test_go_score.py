"""The end of a game of Go: passes, dead stones, disputes, the count, results."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.go import GO, handicap_points
from rules.go.board import BLACK, WHITE
from rules.go.game import game_of
from rules.go.laws import CHINA, CHINA_CLUB
from rules.go.score import (
    Count,
    areas,
    count,
    dispute,
    marked,
    play_over,
    points_text,
    region_of,
    result_of,
    taken_for_warnings,
    zi_text,
)
from rules.rulebook import Outcome, Standing, Termination
from rules.terms import RulesError
from tests.rules.go_boards import group_and_liberties, picture, play, random_line, stones

# Black holds the left, White the right; a white stone is caught in the corner, c3 is neutral.
SHARED = """
. X . O .
. X . O .
X X . O .
. X X O .
O X O O .
"""


def test_handicap_points() -> None:
    # Go Text Protocol, version 2, fixed handicap placement.
    big = ["d4", "q16", "d16", "q4"]
    sides = [*big, "d10", "q10", "k4", "k16"]
    wanted = {
        (19, 2): big[:2],
        (19, 3): big[:3],
        (19, 4): big,
        (19, 5): [*big, "k10"],
        (19, 6): sides[:6],
        (19, 7): [*sides[:6], "k10"],
        (19, 8): sides,
        (19, 9): [*sides, "k10"],
        (13, 5): ["d4", "k10", "d10", "k4", "g7"],
        (9, 4): ["c3", "g7", "c7", "g3"],
        (9, 5): ["c3", "g7", "c7", "g3", "e5"],
    }
    assert {key: list(handicap_points(*key)) for key in wanted} == wanted
    for size, n in ((19, 1), (19, 10), (7, 5), (5, 2), (18, 4), (27, 2)):
        with pytest.raises(RulesError, match="no fixed points"):
            handicap_points(size, n)


@pytest.mark.law("GO-21.end")
def test_two_passes_in_a_row_end_play_and_a_lost_turn_is_none() -> None:
    start = play(GO.start(), "d4")
    once = play(start, "pass")
    assert (once.passes, play_over(once)) == (1, False)
    # The other side plays on: the game goes on, and the passer plays again in turn.
    resumed = play(once, "q16", "d16")
    assert (resumed.passes, play_over(resumed)) == (0, False)
    twice = play(once, "pass")
    assert play_over(twice)
    assert play_over(play(twice, "pass"))
    assert not play_over(once.play_irregular(None, None, ()))
    for rulebook in (CHINA, CHINA_CLUB):
        assert GO.ending([start, once, twice], rulebook) is None
        (found,) = GO.verdicts([GO.start(), start, once, twice], rulebook)
        assert (found.law, found.termination) == ("GO-21.end", Termination.SCORE)
        assert (found.standing, found.plies) == (Standing.NEEDS_ARBITER, (2, 3))
        assert GO.verdicts([GO.start(), start, once], rulebook) == ()


@pytest.mark.law("GO-21.dispute")
def test_a_dispute_is_played_out_with_the_side_that_claims_death_first() -> None:
    over = play(picture(SHARED), "pass", "pass")
    for side in (BLACK, WHITE):
        played_out = dispute(over, side)
        assert played_out.side_to_move == side
        assert (played_out.black, played_out.white) == (over.black, over.white)
        assert not play_over(played_out)
    taken = play(dispute(over, BLACK), "a2")
    assert taken.piece_at(taken.board.point("a1")) is None
    with pytest.raises(RulesError, match="after two passes"):
        dispute(picture(SHARED), BLACK)


@pytest.mark.law("GO-score")
def test_an_area_with_a_dead_stone_and_shared_points() -> None:
    position = picture(SHARED)
    dead = marked(position, [position.board.point("a1")])
    counted = count(position, dead, komi=0.5)
    black, white, shared = areas(position, dead)
    assert position.board.named(shared) == ["c3", "c4", "c5"]
    assert (black | white | shared, black & white) == (position.board.full, 0)
    assert (counted.black, counted.white, counted.shared) == (12.5, 12.5, 3)
    assert (counted.half, counted.margin) == (12.5, -0.5)
    assert (points_text(counted), zi_text(counted)) == ("W+0.5", "White wins by ¼ zi")
    # The same stone left on the board makes a2 and a1 White's and the corner shared.
    alive = count(position, komi=0.5)
    assert (alive.black, alive.white, alive.shared) == (11, 14, 4)


@pytest.mark.law("GO-score", "GO-21.dispute")
def test_points_left_open_by_agreement_are_shared() -> None:
    position = picture(SHARED)
    plain = count(position, komi=0)
    counted = count(position, komi=0, shared=position.board.mask(["a4", "a5"]))
    assert (plain.shared, counted.shared) == (4, 6)
    assert (counted.black, counted.white) == (plain.black - 1, plain.white + 1)
    with pytest.raises(RulesError, match="stones stand on b1"):
        count(position, komi=0, shared=position.board.mask(["b1"]))


@pytest.mark.law("GO-score")
def test_liberties_of_a_seki_are_shared() -> None:
    # Whoever plays d1 or d2 is taken at the other; neither inner group has an eye.
    position = picture("""
        . . . O X . .
        . . . O X . .
        . . . O X . .
        . . . O X . .
        O O O O X X X
        X X X . O O O
        X X X . O O O
    """)
    assert play(position, "d1", "d2").piece_at(position.board.point("c1")) is None
    _, _, shared = areas(position)
    assert position.board.named(shared) == ["d1", "d2"]
    counted = count(position, komi=0)
    assert (counted.black, counted.white, counted.shared) == (22, 27, 2)
    assert result_of(counted).result == "W+5"


@pytest.mark.law("GO-21.dispute")
def test_dead_stones_are_marked_by_groups_or_regions() -> None:
    position = picture("""
        . O . O .
        . . . X X
        X X X X .
        . X . O .
        O X . . .
    """)
    board = position.board
    assert board.named(marked(position, [board.point("a1")])) == ["a1"]
    both = marked(position, [board.point("b5")], regions=True)
    assert board.named(both) == ["b5", "d5"]
    assert board.named(region_of(position, board.point("a1"))) == ["a1"]
    assert marked(position, [board.point("d4")]) == marked(position, [board.point("b1")])
    with pytest.raises(RulesError, match="no stone stands on c1"):
        marked(position, [board.point("c1")])
    with pytest.raises(RulesError, match="are one group: all are dead or none"):
        count(position, board.mask(["d4"]), komi=7.5)


def counted_on_19(black: float, *, komi: float = 7.5, compensation: float = 0) -> Count:
    return Count(
        black=black,
        white=361 - black,
        shared=0,
        komi=komi,
        compensation=compensation,
        penalties={},
    )


@pytest.mark.law("GO-score")
@pytest.mark.parametrize(
    ("black", "result", "zi", "chinese"),
    [
        # With 3¾ zi of komi Black needs more than 184.25.
        (184.5, "B+0.5", "Black wins by ¼ zi", "黑胜¼子"),
        (184, "W+0.5", "White wins by ¼ zi", "白胜¼子"),
        (185, "B+1.5", "Black wins by ¾ zi", "黑胜¾子"),
        (180.5, "W+7.5", "White wins by 3¾ zi", "白胜3¾子"),
        (188, "B+7.5", "Black wins by 3¾ zi", "黑胜3¾子"),
        (361, "B+353.5", "Black wins by 176¾ zi", "黑胜176¾子"),
    ],
)
def test_results_from_the_half_way_mark(black: float, result: str, zi: str, chinese: str) -> None:
    counted = counted_on_19(black)
    assert counted.half == 180.5
    ending = result_of(counted)
    assert (ending.result, ending.termination, ending.law) == (
        result,
        Termination.SCORE,
        "GO-score",
    )
    assert ending.winner == (BLACK if result[0] == "B" else WHITE)
    assert (zi_text(counted), zi_text(counted, chinese=True)) == (zi, chinese)


@pytest.mark.law("GO-score")
def test_an_even_count_is_a_draw() -> None:
    counted = counted_on_19(184, komi=7)
    assert result_of(counted).winner is None
    assert result_of(counted).result == "0"
    assert (zi_text(counted), zi_text(counted, chinese=True)) == ("A draw", "和棋")


@pytest.mark.law("GO-score")
def test_handicap_stones_may_be_compensated() -> None:
    stones_at = list(handicap_points(19, 4))
    plain = GO.with_options({"handicap": stones_at})
    paid = GO.with_options({"handicap": stones_at, "compensation": "stones"})
    assert (plain.compensation, paid.compensation) == (0, 4)
    assert (plain.komi, paid.komi) == (0, 0)
    assert counted_on_19(183, komi=0, compensation=paid.compensation).margin == 1


@pytest.mark.law("GO-25.warn", "GO-24.warn")
def test_warnings_cost_a_stone_in_the_club_rules_only_and_two_lose() -> None:
    assert [law.loses_at for law in (*CHINA.penalties, *CHINA_CLUB.penalties)] == [2, 2]
    warned = {BLACK: 1, WHITE: 0}
    position = picture(SHARED)
    by_state = taken_for_warnings(CHINA.penalties, warned)
    by_club = taken_for_warnings(CHINA_CLUB.penalties, warned)
    assert count(position, komi=0, penalties=by_state).margin == count(position, komi=0).margin
    assert count(position, komi=0, penalties=by_club).margin == count(position, komi=0).margin - 2
    assert by_club == {BLACK: 1, WHITE: 0}


def slow_areas(men: dict[tuple[int, int], str], size: int) -> dict[str, set[tuple[int, int]]]:
    """Whose each point is, found region by region, place by place."""
    found: dict[str, set[tuple[int, int]]] = {"b": set(), "w": set(), "": set()}
    for place in ((c, r) for c in range(size) for r in range(size)):
        if place in men:
            found[men[place]].add(place)
            continue
        empty = {(c, r): "." for c in range(size) for r in range(size) if (c, r) not in men}
        region, _ = group_and_liberties({**men, **empty}, size, place)
        near = {
            men[beside]
            for c, r in region
            for beside in ((c - 1, r), (c + 1, r), (c, r - 1), (c, r + 1))
            if beside in men
        }
        found[near.pop() if len(near) == 1 else ""].add(place)
    return found


@pytest.mark.law("GO-score")
@settings(max_examples=40, deadline=None)
@given(st.sampled_from([1, 3, 5, 7]), st.integers(0, 2**32), st.integers(0, 100), st.integers(0, 2))
def test_areas_are_the_regions_of_one_colour_and_sum_to_the_board(
    size: int, seed: int, plies: int, clear: int
) -> None:
    position = random_line(game_of({"size": size}), seed, plies)[-1]
    board, men = position.board, stones(position)
    dead = marked(position, board.points(position.black)[:clear])
    for point in board.points(dead):
        del men[point % size, point // size]
    slow = slow_areas(men, size)
    for area, letter in zip(areas(position, dead), ("b", "w", ""), strict=True):
        assert {(p % size, p // size) for p in board.points(area)} == slow[letter]
    counted = count(position, dead, komi=3.5)
    assert counted.black + counted.white == size * size
    assert counted.margin == len(slow["b"]) - len(slow["w"]) - 3.5


@pytest.mark.law("GO-score")
@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("B+R", Outcome.FIRST_WINS),
        ("W+Resign", Outcome.SECOND_WINS),
        ("W+7.5", Outcome.SECOND_WINS),
        ("B+3.75", Outcome.FIRST_WINS),
        ("B+T", Outcome.FIRST_WINS),
        ("B+F", Outcome.FIRST_WINS),
        ("B+", Outcome.FIRST_WINS),
        ("W+", Outcome.SECOND_WINS),
        ("0", Outcome.DRAW),
        ("Draw", Outcome.DRAW),
        ("Jigo", Outcome.DRAW),
        ("0-0", Outcome.BOTH_LOSE),
        ("Void", Outcome.VOID),
        ("?", Outcome.OPEN),
        ("*", Outcome.OPEN),
    ],
)
def test_results_are_understood(text: str, outcome: Outcome) -> None:
    assert GO.outcome(text) is outcome


@pytest.mark.parametrize("text", ["1-0", "B", "b+r", "B+x", "B+7.555", "W+-1", "B+R ", "B+٣"])
def test_other_results_are_refused(text: str) -> None:
    with pytest.raises(RulesError, match="is not a result of Go"):
        GO.outcome(text)


def test_every_outcome_has_a_text_that_is_understood_again() -> None:
    for outcome in Outcome:
        assert GO.outcome(GO.result_text(outcome)) is outcome
