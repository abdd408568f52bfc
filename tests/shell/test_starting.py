"""The settings of a new game: what `start` may ask for, and what this board cannot show."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from controller.core.messages import GameStarted, position_text
from controller.core.settings import Settings
from controller.shell.asked import game_for, start_of
from controller.shell.starting import again_args, resumed, settings_of, started_settings
from rules.registry import GAMES
from rules.terms import RulesError

SMALL: dict[str, Any] = {"size": 9, "black": ["e5"], "white": [], "to_move": "white"}


def board(name: str, **options: object) -> Settings:
    game = game_for(name, options)
    return Settings(game=game, rulebook=game.rulebook, game_options=dict(game.options))


def started(settings: Settings) -> GameStarted:
    position = settings.game.start(settings.start)
    return GameStarted(
        game=settings.game.name,
        rulebook=settings.rulebook.name,
        players=settings.players,
        position=dict(position.value) if not isinstance(position.value, str) else position.value,
        time_control=settings.time_control,
        game_options=settings.game_options,
        headers=settings.headers,
    )


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_game_goes_on_as_it_was_started(name: str) -> None:
    asked = started_settings(board(name), {"time_control": "60:00,3x0:30", "players": {"x": "y"}})
    assert settings_of(started(asked), board(name)) == asked
    assert asked.game.points == GAMES[name].points
    assert asked.start is None


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_position_may_be_the_array_or_another(name: str) -> None:
    game = GAMES[name]
    other = game.start().play(game.start().moves()[0])
    asked = started_settings(board(name), {"position": other.value})
    assert game.start(asked.start) == other
    assert start_of(game, other.value) == position_text(other.value)
    assert start_of(game, game.start().value) is None


@pytest.mark.parametrize(
    ("args", "says"),
    [
        ({"game": "ludo"}, '"ludo" is not a game'),
        ({"game_options": {"size": 9}}, "no option"),
        ({"game_options": 9}, "game_options is an object"),
        ({"position": 9}, "position is a text"),
        ({"time_control": "soon"}, '"soon" is not a time control'),
        ({"time_control": 9}, "time_control is a text"),
        ({"players": {"white": 9}}, "players is an object of texts"),
        ({"rulebook": "go-china"}, "no such rulebook"),
        ({"rulebook": []}, "no such rulebook"),
        ({"mode": "coach"}, "mode is referee or observer"),
        ({"colour": 1}, "start has no argument 'colour'"),
    ],
)
def test_what_is_refused(args: dict[str, Any], says: str) -> None:
    with pytest.raises((RulesError, ValueError)) as caught:
        started_settings(board("chess"), args)
    assert says in str(caught.value)


def test_the_time_control_of_the_board_holds_unless_another_is_named() -> None:
    settings = replace(board("chess"), time_control="90:00+0:30")
    assert started_settings(settings, {}).time_control == "90:00+0:30"
    assert started_settings(settings, {"time_control": "5:00"}).time_control == "5:00"
    assert started_settings(settings, {"time_control": None}).time_control is None
    assert started_settings(board("chess"), {}).time_control is None
    without = started_settings(settings, {"time_control": None})
    assert started_settings(settings, again_args(without, {})).time_control is None


def test_a_board_plays_its_own_game_only() -> None:
    with pytest.raises(ValueError, match="this board is set up for chess"):
        started_settings(board("chess"), {"game": "xiangqi"})


def test_a_go_board_keeps_its_size() -> None:
    settings = board("go", size=9)
    asked = started_settings(settings, {"game_options": {"handicap": ["c3", "g7"]}})
    assert asked.game_options == {"size": 9, "komi": 0.0, "handicap": ["c3", "g7"]}
    assert settings_of(started(asked), settings) == asked
    with pytest.raises(ValueError, match="this board has 81 points, but the options ask for 361"):
        started_settings(settings, {"game_options": {"size": 19}})


def test_a_komi_that_the_board_is_set_to_holds_on() -> None:
    asked = started_settings(board("go", size=9, komi=5.5), {})
    assert asked.game_options["komi"] == 5.5


def test_a_position_says_the_size_where_the_options_do_not() -> None:
    assert len(game_for("go", {}, position_text(SMALL)).points) == 81
    assert len(game_for("go", {"size": 13}, position_text(SMALL)).points) == 169
    for text in ("nonsense", "[9]", "[" * 5000, '{"black":[]}'):
        assert len(game_for("go", {}, text).points) == 361
    with pytest.raises(RulesError, match="size"):
        game_for("go", {}, '{"size":8}')


@pytest.mark.parametrize("now", sorted(GAMES))
@pytest.mark.parametrize("before", sorted(GAMES))
def test_a_game_under_way_goes_on_only_where_the_board_has_its_points(
    before: str, now: str
) -> None:
    began = started(board(before))
    if GAMES[before].points == GAMES[now].points:
        assert resumed(began, board(now), "g7") == settings_of(began, board(now))
        return
    with pytest.raises(RulesError, match=r"g7.*Set \[board\] as it was") as caught:
        resumed(began, board(now), "g7")
    assert before in str(caught.value)
    assert now in str(caught.value)


def test_a_game_that_was_ordered_and_not_begun_is_held_to_the_board_too() -> None:
    assert resumed({"game": "chess"}, board("chess"), "g2") == board("chess")
    with pytest.raises(RulesError, match=r"g2.*this board is set up for go.*\[journal\]"):
        resumed({"game": "chess"}, board("go"), "g2")
    with pytest.raises(RulesError, match=r"g2.*361.*go on 81"):
        resumed({"game_options": {"size": 19}}, board("go", size=9), "g2")
