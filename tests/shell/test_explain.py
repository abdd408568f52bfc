"""`touchmove explain` shows what decided, and looking on changes nothing."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from controller.core.accounts import Price, Witness, items_of, named_prices
from controller.core.inference import evidence, matching, prices, readings
from controller.core.messages import Message, Move, Question
from controller.core.session import Session
from controller.shell import cli
from controller.shell.explain_text import Teller
from controller.shell.explaining import Explained, NoSuchMoment, explain, read_moment
from controller.shell.replay import effects_of, settings
from controller.shell.trace import read_trace

UNSEEN = """
{"trace":1,"game":"chess","start":"4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1"}
{"us":1000000,"set":{"e4":0}}
{"us":1800000,"press":"white"}
{"us":9000000,"command":"answer","role":"arbiter","args":{"move":"e4d5"}}
{"us":12000000,"end":true}
"""
TWO_FIT = """
{"trace":1,"game":"chess","start":"4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1"}
{"us":1000000,"set":{"e4":0}}
{"us":1300000,"set":{"d5":0,"f5":0}}
{"us":1600000,"set":{"d5":1,"f5":1}}
{"us":5000000,"end":true}
"""
GAME = """
{"trace":1,"game":"chess"}
{"us":1000000,"set":{"e2":0}}
{"us":1400000,"set":{"e3":1}}
{"us":1470000,"set":{"e3":0}}
{"us":1650000,"set":{"e4":1}}
{"us":3000000,"set":{"d7":0}}
{"us":3030000,"set":{"c7":0}}
{"us":3100000,"set":{"c7":1}}
{"us":3400000,"set":{"d5":1}}
{"us":3500000,"press":"black"}
{"us":5000000,"set":{"e4":0}}
{"us":5400000,"set":{"d5":0}}
{"us":6000000,"set":{"d5":1}}
{"us":6200000,"set":{"d8":0}}
{"us":6600000,"set":{"d5":0}}
{"us":7000000,"set":{"d5":1}}
{"us":9000000,"set":{"a2":0}}
{"us":9500000,"set":{"a5":1}}
{"us":14000000,"end":true}
"""
LONG = """
{"trace":1,"game":"draughts-100","start":"W:W32,50:B28,19,1"}
{"us":1000000,"set":{"32":0}}
{"us":1600000,"set":{"14":1}}
{"us":2400000,"set":{"28":0}}
{"us":3000000,"set":{"19":0}}
{"us":9000000,"end":true}
"""
TOUCHED = """
{"trace":1,"game":"chess","time_control":"5:00"}
{"us":1000000,"set":{"g1":0}}
{"us":1800000,"set":{"g1":1}}
{"us":2600000,"set":{"e2":0}}
{"us":3000000,"set":{"e4":1}}
{"us":4000000,"press":"white"}
{"us":5000000,"press":"black"}
{"us":7000000,"end":true}
"""
LOST = """
{"trace":1,"game":"draughts-100","start":"W:W31,32:B9,10"}
{"us":1000000,"set":{"9":0}}
{"us":9000000,"end":true}
"""
VOID = """
{"trace":1,"game":"go","game_options":{"size":9},"sensor":"polarity","start":{"size":9,"black":["d5","f5","e6","e4"],"white":["h8"],"to_move":"white"}}
{"us":1000000,"set":{"e5":1}}
{"us":5000000,"end":true}
"""
REPEATED = """
{"trace":1,"game":"xiangqi"}
{"us":1000000,"command":"offer-draw","role":"red"}
{"us":2000000,"command":"decline-draw","role":"black"}
{"us":3000000,"command":"offer-draw","role":"red"}
"""
HIDDEN = """
{"trace":1,"game":"chess"}
{"us":1000000,"set":{"e2":0}}
{"us":1400000,"set":{"e4":1}}
{"us":1600000,"gap_us":3000000}
{"us":9000000,"end":true}
"""
TRACES = {"unseen": UNSEEN, "game": GAME, "long": LONG}


def lines_of(trace: str, at: str) -> list[str]:
    return Teller(explained(trace, at)).lines()


def explained_json(trace: str, at: str) -> dict[str, Any]:
    return Teller(explained(trace, at)).json()


def explained(trace: str, at: str) -> Explained:
    header, lines = read_trace(io.BytesIO(trace.strip().encode()), "t")
    return explain(header, lines, read_moment(at))


def published(trace: str, *, watched: bool) -> list[Message]:
    header, lines = read_trace(io.BytesIO(trace.strip().encode()), "t")
    session = Session(settings(header))
    if watched:
        Witness(session)
    return [m for _, _, effects in effects_of(header, lines, session) for m in effects.messages]


@pytest.mark.parametrize("trace", TRACES.values(), ids=TRACES)
def test_looking_on_changes_nothing(trace: str) -> None:
    plain = published(trace, watched=False)
    with named_prices():
        assert published(trace, watched=True) == plain
    assert sum(isinstance(message, Move) for message in plain) >= 1


@pytest.mark.parametrize("trace", TRACES.values(), ids=TRACES)
def test_items_add_up_and_lines_fit(trace: str) -> None:
    """At every tenth of a second: each reading's cost is the sum of its named items."""
    count = 0
    for tenth in range(1, 90):
        found = explained(trace, f"{tenth / 10}")
        for account in found.accounts:
            for reading in account.readings:
                total = sum(item.cost for item in items_of(reading.cost))
                assert total == pytest.approx(float(reading.cost))
                count += 1
        assert all(len(line) <= 80 for line in Teller(found).lines())
        json.dumps(Teller(found).json())
    assert count >= 8


