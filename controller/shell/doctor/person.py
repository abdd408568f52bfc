"""Who answers the doctor: a person at a terminal, or a simulated one at the simulated bench."""

from __future__ import annotations

import os
import select
from collections import deque
from typing import TYPE_CHECKING, TextIO

from controller.core.sensing.marks import tone_of_letter
from controller.shell.benchhands import men_of
from controller.shell.doctor.dialogue import NO, STOP, Ask, Wish
from controller.shell.doctor.rig import MS

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from controller.shell.doctor.planting import KeyCircuit
    from controller.shell.doctor.rig import VirtualTime
    from controller.shell.hardware import Hardware
    from rules.game import Game
    from rules.terms import Point

REACH_NS = 300 * MS
PATIENCE_NS = 2000 * MS
"""After so long without an answer of the board the simulated person says that nothing happens."""
HAND = "person"


class TerminalPerson:
    """Reads lines without waiting for them.

    Args:
        lines: what the person types on; must be a file that can be selected.
        out: what he reads.
    """

    def __init__(self, lines: TextIO, out: TextIO) -> None:
        self._lines = lines
        self._out = out
        self._typed = b""

    def hear(self, ask: Ask) -> None:
        self._out.write(f"  > {ask.text} [{STOP}: stop]\n")
        self._out.flush()

    def said(self) -> str | None:
        # Read without the stream's own buffer: what it holds back, select does not see.
        if b"\n" not in self._typed and select.select([self._lines], [], [], 0)[0]:
            typed = os.read(self._lines.fileno(), 4096)
            if not typed:
                return STOP  # the end of the input: nobody is there
            self._typed += typed
        line, end, rest = self._typed.partition(b"\n")
        if not end:
            return None
        self._typed = rest
        return line.decode(errors="replace").strip().lower()


class SimPerson:
    """Does what is asked on a simulated board, in the board's time.

    Args:
        time: of the board.
        dead: lamps that do not burn, whatever they are sent; by point.
        keys: the buttons; None where there are none.
        turned: points of the array on which he sets a man whose magnet lies the wrong way up.
    """

    def __init__(
        self,
        game: Game,
        hardware: Hardware,
        time: VirtualTime,
        *,
        dead: Collection[Point] = (),
        keys: KeyCircuit | None = None,
        turned: Collection[Point] = (),
    ) -> None:
        self._game = game
        assert hardware.bench is not None
        self._bench = hardware.bench
        self._lamp_points = hardware.lamp_points
        self._time = time
        self._dead = dead
        self._keys = keys
        self._turned = turned
        self._walker: Point | None = None
        self._answers: deque[tuple[int, str]] = deque()
        self._look: Ask | None = None

    def hear(self, ask: Ask) -> None:
        self._answers.clear()
        board, now_ns = self._bench.board, self._time.at_ns
        then_ns = now_ns + REACH_NS
        match ask.wish:
            case Wish.ARRAY:
                self._set_up(self._array(), then_ns)
            case Wish.CLEAR:
                self._set_up({}, then_ns)
            case Wish.SET:
                if self._walker is None:
                    board.add(ask.point, then_ns, self._game.men[0])
                else:
                    board.lift(self._walker, then_ns, HAND)
                    board.place(ask.point, then_ns + REACH_NS, HAND)
                self._walker = ask.point
                self._answer("", PATIENCE_NS)
            case Wish.LIFT:
                board.lift(ask.point, then_ns, HAND)
                self._answer("", 2 * REACH_NS)
            case Wish.BACK:
                board.place(ask.point, then_ns, HAND)
                self._answer("", 2 * REACH_NS)
            case Wish.LOOK | Wish.READ:
                self._look = ask
                self._answer("", REACH_NS)
            case Wish.PRESS:
                if self._keys is not None:
                    self._keys.press(ask.key, then_ns)
                self._answer("", PATIENCE_NS)

    def said(self) -> str | None:
        if not self._answers or self._time.at_ns < self._answers[0][0]:
            return None
        answer = self._answers.popleft()[1]
        look, self._look = self._look, None
        if look is None:
            return answer
        return self._lamp(look.point) if look.wish is Wish.LOOK else self._figures(look)

    def _array(self) -> Mapping[Point, str]:
        men = men_of(self._game, self._game.start())
        for point in self._turned:
            tone = tone_of_letter(men[point], self._game)
            others = (m for m in self._game.men if tone_of_letter(m, self._game) is not tone)
            men[point] = next(others)
        return men

    def _set_up(self, men: Mapping[Point, str], at_ns: int) -> None:
        board = self._bench.board
        for point in board.standing():
            board.remove(point, at_ns)
        for point, label in men.items():
            board.add(point, at_ns + REACH_NS, label)
        self._walker = None
        self._answer("", 3 * REACH_NS)

    def _answer(self, text: str, after_ns: int) -> None:
        self._answers.append((self._time.at_ns + after_ns, text))

    def _lamp(self, point: Point) -> str:
        lit = [self._lamp_points.point_of(lamp) for lamp in self._bench.lit()]
        burning = [p for p in lit if p is not None and p not in self._dead]
        if not burning:
            return NO
        return "" if burning == [point] else self._game.points[burning[0]]

    def _figures(self, ask: Ask) -> str:
        return "" if self._bench.segments[ask.point].text == ask.key else NO
