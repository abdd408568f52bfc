"""What may have been an accident costs nothing before the opponent or the arbiter says that it was none."""

from __future__ import annotations

from itertools import pairwise
from typing import Literal

import pytest

from controller.core.inputs import Command
from controller.core.messages import Correction, Irregularity, Move, Penalty, Result, Ruling
from controller.core.sensing.marks import Sensor
from rules.arbiter_law import Effect, sanctions
from rules.go.board import BLACK_STONE, WHITE_STONE
from rules.go.game import game_of
from rules.go.position import GoPosition
from rules.registry import game_by_name
from rules.terms import points_of
from rules.xiangqi import XIANGQI
from tests.core.policies import NAMED
from tests.core.rig import Rig, recovered
from tests.core.sensed import Board
from tests.rules.go_boards import random_line

NINE = game_by_name("go", {"size": 9})
GO_BOOKS = ("go-china", "go-china-club")
XQ_BOOKS = tuple(XIANGQI.rulebooks)
every_go = pytest.mark.parametrize("book", GO_BOOKS)
every_xiangqi = pytest.mark.parametrize("book", XQ_BOOKS)

SLIP = f"1000 e5+ 1500 e5- 400 e6+ {NAMED.within_ms}"
"""Black has played, let go, and set the stone on another point."""
BACK = "e6- 300 e5+ 2000"


def slipped(book: str) -> Rig:
    return Rig(game=NINE, rulebook=book).hands(SLIP)


def same_after_a_restart(rig: Rig) -> None:
    assert recovered(rig.settings, rig.said).penalties == rig.session.penalties


# Go: a stone that was released (GO-17.release).


@pytest.mark.law("GO-17.release")
@every_go
def test_nobody_is_warned_of_a_slip_before_a_word(book: str) -> None:
    rig = slipped(book).hands(BACK)
    (found,) = rig.of(Irregularity)
    until = "opponent-move" if book == "go-china-club" else None
    assert (found.law, found.charge, found.claimable_until) == ("GO-17.release", "warning", until)
    (shown,) = rig.session.view().charges
    assert (shown.id, shown.charge, shown.who) == (found.id, "warning", ["white", "arbiter"])
    assert shown.chinese
    assert shown.costs_chinese == "警告"
    assert (rig.stage, rig.of(Penalty)) == ("play", [])
    same_after_a_restart(rig)


@pytest.mark.law("GO-17.release", "GO-25.warn", "GO-24.warn")
@every_go
@pytest.mark.parametrize("who", ["white", "arbiter"])
@pytest.mark.parametrize("back", ["", BACK], ids=["at once", "once it is back"])
def test_the_opponent_or_the_arbiter_says_that_it_was_no_slip(
    who: str, back: str, book: str
) -> None:
    rig = slipped(book).hands(back)
    assert not rig.command("black", "demand-correction", id="i1")
    assert rig.command(who, "demand-correction", id="i1", why="seen")
    (said,) = rig.of(Penalty)
    assert (said.side, said.kind, said.count, said.by, said.irregularity, said.why) == (
        "black", "warning", 1, who, "i1", "seen",
    )  # fmt: skip
    assert rig.session.view().charges == []
    assert not rig.command("white", "demand-correction", id="i1"), "once is enough"
    same_after_a_restart(rig)


@pytest.mark.law("GO-17.release")
@every_go
@pytest.mark.parametrize("who", ["white", "arbiter"])
def test_a_stone_that_dropped_is_played_where_it_lies(who: str, book: str) -> None:
    rig = slipped(book)
    assert not rig.command("black", "accept-irregularity", id="i1")
    assert rig.command(who, "accept-irregularity", id="i1")
    assert [(c.from_ply, c.to_ply) for c in rig.of(Correction)] == [(1, 1)]
    assert [(r.found, r.irregularity, r.by) for r in rig.of(Ruling)] == [("wrong", "i1", who)]
    rig.hands("2000 c3+ 2000")
    assert (rig.line, rig.stage, rig.of(Penalty)) == (["e6", "c3"], "play", [])
    again = recovered(rig.settings, rig.said)
    assert again.line.position == rig.session.line.position


@pytest.mark.law("GO-17.release")
@every_go
def test_a_stone_that_dropped_may_be_picked_up_and_played_again(book: str) -> None:
    rig = Rig(game=NINE, rulebook=book).hands(f"1000 e5+ 1500 e5- {NAMED.within_ms}")
    assert rig.command("white", "accept-irregularity")
    rig.hands("2000 g7+ 2000 c3+ 2000")
    assert (rig.line, rig.stage, rig.of(Penalty)) == (["g7", "c3"], "play", [])


