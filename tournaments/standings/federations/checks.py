"""Checks of a federation report before it is sent."""

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
    found: list[Sentence] = [_("This is a rehearsal.")] if tournament.rehearsal else []
    for check in federation.checks:
        found += _CHECKS[check](tournament, [entry for _row, entry in ranked])
    return found


def _over(tournament: Tournament, entries: Sequence[Entry]) -> list[Sentence]:
    open_rounds = tournament.rounds.exclude(state=Round.State.FINISHED).order_by("number")
    told = [_("Round %(number)s is not finished.", number=one.number) for one in open_rounds[:5]]
    return told or ([] if entries else [_("Nobody has a place yet.")])


def _names(_tournament: Tournament, entries: Sequence[Entry]) -> list[Sentence]:
    return [
        _("%(player)s: given name and family name are wanted separately.", player=str(entry))
        for entry in entries
        if not (entry.given_name.strip() and entry.family_name.strip())
    ]


def _countries(_tournament: Tournament, entries: Sequence[Entry]) -> list[Sentence]:
    return [_("%(player)s: the country is missing.", player=str(one)) for one in entries if not one.country.strip()]


def _numbers(_tournament: Tournament, entries: Sequence[Entry]) -> list[Sentence]:
    wrong = [one for one in entries if one.ema_number and not (len(one.ema_number) == 8 and one.ema_number.isdecimal())]
    return [
        _("%(player)s: an EMA number has eight digits, “%(number)s” has not.", player=str(one), number=one.ema_number)
        for one in wrong
    ]


def _doubles(_tournament: Tournament, entries: Sequence[Entry]) -> list[Sentence]:
    people = Counter((fold_name(one.name), places.identity(one)) for one in entries)
    numbers = Counter(one.ema_number for one in entries if one.ema_number)
    twice = [
        one
        for one in entries
        if people[fold_name(one.name), places.identity(one)] > 1 or numbers[one.ema_number or ""] > 1
    ]
    return [_("%(player)s is listed twice: same name and country, or same number.", player=str(one)) for one in twice]


_CHECKS = {"over": _over, "names": _names, "countries": _countries, "numbers": _numbers, "doubles": _doubles}
