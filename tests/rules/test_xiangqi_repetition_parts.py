"""What the judgement of repetitions of xiangqi rests on: attacks, protection, threats of mate, gains."""

import pytest

from rules.xiangqi.association import judge
from rules.xiangqi.chase import attacks
from rules.xiangqi.cycles import newest_cycle
from rules.xiangqi.moves import NAMES
from rules.xiangqi.position import XiangqiPosition
from rules.xiangqi.threats import Nature, gains, threat, threatens_mate
from tests.rules.xiangqi_cycles import CASES, game_of

pytestmark = pytest.mark.law("XQ-4.1")

# Red's attacks on men that it could take for nothing.
ATTACKS = {
    "a chariot on a bare horse": ("5k3/9/2n6/9/9/9/9/9/2R6/3K5", {"c1c7"}, {"c1c7"}),
    "behind an equal chariot": ("5k3/9/2n6/9/2r6/9/9/9/8R/3K5", set(), set()),
    "an elephant beside it protects nothing": ("4k4/9/2n1b4/9/9/9/9/9/2R6/3K5", {"c1c7"}, {"c1c7"}),
    "protected by a chariot": ("5k3/9/2n5r/9/9/9/9/9/2R6/3K5", set(), set()),
    "a horse on a protected chariot": ("5k3/9/2r5r/9/3N5/9/9/9/9/3K5", {"d5c7"}, {"d5c7"}),
    "a cannon on a protected horse": ("5k3/9/2n5r/9/2P6/9/9/9/2C6/3K5", set(), set()),
    "equal chariots": ("5k3/9/2r6/9/9/9/9/9/2R6/3K5", set(), set()),
    "equal horses, one blocked": (
        "5k3/9/2n6/2P6/3N5/9/9/9/9/3K5",
        {"d5c7"},
        {"d5c7"},
    ),
    "a soldier at home": ("5k3/9/9/2p6/9/9/9/9/2R6/3K5", set(), set()),
    "a soldier across": ("5k3/9/9/9/9/2p6/9/9/2R6/3K5", {"c1c4"}, {"c1c4"}),
    "by a soldier": ("5k3/9/2n6/2P6/9/9/9/9/9/3K5", set(), set()),
    "by a general": ("5k3/9/9/9/9/9/9/9/3n5/3K5", set(), set()),
    "the attacker is pinned": ("3rk4/9/9/9/9/9/9/9/n2R5/3K5", set(), set()),
    "a false protector": ("3k5/9/2nr5/9/9/9/9/9/2RR5/4K4", {"c1c7"}, {"c1c7"}),
    "an elephant on a protected horse": (
        "5k3/9/9/9/9/2n5r/9/4B4/9/3K5",
        {"e2c4"},
        set(),
    ),
}


@pytest.mark.parametrize(("rows", "wide", "narrow"), ATTACKS.values(), ids=ATTACKS.keys())
def test_attacks_of_red(rows: str, wide: set[str], narrow: set[str]) -> None:
    board = XiangqiPosition.from_fen(f"{rows} w").board
    for reading, expected in ((True, wide), (False, narrow)):
        found = attacks(board, red=True, wide=reading)
        assert {NAMES[o] + NAMES[t] for o, t in found} == expected


# Whether Red would mate if it could move again, by two checks in a row at most.
MATES = {
    "at once": ("3k5/9/9/9/9/9/9/R8/1R7/4K4", True),
    "no man can": ("3k5/9/9/9/9/9/P8/9/9/4K4", False),
    "in two": ("3k5/9/9/9/9/9/R8/8R/9/4K4", True),
    "endless checks prove nothing": ("5k3/9/9/9/9/9/9/R8/9/3K5", None),
}


@pytest.mark.parametrize(("rows", "expected"), MATES.values(), ids=MATES.keys())
def test_threats_of_mate(rows: str, expected: bool | None) -> None:  # noqa: FBT001
    board = XiangqiPosition.from_fen(f"{rows} b").board
    assert threatens_mate(board, red=True) is expected


def test_gains_count_the_recaptures_on_one_point() -> None:
    def gain(rows: str, move: str) -> tuple[int, int]:
        board = XiangqiPosition.from_fen(f"{rows} w").board
        return gains(board, NAMES.index(move[:2]), NAMES.index(move[2:]))

    assert gain("5k3/9/2n6/9/9/9/9/9/2R6/3K5", "c1c7") == (4, 4)
    assert gain("5k3/9/2n5r/9/9/9/9/9/2R6/3K5", "c1c7") == (-4, -4)
    # Two chariots against one protector: the horse is won.
    assert gain("5k3/9/2n5r/9/9/9/9/2R6/2R6/3K5", "c2c7") == (4, 4)
    # A soldier floats.
    assert gain("5k3/9/9/9/9/2p6/9/9/2R6/3K5", "c1c4") == (1, 8)


@pytest.mark.parametrize("name", ["mate-threat", "mate-threat-b", "mate-threat-c"])
def test_threats_of_mate_without_end_are_forbidden_by_the_association_alone(name: str) -> None:
    case = next(case for case in CASES if case.id == name)
    assert case.wxf == "draw"
    cycle = newest_cycle(game_of(case.fen, case.moves()))
    assert cycle is not None
    finding = judge(cycle)
    assert finding.sure
    assert finding.offender is not None
    red = finding.offender == "red"
    assert {threat(ply).nature for ply in cycle.side(red=red)} <= {
        Nature.CHECK,
        Nature.MATE_THREAT,
        Nature.CHASE,
    }
    assert Nature.ALLOWED in {threat(ply).nature for ply in cycle.side(red=not red)}