def test_prices_are_plain_again_afterwards() -> None:
    with named_prices():
        assert isinstance(vars(readings)["PLY"], Price)
        assert isinstance(vars(matching)["UNSEEN"], Price)
    for module in (evidence, matching, readings):
        assert not [name for name, value in vars(module).items() if isinstance(value, Price)]
    assert vars(readings)["PLY"] is prices.PLY


def test_prices_that_failed_in_between_are_plain_too() -> None:
    with pytest.raises(RuntimeError), named_prices():
        raise RuntimeError
    assert not isinstance(vars(readings)["PLY"], Price)


def test_a_price_remembers_its_items() -> None:
    with named_prices():
        ply, crossing = vars(readings)["PLY"], vars(evidence)["CROSSING"]
        cost = sum([0.0, 2 * ply + 1.0, crossing * 3, 0 * ply])
    assert float(cost) == pytest.approx(2 * prices.PLY + 1 + 3 * prices.CROSSING)
    assert [(item.name, item.cost) for item in items_of(cost)] == [
        ("PLY", 2 * prices.PLY),
        ("CROSSING", 3 * prices.CROSSING),
    ]


@pytest.mark.parametrize(
    ("ply", "why"),
    [(1, "had rested for settle_ms (750"), (2, "the clock was pressed"), (3, "begun to answer")],
)
def test_how_a_move_was_completed(ply: int, why: str) -> None:
    text = " ".join(lines_of(GAME, f"ply:{ply}"))
    assert why in text


def test_oddities_are_named_with_their_places() -> None:
    assert "PLY 0.5, CROSSING 0.5 at e3 (70 ms)" in "\n".join(lines_of(GAME, "ply:1"))
    assert "BUMP 1.0 at c7 (70 ms)" in "\n".join(lines_of(GAME, "ply:2"))


def test_what_things_cost_is_told_in_words_once() -> None:
    told = " ".join(lines_of(GAME, "ply:2"))
    assert "Costs. PLY: a move; BUMP: a neighbour jolted;" in told
    assert told.count("PLY: a move") == 1
    assert "Costs." not in " ".join(lines_of(TOUCHED, "0.5"))


def test_why_a_question_was_asked() -> None:
    asked = next(each for each in published(UNSEEN, watched=False) if isinstance(each, Question))
    text = " ".join(lines_of(UNSEEN, asked.id))
    assert f"question {asked.id}: e4d5 or e4f5 or e4e5?" in text  # e5 may feel nothing
    assert "UNSEEN 5.0" in text
    assert "those without a move do not count" in text
    assert "  e5: e4e5  " in text
    assert "e4d5 though nothing was felt of it at d5;" in text
    assert "e4e5 if the sensor of e5 is wrong." in text
    (branch,) = explained_json(UNSEEN, asked.id)["branches"]
    assert [each["wrong"] for each in branch["supposed"]] == [["e5"]]
    assert ["e4e5"] in [each["moves"] for each in branch["supposed"][0]["readings"]]


def test_why_a_question_of_two_moves_that_fit_was_asked() -> None:
    text = " ".join(lines_of(TWO_FIT, "q1"))
    assert "both fit" in text


def test_each_answer_to_an_open_question_is_shown() -> None:
    lines = lines_of(UNSEEN, "8")
    assert [line for line in lines if line.startswith("If")] == [
        "If the answer is e4d5:",
        "If the answer is e4f5:",
        "If the answer is e4e5:",
        "If no move was made:",  # neither capture was seen
    ]


def test_why_something_is_irregular() -> None:
    lines = lines_of(GAME, "i1")
    assert "irregularity i1: illegal-move by white (FIDE-7.5.1) at a2 a5." in " ".join(lines[:2])
    assert "leaves a2 a5" in " ".join(lines)


def test_what_is_waited_for() -> None:
    assert "No move has been made yet" in " ".join(lines_of(GAME, "1.2"))
    assert "Undecided between e2e4, no move" in " ".join(lines_of(GAME, "1.8"))
    assert "e4d5 is the only one alive" in " ".join(lines_of(GAME, "6.1"))
    calm = " ".join(lines_of(GAME, "2.9"))
    assert "nothing has changed since" in calm
    assert "Decided last" in calm
    assert "e2e4 was completed" in calm


