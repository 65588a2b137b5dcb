"""A case from the call to the ruling: opened, given its facts, ruled on, appealed against."""

from __future__ import annotations

import datetime
import uuid
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from engine.errors import EngineError
from engine.family import Ruleset
from judging.forms.cases import AppealForm, CaseForm, DecisionForm, RulingForm
from judging.forms.facts import FactsForm, initial_of, kind_choices, kind_facts
from judging.law import read_claim
from judging.law.infractions import offences
from judging.law.rulings import penalty_case, propose
from judging.models import Appeal, Call, Case, ClaimRecord
from judging.selectors import cases as selectors
from judging.selectors import implied, law, repeats, words
from judging.services import appeals, cases, rulings
from tournaments.forms.entries import SubstituteForm
from tournaments.models import Tournament
from tournaments.permissions import can, requires
from tournaments.selectors import table_logs
from tournaments.services.audit import Actor
from tournaments.services.errors import UserError
from tournaments.views.manage_results import current_number
from tournaments.views.manage_support import button, page, submit


def case_of(tournament: Tournament, number: int) -> Case:
    """The case with its number in the tournament. Raises Http404."""
    found = Case.objects.select_related("tournament", "round__ruleset", "table__round__ruleset", "call")
    return get_object_or_404(found, tournament=tournament, number=number)


