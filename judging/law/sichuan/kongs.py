"""Kong income of the Sichuan game that a sanction sends back (SC-7.1, SC-7.4, SC-E8 to SC-E12)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from engine.family import Ruleset
from engine.play.table import TableState
from engine.play.transfers import Transfer
from engine.rules.sichuan.parameters import Parameters
from engine.rules.sichuan.play.state import KongIncome, KongLedger
from engine.rules.sichuan.settlement import kong_transfers
from engine.sentences import Sentence, gettext_noop
from engine.sentences import sentence as _
from engine.tiles.melds import MeldKind
from engine.tiles.seats import SEATS
from judging.law.claim import Claim, replay_log
from judging.law.fact_values import ClaimError
from judging.law.facts import Contradiction, Kong, declare_choice, declare_flag, declare_kongs, declare_seats
from judging.law.families import Facts
from judging.law.findings import Finding, Verdict, make_transfers_evidence
from judging.law.kind import ClaimKind, Outcome
from judging.law.kinds.inspection import KIND as INSPECTION
from judging.law.shared_facts import CALL, HAND, SOURCE, WON_SEATS
from judging.law.statements import report_failing, report_holding

KONGS = declare_kongs(
    "kongs", gettext_noop("Which kongs were paid in this hand, those left out whose payment has gone back?")
)
FORCED_MISSED = declare_seats(
    "forced_missed", gettext_noop("Who has let a win pass while the last tiles were drawn, when it had to be taken?")
)
VIOLATIONS = ("void_violation", "active_pig", "void_suit_claim")

MELDS = {
    "concealed": MeldKind.CONCEALED_KONG,
    "direct": MeldKind.KONG,
    "fresh": MeldKind.ADDED_KONG,
    "late": MeldKind.ADDED_KONG,
}
"""The word of a kong in the facts -> its kind; an added kong is fresh with the tile just drawn (SC-6.7)."""


CONCEALED_NOT_SHOWN = gettext_noop("%(field)s: the hand of %(seat)s shows fewer concealed kongs")
OPEN_NOT_SHOWN = gettext_noop("%(field)s: the hand of %(seat)s shows fewer direct or added kongs")

NOT_ADDED = gettext_noop("Under these rules only the tile just drawn may be added to a pung.")

KIND = ClaimKind(
    code="kong",
    situation="call",
    title=gettext_noop("What is a kong paid?"),
    order=105,
    holds=Outcome("stands", gettext_noop("The kong stands and is paid as computed"), "continues"),
    fails=Outcome("none", gettext_noop("The kong stands, and nothing is paid for it"), "continues"),
    sentences={
        NOT_ADDED: Outcome(
            "refused",
            gettext_noop("The kong does not count: the tile goes back, and play goes on without a penalty"),
            "refused",
        )
    },
)

KONG_KIND = declare_choice(
    "kong_kind",
    gettext_noop("Which kong was made?"),
    ("concealed", gettext_noop("A concealed kong")),
    ("direct", gettext_noop("A kong of a discard")),
    ("added", gettext_noop("One made by adding to a pung")),
)
JUST_ADDED = declare_flag(
    "just_added",
    gettext_noop("Did the player draw the added tile in this same turn, as the last thing before the kong?"),
)


def check_kong_payments(facts: Facts) -> Iterator[Finding]:
    """The income of one kong; an added one is fresh only with the tile just drawn (SC-5.6, SC-6.7)."""
    kind = facts(KONG_KIND)
    clause, template = "SC-5.6", gettext_noop("These are the payments of the kong.")
    if kind == "added":
        kind, clause = "fresh" if facts(JUST_ADDED) else "late", "SC-6.7"
        template = gettext_noop("The added tile was just drawn: the kong is fresh, and these are its payments.")
        if kind == "late" and facts.rules.options(Parameters).added_kong_late == "forbidden":
            yield report_failing(facts, NOT_ADDED, clause=clause)
            return
        if kind == "late":
            template = gettext_noop("The added tile was not just drawn: the kong is late, and these are its payments.")
    out = () if facts.rules.options(Parameters).xueliu else facts(WON_SEATS)
    feeder = facts.ask_other_player(SOURCE) if kind == "direct" else None
    if facts.seat in out or feeder in out:
        message = _("a player who has won makes no kong and feeds none")
        raise Contradiction((WON_SEATS,), message)
    if facts.seat is None:
        return
    (income,) = pay_kongs(facts.rules, [(facts.seat, kind, feeder, tuple(out))])
    if not income.transfers:
        yield report_failing(
            facts,
            gettext_noop("The added tile was not just drawn: the kong is late and is paid nothing."),
            clause=clause,
        )
        return
    yield report_holding(facts, template, make_transfers_evidence(income.transfers), clause=clause)


def check_added_kong_fresh(facts: Facts) -> Iterator[Finding]:
    """By edition only the tile just drawn is added to a pung (SC-6.7)."""
    if facts(CALL) != "added_kong" or facts.rules.options(Parameters).added_kong_late == "allowed":
        return
    if facts(JUST_ADDED):
        yield report_holding(facts, gettext_noop("The added tile was just drawn."))
    else:
        yield report_failing(facts, NOT_ADDED)


def find_refund_clause(rules: Ruleset, code: str | None) -> str | None:
    """Return the clause by which this infraction returns all kong income of the hand, or None."""
    options = rules.options(Parameters)
    if not options.violator_kong_refund:
        return None
    if code == "locked_win":
        # Without a price of its own the locked claim is only refused (SC-3.25).
        return None if options.shunhe_pay is None else rules.cite("SC-6.6")
    if code == "false_win":
        return rules.cite("SC-7.4")
    return rules.cite("SC-7.1") if code in VIOLATIONS else None


def pay_kongs(rules: Ruleset, kongs: Iterable[Kong]) -> tuple[KongIncome, ...]:
    """Return the income of each kong of the fact ``kongs`` (SC-5.6), paid by those who had not won then. In the blood
    river nobody leaves the hand, and all three others pay (SC-3.28).
    """
    options = rules.options(Parameters)
    incomes = []
    for seat, kind, feeder, out in kongs:
        absent = () if options.xueliu else out
        payers = [payer for payer in SEATS if payer != seat and payer not in absent]
        paid = kong_transfers(options, seat, MELDS[kind], feeder, payers, fresh=kind == "fresh")
        incomes.append(KongIncome(seat, tuple(paid)))
    return tuple(incomes)


def read_recorded_income(state: TableState, seat: int) -> tuple[Transfer, ...] | None:
    """Return the seat's kong income in a recorded hand without that already returned (SC-5.8, SC-5.9). None if the
    record begins after one of the seat's kongs: its payers are unknown.
    """
    ledger = state.special
    kongs = [kong for kong in ledger.kongs if kong.seat == seat] if isinstance(ledger, KongLedger) else []
    if len(kongs) < sum(meld.is_kong for meld in state.players[seat].melds):
        return None
    return tuple(transfer for kong in kongs if not kong.returned for transfer in kong.transfers)


def compute_income_by_facts(facts: Facts, seat: int) -> tuple[Transfer, ...] | None:
    """Return the seat's kong income by the facts: the named kongs, or none if its known melds have no kong."""
    kongs = facts.peek(KONGS)
    if kongs is not None:
        return tuple(
            transfer for kong in pay_kongs(facts.rules, kongs) if kong.seat == seat for transfer in kong.transfers
        )
    hand = facts.peek(HAND) if seat == facts.seat else None
    return None if hand is None or any(meld.is_kong for meld in hand.melds) else ()


