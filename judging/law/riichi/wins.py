"""Wins in riichi: dead hands, thirteen orphans on a concealed kong, fu, several winners, payments, liability."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from engine.parameters import meets
from engine.play.table import TableState
from engine.play.transfers import Transfer
from engine.rules.riichi import settlement
from engine.rules.riichi.circumstances import COUNTING
from engine.rules.riichi.fu import YAKUMAN, payments
from engine.rules.riichi.parameters import Parameters
from engine.rules.riichi.play.state import riichi_table
from engine.rules.riichi.scoring import next_kind
from engine.scoring.score import ScoredHand
from engine.sentences import gettext_noop
from engine.sentences import sentence as _
from engine.tiles.tile import ORPHANS, Tile, kind_of
from judging.law.facts import (
    ASKED_INSTEAD,
    Contradiction,
    Fact,
    MissingFact,
    add_to_circumstances,
    declare_choice,
    declare_flag,
    declare_number,
    declare_seat,
    declare_seat_or,
    declare_tiles,
)
from judging.law.families import Facts, ask_winds_of_win
from judging.law.findings import Finding, Verdict, make_transfers_evidence
from judging.law.hands import get_winning_hand, score_hand
from judging.law.kind import ClaimKind, Outcome
from judging.law.kinds import value, win
from judging.law.kinds.priority import CHOW_CALLERS, PUNG_CALLERS
from judging.law.kinds.win import get_discarder
from judging.law.kinds.winners import NOBODY_WINS, examine_claimants, list_valid_claims
from judging.law.shared_facts import BY, DEALER, HAND, IN_RIICHI, OTHER_VALID_WIN, SEAT_WIND, SOURCE
from judging.law.statements import ask_price_facts, find_fault, report_failing, report_holding

COUNTERS = add_to_circumstances(
    declare_number("counters", gettext_noop("How many counters lie on the table?")), "honba"
)
ASKED_INSTEAD["riichi"] = IN_RIICHI
DOUBLE_RIICHI = add_to_circumstances(
    declare_flag("double_riichi", gettext_noop("Was riichi declared with the first discard, before any claim or kong?"))
)
IPPATSU = add_to_circumstances(
    declare_flag("ippatsu", gettext_noop("Was it within one go-around of the riichi, without a claim or kong?"))
)
DORA_INDICATORS = add_to_circumstances(
    declare_tiles("dora_indicators", gettext_noop("Which dora indicators are turned? Leave empty for none."))
)
URA_INDICATORS = add_to_circumstances(
    declare_tiles("ura_indicators", gettext_noop("Which ura dora indicators lie below them? Leave empty for none."))
)
WIN_TILE_MIXED_IN = add_to_circumstances(
    declare_flag("win_tile_mixed_in", gettext_noop("Was the winning tile mixed into the hand?"))
)
ONLY_WHAT_IS_SURE = gettext_noop(
    "The winning tile was mixed into the hand: no pinfu and no fu for the wait or the self-draw are counted."
)
CLAIMED_FU = declare_number("claimed_fu", gettext_noop("How many fu does the player claim?"))
TOGETHER = "together"
FIRST_CALLER = declare_seat_or(
    "first_caller", gettext_noop("Who called first?"), (TOGETHER, gettext_noop("Both together"))
)


def make_win_case(facts: Facts, by: str, circumstances: Mapping[str, Any]) -> dict[str, Any]:
    riichi = {"riichi": True} if facts.get_answer(IN_RIICHI) else {}
    if facts.rules.options(Parameters).two_han_from_counter is not None:
        # The sentence over the payments says that they are unknown.
        facts.get_answer(COUNTERS)
    # The dealer is paid more, whatever the tiles; but a hand without wind tiles wins in any seat.
    paid = facts.check is None or facts.check.run is not check_form_and_value
    return ask_winds_of_win(facts, by, {**riichi, **circumstances}, without_wind_tiles=paid)


PAID = "payments"
"""The label of the payments among the evidence of a score, which hang on the seat wind."""


def check_form_and_value(facts: Facts) -> Iterator[Finding]:
    """As in every family; a closed hand without yaku may have that of its riichi, which is asked for then."""
    findings = list(win.check_form_and_value(facts))
    if not facts.is_known(SEAT_WIND):
        findings = [
            finding._replace(evidence=tuple(piece for piece in finding.evidence if piece.label != PAID))
            for finding in findings
        ]
    complete = len(findings) > 1
    if complete and findings[-1].verdict is Verdict.FAILS and get_winning_hand(facts).is_closed:
        facts(IN_RIICHI)
    yield from findings[:1]
    if complete:
        yield from report_mixed_in(facts)
    yield from findings[1:]


def report_mixed_in(facts: Facts) -> Iterator[Finding]:
    """Report that only what is sure is counted, where the edition has it (RI-E20)."""
    if _is_mixed_in(facts):
        yield report_holding(facts, ONLY_WHAT_IS_SURE, clause="RI-E20")


def _is_mixed_in(facts: Facts) -> bool:
    return meets(facts.rules.parameters, COUNTING["win_tile_mixed_in"]) and bool(facts.get_answer(WIN_TILE_MIXED_IN))


def is_win_excused(facts: Facts) -> bool:
    """Return a false claim beside another player's valid win on the same tile is not punished (RI-6.8)."""
    return facts(BY) != "self_draw" and facts(OTHER_VALID_WIN)


