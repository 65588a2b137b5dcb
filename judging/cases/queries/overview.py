"""The overview of the desk for the head referee: waiting, in progress, appeals, rulings that differ."""

from __future__ import annotations

from dataclasses import dataclass

from judging.cases.models import Appeal, Case, Ruling
from judging.cases.queries.pages import list_cases
from judging.desk.models import Call
from judging.desk.queries import list_open_calls
from judging.rulebook.text.findings import name_penalty
from tournaments.core.text.names import choose_leading_name
from tournaments.events.models import Tournament


@dataclass(frozen=True)
class OwnRuling:
    ruling: Ruling
    proposed: list[str]
    ruled: list[tuple[str, str]]


@dataclass(frozen=True)
class Overview:
    """`waiting`: calls not taken yet; `in_progress`: taken calls without a case; `cases`: those without a ruling."""

    waiting: list[Call]
    in_progress: list[Call]
    cases: list[Case]
    appeals: list[Appeal]
    own_rulings: list[OwnRuling]

    @property
    def count_in_progress(self) -> int:
        return len(self.in_progress) + len(self.cases)


def make_overview(tournament: Tournament) -> Overview:
    calls = list_open_calls(tournament)
    with_case = set(Case.objects.filter(tournament=tournament, call__in=calls).values_list("call_id", flat=True))
    return Overview(
        waiting=[call for call in calls if call.state == Call.State.WAITING],
        in_progress=[call for call in calls if call.state != Call.State.WAITING and call.pk not in with_case],
        cases=list(list_cases(tournament).filter(state=Case.State.OPEN).order_by("number")),
        appeals=list_open_appeals(tournament),
        own_rulings=list_own_rulings(tournament),
    )


def list_open_appeals(tournament: Tournament) -> list[Appeal]:
    appeals = Appeal.objects.filter(ruling__case__tournament=tournament, state=Appeal.State.OPEN)
    return list(
        appeals.select_related("by_entry", "ruling__decided_by", "ruling__case__round", "ruling__case__table").order_by(
            "decide_by", "pk"
        )
    )


def list_own_rulings(tournament: Tournament) -> list[OwnRuling]:
    rulings = Ruling.objects.filter(case__tournament=tournament, in_force=True).select_related(
        "claim", "decided_by", "case__round", "case__table"
    )
    return [
        OwnRuling(
            ruling,
            list(dict.fromkeys(name_penalty(proposal) for proposal in ruling.claim.proposals)),
            [
                (choose_leading_name(sanction.entry) if sanction.entry else "", name_penalty(sanction.proposal))
                for sanction in ruling.sanctions.all()
            ],
        )
        for ruling in rulings.prefetch_related("sanctions__entry").order_by("-decided_at")
        if ruling.undecided or not ruling.as_proposed
    ]
