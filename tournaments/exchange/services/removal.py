"""Deletion of events."""

from __future__ import annotations

import hashlib

from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.core import jobs, public_files
from tournaments.core.audit import Actor, Change, site_change, write_now
from tournaments.core.audit.decorators import require_not_lent
from tournaments.core.errors import UserError
from tournaments.core.models.jobs import Job
from tournaments.core.permissions import can
from tournaments.events.models import Tournament
from tournaments.exchange.document.deleting import delete_rows, discard_files
from tournaments.results.models.results import TableResult

BACKUP = "event-backup"


def has_confirmed_results(tournament: Tournament) -> bool:
    """Return True if any sheet was ever confirmed: then only an administrator deletes the event."""
    return TableResult.objects.filter(table__round__tournament=tournament, confirmed_at__isnull=False).exists()


def make_backup(by: Actor, tournament: Tournament) -> Job:
    return jobs.create_once(
        BACKUP, created_by=by.user, tournament=tournament, params={"version": _get_version(tournament)}
    )


def find_backup(tournament: Tournament) -> Job | None:
    """Return the file of the event's present version; None if the event has changed since, or has no file."""
    backups = Job.objects.filter(kind=BACKUP, tournament=tournament, state=Job.State.DONE).exclude(result="")
    return backups.filter(params__version=_get_version(tournament)).first()


def _get_version(tournament: Tournament) -> int:
    return Tournament.objects.values_list("version", flat=True).get(pk=tournament.pk)


@site_change("events.remove", gettext_noop("Event deleted"))
def remove(
    change: Change, *, tournament: Tournament, name: str, reason: str, demonstration: bool = False
) -> Job | None:
    """Delete the event with its log; return the job with its file, kept for the actor, or None for a demonstration.

    Raises `UserError` if a season counts it; unless it is a `demonstration`, also for a wrong name, confirmed results
    (except for administrators), a missing or old file, or background jobs.
    """
    require_not_lent(tournament)
    require_no_season(tournament)
    backup = None if demonstration else _require_backup(change, tournament, name, reason)
    after = {}
    if backup is not None:
        jobs.require_file(backup)
        with backup.result.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        after = {"backup_sha256": digest, "backup": backup.result_name}
    before = {"slug": tournament.slug, "name": tournament.name, "version": _get_version(tournament)}
    change.note(tournament, before=before, after=after)
    write_now(change)
    others = Job.objects.filter(tournament=tournament)
    discard_files(others if backup is None else others.exclude(pk=backup.pk), "result")
    discard_files(public_files.list_files(tournament), "file")
    if backup is not None:
        keeper = change.user or backup.created_by
        Job.objects.filter(pk=backup.pk).update(tournament=None, result_url="", created_by=keeper)
    delete_rows(tournament)
    if backup is not None:
        backup.refresh_from_db()
    return backup


def require_no_season(tournament: Tournament) -> None:
    season = tournament.seasons.select_related("season").first()
    if season is not None:
        message = _("The event counts in the season “%(season)s”; take it out there first.")
        raise UserError(message % {"season": season.season})


def require_no_work(tournament: Tournament) -> None:
    if tournament.jobs.filter(state__in=(Job.State.QUEUED, Job.State.RUNNING)).exists():
        raise UserError(_("Background work of this event is under way; wait for it, or cancel it first."))


def _require_backup(change: Change, tournament: Tournament, name: str, reason: str) -> Job:
    if name.strip() != tournament.name:
        raise UserError(_("This is not the event's name; type it as it stands above."), field="name")
    if not reason.strip():
        raise UserError(_("Say why the event is deleted."), field="reason")
    user = change.user
    if has_confirmed_results(tournament) and user is not None and not can(user, "site.events.remove"):
        raise UserError(_("This event has confirmed results. Only an administrator of the site can delete it."))
    require_no_work(tournament)
    backup = find_backup(tournament)
    if backup is None or not backup.result.storage.exists(str(backup.result.name)):
        raise UserError(_("Create the backup first: there is none of the current event."))
    return backup
