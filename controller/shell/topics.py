"""Names of the MQTT topics and what stands in them. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import dropwhile
from typing import TYPE_CHECKING, Literal

import msgspec

from controller.core.messages import (
    Duty,
    Head,
    Irregularity,
    Json,
    Message,
    Question,
    Status,
    Text,
    kind,
)  # fmt: skip
from controller.core.view import (
    Adjourned,
    AreaCount,
    Charge,
    LossDue,
    MoveLine,
    OpenClaims,
    PenaltyCount,
    Pending,
    Restoring,
    View,
)  # fmt: skip
from controller.journal.codec import canonical
from controller.shell.desk import news_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from controller.journal.entry import Entry
    from controller.shell.desk import Desk, Reply

ROOT = "touchmove/v1"
_LEVEL = re.compile(r"[a-z0-9_-]{1,40}")
_AT_MOST_ONCE = frozenset({"lifted", "placed", "touched"})
"""Events that come in crowds and bind nobody; the `position` topic makes up for a lost one."""
_IN_RECORD = frozenset({"game-started", "move", "clock", "correction", "result"})
"""Messages that change what the record says."""
_AT_ONCE = frozenset({"game-started", "correction", "result"})
"""After these the record goes out at once, however long it is."""
RecordFormat = Literal["pgn", "pdn", "sgf", "xqpgn"]
_RECORD_FORMATS: dict[str, RecordFormat] = {"chess": "pgn", "xiangqi": "xqpgn", "go": "sgf"}


class State(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag=lambda name: name.lower()
):
    """The body of a retained topic that is no message of the journal; its type is the topic."""


class Position(State, frozen=True, kw_only=True):
    """All that a viewer needs who has seen nothing before.

    Attributes:
        stage: "setup", "play", "restore", "question" or "ended".
        touched: points that the player on move has touched, in order.
        restore: what must be set right on the board before play goes on.
        pending: a promotion or crowning that is due.
        claims: what has been asked or offered and is not settled.
        count: the count of a game of Go while it is being agreed.
        adjourned: who has sealed, while the game rests.
        penalties: what each side has by now.
        charges: what waits for the opponent's or the arbiter's word before it costs anything.
        losses_due: losses that are due by the counts and that the arbiter gives.
        result: the body of the result, once there is one.
    """

    game: str
    rulebook: str
    mode: str
    stage: Literal["setup", "play", "restore", "question", "choice", "count", "adjourned", "ended"]
    position: Text
    ply: int
    last_move: MoveLine | None
    side_to_move: str
    touched: list[str]
    obligation: Duty | None
    question: Question | None
    irregularity: Irregularity | None
    restore: Restoring | None
    pending: Pending | None
    claims: OpenClaims
    count: AreaCount | None = None
    adjourned: Adjourned | None = None
    penalties: list[PenaltyCount] = []
    charges: list[Charge] = []
    losses_due: list[LossDue] = []
    result: Json | None


class Lamps(State, frozen=True, kw_only=True):
    """What each lit point shows, and so why it is lit ("must-move", "missing", ...)."""

    lamps: dict[str, str]


class Record(State, frozen=True, kw_only=True):
    """The game so far in its notation.

    Attributes:
        format: "pgn", "pdn", "sgf" or "xqpgn".
    """

    format: RecordFormat
    text: str


class Answer(State, frozen=True, kw_only=True, tag="reply"):
    """What became of a command.

    Attributes:
        id: the command's own; empty when it could not be read.
        reason: why it was refused.
        note: for whoever gave the command, once: the code of the move that was sealed.
    """

    role: str
    name: str
    id: str
    accepted: bool
    reason: str | None
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandTopic:
    """Where a command came in: whose it is, and what it asks."""

    role: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Packet:
    """One message for the broker."""

    topic: str
    payload: bytes
    qos: Literal[0, 1]
    retain: bool


def base(board: str) -> str:
    """The topic above everything of a board.

    Raises:
        ValueError: the id has a character that a topic level may not have.
    """
    if not _LEVEL.fullmatch(board):
        raise ValueError(f"board id {board!r}: use 1 to 40 of a-z, 0-9, _ and -")
    return f"{ROOT}/{board}"


def commands_filter(board: str) -> str:
    """What the board subscribes to."""
    return f"{base(board)}/command/+/+"


def parse_command(board: str, topic: str) -> CommandTopic | None:
    """The role and the name in `.../command/<role>/<name>`; None for any other topic."""
    prefix = f"{base(board)}/command/"
    role, _, name = topic.removeprefix(prefix).partition("/")
    if not topic.startswith(prefix) or not (_LEVEL.fullmatch(role) and _LEVEL.fullmatch(name)):
        return None
    return CommandTopic(role=role, name=name)


def event(board: str, entry: Entry) -> Packet:
    """One journalled message."""
    return Packet(
        topic=f"{base(board)}/event/{entry.type}",
        payload=canonical(entry.body),
        qos=0 if entry.type in _AT_MOST_ONCE else 1,
        retain=False,
    )


def reply(desk: Desk, command: CommandTopic, answer: Reply) -> Packet:
    """What became of a command."""
    body = Answer(
        role=command.role, name=command.name, id=answer.id,
        accepted=answer.accepted, reason=answer.reason, note=answer.note,
    )  # fmt: skip
    return Packet(
        topic=f"{base(desk.board)}/reply/{command.role}",
        payload=canonical(wrap(desk, body)),
        qos=1,
        retain=False,
    )


def status(desk: Desk, said: Status) -> Packet:
    """The retained status: also the last will, and the farewell."""
    return _retained(desk, "status", said)


def wrap(desk: Desk, body: State | Message, game_id: str | None = None) -> Json:
    """A body with the head that it has now. `seq` is the newest message that it knows of.

    Args:
        game_id: of a game before the one on the board.
    """
    head = Head(
        board=desk.board,
        game_id=desk.game_id if game_id is None else game_id,
        epoch=desk.epoch,
        seq=desk.newest_seq(),
        at_us=desk.at_us(),
    )
    if isinstance(body, Message):
        return head.wrap(body)
    inner: Json = msgspec.to_builtins(body)
    return {"v": 1, "type": inner.pop("type"), **msgspec.to_builtins(head), **inner}


def _retained(desk: Desk, topic: str, body: State | Message, game_id: str | None = None) -> Packet:
    return Packet(
        topic=f"{base(desk.board)}/{topic}",
        payload=canonical(wrap(desk, body, game_id)),
        qos=1,
        retain=True,
    )


def position_of(view: View) -> Position:
    """The `position` topic of a view."""
    return Position(
        game=view.game,
        rulebook=view.rulebook,
        mode=view.mode,
        stage=view.stage,
        position=view.position,
        ply=view.ply,
        last_move=view.moves[-1] if view.moves else None,
        side_to_move=view.side_to_move,
        touched=view.touched,
        obligation=view.obligation,
        question=view.question,
        irregularity=view.irregularity,
        restore=view.restore,
        pending=view.pending,
        claims=view.claims,
        count=view.count,
        adjourned=view.adjourned,
        penalties=view.penalties,
        charges=view.charges,
        losses_due=view.losses_due,
        result=view.result,
    )


def record_format(game: str) -> RecordFormat:
    """The notation that a game's records are written in."""
    return _RECORD_FORMATS.get(game, "pdn")


