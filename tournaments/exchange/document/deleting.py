"""Deletion of an event's rows, section by section."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from django.db import models, router, transaction
from django.db.models.fields.files import FieldFile

from tournaments.events.models import Tournament
from tournaments.exchange.document.sections import list_sections


def delete_rows(tournament: Tournament) -> None:
    """Delete all rows of the event with its log, and on commit its files. Part of a change."""
    clear_rows(tournament)
    tournament.delete()


def clear_rows(
    tournament: Tournament,
    *,
    without: Collection[type[models.Model]] = (),
    made_again: Mapping[type[models.Model], Collection[Any]] | None = None,
    stay: Mapping[type[models.Model], Collection[Any]] | None = None,
) -> None:
    """Delete the event's rows except models in `without`, and on commit their files. Part of a change.

    Rows with keys in `stay` stay, and so do rows outside files that refer to rows with keys in `made_again`.
    """
    for section in reversed(list_sections()):
        if section.model in without:
            continue
        rows = section.model._base_manager.filter(**{section.way: tournament})
        staying = set((stay or {}).get(section.model, ()))
        keys = [key for key in rows.values_list("pk", flat=True) if key not in staying]
        if not keys:
            continue
        for column in section.model._meta.concrete_fields:
            if isinstance(column, models.FileField):
                discard_files(section.model._base_manager.filter(pk__in=keys), column.name)
        for name in section.many:
            through = getattr(section.model, name).through
            link = section.model._meta.get_field(name).m2m_field_name()  # type: ignore[union-attr]
            _delete(through, through._base_manager.filter(**{f"{link}__in": keys}))
        deleted_keys = set(keys) - set((made_again or {}).get(section.model, ()))
        for column in _list_cascading_columns(section.model):
            column.model._base_manager.filter(**{f"{column.name}__in": deleted_keys}).delete()
        _delete(section.model, section.model._base_manager.filter(pk__in=keys))


def _list_cascading_columns(model: type[models.Model]) -> list[models.Field]:
    """Return foreign keys of rows outside files that are deleted with a row of the model, such as its e-mails."""
    along = {section.model for section in list_sections()}
    columns = [relation.field for relation in model._meta.related_objects if relation.on_delete is models.CASCADE]
    return [column for column in columns if column.model not in along]


def _delete(model: type[models.Model], rows: models.QuerySet) -> None:
    """Delete rows without checking references: the database checks them at the end of the transaction."""
    rows._raw_delete(router.db_for_write(model))


def discard_files(rows: models.QuerySet, column: str) -> None:
    for row in rows.exclude(**{column: ""}):
        stored = getattr(row, column)
        if stored:
            transaction.on_commit(_make_deletion(stored), robust=True)


def _make_deletion(stored: FieldFile) -> Callable[[], None]:
    name = str(stored.name)

    def delete() -> None:
        stored.storage.delete(name)

    return delete
