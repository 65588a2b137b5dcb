"""Facts and records of one dispute get the same clause and penalty."""

from __future__ import annotations

from typing import Any

import pytest

from judging.law import Verdict, examine, read_claim
from tests.support.claims import CALL, MCR_WIN, RIICHI_DECLARED, TAIWAN_HAND, TAIWAN_WIN

HIDDEN = "?" * 13
LONG = "?" * 16
ORPHANS = "19m19p19s234567z9s"
ORPHANS_WIN = {**MCR_WIN, "hand": f"{ORPHANS} +1z", "by": "robbed_kong", "robbed_kong_kind": "concealed"}


def log(deal: list[str], *events: list[Any]) -> dict[str, Any]:
    return {"deal": deal, "events": list(events)}


CONCEALED_KONG = log(["1111z?????????", ORPHANS, HIDDEN, HIDDEN], ["draw", 0, "?"], ["ckong", 0, "1z"])
PASSED = log(
    [LONG, TAIWAN_HAND, LONG, LONG], ["draw", 0, "?"], ["discard", 0, "1s"], ["draw", 1, "9p"], ["discard", 1, "9p"],
    ["draw", 2, "?"], ["discard", 2, "4s"], ["draw", 3, "?"], ["discard", 3, "4s"],
)  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "ruleset", "facts", "record", "event", "expected"),
    [
        ("win", "mcr-2006", ORPHANS_WIN, CONCEALED_KONG, ["win", 1, 0, "1z"], ("MCR-6.13", "false_hu_concealed_kong")),
        (
            "win", "mcr-2006", {**ORPHANS_WIN, "shown": False}, CONCEALED_KONG, ["win", 1, 0, "1z"],
            ("MCR-6.13", "empty_hu"),
        ),
        (
            "win", "taiwan-aono", {**TAIWAN_WIN, "passed_tiles": "4s", "since": ["nothing"]}, PASSED,
            ["win", 1, 3, "4s"], ("TW-6.1", "passed_win"),
        ),
        (
            "swap", "taiwan-aono", {"call": "chow", "called_tile": "3m", "own_tiles": "45m", "discarded": "6m"},
            log([LONG, "45m6m?????????????", LONG, LONG], ["draw", 0, "?"], ["discard", 0, "3m"],
                ["chow", 1, 0, "3m", "45m"]),
            ["discard", 1, "6m"], ("TW-3.21", "swap_after_chow"),
        ),
        (
            "swap", "taiwan-aono", {"call": "pung", "called_tile": "3m", "own_tiles": "33m", "discarded": "3m"},
            log([LONG, "333m?????????????", LONG, LONG], ["draw", 0, "?"], ["discard", 0, "3m"],
                ["pung", 1, 0, "3m", "33m"]),
            ["discard", 1, "3m"], ("TW-3.22", "swap_after_pung"),
        ),
        (
            "call", "taiwan-aono", {**CALL, "call": "chow", "source": 3, "own_tiles": "45m", "go_around_discards": ""},
            log([LONG, "45m??????????????", LONG, LONG], ["draw", 0, "?"], ["discard", 0, "9p"], ["draw", 1, "?"],
                ["discard", 1, "9p"], ["draw", 2, "?"], ["discard", 2, "9p"], ["draw", 3, "?"], ["discard", 3, "3m"]),
            ["chow", 1, 3, "3m", "45m"], ("TW-3.5", "illegal_meld"),
        ),
        (
            "riichi", "riichi-ema-2016", {**RIICHI_DECLARED, "hand": "234567m23s88s pung(777z)"},
            log([HIDDEN, "2345679m23s88s77z", HIDDEN, HIDDEN], ["draw", 0, "?"], ["discard", 0, "7z"],
                ["pung", 1, 0, "7z", "77z"], ["discard", 1, "9m"], ["draw", 2, "?"], ["discard", 2, "9p"],
                ["draw", 3, "?"], ["discard", 3, "9p"], ["draw", 0, "?"], ["discard", 0, "9p"], ["draw", 1, "9p"]),
            ["riichi", 1], ("RI-6.9", "riichi_open"),
        ),
    ],
)  # fmt: skip
def test_facts_and_record_agree(
    kind: str, ruleset: str, facts: dict[str, Any], record: dict[str, Any], event: list[Any], expected: tuple[str, str]
) -> None:
    stored = {"kind": kind, "ruleset": ruleset, "seat": 1}
    told = examine(read_claim({**stored, "facts": facts}))
    shown = {"shown": facts["shown"]} if "shown" in facts else {}
    recorded = examine(read_claim({**stored, "log": record, "event": event, "facts": shown}))
    for findings in (told, recorded):
        (decides, *_rest) = [each for each in findings if each.verdict is Verdict.FAILS]
        assert (decides.clause, decides.infraction) == expected


def test_a_pung_of_the_last_discard_is_refused_by_the_clause_of_the_last_discard() -> None:
    """MCR-3.17, not the priority of MCR-3.20; the scene MCR-3.28 has the record."""
    claim = read_claim({"kind": "call", "ruleset": "mcr-2006", "seat": 1, "facts": {**CALL, "wall_left": 0}})
    assert [each.clause for each in examine(claim) if each.verdict is Verdict.FAILS] == ["MCR-3.17"]
