from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext_lazy as _

from tournaments.core.printing.documents import NOTHING_LATE, Leaf, PaperHeading
from tournaments.core.printing.registry import BETWEEN, Order, build_heading, format_moment, paper, place_of
from tournaments.core.text import names as naming
from tournaments.core.text.numbers import format_column, format_exact
from tournaments.core.text.sentences import format_wind
from tournaments.exchange.evidence import find_evidence_lines
from tournaments.results.queries.public_results import list_confirmed_results
from tournaments.results.queries.result_columns import list_result_columns

ResultTable = tuple[str, Sequence[Sequence[str]]]
"""Name of a table and its players' formatted cells; no lines while the result is missing."""


def make_result_pages(
    heading: PaperHeading,
    columns: Sequence[str],
    tables: Sequence[ResultTable],
    kept: object = None,
    *,
    provisional: bool = False,
    late: Mapping[str, str] = NOTHING_LATE,
) -> list[Leaf]:
    """Return a round's results, digests `kept` below; `provisional`: they may change; `late`: new times of tables."""
    rows_of_tables = [(called, lines, late.get(called, "")) for called, lines in tables]
    words = {"heading": heading, "columns": columns, "tables": rows_of_tables, "kept": kept, "provisional": provisional}
    return [Leaf("results", words)]


@paper("results", _("Results of a round"), needed=(BETWEEN,), needs="round")
def round_results(order: Order) -> list[Leaf]:
    played = order.played
    confirmed = list_confirmed_results(order.tournament, played.number)
    counted = list_result_columns(order.tournament.ruleset.scoring)
    names = order.label
    columns = [names["wind"], names["player"], names["points"], names["place"]]
    columns += [names[column.unit] for column in counted]
    tables = []
    for sheet in confirmed:
        earned = [format_column([getattr(row, column.unit) for row in sheet.rows]) for column in counted]
        lines = [
            [
                "" if row.wind is None else format_wind(row.wind),
                naming.format_person(row.player, order.marks),
                format_exact(row.points),
                place_of(row.place, row.shared),
                *(cells[index] for cells in earned),
            ]
            for index, row in enumerate(sheet.rows)
        ]
        tables.append((sheet.label, lines))
    late = {sheet.label: format_moment(order, sheet.postponed_to) for sheet in confirmed}
    return make_result_pages(
        build_heading(order),
        columns,
        tables,
        find_evidence_lines(order.tournament),
        provisional=order.provisional,
        late=late,
    )
