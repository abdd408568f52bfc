"""Xiangqi against libraries of others: legal moves and notations in random positions.

Known of the libraries, and kept out of the comparison rather than followed: pyffish writes the ranks 1 to
10, names men that share a file in its own way (our reading is tested on it), and answers with an empty
list to a FEN that it does not like; cchess lists moves that leave the general in check, and has
no names for soldiers on two crowded files, or four on one.
"""

import re
from collections.abc import Iterator
from itertools import islice

import pytest

from rules.xiangqi import XiangqiPosition
from rules.xiangqi.notation import parse_move, write_move
from rules.xiangqi.writing import candidates
from tests.oracles.client import Oracle
from tests.oracles.lines import ranks_from_nought
from tests.rules.xiangqi_lines import mixed_positions

SEED = 1982
SLOW_SEED = 2026
BATCH = 500


def batches(seed: int, count: int) -> Iterator[list[XiangqiPosition]]:
    every = islice(mixed_positions(seed), count)
    while batch := list(islice(every, BATCH)):
        yield batch


def asked(oracle: Oracle, batch: list[XiangqiPosition], what: str) -> list[object]:
    return oracle.ask_all([{"ask": what, "fen": position.text} for position in batch])


def differences_from_pyffish(seed: int, count: int) -> list[str]:
    found = []
    with Oracle("pyffish", "pyffish_server") as oracle:
        for batch in batches(seed, count):
            for position, moves in zip(batch, asked(oracle, batch, "moves"), strict=True):
                assert isinstance(moves, list), position.text
                if {ranks_from_nought(move) for move in moves} != {
                    m.text for m in position.moves()
                }:
                    found.append(position.text)
    return found


def differences_from_cchess(seed: int, count: int) -> list[str]:
    found = []
    with Oracle("cchess", "cchess_server") as oracle:
        for batch in batches(seed, count):
            for position, moves in zip(batch, asked(oracle, batch, "moves"), strict=True):
                assert isinstance(moves, list), position.text
                if set(moves) != {m.text for m in position.moves()}:
                    found.append(position.text)
    return found


@pytest.mark.law("XQ-2")
@pytest.mark.needs("oracle:pyffish")
def test_legal_moves_are_those_of_pyffish() -> None:
    assert differences_from_pyffish(SEED, 400) == []


@pytest.mark.slow
@pytest.mark.law("XQ-2")
@pytest.mark.needs("oracle:pyffish")
def test_legal_moves_of_many_positions_are_those_of_pyffish() -> None:
    assert differences_from_pyffish(SLOW_SEED, 6_000) == []


@pytest.mark.law("XQ-2")
@pytest.mark.needs("oracle:cchess")
def test_legal_moves_are_those_of_cchess() -> None:
    assert differences_from_cchess(SEED, 100) == []


@pytest.mark.slow
@pytest.mark.law("XQ-2")
@pytest.mark.needs("oracle:cchess")
def test_legal_moves_of_many_positions_are_those_of_cchess() -> None:
    assert differences_from_cchess(SLOW_SEED, 1_000) == []


@pytest.mark.law("XQ-7.5")
@pytest.mark.needs("oracle:pyffish")
def test_wxf_is_that_of_pyffish() -> None:
    compared = 0
    with Oracle("pyffish", "pyffish_server") as oracle:
        (batch,) = batches(SEED, 75)
        for position, texts in zip(batch, asked(oracle, batch, "wxf"), strict=True):
            assert isinstance(texts, dict), position.text
            named = {move.text: (move, name) for move, name in candidates(position)}
            for theirs, text in texts.items():
                move, name = named[ranks_from_nought(theirs)]
                if name.among == 1 or name.kind in "AB":
                    assert write_move(position, move, "wxf") == text.replace("N", "H"), (
                        position.text
                    )
                # Index and file: where these are equal, the sheet's middle soldier comes first.
                if not (name.running and text[0] == text[1] and re.match(r"\d\d", text)):
                    assert parse_move(position, text) == move, (position.text, text)
                    compared += 1
    assert compared > 1500


@pytest.mark.law("XQ-7.5")
@pytest.mark.needs("oracle:cchess")
def test_chinese_is_that_of_cchess() -> None:
    compared = 0
    with Oracle("cchess", "cchess_server") as oracle:
        (batch,) = batches(SEED, 60)
        for position, texts in zip(batch, asked(oracle, batch, "chinese"), strict=True):
            assert isinstance(texts, dict), position.text
            for move, name in candidates(position):
                if name.running or (name.kind == "P" and name.among > 3):
                    continue
                assert write_move(position, move, "chinese") == texts[move.text], position.text
                compared += 1
    assert compared > 1000
