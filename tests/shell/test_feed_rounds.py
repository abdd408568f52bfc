"""The games of a round: random rounds against a model that knows all that was ever true in the hall."""

from __future__ import annotations

import asyncio
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.shell.feeds.delay import DelayLine, Entered
from controller.shell.feeds.feed import Feed
from controller.shell.feeds.keeping import FeedFile
from controller.shell.feeds.public import PublicRecords
from controller.shell.feeds.push import Pusher
from controller.shell.feeds.pushed import Pushed
from controller.shell.feeds.relay import Relayed, game_on, games_text, index
from controller.shell.feeds.rounds import GAMES_MAX, LINGER_S, Place
from controller.shell.feeds.steady import SteadyTime
from rules.formats import format_of_game
from rules.record import GameRecord
from tests.shell.fake_desk import FakeDesk

LINE = ("e2e4", "c7c5", "g1f3", "d7d6")
Shown = list[tuple[str, bool, str]]
"""Text, whether it is live, and place of each game of a board."""


@dataclass
class Game:
    """A game as it is in the hall."""

    name: str
    round: str
    white: str
    plies: int = 0
    result: str = "*"
    begun_s: float | None = None

    @property
    def text(self) -> str:
        none = (None,) * self.plies
        headers = {"Event": "Open", "Round": self.round, "White": self.white, "Black": "B"}
        record = GameRecord(
            headers=headers, moves=LINE[: self.plies], clocks_ms=none, elapsed_ms=none,
            result=self.result,
        )  # fmt: skip
        return format_of_game("chess").write(record, "pgn")

    @property
    def begun(self) -> bool:
        return self.plies > 0 or self.result != "*"


@dataclass
class Model:
    """One board: all that was ever true, and what the public may see of it."""

    delay_s: float
    then: list[tuple[float, Game]] = field(default_factory=list)

    def put(self, at_s: float, game: Game) -> None:
        self.then.append((at_s, Game(game.name, game.round, game.white, game.plies, game.result)))

    def shown(self, now_s: float) -> Shown:
        games: dict[str, Game] = {}
        for at_s, game in self.then:
            if at_s + self.delay_s > now_s:
                break
            known = games.get(game.name)
            game.begun_s = known.begun_s if known is not None else None
            if game.begun_s is None and game.begun:
                game.begun_s = at_s + self.delay_s
            games[game.name] = game
        every = [*games.values()]
        begun = [game for game in every if game.begun_s is not None]
        now = begun[-1] if begun else every[-1] if every else None
        found = []
        for game in every:
            place = "now" if game is now else self._beside(game, every, begun, now_s)
            if place:
                found.append((game.text, game.result == "*" and game is every[-1], place))
        return found

    def _beside(self, game: Game, every: list[Game], begun: list[Game], now_s: float) -> str:
        if game not in begun:
            return "next" if game is every[-1] else ""
        after = begun[begun.index(game) + 1 :]
        rounds = [game.round, *(each.round for each in after)]
        ends = [
            each.begun_s
            for before, each in zip(rounds, after, strict=False)
            if before != each.round or each.round == "?"
        ]
        if ends and ends[0] is not None and now_s >= ends[0] + LINGER_S:
            return ""
        same = after if not ends else [each for each in after if each.begun_s < ends[0]]  # type: ignore[operator]
        again = any(each.white == game.white for each in same)
        return "" if game.result == "*" and again else "earlier"


@dataclass
class Clock:
    now_s: float = 1000.0

    def __call__(self) -> float:
        return self.now_s


deeds = st.lists(
    st.tuples(
        st.sampled_from(["move", "result", "correct", "start", "look", "restart", "wait"]),
        st.integers(1, 90),
        st.sampled_from(["1", "2", "?"]),
        st.sampled_from(["Ann", "Bea"]),
    ),
    max_size=25,
)


def do(deed: str, game: Game, round_: str, white: str, number: int) -> Game:
    """What happens on a board."""
    if deed == "start":
        return Game(f"g{number}", round_, white)
    if deed == "move" and game.result == "*" and game.plies < len(LINE):
        game.plies += 1
    elif deed == "result":
        game.result = "1-0"
    elif deed == "correct" and game.plies and game.result != "*":
        game.result, game.plies = "*", max(1, game.plies - 1)
    return game


def shown(games: list[Relayed]) -> Shown:
    return [(each.text, each.live, each.place) for each in games]


def entered(clock: Clock, game: Game) -> Entered:
    live = game.result == "*"
    return Entered(board=1, at_s=clock(), text=game.text, live=live, game=game.name)


