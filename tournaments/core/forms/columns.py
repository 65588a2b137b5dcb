"""Choice of the meaning of each column of an uploaded table; choices are remembered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.accounts.models import User
from tournaments.core.tabular.columns import (
    LEFT_OUT,
    Choices,
    TableKind,
    add_number_heading,
    as_rows,
    fold_heading,
    from_rows,
    rename_columns,
    skip_title,
)
from tournaments.core.tabular.reading import RowProblem, SourceFile, SourceRow
from tournaments.core.views import previews
from tournaments.events.models import Tournament

FIRST_ROWS: Final = 5


class ColumnsForm(forms.Form):
    no_heading = forms.BooleanField(label=gettext_lazy("The first line has no headings"), required=False)

    def __init__(self, data: Any, heading: SourceRow, options: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        choices = [("", "–"), (LEFT_OUT, _("Leave out")), *options]
        for index, text in enumerate(heading.cells):
            label = _("Meaning of the column “%(name)s”") % {"name": text}
            field = forms.ChoiceField(label=label, choices=choices, required=False)
            field.widget.attrs["aria-label"] = label
            self.fields[f"column-{index}"] = field

    def columns(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith("column-")]


@dataclass(frozen=True)
class MappedTable:
    kind: TableKind
    source: SourceFile
    choices: Choices
    no_heading: bool = False

    @property
    def headed(self) -> SourceFile:
        return add_number_heading(self.source) if self.no_heading else self.source

    @property
    def read(self) -> SourceFile:
        return rename_columns(self.headed, self.choices)

    @property
    def meanings(self) -> list[str]:
        heading = self.headed.rows[0]
        meanings = [""] * len(heading.cells) if self.no_heading else self.kind.meanings(heading)
        return [self.choices.get(index, meaning) for index, meaning in enumerate(meanings)]

    @property
    def learned(self) -> dict[str, str]:
        if self.no_heading or not self.source.rows:
            return {}
        heading = self.source.rows[0]
        return {
            fold_heading(heading.cells[index]): choice for index, choice in self.choices.items() if heading.cells[index]
        }

    def shown(self, tournament: Tournament | None, **carried: str) -> dict[str, Any] | None:
        """Return the context of `components/column_choices.html`; None for an empty table or one column."""
        if not self.source.rows or max(len(row.cells) for row in self.source.rows[:FIRST_ROWS]) < 2:
            return None
        headed = self.headed
        heading, rows = headed.rows[0], headed.rows[1 : 1 + FIRST_ROWS]
        options = self.kind.options(len(heading.cells))
        labels, meanings = dict(options), self.meanings
        initial = {f"column-{index}": meaning for index, meaning in enumerate(meanings)} | {
            "no_heading": self.no_heading
        }
        width = len(heading.cells)
        remembered = [
            _("%(heading)s as %(meaning)s") % {"heading": text, "meaning": labels.get(meaning, meaning)}
            for text, meaning in zip(heading.cells, meanings, strict=True)
            if meaning not in ("", LEFT_OUT)
        ]
        problems = [
            [problem.line, problem.column, problem.message, problem.warning] for problem in self.source.problems
        ]
        parts = (as_rows(self.source), self.source.encoding, problems)
        return {
            "form": ColumnsForm(None, heading, options, initial=initial),
            "headings": heading.cells,
            "rows": [[*row.cells, *[""] * width][:width] for row in rows],
            "known": remembered,
            "unknown": [text for text, meaning in zip(heading.cells, meanings, strict=True) if text and not meaning],
            "carried": carried.items(),
            "token": previews.seal_preview(tournament, f"columns-{self.kind.name}", *parts),
        }


def map_uploaded_table(kind: TableKind, user: User, source: SourceFile) -> MappedTable:
    source = skip_title(kind, source)
    before = user.column_choices.get(kind.name, {})
    cells = source.rows[0].cells if source.rows else ()
    return MappedTable(
        kind, source, {index: before[key] for index, text in enumerate(cells) if (key := fold_heading(text)) in before}
    )


def read_posted_table(kind: TableKind, request: HttpRequest, tournament: Tournament | None) -> MappedTable | None:
    parts = previews.open_preview(request, tournament, f"columns-{kind.name}", field="columns")
    if parts is None:
        return None
    rows, encoding, problems = parts
    table_source = from_rows(rows, encoding)
    source = SourceFile(table_source.rows, tuple(RowProblem(*problem) for problem in problems), encoding)
    table = MappedTable(kind, source, {}, "no_heading" in request.POST)
    heading = table.headed.rows[0]
    form = ColumnsForm(request.POST, heading, kind.options(len(heading.cells)))
    form.is_valid()
    meanings = table.meanings
    chosen = {index: form.cleaned_data.get(f"column-{index}", "") for index in range(len(heading.cells))}
    return MappedTable(kind, source, dict(_list_changed_columns(chosen, meanings)), table.no_heading)


def _list_changed_columns(chosen: Mapping[int, str], meanings: Sequence[str]) -> Iterator[tuple[int, str]]:
    for index, choice in chosen.items():
        if choice != meanings[index]:
            yield index, choice or LEFT_OUT
