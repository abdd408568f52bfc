"""Records of Go in SGF."""

import string
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.go import GO, handicap_points
from rules.go.game import game_of, sgf_point
from rules.go.sgf import read_sgf, write_sgf
from rules.record import GameRecord
from rules.terms import RulesError
from tests.oracles.client import Oracle
from tests.rules.go_boards import random_line

GAMES = Path(__file__).parents[1] / "data" / "games"
ALPHAGO = (GAMES / "go-2016-03-10-lee-alphago.sgf").read_text(encoding="utf-8")
HANDICAP = (GAMES / "go-9handicap.sgf").read_text(encoding="utf-8")
RESULTS = ("B+R", "W+7.5", "B+T", "W+F", "B+", "0", "0-0", "Void", "?")

times = st.none() | st.integers(0, 20 * 3_600_000)
printable = st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]) | st.sampled_from(
    " ]\\[:;)("
)
values = st.text(printable, max_size=20)
comments = st.text(printable | st.just("\n"), min_size=1, max_size=30)
names = st.sampled_from(
    ["Black", "White", "Event", "Site", "Date", "Round", "BR", "WR", "RU", "GN", "TM", "OT"]
) | st.text(string.ascii_letters, min_size=3, max_size=12).filter(
    lambda name: name != "TimeControl"
)


@st.composite
def records(draw: st.DrawFn) -> GameRecord:
    size = draw(st.sampled_from([5, 9, 19, 25]))
    options: dict[str, object] = {"size": size}
    if draw(st.booleans()):
        options["komi"] = draw(st.integers(-20, 20)) / 2
    if size == 19 and draw(st.booleans()):
        points = handicap_points(19, draw(st.integers(2, 9)))
        options["handicap"] = sorted(points, key=GO.board.point)
    if draw(st.booleans()):
        options["superko"] = draw(st.sampled_from(["positional", "situational"]))
    game = game_of(options)
    position = game.start()
    start: str | None = None
    if "handicap" not in options and draw(st.booleans()):
        position = game.start(random_line(game, draw(st.integers(0, 999)), 20)[-1].text)
        start = None if position == game.start() else position.text
    moves: list[str] = []
    set_ups: dict[int, str] = {}
    for choice in draw(st.lists(st.integers(0, 700), max_size=30)):
        if choice < 20:
            set_up = random_line(game, choice, 20)[-1]
            set_ups[len(moves)] = set_up.text
            position = game.start(set_up.text)
        legal = position.moves()
        moves.append(legal[choice % len(legal)].text)
        position = position.play(legal[choice % len(legal)])
    n = len(moves)
    return GameRecord(
        game="go",
        headers=draw(st.dictionaries(names, values, max_size=6)),
        options=options,
        start=start,
        moves=tuple(moves),
        clocks_ms=tuple(draw(st.lists(times, min_size=n, max_size=n))),
        elapsed_ms=tuple(draw(st.lists(times, min_size=n, max_size=n))),
        set_ups=set_ups,
        notes=draw(st.dictionaries(st.integers(0, n), comments, max_size=4)),
        result=draw(st.sampled_from(RESULTS)),
    )


@settings(max_examples=60, deadline=None)
@given(records())
def test_what_is_written_is_read_back(record: GameRecord) -> None:
    text = write_sgf(record)
    assert read_sgf(text) == [record]
    assert read_sgf(text + "\n" + text) == [record, record]
    assert text.startswith("(;FF[4]GM[1]CA[UTF-8]AP[Touchmove]")
    assert text.endswith(")\n")


def one(text: str, *, lenient: bool = False) -> GameRecord:
    (record,) = read_sgf(text, lenient=lenient)
    return record


def test_a_real_game_with_a_tree_of_variations() -> None:
    record = one(ALPHAGO)
    assert len(record.moves) == 211
    assert (record.moves[0], record.moves[36], record.result) == ("q16", "p10", "B+R")
    assert record.headers["Black"] == "AlphaGo"
    assert record.headers["White"] == "Yi Se-tol"
    assert record.headers["Event"] == "Human vs Computer $1m 5-game Match"
    assert record.headers["BR"] == record.headers["WR"] == "9d"
    assert record.options == {"size": 19, "komi": 6.5}
    assert record.notes[1] == "0.493\n7544"
    assert one(write_sgf(record)) == record


