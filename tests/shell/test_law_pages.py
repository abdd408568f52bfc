"""The pages of laws have every article, in both languages, and say what the referee's data say."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields, replace
from html.parser import HTMLParser
from typing import get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.core.table.commands import COMMANDS
from controller.shell import cli
from controller.shell.bilingual import Words
from controller.shell.lawpages.clock_fields import CLOCK_LAW, INTERRUPTION
from controller.shell.lawpages.facts import facts
from controller.shell.lawpages.fields import BOOK, CLAIM, COMPLETION, GROUND, OFFER, TOUCH
from controller.shell.lawpages.own import OWN
from controller.shell.lawpages.page import book_page, index_page
from controller.shell.lawpages.rows import COLUMNS, Row, find_book, rows, who_may
from controller.shell.lawpages.words import (
    BOOKS,
    CAUSES,
    COUNTED,
    DASH,
    DECIDES,
    DONE,
    EFFECTS,
    ENDS,
    GAMES,
    KINDS,
    REMEDIES,
    SEEN_BY,
    SENSED,
    TURN,
    WORDS,
    leads,
)
from rules.adjournment import InterruptionLaw
from rules.arbiter_law import Effect, VoidCause, counted, sanctions, void_law
from rules.articles import articles, book_names, sections
from rules.claim_law import ClaimLaw, GroundLaw, OfferLaw, claim_law
from rules.clock_law import ClockLaw, clock_law
from rules.game import Game
from rules.registry import GAMES as PLAYED
from rules.rulebook import (
    CompletionLaw,
    Ends,
    IrregularityLaw,
    Remedy,
    Rulebook,
    SeenBy,
    Word,
)
from rules.terms import LawId, RulesError
from rules.touch import TouchLaw
from rules.xiangqi.game import XIANGQI
from rules.xiangqi.laws import CXA, FOUL
from tests.laws import KINDS as ACTING
from tests.rules.test_laws_page import BOOKS as RULEBOOKS
from tests.rules.test_laws_page import _ids

HOME = Words("Board", "棋盘")
ALL = [
    pytest.param(game, book, id=book.name)
    for game in PLAYED.values()
    for book in game.rulebooks.values()
]


class Read(HTMLParser):
    """The sections of a page: by id, the words of each language, and the links to anchors."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.said: dict[tuple[str, str], list[str]] = {}
        self._language, self._in = "", False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag == "section":
            self.ids.append(found["id"] or "")
        if tag == "a":
            self.links.append(found["href"] or "")
        if tag == "div" and found.get("lang"):
            self._language = found["lang"] or ""
        if tag in ("p", "dd") and self.ids and self._language:
            self._in = True
            self.said.setdefault((self.ids[-1], self._language), []).append("")

    def handle_endtag(self, tag: str) -> None:
        if tag == "section":
            self._language = ""
        if tag in ("p", "dd"):
            self._in = False

    def handle_data(self, data: str) -> None:
        if self._in:
            self.said[self.ids[-1], self._language][-1] += data


def row_of(game: Game, book: Rulebook, law: str) -> Row:
    return next(row for row in rows(game, book) if row.article.id == law)


@pytest.mark.parametrize(("game", "book"), ALL)
def test_every_article_is_on_its_page_in_both_languages(game: Game, book: Rulebook) -> None:
    read = Read(book_page(game, book, HOME))
    assert read.ids == [each.id for each in articles(book.name)]
    for row in rows(game, book):
        things = [words for column in COLUMNS for words in column.of(row)]
        for lang, name in (("en", "english"), ("zh-Hans", "chinese")):
            said = read.said[row.article.id, lang]
            assert len(said) == 1 + len(things)
            assert all(text.strip() for text in said)
            assert said[1:] == [getattr(each, name).replace("`", "") for each in things]


@pytest.mark.parametrize(("game", "book"), ALL)
def test_every_link_of_a_page_leads_to_a_row_or_a_page(game: Game, book: Rulebook) -> None:
    read = Read(book_page(game, book, HOME))
    anchors = {link[1:] for link in read.links if link.startswith("#")}
    assert anchors == set(read.ids)
    assert {link for link in read.links if not link.startswith("#")} == {"/", "/laws"}


@pytest.mark.parametrize(("game", "book"), ALL)
def test_every_law_that_the_referee_may_name_has_a_row(game: Game, book: Rulebook) -> None:
    data = (book, claim_law(book), clock_law(book), *sanctions(book).values())
    named = {law for each in data for law in _ids(each)}
    named |= {each.law for each in facts(game, book)}
    named |= set(game.ending_laws(book).values())
    assert named
    assert named <= {each.id for each in articles(book.name)}