@requires("cases.rule")
@never_cache
def new(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Open a case, from a call (`?call=`) with its table filled in."""
    call = Call.objects.filter(tournament=tournament, pk=_whole(request.GET.get("call"))).first()
    if call is not None and hasattr(call, "case"):
        return redirect("manage_case", tournament.slug, call.case.number)
    initial: dict[str, Any] = {"round_number": current_number(tournament), "kind": "win"}
    if call is not None:
        initial |= {"round_number": call.table.round.number, "table_number": call.table.number}
        initial["kind"] = KIND_OF_CALL.get(call.about, "win")
    form = CaseForm(request.POST or None, tournament=tournament, initial=initial)

    def opened() -> Case:
        values = form.cleaned_data
        names = ("kind", "table", "round_", "hand", "players", "note")
        return cases.open_case(Actor.of(request), tournament, call=call, **{name: values[name] for name in names})

    made = submit(request, form, opened, "")
    if made is not None:
        return redirect("manage_case_facts", tournament.slug, made.number)
    status = 422 if form.is_bound else 200
    return page(
        request, tournament, "judging/cases/new.html", "cases", status=status, part="desk", form=form, call=call
    )


KIND_OF_CALL = {"win": "win", "call": "call", "tiles": "tile_count", "time": "fault", "conduct": "fault"}


def _whole(text: str | None) -> int:
    return int(text) if text and text.isdecimal() and len(text) < 10 else 0


@requires("cases.view")
@require_safe
@never_cache
def case(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The case: what was found, what was ruled, and the forms for what comes next."""
    return case_page(request, tournament, case_of(tournament, number))


def case_page(
    request: HttpRequest, tournament: Tournament, found: Case, *, status: int = 200, **forms: Any
) -> HttpResponse:
    """The page of a case; `forms` are those that were sent and refused."""
    shown = selectors.case_page(found)
    may_rule = can(request.user, "cases.rule", tournament)
    standing = shown.in_force
    if shown.record is not None and may_rule and found.state != Case.State.DROPPED and "ruling" not in forms:
        forms["ruling"] = _ruling_form(None, found, shown, shown.record)
    if standing is not None and "appeal_form" not in forms:
        forms["appeal_form"] = AppealForm(case=found)
    return page(
        request,
        tournament,
        "judging/cases/case.html",
        "cases",
        status=status,
        part="desk",
        case=found,
        shown=shown,
        may_rule=may_rule,
        may_decide=appeals.may_decide(request.user, tournament),
        chairs=_empty_chairs(request, tournament, shown),
        late=standing is not None
        and standing.ruling.appeal_until is not None
        and timezone.now() > standing.ruling.appeal_until,
        decision_form=forms.pop("decision_form", None) or DecisionForm(),
        kind_title=dict(kind_choices(tournament.family)).get(found.kind, found.kind),
        **forms,
    )


def _empty_chairs(request: HttpRequest, tournament: Tournament, shown: selectors.CasePage) -> list[dict[str, Any]]:
    """Who wants a substitute because of the ruling, each with the form that seats one for those who may."""
    may = can(request.user, "entries.edit", tournament)
    return [
        {
            "player": chair.player,
            "from_round": chair.from_round,
            "form": SubstituteForm(
                initial={"from_round": chair.from_round, "reason": str(shown.case)},
                prefix="substitute",
                tournament=tournament,
                auto_id=f"id_{chair.player.number}_%s",
            )
            if may
            else None,
        }
        for chair in selectors.empty_chairs(shown)
    ]


def _ruling_form(data: Any, found: Case, shown: selectors.CasePage, record: ClaimRecord) -> RulingForm:
    initial = {"based_on": found.version, "payments": selectors.usual_payments(found, record)}
    seats = sorted(shown.names.items())
    return RulingForm(data, record=record, case=found, rules=law.rules_of(found), seats=seats, initial=initial)


@requires("cases.rule")
@never_cache
def facts(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Enter the facts; each change is examined at once, and only what the law asks for is asked."""
    found = case_of(tournament, number)
    kinds = kind_choices(tournament.family)
    last = found.claims.order_by("-number").first()
    asked = request.POST.get("kind") or request.GET.get("kind") or found.kind
    kind = asked if asked in dict(kinds) else kinds[0][0]
    names, rules = words.seat_names(found), law.rules_of(found)
    known = last is not None and last.kind == kind
    data, filled = _filled(request.POST, found, rules, kind) if request.method == "POST" else (None, "")
    if data is None and not known:
        # A first page is a form sent with nothing but what the case itself says.
        data, filled = _filled(QueryDict(f"key={uuid.uuid4()}"), found, rules, kind)
        data = data if filled else None
    form = FactsForm(
        data,
        kind=kind,
        rules=rules,
        seats=implied.seats(found, rules, names),
        logs=_logs(found),
        initial={**(initial_of(last.claim) if last is not None and known else {}), "key": uuid.uuid4()},
    )
    judgment, problem = _judged(found, form, kind), ""
    if request.method == "POST" and "record" in request.POST and judgment is not None:
        try:
            key = form.cleaned_data.get("key")
            cases.record_claim(Actor.of(request), found, key=key, **judgment.record)
            return redirect("manage_case", tournament.slug, found.number)
        except UserError as error:
            problem = str(error)
    missing = dict.fromkeys(name for each in (judgment.findings if judgment else []) for name in each["missing"])
    shown = form.shown(missing, request.POST.get("order", "").split(","))
    part = "judging/cases/_facts.html" if request.headers.get("HX-Request") else "judging/cases/facts.html"
    return page(
        request,
        tournament,
        part,
        "cases",
        status=422 if "record" in request.POST and (problem or form.errors) else 200,
        part="desk",
        case=found,
        form=form,
        order=",".join(shown),
        filled=filled,
        asked=form.bound(shown),
        others=form.bound(name for name in form.names if name not in shown),
        kind=kind,
        kinds=kinds,
        problem=problem,
        findings=[words.shown(each, names, judgment.ruleset.name) for each in judgment.findings] if judgment else [],
        proposals=[words.shown_proposal(each, names) for each in judgment.proposals] if judgment else [],
        palette=palette_of(law.rules_of(found)),
    )


def _filled(sent: QueryDict, found: Case, rules: Ruleset, kind: str) -> tuple[QueryDict, str]:
    """What was sent with the answers that the case itself gives, and those answers as the page sends them back.

    An answer that the page had filled in, and nobody has changed, is filled in anew: it may follow from the player, and
    the player may be another now.
    """
    data = sent.copy()
    for name, value in QueryDict(sent.get("filled", "")).lists():
        if data.getlist(name) == value:
            data.pop(name)
    names = kind_facts(kind, rules)
    chosen = data.get("seat")
    seat = int(chosen) if chosen in ("0", "1", "2", "3") else None
    filled = QueryDict(mutable=True)
    for name, value in implied.facts(found, rules, names, seat).items():
        if name not in data:
            filled.setlist(name, value if isinstance(value, list) else [value])
            data.setlist(name, filled.getlist(name))
    return data, filled.urlencode()


def _logs(found: Case) -> list[tuple[str, str]]:
    """(name, text) of the logs of the case's table; none while they would show a board that is still secret."""
    if found.table is None or table_logs.shows_secret_boards(found.table):
        return []
    return [
        (f"{log.number}: {log.file_name or log.get_form_display()}", log.text)
        for log in table_logs.logs_of(found.table)
    ]


def _judged(found: Case, form: FactsForm, kind: str) -> law.Judgment | None:
    """What the law says to the form; None, and the form says where, for one that cannot be read."""
    if form.is_bound:
        if not form.is_valid():
            return None
        stored = form.claim
    else:
        stored = {"kind": kind, "facts": {}}
        last = found.claims.order_by("-number").first()
        if last is not None and last.kind == kind:
            stored = {name: each for name, each in last.claim.items() if name not in ("ruleset", "parameters")}
    try:
        return law.judge(found, stored)
    except EngineError as error:
        if form.is_bound:
            form.refuse(error)
        return None


def palette_of(rules: Any) -> list[list[int]]:
    """The tiles of the ruleset in rows by suit."""
    rows = [range(9), range(9, 18), range(18, 27), range(27, 34), range(34, 64)]
    copies = rules.tile_set.copies
    found = [[tile for tile in row if tile < len(copies) and copies[tile]] for row in rows]
    return [row for row in found if row]


@requires("cases.rule")
@require_POST
def rule(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Accept the proposals, or choose otherwise with a reason."""
    found = case_of(tournament, number)
    shown = selectors.case_page(found)
    if shown.record is None:
        messages.error(request, _("Enter the facts first."))
        return redirect("manage_case_facts", tournament.slug, number)
    record = shown.record
    form = _ruling_form(request.POST, found, shown, record)

    def ruled() -> object:
        values = form.cleaned_data
        return rulings.rule(
            Actor.of(request),
            found,
            claim=record,
            measures=form.measures(_own_proposal(found, form, record)),
            based_on=values["based_on"],
            as_proposed=form.as_proposed,
            payments=values.get("payments") or "none",
            minutes=values.get("minutes"),
            reason=values["reason"],
            note=values["note"],
        )

    if submit(request, form, ruled, _("The ruling is on record.")) is not None:
        return redirect("manage_case", tournament.slug, number)
    return case_page(request, tournament, case_of(tournament, number), status=422, ruling=form)


def _own_proposal(found: Case, form: RulingForm, record: ClaimRecord) -> dict[str, Any] | None:
    """What the law proposes for an infraction that the referee added."""
    if form.own is None:
        return None
    code, seat = form.own
    rules = law.rules_of(found)
    entry = found.parties.get(seat=seat).entry
    before = repeats.earlier(found, entry, rules)
    claim = read_claim(record.claim)
    return propose(rules, code, penalty_case(claim, seat, earlier=before), offences(rules, code, before)).to_dict()


@requires("cases.rule")
@require_POST
def drop(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Nothing is ruled."""
    found = case_of(tournament, number)
    reason = request.POST.get("reason", "")
    return button(
        request,
        lambda: cases.drop(Actor.of(request), found, reason=reason),
        _("The case is dropped."),
        "manage_case",
        tournament.slug,
        number,
    )


@requires("cases.rule")
@require_POST
def appeal(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Write down a player's appeal against the ruling in force."""
    found = case_of(tournament, number)
    ruling = found.rulings.filter(in_force=True).first()
    if ruling is None:
        messages.error(request, _("There is no ruling to appeal against."))
        return redirect("manage_case", tournament.slug, number)
    form = AppealForm(request.POST, case=found)

    def filed() -> object:
        values = form.cleaned_data
        minutes = values["decide_within"] or 60
        return appeals.file(
            Actor.of(request),
            ruling,
            by_entry=values["by_entry"],
            grounds=values["grounds"],
            decide_by=timezone.now() + datetime.timedelta(minutes=minutes),
            late_reason=values["late_reason"],
        )

    if submit(request, form, filed, _("The appeal is on record.")) is not None:
        return redirect("manage_case", tournament.slug, number)
    return case_page(request, tournament, found, status=422, appeal_form=form)


@requires("cases.rule")
@require_POST
def decide(request: HttpRequest, tournament: Tournament, number: int, pk: int) -> HttpResponse:
    """The head referee's decision where the ruling stays; a changed ruling is a new ruling."""
    found = case_of(tournament, number)
    pending = get_object_or_404(Appeal, ruling__case=found, pk=pk)
    form = DecisionForm(request.POST)

    def decided() -> object:
        values = form.cleaned_data
        return appeals.decide(Actor.of(request), pending, state=values["state"], decision=values["decision"])

    if submit(request, form, decided, _("The decision is on record.")) is not None:
        return redirect("manage_case", tournament.slug, number)
    return case_page(request, tournament, found, status=422, decision_form=form)


BASE = "t/<slug:slug>/manage/cases/"
urlpatterns = [
    path(BASE + "new/", new, name="manage_case_new"),
    path(BASE + "<int:number>/", case, name="manage_case"),
    path(BASE + "<int:number>/facts/", facts, name="manage_case_facts"),
    path(BASE + "<int:number>/rule/", rule, name="manage_case_rule"),
    path(BASE + "<int:number>/drop/", drop, name="manage_case_drop"),
    path(BASE + "<int:number>/appeal/", appeal, name="manage_case_appeal"),
    path(BASE + "<int:number>/appeals/<int:pk>/", decide, name="manage_appeal_decide"),
]
