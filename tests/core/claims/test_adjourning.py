"""Adjourned games: sealed, put away, set up again, opened."""

import msgspec
import pytest

from controller.core.messages import Clock, Message, Restore, Result, Ruling
from controller.core.view import Adjourned
from rules.registry import GAMES, game_by_name
from tests.core.rig import CLASSIC, FIDE, Rig, recovered

PLAYED = "e2- 300 e4+ 1000 w! 2000 e7- 300 e5+ 1000 b! 1000"
AFTER = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"


def played(line: str = PLAYED, **more: object) -> Rig:
    return Rig(**{"time_control": "40/90:00", **more}).hands(f"1000 {line}")  # type: ignore[arg-type]


def sealed(line: str = PLAYED, **more: object) -> Rig:
    rig = played(line, **more)
    assert rig.command(rig.session.line.position.side_to_move, "seal", box="box 1"), rig.refusals
    return rig


def put_away(rig: Rig) -> Rig:
    """All men are taken off, and set up again another day."""
    men = rig.session.line.position.occupied
    names = [rig.game.points[p] for p in range(64) if men >> p & 1]
    return rig.hands(" ".join(f"{name}- 50" for name in names)).hands("3600000")


def set_up(rig: Rig) -> Rig:
    men = rig.session.line.position.occupied
    names = [rig.game.points[p] for p in range(64) if men >> p & 1]
    return rig.hands(" ".join(f"{name}+ 50" for name in names)).hands("2000")


def seen(rig: Rig) -> object:
    """What viewers see, but for the running clock."""
    return msgspec.structs.replace(rig.session.view(), clock=None)


@pytest.mark.law("CH-13.1.1", "CH-13.2", "CH-13.3", "CH-14.1", "CH-14.2")
@pytest.mark.parametrize("book", [FIDE, CLASSIC])
def test_a_game_rests_and_goes_on_with_the_sealed_move(book: str) -> None:
    rig = sealed(rulebook=book)
    (ruling,) = rig.of(Ruling)
    noted = ruling.envelope
    assert noted is not None
    assert ruling.law == "CH-13.1.1"
    assert {*msgspec.to_builtins(noted)} == {
        "players", "position", "remaining_ms", "sealed_by", "move_number", "ply", "box",
    }  # fmt: skip
    assert (noted.sealed_by, noted.move_number, noted.ply) == ("white", 2, 3)
    assert noted.position == AFTER
    assert noted.remaining_ms["black"] is not None
    assert rig.stage == "adjourned"
    put_away(rig)
    assert rig.moves == ["e2e4", "e7e5"]
    assert not rig.odd
    assert rig.command("arbiter", "resume")
    assert rig.of(Restore)[-1].why == "adjournment"
    assert rig.of(Ruling)[-1].law == "CH-14.1"
    assert not rig.command("arbiter", "open-sealed", move="Nf3", present=["black"])
    assert "set up the position" in rig.refusals[-1]
    set_up(rig)
    assert rig.of(Restore)[-1].done
    assert rig.stage == "adjourned"
    assert not rig.command("arbiter", "open-sealed", move="Nf3", present=["white"])
    assert "when black is there" in rig.refusals[-1]
    assert rig.command("arbiter", "open-sealed", move="Nf3", present=["black"])
    assert (rig.moves[-1], rig.by[-1]) == ("g1f3", "arbiter")
    assert rig.of(Ruling)[-1].law == "CH-14.2"
    assert rig.stage == "restore"
    assert rig.of(Clock)[-1].running is None
    rig.hands("g1- 300 f3+ 2000")
    assert rig.stage == "play"
    assert rig.of(Clock)[-1].running == "black"
    rig.hands("b8- 300 c6+ 2000")
    assert rig.moves[-1] == "b8c6"


def test_viewers_see_that_a_move_was_sealed_and_not_which() -> None:
    rig = sealed()
    assert rig.session.view().adjourned == Adjourned(sealed_by="white", move_number=2, stands=True)
    put_away(rig)
    resting = rig.session.view().adjourned
    assert resting is not None
    assert not resting.stands
    set_up(rig)
    assert rig.command("arbiter", "open-sealed", lost=True, present=["black"])
    assert rig.session.view().adjourned is None


