"""Lines of the results entry page: a form a table, with what stands and what whoever looks may do with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.forms import BoundField
from django.http import HttpRequest
from django.urls import reverse

from engine.match.sheet_rules import SheetRules
from tournaments.core.visibility import is_hidden
from tournaments.results.forms.results import SheetForm, sheet_values
from tournaments.results.queries import confirming
from tournaments.results.queries.board import BoardTable
from tournaments.rounds.models.rounds import Round


@dataclass(frozen=True)
class EntryLine:
    """A table's line."""

    table: BoardTable
    form: SheetForm
    address: str
    confirm: str
    photo: bool
    by: str
    """Name of the step with a sheet that waits: ``confirm`` it, enter it a ``second`` time, or none."""

    @property
    def fields(self) -> list[BoundField]:
        """The controls in the order of the sheet."""
        return [self.form[name] for name in self.form.sheet_order]

    @property
    def twice(self) -> bool:
        """True if two people have typed a sheet that waits alike."""
        return self.table.state == "entered" and bool(self.table.result and self.table.result.twice_alike)


def entry_lines(
    request: HttpRequest,
    round_: Round,
    tables: Sequence[BoardTable],
    *,
    rules: SheetRules,
    photos: Mapping[int, int],
    may_confirm: bool,
) -> Iterator[EntryLine]:
    """A line for each table, in the order of the tables."""
    slug, number = round_.tournament.slug, round_.number
    for table in tables:
        result = table.result
        version = result.version if result else 0
        shown = sheet_values(result) if result and not is_hidden(request.user, result) else {}
        yield EntryLine(
            table,
            SheetForm(
                rules=rules,
                seats=table.seats,
                auto_id=f"id_t{table.number}_%s",
                initial=shown | {"based_on": version},
            ),
            address=reverse("manage_table", args=[slug, number, table.number]),
            confirm=reverse("manage_confirm", args=[slug, number, table.number, version]),
            photo=table.number in photos,
            by=_by(request, round_, table) if may_confirm else "",
        )


def _by(request: HttpRequest, round_: Round, table: BoardTable) -> str:
    if table.state != "entered" or table.result is None or confirming.is_barred(request.user, table.result):
        return ""
    return "second" if round_.tournament.blind_reentry and not table.result.twice_alike else "confirm"
