"""Clocks that stand: claims, pauses, men to be put back; what the arbiter sets; who comes late."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.core.messages import Clock, Ruling
from rules.registry import game_by_name
from tests.core.clocks import clocked, endings, faces, left, running, shown
from tests.core.rig import CLASSIC, FIDE, Rig

MIN = 60_000
OPENING = "e2- 300 e4+ 400 w! 900 e7- 200 e5+ 900 b!"


def draughts(control: str = "5:00") -> Rig:
    return clocked(control, game=game_by_name("draughts-100"), rulebook="draughts-100")


class TestRestoring:
    @pytest.mark.law("CH-8.3", "FIDE-7.4")
    @pytest.mark.parametrize("rulebook", [CLASSIC, FIDE])
    def test_the_knockers_clock_runs_until_the_men_stand_again(self, rulebook: str) -> None:
        board = clocked(rulebook=rulebook).hands(f"1000 {OPENING} 1000")
        board.hands("d2-,c2-,f2-,g2- 6400")
        assert board.stage == "restore"
        assert board.odd[-1][1] == "displaced"
        assert running(board) == "white"
        before = left(board)
        board.hands("w! 1000 g2+ 300 c2+ 300 f2+ 600")
        assert (running(board), left(board)) == ("white", before - 2200)
        board.hands("d2+ 2000")
        assert (board.stage, running(board)) == ("play", "white")

    @pytest.mark.law("DR-8.2")
    def test_two_moves_in_a_row_are_undone_on_own_time_and_then_the_other_thinks_on(self) -> None:
        board = draughts().hands("1000 32- 300 28+ 400 w! 1500 31- 300 27+ 2000")
        assert (board.stage, running(board)) == ("choice", "black")
        assert board.command("black", "demand-correction")
        board.hands("500")
        before = left(board, "black")
        assert (board.stage, running(board)) == ("restore", "white")
        board.hands("4000 27- 300 31+ 2000")
        assert (board.stage, running(board)) == ("play", "black")
        assert before - left(board, "black") < 2000

    @pytest.mark.law("FIDE-7.5.1", "CH-12.5")
    def test_an_illegal_move_stops_the_clocks_until_it_is_undone(self) -> None:
        board = clocked("5:00+0:05").hands("1000 e2- 300 e5+ 400 w! 2000")
        assert board.stage == "restore"
        assert running(board) is None
        assert board.of(Clock)[-1].stopped == "restore"
        at_stop = left(board)
        board.wait(60_000)
        assert left(board) == at_stop
        # It was White's press, but no move: neither it nor its five seconds count.
        assert at_stop <= 305_000 - 1700
        board.hands("e5- 300 e2+ 2000")
        assert (board.stage, running(board)) == ("play", "white")
        board.hands("e2- 300 e4+ 400 w! 1500")
        assert board.line == ["e2e4"]
        assert running(board) == "black"

    @pytest.mark.law("DR-8.2")
    def test_a_correction_takes_the_offenders_time(self) -> None:
        board = draughts().hands("1000 32- 300 27+ 400 w! 5000")
        # 32-27 is legal; a man that goes backwards is not.
        board.hands("19- 300 23+ 400 b! 1500 27- 300 32+ 400 w! 6000")
        assert board.stage == "choice"
        assert running(board) == "black"
        assert board.command("black", "demand-correction")
        board.hands("1000")
        before = left(board, "black")
        assert (board.stage, running(board)) == ("restore", "white")
        board.hands("5000 32- 300 27+ 2000")
        assert board.stage == "play"
        assert left(board, "black") == before
        assert running(board) == "white"

    def test_in_observer_mode_the_board_stops_no_clock(self) -> None:
        board = clocked(mode="observer").hands("1000 e2- 300 e5+ 400 w! 2000")
        assert board.stage == "restore"
        assert running(board) == "black"

    @pytest.mark.law("CH-12.5")
    def test_a_breach_that_is_claimed_takes_the_move_back_and_its_time(self) -> None:
        board = clocked("5:00+0:05", claims="automatic")
        board.hands("1000 d2- 300 d2+ 400 e2- 300 e4+ 400 w! 1500")
        assert board.stage == "restore"
        assert running(board) is None
        assert left(board) == 305_000 - 2400
        assert faces(board)["white"]["used_ms"] == 2400
        board.hands("e4- 300 e2+ 2000")
        assert (board.stage, running(board)) == ("play", "white")


class TestPauses:
    @pytest.mark.law("DR-9.1")
    def test_in_draughts_a_player_calls_the_arbiter_and_stops_no_clock(self) -> None:
        board = draughts("90:00").hands("1000 32- 300 28+ 400 w! 1000")
        assert board.command("white", "pause", why="noise")
        (called,) = board.of(Ruling)
        assert (called.kind, called.side, called.law, called.why) == (
            "needs-arbiter:pause", "white", "DR-9.1", "noise",
        )  # fmt: skip
        before = left(board, "black")
        board.wait(5000)
        assert (running(board), before - left(board, "black")) == ("black", 5000)
        assert board.command("arbiter", "pause")
        assert running(board) is None

    @pytest.mark.law("CH-12.5", "FIDE-6.8", "DR-3", "CH-11.7")
    @pytest.mark.parametrize("role", ["arbiter", "white", "black"])
    def test_both_clocks_stop_together_and_the_arbiter_sets_them_going(self, role: str) -> None:
        board = clocked().hands(f"1000 {OPENING} 1000")
        assert board.command(role, "pause", why="the lights went out")
        stood = faces(board)
        board.wait(600_000)
        assert faces(board) == stood
        last = board.of(Clock)[-1]
        assert (last.running, last.stopped, last.by) == (None, "pause:the lights went out", role)
        assert not board.command("arbiter", "pause")
        assert not board.command("white", "resume")
        assert board.command("arbiter", "resume")
        assert running(board) == "white"

    @pytest.mark.law("CH-5.6.5")
    def test_a_player_whose_new_queen_is_not_at_hand_stops_the_clocks(self) -> None:
        board = clocked("0:20", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1").hands("15000 a7- 400")
        assert board.command("white", "pause", why="no queen")
        board.hands("60000 a8+ 2000")
        assert board.command("arbiter", "resume")
        board.hands("400 w! 1500")
        assert len(board.line) == 1
        assert running(board) == "black"

    @pytest.mark.law("XQ-9.1.2")
    def test_a_player_of_xiangqi_who_stops_the_clocks_commits_a_foul(self) -> None:
        board = clocked(game=game_by_name("xiangqi"), rulebook="xiangqi-cxa").hands("1000")
        assert board.command("red", "pause")
        assert board.odd == [("XQ-9.1.2", "clock-without-leave")]
        assert running(board) == "red"
        assert board.session.penalties

    @pytest.mark.law("XQ-8.5", "XQ-8.6")
    def test_questions_in_xiangqi_take_own_time_and_the_clock_is_the_movers_to_press(self) -> None:
        board = clocked(game=game_by_name("xiangqi"), rulebook="xiangqi-cxa").hands("1000")
        assert board.command("red", "offer-draw") or board.refusals
        board.hands("4000")
        assert (running(board), left(board, "red")) == ("red", 300_000 - 5000)
        board.hands("h2- 300 e2+ 400")
        assert board.command("red", "press-clock")
        board.hands("1500")
        assert running(board) == "black"

    def test_no_command_of_the_clock_does_anything_without_one(self) -> None:
        board = Rig().hands("1000")
        for name in ("pause", "resume"):
            assert not board.command("arbiter", name)
        assert not board.command("arbiter", "set-clock", times={"white": 1000})
        assert board.of(Clock) == []


class TestSetting:
    @pytest.mark.law("CH-12.4")
    def test_a_correction_leaves_what_the_law_says(self) -> None:
        board = clocked("40/90:00,15:00", rulebook=CLASSIC).hands("1000")
        before = faces(board)
        assert not board.command("arbiter", "set-clock", times={"white": 39 * MIN})
        assert "0:40:00 (CH-12.4)" in board.refusals[-1]
        assert faces(board) == before
        assert board.command(
            "arbiter", "set-clock", times={"white": 40 * MIN}, why="it stood still"
        )
        assert left(board) == 40 * MIN
        last = board.of(Clock)[-1]
        assert (last.why, last.by) == ("it stood still", "arbiter")

    @pytest.mark.law("CH-12.4")
    def test_a_player_who_has_less_already_keeps_what_he_has(self) -> None:
        board = clocked("5:00", rulebook=CLASSIC).hands("100000")
        assert not board.command("arbiter", "set-clock", times={"white": 199_000})
        assert board.command("arbiter", "set-clock", times={"white": 201_000})

    @pytest.mark.law("FIDE-6.10")
    def test_the_laws_in_force_set_no_floor_for_a_defective_clock(self) -> None:
        board = clocked("5:00").hands("100000")
        assert board.command("arbiter", "set-clock", times={"white": 1000}, why="it ran wrong")
        assert left(board) == 1000

    @pytest.mark.law("CH-12.6")
    def test_times_nobody_knows_are_proposed_in_proportion_and_not_set(self) -> None:
        board = clocked("90:00", rulebook=CLASSIC)
        for white, black in (("e2- 300 e4+", "e7- 300 e5+"), ("g1- 300 f3+", "b8- 300 c6+")):
            board.hands(f"59700 {white} 900 w! 29700 {black} 900 b!")
        used = faces(board)["white"]["used_ms"]
        before = faces(board)
        assert board.command("arbiter", "set-clock", share=2)
        assert faces(board) == before
        (found,) = board.of(Ruling)
        assert (found.kind, found.law, found.plies) == ("times-proposed", "CH-12.6", [2, 4])
        half = 90 * MIN - used // 2
        assert found.evidence[0].startswith(f"white 1:{half // MIN - 60}:")

    @pytest.mark.law("GO-22.8")
    def test_the_club_shares_times_out_and_the_state_rules_do_not(self) -> None:
        go = game_by_name("go")
        club = clocked("30:00", game=go, rulebook="go-china-club").hands("1000 d4+ 900 b! 1000")
        assert club.command("arbiter", "set-clock", share=0)
        assert club.of(Ruling)[-1].law == "GO-22.8"
        china = clocked("30:00", game=go, rulebook="go-china").hands("1000")
        assert not china.command("arbiter", "set-clock", share=0)

    @pytest.mark.parametrize(
        "args",
        [
            {},
            {"times": {}},
            {"times": {"red": 1}},
            {"times": {"white": -1}},
            {"times": {"white": True}},
            {"times": {"white": 1.5}},
            {"times": {"white": 0}},
            {"times": [1]},
            {"flag": "nobody"},
            {"share": 7},
            {"share": "2"},
            {"late": {"white": "5"}},
            {"times": {"white": 1000}, "flag": "white"},
        ],
    )
    def test_what_cannot_be_is_refused_and_changes_nothing(self, args: dict[str, object]) -> None:
        board = clocked("5:00").hands("1000")
        before, said = shown(board), len(board.said)
        assert not board.command("arbiter", "set-clock", **args)
        assert shown(board) == before
        assert len(board.said) == said


class TestLateness:
    def waiting(self, rulebook: str = FIDE, control: str = "90:00") -> Rig:
        settings = clocked(control, rulebook=rulebook).settings
        return Rig(settings=replace(settings, clock_starts="arbiter"))

    @pytest.mark.law("CH-12.1", "CH-12.3")
    @pytest.mark.parametrize("starter", ["arbiter", "black"])
    def test_the_clock_is_started_by_the_arbiter_or_by_the_side_that_moves_second(
        self, starter: str
    ) -> None:
        board = self.waiting().hands("60000")
        assert (running(board), left(board)) == (None, 90 * MIN)
        if starter == "arbiter":
            assert board.command("arbiter", "resume")
        else:
            board.hands("b!")
        assert running(board) == "white"

    @pytest.mark.law("FIDE-6.7")
    def test_who_comes_later_than_the_default_time_has_lost(self) -> None:
        board = self.waiting()
        assert board.command("arbiter", "set-clock", late={"white": 1000}, why="came at 15:01")
        assert endings(board) == [("0-1", "default", "FIDE-6.7")]

    @pytest.mark.law("CH-10.15")
    def test_an_hour_is_lost_from_the_clock_and_more_loses_the_game(self) -> None:
        board = self.waiting(CLASSIC)
        assert board.command("arbiter", "set-clock", late={"white": 60 * MIN})
        assert (endings(board), left(board)) == ([], 30 * MIN)
        assert board.command("arbiter", "set-clock", late={"white": 60 * MIN + 1})
        assert endings(board) == [("0-1", "default", "CH-10.15")]

    @pytest.mark.law("DR-8.3", "DR-9.2")
    def test_in_draughts_what_both_have_lost_is_shared(self) -> None:
        board = draughts("60:00").hands("1000")
        assert board.command("arbiter", "set-clock", late={"white": 20 * MIN, "black": 30 * MIN})
        assert left(board) == 50 * MIN - 1000
        assert left(board, "black") == 40 * MIN
        assert {c.why for c in board.of(Clock)[-2:]} == {"DR-9.2"}

    @pytest.mark.law("DR-8.3")
    def test_both_may_lose_by_coming_late(self) -> None:
        board = draughts("60:00").hands("1000")
        assert board.command("arbiter", "set-clock", late={"white": 61 * MIN, "black": 61 * MIN})
        assert endings(board) == [("0-0", "default", "DR-8.3")]

    @pytest.mark.law("GO-22.time")
    def test_the_club_deducts_twice(self) -> None:
        board = clocked("60:00", game=game_by_name("go"), rulebook="go-china-club")
        assert board.command("arbiter", "set-clock", late={"white": 10 * MIN})
        assert left(board, "white") == 40 * MIN

    @pytest.mark.law("CH-10.15", "FIDE-6.7")
    def test_the_board_cannot_see_who_is_there_and_asks_the_arbiter(self) -> None:
        board = clocked("90:00", rulebook=CLASSIC).hands("3600001")
        assert [(r.kind, r.side, r.law) for r in board.of(Ruling)] == [
            ("needs-arbiter:default", "white", "CH-10.15"),
            ("needs-arbiter:default", "black", "CH-10.15"),
        ]
        assert endings(board) == []
        fide = clocked("90:00")
        fide = Rig(settings=replace(fide.settings, default_time_ms=15 * MIN)).hands("900001")
        assert [r.law for r in fide.of(Ruling)] == ["FIDE-6.7"] * 2

    def test_who_has_touched_a_man_is_there(self) -> None:
        board = clocked("90:00", rulebook=CLASSIC).hands("3000000 e2- 300 e2+ 1000000")
        assert [r.side for r in board.of(Ruling)] == ["black"]

    @pytest.mark.law("CH-10.15", "DR-8.3")
    @pytest.mark.parametrize("game", ["chess", "draughts-100"])
    def test_lateness_counts_from_the_start_whoevers_clock_runs(self, game: str) -> None:
        """White comes after 50 minutes and moves; Black is an hour late ten minutes later."""
        law, hands = ("CH-10.15", "e2- 300 e4+") if game == "chess" else ("DR-8.3", "32- 300 28+")
        book = CLASSIC if game == "chess" else game
        board = clocked("120:00", game=game_by_name(game), rulebook=book)
        board.hands(f"3000000 {hands} 300 w! 2000 590000")
        assert board.of(Ruling) == []
        board.hands("10000")
        (found,) = board.of(Ruling)
        assert (found.kind, found.side, found.law) == ("needs-arbiter:default", "black", law)
        assert 3_600_000 <= board.at_ns // 1_000_000 < 3_603_000
        assert endings(board) == []

    @pytest.mark.law("CH-10.15")
    def test_before_the_arbiter_starts_the_clock_nobody_is_late(self) -> None:
        board = self.waiting(CLASSIC).hands("4000000")
        assert board.of(Ruling) == []
        assert board.command("arbiter", "resume")
        board.hands("3599000")
        assert board.of(Ruling) == []
        board.hands("1001")
        assert {r.side for r in board.of(Ruling)} == {"white", "black"}

    def test_lateness_is_settled_before_both_have_moved(self) -> None:
        board = clocked("90:00").hands(f"1000 {OPENING} 1000")
        assert not board.command("arbiter", "set-clock", late={"white": 1000})


class TestRapidAndBlitz:
    @pytest.mark.law("FIDE-A", "FIDE-B")
    @pytest.mark.parametrize(("control", "gives"), [("15:00+0:10", 1), ("3:00", 1), ("90:00", 2)])
    def test_an_illegal_move_gives_the_opponent_a_minute_or_two(
        self, control: str, gives: int
    ) -> None:
        board = clocked(control).hands("1000")
        before = left(board, "black")
        board.hands("e2- 300 e5+ 400 w! 1500")
        # Black's clock had run for a moment when the illegal move was found.
        assert gives * MIN - 2000 < left(board, "black") - before <= gives * MIN

    @pytest.mark.law("FIDE-A", "FIDE-B")
    def test_an_illegal_move_that_the_arbiter_lets_stand_stands(self) -> None:
        board = clocked("3:00").hands("1000 e2- 300 e5+ 400 w! 1500")
        assert board.command("arbiter", "accept-irregularity")
        board.hands("1500")
        assert board.line == ["e2e5"]
        assert running(board) == "black"
