"""Faults that no tile proves: wall knocked over, lateness, slow play, talk, conduct."""

from __future__ import annotations

from collections.abc import Iterator

from engine.family import RuleFamily
from engine.sentences import Sentence, gettext_noop
from judging.law.facts import DECLARED, choice, flag, number
from judging.law.families import Check, Facts
from judging.law.findings import Evidence, Finding
from judging.law.infractions import in_force
from judging.law.kind import Kind, Outcome, Reads
from judging.law.penalties import LATE_STEPS
from judging.law.shared_facts import VICTIM
from judging.law.statements import TOO_LATE, fails, holds, named_in_edition, noticed_too_late

KIND = Kind(
    reads=Reads(decides="fault established play_begun"),
    code="fault",
    title=gettext_noop("Fault: wall, lateness, slow play, conduct"),
    order=170,
    holds=Outcome("none", gettext_noop("Nothing punishable is proved; there is no penalty"), "continues"),
    sentences={TOO_LATE: Outcome("none", gettext_noop("It was noticed too late for a penalty"), "continues")},
)

FAULT = choice("fault", gettext_noop("Which fault is it?"))
ESTABLISHED = flag("established", gettext_noop("Is the fault admitted, or was it seen?"))
MINUTES = number("minutes", gettext_noop("How many minutes?"))
PLAY_BEGUN = flag("play_begun", gettext_noop("Has a tile been discarded in this hand?"))

ESTABLISHED_AS = gettext_noop("The fault is proved: %(title)s.")
UNPRICED = gettext_noop("The fault is proved: %(title)s. The rulebook names no penalty; the custom is %(custom)s.")


def fault_established(f: Facts, *, paid_as_inspected: str = ESTABLISHED_AS) -> Iterator[Finding]:
    """The named fault is in the ruleset's table, and it is admitted or was seen.

    ``paid_as_inspected``: the sentence for a fault whose price is a payment.
    """
    code, rows = named_in_edition(f, f(FAULT)), in_force(f.rules)
    if code not in rows:
        # A fault of another edition; a code that no edition knows is refused before (judging.law.claim_reading).
        known = next((row for row in f.rules.family.infractions if row["code"] == code), {})
        template = gettext_noop("These rules have no penalty for this: %(title)s.")
        yield holds(f, template, clause=known.get("otherwise"), title=Sentence(known.get("title", code)))
        return
    row = rows[code]
    f.clause = row["clause"]
    title = Sentence(row["title"])
    if not f(ESTABLISHED):
        template = gettext_noop("Nobody admits or saw this: %(title)s. There is no penalty without evidence.")
        yield holds(f, template, clause=row["clause"], title=title)
        return
    if "once_played" in row and f(PLAY_BEGUN):
        row = rows[row["once_played"]]
    row = rows[f.law.proved_fault(f, row)]
    if late := noticed_too_late(f, row):
        yield late
        return
    title = Sentence(row["title"])
    evidence = []
    if row.get("amount") == LATE_STEPS or row.get("by_minutes"):
        evidence.append(Evidence("numbers", gettext_noop("minutes late"), {"minutes": f(MINUTES)}))
    if row.get("paid_to") == "disturbed_player":
        f.other_player(VICTIM)
    if "asks" in row:
        f(DECLARED[row["asks"]])
    f.law.require_price_facts(f, row)
    if "customary" in row:
        custom = Sentence(row["customary"])
        yield fails(f, UNPRICED, *evidence, clause=row["clause"], infraction=row["code"], title=title, custom=custom)
        return
    template = paid_as_inspected if row["penalty"] == "payment" else ESTABLISHED_AS
    yield fails(f, template, *evidence, clause=row["clause"], infraction=row["code"], title=title)


def for_every_family(family: RuleFamily) -> tuple[Check, ...]:
    """Every family with a table of infractions has faults; cites the first row's clause."""
    return (Check(fault_established, family.infractions[0]["clause"]),) if family.infractions else ()
