"""What must hold beside a failing sensor, whenever the board speaks.

No wrong move stands, nobody is accused who did nothing, and nothing is lost: what is not told is asked about.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from controller.core.messages import Correction, Irregularity, Message, Move
from tests.core.policies import ASKED, SETTLED
from tests.core.watched import Watched


class Hands(Protocol):
    """A board with hands, and what it has said."""

    said: list[Message]
    session: Watched

    def wait(self, ms: int, /) -> object: ...


def line_of(said: Sequence[Message]) -> list[str]:
    """The moves that stand."""
    found: list[str] = []
    for message in said:
        if isinstance(message, Correction):
            del found[message.from_ply - 1 :]
        elif isinstance(message, Move):
            found.append(message.move)
    return found


def accused(on: Hands) -> list[tuple[str, str]]:
    """Law and kind of what was named beyond doubt."""
    named = (each for each in on.said if isinstance(each, Irregularity))
    return [(each.law, each.kind) for each in named if each.doubt is None]


def assert_fair(on: Hands, *lines: Sequence[str], within_ms: int = SETTLED.within_ms) -> None:
    """One of these lines is told in the end, or it is asked what follows the part of it that stands."""
    on.wait(within_ms)
    told = line_of(on.said)
    assert accused(on) == []
    fits = [list(line) for line in lines if list(line[: len(told)]) == told]
    assert fits, told
    if told in fits:
        return
    question = on.session.question
    if question is None:
        assert on.session.stage.value == "restore", told
        return
    asked = question.candidates
    assert not asked or {line[len(told)] for line in fits} & set(asked), (told, asked)


class Answering(Hands, Protocol):
    """A board at which people answer."""

    def command(self, role: str, name: str, **args: Any) -> object: ...  # noqa: ANN401


def assert_told_by_people(on: Answering, line: Sequence[str]) -> None:
    """This line stands once people who know what was played have answered what is asked; nobody is accused."""
    for _ in range(len(line) + 1):
        on.wait(ASKED.within_ms)
        if on.session.question is None:
            on.wait(SETTLED.within_ms)
        told = line_of(on.said)
        assert told == list(line[: len(told)])
        if on.session.question is not None:
            on.command("arbiter", "answer", move=line[len(told)])
    assert (line_of(on.said), accused(on)) == (list(line), [])
