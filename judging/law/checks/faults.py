"""Faults that no tile proves: wall knocked over, lateness, slow play, talk, conduct. Somebody saw them or not."""

from __future__ import annotations

from collections.abc import Iterator

from engine.sentences import Sentence, gettext_noop
from judging.law.facts import Facts
from judging.law.findings import Evidence, Finding
from judging.law.infractions import in_force, priced
from judging.law.kinds import check, fails, holds


@check(
    "fault",
    "fault",
    "established",
    "minutes",
    "victim",
    "won_seats",
    "won_before",
    "kongs",
    "dealer",
    mcr="MCR-7.4",
    riichi="RI-7.4",
    taiwan="TW-7.8",
    sichuan="SC-E14",
)
def fault_established(f: Facts) -> Iterator[Finding]:
    """The fault named is in the ruleset's table, and it is admitted or was seen."""
    code, rows = f("fault"), in_force(f.rules)
    if code not in rows:
        clause = {"mcr": "MCR-7.4", "riichi": "RI-7.4", "taiwan": "TW-7.8", "sichuan": "SC-E14"}[f.rules.family.name]
        known = next((row["title"] for row in f.rules.family.infractions if row["code"] == code), code)
        yield holds(f, clause, gettext_noop("These rules have no penalty for it: %(title)s."), title=Sentence(known))
        return
    row = rows[code]
    title = Sentence(row["title"])
    if not f("established"):
        template = gettext_noop("Neither admitted nor seen: %(title)s. No penalty without evidence.")
        yield holds(f, row["clause"], template, title=title)
        return
    evidence = []
    if row.get("amount") == "late_steps" or code == "late_player":
        evidence.append(Evidence("numbers", gettext_noop("minutes late"), {"minutes": f("minutes")}))
    if row.get("paid_to") == "disturbed_player":
        f.another("victim")
    if f.rules.family.name == "sichuan" and _paid_to_others(f, str(row.get("amount"))):
        f("won_seats")
    priced(f, code)
    template = gettext_noop("Established: %(title)s.")
    if f.rules.family.name == "sichuan" and row["penalty"] == "payment":
        template = gettext_noop("Established: %(title)s. The inspection of all hands says whom it pays.")
    yield fails(f, row["clause"], template, *evidence, infraction=code, title=title)


def _paid_to_others(f: Facts, amount: str) -> bool:
    """Whether the amount is paid to those who have not won, not only deducted (SC-7.1, SC-7.4)."""
    if amount == "void_violation_pay":
        return bool(f.parameters.void_violation_redistributed)
    return amount == "false_win_pay" and bool(f.parameters.false_win_redistributed)
