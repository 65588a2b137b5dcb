"""Columns of players, teams and registrations for forms, API, files, registration, badges and erasure.

To add a field, add it to the model and add its row here: it is hidden, and erased with a person, unless the row says
otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar, Final, cast

from django.apps import apps
from django.db import models
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _


class Visibility(StrEnum):
    """Viewers of a column, by the permission that they need."""

    PUBLIC = ""
    STAFF = "entries.view"
    ORGANISERS = "entries.edit"
    INTERNAL = "nobody"


@dataclass(frozen=True, kw_only=True)
class ModelColumn:
    """Column of a model, which defines label and maximum length unless the row does.

    `stays_here`: the reason why event files leave it out. `purpose`: the reason to store a personal column. Raises
    ValueError for a column that people type and nobody sees.
    """

    model: ClassVar[str]

    name: str
    own_label: str | Promise = ""
    own_limit: int | None = None
    visible: Visibility = Visibility.INTERNAL
    typed: bool = False
    stays_here: str = ""
    purpose: str | Promise = ""

    def __post_init__(self) -> None:
        if self.typed and self.visible == Visibility.INTERNAL:
            raise ValueError(f"{self.model}.{self.name}: say in `visible` who sees what people type")

    @property
    def period(self) -> str | Promise:
        """Time for which it is stored, in words."""
        return _("until the person is erased")

    @property
    def field(self) -> models.Field[Any, Any]:
        return cast("models.Field[Any, Any]", apps.get_model("tournaments", self.model)._meta.get_field(self.name))

    @property
    def label(self) -> str:
        return cast(str, self.own_label or capfirst(self.field.verbose_name))

    @property
    def longest(self) -> int | None:
        return self.own_limit or self.field.max_length

    @property
    def one_line(self) -> bool:
        return isinstance(self.field, models.CharField)


@dataclass(frozen=True, kw_only=True)
class PlayerColumn(ModelColumn):
    """Column of a player; `kept` is the reason why erasure keeps it."""

    model = "Entry"

    headings: str = ""
    """Headings of a roster besides the name, folded by `normalize_heading`, with bars between."""
    is_name: bool = False
    searched: bool = False
    stand_in: bool = False
    """True if it is asked of a stand-in who is new to the event."""
    copied: bool = False
    """True if it is taken over when the person is entered at the next event."""
    exported: bool = False
    printed: bool = False
    kept: str = ""

    @property
    def period(self) -> str | Promise:
        return _("as long as the results") if self.kept else super().period


@dataclass(frozen=True, kw_only=True)
class TeamColumn(ModelColumn):
    """Column of a team; erasure concerns its members."""

    model = "Team"


@dataclass(frozen=True, kw_only=True)
class RegistrationColumn(ModelColumn):
    """Column of a registration, `typed` by the sender or `optional`; erasure deletes the whole row."""

    model = "Application"

    optional: bool = False
    fills: bool = False
    """Copied into the player's column of the same name, except names (`Application.public_names`)."""
    logged: bool = False
    """Recorded in the log; of others the log says only that they changed."""
    contact: bool = False
    """Deleted `Tournament.contact_days` after the event."""

    @property
    def period(self) -> str | Promise:
        return _("for the days that the event keeps contact data") if self.contact else super().period


_NAMED: Final = _("seating, standings, papers")
_RESULTS: Final = "results refer to it"
_DERIVED: Final = "computed from other columns"

