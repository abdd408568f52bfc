"""A sealed move in the running service: on no disk and in no message before it is opened."""

from __future__ import annotations

import asyncio
import gzip
from typing import TYPE_CHECKING, Any

import pytest

from controller.core.messages import Move, Ruling
from tests.shell.evidence_table import Table
from tests.shell.test_commands import ARRAY, CHESS, Hall, hall

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["hall"]


def files_with(folder: Path, text: str) -> list[str]:
    """Files under a folder that hold some text, compressed or not."""
    found = []
    for path in folder.rglob("*"):
        if path.is_file():
            raw = path.read_bytes()
            plain = gzip.decompress(raw) if raw.startswith(b"\x1f\x8b") else raw
            if text.encode() in plain:
                found.append(path.name)
    return found


@pytest.mark.law("CH-13.3")
@pytest.mark.parametrize("killed", [False, True])
def test_a_sealed_move_is_on_no_disk_until_its_code_opens_it(hall: Hall, killed: bool) -> None:  # noqa: FBT001
    hall.stand()
    reply = hall.order("seal", role="white", id_="s1", move="Nh3")
    assert reply.accepted
    assert reply.note
    assert hall.service.view().stage == "adjourned"
    assert "Nh3" not in str(hall.said())
    assert not files_with(hall.folder, "Nh3")
    assert not files_with(hall.folder, reply.note)
    if killed:
        hall.start()
        hall.stand()
    again = hall.order("seal", role="white", id_="s1", move="Nh3")
    assert again.accepted
    assert again.note == (None if killed else reply.note)
    wrong = hall.order("open-sealed", code="AAAAA-AAAAA-AAAAA-AAAAA", present=["black"])
    assert not wrong.accepted
    assert "not the code" in str(wrong.reason)
    assert hall.service.view().stage == "adjourned"
    assert hall.order("open-sealed", code=reply.note, present=["black"]).accepted
    (move,) = hall.of(Move)
    assert (move.move, move.completed_by) == ("g1h3", "arbiter")
    assert [ruling.kind for ruling in hall.of(Ruling)] == ["adjourned", "sealed-move"]


@pytest.mark.law("CH-13.1.1")
def test_the_move_that_stands_on_the_board_is_sealed(hall: Hall) -> None:
    e2, e4 = (1 << CHESS.index[name] for name in ("e2", "e4"))
    hall.order("start", time_control="90:00")
    hall.stand()
    hall.stand(ARRAY ^ e2)
    hall.stand(ARRAY ^ e2 ^ e4)
    assert len(hall.of(Move)) == 1
    other = hall.order("seal", role="white", move="d4")
    assert (other.accepted, other.note) == (False, None)
    assert "the move that stands on the board" in str(other.reason)
    code = hall.order("seal", role="white", move="e4").note
    assert hall.service.view().moves == []
    hall.stand()
    assert hall.order("open-sealed", code=code, present=["black"]).accepted
    assert [move.move for move in hall.of(Move)] == ["e2e4", "e2e4"]
    assert [line.move for line in hall.service.view().moves] == ["e2e4"]


@pytest.mark.law("DR-11")
def test_confirming_the_position_seals_nothing(hall: Hall) -> None:
    hall.stand()
    reply = hall.order("seal", role="white", confirms=True)
    assert (reply.accepted, reply.note) == (False, None)
    assert "nobody need confirm the position" in str(reply.reason)


def test_a_move_that_may_not_be_sealed_gives_no_code(hall: Hall) -> None:
    hall.stand()
    reply = hall.order("seal", role="black", move="e5")
    assert not reply.accepted
    assert reply.note is None
    empty = hall.order("seal", role="white")
    assert "the move to be sealed" in str(empty.reason)


def test_a_box_does_not_open_in_another_game(hall: Hall) -> None:
    hall.stand()
    code = hall.order("seal", role="white", move="Nh3").note
    hall.order("start")
    hall.stand()
    assert hall.order("seal", role="white", move="d4").accepted
    assert not hall.order("open-sealed", code=code, present=["black"]).accepted


@pytest.mark.law("CH-14.1")
@pytest.mark.parametrize("role", ["white", "black", "operator"])
def test_who_may_not_open_it_is_not_told_whether_his_code_is_right(hall: Hall, role: str) -> None:
    hall.stand()
    code = hall.order("seal", role="white", move="Nh3").note
    for given in (code, "AAAAA-AAAAA-AAAAA-AAAAA", 7, None):
        reply = hall.order("open-sealed", role=role, code=given, present=["white", "black"])
        assert reply.reason == f"{role} may not give the command open-sealed"
    assert hall.service.view().stage == "adjourned"


def test_an_envelope_that_stays_closed_is_told_before_its_code(hall: Hall) -> None:
    """The opponent is to be there, and the men are to stand as they stood."""
    hall.stand()
    code = hall.order("seal", role="white", move="Nh3").note
    for given in (code, "AAAAA-AAAAA-AAAAA-AAAAA"):
        assert "when black is there" in str(hall.order("open-sealed", code=given).reason)
    hall.stand(ARRAY ^ 1)
    for given in (code, "AAAAA-AAAAA-AAAAA-AAAAA"):
        reply = hall.order("open-sealed", code=given, present=["black"])
        assert "first set up the position" in str(reply.reason)
    hall.stand()
    assert hall.order("open-sealed", code=code, present=["black"]).accepted


@pytest.mark.law("CH-13.3")
def test_a_trace_does_not_tell_it_before_it_is_opened(tmp_path: Path) -> None:
    async def play() -> None:
        table = Table(tmp_path, "chess", ("e2e4", "e7e5"))
        await table.play(2)
        body: dict[str, Any] = {"id": "s", "args": {"move": "Nh3"}}
        code = (await table.service.command("white", "seal", body, "http")).note
        refused: list[dict[str, Any]] = [{"present": []}, {"lost": "no"}]
        for role in ("white", "black", "operator", "arbiter"):
            for more in refused:
                args = {"code": code, "present": ["black"], **more}
                assert await table.command(role, "open-sealed", args) is not None
        await table.run(500)
        await table.stop()
        table.journal.close()
        assert code
        for secret in ("Nh3", code):
            assert files_with(tmp_path, secret) == []

    asyncio.run(play())
    assert files_with(tmp_path, '"command":"seal"') == ["g1.jsonl.gz"]
