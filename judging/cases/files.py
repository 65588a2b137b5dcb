from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Model, QuerySet
from django.http import QueryDict
from django.utils.translation import gettext_lazy

from judging.cases.forms.cases import BookForm
from judging.cases.logic import verification
from judging.cases.models import Case, Sanction
from judging.cases.queries import casebook, judgments, pages
from judging.cases.queries.casebook import list_public_rulings
from judging.rulebook.queries.ruleset_view import Rulebook
from tournaments.core.downloads import export
from tournaments.core.tabular import writing as sheets
from tournaments.core.tabular.writing import SheetRows
from tournaments.events.models import Tournament
from tournaments.exchange.bundle_parts import bundle_part, federation_part

COLUMNS = (
    "case", "opened", "round", "table", "hand", "kind", "state", "players", "verdict", "clauses", "ruling", "player",
    "infraction", "clause", "penalty", "repeat", "hand_effect", "minutes", "transfers", "reason", "decided_by",
    "decided", "appeal",
)  # fmt: skip
"""The columns of the CSV file: one line a sanction in force, and one for a case without any."""


def list_rows(cases: Iterable[Case]) -> SheetRows:
    lines: SheetRows = [[*COLUMNS]]
    for case in cases:
        record = case.claims.order_by("-number").first()
        ruling = case.rulings.filter(in_force=True).select_related("decided_by").first()
        appeal = ruling.appeals.order_by("-filed_at").first() if ruling is not None else None
        base: dict[str, Any] = {
            "case": case.number,
            "opened": case.opened_at.isoformat(timespec="seconds"),
            "round": case.round.number if case.round else "",
            "table": case.table.number if case.table else "",
            "hand": case.hand or "",
            "kind": case.kind,
            "state": case.state,
            "players": "; ".join(p.entry.name for p in case.parties.all() if p.concerned),
            "verdict": record.verdict if record else "",
            "clauses": "; ".join(dict.fromkeys(finding["clause"] for finding in record.findings)) if record else "",
        }
        if ruling is not None:
            base |= {
                "ruling": ruling.number,
                "hand_effect": ruling.hand_effect,
                "minutes": ruling.minutes,
                "transfers": "; ".join(f"{t['from']}>{t['to']} {t['amount']}" for t in ruling.transfers),
                "reason": ruling.reason,
                "decided_by": str(ruling.decided_by or ""),
                "decided": ruling.decided_at.isoformat(timespec="seconds"),
                "appeal": appeal.state if appeal else "",
            }
        sanctions = list(ruling.sanctions.select_related("entry")) if ruling is not None else []
        listed: list[Sanction | None] = [*sanctions] or [None]
        for sanction in listed:
            line = base
            if sanction is not None:
                line = base | {
                    "player": sanction.entry.name if sanction.entry else "",
                    "infraction": sanction.infraction or sanction.title,
                    "clause": sanction.clause,
                    "penalty": sanction.penalty,
                    "repeat": sanction.repeat,
                }
            lines.append([str(line.get(column, "")) for column in COLUMNS])
    return lines


def export_case(case: Case) -> dict[str, Any]:
    """Return a whole case: parties, every version of the facts with findings and rules, rulings, appeals."""
    return {
        "case": case.number,
        **_read_fields(case, "kind", "state"),
        "round": case.round.number if case.round else None,
        "table": case.table.number if case.table else None,
        **_read_fields(case, "hand", "note", "opened_at"),
        "opened_by": str(case.opened_by) if case.opened_by else None,
        "parties": [
            {"seat": party.seat, **_read_fields(party.entry, "number", "name"), "concerned": party.concerned}
            for party in case.parties.all()
        ],
        "facts": [
            {
                **_read_fields(record, "number", "claim"),
                **({"further": record.further} if record.further else {}),
                **_read_fields(record, "findings", "proposals", "verdict"),
                "ruleset": record.ruleset_name,
                "parameters": record.parameters,
                "engine": record.engine_version,
                "recorded_by": str(record.recorded_by) if record.recorded_by else None,
                "recorded_at": record.recorded_at,
            }
            for record in case.claims.select_related("recorded_by").order_by("number")
        ],
        "rulings": [_export_ruling(view) for view in reversed(pages.list_rulings(case))],
    }