PLAYER: Final = (
    PlayerColumn(name="id", kept=_RESULTS),
    PlayerColumn(name="tournament", kept=_RESULTS),
    PlayerColumn(
        name="number",
        headings="no|nr|#|id|number|start no|startnummer|номер|番号|编号|編號|序号|序號",
        visible=Visibility.PUBLIC,
        exported=True,
        printed=True,
        kept=_RESULTS,
    ),
    PlayerColumn(
        name="family_name",
        headings="family name|surname|last name|family|nachname|familienname|cognome|nom|nom de famille|apellido"
        "|apellidos|achternaam|efternamn|efternavn|sukunimi|nazwisko|фамилия|姓",
        visible=Visibility.PUBLIC,
        typed=True,
        is_name=True,
        searched=True,
        stand_in=True,
        copied=True,
        exported=True,
        printed=True,
        purpose=_NAMED,
    ),
    PlayerColumn(
        name="given_name",
        headings="given name|first name|given|forename|vorname|nome|prenom|prénom|nombre|voornaam|förnamn|fornavn"
        "|etunimi|imię|имя|名",
        visible=Visibility.PUBLIC,
        typed=True,
        is_name=True,
        searched=True,
        stand_in=True,
        copied=True,
        exported=True,
        printed=True,
        purpose=_NAMED,
    ),
    PlayerColumn(
        name="native_name",
        headings="native name|native|氏名|名前|姓名|选手|選手|選手名|選手氏名",
        visible=Visibility.PUBLIC,
        typed=True,
        is_name=True,
        searched=True,
        stand_in=True,
        copied=True,
        exported=True,
        printed=True,
        purpose=_NAMED,
    ),
    PlayerColumn(
        name="romanised_name",
        headings="romanised name|romanized name|name|player|full name|player name|spieler|joueur|speler|jugador"
        "|giocatore|participant|zawodnik|gracz|игрок|фио",
        visible=Visibility.PUBLIC,
        typed=True,
        is_name=True,
        searched=True,
        copied=True,
        exported=True,
        printed=True,
        purpose=_NAMED,
    ),
    PlayerColumn(
        name="nickname",
        headings="nickname|nick|nick name|handle|spitzname|pseudo|pseudonyme|surnom|soprannome"
        "|apodo|bijnaam|ник|псевдоним|ニックネーム|昵称|暱稱",
        visible=Visibility.STAFF,
        typed=True,
        copied=True,
        exported=True,
        purpose=_("name on public pages, if the event shows nicknames"),
    ),
    PlayerColumn(
        name="initials_only",
        visible=Visibility.STAFF,
        typed=True,
        copied=True,
        exported=True,
        purpose=_("initials in place of the name in public"),
    ),
    PlayerColumn(
        name="country",
        headings="country|country name|country code"
        "|nation|nationality|nat|citizenship|country of residence|residence|land|pays|paese|país"
        "|nationalität|nationalité|nazione|nazionalità|nacionalidad|kraj|narodowość|страна"
        "|国|国籍|國籍|国家|國家|国家 地区|國家 地區",
        visible=Visibility.PUBLIC,
        typed=True,
        searched=True,
        stand_in=True,
        copied=True,
        exported=True,
        printed=True,
        kept="results are listed by country",
        purpose=_("results by country, players kept apart"),
    ),
    PlayerColumn(
        name="club",
        headings="club|klub|клуб|verein|association|organisation|organization"
        "|クラブ|所属|所属団体|单位|單位|俱乐部|俱樂部|协会|協會|協会",
        visible=Visibility.PUBLIC,
        typed=True,
        searched=True,
        copied=True,
        exported=True,
        purpose=_("list of players, players kept apart"),
    ),
    PlayerColumn(
        name="team",
        own_label=_("Team"),
        headings="team|teams|team name|team id|mannschaft|équipe|equipe|squadra|drużyna|equipo|команда"
        "|チーム|チーム名|队|隊|队伍|隊伍|代表队|代表隊|队名|隊名",
        visible=Visibility.PUBLIC,
        typed=True,
        exported=True,
        printed=True,
        kept="the team's results are those of its members",
        purpose=_("standings of teams"),
    ),
    PlayerColumn(
        name="ema_number",
        headings="ema number|ema|ema no|ema nr|ema id|ema num|ema nummer|ema番号|ema编号|ema編號",
        visible=Visibility.STAFF,
        typed=True,
        searched=True,
        copied=True,
        exported=True,
        purpose=_("results list of the federation"),
    ),
    PlayerColumn(
        name="account",
        stays_here="accounts belong to the site",
        purpose=_("own pages, no access to sealed boards"),
    ),
    PlayerColumn(name="status", headings="status|state", visible=Visibility.PUBLIC, exported=True, kept=_RESULTS),
    PlayerColumn(
        name="house",
        purpose=_("filling of tables"),
        headings="house substitute|house|ハウス代走|场馆替补|場館替補",
        visible=Visibility.PUBLIC,
        typed=True,
        exported=True,
        kept=_RESULTS,
    ),
    PlayerColumn(name="substitute_for", kept=_RESULTS),
    PlayerColumn(name="in_competition", kept=_RESULTS),
    PlayerColumn(name="unranked", kept=_RESULTS),
    PlayerColumn(name="filler", kept=_RESULTS),
    PlayerColumn(name="lot", kept=_RESULTS),
    PlayerColumn(name="from_round", visible=Visibility.PUBLIC, kept=_RESULTS),
    PlayerColumn(name="dropped_from_round", visible=Visibility.PUBLIC, kept=_RESULTS),
    PlayerColumn(
        name="note",
        headings="note|notes|remarks|remark|comment|comments|備考|备注|備註",
        own_limit=2000,
        visible=Visibility.ORGANISERS,
        typed=True,
        exported=True,
        purpose=_("notes of the organiser"),
    ),
    # Each question says whether its answers are public.
    PlayerColumn(
        name="answers",
        visible=Visibility.PUBLIC,
        purpose=_("questions of the organiser"),
    ),
    # Numbers of the event's own categories, which rosters list by name.
    PlayerColumn(
        name="categories",
        headings="categories|category|kategorie|kategorien|catégorie|catégories|categoria|categoría|kategoria"
        "|категория|カテゴリ|カテゴリー|部門|组别|組別|类别|類別",
        visible=Visibility.PUBLIC,
        kept="places within categories refer to it",
        purpose=_("standings of categories"),
    ),
    PlayerColumn(
        name="imported",
        own_label=_("Imported values"),
        purpose=_("the imported file, to be exported unchanged"),
    ),
    PlayerColumn(name="created_at", kept="it orders the waiting list"),
    PlayerColumn(name="search_key", stays_here=_DERIVED),
    PlayerColumn(name="folded_name", stays_here=_DERIVED),
    PlayerColumn(name="shown_name", stays_here=_DERIVED),
    PlayerColumn(name="shown_key", stays_here=_DERIVED),
    PlayerColumn(
        name="country_code", visible=Visibility.PUBLIC, stays_here=_DERIVED, kept="results are listed by country"
    ),
)

