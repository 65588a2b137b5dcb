"""Ready hands at an exhaustive draw, and their payments (RI-5.9), nagashi mangan in their place (RI-4.40)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from engine.play.events import Ended
from engine.rules.riichi.parameters import Parameters
from engine.rules.riichi.play.rounds import WALL_ENDS
from engine.rules.riichi.settlement import settle_exhaustive_draw, settle_nagashi
from engine.sentences import gettext_noop
from engine.tiles.hand import Hand
from engine.tiles.tile import UNKNOWN
from judging.law.claim import Claim, replay_log
from judging.law.facts import declare_seats
from judging.law.families import Check, Facts
from judging.law.findings import Finding, Verdict, make_transfers_evidence
from judging.law.hands import find_waits, make_hand_evidence, make_waits_evidence
from judging.law.kinds import get_facts_of_claim
from judging.law.kinds.inspection import DEAD_COUNTS_AS_NOT_READY, DEAD_SEATS, HANDS, KIND
from judging.law.riichi.wins import COUNTERS
from judging.law.shared_facts import DEALER
from judging.law.statements import ask_price_facts, find_fault, report_failing, report_holding

RIICHI_SEATS = declare_seats("riichi_seats", gettext_noop("Who has declared riichi?"))
NAGASHI_SEATS = declare_seats(
    "nagashi_seats", gettext_noop("Whose discards are all terminals and honours, none of them claimed?")
)


def check_ready_hands(facts: Facts) -> Iterator[Finding]:
    """Ready hands and payments at an exhaustive draw; a hand not shown is not ready. A riichi that was not ready voids
    the hand: nothing is paid (RI-6.8).
    """
    ready, false = [], []
    for seat, hand in enumerate(facts(HANDS)):
        finding = _examine_hand(facts, seat, hand)
        if finding.verdict is Verdict.HOLDS:
            ready.append(seat)
        elif finding.infraction is not None or finding.missing:
            false.append(seat)
        yield finding
    if false:
        return
    rules, nagashi = facts.rules.options(Parameters), facts(NAGASHI_SEATS)
    if nagashi and rules.nagashi_mangan:
        as_win = rules.nagashi_settlement == "as_win"
        counters = facts.get_answer(COUNTERS) if as_win else None
        paid = make_transfers_evidence(settle_nagashi(rules, nagashi, dealer=facts(DEALER), honba=counters or 0))
        template = gettext_noop("All discards of a player are terminals and honours: a mangan is paid, nothing else.")
        if counters is None and as_win:
            template = gettext_noop(
                "All discards of a player are terminals and honours: a mangan is paid, here without counters."
            )
        yield report_holding(facts, template, paid, clause="RI-4.40")
        return
    paid = make_transfers_evidence(settle_exhaustive_draw(ready))
    yield report_holding(facts, gettext_noop("These are the payments of the draw."), paid)


def examine_recorded_hands(claim: Claim, findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield the findings on the known hands of a record that the empty wall has ended, as by the facts."""
    if (
        claim.kind != KIND.code
        or claim.log is None
        or any(finding.verdict is not Verdict.HOLDS for finding in findings)
    ):
        return
    state = replay_log(claim).final
    if (claim.event.kind if isinstance(claim.event, Ended) else state.ended) not in WALL_ENDS:
        return
    dead = tuple(seat for seat, player in enumerate(state.players) if player.dead)
    facts = get_facts_of_claim(
        claim._replace(seat=None, facts={DEAD_SEATS.name: dead}), Check(check_ready_hands, "RI-5.9")
    )
    for seat, player in enumerate(state.players):
        if UNKNOWN not in player.concealed:
            yield _examine_hand(facts, seat, Hand(player.concealed, player.melds))


def _examine_hand(facts: Facts, seat: int, hand: Hand | None) -> Finding:
    riichi = seat in facts(RIICHI_SEATS)
    false_riichi = riichi and hand is not None and not find_waits(facts, hand).ready
    if seat in facts(DEAD_SEATS) and not false_riichi:
        finding = report_failing(facts, DEAD_COUNTS_AS_NOT_READY, clause="RI-6.9", seat=seat)
    elif hand is None:
        finding = report_failing(
            facts, gettext_noop("%(seat)s did not show the hand and counts as not ready."), seat=seat
        )
    else:
        waits = find_waits(facts, hand)
        evidence = (make_hand_evidence(hand), make_waits_evidence(waits))
        if waits.ready:
            finding = report_holding(facts, gettext_noop("%(seat)s is ready."), *evidence, clause="RI-6.1", seat=seat)
        else:
            cost = partial(ask_price_facts, facts, find_fault(facts, "riichi_not_ready")) if riichi else None
            clause = "RI-6.8" if riichi else "RI-6.1"
            template = gettext_noop("%(seat)s is not ready.")
            finding = report_failing(facts, template, *evidence, clause=clause, infraction=cost, seat=seat)
    return finding._replace(seat=seat)
