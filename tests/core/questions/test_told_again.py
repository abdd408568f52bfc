"""A sensor that told of the move people name, and of more before they were asked, tells of later moves since."""

from __future__ import annotations

import pytest

from controller.core.inference.decisions import Complete
from controller.core.inference.felt_late import felt_late
from controller.core.inference.plies import Ply
from controller.core.sensing.debounce import Edge
from controller.core.settings import MS
from controller.core.tracking.answers import Seen
from rules.registry import game_by_name
from tests.core.rig import Rig

KINGS = (
    "xiangqi",
    "3rkabn1/9/5a3/4p2Cp/6P2/4R4/P7P/9/9/4K1B2 b - - 2 38",
    "d9- 3380 e4- 215 e6- 405 e6+ 590 e9- 550 d9+ 600",
    ("d9d4", "d9"),
)
"""Black's chariot leaves d9, and d4 never feels it; his king stands there by now."""
ROOKS = (
    "chess",
    "3r3k/4r3/8/8/8/8/4R3/7K b - - 0 1",
    "d8- 2000 h1- 300 g1+ 1200 e7- 400 d7+ 900 d7- 300 d8+ 600",
    ("d8d4", "d8"),
)


def asked(case: tuple[str, str, str, tuple[str, str]]) -> tuple[Rig, Complete, int]:
    """The board by then, the move as if nothing of it had been felt, and where its man left."""
    game, start, hands, (text, origin) = case
    rules = game_by_name(game)
    rig = Rig(start, game=rules, rulebook=rules.rulebook.name).hands(f"1000 {hands}")
    branch = rig.session.tracker.branch
    move = branch.position.by_text(text)
    assert move is not None
    changes = move.footprint.changes
    ply = Ply.at(move, branch.edges[0].at_ns - 1, unseen=True)
    return rig, Complete(ply=ply, unseen=changes, wrong=changes), rules.index[origin]


def left(rig: Rig, point: int, ms: int) -> list[Seen]:
    at_ns = rig.at_ns + ms * MS
    edge = Edge(at_ns=at_ns, seen_ns=at_ns, point=point, placed=False)
    return [Seen(at_ns=at_ns, edges=[edge])]


@pytest.mark.parametrize("case", [KINGS, ROOKS], ids=["xiangqi", "chess"])
@pytest.mark.parametrize("ms", [100, 3000])
def test_who_left_the_point_of_the_answer_since_was_the_next_man(
    case: tuple[str, str, str, tuple[str, str]], ms: int
) -> None:
    """The point showed its own man leave, and another come: what leaves it since is no part of the answer."""
    rig, made, origin = asked(case)
    since = left(rig, origin, ms)
    found = felt_late(rig.session.tracker.branch, since, made)
    assert (len(since[0].edges), found.wrong) == (1, made.wrong), rig.story()


def test_a_point_that_told_nothing_before_has_told_of_the_answer_late() -> None:
    rig, made, origin = asked((*KINGS[:2], "e4- 215 e6- 405 e6+ 600", KINGS[3]))
    since = left(rig, origin, 100)
    found = felt_late(rig.session.tracker.branch, since, made)
    assert (since[0].edges, found.wrong >> origin & 1) == ([], 0)
