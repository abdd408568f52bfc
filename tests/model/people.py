"""What players and arbiters say at a board: the words of random programs."""

from __future__ import annotations

from typing import Any

from controller.core.messages import Ruling
from controller.core.stages import Stage
from tests.model.world import Table


class World(Table):
    """A board with hands and people."""

    def move(self) -> None:
        """A legal move; a game that rests or has ended goes on sooner or later."""
        stage = self.session.stage
        if stage is Stage.ADJOURNED and self.dice.random() < 0.4:
            self.open()
        elif stage in (Stage.ENDED, Stage.COUNT) and self.dice.random() < 0.3:
            self.reopen()
        else:
            super().move()

    def halfway(self) -> None:
        """Something is said while a man is in the air; then the men are put back."""
        move = self.pick() if self.settled else None
        if move is None:
            return
        self.say(f"in the middle of {move.text}")
        self.model.calm = False
        self.hands(move, 1)
        said = (
            self.draw,
            self.claim,
            self.adjust,
            self.pause,
            self.adjourn,
            self.pass_,
            self.promote,
        )
        self.dice.choice(said)()
        self.restore()

    def player(self) -> str:
        return self.dice.choice(self.game.sides)

    def draw(self) -> None:
        name = self.dice.choice(("offer-draw", "offer-draw", "decline-draw", "accept-draw"))
        if name == "accept-draw" and self.dice.random() < 0.8:
            return
        side = self.player()
        may = self.model.may_offer(side)
        if name != "offer-draw":
            may = self.model.offer == self.model.other(side)
            claim = self.session.state.claims.open
            may = may or (name == "accept-draw" and claim is not None and claim.side != side)
        stages = (Stage.PLAY, Stage.QUESTION, Stage.RESTORE, Stage.CHOICE)
        may = may and self.session.stage in stages
        calm = self.settled
        obeyed = self.order(side, name)
        assert obeyed is may or not calm, f"{side}: {name} should {'' if may else 'not '}be obeyed"

    def claim(self) -> None:
        moves = self.session.line.position.moves()
        announced = (
            {"move": self.dice.choice(moves).text} if moves and self.dice.random() < 0.3 else {}
        )
        name = self.dice.choice(("claim-repetition", "claim-move-limit"))
        side = str(self.session.line.position.side_to_move)
        who = side if self.dice.random() < 0.8 else "arbiter"
        times = self.model.repeated(announced.get("move") if who == side else None)
        said = len(self.rig.said)
        if self.order(who, name, **announced) and name == "claim-repetition":
            self.proved(times, [m for m in self.rig.said[said:] if isinstance(m, Ruling)])

    def proved(self, times: int, rulings: list[Ruling]) -> None:
        """A claim of repetition is right when the record has the position three times."""
        found = [r.found for r in rulings if r.kind == "repetition"]
        if self.settings.mode == "observer" or self.game.name == "xiangqi":
            assert "right" not in found or times >= 3  # in xiangqi perpetual check and chase lose
        else:
            assert found == ["right" if times >= 3 else "wrong"], (times, found)

    def rule(self) -> None:
        """The arbiter rules on what is open."""
        self.order("arbiter", self.dice.choice(("accept-draw", "decline-draw", "decline-draw")))

    def penalty(self) -> None:
        kinds = (
            "warning",
            "foul",
            "severe-warning",
            "illegal-move",
            "time-off",
            "time-to-opponent",
        )
        self.order(
            "arbiter",
            "penalty",
            side=self.player(),
            kind=self.dice.choice(kinds),
            ms=1000 * self.dice.randrange(1, 90),
            withdraw=self.dice.random() < 0.4,
        )

    def correct(self) -> None:
        ply = self.session.line.ply
        if self.dice.random() < 0.7:
            self.order("arbiter", "correct", to_ply=max(0, ply - self.dice.randrange(1, 4)))
        else:
            first = max(1, ply - 1)
            moves = self.session.line.positions[first - 1].moves()
            text = self.dice.choice(moves).text if moves else "none"
            self.order("arbiter", "correct", ply=first, moves=[text])
        self.restore()

    def position(self) -> None:
        line = self.session.line
        some = self.dice.choice(line.positions[-6:])
        self.order("arbiter", "set-position", position=some.value)
        self.restore()

    def clock(self) -> None:
        side, ms = self.player(), 1000 * self.dice.randrange(1, 4000)
        self.order("arbiter", "set-clock", times={side: ms})

    def pause(self) -> None:
        self.order(self.dice.choice(("arbiter", self.player())), "pause")
        self.rig.wait(2000)

    def resume(self) -> None:
        self.order(self.dice.choice(("arbiter", "operator")), "resume")

    def adjourn(self) -> None:
        self.order(str(self.session.line.position.side_to_move), "seal", box="closed")

    def open(self) -> None:
        """An adjourned game goes on."""
        session = self.session
        if session.stage is not Stage.ADJOURNED:
            return
        sides = list(self.game.sides)
        absent = self.dice.choice(([], [], [self.player()]))
        self.order("arbiter", "resume", absent=absent, confirmed=True)
        self.restore()
        move = self.dice.choice([*session.line.position.moves()][:20] or [None])
        known: dict[str, Any] = {"lost": True}
        if move is not None and self.dice.random() < 0.8:
            known = {"move": move.text if self.dice.random() < 0.9 else "nonsense"}
        self.order("arbiter", "open-sealed", present=sides, **known)
        self.restore()

    def result(self) -> None:
        """Results said by people: by players in play, by the arbiter at the end."""
        text = self.dice.choice(list(self.game.results.values()))
        if self.session.stage is Stage.ENDED:
            why = {"why": "seen again"} if self.dice.random() < 0.5 else {}
            self.order(
                self.dice.choice((*self.game.sides, "arbiter")), "result", result=text, **why
            )
        elif self.dice.random() < 0.15:
            self.order("arbiter", "result", result=text, why="agreed")
        else:
            self.order(self.player(), "result", result=text)

    def resign(self) -> None:
        if self.dice.random() < 0.2:
            self.order(self.player(), "resign")

    def reopen(self) -> None:
        """The arbiter has an ended game played on, or the count played out, with time to play."""
        if self.session.stage not in (Stage.ENDED, Stage.COUNT):
            return
        to_ply = max(0, self.session.line.ply - self.dice.choice((1, 1, 1, 2, 3)))
        self.order("arbiter", "correct", to_ply=to_ply, why="played on")
        clock = self.model.clock
        if clock is not None and any(hand.fell is not None for hand in clock.hands.values()):
            self.order("arbiter", "set-clock", times=dict.fromkeys(self.game.sides, 1_200_000))
        self.restore()

    def pass_(self) -> None:
        """One pass, or the two that end play."""
        for _ in range(self.dice.choice((1, 2))):
            self.order(str(self.session.line.position.side_to_move), "pass")
            self.rig.wait(100)

    def count(self) -> None:
        stones = [p for n, p in enumerate(self.game.points) if self.rig.levels >> n & 1]
        dead = self.dice.sample(stones, min(len(stones), self.dice.randrange(3)))
        what = self.dice.randrange(4)
        if what < 2:
            self.order(self.player(), "mark-dead", points=dead)
        elif what == 2:
            self.order(self.player(), "agree-score")
        else:
            self.order(self.player(), "agree-score", agreed=False)

    def demand(self) -> None:
        name = self.dice.choice(("demand-correction", "accept-irregularity"))
        self.order(self.dice.choice((*self.game.sides, "arbiter")), name)
        self.restore()

    def answer(self) -> None:
        question = self.session.line.question
        if question is not None:
            self.model.calm = False
            self.order("arbiter", "answer", move=self.dice.choice(question.candidates))
            self.restore()

    def adjust(self) -> None:
        self.order(self.player(), "adjust", on=self.dice.random() < 0.5)

    def promote(self) -> None:
        self.order(self.player(), "promote", to=self.dice.choice("qrbn"))

    def noise(self) -> None:
        """A command that makes no sense, of anybody."""
        name = self.dice.choice(("press-clock", "seal", "open-sealed", "resign", "void", "set-clock",
            "confirm-crowning", "consent-adjust", "mark-dead", "penalty", "no-such"))  # fmt: skip
        if name == "resign":
            self.order("operator", name)
        else:
            self.order(
                self.dice.choice(("arbiter", "operator", "nobody", *self.game.sides)), name, x=1
            )
        self.rig.wait(100)
