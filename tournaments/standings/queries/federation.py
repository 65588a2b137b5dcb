from __future__ import annotations

import unicodedata
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from tournaments.core.tabular.writing import SheetCell
from tournaments.core.text import places
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.standings.federations.forms import Federation, WeightRule, get_step_value, load_federations
from tournaments.standings.logic import Standings, StandingsRow
from tournaments.standings.logic.ranking import base_rank
from tournaments.standings.queries.standings import compute_standings

Ranked = list[tuple[StandingsRow, Entry]]
"""Everybody with a place, best first."""


@dataclass(frozen=True)
class Weight:
    days: int
    players: int
    countries: int
    qualification: bool
    parts: tuple[Fraction, Fraction, Fraction, Fraction]

    @property
    def total(self) -> Fraction:
        return sum(self.parts, Fraction(0))


def list_columns(tournament: Tournament, federation: Federation) -> tuple[tuple[str, str], ...]:
    if tournament.federation == federation.key and tournament.federation_columns:
        return tuple((heading, name) for heading, name in tournament.federation_columns)
    return federation.columns


def build_federation_rows(
    tournament: Tournament, federation: Federation, ranked: Ranked | None = None
) -> list[list[SheetCell]]:
    """Return the heading and a row per ranked player, best first; shared places are equal."""
    columns = list_columns(tournament, federation)
    ranked = list_ranked_players(tournament) if ranked is None else ranked
    rows: list[list[SheetCell]] = [[heading for heading, _name in columns]]
    for row, entry in ranked:
        facts = _build_facts(row, entry, len(ranked))
        rows.append([facts[name] for _heading, name in columns])
    return rows


def list_ranked_players(tournament: Tournament, standings: Standings | None = None) -> Ranked:
    entries = {entry.pk: entry for entry in tournament.entries.select_related("team")}
    rows = (standings or compute_standings(tournament)).individual
    return [(row, entries[int(row.key)]) for row in rows if row.place and not entries[int(row.key)].filler]


def _build_facts(row: StandingsRow, entry: Entry, players: int) -> dict[str, SheetCell]:
    given_name, family = (tidy_name(text) for text in (entry.given_name, entry.family_name))
    if not (given_name or family):
        given_name, _space, family = tidy_name(entry.full_name).rpartition(" ")
    return {
        "place": row.place,
        "number": entry.number,
        "given_name": given_name,
        "family_name": family,
        "name": tidy_name(entry.full_name),
        "native_name": unicodedata.normalize("NFC", entry.native_name),
        "ema_number": entry.ema_number or "",
        "member": "YES" if entry.ema_number else "NO",
        "country": places.format_english_name(entry.country_code) if entry.country_code else tidy_name(entry.country),
        "club": unicodedata.normalize("NFC", entry.club),
        "team": entry.team.name if entry.team else "",
        "table_points": row.values.get("table_points"),
        "score": row.total,
        "base_rank": round(base_rank(row.place, players), 2),
    }


def tidy_name(name: str) -> str:
    """Format a name for federations: composed accents, single spaces, and no word in capitals alone.

    >>> tidy_name("ANNE-MARIE  O'NEIL"), tidy_name("van der Berg")
    ("Anne-Marie O'Neil", 'van der Berg')
    """
    text = unicodedata.normalize("NFC", " ".join(name.split()))
    return " ".join(word.title() if len(word) > 2 and word.isupper() else word for word in text.split(" "))


def find_weight_rule(tournament: Tournament, federation: Federation) -> WeightRule | None:
    """Return the federation's weight rule, with the event's own limits; None if it has none."""
    rule, limits = federation.weight, tournament.federation_limits
    if rule is None or tournament.federation != federation.key or not limits:
        return rule
    steps: dict[str, Any] = {
        name: tuple((least, Fraction(value)) for least, value in rows) for name, rows in limits.items()
    }
    return replace(rule, **steps)


def compute_weight(tournament: Tournament, federation: Federation, ranked: Ranked | None = None) -> Weight | None:
    rule = find_weight_rule(tournament, federation)
    if rule is None:
        return None
    entries = [entry for _row, entry in (list_ranked_players(tournament) if ranked is None else ranked)]
    countries = {places.identify_country(entry) for entry in entries} - {"", places.INDEPENDENT}
    days, qualification = count_days(tournament), tournament.qualification
    return Weight(
        days,
        len(entries),
        len(countries),
        qualification,
        (
            get_step_value(rule.days, days),
            get_step_value(rule.players, len(entries)),
            get_step_value(rule.countries, len(countries)),
            rule.qualification if qualification else Fraction(0),
        ),
    )


def count_days(tournament: Tournament) -> int:
    """Return the number of days of the event; one if its dates are unknown."""
    if tournament.starts_on is None or tournament.ends_on is None:
        return 1
    return (tournament.ends_on - tournament.starts_on).days + 1


def get_federation(tournament: Tournament, key: str = "") -> Federation:
    """Return the federation with that key, else the event's. Raises KeyError for an unknown one."""
    return load_federations()[key or tournament.federation]
