"""The referee's desk without the server: a page on the device, and the cases that it sends later."""

from __future__ import annotations

import uuid
from functools import lru_cache
from typing import Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from engine.exact import integer_or
from engine.family import Ruleset
from judging.cases.forms.cases import CaseForm
from judging.cases.forms.facts import FactsForm
from judging.cases.models import Case
from judging.cases.queries import device, judgments, known_facts
from judging.cases.queries.pages import get_seat_names
from judging.cases.services.cases import UsedKeyError, import_case
from judging.cases.views.facts import get_questions_context, judge_form, list_tile_rows
from judging.law.answers import answer_claim
from judging.rulebook.queries import clauses as rulebook
from judging.rulebook.queries.clauses import list_kind_choices
from judging.rulebook.queries.ruleset_view import Rulebook
from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.core.forms.fields import set_choices
from tournaments.core.http.idempotency import sent_once
from tournaments.core.permissions import requires
from tournaments.core.views.manage import page
from tournaments.events.models import Tournament
from tournaments.results.views.manage import get_current_round_number

UNREADABLE = gettext_lazy("What this device has kept cannot be read; open the case here instead.")


@requires("cases.rule")
@require_safe
@never_cache
def desk(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    versions = device.list_versions(tournament)
    rules = [version.rules for version in versions]
    kinds = list_kind_choices(tournament.family, by_facts=True)
    initial = {"round_number": get_current_round_number(tournament), "kind": "win"}
    form = CaseForm(tournament=tournament, initial=initial, prefix="case", auto_id="device_%s")
    set_choices(form, "kind", kinds)
    books = [Rulebook.of_event(tournament, version) for version in versions]
    return page(
        request,
        tournament,
        "cases/without_server.html",
        "cases",
        form=form,
        hall=device.describe_hall(tournament),
        sheets=[
            (index, *sheet)
            for index, ruleset in enumerate(rules)
            for sheet in render_questionnaires(ruleset, get_language() or "")
        ],
        rulebooks=[(book, rulebook.list_clauses(book), rulebook.list_faults(book)) for book in books],
        palette=list_tile_rows(rules[0]),
        told=FactsForm({}, kind=kinds[0][0], rules=rules[0], seats=SEATS, record=False),
    )


SEATS: Final = [(seat, f"⟦{seat}⟧") for seat in range(4)]
"""Marks of the seats, which the device replaces by names."""


@lru_cache(maxsize=16)
def render_questionnaires(rules: Ruleset, language: str) -> list[tuple[str, str, str]]:
    sheets: list[tuple[str, str, str]] = []
    for kind, title in list_kind_choices(rules.family.name, by_facts=True):
        form = FactsForm({}, kind=kind, rules=rules, seats=SEATS, record=False, witnesses=False)
        values = get_questions_context(form, answer_claim(form.whole_claim)["findings"], "")
        sheets.append((kind, title, render_to_string("cases/_questions.html", values)))
    return sheets


@sent_once
@requires("cases.rule")
@require_POST
def arrive(request: HttpRequest, tournament: Tournament) -> JsonResponse:
    """Open a case with facts from a device, once for each key; answer its `page` and `told`, a message. Other facts
    with a known key are refused, and stay on the device.
    """
    sent = request.POST
    try:
        key = uuid.UUID(sent.get("key", ""))
    except ValueError:
        return _refuse(str(UNREADABLE))
    opening, case = CaseForm(sent, tournament=tournament, prefix="case"), None
    # An earlier release kept facts of an existing case like this too.
    if number := integer_or(sent.get("case-number")):
        case = get_object_or_404(Case, tournament=tournament, number=number)
    elif not opening.is_valid():
        return _refuse(" ".join(str(error) for errors in opening.errors.values() for error in errors))
    rules, kind = judgments.get_rules_of_case(case) if case else opening.rules, sent.get("kind", "")
    if kind not in dict(list_kind_choices(rules.family.name, by_facts=True)):
        return _refuse(str(UNREADABLE))
    form = FactsForm(sent, kind=kind, rules=rules, seats=SEATS, record=False)
    if judge_form(form, lambda _claim: answer_claim(form.whole_claim), {}) is None:
        return _refuse(str(UNREADABLE))
    unread = [
        _("%(question)s: “%(answer)s” was not read. %(problem)s")
        % {"question": form.fields[name].label, "answer": sent.get(name, ""), "problem": " ".join(map(str, errors))}
        for name, errors in form.errors.items()
        if name in form.fields
    ]
    try:
        place = {"case": case} if case else opening.case
        record = import_case(Actor.of(request), tournament, key=key, claim=form.claim, **place)
    except UsedKeyError as error:
        message = _(
            "Case %(number)s has been saved from this form with other entries. These are not saved: add them to "
            "that case, then discard them here."
        )
        return _refuse(message % {"number": error.existing.case.number})
    except UserError as error:
        return _refuse(str(error))
    case_of_record, number = record.case, record.case.number
    message = _("Case %(number)s is saved with a proposed ruling. No ruling has been given yet.") % {"number": number}
    # Words of a provisional ruling, which an earlier release kept with the facts.
    typed = [sent[name] for name in ("ruling-reason", "ruling-note") if sent.get(name)]
    address = reverse("manage_case", args=[tournament.slug, number])
    message = " · ".join([message, *unread, *typed])
    for seat, name in known_facts.label_seats_of_case(
        case_of_record, judgments.get_rules_of_case(case_of_record), get_seat_names(case_of_record)
    ):
        message = message.replace(f"⟦{seat}⟧", name)
    return JsonResponse({"page": address, "told": message})


def _refuse(message: str) -> JsonResponse:
    return JsonResponse({"message": message}, status=422)
