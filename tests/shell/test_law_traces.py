"""Laws at a board, a clock and a desk, as a recording has them: sensors, presses and commands in, messages out."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any

import pytest

from controller.core.messages import (
    AnyMessage,
    Claim,
    Clock,
    Correction,
    Irregularity,
    Move,
    Penalty,
    Result,
    Ruling,
    read_message,
)
from controller.shell.replay import replay
from controller.shell.trace import read_trace

if TYPE_CHECKING:
    from collections.abc import Sequence

MS = 1000
CLASSIC = {"game": "chess", "rulebook": "chess-classic", "time_control": "40/90:00,20/60:00"}
DRAUGHTS = {"game": "draughts-100", "time_control": "90:00"}
BACKWARDS = {**DRAUGHTS, "start": "W:W32,37,38,41:B1,2,3,20"}


class Tape:
    """A trace under way; `ms` is how long after what was before."""

    def __init__(self, **header: object) -> None:
        self.lines: list[dict[str, Any]] = [{"trace": 1, **header}]
        self.us = 0

    def then(self, ms: int, **act: Any) -> Tape:  # noqa: ANN401 - as the trace has it
        self.us += ms * MS
        self.lines.append({"us": self.us, **act})
        return self

    def move(self, origin: str, target: str, press: str = "") -> Tape:
        """A man is moved, and the clock is pressed by this side."""
        self.then(1000, set={origin: 0}).then(300, set={target: 1})
        return self.then(900, press=press) if press else self

    def order(self, role: str, command: str, ms: int = 1500, **args: object) -> Tape:
        return self.then(ms, command=command, role=role, args=args)

    def told(self, ms: int = 3000) -> list[AnyMessage]:
        """What the board says of it."""
        self.then(ms, end=True)
        text = "".join(f"{json.dumps(line)}\n" for line in self.lines)
        header, lines = read_trace(io.BytesIO(text.encode()), "laws.jsonl")
        out = io.StringIO()
        self.refused: list[str] = []
        replay(header, lines, out, note=self.refused.append)
        return [read_message(json.loads(line)) for line in out.getvalue().splitlines()]


def of(told: Sequence[AnyMessage], *kinds: str) -> list[Ruling]:
    """The rulings of these kinds."""
    return [each for each in told if isinstance(each, Ruling) and each.kind in kinds]


def moves(told: Sequence[AnyMessage]) -> list[str]:
    return [each.move for each in told if isinstance(each, Move)]


def result(told: Sequence[AnyMessage]) -> tuple[str, str | None]:
    (found,) = [each for each in told if isinstance(each, Result)]
    return found.result, found.law


@pytest.mark.law("CH-12.8")
def test_of_both_flags_the_next_period_begins() -> None:
    tape = Tape(**CLASSIC).move("e2", "e4", "white").order("arbiter", "set-clock", flag="both")
    told = tape.move("e7", "e5", "black").told()
    assert [r.law for r in of(told, "both-flags")] == ["CH-12.8"]
    last = [each for each in told if isinstance(each, Clock)][-1]
    assert {side: face["period"] for side, face in last.sides.items()} == {"white": 2, "black": 2}
    assert last.sides["black"]["moves_to_go"] == 19
    assert moves(told) == ["e2e4", "e7e5"]
    assert not [each for each in told if isinstance(each, Result)]


@pytest.mark.law("CH-10.13")
def test_a_wrong_claim_is_time_used() -> None:
    told = Tape(**CLASSIC).order("white", "claim-repetition").told()
    clocks = [each for each in told if isinstance(each, Clock)]
    (priced,) = [
        each for each in clocks if each.why == "claim:repetition" and each.running is None
    ][1:]
    face = priced.sides["white"]
    assert face["used_ms"] + face["remaining_ms"] == 90 * 60_000
    assert face["used_ms"] >= 300_000


@pytest.mark.law("CH-10.15", "DR-8.3")
@pytest.mark.parametrize(
    ("header", "origin", "target", "law"),
    [(CLASSIC, "e2", "e4", "CH-10.15"), (DRAUGHTS, "32", "28", "DR-8.3")],
)
def test_lateness_counts_from_the_start_whoevers_clock_runs(
    header: dict[str, object], origin: str, target: str, law: str
) -> None:
    tape = Tape(**header).then(3_000_000, set={origin: 0}).then(300, set={target: 1})
    told = tape.then(500, press="white").told(700_000)
    assert [(r.side, r.law) for r in of(told, "needs-arbiter:default")] == [("black", law)]


class TestSealing:
    def test_the_move_on_the_board(self) -> None:
        tape = Tape(**CLASSIC).move("e2", "e4").order("white", "seal", move="d4")
        told = tape.order("white", "seal", move="e4").told()
        (ruling,) = of(told, "adjourned")
        assert (ruling.law, ruling.side) == ("CH-13.1.1", "white")
        assert [c.why for c in told if isinstance(c, Correction)] == ["sealed"]

    @pytest.mark.law("CH-13.1.1", "CH-10.9", "CH-14.2", "CH-14.4")
    def test_an_offer_after_it_and_a_reply_to_an_absent_player(self) -> None:
        tape = Tape(**CLASSIC).order("white", "seal", move="e4")
        tape.order("white", "offer-draw").order("arbiter", "resume", absent=["white"])
        tape.order("arbiter", "open-sealed", present=["black"])
        tape.move("e2", "e4").order("black", "seal", ms=3000, move="e5")
        tape.order("arbiter", "open-sealed", ms=60_000, present=["white"])
        told = tape.move("e7", "e5").told()
        assert moves(told) == ["e2e4", "e7e5"]
        offer = next(each for each in told if isinstance(each, Claim))
        assert (offer.kind, offer.law) == ("draw-offer", "CH-10.9")
        assert [r.law for r in of(told, "adjourned")] == ["CH-13.1.1", "CH-14.4"]
        last = [each for each in told if isinstance(each, Clock)][-1]
        assert last.running == "white"
        assert last.sides["white"]["used_ms"] > 60_000

    @pytest.mark.law("DR-11")
    def test_both_players_of_draughts_confirm_the_position(self) -> None:
        tape = Tape(**DRAUGHTS).order("white", "seal", move="32-28")
        tape.order("arbiter", "resume")
        tape.order("white", "seal", confirms=True).order("black", "seal", confirms=True)
        told = tape.order("arbiter", "resume").told()
        (refused,) = tape.refused
        assert "still to be confirmed by white and black" in refused
        assert [r.law for r in of(told, "set-up-again")] == ["DR-11"]
        assert [r.law for r in of(told, "position-unconfirmed")] == ["DR-11"]
        found = [each for each in told if isinstance(each, Claim)]
        assert [(c.kind, c.side) for c in found] == [
            ("position-confirmed", "white"), ("position-confirmed", "black"),
        ]  # fmt: skip


class TestDraughts:
    @pytest.mark.law("DR-9.1")
    def test_a_pause_calls_the_arbiter_and_stops_nothing(self) -> None:
        told = Tape(**DRAUGHTS).order("white", "pause").told()
        assert [r.law for r in of(told, "needs-arbiter:pause")] == ["DR-9.1"]
        assert all(each.running == "white" for each in told if isinstance(each, Clock))

    @pytest.mark.law("DR-15.1.3", "DR-14.4", "DR-7.6")
    @pytest.mark.parametrize("claims", ["players", "automatic"])
    def test_the_opponent_alone_demands_and_refusing_offers_the_loss(self, claims: str) -> None:
        tape = Tape(**BACKWARDS, claims=claims).move("32", "28").then(400, press="white")
        tape.move("1", "6").then(400, press="black").move("28", "32").then(400, press="white")
        tape.order("arbiter", "accept-irregularity", ms=4000)
        tape.order("arbiter", "demand-correction", ms=200).order("black", "demand-correction")
        tape.order("black", "demand-correction", ms=20_000)
        told = tape.order("arbiter", "penalty", side="white", kind="loss-for-refusal").told()
        (found,) = [each for each in told if isinstance(each, Irregularity)]
        assert (found.law, found.remedy) == ("DR-7.4.2", "accept-or-correct")
        (due,) = of(told, "needs-arbiter:loss-for-refusal")
        assert (due.side, due.law) == ("white", "DR-14.4")
        assert [p.kind for p in told if isinstance(p, Penalty)] == ["loss-for-refusal"]
        assert result(told) == ("0-2", "DR-14.4")

    @pytest.mark.law("DR-8.2.7")
    @pytest.mark.parametrize(
        ("answer", "ends"),
        [("accept-draw", ("1-1", "DR-8.1.3.1A")), ("decline-draw", ("2-0", "DR-8.2"))],
    )
    def test_a_flag_waits_for_the_ruling(self, answer: str, ends: tuple[str, str]) -> None:
        tape = Tape(game="draughts-100", start="B:WK1,K2,K3:BK50", time_control="0:30")
        tape.order("black", "claim-move-limit")
        told = tape.order("arbiter", answer, ms=60_000).told()
        assert [r.law for r in of(told, "flag-waits")] == ["DR-8.2.7"]
        assert result(told) == ends

    @pytest.mark.law("DR-7.4.2", "DR-7.4.6")
    @pytest.mark.parametrize(
        ("origin", "target", "law"), [("38", "33", "DR-7.4.2"), ("32", "27", "DR-7.4.6")]
    )
    def test_whose_man_could_have_captured_names_the_law(
        self, origin: str, target: str, law: str
    ) -> None:
        tape = Tape(game="draughts-100", start="W:W32,38,50:B28,1,2")
        told = tape.move(origin, target).told(6000)
        assert [each.law for each in told if isinstance(each, Irregularity)] == [law]

    @pytest.mark.law("DR-7.4.9")
    def test_a_man_let_go_within_a_capture_is_put_to_the_opponent(self) -> None:
        tape = Tape(game="draughts-100", start="W:W37,50:B31,21,1", time_control="90:00")
        tape.then(1000, set={"37": 0}).then(300, set={"26": 1}).then(800, set={"26": 0})
        tape.then(300, set={"17": 1}).then(300, set={"31": 0}).then(300, set={"21": 0})
        told = tape.told(6000)
        (found,) = [each for each in told if isinstance(each, Irregularity)]
        assert (found.law, found.remedy) == ("DR-7.4.9", "accept-or-correct")
        assert moves(told) == ["37x17"]
        assert not [each for each in told if isinstance(each, Penalty | Result)]
