"""Won games of draughts, repetition, wins at hand, and what may be claimed in fixed-time play."""

from dataclasses import replace

import pytest

from rules.chess import CHESS
from rules.draughts import DRAUGHTS_100, DRAUGHTS_BRAZILIAN, DRAUGHTS_RUSSIAN
from rules.draughts.position import DraughtsPosition
from rules.draughts.theory import drawn_by_advantage, drawn_by_theory, win_at_hand
from rules.game import Game
from rules.position import Position
from rules.rulebook import Rulebook, Standing, Termination, Verdict
from rules.terms import RulesError
from tests.rules.draughts_shuffles import captures, shuffle, swapped

BOOKS = [
    pytest.param(game, book, id=book.name)
    for game in (DRAUGHTS_100, DRAUGHTS_RUSSIAN, DRAUGHTS_BRAZILIAN)
    for book in game.rulebooks.values()
]
every_book = pytest.mark.parametrize(("game", "book"), BOOKS)
HUNDRED = DRAUGHTS_100.rulebook
RUSSIAN = DRAUGHTS_RUSSIAN.rulebook
REPEATED = Termination.THREEFOLD_REPETITION


def ended(game: Game, *line: Position) -> tuple[str | None, str, str, str] | None:
    found = game.ending(line, game.rulebook)
    return (
        None if found is None else (found.winner, found.result, found.termination.value, found.law)
    )


def played(game: Game, fen: str | None, *texts: str) -> list[Position]:
    line: list[Position] = [game.start(fen)]
    for text in texts:
        move = line[-1].by_text(text)
        assert move is not None, f"{text} in {line[-1].text}"
        line.append(line[-1].play(move))
    return line


@pytest.mark.law("DR-12.2")
@pytest.mark.parametrize(
    ("game", "fen"),
    [
        pytest.param(DRAUGHTS_100, "B:W31,37:B26", id="a man"),
        pytest.param(DRAUGHTS_100, "B:W31,32,36,37,38:B26,27", id="two men"),
        pytest.param(DRAUGHTS_RUSSIAN, "B:Wa1,c1:Bb2", id="64"),
        pytest.param(DRAUGHTS_BRAZILIAN, "B:Wb2,c3:BKa1", id="a king in the corner"),
    ],
)
def test_a_side_whose_men_are_blocked_loses(game: Game, fen: str) -> None:
    assert ended(game, game.start(fen)) == ("white", "2-0", "blocked", "DR-12.2")
    assert ended(game, game.start(swapped(game, fen))) == ("black", "0-2", "blocked", "DR-12.2")


@pytest.mark.law("DR-12.2")
@pytest.mark.parametrize(
    ("game", "fen", "move"),
    [
        (DRAUGHTS_100, "W:W28:B23", "28x19"),
        (DRAUGHTS_RUSSIAN, "W:Wc3:Bd4", "c3:e5"),
        (DRAUGHTS_BRAZILIAN, "W:Wc3:Bd4", "c3xe5"),
    ],
)
def test_a_side_without_men_loses(game: Game, fen: str, move: str) -> None:
    line = played(game, fen, move)
    assert ended(game, *line) == ("white", "2-0", "no-men", "DR-12.2")
    assert ended(game, line[0]) is None


@pytest.mark.law("DR-12.2", "DR-7.4.14")
def test_a_side_that_took_off_its_own_last_man_loses() -> None:
    start = DRAUGHTS_100.start("W:W28:B1")
    line = [start, start.play_irregular(None, None, [DRAUGHTS_100.index["28"]])]
    assert ended(DRAUGHTS_100, *line) == ("black", "0-2", "no-men", "DR-12.2")


def there_and_back(game: Game, times: int) -> list[Position]:
    """Kings go out and home; the start stands `times` + 1 times."""
    if game is DRAUGHTS_100:
        start, moves = "W:WK48,41:BK1,10", ["48-42", "1-7", "42-48", "7-1"]
    else:
        start, moves = "W:WKa3,h2:BKh6,a7", ["a3-c1", "h6-f8", "c1-a3", "f8-h6"]
    return played(game, start, *moves * times)


