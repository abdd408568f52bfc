"""How the men of xiangqi move (XQ-2), as pure functions on a board written as text.

A board is a string of 90 letters, one a point: the FEN letter of the man that stands there, or "."
where none does. The index of a point is rank * 9 + file, so a0 (Red's left corner as Red sees it) is
0, i0 is 8 and i9 is 89. Moves are pairs of points. A board may lack a general; then nothing is check.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

FILES = 9
RANKS = 10
POINTS = FILES * RANKS
RED_MEN = "KABNRCP"
BLACK_MEN = RED_MEN.lower()
NAMES = tuple(f"{file}{rank}" for rank in range(RANKS) for file in "abcdefghi")
"""Names of the points: a0, b0 … i9."""

_STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
_DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))


def _at(file: int, rank: int) -> tuple[int, ...]:
    """The point there, or nothing outside the board."""
    return (rank * FILES + file,) if 0 <= file < FILES and 0 <= rank < RANKS else ()


def _palace(point: int) -> bool:
    file, rank = point % FILES, point // FILES
    return 3 <= file <= 5 and (rank <= 2 or rank >= 7)


def _near(point: int, directions: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    file, rank = point % FILES, point // FILES
    return tuple(p for x, y in directions for p in _at(file + x, rank + y))


def _ray(point: int, x: int, y: int) -> tuple[int, ...]:
    """The points from here to the edge, the nearest first."""
    file, rank = point % FILES, point // FILES
    return tuple(p for n in range(1, RANKS) for p in _at(file + n * x, rank + n * y))


def _horse_jumps(point: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Each leg of a horse, with the points that it may reach when the leg is free."""
    jumps = []
    for x, y in _STRAIGHT:
        reached = _near(point, ((2 * x + y, 2 * y + x), (2 * x - y, 2 * y - x)))
        if reached:
            jumps.append((_near(point, [(x, y)])[0], reached))
    return tuple(jumps)


def _elephant_jumps(point: int) -> tuple[tuple[int, int], ...]:
    """Each eye of an elephant with the point behind it, on this side of the river."""
    home = point // FILES // 5
    return tuple(
        (_near(point, [(x, y)])[0], p)
        for x, y in _DIAGONAL
        for p in _near(point, [(2 * x, 2 * y)])
        if p // FILES // 5 == home
    )


