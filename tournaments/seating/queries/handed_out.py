from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.core.printing.registry import ALL_SEATS, PLACES, PODIUM, SEATS, Order, Paper
from tournaments.rounds.models import Seating
from tournaments.standings.logic.inputs import UsedPlace
from tournaments.standings.queries.inputs import HONOURED, list_used_places
from tournaments.standings.queries.standings import compute_standings


@dataclass(frozen=True)
class PaperInputs:
    """Inputs of a paper: a version, or places after a round; `tables` are the printed ones, if not all."""

    seating: Seating | None = None
    tables: Sequence[int] | None = None
    places: tuple[UsedPlace, ...] = ()
    after: int | None = None


def list_paper_inputs(paper: Paper, order: Order) -> list[PaperInputs]:
    """Return the inputs of a paper; none for papers that never become outdated."""
    tournament, number = order.tournament, order.round.number if order.round else None
    if paper.made_from in (SEATS, ALL_SEATS) and not order.players:
        live = Seating.objects.filter(round__tournament=tournament, state__in=Seating.LIVE)
        if paper.made_from == SEATS:
            live = live.filter(round=order.round)
        tables = sorted(order.tables) if paper.by_table and order.tables else None
        return [PaperInputs(version, tables) for version in live.order_by("round__number")]
    if paper.made_from in (PLACES, PODIUM):
        through = order.standings_through
        table = compute_standings(tournament, number if through is None else min(number or through, through))
        last = HONOURED if paper.made_from == PODIUM else None
        return [PaperInputs(places=tuple(list_used_places(tournament, table, last)), after=table.after)]
    return []
