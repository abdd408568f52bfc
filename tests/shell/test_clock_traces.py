"""Traces with presses: the clock is right move by move, and the record has the times of the round."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.core.messages import Clock, Move, Question
from controller.shell.export import record_text
from rules.chess.pgn import read_games
from tests.shell.clock_traces import Script

ROUND = Path(__file__).parents[1] / "data" / "games" / "chess-live-round.pgn"
GAMES = read_games(ROUND.read_text(encoding="utf-8"))
CONTROL = "15:00+0:10"
"""The source has no time for some moves, and for one of them 0:00:00, which no press leaves."""
FRACTION_S = 0.9
"""A clock that shows 15:19 has anything up to a second more."""

LINES = {
    "chess": "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6",
    "draughts-100": "32-28 19-23 28x19 14x23 37-32 10-14 41-37 14-19",
    "xiangqi": "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5",
    "go": "d4 q16 q4 d16 c6 r14 f3 c14",
}


def after_each(game: str, control: str, thinks_s: list[float], **header: object) -> list[str]:
    """What the mover's clock shows at each press, as m:ss, and moves or periods left where there are any."""
    script = Script(game, control, **header)
    for text, think_s in zip(LINES[game].split(), thinks_s, strict=False):
        script.move(text, int(think_s * 1_000_000))
    messages = script.messages()
    assert [m.move for m in messages if isinstance(m, Move)] == LINES[game].split()[: len(thinks_s)]
    shown = []
    for message in messages:
        if not isinstance(message, Clock) or message.running is None or message.why is not None:
            continue
        presser = next(side for side in message.sides if side != message.running)
        face = message.sides[presser]
        left_s = face["remaining_ms"] // 1000
        rest = face.get("byo_yomi_left", face["moves_to_go"])
        tail = "" if rest is None else f" {rest}"
        shown.append(f"{left_s // 60}:{left_s % 60:02}{tail}")
    return shown


@pytest.mark.parametrize(
    ("game", "control", "thinks_s", "shown"),
    [
        pytest.param("chess", "5:00", [10, 5, 20, 5], ["4:50", "4:55", "4:30", "4:50"], id="sudden"),
        pytest.param("chess", "90:00+0:30", [10, 5, 20, 5],
                     ["90:50", "90:55", "91:00", "91:20"], id="fischer"),
        pytest.param("chess", "5:00d0:05", [4, 7, 12, 5],
                     ["5:00", "4:58", "4:53", "4:58"], id="delay"),
        pytest.param("chess", "5:00b0:05", [4, 7, 12, 5],
                     ["5:00", "4:58", "4:53", "4:58"], id="bronstein"),
        pytest.param("chess", "~1:00", [10, 5, 20, 5],
                     ["0:50", "1:05", "0:35", "1:20"], id="hourglass"),
        pytest.param("chess", "2/5:00,1/1:00*", [10, 5, 20, 5, 30, 5],
                     ["4:50 1", "4:55 1", "5:30 1", "5:50 1", "6:00 1", "6:45 1"],
                     id="periods", marks=pytest.mark.law("CH-12.1")),
        pytest.param("chess", "2/1:30+0:30,0:30+0:30", [10, 5, 20, 5, 9, 5],
                     ["2:20 1", "2:25 1", "3:00", "3:20", "3:21", "3:45"], id="fide-classical"),
        pytest.param("draughts-100", "1:00", [10, 5, 20, 5], ["0:50", "0:55", "0:30", "0:50"],
                     id="draughts-sudden", marks=pytest.mark.law("DR-8.1.1")),
        pytest.param("draughts-100", "80:00+1:00", [10, 5, 20, 5],
                     ["81:50", "81:55", "82:30", "82:50"],
                     id="draughts-fischer", marks=pytest.mark.law("DR-8.1.2")),
        pytest.param("draughts-100", "0:20,1:00+0:30", [10, 5, 20, 5, 10],
                     ["0:10", "0:15", "1:50", "0:10", "2:10"],
                     id="draughts-fixed-then-fischer", marks=pytest.mark.law("DR-8.1.3")),
        pytest.param("xiangqi", "2/1:30,1/0:15*", [10, 5, 20, 5, 9, 5],
                     ["1:20 1", "1:25 1", "1:15 1", "1:35 1", "1:21 1", "1:45 1"],
                     id="xiangqi-periods", marks=pytest.mark.law("XQ-6.1", "XQ-6.2", "XQ-6.3")),
        pytest.param("xiangqi", "2/0:50*", [10, 5, 20, 5],
                     ["0:40 1", "0:45 1", "1:10 2", "1:30 2"],
                     id="xiangqi-repeating", marks=pytest.mark.law("XQ-6.4")),
        pytest.param("xiangqi", "10:00", [10, 5, 20], ["9:50", "9:55", "9:30"],
                     id="xiangqi-sudden", marks=pytest.mark.law("XQ-6.5")),
        pytest.param("go", "0:15,3x0:10", [10, 5, 8, 5, 9, 5, 25],
                     ["0:05", "0:10", "0:10 3", "0:05", "0:10 3", "0:10 3", "0:10 1"],
                     id="go-byo-yomi", marks=pytest.mark.law("GO-22.time")),
        pytest.param("go", "0:15,2/0:30*", [20, 5, 10, 5, 9],
                     ["0:25 1", "0:10", "0:30 2", "0:05", "0:21 1"],
                     id="go-canadian", marks=pytest.mark.law("GO-22.time")),
    ],
)  # fmt: skip
def test_every_kind_of_control_move_by_move(
    game: str, control: str, thinks_s: list[float], shown: list[str]
) -> None:
    assert after_each(game, control, thinks_s) == shown


def driven(number: int) -> Script:
    """A game of the round with its times; where the arbiter had set a clock he does so again."""
    record = GAMES[number]
    script = Script("chess", CONTROL)
    for n, (text, clock_ms) in enumerate(zip(record.moves, record.clocks_ms, strict=True)):
        side = "white" if n % 2 == 0 else "black"
        if not clock_ms:
            script.move(text, 1_000_000)
            continue
        wanted_s = clock_ms / 1000 + FRACTION_S
        face = script.clock.at(script.at_us * 1000).faces[script.position.side_to_move]
        if face.left_ns / 1e9 + 10 < clock_ms / 1000 + 0.3:
            script.set_clock({side: clock_ms - 10_000 + 2000})
        script.move(text, script.until(wanted_s))
    return script


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_a_round_driven_as_moves_has_its_own_times(number: int) -> None:
    original = GAMES[number]
    messages = driven(number).messages()
    assert not [m for m in messages if isinstance(m, Question)]
    text = record_text(messages)
    (again,) = read_games(text)
    assert again.moves == original.moves
    told = list(zip(again.clocks_ms, original.clocks_ms, strict=True))
    assert [ours for ours, its in told if its] == [its for _, its in told if its]
    assert None not in again.elapsed_ms
