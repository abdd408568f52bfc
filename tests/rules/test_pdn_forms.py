"""The forms that PDN comes in: which game, which squares, clocks, positions set up, what is wrong."""

import re
from collections.abc import Iterator

import pytest

from rules.draughts import DRAUGHTS_100, DRAUGHTS_BRAZILIAN, DRAUGHTS_RUSSIAN, Draughts
from rules.draughts.pdn import read_games, write_game
from rules.record import GameRecord
from rules.terms import RulesError
from tests.rules.draughts_lines import GAMES, scattered

pytestmark = pytest.mark.law("DR-10")

ARRAY_100 = DRAUGHTS_100.start().text
START_100 = ("32-28", "18-23")

READ = [
    pytest.param("1. 32-28 18-23 2-0", START_100, "2-0", id="result of the big board"),
    pytest.param("1. 32-28 18-23 1-0", START_100, "2-0", id="result of the small board"),
    pytest.param("1. 32-28 18-23 1-1", START_100, "1-1", id="draw"),
    pytest.param("1. 32-28 18-23 1/2-1/2", START_100, "1-1", id="halves"),
    pytest.param("1. 32-28 18-23 0-0", START_100, "0-0", id="both lose"),
    pytest.param("1. 32-28 18-23", START_100, "*", id="no result"),
    pytest.param('[Result "0-2"]\n1. 32-28 18-23 *', START_100, "0-2", id="result in the header"),
    pytest.param('[Result "0-1"]\n1. 32-28 18-23 0-2', START_100, "0-2", id="results of both kinds"),
    pytest.param("3228 1823", START_100, "*", id="numbers run together"),
    pytest.param("01. 32-28  18-23", START_100, "*", id="leading zero of a number"),
    pytest.param("1. 32- 28 18 -23", START_100, "*", id="spaces in moves"),
    pytest.param("1.32-28 1... 18-23", START_100, "*", id="black's number"),
    pytest.param("1. 32-28 1. ... 18-23", START_100, "*", id="dots for what white did"),
    pytest.param("1. 32-28! 18-23?! $7 {x} ; y", START_100, "*", id="marks"),
    pytest.param("1. 32-28(!) 18-23(??)", START_100, "*", id="marks in brackets"),
    pytest.param("1. 32-28* 18-23 *", START_100, "*", id="forced move and separator"),
    pytest.param("1. 32-28 (1. 31-26 (16-21) 17-21 2-0 ) 18-23", START_100, "*", id="side lines"),
    pytest.param("% a remark\n1. 32-28\n18-23+", START_100, "*", id="remark and sign of a win"),
    pytest.param('[Result "2-0"]\n\n1. 2-0', (), "2-0", id="a number without a move"),
    pytest.param("1. 32-28 19-23 28x19 a.l. 14x23", ("32-28", "19-23", "28x19", "14x23"), "*",
                 id="ad libitum"),
    pytest.param("1. 32-28 19-23 28:19 14:23", ("32-28", "19-23", "28x19", "14x23"), "*",
                 id="colons on the big board"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "moves", "result"), READ)
def test_forms_of_the_big_board(text: str, moves: tuple[str, ...], result: str) -> None:
    (record,) = read_games(text)
    assert (record.game, record.moves, record.result) == ("draughts-100", moves, result)


RUSSIAN, BRAZILIAN = "draughts-russian", "draughts-brazilian"


