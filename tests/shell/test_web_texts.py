"""No word of the kiosk is missing in either language."""

from __future__ import annotations

import json
import re
from importlib import resources

import pytest

from controller.core.inputs import LampKind
from controller.shell.web.visitor import rulings
from rules.registry import game_by_name
from rules.rulebook import Termination

STATIC = resources.files("controller.shell.web") / "static"
GAMES = ["chess", "draughts-100", "draughts-russian", "draughts-brazilian", "xiangqi", "go"]
KINDS = [
    "board-turned",
    "displaced",
    "illegal-capture",
    "illegal-castling",
    "illegal-move",
    "move-taken-back",
    "moves-taken-back",
    "other",
    "out-of-turn",
    "pawn-left",
    "choice-changed",
    "press-without-move",
    "released-man-moved",
    "rook-first-castling",
    "touch-move",
    "unfinished-move",
    "wrong-array",
]


FRAMES = ("claim.who", "irregularity.named")
"""Texts that only put signs round what is put in."""


def texts(language: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((STATIC / f"texts.{language}.json").read_text())
    return found


def holes(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


def scripts() -> str:
    return "".join(f.read_text() for f in STATIC.iterdir() if f.name.endswith((".js", ".html")))


def test_both_languages_say_the_same_things() -> None:
    english, chinese = texts("en"), texts("zh")
    assert list(english) == list(chinese)
    # Names of sides may be left out where Chinese needs none, but nothing may be left in.
    assert {k: holes(chinese[k]) - holes(english[k]) for k in english} == {
        key: set() for key in english
    }
    assert all(text.strip() for text in (*english.values(), *chinese.values()))


def test_chinese_is_chinese() -> None:
    same = {key for key, text in texts("zh").items() if not re.search(r"[\u4e00-\u9fff]", text)}
    assert same == {"title", "player.unnamed", "action.language", "desk.open", *FRAMES}


GLOSSARY = {
    "en": {
        "ply": "move", "plies": "moves", "ms": "minutes or seconds", "he": "it, or the side",
        "him": "it, or the side", "his": "its, or the side's", "himself": "itself", "JSON": "text",
    },
    "zh": {
        "令牌": "口令", "时钟": "棋钟", "步棋": "着", "一步": "一着", "平局": "和棋", "记谱纸": "记录纸",
        "违规": "违例", "叫裁判": "请裁判", "同意有效": "认可",
    },
}  # fmt: skip
"""Words that people do not read, and what they read for them: one word for one thing."""
SAID_OTHERWISE = {
    "arbiter.ply",
    "arbiter.to_ply",
    "setup.learn_back",
    "setup.trial",
    "hall.back",
    "hall.on",
}
"""Steps, and places in the record, that both sides' moves are counted for."""


def told(language: str) -> dict[str, str]:
    """Refusals and troubles as people read them; English without words of its own is what programs read."""
    found: dict[str, str] = {}
    for name in ("refusals", "troubles"):
        known = json.loads((STATIC / f"{name}.json").read_text(encoding="utf-8"))
        found |= {reason: words.get(language, reason) for reason, words in known.items()}
    return found


@pytest.mark.parametrize("language", GLOSSARY)
def test_one_word_for_one_thing(language: str) -> None:
    read = {**texts(language), **told(language)}
    edge = r"\b" if language == "en" else ""
    wrong = {
        (key, word): words
        for key, words in read.items()
        for word in GLOSSARY[language]
        if key not in SAID_OTHERWISE
        and re.search(f"{edge}{word}{edge}", re.sub(r"\{\w+\}", "", words))
    }
    assert wrong == {}


@pytest.mark.parametrize("game", GAMES)
def test_everything_that_a_rulebook_forbids_is_named(game: str) -> None:
    """The page has words of its own, or takes the rulebook's: a piece in chess and xiangqi, a stone in Go."""
    for name, book in game_by_name(game).rulebooks.items():
        told = rulings(game_by_name(game), name)["irregularities"]
        for each in book.irregularities.values():
            assert told[each.kind] == {"english": each.english, "chinese": each.chinese}
            assert each.english[0].islower(), "it follows the name of a side"
            if not game.startswith("draughts"):
                assert not re.search(r"\b(man|men)\b", each.english), each.english


def test_every_text_that_the_page_names_exists() -> None:
    source = scripts()
    named = set(re.findall(r'[tT]ext\("([a-z_.-]+)"', source))
    named |= set(re.findall(r'data-text(?:-label)?="([a-z_.-]+)"', source))
    assert len(named) > 30
    assert named <= set(texts("en"))


def test_every_text_is_used() -> None:
    source = scripts()
    families = set(re.findall(r"[`\"]([a-z.]+\.)\$\{", source)) | {"termination."}
    families |= {"crowning.", "promotion."}  # the kinds of `Pending`
    unused = {
        key
        for key in texts("en")
        if f'"{key}"' not in source and not key.startswith(tuple(families))
    }
    assert unused == set()


@pytest.mark.parametrize(
    ("family", "words"),
    [
        ("lamp", [str(kind) for kind in LampKind]),
        ("termination", [str(kind) for kind in Termination]),
        ("stage", ["setup", "play", "restore", "question", "ended"]),
        ("restore", ["start", "irregularity", "correction", "recovery", "set-position", "other"]),
        ("irregularity", [f"{kind}.{part}" for kind in KINDS for part in ("what", "do")]),
        ("status", ["degraded", "stopped", "offline"]),
        ("side", ["white", "black", "red"]),
        ("man", list("KQRBNPkqrbnp")),
    ],
)
def test_every_word_of_the_board_has_a_text(family: str, words: list[str]) -> None:
    assert {f"{family}.{word}" for word in words} <= set(texts("en"))


def test_the_page_loads_nothing_from_elsewhere() -> None:
    source = scripts() + (STATIC / "kiosk.css").read_text()
    links = set(re.findall(r"(?:https?:)?//[a-z][a-z0-9.-]+\.[a-z]+[^\s\"']*", source))
    assert links == {"http://www.w3.org/2000/svg"}


def test_the_page_has_no_inline_code() -> None:
    page = (STATIC / "index.html").read_text()
    assert not re.search(r"\son\w+=|style=|<style|<script(?![^>]*src=)", page)
    assert "innerHTML" not in scripts()