@given(deeds, st.sampled_from([0, 30, 900]))
def test_a_hub_shows_what_the_model_says(
    done: list[tuple[str, int, str, str]], delay_s: int
) -> None:
    """Each moment by itself: a second is enough for the next deed."""
    clock, model = Clock(), Model(delay_s)
    now = SteadyTime(wall=clock, passed=clock, boot="b")
    with tempfile.TemporaryDirectory() as folder, asyncio.Runner() as runner:
        path = Path(folder) / "feed.jsonl"
        file, line = FeedFile(path, now), DelayLine(delay_s, kept=True)
        game, number = Game("g1", "1", "Ann"), 1
        for deed, after_s, round_, white in done:
            clock.now_s += after_s * (20 if deed == "wait" else 1)
            number += deed == "start"
            game = do(deed, game, round_, white, number)
            model.put(clock(), game)
            line.put(entered(clock, game))
            if deed == "restart":
                runner.run(file.keep(line))
                file = FeedFile(path, now)
                line = DelayLine(delay_s, file.read(), kept=True)
            if deed in {"look", "restart"}:
                assert shown(line.games(clock())) == model.shown(clock())
        clock.now_s += delay_s
        assert shown(line.games(clock())) == model.shown(clock())


class PlayedDesk(FakeDesk):
    """A desk whose journal has all its games."""

    def stands(self, game: Game) -> None:
        if self.game_id != game.name:
            if self.game_id is not None:
                self.earlier[self.game_id] = self.pgn
            self.game_id = game.name
        self.pgn = game.text
        stage = "play" if game.result == "*" else "ended"
        self.now = msgspec.structs.replace(self.now, stage=stage)


@given(deeds)
def test_a_board_has_the_round_of_its_journal_at_every_start(
    done: list[tuple[str, int, str, str]],
) -> None:
    """Nobody looks between the deeds, and no file is kept: the journal is enough."""
    clock, model, desk = Clock(), Model(0), PlayedDesk()
    now = SteadyTime(wall=clock, passed=clock, boot="b")
    game, number = Game("g1", "1", "Ann"), 1
    desk.game_id = None
    desk.stands(game)
    model.put(clock(), game)
    feed = Feed(desk, now=now)
    for deed, _, round_, white in done:
        number += deed == "start"
        game = do(deed, game, round_, white, number)
        model.put(clock(), game)
        desk.stands(game)
        if deed in {"restart", "look"}:
            of_the_round = shown(Feed(desk, now=now).games())
            clock.now_s += LINGER_S
            assert of_the_round == model.shown(clock())
            assert shown(feed.games())[-1] == of_the_round[-1]


@given(deeds, st.sampled_from([30, 900]))
def test_a_board_with_a_delay_shows_what_the_model_says_through_restarts(
    done: list[tuple[str, int, str, str]], delay_s: int
) -> None:
    clock, model, desk = Clock(), Model(delay_s), PlayedDesk()
    now = SteadyTime(wall=clock, passed=clock, boot="b")
    game, number = Game("g1", "1", "Ann"), 1
    desk.game_id = None
    desk.stands(game)
    model.put(clock(), game)
    with tempfile.TemporaryDirectory() as folder, asyncio.Runner() as runner:
        file = Path(folder) / "feed.jsonl"
        feed = Feed(desk, delay_s=delay_s, file=file, now=now)
        for deed, after_s, round_, white in done:
            clock.now_s += after_s * (20 if deed == "wait" else 1)
            number += deed == "start"
            game = do(deed, game, round_, white, number)
            desk.stands(game)
            model.put(clock(), game)
            feed.take()
            if deed == "restart":
                runner.run(feed.write())
                feed = Feed(desk, delay_s=delay_s, file=file, now=now)
            if deed in {"look", "restart"}:
                assert shown(feed.games()) == model.shown(clock())
        clock.now_s += delay_s
        assert shown(feed.games()) == model.shown(clock())


def test_a_result_is_in_the_feed_though_the_next_game_came_before_anybody_looked() -> None:
    clock, desk = Clock(), PlayedDesk()
    now = SteadyTime(wall=clock, passed=clock, boot="b")
    game = Game("g1", "1", "Ann", plies=1)
    desk.game_id = None
    desk.stands(game)
    feed = Feed(desk, now=now)
    game.result = "1-0"
    desk.stands(game)
    pairing = Game("g2", "2", "Bea")
    desk.stands(pairing)
    assert shown(feed.games()) == [(game.text, False, "now"), (pairing.text, True, "next")]
    assert index(feed.games())["pairings"][0]["result"] == "1-0"
    pairing.plies = 1
    desk.stands(pairing)
    assert shown(feed.games()) == [(game.text, False, "earlier"), (pairing.text, True, "now")]
    clock.now_s += LINGER_S
    assert shown(feed.games()) == [(pairing.text, True, "now")]


