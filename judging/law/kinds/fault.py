"""Faults that no tile proves: wall knocked over, lateness, slow play, talk, conduct."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.family import RuleFamily
from engine.sentences import Sentence, gettext_noop
from judging.law.facts import DECLARED, MissingFact, choice, flag, number
from judging.law.families import Check, Facts
from judging.law.findings import Evidence, Finding
from judging.law.infractions import in_force
from judging.law.kind import Kind, Outcome, Reads
from judging.law.penalties import LATE_STEPS, Row
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
    named = row
    try:
        row = rows[f.law.proved_fault(f, named)]
    except MissingFact:
        # The fault is proved; only its row hangs on the answer, which its price asks for.
        row = named
    if late := noticed_too_late(f, row):
        yield late
        return
    evidence = []
    if _counts_minutes(row) and (minutes := f.peek(MINUTES)) is not None:
        evidence.append(Evidence("numbers", gettext_noop("minutes late"), {"minutes": minutes}))
    said, template = {"title": Sentence(row["title"])}, ESTABLISHED_AS
    if "customary" in row:
        said, template = {**said, "custom": Sentence(row["customary"])}, UNPRICED
    elif row["penalty"] == "payment":
        template = paid_as_inspected
    cost = partial(_priced_row, f, named)
    yield fails(f, template, *evidence, clause=row["clause"], infraction=cost, **said)


def _counts_minutes(row: Row) -> bool:
    return row.get("amount") == LATE_STEPS or bool(row.get("by_minutes"))


def _priced_row(f: Facts, named: Row) -> str:
    """The code of the row that the facts prove, once all facts of its price are known. Raises MissingFact."""
    row = in_force(f.rules)[f.law.proved_fault(f, named)]
    if _counts_minutes(row):
        f(MINUTES)
    if row.get("paid_to") == "disturbed_player":
        f.other_player(VICTIM)
    if "asks" in row:
        f(DECLARED[row["asks"]])
    f.law.require_price_facts(f, row)
    return str(row["code"])


def for_every_family(family: RuleFamily) -> tuple[Check, ...]:
    """Every family with a table of infractions has faults; cites the first row's clause."""
    return (Check(fault_established, family.infractions[0]["clause"]),) if family.infractions else ()