@pytest.mark.law("DR-12.3.1")
@every_book
def test_the_third_time_draws(game: Game, book: Rulebook) -> None:
    line = there_and_back(game, 2)
    for plies in range(8):
        assert game.ending(line[: plies + 1], book) is None
        found = repeated(game, book, line[: plies + 1])
        assert (found is not None) is (plies >= 4)
        if found is not None:
            assert found.standing is Standing.WARNING
            assert found.plies == (plies - 3, plies)
    end = game.ending(line, book)
    assert end is not None
    assert (end.result, end.termination, end.law) == ("1-1", REPEATED, "DR-12.3.1")
    last = repeated(game, book, line)
    assert last is not None
    assert (last.standing, last.plies) == (Standing.DECIDED, (1, 8))
    assert last.evidence == (
        "the same position with white to move: at the start, after ply 4, after ply 8",
        "3 times draw",
    )


def repeated(game: Game, book: Rulebook, line: list[Position]) -> Verdict | None:
    found = [v for v in game.verdicts(line, book) if v.termination is REPEATED]
    return found[0] if found else None


@pytest.mark.law("DR-12.3.1")
def test_with_the_other_side_to_move_it_is_another_position() -> None:
    moves = ["48-42", "1-7", "42-37", "7-1", "37-48", "1-7", "48-42", "7-1", "42-48"]
    line = played(DRAUGHTS_100, "W:WK48,41:BK1,15", *moves)
    assert [p.text[1:] for p in line].count(line[0].text[1:]) == 3
    found = repeated(DRAUGHTS_100, HUNDRED, line)
    assert found is not None
    assert (found.standing, found.plies) == (Standing.WARNING, (6, 9))


@pytest.mark.law("DR-12.5")
@every_book
def test_without_adjudication_a_draw_is_claimable(game: Game, book: Rulebook) -> None:
    by_players = replace(book, automatic_draws=frozenset())
    line = there_and_back(game, 2)
    assert game.ending(line, by_players) is None
    found = repeated(game, by_players, line)
    assert found is not None
    assert found.standing is Standing.CLAIMABLE


def test_a_rulebook_of_another_game_is_refused() -> None:
    with pytest.raises(RulesError, match="chess-fide-2023 is no rulebook of draughts; known: dr"):
        DRAUGHTS_100.verdicts([DRAUGHTS_100.start()], CHESS.rulebook)


def test_nothing_is_found_at_the_start() -> None:
    for game in (DRAUGHTS_100, DRAUGHTS_RUSSIAN, DRAUGHTS_BRAZILIAN):
        for book in game.rulebooks.values():
            assert game.verdicts([game.start()], book) == ()
            assert game.ending([game.start()], book) is None


TWO_64 = "W:WKa3,Ka5:BKh4"


@pytest.mark.law("DR-12.3.4")
def test_the_arbiter_is_asked_where_the_next_capture_wins() -> None:
    """Article 7.2.9 of draughts-64 excepts an obvious win; the 100-square game has no exception."""
    line = shuffle(DRAUGHTS_RUSSIAN, TWO_64, 11, capture_at=11)
    at_ten = line[:11]
    assert captures(at_ten[-1])
    assert ended(DRAUGHTS_RUSSIAN, *at_ten) is None
    found = DRAUGHTS_RUSSIAN.verdicts(at_ten, RUSSIAN)
    assert [(v.standing, v.law) for v in found] == [(Standing.NEEDS_ARBITER, "DR-12.3.4")]
    assert ended(DRAUGHTS_RUSSIAN, *line) == ("white", "2-0", "no-men", "DR-12.2")

    hundred = shuffle(DRAUGHTS_100, "W:WK49,K50:BK1", 11, capture_at=11)
    drawn = (None, "1-1", "two-men-v-king", "DR-12.3.4")
    assert ended(DRAUGHTS_100, *hundred[:11]) == drawn


