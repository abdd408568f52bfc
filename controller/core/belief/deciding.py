"""The one rule: of all that could be told now, what loses least.

Hypotheses are grouped by the first ply after the last one told. A group's share of the posterior is
the probability that its ply was played; the null hypothesis has a share too. Losses stand in the
table, counted in questions. To tell a ply of probability p loses (1 - p) * wrong, to ask loses one,
and silence loses more the longer it lasts. Nothing is told before the law holds it completed:
pressed, replied to, or at rest.
"""

from __future__ import annotations

from collections.abc import Iterable

from controller.core.belief.beam import Beam
from controller.core.belief.costs import Costs
from controller.core.belief.decision import Decision, Doubt, How, Made, Undone, Unlawful
from controller.core.belief.line import Kind, Node
from controller.core.belief.posterior import (
    ASTRAY,
    Posterior,
    beyond,
    fallen,
    let_lie,
    made_ns,
    moved_on,
    out_of_sight,
    people_only,
    played_upon,
    posterior,
    uncleared,
)
from controller.core.belief.setting import Intent, Setting
from controller.core.belief.waiting import left
from controller.core.belief.world import NOWHERE, Aim, Hypothesis, Symptom
from controller.core.settings import MS, Timings


class Deciding:
    """What has been told of the beliefs about one game.

    Attributes:
        told: the last ply that was told.
        asked: the plies that are asked about; None while no question is open.
        refused: the plies that people have said were not played.
        named: the ply after which something unlawful was told, until a further ply is made.
        unknown: the ply after which people were asked without candidates; that is done only once.
        hands_off: hands do no more, so nothing will be put right.
        offered: the position after what was named, where the opponent accepts it by playing on.
    """

    def __init__(self, told: Node, timings: Timings) -> None:
        self.told = told
        self.timings = timings
        self.asked: tuple[Node, ...] | None = None
        self.refused: frozenset[Node] = frozenset()
        self.named: Node | None = None
        self.unknown: Node | None = None
        self.offered: str | None = None
        self.hands_off = False

    def decide(self, beam: Beam, now_ns: int, rest_ns: int) -> Decision | None:
        """The next thing to tell, if there is one; what it says is then taken as told.

        Args:
            rest_ns: when anything was felt last.
        """
        setting, rested_ns = beam.setting, now_ns - rest_ns
        found = posterior(beam, self.told, now_ns, self.refused, offered=self.offered)
        righting = Intent.RIGHTING in setting.intents
        if _risk(found.other) * setting.costs.loss_corrected <= 1:
            return self._correct(beam, now_ns)
        if not righting and self._denied(beam, found, now_ns, rested_ns):
            undone = self._correct(beam, now_ns)
            if undone is not None:
                return undone  # it is asked about next
        ply = max(found.plies, key=lambda node: found.plies[node], default=None)
        sure = ply is not None and self._sure(found, ply, now_ns, setting)
        if ply is not None and sure:
            best = found.best[ply]
            lies = fallen(best) or (righting and bool(best.forgotten))
            how = None if lies and righting else self._how(best, ply, now_ns, setting)
            if how is not None:
                return self._tell(ply, found, how)
            if not lies:
                return None
        if righting:
            return None  # what stands otherwise is being put right
        if (unlawful := self._unlawful(beam, now_ns, rest_ns)) is not None or sure:
            return unlawful
        if self.asked and self._nothing(beam, found, rested_ns):
            self.asked = None
            return Undone(to=self.told, plies=0)
        return self._doubt(beam, found, now_ns, rested_ns)

    def _denied(self, beam: Beam, found: Posterior, now_ns: int, rested_ns: int) -> bool:
        """Whether to ask people about what was told: hands rest, or later play denies it."""
        denied = found.other - (found.moved if beam.setting.stones else 0.0)
        if denied * 1000 <= beam.setting.costs.open_permille:
            return False
        rested = rested_ns >= self.timings.ask_ms * MS
        return rested or self._denied_by_play(beam, now_ns)

    def answered(self, chosen: Node | None) -> tuple[Node, ...]:
        """Takes an answer: this ply was played, or None. Returns what was asked about."""
        if self.asked == ():
            self.unknown = self.told
        asked, self.asked = self.asked or (), None
        if chosen is None:
            self.refused |= frozenset(asked)
        return asked

    def _nothing(self, beam: Beam, found: Posterior, rested_ns: int) -> bool:
        """Whether all stands again as before what is asked about, and nothing of it was played."""
        calm = not beam.hypotheses[0].busy and rested_ns >= self.timings.settle_ms * MS
        return calm and _risk(found.none) * beam.setting.costs.loss_wrong <= 1

    def _sure(self, found: Posterior, ply: Node, now_ns: int, setting: Setting) -> bool:
        """Whether it loses less to tell a ply than not to.

        Where an earlier ply is wrong, one more upon it costs little: one correction retracts both.
        """
        costs = setting.costs
        if found.other * costs.loss_wrong > 1 + costs.loss_silence_most:
            return False
        if people_only(found.best[ply], self.told):
            return False
        risk = _risk(found.plies[ply] / (1 - found.other))
        return risk * costs.loss_wrong <= 1 + self._silence(found, ply, now_ns, setting)

    def _how(self, hyp: Hypothesis, node: Node, now_ns: int, setting: Setting) -> How | None:
        """By what a ply may be told; None while it may not."""
        if node.kind in ASTRAY and not played_upon(hyp, node):
            return None  # nobody has accepted it yet
        if hyp.left and setting.game.pieces_move:
            return None  # captured pieces are still to come off, or were left on (DR-7.4.11)
        return self.complete(hyp, node, now_ns, setting)

    def complete(self, hyp: Hypothesis, node: Node, now_ns: int, setting: Setting) -> How | None:
        """By what the law holds a ply completed in a hypothesis; None while it does not."""
        behind = hyp.node is not node and hyp.node.kind is not Kind.OVER
        if any(felt.symptom is Symptom.LATE for felt in hyp.felt.values()):
            return None
        if behind or hyp.busy or (hyp.left and hyp.node.game.pieces_move):
            return How.REPLY
        if hyp.pressed_upon(node, setting.costs.grace_ms * MS):
            return How.PRESSED
        lies = fallen(hyp) and not self.hands_off
        if lies or out_of_sight(hyp, node, setting):
            return None  # it counts once all stand again and are seen, or is played upon
        rested_ns = now_ns - max(hyp.landed_ns, hyp.last_ns)
        amid = hyp.lying and hyp.aim in (Aim.PLAY, Aim.BACK) and not self.hands_off
        unread = setting.stones and setting.blind  # a stone may have come there before
        needed_ms = setting.costs.lying_ms if amid or unread else self.timings.settle_ms
        return How.SETTLED if rested_ns >= needed_ms * MS else None

    def _tell(self, node: Node, found: Posterior, how: How) -> Made:
        hyp = found.best[node]
        log = hyp.done_in(node)
        odds = round(found.plies[node] * 1000)
        self.told, self.asked, self.named = node, None, None
        return Made(node=node, hypothesis=hyp, log=log, how=how, odds=odds)

    def _correct(self, beam: Beam, now_ns: int) -> Undone | None:
        hyp = _other(beam, self.told)
        common = self.told.common(hyp.node)
        line = hyp.node.line_after(common)
        if not self._stands(hyp, line, now_ns, beam.setting):
            return None
        plies = self.told.depth - common.depth
        self.told, self.asked = common, None
        return Undone(to=common, plies=plies)

    def _denied_by_play(self, beam: Beam, now_ns: int) -> bool:
        """Whether play has gone on far enough upon another line than the told one; never in Go."""
        if beam.setting.stones:
            return False
        hyp = _other(beam, self.told)
        line = hyp.node.line_after(self.told.common(hyp.node))
        if not line:
            return False
        return self._has_had_its_say(hyp, line[0], now_ns, beam.setting.costs)

    def _stands(
        self, hyp: Hypothesis, line: list[Node] | None, now_ns: int, setting: Setting
    ) -> bool:
        """Whether what was played instead is complete, or all stands again as before."""
        if line:
            return self.complete(hyp, line[0], now_ns, setting) is not None
        rested_ns = now_ns - hyp.last_ns
        return not hyp.busy and rested_ns >= self.timings.settle_ms * MS

    def _doubt(self, beam: Beam, found: Posterior, now_ns: int, rested_ns: int) -> Doubt | None:
        setting = beam.setting
        permille = setting.costs.open_permille
        astray = self._named_by_none(beam, found, now_ns, rested_ns)
        lost = found.lost + found.denied
        if self.asked == () and lost * 1000 <= permille:
            self.asked = None
        over = 1 - found.none + found.vain - found.other + found.denied + astray
        if self.asked is not None or (1 - over) * 1000 > permille:
            return None
        candidates = self._candidates(found, lost, astray, setting.costs)
        if candidates is None:
            return None
        denied = found.denied > found.lost + astray
        needed_ms = self._needed_ms(found, candidates, setting, denied=denied)
        if rested_ns < needed_ms * MS and not (
            len(candidates) > 1 and self._played_on(found, candidates[0], now_ns, setting)
        ):
            return None
        self.asked = candidates
        return Doubt(
            candidates=candidates,
            odds=tuple(round(found.plies[node] * 1000) for node in candidates),
        )

    def _candidates(
        self, found: Posterior, lost: float, astray: float, costs: Costs
    ) -> tuple[Node, ...] | None:
        """The plies to ask about, none where nobody has an idea; None where nothing is to be asked.

        Args:
            lost: how likely it is that what happened is beyond this model.
            astray: how likely hands left what is no legal move, and nobody is accused.
        """
        permille, least = costs.open_permille, 1 / costs.loss_wrong
        split = sorted(found.plies, key=lambda node: -found.plies[node])
        candidates = tuple(
            node for node in split if found.plies[node] >= least and node.move is not None
        )
        likely = sum(found.plies[node] for node in candidates)
        if lost >= likely or (astray and likely * 1000 <= permille):
            candidates = ()  # the likeliest answer would be none of them
        elif likely * 1000 <= permille:
            return None  # what is illegal is named, or asked about, later
        idle = (lost + astray) * 1000 <= permille or self.unknown is self.told
        return None if not candidates and idle else candidates

    def _needed_ms(
        self, found: Posterior, candidates: tuple[Node, ...], setting: Setting, *, denied: bool
    ) -> int:
        """How long hands must have rested before people are asked.

        Args:
            denied: most of the doubt is that what was told was not played.
        """
        if candidates:
            lies = fallen(found.best[candidates[0]])
            return setting.costs.lying_ms if lies else self.timings.ask_ms
        wait = denied and not setting.stones
        return setting.costs.denied_ms if wait else self.timings.ask_ms

    def _named_by_none(self, beam: Beam, found: Posterior, now_ns: int, rested_ns: int) -> float:
        """How likely hands left what is no legal move, where that is too little to accuse."""
        costs = beam.setting.costs
        if self.named is self.told or rested_ns < costs.lying_ms * MS:
            return 0.0
        half = (
            mass * (1.0 if fallen(hyp) else left(hyp, now_ns, beam.setting, self.timings))
            for mass, hyp in beam.weighed(now_ns)
            if hyp.node is self.told
        )
        moved = found.moved if beam.setting.stones else 0.0
        return found.astray + moved + sum(half)

    def _played_on(self, found: Posterior, node: Node, now_ns: int, setting: Setting) -> bool:
        """Whether later play has had its say about a ply."""
        hyp = found.best[node]
        return not people_only(hyp, self.told) and self._has_had_its_say(
            hyp, node, now_ns, setting.costs
        )

    def _has_had_its_say(self, hyp: Hypothesis, node: Node, now_ns: int, costs: Costs) -> bool:
        """Whether a ply lies so far back that evidence will hardly tell more of it."""
        behind = hyp.node.depth - node.depth
        return (
            behind >= costs.open_plies and now_ns - made_ns(hyp, node, now_ns) >= costs.open_ms * MS
        )

    def _hole(self, hyp: Hypothesis) -> bool:
        """Whether nobody knows what was played: it is named in doubt then (`Doubt.UNFELT_PLAY`)."""
        line = hyp.node.line_after(self.told) or []
        return bool(line) and line[0].hole

    def _silence(self, found: Posterior, node: Node, now_ns: int, setting: Setting) -> float:
        """What it has lost until now that a ply is not told."""
        costs = setting.costs
        silent_ns = now_ns - made_ns(found.best[node], node, now_ns)
        return min(silent_ns / (costs.loss_silence_ms * MS), costs.loss_silence_most)

    def _unlawful(self, beam: Beam, now_ns: int, rest_ns: int) -> Unlawful | None:
        """Whether no lawful line explains what stands; the likeliest of the others is told."""
        costs, rested_ns = beam.setting.costs, now_ns - rest_ns
        rested = rested_ns >= self.timings.irregular_ms * MS
        best = self._astray(beam)
        if self.named is self.told or best is None:
            return None
        pressed = self._pressed(best, costs)
        if not (rested or pressed or self._replied_to(beam)):
            return None
        lain = rested_ns >= costs.lying_ms * MS
        astray = 0.0
        for mass, hyp in beam.weighed(now_ns):
            gone = rested and moved_on(hyp, self.told, costs)
            gone = gone or self._left_astray(hyp, beam.setting, rested=rested, lain=lain)
            gone = gone or (rested and (self._uncleared(hyp) or self._hole(hyp)))
            gone = gone or (rested and beam.setting.stones and self._lost(hyp, best))
            astray += mass if gone else mass * left(hyp, now_ns, beam.setting, self.timings)
        if _risk(astray) * costs.loss_accused > 1:
            return None
        self.named = self.told
        return Unlawful(hypothesis=best, pressed=pressed)

    def _lost(self, hyp: Hypothesis, best: Hypothesis) -> bool:
        """Whether a sensor may have lost the stone that left by the likeliest hypothesis (Go)."""
        silent = (p for p, felt in hyp.felt.items() if felt.symptom is Symptom.SILENT)
        return hyp.node is self.told and any((best.gone | best.off) >> p & 1 for p in silent)

    def _uncleared(self, hyp: Hypothesis) -> bool:
        """Whether captured pieces of the last told ply should have been off before the reply."""
        return hyp.node is self.told and uncleared(hyp)

    def _replied_to(self, beam: Beam) -> bool:
        """Whether, by the likeliest hypothesis, something against the law was played upon."""
        hyp = beam.hypotheses[0]
        line = hyp.node.line_after(self.told)
        return False if not line else line[0].kind in ASTRAY and played_upon(hyp, line[0])

    def _left_astray(self, hyp: Hypothesis, setting: Setting, *, rested: bool, lain: bool) -> bool:
        """Whether hands left what is no legal move, or played upon it, by a hypothesis."""
        line = hyp.node.line_after(self.told)
        if line is None and beyond(hyp, self.told):
            return rested
        if not line or line[0].kind not in ASTRAY:
            return lain and fallen(hyp)
        if let_lie(hyp, line[0], setting):
            return False
        if hyp.node is line[0] and hyp.aim is Aim.BACK:
            return lain  # not all is taken back
        return rested or hyp.node is not line[0]

    def _pressed(self, hyp: Hypothesis, costs: Costs) -> bool:
        """Whether the clock was pressed upon what is no legal move."""
        line = hyp.node.line_after(self.told)
        if line and line[0].kind in ASTRAY:
            on_move = line[0].side == self.told.position.side_to_move
            upon = hyp.node is line[0] and any(deed.point == NOWHERE for deed in hyp.log)
            return upon or (on_move and hyp.pressed_upon(line[0], costs.grace_ms * MS))
        return any(deed.point == NOWHERE for deed in hyp.log)

    def _astray(self, beam: Beam) -> Hypothesis | None:
        """The likeliest hypothesis in which hands left what is no legal move."""
        for hyp in beam.hypotheses:
            line = hyp.node.line_after(self.told)
            if line and line[0].kind in ASTRAY:
                return None if let_lie(hyp, line[0], beam.setting) else hyp
            if not hyp.lying and (self._uncleared(hyp) or (line == [] and (hyp.busy or hyp.left))):
                return hyp
            if line is None and not hyp.lying and moved_on(hyp, self.told, beam.setting.costs):
                return hyp
            if line is not None and fallen(hyp):
                return hyp
        return None


def _risk(probability: float) -> float:
    return 1 - probability


def _other(beam: Beam, told: Node) -> Hypothesis:
    """The likeliest hypothesis by which another line was played than the one that was told."""
    return next(hyp for hyp in beam.hypotheses if hyp.node.line_after(told) is None)


def lines(nodes: Iterable[Node]) -> list[str]:
    """The moves of some plies, as messages write them."""
    return [node.move.text for node in nodes if node.move is not None]
