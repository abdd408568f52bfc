"""A game goes on where it was broken off: the board is compared with the record first."""

from __future__ import annotations

import pytest

from controller.core.belief.recorded import RecordedBelief
from controller.core.board import Board
from controller.core.inputs import Command, Frame, Tick
from controller.core.messages import Message, Move, Restore
from controller.core.referee.referee import TheReferee
from controller.shell.pump import Pump
from rules.registry import GAMES
from tests.core.rig import CHESS, MS, Rig, recovered

FIRST_MOVES = {
    "chess": "e2- 300 e4+",
    "draughts-100": "32- 300 28+",
    "draughts-russian": "c3- 300 d4+",
    "draughts-brazilian": "c3- 300 d4+",
    "xiangqi": "h2- 300 e2+",
    "go": "d4+",
}


@pytest.mark.law("CH-8.4")
@pytest.mark.parametrize("name", FIRST_MOVES)
def test_men_set_up_wrongly_are_set_right_before_play_goes_on(name: str) -> None:
    game = GAMES[name]
    board = Rig(game=game, rulebook=game.rulebook.name).hands(f"1000 {FIRST_MOVES[name]} 1500")
    assert len(board.line) == 1
    stands = board.session.line.position.occupied
    moved = game.index[FIRST_MOVES[name].split()[-1][:-1]]

    again = recovered(board.settings, board.said)
    said = list(again.feed(Frame(at_ns=0, levels=stands & ~(1 << moved))).messages)
    said += again.feed(Tick(at_ns=2000 * MS)).messages
    assert again.stage.value == "restore"
    (asked,) = [message for message in said if isinstance(message, Restore)]
    assert [spot.point for spot in asked.missing] == [game.points[moved]]
    assert not asked.extra

    said = list(again.feed(Frame(at_ns=3000 * MS, levels=stands)).messages)
    for at_ms in (5000, 6000):
        said += again.feed(Tick(at_ns=at_ms * MS)).messages
    assert [message.done for message in said if isinstance(message, Restore)] == [True]
    assert again.stage.value == "play"


@pytest.mark.parametrize(
    ("role", "obeyed"), [("arbiter", True), ("operator", True), ("white", False)]
)
def test_a_dead_sensor_does_not_keep_a_game_from_beginning(role: str, obeyed: bool) -> None:  # noqa: FBT001
    array = [name for name in CHESS.points if name[1] in "1278" and name != "g1"]
    board = Rig(standing=array).hands("2000")
    assert board.stage == "setup"
    assert board.command(role, "resume") is obeyed
    board.hands("1000")
    assert board.stage == ("play" if obeyed else "setup")
    if obeyed:
        assert [s.value for s in board.session.health.suspects(board.at_ns).values()] == [
            "stuck-off"
        ]
        board.hands("e2- 300 e4+ 1500")
        assert board.line == ["e2e4"]


def test_a_board_in_a_mess_is_not_declared_right() -> None:
    board = Rig(standing=[name for name in CHESS.points if name[1] in "12"]).hands("2000")
    assert not board.command("arbiter", "resume")
    assert "more than 3 sensors" in board.refusals[-1]
    assert board.stage == "setup"


def test_nothing_to_set_right() -> None:
    board = Rig().hands("1000")
    assert not board.command("arbiter", "resume")
    assert board.refusals == ["nothing waits to be set right, and no clock was stopped"]


@pytest.mark.parametrize("said_right", [True, False])
def test_men_who_stood_otherwise_before_they_could_not_be_read_are_waited_for(
    *, said_right: bool
) -> None:
    """A hand plays on while the board looks at the men after a new start; then a chip is away, and the man is put back.

    Found by `touchmove simulate --game xiangqi --faults faulty --seed 202000456 --plies 40`: play went on, and the man
    put back was published as his move.
    """
    board = Rig().hands("1500")
    stands = board.levels
    d7, d5 = (1 << CHESS.index[name] for name in ("d7", "d5"))
    e2, e4 = (1 << CHESS.index[name] for name in ("e2", "e4"))
    again = recovered(board.settings, board.said)
    pump = Pump(again)
    said: list[Message] = []

    def see(at_ms: int, levels: int, unknown: int = 0) -> None:
        for _, effects in pump.advance(Frame(at_ns=at_ms * MS, levels=levels, unknown=unknown)):
            said.extend(effects.messages)

    see(0, stands & ~e2)
    see(200, stands & ~e2 | e4)
    see(290, stands & ~e2 | e4, e2 | e4)
    see(3000, stands & ~e2 | e4, e2 | e4)
    assert again.stage.value == "restore"
    if said_right:
        assert list(pump.advance(Command(at_ns=3100 * MS, role="arbiter", name="resume", args={})))
        see(3450, stands & ~e2 | e4, e2 | e4)
        assert again.stage.value == "play"
        return
    see(3500, stands & ~e2 | e4)
    see(4500, stands)
    see(6000, stands)
    assert again.stage.value == "play"
    see(9000, stands & ~e2)
    see(9300, stands & ~e2 | e4)
    see(12000, stands & ~e2 | e4)
    see(13000, stands & ~(e2 | d7) | e4 | d5)
    see(19000, stands & ~(e2 | d7) | e4 | d5)
    assert [message.move for message in said if isinstance(message, Move)] == ["e2e4", "d7d5"]


@pytest.mark.parametrize("name", FIRST_MOVES)
def test_a_game_that_is_reopened_after_a_restart_blames_no_sensor(name: str) -> None:
    """The pieces stand as the record ends, not as in the array."""
    game = GAMES[name]
    board = Rig(game=game, rulebook=game.rulebook.name).hands(f"1000 {FIRST_MOVES[name]} 1500")
    assert board.command(game.sides[0], "resign")
    belief = RecordedBelief(board.settings)
    again = Board.recover(board.settings, belief, TheReferee(), board.said)
    again.feed(Frame(at_ns=0, levels=board.levels))
    again.feed(Tick(at_ns=2000 * MS))
    reopened = Command(
        at_ns=3000 * MS, role="arbiter", name="correct", args={"to_ply": 0, "why": "played on"}
    )
    assert again.feed(reopened).refusal is None
    assert again.stage.value == "restore"
    assert belief.remember() == {}