class Retained:
    """The retained topics of a desk: tells which have changed since they were last sent."""

    HEALTH_US = 10_000_000
    """Figures of the health may move all the time; they go out no more often than this."""
    RECORD_AT_ONCE = 16_000
    """Characters of a record that goes out at each move. A longer one waits, so that a move costs no more than before."""
    RECORD_PER_S = 4_000
    """Characters a second that longer records may cost: one of 300,000 goes out every 70 seconds."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._seen = 0
        self._game_id: str | None = None
        self._sent: dict[str, object] = {}
        self._record_new = self._record_due = True
        self._record_us = 0
        self._health_us = 0
        self._started: Json | None = None
        self._clock: Json | None = None

    def forget(self) -> None:
        """After a new connection: every topic goes out again."""
        self._sent.clear()

    def changed(self) -> list[Packet]:
        """The topics whose content is new, the game first, by which the others are read."""
        desk, view = self._desk, self._desk.view()
        last = self._follow()
        bodies: dict[str, State | Message] = {
            "status": desk.status(),
            "position": position_of(view),
            "lamps": Lamps(lamps=view.lamps),
            **self._record(view),
        }
        packets = [
            _retained(desk, topic, body)
            for topic, body in bodies.items()
            if self._is_new(topic, body)
        ]
        return [*last, *self._from_journal(view), *packets, *self._health()]

    def _is_new(self, topic: str, content: object) -> bool:
        if topic in self._sent and self._sent[topic] == content:
            return False
        self._sent[topic] = content
        return True

    def _follow(self) -> list[Packet]:
        """Keeps the newest start and clock of the game, read from the journal.

        Returns:
            How the games before it ended, where that has not been told yet.
        """
        game_id = self._desk.game_id
        last: list[Packet] = []
        if game_id != self._game_id:
            last = self._ended()
            self._game_id, self._started, self._clock = game_id, None, None
            self._seen = self._desk.newest_seq()
            self._record_new = self._record_due = True
            self._keep([] if game_id is None else self._desk.game_entries(game_id))
        while entries := self._desk.entries(self._seen, 200):
            self._keep(entries)
            self._seen = entries[-1].seq
        return last

    def _ended(self) -> list[Packet]:
        """The records of the games before, from the one that was told last; not if it is as it was told."""
        desk, sent = self._desk, self._sent.get("record")
        form, found = record_format(desk.view().game), []
        ids = [] if self._game_id is None else [each.game_id for each in desk.games()]
        for game_id in dropwhile(lambda each: each != self._game_id, ids):
            body = Record(format=form, text=desk.record(game_id))
            if body.text and game_id != desk.game_id and body != sent:
                found.append(_retained(desk, "record", body, game_id))
        return found

    def _keep(self, entries: Iterable[Entry]) -> None:
        for entry in entries:
            if entry.type == "game-started":
                self._started = entry.body
            elif entry.type == "clock":
                self._clock = entry.body
            if entry.type in _IN_RECORD and (entry.type != "clock" or entry.body.get("ply")):
                self._record_new = True
                self._record_due = self._record_due or entry.type in _AT_ONCE

    def _from_journal(self, view: View) -> list[Packet]:
        bodies: list[tuple[str, Json]] = []
        if self._started is not None:
            players = view.players or self._started.get("players")
            bodies.append(("game", {**self._started, "players": players, "result": view.result}))
        if self._clock is not None:
            bodies.append(("clock", self._clock))
        return [
            Packet(
                topic=f"{base(self._desk.board)}/{topic}",
                payload=canonical(body),
                qos=1,
                retain=True,
            )
            for topic, body in bodies
            if self._is_new(topic, body)
        ]

    def wait_s(self) -> float | None:
        """How long until something is due although nothing changes; None for never."""
        if not self._record_new:
            return None
        return max(0.0, (self._record_us - self._desk.at_us()) / 1e6)

    def _record(self, view: View) -> dict[str, State | Message]:
        """The record where it is new, and due."""
        now_us = self._desk.at_us()
        due = self._record_due or now_us >= self._record_us or "record" not in self._sent
        if "record" in self._sent and not (self._record_new and due):
            return {}
        text = self._desk.record()
        late = max(0, len(text) - self.RECORD_AT_ONCE)
        self._record_us = now_us + late * 1_000_000 // self.RECORD_PER_S
        self._record_new = self._record_due = False
        return {"record": Record(format=record_format(view.game), text=text)}

    def _health(self) -> list[Packet]:
        health, now = self._desk.health(), self._desk.at_us()
        words = news_of(health)
        due = now - self._health_us >= self.HEALTH_US
        if not self._is_new("health", words) and not (due and self._is_new("figures", health)):
            return []
        self._sent["figures"] = health
        self._health_us = now
        return [_retained(self._desk, kind(health), health)]