def _export_ruling(view: pages.RulingDetails) -> dict[str, Any]:
    ruling = view.ruling
    return {
        "number": ruling.number,
        "facts": ruling.claim.number,
        "in_force": ruling.in_force,
        "supersedes": ruling.supersedes.number if ruling.supersedes else None,
        **_read_fields(ruling, "as_proposed", "reason", "note"),
        "hand": ruling.hand_effect,
        **_read_fields(ruling, "minutes", "payments", "transfers"),
        "decided_by": str(ruling.decided_by) if ruling.decided_by else None,
        "decided_at": ruling.decided_at,
        "sanctions": [
            {
                "player": sanction.entry.number if sanction.entry else None,
                **_read_fields(sanction, "infraction", "clause", "title", "penalty", "repeat", "as_proposed"),
            }
            for sanction in view.sanctions
        ],
        "ledger": [
            {
                "player": line.entry.number if line.entry else None,
                "amount": str(line.amount),
                **_read_fields(line, "unit", "scope"),
                "valid": line.voided_at is None,
            }
            for line in view.lines
        ],
        "forfeits": [
            {
                "player": forfeit.entry.number,
                "round": forfeit.round.number if forfeit.round else None,
                **_read_fields(forfeit, "kind", "points", "uma", "table_points", "clause"),
                "valid": forfeit.voided_at is None,
            }
            for forfeit in view.forfeits
        ],
        "appeals": [
            {
                "by": appeal.by_entry.number,
                **_read_fields(appeal, "grounds", "filed_at", "decide_by", "state", "decision"),
            }
            for appeal in view.appeals
        ],
    }


def _read_fields(row: Model, *names: str) -> dict[str, Any]:
    return {name: getattr(row, name) for name in names}


def _find_cases(tournament: Tournament, query: QueryDict) -> QuerySet[Case]:
    form = BookForm(query, tournament=tournament)
    return casebook.search(tournament, form.cleaned_data if form.is_valid() else {}).order_by("number")


@export("cases/book/cases.csv", name="manage_case_book_csv", title=gettext_lazy("Cases"), action="cases.view")
def cases_csv(tournament: Tournament, query: QueryDict) -> bytes:
    return sheets.as_csv(list_rows(_find_cases(tournament, query)))


@export("cases/book/cases.json", name="manage_case_book_json", title=gettext_lazy("Cases"), action="cases.view")
def cases_json(tournament: Tournament, query: QueryDict) -> bytes:
    cases = [export_case(case) for case in _find_cases(tournament, query)]
    document = {"format": "mahjong-cases/1", "tournament": tournament.slug, "cases": cases}
    return json.dumps(document, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1).encode()


@federation_part("rulings")
def list_rulings_without_names(tournament: Tournament) -> SheetRows:
    rows: SheetRows = [["case", "round", "table", "kind", "infraction", "clause", "penalty", "repeat", "house rules"]]
    sanctions = Sanction.objects.filter(ruling__case__tournament=tournament, ruling__in_force=True)
    for sanction in sanctions.select_related("ruling__case__round__ruleset", "ruling__case__table").order_by(
        "ruling__case__number", "order"
    ):
        case = sanction.ruling.case
        place = [case.round.number if case.round else None, case.table.number if case.table else None]
        agreed = Rulebook.of_event(tournament, judgments.get_rules_version(case)).list_house_rules(sanction.clause)
        line = [case.number, *place, case.kind, sanction.infraction, sanction.clause, sanction.penalty, sanction.repeat]
        rows.append([*line, "; ".join(f"{rule}: {rule.text}" for rule in agreed)])
    return rows


@bundle_part("rulings", check=verification.check)
def list_rulings_to_check(tournament: Tournament, through: int) -> list[dict[str, Any]]:
    return list_public_rulings(tournament, through=through)
