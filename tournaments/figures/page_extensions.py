"""Figures on the page of an event whose play is over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.template.loader import render_to_string

from tournaments.core.extensions import extends
from tournaments.entries.models.entries import Entry
from tournaments.figures import pages
from tournaments.figures.queries import read_event_numbers


@extends("event_over")
def render_event(page: Mapping[str, Any]) -> str:
    """Show how much was played and who leads a few figures; nothing while no standings are public."""
    if page["top"] is None:
        return ""
    tournament = page["tournament"]
    stored, read = read_event_numbers(tournament, with_games=False)
    if not read.sums:
        return ""
    best = pages.list_best_figures(read)
    people = Entry.objects.select_related("team").in_bulk({key for line in best for key in line["keys"]})
    values = {
        "tournament": tournament,
        "marks": page["marks"],
        "stored": stored,
        "best": [line | {"players": [people[key] for key in line["keys"]]} for line in best],
    }
    return render_to_string("figures/public/_event_over.html", values)
