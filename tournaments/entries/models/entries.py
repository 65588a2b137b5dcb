from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.validators import MinValueValidator, RegexValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.core.models import refusals
from tournaments.core.models.derived import (
    CountryCodeField,
    DerivesColumns,
    FoldedNameField,
    SearchKeyField,
    TextOfColumns,
)
from tournaments.core.models.sentences import ShortSentenceField, render_text
from tournaments.core.text import names, places
from tournaments.core.text.folding import fold_search_words
from tournaments.entries.fields import PRIVATE_FACTS
from tournaments.entries.models.categories import check_numbers
from tournaments.entries.models.questions import check_answers
from tournaments.events.models import Stage, Tournament


class Team(DerivesColumns):
    """Team with a `code`, its short, stable name in files."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="teams")
    code = models.CharField(_("code"), max_length=20)
    name = models.CharField(_("name"), max_length=120)
    country = models.CharField(_("country"), max_length=60, blank=True)
    link_number = models.PositiveIntegerField(
        default=0, editable=False, help_text="Number of times that the team's link was replaced."
    )
    imported = models.JSONField(default=dict, blank=True)
    search_key = SearchKeyField(sources=("name",))
    country_code = CountryCodeField(_("country code"))

    class Meta:
        ordering = ["tournament", "code"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "code"],
                name="team_code_once",
                violation_error_message=_("Another team has this code. Choose another one."),
            ),
            models.UniqueConstraint(
                fields=["tournament", "name"],
                name="team_name_once",
                violation_error_message=_("Another team has this name. Choose another one."),
            ),
            models.CheckConstraint(
                condition=Q(country_code__regex=places.CODE),
                name="team_country_code_known",
                violation_error_message=refusals.CHOICE,
            ),
        ]

    def __str__(self) -> str:
        return self.name


def initials_of(name: str) -> str:
    """Return the first letters of the name's parts.

    >>> initials_of("Petra Maria Quist")
    'P. M. Q.'
    """
    return " ".join(f"{part[0].upper()}." for part in name.split())


class ShownNameField(TextOfColumns):
    """Name as the event shows it; empty if that is the full name."""

    def derive(self, row: Any) -> str:
        shown, nickname = row.tournament.shown_names, row.nickname.strip()
        if nickname and shown == Tournament.ShownNames.NICKNAMES:
            return str(nickname)
        name = names.abbreviate(row.full_name) if row.initials_only else ""
        if nickname and shown == Tournament.ShownNames.BOTH:
            return f"{name or row.full_name} “{nickname}”"
        return name


class ShownKeyField(SearchKeyField):
    def derive(self, row: Any) -> str:
        name = row.shown_name
        texts = [row.family_name, row.given_name, row.native_name, str(row.romanised_name)]
        hides = bool(name) and not name.startswith(row.full_name)
        return fold_search_words(name, *([] if hides else texts), row.country, row.club)


_OF_THE_NAME = ("family_name", "given_name", "native_name", "romanised_name", "nickname", "initials_only")


class Entry(DerivesColumns):
    """Entry of a player; it stays when they drop out, for results and log; the log has no values of `PRIVATE`."""

    PRIVATE = frozenset({"answers", *PRIVATE_FACTS})
    NAMED_BY = (
        "number", "club", "country", "country_code", "family_name", "given_name", "native_name", "romanised_name",
        "shown_name",
    )  # fmt: skip
    """Columns by which `core.text.names` names a player and tells namesakes apart."""

    class Status(models.TextChoices):
        REGISTERED = "registered", _("Registered")
        WAITING = "waiting", _("Waiting list")
        CHECKED_IN = "checked_in", _("Checked in")
        DROPPED = "dropped", _("Dropped out")
        SUBSTITUTE = "substitute", _("Substitute")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField(_("number"), validators=[MinValueValidator(1)])
    family_name = models.CharField(_("family name"), max_length=80, blank=True)
    given_name = models.CharField(_("given name"), max_length=80, blank=True)
    native_name = models.CharField(_("name in native script"), max_length=120, blank=True)
    romanised_name = ShortSentenceField(_("name in Latin letters"), max_length=160, blank=True)
    nickname = models.CharField(_("nickname"), max_length=60, blank=True)
    initials_only = models.BooleanField(
        _("initials only"),
        default=False,
        help_text=_("The public sees the initials in place of the name; a nickname, if the event shows nicknames."),
    )
    country = models.CharField(_("country"), max_length=60, blank=True)
    club = models.CharField(_("club"), max_length=120, blank=True)
    team = models.ForeignKey(Team, on_delete=models.PROTECT, null=True, blank=True, related_name="members")
    ema_number = models.CharField(
        _("EMA number"),
        max_length=8,
        null=True,
        blank=True,
        validators=[RegexValidator(r"\A[0-9]{8}\Z", refusals.EMA_NUMBER)],
    )
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="plays_as",
        verbose_name=_("account"),
        help_text=_("The holder is a player and cannot see sealed boards."),
    )
    status = models.CharField(_("status"), max_length=10, choices=Status.choices, default=Status.REGISTERED)
    house = models.BooleanField(
        _("house substitute"),
        default=False,
        help_text=_("Plays only to fill a table, without a place in the standings."),
    )
    substitute_for = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="substitutes"
    )
    in_competition = models.BooleanField(
        _("Competes from now on"),
        default=False,
        editable=False,
        help_text=_("Otherwise the event's rules for substitutes apply, usually without a place."),
    )
    unranked = models.BooleanField(default=False, editable=False, help_text="Has no place in the standings.")
    filler = models.BooleanField(
        default=False, editable=False, help_text="Nobody: sits where an imported file names no player."
    )
    lot = models.PositiveIntegerField(default=0, editable=False, help_text="The smaller wins a tie; 0: none was drawn.")
    from_round = models.PositiveSmallIntegerField(
        _("plays from round"), default=1, help_text=_("Later than 1 for late players and for substitutes.")
    )
    dropped_from_round = models.PositiveSmallIntegerField(_("out from round"), null=True, blank=True)
    note = models.TextField(_("note"), blank=True)
    answers = models.JSONField(_("answers"), default=dict, blank=True, validators=[check_answers])
    categories = models.JSONField(_("categories"), default=list, blank=True, validators=[check_numbers])
    imported = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    search_key = SearchKeyField(
        sources=("family_name", "given_name", "native_name", "romanised_name", "country", "club")
    )
    folded_name = FoldedNameField(sources=("family_name", "given_name", "native_name", "romanised_name"))
    shown_name = ShownNameField(sources=_OF_THE_NAME)
    shown_key = ShownKeyField(sources=(*_OF_THE_NAME, "shown_name", "country", "club"))
    country_code = CountryCodeField(_("country code"))

    class Meta:
        ordering = ["tournament", "number"]
        verbose_name_plural = "entries"
        indexes = [models.Index(fields=["folded_name"], name="entry_folded_name")]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number"],
                name="entry_number_once",
                violation_error_message=_("Another player has this number. Choose another one."),
            ),
            models.UniqueConstraint(
                fields=["tournament", "ema_number"],
                name="entry_ema_number_once",
                violation_error_message=_("Another player has this EMA number. Check both players."),
            ),
            models.UniqueConstraint(
                fields=["tournament", "account"],
                name="entry_account_once",
                violation_error_message=_("Another player of this event holds this account."),
            ),
            models.CheckConstraint(
                condition=Q(number__gte=1),
                name="entry_number_positive",
                violation_error_message=refusals.FROM_ONE,
            ),
            models.CheckConstraint(
                condition=Q(ema_number__isnull=True) | Q(ema_number__regex=r"^[0-9]{8}$"),
                name="entry_ema_number_eight_digits",
                violation_error_message=refusals.EMA_NUMBER,
            ),
            models.CheckConstraint(
                condition=~Q(family_name="") | ~Q(given_name="") | ~Q(native_name="") | ~Q(romanised_name=""),
                name="entry_has_a_name",
                violation_error_message=refusals.NAME,
            ),
            models.CheckConstraint(
                condition=Q(status="dropped", dropped_from_round__isnull=False)
                | (~Q(status="dropped") & Q(dropped_from_round__isnull=True)),
                name="entry_dropped_since_when",
                violation_error_message=_("Enter the round from which the player is out."),
            ),
            models.CheckConstraint(
                condition=Q(filler=False) | Q(unranked=True),
                name="entry_filler_unranked",
                violation_error_message=refusals.CONTRADICTION,
            ),
            models.CheckConstraint(
                condition=~Q(status="substitute") | Q(substitute_for__isnull=False),
                name="entry_substitute_for_whom",
                violation_error_message=_("Choose the player whose chair the substitute takes."),
            ),
            models.CheckConstraint(
                condition=Q(country_code__regex=places.CODE),
                name="entry_country_code_known",
                violation_error_message=refusals.CHOICE,
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.name}"

    @property
    def is_erased(self) -> bool:
        parts = (self.family_name, self.given_name, self.native_name)
        return not any(parts) and self.full_name == initials_of(self.full_name)

    @property
    def name(self) -> str:
        """Name for the present reader: in full for the staff, as the event shows it for all others."""
        return self.full_name if names.reads_full_names() else self.public_name

    @property
    def public_name(self) -> str:
        return self.shown_name or self.full_name

    @property
    def stored_name(self) -> str:
        """Name for a text that is stored and may become public."""
        return self.shown_name or self.romanised_name or self.full_name

    @property
    def hides_name(self) -> bool:
        """True if the present reader sees initials or a nickname in place of the name."""
        return not names.reads_full_names() and self.is_hidden_from_public

    @property
    def is_hidden_from_public(self) -> bool:
        return bool(self.shown_name) and not self.shown_name.startswith(self.full_name)

    @property
    def nickname_after_name(self) -> str:
        if names.reads_full_names() or self.is_hidden_from_public:
            return ""
        return self.shown_name.removeprefix(self.full_name)

    @property
    def full_name(self) -> str:
        """Name in Latin letters ("Given Family"), else the native one."""
        if self.romanised_name:
            return render_text(self.romanised_name)
        western = f"{self.given_name} {self.family_name}".strip()
        return western or self.native_name

    @property
    def status_label(self) -> str:
        status = self.get_status_display()
        return gettext("%(status)s, house substitute") % {"status": status} if self.house else status

    @property
    def is_spare(self) -> bool:
        """True for a house substitute who has no player's chair."""
        return self.house and self.substitute_for_id is None

    @property
    def takes_no_part(self) -> bool:
        dropped = self.dropped_from_round
        return self.status == self.Status.WAITING or (dropped is not None and dropped <= self.from_round)

    def left_after(self, number: int) -> int | None:
        """Return the round after which the player left, 0 before the first; None if they play on after `number`."""
        dropped = self.dropped_from_round
        return dropped - 1 if dropped is not None and dropped <= number + 1 else None

    @property
    def sort_name(self) -> str:
        if self.hides_name:
            return self.shown_name
        return f"{self.family_name} {self.given_name}".strip() or render_text(self.romanised_name) or self.native_name


