"""People who answer a board: what they say in every state of it, and when."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from controller.core.messages import (
    Answered,
    Correction,
    Irregularity,
    Message,
    Move,
    Observed,
    Question,
    Restore,
)
from controller.shell.people import AGAIN_US, SEEN_US, TRIES, People, changed_by
from controller.shell.truth import TruePly
from rules.registry import game_by_name

if TYPE_CHECKING:
    from controller.core.inputs import Command

CHESS = game_by_name("chess")
S = 1_000_000
TRUTH = tuple(
    TruePly(
        move=move, side=("white", "black")[n % 2], began_us=n * 10 * S, made_us=(n * 10 + 2) * S
    )
    for n, move in enumerate(("e2e4", "e7e5", "g1f3"))
)
POINTS = changed_by(CHESS, None, TRUTH)
REST_US = 8 * S
"""The first ply is made, and the second not begun."""


def move(ply: int, text: str) -> Move:
    return Move(
        ply=ply,
        side="white",
        move=text,
        notation={},
        captured=[],
        path=[],
        position="",
        completed_by="settled",
    )


def asked(*candidates: str) -> Question:
    return Question(id="q1", reason="two-moves-fit", candidates=[*candidates], answers=["answer"])


def restore(*, done: bool = False) -> Restore:
    return Restore(missing=[], extra=[], done=done, why="irregularity")


NAMED = Irregularity(
    id="i1", law="", kind="", side="white", points=[], observed=Observed(), remedy="restore"
)


def people(*messages: Message, at_us: int = 0) -> People:
    found = People(TRUTH, POINTS)
    found.hear(at_us, messages)
    return found


def told(command: Command | None) -> tuple[str, dict[str, object]] | None:
    return None if command is None else (command.name, dict(command.args))


def test_nobody_says_anything_where_nothing_is_asked() -> None:
    assert people(move(1, "e2e4")).say(REST_US, 0) is None


@pytest.mark.parametrize(
    ("candidates", "at_us", "answer"),
    [
        (("e2e4", "e2e3"), REST_US, "e2e4"),
        (("e2e3", "d2d4"), REST_US, "none"),
        (("e2e4",), SEEN_US, "e2e4"),
    ],
)
def test_a_question_is_answered_with_what_was_made(
    candidates: tuple[str, ...], at_us: int, answer: str
) -> None:
    found = people(asked(*candidates))
    assert found.say(SEEN_US - 1, 0) is None
    assert told(found.say(at_us, 0)) == ("answer", {"move": answer, "id": "q1"})


def test_of_a_move_that_nobody_has_begun_it_is_none() -> None:
    found = people(move(1, "e2e4"), asked("e7e5"))
    assert told(found.say(REST_US, 0)) == ("answer", {"move": "none", "id": "q1"})
    assert told(people(move(1, "e2e4"), asked("e7e5")).say(11 * S, 0)) == (
        "answer",
        {"move": "e7e5", "id": "q1"},
    )


def test_a_question_behind_a_wrong_move_is_none() -> None:
    found = people(move(1, "d2d4"), asked("e7e5"))
    assert told(found.say(15 * S, 0)) == ("answer", {"move": "none", "id": "q1"})


@pytest.mark.parametrize("message", [restore(), NAMED])
def test_what_the_board_has_not_found_is_entered(message: Message) -> None:
    found = people(message)
    assert told(found.say(REST_US, 0)) == (
        "correct",
        {"ply": 1, "moves": ["e2e4"], "why": "seen"},
    )


def test_nothing_is_entered_while_a_move_is_under_way() -> None:
    found = people(restore())
    assert found.say(11 * S, 0) is None
    assert told(found.say(13 * S, 0)) == (
        "correct",
        {"ply": 1, "moves": ["e2e4", "e7e5"], "why": "seen"},
    )


def test_a_wrong_move_is_corrected_from_where_it_stands() -> None:
    found = people(move(1, "e2e4"), move(2, "d7d5"), restore())
    assert told(found.say(13 * S, 0)) == ("correct", {"ply": 2, "moves": ["e7e5"], "why": "seen"})


def test_a_move_too_many_is_taken_out() -> None:
    found = people(move(1, "e2e4"), move(2, "d7d5"), restore())
    assert told(found.say(REST_US, 0)) == ("correct", {"to_ply": 1, "why": "seen"})


def test_where_the_record_is_right_the_pieces_are_said_to_stand_right() -> None:
    found = people(move(1, "e2e4"), restore())
    assert told(found.say(REST_US, 0)) == ("resume", {})


def test_an_irregularity_beside_a_right_record_is_left_alone() -> None:
    assert people(move(1, "e2e4"), NAMED).say(REST_US, 0) is None


@pytest.mark.parametrize("over", [Answered(id="q1", move=None, by="evidence"), None])
def test_what_is_over_is_not_answered(over: Answered | None) -> None:
    messages = [asked("e2e4"), over] if over else [restore(), restore(done=True)]
    assert people(move(1, "e2e4"), *messages).say(REST_US, 0) is None


def test_they_try_again_after_a_while_and_give_up_in_the_end() -> None:
    found, at_us = people(asked("e2e4")), SEEN_US
    for _ in range(TRIES):
        assert found.say(at_us, 0) is not None
        assert found.say(at_us + AGAIN_US - 1, 0) is None
        at_us += AGAIN_US
    assert found.say(at_us, 0) is None


def test_a_move_that_no_sensor_can_show_is_entered_at_once() -> None:
    assert told(people().say(3 * S, POINTS[0])) == (
        "correct",
        {"ply": 1, "moves": ["e2e4"], "why": "seen"},
    )
    assert people().say(3 * S, POINTS[0] & -POINTS[0]) is None
    assert people(move(1, "e2e4")).say(3 * S, POINTS[0]) is None


def test_what_was_retracted_is_out_of_the_record() -> None:
    found = people(move(1, "e2e4"), move(2, "e7e5"))
    found.hear(0, [Correction(from_ply=2, to_ply=2, why="", by="", position="")])
    assert found.line == ["e2e4"]
