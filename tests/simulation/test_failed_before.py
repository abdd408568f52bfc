"""Evenings on which a wrong move was published, a move was lost or play was blocked, until the cause was mended."""

from __future__ import annotations

import pytest

from controller.shell.evening.oracles import Failing
from controller.shell.simulate import Asked, outcome_of

PLIES = 40
FAULTY = [
    ("chess", 3000088),  # asked for the same man over and over
    ("chess", 8000007),  # four plies behind a question were taken for an upset board
    ("chess", 8000060),  # a capture that could not be read was taken for made
    ("chess", 8000074),  # the choice of a promotion, said while a move before it was in question
    ("chess", 8000228),  # a man out of thin air besides a move
    ("chess", 9000032),  # a move of which nothing was felt; the reply was displaced time and again
    (
        "xiangqi",
        9000119,
    ),  # a move of which nothing was felt was answered by what had been played already
    ("xiangqi", 9000118),  # five plies behind a question that only people could answer
    ("xiangqi", 3000076),  # a sensor was blamed for what hands may have done
    ("xiangqi", 8000014),  # a reply that nobody felt answered "no move" to the question
    ("xiangqi", 8000316),  # a take-back was named over and over
    ("xiangqi", 8000207),  # completed by a reply while another man stood whom nobody had lifted
    ("draughts-russian", 3000005),  # the same two moves were asked about over and over
    ("draughts-russian", 8000100),  # a capture of which nothing at all was felt
    ("draughts-russian", 8000103),  # what no law names was found two hundred times for each scan
    ("draughts-russian", 8000162),  # four sensors failed, and evidence answered
    ("draughts-brazilian", 3000006),  # as xiangqi 8000014
    ("draughts-russian", 9000137),  # more had been played behind a question than explains itself
    ("draughts-russian", 9000226),  # a capture that looked like the last man going back
    ("draughts-100", 8000320),  # two squares of one man kept silent, one of them known to
    ("draughts-brazilian", 9000229),  # two squares felt a king in the same moment
    ("draughts-brazilian", 8000346),  # what else was seen of a move went with its answer
    ("draughts-russian", 9100020),  # a jolt that the broken sensor felt too had no cause
    ("draughts-brazilian", 9100037),  # played on as no answer allowed but with one sensor more
    ("draughts-russian", 9000041),  # the reply was blamed on its sensor
    ("chess", 8000153),  # the opponent answered before the man landed
    ("chess", 9300009),  # a capture in a short moment behind a question
    ("chess", 9300011),  # a man from nowhere before a move
    ("chess", 9300106),  # only captures that nobody saw were asked about
    ("draughts-brazilian", 9300074),  # a man stood for seconds where the answer has none
    (
        "xiangqi",
        9300007,
    ),  # points could not be read when a question was answered, and when it was asked
    (
        "draughts-russian",
        9310115,
    ),  # a capture over the point that the last man came from was taken for a take-back
    ("draughts-russian", 9310008),  # two men were off when one was set down
    ("draughts-brazilian", 9400014),  # a move between two points that tell nothing
    ("chess", 9400077),  # a jolt beside a point that tells nothing had no cause
    ("draughts-russian", 9400100),  # much was strange besides a move, and nothing besides another
    (
        "draughts-russian",
        9400121,
    ),  # a man that went and captured past points that tell nothing seemed put back
    ("xiangqi", 9400128),  # the game was lost by touching what the opponent had taken
    ("go", 8000027),  # a turn was lost for a stone on a forbidden point that nobody had set there
    ("go", 9000182),  # the same
    ("go", 9200082),  # or that was the reply to a play that was not felt
    ("go", 9000052),  # a capture by the opponent, after a play that was not felt
    ("go", 9200155),  # the same
    ("go", 9200098),  # stones that were not captured were held to be left on
    (
        "draughts-100",
        9700034,
    ),  # two sensors made up an illegal move, which the reply accepted before it was named
    ("draughts-russian", 9000086),  # the same
    ("draughts-russian", 9400142),  # the same, after a new start
    ("xiangqi", 9700050),  # fouls by a man whom his sensor had lost
    ("xiangqi", 9800166),  # the same, after a capture that two sensors felt
    ("chess", 9800193),  # a capture that two sensors felt looked like men put back
    ("chess", 9800039),  # a man carried over a point, and felt nowhere after it
    ("xiangqi", 9800047),  # the same
    ("draughts-russian", 9800051),  # a man left his point after the reply to his move
    ("draughts-russian", 9800066),  # a capture under way, its victim's point taken by the reply
    ("draughts-100", 9800134),  # one man put back, and one wrong sensor explained it as well
    (
        "draughts-brazilian",
        9800142,
    ),  # the reply landed where the man might have gone, past two known points
    ("chess", 9900015),  # the opponent moved first, in reply to a capture that was not felt
    ("draughts-russian", 9900047),  # a man from nowhere before the long capture of another
    (
        "draughts-100",
        9900130,
    ),  # a sensor closed where the last man came from, and he was captured after it
    (
        "chess",
        9400092,
    ),  # a capture in an instant of a gap was believed, as long as an older one had been
    ("draughts-russian", 9800163),  # the last move lay between two points known to feel nothing
    ("go", 9800079),  # a captured stone seemed to be back, with another played meanwhile
    ("chess", 9930085),  # a capture in a gap was asked about, and a reply to another move answered
    ("xiangqi", 9940000),  # the same
    ("chess", 30000071),  # the same without a gap
    ("chess", 9950066),  # with two sensors known to be bad, a third was blamed without asking
    ("draughts-russian", 9930139),  # the same
    ("draughts-russian", 9950020),  # the same; then a mess that no law names was left so
    ("draughts-brazilian", 9910010),  # the same, beside a contact that chatters
    ("draughts-100", 9930058),  # a sensor was blamed for what had been irregular before
    ("draughts-russian", 9400081),  # a man had come who may have answered a move that was not felt
    ("draughts-russian", 9940046),  # a king crowned on his way seemed to have left a man
    ("draughts-brazilian", 9950028),  # what nobody had been told of was accepted by the reply
    ("draughts-brazilian", 10000008),  # the same, by a man that went as far as a king
    ("xiangqi", 40000027),  # a capture in a gap was believed, beside a contact that chatters
    (
        "draughts-brazilian",
        60000021,
    ),  # a man lost by his sensor, and another felt at two points in one moment
    ("go", 60000075),  # of two plays, one of which nobody saw, the other was first
    ("chess", 9920034),  # the last two moves were a man that nobody felt, and a capture of him
    ("chess", 40000058),  # the same, his point known to feel nothing
    (
        "draughts-100",
        70000035,
    ),  # a capture was held to be stopped while the rest of it could not be read
    ("draughts-russian", 70000029),  # a later move was believed first, amid a mess
    ("draughts-russian", 70000056),  # a man seemed put back where the one that took him stood
    ("draughts-brazilian", 9300013),  # the same
    ("chess", 72000056),  # the same of a man who was captured there
    ("chess", 74000500),  # a capture was taken to have fallen into a short gap
    ("xiangqi", 75000030),  # more points may have kept silent than were looked at
    ("go", 80000000),  # one that was seen late put two that were not into another order
    ("draughts-100", 50000047),  # the reply accepted that a man was gone whom his sensor had lost
    ("xiangqi", 9950080),  # the new point had felt one first, and the man captured elsewhere
    ("draughts-brazilian", 9950038),  # of the last capture only the victim was felt to go
    ("draughts-brazilian", 10000128),  # the same
    ("draughts-russian", 9950064),  # the last man stood where nothing tells of him
    ("go", 10000104),  # a stone was lost just before the next came, and seemed to be moved on
    ("draughts-100", 81001074),  # a man seemed put back who had captured, and was captured in reply
    ("chess", 91000097),  # either of two sensors might have been wrong, and one was blamed
    ("xiangqi", 91000020),  # a doubt was gone as soon as another sensor failed
    ("xiangqi", 91010270),  # two moves of which half was seen each, before one that was seen
    ("draughts-russian", 91000013),  # a point had felt a man long before he was lifted
    ("draughts-russian", 91000084),  # a man still on his way was accused of having stopped
    ("draughts-russian", 91010238),  # another man where the last one came from was a take-back
    ("draughts-brazilian", 91000071),  # a man had been off while his opponent moved
    ("draughts-brazilian", 91010080),  # a man was captured where another had come from
    ("draughts-brazilian", 91010116),  # men left on, where another sensor made one up
    ("draughts-100", 91010184),  # a man was jolted as another was felt beside him
    ("draughts-100", 91010233),  # of two moves that fitted, one sensor less was blamed for one
    ("chess", 93001199),  # past a silent point he was in question, and another felt one just then
    ("xiangqi", 94000106),  # the same
    ("xiangqi", 94000015),  # a reply to a move of which nothing was felt, before one that was seen
    ("draughts-russian", 94000195),  # a reply was felt where it landed and where it came from
    ("draughts-russian", 95000133),  # a man lost was blamed on his sensor, who had answered unseen
    ("chess", 95000017),  # the same, past a point known to feel one
    ("chess", 95000228),  # a reply was not felt where it could be read by then
    (
        "chess",
        96000227,
    ),  # either of two points may have been made up, behind a move not seen to land
    ("draughts-100", 96000232),  # an irregularity was accepted that explained half of what stood
    ("draughts-russian", 97000148),  # the reply accepted what had been named in the same instant
    ("draughts-russian", 97000249),  # a man lost long before was held to be in the hand
    ("xiangqi", 98000016),  # fouls were counted of what a mess seemed to show, beside a bad sensor
    ("draughts-russian", 98000214),  # a doubt was gone in the instant of a wrong read
    ("chess", 110000026),  # a man was taken twice where he stood, once past a silent point
    ("chess", 110000119),  # a man captured meanwhile seemed put back, beside a bad sensor
    (
        "draughts-russian",
        110000329,
    ),  # a man was felt at two points in one moment, past a silent one
    ("go", 110000438),  # points that a wrong read showed for an instant were held to be broken
    ("draughts-russian", 110000580),  # a capturer that was lifted before the man landed had replied
    (
        "draughts-brazilian",
        110000982,
    ),  # an opponent's man came while one past a silent point was off
    ("go", 120000009),  # which of two stones came first was told by one that flickered
    ("chess", 140000151),  # a promotion said to a board that had not felt the move before it
    (
        "draughts-brazilian",
        140000095,
    ),  # a capture of which the end is silent, beside two squares that feel as one
    ("chess", 140000610),  # a square that closed by itself, and a landing that another did not feel
    ("chess", 140000676),  # a capture past two silent squares left a man unexplained
    ("chess", 140000535),  # castling of which only the rook was felt
    ("draughts-russian", 140000675),  # the reply stood where the move was read late
    ("draughts-russian", 140000691),  # a square that feels its neighbour was cleared by it
    ("chess", 142000039),  # a square closed by itself long before a man left who was seen gone late
    ("draughts-brazilian", 142000359),  # two men lost as a third moved were taken off by no hand
    ("draughts-brazilian", 143000084),  # a reply from a silent square, for a move to one
    (
        "draughts-brazilian",
        143000355,
    ),  # a square that closed by itself kept a question from being asked
    ("draughts-russian", 143000240),  # a square closed in a gap, and another felt no landing
    ("draughts-100", 143000475),  # a victim that stayed on its sensor under the reply to the reply
    ("xiangqi", 143000023),  # a capture set aside, and a reply that was not felt
    ("draughts-brazilian", 130000228),  # men lost on both sides of a move that was not felt
    ("draughts-brazilian", 144000109),  # men who could not be read were taken for put back
    (
        "chess",
        144000156,
    ),  # a gap long before a man was lifted explained why his landing was not seen
    ("chess", 145000206),  # a man read late on a point was not set down before he was lifted
    ("draughts-brazilian", 145000023),  # that its sensor is bad by now answered a question
    ("xiangqi", 145000125),  # only captures that nobody saw were asked about, and one was played on
    ("chess", 160000089),  # a capture set aside as a touch, and the reply to the reply
    ("chess", 160000096),  # a man who slid away was taken for lost
    ("draughts-brazilian", 160000180),  # another man was lost before a capture from a silent square
    ("draughts-brazilian", 160000043),  # nothing was left to be explained but for one point
    ("chess", 145000075),  # one more sensor was taken for silent because play had gone on
    ("draughts-brazilian", 80000010),  # the same
    ("xiangqi", 120000171),  # the same
    (
        "draughts-brazilian",
        170000265,
    ),  # a landing nobody felt was believed before the reply was over
    ("draughts-russian", 97000056),  # a reply nobody was told of accepted what was none of one hand
    ("draughts-russian", 170000525),  # the same
    (
        "chess",
        110000161,
    ),  # a move was found though more than one sensor could explain had been before
    ("chess", 145000197),  # the same
    ("draughts-russian", 130000237),  # the same
    ("draughts-russian", 170000790),  # a man had been off since before the opponent moved
    ("draughts-brazilian", 10000092),  # a man stood and left past a bad sensor, and all was at rest
    ("draughts-brazilian", 98000216),  # a move was held to have settled while no scans were made
    (
        "chess",
        180000006,
    ),  # a man was taken off in whose stead another was felt sooner than anybody carries
    ("draughts-100", 180000093),  # what was seen late is no reply to what was told before
    ("draughts-brazilian", 180000131),  # what was pending when a gap began was forgotten
    ("draughts-brazilian", 180000166),  # a man had stood, and was taken, while a question was open
    ("draughts-brazilian", 181000162),  # the same, and his own point was silent
    ("draughts-russian", 180000246),  # wrong data between kept the last man from being asked about
    ("go", 10000024),  # a stone was lost just after another had been made up
    ("go", 10000059),  # of two that came at once one is made up, and so may be one just before
    ("go", 143000036),  # the same
    ("go", 170000001),  # the last play took a stone, and was not felt
    ("go", 170000093),  # a play was hidden by a chip that was away when the next was made
    ("chess", 182000058),  # a man landed where the sensor was not trusted for the moment
    ("go", 182000043),  # plays behind a doubt piled up, and were taken for a mess
    ("xiangqi", 182000474),  # the points that a man passed were taken for men knocked over
    ("chess", 184000914),  # a man from nowhere had stood on a point before the move
    ("xiangqi", 184000043),  # of two captures that nobody saw, one could not be replied to so
    ("xiangqi", 184000951),  # a man nobody felt was landing where nothing could be read just then
    ("draughts-russian", 184000984),  # a man who came after a pause was none of a plain deed
    ("draughts-russian", 184000755),  # the last reply was hidden, and the men stood as before
    ("draughts-brazilian", 183000120),  # the same
    (
        "draughts-brazilian",
        184000515,
    ),  # a man was lost whose capture another one made: play was blocked
    (
        "draughts-russian",
        185000242,
    ),  # whoever took a man stood where he had come from, and he was held to be back
    (
        "draughts-100",
        186000543,
    ),  # a man was asked about at one new point only, whose sensor was wrong anyhow
    (
        "chess",
        186000672,
    ),  # a man taken by one whose point was silent seemed touched, beside a bad sensor
    ("xiangqi", 170000203),  # a man who slid on to a silent point seemed to have stopped on his way
    ("go", 184000073),  # a stone made up where it would take one that nobody took off
    ("go", 186000155),  # the same, on a board with few points left
    ("go", 209000466),  # a stone made up on a forbidden point lost a turn
    ("go", 211000250),  # a captured stone felt again was put right by its player
    ("go", 214000975),  # a stone made up behind a question was the reply
    ("go", 410000216),  # a stone made up beside one whose sensor had lost it
]


