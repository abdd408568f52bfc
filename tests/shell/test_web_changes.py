"""Viewers who are sent changes have the state that they would read whole, however late they come."""

from __future__ import annotations

import json
import re
import zlib
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from controller.core.messages import Health, Status
from controller.shell.web.changes import HEALTH_US, SEEN, Changes, ran_on, state
from controller.shell.web.packing import SMALL, STREAM_HEAD, piece, stored, takes_gzip
from tests.shell.fake_desk import FakeDesk, irregularity, question, view_of
from tests.shell.watcher import changed
from tests.shell.web_client import Client

if TYPE_CHECKING:
    from controller.core.messages import Json

LINE = [
    "e4",
    "e5",
    "Nf3",
    "Nc6",
    "Bb5",
    "a6",
    "Ba4",
    "Nf6",
    "O-O",
    "Be7",
    "Re1",
    "b5",
    "Bb3",
    "d6",
    "c3",
    "O-O",
    "h3",
    "Nb8",
    "d4",
    "Nbd7",
]


class Play:
    """A desk at which this and that happens; moves are the same objects while they stand."""

    def __init__(self, dice: Random, mode: str) -> None:
        self.dice, self.desk, self.ply = dice, FakeDesk(view_of(LINE)), 0
        self.moves = list(self.desk.now.moves)
        self.mode = mode
        self.deed()

    def deed(self) -> None:
        dice, desk = self.dice, self.desk
        steps = {-3: 1, -1: 1, 0: 5, 1: 6}
        self.ply += dice.choices(list(steps), list(steps.values()))[0]
        self.ply = min(max(self.ply, 0), len(LINE))
        view = view_of(LINE[: self.ply])
        if dice.random() < 0.1:  # taken back and made otherwise
            self.moves[self.ply :] = [
                msgspec.structs.replace(each, breach="i1") for each in self.moves[self.ply :]
            ]
        lifted = dict(view.men)
        lifted.pop(dice.choice(sorted(lifted)))
        desk.now = msgspec.structs.replace(
            view,
            mode=self.mode,
            moves=self.moves[: self.ply],
            stage=dice.choice(("play", "restore", "ended")),
            standing=sorted(lifted),
            touched=dice.choice(([], ["e2"])),
            question=dice.choice((None, question())),
            irregularity=dice.choice((None, irregularity())),
            clock=dice.choice((None, {"sides": {}, "running": None, "at_us": 0})),
        )
        desk.condition = dice.choice((Status(state="online"), Status(state="degraded", cause="x")))
        desk.note("move")


def told(event: tuple[bytes, bytes]) -> tuple[str, Json]:
    """The name of an event, and its body."""
    text = b"".join(event).decode()
    assert text.endswith("\n\n")
    name, body = text.strip().split("\n")
    return name.removeprefix("event: "), json.loads(body.removeprefix("data: "))


def whole(desk: FakeDesk, *, arbiter: bool) -> Json:
    found: Json = json.loads(msgspec.json.encode(state(desk, arbiter=arbiter)))
    return found


