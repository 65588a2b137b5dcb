from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse

from engine.sentences import sentence as _
from judging.cases.models import Case
from judging.cases.queries.pages import filter_unsettled
from tournaments.core.open_items import RESULT_STEPS, ItemKind, OpenItem, open_items
from tournaments.events.models import Tournament


@open_items(*RESULT_STEPS)
def list_unsettled_cases(tournament: Tournament) -> Iterator[OpenItem]:
    waiting = filter_unsettled(Case.objects.filter(tournament=tournament)).select_related("round", "table")
    for case in waiting.only("number", "state", "round__number", "table__number", "table__name"):
        appealed = case.state == Case.State.APPEALED
        values: dict[str, object] = {"case": case.number}
        if case.round is not None and case.table is not None:
            values |= {"round": case.round.number, "table": case.table.called}
            text = (
                _("Round %(round)s, table %(table)s: the appeal in case %(case)s is not decided", **values)
                if appealed
                else _("Round %(round)s, table %(table)s: case %(case)s is not ruled", **values)
            )
        else:
            text = (
                _("The appeal in case %(case)s is not decided", **values)
                if appealed
                else _("Case %(case)s is not ruled", **values)
            )
        yield OpenItem(
            ItemKind.APPEAL if appealed else ItemKind.CASE,
            f"case {case.number} {case.state}",
            text,
            reverse("manage_case", args=[tournament.slug, case.number]),
            "cases.view",
            case.round.number if case.round is not None else None,
        )
