"""The reader of records with tags: game after game, strict or lenient.

Reading is strict unless asked otherwise: what is wrong is named with its line and column. A lenient
reader keeps the moves before the first thing that it cannot follow, and says what that was. It leaves a
game out where it cannot know what game, which start or whether it is one at all, and names that too.
Side lines in brackets are passed over.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from rules.record import GameRecord
from rules.records.draft import Draft, Heading
from rules.records.texts import left_out_moves, plain_result, tidy
from rules.records.tokens import Kind, Token, tokens
from rules.rulebook import Outcome
from rules.terms import RulesError, quoted, shortened

_WRONG = {"}": '"}" closes a comment that was never opened'}
_OF_START = re.compile(r"\[\s*+(FEN|SetUp|GameType|Variant|Game)\b")
"""Headers that say which game it is and how it begins: without them nobody knows what the moves mean."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """What one file format adds to what all have in common.

    Attributes:
        pattern: of its tokens, from `rules.records.tokens.grammar`.
        results: what its results mean.
        needs_result: whether a game that does not end with a result is wrong.
        drafts: who may read a game, the likeliest first; takes the heading and the moves that follow.
            Where several may, the first that can follow the whole game does. Where one of another game can
            follow it too, a warning says so.
    """

    pattern: re.Pattern[str]
    results: Mapping[str, Outcome]
    needs_result: bool
    drafts: Callable[[Heading, Iterable[Token]], Iterable[Draft]]


def read(
    text: str, dialect: Dialect, *, lenient: bool, left_out: list[str] | None = None
) -> list[GameRecord]:
    """All games of a text, in order.

    Args:
        left_out: takes a sentence for each game, or what looked like one, that a lenient reader left out.

    Raises:
        RulesError: what cannot be followed, with line and column; only in strict reading.
    """
    reader = _Reader(text, dialect, lenient=lenient)
    games = list(reader.games())
    if left_out is not None:
        left_out += reader.left_out
    return games


class _Reader:
    def __init__(self, text: str, dialect: Dialect, *, lenient: bool) -> None:
        self.left_out: list[str] = []
        self._tokens = list(tokens(tidy(text), dialect.pattern))
        self._next = 0
        self._ended_on = 0
        self._dialect = dialect
        self._lenient = lenient

    def games(self) -> Iterator[GameRecord]:
        while self._more_than_comments():
            draft = self._game()
            if draft is not None:
                self._trailing(draft)
                yield draft.record()

    def _more_than_comments(self) -> bool:
        rest = range(self._next, len(self._tokens))
        return any(self._tokens[n].kind is not Kind.COMMENT for n in rest)

    def _peek(self) -> Kind | None:
        return self._tokens[self._next].kind if self._next < len(self._tokens) else None

    def _game(self) -> Draft | None:
        """The next game; None where a lenient reader leaves it out."""
        heading, place = self._heading(), self._next
        failed: list[tuple[Draft, RulesError, int]] = []
        drafts = iter(self._dialect.drafts(heading, self._moves_ahead()))
        for draft in drafts:
            self._next = place
            try:
                self._follow(draft)
            except RulesError as error:
                failed.append((draft, error, self._next))
            else:
                self._try_others(draft, drafts, place)
                return draft
        draft, problem, self._next = max(failed, key=lambda each: each[2])
        problem = self._perhaps_no_game(draft, problem)
        if not self._lenient:
            raise problem
        return self._as_far_as(draft, problem)

    def _perhaps_no_game(self, draft: Draft, problem: RulesError) -> RulesError:
        """The problem, and what to do where words stand behind a game and nothing of them is one."""
        if draft.heading.headers or draft.moves or not self._ended_on:
            return problem
        words = f"{problem}; the game before ended on line {self._ended_on}: what is no game belongs in {{ }}"
        error = RulesError(words)
        error.line, error.column = problem.line, problem.column
        return error

    def _follow(self, draft: Draft) -> None:
        if draft.heading.unknown:
            raise RulesError(draft.heading.unknown)
        draft.begin()
        self._moves(draft)

    def _try_others(self, draft: Draft, others: Iterator[Draft], place: int) -> None:
        """Says of which other game the record may be as well."""
        end = self._next
        for other in others:
            self._next = place
            if other.game is draft.game or not draft.moves:
                continue
            with contextlib.suppress(RulesError):
                self._follow(other)
                draft.warnings.append(
                    f"read as {draft.game.name}, but every move could be of {other.game.name} too; "
                    f"if it is that, say so with --from {other.game.name}"
                )
        self._next = end

    def _as_far_as(self, draft: Draft, problem: RulesError) -> Draft | None:
        """What a lenient reader keeps of a game; None where nobody can know what the game is."""
        unknown = not draft.begun
        draft.problems.append(str(problem))
        moves = self._skip_rest(draft)
        if unknown or not (draft.moves or draft.heading.headers):
            what = "what stands here" if not unknown else "the game"
            others = [each for each in draft.problems if each != str(problem)]
            self.left_out += [*others, f"{problem}; {what} is left out"]
            return None
        if moves:
            draft.problems.append(left_out_moves(moves))
        return draft

    def _trailing(self, draft: Draft) -> None:
        """Gives a game the comments behind it: what comes after an empty line belongs to the next one."""
        line = self._ended_on = self._tokens[self._next - 1].last_line
        while self._peek() is Kind.COMMENT:
            token = self._tokens[self._next]
            if token.line > line + 1 and self._more_than_comments():
                return
            draft.comment(token)
            line = token.last_line
            self._next += 1

    def _heading(self) -> Heading:
        headers: dict[str, Token] = {}
        comments: list[Token] = []
        problems: list[str] = []
        unknown = ""
        while self._peek() in {Kind.HEADER, Kind.BAD_HEADER, Kind.COMMENT}:
            token = self._tokens[self._next]
            self._next += 1
            if token.kind is Kind.COMMENT:
                comments.append(token)
            elif (wrong := self._wrong_header(token, headers)) is None:
                headers.setdefault(token.tag, token)
            elif self._lenient:
                problems.append(str(token.error(wrong)))
                if _OF_START.match(token.text):
                    unknown = problems[-1]
                elif token.tag == "Result":
                    headers.pop("Result", None)
            else:
                raise token.error(wrong)
        return Heading(
            headers=headers,
            comments=tuple(comments),
            problems=tuple(problems),
            lenient=self._lenient,
            unknown=unknown,
        )

    def _wrong_header(self, token: Token, headers: Mapping[str, Token]) -> str | None:
        if token.kind is Kind.BAD_HEADER:
            return f'this is not a header; expected [Name "value"]: {shortened(token.text)}'
        if token.tag in headers and headers[token.tag].value != token.value:
            before = headers[token.tag]
            return (
                f"the header {shortened(token.tag)} occurs twice and says {quoted(token.value)} here, "
                f"{quoted(before.value)} on line {before.line}"
            )
        if token.tag == "Result" and plain_result(token.value) not in self._dialect.results:
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

    def _skip_rest(self, draft: Draft) -> int:
        """Goes to the end of a game that cannot be followed, and takes its result from there.

        Returns:
            How many moves it has passed.
        """
        depth, moves = len(draft.open_lines), 0
        while self._peek() not in {None, Kind.HEADER}:
            token = self._tokens[self._next]
            self._next += 1
            depth += (token.kind is Kind.OPEN) - (token.kind is Kind.CLOSE)
            moves += token.kind is Kind.MOVE and depth <= 0
            if token.kind is Kind.RESULT and depth <= 0:
                draft.end(token)
                break
        return moves


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
