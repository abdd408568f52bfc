from __future__ import annotations

import json
import re
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.core.messages import Duty, Status, read_message
from controller.core.view import Pending, Restoring
from controller.shell import topics
from controller.shell.desk import Entry, Reply
from rules.formats import format_of_game
from rules.registry import GAMES
from tests.shell.fake_desk import FakeDesk, irregularity, question, view_of

HEAD = {"v", "type", "board", "game_id", "epoch", "seq", "at_us"}


def sent(packets: list[topics.Packet]) -> dict[str, Any]:
    return {
        packet.topic.removeprefix("touchmove/v1/board-1/"): json.loads(packet.payload)
        for packet in packets
    }


@given(st.text(max_size=50))
def test_board_ids_are_one_level_of_a_topic(board: str) -> None:
    if re.fullmatch(r"[a-z0-9_-]{1,40}", board):
        assert topics.base(board) == f"touchmove/v1/{board}"
    else:
        with pytest.raises(ValueError, match="board id"):
            topics.base(board)


@given(
    st.from_regex(r"[a-z0-9_-]{1,40}", fullmatch=True),
    st.from_regex(r"[a-z0-9_-]{1,40}", fullmatch=True),
)
def test_command_topics_are_taken_apart(role: str, name: str) -> None:
    found = topics.parse_command("b1", f"touchmove/v1/b1/command/{role}/{name}")
    assert found == topics.CommandTopic(role=role, name=name)


@pytest.mark.parametrize(
    "topic",
    [
        "",
        "touchmove/v1/b1/command/white",
        "touchmove/v1/b1/command/white/",
        "touchmove/v1/b1/command//resign",
        "touchmove/v1/b1/command/white/resign/now",
        "touchmove/v1/b1/command/White/resign",
        "touchmove/v1/b1/command/white/re sign",
        "touchmove/v1/b2/command/white/resign",
        "touchmove/v2/b1/command/white/resign",
        "x/touchmove/v1/b1/command/white/resign",
        "touchmove/v1/b1/event/move",
    ],
)
def test_other_topics_are_no_commands(topic: str) -> None:
    assert topics.parse_command("b1", topic) is None


@pytest.mark.parametrize(
    ("kind", "qos"),
    [("lifted", 0), ("placed", 0), ("touched", 0), ("move", 1), ("question", 1), ("result", 1)],
)
def test_events_and_their_quality(kind: str, qos: int) -> None:
    entry = Entry(seq=3, game_id="g1", type=kind, body={"seq": 3, "b": "将", "a": 1})
    packet = topics.event("b1", entry)
    assert packet == topics.Packet(
        topic=f"touchmove/v1/b1/event/{kind}",
        payload='{"a":1,"b":"将","seq":3}'.encode(),
        qos=qos,  # type: ignore[arg-type]
        retain=False,
    )


def test_the_position_alone_is_enough_to_catch_up() -> None:
    view = view_of(
        ["e4", "e5"],
        stage="question",
        touched=["g1"],
        obligation=Duty(law="FIDE-4.3.1", must_move=["g1"], must_capture=[], alternatives=["g1f3"]),
        question=question(),
        irregularity=irregularity(),
        restore=Restoring(missing=[], extra=[], why="irregularity"),
        pending=Pending(kind="promotion", point="a8", side="white", choices=["q"]),
        result={"result": "1-0"},
    )
    desk = FakeDesk(view)
    found = sent(topics.Retained(desk).changed())["position"]
    assert found.keys() >= HEAD
    assert (found["ply"], found["side_to_move"], found["stage"]) == (2, "white", "question")
    assert found["position"] == view.position
    assert (found["last_move"]["move"], found["last_move"]["notation"]) == ("e7e5", {"san": "e5"})
    assert found["obligation"]["must_move"] == ["g1"]
    assert found["question"]["id"] == "q1"
    assert found["irregularity"]["observed"] == {"from": "c4", "to": "c6", "removed": []}
    assert found["restore"]["why"] == "irregularity"
    assert found["pending"]["choices"] == ["q"]
    assert found["result"] == {"result": "1-0"}