@pytest.mark.law("GO-17.release")
@every_go
def test_the_club_hears_the_opponent_only_before_the_next_stone(book: str) -> None:
    rig = slipped(book).hands(f"{BACK} c3+ 2000")
    assert rig.line == ["e5", "c3"]
    heard = rig.command("white", "demand-correction", id="i1")
    assert heard is (book == "go-china")
    assert [p.count for p in rig.of(Penalty)] == [1] * heard
    same_after_a_restart(rig)


def released_and_played_elsewhere(
    book: str, claims: Literal["players", "automatic"] = "players"
) -> Rig:
    """Black lets go on e5 for a moment and plays e6; people say that e6 was played."""
    rig = Rig(game=NINE, rulebook=book, claims=claims)
    rig.hands(f"1000 e5+ 620 e5- 300 e6+ {NAMED.within_ms}")
    assert rig.stage == "question"
    assert rig.command("white", "answer", move="e6")
    return rig


@pytest.mark.law("GO-17.release")
@every_go
@pytest.mark.parametrize(
    ("word", "line", "warned"),
    [("demand-correction", [], 1), ("accept-irregularity", ["e6"], 0), ("", ["e6", "c3"], 0)],
)
def test_a_play_after_a_release_stands_unless_the_opponent_claims_it(
    word: str, line: list[str], warned: int, book: str
) -> None:
    rig = released_and_played_elsewhere(book)
    (found,) = rig.of(Irregularity)
    assert (found.law, found.remedy, found.charge) == (
        "GO-17.release", "claim-or-accept", "warning",
    )  # fmt: skip
    if word:
        assert not rig.command("black", word, id=found.id)
        assert rig.command("white", word, id=found.id)
    else:
        rig.hands("c3+ 2000")
    assert (rig.line, len(rig.of(Penalty))) == (line, warned)
    assert rig.session.view().charges == []
    same_after_a_restart(rig)


@pytest.mark.law("GO-17.release")
@every_go
def test_the_referee_s_own_claim_warns_nobody(book: str) -> None:
    rig = released_and_played_elsewhere(book, "automatic")
    assert (rig.line, rig.stage, rig.of(Penalty)) == ([], "restore", [])
    assert [each.charge for each in rig.session.view().charges] == ["warning"]


@pytest.mark.law("GO-17.release")
@every_go
def test_an_observer_is_told_and_nothing_waits(book: str) -> None:
    rig = Rig(game=NINE, rulebook=book, mode="observer").hands(SLIP)
    assert [i.charge for i in rig.of(Irregularity)] == [None]
    assert rig.session.view().charges == []


@pytest.mark.law("GO-17.two")
def test_two_stones_in_a_row_lose_by_the_arbiter_s_word_alone() -> None:
    board = Board(NINE, Sensor.POLARITY, rulebook=NINE.rulebooks["go-china"]).wait(1000)
    board.put("f2", BLACK_STONE).wait(2500).put("d7", BLACK_STONE).wait(NAMED.within_ms)
    assert {i.charge for i in board.of("Irregularity")} <= {"loss"}
    assert (board.of("Result"), board.moves) == ([], ["f2"])
    board.feed(
        Command(
            at_ns=board.at_ns,
            role="arbiter",
            name="penalty",
            args={"side": "black", "kind": "two-stones-in-a-row"},
        )
    )
    (result,) = board.of("Result")
    assert (result.winner, result.termination, result.law, result.by) == (
        "white", "two-in-a-row", "GO-17.two", "arbiter",
    )  # fmt: skip


@pytest.mark.law("GO-20.super")
@every_go
@pytest.mark.parametrize("seed", [2, 3])
def test_who_brings_the_whole_board_back_is_named(seed: int, book: str) -> None:
    """Under `positional` the play is forbidden: it is named, and the stones go back."""
    game = game_of({"size": 3, "superko": "positional"})
    board = Board(game, Sensor.POLARITY, rulebook=game.rulebooks[book]).wait(1000)
    for before, after in pairwise(random_line(game, seed, 80)):
        points = before.board.points(before.empty)
        again = [p for p in points if before.forbidden(p) == "GO-20.super"]
        if again:
            _play(board, before, before.force(again[0]), game.points[again[0]])
            break
        _play(board, before, after)
    board.wait(NAMED.within_ms)
    assert [(i.law, i.side) for i in board.of("Irregularity")] == [
        ("GO-20.super", before.side_to_move)
    ]
    assert (board.of("Penalty"), board.session.stage.value) == ([], "restore")