@pytest.mark.law("CH-13.1.2")
def test_sealing_early_costs_what_is_left_of_the_session() -> None:
    plain, early = played(), played()
    plain.command("white", "seal", box="box 1")
    early.command("white", "seal", box="box 1", left_of_session_ms=600_000)
    times = [rig.of(Ruling)[-1].envelope.remaining_ms for rig in (plain, early)]  # type: ignore[union-attr]
    assert times[0]["white"] - times[1]["white"] == 600_000  # type: ignore[operator]
    assert times[0]["black"] == times[1]["black"]
    charged = next(clock for clock in early.of(Clock) if clock.why == "CH-13.1.2")
    assert charged.sides["white"]["used_ms"] >= 600_000


def test_the_clocks_stand_while_the_game_rests() -> None:
    rig = sealed()
    before = rig.session.view().clock
    put_away(rig)
    after = rig.session.view().clock
    assert before is not None
    assert after is not None
    assert before["sides"] == after["sides"]
    assert after["running"] is None


@pytest.mark.law("CH-10.16")
@pytest.mark.parametrize("text", ["Nf6", "Ke2e3", "???", "N", "e4"])
def test_a_sealed_move_that_is_none_loses(text: str) -> None:
    rig = sealed()
    rig.command("arbiter", "resume")
    assert rig.command("arbiter", "open-sealed", move=text, present=["black"])
    (result,) = rig.of(Result)
    assert (result.result, result.law) == ("0-1", "CH-10.16")


@pytest.mark.law("CH-10.16", "CH-10.5")
def test_a_sealed_move_that_may_be_two_loses() -> None:
    start = "4k3/8/8/8/8/8/4K3/1N3N2 w - - 0 1"
    rig = Rig(start)
    rig.hands("1000")
    rig.command("white", "seal", box="box 1")
    assert rig.command("arbiter", "open-sealed", move="Nd2", present=["black"])
    # Black has his king alone and cannot win by it.
    assert [(r.result, r.law) for r in rig.of(Result)] == [("1/2-1/2", "CH-10.5")]


@pytest.mark.law("DR-11")
def test_a_wrong_sealed_move_of_draughts_loses() -> None:
    rig = Rig(game=game_by_name("draughts-100"), rulebook="draughts-100")
    rig.hands("1000")
    assert rig.command("white", "seal", box="box 1")
    assert rig.command("arbiter", "open-sealed", move="31-22", present=["black"], confirmed=True)
    (result,) = rig.of(Result)
    assert (result.winner, result.law) == ("black", "DR-11")


@pytest.mark.law("GO-22.sealed")
def test_a_sealed_play_on_a_taken_point_is_a_pass() -> None:
    game = game_by_name("go").with_options({"size": 9})
    rig = Rig(game=game, rulebook="go-china")
    rig.hands("1000 e5+ 2000")
    assert rig.command("white", "seal", box="box 1")
    assert rig.command("arbiter", "open-sealed", move="E5", present=["black"])
    assert rig.moves == ["e5", "pass"]
    assert rig.odd == [("GO-22.sealed", "sealed-move-impossible")]
    rig.hands("2000 d4+ 2000")
    assert rig.moves[-1] == "d4"


@pytest.mark.law("GO-22.9")
def test_a_game_of_the_club_is_adjourned_too() -> None:
    """Its rules have no word for a sealed play that cannot be: it is made on the board."""
    game = game_by_name("go").with_options({"size": 9})
    rig = Rig(game=game, rulebook="go-china-club", time_control="60:00")
    rig.hands("1000 e5+ 500 b! 2000")
    assert rig.command("white", "seal", box="box 1")
    envelope = rig.of(Ruling)[-1].envelope
    assert envelope is not None
    assert all(ms is not None for ms in envelope.remaining_ms.values())
    assert rig.command("arbiter", "open-sealed", move="E5", present=["black"], confirmed=True)
    rig.hands("2000 c3+ 2000")
    assert (rig.moves, rig.odd) == (["e5", "c3"], [])


