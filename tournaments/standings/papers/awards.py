from __future__ import annotations

from dataclasses import replace

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from engine.sentences import Sentence, gettext_noop
from tournaments.core.errors import UserError
from tournaments.core.open_items import OpenItemStep, require
from tournaments.core.printing.documents import Leaf
from tournaments.core.printing.registry import AFTER, PLACES, PODIUM, Order, build_heading, paper
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round
from tournaments.standings.papers import certificates as honours
from tournaments.standings.papers.standings_list import build_player_lines, build_team_lines, get_ordered_table
from tournaments.standings.queries.inputs import HONOURED
from tournaments.standings.queries.standings import StandingsTable

HONOURS: dict[str, str | Promise] = {
    "certificate": pgettext_lazy("for a winner", "Certificate"),
    "place_1": pgettext_lazy("of a competition", "First place"),
    "place_2": pgettext_lazy("of a competition", "Second place"),
    "place_3": pgettext_lazy("of a competition", "Third place"),
    "organiser": _("Organiser"),
    "head_referee": _("Head referee"),
    "result": pgettext_lazy("of an event", "Result"),
}


def _require_end(order: Order) -> None:
    """Raise `UserError` while the last round is not over, or while results are open without being accepted."""
    tournament, last = order.tournament, order.tournament.rounds.order_by("number").last()
    unfinished = tournament.rounds.exclude(state=Round.State.FINISHED).order_by("number").first()
    if unfinished is not None and tournament.state != Tournament.State.FINISHED:
        message = gettext_noop("Certificates are made after the last round: round %(number)s is not finished.")
        raise UserError(Sentence(message, {"number": unfinished.number}))
    if last is not None and order.round is not None and order.round.number < last.number:
        raise UserError(
            Sentence(gettext_noop("Certificates are made after the last round: leave the round empty.")), field="round"
        )
    require(tournament, OpenItemStep.CERTIFICATES)


@paper(
    "certificates",
    _("Certificates for the first three"),
    labels=HONOURS,
    tells_standings=True,
    made_from=PODIUM,
    too_early=_require_end,
)
def certificates(order: Order) -> list[Leaf]:
    """Return certificates of the first three, teams first, then of categories. Raises `UserError` before any result."""
    table = _get_final_table(order)
    lines = build_player_lines(table, order.marks)
    players = [(row_line, replace(line, within="")) for row_line, line in zip(table.individual, lines, strict=True)]
    teams = zip((team_line.row for team_line in table.teams), build_team_lines(table), strict=True)
    placed = [*teams, *((row_line.row, line) for row_line, line in players)]
    honoured = [(row.place, line) for row, line in placed if 1 <= row.place <= HONOURED and row.out is None]
    honoured += [
        (place.place, replace(line, within=category.name))
        for category in table.categories
        for row_line, line in players
        for place in row_line.within
        if place.number == category.number and place.place <= HONOURED and row_line.row.out is None
    ]
    return honours.build_certificates(build_heading(order), honoured)


@paper(
    "result-poster",
    _("Poster of the result"),
    needed=(AFTER,),
    labels=HONOURS,
    tells_standings=True,
    made_from=PLACES,
)
def result_poster(order: Order) -> list[Leaf]:
    """Return the first places on one page, teams first. Raises `UserError` before the first result."""
    table = _get_final_table(order)
    lines = build_player_lines(table, order.marks)
    placed = [line for row, line in zip(table.individual, lines, strict=True) if row.row.out is None]
    players = (table.columns[0].short, placed)
    ranked = [line for row, line in zip(table.teams, build_team_lines(table), strict=True) if row.row.place]
    teams = (table.team_columns[0].short if ranked else "", ranked)
    return honours.build_poster(build_heading(order), table.after, players, teams, provisional=order.provisional)


def _get_final_table(order: Order) -> StandingsTable:
    table = get_ordered_table(order)
    if not any(line.row.games for line in table.individual):
        raise UserError(Sentence(gettext_noop("No result is confirmed yet.")))
    return table
