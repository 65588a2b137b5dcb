"""Enter facts answer by answer, examined after each; record those of a case at the end."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from engine.errors import EngineError
from engine.exact import integer_or
from engine.family import Ruleset
from judging.cases.forms.facts import FactsForm
from judging.cases.logic.form_answers import get_initial_values
from judging.cases.models import Case, ClaimRecord
from judging.cases.pages import get_case
from judging.cases.queries import judgments, known_facts, pages
from judging.cases.queries.pages import get_seat_names, reconstruct_disputed_moment
from judging.cases.services import cases
from judging.law import read_claim
from judging.law.answers import answer_claim
from judging.law.kinds import load_kinds as all_kinds
from judging.law.questions import list_open_questions, list_questions, select_relevant
from judging.law.stored import StoredClaim, StoredFinding
from judging.rulebook.queries.clauses import get_kind_title, list_kind_choices
from judging.rulebook.queries.ruleset_view import Rulebook, get_rules
from judging.rulebook.text import evidence
from judging.rulebook.text.findings import describe_changes
from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.core.permissions import requires
from tournaments.core.views.manage import page
from tournaments.events.models import Tournament
from tournaments.results.queries import table_logs
from tournaments.rounds.models import SeatWind

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class FactsPage:
    """A case, and the kind of claim whose facts are entered. `what_if`: nothing is recorded. `add`: the facts are those
    of a further infraction, ruled on together with the facts that the case has (`last`, the newest ones).
    """

    case: Case
    last: ClaimRecord | None
    what_if: bool
    add: bool
    kinds: list[tuple[str, str]]
    kind: str
    names: dict[int, str]
    book: Rulebook

    @property
    def rules(self) -> Ruleset:
        return self.book.rules

    @property
    def known(self) -> ClaimRecord | None:
        return self.last if self.last is not None and self.last.kind == self.kind and not self.add else None

    @property
    def stored(self) -> Mapping[str, Any]:
        return {"kind": self.kind, "facts": {}} if self.known is None else self.known.claim

    @property
    def newest(self) -> int:
        return self.last.number if self.last is not None else 0


class FurtherClaim(NamedTuple):
    """The claim of a further infraction in the newest facts, and whether it stays in the next ones."""

    place: str
    claim: StoredClaim
    chosen: bool


@requires("cases.rule")
@never_cache
def facts(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Enter facts and show the findings after each answer; see `FactsPage` for `what_if` and `add`."""
    view, sent = _make_page(request, get_case(tournament, number)), request.POST
    form, filled = _make_form(request, view)
    judgment, problem = judge_form(form, lambda claim: judgments.judge(view.case, claim), view.stored), ""
    further = _list_further(view, sent)
    judged_whole = _judge_together(view, judgment, further) if judgment is not None else None
    after = integer_or(sent.get("after"), view.newest)
    recording = "record" in sent and not view.what_if
    if recording and judged_whole is not None and not form.errors:
        # `seen`: the newer version that the user has confirmed seeing.
        after = integer_or(sent.get("seen"), after)
        try:
            cases.record_claim(
                Actor.of(request), view.case, judged_whole, key=form.cleaned_data.get("key"), after=after
            )
            return redirect("manage_case", tournament.slug, view.case.number)
        except UserError as error:
            problem = str(error)
    return page(
        request,
        tournament,
        "cases/_facts.html" if request.headers.get("HX-Request") else "cases/facts.html",
        "cases",
        status=422 if recording and (problem or form.errors) else 200,
        case=view.case,
        book=view.book,
        kind=view.kind,
        kinds=view.kinds,
        filled=filled,
        # Drawn when the page is opened; what is examined after each change is the form alone.
        moment=None if request.method == "POST" else reconstruct_disputed_moment(view.case, view.known, view.names),
        problem=problem,
        after=after,
        seen=integer_or(sent.get("seen")),
        what_if=view.what_if,
        add=view.add,
        changes=view.last is not None
        and judged_whole is not None
        and not judgments.gives_same_answer(judged_whole, view.last),
        further=_list_titles(view, further),
        **_compare_newest(view, judgment, after),
        **_answer(view, form, judgment, sent.get("order", "")),
    )


