"""Cells of a roster as `reading.roster` reads them back."""

from __future__ import annotations

from tournaments.entries.models.categories import Category, list_category_names
from tournaments.entries.models.entries import Entry
from tournaments.entries.models.questions import EntryQuestion
from tournaments.entries.reading.answers import format_answer_cell
from tournaments.entries.reading.roster import COLUMNS
from tournaments.events.models import Tournament


def build_entry_rows(tournament: Tournament) -> list[list[str]]:
    """Return the heading and a row per entry, by number; teams by name, answers under the text of their question."""
    entries = tournament.entries.select_related("team").order_by("number")
    questions, categories = list(tournament.questions.all()), list(tournament.categories.all())
    heading = [*COLUMNS, *(["categories"] if categories else []), *(question.label for question in questions)]
    return [heading, *(_format_cells(entry, categories, questions) for entry in entries)]


def _format_cells(entry: Entry, categories: list[Category], questions: list[EntryQuestion]) -> list[str]:
    held = [", ".join(list_category_names(entry.categories, categories))] if categories else []
    answers = (format_answer_cell(entry.answers.get(question.key, "")) for question in questions)
    return [*(_format_cell(entry, column) for column in COLUMNS), *held, *answers]


def _format_cell(entry: Entry, column: str) -> str:
    if column == "team":
        return entry.team.name if entry.team else ""
    value = getattr(entry, column) or ""
    return "yes" if value is True else str(value)
