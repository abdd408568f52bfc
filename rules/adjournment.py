"""Interrupting a game that goes on later: what has to be noted, what is missing, what early sealing costs.

The sealed move itself is no part of this record: it lies in its envelope until play goes on.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from rules.game import Game
from rules.record import GameRecord
from rules.records.writer import steps
from rules.registry import game_by_name
from rules.rulebook import Outcome
from rules.sheet import score_sheet
from rules.sheet_form import Facts
from rules.terms import LawId, RulesError, Side, quoted


class Entry(StrEnum):
    """One thing that the record of an interruption holds."""

    NAMES = "names"
    POSITION = "position"
    TIMES = "times"
    SEALED_BY = "sealed-by"
    MOVE_NUMBER = "move-number"
    SEALED_MOVE = "sealed-move"
    CONFIRMED = "confirmed"


@dataclass(frozen=True, slots=True, kw_only=True)
class InterruptionLaw:
    """What the laws of one rulebook want noted when a game is interrupted.

    Attributes:
        entries: in the order of the envelope.
        early: the law by which sealing before the session ends costs the time that is left of it;
            None where no law says so.
        wrong: the law by which a sealed move that is none, or may be several, loses; None where it does
            not.
        passes: the law by which it is a pass then (GO-22.sealed); None where it is made on the board, as if
            the envelope were lost.
        drawn: the law by which that is drawn where the opponent could not win any more (CH-10.5).
    """

    law: LawId
    entries: tuple[Entry, ...]
    early: LawId | None = None
    wrong: LawId | None = None
    passes: LawId | None = None
    drawn: LawId | None = None


_CHESS = InterruptionLaw(
    law=LawId("CH-13.3"),
    entries=(
        Entry.NAMES,
        Entry.POSITION,
        Entry.TIMES,
        Entry.SEALED_BY,
        Entry.MOVE_NUMBER,
        Entry.SEALED_MOVE,  # CH-13.1
    ),
    early=LawId("CH-13.2"),
    wrong=LawId("CH-10.16"),
    drawn=LawId("CH-10.5"),
)
_DRAUGHTS = InterruptionLaw(
    law=LawId("DR-11"),
    entries=(Entry.POSITION, Entry.CONFIRMED, Entry.TIMES, Entry.SEALED_BY, Entry.SEALED_MOVE),
    wrong=LawId("DR-11"),
)
INTERRUPTIONS: Mapping[str, InterruptionLaw] = {
    "chess-fide-2023": _CHESS,
    "chess-classic": _CHESS,
    "draughts-100": _DRAUGHTS,
    "draughts-russian": _DRAUGHTS,
    "draughts-russian-national": _DRAUGHTS,
    "draughts-brazilian": _DRAUGHTS,
    "draughts-brazilian-cbd": _DRAUGHTS,
    # The law speaks of the sealed play; without the rest nobody could go on.
    "go-china": InterruptionLaw(
        law=LawId("GO-22.sealed"),
        entries=(Entry.POSITION, Entry.TIMES, Entry.SEALED_BY, Entry.SEALED_MOVE),
        passes=LawId("GO-22.sealed"),
    ),
    "go-china-club": InterruptionLaw(
        law=LawId("GO-22.9"),
        entries=(
            Entry.POSITION,
            Entry.TIMES,
            Entry.CONFIRMED,
            Entry.SEALED_BY,
            Entry.SEALED_MOVE,
        ),
    ),
}
"""By rulebook; the others say nothing about interruptions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjournment:
    """The record of an interruption, filled in as far as it is.

    Attributes:
        game, options: as in `GameRecord`.
        rulebook: its name.
        players: by side.
        position: as `Position.text`, before the sealed move.
        used_ms: time used, by side.
        sealed_by: who seals: the player on move (CH-13.1).
        move_number: of the sealed move.
        sealed: the envelope with the move is closed.
        confirmed: the sides that have confirmed the position.
    """

    game: str
    rulebook: str
    options: Mapping[str, object] = field(default_factory=dict)
    players: Mapping[Side, str] = field(default_factory=dict)
    position: str | None = None
    used_ms: Mapping[Side, int] = field(default_factory=dict)
    sealed_by: Side | None = None
    move_number: int | None = None
    sealed: bool = False
    confirmed: frozenset[Side] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Missing:
    """One thing that has still to be noted.

    Attributes:
        side: whose it is, where there is one for each side.
        text: for a person, without a full stop.
    """

    entry: Entry
    law: LawId
    text: str
    side: Side | None = None


def interruption_law(rulebook: str) -> InterruptionLaw:
    """What a rulebook wants noted when a game is interrupted.

    Raises:
        RulesError: it says nothing about interruptions.
    """
    if rulebook not in INTERRUPTIONS:
        known = ", ".join(INTERRUPTIONS)
        raise RulesError(
            f"the laws of {quoted(rulebook)} name nothing that is noted when a game is interrupted;"
            f" those that do: {known}"
        )
    return INTERRUPTIONS[rulebook]


