from __future__ import annotations

from typing import Any

import pytest

from engine.family import ruleset
from engine.play.events import event_to_list
from engine.play.walks import walk
from engine.records.cases import case_of
from judging.law import ClaimError, Finding, Verdict, decide, examine, overall, read_claim

HIDDEN = "?" * 13
SOUTH = "234567m23s55p66p7z"
RIICHI: dict[str, Any] = {
    "deal": [HIDDEN, SOUTH, HIDDEN, HIDDEN],
    "start_scores": [30000] * 4,
    "events": [
        ["draw", 0, "?"],
        ["discard", 0, "9p"],
        ["draw", 1, "4p"],
        ["discard", 1, "7z"],
        ["draw", 2, "?"],
        ["discard", 2, "1s"],
    ],
}
"""South ends up with 234567m 23s 4p 55p 66p."""


def examined(kind: str, log: dict[str, Any], event: list[Any] | None = None, **claim: Any) -> tuple[Finding, ...]:
    return examine(
        read_claim({"kind": kind, "ruleset": "riichi-ema-2016", "seat": 1, "log": log, "event": event, **claim})
    )


def ready_log(*more: list[Any]) -> dict[str, Any]:
    """South is ready for 1s and 4s."""
    deal = [HIDDEN, "234567m23s55p777z", HIDDEN, HIDDEN]
    events = [["draw", 0, "?"], ["discard", 0, "9p"], ["draw", 1, "9s"], ["discard", 1, "9s"], ["draw", 2, "?"]]
    return {**RIICHI, "deal": deal, "events": [*events, *more]}


def test_a_win_on_the_record_is_right_with_its_payments() -> None:
    log, event = ready_log(["discard", 2, "1s"]), ["win", 1, 2, "1s"]
    claim = read_claim({"kind": "win", "ruleset": "riichi-ema-2016", "seat": 1, "log": log, "event": event})
    findings = examine(claim)
    assert overall(findings) is Verdict.HOLDS
    (proposal,) = decide(claim, findings)
    assert [(each.source, each.target, each.amount) for each in proposal.effects.transfers] == [(2, 1, 1300)]


def test_a_win_after_a_passed_tile_is_furiten_and_a_chombo_when_shown() -> None:
    log = ready_log(["discard", 2, "1s"], ["draw", 3, "?"], ["discard", 3, "4s"])
    findings = examined("win", log, ["win", 1, 3, "4s"], facts={"shown": True})
    failing = [(each.clause, each.infraction) for each in findings if each.verdict is Verdict.FAILS]
    assert failing == [("RI-6.3", "false_win")]
    (shown,) = [each for each in findings if each.verdict is Verdict.FAILS]
    assert [each.kind for each in shown.evidence] == ["events", "events", "tiles", "tiles"]
    assert shown.evidence[0].value == [["win", 1, 3, "4s"]]


def test_whether_the_tiles_were_shown_is_asked_where_the_record_cannot_know() -> None:
    log = ready_log(["discard", 2, "1s"], ["draw", 3, "?"], ["discard", 3, "4s"])
    findings = examined("win", log, ["win", 1, 3, "4s"])
    assert [each.missing for each in findings if each.verdict is Verdict.FAILS] == [("shown",)]


def test_the_timeline_of_a_lock_says_since_when() -> None:
    log = ready_log(["discard", 2, "1s"], ["draw", 3, "?"])
    (finding,) = [each for each in examined("lock", log) if each.verdict is Verdict.FAILS]
    assert finding.clause == "RI-6.3"
    assert [(row["kind"], row["tile"], row["until"]) for row in finding.evidence[0].value] == [
        ("temporary_furiten", "1s", None)
    ]


def test_no_lock_is_a_finding_too() -> None:
    findings = examined("lock", ready_log())
    assert overall(findings) is Verdict.HOLDS


def test_the_concealed_tiles_of_others_leave_a_win_undecided() -> None:
    log = ready_log(["discard", 2, "1s"])
    findings = examined("win", log, ["win", 0, 2, "1s"])
    assert overall(findings) is Verdict.UNDECIDED
    undecided = [each for each in findings if each.verdict is Verdict.UNDECIDED]
    assert {each.missing for each in undecided} == {("the concealed tiles of seat 0",)}


def test_whether_a_player_with_hidden_tiles_is_locked_stays_undecided() -> None:
    """RI-6.3: seat 0 has let 1s pass, and nobody has seen whether it would have won on it."""
    _legal, finding = examined("lock", ready_log(["discard", 2, "1s"], ["draw", 3, "?"]), seat=0)
    assert (finding.verdict, finding.clause, finding.seat) == (Verdict.UNDECIDED, "RI-6.3", 0)
    assert finding.missing == ("the concealed tiles of seat 0",)


SELF_DRAWN = [["draw", 1, "3s"]]
DISCARDED_TO_IT = [["draw", 1, "1z"], ["discard", 1, "1z"], ["draw", 2, "?"], ["discard", 2, "3s"]]


