from __future__ import annotations

from typing import Any

import pytest

from judging.law import Verdict, examine, overall, read_claim
from tests.support.claims import TAIWAN_LOCK


def verdict(parameters: dict[str, Any], facts: dict[str, Any]) -> Verdict:
    """The verdict on seat 1, ready for 1s and 4s, after passing 4s."""
    stored = {"kind": "lock", "ruleset": "taiwan-aono", "parameters": parameters, "seat": 1}
    return overall(examine(read_claim({**stored, "facts": {**TAIWAN_LOCK, **facts}})))


def test_without_the_rule_nothing_locks() -> None:
    assert verdict({}, {"since": []}) is Verdict.FAILS
    assert verdict({"guoshui_mode": "off"}, {"since": []}) is Verdict.HOLDS


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ({"since": []}, Verdict.FAILS),
        ({"since": ["own_draw"]}, Verdict.FAILS),
        ({"since": ["discard_incomplete"], "discarded_since": "1s"}, Verdict.FAILS),
        ({"since": ["discard_complete"], "discarded_since": "9m"}, Verdict.HOLDS),
        ({"since": ["discard_complete"], "discarded_since": "1s9m"}, Verdict.HOLDS),
        ({"since": ["added_kong"]}, Verdict.HOLDS),
        ({"since": ["discard_complete"]}, Verdict.UNDECIDED),
    ],
)
def test_only_a_discard_outside_the_waits_ends_the_lock(facts: dict[str, Any], expected: Verdict) -> None:
    """TW-6.1 with `guoshui_release: non_wait_tile`: it is the tile that counts; an added kong (r2) still releases."""
    assert verdict({"guoshui_release": "non_wait_tile"}, facts) is expected
