"""Character sets of record files: names come out as they were meant, and what is wrong is said."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.shell import cli
from controller.shell.charset import decoded
from controller.shell.convert import convert
from rules.go.sgf import read_sgf
from rules.terms import RulesError

if TYPE_CHECKING:
    from pathlib import Path

NAMES = [
    ("Big5", "big5", "中國棋手"),
    ("big5", "cp950", "碁聖€"),
    ("GB2312", "gb2312", "中国棋手"),
    ("gb2312", "gbk", "吳清源鎔"),
    ("GBK", "gbk", "鎔基"),
    ("GB18030", "gb18030", "𠀀中"),
    ("Shift_JIS", "shift_jis", "本因坊ソ表"),
    ("x-sjis", "cp932", "①髙"),
    ("EUC-JP", "euc_jp", "本因坊"),
    ("EUC-KR", "euc_kr", "이세돌"),
    ("EUC-KR", "cp949", "똠방"),
    ("windows-1251", "cp1251", "Шахматы"),
    ("KOI8-R", "koi8-r", "Шахматы"),
    ("ISO-8859-1", "latin-1", "Müller"),
    ("ISO-8859-1", "cp1252", "“Müller”"),
    ("ISO-8859-2", "iso8859-2", "Łódź"),
    ("UTF-8", "utf-8", "中Ł"),
    (" utf8 ", "utf-8", "中Ł"),
]


@pytest.mark.parametrize(("name", "codec", "player"), NAMES)
def test_an_sgf_is_read_in_the_set_that_it_names(name: str, codec: str, player: str) -> None:
    for text in (f"(;GM[1]SZ[9]CA[{name}]PB[{player}];B[ee])", f"(;PB[{player}]\n CA [{name}])"):
        # A byte of a Chinese or Japanese sign may be a bracket or a backslash.
        converted = convert(text.encode(codec), "x.sgf")
        assert converted.warnings == ()
        (record,) = read_sgf(converted.text)
        assert record.headers["Black"] == player
        assert "CA[UTF-8]" in converted.text


BAD = {
    "unknown": (b"(;GM[1]SZ[9]CA[Klingon]PB[a];B[ee])", r"CA\[Klingon\] names no character set"),
    "no set": (b"(;GM[1]SZ[9]CA[hex]PB[a];B[ee])", r"CA\[hex\] names no character set"),
    "idna": (b"(;GM[1]SZ[9]CA[idna]PB[a];B[ee])", r"CA\[idna\] names no character set"),
    "wide": (b"(;GM[1]SZ[9]CA[utf-16]PB[a];B[ee])", r"CA\[utf-16\] names no character set"),
    "not UTF-8": (b"(;GM[1]SZ[9]CA[UTF-8]\nPB[M\xfcller];B[ee])", r"line 2: .*CA\[UTF-8\], but"),
    "not Big5": (b"(;GM[1]SZ[9]CA[Big5]PB[\xff\xff];B[ee])", r"line 1: .*CA\[Big5\], but"),
    "not ASCII": (b"(;GM[1]SZ[9]CA[US-ASCII]PB[\xe9];B[ee])", r"line 1: .*CA\[US-ASCII\], but"),
}


@pytest.mark.parametrize("case", BAD)
def test_a_wrong_set_is_refused_or_said(case: str) -> None:
    data, why = BAD[case]
    with pytest.raises(RulesError, match=rf"x\.sgf: {why}"):
        convert(data, "x.sgf")
    lenient = convert(data, "x.sgf", lenient=True)
    with pytest.raises(RulesError, match=why):
        raise RulesError(lenient.warnings[0])
    (record,) = read_sgf(lenient.text)
    assert record.moves == ("e5",)
    assert ("\ufffd" in record.headers["Black"]) == case.startswith("not ")


def test_games_of_one_file_are_in_one_set() -> None:
    with pytest.raises(RulesError, match=r"different character sets \(CA\[Big5\], CA\[GBK\]\)"):
        decoded(b"(;CA[Big5])(;CA[GBK])", lenient=True)
    assert decoded(b"(;CA[utf8])(;CA[UTF-8])(;CA[])").warnings == ()


@pytest.mark.parametrize(
    ("data", "text", "says"),
    [
        ('[White "Müller"]'.encode("latin-1"), '[White "Müller"]', "read as Latin-1; "),
        ("(;PB[Müller])".encode("latin-1"), "(;PB[Müller])", "read as Latin-1; "),
        ('[White "Ž–“"]'.encode("cp1252"), '[White "Ž–“"]', "read as Windows-1252; "),
        (b'[White "\x81\xe9"]', '[White "\x81é"]', "read as Latin-1; "),
        ('[Red "胡荣华"]'.encode("gb18030"), '[Red "胡荣华"]', ""),
        ("\ufeffé".encode(), "é", ""),
        (b"\xef\xbb\xbf(;CA[Big5]PB[\xc3\xa9])", "(;CA[Big5]PB[é])", ""),
        (b"1. e4 *", "1. e4 *", ""),
    ],
)
def test_what_is_not_utf_8_is_said(data: bytes, text: str, says: str) -> None:
    found = decoded(data)
    assert found.text == text
    assert [w.startswith(says) for w in found.warnings] == [True] * bool(says)


def test_the_command_says_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "x.pdn"
    file.write_text('[White "Müller"]\n[GameType "20"]\n\n1. 32-28 *\n', encoding="latin-1")
    assert cli.main(["convert", str(file), "-"]) == 0
    out, err = capsys.readouterr()
    assert '[White "Müller"]' in out
    assert err.splitlines()[0] == (
        f"{file}: read as Latin-1; if names look wrong, save the file as UTF-8"
    )


@given(st.sampled_from([b"", b"(;CA[Big5]", b"(;CA[hz]", b"(;CA["]), st.binary(max_size=200))
def test_any_bytes_are_a_text_or_our_error(start: bytes, data: bytes) -> None:
    for lenient in (False, True):
        try:
            found = decoded(start + data, lenient=lenient)
        except RulesError:
            assert start or b"\0" in data
        else:
            assert isinstance(found.text, str)
