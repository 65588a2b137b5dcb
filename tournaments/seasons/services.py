"""Services of seasons: name, rule, events, people and roles. The site's log keeps every change."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from django.db import IntegrityError, transaction
from django.db.models import F, Max, Q
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from engine.exact import NumberError, read_exact
from engine.sentences import gettext_noop
from tournaments.accounts.models import User
from tournaments.core.audit import Actor, Change, site_change
from tournaments.core.errors import UserError
from tournaments.core.models import refusals
from tournaments.core.text.sentences import in_words
from tournaments.core.visibility import may_see_event
from tournaments.entries.models.entries import Entry, Team
from tournaments.events.models import Tournament
from tournaments.people import services as person_services
from tournaments.people.models import PersonEntry
from tournaments.seasons.logic import SeasonRuleError, read_rule
from tournaments.seasons.models import Season, SeasonEvent, SeasonMerge, SeasonRole, SeasonTeamMerge

P = ParamSpec("P")
R = TypeVar("R")

MAX_EVENTS = 400
RESERVED = ("new", "import")
"""Short names that are addresses of pages beside those of seasons."""
MAX_FACTOR, FINEST_FACTOR = 1000, 1000


def season_change(
    action: str, label: str
) -> Callable[[Callable[Concatenate[Change, Season, P], R]], Callable[Concatenate[Actor, Season, P], R]]:
    """Wrap a season's change like `audit.change`: lock and reload its row, and increase its version.

    Entries are about the season itself, so that its log is the part of the site's log about it.
    """

    def decorate(function: Callable[Concatenate[Change, Season, P], R]) -> Callable[Concatenate[Actor, Season, P], R]:
        @wraps(function)
        def noted(change: Change, season: Season, *args: P.args, **kwargs: P.kwargs) -> R:
            if not Season.objects.select_for_update().filter(pk=season.pk).exists():
                raise UserError(_("This season has been removed."))
            season.refresh_from_db()
            result = function(change, season, *args, **kwargs)
            if change.notes and Season.objects.filter(pk=season.pk).exists():
                Season.objects.filter(pk=season.pk).update(version=F("version") + 1, updated_at=timezone.now())
                season.version += 1
            return result

        return site_change(action, label)(noted)

    return decorate


@site_change("seasons.create", gettext_noop("Season made"))
def create(
    change: Change, *, name: str, slug: str = "", published: bool = False, rule: Mapping[str, Any] | None = None
) -> Season:
    """Create a season; the actor becomes its organiser. Raises `UserError` for a short name that is taken."""
    season = Season(
        slug=slug or slugify(name)[:60] or "season", name=name, published=published, rule=check_rule(rule or {})
    )
    if season.slug in RESERVED:
        raise UserError(
            _("“%(slug)s” is a page of the site; choose another short name.") % {"slug": season.slug}, field="slug"
        )
    try:
        with transaction.atomic():
            change.create(season)
    except IntegrityError:
        raise UserError(
            _("There is a season “%(slug)s” already; choose another short name.") % {"slug": season.slug}, field="slug"
        ) from None
    if change.user is not None:
        SeasonRole.objects.create(season=season, user=change.user, kind=SeasonRole.Kind.ORGANISER)
    return season


@season_change("seasons.edit", gettext_noop("Season changed"))
def edit(change: Change, season: Season, *, name: str, published: bool) -> Season:
    with change.edit(season):
        season.name, season.published = name, published
    return season


@season_change("seasons.rule", gettext_noop("Rule of the season changed"))
def set_rule(change: Change, season: Season, *, rule: Mapping[str, Any], reason: str = "") -> Season:
    """Set the rule. Raises `UserError` at the invalid field."""
    with change.edit(season):
        season.rule = check_rule(rule)
    return season


def check_rule(rule: Mapping[str, Any]) -> dict[str, Any]:
    """Return the complete rule for storage. Raises `UserError` at the invalid field."""
    try:
        return read_rule(rule).to_dict()
    except SeasonRuleError as error:
        raise UserError(in_words(error), field=error.field) from error


@season_change("seasons.remove", gettext_noop("Season removed"))
def remove(change: Change, season: Season, *, reason: str = "") -> None:
    """Delete the season; its events stay."""
    change.delete(season)


@season_change("seasons.add_event", gettext_noop("Event taken into the season"))
def add_event(change: Change, season: Season, *, tournament: Tournament, factor: Fraction | str = "1") -> SeasonEvent:
    """Add the event at the end. Raises `UserError` if it is in the season or not visible to the actor."""
    if change.user is not None and not may_see_event(change.user, tournament):
        raise UserError(_("There is no event “%(slug)s”.") % {"slug": tournament.slug}, field="tournament")
    if tournament.rehearsal:
        raise UserError(_("A rehearsal counts in no season."), field="tournament")
    if season.events.filter(tournament=tournament).exists():
        raise UserError(_("The event is in this season already."), field="tournament")
    if season.events.count() >= MAX_EVENTS:
        raise UserError(_("A season has at most %(most)s events.") % {"most": MAX_EVENTS}, field="tournament")
    value = check_factor(factor)
    last = season.events.aggregate(last=Max("position"))["last"] or 0
    event = SeasonEvent.objects.create(
        season=season,
        tournament=tournament,
        position=last + 1,
        factor_numerator=value.numerator,
        factor_denominator=value.denominator,
    )
    change.note(season, after=build_log_values(event))
    return event


@season_change("seasons.remove_event", gettext_noop("Event taken out of the season"))
def remove_event(change: Change, season: Season, *, tournament: Tournament) -> None:
    """Remove the event; those after it move up. Raises `UserError` if it is not in the season."""
    event = get_event(season, tournament)
    change.note(season, before=build_log_values(event))
    season.merges.filter(entry__tournament=tournament).delete()
    season.merges.filter(same_as__tournament=tournament).delete()
    season.team_merges.filter(Q(team__tournament=tournament) | Q(same_as__tournament=tournament)).delete()
    event.delete()
    _number_events(season, list(season.events.order_by("position")))


@season_change("seasons.move_event", gettext_noop("Events of the season put in order"))
def move_event(change: Change, season: Season, *, tournament: Tournament, position: int) -> SeasonEvent:
    """Move the event to this position, from 1."""
    moved = get_event(season, tournament)
    before = moved.position
    others = [event for event in season.events.order_by("position") if event.pk != moved.pk]
    others.insert(max(0, min(position - 1, len(others))), moved)
    _number_events(season, others)
    moved.refresh_from_db()
    if moved.position == before:
        change.nothing()
    else:
        change.note(season, before={"event": tournament.slug, "position": before}, after={"position": moved.position})
    return moved


@season_change("seasons.weigh_event", gettext_noop("Factor of an event changed"))
def weigh_event(change: Change, season: Season, *, tournament: Tournament, factor: Fraction | str) -> SeasonEvent:
    """Set the factor of the event's results. Raises `UserError`."""
    event, value = get_event(season, tournament), check_factor(factor)
    if event.factor == value:
        change.nothing()
        return event
    before = build_log_values(event)
    event.factor_numerator, event.factor_denominator = value.numerator, value.denominator
    event.save(update_fields=["factor_numerator", "factor_denominator"])
    change.note(season, before=before, after=build_log_values(event))
    return event


