"""What sensors tell of pieces: colours, letters and stacks, weighed against what deeds suppose."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest

from controller.core.belief.costs import costs
from controller.core.belief.decision import Doubt, Made, Undone
from controller.core.belief.line import Node
from controller.core.belief.setting import becomes, setting_of
from controller.core.belief.tracker import Belief
from controller.core.belief.world import Hypothesis
from controller.core.sensing.debounce import Edge
from controller.core.sensing.marks import Mark, Tone, tone_of_letter
from controller.core.settings import MS, Timings
from rules.game import Game
from rules.registry import game_by_name

NAMES = ("chess", "xiangqi", "draughts-100", "draughts-russian", "draughts-brazilian", "go")
LIGHT, DARK = Mark(tone=Tone.LIGHT), Mark(tone=Tone.DARK)


def game_of(name: str) -> Game:
    return game_by_name(name, {"size": 9} if name == "go" else {})


class Told:
    """What a belief makes of edges at times of their own.

    Attributes:
        line: the moves that stand as told.
        doubts: the candidates of each question.
    """

    def __init__(self, name: str) -> None:
        self.game = game_of(name)
        self.belief = Belief(self.game, self.game.start(), Timings())
        self.line: list[str] = []
        self.doubts: list[tuple[str, ...]] = []
        self.now_ns = 1000 * MS

    def edges(self, text: str, mark: Mark | None = None, *, soft: bool = False) -> None:
        """Edges like "e2- e4+", a quarter of a second apart, each with the same mark."""
        for each in text.split():
            at_ns = self.now_ns
            edge = Edge(
                at_ns=at_ns, seen_ns=at_ns + 10 * MS, point=self.game.index[each[:-1]],
                placed=each[-1] == "+", mark=mark, soft=soft,
            )  # fmt: skip
            self.belief.edge(edge)
            self.wait(250)

    def wait(self, ms: int) -> None:
        """Time passes, and the belief is asked whenever it wants to be."""
        end_ns = self.now_ns + ms * MS
        while (due := self.belief.next_deadline(self.now_ns)) is not None and due <= end_ns:
            self.now_ns = due
            self.belief.tick(due)
            self._listen()
        self.now_ns = end_ns

    def _listen(self) -> None:
        while (found := self.belief.decide(self.now_ns)) is not None:
            match found:
                case Made(node=node) if node.move is not None:
                    self.line.append(node.move.text)
                case Undone(to=node):
                    del self.line[node.depth :]
                case Doubt(candidates=nodes):
                    self.doubts.append(tuple(n.move.text for n in nodes if n.move is not None))
                case _:
                    pass


def tokens(names: Iterable[str]) -> Sequence[tuple[str, str]]:
    return [(name, token) for name in names for token in game_of(name).men]


@pytest.mark.parametrize(("name", "token"), tokens(NAMES))
def test_a_mark_costs_nothing_where_it_is_of_that_piece_and_much_where_it_cannot_be(
    name: str, token: str
) -> None:
    game = game_of(name)
    setting = setting_of(game, costs())
    hyp = Hypothesis(Node.start(game, game.start()))
    own = tone_of_letter(token, game)
    for tone in Tone:
        found = setting.mark(hyp, 0, Mark(tone=tone), token)
        assert found == (("", 0) if tone is own else ("wrong_mark", costs().wrong_mark))
    for letter in game.men:
        mark = Mark(tone=tone_of_letter(letter, game), letter=letter)
        name_of, cost = setting.mark(hyp, 0, mark, token)
        assert (cost == 0) is (letter == token)
        assert (name_of == "other_piece") is (letter in becomes(token, game))


@pytest.mark.parametrize(("name", "token"), tokens(NAMES))
def test_only_a_piece_of_the_same_side_stands_for_another(name: str, token: str) -> None:
    game = game_of(name)
    assert all(
        tone_of_letter(other, game) is tone_of_letter(token, game) and other != token
        for other in becomes(token, game)
    )


def test_a_sensor_that_has_told_a_wrong_mark_is_believed_less_the_next_time() -> None:
    game = game_of("chess")
    setting = setting_of(game, costs())
    hyp = Hypothesis(Node.start(game, game.start()))
    paid = []
    for _ in range(4):
        paid.append(setting.mark(hyp, 5, DARK, "P")[1])
        hyp.blame(5, 0)
    assert paid == sorted(paid, reverse=True)
    assert paid[1] < paid[0]
    assert setting.mark(hyp, 6, DARK, "P")[1] == paid[0], "another sensor is believed"


def test_a_capture_exchanged_between_two_scans_is_told_by_the_colours() -> None:
    table = Told("chess")
    table.edges("e2- e4+", LIGHT)
    table.wait(1500)
    table.edges("d7- d5+", DARK)
    table.wait(1500)
    table.edges("e4-", LIGHT)
    table.edges("d5-", DARK)
    table.edges("d5+", LIGHT)
    table.wait(1500)
    assert table.line == ["e2e4", "d7d5", "e4d5"]


@pytest.mark.parametrize("unfelt", range(1, 5))
def test_by_colours_an_unfelt_stone_is_asked_about_and_nothing_wrong_is_told(unfelt: int) -> None:
    table = Told("go")
    truth = ["e5", "c3", "g7", "c7", "g3", "d6", "f4"]
    for n, point in enumerate(truth):
        if n != unfelt:
            table.edges(f"{point}+", DARK if n % 2 == 0 else LIGHT)
            table.wait(1500)
    table.wait(10_000)
    assert table.line == truth[:unfelt]
    assert len(table.doubts) == 1, "nobody but people can know where it stands"
    assert truth[unfelt] not in table.doubts[0]


@pytest.mark.parametrize("unfelt", range(1, 6))
def test_by_presses_an_unfelt_stone_is_asked_about_and_nothing_wrong_is_told(unfelt: int) -> None:
    table = Told("go")
    truth = ["e5", "c3", "g7", "c7", "g3", "d6", "f4", "h8"]
    for n, point in enumerate(truth):
        if n != unfelt:
            table.edges(f"{point}+")
        table.wait(300)
        table.belief.press(table.game.sides[n % 2], table.now_ns)
        table.wait(1500)
    table.wait(10_000)
    assert table.line == truth[:unfelt]
    assert len(table.doubts) == 1


def test_what_people_deny_is_neither_told_nor_asked_again() -> None:
    table = Told("go")
    truth = ["e5", "c3", "g7", "c7", "g3", "d6", "f4", "h8"]
    for n, point in enumerate(truth):
        if n != 2:
            table.edges(f"{point}+", DARK if n % 2 == 0 else LIGHT)
        table.wait(1500)
    table.wait(10_000)
    assert len(table.doubts) == 1
    table.belief.answer(None, table.now_ns)
    table.wait(30_000)
    assert table.line == truth[:2]
    assert table.doubts[-1] == (), "people are to say what was played"
    assert len(table.doubts) < 3, "and nobody is asked twice"


def test_a_strength_that_changes_though_nothing_stands_there_leaves_the_game_as_it_is() -> None:
    table = Told("chess")
    table.edges("e4- e4+", LIGHT, soft=True)
    table.edges("e2- e4+", LIGHT)
    table.wait(1500)
    assert table.line == ["e2e4"]
