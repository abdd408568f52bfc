"""A move taken back, and a man captured with another before the opponent accepts: that counts once he does.

His point shows a man as it did before; that he was exchanged was felt while the men were asked back.
"""

from __future__ import annotations

import pytest

from controller.core.messages import Correction
from rules.registry import game_by_name
from tests.core.rig import Rig

ENDING = "4k3/3p4/8/2p5/1P6/8/3P4/R3K3 w - - 0 1"
ORDERS = {"his own first": "{0}- {2} {1}- {2} {1}+", "victim first": "{1}- {2} {0}- {2} {1}+"}
LINES = {
    "chess": (ENDING, "d2- 400 d3+ 2500 d3- 400 d2+", "b4", "c5", "black"),
    "xiangqi": (None, "b2- 400 e2+ 2500 e2- 400 b2+", "h2", "h9", "black"),
}
orders = pytest.mark.parametrize("order", ORDERS.values(), ids=ORDERS)
lines = pytest.mark.parametrize("name", LINES)


def taken_back(name: str, then: str) -> tuple[Rig, str]:
    """A move taken back, what follows, and the text of the capture."""
    start, hands, origin, target, _ = LINES[name]
    game = game_by_name(name)
    rig = Rig(start, game=game, rulebook=game.rulebook.name)
    rig.hands(f"1000 {hands} {then}")
    assert [kind for _, kind in rig.odd] == ["released-man-moved"], rig.story()
    return rig, origin + target


@pytest.mark.law("FIDE-4.7")
@lines
@orders
@pytest.mark.parametrize("ms", [200, 900])
@pytest.mark.parametrize("pause_ms", [800, 2000])
@pytest.mark.parametrize("by", ["opponent", "arbiter"])
def test_a_capture_made_before_the_take_back_is_accepted_counts(
    name: str, order: str, ms: int, pause_ms: int, by: str
) -> None:
    origin, target, opponent = LINES[name][2:]
    rig, text = taken_back(name, f"{pause_ms} {order.format(origin, target, ms)} 1500")
    assert rig.command(opponent if by == "opponent" else by, "accept-irregularity")
    rig.wait(6000)
    (undone,) = rig.of(Correction)
    assert (undone.from_ply, undone.to_ply) == (1, 1)
    assert (rig.moves[1:], rig.questions, rig.stage) == ([text], [], "play"), rig.story()


@lines
@orders
def test_a_capture_begun_when_the_take_back_is_accepted_counts_too(name: str, order: str) -> None:
    origin, target, opponent = LINES[name][2:]
    acts = order.format(origin, target, 400).split(" 400 ")
    rig, text = taken_back(name, f"2000 {acts[0]} 300")
    assert rig.command(opponent, "accept-irregularity")
    rig.hands(f"300 {' 300 '.join(acts[1:])} 6000")
    assert (rig.moves[1:], rig.questions, rig.stage) == ([text], [], "play"), rig.story()


@lines
def test_a_man_only_touched_before_the_take_back_is_accepted_has_not_moved(name: str) -> None:
    origin, target, opponent = LINES[name][2:]
    rig, _ = taken_back(name, f"2000 {origin}- 400 {origin}+ 1500 {target}- 400 {target}+ 1500")
    rig.command(opponent, "accept-irregularity")
    rig.wait(6000)
    assert (rig.moves[1:], rig.questions, rig.stage) == ([], [], "play"), rig.story()
