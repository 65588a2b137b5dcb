from __future__ import annotations

import secrets

from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.core.models import refusals
from tournaments.core.models.columns import MAX_REASON_LENGTH, MailAddressField, MomentField, make_years_constraint
from tournaments.core.models.derived import CountryCodeField, DerivesColumns
from tournaments.core.text import places
from tournaments.entries.fields import REGISTRATION
from tournaments.entries.models.categories import check_numbers
from tournaments.entries.models.entries import Entry
from tournaments.entries.models.mailings import Mailing
from tournaments.entries.models.questions import check_answers
from tournaments.events.models import Tournament


class RegistrationDesk(models.Model):
    """Registration settings; `asks`: field of `Application` -> "asked" or "required"; `capacity` empty: no limit."""

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="registration_desk")
    is_open = models.BooleanField(_("registration is open"), default=False)
    closes_at = MomentField(_("closes at"), null=True, blank=True)
    capacity = models.PositiveSmallIntegerField(
        _("places"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(5000)],
        help_text=_("Leave empty for no limit. Later registrations join the waiting list."),
    )
    looks_first = models.BooleanField(
        _("approve each registration"),
        default=False,
        help_text=_("Otherwise players are entered when they confirm by e-mail."),
    )
    offer_hours = models.PositiveSmallIntegerField(
        _("hours to accept a place"),
        default=48,
        validators=[MinValueValidator(1), MaxValueValidator(720)],
    )
    asks = models.JSONField(default=dict, blank=True)
    notice = models.TextField(
        _("notice above the form"), max_length=2000, blank=True, help_text=_("Place, fee, how it is paid, hotel.")
    )
    fee = models.CharField(_("fee"), max_length=80, blank=True, help_text=_("For example: 40 €, lunch included."))

    class Meta:
        constraints = [
            make_years_constraint("desk_within_years", moments=("closes_at",)),
            models.CheckConstraint(
                condition=Q(capacity__isnull=True) | Q(capacity__gte=1),
                name="desk_has_places",
                violation_error_message=_("Enter at least 1 place, or leave the field empty."),
            ),
            models.CheckConstraint(
                condition=Q(offer_hours__gte=1),
                name="desk_offers_for_a_while",
                violation_error_message=_("Enter at least 1 hour."),
            ),
        ]

    def __str__(self) -> str:
        return str(self.tournament)


def make_own_token() -> str:
    """Return a new secret for a person's own link: 128 bits, safe in URLs."""
    return secrets.token_urlsafe(16)