def test_a_sealed_mate_ends_the_game() -> None:
    rig = Rig("7k/8/6K1/8/8/8/Q7/8 w - - 0 1")
    rig.hands("1000")
    rig.command("white", "seal", box="box 1")
    assert rig.command("arbiter", "open-sealed", move="Qa8#", present=["black"])
    assert rig.of(Result)[0].termination == "checkmate"
    assert rig.stage == "ended"


@pytest.mark.law("CH-14.3")
def test_the_clock_of_an_absent_replier_runs_while_the_envelope_is_closed() -> None:
    rig = sealed()
    assert rig.command("arbiter", "resume", absent=["black"])
    assert rig.of(Ruling)[-1].law == "CH-14.3"
    assert rig.of(Clock)[-1].running == "black"
    before = rig.of(Clock)[-1].sides["black"]["remaining_ms"]
    rig.hands("60000")
    assert rig.command("arbiter", "open-sealed", move="Nf3", present=["black"])
    rig.hands("g1- 300 f3+ 6500")
    assert rig.stage == "play"
    face = rig.session.view().clock
    assert face is not None
    assert face["running"] == "black"
    assert before - face["sides"]["black"]["remaining_ms"] >= 60_000


@pytest.mark.law("CH-14.5")
def test_a_lost_envelope_leaves_the_move_to_the_player_who_sealed() -> None:
    rig = sealed()
    assert rig.command("arbiter", "open-sealed", lost=True, present=["black"])
    assert rig.of(Ruling)[-1].law == "CH-14.5"
    rig.hands("2000")
    assert rig.stage == "play"
    face = rig.session.view().clock
    assert face is not None
    assert face["running"] == "white"
    rig.hands("d2- 300 d4+ 2000")
    assert rig.moves[-1] == "d2d4"


@pytest.mark.parametrize(
    ("role", "name", "args", "words"),
    [
        ("black", "seal", {"box": "box 1"}, "player on move"),
        ("white", "seal", {}, "closed box"),
        ("white", "seal", {"box": "b", "left_of_session_ms": -1}, "milliseconds"),
        ("arbiter", "seal", {"box": "b"}, "may not"),
        ("arbiter", "open-sealed", {"move": "e4", "present": ["black"]}, "stage play"),
    ],
)
def test_what_is_refused_changes_nothing(
    role: str, name: str, args: dict[str, object], words: str
) -> None:
    rig = played()
    before, said = seen(rig), len(rig.said)
    assert not rig.command(role, name, **args)
    assert words in rig.refusals[-1]
    assert (seen(rig), len(rig.said)) == (before, said)


def test_nobody_seals_with_a_man_in_the_hand() -> None:
    rig = played(PLAYED + " g1- 500")
    assert not rig.command("white", "seal", box="box 1")
    assert "make the move on the board" in rig.refusals[-1]
    # It is made, and while the clock is not pressed it is the one to be sealed.
    rig.hands("f3+ 1500")
    assert rig.command("white", "seal", box="box 1")


def test_a_game_whose_laws_know_no_sealing_goes_on() -> None:
    game = game_by_name("xiangqi")
    rig = Rig(game=game, rulebook=game.rulebook.name)
    rig.hands("1000")
    assert not rig.command("red", "seal", box="box 1")
    assert rig.stage == "play"


def test_an_adjourned_game_is_found_again_after_a_restart() -> None:
    rig = sealed()
    for steps in (0, 1):
        if steps:
            rig.command("arbiter", "resume")
        again: list[Message] = list(rig.said)
        session = recovered(rig.settings, again)
        assert session.stage.value == "adjourned"
        assert session.line.envelope == rig.session.line.envelope


def test_no_message_tells_the_sealed_move_before_it_is_opened() -> None:
    rig = sealed()
    assert all("Nf3" not in str(message) for message in rig.said)


def test_every_rulebook_has_an_answer() -> None:
    for game in GAMES.values():
        for book in game.rulebooks:
            rig = Rig(game=game, rulebook=book)
            rig.hands("1000")
            side = rig.session.line.position.side_to_move
            assert rig.command(side, "seal", box="b") is (rig.stage == "adjourned")
