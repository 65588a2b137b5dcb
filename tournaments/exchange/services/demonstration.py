"""Restart of the demonstration's running event, by a visitor's button or each night."""

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
from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.core.models.log import AuditEntry
from tournaments.events.models import Tournament
from tournaments.exchange.demo.queries import ASIDE, LIVING, find_running_event
from tournaments.exchange.services import removal

NIGHT: Final = time(4)
QUIET: Final = timedelta(hours=1)
"""Time without a log entry after which nobody counts as trying the event."""
PAUSE: Final = timedelta(minutes=2)
"""Minimum between two starts, which anybody may ask for: each takes some ten seconds of the processor."""
REASON: Final = gettext_noop("The demonstration starts again.")


def start_again(by: Actor) -> None:
    """Make the running event anew, and only then delete the previous one.

    Raises `UserError` if a season counts it, during another start, and for `PAUSE` afterwards.
    """
    try:
        with FileLock(settings.DATA_DIR / "demonstration.lock", timeout=0):
            if (event := find_running_event()) is not None:
                if event.created_at > timezone.now() - PAUSE:
                    raise UserError(
                        _("The demonstration has just started again. Wait two minutes before the next start.")
                    )
                removal.require_no_season(event)
            _set_aside(by)
            try:
                call_command("demo_living", stdout=io.StringIO())
                for name in _list_additions():
                    call_command(name, stdout=io.StringIO())
            except BaseException:
                _put_back(by)
                raise
            _remove(by, ASIDE)
    except Timeout:
        raise UserError(_("The demonstration is starting again. Reload the page in a minute.")) from None


def _set_aside(by: Actor) -> None:
    if Tournament.objects.filter(slug=LIVING).exists():
        _remove(by, ASIDE)
        Tournament.objects.filter(slug=LIVING).update(slug=ASIDE)


def _put_back(by: Actor) -> None:
    _remove(by, LIVING)
    Tournament.objects.filter(slug=ASIDE).update(slug=LIVING)


def _remove(by: Actor, slug: str) -> None:
    for event in Tournament.objects.filter(slug=slug):
        removal.remove(by, tournament=event, name=event.name, reason=REASON, demonstration=True)


def _list_additions() -> list[str]:
    commands = {name: app for name, app in get_commands().items() if name.startswith("demo_")}
    return sorted(name for name, app in commands.items() if hasattr(load_command_class(app, name), "adds_to_living"))


def start_again_at_night(now: datetime) -> None:
    if is_used_up(now):
        start_again(Actor.of_task("demo"))


def is_used_up(now: datetime) -> bool:
    """Return True if somebody has used the event, which is of an earlier night, and nobody uses it `now`."""
    event = find_running_event()
    if event is None:
        return False
    night = timezone.make_aware(datetime.combine(now.date(), NIGHT))
    if night > now:
        night -= timedelta(days=1)
    used = AuditEntry.objects.filter(tournament=event).exclude(origin__in=("command", "task"))
    return event.created_at < night and used.exists() and not used.filter(at__gt=now - QUIET).exists()