def check_factor(factor: Fraction | str) -> Fraction:
    """Return the factor, from 0 to 1000 and no finer than thousandths. Raises `UserError`."""
    try:
        value = read_exact(factor, most=MAX_FACTOR, parts=FINEST_FACTOR)
    except NumberError as error:
        raise UserError(in_words(error), field="factor") from error
    if value < 0:
        raise UserError(_("A factor is 0 or more."), field="factor")
    return value


def get_event(season: Season, tournament: Tournament) -> SeasonEvent:
    """Return the event in the season. Raises `UserError` if it is not in it."""
    event = season.events.filter(tournament=tournament).first()
    if event is None:
        raise UserError(_("This event is not in the season."), field="tournament")
    return event


def build_log_values(event: SeasonEvent) -> dict[str, Any]:
    return {"event": event.tournament.slug, "position": event.position, "factor": str(event.factor)}


def _number_events(season: Season, events: list[SeasonEvent]) -> None:
    # Two steps, because positions are unique.
    above = len(events) + (season.events.aggregate(last=Max("position"))["last"] or 0)
    for step in (above, 0):
        for position, event in enumerate(events, step + 1):
            SeasonEvent.objects.filter(pk=event.pk).update(position=position)


@season_change("seasons.grant", gettext_noop("Role in the season given"))
def grant(change: Change, season: Season, *, user: User, kind: str) -> SeasonRole:
    """Give the account a role, replacing its present one. Raises `UserError` for the last organiser."""
    held = season.roles.filter(user=user).first()
    if held is not None and held.kind == kind:
        change.nothing()
        return held
    if held is not None:
        _keep_an_organiser(season, held)
    before = {"user": str(user), "role": held.kind} if held else {}
    role, _made = SeasonRole.objects.update_or_create(season=season, user=user, defaults={"kind": kind})
    change.note(season, before=before, after={"user": str(user), "role": kind})
    return role


