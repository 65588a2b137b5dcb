"""The questions and the record of play are two ways to one verdict: disputes of every kind under every ruleset."""

from __future__ import annotations

import datetime
import os

import pytest

from engine.family import ruleset, ruleset_names
from judging.law.disputes.agreement import by_record
from tests.judging.law.disputes import known

HANDS = int(os.environ.get("DISPUTE_HANDS", "1"))
"""Hands of each ruleset; every day others. `python -m tests.benchmarks judging` takes a thousand moments a family."""

FIRST = int(os.environ.get("DISPUTE_FROM") or datetime.datetime.now(datetime.UTC).date().toordinal() * HANDS)


@pytest.mark.parametrize("name", ruleset_names())
def test_facts_and_record_say_the_same_but_for_what_is_known(name: str) -> None:
    listed = {row.what for row in known.known()}
    compared = 0
    for seed in range(FIRST, FIRST + HANDS):
        for case in known.disputes(ruleset(name), seed, rare=HANDS > 1):
            found = known.disagreement(case)
            compared += by_record(case) is not None
            assert found is None or found in listed, f"DISPUTE_FROM={seed}: {case.moment.event} {case.facts}"
    assert compared >= 3 * HANDS


@pytest.mark.parametrize(
    "row", known.known(), ids=lambda row: " ".join((*row.what[:2], row.what.facts, row.what.record))
)
def test_a_known_disagreement_still_shows(row: known.Row) -> None:
    """One that no longer does is mended: take its row out."""
    assert known.shows(row)
    assert row.why
