"""Evenings with messy hands that failed until the cause was mended: men adjusted beside bad sensors, moves taken back."""

from __future__ import annotations

import pytest

from controller.shell.simulate import Asked, outcome_of
from tests.simulation.test_failed_before import evening


@pytest.mark.parametrize(
    ("game", "seed"),
    [("chess", 1016), ("xiangqi", 1016), ("draughts-russian", 1004), ("draughts-brazilian", 1000)],
)
def test_men_are_adjusted_beside_a_sensor_that_breaks(game: str, seed: int) -> None:
    """Adjusting did not end, and nobody saw what was played from then on."""
    failing, lost, _ = evening(game, "worn", seed)
    assert (failing, lost) == (None, 0)


def test_men_are_adjusted_beside_a_sensor_that_people_have_called_wrong() -> None:
    assert evening("draughts-100", "messy", 187000294) == (None, 0, 0)


@pytest.mark.parametrize("seed", [187000072, 189000034])
def test_a_capture_of_go_taken_back_is_no_ko_retaken(seed: int) -> None:
    assert evening("go", "messy", seed) == (None, 0, 0)


@pytest.mark.parametrize(
    "seed",
    [
        198000024,  # a jolt just as another man was set down beside it was taken for a capture
        198000029,  # a result was entered while it was asked what had been played
        198000173,
        198000391,  # one who had touched his point before he was set down there was held to be jolted
        198000672,  # a capture taken back was held to be one by a man who may be anywhere
        198000733,  # a take-back was not agreed on, since a sensor had failed meanwhile
        198000741,
        198000999,
    ],
)
def test_one_sensor_breaks_among_messy_hands(seed: int) -> None:
    failing, lost, _ = evening("chess", "worn", seed)
    assert (failing, lost) == (None, 0)


@pytest.mark.parametrize(
    ("game", "seed"),
    [
        ("chess", 210000343),  # the last man had been off for eleven seconds when the game ended
        ("chess", 210000355),  # two moves that nobody felt, and then the kings in the centre
        ("chess", 210000501),  # moves behind a question, and then the kings in the centre
        ("chess", 214000297),  # the same, and one king jolted by the other
        ("chess", 214000407),
        ("chess", 210000623),  # hands went on with men that had been taken back
        ("draughts-100", 210000692),  # a take-back, taken for a capture
        ("draughts-brazilian", 210000406),
        ("draughts-russian", 211000878),  # a man lost while others were adjusted
        ("draughts-russian", 210000730),  # a take-back to a point that tells nothing
        ("xiangqi", 210000059),  # two of three men knocked over were felt
        ("xiangqi", 210000552),  # a man on his way, off a point where he had hardly stood
        ("go", 210000043),  # a sensor made up a stone while others were adjusted
    ],
)
def test_one_sensor_breaks_in_any_game(game: str, seed: int) -> None:
    failing, lost, _ = evening(game, "worn", seed)
    assert (failing, lost) == (None, 0)


def test_a_man_who_is_set_right_has_not_moved_to_a_point_that_closes() -> None:
    assert evening("draughts-russian", "worn", 200000751)[0] is None


@pytest.mark.parametrize(
    ("game", "mix", "seed"),
    [
        ("chess", "blitz", 204000668),  # jolted just as a man was lifted: captured by him
        ("chess", "blitz", 204000204),  # quick captures one upon the other waited for rest
        ("chess", "messy", 204000258),  # a king lifted for the end of the game, jolting a queen
        ("draughts-russian", "messy", 204000213),  # a take-back, taken for a capture
        (
            "chess",
            "messy",
            204000736,
        ),  # the kings were set in the centre while a capture was in question
        ("chess", "messy", 207000423),  # three men knocked over within 45 ms
        (
            "draughts-brazilian",
            "messy",
            207000710,
        ),  # the first half of a take-back, named as a move
    ],
)
def test_on_sound_sensors_nothing_is_wrong(game: str, mix: str, seed: int) -> None:
    assert evening(game, mix, seed) == (None, 0, 0)


def test_a_man_set_better_is_not_touched_by_the_opponent() -> None:
    """He was down for 70 ms, up for 165, and a neighbour was jolted as he was set down."""
    found = outcome_of(Asked(game="chess", mix="messy", seed=420000020, plies=100), 420000020)
    assert (found.failing, found.false_irregularities) == (None, 0)
