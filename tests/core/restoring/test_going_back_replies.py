"""A man goes back to where the last move took him from, or a sensor feels one there: that is no take-back where he has replied."""

from __future__ import annotations

import pytest

from controller.core.messages import Penalty
from rules.registry import game_by_name
from tests.core.boards import CLOCK
from tests.core.policies import SETTLED
from tests.core.rig import Rig

REPLIES = {
    "chess": ("4k3/8/8/8/8/1p6/2P3N1/4K3 w - - 0 1", ("g2", "f4"), ("b3", "c2")),
    "xiangqi": ("5k3/9/9/9/9/9/9/1r2C4/9/3K2N2 w - - 0 1", ("g0", "h2"), ("b2", "e2")),
}
"""A position, a move, and what captures then, its old point going on to feel a man."""
CAPTURABLE = "rnbqkb1r/ppp1pppp/5n2/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3"
CAPTURES = {
    "chess": (CAPTURABLE, ["e4-", "d5-", "d5+"], "e4d5", "e4", "f6e4"),
    "chess, captured first": (CAPTURABLE, ["d5-", "e4-", "d5+"], "e4d5", "e4", "f6e4"),
    "xiangqi": (None, ["b9-", "b2-", "b9+"], "b2b9", "b2", "b7b2"),
}


@pytest.mark.parametrize("name", CAPTURES)
@pytest.mark.parametrize("rest_ms", [1000, 8000])
@pytest.mark.parametrize("pressed", [False, True])
def test_the_captor_is_felt_all_the_while_and_one_where_he_came_from(
    name: str, rest_ms: int, *, pressed: bool
) -> None:
    start, acts, move, origin, other = CAPTURES[name]
    game = game_by_name(name.split(",", maxsplit=1)[0])
    clock = CLOCK if pressed else None
    rig = Rig(start, game=game, rulebook=game.rulebook.name, time_control=clock)
    rig.hands(f"1000 {' 500 '.join(acts)} 500 ")
    if pressed:
        rig.press(game.sides[0])
    rig.hands(f"{rest_ms} {origin}+")
    rig.wait(SETTLED.within_ms)
    assert rig.moves[:1] == [move], rig.story()
    assert rig.stage in ("question", "restore") or set(rig.moves[1:]) <= {other}
    assert {kind for _, kind in rig.odd} <= {"displaced"}
    assert rig.of(Penalty) == []


@pytest.mark.parametrize("name", REPLIES)
@pytest.mark.parametrize("think_ms", [300, 1500])
@pytest.mark.parametrize("ghost_ms", [None, 5000])
def test_a_captor_whose_point_goes_on_feeling_him_is_replied_to(
    name: str, think_ms: int, ghost_ms: int | None
) -> None:
    """The knight is where he was: perhaps in reply to a capture of which only the victim was felt."""
    start, (origin, target), (captor, victim) = REPLIES[name]
    game = game_by_name(name)
    rig = Rig(start, game=game, rulebook=game.rulebook.name)
    rig.hands(f"1000 {origin}- 500 {target}+ 2000 {victim}- 500 {victim}+")
    rig.hands(f"{think_ms} {target}- 500 {origin}+")
    rig.hands("8000" if ghost_ms is None else f"{ghost_ms} {captor}- 8000")
    first, second = f"{origin}{target}", f"{captor}{victim}"
    assert rig.line in ([first], [first, second], [first, second, f"{target}{origin}"])
    assert {kind for _, kind in rig.odd} <= {"released-man-moved"}, rig.story()
    if rig.stage == "question":
        assert rig.questions[-1][-1:] == [second]
        assert rig.command("arbiter", "answer", move=second)
        rig.wait(3000)
        assert (rig.line[:2], rig.odd) == ([first, second], []), rig.story()


@pytest.mark.parametrize("rest_ms", [1500, 4000])
def test_what_people_have_answered_was_made(rest_ms: int) -> None:
    """A move whose landing cannot be read, and the last man goes back: that replies to what was answered."""
    start = "r1bqkb1r/pppp1ppp/2n1pn2/5B2/3P4/8/PPP2PPP/RNBQK1NR b KQkq - 0 3"
    rig = Rig(start).hands("1000 f6- 400 g8+ 2000 d1- 300 d3?4000 200 d3+")
    rig.hands(f"{rest_ms} g8- 400 f6+ 6000")
    for _ in range(2):
        if rig.stage == "question":
            asked = rig.questions[-1]
            text = "d1d3" if "d1d3" in asked else "g8f6"
            assert rig.command("arbiter", "answer", move=text)
            rig.wait(3000)
    assert (rig.line, rig.odd) == (["f6g8", "d1d3", "g8f6"], []), rig.story()


PRESSED_UPON = {
    "draughts-100": ("W:W27,39,44,45:B16,1,2", ("27", "21"), "16x27", "39- 500 33+", "39-33"),
    "draughts-russian": ("W:Wc3,g1:Be5,h8", ("c3", "d4"), "e5:c3", "", ""),
}


@pytest.mark.law("DR-7.4.4")
@pytest.mark.xfail(
    strict=True,
    reason="a press speaks less against a take-back than for a sensor that feels what has left",
)
@pytest.mark.parametrize("name", PRESSED_UPON)
@pytest.mark.parametrize("think_ms", [1000])
@pytest.mark.parametrize("press_ms", [300])
def test_the_captor_lands_where_his_victim_came_from_and_his_player_presses(
    name: str, think_ms: int, press_ms: int
) -> None:
    """His old point goes on feeling him: it looks as if the last man went back, but the press tells whose move it was."""
    start, (origin, target), capture, hands, after = PRESSED_UPON[name]
    game = game_by_name(name)
    rig = Rig(start, game=game, rulebook=game.rulebook.name, time_control=CLOCK)
    rig.hands(f"1000 {origin}- 500 {target}+ 300 w! {think_ms} {target}- 500 {origin}+")
    rig.hands(f"{press_ms} b! 2000")
    assert ([capture] in rig.questions, rig.odd) == (True, []), rig.story()
    assert rig.command("arbiter", "answer", move=capture)
    rig.hands(f"1000 {hands} 3000")
    expected = [f"{origin}-{target}", capture, after]
    assert (rig.line, rig.odd) == ([move for move in expected if move], []), rig.story()