@pytest.mark.law("GO-20.super")
@every_go
def test_who_has_brought_the_whole_board_back_is_told_the_arbiter(book: str) -> None:
    """Where it is lawful (`simple`), the ruling names that side, not the one on move."""
    game = game_of({"size": 3})
    for seed in range(20):
        line = random_line(game, seed, 80)
        for ply in range(1, len(line)):
            for found in game.verdicts(line[: ply + 1], game.rulebooks[book]):
                if found.law == "GO-20.super":
                    assert found.offender == line[ply - 1].side_to_move
                    return
    pytest.fail("no line repeats the board")


STONES = {"black": BLACK_STONE, "white": WHITE_STONE}


def _play(board: Board, before: GoPosition, after: GoPosition, point: str = "") -> None:
    """One play of the side on move, and the stones that it takes."""
    game, side = board.game, before.side_to_move
    came = [game.points[p] for p in points_of(after.occupied & ~before.occupied)]
    for name in came or [point] * bool(point):
        board.put(name, STONES[side]).wait(400)
    for stone in points_of(before.occupied & ~after.occupied):
        board.lift(game.points[stone]).wait(400)
    if not (came or point):
        board.command(side, "pass")
    board.wait(1500)


# Xiangqi: illegal moves (XQ-4.1.6), fouls (XQ-9.1, XQ-9.2).

ILLEGAL = "1000 h0- 500 h1+ 4000"


def xiangqi(book: str, **options: object) -> Rig:
    game = XIANGQI.with_options(options)
    return Rig(game=game, rulebook=book)


@pytest.mark.law("XQ-4.1.6")
@every_xiangqi
def test_an_illegal_move_is_put_right_and_the_loss_offered(book: str) -> None:
    rig = xiangqi(book).hands(ILLEGAL)
    (found,) = rig.of(Irregularity)
    assert (found.law, found.kind, found.remedy, found.charge) == (
        "XQ-4.1.6", "illegal-move", "restore", "loss",
    )  # fmt: skip
    rig.hands("h1- 500 h0+ 2000 h2- 500 e2+ 2000 h9- 500 g7+ 2000")
    assert (rig.line, rig.stage, rig.of(Result)) == (["h2e2", "h9g7"], "play", [])
    assert [each.who for each in rig.session.view().charges] == [["arbiter"]]
    assert not rig.command("black", "demand-correction", id=found.id)
    assert "arbiter" in rig.refusals[-1]
    assert rig.command("arbiter", "demand-correction", id=found.id)
    (result,) = rig.of(Result)
    assert (result.winner, result.termination, result.law, result.by) == (
        "black", "illegal-moves", "XQ-4.1.6", "arbiter",
    )  # fmt: skip
    same_after_a_restart(rig)


@pytest.mark.law("XQ-4.1.6")
@every_xiangqi
def test_the_arbiter_may_let_an_illegal_move_stand_or_forgive_it(book: str) -> None:
    rig = xiangqi(book).hands(ILLEGAL)
    assert rig.command("arbiter", "accept-irregularity", id="i1")
    assert [(m.move, m.legal, m.accepted) for m in rig.of(Move)] == [("h0h1", False, "i1")]
    assert rig.session.view().charges == []
    rig = xiangqi(book).hands(f"{ILLEGAL} h1- 500 h0+ 2000")
    assert rig.command("arbiter", "accept-irregularity", id="i1")
    assert (rig.line, rig.of(Result), rig.session.view().charges) == ([], [], [])


@pytest.mark.law("XQ-4.1.6")
@every_xiangqi
def test_where_the_event_only_has_it_restored_nothing_is_offered(book: str) -> None:
    rig = xiangqi(book, illegal_move="restore").hands(ILLEGAL)
    assert [(i.law, i.remedy, i.charge) for i in rig.of(Irregularity)] == [
        ("XQ-4.1.6", "restore", None)
    ]


@pytest.mark.law("XQ-9.2")
@every_xiangqi
@pytest.mark.parametrize(("lose", "due"), [(2, 2), (3, 3), ("off", None)])
def test_with_so_many_fouls_the_arbiter_is_told_that_the_loss_is_due(
    lose: object, due: int | None, book: str
) -> None:
    rig = xiangqi(book, fouls_lose=lose).hands("1000")
    for count in range(1, 5):
        assert rig.command("arbiter", "penalty", side="red", kind="disturbing")
        assert rig.of(Penalty)[-1].loss_due is (due is not None and count >= due)
        assert len(rig.session.view().losses_due) == (due is not None and count >= due)
    assert rig.of(Result) == []
    same_after_a_restart(rig)


