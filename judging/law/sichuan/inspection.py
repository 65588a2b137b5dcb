"""Inspection of the hands at the wall's end (SC-5.9 to SC-5.11, SC-6.2 to SC-6.5)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.play.players import Discard, Lock, Player
from engine.play.table import Phase, Setup, TableState
from engine.play.transfers import net
from engine.rules.sichuan.parameters import Parameters
from engine.rules.sichuan.play.passed_wins import FORCED
from engine.rules.sichuan.play.state import KongLedger, Void
from engine.rules.sichuan.scoring import high_wait, waiting_kinds
from engine.rules.sichuan.settlement import VIOLATION, EndState, end_states, inspection, violation_transfers
from engine.sentences import gettext_noop
from engine.tiles.hand import Hand
from engine.tiles.seats import SEATS
from engine.tiles.tile import Suit, format_tiles
from judging.law.facts import MissingFact, declare_seats, declare_suits
from judging.law.families import Facts
from judging.law.findings import Evidence, Finding, make_transfers_evidence
from judging.law.kinds.inspection import DEAD_COUNTS_AS_NOT_READY, DEAD_SEATS, HANDS
from judging.law.sichuan.kongs import FORCED_MISSED, KONGS, find_refund_clause, make_refunds, pay_kongs, report_refund
from judging.law.sichuan.void_suit import list_earlier_winners
from judging.law.statements import find_fault, report_failing, report_holding

VOID_SUITS = declare_suits("void_suits", gettext_noop("Which are the void suits?"))
OTHER_SUIT_DISCARDED = declare_seats(
    "other_suit_discarded", gettext_noop("Which of them have discarded a tile of another suit?")
)


def inspect(facts: Facts) -> Iterator[Finding]:
    """Yield the state of each hand that has not won, the payments, and the kong income that goes back."""
    rules = facts.rules.options(Parameters)
    hands = facts(HANDS)
    if any(hand is not None and void is None for hand, void in zip(hands, facts(VOID_SUITS), strict=True)):
        raise MissingFact(VOID_SUITS)
    state = _make_end_of_wall(facts, hands)
    states = end_states(rules, state)
    for end in states:
        hand = hands[end.seat]
        if hand is not None and end.state != "unknown":
            yield _report_state(facts, end, hand, facts(VOID_SUITS)[end.seat])
    if len(states) < 2:
        yield from _report_after_three_wins(facts, states, hands)
        return
    alike = {end.state for end in states}
    if not rules.inspection_skip_equal and alike <= {"ready", "not_ready"} and len(alike) == 1:
        template = gettext_noop(
            "All hands are opened, although all who are left are in one state: nobody pays another."
        )
        yield report_holding(facts, template, clause="SC-5.10")
    transfers = inspection(rules, state)
    totals = dict(enumerate(net(transfers)))
    if not facts.is_known(KONGS) and len(states) >= rules.kong_refund_min_nonwinners:
        for end in states:
            if end.state not in ("ready", "unknown") and _has_kong(hands[end.seat]):
                yield report_refund(end.seat, "SC-5.9", None)
    yield report_holding(
        facts,
        gettext_noop("These are the payments of the inspection, with the kong payments that go back."),
        make_transfers_evidence(transfers),
        Evidence("numbers", gettext_noop("net"), {f"seat {seat}": amount for seat, amount in totals.items()}),
        clause="SC-5.11",
    )


def _has_kong(hand: Hand | None) -> bool:
    return hand is not None and any(meld.is_kong for meld in hand.melds)


def _report_after_three_wins(facts: Facts, states: list[EndState], hands: tuple[Hand | None, ...]) -> Iterator[Finding]:
    """Yield no inspection, but a violation of the void suit is paid (SC-2.12, SC-6.2)."""
    rules = facts.rules.options(Parameters)
    if rules.xueliu or not states or states[0].state != "violation":
        template = gettext_noop("At most one player has not won: there is no inspection, and no payment goes back.")
        yield report_holding(facts, template, clause="SC-5.9")
        return
    seat = states[0].seat
    payees: list[int] = []
    if rules.void_violation_redistributed:
        out = list_earlier_winners(facts)
        payees = [player for player in SEATS if player != seat and player not in out]
    transfers = violation_transfers(rules, seat, payees)
    clause = find_refund_clause(facts.rules, find_fault(facts, "void_violation"))
    if clause is not None and (facts.is_known(KONGS) or not _has_kong(hands[seat])):
        kongs = pay_kongs(facts.rules, facts.peek(KONGS) or ())
        income = [transfer for kong in kongs if kong.seat == seat for transfer in kong.transfers]
        transfers += make_refunds(income, clause)
    elif clause is not None:
        yield report_refund(seat, clause, None)
    template = gettext_noop("After three wins there is no inspection, but the violation is paid.")
    yield report_holding(facts, template, make_transfers_evidence(transfers), clause="SC-6.2")


def _report_state(facts: Facts, end: EndState, hand: Hand, void: Suit | None) -> Finding:
    evidence = [Evidence("tiles", gettext_noop("hand"), str(hand))]
    if end.state == "ready":
        best = high_wait(hand, facts.rules.options(Parameters), void)
        waits = tuple(waiting_kinds(hand, void))
        evidence += [Evidence("tiles", gettext_noop("waits"), format_tiles(waits))]
        if best is not None:
            evidence += [Evidence("numbers", gettext_noop("high wait"), {"fan": best.fan, "points": best.points})]
        if end.dead:
            template = gettext_noop("The hand of %(seat)s is dead: it neither pays nor collects as not ready or ready.")
            return report_failing(facts, template, *evidence, clause="SC-E11", seat=end.seat)._replace(seat=end.seat)
        template = gettext_noop("%(seat)s is ready (有叫).")
        return report_holding(facts, template, *evidence, clause="SC-6.4", seat=end.seat)._replace(seat=end.seat)
    if end.dead and facts.rules.options(Parameters).dead_hand_claims != "to_be_ready":
        finding = report_failing(facts, DEAD_COUNTS_AS_NOT_READY, *evidence, clause="SC-7.4", seat=end.seat)
        return finding._replace(seat=end.seat)
    code, clause, template = {
        "not_ready": ("not_ready", "SC-6.4", gettext_noop("%(seat)s is not ready (没叫).")),
        "flower_pig": (
            "flower_pig",
            "SC-6.3",
            gettext_noop("%(seat)s holds tiles of the void suit: flower pig (花猪)."),
        ),
        "violation": (
            "void_violation",
            "SC-6.2",
            gettext_noop("%(seat)s holds tiles of the void suit after discarding another suit, which is a violation."),
        ),
    }[end.state]
    finding = report_failing(
        facts, template, *evidence, clause=clause, infraction=find_fault(facts, code), seat=end.seat
    )
    return finding._replace(seat=end.seat)


def _make_end_of_wall(facts: Facts, hands: tuple[Hand | None, ...]) -> TableState:
    suits, others = facts(VOID_SUITS), facts(OTHER_SUIT_DISCARDED)
    missed = facts(FORCED_MISSED) if facts.rules.options(Parameters).forced_win_last_tiles else ()
    players = []
    for seat in SEATS:
        hand = hands[seat]
        if hand is None:
            players.append(Player((), won=1))
            continue
        void = suits[seat]
        # The inspection asks of the discards only whether one was of another suit.
        other_suit = next(suit for suit in Suit if suit is not void)
        discarded = other_suit if seat in others else void
        discards = () if discarded is None else (Discard(9 * int(discarded), 0),)
        forced = (Lock(FORCED, "SC-3.27", 0),) if seat in missed else ()
        special = Void(void) if void is not None else None
        # Its ruling has settled a void-suit violation, too: nobody pays twice for a hand (SC-7.4, SC-E10).
        dead = VIOLATION if seat in facts(DEAD_SEATS) else None
        players.append(Player(hand.concealed, hand.melds, discards=discards, locks=forced, special=special, dead=dead))
    kongs = pay_kongs(facts.rules, facts.peek(KONGS) or ())
    setup = Setup(facts.rules, tuple(player.concealed for player in players))
    return TableState(
        setup,
        (players[0], players[1], players[2], players[3]),
        Phase.OVER,
        0,
        transfers=tuple(transfer for kong in kongs for transfer in kong.transfers),
        special=KongLedger(kongs),
    )