@pytest.mark.law("DR-12.3.3")
def test_the_arbiter_is_asked_too_where_the_main_road_has_not_saved_the_king() -> None:
    game = DRAUGHTS_RUSSIAN
    road = sum(1 << p for p in range(32) if game.place(p)[0] == game.place(p)[1])

    def held(_ply: int, position: Position) -> bool:
        assert isinstance(position, DraughtsPosition)
        return bool(position.men_of(game.sides[1]) & road)

    won = None
    for seed in range(40):
        line = shuffle(game, "W:WKa3,Ka5,Ka7:BKh8", 8, seed=seed, stays=held)
        after = [line[-1].play(move) for move in line[-1].moves()]
        # A king is given up, and whatever Black takes or does, the last king is taken.
        won = next((p for p in after if win_at_hand(p, game) and held(9, p)), None)
        if won is not None:
            break
    assert won is not None
    found = {v.termination: v.standing for v in game.verdicts([*line, won], RUSSIAN)}
    assert found[Termination.MAIN_ROAD] is Standing.NEEDS_ARBITER
    assert game.ending([*line, won], RUSSIAN) is None


@pytest.mark.law("DR-12.3.3")
@pytest.mark.parametrize(
    ("men", "counted"),
    [
        pytest.param("WKa1,Ka3,Ka5:BKh4", True, id="owned"),
        pytest.param("WKa1,Ka3,Ka5:BKh8", False, id="shared"),
        pytest.param("WKc1,Ka3,Ka5:BKh8", False, id="held by the lone king"),
        pytest.param("WKc1,Ka3,Ka5:BKh4", False, id="held by nobody"),
    ],
)
def test_the_national_code_counts_where_the_stronger_side_owns_the_road(
    men: str,
    counted: bool,  # noqa: FBT001
) -> None:
    line = [DRAUGHTS_RUSSIAN.start(f"{'BW'[ply % 2]}:{men}") for ply in range(31)]
    national = DRAUGHTS_RUSSIAN.rulebooks["draughts-russian-national"]
    found = {v.termination for v in DRAUGHTS_RUSSIAN.verdicts(line, national)}
    assert (Termination.THREE_V_KING in found) is counted
    everywhere = {v.termination for v in DRAUGHTS_RUSSIAN.verdicts(line, RUSSIAN)}
    assert Termination.THREE_V_KING in everywhere


@pytest.mark.law("DR-12.3.2")
@pytest.mark.parametrize(
    ("men", "moves"),
    [
        ("WKa3:BKh4,h8", None),
        ("WKa3,h2:BKh4,h8", 30),
        ("WKa3,h2:BKh4,h8,a7", 30),
        ("WKa3,h2,a1:BKh4,h8,a7", 60),
        ("WKa3,h2,a1:BKh4,h8,a7,g7", 60),
        ("WKa3,h2,a1,b2:BKh4,h8,a7,g7", None),
        ("WKa3,Kc1,h2:Bh8,a7", None),
    ],
)
def test_which_balance_draws_after_how_many_moves(men: str, moves: int | None) -> None:
    line = [DRAUGHTS_RUSSIAN.start(f"{'WB'[ply % 2]}:{men}") for ply in range(125)]

    def drawn(plies: int) -> bool:
        found = DRAUGHTS_RUSSIAN.verdicts(line[: plies + 1], RUSSIAN)
        standings = {v.termination: v.standing for v in found}
        return standings.get(Termination.UNCHANGED_BALANCE) is Standing.DECIDED

    first = next((plies for plies in range(125) if drawn(plies)), None)
    assert first == (None if moves is None else 2 * moves)


