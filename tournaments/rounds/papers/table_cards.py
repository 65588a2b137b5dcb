"""A card for each table of a round, or of the whole field."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments.core.printing import cards
from tournaments.core.printing.documents import Leaf
from tournaments.core.printing.registry import Order, heading, paper
from tournaments.entries.queries import people
from tournaments.results.queries import sheets


@paper("table-cards", _("Table cards"))
def table_cards(order: Order) -> list[Leaf]:
    """A card for each table of the round, or of the whole field."""
    if order.round is not None:
        called = sheets.names_of_tables(order.round.pk)
        tables = [called.get(number, str(number)) for number in sheets.published_seats(order.round.pk)]
    else:
        tables = [str(number) for number in range(1, len(people.playing(order.tournament)) // 4 + 1)]
    return cards.table_cards(heading(order), tables)
