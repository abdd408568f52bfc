"""Stages, commands, and a journal that can be read back: whatever is done to the board."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

from controller.core.inputs import Command
from controller.core.messages import (
    Correction,
    GameStarted,
    Irregularity,
    Message,
    Move,
    Question,
    Result,
)
from controller.core.stages import TRANSITIONS, Event, Stage, after
from controller.core.table.commands import COMMANDS, START
from controller.shell.states import page
from rules.position import Position
from rules.registry import GAMES
from tests.core.boards import PINNED, TWO_CAPTURES
from tests.core.programs import NAMES, ROLES, Program, board
from tests.core.rig import CHESS, CLASSIC, Rig, played, recovered
from tests.core.watched import Watched
from tests.samples import sample

SEEDS, SLOW_SEEDS = 12, sample(20, 1000)
STEPS = 300
EVERY = 60
"""The journal is read back after so many steps."""


def offered() -> Rig:
    """An illegal move that the opponent may let stand."""
    game = GAMES["draughts-100"]
    return Rig(game=game, rulebook=game.rulebook.name).hands("1000 32- 300 22+ 6500")


REACHED: dict[Stage, Callable[[], Rig]] = {
    Stage.SETUP: lambda: Rig(standing=["e4"]),
    Stage.PLAY: lambda: played("e2- 300 e4+"),
    Stage.QUESTION: lambda: Rig(TWO_CAPTURES).hands("1000 e4- 800 e8- 300 e7+ 6500"),
    Stage.RESTORE: lambda: played("e2- 300 e5+ 6500"),
    Stage.CHOICE: offered,
    Stage.ENDED: lambda: played("", "k7/2Q5/8/8/8/8/8/K7 b - - 0 1"),
}
ARGS: tuple[dict[str, object], ...] = (
    {},
    {"to": "q"},
    {"on": True},
    {"on": False},
    {"on": "yes"},
    {"move": "e4d5"},
    {"move": None},
    {"id": "i99"},
    {"result": "3-0"},
    {"result": ["1-0"]},
)


def test_every_stage_but_setup_is_reached_from_another() -> None:
    assert set(TRANSITIONS.values()) >= set(Stage) - {Stage.SETUP}
    assert {stage for stage, _ in TRANSITIONS} == set(Stage)
    assert {event for _, event in TRANSITIONS} == set(Event)


def test_the_end_is_the_end() -> None:
    later = {then for (stage, event), then in TRANSITIONS.items() if stage is Stage.ENDED}
    taken_back = TRANSITIONS.get((Stage.ENDED, Event.CORRECTED))
    assert later <= {Stage.ENDED, taken_back}
    assert taken_back in (None, Stage.RESTORE)


@pytest.mark.parametrize("stage", Stage)
@pytest.mark.parametrize("event", Event)
def test_what_is_not_in_the_table_is_a_bug(stage: Stage, event: Event) -> None:
    if (stage, event) in TRANSITIONS:
        assert after(stage, event) is TRANSITIONS[stage, event]
    else:
        with pytest.raises(KeyError):
            after(stage, event)


def test_the_programs_know_all_commands() -> None:
    """All but the one that leaves the game, and those that change no more than names or who is believed."""
    assert set(COMMANDS) - {START, "amend", "trust"} <= set(NAMES)


def state(session: Watched) -> tuple[object, ...]:
    """Everything that a refused command must leave alone."""
    return (
        session.stage,
        session.line.ply,
        session.line.position,
        session.touched[:],
        session.due,
        session.question,
        session.irregularity,
        session.breach,
        session.claims.promotion,
        session.adjusting,
        session.result,
        session.view(),
    )


@pytest.mark.parametrize("stage", [s for s in REACHED if s is not Stage.ENDED])
@pytest.mark.parametrize("role", [*ROLES, "", "red"])
def test_a_command_is_obeyed_or_refused_with_a_reason(stage: Stage, role: str) -> None:
    """Who was refused has changed nothing: the next one is tried in the same session."""
    rig = REACHED[stage]()
    for name, args in product(NAMES, ARGS):
        assert rig.session.stage is stage
        before, said = state(rig.session), len(rig.said)
        if not rig.command(role, name, **args):
            assert rig.refusals[-1]
            assert state(rig.session) == before
            assert len(rig.said) == said
            continue
        if role not in ROLES or name not in COMMANDS:
            pytest.fail(f"{role} was obeyed: {name} {args}")
        rig.hands("300")
        rig = REACHED[stage]()
    rig.hands("300")


@pytest.mark.parametrize("role", ROLES)
def test_a_command_is_for_some_roles_only(role: str) -> None:
    rig = Rig()
    for name, row in COMMANDS.items():
        kind = "player" if role in CHESS.sides else role
        if kind not in row.roles:
            assert not rig.command(role, name)
            assert f"{role} may not" in rig.refusals[-1]


def stood(before: Position, said: list[Message], message: Move) -> Position:
    """The position after an illegal move that was let stand."""
    (seen,) = [m.observed for m in said if isinstance(m, Irregularity) and m.id == message.accepted]
    origin, target = (None if p is None else CHESS.index[p] for p in (seen.origin, seen.to))
    if message.side != before.side_to_move:  # out of turn: the opponent is to move still
        before = before.play_irregular(None, None, [])
    return before.play_irregular(origin, target, [CHESS.index[p] for p in seen.removed])


def check_line(said: list[Message]) -> list[Position]:
    """Plies count on, corrections take back the last ones, and legal moves are legal."""
    positions: list[Position] = []
    for message in said:
        if isinstance(message, GameStarted) and message.amended_by is None:
            assert not positions
            positions = [CHESS.start(str(message.position))]
        elif isinstance(message, Correction) and message.cause == "set-position":
            assert message.from_ply == message.to_ply + 1 == len(positions)
            positions[-1] = CHESS.start(str(message.position))
        elif isinstance(message, Correction):
            added = message.cause == "correct" and message.from_ply == message.to_ply + 1
            assert added or message.from_ply <= message.to_ply
            assert message.to_ply == len(positions) - 1
            del positions[message.from_ply :]
            assert positions[-1].text == message.position
        elif isinstance(message, Move):
            assert message.ply == len(positions)
            before = positions[-1]
            assert message.side == before.side_to_move or not message.legal
            move = before.by_text(message.move)
            if message.legal:
                assert move is not None, f"{message.move} is not legal in {before.text}"
                positions.append(before.play(move))
            else:
                positions.append(stood(before, said, message))
            assert positions[-1].text == message.position
        elif isinstance(message, Result):
            assert positions
    return positions


def check_recovery(rig: Rig) -> None:
    """The messages alone bring a session to where the live one stands."""
    live = rig.session
    read = recovered(rig.settings, rig.said)
    assert [p.text for p in read.line.positions] == [p.text for p in live.line.positions]
    assert read.line.moves == live.line.moves
    assert [line.breach for line in read.line.lines] == [line.breach for line in live.line.lines]
    assert read.result == live.result
    assert read.line.ids == live.line.ids
    assert read.claims == live.claims
    if live.stage is Stage.SETUP:
        assert read.stage is Stage.SETUP
        return
    assert read.stage is (Stage.ENDED if live.stage is Stage.ENDED else Stage.RESTORE)
    assert read.breach == live.breach
    if live.stage is not Stage.ENDED:
        assert read.question == live.question
        assert read.due == live.due
        if live.stage is Stage.RESTORE:
            assert read.irregularity == live.irregularity
        assert set(read.touched) == set(live.touched)


def test_an_illegal_move_that_stands_is_read_back() -> None:
    """The rook that shielded its king has left: no position for a FEN, but the game goes on."""
    rig = Rig(PINNED).hands("1000 e2- 300 d2+ 6500")
    assert rig.command("arbiter", "accept-irregularity")
    check_line(rig.said)
    check_recovery(rig)


@pytest.mark.parametrize("hands", ["w! 500", "e2- 300 w! 500 e2+"])
def test_a_press_too_soon_is_nothing_to_let_stand(hands: str) -> None:
    rig = played(hands, time_control="90:00")
    assert rig.odd
    read = recovered(rig.settings, rig.said)
    assert read.feed(Command(at_ns=0, role="arbiter", name="accept-irregularity")).refusal
    assert not rig.command("arbiter", "accept-irregularity")


ROOT = Path(__file__).parents[3]
HANGING = "r1bk1bnr/pp1pQ1pp/8/2p5/1nB1P3/P7/2PPK1Pq/RNB3NR b - - 0 9"


def test_a_question_is_not_asked_for_ever() -> None:
    """One line of a question had become too dear by the moment it was asked."""
    rig = Rig(HANGING, rulebook=CLASSIC)
    rig.hands("1000 c8- 8300 g8- 15 e7- 1100 e7+ 305 e2- 400 e2+ 3000")
    assert len(rig.questions) <= 1


def run(seed: int) -> Rig:
    rig = board(seed)
    program = Program(rig, seed)
    for n in range(1, STEPS + 1):
        program.step()
        if n % EVERY == 0:
            check_recovery(rig)
        if rig.session.stage is Stage.ENDED and n > STEPS // 3:
            break
    check_line(rig.said)
    check_recovery(rig)
    return rig


@pytest.mark.parametrize(
    "seed",
    [
        *range(SEEDS),
        57,  # asked for ever
        103,
    ],
)
def test_random_programs(seed: int) -> None:
    assert run(seed).said


@pytest.mark.slow
@pytest.mark.parametrize("seed", sorted({*range(SEEDS, SLOW_SEEDS)} - {57, 103}))
def test_many_random_programs(seed: int) -> None:
    assert run(seed).said


def test_the_programs_get_far() -> None:
    """Or else they would prove nothing."""
    rigs = [run(seed) for seed in range(SEEDS // 2)]
    assert sum(len(rig.moves) for rig in rigs) > 6 * len(rigs)
    assert any(rig.of(Question) for rig in rigs)
    assert any(rig.of(Correction) for rig in rigs)
    assert any(rig.odd for rig in rigs)


def test_the_page_of_stages_is_current() -> None:
    assert (ROOT / "docs" / "states.md").read_text(encoding="utf-8") == page()
