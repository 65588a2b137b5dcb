"""Liability for the last visible set of a yakuman (RI-6.10, RI-E8)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.play.transfers import Transfer
from engine.rules.riichi.parameters import Parameters
from engine.sentences import gettext_noop
from judging.law.facts import choice, flag, number, seat
from judging.law.families import Facts
from judging.law.findings import Finding
from judging.law.kind import Kind, Outcome
from judging.law.payments import discarder, transfers_evidence
from judging.law.statements import fails, holds

KIND = Kind(
    code="liability",
    situation="win",
    title=gettext_noop("Who is liable for the yakuman?"),
    order=160,
    fails=Outcome("none", gettext_noop("Nobody is liable: the win is paid as any other")),
)

LIABLE_PATTERN = choice(
    "liable_pattern",
    gettext_noop("Which yakuman is it about?"),
    ("big_three_dragons", gettext_noop("Big three dragons")),
    ("big_four_winds", gettext_noop("Big four winds")),
    ("four_kongs", gettext_noop("Four kongs")),
)
SET_CLAIMED = flag(
    "set_claimed", gettext_noop("Was the last set claimed from the feeder's discard for a pung or kong?")
)
SETS_VISIBLE = flag("sets_visible", gettext_noop("Were the other sets of the yakuman visible at that moment?"))
CONCEALED_KONG_SET = flag("concealed_kong_set", gettext_noop("Was one of the other sets a declared concealed kong?"))
FEEDER = seat("feeder", gettext_noop("Who discarded the tile of the last set?"))
VALUE = number("value", gettext_noop("What is the win worth, without counters?"))
COUNTERS = number("counters", gettext_noop("How many counters lie on the table?"), optional=True)


def liable_player(f: Facts) -> Iterator[Finding]:
    rules = f.rules.options(Parameters)
    pattern = f(LIABLE_PATTERN)
    if pattern not in rules.liability:
        yield fails(f, gettext_noop("These rules have no liability for this yakuman."))
        return
    if not f(SET_CLAIMED):
        yield fails(f, gettext_noop("The last set was not claimed for a pung or kong; nobody is liable."))
        return
    if rules.liability_visible_only and not f(SETS_VISIBLE):
        template = gettext_noop("The other sets were not all visible when the tile was discarded; nobody is liable.")
        yield fails(f, template)
        return
    if not rules.liability_concealed_kongs and f(CONCEALED_KONG_SET):
        yield fails(
            f, gettext_noop("One of the sets is a concealed kong, which does not count as melded; nobody is liable.")
        )
        return
    feeder, value, counters = f.other_player(FEEDER), f(VALUE), f.get(COUNTERS, 0)
    template = gettext_noop("%(seat)s is liable.")
    if f.seat is None:
        yield holds(f, template, seat=feeder)
        return
    transfers = _transfers(f, f.seat, feeder, discarder(f), value, counters)
    yield holds(f, template, transfers_evidence(transfers), seat=feeder)


def _transfers(f: Facts, winner: int, feeder: int, source: int | None, value: int, counters: int) -> list[Transfer]:
    """Self-draw: all by the liable player; another's discard: half each, counters by edition."""
    clause = f.clause
    if source is None or source == feeder:
        paid = [Transfer(feeder, winner, value, "liability", clause)]
    else:
        half = value // 2
        paid = [
            Transfer(feeder, winner, half, "liability", clause),
            Transfer(source, winner, value - half, "discarder", clause),
        ]
    if counters:
        payer = feeder if source is None or f.rules.options(Parameters).liability_counters == "liable" else source
        paid.append(Transfer(payer, winner, 300 * counters, "counters", clause))
    return paid
