"""Steps that correct players: two entries of one person, and values of one."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from copy import copy
from typing import Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError, models, transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.core.audit import Change
from tournaments.core.audit.changes import snapshot
from tournaments.core.errors import UserError
from tournaments.core.former_extra import convert_former_facts
from tournaments.core.text.places import format_enumeration
from tournaments.entries.models.entries import Entry, MergedEntry, StageEntry
from tournaments.events.models import Tournament
from tournaments.repairs.queries.later import build_removal_refusal
from tournaments.repairs.queries.rows import require_round
from tournaments.repairs.services.sheets import Step
from tournaments.rounds.models import Seat, StandIn


def merge(change: Change, tournament: Tournament, step: Step, reason: str) -> Step:
    """Merge the entry numbered `goes` into `stays`, of the same person, with everything that belongs to it."""
    stays, goes = (tournament.entries.get(number=step[name]) for name in ("stays", "goes"))
    moved: dict[str, list[int]] = {}
    try:
        with transaction.atomic():
            for relation in _list_relations_to_players():
                rows = relation.related_model._base_manager.filter(**{relation.field.name: goes})
                if keys := list(rows.values_list("pk", flat=True)):
                    rows.update(**{relation.field.name: stays})
                    moved[f"{relation.related_model._meta.label}.{relation.field.name}"] = keys
    except IntegrityError:
        raise _build_merge_refusal(stays, goes) from None
    facts = snapshot(goes)
    private = {name: facts.pop(name) for name in Entry.PRIVATE}
    change.delete(goes)
    MergedEntry.objects.create(stays=stays, number=step["goes"], values=private)
    return {"do": "split", "stays": step["stays"], "key": stays.pk, "entry": facts, "rows": moved}


def _build_merge_refusal(stays: Entry, goes: Entry) -> UserError:
    """Return the refusal of a merge: both have a seat in one seating, or another thing that a player has once."""
    names = {"one": stays, "other": goes}
    seatings = Seat.objects.filter(entry=goes, seating__seats__entry=stays)
    numbers = sorted(set(seatings.values_list("seating__round__number", flat=True)))
    if not numbers:
        return UserError(
            _("%(one)s and %(other)s both have something that a player has once; remove that of one first.") % names
        )
    return UserError(
        ngettext(
            "%(one)s and %(other)s both have a seat in round %(rounds)s. Give one of the seats to somebody else first, "
            "or withdraw one player.",
            "%(one)s and %(other)s both have seats in rounds %(rounds)s. Give the seats of one to somebody else first, "
            "or withdraw one player.",
            len(numbers),
        )
        % (names | {"rounds": format_enumeration(numbers)})
    )


def split(change: Change, tournament: Tournament, step: Step, reason: str) -> Step:
    """Make the removed entry again, with its primary key and all that belonged to it."""
    stays, again, private, rows = check_split(tournament, step)
    if private:
        private.delete()
    try:
        with transaction.atomic():
            change.create(again)
    except IntegrityError:
        raise _build_taken_refusal(again) from None
    for column, belongings in rows:
        belongings.update(**{column: again})
    return {"do": "merge", "stays": stays.number, "goes": again.number}


Belongings = list[tuple[str, "models.QuerySet[Any]"]]


def check_split(tournament: Tournament, step: Step) -> tuple[Entry, Entry, MergedEntry | None, Belongings]:
    """Return the entry that stays, the one to make again with its private values, and its rows. Raises `UserError`."""
    stays = _require_entry(tournament, step, "stays")
    same_number = tournament.entries.filter(number=step["entry"]["number"]).first()
    if same_number is not None:
        raise UserError(
            _("Number %(number)s belongs to %(name)s by now. Give that player another number first.")
            % {"number": same_number.number, "name": same_number.name}
        )
    # Logs of earlier releases still have the private values; after an erasure there are none.
    private = MergedEntry.objects.filter(stays=stays, number=step["entry"]["number"]).first()
    facts = convert_former_facts("entry", step["entry"]) | (private.values if private else {})
    columns = {column.attname: column for column in Entry._meta.concrete_fields}
    again = Entry(**{name: columns[name].to_python(value) for name, value in facts.items() if name in columns})
    _check_rows(tournament, again)
    try:
        again.validate_constraints()
    except ValidationError:
        raise _build_taken_refusal(again) from None
    belongings: Belongings = []
    for name, keys in step["rows"].items():
        label, _dot, column = name.rpartition(".")
        model = next(candidate for candidate in _list_related_models() if candidate._meta.label == label)
        rows = model._base_manager.filter(pk__in=keys)
        if rows.exclude(**{column: stays}).exists():
            raise UserError(_("What belonged to %(name)s has changed since. Correct it by hand.") % {"name": again})
        belongings.append((column, rows))
    return stays, again, private, belongings


def _build_taken_refusal(entry: Entry) -> UserError:
    return UserError(_("Another player has the EMA number or the account of %(name)s by now.") % {"name": entry})


def check_entry(tournament: Tournament, entry: Entry, columns: Mapping[str, Any]) -> Entry:
    """Return the player with the former columns. Raises `UserError` if a row that they name was deleted."""
    was = copy(entry)
    for name, value in columns.items():
        setattr(was, name, value)
    _check_rows(tournament, was, columns)
    return was


def set_entry(change: Change, tournament: Tournament, step: Step, reason: str) -> Step:
    """Set `values` of the player `number`, others by name (`_NAMED_BY`); an undo has the row's `key` and `columns`."""
    entry = _require_entry(tournament, step, "number")
    if "columns" in step:
        before = {name: getattr(entry, name) for name in step["columns"]}
        with change.edit(entry):
            for name, value in step["columns"].items():
                setattr(entry, name, value)
            _check_rows(tournament, entry)
        return step | {"columns": before}
    was = {name: _read_column(entry, name) for name in step["values"]}
    if step.get("was", was) != was:
        raise UserError(_("%(name)s has changed since. Correct the player by hand.") % {"name": entry})
    columns = [Entry._meta.get_field(name).attname for name in step["values"]]  # type: ignore[union-attr]
    before = {name: getattr(entry, name) for name in columns}
    with change.edit(entry):
        for name, value in step["values"].items():
            rows, key = _NAMED_BY.get(name, ("", ""))
            setattr(entry, name, getattr(tournament, rows).get(**{key: value}) if rows and value else value)
    return {"do": "entry", "key": entry.pk, "number": entry.number, "columns": before}