def interrupted(record: GameRecord, facts: Facts | None = None) -> Adjournment:
    """What a game's record says about its interruption now; sealing and confirming are still open.

    Args:
        facts: as for the score sheet: rulebook, players, times, the number of the first move.

    Raises:
        RulesError: as `score_sheet`; the game is over, or its rulebook says nothing about interruptions.
    """
    facts = facts or Facts()
    sheet = score_sheet(record, facts)
    interruption_law(sheet.rulebook)
    game = game_by_name(record.game, record.options)
    if game.outcome(record.result) is not Outcome.OPEN:
        raise RulesError(
            f"the game has ended {quoted(record.result)}; only a game that goes on can be adjourned"
        )
    *_, (position, _move) = steps(record, game)
    return Adjournment(
        game=record.game,
        options=record.options,
        rulebook=sheet.rulebook,
        players=sheet.names,
        position=position.text,
        used_ms={side: used for side, used in sheet.used_ms.items() if used is not None},
        sealed_by=position.side_to_move,
        move_number=sheet.next_number(game.sides.index(position.side_to_move)),
    )


def missing(adjournment: Adjournment) -> tuple[Missing, ...]:
    """What has still to be noted before the game may rest, in the order of the envelope.

    Raises:
        RulesError: what is noted cannot be: a position that is none, a side that the game does not
            have, a time less than nothing, a number below 1, sealing by the side that is not on move
            (CH-13.1), or a rulebook that is not of the game or says nothing about interruptions.
    """
    game = game_by_name(adjournment.game, adjournment.options)
    _check(game, adjournment)
    law = interruption_law(adjournment.rulebook)
    return tuple(
        Missing(entry=entry, law=law.law, text=text, side=side)
        for entry in law.entries
        for text, side in _open(game, adjournment, entry)
    )


def charged_for_sealing(
    used_ms: Mapping[Side, int], sealed_by: Side, left_of_session_ms: int
) -> Mapping[Side, int]:
    """The times used after a player sealed before the session ended (CH-13.2).

    The whole time that was left of the session is the player's own.

    Args:
        left_of_session_ms: 0 for sealing at its end.

    Raises:
        RulesError: there is no time of this side, or a time is less than nothing.
    """
    if sealed_by not in used_ms:
        raise RulesError(
            f"the time that {quoted(sealed_by)} used is missing, so nothing can be added"
        )
    if left_of_session_ms < 0:
        raise RulesError(f"{left_of_session_ms} ms of the session are left, less than nothing")
    return {**used_ms, sealed_by: used_ms[sealed_by] + left_of_session_ms}


def _check(game: Game, adjournment: Adjournment) -> None:
    """Refuses what cannot be.

    Raises:
        RulesError: names every reason.
    """
    flaws = []
    if adjournment.rulebook not in game.rulebooks:
        known = ", ".join(game.rulebooks)
        flaws.append(
            f"{quoted(adjournment.rulebook)} is not a rulebook of {game.name} (known: {known})"
        )
    named = {*adjournment.players, *adjournment.used_ms, *adjournment.confirmed}
    if adjournment.sealed_by is not None:
        named.add(adjournment.sealed_by)
    flaws += [
        f"{quoted(side)} is not a side of {game.name}" for side in sorted(named - set(game.sides))
    ]
    flaws += [
        f"{side} has used {used} ms, less than nothing"
        for side, used in adjournment.used_ms.items()
        if used < 0
    ]
    number = adjournment.move_number
    if number is not None and number < 1:
        flaws.append(f"moves count from 1, so none has number {number}")
    if adjournment.position is not None:
        try:
            on_move = game.start(adjournment.position).side_to_move
        except RulesError as error:
            flaws.append(str(error))
        else:
            if adjournment.sealed_by not in {None, on_move}:
                flaws.append(f"{on_move} is on move, so {adjournment.sealed_by} cannot seal")
    if flaws:
        raise RulesError(f"this adjournment cannot be: {'; '.join(flaws)}")


def _open(game: Game, noted: Adjournment, entry: Entry) -> Iterator[tuple[str, Side | None]]:
    """What is not noted of one entry."""
    each: Mapping[Entry, tuple[str, Collection[Side]]] = {
        Entry.NAMES: (
            "the name of {} is missing",
            [side for side, name in noted.players.items() if name],
        ),
        Entry.TIMES: ("the time that {} used is missing", noted.used_ms),
        Entry.CONFIRMED: ("{} has not confirmed the position", noted.confirmed),
    }
    one = {
        Entry.POSITION: ("the position is missing", noted.position is not None),
        Entry.SEALED_BY: ("it is not noted who sealed", noted.sealed_by is not None),
        Entry.MOVE_NUMBER: (
            "the number of the sealed move is missing",
            noted.move_number is not None,
        ),
        Entry.SEALED_MOVE: ("no move has been sealed", noted.sealed),
    }
    if entry in each:
        text, known = each[entry]
        yield from ((text.format(side), side) for side in game.sides if side not in known)
    elif not one[entry][1]:
        yield one[entry][0], None