@pytest.mark.parametrize(("game", "book"), ALL)
def test_a_breach_has_what_its_row_of_the_data_says(game: Game, book: Rulebook) -> None:
    for breach in book.irregularities.values():
        row = row_of(game, book, breach.law)
        assert SEEN_BY[breach.seen_by] in row.senses
        assert any(breach.english in words.english for words in row.does)
        assert any(breach.chinese in words.chinese for words in row.does)
        if breach.seen_by is not SeenBy.PEOPLE:
            assert REMEDIES[breach.remedy] in row.does
        if breach.word is not Word.NONE:
            assert WORDS[breach.word] in row.decides
        law = counted(book, breach.penalty)
        costs = [COUNTED[breach.penalty], *([] if law is None else leads(law))]
        assert set(costs) <= set(row.costs) | {DASH}, breach.law


@pytest.mark.parametrize(("game", "book"), ALL)
def test_the_penalties_are_at_their_laws(game: Game, book: Rulebook) -> None:
    for each in sanctions(book).values():
        row = row_of(game, book, each.law)
        (way,) = [way for way in row.ways if way.argument == each.kind]
        assert way.command == "penalty"
        assert row.decides != (DASH,)
    for law in book.penalties:
        row = row_of(game, book, law.law)
        assert {COUNTED[law.kind], *leads(law)} <= set(row.costs)


@pytest.mark.parametrize(("game", "book"), ALL)
def test_each_command_is_one_that_somebody_may_give(game: Game, book: Rulebook) -> None:
    for row in rows(game, book):
        for way in row.ways:
            assert who_may(way).english, way
            assert set(way.only) <= COMMANDS[way.command].roles, way
            if way.command == "void" and way.argument:
                assert void_law(book, VoidCause(way.argument)) == row.article.id
            if way.command == "penalty" and way.argument:
                own = row_of(game, book, sanctions(book)[way.argument].law)
                assert way in own.ways, "the sanction's own row names it too"


@pytest.mark.law("XQ-9.2", "XQ-4.1.6")
def test_the_page_changes_with_the_data() -> None:
    """An event lets two fouls lose, and an illegal move only be put right."""
    event = XIANGQI.with_options({"fouls_lose": 2, "illegal_move": "restore"})
    usual, changed = CXA, event.rulebooks[CXA.name]
    assert "number 3 has the loss due" in str(row_of(XIANGQI, usual, "XQ-9.1.5").costs)
    assert "number 2 has the loss due" in str(row_of(event, changed, "XQ-9.1.5").costs)
    assert row_of(XIANGQI, usual, "XQ-4.1.6").costs == (COUNTED["loss"],)
    assert COUNTED["loss"] not in row_of(event, changed, "XQ-4.1.6").costs


@given(st.sampled_from(Remedy), st.sampled_from(SeenBy), st.sampled_from(Word), st.integers(2, 9))
def test_whatever_the_data_say_is_told(remedy: Remedy, seen: SeenBy, word: Word, lose: int) -> None:
    law = LawId("XQ-9.1.5")
    breach = IrregularityLaw(
        law=law, kind="touched-own-cannot-move", english="In English", chinese="用中文", remedy=remedy, seen_by=seen, penalty=FOUL, word=word
    )  # fmt: skip
    penalties = tuple(replace(each, loses_at=lose) for each in CXA.penalties if each.kind == FOUL)
    book = replace(CXA, irregularities={law: breach}, penalties=penalties)
    row = row_of(XIANGQI, book, law)
    assert SEEN_BY[seen] in row.senses
    assert Words("tells: “In English”", "提示：“用中文”") in row.does
    assert (REMEDIES[remedy] in row.does) == (seen is not SeenBy.PEOPLE)
    assert f"number {lose} " in row.costs[-1].english
    arbiter = seen is SeenBy.PEOPLE or remedy is Remedy.ARBITER
    assert arbiter or word is Word.NONE or row.decides == (WORDS[word],)


TABLES: list[tuple[object, object]] = [
    (REMEDIES, Remedy),
    (SEEN_BY, SeenBy),
    (WORDS, Word),
    (ENDS, Ends),
    (EFFECTS, Effect),
    (CAUSES, VoidCause),
    (BOOKS, book_names()),
    (GAMES, [section.title for section in sections()]),
    *((table, ACTING) for table in (KINDS, SENSED, DONE, DECIDES)),
]


@pytest.mark.parametrize(("table", "known"), TABLES)
def test_every_value_has_words(table: dict[object, Words], known: Iterator[object]) -> None:
    assert set(table) == set(known)
    assert all(words.english and words.chinese for words in table.values())


