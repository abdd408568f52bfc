"""Deeds by what the sensors tell of the men who came: nobody has moved a man who is none of those who are gone."""

from __future__ import annotations

import pytest

from rules.deed import Deed
from rules.registry import game_by_name
from rules.terms import Side

CHESS, XIANGQI = "4k3/3p4/8/8/8/8/4P3/4K3 w - - 0 1", "4k4/9/9/p8/9/9/P8/9/9/3K5 w - - 0 1"
LIGHT, DARK, DRAUGHTS = "light", "dark", "draughts-russian"


def kind(game: str, start: str, gone: str, came: str, told: str) -> str:
    """How it is named that these men are gone and those came, of these colours ("" for what is not told)."""
    of = game_by_name(game)
    sides = {LIGHT: of.sides[0], DARK: of.sides[1], "-": None}
    if of.sides[0] == "black":
        sides = {LIGHT: Side("white"), DARK: Side("black"), "-": None}
    deed = Deed(
        position=of.start(start),
        gone=tuple(of.index[name] for name in gone.split()),
        came=tuple(of.index[name] for name in came.split()),
        came_sides=tuple(sides[each] for each in told.split()),
    )
    named = of.named(deed, of.rulebook)
    assert named is not None
    return f"{named.kind} {named.side}"


@pytest.mark.law("FIDE-7.5.1", "XQ-4.1.6")
@pytest.mark.parametrize(
    ("game", "start", "deed", "found"),
    [
        ("chess", CHESS, ("e2", "d5", ""), "illegal-move white"),
        ("chess", CHESS, ("e2", "d5", LIGHT), "illegal-move white"),
        ("chess", CHESS, ("e2", "d5", "-"), "illegal-move white"),
        ("chess", CHESS, ("e2", "d5", DARK), "displaced white"),
        ("chess", CHESS, ("d7", "d5", LIGHT), "displaced white"),
        ("chess", CHESS, ("d7", "d5", DARK), "out-of-turn black"),
        ("chess", CHESS, ("d7 e2", "d5 e5", f"{DARK} {DARK}"), "displaced white"),
        ("chess", CHESS, ("d7 e2", "e5 d5", f"{LIGHT} {DARK}"), "illegal-move white"),
        ("xiangqi", XIANGQI, ("a3", "b3", ""), "illegal-move red"),
        ("xiangqi", XIANGQI, ("a3", "b3", LIGHT), "illegal-move red"),
        ("xiangqi", XIANGQI, ("a3", "b3", DARK), "displaced red"),
        (DRAUGHTS, "W:Wc3,h2:Bb6,h8", ("c3", "c5", ""), "irregular-move white"),
        (DRAUGHTS, "W:Wc3,h2:Bb6,h8", ("c3", "c5", LIGHT), "irregular-move white"),
        (DRAUGHTS, "W:Wc3,h2:Bb6,h8", ("c3", "c5", DARK), "displaced white"),
        (DRAUGHTS, "W:Wc3,h2:Bb6,h8", ("b6", "a5", ""), "two-moves black"),
        (DRAUGHTS, "W:Wc3,h2:Bb6,h8", ("b6", "a5", DARK), "two-moves black"),
        (DRAUGHTS, "W:Wc3,h2:Bb6,h8", ("b6", "a5", LIGHT), "displaced white"),
        (DRAUGHTS, "W:Wc3,h2:Bb6,h8", ("c3 h2", "d4 g3", f"{LIGHT} {LIGHT}"), "two-moves white"),
        (DRAUGHTS, "W:Wc3,h2:Bb6,h8", ("c3 h2", "d4 g3", f"{LIGHT} {DARK}"), "displaced white"),
        (
            DRAUGHTS,
            "W:Wc3,h2:Bb6,h8",
            ("c3 b6", "c5 a5", f"{LIGHT} {DARK}"),
            "irregular-move white",
        ),
        (DRAUGHTS, "W:Wc3,h2:Bb6,h8", ("c3 b6", "c5 a5", f"{DARK} {DARK}"), "displaced white"),
    ],
)
def test_a_man_of_the_other_colour_has_not_gone_there(
    game: str, start: str, deed: tuple[str, str, str], found: str
) -> None:
    assert kind(game, start, *deed) == found
