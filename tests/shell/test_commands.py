"""Commands at the running service: obeyed once, whatever comes between; starts, and games played again."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from controller.core.inputs import Frame, Tick
from controller.core.messages import GameStarted, Message, Move, Penalty, Result
from controller.core.settings import Settings
from controller.core.stages import Stage
from controller.journal.files import REPLIES_KEPT
from controller.journal.store import Journal
from controller.shell.boardclock import SteppedClock
from controller.shell.config_types import PairingsConfig
from controller.shell.service import Service
from rules.registry import game_by_name

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterator
    from pathlib import Path

    from controller.shell.desk import Reply

MS = 1_000_000
CHESS = game_by_name("chess")
ARRAY = CHESS.start().occupied
PAIRINGS = """\
round,board,white,black,white rating,time control
1,7,Ann,Bob,2100,60:00
1,8,Cid,Dee,,
2,7,Dee,Ann,,
"""


class Hall:
    """A board whose service may be killed and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.clock = SteppedClock()
        self.journal: Journal | None = None
        self.pairings: PairingsConfig | None = None
        self.settings = Settings(game=CHESS, rulebook=CHESS.rulebook)
        self.service = self.start()

    def start(self) -> Service:
        """The service is started, as after a power cut."""
        if self.journal is not None:
            self.journal.close()
        self.journal = Journal.open(self.folder, "b1")
        self.service = Service(self.journal, self.settings, self.clock, pairings=self.pairings)
        return self.service

    def stand(self, levels: int = ARRAY) -> None:
        """The men stand so for a while."""
        self._feed(Frame(at_ns=self.clock.at_ns, levels=levels))
        self.clock.at_ns += 2000 * MS
        self._feed(Tick(at_ns=self.clock.at_ns))

    def order(self, name: str, role: str = "arbiter", *, id_: str = "", **args: Any) -> Reply:  # noqa: ANN401
        """Gives a command."""
        self.clock.at_ns += 10 * MS
        body = {"id": id_ or f"{name}-{self.clock.at_ns}", "args": args}
        reply: Reply = run(self.service.command(role, name, body, "http"))
        return reply

    def said(self, game_id: str | None = None) -> list[Message]:
        assert self.journal is not None
        return list(self.journal.messages_of(game_id or str(self.service.game_id)))

    def of(self, kind: type[Message], game_id: str | None = None) -> list[Any]:
        return [message for message in self.said(game_id) if isinstance(message, kind)]

    def _feed(self, item: Frame | Tick) -> None:
        run(self.service.take(item))


def run(coroutine: Coroutine[Any, Any, Any]) -> Any:  # noqa: ANN401
    return asyncio.run(coroutine)


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    made = Hall(tmp_path / "journal")
    yield made
    assert made.journal is not None
    made.journal.close()


@pytest.mark.parametrize("killed", [False, True])
def test_a_repeated_id_is_answered_again_and_not_obeyed_again(hall: Hall, killed: bool) -> None:  # noqa: FBT001
    hall.stand()
    first = hall.order("penalty", id_="x1", side="white", kind="warning", why="talking")
    assert first.accepted
    if killed:
        hall.start()
    again = hall.order("penalty", id_="x1", side="white", kind="warning", why="talking")
    assert again == first
    (said,) = hall.of(Penalty)
    assert (said.by, said.why) == ("arbiter", "talking")
    assert hall.service.session.state.penalties.counts == {("white", "warning"): 1}


@pytest.mark.parametrize("killed", [False, True])
def test_a_refused_command_that_comes_again_stays_refused(hall: Hall, killed: bool) -> None:  # noqa: FBT001
    """Its time is over: what it asks for may have become possible since."""
    first = hall.order("penalty", id_="x1", side="white", kind="warning")
    assert not first.accepted
    assert "setup" in (first.reason or "")
    if killed:
        hall.start()
    hall.stand()
    assert hall.order("penalty", id_="x1", side="white", kind="warning") == first
    assert not hall.of(Penalty)