@season_change("seasons.revoke", gettext_noop("Role in the season taken away"))
def revoke(change: Change, season: Season, *, user: User) -> None:
    """Take the role away. Raises `UserError` for the last organiser and for an account without a role."""
    held = season.roles.filter(user=user).first()
    if held is None:
        raise UserError(_("This account has no role here."), field="user")
    _keep_an_organiser(season, held)
    change.note(season, before={"user": str(user), "role": held.kind})
    held.delete()


def _keep_an_organiser(season: Season, held: SeasonRole) -> None:
    others = season.roles.filter(kind=SeasonRole.Kind.ORGANISER).exclude(pk=held.pk)
    if held.kind == SeasonRole.Kind.ORGANISER and not others.exists():
        raise UserError(_("This is the only organiser; make somebody else organiser first."), field="user")


@season_change("seasons.merge", gettext_noop("Two spellings put together"))
def merge_people(change: Change, season: Season, *, entry: Entry, same_as: Entry) -> SeasonMerge:
    """Merge `entry` into `same_as`. Raises `UserError` for players of other events, and for a repeated merge.

    Link them to one person if the actor may; otherwise they are one in this season alone. The log names numbers, not
    people, so that nothing remains of somebody whose data are erased.
    """
    for player, field in ((entry, "entry"), (same_as, "same_as")):
        if not season.events.filter(tournament=player.tournament_id).exists():
            raise UserError(_("This player is in none of the season's events."), field=field)
    if entry.pk == same_as.pk:
        raise UserError(_("Choose two spellings."), field="same_as")
    existing = season.merges.filter(entry=entry).first() or season.merges.filter(entry=same_as, same_as=entry).first()
    if existing is not None:
        raise UserError(_("This spelling is put together with another already; part them first."), field="entry")
    merge = add_merge(change, season, entry=entry, same_as=same_as)
    change.note(season, after=_merge_told(merge))
    return merge


def add_merge(change: Change, season: Season, *, entry: Entry, same_as: Entry) -> SeasonMerge:
    """Store a merge and link the entries to one person if the actor may. Part of a change.

    Others' players are one in this season alone: only an administrator makes them one person.
    """
    by, linked = change.by, False
    if all(person_services.may_link(by, player) for player in (entry, same_as)) and not _have_one_person(
        entry, same_as
    ):
        linked = _link(by, entry, same_as)
    return SeasonMerge.objects.create(season=season, entry=entry, same_as=same_as, linked=linked)


def _have_one_person(entry: Entry, same_as: Entry) -> bool:
    person = PersonEntry.objects.filter(entry=same_as).values("person")
    return PersonEntry.objects.filter(entry=entry, person__in=person).exists()


