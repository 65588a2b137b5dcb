from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from engine.family import ruleset, ruleset_names
from judging.law import Proposal, decide, examine, read_claim
from judging.law.infractions import in_force
from judging.law.penalties import Offence
from judging.law.rulings import propose
from tests.support.claims import EXAMPLES, MCR_THIN, MCR_WIN, RIICHI_WIN, SC, SC_WIN, TAIWAN_WIN

ROWS = [(name, code) for name in ruleset_names() for code in in_force(ruleset(name))]
"""Every infraction of every published ruleset."""

COSTLESS = {
    "none",
    "note",
    "warning",
    "serious_warning",
    "corrected",
    "taken_back",
    "refused",
    "call_stands",
    "right_lost",
}
"""Words that move no points."""


def claim_of(kind: str, name: str, facts: dict[str, Any], seat: int = 1) -> Any:
    return read_claim({"kind": kind, "ruleset": name, "seat": seat, "facts": facts})


def proposals(
    kind: str, name: str, facts: dict[str, Any], earlier: dict[str, int] | None = None
) -> tuple[Proposal, ...]:
    claim = claim_of(kind, name, facts)
    return decide(claim, examine(claim), earlier=earlier)


@pytest.mark.parametrize(("name", "code"), ROWS, ids=lambda each: each)
def test_every_infraction_has_a_proposal(name: str, code: str) -> None:
    """The standard penalty and each option have effects of their own, and they survive JSON."""
    case = Offence(1, dealer=0, victim=2, minutes=8)
    proposal = propose(ruleset(name), code, case)
    row = in_force(ruleset(name))[code]
    assert proposal.penalty == row["penalty"]
    offered = [each for each in row["options"] if each != row["penalty"]]
    if "substitute" in offered:
        offered.append("substitute_later")
    assert [option.penalty for option in proposal.options] == offered
    for each in (proposal, *proposal.options):
        assert all(transfer.source == 1 and transfer.amount > 0 for transfer in each.effects.transfers)
        assert all(line.seat == 1 and line.amount < 0 for line in each.effects.ledger)
        if each.penalty in ("fine", "chombo", "fine_dead_hand", "fine_replay", "points", "deduction", "table_points"):
            assert each.effects.transfers or each.effects.ledger, each
        if each.penalty in ("dead_hand", "open_dead_hand", "fine_dead_hand"):
            assert each.effects.hand == "dead_hand"
        # Where the lock itself costs points by the ruleset, a refusal does (SC-E8).
        if each.penalty in COSTLESS and not (
            code == "locked_win" and getattr(ruleset(name).parameters, "shunhe_pay", None)
        ):
            assert not each.effects.transfers
            assert not each.effects.ledger
    assert Proposal.from_dict(json.loads(json.dumps(proposal.to_dict()))) == proposal


def test_false_win_in_mcr_pays_each_opponent_and_kills_the_hand() -> None:
    """MCR-6.8: ten to each, the hand is dead and play goes on."""
    (proposal,) = proposals("win", "mcr-2006", {**MCR_WIN, "hand": MCR_THIN})
    assert proposal.infraction == "false_hu_points"
    assert [(each.source, each.target, each.amount) for each in proposal.effects.transfers] == [
        (1, 0, 10),
        (1, 2, 10),
        (1, 3, 10),
    ]
    assert proposal.effects.hand == "dead_hand"


def test_false_win_in_mil_is_deducted_and_paid_to_nobody() -> None:
    """MCR-E12: forty points."""
    (proposal,) = proposals("win", "mcr-mil-2025", {**MCR_WIN, "hand": MCR_THIN})
    assert proposal.effects.transfers == ()
    assert [(line.column, line.unit, int(line.amount)) for line in proposal.effects.ledger] == [
        ("table", "points", -40)
    ]


def test_empty_calls_climb_the_ladder() -> None:
    """MCR-7.4 row 1: warning, then 5, 10, 20, and 20 again."""
    facts = next(each.facts for each in EXAMPLES if each.id == "mcr-empty-pung")
    steps = []
    for repeat in range(5):
        (proposal,) = proposals("call", "mcr-2006", facts, {"empty_call": repeat})
        steps.append((proposal.penalty, sum(line.amount for line in proposal.effects.ledger)))
    assert steps == [("warning", 0), ("fine", -5), ("fine", -10), ("fine", -20), ("fine", -20)]


