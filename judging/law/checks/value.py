"""What a win is worth: claimed against computed, the difference explained; who wins of several; liability."""

from __future__ import annotations

from collections.abc import Iterator

from engine.play.transfers import Transfer
from engine.rules.riichi import settlement as riichi
from engine.scoring.score import ScoredHand
from engine.sentences import gettext_noop
from engine.sentences import sentence as _
from engine.tiles.seats import turn_order
from judging.law.facts import Facts, MissingFact
from judging.law.findings import Evidence, Finding
from judging.law.hands import hand_shown, score_shown, scored_of, winning_hand
from judging.law.kinds import check, fails, holds
from judging.law.payments import payment_findings, transfers_shown

HAND_FACTS = ("hand", "by", "prevalent_wind", "seat_wind", "in_riichi", "circumstances", "void_suit")
CLAUSE = {"mcr": "MCR-6.10", "riichi": "RI-5.8", "taiwan": "TW-5.1", "sichuan": "SC-5.1"}
UNIT = {"mcr": "points", "riichi": "han", "taiwan": "tai", "sichuan": "fan"}

NO_WIN = gettext_noop("There is no win to count: %(reason)s.")


def _scored(f: Facts) -> ScoredHand:
    if f.rules.family.name == "sichuan":
        f("void_suit")
    return scored_of(f, winning_hand(f))


@check(
    "value",
    *HAND_FACTS,
    "claimed_value",
    "claimed_fu",
    mcr="MCR-6.10",
    riichi="RI-5.8",
    taiwan="TW-5.1",
    sichuan="SC-5.1",
)
def value_as_claimed(f: Facts) -> Iterator[Finding]:
    """The value claimed is the value computed."""
    family = f.rules.family.name
    scored = _scored(f)
    clause, unit = CLAUSE[family], UNIT[family]
    if not scored.complete or not scored.win:
        reason = scored.reasons[0].message if scored.reasons else _("the tiles have no winning form")
        yield fails(f, clause, NO_WIN, hand_shown(scored.hand), reason=reason)
        return
    computed, claimed = int(str(scored.value.get(unit) or 0)), f("claimed_value")
    fu, claimed_fu = scored.value.get("fu"), f.get("claimed_fu") if family == "riichi" else None
    numbers = Evidence("numbers", gettext_noop("value"), {"claimed": claimed, "computed": computed})
    same_fu = claimed_fu is None or fu is None or claimed_fu == fu
    steps = [said.to_dict() | {"clause": clause} for said, clause in scored.explain().steps]
    explained = Evidence("sums", gettext_noop("computation"), steps)
    evidence = (hand_shown(scored.hand), numbers, *score_shown(scored), explained)
    if computed == claimed and same_fu:
        template = gettext_noop("The value is right: %(computed)s.")
        yield holds(f, clause, template, *evidence, computed=computed)
    elif computed == claimed:
        template = gettext_noop("The hand has %(fu)s fu, not the %(claimed)s claimed.")
        yield fails(f, "RI-5.3", template, *evidence, fu=fu, claimed=claimed_fu)
    else:
        template = gettext_noop("The hand is worth %(computed)s, not the %(claimed)s claimed.")
        yield fails(f, clause, template, *evidence, computed=computed, claimed=claimed)


@check("value", *HAND_FACTS, "claimed_patterns", mcr="MCR-6.10", riichi="RI-5.1", taiwan="TW-4.2", sichuan="SC-5.1")
def patterns_as_claimed(f: Facts) -> Iterator[Finding]:
    """Each pattern claimed is there; for one that is not counted the clause that excludes it."""
    claimed = f.get("claimed_patterns")
    if claimed is None:
        return
    scored = _scored(f)
    counted = {award.pattern: award for award in scored.awards}
    lost = {each.pattern: each for each in scored.explain().not_counted} if scored.complete else {}
    clause = {"mcr": "MCR-6.10", "riichi": "RI-5.1", "taiwan": "TW-4.2", "sichuan": "SC-5.1"}[f.rules.family.name]
    for pattern in claimed:
        if pattern in counted:
            award = counted[pattern]
            yield holds(
                f, award.clause, gettext_noop("%(pattern)s counts %(value)s."), pattern=pattern, value=award.total
            )
        elif pattern in lost:
            template = gettext_noop("%(pattern)s does not count beside %(other)s.")
            yield fails(f, lost[pattern].clause, template, pattern=pattern, other=lost[pattern].because)
        else:
            yield fails(f, clause, gettext_noop("The hand has no %(pattern)s."), pattern=pattern)
    for pattern, award in counted.items():
        if pattern not in claimed:
            template = gettext_noop("%(pattern)s was not claimed and would count %(value)s.")
            yield holds(f, award.clause, template, pattern=pattern, value=award.total)


@check(
    "value",
    *HAND_FACTS,
    "source",
    "dealer",
    "won_seats",
    mcr="MCR-5.4",
    riichi="RI-5.8",
    taiwan="TW-5.1",
    sichuan="SC-5.2",
)
def payments(f: Facts) -> Iterator[Finding]:
    """Who pays what."""
    yield from payment_findings(f, _scored(f))


