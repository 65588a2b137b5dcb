"""Occasion of a ruling, told as the public digest shows it: without names, tables, facts and the order of cases."""

from __future__ import annotations

from collections.abc import Sequence

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from judging.cases.queries.casebook import list_digest
from judging.cases.visitor import list_visible_rulings
from tournaments.core.models.log import AuditEntry
from tournaments.core.occasions import About, Description, Occasion, register_occasion
from tournaments.core.text.sentences import translate_text
from tournaments.events.models import Tournament


def _notice(entries: Sequence[AuditEntry]) -> list[About]:
    made = (entry for entry in entries if entry.object_type == "ruling" and not entry.before)
    return [[int(entry.object_id)] for entry in made]


def _describe(tournament: Tournament, about: About) -> Description | None:
    """Describe a ruling in force; one on a board that others still play is not public."""
    visible = list_visible_rulings(tournament).filter(pk=about[0])
    case = visible.values_list("case__number", flat=True).first()
    line = next((line for line in list_digest(tournament) if line.case == case), None)
    if line is None:
        return None
    ruling = {
        "round": line.round,
        "measures": [
            {"title": translate_text(title) if title else "", "penalty": penalty, "clause": clause}
            for title, penalty, clause in line.titles
        ],
        "clauses": list(line.clauses),
        "hand": line.hand,
        "undecided": line.undecided,
        "digest": line.digest,
    }
    path = reverse("event_rulings", args=[tournament.slug])
    return Description(_("A ruling is published."), path, {"ruling": ruling})


register_occasion(Occasion("ruling", gettext_lazy("Ruling published"), frozenset({"cases.rule"}), _notice, _describe))
