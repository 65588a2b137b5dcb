"""Public papers: the seating of a round for everybody, the rulebook; each made once as a public file."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, Final

from django.conf import settings
from django.utils import translation

from tournaments.core.printing.registry import Order, Paper, find_paper
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round

PAPER: Final = "paper"
SECONDS: Final = 120.0


def compute_shared_key(paper: Paper, order: Order, size: str) -> str:
    """Return the key of the paper that events share; empty for a paper of this event alone."""
    content = paper.content_without_event(order) if paper.content_without_event else ""
    if not content:
        return ""
    parts = (settings.EDITION, translation.get_language(), paper.key, size, *order.languages, content)
    return hashlib.sha256("\0".join(str(part) for part in parts).encode()).hexdigest()[:32]


def build_params(paper: Paper, order: Order, size: str, *, shared: bool) -> dict[str, Any]:
    return {
        "paper": paper.key,
        "event": order.tournament.pk,
        "round": order.round.number if order.round else None,
        "subject": order.subject,
        "size": size,
        "language": translation.get_language(),
        "shared": shared,
    }


def make_paper(params: Mapping[str, Any]) -> bytes:
    paper = find_paper(params["paper"])
    tournament = Tournament.objects.get(pk=params["event"])
    number = params["round"]
    played = Round.objects.select_related("stage").get(tournament=tournament, number=number) if number else None
    if paper is None:
        raise Round.DoesNotExist
    with translation.override(params["language"]):
        order = Order(tournament, "", played, subject=params["subject"], names_event=not params["shared"])
        return paper.made(order, params["size"], seconds=SECONDS)
