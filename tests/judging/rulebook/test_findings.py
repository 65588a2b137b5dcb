"""Findings, evidence and measures as a page says them."""

from __future__ import annotations

from typing import Any

import pytest

from engine.family import ruleset
from judging.law import decide, examine, read_claim
from judging.law.examples import load_examples
from judging.law.kinds import load_facts
from judging.law.penalties import Offence
from judging.law.rulings import propose
from judging.rulebook.text import effects
from judging.rulebook.text import findings as words
from judging.rulebook.text.evidence import EvidenceLine, describe_answers, describe_evidence
from tests.support.claims import EXAMPLES, ready_log
from tests.support.rows import rows_of

rows = rows_of(__file__)

NAMES = {0: "East", 1: "Petra", 2: "West", 3: "North"}


def shown(**claim: object) -> dict[str, list[object]]:
    """Label -> value of the evidence of the findings that fail."""
    findings = examine(read_claim({"ruleset": "riichi-ema-2016", "seat": 1, **claim}))
    lines = [words.describe_finding(each.to_dict(), NAMES, ruleset("riichi-ema-2016")) for each in findings]
    return {one.label: one.value for line in lines if line.verdict == "fails" for one in line.evidence}


def test_events_name_the_player() -> None:
    log = ready_log(["discard", 2, "1s"], ["draw", 3, "?"], ["discard", 3, "4s"])
    evidence = shown(kind="win", log=log, event=["win", 1, 3, "4s"], facts={"shown": True})
    assert evidence["event"] == [EvidenceLine("Petra: wins", "4s")]
    assert evidence["before"][-1] == EvidenceLine("North: discards", "4s")


def test_a_lock_says_since_which_event() -> None:
    evidence = shown(kind="lock", log=ready_log(["discard", 2, "1s"], ["draw", 3, "?"]))
    assert evidence["locks"] == [EvidenceLine("Petra: furiten until the next own draw, since event 7", "1s")]


def test_what_was_ticked_is_said_in_words() -> None:
    facts = {"hand": "234567m345p23s88s", "in_riichi": False, "own_discards": "5z", "passed_tiles": "4s"}
    facts["since"] = ["other_call"]
    assert shown(kind="lock", facts=facts)["since"] == [
        EvidenceLine("Another player has claimed a tile or declared a kong")
    ]


def test_evidence_of_an_earlier_engine_is_still_read() -> None:
    old = {"kind": "text", "label": "computation", "value": [["menqian 1 + feng 1 = 2 tai", "TW-4.3"]]}
    assert describe_evidence(old, NAMES, "taiwan-aono").value == [EvidenceLine("menqian 1 + feng 1 = 2 tai TW-4.3")]


def test_numbers_bear_the_names_of_players_and_forms_and_are_written_as_on_every_page() -> None:
    net = {"kind": "numbers", "label": "net", "value": {"seat 1": -12000, "tiles_left": 4, "honors_knitted": 7}}
    assert describe_evidence(net, NAMES, "mcr-2006").value == [
        ("Petra", "−12,000"),
        ("tiles left", "4"),
        ("Honors and knitted tiles", "7"),
    ]


def test_clauses_that_wait_for_the_same_answer_are_one_entry() -> None:
    findings = [words.describe_finding(each.to_dict(), NAMES, ruleset("mcr-2006")) for each in examine(read_claim(
        {"kind": "win", "ruleset": "mcr-2006", "seat": 1, "facts": {"dead": False, "by": "discard", "in_time": True}}
    ))]  # fmt: skip
    deciding, holding = words.split_by_weight(findings)
    assert len(deciding) == len({one.message for one in deciding}) < len(findings) - len(holding)
    assert sum(1 + len(one.also) for one in deciding) + len(holding) == len(findings)


def test_a_penalty_says_what_else_it_asks_for() -> None:
    late = {"penalty": "fine", "seat": 1, "ledger": [{"amount": -80}], "transfers": [], "notes": ["warning"]}
    assert words.name_penalty(late) == "Fine: −80; warning"
    paid = [{"from": 1, "to": 0, "amount": 16}]
    violation = {"penalty": "end_hand", "seat": 1, "transfers": paid, "refund_kongs": True}
    assert words.name_penalty(violation) == (
        "The hand ends: −16; kong income of the hand goes back (the kongs are not entered yet)"
    )
    back = [{"from": 1, "to": seat, "amount": 2, "reason": "kong_refund"} for seat in (0, 2, 3)]
    named = {"penalty": "end_hand", "seat": 1, "transfers": [*paid, *back], "refund_kongs": False}
    assert words.name_penalty(named) == "The hand ends: −16; kong income of the hand goes back: −6"


