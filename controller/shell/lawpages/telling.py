"""The rows of a rulebook as lines of a terminal, and as values for programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from controller.shell.bilingual import Words, joined
from controller.shell.lawpages.rows import COLUMNS, COMMANDS_NAME, Row, who_may
from controller.shell.lawpages.words import BOOKS, DASH, KINDS

INDENT, WIDTH = "  ", 11
"""What stands before a heading, and how wide the headings are with the gap behind them."""


def book_lines(language: str) -> tuple[dict[str, object], list[str]]:
    """Every rulebook, as a value and as lines."""
    found = {name: _value(words) for name, words in BOOKS.items()}
    return {"rulebooks": found}, [
        f"{name}\t{_in(words, language)}" for name, words in BOOKS.items()
    ]


def lines_of(row: Row, language: str) -> Iterator[str]:
    """A row, one thing a line, and an empty line behind it."""
    article = row.article
    text = _in(Words(article.english, article.chinese), language)
    kinds = _in(joined([KINDS[kind] for kind in article.kinds], ", ", "、"), language)
    yield f"{article.id}  {text}  [{kinds}]"
    for column in COLUMNS:
        yield from _block(
            column.heading, [_in(each, language) for each in column.of(row)], language
        )
    ways = [
        f"{way.command} {way.argument}".strip() + f" ({_in(who_may(way), language)})"
        for way in row.ways
    ]
    yield from _block(COMMANDS_NAME, ways or [_in(DASH, language)], language)
    yield ""


def value_of(row: Row) -> dict[str, Any]:
    """A row for programs."""
    article = row.article
    return {
        "id": article.id,
        "kinds": article.kinds,
        "text": {"english": article.english, "chinese": article.chinese},
        **{column.name: [_value(each) for each in column.of(row)] for column in COLUMNS},
        "commands": [
            {
                "command": way.command,
                "argument": way.argument,
                "who": who_may(way).english.split(", "),
            }
            for way in row.ways
        ],
    }


def _block(heading: Words, told: list[str], language: str) -> Iterator[str]:
    """A heading, and behind it what it is about, one a line below the other."""
    first = _in(heading, language)
    taken = len(first) if first.isascii() else 2 * len(first)  # Chinese characters are two wide
    for n, line in enumerate(told):
        yield INDENT + (first + " " * (WIDTH - taken) if n == 0 else " " * WIDTH) + line


def _in(words: Words, language: str) -> str:
    return str(getattr(words, language))


def _value(words: Words) -> dict[str, str]:
    return {"english": words.english, "chinese": words.chinese}
