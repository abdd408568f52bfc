"""Score sheets on paper, read back by a program that is not ours."""

import io
import re
import subprocess
from collections.abc import Sequence
from functools import cache
from importlib import resources
from pathlib import Path

import pytest

from controller.core.messages import Claim, Message, Penalty
from controller.shell.calm import calm_trace
from controller.shell.cores import new_board
from controller.shell.replay import effects_of, settings
from controller.shell.sheets.facts import sheet_of
from controller.shell.sheets.page import page_of
from controller.shell.sheets.paper import Paper, clock_text, paper_of
from controller.shell.sheets.pdf import pdf_of
from controller.shell.trace import read_trace
from rules.formats import detect
from rules.registry import game_by_name

DEMOS = {
    "chess": "demo-chess.pgn",
    "draughts-100": "demo-draughts-100.pdn",
    "xiangqi": "demo-xiangqi.pgn",
    "go": "demo-go.sgf",
}
FORM = {"chess": "san", "draughts-100": "sheet", "xiangqi": "chinese"}


@cache
def played(game: str) -> Sequence[Message]:
    """The messages of the game that the demo plays."""
    text = (resources.files("controller.shell") / "data" / DEMOS[game]).read_text("utf-8")
    trace = calm_trace(detect(text).read(text)[0])
    header, lines = read_trace(io.BytesIO(trace.encode()), game)
    session = new_board(settings(header))
    return [m for _, _, effects in effects_of(header, lines, session) for m in effects.messages]


def paper(game: str, *more: Message) -> Paper:
    return paper_of(*sheet_of([*played(game), *more]))


def words_of(pdf: bytes, folder: Path) -> str:
    file = folder / "sheet.pdf"
    file.write_bytes(pdf)
    read = subprocess.run(["pdftotext", "-layout", str(file), "-"], capture_output=True, check=True)
    return read.stdout.decode()


@pytest.mark.law("FIDE-8.3")
@pytest.mark.needs("pdftotext")
@pytest.mark.parametrize("game", FORM)
def test_every_move_stands_on_the_page_and_in_the_pdf(game: str, tmp_path: Path) -> None:
    sheet = paper(game)
    page, pdf = page_of(sheet), re.sub(r"\s", "", words_of(pdf_of(sheet), tmp_path))
    rules, position = game_by_name(game), game_by_name(game).start()
    moves = 0
    for message in played(game):
        if message.__struct_config__.tag != "move":
            continue
        move = position.by_text(message.move)  # type: ignore[attr-defined]
        assert move is not None
        text = rules.notation(position, move)[FORM[game]]
        assert f">{text}<" in page
        assert re.sub(r"\s", "", text) in pdf
        position, moves = position.play(move), moves + 1
    assert moves > 20


@pytest.mark.needs("pdftotext")
def test_go_is_drawn_as_numbered_diagrams(tmp_path: Path) -> None:
    sheet = paper("go")
    shown = {s.number for figure in sheet.diagrams for s in figure.stones if s.number}
    below = {int(text.split()[0]) for figure in sheet.diagrams for text in figure.below}
    plays = sum(m.__struct_config__.tag == "move" for m in played("go"))
    assert shown | below == set(range(1, plays + 1))
    assert not shown & below
    words = words_of(pdf_of(sheet), tmp_path)
    assert all(re.search(rf"\b{number}\b", words) for number in shown)
    assert all(f">{number}</text>" in page_of(sheet) for number in shown)


@pytest.mark.law("XQ-10.1", "XQ-9.2", "XQ-7.3")
def test_fouls_and_confirmations_stand_on_the_sheet() -> None:
    sheet = paper(
        "xiangqi",
        Penalty(side="black", kind="foul", law="XQ-9.2", count=1),
        Claim(kind="result-confirmed", side="red", result="1-0"),
        Claim(kind="result-confirmed", side="arbiter", result="1-0"),
    )
    assert dict(sheet.signatures) == {
        "Red 红方": "red",
        "Black 黑方": "",
        "Arbiter 裁判": "arbiter",
    }
    assert any("foul × 1 (XQ-9.2)" in note for note in sheet.notes)
    assert "black has not confirmed the sheet" in sheet.missing


def test_a_draw_offer_has_its_sign_and_its_note() -> None:
    head = list(played("chess"))
    at = next(n for n, m in enumerate(head) if m.__struct_config__.tag == "move") + 1
    head.insert(at, Claim(kind="draw-offer", side="white"))
    sheet = paper_of(*sheet_of(head))
    first = sheet.rows[0][1][0]
    assert first is not None
    assert "(=)" in first.small
    assert any("draw offered" in note for note in sheet.notes)


def test_the_same_game_gives_the_same_bytes_and_what_people_wrote_is_no_markup() -> None:
    note = Claim(kind="draw-offer", side="white", why='<script>"&')
    sheet = paper("chess", note)
    assert pdf_of(sheet) == pdf_of(paper("chess", note))
    assert "<script>" not in page_of(sheet)
    assert "&lt;script&gt;" in page_of(sheet)


@pytest.mark.parametrize(("ms", "text"), [(0, "0:00:00"), (1, "0:00:01"), (5_400_000, "1:30:00")])
def test_a_started_second_counts(ms: int, text: str) -> None:
    assert clock_text(ms) == text


def test_what_is_said_of_men_at_the_board_is_no_remark() -> None:
    """Who adjusts, and what a pawn is to become: nobody signs for that; for an offer he does."""
    said = [
        Claim(kind="adjusting", side="white"),
        Claim(kind="adjusted", side="white"),
        Claim(kind="promotion", side="white", choice="n"),
    ]
    sheet, _ = sheet_of([*played("chess"), *said])
    offered, _ = sheet_of([*played("chess"), Claim(kind="draw-offer", side="white")])
    plain, _ = sheet_of(played("chess"))
    assert (sheet.remarks, offered.remarks != plain.remarks) == (plain.remarks, True)
