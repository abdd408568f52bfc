"""Many points change in one scan and are as before in one scan soon after: nobody has touched them."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity, Lifted, Placed, Touched
from controller.core.sensing.flash import FLASH_MIN, HELD_MS
from controller.core.sensing.marks import Sensor, level_of
from rules.registry import game_by_name
from rules.terms import Piece
from tests.core.boards import CLOCK
from tests.core.fair import assert_fair
from tests.core.policies import NAMED
from tests.core.rig import BLACK, CHESS, WHITE, Rig
from tests.core.sensed import SensedRig

EMPTY = ["b1", "g1", "d1", "a2", "h2", "b7", "e8"]


GAMES = {
    "chess": ("e2", "e4", "e2e4"),
    "xiangqi": ("h2", "e2", "h2e2"),
    "draughts-100": ("32", "28", "32-28"),
    "draughts-russian": ("c3", "d4", "c3-d4"),
}
FULL = ["a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3", "d4", "d5", "e5"]
FEW_FULL, FEW_EMPTY = ["c3", "f3", "d4", "a3"], ["b1", "g1", "d1", "b7"]


def board(name: str, *, time_control: str | None = None) -> Rig:
    game = game_by_name(name)
    return Rig(game=game, rulebook=game.rulebook.name, time_control=time_control)


def flash(rig: Rig, ms: int, points: list[str] | None, *, full: bool) -> None:
    """These points (all of them) read full, or empty, for a while; hands go on meanwhile, unseen there."""
    names = rig.game.points if points is None else points
    bits = sum(1 << rig.game.index[name] for name in names)
    before = rig.levels
    rig.levels = before | bits if full else before & ~bits
    rig._frame()
    rig.wait(ms)
    rig.levels = before
    rig._frame()


@pytest.mark.parametrize("full", [True, False])
def test_a_flash_at_go_plays_nothing_and_takes_nothing_off(*, full: bool) -> None:
    rig = board("go").hands("1000 d4+ 1500 q16+ 1500 c3+ 300")
    flash(rig, 700, None, full=full)
    rig.hands("300 r17+ 2000")
    assert (rig.moves, rig.odd, rig.questions) == (["d4", "q16", "c3", "r17"], [], []), rig.story()


@pytest.mark.parametrize("sensor", [Sensor.POLARITY, Sensor.FIELD])
def test_colours_that_change_at_once_and_back_are_a_flash(sensor: Sensor) -> None:
    """A field from outside makes every man look light, or dark."""
    rig, rank = SensedRig(sensor), range(48, 56)
    for letter in "Pp":
        rig.hands("1000")
        level = level_of(Piece(WHITE if letter == "P" else BLACK, letter), sensor)
        rig.reader.take(rig.at_ns, dict.fromkeys(rank, level))
        rig._frame()
    rig.set(CHESS.index["e2"], None)
    rig.hands("300")
    rig.set(CHESS.index["e4"], Piece(WHITE, "P"))
    rig.hands("2000")
    assert (rig.moves, rig.odd, rig.questions) == (["e2e4"], [], []), rig.story()


@pytest.mark.parametrize(
    ("start", "ms"),
    [("4k3/8/8/8/8/8/4P3/4K2R w - - 0 1", HELD_MS - 50), (None, HELD_MS - 50)],
)
def test_a_board_that_reads_empty_is_believed_later(start: str | None, ms: int) -> None:
    rig = Rig(start).hands("1000")
    flash(rig, ms, None, full=False)
    rig.hands("300 e2- 300 e4+ 1500")
    assert (rig.moves, rig.odd) == (["e2e4"], []), rig.story()


@pytest.mark.parametrize("points", [None, FULL, FEW_FULL])
def test_men_who_seem_to_come_many_at_once_are_believed_last(points: list[str] | None) -> None:
    rig = Rig().hands("1000")
    flash(rig, 4800, points, full=True)
    rig.hands("300 e2- 300 e4+")
    assert_fair(rig, ["e2e4"])


def test_men_who_are_set_up_all_at_once_are_seen_at_once() -> None:
    rig = Rig(standing=[]).hands("1000")
    rig.levels = rig.session.line.position.occupied
    rig._frame()
    rig.hands("500 e2- 300 e4+ 1500")
    assert rig.moves == ["e2e4"]


@pytest.mark.law("FIDE-7.4")
@pytest.mark.parametrize("ms", [5, 10, 15])
@pytest.mark.parametrize("lasts", [20, 40, 80])
@pytest.mark.parametrize("points", ["a4 d5", "a4 h2", "h2 b7"])
def test_two_points_that_flash_just_after_a_press(ms: int, lasts: int, points: str) -> None:
    rig = Rig(time_control="5:00").hands("1000 e2- 500 e4+ 400 w!")
    on = {name: "+-" if name[1] in "45" else "-+" for name in points.split()}
    change = ",".join(name + sign[0] for name, sign in on.items())
    back = ",".join(name + sign[1] for name, sign in on.items())
    rig.hands(f"{ms} {change} {lasts} {back} 3000")
    assert (rig.moves, rig.odd, rig.questions) == (["e2e4"], [], []), rig.story()


@pytest.mark.parametrize("ms", [40, 130, 300, 450])
@pytest.mark.parametrize("points", [["a3", "f6"], ["a3", "d5", "h6"]])
@pytest.mark.parametrize("when", ["300", "300 w! 30", "600 w! 300", "350 w!"])
def test_two_or_three_men_who_seem_to_come_at_once_displace_nothing(
    ms: int, points: list[str], when: str
) -> None:
    """The magnet of a bag laid on the table, a weak supply: far apart, as no hand sets men down."""
    rig = board("chess", time_control=CLOCK).hands(f"1000 e2- 300 e4+ {when}")
    flash(rig, ms, points, full=True)
    rig.hands(f"{'' if 'w!' in when else 'w!'} 900 e7- 300 e5+ 300 b! 1500")
    assert (rig.moves, rig.odd, rig.questions) == (["e2e4", "e7e5"], [], []), rig.story()
    assert {p for m in rig.of(Touched) for p in m.points} == {"e2", "e7"}


@pytest.mark.parametrize(
    ("line", "told"),
    [("g1+,f1+", ["e1g1"]), ("f1+ 100 g1+", ["e1g1"])],
)
def test_king_and_rook_set_down_at_once_with_two_hands_have_castled(
    line: str, told: list[str]
) -> None:
    rig = Rig("4k3/8/8/8/8/8/8/4K2R w K - 0 1").hands(f"1000 e1-,h1- 400 {line} 1000")
    assert (rig.moves, rig.odd) == (told, []), rig.story()


def test_a_jolted_man_back_in_the_scan_in_which_another_lands_is_no_flash() -> None:
    rig = board("chess", time_control=CLOCK).hands("1000 e2- 300 a7- 40 a7+,e4+ 30")
    assert rig.session.state.sensing.unknown == 0
    rig.hands("w! 60")
    assert (rig.moves, rig.odd, rig.questions) == (["e2e4"], [], []), rig.story()


@pytest.mark.parametrize("ms", [900, 2000, 4000])
@pytest.mark.parametrize(
    ("start", "wrong", "right"),
    [
        ("W:Wc1,e1,g1,d2,f4:Ba7,c7,e7,g7", "c1-,e1-,g1-", "c1+,e1+,g1+"),
        ("W:Wc1,e1,g1,d2,f4:Ba7,c7,e7,d4", "h4+,b4+", "h4-,b4-"),
    ],
    ids=["gone", "full"],
)
def test_a_row_is_read_wrongly_for_seconds(start: str, wrong: str, right: str, ms: int) -> None:
    """All its men are gone, or men seem to have come on all its empty points."""
    game = game_by_name("draughts-russian")
    rig = Rig(start, game=game, rulebook=game.rulebook.name)
    rig.hands(f"1000 {wrong} 400 d2- 300 c3+ {ms - 700} {right} 3000")
    assert (rig.moves, rig.odd, rig.questions, rig.stage) == (["d2-c3"], [], [], "play")


@pytest.mark.parametrize("lag_ms", [5, 50, 90])
@pytest.mark.parametrize("held_ms", [200, 500, 900])
def test_a_move_begun_just_after_some_points_read_empty(lag_ms: int, held_ms: int) -> None:
    rig = board("chess").hands("1000 a1-,c2-,f1-,h2-,b8-,d7-")
    rig.hands(f"{lag_ms} e2- {held_ms} e4+")
    rig.hands(f"{max(950 - held_ms, 20)} a1+,c2+,f1+,h2+,b8+,d7+ 2000")
    assert (rig.moves, rig.odd, rig.questions) == (["e2e4"], [], []), rig.story()


DARK = {
    "chess": ["h7", "f8", "g8", "h8", "d8", "c8"],
    "xiangqi": ["i6", "h7", "h9", "i9", "f9", "d9"],
    "draughts-100": ["5", "10", "4", "3", "15", "2"],
    "draughts-russian": ["h8", "g7", "h6", "f8", "f6", "d8"],
}


@pytest.mark.parametrize("name", GAMES)
def test_men_who_are_gone_when_their_points_can_be_read_again(name: str) -> None:
    dark = DARK[name]
    rig = board(name).hands(f"1000 {','.join(f'{p}-' for p in dark)} 20 {','.join(dark)}?3000")
    rig.hands("3000").wait(NAMED.within_ms)
    assert (rig.moves, rig.stage) == ([], "restore"), rig.story()
    assert {p for found in rig.of(Irregularity) for p in found.points} == set(dark)


@pytest.mark.parametrize("full", [True, False])
@pytest.mark.parametrize("ms", [40, 400, 1900])
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("when", ["in the air", "just before", "landed"])
def test_the_whole_board_reads_full_or_empty_for_a_moment(
    name: str, ms: int, when: str, *, full: bool
) -> None:
    origin, target, move = GAMES[name]
    rig = board(name).hands("1000")
    parts = {"in the air": (f"{origin}- 300", f"500 {target}+"), "just before": ("", f"100 {origin}- 300 {target}+"),
             "landed": (f"{origin}- 300 {target}+ 300", "")}  # fmt: skip
    before, after = parts[when]
    rig.hands(before)
    flash(rig, ms, None, full=full)
    rig.hands(f"{after} 2000")
    assert (rig.moves, rig.odd, rig.questions, rig.stage) == ([move], [], [], "play"), rig.story()


@pytest.mark.parametrize("points", [FULL, FEW_FULL, EMPTY, FEW_EMPTY])
@pytest.mark.parametrize("ms", [80, 300, 900])
def test_some_points_are_read_wrongly_for_a_moment_and_a_move_is_pressed(
    points: list[str], ms: int
) -> None:
    assert len(points) >= FLASH_MIN
    rig = board("chess", time_control=CLOCK).hands("1000")
    flash(rig, ms, points, full=points in (FULL, FEW_FULL))
    rig.hands("300 e2- 300 e4+ 300 w! 500 e7- 300 e5+ 300 b! 500")
    assert (rig.moves, rig.by, rig.odd) == (["e2e4", "e7e5"], ["pressed"] * 2, []), rig.story()
    assert [m.point for m in rig.of(Lifted)] == ["e2", "e7"]
    assert [m.point for m in rig.of(Placed)] == ["e4", "e5"]
    assert {p for m in rig.of(Touched) for p in m.points} == {"e2", "e7"}


@pytest.mark.parametrize("full", [True, False])
def test_a_move_made_while_the_board_reads_wrongly_is_seen_after_it(*, full: bool) -> None:
    rig = board("chess", time_control=CLOCK).hands("1000")
    before = rig.levels
    rig.levels = (1 << 64) - 1 if full else 0
    rig._frame()
    rig.hands("1000 w! 500")
    rig.levels = before ^ (1 << CHESS.index["e2"] | 1 << CHESS.index["e4"])
    rig._frame()
    rig.hands("1500")
    assert (rig.moves, rig.odd, rig.questions) == (["e2e4"], [], []), rig.story()


@pytest.mark.law("FIDE-7.4")
def test_men_who_do_not_come_back_are_a_mess_as_ever() -> None:
    line = "a2-,b2-,c2-,d2-,b1-,c1-"
    rig = board("chess").hands(f"1000 {line} {NAMED.within_ms}")
    assert rig.odd == [("FIDE-7.4", "displaced")]
    told = [m.point for m in rig.of(Lifted)] + [m.point for m in rig.of(Placed)]
    assert sorted(told) == sorted(act[:2] for act in line.split(","))


def test_men_who_come_back_one_by_one_are_felt_again_one_by_one() -> None:
    rig = board("chess").hands("1000 a2-,b2-,c2-,d2-,e2- 100 a2+ 100 b2+ 100 c2+ 100 d2+ 2500")
    assert (rig.moves, [m.point for m in rig.of(Lifted)]) == ([], ["e2"]), rig.story()
    rig.hands("e4+ 1500")
    assert (rig.moves, rig.odd) == (["e2e4"], []), rig.story()


def test_a_second_flash_within_the_first_is_part_of_it() -> None:
    rig = board("chess").hands("1000 b1-,g1-,d1-,b7- 100 a3+,b3+,c3+,d3+ 100")
    rig.hands("b1+,g1+,d1+,b7+,a3-,b3-,c3-,d3- 100 e2- 300 e4+")
    assert_fair(rig, ["e2e4"])


def test_a_press_while_a_few_men_seem_to_stand_counts_for_the_move_before() -> None:
    rig = board("chess", time_control=CLOCK).hands("1000 e2- 300 e4+ 400")
    before = rig.levels
    rig.hands("a3+,f6+ 50 w! 250")
    assert rig.levels != before
    rig.hands("a3-,f6- 1000")
    assert (rig.moves, rig.odd, rig.questions) == (["e2e4"], [], [])


@pytest.mark.parametrize("ms", [600, 1100])
@pytest.mark.parametrize("held", [200, 600])
@pytest.mark.parametrize("points", ["b4,e5,g4", "b5,g5"])
def test_a_few_who_came_at_once_and_left_at_once_were_a_flash_though_a_move_was_made_meanwhile(
    points: str, held: int, ms: int
) -> None:
    rig = board("chess").hands("1000 " + ",".join(f"{p}+" for p in points.split(",")))
    rig.hands(f"200 d2- {held} d3+")
    rig.wait(max(0, ms - held - 200))
    rig.hands(",".join(f"{p}-" for p in points.split(",")))
    assert_fair(rig, ["d2d3"])


@pytest.mark.parametrize("ms", [300, 1000])
def test_who_is_jolted_in_the_scan_of_a_flash_is_a_part_of_it(ms: int) -> None:
    """The bus of row 7 reads full just after a man has left it; three others of it are empty."""
    rig = board("draughts-russian").hands("1000 c3- 300 d4+ 1500 d6- 300 c5+ 1500")
    rig.hands("e3- 600 f4+ 40")
    before = rig.levels
    rig.levels |= sum(1 << rig.game.index[name] for name in ("e3", "d6", "a5", "h4"))
    rig._frame()
    rig.wait(ms)
    rig.levels = before
    rig._frame()
    rig.hands("2500")
    assert (rig.moves, rig.odd, rig.questions) == (["c3-d4", "d6-c5", "e3-f4"], [], []), rig.story()


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("ms", [300, 1900])
@pytest.mark.parametrize(
    ("before", "after"),
    [("{o}- 50", "300 {t}+"), ("{o}- 10", "300 {t}+"), ("{o}- 300 {t}+ 50", "")],
)
def test_a_move_begun_just_before_the_board_reads_empty(
    name: str, ms: int, before: str, after: str
) -> None:
    """Who left just before is off still when it is over: he is in a hand."""
    origin, target, move = GAMES[name]
    rig = board(name).hands("1000 " + before.format(o=origin, t=target))
    flash(rig, ms, None, full=False)
    rig.hands(f"{after.format(o=origin, t=target)} 2000")
    assert (rig.moves, rig.odd, rig.questions) == ([move], [], []), rig.story()


@pytest.mark.law("FIDE-7.4")
@pytest.mark.parametrize("first_ms", [5, 40, 80])
def test_who_leaves_just_before_a_mess_is_part_of_it(first_ms: int) -> None:
    rig = board("chess").hands(f"1000 e1- {first_ms} a2-,b2-,c2-,d2-,b1-,c1- {NAMED.within_ms}")
    (found,) = rig.of(Irregularity)
    assert (found.law, "e1" in found.points, rig.of(Touched)) == ("FIDE-7.4", True, [])
    rig.hands("e1+,a2+,b2+,c2+,d2+,b1+,c1+ 1500 e2- 300 e4+ 1500")
    assert (rig.moves, rig.stage) == (["e2e4"], "play")


@pytest.mark.parametrize("ms", [5, 10])
@pytest.mark.parametrize("name", [*GAMES, "go"])
def test_where_the_first_scan_after_silence_is_wrong_what_follows_is_seen_when_it_is_done(
    name: str, ms: int
) -> None:
    origin, target, move = GAMES.get(name, ("", "h1", "h1"))
    rig = board(name).hands("1000" if origin else "1000 d4+ 1500")
    right, points = rig.levels, rig.game.points
    wrong = sum(1 << n for n in range(0, len(points), 5)) | 1 << rig.game.index[target]
    rig._blind(",".join(points), "90")
    rig.wait(89)
    rig.levels ^= wrong
    rig.wait(ms)
    rig.levels = right
    rig._frame()
    rig.hands(f"{f'300 {origin}- 300' if origin else '600'} {target}+ 30")
    assert [m.point for m in rig.of(Placed)][-1] == target
    rig.hands("2000")
    assert (rig.moves[-1], rig.odd, rig.questions) == (move, [], []), rig.story()


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("count", [4, 6])
@pytest.mark.parametrize("first_ms", [5, 50])
@pytest.mark.parametrize(("lag_ms", "dark_ms"), [(100, 2500), (1000, 4500)])
def test_points_that_read_empty_and_cannot_be_read_at_all_then(
    name: str, count: int, first_ms: int, lag_ms: int, dark_ms: int
) -> None:
    """What is held is believed only where it can be read: who stands there has not left."""
    origin, target, move = GAMES[name]
    dark = DARK[name][:count]
    rig = board(name)
    rig.hands(f"1000 {','.join(f'{p}-' for p in dark)} {first_ms} {','.join(dark)}?{dark_ms}")
    rig.levels |= rig._set(dark)
    rig.hands(f"{lag_ms} {origin}- 500 {target}+ 6000")
    assert (rig.moves, rig.odd, rig.questions, rig.stage) == ([move], [], [], "play"), rig.story()
    assert [m.point for m in rig.of(Lifted)] == [origin]