def qualify(change: Change, tournament: Tournament, step: Step, reason: str) -> Step:
    """Let `comes` take the place of `leaves` in a `stage` with a cut, without points."""
    stage = tournament.stages.get(number=step["stage"])
    comes = _require_entry(tournament, step, "comes")
    row = StageEntry.objects.filter(stage=stage, entry__number=step["leaves"]).select_related("entry").first()
    if row is None or StageEntry.objects.filter(stage=stage, entry=comes).exists():
        raise UserError(
            _("The players of “%(stage)s” have changed since. Start again from them.") % {"stage": str(stage)}
        )
    with change.edit(row):
        row.entry = comes
    return step | {"leaves": step["comes"], "comes": step["leaves"]}


def stand_in(change: Change, tournament: Tournament, step: Step, reason: str) -> Step:
    """Let `player` play the `round` for `plays_for`; None ends that."""
    round_ = require_round(tournament, step["round"])
    player = _require_entry(tournament, step, "player")
    row = StandIn.objects.filter(round=round_, entry=player).select_related("plays_for").first()
    was = row.plays_for.number if row is not None else None
    if was != step["was"]:
        raise UserError(
            _("%(name)s plays round %(number)s for somebody else by now.") % {"name": player, "number": round_.number}
        )
    if row is not None:
        change.delete(row)
    if step["plays_for"] is not None:
        owner = _require_entry(tournament, step, "plays_for")
        change.create(StandIn(round=round_, entry=player, plays_for=owner))
    return step | {"plays_for": was, "was": step["plays_for"]}


_NAMED_BY = {"team": ("teams", "code"), "substitute_for": ("entries", "number")}


def _require_entry(tournament: Tournament, step: Step, name: str) -> Entry:
    """Return the player of a step: of an undo by primary key, since numbers may change, else by the number."""
    by = {"pk": step["key"]} if "key" in step else {"number": step[name]}
    entry = tournament.entries.filter(**by).first()
    if entry is None:
        if "key" in step:
            raise build_removal_refusal(tournament, "entry", step["key"])
        raise UserError(_("Nobody has the number %(number)s by now.") % {"number": step[name]})
    return entry


def _check_rows(tournament: Tournament, entry: Entry, columns: Collection[str] | None = None) -> None:
    """Raise `UserError` if a team, player or account that these columns of the entry name was deleted."""
    for column in Entry._meta.concrete_fields:
        if columns is not None and column.attname not in columns:
            continue
        key = getattr(entry, column.attname)
        if column.related_model is not None and key is not None:
            model = column.related_model
            if not model._base_manager.filter(pk=key).exists():
                raise build_removal_refusal(tournament, str(model._meta.model_name), key)


def _read_column(entry: Entry, name: str) -> Any:
    value = getattr(entry, name)
    return getattr(value, _NAMED_BY[name][1]) if value is not None and name in _NAMED_BY else value


def _list_relations_to_players() -> list[Any]:
    """Return the relations to players, also those without a reverse name: hands won, confirmations, wishes."""
    fields = Entry._meta.get_fields(include_hidden=True)
    return [field for field in fields if field.auto_created and not field.concrete and not field.many_to_many]


def _list_related_models() -> list[type[models.Model]]:
    return [relation.related_model for relation in _list_relations_to_players()]