def compute_kong_income(claim: Claim, seat: int) -> tuple[Transfer, ...] | None:
    """Return the seat's kong income by the record of play, else by the facts; None if unknown."""
    played = read_recorded_income(replay_log(claim).final, seat) if claim.log is not None else None
    return (
        played if played is not None else compute_income_by_facts(Facts(claim.ruleset, claim.seat, claim.facts), seat)
    )


def make_refunds(income: Iterable[Transfer], clause: str) -> tuple[Transfer, ...]:
    """Return the income back to each payer, also to those who have won since (SC-3.8, SC-5.9)."""
    return tuple(
        Transfer(transfer.target, transfer.source, transfer.amount, "kong_refund", clause) for transfer in income
    )


def report_refund(seat: int, clause: str, income: tuple[Transfer, ...] | None) -> Finding:
    """Return the finding on the offender's kong income; ``income`` None: the kongs are still to be named."""
    if income is None:
        template = gettext_noop(
            "%(seat)s returns all kong payments, but the kongs are not known. Enter each paid kong: "
            "its owner, its kind, the feeder and the earlier winners. Leave out kongs whose payment "
            "has already gone back."
        )
        return Finding(Verdict.UNDECIDED, clause, Sentence(template, {"seat": seat}), seat, (KONGS.name,))
    if not income:
        template = gettext_noop("%(seat)s has no kong payments to return.")
        return Finding(Verdict.HOLDS, clause, Sentence(template, {"seat": seat}), seat)
    template = gettext_noop("%(seat)s returns all kong payments to those who made them.")
    paid = make_transfers_evidence(make_refunds(income, clause))
    return Finding(Verdict.HOLDS, clause, Sentence(template, {"seat": seat}), seat, evidence=(paid,))


def report_refunds(claim: Claim, findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield one finding for each offender whose fault returns kong income; the inspection computes its own (SC-5.9)."""
    clauses: dict[int, str] = {}
    if claim.kind == INSPECTION.code:
        return
    for finding in findings:
        seat = claim.seat if finding.seat is None else finding.seat
        clause = find_refund_clause(claim.ruleset, finding.infraction)
        if finding.verdict is Verdict.FAILS and clause is not None and seat is not None:
            clauses.setdefault(seat, clause)
    for seat, clause in clauses.items():
        yield report_refund(seat, clause, compute_kong_income(claim, seat))


def check_kongs(facts: Mapping[str, Any], seat: int | None) -> None:
    """Refuse more kongs than the hand of their seat shows, concealed and open ones apart. Raises ClaimError."""
    hands = dict(enumerate(facts.get("hands") or ()))
    if seat is not None and facts.get(HAND.name) is not None:
        hands[seat] = facts[HAND.name]
    named = [(owner, MELDS[kind] is MeldKind.CONCEALED_KONG) for owner, kind, *_rest in facts.get(KONGS.name) or ()]
    for owner, concealed in dict.fromkeys(named):
        hand = hands.get(owner)
        if hand is None:
            continue
        held = sum(meld.is_kong and (meld.kind is MeldKind.CONCEALED_KONG) == concealed for meld in hand.melds)
        if held < named.count((owner, concealed)):
            template = CONCEALED_NOT_SHOWN if concealed else OPEN_NOT_SHOWN
            raise ClaimError(Sentence(template, {"field": KONGS.name, "seat": owner}), at=f"facts.{KONGS.name}")
