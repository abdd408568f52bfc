"""Boards in every stage of every game, for commands to be given at."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from controller.core.stages import Stage
from controller.shell.pump import Pump
from rules.registry import GAMES, game_by_name
from tests.core.boards import MATE, PROMOTION, TWO_CAPTURES
from tests.core.rig import Rig, recovered

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

NINE = game_by_name("go", {"size": 9})
FIRST_MOVES: Mapping[str, str] = {
    "chess": "e2- 300 e4+",
    "xiangqi": "h2- 300 e2+",
    "draughts-100": "32- 300 28+",
    "draughts-russian": "c3- 300 d4+",
    "draughts-brazilian": "c3- 300 d4+",
    "go": "e5+",
}
ILLEGAL: Mapping[str, str] = {
    "chess": "e2- 300 e5+",
    "xiangqi": "h2- 300 i4+",
    "draughts-100": "32- 300 22+",
    "draughts-russian": "c3- 300 c5+",
    "draughts-brazilian": "c3- 300 c5+",
    "go": "e5+ 1500 e5- 300 d4+",
}
CLOCK = "90:00+0:30"


@dataclass(frozen=True)
class Scene:
    """A board as it stands when commands come, and how it came to be."""

    name: str
    game: str
    stage: Stage
    make: Callable[[], Rig]

    def __str__(self) -> str:
        return f"{self.game}: {self.name}"


def _board(game: str, line: str = "", **options: Any) -> Rig:  # noqa: ANN401 - as Rig takes them
    kind = NINE if game == "go" else GAMES[game]
    options = {"time_control": CLOCK, **options}
    return Rig(game=kind, rulebook=options.pop("rulebook", kind.rulebook.name), **options).hands(
        f"1000 {line}"
    )


def _said(rig: Rig, *orders: tuple[str, str, dict[str, Any]]) -> Rig:
    """The same board after commands that are all obeyed."""
    for role, name, args in orders:
        assert rig.command(role, name, **args), (name, rig.refusals)
    return rig.hands("100")


def _of_each(game: str) -> list[Scene]:
    """Scenes that every game has."""
    first, _ = GAMES[game].sides
    line = FIRST_MOVES[game]
    usual = next(iter(GAMES[game].results.values()))
    wins = ("arbiter", "result", {"result": usual})
    wrong = "choice" if game.startswith("draughts") else "restore"
    return [
        Scene("men are set up", game, Stage.SETUP, lambda: _board(game, standing=[_corner(game)])),
        Scene("it begins", game, Stage.PLAY, lambda: _board(game)),
        Scene("a move was made", game, Stage.PLAY, lambda: _board(game, f"{line} 1500")),
        Scene(
            "no clock", game, Stage.PLAY, lambda: _board(game, f"{line} 1500", time_control=None)
        ),
        Scene(
            "the clocks stand",
            game,
            Stage.PLAY,
            lambda: _said(_board(game, f"{line} 1500"), ("arbiter", "pause", {})),
        ),
        Scene(
            "it is observed",
            game,
            Stage.PLAY,
            lambda: _board(game, f"{line} 1500", mode="observer"),
        ),
        Scene(
            "something illegal", game, Stage(wrong), lambda: _board(game, f"{ILLEGAL[game]} 6500")
        ),
        Scene(
            "men are put back",
            game,
            Stage.RESTORE,
            lambda: _said(_board(game, f"{line} 1500"), ("arbiter", "correct", {"to_ply": 0})),
        ),
        Scene("the result is given", game, Stage.ENDED, lambda: _said(_board(game, line), wins)),
        Scene(
            "resigned",
            game,
            Stage.ENDED,
            lambda: _said(_board(game, f"{line} 1500"), (first, "resign", {})),
        ),
    ]


def _corner(game: str) -> str:
    return (NINE if game == "go" else GAMES[game]).points[0]


SEALED: dict[str, Any] = {"box": "box 1"}
BREACH = "b1- 400 b1+ 1200 e2- 300 e4+ 1500"
OF_ONE = [
    Scene(
        "a question",
        "chess",
        Stage.QUESTION,
        lambda: _board("chess", "e4- 800 e8- 300 e7+ 6500", start=TWO_CAPTURES),
    ),
    Scene("a breach", "chess", Stage.PLAY, lambda: _board("chess", BREACH)),
    Scene(
        "a mate in breach",
        "chess",
        Stage.ENDED,
        lambda: _board("chess", "g1- 400 g1+ 1200 a1- 300 a8+ 1500", start=MATE),
    ),
    Scene(
        "a pawn on the last rank",
        "chess",
        Stage.PLAY,
        lambda: _board("chess", "a7- 300 a8+ 1500", start=PROMOTION),
    ),
    Scene(
        "stalemate by a queen who was assumed",
        "chess",
        Stage.ENDED,
        lambda: _board("chess", "c7- 300 c8+ 1500", start="8/k1P5/2K5/8/8/8/8/8 w - - 0 1"),
    ),
    Scene(
        "a draw is offered",
        "chess",
        Stage.PLAY,
        lambda: _said(_board("chess", "e2- 300 e4+ 1500"), ("white", "offer-draw", {})),
    ),
    Scene(
        "a king to crown",
        "draughts-100",
        Stage.PLAY,
        lambda: _board("draughts-100", "7- 300 2+ 1500", start="W:W7,38:B20,45"),
    ),
    Scene(
        "both have passed",
        "go",
        Stage.COUNT,
        lambda: _said(_board("go", "e5+ 1500"), ("white", "pass", {}), ("black", "pass", {})),
    ),
    *(
        Scene(
            "a move is sealed",
            game,
            Stage.ADJOURNED,
            lambda game=game, side=side: _said(  # type: ignore[misc]
                _board(game, f"{FIRST_MOVES[game]} 1500 w! 500"), (side, "seal", SEALED)
            ),
        )
        for game, side in (("chess", "black"), ("draughts-100", "black"), ("go", "white"))
    ),
]


def restarted(rig: Rig) -> Rig:
    """The same board after the program was started again; the men stand as they stood."""
    rig.session = recovered(rig.settings, rig.said)
    rig._pump = Pump(rig.session, rig.at_ns)
    rig._frame()
    return rig.hands("500")


KNIGHTS = ["Nf3", "Nf6", "Ng1", "Ng8"]
REPEATED: tuple[str, str, dict[str, Any]] = ("arbiter", "correct", {"ply": 1, "moves": KNIGHTS * 2})
LIMIT = "4k3/8/8/8/8/8/8/R3K3 w - - 100 80"
WAITS: tuple[str, str, dict[str, Any]] = ("white", "claim-repetition", {})
"""On a board that observes, each claim waits for the arbiter."""
MORE = [
    Scene(
        "a repetition, men put back",
        "chess",
        Stage.RESTORE,
        lambda: _said(_board("chess"), REPEATED).hands("1000 e2- 300 e5+ 6500"),
    ),
    Scene(
        "a repetition", "chess", Stage.PLAY, lambda: _said(_board("chess"), REPEATED).hands("1000")
    ),
    Scene("the limit of moves", "chess", Stage.PLAY, lambda: _board("chess", start=LIMIT)),
    Scene(
        "the limit of moves, men put back",
        "chess",
        Stage.RESTORE,
        lambda: _board("chess", "a1- 300 b2+ 6500", start=LIMIT),
    ),
    Scene(
        "a claim waits",
        "chess",
        Stage.PLAY,
        lambda: _said(_board("chess", mode="observer"), WAITS),
    ),
    Scene(
        "a claim waits, men put back",
        "chess",
        Stage.RESTORE,
        lambda: _said(_board("chess", mode="observer"), WAITS).hands("e2- 300 e5+ 6500"),
    ),
    Scene(
        "a claim waits, then a question",
        "chess",
        Stage.QUESTION,
        lambda: _said(_board("chess", start=TWO_CAPTURES, mode="observer"), WAITS).hands(
            "e4- 800 e8- 300 e7+ 6500"
        ),
    ),
    Scene(
        "a draw is offered over a question",
        "chess",
        Stage.QUESTION,
        lambda: _said(
            _board("chess", "e4- 800 e8- 300 e7+ 6500", start=TWO_CAPTURES),
            ("black", "offer-draw", {}),
        ),
    ),
    Scene(
        "a draw is offered, men put back",
        "chess",
        Stage.RESTORE,
        lambda: _said(_board("chess", "e2- 300 e5+ 6500"), ("black", "offer-draw", {})),
    ),
    *(
        Scene(f"the clocks stand, {stage.value}", game, stage, make)
        for stage, game, make in (
            (
                Stage.QUESTION,
                "chess",
                lambda: _said(
                    _board("chess", "e4- 800 e8- 300 e7+ 6500", start=TWO_CAPTURES),
                    ("arbiter", "pause", {}),
                ),
            ),
            (
                Stage.CHOICE,
                "draughts-100",
                lambda: _said(
                    _board("draughts-100", f"{ILLEGAL['draughts-100']} 6500"),
                    ("arbiter", "pause", {}),
                ),
            ),
        )
    ),
    Scene(
        "men put back on his own time",
        "draughts-100",
        Stage.RESTORE,
        lambda: _said(
            _board("draughts-100", f"{ILLEGAL['draughts-100']} 6500"),
            ("black", "demand-correction", {}),
        ),
    ),
    Scene(
        "a king to crown, the board turned",
        "draughts-100",
        Stage.RESTORE,
        lambda: _said(
            _board("draughts-100", "7- 300 2+ 1500", start="W:W7,38:B20,45"),
            ("arbiter", "set-position", {"orientation": "turned"}),
        ),
    ),
    Scene(
        "a question after a new start",
        "chess",
        Stage.RESTORE,
        lambda: restarted(_board("chess", "e4- 800 e8- 300 e7+ 6500", start=TWO_CAPTURES)),
    ),
    Scene(
        "a question that the result has left open",
        "chess",
        Stage.ENDED,
        lambda: _said(
            _board("chess", "e4- 800 e8- 300 e7+ 6500", start=TWO_CAPTURES), ("white", "resign", {})
        ),
    ),
    Scene(
        "a question and the limit of moves",
        "chess",
        Stage.QUESTION,
        lambda: _board(
            "chess", "e4- 800 e8- 300 e7+ 6500", start="4k3/P7/8/3p1p2/4P3/8/8/4K3 w - - 100 80"
        ),
    ),
    Scene(
        "a move taken back",
        "chess",
        Stage.RESTORE,
        lambda: _board("chess", "e2- 300 e4+ 1500 e4- 300 e2+ 6500"),
    ),
    Scene(
        "a king to crown, and a wrong reply",
        "draughts-100",
        Stage.CHOICE,
        lambda: _board("draughts-100", "7- 300 2+ 1500 20- 300 14+ 6500", start="W:W7,38:B20,45"),
    ),
]
SCENES = [scene for game in GAMES for scene in _of_each(game)] + OF_ONE + MORE


@cache
def _made(number: int) -> Rig:
    rig = SCENES[number].make()
    assert rig.session.stage is SCENES[number].stage, SCENES[number]
    rig.command("stranger", "look")  # the session has heard what time it is
    return rig


def fresh(number: int) -> Rig:
    """A board of its own in the scene of this number."""
    rig = _made(number)
    session = rig.session
    shared: tuple[object, ...] = (
        rig.settings,
        rig.game,
        session.settings.rulebook,
        *session.line.positions,
    )
    return copy.deepcopy(rig, {id(each): each for each in shared})
