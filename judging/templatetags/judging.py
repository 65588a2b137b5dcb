from __future__ import annotations

from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from judging.cases.models import Case, Sanction
from judging.cases.queries import times
from judging.desk.models import Call
from judging.rulebook.queries.clauses import get_kind_title
from judging.rulebook.queries.ruleset_view import Rulebook
from judging.rulebook.text.findings import (
    FindingText,
    ProposalText,
    list_headings,
    name_penalty,
    name_row,
    split_by_weight,
)
from tournaments.core.text.names import Marks, format_person
from tournaments.events.models import HouseRule

register = template.Library()
register.filter("row_name", name_row)
register.filter("kind_title", get_kind_title)


@register.simple_tag(takes_context=True)
def house_rules(context: template.Context, cited: str) -> tuple[HouseRule, ...]:
    book = Rulebook.of_page(context.flatten())  # type: ignore[arg-type]
    return () if book is None else book.list_house_rules(cited)


@register.simple_tag(takes_context=True)
def unverified(context: template.Context, cited: str, infraction: str | None = "") -> bool:
    book = Rulebook.of_page(context.flatten())  # type: ignore[arg-type]
    return book is not None and book.doubts(cited, infraction or "")


@register.filter
def penalty(sanction: Sanction) -> str:
    return name_penalty(sanction.proposal)


@register.filter
def colon(heading: object) -> str:
    return _("%(name)s:") % {"name": heading}


CHIPS = {"open": "warn", "ruled": "ok", "appealed": "danger", "dropped": ""}


@register.inclusion_tag("cases/_verdict.html", takes_context=True)
def verdict(context: template.Context, findings: list[FindingText]) -> dict[str, Any]:
    """Show deciding findings in full, holding ones folded unless they are all; on paper a line each."""
    deciding, holding = split_by_weight(findings)
    rulebook = {name: context[name] for name in ("ruleset", "book", "tournament") if name in context}
    return {"deciding": deciding, "holding": holding, "paper": context.get("paper", False), **rulebook}


@register.simple_tag
def checks_passed(number: int) -> str:
    return ngettext("%(number)s check passed", "%(number)s checks passed", number) % {"number": number}


@register.inclusion_tag("cases/_verdict_sentence.html")
def verdict_sentence(findings: list[FindingText], proposals: list[ProposalText]) -> dict[str, Any]:
    return {"headings": list_headings(findings, proposals)}


@register.simple_tag
def overall(findings: list[FindingText]) -> str:
    deciding, holding = split_by_weight(findings)
    first = (deciding or holding)[0]
    return render_to_string("components/chip.html", {"kind": first.kind, "label": first.label})


@register.simple_tag
def where(case: Case) -> str:
    parts = []
    if case.round is not None:
        parts.append(_("Round %(number)s") % {"number": case.round.number})
    if case.table is not None:
        parts.append(_("table %(number)s") % {"number": case.table.number})
    if case.hand is not None:
        parts.append(_("hand %(number)s") % {"number": case.hand})
    return ", ".join(parts)


@register.simple_tag
def concerned(case: Case, marks: Marks | None = None) -> str:
    parties = list(case.parties.all())
    marked = [party for party in parties if party.concerned]
    return ", ".join(format_person(party.entry, marks) for party in marked or parties)


@register.simple_tag
def waiting(case: Case) -> str:
    if case.state != Case.State.OPEN:
        return ""
    seconds = times.count_seconds_waited(case)
    kind = "danger" if seconds >= times.OVERDUE else ""
    return render_to_string("components/chip.html", {"kind": kind, "label": clock(seconds)})


@register.filter
def clock(seconds: int) -> str:
    """Format minutes and seconds.

    >>> clock(428)
    '7:08'
    """
    return f"{seconds // 60}:{seconds % 60:02}"


@register.filter
def call_kind(call: Call) -> str:
    if call.state == Call.State.WAITING:
        return "danger" if call.is_late else "warn"
    return "live" if call.state == Call.State.ARRIVED else "info"


@register.simple_tag
def case_chip(case: Case) -> str:
    label = case.get_state_display()
    return render_to_string("components/chip.html", {"kind": CHIPS[case.state], "label": label})