def _make_page(request: HttpRequest, case: Case) -> FactsPage:
    options = request.POST or request.GET
    kinds = list_kind_choices(case.tournament.family)
    last = case.claims.order_by("-number").first()
    what_if, add = (last is not None and name in options for name in ("what_if", "add"))
    kind = last.kind if what_if and last else options.get("kind") or case.kind
    return FactsPage(
        case=case,
        last=last,
        what_if=what_if,
        add=add,
        kinds=kinds,
        kind=kind if kind in dict(kinds) else kinds[0][0],
        names=get_seat_names(case),
        book=Rulebook.of_event(case.tournament, judgments.get_rules_version(case)),
    )


def _make_form(request: HttpRequest, view: FactsPage) -> tuple[FactsForm, str]:
    data, filled = None, ""
    if request.method == "POST":
        data, filled = _fill_in(request.POST, view)
    elif view.known is None:
        data, filled = _fill_first_page(request, view)
    form = FactsForm(
        data,
        kind=view.kind,
        rules=view.rules,
        seats=known_facts.label_seats_of_case(view.case, view.rules, view.names),
        logs=_list_logs(view.case),
        initial={**get_initial_values(view.stored), "key": uuid.uuid4()},
    )
    return form, filled


def _fill_first_page(request: HttpRequest, view: FactsPage) -> tuple[QueryDict | None, str]:
    begun = QueryDict(f"key={uuid.uuid4()}", mutable=True)
    if "fault" in request.GET:
        begun["fault"] = request.GET["fault"]
    data, filled = _fill_in(begun, view)
    return (data if filled or "fault" in data else None), filled


def _list_further(view: FactsPage, sent: QueryDict) -> list[FurtherClaim]:
    """List the further infractions of the newest facts; all stay until the referee has left one out."""
    if view.last is None or view.add:
        return []
    chosen = sent.getlist("keep")
    return [
        FurtherClaim(str(index), claim, str(index) in chosen or "after" not in sent)
        for index, claim in enumerate(view.last.further)
    ]


def _list_titles(view: FactsPage, further: Sequence[FurtherClaim]) -> list[tuple[str, bool, str]]:
    return [
        (index, chosen, _name_player(get_kind_title(claim["kind"]), view.names.get(claim.get("seat", -1), "")))
        for index, claim, chosen in further
    ]


def _judge_together(view: FactsPage, judgment: ClaimRecord, further: Sequence[FurtherClaim]) -> ClaimRecord:
    if view.add and view.last is not None:
        first, *others = [*view.last.claims, judgment.claim]
    else:
        first, others = judgment.claim, [claim for _at, claim, chosen in further if chosen]
    return judgments.judge(view.case, first, others)


def _compare_newest(view: FactsPage, judgment: ClaimRecord | None, after: int) -> dict[str, Any]:
    """Compare the newest facts with those of the form: in a what-if, and after others have recorded some."""
    if view.last is None or not (view.what_if or after != view.newest):
        return {"other": None, "compared": []}
    newest = pages.describe_facts(view.last, view.names)
    if judgment is None:
        return {"other": newest, "compared": []}
    answers = evidence.describe_answers(judgment.claim, view.names, view.rules)
    return {"other": newest, "compared": pages.compare_answers(newest.answers, answers)}


def _answer(view: FactsPage, form: FactsForm, judgment: ClaimRecord | None, order: str) -> dict[str, Any]:
    findings, proposals = (judgment.findings, judgment.proposals) if judgment is not None else ([], [])
    return {
        **get_questions_context(form, findings, order),
        "by_witnesses": pages.describe_by_witnesses(judgment, view.names, view.rules) if judgment is not None else [],
        **view.book.describe_answer(findings, proposals, view.names),
    }


@require_safe
def ask(request: HttpRequest, name: str, kind: str = "") -> HttpResponse:
    """Show the kinds of claims of a ruleset, or the questions of one with the findings; the address is the claim."""
    rules = get_rules(name)
    book, kinds = Rulebook(rules), list_kind_choices(rules.family.name, by_facts=True)
    values: dict[str, Any] = {"book": book, "rules_name": rules.name, "title": book.title, "kinds": kinds, "kind": kind}
    if not kind:
        return render(request, "cases/ask_kinds.html", values)
    if kind not in dict(kinds):
        raise Http404
    seats = [(seat.value, str(seat.label)) for seat in SeatWind]
    form = FactsForm(request.GET, kind=kind, rules=rules, seats=seats, record=False)
    answer = judge_form(form, lambda _claim: answer_claim(form.whole_claim), {}) or {"findings": [], "proposals": []}
    values |= get_questions_context(form, answer["findings"], request.GET.get("order", ""))
    values |= book.describe_answer(answer["findings"], answer["proposals"], dict(seats))
    values["by_witnesses"] = list(describe_changes(answer.get("by_witnesses"), dict(seats), rules))
    response = render(request, "cases/_ask.html" if request.headers.get("HX-Request") else "cases/ask.html", values)
    response["Vary"] = "HX-Request"
    return response


