"""What is believed, in people's words."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import controller.core.belief.deeds as package
from controller.core.belief.account import DEEDS, SYMPTOMS, Account, Accounts, Deed, accounts
from controller.core.belief.world import Symptom
from controller.core.settings import MS
from controller.shell.explain_text import json_of, lines_of, percent
from controller.shell.explaining import Believed, NoSuchMoment, explain, read_moment
from controller.shell.trace import open_trace
from rules.registry import game_by_name
from tests.core.belief.hands import Board

FILES = sorted(Path(package.__file__).parent.glob("*.py"))
SLIDE = str(Path(__file__).parents[3] / "docs/examples/slide.jsonl")
LANGUAGES = ("english", "chinese")


def explained(moment: str) -> Believed:
    with open_trace(SLIDE) as (header, lines):
        return explain(header, lines, read_moment(moment))


def named() -> set[str]:
    """The names that deeds are given where they are made."""
    found: set[str] = set()
    for file in FILES:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            made = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
            if made and node.func.id in ("deed", "HandDeed", "_settled"):  # type: ignore[attr-defined]
                found |= {
                    arg.value
                    for arg in node.args  # type: ignore[attr-defined]
                    if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
                }
            if isinstance(node, ast.Return | ast.Assign) and isinstance(node.value, ast.Tuple):
                first = next(iter(node.value.elts), None)
                if isinstance(first, ast.Constant) and isinstance(first.value, str):
                    found.add(first.value)
    return {name for name in found if name.islower()}


def test_every_deed_has_words() -> None:
    names = named()
    assert len(names) > 20
    assert not names - set(DEEDS)


@pytest.mark.parametrize("name", sorted(DEEDS))
def test_words_are_in_both_languages(name: str) -> None:
    words = DEEDS[name]
    assert words.english.isascii()
    assert any(letter > "\u4e00" for letter in words.chinese)


@pytest.mark.parametrize("symptom", Symptom)
def test_every_symptom_has_words(symptom: Symptom) -> None:
    assert all(SYMPTOMS[symptom][:2])


@pytest.mark.parametrize("name", ["chess", "draughts-100", "go"])
def test_probabilities_add_up_to_certainty_all_along(name: str) -> None:
    table = Board(game_by_name(name, {"size": 9} if name == "go" else {}))
    for _ in range(10):
        table.play(rest_ms=300)
        found = accounts(table.belief.beam.weighed(table.now_ms * MS), table.belief.told)
        total = found.unknown + sum(each.permille for each in found.told)
        assert abs(total - 1000) <= 1 + len(found.told)
        assert [e.permille for e in found.told] == sorted(
            (e.permille for e in found.told), reverse=True
        )
        assert {deed.name for each in found.told for deed in each.deeds} <= set(DEEDS)


@pytest.mark.parametrize(
    ("permille", "text"), [(1, "0.1 %"), (20, "2 %"), (500, "50 %"), (980, "98 %"), (999, "99.9 %"), (1000, "100 %")]
)  # fmt: skip
def test_tenths_of_a_per_cent_are_told_near_the_ends_alone(permille: int, text: str) -> None:
    assert percent(permille) == text


def believed(*told: Account, unknown: int = 0) -> Believed:
    names = [f"{column}{row}" for row in range(1, 9) for column in "abcdefgh"]
    return Believed(
        at_us=12_500_000, plies=2, names=names, suspects=((35, 20),),
        accounts=Accounts(told=told, unknown=unknown),
    )  # fmt: skip


def account(line: str, permille: int, *deeds: str, sensors: tuple[tuple[int, Symptom], ...] = ()) -> Account:  # fmt: skip
    return Account(
        line=tuple(line.split()), other=False, permille=permille, under_way=False, sensors=sensors,
        deeds=tuple(Deed(name=name, point=35, at_ns=0, cost=3400) for name in deeds),
    )  # fmt: skip


BOTH = believed(
    account("e4d5", 980, "lift", "unseen_exchange"),
    account("", 15, sensors=((35, Symptom.SILENT),)),
    unknown=5,
)


def test_a_line_tells_what_is_remarkable_of_it_and_which_sensors_are_wrong() -> None:
    assert lines_of(BOTH) == [
        "12.500 s, ply 2",
        "e4d5                           98 %  exchange between two scans (d5)",
        "no further move                 2 %  d5: silent",
        "something that nobody knows   0.5 %",
    ]


def test_the_same_in_chinese() -> None:
    assert lines_of(BOTH, "chinese")[1:3] == [
        "e4d5     98 %  两次扫描之间换子 (d5)",
        "没有新着法     2 %  d5: 无感应",
    ]


def test_as_data_every_deed_has_its_cost() -> None:
    first = json_of(BOTH)["hypotheses"][0]
    assert first["probability"] == 0.98
    assert [(each["name"], each["cost"], each["point"]) for each in first["deeds"]] == [
        ("lift", 3.4, "d5"), ("unseen_exchange", 3.4, "d5"),
    ]  # fmt: skip
    assert json_of(BOTH)["suspects"] == {"d5": 0.02}


def test_a_ply_is_explained_as_it_was_when_it_was_told() -> None:
    found = explained("ply:1")
    assert found.plies == 0
    assert found.accounts.told[0].line == ("e2e4",)
    assert found.accounts.told[0].permille > 980


@pytest.mark.parametrize("moment", ["0.5", "1.0", "4.6"])
def test_a_moment_of_a_trace_is_explained(moment: str) -> None:
    text = lines_of(explained(moment))
    assert text[0].startswith(f"{float(moment):.3f} s")
    assert len(text) > 1


@pytest.mark.parametrize("moment", ["ply:9", "q1", "99"])
def test_what_is_not_in_a_trace_is_said_to_be_missing(moment: str) -> None:
    with pytest.raises(NoSuchMoment, match=r"in this trace|the trace ends"):
        explained(moment)
