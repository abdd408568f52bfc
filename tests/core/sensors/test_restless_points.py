"""A point that comes and goes slowly, in a beat that no hand has, is not trusted: it tells of no touch and hides no move."""

from __future__ import annotations

import json

import pytest

from controller.core.messages import Irregularity, Question, Touched
from controller.core.sensing.health import Symptom
from rules.registry import game_by_name
from tests.core.rig import CLASSIC, Rig
from tests.core.sensed import moves_in, replayed

GAMES = {
    "chess": ("b2", 0, ["e2- e4+", "e7- e5+", "g1- f3+"], ["e2e4", "e7e5", "g1f3"]),
    "xiangqi": ("a3", 0, ["h2- e2+", "h9- g7+", "h0- g2+"], ["h2e2", "h9g7", "h0g2"]),
    "draughts-russian": (
        "d2",
        0,
        ["c3- d4+", "b6- a5+", "d4- c5+", "d6- b4+ c5-"],
        ["c3-d4", "b6-a5", "d4-c5", "d6:b4"],
    ),
    "go": ("e5", 1, ["c3+", "g7+", "c7+", "g3+"], ["c3", "g7", "c7", "g3"]),
}


def evening(game: str, half_ms: int, gap_ms: int) -> list[dict[str, object]]:
    """One point toggles all the time; after twenty seconds moves are made."""
    point, level, plies, _ = GAMES[game]
    end_ms = 21_000 + gap_ms * len(plies) + 6000
    lines: list[tuple[int, dict[str, int]]] = []
    if game == "go":
        lines.append((1000, {point: 1}))
    for at_ms in range(3000, end_ms - 2000, half_ms):
        level ^= 1
        lines.append((at_ms, {point: level if game == "go" else 1 - level}))
    for n, ply in enumerate(plies):
        at_ms = 21_000 + gap_ms * n + 70
        for act in ply.split():
            lines.append((at_ms, {act[:2]: int(act[2] == "+")}))
            at_ms += 430
    lines.sort(key=lambda line: line[0])
    header: dict[str, object] = {"trace": 1, "game": game}
    if game == "go":
        header["game_options"] = {"size": 9}
    rows = [header, *({"us": ms * 1000, "set": found} for ms, found in lines)]
    rows.append({"us": end_ms * 1000, "end": True})
    return replayed("".join(json.dumps(row) + "\n" for row in rows))


@pytest.mark.law("FIDE-4.3.1", "XQ-5.1", "DR-7.4.3", "DR-7.4.10", "GO-17.shift")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("half_ms", [300, 400, 500, 610, 800, 1000])
@pytest.mark.parametrize("gap_ms", [2500, 4100])
def test_nobody_is_accused_of_what_it_tells(game: str, half_ms: int, gap_ms: int) -> None:
    said = evening(game, half_ms, gap_ms)
    made = moves_in(said)
    assert made[1 if game == "go" else 0 :] == GAMES[game][3], made
    assert [m["kind"] for m in said if m["type"] == "irregularity"] == []
    assert [m["candidates"] for m in said if m["type"] == "question"] == []


@pytest.mark.law("FIDE-4.3.1")
@pytest.mark.parametrize("off_ms", [400, 600, 900])
@pytest.mark.parametrize("times", [1, 3, 5])
def test_a_man_whom_a_hand_takes_up_and_puts_back_some_times_is_touched(
    off_ms: int, times: int
) -> None:
    rig = Rig().hands("1000 " + f"b2- {off_ms} b2+ 800 " * times + "2000")
    assert [t.points for t in rig.of(Touched)][:1] == [["b2"]], rig.story()
    assert rig.duty().must_move == ["b2"]


@pytest.mark.law("FIDE-4.3.1")
def test_it_is_believed_again_once_it_is_quiet() -> None:
    rig = Rig().hands("1000 " + "b2- 500 b2+ 500 " * 12 + "3000")
    at = game_by_name("chess").index["b2"]
    assert rig.session.health.suspects(rig.at_ns) == {at: Symptom.CHATTERING}
    rig.hands("12000 b2- 500 b4+ 2000")
    assert (rig.moves, rig.odd, rig.questions) == (["b2b4"], [], []), rig.story()


@pytest.mark.parametrize("between_ms", [200, 300, 700])
def test_men_who_go_to_and_fro_in_haste_are_believed(between_ms: int) -> None:
    start = "6k1/p7/8/8/8/8/P7/6K1 w - - 0 1"
    rig = Rig(start, rulebook=CLASSIC).hands("1000")
    for _ in range(14):
        for line in ("g1- {} h1+", "g8- {} h8+", "h1- {} g1+", "h8- {} g8+"):
            rig.hands(f"{line.format(between_ms)} {between_ms}")
    assert len(rig.hands("2000").moves) == 56
    assert (rig.of(Irregularity), rig.of(Question)) == ([], [])