def test_the_same_id_of_another_role_is_another_command(hall: Hall) -> None:
    hall.stand()
    assert hall.order("result", id_="x1", result="1-0").accepted
    reply = hall.order("result", role="operator", id_="x1", result="0-1")
    assert not reply.accepted


def test_old_answers_are_forgotten(hall: Hall) -> None:
    hall.stand()
    for n in range(REPLIES_KEPT + 5):
        assert hall.journal is not None
        hall.journal.append((), game_id=None, at_us=0, reply=(f"arbiter/{n}", body()))
    kept = [key for key, _ in hall.journal.replies()] if hall.journal else []
    assert len(kept) == REPLIES_KEPT
    assert kept[0] == "arbiter/5"


def body() -> dict[str, Any]:
    return {"accepted": True, "reason": None, "seq": 1, "start": None}


def test_an_answer_and_what_it_brought_about_are_one_transaction(hall: Hall) -> None:
    """The answer names the newest message, which is the command's own."""
    hall.stand()
    reply = hall.order("penalty", side="white", kind="warning")
    assert hall.journal is not None
    assert reply.seq == hall.journal.newest_seq
    assert hall.journal.entries(reply.seq - 1)[0].type == "penalty"


def test_a_command_without_an_id(hall: Hall) -> None:
    reply = run(hall.service.command("arbiter", "start", {}, "http"))
    assert (reply.accepted, reply.id) == (False, "")


def test_a_game_that_was_ordered_outlives_a_power_cut_before_its_men_stand(hall: Hall) -> None:
    hall.stand()
    players = {"white": "Ann", "black": "Bob"}
    assert hall.order("start", id_="s", players=players, time_control="5:00+0:03").accepted
    game_id = hall.service.game_id
    hall.start()
    assert hall.service.game_id == game_id
    assert hall.service.session.stage is Stage.SETUP
    hall.stand()
    (started,) = hall.of(GameStarted)
    assert (started.players, started.time_control) == (players, "5:00+0:03")
    hall.start()
    assert hall.service.game_id == game_id


def test_a_start_that_is_refused_begins_nothing(hall: Hall) -> None:
    hall.stand()
    before = hall.service.game_id
    assert not hall.order("start", rulebook="none").accepted
    assert not hall.order("start", role="white").accepted
    hall.start()
    assert hall.service.game_id == before


@pytest.mark.law("CH-8.6", "FIDE-7.3")
@pytest.mark.parametrize(
    ("args", "players"),
    [
        ({}, {"white": "Ann", "black": "Bob"}),
        ({"exchange": True}, {"white": "Bob", "black": "Ann"}),
    ],
)
def test_a_void_game_is_played_again(
    hall: Hall, args: dict[str, Any], players: dict[str, str]
) -> None:
    hall.order(
        "start",
        players={"white": "Ann", "black": "Bob"},
        headers={"Round": "3"},
        time_control="5:00",
    )
    hall.stand()
    first = str(hall.service.game_id)
    reply = hall.order("void", id_="v", cause="colours-reversed", again=True, **args)
    assert reply.accepted, reply.reason
    assert hall.of(Result, first)[-1].termination == "void"
    assert hall.service.game_id != first
    hall.start()
    hall.stand()
    (started,) = hall.of(GameStarted)
    assert started.players == players
    assert (started.headers, started.time_control) == ({"Round": "3"}, "5:00")
    assert hall.order("void", id_="v", cause="colours-reversed", again=True) == reply
    assert hall.service.session.stage is Stage.PLAY


def test_a_void_that_is_refused_begins_no_game(hall: Hall) -> None:
    hall.stand()
    before = hall.service.game_id
    assert not hall.order("void", cause="rain", again=True).accepted
    assert hall.service.game_id == before
    assert hall.order("void", cause="wrong-array").accepted
    assert hall.service.game_id == before


