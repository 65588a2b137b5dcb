"""Reads of an event: its verification, newest fallback package, sealed deals, and how it is published elsewhere."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext

from engine.sentences import Sentence
from tournaments.core.audit.hash_chain import awaits_file
from tournaments.core.models.jobs import Job
from tournaments.duplicate.models.deals import Board, BoardSet
from tournaments.events.models import Tournament
from tournaments.exchange.models import Mirror, Publication, PublicationKey


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


def describe_publishing_problem(problem: str) -> str:
    return {
        "connection": gettext("The other site cannot be reached. Check the address and this computer's internet."),
        "certificate": gettext(
            "The certificate of the other site is not valid. Check its address, and the clock of this computer."
        ),
        "key": gettext("The other site refuses the key. Make a new one there and paste it here."),
        "address": gettext("The other site has no event with a key at this address. Compare it with the link there."),
        "version": gettext("The two sites have different versions of the program. Update both."),
        "size": gettext("The event is too large for the other site."),
        "busy": gettext("The other site gets too many requests. It is tried again by itself."),
        "in_use": gettext(
            "The other site uses the event itself: it was seated or paid for there. Make an empty one there."
        ),
        "taken_over": gettext("Another computer publishes this event now, so this one has stopped."),
    }.get(problem, gettext("The other site has refused the delivery. It is tried again by itself."))


@dataclass(frozen=True)
class PublicationState:
    address: str
    running: bool
    ago: int | None
    problem: str
    last: datetime.datetime | None


def describe_publication(tournament: Tournament) -> PublicationState | None:
    row = Publication.objects.filter(tournament=tournament).select_related("secret").first()
    if row is None:
        return None
    has_key, taken_over = hasattr(row, "secret"), row.problem == Publication.Problem.TAKEN_OVER
    running = row.stopped_at is None and has_key and not taken_over
    problem = describe_publishing_problem(row.problem) if row.problem else ""
    if row.stopped_at is not None:
        problem = ""
    elif not has_key:
        problem = gettext(
            "This site was restored from a backup, which holds no key: start publishing again with the key."
        )
    ago = None if row.published_at is None else max(0, int((timezone.now() - row.published_at).total_seconds()))
    return PublicationState(row.address, running, ago, problem, row.published_at)


@dataclass(frozen=True)
class SealingState:
    sent_at: datetime.datetime | None
    problem: str


def describe_sealing(tournament: Tournament) -> SealingState | None:
    """Return the state of the encrypted backup at the other site; None if none is sent."""
    rows = PublicationKey.objects.filter(publication__tournament=tournament, seal_secret__isnull=False)
    secret = rows.first()
    if secret is None:
        return None
    problem = describe_publishing_problem(secret.seal_problem) if secret.seal_problem else ""
    if secret.seal_problem == Publication.Problem.SIZE:
        problem = gettext("The backup is too large for the other site.")
    return SealingState(secret.sealed_at, problem)


@dataclass(frozen=True)
class MirrorState:
    live: bool
    ago: int
    since: datetime.datetime

    @property
    def silent(self) -> bool:
        return self.ago > SILENT

    @property
    def recent(self) -> bool:
        """Return True if the hour alone tells when it was."""
        return self.ago < RECENT


def is_mirror(tournament: Tournament) -> bool:
    """Return True if deliveries alone keep the event up to date: registrations stay this site's."""
    has_delivery = Mirror.objects.filter(tournament=tournament, received_at__isnull=False).exists()
    return has_delivery and not awaits_file(tournament)


RECENT: Final = 12 * 3600
SILENT: Final = 30 * 24 * 3600
LIVE: Final = 90


def find_mirror_state(tournament: Tournament) -> MirrorState | None:
    mirror = Mirror.objects.filter(tournament=tournament, received_at__isnull=False).first()
    if mirror is None or mirror.received_at is None:
        return None
    ago = max(0, int((timezone.now() - mirror.received_at).total_seconds()))
    return MirrorState(ago <= LIVE and mirror.digest is not None, ago, mirror.received_at)