def test_nine_handicap_stones() -> None:
    record = one(HANDICAP)
    assert set(handicap_points(19, 9)) == set(record.options["handicap"])  # type: ignore[call-overload]
    assert (record.start, record.moves, record.result) == (None, ("r14", "o16"), "?")
    assert one(write_sgf(record)) == record


@pytest.mark.parametrize("name", ["go-2016-03-10-lee-alphago.sgf", "go-9handicap.sgf"])
@pytest.mark.needs("oracle:sgfmill")
def test_sgfmill_reads_what_is_written(name: str) -> None:
    record = one((GAMES / name).read_text(encoding="utf-8"))
    with Oracle("sgfmill", "sgfmill_server") as oracle:
        read: Any = oracle.ask({"ask": "sgf", "text": write_sgf(record)})
    assert_read_alike(record, read)


@pytest.mark.needs("oracle:sgfmill")
def test_sgfmill_reads_random_records() -> None:
    written = []
    for seed in range(40):
        game = game_of({"size": (9, 13, 19, 25)[seed % 4], "komi": seed / 2})
        line = random_line(game, seed, 60)
        start = line[10 * (seed % 3)]
        moves: list[str] = []
        position = start
        for after in line[line.index(start) + 1 :]:
            moves.append(next(m.text for m in position.moves() if position.play(m) == after))
            position = after
        written.append(
            GameRecord(
                game="go",
                headers={"Black": "A [1] \\ :", "White": "乙"},
                options=game.options
                if not start.occupied
                else {"size": start.size, "komi": seed / 2},
                start=start.text if start.occupied else None,
                moves=(*moves, "pass"),
                clocks_ms=(None,) * (len(moves) + 1),
                elapsed_ms=(1500,) * (len(moves) + 1),
                notes={0: "first", len(moves): "a ] and a \\ and\na line"},
                result=RESULTS[seed % len(RESULTS)],
            )
        )
    with Oracle("sgfmill", "sgfmill_server") as oracle:
        answers: list[Any] = oracle.ask_all(
            [{"ask": "sgf", "text": write_sgf(record)} for record in written]
        )
    for record, answer in zip(written, answers, strict=True):
        assert_read_alike(record, answer)


def assert_read_alike(record: GameRecord, read: dict[str, Any]) -> None:
    game = game_of(record.options)
    start = game.start(record.start)
    men = {p: start.piece_at(p) for p in range(len(game.points))}
    set_up = sorted(
        [man.letter, *divmod(p, game.columns)] for p, man in men.items() if man is not None
    )
    plays = []
    position = start
    for text in record.moves:
        move = position.by_text(text)
        assert move is not None
        point = None if move.target is None else list(divmod(move.target, game.columns))
        plays.append([move.side[0], point])
        position = position.play(move)
    assert read["size"] == game.columns
    assert read["komi"] == game.komi
    assert read["setup"] == set_up
    assert read["plays"] == plays
    assert read["result"] == record.result
    assert read["names"] == [record.headers.get("Black"), record.headers.get("White")]
    assert {n: text for n, text in enumerate(read["comments"]) if text} == dict(record.notes)


def test_points_are_counted_from_the_upper_left_corner() -> None:
    assert sgf_point(GO.board, GO.index["a19"]) == "aa"
    assert sgf_point(GO.board, GO.index["q16"]) == "pd"
    assert one("(;GM[1]SZ[9];B[aa];W[ii];B[ia])").moves == ("a9", "j1", "j9")


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("(;B[];W[tt];B[aa])", ("pass", "pass", "a19")),
        ("(;SZ[25];B[tt];W[yy])", ("u6", "z1")),
        ("(;;B[aa]C[a;b(c)])", ("a19",)),
        ("(;B[aa](;W[bb];B[cc])(;W[dd](;B[ee])))", ("a19", "b18", "c17")),
        ("(;B[aa](;W[bb](;B[cc])(;B[dd]))(;W[dd]))", ("a19", "b18", "c17")),
        ("( ;\r\n B\n[aa] ; White[bb])", ("a19", "b18")),
        ("(;FF[1]GaMe[1]B[aa])", ("a19",)),
    ],
)
def test_ways_of_writing_moves(text: str, moves: tuple[str, ...]) -> None:
    assert one(text).moves == moves