@pytest.mark.law("XQ-9.1.3")
@every_xiangqi
@pytest.mark.parametrize(("rounds", "foul"), [(0, True), (1, True), (2, False), (3, False)])
def test_only_offers_in_a_row_are_a_foul(rounds: int, foul: bool, book: str) -> None:  # noqa: FBT001
    rig = Rig(game=XIANGQI, rulebook=book).hands("1000")
    assert rig.command("red", "offer-draw")
    assert rig.command("black", "decline-draw")
    there = ["h0- 500 g2+ 2000 h9- 500 g7+ 2000", "g2- 500 h0+ 2000 g7- 500 h9+ 2000"] * 2
    rig.hands(" ".join(there[:rounds]))
    assert rig.session.line.ply == 2 * rounds
    assert rig.command("red", "offer-draw")
    assert [law for law, _ in rig.odd] == ["XQ-9.1.3"] * foul
    assert rig.command("black", "decline-draw")
    assert rig.command("red", "offer-draw")
    assert [law for law, _ in rig.odd] == ["XQ-9.1.3"] * (1 + foul)


# Penalties of every rulebook that has them (XQ-8.8, GO-23).


@pytest.mark.law("XQ-8.8", "GO-23", "GO-22.7")
@pytest.mark.parametrize(
    ("game", "book", "kind", "law", "effect"),
    [
        *(("xiangqi", book, kind, "XQ-8.8", effect) for book in XQ_BOOKS for kind, effect in (
            ("warning", Effect.COUNTED), ("loss", Effect.LOSS), ("exclusion", Effect.EXCLUSION))),
        *(("xiangqi", book, "foul", "XQ-9.2", Effect.COUNTED) for book in XQ_BOOKS),
        *(("go", book, "loss", "GO-23", Effect.LOSS) for book in GO_BOOKS),
        *(("go", book, "left-in-byo-yomi", "GO-22.7", Effect.RECORDED) for book in GO_BOOKS),
        ("go", "go-china", "warning", "GO-25.warn", Effect.COUNTED),
        ("go", "go-china", "advice", "GO-23", Effect.RECORDED),
        ("go", "go-china-club", "warning", "GO-24.warn", Effect.COUNTED),
        ("go", "go-china-club", "both-lose", "GO-23", Effect.BOTH_LOSE),
        ("go", "go-china-club", "exclusion", "GO-23", Effect.EXCLUSION),
        ("go", "go-china-club", "shifted-both-lose", "GO-17.shift", Effect.BOTH_LOSE),
    ],
)  # fmt: skip
def test_penalties_of_conduct(game: str, book: str, kind: str, law: str, effect: Effect) -> None:
    found = game_by_name(game, {"size": 9} if game == "go" else {})
    given = sanctions(found.rulebooks[book])[kind]
    assert (given.law, given.effect) == (law, effect)
    assert given.chinese
    rig = Rig(game=found, rulebook=book).hands("1000")
    assert rig.command("arbiter", "penalty", side=found.sides[0], kind=kind)
    results = [result.result for result in rig.of(Result)]
    if effect is Effect.BOTH_LOSE:
        assert results == ["0-0"]
    else:
        assert bool(results) is (effect in (Effect.LOSS, Effect.EXCLUSION))


@pytest.mark.law("XQ-8.1", "XQ-8.2", "XQ-8.3", "XQ-8.4", "XQ-8.7", "XQ-8.8")
@every_xiangqi
@pytest.mark.parametrize("kind", ["foul", "warning", "loss", "exclusion"])
def test_conduct_that_no_sensor_sees_is_answered_by_every_sanction(kind: str, book: str) -> None:
    rig = Rig(game=XIANGQI, rulebook=book).hands("1000")
    assert not rig.command("black", "penalty", side="red", kind=kind)
    assert rig.command("arbiter", "penalty", side="red", kind=kind, why="talks to spectators")
    (given,) = rig.of(Penalty)
    assert (given.side, given.kind, given.why) == ("red", kind, "talks to spectators")
    assert [each.result for each in rig.of(Result)] == ["0-1"] * (kind in ("loss", "exclusion"))
    same_after_a_restart(rig)
