"""Persons of this site: entries of several events that are one person, and merges of persons that can be undone."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import Any

from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.db.models.signals import post_delete
from django.dispatch import receiver
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.core.models import refusals
from tournaments.entries.models.entries import Entry


def make_key() -> str:
    """Return a new random part of an address: 128 bits, safe in URLs."""
    return secrets.token_urlsafe(16)


class Person(models.Model):
    """Person without a name or number: entries hold these, so that nothing remains when they are erased.

    A page across events exists only while the person consents.
    """

    class Consent(models.TextChoices):
        NONE = "", _("Not asked")
        GIVEN = "given", _("Given")
        WITHDRAWN = "withdrawn", _("Withdrawn")

    class Source(models.TextChoices):
        NONE = "", _("None")
        PERSON = "person", _("The person's own page")
        REGISTRATION = "registration", _("Registration")
        PAPER = "paper", _("Signed paper")
        LETTER = "letter", _("E-mail or letter")
        SPOKEN = "spoken", _("Spoken")

    consent = models.CharField(
        _("page across events"), max_length=9, choices=Consent.choices, default=Consent.NONE, blank=True, editable=False
    )
    consent_on = models.DateField(_("day of the consent"), null=True, editable=False)
    consent_source = models.CharField(
        _("source of the consent"),
        max_length=12,
        choices=Source.choices,
        default=Source.NONE,
        blank=True,
        editable=False,
    )
    withdrawn_on = models.DateField(_("day of the withdrawal"), null=True, editable=False)
    shows_photo = models.BooleanField(_("with the photo"), default=False, editable=False)
    key = models.CharField(max_length=22, unique=True, default=make_key, editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(consent="", consent_on=None, consent_source="", withdrawn_on=None, shows_photo=False)
                | (Q(consent="given", consent_on__isnull=False, withdrawn_on=None) & ~Q(consent_source=""))
                | Q(consent="withdrawn", withdrawn_on__isnull=False, shows_photo=False),
                name="person_consent_whole",
                violation_error_message=refusals.CONTRADICTION,
            ),
            models.CheckConstraint(
                condition=Q(consent_source__in=["", "person", "registration", "paper", "letter", "spoken"]),
                name="person_consent_source_known",
                violation_error_message=refusals.CHOICE,
            ),
        ]

    def __str__(self) -> str:
        return self.key


class PersonEntry(models.Model):
    """Link of an entry to its person. Event files leave it out: persons belong to the site."""

    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="person_link")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="links")
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["person", "pk"]

    def __str__(self) -> str:
        return f"{self.entry}: {self.person}"


class SomebodyElse(models.Model):
    """Answer that an entry is not this person, so that nobody is asked again."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="somebody_else")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="somebody_else")
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["entry", "person"],
                name="somebody_else_once",
                violation_error_message=refusals.MEANWHILE,
            )
        ]

    def __str__(self) -> str:
        return f"{self.entry}: not {self.person}"


class PersonMerge(models.Model):
    """Merge of two persons by an administrator. `goes` stays without entries, so that an undo brings it back."""

    goes = models.OneToOneField(Person, on_delete=models.CASCADE, related_name="merge")
    stays = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="merges")
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(
                condition=~Q(goes=F("stays")), name="person_merge_of_two", violation_error_message=refusals.TWO_PLAYERS
            )
        ]

    def __str__(self) -> str:
        return f"{self.goes} = {self.stays}"


class MergedLink(models.Model):
    """Entry that a merge moved: an undo moves it back."""

    merge = models.ForeignKey(PersonMerge, on_delete=models.CASCADE, related_name="moved")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="merged_links")

    class Meta:
        ordering = ["merge", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["merge", "entry"], name="merged_link_once", violation_error_message=refusals.MEANWHILE
            )
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.merge}"


class StoredRatings(models.Model):
    """State of the site's rating list of one family, made again by the worker when a public result changes."""

    family = models.CharField(max_length=40, unique=True)
    people = models.CharField(max_length=100, blank=True, help_text="Mark of links and consents.")
    events = models.JSONField(default=dict, help_text="Key of the event -> state, public version, last public round.")
    games = models.PositiveIntegerField(default=0)
    made_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.family


class PersonRating(models.Model):
    """Rating of a person who consents; `entries` are those whose games it comes from."""

    stored = models.ForeignKey(StoredRatings, on_delete=models.CASCADE, related_name="ratings")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="ratings")
    value = models.FloatField()
    uncertainty = models.FloatField()
    games = models.PositiveIntegerField()
    entries = models.JSONField(default=list)
    history = models.JSONField(default=list, help_text="Event, round, games so far, rating after each round.")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["stored", "person"], name="person_rating_once", violation_error_message=refusals.MEANWHILE
            )
        ]

    def __str__(self) -> str:
        return f"{self.person_id} ({self.stored_id})"


def delete_empty(keys: Iterable[int]) -> None:
    """Delete those of the persons that have no entries and that no undo would give entries back."""
    returning = MergedLink.objects.filter(merge__goes=OuterRef("pk"))
    Person.objects.filter(~Exists(returning), pk__in=list(keys), links=None).delete()


@receiver(post_delete, sender=PersonEntry)
def delete_person_of_last_entry(instance: PersonEntry, **_more: Any) -> None:
    delete_empty([instance.person_id])


@receiver(post_delete, sender=MergedLink)
def delete_person_of_last_return(instance: MergedLink, **_more: Any) -> None:
    delete_empty(PersonMerge.objects.filter(pk=instance.merge_id).values_list("goes", flat=True))


@receiver(post_delete, sender=PersonMerge)
def delete_person_without_merge(instance: PersonMerge, **_more: Any) -> None:
    delete_empty([instance.goes_id])
