"""Deletion of contact data some days after an event, as its organiser has set."""

from __future__ import annotations

import datetime
import zoneinfo

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from engine.sentences import gettext_noop
from tournaments.core.audit import Actor, Change, change
from tournaments.core.audit.hash_chain import awaits_file
from tournaments.core.isolation import isolate_failure
from tournaments.entries.fields import CONTACT
from tournaments.entries.models.registration import Application, Email
from tournaments.events.models import Tournament


def forget_where_due() -> int:
    """Delete the contact data of all events that are over for long enough; return the number of events."""
    has_contacts = Exists(_with_contacts().filter(tournament=OuterRef("pk"))) | Exists(_sent_to(OuterRef("pk")))
    # A file from the hall brings contact data of its own back; a delivery from the hall brings none to a mirror.
    kept_here = Q(lent_at=None) | Q(mirror__received_at__isnull=False)
    events = Tournament.objects.filter(has_contacts, kept_here, contact_days__isnull=False)
    count = 0
    for tournament in events.order_by("pk"):
        if is_due(tournament, timezone.now()) and not awaits_file(tournament):
            with isolate_failure("deletion of contact data", event=tournament.slug):
                forget_contacts(Actor.of_task("contact data"), tournament)
                count += 1
    return count


def is_due(tournament: Tournament, now: datetime.datetime) -> bool:
    """Return True after the days that the event keeps contact data; an event without days, once it is finished."""
    if tournament.contact_days is None:
        return False
    zone = zoneinfo.ZoneInfo(tournament.time_zone)
    last_day = tournament.ends_on or tournament.starts_on
    if last_day is None:
        if tournament.state != Tournament.State.FINISHED:
            return False
        last_day = tournament.updated_at.astimezone(zone).date()
    return now.astimezone(zone).date() > last_day + datetime.timedelta(days=tournament.contact_days)


@change("registrations.forget", gettext_noop("Contact data deleted after the event"), on_archived=True, on_lent=True)
def forget_contacts(change: Change, tournament: Tournament) -> Tournament:
    """Delete addresses and messages of registrations, and whole registrations of people who are not entered."""
    rows = _with_contacts().filter(tournament=tournament)
    if not rows.exists() and not _sent_to(tournament).exists():
        change.nothing()
        return tournament
    for application in rows:
        if application.entry_id is None:
            change.delete(application)
            continue
        with change.edit(application, forget=CONTACT):
            for name in CONTACT:
                setattr(application, name, "")
    addresses = _sent_to(tournament).update(address="", error="")
    change.note(tournament, after={"addresses": addresses})
    return tournament


def _with_contacts() -> QuerySet[Application]:
    has_contact = Q(entry=None)
    for name in CONTACT:
        has_contact |= ~Q(**{name: ""})
    return Application.objects.filter(has_contact)


def _sent_to(tournament: Tournament | OuterRef) -> QuerySet[Email]:
    of_event = Q(application__tournament=tournament) | Q(entry__tournament=tournament)
    return Email.objects.filter(of_event).exclude(address="")
