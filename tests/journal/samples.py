"""Messages for the tests of the journal."""

from __future__ import annotations

import hypothesis.strategies as st

from controller.core import messages as m


def started(game: str = "chess") -> m.GameStarted:
    return m.GameStarted(
        game=game,
        rulebook="chess-fide-2023",
        players={"white": "Mäkinen, A", "black": "李"},
        position="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    )


def lifted(point: str = "e2") -> m.Lifted:
    return m.Lifted(point=point, man="P", side="white", evidence={"empty_ms": 15.5})


def move(ply: int = 1) -> m.Move:
    return m.Move(
        ply=ply,
        side="white",
        move="e2e4",
        notation={"san": "e4"},
        captured=[],
        path=["e2", "e4"],
        position="rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        completed_by="settled",
    )


def result() -> m.Result:
    return m.Result(result="1-0", termination="resignation", law="FIDE-5.1.2", winner="white")


_text = st.text(st.characters(codec="utf-8"), max_size=8)
_json = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | _text,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(st.characters(codec="utf-8")), inner)
    ),
    max_leaves=8,
)
json_objects = st.dictionaries(st.text(st.characters(codec="utf-8"), max_size=6), _json, max_size=4)
any_message: st.SearchStrategy[m.Message] = st.one_of(
    st.builds(m.Lifted, point=_text, man=st.none() | _text, side=st.none(), evidence=json_objects),
    st.builds(m.Answered, id=_text, move=st.none() | _text, by=_text),
    st.builds(m.Health, suspects=st.just([]), bus=_text, broker=_text, disk=_text,
              scan_hz=st.none() | st.floats(0, 1e4), latency_ms=st.none(), faults=st.lists(_text, max_size=2)),
    st.integers(1, 500).map(move),
    st.just(result()),
)  # fmt: skip
