"""Columns computed from other columns of their row, stored for search and grouping in the database."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import models

from tournaments.core.text import places
from tournaments.core.text.folding import fold_name, fold_search_words, fold_to_name_key


class DerivedColumn:
    """Mixin of a column computed from the columns `sources` whenever its row is saved or created in bulk."""

    sources: Sequence[str] = ()

    def derive(self, row: models.Model) -> Any:
        raise NotImplementedError

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        value = self.derive(model_instance)
        setattr(model_instance, self.attname, value)  # type: ignore[attr-defined]
        return value


class TextOfColumns(DerivedColumn, models.TextField):
    def __init__(self, *, sources: Sequence[str] = (), **options: Any) -> None:
        super().__init__(**{"default": "", "blank": True, "editable": False, **options})
        self.sources = tuple(sources)

    def deconstruct(self) -> Any:
        name, _path, args, options = super().deconstruct()
        return name, "django.db.models.TextField", args, options

    def clone(self) -> TextOfColumns:
        _name, _path, _args, options = self.deconstruct()
        return type(self)(sources=self.sources, **options)


class SearchKeyField(TextOfColumns):
    def derive(self, row: models.Model) -> str:
        return fold_search_words(*(str(getattr(row, name) or "") for name in self.sources))


class FoldedNameField(TextOfColumns):
    """Row's `name` folded by `fold_name`: equal for any order and writing of its parts."""

    def derive(self, row: Any) -> str:
        return fold_name(row.full_name)


class CountryCodeField(DerivedColumn, models.CharField):
    sources = ("country",)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{"max_length": 3, "default": "", "blank": True, "editable": False, **options})

    def deconstruct(self) -> Any:
        name, _path, args, options = super().deconstruct()
        return name, "django.db.models.CharField", args, options

    def derive(self, row: Any) -> str:
        text = row.country
        if not text.strip():
            return ""
        return places.find_country_code(text) or row.tournament.named_countries.get(fold_to_name_key(text), "")


class DerivesColumns(models.Model):
    class Meta:
        abstract = True

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **options: Any) -> None:
        if update_fields is not None:
            update_fields = with_derived(type(self), update_fields)
        super().save(*args, update_fields=update_fields, **options)


def with_derived(model: type[models.Model], names: Iterable[str]) -> list[str]:
    chosen = list(names)
    derived = [
        column.name
        for column in model._meta.concrete_fields
        if isinstance(column, DerivedColumn) and set(column.sources) & set(chosen)
    ]
    return [*chosen, *(name for name in derived if name not in chosen)]
