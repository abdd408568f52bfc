"""The state of the board as viewers see it: the kiosk, the retained topics and `/api/state`."""

from __future__ import annotations

from typing import Literal

import msgspec

from controller.core.messages import Duty, Irregularity, Json, Question, Spot, Text


class MoveLine(msgspec.Struct, frozen=True, kw_only=True):
    """One ply of the record."""

    ply: int
    side: str
    move: str
    notation: dict[str, str]
    assumed: list[str] = []
    legal: bool = True
    breach: str | None = None
    clocks: Json | None = None
    at_us: int
    """When it was published, on the session's clock."""


class Restoring(msgspec.Struct, frozen=True, kw_only=True):
    """What must be set right on the board before play goes on."""

    missing: list[Spot]
    extra: list[Spot]
    why: str


class Pending(msgspec.Struct, frozen=True, kw_only=True):
    """A choice that is due at a point."""

    kind: Literal["promotion", "crowning"]
    point: str
    side: str
    choices: list[str]


class PenaltyCount(msgspec.Struct, frozen=True, kw_only=True):
    """Penalties of one kind that one side has by now.

    Attributes:
        english, chinese: what the kind is called.
    """

    side: str
    kind: str
    count: int
    english: str
    chinese: str


class Charge(msgspec.Struct, frozen=True, kw_only=True):
    """What was named and costs nothing before somebody says that it was no accident.

    Attributes:
        id, side, law, kind: of the irregularity.
        charge: what it costs then: "warning", "foul"; "turn"; "loss".
        english, chinese: what was done.
        costs_english, costs_chinese: what it costs.
        who: roles that may say so with `demand-correction`, or deny it with `accept-irregularity`.
        until: "opponent-move" where the opponent speaks before the next own move; else None.
    """

    id: str
    side: str
    law: str
    kind: str
    charge: str
    english: str
    chinese: str
    costs_english: str
    costs_chinese: str
    who: list[str]
    until: str | None = None


class LossDue(msgspec.Struct, frozen=True, kw_only=True):
    """A count of penalties with which the law has the game lost; the arbiter gives the loss."""

    side: str
    law: str
    kind: str
    count: int


class OpenClaims(msgspec.Struct, frozen=True, kw_only=True):
    """What players have asked for.

    Attributes:
        draw: who offers a draw that is not answered.
        adjust: who has asked to adjust pieces and waits for the opponent's consent.
        claim: what the arbiter has to rule on, or the opponent may concede.
        announced: the move that must be played after a wrong claim.
        proposed: the result that is claimed while the game goes on.
        results: what each has said the result is; after the end those who have confirmed it.
    """

    draw: str | None = None
    adjust: str | None = None
    claim: Json | None = None
    announced: str | None = None
    proposed: str | None = None
    results: dict[str, str] = {}


class AreaCount(msgspec.Struct, frozen=True, kw_only=True):
    """The count of a game of Go while it is being agreed.

    Attributes:
        dead, shared: as the stones are marked now.
        agreed: who agrees to it.
        black, white: what each side has, in zi.
        result: as records write it ("B+3.5").
        english, chinese: the same for people.
    """

    dead: list[str]
    shared: list[str]
    agreed: list[str]
    black: float
    white: float
    result: str
    english: str
    chinese: str


class Adjourned(msgspec.Struct, frozen=True, kw_only=True):
    """A game that rests with a sealed move; never what was sealed.

    Attributes:
        move_number: of the sealed move.
        stands: the pieces stand as they did when it was sealed.
        unconfirmed: sides that have still to confirm the position before the game rests.
    """

    sealed_by: str
    move_number: int
    stands: bool
    unconfirmed: list[str] = []


class View(msgspec.Struct, frozen=True, kw_only=True):
    """One moment of the board.

    Attributes:
        stage: "setup" until the array stands, "play", "restore", "question", "choice" (the opponent
            accepts an irregularity or has it corrected), "count" (the score of a game of Go is to
            be agreed), "adjourned", "ended".
        men: the letter of each piece by its point, as the record has it.
        standing: points where the sensors see something, as the players name them.
        touched: points the player on move has touched, in order.
        lamps: what each lit point shows (`LampKind`).
        unsaid: the law by which players are not shown that the opponent has moved, nor how many
            moves were made; None where they are, or the game does not go on.
        clock: None without a time control. `sides`, `running`, `flag` and `stopped` as in the
            message `clock`; the `mode` ("pressed" by the players, or switched by "moves"); and
            `at_us`, the moment of the session's clock for which this is right.
    """

    game: str
    rulebook: str
    mode: str
    orientation: str
    players: dict[str, str | None]
    headers: dict[str, str]
    time_control: str | None
    game_options: Json = {}
    stage: Literal["setup", "play", "restore", "question", "choice", "count", "adjourned", "ended"]
    position: Text
    start: Text
    ply: int
    side_to_move: str
    men: dict[str, str]
    standing: list[str]
    unknown: list[str]
    touched: list[str]
    obligation: Duty | None
    question: Question | None
    irregularity: Irregularity | None
    restore: Restoring | None
    pending: Pending | None
    moves: list[MoveLine]
    lamps: dict[str, str]
    unsaid: str | None = None
    adjusting: bool = False
    claims: OpenClaims = OpenClaims()
    count: AreaCount | None = None
    adjourned: Adjourned | None = None
    penalties: list[PenaltyCount] = []
    charges: list[Charge] = []
    losses_due: list[LossDue] = []
    clock: Json | None = None
    result: Json | None = None