def test_empty_calls_in_mil_count_through_the_session() -> None:
    """MCR-E13: warning, 10, 20, 40."""
    facts = next(each.facts for each in EXAMPLES if each.id == "mcr-empty-pung")
    (proposal,) = proposals("call", "mcr-mil-2025", facts, {"empty_call": 3})
    assert (proposal.scope, int(proposal.effects.ledger[0].amount)) == ("session", -40)


@pytest.mark.parametrize(
    ("name", "dealer", "transfers", "score"),
    [
        ("riichi-ema-2016", 0, [], [Fraction(-20000)]),
        ("riichi-ema-2012", 1, [4000, 4000, 4000], []),
        ("riichi-ema-2012", 0, [2000, 2000, 4000], []),
        ("riichi-rcr-2024", 0, [], [Fraction(-12000)]),
    ],
)
def test_chombo_by_edition(name: str, dealer: int, transfers: list[int], score: list[Fraction]) -> None:
    """RI-6.8: after uma, as a reversed mangan, or a fine with a dead hand."""
    facts = {**RIICHI_WIN, "dealer": dealer, "own_discards": "1s", "hand": "234567m345p23s88s +4s"}
    (proposal,) = proposals("win", name, facts)
    assert sorted(each.amount for each in proposal.effects.transfers) == transfers
    assert [line.amount for line in proposal.effects.ledger] == score
    assert proposal.effects.hand == ("dead_hand" if name == "riichi-rcr-2024" else "replay")


@pytest.mark.parametrize(
    ("name", "minutes", "amount", "notes", "places"),
    [
        ("mcr-2006", 8, -10, ("warning",), []),
        ("mcr-2006", 12, -20, (), []),
        ("mcr-2006", 16, 0, (), ["session_lost"]),
        ("mcr-mil-2025", 16, -80, (), ["session_lost"]),
        ("riichi-wrc", 4, 0, ("warning",), []),
        ("riichi-wrc", 8, -3000, (), []),
        ("riichi-ema-2016", 8, -8000, (), []),
        ("riichi-ema-2016", 11, 0, (), ["substitute"]),
        ("riichi-rcr-2024", 16, -48000, (), ["session_lost"]),
    ],
)
def test_lateness(name: str, minutes: int, amount: int, notes: tuple[str, ...], places: list[str]) -> None:
    """MCR-7.3, RI-7.3: by the step that the minutes reach."""
    (proposal,) = proposals("fault", name, {"fault": "lateness", "established": True, "minutes": minutes})
    assert sum(line.amount for line in proposal.effects.ledger) == amount
    assert proposal.effects.notes == notes
    assert [each.kind for each in proposal.effects.place_in_event] == places


def test_taiwan_false_win_that_ends_the_hand_pays_with_the_dealer_item() -> None:
    """TW-E9: 5 + 8 to each, one more between the dealer and the offender."""
    facts = {**TAIWAN_WIN, "hand": str(TAIWAN_WIN["hand"]).replace("+4s", "+9p")}
    (proposal,) = proposals("win", "taiwan-sml-2026", facts)
    assert [(each.target, each.amount) for each in proposal.effects.transfers] == [(0, 14), (2, 13), (3, 13)]
    assert proposal.effects.hand == "replay"
    (repeated,) = proposals("win", "taiwan-sml-2026", {**facts, "circumstances": {"dealer_repeats": 2}})
    assert [(each.target, each.amount) for each in repeated.effects.transfers] == [(0, 18), (2, 13), (3, 13)]