@pytest.mark.law("DR-12.2", "DR-12.3.4")
def test_a_win_at_the_last_counted_ply_goes_before_the_draw() -> None:
    line = shuffle(DRAUGHTS_100, "B:WK49,K50:BK1", 10, capture_at=10)
    assert ended(DRAUGHTS_100, *line) == ("white", "2-0", "no-men", "DR-12.2")


@pytest.mark.parametrize(
    ("fen", "expected"),
    [
        pytest.param("W:Wc3:Bd4", True, id="taken now"),
        pytest.param("B:WKa1,Ka3,Kg1,Kh2:BKh4", False, id="a way out"),
        pytest.param("B:Wc3:Bf6", False, id="far away"),
        pytest.param("B:Wg3:Ba7", False, id="one of two replies"),
        pytest.param("B:Wc1,e3:Bc5", False, id="it takes something first"),
        pytest.param("B:Wf2:Bh4", True, id="its only reply is met"),
        pytest.param("W:Wa1,h2:Bb2,h8", False, id="one of two"),
    ],
)
def test_wins_at_hand(fen: str, expected: bool) -> None:  # noqa: FBT001
    assert win_at_hand(DRAUGHTS_RUSSIAN.start(fen), DRAUGHTS_RUSSIAN) is expected


THEORY = [
    ("W:WK1,K2,K3:BK50", True),
    ("W:WK1,K2,41:BK50", True),
    ("W:WK1,40,41:BK50", True),
    ("W:WK1,K2:BK50", True),
    ("W:WK1,41:BK50", True),
    ("W:WK1:BK50", False),
    ("W:W31,40,41:BK50", False),
    ("W:WK1,K2,K3,K4:BK50", False),
    ("W:WK1,K2,K3:BK50,K49", False),
    ("W:WK1,K2,K3:B20", False),
]


@pytest.mark.law("DR-8.1.3.1A")
@pytest.mark.parametrize(("fen", "claimable"), THEORY)
def test_draws_by_theory_in_fixed_time(fen: str, claimable: bool) -> None:  # noqa: FBT001
    for text in (fen, swapped(DRAUGHTS_100, fen)):
        position = DRAUGHTS_100.start(text)
        assert drawn_by_theory(position, DRAUGHTS_100, fixed_time=False) is None
        found = drawn_by_theory(position, DRAUGHTS_100, fixed_time=True)
        assert (found is not None) is claimable
        if found is not None:
            assert (found.law, found.standing) == ("DR-8.1.3.1A", Standing.CLAIMABLE)
            assert found.termination is Termination.NO_PROGRESS
            assert "kings: 1, men: 0" in found.evidence[0]


EIGHT = "W:WK1,36,37,38,39:B20,24,25"
NINE = "W:WK1,36,37,38,39:B15,20,24,25"


@pytest.mark.law("DR-8.1.3.1B")
@pytest.mark.parametrize(
    ("fen", "fixed_time", "remaining_ms", "asked"),
    [
        (EIGHT, True, 59_999, True),
        (EIGHT, True, 1, True),
        (EIGHT, True, 60_000, False),
        (EIGHT, True, 0, False),
        (EIGHT, False, 30_000, False),
        (NINE, True, 30_000, False),
    ],
)
def test_a_player_short_of_time_may_ask_the_arbiter(
    fen: str,
    fixed_time: bool,  # noqa: FBT001
    remaining_ms: int,
    asked: bool,  # noqa: FBT001
) -> None:
    position = DRAUGHTS_100.start(fen)
    for side in DRAUGHTS_100.sides:
        found = drawn_by_advantage(
            position, DRAUGHTS_100, side, fixed_time=fixed_time, remaining_ms=remaining_ms
        )
        assert (found is not None) is asked
        if found is not None:
            assert (found.law, found.standing) == ("DR-8.1.3.1B", Standing.NEEDS_ARBITER)
            assert found.termination is Termination.NO_PROGRESS
            assert side in found.evidence[2]
