"""Every law by its id, in short, in English and Chinese: `laws.toml` and `laws_zh.toml`.

This is the index of the articles. What follows from them stands in the rulebooks' own data.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from rules.terms import LawId, RulesError, quoted


@dataclass(frozen=True, slots=True, kw_only=True)
class Article:
    """One law.

    Attributes:
        kinds: who acts: rule, board, clock, claim, arbiter, record, human.
        english, chinese: the law in short, without a full stop.
        books: the rulebooks that it holds in.
    """

    id: LawId
    kinds: tuple[str, ...]
    english: str
    chinese: str
    books: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """The laws of one game, in the order of their articles.

    Attributes:
        intro: what developers should know of them, as Markdown.
    """

    title: str
    intro: str
    books: tuple[str, ...]
    articles: tuple[Article, ...]


@cache
def chinese_texts() -> dict[str, str]:
    """The laws in Chinese, by id."""
    return {law: text for game in _table("laws_zh.toml").values() for law, text in game.items()}


@cache
def sections() -> tuple[Section, ...]:
    """Every law, by game.

    Raises:
        KeyError: a law has no Chinese text.
    """
    return tuple(_section(game) for game in _table("laws.toml")["game"])


def _table(name: str) -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath(name).read_text("utf-8"))


def _section(game: dict[str, Any]) -> Section:
    chinese = chinese_texts()
    return Section(
        title=game["title"],
        intro=game["intro"].strip(),
        books=tuple(game["books"]),
        articles=tuple(
            Article(
                id=LawId(law["id"]),
                kinds=tuple(law["kind"].split(", ")),
                english=law["text"],
                chinese=chinese[law["id"]],
                books=tuple(law.get("books", game["books"])),
            )
            for law in game["laws"]
        ),
    )


def book_names() -> tuple[str, ...]:
    """The rulebooks that have articles."""
    return tuple(book for section in sections() for book in section.books)


def articles(book: str) -> tuple[Article, ...]:
    """The laws that hold in a rulebook, in order.

    Raises:
        RulesError: there is no such rulebook; names those that there are.
    """
    for section in sections():
        if book in section.books:
            return tuple(each for each in section.articles if book in each.books)
    raise RulesError(
        f"there is no rulebook {quoted(book)}; known rulebooks: {', '.join(book_names())}"
    )
