"""The quiz of a ruleset: an example, the reader's ruling, the answer with its clause."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from engine.family import Ruleset, families
from judging.law.answers import answer_claim
from judging.law.findings import Evidence, Finding, Verdict
from judging.law.hands import make_score_evidence
from judging.law.kinds import load_kinds
from judging.quiz.forms import QuizForm
from judging.quiz.queries import Question, load_questions, score_case
from judging.rulebook.queries.ruleset_view import Rulebook, get_rules
from judging.rulebook.text import evidence
from judging.rulebook.text import findings as words
from tournaments.core.text.rules import format_game_title, format_ruleset_title
from tournaments.events.presets import get_usual_ruleset
from tournaments.rounds.models import SeatWind

COOKIE = "quiz"


class QuizProgress:
    """Answered questions in a cookie of these pages; a session would bypass the shared cache of event pages."""

    def __init__(self, request: HttpRequest, rules: Ruleset) -> None:
        stored = request.get_signed_cookie(COOKIE, default="", salt=rules.name) or ""
        right, _bar, wrong = stored.partition("_")
        self.right, self.wrong = ([int(index) for index in part.split(".") if index] for part in (right, wrong))
        self.rules, self.order = rules, list(load_questions(rules.name))

    @property
    def left(self) -> list[str]:
        return [name for index, name in enumerate(self.order) if index not in (*self.right, *self.wrong)]

    def count_answer(self, question: Question, *, right: bool) -> None:
        if question.id in self.left:
            (self.right if right else self.wrong).append(self.order.index(question.id))

    def keep(self, response: HttpResponse) -> HttpResponse:
        """Set the cookie, which ends with the browser session."""
        stored = "_".join(".".join(map(str, part)) for part in (self.right, self.wrong))
        address, secure = reverse("rule_quiz", args=[self.rules.name]), settings.SESSION_COOKIE_SECURE
        response.set_signed_cookie(
            COOKIE, stored, salt=self.rules.name, path=address, secure=secure, httponly=True, samesite="Lax"
        )
        return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def quiz(request: HttpRequest, name: str) -> HttpResponse:
    rules = get_rules(name)
    if request.method == "POST":
        response = redirect("rule_quiz", name)
        response.delete_cookie(COOKIE, path=request.path, samesite="Lax")
        return response
    sitting = QuizProgress(request, rules)
    open_ids = [question_id for question_id in sitting.left if question_id != request.GET.get("after")] or sitting.left
    if open_ids:
        return redirect("rule_quiz_question", name, secrets.choice(open_ids))
    return render(request, "quiz/quiz.html", _describe_quiz(sitting))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def quiz_question(request: HttpRequest, name: str, question: str) -> HttpResponse:
    rules = get_rules(name)
    current = load_questions(rules.name).get(question)
    if current is None:
        raise Http404
    sitting, form = QuizProgress(request, rules), QuizForm(request.POST or None, rules=rules, question=current)
    seats = {seat.value: str(seat.label) for seat in SeatWind}
    values = {
        "form": form,
        "question": current,
        "question_title": _(load_kinds()[current.kind].title),
        "facts": evidence.describe_answers(current.claim, seats, rules),
    }
    if not form.is_valid():
        return render(request, "quiz/quiz.html", _describe_quiz(sitting) | values, status=422 if form.is_bound else 200)
    ruling = form.get_ruling()
    sitting.count_answer(current, right=ruling == current.right)
    values |= {
        "correct": ruling == current.right,
        "given": form.describe(ruling),
        "right": form.describe(current.right),
    }
    values |= _answer(current, rules, seats)
    return sitting.keep(render(request, "quiz/quiz.html", _describe_quiz(sitting) | values))


def _describe_quiz(sitting: QuizProgress) -> dict[str, Any]:
    family = sitting.rules.family
    return {
        "book": Rulebook(sitting.rules),
        "name": sitting.rules.name,
        "title": format_ruleset_title(family, sitting.rules.preset),
        "games": [
            (format_game_title(name), get_usual_ruleset(rule_family), rule_family is family)
            for name, rule_family in families().items()
        ],
        "points": len(sitting.right),
        "asked": len(sitting.right) + len(sitting.wrong),
        "left": len(sitting.left),
    }


def _answer(question: Question, rules: Ruleset, seats: Mapping[int, str]) -> dict[str, Any]:
    if question.case is not None:
        return {"findings": [_report_worth(question.case, rules, seats)], "proposals": []}
    answer = answer_claim(question.claim)
    return Rulebook(rules).describe_answer(answer["findings"], answer["proposals"], seats)


def _report_worth(case: Mapping[str, Any], rules: Ruleset, seats: Mapping[int, str]) -> words.FindingText:
    scored = score_case(case)
    steps = scored.explain().steps
    sums = [sentence.to_dict() | {"clause": rules.cite(clause)} for sentence, clause in steps]
    evidence_rows = (*make_score_evidence(scored), Evidence("sums", "computation", sums))
    message = rules.family.value_in_words(scored.value)
    cited = dict.fromkeys(
        map(rules.cite, (*(clause for _said, clause in steps), *(award.clause for award in scored.awards)))
    )
    first, *also = [
        words.describe_finding(
            Finding(Verdict.HOLDS, clause, message, evidence=evidence_rows).to_dict(), seats, rules, href
        )
        for clause in cited
        if (href := Rulebook(rules).get_href)(clause)
    ]
    return replace(first, label=pgettext("worth of a hand", "Value"), kind="info", also=tuple(also))


@require_safe
def practice(request: HttpRequest, name: str) -> HttpResponse:
    return redirect("rule_quiz", get_rules(name).name, permanent=True)