@pytest.mark.parametrize(
    ("text", "game", "moves"),
    [
        ("1. c3-d4 d6-e5", RUSSIAN, ("c3-d4", "d6-e5")),
        ("1. c3d4 d6e5", RUSSIAN, ("c3-d4", "d6-e5")),
        ("1. c3-d4 b6-c5 2. d4:b6", RUSSIAN, ("c3-d4", "b6-c5", "d4:b6")),
        ("1. c3-d4 b6-c5 2. d4xb6", RUSSIAN, ("c3-d4", "b6-c5", "d4:b6")),
        ('[GameType "26"]\n1. c3-d4 b6-c5 2. d4:b6', BRAZILIAN, ("c3-d4", "b6-c5", "d4xb6")),
        ('[GameType "25"]\n1. 22-18 9-14 2. 18x9', RUSSIAN, ("c3-d4", "b6-c5", "d4:b6")),
        ('[GameType "25,W,8,8,N2,0"]\n1. 22-18', RUSSIAN, ("c3-d4",)),
        ('[GameType "25"]\n1. 10-14 21-18 2. 14x21', RUSSIAN, ("c3-d4", "b6-c5", "d4:b6")),
        ('[GameType "26,W,8,8,N0,0"]\n1. 10-14', BRAZILIAN, ("c3-d4",)),
        ('[GameType "26,W,8,8,N1"]\n1. 11-15', BRAZILIAN, ("c3-d4",)),
        ('[GameType "26,W,8,8,N3,0"]\n1. 23-19', BRAZILIAN, ("c3-d4",)),
        ('[GameType "26, W, 8, 8, A0, 0"]\n1. c3-d4', BRAZILIAN, ("c3-d4",)),
        ('[FEN "W:Wc3:Bf6"]\n1. c3-d4', RUSSIAN, ("c3-d4",)),
        ('[GameType "26,W,8,8,N0,0"]\n[FEN "W:W10,1-2:BK32"]\n1. 10-14', BRAZILIAN, ("c3-d4",)),
        (
            '[GameType "26,W,8,8,N0,0"]\n[FEN "w: w 10 , 1-2: b k32."]\n1. 1014',
            BRAZILIAN,
            ("c3-d4",),
        ),
        # Names stay names, whatever the GameType says of numbers.
        ('[GameType "25,W,8,8,N1,0"]\n[FEN "W:Wc1,c3:Bf6,Kh8"]\n1. c3-d4', RUSSIAN, ("c3-d4",)),
        ('[GameType "25,W,8,8,N0,0"]\n[FEN "W:Wc3,1:Bf6"]\n1. c3d4', RUSSIAN, ("c3-d4",)),
        ('[GameType "25,W,8,8,N3,0"]\n[FEN "B:Wc3:Bb4,KA7"]\n1... b4xd2', RUSSIAN, ("b4:d2",)),
    ],
)
def test_games_and_squares_of_the_small_board(text: str, game: str, moves: tuple[str, ...]) -> None:
    (record,) = read_games(text)
    assert (record.game, record.moves) == (game, moves)


@pytest.mark.parametrize(
    ("text", "game"),
    [
        # One man or two: only in the Russian game may a player choose.
        ('[FEN "W:Wc3:Bd4,b4,b6"]\n1. c3xe5', RUSSIAN),
        # A man that passes d8 is a king at once in the Russian game, and would go on from b6.
        ('[FEN "W:Wf6:Be7,c7,d4"]\n1. f6xb6', BRAZILIAN),
        ('[FEN "W:Wf6:Be7,c7,d4"]\n1. f6xd8xb6xe3', RUSSIAN),
    ],
)
def test_the_laws_tell_the_game_where_signs_do_not(text: str, game: str) -> None:
    assert read_games(text)[0].game == game
    other = BRAZILIAN if game == RUSSIAN else RUSSIAN
    with pytest.raises(RulesError, match="is not legal"):
        read_games(text, game=other)


def test_numbers_that_fit_every_board_need_a_game() -> None:
    text = '[White "A"]\n[FEN "W:W12:B3"]\n\n1. 12-8'
    with pytest.raises(RulesError, match="line 2, column 1: this may be a game on 64"):
        read_games(text)
    assert read_games(text, game="draughts-100")[0].moves == ("12-8",)
    assert read_games(text, game="draughts-brazilian")[0].game == BRAZILIAN
    assert read_games('[GameType "20"]\n' + text)[0].moves == ("12-8",)
    left_out: list[str] = []
    assert read_games(text, lenient=True, left_out=left_out) == []
    assert len(left_out) == 1


@pytest.mark.parametrize(
    ("text", "clocks", "elapsed"),
    [
        ("1. 32-28 {[%clk 1:55:21]} 18-23", (6_921_000, None), (None, None)),
        ("1. 32-28 {[%clock w0:00:10 B0:00:03]} 18-23", (10_000, None), (None, None)),
        ("1. 32-28 {[%clock B0:00:03 w0:00:10]} 18-23", (10_000, None), (None, None)),
        ("1. 32-28 18-23 {[%clock W0:00:10 b0:00:03]}", (None, 3_000), (None, None)),
        ("1. 32-28 {a [%clock 0:49:11] b} 18-23", (2_951_000, None), (None, None)),
        ("1. 32-28 {[%clock B0:00:03]} 18-23", (None, None), (None, None)),
        ("1. 32-28 18-23 {[%emt 0:00:07]}", (None, None), (None, 7_000)),
    ],
)
def test_clocks(text: str, clocks: tuple[int | None, ...], elapsed: tuple[int | None, ...]) -> None:
    (record,) = read_games(text)
    assert (record.clocks_ms, record.elapsed_ms) == (clocks, elapsed)


