"""The laws of Go seen from outside: plays, repetitions and counts, compared with a plain board."""

from random import Random

import pytest

from rules.go import score
from rules.go.game import Go, game_of
from rules.go.laws import CHINA, CHINA_CLUB
from rules.go.position import GoPosition
from rules.position import Position
from rules.rulebook import Rulebook, Standing, Termination
from rules.terms import RulesError

Stones = dict[tuple[int, int], str]


def around(game: Go, place: tuple[int, int]) -> list[tuple[int, int]]:
    column, row = place
    near = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
    return [(c, r) for c, r in near if 0 <= c < game.columns and 0 <= r < game.rows]


def stones(game: Go, position: Position) -> Stones:
    men = {game.place(p): position.piece_at(p) for p in range(len(game.points))}
    return {place: str(man.side) for place, man in men.items() if man is not None}


def group(game: Go, board: Stones, place: tuple[int, int]) -> tuple[set[tuple[int, int]], bool]:
    """The group of a stone, and whether it has a liberty."""
    found, todo, breathes = {place}, [place], False
    while todo:
        for near in around(game, todo.pop()):
            breathes |= near not in board
            if board.get(near) == board[place] and near not in found:
                found.add(near)
                todo.append(near)
    return found, breathes


def played(game: Go, board: Stones, place: tuple[int, int], side: str) -> Stones | None:
    """The board after a stone, or None where it would have no liberty."""
    after = {**board, place: side}
    for near in around(game, place):
        if near in after and after[near] != side:
            dead, breathes = group(game, after, near)
            if not breathes:
                after = {at: man for at, man in after.items() if at not in dead}
    return after if group(game, after, place)[1] else None


def play_texts(game: Go, texts: str, position: GoPosition | None = None) -> list[GoPosition]:
    line = [position or game.start()]
    for text in texts.split():
        move = line[-1].by_text(text)
        assert move is not None, f"{text} in {line[-1].text}"
        line.append(line[-1].play(move))
    return line


