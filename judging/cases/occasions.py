"""Occasion of a ruling, told as the public digest shows it: without names, tables and the order of cases."""

from __future__ import annotations

from collections.abc import Sequence

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from judging.cases.queries.casebook import publish_ruling
from judging.cases.visitor import list_visible_rulings
from tournaments.core.models.log import AuditEntry
from tournaments.core.occasions import About, Description, Occasion, register_occasion
from tournaments.events.models import Tournament


def _notice(entries: Sequence[AuditEntry]) -> list[About]:
    made = (entry for entry in entries if entry.object_type == "ruling" and not entry.before)
    return [[int(entry.object_id)] for entry in made]


def _describe(tournament: Tournament, about: About) -> Description | None:
    ruling = list_visible_rulings(tournament).filter(pk=about[0]).select_related("case__round", "claim").first()
    if ruling is None:
        return None
    path = reverse("event_rulings", args=[tournament.slug])
    return Description(_("A ruling is published."), path, {"ruling": publish_ruling(ruling)})


register_occasion(Occasion("ruling", gettext_lazy("Ruling published"), frozenset({"cases.rule"}), _notice, _describe))
