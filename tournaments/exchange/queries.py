"""Verification of an event's present version, its newest fallback package, and its sealed deals."""

from __future__ import annotations

from django.conf import settings

from engine.sentences import Sentence
from tournaments.core.models.jobs import Job
from tournaments.duplicate.models.deals import Board, BoardSet
from tournaments.events.models import Tournament


def compute_verifier_mark() -> str:
    mark: str = settings.EDITION
    return mark


def last_check(tournament: Tournament) -> Job | None:
    """Return the job that verified this version of the event with this program; None if there is none."""
    ran = Job.objects.filter(
        tournament=tournament, kind="event-check", state=Job.State.DONE, params__version=tournament.version
    ).first()
    if (
        ran is None
        or not isinstance(ran.message, Sentence)
        or ran.message.values.get("program") != compute_verifier_mark()
    ):
        return None
    return ran


def find_complete_check(tournament: Tournament) -> Job | None:
    """Return the job, for public display, if the event is over and nothing failed."""
    ran = last_check(tournament) if tournament.state == Tournament.State.FINISHED else None
    return ran if ran is not None and has_nothing_failed(ran) else None


def has_nothing_failed(ran: Job) -> bool:
    return isinstance(ran.message, Sentence) and ran.message.values.get("failed") == 0


def find_latest_pack(tournament: Tournament) -> Job | None:
    packs = Job.objects.filter(
        tournament=tournament, kind="print", params__document="fallback-pack", state=Job.State.DONE
    )
    return packs.exclude(result="").order_by("-finished_at").first()


def list_sealed_deals(tournament: Tournament) -> list[str]:
    """Return the encrypted seeds and deals that are not public: only a site with the same secret key opens them."""
    seeds = BoardSet.objects.filter(tournament=tournament, seed="", withdrawn_at=None)
    deals = Board.objects.filter(board_set__tournament=tournament, text="")
    return [*seeds.values_list("sealed_seed", flat=True), *deals.values_list("sealed_deal", flat=True)]