def test_sichuan_void_violation_ends_the_hand_and_gives_kong_income_back() -> None:
    """SC-7.1: sixteen to each player who has not won."""
    facts = {
        "void_suit": "m",
        "own_discards": "1m5p3m",
        "just_drawn": False,
        "wall_ended": False,
        "void_meld": False,
        "won_seats": [],
    }
    (later,) = proposals("void_suit", SC, {**facts, "won_seats": [2]})
    assert [(each.target, each.amount) for each in later.effects.transfers] == [(0, 16), (3, 16)]
    (proposal,) = proposals("void_suit", SC, facts)
    assert [(each.target, each.amount) for each in proposal.effects.transfers] == [(0, 16), (2, 16), (3, 16)]
    assert (proposal.effects.hand, proposal.effects.refund_kongs) == ("ends", True)
    (sbr,) = proposals("void_suit", "sichuan-sbr-2025", facts)
    assert [line.amount for line in sbr.effects.ledger] == [-24]
    assert sbr.effects.hand == "dead_hand"


def test_the_class_of_a_false_win_is_the_first_test_that_it_fails() -> None:
    """MCR-6.1: whoever wins with a dead hand pays ten to each, however far the tiles are from a win."""
    far = {**MCR_WIN, "hand": "159m159p159s1123z +9m"}
    (alive,) = proposals("win", "mcr-2006", far)
    assert (alive.infraction, alive.effects.transfers[0].amount) == ("false_hu_far", 20)
    (dead,) = proposals("win", "mcr-2006", {**far, "dead": True})
    assert (dead.infraction, dead.effects.transfers[0].amount) == ("false_hu_irregular", 10)


def test_who_has_won_pays_nothing_for_a_self_draw() -> None:
    """SC-5.3: each non-winner pays; SC-7.4: a false win is paid to those still in the hand."""
    drawn = {**SC_WIN, "by": "self_draw", "won_seats": [3]}
    (paid,) = proposals("win", SC, drawn)
    assert [each.source for each in paid.effects.transfers] == [0, 2]
    (false,) = proposals("win", SC, {**drawn, "hand": "159m159p159s1234p +9s"})
    assert [each.target for each in false.effects.transfers] == [0, 2]


def test_showing_anothers_tiles_is_paid_to_the_disturbed_player() -> None:
    """MCR-7.4 row 10; in MIL it is a fine of ten to nobody from the first time on (MCR-E13)."""
    facts = {"whose_tiles": "other", "tiles_shown": 2, "victim": 3}
    (paid,) = proposals("exposed", "mcr-2006", facts)
    assert [(each.source, each.target, each.amount) for each in paid.effects.transfers] == [(1, 3, 5)]
    (named,) = proposals("fault", "mcr-2006", {"fault": "showing_others_tiles", "established": True, "victim": 3})
    assert named.effects == paid.effects
    (fined,) = proposals("exposed", "mcr-mil-2025", facts)
    assert [line.amount for line in fined.effects.ledger] == [-10]


@pytest.mark.parametrize(
    ("minutes", "points", "places"), [(10, ["-1/2"], []), (15, ["-1"], []), (16, [], ["session_lost"])]
)
def test_late_in_sichuan(minutes: int, points: list[str], places: list[str]) -> None:
    """SC-E14: half a table point to ten minutes, one to fifteen, then the session."""
    facts = {"fault": "late_player", "established": True, "minutes": minutes}
    (proposal,) = proposals("fault", "sichuan-sbr-2025", facts)
    assert [str(line.amount) for line in proposal.effects.ledger] == points
    assert [each.kind for each in proposal.effects.place_in_event] == places


def test_the_dealer_who_discards_pays_the_repeats() -> None:
    """TW-5.4: who deals and whose tile it was say it, nobody has to tick it."""
    facts = {**TAIWAN_WIN, "circumstances": {"dealer_repeats": 1}, "source": 0}
    (paid,) = proposals("win", "taiwan-aono", facts)
    (ticked,) = proposals(
        "win", "taiwan-aono", {**facts, "circumstances": {"dealer_repeats": 1, "dealer_pays": True}, "dealer": 0}
    )
    assert (paid.effects, paid.effects.transfers[0].amount) == (ticked.effects, 150)
    (other,) = proposals("win", "taiwan-aono", {**facts, "source": 2})
    assert other.effects.transfers[0].amount == 90