def price_dead_hand(facts: Facts) -> str | None:
    """Return the infraction of a win with a dead hand, shown or not (RI-6.8 (5), RI-7.4 row 21, RI-E20)."""
    if is_win_excused(facts):
        return None
    return ask_price_facts(facts, find_fault(facts, "dead_win") or find_fault(facts, "dead_claim"))


def check_robbed_kong(facts: Facts) -> Iterator[Finding]:
    """Only an added kong may be robbed; by edition thirteen orphans rob a concealed one (RI-3.14)."""
    for finding in win.check_robbed_kong(facts):
        yield _allow_thirteen_orphans(facts) or finding if finding.verdict is Verdict.FAILS else finding


def _allow_thirteen_orphans(facts: Facts) -> Finding | None:
    if not facts.rules.options(Parameters).rob_concealed_kong:
        return None
    hand = get_winning_hand(facts)
    if hand.melds or not {*map(kind_of, hand.tiles)} <= {*ORPHANS}:
        return None
    scored = score_hand(facts, hand)
    if all(award.pattern != "thirteen_orphans" for award in scored.awards):
        return None
    return report_holding(facts, gettext_noop("Thirteen orphans may rob a concealed kong."))


def describe_assumptions(facts: Facts) -> str | None:
    """Return the sentence over the payments of a win without counters or dora indicators."""
    counters, indicators = facts.get_answer(COUNTERS), facts.get_answer(DORA_INDICATORS)
    if counters is None and indicators is None:
        return gettext_noop(
            "These are the payments of the win without counters, dora indicators and other circumstances."
        )
    if indicators is None:
        return gettext_noop("These are the payments of the win without dora indicators and other circumstances.")
    return gettext_noop("These are the payments of the win without counters.") if counters is None else None


def list_indicators_to_try(facts: Facts, fact: Fact[Any]) -> Iterator[tuple[Tile, ...]]:
    """Yield one indicator that makes a tile of the hand a dora."""
    hand = facts.peek(HAND)
    if hand is None or fact not in (DORA_INDICATORS, URA_INDICATORS):
        return
    kinds = [kind_of(tile) for tile in hand.tiles]
    every = dict.fromkeys(map(kind_of, facts.rules.tile_set.tiles))
    indicators = (tile for tile in every if next_kind(tile) in kinds and tile not in kinds)
    yield from ((tile,) for tile in islice(indicators, 1))


def check_claimed_value(facts: Facts) -> Iterator[Finding]:
    """The claimed han equal the computed ones, and the claimed fu if given (RI-5.3)."""
    yield from report_mixed_in(facts)
    for finding in value.check_claimed_value(facts):
        yield _check_fu(facts, finding) if finding.verdict is Verdict.HOLDS else finding


def _check_fu(facts: Facts, finding: Finding) -> Finding:
    fu, claimed = score_hand(facts, get_winning_hand(facts)).value.get("fu"), facts(CLAIMED_FU)
    if claimed is None or fu is None or claimed == fu:
        return finding
    template = gettext_noop("The hand has %(fu)s fu, not %(claimed)s as claimed.")
    return report_failing(facts, template, *finding.evidence, clause="RI-5.3", fu=fu, claimed=claimed)


def select_winners(facts: Facts) -> Iterator[Finding]:
    """Yield the winners on one tile: all, or the nearest; three may draw the hand."""
    rules = facts.rules.options(Parameters)
    valid = list_valid_claims(facts)
    winners = settlement.winners_in_order(rules, facts(SOURCE), valid)
    if len(valid) == 3 and not winners:
        yield report_holding(facts, NOBODY_WINS, clause="RI-E5")._replace(seat=None)
        return
    yield from examine_claimants(facts, valid, winners)


def order_callers(facts: Facts, callers: tuple[int, ...]) -> tuple[int, ...]:
    """Return the callers of sets with the first to call first, where the edition goes by it (RI-3.19). Calls of which
    nobody can say which was first are calls made together: the pung or kong first (RI-E14).
    """
    if len(callers) < 2 or not facts.rules.options(Parameters).first_call_precedence:
        return callers
    first = TOGETHER if facts.is_unknown(FIRST_CALLER) else facts(FIRST_CALLER)
    if first == TOGETHER:
        facts.clause = facts.rules.cite("RI-E14")
        return callers
    if first not in callers:
        message = _(
            "%(seat)s is said to be the first to call, but has called neither a pung or kong nor a chow", seat=first
        )
        raise Contradiction((FIRST_CALLER, PUNG_CALLERS, CHOW_CALLERS), message)
    return tuple(sorted(callers, key=lambda seat: seat != first))


