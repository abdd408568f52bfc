"""Moves taken back on the board: one ply or two, in any order, slowly or quickly. They are never moves."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from controller.core.messages import Correction, Irregularity, Move, Obligation
from rules.registry import game_by_name
from tests.core.go.test_go_referee import KO
from tests.core.go.test_go_tracking import NINE
from tests.core.policies import NAMED
from tests.core.rig import Rig, recovered

GAPS_MS = (60, 200, 600, 1600)
TAKEN_BACK = {
    "moves-taken-back",
    "move-taken-back",
    "released-man-moved",
    "stone-moved-after-release",
}
gaps = pytest.mark.parametrize("gap_ms", GAPS_MS)


class Line(NamedTuple):
    """Two plies: what hands do for them, and how they take them back, the last ply first."""

    game: str
    played: str
    last_back: str
    first_back: str


KNIGHTS = Line("chess", "g1- f3+ 1500 g8- f6+ 1500", "f6- g8+", "f3- g1+")
LINES = [
    pytest.param(KNIGHTS, id="knights", marks=pytest.mark.law("FIDE-4.7")),
    pytest.param(
        Line("chess", "e2- e4+ 1500 d7- d5+ 1500", "d5- d7+", "e4- e2+"),
        id="pawns", marks=pytest.mark.law("FIDE-4.7"),
    ),
    pytest.param(
        Line("xiangqi", "h0- g2+ 1500 h9- g7+ 1500", "g7- h9+", "g2- h0+"),
        id="horses", marks=pytest.mark.law("XQ-5.7"),
    ),
    pytest.param(
        Line("xiangqi", "h2- e2+ 1500 h9- g7+ 1500", "g7- h9+", "e2- h2+"),
        id="cannon", marks=pytest.mark.law("XQ-5.7"),
    ),
    pytest.param(
        Line("draughts-100", "32- 28+ 1500 19- 23+ 1500", "23- 19+", "28- 32+"),
        id="draughts", marks=pytest.mark.law("DR-7.4.4"),
    ),
    pytest.param(
        Line("go", "d4+ 1500 q16+ 1500", "q16-", "d4-"),
        id="stones", marks=pytest.mark.law("GO-17.release"),
    ),
]  # fmt: skip
lines = pytest.mark.parametrize("line", LINES)


def board(name: str, start: str | None = None) -> Rig:
    game = game_by_name(name)
    return Rig(start, game=game, rulebook=game.rulebook.name)


def rig_of(line: Line) -> Rig:
    rig = board(line.game)
    rig.hands(f"1000 {slowly(line.played, 250)}")
    assert len(rig.line) == 2
    return rig


def slowly(line: str, gap_ms: int) -> str:
    """The acts with a pause after each."""
    return " ".join(token if token.isdigit() else f"{token} {gap_ms}" for token in line.split())


def back(rig: Rig, line: Line, gap_ms: int, plies: int = 2) -> None:
    acts = f"{line.last_back} {line.first_back}" if plies == 2 else line.last_back
    rig.hands(f"{slowly(acts, gap_ms)} 5000")


@lines
@gaps
@pytest.mark.parametrize("plies", [1, 2])
def test_no_ply_taken_back_becomes_a_move(line: Line, gap_ms: int, plies: int) -> None:
    rig = rig_of(line)
    back(rig, line, gap_ms, plies)
    assert len(rig.of(Move)) == 2, rig.story()
    assert rig.stage in ("restore", "choice")
    kinds = {kind for _, kind in rig.odd}
    assert kinds <= TAKEN_BACK
    if plies == 2 and gap_ms < rig.settings.timings.irregular_ms:
        assert kinds == {"moves-taken-back"}


@gaps
@pytest.mark.law("FIDE-4.7")
def test_knights_that_return_together(gap_ms: int) -> None:
    """Both hands at once; White, who is on move, sets his down last."""
    rig = rig_of(KNIGHTS)
    rig.hands(slowly("f6- f3- g8+ g1+", gap_ms) + " 5000")
    assert len(rig.of(Move)) == 2, rig.story()
    assert rig.stage == "restore"


@lines
@pytest.mark.parametrize("role", ["opponent", "arbiter"])
def test_an_agreed_take_back_retracts_the_plies(line: Line, role: str) -> None:
    rig = rig_of(line)
    back(rig, line, 400)
    offender = rig.session.irregularity
    assert offender is not None
    opponent = next(side for side in rig.game.sides if side != offender.side)
    assert not rig.command(offender.side, "accept-irregularity")
    assert rig.command(opponent if role == "opponent" else role, "accept-irregularity")
    (found,) = rig.of(Correction)
    assert (found.from_ply, found.to_ply, found.why) == (1, 2, "take-back")
    assert (rig.line, rig.stage) == ([], "play")
    rig.hands(slowly(line.played, 250))
    assert len(rig.line) == 2
    assert rig.stage == "play"


@lines
def test_men_put_back_leave_the_record_as_it_was(line: Line) -> None:
    rig = rig_of(line)
    back(rig, line, 400)
    before = list(rig.line)
    acts = [token for token in f"{line.last_back} {line.first_back}".split() if token[-1] in "+-"]
    undone = " ".join(a[:-1] + ("-" if a[-1] == "+" else "+") for a in reversed(acts))
    rig.hands(f"{slowly(undone, 400)} 2000")
    assert (rig.line, rig.stage) == (before, "play")
    assert rig.of(Correction) == []


@lines
def test_a_new_program_knows_what_was_taken_back(line: Line) -> None:
    rig = rig_of(line)
    back(rig, line, 400)
    assert rig.command("arbiter", "accept-irregularity")
    read = recovered(rig.settings, rig.said)
    assert read.line.ply == 0
    assert read.line.position.text == rig.session.line.position.text
    assert (read.touched, read.breach, read.irregularity) == ([], None, None)


@pytest.mark.law("FIDE-4.7")
def test_knights_that_go_back_in_turn_have_moved() -> None:
    """Nothing tells a repetition from a take-back when White goes back first, as he does on move."""
    rig = rig_of(KNIGHTS)
    rig.hands(slowly("f3- g1+ 1500 f6- g8+ 1500", 300))
    assert rig.line == ["g1f3", "g8f6", "f3g1", "f6g8"]
    assert (rig.odd, rig.questions) == ([], [])


@pytest.mark.law("GO-20.ko")
@pytest.mark.parametrize(
    ("hands", "kind"),
    [
        pytest.param(
            "c4- 300 d4+",
            "move-taken-back",
            marks=pytest.mark.xfail(
                strict=True,
                reason="that a captured stone comes off after its captor stands is not weighed",
            ),
        ),
        ("c4- 100 d4+", "ko-retaken-at-once"),
        ("d4+ 900 c4-", "ko-retaken-at-once"),
    ],
)
def test_a_ko_that_is_not_captured_after_all_is_not_retaken(hands: str, kind: str) -> None:
    """Found by `touchmove simulate --game go --faults messy --seed 187000072 --plies 40`."""
    rig = Rig(KO, game=NINE, rulebook="go-china").hands(f"1000 c4+ 300 d4- 1500 {hands} 3000")
    assert [found.kind for found in rig.of(Irregularity)] == [kind]
    assert rig.line == ["c4"] + ["pass"] * (kind != "move-taken-back")
    assert rig.stage == "restore"


def test_a_reply_that_undoes_the_move_before_it_does_not_answer_what_was_made_between() -> None:
    """Red's e3 is off by its sensor alone, and Black takes back: e3-e4 was perhaps not made."""
    rig = board("xiangqi").hands("1000 g3- 300 g4+ 1500 h7- 300 d7+ 1500 e3- 2500 d7- 700 h7+ 8000")
    assert rig.line == ["g3g4", "h7d7"]
    assert rig.questions == [["e3e4"]]
    assert rig.command("red", "answer", move="e3e4")
    assert rig.line == ["g3g4", "h7d7", "e3e4", "d7h7"]