def _soldier_steps(point: int, forward: int) -> tuple[int, ...]:
    crossed = (point // FILES >= 5) == (forward > 0)
    return _near(point, [(0, forward), *([(1, 0), (-1, 0)] if crossed else [])])


_EVERY = range(POINTS)
_RAYS = tuple(tuple(_ray(p, x, y) for x, y in _STRAIGHT) for p in _EVERY)
_HORSE = tuple(_horse_jumps(p) for p in _EVERY)
_HORSE_TO = tuple(
    tuple((o, leg) for o in _EVERY for leg, reached in _HORSE[o] if p in reached) for p in _EVERY
)
"""For each point, where a horse that reaches it stands, and that horse's leg."""
_ELEPHANT = tuple(_elephant_jumps(p) for p in _EVERY)
_ADVISOR = tuple(tuple(q for q in _near(p, _DIAGONAL) if _palace(q) and _palace(p)) for p in _EVERY)
_GENERAL = tuple(tuple(q for q in _near(p, _STRAIGHT) if _palace(q) and _palace(p)) for p in _EVERY)
_SOLDIER = {
    "P": tuple(_soldier_steps(p, 1) for p in _EVERY),
    "p": tuple(_soldier_steps(p, -1) for p in _EVERY),
}
_SOLDIER_TO = {
    man: tuple(tuple(o for o in _EVERY if p in steps[o]) for p in _EVERY)
    for man, steps in _SOLDIER.items()
}
_WATCHED = tuple(
    frozenset((p, *_near(p, _DIAGONAL), *(q for ray in _RAYS[p] for q in ray))) for p in _EVERY
)
"""For a general on each point: where a man that comes or goes may lay it open. These are its lines
and the legs of the horses around it."""


def play(board: str, origin: int, target: int) -> str:
    """The board after the man at `origin` has gone to `target`; whatever stood there is gone."""
    man = board[origin]
    if origin < target:
        return f"{board[:origin]}.{board[origin + 1 : target]}{man}{board[target + 1 :]}"
    return f"{board[:target]}{man}{board[target + 1 : origin]}.{board[origin + 1 :]}"


def targets(board: str, point: int) -> tuple[int, ...]:
    """Where the man at a point may go as it moves, its general's safety left aside.

    Captures are included, also of the enemy general; points held by own men are not. Empty where no
    man stands.
    """
    man = board[point]
    if man == ".":
        return ()
    return tuple(_GOES[man](board, point, RED_MEN if man in RED_MEN else BLACK_MEN))


def attackers(board: str, point: int, red: bool) -> tuple[int, ...]:  # noqa: FBT001  # the interface
    """The men of one side that could capture a man at a point, whoever stands there or nobody.

    So it tells attackers and protectors alike. Their own general's safety is left aside. The general
    counts along an open file only against the other general. In ascending order.
    """
    case = str.upper if red else str.lower
    chariot, cannon, horse, soldier = case("R"), case("C"), case("N"), case("P")
    found = [o for o in _SOLDIER_TO[soldier][point] if board[o] == soldier]
    found += [o for o, leg in _HORSE_TO[point] if board[o] == horse and board[leg] == "."]
    found += [o for eye, o in _ELEPHANT[point] if board[o] == case("B") and board[eye] == "."]
    found += [o for o in _ADVISOR[point] if board[o] == case("A")]
    found += [o for o in _GENERAL[point] if board[o] == case("K")]
    for ray in _RAYS[point]:
        men = [p for p in ray if board[p] != "."][:2]
        if men and board[men[0]] == chariot:
            found.append(men[0])
        if men and board[men[0]] == case("K") and board[point] in "Kk" and men[0] not in found:
            found.append(men[0])
        if len(men) > 1 and board[men[1]] == cannon:
            found.append(men[1])
    return tuple(sorted(found))


def in_check(board: str, red: bool) -> bool:  # noqa: FBT001  # the interface
    """Whether that side's general could be taken, or faces the other on an open file."""
    general = board.find("K" if red else "k")
    return general >= 0 and _exposed(board, general, red=red)


def legal(board: str, red: bool) -> list[tuple[int, int]]:  # noqa: FBT001  # the interface
    """Every legal move of one side as origin and target, in ascending order of the origins.

    No move takes a general: one can be taken only where an illegal move was let stand.
    """
    own = RED_MEN if red else BLACK_MEN
    general = board.find("K" if red else "k")
    if general < 0:
        return []
    checked = _exposed(board, general, red=red)
    # Most positions have no enemy near the general's lines; then only its own moves need a look.
    watched = _WATCHED[general] if _watched(board, general, red=red) else frozenset[int]()
    found = []
    for origin, man in enumerate(board):
        if man not in own:
            continue
        doubtful = checked or origin == general or origin in watched
        for target in _GOES[man](board, origin, own):
            if doubtful or target in watched:
                after = play(board, origin, target)
                if _exposed(after, target if origin == general else general, red=red):
                    continue
            if board[target] not in "Kk":
                found.append((origin, target))
    return found


def _exposed(board: str, general: int, *, red: bool) -> bool:
    """Whether the enemy attacks a general that stands at this point."""
    if red:
        chariot, cannon, horse, soldier, other = "rcnpk"
    else:
        chariot, cannon, horse, soldier, other = "RCNPK"
    for ray in _RAYS[general]:
        screened = False
        for point in ray:
            man = board[point]
            if man == ".":
                continue
            if screened:
                if man == cannon:
                    return True
                break
            if man in (chariot, other):
                return True
            screened = True
    for origin, leg in _HORSE_TO[general]:
        if board[origin] == horse and board[leg] == ".":
            return True
    return any(board[origin] == soldier for origin in _SOLDIER_TO[soldier][general])


def _watched(board: str, general: int, *, red: bool) -> bool:
    """Whether an enemy stands where it could attack the general once a man comes or goes."""
    chariot, cannon, other, horse = "rckn" if red else "RCKN"
    file = general % FILES
    lines = board[file::FILES] + board[general - file : general - file + FILES]
    if chariot in lines or cannon in lines or other in lines:
        return True
    return any(board[origin] == horse for origin, _leg in _HORSE_TO[general])


def _go_chariot(board: str, point: int, own: str) -> list[int]:
    found = []
    for ray in _RAYS[point]:
        for target in ray:
            man = board[target]
            if man == ".":
                found.append(target)
                continue
            if man not in own:
                found.append(target)
            break
    return found


def _go_cannon(board: str, point: int, own: str) -> list[int]:
    found = []
    for ray in _RAYS[point]:
        screened = False
        for target in ray:
            man = board[target]
            if screened:
                if man != ".":
                    if man not in own:
                        found.append(target)
                    break
            elif man == ".":
                found.append(target)
            else:
                screened = True
    return found


def _go_horse(board: str, point: int, own: str) -> list[int]:
    return [
        target
        for leg, reached in _HORSE[point]
        if board[leg] == "."
        for target in reached
        if board[target] not in own
    ]


def _go_elephant(board: str, point: int, own: str) -> list[int]:
    return [p for eye, p in _ELEPHANT[point] if board[eye] == "." and board[p] not in own]


def _steps(table: Sequence[tuple[int, ...]]) -> Callable[[str, int, str], list[int]]:
    """The moves of a man that takes single steps."""

    def go(board: str, point: int, own: str) -> list[int]:
        return [target for target in table[point] if board[target] not in own]

    return go


_GOES: dict[str, Callable[[str, int, str], list[int]]] = {
    "P": _steps(_SOLDIER["P"]),
    "p": _steps(_SOLDIER["p"]),
}
for _letter, _go in (
    ("R", _go_chariot),
    ("C", _go_cannon),
    ("N", _go_horse),
    ("B", _go_elephant),
    ("A", _steps(_ADVISOR)),
    ("K", _steps(_GENERAL)),
):
    _GOES[_letter] = _GOES[_letter.lower()] = _go
