"""Facts: entered answer by answer, examined after each; those of a case recorded at the end."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from engine.errors import EngineError
from engine.exact import integer_or
from engine.family import Ruleset
from judging.cases.forms.facts import FactsForm
from judging.cases.logic.form_answers import initial_values
from judging.cases.models import Case
from judging.cases.queries import judgments, known_facts, pages
from judging.cases.queries.pages import disputed_moment, seat_names
from judging.cases.services import cases
from judging.cases.views.cases import case_of
from judging.law import read_claim
from judging.law.answers import answer_claim
from judging.law.kinds import kinds as all_kinds
from judging.law.questions import open_questions, questions_of, that_matter
from judging.rulebook.queries.books import Book, get_rules
from judging.rulebook.queries.clauses import kind_choices, kind_title
from judging.rulebook.text import evidence
from judging.rulebook.text.findings import changes_of
from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.core.permissions import requires
from tournaments.core.views.manage import page
from tournaments.events.models import Tournament
from tournaments.results.queries import table_logs
from tournaments.rounds.models import SeatWind

Answer = TypeVar("Answer")


@requires("cases.rule")
@never_cache
def facts(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Enter facts and show the findings after each answer; with `what_if` nothing is recorded.

    With `add` they are those of a further infraction, ruled on together with the facts that the case has.
    """
    found = case_of(tournament, number)
    sent, options = request.POST, request.POST or request.GET
    kinds = kind_choices(tournament.family)
    last = found.claims.order_by("-number").first()
    what_if, add = (last is not None and name in options for name in ("what_if", "add"))
    asked = last.kind if what_if and last else options.get("kind") or found.kind
    kind = asked if asked in dict(kinds) else kinds[0][0]
    names, rules = seat_names(found), judgments.rules_of(found)
    book = Book.of_event(tournament, judgments.rules_version(found))
    known = last if last is not None and last.kind == kind and not add else None
    stored = {"kind": kind, "facts": {}} if known is None else known.claim
    data, filled = _filled(sent, found, rules, kind) if request.method == "POST" else (None, "")
    if data is None and known is None:
        # A first page is a form sent with nothing but what the case itself says.
        begun = QueryDict(f"key={uuid.uuid4()}", mutable=True)
        if "fault" in request.GET:
            begun["fault"] = request.GET["fault"]
        data, filled = _filled(begun, found, rules, kind)
        data = data if filled or "fault" in data else None
    form = FactsForm(
        data,
        kind=kind,
        rules=rules,
        seats=known_facts.seats(found, rules, names),
        logs=_logs(found),
        initial={**initial_values(stored), "key": uuid.uuid4()},
    )
    judgment, problem = judged(form, lambda claim: judgments.judge(found, claim), stored), ""
    newest = last.number if last is not None else 0
    after = integer_or(sent.get("after"), newest)
    recording = "record" in sent and not what_if
    further = [] if last is None or add else [(str(at), each) for at, each in enumerate(last.further)]
    chosen = [at for at, _claim in further if at in sent.getlist("keep") or "after" not in sent]
    whole = None
    if judgment is not None:
        beside = [each for at, each in further if at in chosen]
        first, *others = [*last.claims, judgment.claim] if add and last else [judgment.claim, *beside]
        whole = judgments.judge(found, first, others)
    if recording and whole is not None and not form.errors:
        try:
            # Whoever has looked at both versions says so.
            after = integer_or(sent.get("seen"), after)
            key = form.cleaned_data.get("key")
            cases.record_claim(Actor.of(request), found, whole, key=key, after=after)
            return redirect("manage_case", tournament.slug, found.number)
        except UserError as error:
            problem = str(error)
    other = pages.shown_facts(last, names) if last is not None and (what_if or after != newest) else None
    compared: list[pages.ComparedAnswer] = []
    if other is not None and judgment is not None:
        compared = pages.compared(other.answers, evidence.answers(judgment.claim, names, rules))
    findings, proposals = (judgment.findings, judgment.proposals) if judgment is not None else ([], [])
    return page(
        request,
        tournament,
        "cases/_facts.html" if request.headers.get("HX-Request") else "cases/facts.html",
        "cases",
        status=422 if recording and (problem or form.errors) else 200,
        case=found,
        book=book,
        kind=kind,
        kinds=kinds,
        filled=filled,
        # Drawn when the page is opened; what is examined after each change is the form alone.
        moment=None if request.method == "POST" else disputed_moment(found, known, names),
        problem=problem,
        after=after,
        seen=integer_or(sent.get("seen")),
        what_if=what_if,
        add=add,
        other=other,
        compared=compared,
        changes=last is not None and whole is not None and not judgments.same_answer(whole, last),
        further=[
            (at, at in chosen, _of_player(kind_title(each["kind"]), names.get(each.get("seat"), "")))
            for at, each in further
        ],
        **questions(form, findings, sent.get("order", "")),
        by_witnesses=pages.by_witnesses(judgment, names, rules) if judgment is not None else [],
        **book.in_words(findings, proposals, names),
    )


