"""Bad input in messages: quoted, on one line, shortened, whatever it is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.formats import FORMATS, RecordFormat
from rules.game import Game
from rules.registry import GAMES, game_by_name
from rules.terms import QUOTED_MAX, RulesError, quoted, shortened

LONG = "k" * 50_000
MESSAGE_MAX = 1_000
"""Characters: a message with one or two pieces of bad input and what was expected."""


@given(st.text(max_size=200), st.integers(1, 80))
def test_text_is_one_line_of_signs_that_can_be_seen(text: str, most: int) -> None:
    shown = quoted(text, most)
    assert shown.startswith('"')
    assert shown.endswith('"')
    assert shown.isprintable()
    assert shown.endswith('…"') or len(text) <= most
    if text.isprintable():
        assert shown == (f'"{text}"' if len(text) <= most else f'"{text[:most]}…"')


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("炮二平五", '"炮二平五"'),
        ("a\nb\x00", r'"a\nb\x00"'),
        (7, "7"),
        (None, "None"),
        (True, "True"),
        (["a"], "a list"),
        ((), "an object"),
        ({"a": 1}, "an object"),
        (10**100, "1" + "0" * (QUOTED_MAX - 1) + "…"),
    ],
)
def test_each_kind_of_value(value: object, shown: str) -> None:
    assert quoted(value) == shown


def test_a_number_that_python_does_not_write() -> None:
    assert quoted(10**5000) == "a number too long to be shown"


def test_lone_surrogates_are_escaped() -> None:
    assert shortened("\ud800x") == r"\ud800x"


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
@pytest.mark.parametrize(
    "junk", [LONG, f"{LONG} w - - 0 1", f"W:W{LONG}:B1", f'{{"size":"{LONG}"}}']
)
def test_positions_and_results_are_not_quoted_whole(game: Game, junk: str) -> None:
    for read in (game.start, game.outcome):
        with pytest.raises(RulesError) as caught:
            read(junk)
        assert len(str(caught.value)) < MESSAGE_MAX


@pytest.mark.parametrize("form", FORMATS.values(), ids=lambda form: form.name)
@pytest.mark.parametrize(
    "text",
    [
        f"1. {LONG}",
        f"1. {'1' * 50_000}",
        f'[Result "{LONG}"]\n\n*',
        f"[{LONG}\n\n*",
        f'[FEN "{LONG}"]\n\n*',
        f'[Variant "{LONG}"][GameType "{LONG}"][Game "{LONG}"]\n\n*',
        f"(;SZ[{LONG}];B[{LONG}])",
        f"{{[%clk {LONG}]}} *",
    ],
)
def test_records_are_not_quoted_whole(form: RecordFormat, text: str) -> None:
    assert len(complaint(form, text)) < MESSAGE_MAX


def complaint(form: RecordFormat, text: str) -> str:
    """What a reader says of a text; nothing where it reads it."""
    try:
        form.read(text)
    except RulesError as error:
        return str(error)
    return ""


def test_options_and_names_are_not_quoted_whole() -> None:
    for options in ({LONG: 1}, {"size": 10**5000}, {"handicap": [LONG]}, {"komi": LONG}):
        for name in ("go", "chess"):
            with pytest.raises(RulesError) as caught:
                game_by_name(name, options)
            assert len(str(caught.value)) < MESSAGE_MAX
    with pytest.raises(RulesError) as caught:
        game_by_name(LONG)
    assert len(str(caught.value)) < MESSAGE_MAX
