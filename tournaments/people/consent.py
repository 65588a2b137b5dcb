"""Consent to a page across events: given by the person, or recorded by an organiser with its day and source."""

from __future__ import annotations

import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.core.audit import Change, change, site_change
from tournaments.core.errors import UserError
from tournaments.core.http.public_version import forget_public_versions
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.people.models import Person, PersonEntry

LATEST = datetime.timedelta(days=1)
"""Later than today by at most this much: the sun rises earlier elsewhere."""


@change("people.consent", gettext_noop("Consent to a page across events recorded"), on_archived=True)
def record(
    change: Change, entry: Entry, *, consent_on: datetime.date, consent_source: str, shows_photo: bool = False
) -> Person:
    """Record a player's consent.

    Raises `UserError` for a day to come, for one that is not after a withdrawal, for a consent that
    the person gave, and for a filler without a person.
    """
    if entry.filler:
        raise UserError(_("This chair has no player."))
    if consent_on > timezone.now().date() + LATEST:
        raise UserError(_("Enter the day on which the consent was given; it lies in the future."), field="consent_on")
    person = _get_or_add_person(entry)
    if person.withdrawn_on is not None and consent_on <= person.withdrawn_on:
        raise UserError(_("The consent was withdrawn later; a new one needs a later day."), field="consent_on")
    if person.consent == Person.Consent.GIVEN and person.consent_source == Person.Source.PERSON:
        raise UserError(_("The player consented on their own page; only they change it."))
    before = _build_log_values(person)
    _give(person, consent_on=consent_on, source=consent_source, shows_photo=shows_photo)
    change.note(entry, before=before, after=_build_log_values(person))
    return person


@change("people.withdraw", gettext_noop("Consent to a page across events withdrawn"), on_archived=True)
def withdraw(change: Change, entry: Entry) -> Person:
    """Withdraw a player's consent: the page is gone at once. Raises `UserError` without a consent."""
    link = PersonEntry.objects.filter(entry=entry).first()
    person = None if link is None else Person.objects.select_for_update().get(pk=link.person_id)
    if person is None or person.consent != Person.Consent.GIVEN:
        raise UserError(_("There is no consent to withdraw."))
    before = _build_log_values(person)
    _withdraw(person)
    change.note(entry, before=before, after=_build_log_values(person))
    return person


@site_change("people.consent_own", gettext_noop("A person consented to a page across events"))
def give_own(change: Change, *, person: Person, shows_photo: bool = False) -> Person:
    """Give one's own consent."""
    locked = Person.objects.select_for_update().get(pk=person.pk)
    before = _build_log_values(locked)
    today = timezone.now().date()
    _give(locked, consent_on=today, source=Person.Source.PERSON, shows_photo=shows_photo)
    change.note(locked, before=before, after=_build_log_values(locked))
    return locked


@site_change("people.withdraw_own", gettext_noop("A person withdrew the consent to a page across events"))
def withdraw_own(change: Change, *, person: Person) -> Person:
    """Withdraw one's own consent. Raises `UserError` without one."""
    locked = Person.objects.select_for_update().get(pk=person.pk)
    if locked.consent != Person.Consent.GIVEN:
        raise UserError(_("There is no consent to withdraw."))
    before = _build_log_values(locked)
    _withdraw(locked)
    change.note(locked, before=before, after=_build_log_values(locked))
    return locked


def _get_or_add_person(entry: Entry) -> Person:
    link = PersonEntry.objects.filter(entry=entry).first()
    if link is None:
        link = PersonEntry.objects.create(entry=entry, person=Person.objects.create())
    return Person.objects.select_for_update().get(pk=link.person_id)


def _give(person: Person, *, consent_on: datetime.date, source: str, shows_photo: bool) -> None:
    person.consent, person.consent_on, person.consent_source = Person.Consent.GIVEN, consent_on, source
    person.withdrawn_on, person.shows_photo = None, shows_photo
    _save(person)


def _withdraw(person: Person) -> None:
    person.consent, person.withdrawn_on, person.shows_photo = Person.Consent.WITHDRAWN, timezone.now().date(), False
    _save(person)


def _save(person: Person) -> None:
    person.save()
    events = list(Tournament.objects.filter(entries__person_link__person=person))
    # Pages of these events link to the person's page, or no longer.
    transaction.on_commit(lambda: forget_public_versions(events))


def _build_log_values(person: Person) -> dict[str, object]:
    return {
        "consent": person.consent,
        "consent_on": person.consent_on.isoformat() if person.consent_on else "",
        "consent_source": person.consent_source,
        "shows_photo": person.shows_photo,
    }