def test_a_result_that_was_corrected_goes_on_after_a_power_cut(hall: Hall) -> None:
    hall.stand()
    assert hall.order("result", result="1-0").accepted
    assert hall.order("correct", to_ply=0, why="the flag had not fallen").accepted
    game_id = hall.service.game_id
    hall.start()
    assert (hall.service.game_id, hall.service.session.line.result) == (game_id, None)
    hall.stand()
    assert hall.service.session.stage is Stage.PLAY


@pytest.fixture
def event(hall: Hall, tmp_path: Path) -> Hall:
    """The board is number 7 of an event."""
    file = tmp_path / "pairings.csv"
    file.write_text(PAIRINGS, encoding="utf-8")
    hall.pairings = PairingsConfig(file=file, board=7)
    hall.start()
    return hall


def started(hall: Hall) -> GameStarted:
    hall.stand()
    return hall.of(GameStarted)[-1]  # type: ignore[no-any-return]


def test_start_takes_the_next_game_of_the_pairing_file(event: Hall) -> None:
    assert event.order("start", headers={"Site": "Hall 2"}).accepted
    first = started(event)
    assert first.players == {"white": "Ann", "black": "Bob"}
    assert first.time_control == "60:00"
    assert first.headers == {"WhiteElo": "2100", "Round": "1", "Board": "7", "Site": "Hall 2"}
    event.start()
    assert event.order("start").accepted
    assert started(event).players == {"white": "Dee", "black": "Ann"}
    reply = event.order("start")
    assert not reply.accepted
    assert "have been started" in (reply.reason or "")
    assert event.order("start", round=1).accepted
    assert started(event).players["white"] == "Ann"


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        ({}, "60:00"),
        ({"time_control": None}, "60:00"),
        ({"time_control": "5:00"}, "5:00"),
        ({"board": 8}, "90:00"),
        ({"board": 8, "time_control": None}, None),
        ({"players": {"white": "Eve"}}, "90:00"),
    ],
    ids=str,
)
def test_a_time_control_is_that_of_the_command_the_pairing_or_the_board(
    event: Hall, args: dict[str, Any], expected: str | None
) -> None:
    event.settings = replace(event.settings, time_control="90:00")
    event.start()
    assert event.order("start", **args).accepted
    assert started(event).time_control == expected


def test_start_may_name_round_and_board(event: Hall) -> None:
    assert event.order("start", round=1, board=8).accepted
    assert started(event).players == {"white": "Cid", "black": "Dee"}
    assert event.order("start", players={"white": "Eve"}).accepted
    assert started(event).players == {"white": "Eve", "black": None}
    for args, reason in (
        ({"round": 9}, "no game in round 9"),
        ({"board": 9}, "no game on board 9"),
        ({"round": "1"}, "round is a number"),
        ({"board": True}, "board is a number"),
    ):
        reply = event.order("start", **args)
        assert not reply.accepted
        assert reason in (reply.reason or "")


def test_a_bad_pairing_file_starts_nothing_and_says_where(event: Hall) -> None:
    assert event.pairings is not None
    event.pairings.file.write_text("round,board,white,black\n1,7,Ann,\n", encoding="utf-8")
    reply = event.order("start")
    assert "pairings.csv: line 2, column 4: black has no name" in (reply.reason or "")


def test_no_pairing_file(hall: Hall) -> None:
    assert "[pairings]" in (hall.order("start", round=1).reason or "")


@pytest.mark.xfail(
    strict=True, reason="plies over an illegal move, before the game was begun, are lost"
)
def test_what_was_played_over_an_illegal_move_waits_for_the_arbiter(hall: Hall) -> None:
    levels = ARRAY
    hall.stand()
    for point in ("g1", "g3", "e7", "e5", "d2", "d4"):
        levels ^= 1 << CHESS.index[point]
        hall.stand(levels)
    hall.start()
    hall.stand(levels)
    assert not hall.of(Move)
    assert hall.order("accept-irregularity").accepted
    hall.stand(levels)
    assert [move.move for move in hall.of(Move)] == ["g1g3", "e7e5", "d2d4"]
