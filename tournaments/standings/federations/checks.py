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
from tournaments.standings.queries.federation import ranked_players


def missing(tournament: Tournament, federation: Federation) -> list[Sentence]:
    """Return the reasons why the federation would reject the list; empty if it is complete."""
    ranked = ranked_players(tournament)
    problems: list[Sentence] = [_("This is a rehearsal.")] if tournament.rehearsal else []
    for check in federation.checks:
        problems += _CHECKS[check](tournament, [entry for _row, entry in ranked])
    return problems


def _over(tournament: Tournament, entries: Sequence[Entry]) -> list[Sentence]:
    open_rounds = tournament.rounds.exclude(state=Round.State.FINISHED).order_by("number")
    problems = [_("Round %(number)s is not finished.", number=round_.number) for round_ in open_rounds[:5]]
    return problems or ([] if entries else [_("Nobody has a place yet.")])


def _names(_tournament: Tournament, entries: Sequence[Entry]) -> list[Sentence]:
    return [
        _("%(player)s: given name and family name are wanted separately.", player=str(entry))
        for entry in entries
        if not (entry.given_name.strip() and entry.family_name.strip())
    ]


def _countries(_tournament: Tournament, entries: Sequence[Entry]) -> list[Sentence]:
    return [
        _("%(player)s: the country is missing.", player=str(entry)) for entry in entries if not entry.country.strip()
    ]


def _numbers(_tournament: Tournament, entries: Sequence[Entry]) -> list[Sentence]:
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


def _doubles(_tournament: Tournament, entries: Sequence[Entry]) -> list[Sentence]:
    people = Counter((fold_name(entry.name), places.identify_country(entry)) for entry in entries)
    numbers = Counter(entry.ema_number for entry in entries if entry.ema_number)
    twice = [
        entry
        for entry in entries
        if people[fold_name(entry.name), places.identify_country(entry)] > 1 or numbers[entry.ema_number or ""] > 1
    ]
    return [
        _("%(player)s is listed twice: same name and country, or same number.", player=str(entry)) for entry in twice
    ]


_CHECKS = {"over": _over, "names": _names, "countries": _countries, "numbers": _numbers, "doubles": _doubles}
