"""Public pages whose links have a preview: a sentence about each, and its picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext, gettext_noop

from tournaments.core.text.names import choose_leading_name
from tournaments.core.text.places import format_country, format_days
from tournaments.events.models import Tournament

Context = Mapping[str, Any]

LEADERS: Final = 3
OF_EVENT: Final = "event_preview"


@dataclass(frozen=True)
class PreviewedPage:
    """Kind of page: a sentence about it, or a function of its context; `picture`: a route with the page's arguments."""

    about: str | Callable[[Context], str]
    picture: str = ""
    has_query: bool = False
    """True if the query is a part of the address: it is what the page shows."""

    def describe(self, context: Context) -> str:
        return gettext(self.about) if isinstance(self.about, str) else self.about(context)


def describe_event(context: Context) -> str:
    event: Tournament = context["tournament"]
    days = format_days(event.starts_on, event.ends_on) if event.starts_on else ""
    country = format_country(event.country_code) if event.country_code else ""
    return " · ".join(filter(None, (days, event.place, country, event.organiser))) or event.name


def _describe_leaders(context: Context) -> str:
    table = context.get("table")
    lines = (table.teams if context.get("section") == "teams" else table.individual) if table else ()
    leaders = [line for line in lines if line.row.place][:LEADERS]
    if table is None or not leaders:
        return gettext("Standings of the event; they appear with the first released round.")
    names = [
        f"{line.row.place} {line.team.name if context.get('section') == 'teams' else choose_leading_name(line.player)}"
        for line in leaders
    ]
    return f"{gettext('Standings after round %(number)s') % {'number': table.after}}: {', '.join(names)}"


def _describe_player(context: Context) -> str:
    why = context.get("why")
    if why is None or not why.rounds or not why.rounds[-1].place:
        return gettext("Tables, results and place of a player.")
    return gettext("Place %(place)s of %(of)s after round %(number)s") % {
        "place": why.rounds[-1].place,
        "of": why.of,
        "number": why.rounds[-1].round,
    }


_SITE: Final = {
    "event_list": PreviewedPage(gettext_noop("Mahjong tournaments: seating, results and standings.")),
    "seasons": PreviewedPage(gettext_noop("Series of mahjong tournaments with a ranking of their own.")),
    "season": PreviewedPage(gettext_noop("Ranking of a series of mahjong tournaments."), "season_preview"),
    "season_person": PreviewedPage(gettext_noop("Results of a player in a series of tournaments.")),
    "season_ratings": PreviewedPage(gettext_noop("Ratings of the players of a series.")),
    "season_numbers": PreviewedPage(gettext_noop("Figures of play: wins, points and hands.")),
    "public_people": PreviewedPage(gettext_noop("Mahjong players and their tournaments.")),
    "public_person": PreviewedPage(gettext_noop("Tournaments and places of a player.")),
    "public_person_named": PreviewedPage(gettext_noop("Tournaments and places of a player.")),
    "site_ratings": PreviewedPage(gettext_noop("Ratings of mahjong players.")),
    "rules": PreviewedPage(gettext_noop("Rules of mahjong for tournaments, with patterns and clauses.")),
    "rules_page": PreviewedPage(gettext_noop("Patterns, values and payments of these rules.")),
    "rule_clauses": PreviewedPage(gettext_noop("All clauses of these rules, with a search.")),
    "rule_clause": PreviewedPage(gettext_noop("A clause of the rules, with examples.")),
    "rule_quiz": PreviewedPage(gettext_noop("Questions about the rules, to practise.")),
    "hand_checker": PreviewedPage(
        gettext_noop("Build a mahjong hand and see its score."), "hand_preview", has_query=True
    ),
    "replay": PreviewedPage(gettext_noop("Watch a recorded hand, tile by tile.")),
    "verify_seating": PreviewedPage(gettext_noop("Check that a seating was drawn as its certificate says.")),
    "guide": PreviewedPage(gettext_noop("Help for players, scorers, referees and organisers.")),
    "guide_page": PreviewedPage(gettext_noop("Help for players, scorers, referees and organisers.")),
}

_OF_EVENTS: Final = {
    "event": PreviewedPage(describe_event, OF_EVENT),
    "event_standings": PreviewedPage(_describe_leaders, "event_standings_preview"),
    "event_teams": PreviewedPage(_describe_leaders),
    "event_team": PreviewedPage(gettext_noop("Players and results of a team.")),
    "event_player": PreviewedPage(_describe_player, "event_player_preview"),
    "event_player_numbers": PreviewedPage(gettext_noop("Figures of play: wins, points and hands.")),
    "event_player_schedule": PreviewedPage(gettext_noop("Times and tables of a player.")),
    "event_players": PreviewedPage(gettext_noop("Players of the event, their clubs and countries.")),
    "event_seating": PreviewedPage(gettext_noop("Seating: who plays at which table.")),
    "event_round_seating": PreviewedPage(gettext_noop("Seating: who plays at which table.")),
    "event_round_explained": PreviewedPage(gettext_noop("Reasons for the pairings of a round.")),
    "event_results": PreviewedPage(gettext_noop("Results of all tables.")),
    "event_round": PreviewedPage(gettext_noop("Results of all tables.")),
    "event_table_logs": PreviewedPage(gettext_noop("Results and hands of a table."), "event_table_preview"),
    "event_deals": PreviewedPage(gettext_noop("Boards of the event: the same deals at all tables.")),
    "event_deals_board": PreviewedPage(gettext_noop("Results of a board at all tables."), "event_board_preview"),
    "event_deals_standings": PreviewedPage(gettext_noop("Standings of the boards.")),
    "event_deals_scale": PreviewedPage(gettext_noop("Standings of the boards.")),
    "event_deals_player": PreviewedPage(gettext_noop("Boards of a player.")),
    "event_deals_verify": PreviewedPage(gettext_noop("Check that a board is the one that was promised.")),
    "event_numbers": PreviewedPage(gettext_noop("The event in numbers: wins, points and hands.")),
    "event_awards": PreviewedPage(gettext_noop("Awards of the event and their winners.")),
    "event_rulings": PreviewedPage(gettext_noop("Published rulings of the referees.")),
    "event_rulebook": PreviewedPage(gettext_noop("Rules of the event.")),
    "event_rulebook_clause": PreviewedPage(gettext_noop("A clause of the rules, with examples.")),
    "event_draws": PreviewedPage(gettext_noop("Draws of the seating, with their certificates.")),
    "event_draw": PreviewedPage(gettext_noop("A draw of the seating, with its certificate.")),
    "event_check": PreviewedPage(gettext_noop("Check the results of the event with the public data.")),
    "register": PreviewedPage(gettext_noop("Registration for the event.")),
}

PAGES: Final[Mapping[str, PreviewedPage]] = _SITE | _OF_EVENTS
