"""The end of a game loses nothing: what the hands had done belongs to the record, and what was asked can be answered."""

from __future__ import annotations

from typing import Any

import pytest

from controller.core.messages import Answered, Move, Result
from controller.shell.export import record_of
from rules.registry import game_by_name
from tests.core.boards import TWO_CAPTURES
from tests.core.rig import Rig, recovered
from tests.core.scenes import restarted
from tests.core.watched import Watched

ENDS: list[tuple[tuple[str, str, dict[str, Any]], ...]] = [
    (("black", "resign", {}),),
    (("arbiter", "result", {"result": "1/2-1/2", "termination": "agreement"}),),
    (("white", "offer-draw", {}), ("black", "accept-draw", {})),
    (("arbiter", "penalty", {"side": "black", "kind": "loss", "why": "telephone"}),),
]
ASKED = "1000 e4- 800 e8- 300 e7+ 5000"
"""A reply tells that a man was captured, and not which."""


def told(rig: Rig) -> list[str]:
    """Moves and results, in the order in which they were published."""
    return [
        m.move if isinstance(m, Move) else m.result
        for m in rig.said
        if isinstance(m, Move | Result)
    ]


def known(session: Watched) -> tuple[object, ...]:
    """What a session knows of the game, whatever it has seen of the board."""
    view = session.view()
    return view.stage, view.position, [line.move for line in view.moves], view.question, view.result


@pytest.mark.parametrize("ms", [60, 100, 300, 700])
@pytest.mark.parametrize("orders", ENDS, ids=lambda orders: str(orders[-1][1]))
def test_a_move_made_just_before_the_end_is_in_the_record(
    orders: tuple[tuple[str, str, dict[str, Any]], ...], ms: int
) -> None:
    rig = Rig().hands(f"1000 e2- 300 e4+ {ms}")
    assert rig.moves == []
    for role, name, args in orders:
        assert rig.command(role, name, **args), rig.refusals
    assert told(rig)[0] == "e2e4"
    assert len(told(rig)) == 2
    assert rig.stage == "ended"
    assert known(recovered(rig.settings, rig.said)) == known(rig.session)


def test_so_is_a_capture_of_draughts() -> None:
    game = game_by_name("draughts-100")
    rig = Rig("W:W28:B22,5", game=game, rulebook=game.name)
    assert rig.hands("1000 28- 300 17+ 200 22- 200").command("black", "resign")
    assert told(rig)[0] == "28x17"


@pytest.mark.parametrize("line", ["1000 e2-", "1000 e2- 300 e5+ 300", "1000 e2- 300 e2+ 300"])
def test_what_is_no_move_by_then_is_none(line: str) -> None:
    rig = Rig().hands(line)
    assert rig.command("white", "resign")
    assert told(rig) == ["0-1"]


def test_men_who_are_being_adjusted_have_made_no_move() -> None:
    rig = Rig().hands("1000")
    assert rig.command("white", "adjust")
    assert rig.hands("e2- 300 e3+ 300").command("white", "resign")
    assert told(rig) == ["0-1"]


def test_a_mate_has_ended_the_game_before_anybody_resigns() -> None:
    rig = Rig("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1").hands("1000 a1- 300 a8+ 300")
    assert rig.command("black", "resign")
    assert told(rig) == ["a1a8", "1-0"]
    assert rig.of(Result)[0].termination == "checkmate"


def test_the_arbiter_decides_otherwise_all_the_same() -> None:
    rig = Rig("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1").hands("1000 a1- 300 a8+ 300")
    assert rig.command("arbiter", "result", result="0-1", why="the flag had fallen")
    assert told(rig) == ["a1a8", "1-0", "0-1"]


def test_what_nobody_can_tell_is_asked_about_though_the_game_is_over() -> None:
    rig = Rig(TWO_CAPTURES).hands("1000 e4- 800 e8- 300 e7+ 300")
    assert rig.questions == []
    assert rig.command("white", "resign")
    assert {"e4d5", "e4f5"} <= set(*rig.questions)
    assert rig.stage == "ended"


@pytest.mark.parametrize("move", ["e4d5", "e4f5"])
def test_a_question_can_be_answered_after_the_end(move: str) -> None:
    """All that was played behind it is in the record then."""
    rig = Rig(TWO_CAPTURES).hands(ASKED)
    assert rig.command("white", "resign")
    assert (rig.stage, told(rig)) == ("ended", ["0-1"])
    assert rig.session.view().question is not None
    assert rig.command("arbiter", "answer", move=move)
    assert rig.of(Answered)[-1].move == move
    assert told(rig) == ["0-1", move, "e8e7"]
    assert rig.stage == "ended"
    assert rig.session.view().question is None
    record = record_of(rig.said).record
    assert (record.result, len(record.moves)) == ("0-1", 2)
    assert known(recovered(rig.settings, rig.said)) == known(rig.session)


def test_what_men_are_moved_about_after_the_end_answers_nothing() -> None:
    rig = Rig(TWO_CAPTURES).hands(ASKED)
    assert rig.command("white", "resign")
    rig.hands("1000 d5- 300 d4+ 3000 f5- 500 e7- 500 e1- 9000")
    assert told(rig) == ["0-1"]
    assert rig.command("black", "answer", move="e4f5")
    assert told(rig) == ["0-1", "e4f5", "e8e7"]


def test_none_of_these_adds_nothing() -> None:
    rig = Rig(TWO_CAPTURES).hands(ASKED)
    assert rig.command("white", "resign")
    assert rig.command("arbiter", "answer", move="none")
    assert (rig.stage, told(rig), rig.session.view().question) == ("ended", ["0-1"], None)


def test_an_answer_ends_no_game_that_is_over() -> None:
    """The move that waited is a mate; what was decided stands until the arbiter decides otherwise."""
    rig = Rig("4b2k/6pp/8/8/n3R3/8/8/6K1 w - - 0 1").hands("1000 e4- 300 e8~60 9000")
    if told(rig) == ["e4e8", "1-0"]:
        return  # the mate was told before anybody resigned
    assert rig.command("white", "resign")
    assert "e4e8" in set(*rig.questions)
    assert rig.command("arbiter", "answer", move="e4e8")
    assert told(rig) == ["0-1", "e4e8"]


def test_it_can_be_answered_after_a_new_start() -> None:
    rig = Rig(TWO_CAPTURES).hands(ASKED)
    assert rig.command("white", "resign")
    rig = restarted(rig)
    assert rig.session.question is not None
    assert rig.command("arbiter", "answer", move="e4d5")
    assert told(rig) == ["0-1", "e4d5"]


def test_a_game_that_goes_on_after_all_asks_no_more() -> None:
    rig = Rig(TWO_CAPTURES).hands(ASKED)
    assert rig.command("white", "resign")
    assert rig.command("arbiter", "correct", to_ply=0)
    assert rig.session.view().question is None
    assert not rig.command("arbiter", "answer", move="e4d5")


@pytest.mark.parametrize("held_ms", [500, 3000, 6000])
def test_who_gives_up_with_a_man_in_the_hand_has_not_moved(held_ms: int) -> None:
    rig = Rig().hands(f"1000 e2- {held_ms}")
    assert rig.command("arbiter", "result", result="1/2-1/2", termination="agreement")
    assert told(rig) == ["1/2-1/2"]
