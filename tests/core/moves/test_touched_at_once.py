"""Two men of one side touched at once: either may have been the first, and nobody is accused of what nobody can tell."""

from __future__ import annotations

import pytest

from controller.core.messages import Obligation
from rules.registry import game_by_name
from tests.core.boards import CASTLING, CASTLING_SPOILT
from tests.core.rig import BOOKS, CLASSIC, FIDE, Rig

TWO_OWN = "4k3/8/8/8/8/2P5/3P4/4K3 w - - 0 1"
TWO_ENEMIES = "4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1"


@pytest.mark.law("FIDE-4.3.1", "CH-7.2.1")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(("other", "mover", "target"), [("d2", "c3", "c4"), ("c3", "d2", "d3")])
@pytest.mark.parametrize("ms", [0, 50, 130, 200])
def test_two_own_men(book: str, other: str, mover: str, target: str, ms: int) -> None:
    lifts = f"{other}- {ms} {mover}-" if ms else f"{other}-,{mover}-"
    rig = Rig(TWO_OWN, rulebook=book).hands(f"1000 {lifts} 400 {other}+ 500 {target}+ 3000")
    assert rig.moves == [mover + target]
    assert not rig.odd or ms > 150, rig.story()


@pytest.mark.law("FIDE-4.3.2", "FIDE-4.3.3", "CH-7.2.2")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(("other", "taken"), [("d5", "f5"), ("f5", "d5")])
@pytest.mark.parametrize("ms", [0, 50, 130, 200])
def test_two_enemy_men(book: str, other: str, taken: str, ms: int) -> None:
    lifts = f"{other}- {ms} {taken}-" if ms else f"{other}-,{taken}-"
    rig = Rig(TWO_ENEMIES, rulebook=book)
    rig.hands(f"1000 {lifts} 400 {other}+ 500 e4- 400 {taken}+ 3000")
    assert rig.moves == [f"e4{taken}"]
    assert not rig.odd or ms > 150, rig.story()


@pytest.mark.law("FIDE-4.2.2", "FIDE-4.3.1", "CH-7.2.1", "DR-7.5", "DR-5.11")
@pytest.mark.parametrize(
    ("game", "book", "start", "two", "move"),
    [
        ("chess", FIDE, TWO_OWN, ("d2", "c3"), ("e1", "e2")),
        ("chess", CLASSIC, TWO_OWN, ("c3", "d2"), ("e1", "e2")),
        ("chess", FIDE, TWO_ENEMIES, ("d5", "f5"), ("e1", "e2")),
        ("draughts-100", "draughts-100", None, ("32", "33"), ("34", "29")),
    ],
)
@pytest.mark.parametrize("ms", [1, 50, 200])
def test_two_who_fell_together_bind_nobody_once_they_stand(  # noqa: PLR0917 - a table of cases
    game: str, book: str, start: str | None, two: tuple[str, str], move: tuple[str, str], ms: int
) -> None:
    (a, b), (origin, target) = two, move
    rig = Rig(start, game=game_by_name(game), rulebook=book)
    rig.hands(f"1000 {a}- {ms} {b}- 900 {b}+ 400 {a}+ 1500 {origin}- 400 {target}+ 3000")
    assert len(rig.line) == 1
    assert not rig.odd or ms > 150, rig.story()
    assert not rig.of(Obligation) or ms > 150, rig.story()


@pytest.mark.law("FIDE-4.4.1", "FIDE-4.4.3", "CH-5.1.4")
@pytest.mark.parametrize(
    ("book", "start"), [(FIDE, CASTLING), *((b, CASTLING_SPOILT) for b in BOOKS)]
)
def test_but_king_and_rook_do(book: str, start: str) -> None:
    rig = Rig(start, rulebook=book).hands("1000 e1- 60 h1- 400 e1+ 300 h1+ 1500 h1- 300 g1+ 3000")
    assert (rig.line, len(rig.odd)) == (["h1g1"], 1), rig.story()


@pytest.mark.law("FIDE-4.3.1", "FIDE-4.2.2")
def test_who_is_touched_besides_binds_where_neither_of_the_two_is_moved() -> None:
    rig = Rig().hands("1000 d2- 60 c2- 600 c2+ 400 d2+ 900 b1- 400 b1+ 1500")
    assert rig.duty().must_move == ["b1", "c2", "d2"]
    rig.hands("g1- 300 f3+ 1500")
    assert (rig.line, [law for law, _ in rig.odd]) == (["g1f3"], ["FIDE-4.3.1"]), rig.story()
