"""Notations of xiangqi: written, read back, and read in all the ways in which people write."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rules.terms import RulesError
from rules.xiangqi import XIANGQI, XiangqiPosition
from rules.xiangqi.notation import STYLES, parse_move, write_move
from tests.rules.xiangqi_lines import fen_of, positions

ARRAY = XIANGQI.start().text
OPENED = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1"  # after h2e2
GENERALS = {"d0": "K", "f9": "k"}

BLOCKED = fen_of({"c4": "R", "g4": "B"} | GENERALS, "w")  # the chariot cannot go to file 2


def crowd(men: str, side: str = "w", letter: str = "P") -> str:
    """Men of one kind on the points named, and two generals."""
    return fen_of(dict.fromkeys(men.split(), letter) | GENERALS, side)


def read(fen: str, text: str) -> str:
    return parse_move(XIANGQI.start(fen), text).text


@pytest.mark.law("XQ-7.5")
@pytest.mark.parametrize("style", STYLES)
@given(position=positions)
@example(position=XIANGQI.start(crowd("c8 c7 c6 e8 e7")))
@example(position=XIANGQI.start(crowd("c8 c7 c6 c5 e7")))
@example(position=XIANGQI.start(crowd("c9 c8 c7 c6 c5")))
@example(position=XIANGQI.start(crowd("c1 c2 c3 g1 g2", "b", "p")))
@example(position=XIANGQI.start(crowd("a9 a8 a7 b8 b7")))
def test_a_move_is_read_as_it_is_written(style: str, position: XiangqiPosition) -> None:
    texts = [write_move(position, move, style) for move in position.moves()]
    assert len(set(texts)) == len(texts)
    assert [parse_move(position, text) for text in texts] == list(position.moves())


WRITTEN = [
    # fen, move, chinese, chinese-short, wxf
    pytest.param(ARRAY, "h2e2", "炮二平五", "炮25", "C2=5", id="cannon"),
    pytest.param(OPENED, "h9g7", "马８进７", "马87", "H8+7", id="Black's horse"),
    pytest.param(OPENED, "i9i8", "车９进１", "车91", "R9+1", id="Black's chariot"),
    pytest.param(ARRAY, "g0e2", "相三进五", "相35", "E3+5", id="elephant"),
    pytest.param(ARRAY, "d0e1", "仕六进五", "仕65", "A6+5", id="advisor"),
    pytest.param(OPENED, "e9e8", "将５进１", "将51", "K5+1", id="general"),
    pytest.param(ARRAY, "c3c4", "兵七进一", "兵71", "P7+1", id="soldier"),
    pytest.param(crowd("c8 c5", letter="R"), "c8b8", "前车平八", "前车8", "R+=8", id="front chariot"),
    pytest.param(crowd("c8 c5", letter="R"), "c5c3", "后车退二", "后车2\u0305", "R--2", id="rear"),
    pytest.param(crowd("c8 c5", letter="R"), "c5c7", "后车进二", "后车2\u0332", "R-+2", id="forward"),
    pytest.param(crowd("c8 c5", "b", "r"), "c8b8", "后车平２", "后车2", "R-=2", id="Black's rear"),
    pytest.param(crowd("c8 c7"), "c7d7", "后兵平六", "后兵6", "P-=6", id="two soldiers"),
    pytest.param(crowd("c8 c7 c6"), "c7d7", "中兵平六", "中兵6", "P7=6", id="three"),
    pytest.param(crowd("c8 c7 c6"), "c6d6", "后兵平六", "后兵6", "P-=6", id="three, rear"),
    pytest.param(crowd("c8 c7 c6 c5"), "c8d8", "一兵平六", "一兵6", "++=6", id="four, first"),
    pytest.param(crowd("c8 c7 c6 c5"), "c7d7", "二兵平六", "二兵6", "P+=6", id="four, second"),
    pytest.param(crowd("c8 c7 c6 c5"), "c6d6", "三兵平六", "三兵6", "P-=6", id="four, third"),
    pytest.param(crowd("c8 c7 c6 c5"), "c5d5", "四兵平六", "四兵6", "--=6", id="four, last"),
    pytest.param(crowd("c9 c8 c7 c6 c5"), "c7d7", "三兵平六", "三兵6", "P7=6", id="five, middle"),
    pytest.param(crowd("c1 c2 c3 c4", "b", "p"), "c2d2", "二卒平４", "二卒4", "P+=4", id="Black's four"),
    pytest.param(crowd("g8 g7 c8 c7 c6"), "g8f8", "一兵平四", "一兵4", "3+=4", id="two files: right"),
    pytest.param(crowd("g8 g7 c8 c7 c6"), "c8d8", "三兵平六", "三兵6", "7+=6", id="two files: left"),
    pytest.param(crowd("g8 g7 c8 c7 c6"), "c7d7", "四兵平六", "四兵6", "77=6", id="two files: middle"),
    pytest.param(crowd("g8 g7 c8 c7 c6"), "c6d6", "五兵平六", "五兵6", "7-=6", id="two files: rear"),
    pytest.param(crowd("g8 g7 c8 c7 e5"), "e5d5", "兵五平六", "兵56", "P5=6", id="alone beside two files"),
]  # fmt: skip


@pytest.mark.law("XQ-7.5")
@pytest.mark.parametrize(("fen", "move", "chinese", "short", "wxf"), WRITTEN)
def test_how_moves_are_written(fen: str, move: str, chinese: str, short: str, wxf: str) -> None:
    position = XIANGQI.start(fen)
    made = position.by_text(move)
    assert made is not None
    assert XIANGQI.notation(position, made) == {
        "wxf": wxf,
        "chinese": chinese,
        "chinese-short": short,
        "iccs": f"{move[:2]}-{move[2:]}".upper(),
    }
    assert [read(fen, text) for text in (chinese, short, wxf)] == [move] * 3


READ = [
    (ARRAY, "h2e2", "炮二平五 砲二平五 包二平五 炮2平5 炮２平５ 炮二平５ 炮二=五 炮25 炮二五 ２"),
    (ARRAY, "h2e2", "C2=5 C2.5 c2.5 Ｃ２＝５ Ｃ２．５ C25 H2-E2 h2e2 h2-e2 Ｈ２－Ｅ２ H2E2"),
    (ARRAY, "h0g2", "马二进三 馬二進三 傌二進三 H2+3 N2+3 h2+3 Ｈ２＋３ 马23 H23"),
    (ARRAY, "g0e2", "相三进五 象三进五 E3+5 B3+5 b3+5 e3+5"),
    (ARRAY, "f0e1", "仕四进五 士四進五 A4+5"),
    (OPENED, "i9i8", "车９进１ 車9進1 俥九进一 R9+1"),
    (OPENED, "e9e8", "将５进１ 將5進1 帅五进一 帥五進一 K5+1"),
    (OPENED, "g6g5", "卒７进１ 兵7进1 P7+1"),
    (crowd("c8 c5", letter="R"), "c8b8", "前车平八 車前平八 +R=8 R+=8 R+.8 Ｒ＋＝８ ＋Ｒ＝８ 前车8"),
    (crowd("c8 c5", letter="R"), "c5c4", "后车退一 後車退一 -R-1 R--1 Ｒ－－１ −Ｒ−１"),
    (crowd("c8 c5", letter="R"), "c5c4", "后车1\u0305 后车七退一 2车退一"),
    (crowd("c8 c7 c6"), "c7d7", "中兵平六 兵中平六 =P=6 .P.6 P7=6 P7.6 27=6 2P=6 二兵平六 Pb=6 PB.6"),
    (crowd("c8 c7 c6"), "c6d6", "后兵平六 三兵平六 37=6 -P=6 P-=6 Pc=6"),
    (crowd("c8 c7 c6 c5"), "c8d8", "一兵平六 前兵平六 ++=6 ++.6 Pa=6 17=6 1兵平6"),
    (crowd("c8 c7 c6 c5"), "c5d5", "四兵平六 后兵平六 --=6 Pd=6 47=6 4兵平6"),
    (crowd("c9 c8 c7 c6 c5"), "c5d5", "五兵平六 Pe=6 PE=6"),
    (crowd("c1 c2 c3 c4", "b", "p"), "c3d3", "三卒平４ ３卒平４ 3卒平4 P-=4 33=4"),
    (crowd("g8 g7 c8 c7 c6"), "g8f8", "一兵平四 前兵三平四 3+=4 3+.4 13=4 前兵平四"),
    (crowd("g8 g7 c8 c7 c6"), "c7d7", "四兵平六 中兵七平六 77=6 27=6 中兵平六"),
]  # fmt: skip


@pytest.mark.law("XQ-7.5")
@pytest.mark.parametrize(("fen", "move", "texts"), READ)
def test_how_moves_may_be_written(fen: str, move: str, texts: str) -> None:
    assert {text: read(fen, text) for text in texts.split() if len(text) > 1} == {
        text: move for text in texts.split() if len(text) > 1
    }


def test_spaces_do_not_matter() -> None:
    assert read(ARRAY, " 炮 二 平 五 ") == read(ARRAY, "C2 = 5") == "h2e2"


@pytest.mark.parametrize(
    ("fen", "text", "reason"),
    [
        (ARRAY, "", '"" is not a move of xiangqi; write it as'),
        (ARRAY, "炮", "is not a move of xiangqi"),
        (ARRAY, "炮十平五", "is not a move of xiangqi"),
        (ARRAY, "Q2=5", "is not a move of xiangqi"),
        (ARRAY, "炮二平五" * 1000, "is not a move of xiangqi"),
        (ARRAY, "j2e2", "is not a move of xiangqi"),
        (ARRAY, "炮二平九", '"炮二平九" is not legal here$'),
        (ARRAY, "e5e6", "no man stands on e5"),
        (ARRAY, "h7e7", "it is red to move"),
        (ARRAY, "h2i3", "the man on h2 does not move so"),
        ("3k5/9/9/9/9/9/3r5/9/3R5/3K5 w", "d1e1", "it leaves the general in check"),
        ("3k5/9/9/9/9/9/3r5/9/3R5/3K5 w", "车六平五", "d1-e1 leaves the general in check"),
        (crowd("c8 c5", letter="R"), "车七平八", "may mean 后车平八 .chariot c5-b5. or 前车平八"),
        (crowd("c8 c7 c6"), "兵七平六", "may mean"),
        (
            BLOCKED,
            "车72",
            "may mean 车七退二 .chariot c4-c2. or 车七进二 .chariot c4-c6.; write which",
        ),
        (crowd("c8 c7 c6"), "P7+1", "not legal here"),  # the middle one, and it is blocked
        (crowd("g8 g7 c9 c8 c7"), "中兵进一", "not legal here"),
    ],
)
def test_what_is_no_move_is_refused_with_a_reason(fen: str, text: str, reason: str) -> None:
    with pytest.raises(RulesError, match=reason):
        read(fen, text)


@given(
    positions,
    st.text(alphabet="车炮兵前后中一二五进退平PCRHEabh123590+-=.\u0332\u0305 ", max_size=6),
)
def test_any_text_is_a_legal_move_or_an_error(position: XiangqiPosition, text: str) -> None:
    try:
        move = parse_move(position, text)
    except RulesError:
        return
    assert move in position.moves()


def test_writing_refuses_what_is_not_legal_and_what_it_does_not_know() -> None:
    start = XIANGQI.start()
    move = start.moves()[0]
    with pytest.raises(RulesError, match="not a legal move"):
        write_move(start.play(move), move)
    with pytest.raises(RulesError, match='"san" is not a notation of xiangqi; known: chinese'):
        write_move(start, move, "san")
