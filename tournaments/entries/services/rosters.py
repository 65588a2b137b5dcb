from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.sentences import gettext_noop
from tournaments.core.audit import Change, change
from tournaments.core.text.folding import fold_to_name_key
from tournaments.entries.models.categories import Category, parse_category_numbers, split_names
from tournaments.entries.models.entries import Entry, Team
from tournaments.entries.queries import has_place
from tournaments.entries.reading.answers import drop_empty_answers, pop_answers
from tournaments.entries.reading.roster_rows import STATUSES, RosterRow
from tournaments.entries.services import categories as category_services
from tournaments.entries.services import players as registration
from tournaments.entries.services import teams
from tournaments.events.models import Tournament


def _with_new_categories(
    change: Change, tournament: Tournament, names: str, categories: list[Category]
) -> list[Category]:
    existing = {fold_to_name_key(category.name) for category in categories}
    new = {fold_to_name_key(name): name for name in split_names(names) if fold_to_name_key(name) not in existing}
    return [*categories, *(category_services.add(change.by, tournament, name=name) for name in new.values())]


def _vacate(
    change: Change, rows: Sequence[RosterRow], by_number: Mapping[int, Entry], named: Mapping[str, Team]
) -> None:
    """Take players who change their team out of it first, where a full team has to become free."""
    changed = [(by_number.get(row.number or 0), row) for row in rows if row.action == "change"]
    wanted = [(entry, named.get(row.values.get("team", ""))) for entry, row in changed if entry is not None]
    moves = [(entry, team) for entry, team in wanted if team is not None and entry.team_id != team.pk]
    if any(not has_place(team, entry) for entry, team in moves):
        for entry, _team_to_be in moves:
            with change.edit(entry):
                entry.team = None


@change("entries.import", gettext_noop("Players imported"))
def save(change: Change, tournament: Tournament, *, rows: Sequence[RosterRow], make_teams: bool = True) -> int:
    """Save confirmed rows, all or nothing; return the number saved. Raises `UserError` for a number taken meanwhile."""
    named = {team.name: team for team in tournament.teams.all()}
    by_number = {entry.number: entry for entry in tournament.entries.all()}
    questions, categories = list(tournament.questions.all()), list(tournament.categories.all())
    _vacate(change, rows, by_number, named)
    done = 0
    # Numbers that the file gives come first, so that a player without one never takes them.
    for row in sorted(rows, key=lambda row: (row.number is None, row.line)):
        if row.action not in ("add", "change"):
            continue
        values: dict[str, Any] = dict(row.values)
        if "house" in values:
            values["house"] = bool(values["house"])
        if "team" in values:
            wanted = values["team"] if make_teams or values["team"] in named else ""
            values["team"] = _find_or_add_team(change, tournament, named, wanted)
        if "categories" in values:
            categories = _with_new_categories(change, tournament, values["categories"], categories)
            values["categories"] = parse_category_numbers(values["categories"], categories)
        entry = by_number.get(row.number) if row.number is not None else None
        if answers := pop_answers(values, questions):
            values["answers"] = drop_empty_answers((entry.answers if entry else {}) | answers)
        if entry is None:
            registration.add(
                change.by, tournament, number=row.number, status=row.status or Entry.Status.REGISTERED, **values
            )
        else:
            registration.edit(change.by, entry, **values)
            if row.status is not None and row.status != entry.status:
                _set_status(change, entry, row.status)
        done += 1
    if not done:
        change.nothing()
    else:
        change.note(tournament, after={"imported": done})
    return done


def _set_status(change: Change, entry: Entry, status: str) -> None:
    if entry.status in STATUSES.values():
        with change.edit(entry):
            entry.status = status


def _find_or_add_team(change: Change, tournament: Tournament, named: dict[str, Team], name: str) -> Team | None:
    if not name:
        return None
    if name not in named:
        named[name] = teams.add(change.by, tournament, name=name)
    return named[name]
