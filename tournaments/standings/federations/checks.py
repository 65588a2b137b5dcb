from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.sentences import Sentence
from engine.sentences import sentence as _
from tournaments.core.text import places
from tournaments.core.text.folding import fold_name
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round
from tournaments.standings.federations.forms import Federation
from tournaments.standings.queries.federation import list_ranked_players


def list_obstacles(tournament: Tournament, federation: Federation) -> list[Sentence]:
    """Return the reasons why the federation would reject the list; empty if it is complete."""
    ranked = list_ranked_players(tournament)
    problems: list[Sentence] = [_("This is a rehearsal.")] if tournament.rehearsal else []
    for check in federation.checks:
        problems += _CHECKS[check](tournament, [entry for _row, entry in ranked])
    return problems


def _report_unfinished_event(tournament: Tournament, entries: Sequence[Entry]) -> list[Sentence]:
    open_rounds = tournament.rounds.exclude(state=Round.State.FINISHED).order_by("number")
    problems = [_("Round %(number)s is not finished.", number=round_.number) for round_ in open_rounds[:5]]
    return problems or ([] if entries else [_("Nobody has a place yet.")])


def _report_missing_names(_tournament: Tournament, entries: Sequence[Entry]) -> list[Sentence]:
    return [
        _("%(player)s: given name and family name are wanted separately.", player=str(entry))
        for entry in entries
        if not (entry.given_name.strip() and entry.family_name.strip())
    ]


def _report_missing_countries(_tournament: Tournament, entries: Sequence[Entry]) -> list[Sentence]:
    return [
        _("%(player)s: the country is missing.", player=str(entry)) for entry in entries if not entry.country.strip()
    ]


def _report_wrong_numbers(_tournament: Tournament, entries: Sequence[Entry]) -> list[Sentence]:
    wrong = [
        entry
        for entry in entries
        if entry.ema_number and not (len(entry.ema_number) == 8 and entry.ema_number.isdecimal())
    ]
    return [
        _(
            "%(player)s: an EMA number has eight digits, “%(number)s” has not.",
            player=str(entry),
            number=entry.ema_number,
        )
        for entry in wrong
    ]


def _report_doubles(_tournament: Tournament, entries: Sequence[Entry]) -> list[Sentence]:
    people = Counter((fold_name(entry.full_name), places.identify_country(entry)) for entry in entries)
    numbers = Counter(entry.ema_number for entry in entries if entry.ema_number)
    twice = [
        entry
        for entry in entries
        if people[fold_name(entry.full_name), places.identify_country(entry)] > 1 or numbers[entry.ema_number or ""] > 1
    ]
    return [
        _("%(player)s is listed twice: same name and country, or same number.", player=str(entry)) for entry in twice
    ]


_CHECKS = {
    "over": _report_unfinished_event,
    "names": _report_missing_names,
    "countries": _report_missing_countries,
    "numbers": _report_wrong_numbers,
    "doubles": _report_doubles,
}
