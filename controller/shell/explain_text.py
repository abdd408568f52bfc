"""What `touchmove explain` prints: an account of a moment in words, for 80 columns, or as one JSON object."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

import msgspec

from controller.core.accounts import Account, Item, items_of
from controller.core.inference.decisions import DOUBT, Ask, AtRest, Complete, Faulty, Irregular
from controller.core.inference.prices import MARGIN
from controller.core.inference.turns import OUT_OF_TURN
from controller.core.messages import Irregularity, Message, Move, Question
from controller.shell.explain_costs import legend, summed
from controller.shell.explain_law import by_law, to_put_right
from rules.terms import points_of

if TYPE_CHECKING:
    from controller.core.inference.reading import Reading
    from controller.core.sensing.debounce import Edge
    from controller.core.settings import Timings
    from controller.shell.explaining import Explained
    from rules.terms import PointSet

WIDTH = 79
EDGES_MAX = 24
"""Edges shown in words; JSON has all."""
INDENT = " " * 6
READINGS_MAX = 8
"""Readings shown in words beside those alive; JSON has all."""


class Teller:
    """Puts one moment into words."""

    def __init__(self, found: Explained) -> None:
        self.found = found
        self.names = found.header.game.points
        self.timings: Timings = found.header.recorded.judged_by
        self._priced_by: list[str] = []

    def lines(self) -> list[str]:
        """Everything, line by line."""
        found = self.found
        head = f"{_s(found.at_us)} s, after ply {found.ply}"
        mover = f", {found.to_move} to move" if found.to_move else ""
        told = f"{head}: {self._headline(found.message)}" if found.message else f"{head}{mover}."
        lines = [*_wrap(told)]
        if isinstance(found.message, Irregularity):
            lines += _wrap(by_law(found.message, found.header.rulebook))
        if found.touches is not None and found.touches.points:
            lines += ["", *(line for text in found.touches.lines() for line in _wrap(text))]
        for account in found.accounts:
            lines += ["", *self._account(account)]
        if found.last is not None:
            lines += ["", *_wrap(f"Decided last, at {_s(found.last.at_ns // 1000)} s:")]
            lines += ["", *self._account(found.last)]
        if told := legend(self._priced_by):
            lines += ["", *_wrap(told)]
        return lines

    def json(self) -> dict[str, Any]:
        """Everything as one object."""
        found = self.found
        return {
            "at_us": found.at_us,
            "ply": found.ply,
            "stage": found.stage,
            "margin": MARGIN,
            "to_move": found.to_move,
            "touched": None if found.touches is None else msgspec.to_builtins(found.touches),
            "message": None if found.message is None else msgspec.to_builtins(found.message),
            "cause": found.cause,
            "restore": None if found.restoring is None else msgspec.to_builtins(found.restoring),
            "branches": [self._json(each) for each in found.accounts],
            "last": None if found.last is None else self._json(found.last),
        }

    def why(self, account: Account) -> str:
        """What was decided and what it rests on; or what is still waited for."""
        match account.decision:
            case Complete(ply=ply, by=by):
                return f"{ply.move.text} was completed: {self._rival(account)}, and {self._by(by)}."
            case Ask():
                return self._asked(account.decision)
            case Irregular(pressed=pressed, reading=reading):
                if pressed:
                    return "The clock was pressed, and no reading has a completed legal move."
                return self._irregular(account, reading)
            case Faulty(wrong=wrong):
                return f"Nothing was moved: the sensor of {self._points(wrong)} changed by itself."
            case AtRest():
                return "All men stood again where they had stood: only touches remain."
            case None:
                return self._waiting(account)

    def _headline(self, message: Message) -> str:
        match message:
            case Move():
                assumed = f", assuming {', '.join(message.assumed)}" if message.assumed else ""
                breach = f", in breach ({message.breach})" if message.breach else ""
                return f"{message.side} played {message.move}{assumed}{breach}."
            case Question():
                return (
                    f"question {message.id}: {' or '.join(message.candidates)}? ({message.reason})"
                )
            case Irregularity():
                where = " ".join(message.points)
                return (
                    f"irregularity {message.id}: {message.kind} by {message.side} "
                    f"({message.law}){' at ' + where if where else ''}."
                )
            case _:
                return str(msgspec.to_builtins(message)["type"])

    def _account(self, account: Account) -> list[str]:
        lines = []
        if account.answer is not None:
            lines += [f"If the answer is {account.answer.text}:"]
        elif len(self.found.accounts) > 1:
            lines += ["If no move was made:"]
        lines += self._edges(account)
        if account.readings:
            lines += ["", *self._readings(account)]
        if account.supposed:
            lines += ["", *self._supposed(account)]
        return [*lines, "", *_wrap(self._why(account))]

    def _why(self, account: Account) -> str:
        """What was decided, or else what the message of this moment follows from."""
        message = self.found.message
        if message is None and self.found.restoring is not None and account is not self.found.last:
            return to_put_right(self.found.restoring)
        if message is None or account.decision is not None:
            legal = isinstance(message, Irregularity) and isinstance(account.decision, Complete)
            return (
                f"{'The move is legal; how it was made is the breach. ' * legal}{self.why(account)}"
            )
        if self.found.lost:
            return f"The turn was lost: see {self.found.lost}."
        if isinstance(message, Move) and message.accepted:
            return f"It was let stand, though not legal: see {message.accepted}."
        return (
            f"It follows from {self.found.cause}."
            if self.found.cause
            else "It follows from how the men stand and what was touched, not from a choice of readings."
        )

    def _irregular(self, account: Account, found: Reading) -> str:
        """Why no legal move explains what is seen."""
        reading = account.alive[0] if account.alive else found
        quiet_ms = (account.at_ns - max(edge.at_ns for edge in account.edges)) / 1e6
        stood = f"nothing has changed for {quiet_ms:.0f} ms"
        off = sum(1 << point for point in reading.in_air)
        if not reading.irregular and off:
            return f"Irregular: {self._points(off)} left the board, no legal move is made of it, and {stood}."
        left = self._points(reading.unexplained) or "nothing"
        return (
            "Irregular: every reading leaves something unexplained; the cheapest leaves "
            f"{left}, and {stood} (irregular_ms is {self.timings.irregular_ms} ms)."
        )

    def _edges(self, account: Account) -> list[str]:
        if not account.edges:
            return [f"No evidence: nothing has changed since. Stage: {self.found.stage}."]
        shown = account.edges[-EDGES_MAX:]
        hidden = len(account.edges) - len(shown)
        lines = ["Evidence      seconds   before"]
        if hidden:
            lines += [f"  {hidden} earlier edges are not shown; --json has them"]
        firsts = {edge.point: edge for edge in reversed(account.edges)}.values()
        for edge in shown:
            before_ms = (account.at_ns - edge.at_ns) / 1e6
            act = "set down" if edge.placed else "lifted"
            man = account.position.man_at(edge.point) if edge in firsts else None
            if man is not None and not edge.placed:
                act += f"    {man.letter}"
            blind = "  seen late: it could not be read" if edge.blind else ""
            point = self.names[edge.point]
            lines.append(
                f"  {point:<4}{_s(edge.at_ns // 1000):>15}{before_ms:>9.0f} ms  {act}{blind}"
            )
        return lines

    def _readings(self, account: Account) -> list[str]:
        alive = account.alive
        dead = [r for r in account.readings if r not in alive]
        lines = ["Readings                                                      cost"]
        for number, reading in enumerate((*alive, *dead[:READINGS_MAX]), 1):
            mark = ">" if reading in alive else " "
            lines += self._priced(f"{mark} {number:>2}  {self._reading(reading)}", reading)
        if len(dead) > READINGS_MAX:
            lines.append(f"  and {len(dead) - READINGS_MAX} dearer ones")
        least = alive[0].cost if alive else 0.0
        pressed = "; at a press those without a move do not count" if account.pressed else ""
        alive_text = f"> alive: at most {MARGIN} dearer than the cheapest ({least:.2f}){pressed}"
        return [*lines, *_wrap(alive_text)]

    def _supposed(self, account: Account) -> list[str]:
        """The cheapest reading for each of the sensors that may be wrong."""
        lines = ["If a sensor is wrong                                          cost"]
        for other in account.supposed[:READINGS_MAX]:
            where = self._points(other.wrong & ~account.wrong) or "put back"
            best = min((r for r in other.readings if r.plies), key=lambda r: r.cost, default=None)
            if best is not None:
                lines += self._priced(f"  {where}: {self._reading(best)}", best)
        if len(account.supposed) > READINGS_MAX:
            lines.append(f"  and {len(account.supposed) - READINGS_MAX} others; --json has them")
        return lines

    def _priced(self, text: str, reading: Reading) -> list[str]:
        """A line with the cost of a reading, and what it is the sum of."""
        text, *more = textwrap.wrap(text, 58, subsequent_indent=INDENT, drop_whitespace=False)
        parts = summed(items_of(reading.cost))
        self._priced_by += [item.name for item in parts]
        items = ", ".join(map(self._item, parts))
        return [
            f"{text:<58}{reading.cost:>9.2f}",
            *more,
            *_wrap(items or "nothing that costs", INDENT + "  "),
        ]

    def _reading(self, reading: Reading) -> str:
        parts = [" ".join(ply.move.text for ply in reading.plies) or "no move yet"]
        if reading.under_way is not None:
            parts.append(f"{reading.under_way.text} under way")
        if reading.irregular:
            parts.append(f"unexplained {self._points(reading.unexplained)}")
        elif reading.in_air:
            parts.append(f"in the air {self._points(sum(1 << p for p in reading.in_air))}")
        return "; ".join(parts)

    def _item(self, item: Item) -> str:
        text = f"{item.name} {item.cost:.1f}"
        if item.point is not None:
            text += f" at {self.names[item.point]}"
        return text if item.ms is None else f"{text} ({item.ms:.0f} ms)"

    def _rival(self, account: Account) -> str:
        first = account.alive[0].first if account.alive else None
        others = [r for r in account.readings if r.first != first]
        if not others:
            return "no other reading was found"
        return (
            f"all that is alive begins with it (the next reading that does not, "
            f"“{self._reading(others[0])}”, costs {others[0].cost - account.alive[0].cost:.2f} more)"
        )

    def _by(self, by: str) -> str:
        return {
            "settled": f"it had rested for settle_ms ({self.timings.settle_ms} ms)",
            "pressed": "the clock was pressed",
            "reply": "the opponent had begun to answer",
        }.get(by, "it was confirmed")

    def _asked(self, found: Ask) -> str:
        moves = [made.ply.move.text for made in found.moves]
        if found.reason == DOUBT:
            return self._doubted(found)
        if found.reason == OUT_OF_TURN:
            return (
                f"Asked: {moves[0]} fits, but clocks have been pressed by the wrong side. A stone may have "
                "been felt that nobody played, or one not felt. Only people answer."
            )
        if found.reason == "two-moves-fit" and len(moves) > 1:
            return (
                f"Asked: {' and '.join(moves)} both fit. Readings that begin with either lie within "
                f"the margin of {MARGIN}, and the move was complete."
            )
        return (
            f"Asked: {moves[0]} fits, and so does that no move was made. Both lie within the margin "
            f"of {MARGIN}, and for ask_ms ({self.timings.ask_ms} ms) nothing has come to decide."
        )

    def _doubted(self, found: Ask) -> str:
        """What each answer takes for granted, those together that take the same."""
        fits: dict[str, list[str]] = {}
        for made in found.moves:
            fits.setdefault(self._granted(made), []).append(made.ply.move.text)
        parts = [f"{' and '.join(moves)} {granted}" for granted, moves in fits.items()]
        if found.wrong:
            parts.append(f"no move if the sensor of {self._points(found.wrong)} is wrong")
        only = " Play that goes on answers nothing; only people do." if found.people else ""
        return f"Asked, as sensors may be wrong: {'; '.join(parts)}.{only}"

    def _granted(self, made: Complete) -> str:
        if made.wrong:
            return f"if the sensor of {self._points(made.wrong)} is wrong"
        if made.rested:
            return "if men that seem put back were moved"
        if made.unseen:
            return f"though nothing was felt of it at {self._points(made.unseen)}"
        return "by what was felt"

    def _waiting(self, account: Account) -> str:
        if not account.readings:
            return "There is nothing to decide."
        firsts = list(dict.fromkeys(r.first.text if r.first else "no move" for r in account.alive))
        if len(firsts) > 1:
            state = f"Undecided between {', '.join(firsts)}"
        elif account.alive[0].irregular:
            state = "No reading explains everything, but it has not stood for long enough"
        elif account.alive[0].plies:
            state = f"{firsts[0]} is the only one alive, but it is not completed yet"
        else:
            state = "No move has been made yet"
        if account.waits_ms is None:
            return f"{state}. Time alone changes nothing; more evidence will."
        return f"{state}. Without new evidence it is looked at again in {account.waits_ms:.0f} ms."

    def _points(self, points: PointSet) -> str:
        return " ".join(self.names[point] for point in points_of(points))

    def _json(self, account: Account) -> dict[str, Any]:
        alive = account.alive
        return {
            "at_us": account.at_ns // 1000,
            "answer": None if account.answer is None else account.answer.text,
            "position": account.position.value,
            "edges": [self._edge(edge) for edge in account.edges],
            "readings": [
                self._reading_json(each, alive=each in alive) for each in account.readings
            ],
            "supposed": [
                {
                    "wrong": [self.names[p] for p in points_of(other.wrong & ~account.wrong)],
                    "readings": [self._reading_json(each, alive=False) for each in other.readings],
                }
                for other in account.supposed
            ],
            "decision": _kind(account),
            "why": self.why(account),
        }

    def _edge(self, edge: Edge) -> dict[str, Any]:
        return {
            "at_us": edge.at_ns // 1000,
            "point": self.names[edge.point],
            "act": "placed" if edge.placed else "lifted",
            "blind": edge.blind,
        }

    def _reading_json(self, reading: Reading, *, alive: bool) -> dict[str, Any]:
        return {
            "moves": [ply.move.text for ply in reading.plies],
            "under_way": None if reading.under_way is None else reading.under_way.text,
            "in_air": [self.names[point] for point in reading.in_air],
            "unexplained": [self.names[p] for p in points_of(reading.unexplained)],
            "alive": alive,
            "cost": round(float(reading.cost), 3),
            "items": [
                {
                    "name": item.name,
                    "cost": round(item.cost, 3),
                    "point": None if item.point is None else self.names[item.point],
                    "ms": None if item.ms is None else round(item.ms, 3),
                }
                for item in items_of(reading.cost)
            ],
        }


def _kind(account: Account) -> str | None:
    match account.decision:
        case Complete():
            return "complete"
        case Ask():
            return "ask"
        case Faulty():
            return "faulty"
        case Irregular():
            return "irregular"
        case AtRest():
            return "at-rest"
        case None:
            return None


def _wrap(text: str, indent: str = "") -> list[str]:
    return textwrap.wrap(
        text, WIDTH, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False
    )


def _s(at_us: int) -> str:
    return f"{at_us / 1e6:.3f}"