def test_nobody_is_asked_who_has_won_where_nobody_is_paid() -> None:
    """SC-E12: a false win in SBR is deducted; in the world championship's rules it is paid to those still in."""
    facts = {"fault": "false_win", "established": True}
    (sbr,) = proposals("fault", "sichuan-sbr-2025", facts)
    assert [line.amount for line in sbr.effects.ledger] == [-24]
    assert proposals("fault", SC, facts) == ()
    (paid,) = proposals("fault", SC, {**facts, "won_seats": [0]})
    assert [each.target for each in paid.effects.transfers] == [2, 3]


def test_a_violation_found_at_the_inspection_costs_what_the_inspection_says() -> None:
    """SC-E10: 24 to nobody, and the high wait to whoever is ready; SC-6.2: sixteen to the others left."""
    ready, pig = "234567s345p23p88p", "1m345678p11s9999s"
    facts = {
        "hands": ["", pig, ready, "159p159s1234579p"],
        "void_suits": ["", "m", "m", "m"],
        "other_suit_discarded": [1, 2, 3],
        "kongs": [],
    }
    found = {each.seat: each for each in proposals("inspection", "sichuan-sbr-2025", facts)}
    assert [line.amount for line in found[1].effects.ledger] == [-24]
    assert [each.target for each in found[1].effects.transfers] == [2]
    found = {each.seat: each for each in proposals("inspection", SC, facts)}
    assert [(each.target, each.amount) for each in found[1].effects.transfers] == [(2, 16), (3, 16)]
    assert found[1].effects.ledger == ()


@pytest.mark.parametrize(
    "name", [each for each in ruleset_names() if getattr(ruleset(each).parameters, "chombo", "") == "reverse_mangan"]
)
def test_who_deals_is_asked_where_a_false_win_pays_by_it(name: str) -> None:
    """RI-6.8: a reverse mangan is dearer for the dealer, so that nothing is guessed."""
    facts = {"dead": True, "shown": True}
    asked = {each for finding in examine(claim_of("win", name, facts)) for each in finding.missing}
    assert "dealer" in asked
    (proposal,) = proposals("win", name, {**facts, "dealer": 1})
    assert [each.amount for each in proposal.effects.transfers] == [4000, 4000, 4000]
    (by_wind,) = proposals("win", name, {**facts, "seat_wind": "W"})
    assert {each.target: each.amount for each in by_wind.effects.transfers} == {2: 2000, 3: 4000, 0: 2000}


def test_one_act_costs_the_heaviest_row_only() -> None:
    """MCR-7.6: a false win of a dead hand called too late is one false win."""
    found = proposals("win", "mcr-2006", {**MCR_WIN, "dead": True, "in_time": False, "hand": MCR_THIN})
    assert len(found) == 1


def test_a_claim_that_stands_is_paid_and_nobody_is_punished() -> None:
    (proposal,) = proposals("win", "mcr-2006", {**MCR_WIN, "hand": "234567m345p23s88s +4s"})
    assert (proposal.infraction, proposal.penalty) == ("", "stands")
    assert sorted((each.source, each.amount) for each in proposal.effects.transfers) == [(0, 16), (2, 8), (3, 8)]


def test_an_undecided_claim_has_no_proposal() -> None:
    assert proposals("win", SC, {**SC_WIN, "void_suit": None}) == ()


def test_inspection_is_paid_by_those_who_owe_it() -> None:
    """SC-5.10: the flower pig pays eight to each other player in the hand."""
    example = next(each for each in EXAMPLES if each.id == "sichuan-inspection")
    found = {each.seat: each for each in proposals("inspection", SC, example.facts)}
    assert [(each.target, each.amount) for each in found[3].effects.transfers] == [(1, 8), (2, 8)]
    assert [each.target for each in found[2].effects.transfers] == [1]


