"""Every table's confirmed result of a round."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments.core.printing import lists
from tournaments.core.printing.documents import Leaf
from tournaments.core.printing.kept import kept
from tournaments.core.printing.registry import Order, aligned, heading, paper, place_of
from tournaments.core.text import names as naming
from tournaments.core.text.winds import wind_mark
from tournaments.game.terms.numbers import exact
from tournaments.results.queries.public_results import confirmed_results
from tournaments.results.queries.result_columns import of_results


@paper("results", _("Results of a round"), needs="round")
def round_results(order: Order) -> list[Leaf]:
    """Every table's confirmed result of a round."""
    played = order.played
    found = confirmed_results(order.tournament, played.number)
    counted = of_results(order.tournament.ruleset.scoring)
    names = order.label
    columns = [names["wind"], names["player"], names["points"], names["place"]]
    columns += [names[column.unit] for column in counted]
    tables = []
    for sheet in found:
        earned = [aligned([getattr(row, column.unit) for row in sheet.rows]) for column in counted]
        lines = [
            [
                "" if row.wind is None else wind_mark(row.wind),
                naming.leading(row.player),
                exact(row.points),
                place_of(row.place, row.shared),
                *(cells[at] for cells in earned),
            ]
            for at, row in enumerate(sheet.rows)
        ]
        tables.append(lists.ResultTable(sheet.label, lines))
    return lists.results(heading(order), columns, tables, kept(order.tournament), provisional=order.provisional)
