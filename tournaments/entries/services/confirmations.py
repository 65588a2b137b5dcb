"""Requests to confirm an e-mail address, within budgets and without the visitor's text: anybody can type an address."""

from __future__ import annotations

import datetime
from typing import Final

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from engine.sentences import gettext_noop
from tournaments.core.audit import Change, change
from tournaments.entries.models.registration import Application, Email
from tournaments.entries.services import mail
from tournaments.events.models import Tournament

PERIOD: Final = datetime.timedelta(hours=6)
MAX_OF_EVENT: Final = 200
"""Requests of an event in `PERIOD`; the network's budget is `throttles.CONFIRMATIONS`."""
DAY: Final = datetime.timedelta(days=1)
MAX_OF_MAILBOX: Final = 5
"""Requests to a mailbox in a day at all events: a family shares one."""
BETWEEN: Final = datetime.timedelta(hours=1)
"""Minimum time between two requests to a mailbox."""


def normalize_mailbox(address: str) -> str:
    """Return the mailbox that all spellings of an address lead to: many providers ignore dots, and tags after a plus.

    >>> normalize_mailbox("Petra.Quist+spring@Example.org")
    'petraquist@example.org'
    """
    local, _at, domain = address.casefold().rpartition("@")
    return f"{local.partition('+')[0].replace('.', '')}@{domain}"


def request(application: Application) -> bool:
    """Queue the request to confirm unless a budget is used up; return True if it is queued."""
    now = timezone.now()
    at_event = Email.objects.filter(
        kind=Email.CONFIRMATION, application__tournament=application.tournament, created_at__gt=now - PERIOD
    )
    earlier = _to_mailbox(application.email, since=now - DAY)
    if at_event.count() >= MAX_OF_EVENT or len(earlier) >= MAX_OF_MAILBOX:
        return False
    _send(application, earlier)
    return True


@change("registration.send_confirmations", gettext_noop("Requests to confirm registrations sent"))
def send_withheld(change: Change, tournament: Tournament) -> int:
    """Queue the requests that were beyond a budget or failed; return their number."""
    applications = list(query_withheld_applications(tournament)) if mail.can_send() else []
    for application in applications:
        _send(application, _to_mailbox(application.email, since=timezone.now() - DAY))
        change.note(application, after={"email": "…"})
    if not applications:
        change.nothing()
    return len(applications)


def query_withheld_applications(tournament: Tournament) -> QuerySet[Application]:
    """Return the registrations with an unconfirmed address and no request to it that was sent or waits."""
    states = (Application.State.UNCONFIRMED, Application.State.PENDING, Application.State.ENTERED)
    unconfirmed = tournament.applications.filter(
        state__in=states, confirmed_at=None, tournament__rehearsal=False
    ).exclude(email="")
    return unconfirmed.exclude(Exists(_query_requests())).order_by("number")


def is_withheld(application: Application) -> bool:
    return query_withheld_applications(application.tournament).filter(pk=application.pk).exists()


def _query_requests() -> QuerySet[Email]:
    sent = Email.objects.filter(application=OuterRef("pk"), address=OuterRef("email"), kind=Email.CONFIRMATION)
    return sent.exclude(state=Email.State.FAILED)


def _to_mailbox(address: str, *, since: datetime.datetime) -> list[datetime.datetime]:
    mailbox = normalize_mailbox(address)
    rows = Email.objects.filter(kind=Email.CONFIRMATION, created_at__gt=since)
    rows = rows.filter(address__iendswith=f"@{mailbox.rpartition('@')[2]}")
    return sorted(
        moment for to, moment in rows.values_list("address", "send_after") if normalize_mailbox(to) == mailbox
    )


def _send(application: Application, earlier: list[datetime.datetime]) -> None:
    now = timezone.now()
    mail.send(application, Email.CONFIRMATION, send_after=max(now, earlier[-1] + BETWEEN) if earlier else now)
