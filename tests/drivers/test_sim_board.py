import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.sim.board import MagnetBoard, grid
from drivers.sim.noise import CLEAN, NOISES, NORMAL, ROUGH, Noise

MS = 1_000_000
E2, E3, E4, D2 = 12, 20, 28, 11


def board(noise: Noise = CLEAN, seed: int = 0, men: dict[int, str] | None = None) -> MagnetBoard:
    made = MagnetBoard(grid(8, 8, 50.0), 50.0, noise=noise, seed=seed)
    made.setup(men if men is not None else {E2: "P", D2: "P"})
    return made


def points(levels: int) -> set[int]:
    return {point for point in range(64) if levels >> point & 1}


def toggles(made: MagnetBoard, until_ns: int) -> list[tuple[int, int]]:
    """Every change of the levels, found by going from one possible change to the next."""
    found = [(0, made.levels(0))]
    at_ns = 0
    while (due_ns := made.next_change_ns(at_ns)) is not None and due_ns <= until_ns:
        at_ns = due_ns
        levels = made.levels(at_ns)
        if levels != found[-1][1]:
            found.append((at_ns, levels))
    return found


def play(made: MagnetBoard) -> None:
    made.lift(E2, 10 * MS)
    made.place(E4, 300 * MS)
    made.slide((D2, D2 + 8, D2 + 16), 400 * MS, 60 * MS)
    made.lift(E4, 700 * MS, "other")
    made.place(E3, 720 * MS, "other")


acts = st.lists(
    st.tuples(
        st.sampled_from(["lift", "place", "remove", "add", "slide", "dip", "flicker"]),
        st.integers(0, 63),
        st.integers(0, 63),
        st.integers(0, 2_000),
    ),
    max_size=20,
)


def schedule(made: MagnetBoard, plan: list[tuple[str, int, int, int]]) -> None:
    for act, point, other, at_ms in plan:
        at_ns = at_ms * MS
        match act:
            case "lift":
                made.lift(point, at_ns)
            case "place":
                made.place(point, at_ns)
            case "remove":
                made.remove(point, at_ns)
            case "add":
                made.add(point, at_ns, "Q")
            case "slide":
                made.slide((point, other), at_ns, 40 * MS)
            case "dip":
                made.dip(point, at_ns, 30 * MS)
            case _:
                made.flicker(point, at_ns, 30 * MS)


noises = st.sampled_from([CLEAN, NORMAL, ROUGH])


@given(noises, acts, st.lists(st.integers(1, 400), min_size=1, max_size=40), st.integers(0, 9))
def test_levels_do_not_depend_on_who_looks(
    noise: Noise, plan: list[tuple[str, int, int, int]], steps_ms: list[int], seed: int
) -> None:
    seldom, often = board(noise, seed), board(noise, seed)
    schedule(seldom, plan)
    schedule(often, plan)
    at_ns = 0
    for step in steps_ms:
        for part in range(1, step + 1, 7):
            often.levels(at_ns + part * MS)
        at_ns += step * MS
        assert often.levels(at_ns) == seldom.levels(at_ns)
    assert often.standing() == seldom.standing()


@given(noises, acts, st.integers(0, 9))
def test_at_rest_contacts_show_where_men_stand(
    noise: Noise, plan: list[tuple[str, int, int, int]], seed: int
) -> None:
    made = board(noise, seed, dict.fromkeys(range(0, 64, 3), "m"))
    schedule(made, plan)
    assert points(made.levels(10_000 * MS)) == set(made.standing())


@given(noises, acts, st.integers(0, 9))
def test_between_possible_changes_nothing_changes(
    noise: Noise, plan: list[tuple[str, int, int, int]], seed: int
) -> None:
    one, two = board(noise, seed), board(noise, seed)
    schedule(one, plan)
    schedule(two, plan)
    for at_ns, levels in toggles(one, 3_000 * MS):
        assert two.levels(at_ns) == levels


@given(st.sampled_from([NORMAL, ROUGH]), st.integers(0, 200))
def test_bounces_are_short_and_end_at_the_right_level(noise: Noise, seed: int) -> None:
    made = board(noise, seed, {E2: "P"})
    made.lift(E2, 100 * MS)
    rattling = toggles(made, 200 * MS)
    assert points(rattling[-1][1]) <= set(range(64)) - {E2}
    mine = [at for (_, before), (at, now) in pairwise(rattling) if (now ^ before) >> E2 & 1]
    assert len(mine) % 2 == 1
    assert len(mine) <= 2 * noise.bounces + 1
    assert mine[0] == 100 * MS
    assert mine[-1] <= (100 + noise.bounce_ms) * MS


@pytest.mark.parametrize("name", NOISES)
def test_levels_of_noise_are_sound(name: str) -> None:
    noise = NOISES[name]
    assert noise.offset < noise.pull_in < noise.drop_out
    assert noise.drop_out < 1 - noise.offset  # a man at rest is on his own contact only
    assert noise.bounce_ms <= 5
    assert noise.flicker_ms[1] < 40
    assert noise.dip_ms[1] < 100


