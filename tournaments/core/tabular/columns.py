"""Meanings of the columns of a table, chosen by a person, and the table below known headings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from tournaments.core.errors import UserError
from tournaments.core.tabular.reading import RowProblem, SourceFile, SourceRow

LEFT_OUT: Final = "-"
Choices = Mapping[int, str]


@dataclass(frozen=True)
class TableKind:
    name: str
    meanings: Callable[[SourceRow], Sequence[str]]
    options: Callable[[int], Sequence[tuple[str, str]]]


ABOVE_HEADINGS: Final = 15
_WORD_BEGINS: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")


def separate_words(heading: str) -> str:
    """Return the heading with its words apart.

    >>> separate_words("PlayerTeamId"), separate_words("EMA number")
    ('Player Team Id', 'EMA number')
    """
    return _WORD_BEGINS.sub(" ", heading)


def fold_heading(heading: str) -> str:
    return " ".join(heading.split()).casefold()


def rename_columns(source: SourceFile, chosen: Choices) -> SourceFile:
    if not source.rows or not chosen:
        return source
    heading, *rows = source.rows
    named = [chosen.get(index, text) for index, text in enumerate(heading.cells)]
    stay = [index for index, name in enumerate(named) if name != LEFT_OUT]
    if named == list(heading.cells):
        return source
    # Cells beyond the last heading stay, so that the reader can report them.
    width = len(named)
    source_rows = [
        SourceRow(row.line, (*(row.cells[index] for index in stay if index < len(row.cells)), *row.cells[width:]))
        for row in rows
    ]
    head = SourceRow(heading.line, tuple(named[index] for index in stay))
    return SourceFile((head, *source_rows), source.problems, source.encoding)


def with_columns(kind: TableKind, source: SourceFile, columns: str) -> SourceFile:
    """Return the table with columns given as `heading=meaning; …`, `-` for none. Raises `UserError` at `columns`."""
    if not source.rows:
        return source
    cells = source.rows[0].cells
    places = {fold_heading(text): place for place, text in enumerate(cells)}
    names = {LEFT_OUT: LEFT_OUT}
    for name, label in kind.options(len(cells)):
        names |= {fold_heading(str(label)): name, fold_heading(name): name}
    chosen = {}
    for part in filter(str.strip, re.split(r"[;\n]", columns)):
        heading, _equals, meaning = part.rpartition("=")
        if fold_heading(heading) not in places:
            words = {"name": heading.strip() or part.strip(), "names": ", ".join(filter(None, cells))}
            raise UserError(_("There is no column “%(name)s”. The table has: %(names)s.") % words, field="columns")
        if fold_heading(meaning) not in names:
            raise UserError(
                _("“%(name)s” is not the meaning of a column. Choose one from the list.") % {"name": meaning.strip()},
                field="columns",
                problems=_list_meanings(kind, len(cells)),
            )
        chosen[places[fold_heading(heading)]] = names[fold_heading(meaning)]
    return rename_columns(source, chosen)


def with_headings(kind: TableKind, source: SourceFile, columns: str) -> SourceFile:
    return with_columns(kind, source if columns else skip_title(kind, source), columns)


def skip_title(kind: TableKind, source: SourceFile) -> SourceFile:
    def known(row: SourceRow) -> int:
        return sum(bool(meaning) for meaning in kind.meanings(row))

    first, *later = source.rows[:ABOVE_HEADINGS] or (None,)
    if first is None or known(first) > 1:
        return source
    index = next((index for index, row in enumerate(later, 1) if known(row) > max(1, known(first))), 0)
    if not index:
        return source
    message = _("Line %(line)s has the headings; the lines above it were left out.") % {"line": source.rows[index].line}
    problem = RowProblem(source.rows[index].line, "", message, warning=True)
    return SourceFile(source.rows[index:], (*source.problems, problem), source.encoding)


def require_known(kind: TableKind, source: SourceFile) -> None:
    cells = source.rows[0].cells if source.rows else ()
    if len(cells) > 1 and not any(kind.meanings(source.rows[0])):
        options = kind.options(len(cells))
        words = {"names": ", ".join(cells), "example": f"{cells[0]}={options[0][0]}; {cells[1]}={LEFT_OUT}"}
        raise UserError(
            _("No column of this table is known: %(names)s. Enter their meanings in “columns”, such as “%(example)s”.")
            % words,
            field="columns",
            problems=_list_meanings(kind, len(cells)),
        )


def _list_meanings(kind: TableKind, columns: int) -> list[str]:
    return [f"{name}: {label}" for name, label in kind.options(columns)]


def add_number_heading(source: SourceFile) -> SourceFile:
    width = max((len(row.cells) for row in source.rows), default=0)
    head = SourceRow(0, tuple(f"({number})" for number in range(1, width + 1)))
    return SourceFile((head, *source.rows), source.problems, source.encoding)


def as_rows(source: SourceFile) -> list[list[object]]:
    return [[row.line, *row.cells] for row in source.rows]


def from_rows(rows: Iterable[Sequence[object]], encoding: str) -> SourceFile:
    return SourceFile(
        tuple(SourceRow(int(str(line)), tuple(map(str, cells))) for line, *cells in rows), (), encoding
    )  # fmt: skip
