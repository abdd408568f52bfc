"""Score sheets of every game."""

from random import Random

import pytest

from rules.game import Game
from rules.record import GameRecord
from rules.registry import GAMES
from rules.sheet import score_sheet
from rules.sheet_form import ARBITER, FORMS, Cell, Fact, Facts, Remark, Sheet
from rules.terms import LawId, RulesError, Side
from rules.time_control import read_time_control

WHITE, BLACK, RED = Side("white"), Side("black"), Side("red")
MINUTE = 60_000
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)


def record_of(
    game: Game,
    moves: list[str],
    *,
    clocks: list[int | None] | None = None,
    elapsed: list[int | None] | None = None,
    headers: dict[str, str] | None = None,
    result: str | None = None,
    start: str | None = None,
    set_ups: dict[int, str] | None = None,
) -> GameRecord:
    unknown: list[int | None] = [None] * len(moves)
    return GameRecord(
        game=game.name,
        moves=tuple(moves),
        clocks_ms=tuple(clocks or unknown),
        elapsed_ms=tuple(elapsed or unknown),
        headers=headers or {},
        result="*" if result is None else result,
        start=start,
        set_ups=set_ups or {},
    )


def random_record(game: Game, dice: Random, plies: int) -> GameRecord:
    position = game.start()
    moves: list[str] = []
    while len(moves) < plies and position.moves():
        move = dice.choice(position.moves())
        moves.append(move.text)
        position = position.play(move)
    times: list[int | None] = [dice.randrange(1, 9) * 1000 for _ in moves]
    return record_of(game, moves, elapsed=times, clocks=list(times))


def cells(sheet: Sheet) -> list[Cell]:
    return [cell for row in sheet.rows for cell in row.cells if cell is not None]


def texts(sheet: Sheet) -> list[tuple[int, list[str]]]:
    return [(row.number, [c.text if c else "" for c in row.cells]) for row in sheet.rows]


@pytest.mark.law("CH-11.1", "FIDE-8.1", "DR-10", "XQ-7.5")
@pytest.mark.parametrize(
    ("game", "moves", "columns", "rows"),
    [
        (
            "chess",
            ["e2e4", "e7e5", "g1f3"],
            ("No.", "White", "Black"),
            [(1, ["e4", "e5"]), (2, ["Nf3", ""])],
        ),
        (
            "draughts-100",
            ["32-28", "19-23", "28x19"],
            ("No.", "White", "Black"),
            [(1, ["32-28", "19-23"]), (2, ["28x19", ""])],
        ),
        (
            "draughts-russian",
            ["c3-d4", "d6-c5"],
            ("No.", "White", "Black"),
            [(1, ["c3-d4", "d6-c5"])],
        ),
        (
            "xiangqi",
            ["h2e2", "h9g7", "h0g2"],
            ("回合", "红方", "黑方"),
            [(1, ["炮二平五", "马８进７"]), (2, ["马二进三", ""])],
        ),
        (
            "go",
            ["d4", "q16", "pass"],
            ("No.", "Play"),
            [(1, ["D4"]), (2, ["Q16"]), (3, ["pass"])],
        ),
    ],
)
def test_each_game_has_its_own_form(
    game: str, moves: list[str], columns: tuple[str, ...], rows: list[tuple[int, list[str]]]
) -> None:
    sheet = score_sheet(record_of(GAMES[game], moves))
    assert sheet.columns == columns
    assert texts(sheet) == rows


@pytest.mark.law("DR-10")
def test_a_draughts_sheet_says_that_a_capture_has_several_ways() -> None:
    # The king on 7 goes round three men in either direction.
    game, start = GAMES["draughts-100"], "W:WK7:B11,18,27,39"
    written = [
        cells(score_sheet(record_of(game, [move.text], start=start)))[0].text
        for move in game.start(start).moves()
    ]
    assert sorted(written) == ["7x1", "7x12", "7x2", "7x7 a.l."]