def get_questions_context(form: FactsForm, findings: Sequence[StoredFinding], order: str) -> dict[str, Any]:
    """Return context of the questions, open and answered ones first; `order` of the page before keeps their places."""
    doubts, before = _open_questions(form, findings), order.split(",") if order else []
    listed = form.order_names(doubts, before)
    seat_first = _asks_seat_first(form, doubts, before)
    ask_seat = all_kinds()[form.kind].recipient == "claimant"
    return {
        "form": form,
        "order": ",".join(["seat", *listed] if seat_first else listed),
        "seat_first": seat_first and ask_seat,
        "seat_last": ask_seat and not seat_first,
        "asked": form.list_questions(listed),
        "others": form.list_questions(name for name in form.names if name not in listed),
        "doubts": _list_open_doubts(form, doubts, listed),
        "palette": list_tile_rows(form.rules),
    }


def _open_questions(form: FactsForm, findings: Sequence[StoredFinding]) -> list[str]:
    doubts = list_open_questions(findings)
    return select_relevant(read_claim(form.whole_claim), doubts) if form.is_bound and doubts else doubts


def _asks_seat_first(form: FactsForm, doubts: Sequence[str], before: Sequence[str]) -> bool:
    """Return whether the player is asked before the facts, as on the page before if there was one."""
    if before:
        return before[0] == "seat"
    return not doubts or form["seat"].value() in (None, "")


def _list_open_doubts(form: FactsForm, doubts: Sequence[str], listed: Sequence[str]) -> list[str]:
    """Return the listed doubts but those that nobody can settle: they are not asked again."""
    answers = form.claim["facts"] if form.is_bound else {}
    return [name for name in doubts if name in listed and not (name in answers and answers[name] is None)]


def list_tile_rows(rules: Ruleset) -> list[list[int]]:
    rows = [range(9), range(9, 18), range(18, 27), range(27, 34), range(34, 64)]
    copies = rules.tile_set.copies
    filled = [[tile for tile in row if tile < len(copies) and copies[tile]] for row in rows]
    return [row for row in filled if row]


def _name_player(title: str, name: str) -> str:
    return evidence.append_to_name(title, name) if name else title


def _fill_in(sent: QueryDict, view: FactsPage) -> tuple[QueryDict, str]:
    """Return the sent answers with those of the case itself, and the latter for the page to send back. A prefilled
    answer that nobody has changed is filled in anew, because the player may have changed.
    """
    data = sent.copy()
    for name, value in QueryDict(sent.get("filled", "")).lists():
        if data.getlist(name) == value:
            data.pop(name)
    names = list_questions(view.kind, view.rules)
    chosen = data.get("seat")
    seat = int(chosen) if chosen in ("0", "1", "2", "3") else None
    filled = QueryDict(mutable=True)
    answers = get_initial_values({"facts": known_facts.find_facts(view.case, view.rules, names, seat)})
    for name, value in answers.items():
        if name not in data and value is not None:
            filled.setlist(name, [str(part) for part in (value if isinstance(value, list) else [value])])
            data.setlist(name, filled.getlist(name))
    return data, filled.urlencode()


def _list_logs(case: Case) -> list[tuple[str, str]]:
    """Return (name, text) of the logs of the case's table; none while they would show a secret board."""
    if case.table is None or table_logs.has_secret_boards(case.table):
        return []
    return [
        (f"{log.number}: {log.file_name or log.get_form_display()}", log.text)
        for log in table_logs.list_logs(case.table)
    ]


def judge_form(
    form: FactsForm, judge: Callable[[Mapping[str, Any]], Answer], stored: Mapping[str, Any]
) -> Answer | None:
    """Judge the form, or the stored claim if nothing was sent; return None if no fact is readable."""
    if form.is_bound:
        form.full_clean()
    while True:
        try:
            return judge(form.claim if form.is_bound else stored)
        except EngineError as error:
            if not form.is_bound or not form.refuse(error):
                return None