def test_payments_say_what_for_and_by_which_clause() -> None:
    """SC-7.4, SC-5.6: a false win with a direct kong, line by line."""
    facts = {
        "hand": "567p345s88s23s kong(1111p) +9p", "by": "discard", "source": 0, "dead": False, "in_time": True,
        "shown": True, "won_seats": [2], "void_suit": "m", "passed_tiles": "", "kongs": [[1, "direct", 3]],
    }  # fmt: skip
    claim = read_claim({"kind": "win", "ruleset": "sichuan-world-championship", "seat": 1, "facts": facts})
    (proposal,) = decide(claim, examine(claim))
    assert words.describe_proposal(proposal.to_dict(), NAMES).transfers == [
        ("Petra", "East", "8", "false win, SC-7.4"),
        ("Petra", "North", "8", "false win, SC-7.4"),
        ("Petra", "North", "2", "kong payments returned, SC-7.4"),
    ]


def test_what_is_paid_to_nobody_is_shown_as_such() -> None:
    """SC-E10: points deducted at the inspection go to nobody."""
    facts = {
        "hands": ["", "1m345678p11s9999s", "234567s345p23p88p", "159p159s1234579p"],
        "void_suits": ["", "m", "m", "m"],
        "other_suit_discarded": [1, 2, 3],
        "kongs": [],
    }
    findings = examine(read_claim({"kind": "inspection", "ruleset": "sichuan-sbr-2025", "facts": facts}))
    paid = words.describe_finding(findings[-1].to_dict(), NAMES, ruleset("sichuan-sbr-2025")).evidence[0].value
    assert [(source, target, amount) for source, target, amount, _reason in paid if target == "–"] == [
        ("Petra", "–", "24")
    ]


def test_patterns_are_named_as_players_call_them() -> None:
    facts = {
        "hand": "234567m345p23s88s +4s", "by": "discard", "source": 0, "prevalent_wind": "E", "seat_wind": "S",
        "claimed_value": 8, "claimed_patterns": ["mixed_triple_chow"],
    }  # fmt: skip
    claim = read_claim({"kind": "value", "ruleset": "mcr-2006", "seat": 1, "facts": facts})
    said = [words.describe_finding(each.to_dict(), NAMES, ruleset("mcr-2006")).message for each in examine(claim)]
    assert any("Mixed Triple Chow" in each for each in said)
    assert not any("_" in each for each in said)


PLAYERS = {0: "Olga", 1: "Petra", 2: "Otto", 3: "Sam"}


def said(preset: str, **facts: Any) -> list[Any]:
    return [each.value for each in describe_answers({"facts": facts}, PLAYERS, ruleset(preset))]


def test_answers_are_said_in_the_words_of_the_form() -> None:
    shown = [
        (one.kind, one.value)
        for one in describe_answers(
            {"seat": 1, "facts": {"shown": True, "in_time": None, "by": "robbed_kong", "seat_wind": "S", "source": 3,
                                  "won_seats": [], "passed_tiles": "", "own_discards": "5z", "named_points": 8}},
            PLAYERS, ruleset("mcr-2006"),
        )
    ]  # fmt: skip
    assert shown == [
        ("text", "Petra"), ("text", "Yes"), ("text", "Nobody knows"), ("text", "Robbing a kong"), ("text", "South"),
        ("text", "Sam"), ("text", "Nobody"), ("text", "None"), ("tiles", "5z"), ("text", "8"),
    ]  # fmt: skip


def test_what_belongs_to_each_seat_bears_its_name() -> None:
    assert said("sichuan-sbr-2025", hands=["", "123m", "", ""]) == [[EvidenceLine("Petra", "123m")]]
    assert said("sichuan-sbr-2025", void_suits=["m", "", "", "s"]) == [
        [EvidenceLine("Olga: Characters"), EvidenceLine("Sam: Bamboos")]
    ]
    kongs = [[0, "concealed", None, [2, 3]], [1, "direct", 3]]
    assert said("sichuan-sbr-2025", kongs=kongs) == [
        [
            EvidenceLine("Olga: concealed kong, won before: Otto, Sam"),
            EvidenceLine("Petra: kong of a discard, fed by Sam"),
        ]
    ]


def test_circumstances_and_faults_have_their_titles() -> None:
    claim = {"facts": {"circumstances": {"riichi": True, "honba": 2, "dora_indicators": "3p"}}}
    shown = describe_answers(claim, PLAYERS, ruleset("riichi-ema-2016"))
    assert sorted((one.label, one.value) for one in shown) == [
        ("Counters (honba)", "2"), ("Dora indicators", "3p"), ("Riichi", "Yes"),
    ]  # fmt: skip
    assert said("mcr-2006", fault="talk") != ["talk"]


def test_a_record_is_shown_event_by_event_and_hidden_hands_are_left_out() -> None:
    claim = {"facts": {}, "log": {"deal": ["?" * 13, "123m"], "events": [["draw", 1, "9s"], ["discard", 1, "9s"]]},
             "event": ["win", 2, 1, "9s"]}  # fmt: skip
    assert [(one.kind, one.value) for one in describe_answers(claim, PLAYERS, ruleset("mcr-2006"))] == [
        ("list", [EvidenceLine("Petra", "123m")]),
        ("record", [EvidenceLine("Petra: draws", "9s"), EvidenceLine("Petra: discards", "9s")]),
        ("list", [EvidenceLine("Otto: wins", "9s")]),
    ]


