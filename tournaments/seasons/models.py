"""Seasons: a series of events with one ranking, roles and merged spellings. Open evenings of a club."""

from __future__ import annotations

import secrets
from fractions import Fraction

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.core.models import refusals
from tournaments.entries.models.entries import Entry, Team
from tournaments.events.models import Tournament


class Season(models.Model):
    """Series of events. `version` grows with every audited change of the season itself; events have their own."""

    slug = models.SlugField(_("short name in addresses"), max_length=60, unique=True)
    name = models.CharField(_("name"), max_length=200)
    published = models.BooleanField(
        _("public"), default=False, help_text=_("Otherwise only the season's team sees it.")
    )
    rule = models.JSONField(_("rule"), default=dict, blank=True)
    version = models.PositiveBigIntegerField(default=0, editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    updated_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return self.name


class SeasonRole(models.Model):
    """Role of an account in a season; `tournaments.core.permissions` lists the permissions."""

    class Kind(models.TextChoices):
        ORGANISER = "organiser", _("Organiser")
        HELPER = "helper", _("Helper: events and players")

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="roles")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="season_roles")
    kind = models.CharField(_("role"), max_length=10, choices=Kind.choices)

    class Meta:
        ordering = ["season", "user__username"]
        constraints = [
            models.UniqueConstraint(
                fields=["season", "user"],
                name="season_role_once",
                violation_error_message=_("This person already has a role in the season."),
            ),
            models.CheckConstraint(
                condition=Q(kind__in=["organiser", "helper"]),
                name="season_role_known",
                violation_error_message=refusals.CHOICE,
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} – {self.get_kind_display()}"


class SeasonEvent(models.Model):
    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="events")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="seasons")
    position = models.PositiveSmallIntegerField()
    factor_numerator = models.PositiveIntegerField(default=1)
    factor_denominator = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["season", "position"]
        constraints = [
            models.UniqueConstraint(
                fields=["season", "tournament"],
                name="season_event_once",
                violation_error_message=_("This event is already in the season."),
            ),
            models.UniqueConstraint(
                fields=["season", "position"],
                name="season_position_once",
                violation_error_message=refusals.MEANWHILE,
            ),
            models.CheckConstraint(
                condition=Q(position__gte=1),
                name="season_position_positive",
                violation_error_message=refusals.FROM_ONE,
            ),
            models.CheckConstraint(
                condition=Q(factor_denominator__gte=1),
                name="season_factor_is_a_number",
                violation_error_message=refusals.FRACTION,
            ),
        ]

    def __str__(self) -> str:
        return f"{self.season}: {self.tournament}"

    @property
    def factor(self) -> Fraction:
        return Fraction(self.factor_numerator, self.factor_denominator)


class SeasonMerge(models.Model):
    """Two entries of one person in this season, not names, so that nothing remains of an erased person."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="merges")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    same_as = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    linked = models.BooleanField(
        default=False, help_text="Whether this merge made one person of the entries: a split takes that back."
    )

    class Meta:
        ordering = ["season", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["season", "entry"],
                name="season_merge_once",
                violation_error_message=_("This spelling is put together with another already; part them first."),
            ),
            models.CheckConstraint(
                condition=~Q(entry=F("same_as")),
                name="season_merge_of_two",
                violation_error_message=refusals.TWO_PLAYERS,
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry} = {self.same_as}"


class SeasonTeamMerge(models.Model):
    """Two names of one team in this season, and all teams of these names."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="team_merges")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    same_as = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")

    class Meta:
        ordering = ["season", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["season", "team"],
                name="season_team_merge_once",
                violation_error_message=_("This name is put together with another already; part them first."),
            ),
            models.CheckConstraint(
                condition=~Q(team=F("same_as")),
                name="season_merge_of_two_teams",
                violation_error_message=refusals.TWO_TEAMS,
            ),
        ]

    def __str__(self) -> str:
        return f"{self.team} = {self.same_as}"


def room_token() -> str:
    """Return a new secret for a room's code: 128 bits, safe in URLs and QR codes."""
    return secrets.token_urlsafe(16)


class Evening(models.Model):
    """Open evenings of a club without draws: tables form by the code of the room.

    Each table is a round with its own date, so that any number can play at the same time.
    """

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="evening")
    token = models.CharField(max_length=43, unique=True, default=room_token, editable=False)
    is_open = models.BooleanField(_("tables can be opened"), default=True)
    newcomers = models.BooleanField(
        _("new players enter themselves"), default=True, help_text=_("Otherwise only listed players can sit down.")
    )

    def __str__(self) -> str:
        return str(self.tournament)

    @property
    def can_open_tables(self) -> bool:
        """True by the setting, until the event is closed, archived or lent."""
        over = self.tournament.state == Tournament.State.FINISHED or self.tournament.is_read_only
        return self.is_open and not over


class StoredStandings(models.Model):
    """Cache of an event's standings for seasons, made once for all viewers and again after changes."""

    class Audience(models.TextChoices):
        PUBLIC = "public", "everybody"
        TEAM = "team", "the event's organisers"

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="stored_standings")
    audience = models.CharField(max_length=6, choices=Audience.choices)
    version = models.PositiveBigIntegerField(default=0)
    changed_at = models.DateTimeField(null=True)
    mark = models.CharField(max_length=32, blank=True)
    shown = models.BooleanField(default=False, help_text="Whether there are standings for this audience.")
    whole = models.BooleanField(
        default=False,
        help_text="Whether everybody sees what the event's organisers see: nothing waits for its release.",
    )
    metrics = models.JSONField(default=list)
    team_metrics = models.JSONField(default=list)
    days = models.JSONField(default=dict, help_text="Round -> its day.")
    players = models.PositiveIntegerField(default=0)
    weight = models.TextField(default="1", help_text="Of the event's federation.")
    made_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "audience"],
                name="stored_standings_once",
                violation_error_message=refusals.MEANWHILE,
            ),
            models.CheckConstraint(
                condition=Q(audience__in=["public", "team"]),
                name="stored_standings_audience_known",
                violation_error_message=refusals.CHOICE,
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id} ({self.audience})"


class StoredResult(models.Model):
    standings = models.ForeignKey(StoredStandings, on_delete=models.CASCADE, related_name="results")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, null=True, related_name="stored_results")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, null=True, related_name="stored_results")
    place = models.PositiveIntegerField(help_text="0 without a place.")
    played = models.PositiveIntegerField(help_text="Games so far.")
    total = models.TextField()
    table_points = models.TextField()
    game_count = models.PositiveIntegerField()
    games = models.JSONField(default=list, help_text="Round, table, place, score, table points of each game.")
    amounts = models.JSONField(default=list, help_text="Round, unit and amount of penalties and corrections.")

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(entry__isnull=False, team__isnull=True) | Q(entry__isnull=True, team__isnull=False),
                name="stored_result_of_one",
                violation_error_message=refusals.TWO_PLAYERS,
            )
        ]

    def __str__(self) -> str:
        return f"{self.place}. ({self.standings_id})"
