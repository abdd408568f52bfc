"""What the belief held at a moment of a trace, in words.

A line of moves, its probability, what is remarkable of how it was made, and which sensors are wrong by it:

    e4d5   98 %  exchange between two scans (d5)
    -       2 %  sensor feels a piece that is not there (d5)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from controller.core.belief.account import DEEDS, OFF, STRAY, SYMPTOMS, accounts
from controller.core.messages import Irregularity, Move, Question
from controller.shell.replay import effects_of, settings
from controller.shell.shadow import Shadow

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from controller.core.belief.account import Account, Accounts, Deed, Words
    from controller.core.messages import Message
    from controller.shell.explaining import Moment
    from controller.shell.trace import Line
    from controller.shell.trace_header import Header

LANGUAGES = ("english", "chinese")
NOTHING_YET = {"english": "no further move", "chinese": "没有新着法"}
UNDER_WAY = {"english": "a move under way", "chinese": "正在走"}
UNKNOWN = {"english": "something that nobody knows", "chinese": "无法解释"}
INSTEAD = {"english": "instead of what was told", "chinese": "与已报着法不同"}
BETWEEN = {"english": "; ", "chinese": "；"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Believed:
    """A moment of a game.

    Attributes:
        plies: told before it.
        names: of the points.
        suspects: sensors that are blamed for something, each with its probability in thousandths.
    """

    at_us: int
    plies: int
    names: Sequence[str]
    accounts: Accounts
    suspects: tuple[tuple[int, int], ...]


def explain_belief(header: Header, lines: Iterable[Line], moment: Moment) -> Believed:
    """What was believed at a moment: of a ply just as it was told.

    Raises:
        NoSuchMoment: the trace has none such.
        BadTrace: from `lines`.
    """
    shadow = Shadow(settings(header))
    found: Believed | None = None
    at_us = 0
    for _, fed_us, effects in effects_of(header, lines, shadow):
        if moment.at_us is not None and fed_us > moment.at_us:
            return _believed(shadow, moment.at_us)
        at_us = fed_us
        for message in effects.messages:
            if _wanted(message, moment):
                found = _believed(shadow, at_us, moment.ply)
    if found is None and moment.at_us is not None and moment.at_us <= at_us:
        found = _believed(shadow, moment.at_us)
    if found is None:
        from controller.shell.explaining import NoSuchMoment

        raise NoSuchMoment(f"it is not in this trace, which ends at {at_us / 1e6:.3f} s")
    return found


def _wanted(message: Message, moment: Moment) -> bool:
    match message:
        case Move(ply=ply):
            return ply == moment.ply
        case Question(id=name) | Irregularity(id=name):
            return name == moment.id
        case _:
            return False


def _believed(shadow: Shadow, at_us: int, ply: int | None = None) -> Believed:
    """What is believed now; of a ply that was just told, as if it were not told yet."""
    belief = shadow.belief
    told = belief.told
    while ply is not None and told.depth >= ply and told.parent is not None:
        told = told.parent
    return Believed(
        at_us=at_us,
        plies=told.depth,
        names=shadow.settings.game.points,
        accounts=accounts(belief.beam, told, at_us * 1000),
        suspects=belief.suspects(at_us * 1000),
    )


def lines_of(found: Believed, language: str = "english") -> list[str]:
    """The text, one line for each line of moves, the likeliest first."""
    head = f"{found.at_us / 1e6:.3f} s, ply {found.plies}"
    rows = [(_line(each, language), each.permille, _what(each, found.names, language))
            for each in found.accounts.told]  # fmt: skip
    if found.accounts.unknown:
        rows.append((UNKNOWN[language], found.accounts.unknown, ""))
    width = max(len(name) for name, _, _ in rows)
    return [head, *(f"{n:<{width}} {percent(p):>7}  {what}".rstrip() for n, p, what in rows)]


def percent(permille: int) -> str:
    """Thousandths as per cent; tenths only where they matter."""
    near_an_end = permille < 10 or permille > 990
    return f"{permille / 10:.1f} %" if near_an_end and permille % 10 else f"{permille / 10:.0f} %"


def _line(each: Account, language: str) -> str:
    if each.line:
        return " ".join(each.line)
    return UNDER_WAY[language] if each.under_way else NOTHING_YET[language]


def _what(each: Account, names: Sequence[str], language: str) -> str:
    parts = [INSTEAD[language]] if each.other else []
    parts += [
        _word(DEEDS[deed.name], language) + (f" ({_name(deed, names)})" if _name(deed, names) else "")
        for deed in each.deeds if not DEEDS[deed.name].plain
    ]  # fmt: skip
    parts += [
        f"{names[point]}: {_word(SYMPTOMS[symptom], language)}" for point, symptom in each.sensors
    ]
    parts += [f"{names[point]}: {_word(OFF, language)}" for point in each.off]
    parts += [f"{names[point]}: {_word(STRAY, language)}" for point in each.stray]
    return BETWEEN[language].join(parts)


def _name(deed: Deed, names: Sequence[str]) -> str:
    """The name of its point; "" for a press."""
    return names[deed.point] if deed.point >= 0 else ""


def _word(words: Words, language: str) -> str:
    return words.chinese if language == "chinese" else words.english


def json_of(found: Believed) -> dict[str, Any]:
    """The same as data, with every deed and its cost in nats."""
    return {
        "at_us": found.at_us,
        "plies": found.plies,
        "unknown": found.accounts.unknown / 1000,
        "hypotheses": [_account_json(each, found.names) for each in found.accounts.told],
        "suspects": {found.names[point]: permille / 1000 for point, permille in found.suspects},
    }


def _account_json(each: Account, names: Sequence[str]) -> Mapping[str, Any]:
    return {
        "line": list(each.line),
        "other": each.other,
        "under_way": each.under_way,
        "probability": each.permille / 1000,
        "deeds": [_deed_json(deed, names) for deed in each.deeds],
        "sensors": {names[point]: symptom.value for point, symptom in each.sensors},
        "off": [names[point] for point in each.off],
        "stray": [names[point] for point in each.stray],
    }


def _deed_json(deed: Deed, names: Sequence[str]) -> Mapping[str, Any]:
    words = DEEDS[deed.name]
    return {
        "name": deed.name,
        "english": words.english,
        "chinese": words.chinese,
        "point": _name(deed, names),
        "at_us": deed.at_ns // 1000,
        "cost": deed.cost / 1000,
        "piece": deed.token,
    }
