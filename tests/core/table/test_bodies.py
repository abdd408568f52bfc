"""The tests of the old core that concern the table, its claims, clock and commands, on the new board.

They run with a belief and a referee without doubts (`plain_belief`, `plain_referee`), so those are left out whose scenes need a real one:
touches and breaches, questions, irregularities that may be accepted, sensors that fail, men in the hand.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

import pytest

from tests.core import lines, rig, scenes
from tests.core.table.stand import Stand

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

LEFT_OUT: dict[str, tuple[str, ...]] = {
    "claims.test_adjourning": (),
    "claims.test_after_the_end": (
        "test_a_man_who_has_been_off_for_long_may_have_been_set_down",
        "test_a_question_can_be_answered_after_the_end",
        "test_an_answer_ends_no_game_that_is_over",
        "test_it_can_be_answered_after_a_new_start",
        "test_men_who_are_being_adjusted_have_made_no_move",
        "test_none_of_these_adds_nothing",
        "test_what_men_are_moved_about_after_the_end_answers_nothing",
        "test_what_nobody_can_tell_is_asked_about_though_the_game_is_over",
    ),
    "claims.test_cases_claims": (
        "test_a_move_that_stands_for_long_is_played",
        "test_a_sensor_that_makes_a_man_up_meanwhile_is_found_out",
        "test_and_all_that_was_played_behind_it",
        "test_what_was_adjusted_before_it_binds_nobody",
        "test_a_breach_is_published_and_stays_claimable",
        "test_a_mate_in_breach_can_be_claimed",
        "test_a_mate_in_breach_is_taken_back_by_the_referee",
        "test_a_touch_ends_the_right_to_claim",
        "test_adjusting_ended_before_a_touch",
        "test_after_adjusting_touches_bind_again",
        "test_an_observer_claims_nothing",
        "test_the_arbiter_may_still_correct_after_a_touch",
        "test_the_referee_claims_at_once",
        "test_who_adjusts_in_his_turn_takes_the_move_before_for_made",
        "test_who_may_accept_a_breach",
        "test_who_may_demand_correction",
    ),
    "claims.test_claims_offers": ("test_what_on_the_board_declines_an_offer",),
    "claims.test_claims_random": (),
    "claims.test_claims_record": (
        "test_a_claim_waits_for_an_open_question",
        "test_a_wrong_claim_costs_and_the_announced_move_is_due",
        "test_another_move_than_the_announced_one_is_a_breach",
    ),
    "claims.test_claims_results": ("test_xiangqi_a_touch_without_consent_is_a_touch",),
    "claims.test_count": (),
    "claims.test_said_before_it_settled": (),
    "clock.test_arranged_while_paused": (),
    "clock.test_clock_recovery": (  # these take long, and `test_recovery` compares more
        "test_what_is_read_back_after_every_step_is_what_was_there",
        "test_no_time_is_lost_or_invented",
    ),
    "clock.test_clock_session": ("test_an_early_press_counts_when_the_move_is_complete",),
    "clock.test_clock_stops": (
        "test_an_illegal_move_that_the_arbiter_lets_stand_stands",
        "test_a_breach_that_is_claimed_takes_the_move_back_and_its_time",
        "test_a_correction_takes_the_offenders_time",
        "test_two_moves_in_a_row_are_undone_on_own_time_and_then_the_other_thinks_on",
    ),
    "clock.test_forgotten_presses": ("test_with_his_own_clock_running_it_is_no_finished_move",),
    "clock.test_switched_by_moves": (),
    "session.test_arbiter_correct": (
        "test_a_question_is_closed_by_a_correction",
        "test_a_question_of_before_a_new_start",
    ),
    "session.test_arbiter_illegal": (
        "test_a_man_who_went_where_the_last_one_came_from_takes_nothing_back",
        "test_a_press_upon_an_illegal_move_that_was_named_before_completes_it",
        "test_an_illegal_capture_is_completed_by_the_press",
    ),
    "session.test_arbiter_penalties": ("test_a_correction_is_whole_or_none",),
    "session.test_arbiter_results": (),
    "session.test_lamps": (),
    "session.test_observing": (),
    "session.test_restarts_in_every_stage": (
        "test_killed_again_before_anything_was_done_it_is_the_same_board",
        "test_on_another_boot_all_clocks_stand_where_they_were_last_known",
        "test_within_one_boot_whose_clock_runs_has_lost_the_time",
    ),
    "session.test_resumed": (
        "test_a_board_in_a_mess_is_not_declared_right",
        "test_a_dead_sensor_does_not_keep_a_game_from_beginning",
        "test_men_who_stood_otherwise_before_they_could_not_be_read_are_waited_for",
    ),
    "session.test_stops_and_restarts": (
        "test_a_press_costs_nothing_while_a_point_cannot_be_read",
        "test_a_sealed_move_does_not_bear_the_breach_of_the_move_before",
        "test_what_the_other_did_wrong_later_does_not_end_the_right_to_claim_a_breach",
    ),
}
"""By module, the tests that need more than a plain belief and referee."""
MODULES = {name: importlib.import_module(f"tests.core.{name}") for name in LEFT_OUT}


def _bodies(module: ModuleType, left_out: tuple[str, ...]) -> Iterator[tuple[str, object]]:
    for name, body in vars(module).items():
        if body.__class__ is type and name.startswith("Test"):
            methods = {each for each in left_out if hasattr(body, each)}
            kept = type(name, (body,), dict.fromkeys(methods))
            yield name, kept
        elif name.startswith("test_") and callable(body) and name not in left_out:
            yield name, body


for _name, _module in MODULES.items():
    _subject = _name.rpartition("test_")[2]
    for _body, _do in _bodies(_module, LEFT_OUT[_name]):
        _kind, _, _what = _body.partition("test_")
        globals()[f"{_kind or 'test'}_{_subject}_{_what}"] = _do


@pytest.fixture(autouse=True)
def _new_board(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    scenes._made.cache_clear()
    for module in (rig, lines, scenes, *MODULES.values()):
        if hasattr(module, "Session"):
            monkeypatch.setattr(module, "Session", Stand)
    yield
    scenes._made.cache_clear()