def test_three_thousand_points_pass_at_a_draw() -> None:
    """RI-5.9: two ready, 1,500 from each of the others."""
    ready = "234567m345p23s88s"
    findings = examine(claim_of("inspection", "riichi-ema-2016", {"hands": [ready, "159m159p159s1123z", ready, ""]}))
    paid = findings[-1].evidence[0].value
    assert sorted((each["from"], each["to"], each["amount"]) for each in paid) == [
        (1, 0, 750),
        (1, 2, 750),
        (3, 0, 750),
        (3, 2, 750),
    ]
    claim = read_claim({"kind": "inspection", "ruleset": "riichi-ema-2016", "facts": {"hands": [ready, "", "", ""]}})
    (proposal,) = decide(claim, examine(claim))
    assert (proposal.penalty, [each.target for each in proposal.effects.transfers]) == ("corrected", [0, 0, 0])
    dead = examine(claim_of("inspection", "riichi-ema-2016", {"hands": [ready] * 4, "dead_seats": [0]}))
    assert [each["amount"] for each in dead[-1].evidence[0].value] == [1000, 1000, 1000]


def test_a_false_riichi_voids_the_draw() -> None:
    """RI-6.8: chombo, and nobody is paid for being ready."""
    example = next(each for each in EXAMPLES if each.id == "riichi-draw-false-riichi")
    findings = examine(claim_of("inspection", "riichi-ema-2016", example.facts))
    assert not [each for finding in findings for each in finding.evidence if each.kind == "transfers"]
    (proposal,) = decide(claim_of("inspection", "riichi-ema-2016", example.facts), findings)
    assert (proposal.seat, proposal.penalty, proposal.effects.hand) == (1, "chombo", "replay")


@pytest.mark.parametrize(
    ("name", "code", "words"),
    [
        ("riichi-ema-2016", "information_discretion", ("warning", "referee")),
        ("riichi-ema-2016", "phone_discretion", ("referee", "referee")),
        ("riichi-wrc", "information", ("warning", "points")),
        ("riichi-ema-2012", "phone", ("warning", "points")),
    ],
)
def test_the_booklet_of_2016_leaves_the_sum_to_the_referee(name: str, code: str, words: tuple[str, str]) -> None:
    """RI-7.4 rows 23 and 25 as editions 5 corrects them (EMA 5.4, 5.6); 5,000 points elsewhere."""
    first, second = (propose(ruleset(name), code, Offence(1), repeat) for repeat in (0, 1))
    assert (first.penalty, second.penalty) == words
    assert [line.amount for line in second.effects.ledger] == ([] if words[1] == "referee" else [-5000])


def test_nobody_can_win_at_the_same_moment_as_a_self_draw() -> None:
    """RI-6.8: the chombo is waived for a claim that meets another player's valid win on the same tile."""
    facts = {**RIICHI_WIN, "dealer": 0, "own_discards": "", "hand": "159m159p159s1123z +9m", "other_valid_win": True}
    (waived,) = proposals("win", "riichi-ema-2016", facts)
    (drawn,) = proposals("win", "riichi-ema-2016", {**facts, "by": "self_draw"})
    assert (waived.penalty, drawn.penalty) == ("refused", "chombo")


@pytest.mark.parametrize(
    ("name", "shown", "infraction", "penalty"),
    [
        ("riichi-ema-2016", False, "dead_hand_claim", "chombo"),
        ("riichi-ema-2016", True, "dead_hand_claim", "chombo"),
        ("riichi-rcr-2024", True, "rcr_dead_hand_claim", "refused"),
    ],
)
def test_a_dead_hand_that_claims_a_win(name: str, shown: bool, infraction: str, penalty: str) -> None:
    """RI-6.8 (5), RI-7.4 row 21: a chombo whether the tiles were shown or not; RCR only refuses it (RI-E12)."""
    facts = {**RIICHI_WIN, "hand": "234567m345p23s88s +4s", "dead": True, "shown": shown, "dealer": 0}
    (proposal,) = proposals("win", name, facts)
    assert (proposal.infraction, proposal.penalty) == (infraction, penalty)


def test_a_right_win_cites_the_clause_by_which_it_is_paid() -> None:
    (proposal,) = proposals("win", "mcr-2006", {**MCR_WIN, "hand": "234567m345p23s88s +4s"})
    assert (proposal.penalty, proposal.clause) == ("stands", "MCR-5.4")