def evening(game: str, mix: str, seed: int) -> tuple[object, int, int]:
    found = outcome_of(Asked(game=game, mix=mix, seed=seed, plies=PLIES), seed)
    return found.failing, found.lost, found.false_irregularities


@pytest.mark.parametrize(("game", "seed"), FAULTY)
def test_an_evening_of_failing_sensors(game: str, seed: int) -> None:
    failing, lost, _ = evening(game, "faulty", seed)
    assert (failing, lost) == (None, 0)


@pytest.mark.parametrize(("mix", "seed"), [("club", 9000147), ("blitz", 9000089)])
def test_no_crown_is_a_move_taken_back(mix: str, seed: int) -> None:
    assert evening("draughts-russian", mix, seed) == (None, 0, 0)


def test_a_crown_is_no_jolt() -> None:
    assert evening("draughts-russian", "blitz", 6000183) == (None, 0, 0)


def test_a_game_of_go_that_two_warnings_lose_is_over() -> None:
    """A finger has taken a living stone off twice, which the law counts (GO-18.alive, GO-24.warn)."""
    assert evening("go", "messy", 9000275) == (None, 0, 0)


@pytest.mark.parametrize("seed", [8000022, 9000202, 9900013])
def test_a_stone_that_a_sensor_makes_up_is_no_better_known_while_another_contact_chatters(
    seed: int,
) -> None:
    assert evening("go", "faulty", seed)[0] is Failing.INDISTINGUISHABLE


