"""The clock of a board: presses and moves, and flags."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.core.messages import Clock, Move, Ruling
from rules.registry import game_by_name
from tests.core import boards
from tests.core.clocks import clocked, endings, faces, left, running
from tests.core.policies import TOLD
from tests.core.rig import CLASSIC, FIDE, Rig

OPENING = "e2- 300 e4+ 400 w! 900 e7- 200 e5+ 900 b!"
QUEEN_V_KING = "4k3/8/8/8/8/8/8/3QK3 w - - 0 1"


class TestPresses:
    @pytest.mark.law("CH-12.1")
    def test_the_first_sides_clock_starts_with_the_game(self) -> None:
        board = clocked()
        kinds = [type(message) for message in board.said]
        assert [kind.__name__ for kind in kinds] == ["GameStarted", "Clock"]
        board.wait(4000)
        assert (running(board), left(board), left(board, "black")) == ("white", 296_000, 300_000)

    @pytest.mark.law("CH-12.1")
    def test_from_a_position_in_which_black_is_to_move_blacks_clock_starts(self) -> None:
        board = clocked(start="4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 1").hands("1000 e7- 300 e5+ 400 b!")
        assert (running(board), left(board), left(board, "black")) == ("white", 300_000, 298_300)

    @pytest.mark.law("CH-12.1")
    def test_a_clock_that_the_arbiter_starts_runs_for_black_where_black_is_to_move(self) -> None:
        settings = clocked(start="4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 1").settings
        board = Rig(settings=replace(settings, clock_starts="arbiter")).hands("1000 b! 1000")
        assert running(board) is None
        board.hands("w! 1000")
        assert (running(board), left(board, "black")) == ("black", 299_000)

    @pytest.mark.law("FIDE-6.2.1")
    def test_a_press_stops_one_clock_and_starts_the_other_in_the_same_moment(self) -> None:
        board = clocked("5:00+0:05").hands("1000 e2- 300 e4+ 400 w!")
        assert (running(board), left(board)) == ("black", 305_000 - 1700 + 5000)
        board.wait(3000)
        assert (left(board), left(board, "black")) == (308_300, 302_000)

    @pytest.mark.law("FIDE-6.2.1")
    def test_the_move_says_what_the_clock_showed_at_its_press(self) -> None:
        board = clocked("5:00+0:05").hands(f"1000 {OPENING} 500")
        white, black = board.of(Move)
        assert white.clocks is not None
        assert black.clocks is not None
        assert (white.completed_by, white.clocks["white"]["remaining_ms"]) == ("pressed", 308_300)
        # Black's rested before it was pressed: the move is told with what the clock showed then.
        assert black.completed_by == "settled"
        assert black.clocks["black"]["remaining_ms"] == 305_000 - 900 - 200 - 750
        assert [(c.ply, c.running) for c in board.of(Clock)] == [
            (None, "white"),
            (None, "black"),
            (2, "white"),
        ]

    @pytest.mark.law("FIDE-6.2.1", "CH-5.6.4")
    def test_a_choice_made_after_the_pawn_has_landed_is_no_press(self) -> None:
        board = clocked(start="7k/P7/8/8/8/8/P7/7K w - - 0 1").hands("1000 a7- 300 a8+ 2000")
        assert board.command("white", "promote", to="n")
        board.wait(3000)
        assert [move.move for move in board.of(Move)] == ["a7a8q", "a7a8n"]
        assert (running(board), left(board)) == ("white", 300_000 - 6300)
        board.hands("w! 1000")
        assert (running(board), left(board), left(board, "black")) == ("black", 293_700, 299_000)

    @pytest.mark.law("FIDE-6.2.1", "CH-5.6.4")
    def test_nor_does_it_give_back_the_turn_of_a_press(self) -> None:
        board = clocked("5:00+0:10", start="7k/P7/8/8/8/8/P7/7K w - - 0 1")
        board.hands("1000 a7- 300 a8+ 700 w! 1000")
        assert board.command("white", "promote", to="n")
        board.wait(1000)
        assert (running(board), left(board), left(board, "black")) == ("black", 318_000, 308_000)

    @pytest.mark.law("XQ-6", "FIDE-12.6")
    def test_a_press_forgotten_is_not_pointed_out_and_the_clock_runs_on(self) -> None:
        board = clocked().hands("1000 e2- 300 e4+ 5000 e7- 200 e5+ 5000")
        assert (running(board), left(board)) == ("white", 300_000 - 11_500)
        assert all(isinstance(m, Clock | Move) or m.__class__.__name__ in
                   {"GameStarted", "Lifted", "Placed", "Touched"} for m in board.said)  # fmt: skip
        assert not board.session.view().lamps.get("clock")

    def test_only_the_side_whose_clock_runs_can_press(self) -> None:
        board = clocked().hands("1000 b! 1000")
        assert (running(board), left(board)) == ("white", 298_000)
        assert len(board.of(Clock)) == 1

    @pytest.mark.law("FIDE-6.2.1")
    def test_a_reply_before_the_press_is_lawful_and_the_press_counts_for_its_own_move(self) -> None:
        board = clocked("2/5:00,1:00").hands("1000 e2- 300 e4+ 900 e7- 200 e5+ 900 w! 400 b! 500")
        assert board.line == ["e2e4", "e7e5"]
        assert [c.ply for c in board.of(Clock)] == [None, 1, 2]
        assert running(board) == "white"
        faces = board.of(Clock)[-1].sides
        assert (faces["white"]["moves_to_go"], faces["black"]["moves_to_go"]) == (1, 1)

    @pytest.mark.law("FIDE-7.5.3")
    def test_a_press_without_a_move_ends_no_turn_and_brings_no_time(self) -> None:
        board = clocked("5:00+0:05").hands("1000 w! 2000")
        assert board.odd == [("FIDE-7.5.3", "press-without-move")]
        # Black's clock ran until it was plain that no piece had been lifted.
        lost_ms = left(board) - (305_000 - 3000)
        assert (running(board), 0 < lost_ms <= TOLD.within_ms) == ("white", True)
        # A minute for an illegal move, the game being rapid.
        assert left(board, "black") == 305_000 - lost_ms + 60_000
        board.hands("e2- 300 e4+ 400 w! 900")
        assert (board.line, running(board)) == (["e2e4"], "black")
        assert left(board) == 305_000 - 3700 + lost_ms + 5000

    @pytest.mark.law("GO-17.clock", "DR-8.2")
    def test_an_early_press_counts_when_the_move_is_complete(self) -> None:
        game = game_by_name("draughts-100")
        board = clocked("2/5:00,1:00", game=game, rulebook="draughts-100")
        board.hands("1000 32- 300 w! 400 28+ 1500")
        assert board.line == ["32-28"]
        assert running(board) == "black"
        assert board.of(Clock)[-1].sides["white"]["moves_to_go"] == 1

    @pytest.mark.law("CH-6.5")
    def test_the_last_move_of_a_period_counts_only_when_it_is_pressed(self) -> None:
        board = clocked("1/0:10,5:00", rulebook=CLASSIC).hands("1000 e2- 300 e4+ 8000")
        assert board.line == ["e2e4"]
        board.wait(1000)
        assert endings(board) == [("0-1", "time-forfeit", "CH-10.14")]

    @pytest.mark.law("CH-6.5")
    def test_a_move_that_ends_the_game_needs_no_press(self) -> None:
        board = clocked("0:10", boards.MATE, rulebook=CLASSIC).hands("9000 a1- 600 a8+ 3000")
        # The flag fell while the man rested; mate had been given before.
        assert endings(board) == [("1-0", "checkmate", "CH-10.1")]
        assert left(board) == 400
        assert board.of(Clock)[-1].flag is None

    def test_a_man_set_down_after_the_flag_gives_no_mate(self) -> None:
        board = clocked("0:10", boards.MATE).hands("9000 a1- 1100 a8+ 3000")
        assert endings(board) == [("0-1", "time-forfeit", "FIDE-6.9")]

    def test_where_moves_switch_the_clock_it_stops_when_the_man_was_set_down(self) -> None:
        settings = Rig(time_control="5:00+0:05").settings
        board = Rig(settings=replace(settings, clock="moves")).hands(
            "1000 e2- 300 e4+ 4000 e7- 200 e5+ 2000"
        )
        first, second = board.of(Move)
        assert first.clocks is not None
        assert second.clocks is not None
        assert first.clocks["white"]["remaining_ms"] == 305_000 - 1300 + 5000
        assert second.clocks["black"]["remaining_ms"] == 305_000 - 4200 + 5000
        assert running(board) == "white"
        board.hands("w! 500")
        assert running(board) == "white"


class TestFlags:
    @pytest.mark.law("FIDE-6.8", "FIDE-6.9")
    def test_a_flag_loses_at_its_own_moment(self) -> None:
        board = clocked("0:10").hands("1000 e2- 300 e4+ 400 w! 9000")
        assert endings(board) == []
        board.wait(2000)
        assert endings(board) == [("1-0", "time-forfeit", "FIDE-6.9")]
        last = board.of(Clock)[-1]
        assert (last.flag, last.running, last.stopped) == ("black", None, "result")
        assert faces(board)["black"]["remaining_ms"] == 0
        assert faces(board)["white"]["remaining_ms"] == 8300

    @pytest.mark.law("FIDE-6.9")
    def test_it_is_drawn_where_no_moves_could_mate(self) -> None:
        board = clocked("0:10", QUEEN_V_KING).hands("11000")
        assert endings(board) == [("1/2-1/2", "time-forfeit", "FIDE-6.9")]

    @pytest.mark.law("CH-10.14", "CH-10.5")
    def test_by_the_older_law_only_a_bare_king_cannot_win(self) -> None:
        knight = "4k1n1/8/8/8/8/8/8/3QK3 w - - 0 1"
        lost = clocked("0:10", knight, rulebook=CLASSIC).hands("11000")
        drawn = clocked("0:10", QUEEN_V_KING, rulebook=CLASSIC).hands("11000")
        bare = clocked("0:10", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", rulebook=CLASSIC).hands("11000")
        assert endings(lost) == [("0-1", "time-forfeit", "CH-10.14")]
        assert endings(drawn) == endings(bare) == [("1/2-1/2", "time-forfeit", "CH-10.5")]

    @pytest.mark.law("DR-8.2", "XQ-6", "GO-22.time", "GO-22.time")
    @pytest.mark.parametrize(
        ("game", "rulebook", "result", "law"),
        [
            ("draughts-100", "draughts-100", "0-2", "DR-8.2"),
            ("xiangqi", "xiangqi-cxa", "0-1", "XQ-6"),
            ("go", "go-china", "W+T", "GO-22.time"),
            ("go", "go-china-club", "W+T", "GO-22.time"),
        ],
    )
    def test_a_flag_ends_the_game_without_a_claim(
        self, game: str, rulebook: str, result: str, law: str
    ) -> None:
        board = clocked("0:10", game=game_by_name(game), rulebook=rulebook).hands("11000")
        ((found, termination, named),) = endings(board)
        assert (termination, named) == ("time-forfeit", law)
        assert found.startswith(result[0])

    def test_in_observer_mode_the_arbiter_sees_the_flag_and_decides(self) -> None:
        board = clocked("0:10", mode="observer").hands("15000")
        assert endings(board) == []
        assert board.of(Clock)[-1].flag == "white"
        assert board.stage == "play"

    @pytest.mark.law("CH-12.7")
    def test_a_result_stands_against_a_flag_found_down_later(self) -> None:
        board = clocked("0:10").hands("9000")
        assert board.command("white", "resign")
        before = len(board.said)
        board.wait(60_000)
        assert endings(board) == [("0-1", "resignation", "CH-10.2")] or len(endings(board)) == 1
        assert left(board) == 1000
        assert len(board.said) == before

    @pytest.mark.law("CH-12.8", "FIDE-6.11")
    @pytest.mark.parametrize("rulebook", [CLASSIC, FIDE])
    @pytest.mark.parametrize(
        ("control", "minutes", "period"),
        # The last has had all its moves already: there is no period after it.
        [("40/90:00,20/60:00*", 60, 2), ("40/90:00*", 90, 2), ("1/90:00,15:00", 0, 2)],
    )
    def test_of_both_flags_down_the_next_period_begins(
        self, control: str, minutes: int, period: int, rulebook: str
    ) -> None:
        board = clocked(control, rulebook=rulebook).hands(f"1000 {OPENING} 500")
        assert board.command("arbiter", "set-clock", flag="both", why="an old clock")
        law = "CH-12.8" if rulebook == CLASSIC else "FIDE-6.11"
        assert [(r.kind, r.law, r.by) for r in board.of(Ruling)] == [("both-flags", law, "arbiter")]
        shown = board.of(Clock)[-1]
        for side in ("white", "black"):
            assert shown.sides[side]["remaining_ms"] == minutes * 60_000
            assert shown.sides[side]["period"] == period
            assert ("fell" in shown.sides[side]) is (not minutes)
        if minutes:
            assert (shown.flag, shown.why) == (None, "both-flags")
            assert shown.sides["white"]["moves_to_go"] == (20 if "20/" in control else 40)
        board.hands("1000 d2- 300 d4+ 400 w! 1500")
        assert endings(board) == []
        assert running(board) == "black"

    @pytest.mark.law("CH-11.9", "CH-12.8")
    def test_the_arbiter_has_the_next_move_be_the_first_of_the_next_period(self) -> None:
        board = clocked("40/90:00,20/60:00", rulebook=CLASSIC).hands(f"1000 {OPENING} 500")
        before = left(board, "white")
        assert board.command("arbiter", "set-clock", next_period="white", why="no score is left")
        face = board.of(Clock)[-1].sides["white"]
        assert (face["period"], face["moves_to_go"]) == (2, 20)
        assert face["remaining_ms"] == before + 60 * 60_000
        assert board.of(Clock)[-1].sides["black"]["period"] == 1
        board.hands("1000 d2- 300 d4+ 400 w! 1500")
        assert faces(board)["white"]["moves_to_go"] == 19
        sudden = clocked("5:00").hands(f"1000 {OPENING} 500")
        assert not sudden.command("arbiter", "set-clock", next_period="both")
        assert sudden.refusals[-1] == "there is no period after the present one"
        assert not sudden.command("arbiter", "set-clock", next_period="red")

    @pytest.mark.law("CH-12.8")
    def test_both_flags_down_and_nobody_knows_which_first_play_on(self) -> None:
        board = clocked("5:00", rulebook=CLASSIC).hands(f"1000 {OPENING} 500")
        assert board.command(
            "arbiter", "set-clock", flag="both", why="an old clock beside the board"
        )
        assert endings(board) == []
        assert [(r.kind, r.law, r.by) for r in board.of(Ruling)] == [
            ("both-flags", "CH-12.8", "arbiter")
        ]
        board.hands("1000 g1- 300 f3+ 400 w! 1500")
        assert len(board.line) == 3
        assert endings(board) == []

    @pytest.mark.law("FIDE-6.8")
    def test_a_flag_seen_on_another_clock_is_a_flag(self) -> None:
        board = clocked("5:00").hands("1000")
        assert board.command("arbiter", "set-clock", flag="white")
        assert endings(board) == [("0-1", "time-forfeit", "FIDE-6.9")]

    @pytest.mark.law("DR-3")
    def test_the_last_two_minutes_show_seconds_and_a_silent_clock_is_told_every_half_minute(
        self,
    ) -> None:
        board = clocked("3:00").hands("70000")
        told = [(c.sides["white"]["remaining_ms"], c.why) for c in board.of(Clock)]
        assert told == [
            (180_000, "start"),
            (150_000, None),
            (120_000, "last-minutes"),
        ]
        assert [c.sides["white"]["seconds"] for c in board.of(Clock)] == [False, False, True]
        assert not board.of(Clock)[-1].sides["black"]["seconds"]


class TestByoYomi:
    def go(self, rulebook: str) -> Rig:
        return clocked("0:05,2x0:10", game=game_by_name("go"), rulebook=rulebook)

    @pytest.mark.law("GO-22.time", "GO-22.time")
    @pytest.mark.parametrize("rulebook", ["go-china", "go-china-club"])
    def test_absence_in_byo_yomi_goes_on_counting(self, rulebook: str) -> None:
        board = self.go(rulebook).hands("20000")
        assert faces(board)["black"]["byo_yomi_left"] == 1
        board.wait(6000)
        assert len(endings(board)) == 1

    def ready_to_capture(self, rulebook: str) -> Rig:
        """White's stone on d4 has one liberty left, d3, and Black is in his last period."""
        rig = self.go(rulebook)
        black = ("c4", "e4", "d5")
        white = ("d4", "q16", "q4")
        for mine, theirs in zip(black, white, strict=True):
            rig.hands(f"1000 {mine}+ 900 b! 1000 {theirs}+ 900 w!")
        rig.wait(15_000)
        assert faces(rig)["black"]["byo_yomi_left"] == 1
        return rig

    @pytest.mark.law("GO-22.time")
    def test_taking_stones_off_does_not_count(self) -> None:
        board = self.ready_to_capture("go-china")
        used = faces(board)["black"]["used_ms"]
        spare = faces(board)["black"]["remaining_ms"]
        theirs = faces(board)["white"]["used_ms"]
        board.wait(spare - 500)
        board.hands("d3+ 3000 d4- 400 b!")
        assert faces(board)["white"]["used_ms"] == theirs
        board.wait(1500)
        assert faces(board)["white"]["used_ms"] == theirs + 1500
        assert endings(board) == []
        assert board.line[-1] == "d3"
        assert faces(board)["black"]["used_ms"] == used + spare - 500
        assert faces(board)["black"]["remaining_ms"] == 10_000

    @pytest.mark.law("GO-22.time")
    def test_taking_stones_off_counts_in_the_club(self) -> None:
        board = self.ready_to_capture("go-china-club")
        board.wait(faces(board)["black"]["remaining_ms"] - 500)
        board.hands("d3+ 3000 d4- 400 b! 1500")
        assert [each[2] for each in endings(board)] == ["GO-22.time"]

    @pytest.mark.law("GO-22.time")
    def test_overstepping_becomes_a_pass_for_a_player_who_has_asked(self) -> None:
        board = self.go("go-china-club").hands("20000")
        assert board.command("black", "pass", at_flag=True)
        board.wait(10_000)
        assert endings(board) == []
        assert board.line == ["pass"]
        assert running(board) == "white"
        assert faces(board)["black"]["remaining_ms"] == 10_000

    @pytest.mark.law("GO-22.time")
    def test_what_was_asked_holds_for_one_move_and_one_rulebook_only(self) -> None:
        board = self.go("go-china-club")
        assert not board.command("white", "pass", at_flag=True)
        assert board.command("black", "pass", at_flag=True)
        board.hands("1000 d4+ 900 b! 1000 q4+ 900 w! 30000")
        assert len(endings(board)) == 1
        assert not self.go("go-china").command("black", "pass", at_flag=True)