@pytest.mark.parametrize(
    ("hand", "more", "source", "infraction"),
    [
        # 2s and 3s beside 88s: the dragon exchanged for 1s or 4s makes the hand.
        ("234567m345p2s88s6z", SELF_DRAWN, "self", "false_hu_near"),
        ("234567m345p2s88s6z", DISCARDED_TO_IT, 2, "false_hu_near"),
        ("159m159p159s1122z", DISCARDED_TO_IT, 2, "false_hu_far"),
        # Concealed hand 2 and no honors 1: three points of the eight needed.
        ("234m678p24s777s99p", DISCARDED_TO_IT, 2, "false_hu_points"),
    ],
)
def test_a_false_win_on_the_record_costs_by_how_far_the_hand_is(
    hand: str, more: list[list[Any]], source: int | str, infraction: str
) -> None:
    """MCR-6.1, MCR-6.8: too few points, one exchange away, or further."""
    deal = [HIDDEN, hand, HIDDEN, HIDDEN]
    log = {"deal": deal, "events": [["draw", 0, "?"], ["discard", 0, "9p"], *more]}
    stored = {"kind": "win", "ruleset": "mcr-2006", "seat": 1, "log": log, "facts": {"shown": True}}
    findings = examine(read_claim({**stored, "event": ["win", 1, source, "3s"]}))
    assert [each.infraction for each in findings if each.verdict is Verdict.FAILS] == [infraction]


def test_an_illegal_event_in_the_record_is_named_with_what_came_before() -> None:
    log = ready_log(["discard", 2, "1s"], ["chow", 0, 2, "1s", "23s"])
    findings = examined("event", log)
    first = next(each for each in findings if each.verdict is Verdict.FAILS)
    assert first.seat == 0
    assert first.clause == "RI-3.9"
    assert first.evidence[1].value[-1] == ["discard", 2, "1s"]


@pytest.mark.parametrize("name", ["mcr-2006", "riichi-ema-2016", "taiwan-aono", "sichuan-world-championship"])
def test_a_whole_hand_played_by_the_rules_holds(name: str) -> None:
    played = walk(ruleset(name), 5)
    case = case_of(played.setup, played.events)
    claim = read_claim({"kind": "event", "ruleset": name, "log": case})
    findings = examine(claim)
    assert overall(findings) is Verdict.HOLDS
    assert claim.to_dict()["log"]["events"] == [event_to_list(event) for event in played.events]
    assert read_claim(claim.to_dict()).to_dict() == claim.to_dict()


@pytest.mark.parametrize(
    ("changed", "at"),
    [
        ({"log": None}, "log"),
        ({"log": {"deal": ["1m"], "events": []}}, "log"),
        ({"log": "no record"}, "log"),
        ({"log": None, "event": ["win", 1, 2, "1s"]}, "log"),
        ({"log": {**ready_log(), "events": [["draw", 0, "?"]] * 2001}}, "log"),
        ({"event": "win"}, "event"),
        ({"event": ["jump", 1]}, "event"),
        ({"seat": 4}, "seat"),
        ({"kind": "void_suit"}, "kind"),
        ({"kind": "nonsense"}, "kind"),
        ({"facts": {"nonsense": 1}}, "facts.nonsense"),
        ({"facts": {"hand": "12x"}}, "facts.hand"),
        ({"facts": {"shown": "yes"}}, "facts.shown"),
        ({"facts": {"claimants": [7]}}, "facts.claimants"),
        ({"facts": {"since": ["sneezed"]}}, "facts.since"),
        ({"facts": ["shown"]}, "facts"),
        ({"facts": {"claimants": 1}}, "facts.claimants"),
        ({"facts": {"hand": ["1m"]}}, "facts.hand"),
        ({"facts": {"hands": ["", "", ""]}}, "facts.hands"),
        ({"facts": {"void_suits": ["m", "p", "s", "z"]}}, "facts.void_suits"),
        ({"facts": {"circumstances": ["riichi"]}}, "facts.circumstances"),
        ({"facts": {"kongs": [[0, "direct"]]}}, "facts.kongs"),
        ({"facts": {"kongs": [[0, "open"]]}}, "facts.kongs"),
        ({"facts": {"kongs": [[0, "direct", 0]]}}, "facts.kongs"),
        ({"facts": {"kongs": [[0, "concealed", None, [0]]]}}, "facts.kongs"),
    ],
)
def test_a_claim_that_cannot_be_read_names_the_field(changed: dict[str, Any], at: str) -> None:
    stored = {"kind": "event", "ruleset": "riichi-ema-2016", "seat": 1, "log": ready_log(), **changed}
    with pytest.raises(ClaimError) as caught:
        read_claim(stored)
    assert caught.value.field == at


def test_a_win_on_a_tile_that_nobody_offered_is_only_refused() -> None:
    log = ready_log(["discard", 2, "9p"], ["draw", 3, "?"])
    findings = examined("win", log, ["win", 1, 2, "1s"], facts={"shown": True})
    assert [(each.clause, each.infraction) for each in findings if each.verdict is Verdict.FAILS] == [("RI-3.8", None)]
