"""The date of a game: the day on which it begins, where the wall clock is known to be right."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from controller.core.messages import GameStarted
from controller.shell import writing
from tests.shell.table import Table

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("right", [True, False])
@pytest.mark.parametrize("headers", [{}, {"Date": "2026.11.21"}])
def test_a_game_that_begins_has_its_date_where_it_is_known(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    *,
    right: bool,
    headers: dict[str, str],
) -> None:
    set_ = tmp_path / "synchronized"
    if right:
        set_.touch()
    monkeypatch.setattr(writing, "SYNCHRONISED", set_)
    table = Table(tmp_path / "journal").play("chess")
    assert table.order("start", headers=headers, players={"white": "Ann"}).accepted
    before = table.service.record()
    assert '[White "Ann"]' in before
    assert before.endswith("\n*\n")
    table.kill()
    assert table.service.game_id == "g2"
    (started,) = table.of(GameStarted, "g2")
    date = headers.get("Date") or (r"\d{4}\.\d\d\.\d\d" if right else r"\?\?\?\?\.\?\?\.\?\?")
    assert re.search(rf'\[Date "{date}"\]', table.service.record())
    assert ("Date" in started.headers) == (right or bool(headers))
    assert table.journal is not None
    table.journal.close()


def test_a_game_that_only_asked_for_men_keeps_its_players(tmp_path: Path) -> None:
    table = Table(tmp_path / "journal").play("chess", "e2- 300 e4+ 1500")
    assert table.order("start", players={"white": "Ann", "black": "Bea"}).accepted
    table.see().hands("2500")
    assert table.said("g2")
    table.kill()
    assert table.view.players == {"white": "Ann", "black": "Bea"}
    assert '[Black "Bea"]' in table.service.record()
    assert table.journal is not None
    table.journal.close()