def complete_state_of_win(facts: Facts, state: TableState) -> TableState:
    """Return the table of a recorded win with the fact that its tile was mixed in."""
    if not _is_mixed_in(facts):
        return state
    return state._replace(special=riichi_table(state)._replace(win_tile_mixed_in=True))


def pay_win(facts: Facts, scored: ScoredHand, seat: int, source: int | None) -> list[Transfer]:
    """Pay the claimant's win with counters (RI-5.8)."""
    rules = facts.rules.options(Parameters)
    dealer, honba = facts(DEALER), facts.get_answer(COUNTERS) or 0
    hand = settlement.WonHand.of(seat, scored, {}, rules)
    return settlement.settle_wins(rules, [hand], dealer=dealer, discarder=source, honba=honba)


LIABILITY_KIND = ClaimKind(
    code="liability",
    situation="win",
    title=gettext_noop("Who is liable for the yakuman?"),
    order=160,
    holds=Outcome("stands", gettext_noop("The win is paid with this liability"), "won"),
    fails=Outcome("none", gettext_noop("Nobody is liable: the win is paid as any other"), "won"),
)

LIABLE_PATTERN = declare_choice(
    "liable_pattern",
    gettext_noop("Which yakuman is it about?"),
    ("big_three_dragons", gettext_noop("Big three dragons")),
    ("big_four_winds", gettext_noop("Big four winds")),
    ("four_kongs", gettext_noop("Four kongs")),
)
SET_CLAIMED = declare_flag(
    "set_claimed", gettext_noop("Was the last set claimed from the feeder's discard for a pung or kong?")
)
SETS_VISIBLE = declare_flag("sets_visible", gettext_noop("Were the other sets of the yakuman visible at that moment?"))
CONCEALED_KONG_SET = declare_flag(
    "concealed_kong_set", gettext_noop("Was one of the other sets a declared concealed kong?")
)
FEEDER = declare_seat("feeder", gettext_noop("Who discarded the tile of the last set?"))
VALUE = declare_number("value", gettext_noop("What is the win worth, without counters?"))


def check_liable_player(facts: Facts) -> Iterator[Finding]:
    rules = facts.rules.options(Parameters)
    pattern = facts(LIABLE_PATTERN)
    if pattern not in rules.liability:
        yield report_failing(facts, gettext_noop("These rules have no liability for this yakuman."))
        return
    if not facts(SET_CLAIMED):
        yield report_failing(facts, gettext_noop("The last set was not claimed for a pung or kong; nobody is liable."))
        return
    if rules.liability_visible_only and not facts(SETS_VISIBLE):
        template = gettext_noop("The other sets were not all visible when the tile was discarded; nobody is liable.")
        yield report_failing(facts, template)
        return
    if not rules.liability_concealed_kongs and facts(CONCEALED_KONG_SET):
        yield report_failing(
            facts,
            gettext_noop("One of the sets is a concealed kong, which does not count as melded; nobody is liable."),
        )
        return
    feeder, template = facts.ask_other_player(FEEDER), gettext_noop("%(seat)s is liable.")
    try:
        paid = (
            ()
            if facts.seat is None
            else _pay_liability(facts, facts.seat, feeder, get_discarder(facts), facts(VALUE), facts(COUNTERS))
        )
    except MissingFact:
        # Liability is decided, its payments are not.
        yield report_holding(facts, template, seat=feeder)
        raise
    yield report_holding(facts, template, *([make_transfers_evidence(paid)] if paid else []), seat=feeder)


def _pay_liability(
    facts: Facts, winner: int, feeder: int, source: int | None, value: int, counters: int
) -> list[Transfer]:
    """Return self-draw: all by the liable player; another's discard: half each, counters by edition. Where liability
    concerns only the yakuman that was fed, the others are paid as in any win (RI-E17).
    """
    clause, further = facts.clause, list[Transfer]()
    if facts.rules.options(Parameters).liability_scope == "that_yakuman":
        dealer = facts(DEALER)
        full_value, value = value, min(value, YAKUMAN * (6 if winner == dealer else 4))
        if full_value > value:
            base = (full_value - value) // (6 if winner == dealer else 4)
            amounts = payments(base, self_drawn=source is None, dealer=winner == dealer)
            hand = settlement.WonHand(winner, amounts)
            further = settlement.settle_wins(facts.rules.options(Parameters), [hand], dealer=dealer, discarder=source)
    if source is None or source == feeder:
        paid = [Transfer(feeder, winner, value, "liability", clause)]
    else:
        half = value // 2
        paid = [
            Transfer(feeder, winner, half, "liability", clause),
            Transfer(source, winner, value - half, "discarder", clause),
        ]
    if counters:
        payer = feeder if source is None or facts.rules.options(Parameters).liability_counters == "liable" else source
        paid.append(Transfer(payer, winner, 300 * counters, "counters", clause))
    return paid + further
