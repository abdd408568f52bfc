"""Standings and tie-breaks, beside a slow count that works in another way."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.registry import GAMES
from rules.rulebook import Outcome
from rules.standings import (
    MATCH_POINTS,
    POINTS,
    ROUND_ROBIN,
    SWISS,
    TEAMS,
    Entrant,
    Line,
    Match,
    Pairing,
    TieBreak,
    Value,
    points_text,
    standings,
    team_standings,
)
from rules.terms import RulesError

HALF = Fraction(1, 2)
ENDED = (Outcome.FIRST_WINS, Outcome.DRAW, Outcome.SECOND_WINS, Outcome.BOTH_LOSE)
TURNED = {
    Outcome.FIRST_WINS: Outcome.SECOND_WINS,
    Outcome.SECOND_WINS: Outcome.FIRST_WINS,
}
FOR_PLAYERS = [each for each in TieBreak if not each.value.startswith("board")]
NAMES = "abcdefg"


def games(text: str) -> list[Pairing]:
    """Games as "1 a-b 1" (round, players, 1 0 = for a win, a loss or a draw of the first)."""
    outcomes = {"1": Outcome.FIRST_WINS, "0": Outcome.SECOND_WINS, "=": Outcome.DRAW}
    found = []
    for part in text.split(","):
        number, pair, result = part.split()
        first, second = pair.split("-")
        found.append(
            Pairing(round=int(number), first=first, second=second, outcome=outcomes[result])
        )
    return found


def places(lines: Sequence[Line]) -> str:
    return ", ".join(f"{line.place} {line.name} {points_text(line.points)}" for line in lines)


def shown(line: Line, *order: TieBreak) -> str:
    return " ".join("+".join(map(points_text, line.values[each])) for each in order)


@pytest.mark.law("CH-17", "DR-12.6")
@pytest.mark.parametrize("game", GAMES)
def test_points_of_a_win_and_a_draw(game: str) -> None:
    points = POINTS[game]
    win = Fraction(2) if game.startswith("draughts") or game == "xiangqi" else Fraction(1)
    assert points == {
        Outcome.FIRST_WINS: (win, 0),
        Outcome.DRAW: (win / 2, win / 2),
        Outcome.SECOND_WINS: (0, win),
        Outcome.BOTH_LOSE: (0, 0),
    }


@pytest.mark.law("DR-19")
def test_a_round_robin_by_hand() -> None:
    # a: =, 1, 0: b: =, =, =: c: 0, =, 1: d: 1, =, 0, all with three points of draughts. a, c and d have
    # one win each; a beat c, c beat d, d beat a, so that the direct encounter tells nothing.
    event = games("1 a-b =,1 c-d 1,2 a-c 1,2 b-d =,3 d-a 1,3 b-c =")
    table = standings(map(entrant, "abcd"), event, POINTS["draughts-100"], ROUND_ROBIN)
    assert places(table) == "1 a 3, 1 c 3, 1 d 3, 4 b 3"
    assert [shown(line, *ROUND_ROBIN) for line in table] == ["1 2", "1 2", "1 2", "0 0"]


@pytest.mark.law("DR-19")
def test_the_direct_encounter_counts_among_those_who_are_level() -> None:
    event = games("1 a-b 0,1 c-d =,2 a-c 1,2 b-d 0,3 a-d =,3 b-c =")
    table = standings(map(entrant, "abcd"), event, POINTS["chess"], ROUND_ROBIN)
    # a and b have one win and one draw each, and b beat a.
    assert places(table) == "1 d 2, 2 b 1½, 3 a 1½, 4 c 1"
    assert [shown(line, TieBreak.DIRECT) for line in table] == ["0", "1", "0", "0"]


@pytest.mark.law("DR-19")
def test_a_swiss_event_by_hand() -> None:
    event = games("1 a-d 1,1 b-e 1,1 c-f 1,2 a-b 1,2 c-d 0,2 e-f 1,3 a-c 1,3 b-d 1")
    players = [
        Entrant(name=name, rating=rating)
        for name, rating in zip("abcdef", (2400, 2300, None, 2100, 2000, 1900), strict=True)
    ]
    table = standings(players, event, POINTS["chess"], SWISS)
    # a beat d, b, c; b beat e, d and lost to a; c beat f and lost to d, a; d beat c and lost to a, b;
    # e beat f and lost to b; f lost to c and e. Points: a 3, b 2, c 1, d 1, e 1, f 0.
    assert places(table) == "1 a 3, 2 b 2, 3 d 1, 4 c 1, 5 e 1, 6 f 0"
    assert {line.name: shown(line, *SWISS) for line in table} == {
        "a": "2200 4 1 3+2",  # b 2300, d 2100, c unknown; points 1, 1, 2
        "b": "2166.67 5 1 4+3",  # e 2000, a 2400, d 2100; points 1, 1, 3
        "d": "2350 6 2 5+3",  # a 2400, b 2300, c unknown; points 1, 2, 3
        "c": "2133.33 4 1 4+3",  # f 1900, d 2100, a 2400; points 0, 1, 3
        "e": "2100 2 0 2",  # b 2300, f 1900; points 0, 2
        "f": "2000 2 0 1",  # c unknown, e 2000; points 1, 1
    }


@pytest.mark.law("DR-19")
def test_truncation_goes_on_until_it_tells() -> None:
    # a beat p 0, q 1, r 1; b beat s 0, t 0, u 2: 2 and 2 without the worst, 1 and 2 without the two worst.
    event = games("1 a-p 1,2 a-q 1,3 a-r 1,1 b-s 1,2 b-t 1,3 b-u 1,1 q-x 1,2 r-x 1,1 u-y 1,2 u-y 1")
    order = (TieBreak.OPPONENTS, TieBreak.TRUNCATED)
    table = standings(map(entrant, "abpqrstuxy"), event, POINTS["chess"], order)
    assert places(table[:2]) == "1 b 3, 2 a 3"
    assert [shown(line, *order) for line in table[:2]] == ["2 2+2", "2 2+1"]


@pytest.mark.law("DR-19")
def test_teams_by_hand() -> None:
    win, draw, loss = Outcome.FIRST_WINS, Outcome.DRAW, Outcome.SECOND_WINS
    matches = [
        Match(round=1, first="x", second="y", boards=(win, loss)),  # 2-2, a drawn match
        Match(round=2, first="x", second="z", boards=(draw, win)),  # 3-1
        Match(round=3, first="z", second="y", boards=(loss, draw)),  # 1-3
    ]
    table = team_standings(map(entrant, "xyz"), matches, POINTS["draughts-100"])
    # x and y: three match points, five board points, one point against each other. On the first board x
    # made 2 and 1, y made 0 and 2.
    assert places(table) == "1 x 3, 2 y 3, 3 z 0"
    assert [shown(line, *TEAMS) for line in table] == ["5 1 3+2", "5 1 2+3", "2 0 1+1"]


@pytest.mark.law("DR-19")
def test_the_tie_breaks_of_the_law_in_their_order() -> None:
    assert [each.value for each in ROUND_ROBIN] == ["wins", "direct"]
    assert [each.value for each in SWISS] == ["rating-average", "opponents", "median", "truncated"]
    assert [each.value for each in TEAMS] == ["board-points", "direct", "board-order"]
    assert [points_text(each) for each in MATCH_POINTS[Outcome.FIRST_WINS]] == ["2", "0"]


def test_games_that_were_not_played_give_points_and_nothing_else() -> None:
    won = Pairing(round=1, first="a", second="b", outcome=Outcome.FIRST_WINS, played=False)
    alone = Pairing(round=1, first="c", second=None, outcome=Outcome.FIRST_WINS)
    open_game = Pairing(round=2, first="a", second="c", outcome=Outcome.OPEN)
    void = Pairing(round=3, first="a", second="c", outcome=Outcome.VOID)
    table = standings(
        map(entrant, "abc"), [won, alone, open_game, void], POINTS["chess"], FOR_PLAYERS
    )
    assert places(table) == "1 a 1, 1 c 1, 3 b 0"
    assert [line.games for line in table] == [1, 1, 1]
    assert all(not any(value) for line in table for value in line.values.values())
    pending = Match(round=1, first="a", second="b", boards=(Outcome.FIRST_WINS, Outcome.OPEN))
    teams = team_standings(map(entrant, "ab"), [pending], POINTS["chess"])
    assert [(line.place, line.games) for line in teams] == [(1, 0), (1, 0)]
    nobody = Match(round=1, first="a", second="b", boards=(Outcome.BOTH_LOSE,))
    teams = team_standings(map(entrant, "ab"), [nobody], POINTS["chess"])
    assert places(teams) == "1 a 0, 1 b 0"


def test_events_that_cannot_be_are_refused_with_every_reason() -> None:
    event = [*games("1 a-b 1,1 a-c 1,2 b-b ="), *games("0 a-b 1")]
    with pytest.raises(RulesError) as caught:
        standings(map(entrant, "aab"), event, POINTS["chess"], TEAMS)
    assert str(caught.value) == (
        "this event cannot be: board-points tells teams apart, not players;"
        ' board-order tells teams apart, not players; "a" is there 2 times;'
        ' "c" is not in this event; "b" plays against itself in round 2;'
        ' rounds count from 1, so there is no round 0; "a" is paired 2 times in round 1'
    )
    with pytest.raises(RulesError, match="has no boards"):
        team_standings(
            map(entrant, "ab"), [Match(round=1, first="a", second="b", boards=())], POINTS["go"]
        )
    bye = Pairing(round=1, first="a", second=None, outcome=Outcome.FIRST_WINS)
    with pytest.raises(RulesError, match="is paired 2 times in round 1"):
        standings([entrant("a")], [bye, bye], POINTS["go"])


@pytest.mark.parametrize(
    ("points", "text"),
    [(0, "0"), (HALF, "½"), (1, "1"), (5 * HALF, "2½"), (Fraction(13, 3), "4.33")],
)
def test_points_as_text(points: Fraction, text: str) -> None:
    assert points_text(Fraction(points)) == text


# Beside a slow count


def entrant(name: str) -> Entrant:
    return Entrant(name=name)


@st.composite
def events(draw: st.DrawFn) -> tuple[list[Entrant], list[Pairing]]:
    """Some players and rounds, with games that are open, forfeited or without an opponent."""
    names = list(NAMES[: draw(st.integers(1, 7))])
    ratings = st.one_of(st.none(), st.integers(1000, 2800))
    players = [Entrant(name=name, rating=draw(ratings)) for name in names]
    event = []
    for number in range(1, draw(st.integers(0, 6)) + 1):
        order = draw(st.permutations(names))
        seats: list[str | None] = [*order, None]
        for first, second in zip(seats[::2], seats[1::2], strict=False):
            assert first is not None
            outcome = draw(st.sampled_from([*ENDED, Outcome.OPEN]))
            event.append(
                Pairing(
                    round=number,
                    first=first,
                    second=second,
                    outcome=outcome,
                    played=draw(st.integers(0, 4)) > 0,
                )
            )
    return players, event


def slow_points(event: list[Pairing], name: str, win: int) -> Fraction:
    total = Fraction()
    for each in event:
        if each.outcome is Outcome.DRAW and name in {each.first, each.second}:
            total += Fraction(win, 2)
        won = {Outcome.FIRST_WINS: each.first, Outcome.SECOND_WINS: each.second}
        if won.get(each.outcome) == name:
            total += win
    return total


def slow_value(
    tie_break: TieBreak,
    players: list[Entrant],
    event: list[Pairing],
    name: str,
    level: set[str],
    *,
    win: int,
) -> Value:
    played = [
        each
        for each in event
        if each.played and each.second is not None and each.outcome is not Outcome.OPEN
    ]
    own = [each for each in played if name in {each.first, each.second}]
    others = [each.second if each.first == name else each.first for each in own]
    scores = [slow_points(event, other or "", win) for other in others]
    if tie_break is TieBreak.WINS:
        return (Fraction(sum(slow_points([each], name, 1) == 1 for each in own)),)
    if tie_break is TieBreak.DIRECT:
        inside = [e for e in own if {e.first, e.second} <= level]
        return (slow_points(inside, name, win),)
    if tie_break is TieBreak.RATING_AVERAGE:
        ratings = {each.name: each.rating for each in players}
        known = [rating for other in others if (rating := ratings[other or ""]) is not None]
        return (Fraction(sum(known), max(len(known), 1)),)
    if tie_break is TieBreak.TRUNCATED:
        kept = []
        while scores:
            scores.remove(min(scores))
            kept.append(sum(scores, Fraction()))
        shortest = max((n for n, each in enumerate(kept, 1) if each), default=1)
        return tuple(kept[:shortest]) or (Fraction(),)
    if scores and tie_break is TieBreak.MEDIAN:
        scores.remove(min(scores))
    if scores and tie_break is TieBreak.MEDIAN:
        scores.remove(max(scores))
    return (sum(scores, Fraction()),)


@pytest.mark.law("DR-19")
@given(events(), st.permutations(FOR_PLAYERS), st.sampled_from(["chess", "draughts-100"]))
def test_the_table_is_that_of_the_slow_count(
    event: tuple[list[Entrant], list[Pairing]], order: list[TieBreak], game: str
) -> None:
    players, pairings = event
    win = 1 if game == "chess" else 2
    keys: dict[str, list[Value]] = {
        each.name: [(slow_points(pairings, each.name, win),)] for each in players
    }
    for tie_break in order:
        before = {name: list(key) for name, key in keys.items()}
        for name, key in keys.items():
            level = {other for other in before if before[other] == before[name]}
            key.append(slow_value(tie_break, players, pairings, name, level, win=win))
    table = standings(players, pairings, POINTS[game], order)
    for line in table:
        better = sum(key > keys[line.name] for key in keys.values())
        assert line.place == better + 1
        assert [(line.points,), *(line.values[each] for each in order)] == keys[line.name]
    assert [(line.place, line.name) for line in table] == sorted((t.place, t.name) for t in table)


@pytest.mark.law("DR-19")
@given(events(), st.randoms(use_true_random=False))
def test_the_order_in_which_games_and_players_are_given_does_not_matter(
    event: tuple[list[Entrant], list[Pairing]], dice: Random
) -> None:
    players, pairings = event
    for order in (ROUND_ROBIN, SWISS):
        table = standings(players, pairings, POINTS["chess"], order)
        mixed = [
            replace(
                each,
                first=each.second,
                second=each.first,
                outcome=TURNED.get(each.outcome, each.outcome),
            )
            if each.second is not None and dice.random() < 0.5
            else each
            for each in pairings
        ]
        again = standings(
            dice.sample(players, len(players)),
            dice.sample(mixed, len(mixed)),
            POINTS["chess"],
            order,
        )
        assert again == table


@st.composite
def team_events(draw: st.DrawFn) -> tuple[list[str], list[Match]]:
    names = list(NAMES[: draw(st.integers(2, 6))])
    boards = draw(st.integers(1, 4))
    matches = []
    for number in range(1, draw(st.integers(0, 4)) + 1):
        order = draw(st.permutations(names))
        matches += [
            Match(
                round=number,
                first=first,
                second=second,
                boards=tuple(draw(st.sampled_from(ENDED)) for _ in range(boards)),
            )
            for first, second in zip(order[::2], order[1::2], strict=False)
        ]
    return names, matches


@pytest.mark.law("DR-19")
@given(team_events(), st.randoms(use_true_random=False))
def test_teams_beside_sums_and_in_any_order(
    event: tuple[list[str], list[Match]], dice: Random
) -> None:
    names, matches = event
    table = team_standings(map(entrant, names), matches, POINTS["draughts-100"])
    for line in table:
        boards: list[Fraction] = []
        total = Fraction()
        for match in matches:
            own = [POINTS["draughts-100"][each] for each in match.boards]
            if line.name in {match.first, match.second}:
                n = line.name == match.second
                mine = [each[n] for each in own]
                theirs = [each[not n] for each in own]
                boards = [
                    a + b for a, b in zip(boards or [Fraction()] * len(mine), mine, strict=True)
                ]
                total += 2 * (sum(mine) > sum(theirs)) + (sum(mine) == sum(theirs) != 0)
        assert line.points == total
        assert line.values[TieBreak.BOARD_POINTS] == (sum(boards),)
        assert line.values[TieBreak.BOARD_ORDER] == tuple(boards)
        keys = (line.points, *(line.values[each] for each in TEAMS))
        better = [t for t in table if (t.points, *(t.values[e] for e in TEAMS)) > keys]
        assert line.place == len(better) + 1
    mixed = [
        replace(
            match,
            first=match.second,
            second=match.first,
            boards=tuple(TURNED.get(each, each) for each in match.boards),
        )
        if dice.random() < 0.5
        else match
        for match in dice.sample(matches, len(matches))
    ]
    again = team_standings(
        map(entrant, dice.sample(names, len(names))), mixed, POINTS["draughts-100"]
    )
    assert again == table