def test_a_stone_that_is_played_while_its_point_cannot_be_read_may_be_seen_after_the_next() -> None:
    assert evening("go", "faulty", 9930034) == (None, 0, 0)


@pytest.mark.parametrize("seed", [9930132, 9910015])
def test_a_stone_that_is_made_up_while_its_point_cannot_be_read_looks_like_one_played_then(
    seed: int,
) -> None:
    assert evening("go", "faulty", seed)[0] is Failing.INDISTINGUISHABLE


def test_a_man_put_back_before_his_victim_stood_again_has_captured_nobody() -> None:
    """The capture and the move before it are taken back by agreement."""
    assert evening("chess", "messy", 9950041) == (None, 0, 0)


def test_a_man_who_stood_on_where_he_was_has_not_landed_elsewhere() -> None:
    """As above: for a moment the board stands as after a capture."""
    assert evening("draughts-brazilian", "messy", 70000023) == (None, 0, 0)


def test_what_fits_two_moves_is_asked_about_though_play_goes_on() -> None:
    """Before, a game of blitz that never came to rest ended in an upset board."""
    assert evening("xiangqi", "blitz", 80000075) == (None, 0, 0)


def test_a_man_jolted_in_a_capture_is_no_wrong_man() -> None:
    """DR-7.4.10: off for 155 ms, by a contact that bounced."""
    assert evening("draughts-100", "messy", 71000007)[0] is None


