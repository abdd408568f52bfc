"""A capture, and at once another man of the same side: the capture stands, the second man is moved out of turn."""

from __future__ import annotations

import pytest

from controller.core.messages import Claim, Irregularity
from rules.registry import game_by_name
from tests.core.rig import Rig

CHESS = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1"
XIANGQI = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
CAPTURES = {
    "chess": (CHESS, "e4- {} d5- {} d5+", "e4d5"),
    "chess, the victim first": (CHESS, "d5- {} e4- {} d5+", "e4d5"),
    "xiangqi": (XIANGQI, "h2- {} h9- {} h9+", "h2h9"),
    "xiangqi, the victim first": (XIANGQI, "h9- {} h2- {} h9+", "h2h9"),
}
SECOND = {
    "chess": ("g1- 400 f3+", "CH-3.1", ("g1", "f3")),
    "xiangqi": ("b0- 400 c2+", "XQ-5.8", ("b0", "c2")),
}


@pytest.mark.law("CH-3.1", "XQ-5.8", "CH-6.2", "XQ-5.7")
@pytest.mark.parametrize("name", CAPTURES)
@pytest.mark.parametrize("hand_ms", [200, 300, 500])
@pytest.mark.parametrize("then_ms", [60, 150, 400, 600, 1500])
def test_a_second_man_is_out_of_turn_however_soon(name: str, hand_ms: int, then_ms: int) -> None:
    fen, capture, move = CAPTURES[name]
    game = name.partition(",")[0]
    second, law, points = SECOND[game]
    of = game_by_name(game)
    rig = Rig(fen, game=of, rulebook=of.rulebook.name)
    rig.hands(f"1000 {capture.format(hand_ms, hand_ms)} {then_ms} {second} 6000")
    assert (rig.line, rig.questions) == ([move], []), rig.story()
    (named,) = rig.of(Irregularity)
    assert (named.law, named.kind, tuple(named.points)) == (law, "out-of-turn", points)


@pytest.mark.law("CH-3.1")
@pytest.mark.parametrize("then_ms", [60, 300, 600])
def test_a_second_capture_is_out_of_turn_too(then_ms: int) -> None:
    rig = Rig("r1bqkbnr/ppp1pppp/2n5/1B1p4/4P3/8/PPPP1PPP/RNBQK1NR w KQkq - 0 1")
    rig.hands(f"1000 e4- 300 d5- 400 d5+ {then_ms} b5- 300 c6- 400 c6+ 6000")
    assert (rig.line, rig.questions) == (["e4d5"], []), rig.story()
    assert [(named.law, named.kind) for named in rig.of(Irregularity)] == [
        ("CH-3.1", "out-of-turn")
    ]


@pytest.mark.parametrize("then_ms", [300])
@pytest.mark.parametrize("other_ms", [900, 2500])
def test_a_capture_is_in_the_record_before_a_result_shown_at_once(
    then_ms: int, other_ms: int
) -> None:
    """White's king goes to the centre as soon as White has captured, Black's follows."""
    rig = Rig("5k2/p2p4/8/4N3/8/8/P7/5K2 w - - 0 1")
    rig.hands(f"1000 e5- 300 d7- 300 d7+ {then_ms} f1- 400 d5+ {other_ms} f8- 400 e4+ 3000")
    assert rig.line == ["e5d7"], rig.story()
    assert [(c.kind, c.result) for c in rig.of(Claim)] == [("result", "1-0")]


@pytest.mark.parametrize("then_ms", [60, 150, 400, 600])
def test_it_is_asked_whether_a_quick_exchange_was_one(then_ms: int) -> None:
    """The captor may be in the other hand, and the man on d5 only jolted."""
    rig = Rig(CHESS).hands(f"1000 e4- 90 d5- 90 d5+ {then_ms} g1- 400 f3+ 6000")
    assert rig.line in ([], ["e4d5"]), rig.story()


@pytest.mark.law("FIDE-4.3.3")
def test_who_puts_the_captor_back_and_moves_another_has_not_captured() -> None:
    rig = Rig(CHESS).hands("1000 e4- 300 d5- 400 d5+ 200 g1- 400 f3+ 200 e4+ 6000")
    assert "e4d5" not in rig.line, rig.story()
