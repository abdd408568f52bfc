"""The scorer: each thing done to a faultless stream of messages changes just the counts that it should."""

from __future__ import annotations

from itertools import combinations
from math import isclose
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.shell.scoring import EARLY_US, Score, TrueDeed, score, total, upper_bound
from controller.shell.scoring_table import COLUMNS, line_of, rates_of, table_of
from controller.shell.truth import TruePly

if TYPE_CHECKING:
    from collections.abc import Sequence

    Said = dict[str, Any]

PLIES = 5
SECOND_US = 1_000_000
LATE_US = 400_000
"""After its making each ply is told."""
OTHER = "other"
"""A move that nobody has made."""
RIGHT = {"evenings": 1, "whole": 1, "plies": PLIES, "right": PLIES}
TRUTH = tuple(
    TruePly(
        move=f"move{n}",
        side=("white", "black")[n % 2],
        began_us=n * 5 * SECOND_US,
        made_us=(n * 5 + 1) * SECOND_US,
    )
    for n in range(PLIES)
)


def told(ply: int, move: str = "", after_us: int = LATE_US, by: str = "settled") -> Said:
    true = TRUTH[min(ply, PLIES) - 1]
    said = {"type": "move", "ply": ply, "move": move or true.move, "completed_by": by}
    return {**said, "at_us": true.made_us + after_us}


def corrected(from_ply: int, at_us: int, cause: str = "players") -> Said:
    said = {"type": "correction", "from_ply": from_ply, "to_ply": PLIES, "cause": cause}
    return {**said, "at_us": at_us}


def all_told() -> list[Said]:
    return [told(ply) for ply in range(1, PLIES + 1)]


def counted(messages: Sequence[Said], deeds: Sequence[TrueDeed] = ()) -> dict[str, int]:
    """What is not none."""
    return {name: n for name, n in score(TRUTH, messages, deeds).counts.items() if n}


def changed(**counts: int) -> dict[str, int]:
    return {name: n for name, n in {**RIGHT, **counts}.items() if n}


EVERY_PLY = pytest.mark.parametrize("ply", range(1, PLIES + 1))


def test_nothing_told_is_all_lost() -> None:
    assert counted([]) == {"evenings": 1, "plies": PLIES, "lost": PLIES}


def test_all_told_is_all_right() -> None:
    found = score(TRUTH, all_told())
    assert {name: n for name, n in found.counts.items() if n} == RIGHT
    assert found.late_us == (LATE_US,) * PLIES
    assert found.late_plies == (0,) * PLIES


@pytest.mark.parametrize(
    "missing", [set(some) for n in range(1, PLIES + 1) for some in combinations(range(1, PLIES + 1), n)]
)  # fmt: skip
def test_messages_left_out_are_plies_lost(missing: set[int]) -> None:
    found = counted([told(ply) for ply in range(1, PLIES + 1) if ply not in missing])
    only_the_last = missing == {PLIES}
    lost = 0 if only_the_last else len(missing)
    assert found == changed(
        right=PLIES - len(missing),
        lost=lost,
        unfinished=int(only_the_last),
        whole=int(only_the_last),
    )


@EVERY_PLY
def test_another_move_is_one_wrong_ply(ply: int) -> None:
    messages = all_told()
    messages[ply - 1] = told(ply, OTHER)
    assert counted(messages) == changed(right=PLIES - 1, wrong=1, slips=1, whole=0)


@EVERY_PLY
def test_behind_a_move_too_many_all_is_wrong(ply: int) -> None:
    shifted = [told(n + 1, TRUTH[n - 1].move) for n in range(ply, PLIES + 1)]
    messages = [*all_told()[: ply - 1], told(ply, OTHER), *shifted]
    wrong = PLIES - ply + 2
    assert counted(messages) == changed(right=ply - 1, wrong=wrong, beyond=1, slips=1, whole=0)