def slide_levels(noise: Noise) -> list[set[int]]:
    made = board(noise, men={E2: "P"})
    made.slide((E2, E3, E4), 0, 100 * MS)
    return [points(levels) for _, levels in toggles(made, 300 * MS)]


def test_a_slide_with_short_reach_leaves_gaps() -> None:
    assert slide_levels(CLEAN) == [{E2}, set(), {E3}, set(), {E4}]


def test_a_slide_with_long_reach_overlaps() -> None:
    long = Noise(pull_in=0.48, drop_out=0.56)
    assert slide_levels(long) == [{E2}, {E2, E3}, {E3}, {E3, E4}, {E4}]


@given(st.floats(0.2, 0.6), st.floats(0.01, 0.3))
def test_hysteresis_is_where_it_was_asked(pull_in: float, more: float) -> None:
    noise = Noise(pull_in=pull_in, drop_out=pull_in + more)
    made = board(noise, men={E2: "P"})
    made.slide((E2, E3), 0, 1_000 * MS)
    found = toggles(made, 2_000 * MS)
    when = {
        (point, bool(now >> point & 1)): at
        for (_, before), (at, now) in pairwise(found)
        for point in points(now ^ before)
    }
    assert math.isclose(when[E2, False], (pull_in + more) * 1_000 * MS, abs_tol=2)
    assert math.isclose(when[E3, True], (1 - pull_in) * 1_000 * MS, abs_tol=2)


def test_a_slide_across_corners_touches_no_side_square() -> None:
    made = board(men={0: "B"})
    made.slide((0, 9, 18), 0, 50 * MS)
    seen = {point for _, levels in toggles(made, 200 * MS) for point in points(levels)}
    assert seen == {0, 9, 18}


def test_stacks() -> None:
    made = board(men={E2: "w"})
    made.add(E2, MS, "w")
    made.levels(MS)
    assert made.standing() == {E2: "ww"}
    made.lift(E2, 2 * MS)
    assert made.levels(2 * MS) == 0
    assert made.in_hand() == "ww"
    made.place(E4, 3 * MS)
    made.levels(3 * MS)
    assert made.standing() == {E4: "ww"}


def test_the_older_man_of_two_is_removed() -> None:
    made = board(men={E2: "P", E4: "q"})
    made.lift(E2, MS)
    made.place(E4, 2 * MS)
    made.remove(E4, 3 * MS)
    assert points(made.levels(3 * MS)) == {E4}
    assert made.standing() == {E4: "P"}


def test_hands_are_told_apart() -> None:
    made = board()
    made.lift(E2, MS, "white")
    made.lift(D2, MS, "black")
    made.place(E4, 2 * MS, "black")
    made.levels(2 * MS)
    assert (made.in_hand("white"), made.in_hand("black")) == ("P", None)


@pytest.mark.parametrize("act", ["lift", "place", "remove", "slide"])
def test_an_act_that_finds_nothing_is_counted(act: str) -> None:
    made = board(men={})
    schedule(made, [(act, E2, E4, 1)])
    assert made.levels(10 * MS) == 0
    assert made.misses == 1


def test_an_act_for_the_past_happens_now() -> None:
    made = board()
    made.levels(1_000 * MS)
    made.lift(E2, MS)
    assert points(made.levels(1_000 * MS)) == {D2}
    assert made.levels(5 * MS) == made.levels(1_000 * MS)


def test_a_broken_contact_stays_as_it_is() -> None:
    made = board()
    made.stick(E2, level=True)
    made.stick(E4, level=False)
    made.lift(E2, MS)
    made.place(E4, 2 * MS)
    assert points(made.levels(10 * MS)) == {E2, D2}
    made.stick(E2, None, 11 * MS)
    made.stick(E4, None, 11 * MS)
    assert points(made.levels(11 * MS)) == {E4, D2}


def test_coupled_contacts_close_together() -> None:
    made = board()
    made.couple(E2, E4)
    assert points(made.levels(0)) == {E2, D2, E4}
    made.lift(E2, MS)
    assert points(made.levels(MS)) == {D2}


def test_setting_up_ends_everything() -> None:
    for noise in NOISES.values():
        made = board(noise)
        play(made)
        made.levels(10 * MS + 1)
        made.setup({0: "R"})
        assert made.next_change_ns(10 * MS + 1) is None
        assert points(made.levels(10_000 * MS)) == {0}
        assert made.standing() == {0: "R"}
        assert made.in_hand() is None


@given(st.integers(0, 500), st.integers(1, 5 * MS))
def test_a_bounce_ends_with_the_next_change(seed: int, for_ns: int) -> None:
    made = board(ROUGH, seed, {E2: "P"})
    made.dip(E2, MS, for_ns)
    made.flicker(E4, MS, for_ns)
    assert points(made.levels(100 * MS)) == {E2}


@given(st.integers(0, 500), st.integers(0, 5 * MS))
def test_setting_up_ends_a_bounce(seed: int, after_ns: int) -> None:
    made = board(ROUGH, seed, {E2: "P"})
    made.lift(E2, MS)
    made.levels(MS + after_ns)
    made.setup({})
    assert made.levels(MS + after_ns) == made.levels(100 * MS) == 0
