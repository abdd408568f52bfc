"""A question is open when the program is started anew: that the board stands as the record has it does not answer it."""

from __future__ import annotations

from typing import Any

import pytest

from controller.core.messages import Answered
from rules.registry import game_by_name
from tests.core.clock.test_clock_recovery import restarted
from tests.core.rig import Rig

CAPTURE = "4k3/8/2p5/3p4/8/2N5/8/4K3 w - - 0 1"
"""The knight takes d5, and the sensor that he has left goes on feeling him."""
TWO = "4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1"
"""The pawn is off; which of the two it has taken, nobody has seen."""
RED = "4k4/9/9/9/9/2p6/9/2R6/9/3K5 w - - 0 1"


def asked(game: str, rulebook: str, start: str, line: str, **options: Any) -> Rig:  # noqa: ANN401 - as Rig takes them
    return Rig(start, game=game_by_name(game), rulebook=rulebook, **options).hands(f"1000 {line}")


def chess(line: str, start: str = CAPTURE, **options: Any) -> Rig:  # noqa: ANN401 - as Rig takes them
    return asked("chess", "chess-fide-2023", start, line, **options)


def answers(rig: Rig) -> list[tuple[str | None, str]]:
    return [(each.move, each.by) for each in rig.of(Answered)]


@pytest.mark.parametrize("away_ms", [1, 500, 60_000])
@pytest.mark.parametrize(
    ("game", "rulebook", "start", "move"),
    [("chess", "chess-fide-2023", CAPTURE, "c3d5"), ("xiangqi", "xiangqi-cxa", RED, "c2c4")],
)
def test_a_capture_from_a_point_that_feels_its_man_still_is_not_denied_by_what_stands(
    game: str, rulebook: str, start: str, move: str, away_ms: int
) -> None:
    rig = asked(game, rulebook, start, f"{move[2:]}- 800 {move[2:]}+ 500", time_control="10:00")
    rig.press(rig.session.line.position.side_to_move)
    rig.wait(6000)
    assert rig.questions == [[move]]
    new = restarted(rig, after_ms=away_ms).hands("30000")
    assert answers(new) == []
    assert new.command("black", "answer", move=move)
    assert (new.moves, answers(new)) == ([move], [(move, "black")])


def test_they_may_say_that_none_was_made() -> None:
    rig = chess("d5- 800 d5+ 500 w! 6000", time_control="10:00")
    new = restarted(rig).hands("3000")
    assert new.command("black", "answer", move="none")
    new.hands("1000 c3- 400 e4+ 3000")
    assert (new.stage, new.moves, answers(new)) == ("play", ["c3e4"], [(None, "black")])


def test_who_plays_on_and_puts_back_has_made_no_move() -> None:
    rig = chess("d5- 800 d5+ 500 w! 6000", time_control="10:00")
    new = restarted(rig).hands("3000 e8- 400 e7+ 4000 e7- 400 e8+ 3000")
    assert (new.moves, new.odd) == ([], [])


def test_after_two_new_starts_it_is_open_still() -> None:
    rig = chess("d5- 800 d5+ 500 w! 6000", time_control="10:00")
    once = restarted(rig).hands("3000")
    once.said[:0] = rig.said
    twice = restarted(once).hands("3000")
    assert answers(twice) == []
    assert twice.command("black", "answer", move="c3d5")


def test_men_who_are_put_back_after_it_answer_it() -> None:
    rig = chess("e4- 800 e8- 300 e7+ 5000", start=TWO)
    assert {"e4d5", "e4f5"} <= set(rig.questions[0])
    new = restarted(rig).hands("3000 e7- 500 e8+ 500 e4+ 3000")
    assert (answers(new), new.stage) == ([(None, "evidence")], "play")
