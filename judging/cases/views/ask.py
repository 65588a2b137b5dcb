"""Rulings without a case: the law's questions under a ruleset. The address is the claim."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from engine.family import Ruleset
from judging.cases.forms.facts import FactsForm
from judging.cases.views.facts import judged, questions
from judging.law.answers import answer_claim
from judging.law.kinds import kinds_of
from judging.rulebook.logic import findings as words
from judging.rulebook.queries.books import Book, get_rules
from judging.rulebook.queries.clauses import kind_choices
from tournaments.core.text.language import reader
from tournaments.core.text.rules import ruleset_title
from tournaments.rounds.models import SeatWind


@require_safe
def ask(request: HttpRequest, name: str, kind: str = "") -> HttpResponse:
    """List the kinds of claims of a ruleset, or ask the questions of one and show the findings so far."""
    rules = get_rules(name)
    family = rules.family
    asked = {each.code for each in kinds_of(family) if not each.from_record}
    values: dict[str, Any] = {
        "book": Book(rules),
        "rules_name": rules.name,
        "title": ruleset_title(family, rules.preset),
        "kinds": [(code, title) for code, title in kind_choices(family.name) if code in asked],
        "kind": kind,
    }
    if not kind:
        return render(request, "cases/ask_kinds.html", values)
    if kind not in asked:
        raise Http404
    values |= _answer(request, rules, kind)
    part = "cases/_ask.html" if request.headers.get("HX-Request") else "cases/ask.html"
    response = render(request, part, values)
    response["Vary"] = "HX-Request"
    return response


def _answer(request: HttpRequest, rules: Ruleset, kind: str) -> dict[str, Any]:
    seats = [(seat.value, str(seat.label)) for seat in SeatWind]
    form = FactsForm(request.GET, kind=kind, rules=rules, seats=seats)
    for name in ("key", "log", "log_hand", "log_at", "event"):
        form.fields.pop(name, None)

    def judge(claim: dict[str, Any]) -> dict[str, Any]:
        return answer_claim({**claim, "ruleset": rules.name})

    found = judged(form, judge, {}) or {"findings": [], "proposals": []}
    stored, names = found["findings"], dict(seats)
    return {
        "kind_title": dict(kind_choices(rules.family.name))[kind],
        **questions(form, stored, request.GET.get("order", "")),
        "findings": [words.shown(each, names, rules, reader(), Book(rules).href) for each in stored],
        "proposals": [words.shown_proposal(each, names, reader()) for each in found["proposals"]],
    }
