from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from tournaments.core.tabular.reading import RowProblem
from tournaments.entries.models.entries import Entry

STATUSES = {
    "": Entry.Status.REGISTERED,
    "registered": Entry.Status.REGISTERED,
    "waiting": Entry.Status.WAITING,
    "waiting list": Entry.Status.WAITING,
    "checked_in": Entry.Status.CHECKED_IN,
    "checked in": Entry.Status.CHECKED_IN,
}


@dataclass(frozen=True)
class RosterRow:
    """Line of the file as values of an entry; `action`: "add", "change", "same" or "skip" (it has an error)."""

    line: int
    action: str
    number: int | None
    values: dict[str, str]
    status: str | None = None

    @property
    def name(self) -> str:
        western = f"{self.values.get('given_name', '')} {self.values.get('family_name', '')}".strip()
        return self.values.get("romanised_name") or western or self.values.get("native_name", "")

    def cell(self, name: str) -> str:
        if name == "status":
            return str(Entry.Status(self.status).label) if self.status else ""
        value = self.values.get(name, "")
        return _("yes") if value == "yes" else value


@dataclass
class Preview:
    rows: list[RosterRow] = field(default_factory=list)
    problems: list[RowProblem] = field(default_factory=list)
    new_teams: dict[str, int] = field(default_factory=dict)
    """Missing teams -> number of rows that name them."""
    new_categories: dict[str, int] = field(default_factory=dict)
    encoding: str = ""
    left_out: list[str] = field(default_factory=list)
    """Unknown columns, which stay out if the user confirms."""

    more: dict[str, str] = field(default_factory=dict)
    """Filled columns besides number, names, country and team -> their labels."""

    def add_more(self, labels: Mapping[str, str]) -> None:
        self.more = {name: label for name, label in labels.items() if any(row.cell(name) for row in self.rows)}

    @property
    def lines(self) -> list[tuple[RosterRow, list[str]]]:
        return [(row, [row.cell(name) for name in self.more]) for row in self.rows]

    def count(self, action: str) -> int:
        return sum(row.action == action for row in self.rows)

    @property
    def counts(self) -> dict[str, int]:
        return {action: self.count(action) for action in ("add", "change", "same", "skip")}

    @property
    def new_team_names(self) -> str:
        return ", ".join(self.new_teams)

    @property
    def new_team_players(self) -> int:
        return sum(self.new_teams.values())

    @property
    def errors(self) -> list[RowProblem]:
        return [problem for problem in self.problems if not problem.warning]

    @property
    def ready(self) -> bool:
        return any(row.action in ("add", "change") for row in self.rows)
