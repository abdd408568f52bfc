"""The pages of the laws as HTML: the rulebooks, and one page for each with a row for each article."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from html import escape

from controller.shell.bilingual import Words, joined
from controller.shell.lawpages.fields import Way
from controller.shell.lawpages.rows import COLUMNS, COMMANDS_NAME, Row, find_book, rows, who_may
from controller.shell.lawpages.words import BOOKS, DASH, GAMES, KINDS
from rules.articles import sections
from rules.game import Game
from rules.registry import GAMES as GAMES_BY_NAME
from rules.registry import game_by_name
from rules.rulebook import Rulebook

TITLE = Words("Laws", "规则")
ALL = Words("All rulebooks", "全部规则")
FIND = Words("Search", "搜索")
NONE = Words("No article has these words", "没有包含这些词的条文")
DARK = Words("Dark colours", "深色")
NOTE = Words(
    "What the board does is made from the data by which it referees. The articles are told in short;"
    " the source text alone is the law. An observing board tells the arbiter only, and counts nothing.",
    "本页由棋盘执裁所用的数据生成。条文仅为摘要，以规则原文为准。观察模式下只向裁判报告，不计处罚。",
)
EVENT = Words(
    "An event may have it otherwise, where a row names a setting.",
    "条文注明设置项的，比赛可另行规定。",
)
NEWER = Words(
    "Where an article FIDE- is about the same matter as one CH-, the former goes before.",
    "FIDE- 与 CH- 条文涉及同一事项时，以 FIDE- 为准。",
)
LANGUAGES = (("en", "english"), ("zh-Hans", "chinese"))
_CODE = re.compile(r"`([^`]+)`")
_NUMBER = re.compile(r"([(（])([A-Z]+-[\w.]*\w)([)）])")
_HEAD = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<link rel="icon" href="/static/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/static/kiosk.css">
<link id="dark" rel="stylesheet" href="/static/dark.css" media="(prefers-color-scheme: dark)">
<script src="/static/theme.js"></script>
<link rel="stylesheet" href="/static/laws.css">
<script type="module" src="/static/laws.js"></script>
</head>
<body>
"""
_THEME = (
    '<button id="theme" type="button" aria-label="{label}" title="{label}">'
    '<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="8.5"/>'
    '<path d="M12 3.5a8.5 8.5 0 0 1 0 17z"/></svg></button>'
)


def index_page(home: tuple[str, str], missing: str = "") -> str:
    """The page that lists the rulebooks.

    Args:
        home: where the way back leads, in English and Chinese.
        missing: what a visitor has asked for in vain, in English.
    """
    listed = "".join(
        f"<section><h2>{_both(GAMES[section.title])}</h2><ul>"
        + "".join(
            f'<li><a href="/laws/{name}">{_both(BOOKS[name])}</a></li>' for name in section.books
        )
        + "</ul></section>"
        for section in sections()
    )
    said = f'<p class="said" role="alert">{escape(missing)}</p>' if missing else ""
    return _page(TITLE, Words(*home), "", f'<main id="books">{said}{listed}</main>')


def page_of(name: str, played: str, options: Mapping[str, object], home: tuple[str, str]) -> str:
    """The page of a rulebook by its name.

    Args:
        played, options: a game, whose rulebooks are as its event has them.

    Raises:
        RulesError: there is no such rulebook; says which come near.
    """
    game, book = find_book(name)
    if played in GAMES_BY_NAME:
        own = game_by_name(played, options)
        game, book = (own, own.rulebooks[name]) if name in own.rulebooks else (game, book)
    return book_page(game, book, Words(*home))


def book_page(game: Game, book: Rulebook, home: Words) -> str:
    """The page of a rulebook, as an event has it."""
    found = rows(game, book)
    name = BOOKS[book.name]
    notes = [NOTE, *([NEWER] if book.name == "chess-fide-2023" else [])]
    notes += [EVENT] if book.name.startswith("xiangqi") else []
    find = (
        f'<label id="find-field"><span class="unseen">{_both(FIND)}</span>'
        f'<input id="find" type="search" autocomplete="off" autocapitalize="off" spellcheck="false"'
        f' placeholder="{_plain(FIND)}"></label>'
        f'<a class="way" href="/laws">{_both(ALL)}</a>'
    )
    known = {row.article.id for row in found}
    body = _NUMBER.sub(lambda match: _anchored(match, known), "".join(map(_row, found)))
    return _page(
        name,
        home,
        find,
        f'<main id="laws" data-book="{book.name}"><div class="pair notes">{_pair(notes, _paragraphs)}</div>'
        f'<p id="none" role="status" hidden>{_both(NONE)}</p>{body}</main>',
    )


def _page(title: Words, home: Words, more: str, main: str) -> str:
    theme = _THEME.format(label=_plain(DARK))
    return (
        _HEAD.format(title=_plain(title))
        + f'<header id="laws-head"><h1>{_both(title)}</h1>{more}'
        + f'<a id="to-kiosk" class="way" href="/">{_both(home)}</a>{theme}</header>{main}'
        + "</body>\n</html>\n"
    )


def _row(row: Row) -> str:
    article = row.article
    kinds = joined([KINDS[kind] for kind in article.kinds], ", ", "、")
    text = Words(article.english, article.chinese)
    cells = "".join(
        f'<div class="side" lang="{lang}"><p class="what">{_text(text, name)}</p><dl>'
        + "".join(_cell(_text(each.heading, name), each.of(row), name) for each in COLUMNS)
        + "</dl></div>"
        for lang, name in LANGUAGES
    )
    return (
        f'<section class="article" id="{article.id}" tabindex="-1"><h2><a href="#{article.id}">{article.id}</a>'
        f'<span class="kinds">{_both(kinds)}</span></h2>'
        f'<div class="pair">{cells}</div>{_ways(row.ways)}</section>\n'
    )


def _anchored(match: re.Match[str], known: Collection[str]) -> str:
    """The number of another article in brackets, as the way to it."""
    before, law, after = match.groups()
    return f'{before}<a href="#{law}">{law}</a>{after}' if law in known else match[0]


def _cell(heading: str, found: Iterable[Words], name: str) -> str:
    told = "".join(f"<dd>{_text(each, name)}</dd>" for each in found)
    return f"<div><dt>{heading}</dt>{told}</div>"


def _ways(ways: tuple[Way, ...]) -> str:
    listed = "".join(
        f"<li><code>{escape(f'{way.command} {way.argument}'.strip())}</code> {_both(who_may(way))}</li>"
        for way in ways
    )
    told = f"<ul>{listed}</ul>" if ways else f"<span>{DASH.english}</span>"
    return f'<div class="ways"><b>{_both(COMMANDS_NAME)}</b>{told}</div>'


def _paragraphs(notes: list[Words], name: str) -> str:
    return "".join(f"<p>{_text(each, name)}</p>" for each in notes)


def _pair(notes: list[Words], told: Callable[[list[Words], str], str]) -> str:
    return "".join(f'<div lang="{lang}">{told(notes, name)}</div>' for lang, name in LANGUAGES)


def _text(words: Words, name: str) -> str:
    """Words in one language; what stands in `code` is set so."""
    return _CODE.sub(r"<code>\1</code>", escape(getattr(words, name), quote=False))


def _both(words: Words) -> str:
    return (
        f'<span lang="en">{escape(words.english)}</span>'
        f' <span lang="zh-Hans">{escape(words.chinese)}</span>'
    )


def _plain(words: Words) -> str:
    return escape(f"{words.english} · {words.chinese}")
