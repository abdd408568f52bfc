"""What the data that the referee executes say of each law: one fact for each place that names it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace

from controller.shell.bilingual import Words, joined
from controller.shell.lawpages.clock_fields import CLOCK_LAW, INTERRUPTION
from controller.shell.lawpages.fields import (
    BINDS,
    BOOK,
    CHOICE,
    CLAIM,
    COMPLETION,
    CONDITIONS,
    CONSENT,
    GROUND,
    OFFER,
    ONLY_ARBITER,
    PATTERNS,
    SELECTS,
    TOUCH,
    Says,
    Way,
)
from controller.shell.lawpages.words import (
    ARBITER,
    BY_LAW,
    CAUSES,
    COUNTED,
    EFFECTS,
    ENTERED,
    OPPONENT,
    REMEDIES,
    SEEN_BY,
    SENSED,
    TERMINATIONS,
    TURN,
    WORDS,
    duration,
    leads,
    wrong_costs,
)
from rules.adjournment import INTERRUPTIONS
from rules.arbiter_law import Sanction, VoidCause, counted, sanctions, void_law
from rules.claim_law import Ground, GroundLaw, OfferLaw, claim_law
from rules.clock_law import clock_law
from rules.deed import Named
from rules.game import Game
from rules.recording import RECORDING
from rules.rulebook import IrregularityLaw, Remedy, Rulebook, SeenBy, Word
from rules.terms import LawId, RulesError


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """What one place of the data says of a law; None or empty where it says nothing."""

    law: LawId
    senses: Words | None = None
    does: tuple[Words, ...] = ()
    decides: Words | None = None
    costs: tuple[Words, ...] = ()
    ways: tuple[Way, ...] = ()


_LET_STAND = (Way("accept-irregularity", only=ONLY_ARBITER),)
_LATE = (Way("set-clock", "late", ONLY_ARBITER),)


def facts(game: Game, book: Rulebook) -> Iterator[Fact]:
    """Everything that a rulebook's data say of its laws; what weighs most comes first."""
    for row in book.irregularities.values():
        yield _irregularity(book, row)
    yield from _completion(game, book)
    yield from _fields(book, BOOK)
    yield from _touch(book)
    yield from _claims(book)
    yield from _clock(book)
    yield from _interruption(book)
    yield from _recording(book)
    yield from _endings(game, book)
    yield from _counts(game, book)
    for each in sanctions(book).values():
        yield _sanction(book, each)
    yield from _void(book)


def fact_of(law: LawId, says: Says, *costs: Words) -> Fact:
    """What is said of a law in words of ours."""
    return Fact(
        law=law,
        senses=says.senses,
        does=(says.does,),
        decides=says.decides,
        costs=costs,
        ways=says.ways,
    )


def _fields(data: object, table: Mapping[str, Says]) -> Iterator[Fact]:
    """The laws that the fields of a dataclass name, by the words that the fields have."""
    for each in fields(data):  # type: ignore[arg-type]
        law = getattr(data, each.name)
        if each.name in table and law is not None:
            yield fact_of(law, table[each.name])


# What is forbidden.


def cost_of(book: Rulebook, penalty: str) -> tuple[Words, ...]:
    """What a breach costs, and what that leads to; nothing where it costs nothing."""
    if not penalty:
        return ()
    law = counted(book, penalty)
    return (COUNTED[penalty], *(() if law is None else leads(law)))


def decided_by(row: IrregularityLaw) -> Words:
    """Who decides about a breach."""
    if row.seen_by is SeenBy.PEOPLE or row.remedy is Remedy.ARBITER:
        return ARBITER
    if row.word is not Word.NONE:
        return WORDS[row.word]
    if row.remedy is Remedy.OPPONENT_CHOOSES:
        return OPPONENT
    if row.penalty:
        return WORDS[Word.NONE]
    return TURN if row.remedy is Remedy.TURN_LOST else BY_LAW


def _ways(row: IrregularityLaw) -> tuple[Way, ...]:
    """What may be said about a breach that the board has found; what people enter is a penalty."""
    if row.seen_by is SeenBy.PEOPLE:
        return ()
    if row.word is Word.ARBITER:
        return tuple(Way(each.command, only=ONLY_ARBITER) for each in CHOICE)
    if row.penalty or row.remedy in (Remedy.OPPONENT_CHOOSES, Remedy.TURN_LOST):
        return CHOICE
    return _LET_STAND if row.seen_by is SeenBy.SENSORS and row.remedy is not Remedy.FOUL else ()


def _irregularity(book: Rulebook, row: IrregularityLaw) -> Fact:
    told = Words(f"tells: “{row.english}”", f"提示：“{row.chinese}”")
    return Fact(
        law=row.law,
        senses=SEEN_BY[row.seen_by],
        does=(told, ENTERED if row.seen_by is SeenBy.PEOPLE else REMEDIES[row.remedy]),
        decides=decided_by(row),
        costs=cost_of(book, row.penalty),
        ways=_ways(row),
    )


