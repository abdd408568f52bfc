"""Evenings on which one sensor more failed beside those that had, and a wrong move was published or one lost, until that was mended."""

from __future__ import annotations

import pytest

from controller.shell.evening.oracles import Failing
from tests.simulation.test_failed_before import evening

FAULTY = [
    ("chess", 191000384),  # a captured man seemed put back while his captor's point was unread
    ("draughts-russian", 191000109),  # a man stood where nobody held one: he had not gone elsewhere
    ("draughts-brazilian", 191000919),  # felt four squares away within 27 ms
    (
        "chess",
        192000959,
    ),  # what a pawn was to become, said behind one question and lost at the next
    ("draughts-russian", 192000381),  # a sensor that told the truth until its last change
    ("xiangqi", 192000403),  # a man felt three seconds after he had slid to a silent point
    ("chess", 192000645),  # an opponent's man lifted four seconds before the move he answers
    ("chess", 193000252),  # the silence of one chip excused an exchange at another
    ("chess", 193000507),  # a sensor that had kept silent told of the lift, too late
    ("chess", 193000799),  # a capture at a silent point, and the reply from another
    ("xiangqi", 193000395),  # fouls of touching were counted from a mess, and lost the game
    ("chess", 194000865),  # a landing after a gap was taken for one in it
    ("draughts-russian", 195000619),  # sensors that an answer holds to be wrong, behind it
    ("chess", 196000147),  # an answer was believed to say which other sensor is wrong
    ("chess", 196000184),  # a capture at rest before, taken for the next one
    ("draughts-brazilian", 196000670),  # the last man of a game stood on a silent point
    ("chess", 197000104),  # the opponent's man was off all the while, and stood again by now
    ("draughts-brazilian", 197000832),  # he landed elsewhere just as the move settled
    ("go", 193000591),  # a stone that came before the one that people said was first
    ("go", 194000323),  # two stones within 46 ms
    ("go", 196000977),  # a stone that stood was a hand that hovers, though another was set down
    ("go", 185000871),  # a stone that came and went like a contact that chatters was a play
    (
        "draughts-brazilian",
        199000182,
    ),  # a reply from a silent point, taken for the man put back whom it captured
    ("draughts-brazilian", 202000807),  # a last capture to a known point, a victim still felt
    ("xiangqi", 202000456),  # play went on after a new start before a man could be read again
    ("draughts-100", 203000943),  # a flickering sensor, as if a man came from a known bad point
    ("draughts-brazilian", 203000386),  # felt in passing while nobody held a man
    ("go", 201000623),  # a stone that only the other side could have taken
    ("draughts-brazilian", 206000864),  # a last capture between two points that tell nothing
    (
        "go",
        206000676,
    ),  # a stone lost within 8 ms of a play was counted as a foul, and lost the game
    ("draughts-brazilian", 208000201),  # a reply past one silent point, of two that it may be
    (
        "draughts-brazilian",
        208000389,
    ),  # the old point felt the man on the new one, and was believed
    ("draughts-brazilian", 208000705),  # felt before all else, far away: he had not stopped there
    ("draughts-brazilian", 208000841),  # the sensor that is followed was held to be wrong
    ("go", 208000405),  # a stone that may have come long before the next, with which it was read
    ("chess", 210000307),  # taken where he had landed while his point could not be read
    ("chess", 210000830),  # a quick capture far from where a sensor closed
    ("draughts-brazilian", 210000631),  # hands had done three moves in the past
    (
        "chess",
        110000351,
    ),  # behind an answer, the capture of which it was a part was given out again
    ("chess", 170000109),  # behind an answer, a reply that nobody saw
    ("chess", 210000335),  # answered by a move beside which another man was off for three seconds
    ("draughts-brazilian", 201000735),  # behind an answer that left a question
    ("draughts-brazilian", 212000713),  # behind an answer that ended in what no law allows
    ("go", 208000617),  # the same, of stones
    ("draughts-russian", 209000215),  # of two that close together, the one that had lied before
    ("chess", 211000042),  # a man lost and one made up, and both had played on
    ("xiangqi", 211000623),  # five plies behind an answer, weighed all at once
    (
        "chess",
        213000946,
    ),  # of two moves that fit, the likelier one was taken for made beside bad sensors
    ("draughts-russian", 213000536),
    ("draughts-russian", 213000319),  # a man lost beside the landing of one from a silent point
    ("draughts-brazilian", 410000154),  # answered by a moment in which all points were read wrongly
    ("draughts-russian", 410000218),  # a captured man seemed to have been left on, and to reply
    ("xiangqi", 410000345),  # of two coupled points neither lets go of a man alone
    (
        "xiangqi",
        400000305,
    ),  # felt on a new point half a second before one left: replied to, as if it were one man
    ("draughts-brazilian", 212000193),  # a man lost after he was said to have landed elsewhere
    ("chess", 120000117),  # a jolt of 41 ms beside a silent point, taken for a capture
    ("chess", 180000082),  # a quick exchange, and a sensor that closed long after
    ("chess", 197000681),
    ("chess", 214000574),
    ("chess", 203000690),  # taken where he stood, and said to have gone on
    ("draughts-russian", 75000626),  # a man felt 0.8 s after he had gone to a known silent point
    ("chess", 910000039),  # lamps ask for the men as they stand after what was played meanwhile
    ("draughts-russian", 203000876),  # a man felt before he was lifted, and gone to such a point
    ("draughts-russian", 1000000143),  # landed unfelt, and a man lost whom no move takes
    ("draughts-brazilian", 1000000205),  # pushed along to a silent point, and replied to
    ("xiangqi", 1000000434),  # answered by more play than could be weighed with a sensor wrong
    ("draughts-russian", 900000216),  # a ply between two points that tell nothing, piled up
    ("go", 1000000186),  # a stone played meanwhile, and taken off by who puts another back
    ("draughts-100", 1000000719),  # "put back": his captor, in the hand by then, stood there
    ("draughts-100", 1000000608),  # a gap at the end of a line made all before it seem unseen
    ("go", 209000310),  # a stone that stood for 674 ms, lost, and the next one a second later
    ("chess", 1100000210),  # an answer with two men made up, that were two plies of known bad men
    ("draughts-brazilian", 1200000973),  # answered by hand just as it was answered by play
    ("xiangqi", 1200000291),  # behind an answer, a capture of which only the lift had been seen
    ("go", 194000233),  # a stone was made up just before one was played
]


@pytest.mark.parametrize(("game", "seed"), FAULTY)
def test_an_evening_of_one_sensor_more(game: str, seed: int) -> None:
    failing, lost, _ = evening(game, "faulty", seed)
    assert (failing, lost) == (None, 0)


@pytest.mark.parametrize(
    ("game", "seed"),
    [
        ("draughts-brazilian", 191000464),  # a man touched, and another one moved: just so
        ("go", 191000022),  # a captured stone is felt on, and the next play is not
        ("go", 192000098),  # a stone was read late, after the one that was made up
        ("go", 201000906),  # a sensor known to have lost its stone says so again
        ("go", 202000693),  # a stone was made up in a gap of scanning, on a lawful point
        ("go", 199000350),  # a stone was made up while a stone that chatters stood
        ("go", 195000304),  # the play was not felt, and what it took chattered
        ("xiangqi", 202000416),  # a man lost and one made up, while a third flickers far away
    ],
)
def test_nobody_who_sees_the_sensors_could_know(game: str, seed: int) -> None:
    assert evening(game, "faulty", seed)[0] is Failing.INDISTINGUISHABLE
