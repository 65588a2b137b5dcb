"""Fees of this site, kept at the mirror while deliveries replace the categories that they are for."""

from __future__ import annotations

from tournaments.events.models import Tournament
from tournaments.fees.models import Fee

CategoryNames = dict[int, str]


def detach_fees(tournament: Tournament) -> CategoryNames:
    """Take the fees from their categories; return key of the fee -> name of its category, for `attach_fees`."""
    fees = Fee.objects.filter(tournament=tournament, category__isnull=False)
    names = dict(fees.values_list("pk", "category__name"))
    fees.filter(pk__in=names).update(category=None)
    return names


def attach_fees(tournament: Tournament, names: CategoryNames) -> None:
    """Give the fees the categories of these names. A fee for a category that is no more is deleted.

    Without its category it would be a fee for everybody.
    """
    if not names:
        return
    categories = {category.name: category for category in tournament.categories.all()}
    fees = Fee.objects.in_bulk(names)
    for key, fee in fees.items():
        fee.category = categories.get(names[key])
    Fee.objects.bulk_update([fee for fee in fees.values() if fee.category], ["category"])
    Fee.objects.filter(pk__in=[key for key, fee in fees.items() if not fee.category]).delete()