@pytest.mark.law("GO-19", "GO-20.ko")
@pytest.mark.parametrize("size", [2, 3, 5, 9])
def test_random_games_follow_a_plain_board(size: int) -> None:
    game = Go(size)  # also an even size: the laws do not mind
    dice = Random(size)
    for _ in range(36 // size):
        position = game.start()
        before: Stones | None = None
        for _ply in range(4 * size * size):
            board, side = stones(game, position), str(position.side_to_move)
            wanted = {}
            for p, text in enumerate(game.points):
                place = game.place(p)
                after = played(game, board, place, side) if place not in board else None
                # The ko: what stood before the opponent's last stone may not come back at once.
                if after is not None and after != before:
                    wanted[text] = after
            legal = {move.text: move for move in position.moves() if move.target is not None}
            assert set(legal) == set(wanted)
            if not legal:
                break
            text = dice.choice(sorted(legal))
            position = position.play(legal[text])
            assert stones(game, position) == wanted[text]
            before = board


@pytest.mark.law("GO-19")
def test_a_stone_without_a_liberty_is_no_play_and_one_that_captures_is() -> None:
    game = Go(5)
    # White a2 b1: the corner is no point for Black …
    white = play_texts(game, "e5 a2 d5 b1")[-1]
    assert white.by_text("a1") is None
    with pytest.raises(RulesError, match="GO-19"):
        white.play(Go(5).start().moves()[0])
    # … until the stone there takes something.
    taking = play_texts(game, "a3 a2 b2 b1 c1")[-1]
    assert taking.side_to_move == "white"
    after = play_texts(game, "e5 a1", taking)[-1]
    assert stones(game, after).keys() == {(0, 2), (1, 1), (2, 0), (4, 4), (0, 0)}


KO = "b2 c2 a3 d3 b4 c4 c3 b3"
"""White b3 has just taken Black c3."""


@pytest.mark.law("GO-20.ko")
@pytest.mark.parametrize("superko", ["simple", "positional", "situational"])
def test_a_ko_is_retaken_only_after_a_turn_elsewhere(superko: str) -> None:
    game = game_of({"size": 5, "superko": superko})
    line = play_texts(game, KO)
    assert line[-1].by_text("c3") is None
    with pytest.raises(RulesError, match=r"GO-20\.ko"):
        line[-1].play(next(m for m in line[0].moves() if m.text == "c3"))
    # Black plays elsewhere, White answers elsewhere: now it may be retaken.
    later = play_texts(game, "e5 e1 c3", line[-1])
    assert later[-1].piece_at(game.index["b3"]) is None


@pytest.mark.law("GO-20.super")
@pytest.mark.parametrize("superko", ["positional", "situational"])
def test_under_superko_nothing_comes_back(superko: str) -> None:
    game = game_of({"size": 3, "superko": superko})
    for seed in range(20):
        dice, position = Random(seed), game.start()
        seen: set[tuple[int, int, str]] = set()
        for _ply in range(150):
            turn = "" if superko == "positional" else str(position.side_to_move)
            seen.add((position.black, position.white, turn))
            plays = [move for move in position.moves() if move.target is not None]
            for move in plays:
                after = position.play(move)
                turn = "" if superko == "positional" else str(after.side_to_move)
                assert (after.black, after.white, turn) not in seen
            if not plays:
                break
            position = position.play(dice.choice(plays))


@pytest.mark.law("GO-20.super")
@pytest.mark.parametrize("book", [CHINA, CHINA_CLUB], ids=lambda book: book.name)
def test_without_superko_a_repetition_is_found_for_the_arbiter(book: Rulebook) -> None:
    game = game_of({"size": 3})
    found = 0
    for seed in range(40):
        dice, line = Random(seed), [game.start()]
        for _ply in range(60):
            line.append(line[-1].play(dice.choice(line[-1].moves())))
            # The state rules look at the side to move too, the club rules at the bare board.
            turns = [position.side_to_move if book is CHINA else "" for position in line]
            boards = [(p.black, p.white, turn) for p, turn in zip(line, turns, strict=True)]
            # Only plays bring a board back; passes leave it where it is.
            changed = max(
                (n for n in range(len(line)) if boards[n][:2] != boards[-1][:2]), default=0
            )
            again = boards[-1] in boards[:changed]
            verdicts = game.verdicts(line, book)
            repeated = [verdict for verdict in verdicts if verdict.law == "GO-20.super"]
            assert bool(repeated) is again
            assert all(v.standing is Standing.NEEDS_ARBITER for v in repeated)
            assert all(v.termination is Termination.BOARD_REPETITION for v in repeated)
            found += again
    assert found > 10


@pytest.mark.law("GO-21.end")
def test_two_passes_in_a_row_end_play() -> None:
    game = Go(5)
    line = play_texts(game, "c3 pass d3 pass")
    assert not score.play_over(line[-1])
    assert game.ending(line, CHINA) is None
    line += play_texts(game, "pass", line[-1])[1:]
    assert score.play_over(line[-1])
    (verdict,) = game.verdicts(line, CHINA)
    assert (verdict.law, verdict.termination) == ("GO-21.end", Termination.SCORE)


@pytest.mark.law("GO-21.dispute")
@pytest.mark.parametrize("claimant", ["black", "white"])
def test_a_dispute_is_played_out_and_who_says_dead_begins(claimant: str) -> None:
    game = Go(5)
    over = play_texts(game, "c3 d4 pass pass")[-1]
    side = game.sides[claimant == "white"]
    again = score.dispute(over, side)
    assert again.side_to_move == claimant
    assert stones(game, again) == stones(game, over)
    assert not score.play_over(again)
    assert len(again.moves()) == 24
    with pytest.raises(RulesError, match="two passes"):
        score.dispute(play_texts(game, "c3 pass")[-1], side)


@pytest.mark.law("GO-21.dispute", "GO-score")
def test_points_between_living_stones_are_shared() -> None:
    # Two walls with one empty column between them.
    game = Go(5)
    text = (
        '{"size":5,"black":["b1","b2","b3","b4","b5"],"white":["d1","d2","d3","d4","d5"],'
        '"to_move":"black"}'
    )
    counted = score.count(game.start(text), komi=0)
    assert (counted.black, counted.white, counted.shared) == (12.5, 12.5, 5)
    assert counted.winner is None
    assert score.points_text(counted) == "0"


def plain_area(game: Go, board: Stones) -> dict[str, int]:
    """Stones and surrounded points of each side, and the points of neither, by filling."""
    found = {side: sum(man == side for man in board.values()) for side in ("black", "white")}
    found["shared"] = 0
    todo = {game.place(p) for p in range(len(game.points))} - board.keys()
    while todo:
        region, borders, edge = set[tuple[int, int]](), set[str](), [next(iter(todo))]
        while edge:
            place = edge.pop()
            if place in board:
                borders.add(board[place])
            elif place not in region:
                region.add(place)
                edge += around(game, place)
        owner = borders.pop() if len(borders) == 1 else "shared"
        found[owner] += len(region)
        todo -= region
    return found


@pytest.mark.law("GO-score")
@pytest.mark.parametrize(("size", "half"), [(9, 40.5), (13, 84.5), (19, 180.5)])
def test_the_area_is_counted(size: int, half: float) -> None:
    game = Go(size)
    for seed in range(6):
        dice, position = Random(seed), game.start()
        for _ply in range(dice.randrange(size * size * 2)):
            plays = [move for move in position.moves() if move.target is not None]
            position = position.play(dice.choice(plays or position.moves()[-1:]))
        counted = score.count(position, komi=7.5)
        area = plain_area(game, stones(game, position))
        assert counted.shared == area["shared"]
        assert counted.black == area["black"] + area["shared"] / 2
        assert counted.white == area["white"] + area["shared"] / 2
        assert counted.half == half
        # Black wins with more than half of the board and half of the komi.
        assert (counted.winner == "black") is (counted.black > half + 7.5 / 2)
        ending = score.result_of(counted)
        assert (ending.law, ending.termination) == ("GO-score", Termination.SCORE)
        outcome = game.outcome(ending.result)
        assert (outcome == "first-wins") is (counted.winner == "black")


@pytest.mark.law("GO-score")
def test_the_half_way_mark_with_komi_on_the_big_board() -> None:
    # Komi of 3¾ zi: 184½ win for Black, 184 do not.
    count = score.Count(black=184.5, white=176.5, shared=0, komi=7.5, penalties={})
    assert (count.winner, score.points_text(count)) == ("black", "B+0.5")
    count = score.Count(black=184, white=177, shared=0, komi=7.5, penalties={})
    assert (count.winner, score.points_text(count)) == ("white", "W+0.5")


@pytest.mark.law("GO-25.warn")
def test_two_warnings_lose_and_cost_nothing_before() -> None:
    (law,) = CHINA.penalties
    assert (law.law, law.kind, law.loses_at, law.costs) == ("GO-25.warn", "warning", 2, 0)
    black, white = Go(9).sides
    taken = score.taken_for_warnings(CHINA.penalties, {black: 1, white: 0})
    assert not any(taken.values())


@pytest.mark.law("GO-24.warn")
def test_a_warning_costs_a_stone_at_the_count_of_the_club() -> None:
    (law,) = CHINA_CLUB.penalties
    assert (law.law, law.kind, law.loses_at, law.costs) == ("GO-24.warn", "warning", 2, 1)
    game = Go(9)
    black, white = game.sides
    even = score.count(game.start(), komi=0)
    assert even.winner is None
    for side, other in ((black, white), (white, black)):
        taken = score.taken_for_warnings(CHINA_CLUB.penalties, {side: 1})
        assert taken[side] == 1
        assert score.count(game.start(), komi=0, penalties=taken).winner == other
