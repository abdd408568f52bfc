"""The sensors page in a real browser."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from controller.core.sensing.health import Symptom
from controller.shell.web.security import Tokens
from rules.registry import game_by_name
from tests.browser.conftest import OPEN, Kiosk
from tests.shell.fake_desk import FakeDesk

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.webdriver import Page

    KioskOf = Callable[..., Kiosk]

pytestmark = pytest.mark.needs("chromium", "chromedriver")
SIZES = [(320, 640), (800, 480), (1280, 800)]


class Sensors:
    """What the board tells of its sensors; change it, and the page follows."""

    def __init__(self, game: str = "chess", size: int | None = None) -> None:
        found = game_by_name(game, {} if size is None else {"size": size})
        self.told: dict[str, Any] = {
            "game": game,
            "options": dict(found.options),
            "kind": "presence",
            "scan_hz": 199.6,
            "gaps": 0,
            "scanning": True,
            "points": [
                {
                    "point": name,
                    "on": 1 if game == "chess" and name[1] in "1278" else 0,
                    "reading": None,
                    "strength": None,
                    "noise": None,
                    "enter": 250,
                    "leave": 180,
                    "changes": 7 * n % 11,
                    "ago_ms": None if n % 3 else 1000 * n,
                    "where": f"/dev/i2c-1 chip {0x20 + n // 14:#04x} pin GPA{n % 7}",
                }
                for n, name in enumerate(found.points)
            ],
            "suspects": {},
            "faults": [],
            "notes": [],
        }

    def body(self) -> bytes:
        return json.dumps(self.told).encode()

    def point(self, name: str) -> dict[str, Any]:
        found: dict[str, Any] = next(p for p in self.told["points"] if p["point"] == name)
        return found

    def trouble(self) -> None:
        """Suspects, and points that cannot be read."""
        self.told["suspects"] = {"e2": "weak", "c3": "stuck-on", "h5": "chattering"}
        for file in "abcdefgh":
            self.point(f"{file}8")["on"] = None
        self.told["faults"] = [
            {
                "where": "/dev/i2c-1 chip 0x24",
                "what": "chip-missing",
                "remedy": "Its points are unknown: check the chip's supply, address pins and wires.",
            }
        ]

    def field(self) -> None:
        """Hall sensors instead of switches."""
        self.told["kind"] = "field"
        for n, point in enumerate(self.told["points"]):
            sign = -1 if n > 31 else 1
            point["strength"] = sign * (480 + n % 5 * 11) if point["on"] else n % 7 - 3
            point["noise"] = round(1.1 + n % 4 / 3, 2)


def look(page: Page, kiosk: Kiosk, language: str = "en") -> None:
    page.open(kiosk.url + "static/icon.svg")
    page.run("localStorage.setItem('language', arguments[0])", language)
    page.open(kiosk.url + "sensors")
    page.wait("document.querySelector('.cell[data-key]')")
    page.log()


@pytest.fixture(autouse=True)
def window(page: Page) -> None:
    page.resize(1280, 800)
    page.dark(on=False)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("language", ["en", "zh"])
def test_everything_is_in_sight(
    page: Page, kiosk_of: KioskOf, size: tuple[int, int], language: str
) -> None:
    sensors = Sensors()
    sensors.trouble()
    page.resize(*size)
    look(page, kiosk_of(FakeDesk(), OPEN, sensors.body), language)
    assert page.count(".cell[data-point]") == 64
    assert page.count(".cell.on") == 24
    assert page.count(".cell.blind") == 8
    assert page.count(".cell.suspect") == 3
    assert "0x24" in page.text("#attention")
    words = page.run("return document.body.innerText")
    assert "sensors." not in words
    wide = page.run("return document.documentElement.scrollWidth - window.innerWidth")
    assert wide <= 0
    smallest = page.run(
        "return Math.min(...[...document.querySelectorAll('.cell')].map(c => c.clientWidth))"
    )
    assert smallest >= 24
    assert page.log() == []


def test_the_page_follows_the_board(page: Page, kiosk_of: KioskOf) -> None:
    sensors = Sensors()
    look(page, kiosk_of(FakeDesk(), OPEN, sensors.body))
    assert page.text("#attention h2") == "Every sensor is believed."
    assert "200 scans a second" in page.text("#rate")
    sensors.point("e2").update(on=0, changes=1, ago_ms=0)
    page.wait("!document.querySelector('[data-point=e2]').classList.contains('on')")
    page.click("[data-point=e2]")
    page.wait("document.querySelector('#point h2')?.textContent === 'e2'")
    assert "0 s ago" in page.text("#point")
    assert "chip 0x20" in page.text("#point")
    sensors.trouble()
    page.wait("document.querySelector('#attention.bad')")
    assert "feels a piece that is not there" in page.text("#attention")


def test_the_keyboard_goes_from_point_to_point(page: Page, kiosk_of: KioskOf) -> None:
    look(page, kiosk_of(FakeDesk(), OPEN, Sensors().body))
    page.click("[data-point=a1]")
    for key, point in [("\ue012", "a1"), ("\ue014", "b1"), ("\ue013", "b2"), ("\ue015", "b1")]:
        page.run(
            "document.activeElement.dispatchEvent(new KeyboardEvent('keydown',"
            " {key: arguments[0], bubbles: true}))",
            {"\ue012": "ArrowLeft", "\ue014": "ArrowRight", "\ue013": "ArrowUp"}.get(
                key, "ArrowDown"
            ),
        )
        assert page.run("return document.activeElement.dataset.point") == point
        assert page.text("#point h2") == point
    label = page.attribute("[data-point=e2]", "aria-label")
    assert label == "e2, occupied"


def test_field_sensors_show_strengths_and_noise(page: Page, kiosk_of: KioskOf) -> None:
    sensors = Sensors()
    sensors.field()
    look(page, kiosk_of(FakeDesk(), OPEN, sensors.body))
    page.click("[data-view=strength]")
    assert page.text("[data-point=a1] .figure") == "480"
    page.click("[data-point=a1]")
    assert "occupied from 250, empty below 180" in page.text("#point")
    page.click("[data-view=noise]")
    assert page.text("[data-point=b1] .figure") == "1.43"


def test_a_screen_without_the_role_is_told_so(page: Page, kiosk_of: KioskOf) -> None:
    kiosk = kiosk_of(FakeDesk())  # a board that tells nothing
    page.open(kiosk.url + "sensors")
    page.wait("document.querySelector('#rate.bad')")
    assert "operator's token" in page.text("#rate")


@pytest.mark.parametrize("game", ["go", "xiangqi", "draughts-100"])
def test_every_board_has_its_points(page: Page, kiosk_of: KioskOf, game: str) -> None:
    sensors = Sensors(game)
    look(page, kiosk_of(FakeDesk(), OPEN, sensors.body))
    assert page.count(".cell[data-point]") == len(sensors.told["points"])
    assert page.log() == []


def test_the_kiosk_leads_to_the_sensors(page: Page, kiosk_of: KioskOf) -> None:
    kiosk = kiosk_of(FakeDesk(), OPEN, Sensors().body)
    page.open(kiosk.url)
    page.wait("document.querySelector('#status a[data-part=sensors]')")
    page.click("#status [data-part=sensors]")
    page.wait("document.querySelector('.cell[data-key]')")
    page.click("#to-kiosk")
    page.wait("document.querySelector('#status a[data-part=sensors]')")
    players = Tokens(open_roles=frozenset({"white", "black"}))
    page.open(kiosk_of(FakeDesk(), players).url)
    page.wait("document.querySelector('#desks button')")
    assert page.count("#status span[data-part=sensors]") == 1


def test_every_symptom_has_words(page: Page, kiosk_of: KioskOf) -> None:
    sensors = Sensors()
    names = [point["point"] for point in sensors.told["points"]]
    sensors.told["suspects"] = dict(zip(names, map(str, Symptom), strict=False))
    look(page, kiosk_of(FakeDesk(), OPEN, sensors.body))
    assert "sensors." not in page.text("#attention")
