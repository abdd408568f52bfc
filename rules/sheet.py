"""The score sheet of one game as data: its rows, remarks, counts, confirmations, and what is missing.

`score_sheet` makes it from the game's record and from what the arbiter and the clock know besides. Each
game has its own form: chess and draughts in two columns, xiangqi in Chinese by rounds, Go play by play.
How it looks on paper is not decided here. It is the clean copy that the arbiter of xiangqi may ask for (XQ-7.3).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import starmap

from rules.arbiter_law import loss_is_due
from rules.game import Game
from rules.position import Move, Position
from rules.record import GameRecord
from rules.recording import RECORDING, excused_plies
from rules.records.writer import steps
from rules.registry import game_by_name
from rules.rulebook import Outcome, PenaltyLaw, Rulebook
from rules.sheet_form import (
    ARBITER,
    FORMS,
    Cell,
    Confirmation,
    Copy,
    Count,
    Fact,
    Facts,
    Row,
    Sheet,
)
from rules.terms import RulesError, Side, quoted

UNKNOWN = frozenset({"", "?"})
"""How records write a name that nobody has entered."""


def score_sheet(record: GameRecord, facts: Facts | None = None) -> Sheet:
    """The score sheet of a game, over or not.

    Raises:
        RulesError: the record cannot be played through or has a result that its game does not know;
            a fact is about a ply, a side, a penalty or a rulebook that this game does not have, or a
            time is less than nothing.
    """
    return _Maker(record, facts or Facts()).sheet()


class _Maker:
    """Makes one sheet."""

    def __init__(self, record: GameRecord, facts: Facts) -> None:
        self._record = record
        self._facts = facts
        self._game = game_by_name(record.game, record.options)
        self._book = _rulebook(self._game, facts.rulebook)
        _check(self._game, self._book, record, facts)
        self._form = FORMS[self._game.name]
        self._recording = RECORDING.get(self._book.name)
        self._remarks = tuple(sorted(facts.remarks, key=lambda remark: remark.ply))
        made = steps(record, self._game)
        self._made = [(position, move) for position, move in made if move is not None]
        self._movers = [move.side for _position, move in self._made]
        self._excused = {side: self._excused_plies(side) for side in self._game.sides}
        self._used = {side: self._used_ms(side) for side in self._game.sides}
        self._names = {side: self._name(side) for side in self._game.sides}

    def sheet(self) -> Sheet:
        sides, facts = self._game.sides, self._facts
        return Sheet(
            game=self._game.name,
            rulebook=self._book.name,
            names=self._names,
            start=self._record.start,
            options=self._game.options,
            columns=(self._form.number, *self._form.columns),
            first_number=facts.first_number,
            rows=self._rows(),
            remarks=self._remarks,
            counts=tuple(self._count(law, side) for law in self._book.penalties for side in sides),
            result=self._record.result,
            control=facts.control,
            used_ms=self._used,
            confirmations=tuple(
                Confirmation(who=who, name=facts.confirmed.get(who) or None)
                for who in (*sides, ARBITER)
            ),
            copies=tuple(self._copies()),
            missing=tuple(self._missing()),
        )

    def _name(self, side: Side) -> str:
        """The player of a side, from the facts or else the header; "" where nobody knows."""
        name = self._facts.players.get(side, self._record.headers.get(side.capitalize(), ""))
        return "" if name in UNKNOWN else name

    def _excused_plies(self, side: Side) -> frozenset[int]:
        """The plies that a player need not have written when they were made."""
        if self._facts.control is None or self._recording is None:
            return frozenset()
        relief = self._recording.relief
        return excused_plies(self._record, self._movers, side, self._facts.control, relief)

    def _used_ms(self, side: Side) -> int | None:
        """The time that a side has used: what was said, or the sum if every move's is known."""
        if side in self._facts.used_ms:
            return self._facts.used_ms[side]
        times = zip(self._movers, self._record.elapsed_ms, strict=True)
        own = [elapsed for mover, elapsed in times if mover == side]
        known = [elapsed for elapsed in own if elapsed is not None]
        return sum(known) if own and len(known) == len(own) else None

    def _cell(self, ply: int, made: tuple[Position, Move]) -> Cell:
        position, move = made
        about = [(n, each) for n, each in enumerate(self._remarks, 1) if each.ply == ply]
        offered = any(each.fact is Fact.DRAW_OFFER for _n, each in about)
        sign = (self._form.offer,) if offered and self._form.offer else ()
        return Cell(
            ply=ply,
            side=move.side,
            text=self._game.notation(position, move)[self._form.notation],
            excused=tuple(side for side in self._game.sides if ply in self._excused[side]),
            left_ms=self._record.clocks_ms[ply - 1],
            used_ms=self._record.elapsed_ms[ply - 1],
            signs=(*sign, *(str(n) for n, _each in about)),
            set_up=ply - 1 in self._record.set_ups,
        )

    def _rows(self) -> tuple[Row, ...]:
        """The moves in rows. A move begins a row where its column, or one after it, is taken."""
        filled: list[list[Cell | None]] = []
        width = len(self._form.columns)
        for cell in starmap(self._cell, enumerate(self._made, 1)):
            column = self._game.sides.index(cell.side) if width > 1 else 0
            if not filled or any(filled[-1][column:]):
                filled.append([None] * width)
            filled[-1][column] = cell
        first = self._facts.first_number
        return tuple(Row(number=n, cells=tuple(each)) for n, each in enumerate(filled, first))

    def _count(self, law: PenaltyLaw, side: Side) -> Count:
        """What a side's penalties of a kind come to (XQ-9.2, GO-25.warn, GO-24.warn, DR-14)."""
        count = sum(
            remark.fact is Fact.PENALTY and (remark.side, remark.penalty) == (side, law.kind)
            for remark in self._remarks
        )
        return Count(
            side=side,
            kind=law.kind,
            law=law.law,
            count=count,
            loses=loss_is_due(law, count),
            costs=count * law.costs,
        )

    def _copies(self) -> Iterator[Copy]:
        """Each player's sheet goes to the event, and where there are two copies one stays (DR-4)."""
        if self._recording is None:
            yield Copy(keeper=None, goes_to="event", law=None)
            return
        for side in self._game.sides:
            for receiver in ("event", "player")[: self._recording.copies]:
                yield Copy(
                    keeper=side,
                    goes_to=receiver,
                    law=self._recording.law,
                    excused=tuple(sorted(self._excused[side])),
                )

    def _missing(self) -> Iterator[str]:
        """What has still to be filled in: XQ-10.1, which does for the other games too."""
        record, game, facts = self._record, self._game, self._facts
        yield from (
            f"the name of {side} is missing" for side in game.sides if not self._names[side]
        )
        if game.outcome(record.result) is Outcome.OPEN:
            yield "the game has no result"
        for ply in sorted(record.set_ups):
            if ply:
                yield f"after ply {ply} a position was set up; the moves that led to it are missing"
        yield from (f"the record is not whole: {problem}" for problem in record.problems)
        if facts.control is not None or self._form.needs_times:
            for side in game.sides:
                if self._used[side] is None:
                    yield f"the time that {side} used is missing"
        for who in (*game.sides, ARBITER):
            if not facts.confirmed.get(who):
                yield f"{who} has not confirmed the sheet"