@require_safe
def ask(request: HttpRequest, name: str, kind: str = "") -> HttpResponse:
    """Show the kinds of claims of a ruleset, or the questions of one with the findings; the address is the claim."""
    rules = get_rules(name)
    book, kinds = Book(rules), kind_choices(rules.family.name, by_facts=True)
    values: dict[str, Any] = {"book": book, "rules_name": rules.name, "title": book.title, "kinds": kinds, "kind": kind}
    if not kind:
        return render(request, "cases/ask_kinds.html", values)
    if kind not in dict(kinds):
        raise Http404
    seats = [(seat.value, str(seat.label)) for seat in SeatWind]
    form = FactsForm(request.GET, kind=kind, rules=rules, seats=seats, record=False)
    found = judged(form, lambda _claim: answer_claim(form.whole_claim), {}) or {"findings": [], "proposals": []}
    values |= questions(form, found["findings"], request.GET.get("order", ""))
    values |= book.in_words(found["findings"], found["proposals"], dict(seats))
    open_points = {"breaking_points": found.get("by_witnesses")}
    values["by_witnesses"] = list(changes_of(open_points, dict(seats), rules))
    response = render(request, "cases/_ask.html" if request.headers.get("HX-Request") else "cases/ask.html", values)
    response["Vary"] = "HX-Request"
    return response


def questions(form: FactsForm, findings: Sequence[Mapping[str, Any]], order: str) -> dict[str, Any]:
    """Context of the questions: open and answered ones first, then the others, and the tiles.

    `order` is that of the page before, so that no field moves; it begins with "seat" if the player was asked first. On
    a first page an answered player follows the open questions.
    """
    doubts = open_questions(findings)
    if form.is_bound and doubts:
        doubts = that_matter(read_claim(form.whole_claim), doubts)
    unknown = [name for name, value in form.claim["facts"].items() if value is None] if form.is_bound else []
    before = order.split(",") if order else []
    shown = form.shown(doubts, before)
    seat_first = before[0] == "seat" if before else not doubts or form["seat"].value() in (None, "")
    ask_seat = all_kinds()[form.kind].recipient == "claimant"
    return {
        "form": form,
        "order": ",".join(["seat", *shown] if seat_first else shown),
        "seat_first": seat_first and ask_seat,
        "seat_last": ask_seat and not seat_first,
        "asked": form.questions(shown),
        "others": form.questions(name for name in form.names if name not in shown),
        # Nobody knows it: it is not asked again.
        "doubts": [name for name in doubts if name in shown and name not in unknown],
        "palette": tile_rows(form.rules),
    }


def tile_rows(rules: Ruleset) -> list[list[int]]:
    """Tiles of the ruleset in rows by suit."""
    rows = [range(9), range(9, 18), range(18, 27), range(27, 34), range(34, 64)]
    copies = rules.tile_set.copies
    found = [[tile for tile in row if tile < len(copies) and copies[tile]] for row in rows]
    return [row for row in found if row]


def _of_player(title: str, name: str) -> str:
    """The title of a claim with its player, if it has one."""
    return evidence.after_name(title, name) if name else title


def _filled(sent: QueryDict, found: Case, rules: Ruleset, kind: str) -> tuple[QueryDict, str]:
    """The sent answers with those of the case itself, and the latter for the page to send back.

    A prefilled answer that nobody has changed is filled in anew, because the player may have changed.
    """
    data = sent.copy()
    for name, value in QueryDict(sent.get("filled", "")).lists():
        if data.getlist(name) == value:
            data.pop(name)
    names = questions_of(kind, rules)
    chosen = data.get("seat")
    seat = int(chosen) if chosen in ("0", "1", "2", "3") else None
    filled = QueryDict(mutable=True)
    known = initial_values({"facts": known_facts.facts(found, rules, names, seat)})
    for name, value in known.items():
        if name not in data and value is not None:
            filled.setlist(name, [str(each) for each in (value if isinstance(value, list) else [value])])
            data.setlist(name, filled.getlist(name))
    return data, filled.urlencode()


def _logs(found: Case) -> list[tuple[str, str]]:
    """(name, text) of the logs of the case's table; none while they would show a secret board."""
    if found.table is None or table_logs.shows_secret_boards(found.table):
        return []
    return [
        (f"{log.number}: {log.file_name or log.get_form_display()}", log.text)
        for log in table_logs.logs_of(found.table)
    ]


def judged(form: FactsForm, judge: Callable[[dict[str, Any]], Answer], stored: dict[str, Any]) -> Answer | None:
    """The answer to the form, or to the stored claim if nothing was sent; None if no fact is readable."""
    if form.is_bound:
        form.full_clean()
    while True:
        try:
            return judge(form.claim if form.is_bound else stored)
        except EngineError as error:
            if not form.is_bound or not form.refuse(error):
                return None
