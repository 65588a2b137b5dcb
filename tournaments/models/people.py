"""Who works with a tournament: accounts, their roles, and one-time ways in."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """An account. Players need none: they are entries of a tournament, and a table's code lets them in."""

    language = models.CharField(_("language"), max_length=10, blank=True, help_text=_("Empty: the browser's choice."))


class Role(models.TextChoices):
    """What somebody does at a tournament; the permissions of each stand in `tournaments.permissions`."""

    DIRECTOR = "director", _("Director")
    SEATING = "seating", _("Seating")
    SCORER = "scorer", _("Scorer")
    REFEREE = "referee", _("Referee")
    CHECK_IN = "check_in", _("Check-in")
    DISPLAY = "display", _("Display")


class Membership(models.Model):
    """One role of one account at one tournament; an account may hold several."""

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(_("role"), max_length=12, choices=Role.choices)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["tournament", "user__username", "role"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "user", "role"], name="membership_once"),
            models.CheckConstraint(condition=models.Q(role__in=Role.values), name="membership_role_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user} – {self.get_role_display()}"


class SignInLink(models.Model):
    """A link that signs one account in once. Only a digest is kept, so reading the database opens no account."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="sign_in_links")
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"sign-in link of {self.user}"
