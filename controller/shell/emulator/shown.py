"""What a serial board shows of a game: bytes of a host and views of the game in, bytes for the host out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.shell.config_types import SERIAL_GAMES
from drivers.serial_codec import EMPTY, code_of
from drivers.serial_emulator import TRADEMARK, ClockFace, EBoard

if TYPE_CHECKING:
    from controller.core.messages import Json
    from controller.core.view import View
    from rules.game import Game


class Emulator:
    """A board and its clock as a host reads them. Pure: it asks no clock and opens nothing.

    On each point stands the man that the record has there, as long as the sensors see something; so the
    host sees men lifted and set down, and who they are. A man that the record does not know is not
    shown until the move is understood.

    Args:
        game: one of `SERIAL_GAMES`.
        serial: five digits.
        trademark: what the board says of itself.

    Raises:
        ValueError: the protocol has no men for the game, or no such board can be.
    """

    def __init__(self, game: Game, *, serial: str = "00001", trademark: str = TRADEMARK) -> None:
        if game.name not in SERIAL_GAMES:
            raise ValueError(f"serial boards know {', '.join(SERIAL_GAMES)}, not {game.name}")
        fields, self._codes = SERIAL_GAMES[game.name]
        self._board = EBoard(fields, serial=serial, trademark=trademark)
        columns = 8 if fields == 64 else 10
        self._field: dict[str, int] = {}
        for point in range(len(game.points)):
            column, row = game.place(point)
            self._field[game.points[point]] = (columns - 1 - row) * columns + column
        self._clock: Json | None = None
        self._lever_right = False

    @property
    def lamps(self) -> list[str]:
        """The points that the host wants lit."""
        return [name for name, field in self._field.items() if field in self._board.lamps]

    def shown(self, view: View) -> bytes:
        """The game has changed: what the host hears of it; of men that are gone first."""
        seen = set(view.standing) | set(view.unknown)
        codes = {
            field: code_of(view.men[name], self._codes)
            if name in view.men and name in seen
            else EMPTY
            for name, field in self._field.items()
        }
        self._clock = view.clock
        return self._board.show(dict(sorted(codes.items(), key=lambda each: each[1] != EMPTY)))

    def received(self, data: bytes) -> bytes:
        """What the host has sent, in whatever pieces: the answers."""
        return self._board.receive(data)

    def passed(self, at_us: int) -> bytes:
        """It is that time, on the board's clock: what the host hears of the game's clock."""
        return self._board.set_clock(self._face(at_us)) + self._board.tick(at_us * 1000)

    def forget(self) -> None:
        """The host has gone."""
        self._board.forget()

    def _face(self, at_us: int) -> ClockFace | None:
        clock = self._clock
        if clock is None:
            return None
        running = clock["running"]
        left, right = (self._seconds(clock, side, at_us) for side in clock["sides"])
        if running is not None:
            self._lever_right = running == list(clock["sides"])[1]
        return ClockFace(
            left_s=left, right_s=right, running=running is not None, right_high=self._lever_right
        )

    def _seconds(self, clock: Json, side: str, at_us: int) -> int:
        left_ms: int = clock["sides"][side]["remaining_ms"]
        if side == clock["running"]:
            left_ms -= (at_us - clock["at_us"]) // 1000
        return max(0, -(-left_ms // 1000))