@pytest.mark.parametrize(
    ("data", "table"),
    [
        (CompletionLaw, COMPLETION),
        (Rulebook, BOOK),
        (TouchLaw, TOUCH),
        (OfferLaw, OFFER),
        (GroundLaw, GROUND),
        (ClaimLaw, CLAIM),
        (ClockLaw, CLOCK_LAW),
        (InterruptionLaw, INTERRUPTION),
    ],
)
def test_every_field_that_names_a_law_has_words(data: type, table: dict[str, object]) -> None:
    hints = get_type_hints(data, localns={"TouchLaw": TouchLaw})
    naming = {each.name for each in fields(data) if hints[each.name] in (LawId, LawId | None)}
    assert naming == set(table)


def test_the_rulebooks_are_listed() -> None:
    page = index_page(("Board", "棋盘"))
    assert [f'href="/laws/{book.name}"' in page for book in RULEBOOKS] == [True] * len(RULEBOOKS)


@pytest.mark.parametrize(("game", "book"), ALL)
def test_words_of_our_own_are_for_articles_that_the_data_do_not_name(
    game: Game, book: Rulebook
) -> None:
    """Where the data say what the board does, that is all that the page says."""
    told = {each.law for each in facts(game, book) if each.does}
    assert told.isdisjoint(OWN), told & OWN.keys()
    assert {LawId(law) for law in OWN} <= {each.id for one in sections() for each in one.articles}


@pytest.mark.law("FIDE-7.5.5", "GO-25.warn", "XQ-9.2")
@pytest.mark.parametrize(
    ("name", "law", "found"),
    [
        ("chess-fide-2023", "FIDE-7.5.5", "FIDE-7.5.1"),
        ("go-china", "GO-25.warn", "GO-18.alive"),
        ("xiangqi-cxa", "XQ-9.2", "XQ-9.1.5"),
    ],
)
def test_a_count_says_what_joins_it_without_the_arbiter(name: str, law: str, found: str) -> None:
    row = row_of(*find_book(name), law)
    assert found in row.does[0].english
    assert found in row.does[0].chinese
    assert row.decides[0] == WORDS[Word.NONE]


@pytest.mark.law("GO-19", "GO-20.ko")
def test_a_turn_in_doubt_is_said_to_wait_for_a_word() -> None:
    for law in ("GO-19", "GO-20.ko"):
        row = row_of(*find_book("go-china"), law)
        assert row.decides == (TURN,)
        assert {way.command for way in row.ways} >= {"accept-irregularity", "demand-correction"}


@pytest.mark.law("XQ-8.1", "XQ-8.2", "XQ-8.3", "XQ-8.4", "XQ-8.7")
@pytest.mark.parametrize(("game", "book"), ALL)
def test_the_commands_of_words_of_our_own_can_be_given_so(game: Game, book: Rulebook) -> None:
    known = sanctions(book)
    for row in rows(game, book):
        for way in row.ways:
            assert way.command in COMMANDS
            assert way.command != "penalty" or not way.argument or way.argument in known


def asked(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = cli.main(["laws", *arguments])
    said = capsys.readouterr()
    return code, said.out, said.err


def test_the_command_line_tells_a_row(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = asked(capsys, "chess-fide-2023", "--id", "fide-7.5.5")
    assert code == 0
    assert out.startswith("FIDE-7.5.5  penalties for illegal moves  [arbiter, clock]\n")
    assert "number 2 loses, or draws if the opponent could not win" in out
    assert "penalty illegal-move (arbiter)" in out
    code, out, _ = asked(capsys, "go-china-club", "--id", "GO-24.warn", "--language", "chinese")
    assert "数子时每次罚 1 子" in out


def test_the_command_line_tells_all_of_it_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    for game, book in (find_book("go-china"), find_book("draughts-100")):
        found = json.loads(asked(capsys, book.name, "--json")[1])
        assert [each["id"] for each in found["articles"]] == [
            r.article.id for r in rows(game, book)
        ]
    assert set(json.loads(asked(capsys, "--json")[1])["rulebooks"]) == set(book_names())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("ches",), "did you mean chess-fide-2023 or chess-classic?"),
        (("xianqi-cxa",), "did you mean xiangqi-cxa"),
        (("shogi",), "known: chess-fide-2023"),
        (("go-china", "--id", "GO-17"), "did you mean GO-17.two"),
        (("chess-classic", "--id", "FIDE-7.5.5"), 'no article "FIDE-7.5.5"'),
        (("--id", "GO-19"), "name the rulebook"),
    ],
)
def test_what_nobody_knows_is_refused_with_what_comes_near(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], said: str
) -> None:
    code, out, err = asked(capsys, *arguments)
    assert (code, out) == (2, "")
    assert said in err


def test_the_rules_know_which_rulebooks_have_articles() -> None:
    with pytest.raises(RulesError, match="go-china-club"):
        articles("go-japan")
