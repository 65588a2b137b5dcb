from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.core.audit import Change, change, next_number
from tournaments.core.errors import UserError, clean_fields
from tournaments.core.text.folding import fold_to_name_key
from tournaments.entries.models.categories import MAX_CATEGORIES, Category
from tournaments.entries.models.entries import Entry
from tournaments.entries.models.registration import Application
from tournaments.events.models import Tournament
from tournaments.events.services import enable


@change("categories.add", gettext_noop("Category added"))
def add(change: Change, tournament: Tournament, **values: Any) -> Category:
    """Add a category. Raises `UserError` for a name that is taken."""
    if tournament.categories.count() >= MAX_CATEGORIES:
        raise UserError(_("An event has at most %(most)s categories.") % {"most": MAX_CATEGORIES})
    category = Category(tournament=tournament, number=next_number(tournament.categories.all()), **values)
    _check(category)
    change.create(category)
    enable(change, tournament, Tournament.Feature.CATEGORIES)
    return category


@change("categories.edit", gettext_noop("Category changed"))
def edit(change: Change, category: Category, **values: Any) -> Category:
    with change.edit(category):
        for name, value in values.items():
            setattr(category, name, value)
        _check(category)
    return category


@change("categories.members", gettext_noop("Members of a category chosen"))
def set_members(change: Change, category: Category, *, players: Iterable[Entry]) -> Category:
    chosen = {entry.pk for entry in players}
    for entry in Entry.objects.filter(tournament=category.tournament_id).order_by("number"):
        others = [number for number in entry.categories if number != category.number]
        with change.edit(entry):
            entry.categories = sorted([*others, category.number]) if entry.pk in chosen else others
    return category


@change("categories.remove", gettext_noop("Category removed"))
def remove(change: Change, category: Category) -> None:
    """Remove a category; its players stay. Raises `UserError` while a fee or an award depends on it."""
    if category.fees.exists():
        raise UserError(_("A fee depends on this category. Remove the fee first."))
    if category.awards.exists():
        raise UserError(_("An award depends on this category. Remove the award first."))
    for model in (Entry, Application):
        for row in model.objects.filter(tournament=category.tournament_id):
            with change.edit(row):
                row.categories = [number for number in row.categories if number != category.number]
    change.delete(category)


def _check(category: Category) -> None:
    category.name = category.name.strip()
    others = Category.objects.filter(tournament=category.tournament_id).exclude(pk=category.pk)
    if fold_to_name_key(category.name) in map(fold_to_name_key, others.values_list("name", flat=True)):
        raise UserError(_("Another category has this name. Choose another one."), field="name")
    if "," in category.name:
        raise UserError(_("Leave out the comma: rosters list categories with commas."), field="name")
    clean_fields(category, "tournament")
