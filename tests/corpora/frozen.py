"""The frozen evenings: an index, an archive for each kind of hands and game, and what a core made of them.

In an archive `NAME.jsonl` is a trace and `NAME.json` its truth: `plies` as rows of move, side, began, made and pressed
(microseconds), `deeds` as rows of kind, from and until.
"""

from __future__ import annotations

import gzip
import json
import sys
from dataclasses import astuple
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from controller.shell.judging import TrueEvening
from controller.shell.scoring import TrueDeed
from controller.shell.truth import TruePly
from tests.corpora.evenings import Source, made, source_of
from tests.corpora.simulated import Unplayable

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from controller.shell.judging import Judged

FOLDER = Path(__file__).resolve().parents[1] / "data" / "corpora"
INDEX = FOLDER / "index.json"


@cache
def sources() -> tuple[Source, ...]:
    """All frozen evenings, in the order of the index."""
    rows = json.loads(INDEX.read_text(encoding="utf-8"))["evenings"]
    return tuple(map(source_of, rows))


def archive_of(source: Source) -> Path:
    """The file that an evening is in."""
    return FOLDER / f"{source.hands}-{source.game}.zip"


def read(source: Source) -> TrueEvening:
    """A frozen evening."""
    with ZipFile(archive_of(source)) as archive:
        trace = archive.read(f"{source.name}.jsonl")
        truth = json.loads(archive.read(f"{source.name}.json"))
    return TrueEvening(
        name=source.name,
        trace=trace,
        truth=tuple(TruePly(*row) for row in truth["plies"]),
        deeds=tuple(TrueDeed(*row) for row in truth["deeds"]),
    )


def freeze(wanted: Iterable[Source]) -> None:
    """Makes evenings and writes their archives and the index; what other archives hold stays.

    What cannot be played is left out and named on standard error.
    """
    FOLDER.mkdir(parents=True, exist_ok=True)
    archives: dict[Path, ZipFile] = {}
    rows: list[dict[str, Any]] = []
    before = sources() if INDEX.is_file() else ()
    try:
        for source in wanted:
            try:
                evening = made(source)
            except Unplayable as why:
                sys.stderr.write(f"{source.name} is left out: {why}\n")
                continue
            path = archive_of(source)
            if path not in archives:
                archives[path] = ZipFile(path, "w")
            _put(archives[path], f"{source.name}.jsonl", evening.trace)
            _put(archives[path], f"{source.name}.json", _truth(evening))
            rows.append(source.row)
    finally:
        for archive in archives.values():
            archive.close()
    rows = [each.row for each in before if archive_of(each) not in archives] + rows
    lines = ",\n".join(json.dumps(row) for row in rows)
    INDEX.write_text(f'{{"evenings": [\n{lines}\n]}}\n', encoding="utf-8")
    sources.cache_clear()


def _truth(evening: TrueEvening) -> bytes:
    plies = [astuple(true) for true in evening.truth]
    deeds = [astuple(deed) for deed in evening.deeds]
    return json.dumps({"plies": plies, "deeds": deeds}, separators=(",", ":")).encode()


def _put(archive: ZipFile, name: str, data: bytes) -> None:
    """Without the time of day, so that the same evenings give the same bytes."""
    info = ZipInfo(name)
    info.compress_type = ZIP_DEFLATED
    info.external_attr = 0o644 << 16
    archive.writestr(info, data, compresslevel=9)


# What was made of them

Answers = dict[str, dict[str, Any]]
"""By the name of an evening, what `answer_of` gives."""


def answer_of(evening: TrueEvening, judged: Judged) -> dict[str, Any]:
    """The board's answer in short: counts that are not none, and its record where that is not what was made.

    `same` plies of the record are what was made, and then comes `then`.
    """
    truth = [true.move for true in evening.truth]
    pairs = zip(judged.line, truth, strict=False)
    different = (n for n, (told, true) in enumerate(pairs) if told != true)
    same = next(different, min(len(judged.line), len(truth)))
    counts = {name: n for name, n in judged.score.counts.items() if n and name != "evenings"}
    late = [judged.score.late_ms(share) for share in (0.5, 0.98, 1.0)]
    found = {"counts": counts, "same": same, "then": list(judged.line[same:]), "late_ms": late}
    return {**found, "crash": judged.crash} if judged.crash else found


def answers_file(*, answering: bool) -> Path:
    """Where the answers are kept."""
    return FOLDER / f"answers-{'people' if answering else 'nobody'}.json.gz"


def keep_answers(answers: Mapping[str, object], *, answering: bool) -> None:
    """Freezes what the board made of the evenings."""
    data = json.dumps(answers, sort_keys=True, separators=(",", ":")).encode()
    answers_file(answering=answering).write_bytes(gzip.compress(data, mtime=0))


def answers(*, answering: bool) -> Answers:
    """What the board made of the evenings when its answers were frozen."""
    found: Answers = json.loads(gzip.decompress(answers_file(answering=answering).read_bytes()))
    return found