def _rulebook(game: Game, name: str | None) -> Rulebook:
    if name is None:
        return game.rulebook
    if name not in game.rulebooks:
        known = ", ".join(game.rulebooks)
        raise RulesError(f"{quoted(name)} is not a rulebook of {game.name}; known: {known}")
    return game.rulebooks[name]


def _check(game: Game, book: Rulebook, record: GameRecord, facts: Facts) -> None:
    """Refuses facts that this game cannot have.

    Raises:
        RulesError: names every one of them.
    """
    game.outcome(record.result)
    plies, sides = len(record.moves), ", ".join(game.sides)
    flaws = [
        f"a remark is about ply {remark.ply}, and the record has {plies}"
        for remark in facts.remarks
        if not 0 <= remark.ply <= plies
    ]
    kinds = {law.kind for law in book.penalties}
    flaws += [
        f"{quoted(remark.penalty)} is not counted by {book.name} (known: {', '.join(kinds) or 'none'})"
        for remark in facts.remarks
        if remark.penalty and remark.penalty not in kinds
    ]
    flaws += [
        f"the penalty after ply {remark.ply} is nobody's; name the side"
        for remark in facts.remarks
        if remark.fact is Fact.PENALTY and remark.side is None
    ]
    named = {remark.side for remark in facts.remarks} - {None}
    wrong = (named | set(facts.players) | set(facts.used_ms)) - set(game.sides)
    flaws += [
        f"{quoted(str(side))} is not a side of {game.name} ({sides})"
        for side in sorted(map(str, wrong))
    ]
    flaws += [
        f"{quoted(who)} does not confirm a sheet of {game.name} ({sides}, {ARBITER})"
        for who in sorted(set(facts.confirmed) - {*game.sides, ARBITER})
    ]
    flaws += [
        f"{side} has used {used} ms, less than nothing"
        for side, used in facts.used_ms.items()
        if used < 0
    ]
    if facts.first_number < 1:
        flaws.append(f"moves count from 1, so the first cannot be number {facts.first_number}")
    if flaws:
        raise RulesError(f"this score sheet cannot be: {'; '.join(flaws)}")
