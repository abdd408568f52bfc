"""Observer mode: the arbiter is told everything, players nothing but the game."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity, Message, kind
from controller.core.observing import FOR_ARBITER, for_players, keeps_back
from rules.registry import game_by_name
from tests.core.boards import CAPTURE
from tests.core.rig import CLASSIC, Rig

OFFENCES = [
    pytest.param("chess", None, "b1- 400 b1+ 1200 e2- 300 e4+", id="touch-move"),
    pytest.param("chess", None, "e2- 300 e5+", id="illegal move"),
    pytest.param("chess", CAPTURE, "d5- 400 d5+", id="an enemy man touched"),
    pytest.param("xiangqi", None, "b0- 300 b3+", id="xiangqi, illegal"),
    pytest.param("xiangqi", None, "e0- 400 e0+", id="xiangqi, touched"),
    pytest.param("draughts-100", None, "32- 300 22+", id="draughts"),
    pytest.param("go", None, "e5+ 1500 e5- 300 e6+", id="go"),
]
offences = pytest.mark.parametrize(("name", "start", "hands"), OFFENCES)


def rig_of(name: str, start: str | None, hands: str, mode: str) -> Rig:
    game = game_by_name(name, {"size": 9} if name == "go" else {})
    rig = Rig(start, game=game, rulebook=game.rulebook.name, mode=mode)  # type: ignore[arg-type]
    return rig.hands(f"1000 {hands} 6500")


@pytest.mark.law("FIDE-11.12", "FIDE-12.6")
@offences
def test_players_see_only_the_game(name: str, start: str | None, hands: str) -> None:
    rig = rig_of(name, start, hands, "observer")
    view = rig.session.view()
    shown = for_players(view)
    assert (shown.stage, shown.restore, shown.touched) == ("play", None, [])
    assert (shown.irregularity, shown.question, shown.obligation) == (None, None, None)
    assert all(line.breach is None for line in shown.moves)
    assert set(shown.lamps.values()) <= {"last-move"}
    same = {"stage", "restore", "touched", "irregularity", "question", "obligation", "moves"}
    for field in set(view.__struct_fields__) - same:
        assert getattr(shown, field) == getattr(view, field)
    assert keeps_back(view)
    told = {kind(message) for message in rig.said if kind(message) not in FOR_ARBITER}
    assert told <= {"game-started", "lifted", "placed", "move", "clock", "result"}


@offences
def test_the_arbiter_sees_all_of_it(name: str, start: str | None, hands: str) -> None:
    rig = rig_of(name, start, hands, "observer")
    told = {kind(message) for message in rig.said}
    assert told & FOR_ARBITER
    if rig.of(Irregularity):
        assert rig.session.view().irregularity is not None or rig.moves


@offences
def test_in_referee_mode_nothing_is_kept_back(name: str, start: str | None, hands: str) -> None:
    view = rig_of(name, start, hands, "referee").session.view()
    assert for_players(view) is view
    assert not keeps_back(view)


@pytest.mark.law("CH-12.9", "CH-11.3")
def test_players_are_not_shown_how_many_moves_were_made() -> None:
    rig = Rig(rulebook=CLASSIC, time_control="40/90:00,20/60:00*")
    rig.hands("1000 e2- 300 e4+ 400 w! 1500 e7- 300 e5+ 400 b! 1500")
    view = rig.session.view()
    assert (len(view.moves), view.unsaid) == (
        2,
        "CH-12.9",
    )  # the arbiter's, and the public's record
    shown = for_players(view)
    assert (shown.moves, shown.ply) == ([], 0)
    assert shown.position == " ".join(str(view.position).split()[:4])
    assert shown.clock is not None
    for face in shown.clock["sides"].values():
        assert face["remaining_ms"]
        assert not {"moves_to_go", "period"} & {*face}
    assert "last-move" not in shown.lamps.values()
    assert "last-move" not in {kind.value for kind in rig.lamps.values()}
    # When the game is over nobody need be quiet any more.
    assert rig.command("white", "resign")
    over = for_players(rig.session.view())
    assert (len(over.moves), over.unsaid) == (2, None)


@pytest.mark.law("FIDE-6.12")
@pytest.mark.parametrize("name", ["chess", "draughts-100", "xiangqi"])
def test_where_no_law_forbids_it_they_are(name: str) -> None:
    game = game_by_name(name)
    rig = Rig(game=game, rulebook=game.rulebook.name).hands("1000")
    assert rig.session.view().unsaid is None


def test_setting_up_is_shown_to_everybody() -> None:
    view = Rig(standing=["e1"], mode="observer").hands("1000").session.view()
    assert for_players(view) is view
    assert view.restore is not None


def test_what_is_kept_back_exists() -> None:
    known = {str(each.__struct_config__.tag) for each in Message.__subclasses__()}
    assert known >= FOR_ARBITER
