"""An event as a federation wants it: rows in its columns, what is missing, and the weight of the event."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from engine.sentences import Sentence
from engine.sentences import sentence as _
from tournaments.exports.sheets import Cell
from tournaments.federations.forms_of import Federation, base_rank, federations, step
from tournaments.models import Entry, Round, Tournament
from tournaments.selectors.standings import compute_standings
from tournaments.standings import StandingsRow


@dataclass(frozen=True)
class Weight:
    """The weight of an event and its parts."""

    days: int
    players: int
    countries: int
    qualification: bool
    parts: tuple[Fraction, Fraction, Fraction, Fraction]

    @property
    def total(self) -> Fraction:
        """All parts together."""
        return sum(self.parts, Fraction(0))


def chosen(tournament: Tournament) -> dict[str, Any]:
    """What the event has chosen: `federation`, `columns` where they are its own, `qualification`."""
    found: dict[str, Any] = tournament.extra.get("federation") or {}
    return {"federation": "ema", "columns": None, "qualification": False} | found


def columns_for(tournament: Tournament, federation: Federation) -> tuple[tuple[str, str], ...]:
    """The federation's columns, as the event has changed them."""
    own = chosen(tournament)
    if own["federation"] == federation.key and own["columns"]:
        return tuple((heading, name) for heading, name in own["columns"])
    return federation.columns


def results(tournament: Tournament, federation: Federation) -> list[list[Cell]]:
    """The heading and a row a ranked player, best first; shared places are equal."""
    columns = columns_for(tournament, federation)
    ranked = _ranked(tournament)
    rows: list[list[Cell]] = [[heading for heading, _name in columns]]
    for row, entry in ranked:
        facts = _facts(row, entry, len(ranked))
        rows.append([facts[name] for _heading, name in columns])
    return rows


def _ranked(tournament: Tournament) -> list[tuple[StandingsRow, Entry]]:
    entries = {entry.pk: entry for entry in tournament.entries.select_related("team")}
    found = compute_standings(tournament).individual
    return [
        (row, entries[int(row.key)]) for row in found if row.place and not entries[int(row.key)].extra.get("filler")
    ]


def _facts(row: StandingsRow, entry: Entry, players: int) -> dict[str, Cell]:
    given, family = (tidy(text) for text in (entry.given_name, entry.family_name))
    if not (given or family):
        given, _space, family = tidy(entry.name).rpartition(" ")
    return {
        "place": row.place,
        "number": entry.number,
        "given_name": given,
        "family_name": family,
        "name": tidy(entry.name),
        "native_name": unicodedata.normalize("NFC", entry.native_name),
        "ema_number": entry.ema_number or "",
        "member": "YES" if entry.ema_number else "NO",
        "country": tidy(entry.country) if len(entry.country) > 3 else entry.country.upper(),
        "club": unicodedata.normalize("NFC", entry.club),
        "team": entry.team.name if entry.team else "",
        "table_points": row.values.get("table_points"),
        "score": row.total,
        "base_rank": round(base_rank(row.place, players), 2),
    }


def tidy(name: str) -> str:
    """A name as federations list it: composed accents, single spaces, and no word in capitals alone.

    >>> tidy("ANNE-MARIE  O'NEIL"), tidy("van der Berg")
    ("Anne-Marie O'Neil", 'van der Berg')
    """
    text = unicodedata.normalize("NFC", " ".join(name.split()))
    return " ".join(word.title() if len(word) > 2 and word.isupper() else word for word in text.split(" "))


def missing(tournament: Tournament, federation: Federation) -> list[Sentence]:
    """Why the federation would send the list back; empty where it can go."""
    ranked = _ranked(tournament)
    found: list[Sentence] = []
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
    people = Counter((tidy(one.name).casefold(), one.country.casefold()) for one in entries)
    numbers = Counter(one.ema_number for one in entries if one.ema_number)
    twice = [
        one
        for one in entries
        if people[tidy(one.name).casefold(), one.country.casefold()] > 1 or numbers[one.ema_number or ""] > 1
    ]
    return [_("%(player)s is listed twice: same name and country, or same number.", player=str(one)) for one in twice]


_CHECKS = {"over": _over, "names": _names, "countries": _countries, "numbers": _numbers, "doubles": _doubles}


def weight(tournament: Tournament, federation: Federation) -> Weight | None:
    """The weight of the event, from its days, players and countries; None where the federation has none."""
    rule = federation.weight
    if rule is None:
        return None
    entries = [entry for _row, entry in _ranked(tournament)]
    countries = {tidy(entry.country).casefold() for entry in entries if entry.country.strip()}
    days, qualification = days_of(tournament), bool(chosen(tournament)["qualification"])
    return Weight(
        days,
        len(entries),
        len(countries),
        qualification,
        (
            step(rule.days, days),
            step(rule.players, len(entries)),
            step(rule.countries, len(countries)),
            rule.qualification if qualification else Fraction(0),
        ),
    )


def days_of(tournament: Tournament) -> int:
    """How many days the event has, by its first and last day; one where they are not known."""
    if tournament.starts_on is None or tournament.ends_on is None:
        return 1
    return (tournament.ends_on - tournament.starts_on).days + 1


def federation_of(tournament: Tournament, key: str = "") -> Federation:
    """The federation of that key, else the one that the event has chosen. Raises KeyError for an unknown one."""
    return federations()[key or chosen(tournament)["federation"]]