@pytest.mark.law("CH-11.5", "CH-11.6", "CH-11.8", "FIDE-8.5", "FIDE-8.6")
@every_game
def test_every_move_is_there_once_in_its_order(game: Game) -> None:
    dice = Random(3)
    for plies in (0, 1, 2, 7, 20):
        record = random_record(game, dice, plies)
        sheet = score_sheet(record)
        found = cells(sheet)
        assert [cell.ply for cell in found] == list(range(1, len(record.moves) + 1))
        assert [row.number for row in sheet.rows] == list(range(1, len(sheet.rows) + 1))
        assert [cell.used_ms for cell in found] == list(record.elapsed_ms)
        width = len(FORMS[game.name].columns)
        assert len(sheet.rows) == -(-len(record.moves) // width)
        assert all(len(row.cells) == width for row in sheet.rows)
        for side in game.sides:
            own = [cell.used_ms or 0 for cell in found if cell.side == side]
            assert sheet.used_ms[side] == (sum(own) if own else None)


def test_black_to_move_leaves_the_first_place_empty() -> None:
    start = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 12"
    record = record_of(GAMES["chess"], ["e7e5", "g1f3"], start=start)
    sheet = score_sheet(record, Facts(first_number=12))
    assert texts(sheet) == [(12, ["", "e5"]), (13, ["Nf3", ""])]
    assert sheet.start == start
    assert (sheet.next_number(0), sheet.next_number(1)) == (14, 13)


def test_a_position_set_up_is_marked_and_named_as_missing() -> None:
    game = GAMES["chess"]
    after = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    record = record_of(game, ["e2e4", "g1f3"], set_ups={1: after})
    sheet = score_sheet(record)
    assert texts(sheet) == [(1, ["e4", ""]), (2, ["Nf3", ""])]
    assert [cell.set_up for cell in cells(sheet)] == [False, True]
    assert (
        "after ply 1 a position was set up; the moves that led to it are missing" in sheet.missing
    )
    begun = record_of(game, [], set_ups={0: after})
    assert not any("set up" in each for each in score_sheet(begun).missing)


def whole(game: Game, **more: object) -> tuple[GameRecord, Facts]:
    """A record and facts from which nothing is missing."""
    first, second = game.sides
    result = next(text for outcome, text in game.results.items() if outcome == "first-wins")
    record = random_record(game, Random(1), 6)
    record = record_of(
        game,
        list(record.moves),
        headers={first.capitalize(): "An", second.capitalize(): "Bo"},
        result=result,
    )
    return record, Facts(
        used_ms={first: 1, second: 2},
        confirmed={first: "An", second: "Bo", ARBITER: "Cy"},
    )


@pytest.mark.law("XQ-10.1")
@every_game
def test_a_whole_sheet_misses_nothing_and_each_lack_is_named(game: Game) -> None:
    record, facts = whole(game)
    assert score_sheet(record, facts).missing == ()
    assert score_sheet(record, facts).complete
    control = read_time_control("5:00")
    for who in (*game.sides, ARBITER):
        signed = {name: text for name, text in facts.confirmed.items() if name != who}
        sheet = score_sheet(record, Facts(used_ms=facts.used_ms, confirmed=signed))
        assert sheet.missing == (f"{who} has not confirmed the sheet",)
        assert [line.name is None for line in sheet.confirmations].count(True) == 1
    for side in game.sides:
        times = {other: ms for other, ms in facts.used_ms.items() if other != side}
        sheet = score_sheet(
            record, Facts(used_ms=times, confirmed=facts.confirmed, control=control)
        )
        assert sheet.missing == (f"the time that {side} used is missing",)
        untimed = score_sheet(record, Facts(used_ms=times, confirmed=facts.confirmed))
        assert untimed.complete is (game.name != "xiangqi")
        known = {n: v for n, v in record.headers.items() if n != side.capitalize()}
        nameless = record_of(game, list(record.moves), headers=known, result=record.result)
        assert score_sheet(nameless, facts).missing == (f"the name of {side} is missing",)
    open_game = "?" if game.name == "go" else "*"
    going_on = record_of(game, list(record.moves), headers=dict(record.headers), result=open_game)
    assert score_sheet(going_on, facts).missing == ("the game has no result",)


@pytest.mark.law("XQ-10.1")
def test_a_sheet_of_xiangqi_has_result_times_fouls_and_three_lines_to_sign() -> None:
    record, facts = whole(GAMES["xiangqi"])
    sheet = score_sheet(record, facts)
    assert sheet.result == "1-0"
    assert sheet.used_ms == {RED: 1, BLACK: 2}
    assert [(c.side, c.kind, c.count) for c in sheet.counts if c.kind == "foul"] == [
        (RED, "foul", 0),
        (BLACK, "foul", 0),
    ]
    assert [(line.who, line.name) for line in sheet.confirmations] == [
        ("red", "An"),
        ("black", "Bo"),
        ("arbiter", "Cy"),
    ]


@pytest.mark.parametrize(
    ("game", "book", "kind", "law", "cost"),
    [
        pytest.param(
            "xiangqi", "xiangqi-cxa", "foul", "XQ-9.2", 0, marks=pytest.mark.law("XQ-9.2")
        ),
        pytest.param(
            "go", "go-china", "warning", "GO-25.warn", 0, marks=pytest.mark.law("GO-25.warn")
        ),
        pytest.param(
            "go",
            "go-china-club",
            "warning",
            "GO-24.warn",
            1,
            marks=pytest.mark.law("GO-24.warn"),
        ),
        pytest.param(
            "draughts-100",
            "draughts-100",
            "severe-warning",
            "DR-14",
            0,
            marks=pytest.mark.law("DR-14"),
        ),
    ],
)
def test_penalties_are_written_down_and_counted(
    game: str, book: str, kind: str, law: str, cost: int
) -> None:
    first, second = GAMES[game].sides
    record = random_record(GAMES[game], Random(2), 8)
    for count in range(4):
        remarks = tuple(
            Remark(ply=n, fact=Fact.PENALTY, text="why", side=first, penalty=kind)
            for n in range(count)
        )
        aside = Remark(ply=0, fact=Fact.IRREGULARITY, text="no penalty", side=first)
        sheet = score_sheet(record, Facts(rulebook=book, remarks=(*remarks, aside)))
        found = {(c.side, c.kind): c for c in sheet.counts}
        own = found[first, kind]
        assert (own.law, own.count, own.costs) == (law, count, count * cost)
        assert own.loses is (count >= (3 if kind == "foul" else 2))
        assert found[second, kind].count == 0
        assert set(sheet.remarks) == {*remarks, aside}


@pytest.mark.law("CH-11.1", "FIDE-8.1", "FIDE-8.2")
def test_offers_have_their_sign_and_remarks_their_numbers() -> None:
    remarks = (
        Remark(ply=3, fact=Fact.CLAIM, text="third time", side=WHITE, law=LawId("FIDE-9.2")),
        Remark(ply=2, fact=Fact.DRAW_OFFER, text="offered", side=BLACK),
        Remark(ply=0, fact=Fact.NOTE, text="began late"),
    )
    moves = ["e2e4", "e7e5", "g1f3"]
    sheet = score_sheet(record_of(GAMES["chess"], moves), Facts(remarks=remarks))
    assert [remark.text for remark in sheet.remarks] == ["began late", "offered", "third time"]
    assert [cell.signs for cell in cells(sheet)] == [(), ("(=)", "2"), ("3",)]


@pytest.mark.law("DR-4", "CH-11.1", "FIDE-8.1", "XQ-7.1")
@every_game
def test_copies(game: Game) -> None:
    for book in game.rulebooks:
        copies = score_sheet(record_of(game, []), Facts(rulebook=book)).copies
        kept = [(copy.keeper, copy.goes_to) for copy in copies]
        if game.name == "go":
            assert kept == [(None, "event")]
        elif game.name.startswith("draughts"):
            assert kept == [(s, to) for s in game.sides for to in ("event", "player")]
            assert {copy.law for copy in copies} == {"DR-4"}
        else:
            assert kept == [(side, "event") for side in game.sides]


def penalty(side: Side | None, kind: str) -> Remark:
    return Remark(ply=0, fact=Fact.PENALTY, text="", side=side, penalty=kind)


@every_game
def test_facts_that_cannot_be_are_refused(game: Game) -> None:
    record = random_record(game, Random(4), 2)
    first = game.sides[0]
    green = Side("green")
    wrong = {
        "ply 3, and": Facts(remarks=(Remark(ply=3, fact=Fact.NOTE, text=""),)),
        "ply -1, and": Facts(remarks=(Remark(ply=-1, fact=Fact.NOTE, text=""),)),
        '"green" is not a side': Facts(
            remarks=(Remark(ply=0, fact=Fact.CLAIM, text="", side=green),)
        ),
        "not a side": Facts(players={green: "An"}),
        "not a side of": Facts(used_ms={green: 1}),
        "less than nothing": Facts(used_ms={first: -1}),
        "does not confirm": Facts(confirmed={"cat": "Mia"}),
        "not a rulebook": Facts(rulebook="chess-960"),
        "moves count from 1": Facts(first_number=0),
        '"spell" is not counted by': Facts(remarks=(penalty(first, "spell"),)),
        "is nobody's": Facts(remarks=(penalty(None, ""),)),
    }
    for reason, facts in wrong.items():
        with pytest.raises(RulesError, match=reason):
            score_sheet(record, facts)
    with pytest.raises(RulesError, match="not a legal move"):
        score_sheet(record_of(game, ["e9e1"]))
    with pytest.raises(RulesError, match="not a result"):
        score_sheet(record_of(game, [], result="won"))


@pytest.mark.law("CH-11.2", "FIDE-8.4", "XQ-7.2", "DR-10")
@every_game
def test_the_sheet_marks_moves_made_in_time_trouble(game: Game) -> None:
    moves = list(random_record(game, Random(5), 4).moves)
    clocks: list[int | None] = [9 * MINUTE, 9 * MINUTE, 2 * MINUTE, 9 * MINUTE]
    record = record_of(game, moves, clocks=clocks)
    sheet = score_sheet(record, Facts(control=read_time_control("10:00")))
    first = game.sides[0]
    free = [] if game.name == "go" else [3, 4]
    assert [cell.ply for cell in cells(sheet) if first in cell.excused] == free
    assert [cell.ply for cell in cells(sheet) if cell.in_time_trouble] == free[:1]
    for copy in sheet.copies:
        assert list(copy.excused) == (free if copy.keeper == first else [])
    unknown = score_sheet(record)
    assert not any(cell.excused for cell in cells(unknown)), "nobody knows the time control"


def test_a_sheet_of_go_has_what_the_game_was_made_with() -> None:
    record = GameRecord(game="go", options={"size": 9, "komi": 5.5}, result="?")
    assert score_sheet(record).options == {"size": 9, "komi": 5.5, "handicap": []}
    assert score_sheet(GameRecord()).options == {}
