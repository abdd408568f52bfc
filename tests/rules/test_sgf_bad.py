"""Bad SGF: refused with line and column, or read leniently as far as it goes."""

import random
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.go.game import game_of
from rules.go.sgf import read_sgf, write_sgf
from rules.record import GameRecord
from rules.terms import RulesError


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("hello", "line 1, column 1: a game begins with"),
        ("(", "line 1, column 2: the text ends"),
        ("()", "line 1, column 2: there is no node"),
        ("((;B[aa]))", 'line 1, column 2: a node \\(";"\\) must follow'),
        ("(;B[aa]", "line 1, column 8: the text ends, but 1 brackets"),
        ("(;B[aa", 'line 1, column 4: this value is never closed by "]"'),
        ("(;B)", "line 1, column 3: the property B has no value"),
        ("(B[aa])", "line 1, column 2: the property B must stand in a node"),
        ("(;(;B[aa]);W[bb])", "line 1, column 11: after a side line"),
        ("(;B[aa]\n\n;W[bb]x)", "line 3, column 7: the property x has no value"),
        ("(;B[aa]*)", r"line 1, column 8: '\*' has no meaning"),
        ("(;B[aa]))", "line 1, column 9: a game begins with"),
        ("(;B[aa]B[bb])", "line 1, column 8: the property B stands twice"),
        ("(;GM[2])", "line 1, column 3: GM\\[2\\] \\(Othello\\) is not the game of Go"),
        ("(;FF[5])", "line 1, column 3: FF\\[5\\] is not an edition"),
        ("(;SZ[18])", "line 1, column 3: .*odd number from 1 to 25"),
        ("(;SZ[19:13])", "line 1, column 3: .*odd number from 1 to 25"),
        ("(;KM[6.3])", "line 1, column 3: .*komi must be points in halves"),
        ("(;KM[x])", "line 1, column 3: .*komi must be points in halves"),
        ("(;HA[x])", "line 1, column 3: HA must say a number"),
        ("(;HA[3]AB[aa][bb])", "line 1, column 3: HA says 3 handicap stones, but AB sets 2"),
        ("(;RE[1-0])", 'line 1, column 3: "1-0" is not a result of Go'),
        ("(;PL[x])", "line 1, column 3: PL must be B or W"),
        ("(;;B[aa]BL[soon])", "line 1, column 9: BL must be seconds"),
        ("(;;B[aa]W[bb])", "line 1, column 9: a node holds one move"),
        ("(;;B[aa][bb])", "line 1, column 4: B holds one move, not 2"),
        ("(;SZ[9];B[jj])", 'line 1, column 9: "jj" in B is not a point of this board: aa to ii'),
        ("(;SZ[9];B[tta])", "is not a point"),
        ("(;SZ[9]AB[aa:zz])", '"zz" in AB is not a point'),
        ("(;AB[aa]AW[aa])", "line 1, column 3: a19: set up in two ways"),
        ("(;AB[aa]AW[ba][ab])", "line 1, column 3: .*without liberties: a19"),
        ("(;B[aa];W[aa])", "line 1, column 9: move 2, white a19, is not legal: a stone stands"),
        (
            "(;AB[ba][ab];W[aa])",
            "line 1, column 14: move 1, white a19, is not legal: the stone would have no",
        ),
        ("(;TMO[superko:sometimes])", "line 1, column 3: .*superko must be"),
    ],
)
def test_bad_records_are_refused_with_line_and_column(text: str, why: str) -> None:
    with pytest.raises(RulesError, match=why) as caught:
        read_sgf(text)
    assert caught.value.line is not None
    assert caught.value.column is not None
    left_out: list[str] = []
    found = read_sgf(text, lenient=True, left_out=left_out)
    assert left_out or all(record.problems for record in found)


def test_lenient_reading_keeps_what_comes_before() -> None:
    first, second = read_sgf("junk(;B[aa];W[aa];B[bb])between(;RE[x]KM[y]B[cc];W[dd]", lenient=True)
    assert (first.moves, len(first.problems)) == (("a19",), 2)
    assert (second.moves, second.result) == (("c17", "d16"), "?")
    assert second.options == {"size": 19}
    assert len(second.problems) == 3
    (record,) = read_sgf("(;SZ[9]AB[aa]AB[bb];W[cc]", lenient=True)
    assert record.start == '{"size":9,"black":["b8","a9"],"white":[],"to_move":"white"}'


