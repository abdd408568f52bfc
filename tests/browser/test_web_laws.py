"""The pages of laws in a real browser, and the ways that lead to their rows.

With TOUCHMOVE_PICTURES=FOLDER the tests also make pictures of them.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Literal

import msgspec
import pytest

from controller.core.view import Charge, LossDue
from controller.shell.web.security import Tokens
from rules.articles import articles, book_names
from tests.browser.games import game_view
from tests.browser.hall import HallDesk, board_of
from tests.browser.scenes import SCENES, claimable, restoring, timed, touched
from tests.browser.table import picture
from tests.browser.test_access import ALL, axe_finds, checked
from tests.browser.test_hall import enter, illegal_move
from tests.shell.fake_desk import FakeDesk

if TYPE_CHECKING:
    from collections.abc import Callable

    from controller.core.messages import Json
    from controller.shell.desk import Reply
    from tests.browser.conftest import Kiosk
    from tests.browser.webdriver import Page

    KioskOf = Callable[..., Kiosk]

pytestmark = pytest.mark.needs("chromium", "chromedriver")
SIZES = [(320, 640), (800, 480), (1280, 800)]
LINKS = "return [...document.querySelectorAll('a.to-law')].filter(a => a.checkVisibility()).map(a => a.getAttribute('href'))"
SHOWN = (
    "[...document.querySelectorAll('.article')].filter(each => !each.hidden).map(each => each.id)"
)


@cache
def anchors() -> set[str]:
    """Every row that a link may lead to."""
    return {f"/laws/{book}#{each.id}" for book in book_names() for each in articles(book)}


def look(page: Page, kiosk: Kiosk, path: str = "", language: str = "en") -> None:
    page.open(kiosk.url + "static/icon.svg")
    page.run("localStorage.setItem('language', arguments[0])", language)
    page.open(kiosk.url + path)
    page.log()


@pytest.fixture(autouse=True)
def window(page: Page) -> None:
    page.resize(1280, 800)
    page.dark(on=False)


@pytest.mark.needs("axe-core")
@pytest.mark.parametrize(
    "book", ["chess-fide-2023", "xiangqi-cxa", "go-china-club", "draughts-100"]
)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_page_is_read_on_every_screen(
    page: Page, kiosk_of: KioskOf, book: str, size: tuple[int, int]
) -> None:
    page.resize(*size)
    rows = articles(book)
    look(page, kiosk_of(FakeDesk(), Tokens()), f"laws/{book}#{rows[-2].id}")
    page.wait("document.activeElement.id === arguments[0]", rows[-2].id)
    assert page.count(".article") == len(rows)
    wide = page.run("return document.documentElement.scrollWidth - window.innerWidth")
    assert wide <= 0
    top = page.run("return document.querySelector(':target h2').getBoundingClientRect().top")
    head = page.run(
        "const head = document.getElementById('laws-head').getBoundingClientRect(); return head.bottom"
    )
    assert max(0, head) <= top < size[1], "the row is hidden behind what stands at the top"
    beside = page.run(
        "const [one, two] = document.querySelectorAll(':target .side'); return one.offsetTop === two.offsetTop"
    )
    assert beside == (size[0] > 700)
    small = page.run(
        "return [...document.querySelectorAll('.article *')].filter(each => each.textContent.trim()"
        " && parseFloat(getComputedStyle(each).fontSize) < 12).length"
    )
    assert small == 0
    picture(page, f"laws-{book}-{size[0]}")
    if size == (800, 480):
        page.run(
            "document.querySelectorAll('.article').forEach((each, n) => n < 12 || each.remove())"
        )
        for dark in (False, True):
            page.dark(on=dark)
            assert axe_finds(page) == []


@pytest.mark.needs("axe-core")
def test_the_list_of_rulebooks(page: Page, kiosk_of: KioskOf) -> None:
    look(page, kiosk_of(FakeDesk(), Tokens()), "laws")
    assert page.count("#books li a") == len(book_names())
    assert axe_finds(page) == []
    page.click("#books [href='/laws/go-china']")
    page.wait("document.querySelector('#laws')?.dataset.book === 'go-china'")
    page.click("#laws-head [href='/laws']")
    page.wait("document.getElementById('books')")
    assert page.log() == []


def test_words_are_looked_for_in_both_languages(page: Page, kiosk_of: KioskOf) -> None:
    look(page, kiosk_of(FakeDesk(), Tokens()), "laws/chess-fide-2023")
    page.keys("#find", "two hands")
    page.wait(f"{SHOWN}.length < 20")
    assert "FIDE-7.5.4" in page.run(f"return {SHOWN}")
    page.run("document.getElementById('find').value = ''")
    page.keys("#find", "双手")
    page.wait(f"{SHOWN}.join() === 'FIDE-7.5.4'")
    page.run("document.getElementById('find').value = ''")
    page.keys("#find", "nobody says this")
    page.wait("!document.getElementById('none').hidden")
    page.run("location.hash = '#FIDE-4.3.1'")
    page.wait("document.activeElement.id === 'FIDE-4.3.1'")
    assert page.run("return document.getElementById('find').value") == ""
    assert page.log() == []


def test_who_reads_chinese_has_it_first_on_a_narrow_screen(page: Page, kiosk_of: KioskOf) -> None:
    kiosk = kiosk_of(FakeDesk(), Tokens())
    page.resize(320, 640)
    for language, first in (("zh", "zh-Hans"), ("en", "en")):
        look(page, kiosk, "laws/xiangqi-cxa#XQ-9.1.3", language)
        page.wait("document.activeElement.id === 'XQ-9.1.3'")
        found = page.run(
            "return [...document.querySelectorAll(':target .side')]"
            ".sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)[0].lang"
        )
        assert found == first


def charged() -> FakeDesk:
    """A stone was moved on after its release, and a loss is due."""
    view = game_view("go", rulebook="go-china-club")
    charge = Charge(
        id="i1", side="black", law="GO-17.release", kind="stone-moved-after-release", charge="warning",
        english="moved", chinese="改下", costs_english="warning", costs_chinese="警告",
        who=["white", "arbiter"], until="opponent-move",
    )  # fmt: skip
    due = LossDue(side="white", law="GO-24.warn", kind="warning", count=2)
    return FakeDesk(msgspec.structs.replace(view, charges=[charge], losses_due=[due]))


@pytest.mark.parametrize(
    ("scene", "laws"),
    [
        (touched, ["FIDE-4.3.1"]),
        (restoring, ["FIDE-7.5.1"]),
        (claimable, ["FIDE-4.3.1"]),
        (charged, ["GO-17.release", "GO-24.warn"]),
    ],
)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_each_number_on_the_kiosk_opens_its_row(
    page: Page, kiosk_of: KioskOf, scene: Callable[[], FakeDesk], laws: list[str], language: str
) -> None:
    desk = scene()
    kiosk = kiosk_of(desk, ALL)
    look(page, kiosk, "", language)
    page.wait("document.querySelector('a.to-law')")
    found = page.run(LINKS)
    assert found == [f"/laws/{desk.now.rulebook}#{law}" for law in laws]
    assert set(found) <= anchors()
    page.click("a.to-law")
    page.wait("document.querySelector('.article:target')?.id === arguments[0]", laws[0])
    page.click("#to-kiosk")
    page.wait("location.pathname === '/' && document.querySelector('a.to-law')")


def test_numbers_in_a_refusal_open_their_rows(page: Page, kiosk_of: KioskOf) -> None:
    class Refusing(FakeDesk):
        async def command(
            self, role: str, name: str, body: Json, source: Literal["mqtt", "http"]
        ) -> Reply:
            reply = await super().command(role, name, body, source)
            reason = "touching a man has ended the right to claim (FIDE-4.8); not XQ-9.2"
            return replace(reply, accepted=False, reason=reason)

    look(page, kiosk_of(Refusing(claimable().now), ALL))
    page.wait("document.querySelector('#irregularity [data-command]')")
    page.click("#irregularity [data-command=demand-correction]")
    page.wait("document.querySelector('.said')")
    assert page.run("return [...document.querySelectorAll('.said a')].map(a => a.textContent)") == [
        "FIDE-4.8"
    ], "and no number of another game"


def test_the_arbiters_panel_and_the_new_game_have_the_laws_of_what_is_chosen(
    page: Page, kiosk_of: KioskOf
) -> None:
    look(page, kiosk_of(timed(), ALL))
    page.wait("document.querySelector('#desks button')")
    page.click("#desks [data-desk=arbiter]")
    page.run("document.querySelectorAll('#desk details').forEach((each) => (each.open = true))")
    law = "document.querySelector('#desk [data-part=penalty] .law-of a').getAttribute('href')"
    for kind, wanted in (("two-hands", "FIDE-7.5.4"), ("both-lose", "CH-10.17")):
        page.run(
            "const list = document.querySelector('#desk [name=kind]'); list.value = arguments[0];"
            "list.dispatchEvent(new Event('change'))",
            kind,
        )
        assert page.run(f"return {law}") == f"/laws/chess-fide-2023#{wanted}"
    assert set(page.run(LINKS)) <= anchors()
    assert page.attribute("#desk a.laws", "href") == "/laws/chess-fide-2023"
    page.click("#desk-close")
    page.click("#desks [data-desk=new]")
    page.run(
        "const list = document.querySelector('#desk [name=rulebook]'); list.value = 'chess-classic';"
        "list.dispatchEvent(new Event('change'));"
        "const time = document.querySelector('#desk [name=time]'); time.value = 'classical';"
        "time.dispatchEvent(new Event('change'))"
    )
    assert page.attribute("#desk .law-of a", "href") == "/laws/chess-classic#CH-12.1"
    assert page.log() == []


def test_the_laws_of_the_clock_have_their_links(page: Page, kiosk_of: KioskOf) -> None:
    desk = FakeDesk(game_view("go", rulebook="go-china-club"))
    look(page, kiosk_of(desk, ALL))
    page.wait("document.querySelector('#desks button')")
    page.click("#desks [data-desk=arbiter]")
    page.run("document.querySelectorAll('#desk details').forEach((each) => (each.open = true))")
    found = page.run(LINKS)
    assert {f"/laws/go-china-club#{law}" for law in ("GO-22.4", "GO-22.8", "GO-22.9")} <= set(found)
    assert set(found) <= anchors()


def test_on_the_bench_a_row_opens_beside_it(page: Page, kiosk_of: KioskOf) -> None:
    look(page, kiosk_of(SCENES["bench"](), ALL), "bench")
    page.wait("document.getElementById('to-laws')")
    # In one look: the foot may be drawn anew at any moment.
    link = page.run(
        "return ['target', 'href'].map((name) => document.getElementById('to-laws').getAttribute(name))"
    )
    assert link == ["_blank", "/laws/chess-fide-2023"]


@pytest.mark.needs("axe-core")
def test_each_number_at_the_arbiters_desk_opens_its_row(page: Page) -> None:
    with HallDesk([board_of(1, "chess"), board_of(2, "chess")]).running() as hall:
        enter(page, hall)
        hall.change(2, illegal_move)
        page.wait("document.querySelector('#alerts li a.to-law')")
        page.click("#alerts li button")
        page.wait("document.querySelector('#irregularity a.to-law')")
        page.run(
            "document.querySelectorAll('#rulings details').forEach((each) => (each.open = true))"
        )
        found = page.run(LINKS)
        assert found.count("/laws/chess-fide-2023#FIDE-7.5.1") >= 2
        assert set(found) <= anchors()
        assert page.attribute("#irregularity a.to-law", "target") == "_blank"
        assert checked(page) == {}
        page.open(f"{hall.url}laws/chess-fide-2023#FIDE-7.5.1")
        page.wait("document.activeElement.id === 'FIDE-7.5.1'")
        assert page.text("#to-kiosk").startswith("Arbiter's desk")
