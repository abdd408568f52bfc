"""The rows of a rulebook's page: an article each, with all that the referee's data say of it."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from controller.core.table.commands import COMMANDS
from controller.shell.bilingual import Words, joined
from controller.shell.lawpages.facts import Fact, fact_of, facts
from controller.shell.lawpages.fields import Way
from controller.shell.lawpages.own import OWN
from controller.shell.lawpages.words import BY_LAW, DASH, DECIDES, DONE, ROLES, SENSED
from rules.articles import Article, articles, book_names
from rules.game import Game
from rules.registry import GAMES
from rules.rulebook import Rulebook
from rules.terms import LawId, RulesError, quoted

NEAR_MAX = 4
"""Names that are offered for one that nobody knows."""
ROW_ORDER = ("player", "arbiter", "operator")


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One article.

    Attributes:
        senses: how the board comes to know.
        does: what the board does, one thing each.
        decides, costs: one thing each; a dash where the law says nothing.
        ways: what may be given then; empty where nothing.
    """

    article: Article
    senses: tuple[Words, ...]
    does: tuple[Words, ...]
    decides: tuple[Words, ...]
    costs: tuple[Words, ...]
    ways: tuple[Way, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """What is told of each article."""

    name: str
    heading: Words
    of: Callable[[Row], tuple[Words, ...]]


COLUMNS = (
    Column("sensed", Words("Sensed", "如何感知"), lambda row: row.senses),
    Column("does", Words("The board", "棋盘"), lambda row: row.does),
    Column("decides", Words("Decides", "裁定"), lambda row: row.decides),
    Column("costs", Words("Costs", "代价"), lambda row: row.costs),
)
COMMANDS_NAME = Words("Commands", "命令")


def who_may(way: Way) -> Words:
    """The roles that may give a command by a law."""
    roles = COMMANDS[way.command].roles & frozenset(way.only or ROW_ORDER)
    return joined([ROLES[role] for role in ROW_ORDER if role in roles], ", ", "、")


def find_book(name: str) -> tuple[Game, Rulebook]:
    """A rulebook by its name, and its game.

    Raises:
        RulesError: there is none; says which come near.
    """
    family = name.split("-", maxsplit=1)[0]
    for game in (GAMES[each] for each in GAMES if each.split("-")[0] == family):
        if name in game.rulebooks:
            return game, game.rulebooks[name]
    known = book_names()
    near = _near(name.lower(), known)
    hint = f"did you mean {' or '.join(near)}?" if near else f"known: {', '.join(known)}"
    raise RulesError(f"there is no rulebook {quoted(name)}; {hint}")


def rows(game: Game, book: Rulebook) -> tuple[Row, ...]:
    """Every article of a rulebook, in order."""
    found: dict[LawId, list[Fact]] = {}
    for each in facts(game, book):
        found.setdefault(each.law, []).append(each)
    return tuple(
        _row(article, [*found.get(article.id, []), *_own(article)])
        for article in articles(book.name)
    )


def _own(article: Article) -> list[Fact]:
    """What is said of an article that the data do not name."""
    own = OWN.get(article.id)
    return [] if own is None else [fact_of(article.id, own)]


def row_by_id(listed: Iterable[Row], name: str) -> Row:
    """The row of an id.

    Raises:
        RulesError: there is none; says which come near.
    """
    by_id = {each.article.id: each for each in listed}
    wanted = {known.lower(): known for known in by_id}
    if name.lower() in wanted:
        return by_id[wanted[name.lower()]]
    near = [wanted[each] for each in _near(name.lower(), wanted)]
    hint = f"did you mean {' or '.join(near)}?" if near else f"they begin with {next(iter(by_id))}"
    raise RulesError(f"this rulebook has no article {quoted(name)}; {hint}")


def _near(name: str, known: Iterable[str]) -> list[str]:
    """What somebody may have meant: what begins so, else what is written alike."""
    listed = list(known)
    begun = [each for each in listed if name and each.startswith(name)]
    return begun[:NEAR_MAX] or difflib.get_close_matches(name, listed, NEAR_MAX)


def _row(article: Article, said: list[Fact]) -> Row:
    return Row(
        article=article,
        senses=_or_by_kind((each.senses for each in said), article, SENSED),
        does=_or_by_kind((words for each in said for words in each.does), article, DONE),
        decides=_decided(_or_by_kind((each.decides for each in said), article, DECIDES)),
        costs=_unique(words for each in said for words in each.costs) or (DASH,),
        ways=tuple(dict.fromkeys(way for each in said for way in each.ways)),
    )


def _decided(found: tuple[Words, ...]) -> tuple[Words, ...]:
    """Who decides; where anybody has to, that the rest follows from the law is of no account."""
    return tuple(each for each in found if each != BY_LAW) or found


def _unique(words: Iterable[Words | None]) -> tuple[Words, ...]:
    return tuple(dict.fromkeys(each for each in words if each is not None))


def _or_by_kind(
    words: Iterable[Words | None], article: Article, by_kind: Mapping[str, Words]
) -> tuple[Words, ...]:
    """What the data say; where they say nothing, what the kind of the law says."""
    found = _unique(words) or _unique(by_kind[kind] for kind in article.kinds)
    return tuple(each for each in found if each != DASH) or (DASH,)