@pytest.mark.parametrize(
    "text",
    [
        "(;" * 100_000,
        "(" * 100_000,
        "(;B[aa]" + "(;" * 100_000 + ")" * 100_001,
        "(;C[" + "\\" * 1_000_000,
        "(;" + "A" * 1_000_000,
        "(;AB" + "[aa]" * 100_000,
        "(;AB" + "[" * 100_000,
        "(;" + "AB[aa" * 100_000,
    ],
    ids=range(8),
)
def test_deep_and_long_junk_is_read_in_passing(text: str) -> None:
    began = time.perf_counter()
    for lenient in (False, True):
        try:
            assert len(read_sgf(text, lenient=lenient)) <= 1
        except RulesError as error:
            assert error.line == 1  # noqa: PT017 - some of these are good SGF
    assert time.perf_counter() - began < 30


BASE = (
    "(;GM[1]FF[4]SZ[5]KM[6.5]RE[B+R]PB[A]HA[4]AB[bb:cc]PL[W](;W[aa]WL[12.5]C[x\\]];B[ee]"
    "(;W[];AE[aa]AW[ed];KO[]B[dd])(;W[ad])))(;SZ[9];B[cc];W[dd])"
)


def mutated(text: str, places: list[int], signs: str) -> str:
    for place, sign in zip(places, signs, strict=False):
        at = place % (len(text) + 1)
        text = text[:at] + sign + text[at + (place % 3) :]
    return text


def strictly_read(text: str) -> tuple[list[GameRecord], RulesError | None]:
    try:
        return read_sgf(text), None
    except RulesError as error:
        return [], error


def check_mutated(text: str) -> bool:
    """Whether strict reading accepts a text; what it accepts can be written and read again."""
    found, error = strictly_read(text)
    for record in found:
        assert record.problems == ()
        (again,) = read_sgf(write_sgf(record))
        assert again.moves == record.moves
        assert (again.set_ups, again.forced) == (record.set_ups, record.forced)
    if error is not None:
        assert error.line is not None
        assert error.column is not None
    for record in read_sgf(text, lenient=True):
        game_of(record.options)
    return error is None


SIGNS = "()[];\\:ABWEKSZHLPTM0129aceitz \n\t-.\x00é"


@settings(max_examples=300, deadline=None)
@given(
    st.lists(st.integers(0, 10_000), min_size=1, max_size=6),
    st.text(SIGNS, min_size=1, max_size=6),
)
def test_mutated_records_are_read_or_refused(places: list[int], signs: str) -> None:
    assert check_mutated(mutated(BASE, places, signs)) in {True, False}


def test_the_text_that_is_mutated_is_good() -> None:
    first, second = read_sgf(BASE)
    assert (len(first.moves), len(second.moves)) == (4, 2)
    assert list(first.set_ups) == [3]
    assert check_mutated(BASE)


@pytest.mark.slow
def test_many_mutated_records_are_read_or_refused() -> None:
    chance = random.Random(4)
    accepted = 0
    for _ in range(5_000):
        n = chance.randint(1, 3)
        text = mutated(
            BASE, chance.choices(range(10_000), k=n), "".join(chance.choices(SIGNS, k=n))
        )
        accepted += check_mutated(text)
    assert 250 < accepted < 4_750


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"moves": ("a1", "a1")}, "ply 2: a1 is not a legal move"),
        ({"moves": ("i1", "a1")}, "ply 1: i1 is not a legal move"),
        ({"start": "{}"}, "four keys"),
        ({"set_ups": {0: "x"}}, "JSON object"),
        ({"set_ups": {3: "x"}}, "after ply 3 of a game of 2 plies"),
        ({"notes": {-1: "x"}}, "after ply -1"),
        ({"notes": {1: "\x00"}}, "signs that cannot be written"),
        ({"result": "1-0"}, "is not a result of Go"),
        ({"headers": {"Black": "a\nb"}}, "cannot be written"),
        ({"headers": {"Not a name": "x"}}, "names are letters and digits"),
        ({"headers": {"HA": "2"}, "options": {"handicap": ["d4", "q16"]}}, "header .HA. cannot"),
        ({"headers": {"PB": "x"}}, "cannot be written"),
        ({"options": {"size": 18}}, "odd number"),
    ],
)
def test_records_that_cannot_be_written(changes: dict[str, Any], why: str) -> None:
    whole: dict[str, Any] = {"game": "go", "moves": ("a1", "b1"), "result": "?", **changes}
    with pytest.raises(RulesError, match=why):
        write_sgf(GameRecord(clocks_ms=(None, None), elapsed_ms=(None, None), **whole))
