"""What a reading's cost is made of, as `touchmove explain` tells it."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from controller.core.accounts import Item

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from rules.terms import Point

_WORDS = "bench.price."


def summed(items: Sequence[Item]) -> list[Item]:
    """The items, those of one name and no point together."""
    kept: list[Item] = []
    sums: dict[tuple[str, Point | None, float | None], float] = {}
    for item in items:
        key = (item.name, item.point, item.ms)
        if key not in sums:
            kept.append(item)
        sums[key] = sums.get(key, 0.0) + item.cost
    return [
        Item(name=i.name, cost=sums[i.name, i.point, i.ms], point=i.point, ms=i.ms) for i in kept
    ]


@cache
def words() -> Mapping[str, str]:
    """What each price is for, by its name: the words of the bench."""
    file = resources.files("controller.shell.web") / "static" / "texts.en.json"
    texts: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
    return {
        key.removeprefix(_WORDS).upper(): text
        for key, text in texts.items()
        if key.startswith(_WORDS)
    }


def legend(names: Collection[str]) -> str:
    """These prices in words, each once; nothing where there are none."""
    told = [f"{name}: {words()[name]}" for name in dict.fromkeys(names) if name in words()]
    return f"Costs. {'; '.join(told)}." if told else ""
