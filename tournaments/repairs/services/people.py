"""Steps that correct players: two entries of one person, and values of one."""

from __future__ import annotations

from typing import Any

from django.db import IntegrityError, models, transaction
from django.utils.translation import gettext as _

from tournaments.core.audit import Change
from tournaments.core.audit.changes import snapshot
from tournaments.core.errors import UserError
from tournaments.entries.models.entries import Entry, MergedEntry
from tournaments.events.models import Tournament
from tournaments.repairs.services.sheets import Step


def merge(change: Change, tournament: Tournament, step: Step, reason: str) -> Step:
    """`stays`, `goes`: numbers of the entries of one person; everything of the second becomes the first's."""
    stays, goes = (tournament.entries.get(number=step[name]) for name in ("stays", "goes"))
    moved: dict[str, list[int]] = {}
    try:
        with transaction.atomic():
            for relation in Entry._meta.related_objects:
                rows = relation.related_model._base_manager.filter(**{relation.field.name: goes})
                if keys := list(rows.values_list("pk", flat=True)):
                    rows.update(**{relation.field.name: stays})
                    moved[f"{relation.related_model._meta.label}.{relation.field.name}"] = keys
    except IntegrityError:
        raise UserError(
            _("%(one)s and %(other)s both play or are registered; correct that first.") % {"one": stays, "other": goes}
        ) from None
    facts = snapshot(goes)
    private = {name: facts.pop(name) for name in Entry.PRIVATE}
    change.delete(goes)
    MergedEntry.objects.create(stays=stays, number=step["goes"], values=private)
    return {"do": "split", "stays": step["stays"], "entry": facts, "rows": moved}


def split(change: Change, tournament: Tournament, step: Step, reason: str) -> Step:
    stays = tournament.entries.get(number=step["stays"])
    # A log of an earlier release has them still; after an erasure there are none.
    private = MergedEntry.objects.filter(stays=stays, number=step["entry"]["number"]).first()
    facts = step["entry"] | (private.values if private else {})
    again = Entry(**{name: value for name, value in facts.items() if name not in ("id", "created_at")})
    if private:
        private.delete()
    change.create(again)
    for name, keys in step["rows"].items():
        label, _dot, column = name.rpartition(".")
        model = next(one for one in _related_models() if one._meta.label == label)
        model._base_manager.filter(pk__in=keys, **{column: stays}).update(**{column: again})
    return {"do": "merge", "stays": step["stays"], "goes": again.number}


def set_entry(change: Change, tournament: Tournament, step: Step, reason: str) -> Step:
    """`number` and `values` of a player, other rows by what names them (`_NAMED_BY`); `was`: the values expected."""
    entry = tournament.entries.get(number=step["number"])
    was = {name: _value(entry, name) for name in step["values"]}
    if step.get("was", was) != was:
        raise UserError(_("%(name)s has changed since. Correct the player by hand.") % {"name": entry})
    with change.edit(entry):
        for name, value in step["values"].items():
            rows, key = _NAMED_BY.get(name, ("", ""))
            setattr(entry, name, getattr(tournament, rows).get(**{key: value}) if rows and value else value)
    return step | {"values": was, "was": step["values"]}


_NAMED_BY = {"team": ("teams", "code"), "substitute_for": ("entries", "number")}


def _value(entry: Entry, name: str) -> Any:
    value = getattr(entry, name)
    return getattr(value, _NAMED_BY[name][1]) if value is not None and name in _NAMED_BY else value


def _related_models() -> list[type[models.Model]]:
    return [relation.related_model for relation in Entry._meta.related_objects]
