"""A new king is to be crowned: asked for, seen, confirmed, and no condition of play."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from controller.core.inputs import LampKind
from controller.core.messages import CrowningPending, Placed, Touched
from controller.shell.replay import replay
from controller.shell.trace import read_trace
from rules.registry import game_by_name
from tests.core.policies import ASKED
from tests.core.rig import Rig, recovered

HUNDRED = game_by_name("draughts-100")
START = "W:W7,38:B20,45"
TO_KING = "1000 7- 300 2+"


def rig(hands: str) -> Rig:
    return Rig(START, game=HUNDRED, rulebook="draughts-100").hands(hands)


def lamps(board: Rig) -> list[str]:
    wanted = LampKind.CROWNING.value
    return [point for point, kind in board.session.view().lamps.items() if kind == wanted]


def waiting(board: Rig) -> list[tuple[str, str, list[str]]]:
    return [(m.point, m.side, m.choices) for m in board.of(CrowningPending)]


@pytest.mark.law("DR-5.6")
def test_the_crown_square_asks_until_the_king_is_crowned() -> None:
    board = rig(f"{TO_KING} 1500")
    assert board.line == ["7-2"]
    assert waiting(board) == [("2", "white", ["W"])]
    assert lamps(board) == ["2"]
    pending = board.session.view().pending
    assert pending is not None
    assert (pending.kind, pending.point) == ("crowning", "2")
    board.hands("2- 400 2+ 1500")
    assert lamps(board) == []
    assert board.odd == []
    assert board.line == ["7-2"]


@pytest.mark.law("DR-5.6")
def test_a_king_crowned_within_the_move_asks_for_nothing() -> None:
    board = rig(f"{TO_KING} 300 2- 300 2+ 1500")
    assert board.line == ["7-2"]
    assert waiting(board) == []
    assert lamps(board) == []


@pytest.mark.law("DR-5.6")
@pytest.mark.parametrize("role", ["white", "black", "arbiter", "operator"])
def test_either_player_confirms_the_crown(role: str) -> None:
    board = rig(f"{TO_KING} 1500")
    assert not board.command(role, "confirm-crowning", point="45")
    assert board.command(role, "confirm-crowning", point="2")
    assert lamps(board) == []
    assert not board.command(role, "confirm-crowning")


@pytest.mark.law("DR-5.7")
def test_an_uncrowned_king_is_a_king_and_play_goes_on() -> None:
    board = rig(f"{TO_KING} 1500 20- 300 25+ 1500 2- 300 30+ 1500")
    assert board.line == ["7-2", "20-25", "2-30"]
    assert board.odd == []
    assert lamps(board) == []


@pytest.mark.law("DR-5.7", "DR-5.11")
@pytest.mark.parametrize("wait_ms", [60, 1500, 3000])
@pytest.mark.parametrize("hand_ms", [200, 500, 2500])
@pytest.mark.parametrize("then_ms", [100, 600, 2000])
def test_who_crowns_a_king_after_the_reply_has_touched_nobody(
    wait_ms: int, hand_ms: int, then_ms: int
) -> None:
    board = rig(f"{TO_KING} 1500 20- 300 25+ {wait_ms} 2- {hand_ms} 2+ {then_ms} 38- 300 33+ 4000")
    assert board.line == ["7-2", "20-25", "38-33"], board.story()
    assert (board.odd, board.questions) == ([], [])
    assert not any("2" in touched.points for touched in board.of(Touched))
    assert lamps(board) == []


@pytest.mark.law("DR-5.11")
def test_a_king_who_has_been_crowned_is_touched_as_any_man() -> None:
    board = rig(f"{TO_KING} 1500 2- 300 2+ 1500 20- 300 25+ 1500 2- 500 2+ 1500 38- 300 33+ 3000")
    assert board.odd == [("DR-7.4.3", "other-man-moved")], board.story()


CROWNS = {"strength": ("field", 500, 850, -500), "letter": ("identity", "w", "W", "b")}


def replayed(
    sensor: str, steps: list[tuple[int, dict[str, object]]], pressed_ms: int = 0
) -> list[Any]:
    """The messages of a trace with these levels at these milliseconds, and White's press of the clock."""
    lines = [
        {"trace": 1, "game": "draughts-100", "sensor": sensor, "start": START},
        *({"us": ms * 1000, "set": levels} for ms, levels in steps),
        *([{"us": pressed_ms * 1000, "press": "white"}] if pressed_ms else []),
    ]
    out = io.StringIO()
    text = "".join(json.dumps(line) + "\n" for line in lines)
    replay(*read_trace(io.BytesIO(text.encode()), "trace"), out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def sensed(kind: str, *, crown: bool, lands: bool | None = None) -> list[Any]:
    """The messages where White makes a king, crowned or not, Black moves, and the king moves.

    Args:
        lands: whether he is felt crowned where he lands, if not as before.
    """
    sensor, man, king, black = CROWNS[kind]
    empty = "" if sensor == "identity" else 0
    steps: list[tuple[int, dict[str, object]]] = [
        (1_000, {"7": empty}), (1_400, {"2": man}),
        *([(2_800, {"2": king})] if crown else []),
        (4_000, {"20": empty}), (4_400, {"25": black}),
        (6_000, {"2": empty}), (6_400, {"30": king if crown or lands else man}),
    ]  # fmt: skip
    return replayed(sensor, steps)


@pytest.mark.law("DR-7.4.15", "DR-5.7")
@pytest.mark.parametrize("kind", CROWNS)
@pytest.mark.parametrize("crown", [True, False], ids=["crowned", "not crowned"])
def test_a_king_that_is_felt_to_be_uncrowned_may_not_move(kind: str, *, crown: bool) -> None:
    said = sensed(kind, crown=crown)
    odd = [(m["law"], m["side"], m["remedy"]) for m in said if m["type"] == "irregularity"]
    assert odd == ([] if crown else [("DR-7.4.15", "white", "accept-or-correct")])
    moves = [m for m in said if m["type"] == "move"]
    assert [m["move"] for m in moves] == ["7-2", "20-25", "2-30"]
    assert moves[-1]["breach"] == (None if crown else "i1")


@pytest.mark.law("DR-7.4.15")
@pytest.mark.parametrize("kind", CROWNS)
def test_a_king_who_lands_with_his_crown_was_crowned(kind: str) -> None:
    said = sensed(kind, crown=False, lands=True)
    assert [m["move"] for m in said if m["type"] == "move"] == ["7-2", "20-25", "2-30"]
    assert [m for m in said if m["type"] == "irregularity"] == []


@pytest.mark.law("DR-5.6")
@pytest.mark.parametrize(("sensor", "king"), [("field", 850), ("identity", "W")])
def test_a_king_that_comes_with_his_crown_asks_for_nothing(sensor: str, king: object) -> None:
    empty: object = "" if sensor == "identity" else 0
    said = replayed(sensor, [(1_000, {"7": empty}), (1_400, {"2": king})])
    assert [m["move"] for m in said if m["type"] == "move"] == ["7-2"]
    assert [m for m in said if m["type"] == "crowning-pending"] == []


@pytest.mark.law("DR-5.6")
@pytest.mark.parametrize("kind", CROWNS)
@pytest.mark.parametrize("after_ms", [5, 20, 40, 80, 120, 300, 700])
@pytest.mark.parametrize("pressed_ms", [0, 200, 800])
def test_a_crown_set_on_before_the_move_is_published(
    kind: str, after_ms: int, pressed_ms: int
) -> None:
    """However soon it comes after the landing, the move is completed, and no crown is asked for."""
    sensor, man, king, _ = CROWNS[kind]
    empty: object = "" if sensor == "identity" else 0
    steps = [(1_000, {"7": empty}), (1_400, {"2": man}), (1_400 + after_ms, {"2": king})]
    said = replayed(sensor, steps, pressed_ms and 1_400 + after_ms + pressed_ms)
    (move,) = (m for m in said if m["type"] == "move")
    assert move["move"] == "7-2"
    if pressed_ms and after_ms + pressed_ms < 750:
        assert move["completed_by"] == "pressed"
    assert [m["type"] for m in said if m["type"] in ("crowning-pending", "question")] == []


@pytest.mark.law("DR-5.6")
def test_a_new_start_of_the_program_still_asks() -> None:
    board = rig(f"{TO_KING} 1500")
    again = recovered(board.settings, board.said)
    assert again.uncrowned == board.session.uncrowned == {HUNDRED.index["2"]: "W"}


def confirmed(board: Rig) -> list[tuple[str, str | None, object]]:
    """Which men have been crowned on somebody's word."""
    said = [(m.point, m.man, m.evidence.get("confirmed_by")) for m in board.of(Placed)]
    return [row for row in said if row[2] is not None]


@pytest.mark.law("DR-5.6")
@pytest.mark.parametrize("role", ["white", "black", "arbiter"])
@pytest.mark.parametrize("point", [{}, {"point": "2"}], ids=["any", "named"])
@pytest.mark.parametrize("after", ["15", "60", "200", "700"])
def test_a_crown_confirmed_before_the_move_has_settled(
    role: str, point: dict[str, str], after: str
) -> None:
    """He is crowned once his move is made, which the word does not complete (DR-5.10)."""
    board = rig(f"{TO_KING} {after}")
    assert board.command(role, "confirm-crowning", **point)
    assert board.moves == []
    board.hands("1500")
    assert (board.line, board.by, board.odd) == (["7-2"], ["settled"], [])
    assert (waiting(board), lamps(board)) == ([], [])
    assert confirmed(board) == [("2", "W", role)]
    assert not board.command(role, "confirm-crowning")
    again = recovered(board.settings, board.said)
    assert again.uncrowned == {}


@pytest.mark.law("DR-5.6")
@pytest.mark.parametrize("completing", ["w!", "20- 300 25+"])
def test_a_crown_confirmed_just_before_a_press_or_a_reply(completing: str) -> None:
    board = rig(f"{TO_KING} 150")
    assert board.command("white", "confirm-crowning")
    board.hands(f"{completing} 1500")
    assert board.line[0] == "7-2"
    assert (waiting(board), confirmed(board)) == ([], [("2", "W", "white")])


@pytest.mark.law("DR-5.6")
def test_a_crown_confirmed_while_captured_men_still_stand() -> None:
    board = Rig("W:W18,38:B13,9,45", game=HUNDRED, rulebook="draughts-100")
    board.hands("1000 18- 300 9~30 4+ 200")
    assert not board.command("white", "confirm-crowning", point="4")
    board = Rig("W:W17,38:B11,20,45", game=HUNDRED, rulebook="draughts-100")
    board.hands("1000 17- 300 6+ 300")
    assert not board.command("white", "confirm-crowning", point="5")
    board = Rig("W:W12,38:B8,20,45", game=HUNDRED, rulebook="draughts-100")
    board.hands("1000 12- 300 3+ 300")
    assert board.command("black", "confirm-crowning", point="3")
    board.hands("8- 1500")
    assert (board.line, waiting(board)) == (["12x3"], [])
    assert confirmed(board) == [("3", "W", "black")]


@pytest.mark.law("DR-5.6", "DR-5.12")
@pytest.mark.parametrize("point", ["2", "1"])
def test_nothing_remains_of_a_crown_that_was_confirmed_for_a_move_not_made(point: str) -> None:
    """The man is taken on to another point, or back and there again."""
    board = rig(f"{TO_KING} 300")
    assert not board.command("white", "confirm-crowning", point="1")
    assert board.command("white", "confirm-crowning", point="2")
    board.hands(f"2- 300 7+ 1500 7- 300 {point}+ 1500")
    board.answer_truly([f"7-{point}"], within_ms=ASKED.within_ms)
    assert board.line == [f"7-{point}"]
    assert waiting(board) == [(point, "white", ["W"])]
    assert (lamps(board), confirmed(board)) == ([point], [])


@pytest.mark.law("DR-5.6")
def test_while_two_kings_may_be_meant_the_point_is_to_be_said() -> None:
    board = rig("1000 7- 300 2+ 1500 45- 300 50+ 200")
    assert not board.command("black", "confirm-crowning")
    assert board.command("black", "confirm-crowning", point="50")
    board.hands("1500")
    assert board.line == ["7-2", "45-50"]
    assert lamps(board) == ["2"]
    assert confirmed(board) == [("50", "B", "black")]


@pytest.mark.law("DR-5.6")
@pytest.mark.parametrize("hands", ["", "38- 300 33+ 200", "7- 300"])
def test_no_crown_is_confirmed_where_nobody_lands_on_the_last_row(hands: str) -> None:
    board = rig(f"1000 {hands}")
    assert not board.command("white", "confirm-crowning")
    assert not board.command("white", "confirm-crowning", point="2")


def named(said: list[Any]) -> list[tuple[str, str, list[str]]]:
    """Law, kind and points of each irregularity."""
    return [(m["law"], m["kind"], m["points"]) for m in said if m["type"] == "irregularity"]


@pytest.mark.law("DR-7.5", "DR-5.5")
@pytest.mark.parametrize("lifted", [False, True], ids=["laid on", "exchanged"])
def test_a_king_in_the_place_of_a_man_is_asked_back(*, lifted: bool) -> None:
    off: list[tuple[int, dict[str, object]]] = [(1_500, {"38": ""})] if lifted else []
    back: list[tuple[int, dict[str, object]]] = [(2_000, {"38": "W"}), (5_000, {"38": "w"})]
    said = replayed("identity", [*off, *back, (7_000, {"38": ""}), (7_400, {"33": "w"})])
    assert named(said) == [("DR-7.5", "displaced", ["38"])]
    missing = [m["missing"] for m in said if m["type"] == "restore"]
    assert missing == [[{"point": "38", "man": "w"}], []]
    assert [m["move"] for m in said if m["type"] == "move"] == ["38-33"]


@pytest.mark.law("DR-7.5")
@pytest.mark.parametrize("for_ms", [500, 20_000])
def test_a_man_who_seems_to_be_two_is_no_king(for_ms: int) -> None:
    """Another is held over him, or he has been pushed to the middle of his square."""
    start: list[tuple[int, dict[str, object]]] = [(1_000, {"38": 0})]
    over: list[tuple[int, dict[str, object]]] = [(1_200, {"7": 850}), (1_200 + for_ms, {"7": 500})]
    said = replayed(
        "field", sorted([*start, *over, (2_000, {"33": 500})], key=lambda step: step[0])
    )
    assert named(said) == []
    assert [m["move"] for m in said if m["type"] == "move"] == ["38-33"]


OTHERS = {"colour": ("polarity", 1, -1), "strength": ("field", 500, -850), "letter": ("identity", "w", "B")}  # fmt: skip


@pytest.mark.law("DR-7.5", "DR-5.6")
@pytest.mark.parametrize("kind", OTHERS)
def test_a_man_of_the_opponent_crowns_nobody(kind: str) -> None:
    """The crown square still waits for the crown once he has been taken off."""
    sensor, man, other = OTHERS[kind]
    empty: object = "" if sensor == "identity" else 0
    said = replayed(
        sensor,
        [
            (1_000, {"7": empty}), (1_400, {"2": man}),
            (4_000, {"2": empty}), (4_400, {"2": other}), (7_000, {"2": empty}), (7_400, {"2": man}),
        ],
    )  # fmt: skip
    assert [m["move"] for m in said if m["type"] == "move"] == ["7-2"]
    assert named(said) == [("DR-7.5", "displaced", ["2"])]
    assert [m["missing"] for m in said if m["type"] == "restore"][-1] == []
