"""Every table's confirmed result of a round."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments.papers.registry import Order, amount, heading, paper, place_of
from tournaments.printing import lists, scoresheet
from tournaments.printing.papers import Leaf
from tournaments.selectors import public


@paper("results", _("Results of a round"), needs="round")
def round_results(order: Order) -> list[Leaf]:
    """Every table's confirmed result of a round."""
    played = order.played
    found = public.confirmed_results(order.tournament, played.number)
    with_points = any(row.table_points is not None for sheet in found for row in sheet.rows)
    names = order.label
    columns = [names["wind"], names["player"], names["points"], names["place"]]
    columns.append(names["table_points"] if with_points else names["score"])
    tables = [
        lists.ResultTable(
            sheet.table,
            [
                [
                    "" if row.wind is None else scoresheet.WINDS[row.wind],
                    row.player.name,
                    f"{row.points:,}",
                    place_of(row.place, row.shared),
                    amount(row.table_points if with_points else row.score),
                ]
                for row in sheet.rows
            ],
        )
        for sheet in found
    ]
    return lists.results(heading(order), columns, tables)
