"""A chess clock as the laws describe it, written plainly and apart from the board's own.

All times are whole nanoseconds. A time control is a list of stages: (kind, moves, time, bonus, repeats).
"""

from __future__ import annotations

import copy
import re
from typing import Any

MS = 1_000_000
S = 1_000 * MS
HELD_NS = 2 * S
"""A flag may be held back so long, while a move made in time may still come to light."""
Stage = tuple[str, int, int, int, bool]


def _seconds(text: str) -> int:
    found = 0
    for part in text.split(":"):
        found = found * 60 + int(part)
    return found * S


def stages(control: str) -> list[Stage]:
    """The stages of a control as people write it: "40/90:00+0:30,3x0:20"."""
    found: list[Stage] = []
    for text in control.split(","):
        if "x" in text:
            number, each = text.split("x")
            found.append(("yomi", int(number), _seconds(each), 0, False))
        elif text[0] == "~":
            found.append(("sand", 0, _seconds(text[1:]), 0, False))
        else:
            moves, _, rest = text.rstrip("*").rpartition("/")
            time, sign, bonus = (*re.split("([+db])", rest), "", "")[:3]
            kind = {"": "plain", "+": "add", "d": "delay", "b": "back"}[sign]
            found.append(
                (kind, int(moves or 0), _seconds(time), _seconds(bonus or "0"), text[-1] == "*")
            )
    return found


class Hand:
    """The clock of one player."""

    def __init__(self, control: list[Stage]) -> None:
        self.control = control
        self.at = 0
        self.period = 1
        self.made = 0
        self.left = 0
        self.wait = 0
        self.thought = 0
        self.spent = 0
        self.yomi = 0
        self.reading = False
        self.unsaved = False
        self.owes = 0
        self.fell: int | None = None
        self.enter(0)
        self.bring()

    @property
    def stage(self) -> Stage:
        return self.control[self.at] if self.at < len(self.control) else ("rest", 0, 0, 0, False)

    def enter(self, number: int) -> None:
        self.at = number
        kind, count, time, _, _ = self.stage
        if kind == "yomi":
            self.yomi, self.reading = count, not self.left
            self.left = self.left or time
        else:
            self.left += time

    def bring(self) -> None:
        """The time for the next move."""
        kind, _, time, bonus, _ = self.stage
        if kind == "add":
            self.left += bonus
        elif kind == "delay":
            self.wait = bonus
        elif kind == "yomi" and self.reading:
            self.left = time

    def use(self, ns: int, now: int) -> None:
        """This much time is gone at `now`."""
        while not (self.fell is not None or ns < self.wait or ns - self.wait < self.left):
            ns -= self.wait + self.left
            self.wait = self.left = 0
            if not self.next():
                self.fell = now - ns
        waited = min(ns, self.wait)
        self.wait -= waited
        self.left = max(0, self.left - (ns - waited))

    def next(self) -> bool:
        """The time of this period is gone: another period, if there is one."""
        kind, moves, time, _, _ = self.stage
        if kind == "yomi":
            if self.reading and self.yomi == 1:
                return False
            self.yomi -= self.reading
            self.reading, self.left = True, time
        elif kind == "sand" or moves or self.at + 1 >= len(self.control):
            return False
        else:
            self.unsaved, self.made = True, 0
            self.enter(self.at + 1)
            self.bring()
        self.period += 1
        return True

    def count(self, moves: int) -> None:
        """Moves are made: after the last of a period the next begins."""
        self.made += moves
        while self.stage[1] and self.stage[0] != "yomi" and self.made >= self.stage[1]:
            self.made -= self.stage[1]
            self.period += 1
            if self.stage[4]:
                self.left = self.stage[2] + (0 if self.unsaved else self.left)
            else:
                self.enter(self.at + 1)

    def complete(self, moves: int) -> None:
        """The player presses: his moves count, and bring time unless that was brought before."""
        if self.fell is None:
            self.wait = 0
            fresh, self.owes = not self.owes, max(0, self.owes - moves)
            if self.stage[0] == "back" and fresh:
                self.left += min(self.thought, self.stage[3])
            self.count(moves)
            if fresh:
                self.bring()
        self.thought = 0

    def shows(self) -> dict[str, Any]:
        """What people read, to the millisecond."""
        kind, moves, *_ = self.stage
        return {
            "remaining_ms": self.left // MS,
            "period": self.period,
            "moves_to_go": moves - self.made if moves and kind != "yomi" else None,
            "used_ms": self.spent // MS,
            "fell": self.fell is not None,
        }


