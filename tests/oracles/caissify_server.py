"""Answers about pairings by caissify-pairings.

{"ask": "dutch", "players": [{"id", "score", "colours", "floats", "byes", "forfeits"}, ...], "met": [[id, id], ...],
"round": N, "rounds": N}        [[white, black or null], ...]
{"ask": "berger", "players": N}     [[[white, black], ...], ...] by round
{"ask": "read", "text": TRF16}      {"name", "rounds", "players": [[number, name, rating, points, [[opponent, colour,
                                    mark], ...]], ...]}
Who has the lower id is the stronger; colours are "white" and "black", floats "up", "down", "none".
"""

import json
import sys
from typing import Any

# In its own environment:
from caissify_pairings import generate_pairings  # type: ignore[import-not-found, unused-ignore]
from caissify_pairings.engines.round_robin import berger_schedule
from caissify_pairings.trf import parse_trf


def dutch(request: dict[str, Any]) -> object:
    players = [
        {
            "id": each["id"],
            "name": f"{each['id']:04}",
            "rating": 3000 - each["id"],
            "starting_number": each["id"],
            "score": each["score"],
            "color_hist": each["colours"],
            "float_history": each["floats"],
            "bye_count": each["byes"],
            "forfeit_win_count": each["forfeits"],
        }
        for each in request["players"]
    ]
    found = generate_pairings(
        "dutch",
        players,
        {tuple(pair) for pair in request["met"]},
        request["round"],
        request["rounds"],
    )
    return [[each["white_id"], each["black_id"]] for each in found]


def read(text: str) -> object:
    found = parse_trf(text)
    return {
        "name": found["tournament"]["name"],
        "rounds": found["tournament"].get("total_rounds"),
        "players": [
            [
                each["starting_number"],
                each["name"],
                each["rating"],
                each["score"],
                [[r["opponent"], r["color"], r["result"]] for r in each["results"].values()],
            ]
            for each in found["players"]
        ],
    }


def answer(request: dict[str, Any]) -> object:
    if request["ask"] == "berger":
        return berger_schedule(request["players"])
    if request["ask"] == "read":
        return read(request["text"])
    return dutch(request)


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
