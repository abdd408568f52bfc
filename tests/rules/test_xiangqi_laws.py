"""The rulebooks of xiangqi: what touched men oblige to, fouls and time controls."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.rulebook import Ends, Remedy, SeenBy
from rules.terms import LawId, RulesError
from rules.time_control import read_time_control
from rules.touch import Pattern, Touches, obligation
from rules.xiangqi import XIANGQI, XiangqiPosition
from rules.xiangqi.laws import CXA, WXF
from tests.rules.xiangqi_lines import positions

# Red's chariot d4 takes the horse d7, the horse f4 the cannon g6. The advisor d0 has no move, for its own
# stands on e1, and that one keeps the generals apart. Nothing attacks the soldier i6.
MEN = "4k4/9/3n5/6c1p/9/3R1N3/P8/9/4A4/3AK4 w - - 0 1"
AT = XIANGQI.index


def touches(*names: str, at_once: bool = False) -> Touches:
    """Touches in order; enemy men are written with a cross ("xd5")."""
    points = [AT[name.lstrip("x")] for name in names]
    return Touches(
        own=tuple(p for p, name in zip(points, names, strict=True) if name[0] != "x"),
        enemy=tuple(p for p, name in zip(points, names, strict=True) if name[0] == "x"),
        order=tuple(points),
        at_once=at_once,
    )


def due(fen: str, touched: Touches) -> tuple[str, set[str], bool]:
    duty = obligation(XIANGQI.start(fen), touched, CXA.touch)
    assert duty is not None
    return duty.law, {m.text for m in duty.moves}, duty.bound


def moves(fen: str, *origins: str) -> set[str]:
    """All legal moves, or those from some points."""
    every = {m.text for m in XIANGQI.start(fen).moves()}
    return {m for m in every if m[:2] in origins} if origins else every


TABLE = [
    pytest.param(("d4",), "XQ-5.1", moves(MEN, "d4"), id="own: it moves"),
    pytest.param(("d0", "d4"), "XQ-5.1", moves(MEN, "d4"), id="own: the first that can"),
    pytest.param(("d0",), "XQ-5.1", moves(MEN), id="own without a move: free"),
    pytest.param(("xd7",), "XQ-5.2", {"d4d7"}, id="enemy: it is captured"),
    pytest.param(("xi6", "xg6"), "XQ-5.2", {"f4g6"}, id="enemy: the first that can be"),
    pytest.param(("xi6",), "XQ-5.2", moves(MEN), id="enemy that nothing captures: free"),
    pytest.param(("d4", "xd7"), "XQ-5.3", {"d4d7"}, id="own, enemy: the one takes the other"),
    pytest.param(("f4", "xd7"), "XQ-5.3", moves(MEN, "f4"), id="own, enemy: else the own moves"),
    pytest.param(("d0", "xd7"), "XQ-5.3", {"d4d7"}, id="own, enemy: else another takes"),
    pytest.param(("d0", "xi6"), "XQ-5.3", moves(MEN), id="own, enemy: else free"),
    pytest.param(("xd7", "d4"), "XQ-5.4", {"d4d7"}, id="enemy, own: the one takes the other"),
    pytest.param(("xd7", "f4"), "XQ-5.4", {"d4d7"}, id="enemy, own: else another takes"),
    pytest.param(("xi6", "f4"), "XQ-5.4", moves(MEN, "f4"), id="enemy, own: else the own moves"),
    pytest.param(("xi6", "d0"), "XQ-5.4", moves(MEN), id="enemy, own: else free"),
    pytest.param(("d0", "xi6", "f4"), "XQ-5.1", moves(MEN, "f4"), id="a third man binds"),
    pytest.param(("xi6", "d0", "xg6"), "XQ-5.2", {"f4g6"}, id="a third man, the enemy's"),
]  # fmt: skip


@pytest.mark.law("XQ-5.1", "XQ-5.2", "XQ-5.3", "XQ-5.4")
@pytest.mark.parametrize(("touched", "law", "expected"), TABLE)
def test_what_touched_men_oblige_to(touched: tuple[str, ...], law: str, expected: set[str]) -> None:
    assert due(MEN, touches(*touched)) == (law, expected, expected != moves(MEN))


def by_the_law(position: XiangqiPosition, own: int, enemy: int, order: list[str]) -> set[str]:
    """What the law asks of two touched men, its alternatives named in its order."""
    legal = position.moves()
    asks = {
        "takes": {m.text for m in legal if m.origin == own and m.target == enemy},
        "moves": {m.text for m in legal if m.origin == own},
        "another takes": {m.text for m in legal if m.origin != own and m.target == enemy},
    }
    return next((asks[ask] for ask in order if asks[ask]), {m.text for m in legal})


ORDERS = {
    Pattern.OWN_THEN_ENEMY: ("XQ-5.3", ["takes", "moves", "another takes"]),
    Pattern.ENEMY_THEN_OWN: ("XQ-5.4", ["takes", "another takes", "moves"]),
    Pattern.AT_ONCE: ("XQ-5.5", ["takes", "another takes", "moves"]),
}


@pytest.mark.law("XQ-5.3", "XQ-5.4", "XQ-5.5")
@pytest.mark.parametrize("pattern", ORDERS)
def test_every_pair_of_men_obliges_in_the_order_of_the_law(pattern: Pattern) -> None:
    position = XIANGQI.start(MEN)
    law, order = ORDERS[pattern]
    reds = [p for p in range(90) if position.board[p].isupper()]
    blacks = [p for p in range(90) if position.board[p].islower()]
    for own, enemy in product(reds, blacks):
        touched = Touches(
            own=(own,),
            enemy=(enemy,),
            order=(enemy, own) if pattern is Pattern.ENEMY_THEN_OWN else (own, enemy),
            at_once=pattern is Pattern.AT_ONCE,
        )
        assert touched.pattern is pattern
        duty = obligation(position, touched, CXA.touch)
        assert duty is not None
        assert {m.text for m in duty.moves} == by_the_law(position, own, enemy, order)
        assert duty.law == law


@pytest.mark.law("XQ-5.1", "XQ-5.2")
@given(positions, st.integers(0, 89))
def test_one_touched_man_moves_or_is_captured_or_binds_nobody(
    position: XiangqiPosition, point: int
) -> None:
    man = position.piece_at(point)
    if man is None or not position.moves():
        return
    own = man.side == position.side_to_move
    touched = Touches(own=(point,) * own, enemy=(point,) * (not own), order=(point,))
    duty = obligation(position, touched, CXA.touch)
    assert duty is not None
    asked = [m for m in position.moves() if (m.origin if own else m.target) == point]
    assert list(duty.moves) == (asked or list(position.moves()))
    assert duty.law == ("XQ-5.1" if own else "XQ-5.2")


@pytest.mark.law("XQ-5.6")
def test_which_law_excuses_a_bump() -> None:
    assert CXA.touch.bump == WXF.touch.bump == "XQ-5.6"


@pytest.mark.law("XQ-5.7", "XQ-5.8", "XQ-4.1.6")
def test_which_law_a_concern_is_named_by() -> None:
    law = CXA.completion
    assert {law.released, law.capture} == {"XQ-5.7"}
    assert law.illegal == "XQ-4.1.6"
    assert {law.turn, law.displaced, law.wrong_array, law.wrong_turned} == {"XQ-5.8"}
    assert law.castling is law.promotion is law.press_without_move is None
    assert not CXA.illegal_at_press


FOULS = [
    pytest.param("XQ-9.1.1", SeenBy.PEOPLE, marks=pytest.mark.law("XQ-9.1.1")),
    pytest.param("XQ-9.1.2", SeenBy.CLOCK, marks=pytest.mark.law("XQ-9.1.2")),
    pytest.param("XQ-9.1.3", SeenBy.CLAIMS, marks=pytest.mark.law("XQ-9.1.3")),
    pytest.param("XQ-9.1.4", SeenBy.CLAIMS, marks=pytest.mark.law("XQ-9.1.4")),
    pytest.param("XQ-9.1.5", SeenBy.SENSORS, marks=pytest.mark.law("XQ-9.1.5")),
    pytest.param("XQ-9.1.6", SeenBy.SENSORS, marks=pytest.mark.law("XQ-9.1.6")),
    pytest.param("XQ-9.1.7", SeenBy.PEOPLE, marks=pytest.mark.law("XQ-9.1.7")),
    pytest.param("XQ-9.1.8", SeenBy.PEOPLE, marks=pytest.mark.law("XQ-9.1.8")),
]


@pytest.mark.parametrize(("law", "seen_by"), FOULS)
def test_fouls(law: str, seen_by: SeenBy) -> None:
    for book in (CXA, WXF):
        (foul,) = (found for found in book.irregularities.values() if found.law == law)
        assert (foul.seen_by, foul.remedy, foul.penalty) == (seen_by, Remedy.FOUL, "foul")
        assert foul.english.isascii()
        assert foul.chinese
        assert not foul.chinese.isascii()


def test_fouls_have_kinds_of_their_own() -> None:
    kinds = [row.kind for row in CXA.irregularities.values() if row.penalty == "foul"]
    assert len(set(kinds)) == len(kinds) == len(FOULS)


@pytest.mark.law("XQ-9.2")
@pytest.mark.parametrize(("option", "at"), [(None, 3), (3, 3), (2, 2), ("off", None)])
def test_with_how_many_fouls_the_loss_is_due(option: object, at: int | None) -> None:
    game = XIANGQI.with_options({} if option is None else {"fouls_lose": option})
    for book in game.rulebooks.values():
        (law,) = (law for law in book.penalties if law.kind == "foul")
        assert (law.law, law.loses_at, law.ends) == ("XQ-9.2", at, Ends.OFFERED)
    assert game.options == ({"fouls_lose": option} if option in (2, "off") else {})


@pytest.mark.law("XQ-4.1.6")
@pytest.mark.parametrize(
    ("option", "penalty"), [(None, "loss"), ("loses", "loss"), ("restore", "")]
)
def test_what_an_illegal_move_costs(option: str | None, penalty: str) -> None:
    game = XIANGQI.with_options({} if option is None else {"illegal_move": option})
    for book in game.rulebooks.values():
        row = book.irregularities[LawId("XQ-4.1.6")]
        assert (row.kind, row.penalty, row.remedy) == ("illegal-move", penalty, Remedy.RESTORE)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"fouls_lose": 4}, "fouls_lose is off or 2 or 3, not 4"),
        ({"fouls_lose": True}, "fouls_lose is"),
        ({"fouls_lose": []}, "fouls_lose is"),
        ({"illegal_move": "forgiven"}, "illegal_move is loses or restore"),
        ({"komi": 7}, "no option"),
    ],
)
def test_options_that_cannot_be(options: dict[str, object], reason: str) -> None:
    with pytest.raises(RulesError, match=reason):
        XIANGQI.with_options(options)


TIMES = [
    pytest.param("XQ-6.1", "40/90:00,10/15:00*", marks=pytest.mark.law("XQ-6.1")),
    pytest.param("XQ-6.2", "30/60:00,10/10:00*", marks=pytest.mark.law("XQ-6.2")),
    pytest.param("XQ-6.3", "40/10:00,30/5:00*", marks=pytest.mark.law("XQ-6.3")),
    pytest.param("XQ-6.4", "30/5:00*", marks=pytest.mark.law("XQ-6.4")),
    pytest.param("XQ-6.5", "10:00", marks=pytest.mark.law("XQ-6.5")),
]


@pytest.mark.parametrize(("law", "text"), TIMES)
def test_time_controls(law: str, text: str) -> None:
    for book in (CXA, WXF):
        (preset,) = (found for found in book.times if found.law == law)
        assert preset.text == text
        assert read_time_control(text).stages


def test_time_controls_have_names_of_their_own() -> None:
    assert len({preset.name for preset in CXA.times}) == len(CXA.times) == len(TIMES)


def test_the_rulebooks() -> None:
    assert list(XIANGQI.rulebooks) == ["xiangqi-cxa", "xiangqi-wxf"]
    assert XIANGQI.rulebook is CXA
    assert CXA.touch is WXF.touch
    assert set(CXA.touch.alternatives) == set(Pattern)
