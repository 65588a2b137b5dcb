"""Score sheets: one a table, with the code of its own entry form."""

from __future__ import annotations

from collections.abc import Mapping

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournaments.models import GameTable
from tournaments.papers.registry import Order, heading, paper
from tournaments.papers.seating_lists import seated
from tournaments.printing import scoresheet
from tournaments.printing.papers import Leaf
from tournaments.selectors import sheets


@paper("score-sheets", _("Score sheets"), needs="round")
def score_sheets(order: Order) -> list[Leaf]:
    """All sheets of a round."""
    chairs_of = seated(order)
    tokens = dict(GameTable.objects.filter(round=order.played).values_list("number", "token"))
    tables = [
        scoresheet.PrintedSheet(number, chairs, order.base_url + reverse("table_code", args=[tokens[number]]))
        for number, chairs in chairs_of.items()
        if number in tokens
    ]
    return with_words(scoresheet.pages(heading(order), sheets.rules_of_round(order.played), tables), order.label)


def with_words(leaves: list[Leaf], label: Mapping[str, str]) -> list[Leaf]:
    """The sheets with the headings of their hands' columns in the print languages."""
    for leaf in leaves:
        for columns in ("columns", "end_columns"):
            leaf.values[columns] = [
                {"text": label[column.label] + _seat(column.seat), "narrow": column.narrow}
                for column in leaf.values[columns]
            ]
    return leaves


def _seat(seat: int | None) -> str:
    return "" if seat is None else f" {scoresheet.WINDS[seat]}"
