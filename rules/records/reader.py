"""The reader of records with tags: game after game, strict or lenient.

Reading is strict unless asked otherwise: what is wrong is named with its line and column. A lenient
reader keeps the moves before the first thing that it cannot follow, and says what that was. Side
lines in brackets are passed over; comments before the headers of a game too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from rules.record import GameRecord
from rules.records.draft import Draft, Heading
from rules.records.tokens import Kind, Token, tokens
from rules.rulebook import Outcome
from rules.terms import RulesError, quoted, shortened

_WRONG = {"}": '"}" closes a comment that was never opened'}


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """What one file format adds to what all have in common.

    Attributes:
        pattern: of its tokens, from `rules.records.tokens.grammar`.
        results: what its results mean.
        needs_result: whether a game that does not end with a result is wrong.
        drafts: who may read a game, the likeliest first; takes the heading and the moves that follow.
            Where several may, the first that can follow the whole game does.
    """

    pattern: re.Pattern[str]
    results: Mapping[str, Outcome]
    needs_result: bool
    drafts: Callable[[Heading, Iterable[Token]], Iterable[Draft]]


def read(text: str, dialect: Dialect, *, lenient: bool) -> list[GameRecord]:
    """All games of a text, in order.

    Raises:
        RulesError: what cannot be followed, with line and column; only in strict reading.
    """
    return list(_Reader(text, dialect, lenient=lenient).games())


class _Reader:
    def __init__(self, text: str, dialect: Dialect, *, lenient: bool) -> None:
        text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        self._tokens = list(tokens(text, dialect.pattern))
        self._next = 0
        self._dialect = dialect
        self._lenient = lenient

    def games(self) -> Iterator[GameRecord]:
        while True:
            while self._peek() is Kind.COMMENT:
                self._next += 1
            if self._next == len(self._tokens):
                return
            yield self._game()

    def _peek(self) -> Kind | None:
        return self._tokens[self._next].kind if self._next < len(self._tokens) else None

    def _game(self) -> GameRecord:
        heading, place = self._heading(), self._next
        failed: list[tuple[Draft, RulesError, int]] = []
        for draft in self._dialect.drafts(heading, self._moves_ahead()):
            self._next = place
            try:
                draft.begin()
                self._moves(draft)
            except RulesError as error:
                failed.append((draft, error, self._next))
            else:
                return draft.record()
        draft, problem, self._next = max(failed, key=lambda each: each[2])
        if not self._lenient:
            raise problem
        draft.problems.append(str(problem))
        self._skip_rest(draft)
        return draft.record()

    def _heading(self) -> Heading:
        headers: dict[str, Token] = {}
        comments: list[Token] = []
        problems: list[str] = []
        while self._peek() in {Kind.HEADER, Kind.BAD_HEADER, Kind.COMMENT}:
            token = self._tokens[self._next]
            self._next += 1
            if token.kind is Kind.COMMENT:
                comments.append(token)
            elif (wrong := self._wrong_header(token, headers)) is None:
                headers[token.tag] = token
            elif self._lenient:
                problems.append(str(token.error(wrong)))
            else:
                raise token.error(wrong)
        return Heading(
            headers=headers,
            comments=tuple(comments),
            problems=tuple(problems),
            lenient=self._lenient,
        )

    def _wrong_header(self, token: Token, headers: Mapping[str, Token]) -> str | None:
        if token.kind is Kind.BAD_HEADER:
            return f'this is not a header; expected [Name "value"]: {shortened(token.text)}'
        if token.tag in headers:
            return f"the header {shortened(token.tag)} occurs twice"
        if token.tag == "Result" and token.value not in self._dialect.results:
            known = ", ".join(self._dialect.results)
            return f"{quoted(token.value)} is not a result; known: {known}"
        return None

    def _moves_ahead(self) -> Iterator[Token]:
        """The moves up to the next result or header."""
        for n in range(self._next, len(self._tokens)):
            token = self._tokens[n]
            if token.kind in {Kind.HEADER, Kind.RESULT}:
                return
            if token.kind is Kind.MOVE:
                yield token

    def _moves(self, draft: Draft) -> None:
        while self._peek() not in {None, Kind.HEADER}:
            token = self._tokens[self._next]
            self._next += 1
            _check(token)
            if token.kind in {Kind.OPEN, Kind.CLOSE}:
                draft.bracket(token)
            elif draft.open_lines:
                continue
            elif token.kind is Kind.COMMENT:
                draft.comment(token)
            elif token.kind is Kind.MOVE:
                draft.add_move(token)
            elif token.kind is Kind.SET_UP:
                draft.set_up(token)
            else:
                draft.end(token)
                return
        if draft.open_lines:
            raise draft.open_lines[-1].error("this side line is never closed")
        if self._dialect.needs_result:
            last = self._tokens[self._next - 1]
            *known, best = self._dialect.results
            results = f"{', '.join(each for each in known if each != '0-0')} or {best}"
            raise last.error(f"no result after {shortened(last.text)}; end the game with {results}")

    def _skip_rest(self, draft: Draft) -> None:
        """Goes to the end of a game that cannot be followed, and takes its result from there."""
        depth = len(draft.open_lines)
        while self._peek() not in {None, Kind.HEADER}:
            token = self._tokens[self._next]
            self._next += 1
            depth += (token.kind is Kind.OPEN) - (token.kind is Kind.CLOSE)
            if token.kind is Kind.RESULT and depth <= 0:
                draft.result = token
                return


def _check(token: Token) -> None:
    """Refuses what does not stand among moves."""
    if token.kind is Kind.BAD_HEADER:
        raise token.error(
            f"headers and times do not stand among the moves: {shortened(token.text)}"
        )
    if token.kind is Kind.UNCLOSED:
        raise token.error("this comment is never closed")
    if token.kind is Kind.WRONG:
        raise token.error(_WRONG.get(token.text, f"{quoted(token.text)} has no meaning here"))
