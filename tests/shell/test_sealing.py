"""Boxes of sealed moves."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.shell.sealing import MOVE_MAX, CodeSealer, OpenSealer, SealingError

LABEL = "g1/white/41"
written = st.text(
    st.characters(codec="utf-8", categories=("L", "N", "P", "S")), min_size=1, max_size=MOVE_MAX
)


@settings(max_examples=20, deadline=None)
@given(move=written)
def test_the_code_opens_the_box_and_nothing_in_it_can_be_read(move: str) -> None:
    box, code = CodeSealer().close(move, LABEL)
    assert CodeSealer().open(box, code, LABEL) == move
    assert CodeSealer().open(box, code.lower().replace("-", " "), LABEL) == move


def test_every_box_is_as_long_as_every_other() -> None:
    boxes = [CodeSealer().close(move, LABEL)[0] for move in ("e4", "x" * MOVE_MAX, "炮二平五")]
    assert len({len(box) for box in boxes}) == 1
    assert len(set(boxes)) == 3


@pytest.mark.parametrize("code", ["", "AAAAA-AAAAA-AAAAA-AAAAA", "\x00", "ü" * 20])
def test_another_code_does_not_open(code: str) -> None:
    box, _ = CodeSealer().close("Qh7#", LABEL)
    with pytest.raises(SealingError, match="not the code"):
        CodeSealer().open(box, code, LABEL)


@pytest.mark.parametrize("box", ["", "!", "AAAA", "A" * 400])
def test_no_box_is_opened(box: str) -> None:
    with pytest.raises(SealingError):
        CodeSealer().open(box, "AAAAA-AAAAA-AAAAA-AAAAA", LABEL)


def test_a_box_opens_for_its_own_game_and_ply_only() -> None:
    box, code = CodeSealer().close("Qh7#", LABEL)
    with pytest.raises(SealingError):
        CodeSealer().open(box, code, "g2/white/41")


@pytest.mark.parametrize("move", ["", "  ", None, 3, "e4\x00", "x" * (MOVE_MAX + 1)])
@pytest.mark.parametrize("sealer", [CodeSealer(), OpenSealer()])
def test_what_is_no_writing_is_not_sealed(sealer: CodeSealer | OpenSealer, move: str) -> None:
    with pytest.raises(SealingError):
        sealer.close(move, LABEL)


def test_a_replay_needs_no_code() -> None:
    sealer = OpenSealer()
    boxes = [sealer.close(move, LABEL)[0] for move in ("e4", "d4")]
    assert [sealer.open(box, "", LABEL) for box in boxes] == ["e4", "d4"]
    for box in ("box 3", "box 0", "box x", ""):
        with pytest.raises(SealingError):
            sealer.open(box, "", LABEL)
