"""Two men of one side touched at once: either may have been the first, and nobody is accused of what nobody can tell."""

from __future__ import annotations

import pytest

from controller.core.messages import Touched
from tests.core.rig import BOOKS, Rig

TWO_OWN = "4k3/8/8/8/8/2P5/3P4/4K3 w - - 0 1"
TWO_ENEMIES = "4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1"


@pytest.mark.law("FIDE-4.3.1", "CH-7.2.1")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(("other", "mover", "target"), [("d2", "c3", "c4"), ("c3", "d2", "d3")])
@pytest.mark.parametrize("ms", [0, 50, 145, 200])
def test_two_own_men(book: str, other: str, mover: str, target: str, ms: int) -> None:
    lifts = f"{other}- {ms} {mover}-" if ms else f"{other}-,{mover}-"
    rig = Rig(TWO_OWN, rulebook=book).hands(f"1000 {lifts} 400 {other}+ 500 {target}+ 3000")
    assert rig.moves == [mover + target]
    assert bool(rig.odd) is (ms > 150), rig.story()


@pytest.mark.law("FIDE-4.3.2", "FIDE-4.3.3", "CH-7.2.2")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(("other", "taken"), [("d5", "f5"), ("f5", "d5")])
@pytest.mark.parametrize("ms", [0, 50, 145, 200])
def test_two_enemy_men(book: str, other: str, taken: str, ms: int) -> None:
    lifts = f"{other}- {ms} {taken}-" if ms else f"{other}-,{taken}-"
    rig = Rig(TWO_ENEMIES, rulebook=book)
    rig.hands(f"1000 {lifts} 400 {other}+ 500 e4- 400 {taken}+ 3000")
    assert rig.moves == [f"e4{taken}"]
    assert bool(rig.odd) is (ms > 150), rig.story()


@pytest.mark.law("FIDE-4.3.1")
def test_a_third_man_is_none_of_them() -> None:
    rig = Rig(TWO_OWN).hands("1000 d2-,c3- 400 d2+ 300 c3+ 500 e1- 400 e2+ 3000")
    assert (rig.moves, [law for law, _ in rig.odd]) == (["e1e2"], ["FIDE-4.3.1"])
    duty = rig.of(Touched)[0].obligation
    assert duty is not None
    assert duty.must_move == ["d2", "c3"]
