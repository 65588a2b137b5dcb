"""Accounts, roles at tournaments, API tokens and sign-in links."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

from django.conf import settings
from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.core.models import refusals


class Limits(NamedTuple):
    """Limits of an account used through a token: the key of one tournament or None, and actions."""

    tournament: int | None
    actions: frozenset[str]


class Accounts(UserManager["User"]):
    use_in_migrations = False


class User(AbstractUser):
    """Account. Players need none: they are entries of a tournament and use their table's code."""

    PRIVATE = frozenset({"email"})

    objects: ClassVar[Accounts] = Accounts()

    language = models.CharField(
        _("language"), max_length=10, blank=True, help_text=_("Leave empty to use the browser's language.")
    )

    acted_at = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.CASCADE, null=True, blank=True, editable=False, related_name="+"
    )
    acted_as = models.CharField(max_length=150, blank=True, editable=False)
    """Name of an actor of an imported event's log, who cannot sign in."""

    max_events = models.PositiveIntegerField(
        _("events"), null=True, blank=True, help_text=_("Open events at a time. Leave empty for the site's limit.")
    )
    max_mails = models.PositiveIntegerField(
        _("e-mails a day"), null=True, blank=True, help_text=_("To players. Leave empty for the site's limit.")
    )
    max_megabytes = models.PositiveIntegerField(
        _("megabytes"), null=True, blank=True, help_text=_("Photos and logs. Leave empty for the site's limit.")
    )

    column_choices = models.JSONField(default=dict, blank=True, editable=False)
    """Kind of table -> heading, folded -> meaning that the person chose for it at an import."""

    limits: Limits | None = None
    """None for a signed-in person; `tournaments.core.permissions` keeps the limits of an API token."""

    def __str__(self) -> str:
        return self.acted_as or self.get_username()

    def save(self, *args: Any, **kwargs: Any) -> None:
        # Pages and `manage.py changepassword` both change passwords here.
        changed = self._password is not None  # type: ignore[attr-defined]
        super().save(*args, **kwargs)
        if changed:
            self.api_tokens.all().delete()


class AccountRules(models.Model):
    """Single row: sign-up of organisers, and the limits of each of them."""

    sign_up = models.BooleanField(
        _("organisers ask for accounts"),
        default=False,
        help_text=_("The sign-in page then has a form; an administrator approves each request."),
    )
    max_events = models.PositiveIntegerField(
        _("events"), null=True, blank=True, help_text=_("Open events of an organiser at a time. Empty: no limit.")
    )
    max_mails = models.PositiveIntegerField(
        _("e-mails a day"), null=True, blank=True, help_text=_("To players, of an organiser. Empty: no limit.")
    )
    max_megabytes = models.PositiveIntegerField(
        _("megabytes"), null=True, blank=True, help_text=_("Photos and logs of an organiser's events. Empty: no limit.")
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(pk=1),
                name="account_rules_once",
                violation_error_message=_("A site has one set of rules. Change the one it has."),
            )
        ]

    def __str__(self) -> str:
        return str(_("Rules for accounts"))

    @classmethod
    def current(cls) -> AccountRules:
        """Return the stored row, or an unstored one with the values of a new site."""
        return cls.objects.filter(pk=1).first() or cls(pk=1)


class AccountRequest(models.Model):
    """Request for an organiser's account; deleted when an administrator approves or refuses it."""

    PRIVATE = frozenset({"username", "email", "about"})

    username = models.CharField(_("user name"), max_length=150, validators=[User.username_validator])
    email = models.EmailField(_("e-mail address"))
    about = models.CharField(_("club or federation"), max_length=200)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["created_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["email"],
                name="account_request_once",
                violation_error_message=_("This address has already asked for an account."),
            )
        ]

    def __str__(self) -> str:
        return f"request {self.pk}"


class Role(models.TextChoices):
    """Roles at a tournament; `tournaments.core.permissions` lists their permissions."""

    DIRECTOR = "director", _("Director")
    SEATING = "seating", _("Seating")
    SCORER = "scorer", _("Scorer")
    REFEREE = "referee", _("Referee")
    CHECK_IN = "check_in", _("Check-in")
    DISPLAY = "display", _("Display")


class Membership(models.Model):
    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(_("role"), max_length=12, choices=Role.choices)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["tournament", "user__username", "role"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "user", "role"],
                name="membership_once",
                violation_error_message=_("This person already has this role."),
            ),
            models.CheckConstraint(
                condition=models.Q(role__in=Role.values),
                name="membership_role_known",
                violation_error_message=refusals.CHOICE,
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} – {self.get_role_display()}"


class ApiToken(models.Model):
    """API token with fewer permissions than its account. Only a digest of the key is stored."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(_("name"), max_length=80)
    digest = models.CharField(max_length=64, unique=True)
    tournament = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.CASCADE, null=True, blank=True, related_name="api_tokens"
    )
    scopes = models.JSONField(default=list, help_text="Keys of `SCOPES` in the table of permissions.")
    by_sign_in = models.BooleanField(default=False, help_text="A program got it for a name and a password.")
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["user", "-created_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.name} ({self.user})"


class SignInLink(models.Model):
    """One-time sign-in link. Only a digest is stored, so reading the database opens no account."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="sign_in_links")
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    opens_browser = models.BooleanField(
        default=False, editable=False, help_text="Made by a start of the program for the browser that it opens."
    )

    def __str__(self) -> str:
        return f"sign-in link of {self.user}"
