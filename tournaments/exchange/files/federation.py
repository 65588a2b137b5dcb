"""Federation package: results as XLSX and CSV, the weight, tables, rules with their changes, referees."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable

from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournaments.accounts.models import Role
from tournaments.core.downloads import export
from tournaments.core.errors import UserError
from tournaments.core.open_items import OpenItemStep, require
from tournaments.core.tabular.writing import SheetRows, as_csv, as_xlsx
from tournaments.core.text.rules import find_ruleset_title
from tournaments.core.text.sentences import in_words
from tournaments.events.models import Tournament
from tournaments.exchange.bundle_parts import federation_part, list_federation_parts
from tournaments.results.queries.public_results import list_confirmed_results
from tournaments.seating.services.outdated import take_list
from tournaments.standings.federations.checks import list_obstacles
from tournaments.standings.federations.forms import Federation
from tournaments.standings.logic.ranking import base_rank
from tournaments.standings.queries import federation as selector


@export(
    "federation.csv",
    name="manage_federation_csv",
    title=_("Results for the federation"),
    action="events.export",
    taken=take_list,
)
def results_csv(tournament: Tournament, query: QueryDict) -> bytes:
    """Return the results in the federation's columns, every field quoted. Raises `OpenItemsError`."""
    require(tournament, OpenItemStep.FEDERATION)
    return as_csv(selector.build_federation_rows(tournament, selector.get_federation(tournament)), quote_all=True)


@export(
    "federation.xlsx",
    name="manage_federation_xlsx",
    title=_("Results for the federation"),
    action="events.export",
    taken=take_list,
)
def results_xlsx(tournament: Tournament, query: QueryDict) -> bytes:
    require(tournament, OpenItemStep.FEDERATION)
    return as_xlsx(selector.build_federation_rows(tournament, selector.get_federation(tournament)), "Results")


def pack(tournament: Tournament, federation: Federation) -> bytes:
    """Return all files of the package. Raises `UserError` for missing facts, `OpenItemsError` for open results."""
    if problems := list_obstacles(tournament, federation):
        raise UserError(
            _("The list is incomplete. The federation would reject it."), problems=list(map(in_words, problems))
        )
    require(tournament, OpenItemStep.FEDERATION)
    name = make_file_name(tournament, federation)
    rows = selector.build_federation_rows(tournament, federation)
    files = {f"{name}.csv": as_csv(rows, quote_all=True), f"{name}.xlsx": as_xlsx(rows, "Results")}
    files |= {f"{key}.csv": as_csv(make(tournament)) for key, make in list_federation_parts().items()}
    if weight := build_weight_rows(tournament, federation):
        files["weight.csv"] = as_csv(weight)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files.items():
            archive.writestr(zipfile.ZipInfo(path), content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def make_file_name(tournament: Tournament, federation: Federation) -> str:
    days = [day.isoformat() for day in (tournament.starts_on, tournament.ends_on) if day]
    return "_".join([federation.file, *dict.fromkeys(days), tournament.slug])


def build_weight_rows(tournament: Tournament, federation: Federation) -> SheetRows:
    """Return the weight by part and the base rank of every place."""
    weight = selector.compute_weight(tournament, federation)
    if weight is None:
        return []
    counted = (weight.days, weight.players, weight.countries, int(weight.qualification))
    names = ("days", "players", "countries", "qualification")
    rows: SheetRows = [["part", "count", "weight"]]
    rows += [[name, count, value] for name, count, value in zip(names, counted, weight.parts, strict=True)]
    rows += [["total", None, weight.total], [], ["place", "base rank"]]
    rows += [[place, round(base_rank(place, weight.players), 2)] for place in range(1, weight.players + 1)]
    return rows


@federation_part("tables")
def tables(tournament: Tournament) -> SheetRows:
    rows: SheetRows = [
        ["round", "table", "wind", "player", "name", "points", "place", "table points", "score", "penalty"]
    ]
    for number in tournament.rounds.order_by("number").values_list("number", flat=True):
        for sheet in list_confirmed_results(tournament, number):
            rows += [
                [
                    number, sheet.label, "" if row.wind is None else "ESWN"[row.wind], row.player.number,
                    row.player.name, row.points, row.place, row.table_points, row.score, row.penalty,
                ]
                for row in sheet.rows
            ]  # fmt: skip
    return rows


@federation_part("rules")
def rules(tournament: Tournament) -> SheetRows:
    """Return every version of the rules: values, differences from the edition, reasons for changes."""
    rows: SheetRows = [["version", "rules", "option", "value", "reason"]]
    for version in tournament.rulesets.order_by("number"):
        title = str(find_ruleset_title(version.preset))
        rows.append([version.number, title, "", "", version.reason])
        for group in (version.options, version.match_scoring):
            rows += [[version.number, title, name, _format_cell(value), ""] for name, value in sorted(group.items())]
        rows.append([version.number, title, "tie_breaks", _format_cell(version.tie_breaks), ""])
        rows += [[version.number, title, f"{rule} {rule.clause}", rule.text, ""] for rule in version.exceptions]
    return rows


@federation_part("referees")
def referees(tournament: Tournament) -> SheetRows:
    held = tournament.memberships.filter(role=Role.REFEREE).select_related("user").order_by("user__username")
    rows: SheetRows = [["referee"]]
    return rows + [[str(membership.user)] for membership in held]


def _format_cell(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, Iterable) and not isinstance(value, str) else str(value)
