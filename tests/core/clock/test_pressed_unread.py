"""A clock pressed while scanning pauses, or while points cannot be read: unknown is not empty."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.core.sensed import moves_in, replayed

START = "4k3/pppp1ppp/8/4p3/3P4/8/PPP2PPP/4K3 w - - 0 1"
EMPTY: dict[str, int | str] = {"presence": 0, "polarity": 0, "field": 0, "identity": ""}
PAWN: dict[str, int | str] = {"presence": 1, "polarity": 1, "field": 500, "identity": "P"}
ENEMY: dict[str, int | str] = {"presence": 1, "polarity": -1, "field": -500, "identity": "p"}
TELLING = ("polarity", "field", "identity")


def board(sensor: str, *lines: dict[str, object], clock: bool = True) -> list[dict[str, Any]]:
    """What is said of a trace, with a reply to it after three seconds."""
    header: dict[str, object] = {
        "trace": 1,
        "game": "chess",
        "sensor": sensor,
        "start": START,
        "orientation": "normal",
    }
    if clock:
        header["time_control"] = "5:00"
    reply = (
        at(4700, a7=EMPTY[sensor]),
        at(5000, a6=ENEMY[sensor]),
        {"us": 12_000_000, "end": True},
    )
    return replayed("".join(json.dumps(line) + "\n" for line in (header, *lines, *reply)))


def at(ms: int, **levels: int | str) -> dict[str, object]:
    return {"us": ms * 1000, "set": levels}


def gap(from_ms: int, to_ms: int) -> dict[str, object]:
    return {"us": from_ms * 1000, "gap_us": (to_ms - from_ms) * 1000}


def press(ms: int) -> dict[str, object]:
    return {"us": ms * 1000, "press": "white"}


def kinds(said: list[dict[str, Any]]) -> list[str]:
    return [m["kind"] for m in said if m["type"] in ("irregularity", "penalty")]


def asked(said: list[dict[str, Any]]) -> list[list[str]]:
    return [m["candidates"] for m in said if m["type"] == "question"]


@pytest.mark.law("FIDE-6.2.1", "FIDE-7.5.3")
@pytest.mark.parametrize("sensor", ["presence", *TELLING])
@pytest.mark.parametrize(
    ("pressed_ms", "to_ms"),
    [(2000, 2580), (1720, 1750), (1655, 2600)],
    ids=["long", "short", "soon"],
)
def test_what_was_set_down_in_a_gap_is_what_the_press_completes(
    sensor: str, pressed_ms: int, to_ms: int
) -> None:
    """d4 was seen lifted, d5 was reached in the gap, and e5 still stands: it was never taken."""
    said = board(
        sensor, at(1000, d4=EMPTY[sensor]), gap(1650, to_ms), press(pressed_ms), at(to_ms + 5, d5=PAWN[sensor])
    )  # fmt: skip
    assert (moves_in(said), kinds(said)) == (["d4d5", "a7a6"], [])


@pytest.mark.law("FIDE-7.5.3", "FIDE-7.5.5")
@pytest.mark.parametrize("sensor", TELLING)
def test_a_capture_ended_in_a_gap_and_pressed_is_no_press_without_a_move(sensor: str) -> None:
    said = board(
        sensor, at(1000, d4=EMPTY[sensor]), at(1400, e5=EMPTY[sensor]), gap(1440, 2940), press(2000),
        at(2945, e5=PAWN[sensor]),
    )  # fmt: skip
    assert (moves_in(said), kinds(said)) == (["d4e5", "a7a6"], [])
    assert next(m for m in said if m["type"] == "move")["completed_by"] in ("pressed", "settled")


@pytest.mark.law("FIDE-7.5.3", "FIDE-7.5.5")
def test_a_man_who_is_off_after_a_gap_and_a_press_has_captured() -> None:
    """It took e5 in the gap: no other legal move leaves what stands then, and nobody is punished."""
    said = board("presence", gap(500, 3000), press(1850), at(3005, d4=0))
    assert (moves_in(said), kinds(said)) == (["d4e5", "a7a6"], [])


@pytest.mark.law("FIDE-7.5.3", "FIDE-7.5.5")
@pytest.mark.parametrize("sensor", ["presence", *TELLING])
@pytest.mark.parametrize("until_ms", [3000, 4500])
def test_a_press_waits_for_points_that_cannot_be_read(sensor: str, until_ms: int) -> None:
    blind: dict[str, object] = {
        "us": 500_000,
        "blind": ["d4", "d5"],
        "for_us": (until_ms - 500) * 1000,
    }
    said = board(sensor, blind, at(1000, d4=EMPTY[sensor]), at(1700, d5=PAWN[sensor]), press(1850))
    assert (moves_in(said), kinds(said)) == (["d4d5", "a7a6"], [])


@pytest.mark.law("FIDE-7.5.3", "FIDE-7.5.5")
def test_a_press_in_a_gap_in_which_nothing_was_done_is_one_without_a_move() -> None:
    said = board("presence", gap(500, 3000), press(1850))
    assert kinds(said)[:2] == ["press-without-move", "illegal-move"]


@pytest.mark.law("CH-3.1")
def test_a_move_behind_points_that_cannot_be_read_leaves_no_reply_out_of_turn() -> None:
    blind: dict[str, object] = {"us": 200_000, "blind": ["d4", "d5"], "for_us": 6_300_000}
    said = board("presence", blind, at(1000, d4=0), at(1700, d5=1), clock=False)
    assert (moves_in(said)[:1], kinds(said)) == (["d4d5"], [])


@pytest.mark.law("FIDE-7.5.3")
def test_nothing_is_judged_of_presses_while_nobody_looks_at_the_board() -> None:
    """Three plies and their presses within one gap; which was White's first is asked."""
    black: dict[str, object] = {"us": 2_400_000, "press": "black"}
    said = board(
        "presence", gap(500, 4000), at(800, d4=0), at(1000, d5=1), press(1500), at(1800, e8=0), at(2000, d8=1),
        black, at(2800, e1=0), at(3000, d1=1), press(3300),
    )  # fmt: skip
    assert (moves_in(said), kinds(said)) == ([], [])
    assert sorted(asked(said)[0]) == ["d4d5", "e1d1"]


