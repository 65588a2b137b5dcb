"""Layouts of rosters, converted to rows below headings in several languages."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _

from tournaments.core.tabular.columns import separate_words
from tournaments.core.tabular.reading import RowProblem, SourceFile, SourceRow
from tournaments.core.text import places
from tournaments.entries.fields import PLAYER

HEADINGS: Final = {word: column.name for column in PLAYER if column.headings for word in column.headings.split("|")}
"""Folded heading -> field of an entry."""
_MEMBER: Final = re.compile(r"(?:player|member|spieler|mitglied|joueur|選手|选手|队员|隊員|メンバー|name)\s*[0-9]{1,2}")

_LISTED: Final = re.compile(r"([0-9]{1,4})\s*[.)]\s*(\D.*)")
_TEAM: Final = re.compile(r"([^:：]+)[:：](.*)")
MEMBERS: Final = 4
"""Members of a team whose row has neither heading nor colon."""


def normalize_heading(heading: str) -> str:
    """Return the heading in a form that ignores spelling variants.

    >>> normalize_heading(" EMA-Nr. "), normalize_heading("Family_Name"), normalize_heading("PlayerTeamId")
    ('ema nr', 'family name', 'player team id')
    """
    return re.sub(r"[\s\-._:/()]+", " ", unicodedata.normalize("NFKC", separate_words(heading))).strip().casefold()


def find_field(heading: str) -> str:
    """Return the field of a heading, "" if unknown.

    >>> find_field("PlayerName"), find_field("PlayerCountryName"), find_field("Shoe size")
    ('romanised_name', 'country', '')
    """
    key = normalize_heading(heading)
    return HEADINGS.get(key) or HEADINGS.get(key.removeprefix("player "), "")


def map_fields(heading: SourceRow) -> Mapping[int, str]:
    """Return position -> field; beside a surname, "Name" is the given name; duplicate columns have no field."""
    fields: dict[int, str] = {}
    for index, text in enumerate(heading.cells):
        name = find_field(text)
        if name and name not in fields.values():
            fields[index] = name
    names = set(fields.values())
    if "family_name" in names and "given_name" not in names:
        fields = {index: "given_name" if name == "romanised_name" else name for index, name in fields.items()}
    elif "given_name" in names and "family_name" not in names:
        fields = {index: "family_name" if name == "romanised_name" else name for index, name in fields.items()}
    return fields


def arrange_roster(source: SourceFile) -> SourceFile:
    if not source.rows:
        return source
    first, *lines = source.rows
    members = [index for index, text in enumerate(first.cells) if _MEMBER.fullmatch(normalize_heading(text))]
    team = next((index for index, text in enumerate(first.cells) if find_field(text) == "team"), None)
    if team is not None and members:
        return _unfold_teams(source, lines, team, members)
    if any(find_field(text) for text in first.cells):
        return source
    return _add_headings(source)


def _unfold_teams(source: SourceFile, rows: list[SourceRow], team: int, members: list[int]) -> SourceFile:
    source_rows = [SourceRow(source.rows[0].line, ("team", "name"))]
    for row in rows:
        for index in members:
            if index < len(row.cells) and row.cells[index]:
                source_rows.append(
                    SourceRow(row.line, (row.cells[team] if team < len(row.cells) else "", row.cells[index]))
                )
    return SourceFile(tuple(source_rows), source.problems, source.encoding)


def _add_headings(source: SourceFile) -> SourceFile:
    """Add headings to rows with recognisable columns, and report them; other rows are unchanged."""
    filled = [tuple(text for text in row.cells if text) for row in source.rows]
    if named := _split_teams(filled):
        rows = [
            SourceRow(row.line, (team, name))
            for row, (team, names) in zip(source.rows, named, strict=True)
            for name in names
        ]
        notice = _("The columns have no headings; they were read as a team and its members.")
        return _with_headings(source, ("team", "name"), rows, notice)
    if all(len(cells) == 1 and _LISTED.fullmatch(cells[0]) for cells in filled):
        filled = [(match[1], match[2]) for cells in filled if (match := _LISTED.fullmatch(cells[0]))]
    headings, notice = _guess_headings(filled)
    if not headings:
        return source
    rows = [SourceRow(row.line, cells) for row, cells in zip(source.rows, filled, strict=True)]
    return _with_headings(source, headings, rows, notice)


def _with_headings(source: SourceFile, headings: tuple[str, ...], rows: list[SourceRow], notice: str) -> SourceFile:
    problems = (*source.problems, RowProblem(0, "", notice, warning=True)) if notice else source.problems
    return SourceFile((SourceRow(0, headings), *rows), problems, source.encoding)


def _guess_headings(filled: list[tuple[str, ...]]) -> tuple[tuple[str, ...], str]:
    """Return headings for rows of one width, and the report; none if ambiguous."""
    width = len(filled[0])
    if any(len(cells) != width for cells in filled):
        return (), ""
    numbered = all(cells[0].isdecimal() for cells in filled)
    countries = width > 1 and all(places.find_country_code(cells[-1]) for cells in filled)
    figures = any(re.search("[0-9]", text) for cells in filled for text in cells[numbered:])
    if width == 1 and not numbered:
        return ("name",), ""
    if figures or width - numbered - countries not in (1, 2):
        return (), ""
    surname = width - numbered - countries == 2
    names = ("family_name", "given_name") if surname else ("name",)
    if surname and countries:
        notice = _("The columns have no headings; they were read as surname, given name and country.")
    elif surname:
        notice = _("The columns have no headings; they were read as surname and given name.")
    elif countries:
        notice = _("The columns have no headings; they were read as name and country.")
    else:
        notice = _("The columns have no headings; they were read as number and name.")
    return (*(("number",) if numbered else ()), *names, *(("country",) if countries else ())), notice


def _split_teams(filled: list[tuple[str, ...]]) -> list[tuple[str, tuple[str, ...]]]:
    """Return team and members of each row: "Red: Anna Berg, Bo Chen", or the team before its members; else []."""
    teams: list[tuple[str, tuple[str, ...]]] = []
    unequal = _has_unequal_teams(filled)
    for first, *others in filled:
        marked = _TEAM.fullmatch(first)
        if marked and (others or len(filled) > 1):
            teams.append((marked[1].strip(), tuple(text for text in (marked[2].strip(), *others) if text)))
        elif (unequal or len(others) == MEMBERS) and not any(re.search("[0-9]", text) for text in others):
            teams.append((first, tuple(others)))
        else:
            return []
    return teams


def _has_unequal_teams(filled: list[tuple[str, ...]]) -> bool:
    """Return True if rows of unequal length are a team and two members or more, by names of two words."""
    members = [text for row in filled for text in row[1:]]
    named = sum(" " in text.strip() for text in members)
    lengths = {len(row) for row in filled}
    return len(lengths) > 1 and min(lengths) > 2 and 4 * named > 3 * len(members)
