"""The parts of an examination in which a person takes part, as the state machines they are."""

from __future__ import annotations

import io
import os
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.shell.doctor.dialogue import NO, STOP, Ask, Seen, Wish
from controller.shell.doctor.findings import Finding, Level
from controller.shell.doctor.grouping import grouped
from controller.shell.doctor.panel import DisplayTest, KeyTest
from controller.shell.doctor.person import TerminalPerson
from controller.shell.doctor.places import Places
from controller.shell.doctor.rig import MS
from controller.shell.doctor.setting import GhostTest, lifts
from controller.shell.doctor.walk import LampTest, Walk
from drivers.sim.gpio_matrix import GpioContacts
from tests.shell.doctor_boards import board

if TYPE_CHECKING:
    from controller.shell.doctor.dialogue import Dialogue

PLACES = Places(board())
WAY = (0, 1, 2, 3)


def walked(felt: dict[int, int], *, stuck: int = 0, way: tuple[int, ...] = WAY) -> Walk:
    """A walk on a board whose sensors answer so; a point whose sensor answers nothing is left with Enter."""
    walk = Walk(way, PLACES, lamps=True)
    at_ns, standing = 0, 0
    ask = walk.step(Seen(at_ns=at_ns, occupied=stuck), None)
    while not walk.done:
        assert ask is not None
        assert ask.wish is Wish.SET
        assert list(walk.lit) == [ask.point]
        before, standing = standing, felt.get(ask.point, 0)
        ask = None
        for occupied in (before, 0, 0, standing):
            at_ns += 100 * MS
            ask = ask or walk.step(Seen(at_ns=at_ns, occupied=occupied | stuck), None)
            assert ask is None
        at_ns += 300 * MS
        ask = walk.step(Seen(at_ns=at_ns, occupied=standing | stuck), None if standing else "")
    return walk


@given(st.permutations(WAY))
def test_every_exchange_of_wires_is_found(wires: list[int]) -> None:
    walk = walked({point: 1 << wires[point] for point in WAY})
    assert walk.answers == {point: 1 << wires[point] for point in WAY}
    told = [finding for finding in walk.findings() if finding.level is Level.FAULT]
    wrong = {PLACES.names[point] for point in WAY if wires[point] != point}
    assert {name for name in wrong if any(name in f.where for f in told)} == wrong
    swapped = [f for f in told if f.kind == "swapped-wires"]
    pairs = {frozenset({p, wires[p]}) for p in WAY if wires[wires[p]] == p != wires[p]}
    assert len(swapped) == len(pairs)


@given(st.dictionaries(st.sampled_from(WAY), st.integers(0, 15), min_size=4))
def test_a_walk_notes_what_was_felt(felt: dict[int, int]) -> None:
    walk = walked(felt)
    assert walk.answers == felt
    well = all(felt[point] == 1 << point for point in WAY)
    assert [f.level for f in walk.findings()].count(Level.FAULT) == 0 if well else True
    assert well == ([f.level for f in walk.findings()] == [Level.OK])


def test_stuck_points_are_left_out() -> None:
    walk = walked({0: 1, 2: 4, 3: 8}, stuck=2)
    assert set(walk.answers) == {0, 2, 3}