class Application(DerivesColumns):
    """Registration; `token` opens its page, `mail_token` proves the address; the log has no values of `PRIVATE`."""

    PRIVATE = frozenset(column.name for column in REGISTRATION if not column.logged)

    class State(models.TextChoices):
        UNCONFIRMED = "unconfirmed", _("E-mail not confirmed")
        PENDING = "pending", _("Waiting for approval")
        ENTERED = "entered", pgettext_lazy("registration", "Entered")
        REFUSED = "refused", _("Refused")
        WITHDRAWN = "withdrawn", pgettext_lazy("registration", "Withdrawn")

    class Shown(models.TextChoices):
        FULL = "full", _("Whole name")
        SHORT = "short", _("Given name and an initial")
        INITIALS = "initials", _("Initials only")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="applications")
    number = models.PositiveIntegerField(_("number"), validators=[MinValueValidator(1)])
    entry = models.OneToOneField(Entry, on_delete=models.SET_NULL, null=True, blank=True, related_name="application")
    state = models.CharField(_("state"), max_length=12, choices=State.choices, default=State.PENDING)
    token = models.CharField(max_length=43, unique=True, default=make_own_token, editable=False)
    mail_token = models.CharField(max_length=43, default=make_own_token, editable=False)
    family_name = models.CharField(_("family name"), max_length=80)
    given_name = models.CharField(_("given name"), max_length=80)
    native_name = models.CharField(_("name in native script"), max_length=120, blank=True)
    shown = models.CharField(_("name in public"), max_length=8, choices=Shown.choices, default=Shown.FULL)
    country = models.CharField(_("country"), max_length=60, blank=True)
    club = models.CharField(_("club"), max_length=120, blank=True)
    team_name = models.CharField(_("team"), max_length=120, blank=True)
    ema_number = models.CharField(
        _("EMA number"),
        max_length=8,
        blank=True,
        validators=[RegexValidator(r"\A[0-9]{8}\Z", _("An EMA number has eight digits."))],
    )
    email = MailAddressField(_("e-mail"), blank=True)
    message = models.TextField(_("message to the organiser"), max_length=1000, blank=True)
    answers = models.JSONField(_("answers"), default=dict, blank=True, validators=[check_answers])
    categories = models.JSONField(_("categories"), default=list, blank=True, validators=[check_numbers])
    language = models.CharField(max_length=10, blank=True)
    consented_at = models.DateTimeField(default=timezone.now, editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    confirmed_at = models.DateTimeField(null=True, blank=True)
    offered_until = models.DateTimeField(_("place offered until"), null=True, blank=True)
    fee_paid_at = models.DateTimeField(_("fee paid"), null=True, blank=True)
    reason = models.CharField(_("reason"), max_length=MAX_REASON_LENGTH, blank=True)
    country_code = CountryCodeField(_("country code"))

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number"],
                name="application_number_once",
                violation_error_message=refusals.MEANWHILE,
            ),
            models.CheckConstraint(
                condition=Q(state__in=["unconfirmed", "pending", "entered", "refused", "withdrawn"]),
                name="application_state_known",
                violation_error_message=refusals.CHOICE,
            ),
            models.CheckConstraint(
                condition=Q(shown__in=["full", "short", "initials"]),
                name="application_shown_known",
                violation_error_message=refusals.CHOICE,
            ),
            models.CheckConstraint(
                condition=Q(state="entered") | Q(entry__isnull=True),
                name="application_entry_where_entered",
                violation_error_message=refusals.CONTRADICTION,
            ),
            models.CheckConstraint(
                condition=Q(offered_until__isnull=True) | Q(state="entered"),
                name="application_offer_to_the_entered",
                violation_error_message=refusals.CONTRADICTION,
            ),
            models.CheckConstraint(
                condition=Q(country_code__regex=places.CODE),
                name="application_country_code_known",
                violation_error_message=refusals.CHOICE,
            ),
        ]

    def __str__(self) -> str:
        return gettext("Registration %(number)s") % {"number": self.number}

    @property
    def whole_name(self) -> str:
        return f"{self.given_name} {self.family_name}"

    @property
    def current_answers(self) -> dict[str, str | int]:
        answers: dict[str, str | int] = self.answers if self.entry is None else self.entry.answers
        return answers

    @property
    def current_categories(self) -> list[int]:
        numbers: list[int] = self.categories if self.entry is None else self.entry.categories
        return numbers

    @property
    def public_names(self) -> dict[str, str]:
        family, given_name = self.family_name, self.given_name
        if self.shown == self.Shown.FULL:
            return {"family_name": family, "given_name": given_name, "native_name": self.native_name}
        if self.shown == self.Shown.INITIALS:
            given_name = f"{given_name[:1].upper()}."
        return {"family_name": f"{family[:1].upper()}.", "given_name": given_name, "native_name": ""}


class Email(models.Model):
    """E-mail to somebody who registers or to a mailing's recipient; erased with the registration, else the player."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        SENDING = "sending", _("being sent")
        SENT = "sent", _("sent")
        FAILED = "failed", _("failed")
        NO_ADDRESS = "no_address", _("no address")

    CONFIRMATION = "confirm"

    application = models.ForeignKey(Application, models.CASCADE, null=True, blank=True, related_name="emails")
    entry = models.ForeignKey(Entry, models.CASCADE, null=True, blank=True, related_name="emails")
    mailing = models.ForeignKey(Mailing, models.CASCADE, null=True, blank=True, related_name="emails")
    address = models.EmailField(blank=True)
    kind = models.CharField(max_length=20)
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    error = models.CharField(max_length=300, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    send_after = models.DateTimeField(default=timezone.now)
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(fields=["state", "send_after"], name="email_state_due")]
        constraints = [
            models.CheckConstraint(
                condition=Q(application__isnull=False) ^ Q(entry__isnull=False),
                name="email_to_one_person",
                violation_error_message=refusals.CONTRADICTION,
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.state}"

    @property
    def name(self) -> str:
        return self.application.whole_name if self.application else self.entry.full_name if self.entry else ""

    @property
    def player_number(self) -> int | None:
        entry = self.application.entry if self.application else self.entry
        return entry.number if entry else None
