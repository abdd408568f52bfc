"""Journals and recorded evenings of earlier versions, kept for ever with what they must be recovered to.

tests/data/kept holds a folder a version. In it are, compressed, `NAME.db.gz` (a journal) with `NAME.json.gz` (the state
of its game as viewers saw it), and `NAME.jsonl.gz` (a trace) with `NAME.json.gz` (what was played). Files of a version
never change. Each release adds a folder: `python -m tests.kept NAME` writes it, with what the program of that day makes.
"""

from __future__ import annotations

import gzip
import io
import json
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from controller.core.messages import Correction, Irregularity, Move, Result
from controller.core.settings import Settings
from controller.journal.store import Journal
from controller.shell.cores import new_board
from controller.shell.evening.drawing import draw
from controller.shell.evening.playing import play
from controller.shell.replay import effects_of
from controller.shell.replay import settings as settings_in
from controller.shell.simulate import Asked, game_of, plan_of, tape_for
from controller.shell.taking_up import taken_up
from controller.shell.trace import read_trace
from rules.registry import GAMES, game_by_name
from tests.model.programs import program, run
from tests.simulation.lines import masters

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from controller.core.messages import Json, Message

FOLDER = Path(__file__).resolve().parent / "data" / "kept"
BOARD = "kept"
DB, TRACE, STATE = ".db.gz", ".jsonl.gz", ".json.gz"
PROGRAMS = 2
"""Journals of each game."""
STEPS = 60
PLIES = 30
FELT = ("standing", "unknown", "lamps", "touched", "restore")
"""What a view says of the board's sensors, which no journal holds."""


def files() -> list[Path]:
    """Every journal and trace that is kept."""
    found = [*FOLDER.glob(f"*/*{DB}"), *FOLDER.glob(f"*/*{TRACE}")]
    return sorted(found)


def expected(file: Path) -> Json:
    """What was recorded beside a file."""
    found: Json = json.loads(gzip.decompress(_state_of(file).read_bytes()))
    return found


def holds(found: object, recorded: object) -> bool:
    """Whether all that was recorded is found again; later versions may say more, times among it (0: not known)."""
    if isinstance(recorded, dict) and isinstance(found, dict):
        known = {key: value for key, value in recorded.items() if (key, value) != ("at_us", 0)}
        return all(holds(found.get(key), value) for key, value in known.items())
    if isinstance(recorded, list) and isinstance(found, list):
        return len(found) == len(recorded) and all(map(holds, found, recorded))
    return found == recorded


def _state_of(file: Path) -> Path:
    return file.parent / (file.name.removesuffix(DB).removesuffix(TRACE) + STATE)


def found_in(file: Path) -> Json:
    """What a file is recovered to today.

    Raises:
        JournalError, BadTrace, RulesError: it cannot be read.
    """
    data = gzip.decompress(file.read_bytes())
    if file.name.endswith(TRACE):
        return played(data, file.name)
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "journal.db").write_bytes(data)
        return recovered(Path(folder))


def recovered(folder: Path) -> Json:
    """The state of a journal's game, as the service takes it up; its whole chain is verified."""
    with Journal.read(folder) as journal:
        journal.verify()
        started = journal.beginnings()[0]
        game = game_by_name(started.game, started.game_options)
        board = Settings(game=game, rulebook=game.rulebook, game_options=dict(started.game_options))
        _, session = taken_up(journal, board, None, anew=False)
        view: Json = msgspec.to_builtins(session.view())
        records = journal.newest_seq
    return {"records": records, **{k: v for k, v in view.items() if k not in FELT}}


def played(data: bytes, name: str) -> Json:
    """What a trace says was played: the record, the irregularities, the result."""
    header, lines = read_trace(io.BytesIO(data), name)
    session = new_board(settings_in(header))
    line: list[str] = []
    irregular: list[list[str]] = []
    result = None
    for _, _, effects in effects_of(header, lines, session):
        for message in effects.messages:
            match message:
                case Move():
                    line.append(message.move)
                case Correction():
                    del line[message.from_ply - 1 :]
                case Irregularity():
                    irregular.append([message.kind, message.law])
                case Result():
                    result = message.result
                case _:
                    pass
    return {"moves": line, "irregularities": irregular, "result": result}


# Making them


def written(name: str) -> Path:
    """Writes the files of a version."""
    folder = FOLDER / name
    folder.mkdir(parents=True)
    for number, game in enumerate(GAMES):
        for seed in range(PROGRAMS):
            _keep_journal(folder, f"{game}-{seed}", number + len(GAMES) * seed)
        _keep_trace(folder, f"{game}-evening", game)
    return folder


def _keep_journal(folder: Path, name: str, seed: int) -> None:
    """A game of many incidents, and its state at the end."""
    error, world = run(seed, program(seed, STEPS))
    assert error is None, error
    with tempfile.TemporaryDirectory() as made:
        with Journal.open(Path(made), BOARD) as journal:
            for at_us, messages in _together(zip(world.rig.said_us, world.rig.said, strict=True)):
                journal.append(messages, game_id="g1", at_us=at_us)
        state = recovered(Path(made))
        _write(folder / f"{name}{DB}", (Path(made) / "journal.db").read_bytes(), state)


def _together(said: Iterable[tuple[int, Message]]) -> Iterator[tuple[int, list[Message]]]:
    """What was said at one moment, as the service records it."""
    batch: list[Message] = []
    last_us = 0
    for at_us, message in said:
        if batch and at_us != last_us:
            yield last_us, batch
            batch = []
        last_us = at_us
        batch.append(message)
    yield last_us, batch


def _keep_trace(folder: Path, name: str, game: str) -> None:
    """An evening of a master's game where there is one, else of one by chance."""
    plan = plan_of(Asked(game=game, mix="club", plies=PLIES), 7)
    if records := [each for each in masters(game) if not each.options]:
        plan = draw(game_of(Asked(game=game)), "club", 7, PLIES, records[0].moves)
    tape = tape_for(plan)
    play(plan, tape=tape)
    data = tape.finish().encode()
    _write(folder / f"{name}{TRACE}", data, played(data, name))


def _write(file: Path, data: bytes, state: Json) -> None:
    file.write_bytes(gzip.compress(data, mtime=0))
    text = json.dumps(state, ensure_ascii=False, sort_keys=True)
    _state_of(file).write_bytes(gzip.compress(text.encode(), mtime=0))


if __name__ == "__main__":
    sys.stdout.write(f"{written(sys.argv[1])}\n")
