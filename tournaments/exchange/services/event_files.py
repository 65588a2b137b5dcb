"""Restoration of an event from its file: everything, or nothing with the reasons; with a preview."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

from django.core.exceptions import ObjectDoesNotExist
from django.core.files.base import ContentFile
from django.db import IntegrityError, models, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.errors import EngineError
from engine.match.scoring import MatchScoring
from engine.sentences import gettext_noop
from tournaments.accounts.models import Membership, Role, User
from tournaments.accounts.services import limits
from tournaments.core.audit import Actor, Change, broken_at, site_change
from tournaments.core.errors import UserError
from tournaments.events.models import Tournament
from tournaments.events.queries import list_used_features
from tournaments.exchange.document.fields import RowKey, get_kind
from tournaments.exchange.document.reading import ReadEvent, ReadRow, read_document
from tournaments.exchange.document.sections import Section, list_sections
from tournaments.exchange.document.writing import build_document, compute_checks
from tournaments.exchange.models import Loan
from tournaments.exchange.queries import list_sealed_deals
from tournaments.exchange.services.borrowing import borrow
from tournaments.seating.services.sealed import unseal
from tournaments.standings.logic import StandingsRow
from tournaments.standings.queries.standings import compute_standings

FIRST = 3

Making = Callable[[], Tournament]
Made = TypeVar("Made")
Seen = TypeVar("Seen")


class FirstPlace(NamedTuple):
    """Line of the standings; `table_points` is None if the rules have none."""

    place: int
    name: str
    total: Fraction
    table_points: Fraction | None = None


@dataclass(frozen=True)
class ImportPreview:
    name: str
    slug: str
    published: bool
    counts: Mapping[str, int]
    first: tuple[FirstPlace, ...]
    scoring: MatchScoring
    site: str = ""
    roles: tuple[tuple[str, str], ...] = ()


class _TakenBackError(Exception):
    """Signal that ends a preview and rolls its transaction back."""


def preview(by: Actor, event: ReadEvent, *, slug: str = "", hall: bool = False) -> ImportPreview:
    """Run `restore` and roll it back. Raises `UserError` as `restore` does."""
    return preview_import(lambda: restore(by, event=event, slug=slug, hall=hall))


def preview_import(make: Making) -> ImportPreview:
    return view_and_roll_back(make, _build_preview)


def view_and_roll_back(make: Callable[[], Made], see: Callable[[Made], Seen]) -> Seen:
    """Return a view of the created object, then roll it back. Raises the errors of `make`."""
    views: list[Seen] = []
    try:
        with transaction.atomic():
            views.append(see(make()))
            raise _TakenBackError
    except _TakenBackError:
        return views[0]


def _build_preview(tournament: Tournament) -> ImportPreview:
    rows = {
        section.name: section.model._default_manager.filter(**{section.way: tournament}).filter(section.only)
        for section in list_sections()
    }
    counts = {name: queryset.count() for name, queryset in rows.items()}
    standings = compute_standings(tournament)
    entries, teams = ({row.pk: row.name for row in rows[name]} for name in ("entries", "teams"))  # type: ignore[attr-defined]
    scoring = tournament.ruleset.scoring

    def listed(row: StandingsRow, names: Mapping[int, str]) -> FirstPlace:
        table_points = row.values.get("table_points") if scoring.table_points else None
        return FirstPlace(row.place, names[int(row.key)], row.total, table_points)

    first = [listed(row, entries) for row in standings.individual[:FIRST]]
    first += [listed(row, teams) for row in standings.teams[:FIRST]]
    written = {name: count for name, count in counts.items() if count}
    loan = Loan.objects.filter(tournament=tournament).first()
    roles = tournament.memberships.select_related("user").order_by("user__username", "role") if loan else ()
    return ImportPreview(
        tournament.name,
        tournament.slug,
        tournament.published,
        written,
        tuple(first),
        scoring,
        loan.site if loan else "",
        tuple((str(membership.user), str(membership.get_role_display())) for membership in roles),
    )


def check_slug(slug: str) -> None:
    if Tournament.objects.filter(slug=slug).exists():
        raise UserError(
            _("There is a tournament “%(slug)s” already; import this one under another short name.") % {"slug": slug},
            field="slug",
        )


@site_change("events.restore", gettext_noop("Event brought in whole"))
def restore(change: Change, *, event: ReadEvent, slug: str = "", hall: bool = False) -> Tournament:
    """Create the tournament of the file under `slug`, else its own short name; the actor becomes its director.

    With `hall` a loan is played here, with its roles and codes of tables. The site's log records the action, since the
    event's own log continues. Raises `UserError` with the reasons if anything in the file is invalid here.
    """
    if not event.about.get("rehearsal"):
        limits.check_new_event(change.user)
    slug = slug or event.about["slug"]
    check_slug(slug)
    if event.about.get("rehearsal"):
        event.about["published"] = False
    if "ranking_version" not in event.about:
        # Files of earlier releases lack the version: places of events with results must not change.
        event.about["ranking_version"] = 1 if event.checks else 2
    if "inputs_kept_since" not in event.about:
        event.about["inputs_kept_since"] = timezone.now()
    restored = Restored(event)
    tournament = restored.store(slug)
    if "features" not in event.about:
        tournament.features = list_used_features(tournament)
        tournament.save(update_fields=["features"])
    if change.user is not None:
        Membership.objects.create(tournament=tournament, user=change.user, role=Role.DIRECTOR)
    counts = {name: len(rows) for name, rows in event.rows.items() if rows}
    lent = borrow(change, tournament, event.loan, restored.rows) if hall and event.loan else {}
    change.note(tournament, after={"slug": slug, "name": tournament.name, **counts, **lent})
    return tournament


@site_change("events.copy", gettext_noop("Event copied"))
def copy(change: Change, *, tournament: Tournament, slug: str, name: str = "", rehearsal: bool = False) -> Tournament:
    """Copy the event, not public. A `rehearsal` never becomes public, and its copies are rehearsals too."""
    raw, files = build_document(tournament)
    event, problems = read_document(raw, files)
    if event is None:
        raise UserError(
            _("This event cannot be copied."), problems=[f"{problem.column}: {problem.message}" for problem in problems]
        )
    event.about |= {"published": False, "rehearsal": rehearsal or tournament.rehearsal}
    event.about |= {"name": name} if name else {}
    event_copy = restore(change.by, event=event, slug=slug)
    change.note(event_copy, after={"slug": slug, "from": tournament.slug})
    return event_copy


def is_same_as(tournament: Tournament, event: ReadEvent) -> bool:
    """Return True if the tournament equals the file, except for short name and time of export."""
    raw, files = build_document(tournament)
    event_here, problems = read_document(raw, files)
    if event_here is None or problems:
        return False
    facts = {name: value for name, value in event.about.items() if name != "slug"}
    facts_here = {name: event_here.about.get(name) for name in facts}
    return facts_here == facts and event_here.rows == event.rows


class Restored:
    def __init__(self, event: ReadEvent) -> None:
        self.event = event
        self.made: dict[type[models.Model], dict[RowKey, Any]] = {}

    def store(self, slug: str) -> Tournament:
        self.tournament = Tournament.objects.create(**{**self.event.about, "slug": slug})
        self.people = self.make_people(self.event.people)
        return self.fill()

    def fill(self) -> Tournament:
        for section in list_sections():
            try:
                with transaction.atomic():
                    self.make_rows(section, self.rows_of(section))
            except IntegrityError as error:
                reason = str(error).splitlines()[0]
                message = _("The rows of “%(section)s” contradict each other or those before: %(reason)s")
                raise UserError(message % {"section": section.name, "reason": reason}, field="file") from None
        self.tournament.origins = [self.origin(raw) for raw in self.event.origins]
        self.tournament.save(update_fields=["origins"])
        self.look_at_seals()
        self.look_at_log()
        self.look_at_standings()
        return self.tournament

    @property
    def rows(self) -> Mapping[type[models.Model], Mapping[Any, Any]]:
        return {**self.made, User: self.people}

    def rows_of(self, section: Section) -> list[ReadRow]:
        return self.event.rows[section.name]

    def values_here(self, section: Section, row: ReadRow) -> dict[str, Any]:
        """Return values of a row that this site decides, not the file."""
        return {}

    def make_people(self, names: Iterable[str]) -> dict[str, User]:
        """Create actors without sign-in, even if an account has the same name."""
        slug = self.tournament.slug
        usernames = set(User.objects.filter(username__endswith=f"@{slug}").values_list("username", flat=True))
        users: dict[str, User] = {}
        for name in names:
            username, more = f"{name[: 149 - len(slug)]}@{slug}", 1
            while username in usernames:
                more += 1
                username = f"{name[: 140 - len(slug)]} {more}@{slug}"
            usernames.add(username)
            users[name] = User(
                username=username,
                acted_at=self.tournament,
                acted_as=name,
                is_active=False,
                password="!",  # noqa: S106
            )
        User.objects.bulk_create(users.values())
        return users

    def make_rows(self, section: Section, rows: list[ReadRow]) -> None:
        above = [column for column in section.columns if column.related_model is section.model]
        instances = self.made.setdefault(section.model, {})
        waiting: list[tuple[ReadRow, models.Model]] = []
        for row in rows:
            values = {column.name: self.value(column, row) for column in section.columns if column.name in row.values}
            if any(isinstance(row.values.get(column.name), int | str) for column in above):
                # Rows that refer to others of their model wait until those have their keys.
                self.insert(section, waiting, instances)
                values |= {column.name: self.value(column, row) for column in above if column.name in row.values}
            if any(column.name == "tournament" for column in section.model._meta.concrete_fields):
                values["tournament"] = self.tournament
            values |= self.values_here(section, row)
            waiting.append((row, section.model(**values)))
        self.insert(section, waiting, instances)

    def insert(
        self, section: Section, waiting: list[tuple[ReadRow, models.Model]], instances: dict[RowKey, Any]
    ) -> None:
        created = section.model._default_manager.bulk_create([instance for _row, instance in waiting], batch_size=500)
        for (row, _instance), instance in zip(waiting, created, strict=True):
            instances[row.key] = instance
            for name in section.many:
                related = section.model._meta.get_field(name).related_model
                getattr(instance, name).set([self.made[related][key] for key in row.many[name]])  # type: ignore[index]
        waiting.clear()

    def value(self, column: models.Field, row: ReadRow) -> Any:
        value, kind = row.values[column.name], get_kind(column)
        if value is None:
            return None
        if kind == "person":
            return self.people[value]
        if kind == "ref":
            return self.made[column.related_model].get(value)  # type: ignore[index]
        if kind == "file" and value:
            return ContentFile(self.event.files[value], name=value.rpartition("/")[2])
        return self.event.files[value] if kind == "picture" else value

    def origin(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        """Map keys of an earlier site to those here, without rows that the file lacks."""
        by_name: dict[str, Mapping[Any, Any]] = {
            section.model._meta.model_name or "": self.made.get(section.model, {}) for section in list_sections()
        }
        by_name["user"] = self.people
        keys: dict[str, dict[str, int]] = {}
        for model, rows in raw["keys"].items():
            instances = by_name.get(model, {})
            keys[model] = {origin_key: instances[key].pk for origin_key, key in rows.items() if key in instances}
        return {"through": raw["through"], "keys": {model: rows for model, rows in keys.items() if rows}}

    def look_at_seals(self) -> None:
        """Check that sealed deals can be opened here: they need the site's own key."""
        for secret in list_sealed_deals(self.tournament):
            unseal(secret)

    def look_at_log(self) -> None:
        broken = broken_at(self.tournament)
        if broken is not None:
            raise UserError(
                _("The event's log does not hold: entry %(number)s was changed or is missing.") % {"number": broken},
                field="file",
            )

    def look_at_standings(self) -> None:
        """Check that the standings after every round equal those of the file."""
        try:
            checks_here = compute_checks(self.tournament)
        except (EngineError, ValueError, TypeError, KeyError, AttributeError, ObjectDoesNotExist) as error:
            message = _("The standings cannot be computed from the file: %(reason)s")
            raise UserError(message % {"reason": error}, field="file") from error
        wrong = [
            check["after"] for check, told_so in zip(checks_here, self.event.checks, strict=False) if check != told_so
        ]
        if len(checks_here) != len(self.event.checks) or wrong:
            number = wrong[0] if wrong else 0
            raise UserError(
                _("The standings after round %(number)s are not those that the file was exported with.")
                % {"number": number},
                field="file",
            )
