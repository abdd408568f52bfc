"""Men who are held for longer than anybody usually does: the board asks where they are, and they tell it."""

from __future__ import annotations

import pytest

from controller.core.inputs import Gap
from controller.core.messages import Irregularity, Obligation
from controller.core.sensing.marks import Sensor
from rules.draughts import DRAUGHTS_100
from rules.terms import Piece
from tests.core.policies import ASKED
from tests.core.rig import CHESS, MS, WHITE, Rig, played
from tests.core.sensed import TELLING, SensedRig

ROOK = "4k3/8/8/7p/8/8/8/4K2R w - - 0 1"
KNIGHT = "4k3/8/8/8/6N1/8/P7/4K3 w - - 0 1"
QUEEN = "4k3/7p/8/8/3Q4/8/8/4K3 w - - 0 1"
PAWNS = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"
REPLY = "2000 e8- 400 e7+ 3000"


@pytest.mark.parametrize(
    ("start", "hands", "move"),
    [
        pytest.param(QUEEN, "d4- 25000 d5+", "d4d5", id="a queen, who may go anywhere"),
        pytest.param(KNIGHT, "g4- 25000 e3+", "g4e3", id="a knight"),
        pytest.param(ROOK, "h1- 500 h5- 25000 h5+", "h1h5", id="a man of each side"),
        pytest.param(ROOK, "h1- 25000 h5- 500 h5+", "h1h5", id="the victim at last"),
        pytest.param(KNIGHT, "g4- 25000 g4+ 900 g4- 400 e3+", "g4e3", id="put back and moved"),
    ],
)
def test_whoever_is_set_down_at_last_has_moved(start: str, hands: str, move: str) -> None:
    rig = played(f"{hands} {REPLY}", start)
    rig.answer_truly([move, "e8e7"], within_ms=ASKED.within_ms)
    assert (rig.moves, rig.odd) == ([move, "e8e7"], []), rig.story()
    assert rig.stage == "play"


@pytest.mark.parametrize("hands", ["d5- 300 e5-", "e5- 300 d5-", "d5-,e5-"])
@pytest.mark.parametrize("ms", [6000, 25_000])
def test_who_captures_in_passing_may_be_held_though_both_are_off(hands: str, ms: int) -> None:
    rig = played(f"{hands} {ms} d6+ 2000 e8- 400 d8+", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")
    rig.answer_truly(["e5d6", "e8d8"], within_ms=ASKED.within_ms)
    assert rig.moves == ["e5d6", "e8d8"], rig.story()


@pytest.mark.law("DR-5.10")
def test_a_man_of_draughts() -> None:
    rig = Rig("W:W31,38:B3,9", game=DRAUGHTS_100, rulebook="draughts-100")
    rig.hands("1000 38- 25000 33+ 2000 9- 300 14+ 3000")
    assert rig.moves == ["38-33", "9-14"], rig.story()


def test_whoever_is_put_back_has_been_touched() -> None:
    """The touch binds: the king moves against the law (FIDE-4.3.1)."""
    rig = played("g4- 25000 g4+ 2000 e1- 400 e2+ 3000", KNIGHT)
    assert rig.moves == ["e1e2"]
    assert [(i.kind, i.law) for i in rig.of(Irregularity)] == [("touch-move", "FIDE-4.3.1")]
    assert not [o for o in rig.of(Obligation) if o.met]


@pytest.mark.parametrize("unread", ["gap:20 200", "gap:115 485", "d5?300 500", "d5,e5?300 20000"])
def test_what_was_read_as_it_stood_hides_no_capture_by_a_man_lifted_later(unread: str) -> None:
    rig = played(f"{unread} e4- 6000 e5+ {REPLY}", PAWNS)
    rig.answer_truly(["e4e5", "e8e7"], within_ms=ASKED.within_ms)
    assert rig.line == ["e4e5", "e8e7"], rig.story()


@pytest.mark.parametrize("ms", [60, 485, 20_000])
def test_a_gap_is_over_though_nothing_changes_after_it(ms: int) -> None:
    rig = played("", PAWNS)
    start_ns, rig.at_ns = rig.at_ns, rig.at_ns + 115 * MS
    rig.feed(Gap(at_ns=rig.at_ns, from_ns=start_ns))
    rig.hands(f"{ms} e4- 6000 e5+ {REPLY}")
    rig.answer_truly(["e4e5", "e8e7"], within_ms=ASKED.within_ms)
    assert rig.line == ["e4e5", "e8e7"], rig.story()


@pytest.mark.parametrize("sensor", TELLING)
def test_who_is_told_apart_was_not_captured_while_nothing_could_be_read(sensor: Sensor) -> None:
    """A man is lifted while his victim's point cannot be read; later the victim is felt there."""
    rig = SensedRig(sensor, PAWNS)
    rig.hands("1000 gap:100")
    rig.set(CHESS.index["e4"], None)
    rig.wait(6000)
    rig.set(CHESS.index["e5"], Piece(WHITE, "P"))
    rig.wait(1500)
    assert rig.moves == ["e4e5"]