@pytest.mark.law("FIDE-7.5.3")
def test_a_press_upon_a_move_that_no_point_can_tell_of_is_no_press_without_one() -> None:
    blind: dict[str, object] = {"us": 500_000, "blind": ["d4", "d5"], "for_us": 20_000_000}
    said = board("presence", blind, at(1000, d4=0), at(1700, d5=1), press(1850))
    assert kinds(said) == []
    blind = {"us": 500_000, "blind": ["d5"], "for_us": 20_000_000}
    assert kinds(board("presence", blind, press(1850)))[:1] == ["press-without-move"]


def test_nothing_settles_before_a_press_in_a_gap() -> None:
    """c2-c3-c4 with the hand still on the pawn when scanning pauses; the press comes before the board is seen again."""
    said = board(
        "presence", at(300, c2=0), at(600, c3=1), gap(650, 2650), at(700, c3=0), at(1000, c4=1), press(1900)
    )  # fmt: skip
    assert (moves_in(said)[:1], kinds(said)) == (["c2c4"], [])


def passing(stood_ms: int, blind_ms: int, to: str, press_ms: int = 2600) -> list[dict[str, Any]]:
    """The pawn is felt on e3 for a while, then e3 and e4 cannot be read; meanwhile it stays or goes on, and the clock is pressed."""
    off_ms = 1300 + stood_ms
    on = [at(off_ms + 50, e3=0), at(off_ms + 350, e4=1)] if to == "e4" else []
    blind = {"us": off_ms * 1000, "blind": ["e3", "e4"], "for_us": blind_ms * 1000}
    lines = [at(1000, e2=0), at(1300, e3=1), blind, *on, press(press_ms)]
    lines += [at(12_000, e7=0), at(12_500, e5=1), {"us": 16_000_000, "end": True}]
    lines.sort(key=lambda line: int(str(line.get("us", 0))))
    header = {"trace": 1, "game": "chess"}
    return replayed("".join(json.dumps(line) + "\n" for line in (header, *lines)))


@pytest.mark.law("FIDE-6.2.1", "FIDE-4.7")
@pytest.mark.parametrize("stood_ms", [50, 300, 700])
@pytest.mark.parametrize("blind_ms", [1500, 2500, 3600])
@pytest.mark.parametrize("to", ["e3", "e4"])
def test_pressed_while_the_man_may_go_on_unseen(stood_ms: int, blind_ms: int, to: str) -> None:
    said = passing(stood_ms, blind_ms, to)
    assert moves_in(said) == [f"e2{to}", "e7e5"]
    assert (kinds(said), asked(said)) == ([], [])


@pytest.mark.law("FIDE-6.2.1")
@pytest.mark.parametrize("stood_ms", [50, 700])
@pytest.mark.parametrize("to", ["e3", "e4"])
def test_what_cannot_be_read_for_long_is_asked_about(stood_ms: int, to: str) -> None:
    """A pawn that stood for most of `settle_ms` is held to stand there still, until its point can be read."""
    said = passing(stood_ms, 9000, to)
    assert asked(said) == ([["e2e3", "e2e4"]] if stood_ms == 50 else [])
    assert (moves_in(said), kinds(said)) == ([f"e2{to}", "e7e5"], [])


@pytest.mark.law("FIDE-6.2.1")
@pytest.mark.parametrize(("stood_ms", "press_ms"), [(900, 2600), (400, 1600)])
def test_a_man_who_had_been_seen_to_stand_is_not_waited_for(stood_ms: int, press_ms: int) -> None:
    said = passing(stood_ms, 9000, "e3", press_ms)
    (first, *_) = (m for m in said if m["type"] == "move")
    assert first["move"] == "e2e3"
    assert first["at_us"] < 2_100_000
