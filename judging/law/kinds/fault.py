"""Faults that no tile proves: wall knocked over, lateness, slow play, talk, conduct."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.family import RuleFamily
from engine.sentences import Sentence, gettext_noop
from judging.law.facts import DECLARED, MissingFact, declare_choice, declare_flag, declare_number
from judging.law.families import Check, Facts
from judging.law.findings import Evidence, Finding
from judging.law.infractions import list_infractions
from judging.law.kind import ClaimKind, Outcome, Reads
from judging.law.penalties import LATE_STEPS, Row
from judging.law.shared_facts import VICTIM
from judging.law.statements import (
    TOO_LATE,
    find_code_in_edition,
    report_failing,
    report_holding,
    report_noticed_too_late,
)

KIND = ClaimKind(
    reads=Reads(decides="fault established play_begun"),
    code="fault",
    title=gettext_noop("Fault: wall, lateness, slow play, conduct"),
    order=170,
    holds=Outcome("none", gettext_noop("Nothing punishable is proved; there is no penalty"), "continues"),
    sentences={TOO_LATE: Outcome("none", gettext_noop("It was noticed too late for a penalty"), "continues")},
)

FAULT = declare_choice("fault", gettext_noop("Which fault is it?"))
ESTABLISHED = declare_flag("established", gettext_noop("Is the fault admitted, or was it seen?"))
MINUTES = declare_number("minutes", gettext_noop("How many minutes?"))
PLAY_BEGUN = declare_flag("play_begun", gettext_noop("Has a tile been discarded in this hand?"))

ESTABLISHED_AS = gettext_noop("The fault is proved: %(title)s.")
UNPRICED = gettext_noop("The fault is proved: %(title)s. The rulebook names no penalty; the custom is %(custom)s.")


def check_fault_established(facts: Facts, *, paid_as_inspected: str = ESTABLISHED_AS) -> Iterator[Finding]:
    """The named fault is in the table, and admitted or seen. ``paid_as_inspected``: the sentence if it is paid."""
    code, rows = find_code_in_edition(facts, facts(FAULT)), list_infractions(facts.rules)
    if code not in rows:
        # A fault of another edition; a code that no edition knows is refused before (judging.law.claim_reading).
        other_row = next((row for row in facts.rules.family.infractions if row["code"] == code), {})
        template = gettext_noop("These rules have no penalty for this: %(title)s.")
        yield report_holding(
            facts, template, clause=other_row.get("otherwise"), title=Sentence(other_row.get("title", code))
        )
        return
    row = rows[code]
    facts.clause = row["clause"]
    title = Sentence(row["title"])
    if not facts(ESTABLISHED):
        template = gettext_noop("Nobody admits or saw this: %(title)s. There is no penalty without evidence.")
        yield report_holding(facts, template, clause=row["clause"], title=title)
        return
    if "once_played" in row and facts(PLAY_BEGUN):
        row = rows[row["once_played"]]
    named = row
    try:
        row = rows[facts.law.proved_fault(facts, named)]
    except MissingFact:
        # The fault is proved; only its row hangs on the answer, which its price asks for.
        row = named
    if late := report_noticed_too_late(facts, row):
        yield late
        return
    evidence = []
    if _counts_minutes(row) and (minutes := facts.peek(MINUTES)) is not None:
        evidence.append(Evidence("numbers", gettext_noop("minutes late"), {"minutes": minutes}))
    values, template = {"title": Sentence(row["title"])}, ESTABLISHED_AS
    if "customary" in row:
        values, template = {**values, "custom": Sentence(row["customary"])}, UNPRICED
    elif row["penalty"] == "payment":
        template = paid_as_inspected
    cost = partial(_find_row_fault, facts, named)
    yield report_failing(facts, template, *evidence, clause=row["clause"], infraction=cost, **values)


def _counts_minutes(row: Row) -> bool:
    return row.get("amount") == LATE_STEPS or bool(row.get("by_minutes"))


def _find_row_fault(facts: Facts, named: Row) -> str:
    row = list_infractions(facts.rules)[facts.law.proved_fault(facts, named)]
    if _counts_minutes(row):
        facts(MINUTES)
    if row.get("paid_to") == "disturbed_player":
        facts.ask_other_player(VICTIM)
    if "asks" in row:
        facts(DECLARED[row["asks"]])
    facts.law.require_price_facts(facts, row)
    return str(row["code"])


def make_checks(family: RuleFamily) -> tuple[Check, ...]:
    return (Check(check_fault_established, family.infractions[0]["clause"]),) if family.infractions else ()
