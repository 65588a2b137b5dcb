"""Erasure of a person: a witness of that name keeps what was said, under initials."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from judging.cases.models import ClaimRecord
from judging.law.stored import StoredClaim
from tournaments.core.audit import Change
from tournaments.entries.models.entries import Entry
from tournaments.exchange.services.privacy import erasing, initials_of


@receiver(erasing)
def forget_witness(sender: type[Entry], change: Change, entry: Entry, **_more: Any) -> None:
    names = {name.casefold() for name in (entry.family_name, entry.native_name, entry.romanised_name) if name}
    for record in ClaimRecord.objects.filter(case__tournament=entry.tournament):
        if not any(_names_person(claim, names) for claim in record.claims):
            continue
        with change.edit(record, forget={"claim", "further"}):
            record.claim = _replace_names(record.claim, names)
            record.further = [_replace_names(claim, names) for claim in record.further]


def _names_person(claim: StoredClaim, names: set[str]) -> bool:
    return _replace_names(claim, names) != claim


def _replace_names(claim: StoredClaim, names: set[str]) -> StoredClaim:
    if "witnesses" not in claim:
        return claim
    return {
        **claim,
        "witnesses": {
            fact: [
                {**statement, "name": initials_of(statement["name"])}
                if any(name in statement.get("name", "").casefold() for name in names)
                else statement
                for statement in statements
            ]
            for fact, statements in claim["witnesses"].items()
        },
    }
