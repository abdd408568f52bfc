"""All men of one row or column are gone in one scan: its wire has failed, and no hand has taken them."""

from __future__ import annotations

import pytest

from rules.registry import game_by_name
from tests.core.policies import NAMED
from tests.core.rig import Rig

LINES = {
    "chess": (["a2", "b2", "c2", "d2", "f2", "g2", "h2"], "e2- 400 e4+", "e7- 400 e5+"),
    "chess column": (["a1", "a2", "a7", "a8"], "e2- 400 e4+", "e7- 400 e5+"),
    "xiangqi": (["a3", "c3", "e3", "g3", "i3"], "h2- 400 e2+", "h9- 400 g7+"),
    "draughts-100": (["6", "7", "8", "9", "10"], "33- 400 29+", "20- 400 25+"),
}


def rig_of(name: str) -> Rig:
    game = game_by_name(name.split(maxsplit=1)[0])
    return Rig(game=game, rulebook=game.rulebook.name).hands(f"1000 {LINES[name][1]} 1500")


def all_of(points: list[str], sign: str) -> str:
    return ",".join(point + sign for point in points)


@pytest.mark.law("FIDE-7.4", "XQ-5.8", "DR-7.5")
@pytest.mark.parametrize("name", LINES)
@pytest.mark.parametrize("lasts_ms", [400, 1100, 2000, 4500])
def test_a_line_that_is_dead_for_some_seconds_is_nobodys_doing(name: str, lasts_ms: int) -> None:
    rig, (points, _, reply) = rig_of(name), LINES[name]
    rig.hands(f"{all_of(points, '-')} {lasts_ms} {all_of(points, '+')} 1500 {reply} 2000")
    assert (len(rig.moves), rig.odd, rig.questions) == (2, [], []), rig.story()


@pytest.mark.law("FIDE-4.6")
@pytest.mark.parametrize("lasts_ms", [800, 2500, 3700])
def test_what_is_played_meanwhile_is_made(lasts_ms: int) -> None:
    rig, (points, _, reply) = rig_of("chess"), LINES["chess"]
    rig.hands(f"{all_of(points, '-')} 700 {reply} {lasts_ms} {all_of(points, '+')} 2500")
    assert (rig.moves, rig.odd, rig.questions) == (["e2e4", "e7e5"], [], []), rig.story()


@pytest.mark.law("FIDE-7.4")
@pytest.mark.parametrize(
    ("line", "ms"),
    [
        ("a2-,b2-,c2-,d2-,f2-,g2-,h2-", 5100),  # it does not come back
        ("a2-,b2-,c2-,d2-,f2-,g2-", 1300),  # one of the row stands: a hand has swept the others off
        ("a2-,b2-,c2-,d2-,f2-,g2-,h2-,d1-", 2100),
        ("a2-,b2- 5 c2-,d2- 5 f2-,g2- 5 h2-", 1300),  # one after the other
    ],
)
def test_men_who_were_swept_off_are_asked_back(line: str, ms: int) -> None:
    rig = rig_of("chess").hands(f"{line} {ms}")
    rig.wait(NAMED.within_ms)
    assert rig.odd == [("FIDE-7.4", "displaced")], rig.story()