def test_clocks_are_written_with_the_running_one_in_upper_case() -> None:
    record = GameRecord(
        game="draughts-100",
        moves=("32-28", "18-23", "38-32"),
        clocks_ms=(3_600_500, 3_599_999, 10_000),
        elapsed_ms=(None, 1_500, None),
        notes={3: "well"},
    )
    text = write_game(record)
    assert text.endswith(
        "1. 32-28 { [%clock w1:00:00] } 1... 18-23 { [%clock W1:00:00 b0:59:59]\n"
        "[%emt 0:00:01] } 2. 38-32 { [%clock w0:00:10 B0:59:59] well } *\n"
    )


def test_a_position_set_up_among_the_moves() -> None:
    # The first example of the standard's section on setup commands.
    text = '1.31-26 17-21 /FEN "B:B1-16,18-21:W26,28,33-50"/\n{ played 32-28 instead } 2... 21-27'
    (record,) = read_games(text)
    assert record.moves == ("31-26", "17-21", "21-27")
    assert record.set_ups == {2: "B:W26,28,33-50:B1-16,18-21"}
    assert record.notes == {2: "played 32-28 instead"}
    written = write_game(record)
    assert "2... 21-27" in " ".join(written.split())
    assert read_games(written)[0].set_ups == record.set_ups


def test_the_first_position_set_up_before_all_moves_is_the_start() -> None:
    # The second example: White makes two moves at once.
    illegal = '/FEN "B:W28,31-36,38-50:B1-20"/'
    (record,) = read_games(f'/FEN "{ARRAY_100}"/ {illegal} 01... 20-25')
    assert (record.start, record.set_ups) == (None, {0: "B:W28,31-36,38-50:B1-20"})
    assert (record.moves, read_games(write_game(record))[0].moves) == (("20-25",), ("20-25",))
    assert read_games(write_game(record))[0].set_ups == record.set_ups
    (only,) = read_games(f"{illegal} 1... 20-25")
    assert (only.start, only.set_ups) == ("B:W28,31-36,38-50:B1-20", {})


def test_a_null_move_gives_the_turn_to_the_other_side() -> None:
    (record,) = read_games('1. 32-28 /FEN "W::"/ 2. 28-22')
    assert record.moves == ("32-28", "28-22")
    assert record.set_ups[1].startswith("W:W28,31,33-50:")


def test_numbers_of_moves_follow_what_is_set_up() -> None:
    start = DRAUGHTS_100.start("B:W31-50:B1-20")
    record = GameRecord(
        game="draughts-100",
        start=start.text,
        moves=("16-21", "31-26", "32-28"),
        clocks_ms=(None,) * 3,
        elapsed_ms=(None,) * 3,
        set_ups={2: "W:W31-50:B1-20"},
    )
    assert '1... 16-21 2. 31-26 /FEN "W:W31-50:B1-20"/ 3. 32-28 *' in write_game(record)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_ambiguous_captures_name_every_square_and_others_only_two(game: Draughts) -> None:
    ambiguous = 0
    for seed in range(200):
        start = game.start(scattered(game, seed))
        ends = [(move.origin, move.target) for move in start.moves()]
        for move in start.moves():
            record = GameRecord(
                game=game.name,
                start=start.text,
                moves=(move.text,),
                clocks_ms=(None,),
                elapsed_ms=(None,),
            )
            written = next(move_words(write_game(record)))
            rivals = ends.count((move.origin, move.target)) > 1
            assert len(re.split("[-x:]", written)) == (len(move.captured) + 1 if rivals else 2)
            ambiguous += rivals
    # On the small board they are rare.
    assert ambiguous > 10 or game is not DRAUGHTS_100


def move_words(text: str) -> Iterator[str]:
    yield from (word for word in text.split("\n\n")[1].split() if word[-1].isalnum())


