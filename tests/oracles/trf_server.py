"""Answers about FIDE's reports of events by trf.

{"ask": "read", "text": TRF16}  {"name", "city", "teams": [[name, [number, ...]], ...], "extra": {kind: text},
                                "players": [[number, name, sex, title, rating, federation, id, points, rank,
                                [[opponent, colour, mark], ...]], ...]}
{"ask": "write", "text": TRF16} the same, read and written again by its own hand
"""

import json
import sys
from typing import Any

# In its own environment:
import trf  # type: ignore[import-not-found, unused-ignore]


def answer(request: dict[str, Any]) -> object:
    found = trf.loads(request["text"])
    if request["ask"] == "write":
        return trf.dumps(found)
    return {
        "name": found.name,
        "city": found.city,
        "teams": [[each.name, each.startranks] for each in found.teams],
        "extra": found.xx_fields,
        "players": [
            [
                each.startrank,
                each.name,
                each.sex,
                each.title,
                each.rating,
                each.fed,
                each.id,
                each.points,
                each.rank,
                [[game.startrank, game.color, game.result] for game in each.games],
            ]
            for each in found.players
        ],
    }


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