@EVERY_PLY
def test_a_move_that_the_board_takes_back_itself_is_corrected(ply: int) -> None:
    messages = all_told()
    again_us = TRUTH[ply - 1].made_us + SECOND_US
    messages[ply - 1 : ply] = [
        told(ply, OTHER), corrected(ply, again_us), told(ply, after_us=SECOND_US)
    ]  # fmt: skip
    found = score(TRUTH, messages)
    assert {name: n for name, n in found.counts.items() if n} == changed(
        right=PLIES - 1, corrected=1, slips=1
    )
    assert found.late_us[ply - 1] == SECOND_US


@EVERY_PLY
def test_a_wrong_move_that_people_have_to_correct_stays_wrong(ply: int) -> None:
    messages = all_told()
    again_us = TRUTH[ply - 1].made_us + SECOND_US
    messages[ply - 1 : ply] = [
        told(ply, OTHER),
        corrected(ply, again_us, "correct"),
        told(ply, after_us=SECOND_US, by="arbiter"),
    ]
    assert counted(messages) == changed(right=PLIES - 1, wrong=1, slips=1, whole=0)


@EVERY_PLY
def test_a_ply_that_the_arbiter_enters_is_not_the_boards(ply: int) -> None:
    messages = all_told()
    messages[ply - 1] = told(ply, by="arbiter", after_us=20 * SECOND_US)
    found = score(TRUTH, messages)
    assert found.counts["entered"] == 1
    assert found.late_us == (LATE_US,) * (PLIES - 1)


def test_plies_taken_back_and_made_again_were_right() -> None:
    messages = [*all_told(), corrected(3, TRUTH[-1].made_us), told(3), told(4), told(5)]
    assert counted(messages) == RIGHT


def test_plies_taken_back_and_not_told_again_are_lost() -> None:
    messages = [*all_told(), corrected(3, TRUTH[-1].made_us), told(3)]
    assert counted(messages) == changed(right=3, lost=2, whole=0)


def test_a_ply_that_nobody_made_and_that_is_withdrawn_is_corrected() -> None:
    messages = [*all_told(), told(PLIES + 1, OTHER), corrected(PLIES + 1, 99 * SECOND_US)]
    assert counted(messages) == changed(corrected=1, beyond=1, slips=1)


def test_a_position_set_up_retracts_nothing() -> None:
    messages = [*all_told(), corrected(1, 99 * SECOND_US, "set-position")]
    assert counted(messages) == RIGHT


@EVERY_PLY
@pytest.mark.parametrize(("after_us", "early"), [(-EARLY_US, 0), (-EARLY_US - 1, 1), (0, 0)])
def test_told_before_it_is_made_is_early(ply: int, after_us: int, early: int) -> None:
    messages = all_told()
    messages[ply - 1] = told(ply, after_us=after_us)
    found = score(TRUTH, messages)
    assert found.early == early
    assert found.late_us[ply - 1] == 0


def test_a_press_is_when_a_ply_is_due() -> None:
    true = TruePly(
        move="move0", side="white", began_us=0, made_us=SECOND_US, pressed_us=SECOND_US // 2
    )
    found = score([true], [told(1, after_us=0)])
    assert found.late_us == (SECOND_US // 2,)


@EVERY_PLY
def test_lateness_counts_the_plies_made_meanwhile(ply: int) -> None:
    at_us = TRUTH[-1].made_us
    messages = [
        *all_told()[: ply - 1],
        *({**told(n), "at_us": at_us} for n in range(ply, PLIES + 1)),
    ]
    found = score(TRUTH, messages)
    assert found.late_plies == (0,) * (ply - 1) + tuple(range(PLIES - ply, -1, -1))
    assert found.late_us[ply - 1] == at_us - TRUTH[ply - 1].made_us


@pytest.mark.parametrize("standing", range(PLIES + 1))
def test_questions_about_the_last_ply_are_counted_apart(standing: int) -> None:
    question = {"type": "question", "at_us": 0}
    found = score(TRUTH, [*all_told()[:standing], question])
    assert (found.asked, found.asked_last) == ((0, 1) if standing >= PLIES - 1 else (1, 0))


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ({"type": "answered", "by": "evidence"}, "by_evidence"),
        ({"type": "answered", "by": "arbiter"}, "by_people"),
        ({"type": "penalty"}, "penalties"),
        ({"type": "restore", "done": False, "why": "irregularity"}, "restores"),
        ({"type": "restore", "done": True, "why": "irregularity"}, None),
        ({"type": "restore", "done": False, "why": "start"}, None),
        ({"type": "lifted"}, None),
    ],
)
def test_other_messages_are_counted(said: Said, name: str | None) -> None:
    assert counted([*all_told(), said]) == changed(**({name: 1} if name else {}))


