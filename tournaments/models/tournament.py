"""A tournament, the rules it is played by, its stages, and the players and teams who take part."""

from __future__ import annotations

from fractions import Fraction

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.wording import things
from tournaments.wording.rules import title_of

from . import refusals
from .sentences import ShortSentenceField, said

MOST_ROUNDS = 9999
"""A league of a club numbers its evenings through the years."""


class Tournament(models.Model):
    """One event. `version` grows with every audited change: it is the cache key and the ETag of all its pages."""

    class State(models.TextChoices):
        PLANNED = "planned", _("Planned")
        RUNNING = "running", _("Running")
        FINISHED = "finished", _("Finished")

    class Confirmations(models.TextChoices):
        NONE = "none", _("None: an entered sheet counts at once")
        ONE = "one", _("One other person")
        OWN = "own", _("One person; staff may confirm sheets that they entered")
        ALL = "all", _("All players of the table")

    class EntryBy(models.TextChoices):
        SCORERS = "scorers", _("Scorers only")
        TABLE_CODE = "table_code", _("Scorers, and players by the table's code")

    class LateExtra(models.TextChoices):
        NONE = "none", _("A late table gets no extra time")
        FULL = "full", _("A late table gets back the minutes it lost")
        REFEREE = "referee", _("The referee grants extra time table by table")

    slug = models.SlugField(_("short name in addresses"), max_length=60, unique=True)
    name = models.CharField(_("name"), max_length=200)
    place = models.CharField(_("place"), max_length=200, blank=True)
    starts_on = models.DateField(_("first day"), null=True, blank=True)
    ends_on = models.DateField(_("last day"), null=True, blank=True)
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    print_languages = models.JSONField(_("languages of printed matter"), default=list, blank=True)
    family = models.CharField(_("rule family"), max_length=40)
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.PLANNED)
    published = models.BooleanField(_("public pages open"), default=False)
    rehearsal = models.BooleanField(_("rehearsal"), default=False, editable=False)
    rounds_planned = models.PositiveSmallIntegerField(
        _("rounds"), default=1, validators=[MinValueValidator(1), MaxValueValidator(MOST_ROUNDS)]
    )
    minutes_per_round = models.PositiveSmallIntegerField(
        _("minutes per round"), default=90, validators=[MinValueValidator(1)]
    )
    confirmations = models.CharField(
        _("confirmations of a sheet"), max_length=4, choices=Confirmations.choices, default=Confirmations.ONE
    )
    blind_reentry = models.BooleanField(
        _("the second person types the sheet again without seeing it"),
        default=False,
        help_text=_(
            "Finds slips that a look does not: on the round's results page the second person types every sheet once "
            "more, and those that are alike are confirmed together."
        ),
    )
    entry_by = models.CharField(
        _("who enters results"), max_length=12, choices=EntryBy.choices, default=EntryBy.SCORERS
    )
    one_phone = models.BooleanField(
        _("players may confirm on one phone, with their initials"),
        default=False,
        help_text=_("Otherwise each player confirms on a phone of their own, never on the one that entered the sheet."),
    )
    standings_hidden = models.BooleanField(_("standings hidden until the ceremony"), default=False)
    hidden_from_round = models.PositiveSmallIntegerField(
        _("hidden from round"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(MOST_ROUNDS)],
        help_text=_("Standings up to the round before stay open. Empty: all standings are hidden."),
    )
    hidden_results_open = models.BooleanField(
        _("results of hidden rounds are shown"),
        default=False,
        help_text=_("Whoever adds them up then knows the standings."),
    )
    archived_at = models.DateTimeField(_("archived since"), null=True, blank=True, editable=False)
    ceremony_at = models.DateTimeField(_("ceremony since"), null=True, blank=True, editable=False)
    late_extra = models.CharField(_("late tables"), max_length=8, choices=LateExtra.choices, default=LateExtra.REFEREE)
    """Kept for the files and logs of events that said something here; nothing asks it."""
    tables_in_row = models.PositiveSmallIntegerField(
        _("tables in a row of the hall"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(20)],
        help_text=_("The board draws the hall so, table 1 at the front left. Empty: as the screen has room."),
    )
    team_size = models.PositiveSmallIntegerField(
        _("players in a team"), null=True, blank=True, help_text=_("Empty: no teams.")
    )
    team_best = models.PositiveSmallIntegerField(_("best scores of a team that count"), null=True, blank=True)
    separate = models.JSONField(
        _("kept apart at tables"),
        default=list,
        blank=True,
        help_text=_("Any of team, club, country, most important first."),
    )
    extra = models.JSONField(
        default=dict, blank=True, help_text="Facts of an imported file that have no field here; exported unchanged."
    )
    origins = models.JSONField(
        default=list, editable=False, help_text="Sites that the event came from, and which row each key of theirs is."
    )
    version = models.PositiveBigIntegerField(default=0, editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    updated_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-starts_on", "name"]
        constraints = [
            models.CheckConstraint(
                condition=Q(starts_on__isnull=True) | Q(ends_on__isnull=True) | Q(ends_on__gte=F("starts_on")),
                name="tournament_ends_after_start",
                violation_error_message=refusals.LAST_DAY,
            ),
            models.CheckConstraint(
                condition=Q(state__in=["planned", "running", "finished"]),
                name="tournament_state_known",
                violation_error_message=refusals.CHOICE,
            ),
            models.CheckConstraint(
                condition=Q(confirmations__in=["none", "one", "own", "all"]),
                name="tournament_confirmations_known",
                violation_error_message=refusals.CHOICE,
            ),
            models.CheckConstraint(
                condition=Q(team_best__isnull=True)
                | (Q(team_size__isnull=False) & Q(team_best__gte=1) & Q(team_best__lte=F("team_size"))),
                name="tournament_best_of_team",
                violation_error_message=refusals.TEAM_BEST,
            ),
            models.CheckConstraint(
                condition=Q(rounds_planned__gte=1),
                name="tournament_has_a_round",
                violation_error_message=_("Enter at least 1 round."),
            ),
            models.CheckConstraint(
                condition=Q(rehearsal=False) | Q(published=False),
                name="tournament_rehearsal_not_public",
                violation_error_message=_("A rehearsal is never public."),
            ),
            models.CheckConstraint(
                condition=Q(hidden_from_round__isnull=True) | Q(hidden_from_round__gte=1),
                name="tournament_hidden_from_a_round",
                violation_error_message=_("Enter the number of a round, or leave the field empty."),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def ruleset(self) -> RulesetVersion:
        """The newest version of the rules. Raises `RulesetVersion.DoesNotExist` before the first is made."""
        newest = self.rulesets.order_by("-number").first()
        if newest is None:
            raise RulesetVersion.DoesNotExist(self.slug)
        return newest

    @property
    def has_teams(self) -> bool:
        return self.team_size is not None


class RulesetVersion(models.Model):
    """The rules as they stood: preset and parameters, match scoring, tie-breaks, substitutes. Never edited once frozen.

    match_scoring: what `engine.match.scoring.MatchScoring.from_dict` reads, e.g. {"start_points": 0, "table_points":
    [4, 2, 1, 0]}; numbers that are not whole stand as text ("0.5", "7/3"). tie_breaks: metric keys, most important
    first.
    substitute_policy: {"points": "own" | "replaced" | "zero", "place": bool, "qualify": bool, "team": bool,
    "list_withdrawn": bool}; what an older version lacks is as it was then (all true).
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rulesets")
    number = models.PositiveSmallIntegerField()
    preset = models.CharField(_("rules"), max_length=60)
    parameters = models.JSONField(default=dict, blank=True)
    match_scoring = models.JSONField(default=dict, blank=True)
    tie_breaks = models.JSONField(default=list, blank=True)
    substitute_policy = models.JSONField(default=dict, blank=True)
    reason = models.TextField(_("reason"), blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    frozen_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number"],
                name="ruleset_number_once",
                violation_error_message=refusals.MEANWHILE,
            ),
            models.CheckConstraint(
                condition=Q(number=1) | ~Q(reason=""),
                name="ruleset_change_has_reason",
                violation_error_message=refusals.REASON,
            ),
        ]

    def __str__(self) -> str:
        return things.rules_name(title_of(self.preset), self.number)


class Stage(models.Model):
    """Consecutive rounds of one field: a qualification, then a cut to the first n of the standings, then finals."""

    class Kind(models.TextChoices):
        QUALIFICATION = "qualification", _("Qualification")
        FINAL = "final", _("Final")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField()
    name = ShortSentenceField(_("name"), max_length=80)
    kind = models.CharField(_("kind"), max_length=14, choices=Kind.choices, default=Kind.QUALIFICATION)
    cut_to = models.PositiveSmallIntegerField(_("the first n of the stage before"), null=True, blank=True)
    cut_at = models.DateTimeField(null=True, blank=True)
    carry_numerator = models.PositiveSmallIntegerField(
        default=1, help_text="1/1 keeps the points, 0/1 starts from zero."
    )
    carry_denominator = models.PositiveSmallIntegerField(default=1)
    entries: models.ManyToManyField[Entry, StageEntry] = models.ManyToManyField(
        "Entry", through="StageEntry", related_name="stages"
    )

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number"],
                name="stage_number_once",
                violation_error_message=refusals.MEANWHILE,
            ),
            models.CheckConstraint(
                condition=Q(carry_denominator__gte=1),
                name="stage_carry_divides",
                violation_error_message=refusals.FRACTION,
            ),
            models.CheckConstraint(
                condition=Q(carry_numerator__lte=F("carry_denominator")),
                name="stage_carry_at_most_all",
                violation_error_message=_("A stage cannot carry over more than all points."),
            ),
        ]

    def __str__(self) -> str:
        return said(self.name)

    @property
    def carry(self) -> Fraction:
        """The part of the earlier stages' points that counts on: 1 keeps all, 0 none."""
        return Fraction(self.carry_numerator, self.carry_denominator)


class Team(models.Model):
    """A team. `code` is its short, stable name in files; imported events bring their own."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="teams")
    code = models.CharField(_("code"), max_length=20)
    name = models.CharField(_("name"), max_length=120)
    country = models.CharField(_("country"), max_length=60, blank=True)
    extra = models.JSONField(default=dict, blank=True)

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
        ]

    def __str__(self) -> str:
        return self.name


IN_COMPETITION = "in_competition"
"""Key of `Entry.extra`: took the chair of an absent player over as a competitor, so the rules for substitutes do not
hold."""


class Entry(models.Model):
    """A player's place in a tournament. The row stays when the player drops: results and audit point at it.

    `romanised_name` is a sentence where the program gave the name (a filler of an imported event).
    """

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
        help_text=_("Who holds it plays, and sees no sealed board of the event."),
    )
    status = models.CharField(_("status"), max_length=10, choices=Status.choices, default=Status.REGISTERED)
    substitute_for = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="substitutes"
    )
    from_round = models.PositiveSmallIntegerField(
        _("plays from round"), default=1, help_text=_("Later than 1 for late players and for substitutes.")
    )
    dropped_from_round = models.PositiveSmallIntegerField(_("out from round"), null=True, blank=True)
    note = models.TextField(_("note"), blank=True)
    extra = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["tournament", "number"]
        verbose_name_plural = "entries"
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
                condition=~Q(status="substitute") | Q(substitute_for__isnull=False),
                name="entry_substitute_for_whom",
                violation_error_message=_("Choose the player whose chair the substitute takes."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.name}"

    @property
    def name(self) -> str:
        """The name in Latin letters where there is one ("Given Family"), else the native one."""
        if self.romanised_name:
            return said(self.romanised_name)
        western = f"{self.given_name} {self.family_name}".strip()
        return western or self.native_name

    @property
    def sort_name(self) -> str:
        """The name to sort lists by: family name first."""
        return f"{self.family_name} {self.given_name}".strip() or said(self.romanised_name) or self.native_name


class StageEntry(models.Model):
    """An entry that a cut let through, with its place then: a later correction moves nobody silently."""

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


class SeatingConstraint(models.Model):
    """A wish or a ban that every seating of the tournament is measured against."""

    class Kind(models.TextChoices):
        FIXED_TABLE = "fixed_table", _("Always at this table")
        FORBIDDEN_PAIR = "forbidden_pair", _("Never at one table")
        WISHED_PAIR = "wished_pair", _("Once at one table")
        REFEREE = "referee", _("Referees too: never at a table with another of them")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="seating_constraints")
    kind = models.CharField(_("kind"), max_length=14, choices=Kind.choices)
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="seating_constraints")
    other = models.ForeignKey(Entry, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    table_number = models.PositiveSmallIntegerField(_("table"), null=True, blank=True)
    reason = models.CharField(_("reason"), max_length=200, blank=True)

    class Meta:
        ordering = ["tournament", "kind", "entry"]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind="fixed_table", table_number__isnull=False, other__isnull=True)
                | Q(kind__in=["forbidden_pair", "wished_pair"], table_number__isnull=True, other__isnull=False)
                | Q(kind="referee", table_number__isnull=True, other__isnull=True),
                name="seating_constraint_complete",
                violation_error_message=_("Choose the table for a fixed table, and the second player for a pair."),
            ),
            models.CheckConstraint(
                condition=Q(other__isnull=True) | ~Q(other=F("entry")),
                name="seating_constraint_two_players",
                violation_error_message=refusals.TWO_PLAYERS,
            ),
            models.UniqueConstraint(
                fields=["entry"],
                condition=Q(kind="fixed_table"),
                name="seating_constraint_one_table",
                violation_error_message=_("This player already has a fixed table."),
            ),
            models.UniqueConstraint(
                fields=["entry"],
                condition=Q(kind="referee"),
                name="seating_constraint_referee_once",
                violation_error_message=_("This player is already marked as a referee."),
            ),
            models.UniqueConstraint(
                fields=["kind", "entry", "other"],
                condition=Q(other__isnull=False),
                name="seating_constraint_pair_once",
                violation_error_message=_("This is already entered for these two players."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.entry}"
