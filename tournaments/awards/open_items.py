from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse

from engine.sentences import sentence as _
from tournaments.awards.queries import list_changed_outcomes
from tournaments.awards.text import format_title
from tournaments.core.open_items import ItemKind, OpenItem, OpenItemStep, open_items
from tournaments.events.models import Tournament

STOPS = frozenset({OpenItemStep.CEREMONY, OpenItemStep.CERTIFICATES})


@open_items(*STOPS)
def changed_awards(tournament: Tournament) -> Iterator[OpenItem]:
    """Return published awards for which later corrections give other winners."""
    for outcome in list_changed_outcomes(tournament):
        yield OpenItem(
            ItemKind.OUTDATED,
            f"award {outcome.award.number} {outcome.digest[:12]}",
            _(
                "Award %(award)s: a correction gives other winners than the published ones",
                award=format_title(outcome.award),
            ),
            reverse("manage_awards", args=[tournament.slug]),
            "results.release",
            stops=STOPS,
        )
