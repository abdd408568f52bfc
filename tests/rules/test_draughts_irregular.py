"""Irregularities of draughts by hand: each by its law, on the boards of all three games."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from controller.core.referee.touches import Touch, breach
from rules.deed import Deed
from rules.draughts import DRAUGHTS_RUSSIAN, Draughts
from rules.draughts.laws import IRREGULARITIES
from rules.draughts.scene import BY_JUMPS, Removal
from rules.draughts.stopping import Stop
from rules.rulebook import Remedy
from rules.terms import LawId, Side
from tests.rules.draughts_deeds import accepted, at, deed, hands, position_of, stands_after
from tests.rules.draughts_lines import GAMES

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)

QUIET = "w c3 e3 g1 / b6 h8"
# c3 takes d4 and d6 and ends on c7; g1 may only step.
CHAIN = "w c3 g1 / d4 d6 h8"
# c1 takes d2, f4 and f6 and ends on e7.
THREE = "w c1 a1 / d2 f4 f6"
KING = "w Ka1 h2 / d4 d6"

# Position, hands, law, side, from, to, removed.
ROWS = [
    pytest.param(QUIET, "b6- a5+", "DR-7.4.1", "black", "b6", "a5", "", id="1 the other side moves",
                 marks=pytest.mark.law("DR-7.4.1")),
    pytest.param(QUIET, "c3- e3- d4+ f4+", "DR-7.4.1", "white", "", "", "", id="1 two men at once",
                 marks=pytest.mark.law("DR-7.4.1")),
    pytest.param("w c3 e3 / d4 h8", "d4- b2+ c3-", "DR-7.4.1", "black", "d4", "b2", "c3",
                 id="1 the other side captures", marks=pytest.mark.law("DR-7.4.1")),
    pytest.param(QUIET, "c3- c5+", "DR-7.4.2", "white", "c3", "c5", "", id="2 no move of men",
                 marks=pytest.mark.law("DR-7.4.2")),
    pytest.param(QUIET, "c3- b2+", "DR-7.4.2", "white", "c3", "b2", "", id="2 backward",
                 marks=pytest.mark.law("DR-7.4.2")),
    pytest.param(QUIET, "c3- h8- f6+", "DR-7.4.2", "white", "c3", "f6", "h8", id="2 and a man gone",
                 marks=pytest.mark.law("DR-7.4.2")),
    pytest.param(CHAIN, "c3- a5+", "DR-7.4.2", "white", "c3", "a5", "", id="2 with a capture due",
                 marks=pytest.mark.law("DR-7.4.2")),
    pytest.param(QUIET, "b6- d6+", "DR-7.4.5", "white", "b6", "d6", "", id="5 an enemy man",
                 marks=pytest.mark.law("DR-7.4.5")),
    pytest.param(QUIET, "h8- d4+", "DR-7.4.5", "white", "h8", "d4", "", id="5 far away",
                 marks=pytest.mark.law("DR-7.4.5")),
    pytest.param(CHAIN, "g1- h2+", "DR-7.4.2", "white", "g1", "h2", "", id="2 another man steps",
                 marks=pytest.mark.law("DR-7.4.2")),
    pytest.param(CHAIN, "c3- b4+", "DR-7.4.6", "white", "c3", "b4", "", id="6 the captor steps",
                 marks=pytest.mark.law("DR-7.4.6")),
    pytest.param(QUIET, "h8-", "DR-7.4.7", "white", "", "", "h8", id="7 an enemy man",
                 marks=pytest.mark.law("DR-7.4.7")),
    pytest.param(QUIET, "c3- h8-", "DR-7.4.7", "white", "", "", "c3 h8", id="7 one of each",
                 marks=pytest.mark.law("DR-7.4.7")),
    pytest.param(CHAIN, "d4-", "DR-7.4.7", "white", "", "", "d4", id="7 a victim, nothing moved",
                 marks=pytest.mark.law("DR-7.4.7")),
    pytest.param(CHAIN, "c3- c3+ d4- d6-", "DR-7.4.7", "white", "", "", "d4 d6",
                 id="7 the captor put back", marks=pytest.mark.law("DR-7.4.7")),
    pytest.param(KING, "a1- f6+ d4-", "DR-7.4.8", "white", "a1", "f6", "d4", id="8 one of two",
                 marks=pytest.mark.law("DR-7.4.8", "DR-6.12")),
    pytest.param(CHAIN, "c3- e5+ e5- b8+ d4- d6- h8-", "DR-7.4.8", "white", "c3", "b8", "d4 d6 h8",
                 id="8 one too many", marks=pytest.mark.law("DR-7.4.8")),
    pytest.param(CHAIN, "c3- e5+ d4-", "DR-7.4.9", "white", "c3", "e5", "d4", id="9 its victim off",
                 marks=pytest.mark.law("DR-7.4.9", "DR-6.10")),
    pytest.param(CHAIN, "c3- e5+", "DR-7.4.9", "white", "c3", "e5", "", id="9 no victim off",
                 marks=pytest.mark.law("DR-7.4.9", "DR-6.10")),
    pytest.param(CHAIN, "c3- e5+ d4- d6-", "DR-7.4.9", "white", "c3", "e5", "d4 d6",
                 id="9 both victims off", marks=pytest.mark.law("DR-7.4.9", "DR-6.10")),
    pytest.param(CHAIN, "c3- e5+ d4- e5- c7+ d6-", "DR-7.4.10", "white", "c3", "c7", "d4 d6",
                 id="10 too early", marks=pytest.mark.law("DR-7.4.10", "DR-6.11")),
    pytest.param(CHAIN, "c3- h8- h8+ c7+ d4- d6-", "DR-7.4.10", "white", "c3", "c7", "d4 d6",
                 id="10 another man", marks=pytest.mark.law("DR-7.4.10")),
    pytest.param(CHAIN, "c3- e5+ e5- c7+ d4-", "DR-7.4.11", "white", "c3", "c7", "d4",
                 id="11 one of two", marks=pytest.mark.law("DR-7.4.11")),
    pytest.param(CHAIN, "c3- e5+ e5- c7+", "DR-7.4.11", "white", "c3", "c7", "", id="11 none",
                 marks=pytest.mark.law("DR-7.4.11")),
    pytest.param(CHAIN, "c3- c7+ d4- d6- h8-", "DR-7.4.12", "white", "c3", "c7", "d4 d6 h8",
                 id="12 one more", marks=pytest.mark.law("DR-7.4.12")),
    pytest.param(CHAIN, "c3- c7+ d4- h8-", "DR-7.4.12", "white", "c3", "c7", "d4 h8",
                 id="12 the wrong one", marks=pytest.mark.law("DR-7.4.12")),
    pytest.param(CHAIN, "c3- e5+ d4- h8-", "DR-7.4.12", "white", "c3", "e5", "d4 h8",
                 id="12 half-way", marks=pytest.mark.law("DR-7.4.12")),
    pytest.param(QUIET, "c3- d4+ h8-", "DR-7.4.12", "white", "c3", "d4", "h8", id="12 after a step",
                 marks=pytest.mark.law("DR-7.4.12")),
    pytest.param(CHAIN, "c3- c7+ d4- d6- g1-", "DR-7.4.14", "white", "c3", "c7", "d4 d6 g1",
                 id="14 with the victims", marks=pytest.mark.law("DR-7.4.14")),
    pytest.param(QUIET, "c3- d4+ g1-", "DR-7.4.14", "white", "c3", "d4", "g1", id="14 after a step",
                 marks=pytest.mark.law("DR-7.4.14")),
    pytest.param(THREE, "c1- e7+ f4- d2- f6-", "DR-6.11", "white", "c1", "e7", "f4 d2 f6",
                 id="6.11 from the middle", marks=pytest.mark.law("DR-6.11")),
    pytest.param(QUIET, "c3- 50 e3- 50 g1-", "DR-7.5", "white", "", "", "", id="7.5 knocked",
                 marks=pytest.mark.law("DR-7.5")),
    pytest.param(QUIET, "c3- e3- g1- b2+ f2+", "DR-7.5", "white", "", "", "", id="7.5 scattered",
                 marks=pytest.mark.law("DR-7.5")),
]  # fmt: skip


@every_game
@pytest.mark.parametrize(("men", "line", "law", "side", "origin", "target", "removed"), ROWS)
def test_a_deed_has_its_law(  # noqa: PLR0917 - a row of the table
    game: Draughts, men: str, line: str, law: str, side: str, origin: str, target: str, removed: str
) -> None:
    position = position_of(game, men)
    done = deed(position, hands(game, line))
    found = game.named(done, game.rulebook)
    assert found is not None
    row = IRREGULARITIES[LawId(law)]
    assert (found.law, found.side, found.kind) == (law, side, row.kind)
    assert (found.remedy, found.penalty, found.restore) == (row.remedy, row.penalty, True)
    names = [None if p is None else game.points[p] for p in (found.origin, found.target)]
    assert names == [game.points[at(game, n)] if n else None for n in (origin, target)]
    assert set(found.removed) == {at(game, name) for name in removed.split()}
    assert len(set(found.points)) == len(found.points)
    assert set(found.points) == {*done.gone, *done.came}
    if found.origin is not None or found.removed:
        assert accepted(done, found).occupied == stands_after(done)


@every_game
@pytest.mark.parametrize(
    ("men", "line"),
    [
        (QUIET, "c3- d4+"),
        (CHAIN, "c3- e5+ e5- c7+ d4- d6-"),
        (CHAIN, "c3- c7+ d6- d4-"),
        (THREE, "c1- e7+ d2- f4- f6-"),
        (THREE, "c1- e7+ f6- f4- d2-"),
        (THREE, "c1- e7+ f4- 150 d2- f6-"),
        ("w c3 g1 / d4 h8", "d4- c3- e5+"),
    ],
)
def test_a_legal_move_has_no_law_against_it(game: Draughts, men: str, line: str) -> None:
    assert game.named(deed(position_of(game, men), hands(game, line)), game.rulebook) is None


LAST = [
    pytest.param(QUIET, "c3 d4", "d4- c3+", "DR-7.4.4", "white", ("d4", "c3"), "",
                 id="4 taken back", marks=pytest.mark.law("DR-7.4.4")),
    pytest.param(QUIET, "c3 d4", "d4- b4+", "DR-7.4.4", "white", ("d4", "b4"), "",
                 id="4 and moved elsewhere", marks=pytest.mark.law("DR-7.4.4")),
    pytest.param(CHAIN, "c3 c7", "c7- c3+ d4+ d6+", "DR-7.4.4", "white", None, "",
                 id="4 with its victims", marks=pytest.mark.law("DR-7.4.4")),
    pytest.param(QUIET, "c3 d4", "d4- e5+", "DR-7.4.1", "white", ("d4", "e5"), "",
                 id="1 moved on", marks=pytest.mark.law("DR-7.4.1")),
    pytest.param(QUIET, "c3 d4", "e3- f4+", "DR-7.4.1", "white", ("e3", "f4"), "",
                 id="1 another man", marks=pytest.mark.law("DR-7.4.1")),
    pytest.param(QUIET, "c3 d4", "d4- h6+", "DR-7.4.1", "white", ("d4", "h6"), "",
                 id="1 far away", marks=pytest.mark.law("DR-7.4.1")),
    pytest.param(QUIET, "c3 d4", "e3- a3+", "DR-7.4.5", "black", ("e3", "a3"), "",
                 id="5 by the side on move", marks=pytest.mark.law("DR-7.4.5")),
    pytest.param(QUIET, "c3 d4", "e3-", "DR-7.4.7", "black", None, "e3",
                 id="7 by the side on move", marks=pytest.mark.law("DR-7.4.7")),
    pytest.param(CHAIN, "c3 c7", "h8-", "DR-7.4.12", "white", None, "h8",
                 id="12 after the capture", marks=pytest.mark.law("DR-7.4.12")),
    pytest.param(CHAIN, "c3 c7", "g1-", "DR-7.4.14", "white", None, "g1",
                 id="14 after the capture", marks=pytest.mark.law("DR-7.4.14")),
]  # fmt: skip


@every_game
@pytest.mark.parametrize(("men", "move", "line", "law", "side", "ends", "removed"), LAST)
def test_what_is_done_after_a_move(  # noqa: PLR0917 - a row of the table
    game: Draughts,
    men: str,
    move: str,
    line: str,
    law: str,
    side: str,
    ends: tuple[str, str] | None,
    removed: str,
) -> None:
    before = position_of(game, men)
    origin, target = (at(game, name) for name in move.split())
    last = next(m for m in before.moves() if (m.origin, m.target) == (origin, target))
    done = deed(before.play(last), hands(game, line), before=before, last=last)
    found = game.named(done, game.rulebook)
    assert found is not None
    assert (found.law, found.side, found.remedy) == (law, side, Remedy.OPPONENT_CHOOSES)
    expected = (None, None) if ends is None else tuple(at(game, name) for name in ends)
    assert (found.origin, found.target) == expected
    assert found.removed == tuple(at(game, name) for name in removed.split())
    if ends is not None or removed:
        assert accepted(done, found).occupied == stands_after(done)


@pytest.mark.law("DR-7.4.8", "DR-6.12")
@every_game
def test_the_smaller_capture(game: Draughts) -> None:
    """f2 takes g3, where c3 could have taken two; in the Russian game either is lawful."""
    position = position_of(game, "w c3 f2 / d4 d6 g3")
    found = game.named(deed(position, hands(game, "f2- h4+ g3-")), game.rulebook)
    if game is DRAUGHTS_RUSSIAN:
        assert found is None
        return
    assert found is not None
    assert (found.law, found.kind) == ("DR-7.4.8", "wrong-number-taken")


@pytest.mark.law("DR-7.4.7", "DR-7.4.10", "DR-7.4.11", "DR-7.4.12", "DR-6.11")
@every_game
@pytest.mark.parametrize(
    ("line", "law"),
    [
        ("c3- c3+ d4- f4- f2- d2-", None),
        ("c3- e5+ e5- g3+ g3- e1+ e1- c3+ d2- f2- f4- d4-", None),
        ("c3- c3+ d4- f4- f2-", "DR-7.4.11"),
        ("c3- e5+ e5- c3+ d2-", "DR-7.4.11"),
        ("c3- c3+ d4- f4- f2- d2- h8-", "DR-7.4.12"),
        ("c3- c3+ d4- f4- f2- h8-", "DR-7.4.12"),
        ("c3- c3+ f4- d4- f2- d2-", "DR-6.11"),
        ("c3- d4- f4- f2- d2- c3+", "DR-7.4.10"),
        ("d4- f4- f2- d2-", "DR-7.4.7"),
    ],
)
def test_a_capture_that_ends_where_it_began(game: Draughts, line: str, law: str | None) -> None:
    """c3 takes d4, f4, f2 and d2, or the other way round, and is back on c3."""
    position = position_of(game, "w c3 / d4 f4 f2 d2 h8")
    done = deed(position, hands(game, line))
    found = game.named(done, game.rulebook)
    assert done.came == ()
    assert (None if found is None else found.law) == law
    if found is not None and found.origin is not None:
        assert found.origin == found.target == at(game, "c3")
        assert accepted(done, found).occupied == stands_after(done)


@pytest.mark.law("DR-7.4.1", "DR-7.4.12")
@every_game
@pytest.mark.parametrize(
    ("sides", "law", "origin"),
    [
        pytest.param((), "DR-7.4.1", "b2", id="colours unknown"),
        pytest.param(("black",), "DR-7.4.1", "b2", id="Black stands there"),
        pytest.param(("white",), "DR-7.4.12", "c3", id="White stands there"),
    ],
)
def test_colours_tell_who_moved(
    game: Draughts, sides: tuple[Side, ...], law: str, origin: str
) -> None:
    """b2 has jumped c3, or c3 has stepped to d4 and b2 is gone."""
    position = position_of(game, "w c3 h2 / b2 h8")
    done = replace(deed(position, hands(game, "b2- c3- d4+")), came_sides=sides)
    found = game.named(done, game.rulebook)
    assert found is not None
    assert (found.law, found.origin) == (law, at(game, origin))
    assert accepted(done, found).occupied == stands_after(done)


@pytest.mark.law("DR-7.4.2")
@every_game
def test_a_man_put_on_another(game: Draughts) -> None:
    position = position_of(game, QUIET)
    own, enemy = at(game, "c3"), at(game, "b6")
    done = Deed(
        position=position, gone=(own,), exchanged=(enemy,), steps=hands(game, "c3- b6- b6+")
    )
    found = game.named(done, game.rulebook)
    assert found is not None
    assert (found.law, found.origin, found.target, found.removed) == (
        "DR-7.4.2", own, enemy, (enemy,),
    )  # fmt: skip
    after = accepted(done, found)
    assert after.occupied == position.occupied & ~(1 << own)
    man = after.piece_at(enemy)
    assert man is not None
    assert man.side == "white"


@pytest.mark.law("DR-7.4.11")
@every_game
@pytest.mark.parametrize(("waiting", "law"), [("d4", "DR-7.4.11"), ("d4 d6", "DR-7.4.11")])
def test_a_press_before_the_victims_are_off(game: Draughts, waiting: str, law: str) -> None:
    position = position_of(game, CHAIN)
    (move,) = position.moves()
    points = tuple(at(game, name) for name in waiting.split())
    done = Deed(
        position=position,
        under_way=move,
        waiting=points,
        steps=hands(game, "c3- e5+ e5- c7+"),
        pressed=True,
    )
    found = game.named(done, game.rulebook)
    assert found is not None
    assert (found.law, found.origin, found.target) == (law, move.origin, move.target)
    assert set(found.removed) == set(move.captured) - set(points)


@pytest.mark.law("DR-7.4.11")
@every_game
def test_a_move_under_way_has_taken_its_man_along(game: Draughts) -> None:
    """Something is felt on c3 again, which the captor has left."""
    position = position_of(game, CHAIN)
    (move,) = position.moves()
    c7, d4 = at(game, "c7"), at(game, "d4")
    done = Deed(position=position, under_way=move, gone=(d4,), came=(c7,))
    found = game.named(done, game.rulebook)
    assert found is not None
    assert (found.law, found.side) == ("DR-7.4.11", "white")
    assert (found.origin, found.target, found.removed) == (move.origin, c7, (d4,))


@every_game
def test_a_press_before_a_move_is_no_irregularity(game: Draughts) -> None:
    done = Deed(position=position_of(game, QUIET), pressed=True)
    assert game.named(done, game.rulebook) is None


@pytest.mark.law("DR-7.4.7", "DR-5.10")
@every_game
@pytest.mark.parametrize(
    ("men", "in_air", "law"),
    [
        (QUIET, "h8", "DR-7.4.7"),
        (QUIET, "c3 h8", "DR-7.4.7"),
        (QUIET, "c3 e3", "DR-7.4.7"),
        (CHAIN, "d4", "DR-7.4.7"),
        (CHAIN, "g1 d4", "DR-7.4.7"),
        (QUIET, "c3", "DR-5.10"),
        (CHAIN, "c3", "DR-5.10"),
        (CHAIN, "c3 d4", "DR-5.10"),
    ],
)
def test_a_press_with_men_off_the_board(game: Draughts, men: str, in_air: str, law: str) -> None:
    """The men lifted for no reason are named, or the move that is not finished."""
    points = tuple(at(game, name) for name in in_air.split())
    done = Deed(position=position_of(game, men), in_air=points, pressed=True)
    found = game.named(done, game.rulebook)
    assert found is not None
    assert (found.law, found.side) == (law, "white")
    assert found.restore is (law != "DR-5.10")
    assert set(found.points) == set(points)
    assert found.removed == (tuple(sorted(points)) if found.restore else ())


@pytest.mark.law("DR-7.4.6", "DR-7.7")
@every_game
@pytest.mark.parametrize(
    ("men", "line", "law", "removed"),
    [
        (CHAIN, "g1- h2+ h8- g7+", "DR-7.4.2", ""),
        (CHAIN, "c3- e5+ e5- c7+ d4- h8- g7+", "DR-7.4.11", "d4"),
        (CHAIN, "c3- e5+ d4- h8- g7+", "DR-7.4.9", "d4"),
        (QUIET, "c3- c5+ h8- g7+", "DR-7.4.2", ""),
    ],
)
def test_the_reply_is_no_part_of_it(
    game: Draughts, men: str, line: str, law: str, removed: str
) -> None:
    position = position_of(game, men)
    done = deed(position, hands(game, line))
    found = game.named(done, game.rulebook)
    assert found is not None
    assert (found.law, found.side) == (law, "white")
    assert (found.origin, found.target) == (hands(game, line)[0].point, done.came[0])
    assert found.removed == tuple(at(game, name) for name in removed.split())
    assert at(game, "g7") not in found.points


@pytest.mark.law("DR-7.4.3", "DR-5.11")
@every_game
def test_another_man_moved_than_the_one_touched(game: Draughts) -> None:
    position = position_of(game, QUIET)
    c3, e3, d4 = (at(game, name) for name in ("c3", "e3", "d4"))
    move = next(m for m in position.moves() if (m.origin, m.target) == (c3, d4))
    touched = (Touch(e3, 1), Touch(c3, 2_000_000_000))
    found = breach(
        position, move, touched, begun_ns=2_000_000_000, rulebook=game.rulebook, together_ms=40
    )
    assert found is not None
    assert (found.law, found.kind) == ("DR-7.4.3", "other-man-moved")
    assert (found.remedy, found.points) == (Remedy.OPPONENT_CHOOSES, (e3, c3))
    assert (found.origin, found.target, found.removed) == (c3, d4, ())


def test_the_table_of_jumps_has_each_case_once() -> None:
    cases = [(removal, stop) for removal, stop, _ in BY_JUMPS]
    never = {(Removal.AHEAD, Stop.LEGAL), (Removal.AHEAD, Stop.SHORT)}
    assert len(cases) == len(set(cases))
    assert set(cases) == set(product(Removal, Stop)) - never
    assert {law for _, _, law in BY_JUMPS} <= {LawId(""), *IRREGULARITIES}
