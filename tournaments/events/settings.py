"""Settings of an event, from which forms, API, event files, copies and docs/settings.md take their columns.

To add one, add a field to the model, which defines label, help, type and default, and a row here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, ClassVar, Final, cast

from django.apps import apps
from django.db import models
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _


class Changed(Enum):
    IN_SETTINGS = auto()
    """Changes on the page of settings and through the API, until the event is archived."""
    AT_CREATION = auto()
    """Changes only when the event is made or copied."""
    BY_ACTION = auto()
    """Changes by an action with conditions of its own."""
    BY_PROGRAM = auto()
    """Changes with what happens in the event."""


class SettingGroup(Enum):
    """Group of settings with its title."""

    EVENT = _("The event")
    ROUNDS = _("Rounds")
    RESULTS = _("Results")
    STANDINGS = _("Standings")
    TEAMS = _("Teams")
    SEATING = _("Seating")
    FEATURES = _("Optional features")


@dataclass(frozen=True, kw_only=True)
class Setting:
    """Column of an event.

    `effect`: explanation in docs/settings.md, in Markdown. `default_in_words`, `label_in_words`: default and name
    there. `initial`: value of a new event, unless it is the model's default, on which files of earlier releases rely.
    `stays_here`: the reason to leave it out of event files and copies.
    """

    model: ClassVar[str] = "Tournament"

    name: str
    changed: Changed = Changed.BY_PROGRAM
    group: SettingGroup = SettingGroup.EVENT
    effect: str = ""
    default_in_words: str = ""
    label_in_words: str = ""
    initial: Any = None
    public: bool = False
    """True: everybody sees it through the API."""
    feature: str = ""
    """Optional feature that shows it on the settings page."""
    stays_here: str = ""

    @property
    def field(self) -> models.Field[Any, Any]:
        return cast("models.Field[Any, Any]", apps.get_model("tournaments", self.model)._meta.get_field(self.name))

    @property
    def label(self) -> str:
        return cast(str, capfirst(self.field.verbose_name))

    @property
    def longest(self) -> int | None:
        return self.field.max_length

    @property
    def row(self) -> tuple[str, str, str]:
        """Label, effect and default for docs/settings.md."""
        default = self.field.get_default()
        word = ("on" if default else "off") if isinstance(default, bool) else str(default)
        return self.label_in_words or str(self.label), self.effect, self.default_in_words or word


@dataclass(frozen=True, kw_only=True)
class DeskSetting(Setting):
    model = "RegistrationDesk"


EVENT: Final = (
    Setting(name="id"),
    Setting(name="slug", changed=Changed.AT_CREATION, public=True),
    Setting(
        name="name",
        changed=Changed.IN_SETTINGS,
        effect="stands on every page and paper",
        default_in_words="must be given",
        public=True,
    ),
    Setting(
        name="place",
        changed=Changed.IN_SETTINGS,
        effect="the town or hall, shown on the event's page",
        default_in_words="empty",
        public=True,
    ),
    Setting(
        name="country_code",
        changed=Changed.IN_SETTINGS,
        effect="visitors find the event by it; shown on its page and in the API as a code, `FR`",
        default_in_words="empty: unknown",
        public=True,
    ),
    Setting(
        name="organiser",
        changed=Changed.IN_SETTINGS,
        effect="the club or federation, shown on the event's page; visitors find its events by it",
        default_in_words="empty",
        public=True,
    ),
    Setting(name="search_key", stays_here="computed from other columns"),
    Setting(name="colour", changed=Changed.BY_ACTION, public=True),
    Setting(
        name="embed_sites",
        changed=Changed.IN_SETTINGS,
        effect="their pages may show the event in a frame ([how](organiser.md#on-another-website-or-a-stream)); of a "
        "page's address its site is kept",
        default_in_words="empty: none",
        public=True,
    ),
    Setting(
        name="starts_on",
        changed=Changed.IN_SETTINGS,
        effect="sorts the event among the others; with *Last day* it stands on pages and papers",
        default_in_words="empty",
        public=True,
    ),
    Setting(
        name="ends_on",
        changed=Changed.IN_SETTINGS,
        effect="as above; not before the first",
        default_in_words="empty",
        public=True,
    ),
    Setting(
        name="time_zone",
        changed=Changed.IN_SETTINGS,
        effect="times that you type and times that are shown; a reader elsewhere sees its city and the own time",
        default_in_words="that of your browser",
        public=True,
    ),
    Setting(
        name="print_languages",
        changed=Changed.IN_SETTINGS,
        effect="papers say each word in the first and, smaller, in the others; the rulebook is made in each",
        default_in_words="English",
        initial=["en"],
    ),
    Setting(
        name="shown_names",
        changed=Changed.IN_SETTINGS,
        effect="what the public sees of players; organisers and referees see full names, and federations get them",
        default_in_words="names",
        public=True,
    ),
    Setting(
        name="contact_days",
        changed=Changed.IN_SETTINGS,
        effect="so many days after the last day, e-mail addresses and messages of registrations are deleted, and the "
        "registrations of people who are not entered ([how](personal-data.md#how-long)); empty keeps them",
        default_in_words="60",
        initial=60,
    ),
    Setting(name="family", changed=Changed.AT_CREATION, public=True),
    Setting(name="state", changed=Changed.BY_ACTION, public=True),
    Setting(name="published", changed=Changed.BY_ACTION, public=True),
    Setting(name="archived_at", changed=Changed.BY_ACTION, public=True, stays_here="a copy begins unarchived"),
    Setting(name="lent_at", changed=Changed.BY_ACTION, public=True, stays_here="a copy is played where it is"),
    Setting(name="rehearsal", changed=Changed.AT_CREATION),
    Setting(name="hall_code_number", changed=Changed.BY_ACTION, stays_here="codes of the hall are signed by the site"),
    Setting(name="rounds_planned", changed=Changed.BY_ACTION, group=SettingGroup.ROUNDS, initial=6, public=True),
    Setting(
        name="minutes_per_round",
        changed=Changed.IN_SETTINGS,
        group=SettingGroup.ROUNDS,
        effect="the length of new rounds; a round can have its own",
        default_in_words="of the rules, else 90",
        public=True,
    ),
    Setting(
        name="confirmations",
        changed=Changed.IN_SETTINGS,
        group=SettingGroup.RESULTS,
        effect="people who confirm a sheet before it counts: nobody, one other person, one person who may be its "
        "typist ([a second person](scorer.md#a-second-person)), or all players of the table. If sheets wait when you "
        "change it, the page asks: count those with enough confirmations, or let them wait",
        default_in_words="one other person",
    ),
    Setting(
        name="blind_reentry",
        changed=Changed.IN_SETTINGS,
        group=SettingGroup.RESULTS,
        effect="see [typed twice](scorer.md#typed-twice)",
    ),
    Setting(
        name="entry_by",
        changed=Changed.IN_SETTINGS,
        group=SettingGroup.RESULTS,
        effect="scorers alone, or players too, by the code of their table",
        default_in_words="scorers alone",
    ),
    Setting(
        name="one_phone",
        changed=Changed.IN_SETTINGS,
        group=SettingGroup.RESULTS,
        effect="one phone may go round the table; otherwise each confirms on a phone of their own",
    ),
    Setting(
        name="standings_hidden",
        changed=Changed.IN_SETTINGS,
        group=SettingGroup.STANDINGS,
        effect="nobody but the organisers sees standings ([how](organiser.md#hidden-standings-and-the-ceremony))",
        public=True,
    ),
    Setting(
        name="hidden_from_round",
        changed=Changed.IN_SETTINGS,
        group=SettingGroup.STANDINGS,
        effect="earlier standings stay open",
        default_in_words="empty: all are hidden",
        public=True,
    ),
    Setting(
        name="hidden_results_open",
        changed=Changed.IN_SETTINGS,
        group=SettingGroup.STANDINGS,
        effect="results are not kept back with the standings",
        public=True,
    ),
    Setting(name="ceremony_at", changed=Changed.BY_ACTION, group=SettingGroup.STANDINGS),
    Setting(
        name="team_size",
        feature="teams",
        changed=Changed.IN_SETTINGS,
        group=SettingGroup.TEAMS,
        effect="makes it a team event and sets the size; a full team takes nobody else: registrations and imports keep"
        " the player without it",
        default_in_words="empty: no teams",
        public=True,
    ),
    Setting(
        name="team_best",
        feature="teams",
        changed=Changed.IN_SETTINGS,
        group=SettingGroup.TEAMS,
        effect="only the best so many of a team count",
        default_in_words="empty: all count",
        public=True,
    ),
    Setting(
        name="line_up_size",
        feature="teams",
        changed=Changed.IN_SETTINGS,
        group=SettingGroup.TEAMS,
        effect="so many members, whom the team names, play a round; the others rest ([how](organiser.md#line-ups))",
        default_in_words="empty: all play",
        public=True,
    ),
    Setting(
        name="line_up_hours",
        feature="teams",
        changed=Changed.IN_SETTINGS,
        group=SettingGroup.TEAMS,
        effect="so many hours before the planned start captains can no longer name who plays; the organiser still can",
        default_in_words="empty: until the round starts",
        public=True,
    ),
    Setting(
        name="tables_in_row",
        feature="hall_plan",
        changed=Changed.IN_SETTINGS,
        group=SettingGroup.SEATING,
        effect="how the board draws the hall, 1 to 20, with table 1 at the front left",
        default_in_words="as the screen has room",
    ),
    Setting(
        name="separate",
        changed=Changed.IN_SETTINGS,
        group=SettingGroup.SEATING,
        effect="team-mates, players of one club, players of one country; draws keep it as far as the numbers allow, "
        "and say where they could not",
        default_in_words="team-mates",
        initial=["team"],
    ),
    Setting(
        name="features",
        changed=Changed.IN_SETTINGS,
        group=SettingGroup.FEATURES,
        effect="stages and cuts, teams, duplicate boards, open evenings, federation files, plan of the hall, fees and "
        "payments, categories: menus and forms leave out the others",
        default_in_words="those that the event uses",
    ),
    Setting(name="federation", changed=Changed.BY_ACTION),
    Setting(name="federation_columns", changed=Changed.BY_ACTION),
    Setting(name="federation_limits", changed=Changed.BY_ACTION),
    Setting(name="qualification", changed=Changed.BY_ACTION),
    Setting(name="named_countries", changed=Changed.BY_ACTION),
    Setting(name="accepted_open_items"),
    Setting(name="import_digest"),
    Setting(name="imported"),
    Setting(name="origins", stays_here="written as a list of its own, by the keys of the file"),
    Setting(name="ranking_version"),
    Setting(name="inputs_kept_since"),
    Setting(name="version", public=True),
    Setting(name="created_at"),
    Setting(name="updated_at"),
)

DESK: Final = (
    DeskSetting(name="id"),
    DeskSetting(name="tournament"),
    DeskSetting(name="is_open", changed=Changed.IN_SETTINGS, effect="the event's page has the tab *Register*"),
    DeskSetting(
        name="closes_at",
        changed=Changed.IN_SETTINGS,
        effect="nobody registers after it",
        default_in_words="never",
    ),
    DeskSetting(
        name="capacity",
        changed=Changed.IN_SETTINGS,
        effect="more people than that go to the waiting list",
        default_in_words="no limit",
    ),
    DeskSetting(
        name="looks_first",
        changed=Changed.IN_SETTINGS,
        effect="otherwise whoever confirms by e-mail is entered at once",
    ),
    DeskSetting(
        name="offer_hours",
        changed=Changed.IN_SETTINGS,
        effect="then the one after is asked",
    ),
    DeskSetting(
        name="fee",
        changed=Changed.IN_SETTINGS,
        effect="told on the form; the desk marks who has paid",
        default_in_words="empty",
    ),
    DeskSetting(
        name="notice",
        changed=Changed.IN_SETTINGS,
        effect="how to pay, where to sleep",
        default_in_words="empty",
    ),
    DeskSetting(
        name="asks",
        changed=Changed.BY_ACTION,
        effect="for each further field of a player: not asked, asked, or required",
        label_in_words="Field: …",
        default_in_words="country and e-mail asked",
    ),
)


def list_editable_columns(table: Iterable[Setting]) -> tuple[str, ...]:
    """Return the columns of a settings page in order."""
    return tuple(setting.name for setting in table if setting.changed is Changed.IN_SETTINGS)


FACTS: Final = list_editable_columns(EVENT)
DESK_FACTS: Final = (*list_editable_columns(DESK), "asks")
INITIAL: Final = {setting.name: setting.initial for setting in EVENT if setting.initial is not None}
"""Column -> value of a new event, unless it is the model's default."""
STAYS_HERE: Final = tuple(setting.name for setting in EVENT if setting.stays_here)
"""Columns that event files leave out."""


REMOVED: Final = frozenset({"late_extra"})
"""Columns of earlier releases, which imports ignore."""


def get_setting(name: str) -> Setting:
    """Return the setting with that name. Raises KeyError."""
    return _BY_NAME[name]


_BY_NAME: Final = {setting.name: setting for setting in EVENT}