def _completion(game: Game, book: Rulebook) -> Iterator[Fact]:
    """A breach of how moves are made is put right, but where a row of its own says otherwise."""
    law = book.completion
    for each in fields(law):
        named, says = getattr(law, each.name), COMPLETION[each.name]
        if named is None:
            continue
        said = fact_of(named, says)
        if named in book.irregularities:
            yield Fact(law=named, does=said.does)
        elif not says.breach:
            yield said
        else:
            deed = Named(law=named, kind="", side=game.sides[0], points=())
            costs = cost_of(book, game.completed(deed).penalty)
            yield replace(
                said,
                does=(says.does, REMEDIES[Remedy.RESTORE]),
                decides=WORDS[Word.NONE] if costs else BY_LAW,
                costs=costs,
                ways=(*says.ways, *(CHOICE if costs else _LET_STAND)),
            )


# What touches bind to.


def _touch(book: Rulebook) -> Iterator[Fact]:
    for pattern, alternatives in book.touch.alternatives.items():
        for law in dict.fromkeys(each.law for each in alternatives):
            tried = [each for each in alternatives if each.law == law]
            when = CONDITIONS[_name(tried[0].when)]
            chosen = joined([SELECTS[_name(each.select)] for each in tried], ", else ", "；否则")
            binds = PATTERNS[pattern] + Words(": ", "：")
            yield fact_of(law, Says(BINDS.does, BINDS.senses, BINDS.decides))
            yield Fact(law=law, does=(binds + when + chosen,))
    if any(book.touch.alternatives.values()):
        yield from _fields(book.touch, TOUCH)


def _name(select: object) -> str:
    return str(getattr(select, "__name__", select))


# What players ask for.


def _claims(book: Rulebook) -> Iterator[Fact]:
    law = claim_law(book)
    if law.offers is not None:
        yield from _offers(book, law.offers)
    for ground, row in law.grounds.items():
        yield from _ground(ground, row)
    yield from _fields(law, CLAIM)
    if law.adjusts is not None and law.adjust_consent:
        yield Fact(law=law.adjusts, does=(CONSENT,), ways=(Way("consent-adjust"),))


def _offers(book: Rulebook, law: OfferLaw) -> Iterator[Fact]:
    yield from _fields(law, OFFER)
    if law.law is not None and law.from_move:
        number = law.from_move
        yield Fact(
            law=law.law,
            does=(Words(f"refuses offers before move {number}", f"第 {number} 步之前不受理提和"),),
        )
    if law.repeated is not None and law.repeats_from is not None:
        number = law.repeats_from
        refused = Words("refuses", "不受理") if law.repeat_refused else Words("tells of", "指出")
        row = book.irregularities.get(law.repeated)
        yield Fact(
            law=law.repeated,
            does=(
                Words(
                    f"{refused.english} offers from number {number} in a row on",
                    f"{refused.chinese}连续第 {number} 次起的提和",
                ),
            ),
            costs=() if row is None else cost_of(book, row.penalty),
        )


def _ground(ground: Ground, law: GroundLaw) -> Iterator[Fact]:
    name = f"claim-{ground.value}"  # as the command is called
    yield from (replace(each, ways=(Way(name),)) for each in _fields(law, GROUND))
    if law.contested:
        yield Fact(
            law=law.law,
            does=(Words("puts what cannot be proved to the opponent", "不能证明的要求转达对方"),),
            decides=Words("the opponent, or the arbiter", "对方或裁判"),
            ways=(Way("accept-draw"), Way("decline-draw")),
        )
    if law.wrong is not None:
        yield Fact(law=law.wrong, costs=wrong_costs(law))


# The clock, interruptions, recording.


def _clock(book: Rulebook) -> Iterator[Fact]:
    law = clock_law(book)
    yield from _fields(law, CLOCK_LAW)
    late, costs = law.late, []
    if late.factor > 1:
        costs.append(Words(f"{late.factor} times the time lost", f"损失时间的 {late.factor} 倍"))
    if late.limit_ms:
        limit = duration(late.limit_ms)
        costs.append(
            Words(f"more than {limit.english} late loses", f"迟到超过 {limit.chinese}判负")
        )
    elif late.limit_ms == 0:
        costs.append(
            Words(
                "late by more than the event allows loses (none, if it says nothing)",
                "迟到超过比赛规定的时限判负（未规定即为零）",
            )
        )
    does = Words("charges the time that was lost", "扣除迟到的时间")
    yield Fact(law=late.law, does=(does,), costs=tuple(costs), ways=_LATE)
    if late.shared is not None:
        both = Words("shares the time lost while both were away", "双方均未到时损失的时间均摊")
        yield Fact(law=late.shared, does=(both,), ways=_LATE)
    if law.floor is not None:
        least, move = duration(law.floor.least_ms), duration(law.floor.move_ms)
        leaves = Words(
            f"leaves a player {least.english} at least, and {move.english} a move",
            f"至少保留 {least.chinese}，每着 {move.chinese}",
        )
        yield Fact(law=law.floor.law, does=(leaves,), ways=(Way("set-clock", only=ONLY_ARBITER),))
    for each in law.presets:
        named = Words(f"“{each.name}”: {each.text}", f"“{each.name}”：{each.text}")
        yield Fact(law=each.law, does=(named,), ways=(Way("start", f"time_control {each.name}"),))


