"""Score sheets settle a played hand like the table, and start the next hand alike."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engine.family import Ruleset, ruleset, ruleset_names
from engine.match.declared import settle_hand
from engine.play.start_values import with_start_values
from engine.play.transfers import Transfer
from engine.play.walks import random_setup, walk
from tests.conformance.seeds import SEEDS, WALKS, seed_named
from tests.conformance.written_down import start_after, start_of, written_down

PAID = SEEDS[: max(1, 2 * WALKS // 5)]
"""Fewer hands than the walks play: the settlement of a table is what other suites look at."""


def moved(transfers: tuple[Transfer, ...]) -> Counter[tuple[int | None, int | None, int]]:
    """Payments by payer and payee, ignoring order and reasons."""
    return Counter((each.source, each.target, each.amount) for each in transfers)


@pytest.mark.parametrize("name", ruleset_names())
def test_a_written_down_hand_pays_what_the_table_settled(name: str) -> None:
    rules = ruleset(name)
    for seed in PAID:
        with seed_named(seed):
            pays_alike(rules, seed)


def pays_alike(rules: Ruleset, seed: int) -> None:
    # Counters, deposits and repeats of earlier hands; each family reads its own.
    setup = random_setup(rules, random.Random(f"declared/{rules.name}/{seed}"))
    setup = with_start_values(setup, honba=seed % 3, deposits=seed % 2, dealer_repeats=seed % 3)
    hand = walk(rules, seed, setup)
    final = hand.states[-1]
    declared = written_down(hand)
    settled = settle_hand(rules.sheet.settle, declared, start_of(setup))
    assert settled.deltas == final.deltas, declared
    assert moved(settled.transfers) == moved(final.transfers), declared
    taken = rules.procedure.next_hand(final)
    if taken is not None:
        assert settled.after == start_after(rules, taken), declared
