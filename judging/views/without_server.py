"""The desk when the server is out of reach: one page that a device keeps, and what it sends when the server is back."""

from __future__ import annotations

import json
import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import get_object_or_404
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from engine.errors import EngineError
from engine.exact import whole_or
from judging.forms.cases import CaseForm, RulingForm
from judging.forms.facts import FactsForm
from judging.law.kinds import kinds_of
from judging.models import Case, ClaimRecord
from judging.selectors import cases as selectors
from judging.selectors import hall, known_facts, law
from judging.selectors.rulebooks import Book
from judging.services import cases
from judging.services.from_device import Arrived, Provisional, bring_in
from judging.views.cases import BASE
from judging.views.facts import judged
from judging.views.questionnaires import RECORD, questionnaires, tiles_of
from tournaments.models import Tournament
from tournaments.permissions import requires
from tournaments.services.audit import Actor
from tournaments.services.errors import UserError
from tournaments.site.sent_once import sent_once
from tournaments.views.manage_results import current_number
from tournaments.views.manage_support import page

UNREADABLE = gettext_lazy("What this device has kept cannot be read; open the case here instead.")


@requires("cases.rule")
@require_safe
@never_cache
def desk(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Everything that a case needs, as a page that works by itself: forms of all kinds, players, tables, the law."""
    rules = [hall.rules_of(version) for version in hall.versions(tournament)]
    initial = {"round_number": current_number(tournament), "kind": "win"}
    form = CaseForm(tournament=tournament, initial=initial, prefix="case", auto_id="device_%s")
    kind = form.fields["kind"]
    from_facts = {each.code for each in kinds_of(rules[0].family) if not each.from_record}
    kind.choices = [choice for choice in kind.choices if choice[0] in from_facts]  # type: ignore[attr-defined]
    return page(
        request,
        tournament,
        "judging/pocket/desk.html",
        "cases",
        form=form,
        hall=hall.told(tournament),
        rules=rules[0],
        sheets=[(at, one) for at, each in enumerate(rules) for one in questionnaires(each)],
        **{name: value for name, value in tiles_of(rules[0]).items() if name == "palette"},
        told=tiles_of(rules[0])["form"],
    )


@sent_once
@requires("cases.rule")
@require_POST
def arrive(request: HttpRequest, tournament: Tournament) -> JsonResponse:
    """A case with its facts and a provisional ruling, kept on a device until now. Its key does it once.

    The answer has the `page` of the case, whether it is `ruled`, and where the referee has to look, `told`: why.
    """
    sent = request.POST
    try:
        key = uuid.UUID(sent.get("key", ""))
        device = json.loads(sent.get("on-device", ""))
        said = {name: list(device[name]) for name in ("findings", "proposals")}
        engine, at = str(device["engine"])[:40], str(device["at"])[:40]
    except (ValueError, TypeError, KeyError):
        return _refused(str(UNREADABLE))
    number = whole_or(sent.get("case-number"))
    known = ClaimRecord.objects.filter(key=key, case__tournament=tournament).select_related("case").first()
    standing = known.case if known is not None else None
    if standing is None and number:
        standing = get_object_or_404(Case, tournament=tournament, number=number)
    opening = CaseForm(sent, tournament=tournament, prefix="case")
    if standing is None and not opening.is_valid():
        return _refused(" ".join(str(error) for errors in opening.errors.values() for error in errors))

    def opened(by: Actor) -> Case:
        if standing is not None:
            return standing
        names = ("kind", "table", "round_", "hand", "players", "note")
        return cases.open_case(by, tournament, **{name: opening.cleaned_data[name] for name in names})

    def told(found: Case) -> Provisional:
        return _provisional(sent, found, engine, at, said)

    try:
        done = bring_in(
            Actor.of(request),
            tournament,
            case=opened,
            examined=lambda found: _examined(sent, found),
            payments=selectors.usual_payments,
            told=told,
            key=key,
            after=whole_or(sent.get("after")),
        )
    except UserError as error:
        return _refused(str(error))
    address = reverse("manage_case", args=[tournament.slug, done.case.number])
    return JsonResponse({"page": address, "ruled": done.ruling is not None, "told": _told(done)})


def _refused(message: str) -> JsonResponse:
    return JsonResponse({"message": message}, status=422)


def _examined(sent: QueryDict, found: Case) -> dict[str, Any]:
    """What the server says to the facts of the form, as they are recorded. Raises UserError where none can be read."""
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
    return judgment.record


def _provisional(sent: QueryDict, found: Case, engine: str, at: str, said: dict[str, Any]) -> Provisional:
    """What the device said and the referee chose of it. Raises UserError where it is nothing that a device says."""
    rules, names = law.rules_of(found), selectors.seat_names(found)
    try:
        record = ClaimRecord(case=found, proposals=said["proposals"])
        form = RulingForm(sent, prefix="ruling", record=record, case=found, rules=rules, seats=sorted(names.items()))
        if not form.is_valid():
            raise UserError(str(UNREADABLE))
        reason, note = form.cleaned_data["reason"], form.cleaned_data["note"]
        chosen = form.measures()
        # Whoever opens the case is shown this.
        shown = {**said, "engine": engine, "at": at, "agrees": False, "reason": reason}
        shown["chosen"] = [measure.proposal for measure in chosen]
        selectors.shown_device(shown, names, Book(rules))
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, EngineError) as error:
        raise UserError(str(UNREADABLE)) from error
    return Provisional(engine, at, said, chosen, form.as_proposed, reason, note)


def _told(done: Arrived) -> str:
    """Why the referee has to look at the case; empty where the ruling is on record as it was made."""
    if done.ruling is not None:
        return ""
    number = {"number": done.case.number}
    if not done.agrees:
        return _("Case %(number)s: the server decides otherwise than this device did. Nothing is ruled yet.") % number
    if done.problem:
        return _("Case %(number)s is recorded, but not ruled:") % number + f" {done.problem}"
    return _("Case %(number)s is recorded; others have worked on it meanwhile, so your ruling waits for you.") % number


urlpatterns = [
    path(BASE + "without-server/", desk, name="manage_case_device"),
    path(BASE + "from-device/", arrive, name="manage_case_arrive"),
]
