"""The doctor names every fault that is planted, and finds none on a board that is well."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from controller.shell import cli
from controller.shell.doctor.examination import Wanted
from controller.shell.doctor.findings import Level, summary, worst
from controller.shell.doctor.places import Places
from controller.shell.doctor.planting import Plant
from controller.shell.doctor.points import Watch, guessed
from drivers.ports import Fault, Scan, Symptom
from rules.terms import RulesError
from tests.shell.doctor_boards import ALL, BEHIND, EVERYTHING, HALL, MATRIX, board, examined, slowly

if TYPE_CHECKING:
    from controller.shell.doctor.findings import Finding
    from controller.shell.doctor.planting import Planted

ROOT = Path(__file__).parents[2]
PROFILES = sorted(ROOT.glob("hardware/*.toml"))
QUICK = Wanted(walk=True, lamps=True, keys=True, watch_s=1.0)
NAMED = {
    Plant.SWAPPED_WIRES: "swapped-wires",
    Plant.STUCK_POINT: "stuck-on",
    Plant.DEAF_POINT: "stuck-off",
    Plant.CHATTER: "chatter",
    Plant.MISSING_CHIP: "missing-chip",
    Plant.WRONG_ADDRESS: "wrong-address",
    Plant.WRONG_PROFILE: "wrong-profile",
    Plant.DEAD_LAMP: "dead-lamp",
    Plant.LOW_SUPPLY: "low-supply",
    Plant.BOUNCING_BUTTON: "bouncing-key",
}
"""Of each fault that any board of contacts can have: the finding that names it."""


def name(fault: Plant, found: list[Finding], planted: Planted) -> None:
    """Asserts that a finding names the fault, and where it is."""
    finding = next(finding for finding in found if finding.kind == NAMED[fault])
    names = Places(board()).names
    for point in planted.points.get(fault, ()):
        assert names[point] in finding.where
    if fault in planted.chips and fault is not Plant.LOW_SUPPLY:
        assert str(planted.chips[fault]) == finding.where
    if fault is Plant.BOUNCING_BUTTON:
        assert str(planted.key) in finding.where
    assert finding.remedy


@pytest.mark.parametrize("profile", PROFILES, ids=lambda path: path.stem)
def test_a_healthy_board_has_no_finding(profile: Path) -> None:
    config = slowly(board(profile.read_text()))
    assert examined(config, wanted=QUICK)[0] == []


def test_a_healthy_board_with_everything_has_no_finding() -> None:
    assert examined(board())[0] == []


@pytest.mark.parametrize("fault", list(NAMED))
def test_each_fault_is_named(fault: Plant) -> None:
    found, planted = examined(board(), [fault])
    name(fault, found, planted)
    others = {finding.kind for finding in found} - {NAMED[fault]}
    assert others <= {"brown-out"}


def test_all_faults_together_are_named() -> None:
    found, planted = examined(board(), list(NAMED))
    for fault in NAMED:
        name(fault, found, planted)
    assert {f.kind for f in found} == {*NAMED.values(), "brown-out"}


def test_faults_of_field_sensors_are_named() -> None:
    faults = {
        Plant.NOISY_HALL: "noisy-sensor",
        Plant.WRONG_POLE: "wrong-pole",
        Plant.STUCK_POINT: "stuck-on",
    }
    found, planted = examined(board(HALL), list(faults))
    names = Places(board(HALL)).names
    wanted = {(kind, names[planted.points[fault][0]]) for fault, kind in faults.items()}
    assert {(finding.kind, finding.where[:2]) for finding in found} == wanted


def test_a_healthy_field_board_has_no_finding() -> None:
    assert examined(board(HALL))[0] == []


def test_a_bad_diode_is_named() -> None:
    found, planted = examined(board(MATRIX), [Plant.GHOST])
    [point] = planted.points[Plant.GHOST]
    places = Places(board(MATRIX))
    assert [(f.kind, f.where) for f in found] == [("ghost", places.point(point))]


@pytest.mark.parametrize("text", [MATRIX, BEHIND], ids=["matrix", "behind"])
def test_other_healthy_boards_have_no_finding(text: str) -> None:
    assert examined(board(text))[0] == []


@pytest.mark.parametrize("fault", [Plant.MISSING_CHIP, Plant.WRONG_ADDRESS, Plant.WRONG_PROFILE])
def test_chips_behind_a_multiplexer_are_named(fault: Plant) -> None:
    [finding], planted = examined(board(BEHIND), [fault])
    assert (finding.kind, finding.where) == (NAMED[fault], str(planted.chips[fault]))
    assert "multiplexer 0x70 channel " in finding.where
    assert " cannot be seen" in finding.text
    assert finding.remedy


def test_the_ten_faults_of_the_criterion_are_all_named() -> None:
    """Swapped wires, stuck point, missing chip, wrong address, dead lamp, low supply, bouncing button, wrong
    profile on one board; noisy Hall and ghost each on a board that can have them."""
    ten = {
        Plant.SWAPPED_WIRES: EVERYTHING,
        Plant.STUCK_POINT: EVERYTHING,
        Plant.MISSING_CHIP: EVERYTHING,
        Plant.WRONG_ADDRESS: EVERYTHING,
        Plant.DEAD_LAMP: EVERYTHING,
        Plant.NOISY_HALL: HALL,
        Plant.LOW_SUPPLY: EVERYTHING,
        Plant.GHOST: MATRIX,
        Plant.BOUNCING_BUTTON: EVERYTHING,
        Plant.WRONG_PROFILE: EVERYTHING,
    }
    names = NAMED | {Plant.NOISY_HALL: "noisy-sensor", Plant.GHOST: "ghost"}
    assert len(ten) == 10
    for text in (EVERYTHING, HALL, MATRIX):
        mine = [fault for fault, where in ten.items() if where == text]
        found, _ = examined(board(text), mine)
        kinds = {finding.kind for finding in found}
        assert {names[fault] for fault in mine} <= kinds


def test_a_magnet_that_lies_the_wrong_way_up_is_named() -> None:
    config = board((ROOT / "hardware/chess-hall-14.toml").read_text())
    [finding], planted = examined(config, [Plant.WRONG_POLE])
    [point] = planted.points[Plant.WRONG_POLE]
    assert (finding.kind, finding.where) == ("wrong-pole", Places(config).point(point))
    assert "/dev/i2c-1 chip 0x20 pin GPA4 and /dev/i2c-1 chip 0x20 pin GPA5" in finding.where


@pytest.mark.parametrize("name", ["chess-hall-14", "draughts-64-field", "draughts-100-chain"])
def test_swapped_wires_are_named_on_boards_that_feel_more_than_presence(name: str) -> None:
    config = slowly(board((ROOT / f"hardware/{name}.toml").read_text()))
    [finding], planted = examined(config, [Plant.SWAPPED_WIRES])
    assert finding.kind == "swapped-wires"
    for point in planted.points[Plant.SWAPPED_WIRES]:
        assert Places(config).point(point) in finding.where


def test_a_fault_that_a_board_cannot_have_is_refused() -> None:
    bought = board((ROOT / "hardware/chess-serial.toml").read_text())
    for fault in (Plant.STUCK_POINT, Plant.DEAF_POINT, Plant.CHATTER):
        with pytest.raises(RulesError, match=f"{fault.value} cannot be planted"):
            examined(bought, [fault])
    bench = board('[board]\nid = "b"\n[sensors]\ndriver = "bench"\n')
    with pytest.raises(RulesError, match="swapped-wires cannot be planted"):
        examined(bench, [Plant.SWAPPED_WIRES])


def test_a_brown_out_names_the_chip() -> None:
    found, planted = examined(board(), [Plant.LOW_SUPPLY])
    browned = next(finding for finding in found if finding.kind == "brown-out")
    assert browned.where == str(planted.chips[Plant.LOW_SUPPLY])


@pytest.mark.parametrize("men", ["array", "empty", None])
def test_without_a_person_the_points_are_looked_at_as_they_are(men: str | None) -> None:
    found, planted = examined(
        board(), [Plant.STUCK_POINT, Plant.DEAF_POINT], Wanted(men=men, watch_s=0.2)
    )
    names = Places(board()).names
    kinds = {(finding.kind, finding.where[:2]) for finding in found}
    stuck = ("stuck-on", names[planted.points[Plant.STUCK_POINT][0]])
    deaf = ("stuck-off", names[planted.points[Plant.DEAF_POINT][0]])
    if men == "empty":  # the person is wrong: all his men seem stuck
        assert len(kinds) == 4  # those of the chips that have many are told together
        assert ("stuck-on", "/d") in kinds
    else:
        assert kinds == {stuck, deaf}


def test_nobody_guesses_how_men_stand_in_the_middle_of_a_game() -> None:
    wiring = board().sensors.wiring
    watch = Watch(wiring)
    watch.take(0, Scan(levels=0xFFFF))
    assert guessed(watch, 0xFFFF << 48 | 0xFFFF) is None
    assert guessed(watch, 0xFFFF) == 0xFFFF
    assert guessed(watch, 0x3FFFF) == 0x3FFFF


def test_a_fault_that_passes_is_a_warning() -> None:
    from controller.shell.doctor.points import examine_faults  # noqa: PLC0415

    watch = Watch(board().sensors.wiring)
    fault = Fault(symptom=Symptom.IO, where="/dev/i2c-1 chip 0x20", remedy="Shorten the cables.")
    watch.take(0, Scan(levels=0, unknown=1, faults=(fault,)))
    watch.take(1, Scan(levels=0))
    assert [(f.level, f.kind) for f in examine_faults(watch, set())] == [
        (Level.WARNING, "io-error")
    ]
    assert not list(examine_faults(watch, {"/dev/i2c-1 chip 0x20"}))
    watch.take(2, Scan(levels=0, unknown=1, faults=(fault,)))
    assert [f.level for f in examine_faults(watch, set())] == [Level.FAULT]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (EVERYTHING.partition("[keys]")[0], Plant.BOUNCING_BUTTON),
        ('[board]\nid = "b"\n[sensors]\ndriver = "bench"\n', Plant.MISSING_CHIP),
        (EVERYTHING, Plant.GHOST),
        (EVERYTHING, Plant.NOISY_HALL),
        (EVERYTHING, Plant.WRONG_POLE),
    ],
)
def test_what_a_board_does_not_have_cannot_be_broken(text: str, fault: Plant) -> None:
    with pytest.raises(RulesError, match=fault.value):
        examined(board(text), [fault], ALL)


def test_the_worst_finding_decides() -> None:
    found, _ = examined(board(), [Plant.BOUNCING_BUTTON])
    assert (worst(found), worst([])) == (Level.WARNING, Level.OK)
    assert summary(found) == "no faults, 1 warning."
    assert summary([]) == "All is well."


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = cli.main(["doctor", *arguments])
    return code, *capsys.readouterr()


def test_the_command_prints_a_line_a_finding(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "board.toml"
    file.write_text(EVERYTHING)
    code, out, _ = run(capsys, "--config", str(file), "--simulated", "--plant", "missing-chip")
    assert code == 1
    lines = out.splitlines()
    assert lines[-1] == "1 fault, no warnings."
    assert sum(line.startswith("fault ") for line in lines) == 1
    code, out, _ = run(capsys, "--config", str(file), "--simulated", "--json")
    body = json.loads(out)
    assert (code, body["summary"]) == (0, "All is well.")
    assert {"part", "level", "kind", "where", "text", "remedy"} == set(body["findings"][0])


def test_a_wrong_configuration_or_request_is_bad_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "board.toml"
    file.write_text("[board]\n")
    assert run(capsys, "--config", str(file), "--simulated")[0] == 2
    file.write_text(EVERYTHING)
    assert run(capsys, "--config", str(file), "--plant", "ghost")[0] == 2
    code, _, err = run(capsys, "--config", str(file), "--simulated", "--plant", "gremlin")
    assert code == 2
    assert "stuck-point" in err


def test_a_board_that_is_not_there_is_said_to_be_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "board.toml"
    file.write_text(EVERYTHING.replace("0x24]", '0x24]\nbus = "/dev/i2c-199"'))
    code, out, _ = run(capsys, "--config", str(file))
    assert code == 1
    assert "fault    /dev/i2c-199: bus missing. The device does not exist" in out
    assert out.count("/dev/i2c-199") == 1
