"""Records that are written on: the text is the one that a new writer makes."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from rules.formats import FORMATS
from rules.record import GameRecord
from rules.records.growing import agreeing
from rules.registry import GAMES
from rules.terms import RulesError

NOTES = ("", "Good.", "}", "% no remark", "[Event is none", "word " * 30)


def game_of(name: str, dice: Random, plies: int = 24) -> GameRecord:
    """A random game with times and notes."""
    game = GAMES[name]
    position, moves = game.start(), list[str]()
    for _ in range(plies):
        if not position.moves():
            break
        move = dice.choice(position.moves())
        moves.append(move.text)
        position = position.play(move)
    many = len(moves)
    return GameRecord(
        game=name,
        headers={"Event": "Evening"},
        moves=tuple(moves),
        clocks_ms=tuple(dice.choice((None, 60_000, 59_000)) for _ in range(many)),
        elapsed_ms=tuple(dice.choice((None, 1_000)) for _ in range(many)),
        notes={ply: dice.choice(NOTES) for ply in range(many + 1) if dice.random() < 0.2},
        result=dice.choice(list(game.results.values())),
    )


def changed(record: GameRecord, dice: Random) -> GameRecord:
    """Less or more of it, with other times, notes, set-ups or another result."""
    keep = dice.randint(max(0, len(record.moves) - 3), len(record.moves))
    clocks, notes = list(record.clocks_ms[:keep]), dict(record.notes)
    if keep and dice.random() < 0.5:
        clocks[dice.randrange(keep)] = 1_000
    if dice.random() < 0.3:
        notes[dice.randint(0, keep)] = dice.choice(NOTES)
    return replace(
        record,
        moves=record.moves[:keep],
        clocks_ms=tuple(clocks),
        elapsed_ms=record.elapsed_ms[:keep],
        notes={ply: note for ply, note in notes.items() if ply <= keep},
        result="*" if dice.random() < 0.1 and record.game != "go" else record.result,
        headers={} if dice.random() < 0.05 else record.headers,
    )


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_record_is_written_as_if_it_were_the_first(name: str) -> None:
    dice = Random(name)
    (form,) = (each for each in FORMATS.values() if name in each.games)
    for style in form.styles:
        writer = form.writer(style)
        for _ in range(3):
            whole = game_of(name, dice)
            for many in range(len(whole.moves) + 1):
                record = replace(
                    whole,
                    moves=whole.moves[:many],
                    clocks_ms=whole.clocks_ms[:many],
                    elapsed_ms=whole.elapsed_ms[:many],
                    notes={ply: note for ply, note in whole.notes.items() if ply <= many},
                )
                for each in (record, changed(record, dice)):
                    assert writer.text(each) == form.write(each, style)


def test_after_a_record_that_cannot_be_written_the_next_one_is_whole() -> None:
    form, record = FORMATS["pgn"], game_of("chess", Random(1))
    writer = form.writer("san")
    writer.text(record)
    with pytest.raises(RulesError, match="ply 3"):
        writer.text(replace(record, moves=(*record.moves[:2], "a1a1", *record.moves[3:])))
    assert writer.text(record) == form.write(record, "san")


@pytest.mark.parametrize("ply", range(24))
def test_two_records_agree_up_to_what_differs(ply: int) -> None:
    one = replace(game_of("chess", Random(2)), notes={})
    moves = (*one.moves[:ply], "another", *one.moves[ply + 1 :])
    assert agreeing(one, replace(one, moves=moves)) == ply
    clocks = (*one.clocks_ms[:ply], 1, *one.clocks_ms[ply + 1 :])
    assert agreeing(one, replace(one, clocks_ms=clocks)) == ply + 1
    assert agreeing(one, replace(one, notes={ply: "Good."})) == ply
    assert agreeing(one, one) == 24
