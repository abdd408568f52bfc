"""Repetition of xiangqi beside pyffish (Fairy-Stockfish), which judges by the Asian rules."""

import pytest

from rules.rulebook import Standing
from rules.xiangqi.laws import WXF
from rules.xiangqi.position import XiangqiPosition
from tests.oracles.client import Oracle
from tests.rules.xiangqi_cycles import CASES, TURNED, game_of, repetition

pytestmark = [pytest.mark.law("XQ-4.1"), pytest.mark.needs("oracle:pyffish")]


def renamed(move: str) -> str:
    """A UCCI move as pyffish writes it, with the ranks from 1."""
    return "".join(str(int(each) + 1) if each.isdigit() else each for each in move)


def request(fen: str, moves: list[str]) -> dict[str, object]:
    return {"ask": "end", "fen": f"{fen} - - 0 1", "line": [renamed(move) for move in moves]}


def judged(answer: object, to_move: str) -> str:
    """Who wins by pyffish, as the data file writes it."""
    assert isinstance(answer, list)
    end, value = answer
    if not end:
        return "open"
    return "draw" if value == 0 else to_move if value > 0 else TURNED[to_move]


def decided(line: list[XiangqiPosition]) -> bool:
    """Whether the game has ended by repetition."""
    found = repetition(line, WXF)
    return found is not None and found.standing is Standing.DECIDED


def test_pyffish_says_what_the_data_say_of_it_and_each_difference_is_explained() -> None:
    with Oracle("pyffish", "pyffish_server") as oracle:
        answers = oracle.ask_all([request(case.fen, case.moves()) for case in CASES])
    wrong = []
    for case, answer in zip(CASES, answers, strict=True):
        theirs = judged(answer, game_of(case.fen, case.moves())[-1].side_to_move)
        if theirs != case.pyffish:
            wrong.append(f"{case.id}: pyffish says {theirs}, the data {case.pyffish}")
        if (theirs != case.wxf) != bool(case.why_pyffish):
            wrong.append(f"{case.id}: pyffish says {theirs}, we {case.wxf}: {case.why_pyffish}")
    assert not wrong, "\n".join(wrong)


def test_pyffish_ends_the_game_at_the_same_ply() -> None:
    cases = [case for case in CASES if case.wxf != "arbiter"]
    asked = [
        request(case.fen, case.moves()[:made])
        for case in cases
        for made in range(len(case.moves()) + 1)
    ]
    with Oracle("pyffish", "pyffish_server") as oracle:
        answers = iter(oracle.ask_all(asked))
    for case in cases:
        line = game_of(case.fen, case.moves())
        theirs = [judged(next(answers), "red") != "open" for _ in line]
        ours = [decided(line[: made + 1]) for made in range(len(line))]
        assert ours.index(True) == theirs.index(True), case.id
