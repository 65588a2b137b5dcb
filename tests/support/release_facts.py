"""Facts of a stored release beside its first event: people, money, mails, ratings, hands, awards, mirrors, pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

WHOLE_SITE = ("/people/", "/ratings/", "/ratings.csv", "/api/v1/ratings/", "/seasons/")
MANAGED = (
    "manage_fees", "manage_fee_prices", "manage_registrations", "manage_mailings", "manage_entries", "manage_persons",
    "manage_cases", "manage_awards", "manage_publishing", "manage_webhooks",
)  # fmt: skip
FEW = ("spring", "desk", "hall", "mirror")
"""Events of 0.4.0 whose pages and files a run reads; a release reads those of all."""


def choose(events: Sequence[Any], *, every_page: bool) -> list[Any]:
    """Return those to read; of a database without those few, all."""
    few = [event for event in events if event.slug in FEW]
    return list(events) if every_page or not few else few


def read_kept() -> dict[str, Any]:
    """Return what an upgrade must not change; amounts as they count, never as they are stored."""
    from tournaments.awards.models import AwardWinner, PrizeHand
    from tournaments.entries.models.registration import Email
    from tournaments.events.models import Tournament
    from tournaments.exchange.models import Mirror, Publication
    from tournaments.fees.queries import list_accounts, sum_by_currency
    from tournaments.people import ratings
    from tournaments.people.models import Person
    from tournaments.people.services import list_codes
    from tournaments.results.models.results import HandRecord
    from tournaments.standings.queries.standings import compute_standings

    events = Tournament.objects.order_by("pk")
    return {
        "all_standings": {
            event.slug: [[row.place, str(row.total)] for row in compute_standings(event).individual] for event in events
        },
        "persons": [[person.key, list_codes(person), person.consent] for person in Person.objects.order_by("key")],
        "money": {
            event.slug: [
                [totals.currency, totals.due, totals.paid] for totals in sum_by_currency(list_accounts(event))
            ]
            for event in events.filter(payments__isnull=False).distinct()
        },
        "receipts": [
            list(row) for row in events.exclude(payments=None).values_list(
                "payments__receipt", "payments__kind", "payments__amount", "payments__currency"
            ).order_by("payments__number")
        ],
        "mails": [list(row) for row in Email.objects.order_by("pk").values_list("address", "kind", "state")],
        "ratings": [
            [family, row.place, row.person.key, row.rating.games, round(row.rating.value, 3)]
            for family in ratings.list_families()
            for row in ratings.get_list(family).rows
        ],
        "hands": [
            list(row) for row in HandRecord.objects.order_by("pk").values_list("number", "winner__number", "value")
        ],
        "prizes": [
            list(row) for row in PrizeHand.objects.order_by("pk").values_list("number", "winner__number", "hand")
        ],
        "awards": [
            list(row) for row in AwardWinner.objects.order_by("pk").values_list("entry__number", "award__figure")
        ],
        "mirrors": [list(row) for row in Mirror.objects.order_by("pk").values_list("digest", "epoch", "number")],
        "publications": [
            list(row) for row in Publication.objects.order_by("pk").values_list("site", "slug", "epoch", "number")
        ],
    }  # fmt: skip


def open_more(*, every_page: bool) -> list[tuple[str, int]]:
    """Return address and status of pages across events, and of the organisers' that came after 0.3.0."""
    from django.test import Client
    from django.urls import reverse

    from tournaments.accounts.models import Role, User
    from tournaments.events.models import Tournament
    from tournaments.people.careers import query_visible_people
    from tournaments.seasons.models import Season

    def open_as(username: str, addresses: list[str]) -> list[tuple[str, int]]:
        browser = Client()
        if username:
            user = User.objects.get(username=username)
            browser.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        return [(address, browser.get(address, follow=True).status_code) for address in addresses]

    seasons = [reverse("season", args=[season.slug]) for season in Season.objects.filter(published=True)]
    persons = [reverse("public_person", args=[person.key]) for person in query_visible_people()]
    opened = open_as("", [*WHOLE_SITE, *seasons, *persons])
    for event in Tournament.objects.order_by("pk") if every_page else Tournament.objects.filter(slug="desk"):
        olga = User.objects.filter(memberships__tournament=event, memberships__role=Role.DIRECTOR).earliest("pk")
        opened += open_as(olga.username, [reverse(name, args=[event.slug]) for name in MANAGED])
    return opened
