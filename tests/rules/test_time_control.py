"""Time controls: what is written is read, every stage is understood, and nonsense is named."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.registry import GAMES
from rules.terms import RulesError
from rules.time_control import (
    Bonus,
    ByoYomi,
    Hourglass,
    Period,
    Stage,
    TimeControl,
    from_pgn,
    lasts,
    read_time_control,
    to_pgn,
)

TIMES = st.one_of(st.integers(1, 20_000), st.integers(600_000, 3_599_999))


@st.composite
def bonuses(draw: st.DrawFn) -> tuple[Bonus, int]:
    bonus = draw(st.sampled_from(Bonus))
    return bonus, 0 if bonus is Bonus.NONE else draw(TIMES)


@st.composite
def periods(draw: st.DrawFn, *, last: bool) -> Period:
    bonus, bonus_s = draw(bonuses())
    moves = draw(st.none() | st.integers(1, 999))
    repeats = last and moves is not None and draw(st.booleans())
    return Period(moves=moves, time_s=draw(TIMES), bonus=bonus, bonus_s=bonus_s, repeats=repeats)


BYO_YOMI = st.builds(ByoYomi, periods=st.integers(1, 99), time_s=TIMES)
HOURGLASSES = st.builds(Hourglass, time_s=TIMES)


@st.composite
def controls(draw: st.DrawFn) -> TimeControl:
    if draw(st.integers(0, 9)) == 0:
        return TimeControl(stages=(draw(HOURGLASSES),))
    stages: list[Stage] = list(draw(st.lists(periods(last=False), max_size=3)))
    stages.append(draw(st.one_of(periods(last=True), BYO_YOMI)))
    return TimeControl(stages=tuple(stages))


@given(controls())
def test_what_is_written_is_read(control: TimeControl) -> None:
    assert read_time_control(str(control)) == control


@given(controls())
def test_pgn_takes_what_it_can_express_and_gives_it_back(control: TimeControl) -> None:
    value = to_pgn(control)
    expressible = all(
        isinstance(stage, Hourglass)
        or (isinstance(stage, Period) and stage.bonus in (Bonus.NONE, Bonus.INCREMENT))
        for stage in control.stages
    )
    last = control.stages[-1]
    if isinstance(last, Period) and last.moves is not None:
        expressible = expressible and last.repeats
    assert (value is not None) == expressible
    if value is not None:
        assert from_pgn(value) == control


@pytest.mark.parametrize(
    ("text", "stages"),
    [
        ("5:00", (Period(time_s=300),)),
        ("90:00+0:30", (Period(time_s=5400, bonus=Bonus.INCREMENT, bonus_s=30),)),
        ("1:30:00d0:05", (Period(time_s=5400, bonus=Bonus.DELAY, bonus_s=5),)),
        ("5:00b0:03", (Period(time_s=300, bonus=Bonus.BRONSTEIN, bonus_s=3),)),
        (
            "40/90:00,10/15:00*",
            (Period(moves=40, time_s=5400), Period(moves=10, time_s=900, repeats=True)),
        ),
        (
            "60:00,25/10:00*",
            (Period(time_s=3600), Period(moves=25, time_s=600, repeats=True)),
        ),
        ("60:00,3x0:30", (Period(time_s=3600), ByoYomi(periods=3, time_s=30))),
        ("0:00,5x1:00", (Period(time_s=0), ByoYomi(periods=5, time_s=60))),
        ("~1:00", (Hourglass(time_s=60),)),
    ],
)
def test_every_stage(text: str, stages: tuple[Stage, ...]) -> None:
    assert read_time_control(text).stages == stages


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "a stage is missing"),
        ("5:00,", "column 6"),
        ("5:00,soon", "column 6"),
        ("5", '"5" is not a time control'),
        ("5:60", "is not a time control"),
        ("1:60:00", "is not a time control"),
        ("0/5:00", "no moves"),
        ("-1/5:00", "is not a time control"),
        ("5:00+", "is not a time control"),
        ("5:00+0:00", "adds no time"),
        ("5:00*", 'give the moves, as in "25/5:00*"'),
        ("25/10:00*,5:00", "never reached"),
        ("3x0:30,5:00", "never reached"),
        ("0x0:30", "no byo-yomi"),
        ("3x0:00", "no byo-yomi"),
        ("~0:00", "without sand"),
        ("~1:00,5:00", "stands alone"),
        ("0:00", "gives no time"),
        ("٥:00", "is not a time control"),
        ("5:00 ", "is not a time control"),
        ("5:00," * 100, "more than 200"),
    ],
)
def test_what_is_refused(text: str, says: str) -> None:
    with pytest.raises(RulesError) as caught:
        read_time_control(text)
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("40/90:00,10/15:00*", "40/5400:10/900"),
        ("40/90:00*", "40/5400"),
        ("40/90:00,15:00", "40/5400:900"),
        ("40/90:00", None),
    ],
)
def test_the_last_period_of_pgn_repeats(written: str, value: str | None) -> None:
    control = read_time_control(written)
    assert to_pgn(control) == value
    assert value is None or from_pgn(value) == control


@pytest.mark.parametrize("value", ["?", "-", ""])
def test_pgn_may_know_none(value: str) -> None:
    assert from_pgn(value) is None


@pytest.mark.parametrize("value", ["soon", "40/", "5:00:", "300+", "9999999", "0/300", "*0"])
def test_what_pgn_does_not_know(value: str) -> None:
    with pytest.raises(RulesError):
        from_pgn(value)


@given(st.text(alphabet="0123456789/:+db*x~, ", max_size=24))
def test_any_text_is_a_control_or_our_error(text: str) -> None:
    try:
        control = read_time_control(text)
    except RulesError:
        return
    assert read_time_control(str(control)) == control


@given(st.text(alphabet="0123456789/:+*?-", max_size=24))
def test_any_header_is_a_control_or_our_error(value: str) -> None:
    try:
        control = from_pgn(value)
    except RulesError:
        return
    assert control is None or read_time_control(str(control)) == control


def test_every_control_that_a_rulebook_names_is_one() -> None:
    named = [
        (preset.name, preset.text)
        for game in GAMES.values()
        for book in game.rulebooks.values()
        for preset in book.times
    ]
    for name, text in named:
        assert read_time_control(text).stages, name


@pytest.mark.parametrize(
    ("value", "control"),
    [
        ("15 min/game + 10 sec/move", "15:00+0:10"),
        ("90 min + 30 sec", "1:30:00+0:30"),
        ("5 minutes", "5:00"),
    ],
)
def test_broadcasts_write_the_header_in_words(value: str, control: str) -> None:
    assert from_pgn(value) == read_time_control(control)


@pytest.mark.parametrize("value", ["15 min/40 moves", "fifteen minutes", "15 min + a bit"])
def test_other_words_are_refused(value: str) -> None:
    with pytest.raises(RulesError):
        from_pgn(value)


@pytest.mark.parametrize(
    ("control", "moves", "each_s", "enough"),
    [
        ("90:00+0:30", 400, 30, True),
        ("90:00+0:30", 60, 120, False),
        ("60:00", 58, 60, True),
        ("60:00", 60, 60, False),
        ("40/60:00,15:00", 40, 80, True),
        ("40/60:00,15:00", 40, 90, False),
        ("40/60:00,15:00", 52, 80, True),
        ("40/60:00,15:00", 80, 80, False),
        ("10/10:00*", 500, 50, True),
        ("10/10:00*", 500, 61, False),
        ("1:00,3x0:30", 500, 29, True),
        ("1:00,3x0:30", 500, 30, False),
        ("~5:00", 500, 20, True),
        ("~0:10", 1, 20, False),
        ("5:00d0:20", 500, 20, True),
        ("5:00b0:20", 500, 30, False),
        ("0:01", 0, 100, True),
    ],
)
def test_whether_time_is_enough(control: str, moves: int, each_s: float, *, enough: bool) -> None:
    assert lasts(read_time_control(control), moves, each_s) is enough


@given(controls(), st.integers(0, 80), st.integers(1, 300))
def test_fewer_or_quicker_moves_need_no_more_time(
    control: TimeControl, moves: int, each_s: int
) -> None:
    if lasts(control, moves + 1, each_s + 1):
        assert lasts(control, moves, each_s)
