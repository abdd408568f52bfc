"""One sensor fails on a board that tells men apart: what it makes up is worth no more than on one that feels only presence."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from controller.core.messages import Irregularity, Question
from controller.core.sensing.marks import Sensor, level_of
from rules.footprint import Act
from rules.registry import game_by_name
from tests.core.fair import assert_fair
from tests.core.sensed import SensedRig, men_of

if TYPE_CHECKING:
    from rules.position import Move
    from rules.terms import Point

XIANGQI = "2bakab1r/9/1cn3nc1/p3p1C1p/2r6/2N6/P1P1P1P1P/1C4N2/9/R1BAKABR1 w - - 0 1"
CHESS = "r2qk2r/1pp2pp1/p1nb1n1p/3p2N1/3PP1b1/2N5/PPPB1PPP/R2QKB1R w KQkq - 0 1"
BOARDS = (("xiangqi", None), ("xiangqi", XIANGQI), ("chess", None), ("chess", CHESS))
ONE_IN = 3
"""Of so many moves one is tried, but on polarity sensors."""
FAULTS = ("stuck-in-flight", "stuck-as-it-lands", "stuck-soon-after", "follows-the-target")
SENSORS = [
    pytest.param(sensor, marks=() if sensor is Sensor.POLARITY else pytest.mark.slow)
    for sensor in Sensor
]


Acts = list[tuple[int, "Point", int | str]]
"""What sensors show, each with its time in milliseconds."""

GO_MS, REST_MS = 500, 1600


def acts_of(move: Move, sensor: Sensor, at_ms: int) -> Acts:
    """What a calm hand shows that makes this move, with half a second between its steps."""
    empty: int | str = "" if sensor is Sensor.IDENTITY else 0
    return [
        (
            at_ms + n * GO_MS,
            step.point,
            empty if step.act is Act.LIFT else level_of(step.man, sensor),
        )
        for n, step in enumerate(next(move.footprint.orders()))
    ]


def failing(acts: Acts, move: Move, sensor: Sensor, fault: str) -> Acts:
    """What is seen of a move where the sensor of its origin fails in one of the ways of `FAULTS`."""
    assert move.mover is not None
    assert move.origin is not None
    mine = level_of(move.mover, sensor)
    if fault == "follows-the-target":
        begun_ms, origin = acts[0][0], move.origin
        felt = [(at, origin, lv) for at, p, lv in acts if p == move.target and at > begun_ms]
        return sorted([*acts, *felt], key=lambda act: act[0])
    after_ms = {"stuck-in-flight": -GO_MS // 2, "stuck-as-it-lands": 0, "stuck-soon-after": 400}
    return sorted([*acts, (acts[-1][0] + after_ms[fault], move.origin, mine)])


def play(rig: SensedRig, acts: Acts) -> None:
    for at_ms, point, level in acts:
        rig.wait(at_ms - rig.at_ns / 1_000_000)
        rig.reader.take(rig.at_ns, {point: level})
        rig._frame()


def calm_reply(rig: SensedRig, move: Move) -> Move | None:
    """A move of the opponent far from the target of this one."""
    place = rig.game.place
    x, y = place(move.target or 0)
    after = rig.session.line.position.play(move)
    far = (
        reply
        for reply in after.moves()
        if reply.origin is not None and not reply.captured
        if abs(place(reply.origin)[0] - x) + abs(place(reply.origin)[1] - y) > 2
    )
    return next(far, None)


def moves_of(game: str, start: str | None, *, captures: bool) -> list[str]:
    position = game_by_name(game).start(start)
    return [m.text for m in position.moves() if bool(m.captured) is captures and not m.partner]


def wrong_or_not_asked(game: str, start: str | None, text: str, sensor: Sensor, fault: str) -> str:
    """What is made of one move and its reply past one failing sensor, where it is not the truth; else nothing."""
    kind = game_by_name(game)
    rig = SensedRig(sensor, start, game=kind, rulebook=kind.rulebook.name)
    move = rig.session.line.position.by_text(text)
    assert move is not None
    reply = calm_reply(rig, move)
    if reply is None:
        return ""
    acts = acts_of(move, sensor, 1000)
    play(rig, failing(acts, move, sensor, fault))
    play(rig, acts_of(reply, sensor, acts[-1][0] + REST_MS))
    rig.wait(8000)
    asked = [question.candidates for question in rig.of(Question)]
    true = rig.line in ([text], [text, reply.text]) or (not rig.line and text in asked[0])
    found = f"{text} {fault}: {rig.line}, {asked}, {rig.odd}"
    return "" if true and not rig.of(Irregularity) else found


ROOK = "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R b - - 0 2"
"""Black plays i9h9; Red may then play e2e6."""


def shown(sensor: Sensor, line: str, start: str = ROOK) -> SensedRig:
    """A board on which all this is seen: "i9 200 h8=r 1000", a man leaves i9, and 200 ms later there is a rook on h8."""
    game = game_by_name("xiangqi")
    rig = SensedRig(sensor, start, game=game, rulebook=game.rulebook.name)
    men = {man.letter: man for man in men_of(rig.session.line.position).values()}
    rig.wait(1000)
    for token in line.split():
        if token.isdigit():
            rig.wait(int(token))
        else:
            point, _, letter = token.partition("=")
            rig.set(game.index[point], men.get(letter))
    return rig


@pytest.mark.parametrize("sensor", Sensor)
@pytest.mark.parametrize("letter", ["r", "R"])
def test_a_man_made_up_beside_a_move_is_no_mishap(sensor: Sensor, letter: str) -> None:
    rig = shown(sensor, f"i9 200 h8={letter} 200 h9=r 3000 e2 400 d2=C 3000")
    assert_fair(rig, ["i9h9", "e2d2"])


@pytest.mark.parametrize("sensor", Sensor)
def test_a_sensor_that_dies_just_after_the_landing_is_asked_about(sensor: Sensor) -> None:
    """The man was seen whole on h9, for 20 ms."""
    rig = shown(sensor, "i9 400 h9=r 20 h9 1580 e2 435 e6 545 e6=C 6000")
    assert (rig.line, rig.odd) == ([], []), rig.story()
    assert "i9h9" in rig.questions[0]


@pytest.mark.parametrize("sensor", SENSORS)
@pytest.mark.parametrize("captures", [False, True], ids=["quiet", "captures"])
@pytest.mark.parametrize(("game", "start"), BOARDS)
def test_an_origin_that_feels_a_man_again_is_no_other_man_and_no_mishap(
    game: str, start: str | None, sensor: Sensor, *, captures: bool
) -> None:
    """Every lawful move (one in `ONE_IN` but for polarity): nothing wrong is given out, no irregularity is named, and what
    is asked includes the truth.
    """
    one_in = 1 if sensor is Sensor.POLARITY else ONE_IN
    found = [
        wrong_or_not_asked(game, start, text, sensor, fault)
        for text in moves_of(game, start, captures=captures)[::one_in]
        for fault in FAULTS
    ]
    assert [each for each in found if each] == []


@pytest.mark.parametrize("sensor", Sensor)
def test_a_sensor_that_dies_as_a_man_is_taken_hides_a_capture(sensor: Sensor) -> None:
    rig = shown(sensor, "i9 400 h9=r 1600 e2 435 e6 2145 g7 6000")
    assert_fair(rig, ["i9h9", "e2e6"])