def test_a_man_who_passes_over_points_is_not_believed() -> None:
    walk = Walk(WAY, PLACES, lamps=False)
    walk.step(Seen(at_ns=0, occupied=0), None)
    for at_ms in range(100, 2000, 100):
        passing = 1 << (at_ms // 100) % 4 if at_ms % 200 else 0
        assert walk.step(Seen(at_ns=at_ms * MS, occupied=passing), None) is None
    assert not walk.answers


@given(st.data())
def test_every_dialogue_ends_when_the_person_stops(data: st.DataObject) -> None:
    dialogues: list[Dialogue] = [
        Walk(WAY, PLACES, lamps=True),
        LampTest(WAY, PLACES),
        KeyTest([("white", "GPIO 22"), ("black", "GPIO 23")], dict),
        DisplayTest(("one", "other")),
        GhostTest(WAY, 15, PLACES),
    ]
    dialogue = data.draw(st.sampled_from(dialogues))
    steps = data.draw(
        st.lists(st.tuples(st.integers(0, 15), st.sampled_from([None, "", NO])), max_size=9)
    )
    at_ns = 0
    for occupied, said in [(0, None), *steps, (0, STOP)]:
        at_ns += 150 * MS
        if not dialogue.done:
            dialogue.step(Seen(at_ns=at_ns, occupied=occupied), said)
    assert dialogue.done
    assert all(str(finding) for finding in dialogue.findings())


def test_lamps() -> None:
    test = LampTest(WAY, PLACES)
    seen = Seen(at_ns=0, occupied=0)
    names = PLACES.names
    asked = []
    for said in (None, "", NO, "what?", names[3], names[2]):
        ask = test.step(seen, said)
        asked.append(None if ask is None else ask.point)
    assert asked == [0, 1, 2, 2, 3, None]
    assert test.done
    assert test.answers == {0: 0, 1: None, 2: 3, 3: 2}
    kinds = [(finding.kind, finding.where.split(" (")[0]) for finding in test.findings()]
    assert kinds == [
        ("dead-lamp", f"the lamp of {names[1]}"),
        ("swapped-lamps", f"the lamp of {names[2]}"),
        ("swapped-lamps", f"the lamp of {names[3]}"),
    ]


def test_a_chain_that_is_dark_from_a_lamp_on_has_a_broken_wire() -> None:
    test = LampTest(WAY, PLACES)
    for said in (None, "", "", NO, NO):
        test.step(Seen(at_ns=0, occupied=0), said)
    assert all("All from here on are dark" in finding.remedy for finding in test.findings())


def pressed(*reports: tuple[str, ...], bounces: int = 0) -> list[str]:
    """The kinds of findings when two keys report this."""
    test = KeyTest([("white", "GPIO 22"), ("black", "GPIO 23")], lambda: {"white": bounces})
    test.step(Seen(at_ns=0, occupied=0), None)
    for turn, names in enumerate(reports):
        at_ns = (1 + turn) * 1000 * MS
        test.step(Seen(at_ns=at_ns, occupied=0, pressed=names), None)
        test.step(Seen(at_ns=at_ns + 400 * MS, occupied=0), None if names else "")
    assert test.done
    return [finding.kind for finding in test.findings()]


def test_keys() -> None:
    assert pressed(("white",), ("black",)) == ["ok", "ok"]
    assert pressed(("black",), ("white",)) == ["swapped-keys", "swapped-keys"]
    assert pressed((), ("black",)) == ["dead-key", "ok"]
    assert pressed(("white", "white"), ("black",)) == ["bouncing-key", "ok"]
    assert pressed(("white",), ("black",), bounces=9) == ["bouncing-key", "ok"]


def test_figures_that_cannot_be_read() -> None:
    test = DisplayTest(("one", "other"))
    for said in (None, "", NO):
        test.step(Seen(at_ns=0, occupied=0), said)
    assert [(f.kind, f.where) for f in test.findings()] == [
        ("ok", "one"),
        ("dead-display", "other"),
    ]


def haunted(shorted: set[int], array: int) -> GhostTest:
    """The test on a matrix, eight by eight, with such diodes."""
    contacts = GpioContacts(range(8), range(8, 16), diodes=True)
    contacts.shorted_diodes = shorted

    def read(closed: int) -> int:
        contacts.close_contacts(closed)
        return sum(
            1 << 8 * row + column
            for row in range(8)
            for column in range(8)
            if contacts.levels({row: False}).get(8 + column) is False
        )

    test = GhostTest(lifts(PLACES, array), array, PLACES)
    at_ns = 0
    ask = test.step(Seen(at_ns=0, occupied=array), None)
    while not test.done:
        assert ask is not None
        held = array & ~(1 << ask.point) if ask.wish is Wish.LIFT else array
        at_ns += 1000 * MS
        test.step(Seen(at_ns=at_ns, occupied=read(held)), "")
        at_ns += 1000 * MS
        ask = test.step(Seen(at_ns=at_ns, occupied=read(held)), None)
    return test


ARRAY = 0xFFFF00000000FFFF


@pytest.mark.parametrize("bad", [p for p in range(64) if ARRAY >> p & 1])
def test_a_bad_diode_is_found(bad: int) -> None:
    test = haunted({bad}, ARRAY)
    assert test.culprit() == bad
    [finding] = test.findings()
    assert finding.where.startswith(PLACES.names[bad])


def test_without_a_bad_diode_three_lifts_are_enough() -> None:
    test = haunted(set(), ARRAY)
    assert len(test.answers) == 3
    assert not test.findings()


def test_several_bad_diodes_are_not_blamed_on_one() -> None:
    test = haunted({0, 9, 50}, ARRAY)
    assert test.culprit() is None
    assert [finding.kind for finding in test.findings()] == ["ghost"]


def test_men_to_lift_share_neither_row_nor_column() -> None:
    men = [PLACES.game.place(point) for point in lifts(PLACES, ARRAY)]
    assert len({at[0] for at in men}) == len({at[1] for at in men}) == len(men) == 3
    assert len(lifts(PLACES, 0xFFFF)) == 2


def test_a_person_at_a_terminal_types_lines() -> None:
    reading, writing = os.pipe()
    out = io.StringIO()
    with os.fdopen(reading) as lines, os.fdopen(writing, "w") as keyboard:
        person = TerminalPerson(lines, out)
        assert person.said() is None
        person.hear(Ask(wish=Wish.LOOK, text="Is the lamp of e4 lit?"))
        assert out.getvalue() == "  > Is the lamp of e4 lit? [q: stop]\n"
        for typed, said in [("\n", ""), (" N \n", NO), ("E5\n", "e5")]:
            keyboard.write(typed)
            keyboard.flush()
            assert person.said() == said
        keyboard.write("\nn\ng")
        keyboard.flush()
        assert [person.said() for _ in range(3)] == ["", NO, None]
        keyboard.close()
        assert person.said() == STOP


def deaf(name: str, where: str) -> Finding:
    return Finding(
        part="walk", level=Level.FAULT, kind="stuck-off", where=f"{name} ({where})", text="Deaf."
    )


def test_many_points_of_one_chip_are_one_finding() -> None:
    chip = "/dev/i2c-1 multiplexer 0x70 channel 2 chip 0x23"
    many = [deaf(f"a{n}", f"{chip} pin P0{n}") for n in range(5)]
    alone = deaf("e4", "/dev/i2c-1 chip 0x20 pin GPA0")
    found = grouped([alone, *many])
    assert [finding.where for finding in found] == [alone.where, chip]
    assert "5 points: a0 a1 a2 a3 a4" in found[1].text
    assert grouped([alone, *many[:3]]) == [alone, *many[:3]]


def test_many_points_of_one_line_are_one_finding() -> None:
    row = [
        deaf(f"{file}3", f"row 3 (GPIO 6), column {n} (GPIO {10 + n})")
        for n, file in enumerate("abcdefgh")
    ]
    column = [deaf(f"b{n}", f"row {n} (GPIO {n}), column 1 (GPIO 11)") for n in (1, 2, 4, 5)]
    found = grouped([*row, *column])
    assert [finding.where for finding in found] == ["row 3 (GPIO 6)", "column 1 (GPIO 11)"]
