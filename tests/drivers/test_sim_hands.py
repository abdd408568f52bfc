import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.sim.board import MagnetBoard, grid
from drivers.sim.hands import BLITZ, CALM, TEMPI, Act, HandAct, Hands, Tempo
from drivers.sim.noise import CLEAN

MS = 1_000_000
E2, E4, E7 = 12, 28, 52
MOVE = [HandAct(act=Act.LIFT, point=E2), HandAct(act=Act.PLACE, point=E4)]
tempi = st.sampled_from(list(TEMPI.values()))
seeds = st.integers(0, 10_000)


def board(men: dict[int, str]) -> MagnetBoard:
    made = MagnetBoard(grid(8, 8, 50.0), noise=CLEAN)
    made.setup(men)
    return made


def within(gap_ns: int, span_ms: tuple[float, float]) -> bool:
    return span_ms[0] * MS - 1 <= gap_ns <= span_ms[1] * MS


@given(tempi, seeds)
def test_times_lie_in_their_spans(tempo: Tempo, seed: int) -> None:
    acts = [
        HandAct(act=Act.REMOVE, point=E7),
        *MOVE,
        HandAct(act=Act.SLIDE, path=(E4, 36, 44)),
        HandAct(act=Act.LIFT, point=44),
        HandAct(act=Act.REMOVE, point=0),
        HandAct(act=Act.PLACE, point=0, quick=True),
    ]
    spans = [
        tempo.reach_ms,
        tempo.away_ms,
        tempo.carry_ms,
        tempo.reach_ms,
        tempo.reach_ms,
        tempo.between_ms,
        (60.0, 200.0),
    ]
    timed = Hands(seed, tempo).plan(acts, 1_000)
    before = 1_000
    for entry, span in zip(timed, spans, strict=True):
        assert within(entry.at_ns - before, span)
        before = entry.until_ns
    slide = timed[3]
    assert within((slide.until_ns - slide.at_ns) // 2, tempo.cross_ms)


def test_a_pause_comes_on_top() -> None:
    pause = HandAct(act=Act.PAUSE, ms=1_000)
    plain = Hands(1, CALM).plan(MOVE, 0)
    paused = Hands(1, CALM).plan([MOVE[0], pause, MOVE[1]], 0)
    assert paused[1].at_ns == plain[1].at_ns + 1_000 * MS
    made = board({E2: "P"})
    end = Hands(1, CALM).schedule(made, [*MOVE, pause], 0)
    assert end == plain[1].at_ns + 1_000 * MS
    assert Hands(1, CALM).schedule(made, [], 7) == 7


@given(tempi, seeds)
def test_the_same_seed_gives_the_same_motions(tempo: Tempo, seed: int) -> None:
    boards = [board({E2: "P", E2 + 1: "P"}) for _ in range(2)]
    ends = [Hands(seed, tempo).schedule(made, MOVE, 0) for made in boards]
    assert ends[0] == ends[1]
    for at_ns in range(0, ends[0], 10 * MS):
        assert boards[0].levels(at_ns) == boards[1].levels(at_ns)


@given(seeds, st.booleans(), st.booleans())
def test_clumsy_hands_end_where_they_should(seed: int, hovers: bool, bumps: bool) -> None:  # noqa: FBT001
    tempo = dataclasses.replace(BLITZ, hover_chance=float(hovers), bump_chance=float(bumps))
    men = {E2: "P", E2 + 1: "P", E7: "p"}
    made = board(men)
    hands = Hands(seed, tempo, name="white")
    end = hands.schedule(made, MOVE, 0)
    made.levels(end)
    assert made.standing() == {E4: "P", E2 + 1: "P", E7: "p"}
    end = hands.schedule(
        made,
        [
            HandAct(act=Act.LIFT, point=E4),
            HandAct(act=Act.REMOVE, point=E7),
            HandAct(act=Act.PLACE, point=E7, quick=True),
            HandAct(act=Act.REMOVE, point=E2 + 1),
            HandAct(act=Act.ADD, point=E2 + 1, label="Q"),
            HandAct(act=Act.SLIDE, path=(E2 + 1, E2 + 2)),
        ],
        end,
    )
    assert made.levels(end + 200 * MS) == 1 << E7 | 1 << E2 + 2
    assert made.standing() == {E7: "P", E2 + 2: "Q"}
    assert made.misses == 0


def occupied_spans_ms(made: MagnetBoard, until_ns: int) -> dict[int, list[float]]:
    """How long each point's contact was closed, in ms, spans that ended only."""
    since: dict[int, int] = {}
    spans: dict[int, list[float]] = {}
    at_ns: int | None = 0
    while at_ns is not None and at_ns <= until_ns:
        levels = made.levels(at_ns)
        for point in range(64):
            if levels >> point & 1:
                since.setdefault(point, at_ns)
            elif point in since:
                spans.setdefault(point, []).append((at_ns - since.pop(point)) / MS)
        at_ns = made.next_change_ns(at_ns)
    return spans


@pytest.mark.parametrize("seed", range(20))
def test_hovering_is_short(seed: int) -> None:
    tempo = dataclasses.replace(BLITZ, hover_chance=1.0, bump_chance=0.0)
    made = board({E2: "P"})
    end = Hands(seed, tempo).schedule(made, MOVE, 0)
    spans = occupied_spans_ms(made, end)
    del spans[E2]
    ((short,),) = spans.values()
    assert 10 < short < 80