class PlainClock:
    """Both clocks, of which at most one runs, and the presses and moves that wait for each other."""

    def __init__(self, control: str, sides: tuple[str, str]) -> None:
        self.sides = sides
        self.hands = {side: Hand(stages(control)) for side in sides}
        self.runs: str | None = None
        self.turn = sides[0]
        self.now = 0
        self.waiting = dict.fromkeys(sides, 0)
        """Moves that wait for their press; below nothing, presses that wait for their move."""
        self.last_press: tuple[str, Hand, int] | None = None
        """Who pressed last, his clock before it, and the time that the press brought him."""

    def copied(self) -> PlainClock:
        """Another clock that shows the same."""
        other = copy.copy(self)
        other.hands = {side: copy.copy(hand) for side, hand in self.hands.items()}
        other.waiting = dict(self.waiting)
        if self.last_press is not None:
            side, before, brought = self.last_press
            other.last_press = (side, copy.copy(before), brought)
        return other

    def other(self, side: str) -> str:
        return self.sides[side == self.sides[0]]

    def until(self, now: int) -> None:
        """Time goes on."""
        ns, self.now = max(0, now - self.now), max(now, self.now)
        if self.runs is None or not ns:
            return
        hand = self.hands[self.runs]
        hand.spent += ns
        hand.thought += ns
        if hand.stage[0] == "sand":
            self.hands[self.other(self.runs)].left += min(ns, hand.left)
        hand.use(ns, now)

    def press(self, side: str, now: int, *, moves: int | None = None) -> None:
        """The side's turn is over."""
        self.until(now)
        hand = self.hands[side]
        before = copy.copy(hand)
        if moves is None:
            moves = max(1, self.waiting[side])
            self.waiting[side] = 0 if self.waiting[side] > 0 else self.waiting[side] - 1
        hand.complete(moves)
        self.last_press = (side, before, hand.left - before.left)
        self.turn = self.other(side)
        if self.runs is not None:
            self.runs = self.turn

    def undo(self, side: str, now: int) -> None:
        """The side's last counted move does not count, nor does the time that it brought."""
        self.until(now)
        hand = self.hands[side]
        if self.last_press is not None and self.last_press[0] == side:
            _, before, brought = self.last_press
            before.left = max(0, hand.left - brought)
            before.spent, before.fell = hand.spent, hand.fell
            self.hands[side] = before
        else:
            hand.made -= 1
            hand.owes += 1
        self.last_press = None
        self.give(side, now)

    def give(self, side: str, now: int) -> None:
        """This side's clock runs, or will."""
        self.until(now)
        self.turn = side
        if self.runs is not None:
            self.runs = side

    def add(self, side: str, ns: int, now: int) -> None:
        """The arbiter, or a law, gives or takes time."""
        self.until(now)
        hand = self.hands[side]
        hand.left += ns
        hand.spent += max(0, -ns)
        if hand.left <= 0:
            over, hand.left, hand.wait = -hand.left, 0, 0
            hand.use(over, now)

    def set(self, side: str, ns: int, now: int) -> None:
        self.until(now)
        self.hands[side].left = ns
        self.hands[side].fell = None if ns else now

    def shows(self) -> dict[str, dict[str, Any]]:
        return {side: hand.shows() for side, hand in self.hands.items()}