def test_what_was_felt_in_one_moment_with_a_play_is_none_of_the_next() -> None:
    assert evening("go", "faulty", 142000349)[0] is Failing.INDISTINGUISHABLE


def test_a_stone_that_was_put_away_after_a_power_cut_is_no_longer_shown() -> None:
    """While nobody could read its point; then another point closes by itself."""
    assert evening("go", "faulty", 142000356)[0] is Failing.INDISTINGUISHABLE


def test_of_two_stones_read_late_the_one_that_takes_may_be_first() -> None:
    assert evening("go", "faulty", 142000308) == (None, 0, 0)


@pytest.mark.parametrize("game", ["chess", "xiangqi"])
def test_men_knocked_over_are_no_capture_beside_a_wrong_sensor(game: str) -> None:
    assert evening(game, "messy", 9920022) == (None, 0, 0)


def test_a_man_who_goes_on_from_where_he_rested_is_not_answered_by_a_jolt() -> None:
    """f2 rests on e2, passes g2, jolts g0, and ends on f1."""
    assert evening("xiangqi", "messy", 110000112) == (None, 0, 0)


def test_a_man_jolted_as_another_is_lifted_is_not_captured_while_one_more_is_off() -> None:
    """b2xf2; a2 is jolted as b2 is lifted, and f1 as he is set down."""
    assert evening("chess", "messy", 120000186) == (None, 0, 0)


