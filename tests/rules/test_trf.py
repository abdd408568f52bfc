"""FIDE's report of an event (TRF16), beside the readers of two other programs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.terms import RulesError
from rules.trf import Meeting, Report, Seat, is_report, read_report, write_report
from tests.oracles.client import Oracle

# Columns as Annex 2 of C.04 numbers them: 5 number, 10 sex, 11 title, 15 name, 49 rating, 54 federation,
# 58 id, 70 birth, 81 points, 86 place, 92 first opponent, 97 colour, 99 result.
TEXT = """\
012 Club
022 Town
XXR 5
013 Rooks                               1    3
001    1 m GM Menchik, Vera                     2350 ENG     1234567 1906/02/16  1.5    1     2 w 1  0000 - H
001    2 fWIM Graf, Sonja                       2310 GER             1908        0.0    3     1 b 0  0000 - Z
001    3      Nobody                                                             1.0    2  0000 - U
"""
NAMES = st.text(st.characters(codec="latin-1", categories=["L"]), min_size=1, max_size=33)


@st.composite
def reports(draw: st.DrawFn) -> Report:
    """Rounds of games between a few players, with all that may come of them."""
    count = draw(st.integers(1, 7))
    rounds = draw(st.integers(0, 4))
    results = [
        ("1", "0"),
        ("0", "1"),
        ("=", "="),
        ("0", "0"),
        ("+", "-"),
        ("-", "-"),
        ("W", "L"),
        ("D", "D"),
    ]
    cells: dict[int, list[Meeting | None]] = {n: [] for n in range(1, count + 1)}
    for _ in range(rounds):
        order = draw(st.permutations(range(1, count + 1)))
        for one, other in zip(order[::2], order[1::2], strict=False):
            marks = draw(st.sampled_from([*results, ("", "")]))
            cells[one].append(Meeting(opponent=other, colour="w", mark=marks[0]))
            cells[other].append(Meeting(opponent=one, colour="b", mark=marks[1]))
        if count % 2:
            mark = draw(st.sampled_from("UFHZ"))
            cells[order[-1]].append(Meeting(opponent=None, colour="-", mark=mark))
    seats = [
        Seat(
            number=n,
            name=draw(NAMES),
            rating=draw(st.none() | st.integers(1, 3000)),
            sex=draw(st.sampled_from(["", "m", "w"])),
            title=draw(st.sampled_from(["", "GM", "FM"])),
            federation=draw(st.sampled_from(["", "CHN", "NED"])),
            fide_id=draw(st.sampled_from(["", "8600000"])),
            points=Fraction(draw(st.integers(0, 18)), 2),
            rank=n,
            rounds=tuple(cells[n]),
        )
        for n in range(1, count + 1)
    ]
    return Report(
        seats=tuple(seats),
        facts=(("012", draw(NAMES)), ("XXR", "9")),
        teams=((draw(NAMES)[:32], tuple(range(1, count + 1))),),
    )


def test_the_columns_are_those_of_the_annex() -> None:
    report, problems = read_report(TEXT)
    assert not problems
    assert report.fact("012") == "Club"
    assert report.fact("XXR") == "5"
    assert report.teams == (("Rooks", (1, 3)),)
    first, second, third = report.seats
    assert first == Seat(
        number=1,
        name="Menchik, Vera",
        rating=2350,
        sex="m",
        title="GM",
        federation="ENG",
        fide_id="1234567",
        birth="1906/02/16",
        points=Fraction(3, 2),
        rank=1,
        rounds=(
            Meeting(opponent=2, colour="w", mark="1"),
            Meeting(opponent=None, colour="-", mark="H"),
        ),
    )
    assert (second.title, second.sex, second.fide_id) == ("WIM", "f", "")
    assert (third.rating, third.rounds) == (None, (Meeting(opponent=None, colour="-", mark="U"),))


@given(reports())
def test_what_is_written_is_read_again(report: Report) -> None:
    text = write_report(report)
    assert is_report(text)
    again, problems = read_report(text)
    assert not problems
    assert again.seats == report.seats
    assert again.teams == report.teams
    assert write_report(again) == text


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (("2 w 1", "2 w 5"), "line 5, column 92: has no result that TRF16 knows"),
        (("Menchik, Vera     ", "Menchik, Vera "), "line 5: is no player's line"),
        (("2 w 1", "2 w ="), 'round 1 ended in two ways for "Graf, Sonja" and "Menchik, Vera"'),
        (("1 b 0", "3 b 0"), 'round 1 of "Graf, Sonja" is not in the opponent\'s line'),
        (
            ("022 Town", "Town"),
            'line 2: begins with no kind of line that a TRF16 report has: "Town"',
        ),
        (("001    2", "001    1"), "two players have one starting number"),
    ],
)
def test_what_is_wrong_is_named_and_the_rest_is_read(change: tuple[str, str], problem: str) -> None:
    report, problems = read_report(TEXT.replace(*change))
    assert any(problem in each for each in problems), problems
    assert len(report.seats) >= 2


def test_lines_of_other_editions_and_programs_are_kept() -> None:
    more = "142 5\nBBW   1.0\n"
    report, problems = read_report(TEXT + more)
    assert not problems
    assert {line.rstrip() for line in more.splitlines()} <= set(write_report(report).splitlines())


def test_a_report_that_is_cut_off_has_the_players_before() -> None:
    text = TEXT[: TEXT.index("001    3") + 30]
    report, problems = read_report(text)
    assert [each.number for each in report.seats] == [1, 2]
    assert problems == ("line 7: is no player's line of TRF16, or is cut off; it is left out",)


def test_a_report_without_players_is_refused() -> None:
    with pytest.raises(RulesError, match="has no player"):
        read_report("012 Club\n")


@pytest.fixture(scope="module")
def trf() -> Iterator[Oracle]:
    with Oracle("trf", "trf_server") as oracle:
        yield oracle


@pytest.fixture(scope="module")
def caissify() -> Iterator[Oracle]:
    with Oracle("caissify-pairings", "caissify_server") as oracle:
        yield oracle


@pytest.mark.needs("oracle:trf")
@given(report=reports())
def test_the_library_trf_reads_what_we_write(trf: Oracle, report: Report) -> None:
    assert trf.ask({"ask": "read", "text": write_report(report)}) == {
        "name": report.fact("012"),
        "city": "",
        "teams": [[name, list(members)] for name, members in report.teams],
        "extra": {"XXR": "9"},
        "players": [_of_trf(each) for each in report.seats],
    }


@pytest.mark.needs("oracle:trf")
@given(report=reports())
def test_we_read_what_the_library_trf_writes(trf: Oracle, report: Report) -> None:
    text = trf.ask({"ask": "write", "text": write_report(_over(report))})
    assert isinstance(text, str)
    again, problems = read_report(text)
    assert not problems
    assert again.seats == _over(report).seats


def _over(report: Report) -> Report:
    """The report up to the round before the first with an open game, which that library does not write."""
    rounds = max((len(each.rounds) for each in report.seats), default=0)
    unfinished = [
        n
        for n in range(rounds)
        if any(
            n < len(each.rounds) and not getattr(each.rounds[n], "mark", "")
            for each in report.seats
        )
    ]
    end = min(unfinished, default=rounds)
    return replace(report, seats=tuple(replace(s, rounds=s.rounds[:end]) for s in report.seats))


def _of_trf(seat: Seat) -> list[Any]:
    return [
        seat.number,
        seat.name,
        seat.sex or " ",
        seat.title,
        seat.rating or 0,
        seat.federation,
        int(seat.fide_id) if seat.fide_id else None,
        float(seat.points),
        seat.rank,
        [
            [0 if each.opponent is None else each.opponent, each.colour, each.mark or " "]
            for each in _without_open_end(seat.rounds)
        ],
    ]


def _without_open_end(rounds: tuple[Meeting | None, ...]) -> list[Meeting]:
    """That library leaves out what is open at the end of a line."""
    found = [each for each in rounds if each is not None]
    while found and not found[-1].mark:
        found.pop()
    return found


@pytest.mark.needs("oracle:caissify-pairings")
@given(report=reports())
def test_the_library_caissify_reads_the_same(caissify: Oracle, report: Report) -> None:
    assert caissify.ask({"ask": "read", "text": write_report(report)}) == {
        "name": report.fact("012"),
        "rounds": 9,
        "players": [
            [
                each.number,
                each.name,
                each.rating or 0,
                float(each.points),
                [
                    [cell.opponent, None if cell.opponent is None else cell.colour, cell.mark]
                    for cell in each.rounds
                    if cell is not None
                ],
            ]
            for each in report.seats
        ],
    }


def test_names_that_are_too_long_are_cut() -> None:
    report, _ = read_report(TEXT)
    long = replace(report, seats=(replace(report.seats[0], name="x" * 50, rounds=()),))
    again, problems = read_report(write_report(long))
    assert not problems
    assert again.seats[0].name == "x" * 33
