"""A round's tables as typed on its page: each line its number and four players, so a forgotten one is seen."""

from __future__ import annotations

import unicodedata

from django.utils.translation import gettext as _

from engine.exact import whole_or
from tournaments.core.tabular.reading import RowProblem, SourceFile
from tournaments.events.models import Tournament
from tournaments.seating.reading.formats.values import WrittenTable, cell
from tournaments.seating.reading.schedule import ScheduleFile, add_table, entry_numbers_by_name


def parse_typed(tournament: Tournament, source: SourceFile, *, round_number: int) -> ScheduleFile:
    """The tables of the lines; a line may name its round before the table."""
    result = ScheduleFile(problems=[problem for problem in source.problems if not problem.warning])
    names = entry_numbers_by_name(tournament.entries.all())
    for row in source.rows:
        cells = [unicodedata.normalize("NFKC", text) for text in row.cells if text]
        *places, table = [whole_or(place) for place in cells[:-4]] or [0]
        if not 5 <= len(cells) <= 6:
            message = _("A line needs table and four players; this one has %(count)s values.")
            result.problems.append(RowProblem(row.line, "", message % {"count": len(cells)}))
        else:
            written = [cell(row.line, at, text) for at, text in enumerate(cells[-4:], len(cells) - 3)]
            add_table(result, places[0] if places else round_number, WrittenTable(written, table), names, 0)
    if not result.tables and not result.problems:
        result.problems.append(RowProblem(0, "", _("There is no line with a table.")))
    return result