def test_a_finger_on_another_man_is_no_capture_long_after_one() -> None:
    """h5xh6 in 64 ms, and a finger on f5 three seconds later."""
    failing, lost, false = evening("chess", "messy", 95000025)
    assert (failing, lost, false) == (None, 0, 0)


@pytest.mark.parametrize("seed", [110000010, 110000078])
def test_a_king_that_was_touched_before_replies_in_blitz_without_a_question(seed: int) -> None:
    found = outcome_of(Asked(game="draughts-russian", mix="blitz", seed=seed, plies=PLIES), seed)
    assert (found.failing, found.asked) == (None, 0)


def test_men_knocked_over_answer_no_question() -> None:
    """f3xc3 in 90 ms, f4 jolted, and men of White are knocked over while the board asks which it was."""
    assert evening("chess", "messy", 150000180) == (None, 0, 0)


def test_a_victim_set_down_on_the_way_has_not_replied() -> None:
    """b0xa0: b1 is jolted as b0 is lifted, a0 is taken off, and b0 passes a1."""
    assert evening("xiangqi", "messy", 150000184) == (None, 0, 0)


def test_what_a_pawn_is_to_become_may_be_said_before_the_move_before_is_published() -> None:
    assert evening("chess", "blitz", 170000017) == (None, 0, 0)
