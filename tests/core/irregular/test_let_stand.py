"""The arbiter lets an illegal move stand over which play has gone on: what was done since counts, in its order."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity, Question
from controller.core.sensing.marks import Sensor
from rules.game import Game
from rules.registry import game_by_name
from tests.core.clocks import running
from tests.core.policies import CORRECTED, NAMED
from tests.core.rig import CHESS, Rig
from tests.core.sensed import SensedRig

XIANGQI = game_by_name("xiangqi")

Case = tuple[Game, str, str, str, str, str, list[str]]
"""Game, rulebook, start; the illegal move, the capture of its man in reply, a quiet move; what the record is then."""
CASES: list[Case] = [
    (CHESS, "chess-fide-2023", "r2qkbnr/pp1bpp1p/3p2p1/2p5/2P2P2/6PP/PP1PP3/RNBQK1NR b KQkq - 0 7",
     "d6- 400 f3=p", "f3- 365 e2- 325 f3=P", "h7- 400 h6=p", ["d6f3", "e2f3", "h7h6"]),
    (CHESS, "chess-classic", "rnb3n1/ppkp1N1p/4p3/2p5/4P3/2b5/PP1PBPPP/RNBQK2R w KQ - 0 9",
     "g2- 400 d5=P", "e6- 400 d5- 300 d5=p", "e2- 700 d3=B", ["g2d5", "e6d5", "e2d3"]),
    (XIANGQI, "xiangqi-cxa", "3k5/9/9/9/2r6/4N4/9/2C6/9/4K4 w - - 0 1",
     "e4- 400 e5=N", "c5- 400 e5- 300 e5=r", "e0- 400 f0=K", ["e4e5", "c5e5", "e0f0"]),
]  # fmt: skip
cases = pytest.mark.parametrize("case", CASES, ids=lambda case: case[1])


def act(rig: Rig, line: str) -> None:
    """Hands do this on a board that cannot tell men apart, or on one that can."""
    if not isinstance(rig, SensedRig):
        line = " ".join(each.split("=")[0] + "+" * ("=" in each) for each in line.split())
    rig.hands(line)


def board(case: Case, sensor: Sensor, control: str | None = None) -> Rig:
    game, book, start = case[:3]
    if sensor is Sensor.PRESENCE:
        return Rig(start, game=game, rulebook=book, time_control=control)
    return SensedRig(sensor, start, game=game, rulebook=book, time_control=control)


@pytest.mark.law("FIDE-7.5.1", "CH-8.1", "XQ-5.8")
@cases
@pytest.mark.parametrize("sensor", [Sensor.PRESENCE, Sensor.POLARITY])
@pytest.mark.parametrize("soon_ms", [400, 1300])
@pytest.mark.parametrize(("ms", "further"), [(1600, False), (5000, True)])
def test_the_capture_of_its_man_in_reply_counts(
    case: Case, sensor: Sensor, soon_ms: int, ms: int, *, further: bool
) -> None:
    illegal, reply, quiet, line = case[3:]
    rig = board(case, sensor)
    act(rig, f"1000 {illegal} {soon_ms} {reply} {ms} " + f"{quiet} 2000" * further)
    (found,) = rig.of(Irregularity)
    assert (rig.stage, found.observed.removed) == ("restore", [])
    assert rig.command("arbiter", "accept-irregularity", id=found.id)
    rig.wait(2000)
    if not further:
        act(rig, f"{quiet} 2000")
    rig.wait(CORRECTED.within_ms)
    assert (rig.line, rig.of(Irregularity)) == (line, [found]), rig.story()
    assert rig.stage == "play"


@pytest.mark.law("FIDE-7.5.1", "CH-8.1", "XQ-5.8")
@cases
@pytest.mark.parametrize("sensor", [Sensor.PRESENCE, Sensor.POLARITY])
@pytest.mark.parametrize("ms", [200, 1500])
def test_with_clocks_too(case: Case, sensor: Sensor, ms: int) -> None:
    illegal, reply, quiet, line = case[3:]
    rig = board(case, sensor, "90:00")
    mover = rig.session.line.position.side_to_move
    other = rig.game.other(mover)
    act(rig, f"1000 {illegal} 200")
    rig.press(mover)
    act(rig, f"{ms} {reply} 300")
    rig.press(other)
    rig.wait(5000)
    (found,) = rig.of(Irregularity)
    assert rig.command("arbiter", "accept-irregularity", id=found.id)
    rig.wait(1500)
    act(rig, f"{quiet} 300")
    rig.press(mover)
    rig.wait(CORRECTED.within_ms)
    assert (rig.line, rig.of(Irregularity)) == (line, [found]), rig.story()
    assert running(rig) == other


Over = tuple[Game, str | None, str, str, list[str]]
"""Game, start; the irregular move, as it is done and as it is told; plies over it."""
KNIGHT = "rnbqkb1r/pppppppp/7n/8/7P/8/PPPPPPP1/RNBQKBNR b KQkq - 0 1"
OVER: dict[str, Over] = {
    "chess": (CHESS, None, "g1- 300 g3+", "g1g3",
              ["b8c6", "e2e4", "h7h6", "b1c3", "a7a6", "f1e2", "d7d6", "g3f5"]),
    "xiangqi": (XIANGQI, None, "b0- 400 b1+", "b0b1",
                ["h9g7", "a3a4", "i6i5", "c3c4", "b9c7", "g3g4", "g6g5", "h2e2"]),
    "chess, captor first": (CHESS, KNIGHT, "h6- 300 h4- 300 h4+", "h6h4",
                            ["b2b3", "a7a6", "c2c3", "d7d6", "g2g3", "b7b6", "f2f3"]),
    "chess, victim first": (CHESS, None, "b7- 300 b1- 300 b7+", "b1b7",
                            ["g7g6", "a2a3", "h7h6", "e2e4", "d7d6", "f2f3"]),
    "xiangqi, captor first": (XIANGQI, None, "a0- 300 a6- 300 a6+", "a0a6",
                              ["h9g7", "b0c2", "i6i5", "c3c4", "b9c7", "g3g4"]),
}  # fmt: skip


def named(rig: Rig, side: str, text: str) -> Irregularity:
    """The one irregular move, which is this; xiangqi names the man that it touched besides."""
    (found,) = (each for each in rig.of(Irregularity) if each.kind.startswith("illegal"))
    seen = found.observed
    assert (found.side, f"{seen.origin}{seen.to}", found.doubt) == (side, text, None)
    return found


@pytest.mark.law("FIDE-7.5.1", "CH-8.1", "XQ-5.8")
@pytest.mark.parametrize("name", OVER)
@pytest.mark.parametrize("pause_ms", [1000, 1400])
@pytest.mark.parametrize("control", [None, "90:00"])
def test_all_that_was_played_over_it_counts(name: str, pause_ms: int, control: str | None) -> None:
    game, start, deed, text, plies = OVER[name]
    # Without a clock more of them, in haste, are a mess, or may tell of a piece that nobody felt.
    soon = control is None and pause_ms <= 1000
    for count in (1, 2) if soon else (1, len(plies)):
        rig = Rig(start, game=game, rulebook=game.rulebook.name, time_control=control)
        side = rig.session.line.position.side_to_move
        mover = side
        rig.hands(f"1000 {deed}")
        for ply in ["", *plies[:count]]:
            rig.hands(f"{pause_ms} {ply[:2]}- 300 {ply[2:]}+" * bool(ply))
            if control:
                rig.wait(60)
                rig.press(side)
                side = game.other(side)
        rig.wait(5000)
        case = (count, rig.story())
        if soon and rig.of(Question):  # a man was only jolted, perhaps, and another not felt
            assert ("first" in name, count > 1, rig.moves) == (True, True, []), case
            continue
        found = named(rig, mover, text)
        assert rig.stage == "restore", case
        assert rig.command("arbiter", "accept-irregularity", id=found.id), case
        rig.wait(2000)
        assert (rig.line, rig.of(Question), rig.stage) == ([text, *plies[:count]], [], "play"), case


REPLIES = {
    "knight": (CHESS, None, "g1", "g3", "b8", "c6"),
    "pawn": (CHESS, None, "e2", "e5", "d7", "d5"),
    "horse": (XIANGQI, None, "b0", "b1", "h9", "g7"),
    "soldier": (XIANGQI, None, "b0", "b1", "a6", "a5"),
    "man": (game_by_name("draughts-100"), "W:W28,38,39,48:B9,14,20", "28", "32", "20", "24"),
    "brazilian": (game_by_name("draughts-brazilian"), "W:Wc3,e3,g1:Bd8,f8,h6",
                  "c3", "b2", "f8", "g7"),
}  # fmt: skip


@pytest.mark.law("FIDE-7.5.1", "XQ-5.8", "DR-7.4.2", "DR-7.7")
@pytest.mark.parametrize("name", REPLIES)
@pytest.mark.parametrize("soon_ms", [100, 1100])
@pytest.mark.parametrize("held_ms", [400, 1500])
def test_who_holds_the_man_of_his_reply_is_not_captured(
    name: str, soon_ms: int, held_ms: int
) -> None:
    game, start, origin, target, man, to = REPLIES[name]
    rig = Rig(start, game=game, rulebook=game.rulebook.name)
    rig.hands(f"1000 {origin}- 400 {target}+ {soon_ms} {man}- {held_ms} {to}+ 3000")
    (found,) = rig.of(Irregularity)
    assert found.observed.removed == []
    if game.pieces_move and rig.stage == "restore":
        assert rig.command("arbiter", "accept-irregularity", id=found.id)
    rig.wait(2000)
    texts = [move.replace("-", "") for move in rig.line]
    assert (texts, rig.of(Question), rig.stage) == ([origin + target, man + to], [], "play")


@pytest.mark.law("FIDE-7.5.1")
@pytest.mark.parametrize("wait_ms", [200, 600])
def test_a_man_taken_off_as_if_in_passing_is_no_reply(wait_ms: int) -> None:
    rig = Rig("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1")  # d7-d5 was not the last move
    rig.hands(f"1000 e5- 400 d6+ {wait_ms} d5- {NAMED.within_ms}")
    assert rig.line == []
    assert [found.kind for found in rig.of(Irregularity)] in (["illegal-move"], ["displaced"])
