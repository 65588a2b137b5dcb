"""Fees of this site, kept at the mirror while deliveries replace the categories that they are for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.sentences import gettext_noop, sentence
from tournaments.core.audit import Actor, Change, change
from tournaments.events.models import Tournament
from tournaments.fees.models import Fee

CategoryNames = dict[int, str]

REMOVED: Final = gettext_noop("Category removed")


def detach_fees(tournament: Tournament) -> CategoryNames:
    """Take the fees from their categories; return key of the fee -> name of its category, for `attach_fees`."""
    fees = Fee.objects.filter(tournament=tournament, category__isnull=False)
    names = dict(fees.values_list("pk", "category__name"))
    fees.filter(pk__in=names).update(category=None)
    return names


def attach_fees(tournament: Tournament, names: CategoryNames) -> None:
    """Give the fees the categories of these names. A fee for a category that is no more is deleted, in the log.

    Without its category it would be a fee for everybody.
    """
    if not names:
        return
    categories = {category.name: category for category in tournament.categories.all()}
    fees = list(Fee.objects.filter(pk__in=names))
    for fee in fees:
        fee.category = categories.get(names[fee.pk])
    Fee.objects.bulk_update([fee for fee in fees if fee.category], ["category"])
    if without := [fee for fee in fees if not fee.category]:
        _remove(Actor.of_task("mirror"), tournament, without, reason=sentence(REMOVED))


@change(
    "fees.remove_without_category", gettext_noop("Fees without category removed"), on_archived=True, beside_loan=True
)
def _remove(change: Change, _tournament: Tournament, fees: Sequence[Fee], *, reason: str) -> None:
    for fee in fees:
        change.delete(fee)