class StageEntry(models.Model):
    """Entry that passed a cut, with its place then, so that later corrections move nobody silently."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="stage_entries")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="stage_entries")
    place = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["stage", "place", "entry"]
        constraints = [
            models.UniqueConstraint(
                fields=["stage", "entry"],
                name="stage_entry_once",
                violation_error_message=_("This player is already in the stage."),
            )
        ]

    def __str__(self) -> str:
        return f"{self.stage}: {self.entry}"


class StageTeam(models.Model):
    """Team that passed a cut by teams, with its place then; its present members play the stage."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="stage_teams")
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="stage_teams")
    place = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["stage", "place", "team"]
        constraints = [
            models.UniqueConstraint(
                fields=["stage", "team"],
                name="stage_team_once",
                violation_error_message=_("This team is already in the stage."),
            )
        ]

    def __str__(self) -> str:
        return f"{self.stage}: {self.team}"


class MergedEntry(models.Model):
    """Private values of a merged entry, for taking that back, as the log has none; erased with the person."""

    stays = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="merged")
    number = models.PositiveIntegerField()
    values = models.JSONField(default=dict)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["stays", "number"], name="merged_entry_once", violation_error_message=refusals.MEANWHILE
            )
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.stays}"


class Portrait(models.Model):
    """Photo of a player for the staff; copied to the next event and erased with the person."""

    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="portrait")
    picture = models.BinaryField(help_text="JPEG without any data about where, when and by what it was taken.")
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    digest = models.CharField(max_length=64)
    added_at = models.DateTimeField(default=timezone.now, editable=False)

    def __str__(self) -> str:
        return str(self.entry)
