"""What the board says: one frozen type for each message of docs/protocol.md.

A message here is the body. When it is sent out, `Head.wrap` puts on the head: `board`, `game_id`,
`epoch`, `seq`, `at_us`, `wall`. Points and pieces are written as outside programs read them.
"""

from __future__ import annotations

import json
from typing import Any, Literal

import msgspec

from rules.deed import Doubt

Json = dict[str, Any]
"""A JSON object."""
Text = str | Json
"""A position: FEN, or an object in games without one."""


def position_text(position: Text) -> str:
    """A position of a message as `Game.start` reads it: an object becomes JSON."""
    if isinstance(position, str):
        return position
    return json.dumps(position, ensure_ascii=False, separators=(",", ":"))


def _kebab(name: str) -> str:
    return "".join("-" + c.lower() if c.isupper() else c for c in name).lstrip("-")


class Message(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag=_kebab):
    """The body of one message; its type is the class name in kebab case."""


def kind(message: Message) -> str:
    """The `type` of a message ("game-started")."""
    return str(message.__struct_config__.tag)


class Observed(msgspec.Struct, frozen=True, kw_only=True):
    """What was done on the board: a piece that went from `origin` to `to`, and pieces removed."""

    origin: str | None = msgspec.field(name="from", default=None)
    to: str | None = None
    removed: list[str] = []


class Spot(msgspec.Struct, frozen=True, kw_only=True):
    """A point and the piece that belongs there (None where unknown)."""

    point: str
    man: str | None = None


class GameStarted(Message, frozen=True, kw_only=True):
    game: str
    rulebook: str
    players: dict[str, str | None]
    position: Text
    time_control: str | None = None
    game_options: Json = {}
    mode: Literal["referee", "observer"] = "referee"
    headers: dict[str, str] = {}
    """Header lines of the record (Event, Site, Date, Round), where known."""
    amended_by: str | None = None
    """Who has mended the names or headers of this game; None when it begins."""


class Lifted(Message, frozen=True, kw_only=True):
    point: str
    man: str | None
    side: str | None
    evidence: Json


class Placed(Message, frozen=True, kw_only=True):
    point: str
    man: str | None
    side: str | None
    evidence: Json


class Duty(msgspec.Struct, frozen=True, kw_only=True):
    """What a touch obliges to."""

    law: str
    must_move: list[str]
    must_capture: list[str]
    alternatives: list[str]
    """Every legal move that meets it, in the order of the game's move list."""


class Touched(Message, frozen=True, kw_only=True):
    points: list[str]
    side: str
    obligation: Duty | None
    doubtful: list[str] = []
    """Those of the points that the opponent may have touched instead."""


class Obligation(Message, frozen=True, kw_only=True):
    side: str
    law: str
    must_move: list[str]
    must_capture: list[str]
    alternatives: list[str]
    met: bool = False
    released: bool = False


class Move(Message, frozen=True, kw_only=True):
    ply: int
    side: str
    move: str
    notation: dict[str, str]
    captured: list[str]
    path: list[str]
    position: Text
    completed_by: Literal["settled", "pressed", "reply", "arbiter", "confirmed"]
    assumed: list[str] = []
    clocks: Json | None = None
    legal: bool = True
    breach: str | None = None
    """Id of the irregularity published with this move."""
    accepted: str | None = None
    """Id of the irregularity that was let stand."""
    imposed: bool = False


class PromotionPending(Message, frozen=True, kw_only=True):
    point: str
    side: str
    choices: list[str]


class CrowningPending(Message, frozen=True, kw_only=True):
    point: str
    side: str
    choices: list[str]


class Question(Message, frozen=True, kw_only=True):
    id: str
    reason: str
    candidates: list[str]
    answers: list[str]
    """How it can be answered: commands, or things to do on the board."""
    odds: list[int] = []
    """The probability of each candidate in thousandths, in the same order; empty where not known.

    The rest of the 1000 is the probability that none of them is right.
    """


class Answered(Message, frozen=True, kw_only=True):
    id: str
    move: str | None
    by: str


class Irregularity(Message, frozen=True, kw_only=True):
    id: str
    law: str
    kind: str
    side: str
    points: list[str]
    observed: Observed
    remedy: str
    claimable_until: str | None = None
    doubt: Doubt | None = None
    """Why it may be another's doing; then nothing is counted or claimed but by people."""
    charge: str | None = None
    """What it costs once the opponent or the arbiter says that it was no accident.

    "warning", "foul"; "loss", which only the arbiter gives. Until then nothing is counted.
    """


class Correction(Message, frozen=True, kw_only=True):
    from_ply: int
    to_ply: int
    why: str
    by: str
    position: Text
    cause: Literal["players", "correct", "set-position"] = "players"
    """What caused it.

    "correct": the arbiter corrects the record. "set-position": the arbiter sets up pieces, and no
    ply is retracted.
    """
    orientation: Literal["normal", "turned"] | None = None
    """How the board stands from now on, where that changes with it."""


class Restore(Message, frozen=True, kw_only=True):
    missing: list[Spot]
    extra: list[Spot]
    done: bool
    why: str
    """"start", "irregularity", "correction", "recovery", "set-position" or "trust"."""


class Claim(Message, frozen=True, kw_only=True):
    kind: str
    side: str
    """Who asks: a side, the "arbiter", or "both" for a gesture of both."""
    found: Literal["right", "wrong"] | None = None
    penalty: str | None = None
    law: str | None = None
    by: str | None = None
    """How it came about where nobody gave a command: "move", "touch", "gesture"."""
    why: str | None = None
    move: str | None = None
    """The move that was announced with it; it is not made yet."""
    result: str | None = None
    """The result or the score that is claimed or confirmed."""
    choice: str | None = None
    """The letter of the piece that a pawn is to become."""
    points: list[str] = []
    """Stones that are said to be dead (Go)."""
    shared: list[str] = []
    """Points that are said to be shared (Go)."""