@check(
    "winners",
    "claimants",
    "source",
    "valid_seats",
    "first_caller",
    "won_seats",
    mcr="MCR-6.2",
    riichi="RI-6.11",
    taiwan="TW-3.9",
    sichuan="SC-3.8",
)
def who_wins(f: Facts) -> Iterator[Finding]:
    """Which of several claimants win on one tile, in turn order from its owner."""
    family = f.rules.family.name
    clause = {"mcr": "MCR-6.2", "riichi": "RI-6.11", "taiwan": "TW-3.9", "sichuan": "SC-3.8"}[family]
    source, claimants = f("source"), f("claimants")
    if not claimants:
        raise MissingFact("claimants")
    out = f("won_seats") if family == "sichuan" and not f.parameters.xueliu else ()
    valid = [seat for seat in turn_order(source)[1:] if seat in {*f("valid_seats")} & {*claimants} - {*out}]
    if family == "riichi":
        winners = riichi.winners_in_order(f.parameters, source, valid)
        if len(valid) == 3 and not winners:
            found = holds(f, "RI-E5", gettext_noop("Three players win on one tile: the hand is drawn."))
            yield found._replace(seat=None)
            return
        if len(valid) > 1 and f.parameters.multi_win == "head_bump" and f.parameters.first_call_precedence:
            first = f("first_caller")
            winners = (first,) if first in valid else winners
    else:
        several = {
            "taiwan": getattr(f.parameters, "multiple_wins", None) == "all",
            "sichuan": bool(getattr(f.parameters, "multiple_wins", False)),
            "mcr": False,
        }[family]
        winners = tuple(valid if several else valid[:1])
    order = Evidence("numbers", gettext_noop("order"), {f"seat {seat}": at for at, seat in enumerate(valid, 1)})
    for seat in claimants:
        if seat in winners:
            found = holds(f, clause, gettext_noop("%(seat)s wins."), order, seat=seat)
        elif seat in out:
            template = gettext_noop("%(seat)s has won in this hand and takes no part any more.")
            found = fails(f, "SC-6.10", template, seat=seat)
        elif seat in valid:
            found = fails(
                f,
                clause,
                gettext_noop("%(seat)s does not win: another player comes first. It is no offence."),
                order,
                seat=seat,
            )
        else:
            found = fails(
                f,
                clause,
                gettext_noop("The claim of %(seat)s is not right; examine it as a win of its own."),
                seat=seat,
            )
        yield found._replace(seat=seat)
    if family == "sichuan" and winners:
        gone = set() if f.parameters.xueliu else {*winners, *out}
        if len(gone) >= 3:
            yield holds(f, "SC-2.7", gettext_noop("Three players have won: the hand is over."))._replace(seat=None)
        else:
            follows = next(seat for seat in turn_order(winners[-1])[1:] if seat not in gone)
            template = gettext_noop("%(seat)s draws next: the first who has not won after %(seat_before)s.")
            found = holds(f, "SC-6.8", template, seat=follows, seat_before=winners[-1])
            yield found._replace(seat=None)


@check(
    "liability",
    "liable_pattern",
    "set_claimed",
    "sets_visible",
    "concealed_kong_set",
    "feeder",
    "by",
    "source",
    "value",
    "counters",
    riichi="RI-6.10",
)
def liability(f: Facts) -> Iterator[Finding]:
    """Who fed the last visible set of a yakuman pays for it (RI-6.10)."""
    pattern = f("liable_pattern")
    if pattern not in f.parameters.liability:
        yield fails(f, "RI-6.10", gettext_noop("These rules know no liability for this yakuman."))
        return
    if not f("set_claimed"):
        template = gettext_noop("The last set was not claimed for a pung or kong; nobody is liable.")
        yield fails(f, "RI-6.10", template)
        return
    if f.parameters.liability_visible_only and not f("sets_visible"):
        template = gettext_noop("The other sets were not all visible when the tile was discarded; nobody is liable.")
        yield fails(f, "RI-6.10", template)
        return
    if not f.parameters.liability_concealed_kongs and f("concealed_kong_set"):
        template = gettext_noop("A declared concealed kong is no melded set; nobody is liable.")
        yield fails(f, "RI-6.10", template)
        return
    feeder, value, counters = f.another("feeder"), f("value"), f.get("counters", 0)
    template = gettext_noop("%(seat)s is liable.")
    if f.seat is None:
        yield holds(f, "RI-6.10", template, seat=feeder)
        return
    source = None if f("by") == "self_draw" else f.another("source")
    transfers = _liable_transfers(f, f.seat, feeder, source, value, counters)
    yield holds(f, "RI-6.10", template, transfers_shown(transfers), seat=feeder)


def _liable_transfers(
    f: Facts, winner: int, feeder: int, source: int | None, value: int, counters: int
) -> list[Transfer]:
    """Self-draw: all by the liable player; another's discard: half each, counters as the edition has them."""
    if source is None or source == feeder:
        paid = [Transfer(feeder, winner, value, "liability", "RI-6.10")]
    else:
        half = value // 2
        paid = [
            Transfer(feeder, winner, half, "liability", "RI-6.10"),
            Transfer(source, winner, value - half, "discarder", "RI-6.10"),
        ]
    if counters:
        payer = feeder if source is None or f.parameters.liability_counters == "liable" else source
        paid.append(Transfer(payer, winner, 300 * counters, "counters", "RI-6.10"))
    return paid