def test_one_ply_is_accepted_by_the_arbiter() -> None:
    rig = rig_of(KNIGHTS)
    back(rig, KNIGHTS, 300, plies=1)
    assert rig.odd == [("FIDE-4.7", "released-man-moved")]
    assert rig.command("arbiter", "accept-irregularity")
    assert rig.line == ["g1f3"]
    rig.hands("e7- 300 e5+ 1500")
    assert rig.line == ["g1f3", "e7e5"]
    assert rig.stage == "play"


def test_another_move_instead_counts_once_it_is_accepted() -> None:
    rig = rig_of(KNIGHTS)
    rig.hands("f6- 300 h6+ 3000")
    assert rig.odd == [("FIDE-4.7", "released-man-moved")]
    assert rig.command("white", "accept-irregularity")
    rig.wait(3000)
    assert (rig.line, rig.stage) == (["g1f3", "g8h6"], "play"), rig.story()


@pytest.mark.law("DR-7.4.4")
def test_a_man_set_down_while_the_capturer_stands_is_the_captured_one() -> None:
    """Black's man goes back from 23 to 18, then White's from 29 to 34; 24 is jolted. 29x18 was never played."""
    rig = board("draughts-100", "W:W29,31,33,35-50:B1-12,14-17,20,23,24")
    rig.hands("1000 23- 310 18+ 290 24- 5 29- 45 24+ 290 34+ 1500")
    assert rig.moves == [], rig.story()