def test_texts_are_unescaped() -> None:
    record = one("(;PB[a\\]b\\\\c\\:d\te]GN[two\nlines]C[so\\\nft\nhard\\];x];B[aa]C[\\)])")
    assert record.headers == {"Black": "a]b\\c:d e", "GN": "two lines"}
    assert record.notes == {0: "soft\nhard];x", 1: ")"}


def test_clocks_and_results() -> None:
    record = one("(;RE[W+Resign];B[aa]BL[59.5]WL[3];W[bb]WL[60];B[]BL[0.001])")
    assert record.clocks_ms == (59_500, 60_000, 1)
    assert record.result == "W+R"
    assert [one(f"(;RE[{text}])").result for text in ("Jigo", "Draw", "Void", "B+0.5", "")] == [
        "0", "0", "Void", "B+0.5", "?",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("control", "written"),
    [
        ("60:00", "TM[3600]"),
        ("3600", "TM[3600]"),
        ("60:00,3x0:30", "TM[3600]OT[3x30 byo-yomi]"),
        ("60:00,25/10:00*", "TM[3600]OT[25/600 Canadian]"),
        ("5:00+0:10", "TM[300]OT[10 fischer]"),
        ("~1:00", "TM[60]OT[~1:00]"),
        ("40/90:00,10/15:00*", "TM[5400]OT[40/90:00,10/15:00*]"),
        ("40/5400:10/900", "TM[5400]OT[40/90:00,10/15:00*]"),
        ("90:00d0:05", "TM[5400]OT[90:00d0:05]"),
        ("0:00,5x1:00", "TM[0]OT[5x60 byo-yomi]"),
        ("by agreement", ""),
    ],
)
def test_time_controls_are_written_twice_and_read_once(control: str, written: str) -> None:
    record = GameRecord(
        game="go", headers={"TimeControl": control}, options={"size": 9}, result="?"
    )
    text = write_sgf(record)
    assert written in text
    assert ("TM[" in text) is bool(written)
    assert one(text) == record


@pytest.mark.law("GO-19", "GO-20.ko")
def test_a_turn_that_was_lost_is_a_pass_with_a_note() -> None:
    record = GameRecord(
        game="go",
        options={"size": 9},
        moves=("a1", "pass", "a2"),
        clocks_ms=(None,) * 3,
        elapsed_ms=(None,) * 3,
        notes={2: "The turn was lost (GO-19)."},
        result="?",
    )
    text = write_sgf(record)
    assert ";W[]C[The turn was lost (GO-19).];" in text
    assert one(text) == record


KO = "(;SZ[5]AB[ba][ab][bc]AW[ca][bb][db][cc]PL[B];B[cb]"


@pytest.mark.law("GO-20.ko")
def test_a_move_that_ko_forces_is_a_set_up() -> None:
    with pytest.raises(RulesError, match=r"move 2, white b4, .* it retakes the ko at once \(GO-20"):
        read_sgf(f"{KO};W[bb])")
    record = one(f"{KO};KO[]W[bb];B[aa])")
    assert record.moves == ("c4", "a5")
    assert list(record.set_ups) == [1]
    assert record.forced == {1: ("b4",)}
    assert ";KO[]W[bb];B[aa]" in write_sgf(record)
    after = game_of(record.options).start(record.set_ups[1])
    assert after.board.named(after.white) == ["c3", "b4", "d4", "c5"]
    assert one(write_sgf(record)) == record


FORCED = {
    "alone": (f"{KO};KO[]W[bb])", {1: ("b4",)}, {}),
    "the whole game": ("(;SZ[5]AB[ba][ab];KO[]W[aa])", {0: ("a5",)}, {}),
    "one after the other": ("(;SZ[5]AB[ba][ab]PL[W];KO[]W[aa];KO[]B[aa])", {0: ("a5",)}, {1: "a5"}),
    "two suicides": (
        "(;SZ[5]AB[ba][ab]AW[ed][de]PL[W];KO[]W[aa];KO[]B[ee])", {0: ("a5", "e1")}, {}
    ),
    "legal after all": ("(;SZ[5];B[aa];KO[]W[bb])", {}, {}),
}  # fmt: skip


@pytest.mark.law("GO-19", "GO-20.ko")
@pytest.mark.parametrize("name", FORCED)
def test_forced_plays_are_written_as_they_were_read(name: str) -> None:
    text, forced, legal = FORCED[name]
    record = one(text)
    assert record.forced == forced
    assert {ply: record.moves[ply - 1] for ply in legal} == legal
    assert one(write_sgf(record)) == record
    assert write_sgf(record).count("KO[]") == sum(map(len, forced.values()))