TEAM: Final = (
    TeamColumn(name="id"),
    TeamColumn(name="tournament"),
    TeamColumn(name="code", visible=Visibility.PUBLIC, typed=True),
    TeamColumn(name="name", visible=Visibility.PUBLIC, typed=True),
    TeamColumn(name="country", visible=Visibility.PUBLIC, typed=True),
    TeamColumn(name="link_number", stays_here="links of teams are signed by the site"),
    TeamColumn(name="imported"),
    TeamColumn(name="search_key", stays_here=_DERIVED),
    TeamColumn(name="country_code", visible=Visibility.PUBLIC, stays_here=_DERIVED),
)

_OWN_LINK: Final = "a secret of this site; the sender gets a new link"
_SEEN: Final = Visibility.ORGANISERS

REGISTRATION: Final = (
    RegistrationColumn(name="id", logged=True),
    RegistrationColumn(name="tournament", logged=True),
    RegistrationColumn(name="number", visible=_SEEN, logged=True),
    RegistrationColumn(name="entry", logged=True),
    RegistrationColumn(name="state", visible=_SEEN, logged=True),
    RegistrationColumn(name="token", logged=True, stays_here=_OWN_LINK),
    RegistrationColumn(name="mail_token", logged=True, stays_here=_OWN_LINK),
    RegistrationColumn(name="family_name", visible=_SEEN, typed=True, purpose=_("entry to the event")),
    RegistrationColumn(name="given_name", visible=_SEEN, typed=True, purpose=_("entry to the event")),
    RegistrationColumn(name="native_name", visible=_SEEN, typed=True, optional=True, purpose=_("entry to the event")),
    RegistrationColumn(name="shown", visible=_SEEN, typed=True, logged=True, purpose=_("name in public lists")),
    RegistrationColumn(
        name="country",
        visible=_SEEN,
        typed=True,
        optional=True,
        fills=True,
        purpose=_("results by country, players kept apart"),
    ),
    RegistrationColumn(
        name="club",
        visible=_SEEN,
        typed=True,
        optional=True,
        fills=True,
        purpose=_("list of players, players kept apart"),
    ),
    RegistrationColumn(name="team_name", visible=_SEEN, typed=True, optional=True, purpose=_("standings of teams")),
    RegistrationColumn(
        name="ema_number",
        visible=_SEEN,
        typed=True,
        optional=True,
        fills=True,
        purpose=_("results list of the federation"),
    ),
    RegistrationColumn(
        name="email",
        visible=_SEEN,
        typed=True,
        optional=True,
        contact=True,
        purpose=_("confirmation, offered places, e-mails of the organiser"),
    ),
    RegistrationColumn(
        name="message", visible=_SEEN, typed=True, optional=True, contact=True, purpose=_("wishes of the player")
    ),
    RegistrationColumn(name="answers", visible=_SEEN, fills=True, purpose=_("questions of the organiser")),
    RegistrationColumn(name="categories", visible=_SEEN, fills=True, purpose=_("standings of categories")),
    RegistrationColumn(name="language", visible=_SEEN, logged=True, purpose=_("language of e-mails")),
    RegistrationColumn(name="consented_at", visible=_SEEN, logged=True, purpose=_("proof of the consent")),
    RegistrationColumn(name="created_at", visible=_SEEN, logged=True),
    RegistrationColumn(name="confirmed_at", visible=_SEEN, logged=True),
    RegistrationColumn(name="offered_until", visible=_SEEN, logged=True),
    RegistrationColumn(name="fee_paid_at", visible=_SEEN, logged=True, purpose=_("fees")),
    RegistrationColumn(name="reason", visible=_SEEN, logged=True, purpose=_("notes of the organiser")),
    RegistrationColumn(name="country_code", visible=_SEEN, stays_here=_DERIVED),
)