@pytest.mark.law("DR-7.4.4")
def test_a_capture_over_the_point_that_the_captured_man_came_from_is_no_take_back() -> None:
    """g3-f4, e5xg3xe1, and at once h2-g3: a man stands again on g3, from which the captured one came."""
    start = "W:Wa1,a3,b2,c1,c3,d2,d4,f2,g1,g3,h2:Ba7,b6,b8,d8,e5,f6,f8,g7,h4,h6,h8"
    rig = board("draughts-brazilian", start)
    rig.hands("1000 g3- 145 f4+ 1115 e5- 260 g3+ 120 g3- 130 e1+ 290 f4- 130 f2- 130 e1- 230 e1+")
    rig.hands("660 g3+ 1 h2- 170 h4- 270 f2+ 160 g3- 2000")
    assert rig.moves == ["g3-f4", "e5xe1", "h2-g3", "h4xf2"], rig.story()


@pytest.mark.law("DR-5.6")
def test_the_crown_of_a_man_who_came_round_to_his_own_square_is_no_take_back() -> None:
    start = "W:Wa1,a3,b2,b4,d2,e1,g1,h4,h6:Ba7,b8,c7,d4,e7,f4,g7,h8"
    rig = board("draughts-russian", start)
    rig.hands("1000 h6- 560 e3+ 150 e3- 500 h6+ 200 f4- 560 d4- 410 e7- 360 g7- 260")
    rig.hands("h6- 540 h6+ 210 c7- 250 b6+ 2000")
    assert rig.line == ["h6:h6", "c7-b6"], rig.story()
    assert not rig.session.uncrowned


def test_a_move_taken_back_can_be_claimed_no_more() -> None:
    """b2-a3 is made though f4 was touched; then it is taken back, which the arbiter accepts."""
    rig = Rig(
        "W:Wa1,b2,f4:Ba7,c7,h8", game=game_by_name("draughts-russian"), rulebook="draughts-russian"
    )
    rig.hands("1000 f4- 500 f4+ 3000 b2- 300 a3+ 2000 a3- 300 b2+ 3000")
    assert [found.kind for found in rig.of(Irregularity)] == ["other-man-moved", "move-taken-back"]
    assert rig.command("arbiter", "accept-irregularity")
    assert (rig.line, rig.session.breach) == ([], None)
    again = recovered(rig.session.settings, rig.said)
    assert (again.breach, again.line.ply) == (None, 0)


def test_what_was_due_is_no_more_once_the_move_before_is_taken_back() -> None:
    """White has touched e4 and d5, so that e4xd5 is due; then d7-d5 is taken back, which the arbiter accepts."""
    rig = Rig().hands("1000 e2- 300 e4+ 1500 d7- 300 d5+ 1500")
    rig.hands("e4- 400 e4+ 300 d5- 400 d5+")
    rig.wait(NAMED.within_ms)
    assert rig.of(Obligation)
    rig.hands("d5- 300 d7+ 3000")
    assert rig.command("arbiter", "accept-irregularity")
    again = recovered(rig.session.settings, rig.said)
    assert (rig.line, rig.session.due, again.due) == (["e2e4"], None, None)


@pytest.mark.law("FIDE-4.7")
@pytest.mark.parametrize("last_ms", [150, 400, 700])
def test_three_plies_taken_back_show_no_move_on_the_way(last_ms: int) -> None:
    """The rook is back on b4 before the pawn has left f3: for a moment all stands as after c4-b4."""
    rig = Rig("8/8/7k/8/1R3p2/8/K3P3/8 b - - 0 1")
    rig.hands("1000 f4- 400 f3+ 1500 b4- 600 c4+ 1500 f3- 850 e2- 600 e2+ 2500")
    made = ["f4f3", "b4c4", "f3e2"]
    assert rig.line == made, rig.story()
    rig.hands(f"e2- 400 f3+ 300 e2+ 1500 c4- 500 b4+ 1200 f3- {last_ms} f4+ 3000")
    assert (rig.line, rig.moves, rig.stage) == (made, made, "restore"), rig.story()


THREE = {
    "xiangqi": ("h2- e2+ 1500 h9- g7+ 1500 h0- g2+ 1500", "g2- h0+ g7- h9+ e2- h2+"),
    "chess": ("g1- f3+ 1500 g8- f6+ 1500 b1- c3+ 1500", "c3- b1+ f6- g8+ f3- g1+"),
    "draughts-100": ("32- 27+ 1500 19- 24+ 1500 37- 32+ 1500", "32- 37+ 24- 19+ 27- 32+"),
    "draughts-russian": ("c3- d4+ 1500 d6- c5+ 1500 b2- c3+ 1500", "c3- b2+ c5- d6+ d4- c3+"),
}


