"""The facts of a case: entered answer by answer, examined after each, recorded at the end."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import path
from django.views.decorators.cache import never_cache

from engine.errors import EngineError
from engine.family import Ruleset
from judging.forms.facts import FactsForm, initial_of, kind_choices
from judging.law.questions import open_questions, questions_of
from judging.models import Case
from judging.selectors import known_facts, law
from judging.selectors.cases import seat_names
from judging.selectors.rulebooks import Book
from judging.services import cases
from judging.views.cases import BASE, case_of
from judging.wording import findings as words
from tournaments.models import Tournament
from tournaments.permissions import requires
from tournaments.selectors import table_logs
from tournaments.services.audit import Actor
from tournaments.services.errors import UserError
from tournaments.views.manage_support import page
from tournaments.wording.language import reader


@requires("cases.rule")
@never_cache
def facts(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Enter the facts; each change is examined at once, and only what the law asks for is asked."""
    found = case_of(tournament, number)
    kinds = kind_choices(tournament.family)
    last = found.claims.order_by("-number").first()
    asked = request.POST.get("kind") or request.GET.get("kind") or found.kind
    kind = asked if asked in dict(kinds) else kinds[0][0]
    names, rules = seat_names(found), law.rules_of(found)
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
        seats=known_facts.seats(found, rules, names),
        logs=_logs(found),
        initial={**(initial_of(last.claim) if last is not None and known else {}), "key": uuid.uuid4()},
    )
    book = Book.of_event(tournament, law.rules_version(found))
    judgment, problem = _judged(found, form, kind), ""
    if request.method == "POST" and "record" in request.POST and judgment is not None:
        try:
            key = form.cleaned_data.get("key")
            cases.record_claim(Actor.of(request), found, key=key, **judgment.record)
            return redirect("manage_case", tournament.slug, found.number)
        except UserError as error:
            problem = str(error)
    part = "judging/cases/_facts.html" if request.headers.get("HX-Request") else "judging/cases/facts.html"
    return page(
        request,
        tournament,
        part,
        "cases",
        status=422 if "record" in request.POST and (problem or form.errors) else 200,
        part="desk",
        case=found,
        book=book,
        kind=kind,
        kinds=kinds,
        filled=filled,
        problem=problem,
        **questions(form, judgment.findings if judgment else [], request.POST.get("order", "")),
        findings=[words.shown(each, names, judgment.ruleset, reader(), book.href) for each in judgment.findings]
        if judgment
        else [],
        proposals=[words.shown_proposal(each, names, reader()) for each in judgment.proposals] if judgment else [],
    )


def questions(form: FactsForm, findings: Iterable[Mapping[str, Any]], order: str) -> dict[str, Any]:
    """What a page asks: the questions that findings wait for or that are answered, the others, and the tiles.

    `order` is that of the page before, so that nothing moves away from under a finger.
    """
    shown = form.shown(open_questions(findings), order.split(","))
    return {
        "form": form,
        "order": ",".join(shown),
        "asked": form.bound(shown),
        "others": form.bound(name for name in form.names if name not in shown),
        "palette": _palette(form.rules),
    }


def _palette(rules: Ruleset) -> list[list[int]]:
    """The tiles of the ruleset in rows by suit."""
    rows = [range(9), range(9, 18), range(18, 27), range(27, 34), range(34, 64)]
    copies = rules.tile_set.copies
    found = [[tile for tile in row if tile < len(copies) and copies[tile]] for row in rows]
    return [row for row in found if row]


def _filled(sent: QueryDict, found: Case, rules: Ruleset, kind: str) -> tuple[QueryDict, str]:
    """What was sent with the answers that the case itself gives, and those answers as the page sends them back.

    An answer that the page had filled in, and nobody has changed, is filled in anew: it may follow from the player, and
    the player may be another now.
    """
    data = sent.copy()
    for name, value in QueryDict(sent.get("filled", "")).lists():
        if data.getlist(name) == value:
            data.pop(name)
    names = questions_of(kind, rules)
    chosen = data.get("seat")
    seat = int(chosen) if chosen in ("0", "1", "2", "3") else None
    filled = QueryDict(mutable=True)
    known = initial_of({"facts": known_facts.facts(found, rules, names, seat)})
    for name, value in known.items():
        if name not in data and value is not None:
            filled.setlist(name, [str(each) for each in (value if isinstance(value, list) else [value])])
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


urlpatterns = [path(BASE + "<int:number>/facts/", facts, name="manage_case_facts")]