class Envelope(msgspec.Struct, frozen=True, kw_only=True):
    """What is noted when a game is adjourned (CH-13.2, DR-11). The sealed move is encrypted."""

    players: dict[str, str | None]
    position: Text
    remaining_ms: dict[str, int | None]
    """What each clock had left; None without a clock."""
    sealed_by: str
    move_number: int
    ply: int
    box: str
    """The move, encrypted; the code that opens it is kept by people."""


TRUSTED = "sensors-trusted"
"""The kind of a ruling by which sensors are believed again; its `evidence` are their points."""


class Ruling(Message, frozen=True, kw_only=True):
    kind: str
    side: str
    found: Literal["right", "wrong"] | None = None
    penalty: str | None = None
    law: str | None = None
    evidence: list[str] = []
    """Why, one fact each; for findings about the game so far (repetition, limits of moves)."""
    plies: list[int] = []
    """The first and the last ply that such a finding rests on."""
    by: str | None = None
    why: str | None = None
    irregularity: str | None = None
    """Id of the irregularity that is ruled on, where that has cost nothing yet (`charge`)."""
    move: str | None = None
    """The move that was announced with a wrong claim and must be played; the sealed move."""
    envelope: Envelope | None = None
    """Of a game that is adjourned."""
    absent: list[str] = []
    """Sides that are not there when an adjourned game goes on."""


class Clock(Message, frozen=True, kw_only=True):
    sides: dict[str, Json]
    """What each side's clock shows.

    `remaining_ms`, `period` (from 1), `moves_to_go`, `used_ms` in the whole game, and whether the
    last two minutes show `seconds`. Where they apply: `byo_yomi_left`, `delay_ms`, `fell`.
    """
    running: str | None = None
    flag: str | None = None
    """Whose flag fell; the first of two."""
    stopped: str | None = None
    """Why both clocks were stopped; None where they were not."""
    why: str | None = None
    """Why it is told now, where that is no press and nothing but time."""
    by: str | None = None
    ply: int | None = None
    """The last ply, published before, that this press completes."""
    gap_ms: int | None = None
    """For how long nobody looked at the board. The clocks went on or stood, as `running` says."""
    origin: Json | None = None
    """When the game's time began, on the monotonic clock of this `boot` of the machine."""
    state: Json = {}
    """All of the clock, in nanoseconds of the game's time, for the board to go on from."""


class Result(Message, frozen=True, kw_only=True):
    result: str
    termination: str
    law: str | None
    winner: str | None = None
    by: str | None = None
    """Who decided it; None where the laws did."""
    why: str | None = None


class Penalty(Message, frozen=True, kw_only=True):
    side: str
    kind: str
    law: str
    count: int
    by: str = "referee"
    why: str | None = None
    gives_ms: int = 0
    """Time for the opponent."""
    takes_ms: int = 0
    """Time off the clock of the side."""
    gives_points: float = 0.0
    """Points of the event for the opponent."""
    takes_points: float = 0.0
    withdrawn: bool = False
    """One penalty less: the arbiter takes one back."""
    irregularity: str | None = None
    """Id of the irregularity that it is for, where the opponent or the arbiter has said so."""
    loss_due: bool = False
    """With this one the law has the game lost; it ends when the arbiter gives the loss."""


class Outlet(msgspec.Struct, frozen=True, kw_only=True):
    """A way on which the game leaves the board, and how it stands."""

    name: str
    """`mqtt`, `public` (records at the broker), `lichess` (a push), `feed` (files)."""
    state: Literal["connected", "delivered", "waiting", "lost", "refused"]
    why: str | None = None
    """What is wrong, for the technician."""
    delivered_us: int | None = None
    """The newest delivery, as `at_us` counts."""


class Health(Message, frozen=True, kw_only=True):
    suspects: list[Json]
    bus: str
    broker: str
    disk: str
    scan_hz: float | None
    latency_ms: dict[str, float] | None
    temperature_c: float | None = None
    gaps: int = 0
    faults: list[str] = []
    broadcast: list[Outlet] = []


class Status(Message, frozen=True, kw_only=True):
    state: Literal["online", "degraded", "stopped", "offline"]
    cause: str | None = None
    next_step: str | None = None


AnyMessage = (
    GameStarted | Lifted | Placed | Touched | Obligation | Move | PromotionPending | CrowningPending
    | Question | Answered | Irregularity | Correction | Restore | Claim | Ruling | Clock | Result
    | Penalty | Health | Status
)  # fmt: skip


class Head(msgspec.Struct, frozen=True, kw_only=True):
    """Who says it, and when.

    Attributes:
        epoch: names the journal.
        seq: counts without a gap for the life of the board.
        at_us: monotonic microseconds at which the message is sent out.
        wall: RFC 3339 wall time, or None when the clock is not known to be right.
    """

    board: str
    game_id: str | None
    epoch: str
    seq: int
    at_us: int
    wall: str | None = None

    def wrap(self, message: Message) -> Json:
        """The whole message as outside programs see it."""
        body: Json = msgspec.to_builtins(message)
        tag = body.pop("type")
        return {"v": 1, "type": tag, **msgspec.to_builtins(self), **body}


def read_message(body: Json) -> AnyMessage:
    """The message type of a whole message read back (unknown head fields are ignored).

    Raises:
        msgspec.ValidationError: it is not a message of version 1.
    """
    found: AnyMessage = msgspec.convert(body, AnyMessage)
    return found
