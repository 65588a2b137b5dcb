"""The referee's desk without the server: a page kept by the device, and the cases that it sends later."""

from __future__ import annotations

import json
import uuid
from functools import lru_cache
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from engine.exact import integer_or
from engine.family import Ruleset, ruleset
from engine.parameters import to_plain
from judging.cases.forms.cases import CaseForm
from judging.cases.forms.facts import FactsForm
from judging.cases.models import Case, ClaimRecord
from judging.cases.queries import device, judgments, known_facts, pages
from judging.cases.services import cases
from judging.cases.services.cases import claim_of, import_case
from judging.cases.views.facts import judged, questions
from judging.law.answers import answer_claim
from judging.law.kinds import kinds_of
from judging.rulebook.queries import clauses as rulebook
from judging.rulebook.queries.books import Book
from judging.rulebook.queries.clauses import kind_choices
from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.core.permissions import requires
from tournaments.core.views.manage import page
from tournaments.events.models import Tournament
from tournaments.results.views.manage import current_number
from tournaments.site.idempotency import sent_once

UNREADABLE = gettext_lazy("What this device has kept cannot be read; open the case here instead.")


@requires("cases.rule")
@require_safe
@never_cache
def desk(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the page that opens cases by itself: forms of all kinds, players, tables and rulebooks."""
    versions = device.versions(tournament)
    rules = [device.rules_of(version) for version in versions]
    initial = {"round_number": current_number(tournament), "kind": "win"}
    form = CaseForm(tournament=tournament, initial=initial, prefix="case", auto_id="device_%s")
    kind = form.fields["kind"]
    from_facts = {each.code for each in kinds_of(rules[0].family) if not each.from_record}
    kind.choices = [choice for choice in kind.choices if choice[0] in from_facts]  # type: ignore[attr-defined]
    books = [Book.of_event(tournament, version) for version in versions]
    return page(
        request,
        tournament,
        "cases/without_server.html",
        "cases",
        form=form,
        hall=device.hall(tournament),
        sheets=[(at, *one) for at, each in enumerate(rules) for one in questionnaires(each)],
        rulebooks=[(book, rulebook.clauses(book), rulebook.faults(book)) for book in books],
        **{name: value for name, value in tiles_of(rules[0]).items() if name == "palette"},
        told=tiles_of(rules[0])["form"],
    )


@sent_once
@requires("cases.rule")
@require_POST
def arrive(request: HttpRequest, tournament: Tournament) -> JsonResponse:
    """Open a case with facts kept by a device, once for each key; answers its `page` and `told`, a message."""
    sent = request.POST
    try:
        key = uuid.UUID(sent.get("key", ""))
    except ValueError:
        return _refused(str(UNREADABLE))
    opening = CaseForm(sent, tournament=tournament, prefix="case")
    # An earlier release kept facts of an existing case like this too.
    number = integer_or(sent.get("case-number"))
    if not number and claim_of(tournament, key) is None and not opening.is_valid():
        return _refused(" ".join(str(error) for errors in opening.errors.values() for error in errors))

    def opened(by: Actor) -> Case:
        if number:
            return get_object_or_404(Case, tournament=tournament, number=number)
        return cases.open_case(by, tournament, **opening.case)

    unread: list[str] = []

    def examined(found: Case) -> ClaimRecord:
        answer, problems = _examined(sent, found)
        unread.extend(problems)
        return answer

    try:
        record = import_case(Actor.of(request), tournament, case=opened, examined=examined, key=key)
    except UserError as error:
        return _refused(str(error))
    number = record.case.number
    told = _("Case %(number)s is saved with a proposed ruling. No ruling has been given yet.") % {"number": number}
    # Words of a provisional ruling, which an earlier release kept with the facts.
    typed = [sent[name] for name in ("ruling-reason", "ruling-note") if sent.get(name)]
    address = reverse("manage_case", args=[tournament.slug, number])
    return JsonResponse({"page": address, "told": " · ".join([told, *unread, *typed])})


def _refused(message: str) -> JsonResponse:
    return JsonResponse({"message": message}, status=422)


def _examined(sent: QueryDict, found: Case) -> tuple[ClaimRecord, list[str]]:
    """The record of the form's facts, and the unreadable answers. Raises UserError if no fact is readable."""
    rules, names = judgments.rules_of(found), pages.seat_names(found)
    kind = sent.get("kind", "")
    if kind not in {each.code for each in kinds_of(rules.family) if not each.from_record}:
        raise UserError(str(UNREADABLE))
    form = FactsForm(sent, kind=kind, rules=rules, seats=known_facts.seats(found, rules, names))
    for name in RECORD:
        form.fields.pop(name, None)
    judgment = judged(form, lambda claim: judgments.judge(found, claim), {})
    if judgment is None:
        raise UserError(str(UNREADABLE))
    unread = [
        _("%(question)s: “%(answer)s” was not read. %(problem)s")
        % {"question": form.fields[name].label, "answer": sent.get(name, ""), "problem": " ".join(map(str, errors))}
        for name, errors in form.errors.items()
        if name in form.fields
    ]
    return judgment, unread


SEATS: Final = [(seat, f"⟦{seat}⟧") for seat in range(4)]
"""Players are named on the device: it puts them where these marks stand."""

RECORD: Final = ("log", "log_hand", "log_at", "event")
"""Fields of a record of play, which only the server replays."""


Questionnaire = tuple[str, str, str]
"""A kind of claim with its title and its questions as HTML."""


def questionnaires(rules: Ruleset) -> list[Questionnaire]:
    """One for each kind of claim of the ruleset that is told by facts, in the reader's language."""
    parameters = {name: to_plain(value) for name, value in rules.changed.items()}
    return _made(rules.name, json.dumps(parameters, sort_keys=True), get_language() or "")


@lru_cache(maxsize=16)
def _made(name: str, parameters: str, language: str) -> list[Questionnaire]:
    changed: dict[str, Any] = json.loads(parameters)
    rules = ruleset(name, changed)
    from_facts = {kind.code for kind in kinds_of(rules.family) if not kind.from_record}
    made: list[Questionnaire] = []
    for kind, title in kind_choices(rules.family.name):
        if kind in from_facts:
            form = FactsForm({}, kind=kind, rules=rules, seats=SEATS)
            for field in RECORD:
                form.fields.pop(field, None)
            asked = {"kind": kind, "facts": {}, "ruleset": name, "parameters": changed}
            values = questions(form, answer_claim(asked)["findings"], "")
            made.append((kind, title, render_to_string("cases/_questions.html", values)))
    return made


def tiles_of(rules: Ruleset) -> dict[str, Any]:
    """Values of the panels of tiles and events; see `cases/_palette.html`."""
    kind = kind_choices(rules.family.name)[0][0]
    return questions(FactsForm({}, kind=kind, rules=rules, seats=SEATS), [], "")