@pytest.mark.parametrize("mode", ["referee", "observer"])
@pytest.mark.parametrize("arbiter", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_a_viewer_who_looks_now_and_then_has_the_whole_state(
    mode: str,
    seed: int,
    *,
    arbiter: bool,
) -> None:
    dice = Random(seed)
    play, changes = Play(dice, mode), Changes(arbiter=arbiter)
    viewers: list[tuple[int, Any]] = [(-1, None)] * 8
    names = set()
    for version in range(1, 60):
        play.deed()
        for number, (seen, before) in enumerate(viewers):
            if dice.random() > 1 / (number + 1):
                continue  # the later ones look seldom
            name, body = told(changes.event(play.desk, version, seen))
            names.add(name)
            known = body if name == "state" else changed(before, body)
            assert known == whole(play.desk, arbiter=arbiter)
            viewers[number] = version, known
    assert names == {"state", "change"}


def test_a_viewer_who_has_missed_much_is_sent_the_whole_state_again() -> None:
    play, changes = Play(Random(1), "referee"), Changes(arbiter=False)
    for version in range(SEEN + 1):
        changes.event(play.desk, version, -1)
        play.deed()
    assert told(changes.event(play.desk, SEEN + 1, 1))[0] == "state"
    assert told(changes.event(play.desk, SEEN + 1, SEEN))[0] == "change"


def test_what_has_not_changed_is_not_sent() -> None:
    desk, changes = FakeDesk(view_of(LINE)), Changes(arbiter=False)
    first = told(changes.event(desk, 1, -1))[1]
    assert told(changes.event(desk, 2, 1)) == ("change", {"at_us": first["at_us"]})
    moves = [*desk.now.moves, view_of([*LINE, "Nbd2"]).moves[-1]]
    desk.now = msgspec.structs.replace(desk.now, moves=moves, ply=len(moves))
    _, body = told(changes.event(desk, 3, 2))
    assert body["view"] == {"ply": len(moves)}
    assert (body["moves"]["keep"], len(body["moves"]["add"])) == (len(LINE), 1)


def test_figures_of_the_health_are_rationed_and_words_are_not() -> None:
    desk, changes = FakeDesk(), Changes(arbiter=False)
    now_us = 0
    desk.at_us = lambda: now_us  # type: ignore[method-assign]

    def sent(version: int, **health: object) -> bool:
        desk.body_health = msgspec.structs.replace(desk.body_health, **health)
        return "health" in told(changes.event(desk, version, version - 1))[1]

    assert sent(1)
    assert not sent(2, scan_hz=199.0)
    assert sent(3, bus="i2c-1: no answer")
    now_us = HEALTH_US
    assert sent(4, scan_hz=198.0)
    assert isinstance(desk.body_health, Health)


def test_the_example_of_the_protocol_is_a_change() -> None:
    page = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text("utf-8")
    (text,) = re.findall(r"^    event: change\n    data: (.*)$", page, re.MULTILINE)
    change = json.loads(text)
    desk, changes = FakeDesk(), Changes(arbiter=False)
    begun = told(changes.event(desk, 1, -1))[1]
    desk.now = view_of(["e4"])
    found = told(changes.event(desk, 2, 1))[1]
    assert change["moves"]["keep"] == found["moves"]["keep"]
    assert all(found["view"][key] == each for key, each in change["view"].items())
    assert change["standing"].keys() == found["standing"].keys()
    after = changed(begun, change)["view"]
    assert (after["men"], after["moves"][0]["move"]) == (desk.now.men, "e2e4")


def face(left_ms: int, **more: object) -> Json:
    return {"remaining_ms": left_ms, "period": 1, "used_ms": 60_000 - left_ms, **more}


def clock(at_ms: int, white: Json, **more: object) -> Json:
    sides = {"white": white, "black": face(60_000)}
    return {"sides": sides, "running": "white", "flag": None, "at_us": at_ms * 1000, **more}


@pytest.mark.parametrize(
    ("now", "same"),
    [
        (clock(5_000, face(55_000)), True),
        (clock(5_001, face(55_000)), True),
        (clock(5_000, face(55_500)), False),
        (clock(5_000, face(55_000, seconds=True)), False),
        (clock(5_000, face(55_000), running="black"), False),
        (clock(5_000, face(55_000), flag="white"), False),
        (clock(5_000, {**face(55_000), "period": 2}), False),
        (None, False),
    ],
)
def test_a_clock_that_only_runs_on_is_not_told_again(now: Json | None, same: bool) -> None:  # noqa: FBT001
    desk, changes = FakeDesk(view_of(clock=clock(0, face(60_000)))), Changes(arbiter=False)
    changes.event(desk, 1, -1)
    desk.now = view_of(clock=now)
    found = told(changes.event(desk, 2, 1))[1]
    assert found.get("view") == (None if same else {"clock": now})
    assert ran_on(now, now)


def test_a_delay_runs_before_the_clock() -> None:
    before = clock(0, face(60_000, delay_ms=2_000))
    assert ran_on(before, clock(1_000, face(60_000, delay_ms=1_000)))
    assert ran_on(before, clock(3_000, face(59_000, delay_ms=0)))
    assert not ran_on(before, clock(3_000, face(57_000, delay_ms=0)))


def test_pieces_of_a_stream_are_unpacked_as_they_come() -> None:
    unpacker = zlib.decompressobj(16 + zlib.MAX_WBITS)
    assert unpacker.decompress(STREAM_HEAD) == b""
    for number in range(50):
        body, own = b"event: move\ndata: " * number, b"%d" % number
        assert unpacker.decompress(piece(body) + stored(own)) == body + own
        assert unpacker.decompress(stored(own)) == own
    with pytest.raises(ValueError, match="65535"):
        stored(bytes(1 << 16))


@pytest.mark.parametrize(
    ("accepted", "takes"),
    [
        ("gzip", True),
        ("gzip, deflate, br, zstd", True),
        ("deflate, gzip;q=1.0, *;q=0.5", True),
        ("gzip;q=0.1", True),
        ("gzip;q=0", False),
        ("br, gzip; q=0.0, deflate", False),
        ("identity", False),
        ("xgzip", False),
        ("", False),
    ],
)
def test_answers_are_packed_for_those_who_take_it(accepted: str, takes: bool) -> None:  # noqa: FBT001
    assert takes_gzip([(b"accept-encoding", accepted.encode())]) is takes
    client = Client(FakeDesk(view_of(LINE)))
    for path in ("/api/state", "/static/kiosk.css"):
        plain = client.get(path, headers={"accept-encoding": "identity"})
        answer = client.get(path, headers={"accept-encoding": accepted})
        assert len(plain.content) > SMALL
        assert answer.headers.get("content-encoding") == ("gzip" if takes else None)
        assert answer.content == plain.content
    again = {"if-none-match": answer.headers["etag"], "accept-encoding": accepted}
    assert client.get(path, headers=again).status_code == 304
