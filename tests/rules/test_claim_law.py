"""What each rulebook says of offers and claims."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.claim_law import CLAIM_LAWS, Ground, Lapse, claim_law
from rules.registry import GAMES
from rules.rulebook import Rulebook, SeenBy
from rules.terms import RulesError
from tests.laws import all_ids

BOOKS = [book for game in GAMES.values() for book in game.rulebooks.values()]
every_book = pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)


@every_book
def test_every_rulebook_has_its_law_of_claims(book: Rulebook) -> None:
    law = claim_law(book)
    assert set(CLAIM_LAWS) == {each.name for each in BOOKS}
    named = [law.resigns, law.adjusts, law.confirms]
    if law.offers is not None:
        offers = law.offers
        named += [offers.law, offers.own_time, offers.punishable, offers.repeated]
        # What is told as an irregularity needs its words; what is refused does not.
        told = [offers.punishable, None if offers.repeat_refused else offers.repeated]
        rows = [book.irregularities[each] for each in told if each is not None]
        assert all(row.seen_by is SeenBy.CLAIMS for row in rows)
        assert (offers.repeats_from is None) is (offers.repeated is None)
    for ground in law.grounds.values():
        named += [ground.law, ground.moved, ground.touched, ground.wrong]
        assert ground.contested <= ground.terminations
        assert ground.terminations
        assert not (ground.wrong_used_ms and ground.wrong_opponent_ms)
    assert {each for each in named if each is not None} <= set(all_ids())


@pytest.mark.law("CH-10.6", "CH-10.7", "FIDE-9.1", "DR-12.4", "XQ-9.1.3")
def test_how_the_laws_of_offers_differ() -> None:
    found = {
        name: (law.offers.lapse, law.offers.from_move, law.offers.repeats_from, law.offers.repeat_refused)
        for name, law in CLAIM_LAWS.items()
        if law.offers is not None
    }  # fmt: skip
    assert found["chess-classic"] == (Lapse.MOVE, 0, 3, False)
    assert found["chess-fide-2023"] == (Lapse.TOUCH, 0, 3, False)
    assert found["draughts-100"] == (Lapse.MOVE, 40, 2, True)
    assert found["xiangqi-cxa"] == (Lapse.MOVE, 0, 2, False)
    assert "go-china" not in found


@pytest.mark.law("CH-10.13", "FIDE-9.5", "XQ-9.1.4")
def test_what_wrong_claims_cost() -> None:
    def price(book: str) -> tuple[str | None, int, int]:
        law = CLAIM_LAWS[book].grounds[Ground.MOVE_LIMIT]
        return law.wrong, law.wrong_used_ms, law.wrong_opponent_ms

    assert price("chess-classic") == ("CH-10.13", 300_000, 0)
    assert price("chess-fide-2023") == ("FIDE-9.5", 0, 120_000)
    assert price("xiangqi-cxa") == ("XQ-9.1.4", 0, 0)
    assert price("draughts-100") == (None, 0, 0)


def test_an_unknown_rulebook_is_named() -> None:
    with pytest.raises(RulesError, match="no law of claims for club-rules"):
        claim_law(replace(BOOKS[0], name="club-rules"))