TYPED: Final = tuple(column.name for column in PLAYER if column.typed)
NAMES: Final = tuple(column.name for column in PLAYER if column.is_name)
PERSONAL: Final = frozenset(
    {column.name for column in PLAYER if not column.kept}
    | {column.name for column in REGISTRATION if column.typed and column.name not in ("country", "shown")}
    | {"account_id"}
)
"""Fields of players and registrations whose values the log can erase."""
STAND_IN: Final = tuple(column for column in PLAYER if column.stand_in)
PRIVATE_FACTS: Final = {
    column.name: column.visible.value
    for column in PLAYER
    if column.visible in (Visibility.STAFF, Visibility.ORGANISERS)
}
"""Hidden fields of a player -> the permission to see them."""
CONTACT: Final = tuple(column.name for column in REGISTRATION if column.contact)
SENT: Final = tuple(column.name for column in REGISTRATION if column.typed)
OPTIONAL: Final = tuple(column.name for column in REGISTRATION if column.optional)


def list_columns_kept_here(table: Iterable[ModelColumn]) -> list[str]:
    return [column.name for column in table if column.stays_here]


def list_exported_columns(table: Iterable[ModelColumn]) -> list[ModelColumn]:
    """Return the columns in the file for the person."""
    return [column for column in table if column.visible != Visibility.INTERNAL]


def list_unlisted_columns(model: type[models.Model], table: Iterable[ModelColumn]) -> set[str]:
    return {field.name for field in model._meta.concrete_fields} - {column.name for column in table}