def test_a_penalty_withdrawn_is_none() -> None:
    assert (
        counted([*all_told(), {"type": "penalty"}, {"type": "penalty", "withdrawn": True}]) == RIGHT
    )


@pytest.mark.parametrize(("at_us", "false"), [(9, 1), (10, 0), (20, 0), (21, 1)])
def test_an_irregularity_without_a_deed_is_false(at_us: int, false: int) -> None:
    deed = TrueDeed(kind="knock", from_us=10, until_us=20)
    found = score(TRUTH, [{"type": "irregularity", "at_us": at_us}], [deed])
    assert (found.irregularities, found.false) == (1, false)


MESSAGES = st.lists(
    st.one_of(
        st.builds(
            told,
            st.integers(1, PLIES + 2),
            st.sampled_from(["", OTHER, "move0"]),
            st.integers(-SECOND_US, SECOND_US),
            st.sampled_from(["settled", "arbiter"]),
        ),
        st.builds(
            corrected,
            st.integers(1, PLIES + 1),
            st.just(0),
            st.sampled_from(["players", "correct"]),
        ),
    ),
    max_size=12,
)


@given(MESSAGES)
def test_each_ply_has_one_fate(messages: list[Said]) -> None:
    found = score(TRUTH, messages)
    fates = (
        found.right + found.corrected + found.entered + found.wrong + found.lost + found.unfinished
    )
    assert fates - found.beyond == PLIES
    assert bool(found.whole) == (found.wrong + found.lost == 0)
    assert len(found.late_us) == len(found.late_plies)


@given(st.lists(MESSAGES, max_size=4))
def test_scores_add_up(evenings: list[list[Said]]) -> None:
    scores = [score(TRUTH, messages) for messages in evenings]
    assert total(scores) == sum(scores, Score())


@pytest.mark.parametrize(
    ("count", "mean"), [(0, 2.9957), (1, 4.7439), (2, 6.2958), (10, 16.9622), (100, 118.0780)]
)
def test_upper_bounds_are_those_of_the_tables(count: int, mean: float) -> None:
    assert isclose(upper_bound(count, 10_000) * 10_000, mean, rel_tol=1e-4)


def test_without_plies_nothing_is_known_of_a_rate() -> None:
    assert upper_bound(0, 0) == 1.0


def test_a_score_in_one_line_names_what_was_found() -> None:
    found = score(TRUTH, [*all_told()[:-1], told(PLIES, OTHER)])
    assert line_of(found) == (
        "1 evenings, 0 whole, 5 plies, wrong 1, late 400 / 400 / 400 ms, 0 plies at most"
    )
    assert "wrong 2000.00 (< 9487" in rates_of(found)


def test_a_table_has_a_row_a_score_and_the_sum() -> None:
    found = score(TRUTH, all_told())
    lines = table_of({"chess": found, "go": found}, "game").splitlines()
    assert [line.split("|")[1].strip() for line in lines] == ["game", "---", "chess", "go", "all"]
    assert len({line.count("|") for line in lines}) == 1
    plies = 2 + COLUMNS.index("plies")
    assert [line.split("|")[plies].strip() for line in lines[2:]] == ["5", "5", "10"]