def test_every_example_of_every_family_is_told_without_codes() -> None:
    for example in (
        *load_examples("mcr"),
        *load_examples("riichi"),
        *load_examples("taiwan"),
        *load_examples("sichuan"),
    ):
        shown = describe_answers({"seat": example.seat, "facts": example.facts}, PLAYERS, ruleset(example.ruleset))
        codes = {code for name in example.facts for code, _words in load_facts()[name].choices if "_" in code}
        assert [one.value for one in shown if isinstance(one.value, str) and one.value in codes] == [], example.id
        assert len(shown) > len([value for value in example.facts.values() if value != {}]) - 1, example.id


def proposal(name: str, code: str, **known: int) -> dict[str, object]:
    return propose(ruleset(name), code, Offence(1, **known)).to_dict()


@rows
def test_the_measure_says_what_is_lost(name: str, code: str, text: str) -> None:
    assert words.name_penalty(proposal(name, code, minutes=16)) == text


@rows
def test_the_consequences_of_a_measure(name: str, code: str, known: dict[str, int], sentences: list[str]) -> None:
    assert effects.list_all_consequences(proposal(name, code, **known), "Ann") == sentences


def test_a_missed_session_without_a_number_in_the_rules_is_left_to_the_referee() -> None:
    """RI-8.8."""
    first = effects.list_all_consequences(proposal("riichi-wrc", "lateness", minutes=16), "Ann")[0]
    assert first == "The rules name no number for a missed session: it counts nothing for Ann but the points you take."


def test_a_case_is_headed_by_its_decision_and_never_by_a_passed_check() -> None:
    """Every worked example that the law decides."""
    passed = []
    for example in EXAMPLES:
        claim = read_claim(example.to_claim())
        findings = examine(claim)
        said = [words.describe_finding(each.to_dict(), NAMES, claim.ruleset) for each in findings]
        proposals = [words.describe_proposal(each.to_dict(), NAMES) for each in decide(claim, findings)]
        lines = [each.message for each in words.list_headings(said, proposals)]
        assert lines
        checks = {each.message for each in said if each.verdict == "holds"}
        passed += [example.id for line in lines if line in checks]
    assert passed == []


def test_the_heading_of_a_valid_win_names_the_payments() -> None:
    (example,) = [each for each in EXAMPLES if each.id == "mcr-win-right"]
    claim = read_claim(example.to_claim())
    findings = examine(claim)
    said = [words.describe_finding(each.to_dict(), NAMES, claim.ruleset) for each in findings]
    proposals = [words.describe_proposal(each.to_dict(), NAMES) for each in decide(claim, findings)]
    (heading,) = words.list_headings(said, proposals)
    east, south, west, north = (NAMES[seat] for seat in range(4))
    paid = [f"{payer} → {south} {amount}" for payer, amount in ((west, 8), (north, 8), (east, 16))]
    assert (heading.label, heading.name) == ("Valid", south)
    assert (heading.message, heading.clause) == (" · ".join(["The win stands", *paid]), "MCR-5.4")


LIABLE = {
    "liable_pattern": "big_three_dragons",
    "set_claimed": True,
    "sets_visible": True,
    "concealed_kong_set": False,
    "feeder": 2,
    "value": 32000,
    "by": "discard",
    "source": 3,
    "counters": 1,
}


@pytest.mark.parametrize(
    ("kind", "preset", "given", "said"),
    [
        (
            "liability",
            "riichi-ema-2016",
            LIABLE,
            "The win is paid with this liability · West → Petra 16,000 · North → Petra 16,300",
        ),
        (
            "tile_count",
            "mcr-2006",
            {"tiles_held": 12, "to_discard": False, "has_discarded": True},
            "Holds a wrong number of tiles · Dead hand",
        ),
        (
            "fault",
            "sichuan-world-championship",
            {"fault": "illegal_kong", "established": True},
            "Declared a kong of a last discard or with an empty wall · It is taken back",
        ),
        (
            "fault",
            "taiwan-aono",
            {"fault": "passed_win", "established": True},
            "Claimed a win after passing a winning tile · The claim is refused",
        ),
        (
            "fault",
            "mcr-2006",
            {"fault": "lateness", "established": True, "minutes": 12},
            "Came late · Fine: −20 · The hand goes on",
        ),
    ],
)
def test_a_heading_says_nothing_twice_and_adds_up_payments(
    kind: str, preset: str, given: dict[str, Any], said: str
) -> None:
    claim = read_claim({"kind": kind, "ruleset": preset, "seat": 1, "facts": given})
    proposals = [words.describe_proposal(each.to_dict(), NAMES) for each in decide(claim, examine(claim))]
    assert [each.ruling for each in proposals] == [said]