@pytest.mark.law("GO-20.ko")
@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("(;SZ[5]AB[ba][ab];AB[ee]PL[W];KO[]W[aa])", "a5"),
        ("(;SZ[5]AB[ba][ab]PL[W];KO[]W[aa];AB[ee])", "a5"),
        ("(;SZ[5]AB[ba][ab]PL[W];KO[]W[aa];W[ee])", "a5"),
        (f"{KO};KO[]W[bb];AE[aa]AB[ee])", "b4"),
    ],
)
def test_a_forced_play_beside_another_set_up_is_named_in_a_note(text: str, name: str) -> None:
    record = one(text)
    assert record.forced == {}
    assert list(record.notes.values()) == [f"Played although it is not legal: {name}."]
    assert one(write_sgf(record)) == record


def test_forced_plays_must_lead_to_the_position() -> None:
    record = one(f"{KO};KO[]W[bb];B[aa])")
    with pytest.raises(RulesError, match="do not lead to what is set up"):
        write_sgf(replace(record, forced={1: ("a5",)}, set_ups={1: record.set_ups[1]}))
    for text in ("c5", "e1", "z9"):  # occupied, allowed, not on the board
        with pytest.raises(RulesError, match="is not a play that the laws forbid"):
            write_sgf(replace(record, forced={1: (text,)}))
    with pytest.raises(ValueError, match="needs the position after them"):
        replace(record, set_ups={})


def test_what_is_left_in_overtime_is_kept() -> None:
    record = one("(;SZ[9];B[aa]BL[30]OB[3];W[bb]OW[0];B[cc])")
    assert record.overtime == {1: 3, 2: 0}
    text = write_sgf(record)
    assert ";B[aa]BL[30]OB[3];W[bb]OW[0];B[cc]" in text.replace("\n", "")
    assert one(text) == record
    with pytest.raises(RulesError, match="OB must be a whole number"):
        read_sgf("(;SZ[9];B[aa]OB[few])")
    with pytest.raises(ValueError, match="belongs to a move"):
        GameRecord(overtime={1: 3})


@pytest.mark.parametrize(
    ("text", "options", "headers"),
    [
        ("HA[2]AB[aa][bb];W[cc]", {"handicap": ["b8", "a9"]}, {}),
        ("HA[2]AB[aa][bb];B[cc]", {}, {"HA": "2"}),
        ("HA[2]AB[aa][bb]AW[ee];W[cc]", {}, {"HA": "2"}),
        ("HA[2];B[aa];W[cc]", {}, {"HA": "2"}),
        ("HA[1];B[aa]", {}, {"HA": "1"}),
        ("HA[0];B[aa]", {}, {}),
    ],
)
def test_handicaps_are_never_lost(
    text: str, options: dict[str, object], headers: dict[str, str]
) -> None:
    record = one(f"(;SZ[9]{text})")
    assert record.options == {"size": 9, **options}
    assert record.headers == headers
    assert one(write_sgf(record)) == record


def test_set_ups_in_a_game() -> None:
    record = one("(;SZ[5];B[aa];AE[aa]AW[bb:cc][ee]PL[W];W[dd];W[ed])")
    assert record.moves == ("a5", "d2", "e2")
    first = game_of(record.options).start(record.set_ups[1])
    assert first.board.named(first.white) == ["e1", "b3", "c3", "b4", "c4"]
    assert (first.black, first.side_to_move) == (0, "white")
    # Two moves of one colour in a row.
    assert '"to_move":"white"' in record.set_ups[2]
    assert one(write_sgf(record)) == record


def test_starts() -> None:
    assert one("(;W[aa])").start == '{"size":19,"black":[],"white":[],"to_move":"white"}'
    assert one("(;SZ[9]AB[aa]AW[bb];W[cc])").start == (
        '{"size":9,"black":["a9"],"white":["b8"],"to_move":"white"}'
    )
    free = one("(;SZ[9]HA[2]AB[aa][bb])")
    assert (free.start, free.options["handicap"]) == (None, ["b8", "a9"])
    assert one("(;SZ[9]HA[0]KM[5.5])").options == {"size": 9, "komi": 5.5}
