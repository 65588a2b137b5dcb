"""Every table's confirmed result of a round."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments.papers.registry import Order, amount, heading, paper, place_of
from tournaments.printing import lists, scoresheet
from tournaments.printing.papers import Leaf
from tournaments.selectors import public, standings
from tournaments.selectors.result_columns import of_results
from tournaments.wording import names as naming


@paper("results", _("Results of a round"), needs="round")
def round_results(order: Order) -> list[Leaf]:
    """Every table's confirmed result of a round."""
    played = order.played
    found = public.confirmed_results(order.tournament, played.number)
    counted = of_results(standings.match_scoring(order.tournament))
    names = order.label
    columns = [names["wind"], names["player"], names["points"], names["place"]]
    columns += [names[column.unit] for column in counted]
    tables = [
        lists.ResultTable(
            sheet.table,
            [
                [
                    "" if row.wind is None else scoresheet.WINDS[row.wind],
                    naming.leading(row.player),
                    f"{row.points:,}",
                    place_of(row.place, row.shared),
                    *(amount(getattr(row, column.unit)) for column in counted),
                ]
                for row in sheet.rows
            ],
        )
        for sheet in found
    ]
    return lists.results(heading(order), columns, tables)
