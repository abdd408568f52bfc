"""One game of a record with tags while it is being read."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rules.game import Game
from rules.position import Move, Position
from rules.record import GameRecord
from rules.records.texts import plain_result
from rules.records.times import COMMAND, read_short_time, read_time
from rules.records.tokens import Kind, Token
from rules.rulebook import Outcome
from rules.terms import RulesError, quoted, shortened


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """What stands before the moves of a game.

    Attributes:
        headers: by name.
        comments: those among and after the headers.
        problems: what is wrong with them, in lenient reading.
        unknown: what is wrong with those that say which game it is and how it begins; "" where nothing.
    """

    headers: Mapping[str, Token]
    comments: tuple[Token, ...]
    problems: tuple[str, ...]
    lenient: bool
    unknown: str = ""

    def value(self, tag: str) -> str | None:
        """The value of a header, or None."""
        token = self.headers.get(tag)
        return None if token is None else token.value


class Draft(ABC):
    """One game while it is being read. Each game says how it follows moves.

    Attributes:
        game: whose record this is.
        own_headers: headers that the record holds as fields, or that say no more than its game.
        open_lines: the side lines that are open.
        result: the token that ended the game.
        begun: the board has been set up as the headers say.
        warnings: what people should know about how it was read.
    """

    game: Game
    own_headers: frozenset[str] = frozenset({"Result", "FEN", "SetUp"})

    def __init__(self, heading: Heading, results: Mapping[str, Outcome]) -> None:
        self.heading = heading
        self.problems = list(heading.problems)
        self.warnings: list[str] = []
        self.begun = self.contradicted = False
        self.open_lines: list[Token] = []
        self.result: Token | None = None
        self.start: str | None = None
        self.options: Mapping[str, object] = {}
        self.moves: list[str] = []
        self.set_ups: dict[int, str] = {}
        self._results = results
        self._notes: dict[int, list[str]] = {}
        self._clocks: list[int | None] = []
        self._elapsed: list[int | None] = []

    @abstractmethod
    def set_start(self, text: str | None) -> None:
        """Takes the position of the FEN header, or the array, and sets the board up.

        Raises:
            RulesError: no position of this game.
        """

    @abstractmethod
    def follow(self, text: str) -> str:
        """Makes a move as the record writes it, and returns it as `Move.text`.

        Raises:
            RulesError: the move cannot be made; without a place.
        """

    def set_up(self, token: Token) -> None:
        """Takes a position that stands although the moves do not lead to it."""
        raise token.error("a position cannot be set up among the moves of this game")

    def begin(self) -> None:
        """Sets the board up when all headers are known.

        Raises:
            RulesError: with the place of the header that is wrong.
        """
        token = self.heading.headers.get("FEN")
        try:
            self.set_start(None if token is None else token.value)
        except RulesError as error:
            assert token is not None, "every game has an array"
            raise token.error(str(error)) from error
        self.begun = True
        for comment in self.heading.comments:
            self.comment(comment)

    def complain(self, token: Token, text: str) -> None:
        """Notes something that need not end the game, or raises it in strict reading."""
        error = token.error(text)
        if not self.heading.lenient:
            raise error
        self.problems.append(str(error))

    def warn(self, token: Token, text: str) -> None:
        """Notes how something was read; once for each kind of it, with the first place."""
        if not any(each.endswith(text) for each in self.warnings):
            self.warnings.append(str(token.error(text)))

    def bracket(self, token: Token) -> None:
        """Opens or closes a side line."""
        if token.kind is Kind.OPEN:
            self.open_lines.append(token)
        elif self.open_lines:
            self.open_lines.pop()
        else:
            raise token.error('")" closes a side line that was never opened')

    def add_move(self, token: Token) -> None:
        try:
            self.moves.append(self.follow(token.text))
        except RulesError as error:
            raise token.error(str(error)) from error
        self._clocks.append(None)
        self._elapsed.append(None)

    def comment(self, token: Token) -> None:
        """Takes the times of a comment for the move before it, and keeps the rest as a note."""

        def take(command: re.Match[str]) -> str:
            return "" if self.command(token, command[1], command[2].strip()) else command[0]

        if note := " ".join(COMMAND.sub(take, token.value).split()):
            self._notes.setdefault(len(self.moves), []).append(note)

    def command(self, token: Token, name: str, value: str) -> bool:
        """Takes a command of a comment; whether it says no more. The first time of each kind holds."""
        times = {"clk": self._clocks, "emt": self._elapsed}.get(name)
        if times is None:
            return False
        ms = self.time(token, value)
        if ms is None:
            self.complain(token, f"{quoted(value)} is not a time; write %{name} as h:mm:ss")
            return True
        return self._keep(times, ms)

    def time(self, token: Token, text: str) -> int | None:
        """Milliseconds of a time, with a warning where it may be read in two ways; None where it is none."""
        ms = read_time(text)
        if ms is None and (short := read_short_time(text)) is not None:
            ms, parts = short
            self.warn(token, f"the times of two numbers were read as {parts}; write h:mm:ss")
        return ms

    def take_clock(self, ms: int) -> bool:
        """Takes the time left to whoever moved last; whether there is room for it."""
        return self._keep(self._clocks, ms)

    def _keep(self, times: list[int | None], ms: int) -> bool:
        if not times or times[-1] is not None:
            return False
        times[-1] = ms
        return True

    def end(self, token: Token) -> None:
        """Takes the result that ends the game."""
        header, end = self._header_outcome, self._results[plain_result(token.text)]
        if Outcome.OPEN not in {header, end} and header is not end:
            said = self.heading.value("Result")
            self.contradicted = True
            self.complain(
                token, f"the game ends {token.text}, but its header says {shortened(str(said))}"
            )
        self.result = token

    @property
    def _header_outcome(self) -> Outcome:
        return self._results[plain_result(self.heading.value("Result") or "*")]

    def record(self) -> GameRecord:
        """The game as far as it was read."""
        outcome = self._outcome()
        return GameRecord(
            game=self.game.name,
            headers={
                name: token.value
                for name, token in self.heading.headers.items()
                if name not in self.own_headers
            },
            options=self.options,
            start=self.start,
            moves=tuple(self.moves),
            clocks_ms=tuple(self._clocks),
            elapsed_ms=tuple(self._elapsed),
            set_ups=self.set_ups,
            notes={ply: " ".join(parts) for ply, parts in self._notes.items()},
            result=self.game.result_text(outcome),
            problems=tuple(self.problems),
            warnings=tuple(self.warnings),
        )

    def _outcome(self) -> Outcome:
        """The result; left open where header and end contradict each other."""
        if self.contradicted or self.result is None:
            return Outcome.OPEN if self.contradicted else self._header_outcome
        end = self._results[plain_result(self.result.text)]
        return self._header_outcome if end is Outcome.OPEN else end


class PositionDraft(Draft):
    """A draft that follows moves by the positions of its game."""

    def __init__(
        self,
        heading: Heading,
        results: Mapping[str, Outcome],
        *,
        game: Game,
        parse: Callable[[Position, str], Move],
    ) -> None:
        super().__init__(heading, results)
        self.game = game
        self.position = game.start()
        self._parse = parse

    def set_start(self, text: str | None) -> None:
        if text is not None:
            array = self.game.start().text
            self.position = self.game.start(text)
            self.start = None if self.position.text == array else self.position.text

    def follow(self, text: str) -> str:
        move = self._parse(self.position, text)
        self.position = self.position.play(move)
        return move.text