def test_a_game_whose_moves_are_all_taken_back_keeps_its_place() -> None:
    line, game = DelayLine(0), Game("g1", "1", "Ann", plies=2, result="1-0")
    line.put(entered(Clock(1), game))
    line.put(entered(Clock(2), new := Game("g2", "1", "Bea", plies=1)))
    assert shown(line.games(2))[-1] == (new.text, True, "now")
    new.plies = 0
    line.put(entered(Clock(3), new))
    assert shown(line.games(3)) == [(game.text, False, "earlier"), (new.text, True, "now")]


def test_of_a_long_match_on_one_board_the_newest_games_stay() -> None:
    line = DelayLine(0)
    for n in range(3 * GAMES_MAX):
        line.put(entered(Clock(n), Game(f"g{n}", "1", "Ann", plies=1, result="1-0")))
    games = line.games(1000)
    assert [each.game for each in games] == [f"g{2 * GAMES_MAX + n}" for n in range(GAMES_MAX)]
    assert len(line.names(1)) == GAMES_MAX


def test_a_feed_of_an_earlier_version_goes_on_as_the_game_that_it_had() -> None:
    game = Game("g1", "1", "Ann", plies=2)
    line = DelayLine(0, [Entered(board=1, at_s=0, text=game.text, live=True)])
    game.plies = 3
    line.put(entered(Clock(), game))
    assert shown(line.games(2000)) == [(game.text, True, "now")]


def relayed(game: Game, place: Place) -> Relayed:
    live = game.result == "*"
    return Relayed(board=1, text=game.text, live=live, game=game.name, place=place)


@pytest.mark.parametrize("seen_before", [True, False])
def test_a_subscriber_hears_how_a_game_ended_before_the_next(*, seen_before: bool) -> None:
    over, new = Game("g1", "1", "Ann", 2, "1-0"), Game("g2", "2", "Bea", 1)
    games: list[Relayed] = []
    records = PublicRecords(lambda: games, {1: "table-1"}, 0)
    if seen_before:
        games[:] = [relayed(over, "now"), relayed(Game("g2", "2", "Bea"), "next")]
        assert [over.text in text for text in said(records)] == [True]
    games[:] = [relayed(over, "earlier"), relayed(new, "now")]
    assert said(records) == ([] if seen_before else [over.text]) + [new.text]
    assert said(records) == []


def said(records: PublicRecords) -> list[str]:
    return [msgspec.json.decode(packet.payload)["text"] for packet in records.changed()]


def test_a_result_is_pushed_though_its_game_has_left_the_round() -> None:
    over, new = Game("g1", "1", "Ann", 2, "1-0"), Game("g2", "2", "Bea", 1)
    pusher = Pusher()
    pusher.offer([relayed(over, "now")], 0)
    pusher.offer([relayed(new, "now")], 1)
    batch = pusher.next(100)
    assert batch is not None
    assert batch.texts == (over.text, new.text)
    pusher.answered(200, "{}", 100)
    pusher.offer([relayed(new, "now")], 101)
    assert pusher.due_s() is None


def test_a_game_is_given_to_one_round_of_the_broadcast(tmp_path: Path) -> None:
    over, new = Game("g1", "1", "Ann", 2, "1-0"), Game("g2", "2", "Bea")
    path, games = tmp_path / "pushed.json", [relayed(over, "now")]
    assert Pushed(path, "first").mine(games) == games
    assert Pushed(path, "first").mine(games) == games
    games.append(relayed(new, "next"))
    assert Pushed(path, "second").mine(games) == games[1:]
    assert Pushed(path, "first").mine(games) == games[:1]
    path.write_text('{"rounds":[')
    assert Pushed(path, "second").mine(games) == games


def test_each_board_has_one_game_in_the_layout_and_all_of_the_round_in_the_file() -> None:
    over, new = Game("g1", "1", "Ann", 2, "1-0"), Game("g2", "2", "Bea")
    games = [relayed(over, "now"), relayed(new, "next")]
    assert game_on(games, 1) is games[0]
    assert games_text(games).count("[Event ") == len(games)
    (pairing,) = index(games)["pairings"]
    assert (pairing["result"], pairing["live"]) == ("1-0", False)