def _link(by: Actor, entry: Entry, same_as: Entry) -> bool:
    """Link an entry that has no person yet; persons of two are merged by an administrator alone."""
    free = [player for player in (entry, same_as) if not PersonEntry.objects.filter(entry=player).exists()]
    if not free or any(player.tournament.rehearsal or player.tournament.lent_at for player in (entry, same_as)):
        return False
    first, second = (entry, same_as) if entry in free else (same_as, entry)
    try:
        person_services.link(by, entry=first, same_as=second, namesakes=False)
    except UserError:
        return False
    return True


@season_change("seasons.split", gettext_noop("Two spellings parted"))
def split_people(change: Change, season: Season, *, merge: SeasonMerge) -> None:
    """Undo a merge. Raises `UserError` if it was undone already."""
    stored = season.merges.filter(pk=merge.pk).first()
    if stored is None:
        raise UserError(_("This was removed in the meantime."))
    change.note(season, before=_merge_told(stored))
    linked, entry, same_as = stored.linked, stored.entry, stored.same_as
    stored.delete()
    if linked:
        _unlink(change.by, entry, same_as)


def _unlink(by: Actor, entry: Entry, same_as: Entry) -> None:
    """Take from the person of `same_as` the entries that no other merge that linked puts together with it."""
    person = PersonEntry.objects.filter(entry=same_as).values("person")
    held = set(PersonEntry.objects.filter(person__in=person).values_list("entry", flat=True))
    if entry.pk not in held:
        return
    merges = SeasonMerge.objects.filter(linked=True, entry__in=held, same_as__in=held)
    pairs = list(merges.values_list("entry", "same_as"))
    parted, former = {entry.pk}, set[int]()
    while parted != former:
        former = set(parted)
        parted |= {key for pair in pairs if parted & set(pair) for key in pair}
    if same_as.pk in parted:
        return
    rows = list(Entry.objects.filter(pk__in=parted).select_related("tournament").order_by("pk"))
    for row in rows:
        person_services.unlink(by, entry=row)
    for row in rows[1:]:
        person_services.link(by, entry=row, same_as=rows[0], namesakes=False)


def _merge_told(merge: SeasonMerge) -> dict[str, str]:
    return {"player": format_entry_code(merge.entry), "same_as": format_entry_code(merge.same_as)}


@season_change("seasons.merge_teams", gettext_noop("Two teams put together"))
def merge_teams(change: Change, season: Season, *, team: Team, same_as: Team) -> SeasonTeamMerge:
    """Count two teams as one. Raises `UserError` for teams of other events, and for a repeated merge."""
    for row, field in ((team, "team"), (same_as, "same_as")):
        if not season.events.filter(tournament=row.tournament_id).exists():
            raise UserError(_("This team is in none of the season's events."), field=field)
    if team.pk == same_as.pk:
        raise UserError(str(refusals.TWO_TEAMS), field="same_as")
    existing = season.team_merges.filter(Q(team=team) | Q(team=same_as, same_as=team))
    if existing.exists():
        raise UserError(_("This name is put together with another already; part them first."), field="team")
    merge = SeasonTeamMerge.objects.create(season=season, team=team, same_as=same_as)
    change.note(season, after=_describe_team_merge(merge))
    return merge


@season_change("seasons.split_teams", gettext_noop("Two teams parted"))
def split_teams(change: Change, season: Season, *, merge: SeasonTeamMerge) -> None:
    """Undo a merge of teams. Raises `UserError` if it was undone already."""
    row = season.team_merges.filter(pk=merge.pk).first()
    if row is None:
        raise UserError(_("This was removed in the meantime."))
    change.note(season, before=_describe_team_merge(row))
    row.delete()


def _describe_team_merge(merge: SeasonTeamMerge) -> dict[str, str]:
    return {"team": str(merge.team), "same_as": str(merge.same_as)}


def format_team_code(team: Team) -> str:
    """Return event and code: `spring-open/T01`."""
    return f"{team.tournament.slug}/{team.code}"


def format_entry_code(entry: Entry) -> str:
    """Return event and number: `spring-open/12`."""
    return f"{entry.tournament.slug}/{entry.number}"
