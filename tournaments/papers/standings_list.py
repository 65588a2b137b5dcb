"""The standings after a round, or after all confirmed results."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments.papers.registry import Order, amount, heading, paper, place_of
from tournaments.printing import lists
from tournaments.printing.papers import Leaf
from tournaments.selectors import standings
from tournaments.selectors.public import ListedPlayer
from tournaments.wording import names, places


@paper("standings", _("Standings"))
def standings_list(order: Order) -> list[Leaf]:
    """The standings after a round, or after all confirmed results."""
    found = standings.standings(order.tournament, order.round.number if order.round else None)
    table = standings.table(order.tournament, found)
    out = order.label["disqualified"]
    rows = [
        [
            place_of(line.row.place, line.row.shared),
            _named(line.player) + (f", {out}" if line.row.out else ""),
            line.player.team_name or places.country(line.player.country),
            *map(amount, line.cells),
        ]
        for line in table.individual
    ]
    teams = [[place_of(line.row.place, line.row.shared), line.name, *map(amount, line.cells)] for line in table.teams]
    return lists.standings(heading(order), table.after, [column.short for column in table.columns], rows, teams)


def _named(player: ListedPlayer) -> str:
    return f"{names.leading(player)}  {names.following(player)}".strip()