def test_who_touched_what_stands_before_the_readings() -> None:
    """Also of what has come to rest before the move: the knight's lift is no part of its evidence."""
    told = " ".join(lines_of(TOUCHED, "i1"))
    assert "Touched by white: g1 at 1.000 s, then e2 at 2.600 s." in told
    assert "Owed: g1 moves (FIDE-4.3.1), by g1f3, g1h3." in told
    assert "Done: e2 to e4. Remedy: claim-or-accept, until opponent-touch." in told
    assert "The move is legal; how it was made is the breach. e2e4 was completed" in told
    assert "Touched by white: g1 at 1.000 s." in lines_of(TOUCHED, "2")
    found = explained_json(TOUCHED, "ply:1")
    assert found["touched"]["points"] == ("g1", "e2")
    assert found["touched"]["at_us"] == {"g1": 1_000_000, "e2": 2_600_000}
    assert found["touched"]["duty"]["must_move"] == ["g1"]
    assert explained_json(TOUCHED, "4.5")["touched"] is None


def test_what_follows_from_no_reading_says_what_it_follows_from() -> None:
    assert "The clock was pressed, and no reading has" in " ".join(lines_of(TOUCHED, "i2"))
    forbidden = " ".join(lines_of(VOID, "i1"))
    assert "Done: set down at e5. Remedy: turn-lost." in forbidden
    assert "The turn was lost: see i1." in lines_of(VOID, "ply:1")
    assert "It follows from the command offer-draw of red." in lines_of(REPEATED, "i1")


def test_who_is_off_for_long_is_told_as_that() -> None:
    told = " ".join(lines_of(LOST, "i1"))
    assert (
        "9 left the board, no legal move is made of it, and nothing has changed for 4000 ms" in told
    )
    assert "In doubt (lost-man): a sensor may have lost the man." in told


def test_nothing_settles_while_nobody_looks() -> None:
    (move,) = [each for each in published(HIDDEN, watched=False) if isinstance(each, Move)]
    assert move.move == "e2e4"
    assert explained(HIDDEN, "4.5").ply == 0  # it had rested for long, in a gap
    assert explained(HIDDEN, "6").ply == 1


def test_what_is_waited_for_before_play_goes_on() -> None:
    wrong = '{"trace":1,"game":"chess"}\n{"us":0,"set":{"d1":0,"e5":1}}\n{"us":9000000,"end":true}'
    told = " ".join(lines_of(wrong, "2"))
    assert "until the men are put right (start): Q on d1, what stands off e5." in told
    told = " ".join(lines_of(GAME, "12"))
    assert "put right (irregularity): P on a2, what stands off a5. Decided last" in " ".join(
        told.split()
    )


def test_what_was_decided_last_is_told_whole() -> None:
    lines = lines_of(GAME, "2.9")
    after = lines[lines.index("Decided last, at 2.400 s:") :]
    assert any("PLY 0.5, CROSSING 0.5 at e3" in line for line in after)


@pytest.mark.parametrize(
    ("at", "at_us"),
    [
        ("2.9", 2_900_000),
        ("2.9s", 2_900_000),
        ("2900ms", 2_900_000),
        ("2900000us", 2_900_000),
        ("0:02.9", 2_900_000),
        ("1:00:02", 3_602_000_000),
    ],
)
def test_ways_to_write_a_time(at: str, at_us: int) -> None:
    assert read_moment(at).at_us == at_us


def test_a_long_capture_under_way() -> None:
    assert "under way" in " ".join(lines_of(LONG, "2.0"))


@pytest.mark.parametrize("at", ["ply:9", "q7", "i9", "99"])
def test_moments_that_are_not_there(at: str) -> None:
    with pytest.raises(NoSuchMoment):
        explained(GAME, at)


def test_what_there_is_instead() -> None:
    with pytest.raises(NoSuchMoment, match="no q7 in this trace; it has i1"):
        explained(GAME, "q7")
    with pytest.raises(NoSuchMoment, match="it has no question and no irregularity"):
        explained(LONG, "q1")
    with pytest.raises(NoSuchMoment, match="no ply 5 in this trace; its game has 1"):
        explained(LONG, "ply:5")


@pytest.mark.parametrize(
    "at", ["", "-1", "ply:0", "x3", "q", "1e3", "ply:", "nan", "1:", ":5", "1:2:3:4", "5min"]
)
def test_what_is_no_moment(at: str) -> None:
    with pytest.raises(ValueError, match="must be seconds"):
        read_moment(at)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "t.jsonl"
    file.write_text(GAME.strip() + "\n")
    assert cli.main(["explain", str(file), "--at", "ply:1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["message"]["move"] == "e2e4"
    assert found["branches"][0]["readings"][0]["moves"] == ["e2e4"]
    assert found["branches"][0]["decision"] == "complete"
    assert cli.main(["explain", str(file), "--at", "ply:77"]) == 2
    assert "no ply 77 in this trace; its game has 4" in capsys.readouterr().err
    assert cli.main(["explain", str(file), "--at", "soon"]) == 2
    assert "must be seconds" in capsys.readouterr().err
    assert cli.main(["explain", str(tmp_path / "none"), "--at", "1"]) == 2
