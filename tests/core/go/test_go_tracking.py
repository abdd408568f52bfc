"""Hands at a board of Go: every way of making a play comes out as the play."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING

import pytest

from rules.go.game import Go, game_of
from tests.core.rig import Rig

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rules.position import Move, Position

NINE = game_of({"size": 9})
REST = "3000"


def position(black: str, white: str, to_move: str = "black") -> str:
    """A position of nine by nine as text."""
    return json.dumps(
        {"size": 9, "black": black.split(), "white": white.split(), "to_move": to_move}
    )


CAPTURE = position("c4 d4 e4 c2 d2 e2 b3", "c3 d3 e3 j9")
"""Black f3 takes c3, d3 and e3."""
SINGLE = position("c4 c2 b3", "c3 j9")
"""Black d3 takes c3."""
ROW = position("a2 b2 c2 d2 e2 a9", "a1 b1 c1 d1 e1 j9", "white")
"""Once White has played, Black f1 takes five stones."""


def hands(line: str, start: str | None = None, game: Go = NINE) -> Rig:
    return Rig(start, game=game, rulebook="go-china").hands(f"1000 {line} {REST}")


def followed(rig: Rig, *moves: str) -> None:
    """The board has seen these plays, and nothing odd."""
    assert rig.moves == list(moves), rig.story()
    assert rig.odd == [], rig.story()
    assert rig.questions == [], rig.story()
    assert rig.session.standing == rig.session.line.position.occupied


@pytest.mark.parametrize(
    ("line", "start", "moves"),
    [
        # One play after another, slowly and quickly.
        ("e5+ 900 e4+ 900 e3+", None, "e5 e4 e3"),
        *((f"e5+ {ms} e4+ {ms} g7+ {ms} c3+", None, "e5 e4 g7 c3") for ms in (60, 110, 150, 200)),
        ("e5+ 333 e4+ 333 g7+ 333 c3+ 333 c4+ 333 c5+", None, "e5 e4 g7 c3 c4 c5"),
        # A stone that slides, touches down beside, or is held over another point.
        ("e5+ 60 e5- 20 e6+", None, "e6"),
        ("e5+ 60 e6+ 20 e5-", None, "e6"),
        ("e5+ 90 e5- 30 e6+ 80 e6- 30 e7+", None, "e7"),
        ("e5+ 400 e5- 300 e6+", None, "e6"),
        ("e5+ 60 e6+ 20 e5- 200 d4+ 60 d3+ 20 d4-", None, "e6 d3"),
        # Sleeves and hands that jolt stones.
        ("d4~60 30 h8+", CAPTURE, "h8"),
        ("c4~50 20 d4~70 20 e4~90 40 h8+ 30 e2~60 20 d2~60", CAPTURE, "h8"),
        ("c3~80 20 d3~80 200 h8+ 300 e3~110", CAPTURE, "h8"),
        ("h8+ 100 h7+ 20 d4~60", CAPTURE, "h8 h7"),
        # A stone is set right in its place, by itself and beside a play.
        ("d4- 500 d4+ 900 h8+", CAPTURE, "h8"),
        ("d4- 300 h8+ 400 d4+", CAPTURE, "h8"),
        ("h8+ 400 h7- 200 h7+", position("a1", "h7"), "h8"),
        # A captured stone lifted first, last, slowly.
        ("d3+ 200 c3-", SINGLE, "d3"),
        ("c3- 200 d3+", SINGLE, "d3"),
        ("c3- 3000 d3+", SINGLE, "d3"),
        ("d3+ 3000 c3-", SINGLE, "d3"),
        ("d3+,c3-", SINGLE, "d3"),
        # Many, with rests, and before the stone is set down.
        ("f3+ 1500 e3- 1500 c3- 1500 d3-", CAPTURE, "f3"),
        ("c3- 900 d3- 900 e3- 3000 f3+", CAPTURE, "f3"),
        ("c3-,d3-,e3- 900 f3+", CAPTURE, "f3"),
        ("f3+ 300 c3-,d3-,e3-", CAPTURE, "f3"),
        # The opponent replies first.
        ("f3+ 300 c3- 100 h8+ 300 d3- 200 e3-", CAPTURE, "f3 h8"),
        ("f3+ 200 h8+ 300 c3- 200 d3- 200 e3-", CAPTURE, "f3 h8"),
        ("f3+ 900 h8+ 300 c3- 200 d3- 200 e3-", CAPTURE, "f3 h8"),
        ("f3+ 900 c3- 200 d3- 2000 h8+ 1000 e3-", CAPTURE, "f3 h8"),
        ("f3+ 200 h8+ 300 c3- 200 d3- 200 e3- 100 h7+ 200 h6+", CAPTURE, "f3 h8 h7 h6"),
        # Played where the last captured stone has only just been taken off.
        *(
            (f"f3+ 200 c3- 150 d3- 150 e3- {ms} e3+ 100 h8+ 500 h7+ 150 h6+", CAPTURE, "f3 e3 h8 h7 h6")
            for ms in (60, 85, 110)
        ),
        # So many taken in reply, and so soon, that the play before was not yet completed.
        ("h4+ 110 f1+ 90 a1- 90 b1- 90 c1- 90 d1- 90 e1-", ROW, "h4 f1"),
        # A stone that has just been set down is captured by a quick reply.
        ("c3+ 300 d3+ 200 c3-", position("a9", "c4 c2 b3", "black"), "c3 d3"),
        ("c3+ 150 d3+ 110 c3-", position("a9", "c4 c2 b3", "black"), "c3 d3"),
        # The clock.
        ("e5+ 200 b! 300 e4+ 150 w!", None, "e5 e4"),
        ("f3+ 200 c3- 200 d3- 200 e3- 200 b!", CAPTURE, "f3"),
    ],
)  # fmt: skip
def test_hands_are_followed(line: str, start: str | None, moves: str) -> None:
    followed(hands(line, start), *moves.split())


def orders(steps: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    if not steps:
        yield ()
    for n, step in enumerate(steps):
        for rest in orders(steps[:n] + steps[n + 1 :]):
            yield (step, *rest)


@pytest.mark.parametrize("pause", [70, 300, 1400])
def test_a_capture_in_every_order(pause: int) -> None:
    seen = 0
    for order in orders(("f3+", "c3-", "d3-", "e3-")):
        followed(hands(f" {pause} ".join(order), CAPTURE), "f3")
        seen += 1
    assert seen == 24


class Playing:
    """A game of random plays, by hands that are told how quick they are."""

    def __init__(self, game: Go, seed: int) -> None:
        self.dice = Random(seed)
        self.rig = Rig(game=game, rulebook="go-china")
        self.rig.wait(1000)
        self.position: Position = game.start()
        self.texts: list[str] = []

    def play(self, pause_ms: tuple[int, int], capture_ms: tuple[int, int]) -> None:
        move = self._choose()
        if move.target is None:
            return
        self.texts.append(move.text)
        acts = [move.target, *self.dice.sample(move.captured, len(move.captured))]
        early = self.dice.random() < 0.2 and pause_ms[0] >= 900
        if early:  # the captured stones, or some of them, first
            self.dice.shuffle(acts)
        for point in acts:
            self.rig.levels ^= 1 << point
            self.rig._frame()
            self.rig.wait(self.dice.randrange(*capture_ms))
        self.rig.wait(self.dice.randrange(*pause_ms))
        self.position = self.position.play(move)

    def _choose(self) -> Move:
        moves = self.position.moves()
        captures = [move for move in moves if move.captured]
        if captures and self.dice.random() < 0.4:
            return self.dice.choice(captures)
        return self.dice.choice(moves[:-1] or moves)


@pytest.mark.parametrize(
    ("size", "seed", "plies"), [(9, 1, 150), (9, 2, 150), (13, 3, 150), (19, 4, 120)]
)
def test_random_games_are_followed(size: int, seed: int, plies: int) -> None:
    playing = Playing(game_of({"size": size}), seed)
    for _ in range(plies):
        playing.play((900, 2500), (120, 700))
    playing.rig.wait(3000)
    followed(playing.rig, *playing.texts)


@pytest.mark.parametrize("seed", range(4))
def test_quick_games_are_followed_or_asked_about(seed: int) -> None:
    """Replies 60 to 200 ms apart: a play may be asked about, and none is wrong."""
    playing = Playing(NINE, seed)
    asked = 0
    for _ in range(100):
        playing.play((0, 140), (60, 200))
        asked += bool(playing.rig.questions)
        if asked:
            break
    playing.rig.wait(5000)
    rig = playing.rig
    assert rig.odd == [], rig.story()[-8:]
    assert rig.moves == playing.texts[: len(rig.moves)], rig.story()[-8:]
    assert asked or len(rig.moves) == len(playing.texts)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(9))
def test_many_games_are_followed(seed: int) -> None:
    playing = Playing(game_of({"size": (9, 13, 19)[seed % 3]}), seed)
    for _ in range(300):
        playing.play((900, 2500), (120, 700))
    playing.rig.wait(5000)
    followed(playing.rig, *playing.texts)
