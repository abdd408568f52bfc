"""What stands in the head of a score sheet, as people read it: rulebooks, time controls, options."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.shell.lawpages.words import BOOKS
from rules.time_control import Bonus, ByoYomi, Hourglass, Period

if TYPE_CHECKING:
    from rules.time_control import Stage, TimeControl

OPTIONS = {
    "size": "Board size 路数",
    "komi": "Komi 贴目",
    "handicap": "Handicap 让子",
    "chess960": "Chess960 开局号",
    "fouls_lose": "Fouls that lose 犯规判负次数",
    "illegal_move": "Illegal move 违规着法",
}
_BONUS = {
    Bonus.INCREMENT: ("+ {time} a move", "每步加 {time}"),
    Bonus.DELAY: ("with a delay of {time}", "每步延时 {time}"),
    Bonus.BRONSTEIN: ("with a Bronstein delay of {time}", "每步缓时 {time}"),
}
_MINUTE_S, _HOUR_S = 60, 3600


def book_words(name: str) -> str:
    """A rulebook by its title, in both languages; a name that nobody knows as it is."""
    words = BOOKS.get(name)
    return name if words is None else f"{words.english}  {words.chinese}"


def option_words(name: str, value: object) -> tuple[str, str]:
    """An option of a game and its value, as they stand on the paper."""
    text = " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
    return OPTIONS.get(name, name), text


def control_words(control: TimeControl) -> str:
    """A time control in words, in both languages: "40 moves in 90 min + 30 s a move, then 30 min"."""
    told = [_stage(stage) for stage in control.stages]
    return f"{', then '.join(each for each, _ in told)}  {'，然后 '.join(each for _, each in told)}"


def _stage(stage: Stage) -> tuple[str, str]:
    english, chinese = map(_time, (stage.time_s,) * 2, (_ENGLISH, _CHINESE))
    match stage:
        case Hourglass():
            return f"hourglass, {english}", f"沙漏钟 {chinese}"
        case ByoYomi(periods=1):
            return f"one period of {english}", f"1 次 {chinese} 读秒"
        case ByoYomi():
            return f"{stage.periods} periods of {english}", f"{stage.periods} 次 {chinese} 读秒"
        case Period():
            return _period(stage, english, chinese)


def _period(period: Period, english: str, chinese: str) -> tuple[str, str]:
    if period.moves is not None:
        each = "each " if period.repeats else ""
        english = f"{each}{period.moves} moves in {english}"
        chinese = f"{'每' if period.repeats else ''}{period.moves} 着 {chinese}"
    if period.bonus in _BONUS:
        ours, theirs = _BONUS[period.bonus]
        english += " " + ours.format(time=_time(period.bonus_s, _ENGLISH))
        chinese += " " + theirs.format(time=_time(period.bonus_s, _CHINESE))
    return english, chinese


_ENGLISH = ("h", "min", "s")
_CHINESE = ("小时", "分", "秒")


def _time(seconds: int, units: tuple[str, str, str]) -> str:
    """A time in the units that it needs: 90 min, 30 s, 1 min 30 s. Hours only from two on, as people say it."""
    hours = seconds // _HOUR_S if seconds >= 2 * _HOUR_S else 0
    minutes, rest = divmod(seconds - hours * _HOUR_S, _MINUTE_S)
    parts = [(hours, units[0]), (minutes, units[1]), (rest, units[2])]
    return " ".join(f"{n} {unit}" for n, unit in parts if n) or f"0 {units[2]}"
