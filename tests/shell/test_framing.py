"""Scans of every kind of sensor become frames, once for each thing that is new."""

from __future__ import annotations

from dataclasses import dataclass, field

from controller.core.inputs import Frame, Gap, Input, Tick
from controller.core.sensing.marks import Mark, Sensor, Tone
from controller.shell.framing import Framer, levels_of_frame
from controller.shell.hardware import Hardware
from controller.shell.profile import Wiring
from controller.shell.scanner import Mailbox, Scanner
from drivers.ports import Kind, Reading, Scan
from rules.registry import game_by_name

CHESS = game_by_name("chess")
A1, C1 = CHESS.index["a1"], CHESS.index["c1"]
LIGHT, DARK = Mark(tone=Tone.LIGHT), Mark(tone=Tone.DARK)
MS = 1_000_000


@dataclass
class Matrix:
    """Sensors that give what they are told to."""

    kind: Kind
    channels: int = 3
    result: Scan = field(default_factory=lambda: Scan(levels=0))

    def scan(self, at_ns: int) -> Scan:
        del at_ns
        return self.result

    def close(self) -> None:
        pass


def hardware(kind: Kind) -> Hardware:
    """Three sensors at c1, nothing, a1."""
    points = Wiring((C1, None, A1))
    return Hardware(
        game=CHESS, matrix=Matrix(kind), sensor_points=points, lamps=None, lamp_points=points
    )


def scan(readings: dict[int, Reading], unknown: int = 0) -> Scan:
    return Scan(levels=sum(1 << n for n in readings), unknown=unknown, readings=readings)


def test_presence() -> None:
    framer = Framer(hardware(Kind.PRESENCE))
    assert framer.frame(0, Scan(levels=0b111)) == Frame(at_ns=0, levels=1 << A1 | 1 << C1)
    assert framer.frame(5, Scan(levels=0b101)) is None  # what is connected to nothing says nothing
    assert framer.frame(9, Scan(levels=0b100, unknown=1)) == Frame(
        at_ns=9, levels=1 << A1, unknown=1 << C1
    )


def test_polarity() -> None:
    framer = Framer(hardware(Kind.POLARITY))
    assert framer.frame(0, scan({})) == Frame(at_ns=0, levels=0, marks={})
    stands = 1 << A1 | 1 << C1
    found = framer.frame(5, scan({0: 1, 2: -1}))
    assert found == Frame(at_ns=5, levels=stands, marks={C1: LIGHT, A1: DARK})
    found = framer.frame(10, scan({0: -1, 2: -1}))
    assert found == Frame(at_ns=10, levels=stands, marks={C1: DARK, A1: DARK})
    found = framer.frame(15, scan({2: -1}, unknown=1))
    assert found == Frame(at_ns=15, levels=1 << A1, unknown=1 << C1, marks={A1: DARK})
    assert framer.frame(20, scan({2: -1}, unknown=1)) is None
    assert framer.frame(25, scan({2: -1})) == Frame(at_ns=25, levels=1 << A1, marks={A1: DARK})


def test_strengths_and_letters() -> None:
    found = Framer(hardware(Kind.FIELD)).frame(0, scan({0: 500, 1: 400, 2: -90}))
    assert found is not None
    assert (found.levels, found.strengths) == (1 << C1, {C1: 500})
    assert levels_of_frame(found, Sensor.FIELD, CHESS) == {C1: 500}
    found = Framer(hardware(Kind.IDENTITY)).frame(0, scan({0: "n", 2: "?"}))
    assert found is not None
    assert found.levels == 1 << A1 | 1 << C1
    assert found.marks == {C1: Mark(tone=Tone.DARK, letter="n")}
    # The tag of no man is kept as one: a letter of no man.
    levels = levels_of_frame(found, Sensor.IDENTITY, CHESS)
    assert levels[C1] == "n"
    assert str(levels[A1]) not in CHESS.men


def test_a_new_session_is_shown_what_stands() -> None:
    board = hardware(Kind.POLARITY)
    seen: list[Input] = []
    scanner = Scanner(board, seen.append)
    for at_ms in (0, 5):
        scanner.step(at_ms * MS)
    scanner.look_again()
    scanner.step(10 * MS)
    assert [item.at_ns for item in seen] == [0, 10 * MS]


def test_a_full_mailbox_loses_no_colours() -> None:
    newest = Frame(at_ns=2, levels=1 << A1, marks={A1: DARK})
    mailbox = Mailbox(lambda: None, limit=1)
    for item in (Frame(at_ns=0, levels=0, marks={}), newest, Tick(at_ns=3)):
        mailbox.put(item)
    assert mailbox.take() == Frame(at_ns=0, levels=0, marks={})
    mailbox.put(Tick(at_ns=4))
    assert mailbox.take() == Gap(at_ns=4, from_ns=2)
    assert mailbox.take() == Frame(at_ns=4, levels=1 << A1, marks={A1: DARK})
    assert mailbox.take() is None
