from __future__ import annotations

import json

from django.utils import translation

from engine.family import ruleset as called
from judging.law import examine, read_claim
from judging.rulebook.text import findings as words
from judging.rulebook.text.evidence import EvidenceLine
from tests.support.claims import RIICHI_GOOD, RIICHI_WIN, ready_log
from tests.support.rows import rows_of

rows = rows_of(__file__)

NAMES = {0: "Olga", 1: "Petra", 2: "Ren", 3: "Sam"}


def told(language: str, ruleset: str = "riichi-ema-2016", **claim: object) -> list[words.FindingText]:
    """The findings on a claim as a page shows them, after they have been stored."""
    findings = [json.loads(json.dumps(each.to_dict())) for each in examine(read_claim({"ruleset": ruleset, **claim}))]
    with translation.override(language):
        return [words.describe_finding(each, NAMES, called(ruleset)) for each in findings]


def gettext_in(language: str, text: str) -> str:
    with translation.override(language):
        return translation.gettext(text)


@rows
def test_a_breach_names_the_players(language: str, message: str) -> None:
    found = told(language, kind="event", log=ready_log(), event=["discard", 3, "1s"])
    assert message in [one.message for one in found]


def test_what_nobody_saw_is_named_too() -> None:
    found = told("ja", kind="event", seat=2, log=ready_log(), event=["riichi", 2])
    assert [one.message for one in found if one.verdict == "undecided"] == [
        "Renの手の内の牌が分からなければ決められません：聴牌でなければなりません。"
    ]


def test_a_count_is_told_with_names_and_clauses() -> None:
    facts = {**RIICHI_WIN, "hand": RIICHI_GOOD, "claimed_value": 2}
    shown = [each for one in told("ja", kind="value", seat=1, facts=facts) for each in one.evidence]
    assert [each.value for each in shown if each.label == gettext_in("ja", "computation")] == [
        [
            EvidenceLine("30符：門前ロン RI-5.3"),
            EvidenceLine("30符 RI-5.3"),
            EvidenceLine("1 平和（ピンフ） + 1 断幺九（タンヤオ） = 2飜 RI-5.2"),
            EvidenceLine("30符 x 2^(2 + 2) = 基本点480 RI-5.5"),
            EvidenceLine("放銃者：4 x 480 = 1920、切り上げて2000 RI-5.8"),
        ]
    ]
