"""Who is one person in a season: two spellings put together, or parted again."""

from __future__ import annotations

from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.core.audit import Change
from tournaments.core.errors import UserError
from tournaments.entries.models.entries import Entry
from tournaments.seasons.models import Season, SeasonMerge
from tournaments.seasons.services.seasons import season_change


@season_change("seasons.merge", gettext_noop("Two spellings put together"))
def merge(change: Change, season: Season, *, entry: Entry, same_as: Entry) -> SeasonMerge:
    """Whoever `entry` is, is whoever `same_as` is. Raises `UserError` for players of other events, and for one twice.

    The log names events and numbers, not people, so that nothing stays of somebody whose data are erased.
    """
    for player, field in ((entry, "entry"), (same_as, "same_as")):
        if not season.events.filter(tournament=player.tournament_id).exists():
            raise UserError(_("This player is in none of the season's events."), field=field)
    if entry.pk == same_as.pk:
        raise UserError(_("Choose two spellings."), field="same_as")
    there = season.merges.filter(entry=entry).first() or season.merges.filter(entry=same_as, same_as=entry).first()
    if there is not None:
        raise UserError(_("This spelling is put together with another already; part them first."), field="entry")
    made = SeasonMerge.objects.create(season=season, entry=entry, same_as=same_as)
    change.note(season, after=_told(made))
    return made


@season_change("seasons.split", gettext_noop("Two spellings parted"))
def split(change: Change, season: Season, *, merge: SeasonMerge) -> None:
    """They are two people again. Raises `UserError` where somebody has parted them."""
    found = season.merges.filter(pk=merge.pk).first()
    if found is None:
        raise UserError(_("Somebody has removed this in the meantime."))
    change.note(season, before=_told(found))
    found.delete()


def _told(merge: SeasonMerge) -> dict[str, str]:
    return {"player": place_of(merge.entry), "same_as": place_of(merge.same_as)}


def place_of(entry: Entry) -> str:
    """The event and the number: `spring-open/12`."""
    return f"{entry.tournament.slug}/{entry.number}"
