"""Evenings of whole games, 100 plies, that failed until the cause was mended: long captures and endings that 40 plies have not."""

from __future__ import annotations

import pytest

from controller.shell.simulate import Asked, outcome_of

EVENINGS = [
    # A man makes way for the king he has become: he is jolted as his last victim is taken off, and makes way at once.
    ("draughts-brazilian", "messy", 433000241),
    ("draughts-russian", "messy", 433000223),
    # f2xe2, g0xe2 within 63 ms, and a8 is taken off before his captor c7 is lifted: no foul of Red's.
    ("xiangqi", "blitz", 434000083),
    # Of 28 captured stones the reply was played where one of the last had stood.
    ("go", "messy", 440000011),
    # A stone and the reply beside it that took it, a fifth of a second each, looked like one set down between two points.
    ("go", "blitz", 451000004),
    # Four stones in half a second, each beside the one before, were a scattered position.
    ("go", "blitz", 452000077),
    # A play taken back: a hand beside the stone's point was felt there for a moment, and all stood as after a reply.
    ("go", "messy", 453000051),
    # The line went on after both had passed, and the stones counted as dead ones.
    ("go", "messy", 450000037),
    # Two plies taken back, the later a capture of the earlier: the stones that the earlier had captured were plays.
    ("go", "messy", 433000217),
    # A ko capture taken back was a ko retaken: a hand was felt at the captured stone's point before that was set back.
    ("go", "messy", 452000026),
    # Of a play taken back the last man was put back, and for a moment another stood as after a move.
    ("chess", "messy", 502000092),
    # Four men fell, one was set up again, and the king who lay beside him had captured him.
    ("chess", "messy", 1600000029),
    # A capture led over the square on which it ended, and its man seemed to have gone on from there.
    ("draughts-100", "blitz", 1600000043),
    ("draughts-100", "blitz", 1600000069),
    # Six plays in half a second where fifteen stones were being taken off: more than are thought of at once.
    ("go", "blitz", 1700000048),
    # The same upon sixteen: who played where one had stood was that one put back, and four stones at once were a mess.
    ("go", "blitz", 2700000042),
    # Who replied to the point that a quick capture had left was its own man put back.
    ("xiangqi", "blitz", 512000011),
]


@pytest.mark.parametrize(("game", "mix", "seed"), EVENINGS)
def test_an_evening_of_sound_sensors(game: str, mix: str, seed: int) -> None:
    found = outcome_of(Asked(game=game, mix=mix, seed=seed, plies=100), seed)
    assert (found.failing, found.asked, found.false_irregularities) == (None, 0, 0)


def test_a_large_capture_taken_back_is_asked_about_and_not_played_on() -> None:
    found = outcome_of(Asked(game="go", mix="messy", seed=453000110, plies=100), 453000110)
    assert (found.failing, found.false_irregularities) == (None, 0)


FAULTY = [
    (
        "chess",
        440000727,
    ),  # all squares that a queen was felt on she only crossed: she may stand on a silent one
    ("xiangqi", 440000345),  # an exchange beside a known bad point, and a landing made up after it
    (
        "xiangqi",
        440000374,
    ),  # a landing that could not be read for a second, and the reply meanwhile
    (
        "draughts-brazilian",
        440000190,
    ),  # a move and its answer, both between points that tell nothing
    ("go", 440000312),  # the simulated hands made up for the time in which the arbiter was asked
    ("chess", 491000040),  # a pawn pushed on in a moment was no man of the opponent's landing
    ("draughts-brazilian", 491000016),  # in a gap more had been played than was thought of
    ("go", 440000032),  # a captured stone that its sensor still felt hid the reply there
    ("go", 425000059),  # the same
    ("go", 440000603),  # behind an answered question a stone came that only a hidden play allows
    (
        "go",
        440000843,
    ),  # a captured stone felt again while others were being taken off was the reply
    (
        "go",
        441000010,
    ),  # a stone lost by its sensor, and a play beside it, were a stone knocked aside
    ("go", 440000990),  # a stone made up where it would take one that nobody took off
    ("go", 440000917),  # nobody had seen which of two stones came first, and time told it
    ("go", 440000803),  # a stone that stood was a hand that hovers, though others were set down
    ("go", 1400000104),  # a point closed by itself just before the play: the play was the reply
    ("go", 1400000072),  # as before, and no law allowed that reply
    (
        "draughts-russian",
        1400000099,
    ),  # the target of an answer was held to be wrong, and what it told of later plies was dropped
    (
        "chess",
        2500000026,
    ),  # all that was played behind an answer, weighed at once, was one odd move
    (
        "go",
        2500000382,
    ),  # captured stones were taken off for another play, and the asker's stone too
    ("xiangqi", 635),  # a king who left the point of the answer since was taken for its own man
    ("go", 127),  # a stone made up under a capture counted once all else had been set back
    ("go", 440000574),  # one of the men touched was another hand's, and a new start
    (
        "go",
        3930000786,
    ),  # a capture behind a stone made up was against the law for nine seconds, and that stone stayed
    ("draughts-100", 3930000726),  # who was captured where he stood had been pushed on from there
    ("chess", 3930000166),  # a sensor that was trusted again counted for what had been done before
    ("chess", 3930000640),  # a quick exchange, and 0.9 s later a point that closed by itself
    ("chess", 45),  # the point where the man of an answer had gone on was held to be wrong
    ("chess", 670),  # as another, beside a sensor that was known to be bad
    ("draughts-brazilian", 170),  # a captured man's leaving was left to the next move
    ("chess", 417),  # a capture and a recapture past two stuck origins were a man touched twice
    ("go", 475),  # a stone lost by its sensor had been knocked to where one stood before
    ("draughts-russian", 3920000077),  # a captor who had landed had not replied yet
    ("draughts-brazilian", 3920000172),  # of two coupled points the sound one was blamed
    ("go", 3920000179),  # a stone made up before a play was its reply
]


@pytest.mark.parametrize(("game", "seed"), FAULTY)
def test_an_evening_of_failing_sensors(game: str, seed: int) -> None:
    assert outcome_of(Asked(game=game, mix="faulty", seed=seed, plies=100), seed).failing is None
