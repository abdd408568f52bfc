"""A pawn left on the last rank where the sensors tell it from a queen."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from controller.shell.replay import replay
from controller.shell.trace import read_trace
from tests.core.rig import CLASSIC, FIDE, Rig, recovered

START = "7k/P7/8/8/8/8/P7/7K w - - 0 1"
LIFTED = {"us": 1_000_000, "set": {"a7": ""}}
LEFT = {"us": 1_300_000, "set": {"a8": "P"}}
SOON, LATE = {"us": 1_600_000, "press": "white"}, {"us": 4_000_000, "press": "white"}
EXCHANGED = [{"us": 6_000_000, "set": {"a8": ""}}, {"us": 6_500_000, "set": {"a8": "Q"}}]


def replayed(*lines: dict[str, object], rulebook: str = FIDE, **header: str) -> list[Any]:
    """The messages of a trace with a clock on a board that tells letters."""
    first = {
        "trace": 1,
        "game": "chess",
        "start": START,
        "sensor": "identity",
        "orientation": "normal",
    }
    whole = {**first, "time_control": "90:00", "rulebook": rulebook, **header}
    text = "".join(json.dumps(line) + "\n" for line in (whole, *lines))
    out = io.StringIO()
    replay(*read_trace(io.BytesIO(text.encode()), "trace"), out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def of(said: list[Any], kind: str, *fields: str) -> list[tuple[Any, ...]]:
    """These fields of each message of a type."""
    return [tuple(m[field] for field in fields) for m in said if m["type"] == kind]


@pytest.mark.law("FIDE-7.5.2", "FIDE-7.5.5")
@pytest.mark.parametrize("press", [SOON, LATE], ids=["soon", "late"])
def test_the_press_makes_it_illegal_and_it_becomes_a_queen(press: dict[str, object]) -> None:
    said = replayed(LIFTED, LEFT, press, *EXCHANGED)
    assert of(said, "move", "move", "legal") == [("a7a8q", True)]
    assert of(said, "irregularity", "law", "kind", "side", "points", "remedy") == [
        ("FIDE-7.5.2", "pawn-left", "white", ["a8"], "restore")
    ]
    assert of(said, "penalty", "side", "law", "count", "gives_ms") == [
        ("white", "FIDE-7.5.5", 1, 120_000)
    ]
    assert of(said, "restore", "missing", "done")[:1] == [([{"point": "a8", "man": "Q"}], False)]
    assert of(said, "restore", "done")[-1] == (True,)
    assert of(said, "clock", "running")[-1] == ("black",)


@pytest.mark.law("FIDE-7.5.2")
@pytest.mark.parametrize(
    "lines",
    [
        pytest.param((LIFTED, LEFT, *EXCHANGED, {**SOON, "us": 7_000_000}), id="exchanged"),
        pytest.param((LIFTED, {**LEFT, "set": {"a8": "Q"}}, SOON, LATE), id="a queen at once"),
        pytest.param(
            (LIFTED, LEFT, {"us": 1_400_000, "command": "promote", "role": "white", "args": {"to": "q"}}, SOON),
            id="the choice was said",
        ),
    ],
)  # fmt: skip
def test_what_is_no_pawn_left(lines: tuple[dict[str, object], ...]) -> None:
    said = replayed(*lines)
    assert of(said, "move", "move") == [("a7a8q",)]
    assert of(said, "irregularity", "law") == of(said, "penalty", "law") == []


@pytest.mark.law("CH-6.4")
def test_the_older_edition_counts_nothing() -> None:
    said = replayed(LIFTED, LEFT, SOON, rulebook=CLASSIC)
    assert of(said, "move", "move") == [("a7a8q",)]
    assert of(said, "irregularity", "law") == []


@pytest.mark.law("FIDE-7.5.2")
def test_the_pawn_is_counted_once() -> None:
    said = replayed(LIFTED, LEFT, SOON, LATE, {"us": 5_000_000, "press": "white"})
    assert len(of(said, "penalty", "count")) == 1


def test_what_one_pawn_became_is_not_said_of_the_next() -> None:
    """The choice may be said once the pawn stands there; the next promotion is assumed to be a queen again."""
    hands = [("a7", 0), ("a8", 1), ("h7", 0), ("h6", 1), ("b7", 0), ("b8", 1)]
    lines = [
        {"us": n * 1_500_000 - n % 2 * 1_000_000 + 1_000_000, "set": {p: on}}
        for n, (p, on) in enumerate(hands)
    ]
    said_us = int(str(lines[1]["us"])) + 200_000
    lines.insert(2, {"us": said_us, "command": "promote", "role": "white", "args": {"to": "r"}})
    said = replayed(*lines, start="8/PP5k/8/8/8/8/8/K7 w - - 0 1", sensor="presence")
    assert [m for (m,) in of(said, "move", "move")] == ["a7a8r", "h7h6", "b7b8q"]
    assert of(said, "move", "assumed")[-1] == (["promotion:q"],)


@pytest.mark.law("CH-6.4")
@pytest.mark.parametrize("rulebook", [FIDE, CLASSIC])
def test_nothing_is_assumed_while_the_pawn_itself_is_felt(rulebook: str) -> None:
    """The move is not made yet; whoever plays on, presses or resigns has seen a queen."""
    end: dict[str, object] = {"us": 40_000_000, "end": True}
    said = replayed(LIFTED, LEFT, end, rulebook=rulebook)
    assert (
        of(said, "move", "move")
        == of(said, "irregularity", "law")
        == of(said, "question", "id")
        == []
    )
    late: list[dict[str, object]] = [
        {"us": 30_000_000, "set": {"a8": ""}},
        {"us": 30_500_000, "set": {"a8": "N"}},
    ]
    said = replayed(LIFTED, LEFT, *late, end, rulebook=rulebook)
    assert of(said, "move", "move", "assumed") == [("a7a8n", [])]
    reply: list[dict[str, object]] = [
        {"us": 5_000_000, "set": {"h8": ""}},
        {"us": 5_500_000, "set": {"h7": "k"}},
    ]
    said = replayed(LIFTED, LEFT, *reply, end, rulebook=rulebook)
    assert of(said, "move", "move", "assumed")[0] == ("a7a8q", ["promotion:q"])


@pytest.mark.xfail(
    strict=True, reason="a result does not end the time in which the new piece may be fetched"
)
@pytest.mark.law("CH-6.4")
@pytest.mark.parametrize("rulebook", [FIDE, CLASSIC])
def test_who_resigns_has_seen_a_queen(rulebook: str) -> None:
    end: dict[str, object] = {"us": 40_000_000, "end": True}
    resigned: dict[str, object] = {
        "us": 5_000_000,
        "command": "resign",
        "role": "black",
        "args": {},
    }
    said = replayed(LIFTED, LEFT, resigned, end, rulebook=rulebook)
    assert of(said, "move", "move", "assumed") == [("a7a8q", ["promotion:q"])]


STALE = "8/k1P5/2K5/8/8/8/7P/8 w - - 0 1"
MATE = "k7/2P5/K7/8/8/8/7P/8 w - - 0 1"
SET: list[dict[str, object]] = [
    {"us": 1_000_000, "set": {"c7": 0}},
    {"us": 1_400_000, "set": {"c8": 1}},
]
EXCHANGE: list[dict[str, object]] = [
    {"us": 2_300_000, "set": {"c8": 0}},
    {"us": 2_700_000, "set": {"c8": 1}},
]
END: dict[str, object] = {"us": 15_000_000, "end": True}


def chosen(us: int, to: str) -> dict[str, object]:
    return {"us": us, "command": "promote", "role": "white", "args": {"to": to}}


@pytest.mark.law("CH-10.1", "CH-10.3", "CH-5.6.4")
@pytest.mark.parametrize("start", [STALE, MATE], ids=["stalemate", "mate"])
def test_a_result_that_rests_on_an_assumed_queen_goes_with_her(start: str) -> None:
    king, letter = ("a7", "r") if start == STALE else ("a8", "n")
    reply: list[dict[str, object]] = [{"us": 8_000_000, "set": {king: 0}}]
    said = replayed(
        *SET, *EXCHANGE, chosen(4_200_000, letter), *reply, END, start=start, sensor="presence"
    )
    assert of(said, "move", "move", "assumed") == [
        ("c7c8q", ["promotion:q"]),
        (f"c7c8{letter}", []),
    ]
    assert len(of(said, "result", "result")) == 1
    assert of(said, "correction", "from_ply", "to_ply", "why") == [(1, 1, "promotion")]
    assert of(said, "touched", "side")[-1] == ("black",)  # and the game goes on
    assert of(said, "clock", "running")[-1] == ("white",)  # who has not pressed yet


@pytest.mark.law("CH-10.1", "CH-5.6.4")
def test_what_is_chosen_may_end_the_game_as_well() -> None:
    said = replayed(*SET, chosen(4_200_000, "r"), END, start=MATE, sensor="presence")
    assert of(said, "move", "move") == [("c7c8q",), ("c7c8r",)]
    assert of(said, "result", "result", "termination") == [("1-0", "checkmate")] * 2


@pytest.mark.law("CH-5.6.4")
def test_once_the_opponent_has_touched_a_man_the_result_stands() -> None:
    rig = Rig(STALE).hands("1000 c7- 400 c8+ 900 c8- 400 c8+ 500 a7- 1000")
    assert not rig.command("white", "promote", to="r")
    assert rig.refusals == ["the opponent has touched a man: the choice stands"]
    assert (rig.line, rig.stage) == (["c7c8q"], "ended")


@pytest.mark.law("CH-5.6.4")
def test_a_result_that_people_have_decided_is_not_undone_by_a_choice() -> None:
    rig = Rig("7k/2P5/8/8/8/8/8/K7 w - - 0 1").hands("1000 c7- 400 c8+ 1500")
    assert rig.command("black", "resign")
    assert not rig.command("white", "promote", to="r")
    assert (rig.refusals, rig.line) == (["the game has ended"], ["c7c8q"])


def test_a_choice_after_the_end_is_in_the_record_after_a_new_start() -> None:
    rig = Rig(STALE).hands("1000 c7- 400 c8+ 1500")
    assert (rig.stage, rig.session.view().pending is not None) == ("ended", True)
    assert rig.command("white", "promote", to="r")
    again = recovered(rig.settings, rig.said)
    assert (again.result, [line.move for line in again.line.lines]) == (None, ["c7c8r"])
    assert rig.hands("1500 a7- 300 a6+ 1500").line == ["c7c8r", "a7a6"]


@pytest.mark.parametrize("late", [220, 330, 600])
@pytest.mark.parametrize("pause", [1000, 1500])
def test_a_queen_is_not_left_out_where_the_pawn_could_also_have_captured(
    late: int, pause: int
) -> None:
    """The new man is felt only after the press; that all stands as after a promotion tells of no other man than a queen."""
    rig = Rig("1n6/P1P2k2/8/8/8/8/2K2p1p/6N1 w - - 0 1", time_control="90:00+0:30")
    rig.hands(f"800 c7- 2040 w! {late} c8+ {pause} f7- 500 f6+ 300 b! 3000")
    assert all("c7c8q" in asked for asked in rig.questions), rig.story()
    assert (rig.line, rig.stage) == (["c7c8q", "f7f6"], "play"), rig.story()


@pytest.mark.law("FIDE-4.4.4", "CH-5.6.4")
@pytest.mark.parametrize("landed", [False, True], ids=["in the hand", "set down"])
def test_a_word_after_the_reply_was_begun_is_for_the_next_pawn(*, landed: bool) -> None:
    """Though the clock of the first has not been pressed yet."""
    rig = Rig("8/PP2k3/8/8/8/8/1p2K3/8 w - - 0 1", time_control="90:00")
    rig.hands("1000 a7- 300 a8+ 250 e7- 400" + (" e6+ 250" if landed else ""))
    assert rig.line == ["a7a8q"], rig.story()
    rig.command("white", "promote", to="r")
    rig.hands(
        ("" if landed else "e6+ 250 ") + "b! 300 b7- 300 b8+ 300 w! 300 e6- 300 e5+ 300 b! 500"
    )
    assert rig.line == ["a7a8q", "e7e6", "b7b8r", "e6e5"], rig.story()
    assert rig.odd == []


@pytest.mark.law("CH-5.6.4", "FIDE-4.4.4")
@pytest.mark.parametrize("rulebook", [FIDE, CLASSIC])
@pytest.mark.parametrize("letter", ["k", "K", "x", "p"])
def test_what_no_pawn_may_become_is_refused_while_he_waits(letter: str, rulebook: str) -> None:
    rig = Rig(START, rulebook=rulebook, time_control="90:00").hands("1000 a7- 300 a8+ 300")
    assert not rig.command("white", "promote", to=letter)
    rig.hands("300 w! 1500")
    assert (rig.line, rig.questions) == (["a7a8q"], [])