def test_everything_retained_goes_out_once_and_again_after_a_new_connection() -> None:
    desk = FakeDesk()
    desk.note("game-started", game="chess", players={"white": None, "black": None})
    desk.note("clock", sides={}, running="white")
    retained = topics.Retained(desk)
    first = retained.changed()
    names = ["game", "clock", "status", "position", "lamps", "record", "health"]
    assert list(sent(first)) == names
    assert all((packet.qos, packet.retain) == (1, True) for packet in first)
    assert retained.changed() == []
    retained.forget()
    assert list(sent(retained.changed())) == names


def test_only_what_has_changed_goes_out() -> None:
    desk = FakeDesk()
    retained = topics.Retained(desk)
    retained.changed()
    desk.condition = Status(state="degraded", cause="bus", next_step="look at the cable")
    assert sent(retained.changed())["status"]["state"] == "degraded"
    desk.now = view_of(["e4"])
    desk.pgn = "1. e4 *"
    changes = sent(retained.changed())
    assert changes.keys() == {"position", "lamps", "record"}
    assert (changes["record"]["format"], changes["record"]["text"]) == ("pgn", "1. e4 *")
    assert changes["lamps"]["lamps"] == {"e2": "last-move", "e4": "last-move"}


def test_the_record_is_not_written_anew_for_every_touch() -> None:
    desk = FakeDesk()
    retained = topics.Retained(desk)
    retained.changed()
    desk.pgn = "must not be read"
    desk.now = view_of(touched=["e2"])
    assert sent(retained.changed()).keys() == {"position"}


def test_figures_of_the_health_are_rationed_and_words_are_not() -> None:
    desk = FakeDesk()
    now = 0
    desk.at_us = lambda: now  # type: ignore[method-assign]
    retained = topics.Retained(desk)
    retained.changed()
    desk.body_health = msgspec.structs.replace(desk.body_health, scan_hz=199.0)
    assert retained.changed() == []
    desk.body_health = msgspec.structs.replace(desk.body_health, bus="stuck")
    assert sent(retained.changed())["health"]["bus"] == "stuck"
    desk.body_health = msgspec.structs.replace(desk.body_health, scan_hz=150.0)
    now = topics.Retained.HEALTH_US - 1
    assert retained.changed() == []
    now += 1
    assert sent(retained.changed())["health"]["scan_hz"] == 150.0
    now += topics.Retained.HEALTH_US
    assert retained.changed() == []


def test_game_and_clock_follow_the_journal() -> None:
    desk = FakeDesk()
    desk.note("game-started", game="chess", players={"white": None})
    retained = topics.Retained(desk)
    game = sent(retained.changed())["game"]
    assert (game["players"]["white"], game["result"]) == ("Vera Menchik", None)
    desk.note("clock", running="white")
    desk.note("clock", running="black")
    assert sent(retained.changed())["clock"]["running"] == "black"
    desk.game_id = "g2"
    desk.note("game-started", game="chess", players={})
    assert sent(retained.changed())["game"]["seq"] == 4
    desk.now = view_of(result={"result": "0-1"})
    assert sent(retained.changed())["game"]["result"] == {"result": "0-1"}


def test_status_and_health_are_messages_like_others() -> None:
    desk = FakeDesk()
    bodies = sent(topics.Retained(desk).changed())
    assert read_message(bodies["status"]) == desk.status()
    assert read_message(bodies["health"]) == desk.health()


def test_a_reply_repeats_the_id() -> None:
    desk = FakeDesk()
    command = topics.CommandTopic(role="white", name="resign")
    answer = Reply(id="c1", accepted=False, reason="not your turn", seq=0)
    packet = topics.reply(desk, command, answer)
    body = json.loads(packet.payload)
    assert (packet.topic, packet.qos, packet.retain) == (
        "touchmove/v1/board-1/reply/white", 1, False,
    )  # fmt: skip
    assert body.keys() >= HEAD
    assert (body["id"], body["accepted"], body["reason"], body["name"]) == (
        "c1", False, "not your turn", "resign",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("game", "format_"),
    [("chess", "pgn"), ("xiangqi", "xqpgn"), ("go", "sgf"), ("draughts-100", "pdn"),
     ("draughts-russian", "pdn")],
)  # fmt: skip
def test_the_notation_of_records(game: str, format_: str) -> None:
    assert topics.record_format(game) == format_


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_notation_of_records_is_that_of_their_files(game: str) -> None:
    assert topics.record_format(game) == format_of_game(game).name
