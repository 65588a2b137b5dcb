"""The practice desk of a ruleset: disputes to rule on, for everybody. The address is all that is kept."""

from __future__ import annotations

from hashlib import sha256
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.core.exceptions import BadRequest
from django.core.signing import BadSignature
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from engine.family import Ruleset
from judging.forms.practice import LEVELS, PracticeRulingForm, StartForm
from judging.law.disputes.practice import Question
from judging.law.kinds import kinds
from judging.papers import practice_order
from judging.selectors import practice as selectors
from judging.selectors.practice_marks import marks_shown, part_titles
from judging.selectors.rulebook import clauses
from judging.selectors.rulebooks import Book
from judging.views.ask import rules_called
from judging.wording import findings as words
from judging.wording.evidence import circumstance
from tournaments.exports.pdf import PrintingError
from tournaments.exports.public_papers import kept
from tournaments.papers.registry import paper_of
from tournaments.site.problems import refused
from tournaments.wording.game.circumstances import circumstances
from tournaments.wording.language import reader
from tournaments.wording.rules import ruleset_title
from tournaments.wording.sentences import in_words, seat_title

NAMES = range(4)


@require_safe
def practice(request: HttpRequest, name: str) -> HttpResponseBase:
    """What to practise; then question by question, each ruling compared with the right one."""
    rules = rules_called(name)
    if "sheet" in request.GET:
        return _desk(request, rules, _sheet(request, rules))
    form = StartForm(request.GET if request.GET else None, rules=rules)
    if form.is_bound and form.is_valid():
        return redirect(_address(rules, form.sheet()))
    return _start(request, rules, form)


def _start(request: HttpRequest, rules: Ruleset, form: StartForm, message: str = "") -> HttpResponse:
    values = {**_about(rules), "form": form, "message": message}
    return render(request, "judging/practice/start.html", values, status=422 if form.errors or message else 200)


def _about(rules: Ruleset) -> dict[str, Any]:
    return {"rules_name": rules.name, "title": ruleset_title(rules.family, rules.preset)}


def _address(rules: Ruleset, sheet: selectors.PracticeSheet) -> str:
    return f"{reverse('rule_practice', args=[rules.name])}?{urlencode({'sheet': sheet.signed()})}"


def _sheet(request: HttpRequest, rules: Ruleset) -> selectors.PracticeSheet:
    """The sheet of the address. Raises BadRequest for one that was not written here for this ruleset."""
    try:
        sheet = selectors.read_sheet(request.GET["sheet"])
    except (BadSignature, ValueError, TypeError):
        raise BadRequest(_("This score sheet was not written here.")) from None
    if sheet.ruleset != rules.name:
        raise BadRequest(_("This score sheet belongs to other rules."))
    return sheet


def _desk(request: HttpRequest, rules: Ruleset, sheet: selectors.PracticeSheet) -> HttpResponseBase:
    values = {
        **_about(rules),
        "sheet": sheet,
        "signed": sheet.signed(),
        "marks": marks_shown(rules, sheet),
        "exam": sheet.number > 0,
        "asked": len(sheet.marks) + 1,
    }
    if sheet.full:
        return render(request, "judging/practice/sheet.html", values)
    try:
        question = selectors.asked(rules, sheet, settings.EDITION)
    except LookupError:
        message = _("No hand has been found with such a dispute; choose another kind or another seed.")
        return _start(request, rules, StartForm(rules=rules), message)
    form = PracticeRulingForm(request.GET if "rule" in request.GET else None, rules=rules, question=question)
    values |= {"form": form, **_shown(rules, question), "clauses": clauses(Book(rules))}
    if not form.is_bound or not form.is_valid():
        return render(request, "judging/practice/question.html", values, status=422 if form.is_bound else 200)
    mark, parts = _mark(rules, question, form.ruled())
    after = sheet.marked(mark)
    if sheet.number:
        return redirect(_address(rules, after))
    values |= {
        "sheet": after,
        "signed": after.signed(),
        "kind_title": _(question.title),
        "mark": mark,
        "parts": part_titles(rules, parts, mark),
        **_solution(rules, question),
    }
    return render(request, "judging/practice/answer.html", values)


def _shown(rules: Ruleset, question: Question) -> dict[str, Any]:
    return {
        "question": question,
        # The kind of dispute would tell what is wrong.
        "question_title": _(kinds()[question.claim].title),
        "level": dict(LEVELS)[question.level],
        "told": [(in_words(each.sentence, seat_title, rules), each.tiles) for each in question.told],
        "circumstances": [
            circumstance(one, question.circumstances[one.name], reader())
            for one in circumstances(rules, reader())
            if one.name in question.circumstances
        ],
        **selectors.table_of(question),
    }


def _solution(rules: Ruleset, question: Question) -> dict[str, Any]:
    names = {seat: seat_title(seat) for seat in NAMES}
    return {
        "findings": [words.shown(each, names, rules, reader(), Book(rules).href) for each in question.findings],
        "proposals": [words.shown_proposal(each, names, reader()) for each in question.proposals],
    }


def _mark(rules: Ruleset, question: Question, given: selectors.Ruled) -> tuple[selectors.Mark, list[selectors.Part]]:
    # The row of a table is no clause of its own.
    same = {clause: Book(rules).named(clause) for clause in (*question.right.clauses, given.clause)}
    parts = selectors.compare(given, question.right, same_clause=same)
    got = sum(part.right for part in parts)
    right = selectors.ruled(question.right)
    return selectors.Mark(question.kind, question.level, got, len(parts), given, right), parts


@require_safe
def sheet_pdf(request: HttpRequest, name: str) -> HttpResponse:
    """The score sheet on paper."""
    rules = rules_called(name)
    if "sheet" not in request.GET:
        raise Http404
    sheet = _sheet(request, rules)
    order, paper = practice_order(rules, sheet), paper_of("practice-sheet")
    if paper is None:
        raise LookupError("practice-sheet")
    key = f"practice/{settings.EDITION}/{order.languages[0]}/{sha256(repr(sheet).encode()).hexdigest()}"
    try:
        content = kept(key, lambda: paper.run(order, "a4"))
    except PrintingError as error:
        return refused(request, 503, str(error))
    headers = {"Content-Disposition": f'inline; filename="practice-{rules.name}.pdf"'}
    return HttpResponse(content, content_type="application/pdf", headers=headers)


urlpatterns = [
    path("rules/<slug:name>/practice/", practice, name="rule_practice"),
    path("rules/<slug:name>/practice/sheet.pdf", sheet_pdf, name="rule_practice_sheet"),
]