@pytest.mark.law("XQ-5.7", "FIDE-4.7", "DR-7.4.4")
@pytest.mark.parametrize("name", THREE)
@pytest.mark.parametrize("gap_ms", [300, 450])
def test_three_plies_taken_back_are_retracted_or_stay(name: str, gap_ms: int) -> None:
    played, undone = THREE[name]
    rig = board(name).hands(f"1000 {slowly(played, 250)} {slowly(undone, gap_ms)} 4000")
    assert (rig.stage, [kind for _, kind in rig.odd]) == ("restore", ["moves-taken-back"])
    assert rig.command("arbiter", "accept-irregularity")
    (found,) = rig.of(Correction)
    assert (found.from_ply, found.to_ply, found.why) == (1, 3, "take-back")
    first = " ".join(played.split()[:2])
    rig.hands(f"2000 {slowly(first, 400)} 2000")
    assert (len(rig.line), rig.stage, [m.legal for m in rig.of(Move)]) == (1, "play", [True] * 4)


@pytest.mark.law("XQ-5.7")
@pytest.mark.parametrize("name", ["xiangqi", "chess"])
def test_while_more_stands_otherwise_no_single_man_is_let_stand(name: str) -> None:
    played, undone = THREE[name]
    some = " ".join(undone.split()[:4]) + " a0-" * (name == "xiangqi") + " a1-" * (name == "chess")
    rig = board(name).hands(f"1000 {slowly(played, 250)} {slowly(some, 400)} 6000")
    assert rig.stage in ("restore", "question"), rig.story()
    rig.command("arbiter", "accept-irregularity")
    rig.hands("5000")
    assert all(m.legal for m in rig.of(Move)), rig.story()


@pytest.mark.law("DR-7.4.4")
def test_a_captured_man_set_back_first_was_no_fault_of_his_sensor() -> None:
    """He stood for so long before his captor went home that his sensor seemed to make him up."""
    start, game = "B:W20,26,32-37,39-50:B1-15,17,18,21,25", game_by_name("draughts-100")
    rig = Rig(start, game=game, rulebook=game.rulebook.name)
    capture = "15- 300 24+ 300 20- 1500"
    rig.hands(f"2000 {capture} 20+ 2000 24- 1500 15+ 3000")
    assert rig.command("white", "accept-irregularity")
    assert not rig.session.health.told(rig.at_ns)
    rig.hands(f"2000 {capture} 2000")
    assert rig.moves == ["15x24", "15x24"]
    assert not rig.questions


@pytest.mark.law("FIDE-4.7")
def test_three_plies_of_which_two_captured_are_taken_back() -> None:
    """The captured men are back where they stood, so that only two points differ from now."""
    rig = Rig("1r1qkb1r/p1pp1p1p/Bp4p1/4p3/1P1P4/2P2Kn1/PB3PQP/RN4NR w k - 2 16")
    rig.hands("3000 a6- 300 c8+ 1300 e5- 400 d4- 300 d4+ 1300 d7- 300 c8- 200 d7+ 2500")
    assert rig.line == ["a6c8", "e5d4", "c8d7"]
    rig.hands("d7- 450 c8+ 600 d7+ 350 d4- 350 e5+ 300 d4+ 350 c8- 600 a6+ 3000")
    assert (rig.stage, rig.odd[-1][1]) == ("restore", "moves-taken-back"), rig.story()
    assert rig.command("arbiter", "accept-irregularity")
    assert (rig.line, rig.stage, rig.questions) == ([], "play", [])


@pytest.mark.law("FIDE-4.7")
def test_three_plies_taken_back_that_might_be_a_move_and_a_silent_sensor() -> None:
    rig = Rig("rnbqkbnr/ppp1pppp/8/3p4/8/P7/1PPPPPPP/RNBQKBNR w KQkq - 0 2")
    rig.hands("1000 e2- 300 e4+ 1500 b8- 300 c6+ 1500 e4- 300 d5- 300 d5+ 1500")
    assert rig.line == ["e2e4", "b8c6", "e4d5"]
    rig.hands("d5- 300 e4+ 300 d5+ 300 c6- 300 b8+ 300 e4- 300 e2+ 3000")
    assert (rig.questions, [kind for _, kind in rig.odd]) == ([], ["moves-taken-back"])


@pytest.mark.law("DR-7.4.4", "DR-7.4.7")
@pytest.mark.parametrize("held_ms", [4100])
def test_a_man_held_for_long_and_put_home_is_not_off_the_board(held_ms: int) -> None:
    rig = board("draughts-100", "B:W32,33,35,36,38,41,44-46,48-50:B2-8,11-15,17,21,23,25")
    rig.hands(f"1000 4- 400 9+ 2000 9- {held_ms} 4+ 4000")
    assert rig.odd[-1][1] == "move-taken-back", rig.story()
    assert rig.command("white", "accept-irregularity")
    assert (rig.line, rig.stage, rig.moves) == ([], "play", ["4-9"])
    assert [(c.from_ply, c.to_ply) for c in rig.of(Correction)] == [(1, 1)]
