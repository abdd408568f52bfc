"""Castling beside one sensor that fails: it is played or asked about, never called illegal, and no other move is given out."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity, Penalty
from controller.core.sensing.marks import Sensor
from tests.core.rig import BLACK, CHESS, WHITE
from tests.core.sensed import SensedRig

START = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"
SQUARES = {"e1g1": ("e1", "g1", "h1", "f1"), "e1c1": ("e1", "c1", "a1", "d1")}
FAULTS = ("dead", "on-before", "on-while", 200, 450, 700, 1000, 1500)
"""The sensor of one square tells nothing, feels a man too soon by itself, or so many milliseconds late."""


def castled(sensor: Sensor, text: str, n: int, fault: str | int, *, press: bool) -> SensedRig:
    """White castles, the king first, and Black replies; the n-th of the four sensors fails."""
    control = "5:00" if press else None
    rig = SensedRig(sensor, START, time_control=control)
    position, index = rig.session.line.position, CHESS.index
    king, rook = position.piece_at(index["e1"]), position.piece_at(index["h1"])
    pawn = position.piece_at(index["d7"])
    men = (None, king, None, rook)
    acts = list(zip((1000, 1400, 2100, 2500), SQUARES[text], men, strict=True))
    at_ms, square, man = acts[n]
    if fault == "dead":
        del acts[n]
    elif isinstance(fault, int):
        acts[n] = (at_ms + fault, square, man)
    else:
        acts[n] = (500 if fault == "on-before" else at_ms - 250, square, man)
    acts += [(6500, "d7", None), (6900, "d6", pawn)]
    presses = [(2900, WHITE), (7300, BLACK)] if press else []
    for when_ms, name, it in sorted([*acts, *((t, "", s) for t, s in presses)], key=lambda a: a[0]):
        rig.wait(when_ms - rig.at_ns / 1_000_000)
        if name:
            rig.set(index[name], it)  # type: ignore[arg-type]
        else:
            rig.press(it)  # type: ignore[arg-type]
    rig.wait(9000)
    return rig


@pytest.mark.law("FIDE-4.7")
@pytest.mark.parametrize("press", [False, True])
@pytest.mark.parametrize("n", range(4))
@pytest.mark.parametrize("text", SQUARES)
@pytest.mark.parametrize("sensor", [Sensor.PRESENCE, Sensor.POLARITY, Sensor.IDENTITY])
def test_castling_is_made_or_asked_about(sensor: Sensor, text: str, n: int, *, press: bool) -> None:
    for fault in FAULTS:
        if isinstance(fault, str) and fault.startswith("on-") and n % 2 == 0:
            continue  # a man stands there anyhow
        rig = castled(sensor, text, n, fault, press=press)
        told = (fault, rig.line, rig.questions, rig.odd)
        assert rig.line in ([], [text], [text, "d7d6"]), told
        kinds = {each.kind for each in rig.of(Irregularity)}
        assert not any(kind.startswith("illegal") for kind in kinds), told
        if n == 3 and press:
            continue  # pressed while the rook is felt nowhere: perhaps he is in the hand
        assert not rig.of(Penalty), told
        assert rig.line or text in rig.questions[-1], told
