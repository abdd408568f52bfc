"""A man whom no move lifts is lost by his sensor just as another lands where nobody is felt: people are asked."""

from __future__ import annotations

from rules.registry import game_by_name
from tests.core.fair import assert_fair
from tests.core.policies import SETTLED
from tests.core.rig import Rig

RUSSIAN = game_by_name("draughts-russian")
TWO_TO_TAKE = "W:Wa1,b2,d2,e1,e3,f2,g1,g3,h4:Ba5,a7,b4,b8,c7,d8,e5,f8,g5,g7,h8"
KNIGHTS_OUT = (
    "1000 e2- 300 e4+ 1500 e7- 300 e5+ 1500 g1- 300 f3+ 1500 b8- 300 c6+ 1500"  # Nf3 attacks e5
)


def test_a_capture_that_landed_unfelt_is_asked_about() -> None:
    """h4:d4, d4 feels nobody, and h8 loses its man just then; then g7-h6."""
    rig = Rig(TWO_TO_TAKE, game=RUSSIAN, rulebook=RUSSIAN.rulebook.name)
    rig.hands("1000 h4- 498 h8- 316 g5- 384 e5- 1175 g7- 358 h6+ 4000")
    assert_fair(rig, ["h4:d4", "g7-h6"])


def test_who_lands_where_he_is_felt_and_takes_one_more_has_taken_him() -> None:
    rig = Rig(TWO_TO_TAKE, game=RUSSIAN, rulebook=RUSSIAN.rulebook.name)
    rig.hands("1000 h4- 450 d4+ 48 h8- 316 g5- 384 e5- 4000")
    rig.wait(SETTLED.within_ms)
    assert {law for law, _ in rig.odd} <= {"DR-7.4.12"}
    assert rig.line in ([], ["h4:d4"])


def test_a_capture_that_is_replied_to_is_asked_about() -> None:
    """Nxe5, which feels nobody, a7 loses its man meanwhile, and d7-d6."""
    rig = Rig().hands(f"{KNIGHTS_OUT} f3- 300 a7- 200 e5- 700 d7- 300 d6+ 4000")
    assert_fair(rig, ["e2e4", "e7e5", "g1f3", "b8c6", "f3e5", "d7d6"])
