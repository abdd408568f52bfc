"""The field of a man who is lifted fades over some scans: until he is off he is who he was, a king a king."""

from __future__ import annotations

import pytest

from controller.core.sensing.marks import Sensor
from rules.registry import game_by_name
from tests.core.sensed import Board

RUSSIAN = game_by_name("draughts-russian")
KING, MAN = 850, 500
SCAN_MS = 5
fades = pytest.mark.parametrize("scans", [0, 1, 3, 8, 16])


class Hands:
    """Hands whose men come and leave over some scans, as magnets do."""

    def __init__(self, start: str, scans: int) -> None:
        self.board = Board(RUSSIAN, Sensor.FIELD, start)
        self.scans = scans
        self.board.wait(1000)

    def lift(self, name: str, level: int, rest_ms: int = 300) -> Hands:
        steps = self.scans + 1
        for n in range(1, self.scans + 1):
            self.board.set({name: level * (steps - n) // steps}).wait(SCAN_MS)
        self.board.set({name: 0}).wait(rest_ms)
        return self

    def put(self, name: str, level: int, rest_ms: int) -> Hands:
        for part in (3, 2, 1):
            self.board.set({name: level // part}).wait(SCAN_MS)
        self.board.wait(rest_ms)
        return self

    @property
    def odd(self) -> list[tuple[str, str, str]]:
        return [(m.law, m.kind, m.side) for m in self.board.of("Irregularity")]


@fades
@pytest.mark.parametrize("crowned_ms", [450, 750, 1100, 1700])
def test_a_king_captures_just_after_he_was_crowned(scans: int, crowned_ms: int) -> None:
    """The opponent has replied at once, and the captured man is taken off first."""
    hands = Hands("W:Wd6,e1,a3:Be7,h8,c5", scans)
    hands.lift("d6", MAN).put("f8", MAN, 300).lift("e7", -MAN, 600).put("f8", KING, 150)
    hands.lift("h8", -MAN, 200).put("g7", -MAN, max(crowned_ms - 450, 0))
    hands.lift("c5", -MAN).lift("f8", KING).put("b4", KING, 1200)
    hands.lift("g7", -MAN).put("h6", -MAN, 3000)
    assert (hands.odd, hands.board.of("Question")) == ([], [])
    assert hands.board.moves == ["d6:f8", "h8-g7", "f8:b4", "g7-h6"]


@pytest.mark.law("DR-7.4.6")
@fades
@pytest.mark.parametrize("crowned_ms", [450, 750, 1100])
def test_a_fresh_king_who_does_not_capture_displaces_nobody(scans: int, crowned_ms: int) -> None:
    hands = Hands("W:Wd6,e1,a3:Be7,h8,a7", scans)
    hands.lift("d6", MAN).put("f8", MAN, 300).lift("e7", -MAN, 600).put("f8", KING, 150)
    hands.lift("h8", -MAN, 200).put("g7", -MAN, max(crowned_ms - 450, 0))
    hands.lift("f8", KING).put("d6", KING, 1200)
    hands.lift("g7", -MAN).put("h6", -MAN, 3000)
    assert hands.odd == [("DR-7.4.6", "capture-not-made", "white")]
    assert hands.board.moves == ["d6:f8", "h8-g7", "f8-d6", "g7-h6"]


@pytest.mark.parametrize("rest_ms", [130, 400])
def test_a_crown_that_is_taken_off_for_good_is_seen_to_be(rest_ms: int) -> None:
    """He may be lifted soon after: then he is a single man."""
    hands = Hands("W:WKf8,a3,e1:Bg7,h2,a5", 0)
    hands.board.set({"f8": KING}).wait(8000)
    hands.board.set({"f8": MAN}).wait(rest_ms)
    mark = hands.board.session.state.sensing.marks[RUSSIAN.index["f8"]]
    assert mark.stacked is False


@pytest.mark.law("DR-7.4.6", "DR-7.7")
@fades
@pytest.mark.parametrize("reply_ms", [200, 600, 1300])
def test_the_reply_accepts_what_a_king_has_done_against_the_law(scans: int, reply_ms: int) -> None:
    hands = Hands("W:WKf8,a3,e1:Bg7,h2,a5", scans)
    hands.board.set({"f8": KING}).wait(8000)
    hands.lift("f8", KING).put("d6", KING, reply_ms)
    hands.lift("a5", -MAN).put("b4", -MAN, 5000)
    assert hands.odd == [("DR-7.4.6", "capture-not-made", "white")]
    assert (hands.board.moves, hands.board.session.stage.value) == (["f8-d6", "a5-b4"], "play")
