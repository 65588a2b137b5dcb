"""Rehearsals: copies of events that robots or people play, which count nowhere and can be deleted."""

from __future__ import annotations

from functools import partial

from django.db import models, router, transaction
from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.models import Job, Tournament
from tournaments.portable.sections import sections
from tournaments.services import jobs
from tournaments.services.audit import Actor, Change, site_change
from tournaments.services.errors import UserError

PLAY = "rehearsal-play"
"""The kind of job in which the robots play."""


def play(by: Actor, tournament: Tournament, *, whole: bool = False) -> Job:
    """The robots play the next round, or all that is left, in the background. Raises `UserError` at a real event."""
    require(tournament)
    return jobs.create_once(PLAY, created_by=by.user, tournament=tournament, params={"whole": whole})


def require(tournament: Tournament) -> None:
    """Raise `UserError` where the event is a real one: robots never play it, and it is never removed."""
    if not Tournament.objects.filter(pk=tournament.pk, rehearsal=True).exists():
        raise UserError(_("This event is no rehearsal."))


@site_change("rehearsal.remove", gettext_noop("Rehearsal removed"))
def remove(change: Change, *, tournament: Tournament) -> None:
    """Delete a rehearsal with everything in it, its log too; that it was there stands in the site's log.

    Raises `UserError` at a real event, and while robots play it.
    """
    Tournament.objects.select_for_update().filter(pk=tournament.pk).first()
    require(tournament)
    at_work = tournament.jobs.filter(state__in=(Job.State.QUEUED, Job.State.RUNNING), kind=PLAY)
    if at_work.exists():
        raise UserError(_("The robots are playing; wait for them, or stop them first."))
    change.note(tournament, before={"slug": tournament.slug, "name": tournament.name})
    for section in reversed(sections()):
        rows = section.model._base_manager.filter(**{section.way: tournament})
        keys = list(rows.values_list("pk", flat=True))
        for column in section.model._meta.concrete_fields:
            if isinstance(column, models.FileField):
                _discard_files(section.model, column, keys)
        for name in section.many:
            through = getattr(section.model, name).through
            link = section.model._meta.get_field(name).m2m_field_name()  # type: ignore[union-attr]
            _delete(through, through._base_manager.filter(**{f"{link}__in": keys}))
        _delete(section.model, section.model._base_manager.filter(pk__in=keys))
    tournament.delete()


def _delete(model: type[models.Model], rows: models.QuerySet) -> None:
    """Without asking who points at the rows: whoever does goes in the same transaction, which the database checks."""
    rows._raw_delete(router.db_for_write(model))


def _discard_files(model: type[models.Model], column: models.FileField, keys: list[int]) -> None:
    for row in model._base_manager.filter(pk__in=keys).exclude(**{column.name: ""}):
        stored = getattr(row, column.name)
        if stored:
            transaction.on_commit(partial(stored.storage.delete, stored.name))
