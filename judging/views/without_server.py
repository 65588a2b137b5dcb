"""The desk when the server is out of reach: a page that the device keeps, and the cases that it sends afterwards."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import get_object_or_404
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from engine.exact import whole_or
from judging.forms.cases import CaseForm
from judging.forms.facts import FactsForm
from judging.law.kinds import kinds_of
from judging.models import Case
from judging.selectors import cases as selectors
from judging.selectors import hall, known_facts, law, rulebook
from judging.selectors.rulebooks import Book
from judging.services import cases
from judging.services.from_device import bring_in, claim_of
from judging.views.cases import BASE
from judging.views.facts import judged
from judging.views.questionnaires import RECORD, questionnaires, tiles_of
from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.core.permissions import requires
from tournaments.core.views.manage import page
from tournaments.events.models import Tournament
from tournaments.results.views.manage import current_number
from tournaments.site.sent_once import sent_once

UNREADABLE = gettext_lazy("What this device has kept cannot be read; open the case here instead.")


@requires("cases.rule")
@require_safe
@never_cache
def desk(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show a page that opens a case by itself: the forms of all kinds, the players, the tables and the rulebooks."""
    versions = hall.versions(tournament)
    rules = [hall.rules_of(version) for version in versions]
    initial = {"round_number": current_number(tournament), "kind": "win"}
    form = CaseForm(tournament=tournament, initial=initial, prefix="case", auto_id="device_%s")
    kind = form.fields["kind"]
    from_facts = {each.code for each in kinds_of(rules[0].family) if not each.from_record}
    kind.choices = [choice for choice in kind.choices if choice[0] in from_facts]  # type: ignore[attr-defined]
    books = [Book.of_event(tournament, version) for version in versions]
    return page(
        request,
        tournament,
        "judging/cases/without_server.html",
        "cases",
        form=form,
        hall=hall.told(tournament),
        sheets=[(at, one) for at, each in enumerate(rules) for one in questionnaires(each)],
        rulebooks=[(book, rulebook.clauses(book), rulebook.faults(book)) for book in books],
        **{name: value for name, value in tiles_of(rules[0]).items() if name == "palette"},
        told=tiles_of(rules[0])["form"],
    )


@sent_once
@requires("cases.rule")
@require_POST
def arrive(request: HttpRequest, tournament: Tournament) -> JsonResponse:
    """Open a case with its facts, which a device has kept until now. Its key does it once.

    The answer has the `page` of the case and `told`, a sentence that asks the referee to look at it.
    """
    sent = request.POST
    try:
        key = uuid.UUID(sent.get("key", ""))
    except ValueError:
        return _refused(str(UNREADABLE))
    opening = CaseForm(sent, tournament=tournament, prefix="case")
    # An earlier release kept facts of an existing case like this too.
    number = whole_or(sent.get("case-number"))
    if not number and claim_of(tournament, key) is None and not opening.is_valid():
        return _refused(" ".join(str(error) for errors in opening.errors.values() for error in errors))

    def opened(by: Actor) -> Case:
        if number:
            return get_object_or_404(Case, tournament=tournament, number=number)
        names = ("kind", "table", "round_", "hand", "players", "note")
        return cases.open_case(by, tournament, **{name: opening.cleaned_data[name] for name in names})

    unread: list[str] = []

    def examined(found: Case) -> Mapping[str, Any]:
        answer, problems = _examined(sent, found)
        unread.extend(problems)
        return answer

    try:
        record = bring_in(Actor.of(request), tournament, case=opened, examined=examined, key=key)
    except UserError as error:
        return _refused(str(error))
    number = record.case.number
    told = _("Case %(number)s is on record with the law's answer; nothing is ruled yet.") % {"number": number}
    # Words of a provisional ruling, which an earlier release kept with the facts.
    typed = [sent[name] for name in ("ruling-reason", "ruling-note") if sent.get(name)]
    address = reverse("manage_case", args=[tournament.slug, number])
    return JsonResponse({"page": address, "told": " · ".join([told, *unread, *typed])})


def _refused(message: str) -> JsonResponse:
    return JsonResponse({"message": message}, status=422)


def _examined(sent: QueryDict, found: Case) -> tuple[Mapping[str, Any], list[str]]:
    """Return the law's answer to the facts of the form, and the answers that could not be read.

    Raises UserError where no fact can be read.
    """
    rules, names = law.rules_of(found), selectors.seat_names(found)
    kind = sent.get("kind", "")
    if kind not in {each.code for each in kinds_of(rules.family) if not each.from_record}:
        raise UserError(str(UNREADABLE))
    form = FactsForm(sent, kind=kind, rules=rules, seats=known_facts.seats(found, rules, names))
    for name in RECORD:
        form.fields.pop(name, None)
    judgment = judged(form, lambda claim: law.judge(found, claim), {})
    if judgment is None:
        raise UserError(str(UNREADABLE))
    unread = [
        _("%(question)s: “%(answer)s” was not read. %(problem)s")
        % {"question": form.fields[name].label, "answer": sent.get(name, ""), "problem": " ".join(map(str, errors))}
        for name, errors in form.errors.items()
        if name in form.fields
    ]
    return judgment.record, unread


urlpatterns = [
    path(BASE + "without-server/", desk, name="manage_case_device"),
    path(BASE + "from-device/", arrive, name="manage_case_arrive"),
]