@pytest.mark.parametrize(
    ("text", "line", "column", "reason"),
    [
        ("1. 32-28 16-20", 1, 10, '"16-20" is not legal: '),
        ("1. 32-28 19-23\n2. 38-32", 2, 4, "a capture is compulsory: 28x19"),
        ('[GameType "25,W,8,8,N0,0"]\n1. 10-14 1014', 2, 10, '1014: "c3d4" is not legal'),
        ("1. 51-46", 1, 4, "51 is not a dark square"),
        ("1. 32-28 banana", 1, 10, '"banana" is not a move'),
        ("1. 32-28 - -", 1, 10, '"- -" stands for a move that is not known'),
        ("1. 32-28 {never", 1, 10, "this comment is never closed"),
        ("1. 32-28 (18-23", 1, 10, "this side line is never closed"),
        ("1. 32-28 18-23)", 1, 15, "closes a side line"),
        ("1. 32-28 /SETUP/ 18-23", 1, 10, '"/" has no meaning here'),
        ('1. 32-28 /FEN "W:Wz:B1"/', 1, 10, '"z" is not a square'),
        ("1. 32-28 {[%clk 0:71:00]}", 1, 10, '"0:71:00" is not a time'),
        ("1. 32-28 {[%clock soon]}", 1, 10, '"soon" is no clock'),
        ('[Result "3-1"]\n1. 32-28', 1, 1, '"3-1" is not a result'),
        ('[Result "2-0"]\n1. 32-28 1-1', 2, 10, "the game ends 1-1, but its header says 2-0"),
        ('[GameType "21"]\n1. 11-15', 1, 1, "games of type 21 (English draughts)"),
        ('[GameType "99"]\n*', 1, 1, "games of type 99; only 20, 25 and 26"),
        ('[GameType "Draughts"]\n*', 1, 1, '"Draughts" is not a GameType'),
        ('[GameType "20,W,8,8,N2,0"]\n*', 1, 1, "draughts-100 is played as 20,W,10,10,N2,0"),
        (
            '[GameType "25,W,8,8,N1,0"]\n[FEN "W:Wc1:Bd4,z9"]\n*',
            2,
            1,
            '"W:Wc1:Bd4,z9" is not a pos',
        ),
        ('[GameType "25,W,8,8,N1,0"]\n[FEN "W:W32:B5"]\n*', 2, 1, '"W:W32:B5": '),
        ('[GameType "26,W,8,8,N0,0"]\n[FEN "W:W33:B1"]\n*', 2, 1, "squares are 1-32"),
        ('[FEN "W:W41,41:B1"]\n*', 1, 1, "more than one man on 41"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(
    text: str, line: int, column: int, reason: str
) -> None:
    with pytest.raises(RulesError) as caught:
        read_games(text)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert reason in str(caught.value)
    left_out: list[str] = []
    text += '\n\n[White "Next"]\n\n1. 31-26 2-0\n'
    *first, last = read_games(text, lenient=True, left_out=left_out)
    named = [*left_out, *(problem for game in first for problem in game.problems)]
    assert any(each.startswith(str(caught.value)) for each in named)
    assert (last.moves, last.result, last.problems) == (("31-26",), "2-0", ())


@pytest.mark.parametrize(
    ("record", "style", "reason"),
    [
        (GameRecord(game="chess"), "short", "PDN keeps the games"),
        (GameRecord(game="draughts-100"), "long", '"long" is not a style'),
        (GameRecord(game="draughts-100", result="1-0"), "short", '"1-0" is not a result'),
        (GameRecord(game="draughts-100", headers={"GameType": "20"}), "short", "is a field"),
        (GameRecord(game="draughts-100", start="W:W1:B"), "short", "is not a position"),
        (GameRecord(game="draughts-100", set_ups={0: "x"}), "short", "is not a position"),
        (
            GameRecord(
                game="draughts-100", moves=("32-27",), clocks_ms=(None,), elapsed_ms=(None,)
            ),
            "short",
            "",
        ),
    ],
)
def test_what_cannot_be_written(record: GameRecord, style: str, reason: str) -> None:
    if not reason:
        assert "1. 32-27 *" in write_game(record, style)
        return
    with pytest.raises(RulesError, match=reason):
        write_game(record, style)


@pytest.mark.parametrize(
    ("record", "header", "body"),
    [
        (GameRecord(game="draughts-100", result="2-0"), '[Result "2-0"]\n[GameType "20,W,10,10,N2,0"]', "*"),
        (GameRecord(game=RUSSIAN, result="2-0"), '[Result "1-0"]\n[GameType "25,W,8,8,A0,0"]', "*"),
        (GameRecord(game=BRAZILIAN, result="1-1"), '[Result "1/2-1/2"]\n[GameType "26,W,8,8,A0,0"]', "*"),
        (GameRecord(game=RUSSIAN, start="W:WKc3:Bh8."), '[FEN "W:WKc3:Bh8"]', "*"),
    ],
)  # fmt: skip
def test_headers_are_those_of_the_standard(record: GameRecord, header: str, body: str) -> None:
    text = write_game(record)
    assert text.startswith(
        '[Event "?"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n[White "?"]\n'
    )
    assert header in text
    assert text.endswith(f"\n\n{body}\n")


def test_numbers_on_the_small_board_say_so() -> None:
    for game in (DRAUGHTS_RUSSIAN, DRAUGHTS_BRAZILIAN):
        record = GameRecord(
            game=game.name,
            start="W:Wc3:Bf6,Kh8",
            moves=("c3-d4",),
            clocks_ms=(None,),
            elapsed_ms=(None,),
        )
        text = write_game(record, "numeric")
        assert ',W,8,8,N2,0"]\n[FEN "W:W22:B11,K4"]\n\n1. 22-18 *\n' in text
        assert read_games(text)[0].moves == ("c3-d4",)
