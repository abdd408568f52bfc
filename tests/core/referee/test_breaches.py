"""Legal moves that break a law: touches that bound to another move, and how hands made it."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from controller.core.belief.decision import How, Made
from controller.core.messages import Claim, Correction, Irregularity, Move, Obligation, Penalty
from controller.core.stages import Stage
from rules.draughts import DRAUGHTS_100
from tests.core.referee.desk import Desk
from tests.rules.draughts_deeds import at, position_of

CLAIM, CHOICE = "claim-or-accept", "accept-or-correct"
EN_PRISE = "4k3/8/8/3p1n2/4P3/2N5/8/R3K2R w KQ - 0 1"
"""e4 takes d5 and f5, c3 takes d5."""
SPOILT = "4k3/8/8/8/5r2/8/8/4K2R w K - 0 1"
"""The rook f4 keeps the king from castling."""
MEN = "4k4/9/3n5/6c1p/9/3R1N3/P8/9/4A4/3AK4 w - - 0 1"
"""The chariot d4 takes the horse d7, the horse f4 the cannon g6; the advisor d0 has no move."""
CHAIN, THREE = "w c3 g1 / d4 d6 h8", "w c1 a1 / d2 f4 f6 a5"


class Row(NamedTuple):
    """A legal move and what hands did, and the law that it broke."""

    law: str
    move: str
    hands: str
    start: str
    remedy: str = CLAIM
    kind: str = "touch-move"
    game: str = "chess"
    book: str | None = None


def xiangqi(law: str, move: str, hands: str) -> Row:
    return Row(law, move, hands, MEN, game="xiangqi")


def draughts(law: str, kind: str, move: str, men: str, hands: str) -> Row:
    game = DRAUGHTS_100
    tokens = [
        token if token.isdigit() else game.points[at(game, token[:-1])] + token[-1]
        for token in hands.split()
    ]
    position = position_of(game, men)
    origin, target = (at(game, name) for name in move.split())
    found = next(m for m in position.moves() if (m.origin, m.target) == (origin, target))
    return Row(law, found.text, " ".join(tokens), position.text, CHOICE, kind, game.name)


ROWS = [
    Row("FIDE-4.3.1", "e4d5", "c3- 400 c3+ 700 d5- 300 e4- 300 d5+e4", EN_PRISE),
    Row("FIDE-4.3.2", "e1d1", "d5- 400 d5+ 700 e1- 300 d1+", EN_PRISE),
    Row("FIDE-4.3.3", "e4f5", "e4- 400 e4+ 700 d5- 400 d5+ 700 f5- 300 e4- 300 f5+e4", EN_PRISE),
    Row("FIDE-4.4.1", "h1f1", "e1- 60 h1- 400 e1+e1 100 h1+h1 700 h1- 300 f1+", EN_PRISE),
    Row("FIDE-4.4.2", "e1g1", "h1- 400 h1+ 700 e1- 300 g1+ 300 h1- 300 f1+", EN_PRISE),
    Row("FIDE-4.4.3", "h1h2", "e1- 400 e1+ 500 h1- 400 h1+ 700 h1- 300 h2+", SPOILT),
    *(row._replace(book="chess-classic") for row in (
        Row("CH-7.2.1", "e4d5", "c3- 400 c3+ 700 d5- 300 e4- 300 d5+e4", EN_PRISE),
        Row("CH-7.2.2", "e4f5", "e4- 400 e4+ 700 d5- 400 d5+ 700 f5- 300 e4- 300 f5+e4", EN_PRISE),
        Row("CH-5.1.3", "e1g1", "h1- 400 h1+ 700 e1- 300 g1+ 300 h1- 300 f1+", EN_PRISE),
        Row("CH-5.1.4", "h1h2", "e1- 400 e1+ 500 h1- 400 h1+ 700 h1- 300 h2+", SPOILT),
    )),
    xiangqi("XQ-5.1", "a3a4", "d4- 400 d4+ 700 a3- 300 a4+"),
    xiangqi("XQ-5.2", "a3a4", "d7- 400 d7+ 700 a3- 300 a4+"),
    xiangqi("XQ-5.3", "d4d3", "d4- 400 d4+ 700 d7- 400 d7+ 700 d4- 300 d3+"),
    xiangqi("XQ-5.4", "f4e6", "d7- 400 d7+ 700 f4- 400 f4+ 700 f4- 300 e6+"),
    xiangqi("XQ-5.5", "f4e6", "d7- 60 f4- 400 d7+d7 100 f4+f4 700 f4- 300 e6+"),
    draughts("DR-7.4.3", "other-man-moved", "e3 f4", "w c3 e3 g1 / b6 h8",
             "c3- 400 c3+ 700 e3- 400 f4+"),
    draughts("DR-7.4.9", "stopped-in-chain", "c3 c7", CHAIN,
             "c3- 400 e5+ 900 e5- 400 c7+ 400 d4- 400 d6-"),
    draughts("DR-7.4.10", "wrong-man-in-chain", "c3 c7", CHAIN,
             "c3- 400 e5+ 200 d4- 300 e5- 400 c7+ 400 d6-"),
    draughts("DR-7.4.13", "removal-paused", "c3 c7", CHAIN,
             "c3- 400 e5+ 200 e5- 400 c7+ 400 d4- 2500 d6-"),
    draughts("DR-6.11", "wrong-removal-order", "c1 e7", THREE,
             "c1- 400 e7+ 400 f4- 400 d2- 400 f6-"),
]  # fmt: skip
laws = pytest.mark.law(
    "CH-5.1.3", "CH-5.1.4", "CH-7.2.1", "CH-7.2.2", "DR-6.11", "DR-7.4.3", "DR-7.4.9",
    "DR-7.4.10", "DR-7.4.13", "FIDE-4.3.1", "FIDE-4.3.2", "FIDE-4.3.3", "FIDE-4.4.1",
    "FIDE-4.4.2", "FIDE-4.4.3", "XQ-5.1", "XQ-5.2", "XQ-5.3", "XQ-5.4", "XQ-5.5",
)  # fmt: skip
"""Of all rows."""
rows = pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.law} {row.move}")


def done(row: Row, **options: Any) -> Desk:  # noqa: ANN401 - as Settings takes them
    """That move, made so."""
    found = Desk(row.game, row.start, row.book, **options)
    hands = row.hands
    if (
        row.game == "draughts-100"
    ):  # of a capture the piece that captures is set down, not one of its victims
        tokens = hands.split()
        origin = next(token[:-1] for token in tokens if token[-1] == "-")
        if row.law != "DR-7.4.3":
            hands = " ".join(t + origin if t.endswith("+") else t for t in tokens)
    found.plays(row.move, hands)
    return found


@laws
@rows
def test_the_move_stands_with_its_breach(row: Row) -> None:
    desk = done(row)
    (found,) = desk.of(Irregularity)
    (move,) = desk.of(Move)
    assert (found.law, found.kind, found.remedy) == (row.law, row.kind, row.remedy)
    assert (move.move, move.legal, move.breach) == (row.move, True, found.id)
    assert desk.state.remedy.breach == found
    assert desk.state.stage is Stage.PLAY


def test_each_row_is_marked() -> None:
    assert {*laws.mark.args} == {row.law for row in ROWS}


@rows
def test_the_opponent_has_it_taken_back(row: Row) -> None:
    desk = done(row)
    assert desk.command("demand", desk.state.game.to_move) is None
    (back,) = desk.of(Correction)
    assert (back.from_ply, back.to_ply, back.why) == (1, 1, row.law)
    assert desk.of(Claim)[-1].found == "right"
    assert desk.state.game.ply == 0
    assert desk.state.stage is Stage.RESTORE


@pytest.mark.law("DR-15.1.3")
@rows
def test_the_referee_claims_where_it_is_told_to(row: Row) -> None:
    desk = done(row, claims="automatic")
    if row.game == "draughts-100":  # the choice is the opponent's alone
        assert desk.of(Irregularity)[0].remedy == row.remedy
        assert desk.state.game.ply == 1
        return
    (found,) = desk.of(Irregularity)
    assert found.remedy == "restore"
    assert desk.state.game.ply == 0
    assert desk.state.stage is Stage.RESTORE
    # What was touched stays touched, and still obliges.
    assert desk.state.duty.touched
    if row.kind == "touch-move":
        (due,) = desk.of(Obligation)[-1:]
        assert row.move not in due.alternatives


@rows
def test_a_jolt_binds_nobody(row: Row) -> None:
    """Pieces that are back at once have not been touched, and what is done in one go is no flaw."""
    desk = Desk(row.game, row.start, row.book)
    for point in ("c3", "d7", "e3"):
        if point in desk.game.index and desk.belief.told.position.piece_at(desk.game.index[point]):
            desk.deeds(f"{point}- 60 {point}+")
    desk.plays(row.move)
    assert not desk.of(Irregularity)
    assert desk.of(Move)[0].breach is None


@pytest.mark.law("XQ-9.1.5", "XQ-9.1.6")
@pytest.mark.parametrize(
    ("point", "law"), [("d0", "XQ-9.1.5"), ("i6", "XQ-9.1.6")], ids=["own", "enemy"]
)
def test_a_touch_that_is_a_foul(point: str, law: str) -> None:
    desk = Desk("xiangqi", MEN)
    desk.plays("a3a4", f"{point}- 400 {point}+ 700 a3- 300 a4+")
    assert [(found.law, found.remedy) for found in desk.of(Irregularity)] == [(law, "none")]
    assert [(p.side, p.kind, p.count) for p in desk.of(Penalty)] == [("red", "foul", 1)]
    desk.wait(2000)
    assert len(desk.of(Penalty)) == 1


@pytest.mark.law("FIDE-4.2.2")
def test_nobody_is_accused_by_a_touch_that_a_sensor_may_have_made_up() -> None:
    """One explanation in twenty has no hand at c3."""
    desk = Desk("chess", EN_PRISE)
    touching = desk.deeds("c3- 400 c3+ 700 e1- 300 d1+")
    without = desk.deeds("e1- 300 d1+")
    move = desk.state.game.position.by_text("e1d1")
    assert move is not None
    before = desk.belief.told
    found = []
    for hyp in (touching, without):
        hyp.node, hyp.diff, hyp.air = before.child(move), {}, ()
        hyp.logs, hyp.log = ((before.depth, hyp.log),), ()
        found.append(hyp)
    desk.belief.hyps = [(0.95, found[0]), (0.05, found[1])]
    desk.conclude(
        Made(node=found[0].node, hypothesis=found[0], log=found[0].logs[0][1], how=How.SETTLED, odds=990)
    )  # fmt: skip
    assert not desk.of(Irregularity)
    assert desk.of(Move)[0].breach is None
