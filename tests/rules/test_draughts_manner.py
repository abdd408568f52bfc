"""Legal moves of draughts made in an irregular way: what is named, by hand."""

from __future__ import annotations

import pytest

from rules.draughts import Draughts
from rules.draughts.laws import IRREGULARITIES
from rules.rulebook import Remedy
from rules.terms import LawId
from tests.rules.draughts_deeds import at, hands, made, position_of
from tests.rules.draughts_lines import GAMES

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)

QUIET = "w c3 e3 g1 / b6 h8"
# c3 takes d4 and d6 and ends on c7; g1 may only step.
CHAIN = "w c3 g1 / d4 d6 h8"
# c1 takes d2, f4 and f6 and ends on e7.
THREE = "w c1 a1 / d2 f4 f6"

FLAWS = [
    pytest.param(CHAIN, "c7", "c3- e5+ 300 e5- c7+ d4- 2001 d6-", "DR-7.4.13", "d4 d6",
                 id="13 a pause", marks=pytest.mark.law("DR-7.4.13")),
    pytest.param(CHAIN, "c7", "c3- e5+ 300 e5- c7+ d4- 2000 d6-", "", "", id="no pause"),
    pytest.param(CHAIN, "c7", "c3- c7+ 9000 d4- d6-", "", "", id="late, without a pause"),
    pytest.param(CHAIN, "c7", "c3- e5+ 500 e5- c7+ d4- d6-", "DR-7.4.9", "e5",
                 id="9 released on the way", marks=pytest.mark.law("DR-7.4.9", "DR-6.10")),
    pytest.param(CHAIN, "c7", "c3- e5+ 499 e5- c7+ d4- d6-", "", "", id="shown on the way",
                 marks=pytest.mark.law("DR-6.9")),
    pytest.param(CHAIN, "c7", "c3- e5+ d4- 300 e5- c7+ d6-", "DR-7.4.10", "d4",
                 id="10 a victim early", marks=pytest.mark.law("DR-7.4.10", "DR-6.11")),
    pytest.param(CHAIN, "c7", "d4- c3- c7+ d6-", "DR-7.4.10", "d4",
                 id="10 a victim before the captor", marks=pytest.mark.law("DR-7.4.10")),
    pytest.param(CHAIN, "c7", "c3- d4- 90 c7+ d6-", "", "", id="the sensor was later"),
    pytest.param(CHAIN, "c7", "c3- h8- 200 h8+ c7+ d4- d6-", "DR-7.4.10", "h8",
                 id="10 another man", marks=pytest.mark.law("DR-7.4.10")),
    pytest.param(CHAIN, "c7", "c3- h8- 199 h8+ c7+ d4- d6-", "", "", id="another man jolted"),
    pytest.param(CHAIN, "c7", "h8- h8+ c3- c7+ d4- d6-", "", "", id="another man before"),
    pytest.param(CHAIN, "c7", "c3- c7+ d4- d4+ d6- d4-", "", "", id="put back and taken again"),
    pytest.param("w c3 / d4 h8", "e5", "d4- c3- e5+", "", "", id="a single victim first",
                 marks=pytest.mark.law("DR-6.4")),
    pytest.param(THREE, "e7", "c1- e7+ f4- d2- f6-", "DR-6.11", "f4 d2 f6", id="6.11 f4 first",
                 marks=pytest.mark.law("DR-6.11")),
    pytest.param(THREE, "e7", "c1- e7+ d2- f6- f4-", "DR-6.11", "d2 f6 f4", id="6.11 f4 last",
                 marks=pytest.mark.law("DR-6.11")),
    pytest.param(THREE, "e7", "c1- e7+ f6- f4- d2-", "", "", id="in reverse"),
    pytest.param(THREE, "e7", "c1- e7+ f4- 150 d2- f6-", "", "", id="two in one grab",
                 marks=pytest.mark.law("DR-6.11")),
    pytest.param(THREE, "e7", "c1- e7+ f4- 151 d2- f6-", "DR-6.11", "f4 d2 f6", id="6.11 hardly one grab",
                 marks=pytest.mark.law("DR-6.11")),
    pytest.param(QUIET, "d4", "c3- d4+", "", "", id="a step"),
    pytest.param(CHAIN, "c7", "c3- e5+ e5- c7+ d4- e5+ 0 d6- 15 e5-", "", "",
                 id="a hand is felt where the captor came by"),
    pytest.param(CHAIN, "c7", "c3- c7+ c7- e5+ e5- d4- 90 c7+ d6-", "", "",
                 id="a victim early, by less than sensors tell"),
    pytest.param(CHAIN, "c7", "c3- c7+ c7- e5+ d4- 100 e5- c7+ d6-", "DR-7.4.10", "d4",
                 id="10 the captor goes back for it", marks=pytest.mark.law("DR-7.4.10")),
]  # fmt: skip


@every_game
@pytest.mark.parametrize(("men", "target", "line", "law", "points"), FLAWS)
def test_how_a_legal_move_was_made(  # noqa: PLR0917 - a row of the table
    game: Draughts, men: str, target: str, line: str, law: str, points: str
) -> None:
    position = position_of(game, men)
    steps = hands(game, line)
    ends = at(game, target)
    move = next(
        m for m in position.moves() if m.target == ends and m.origin in {s.point for s in steps}
    )
    found = game.flaw(made(position, move, steps), game.rulebook)
    if not law:
        assert found is None
        return
    assert found is not None
    row = IRREGULARITIES[LawId(law)]
    assert (found.law, found.kind, found.side) == (law, row.kind, "white")
    assert (found.remedy, found.restore) == (Remedy.OPPONENT_CHOOSES, False)
    assert found.points == tuple(at(game, name) for name in points.split())
    assert (found.origin, found.target, found.removed) == (move.origin, move.target, move.captured)
    after = position.play_irregular(found.origin, found.target, found.removed)
    assert after == position.play(move)


@pytest.mark.law("DR-7.4.15", "DR-5.7")
@every_game
@pytest.mark.parametrize(
    ("line", "uncrowned", "law"),
    [
        ("a1- b2+", "a1", "DR-7.4.15"),
        ("a1- b2+", "", None),
        ("a1- b2+", "c3", None),
        ("a1- a1+ a1- b2+", "a1", None),
    ],
)
def test_a_king_without_its_second_man(
    game: Draughts, line: str, uncrowned: str, law: str | None
) -> None:
    position = position_of(game, "w Ka1 Kc3 / b8 f8")
    a1, b2 = at(game, "a1"), at(game, "b2")
    move = next(m for m in position.moves() if (m.origin, m.target) == (a1, b2))
    kings = [at(game, name) for name in uncrowned.split()]
    found = game.flaw(made(position, move, hands(game, line), kings), game.rulebook)
    assert (None if found is None else found.law) == law
    assert found is None or found.points == (a1,)
