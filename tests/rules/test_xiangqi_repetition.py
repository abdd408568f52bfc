"""Repetition and the natural-move limit of xiangqi."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.rulebook import Rulebook, Standing, Termination
from rules.terms import Side
from rules.xiangqi.game import XIANGQI
from rules.xiangqi.laws import CXA, WXF
from rules.xiangqi.position import XiangqiPosition
from rules.xiangqi.repetition import NATURAL_PLIES, NATURAL_WARNING_PLIES, ending, verdicts
from tests.rules.xiangqi_cycles import (
    BOOKS,
    CASES,
    TURNED,
    Case,
    change_colours,
    game_of,
    mirror,
    repetition,
)
from tests.rules.xiangqi_lines import lines

pytestmark = pytest.mark.law("XQ-4.1")

every_case = pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
every_book = pytest.mark.parametrize("book", BOOKS, ids=[book.name for book in BOOKS])

EXPLAINED = {"diagrams-71-75-c"}
"""Positions whose verdict here is not that of their source."""


def found(case: Case, book: Rulebook) -> str:
    """Who wins at the third occurrence, as the data file writes it."""
    verdict = repetition(game_of(case.fen, case.moves()), book)
    assert verdict is not None
    if verdict.standing is Standing.NEEDS_ARBITER:
        assert verdict.winner is None
        return "arbiter"
    assert verdict.standing is Standing.DECIDED
    return verdict.winner or "draw"


def occurrences(line: list[XiangqiPosition]) -> list[int]:
    """Where the last position of a game stands in it."""
    return [index for index, position in enumerate(line) if position == line[-1]]


def test_the_data_have_what_they_promise() -> None:
    assert len(CASES) >= 30
    assert len({case.id for case in CASES}) == len(CASES)
    differing = {case.id for case in CASES if case.verdict != case.wxf}
    assert differing == {case.id for case in CASES if case.why} == EXPLAINED
    assert all(case.article for case in CASES if case.source == "composed")


@every_case
def test_each_cycle_can_be_played_and_returns(case: Case) -> None:
    positions = game_of(case.fen, case.moves())
    assert positions[-1] == positions[len(case.lead)]
    assert positions[-1] == positions[len(case.lead) + len(case.cycle)]


@every_case
def test_verdicts_of_the_world_federation(case: Case) -> None:
    verdict = repetition(game_of(case.fen, case.moves()), WXF)
    assert verdict is not None
    assert (found(case, WXF), verdict.termination) == (case.wxf, case.reason)


@every_case
def test_findings_by_the_associations_rules(case: Case) -> None:
    assert found(case, CXA) == case.cxa


@every_case
def test_whichever_position_of_the_cycle_comes_back_the_verdict_is_the_same(case: Case) -> None:
    positions = game_of(case.fen, case.moves(3))
    begin = len(case.lead) + 2 * len(case.cycle)
    expectations = [(WXF, case.wxf)]
    if case.id.startswith(("composed", "check", "mate-threat")):  # the others take long
        expectations.append((CXA, case.cxa))
    for book, expected in expectations:
        for phase in range(len(case.cycle)):
            verdict = repetition(positions[: begin + phase + 1], book)
            assert verdict is not None
            if verdict.standing is Standing.DECIDED:
                assert (verdict.winner or "draw") == expected
            else:
                assert verdict.standing is Standing.NEEDS_ARBITER
                assert expected == "arbiter"


@every_case
@every_book
def test_the_second_occurrence_warns_of_what_the_third_decides(case: Case, book: Rulebook) -> None:
    line = game_of(case.fen, case.moves())
    once = occurrences(line)[1]
    # A cycle may hold a smaller one, so that the last position comes earlier than a round before.
    line = line[: occurrences(line)[2] + 1]
    first = repetition(line[: once + 1], book)
    second = repetition(line, book)
    assert first is not None
    assert second is not None
    assert first.standing is Standing.WARNING
    assert (first.offender, first.termination) == (second.offender, second.termination)
    assert ending(line[: once + 1], book, XIANGQI) is None
    end = ending(line, book, XIANGQI)
    assert (end is not None) == (second.standing is Standing.DECIDED)
    if end is not None:
        results = {"red": "1-0", "black": "0-1", None: "1/2-1/2"}
        assert end.result == results[second.winner]
        assert (end.winner, end.termination) == (second.winner, second.termination)


@every_case
@every_book
def test_the_arbiter_gets_one_sentence_a_ply(case: Case, book: Rulebook) -> None:
    verdict = repetition(game_of(case.fen, case.moves()), book)
    assert verdict is not None
    first, last = verdict.plies
    begin = occurrences(game_of(case.fen, case.moves()))[-3]
    assert (first, last) == (begin + 1, len(case.moves()))
    moves = case.moves()[begin:]
    sentences = verdict.evidence[: len(moves)]
    assert len(verdict.evidence) == len(moves) + 1
    for number, text, sentence in zip(range(first, last + 1), moves, sentences, strict=True):
        assert sentence.startswith(f"ply {number} {text} ")
    if verdict.offender is None:
        assert verdict.winner is None
    else:
        assert verdict.winner == TURNED[verdict.offender]


@pytest.mark.parametrize("turn", [change_colours, mirror])
@every_book
def test_a_board_turned_round_turns_the_verdict(book: Rulebook, turn: object) -> None:
    assert callable(turn)
    for case in CASES if book is WXF else CASES[::3]:
        fen, moves = turn(case.fen, case.moves())
        here = repetition(game_of(case.fen, case.moves()), book)
        there = repetition(game_of(fen, moves), book)
        assert here is not None
        assert there is not None
        expected = here.offender
        if turn is change_colours and expected is not None:
            expected = Side(TURNED[expected])
        assert (there.offender, there.standing) == (expected, here.standing), case.id
        assert there.termination == here.termination


@given(lines)
def test_without_a_repetition_there_is_no_verdict_about_one(
    positions: list[XiangqiPosition],
) -> None:
    for last in range(1, len(positions) + 1):
        line = positions[:last]
        for book in BOOKS:
            assert (repetition(line, book) is not None) == (line[-1] in line[:-1])


@given(lines, st.sampled_from(CASES))
def test_what_went_before_changes_nothing(positions: list[XiangqiPosition], case: Case) -> None:
    # A position that is set up between the two games ends the search for repetitions.
    alone = game_of(case.fen, case.moves())
    verdict = repetition([*positions, *alone], WXF)
    expected = repetition(alone, WXF)
    assert verdict is not None
    assert expected is not None
    assert (verdict.offender, verdict.standing) == (expected.offender, expected.standing)


@every_book
def test_taking_back_and_playing_otherwise_leaves_no_trace(book: Rulebook) -> None:
    case = next(case for case in CASES if case.id == "composed-chase")
    line = game_of(case.fen, case.moves())
    back = line[:-2]
    another = back[-1].by_text("c1c0")
    assert another is not None
    assert repetition([*back, back[-1].play(another)], book) is None
    again = [*back, *game_of(back[-1].text, ["c1b1", "b2c2"])[1:]]
    assert repetition(again, book) == repetition(line, book)


def test_an_illegal_move_that_stands_ends_the_search() -> None:
    first = XiangqiPosition.from_fen("5k3/9/9/9/9/9/9/9/9/3K5 w")
    general, other = first.board.index("K"), first.board.index("k")
    second = first.play_irregular(general, general + 18, ())  # two steps at once
    third = second.play_irregular(other, other - 9, ())
    fourth = third.play_irregular(general + 18, general, ())
    fifth = fourth.play_irregular(other - 9, other, ())
    assert fifth == first
    assert repetition([first, second, third, fourth, fifth], WXF) is None


def quiet_line(plies: int) -> list[XiangqiPosition]:
    """A game whose last position has so many plies without a capture behind it."""
    start = XiangqiPosition.from_fen(f"5k3/9/9/9/9/9/9/9/9/3K5 w - - {plies} 1")
    return [start]


@pytest.mark.parametrize("plies", [0, NATURAL_WARNING_PLIES - 1])
@every_book
def test_the_natural_limit_is_not_mentioned_early(plies: int, book: Rulebook) -> None:
    assert verdicts(quiet_line(plies), book, XIANGQI) == ()


@every_book
def test_the_natural_limit_is_announced_and_then_due(book: Rulebook) -> None:
    due = Standing.CLAIMABLE if book is CXA else Standing.NEEDS_ARBITER
    for plies in range(NATURAL_WARNING_PLIES, NATURAL_PLIES + 5):
        (verdict,) = verdicts(quiet_line(plies), book, XIANGQI)
        assert verdict.termination is Termination.NATURAL_LIMIT
        assert verdict.standing is (Standing.WARNING if plies < NATURAL_PLIES else due)
        assert ending(quiet_line(plies), book, XIANGQI) is None


def checking_line(plies: int) -> list[XiangqiPosition]:
    """So many positions without a capture, in each of which the side to move stands in check."""
    board = XiangqiPosition.from_fen("5k3/9/9/9/9/5R3/9/9/9/3K5 b").board
    return [
        XiangqiPosition(board, red_to_move=False, quiet_plies=ply) for ply in range(1, plies + 1)
    ]


def test_checks_beyond_ten_do_not_count_so_the_arbiter_looks() -> None:
    (verdict,) = verdicts(checking_line(NATURAL_PLIES + 100), CXA, XIANGQI)
    assert verdict.standing is Standing.NEEDS_ARBITER
    assert len(verdict.evidence) == 2
    few = [*quiet_line(NATURAL_PLIES - 10), *checking_line(NATURAL_PLIES)[-10:]]
    (verdict,) = verdicts(few, CXA, XIANGQI)
    assert verdict.standing is Standing.CLAIMABLE


@every_book
def test_a_rulebook_may_make_the_limit_automatic_or_repetition_a_claim(book: Rulebook) -> None:
    automatic = replace(book, automatic_draws=frozenset({Termination.NATURAL_LIMIT}))
    end = ending(quiet_line(NATURAL_PLIES), automatic, XIANGQI)
    assert end is not None
    assert (end.winner, end.result, end.termination) == (
        None,
        "1/2-1/2",
        Termination.NATURAL_LIMIT,
    )
    idle = next(case for case in CASES if case.id == "composed-idle")
    verdict = repetition(game_of(idle.fen, idle.moves()), automatic)
    assert verdict is not None
    assert verdict.standing is Standing.CLAIMABLE