def _interruption(book: Rulebook) -> Iterator[Fact]:
    if book.name in INTERRUPTIONS:
        yield from _fields(INTERRUPTIONS[book.name], INTERRUPTION)


def _recording(book: Rulebook) -> Iterator[Fact]:
    """The players' own sheets are nothing that a board sees; it prints its own."""
    law = RECORDING.get(book.name)
    if law is None:
        return
    prints = Words("writes every move down, and prints the score", "记录每一着，可打印记录纸")
    yield Fact(law=law.law, does=(prints,))
    if law.relief is not None:
        time = duration(law.relief.under_ms)
        excused = Words(
            f"knows who need not write with less than {time.english} left",
            f"所剩不足 {time.chinese}者可不记录",
        )
        yield Fact(law=law.relief.law, does=(excused,))


# What is counted, and what the arbiter gives.


def _counts(game: Game, book: Rulebook) -> Iterator[Fact]:
    """What each count leads to, and what joins it without the arbiter's entering it."""
    for law in book.penalties:
        laws = list(dict.fromkeys(_counted_by_itself(game, book, law.kind)))
        fact = Fact(law=law.law, costs=(COUNTED[law.kind], *leads(law)), decides=ARBITER)
        if not laws:
            yield fact
            continue
        does = Words(f"counts what it finds by {', '.join(laws)}", f"据 {'、'.join(laws)} 自行计数")
        entered = Words("writes down what the arbiter enters", "裁判输入的也记录在案")
        yield replace(fact, senses=SENSED["board"], does=(does,), decides=WORDS[Word.NONE])
        yield Fact(law=law.law, senses=SENSED["arbiter"], does=(entered,), decides=ARBITER)


def _counted_by_itself(game: Game, book: Rulebook, kind: str) -> Iterator[LawId]:
    """The laws whose breach the board finds and counts as this."""
    for row in book.irregularities.values():
        if row.penalty == kind and row.seen_by is not SeenBy.PEOPLE:
            yield row.law
    for each in fields(book.completion):
        law = getattr(book.completion, each.name)
        if law is None or law in book.irregularities or not COMPLETION[each.name].breach:
            continue
        if game.completed(Named(law=law, kind="", side=game.sides[0], points=())).penalty == kind:
            yield law


def _sanction(book: Rulebook, each: Sanction) -> Fact:
    cost = COUNTED[each.counted] if each.counted else EFFECTS[each.effect]
    law = counted(book, each.counted)
    given = Words(f"“{each.english}”: {cost.english}", f"“{each.chinese}”：{cost.chinese}")
    if each.kind == each.effect.value:
        given = Words(each.english, each.chinese)  # it has its name from what it does
    row = book.irregularities.get(each.law)
    known = row is not None and row.kind == each.kind  # what it costs is said there
    itself = law is not None and law.law == each.law
    due = sanctions(book).get(each.offers)
    offers = () if due is None else (_due(due),)
    return Fact(
        law=each.law,
        does=offers,
        decides=None if known else ARBITER,
        costs=() if known or itself else (given, *(() if law is None else leads(law))),
        ways=(Way("penalty", each.kind),),
    )


def _due(each: Sanction) -> Words:
    return Words(
        f"tells the arbiter that “{each.english}” is due ({each.law})",
        f"提请裁判：“{each.chinese}”（{each.law}）",
    )


def _void(book: Rulebook) -> Iterator[Fact]:
    for cause in VoidCause:
        try:
            law = void_law(book, cause)
        except RulesError:
            continue
        why = CAUSES[cause]
        does = Words(f"makes the game void: {why.english}", f"对局作废：{why.chinese}")
        yield Fact(law=law, does=(does,), decides=ARBITER, ways=(Way("void", cause.value),))


# How games end by themselves.


def _endings(game: Game, book: Rulebook) -> Iterator[Fact]:
    for ending, law in game.ending_laws(book).items():
        words = TERMINATIONS[ending]
        does = Words(f"ends the game: {words.english}", f"对局结束：{words.chinese}")
        yield Fact(law=law, does=(does,), decides=BY_LAW)
