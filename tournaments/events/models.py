"""Tournament, versions of its rules, its stages and announcements."""

from __future__ import annotations

import datetime
import hashlib
import zoneinfo
from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any, NamedTuple

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Max, Min, Q
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from engine.family import Ruleset, ruleset, ruleset_names
from engine.match.scoring import MatchScoring
from tournaments.core.models import refusals
from tournaments.core.models.columns import DayField, MomentField, make_years_constraint
from tournaments.core.models.derived import DerivesColumns, SearchKeyField
from tournaments.core.models.sentences import ShortSentenceField, render_text
from tournaments.core.text import places
from tournaments.core.text.rules import find_ruleset_title
from tournaments.events import validators
from tournaments.events.colours import COLOUR
from tournaments.events.embedding import ORIGINS

MAX_ROUNDS = 9999
"""Limit of rounds: a club league numbers its evenings through the years."""


class Tournament(DerivesColumns):
    """Event whose `version` grows with every audited change: the cache key and ETag of all its pages."""

    class State(models.TextChoices):
        PLANNED = "planned", _("Planned")
        RUNNING = "running", _("Running")
        FINISHED = "finished", _("Finished")

    class Confirmations(models.TextChoices):
        NONE = "none", _("None: an entered sheet counts at once")
        ONE = "one", _("One other person")
        OWN = "own", _("One person; staff may confirm sheets that they entered")
        ALL = "all", _("All players of the table")

    class ShownNames(models.TextChoices):
        NAMES = "names", _("Names")
        NICKNAMES = "nicknames", _("Nicknames")
        BOTH = "both", _("Names with nicknames")

    class EntryBy(models.TextChoices):
        SCORERS = "scorers", _("Scorers only")
        TABLE_CODE = "table_code", _("Scorers, and players by the table's code")

    class Feature(models.TextChoices):
        STAGES = "stages", _("Stages and cuts")
        TEAMS = "teams", _("Teams")
        DUPLICATE = "duplicate", _("Duplicate boards")
        EVENINGS = "evenings", _("Open evenings")
        FEDERATION = "federation", _("Federation files")
        HALL_PLAN = "hall_plan", _("Plan of the hall")
        FEES = "fees", _("Fees and payments")
        CATEGORIES = "categories", _("Categories")

    slug = models.SlugField(_("short name in addresses"), max_length=60, unique=True)
    name = models.CharField(_("name"), max_length=200)
    place = models.CharField(_("place"), max_length=200, blank=True)
    country_code = models.CharField(
        _("country"), max_length=3, blank=True, default="", help_text=_("Visitors find events by it.")
    )
    """Empty if unknown: nothing derives it from place or players."""
    organiser = models.CharField(
        _("organiser"), max_length=120, blank=True, default="", help_text=_("The club or federation, for everybody.")
    )
    search_key = SearchKeyField(sources=("name", "place", "organiser"))
    colour = models.CharField(
        _("colour"), max_length=7, blank=True, default="", editable=False, validators=[validators.check_colour]
    )
    embed_sites = models.CharField(
        _("sites that may show this event"),
        max_length=600,
        blank=True,
        default="",
        validators=[validators.check_origins],
        help_text=_(
            "Addresses such as https://club.example, separated by spaces: their pages may show standings, seating and "
            "clock in a frame."
        ),
    )
    starts_on = DayField(_("first day"), null=True, blank=True)
    ends_on = DayField(_("last day"), null=True, blank=True)
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    print_languages = models.JSONField(_("print languages"), default=list, blank=True)
    family = models.CharField(_("rule family"), max_length=40)
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.PLANNED)
    published = models.BooleanField(_("public pages open"), default=False)
    shown_names = models.CharField(
        _("players are shown by"),
        max_length=9,
        choices=ShownNames.choices,
        default=ShownNames.NAMES,
        help_text=_("On pages, screens, papers and in files for the public. A player without a nickname has the name."),
    )
    rehearsal = models.BooleanField(_("rehearsal"), default=False, editable=False)
    rounds_planned = models.PositiveSmallIntegerField(
        _("rounds"), default=1, validators=[MinValueValidator(1), MaxValueValidator(MAX_ROUNDS)]
    )
    minutes_per_round = models.PositiveSmallIntegerField(
        _("minutes per round"), default=90, validators=[MinValueValidator(1)]
    )
    confirmations = models.CharField(
        _("confirmations of a sheet"), max_length=4, choices=Confirmations.choices, default=Confirmations.ONE
    )
    blind_reentry = models.BooleanField(
        _("each sheet is entered twice"),
        default=False,
        help_text=_(
            "A second person types each sheet again on the results page. Matching sheets are confirmed together."
        ),
    )
    entry_by = models.CharField(
        _("results entered by"), max_length=12, choices=EntryBy.choices, default=EntryBy.SCORERS
    )
    one_phone = models.BooleanField(
        _("players confirm on one phone with initials"),
        default=False,
        help_text=_("Otherwise each player confirms on their own phone, not on the one that entered the sheet."),
    )
    standings_hidden = models.BooleanField(_("standings hidden until the ceremony"), default=False)
    hidden_from_round = models.PositiveSmallIntegerField(
        _("hidden from round"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(MAX_ROUNDS)],
        help_text=_("Standings before this round stay public. Leave empty to hide all standings."),
    )
    hidden_results_open = models.BooleanField(
        _("show results of hidden rounds"),
        default=False,
        help_text=_("The standings can then be worked out from the results."),
    )
    contact_days = models.PositiveSmallIntegerField(
        _("days to keep contact data"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(3650)],
        help_text=_("After the last day; then addresses and messages are deleted. Leave empty to keep them."),
    )
    archived_at = models.DateTimeField(_("archived since"), null=True, blank=True, editable=False)
    lent_at = models.DateTimeField(_("played in the hall since"), null=True, blank=True, editable=False)
    """Time since when another computer changes the event; it is read-only here until it returns."""
    ceremony_at = models.DateTimeField(_("ceremony since"), null=True, blank=True, editable=False)
    tables_in_row = models.PositiveSmallIntegerField(
        _("tables per row"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(20)],
        help_text=_("Layout of the board, with table 1 at the front left. Leave empty to fit the screen."),
    )
    team_size = models.PositiveSmallIntegerField(
        _("players per team"), null=True, blank=True, help_text=_("Leave empty for no teams.")
    )
    team_best = models.PositiveSmallIntegerField(_("counting scores per team"), null=True, blank=True)
    line_up_size = models.PositiveSmallIntegerField(
        _("players of a team in a round"),
        null=True,
        blank=True,
        help_text=_("Teams then name who plays; the others rest. Leave empty if all play."),
    )
    line_up_hours = models.PositiveSmallIntegerField(
        _("hours before a round to name who plays"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(720)],
        help_text=_("Captains name their players until then. Leave empty for until the round starts."),
    )
    separate = models.JSONField(
        _("players kept apart"),
        default=list,
        blank=True,
        help_text=_("Team, club or country, most important first."),
    )
    features = models.JSONField(
        _("optional features"),
        default=list,
        blank=True,
        help_text=_("Only these appear in menus and forms."),
    )
    federation = models.CharField(_("Federation"), max_length=40, default="ema", editable=False)
    federation_columns = models.JSONField(
        _("Columns"),
        null=True,
        blank=True,
        editable=False,
        validators=[validators.check_columns],
        help_text="Heading and field of each; null: the federation's own.",
    )
    federation_limits = models.JSONField(
        _("Limits of the weight"),
        null=True,
        blank=True,
        editable=False,
        validators=[validators.check_limits],
        help_text="Days, players, countries: from so many on, the addition; null: the federation's own.",
    )
    qualification = models.BooleanField(_("The event qualifies for a championship"), default=False, editable=False)
    named_countries = models.JSONField(
        _("Countries"),
        default=dict,
        blank=True,
        editable=False,
        validators=[validators.check_texts],
        help_text="Text that names no country, folded: the code that the organiser named.",
    )
    accepted_open_items = models.JSONField(
        default=dict,
        blank=True,
        editable=False,
        validators=[validators.check_lists_of_texts],
        help_text="Step of several requests: the keys of the open items with which it goes on.",
    )
    import_digest = models.CharField(
        max_length=64, blank=True, default="", editable=False, help_text="Of the file that the event was imported from."
    )
    imported = models.JSONField(
        default=dict, blank=True, help_text="Facts of an imported file that have no field here; exported unchanged."
    )
    hall_code_number = models.PositiveIntegerField(
        default=0, editable=False, help_text="Number of times that the code of the hall was replaced."
    )
    origins = models.JSONField(
        default=list, editable=False, help_text="Sites that the event came from, and which row each key of theirs is."
    )
    ranking_version = models.PositiveSmallIntegerField(
        default=2,
        editable=False,
        help_text="Rule of the places (`standings.logic.RankingRules`): 1 in events played up to release 0.3.0.",
    )
    inputs_kept_since = models.DateTimeField(
        null=True,
        blank=True,
        editable=False,
        help_text="Before, an earlier release kept no inputs of draws, cuts, papers and files. Null: all are kept.",
    )
    version = models.PositiveBigIntegerField(default=0, editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    updated_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-starts_on", "name"]
        constraints = [
            make_years_constraint("tournament_within_years", days=("starts_on", "ends_on")),
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
                violation_error_message=refusals.OF_TEAM,
            ),
            models.CheckConstraint(
                condition=Q(line_up_size__isnull=True)
                | (Q(team_size__isnull=False) & Q(line_up_size__gte=1) & Q(line_up_size__lte=F("team_size"))),
                name="tournament_line_up_of_team",
                violation_error_message=refusals.OF_TEAM,
            ),
            models.CheckConstraint(
                condition=Q(line_up_hours__isnull=True) | Q(line_up_hours__gte=1, line_up_hours__lte=720),
                name="tournament_line_up_hours",
                violation_error_message=_("Enter 1 to 720 hours, or leave the field empty."),
            ),
            models.CheckConstraint(
                condition=Q(contact_days__isnull=True) | Q(contact_days__gte=1, contact_days__lte=3650),
                name="tournament_contact_days",
                violation_error_message=_("Enter 1 to 3650 days, or leave the field empty."),
            ),
            models.CheckConstraint(
                condition=Q(country_code__regex=places.PLACE_CODE),
                name="tournament_country_code_known",
                violation_error_message=refusals.CHOICE,
            ),
            models.CheckConstraint(
                condition=Q(colour="") | Q(colour__regex=COLOUR),
                name="tournament_colour_written",
                violation_error_message=refusals.CHOICE,
            ),
            models.CheckConstraint(
                condition=Q(embed_sites="") | Q(embed_sites__regex=ORIGINS),
                name="tournament_embed_sites_written",
                violation_error_message=refusals.CHOICE,
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
                condition=Q(lent_at__isnull=True) | Q(archived_at__isnull=True),
                name="tournament_lent_not_archived",
                violation_error_message=_("An event that is played in the hall is not archived."),
            ),
            models.CheckConstraint(
                condition=Q(hidden_from_round__isnull=True) | Q(hidden_from_round__gte=1),
                name="tournament_hidden_from_a_round",
                violation_error_message=_("Enter the number of a round, or leave the field empty."),
            ),
            models.CheckConstraint(
                condition=Q(ranking_version__gte=1, ranking_version__lte=2),
                name="tournament_ranking_version_known",
                violation_error_message=refusals.CHOICE,
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def ruleset(self) -> RulesetVersion:
        """Newest version of the rules. Raises `RulesetVersion.DoesNotExist` without one."""
        newest = self.rulesets.order_by("-number").first()
        if newest is None:
            raise RulesetVersion.DoesNotExist(self.slug)
        return newest

    @cached_property
    def lasts_weeks(self) -> bool:
        """True if days and rounds are weeks apart, so that a weekday does not identify a day."""
        limits = self.rounds.aggregate(Min("day"), Max("day"), Min("starts_at"), Max("starts_at"))
        zone = zoneinfo.ZoneInfo(self.time_zone)
        starts = [limits[name] for name in ("starts_at__min", "starts_at__max") if limits[name]]
        days = [self.starts_on, self.ends_on, limits["day__min"], limits["day__max"]]
        dates = [day for day in (*days, *(start.astimezone(zone).date() for start in starts)) if day]
        return bool(dates) and max(dates) - min(dates) >= datetime.timedelta(days=7)

    @property
    def is_read_only(self) -> bool:
        return self.archived_at is not None or self.lent_at is not None

    @property
    def has_teams(self) -> bool:
        return self.team_size is not None

    @property
    def enabled(self) -> frozenset[str]:
        """Optional features shown in menus and forms."""
        return frozenset(self.features) | ({self.Feature.TEAMS} if self.has_teams else set())


class HouseRule(NamedTuple):
    """Exception of the event to a clause; `option`: the option of the edition that it changes, or empty."""

    number: int
    clause: str
    text: str
    option: str = ""

    def __str__(self) -> str:
        return f"H{self.number}"


def check_house_rules(value: Any) -> None:
    """Raise ValidationError unless the value is a list of house rules with distinct numbers."""
    try:
        rules = [HouseRule(**row) for row in value]
    except TypeError:
        rules = [HouseRule(0, "", "")]
    texts = [text for rule in rules for text in (rule.clause, rule.text, rule.option)]
    numbers = [rule.number for rule in rules]
    are_positive = all(type(number) is int and number >= 1 for number in numbers) and len({*numbers}) == len(numbers)
    if not are_positive or not all(isinstance(text, str) for text in texts):
        raise ValidationError(_("House rules are a list of numbers, clauses and texts."))


class SubstituteRules(NamedTuple):
    """Treatment of substitutes for `standings.logic.SubstitutePolicy`; defaults are for keys that older versions lack.

    `absent`: amounts of an absent player, by unit, as text.
    """

    points: str = "own"
    place: bool = True
    qualify: bool = True
    team: bool = True
    list_withdrawn: bool = True
    """True: list players who withdrew before they played."""
    rank_house: bool = False
    """True: house substitutes have places."""
    absent: Mapping[str, str] = MappingProxyType({})


class RulesetVersion(models.Model):
    """Version of the rules: preset, parameters, match scoring, tie-breaks, substitutes. Immutable once frozen.

    match_scoring: input of `engine.match.scoring.MatchScoring.from_dict`, such as {"start_points": 0, "table_points":
    [4, 2, 1, 0]}; fractions are text ("0.5", "7/3"). tie_breaks: metric keys, most important first. substitute_policy:
    fields of `SubstituteRules`. house_rules: [{"number": 1, "clause": "MCR-6.8", "text": "...", "option": ""}], with
    the value of an option among the parameters.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rulesets")
    number = models.PositiveSmallIntegerField()
    preset = models.CharField(_("rules"), max_length=60)
    parameters = models.JSONField(default=dict, blank=True)
    former_options = models.JSONField(
        default=dict,
        blank=True,
        editable=False,
        help_text="Under them rules that an earlier release played with keep their answers; parameters go before.",
    )
    match_scoring = models.JSONField(default=dict, blank=True)
    tie_breaks = models.JSONField(default=list, blank=True)
    substitute_policy = models.JSONField(default=dict, blank=True)
    house_rules = models.JSONField(_("house rules"), default=list, blank=True, validators=[check_house_rules])
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
        return gettext("%(title)s, version %(version)s") % {
            "title": find_ruleset_title(self.preset),
            "version": self.number,
        }

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save valid rules. Raises `RulesetError` for invalid match scoring or parameters."""
        for read in ("scoring", "rules"):
            self.__dict__.pop(read, None)
        # Parse before saving, so that stored rules are readable; this program may lack an earlier edition.
        self.scoring  # noqa: B018
        if self.preset in ruleset_names():
            self.rules  # noqa: B018
        super().save(*args, **kwargs)

    @cached_property
    def scoring(self) -> MatchScoring:
        return MatchScoring.from_dict(self.match_scoring)

    @cached_property
    def rules(self) -> Ruleset:
        """The preset with its parameters. Raises `EngineError` if this version of the program lacks it."""
        return ruleset(self.preset, self.options)

    @property
    def substitutes(self) -> SubstituteRules:
        return SubstituteRules(**self.substitute_policy)

    @property
    def options(self) -> dict[str, Any]:
        """Values of options that differ from the edition; agreed ones override those of an earlier release."""
        return self.former_options | self.parameters

    @property
    def exceptions(self) -> tuple[HouseRule, ...]:
        """The house rules by number."""
        return tuple(sorted(HouseRule(**row) for row in self.house_rules))


class Stage(models.Model):
    """Consecutive rounds of one field, such as a qualification, or finals after a cut to the first n places."""

    class Kind(models.TextChoices):
        QUALIFICATION = "qualification", _("Qualification")
        FINAL = "final", _("Final")

    class CutBy(models.TextChoices):
        PLAYERS = "players", _("Players")
        TEAMS = "teams", _("Teams")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField()
    name = ShortSentenceField(_("name"), max_length=80)
    kind = models.CharField(_("kind"), max_length=14, choices=Kind.choices, default=Kind.QUALIFICATION)
    cut_to = models.PositiveSmallIntegerField(_("the first n of the stage before"), null=True, blank=True)
    cut_at = models.DateTimeField(null=True, blank=True)
    cut_by = models.CharField(
        _("cut by"),
        max_length=7,
        choices=CutBy.choices,
        default=CutBy.PLAYERS,
        help_text=_("Players or teams that qualify."),
    )
    carry_numerator = models.PositiveSmallIntegerField(
        default=1, help_text="1/1 keeps the points, 0/1 starts from zero."
    )
    carry_denominator = models.PositiveSmallIntegerField(default=1)
    entries: models.ManyToManyField[Any, Any] = models.ManyToManyField(
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
                condition=Q(cut_by="players") | Q(cut_by="teams", cut_to__isnull=False),
                name="stage_cut_by_known",
                violation_error_message=refusals.CONTRADICTION,
            ),
            models.CheckConstraint(
                condition=Q(carry_numerator__lte=F("carry_denominator")),
                name="stage_carry_at_most_all",
                violation_error_message=_("A stage cannot carry over more than all points."),
            ),
        ]

    def __str__(self) -> str:
        return render_text(self.name)

    @property
    def carry(self) -> Fraction:
        """Share of the earlier stages' points that counts: 1 all, 0 none."""
        return Fraction(self.carry_numerator, self.carry_denominator)

    @property
    def of_teams(self) -> bool:
        return self.cut_by == self.CutBy.TEAMS


class Announcement(models.Model):
    """Text of the organiser on the event's pages and the tables' phones, for a time."""

    class Level(models.TextChoices):
        INFO = "info", pgettext_lazy("announcement", "Information")
        IMPORTANT = "important", pgettext_lazy("announcement", "Important")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="announcements")
    number = models.PositiveIntegerField(validators=[MinValueValidator(1)])
    text = models.TextField(_("text"), max_length=500)
    level = models.CharField(_("level"), max_length=9, choices=Level.choices, default=Level.INFO)
    starts_at = MomentField(_("shown from"), null=True, blank=True, help_text=_("Leave empty to show it at once."))
    ends_at = MomentField(
        _("shown until"), null=True, blank=True, help_text=_("Leave empty to show it until you remove it.")
    )

    class Meta:
        ordering = ["tournament", "-number"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number"],
                name="announcement_number_once",
                violation_error_message=refusals.MEANWHILE,
            ),
            make_years_constraint("announcement_within_years", moments=("starts_at", "ends_at")),
        ]

    def __str__(self) -> str:
        return gettext("Announcement %(number)s") % {"number": self.number}

    @property
    def mark(self) -> str:
        """Key by which a device dismisses it; a changed text has another."""
        return f"{self.pk}-{hashlib.sha256(self.text.encode()).hexdigest()[:8]}"

    @classmethod
    def current(cls, tournament: int) -> models.QuerySet[Announcement]:
        """Return the announcements to show now, important ones first, then the newest."""
        now = timezone.now()
        begun, over = Q(starts_at__isnull=True) | Q(starts_at__lte=now), Q(ends_at__lte=now)
        return cls.objects.filter(begun, tournament=tournament).exclude(over).order_by("level", "-number")
