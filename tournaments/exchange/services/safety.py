"""Backup and fallback package after each round, so that a lost laptop costs nothing.

Jobs after the commit cannot delay or fail a sheet. Django names a robust hook by `__qualname__` if it fails, which a
`partial` lacks.
"""

from __future__ import annotations

import logging
import uuid

from django.db import transaction
from django.dispatch import receiver

from tournaments.core import jobs
from tournaments.core.audit import Actor
from tournaments.core.models.jobs import Job
from tournaments.events import hall_address
from tournaments.events.models import Tournament
from tournaments.exchange.backups import making
from tournaments.rounds.models import Round
from tournaments.rounds.services.rounds import round_completed
from tournaments.seating.services.seating import seating_published

log = logging.getLogger(__name__)

BACKUP, PACK = "backup", "fallback-pack"


@receiver(round_completed)
def back_up_after_round(by: Actor, round_: Round, **_signal: object) -> None:
    """Back up the round and print its package.

    Demonstrations, imports and evenings (each table is a round) need only backups by the clock; a rehearsal may be
    lost.
    """
    if by.origin == "command" or round_.alone or round_.tournament.rehearsal:
        return
    pk = round_.pk
    transaction.on_commit(lambda: _after_round(pk), robust=True)


@receiver(seating_published)
def print_fallback_pack(by: Actor, round_: Round, **_signal: object) -> None:
    """Print the package again with the next round's seats and sheets."""
    if by.origin == "command" or round_.alone or round_.tournament.rehearsal:
        return
    pk = round_.tournament_id
    transaction.on_commit(lambda: _make_pack(pk), robust=True)


def back_up_when_due() -> None:
    """Start a backup by the clock, without an author, if one is due."""
    if making.due():
        waiting = Job.objects.filter(kind=BACKUP, state__in=(Job.State.QUEUED, Job.State.RUNNING))
        if not waiting.exists():
            jobs.create(BACKUP, created_by=None, params={"why": making.CLOCK})


def list_waiting_backups() -> list[uuid.UUID]:
    queued = Job.objects.filter(kind=BACKUP, state=Job.State.QUEUED).order_by("created_at")
    return list(queued.values_list("pk", flat=True))


def _after_round(pk: int) -> None:
    round_ = Round.objects.select_related("tournament").get(pk=pk)
    params = {"why": making.ROUND, "round": round_.number}
    jobs.create_once(BACKUP, created_by=None, tournament=round_.tournament, params=params)
    _make_pack(round_.tournament_id)


def _make_pack(pk: int) -> None:
    tournament = Tournament.objects.get(pk=pk)
    address = hall_address.find_hall_address().address
    params = {"document": PACK, "paper": "a4", "round": None, "player": None, "base_url": address}
    jobs.create_once("print", created_by=None, tournament=tournament, params=params)
