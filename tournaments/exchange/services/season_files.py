"""Export and restoration of a season: everything, or nothing with the reasons."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.core.audit import Actor, Change, site_change
from tournaments.core.errors import UserError
from tournaments.core.permissions import can
from tournaments.entries.models.entries import Entry, Team
from tournaments.events.models import Tournament
from tournaments.exchange.document.seasons import ReadSeason, ReadSeasonEvent, build_ranking_rows, pack
from tournaments.exchange.services import event_files
from tournaments.seasons import services as season_services
from tournaments.seasons.models import Season, SeasonEvent, SeasonTeamMerge
from tournaments.seasons.queries import compute_ranking

FIRST = 3


@dataclass(frozen=True)
class SeasonPreview:
    """Result of an import: new events (`made`), existing ones (`here`), and the leaders (`first`) as (place, name)."""

    name: str
    slug: str
    published: bool
    made: tuple[tuple[str, str], ...]
    here: tuple[tuple[str, str], ...]
    ranked: int
    first: tuple[tuple[int, str], ...]


def preview(by: Actor, *, read: ReadSeason, slug: str = "") -> SeasonPreview:
    """Run `restore` and roll it back. Raises `UserError` as `restore` does."""
    slugs = set(
        Tournament.objects.filter(slug__in=[season_event.slug for season_event in read.events]).values_list(
            "slug", flat=True
        )
    )
    named = [(season_event.slug, season_event.event.name) for season_event in read.events]

    def see(season: Season) -> SeasonPreview:
        rows = compute_ranking(season, rule=read.rule).rows
        return SeasonPreview(
            season.name,
            season.slug,
            season.published,
            tuple(pair for pair in named if pair[0] not in slugs),
            tuple(pair for pair in named if pair[0] in slugs),
            len(rows),
            tuple((line.row.place, line.person.name) for line in rows[:FIRST]),
        )

    return event_files.view_and_roll_back(lambda: restore(by, read=read, slug=slug), see)


def export(by: Actor, season: Season) -> bytes:
    """Return the file. Raises `UserError` naming the events that the actor may not export completely."""
    closed = [
        season_event.tournament.name
        for season_event in season.events.select_related("tournament").order_by("position")
        if by.user is not None and not can(by.user, "events.export", season_event.tournament)
    ]
    if closed:
        message = _("The file holds the events whole; only a director of these can save them: %(names)s.")
        raise UserError(message % {"names": ", ".join(closed)}, problems=closed)
    return pack(season)


@site_change("seasons.restore", gettext_noop("Season brought in"))
def restore(change: Change, *, read: ReadSeason, slug: str = "") -> Season:
    """Create the season of the file; reuse existing, unchanged events.

    Raises `UserError` if a short name is taken by another event, or the ranking would differ from the file's.
    """
    season = season_services.create(
        change.by, name=read.name, slug=slug or read.slug, published=read.published, rule=read.rule.to_dict()
    )
    for position, season_event in enumerate(read.events, 1):
        SeasonEvent.objects.create(
            season=season,
            tournament=_find_or_import_event(change, season_event),
            position=position,
            factor_numerator=season_event.factor.numerator,
            factor_denominator=season_event.factor.denominator,
        )
    for entry, same_as in read.merges:
        season_services.add_merge(
            change, season, entry=_get_entry(season, *entry), same_as=_get_entry(season, *same_as)
        )
    for team, same_team in read.team_merges:
        SeasonTeamMerge.objects.create(
            season=season, team=_get_team(season, *team), same_as=_get_team(season, *same_team)
        )
    if build_ranking_rows(season, persons=False) != read.ranking:
        raise UserError(_("The ranking is not the one that the file was saved with."), field="file")
    change.note(season, after={"slug": season.slug, "events": len(read.events), "merges": len(read.merges)})
    return season


def _find_or_import_event(change: Change, season_event: ReadSeasonEvent) -> Tournament:
    tournament = Tournament.objects.filter(slug=season_event.slug).first()
    if tournament is None:
        return event_files.restore(change.by, event=season_event.event, slug=season_event.slug)
    if not event_files.is_same_as(tournament, season_event.event):
        message = _("There is another event “%(slug)s” here; the season's own would not be it.")
        raise UserError(message % {"slug": season_event.slug}, field="file")
    return tournament


def _get_entry(season: Season, slug: str, number: int) -> Entry:
    entry = Entry.objects.filter(tournament__seasons__season=season, tournament__slug=slug, number=number).first()
    if entry is None:
        message = _("“%(found)s” names no row of the file.")
        raise UserError(message % {"found": f"{slug}/{number}"}, field="file")
    return entry


def _get_team(season: Season, slug: str, code: str) -> Team:
    team = Team.objects.filter(tournament__seasons__season=season, tournament__slug=slug, code=code).first()
    if team is None:
        message = _("“%(found)s” names no row of the file.")
        raise UserError(message % {"found": f"{slug}/{code}"}, field="file")
    return team
