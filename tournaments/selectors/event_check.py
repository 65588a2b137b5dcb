"""How the verifier ended on an event as it is now: what its pages say, withdrawn when anything changes."""

from __future__ import annotations

import hashlib
from functools import cache

from engine.sentences import Sentence
from tournaments.exports.bundle_parts import part_checks, part_sources
from tournaments.models import Job, Tournament
from tournaments.verification.single_file import single_file


@cache
def verifier_mark() -> str:
    """The first twelve digits of the SHA-256 of `mahjong-verify.py` as this site hands it out."""
    return hashlib.sha256(single_file(part_checks(), part_sources()).encode()).hexdigest()[:12]


def last_check(tournament: Tournament) -> Job | None:
    """The job that checked this version of the event with this verifier; None where either moved on, or nobody did."""
    ran = Job.objects.filter(
        tournament=tournament, kind="event-check", state=Job.State.DONE, params__version=tournament.version
    ).first()
    if ran is None or not isinstance(ran.message, Sentence) or ran.message.values.get("program") != verifier_mark():
        return None
    return ran


def everything_checked(tournament: Tournament) -> Job | None:
    """The same where the event is over and nothing failed, which its own page says."""
    ran = last_check(tournament) if tournament.state == Tournament.State.FINISHED else None
    return ran if ran is not None and stands(ran) else None


def stands(ran: Job) -> bool:
    """Whether nothing failed."""
    return isinstance(ran.message, Sentence) and ran.message.values.get("failed") == 0
