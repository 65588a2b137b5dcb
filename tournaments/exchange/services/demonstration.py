"""Start the demonstration's running event again, by a visitor's button or each night."""

from __future__ import annotations

import io
from datetime import datetime, time, timedelta
from typing import Final

from django.conf import settings
from django.core.management import call_command, get_commands, load_command_class
from django.utils import timezone
from django.utils.translation import gettext as _
from filelock import FileLock, Timeout

from engine.sentences import gettext_noop
from tournaments.core.audit import Actor, Change, site_change, write_now
from tournaments.core.errors import UserError
from tournaments.core.models.jobs import Job
from tournaments.core.models.log import AuditEntry
from tournaments.core.models.public_files import PublicFile
from tournaments.events.models import Tournament
from tournaments.exchange.demo.queries import running_event
from tournaments.exchange.document.deleting import delete_rows, discard_files

NIGHT: Final = time(4)
"""Time of the server at which the event starts again."""
QUIET: Final = timedelta(hours=1)
"""Time without an entry in its log after which nobody tries the event."""


as_removal = site_change("events.remove", gettext_noop("Event deleted"))
"""Logs the removal as that of any event, which the database asks for."""


@as_removal
def _remove(change: Change, *, tournament: Tournament) -> None:
    Tournament.objects.select_for_update().filter(pk=tournament.pk).first()
    change.note(tournament, before={"slug": tournament.slug, "name": tournament.name})
    # The database lets entries of the log go only after the site's log has said so.
    write_now(change)
    discard_files(Job.objects.filter(tournament=tournament), "result")
    discard_files(PublicFile.objects.filter(tournament=tournament), "file")
    delete_rows(tournament)


def start_again(by: Actor) -> None:
    """Delete the running event and make it anew. Raises `UserError` while another visitor does the same."""
    try:
        with FileLock(settings.DATA_DIR / "demonstration.lock", timeout=0):
            if (event := running_event()) is not None:
                _remove(by, tournament=event)
            call_command("demo_living", stdout=io.StringIO())
            for name in _additions():
                call_command(name, stdout=io.StringIO())
    except Timeout:
        raise UserError(_("The demonstration is starting again. Reload the page in a minute.")) from None


def _additions() -> list[str]:
    """Return the commands that add to the running event, of all apps."""
    found = {name: app for name, app in get_commands().items() if name.startswith("demo_")}
    return sorted(name for name, app in found.items() if hasattr(load_command_class(app, name), "adds_to_living"))


def start_again_at_night(now: datetime) -> None:
    """Start the event again if visitors have used it before the last night."""
    if is_used_up(now):
        start_again(Actor.of_task("demo"))


def is_used_up(now: datetime) -> bool:
    """Return whether somebody has used the event, made before the last night, and nobody does `now`."""
    event = running_event()
    if event is None:
        return False
    night = timezone.make_aware(datetime.combine(now.date(), NIGHT))
    if night > now:
        night -= timedelta(days=1)
    used = AuditEntry.objects.filter(tournament=event).exclude(origin__in=("command", "task"))
    return event.created_at < night and used.exists() and not used.filter(at__gt=now - QUIET).exists()
