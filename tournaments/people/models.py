"""Persons of this site: entries of several events that are one person."""

from __future__ import annotations

import secrets

from django.db import models
from django.utils import timezone

from tournaments.core.models import refusals
from tournaments.entries.models.entries import Entry


def make_key() -> str:
    """Return a new random part of an address: 128 bits, safe in URLs."""
    return secrets.token_urlsafe(16)


class Person(models.Model):
    """Person without a name or number: entries hold these, so that nothing remains when they are erased."""

    key = models.CharField(max_length=22, unique=True, default=make_key, editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["pk"]

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
